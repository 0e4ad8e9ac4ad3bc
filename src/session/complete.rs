//! Completion: the possible continuations of a command, word by word. Only legal ones are listed.

use crate::model::id::*;
use crate::model::offer::Source;
use crate::model::value::Value;
use crate::play::World;
use crate::play::offers::OfferQuery;
use crate::play::question::{Kind, Question};
use crate::play::sentence::{self, Walk, behind, fold, offer_named, spellings, walk, word_of};
use crate::source::plain_words;

use super::menu::{look_at, members};
use super::{Session, Staged, uses};

/// A continuation of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The whole line, including the continuation.
    pub line: String,
    /// The part it adds, for lists.
    pub text: String,
}

impl Session {
    /// The possible continuations of a line.
    pub fn complete(&self, line: &str) -> Vec<Candidate> {
        let Some((seat, question)) = self.shown_question().filter(|_| self.takes_commands()) else {
            return Vec::new();
        };
        self.world(|world| {
            let mut found = match &self.staged {
                Some(staged) => staged_words(world, question, seat, staged, line),
                None => self.card.map_or_else(Vec::new, |card| uses::use_words(world, question, seat, card, line)),
            };
            let fresh = match &question.kind {
                Kind::Act { .. } | Kind::Window { .. } => sentences(world, question, seat, line),
                _ => answers(world, question, seat, line),
            };
            found.extend(fresh);
            found
        })
    }

    /// A command that would be legal now, up to its first choice: an example of how commands are typed.
    pub fn example(&self) -> Option<String> {
        let (seat, question) = self.shown_question()?;
        self.world(|world| {
            let begun = question.offers(seat).into_iter().find_map(|id| {
                let title = &world.game.offers[id.at()].title;
                sentences(world, question, seat, &format!("{title} ")).into_iter().next()
            });
            begun.map(|candidate| match candidate.line.split_once(' ') {
                Some((verb, rest)) => format!("{} {rest}", verb.to_lowercase()),
                None => candidate.line.to_lowercase(),
            })
        })
    }
}

/// Commands that begin an offer, or continue with its parameters.
fn sentences(world: &World<'_>, question: &Question, seat: u16, line: &str) -> Vec<Candidate> {
    let said = fold(line);
    let offers = question.offers(seat);
    let mut found = Vec::new();
    let typing = !line.ends_with(' ');
    for id in &offers {
        let title = &world.game.offers[id.at()].title;
        if typing && fold(title).starts_with(&said) || said.is_empty() {
            push(&mut found, title.clone(), title.clone());
        }
    }
    let pass = match &question.kind {
        Kind::Act { pass, .. } => pass.clone(),
        Kind::Window { .. } => Some("pass".to_owned()),
        _ => None,
    };
    if let Some(words) = pass.filter(|words| fold(words).starts_with(&said)) {
        push(&mut found, words.clone(), words);
    }
    if let Some((id, rest)) = offer_named(world, &offers, &said) {
        // A title that is typed in full goes on with its first value, unless a longer title begins with it.
        let whole = typing && rest.is_empty() && found.len() == 1;
        if !rest.is_empty() || !typing || whole {
            let query = look_at(world, question, seat, id);
            let behind = parameters(&query, &[], &rest, typing && !whole);
            if whole && !behind.is_empty() {
                found.clear();
            }
            found.extend(behind);
        }
    }
    found
}

/// The possible values of the next parameter, after those already named.
fn parameters(query: &OfferQuery<'_>, known: &[Value], said: &str, typing: bool) -> Vec<Candidate> {
    let walk = if known.is_empty() {
        walk(query, said, !typing)
    } else {
        Walk { values: known.to_vec(), rest: said.to_owned(), picked: Vec::new() }
    };
    let at = walk.values.len();
    let by_way = detours(query, &walk);
    let Some(param) = query.offer.params.get(at) else { return by_way };
    let mut open = query.open(&walk.values).unwrap_or_default();
    let mut values = walk.values.clone();
    // A value without a choice is not typed. The command continues with the next parameter.
    if open.len() == 1 && walk.rest.is_empty() && at + 1 < query.offer.params.len() {
        values.append(&mut open);
        return parameters(query, &values, "", typing);
    }
    let several = matches!(param.source, Source::Several(_));
    let begun = plain_words(&sentence::act_sentence(&query.world, query.id, &values, query.side));
    let named = begun.len() > query.offer.title.len();
    let mut begun = if named { format!("{begun} {} ", param.name) } else { format!("{begun} ") };
    let listed = if several { members(&query.world, &open) } else { open };
    let left = listed.iter().filter(|value| value.as_ref().is_none_or(|thing| !walk.picked.contains(&thing.index)));
    let domain = listed.first().and_then(Value::domain).unwrap_or(Domain::Piece);
    for index in &walk.picked {
        begun.push_str(&format!("{}, ", word_of(&query.world, &Value::member(domain, *index), query.side)));
    }
    let mut found = by_way;
    let rest = match behind(&walk.rest, &fold(&param.name)) {
        Some(rest) => rest.to_owned(),
        None if fold(&param.name).starts_with(&walk.rest) && !walk.rest.is_empty() => String::new(),
        None => walk.rest.clone(),
    };
    for value in left {
        let word = word_of(&query.world, value, query.side);
        if spellings(&query.world, value, query.side).iter().any(|name| name.starts_with(&rest)) {
            let text = if named && walk.picked.is_empty() { format!("{} {word}", param.name) } else { word.clone() };
            push(&mut found, format!("{begun}{word}"), text);
        }
    }
    found
}

