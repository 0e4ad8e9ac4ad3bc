//! Saved games: text, line by line, that people can read, mend and send by mail.
//!
//! A head says which game it is; every line below is one answer of a player or of chance, by name. What cannot be read
//! costs nothing that stands before it.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::analysis::bots::Player;
use crate::model::game::Game;
use crate::play::journal::Entry;
use crate::play::{Fault, MakeScripts};

use super::{Opening, Session, Standing, side_named};

/// The version of the format.
const VERSION: u32 = 1;
/// The word that begins a file.
const MAGIC: &str = "oriflamme";
/// Who answers where chance does.
const CHANCE: &str = "chance";

/// A saved game as it was read, before its rules are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Save {
    /// The plain name of the game.
    pub game: String,
    /// The name of the scenario.
    pub scenario: String,
    /// The number from which all chance springs.
    pub seed: u64,
    /// Readings of rulings that are not the usual ones.
    pub rulings: Vec<(String, String)>,
    /// Who plays each side.
    pub seats: Vec<(String, Player)>,
    /// Whether persons are asked at windows that are open at any time.
    pub stops: bool,
    /// Whether persons are asked for slots.
    pub asks_slots: bool,
    /// The answers.
    pub lines: Vec<SavedLine>,
    /// How many windows passed in silence after the last answer.
    pub silent: u32,
    /// The number of the state at the end, if the file says it.
    pub hash: Option<u64>,
    /// What could not be read: nothing from there on is in `lines`.
    pub trouble: Option<Trouble>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedLine {
    /// Who: the name of a side, or `chance`.
    pub who: String,
    /// At a window: how many windows passed in silence before.
    pub silent: Option<u32>,
    /// The words.
    pub text: String,
    /// Its number in the file.
    pub line: u32,
}

/// Why a file cannot be read from some line on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong there, and what would be right.
    pub message: String,
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "line {}: {}", self.line, self.message)
    }
}

impl Save {
    /// Reads a file. What is wrong below the head is told in `trouble`; everything before it is there.
    ///
    /// # Errors
    /// When the head does not say which game it is.
    pub fn read(text: &str) -> Result<Save, Trouble> {
        let mut save = Save::default();
        let mut lines = (1u32..).zip(text.lines());
        let bad = |line: u32, message: &str| Trouble { line, message: message.to_owned() };
        let Some((_, first)) = lines.next() else {
            return Err(bad(1, "the file is empty; a saved game begins with `oriflamme 1`"));
        };
        match first.trim_start_matches('\u{feff}').trim().split_once(' ') {
            Some((MAGIC, version)) if version.trim().parse() == Ok(VERSION) => {}
            Some((MAGIC, version)) => {
                let text =
                    format!("this is version {} of the format; this program reads version {VERSION}", version.trim());
                return Err(Trouble { line: 1, message: text });
            }
            _ => return Err(bad(1, "this is no saved game: it would begin with `oriflamme 1`")),
        }
        let mut seeded = false;
        for (number, line) in lines {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            if let Some(comment) = line.strip_prefix('#') {
                if let Some(hash) = comment.trim().strip_prefix("end ") {
                    let digits = hash.split_whitespace().next().unwrap_or_default();
                    save.hash = u64::from_str_radix(digits, 16).ok();
                }
                continue;
            }
            // More lines below the end: it is not the end of this game any more.
            save.hash = None;
            let head = line.split_once(' ').map(|(word, rest)| (word, rest.trim()));
            match (head, line.contains(':')) {
                (Some(("game", rest)), false) => save.game = rest.to_owned(),
                (Some(("scenario", rest)), false) => save.scenario = rest.to_owned(),
                (Some(("seed", rest)), false) => match rest.parse() {
                    Ok(seed) => {
                        save.seed = seed;
                        seeded = true;
                    }
                    Err(_) => return Err(bad(number, "a seed is a whole number")),
                },
                (Some(("ruling", rest)), false) => match rest.split_once(' ') {
                    Some((name, value)) => save.rulings.push((name.to_owned(), value.trim().to_owned())),
                    None => return Err(bad(number, "a ruling has a name and a reading, as in `ruling NAME VALUE`")),
                },
                (Some(("seat", rest)), false) => {
                    match rest.rsplit_once(' ').map(|(side, name)| (side, Player::named(name))) {
                        Some((side, Some(player))) => save.seats.push((side.to_owned(), player)),
                        _ => return Err(bad(number, "a seat has a side and person, random or greedy")),
                    }
                }
                (Some(("stops", rest)), false) => save.stops = rest == "on",
                (Some(("slots", rest)), false) => save.asks_slots = rest == "ask",
                (Some(("silent", rest)), false) => match rest.parse() {
                    Ok(silent) => save.silent = silent,
                    Err(_) => {
                        let message = "`silent` says how many windows passed: `silent NUMBER`".to_owned();
                        save.trouble = Some(Trouble { line: number, message });
                        break;
                    }
                },
                _ => match answer_line(line, number) {
                    Some(line) => {
                        // Silence is told by the answer after it.
                        save.silent = 0;
                        save.lines.push(line);
                    }
                    None => {
                        let message = format!("`{line}` is no answer: it would be `SIDE: words` or `chance: words`");
                        save.trouble = Some(Trouble { line: number, message });
                        break;
                    }
                },
            }
        }
        let last = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
        if save.scenario.is_empty() || save.game.is_empty() {
            return Err(bad(last, "the head does not say which game and scenario it is: `game NAME`, `scenario NAME`"));
        }
        if !seeded {
            return Err(bad(last, "the head does not say the seed: `seed NUMBER`"));
        }
        Ok(save)
    }
}

