//! Reads the text of a saved game, up to its first error.

use std::borrow::Cow;

use crate::analysis::bots::Player;
use crate::catalog::Origin;
use crate::session::Start;
use crate::session::dice::dice_groups;

use super::branches::BranchReader;
use super::{End, MAGIC, PLAIN, Record, Save, SavedDice, SavedLine, SavedSeat, TABLE, Trouble, VERSION};

/// The error in one line. With the line's number it becomes a [`Trouble`].
type Wrong = String;

impl Save {
    /// Reads a file as bytes. Bytes that are not text end the readable part, like any other damage.
    ///
    /// # Errors
    /// A head that does not identify the game.
    pub fn read_bytes(bytes: &[u8]) -> Result<Save, Trouble> {
        let problem = match std::str::from_utf8(bytes) {
            Ok(text) => return Save::read(text),
            Err(problem) => problem,
        };
        let good = &bytes[..problem.valid_up_to()];
        let good = &good[..good.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)];
        let text = String::from_utf8_lossy(good);
        let line = u32::try_from(text.lines().count() + 1).unwrap_or(u32::MAX);
        let trouble = Trouble { line, message: "this line is not text (UTF-8)".to_owned() };
        match Save::read(&text) {
            Ok(mut save) => {
                save.end = None;
                save.trouble.get_or_insert(trouble);
                Ok(save)
            }
            // The head ends here.
            Err(other) if other.line + 1 >= line => Err(trouble),
            Err(other) => Err(other),
        }
    }

    /// Reads a text. An error below the head is stored in `trouble`, and everything before it is read.
    ///
    /// # Errors
    /// A head that does not identify the game.
    pub fn read(text: &str) -> Result<Save, Trouble> {
        // Some programs end lines with a carriage return alone.
        let text = &*if text.contains('\n') { Cow::Borrowed(text) } else { Cow::Owned(text.replace('\r', "\n")) };
        let is_comment = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
        let mut lines = (1u32..).zip(text.lines()).skip_while(|(_, line)| is_comment(line));
        let mut save = Save { version: version(lines.next())?, ..Save::default() };
        let mut record = Record::new();
        record.add(&format!("{MAGIC} {}", save.version));
        let mut head = Head::default();
        let mut branches: Option<BranchReader> = None;
        for (line, text) in lines {
            let text = text.trim();
            if let Some(comment) = text.strip_prefix('#') {
                if let Some(numbers) = comment.trim().strip_prefix("end ") {
                    save.end = end(numbers);
                }
                continue;
            }
            if text.is_empty() {
                continue;
            }
            if branches.is_some() || text.starts_with("branches on ") && !text.contains(':') {
                let reader = branches.get_or_insert_with(BranchReader::default);
                if let Err(message) = reader.take(&mut save, text, line) {
                    save.trouble = Some(Trouble { line, message });
                    break;
                }
                continue;
            }
            // With more lines below it, this is no longer the end of the game.
            save.end = None;
            record.add(text);
            match head.take(&mut save, text, line) {
                Ok(()) if head.open => head.end = line,
                Ok(()) => {}
                // An error in the head would mean a different game. An error in the journal ends it there.
                Err(message) if head.open => return Err(Trouble { line, message }),
                Err(message) => {
                    save.trouble = Some(Trouble { line, message });
                    break;
                }
            }
        }
        save.record = record.number();
        // What the head lacks would stand where it ends.
        let bad = |message: &str| Err(Trouble { line: head.end, message: message.to_owned() });
        if save.scenario.is_empty() && save.start == Start::Scenario || save.game.is_empty() {
            return bad("the head must name the game and the scenario: `game NAME`, `scenario NAME`");
        }
        if !head.seen.contains(&"seed") {
            return bad("the head must give the seed: `seed NUMBER`");
        }
        Ok(save)
    }
}

/// The version in the first line that is no comment.
fn version(first: Option<(u32, &str)>) -> Result<u32, Trouble> {
    let (number, line) = first.unwrap_or((1, ""));
    let bad = |message: String| Err(Trouble { line: number, message });
    if line.is_empty() {
        return bad(format!("the file is empty; a saved game begins with `{MAGIC} {PLAIN}`"));
    }
    match line.trim_start_matches('\u{feff}').trim().split_once(' ') {
        Some((MAGIC, version)) => match version.trim().parse() {
            Ok(version @ 1..=VERSION) => Ok(version),
            _ => bad(format!(
                "this is version {} of the format; this program reads versions 1 to {VERSION}",
                version.trim()
            )),
        },
        _ => bad(format!("this is not a saved game: the first line must be `{MAGIC} 1` to `{MAGIC} {VERSION}`")),
    }
}

/// The last line: the digest of the state, then that of the record.
fn end(numbers: &str) -> Option<End> {
    let mut numbers = numbers.split_whitespace().map(|digits| u64::from_str_radix(digits, 16).ok());
    Some(End { state: numbers.next()??, record: numbers.next().flatten() })
}

/// The lines of the head so far.
struct Head {
    /// The words found that may appear only once.
    seen: Vec<&'static str>,
    /// The sides, rulings and mods found. Each may appear only once.
    named: Vec<String>,
    /// True while the head is being read. The first answer ends it.
    open: bool,
    /// The last line of the head.
    end: u32,
}

impl Default for Head {
    fn default() -> Self {
        Head { seen: Vec::new(), named: Vec::new(), open: true, end: 1 }
    }
}