/// The more expensive paths to the space named last, which pass a chosen space: `via Dinan`.
fn detours(query: &OfferQuery<'_>, walk: &Walk) -> Vec<Candidate> {
    let Some((Value::Way(last), known)) = walk.values.split_last() else { return Vec::new() };
    let mut found = Vec::new();
    for value in query.open(known).unwrap_or_default() {
        let Value::Way(way) = &value else { continue };
        let goes_on = way.space() == last.space() && way.facing() == last.facing() && !way.via().is_empty();
        let via = word_of(&query.world, &value, query.side).rsplit_once(" via ").map(|(_, via)| format!("via {via}"));
        if let Some(via) =
            via.filter(|via| goes_on && value != Value::Way(last.clone()) && fold(via).starts_with(&walk.rest))
        {
            let values = [known, &[value]].concat();
            push(&mut found, sentence::act_sentence(&query.world, query.id, &values, query.side), via);
        }
    }
    found
}

/// The values of the open parameter.
fn staged_words(world: &World<'_>, question: &Question, seat: u16, staged: &Staged, line: &str) -> Vec<Candidate> {
    let query = look_at(world, question, seat, staged.offer);
    let open = query.open(&staged.values).unwrap_or_default();
    let several =
        query.offer.params.get(staged.values.len()).is_some_and(|param| matches!(param.source, Source::Several(_)));
    let listed = if several { members(world, &open) } else { open };
    listing(world, &listed, seat, line, several)
}

/// The answers to a question that is not an offer.
fn answers(world: &World<'_>, question: &Question, seat: u16, line: &str) -> Vec<Candidate> {
    let said = fold(line);
    let mut found = Vec::new();
    let mut words = |texts: &[&str]| {
        for text in texts.iter().filter(|text| fold(text).starts_with(&said)) {
            push(&mut found, (*text).to_owned(), (*text).to_owned());
        }
    };
    match &question.kind {
        Kind::One { of, optional, .. } => {
            if *optional {
                words(&["none"]);
            }
            found.extend(listing(world, of, seat, line, false));
        }
        Kind::Several { of, least, .. } => {
            if *least == 0 {
                words(&["none"]);
            }
            let values: Vec<Value> = of.iter().map(|thing| Value::Ref(*thing)).collect();
            found.extend(listing(world, &values, seat, line, true));
        }
        Kind::YesNo => words(&["yes", "no"]),
        Kind::Pay { ways } => {
            for way in ways {
                words(&[&sentence::way_title(world, way, seat)]);
            }
        }
        Kind::Fill { over, .. } => {
            let things: Vec<Ref> = over.iter().map(|portion| portion.on).collect();
            parts_begun(world, &things, seat, line, &mut found);
        }
        Kind::Split { over, .. } => {
            let things: Vec<Ref> = over.iter().map(|(thing, _)| *thing).collect();
            parts_begun(world, &things, seat, line, &mut found);
        }
        Kind::Number { .. } | Kind::Act { .. } | Kind::Window { .. } => {}
    }
    found
}

/// `2 KT1, 1 M…`: the part after the last comma and its number.
fn parts_begun(world: &World<'_>, over: &[Ref], seat: u16, line: &str, found: &mut Vec<Candidate>) {
    let (before, part) = line.rsplit_once(',').map_or(("", line), |(before, part)| (before, part.trim_start()));
    let Some((count, begun)) = part.split_once(' ') else { return };
    let begun = fold(begun);
    for thing in over {
        let word = word_of(world, &Value::Ref(*thing), seat);
        if fold(&word).starts_with(&begun) {
            let comma = if before.is_empty() { String::new() } else { format!("{before}, ") };
            push(found, format!("{comma}{count} {word}"), word);
        }
    }
}

/// The values whose names begin with the typed text. For a set, with the part after the last comma.
fn listing(world: &World<'_>, values: &[Value], seat: u16, line: &str, several: bool) -> Vec<Candidate> {
    let (before, part) = match line.rsplit_once(',') {
        Some((before, part)) if several => (format!("{before}, "), part),
        _ => (String::new(), line),
    };
    let taken: Vec<String> = before.split(',').map(fold).collect();
    let said = fold(part);
    let mut found = Vec::new();
    for value in values {
        let names = spellings(world, value, seat);
        if names.iter().any(|name| name.starts_with(&said)) && !names.iter().any(|name| taken.contains(name)) {
            let word = word_of(world, value, seat);
            push(&mut found, format!("{before}{word}"), word);
        }
    }
    found
}

/// Adds an expression: its spelling is part of the language.
pub(super) fn push_as_written(found: &mut Vec<Candidate>, line: String, text: String) {
    let candidate = Candidate { line, text };
    if !found.contains(&candidate) {
        found.push(candidate);
    }
}

pub(super) fn push(found: &mut Vec<Candidate>, line: String, text: String) {
    push_as_written(found, plain_words(&line), plain_words(&text));
}
