//! Rules that apply at the same moment, recorded to find out whether their order matters.
//!
//! Two readings of a word, or two modifiers of a number, are tried in both orders at once (`both_orders.rs`). Hooks,
//! scripts and rules of settled play change the state, so only the fact that they ran is recorded. The caller then runs
//! the moment again in both orders.

use std::cell::{Cell, RefCell};

use crate::model::clause::{How, Modifier};
use crate::model::id::HookId;
use crate::model::node::{Expr, Node};
use crate::source::Span;

/// Two rules that applied at the same moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The rule that came first or won.
    pub first: Span,
    /// The other rule.
    pub second: Span,
    /// The effect of their order.
    pub order: Order,
}

/// The effect of the order of two rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// None.
    Same,
    /// The results in written order and in reverse.
    Matters(String, String),
    /// Unknown: they change the state, so the moment must be run again.
    Unknown,
}

/// The rules that met since recording began.
#[derive(Debug, Default)]
pub struct Meetings {
    on: Cell<bool>,
    hooks: RefCell<Vec<HookId>>,
    met: RefCell<Vec<Met>>,
}

impl Meetings {
    /// True if meetings are recorded.
    #[inline]
    pub(in crate::play) fn wanted(&self) -> bool {
        self.on.get()
    }

    /// Starts recording.
    pub(in crate::play) fn begin(&self) {
        self.on.set(true);
    }

    /// Records that a hook runs.
    #[inline]
    pub(in crate::play) fn ran(&self, hook: HookId) {
        if self.on.get() {
            self.hooks.borrow_mut().push(hook);
        }
    }

    pub(in crate::play) fn note(&self, met: Met) {
        let mut known = self.met.borrow_mut();
        if !known.contains(&met) {
            known.push(met);
        }
    }

    /// Takes the hooks that ran, in order, and the rules that met since the last call.
    pub fn take(&self) -> (Vec<HookId>, Vec<Met>) {
        (self.hooks.take(), self.met.take())
    }

    /// Runs `f` without recording: it evaluates rules only to compare them.
    pub(in crate::play) fn aside<T>(&self, f: impl FnOnce() -> T) -> T {
        let before = self.on.replace(false);
        let found = f();
        self.on.set(before);
        found
    }
}

/// True if two modifiers of one stage give the same result in both orders, or say which of them wins.
pub fn commute(one: &Modifier, other: &Modifier) -> bool {
    match (&one.how, &other.how) {
        (How::By(_), How::By(_))
        | (How::Doubled, How::Doubled)
        | (How::AtLeast(_), How::AtLeast(_))
        | (How::AtMost(_), How::AtMost(_))
        | (How::NeverBelow(_), How::NeverBelow(_)) => true,
        (How::Halved(one), How::Halved(other)) => one == other,
        (How::Exactly(a, over), How::Exactly(b, under)) => {
            is_same_constant(a, b) || over.is_some() && *over == other.label || under.is_some() && *under == one.label
        }
        _ => false,
    }
}

fn is_same_constant(one: &Node, other: &Node) -> bool {
    match (&one.expr, &other.expr) {
        (Expr::Const(a), Expr::Const(b)) => a == b,
        (Expr::Negative(a), Expr::Negative(b)) => is_same_constant(a, b),
        _ => false,
    }
}
