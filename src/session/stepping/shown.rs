//! A stop as lines: the source text with an arrow, the values by name, the scopes, and the enclosing rules.

use crate::analysis::citing;
use crate::draw::{Line, Role, columns, first_columns};
use crate::model::game::{Game, Param, USUAL};
use crate::model::id::SectionId;
use crate::model::node::{Expr, Node};
use crate::model::value::Value;
use crate::play::World;
use crate::play::observer::sort;
use crate::play::state::Frame;
use crate::source::{Span, plain_words};

use super::super::place::{counted, sequence_named};
use super::super::story::capital;
use super::super::table::table;
use super::stepper::{Picture, Place};

/// The number of source lines shown before and after the arrow.
const BESIDE: u32 = 2;
/// The width to which the lines beside it are cut.
const WIDTH: usize = 79;
/// The most enclosing rules shown.
const MOST_AROUND: usize = 8;
/// The most characters of a value.
const MOST_VALUE: usize = 60;

/// The name of a rule or statement with its kind: `procedure rout`, `statement`.
pub(super) fn words(sort: &str, name: &str) -> String {
    let name = plain_words(name.strip_prefix(USUAL).unwrap_or(name));
    let sort = match sort {
        "fn" => "function",
        "modify" => "modifier of",
        "forbid" => "reason against",
        sort::CHOICE => "choice of",
        sort::CONDITION => "condition of",
        sort::READING => "other reading of",
        "whenever" => "rule of settled play",
        "hook" => "hook",
        other => other,
    };
    if name.is_empty() { sort.to_owned() } else { format!("{sort} {name}") }
}

/// The place of a span: file and line.
pub(super) fn place(game: &Game, span: Span) -> String {
    // The program's own actions have no source.
    if span.is_empty() { "the program".to_owned() } else { citing::place(game, span) }
}

/// A value in the game's words.
pub(super) fn value(world: &World<'_>, value: &Value) -> String {
    let shown = world.told(&world.show(value));
    let shown = if shown.is_empty() { "nothing".to_owned() } else { shown };
    if shown.chars().count() <= MOST_VALUE {
        return shown;
    }
    shown.chars().take(MOST_VALUE).chain(['…']).collect()
}

pub(super) fn sections(game: &Game, cites: &[SectionId]) -> String {
    let mut numbers: Vec<String> = cites.iter().map(|cite| format!("§{}", game.section(*cite).number)).collect();
    // The values of a word include those of its other readings.
    numbers.sort();
    numbers.dedup();
    numbers.join(" ")
}

/// The lines of a stop.
pub(super) fn stop(world: &World<'_>, picture: &Picture) -> Vec<Line> {
    let game = world.game;
    let at = &picture.place;
    let mut head = Line::of(Role::Title, capital(&words(at.sort, &at.name)));
    head.push(Role::Dim, format!("  {}", place(game, at.span)));
    if !at.cites.is_empty() {
        head.push(Role::Cite, format!("  {}", sections(game, &at.cites)));
    }
    if let Some(by) = &picture.by {
        head.push(Role::Dim, format!("  (break {by})"));
    }
    let mut lines = vec![head];
    lines.extend(text(game, at.span));
    let named = if at.sort == sort::STATEMENT { locals(game, at.span) } else { Vec::new() };
    let given = (0u16..).zip(picture.names.iter().cloned()).chain(named);
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for (slot, name) in given {
        let Some(one) = picture.values.get(usize::from(slot)) else { continue };
        rows.push(vec![Line::of(Role::Key, plain_words(&name)), Line::plain(value(world, one))]);
    }
    if rows.is_empty() && at.sort != sort::STATEMENT {
        // A rule whose parameters have no names.
        let shown: Vec<String> = picture.values.iter().map(|one| value(world, one)).collect();
        rows.extend((!shown.is_empty()).then(|| vec![Line::of(Role::Key, "of"), Line::plain(shown.join(", "))]));
    }
    lines.extend(table(rows, 2));
    lines.push(Line::of(Role::Dim, "  in  ").and(Role::Plain, scopes(world)));
    lines.extend(asked_by(game, &picture.around));
    lines
}

