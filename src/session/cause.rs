//! What led to a line of the log: the scopes around it, the rule that began them, and the dice and numbers before it.

use crate::draw::{Line, Role};
use crate::model::id::{HookId, SectionId};
use crate::model::sequence::ScopeKind;
use crate::play::World;
use crate::play::journal::Entry as Answered;
use crate::play::log::{Entry, Event};

use super::behind::numbers_of;
use super::paying::acts;
use super::story::{capital, cited_behind, heading_text};

/// The place behind the last decision to act before an entry: what was computed earlier belongs to another action.
pub(super) fn action_begins(journal: &[Answered], log: &[Entry], at: usize) -> usize {
    log[..at].iter().rposition(|entry| acts(journal, entry)).map_or(0, |decision| decision + 1)
}

/// The headings around a heading, the innermost first.
fn around(log: &[Entry], heading: usize) -> impl Iterator<Item = usize> {
    let outer = |inner: &usize| {
        (0..*inner).rev().find(|place| heading_text(&log[*place]).is_some() && log[*place].depth < log[*inner].depth)
    };
    std::iter::successors(outer(&heading), outer)
}

/// The headings around one, up to the first with a title, that belong to the same hook or to none.
fn callers(log: &[Entry], heading: usize) -> impl Iterator<Item = usize> {
    let is_titled = |at: usize| heading_text(&log[at]).is_some_and(|text| !text.is_empty());
    let mut ended = false;
    let same_hook = move |at: &usize| log[*at].hook == log[heading].hook;
    around(log, heading).take_while(same_hook).take_while(move |at| !std::mem::replace(&mut ended, is_titled(*at)))
}

/// The headings around one without a title, up to the first with a title: a script without a line of its own does its
/// part of the script that calls it, under the same sections.
pub(super) fn untitled(log: &[Entry], scope: Option<usize>) -> impl Iterator<Item = usize> {
    let has_no_title = |at: &usize| matches!(&log[*at].event, Event::Scope(_, text) if text.is_empty());
    scope.filter(has_no_title).into_iter().flat_map(|scope| callers(log, scope))
}

/// The hook whose script called the script of a scope.
pub(super) fn calling_hook(log: &[Entry], scope: usize) -> Option<HookId> {
    let outermost = untitled(log, Some(scope)).last().unwrap_or(scope);
    let inside = around(log, outermost).next().and_then(|outer| log[outer].hook);
    log[outermost].hook.filter(|hook| inside != Some(*hook))
}

/// The entries of a scope before one of them. In a named sequence, one step leads to the next; what another part of a
/// script with a title of its own has rolled, such as an earlier check, decides nothing outside that part.
fn before<'l>(world: &World<'_>, log: &'l [Entry], scope: usize, at: usize) -> impl Iterator<Item = &'l Entry> {
    let is_sequence = match &log[scope].event {
        Event::Scope(id, _) => world.game.scopes[id.at()].is_sequence(),
        _ => false,
    };
    let mut closed: Option<usize> = None;
    log[scope + 1..at].iter().zip(scope + 1..).filter_map(move |(entry, place)| {
        if closed.is_none_or(|heading| !is_inside(log, heading, place)) {
            let titled = heading_text(entry).is_some_and(|text| !text.is_empty());
            closed = (titled && !is_sequence && !is_inside(log, place, at)).then_some(place);
        }
        closed.is_none().then_some(entry)
    })
}

/// True if an entry behind a heading is in its scope.
fn is_inside(log: &[Entry], heading: usize, at: usize) -> bool {
    let depth = log[heading].depth;
    log[heading + 1..=at].iter().all(|entry| match heading_text(entry) {
        Some(_) => entry.depth > depth,
        None => entry.depth >= depth,
    })
}

/// For a line that has no dice and numbers of its own: those before it in the innermost script around it that has any,
/// in the same action. The sections of the scripts between are added.
pub(super) fn led_to(
    world: &World<'_>,
    journal: &[Answered],
    log: &[Entry],
    scope: usize,
    at: usize,
    cites: &mut Vec<SectionId>,
) -> Vec<Line> {
    if scope == at {
        cites.extend(callers(log, scope).flat_map(|caller| log[caller].cites.iter().copied()));
    }
    // What was rolled before a decision to act belongs to the action before it.
    if acts(journal, &log[at]) {
        return Vec::new();
    }
    let begins = action_begins(journal, log, at);
    let is_script = |place: &usize| match &log[*place].event {
        Event::Scope(id, _) => !matches!(world.game.scopes[id.at()].kind, ScopeKind::Builtin | ScopeKind::Step(_)),
        _ => false,
    };
    let inner = around(log, scope).take_while(|place| *place >= begins && log[*place].hook == log[at].hook);
    for place in inner.filter(is_script) {
        let numbers = numbers_of(world, before(world, log, place, at));
        if numbers.is_empty() {
            continue;
        }
        let heading = heading_text(&log[place]).filter(|text| !text.is_empty());
        let before = match heading {
            Some(text) => Line::of(Role::Dim, format!("  before it, in {}", capital(&world.told(text)))),
            None => Line::of(Role::Dim, "  before it"),
        };
        let mut lines = vec![before.and(Role::Cite, cited_behind(world, &log[place].cites))];
        lines.extend(numbers.into_iter().map(|line| line.indented(2)));
        return lines;
    }
    Vec::new()
}
