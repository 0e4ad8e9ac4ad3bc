//! Facts and their values: on kinds, spaces, sides and cards, and in scenarios.

mod advice;

use crate::diagnostic::{Advice, Diagnostic};
use crate::model::game::{Fact, ListOrigin, NotationPart};
use crate::model::id::{Domain, FactId, Ref, VarId};
use crate::model::node::Term;
use crate::model::reading;
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::{Value, domain_word};
use crate::source::{Span, plain, spelling};
use crate::syntax::ast::{ExprText, ItemKind, Name, Word, WordKind, Written};

use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use super::noun;
use super::subject::side_named;

/// Declares the facts of `has` items.
pub(crate) fn declare_facts(builder: &mut GameBuilder, items: &Gathered) {
    for (_, item) in items.each(|kind| if let ItemKind::Has(it) = kind { Some(it) } else { None }) {
        builder.cites(&item.cites);
        let subject = match plain(&item.subject.text).as_str() {
            "terrain" => builder.game.list_of(ListOrigin::Terrains),
            _ => noun::subject(builder, &item.subject),
        };
        let Some(subject) = subject else { continue };
        if !BEARERS.iter().any(|(domain, _)| *domain == subject) && !matches!(subject, Domain::List(_)) {
            builder.report(no_bearer(builder, item.subject.span, subject));
            continue;
        }
        for line in &item.facts {
            let read = noun::read_type(builder, &line.ty);
            // A set that is not given is empty.
            let absent = match read.ty {
                Type::Set(domain) => Value::Set(domain, BitSet::new()),
                _ => Value::None,
            };
            let default = match &line.default {
                Some(default) if read.ty.is_set() && ["nothing", "none", "[]"].contains(&default.text.trim()) => {
                    Some(absent)
                }
                Some(default) => {
                    let value = constant(builder, default, read.ty);
                    check_range(builder, value.as_ref(), read.range, default.span);
                    // A wrong type or value has been reported; the default is not missed again.
                    value.or(Some(Value::None))
                }
                None if read.ty == Type::Flag => Some(Value::Flag(false)),
                // An unknown type has been reported; the values are not missed as well.
                None if line.ty.optional || read.ty == Type::Any => Some(absent),
                None => None,
            };
            if read.ty.domain() == Some(Domain::Edge) {
                let problem = Diagnostic::error("wrong-type", "a fact cannot be an edge");
                let problem = problem.at(line.ty.span, "edges follow from the facts of the board");
                builder.report(problem.help("declare a variable: a position or a rule gives it its edge"));
            }
            for name in &line.names {
                let spelt = super::reserved::spell(builder, name);
                let earlier = builder
                    .game
                    .facts
                    .iter()
                    .find(|fact| fact.subject == subject && fact.name == spelt)
                    .map(|fact| fact.span);
                if let Some(earlier) = earlier {
                    builder.report(error::member_twice(name, earlier, true));
                    continue;
                }
                builder.game.facts.push(Fact {
                    name: spelt,
                    subject,
                    ty: read.ty,
                    default: default.clone(),
                    range: read.range,
                    doc: line.doc.clone(),
                    span: name.span,
                });
            }
        }
    }
}

/// The terrain with this name.
pub(crate) fn terrain_named(builder: &GameBuilder, name: &str) -> Option<VarId> {
    let spelt = spelling(name);
    builder.game.terrains.iter().copied().find(|var| builder.game.vars[var.at()].name == spelt)
}

/// The things that have facts, besides the values of lists.
pub(crate) const BEARERS: [(Domain, &str); 7] = [
    (Domain::Piece, "piece"),
    (Domain::Space, "space"),
    (Domain::Side, "side"),
    (Domain::Card, "card"),
    (Domain::Game, "game"),
    (Domain::Link, "link"),
    (Domain::Edge, "edge"),
];

/// The diagnostic for facts of things that have none, for example zones.
fn no_bearer(builder: &GameBuilder, span: Span, subject: Domain) -> Diagnostic {
    let what = domain_word(subject);
    let problem = Diagnostic::error("unknown-word", format!("{what} has no facts"));
    let problem = problem.at(span, "nothing could give them a value");
    if subject == Domain::Kind {
        return problem.help("declare them with `piece has`: a kind gives its pieces their facts");
    }
    let bearers = BEARERS.iter().map(|(_, name)| format!("`{name}`"));
    let lists = builder.game.lists.iter().map(|list| format!("`{}`", list.name));
    let bearers: Vec<String> = bearers.chain(lists).collect();
    problem.help(format!("facts belong to one of these: {}", bearers.join(", ")))
}

