//! The place in the sequence of play, in words.

use crate::draw::{Line, Role};
use crate::model::game::Game;
use crate::model::sequence::{Phase, Repeat, Step};
use crate::model::value::Value;
use crate::play::World;
use crate::play::started::sequence_title;
use crate::play::state::Frame;

use super::story::capital;

/// The path through the sequence of play, from the outermost step to the innermost: `1342`, `Actions`, `Blois, 3rd of
/// 5`, `March of Charles`. Steps without their own title are left out.
pub(super) fn trail(world: &World<'_>) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut nth = None;
    for frame in &world.state.stack {
        let Some(step) = frame.step.map(|step| &world.game.steps[step.at()]) else {
            parts.extend(sequence_named(world, frame));
            continue;
        };
        match step.repeat {
            Repeat::Count { .. } if counts_aside(world.game, step) => nth = Some(one_of(world, frame.count, step)),
            Repeat::Count { .. } => parts.push(capital(&step.turn(world.game, frame.count))),
            _ => {
                parts.extend(step.titled.then(|| capital(&step.title)));
                if let Repeat::Alternate { .. } = step.repeat {
                    nth = Some(one_of(world, frame.count, step));
                }
                if let (Repeat::Sides { .. } | Repeat::Alternate { .. }, Some(side)) = (&step.repeat, frame.side) {
                    let title = world.game.side_title(side);
                    parts.push(nth.take().map_or_else(|| title.to_owned(), |nth| format!("{title}, {nth}")));
                }
                // While the next member is chosen, none has its turn.
                if let (Repeat::Members { .. }, Phase::Before | Phase::Body | Phase::Children | Phase::Act) =
                    (&step.repeat, frame.phase)
                {
                    parts.extend(frame.params.first().and_then(Value::as_ref).map(|member| world.name(member)));
                }
            }
        }
    }
    parts.dedup();
    parts
}

/// True for a count that only shows whose turn it is: inside a counted step, without a title of its own.
pub(super) fn counts_aside(game: &Game, step: &Step) -> bool {
    let around = || std::iter::successors(step.parent, |at| game.steps[at.at()].parent);
    let is_counted = |step: &Step| matches!(step.repeat, Repeat::Count { .. });
    is_counted(step) && !step.titled && step.turns.is_none() && around().any(|at| is_counted(&game.steps[at.at()]))
}

/// `3rd of 5`, or `3rd` if the last number is not known.
fn one_of(world: &World<'_>, count: i64, step: &Step) -> String {
    let ending = match (count % 10, count % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    match last_of(world, step) {
        Some(last) => format!("{count}{ending} of {last}"),
        None => format!("{count}{ending}"),
    }
}

/// The last number of a counted step, if it is known.
fn last_of(world: &World<'_>, step: &Step) -> Option<i64> {
    let to = match &step.repeat {
        Repeat::Count { to, .. } => to.as_ref(),
        Repeat::Alternate { times, .. } => Some(times),
        _ => None,
    };
    match world.eval_alone(to?, &[], step.locals).ok()? {
        Value::Int(last) => Some(last),
        _ => None,
    }
}

/// The steps with their counts, the outermost first.
fn steps<'w>(world: &World<'w>, stack: &[Frame]) -> Vec<(i64, &'w Step)> {
    let step = |frame: &Frame| Some((frame.count, &world.game.steps[frame.step?.at()]));
    stack.iter().filter_map(step).collect()
}

/// `Turn 2 of 12`: a counted step with its number and, if known, the last number; `1342, Turn 2 of 12` if its turns
/// have names. None for other steps.
pub(super) fn counted(world: &World<'_>, count: i64, step: &Step) -> Option<String> {
    if !matches!(step.repeat, Repeat::Count { .. } | Repeat::Alternate { .. }) {
        return None;
    }
    let last = last_of(world, step).map_or_else(String::new, |last| format!(" of {last}"));
    let number = format!("{} {count}{last}", capital(&step.title));
    Some(if step.turns.is_some() { format!("{}, {number}", step.turn(world.game, count)) } else { number })
}

/// The place in the sequence of play: for the game and for each named sequence inside it, the counted steps, then the
/// innermost. `counted` formats a counted step.
pub(super) fn place_with(world: &World<'_>, counted: impl Fn(i64, &Step) -> Option<String>) -> Vec<String> {
    let mut path = Vec::new();
    let frames =
        world.state.stack.iter().filter(|frame| frame.step.is_some() || sequence_named(world, frame).is_some());
    let mut frames = frames.peekable();
    while let Some(frame) = frames.next() {
        let last = frames.peek().is_none_or(|inner| inner.step.is_none());
        path.extend(match frame.step.map(|step| &world.game.steps[step.at()]) {
            Some(step) => counted(frame.count, step).or_else(|| last.then(|| capital(&step.title))),
            None => sequence_named(world, frame),
        });
    }
    path
}

