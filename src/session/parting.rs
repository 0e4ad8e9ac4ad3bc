//! Plays a saved game under two sets of rules, side by side, to the first decision at which they differ.

use std::ops::Range;
use std::sync::Arc;

use crate::draw::{Line, Role};
use crate::model::game::{ARBITER, CHANCE, Game};
use crate::model::sequence::Phase;
use crate::play::journal::Entry;
use crate::play::log::Event;
use crate::play::question::Kind;
use crate::play::state::State;
use crate::play::{Fault, MakeScripts};
use crate::source::plain_words;

use super::event::{counted, event_line};
use super::save::{Save, SavedLine, Trouble};
use super::story::Telling;
use super::unplayed::Maker;
use super::{Session, Standing, View, side_named};

/// The most lines shown for each set of rules.
const MOST_LINES: usize = 40;
/// The most lines that are the same shown before the first that differs, if there are too many lines.
const MOST_ALIKE: usize = 10;

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

/// The part of a saved game in which two sets of rules diverge: a decision with the results of chance that follow it.
struct Divergence {
    /// Its lines in the saved game.
    lines: Range<usize>,
    /// The entries of both logs that it has made.
    logged: [Range<usize>; 2],
    /// The first line of the logs that differs, counted among those with words.
    place: usize,
    /// Why the decision is not possible under the second rules.
    problem: Option<String>,
    /// What is asked next.
    asks: [Option<(u16, String)>; 2],
    /// What was asked before it, and how many windows had passed in silence.
    asked: Standing,
    silent: u32,
}

/// Plays a saved game under two sets of rules, decision by decision, up to the first with a different answer, roll or
/// number, or else to the first after which the positions are different up to the end. Returns None if they never
/// diverge. `alike`: both are the same files under different readings, so positions can be compared as well as the log.
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
    let mut one = Replay::new(first.game, save, make)?;
    let mut two = Replay::new(second.game, save, make)?;
    let ends = one.ends();
    let (mut from, mut unseen) = (0, None);
    for to in ends {
        let begun = [one.session.play.log_length(), two.session.play.log_length()];
        let (asked, silent) = (two.session.standing.clone(), two.session.play.silent());
        one.play(from..to);
        two.play(from..to);
        if let Standing::Faulty(fault) = &one.session.standing {
            return Err(Box::new(one.session.guarded(fault)));
        }
        let problem = two.problem(to, &asked);
        let told = [one.session.told_since(begun[0]), two.session.told_since(begun[1])];
        let place = told[0].iter().zip(&told[1]).take_while(|((_, a), (_, b))| a == b).count();
        let is_seen = problem.is_some() || told.iter().any(|told| told.len() > place);
        let asks = [one.session.asks(), two.session.asks()];
        let is_same = asks[0] == asks[1] && (!alike || one.session.open_position() == two.session.open_position());
        if is_seen {
            one.finish(to);
            two.finish(to);
        }
        let logged = [begun[0]..one.session.play.log_length(), begun[1]..two.session.play.log_length()];
        let parted = Divergence { lines: from..to, logged, place, problem, asks, asked, silent };
        if is_seen {
            return report(save, first, second, [one.session, two.session], parted, make).map(Some);
        }
        // Only the first of several positions in a row that differ counts.
        unseen = if is_same { None } else { unseen.or(Some(parted)) };
        if matches!(one.session.standing, Standing::Over(_)) {
            break;
        }
        from = to;
    }
    match unseen {
        Some(parted) => report(save, first, second, [one.session, two.session], parted, make).map(Some),
        None => Ok(None),
    }
}

