//! The reader: passes lines from a terminal or standard input to a dialogue.

use std::io::BufRead;
use std::time::{Duration, Instant};

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor, Helper};

use crate::paint::{complain, say};
use crate::{Ending, Refused, Run, stop};

/// The line editor.
pub(crate) type LineEditor<H> = Editor<H, FileHistory>;

/// No player reads and answers a question faster than this: a faster line was pasted, or typed before the question
/// appeared.
const HASTE: Duration = Duration::from_millis(150);

/// Whether a dialogue continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Continue with another line.
    GoOn,
    /// End the dialogue.
    Leave,
}

/// A dialogue, as used by the reader.
pub(crate) trait Talk {
    /// The completion helper.
    type Assistant: Helper;

    /// The answer to an interrupt: how to quit.
    const INTERRUPTED: &'static str;

    /// Prepares for the next line: passes the terminal's size and the completion helper between editor and dialogue.
    fn prepare(&mut self, editor: &mut LineEditor<Self::Assistant>);

    /// Prints everything that belongs before the next line.
    fn tell(&mut self);

    /// The prompt.
    fn prompt(&self) -> String;

    /// Why only a line typed in answer to the current prompt is accepted: the keyboard passes to another player.
    /// Usually `None`.
    fn waits(&self) -> Option<String> {
        None
    }

    /// Carries out a line. It is trimmed, and not a comment.
    fn line(&mut self, line: &str) -> Next;

    /// Called when standard input ends before the dialogue does.
    fn ended(&mut self);

    /// True if a line was refused or there was an error.
    fn failed(&self) -> bool;
}

/// Reads lines at a terminal until the user quits; the end of input counts as `quit`.
///
/// # Errors
/// The terminal cannot be read.
pub(crate) fn typed<T: Talk>(talk: &mut T, editor: &mut LineEditor<T::Assistant>) -> Result<(), String> {
    talk.prepare(editor);
    stop::ask_twice(T::INTERRUPTED);
    loop {
        talk.tell();
        // Completion depends on who is at the keyboard now.
        talk.prepare(editor);
        let asked = Instant::now();
        let next = match editor.readline(&talk.prompt()) {
            Ok(line) => {
                // The window may have been resized meanwhile.
                talk.prepare(editor);
                answered(talk, &line, asked.elapsed())
            }
            Err(ReadlineError::Interrupted) => {
                say(T::INTERRUPTED);
                Next::GoOn
            }
            Err(ReadlineError::Eof) => talk.line(":quit"),
            Err(problem) => return Err(format!("the terminal cannot be read: {problem}")),
        };
        if next == Next::Leave {
            return Ok(());
        }
    }
}

/// Reads lines from standard input, echoing each. A refused line makes the whole run fail.
pub(crate) fn piped(talk: &mut impl Talk) -> Ending {
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    let mut too_long = false;
    loop {
        talk.tell();
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => {
                talk.ended();
                break;
            }
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes);
                let line = line.trim_end_matches(['\n', '\r']);
                too_long |= line.trim().len() > MOST_BYTES;
                say(format!("{}{line}", talk.prompt()).trim_end());
                if heard(talk, line) == Next::Leave {
                    break;
                }
            }
            Err(problem) => {
                complain(&format!("standard input cannot be read: {problem}"));
                return Ending::Failed;
            }
        }
    }
    if talk.failed() || too_long { Ending::Failed } else { Ending::Fine }
}

/// Holds a dialogue, typed at a terminal or piped in.
pub(crate) fn hold(talk: &mut impl Talk, interactive: bool) -> Run {
    if !interactive {
        return Ok(piped(talk));
    }
    let config = Config::builder().auto_add_history(true).build();
    let mut editor = Editor::with_config(config)
        .map_err(|problem| Refused::Failed(format!("cannot use the terminal: {problem}")))?;
    typed(talk, &mut editor).map_err(Refused::Failed)?;
    Ok(Ending::Fine)
}

/// Handles a line from a terminal; `after` is the time since the prompt.
fn answered(talk: &mut impl Talk, line: &str, after: Duration) -> Next {
    match talk.waits() {
        // Some terminals pass pasted lines one by one.
        Some(reason) if after < HASTE => {
            drop_lines(line, &reason);
            Next::GoOn
        }
        _ => pasted(talk, line),
    }
}

