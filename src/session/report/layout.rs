//! The layout of the report: omitted lines, headings, the titles of steps in front, wrapping.

use std::collections::HashSet;

use crate::draw::{Line, Role, columns};
use crate::model::id::*;
use crate::model::sequence::Repeat;
use crate::play::World;
use crate::play::log::{Entry, Event};
use crate::source::{fold, plain_words};

use super::super::place::counts_aside;
use super::super::story::{Fate, Telling, capital, cited_behind};
use super::{OpenStep, Report};

/// The most columns for titles of steps. A longer title gets a line of its own.
const MOST_LABEL: usize = 14;
/// The width below which titles of steps get lines of their own.
const LEAST_WIDTH: usize = 60;
/// The least importance of lines that are never omitted.
const MATTERS: u8 = 2;

impl Report<'_> {
    /// Holds back an offer that is still being paid for. It is reported when it is carried out.
    pub(super) fn hold_back(&mut self) {
        if let Some((draft, _)) = self.taken.take() {
            self.fates[self.drafts[draft].at] = Fate::Withheld;
            self.drafts.truncate(draft);
        }
    }

    /// Omits lines about other players if the report has more rows than wanted. Those with dice, changes and losses
    /// are never omitted; of the others, those with results have priority. A line is kept with the lines indented below
    /// it.
    pub(super) fn leave_out(&mut self, telling: Telling, others: impl Fn(u16) -> bool) {
        let most = telling.others;
        // The titles of steps take columns in front, and the steps around them take rows of their own.
        let width = telling.width.saturating_sub(MOST_LABEL + 4).max(20);
        let rows = |line: &Line| line.width().div_ceil(width).max(1);
        let mut headings = HashSet::new();
        let mut groups: Vec<(u8, usize, Vec<usize>)> = Vec::new();
        for (at, draft) in self.drafts.iter().enumerate() {
            let followed = self.drafts.get(at + 1).is_some_and(|next| next.level > draft.level);
            let Some(line) = draft.line(followed) else { continue };
            headings.extend(draft.steps.iter().filter(|step| !step.is_leaf && step.shown).map(|step| step.at));
            let weight = match self.log[draft.at].acting {
                Some(seat) if others(seat) => draft.weight(),
                _ => u8::MAX,
            };
            match groups.last_mut().filter(|_| draft.level > 0) {
                Some((whole, height, drafts)) => {
                    *whole = weight.max(*whole);
                    *height += rows(&line);
                    drafts.push(at);
                }
                None => groups.push((weight, rows(&line), vec![at])),
            }
        }
        let mut left: usize = headings.len() + groups.iter().map(|(_, height, _)| height).sum::<usize>();
        if left <= most {
            return;
        }
        // One row is left for each gap.
        left += 1;
        // The least important go first, among equals the last.
        for weight in 0..MATTERS {
            for (_, height, group) in groups.iter().rev().filter(|(own, ..)| *own == weight) {
                if left > most {
                    left = left.saturating_sub(*height);
                    for at in group {
                        self.drafts[*at].omitted = true;
                    }
                }
            }
        }
        self.keep_single_lines();
    }

    /// Takes back each gap of one line: the words that it is left out need as much room.
    fn keep_single_lines(&mut self) {
        let mut gap: Vec<usize> = Vec::new();
        let mut single: Vec<usize> = Vec::new();
        for (at, draft) in self.drafts.iter().enumerate() {
            let followed = self.drafts.get(at + 1).is_some_and(|next| next.level > draft.level);
            if draft.line(followed).is_none() {
                continue;
            }
            if draft.omitted {
                gap.push(at);
                continue;
            }
            single.extend(gap.first().filter(|_| gap.len() == 1));
            gap.clear();
        }
        single.extend(gap.first().filter(|_| gap.len() == 1));
        for at in single {
            self.drafts[at].omitted = false;
        }
    }

    /// The lines, with the titles of their steps.
    pub(super) fn told(
        mut self,
        world: &World<'_>,
        telling: Telling,
        number: impl Fn(usize) -> String,
        since: impl Fn(usize) -> usize,
    ) -> (Vec<Line>, Vec<Fate>) {
        let label_width = label_width(world);
        let inline = telling.width >= LEAST_WIDTH;
        let mut lines: Vec<Line> = Vec::new();
        let mut shown: Vec<usize> = Vec::new();
        let mut label: Option<StepId> = None;
        // The last heading, with its step.
        let mut last: Option<(usize, String)> = None;
        // The side whose name is the last heading.
        let mut whose: Option<String> = None;
        let mut is_first = true;
        let mut omitted: Vec<usize> = Vec::new();
        let gap = |lines: &mut Vec<Line>, omitted: &mut Vec<usize>| {
            let Some(first) = omitted.first() else { return };
            let more = if omitted.len() == 1 { "line" } else { "lines" };
            let words = format!("  … {} more {more}: `log {}`", omitted.len(), since(*first));
            lines.push(Line::of(Role::Dim, words));
            omitted.clear();
        };
        // The name of the side that goes on has no number: its turn began before the lines above.
        let put = |lines: &mut Vec<Line>, line: Line, at: Option<usize>, hang: usize| {
            let before = if telling.numbers { 8 } else { 0 };
            let width = telling.width.saturating_sub(before).max(20);
            let wrapped = if telling.wraps { line.wrapped(width, hang) } else { vec![line] };
            for (part, line) in wrapped.into_iter().enumerate() {
                let row = match (telling.numbers, part) {
                    (false, _) => line,
                    (true, 0) => {
                        let mut numbered = Line::of(Role::Dim, format!("{:>6}  ", at.map(&number).unwrap_or_default()));
                        numbered.append(line);
                        numbered
                    }
                    (true, _) => line.indented(before),
                };
                lines.push(if telling.wraps { row } else { row.hanging(before + hang) });
            }
        };
        for (place, draft) in self.drafts.iter().enumerate() {
            let followed = self.drafts.get(place + 1).is_some_and(|next| next.level > draft.level);
            let Some(mut line) = draft.line(followed) else { continue };
            self.fates[draft.at] = Fate::Told;
            if draft.omitted {
                omitted.push(self.log[draft.at].at);
                continue;
            }
            gap(&mut lines, &mut omitted);
            if telling.cites {
                let mut cites = draft.cites.clone();
                cites.extend(&self.log[draft.at].cites);
                line.push(Role::Cite, cited_behind(world, &cites));
            }
            // Within the turn of one side another may act, until the first goes on.
            let by_hand = matches!(self.log[draft.at].event, Event::Arbitrated(_));
            let names = |side: &str| fold(&line.text()).contains(&fold(side));
            let acts = innermost(world, &draft.steps).and_then(|step| Some((step, step.thing.as_ref()?)));
            let acts = acts.filter(|(_, side)| draft.level == 0 && !by_hand && !names(side));
            for step in draft.steps.iter().filter(|step| !step.is_leaf) {
                let Some(title) = heading(world, step, self.log) else { continue };
                // The heading of another side would stand above nothing.
                let side = step.thing.as_ref().filter(|thing| is_side(world, thing));
                if side.is_some_and(|side| acts.is_some_and(|(_, other)| other != side)) {
                    continue;
                }
                let repeats = last
                    .as_ref()
                    .is_some_and(|(at, above)| *above == title && draft.steps.iter().any(|step| step.at == *at));
                if step.shown && !shown.contains(&step.at) && repeats {
                    // A step of the side whose turn it is needs no second heading.
                    self.fates[step.at] = Fate::Told;
                    shown.push(step.at);
                } else if step.shown && !shown.contains(&step.at) {
                    last = Some((step.at, title.clone()));
                    // A piece acts for the side above it.
                    if step.thing.as_ref().is_none_or(|thing| is_side(world, thing)) {
                        whose.clone_from(&step.thing);
                    }
                    put(&mut lines, Line::of(Role::Title, title), Some(step.at), 0);
                    self.fates[step.at] = Fate::Told;
                    shown.push(step.at);
                    label = None;
                }
            }
            if std::mem::take(&mut is_first) && whose.is_none() {
                whose = told_before(world, &draft.steps);
            }
            if let Some((step, side)) = acts.filter(|(_, side)| whose.as_ref() != Some(*side)) {
                let begins = self.drafts[..place].iter().all(|one| one.at < step.at);
                put(&mut lines, Line::of(Role::Title, capital(side)), Some(step.at).filter(|_| begins), 0);
                last = Some((step.at, capital(side)));
                whose = Some(side.clone());
                label = None;
            }
            let leaf = draft.steps.iter().rev().find(|step| step.is_leaf);
            let mut indent = 0;
            if let Some(step) = leaf {
                let title = capital(&world.game.steps[step.id.at()].title);
                let above = !inline || columns(&title) > label_width;
                indent = if inline { label_width + 4 } else { 4 };
                let mut front = Line::plain("  ");
                self.fates[step.at] = Fate::Told;
                if label != Some(step.id) {
                    label = Some(step.id);
                    front.push(Role::Title, title);
                    if above {
                        put(&mut lines, std::mem::take(&mut front), Some(step.at), 2);
                    }
                }
                let named = step.thing.as_ref().filter(|thing| !fold(&line.text()).contains(&fold(thing)));
                let mut whole = front.padded(indent + draft.level * 2);
                if let Some(thing) = named.filter(|thing| draft.level == 0 && !is_side(world, thing)) {
                    whole.push(Role::Plain, format!("{thing}: "));
                }
                whole.append(line);
                line = whole;
            } else {
                line = line.indented(draft.level * 2);
            }
            // A line that begins with its side needs no heading for what follows in the turn of that side.
            let actor = innermost(world, &draft.steps).and_then(|step| step.thing.as_ref());
            let begins = |side: &&String| draft.head.text().starts_with(&format!("{side}: "));
            if let Some(side) = actor.filter(|side| draft.level == 0 && !by_hand && begins(side)) {
                whose = Some(side.clone());
            }
            put(&mut lines, line, Some(draft.at), indent + draft.level * 2 + 2);
        }
        gap(&mut lines, &mut omitted);
        (lines, self.fates)
    }
}

