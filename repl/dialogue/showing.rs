//! What is shown before each line: the board first, then what happened, then what may be done, so that the result of the
//! last decision is always just above the prompt.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use oriflamme::analysis::bots::Player;
use oriflamme::draw::{Line, Role};
use oriflamme::session::{Sight, Standing};

use super::Dialogue;
use crate::menu;

/// Boards of at most so many lines are drawn whole after every change.
const SMALL_BOARD: usize = 14;
/// A map of hexes is drawn in at least so many lines, or not at all.
const LEAST_MAP: usize = 13;
/// So many lines of a map of hexes are enough to follow a move.
const FOLLOWED_MAP: usize = 20;
/// Where so few places have changed, a new turn does not draw the whole board.
const FEW_CHANGED: usize = 3;
/// More changed places than this are not listed.
const MOST_CHANGED: usize = 6;

/// What has been shown of the game.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// What the board looked like when something of it was drawn last.
    board: u64,
    /// The places and tracks at that time.
    places: Vec<Line>,
    /// The stretch of play in which the whole board was drawn last.
    stretch: Option<(Vec<i64>, Option<u16>)>,
    /// The stretch of play at whose beginning hand and place were shown last.
    opened: Option<(Vec<i64>, Option<u16>)>,
    /// Actions whose description has been shown.
    actions: BTreeSet<String>,
    /// Whether a question has been shown at all.
    begun: bool,
}

impl Shown {
    /// The board must be drawn anew.
    pub(super) fn forget_board(&mut self) {
        self.board = 0;
        self.stretch = None;
        self.opened = None;
    }
}

impl Dialogue {
    /// What is asked now, for knowing whether it has been shown.
    fn question_mark(&self) -> String {
        let session = self.session();
        let asked = session.question().map(|(seat, question)| format!("{seat} {question:?}"));
        format!("{} {asked:?} {:?}", session.decisions(), session.staged())
    }

    /// The board, the news, and what may be done.
    pub(super) fn show_all(&mut self) {
        let news = self.news();
        let fault = match self.session().standing() {
            Standing::Faulty(fault) => Some(fault.clone()),
            _ => None,
        };
        if let Some(fault) = fault {
            self.lines(&news);
            self.fault(&fault);
            self.note("play cannot go on from here: `back` takes decisions back");
            return;
        }
        let asked = self.question_mark();
        if asked == self.asked {
            self.lines(&news);
            return;
        }
        self.asked = asked;
        let over = matches!(self.session().standing(), Standing::Over(_));
        let mut below = news;
        if over {
            below.extend(self.session().verdict());
            below.push(Line::of(
                Role::Dim,
                "`log` shows the game again, `back` takes decisions back, `save FILE`, `quit`",
            ));
        } else {
            below.extend(self.opening());
            below.extend(self.menu_lines(false));
        }
        let rows: usize = below.iter().map(|line| line.clone().wrapped(self.paint.width, 4).len()).sum();
        if self.draws {
            self.draw_above(rows);
        }
        self.lines(&below);
    }

    /// At the beginning of a stretch of play: where in the sequence of play it is, and the hand. At the first question
    /// also where help is.
    fn opening(&mut self) -> Vec<Line> {
        let stretch = self.session().stretch();
        // A side that only reacts knows its hand.
        let reacts = stretch.1.is_none() && self.shown.begun;
        if reacts || self.shown.opened.as_ref() == Some(&stretch) {
            return Vec::new();
        }
        let session = self.session();
        // Where a turn has one step only, the prompt says all.
        let begun = self.shown.begun;
        let mut lines: Vec<Line> =
            session.whereabouts().into_iter().filter(|line| !begun || line.text().contains('[')).collect();
        lines.extend(session.hand_line());
        drop(session);
        if !self.shown.begun {
            lines.push(Line::of(
                Role::Dim,
                "`help` explains how to play, `status` who leads and how it ends, `help WORD` any word on the screen.",
            ));
        }
        self.shown.begun = true;
        self.shown.opened = Some(stretch);
        lines
    }

