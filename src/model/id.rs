//! References to the things of a game: small indices into lists.
//!
//! A checked game never looks things up by text. Every thing is a [`Ref`]: a [`Domain`] (which list) and an index
//! (which member). Sides, pieces, spaces, cards, kinds and the game's own lists share this one representation, so sets,
//! variables and hooks are uniform.

use serde::{Deserialize, Serialize};

/// The list an index refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Domain {
    /// The game itself. The only index is 0.
    #[default]
    Game,
    /// The sides, in order of play.
    Side,
    /// Piece kinds, including families.
    Kind,
    /// Modes of kinds, numbered across the whole game.
    Mode,
    /// Pieces, ordered by kind, then by creation.
    Piece,
    /// Spaces in the order of the board, boxes last.
    Space,
    /// Cards of all decks. Each copy is a separate card.
    Card,
    /// Directions of the board, clockwise from twelve o'clock.
    Direction,
    /// Small whole numbers from 0, for sets of numbers such as open slots. A single member is a plain number.
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
    /// Edges of the board: single links, each between two spaces.
    Edge,
}

impl Domain {
    /// What one thing of it is called; `value` for a member of a list, which has the name of its list.
    pub fn word(self) -> &'static str {
        match self {
            Domain::Game => "game",
            Domain::Side => "side",
            Domain::Kind => "kind",
            Domain::Mode => "mode",
            Domain::Piece => "piece",
            Domain::Space => "space",
            Domain::Card => "card",
            Domain::Direction => "direction",
            Domain::Number => "number",
            Domain::Link => "link",
            Domain::Edge => "edge",
            Domain::Zone => "zone",
            Domain::Purse => "purse",
            Domain::Offer => "offer",
            Domain::Step => "step",
            Domain::List(_) => "value",
        }
    }
}

/// One thing of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ref {
    /// The list.
    pub domain: Domain,
    /// The index in the list, from 0.
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
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u16);
        impl $name {
            /// The index as `usize`.
            pub const fn at(self) -> usize { self.0 as usize }
        }
        impl From<u16> for $name {
            fn from(index: u16) -> Self { $name(index) }
        }
    )* };
}

ids! {
    /// A fact (`has`): printed, never changes.
    FactId,
    /// A variable or flag (`var`, `flag`, terrain, weather).
    VarId,
    /// A derived word (`is`, `the`, `set`).
    WordId,
    /// A quantity: a declared one, a roll, or the cost of an offer.
    QuantityId,
    /// A permission: a `may`, or the reasons against an offer, one of the engine's own actions, or a walk.
    PermissionId,
    /// A table.
    TableId,
    /// A pure function (`fn`).
    FunctionId,
    /// A scope: a step, an offer, a procedure, the resolution of a card, or a built-in one.
    ScopeId,
    /// An offer: an action or a play of a card.
    OfferId,
    /// A step of a sequence.
    StepId,
    /// A sequence.
    SequenceId,
    /// A script: the statements after `do`, or those of a procedure.
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
    /// A closed list.
    ListId,
    /// A region of the board.
    RegionId,
    /// A grid of the board.
    GridId,
    /// A walk.
    WalkId,
}