/// The title of a running named sequence, with its parameters. None for other scopes.
pub(super) fn sequence_named(world: &World<'_>, frame: &Frame) -> Option<String> {
    let scope = &world.game.scopes[frame.scope.at()];
    let title = scope.is_sequence().then(|| sequence_title(world, frame).unwrap_or_else(|_| scope.name.clone()))?;
    Some(capital(&world.told(&title)))
}

/// The place in the sequence of play, in short: `Turn 2`, `March of Charles`, `Orders`.
pub(super) fn place(world: &World<'_>) -> Vec<String> {
    place_with(world, |count, step| {
        matches!(step.repeat, Repeat::Count { .. } | Repeat::Alternate { .. })
            .then(|| capital(&step.turn(world.game, count)))
    })
}

/// The side whose turn runs around a step, in these scopes. In a step where both sides act in turn, that is not the side
/// that acts.
fn side_around(world: &World<'_>, stack: &[Frame], main: &Step) -> Option<u16> {
    let step = |frame: &Frame| frame.step.map(|step| &world.game.steps[step.at()]);
    let at = stack.iter().rposition(|frame| step(frame).is_some_and(|step| step.scope == main.scope))?;
    let in_turns = |step: &Step| matches!(step.repeat, Repeat::Sides { .. } | Repeat::Alternate { .. });
    stack[..at].iter().find(|frame| step(frame).is_some_and(in_turns))?.side
}

/// The counted steps, the side whose turn it is, and the sequence of steps with the running one in brackets.
pub(super) fn whereabouts(world: &World<'_>) -> Option<Line> {
    let stack = &world.state.stack;
    // For a named sequence, its steps are shown, and outside it only counted steps.
    let first = stack.iter().rposition(|frame| sequence_named(world, frame).is_some()).unwrap_or(0);
    let (outer, inner) = (steps(world, &stack[..first]), steps(world, &stack[first..]));
    let (_, now) = *inner.last().or(outer.last())?;
    let turn = |frame: &Frame| match frame.step {
        Some(step) => {
            let step = &world.game.steps[step.at()];
            counted(world, frame.count, step).filter(|_| !counts_aside(world.game, step))
        }
        None => sequence_named(world, frame),
    };
    let turns: Vec<String> = stack.iter().filter_map(turn).collect();
    let steps = inner;
    let mut line = Line::of(Role::Title, turns.join(", "));
    let aside = |(count, step): (i64, &Step)| counts_aside(world.game, step).then(|| one_of(world, count, step));
    let nth = self::steps(world, stack).into_iter().rev().find_map(aside);
    // For a step inside one of several parts of a turn, the part is the place.
    let turn = |step: &&Step| !matches!(step.repeat, Repeat::Once | Repeat::Members { .. });
    let around = steps.iter().rposition(|(_, step)| turn(step));
    let main = around.and_then(|at| steps.get(at + 1)).map_or(now, |(_, step)| step);
    if let Some(me) = side_around(world, &stack[first..], main).or(world.me()) {
        line.push(Role::Plain, if turns.is_empty() { "" } else { ", " });
        line.append(Line::side(world.game, me));
        line.push(Role::Plain, nth.map_or_else(String::new, |nth| format!(", {nth}")));
    }
    // Steps of other readings are not part of this game.
    let beside =
        |step: &&Step| step.parent == main.parent && step.sequence == main.sequence && world.is_read(step.under);
    let beside: Vec<&Step> = world.game.steps.iter().filter(beside).collect();
    let mut first = true;
    for step in beside.iter().filter(|_| beside.len() > 1) {
        line.push(
            Role::Plain,
            if !first {
                ", "
            } else if line.0.is_empty() {
                ""
            } else {
                ": "
            },
        );
        first = false;
        let title = capital(&step.title);
        if step.scope == main.scope {
            line.push(Role::Key, format!("[{title}]"));
        } else {
            line.push(Role::Dim, title);
        }
    }
    if now.scope != main.scope {
        line.push(Role::Plain, format!(" ({})", capital(&now.title)));
    }
    (!line.0.is_empty()).then_some(line)
}
