//! Cards: drawing, discarding and moving them between the zones of their deck.

use crate::diagnostic::words::one_of;
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::setup::Drawn;
use crate::model::value::Value;
use crate::source::Span;

use super::run::{Act, Cx, Run, Stop};
use crate::play::answers::journal::Entry;
use crate::play::answers::log::Event;
use crate::play::answers::oracle::{Stream, number_below};
use crate::play::present::sentence;
use crate::play::store::world::{Fault, Read};

/// At most this many things that can be drawn are named.
const MOST_NAMED: usize = 12;

impl Run {
    /// The cards in a zone, of one side if one is named.
    pub(in crate::play) fn cards_in(&self, zone: ZoneId, side: Option<u16>) -> Vec<u16> {
        let own = |owner: Option<u16>| side.is_none() || owner.is_none() || owner == side;
        let there = |card: &u16| {
            let spot = self.state().cards[usize::from(*card)].spot;
            self.game.zone_at(spot) == zone && own(self.game.owner_of(*card, spot))
        };
        (0..self.state().cards.len() as u16).filter(there).collect()
    }

    /// Moves a card to a zone of its deck. In a zone that each side has for itself, a card of a deck that all share
    /// goes to the side named, or stays with the side that holds it, or goes to the acting side.
    ///
    /// # Errors
    /// When the zone belongs to another deck, the side has another deck, or no side is meant.
    pub fn move_card(&mut self, card: u16, zone: ZoneId, to: Option<u16>) -> Read<()> {
        let game = self.game.clone();
        let name = || self.world().title(Ref::card(card));
        let called = &game.zones[zone.at()].name;
        let deck = &game.decks[game.card_defs[usize::from(game.cards[usize::from(card)].def)].deck.at()];
        if !deck.zones.contains(&zone) {
            let zones = deck.zones.iter().map(|zone| format!("`{}`", game.zones[zone.at()].name));
            let zones = one_of(&zones.collect::<Vec<_>>());
            return Err(Box::new(Fault::new(format!("{} cannot lie in `{called}`, only in {zones}", name()))));
        }
        let owner = game.owner_of(card, self.state().cards[usize::from(card)].spot);
        if let Some(side) = to.filter(|side| deck.per_side && owner != Some(*side)) {
            let side = &game.sides[usize::from(side)].title;
            let text = format!("{} cannot go to {side}: each side has its own cards of `{}`", name(), deck.name);
            return Err(Box::new(Fault::new(text)));
        }
        let Some(spot) = game.spot(zone, to.or(owner).or_else(|| self.state().me())) else {
            let text = format!("each side has its own `{called}`; write `move(cards, {called}, SIDE)`");
            return Err(Box::new(Fault::new(text)));
        };
        self.put_card(card, spot);
        Ok(())
    }

    /// Puts a card at a spot ([`Game::spot`]).
    pub(in crate::play) fn put_card(&mut self, card: u16, spot: u16) {
        if self.live.put_card(card, spot) {
            self.note(|_| Event::Card(card, spot));
        }
    }

    /// The next laid card for a draw from this deck, by name.
    fn forced_card(&mut self, deck: usize, side: u16, pile: &BitSet) -> Option<u16> {
        let fits = |(whose, def): &(Option<u16>, u16)| {
            let there = || pile.iter().any(|card| self.game.cards[usize::from(card)].def == *def);
            let own = self.game.card_defs[usize::from(*def)].deck.at() == deck;
            let draws = |whose: u16| whose == side || !self.game.decks[deck].per_side;
            whose.is_none_or(|whose| draws(whose) && own && there())
        };
        let at = self.forced_cards.iter().position(fits)?;
        self.forced_cards.remove(at).map(|(_, def)| def)
    }

    /// Lets chance draw these next.
    ///
    /// # Errors
    /// When a label belongs to no piece.
    pub fn force_draws(&mut self, drawn: &[Drawn], at: Span) -> Read<()> {
        for one in drawn {
            match one {
                Drawn::Card(def) => self.forced_cards.push_back((None, *def)),
                Drawn::Lot(given) => self.forced_lots.extend(self.given(given, at)?.as_ref()),
            }
        }
        Ok(())
    }

    /// The laid member of a set that is drawn at random.
    ///
    /// # Errors
    /// When what is laid is not in the set.
    pub(super) fn forced_lot(&mut self, members: &[u16], domain: Domain) -> Act<Option<Ref>> {
        if domain == Domain::Card {
            let of = |def: u16| members.iter().find(|card| self.game.cards[usize::from(**card)].def == def).copied();
            let found = self.forced_cards.iter().enumerate().find_map(|(at, (_, def))| Some((at, of(*def)?)));
            return Ok(found.map(|(at, card)| {
                self.forced_cards.remove(at);
                Ref::card(card)
            }));
        }
        let Some(laid) = self.forced_lots.pop_front() else { return Ok(None) };
        if laid.domain == domain && members.contains(&laid.index) {
            return Ok(Some(laid));
        }
        let world = self.world();
        let names: Vec<String> = members.iter().take(MOST_NAMED).map(|at| world.title(Ref::new(domain, *at))).collect();
        let text = format!("{} cannot be drawn here; possible: {}", world.title(laid), one_of(&names));
        Err(Stop::Fault(Box::new(Fault::new(text).of_the_table())))
    }
}

