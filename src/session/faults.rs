//! What is shown of a fault in the rules. Its message may name what is hidden from those who read it.

use crate::diagnostic::Diagnostic;
use crate::model::game::Game;
use crate::play::Fault;

use super::Session;

/// What stands in place of a message that may give something away.
const FAILS: &str = "a rule fails here";
/// Why the message is not shown.
const WITHHELD: &str = "its message is not shown: it may name what is hidden from a player";

/// The diagnostic for a fault in the rules found only in play.
pub fn diagnostic(fault: &Fault) -> Diagnostic {
    let mut diagnostic = Diagnostic::error("fault-in-play", fault.message.as_str());
    if let Some(span) = fault.span {
        diagnostic = diagnostic.at(span, "here");
    }
    fault.notes.iter().fold(diagnostic, |diagnostic, note| diagnostic.note(note.as_str()))
}

impl Session {
    /// True if each person has a page of their own.
    pub(super) fn on_pages(&self) -> bool {
        self.looker.is_some()
    }

    /// The same for those who look. Where each person has a page of their own in a game with secrets, it shows only
    /// the place.
    pub fn diagnostic(&self, fault: &Fault) -> Diagnostic {
        if !self.on_pages() || !self.has_secrets() {
            return diagnostic(&self.guarded(fault));
        }
        diagnostic(&Fault { span: fault.span, notes: vec![WITHHELD.to_owned()], ..Fault::new(FAILS) })
    }
}

/// The message of a fault in one line; on a page of a game with secrets, its place.
pub(super) fn words(game: &Game, on_pages: bool, fault: &Fault) -> String {
    if !on_pages || !game.has_secrets() {
        return fault.message.clone();
    }
    match fault.span {
        Some(span) => format!("a rule fails: {}", game.sources.place(span)),
        None => "a rule fails".to_owned(),
    }
}
