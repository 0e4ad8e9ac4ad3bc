//! The effects of answers on a battle in the making, one function for each question.

use crate::diagnostic::words::count;
use crate::draw::{Line, Role};
use crate::model::clause::DiceSpec;
use crate::model::id::*;
use crate::model::muster::{Brings, Lot};
use crate::model::types::Type;
use crate::play::oracle::{Stream, number_below};
use crate::play::sentence::fold;

use super::draft::{cost, facts_asked, is_name, is_of_place, place_name, quoted};
use super::{Builder, Step, typed};

/// The most letters in a battle's name.
const MOST_LETTERS: usize = 40;
/// The highest value that players may agree on for an army.
const MOST_VALUE: i64 = 100_000;
/// Advice is given if at least a quarter of the points is unspent.
const MUCH_UNSPENT: i64 = 4;
/// The value of an army if the players agree on no other.
pub(super) const USUAL_VALUE: i64 = 100;

impl Builder {
    /// Carries out a line. A refused line changes nothing.
    pub(super) fn take(&mut self, line: &str) -> Result<Vec<Line>, String> {
        match self.state.step {
            Step::Name => self.take_name(line),
            Step::Title => {
                let title = if line.is_empty() { self.usual_title() } else { line.trim_matches('"').to_owned() };
                if title.contains(['"', '{', '}', '\\']) || title.trim().is_empty() {
                    return Err("a title may not contain quotes, braces or backslashes".to_owned());
                }
                self.state.draft.title = title;
                self.state.step = Step::Army(0);
                Ok(Vec::new())
            }
            Step::Army(side) => self.take_army(side, line),
            Step::Value(side) => self.take_value(side, line),
            Step::Buying(side) => self.take_counters(side, line),
            Step::Fact(side, fact) => self.take_fact(side, fact, line),
            Step::Weather => self.take_weather(line),
            Step::WeatherOf(_) => {
                self.state.draft.weather = Some(typed::weather(&self.game, line)?);
                self.go_to_terrain(0);
                Ok(Vec::new())
            }
            Step::Terrain(side) => self.take_terrain(side, line),
            Step::Tiles(side, left) => self.take_tile(side, left, line),
            Step::Standing(side) => self.take_stand(side, line),
            Step::Complete => {
                Err("all questions are answered: `write` writes the battle, `undo` removes the last line".to_owned())
            }
        }
    }

    fn take_name(&mut self, typed: &str) -> Result<Vec<Line>, String> {
        // A title is enough. The name is derived from it, and the title is suggested next.
        let joined = typed.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
        let is_title = typed.contains(' ') && is_name(&joined);
        let line = if is_title { joined.as_str() } else { typed };
        if !is_name(line) || !line.is_ascii() {
            return Err(format!(
                "`{line}` is not a name: expected one word that begins with a letter, of letters a to z, digits, `_`, and `-` between letters"
            ));
        }
        if line.len() > MOST_LETTERS {
            return Err(format!("a name has at most {MOST_LETTERS} letters"));
        }
        if let Some(other) = self.taken.iter().find(|other| fold(other) == fold(line)) {
            return Err(format!("`{other}` already exists: choose another name"));
        }
        self.state.draft.name = line.to_owned();
        self.state.draft.title = if is_title { typed.to_owned() } else { String::new() };
        self.state.step = Step::Title;
        Ok(Vec::new())
    }

    fn take_army(&mut self, side: u16, line: &str) -> Result<Vec<Line>, String> {
        let name = match line.trim_matches('"') {
            "" => self.game.sides[usize::from(side)].title.clone(),
            name => name.to_owned(),
        };
        if name.contains(['"', '{', '}', '\\', '@']) {
            return Err("the name of an army may contain letters, digits and blanks".to_owned());
        }
        if self.state.draft.armies[..usize::from(side)].iter().any(|army| fold(&army.name) == fold(&name)) {
            return Err(format!("`{name}` is the other army: choose another name"));
        }
        if is_of_place(&self.game, &name) {
            return Err(format!("not a name for an army: `{name}` is read as a place, or as part of one"));
        }
        self.state.draft.armies[usize::from(side)].name = name;
        self.state.step = Step::Value(0);
        if usize::from(side) + 1 < self.state.draft.armies.len() {
            self.state.step = Step::Army(side + 1);
        }
        // The checker rejects a name that the game uses for something else.
        match self.mistake() {
            Some(problem) => Err(format!("not a name for an army: {problem}")),
            None => Ok(Vec::new()),
        }
    }

