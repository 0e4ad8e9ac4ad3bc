//! Stepping through a decision: it is made, taken back, and replayed on a copy up to each stop in turn. A stop
//! therefore never changes the game, and the whole state can be inspected.

mod awake;
mod breaks;
mod page;
mod shown;
mod stepper;
mod trace;

use crate::diagnostic::did_you_mean;
use crate::draw::{Line, Role};
use crate::play::Fault;
use crate::play::journal::Entry;
use crate::play::question::{Answer, Kind};
use crate::play::rehearsal::Course;

use super::meaning::Meaning;
use super::{Said, Session, Went};
use awake::Awake;
pub(in crate::session) use breaks::Break;
use stepper::{Picture, Stepper, Until};

pub use trace::{Outcome, Traced};

/// How far to continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// To the next rule or statement.
    Step,
    /// The same, but past the rules that this one evaluates.
    Over,
    /// Until the enclosing rule continues.
    Out,
    /// To the next breakpoint.
    Run,
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// The decision has stopped here.
    Stopped(Vec<Line>),
    /// The decision ran to its end and was made.
    Made,
    /// An incomplete order was opened.
    Opened,
    /// The input is refused, for this reason.
    Refused(String),
    /// The rules have a fault. The game is unchanged.
    Faulty(Box<Fault>),
}

/// A decision that is replayed from one question on.
struct Trial {
    course: Course,
    /// The number of entries of the journal used before the decision.
    from: usize,
    /// The fault in which it ends.
    fault: Option<Box<Fault>>,
}

impl Trial {
    fn awake(&self) -> Awake {
        let last = self.course.entries.iter().rposition(|entry| matches!(entry, Entry::Answer { .. }));
        Awake::new(self.from, self.course.at + last.map_or(0, |last| last + 1))
    }
}

/// A decision that has stopped.
pub(super) struct Stopped {
    trial: Trial,
    picture: Picture,
}

/// The reason why a strict game allows no trial of a decision.
const STRICT: &str = "this game is strict: stepping would show the dice before the decision counts";

/// The reason why a pass at an interrupt question is no decision.
const PASS: &str = "a pass here decides nothing that could be stepped through; the game is unchanged";

impl Session {
    /// Whether the person at the keyboard may see every rule evaluated. `alone`: one person at the keyboard plays all
    /// sides that persons play.
    ///
    /// # Errors
    /// The reason why not, and a remedy.
    pub fn may_step(&self, alone: bool) -> Result<(), String> {
        if self.opening.strict {
            return Err(STRICT.to_owned());
        }
        self.may_see_all(alone, "the rules ask about what")
    }

    /// Whether the person at the keyboard may see everything that the sides hide. `alone`: one person at the keyboard
    /// plays all sides that persons play. `shows`: what would reveal it, as the beginning of a sentence.
    ///
    /// # Errors
    /// The reason why not, and a remedy.
    pub fn may_see_all(&self, alone: bool, shows: &str) -> Result<(), String> {
        if !self.has_secrets() {
            return Ok(());
        }
        let titles = |seats: &mut dyn Iterator<Item = u16>| {
            let titles: Vec<String> = seats.map(|seat| self.game.sides[usize::from(seat)].title.clone()).collect();
            titles.join(", ")
        };
        if !alone && self.is_shared() {
            return Err(format!("{shows} the other side hides: `handover off` if one person plays all sides"));
        }
        let bots = titles(&mut self.game.played().filter(|seat| !self.is_person(*seat)));
        if bots.is_empty() {
            return Ok(());
        }
        Err(format!("{shows} a bot hides: `bot SIDE person` shows you that side too ({bots})"))
    }

    /// True if a decision has stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// The file and line where a decision has stopped. None if none has.
    pub fn stopped_at(&self) -> Option<String> {
        let stopped = self.stopped.as_ref()?;
        Some(shown::place(&self.game, stopped.picture.place.span))
    }

    /// The stop, as it was shown when it was reached.
    pub fn stop_shown(&self) -> Option<Vec<Line>> {
        let stopped = self.stopped.as_ref()?;
        Some(self.world(|world| world.apart(|world| shown::stop(world, &stopped.picture))))
    }

