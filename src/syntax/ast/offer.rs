//! What players may do and what it costs: actions, cards and their plays, decks, purses, walks.

use super::HookTime;
use super::{Body, Cite, Clause, Dice, ExprText, Name, Param, Phrase, ScopePath, ScriptText, Text, Under, What, Whose};
use crate::source::Span;

/// `action NAME [TITLE] [of FAMILY] [WINDOW] [for PHRASE] { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Its name.
    pub name: Name,
    /// How players call it, the first words of its sentence.
    pub title: Option<Text>,
    /// The family whose lines it shares.
    pub family: Option<Name>,
    /// When it is offered, if no step lists it.
    pub window: Option<Window>,
    /// Whose offer it is.
    pub phrase: Option<Phrase>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Its lines.
    pub offer: Offer,
}

/// When something may be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Which of the forms.
    pub kind: WindowKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of a window.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowKind {
    /// `during my combat`
    During {
        /// Whose step.
        whose: Option<Whose>,
        /// The step.
        scope: ScopePath,
    },
    /// `before their resolve(event)`, `after any charge`
    Around {
        /// Before or after.
        time: HookTime,
        /// Whose scope.
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
    /// The braces and what they hold.
    pub span: Span,
}

/// One line of an offer.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferLine {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// What it says.
    pub kind: OfferLineKind,
    /// Where it stands.
    pub span: Span,
}

/// What a line of an offer says.
#[derive(Clone, Debug, PartialEq)]
pub enum OfferLineKind {
    /// `unit mine.engaged where …`: what may be chosen.
    Param(OfferParam),
    /// `between = …`: a name for what follows.
    Let {
        /// The name.
        name: Name,
        /// The value.
        value: ExprText,
        /// Sections behind it.
        cites: Vec<Cite>,
    },
    /// `when E`: a guard of the whole offer.
    When {
        /// The condition.
        value: ExprText,
        /// Sections behind it.
        cites: Vec<Cite>,
    },
    /// `needs Q`: offered only if the quantity has a value.
    Needs {
        /// The quantity.
        value: ExprText,
        /// Sections behind it.
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
    /// A clause that holds for this offer.
    Clause(Clause),
}

/// `NAME ["some of"] E ["where" E] ["when" E]`
#[derive(Clone, Debug, PartialEq)]
pub struct OfferParam {
    /// Its name.
    pub name: Name,
    /// Whether any number of members is chosen.
    pub some_of: bool,
    /// `any of`: none of them as well.
    pub none_too: bool,
    /// What may be chosen.
    pub set: ExprText,
    /// `set` cut at its outermost `|`, if these are its only operators: one of these numbers, flags, values (or, if all are
    /// sets, their union). Empty where there is none.
    pub alternatives: Vec<ExprText>,
    /// Narrows the set; the parameter's name (under `some of`: `it`) is the candidate.
    pub filter: Option<ExprText>,
    /// Where it does not hold, the parameter is `none` or the empty set.
    pub when: Option<ExprText>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
}

/// `chance NAME = DICE <= E`
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// The name of the result: yes or no.
    pub name: Name,
    /// The dice.
    pub dice: Dice,
    /// How they are compared.
    pub comparison: Comparison,
    /// With what.
    pub value: ExprText,
    /// Sections behind it.
    pub cites: Vec<Cite>,
}

/// How dice are compared.
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
/// A name alone (`pays command`) stands in `amount`: whether it is an amount or a purse, only its type tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Pays {
    /// How much.
    pub amount: ExprText,
    /// From which purse.
    pub purse: Option<Name>,
    /// For each of these.
    pub each: Option<Name>,
    /// Who gets it.
    pub to: Option<ExprText>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
}

/// `once [per NAME]`
#[derive(Clone, Debug, PartialEq)]
pub struct OncePer {
    /// The parameter; nothing for once altogether.
    pub per: Option<Name>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
}

/// `then CALL [when E]`
#[derive(Clone, Debug, PartialEq)]
pub struct ThenCall {
    /// The sequence with its arguments.
    pub call: ExprText,
    /// When.
    pub when: Option<ExprText>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
}

/// `card NAME [TITLE] [of DECK] [for PHRASE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// The deck it belongs to, if there are several.
    pub deck: Option<Name>,
    /// Whose card it is.
    pub phrase: Option<Phrase>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Facts and clauses.
    pub body: Body,
    /// `copies 3`
    pub copies: Option<u32>,
    /// `lasts during activation`
    pub lasts: Option<Lasts>,
    /// Its uses.
    pub plays: Vec<Play>,
}

/// How long the clauses of a card hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Lasts {
    /// `lasts during X`
    During(ScopePath),
    /// `lasts for good`
    ForGood(Span),
}