    fn take_value(&mut self, side: u16, line: &str) -> Result<Vec<Line>, String> {
        let before = side.checked_sub(1).map(|before| self.state.draft.armies[usize::from(before)].agreed);
        let value = match (line, before) {
            ("", Some(before)) => before,
            ("", None) => USUAL_VALUE,
            _ => whole(line, 1, MOST_VALUE)?,
        };
        self.state.draft.armies[usize::from(side)].agreed = value;
        if usize::from(side) + 1 < self.state.draft.armies.len() {
            self.state.step = Step::Value(side + 1);
            return Ok(Vec::new());
        }
        self.state.step = Step::Buying(0);
        Ok(self.warnings())
    }

    fn take_counters(&mut self, side: u16, line: &str) -> Result<Vec<Line>, String> {
        let has_some = !self.state.draft.armies[usize::from(side)].bought.is_empty();
        if line.eq_ignore_ascii_case("done") || line.is_empty() && has_some {
            if !has_some {
                return Err(self.buy_one());
            }
            let mut said = vec![self.bought(side)];
            said.extend(self.unspent(side));
            self.go_to_facts(side);
            return Ok(said);
        }
        if line.is_empty() {
            return Err(self.buy_one());
        }
        let (text, sign) = match (behind(line, "drop"), behind(line, "buy")) {
            (Some(rest), _) => (rest, -1),
            (None, Some(rest)) => (rest, 1),
            (None, None) => (line, 1),
        };
        let bought = &self.state.draft.armies[usize::from(side)].bought;
        let owned: Vec<usize> = bought.iter().map(|(counter, _)| *counter).collect();
        let among = (sign < 0).then_some(owned.as_slice());
        for (counter, count) in typed::counters(&self.game, side, text, among)? {
            if sign < 0 {
                self.give_back(side, counter, count)?;
            } else {
                self.may_buy(side, counter, count)?;
                self.state.draft.armies[usize::from(side)].buy(counter, i64::from(count));
            }
        }
        Ok(vec![self.bought(side)])
    }

    fn buy_one(&self) -> String {
        format!("buy at least one counter, for example `{} x2`; `list` shows them", self.example())
    }

    /// Advice if a side leaves much of its army value unspent.
    fn unspent(&self, side: u16) -> Option<Line> {
        let agreed = self.state.draft.armies[usize::from(side)].agreed;
        let left = agreed - self.state.draft.costs(&self.game, side);
        let is_much = left * MUCH_UNSPENT >= agreed
            && (0..self.game.counters.len()).any(|counter| self.may_buy(side, counter, 1).is_ok());
        is_much.then(|| {
            let text = format!("{left} of {agreed} points unspent; `undo` goes back to buying");
            Line::of(Role::Bad, "advice: ").and(Role::Plain, text)
        })
    }

