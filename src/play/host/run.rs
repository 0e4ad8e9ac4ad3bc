//! A play in progress: the state, and everything needed to run it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::value::Value;

use crate::play::answers::journal::Journal;
use crate::play::answers::log::{Event, Log};
use crate::play::answers::oracle::Oracle;
use crate::play::answers::question::Question;
use crate::play::store::effort::{Effort, LOOK};
use crate::play::store::live::Live;
use crate::play::store::state::{Frame, State};
use crate::play::store::world::{Fault, Read, World};
use crate::play::viewer::place_names::Viewer;
use crate::play::watch::observer::{Observe, Observer};
use crate::play::watch::trace::{Trace, Wanted};
use crate::source::Span;

/// Why a script or step stopped early.
#[derive(Debug)]
pub enum Stop {
    /// A question without an answer yet; the state returns to the last snapshot.
    Ask,
    /// The game is over.
    Finished,
    /// A mistake in the rules.
    Fault(Box<Fault>),
}

impl Stop {
    /// A mistake in the rules.
    pub fn fault(message: impl Into<String>) -> Stop {
        Stop::Fault(Box::new(Fault::new(message)))
    }

    /// The next entry of the journal does not fit, and the message quotes it.
    pub fn misfit(message: impl Into<String>) -> Stop {
        Stop::Fault(Box::new(Fault::new(message).quoting()))
    }

    /// Gives a fault its place, unless a more exact one is known.
    #[must_use]
    pub fn at(self, span: Span) -> Stop {
        match self {
            Stop::Fault(fault) => Stop::Fault(Box::new(fault.at(span))),
            other => other,
        }
    }
}

impl From<Box<Fault>> for Stop {
    fn from(fault: Box<Fault>) -> Self {
        Stop::Fault(fault)
    }
}

/// The result of anything that can change, ask or roll.
pub type Act<T> = Result<T, Stop>;

/// A script engine. The kernel knows engines only by this trait.
pub trait Scripts {
    /// The name of the engine.
    fn name(&self) -> &'static str;

    /// Runs a script with parameters in the order of [`crate::model::game::Script::params`].
    ///
    /// # Errors
    /// Whatever stopped it: a pending question, the end of the game, a mistake of its author.
    fn call(&self, script: ScriptId, args: &[Value]) -> Act<Value>;
}

/// A play in progress.
pub struct Run {
    /// The rules.
    pub game: Arc<Game>,
    /// The position, with all that follows its changes.
    pub live: Live,
    /// Answers questions.
    pub oracle: Box<dyn Oracle>,
    /// The answers so far.
    pub journal: Journal,
    /// During a secret question: the index in the journal of its first answer.
    pub unseen: Option<usize>,
    /// During a secret question: the variable that stores its answers.
    pub(in crate::play) sealed: Option<VarId>,
    /// The unanswered question, and the state in which it was asked.
    pub pending: Option<Pending>,
    /// What happened, for players.
    pub log: Log,
    /// Dice laid by a test or player, one group for each roll.
    pub forced_dice: VecDeque<Vec<i64>>,
    /// The faces that dice show in turn, repeated, and the number of dice rolled before the first. Empty: chance
    /// decides.
    pub row_of_dice: (Vec<i8>, u32),
    /// The cards to be drawn next, by name, and by which side, or by any.
    pub forced_cards: VecDeque<(Option<u16>, u16)>,
    /// The members of sets to be drawn at random next.
    pub forced_lots: VecDeque<Ref>,
    /// The seed of the random generator.
    pub seed: u64,
    /// The old values of variables, for hooks on their change.
    pub old: Vec<Value>,
    /// The changes whose hooks run, each with the depth of the stack, and whether it was cancelled.
    pub cancels: Vec<(usize, bool)>,
    /// The last hook that cancelled something.
    pub cancelled_by: Option<HookId>,
    /// The target of `skip_to`.
    pub skip_to: Option<StepId>,
    /// The number of questions that players answered.
    pub decisions: u64,
    /// The number of turns begun in the outermost counted step.
    pub turns: u64,
    /// The effort that rules may still spend before a player decides.
    pub effort: Rc<Effort>,
    /// The numbers a script asks for.
    pub trace: Trace,
    /// The observer.
    pub observer: Observer,
    /// Sequences to start when the current one has ended, in order.
    pub started: Vec<Frame>,
    /// The nesting depth of happenings.
    pub nesting: u16,
    /// True if invariants are checked.
    pub watchful: bool,
    /// How often play has settled without a decision, to detect endless loops.
    pub idle: u32,
    /// The sides played by chance that are asked like others.
    pub asked: Vec<u16>,
}