    /// Makes a decision, and stops at its first rule or statement. An empty text means the decision taken back last.
    pub fn step_into(&mut self, text: &str) -> Stepped {
        let trial = match self.try_out(text) {
            Ok(trial) => trial,
            Err(stepped) => return stepped,
        };
        let until = Until { after: 0, depth: Some(usize::MAX), skip: 0, breaks: self.breaks.clone() };
        self.go_to(trial, until)
    }

    /// Continues from a stop, `times` times.
    pub fn stride(&mut self, stride: Stride, times: u64) -> Stepped {
        let Some(Stopped { trial, picture }) = self.stopped.take() else {
            return Stepped::Refused("no decision has stopped: `step SENTENCE` steps through one".to_owned());
        };
        let around = picture.around.len();
        if stride == Stride::Out && around == 0 {
            self.stopped = Some(Stopped { trial, picture });
            let text = "only the sequence of play asked this: `over` continues after it, `run` makes the decision";
            return Stepped::Refused(text.to_owned());
        }
        let depth = match stride {
            Stride::Step => Some(usize::MAX),
            Stride::Over => Some(around),
            Stride::Out => around.checked_sub(1),
            Stride::Run => None,
        };
        let until = Until { after: picture.event, depth, skip: times.saturating_sub(1), breaks: self.breaks.clone() };
        self.go_to(trial, until)
    }

    /// Abandons a stopped decision without making it. Returns false if none has stopped.
    pub fn leave_stop(&mut self) -> bool {
        let was = self.stopped.take().is_some();
        if was {
            // Repeats the question, in its own state.
            self.go_on();
        }
        was
    }

    /// Answers like [`Session::say`], but stops at the first breakpoint reached.
    pub fn say_to_break(&mut self, text: &str) -> (Said, Option<Vec<Line>>) {
        let from = self.journal_length();
        let said = self.say(text);
        let until = || Until { after: 0, depth: None, skip: 0, breaks: self.breaks.clone() };
        let trial = match &said {
            _ if self.breaks.is_empty() => None,
            Said::Faulty(fault) => self.fallen(from, fault),
            Said::Done if self.answered_since(from) => {
                Some(Trial { course: self.play.course(from), from, fault: None })
            }
            _ => None,
        };
        let Some(trial) = trial else { return (said, None) };
        match self.found(&trial, until()) {
            Ok(Some(_)) => {}
            Ok(None) => return (said, None),
            Err(fault) => return (Said::Faulty(fault), None),
        }
        let until = until();
        let trial = if trial.fault.is_some() { trial } else { self.take_back(from) };
        match self.go_to(trial, until) {
            Stepped::Stopped(lines) => (said, Some(lines)),
            _ => (said, None),
        }
    }

    /// Makes a decision and takes it back, ready to be replayed. An empty text means the decision taken back last.
    fn try_out(&mut self, text: &str) -> Result<Trial, Stepped> {
        let from = self.journal_length();
        if text.is_empty() {
            match self.forward(1) {
                Went::By(_) => {}
                Went::Faulty(fault) => return Err(Stepped::Faulty(fault)),
                Went::Nowhere | Went::Barred(_) => {
                    let text = "no decision was undone: name one, `step SENTENCE` or `trace SENTENCE`";
                    return Err(Stepped::Refused(text.to_owned()));
                }
            }
        } else {
            if self.passes_a_window(text) {
                return Err(Stepped::Refused(PASS.to_owned()));
            }
            match self.say(text) {
                Said::Done => {}
                Said::Opened => return Err(Stepped::Opened),
                Said::Refused(problem) => return Err(Stepped::Refused(problem)),
                Said::Held => {
                    return Err(Stepped::Refused("not possible here: the lesson asks for something else".to_owned()));
                }
                // It has been taken back, and can be stepped through up to the fault.
                Said::Faulty(fault) => return self.fallen(from, &fault).ok_or(Stepped::Faulty(fault)),
            }
        }
        if !self.answered_since(from) {
            return Err(Stepped::Refused("nothing was decided".to_owned()));
        }
        Ok(self.take_back(from))
    }

    /// True if a text lets an interrupt question pass. The journal has no entry for it, so it cannot be taken back.
    fn passes_a_window(&mut self, text: &str) -> bool {
        let Some((seat, question)) = self.open_question() else { return false };
        let is_window = matches!(question.kind, Kind::Window { .. });
        is_window && matches!(self.meaning_of(&question, seat, text), Meaning::Answer(Answer::Pass))
    }

