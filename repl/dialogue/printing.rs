//! What the dialogue prints: lines, refusals, the greeting, and long answers page by page.

use oriflamme::analysis::bots::Player;
use oriflamme::draw::{Line, Role};
use oriflamme::session::dice::grouped;

use super::Dialogue;
use crate::pager::{self, Turn};
use crate::paint::{put, say};

impl Dialogue {
    pub(super) fn out(&self, line: &Line) {
        self.paint.tell(line.clone(), 4);
    }

    pub(super) fn lines(&self, lines: &[Line]) {
        lines.iter().for_each(|line| self.out(line));
    }

    pub(super) fn refuse(&mut self, text: &str) {
        self.failed = true;
        for line in text.lines() {
            self.out(&Line::of(Role::Bad, line));
        }
    }

    pub(super) fn note(&self, text: &str) {
        self.out(&Line::of(Role::Dim, text));
    }

    /// Prints the name of the game and an introduction.
    pub(crate) fn greet(&mut self) {
        let session = self.session();
        let game = session.game();
        let mut lines = vec![Line::of(Role::Title, format!("{}: {}", game.title, game.scenario_title))];
        lines.extend(game.scenario_doc.iter().flat_map(|doc| doc.lines()).map(|line| Line::plain(line.trim())));
        let seats: Vec<String> = game
            .played()
            .map(|seat| {
                let bot = if session.player(seat) == Player::Person { "" } else { " bot" };
                format!("{}: {}{bot}", game.sides[usize::from(seat)].title, session.player(seat).name())
            })
            .collect();
        // Where `help` could be the beginning of an action or the name of a thing, the mark tells them apart.
        let help = if session.understands("help") { ":help" } else { "help" };
        lines.push(Line::of(
            Role::Dim,
            format!("{}; seed {}; `{help}` lists the commands", seats.join(", "), session.opening().seed),
        ));
        let laid = session.laid_dice();
        if !laid.is_empty() {
            lines.push(Line::of(Role::Dim, format!("next dice: {}", grouped(&laid))));
        }
        drop(session);
        self.lines(&lines);
        say("");
    }

    /// Shows the lines of a long answer. At a terminal that is too small, the rest waits for Enter.
    pub(super) fn pages(&mut self, lines: &[Line]) {
        if self.paint.markup {
            return self.lines(lines);
        }
        let rows: Vec<String> = lines
            .iter()
            .flat_map(|line| line.clone().wrapped(self.paint.width, 4))
            .map(|line| self.paint.line(&line))
            .collect();
        self.page_rows(rows);
    }

    /// The same for rows that are ready to print.
    pub(super) fn page_rows(&mut self, rows: Vec<String>) {
        let fits = rows.len() + 2 <= self.size.1;
        if !self.interactive || fits {
            rows.iter().for_each(|row| put(row));
        } else if !pager::own(&rows) {
            self.pages.begin(rows, self.size.1).iter().for_each(|row| put(row));
        }
    }

    /// Shows more of a long answer, if the line asks for it; `false` if the line is for the game.
    pub(super) fn turned(&mut self, text: &str) -> bool {
        if !self.pages.wait() {
            return false;
        }
        match self.pages.turn(text, self.size.1) {
            Turn::More(rows) => rows.iter().for_each(|row| put(row)),
            Turn::Back => {}
            Turn::Other => return false,
        }
        true
    }
}
