//! The results at the end of a test, as its last lines, and the text of the whole item.

use crate::model::board::Edge;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::learn::{Trifle, trifle};
use crate::play::question::{Answer, Kind, Question};
use crate::play::state::{Frame, NOWHERE, State};
use crate::play::{Status, World, drawn, sentence};
use crate::source::plain_words;

use super::trial::{Begins, Trial};

/// The most conditions of the last line.
const MOST_CONDITIONS: usize = 12;

impl Trial<'_> {
    /// The pieces of the game that have moved or changed. If none has, some of those on the board.
    pub(super) fn changed(&self) -> Vec<u16> {
        let own = |piece: &u16| self.pairs.pieces[usize::from(*piece)];
        let all: Vec<u16> = (0..self.pairs.pieces.len() as u16).filter(|piece| own(piece).is_some()).collect();
        let changed = |piece: &&u16| own(piece).is_some_and(|own| !self.conditions_of(own, "x").is_empty());
        let mut found: Vec<u16> = all.iter().filter(changed).copied().take(MOST_CONDITIONS).collect();
        if found.is_empty() {
            found = all.into_iter().take(2).collect();
        }
        found.retain(|piece| own(piece).is_some_and(|own| self.play.look(|run| run.world().unique(own).is_none())));
        found
    }

    /// The changes of a piece since the beginning of the test.
    fn conditions_of(&self, piece: u16, name: &str) -> Vec<String> {
        self.play.look_asked(|world| {
            let (game, now) = (self.game, world.state);
            let mut found = Vec::new();
            let at = |state: &State| state.pieces.get(usize::from(piece)).map_or(NOWHERE, |piece| piece.space);
            // A piece with its own name may be missing from the position; a yes/no word is then false.
            let (plain, name) =
                (name, if world.unique(piece).is_some() { format!("{name}?") } else { name.to_owned() });
            if at(now) != at(&self.before) {
                found.push(place_condition(world, piece, &name));
            }
            for (id, var) in game.vars_of(Domain::Piece) {
                let value = now.var(game, world.layout, id, piece);
                if var.during.is_empty() && value != self.before.var(game, world.layout, id, piece) {
                    let of = if var.ty == Type::Flag { plain } else { &name };
                    found.extend(condition(game, &format!("{of}.{}", var.name), var.ty, &value));
                }
            }
            found
        })
    }

    /// Passes the questions that a test passes by itself: windows, and choices of slots and payments.
    fn pass_trifles(&mut self) {
        while let Some(Status::Asked(pending)) = &self.status {
            let question = &pending.question;
            match trifle(question) {
                Some(Trifle::Silence) => self.play.stay_silent(),
                Some(Trifle::Answer(answer)) => {
                    self.play.answer(question.seats.first().copied().unwrap_or(0), question, answer);
                }
                None => break,
            }
            self.status = Some(self.play.go());
        }
    }

    /// An action that the side may take now, as the first of those offered that can be completed.
    fn offered(&self, question: &Question) -> Option<String> {
        let seat = *question.seats.first()?;
        let sentence = self.play.look_asked(|world| {
            let mut tries = (0..16_usize).filter_map(|turn| {
                let answer = drawn::answer(world, question, seat, &mut |bound| turn % bound.max(1));
                answer.ok().flatten().filter(|answer| matches!(answer, Answer::Act(..)))
            });
            tries.next().map(|answer| plain_line(&sentence::write(world, question, seat, &answer)))
        })?;
        Some(format!("offered {}: {sentence}", self.game.sides[usize::from(seat)].name))
    }

    /// Writes the results at the end.
    pub(super) fn see(&mut self) {
        let game = self.game;
        // A condition would let the open window pass.
        if let Some(Status::Asked(pending)) = &self.status
            && matches!(pending.question.kind, Kind::Window { .. })
            && let Some(line) = self.offered(&pending.question)
        {
            self.lines.push(line);
            self.pass_trifles();
            // A test may not end with a question open within a script.
            if let Some(Status::Asked(pending)) = &self.status
                && !matches!(pending.question.kind, Kind::Act { .. })
            {
                let seat = pending.question.seats.first().copied().unwrap_or(0);
                self.lines.push(format!("asked {}", game.sides[usize::from(seat)].name));
            }
            return;
        }
        self.pass_trifles();
        let mut found: Vec<String> = Vec::new();
        for side in 0..game.sides.len() as u16 {
            found.extend(self.variables(Domain::Side, side, &game.sides[usize::from(side)].name));
        }
        found.extend(self.variables(Domain::Game, 0, "game"));
        let spaces = self.spaces_by_name();
        for (space, name) in &spaces {
            found.extend(self.variables(Domain::Space, *space, name));
        }
        let has_state = game.vars.iter().any(|var| var.subject == Domain::Edge);
        for (at, Edge { link, ends: [a, b], .. }) in (0u16..).zip(&game.board.edges).filter(|_| has_state) {
            if let (Some((_, a)), Some((_, b))) = (spaces.get(usize::from(*a)), spaces.get(usize::from(*b))) {
                let link = &game.board.links[link.at()].name;
                found.extend(self.variables(Domain::Edge, at, &format!("edge({a}, {b}, {link})")));
            }
        }
        let labels = self.labels.clone();
        for (piece, name) in &labels {
            found.extend(self.conditions_of(*piece, name));
        }
        for (at, unique) in game.uniques.iter().enumerate() {
            if let Some(piece) = self.play.look(|run| run.live.layout().named(at)) {
                found.extend(self.conditions_of(piece, &unique.name));
            }
        }
        if found.is_empty() {
            let seen = labels.iter().take(2);
            found =
                seen.map(|(piece, name)| self.play.look_asked(|world| place_condition(world, *piece, name))).collect();
        }
        found.truncate(MOST_CONDITIONS);
        if !found.is_empty() {
            self.lines.push(format!("then {}", found.join(", ")));
        }
        match &self.status {
            Some(Status::Asked(pending)) => {
                let question = &pending.question;
                let seat = question.seats.first().copied().unwrap_or(0);
                let line = match question.kind {
                    Kind::Act { .. } => self.offered(question),
                    _ => Some(format!("asked {}", game.sides[usize::from(seat)].name)),
                };
                self.lines.extend(line);
            }
            // The position after the last decision does not say that the sequence of play is over.
            Some(Status::Over(outcome)) if self.steps > 0 || !outcome.winners.is_empty() => {
                self.lines.push(format!("ended {}", outcome.written(game)));
            }
            _ => {}
        }
        let shows = |line: &String| {
            ["then ", "offered ", "asked ", "ended ", "play "].iter().any(|word| line.starts_with(word))
        };
        if !self.lines.iter().any(shows) {
            // An empty position still has its sides.
            let side = &game.sides.first().map_or("", |side| side.name.as_str());
            if let Some((id, var)) = game.vars_of(Domain::Side).find(|(_, var)| matches!(var.ty, Type::Int(_))) {
                let value = self.play.look(|run| run.state().var(game, run.live.layout(), id, 0));
                let condition = condition(game, &format!("{side}.{}", var.name), var.ty, &value);
                self.lines.extend(condition.map(|condition| format!("then {condition}")));
            }
        }
    }

    /// The variables of a side or the game that have changed.
    fn variables(&self, subject: Domain, index: u16, name: &str) -> Vec<String> {
        let game = self.game;
        let vars = game.vars_of(subject).filter(|(_, var)| var.during.is_empty());
        self.play.look_asked(|world| {
            let changed = vars.filter_map(|(id, var)| {
                let value = world.state.var(game, world.layout, id, index);
                let changed = value != self.before.var(game, world.layout, id, index);
                changed.then(|| condition(game, &format!("{name}.{}", var.name), var.ty, &value)).flatten()
            });
            changed.collect()
        })
    }

    /// The spaces of the board, as expressions.
    fn spaces_by_name(&self) -> Vec<(u16, String)> {
        let Some(side) = self.game.sides.first() else { return Vec::new() };
        self.play.look_asked(|world| {
            let called = |space: u16| format!("{}.space(\"{}\")", side.name, world.space_title(space, Some(0)));
            (0..world.game.board.spaces.len() as u16).map(|space| (space, called(space))).collect()
        })
    }

    /// The text of the item.
    pub(super) fn text(&self, title: &str) -> String {
        let game = self.game;
        let innermost = || {
            let step = |frame: &Frame| frame.step;
            self.before.stack.iter().rev().find_map(step)
        };
        let step = match self.begins {
            Begins::Step(step, _) => Some(step),
            _ => innermost(),
        };
        let cites = step.map_or(&[][..], |step| &game.steps[step.at()].cites);
        let section = cites.first().map(|cite| game.section(*cite)).or(game.sections.first());
        let cite = section.map_or_else(String::new, |section| format!(" @{}", section.number));
        let mut text = format!("test \"{}\"{cite} {{\n", title.replace(['"', '\\'], "'"));
        let cleared = if self.begins == Begins::SetUp { "" } else { "cleared " };
        let scenario = if game.scenario.is_empty() { String::new() } else { format!("{} {cleared}", game.scenario) };
        if self.exported.lines.is_empty() {
            if !scenario.is_empty() {
                text.push_str(&format!("  given {}\n", scenario.trim_end()));
            }
        } else {
            text.push_str(&format!("  given {scenario}{{\n"));
            for line in &self.exported.lines {
                text.push_str(&format!("    {line}\n"));
            }
            text.push_str("  }\n");
        }
        if let Begins::Step(step, side) = self.begins {
            let step = &game.steps[step.at()].name;
            let side = side.map_or_else(String::new, |side| format!(" of {}", game.sides[usize::from(side)].name));
            text.push_str(&format!("  at {step}{side}\n"));
        }
        for (ruling, reading) in game.rulings.iter().zip(&game.readings) {
            if let Some((value, _)) = ruling.values.get(usize::from(*reading)).filter(|_| ruling.default != *reading) {
                text.push_str(&format!("  ruling {} {value}\n", ruling.name));
            }
        }
        for line in &self.lines {
            text.push_str(&format!("  {line}\n"));
        }
        text.push_str("}\n");
        text
    }
}