/// The value of an expression that is a number, `true`, `false`, `none` or a name.
fn constant(builder: &mut GameBuilder, text: &ExprText, ty: Type) -> Option<Value> {
    let word = Word { text: text.text.trim().to_owned(), span: text.span, kind: WordKind::of(text.text.trim()) };
    read_value(builder, &word, ty, None)
}

/// The fact with this name for things of the domain.
pub(crate) fn fact_named(builder: &GameBuilder, subject: Domain, name: &str) -> Option<FactId> {
    let spelt = spelling(name);
    builder
        .game
        .facts
        .iter()
        .position(|fact| fact.subject == subject && fact.name == spelt)
        .map(|index| FactId(index as u16))
}

/// The fact with this name for things of the domain; a name that none has is reported.
pub(crate) fn known_fact<'t>(
    builder: &mut GameBuilder,
    subject: Domain,
    written: impl Into<Written<'t>>,
) -> Option<FactId> {
    let written = written.into();
    let found = fact_named(builder, subject, written.text);
    if found.is_none() {
        let names = facts_of(builder, subject);
        builder.report(error::unknown(&format!("fact of {}s", subject.word()), written, &names));
    }
    found
}

/// The fact with this name, if its type fits; anything else is reported.
pub(crate) fn fitting_fact(
    builder: &mut GameBuilder,
    subject: Domain,
    name: &Name,
    fits: impl Fn(Type) -> bool,
    wanted: &str,
) -> Option<FactId> {
    let fact = known_fact(builder, subject, name)?;
    let fitting = fits(builder.game.facts[fact.at()].ty);
    if !fitting {
        builder.report(error::wrong_value(name, wanted));
    }
    fitting.then_some(fact)
}

/// The word with this name for things of the domain, with true if it is the opposite; a name that none has is reported.
pub(crate) fn known_term(builder: &mut GameBuilder, subject: Domain, name: &Name) -> Option<(Term, bool)> {
    let found = reading::term(&builder.game, subject, &plain(&name.text));
    if found.is_none() {
        builder.report(unknown_term(builder, subject, name));
    }
    found
}

/// The error for a word that things of the domain do not have.
pub(crate) fn unknown_term(builder: &GameBuilder, subject: Domain, name: &Name) -> Diagnostic {
    let words = builder.game.terms.keys().filter(|(_, domain)| *domain == subject);
    error::unknown(&format!("word of {}s", subject.word()), name, words.map(|(word, _)| word))
}

/// The names of all facts for things of the domain.
pub(crate) fn facts_of(builder: &GameBuilder, subject: Domain) -> Vec<String> {
    builder.game.facts.iter().filter(|fact| fact.subject == subject).map(|fact| fact.name.clone()).collect()
}

/// Reports a fact that has a value already.
fn give_once(builder: &mut GameBuilder, given: &mut Vec<(FactId, Span)>, fact: FactId, word: &Word) {
    match given.iter().find(|(one, _)| *one == fact) {
        Some((_, earlier)) => {
            let name = builder.game.facts[fact.at()].name.clone();
            builder.report(error::two_values(&name, &name, word.span, *earlier));
        }
        None => given.push((fact, word.span)),
    }
}

