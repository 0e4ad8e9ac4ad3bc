//! Stepping through decisions, breakpoints, and traces.

use std::path::Path;

use oriflamme::session::{Said, Stepped, Stride, TraceOutcome};

use super::commands::counted;
use super::{Dialogue, Done};
use crate::{command, files};

/// The commands that only look, or that go on from a stop.
const AT_STOP: &[&str] = &[
    "board", "svg", "hand", "status", "log", "why", "ask", "watch", "rule", "rulings", "help", "show", "save", "quit",
    "back", "step", "into", "over", "out", "run", "break", "handover",
];

impl Dialogue {
    /// Carries out a line while a decision has stopped.
    pub(super) fn at_stop(&mut self, text: &str) -> Done {
        match command::parse(text) {
            Some((command, rest, _)) if AT_STOP.contains(&command.name()) => (command.run)(self, rest),
            None if text.is_empty() => self.strides(Stride::Step, ""),
            _ => {
                let at = self.session().stopped_at().unwrap_or_default();
                Err(format!(
                    "not done: `{text}`. A decision has stopped at {at}: `run` goes on with it, `back` leaves it"
                )
                .into())
            }
        }
    }

    /// Why the rules may not be looked at, if so.
    fn may_step(&self) -> Result<(), String> {
        self.session().may_step(self.sees_all())
    }

    pub(crate) fn step(&mut self, rest: &str) -> Done {
        if self.session().is_stopped() {
            return self.strides(Stride::Step, rest);
        }
        self.may_step()?;
        let stepped = self.session_mut().step_into(rest);
        self.stepped(stepped, rest);
        Ok(())
    }

    /// Continues from a stop: `over`, `out`, `run`, or `step` with a number.
    pub(crate) fn strides(&mut self, stride: Stride, rest: &str) -> Done {
        if !self.session().is_stopped() {
            return Err(
                "no decision has stopped: `step SENTENCE` steps through one, `break` sets where others stop".into()
            );
        }
        let times = counted(rest)?;
        let stepped = self.session_mut().stride(stride, times as u64);
        self.stepped(stepped, "");
        Ok(())
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

    pub(crate) fn set_break(&mut self, rest: &str) -> Done {
        let words = match rest.split_once(char::is_whitespace) {
            _ if rest.is_empty() => {
                let breaks = self.session().breaks();
                if breaks.is_empty() {
                    self.note("there are no breakpoints");
                }
                self.lines(&breaks);
                return Ok(());
            }
            _ if rest == "off" => {
                let gone = self.session_mut().clear_breaks();
                if gone == 0 { "there are no breakpoints".to_owned() } else { "all breakpoints removed".to_owned() }
            }
            Some(("off", which)) => {
                format!("breakpoint {} removed", self.session_mut().remove_break(which.trim())?)
            }
            _ => {
                self.may_step()?;
                format!("breakpoint set: decisions stop at {}", self.session_mut().set_break(rest)?)
            }
        };
        self.note(&words);
        Ok(())
    }

    pub(crate) fn trace(&mut self, rest: &str) -> Done {
        let mut file = None;
        let mut sentence = rest;
        if let Some(after) = rest.strip_prefix("--html") {
            let after = after.trim_start();
            let (name, words) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
            if name.is_empty() {
                return Err("usage: `trace --html FILE SENTENCE`".into());
            }
            file = Some(name);
            sentence = words.trim_start();
        }
        self.may_step()?;
        let traced = self.session_mut().trace(sentence);
        let traced = match traced {
            Ok(traced) => traced,
            Err(stepped) => {
                self.stepped(stepped, sentence);
                return Ok(());
            }
        };
        let game = self.session().game().clone();
        match file {
            None if traced.is_empty() && matches!(traced.outcome, TraceOutcome::Refused(_)) => {}
            None => self.pages(&traced.lines(&game)),
            Some(name) => match files::write_page(Path::new(name), &traced.page(&game)) {
                Ok(()) => self.note(&format!("wrote {name}")),
                Err(problem) => self.refuse(&problem),
            },
        }
        match traced.outcome {
            TraceOutcome::Made if self.school.is_some() => self.note("the decision was not made"),
            TraceOutcome::Made => self.note("the decision was not made: `forward` makes it"),
            TraceOutcome::Refused(problem) => self.said(Said::Refused(problem)),
            TraceOutcome::Faulty(fault) => self.said(Said::Faulty(fault)),
        }
        Ok(())
    }
}