/// Both versions of the decision at which a game diverges, and the game before it.
fn report(
    save: &Save,
    first: &Rules<'_>,
    second: &Rules<'_>,
    [mut one, mut two]: [Session; 2],
    parted: Divergence,
    make: MakeScripts,
) -> Result<Parted, Box<Fault>> {
    let Divergence { lines: part, logged, place, problem, asks, asked, silent } = parted;
    // All answers up to here are the same under both: the game is in this position.
    let mut cut = save.clone();
    cut.lines.truncate(part.start);
    cut.is_replayed = false;
    cut.notes.retain(|(at, _)| *at <= part.start);
    (cut.trouble, cut.silent) = (None, silent);
    let (session, _) = Session::resume_waiting(second.game, &cut, make)?;
    // Both are shown as the person at the table may see them.
    for shown in [&mut one, &mut two] {
        shown.standing = asked.clone();
        shown.desk.borrow_mut().players.clone_from(&session.desk.borrow().players);
        shown.read_by_asked();
    }
    let is_decision = |who: &str| ![CHANCE, ARBITER].contains(&who);
    let decisions = cut.lines.iter().filter(|line| is_decision(&line.who)).count();
    let wanted = save.lines[part.clone()].first().filter(|line| line.who != CHANCE);
    let title = match wanted {
        Some(line) => format!("They differ at decision {}: {}", decisions + 1, one.words_of_decision(line, part.start)),
        None => "They differ before the first decision".to_owned(),
    };
    let mut lines = vec![Line::of(Role::Title, title)];
    let reason = |session: &Session, logged: &Range<usize>| {
        let (at, _) = session.told_since(logged.start).into_iter().filter(|(at, _)| *at < logged.end).nth(place)?;
        session.why_entry(at, false)
    };
    let [own, others] = logged;
    let why = [reason(&one, &own), reason(&two, &others)];
    let is_seen = problem.is_some() || why.iter().any(Option::is_some);
    let [why_own, why_other] = why.map(Option::unwrap_or_default);
    // A question that only one version asks is what makes the difference.
    let differ = asks[0] != asks[1] && problem.is_none();
    let [next_own, next_other] = asks.map(|asks| {
        let (seat, prompt) = asks.filter(|_| differ)?;
        if !session.is_person(seat) && session.has_secrets() {
            return Some(Line::plain(format!("  then asks {}", one.game.side_title(seat))));
        }
        Some(Line::plain(format!("  then asks {}: {}", one.game.side_title(seat), plain_words(&prompt))))
    });
    let [log_own, log_other] = without_beginning([one.log_lines(&own), two.log_lines(&others)]);
    lines.extend(side(first.name, log_own, why_own));
    lines.extend(next_own);
    let mut reasons = Vec::new();
    if let Some(problem) = &problem {
        reasons.push(Line::of(Role::Bad, format!("  {problem}")));
        // The reasons against a decision would name it.
        if let Some(line) = wanted.filter(|line| one.all_may_read(one.maker_of(line))) {
            reasons.extend(session.why_not(&line.text).into_iter().map(|line| line.indented(2)));
        }
    } else {
        reasons.extend(why_other);
    }
    lines.extend(side(second.name, log_other, reasons));
    lines.extend(next_other);
    if !is_seen {
        lines.push(Line::of(Role::Dim, "the log is the same; from here on the positions differ"));
    }
    // The lines are for the people among the saved game's players; here, persons go on for all sides.
    let session = if save.is_replayed {
        cut.is_replayed = true;
        Session::resume(second.game, &cut, make)?.0
    } else {
        session
    };
    Ok(Parted { decisions, lines, session })
}

/// A saved game that is played again in parts, with persons on all sides. It waits at every question, so both games are
/// compared where the same question is open, however many steps led there.
struct Replay {
    session: Session,
    entries: Vec<Entry>,
    /// The number of windows passed in silence after the last entry.
    silent: u32,
    /// Why entries of the saved game are missing.
    trouble: Option<Trouble>,
}

impl Replay {
    fn new(game: &Arc<Game>, save: &Save, make: MakeScripts) -> Result<Replay, Box<Fault>> {
        let mut open = save.clone();
        (open.trouble, open.stops, open.is_replayed) = (None, true, true);
        let (mut session, trouble) = Session::about_to_resume(game, &open, make)?;
        session.desk.borrow_mut().patient = true;
        let entries = session.play.adjust(|run| std::mem::take(&mut run.journal.entries));
        Ok(Replay { session, entries, silent: save.silent, trouble })
    }

    /// The ends of the parts in which the game is compared. Before the first decision, chance may have set up the game;
    /// every decision is followed by its results of chance, among them the answers of sides that chance plays.
    fn ends(&self) -> Vec<usize> {
        let starts = (0..self.entries.len()).filter(|at| self.session.is_moment(&self.entries[*at]));
        starts.chain([self.entries.len()]).collect()
    }

    /// Plays these entries, to the question that the next one answers.
    fn play(&mut self, part: Range<usize>) {
        let next = self.entries.get(part.end);
        let silent = match next {
            Some(Entry::Answer { silent, .. } | Entry::Unread { silent, .. } | Entry::Arbiter { silent, .. }) => {
                *silent
            }
            Some(_) => None,
            None => Some(self.silent),
        };
        let entries = self.entries.get(part).unwrap_or_default().to_vec();
        let session = &mut self.session;
        session.follow(entries, silent.unwrap_or(0));
        // An answer outside windows does not say how many passed before it.
        while silent.is_none() && session.question().is_some_and(|(_, one)| matches!(one.kind, Kind::Window { .. })) {
            session.play.stay_silent();
            session.go_on();
        }
    }