/// Reads facts side by side, names and values in one row; types decide which word is which.
pub(crate) fn read_facts(builder: &mut GameBuilder, subject: Domain, words: &[Word], into: &mut [Option<Value>]) {
    let mut rest = words.iter().peekable();
    let mut given: Vec<(FactId, Span)> = Vec::new();
    while let Some(word) = rest.next() {
        if let Some(fact) = fact_named(builder, subject, &word.text).filter(|_| word.kind != WordKind::Quoted) {
            let ty = builder.game.facts[fact.at()].ty;
            let value = if ty == Type::Flag {
                Some(Value::Flag(true))
            } else {
                match rest.next() {
                    Some(value) => read_value(builder, value, ty, Some(fact)),
                    None => {
                        builder.report(error::wrong_value((&word.text, word.span.after()), &error::type_word(ty)));
                        None
                    }
                }
            };
            give_once(builder, &mut given, fact, word);
            if let Some(slot) = into.get_mut(fact.at()) {
                *slot = Some(value.unwrap_or_default());
            }
        } else if let Some((fact, value)) = bare_value(builder, subject, word) {
            give_once(builder, &mut given, fact, word);
            if let Some(slot) = into.get_mut(fact.at()) {
                *slot = Some(value);
            }
        } else {
            let mut names = facts_of(builder, subject);
            let has_facts = !names.is_empty();
            // Keywords that may appear among the facts of such an item.
            let keywords: &[&str] = match subject {
                Domain::Card => &["copies", "lasts", "play"],
                Domain::Piece => &["notation", "mode"],
                _ => &[],
            };
            names.extend(keywords.iter().map(|word| (*word).to_owned()));
            let problem = error::unknown("fact", word, &names);
            // A number before it and none after it: a unit. With a number of its own it is a fact.
            let behind = words.iter().take_while(|other| other.span != word.span).last();
            let behind = behind.filter(|_| rest.peek().is_none_or(|next| next.as_int().is_none()));
            let near = matches!(problem.advice, Advice::Nearest(_));
            builder.report(match advice::no_fact(builder, word, behind, subject).filter(|_| !near) {
                Some(help) => problem.help(help),
                None if subject == Domain::Piece && !has_facts && !near => {
                    problem.help(format!("the game declares no facts of pieces: `piece has {{ {}: … }}`", word.text))
                }
                None => match advice::values_of(builder, subject).filter(|_| !near) {
                    Some(values) => problem.note(values),
                    None => problem,
                },
            });
            // What follows a misspelt name on its line belongs to it, up to a known name or another name with a value.
            let line = builder.sources.line_column(word.span).0;
            while let Some(other) = rest.peek().copied() {
                let is_name = other.kind == WordKind::Ident;
                let valued = || rest.clone().nth(1).is_some_and(|next| next.kind != WordKind::Ident);
                let known = || {
                    fact_named(builder, subject, &other.text).is_some() || bare_value(builder, subject, other).is_some()
                };
                if is_name && (builder.sources.line_column(other.span).0 != line || valued() || known()) {
                    break;
                }
                rest.next();
            }
        }
    }
}

/// The fact that a bare value belongs to, if its type fits exactly one.
pub(crate) fn bare_value(builder: &GameBuilder, subject: Domain, word: &Word) -> Option<(FactId, Value)> {
    let mut found = None;
    for (this, fact) in builder.game.facts_of(subject) {
        let Type::One(domain, _) = fact.ty else { continue };
        if let Some(thing) = thing_named(builder, domain, &word.text) {
            // Of two facts with the same list, the one named like the list takes precedence.
            let own = |fact: FactId| matches!(domain, Domain::List(list) if builder.game.list_fact(subject, list) == Some(fact));
            match found {
                Some((other, _)) if own(other) => {}
                Some(_) if !own(this) => return None,
                _ => found = Some((this, Value::Ref(thing))),
            }
        }
    }
    found
}

/// Reports a number outside its range.
pub(crate) fn check_range(builder: &mut GameBuilder, value: Option<&Value>, range: Option<(i64, i64)>, span: Span) {
    let (Some(Value::Int(number)), Some((low, high))) = (value, range) else { return };
    if !(low..=high).contains(number) {
        builder.report(error::out_of_range(*number, span, low, high));
    }
}

/// A word as a value of a variable's type; an invalid or out-of-range value is reported.
pub(crate) fn read_var(builder: &mut GameBuilder, word: &Word, var: VarId) -> Option<Value> {
    let (ty, range) = (builder.game.vars[var.at()].ty, builder.game.vars[var.at()].range);
    let value = read_value(builder, word, ty, None);
    match &value {
        Some(value) if !value.can_be_held() => builder.report(error::not_held(value, word.span)),
        _ => check_range(builder, value.as_ref(), range, word.span),
    }
    value
}

