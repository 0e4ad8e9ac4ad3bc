//! The effort budget of rules between two decisions of players. Everything that can repeat spends from it, in both
//! engines.
//!
//! A unit is roughly one operation in Rhai. Only a decision refills the budget: neither a nested loop nor the next step
//! of the sequence does. So endless rules are stopped after about a second, no matter where the loop is.

use std::cell::{Cell, RefCell};

use super::world::{Fault, Read};
use crate::model::game::{Game, Script};
use crate::model::id::ScriptId;
use crate::model::node::Expr;
use crate::model::sequence::{Body, ScopeKind};
use crate::source::Span;

/// The units that rules may spend between two decisions: more than twenty times the most that any shipped game needs.
pub const MOST_EFFORT: u64 = 20_000_000;
/// The maximum depth of words, quantities and functions that call each other.
pub const MOST_DEPTH: u16 = 40;
/// The maximum depth of scripts inside each other: hooks, procedures, offers.
pub const MOST_CALLS: u16 = 64;
/// The maximum number of events between two decisions. A long log text counts as several.
pub const MOST_EVENTS: u32 = 20_000;

/// The cost of a call of a word, quantity, function or script, or of a change.
pub const CALL: u64 = 10;
/// The cost of a turn of a loop or closure.
pub const TURN: u64 = 2;
/// The cost of a script's look at the state.
pub const LOOK: u64 = 4;
/// The cost of a candidate for a choice.
pub const CHOICE: u64 = 5;
/// The cost of a place in a walk.
pub const PLACE: u64 = 20;

/// A fault names at most this many calls: the innermost and the outermost.
const MOST_NAMED: usize = 6;

/// The remaining effort.
#[derive(Debug)]
pub struct Effort {
    left: Cell<u64>,
    most: Cell<u64>,
    /// How much deeper words may call each other.
    depth: Cell<u16>,
    /// The current depth of scripts.
    pub(in crate::play) calls: Cell<u16>,
    /// The number of events since the last decision.
    events: Cell<u32>,
    /// The number of decisions at the last refill.
    pub(in crate::play) decided: Cell<u64>,
    /// The units spent up to the last refill.
    spent: Cell<u64>,
    /// The most units ever spent between two decisions, or by an oracle on one.
    worst: Cell<u64>,
    /// The most events ever between two decisions.
    fullest: Cell<u32>,
    /// True if a compiled expression has failed and its fault was not taken yet.
    failed: Cell<bool>,
    /// That fault.
    fault: RefCell<Option<Box<Fault>>>,
}

/// The remaining effort at some time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    left: u64,
    events: u32,
    decided: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            left: Cell::new(MOST_EFFORT),
            most: Cell::new(MOST_EFFORT),
            depth: Cell::new(MOST_DEPTH),
            calls: Cell::new(0),
            events: Cell::new(0),
            decided: Cell::new(0),
            spent: Cell::new(0),
            worst: Cell::new(0),
            fullest: Cell::new(0),
            failed: Cell::new(false),
            fault: RefCell::new(None),
        }
    }
}