/// The cards that the journal has at its next entry. None at its end.
fn noted_cards(run: &Run) -> Act<Option<Vec<u16>>> {
    match run.journal.entries.get(run.journal.used) {
        Some(Entry::Cards(names)) => Ok(Some(names.clone())),
        Some(Entry::Unread { seat: None, text, .. }) => match sentence::read_cards(&run.game, text) {
            Some(names) => Ok(Some(names)),
            None => Err(Stop::misfit(format!("`{text}` is not a draw of cards"))),
        },
        Some(_) => Err(Stop::fault("the journal has another entry where it needs drawn cards")),
        None => Ok(None),
    }
}

impl Cx<'_> {
    /// Draws cards into a zone: the second zone of the deck by default. An empty pile is refilled as the deck says.
    pub fn draw(&self, side: u16, count: i64, from: Option<ZoneId>) -> Act<Value> {
        let mut drawn = BitSet::new();
        if count <= 0 {
            return Ok(Value::Set(Domain::Card, drawn));
        }
        let mut run = self.run.borrow_mut();
        let game = run.game.clone();
        let wanted = |deck: &crate::model::card::Deck| from.is_none_or(|zone| deck.zones.contains(&zone));
        let Some(at) = game.decks.iter().position(|deck| deck.zones.len() >= 2 && wanted(deck)) else {
            return Err(Stop::fault("this side has no deck to draw from"));
        };
        let deck = &game.decks[at];
        let (pile, hand) = (from.unwrap_or(deck.zones[0]), deck.zones[1]);
        if pile == hand {
            return Err(Stop::fault("cards are drawn into this zone; it cannot be drawn from"));
        }
        let mut names = Vec::new();
        let stream = Stream::Deck(at as u16 * 8 + side);
        let number = stream.number();
        // The stream exists from the first draw on, even if the pile is empty.
        run.live.drawn(number);
        // A draw that finds no card has no entry in the journal.
        let mut noted = None;
        let too_few = |given: usize| Stop::fault(format!("the journal has {given} cards where {count} are drawn"));
        for place in 0..count as usize {
            let mut cards = run.world().zone(pile, side);
            if cards.is_empty() {
                if let Some((from, into)) = deck.empty {
                    for card in run.cards_in(from, deck.per_side.then_some(side)) {
                        run.move_card(card, into, None)?;
                    }
                    cards = run.world().zone(pile, side);
                }
            }
            if cards.is_empty() {
                break;
            }
            if place == 0 {
                noted = noted_cards(&run)?;
            }
            let wanted = match &noted {
                Some(names) => match names.get(place) {
                    Some(name) => Some(*name),
                    None => return Err(too_few(names.len())),
                },
                None => run.forced_card(at, side, &cards),
            };
            let card = match wanted {
                Some(def) => cards
                    .iter()
                    .find(|card| game.cards[*card as usize].def == def)
                    .ok_or_else(|| Stop::misfit(format!("no {} left to draw", game.card_defs[def as usize].title)))?,
                None => match run.card_decided(&cards) {
                    Some(card) => card,
                    None => {
                        let counter = run.state().chance[number];
                        let at = number_below(run.seed, stream, counter, cards.count() as u32);
                        cards.iter().nth(at as usize).ok_or_else(|| Stop::fault("the pile is empty"))?
                    }
                },
            };
            // Copies are equal: use the first with this name, so that equal games have equal states.
            let def = game.cards[card as usize].def;
            let card = cards.iter().find(|one| game.cards[*one as usize].def == def).unwrap_or(card);
            names.push(def);
            // The random stream advances no matter what decided the card, so that a replay ends in the same state.
            *run.live.drawn(number) += 1;
            run.move_card(card, hand, Some(side))?;
            drawn.insert(card);
        }
        if noted.is_some_and(|noted| noted.len() > names.len()) {
            return Err(Stop::fault("the journal has more cards than are drawn here"));
        }
        if !names.is_empty() {
            run.take_down(Entry::Cards(names.clone()));
            run.live.set_unsettled(true);
            run.note(|_| Event::Drawn(side, names));
        }
        Ok(Value::Set(Domain::Card, drawn))
    }

    /// Puts a card on the discard pile of its deck.
    ///
    /// # Errors
    /// When each side has such a pile in a deck that all share, and no side holds the card or acts.
    pub fn discard(&self, card: u16) -> Act<()> {
        let mut run = self.run.borrow_mut();
        let def = self.game.cards[card as usize].def;
        let deck = &self.game.decks[self.game.card_defs[def as usize].deck.at()];
        let zone = deck.zones.get(2).or_else(|| deck.zones.last());
        if let Some(zone) = zone {
            let zone = *zone;
            run.move_card(card, zone, None)?;
            run.live.set_unsettled(true);
        }
        Ok(())
    }
}
