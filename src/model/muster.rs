//! The counter mix and the rules for buying an army.

use crate::source::Span;

use super::clause::{DiceSpec, Phrase};
use super::game::Game;
use super::id::*;
use super::node::Node;
use super::set::BitSet;
use super::value::Value;

/// A line of the counter mix: the number of identical counters each side has, and their printed facts.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Its kind.
    pub kind: u16,
    /// The side. None means that the number applies to each side.
    pub side: Option<u16>,
    /// The printed facts, by position in [`Game::facts`].
    pub printed: Vec<Value>,
    /// The facts this line specifies in addition to those in the notation.
    pub gives: Vec<FactId>,
    /// The text to type: the kind and its values in notation.
    pub label: String,
    /// The number of counters.
    pub count: u32,
    /// The box of each side that holds them until they are set up. Empty if they do not exist until then.
    pub begins: Vec<u16>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

/// The rules for buying an army and setting up a custom battle.
#[derive(Clone, Debug, Default)]
pub struct Muster {
    /// The text players see.
    pub title: String,
    /// A one-line description.
    pub doc: Option<String>,
    /// The fact of pieces that holds the cost.
    pub cost: FactId,
    /// The fact of sides that holds the maximum total cost.
    pub value: FactId,
    /// The limits on kinds and families.
    pub limits: Vec<Limit>,
    /// The flags of sides assigned to the armies, in order.
    pub roles: Vec<FactId>,
    /// The suggested values of facts of an army.
    pub suggestions: Vec<Suggestion>,
    /// The warnings.
    pub warnings: Vec<Warning>,
    /// The roll for the weather.
    pub weather: Option<(Lot, Vec<SectionId>)>,
    /// The terrain placed before the battle.
    pub terrain: Option<Ground>,
    /// The spaces for setting up, for each side and each word of the line, in the order in which they are filled. Empty
    /// means anywhere.
    pub deploy: Vec<Vec<Vec<u16>>>,
    /// The kinds restricted to fewer spaces.
    pub berths: Vec<Berth>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

impl Muster {
    /// True if a piece of this kind may be set up in a space, judging by its kind alone.
    pub fn may_begin(&self, game: &Game, side: u16, kind: u16, space: u16) -> bool {
        let own = self.berths.iter().filter(|berth| game.is_of(kind, berth.kind));
        own.filter_map(|berth| berth.places.get(usize::from(side))).all(|places| places.has(space))
    }
}

/// The only spaces in which a kind or family may be set up.
#[derive(Clone, Debug)]
pub struct Berth {
    /// The kind or family.
    pub kind: u16,
    /// The spaces, for each side.
    pub places: Vec<BitSet>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// The maximum number of a kind or family in an army.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The maximum.
    pub most: u32,
    /// The kind or family.
    pub kind: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// The suggested value of a fact of an army.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The fact of the side.
    pub fact: FactId,
    /// The case it applies to.
    pub title: Option<String>,
    /// The number. The side is local 0.
    pub number: Node,
    /// The number of slots needed.
    pub locals: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// A warning about an army.
#[derive(Clone, Debug)]
pub struct Warning {
    /// The condition. The side is local 0.
    pub when: Node,
    /// The number of slots needed.
    pub locals: u16,
    /// The text players see.
    pub text: String,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// A roll with a table of results.
#[derive(Clone, Debug)]
pub struct Lot {
    /// The dice.
    pub dice: DiceSpec,
    /// The rows: the lowest and highest number, and the result.
    pub rows: Vec<(i64, i64, Brings)>,
}

/// The result of a row.
#[derive(Clone, Debug)]
pub enum Brings {
    /// No result.
    Nothing,
    /// A weather, by position in [`Game::weathers`].
    Weather(u16),
    /// The side with this flag chooses.
    Choice(FactId),
    /// Another roll.
    Lot(Box<Lot>),
}

/// Terrain placed before the battle.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The dice that give the number of tiles.
    pub dice: DiceSpec,
    /// The number subtracted from the roll.
    pub less: i64,
    /// The sides that place them. None means every side.
    pub phrase: Option<Phrase>,
    /// The spaces they may be placed in, for each side. Empty means anywhere.
    pub places: Vec<BitSet>,
    /// The terrains available, by position in [`Game::terrains`].
    pub kinds: Vec<u16>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

impl Game {
    /// The lines of the counter mix for a kind of a side.
    pub fn counters_for(&self, side: u16, kind: u16) -> impl Iterator<Item = (usize, &Counter)> {
        let own = move |counter: &Counter| counter.kind == kind && counter.side.is_none_or(|whose| whose == side);
        self.counters.iter().enumerate().filter(move |(_, counter)| own(counter))
    }