/// A sentence on one line, without the characters that would end it.
pub(super) fn plain_line(words: &str) -> String {
    plain_words(words).replace([';', '\n'], " ")
}

/// The place of a piece, as a condition.
fn place_condition(world: &World<'_>, piece: u16, name: &str) -> String {
    let state = &world.state.pieces[usize::from(piece)];
    if state.space == NOWHERE {
        return format!("{name}.space == none");
    }
    let side = u16::from(state.side);
    let title = world.space_title(state.space, Some(side));
    format!("{name}.space == {}.space(\"{title}\")", world.game.sides[usize::from(side)].name)
}

/// A variable with its value, as a condition. None if no expression can state it.
fn condition(game: &Game, name: &str, ty: Type, value: &Value) -> Option<String> {
    match (ty, value) {
        (Type::Flag, Value::Flag(true)) => Some(name.to_owned()),
        (Type::Flag, Value::Flag(false)) => Some(format!("!{name}")),
        (Type::Int(_), Value::Int(n)) => Some(format!("{name} == {n}")),
        (Type::One(Domain::Side, true), Value::None) => Some(format!("{name} == none")),
        (Type::One(..), Value::Ref(Ref { domain: Domain::Side, index })) => {
            Some(format!("{name} == {}", game.sides[usize::from(*index)].name))
        }
        _ => None,
    }
}
