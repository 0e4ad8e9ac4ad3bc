//! `why` for a line of the log: its dice and numbers, its sections, the rulings on them.

use std::ops::Range;

use crate::draw::{Line, Role};
use crate::model::id::*;
use crate::play::journal::Entry as Answered;
use crate::play::log::{Entry, Event};
use crate::play::{Run, World};
use crate::source::plain_words;

use super::behind::{ledger_lines, numbers_of};
use super::cause::{action_begins, calling_hook, led_to, untitled};
use super::event::{event_line, is_unseen};
use super::lookup::section_row;
use super::paying::{acts, payments};
use super::story::{Telling, cited, cited_behind, heading_line, heading_text, line_number};
use super::table::table;
use super::veils::as_seen_then;
use super::why::{by_rulings, place};
use super::{Session, View};

impl Session {
    /// The explanation of a line of the log, by the number `log` shows: `3` for a decision, `3.2` for a consequence. If
    /// `full`, with every ruling about its sections. None if the text is not such a number.
    pub fn why_line(&self, text: &str, full: bool) -> Option<Vec<Line>> {
        let is_number = |part: &str| {
            let digits = part.trim_end_matches(|sign: char| sign.is_ascii_lowercase());
            !digits.is_empty() && digits.chars().all(|sign| sign.is_ascii_digit())
        };
        if !text.split('.').all(is_number) || text.split('.').count() > 2 {
            return None;
        }
        let (log, answers) = (self.play.log(), self.play.answers());
        let found = (0..log.len()).find(|at| line_number(&log, &answers, *at) == text);
        Some(
            found.and_then(|at| self.why_entry(at, full)).unwrap_or_else(|| {
                vec![Line::plain(format!("no line {text} in the log; `log all` shows the numbers"))]
            }),
        )
    }

