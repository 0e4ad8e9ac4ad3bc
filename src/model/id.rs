//! Names for the things of a game: small numbers with the list they belong to.
//!
//! A checked game never looks things up by text; every thing is a [`Ref`]: a [`Domain`] (which list) and an index
//! (which member). One representation for sides, pieces, spaces, cards, kinds and the game's own lists keeps sets,
//! variables and hooks uniform.

use serde::{Deserialize, Serialize};

/// Which list of things an index counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Domain {
    /// The game itself; the only index is 0.
    Game,
    /// The sides, in order of play.
    Side,
    /// Piece kinds, families included.
    Kind,
    /// Modes of kinds, numbered over the whole game.
    Mode,
    /// Pieces, in order of kind, then as they came into being.
    Piece,
    /// Spaces, as the board lists them, boxes last.
    Space,
    /// Cards of all decks; copies are separate cards.
    Card,
    /// Directions of the board, clockwise from twelve o'clock.
    Direction,
    /// Small whole numbers from 0, for sets of numbers such as open slots; single members are plain numbers.
    Number,
    /// Links of the board, as arguments (`reach(unit, road)`).
    Link,
    /// Zones of decks, as arguments (`move(card, discards)`).
    Zone,
    /// Purses, as arguments (`side.may_pay(zeal, unit, 1)`).
    Purse,
    /// Offers, as arguments (`side.act([advance, retreat], unit)`).
    Offer,
    /// Steps, as arguments (`skip_to(ending)`).
    Step,
    /// Members of a closed list: `names` items, columns and rows of grids, terrains, weathers, outcomes, decks.
    List(u16),
}

/// One thing of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ref {
    /// The list.
    pub domain: Domain,
    /// The place in the list, from 0.
    pub index: u16,
}

impl Ref {
    /// The member `index` of `domain`.
    pub const fn new(domain: Domain, index: u16) -> Self {
        Ref { domain, index }
    }
    /// The game itself.
    pub const GAME: Ref = Ref::new(Domain::Game, 0);
    /// A side.
    pub const fn side(index: u16) -> Self {
        Ref::new(Domain::Side, index)
    }
    /// A piece.
    pub const fn piece(index: u16) -> Self {
        Ref::new(Domain::Piece, index)
    }
    /// A space.
    pub const fn space(index: u16) -> Self {
        Ref::new(Domain::Space, index)
    }
    /// A card.
    pub const fn card(index: u16) -> Self {
        Ref::new(Domain::Card, index)
    }
    /// A kind.
    pub const fn kind(index: u16) -> Self {
        Ref::new(Domain::Kind, index)
    }
    /// A direction.
    pub const fn direction(index: u16) -> Self {
        Ref::new(Domain::Direction, index)
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u16);
        impl $name {
            /// The index as `usize`, for looking up in the game's vectors.
            pub const fn at(self) -> usize { self.0 as usize }
        }
    )* };
}

ids! {
    /// A fact (`has`): printed, never changing.
    FactId,
    /// A variable or flag (`var`, `flag`, terrain, weather).
    VarId,
    /// A derived word (`is`, `the`, `set`).
    WordId,
    /// A quantity: a declared one, a roll, or the cost of an offer.
    QuantityId,
    /// A permission: a `may`, or the forbids of an offer, a verb of the door, or a walk.
    PermissionId,
    /// A table.
    TableId,
    /// A pure function (`fn`).
    FunctionId,
    /// A scope: step, offer, procedure, resolution of a card, built-in.
    ScopeId,
    /// An offer: an action or a play of a card.
    OfferId,
    /// A step of a sequence.
    StepId,
    /// A sequence.
    SequenceId,
    /// A script: the statements behind `do`, or of a procedure.
    ScriptId,
    /// A purse.
    PurseId,
    /// A deck.
    DeckId,
    /// A zone of a deck, numbered over the whole game.
    ZoneId,
    /// A link of the board.
    LinkId,
    /// A ruling.
    RulingId,
    /// A section of the rulebook.
    SectionId,
    /// A noun: a name that is a type.
    NounId,
    /// A hook: a `before` or `after` clause.
    HookId,
    /// A scenario.
    ScenarioId,
    /// A closed list.
    ListId,
    /// A region of the board.
    RegionId,
    /// A grid of the board.
    GridId,
    /// A walk.
    WalkId,
}
