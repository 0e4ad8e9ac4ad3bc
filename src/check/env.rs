//! What an expression or script may see and do: the game's names, its locals, the scopes around it.

use crate::diagnostic::Diagnostic;
use crate::model::game::{Game, Param};
use crate::model::id::{FunctionId, NounId, ScopeId};
use crate::model::node::Node;
use crate::model::types::Type;
use crate::source::Span;

use super::names::Names;

/// A parameter, or a name bound by `let`, `for` or a closure.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The noun that is its type, if it has one.
    pub noun: Option<NounId>,
    /// Whether it may be assigned.
    pub mutable: bool,
    /// Where it is declared, if it is to be reported when nothing reads it.
    pub declared: Option<Span>,
    /// Whether something has read it.
    pub used: bool,
}

impl Local {
    /// A parameter: not assignable, not reported when unused.
    pub fn param(name: impl Into<String>, ty: Type) -> Self {
        Local { name: name.into(), ty, noun: None, mutable: false, declared: None, used: false }
    }

    /// The same, to be reported when nothing reads it.
    #[must_use]
    pub fn declared_at(mut self, span: Span) -> Self {
        self.declared = Some(span);
        self
    }
}

impl From<&Param> for Local {
    fn from(param: &Param) -> Self {
        Local { noun: param.noun, ..Local::param(param.name.clone(), param.ty) }
    }
}

impl From<&Local> for Param {
    fn from(local: &Local) -> Self {
        Param { name: local.name.clone(), noun: local.noun, ty: local.ty }
    }
}

/// What `usual` means in the text that replaces something.
#[derive(Clone, Debug)]
pub enum Usual {
    /// The old reading of a word or quantity: put into [`Expr::Usual`](crate::model::node::Expr::Usual).
    Value(Node),
    /// `usual(unit)` does the old thing.
    Procedure(ScopeId),
    /// `usual(unit)` computes the old way.
    Function(FunctionId),
}

/// What an expression or script may see and do.
pub struct Env<'a> {
    /// The game as far as it is built: all signatures are there; the type of a body that was not checked yet is
    /// [`Type::Any`], about which nothing is said.
    pub game: &'a Game,
    /// Its bare names.
    pub names: &'a Names,
    /// Locals by slot; of several with one name the last counts. Slots of closed blocks are used again.
    pub locals: Vec<Local>,
    /// The most slots that were in use at once: what a frame must hold.
    pub slots: u16,
    /// Scopes around the text whose parameters are visible bare, innermost last.
    pub scopes: Vec<ScopeId>,
    /// All scopes that run when the text runs, if that is known: for what lives only during one.
    pub lifetime: Option<Vec<ScopeId>>,
    /// Whether the text must neither roll nor ask nor change anything.
    pub pure: bool,
    /// Whether a side acts: `me my mine theirs` are known.
    pub acts: bool,
    /// What `usual` means.
    pub usual: Option<Usual>,
    /// Where mistakes go.
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Env<'a> {
    /// A pure place without locals in which a side acts.
    pub fn new(game: &'a Game, names: &'a Names, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        Env {
            game,
            names,
            locals: Vec::new(),
            slots: 0,
            scopes: Vec::new(),
            lifetime: None,
            pure: true,
            acts: true,
            usual: None,
            diagnostics,
        }
    }

    /// Binds a local and says in which slot it stands.
    pub fn bind(&mut self, local: Local) -> u16 {
        let slot = u16::try_from(self.locals.len()).unwrap_or(u16::MAX);
        self.locals.push(local);
        self.slots = self.slots.max(slot.saturating_add(1));
        slot
    }

    /// Binds parameters in order; the first stands in the slot that is returned.
    pub fn bind_params(&mut self, params: &[Param]) -> u16 {
        let first = u16::try_from(self.locals.len()).unwrap_or(u16::MAX);
        for param in params {
            self.bind(Local::from(param));
        }
        first
    }

    /// Forgets all locals but the first `count`.
    pub fn unbind(&mut self, count: usize) {
        self.locals.truncate(count);
    }

    /// The local of this name that counts here, with its slot.
    pub fn local(&self, name: &str) -> Option<(u16, &Local)> {
        self.locals
            .iter()
            .enumerate()
            .rev()
            .find(|(_, local)| local.name == name)
            .map(|(slot, local)| (slot as u16, local))
    }

    /// Reports a mistake.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