    /// The line of the counter mix that matches a piece with this side, kind and printed facts. Counters that begin in
    /// a box must match in all printed facts, others only in those of their notation.
    pub fn counter_of(&self, side: u16, kind: u16, printed: &[Value]) -> Option<usize> {
        let told = self.notation_facts(kind);
        let alike = |counter: &Counter| {
            counter.begins.is_empty()
                && told.iter().all(|fact| counter.printed.get(fact.at()) == printed.get(fact.at()))
        };
        let exact = self.counters_for(side, kind).find(|(_, counter)| counter.printed == printed);
        exact.or_else(|| self.counters_for(side, kind).find(|(_, counter)| alike(counter))).map(|(at, _)| at)
    }

    /// The line of the counter mix meant by a set-up that specifies only some facts of a piece.
    pub fn counter_meant(&self, side: u16, kind: u16, printed: &[Value], given: &[bool]) -> Option<usize> {
        let told = self.notation_facts(kind);
        let same = |counter: &Counter, fact: usize| counter.printed.get(fact) == printed.get(fact);
        let alike = |counter: &Counter| told.iter().all(|fact| same(counter, fact.at()));
        let as_said = |counter: &Counter| {
            alike(counter) && given.iter().enumerate().all(|(fact, given)| !given || same(counter, fact))
        };
        let mut meant = self.counters_for(side, kind).filter(|(_, counter)| as_said(counter)).map(|(at, _)| at);
        match (meant.next(), meant.next()) {
            (Some(first), other) if other.is_none() || self.counters[first].begins.is_empty() => Some(first),
            (Some(_), _) => None,
            (None, _) => {
                let free = |counter: &Counter| counter.begins.is_empty() && alike(counter);
                self.counters_for(side, kind).find(|(_, counter)| free(counter)).map(|(at, _)| at)
            }
        }
    }

    /// True if counters of this kind and side begin in a box, so their number is limited.
    pub fn begins_in_box(&self, side: u16, kind: u16) -> bool {
        self.counters_for(side, kind).any(|(_, counter)| !counter.begins.is_empty())
    }

    /// The facts shown by the notation of a kind.
    pub fn notation_facts(&self, kind: u16) -> Vec<FactId> {
        use super::game::NotationPart;
        let notation = self.kinds.get(usize::from(kind)).and_then(|kind| kind.notation.as_ref());
        let facts = notation.iter().flat_map(|notation| &notation.parts).filter_map(|part| match part {
            NotationPart::Literal(_) => None,
            NotationPart::Fact(fact) | NotationPart::Mark(fact, _) => Some(*fact),
        });
        facts.collect()
    }

    /// All spaces in board order as this side sees them. Grids seen from the opposite edge are rotated.
    pub fn spaces_from(&self, side: u16) -> Vec<u16> {
        let mut order: Vec<u16> = (0..self.board.spaces.len() as u16).collect();
        for grid in self.board.grids.iter().filter(|grid| grid.turned == Some(side)) {
            let own: Vec<u16> = grid.spaces.iter().collect();
            let mut turned = own.iter().rev();
            for at in order.iter_mut().filter(|space| grid.spaces.has(**space)) {
                *at = turned.next().copied().unwrap_or(*at);
            }
        }
        order
    }

    /// True if pieces of this kind use slots.
    pub fn takes_slots(&self, kind: u16) -> bool {
        self.slotted_kinds().is_some_and(|kinds| kinds.has(kind))
    }

    /// The kinds whose pieces use slots. None if no piece uses slots, or if slot use depends on more than the kind.
    pub fn slotted_kinds(&self) -> Option<BitSet> {
        use super::game::NounFilter;
        use super::node::Term;
        let family = |kind: u16| self.kinds.get(usize::from(kind)).map(|kind| kind.members.clone());
        match self.board.slots.as_ref()?.of {
            Term::Kind(kind) => family(kind),
            Term::Noun(noun) => match self.nouns[noun.at()].filter {
                NounFilter::Kind(kind) => family(kind),
                NounFilter::All => Some(BitSet::first_n(self.kinds.len())),
                _ => None,
            },
            _ => None,
        }
    }
}
