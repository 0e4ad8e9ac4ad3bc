//! One play of a game in progress: the state and all that goes with it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;

use crate::play::answers::journal::Journal;
use crate::play::answers::log::Log;
use crate::play::answers::oracle::Oracle;
use crate::play::answers::question::Question;
use crate::play::cache::results::Cache;
use crate::play::store::active::ActiveClauses;
use crate::play::store::effort::{Effort, LOOK};
use crate::play::store::index::Index;
use crate::play::store::lasting;
use crate::play::store::state::{Frame, Layout, State};
use crate::play::store::world::{Fault, Read, World};
use crate::play::viewer::place_names::Viewer;
use crate::play::watch::observer::{Observe, Observer};
use crate::play::watch::trace::Trace;

/// Why a script or step did not come to its end.
#[derive(Debug)]
pub enum Stop {
    /// A question that nobody can answer yet is pending; the state goes back to the last snapshot.
    Ask,
    /// The game is over.
    Finished,
    /// An author's mistake.
    Fault(Box<Fault>),
}

impl From<Box<Fault>> for Stop {
    fn from(fault: Box<Fault>) -> Self {
        Stop::Fault(fault)
    }
}

/// The result of anything that may change, ask or roll.
pub type Act<T> = Result<T, Stop>;

/// Runs scripts. The only thing the kernel knows of engines.
pub trait Scripts {
    /// What this engine is called, for whoever asks what runs his rules.
    fn name(&self) -> &'static str;

    /// Runs a script with its parameters, in the order of [`crate::model::game::Script::params`].
    ///
    /// # Errors
    /// Whatever stopped it: a pending question, the end of the game, a mistake of its author.
    fn call(&self, script: ScriptId, args: &[Value]) -> Act<Value>;
}

/// A play in progress.
pub struct Run {
    /// The rules.
    pub game: Arc<Game>,
    /// Where variables stand.
    pub layout: Arc<Layout>,
    /// The situation.
    pub state: State,
    /// Sets derived from it.
    pub index: Index,
    /// Kept results.
    pub cache: Cache,
    /// Which clauses can hold at all.
    pub active: ActiveClauses,
    /// Who answers.
    pub oracle: Box<dyn Oracle>,
    /// What was answered.
    pub journal: Journal,
    /// While something is asked unseen: where in the journal its answers begin.
    pub unseen: Option<usize>,
    /// The question that is pending, with the state in which it was asked.
    pub pending: Option<Pending>,
    /// What happened, for players.
    pub log: Log,
    /// Dice that a test or a player has laid ready: one group for each roll.
    pub forced_dice: VecDeque<Vec<i64>>,
    /// The faces that dice show in turn, over and over, and how many dice were rolled before the first of them. Empty:
    /// chance decides.
    pub row_of_dice: (Vec<i8>, u32),
    /// Cards, by name, that will be drawn next: by this side, or by whoever draws.
    pub forced_cards: VecDeque<(Option<u16>, u16)>,
    /// The number from which all chance sources.
    pub seed: u64,
    /// Values that variables had before the change whose hooks run.
    pub old: Vec<Value>,
    /// The step that `skip_to` wants next.
    pub skip_to: Option<StepId>,
    /// How many questions were answered by players.
    pub decisions: u64,
    /// How many turns of the outermost counted step have begun.
    pub turns: u64,
    /// What rules may still do before a player decides something.
    pub effort: Rc<Effort>,
    /// Which numbers a script asks for.
    pub trace: Trace,
    /// Who looks on.
    pub observer: Observer,
    /// The sequences that start when what runs has ended, the first one first. Empty between two small things.
    pub started: Vec<Frame>,
    /// How deep happenings are nested.
    pub nesting: u16,
    /// Whether invariants are tested.
    pub watchful: bool,
    /// How often play has settled without a decision; too often is an endless loop.
    pub idle: u32,
}

/// A question and the state in which it was asked.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The question.
    pub question: Question,
    /// The state, dice of this very moment included.
    pub state: State,
    /// Where in the journal the answers begin that nobody may see before this question is answered.
    pub unseen: Option<usize>,
}

/// How deep happenings may be nested.
pub const MOST_NESTING: u16 = 64;
/// How many sequences may run inside each other.
pub const MOST_SEQUENCES: usize = 64;
/// How many steps of the sequence may pass without a decision.
pub const MOST_IDLE: u32 = 20_000;

impl Run {
    /// The state, for reading.
    pub fn world(&self) -> World<'_> {
        World {
            game: &self.game,
            readings: &self.game.readings,
            layout: &self.layout,
            state: &self.state,
            index: &self.index,
            cache: &self.cache,
            active: &self.active,
            acting: None,
            old: self.old.last(),
            effort: &self.effort,
            trace: &self.trace,
            observer: &self.observer,
            viewer: Viewer::Of(None),
            veil: None,
        }
    }

    /// From now on somebody looks on.
    pub fn observe(&mut self, who: impl Observe + 'static) {
        self.observer.begin(Box::new(who));
        // Results kept from before were found unseen. Those kept from here on are not: what made them was seen when
        // they were found.
        self.cache.forget_all();
    }

    /// From now on takes down which rules meet; see [`crate::play::watch::meeting`].
    pub fn begin_meetings(&mut self) {
        self.observer.meetings.begin();
        self.cache.forget_all();
    }

    /// Puts another state in place of this one.
    pub fn restore(&mut self, state: State) {
        let game = self.game.clone();
        self.cache.come_home(&state, &self.layout, self.state.columns_unlike(&state, &game, &self.layout));
        self.index = Index::new(&game, &state);
        self.state = state;
        let mut more = false;
        for at in 0..game.vars.len() {
            let var = VarId(at as u16);
            if game.vars[at].ty == Type::Flag && !self.state.flagged(&self.layout, var).is_empty() {
                more |= self.active.raise(&game, var);
            }
        }
        for card in lasting::with_text(&game, &self.state) {
            more |= self.active.raise_card(&game, game.cards[usize::from(card)].def);
        }
        if more {
            self.cache.forget_all();
        }
        self.old.clear();
        self.skip_to = None;
        self.unseen = None;
        self.nesting = 0;
        self.started.clear();
        self.effort.surface();
    }
}

/// What everything that happens needs: the rules, the play, the scripts.
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
    /// Reads the state for a script: the numbers it asks for go into the log, each with how it came about.
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
        for (quantity, args) in asked {
            let (number, ledger) = self.look(|world| world.explain(quantity, &args))?;
            self.run.borrow_mut().note_number(quantity, &args, number, ledger);
        }
        found
    }

    /// Reads the state.
    ///
    /// # Errors
    /// What `read` returns.
    pub fn look<T>(&self, read: impl FnOnce(&World<'_>) -> Read<T>) -> Act<T> {
        let run = self.run.borrow();
        run.effort.spend(LOOK).map_err(Stop::Fault)?;
        read(&run.world()).map_err(Stop::Fault)
    }
}
