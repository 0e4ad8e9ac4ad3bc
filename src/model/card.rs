//! Decks, zones, cards, purses (language reference, 3.15, 3.16, 3.19).

use crate::source::Span;

use super::id::*;
use super::node::Node;
use super::value::Value;

/// A deck.
#[derive(Clone, Debug)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// True if each side has one.
    pub per_side: bool,
    /// Its zones: drawn from, drawn into, put after use, then the game's own.
    pub zones: Vec<ZoneId>,
    /// When the first zone is empty: shuffle this one into that one.
    pub empty: Option<(ZoneId, ZoneId)>,
    /// True if draws are taken evenly from an unordered zone.
    pub at_random: bool,
    /// Where it is declared.
    pub span: Span,
}

/// Who sees a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// No side.
    Hidden,
    /// The owner of the card.
    Owner,
    /// Everybody.
    Open,
}

/// A zone of a deck.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Its deck.
    pub deck: DeckId,
    /// Who sees it.
    pub seen: Seen,
}

/// What is printed on cards of one name.
#[derive(Clone, Debug)]
pub struct CardDef {
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Its deck.
    pub deck: DeckId,
    /// Values of the facts of cards, by position in [`super::game::Game::facts`].
    pub facts: Vec<Value>,
    /// Its plays.
    pub plays: Vec<OfferId>,
    /// How long what it says lasts after it was played.
    pub lasts: Lasts,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// How long what a card says lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// While it resolves.
    Resolving,
    /// While the innermost such scope runs.
    During(ScopeId),
    /// For good.
    Good,
}

/// One card.
#[derive(Clone, Debug)]
pub struct Card {
    /// What is printed on it.
    pub def: u16,
    /// Whose deck it belongs to.
    pub side: Option<u16>,
}

/// A purse: what pays.
#[derive(Clone, Debug)]
pub struct Purse {
    /// Its name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Whose it is: none (the side that acts), or one for each side or piece.
    pub subject: Option<Domain>,
    /// True if its amounts are counted in halves.
    pub halves: bool,
    /// The scopes it lives in; none: what is over is lost with the payment.
    pub during: Vec<ScopeId>,
    /// Where its points come from.
    pub sources: Vec<PurseSource>,
    /// Which columns of the state decide what it could give, what is spent not counted.
    pub reads: u128,
    /// Sources that exclude each other for the same giver.
    pub either: Vec<(u16, u16)>,
    /// When what is over of things spent entire is lost at once: never by default.
    pub over_lost: Option<OverLost>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// When what is over of things spent entire is lost with the payment.
#[derive(Clone, Debug)]
pub struct OverLost {
    /// The condition; always, if there is none.
    pub when: Option<Node>,
    /// The reading of a ruling under which it holds.
    pub under: Option<(RulingId, u16)>,
    /// Slots needed.
    pub locals: u16,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// A source of a purse.
#[derive(Clone, Debug)]
pub struct PurseSource {
    /// Its name.
    pub name: String,
    /// Who gives: a set; the giver is local 0.
    pub each: Option<Node>,
    /// How much.
    pub gives: Node,
    /// True if the giver is a card that is spent entire.
    pub whole: bool,
    /// True if more givers may be spent entire than the payment needs.
    pub freely: bool,
    /// To whom.
    pub to: To,
    /// The purse that it draws on.
    pub from: Option<PurseId>,
    /// When.
    pub when: Option<Node>,
    /// Slots needed.
    pub locals: u16,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// Who may be paid for.
#[derive(Clone, Debug)]
pub enum To {
    /// Anybody.
    Anybody,
    /// So much for each of these.
    Each(Node),
    /// So much among these all together; at most so much each.
    Among(Node, Option<Node>),
}
