//! The counters that there are, and what an army may be bought from.

use crate::source::Span;

use super::clause::{DiceSpec, Phrase};
use super::game::Game;
use super::id::*;
use super::node::Node;
use super::set::BitSet;
use super::value::Value;

/// A line of the mix of counters: how many of one look each side has, and what else is printed on them.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Its kind.
    pub kind: u16,
    /// The side; none: each side has that many.
    pub side: Option<u16>,
    /// The facts printed on it, by position in [`Game::facts`].
    pub printed: Vec<Value>,
    /// Which of them this line gives, besides those that its notation tells.
    pub gives: Vec<FactId>,
    /// How it is typed: the kind, and its values in their notation.
    pub label: String,
    /// How many there are.
    pub count: u32,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// What an army may be bought from, and what else a battle of one's own needs.
#[derive(Clone, Debug)]
pub struct Muster {
    /// What players read.
    pub title: String,
    /// Line of documentation.
    pub doc: Option<String>,
    /// What a piece costs: a fact of pieces.
    pub cost: FactId,
    /// What all pieces of an army may cost together: a fact of sides.
    pub value: FactId,
    /// How many of a kind or family there may be.
    pub limits: Vec<Limit>,
    /// Flags of sides that the armies have, in order.
    pub roles: Vec<FactId>,
    /// What facts of an army usually are.
    pub suggestions: Vec<Suggestion>,
    /// What is not advised.
    pub warnings: Vec<Warning>,
    /// How the weather is found by chance.
    pub weather: Option<(Lot, Vec<SectionId>)>,
    /// Terrain that is laid.
    pub terrain: Option<Ground>,
    /// Where pieces may be set up: for each side, for each word of the line, what is to be filled first in front;
    /// empty: anywhere.
    pub deploy: Vec<Vec<Vec<u16>>>,
    /// Kinds that may be set up in fewer places.
    pub berths: Vec<Berth>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

impl Muster {
    /// True if a piece of this kind may be set up in a space by its kind alone.
    pub fn may_begin(&self, game: &Game, side: u16, kind: u16, space: u16) -> bool {
        let own = self.berths.iter().filter(|berth| game.is_of(kind, berth.kind));
        own.filter_map(|berth| berth.places.get(usize::from(side))).all(|places| places.has(space))
    }
}

/// Where alone pieces of a kind or family may be set up.
#[derive(Clone, Debug)]
pub struct Berth {
    /// The kind or family.
    pub kind: u16,
    /// The spaces, for each side.
    pub places: Vec<BitSet>,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// How many of a kind or family an army may have.
#[derive(Clone, Debug)]
pub struct Limit {
    /// So many at most.
    pub most: u32,
    /// Of this kind or family.
    pub kind: u16,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// What a fact of an army usually is.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The fact of the side.
    pub fact: FactId,
    /// For which case.
    pub title: Option<String>,
    /// The number; the side is local 0.
    pub number: Node,
    /// Slots needed.
    pub locals: u16,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// What is not advised.
#[derive(Clone, Debug)]
pub struct Warning {
    /// When; the side is local 0.
    pub when: Node,
    /// Slots needed.
    pub locals: u16,
    /// What players read.
    pub text: String,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// Dice, and what each number brings.
#[derive(Clone, Debug)]
pub struct Lot {
    /// The dice.
    pub dice: DiceSpec,
    /// From which number to which, and what they bring.
    pub rows: Vec<(i64, i64, Brings)>,
}

/// What a number of a lot brings.
#[derive(Clone, Debug)]
pub enum Brings {
    /// None.
    Nothing,
    /// A weather, by place in [`Game::weathers`].
    Weather(u16),
    /// The side with this flag chooses.
    Choice(FactId),
    /// Another roll.
    Lot(Box<Lot>),
}

/// Terrain that is laid before the battle.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The dice that say how many tiles.
    pub dice: DiceSpec,
    /// How many fewer.
    pub less: i64,
    /// Whose they are; none: each side's.
    pub phrase: Option<Phrase>,
    /// Where they may lie, for each side; empty: anywhere.
    pub places: Vec<BitSet>,
    /// What may be taken, by place in [`Game::terrains`].
    pub kinds: Vec<u16>,
    /// Sections.
    pub cites: Vec<SectionId>,
}

impl Game {
    /// The line of the mix that a piece of this side, kind and printed facts is one of.
    pub fn counter_of(&self, side: u16, kind: u16, printed: &[Value]) -> Option<usize> {
        let told = self.notation_facts(kind);
        let alike =
            |counter: &Counter| told.iter().all(|fact| counter.printed.get(fact.at()) == printed.get(fact.at()));
        let own = |counter: &Counter| counter.side.is_none_or(|whose| whose == side);
        self.counters.iter().position(|counter| counter.kind == kind && own(counter) && alike(counter))
    }

    /// The facts that the notation of a kind tells.
    pub fn notation_facts(&self, kind: u16) -> Vec<FactId> {
        use super::game::NotationPart;
        let notation = self.kinds.get(usize::from(kind)).and_then(|kind| kind.notation.as_ref());
        let facts = notation.iter().flat_map(|notation| &notation.parts).filter_map(|part| match part {
            NotationPart::Literal(_) => None,
            NotationPart::Fact(fact) | NotationPart::Mark(fact, _) => Some(*fact),
        });
        facts.collect()
    }

    /// All spaces in the order of the board, as this side sees it: grids that it reads from the other edge turned round.
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

    /// The kinds whose pieces use slots; `none` if there are none, or if it is not the kind alone that says so.
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
