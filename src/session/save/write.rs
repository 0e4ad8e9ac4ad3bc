//! Writes a game as text, and continues one that was read.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::analysis::bots::Player;
use crate::model::game::Game;
use crate::play::journal::Entry;
use crate::play::{Fault, MakeScripts, World};
use crate::session::dice::grouped;
use crate::session::notes::Note;
use crate::session::{Opening, Session, Standing, Start, side_named};

use super::{ARBITER, CHANCE, MAGIC, PLAIN, Record, Save, TABLE, Trouble, VERSION, no_side};

impl Note {
    fn write(&self, out: &mut String) {
        let _ = writeln!(out, "{TABLE}: {}", self.text.replace(['\n', '\r'], " "));
    }
}

/// An entry as a line of a saved game.
pub(in crate::session) fn line_of(world: &World<'_>, entry: &Entry) -> String {
    let game = world.game;
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
            let names: Vec<&str> = cards.iter().map(|def| game.card_defs[*def as usize].name.as_str()).collect();
            format!("{CHANCE}: cards {}", names.join(", "))
        }
        Entry::Arbiter { silent, text, .. } => match silent {
            Some(silent) => format!("{ARBITER} +{silent}: {text}"),
            None => format!("{ARBITER}: {text}"),
        },
        Entry::Lot(thing) => format!("{CHANCE}: {}", world.name(*thing)),
    };
    line.replace(['\n', '\r'], " ")
}

impl Session {
    /// The game so far as text for [`Save::read`].
    pub fn save(&self) -> String {
        let game = &*self.game;
        let mut out = String::new();
        let branches = self.branches_now();
        let version = if branches.list.is_empty() { PLAIN } else { VERSION };
        // Writing into a string cannot fail.
        let _ = writeln!(out, "{MAGIC} {version}\ngame {}", game.name);
        if !game.scenario.is_empty() {
            let _ = writeln!(out, "scenario {}", game.scenario);
        }
        match &self.opening.start {
            Start::Scenario => {}
            Start::Bench => out.push_str("bench\n"),
            Start::Test(title) => {
                let _ = writeln!(out, "test {title}");
            }
        }
        let _ = writeln!(out, "seed {}", self.opening.seed);
        if let Some(origin) = &self.opening.origin {
            let _ = writeln!(out, "rules {:016x}", origin.rules);
            for (path, number) in &origin.mods {
                let _ = writeln!(out, "mod {path} {number:016x}");
            }
        }
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
        if self.opening.strict {
            out.push_str("strict\n");
        }
        out.push('\n');
        self.play.look(|run| {
            let world = run.world();
            let mut notes = self.notes.iter().peekable();
            for (at, entry) in run.journal.entries.iter().enumerate() {
                while let Some(note) = notes.next_if(|note| note.at <= at) {
                    note.write(&mut out);
                }
                out.push_str(&line_of(&world, entry));
                out.push('\n');
            }
            notes.for_each(|note| note.write(&mut out));
            // A pending question is repeated, with the windows passed before it.
            let silent = if run.pending.is_some() { run.journal.silent_before } else { run.journal.silent };
            if silent > 0 {
                let _ = writeln!(out, "silent {silent}");
            }
            if !run.forced_dice.is_empty() {
                let _ = writeln!(out, "dice {}", grouped(run.forced_dice.iter()));
            }
        });
        let mut record = Record::new();
        out.lines().for_each(|line| record.add(line));
        let _ = writeln!(out, "# end {:016x} {:016x}", self.hash(), record.number());
        self.write_branches(&branches, &mut out);
        out
    }

