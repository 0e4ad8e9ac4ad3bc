//! The scopes under way, as the lines of `under way { … }`, and the points and uses spent.

use crate::model::card::Lasts;
use crate::model::id::*;
use crate::model::sequence::{Body, Phase, Repeat, ScopeKind};
use crate::model::value::Value;
use crate::play::state::Frame;

use super::position::Writer;

impl Writer<'_> {
    /// The `under way` block. Empty if no scope of the game runs.
    pub(super) fn under_way(&mut self) -> Result<(), String> {
        let game = self.world.game;
        let stack = &self.world.state.stack;
        let Some((outermost, scopes)) = stack.split_first() else { return Ok(()) };
        if outermost.scope != game.builtin.game || outermost.phase != Phase::Children {
            return Err("the sequence of play has not begun".to_owned());
        }
        let mut lines = Vec::new();
        let first = scopes.first().and_then(|frame| frame.step);
        let place = first.and_then(|first| game.sequence.iter().position(|step| *step == first));
        if place.map(|place| place + 1) != Some(usize::from(outermost.cursor)) {
            lines.push(format!("next: {}", step_at(self, &game.sequence, outermost.cursor)));
        }
        for (at, frame) in scopes.iter().enumerate() {
            lines.push(self.scope(frame, scopes.get(at + 1))?);
        }
        for one in &self.world.state.spent {
            let item = &game.purses[one.purse.at()];
            let mut text = format!("spent {} of {}: {}", item.name, game.sides[usize::from(one.side)].name, one.amount);
            if one.source > 0 {
                let source = item.sources.get(usize::from(one.source)).ok_or("a purse has an unknown source")?;
                text.push_str(&format!(" source {}", source.name));
            }
            for (word, thing) in [("from", one.giver), ("for", one.payee)] {
                if let Some(thing) = thing {
                    text.push_str(&format!(" {word} {}", self.said(&Value::Ref(thing))?));
                }
            }
            lines.push(text);
        }
        for one in self.world.state.lasting.iter() {
            let card = &game.cards[usize::from(one.card)];
            let def = &game.card_defs[usize::from(card.def)];
            if let Lasts::Until { times, .. } = def.lasts
                && times != one.left
            {
                let of =
                    card.side.map_or_else(String::new, |side| format!(" of {}", game.sides[usize::from(side)].name));
                lines.push(format!("left {}{of}: {}", def.name, one.left));
            }
        }
        if self.world.state.unsettled {
            lines.push("unsettled".to_owned());
        }
        self.lines.push("under way {".to_owned());
        self.lines.extend(lines.into_iter().map(|line| format!("  {line}")));
        self.lines.push("}".to_owned());
        Ok(())
    }

    /// One scope: its name and side, then its details.
    fn scope(&self, frame: &Frame, inner: Option<&Frame>) -> Result<String, String> {
        let game = self.world.game;
        let side = |side: u16| game.sides[usize::from(side)].name.as_str();
        let mut parts: Vec<String> = Vec::new();
        let item = &game.scopes[frame.scope.at()];
        let (name, steps): (String, &[StepId]) = match (frame.step, frame.offer, item.kind) {
            (Some(step), ..) => {
                let steps = match &game.steps[step.at()].body {
                    Body::Steps(children) => children.as_slice(),
                    _ => &[],
                };
                self.of_step(step, frame, &mut parts)?;
                (game.steps[step.at()].name.clone(), steps)
            }
            (None, Some(offer), _) => {
                let own = game.offers[offer.at()].card.map(|(_, slot)| usize::from(slot));
                let params = &game.scopes[game.offers[offer.at()].scope.at()].params;
                for (at, value) in frame.locals.iter().enumerate() {
                    match params.get(at) {
                        _ if value.is_none() || own == Some(at) => {}
                        Some(param) => parts.push(format!("{} = {}", param.name, self.said(value)?)),
                        None => return Err(format!("`{}` holds a value without a name", game.offer_key(offer))),
                    }
                }
                (format!("offer {}", game.offer_key(offer)), &[])
            }
            (None, None, ScopeKind::Sequence(id)) => {
                self.run_of(frame.scope, &frame.params, &mut parts)?;
                (format!("sequence {}", item.name), &game.sequences[id.at()].steps)
            }
            // A sequence that has yet to begin.
            (None, None, ScopeKind::Builtin) if frame.phase == Phase::Enter => {
                let [Value::Scope(scope), whose, values @ ..] = frame.locals.as_slice() else {
                    return Err("something without a notation is under way".to_owned());
                };
                self.run_of(*scope, values, &mut parts)?;
                let of = whose.as_ref().map_or_else(String::new, |whose| format!(" of {}", side(whose.index)));
                let name = format!("waiting {}{of}", game.scopes[scope.at()].name);
                return Ok(line(name, parts, "enters", true));
            }
            _ => return Err(format!("`{}` is under way", item.name)),
        };
        let place = inner.and_then(|inner| inner.step).and_then(|step| steps.iter().position(|one| *one == step));
        let usual = match (frame.step, frame.offer) {
            (Some(step), _) if matches!(game.steps[step.at()].body, Body::Actions { .. }) => "acts",
            (Some(_), _) | (None, None) => "inside",
            (None, Some(_)) => "after",
        };
        let number = |word: &str| match frame.cursor {
            0 => word.to_owned(),
            done => format!("{word} {done}"),
        };
        let comes = match frame.phase {
            Phase::Enter => "enters".to_owned(),
            Phase::Turn => "turns".to_owned(),
            Phase::Before => number("before"),
            Phase::Body => "does".to_owned(),
            Phase::Children if place.map_or(0, |place| place + 1) == usize::from(frame.cursor) => "inside".to_owned(),
            Phase::Children => format!("next {}", step_at(self, steps, frame.cursor)),
            Phase::Act => "acts".to_owned(),
            Phase::After => number("after"),
            Phase::Inline => "inline".to_owned(),
        };
        let of = frame.side.map_or_else(String::new, |whose| format!(" of {}", side(whose)));
        let is_usual = comes == usual;
        Ok(line(format!("{name}{of}"), parts, &comes, !is_usual))
    }

    fn of_step(&self, id: StepId, frame: &Frame, parts: &mut Vec<String>) -> Result<(), String> {
        let game = self.world.game;
        let step = &game.steps[id.at()];
        if frame.count != 1 {
            parts.push(format!("begun {}", frame.count));
        }
        let by_side = matches!(step.repeat, Repeat::Sides { .. } | Repeat::Alternate { .. } | Repeat::AllSides);
        let own = by_side.then_some(frame.side).flatten().map(|side| Value::Ref(Ref::side(side)));
        if frame.params.as_slice() != own.as_slice() {
            match frame.params.as_slice() {
                [value] => parts.push(format!("with {}", self.said(value)?)),
                [] => parts.push("with none".to_owned()),
                _ => return Err(format!("`{}` holds several values", step.name)),
            }
        }
        match frame.locals.as_slice() {
            [] => {}
            [Value::Ref(Ref { domain: Domain::Side, index })] => {
                parts.push(format!("first {}", game.sides[usize::from(*index)].name));
            }
            _ => return Err(format!("orders given in `{}` have not been carried out yet", step.name)),
        }
        if !frame.done.is_empty() {
            let domain = match &step.repeat {
                Repeat::Members { of, .. } => of.ty.domain(),
                _ => Some(Domain::Side),
            };
            let domain = domain.ok_or_else(|| format!("`{}` runs for something without a name", step.name))?;
            parts.push(format!("done {}", self.said(&Value::Set(domain, frame.done.clone()))?));
        }
        for (offer, thing) in &frame.used {
            let of = match thing {
                Some(thing) => format!(" {}", self.said(&Value::Ref(*thing))?),
                None => String::new(),
            };
            parts.push(format!("used {}{of}", game.offer_key(*offer)));
        }
        if frame.cancelled {
            parts.push("cancelled".to_owned());
        }
        Ok(())
    }

    /// The parameters of a sequence, and the variables of its run.
    fn run_of(&self, scope: ScopeId, values: &[Value], parts: &mut Vec<String>) -> Result<(), String> {
        let item = &self.world.game.scopes[scope.at()];
        let names = item.params.iter().map(|param| &param.name).chain(item.own.iter().map(|own| &own.name));
        for (name, value) in names.zip(values) {
            if !value.is_none() {
                parts.push(format!("{name} = {}", self.said(value)?));
            }
        }
        Ok(())
    }

    /// A value in words that the notation can read.
    pub(super) fn said(&self, value: &Value) -> Result<String, String> {
        let unsaid = || format!("the notation of positions cannot write `{}`", self.world.show(value));
        match value {
            Value::Ref(Ref { domain: Domain::Piece, index }) => Ok(self.refer(*index)),
            Value::Set(_, set) if set.is_empty() => Ok("none".to_owned()),
            Value::Set(domain, set) => {
                let words = set.iter().map(|at| self.said(&Value::Ref(Ref::new(*domain, at))));
                Ok(words.collect::<Result<Vec<_>, _>>()?.join(" "))
            }
            other => self.word(other).ok_or_else(unsaid),
        }
    }
}

/// A line with its parts. The next step is written if it is not the usual one, or if a side would be left alone.
fn line(name: String, parts: Vec<String>, comes: &str, says: bool) -> String {
    let alone = parts.is_empty() && name.split(' ').count() > 2;
    let comes = (says || alone).then(|| comes.to_owned());
    let parts: Vec<String> = comes.into_iter().chain(parts).collect();
    if parts.is_empty() { name } else { format!("{name}: {}", parts.join(", ")) }
}

fn step_at(writer: &Writer<'_>, steps: &[StepId], cursor: u16) -> String {
    let step = steps.get(usize::from(cursor));
    step.map_or_else(|| "none".to_owned(), |step| writer.world.game.steps[step.at()].name.clone())
}
