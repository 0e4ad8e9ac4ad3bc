//! Reads counters and places as typed: names in many spellings, and numbers before or after them. If nothing matches,
//! an error lists what would.

use indexmap::IndexSet;

use crate::diagnostic::words::one_of_quoted;
use crate::diagnostic::{did_you_mean, nearest};
use crate::model::game::Game;
use crate::model::id::*;
use crate::play::sentence::fold;

use super::draft::{Army, cost, place_name};

/// Counters with their number: `LB 2/1-2 x3`, `3 LB 2/1-2`, `Longbows 2/1-2`. A kind alone means its only counter, of
/// those in `among` if they are given.
pub(super) fn counters(
    game: &Game,
    side: u16,
    text: &str,
    among: Option<&[usize]>,
) -> Result<Vec<(usize, u32)>, String> {
    let parts = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    let found: Vec<(usize, u32)> = parts.map(|part| one_counter(game, side, part, among)).collect::<Result<_, _>>()?;
    if found.is_empty() { Err("expected a counter; `list` shows them".to_owned()) } else { Ok(found) }
}

fn one_counter(game: &Game, side: u16, text: &str, among: Option<&[usize]>) -> Result<(usize, u32), String> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let number =
        |word: &str| word.strip_prefix('x').or(word.strip_suffix('x')).and_then(|rest| rest.parse::<u32>().ok());
    let mut count = None;
    if let Some(found) = words.last().filter(|_| words.len() > 1).and_then(|word| number(word)) {
        count = Some(found);
        words.pop();
    } else if let Some(found) = words.first().and_then(|word| number(word).or_else(|| word.parse().ok())) {
        count = Some(found);
        words.remove(0);
    }
    if words.len() > 2 && words[words.len() - 2] == "x" {
        count = words.last().and_then(|word| word.parse().ok());
        words.truncate(words.len() - 2);
    }
    if words.is_empty() {
        return Err(format!("`{text}` is a number without a counter; `list` shows the counters"));
    }
    let said = low(&words.join(" "));
    let own = |at: &usize| game.counters[*at].side.is_none_or(|whose| whose == side);
    let all: Vec<usize> = (0..game.counters.len()).filter(own).collect();
    let kinds = kinds_of(game, &all);
    let begins = |name: &str| said == name || said.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
    let named = |kind: &&u16| names_of(game, **kind).iter().any(|name| begins(name));
    let Some(kind) = kinds.iter().find(named).copied() else {
        let names: Vec<String> = kinds.iter().map(|kind| game.kinds[usize::from(*kind)].name.clone()).collect();
        let word = words.first().copied().unwrap_or_default();
        let near = did_you_mean(word, names.iter().map(String::as_str));
        return Err(format!("no counter is named `{}`{near}\nkinds: {}", words.join(" "), names.join(", ")));
    };
    let looks: Vec<usize> = all.iter().copied().filter(|at| game.counters[*at].kind == kind).collect();
    let own: Vec<usize> = looks.iter().copied().filter(|at| among.is_none_or(|among| among.contains(at))).collect();
    let fits = |at: &usize| {
        let label = low(&game.counters[*at].label);
        let values = label.split_once(' ').map_or(String::new(), |(_, values)| values.to_owned());
        let alike = |name: &String| said == format!("{name} {values}").trim_end();
        names_of(game, kind).iter().any(alike)
    };
    let counter = match looks.iter().copied().find(fits) {
        Some(counter) => counter,
        None if own.len() == 1 && names_of(game, kind).contains(&said) => own[0],
        None if own.len() > 1 && names_of(game, kind).contains(&said) => return Err(which(game, kind, &own)),
        None => {
            let title = &game.kinds[usize::from(kind)].title;
            let there: Vec<&str> = looks.iter().map(|at| game.counters[*at].label.as_str()).collect();
            return Err(format!(
                "no `{}`: the counters of {title} are {}",
                words.join(" "),
                one_of_quoted(&there).replace(" or ", " and ")
            ));
        }
    };
    match count {
        Some(0) => Err("expected a number from 1".to_owned()),
        count => Ok((counter, count.unwrap_or(1))),
    }
}

/// The question which of several counters of a kind is meant, each with its cost.
fn which(game: &Game, kind: u16, looks: &[usize]) -> String {
    let kind = &game.kinds[usize::from(kind)];
    let values = |at: &usize| {
        let label = &game.counters[*at].label;
        format!("{} ({})", label.split_once(' ').map_or(label.as_str(), |(_, values)| values), cost(game, *at))
    };
    let values: Vec<String> = looks.iter().map(values).collect();
    let first = looks.first().map_or("", |at| game.counters[*at].label.as_str());
    format!("which {}? {}; for example `{first}`", kind.title, values.join(", "))
}

