//! The sequence of play and its scopes (language reference, 2.3 and 3.21).

use serde::{Deserialize, Serialize};

use crate::source::Span;

use super::clause::Guard;
use super::game::{Game, Param, cited_under};
use super::id::*;
use super::node::{Expr, Node};
use super::types::Type;
use super::value::Value;

/// A named stretch of play.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Its name.
    pub name: String,
    /// Its heading in the log. The parameters are the first locals.
    pub title: Option<Node>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its kind.
    pub kind: ScopeKind,
    /// The hooks that run before it, in order.
    pub before: Vec<HookId>,
    /// The hooks that run after it, in order.
    pub after: Vec<HookId>,
    /// Offers that open before it.
    pub windows_before: Vec<OfferId>,
    /// Offers that open after it.
    pub windows_after: Vec<OfferId>,
    /// Offers that are open while it runs, in order.
    pub windows_during: Vec<OfferId>,
    /// The variables of each run of a sequence. In a frame their values follow the parameters.
    pub own: Vec<Own>,
    /// The words of a sequence.
    pub words: Vec<WordId>,
    /// Variables that live in it.
    pub vars: Vec<VarId>,
    /// Purses that live in it.
    pub purses: Vec<PurseId>,
    /// For a procedure: the scripts that replace its own where their guard is true, the last declared first.
    pub replacements: Vec<ScriptReading>,
    /// The number of slots its title needs.
    pub locals: u16,
    /// The rulebook sections cited, also by replacements.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its source span.
    pub span: Span,
}

/// A replacement script of a procedure.
#[derive(Clone, Debug)]
pub struct ScriptReading {
    /// The conditions under which it runs.
    pub guard: Guard,
    /// The number of slots the guard needs, parameters first.
    pub locals: u16,
    /// The script.
    pub script: ScriptId,
}

/// What a scope that runs does next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Decide whether the step runs.
    #[default]
    Enter,
    /// Begin the next turn, if there is one.
    Turn,
    /// Run hooks and windows before it.
    Before,
    /// Run its script.
    Body,
    /// Run its child steps.
    Children,
    /// Ask for its offers.
    Act,
    /// Run hooks and windows after it.
    After,
    /// A scope inside a script, which its caller ends.
    Inline,
}

/// The kind of a scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScopeKind {
    /// The whole game, the set-up, drawing, shuffling, or one of the engine's own actions.
    #[default]
    Builtin,
    /// A step, or one repetition of a step with `each`.
    Step(StepId),
    /// An offer while it is carried out, including families.
    Offer(OfferId),
    /// A procedure.
    Procedure(ScriptId),
    /// A sequence with a name.
    Sequence(SequenceId),
}

impl Scope {
    /// True if it is a sequence with a name.
    pub fn is_sequence(&self) -> bool {
        matches!(self.kind, ScopeKind::Sequence(_))
    }

    /// The rulebook sections cited under these readings: without those of replacements under other readings.
    pub fn cites_under(&self, readings: &[u16]) -> Vec<SectionId> {
        cited_under(&self.cites, self.replacements.iter().map(|other| &other.guard), readings)
    }

    /// Its title, if it has one without parameters.
    pub fn fixed_title(&self) -> Option<&str> {
        match &self.title.as_ref()?.expr {
            Expr::Const(Value::Text(title)) => Some(title),
            _ => None,
        }
    }

    /// The index in the frame of a parameter or variable of a run, with its type.
    pub fn member(&self, name: &str) -> Option<(u16, Type)> {
        let mut members = self.params.iter().map(|param| (param.name.as_str(), param.ty));
        let own = self.own.iter().map(|own| (own.name.as_str(), own.ty));
        let at = members.by_ref().chain(own).position(|(member, _)| member == name)?;
        Some((at as u16, self.member_type(at)))
    }

    fn member_type(&self, at: usize) -> Type {
        let own = || self.own.get(at - self.params.len()).map_or(Type::Any, |own| own.ty);
        self.params.get(at).map_or_else(own, |param| param.ty)
    }

    /// The variable of a run at this index of its frame.
    pub fn own_at(&self, at: u16) -> Option<&Own> {
        self.own.get(usize::from(at).checked_sub(self.params.len())?)
    }
}

