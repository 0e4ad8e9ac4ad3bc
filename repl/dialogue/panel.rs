//! What stands beside the dialogue on a page: the board, the values and the options.

use oriflamme::analysis::bots::Player;
use oriflamme::draw::{Line, Role};
use oriflamme::session::{Item, Takes, as_html};
use oriflamme::source::visible;
use serde::Serialize;

use super::{Dialogue, MOST_WIDTH};
use crate::editor;
use crate::reader::Talk;

/// The columns and lines of a page: nothing is cut, and no long answer waits for Enter.
pub(super) const SIZE: (usize, usize) = (MOST_WIDTH, 10_000);

/// The most completions of a line.
const MOST_COMPLETIONS: usize = 40;

/// What a page shows beside the dialogue. Texts are HTML, except where they are said to be plain.
#[derive(Serialize)]
pub(crate) struct Panel {
    /// The prompt, as plain text.
    prompt: String,
    /// The side whose player has yet to take over; then nothing else is shown. Plain text.
    awaited: Option<String>,
    /// The side whose player decides at another page. Plain text.
    waits_for: Option<String>,
    /// The side whose own page this is. Plain text.
    own: Option<String>,
    /// The side whose bot decides when the watcher lets it. Plain text.
    bot: Option<String>,
    /// The board in SVG.
    board: String,
    values: Vec<String>,
    menu: Option<Menu>,
}

/// The open question with its choices.
#[derive(Serialize)]
struct Menu {
    heading: String,
    advice: Option<String>,
    items: Vec<Choice>,
    takes: Takes,
    /// How to pass, as plain text.
    pass: Option<String>,
    /// What passing gives up, as plain text.
    given_up: Option<String>,
    /// True if an empty line answers the question.
    enter: bool,
}

/// A choice.
#[derive(Serialize)]
struct Choice {
    /// What to type for it, as plain text.
    key: String,
    text: String,
    note: String,
    group: String,
    /// The names of the spaces and pieces on the board that it means, as plain text.
    things: Vec<String>,
    /// True for all members of a set at once.
    all: bool,
}

impl Dialogue {
    /// What stands beside the dialogue now, for whom may see it.
    pub(crate) fn panel(&self) -> Panel {
        let prompt = self.prompt().trim_end_matches("> ").to_owned();
        if let Some(seat) = self.awaited() {
            let awaited = Some(self.side_title(seat));
            let (board, values) = (String::new(), Vec::new());
            return Panel { prompt, awaited, waits_for: None, own: None, bot: None, board, values, menu: None };
        }
        let panel = self.session().panel();
        let values = panel.values.iter().map(|line| self.paint.line(line)).collect();
        let asked = self.session().question().map(|(seat, _)| seat);
        let bot = asked.filter(|seat| self.session().player(*seat) != Player::Person);
        let bot = bot.map(|seat| self.side_title(seat));
        let (waits_for, own) = (self.waits_for(), self.own_title());
        Panel { prompt, awaited: None, waits_for, own, bot, board: panel.board, values, menu: self.panel_menu() }
    }

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

    /// Wraps what is said to the width of the page.
    pub(crate) fn fit_page(&mut self, columns: usize) {
        self.paint.fit(columns);
    }

    /// A line as the page sent it, behind the prompt, in HTML.
    pub(crate) fn echo(&self, line: &str) -> String {
        as_html(&Line::plain(visible(&format!("{}{line}", self.prompt()))))
    }

    /// The completions of a line.
    pub(crate) fn completions(&self, line: &str) -> Vec<String> {
        if self.awaited().is_some() {
            return Vec::new();
        }
        let mut found: Vec<String> =
            editor::candidates(&self.session(), line).into_iter().map(|one| one.line).collect();
        found.dedup();
        found.truncate(MOST_COMPLETIONS);
        found
    }

    /// The commands that are possible now with a piece or space, by its name on the board.
    pub(crate) fn commands_with(&self, name: &str) -> Vec<String> {
        if self.awaited().is_some() { Vec::new() } else { self.session().commands_with(name) }
    }
}