/// A word as a value of this type; an invalid value is reported.
pub(crate) fn read_value(builder: &mut GameBuilder, word: &Word, ty: Type, fact: Option<FactId>) -> Option<Value> {
    let absent = matches!(word.text.as_str(), "NA" | "-" | "–" | "none");
    let is_empty = word.text == "none" && matches!(ty, Type::Set(_) | Type::Dice | Type::Any);
    if absent && (ty.is_optional() || is_empty) {
        return Some(Value::None);
    }
    let value = match ty {
        Type::Int(_) => word.as_int().map(Value::Int),
        Type::Half(_) => halves(&word.text).map(Value::Half),
        Type::Flag => match word.text.as_str() {
            "true" | "yes" => Some(Value::Flag(true)),
            "false" | "no" => Some(Value::Flag(false)),
            _ => None,
        },
        Type::Text => Some(Value::text(&word.text)),
        Type::One(domain, _) => thing_named(builder, domain, &word.text).map(Value::Ref),
        Type::Set(domain) => {
            let parts = word.slashed();
            let things: Option<Vec<u16>> =
                parts.iter().map(|part| Some(thing_named(builder, domain, &part.text)?.index)).collect();
            let repeats = |at: &usize| things.as_ref().is_some_and(|things| things[..*at].contains(&things[*at]));
            if let Some(part) = (0..parts.len()).find(repeats).map(|at| &parts[at]) {
                let problem = Diagnostic::error("said-twice", format!("`{}` is in this set already", part.text));
                let problem = problem.at(part.span, "a set has each member once");
                builder.report(problem.help("leave it out; how often something happens is a number of its own"));
            }
            things.map(|things| Value::set(domain, things))
        }
        Type::Dice => {
            let faces: Option<_> = word.slashed().iter().map(|part| i8::try_from(part.as_int()?).ok()).collect();
            faces.map(Value::Dice)
        }
        _ => None,
    };
    match (&value, ty) {
        (Some(Value::Int(_)), _) => {
            let range = fact.and_then(|fact| builder.game.facts[fact.at()].range);
            check_range(builder, value.as_ref(), range, word.span);
        }
        (None, Type::One(Domain::Card, _)) if super::deck::card_named(builder, &word.text).is_some() => {
            builder.report(error::several_cards(word));
        }
        (None, Type::One(domain, _) | Type::Set(domain)) => {
            let names = thing_names(builder, domain);
            let what = domain_word(domain).trim_start_matches("a ").trim_start_matches("an ");
            builder.report(error::unknown(what, word, &names));
        }
        (None, Type::Any) | (Some(_), _) => {}
        (None, ty) if word.kind == WordKind::Quoted => {
            let quoted = format!("\"{}\"", word.text);
            let problem = error::wrong_value((quoted.as_str(), word.span), &error::type_word(ty));
            builder.report(problem.help("leave out the quotes: they make a text"));
        }
        (None, ty) => builder.report(error::wrong_value(word, &error::type_word(ty))),
    }
    value
}

/// Twice the written number: `3`, `½`, `1½`, `0.5`. Finer fractions are not amounts.
pub(crate) fn halves(text: &str) -> Option<i64> {
    let fraction = crate::syntax::ast::Fraction::read(text)?;
    let twice = fraction.numerator.checked_mul(2)?;
    (twice % fraction.denominator == 0).then(|| twice / fraction.denominator)
}

/// The thing with this name, in a domain that does not change during play.
pub(crate) fn thing_named(builder: &GameBuilder, domain: Domain, name: &str) -> Option<Ref> {
    let spelt = spelling(name);
    let game = &builder.game;
    let find = |index: Option<usize>| index.map(|index| Ref::new(domain, index as u16));
    match domain {
        Domain::Side => side_named(builder, name).map(Ref::side),
        Domain::Kind => find(game.kinds.iter().position(|kind| kind.name == spelt)),
        Domain::Mode => find(game.modes.iter().position(|mode| mode.name == spelt)),
        Domain::Space => find(game.board.spaces.iter().position(|space| space.name == spelt || space.title == name)),
        Domain::Direction => find(game.board.directions.iter().position(|direction| direction.name == spelt)),
        Domain::Link => find(game.board.links.iter().position(|link| link.name == spelt)),
        Domain::Edge => {
            let words: Vec<&str> = name.split_whitespace().collect();
            match super::board::edges_named(builder, 0, &words)?.as_slice() {
                [edge] => find(Some(usize::from(*edge))),
                _ => None,
            }
        }
        Domain::Zone => find(game.zones.iter().position(|zone| zone.name == spelt)),
        Domain::Purse => find(game.purses.iter().position(|purse| purse.name == spelt)),
        Domain::Step => find(game.steps.iter().position(|step| step.name == spelt)),
        Domain::Offer => find(game.offers.iter().position(|offer| offer.name == spelt)),
        Domain::List(list) => {
            find(game.lists.get(list as usize)?.members.iter().position(|member| {
                member.name == spelt || member.title == name || member.code.as_deref() == Some(name)
            }))
        }
        Domain::Card => {
            let def = super::deck::card_named(builder, name)?;
            let mut copies = game.cards.iter().enumerate().filter(|(_, card)| card.def == def);
            copies.next().filter(|_| copies.next().is_none()).map(|(index, _)| Ref::card(index as u16))
        }
        Domain::Game | Domain::Piece | Domain::Number => None,
    }
}