    /// Plays the rest of the action in progress, whose first entries are played.
    fn finish(&mut self, to: usize) {
        let mut done = to;
        for end in self.ends().into_iter().filter(|end| *end > to) {
            if self.session.play.is_between() || !matches!(self.session.standing, Standing::Asked(_)) {
                return;
            }
            self.play(done..end);
            done = end;
        }
    }

    /// Why the entries up to this one could not all be played, for the person who was asked before them, as the
    /// log is.
    fn problem(&mut self, to: usize, asked: &Standing) -> Option<String> {
        let missing = self.trouble.as_ref().filter(|_| to > self.entries.len()).map(ToString::to_string);
        let session = &mut self.session;
        let readers = session.readers.clone();
        let standing = std::mem::replace(&mut session.standing, asked.clone());
        session.read_by_asked();
        session.standing = standing;
        let problem = session.unplayed();
        session.readers = readers;
        problem.or(missing)
    }
}

/// Two logs without their common beginning, where it would leave no room for the difference.
fn without_beginning(mut logs: [Vec<Line>; 2]) -> [Vec<Line>; 2] {
    let alike = logs[0].iter().zip(&logs[1]).take_while(|(a, b)| a.text() == b.text()).count();
    let gone = alike.saturating_sub(MOST_ALIKE);
    if gone > 0 && logs.iter().any(|log| log.len() > MOST_LINES) {
        for log in &mut logs {
            let same = Line::of(Role::Dim, format!("… {} that are the same", counted(gone, "line")));
            log.splice(..gone, [same]);
        }
    }
    logs
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
    /// Who is asked what. None if the game is over, or if no step has begun.
    fn asks(&self) -> Option<(u16, String)> {
        self.question().map(|(seat, question)| (seat, self.world(|world| world.told(&question.prompt))))
    }

    /// A decision of a saved game as the viewer knows it. `at`: its index in the journal.
    fn words_of_decision(&self, line: &SavedLine, at: usize) -> String {
        let raw = || format!("{}: {}", line.who, line.text);
        if !self.has_secrets() {
            return raw();
        }
        // The log has a decision as the viewer sees it, unless it waits for those of others.
        match self.decided().into_iter().find(|one| one.at == at + 1) {
            Some(decided) => decided.words,
            None if self.all_may_read(self.maker_of(line)) => raw(),
            None => format!("{}: a hidden decision", line.who),
        }
    }

    fn maker_of(&self, line: &SavedLine) -> Maker {
        match side_named(&self.game, &line.who) {
            Some(seat) => Maker::Side(seat),
            None if line.who == ARBITER => Maker::Arbiter,
            None => Maker::Chance,
        }
    }

    /// The position in which the question is asked, without the place among the hooks and steps that have led to it.
    fn open_position(&self) -> State {
        let mut state = match &self.standing {
            Standing::Asked(pending) => pending.state.clone(),
            _ => self.play.look(|run| run.state().clone()),
        };
        state.unsettled = false;
        for frame in &mut state.stack {
            (frame.phase, frame.cursor) = (Phase::default(), 0);
        }
        state
    }

    /// The events since a place in the log, each with its place, in words that do not depend on the layout of the
    /// rules. Scripts without a title and the headings of steps tell nothing by themselves.
    fn told_since(&self, from: usize) -> Vec<(usize, String)> {
        let log = self.play.log();
        self.play.look(|run| {
            let view = View::new(run.world(), None);
            let told = |at: usize| {
                let text = match &log[at].event {
                    Event::Step(..) => return None,
                    Event::Scope(_, text) => text.clone(),
                    _ => event_line(&view, &run.journal.entries, &log[at], Telling::FULL)?.text(),
                };
                (!text.is_empty()).then_some((at, text))
            };
            (from.min(log.len())..log.len()).filter_map(told).collect()
        })
    }

    /// A part of the full log, as the viewer sees it.
    fn log_lines(&self, logged: &Range<usize>) -> Vec<Line> {
        let log = self.play.log();
        let telling =
            Telling { details: true, cites: true, numbers: false, width: 80, wraps: true, others: usize::MAX };
        self.tell(&log, telling, &[self.viewer()], false, |at| logged.contains(&at)).0
    }
}
