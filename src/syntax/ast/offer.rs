//! Actions, cards and their plays, decks, purses and walks.

use super::HookTime;
use super::{Body, Cite, Clause, Dice, ExprText, Name, Param, Phrase, ScopePath, ScriptText, Text, Under, What, Whose};
use crate::source::Span;

/// `action NAME [TITLE] [of FAMILY] [WINDOW] [for PHRASE] { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Its name.
    pub name: Name,
    /// The title shown to players, and the first words of its sentence.
    pub title: Option<Text>,
    /// The family whose lines it shares.
    pub family: Option<Name>,
    /// When it is offered, unless a step lists it.
    pub window: Option<Window>,
    /// The phrase that limits who it is offered to.
    pub phrase: Option<Phrase>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Its lines.
    pub offer: Offer,
}

/// When something may be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The form.
    pub kind: WindowKind,
    /// The span.
    pub span: Span,
}

/// The forms of a window.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowKind {
    /// `during my combat`
    During {
        /// Whose step it is.
        whose: Option<Whose>,
        /// The step.
        scope: ScopePath,
    },
    /// `before their resolve(event)`, `after any charge`
    Around {
        /// Before or after.
        time: HookTime,
        /// Whose scope it is.
        whose: Option<Whose>,
        /// The scope, with names for its parameters.
        what: What,
    },
    /// `any time`
    AnyTime,
}

/// The lines of an offer, in written order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// The lines.
    pub lines: Vec<OfferLine>,
    /// The span of the braces and their contents.
    pub span: Span,
}

/// One line of an offer.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferLine {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The kind of line.
    pub kind: OfferLineKind,
    /// The span.
    pub span: Span,
}

/// The kinds of lines of an offer.
#[derive(Clone, Debug, PartialEq)]
pub enum OfferLineKind {
    /// `unit mine.engaged where …`: a choice.
    Param(OfferParam),
    /// `between = …`: a name for use in the lines below.
    Let {
        /// The name.
        name: Name,
        /// The value.
        value: ExprText,
        /// Sections cited after it.
        cites: Vec<Cite>,
    },
    /// `when E`: a guard of the whole offer.
    When {
        /// The condition.
        value: ExprText,
        /// Sections cited after it.
        cites: Vec<Cite>,
    },
    /// `needs Q`: offered only if the quantity has a value.
    Needs {
        /// The quantity.
        value: ExprText,
        /// Sections cited after it.
        cites: Vec<Cite>,
    },
    /// `assent E`: the side that must agree after the offer was chosen.
    Assent {
        /// The side.
        value: ExprText,
        /// Sections cited after it.
        cites: Vec<Cite>,
    },
    /// `chance hit = 2d6 <= E`
    Chance(Chance),
    /// `pays 2 mp each units to E`
    Pays(Pays),
    /// `once [per NAME]`
    Once(OncePer),
    /// `say "{unit} advances to {to}"`: its line in the log.
    Say(Text),
    /// `do { … }`
    Do(ScriptText),
    /// `then march(leader, card) when E`
    Then(ThenCall),
    /// A clause that applies to this offer.
    Clause(Clause),
}

/// `NAME ["some of"] E ["where" E] ["when" E]`
#[derive(Clone, Debug, PartialEq)]
pub struct OfferParam {
    /// Its name.
    pub name: Name,
    /// True for `some of` and `any of`: a number of members is chosen.
    pub some_of: bool,
    /// True for `any of`: none may be chosen as well.
    pub none_too: bool,
    /// The candidates.
    pub set: ExprText,
    /// `set` split at its outermost `|`, if it has no other operators: one of these numbers, flags or values, or the
    /// union if all are sets. Empty without a `|`.
    pub alternatives: Vec<ExprText>,
    /// Narrows the set; the parameter's name (under `some of`: `it`) is the candidate.
    pub filter: Option<ExprText>,
    /// The condition; without it the parameter is `none` or the empty set.
    pub when: Option<ExprText>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
}

