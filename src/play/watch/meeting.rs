//! Which rules meet at one moment: taken down while somebody wants to know whether their order matters.
//!
//! Two readings of one word, or two modifiers of one number, that hold at once are tried in both orders on the spot
//! (`both_orders.rs`). Hooks, scripts and rules of settled play change the state, so only the fact that they ran is noted. The caller then runs the
//! moment again in both orders.

use std::cell::{Cell, RefCell};

use crate::model::clause::{How, Modifier};
use crate::model::id::HookId;
use crate::source::Span;

/// Two rules of one thing that held at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The one that came first or won.
    pub first: Span,
    /// The other one.
    pub second: Span,
    /// What their order did.
    pub order: Order,
}

/// What the order of two rules did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nothing.
    Same,
    /// The results in the written order and in the other one.
    Matters(String, String),
    /// They change the state: the moment must be run again to know.
    Unknown,
}

/// The rules that met since somebody asked for them.
#[derive(Debug, Default)]
pub struct Meetings {
    on: Cell<bool>,
    hooks: RefCell<Vec<HookId>>,
    met: RefCell<Vec<Met>>,
}

impl Meetings {
    /// True if somebody wants to know.
    #[inline]
    pub(in crate::play) fn wanted(&self) -> bool {
        self.on.get()
    }

    /// Begins to take down.
    pub(in crate::play) fn begin(&self) {
        self.on.set(true);
    }

    /// A hook runs.
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

    /// The hooks that ran, in order, and the rules that met since this was last asked.
    pub fn take(&self) -> (Vec<HookId>, Vec<Met>) {
        (self.hooks.take(), self.met.take())
    }

    /// What `f` asks is not taken down: it is asked only to compare.
    pub(in crate::play) fn aside<T>(&self, f: impl FnOnce() -> T) -> T {
        let before = self.on.replace(false);
        let found = f();
        self.on.set(before);
        found
    }
}

/// True if two modifiers of one stage give the same in both orders, or say which of them wins.
pub fn commute(one: &Modifier, other: &Modifier) -> bool {
    match (&one.how, &other.how) {
        (How::By(_), How::By(_))
        | (How::Doubled, How::Doubled)
        | (How::AtLeast(_), How::AtLeast(_))
        | (How::AtMost(_), How::AtMost(_))
        | (How::NeverBelow(_), How::NeverBelow(_)) => true,
        (How::Halved(one), How::Halved(other)) => one == other,
        (How::Exactly(_, over), How::Exactly(_, under)) => {
            over.is_some() && *over == other.label || under.is_some() && *under == one.label
        }
        _ => false,
    }
}