/// Reports lines that are not carried out, and the reason.
fn drop_lines(text: &str, reason: &str) {
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        say(&format!("not done: `{line}` ({reason})"));
    }
}

/// Handles typed or pasted text: several lines are carried out in turn, each after its own prompt.
pub(crate) fn pasted(talk: &mut impl Talk, text: &str) -> Next {
    let text = text.trim().replace("\r\n", "\n").replace('\r', "\n");
    let mut rest = text.as_str();
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            talk.tell();
        }
        // Lines pasted for one player are not carried out for another.
        if let Some(reason) = talk.waits().filter(|_| text.contains('\n')) {
            drop_lines(rest, &reason);
            return Next::GoOn;
        }
        rest = rest.get(line.len() + 1..).unwrap_or_default();
        if number > 0 {
            say(format!("{}{line}", talk.prompt()).trim_end());
        }
        if heard(talk, line) == Next::Leave {
            return Next::Leave;
        }
    }
    Next::GoOn
}

/// The maximum length of a line, in bytes. A longer one was not typed by hand, and a message about it would fill the
/// terminal.
const MOST_BYTES: usize = 10_000;

/// Handles one line; comments are skipped.
fn heard(talk: &mut impl Talk, line: &str) -> Next {
    let text = line.trim();
    if text.len() > MOST_BYTES {
        complain(&format!("this line is too long: {} bytes, and at most {MOST_BYTES} are read", text.len()));
        return Next::GoOn;
    }
    if text.starts_with('#') || text.starts_with("//") {
        return Next::GoOn;
    }
    talk.line(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dialogue that only records its lines. After `pass` it waits for another player, who takes over with Enter.
    #[derive(Default)]
    struct Noted {
        heard: Vec<String>,
        passing: bool,
    }

    impl Talk for Noted {
        type Assistant = ();
        const INTERRUPTED: &'static str = "";

        fn prepare(&mut self, _: &mut LineEditor<()>) {}
        fn tell(&mut self) {}
        fn prompt(&self) -> String {
            String::new()
        }
        fn waits(&self) -> Option<String> {
            self.passing.then(|| "the other decides".to_owned())
        }
        fn line(&mut self, line: &str) -> Next {
            self.passing = line == "pass" || self.passing && !line.is_empty();
            self.heard.push(line.to_owned());
            if line == "quit" { Next::Leave } else { Next::GoOn }
        }
        fn ended(&mut self) {}
        fn failed(&self) -> bool {
            false
        }
    }

    #[test]
    fn every_pasted_line_is_carried_out() {
        let mut talk = Noted::default();
        assert_eq!(pasted(&mut talk, "c\r\n# no\n d \n"), Next::GoOn);
        assert_eq!(pasted(&mut talk, ""), Next::GoOn);
        assert_eq!(pasted(&mut talk, "quit\ne"), Next::Leave);
        assert_eq!(talk.heard, ["c", "d", "", "quit"]);
    }

    #[test]
    fn lines_pasted_for_one_player_are_not_carried_out_for_the_other() {
        let mut talk = Noted::default();
        let later = Duration::from_secs(2);
        // One block: the empty line in it does not count as the other player's Enter.
        answered(&mut talk, "attack\npass\n\nretreat", later);
        assert_eq!(talk.heard, ["attack", "pass"]);
        // Terminals that pass pasted lines one by one: they arrive at once.
        for line in ["", "retreat", ""] {
            answered(&mut talk, line, Duration::from_millis(1));
        }
        assert_eq!(talk.heard, ["attack", "pass"]);
        // Another block, pasted instead of Enter.
        answered(&mut talk, "retreat\n\nretreat", later);
        assert_eq!(talk.heard, ["attack", "pass"]);
        answered(&mut talk, "", later);
        answered(&mut talk, "retreat", Duration::from_millis(1));
        assert_eq!(talk.heard, ["attack", "pass", "", "retreat"]);
    }

    #[test]
    fn an_overlong_line_is_not_read() {
        let mut talk = Noted::default();
        assert_eq!(pasted(&mut talk, &format!("rule {}\nd", ".".repeat(300_000))), Next::GoOn);
        assert_eq!(talk.heard, ["d"]);
    }
}
