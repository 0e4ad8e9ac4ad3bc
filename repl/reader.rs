//! The reader: lines from a terminal or from standard input, for every dialogue.

use std::io::BufRead;
use std::time::{Duration, Instant};

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Editor, Helper};

use crate::Ending;
use crate::paint::{complain, say};

/// What a line is typed with.
pub(crate) type LineEditor<H> = Editor<H, FileHistory>;

/// No player reads a question and answers it faster: a faster line was pasted, or typed before the question was
/// there.
const HASTE: Duration = Duration::from_millis(150);

/// True if a dialogue goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Another line.
    GoOn,
    /// The end.
    Leave,
}

/// A dialogue, as the reader of its lines sees it.
pub(crate) trait Talk {
    /// What helps with typing.
    type Assistant: Helper;

    /// The answer to an interrupt: how to leave.
    const INTERRUPTED: &'static str;

    /// Before a line is typed: tells the editor what helps with it, and the dialogue how large the terminal is, if they
    /// want to know.
    fn prepare(&mut self, editor: &mut LineEditor<Self::Assistant>);

    /// Says everything that is worth saying before the next line.
    fn tell(&mut self);

    /// The words in front of the next line.
    fn prompt(&self) -> String;

    /// Why no line may be carried out that was not typed in answer to the last words: the keyboard passes to another
    /// player. Usually empty.
    fn waits(&self) -> Option<String> {
        None
    }

    /// Does what a line says. It has no blanks around it, and is no comment.
    fn line(&mut self, line: &str) -> Next;

    /// Standard input has ended before the dialogue did.
    fn ended(&mut self);

    /// True if a line was refused, or something is faulty.
    fn failed(&self) -> bool;
}

/// Lines typed at a terminal, until the user quits; the end of the input is `quit`.
///
/// # Errors
/// The terminal cannot be read.
pub(crate) fn typed<T: Talk>(talk: &mut T, editor: &mut LineEditor<T::Assistant>) -> Result<(), String> {
    talk.prepare(editor);
    loop {
        talk.tell();
        // What helps with typing depends on who sits there now.
        talk.prepare(editor);
        let asked = Instant::now();
        let next = match editor.readline(&talk.prompt()) {
            Ok(line) => {
                // The window may have changed while the line was typed.
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

/// Lines from standard input, each shown as if it had been typed. One that is refused makes the whole run fail.
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

/// A line from a terminal, so long after it was asked for.
fn answered(talk: &mut impl Talk, line: &str, after: Duration) -> Next {
    match talk.waits() {
        // Lines that a terminal passes on one by one, though they were pasted together.
        Some(reason) if after < HASTE => {
            drop_lines(line, &reason);
            Next::GoOn
        }
        _ => pasted(talk, line),
    }
}

/// Says what is not carried out, and why.
fn drop_lines(text: &str, reason: &str) {
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        say(&format!("not done: `{line}` ({reason})"));
    }
}

/// What was typed, or pasted: several lines are carried out one after the other, each shown behind its own prompt.
fn pasted(talk: &mut impl Talk, text: &str) -> Next {
    let text = text.trim().replace("\r\n", "\n").replace('\r', "\n");
    let mut rest = text.as_str();
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            talk.tell();
        }
        // What was pasted for one player is not carried out for another.
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

/// The longest line accepted, in bytes. A longer one is not typed by hand, and a message about it would fill the terminal.
const MOST_BYTES: usize = 10_000;

/// A line as it came; comments are passed over.
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

    /// A dialogue that only notes what it hears; after `pass` another player is waited for, who takes over with Enter.
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
    fn what_was_pasted_for_one_player_is_not_carried_out_for_the_other() {
        let mut talk = Noted::default();
        let later = Duration::from_secs(2);
        // One block; the empty line in it is no Enter of the other player.
        answered(&mut talk, "attack\npass\n\nretreat", later);
        assert_eq!(talk.heard, ["attack", "pass"]);
        // Terminals that pass pasted lines on one by one: they come at once.
        for line in ["", "retreat", ""] {
            answered(&mut talk, line, Duration::from_millis(1));
        }
        assert_eq!(talk.heard, ["attack", "pass"]);
        // Another block that is pasted instead of Enter.
        answered(&mut talk, "retreat\n\nretreat", later);
        assert_eq!(talk.heard, ["attack", "pass"]);
        answered(&mut talk, "", later);
        answered(&mut talk, "retreat", Duration::from_millis(1));
        assert_eq!(talk.heard, ["attack", "pass", "", "retreat"]);
    }

    #[test]
    fn a_line_without_end_is_not_read() {
        let mut talk = Noted::default();
        assert_eq!(pasted(&mut talk, &format!("rule {}\nd", ".".repeat(300_000))), Next::GoOn);
        assert_eq!(talk.heard, ["d"]);
    }
}
