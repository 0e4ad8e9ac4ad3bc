//! Answers as sentences: what players type, what the journal and the tests hold.

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::offer::Source;
use crate::model::set::BitSet;
use crate::model::value::{Faces, Value};

use super::offers::Look;
use super::question::{Answer, Kind, Question};
use super::world::World;

/// Letters and digits only, small, parted by single blanks: what sentences are compared by.
pub fn fold(text: &str) -> String {
    let plain = crate::source::plain(text);
    plain.replace(['_', '-', '\''], " ").split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// An answer as a sentence that [`read`] understands.
pub fn write(world: &World<'_>, question: &Question, seat: u16, answer: &Answer) -> String {
    match (answer, &question.kind) {
        (Answer::Pass, Kind::Act { pass: Some(words), .. }) => words.clone(),
        (Answer::Pass, Kind::One { .. }) => "none".to_owned(),
        (Answer::Pass, _) => "pass".to_owned(),
        (Answer::Act(offer, values), _) => act_sentence(world, *offer, values, seat),
        (Answer::One(value), _) => word_of(world, value, seat),
        (Answer::Several(things), _) if things.is_empty() => "none".to_owned(),
        (Answer::Several(things), _) => {
            things.iter().map(|thing| word_of(world, &Value::Ref(*thing), seat)).collect::<Vec<_>>().join(", ")
        }
        (Answer::Split(parts), Kind::Split { over, .. }) => {
            let parts = over.iter().zip(parts).filter(|(_, n)| **n > 0);
            parts
                .map(|((thing, _), n)| format!("{n} {}", word_of(world, &Value::Ref(*thing), seat)))
                .collect::<Vec<_>>()
                .join(", ")
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

/// An offer with its values as a sentence. Values without a choice are left out.
pub fn act_sentence(world: &World<'_>, offer: OfferId, values: &[Value], seat: u16) -> String {
    let item = &world.game.offers[offer.at()];
    let mut text = item.title.clone();
    let mut first = true;
    for (param, value) in item.params.iter().zip(values) {
        if matches!(param.source, Source::Equals(_)) || value.is_none() {
            continue;
        }
        let words = word_of(world, value, seat);
        if words.is_empty() {
            continue;
        }
        if !first {
            text.push(' ');
            text.push_str(&param.name);
        }
        first = false;
        text.push(' ');
        text.push_str(&words);
    }
    text
}

/// A value as a word of a sentence. What lies face down is told apart by its place.
pub fn word_of(world: &World<'_>, value: &Value, seat: u16) -> String {
    match value {
        Value::Ref(thing) if world.has_face_down(value) => match world.space_of(*thing) {
            Some(space) => format!("{} {}", world.name(*thing), world.place_title(space, Some(seat))),
            None => world.name(*thing),
        },
        Value::Ref(Ref { domain: Domain::Space, index }) => world.place_title(*index, Some(seat)),
        Value::Ref(thing) => world.name(*thing),
        Value::Set(..) | Value::Row(..) => {
            world.in_order(value).iter().map(|item| word_of(world, item, seat)).collect::<Vec<_>>().join(", ")
        }
        Value::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Int(n) => n.to_string(),
        Value::Half(n) => super::names::show_halves(*n),
        Value::None => "none".to_owned(),
        Value::Way(way) => {
            let space = world.place_title(way.space(), Some(seat));
            match way.facing() {
                // Ways to one space are told apart by how the walker faces there.
                Some(facing) => format!("{space} {}", world.title(Ref::direction(facing))),
                None => space,
            }
        }
        other => world.show(other),
    }
}

/// A way to pay in words: `2 area of LDR1, Command 3`.
pub fn way_words(world: &World<'_>, way: &[super::state::Spent], seat: u16) -> String {
    let parts = way.iter().filter(|one| one.amount > 0).map(|one| {
        let purse = &world.game.purses[one.purse.at()];
        let source = purse.sources.get(one.source as usize);
        let name = source.map_or("what is over", |source| source.name.as_str()).replace('_', " ");
        match one.giver {
            Some(giver) if giver.domain == Domain::Card => world.name(giver),
            Some(giver) => format!("{} {name} {}", one.amount, word_of(world, &Value::Ref(giver), seat)),
            None => format!("{} {name}", one.amount),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// What a sentence answers, or what is wrong with it and what would be right.
pub fn read(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Result<Answer, String> {
    let said = fold(text);
    match &question.kind {
        Kind::Act { offers, pass, free, bound } => {
            if let Some(words) = pass {
                if said == fold(words) || said == "pass" {
                    return Ok(Answer::Pass);
                }
            } else if said == "pass" {
                return Err("there is no passing here: something must be done".to_owned());
            }
            read_act(world, offers, seat, *free, *bound, text).map_err(|misread| misread.text)
        }
        Kind::Window { offers } => {
            if said == "pass" {
                return Ok(Answer::Pass);
            }
            let own: Vec<OfferId> = offers.iter().filter(|(one, _)| *one == seat).map(|(_, offer)| *offer).collect();
            read_act(world, &own, seat, false, None, text).map_err(|misread| misread.text)
        }
        Kind::One { of, optional } => {
            if *optional && matches!(said.as_str(), "none" | "pass" | "no" | "nobody") {
                return Ok(Answer::Pass);
            }
            let found = find_value(world, of, seat, &said);
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
                return Err(format!("between {least} and {most} are wanted, not {}", picked.len()));
            }
            Ok(Answer::Several(picked))
        }
        Kind::Split { number, over, .. } => {
            let values: Vec<Value> = over.iter().map(|(thing, _)| Value::Ref(*thing)).collect();
            let pieces: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
            let plain: Option<Vec<i64>> =
                text.replace(',', " ").split_whitespace().map(|word| word.parse().ok()).collect();
            let mut parts = vec![0; over.len()];
            match plain {
                Some(numbers) if numbers.len() <= over.len() && !numbers.is_empty() => {
                    for (part, n) in parts.iter_mut().zip(numbers) {
                        *part = n;
                    }
                }
                _ => {
                    for piece in pieces {
                        // `3 faced` and `faced 3` are the same.
                        let (count, name) = match piece.rsplit_once(' ') {
                            Some((name, count)) if count.parse::<i64>().is_ok() && !starts_with_count(piece) => {
                                (count, name)
                            }
                            _ => piece.split_once(' ').unwrap_or((piece, "")),
                        };
                        let count: i64 = count.parse().map_err(|_| {
                            format!(
                                "`{piece}` should begin with a number, as in `2 {}`",
                                word_of(world, &values[0], seat)
                            )
                        })?;
                        let at = find_value(world, &values, seat, &fold(name))?;
                        parts[at] += count;
                    }
                }
            }
            let answer = Answer::Split(parts);
            if question.allows(&answer) {
                Ok(answer)
            } else {
                Err(format!("the parts must add up to {number}, and keep to what each must and can take"))
            }
        }
        Kind::Number { from, to } => match said.parse::<i64>() {
            Ok(n) if *from <= n && n <= *to => Ok(Answer::Number(n)),
            _ => Err(format!("a number from {from} to {to} is wanted")),
        },
        Kind::YesNo => match said.as_str() {
            "yes" | "y" | "true" => Ok(Answer::Yes(true)),
            "no" | "n" | "false" | "pass" => Ok(Answer::Yes(false)),
            _ => Err("yes or no is wanted".to_owned()),
        },
        Kind::Pay { ways } => {
            if let Ok(n) = said.parse::<usize>() {
                if (1..=ways.len()).contains(&n) {
                    return Ok(Answer::Way(n as u16 - 1));
                }
            }
            let at = ways.iter().position(|way| fold(&way_words(world, way, seat)) == said);
            at.map(|at| Answer::Way(at as u16)).ok_or_else(|| {
                let known = ways.iter().map(|way| way_words(world, way, seat)).collect::<Vec<_>>();
                format!("no such way to pay; there are: {}", known.join("; "))
            })
        }
    }
}

/// What is wrong with a sentence about an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// What is wrong, and what would be right.
    pub text: String,
    /// How much of the sentence was left when it went wrong: of several readings that with the least says most.
    pub left: usize,
}

impl Misread {
    fn new(text: impl Into<String>, left: usize) -> Misread {
        Misread { text: text.into(), left }
    }

    /// Of two misreadings the one that came further; the first of equals.
    pub fn further(first: Option<Misread>, second: Misread) -> Misread {
        match first {
            Some(first) if first.left <= second.left => first,
            _ => second,
        }
    }
}

/// What a sentence says about one offer.
///
/// # Errors
/// What is wrong with it.
pub fn read_offer(world: &World<'_>, offer: OfferId, seat: u16, text: &str) -> Result<Answer, Misread> {
    read_act(world, &[offer], seat, false, None, text)
}

fn read_act(
    world: &World<'_>,
    offers: &[OfferId],
    seat: u16,
    free: bool,
    bound: Option<Ref>,
    text: &str,
) -> Result<Answer, Misread> {
    let said = fold(text);
    // The longest title that the sentence begins with wins: `advance` against `advance to contact`.
    let mut best: Option<(usize, OfferId)> = None;
    let mut tied = Vec::new();
    for id in offers {
        let offer = &world.game.offers[id.at()];
        for name in [fold(&offer.title), fold(&offer.name)] {
            let begins = said == name || said.strip_prefix(&name).is_some_and(|rest| rest.starts_with(' '));
            if begins && best.is_none_or(|(length, _)| name.len() > length) {
                best = Some((name.len(), *id));
                tied = vec![*id];
            } else if begins && best.is_some_and(|(length, _)| name.len() == length) && !tied.contains(id) {
                tied.push(*id);
            }
        }
    }
    let Some((length, _)) = best else {
        let titles = offers.iter().map(|id| world.game.offers[id.at()].title.as_str()).collect::<Vec<_>>();
        let text = format!("no offer begins like that; there are: {}", titles.join(", "));
        return Err(Misread::new(text, usize::MAX));
    };
    let rest = said[length..].trim();
    let mut problem = None;
    for id in tied {
        let look = Look::new(world, id, seat, free, bound);
        let mut values = Vec::new();
        match read_params(&look, rest, &mut values, seat) {
            Ok(()) => return Ok(Answer::Act(id, values)),
            Err(other) => problem = Some(Misread::further(problem, other)),
        }
    }
    Err(problem.unwrap_or_else(|| Misread::new("this is not offered", rest.len())))
}

/// Reads the values of the parameters from `rest` on; goes back where a shorter reading of a name is the right one.
fn read_params(look: &Look<'_>, rest: &str, values: &mut Vec<Value>, seat: u16) -> Result<(), Misread> {
    let at = values.len();
    let faulty = |fault: Box<super::world::Fault>| Misread::new(fault.message, rest.len());
    if at == look.offer.params.len() {
        return if rest.is_empty() {
            let open = look.check(values).map_err(faulty)?.is_some();
            let closed = || Misread::new("this cannot be done: it is not permitted, or cannot be paid", 0);
            if open { Ok(()) } else { Err(closed()) }
        } else {
            Err(Misread::new(format!("`{rest}` is too much: the sentence is complete before it"), rest.len()))
        };
    }
    let param = &look.offer.params[at];
    let mut open = look.open(values).map_err(faulty)?;
    let after_name = match rest.strip_prefix(&fold(&param.name)) {
        Some(after) if after.is_empty() || after.starts_with(' ') => after.trim_start(),
        _ => rest,
    };
    if let Source::Several(_) = param.source {
        if let Some(single) = read_several(look, after_name, &open, values, seat)? {
            return Ok(single);
        }
        if open.len() == 1 {
            values.push(open.remove(0));
            return read_params(look, rest, values, seat);
        }
        let text = format!("{} are wanted here: {}", param.name, members_of(look, &open, seat));
        return Err(Misread::new(text, rest.len()));
    }
    // Candidates whose name the sentence begins with, longest first.
    let mut readings: Vec<(usize, usize, &str)> = Vec::new();
    // A thing may be called like the parameter, so the sentence is read with and without the parameter's name.
    let texts: &[&str] = if after_name == rest { &[rest] } else { &[after_name, rest] };
    for text in texts {
        for (index, value) in open.iter().enumerate() {
            let lengths = begun(&look.world, value, text, seat);
            readings.extend(lengths.into_iter().map(|length| (length, index, *text)));
        }
    }
    readings.sort_by_key(|(length, index, _)| (std::cmp::Reverse(*length), *index));
    // After them those that are called by the name of another one, for which they stand.
    let mut twins: Vec<(usize, usize, &str)> = Vec::new();
    for (value, index) in look.stood_for(values, &open).map_err(faulty)? {
        for text in texts {
            let lengths = begun(&look.world, &value, text, seat);
            twins.extend(lengths.into_iter().map(|length| (length, index, *text)));
        }
    }
    twins.retain(|twin| !readings.contains(twin));
    twins.sort_by_key(|(length, index, _)| (std::cmp::Reverse(*length), *index));
    let mut problem = None;
    for (length, index, text) in readings.into_iter().chain(twins) {
        values.push(open[index].clone());
        match read_params(look, text[length..].trim_start(), values, seat) {
            Ok(()) => return Ok(()),
            Err(other) => problem = Some(Misread::further(problem, other)),
        }
        values.truncate(at);
    }
    if open.len() == 1 {
        values.push(open.remove(0));
        let result = read_params(look, rest, values, seat);
        if result.is_ok() || problem.is_none() {
            return result;
        }
        values.truncate(at);
    }
    Err(problem.unwrap_or_else(|| {
        let names = possible(&look.world, &open, seat);
        let wanted = param.name.replace('_', " ");
        if names.is_empty() {
            Misread::new(format!("nothing is possible for {wanted}"), rest.len() + 1)
        } else if after_name.is_empty() {
            Misread::new(format!("{wanted} is missing: {names}"), 0)
        } else {
            Misread::new(format!("`{after_name}` is no {wanted}; possible: {names}"), after_name.len())
        }
    }))
}

/// The lengths of the names of a value that a text begins with.
fn begun(world: &World<'_>, value: &Value, text: &str, seat: u16) -> Vec<usize> {
    let names = spellings(world, value, seat);
    names.iter().filter(|name| begins_with(text, name)).map(String::len).collect()
}

/// Whether a text begins with a name, whole.
pub(super) fn begins_with(text: &str, name: &str) -> bool {
    !name.is_empty() && text.strip_prefix(name).is_some_and(|more| more.is_empty() || more.starts_with(' '))
}

/// More values than this are too many to be named in a message.
const MOST_NAMED: usize = 24;

/// What is possible, for a message: the first of many, and how many more there are.
pub fn possible(world: &World<'_>, values: &[Value], seat: u16) -> String {
    let names: Vec<String> = values.iter().take(MOST_NAMED).map(|value| word_of(world, value, seat)).collect();
    let names = names.join(", ");
    match values.len() {
        count if count > MOST_NAMED => format!("{names}, and {} more", count - MOST_NAMED),
        _ => names,
    }
}

/// Reads members of a set parameter, parted by commas.
fn read_several(
    look: &Look<'_>,
    text: &str,
    open: &[Value],
    values: &mut Vec<Value>,
    seat: u16,
) -> Result<Option<()>, Misread> {
    let mut members = BitSet::new();
    let mut domain = None;
    for value in open {
        domain = domain.or(value.domain());
        members.extend(&value.bits());
    }
    let Some(domain) = domain else { return Ok(None) };
    let all: Vec<Value> = members.iter().map(|index| Value::member(domain, index)).collect();
    let mut rest = text;
    let mut picked = BitSet::new();
    let at = values.len();
    loop {
        let mut best: Option<(usize, u16)> = None;
        for value in &all {
            let Some(thing) = value.as_ref() else { continue };
            if picked.has(thing.index) {
                continue;
            }
            for name in spellings(&look.world, value, seat) {
                let begins = rest == name || rest.strip_prefix(name.as_str()).is_some_and(|more| more.starts_with(' '));
                if begins && !name.is_empty() && best.is_none_or(|(length, _)| name.len() > length) {
                    best = Some((name.len(), thing.index));
                }
            }
        }
        let Some((length, index)) = best else { break };
        picked.insert(index);
        rest = rest[length..].trim_start();
    }
    if picked.is_empty() && !open.iter().any(|value| matches!(value, Value::Set(_, none) if none.is_empty())) {
        return Ok(None);
    }
    // Nothing said is none of them: the name of the parameter alone stands for nothing.
    let rest = if picked.is_empty() { strip_none(text) } else { rest };
    values.push(Value::Set(domain, picked));
    let result = read_params(look, rest, values, seat);
    if result.is_err() {
        values.truncate(at);
    }
    result.map(Some)
}

/// `none` said of a set of which none may be chosen.
fn strip_none(text: &str) -> &str {
    match text.strip_prefix("none") {
        Some(rest) if rest.is_empty() || rest.starts_with(' ') => rest.trim_start(),
        _ => text,
    }
}

fn members_of(look: &Look<'_>, open: &[Value], seat: u16) -> String {
    let mut members = BitSet::new();
    let mut domain = Domain::Piece;
    for value in open {
        domain = value.domain().unwrap_or(domain);
        members.extend(&value.bits());
    }
    let names = members.iter().map(|index| word_of(&look.world, &Value::member(domain, index), seat));
    names.collect::<Vec<_>>().join(", ")
}

/// How a value may be called: its unique name, its kind and notation, its title. Of a piece that lies face down: what it
/// is called instead, alone or with its place.
pub fn spellings(world: &World<'_>, value: &Value, seat: u16) -> Vec<String> {
    if world.has_face_down(value) {
        return vec![fold(&word_of(world, value, seat)), fold(&world.show(value))];
    }
    let mut names = vec![fold(&word_of(world, value, seat))];
    match value {
        Value::Ref(thing) => {
            names.push(fold(&world.name(*thing)));
            names.push(fold(&world.title(*thing)));
            if thing.domain == Domain::Piece {
                let kind = &world.game.kinds[world.state.pieces[thing.index as usize].kind as usize];
                if let Some(notation) = world.notation(thing.index) {
                    names.push(fold(&format!("{} {notation}", kind.name)));
                    names.push(fold(&format!("{} {notation}", kind.title)));
                }
                names.push(fold(&world.kind_name(thing.index)));
                names.push(fold(&kind.name));
                names.push(fold(&kind.title));
                if let Some(label) = world.label(thing.index) {
                    names.push(fold(label));
                }
            }
            if thing.domain == Domain::Space {
                names.push(fold(&world.space_title(thing.index, None)));
            }
        }
        Value::Way(way) => {
            let facing = way.facing().map_or(String::new(), |at| format!(" {}", world.title(Ref::direction(at))));
            let space = Ref::space(way.space());
            names.push(fold(&format!("{}{facing}", world.name(space))));
            names.push(fold(&format!("{}{facing}", world.space_title(way.space(), None))));
        }
        Value::Flag(yes) => names.push(if *yes { "true" } else { "false" }.to_owned()),
        _ => {}
    }
    let board = &world.game.board;
    let turned = !board.boxes.is_empty() || board.grids.iter().any(|grid| grid.turned.is_some());
    if let (Value::Ref(Ref { domain: Domain::Space, index }), true) = (value, turned) {
        // On a board that each side reads from its own edge, a name belongs to the space that the speaker calls so.
        let spaces = &world.game.board.spaces;
        let own = |at: usize| spaces[at].titles.get(seat as usize).map(|title| fold(title));
        let others: Vec<String> = (0..spaces.len()).filter(|at| *at != *index as usize).filter_map(own).collect();
        names.retain(|name| !others.contains(name));
    }
    names.sort();
    names.dedup();
    names
}

fn starts_with_count(piece: &str) -> bool {
    piece.split_once(' ').is_some_and(|(count, _)| count.parse::<i64>().is_ok())
}

fn find_value(world: &World<'_>, of: &[Value], seat: u16, said: &str) -> Result<usize, String> {
    let found: Vec<usize> =
        (0..of.len()).filter(|at| spellings(world, &of[*at], seat).iter().any(|name| name == said)).collect();
    let exact = found.iter().find(|at| fold(&word_of(world, &of[**at], seat)) == said);
    if let Some(at) = exact.or(found.first()) {
        return Ok(*at);
    }
    if let Some(n) = said.strip_prefix("nr ").and_then(|n| n.parse::<usize>().ok()) {
        if (1..=of.len()).contains(&n) {
            return Ok(n - 1);
        }
    }
    let names = of.iter().map(|value| word_of(world, value, seat)).collect::<Vec<_>>();
    Err(format!("`{said}` is not among: {}", names.join(", ")))
}

/// The place of the value that stands for the piece or card of this name, which cannot be told apart from it.
fn find_twin(world: &World<'_>, of: &[Value], seat: u16, said: &str) -> Option<usize> {
    let domain = of.iter().find_map(Value::domain)?;
    let all = world.all(domain);
    let named = all.iter().map(|index| Value::member(domain, index));
    let named = named.filter(|value| spellings(world, value, seat).iter().any(|name| name == said));
    let mut places = named.filter_map(|value| of.iter().position(|one| world.are_twins(&value, one)));
    places.next()
}

/// Whether the words of an answer name something that such a question could be about, whether or not it allows it now.
pub fn is_understood(world: &World<'_>, question: &Question, seat: u16, text: &str) -> bool {
    let said = fold(text);
    let names = |of: &[Value], said: &str| {
        find_value(world, of, seat, said).is_ok()
            || of.iter().find_map(Value::domain).is_some_and(|domain| {
                let all = world.all(domain);
                let mut all = all.iter().map(|index| Value::member(domain, index));
                all.any(|value| spellings(world, &value, seat).iter().any(|name| name == said))
            })
    };
    let is_none = matches!(said.as_str(), "" | "none" | "pass" | "no" | "nobody" | "nothing" | "all");
    match &question.kind {
        Kind::Act { pass, .. } => said == "pass" || pass.as_ref().is_some_and(|words| fold(words) == said),
        Kind::Window { .. } => said == "pass",
        Kind::One { of, .. } => is_none || names(of, &said),
        Kind::Several { of, .. } => {
            let of: Vec<Value> = of.iter().map(|thing| Value::Ref(*thing)).collect();
            is_none || text.split(',').all(|part| names(&of, &fold(part)))
        }
        Kind::Number { .. } => said.parse::<i64>().is_ok(),
        Kind::YesNo => read(world, question, seat, text).is_ok(),
        Kind::Split { .. } | Kind::Pay { .. } => true,
    }
}

fn read_list(world: &World<'_>, of: &[Value], seat: u16, text: &str) -> Result<Vec<Ref>, String> {
    let mut picked = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let left: Vec<Value> =
            of.iter().filter(|value| value.as_ref().is_none_or(|thing| !picked.contains(&thing))).cloned().collect();
        let at = find_value(world, &left, seat, &fold(part))?;
        if let Some(thing) = left[at].as_ref() {
            picked.push(thing);
        }
    }
    Ok(picked)
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