/// The source lines, with an arrow at this place.
fn text(game: &Game, at: Span) -> Vec<Line> {
    let Some(source) = game.sources.get(at.source).filter(|_| !at.is_empty()) else { return Vec::new() };
    let (here, _) = game.sources.line_column(at);
    let from = here.saturating_sub(BESIDE).max(1);
    let to = (here + BESIDE).min(source.lines());
    let width = to.to_string().len();
    let shown = (from..=to).map(|line| {
        let author = source.line(line);
        let author = author.trim_end().replace('\t', "    ");
        if line == here {
            return Line::of(Role::Key, format!("→ {line:>width$} │ ")).and(Role::Plain, author);
        }
        let beside = format!("  {line:>width$} │ {author}");
        let cut = if columns(&beside) > WIDTH { first_columns(&beside, WIDTH - 1) + "…" } else { beside };
        Line::of(Role::Dim, cut)
    });
    shown.collect()
}

/// The running scopes, the outermost first.
fn scopes(world: &World<'_>) -> String {
    let shown: Vec<String> = world.state.stack.iter().filter_map(|frame| scope(world, frame)).collect();
    shown.join(" › ")
}

fn scope(world: &World<'_>, frame: &Frame) -> Option<String> {
    let game = world.game;
    if let Some(step) = frame.step {
        let step = &game.steps[step.at()];
        let title = counted(world, frame.count, step).unwrap_or_else(|| capital(&step.title));
        return Some(match frame.side.and_then(|side| game.sides.get(usize::from(side))) {
            Some(side) => format!("{title} ({})", side.title),
            None => title,
        });
    }
    if let Some(title) = sequence_named(world, frame) {
        return Some(title);
    }
    let item = &game.scopes[frame.scope.at()];
    if frame.scope == game.builtin.game {
        return None;
    }
    let offer = game.offers.iter().find(|offer| offer.scope == frame.scope).map(|offer| offer.title.clone());
    let name = offer.unwrap_or_else(|| capital(&plain_words(&item.name)));
    let given: Vec<String> = item
        .params
        .iter()
        .zip(&frame.params)
        .map(|(param, one)| format!("{} {}", plain_words(&param.name), value(world, one)))
        .collect();
    Some(if given.is_empty() { name } else { format!("{name} ({})", given.join(", ")) })
}

/// The enclosing rules, innermost first.
fn asked_by(game: &Game, around: &[Place]) -> Vec<Line> {
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for one in around.iter().rev().take(MOST_AROUND) {
        let what = if one.sort == sort::STATEMENT {
            Line::plain(game.sources.line_text(one.span).trim())
        } else {
            Line::plain(words(one.sort, &one.name))
        };
        let lead = if rows.is_empty() { "by" } else { "" };
        rows.push(vec![Line::of(Role::Dim, lead), Line::of(Role::Dim, place(game, one.span)), what]);
    }
    if around.len() > MOST_AROUND {
        let more = format!("… and {} around these", around.len() - MOST_AROUND);
        rows.push(vec![Line::new(), Line::of(Role::Dim, more), Line::new()]);
    }
    table(rows, 2)
}

/// The names of the slots at a statement: the parameters of its script, then the names bound before it.
fn locals(game: &Game, at: Span) -> Vec<(u16, String)> {
    let around = game.scripts.iter().filter(|script| script.span.covers(at));
    let Some(script) = around.min_by_key(|script| script.span.end - script.span.start) else { return Vec::new() };
    let named = |(slot, param): (u16, &Param)| (slot, param.name.clone());
    let mut found: Vec<(u16, String)> = (0u16..).zip(&script.params).map(named).collect();
    bound(game, &script.body, at, &mut found);
    found
}

/// The names bound inside a node before a statement in it.
fn bound(game: &Game, node: &Node, at: Span, found: &mut Vec<(u16, String)>) {
    node.children(&mut |child| {
        if let (Expr::Let(slot, _), true) = (&child.expr, child.span.end <= at.start) {
            if matches!(node.expr, Expr::Block(_)) && node.span.covers(at) {
                found.extend(bound_name(game, child.span, &["let", "const"]).map(|name| (*slot, name)));
            }
        }
        if child.span != at && child.span.covers(at) {
            if let Expr::For { slot, body, .. } = &child.expr {
                if body.span.covers(at) {
                    found.extend(bound_name(game, child.span, &["for"]).map(|name| (*slot, name)));
                }
            }
            bound(game, child, at, found);
        }
    });
}

/// The name after one of these words at the beginning of a place.
fn bound_name(game: &Game, span: Span, words: &[&str]) -> Option<String> {
    let text = game.sources.text(span);
    let rest = words.iter().find_map(|word| text.strip_prefix(word))?.trim_start();
    let name: String = rest.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect();
    (!name.is_empty()).then_some(name)
}
