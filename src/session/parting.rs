//! Plays a saved game under two sets of rules, side by side, to the first decision at which they differ.

use std::cell::Cell;
use std::sync::Arc;

use crate::analysis::bots::Player;
use crate::draw::{Line, Role};
use crate::model::game::Game;
use crate::play::log::{Entry as Told, Event};
use crate::play::{Fault, MakeScripts, Status};

use super::event::counted;
use super::save::Save;
use super::story::{Telling, line_number};
use super::{Session, Standing};

/// The most lines shown for each set of rules.
const MOST_LINES: usize = 40;

/// Two plays of a saved game that have diverged.
pub struct Parted {
    /// The number of decisions made before.
    pub decisions: usize,
    /// The log under the first rules, the log under the second, and the rules that made the difference.
    pub lines: Vec<Line>,
    /// The game under the second rules, before the decision at which they differ.
    pub session: Session,
}

/// A set of rules under which a saved game is played.
pub struct Rules<'a> {
    /// The rules.
    pub game: &'a Arc<Game>,
    /// Their name.
    pub name: &'a str,
}

/// Plays a saved game under two sets of rules up to the first decision with a different answer, roll, number or state.
/// Returns None if they never diverge. `alike`: both are the same files under different readings, so states can be
/// compared as well as the log.
///
/// # Errors
/// A fault in the set-up or the scripts, or a game that cannot be played under the first rules.
pub fn part(
    save: &Save,
    first: &Rules<'_>,
    second: &Rules<'_>,
    alike: bool,
    make: MakeScripts,
) -> Result<Option<Parted>, Box<Fault>> {
    let mut open = save.clone();
    open.seats.iter_mut().for_each(|seat| seat.player = Player::Person);
    open.trouble = None;
    let mut one = Session::about_to_resume(first.game, &open, make)?.0;
    let (mut two, strange) = Session::about_to_resume(second.game, &open, make)?;
    loop {
        let before = (one.used(), one.play.log_length(), two.play.log_length());
        let done = before.0 >= open.lines.len();
        if done && before.0 > 0 {
            return Ok(None);
        }
        let (ended, other) = (one.on(), two.on());
        if let Some(Status::Faulty(fault)) = ended {
            return Err(fault);
        }
        let problem = match &other {
            Some(Status::Faulty(fault)) => Some(fault.message.clone()),
            _ => None,
        };
        let told = [one.told_since(before.1), two.told_since(before.2)];
        let is_same = problem.is_none()
            && one.used() == two.used()
            && ended.is_some() == other.is_some()
            && told[0] == told[1]
            && (!alike || one.play.digest() == two.play.digest());
        if is_same {
            // An empty board has no decision that could differ.
            if ended.is_some() || done && matches!(one.standing, Standing::Idle) {
                return Ok(None);
            }
            continue;
        }
        // All answers up to here are the same under both: the game is in this position.
        let mut cut = save.clone();
        cut.lines.truncate(before.0);
        cut.notes.retain(|(at, _)| *at <= before.0);
        (cut.trouble, cut.silent) = (None, 0);
        let (session, _) = Session::resume(second.game, &cut, make)?;
        // Both are shown as the person at the table may see them.
        one.standing = session.standing.clone();
        two.standing = session.standing.clone();
        let decisions = session.decisions();
        let problem = problem.or_else(|| strange.map(|trouble| trouble.to_string()));
        let wanted = save.lines[before.0..].iter().find(|line| line.who != "chance");
        let mut lines = vec![Line::of(
            Role::Title,
            match wanted {
                Some(line) => format!("They differ at decision {}: {}: {}", decisions + 1, line.who, line.text),
                None => format!("They differ after {}", counted(decisions, "decision")),
            },
        )];
        let [own, others] = [one.log_lines(before.1), two.log_lines(before.2)];
        let place = told[0].iter().zip(&told[1]).take_while(|(a, b)| a == b).count();
        lines.extend(side(first.name, own, one.ledger(before.1, place)));
        let mut reasons = Vec::new();
        if let Some(problem) = &problem {
            reasons.push(Line::of(Role::Bad, format!("  {problem}")));
            if let Some(line) = wanted {
                reasons.extend(session.why_not(&line.text).into_iter().map(|line| line.indented(2)));
            }
        } else {
            reasons.extend(two.ledger(before.2, place));
        }
        lines.extend(side(second.name, others, reasons));
        return Ok(Some(Parted { decisions, lines, session }));
    }
}

/// The lines of one play.
fn side(name: &str, mut log: Vec<Line>, reasons: Vec<Line>) -> Vec<Line> {
    let more = log.len().saturating_sub(MOST_LINES);
    log.truncate(MOST_LINES);
    let mut lines = vec![Line::of(Role::Key, name)];
    lines.extend(log.into_iter().map(|line| line.indented(2)));
    if more > 0 {
        lines.push(Line::of(Role::Dim, format!("  … and {}", counted(more, "more line"))));
    }
    if !reasons.is_empty() {
        lines.push(Line::of(Role::Dim, "  because"));
        lines.extend(reasons.into_iter().map(|line| line.indented(2)));
    }
    lines
}

impl Session {
    /// Plays on to the next settled point, or past the next change by hand. Returns a status if it cannot continue.
    fn on(&mut self) -> Option<Status> {
        let ended = if self.has_begun() {
            let first = Cell::new(true);
            self.play.go_while(|_| first.replace(false))
        } else {
            self.play_on()
        };
        self.standing = match &ended {
            None if !self.has_begun() => Standing::Idle,
            Some(Status::Asked(pending)) => Standing::Asked(pending.clone()),
            _ => return ended,
        };
        let Some((text, line)) = self.play.next_change() else { return ended };
        self.carry_out(&text, line).err().map(Status::Faulty)
    }

    /// The number of saved answers read.
    fn used(&self) -> usize {
        self.play.look(|run| run.journal.used)
    }

    /// The events since a place in the log, in words that do not depend on the layout of the rules.
    fn told_since(&self, from: usize) -> Vec<String> {
        let log = self.play.log();
        self.play.look(|run| {
            let view = super::View::new(run.world(), None);
            let told = |entry: &Told| match &entry.event {
                Event::Scope(_, text) | Event::Step(_, text) => text.clone(),
                _ => super::event::event_line(&view, &run.journal.entries, entry, Telling::FULL)
                    .map(|line| line.text())
                    .unwrap_or_default(),
            };
            log.iter().skip(from).map(told).collect()
        })
    }

    /// The full log since a place in it, as the viewer sees it.
    fn log_lines(&self, from: usize) -> Vec<Line> {
        let log = self.play.log();
        let telling = Telling { details: true, cites: true, numbers: false, width: 80, others: usize::MAX };
        self.tell(&log, telling, &[self.viewer()], false, |at| at >= from).0
    }

    /// The ledger of the entry `further` entries after a place in the log: its rule, its numbers, its sections.
    fn ledger(&self, from: usize, further: usize) -> Vec<Line> {
        let log = self.play.log();
        let answers = self.play.answers();
        let at = (from + further).min(log.len().saturating_sub(1));
        if log.len() <= from {
            return Vec::new();
        }
        self.why_line(&line_number(&log, &answers, at), false).unwrap_or_default()
    }
}