/// `chance NAME = DICE <= E`
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// The name of the result, a condition.
    pub name: Name,
    /// The dice.
    pub dice: Dice,
    /// The comparison.
    pub comparison: Comparison,
    /// The number compared with.
    pub value: ExprText,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
}

/// The comparisons of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Below,
    /// `>`
    Above,
}

/// `pays [E] [PURSE] ["each" NAME] ["to" E]`
///
/// A name alone (`pays command`) is in `amount`; only its type decides whether it is an amount or a purse.
#[derive(Clone, Debug, PartialEq)]
pub struct Pays {
    /// The amount.
    pub amount: ExprText,
    /// The purse that pays.
    pub purse: Option<Name>,
    /// The parameter for each of whose members the amount is paid.
    pub each: Option<Name>,
    /// The recipient.
    pub to: Option<ExprText>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
}

/// `once [per NAME]`
#[derive(Clone, Debug, PartialEq)]
pub struct OncePer {
    /// The parameter; `None` for once in all.
    pub per: Option<Name>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
}

/// `then CALL [when E]`
#[derive(Clone, Debug, PartialEq)]
pub struct ThenCall {
    /// The sequence with its arguments.
    pub call: ExprText,
    /// The condition.
    pub when: Option<ExprText>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
}

/// `card NAME [TITLE] [of DECK] [for PHRASE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// The deck it belongs to, if there are several.
    pub deck: Option<Name>,
    /// The phrase that limits whose card it is.
    pub phrase: Option<Phrase>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Facts and clauses.
    pub body: Body,
    /// `copies 3`
    pub copies: Option<u32>,
    /// The span of that number; the card's name if there is none.
    pub copies_at: Span,
    /// `lasts during activation`
    pub lasts: Option<Lasts>,
    /// Its plays.
    pub plays: Vec<Play>,
}

/// How long the clauses of a card apply.
#[derive(Clone, Debug, PartialEq)]
pub enum Lasts {
    /// `lasts during X`
    During(ScopePath),
    /// `lasts until X of SIDE x3`
    Until {
        /// The scope.
        scope: ScopePath,
        /// Whose scope, if only one side's ends count.
        side: Option<Name>,
        /// How often it must end, with the place of the number.
        times: Option<(u32, Span)>,
    },
    /// `lasts for good "TEXT"`, with what players read of how long it lasts.
    ForGood(Option<Text>),
}

/// `play [NAME] [TITLE] [WINDOW] { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name, if the card has several.
    pub name: Option<Name>,
    /// The title shown to players.
    pub title: Option<Text>,
    /// When it may be played; `None` if only a script plays it.
    pub window: Option<Window>,
    /// The phrase that limits who it is offered to, in a deck.
    pub phrase: Option<Phrase>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Its lines.
    pub offer: Offer,
    /// The whole play.
    pub span: Span,
}

/// `deck NAME [TITLE] [per side] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Deck {
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// True if each side has its own.
    pub per_side: bool,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// The zones: drawn from, drawn into, played to, then others of the game.
    pub zones: Vec<Zone>,
    /// `empty shuffle discards into deck`
    pub empty: Option<EmptyRule>,
    /// `drawn at random`
    pub at_random: bool,
    /// How long each card lasts that does not say so itself.
    pub lasts: Option<Lasts>,
    /// The cost of playing any card.
    pub pays: Option<Pays>,
    /// Plays of every card.
    pub plays: Vec<Play>,
    /// Clauses that apply to every card.
    pub clauses: Vec<Clause>,
}

/// `hand owner`, `won open per side`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Its `///` comment.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// `hidden`, `owner` or `open`, if given.
    pub seen: Option<Name>,
    /// True if each side has its own.
    pub per_side: bool,
}

/// `empty shuffle ZONE into ZONE`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyRule {
    /// The zone that is shuffled.
    pub from: Name,
    /// The zone it is shuffled into.
    pub into: Name,
}

