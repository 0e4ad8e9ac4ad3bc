//! What stands beside the dialogue on a page: the board, the values and the options.

use std::hash::{DefaultHasher, Hash, Hasher};

use oriflamme::analysis::bots::Player;
use oriflamme::draw::{Line, Role};
use oriflamme::session::{Item, ONLOOKER, as_html};
use oriflamme::source::visible;

use super::{Dialogue, MOST_WIDTH};
use crate::browser::{Before, Button, Choice, Menu, Paged, Panel};
use crate::reader::Talk;
use crate::{command, editor};

/// The columns and lines of a page: nothing is cut, and no long answer waits for Enter.
pub(super) const SIZE: (usize, usize) = (MOST_WIDTH, 10_000);

/// The most completions of a line.
const MOST_COMPLETIONS: usize = 40;

/// The buttons of a game.
const BUTTONS: &[Button] = &[
    Button { name: "Back", line: ":back", title: "Take the last decision back" },
    Button { name: "Why", line: ":why", title: "Explain the last roll or refusal" },
    Button { name: "Hint", line: ":hint", title: "What you could do" },
    Button { name: "Status", line: ":status", title: "Who leads, and how the game ends" },
    Button { name: "Log", line: ":log", title: "The game so far" },
    Button { name: "Help", line: ":help", title: "All commands" },
];

/// The commands that set what all persons are asked, with the words for yes and no.
const SETTINGS: [(&str, [&str; 2]); 3] =
    [("stops", ["on", "off"]), ("slots", ["ask", "auto"]), ("payments", ["ask", "auto"])];

impl Paged for Dialogue {
    fn panel(&self) -> Panel {
        let prompt = self.prompt().trim_end_matches("> ").to_owned();
        if let Some(seat) = self.awaited() {
            let decided = self.decided_already();
            return Panel { prompt, awaited: Some(self.side_title(seat)), decided, ..Panel::default() };
        }
        let panel = self.session().panel();
        let values = panel.values.iter().map(|line| self.paint.row(line, 2)).collect();
        let asked = self.session().question().map(|(seat, _)| seat);
        let bot = asked.filter(|seat| self.session().player(*seat) != Player::Person);
        Panel {
            prompt,
            awaited: None,
            waits_for: self.waits_for(),
            decided: self.decided_already(),
            own: self.own_words(),
            plays: self.own_seat().is_some_and(|seat| seat != ONLOOKER),
            bot: bot.map(|seat| self.side_title(seat)),
            board: panel.board,
            values,
            menu: self.panel_menu(),
            buttons: BUTTONS.iter().filter(|one| self.has_command(&one.line[1..])).copied().collect(),
        }
    }

    fn fit_page(&mut self, columns: usize) {
        self.paint.fit(columns);
    }

    fn echo(&self, line: &str) -> String {
        as_html(&Line::plain(visible(&format!("{}{line}", self.prompt()))))
    }

    fn completions(&self, line: &str) -> Vec<String> {
        if self.awaited().is_some() {
            return Vec::new();
        }
        let session = self.session();
        // A command of the program that does not work on this page, unless the game has an action of that name.
        let is_refused = |line: &String| match command::parse(line.trim()) {
            Some((command, ..)) => !self.has_command(command.name()) && !session.begins_an_action(command.name()),
            None => false,
        };
        let found = editor::candidates(&session, line).into_iter().map(|one| one.line);
        let mut found: Vec<String> = found.filter(|line| !is_refused(line)).collect();
        found.dedup();
        found.truncate(MOST_COMPLETIONS);
        found
    }

    fn commands_with(&self, name: &str) -> Vec<String> {
        if self.awaited().is_some() { Vec::new() } else { self.session().commands_with(name) }
    }

    fn look(&self) {
        self.session_mut().look_as(self.own_seat());
    }

    fn before_lines_of_another(&self, lines: &str) -> Option<Before> {
        let mut commands = lines.lines().filter_map(|line| command::parse(line.trim()));
        let changes = |name: &str| name == "back" || SETTINGS.iter().any(|(setting, _)| *setting == name);
        commands.any(|(command, ..)| changes(command.name())).then(|| {
            self.look();
            let session = self.session();
            Before { undone: session.undone(), decided: session.decided(), asks: session.asks_persons() }
        })
    }

    fn hear(&mut self, before: Option<&Before>) {
        if let Some(before) = before {
            let asks = self.session().asks_persons();
            for ((name, values), (was, is)) in SETTINGS.iter().zip(before.asks.into_iter().zip(asks)) {
                if was != is {
                    self.note(&format!("another player has set `{name} {}`, for all", values[usize::from(!is)]));
                }
            }
            if self.session().undone() > before.undone {
                self.tell_undone(&before.decided);
            }
        }
        self.tell();
    }

    fn question(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let session = self.session();
        (session.question_mark(), session.lesson_place(), self.awaited()).hash(&mut hasher);
        hasher.finish()
    }

    fn only_looks(&self, line: &str) -> bool {
        Dialogue::only_looks(self, line)
    }

    fn decisions(&self) -> usize {
        self.session().decisions()
    }

    fn keep(&mut self) {
        Dialogue::keep(self);
    }

    fn unsaved(&self) -> Option<String> {
        let how = if self.own_seat().is_some() { "" } else { " (`save FILE` on the page)" };
        self.is_unsaved().then(|| format!("The game is not saved{how}. Ctrl-C again leaves it."))
    }

    fn is_lost(&self) -> bool {
        Dialogue::is_lost(self)
    }
}

impl Dialogue {
    /// The open question, as the page shows it.
    fn panel_menu(&self) -> Option<Menu> {
        let session = self.session();
        if !session.takes_commands() || session.is_stopped() || session.shown_question().is_none() {
            return None;
        }
        let mut menu = session.menu();
        if self.shows_odds {
            super::odds::beside(&session, &mut menu);
        }
        let heading = Line::side(session.game(), menu.seat).and(Role::Plain, ": ").and(Role::Title, &*menu.heading);
        let html = |role: Role, text: &str| as_html(&Line::of(role, visible(text)));
        let choice = |item: &Item| Choice {
            key: item.key.clone(),
            text: html(item.role, &item.text),
            note: html(Role::Plain, &item.note),
            group: html(Role::Plain, &item.group),
            things: session.pointed_at(item),
            all: item.is_whole_set(),
        };
        Some(Menu {
            heading: self.paint.line(&heading),
            advice: menu.advice.as_deref().map(|advice| html(Role::Plain, advice)),
            items: menu.items.iter().map(choice).collect(),
            takes: menu.takes,
            pass: menu.pass,
            given_up: menu.given_up,
            enter: menu.enter.is_some(),
        })
    }
}