impl Head {
    /// Reads one line of the file, of head or journal.
    fn take(&mut self, save: &mut Save, text: &str, line: u32) -> Result<(), Wrong> {
        if text == "bench" && self.open {
            self.once("bench")?;
            save.start = Start::Bench;
            return Ok(());
        }
        if let Some(title) = text.strip_prefix("test ").filter(|_| self.open) {
            self.once("bench")?;
            save.start = Start::Test(title.trim().to_owned());
            return Ok(());
        }
        if text == "strict" {
            self.once("strict")?;
            save.strict = true;
            return Ok(());
        }
        if let Some((word, rest)) = text.split_once(' ').filter(|_| !text.contains(':')) {
            let rest = rest.trim();
            if word == "silent" {
                save.silent = rest.parse().map_err(|_| "`silent` takes a number of windows: `silent NUMBER`")?;
                return Ok(());
            }
            if word == "dice" {
                let groups =
                    dice_groups(rest).ok_or("`dice` takes a group of numbers for each roll: `dice 6 6 1 | 3`")?;
                save.dice = Some(SavedDice { groups, line });
                return Ok(());
            }
            if self.word(save, word, rest, line)? {
                return Ok(());
            }
        }
        self.open = false;
        let answer = answer_line(text, line)
            // The line is not quoted: it may be a decision that is hidden from its reader.
            .ok_or("this is not an answer: expected `SIDE: words` or `chance: words`")?;
        if answer.who == TABLE {
            save.notes.push((save.lines.len(), answer.text));
        } else {
            // A skipped window is recorded with the answer after it.
            (save.silent, save.dice) = (0, None);
            save.lines.push(answer);
        }
        Ok(())
    }

    /// Reads a line of the head. Returns false if it is not one.
    fn word(&mut self, save: &mut Save, word: &str, rest: &str, line: u32) -> Result<bool, Wrong> {
        match word {
            "game" => {
                self.once("game")?;
                rest.clone_into(&mut save.game);
            }
            "scenario" => {
                self.once("scenario")?;
                rest.clone_into(&mut save.scenario);
            }
            "seed" => {
                self.once("seed")?;
                save.seed = rest.parse().map_err(|_| "a seed is a whole number: `seed NUMBER`")?;
            }
            "rules" => {
                self.once("rules")?;
                save.origin.get_or_insert_with(Origin::default).rules =
                    number(rest).ok_or("`rules` takes a number of sixteen digits, 0 to f")?;
            }
            "mod" => {
                let found = rest.rsplit_once(' ').and_then(|(path, digits)| Some((path.trim(), number(digits)?)));
                let (path, digits) = found.ok_or("a mod has a path and a number: `mod PATH NUMBER`")?;
                self.named(format!("mod {path}"))?;
                save.origin.get_or_insert_with(Origin::default).mods.push((path.to_owned(), digits));
            }
            "ruling" => {
                let (name, value) =
                    rest.split_once(' ').ok_or("a ruling has a name and a reading: `ruling NAME VALUE`")?;
                self.named(format!("ruling {name}"))?;
                save.rulings.push((name.to_owned(), value.trim().to_owned()));
                save.ruling_lines.push(line);
            }
            "seat" => {
                let found = rest.rsplit_once(' ').and_then(|(side, name)| Some((side, Player::named(name)?)));
                let expected = || format!("expected `seat SIDE {}`", Player::NAMES.join("|"));
                let (side, player) = found.ok_or_else(expected)?;
                self.named(format!("seat {side}"))?;
                save.seats.push(SavedSeat { side: side.to_owned(), player, line });
            }
            "stops" => {
                self.once("stops")?;
                save.stops = one_of(rest, "on", "off").ok_or("expected `stops on` or `stops off`")?;
            }
            "slots" => {
                self.once("slots")?;
                save.asks_slots = one_of(rest, "ask", "auto").ok_or("expected `slots ask` or `slots auto`")?;
            }
            _ => return Ok(false),
        }
        if self.open { Ok(true) } else { Err(format!("`{word}` belongs in the head, above the first answer")) }
    }

    /// Registers a word that may appear only once.
    fn once(&mut self, word: &'static str) -> Result<(), Wrong> {
        if self.seen.contains(&word) {
            return Err(format!("a second `{word}` line: the head already has one"));
        }
        self.seen.push(word);
        Ok(())
    }

    /// Registers a side, ruling or mod that may be named only once.
    fn named(&mut self, name: String) -> Result<(), Wrong> {
        if self.named.contains(&name) {
            return Err(format!("a second `{name}` line: the head already has one"));
        }
        self.named.push(name);
        Ok(())
    }
}

fn number(digits: &str) -> Option<u64> {
    u64::from_str_radix(digits, 16).ok()
}

/// True for the first of two words, false for the second. None for any other.
fn one_of(word: &str, yes: &str, no: &str) -> Option<bool> {
    if word == yes {
        return Some(true);
    }
    (word == no).then_some(false)
}

/// `first +2: words`.
pub(in crate::session) fn answer_line(line: &str, number: u32) -> Option<SavedLine> {
    let (who, text) = line.split_once(':')?;
    let (who, silent) = match who.trim().rsplit_once(" +") {
        Some((who, silent)) => (who, Some(silent.parse().ok()?)),
        None => (who.trim(), None),
    };
    let text = text.trim();
    (!who.is_empty() && !text.is_empty()).then(|| SavedLine {
        who: who.to_owned(),
        silent,
        text: text.to_owned(),
        line: number,
    })
}