    /// The explanation of an entry of the log. None if the viewer sees no line of it.
    pub(super) fn why_entry(&self, at: usize, full: bool) -> Option<Vec<Line>> {
        let (log, answers) = (self.play.log(), self.play.answers());
        let viewer = self.viewer();
        let speakers = self.speakers(&log);
        let tell = |run: &Run, world: &World<'_>| {
            let told = |at: usize| {
                as_seen_then(world, viewer, &log[at], |world| {
                    let view = View::new(world.through(speakers[at]), viewer);
                    let line = match heading_text(&log[at]) {
                        Some(_) => Some(heading_line(&view, &log[at], Telling::FULL)),
                        None => event_line(&view, &run.journal.entries, &log[at], Telling::FULL),
                    };
                    line.filter(|line| !line.text().is_empty())
                })
            };
            as_seen_then(world, viewer, &log[at], |world| {
                let view = View::new(world.through(speakers[at]), viewer);
                let by = decision_before(&log, &answers, at).and_then(|before| {
                    let number = line_number(&log, &answers, before);
                    let mut line = Line::of(Role::Dim, format!("  after decision {number}  "));
                    line.append(told(before)?);
                    Some(line)
                });
                let decided = match log[at].event {
                    Event::Decision(..) => Some(at),
                    _ => decision_before(&log, &answers, at),
                };
                if decided.is_some_and(|at| is_unseen(&view, &run.journal.entries, &log[at])) {
                    // The scopes and numbers of a hidden action would reveal it.
                    return told(at).map(|line| vec![line, Line::of(Role::Dim, "  the decision is hidden")]);
                }
                let sums = sums(&view, &run.journal.entries, &log, at);
                let said: Vec<String> =
                    said_in(&log, at).filter_map(told).map(|line| line.text().trim().to_owned()).collect();
                let whole = |line: Line| match said.is_empty() {
                    true => line,
                    false => line.and(Role::Plain, format!(": {}", said.join("; "))),
                };
                let journal = &run.journal.entries;
                told(at).map(|line| behind(view.world(), (&log, journal), at, whole(line), by, sums, full))
            })
        };
        self.play.look(|run| run.asked(|world| tell(run, world)))
    }

    /// The payments, dice and numbers of entries of the log, as a seat sees them. What follows from a hidden decision is
    /// left out.
    pub(super) fn sums_of(&self, entries: Range<usize>, seat: Option<u16>) -> Vec<Line> {
        let log = self.play.log();
        let Some(first) = log.get(entries.start) else { return Vec::new() };
        self.play.look(|run| {
            as_seen_then(&run.world(), seat, first, |world| {
                let (view, journal) = (View::new(*world, seat), &run.journal.entries);
                let decided = |entry: &Entry| matches!(entry.event, Event::Decision(..));
                let mut hidden = log[..entries.start]
                    .iter()
                    .rfind(|entry| decided(entry))
                    .is_some_and(|entry| is_unseen(&view, journal, entry));
                let shown: Vec<&Entry> = log[entries]
                    .iter()
                    .filter(|entry| {
                        if decided(entry) {
                            hidden = is_unseen(&view, journal, entry);
                        }
                        !hidden
                    })
                    .collect();
                let paid = shown.iter().filter(|entry| matches!(entry.event, Event::Paid(..)));
                let paid = paid.filter_map(|entry| event_line(&view, journal, entry, Telling::FULL));
                let mut lines: Vec<Line> = paid.map(|line| Line::plain(format!("  {}", line.text()))).collect();
                lines.extend(numbers_of(world, shown.into_iter()));
                lines
            })
        })
    }

    /// The number of the last line of the log, as the viewer sees it, with the name of a piece that a text contains.
    pub fn last_line_about(&self, text: &str) -> Option<String> {
        let is_piece = |word: &&str| self.world(|world| world.piece_called(word).is_some());
        let mut words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
        let piece = words.rfind(is_piece)?;
        let telling = Telling { numbers: true, width: usize::MAX, wraps: true, others: usize::MAX, ..Telling::FULL };
        let lines = self.log(1, Telling { details: false, ..telling });
        let names = |line: &String| {
            let mut parts = line.split(|sign: char| !sign.is_alphanumeric());
            parts.any(|part| part.eq_ignore_ascii_case(piece))
        };
        let line = lines.iter().map(Line::text).rfind(names)?;
        let number = line.split_whitespace().next()?;
        number.starts_with(|sign: char| sign.is_ascii_digit()).then(|| number.to_owned())
    }
}

/// The entries with what the script of a scope says, without the scopes in it. None for another entry.
fn said_in(log: &[Entry], at: usize) -> impl Iterator<Item = usize> {
    let depth = log[at].depth;
    let is_scope = matches!(log[at].event, Event::Scope(..));
    let inside = move |entry: &Entry| match heading_text(entry) {
        Some(_) => entry.depth > depth,
        None => entry.depth >= depth,
    };
    let later = (at + 1..log.len()).take_while(move |later| is_scope && inside(&log[*later]));
    later.filter(move |later| log[*later].depth == depth && matches!(log[*later].event, Event::Said(_)))
}

/// The last decision before an entry that is not itself a decision.
fn decision_before(log: &[Entry], answers: &[usize], at: usize) -> Option<usize> {
    let decided = |entry: &Entry| matches!(entry.event, Event::Decision(..));
    if answers.is_empty() || decided(&log[at]) {
        return None;
    }
    log[..at].iter().rposition(decided)
}

/// What was paid for a line, and its dice and numbers with their modifiers. Empty if nothing decided it.
fn sums(view: &View<'_>, journal: &[Answered], log: &[Entry], at: usize) -> Vec<Line> {
    let world = view.world();
    let mut lines = payments(view, journal, log, at);
    match &log[at].event {
        Event::Counted(quantity, args, number, ledger) => {
            let ledger = ledger_lines(world, *quantity, args, *number, ledger);
            lines.extend(ledger.into_iter().map(|line| line.indented(2)));
        }
        Event::Decision(..) => lines.extend(numbers_of(world, until_next_decision(log, at))),
        _ => {
            lines.extend(scope_of(log, at).map(|scope| numbers_in(world, journal, log, scope, at)).unwrap_or_default())
        }
    }
    if lines.is_empty() && heading_text(&log[at]).is_none() {
        // A line of the report may begin with a change and go on with the rolls that follow it.
        let ends = |entry: &Entry| matches!(entry.event, Event::Step(..) | Event::Decision(..));
        lines.extend(numbers_of(world, log[at + 1..].iter().take_while(|entry| !ends(entry))));
    }
    lines
}

