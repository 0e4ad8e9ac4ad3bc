//! The display before each line: the board, then the news, then the options, so that the result of the last decision is
//! just above the prompt.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use oriflamme::analysis::bots::Player;
use oriflamme::draw::{Line, Role};
use oriflamme::session::{Decided, Item, Sight, Standing};

use super::Dialogue;
use crate::menu;
use crate::paint::put;

/// Boards of up to this many lines are drawn in full after every change.
const SMALL_BOARD: usize = 14;
/// The minimum number of lines for a hex map; it is not drawn in fewer.
pub(super) const LEAST_MAP: usize = 13;
/// The lines of a hex map that are enough to follow a move.
const FOLLOWED_MAP: usize = 20;
/// The lines of a window beside a list of choices: the prompt, and a short report above.
const BESIDE_MENU: usize = 6;
/// The least lines of a list that is too long for the window.
const LEAST_MENU: usize = 5;
/// With at most this many changed places, a new turn does not redraw the whole board.
const FEW_CHANGED: usize = 3;
/// The maximum number of changed places that are listed.
const MOST_CHANGED: usize = 6;

/// The parts of the game already shown.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The hash of the board when any of it was last drawn.
    board: u64,
    /// The places and tracks at that time, as each seat sees and names them; first for no seat.
    places: Vec<Vec<Line>>,
    /// The stretch of play in which the whole board was last drawn.
    stretch: Option<(Vec<i64>, Option<u16>)>,
    /// The stretch of play whose hand and place were last shown.
    opened: Option<(Vec<i64>, Option<u16>)>,
    /// Actions whose descriptions have been shown, and other options with the notes shown beside them.
    items: BTreeSet<(String, String)>,
    /// True if any question has been shown.
    begun: bool,
    /// The decisions shown that wait until all have decided.
    unseen: Vec<Decided>,
}

impl Shown {
    /// The hash of the board as it was last drawn.
    pub(super) fn board(&self) -> u64 {
        self.board
    }

    /// Takes down that the board is drawn.
    pub(super) fn drawn(&mut self, board: u64) {
        self.board = board;
    }

    /// Marks the board as not drawn.
    pub(super) fn forget_board(&mut self) {
        self.board = 0;
        self.stretch = None;
        self.opened = None;
    }
}

