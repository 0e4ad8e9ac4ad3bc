//! What rules may do before a player decides something: one budget, spent by whatever can be repeated, on either engine.
//!
//! A unit is about what Rhai needs for one operation. Nothing refills the budget but a decision: not a loop inside a loop, not
//! another step of the sequence. So rules that never end are stopped after about a second, wherever they turn in a circle.

use std::cell::{Cell, RefCell};

use super::world::{Fault, Read};
use crate::model::game::{Game, Script};
use crate::model::id::ScriptId;
use crate::model::node::Expr;
use crate::model::sequence::{Body, ScopeKind};
use crate::source::Span;

/// The units that rules may spend between two decisions: more than twenty times what any shipped game has been seen to need.
pub const MOST_EFFORT: u64 = 20_000_000;
/// How deep words, quantities and functions may call each other.
pub const MOST_DEPTH: u16 = 40;
/// How deep scripts may run inside each other: hooks, procedures, offers.
pub const MOST_CALLS: u16 = 64;
/// How many things may happen between two decisions; a long text said counts as several.
pub const MOST_EVENTS: u32 = 20_000;

/// What a call of a word, quantity, function or script costs, or a verb that changes something.
pub const CALL: u64 = 10;
/// What a turn of a loop or of a closure costs.
pub const TURN: u64 = 2;
/// What it costs a script to look at the state at all.
pub const LOOK: u64 = 4;
/// What it costs to look at one thing that might be chosen.
pub const CHOICE: u64 = 5;
/// What it costs to look at one place of a walk.
pub const PLACE: u64 = 20;

/// How many calls a fault names: the innermost, and the outermost behind them.
const MOST_NAMED: usize = 6;

/// What is left to be spent.
#[derive(Debug)]
pub struct Effort {
    left: Cell<u64>,
    most: Cell<u64>,
    /// How deep words may still call each other.
    depth: Cell<u16>,
    /// How deep scripts run inside each other.
    pub(in crate::play) calls: Cell<u16>,
    /// What has happened since the last decision.
    events: Cell<u32>,
    /// How many decisions had been made when it was filled last.
    pub(in crate::play) decided: Cell<u64>,
    /// The most that was ever spent between two decisions, or on thinking about one.
    worst: Cell<u64>,
    /// The most that ever happened between two decisions.
    fullest: Cell<u32>,
    /// True if a compiled expression has failed and its fault has not been taken yet.
    failed: Cell<bool>,
    /// That fault.
    fault: RefCell<Option<Box<Fault>>>,
}

/// How much was left at some time.
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
            worst: Cell::new(0),
            fullest: Cell::new(0),
            failed: Cell::new(false),
            fault: RefCell::new(None),
        }
    }
}

impl Effort {
    /// Spends so many units.
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

    /// Keeps the fault of a compiled expression. The first one counts.
    pub(in crate::play) fn keep_fault(&self, fault: Box<Fault>) {
        if !self.failed.replace(true) {
            self.fault.replace(Some(fault));
        }
    }

    /// The fault of the compiled expression that has failed.
    #[cold]
    pub(in crate::play) fn take_fault(&self) -> Box<Fault> {
        self.failed.set(false);
        self.fault.take().unwrap_or_else(|| Box::new(Fault::new("an expression has failed")))
    }

    /// What is said when nothing is left.
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

    /// Something has happened that the log tells; `weight` is 1 for most. Too much of it leaves nothing to be spent.
    pub fn happened(&self, weight: u32) {
        let events = self.events.get().saturating_add(weight);
        self.events.set(events);
        if events > MOST_EVENTS {
            self.left.set(0);
        }
    }

    /// Everything may be spent again: a player has decided, or somebody only looks on.
    pub fn refill(&self) {
        self.take_down();
        self.left.set(self.most.get());
        self.events.set(0);
    }

    fn take_down(&self) {
        self.worst.set(self.worst.get().max(self.most.get().saturating_sub(self.left.get())));
        self.fullest.set(self.fullest.get().max(self.events.get()));
    }

    /// The most units that were ever spent between two decisions or on thinking about one, and the most events that ever
    /// happened between two.
    pub fn worst(&self) -> (u64, u32) {
        (self.worst.get(), self.fullest.get())
    }

    /// Another budget than the usual one, for those who look for rules that take long.
    pub fn set_most(&self, units: u64) {
        self.most.set(units);
        self.left.set(units);
    }

    /// How much is left, to be put back.
    pub fn mark(&self) -> Mark {
        Mark { left: self.left.get(), events: self.events.get(), decided: self.decided.get() }
    }

    /// Puts back how much was left.
    pub fn reset(&self, mark: Mark) {
        self.left.set(mark.left);
        self.events.set(mark.events);
        self.decided.set(mark.decided);
    }

    /// Lets somebody who only looks on, or thinks about an answer, spend as much again; play itself has what it had.
    pub fn aside<T>(&self, look: impl FnOnce() -> T) -> T {
        let mark = self.mark();
        self.refill();
        let found = look();
        self.take_down();
        self.reset(mark);
        found
    }

    /// Another play begins.
    pub fn begin(&self) {
        self.refill();
        self.decided.set(0);
        self.surface();
    }

    /// Nothing runs: play goes on from a settled point.
    pub fn surface(&self) {
        self.depth.set(MOST_DEPTH);
        self.calls.set(0);
    }

    /// Whether no word is being asked for the sake of another.
    #[inline]
    pub fn is_outermost(&self) -> bool {
        self.depth.get() == MOST_DEPTH
    }

    /// Runs something one level deeper, for the price of a call.
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
    /// Notes one call on the way to what is wrong, from the inside outwards.
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

/// What a script is called: by its procedure, action or step.
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

/// The same of the script in which this place lies.
pub fn owner_at(game: &Game, span: Span) -> Option<&str> {
    let around = (0u16..).zip(&game.scripts).filter(|(_, script)| script.span.covers(span));
    let innermost = around.min_by_key(|(_, script)| script.span.end - script.span.start)?;
    owner(game, ScriptId(innermost.0))
}

/// The first loop of a script: where it runs too long, if nobody knows better.
fn first_loop(script: &Script) -> Option<Span> {
    let mut found = None;
    script.body.walk(&mut |node| {
        if matches!(node.expr, Expr::While(..) | Expr::For { .. }) {
            found.get_or_insert(node.span);
        }
    });
    found
}

/// The fault with the place in this script from which what is wrong was called, or at which it is.
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
