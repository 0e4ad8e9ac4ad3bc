//! Whether a clause applies: its bearer, phrase, scope, condition and exceptions.

use smallvec::SmallVec;

use crate::model::clause::{About, Bearer, Guard, Phrase, PhraseTest};
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;

use super::operator::equal;
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::state::NOWHERE;
use crate::play::store::world::{Read, World};

/// How many members of a set must bear the item of a clause, or fit its phrase.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Members {
    /// One: a group with a single forbidden member does not march.
    One,
    /// All: an exception that holds for some of a group does not free the others.
    All,
}

impl World<'_> {
    /// Whether a clause applies to the values in the slots. Of a set, one member is enough.
    pub fn holds(&self, guard: &Guard, locals: &mut Locals) -> Read<bool> {
        self.applies(guard, locals, Members::One)
    }

    /// Whether an exception lifts its clause. Of a set, it must hold for every member.
    pub fn lifts(&self, exception: &Guard, locals: &mut Locals) -> Read<bool> {
        self.applies(exception, locals, Members::All)
    }

    fn applies(&self, guard: &Guard, locals: &mut Locals, of: Members) -> Read<bool> {
        if !self.is_in_scope(guard) {
            return Ok(false);
        }
        match self.cards_that_bear(guard) {
            None => Ok(self.borne(guard, locals, of) && self.fulfilled(guard, locals, of)?),
            Some(cards) => {
                for card in cards {
                    if self.applies_of(guard, locals, card, of)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Whether the reading of a clause is in force, and its scope is running.
    fn is_in_scope(&self, guard: &Guard) -> bool {
        self.is_read(guard.under) && guard.during.is_none_or(|scope| self.frame(scope).is_some())
    }

    /// The cards in force that could bear a clause written in a card or deck; `None` for other clauses.
    pub(in crate::play) fn cards_that_bear(&self, guard: &Guard) -> Option<SmallVec<[u16; 4]>> {
        let def = |card: u16| self.game.cards[usize::from(card)].def;
        match guard.bearer {
            Bearer::Card(wanted) => Some(self.cards_at_work(|card| def(card) == wanted)),
            Bearer::Deck(deck) => {
                Some(self.cards_at_work(|card| self.game.card_defs[usize::from(def(card))].deck == deck))
            }
            _ => None,
        }
    }

    /// Whether a clause written in a card or deck applies for this card, which is in force.
    pub(in crate::play) fn holds_of(&self, guard: &Guard, locals: &mut Locals, card: u16) -> Read<bool> {
        self.applies_of(guard, locals, card, Members::One)
    }

    fn applies_of(&self, guard: &Guard, locals: &mut Locals, card: u16, of: Members) -> Read<bool> {
        if !self.is_in_scope(guard) {
            return Ok(false);
        }
        if let Some(slot) = guard.bearer_slot {
            set_local(locals, slot, Value::Ref(Ref::card(card)));
        }
        for chosen in &guard.chosen {
            set_local(locals, chosen.slot, self.chosen(card, chosen));
        }
        self.fulfilled(guard, locals, of)
    }

    /// Whether a clause applies, given that its bearer is present.
    fn fulfilled(&self, guard: &Guard, locals: &mut Locals, of: Members) -> Read<bool> {
        if let Some(phrase) = &guard.phrase {
            if !self.fits(phrase, locals, of)? {
                return Ok(false);
            }
        }
        if !self.meets(guard.when.as_ref(), locals)? {
            return Ok(false);
        }
        for exception in &guard.exceptions {
            if self.lifts(exception, locals)? {
                return Ok(false);
            }
        }
        self.observer.note_guard(self.game, guard);
        Ok(true)
    }

    /// The readings of rulings on which a clause in force depends: its own, and those without which an exception would
    /// lift it.
    pub fn readings_behind(&self, guard: &Guard, locals: &mut Locals) -> Read<Vec<(RulingId, u16)>> {
        let mut found: Vec<(RulingId, u16)> = guard.under.into_iter().collect();
        for exception in &guard.exceptions {
            let Some((ruling, value)) = exception.under else { continue };
            let in_force = self.readings[ruling.at()];
            if in_force == value || found.contains(&(ruling, in_force)) {
                continue;
            }
            let otherwise = Guard { under: None, ..exception.clone() };
            if self.lifts(&otherwise, locals)? {
                found.push((ruling, in_force));
            }
        }
        Ok(found)
    }

    fn borne(&self, guard: &Guard, locals: &mut Locals, of: Members) -> bool {
        // In a group, the member that bears the item is the one that must fit the phrase. `fits` reports a faulty
        // phrase.
        let fits = |slot: u16, thing: Ref| match &guard.phrase {
            Some(phrase) if phrase.about == About::Slot(slot) => self.phrase_fits(phrase, thing).unwrap_or(true),
            _ => true,
        };
        let bearer = |slot: u16, one: &dyn Fn(Ref) -> Option<Ref>| {
            bearer_in(&locals[slot as usize], of, |thing| one(thing).filter(|_| fits(slot, thing)))
        };
        let found = match &guard.bearer {
            Bearer::Always => return true,
            Bearer::Var { var, slots } => {
                slots.iter().find_map(|slot| bearer(*slot, &|thing| self.bearer_of(*var, thing)))
            }
            Bearer::Game(var) => self.is_up(*var, Ref::GAME).then_some(Ref::GAME),
            Bearer::SideFlag { var, slot: Some(slot) } => {
                bearer(*slot, &|thing| self.side_of(thing).map(Ref::side).filter(|side| self.is_up(*var, *side)))
            }
            Bearer::SideFlag { var, slot: None } => {
                (0..self.game.sides.len() as u16).map(Ref::side).find(|side| self.is_up(*var, *side))
            }
            Bearer::Kind { kind, slot } => bearer(*slot, &|thing| {
                let is_of = match thing.domain {
                    Domain::Piece => self.is_of_kind(thing.index, *kind),
                    Domain::Kind => self.game.is_of(thing.index, *kind),
                    _ => false,
                };
                is_of.then_some(thing)
            }),
            // These are tested card by card.
            Bearer::Card(_) | Bearer::Deck(_) => return false,
            Bearer::OfDeck { deck, slot } => bearer(*slot, &|card| {
                let is_of = card.domain == Domain::Card
                    && self.game.card_defs[usize::from(self.game.cards[card.index as usize].def)].deck == *deck;
                is_of.then_some(card)
            }),
        };
        if let (Some(thing), Some(slot)) = (found, guard.bearer_slot) {
            set_local(locals, slot, Value::Ref(thing));
        }
        found.is_some()
    }

    /// The sections that the set-up cites where it gives this guard its bearer: a terrain that a scenario lays.
    pub(super) fn set_up_by(&self, guard: &Guard, locals: &Locals) -> Vec<SectionId> {
        let Bearer::Var { var, slots } = &guard.bearer else { return Vec::new() };
        let bearer =
            |slot: &u16| bearer_in(locals.get(usize::from(*slot))?, Members::One, |thing| self.bearer_of(*var, thing));
        let bearer = slots.iter().find_map(bearer);
        let cited = &self.game.setup.position.cited;
        let found = cited.iter().find(|(of, thing, _)| of == var && Some(*thing) == bearer);
        found.map(|(_, _, cites)| cites.clone()).unwrap_or_default()
    }

    /// The thing that bears the variable: this one, its space or its side.
    fn bearer_of(&self, var: VarId, thing: Ref) -> Option<Ref> {
        let bearer = match (self.game.vars[var.at()].subject, thing.domain) {
            (Domain::Space, Domain::Piece) => {
                let space = self.piece_state(thing.index).space;
                if space == NOWHERE {
                    return None;
                }
                Ref::space(space)
            }
            (Domain::Side, Domain::Piece) => Ref::side(u16::from(self.state.pieces[thing.index as usize].side)),
            (subject, domain) if subject == domain => thing,
            _ => return None,
        };
        self.is_up(var, bearer).then_some(bearer)
    }

    /// True if a flag is set or a variable is not at its default.
    pub fn is_up(&self, var: VarId, of: Ref) -> bool {
        if self.game.vars[var.at()].ty == Type::Flag {
            return self.flag(var, of);
        }
        !matches!(self.var(var, of), Value::None | Value::Int(0))
    }

    /// Whether a phrase fits the values in the slots.
    fn fits(&self, phrase: &Phrase, locals: &Locals, of: Members) -> Read<bool> {
        let value = match phrase.about {
            About::Slot(slot) => locals.get(slot as usize).cloned().unwrap_or(Value::None),
            About::Me => Value::optional(Domain::Side, self.me()),
        };
        match value {
            Value::Ref(thing) => self.phrase_fits(phrase, thing),
            Value::Way(way) => self.phrase_fits(phrase, Ref::space(way.space())),
            Value::Set(..) | Value::Row(..) => {
                for thing in value.members() {
                    let fits = self.phrase_fits(phrase, thing)?;
                    if fits == (of == Members::One) {
                        return Ok(fits);
                    }
                }
                Ok(of == Members::All)
            }
            _ => Ok(false),
        }
    }

    /// Whether a phrase fits a thing.
    pub fn phrase_fits(&self, phrase: &Phrase, thing: Ref) -> Read<bool> {
        for part in &phrase.all {
            let mut any = false;
            for word in &part.any {
                if self.word_fits(word.test, thing)? != word.negated {
                    any = true;
                    break;
                }
            }
            if !any {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn word_fits(&self, test: PhraseTest, thing: Ref) -> Read<bool> {
        Ok(match test {
            PhraseTest::Term(term) => match self.get(term, thing)? {
                Value::Flag(yes) => yes,
                Value::None | Value::Int(0) => false,
                _ => true,
            },
            PhraseTest::Side(side) => self.side_of(thing) == Some(side),
            PhraseTest::Value(term, value) => equal(&self.get(term, thing)?, &Value::Ref(value)),
            PhraseTest::On(term) => match self.space_of(thing) {
                Some(space) => self.get(term, Ref::space(space))?.is_yes(),
                None => false,
            },
            PhraseTest::Thing(other) => thing == other,
        })
    }
}

/// The bearer of a clause in a value: in the thing, the space where a way ends, or the members of a set.
fn bearer_in(value: &Value, of: Members, one: impl Fn(Ref) -> Option<Ref>) -> Option<Ref> {
    match value {
        Value::Ref(thing) => one(*thing),
        Value::Way(way) => one(Ref::space(way.space())),
        Value::Set(..) | Value::Row(..) => {
            let mut found = None;
            for thing in value.members() {
                let bearer = one(thing);
                if bearer.is_some() == (of == Members::One) {
                    return bearer;
                }
                found = found.or(bearer);
            }
            found
        }
        _ => None,
    }
}
