//! Answers as sentences: what players type, and what journals and tests contain.

mod begun;
mod misread;
mod offer;
mod spelling;

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::value::{Faces, Value};

use crate::play::answers::fill;
use crate::play::answers::question::{Answer, Kind, Question};
use crate::play::present::names::show_halves;
use crate::play::store::state::Spent;
use crate::play::store::world::World;
use crate::source::plain_words;
use offer::{read_act, told_apart};
use spelling::{find_twin, find_value, is_called};

pub use begun::{Walk, begun, offer_named, walk};
pub use misread::{Misread, too_early};
pub use offer::{act_sentence, read_offer, read_plainly, titles_of};
pub use spelling::{
    begin, behind, card_not_held, counted, fold, names_of_offer, no_such, offers_called, possible, spellings,
    that_go_on, wanted_words, word_of,
};
pub(in crate::play) use spelling::{begins_with, longest};

/// The most equal things that a list counts, as in `x2`.
const MOST_TIMES: usize = 99;
/// Words that end a player's actions in a step.
const ENOUGH: &[&str] = &["pass", "done"];

/// Whether the words are a pass. `pass`: the step's own words for it.
pub fn passes(said: &str, pass: &str) -> bool {
    let said = fold(said);
    said == fold(pass) || ENOUGH.contains(&said.as_str())
}

/// An answer as a sentence that [`read`] understands.
pub fn write(world: &World<'_>, question: &Question, seat: u16, answer: &Answer) -> String {
    match (answer, &question.kind) {
        (Answer::Pass, Kind::Act { pass: Some(words), .. }) => words.clone(),
        (Answer::Pass, Kind::One { .. }) => "none".to_owned(),
        (Answer::Pass, _) => "pass".to_owned(),
        (Answer::Act(offer, values), _) => told_apart(world, question.offers(seat), *offer, values, seat),
        (Answer::One(value), _) => word_of(world, value, seat),
        (Answer::Several(things), _) if things.is_empty() => "none".to_owned(),
        (Answer::Several(things), _) => {
            things.iter().map(|thing| word_of(world, &Value::Ref(*thing), seat)).collect::<Vec<_>>().join(", ")
        }
        (Answer::Split(parts), Kind::Split { over, .. }) => {
            parts_written(world, seat, over.iter().map(|(thing, _)| *thing).zip(parts))
        }
        (Answer::Split(parts), Kind::Fill { over, .. }) => {
            parts_written(world, seat, over.iter().map(|portion| portion.on).zip(parts))
        }
        (Answer::Split(parts), _) => parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        (Answer::Number(n), _) => n.to_string(),
        (Answer::Yes(yes), _) => if *yes { "yes" } else { "no" }.to_owned(),
        (Answer::Way(at), Kind::Pay { ways }) => match ways.get(*at as usize) {
            Some(way) => way_words(world, way, seat),
            None => "1".to_owned(),
        },
        (Answer::Way(at), _) => (at + 1).to_string(),
    }
}

/// The shares, as in `2 KT1, 1 MA2`.
fn parts_written<'p>(world: &World<'_>, seat: u16, parts: impl Iterator<Item = (Ref, &'p i64)>) -> String {
    let parts = parts.filter(|(_, n)| **n > 0);
    let parts = parts.map(|(thing, n)| format!("{n} {}", word_of(world, &Value::Ref(thing), seat)));
    parts.collect::<Vec<_>>().join(", ")
}