/// `play [NAME] [TITLE] [WINDOW] { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name, if the card has several.
    pub name: Option<Name>,
    /// How players call it.
    pub title: Option<Text>,
    /// When it may be played; nothing where a script enforces it.
    pub window: Option<Window>,
    /// Whose offer it is, in a deck.
    pub phrase: Option<Phrase>,
    /// Sections of the head.
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
    /// How players call it.
    pub title: Option<Text>,
    /// Whether each side has one of its own.
    pub per_side: bool,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Drawn from, drawn into, played to, then the game's own.
    pub zones: Vec<Zone>,
    /// `empty shuffle discards into deck`
    pub empty: Option<EmptyRule>,
    /// `drawn at random`
    pub at_random: bool,
    /// What playing any card costs.
    pub pays: Option<Pays>,
    /// Offers that belong to every card.
    pub plays: Vec<Play>,
    /// Clauses that hold for every card.
    pub clauses: Vec<Clause>,
}

/// `hand owner`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Its name.
    pub name: Name,
    /// `hidden`, `owner` or `open`, if said.
    pub seen: Option<Name>,
}

/// `empty shuffle ZONE into ZONE`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyRule {
    /// What is shuffled.
    pub from: Name,
    /// Where it goes.
    pub into: Name,
}

/// `purse NAME [TITLE] [of piece | side] [in halves] [during SCOPE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Purse {
    /// Its name, which is also the type of its amounts.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Who has one.
    pub of: Option<PurseOf>,
    /// Whether amounts go in halves.
    pub halves: bool,
    /// When it is forgotten.
    pub during: Option<ScopePath>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Where it is filled from.
    pub sources: Vec<PurseSource>,
    /// Which sources exclude each other.
    pub either: Vec<PurseEither>,
    /// Whether what is over of things spent entire is lost at once.
    pub over: Option<PurseOver>,
}

/// `over lost when E under RULING VALUE`
#[derive(Clone, Debug, PartialEq)]
pub struct PurseOver {
    /// When; always, if it is left out.
    pub when: Option<ExprText>,
    /// Under which reading of a ruling.
    pub under: Option<Under>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
    /// Where it stands.
    pub span: Span,
}

/// Who has a purse.
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
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Option<Name>,
    /// One source for each of these.
    pub each: Option<ExprText>,
    /// How much.
    pub gives: ExprText,
    /// Whether it is spent entire.
    pub whole: bool,
    /// Whether more of them may be spent than are needed.
    pub freely: bool,
    /// To whom.
    pub share: Option<SourceShare>,
    /// The purse it draws on.
    pub from: Option<Name>,
    /// When.
    pub when: Option<ExprText>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
    /// Where it stands.
    pub span: Span,
}

/// To whom a source gives.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceShare {
    /// `to each of E`
    ToEachOf(ExprText),
    /// `among E, at most N each`
    Among {
        /// Who shares.
        set: ExprText,
        /// How much one may get.
        at_most: Option<ExprText>,
    },
}

/// `either area or section per leader`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurseEither {
    /// The sources; two or more.
    pub sources: Vec<Name>,
    /// For each of what.
    pub per: Name,
}

/// `walk NAME(PARAMS) [pays PURSE] [least] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// Its name.
    pub name: Name,
    /// Its parameters, the walker first.
    pub params: Vec<Param>,
    /// What its steps cost.
    pub pays: Option<Name>,
    /// Whether only the cheapest ways are kept.
    pub least: bool,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// The variables that tell one way from another.
    pub varies: Vec<Name>,
    /// What every step that leads somewhere changes, unless it says otherwise itself.
    pub every: Vec<WalkSets>,
    /// Its steps.
    pub steps: Vec<WalkStep>,
    /// Spaces worth passing on purpose.
    pub via: Vec<WalkVia>,
    /// Where it may end.
    pub end: Option<WalkEnd>,
    /// Its own forbids, which leave its name out.
    pub clauses: Vec<Clause>,
}

/// `step NAME [each NAME in E] [to E] [when E] [pays E] [sets …] [under …]`
#[derive(Clone, Debug, PartialEq)]
pub struct WalkStep {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// One step for each of these.
    pub each: Option<(Name, ExprText)>,
    /// Where it leads.
    pub to: Option<ExprText>,
    /// When.
    pub when: Option<ExprText>,
    /// What it costs.
    pub pays: Option<ExprText>,
    /// What it changes.
    pub sets: Vec<WalkSets>,
    /// Under which reading.
    pub under: Option<Under>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
    /// Where it stands.
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
    /// Sections behind it.
    pub cites: Vec<Cite>,
}

/// `end [when E] [pays E]`
#[derive(Clone, Debug, PartialEq)]
pub struct WalkEnd {
    /// Where.
    pub when: Option<ExprText>,
    /// At what price.
    pub pays: Option<ExprText>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
    /// Where it stands.
    pub span: Span,
}