/// `purse NAME [TITLE] [of piece | side] [in halves] [during SCOPE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Purse {
    /// Its name, which is also the type of its amounts.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// The kind of owner.
    pub of: Option<PurseOf>,
    /// True if amounts are in halves.
    pub halves: bool,
    /// The scope at whose end it is emptied.
    pub during: Option<ScopePath>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Its sources.
    pub sources: Vec<PurseSource>,
    /// Sources that exclude each other.
    pub either: Vec<PurseEither>,
    /// When the surplus of sources spent whole is lost at once.
    pub over: Option<PurseOver>,
}

/// `over lost when E under RULING VALUE`
#[derive(Clone, Debug, PartialEq)]
pub struct PurseOver {
    /// The condition; always if `None`.
    pub when: Option<ExprText>,
    /// The required reading of a ruling.
    pub under: Option<Under>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
    /// The span.
    pub span: Span,
}

/// The owners of a purse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PurseOf {
    /// `of piece`
    Piece,
    /// `of side`
    Side,
}

/// One source of a purse.
#[derive(Clone, Debug, PartialEq)]
pub struct PurseSource {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Option<Name>,
    /// The set with one source for each member.
    pub each: Option<ExprText>,
    /// The amount.
    pub gives: ExprText,
    /// True if it can only be spent whole.
    pub whole: bool,
    /// True if more may be spent than needed.
    pub freely: bool,
    /// The recipients.
    pub share: Option<SourceShare>,
    /// The purse it draws from.
    pub from: Option<Name>,
    /// The condition.
    pub when: Option<ExprText>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
    /// The span.
    pub span: Span,
}

/// The recipients of a source.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceShare {
    /// `to each of E`
    ToEachOf(ExprText),
    /// `among E, at most N each`
    Among {
        /// The recipients.
        set: ExprText,
        /// The most that one recipient may get.
        at_most: Option<ExprText>,
    },
}

/// `either area or section per leader`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurseEither {
    /// The sources; two or more.
    pub sources: Vec<Name>,
    /// The parameter that each choice is made for.
    pub per: Name,
}

/// `walk NAME(PARAMS) [pays PURSE] [least] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// Its name.
    pub name: Name,
    /// Its parameters, the walker first.
    pub params: Vec<Param>,
    /// The purse its steps draw from.
    pub pays: Option<Name>,
    /// True if only the cheapest ways are kept.
    pub least: bool,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// The variables that distinguish one way from another.
    pub varies: Vec<Name>,
    /// Changes of every step with a destination, unless the step sets the variable itself.
    pub every: Vec<WalkSets>,
    /// Its steps.
    pub steps: Vec<WalkStep>,
    /// Spaces a player may want to pass through.
    pub via: Vec<WalkVia>,
    /// The condition and price of ending.
    pub end: Option<WalkEnd>,
    /// Its own forbids, which omit its name.
    pub clauses: Vec<Clause>,
}

/// `step NAME [each NAME in E] [to E] [when E] [pays E] [sets …] [under …]`
#[derive(Clone, Debug, PartialEq)]
pub struct WalkStep {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// The name and set of an `each`: one step for each member.
    pub each: Option<(Name, ExprText)>,
    /// The destination.
    pub to: Option<ExprText>,
    /// The condition.
    pub when: Option<ExprText>,
    /// The cost.
    pub pays: Option<ExprText>,
    /// Its changes.
    pub sets: Vec<WalkSets>,
    /// The required reading of a ruling.
    pub under: Option<Under>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
    /// The span.
    pub span: Span,
}

/// `facing = dir`
#[derive(Clone, Debug, PartialEq)]
pub struct WalkSets {
    /// The variable.
    pub name: Name,
    /// Its value after the step.
    pub value: ExprText,
}

/// `via E`
#[derive(Clone, Debug, PartialEq)]
pub struct WalkVia {
    /// The spaces.
    pub spaces: ExprText,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
}

/// `end [when E] [pays E]`
#[derive(Clone, Debug, PartialEq)]
pub struct WalkEnd {
    /// The condition.
    pub when: Option<ExprText>,
    /// The price.
    pub pays: Option<ExprText>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
    /// The span.
    pub span: Span,
}
