//! Several players at one keyboard: what one side sees stays hidden until its player has taken over.

use std::collections::BTreeMap;

use oriflamme::draw::{Line, Role};
use oriflamme::session::Decided;

use super::commands::switched;
use super::{Dialogue, Done};
use crate::command;
use crate::editor::Assistant;
use crate::paint::clear_screen;
use crate::reader::{LineEditor, Talk};

/// The state of the keyboard.
#[derive(Debug, Default)]
pub(super) struct Keyboard {
    /// The side whose player has this dialogue alone, on a page of their own.
    own: Option<u16>,
    /// The side whose player pressed Enter last.
    sitting: Option<u16>,
    /// The side the screen has called to take over, if any.
    called: Option<u16>,
    /// True if the screen may show what a player alone may see.
    shows_hidden: bool,
    /// True if one person plays all sides and sees everything.
    alone: bool,
    /// True if the headings above the news must be shown again.
    anew: bool,
    /// The side whose history the editor holds.
    remembers: Option<u16>,
    /// The history of the other players.
    histories: BTreeMap<Option<u16>, Vec<String>>,
}

impl Keyboard {
    /// The keyboard of a side's own page.
    pub(super) fn of(own: Option<u16>) -> Self {
        Keyboard { own, ..Keyboard::default() }
    }

    /// The side whose own page this is.
    pub(super) fn own(&self) -> Option<u16> {
        self.own
    }

    /// One person plays all sides.
    pub(super) fn alone(&mut self) {
        self.alone = true;
    }
}

/// Owns the history while the keyboard passes: it shows no player's lines.
const PASSING: u16 = u16::MAX;

/// Commands that reveal nothing hidden.
const HARMLESS: &[&str] = &["quit", "save", "back", "handover"];

impl Dialogue {
    /// The side that decides, if its player has yet to take over the keyboard.
    pub(super) fn awaited(&self) -> Option<u16> {
        if !self.interactive || self.keyboard.alone || self.keyboard.own.is_some() {
            return None;
        }
        let session = self.session();
        let (seat, _) = session.question()?;
        let is_due = session.is_shared() && session.viewer() == Some(seat) && self.keyboard.sitting != Some(seat);
        is_due.then_some(seat)
    }

    /// True if the person at the keyboard may see what all persons' sides see.
    pub(super) fn sees_all(&self) -> bool {
        !self.interactive || self.keyboard.alone
    }

    pub(super) fn side_title(&self, seat: u16) -> String {
        self.session().game().sides.get(usize::from(seat)).map(|side| side.title.clone()).unwrap_or_default()
    }

    /// Where the game is: as in the prompt, or the side that decides, while its player has yet to take over.
    pub(super) fn place(&self) -> String {
        match self.awaited() {
            Some(seat) => format!("{} decides", self.side_title(seat)),
            None => self.prompt().trim_end_matches("> ").to_owned(),
        }
    }

    /// The decisions made, as the person at the keyboard may read them: none while the keyboard passes, because the
    /// side that decides sees more of them.
    pub(super) fn decided_in_sight(&self) -> Vec<Decided> {
        if self.awaited().is_some() { Vec::new() } else { self.session().decided() }
    }

    /// News for the player at the keyboard, with this many lines of the window below it.
    pub(super) fn news(&mut self, rows: usize) -> Vec<Line> {
        let telling = self.telling_above(rows);
        let anew = std::mem::take(&mut self.keyboard.anew);
        let shared = self.interactive && !self.keyboard.alone && self.session().is_shared();
        match self.keyboard.own.or(self.keyboard.sitting.filter(|_| shared)) {
            Some(seat) => self.session_mut().news_of(seat, anew, telling),
            None => self.session_mut().news(telling),
        }
    }

