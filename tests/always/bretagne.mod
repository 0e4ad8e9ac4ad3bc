// What holds in every settled position of Les Deux Bretagne. Too dear for every series of games: a test plays with it.

/// No side's resource points fall below 0.
invariant stores @12.11 = side.ps >= 0
/// No piece moves farther than it may.
invariant paces @8.1 = piece.mp >= 0
/// A leader levies no steps that he does not have.
invariant levied @5.4 = piece.levies >= 0
/// Behind the walls of a city are units of its holder, and Marauders; during a siege also a band hired there.
invariant keepers @3.1 @8.24 @12.53 = spot.invested || units.at(spot).inside.all(|unit| unit.side == Marauders || unit.side == spot.holder)
