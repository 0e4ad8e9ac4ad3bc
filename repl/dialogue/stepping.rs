//! Stepping through decisions, breakpoints, and traces.

use std::path::Path;

use oriflamme::session::{Said, Stepped, Stride, TraceOutcome};

use super::Dialogue;
use crate::reader::Next;
use crate::{command, files};

/// The commands that only look, or that go on from a stop.
const AT_STOP: &[&str] = &[
    "board", "svg", "hand", "status", "log", "why", "ask", "watch", "rule", "rulings", "help", "show", "save", "quit",
    "back", "step", "into", "over", "out", "run", "break", "handover",
];

impl Dialogue {
    /// Carries out a line while a decision has stopped.
    pub(super) fn at_stop(&mut self, text: &str) -> Next {
        match command::parse(text) {
            Some((command, rest, _)) if AT_STOP.contains(&command.name) => (command.run)(self, rest),
            None if text.is_empty() => self.strides(Stride::Step, ""),
            _ => {
                let at = self.session().stopped_at().unwrap_or_default();
                self.refuse(&format!(
                    "not done: `{text}`. A decision has stopped at {at}: `run` goes on with it, `back` leaves it"
                ));
                Next::GoOn
            }
        }
    }

    /// True if the rules may be looked at; otherwise says why not.
    fn may_step(&mut self) -> bool {
        let may = self.session().may_step(self.sees_all());
        match may {
            Ok(()) => true,
            Err(problem) => {
                self.refuse(&problem);
                false
            }
        }
    }

    pub(crate) fn step(&mut self, rest: &str) -> Next {
        if self.session().is_stopped() {
            return self.strides(Stride::Step, rest);
        }
        if self.may_step() {
            let stepped = self.session_mut().step_into(rest);
            self.stepped(stepped, rest);
        }
        Next::GoOn
    }

    /// Continues from a stop: `over`, `out`, `run`, or `step` with a number.
    pub(crate) fn strides(&mut self, stride: Stride, rest: &str) -> Next {
        if !self.session().is_stopped() {
            self.refuse("no decision has stopped: `step SENTENCE` steps through one, `break` sets where others stop");
            return Next::GoOn;
        }
        let Some(times) = self.count(rest) else { return Next::GoOn };
        let stepped = self.session_mut().stride(stride, times as u64);
        self.stepped(stepped, "");
        Next::GoOn
    }

    fn stepped(&mut self, stepped: Stepped, text: &str) {
        match stepped {
            Stepped::Stopped(lines) => self.pages(&lines),
            Stepped::Made => self.note("the decision is made"),
            Stepped::Opened => self.note("the order is not complete: type the rest with the same command"),
            Stepped::Refused(problem) if text.is_empty() => self.refuse(&problem),
            Stepped::Refused(problem) => self.said(Said::Refused(problem)),
            Stepped::Faulty(fault) => self.said(Said::Faulty(fault)),
        }
    }

    pub(crate) fn set_break(&mut self, rest: &str) -> Next {
        let done = match rest.split_once(char::is_whitespace) {
            _ if rest.is_empty() => {
                let breaks = self.session().breaks();
                if breaks.is_empty() {
                    self.note("there are no breakpoints");
                }
                self.lines(&breaks);
                return Next::GoOn;
            }
            _ if rest == "off" => {
                let gone = self.session_mut().clear_breaks();
                Ok(if gone == 0 { "there are no breakpoints".to_owned() } else { "all breakpoints removed".to_owned() })
            }
            Some(("off", which)) => {
                let gone = self.session_mut().remove_break(which.trim());
                gone.map(|gone| format!("breakpoint {gone} removed"))
            }
            _ => {
                if !self.may_step() {
                    return Next::GoOn;
                }
                let set = self.session_mut().set_break(rest);
                set.map(|set| format!("breakpoint set: decisions stop at {set}"))
            }
        };
        match done {
            Ok(words) => self.note(&words),
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn trace(&mut self, rest: &str) -> Next {
        let mut file = None;
        let mut sentence = rest;
        if let Some(after) = rest.strip_prefix("--html") {
            let after = after.trim_start();
            let (name, words) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
            if name.is_empty() {
                self.refuse("usage: `trace --html FILE SENTENCE`");
                return Next::GoOn;
            }
            let path = Path::new(name);
            let is_page = |text: String| text.trim_start().starts_with("<!DOCTYPE html");
            if path.exists() && !files::read_text(path).is_ok_and(is_page) {
                self.refuse(&format!("{name} exists and is not an HTML page: choose another name"));
                return Next::GoOn;
            }
            file = Some(name);
            sentence = words.trim_start();
        }
        if !self.may_step() {
            return Next::GoOn;
        }
        let traced = self.session_mut().trace(sentence);
        let traced = match traced {
            Ok(traced) => traced,
            Err(stepped) => {
                self.stepped(stepped, sentence);
                return Next::GoOn;
            }
        };
        let game = self.session().game().clone();
        match file {
            None if traced.is_empty() && matches!(traced.outcome, TraceOutcome::Refused(_)) => {}
            None => self.pages(&traced.lines(&game)),
            Some(name) => match files::write(Path::new(name), &traced.page(&game)) {
                Ok(()) => self.note(&format!("wrote {name}")),
                Err(problem) => self.refuse(&problem),
            },
        }
        match traced.outcome {
            TraceOutcome::Made => self.note("the decision was not made: `forward` makes it"),
            TraceOutcome::Refused(problem) => self.said(Said::Refused(problem)),
            TraceOutcome::Faulty(fault) => self.said(Said::Faulty(fault)),
        }
        Next::GoOn
    }
}
