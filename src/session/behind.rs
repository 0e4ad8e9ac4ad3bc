//! What is behind a line of the log: its dice, its numbers with their ledgers, and the tables looked up.

use crate::draw::{Line, Role};
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;
use crate::play::journal::Entry as Answered;
use crate::play::log::{Entry, Event};
use crate::play::quantity::Recorded;
use crate::source::plain_words;

use super::cause::action_begins;
use super::event::quantity_words;
use super::printed::looked_up;
use super::story::{capital, cited, cited_behind, heading_text};
use super::table::table;
use super::why::{by_rulings, other_readings, place};

/// The scope of a roll or count, with its dice and numbers. Many actions share a step: only those of its action are
/// listed.
pub(super) fn happening_lines(world: &World<'_>, journal: &[Answered], log: &[Entry], at: usize) -> Vec<Line> {
    let depth = log[at].depth;
    let begun =
        log[..at].iter().enumerate().rev().filter(|(_, entry)| entry.depth <= depth).find_map(|(place, entry)| {
            let text = heading_text(entry).filter(|text| !text.is_empty())?;
            Some((
                place,
                Line::of(Role::Title, capital(&world.told(text))).and(Role::Cite, cited_behind(world, &entry.cites)),
            ))
        });
    let (begins, heading) = begun.unzip();
    let begins = begins.unwrap_or(0);
    let mut lines = Vec::from_iter(heading);
    let inner = log[begins].depth;
    let is_step = matches!(log[begins].event, Event::Step(..));
    let from = if is_step { action_begins(journal, log, at).max(begins + 1) } else { begins + 1 };
    let rest = log[from..]
        .iter()
        .take_while(|entry| if heading_text(entry).is_some() { entry.depth > inner } else { entry.depth >= inner });
    lines.extend(numbers_of(world, rest));
    lines
}

/// The dice and numbers of log entries, under their scopes.
pub(super) fn numbers_of<'l>(world: &World<'_>, entries: impl Iterator<Item = &'l Entry>) -> Vec<Line> {
    let mut lines = Vec::new();
    // A heading is worth a line if dice or numbers stand below it.
    let mut headings: Vec<(u16, Line)> = Vec::new();
    // A rule may need the same number several times.
    let mut told: Vec<Vec<Line>> = Vec::new();
    for entry in entries {
        let counted = match &entry.event {
            Event::Counted(quantity, args, number, ledger) => ledger_lines(world, *quantity, args, *number, ledger),
            _ => Vec::new(),
        };
        if !counted.is_empty() && told.contains(&counted) && headings.iter().all(|(depth, _)| *depth > entry.depth) {
            continue;
        }
        if matches!(entry.event, Event::Rolled(..)) || entry.event.is_computed() {
            let begun = lines.len();
            let above = headings.drain(..).filter(|(depth, _)| *depth <= entry.depth);
            lines.extend(above.map(|(_, line)| line));
            if lines.len() > begun {
                told.clear();
            }
        }
        match &entry.event {
            Event::Rolled(_, faces) => {
                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                lines.push(Line::plain("  dice: ").and(Role::Number, faces.join(" ")));
            }
            // A number of a face-down piece would reveal it.
            Event::Counted(_, args, _, ledger)
                if world.hides_any(&ledger.secrets) || args.iter().any(|value| world.has_face_down(value)) => {}
            Event::Counted(..) => {
                told.push(counted.clone());
                lines.extend(counted.into_iter().map(|line| line.indented(2)));
            }
            Event::Cancelled(seat, _, Some(hook)) if world.sees_all() || world.me() == Some(*seat) => {
                let hook = &world.game.hooks[hook.at()];
                let cites = cited(world, &hook.cites).unwrap_or_default();
                lines.push(
                    Line::plain("  cancelled by the rule  ")
                        .and(Role::Cite, cites)
                        .and(Role::Dim, format!("  {}", place(world, hook.span))),
                );
            }
            // The arguments of a script may depend on anything.
            Event::LookedUp(table, at) if world.sees_all() => {
                let item = &world.game.tables[table.at()];
                lines.push(looked_up(world, item, at).indented(2).and(Role::Cite, cited_behind(world, &item.cites)));
            }
            Event::Scope(_, text) if !text.is_empty() => {
                headings.retain(|(depth, _)| *depth < entry.depth);
                headings.push((entry.depth, Line::of(Role::Dim, format!("  {}", capital(&world.told(text))))));
            }
            _ => {}
        }
    }
    lines
}

/// A number with its ledger.
pub(super) fn ledger_lines(
    world: &World<'_>,
    quantity: QuantityId,
    args: &[Value],
    number: Option<i64>,
    ledger: &Recorded,
) -> Vec<Line> {
    let number = world.show(&world.as_value(quantity, number));
    let words = quantity_words(world, quantity, args);
    let mut lines = vec![Line::plain(format!("{words}: ")).and(Role::Number, number)];
    let rows = ledger.lines.iter().map(|line| {
        let mut words = Line::plain(plain_words(&line.text));
        if !line.readings.is_empty() {
            words.push(Role::Dim, format!(" {}", by_rulings(world, &line.readings)));
        }
        vec![
            Line::of(Role::Number, format!("{:1$}{2}", "", usize::from(line.depth) * 2, line.effect)),
            words.indented(usize::from(line.depth) * 2),
            Line::of(Role::Cite, cited(world, &line.cites).unwrap_or_default()),
            Line::of(Role::Dim, place(world, line.span)),
        ]
    });
    lines.extend(table(rows.collect(), 2));
    lines.extend(other_readings(world, &ledger.otherwise, |number| world.show(&world.as_value(quantity, *number))));
    lines
}