/// The names of the things of a domain, for suggestions.
pub(crate) fn thing_names(builder: &GameBuilder, domain: Domain) -> Vec<String> {
    let game = &builder.game;
    match domain {
        Domain::Side => game.sides.iter().map(|side| side.name.clone()).collect(),
        Domain::Kind => game.kinds.iter().map(|kind| kind.name.clone()).collect(),
        Domain::Mode => game.modes.iter().map(|mode| mode.name.clone()).collect(),
        Domain::Space => game.board.spaces.iter().map(|space| space.title.clone()).collect(),
        Domain::Direction => game.board.directions.iter().map(|direction| direction.name.clone()).collect(),
        Domain::Zone => game.zones.iter().map(|zone| zone.name.clone()).collect(),
        Domain::Edge => super::board::edge_names(builder),
        Domain::Card => game.card_defs.iter().map(|card| card.name.clone()).collect(),
        Domain::List(list) => game
            .lists
            .get(list as usize)
            .map_or(Vec::new(), |list| list.members.iter().map(|member| member.name.clone()).collect()),
        _ => Vec::new(),
    }
}

/// Reads `3-3*` by a notation: the values of its facts, or `None` if the text does not match.
pub(crate) fn read_notation(builder: &GameBuilder, parts: &[NotationPart], text: &str) -> Option<Vec<(FactId, Value)>> {
    let mut found = Vec::new();
    let mut rest = text;
    for part in parts {
        match part {
            NotationPart::Literal(letters) => rest = rest.strip_prefix(letters.as_str())?,
            NotationPart::Mark(fact, mark) => {
                let stripped = rest.strip_prefix(mark.as_str());
                found.push((*fact, Value::Flag(stripped.is_some())));
                rest = stripped.unwrap_or(rest);
            }
            NotationPart::Fact(fact) => {
                let ty = builder.game.facts[fact.at()].ty;
                let (value, length) = read_prefix(builder, ty, rest)?;
                found.push((*fact, value));
                rest = rest.get(length..)?;
            }
        }
    }
    rest.is_empty().then_some(found)
}

/// True if values of this type can be read in a notation.
pub(crate) fn is_in_notations(ty: Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Half(_) | Type::One(..) | Type::Text)
}

/// The value at the beginning of a text, with its length.
fn read_prefix(builder: &GameBuilder, ty: Type, text: &str) -> Option<(Value, usize)> {
    match ty {
        Type::Int(_) => {
            let sign = usize::from(text.starts_with(['-', '+']));
            let digits = text.get(sign..)?.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                return None;
            }
            let number = text.get(..sign + digits)?.trim_start_matches('+').parse().ok()?;
            Some((Value::Int(number), sign + digits))
        }
        Type::Half(_) => {
            let is_amount = |(at, letter): (usize, char)| {
                letter.is_ascii_digit() || matches!(letter, '½' | '.') || at == 0 && matches!(letter, '-' | '+')
            };
            let length = text.char_indices().find(|one| !is_amount(*one)).map_or(text.len(), |(at, _)| at);
            let number = text.get(..length)?;
            Some((Value::Half(halves(number)?), length))
        }
        Type::One(domain, _) => {
            let length = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
            // The longest name that fits is read, so that `Ch` does not match `Chx`.
            (1..=length)
                .rev()
                .filter(|&end| text.is_char_boundary(end))
                .find_map(|end| Some((Value::Ref(thing_named(builder, domain, text.get(..end)?)?), end)))
        }
        Type::Text => {
            let length = text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len());
            Some((Value::text(text.get(..length)?), length))
        }
        _ => None,
    }
}