    /// Checks whether a number of counters may be bought. The error gives the reason against it.
    pub(super) fn may_buy(&self, side: u16, counter: usize, count: u32) -> Result<(), String> {
        let look = &self.game.counters[counter];
        if look.side.is_some_and(|whose| whose != side) {
            return Err(format!("`{}` belongs to the other side", look.label));
        }
        let army = &self.state.draft.armies[usize::from(side)];
        let left = look.count.saturating_sub(army.has(counter));
        if count > left {
            return Err(match left {
                0 => format!("all {} of `{}` are already bought", look.count, look.label),
                _ => format!("only {} of `{}` exist: at most {left} more", look.count, look.label),
            });
        }
        for limit in self.muster.limits.iter().filter(|limit| self.game.is_of(look.kind, limit.kind)) {
            let has = self.state.draft.of_kind(&self.game, side, limit.kind);
            if has + count > limit.most {
                let title = &self.game.kinds[usize::from(limit.kind)].title;
                let cited = self.cited(&limit.cites);
                return Err(format!("an army has at most {} of {title}; this one has {has}{cited}", limit.most));
            }
        }
        let costs = self.state.draft.costs(&self.game, side) + cost(&self.game, counter) * i64::from(count);
        if costs > army.agreed {
            let over = costs - army.agreed;
            return Err(format!(
                "with {count} of `{}` the army costs {costs}, {over} more than the {} agreed on",
                look.label, army.agreed
            ));
        }
        Ok(())
    }

    fn give_back(&mut self, side: u16, counter: usize, count: u32) -> Result<(), String> {
        let label = &self.game.counters[counter].label;
        let has = self.state.draft.armies[usize::from(side)].has(counter);
        if count > has {
            return Err(match has {
                0 => format!("the army has no `{label}`"),
                _ => format!("the army has only {has} of `{label}`"),
            });
        }
        self.state.draft.armies[usize::from(side)].buy(counter, -i64::from(count));
        Ok(())
    }

    /// Moves to the next fact of this army, or else to the next army, or else to the weather.
    fn go_to_facts(&mut self, side: u16) {
        let said = &self.state.draft.armies[usize::from(side)].facts;
        let next = facts_asked(&self.game).into_iter().find(|fact| !said.iter().any(|(one, _)| one == fact));
        self.state.step = match next {
            Some(fact) => Step::Fact(side, fact),
            None if usize::from(side) + 1 < self.state.draft.armies.len() => Step::Buying(side + 1),
            None if self.game.weathers.is_empty() => Step::Terrain(0),
            None => Step::Weather,
        };
        match self.state.step {
            Step::Fact(side, fact) => self.state.suggested = self.suggestions(side, fact),
            Step::Terrain(0) => self.go_to_terrain(0),
            _ => {}
        }
    }

    fn take_fact(&mut self, side: u16, fact: FactId, line: &str) -> Result<Vec<Line>, String> {
        let text = match (line, self.game.facts[fact.at()].ty) {
            ("", _) => match self.state.suggested.first() {
                Some(first) => first.number.to_string(),
                None => return Err("nothing is suggested here: type a value".to_owned()),
            },
            (_, Type::Int(_)) => whole(line, 0, MOST_VALUE)?.to_string(),
            (_, Type::Text) => quoted(line.trim_matches('"')),
            _ => line.to_owned(),
        };
        let checked = matches!(self.game.facts[fact.at()].ty, Type::Int(_) | Type::Text);
        self.state.draft.armies[usize::from(side)].facts.push((fact, text));
        if let Some(problem) = if checked { None } else { self.mistake() } {
            return Err(problem);
        }
        self.go_to_facts(side);
        Ok(Vec::new())
    }

    fn take_weather(&mut self, line: &str) -> Result<Vec<Line>, String> {
        let mut said = Vec::new();
        match line.to_lowercase().as_str() {
            "none" | "" => self.state.draft.weather = None,
            "random" => {
                let Some((lot, cites)) = self.muster.weather.clone() else {
                    return Err(format!(
                        "this game has no dice for the weather: choose `none` or one of {}",
                        self.weathers()
                    ));
                };
                let drawn = self.draw_lot(&lot, &mut said);
                if let Some(first) = said.first_mut() {
                    first.push(Role::Cite, self.cited(&cites));
                }
                match drawn {
                    Brings::Weather(weather) => {
                        self.state.draft.weather = Some(weather);
                        let var = self.game.weathers[usize::from(weather)];
                        said.push(Line::plain(format!("the weather is {}", self.game.vars[var.at()].title)));
                    }
                    Brings::Choice(role) => {
                        self.state.step = Step::WeatherOf(self.side_of(role));
                        return Ok(said);
                    }
                    _ => said.push(Line::plain("the weather is fair")),
                }
            }
            _ => self.state.draft.weather = Some(typed::weather(&self.game, line)?),
        }
        self.go_to_terrain(0);
        Ok(said)
    }

