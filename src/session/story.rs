//! The full log as text. Scopes are headings, indented by depth. A scope without entries is not shown.

use indexmap::IndexSet;

use crate::draw::{Line, Role};
use crate::model::id::*;
use crate::model::sequence::ScopeKind;
use crate::play::log::{Entry, Event};
use crate::play::place_names::Viewer;
use crate::play::{Run, World};
use crate::source::plain_words;

use super::event::event_line;
use super::going::Moves;
use super::veils::Veils;
use super::{Session, View};

/// The options for showing the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Telling {
    /// True for the full log: every change, card and number. False for a report with one line for each decision.
    pub details: bool,
    /// True to show the sections of the rulebook.
    pub cites: bool,
    /// True to show the number of each line: the number of its decision, and the number of entries since.
    pub numbers: bool,
    /// The width of a line in columns.
    pub width: usize,
    /// False for a reader that wraps the lines itself: each then carries the column at which it goes on.
    pub wraps: bool,
    /// The most lines of a report on the time a person waited. Beyond it, unimportant actions of other players are only
    /// counted.
    pub others: usize,
}

impl Telling {
    /// All of it, without sections and numbers, each entry in one line.
    pub(super) const FULL: Telling =
        Telling { details: true, cites: false, numbers: false, width: usize::MAX, wraps: true, others: usize::MAX };
}

impl Session {
    /// The log from a decision on, counted from 1.
    pub fn log(&self, from: usize, telling: Telling) -> Vec<Line> {
        let log = self.play.log();
        let answers = self.play.answers();
        let first = from.checked_sub(1).and_then(|at| answers.get(at)).copied().unwrap_or(0);
        let wanted = |at: usize| log[at].at > first || from <= 1;
        self.tell(&log, telling, &[self.viewer()], false, wanted).0
    }

    /// Whose names of places the log uses for each of its entries.
    pub(super) fn speakers(&self, log: &[Entry]) -> Vec<Viewer> {
        let mut speaker = self.speaker();
        log.iter().map(|entry| Viewer::Of(speaker.of(entry))).collect()
    }

    fn speaker(&self) -> Speaker {
        Speaker::new(self.looker.or_else(|| self.only_person()), self.people().count())
    }

    /// The wanted entries with their headings, and the fate of each entry. With several viewers, entries that they see
    /// differently are withheld. `anew` repeats headings already shown.
    pub(super) fn tell(
        &self,
        log: &[Entry],
        telling: Telling,
        viewers: &[Option<u16>],
        anew: bool,
        wanted: impl Fn(usize) -> bool,
    ) -> (Vec<Line>, Vec<Fate>) {
        let begins = |entry: &Entry| matches!(entry.event, Event::Arbitrated(_)) && entry.at <= self.given;
        let wanted = |at: usize| wanted(at) && !begins(&log[at]);
        let mut speaker = self.speaker();
        if !telling.details {
            return self.report(log, telling, viewers, speaker, anew, wanted);
        }
        let answers = self.play.answers();
        let mut fates = vec![Fate::Silent; log.len()];
        let mut lines = Vec::new();
        let mut tell = |run: &Run, world: World<'_>| {
            let mut veils = Veils::new(&world, viewers);
            let mut open: Vec<Heading> = Vec::new();
            let mut moves: Option<Moves> = None;
            let mut moves_begin = 0;
            let placed = |line: Line, at: usize, level: usize| {
                let line = line.indented(level * 2);
                if !telling.numbers {
                    return line;
                }
                let mut numbered = Line::of(Role::Dim, format!("{:>6}  ", line_number(log, &answers, at)));
                numbered.append(line);
                numbered
            };
            for (at, entry) in log.iter().enumerate() {
                let heads = heading_text(entry).is_some();
                let viewer = Viewer::Of(speaker.of(entry));
                let mut views = viewers
                    .iter()
                    .zip(veils.over(entry))
                    .map(|(seat, veil)| View::new(world.veiled(veil.as_ref()).through(viewer), *seat));
                let Some(view) = views.next() else { break };
                open.retain(|heading| if heads { heading.depth < entry.depth } else { heading.depth <= entry.depth });
                if heads {
                    let line = heading_line(&view, entry, telling);
                    let title = line.0.first().map(|span| span.text.clone()).unwrap_or_default();
                    let above = open.iter().rev().find(|heading| !heading.silent);
                    let silent = title.is_empty() || above.is_some_and(|above| above.title == title);
                    let line = (anew || wanted(at)).then_some(line);
                    open.push(Heading { depth: entry.depth, place: at, title, silent, line });
                    continue;
                }
                if !wanted(at) {
                    continue;
                }
                let told = |view: &View<'_>| event_line(view, &run.journal.entries, entry, telling);
                let line = told(&view);
                if views.any(|other| told(&other) != line) {
                    fates[at] = Fate::Withheld;
                    continue;
                }
                if let Some(going) = &mut moves
                    && going.goes_on(view.world(), entry, at)
                {
                    // Several pieces that move the same way share one line.
                    lines.truncate(going.line);
                    lines.push(placed(going.told(view.world()), moves_begin, going.level));
                    fates[at] = Fate::Told;
                    continue;
                }
                let Some(line) = line else { continue };
                let mut level = 0;
                for heading in &mut open {
                    if heading.silent {
                        continue;
                    }
                    if let Some(title) = heading.line.take() {
                        lines.push(placed(title, heading.place, level));
                        fates[heading.place] = Fate::Told;
                    }
                    level += 1;
                }
                moves = Moves::begun(view.world(), entry, at, lines.len(), level);
                moves_begin = at;
                lines.push(placed(line, at, level));
                fates[at] = Fate::Told;
            }
        };
        // Pieces have the names that the board shows, also while an action asks.
        self.play.look(|run| run.asked(|world| tell(run, *world)));
        (lines, fates)
    }
}