/// A question, and the state in which it was asked.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The question.
    pub question: Question,
    /// The state, with dice rolled in this step.
    pub state: State,
    /// The index in the journal of answers that stay secret until this question is answered.
    pub unseen: Option<usize>,
    /// The script that asks, with its arguments. None if a step asks.
    pub by: Option<(ScriptId, Vec<Value>)>,
}

/// The maximum nesting of happenings.
pub const MOST_NESTING: u16 = 64;
/// The maximum number of sequences inside each other.
pub const MOST_SEQUENCES: usize = 64;
/// The maximum number of steps without a decision.
pub const MOST_IDLE: u32 = 20_000;

impl Run {
    /// The state.
    #[inline]
    pub fn state(&self) -> &State {
        self.live.state()
    }

    /// Reads the state in which the pending question was asked; without a question, the current state.
    pub fn asked<T>(&self, read: impl FnOnce(&World<'_>) -> T) -> T {
        match &self.pending {
            Some(pending) => self.world().in_state(&pending.state, read),
            None => read(&self.world()),
        }
    }

    /// The state, as rules read it.
    pub fn world(&self) -> World<'_> {
        World {
            game: &self.game,
            readings: &self.game.readings,
            layout: self.live.layout(),
            state: self.live.state(),
            index: self.live.index(),
            cache: self.live.cache(),
            active: self.live.active(),
            acting: None,
            old: self.old.last(),
            effort: &self.effort,
            trace: &self.trace,
            observer: &self.observer,
            viewer: Viewer::Of(None),
            veil: None,
        }
    }

    /// Sets the observer.
    pub fn observe(&mut self, who: impl Observe + 'static) {
        self.observer.begin(Box::new(who));
        self.live.forget_results();
    }

    /// Starts recording which rules meet; see [`crate::play::watch::meeting`].
    pub fn begin_meetings(&mut self) {
        self.observer.meetings.begin();
        self.live.forget_results();
    }

    /// Replaces the state.
    pub fn restore(&mut self, state: State) {
        self.live.restore(state);
        self.old.clear();
        self.cancels.clear();
        self.skip_to = None;
        self.unseen = None;
        self.nesting = 0;
        self.started.clear();
        self.effort.surface();
    }
}

/// The context of everything that happens: rules, play, scripts.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    /// The rules.
    pub game: &'a Arc<Game>,
    /// The play.
    pub run: &'a RefCell<Run>,
    /// The scripts.
    pub scripts: &'a dyn Scripts,
}

impl Cx<'_> {
    /// Reads the state for a script. Numbers it asks for are logged with their ledgers.
    ///
    /// # Errors
    /// What `read` returns.
    pub fn look_noting<T>(&self, read: impl FnOnce(&World<'_>) -> Read<T>) -> Act<T> {
        if !self.run.borrow().log.explains() {
            return self.look(read);
        }
        self.run.borrow().trace.begin();
        let found = self.look(read);
        let asked = self.run.borrow().trace.end();
        for wanted in asked {
            match wanted {
                Wanted::Number(quantity, args) => {
                    let (number, ledger) = self.look(|world| world.explain(quantity, &args))?;
                    self.run.borrow_mut().note_computed(Event::Counted(quantity, args, number, ledger));
                }
                Wanted::LookUp(table, args) => self.note_look_up(table, &args)?,
            }
        }
        found
    }

    /// Logs a look-up of a script, if its table has a line for it.
    ///
    /// # Errors
    /// When a number that shifts the lines is faulty.
    pub fn note_look_up(&self, table: TableId, args: &[Value]) -> Act<()> {
        if let Some(lines) = self.look(|world| world.table_lines(table, args))? {
            self.run.borrow_mut().note_computed(Event::LookedUp(table, lines.to_vec()));
        }
        Ok(())
    }

    /// Reads the state.
    ///
    /// # Errors
    /// What `read` returns.
    pub fn look<T>(&self, read: impl FnOnce(&World<'_>) -> Read<T>) -> Act<T> {
        let run = self.run.borrow();
        run.effort.spend(LOOK)?;
        read(&run.world()).map_err(Stop::Fault)
    }
}