/// True if the thing whose turn it is in a step is a side.
fn is_side(world: &World<'_>, thing: &str) -> bool {
    world.game.sides.iter().any(|side| side.title == thing)
}

/// The innermost step of a side.
fn innermost<'s>(world: &World<'_>, steps: &'s [OpenStep]) -> Option<&'s OpenStep> {
    steps.iter().rev().find(|step| step.thing.as_deref().is_some_and(|thing| is_side(world, thing)))
}

/// The side named by a heading of an earlier report: that of the innermost step of a side, if it began there.
fn told_before(world: &World<'_>, steps: &[OpenStep]) -> Option<String> {
    innermost(world, steps).filter(|step| !step.shown).and_then(|step| step.thing.clone())
}

/// The heading above the steps inside a step: a counted turn, or the side whose turn it is.
fn heading(world: &World<'_>, step: &OpenStep, log: &[Entry]) -> Option<String> {
    if let Some(thing) = &step.thing {
        return Some(capital(thing));
    }
    let item = &world.game.steps[step.id.at()];
    match (&item.repeat, &log[step.at].event) {
        _ if counts_aside(world.game, item) => None,
        (Repeat::Count { .. }, Event::Step(_, text)) => Some(capital(&world.told(text))),
        _ => None,
    }
}

/// The number of columns for the titles of steps in front of the lines.
fn label_width(world: &World<'_>) -> usize {
    let steps = &world.game.steps;
    let inner = |at: usize| !steps.iter().any(|step| step.parent == Some(StepId(at as u16)));
    let widths = (0..steps.len()).filter(|at| inner(*at)).map(|at| columns(&plain_words(&steps[at].title)));
    widths.filter(|width| *width <= MOST_LABEL).max().unwrap_or(0)
}
