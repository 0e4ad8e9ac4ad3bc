// What holds in every settled position of Chivalry at Bay. Too dear for every series of games: a test plays with it.

/// A unit on the field has a slot of its own.
invariant posted @1.1 @6.1 = unit.off_the_field || unit.slot != none && unit.friends.where(|other| other.slot == unit.slot).empty
/// A unit with as many hits as cohesion has left the field.
invariant unbroken @4.0 @5.2.1 = unit.off_the_field || unit.hits < unit.cohesion
/// No piece is in a captured battle.
invariant lost_field @9.10 = area.battle.captured == none || pieces.at(area).empty
/// Neither losses of cohesion nor hits fall below 0.
invariant whole @4.0 @4.1 = unit.worn >= 0 && unit.hits >= 0
/// Neither losses nor momentum fall below 0.
invariant tracks @1.3.4 = side.losses >= 0 && side.momentum >= 0
/// Guns have no slot.
invariant unslotted @5.1.4 = gun.slot == none
/// A side's cards are its own.
invariant own_cards @1.3.1 = cards.where(|card| card.zone == none).empty
