//! What a page shows beside the dialogue, and what it needs of a dialogue.

use oriflamme::session::{Decided, Takes};
use serde::Serialize;

use crate::paint::Row;
use crate::reader::Talk;

/// What a page shows beside the dialogue. Texts are HTML, except where they are said to be plain.
#[derive(Default, Serialize)]
pub(crate) struct Panel {
    /// The prompt, as plain text.
    pub prompt: String,
    /// The side whose player has yet to take over; then nothing else is shown. Plain text.
    pub awaited: Option<String>,
    /// The side whose player decides at another page. Plain text.
    pub waits_for: Option<String>,
    /// A sentence that says which sides have decided in secret, while another decides. Plain text.
    pub decided: Option<String>,
    /// A sentence that says whose own page this is. Plain text.
    pub own: Option<String>,
    /// True for the page of one of several players, who waits for the others.
    pub plays: bool,
    /// The side whose bot decides when the watcher lets it. Plain text.
    pub bot: Option<String>,
    /// The board in SVG.
    pub board: String,
    /// Lines below the board.
    pub values: Vec<Row>,
    /// The open question with its choices.
    pub menu: Option<Menu>,
    /// The buttons below the line for commands.
    pub buttons: Vec<Button>,
}

/// The open question with its choices.
#[derive(Default, Serialize)]
pub(crate) struct Menu {
    pub heading: String,
    pub advice: Option<String>,
    pub items: Vec<Choice>,
    pub takes: Takes,
    /// How to pass, as plain text.
    pub pass: Option<String>,
    /// What passing gives up, as plain text.
    pub given_up: Option<String>,
    /// True if an empty line answers the question.
    pub enter: bool,
}

/// A choice.
#[derive(Default, Serialize)]
pub(crate) struct Choice {
    /// What to type for it, as plain text.
    pub key: String,
    pub text: String,
    pub note: String,
    pub group: String,
    /// The names of the spaces and pieces on the board that it means, as plain text.
    pub things: Vec<String>,
    /// True for all members of a set at once.
    pub all: bool,
}

/// A button for a command. Its texts are plain.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Button {
    /// What is on it.
    pub name: &'static str,
    /// The line that it says.
    pub line: &'static str,
    /// What it is for.
    pub title: &'static str,
}

/// What one page needs to know of the game before the lines of another, to say what these have changed.
pub(crate) struct Before {
    /// How many decisions are taken back.
    pub undone: usize,
    /// The decisions made, as the page may read them.
    pub decided: Vec<Decided>,
    /// What persons are asked; see [`oriflamme::session::Session::asks_persons`].
    pub asks: [bool; 3],
}

/// A dialogue that can be held on a page.
pub(crate) trait Paged: Talk {
    /// What stands beside the dialogue now, for whom may see it.
    fn panel(&self) -> Panel;

    /// Wraps what is said to the width of the page.
    fn fit_page(&mut self, columns: usize);

    /// A line as the page sent it, behind the prompt, in HTML.
    fn echo(&self, line: &str) -> String;

    /// The completions of a line.
    fn completions(&self, _line: &str) -> Vec<String> {
        Vec::new()
    }

    /// The commands that are possible now with a piece or space, by its name on the board.
    fn commands_with(&self, _name: &str) -> Vec<String> {
        Vec::new()
    }

    /// Shows everything to the player of this page from now on.
    fn look(&self) {}

    /// What this page needs to know before these lines of another are carried out, if they may change more than one
    /// decision does.
    fn before_lines_of_another(&self, _lines: &str) -> Option<Before> {
        None
    }

    /// Tells what has happened, also what was taken back or set.
    fn hear(&mut self, _before: Option<&Before>) {
        self.tell();
    }

    /// A number that is another for each question that is open.
    fn question(&self) -> u64 {
        0
    }

    /// True if a line answers no question, whichever is open.
    fn only_looks(&self, _line: &str) -> bool {
        true
    }

    /// The number of decisions made.
    fn decisions(&self) -> usize {
        0
    }

    /// Saves what is to be saved after every line.
    fn keep(&mut self) {}

    /// The words that warn before the program ends without having saved, if anything would be lost.
    fn unsaved(&self) -> Option<String> {
        None
    }

    /// True if something should have been saved, and is not.
    fn is_lost(&self) -> bool {
        false
    }
}