    /// True if a person has answered after the first `from` entries of the journal.
    fn answered_since(&self, from: usize) -> bool {
        self.play.look(|run| {
            let later = run.journal.entries.get(from..).unwrap_or_default();
            later.iter().any(|entry| matches!(entry, Entry::Answer { seat, .. } if self.is_person(*seat)))
        })
    }

    /// The decision that has just run into a fault.
    fn fallen(&self, from: usize, fault: &Fault) -> Option<Trial> {
        let entries = self.fallen.clone();
        let fault = Some(Box::new(fault.clone()));
        // Every window after the last answer passes in silence.
        let course = Course { at: from, entries, silent: u32::MAX };
        (!course.entries.is_empty()).then_some(Trial { course, from, fault })
    }

    /// Takes back the last decision, for a trial of everything after the first `from` entries of the journal.
    fn take_back(&mut self, from: usize) -> Trial {
        let whole = self.play.course(0);
        self.back(1);
        // An order is taken back with its payment.
        let at = self.journal_length().min(whole.entries.len());
        let course = Course { at, entries: whole.entries[at..].to_vec(), silent: whole.silent };
        Trial { course, from, fault: None }
    }

    /// The moment at which a trial stops. None if it runs to its end.
    fn found(&self, trial: &Trial, until: Until) -> Result<Option<Picture>, Box<Fault>> {
        let (stepper, found) = Stepper::new(until, trial.awake());
        self.play.rehearse(&trial.course, stepper)?;
        Ok(found.take().picture)
    }

    /// Runs a trial up to a moment, or makes its decision if it does not stop.
    fn go_to(&mut self, trial: Trial, until: Until) -> Stepped {
        match self.found(&trial, until) {
            Ok(Some(picture)) => {
                self.play.imagine(picture.state.clone());
                self.stopped = Some(Stopped { trial, picture });
                Stepped::Stopped(self.stop_shown().unwrap_or_default())
            }
            Ok(None) => {
                // Repeats the question, in its own state.
                self.go_on();
                if let Some(fault) = trial.fault {
                    return Stepped::Faulty(fault);
                }
                match self.forward(1) {
                    Went::Faulty(fault) => Stepped::Faulty(fault),
                    _ => Stepped::Made,
                }
            }
            Err(fault) => {
                self.leave_stop();
                Stepped::Faulty(fault)
            }
        }
    }

    /// Sets a breakpoint: a section, the name of a rule, or a line of a file. Returns its name.
    ///
    /// # Errors
    /// The error, with suggestions.
    pub fn set_break(&mut self, text: &str) -> Result<String, String> {
        let new = Break::read(&self.game, text)?;
        let name = new.text.clone();
        if !self.breaks.contains(&new) {
            self.breaks.push(new);
        }
        Ok(name)
    }

    /// Removes a breakpoint by name or number.
    ///
    /// # Errors
    /// There is no such breakpoint. The message has suggestions.
    pub fn remove_break(&mut self, text: &str) -> Result<String, String> {
        let by_number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let by_name = self.breaks.iter().position(|one| one.text == text);
        let at = by_name.or(by_number.filter(|at| *at < self.breaks.len()));
        match at {
            Some(at) => Ok(self.breaks.remove(at).text),
            None => {
                let near = did_you_mean(text, self.breaks.iter().map(|one| one.text.as_str()));
                Err(format!("no breakpoint `{text}`{near}; `break` lists them"))
            }
        }
    }

    /// Removes all breakpoints. Returns the number removed.
    pub fn clear_breaks(&mut self) -> usize {
        std::mem::take(&mut self.breaks).len()
    }

    /// The breakpoints, numbered.
    pub fn breaks(&self) -> Vec<Line> {
        let numbered = (1..).zip(&self.breaks);
        numbered.map(|(at, one)| Line::of(Role::Key, format!("{at:>3}  ")).and(Role::Plain, &*one.text)).collect()
    }

    /// The names of rules where a decision can stop.
    pub fn break_names(&self) -> Vec<String> {
        breaks::names(&self.game)
    }
}