    /// Rolls for a lot, and again if the result is another lot.
    fn draw_lot(&mut self, lot: &Lot, said: &mut Vec<Line>) -> Brings {
        let number = self.throw(lot.dice, said);
        let row = lot.rows.iter().find(|(low, high, _)| (*low..=*high).contains(&number));
        match row.map(|(.., brings)| brings.clone()) {
            Some(Brings::Lot(inner)) => self.draw_lot(&inner, said),
            Some(brings) => brings,
            None => Brings::Nothing,
        }
    }

    fn throw(&mut self, dice: DiceSpec, said: &mut Vec<Line>) -> i64 {
        let bound = u32::try_from(dice.high - dice.low + 1).unwrap_or(1);
        let mut sum = 0;
        for _ in 0..dice.count {
            sum += dice.low + i64::from(number_below(self.seed, Stream::Dice, self.state.thrown, bound));
            self.state.thrown += 1;
        }
        said.push(Line::plain("die: ").and(Role::Number, sum.to_string()));
        sum
    }

    /// Moves to the terrain of this side, or of the next that places any, or else to the set-up.
    fn go_to_terrain(&mut self, from: u16) {
        let next = self.who_lays().into_iter().find(|side| *side >= from);
        self.state.step = next.map_or(Step::Standing(0), Step::Terrain);
    }

    /// The sides that place terrain.
    fn who_lays(&self) -> Vec<u16> {
        let sides = 0..self.state.draft.armies.len() as u16;
        match &self.muster.terrain {
            Some(ground) if ground.kinds.is_empty() => Vec::new(),
            None => Vec::new(),
            Some(ground) if ground.phrase.is_none() => sides.collect(),
            Some(_) => {
                let found = self.ask(|world| {
                    let phrase = world.game.muster.as_ref()?.terrain.as_ref()?.phrase.as_ref()?;
                    let fits = |side: &u16| world.phrase_fits(phrase, Ref::side(*side)).unwrap_or(false);
                    Some(sides.filter(fits).collect())
                });
                found.unwrap_or_default()
            }
        }
    }

    fn take_terrain(&mut self, side: u16, line: &str) -> Result<Vec<Line>, String> {
        let mut said = Vec::new();
        let most = self.most_tiles();
        let number = match (line.to_lowercase().as_str(), self.muster.terrain.as_ref()) {
            ("none" | "", _) => 0,
            ("random", Some(ground)) => {
                let (dice, less) = (ground.dice, ground.less);
                let number = (self.throw(dice, &mut said) - less).max(0);
                said.push(Line::plain(format!(
                    "{}: {}",
                    self.army(side),
                    count(number.unsigned_abs() as usize, "tile")
                )));
                number
            }
            _ => whole(line, 0, most).map_err(|problem| format!("{problem}; or `random`, or `none`"))?,
        };
        match u32::try_from(number) {
            Ok(number) if number > 0 => self.state.step = Step::Tiles(side, number),
            _ => self.go_to_terrain(side + 1),
        }
        Ok(said)
    }

