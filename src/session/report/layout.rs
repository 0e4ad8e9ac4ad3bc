//! The lines of the report on the page: what is left out, headings, the titles of steps in front, wrapping.

use crate::draw::{Line, Role, columns};
use crate::model::id::*;
use crate::model::sequence::Repeat;
use crate::play::World;
use crate::play::log::{Entry, Event};

use super::super::story::{Fate, Telling, capital, cited, plain_words};
use super::{OpenStep, Report};

/// The most columns that the titles of steps take; a longer one gets a line of its own.
const MOST_LABEL: usize = 14;
/// Below this width the titles of steps get lines of their own.
const LEAST_WIDTH: usize = 60;

impl Report<'_> {
    /// An offer that is still being paid for is reported when it is carried out.
    pub(super) fn hold_back(&mut self) {
        if let Some((draft, _)) = self.taken.take() {
            self.fates[self.drafts[draft].at] = Fate::Withheld;
            self.drafts.truncate(draft);
        }
    }

    /// Leaves out lines about what others did beyond a number: those with dice stay first, then those with results. A line
    /// stays with the lines set in below it. Returns how many were left out.
    pub(super) fn leave_out(&mut self, most: usize, others: impl Fn(u16) -> bool) -> usize {
        let mut groups: Vec<(u8, Vec<usize>)> = Vec::new();
        for (at, draft) in self.drafts.iter().enumerate() {
            let followed = self.drafts.get(at + 1).is_some_and(|next| next.level > draft.level);
            if draft.line(followed).is_none() {
                continue;
            }
            let weight = match self.log[draft.at].acting {
                Some(seat) if others(seat) => draft.weight(),
                _ => u8::MAX,
            };
            match groups.last_mut().filter(|_| draft.level > 0) {
                Some((whole, drafts)) => {
                    *whole = weight.max(*whole);
                    drafts.push(at);
                }
                None => groups.push((weight, vec![at])),
            }
        }
        let mut left: usize = groups.iter().filter(|(weight, _)| *weight < u8::MAX).map(|(_, group)| group.len()).sum();
        if left <= most {
            return 0;
        }
        let mut out: Vec<usize> = Vec::new();
        // The least of them go first, of equals the last.
        for weight in 0..u8::MAX {
            for (_, group) in groups.iter().rev().filter(|(own, _)| *own == weight) {
                if left > most {
                    left = left.saturating_sub(group.len());
                    out.extend(group);
                }
            }
        }
        for at in &out {
            self.drafts[*at].alive = false;
        }
        out.len()
    }

    /// The lines, with the titles of the steps around them.
    pub(super) fn told(
        mut self,
        world: &World<'_>,
        telling: Telling,
        number: impl Fn(usize) -> String,
    ) -> (Vec<Line>, Vec<Fate>) {
        let label_width = label_width(world);
        let inline = telling.width >= LEAST_WIDTH;
        let mut lines: Vec<Line> = Vec::new();
        let mut shown: Vec<usize> = Vec::new();
        let mut label: Option<StepId> = None;
        let put = |lines: &mut Vec<Line>, line: Line, at: usize, hang: usize| {
            let before = if telling.numbers { 8 } else { 0 };
            let wrapped = line.wrapped(telling.width.saturating_sub(before).max(20), hang);
            for (part, line) in wrapped.into_iter().enumerate() {
                lines.push(match (telling.numbers, part) {
                    (false, _) => line,
                    (true, 0) => {
                        let mut numbered = Line::of(Role::Dim, format!("{:>6}  ", number(at)));
                        numbered.append(line);
                        numbered
                    }
                    (true, _) => line.indented(before),
                });
            }
        };
        for (place, draft) in self.drafts.iter().enumerate() {
            let followed = self.drafts.get(place + 1).is_some_and(|next| next.level > draft.level);
            let Some(mut line) = draft.line(followed) else { continue };
            self.fates[draft.at] = Fate::Told;
            if telling.cites {
                let mut cites = draft.cites.clone();
                cites.extend(&self.log[draft.at].cites);
                if let Some(cites) = cited(world, &cites) {
                    line.push(Role::Cite, format!("  {cites}"));
                }
            }
            for step in draft.steps.iter().filter(|step| !step.is_leaf) {
                let Some(title) = heading(world, step, self.log) else { continue };
                if step.shown && !shown.contains(&step.at) {
                    put(&mut lines, Line::of(Role::Title, title), step.at, 0);
                    self.fates[step.at] = Fate::Told;
                    shown.push(step.at);
                    label = None;
                }
            }
            let leaf = draft.steps.iter().rev().find(|step| step.is_leaf);
            let mut indent = 0;
            if let Some(step) = leaf {
                let title = capital(&world.game.steps[step.id.at()].title);
                let above = !inline || columns(&title) > label_width;
                indent = if inline { label_width + 4 } else { 4 };
                let mut front = Line::plain("  ");
                if label != Some(step.id) {
                    label = Some(step.id);
                    self.fates[step.at] = Fate::Told;
                    front.push(Role::Title, title);
                    if above {
                        put(&mut lines, std::mem::take(&mut front), step.at, 2);
                    }
                }
                let named = step.thing.as_ref().filter(|thing| !line.text().contains(thing.as_str()));
                let is_side = |thing: &String| world.game.sides.iter().any(|side| side.title == *thing);
                let mut whole = front.padded(indent + draft.level * 2);
                if let Some(thing) = named.filter(|thing| draft.level == 0 && !is_side(thing)) {
                    whole.push(Role::Plain, format!("{thing}: "));
                }
                whole.append(line);
                line = whole;
            } else {
                line = line.indented(draft.level * 2);
            }
            put(&mut lines, line, draft.at, indent + draft.level * 2 + 2);
        }
        (lines, self.fates)
    }
}
/// The line above the steps inside a step: a turn that is counted, or whose turn it is.
fn heading(world: &World<'_>, step: &OpenStep, log: &[Entry]) -> Option<String> {
    if let Some(thing) = &step.thing {
        return Some(capital(thing));
    }
    let item = &world.game.steps[step.id.at()];
    match (&item.repeat, &log[step.at].event) {
        (Repeat::Count { .. }, Event::Step(_, text)) => Some(capital(&world.told(text))),
        _ => None,
    }
}

/// How many columns the titles of the steps take in front of the lines.
fn label_width(world: &World<'_>) -> usize {
    let steps = &world.game.steps;
    let inner = |at: usize| !steps.iter().any(|step| step.parent == Some(StepId(at as u16)));
    let widths = (0..steps.len()).filter(|at| inner(*at)).map(|at| columns(&plain_words(&steps[at].title)));
    widths.filter(|width| *width <= MOST_LABEL).max().unwrap_or(0)
}