/// The names of a kind as typed: its name and title, one or several, with and without hyphens.
fn names_of(game: &Game, kind: u16) -> Vec<String> {
    let kind = &game.kinds[usize::from(kind)];
    let mut names = Vec::new();
    for name in [low(&kind.name), low(&kind.title)] {
        names.push(name.replace('-', " "));
        names.push(match name.strip_suffix('s') {
            Some(single) => single.to_owned(),
            None => format!("{name}s"),
        });
        names.push(name);
    }
    // The longest first, because one may begin another.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// The text in lower case with single spaces. All signs remain, because values contain them.
fn low(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The kinds of these counters, each once, in order.
pub(super) fn kinds_of(game: &Game, counters: &[usize]) -> Vec<u16> {
    let kinds = counters.iter().map(|counter| game.counters[*counter].kind);
    kinds.collect::<IndexSet<_>>().into_iter().collect()
}

/// The space a side means by a text, out of these spaces.
pub(super) fn place(game: &Game, side: u16, text: &str, among: &[u16]) -> Result<u16, String> {
    let said = fold(text);
    let name = |space: &u16| place_name(game, side, *space);
    if let Some(space) = among.iter().find(|space| fold(&name(space)) == said) {
        return Ok(*space);
    }
    let names: Vec<String> = among.iter().map(name).collect();
    // Those with a word of the text come first.
    let mut near: Vec<&str> =
        names.iter().map(String::as_str).filter(|name| fold(name).split(' ').any(|word| word == said)).collect();
    if near.is_empty() {
        near.extend(nearest(text, names.iter().map(String::as_str)));
    }
    let rest = names.iter().map(String::as_str).filter(|name| !near.contains(name));
    let all: Vec<&str> = near.iter().copied().chain(rest).collect();
    Err(format!("`{text}` is not an area for this: choose {}", all.join(", ")))
}

/// The counters for sale by kind, each with its cost and the number left.
pub(super) fn offers(game: &Game, side: u16, army: &Army) -> Vec<(String, Vec<String>)> {
    let own = |at: &usize| game.counters[*at].side.is_none_or(|whose| whose == side);
    let all: Vec<usize> = (0..game.counters.len()).filter(own).collect();
    let kinds = kinds_of(game, &all).into_iter().map(|kind| {
        let looks = all.iter().filter(|at| game.counters[**at].kind == kind);
        let looks = looks.map(|at| {
            let counter = &game.counters[*at];
            let values = counter.label.split_once(' ').map_or("", |(_, values)| values);
            let left = counter.count.saturating_sub(army.has(*at));
            format!("{values} for {} ({left} left)", cost(game, *at)).trim_start().to_owned()
        });
        let kind = &game.kinds[usize::from(kind)];
        (format!("{} {}", kind.name, kind.title), looks.collect())
    });
    kinds.collect()
}

/// Counters with their numbers, as written in a set-up.
pub(super) fn listed(game: &Game, some: &[(usize, u32)]) -> String {
    some.iter().map(|(counter, count)| labelled(game, *counter, *count)).collect::<Vec<_>>().join(", ")
}

/// A number of equal counters: `KT 3-3 x2`.
pub(super) fn labelled(game: &Game, counter: usize, count: u32) -> String {
    let label = &game.counters[counter].label;
    if count == 1 { label.clone() } else { format!("{label} x{count}") }
}

/// The terrain of this name, among these.
pub(super) fn terrain(game: &Game, text: &str, among: &[u16]) -> Result<u16, String> {
    named(game, &game.terrains, text, among, "terrain that may be laid")
}

/// The weather of this name.
pub(super) fn weather(game: &Game, text: &str) -> Result<u16, String> {
    let all: Vec<u16> = (0..game.weathers.len() as u16).collect();
    named(game, &game.weathers, text, &all, "weather")
}

fn named(game: &Game, vars: &[VarId], text: &str, among: &[u16], what: &str) -> Result<u16, String> {
    let said = fold(text);
    let var = |at: &u16| &game.vars[vars[usize::from(*at)].at()];
    let fits = |at: &&u16| fold(&var(at).name) == said || fold(&var(at).title) == said;
    if let Some(at) = among.iter().find(fits) {
        return Ok(*at);
    }
    let names: Vec<String> = among.iter().map(|at| var(at).name.clone()).collect();
    let near = did_you_mean(text, names.iter().map(String::as_str));
    Err(format!("`{text}` is no {what}{near}\nthere are: {}", names.join(", ")))
}
