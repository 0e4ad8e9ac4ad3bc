//! Why a command is not carried out.

use oriflamme::play::Fault;
use oriflamme::session::NoOdds;

use super::Dialogue;

/// Why a command is not carried out, or not to its end.
pub(crate) enum Refusal {
    /// The reason, and how to put it right.
    Said(String),
    /// The rules have a fault.
    Fault(Box<Fault>),
    /// The player has stopped it.
    Stopped,
}

impl From<String> for Refusal {
    fn from(problem: String) -> Self {
        Refusal::Said(problem)
    }
}

impl From<&str> for Refusal {
    fn from(problem: &str) -> Self {
        Refusal::Said(problem.to_owned())
    }
}

impl From<Box<Fault>> for Refusal {
    fn from(fault: Box<Fault>) -> Self {
        Refusal::Fault(fault)
    }
}

impl From<NoOdds> for Refusal {
    fn from(reason: NoOdds) -> Self {
        match reason {
            NoOdds::Refused(problem) => Refusal::Said(problem),
            NoOdds::Faulty(fault) => Refusal::Fault(fault),
            NoOdds::Stopped => Refusal::Stopped,
        }
    }
}

/// What becomes of a command.
pub(crate) type Done = Result<(), Refusal>;

impl Dialogue {
    /// Tells why something was not done.
    pub(super) fn done(&mut self, done: Done) {
        match done {
            Ok(()) => {}
            Err(Refusal::Said(problem)) => self.refuse(&problem),
            Err(Refusal::Fault(fault)) => self.fault(&fault),
            Err(Refusal::Stopped) => self.note("stopped; the game has not changed"),
        }
    }
}
