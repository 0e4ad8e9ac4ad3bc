//! Who leads, by the numbers that the game shows for every side and the tracks with a limit, and how the game ends, in
//! the words of the scenario.

use crate::draw::{Line, Role};
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain_words;

use super::Session;
use super::story::capital;
use super::view::View;

/// Words in a scenario's documentation that describe how it is won.
const WINNING: &[&str] = &["win", "wins", "winner", "victory", "lose", "loses", "drawn"];

impl View<'_> {
    /// Each comparison of the sides in one sentence: `Victory points: English ahead by 6 (10 to 4).` Empty if the game
    /// shows no number to compare.
    pub(super) fn leads(&self) -> Option<Line> {
        let mut line = Line::new();
        for (title, rest) in self.quantities_compared().into_iter().chain(self.limits_compared()) {
            line.push(Role::Plain, if line.0.is_empty() { "" } else { " " });
            line.push(Role::Title, title);
            line.push(Role::Plain, format!(": {rest}."));
        }
        (!line.0.is_empty()).then_some(line)
    }

    /// The quantities marked as shown that every side has now.
    fn quantities_compared(&self) -> Vec<(String, String)> {
        let world = self.world();
        let game = world.game;
        let mut found = Vec::new();
        for (at, item) in game.quantities.iter().enumerate().filter(|(_, item)| item.shown && item.params.len() == 1) {
            let id = QuantityId(at as u16);
            let number = |side: usize| self.number(id, &[Value::Ref(Ref::side(side as u16))])?.ok().flatten();
            let numbers: Option<Vec<(i64, usize)>> =
                (0..game.sides.len()).map(|side| Some((number(side)?, side))).collect();
            let Some(mut numbers) = numbers.filter(|numbers| numbers.len() > 1) else { continue };
            let show = |number: i64| world.show(&world.as_value(id, Some(number)));
            numbers.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
            let words = match numbers.as_slice() {
                [(most, _), (next, _), ..] if most == next && numbers.iter().all(|(number, _)| number == most) => {
                    format!("{} each", show(*most))
                }
                [(most, _), (next, _), ..] if most == next => format!("no side leads ({})", show(*most)),
                [(most, side), (next, _), ..] => {
                    let title = &game.sides[*side].title;
                    format!("{title} ahead by {} ({} to {})", show(most - next), show(*most), show(*next))
                }
                _ => continue,
            };
            found.push((capital(&item.title), words));
        }
        found
    }

    /// The tracks with a marked number: `French 4 of 12, English 0 of 14 (panic)`.
    fn limits_compared(&self) -> Vec<(String, String)> {
        let world = self.world();
        let mut found = Vec::new();
        for track in &world.game.drawing.tracks {
            let Some(mark) = &track.mark else { continue };
            let var = &world.game.vars[track.var.at()];
            if !matches!(var.ty, Type::Int(_)) {
                continue;
            }
            let of: Vec<(String, Ref)> = if var.subject == Domain::Side {
                let sides = world.game.sides.iter().zip(0_u16..);
                sides.map(|(side, at)| (format!("{} ", side.title), Ref::side(at))).collect()
            } else {
                vec![(String::new(), Ref::GAME)]
            };
            let part = |(name, of): (String, Ref)| {
                let limit = world.telling(|world| world.eval_alone(&mark.node, &[Value::Ref(of)], mark.locals))?;
                Some(format!("{name}{} of {}", world.show_var(track.var, of), limit.ok()?.int()?))
            };
            let parts: Vec<String> = of.into_iter().filter_map(part).collect();
            if !parts.is_empty() {
                found.push((capital(&var.name), format!("{} ({})", parts.join(", "), plain_words(&mark.title))));
            }
        }
        found
    }
}

impl Session {
    /// How the scenario is won, in its own words: the lines about it, or else the last of several.
    pub(super) fn aim(&self) -> Option<Line> {
        let doc = self.game.scenario_doc.as_deref()?;
        let lines: Vec<&str> = doc.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let tells = |line: &&&str| {
            let words = line.to_lowercase();
            words.split(|sign: char| !sign.is_alphanumeric()).any(|word| WINNING.contains(&word))
        };
        let mut told: Vec<&str> = lines.iter().filter(tells).copied().collect();
        if told.is_empty() && lines.len() > 1 {
            told.extend(lines.last());
        }
        let title = Line::of(Role::Title, "How it ends");
        (!told.is_empty()).then(|| title.and(Role::Plain, format!(": {}", told.join(" "))))
    }
}
