//! A play that can be stopped, taken back and continued, by snapshots over the journal (design, ideas 2 and 3).

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::model::game::Game;

use super::arbiter::Edit;
use super::start::Beginning;
use crate::model::outcome::Outcome;
use crate::play::answers::journal::Entry;
use crate::play::answers::log;
use crate::play::answers::oracle::Oracle;
use crate::play::answers::question::{Answer, Kind, Question};
use crate::play::host::run::{Cx, Pending, Run, Scripts, Stop};
use crate::play::present::sentence;
use crate::play::store::effort::Mark;
use crate::play::store::live::Indexed;
use crate::play::store::state::{Layout, State};
use crate::play::store::world::{Fault, World};

/// Makes the script engine for a play.
pub type MakeScripts = fn(&Arc<Game>, &Rc<RefCell<Run>>) -> Result<Box<dyn Scripts>, Box<Fault>>;

/// The status of a play.
#[derive(Clone, Debug)]
pub enum Status {
    /// A question waits for an answer.
    Asked(Box<Pending>),
    /// The game is over.
    Over(Outcome),
    /// A mistake in the rules; the state is the one before the step that revealed it.
    Faulty(Box<Fault>),
}

impl Status {
    /// The status of a run that has stopped.
    pub(super) fn of(run: &Run, stop: Stop) -> Status {
        match stop {
            Stop::Finished => Status::Over(run.state().outcome.clone().unwrap_or_default()),
            Stop::Ask => match run.pending.clone() {
                Some(pending) => Status::Asked(Box::new(pending)),
                None => Status::Faulty(Box::new(Fault::new("internal error: a question was lost"))),
            },
            Stop::Fault(fault) => Status::Faulty(fault),
        }
    }
}

/// The state at a settled point, and the length of the journal at that point.
pub(in crate::play) struct Snapshot {
    pub(in crate::play) state: State,
    /// Pieces may have been added by hand since.
    pub(in crate::play) layout: Arc<Layout>,
    pub(in crate::play) used: usize,
    pub(in crate::play) silent: u32,
    log: usize,
    pub(in crate::play) decisions: u64,
    pub(in crate::play) turns: u64,
    pub(in crate::play) effort: Mark,
}

/// The beginning of a play, from which many plays can start.
#[derive(Clone, Debug)]
pub struct Opening(Indexed);

/// A play.
pub struct Play {
    game: Arc<Game>,
    pub(in crate::play) run: Rc<RefCell<Run>>,
    scripts: Box<dyn Scripts>,
    snapshots: Vec<Snapshot>,
    /// Log entries after the last settled point. They are logged again once the pending question is answered.
    ahead: Vec<log::Entry>,
    /// True if the play can go back: it takes snapshots and keeps answers.
    keeps: bool,
}

impl Play {
    /// A play from its beginning. With `keeps` it can go back. Without, it is faster, but a question that is not
    /// answered at once cannot be resumed.
    ///
    /// # Errors
    /// When the set-up or the scripts are faulty.
    pub fn new(
        game: &Arc<Game>,
        beginning: &Beginning,
        seed: u64,
        keeps: bool,
        make: MakeScripts,
    ) -> Result<Play, Box<Fault>> {
        let mut run = Run::begin(game, beginning, seed)?;
        run.journal.kept = keeps;
        run.log.kept = keeps;
        let run = Rc::new(RefCell::new(run));
        let scripts = make(game, &run)?;
        Ok(Play { game: game.clone(), run, scripts, snapshots: Vec::new(), ahead: Vec::new(), keeps })
    }

    /// The current position, from which other plays can begin. Taken before anything has happened, it is the set-up.
    pub fn opening(&self) -> Opening {
        Opening(self.run.borrow().live.indexed())
    }

    /// Starts a new play from an opening with the same rules and scripts.
    pub fn again(&mut self, opening: &Opening, seed: u64) {
        self.run.borrow_mut().restart(&opening.0, seed);
        self.snapshots.clear();
        self.ahead.clear();
    }