    fn take_tile(&mut self, side: u16, left: u32, line: &str) -> Result<Vec<Line>, String> {
        if line.eq_ignore_ascii_case("done") || line.is_empty() {
            self.go_to_terrain(side + 1);
            return Ok(Vec::new());
        }
        let (kind, place) = match (line.split_once(" at "), line.split_once(':')) {
            (Some((kind, place)), _) => (kind, place),
            (None, Some((place, kind))) => (kind, place),
            (None, None) => {
                let example = self.tile_example(side);
                return Err(format!("expected TERRAIN at AREA, for example `{example}`; or `done`"));
            }
        };
        let kinds = self.muster.terrain.as_ref().map(|ground| ground.kinds.clone()).unwrap_or_default();
        let kind = typed::terrain(&self.game, kind.trim(), &kinds)?;
        let space = typed::place(&self.game, side, place.trim(), &self.ground(side))?;
        if self.state.draft.tiles.iter().any(|(_, at, tile)| (*at, *tile) == (space, kind)) {
            let tile = &self.game.vars[self.game.terrains[usize::from(kind)].at()].name;
            return Err(format!("{} has {tile} already", place_name(&self.game, side, space)));
        }
        self.state.draft.tiles.push((side, space, kind));
        match left - 1 {
            0 => self.go_to_terrain(side + 1),
            left => self.state.step = Step::Tiles(side, left),
        }
        Ok(Vec::new())
    }

    fn take_stand(&mut self, side: u16, line: &str) -> Result<Vec<Line>, String> {
        if line.eq_ignore_ascii_case("spread") || line.is_empty() {
            let game = self.game.clone();
            self.state.draft.spread(&game, side);
            let left = self.state.draft.armies[usize::from(side)].all_waiting();
            if !left.is_empty() {
                return Err(format!("no room for {}", typed::listed(&self.game, &left)));
            }
        } else {
            let (place, things) = line.split_once(':').ok_or_else(|| {
                let example = self.standing_example(side);
                format!("expected AREA: COUNTER, for example `{example}`; or `spread`")
            })?;
            let space = typed::place(&self.game, side, place.trim(), &self.deployable(side))?;
            let things = match things.trim().to_lowercase().as_str() {
                "rest" | "all" => self.state.draft.armies[usize::from(side)].all_waiting(),
                _ => {
                    let waiting = self.state.draft.armies[usize::from(side)].all_waiting();
                    let waiting: Vec<usize> = waiting.iter().map(|(counter, _)| *counter).collect();
                    typed::counters(&self.game, side, things, Some(&waiting))?
                }
            };
            for (counter, count) in things {
                self.stand(side, counter, space, count)?;
            }
        }
        if self.state.draft.armies[usize::from(side)].all_waiting().is_empty() {
            self.state.step = Step::Complete;
            if usize::from(side) + 1 < self.state.draft.armies.len() {
                self.state.step = Step::Standing(side + 1);
            }
        }
        let mut said = self.set_up(side);
        if self.state.step == Step::Complete {
            said.extend(self.warnings());
        }
        Ok(said)
    }

    fn stand(&mut self, side: u16, counter: usize, space: u16, count: u32) -> Result<(), String> {
        let look = &self.game.counters[counter];
        let waiting = self.state.draft.armies[usize::from(side)].waiting(counter);
        if count > waiting {
            return Err(match waiting {
                0 => format!("no `{}` is left to set up", look.label),
                _ => format!("only {waiting} of `{}` are left to set up", look.label),
            });
        }
        let place = place_name(&self.game, side, space);
        let may_begin = |space: &u16| self.muster.may_begin(&self.game, side, look.kind, *space);
        if !may_begin(&space) {
            let open: Vec<u16> = self.deployable(side).into_iter().filter(may_begin).collect();
            return Err(format!("`{}` may not begin in {place}; choose {}", look.label, self.places(side, &open)));
        }
        match self.state.draft.room(&self.game, side, look.kind, space) {
            Some(0) => Err(format!("{place} is full")),
            Some(room) if room < count => Err(format!("{place} has room for {room} more, not for {count}")),
            _ => {
                self.state.draft.armies[usize::from(side)].put(counter, space, count);
                Ok(())
            }
        }
    }
}

/// A whole number within bounds.
fn whole(text: &str, least: i64, most: i64) -> Result<i64, String> {
    let number = text.trim().parse::<i64>().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {least} to {most}, found `{text}`"))
}

/// The rest of a line after its first word. Case does not matter.
fn behind<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let (first, rest) = line.split_once(char::is_whitespace)?;
    first.eq_ignore_ascii_case(word).then_some(rest)
}