    /// Draws the board, or what has changed of it, above so many lines that must stay on the screen.
    fn draw_above(&mut self, rows: usize) {
        let position = self.position();
        if position == self.shown.board {
            return;
        }
        let room = if self.interactive { self.size.1.saturating_sub(rows + 1) } else { usize::MAX };
        let stretch = self.session().stretch();
        let is_new = self.shown.stretch.as_ref() != Some(&stretch) && stretch.1.is_some();
        let first = self.shown.stretch.is_none();
        let sight = self.sight();
        let places = self.session().places(sight);
        let whole = self.session().board(sight, None);
        let is_much = self.changed(&places).len() > FEW_CHANGED;
        if first || whole.len() <= room && (is_new && is_much || whole.len() <= SMALL_BOARD) {
            self.picture(&whole);
            self.shown.stretch = Some(stretch);
        } else if self.is_on_hexes() {
            let most = if is_new { room } else { room.min(FOLLOWED_MAP) };
            if most >= LEAST_MAP {
                let part = self.session().board(Sight { height: most, ..sight }, None);
                if part.len() <= room {
                    self.picture(&part);
                    self.shown.stretch = Some(stretch);
                }
            }
        } else {
            self.draw_changes(&places, room);
        }
        self.shown.places = places;
        self.shown.board = position;
    }

    /// The places and tracks that are not as they were.
    fn changed<'p>(&self, places: &'p [Line]) -> Vec<&'p Line> {
        let before = &self.shown.places;
        places.iter().enumerate().filter(|(at, line)| before.get(*at) != Some(*line)).map(|(_, line)| line).collect()
    }

    /// The places and tracks that are not as they were, a line each, if there is room for all of them.
    fn draw_changes(&self, places: &[Line], room: usize) {
        let before = &self.shown.places;
        let changed: Vec<&Line> = places
            .iter()
            .enumerate()
            .filter(|(at, line)| before.get(*at) != Some(line))
            .map(|(_, line)| line)
            .collect();
        let lines: Vec<Line> =
            changed.iter().flat_map(|line| (*line).clone().indented(2).wrapped(self.paint.width, 6)).collect();
        if changed.len() <= MOST_CHANGED && lines.len() <= room {
            lines.iter().for_each(|line| self.paint.show(line));
        } else if room > 0 {
            self.note(&format!("{} places have changed: `board` draws them", changed.len()));
        }
    }

    /// A number for what the board looks like.
    fn position(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.session().board(self.sight(), None).hash(&mut hasher);
        hasher.finish()
    }

    /// Draws the whole board.
    pub(super) fn draw(&mut self) {
        self.shown.board = self.position();
        let sight = self.sight();
        let places = self.session().places(sight);
        self.shown.places = places;
        let stretch = self.session().stretch();
        self.shown.stretch = Some(stretch);
        let board = self.session().board(sight, None);
        self.picture(&board);
    }

    /// Lines that are shown as they are; on a terminal that is too narrow as much of them as fits.
    pub(super) fn picture(&self, lines: &[Line]) {
        let columns = self.size.0.max(self.paint.width);
        lines.iter().for_each(|line| self.paint.show(&line.clone().cut(columns)));
        if lines.iter().any(|line| line.width() > columns) {
            self.note(&format!("cut off at {columns} columns; `board AREA` shows a part, `svg FILE` draws all of it"));
        }
    }

    /// What may be done, with the description of every action.
    pub(super) fn print_whole_menu(&mut self) {
        let lines = self.menu_lines(true);
        self.lines(&lines);
    }

    /// What may be done. Actions whose descriptions have all been shown are only named, unless `whole`.
    fn menu_lines(&mut self, whole: bool) -> Vec<Line> {
        let session = self.session();
        let asked = session.menu();
        let bot = session.player(asked.seat) != Player::Person;
        let title = session.game().sides.get(asked.seat as usize).map(|side| side.title.clone()).unwrap_or_default();
        drop(session);
        let known =
            !whole && asked.items.iter().all(|item| item.is_action() && self.shown.actions.contains(&item.text));
        self.shown.actions.extend(asked.items.iter().filter(|item| item.is_action()).map(|item| item.text.clone()));
        let mut lines = menu::menu(&asked, &title, self.paint.width, known);
        if bot {
            lines.push(Line::of(Role::Dim, "The bot moves next: press Enter"));
        }
        lines
    }

    /// The place in the sequence of play for the prompt; with the side that acts, if another one decides.
    pub(super) fn where_asked(&self) -> Vec<String> {
        let session = self.session();
        let mut parts = session.place();
        if let (Some(last), Some(other)) = (parts.last_mut(), session.acting_other()) {
            if let Some(side) = session.game().sides.get(usize::from(other)) {
                *last = format!("{} {last}", side.title);
            }
        }
        parts
    }

    fn is_on_hexes(&self) -> bool {
        self.session().game().board.spaces.iter().any(|space| space.hex.is_some())
    }
}