    /// The rules.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The name of the script engine.
    pub fn engine(&self) -> &'static str {
        self.scripts.name()
    }

    /// Reads the play.
    pub fn look<T>(&self, read: impl FnOnce(&Run) -> T) -> T {
        let run = self.run.borrow();
        run.effort.aside(|| read(&run))
    }

    /// Reads another state of this play: the one in which a question was asked, or a hypothetical one.
    pub fn look_at<T>(&self, state: &State, read: impl FnOnce(&World<'_>) -> T) -> T {
        let run = self.run.borrow();
        run.effort.aside(|| run.world().in_state(state, read))
    }

    /// Reads a state with its layout.
    pub fn look_with<T>(&self, state: &State, layout: &Layout, read: impl FnOnce(&World<'_>) -> T) -> T {
        let run = self.run.borrow();
        run.effort.aside(|| World { layout, ..run.world() }.in_state(state, read))
    }

    /// Calls `see` with each settled position to which play can go back: the state, its layout, the length of the
    /// journal, and the number of windows passed in silence since.
    pub fn kept(&self, mut see: impl FnMut(&State, &Arc<Layout>, usize, u32)) {
        self.snapshots.iter().for_each(|one| see(&one.state, &one.layout, one.used, one.silent));
    }

    /// Reads the state in which the pending question was asked, with dice rolled in this step; without a question, the
    /// current state.
    pub fn look_asked<T>(&self, read: impl FnOnce(&World<'_>) -> T) -> T {
        let mut run = self.run.borrow_mut();
        let run = &mut *run;
        let effort = run.effort.clone();
        let Some(Pending { question, state, unseen, by }) = run.pending.take() else {
            return effort.aside(|| read(&run.world()));
        };
        let mut asked = Indexed::new(&self.game, state);
        run.live.exchange(&mut asked);
        let found = effort.aside(|| read(&run.world()));
        run.live.exchange(&mut asked);
        run.pending = Some(Pending { question, state: asked.into_state(), unseen, by });
        found
    }

    /// Changes something other than the state: the oracle, or laid dice.
    pub fn adjust<T>(&mut self, change: impl FnOnce(&mut Run) -> T) -> T {
        change(&mut self.run.borrow_mut())
    }

    /// A context for tests and commands that run scripts outside the sequence, with a full effort budget.
    pub fn cx(&self) -> Cx<'_> {
        self.run.borrow().effort.refill();
        self.inside()
    }

    fn inside(&self) -> Cx<'_> {
        Cx { game: &self.game, run: &self.run, scripts: &*self.scripts }
    }

    /// Sets the oracle.
    pub fn set_oracle(&mut self, oracle: Box<dyn Oracle>) {
        self.run.borrow_mut().oracle = oracle;
    }

    fn mark(&mut self) {
        let run = self.run.borrow();
        let used = run.journal.used;
        // Only the last settled point before each answer is needed.
        let last = self.snapshots.pop_if(|last| last.used == used);
        let state = match last {
            Some(Snapshot { mut state, .. }) => {
                state.clone_from(run.state());
                state
            }
            None => run.state().clone(),
        };
        self.snapshots.push(Snapshot {
            state,
            layout: run.live.layout().clone(),
            used,
            silent: run.journal.silent,
            log: run.log.entries.len(),
            decisions: run.decisions,
            turns: run.turns,
            effort: run.effort.mark(),
        });
    }

    /// Runs until a question waits, the game is over, or a fault occurs.
    pub fn go(&mut self) -> Status {
        self.ahead.clear();
        // The question will be asked again, so that the current oracle can answer it.
        self.run.borrow_mut().pending = None;
        loop {
            if let Some(status) = self.step() {
                return status;
            }
        }
    }

    /// Runs like [`Play::go`] as long as `still` returns true at settled points; `None` if it stopped there.
    pub fn go_while(&mut self, still: impl Fn(&Run) -> bool) -> Option<Status> {
        while still(&self.run.borrow()) {
            if let Some(status) = self.step() {
                return Some(status);
            }
        }
        None
    }

    /// Runs to the next settled point; the status, if play stops before it.
    fn step(&mut self) -> Option<Status> {
        self.run.borrow_mut().live.keep_room();
        if self.keeps {
            self.mark();
        }
        let result = self.inside().advance();
        result.err().map(|stop| self.stopped(stop))
    }

    /// Runs something that is not a step of the sequence, until it ends or asks.
    pub fn once(&mut self, action: impl Fn(&Cx<'_>) -> Result<(), Stop>) -> Result<(), Status> {
        self.run.borrow_mut().live.keep_room();
        if self.keeps {
            self.mark();
        }
        let result = action(&self.cx());
        match result {
            Ok(()) => {
                self.run.borrow_mut().open_started();
                Ok(())
            }
            Err(stop) => Err(self.stopped(stop)),
        }
    }

    #[cold]
    fn stopped(&mut self, stop: Stop) -> Status {
        if !matches!(stop, Stop::Finished) {
            self.rewind();
        }
        Status::of(&self.run.borrow(), stop)
    }

    /// Returns to the last snapshot. Answers since then stay in the journal and are used again.
    fn rewind(&mut self) {
        self.ahead.clear();
        let Some(last) = self.snapshots.last() else { return };
        let mut run = self.run.borrow_mut();
        let kept = last.log.min(run.log.entries.len());
        self.ahead.extend_from_slice(&run.log.entries[kept..]);
        run.live.set_layout(last.layout.clone());
        run.restore(last.state.clone());
        run.journal.used = last.used;
        run.journal.silent = last.silent;
        run.log.entries.truncate(last.log);
        run.decisions = last.decisions;
        run.turns = last.turns;
        run.effort.reset(last.effort);
    }

    /// Answers the pending question. The answer must be one that the question allows; offers are checked when they are
    /// carried out.
    pub fn answer(&mut self, seat: u16, question: &Question, mut answer: Answer) {
        let mut run = self.run.borrow_mut();
        let pending = run.pending.take();
        let state = pending.map(|pending| pending.state);
        let window = matches!(question.kind, Kind::Window { .. });
        // The sentence is written for the state in which the question was asked.
        let text = match state {
            Some(state) => {
                let mut asked = Indexed::new(&self.game, state);
                run.live.exchange(&mut asked);
                answer = run.world().with_first_cards(question, answer);
                let text = sentence::write(&run.world(), question, seat, &answer);
                run.live.exchange(&mut asked);
                text
            }
            None => sentence::write(&run.world(), question, seat, &answer),
        };
        let silent = window.then_some(run.journal.silent_before);
        // Windows are counted from here on.
        run.journal.silent_before = 0;
        run.idle = 0;
        run.journal.entries.push(Entry::Answer { seat, silent, answer, text });
    }

    /// The number of windows passed in silence since the last journal entry, up to the pending question.
    pub fn silent(&self) -> u32 {
        let run = self.run.borrow();
        if run.pending.is_some() { run.journal.silent_before } else { run.journal.silent }
    }

    /// Continues from the last journal entry after this many windows passed in silence.
    pub fn skip_windows(&mut self, silent: u32) {
        self.run.borrow_mut().journal.silent_before = silent;
    }

    /// Lets the pending window pass in silence.
    pub fn stay_silent(&mut self) {
        let mut run = self.run.borrow_mut();
        run.pending = None;
        run.journal.silent_before += 1;
    }

    /// The next change by hand in the journal: its text, and its line in the file it came from.
    pub fn next_change(&self) -> Option<(String, Option<u32>)> {
        let run = self.run.borrow();
        match run.journal.entries.get(run.journal.used) {
            Some(Entry::Arbiter { text, line, .. }) => Some((text.clone(), *line)),
            _ => None,
        }
    }

    /// True if the journal has a change by hand in the middle of an action, where none is possible.
    pub fn lost_change(&self) -> bool {
        let run = self.run.borrow();
        run.journal.entries.iter().skip(run.journal.used).any(|entry| matches!(entry, Entry::Arbiter { .. }))
    }

    /// True if no action is in progress: the whole journal led to the settled position before the question.
    pub fn is_between(&self) -> bool {
        let run = self.run.borrow();
        run.journal.used == run.journal.entries.len()
    }

    /// Appends a change by hand to the journal. It takes place before the pending question.
    pub fn order(&mut self, text: String) {
        let mut run = self.run.borrow_mut();
        let window = |pending: &Pending| matches!(pending.question.kind, Kind::Window { .. });
        let silent = run.pending.as_ref().is_some_and(window).then_some(run.journal.silent_before);
        run.journal.silent_before = 0;
        run.idle = 0;
        run.journal.entries.push(Entry::Arbiter { silent, text, line: None });
    }

    /// Carries out the next change by hand in the journal, all of it or nothing. No hooks run; rules of settled play
    /// and invariants are checked when play goes on.
    ///
    /// # Errors
    /// Why the position cannot be so.
    pub fn arbitrate(&mut self, edits: &[Edit]) -> Result<(), Box<Fault>> {
        if self.keeps {
            self.mark();
        }
        self.ahead.clear();
        let mut run = self.run.borrow_mut();
        run.pending = None;
        run.effort.refill();
        let Some(Entry::Arbiter { text, .. }) = run.journal.entries.get(run.journal.used).cloned() else {
            return Ok(());
        };
        let silent = std::mem::take(&mut run.journal.silent);
        run.journal.used += 1;
        // It is logged before its effects, in the step that it begins.
        let begins = edits.iter().any(|edit| matches!(edit, Edit::Begin(..)));
        let told = run.log.entries.len();
        if !begins {
            run.note(|_| log::Event::Arbitrated(text.clone()));
        }
        let result = run.edit_all(edits);
        if result.is_err() {
            run.journal.used -= 1;
            run.journal.silent = silent;
            run.log.entries.truncate(told);
        } else if begins {
            run.note(|_| log::Event::Arbitrated(text));
        }
        run.idle = 0;
        result
    }

    /// The journal entries at which players answered or the position was changed by hand.
    pub fn choices(&self) -> Vec<usize> {
        let run = self.run.borrow();
        let chosen = |entry: &Entry| entry.is_answer() || matches!(entry, Entry::Arbiter { .. });
        (0..run.journal.entries.len()).filter(|at| chosen(&run.journal.entries[*at])).collect()
    }

    /// The journal entries at which players answered.
    pub fn answers(&self) -> Vec<usize> {
        let run = self.run.borrow();
        (0..run.journal.entries.len()).filter(|at| run.journal.entries[*at].is_answer()).collect()
    }

    /// The last settled point before a journal entry was used.
    pub(in crate::play) fn settled_before(&self, at: usize) -> Option<&Snapshot> {
        self.snapshots[..self.snapshots.partition_point(|one| one.used <= at)].last()
    }

    /// Returns to just before journal entry `at`; later entries are returned.
    pub fn back_to(&mut self, at: usize) -> Vec<Entry> {
        self.return_to(at, |one| one.used <= at)
    }

    /// The same, but to a window before that entry, after so many windows that passed in silence: it is asked again.
    pub fn back_to_window(&mut self, at: usize, silent: u32) -> Vec<Entry> {
        let later = self.return_to(at, |one| (one.used, one.silent) <= (at, silent));
        self.skip_windows(silent);
        later
    }

    fn return_to(&mut self, at: usize, is_before: impl Fn(&Snapshot) -> bool) -> Vec<Entry> {
        self.snapshots.truncate(self.snapshots.partition_point(is_before).max(1));
        let later = {
            let mut run = self.run.borrow_mut();
            let at = at.min(run.journal.entries.len());
            run.journal.silent_before = 0;
            run.pending = None;
            run.idle = 0;
            run.journal.entries.split_off(at)
        };
        self.rewind();
        // Log entries that were taken back are dropped.
        self.ahead.clear();
        later
    }

    /// Appends entries to the journal, to be used as play goes on.
    pub fn feed(&mut self, entries: impl IntoIterator<Item = Entry>) {
        let mut run = self.run.borrow_mut();
        let before = run.journal.entries.len();
        run.journal.entries.extend(entries);
        if run.journal.entries.len() > before {
            // Windows are counted from the last entry, which has changed.
            run.journal.silent_before = 0;
        }
    }

    /// The log up to the pending question.
    pub fn log(&self) -> Vec<log::Entry> {
        let mut entries = self.run.borrow().log.entries.clone();
        entries.extend_from_slice(&self.ahead);
        entries
    }

    /// The length of the log up to the pending question.
    pub fn log_length(&self) -> usize {
        self.run.borrow().log.entries.len() + self.ahead.len()
    }

    /// The digest of the state: the same for equal states on every machine.
    pub fn digest(&self) -> u64 {
        self.run.borrow().state().digest()
    }
}
