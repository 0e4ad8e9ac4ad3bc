//! The environment of an expression or script: the game's names, its locals, the enclosing scopes.

use crate::diagnostic::Diagnostic;
use crate::model::game::{Game, Param};
use crate::model::id::{FunctionId, NounId, ScopeId};
use crate::model::node::Node;
use crate::model::types::Type;
use crate::source::Span;

use crate::model::names::Names;

/// A parameter, or a name bound by `let`, `for` or a closure.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its noun, if it has one.
    pub noun: Option<NounId>,
    /// True if it may be assigned.
    pub mutable: bool,
    /// Where it is declared, if it is reported when unused.
    pub declared: Option<Span>,
    /// True if it has been read.
    pub used: bool,
}

impl Local {
    /// A parameter: not assignable, not reported when unused.
    pub fn param(name: impl Into<String>, ty: Type) -> Self {
        Local { name: name.into(), ty, noun: None, mutable: false, declared: None, used: false }
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

/// The meaning of `usual` in a replacement.
#[derive(Clone, Debug)]
pub enum Usual {
    /// The old value of a word or quantity, inserted as [`Expr::Usual`](crate::model::node::Expr::Usual).
    Value(Node),
    /// `usual(unit)` runs the old procedure.
    Procedure(ScopeId),
    /// `usual(unit)` calls the old function.
    Function(FunctionId),
}

/// The meaning of bare names besides the game's own, in one expression, script or clause.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Locals by slot; the last of a name takes precedence. Slots of closed blocks are reused.
    pub locals: Vec<Local>,
    /// The enclosing scopes whose parameters are visible by bare name, innermost last.
    pub scopes: Vec<ScopeId>,
    /// True if the text must not roll, ask or change anything.
    pub pure: bool,
    /// True if a side acts: `me my mine theirs` are known.
    pub acts: bool,
    /// The meaning of `usual`, in a replacement.
    pub usual: Option<Usual>,
    /// All scopes that run while the text runs, if known; they decide which state with a lifetime exists.
    pub lifetime: Option<Vec<ScopeId>>,
    /// The largest number of slots that any text of this frame had in use at once.
    pub needed: u16,
    /// Locals that may have no meaning: no message proposes them.
    pub guessed: Vec<String>,
}

impl Frame {
    /// A frame with these parameters, for pure expressions.
    pub fn of(params: &[Param]) -> Frame {
        let mut frame = Frame { pure: true, acts: true, ..Frame::default() };
        for param in params {
            frame.push(param);
        }
        frame
    }

    /// The frame with inner names if there is one, otherwise a frame of the parameters.
    pub fn known_or(known: Option<&Frame>, params: &[Param]) -> Frame {
        let mut frame = known.cloned().unwrap_or_else(|| Frame::of(params));
        frame.needed = frame.locals.len() as u16;
        frame
    }

    /// Adds a parameter and returns its slot.
    pub fn push(&mut self, param: &Param) -> u16 {
        self.bind(Local::from(param))
    }

    /// Binds a local and returns its slot.
    pub fn bind(&mut self, local: Local) -> u16 {
        let slot = u16::try_from(self.locals.len()).unwrap_or(u16::MAX);
        self.locals.push(local);
        self.needed = self.needed.max(slot.saturating_add(1));
        slot
    }

    /// Removes all locals except the first `count`.
    pub fn unbind(&mut self, count: usize) {
        self.locals.truncate(count);
    }

    /// The slot of a name; the innermost takes precedence.
    pub fn slot(&self, name: &str) -> Option<u16> {
        self.locals.iter().rposition(|local| local.name == name).map(|slot| slot as u16)
    }

    /// The local of this name that is in scope, with its slot.
    pub fn local(&self, name: &str) -> Option<(u16, &Local)> {
        let slot = self.slot(name)?;
        Some((slot, self.locals.get(usize::from(slot))?))
    }
}

/// The environment of an expression or script.
pub struct Env<'a> {
    /// The game built so far, with all signatures. A body that is not checked yet has the type [`Type::Any`], which
    /// causes no errors.
    pub game: &'a Game,
    /// Its bare names.
    pub names: &'a Names,
    /// The names besides these.
    pub frame: &'a mut Frame,
    /// Receives the diagnostics.
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl Env<'_> {
    /// Reports a diagnostic.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