/// The words of lines, in lower case.
fn words_of(lines: &[Line]) -> String {
    let text: String = lines.iter().map(|line| line.text() + " ").collect();
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Dialogue {
    /// A text that identifies the current question.
    pub(super) fn question_mark(&self) -> String {
        let session = self.session();
        let asked = session.question().map(|(seat, question)| format!("{seat} {question:?}"));
        format!("{} {asked:?} {:?}", session.choices(), session.staged())
    }

    /// The same with the place in the lesson, if one is in progress.
    pub(super) fn asked_mark(&self) -> String {
        match self.school {
            Some(_) => format!("{} {:?}", self.question_mark(), self.session().lesson_place()),
            None => self.question_mark(),
        }
    }

    /// Shows the board, the news and the options.
    pub(super) fn show_all(&mut self) {
        let fault = match self.session().standing() {
            Standing::Faulty(fault) => Some(fault.clone()),
            _ => None,
        };
        if let Some(fault) = fault {
            let news = self.news(0);
            self.lines(&news);
            self.fault(&fault);
            self.note("play cannot go on from here: `back` undoes decisions");
            return;
        }
        let asked = self.question_mark();
        if asked == self.asked {
            let mut news = self.news(0);
            news.extend(self.watched());
            self.lines(&news);
            return;
        }
        self.asked = asked;
        let over = matches!(self.session().standing(), Standing::Over(_));
        let idle = matches!(self.session().standing(), Standing::Idle);
        let (mut menu, mut scores) = (Vec::new(), Vec::new());
        if idle {
            if !std::mem::replace(&mut self.shown.begun, true) {
                menu.push(Line::of(Role::Dim, self.session().idle_words()));
            }
        } else if over {
            menu.extend(self.session().ended());
            scores.extend(self.session().final_scores(self.paint.width));
            let further =
                if self.own_seat().is_some() { "" } else { ", `back` undoes, `save` saves it, `quit` leaves" };
            scores.push(Line::of(Role::Dim, format!("`log` shows the game again{further}")));
        } else {
            menu.extend(self.opening());
            menu.extend(self.listed_options());
        }
        let mut noted = self.noted();
        let rows = |width: usize, lines: &[Line]| -> usize {
            lines.iter().map(|line| line.clone().wrapped(width, 4).len()).sum()
        };
        let others = [&noted, &menu, &scores].map(|lines| rows(self.paint.width, lines));
        let mut below = self.news(others.iter().sum());
        below.extend(self.watched());
        if over {
            // The reason may be the last line of the report.
            let told = words_of(&below);
            menu.retain(|line| !told.contains(words_of(std::slice::from_ref(line)).trim_end_matches('.')));
        }
        below.append(&mut noted);
        below.extend(menu);
        below.extend(scores);
        let rows = rows(self.paint.width, &below);
        if self.draws {
            self.draw_above(rows);
        }
        self.lines(&below);
    }

    /// What the player has decided unseen and this has not shown yet: the log has it once all have decided. It is not
    /// shown again when another player takes a decision back after that, because that player has read it.
    fn noted(&mut self) -> Vec<Line> {
        let gone = self.session().undone_of(&self.shown.unseen).len();
        self.shown.unseen.truncate(self.shown.unseen.len() - gone);
        let unseen = self.session().decided_unseen().into_iter();
        let new: Vec<Decided> = unseen.filter(|one| !self.shown.unseen.contains(one)).collect();
        let lines = new.iter().map(|one| Line::plain(&*one.words).and(Role::Dim, "  (secret until all have answered)"));
        let lines = lines.collect();
        self.shown.unseen.extend(new);
        lines
    }

    /// The lines at the beginning of a stretch of play: the place in the sequence of play, and the hand; at the first
    /// question also a pointer to the help.
    fn opening(&mut self) -> Vec<Line> {
        let stretch = self.session().stretch();
        // A side that only reacts has seen its hand.
        let reacts = stretch.1.is_none() && self.shown.begun;
        if reacts || self.shown.opened.as_ref() == Some(&stretch) {
            return Vec::new();
        }
        let session = self.session();
        // If a turn has only one step, the prompt shows everything.
        let begun = self.shown.begun;
        let mut lines: Vec<Line> =
            session.whereabouts().into_iter().filter(|line| !begun || line.text().contains('[')).collect();
        lines.extend(session.hand_line());
        drop(session);
        if !self.shown.begun {
            lines.push(Line::of(
                Role::Dim,
                "`help` lists the commands, `status` shows who leads and how the game ends, \
                 `help WORD` explains any word on the screen.",
            ));
        }
        self.shown.begun = true;
        self.shown.opened = Some(stretch);
        lines
    }

    /// Draws the board, or its changes, leaving room for `rows` lines below it.
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
        let places = self.places();
        let whole = self.session().board(sight, None);
        let changed = self.changed(&places);
        let is_much = changed.len() > FEW_CHANGED;
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
            self.draw_changes(&changed, room);
        }
        self.shown.places = places;
        self.shown.board = position;
    }

    /// The places and tracks as each seat sees and names them; first for no seat.
    fn places(&self) -> Vec<Vec<Line>> {
        let (session, sight) = (self.session(), self.sight());
        let sides = 0..session.game().sides.len() as u16;
        std::iter::once(None).chain(sides.map(Some)).map(|seat| session.places(sight, seat)).collect()
    }

    /// The places and tracks that have changed, for the viewer. The names of another viewer are no change.
    fn changed(&self, places: &[Vec<Line>]) -> Vec<Line> {
        let seat = self.session().viewer().map_or(0, |seat| usize::from(seat) + 1);
        let before = self.shown.places.get(seat);
        let is_new = |(at, line): &(usize, &Line)| before.and_then(|before| before.get(*at)) != Some(*line);
        let now = places.get(seat).into_iter().flatten();
        now.enumerate().filter(is_new).map(|(_, line)| line.clone()).collect()
    }

    /// Draws the changed places and tracks, one line each, if all of them fit.
    fn draw_changes(&self, changed: &[Line], room: usize) {
        let lines: Vec<Line> =
            changed.iter().flat_map(|line| line.clone().indented(2).wrapped(self.paint.width, 6)).collect();
        if changed.len() <= MOST_CHANGED && lines.len() <= room {
            lines.iter().for_each(|line| self.paint.show(line));
        } else if room > 0 {
            self.note(&format!("{} places have changed: `board` draws them", changed.len()));
        }
    }

    /// A hash of the board's appearance.
    pub(super) fn position(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.session().board(self.sight(), None).hash(&mut hasher);
        hasher.finish()
    }

    /// Draws the whole board. At a terminal that is too small, the rest waits for Enter.
    pub(super) fn draw(&mut self) {
        self.shown.board = self.position();
        let sight = self.sight();
        self.shown.places = self.places();
        let stretch = self.session().stretch();
        self.shown.stretch = Some(stretch);
        let board = self.session().board(sight, None);
        let rows = self.picture_rows(&board);
        self.page_rows(rows);
    }

    /// Prints lines without wrapping; on a narrow terminal they are cut.
    pub(super) fn picture(&self, lines: &[Line]) {
        self.picture_rows(lines).iter().for_each(|row| put(row));
    }

    /// The rows of a picture. If it is too wide, it is cut, and a last row says so.
    pub(super) fn picture_rows(&self, lines: &[Line]) -> Vec<String> {
        let columns = self.size.0.max(self.paint.width);
        let mut rows: Vec<String> = lines.iter().map(|line| self.paint.line(&line.clone().cut(columns))).collect();
        if lines.iter().any(|line| line.width() > columns) {
            let note = format!("cut off at {columns} columns; `board AREA` shows a part, `svg FILE` draws all of it");
            let note = Line::of(Role::Dim, note).wrapped(self.paint.width, 4);
            rows.extend(note.iter().map(|line| self.paint.line(line)));
        }
        rows
    }

    /// Prints the options with the description of every action.
    pub(super) fn print_whole_menu(&mut self) {
        let lines = self.menu_lines(true);
        self.pages(&lines);
    }

    /// The options below the news, unless they stand beside the dialogue.
    pub(super) fn listed_options(&mut self) -> Vec<Line> {
        if self.has_panel { Vec::new() } else { self.menu_lines(false) }
    }

    /// The options. Actions whose descriptions have all been shown are only named, unless `whole` is true.
    pub(super) fn menu_lines(&mut self, whole: bool) -> Vec<Line> {
        let session = self.session();
        if session.question().is_some() && session.shown_question().is_none() {
            return vec![Line::of(Role::Dim, session.why_not_asked())];
        }
        let mut asked = session.menu();
        if self.shows_odds {
            super::odds::beside(&session, &mut asked);
        }
        let bot = session.player(asked.seat) != Player::Person;
        let side = Line::side(session.game(), asked.seat);
        drop(session);
        // The note of an action changes with its price.
        let shown = |item: &Item| (item.text.clone(), if item.is_action() { String::new() } else { item.note.clone() });
        let known = !whole && asked.items.iter().all(|item| self.shown.items.contains(&shown(item)));
        self.shown.items.extend(asked.items.iter().map(shown));
        let mut lines = menu::menu(&asked, side, self.paint, known);
        // The question and the map with the choices stay in view.
        if !whole && self.interactive && lines.len() + 2 > self.size.1 {
            lines = menu::shortened(&asked, lines, self.size.1.saturating_sub(LEAST_MAP + BESIDE_MENU).max(LEAST_MENU));
        }
        if bot {
            lines.push(Line::of(Role::Dim, "The bot moves next: press Enter"));
        }
        lines
    }

    /// The place in the sequence of play for the prompt, and at its end the side that decides, unless the place says
    /// so.
    pub(super) fn where_asked(&self) -> Vec<String> {
        let session = self.session();
        let mut parts = session.trail();
        let Some((seat, _)) = session.question() else { return parts };
        let title = |seat: u16| session.game().side_title(seat);
        let names = |part: &String, seat: u16| part.split(", ").next() == Some(title(seat));
        let of_a_side = |part: &&String| (0..session.game().sides.len() as u16).any(|seat| names(part, seat));
        if !parts.iter().rev().find(of_a_side).is_some_and(|part| names(part, seat)) {
            parts.push(title(seat).to_owned());
        }
        parts
    }

    fn is_on_hexes(&self) -> bool {
        self.session().game().board.spaces.iter().any(|space| space.hex.is_some())
    }
}