/// `first +2: words`.
fn answer_line(line: &str, number: u32) -> Option<SavedLine> {
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

impl Session {
    /// The game so far as a text that [`Save::read`] understands.
    pub fn save(&self) -> String {
        let game = &*self.game;
        let mut out = String::new();
        // Writing into a string cannot fail.
        let _ = writeln!(
            out,
            "{MAGIC} {VERSION}\ngame {}\nscenario {}\nseed {}",
            game.name, game.scenario, self.opening.seed
        );
        for (ruling, reading) in game.rulings.iter().zip(&game.readings) {
            if ruling.default != *reading {
                if let Some((value, _)) = ruling.values.get(*reading as usize) {
                    let _ = writeln!(out, "ruling {} {value}", ruling.name);
                }
            }
        }
        for (side, player) in game.sides.iter().zip(&self.desk.borrow().players) {
            let _ = writeln!(out, "seat {} {}", side.name, player.name());
        }
        if self.desk.borrow().stops {
            out.push_str("stops on\n");
        }
        if self.desk.borrow().asks_slots {
            out.push_str("slots ask\n");
        }
        out.push('\n');
        self.play.look(|run| {
            let world = run.world();
            for entry in &run.journal.entries {
                let line = match entry {
                    Entry::Answer { seat, silent, text, .. } | Entry::Unread { seat: Some(seat), silent, text, .. } => {
                        let name = &game.sides[*seat as usize].name;
                        match silent {
                            Some(silent) => format!("{name} +{silent}: {text}"),
                            None => format!("{name}: {text}"),
                        }
                    }
                    Entry::Unread { seat: None, text, .. } => format!("{CHANCE}: {text}"),
                    Entry::Dice(faces) => {
                        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                        format!("{CHANCE}: dice {}", faces.join(" "))
                    }
                    Entry::Cards(cards) => {
                        let names: Vec<&str> =
                            cards.iter().map(|def| game.card_defs[*def as usize].name.as_str()).collect();
                        format!("{CHANCE}: cards {}", names.join(", "))
                    }
                    Entry::Lot(thing) => format!("{CHANCE}: {}", world.name(*thing)),
                };
                out.push_str(&line.replace(['\n', '\r'], " "));
                out.push('\n');
            }
            // A pending question comes anew, and with it what was let pass before it.
            let silent = if run.pending.is_some() { run.journal.silent_before } else { run.journal.silent };
            if silent > 0 {
                let _ = writeln!(out, "silent {silent}");
            }
        });
        let _ = writeln!(out, "# end {:016x}", self.hash());
        out
    }

    /// A saved game, played up to its end, or as far as it can be read.
    ///
    /// # Errors
    /// When the rules themselves are faulty at the beginning.
    pub fn resume(game: &Arc<Game>, save: &Save, make: MakeScripts) -> Result<(Session, Option<Trouble>), Box<Fault>> {
        let mut trouble = save.trouble.clone();
        let mut opening = Opening::hot_seat(game);
        opening.seed = save.seed;
        for (name, player) in &save.seats {
            if let Some(seat) = side_named(game, name) {
                opening.players[seat as usize] = *player;
            }
        }
        let mut entries = Vec::new();
        for line in &save.lines {
            let seat = if line.who == CHANCE { None } else { side_named(game, &line.who) };
            if seat.is_none() && line.who != CHANCE {
                let names: Vec<&str> = game.sides.iter().map(|side| side.name.as_str()).collect();
                let message = format!("no side is called `{}`; there are: {}", line.who, names.join(", "));
                trouble = Some(Trouble { line: line.line, message });
                break;
            }
            entries.push(Entry::Unread { seat, silent: line.silent, text: line.text.clone(), line: line.line });
        }
        let mut session = Session::set_up(game, opening, make, entries)?;
        session.desk.borrow_mut().stops = save.stops;
        session.desk.borrow_mut().asks_slots = save.asks_slots;
        session.play.adjust(|run| run.journal.silent_before = save.silent);
        session.go_on();
        let unread = session.play.look(|run| {
            run.journal.entries.iter().enumerate().find_map(|(at, entry)| match entry {
                Entry::Unread { line, .. } => Some((at, *line)),
                _ => None,
            })
        });
        if let Some((at, line)) = unread {
            let message = match &session.standing {
                Standing::Faulty(fault) => fault.message.clone(),
                _ => "the game was over before this line".to_owned(),
            };
            trouble = Some(Trouble { line, message });
            session.play.back_to(at);
            session.go_on();
        }
        Ok((session, trouble))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "oriflamme 1\ngame chess\nscenario opening\nseed 7\n";

    #[test]
    fn a_file_is_read_line_by_line() {
        let text = format!(
            "{HEAD}ruling stalemate lost\nseat White random\n\nWhite: e4\nchance: dice 3 6\nBlack +2: step in\nsilent 3\n# end 00ff\n"
        );
        let save = Save::read(&text).unwrap();
        assert_eq!((save.game.as_str(), save.scenario.as_str(), save.seed), ("chess", "opening", 7));
        assert_eq!(save.rulings, [("stalemate".to_owned(), "lost".to_owned())]);
        assert_eq!(save.seats, [("White".to_owned(), Player::Random)]);
        assert_eq!(save.lines.len(), 3);
        assert_eq!(save.lines[2].silent, Some(2));
        assert_eq!(save.lines[2].text, "step in");
        assert_eq!(save.silent, 3);
        assert_eq!(save.hash, Some(255));
        assert_eq!(save.trouble, None);
    }

    #[test]
    fn a_broken_line_costs_nothing_before_it() {
        let save = Save::read(&format!("{HEAD}\nWhite: e4\nBla")).unwrap();
        assert_eq!(save.lines.len(), 1);
        assert_eq!(save.trouble.unwrap().line, 7);
    }

    #[test]
    fn what_is_no_saved_game_is_told_so() {
        for (text, line) in [("", 1), ("hello", 1), ("oriflamme 9\n", 1), ("oriflamme 1\ngame chess\n", 2)] {
            assert_eq!(Save::read(text).unwrap_err().line, line, "{text:?}");
        }
        assert_eq!(Save::read("oriflamme 1\ngame chess\nscenario a\nseed x\n").unwrap_err().line, 4);
    }
}