    /// A saved game at its beginning, with its answers ready to be read.
    pub(in crate::session) fn about_to_resume(
        game: &Arc<Game>,
        save: &Save,
        make: MakeScripts,
    ) -> Result<(Session, Option<Trouble>), Box<Fault>> {
        let mut trouble = save.trouble.clone();
        let mut opening = Opening::hot_seat(game);
        opening.start = save.start.clone();
        opening.seed = save.seed;
        opening.origin = save.origin.clone();
        opening.strict = save.strict;
        let players = save.players(game);
        if !save.is_replayed {
            opening.players.clone_from(&players);
        }
        let mut entries = Vec::new();
        for line in &save.lines {
            if line.who == ARBITER {
                let (silent, text) = (line.silent, line.text.clone());
                entries.push(Entry::Arbiter { silent, text, line: Some(line.line) });
                continue;
            }
            let seat = if line.who == CHANCE { None } else { side_named(game, &line.who) };
            if seat.is_none() && line.who != CHANCE {
                trouble = Some(Trouble { line: line.line, message: no_side(game, &line.who) });
                break;
            }
            entries.push(Entry::Unread { seat, silent: line.silent, text: line.text.clone(), line: line.line });
        }
        let mut session = Session::set_up(game, opening, make, entries)?;
        if save.is_replayed {
            let plays = |seat: &u16| players[usize::from(*seat)] == Player::Person;
            session.readers = Some(session.people().filter(plays).collect());
        }
        session.desk.borrow_mut().stops = save.stops;
        session.desk.borrow_mut().asks_slots = save.asks_slots;
        Ok((session, trouble))
    }

    /// A saved game played to its end, or to its first unreadable line.
    ///
    /// # Errors
    /// A fault in the rules at the beginning.
    pub fn resume(game: &Arc<Game>, save: &Save, make: MakeScripts) -> Result<(Session, Option<Trouble>), Box<Fault>> {
        let (session, trouble) = Session::about_to_resume(game, save, make)?;
        Ok(session.resumed(save, trouble))
    }

    /// The same, but a bot that has the next decision waits for the front end, or for a player if only bots play.
    ///
    /// # Errors
    /// A fault in the rules at the beginning.
    pub(in crate::session) fn resume_waiting(
        game: &Arc<Game>,
        save: &Save,
        make: MakeScripts,
    ) -> Result<(Session, Option<Trouble>), Box<Fault>> {
        let (mut session, trouble) = Session::about_to_resume(game, save, make)?;
        let watched = game.played().all(|seat| !session.is_person(seat));
        (session.opening.bots_wait, session.opening.bots_pause) = (watched, !watched);
        {
            let mut desk = session.desk.borrow_mut();
            (desk.limit, desk.pauses) = (watched.then_some(0), !watched);
        }
        Ok(session.resumed(save, trouble))
    }

    /// Plays the answers of a saved game to its end, or to the first that is unreadable.
    fn resumed(self, save: &Save, trouble: Option<Trouble>) -> (Session, Option<Trouble>) {
        let (mut session, mut trouble) = (self, trouble);
        session.notes = save.notes.iter().map(|(at, text)| Note { at: *at, text: text.clone() }).collect();
        session.play.adjust(|run| run.journal.silent_before = save.silent);
        let wrong_dice = session.lay_saved(save).err();
        session.go_on();
        let mut read = save.lines.len();
        if let Some((at, line)) = session.first_unplayed() {
            read = at;
            let message = match &session.standing {
                Standing::Faulty(fault) => session.guarded(fault).message,
                Standing::Idle => session.idle_words(),
                _ => "the game was over before this line".to_owned(),
            };
            trouble = Some(Trouble { line, message });
            session.play.back_to(at);
            session.notes.retain(|note| note.at <= at);
            session.forget_later_dice();
            session.lay_again();
            session.go_on();
        }
        // What follows are decisions of bots, or of chance.
        session.read = session.play.answers().iter().filter(|at| **at < read).count();
        // The next save has digests that fit, so this is what is left of the change.
        if save.is_changed() {
            session.note("the file of the game was changed outside the program".to_owned());
        }
        // An error in the branches does not affect the game itself.
        let wrong = session.read_branches(save).err();
        (session, trouble.or(wrong_dice).or(wrong))
    }
}