/// The dice and numbers of the scope of an entry. For an entry inside it, those up to the entry, which may have led to
/// it, or else those after it; in a step, which many actions share, only those of its action.
fn numbers_in(world: &World<'_>, journal: &[Answered], log: &[Entry], scope: usize, at: usize) -> Vec<Line> {
    if scope == at {
        return numbers_of(world, within(log, scope).map(|place| &log[place]));
    }
    let is_step = matches!(log[scope].event, Event::Step(..));
    let from = if is_step { action_begins(journal, log, at) } else { 0 };
    let before = within(log, scope).filter(|place| (from..=at).contains(place));
    let numbers = numbers_of(world, before.map(|place| &log[place]));
    if !numbers.is_empty() {
        return numbers;
    }
    let after = within(log, scope).filter(|place| *place > at).take_while(|place| !acts(journal, &log[*place]));
    numbers_of(world, after.map(|place| &log[place]))
}

/// The explanation of a line: its sections, its cause, its payments, its dice and numbers, its sections in words, and
/// if `full` the rulings about them.
fn behind(
    world: &World<'_>,
    (log, journal): (&[Entry], &[Answered]),
    at: usize,
    line: Line,
    by: Option<Line>,
    sums: Vec<Line>,
    full: bool,
) -> Vec<Line> {
    let entry = &log[at];
    let scope = scope_of(log, at);
    let hook = own_hook(log, at, scope).map(|hook| &world.game.hooks[hook.at()]);
    let scope = scope.filter(|_| hook.is_none());
    let mut cites = hook.map_or_else(|| entry.cites.to_vec(), |hook| hook.cites.clone());
    cites.extend(untitled(log, scope).flat_map(|around| log[around].cites.iter().copied()));
    let (name, span) = match &log[scope.unwrap_or(at)].event {
        Event::Scope(id, _) => {
            let item = &world.game.scopes[id.at()];
            // What every game has, such as the resolution of a card, is in no file.
            (Some(item.name.as_str()), (!item.span.is_empty()).then_some(item.span))
        }
        Event::Step(id, _) => {
            let item = &world.game.steps[id.at()];
            (Some(item.name.as_str()), Some(item.span))
        }
        _ => (None, None),
    };
    if let (Event::Decision(..), Some(next @ Entry { event: Event::Scope(..), .. })) = (&entry.event, log.get(at + 1)) {
        // The decided action begins with the next entry.
        cites.extend(&next.cites);
    }
    let mut sums = sums;
    if let (true, Some(scope)) = (sums.is_empty(), scope) {
        sums = led_to(world, journal, log, scope, at, &mut cites);
    }
    let hook = hook.or_else(|| Some(&world.game.hooks[calling_hook(log, scope?)?.at()]));
    cites.extend(hook.iter().flat_map(|hook| hook.cites.iter().copied()));
    let mut lines = vec![line.and(Role::Cite, cited_behind(world, &cites))];
    lines.extend(by);
    if let Some(name) = name {
        let at = span.map(|span| format!("  {}", place(world, span))).unwrap_or_default();
        lines.push(Line::of(Role::Dim, format!("  in {}{at}", plain_words(name))));
    }
    if let Some(hook) = hook {
        let ruling = by_rulings(world, hook.guard.under.as_slice());
        let ruling = if ruling.is_empty() { ruling } else { format!("  {ruling}") };
        lines.push(Line::of(Role::Dim, format!("  by the rule{ruling}  {}", place(world, hook.span))));
    }
    match sums.is_empty() {
        true => lines.push(Line::of(Role::Dim, "  decided by no roll and no modifier")),
        false => lines.extend(sums),
    }
    if let Some(scope) = scope {
        cites.extend(&log[scope].cites);
    }
    cites.sort_unstable_by_key(|cite| cite.at());
    cites.dedup();
    lines.extend(table(cites.iter().map(|cite| section_row(world.game.section(*cite))).collect(), 2));
    if full {
        lines.extend(rulings_on(world, &cites));
    }
    lines
}