    /// Clears the screen, and shows public information and whose turn it is.
    pub(super) fn hand_over(&mut self, seat: u16) {
        if self.keyboard.called == Some(seat) {
            return;
        }
        self.keyboard.called = Some(seat);
        if std::mem::take(&mut self.keyboard.shows_hidden) {
            clear_screen();
        }
        let telling = self.telling_above(1);
        let news = self.session_mut().news_on_passing(seat, telling);
        self.lines(&news);
        let side = Line::side(self.session().game(), seat);
        let before = self.keyboard.sitting.map(|seat| self.side_title(seat));
        let line = side.and(Role::Plain, " decides now. ");
        self.out(&match before {
            Some(before) => line.and(Role::Plain, format!("{before}: pass the keyboard.")),
            None => line.and(Role::Dim, "(`handover off` if one person plays all sides)"),
        });
        if let Some(decided) = self.decided_already() {
            self.note(&decided);
        }
        self.asked.clear();
    }

    /// Handles a line while the keyboard passes: Enter takes over, and few commands work.
    pub(super) fn passing(&mut self, seat: u16, text: &str) -> Done {
        if text.is_empty() {
            self.keyboard.sitting = Some(seat);
            self.keyboard.called = None;
            self.keyboard.anew = true;
            self.asked.clear();
            self.shown.forget_board();
            return Ok(());
        }
        match command::parse(text) {
            Some((command, rest, _)) if HARMLESS.contains(&command.name()) => (command.run)(self, rest),
            Some((command, "", _)) if command.name() == "help" => (command.run)(self, ""),
            _ => {
                let title = self.side_title(seat);
                Err(format!(
                    "not done: `{text}`. The {title} player presses Enter first; until then only `{}` and `help` work",
                    HARMLESS.join("`, `")
                )
                .into())
            }
        }
    }

    pub(crate) fn handover(&mut self, rest: &str) -> Done {
        let on = switched("handover", rest, ["on", "off"])?;
        self.keyboard.alone = !on;
        self.keyboard.shows_hidden |= on;
        self.clear_table();
        self.asked.clear();
        self.note(if on {
            "the screen is hidden between players: each presses Enter first"
        } else {
            "one person plays all sides: the screen stays open"
        });
        Ok(())
    }

    /// The player at the keyboard decides: the next one must be called again, on an empty screen.
    pub(super) fn goes_on(&mut self) {
        self.keyboard.called = None;
        self.keyboard.shows_hidden |= self.keyboard.sitting.is_some();
    }

    /// True if a side's player sits at a keyboard that is shared with others.
    pub(super) fn sits_with_others(&self, seat: u16) -> bool {
        !self.sees_all() && self.session().is_shared() && self.keyboard.sitting == Some(seat)
    }

    /// Resets who is at the keyboard.
    pub(super) fn clear_table(&mut self) {
        self.keyboard.sitting = None;
        self.keyboard.called = None;
    }

    /// Gives the editor the history of the player at the keyboard; each player keeps a history of their own.
    pub(super) fn remember(&mut self, editor: &mut LineEditor<Assistant>) {
        let awaited = self.awaited();
        self.passes.set(awaited.is_some());
        let owner = if awaited.is_some() { Some(PASSING) } else { self.keyboard.sitting };
        if owner == self.keyboard.remembers {
            return;
        }
        let typed: Vec<String> = editor.history().iter().map(ToOwned::to_owned).collect();
        self.keyboard.histories.insert(self.keyboard.remembers, typed);
        self.keyboard.remembers = owner;
        // On an error only the history is lost.
        let _ = editor.clear_history();
        for line in self.keyboard.histories.remove(&owner).unwrap_or_default() {
            let _ = editor.add_history_entry(line);
        }
    }

    /// Gives the editor the history of all players, to be saved.
    pub(crate) fn remember_all(&mut self, editor: &mut LineEditor<Assistant>) {
        for line in std::mem::take(&mut self.keyboard.histories).into_values().flatten() {
            let _ = editor.add_history_entry(line);
        }
    }
}