/// The fate of a log entry that was to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It was shown.
    Told,
    /// It has no line, or was not wanted.
    Silent,
    /// The viewers see it differently.
    Withheld,
}

/// The side whose names of places are used: the only person's side, or else, with several persons or none, the side
/// whose action it is.
pub(super) struct Speaker {
    only: Option<u16>,
    several: bool,
    /// The side that last decided outside any side's action, and the depth.
    last: Option<(u16, u16)>,
}

impl Speaker {
    fn new(only: Option<u16>, people: usize) -> Self {
        Speaker { only, several: people != 1, last: None }
    }

    /// Everything in the names of one side; `None` means the first.
    pub(super) fn one(side: Option<u16>) -> Self {
        Speaker { only: side, several: false, last: None }
    }

    pub(super) fn of(&mut self, entry: &Entry) -> Option<u16> {
        if !self.several {
            return self.only;
        }
        if matches!(entry.event, Event::Step(..)) || self.last.is_some_and(|(_, depth)| entry.depth < depth) {
            self.last = None;
        }
        if let (Event::Decision(seat, ..), None) = (&entry.event, entry.acting) {
            self.last = Some((*seat, entry.depth));
        }
        entry.acting.or(self.last.map(|(seat, _)| seat))
    }
}

/// The number of a log entry: the number of its decision and, for a later entry, the number of entries since: `3`,
/// `3.2`. It does not depend on which entries are shown, and never changes unless the decision is taken back. An entry
/// that may be hidden from a side is not counted, or the numbers would tell how many there are: it has the number of
/// the entry before it and a letter, `3.2a`.
pub(super) fn line_number(log: &[Entry], answers: &[usize], at: usize) -> String {
    let decision = |entry: &Entry| answers.partition_point(|answer| *answer < entry.at);
    let Some(entry) = log.get(at) else { return String::new() };
    let number = decision(entry);
    let first = log[..at].iter().rposition(|one| decision(one) != number).map_or(0, |before| before + 1);
    let decided = matches!(log[first].event, Event::Decision(..));
    let since = &log[first..=at];
    let private = since.iter().rev().take_while(|one| one.is_private).count();
    let counted = since.iter().filter(|one| !one.is_private).count();
    let counted = match counted.saturating_sub(usize::from(decided)) {
        0 if decided => number.to_string(),
        later => format!("{number}.{later}"),
    };
    format!("{counted}{}", letters(private))
}

/// `a`, `b`, …, `z`, `aa`, … for a number counted from 1; nothing for 0.
fn letters(number: usize) -> String {
    let Some(below) = number.checked_sub(1) else { return String::new() };
    let last = char::from(b'a' + (below % 26) as u8);
    format!("{}{last}", letters(below / 26))
}

/// A heading, shown together with the first line below it.
struct Heading {
    depth: u16,
    /// Its index in the log.
    place: usize,
    title: String,
    /// True if it is not shown: it has no line, or the same line as the heading around it.
    silent: bool,
    /// Its line, until it has been shown.
    line: Option<Line>,
}

/// A title with an initial capital and without underscores.
pub(super) fn capital(title: &str) -> String {
    capital_letter(&plain_words(title))
}

/// A text with an initial capital.
pub(super) fn capital_letter(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The sections at the end of a line.
pub(super) fn cited(world: &World<'_>, cites: &[SectionId]) -> Option<String> {
    let numbers: IndexSet<String> = cites.iter().map(|cite| format!("§{}", world.game.section(*cite).number)).collect();
    (!numbers.is_empty()).then(|| Vec::from_iter(numbers).join(" "))
}

/// The sections at the end of a line, after a gap. Empty if there are none.
pub(super) fn cited_behind(world: &World<'_>, cites: &[SectionId]) -> String {
    cited(world, cites).map_or_else(String::new, |cites| format!("  {cites}"))
}

/// The text of a scope or step. None of another entry.
pub(super) fn heading_text(entry: &Entry) -> Option<&str> {
    match &entry.event {
        Event::Scope(_, text) | Event::Step(_, text) => Some(text),
        _ => None,
    }
}

/// The line of a scope or step. Empty if it has none, or if the decision before it has the same text.
pub(super) fn heading_line(view: &View<'_>, entry: &Entry, telling: Telling) -> Line {
    let Some(text) = heading_text(entry) else { return Line::new() };
    let offer = |scope: &ScopeId| matches!(view.world().game.scopes[scope.at()].kind, ScopeKind::Offer(_));
    if text.is_empty() || matches!(&entry.event, Event::Scope(scope, _) if offer(scope)) {
        return Line::new();
    }
    let text = view.world().told(text);
    let mut line = match &entry.event {
        Event::Step(step, _) => {
            let step = &view.world().game.steps[step.at()];
            // A step without a title is named after the side whose turn it is.
            let thing = text.strip_prefix(&format!("{}: ", step.name)).filter(|_| step.title == step.name);
            Line::of(Role::Title, capital(thing.unwrap_or(&text)))
        }
        _ => Line::plain(capital(&text)),
    };
    if telling.cites {
        line.push(Role::Cite, cited_behind(view.world(), &entry.cites));
    }
    line
}