/// The heading of the scope of an entry. A heading is its own. For a step, which may contain many entries, only entries
/// at its own depth count.
fn scope_of(log: &[Entry], at: usize) -> Option<usize> {
    let heads = |entry: &Entry| matches!(entry.event, Event::Scope(..) | Event::Step(..));
    if heads(&log[at]) {
        return Some(at);
    }
    (0..at).rev().find(|place| heads(&log[*place]) && log[*place].depth <= log[at].depth)
}

/// The hook whose own script made an entry. The script of a hook has no heading: only what it calls has one. The sections
/// of a step are not those of a hook that runs before or after it.
fn own_hook(log: &[Entry], at: usize, scope: Option<usize>) -> Option<HookId> {
    log[at].hook.filter(|hook| scope.is_none_or(|scope| scope != at && log[scope].hook != Some(*hook)))
}

/// The last report before the end of the game that the script that ended it gave: the script of the same hook, or else
/// of the same procedure or step. What happened before it, such as a unit eliminated in another phase, is no reason.
pub(super) fn said_of_end(log: &[Entry], end: usize) -> Option<usize> {
    let hook = log.get(end)?.hook;
    let step = log[..end].iter().rposition(|entry| matches!(entry.event, Event::Step(..)));
    let begun = step.map_or(0, |step| step + 1);
    let (mut outermost, mut inner) = (begun, None);
    for at in (begun..end).rev().filter(|at| heading_text(&log[*at]).is_some() && log[*at].hook == hook) {
        // The heading around an entry has its depth, the heading around another heading a smaller one.
        if inner.map_or(log[at].depth <= log[end].depth, |inner| log[at].depth < inner) {
            (outermost, inner) = (at, Some(log[at].depth));
        }
    }
    (outermost..end).rev().find(|at| log[*at].hook == hook && matches!(log[*at].event, Event::Said(_)))
}

/// The places of the events in the scope of a heading. For a step, only those in no scope inside it.
fn within(log: &[Entry], heading: usize) -> impl Iterator<Item = usize> {
    let depth = log[heading].depth;
    let is_step = matches!(log[heading].event, Event::Step(..));
    let rest = (heading + 1..log.len()).take_while(move |place| match log[*place].event {
        Event::Scope(..) | Event::Step(..) => log[*place].depth > depth,
        _ => log[*place].depth >= depth,
    });
    rest.filter(move |place| !is_step || log[*place].depth <= depth + 1)
}

/// The consequences of a decision, up to the next one.
fn until_next_decision(log: &[Entry], at: usize) -> impl Iterator<Item = &Entry> {
    log[at + 1..].iter().take_while(|entry| !matches!(entry.event, Event::Decision(..)))
}

/// The disputed rules about any of these sections, each with its ruling here.
fn rulings_on(world: &World<'_>, cites: &[SectionId]) -> Vec<Line> {
    let mut rows = Vec::new();
    for (ruling, at) in world.game.rulings.iter().zip(world.readings) {
        if !ruling.cites.iter().any(|cite| cites.contains(cite)) {
            continue;
        }
        let Some((reading, _)) = ruling.values.get(usize::from(*at)) else { continue };
        rows.push(vec![
            Line::of(Role::Key, format!("{}: {reading}", ruling.name)),
            Line::of(Role::Cite, cited(world, &ruling.cites).unwrap_or_default()),
        ]);
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![Line::of(Role::Dim, "  rulings in force about these sections")];
    lines.extend(table(rows, 4));
    lines
}
