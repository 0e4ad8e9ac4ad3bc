//! The payments of a line of the log: the costs of an action, and the purpose of a payment.

use crate::draw::{Line, Role};
use crate::play::World;
use crate::play::journal::Entry as Answered;
use crate::play::log::{Entry, Event};

use super::View;
use super::behind::numbers_of;
use super::event::{event_line, is_unseen, offer_of};
use super::story::Telling;

/// True for a decision to act, false for an answer within one, such as a payment.
pub(super) fn acts(journal: &[Answered], entry: &Entry) -> bool {
    matches!(entry.event, Event::Decision(..)) && offer_of(journal, entry).is_some()
}

/// The payments of a decision. For a choice of payment, the action that it paid for, with its price.
pub(super) fn payments(view: &View<'_>, journal: &[Answered], log: &[Entry], at: usize) -> Vec<Line> {
    let world: &World<'_> = view.world();
    if !matches!(log[at].event, Event::Decision(..)) {
        return Vec::new();
    }
    let shown = |entry: &Entry| event_line(view, journal, entry, Telling::FULL);
    let rest = &log[at + 1..];
    let mut lines = Vec::new();
    let until = if acts(journal, &log[at]) {
        rest.iter().position(|entry| acts(journal, entry))
    } else {
        let ends = rest.iter().position(|entry| matches!(entry.event, Event::Decision(..))).unwrap_or(rest.len());
        let pays = rest[..ends].iter().any(|entry| matches!(entry.event, Event::Paid(..)));
        let action = log[..at].iter().rposition(|entry| acts(journal, entry)).filter(|_| pays);
        if let Some(action) = action.filter(|action| !is_unseen(view, journal, &log[*action])) {
            lines.extend(shown(&log[action]).map(|line| Line::of(Role::Dim, "  for  ").and(Role::Plain, line.text())));
            lines.extend(numbers_of(world, log[action..at].iter()));
        }
        Some(ends)
    };
    let paid = rest[..until.unwrap_or(rest.len())].iter().filter(|entry| matches!(entry.event, Event::Paid(..)));
    lines.extend(paid.filter_map(shown).map(|line| Line::plain(format!("  {}", line.text()))));
    lines
}