/// A way to pay in words: `2 area of LDR1, Command 3`.
pub fn way_words(world: &World<'_>, way: &[Spent], seat: u16) -> String {
    let parts = way.iter().filter(|one| one.amount > 0).map(|one| {
        let purse = &world.game.purses[one.purse.at()];
        let source = purse.sources.get(one.source as usize);
        let name = plain_words(source.map_or("left over", |source| source.name.as_str()));
        let amount = |one: &Spent| {
            if purse.halves { show_halves(i64::from(one.amount)) } else { one.amount.to_string() }
        };
        match one.giver {
            Some(giver) if giver.domain == Domain::Card => world.name(giver),
            Some(giver) => format!("{} {name} {}", amount(one), word_of(world, &Value::Ref(giver), seat)),
            None => format!("{} {name}", amount(one)),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// A way to pay as shown, with equal cards together.
pub fn way_title(world: &World<'_>, way: &[Spent], seat: u16) -> String {
    counted(way_words(world, way, seat).split(", ").map(str::to_owned))
}

/// The answer in a sentence, or what is wrong with it and what would be right.
pub fn read(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Result<Answer, String> {
    let said = fold(text);
    match &question.kind {
        Kind::Act { offers, pass, free, bound } => {
            if let Some(words) = pass {
                if passes(text, words) {
                    return Ok(Answer::Pass);
                }
            } else if ENOUGH.contains(&said.as_str()) {
                let titles = titles_of(world.game, offers);
                return Err(format!("you must choose an action: {titles}"));
            }
            read_act(world, offers, seat, *free, *bound, text).map_err(|misread| misread.text)
        }
        Kind::Window { .. } => {
            if said == "pass" {
                return Ok(Answer::Pass);
            }
            read_act(world, &question.offers(seat), seat, false, None, text).map_err(|misread| misread.text)
        }
        Kind::One { of, twins, optional, .. } => {
            if *optional && matches!(said.as_str(), "none" | "pass" | "no" | "nobody") {
                return Ok(Answer::Pass);
            }
            let found = find_value(world, of, seat, text);
            // A named piece is chosen itself, although only the first of its twins is listed.
            if found.is_err()
                && let Some(named) = twins.iter().find(|twin| is_called(world, twin, seat, &said))
            {
                return Ok(Answer::One(named.clone()));
            }
            let at = found.or_else(|problem| find_twin(world, of, seat, &said).ok_or(problem))?;
            Ok(Answer::One(of[at].clone()))
        }
        Kind::Several { of, least, most } => {
            let values: Vec<Value> = of.iter().map(|thing| Value::Ref(*thing)).collect();
            let picked = if matches!(said.as_str(), "" | "none" | "pass" | "nothing") {
                Vec::new()
            } else if said == "all" {
                of.clone()
            } else {
                read_list(world, &values, seat, text)?
            };
            let range = usize::from(*least)..=usize::from(*most);
            if !range.contains(&picked.len()) {
                return Err(wrong_count(*least, *most, picked.len()));
            }
            Ok(Answer::Several(picked))
        }
        Kind::Split { number, over, .. } => {
            let values: Vec<Value> = over.iter().map(|(thing, _)| Value::Ref(*thing)).collect();
            let example = || {
                let mut left = *number;
                let parts: Vec<i64> = over.iter().map(|(_, most)| taken(&mut left, *most)).collect();
                parts_written(world, seat, over.iter().map(|(thing, _)| *thing).zip(&parts))
            };
            let answer = Answer::Split(read_parts(world, &values, seat, text, 1, &example)?);
            if question.allows(&answer) {
                Ok(answer)
            } else {
                Err(format!("the parts must add up to {number}, each within its limits"))
            }
        }
        Kind::Fill { total, over } => {
            let values: Vec<Value> = over.iter().map(|portion| Value::Ref(portion.on)).collect();
            let example = || {
                let way = fill::ways(over, *total, 1).0.into_iter().next().unwrap_or_default();
                parts_written(world, seat, over.iter().map(|portion| portion.on).zip(&way))
            };
            let mut parts = read_parts(world, &values, seat, text, over.len(), &example)?;
            fill::spread(over, &mut parts);
            let reached = fill::total(over, &parts);
            let answer = Answer::Split(parts);
            if question.allows(&answer) {
                return Ok(answer);
            }
            Err(format!("this adds up to {reached}, not to {total}, or one is chosen too often"))
        }
        Kind::Number { from, to } => match said.parse::<i64>() {
            Ok(n) if *from <= n && n <= *to => Ok(Answer::Number(n)),
            _ => Err(format!("expected a number from {from} to {to}")),
        },
        Kind::YesNo => match said.as_str() {
            "yes" | "y" | "true" => Ok(Answer::Yes(true)),
            "no" | "n" | "false" | "pass" | "none" => Ok(Answer::Yes(false)),
            _ => Err("answer yes or no".to_owned()),
        },
        Kind::Pay { ways } => {
            if let Ok(n) = said.parse::<usize>() {
                if (1..=ways.len()).contains(&n) {
                    return Ok(Answer::Way(n as u16 - 1));
                }
            }
            let meant = |way: &Vec<Spent>| {
                fold(&way_words(world, way, seat)) == said || fold(&way_title(world, way, seat)) == said
            };
            let at = ways.iter().position(meant);
            at.map(|at| Answer::Way(at as u16)).ok_or_else(|| {
                let known = ways.iter().map(|way| plain_words(&way_title(world, way, seat))).collect::<Vec<_>>();
                format!("choose how to pay: {}", known.join("; "))
            })
        }
    }
}

/// The message for too few or too many choices.
pub fn wrong_count(least: u16, most: u16, count: usize) -> String {
    match (least, most) {
        (least, most) if least == most => format!("choose exactly {least}, not {count}"),
        (0, most) => format!("choose up to {most}, not {count}"),
        _ => format!("choose {least} to {most}, not {count}"),
    }
}

/// Takes as much of what is left as possible, up to this much.
fn taken(left: &mut i64, most: i64) -> i64 {
    let part = most.min(*left);
    *left -= part;
    part
}

/// The share of each: numbers alone, at least this many, or each number with a name. `example`: an answer in words.
fn read_parts(
    world: &World<'_>,
    of: &[Value],
    seat: u16,
    text: &str,
    least: usize,
    example: &dyn Fn() -> String,
) -> Result<Vec<i64>, String> {
    let mut parts = vec![0_i64; of.len()];
    let plain: Option<Vec<i64>> = text.replace(',', " ").split_whitespace().map(|word| word.parse().ok()).collect();
    if let Some(numbers) = plain.filter(|numbers| (least.max(1)..=of.len()).contains(&numbers.len())) {
        for (part, n) in parts.iter_mut().zip(numbers) {
            *part = n;
        }
        return Ok(parts);
    }
    for piece in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        // `3 faced` and `faced 3` are the same.
        let (count, name) = match piece.rsplit_once(' ') {
            Some((name, count)) if count.parse::<i64>().is_ok() && !starts_with_count(piece) => (count, name),
            _ => piece.split_once(' ').unwrap_or((piece, "")),
        };
        let count: i64 = count
            .parse()
            .map_err(|_| format!("`{piece}`: expected a number first, for example `{}`", plain_words(&example())))?;
        if name.is_empty() {
            let example = plain_words(&example());
            return Err(format!("`{count}`: name what to choose {count} of, for example `{example}`"));
        }
        let at = find_value(world, of, seat, name)?;
        parts[at] = parts[at].saturating_add(count);
    }
    Ok(parts)
}

fn starts_with_count(piece: &str) -> bool {
    piece.split_once(' ').is_some_and(|(count, _)| count.parse::<i64>().is_ok())
}

/// Whether the words name something that such a question could be about, legal or not.
pub fn is_understood(world: &World<'_>, question: &Question, seat: u16, text: &str) -> bool {
    let said = fold(text);
    let names = |of: &[Value], said: &str| {
        find_value(world, of, seat, said).is_ok()
            || of.iter().find_map(Value::domain).is_some_and(|domain| {
                let all = world.ever(domain);
                let mut all = all.iter().map(|index| Value::member(domain, index));
                all.any(|value| is_called(world, &value, seat, said))
            })
    };
    let is_none = matches!(said.as_str(), "" | "none" | "pass" | "no" | "nobody" | "nothing" | "all");
    match &question.kind {
        Kind::Act { pass, .. } => {
            ENOUGH.contains(&said.as_str()) || pass.as_ref().is_some_and(|words| fold(words) == said)
        }
        Kind::Window { .. } => said == "pass",
        Kind::One { of, .. } => is_none || names(of, &said),
        Kind::Several { of, .. } => {
            let of: Vec<Value> = of.iter().map(|thing| Value::Ref(*thing)).collect();
            is_none || text.split(',').all(|part| names(&of, &fold(part)))
        }
        Kind::Number { .. } => said.parse::<i64>().is_ok(),
        Kind::YesNo => read(world, question, seat, text).is_ok(),
        Kind::Split { .. } | Kind::Fill { .. } | Kind::Pay { .. } => true,
    }
}

fn read_list(world: &World<'_>, of: &[Value], seat: u16, text: &str) -> Result<Vec<Ref>, String> {
    let mut picked = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        // `Bad signals x2` names two of them.
        let counted = part.rsplit_once(' ').and_then(|(name, last)| Some((name.trim(), times(last)?)));
        let (name, count) = counted.unwrap_or((part, 1));
        for _ in 0..count {
            let is_left = |value: &&Value| value.as_ref().is_none_or(|thing| !picked.contains(&thing));
            let left: Vec<Value> = of.iter().filter(is_left).cloned().collect();
            let at = find_value(world, &left, seat, name)?;
            picked.extend(left[at].as_ref());
        }
    }
    Ok(picked)
}

/// The number in `x2`, as it counts equal names in a list.
fn times(word: &str) -> Option<usize> {
    let number = word.strip_prefix('x')?.parse().ok()?;
    (1..=MOST_TIMES).contains(&number).then_some(number)
}

/// Dice as written in a journal: `dice 3 6`.
pub fn read_dice(text: &str) -> Option<Faces> {
    let rest = text.strip_prefix("dice")?;
    rest.split_whitespace().map(|word| word.parse().ok()).collect()
}

/// Cards as written in a journal: `cards Terror, Command_3`.
pub fn read_cards(game: &Game, text: &str) -> Option<Vec<u16>> {
    let rest = text.strip_prefix("cards")?;
    let named = |name: &str| game.card_defs.iter().position(|def| def.name == name).map(|at| at as u16);
    rest.split(',').map(str::trim).map(named).collect()
}