/// A sequence with a name, which `then` starts.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Its scope, with its name and parameters.
    pub scope: ScopeId,
    /// The text players see if there is no title with parameters.
    pub title: String,
    /// Its steps, in order.
    pub steps: Vec<StepId>,
}

/// A variable of each run of a sequence.
#[derive(Clone, Debug)]
pub struct Own {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The range of a number, if it is limited.
    pub range: Option<(i64, i64)>,
    /// Its initial value.
    pub default: Option<Node>,
    /// The number of slots of the default.
    pub locals: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

/// A sequence that starts when the preceding item has ended: `then march(leader) when E`.
#[derive(Clone, Debug)]
pub struct Then {
    /// The scope of the sequence.
    pub scope: ScopeId,
    /// Its arguments, one for each parameter.
    pub args: Vec<Node>,
    /// The condition.
    pub when: Option<Node>,
    /// The number of slots its expressions need.
    pub locals: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

/// A step of the sequence.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// True if the author wrote a title. Otherwise the title is the step's name.
    pub titled: bool,
    /// The list whose values name its turns, starting from 1.
    pub turns: Option<ListId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its scope.
    pub scope: ScopeId,
    /// The enclosing step.
    pub parent: Option<StepId>,
    /// The named sequence it belongs to.
    pub sequence: Option<SequenceId>,
    /// Its repetition.
    pub repeat: Repeat,
    /// The acting side.
    pub by: Option<Node>,
    /// The condition. Its locals are the `things` of the enclosing steps and its own.
    pub when: Option<Node>,
    /// The reading of a ruling it requires.
    pub under: Option<(RulingId, u16)>,
    /// True if offers of any time are open before each of its turns.
    pub interruptible: bool,
    /// `except STEP` clauses.
    pub exceptions: Vec<Guard>,
    /// Its content.
    pub body: Body,
    /// The sequences that start after its content.
    pub then: Vec<Then>,
    /// The number of slots its expressions need.
    pub locals: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

impl Step {
    /// The name of one turn of a counting step: `1342` if its turns have names, otherwise `Turn 2`.
    pub fn turn(&self, game: &Game, count: i64) -> String {
        let named = self.turns.and_then(|list| Some((list, game.turn_in(list, count)?)));
        match named {
            Some((list, turn)) => game.lists[list.at()].members[usize::from(turn.index)].title.clone(),
            None => format!("{} {count}", self.title),
        }
    }
}

impl Game {
    /// The list whose values name the turns of a step, and the name of the list.
    pub fn turns_of(&self, scope: ScopeId) -> Option<(ListId, &str)> {
        let ScopeKind::Step(step) = self.scopes.get(scope.at())?.kind else { return None };
        let list = self.steps[step.at()].turns?;
        Some((list, &self.lists[list.at()].name))
    }

    /// The value of a list that names the turn of this number, counted from 1.
    pub fn turn_in(&self, list: ListId, number: i64) -> Option<Ref> {
        let at = u16::try_from(number.checked_sub(1)?).ok()?;
        (usize::from(at) < self.lists[list.at()].members.len()).then_some(Ref::new(Domain::List(list.0), at))
    }
}

/// The repetition of a step.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the line above each variant says what its fields are")]
pub enum Repeat {
    /// Once.
    #[default]
    Once,
    /// Repeatedly, with a counter.
    Count { from: i64, to: Option<Node>, until: Option<Node> },
    /// Once for each side with a player, starting from this one.
    Sides { from: Option<Node> },
    /// Alternating turns for each side with a player, until each has had `times` turns. The number of the step is that
    /// of the acting side's turn.
    Alternate { from: Option<Node>, times: Node },
    /// Once for each member, in order or in an order the owner chooses. The member is parameter 0 of the scope.
    Members { of: Node, any_order: bool },
    /// All sides at the same time, without seeing each other's choices.
    AllSides,
}

/// The content of a step.
#[derive(Clone, Debug, Default)]
pub enum Body {
    /// No content. Hooks may use it.
    #[default]
    Nothing,
    /// A script.
    Do(ScriptId),
    /// Offers, until the side passes.
    Actions {
        /// The offers, in order.
        offers: Vec<OfferId>,
        /// True if the side may not pass while an offer is legal.
        must: bool,
        /// True if at most one offer is taken.
        once: bool,
        /// The text of the option to pass.
        pass: Option<String>,
    },
    /// Steps in order.
    Steps(Vec<StepId>),
}