impl Effort {
    /// Spends units.
    ///
    /// # Errors
    /// When there are not so many left.
    #[inline]
    pub fn spend(&self, units: u64) -> Read<()> {
        match self.left.get().checked_sub(units) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(self.exhausted()),
        }
    }

    /// True if a compiled expression has failed.
    #[inline]
    pub(in crate::play) fn has_failed(&self) -> bool {
        self.failed.get()
    }

    /// Stores the fault of a compiled expression, unless one is stored.
    pub(in crate::play) fn keep_fault(&self, fault: Box<Fault>) {
        if !self.failed.replace(true) {
            self.fault.replace(Some(fault));
        }
    }

    /// Takes the fault of the compiled expression that failed.
    #[cold]
    pub(in crate::play) fn take_fault(&self) -> Box<Fault> {
        self.failed.set(false);
        self.fault.take().unwrap_or_else(|| Box::new(Fault::new("an expression has failed")))
    }

    /// The fault for an exhausted budget.
    #[cold]
    pub fn exhausted(&self) -> Box<Fault> {
        self.left.set(0);
        if self.events.get() > MOST_EVENTS {
            let text = format!("more than {MOST_EVENTS} events before the next decision");
            return Box::new(Fault::new(text));
        }
        let text = format!("this runs too long: more than {} units of work before the next decision", self.most.get());
        Box::new(Fault::new(text))
    }

    /// Counts an event that is logged; `weight` is usually 1. Too many exhaust the budget.
    pub fn happened(&self, weight: u32) {
        let events = self.events.get().saturating_add(weight);
        self.events.set(events);
        if events > MOST_EVENTS {
            self.left.set(0);
        }
    }

    /// Refills the budget: a player has decided, or an observer reads.
    pub fn refill(&self) {
        self.spent.set(self.spent());
        self.renew();
    }

    fn renew(&self) {
        self.take_down();
        self.left.set(self.most.get());
        self.events.set(0);
    }

    /// The units spent since the play was made, without those of observers and oracles.
    pub fn spent(&self) -> u64 {
        self.spent.get() + self.since_refill()
    }

    fn since_refill(&self) -> u64 {
        self.most.get().saturating_sub(self.left.get())
    }

    fn take_down(&self) {
        self.worst.set(self.worst.get().max(self.since_refill()));
        self.fullest.set(self.fullest.get().max(self.events.get()));
    }

    /// The most units ever spent between two decisions or by an oracle on one, and the most events between two
    /// decisions.
    pub fn worst(&self) -> (u64, u32) {
        (self.worst.get(), self.fullest.get())
    }

    /// Sets another budget, to look for slow rules.
    pub fn set_most(&self, units: u64) {
        self.most.set(units);
        self.left.set(units);
    }

    /// The remaining effort, to be restored.
    pub fn mark(&self) -> Mark {
        Mark { left: self.left.get(), events: self.events.get(), decided: self.decided.get() }
    }

    /// Restores the remaining effort.
    pub fn reset(&self, mark: Mark) {
        self.left.set(mark.left);
        self.events.set(mark.events);
        self.decided.set(mark.decided);
    }

    /// Gives an observer or oracle a budget of its own; that of play is restored afterwards.
    pub fn aside<T>(&self, look: impl FnOnce() -> T) -> T {
        let mark = self.mark();
        self.renew();
        let found = look();
        self.take_down();
        self.reset(mark);
        found
    }

    /// Starts another play.
    pub fn begin(&self) {
        self.refill();
        self.decided.set(0);
        self.surface();
    }

    /// Play continues from a settled point, where nothing runs.
    pub fn surface(&self) {
        self.depth.set(MOST_DEPTH);
        self.calls.set(0);
    }

    /// True if no word is being evaluated within another.
    #[inline]
    pub fn is_outermost(&self) -> bool {
        self.depth.get() == MOST_DEPTH
    }

    /// Runs something one level deeper, at the cost of a call.
    ///
    /// # Errors
    /// When that is too deep or nothing is left, or what `run` returns.
    #[inline]
    pub fn deeper<T>(&self, run: impl FnOnce() -> Read<T>) -> Read<T> {
        self.spend(CALL)?;
        let left = self.depth.get();
        if left == 0 {
            return super::world::fault("words and functions call each other too deeply or endlessly");
        }
        self.depth.set(left - 1);
        let result = run();
        self.depth.set(left);
        result
    }
}

impl Fault {
    /// Adds a call to the trace of a fault, innermost first.
    #[cold]
    pub fn called(&mut self, place: String, by: Option<&str>) {
        self.calls += 1;
        let by = by.map_or(String::new(), |name| format!(" in `{name}`"));
        let note = format!("called from {place}{by}");
        if self.calls <= MOST_NAMED {
            self.notes.push(note);
            return;
        }
        self.notes.truncate(MOST_NAMED);
        if self.calls > MOST_NAMED + 1 {
            self.notes.push(format!("… through {} more calls", self.calls - MOST_NAMED - 1));
        }
        self.notes.push(note);
    }
}

/// The name of a script: its procedure, action or step.
pub fn owner(game: &Game, script: ScriptId) -> Option<&str> {
    let procedure = game.scopes.iter().find(|scope| {
        scope.kind == ScopeKind::Procedure(script) || scope.replacements.iter().any(|one| one.script == script)
    });
    let offer = || game.offers.iter().find(|offer| offer.script == Some(script)).map(|offer| offer.title.as_str());
    let step = || {
        let is_own = |body: &Body| matches!(body, Body::Do(own) if *own == script);
        game.steps.iter().find(|step| is_own(&step.body)).map(|step| step.title.as_str())
    };
    procedure.map(|scope| scope.name.as_str()).or_else(offer).or_else(step)
}

/// The name of the script at this place.
pub fn owner_at(game: &Game, span: Span) -> Option<&str> {
    let around = (0u16..).zip(&game.scripts).filter(|(_, script)| script.span.covers(span));
    let innermost = around.min_by_key(|(_, script)| script.span.end - script.span.start)?;
    owner(game, ScriptId(innermost.0))
}

/// The first loop of a script, as the probable cause if it runs too long.
fn first_loop(script: &Script) -> Option<Span> {
    let mut found = None;
    script.body.walk(&mut |node| {
        if matches!(node.expr, Expr::While(..) | Expr::For { .. }) {
            found.get_or_insert(node.span);
        }
    });
    found
}

/// The fault with its place in this script: of the mistake, or of the call that led to it.
#[cold]
pub fn placed(game: &Game, mut fault: Box<Fault>, span: Option<Span>, script: ScriptId) -> Box<Fault> {
    let script_span = || game.scripts.get(script.at()).map(|script| first_loop(script).unwrap_or(script.span));
    let span = span.or_else(script_span);
    match (fault.span, span) {
        (None, span) => fault.span = span,
        (Some(_), Some(span)) => fault.called(game.sources.place(span), owner(game, script)),
        (Some(_), None) => {}
    }
    fault
}
