//! What is under way in the position of a test: the scopes that run, the outermost first, and what has been spent.

use crate::model::id::*;
use crate::model::sequence::{Body, Phase, Repeat, ScopeKind};
use crate::model::setup::{Given, Position, SetupScope, SetupSpent, UnderWay};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{Entry, Name, PositionKind, PositionLine, Word, WordKind};

use super::super::builder::GameBuilder;
use super::super::deck::card_of;
use super::super::error;
use super::super::subject::side_of;
use super::super::value;
use crate::model::names::named;

/// A scope that has come to the step that runs inside it. Its place is found when all scopes are known.
const INSIDE: (Phase, u16) = (Phase::Children, u16::MAX);

/// One part of a line: words, with the name before `=` if there is one.
struct Part {
    name: Option<Name>,
    words: Vec<Word>,
    span: Span,
}

/// Reads the lines of `under way { … }`.
pub(super) fn read_under_way(builder: &mut GameBuilder, lines: &[PositionLine], span: Span, into: &mut Position) {
    if into.under_way.is_some() {
        builder.report(error::too_much(("under way", span), "expected one such block"));
    }
    let mut found = UnderWay { span, ..UnderWay::default() };
    let mut next = None;
    for line in lines {
        builder.cites(&line.cites);
        let (left, parts) = match &line.kind {
            PositionKind::Setting(words) => (words.clone(), Vec::new()),
            PositionKind::Line { left, right } => (words_of(left), right.iter().map(part).collect()),
            PositionKind::Block(_) | PositionKind::UnderWay(_) => {
                builder.report(error::unfit("a block cannot stand inside `under way`", line.span));
                continue;
            }
        };
        read_line(builder, &left, parts, line.span, &mut found, &mut next);
    }
    // Where nothing else is said, a scope has come to the step that runs inside it.
    let children: Vec<Option<StepId>> = found.scopes.iter().map(|scope| scope.step).collect();
    for (at, scope) in found.scopes.iter_mut().enumerate() {
        if (scope.phase, scope.cursor) == INSIDE {
            let inner = children.get(at + 1).copied().flatten();
            let place = inner.and_then(|inner| steps_in(builder, scope).iter().position(|step| *step == inner));
            scope.cursor = place.map_or(0, |place| place as u16 + 1);
        }
    }
    let first = children.first().copied().flatten();
    let place = first.and_then(|first| builder.game.sequence.iter().position(|step| *step == first));
    found.next = next.unwrap_or(place.map_or(0, |place| place as u16 + 1));
    into.under_way = Some(found);
}

/// The labels that what is under way names, each with its place.
pub(super) fn labels(position: &Position) -> impl Iterator<Item = (&String, Span)> {
    let forced = position.in_force.iter().flat_map(|one| {
        one.chosen.iter().flat_map(|(_, values)| values).flat_map(names).map(|label| (label, one.span))
    });
    let under_way = position.under_way.iter().flat_map(|under_way| {
        let scopes = under_way.scopes.iter().flat_map(|scope| {
            let used = scope.used.iter().filter_map(|(_, thing)| thing.as_ref());
            scope.params.iter().chain(&scope.locals).chain(&scope.done).chain(used)
        });
        let spent = under_way.spent.iter().flat_map(|spent| spent.giver.iter().chain(&spent.payee));
        scopes.chain(spent).flat_map(names).map(|label| (label, under_way.span))
    });
    forced.chain(under_way)
}

fn names(given: &Given) -> &[String] {
    match given {
        Given::Value(_) => &[],
        Given::Piece(label) => std::slice::from_ref(label),
        Given::Pieces(labels) => labels,
    }
}

/// A value of this type in words; pieces by their labels.
pub(super) fn read_given(builder: &mut GameBuilder, words: &[Word], ty: Type, span: Span) -> Option<Given> {
    let is_none = |word: &Word| word.text == "none";
    let given = match (ty, words) {
        (Type::One(Domain::Piece, _), [word]) if !is_none(word) => Given::Piece(plain(&word.text)),
        (Type::Set(domain), [word]) if is_none(word) => Given::Value(Value::set(domain, [])),
        (Type::Set(Domain::Piece), words) if !words.is_empty() => {
            Given::Pieces(words.iter().map(|word| plain(&word.text)).collect())
        }
        (Type::Set(domain), words) if !words.is_empty() => {
            let mut members = Vec::new();
            for word in words {
                match value::read_value(builder, word, Type::One(domain, false), None)? {
                    Value::Ref(thing) => members.push(thing.index),
                    _ => return None,
                }
            }
            Given::Value(Value::set(domain, members))
        }
        (ty, [word]) => Given::Value(value::read_value(builder, word, ty, None)?),
        _ => {
            builder.report(error::wrong_value((builder.sources.text(span), span), &error::type_word(ty)));
            return None;
        }
    };
    Some(given)
}

fn words_of(entries: &[Entry]) -> Vec<Word> {
    entries.iter().flat_map(|entry| &entry.things).flat_map(|thing| thing.words.clone()).collect()
}

fn part(entry: &Entry) -> Part {
    let mut words = words_of(std::slice::from_ref(entry));
    // What looks like a number of pieces is a name here.
    let counts = entry.things.iter().filter_map(|thing| Some((thing.count?, thing.span)));
    words.extend(counts.map(|(count, span)| Word { text: format!("x{count}"), span, kind: WordKind::Ident }));
    Part { name: entry.label.clone(), words, span: entry.span }
}

/// The steps inside a scope, in order.
fn steps_in<'m>(builder: &'m GameBuilder, scope: &SetupScope) -> &'m [StepId] {
    match (scope.step, builder.game.scopes[scope.scope.at()].kind) {
        (Some(step), _) => match &builder.game.steps[step.at()].body {
            Body::Steps(children) => children,
            _ => &[],
        },
        (None, ScopeKind::Sequence(id)) => &builder.game.sequences[id.at()].steps,
        _ => &[],
    }
}

fn read_line(
    builder: &mut GameBuilder,
    left: &[Word],
    parts: Vec<Part>,
    span: Span,
    into: &mut UnderWay,
    next: &mut Option<u16>,
) {
    let texts: Vec<&str> = left.iter().map(|word| word.text.as_str()).collect();
    match texts.as_slice() {
        ["unsettled"] if parts.is_empty() => into.unsettled = true,
        ["next"] => {
            let steps = builder.game.sequence.clone();
            *next = only(builder, &parts, span).and_then(|word| read_next(builder, &word, &steps));
        }
        ["spent", _, "of", _] => read_spent(builder, left, &parts, into),
        ["left", _] | ["left", _, "of", _] => read_left(builder, left, &parts, span, into),
        [kind @ ("sequence" | "offer" | "waiting"), _] => read_scope(builder, kind, &left[1], None, parts, span, into),
        [kind @ ("sequence" | "offer" | "waiting"), _, "of", _] => {
            let side = side_of(builder, &left[3]);
            read_scope(builder, kind, &left[1], side, parts, span, into);
        }
        [_] => read_scope(builder, "step", &left[0], None, parts, span, into),
        [_, "of", _] => {
            let side = side_of(builder, &left[2]);
            read_scope(builder, "step", &left[0], side, parts, span, into);
        }
        _ => builder.report(
            error::unfit("this says nothing of what is under way", span)
                .help("write `STEP of SIDE: …`, `sequence NAME: …`, `offer NAME: …` or `spent PURSE of SIDE: …`"),
        ),
    }
}

/// The word of a line that has one.
fn only(builder: &mut GameBuilder, parts: &[Part], span: Span) -> Option<Word> {
    match parts {
        [Part { name: None, words, .. }] if words.len() == 1 => words.first().cloned(),
        _ => {
            builder.report(error::unfit("expected one word after the colon", span));
            None
        }
    }
}

/// The place of a step among others; `none` is the place behind the last.
fn read_next(builder: &mut GameBuilder, word: &Word, steps: &[StepId]) -> Option<u16> {
    if word.text == "none" {
        return Some(steps.len() as u16);
    }
    let spelt = plain(&word.text);
    let found = steps.iter().position(|step| builder.game.steps[step.at()].name == spelt);
    if found.is_none() {
        let names = steps.iter().map(|step| builder.game.steps[step.at()].name.as_str());
        builder.report(error::unknown("step here", word, names));
    }
    found.map(|at| at as u16)
}

fn read_scope(
    builder: &mut GameBuilder,
    kind: &str,
    name: &Word,
    side: Option<u16>,
    parts: Vec<Part>,
    span: Span,
    into: &mut UnderWay,
) {
    let spelt = plain(&name.text);
    let game = &builder.game;
    let (what, found, known): (&str, Option<SetupScope>, Vec<String>) = match kind {
        "step" => {
            let at = named(&game.steps, &name.text);
            let known = game.steps.iter().map(|step| step.name.clone()).collect();
            ("step", at.map(|at| scope_of(game.steps[at.at()].scope, side, Some(at), None)), known)
        }
        "offer" => {
            let keys: Vec<String> = (0..game.offers.len()).map(|at| game.offer_key(OfferId(at as u16))).collect();
            let at = keys.iter().position(|key| plain(key) == spelt).map(|at| OfferId(at as u16));
            let scope = |at: OfferId| match game.offers[at.at()].card {
                Some(_) => game.builtin.resolve,
                None => game.offers[at.at()].scope,
            };
            ("offer", at.map(|at| scope_of(scope(at), side, None, Some(at))), keys)
        }
        _ => {
            let scopes = game.sequences.iter().map(|sequence| sequence.scope);
            let scope = scopes.clone().find(|scope| game.scopes[scope.at()].name == spelt);
            let known = scopes.map(|scope| game.scopes[scope.at()].name.clone()).collect();
            ("sequence", scope.map(|scope| scope_of(scope, side, None, None)), known)
        }
    };
    let Some(mut scope) = found else {
        builder.report(error::unknown(what, name, &known));
        return;
    };
    scope.waits = kind == "waiting";
    if scope.waits {
        (scope.phase, scope.cursor) = (Phase::Enter, 0);
    }
    prepare(builder, &mut scope);
    for part in parts {
        read_part(builder, &mut scope, &part);
    }
    if let Some(at) = missing(builder, &scope) {
        let name = builder.game.scopes[scope.scope.at()].params[at].name.clone();
        builder.report(error::needs((&name, span), "a value, as in `NAME = VALUE`"));
    }
    into.scopes.push(scope);
}

/// A scope as it runs if nothing more is said of it.
fn scope_of(scope: ScopeId, side: Option<u16>, step: Option<StepId>, offer: Option<OfferId>) -> SetupScope {
    let (phase, cursor) = if offer.is_some() { (Phase::After, 0) } else { INSIDE };
    SetupScope { scope, side, step, offer, phase, cursor, count: i64::from(step.is_some()), ..SetupScope::default() }
}

/// The place of the slot in which a play has its card.
fn own_card(builder: &GameBuilder, scope: &SetupScope) -> Option<(u16, u16)> {
    builder.game.offers[scope.offer?.at()].card
}

/// Puts in what a scope has by its nature.
fn prepare(builder: &GameBuilder, scope: &mut SetupScope) {
    let game = &builder.game;
    let nothing = Given::Value(Value::None);
    if let Some(step) = scope.step.map(|step| &game.steps[step.at()]) {
        let by_side = matches!(step.repeat, Repeat::Sides { .. } | Repeat::Alternate { .. } | Repeat::AllSides);
        if let Some(side) = scope.side.filter(|_| by_side) {
            scope.params = vec![Given::Value(Value::Ref(Ref::side(side)))];
        }
        if matches!(step.body, Body::Actions { .. }) {
            (scope.phase, scope.cursor) = (Phase::Act, 0);
        }
    } else if let Some(offer) = scope.offer {
        let item = &game.offers[offer.at()];
        let count = game.scopes[item.scope.at()].params.len().max(usize::from(item.locals));
        scope.locals = vec![nothing; count];
        if let Some((card, slot)) = item.card {
            let card =
                game.cards.iter().position(|one| one.def == card && one.side.is_none_or(|own| Some(own) == scope.side));
            if let (Some(card), Some(place)) = (card, scope.locals.get_mut(usize::from(slot))) {
                *place = Given::Value(Value::Ref(Ref::card(card as u16)));
            }
        }
    } else {
        let item = &game.scopes[scope.scope.at()];
        let own = if scope.waits { 0 } else { item.own.len() };
        scope.params = vec![nothing; item.params.len() + own];
    }
}

/// A parameter of a sequence that must have a value and has none.
fn missing(builder: &GameBuilder, scope: &SetupScope) -> Option<usize> {
    let item = &builder.game.scopes[scope.scope.at()];
    let needed = item.params.iter().take(if item.is_sequence() { item.params.len() } else { 0 });
    needed.enumerate().find_map(|(at, param)| {
        let empty = scope.params.get(at) == Some(&Given::Value(Value::None));
        (empty && !param.ty.is_optional() && param.ty != Type::Any).then_some(at)
    })
}

fn read_part(builder: &mut GameBuilder, scope: &mut SetupScope, part: &Part) {
    if let Some(name) = &part.name {
        return read_value(builder, scope, name, part);
    }
    let Some((first, rest)) = part.words.split_first() else { return };
    let number = |rest: &[Word]| match rest {
        [] => Some(0),
        [word] => word.as_int(),
        _ => None,
    };
    let count = number(rest).and_then(|count| u16::try_from(count).ok());
    let comes = match (first.text.as_str(), count) {
        ("enters", Some(0)) => Some((Phase::Enter, 0)),
        ("turns", Some(0)) => Some((Phase::Turn, 0)),
        ("before", Some(count)) => Some((Phase::Before, count)),
        ("does", Some(0)) => Some((Phase::Body, 0)),
        ("inside", Some(0)) => Some(INSIDE),
        ("acts", Some(0)) => Some((Phase::Act, 0)),
        ("after", Some(count)) => Some((Phase::After, count)),
        ("inline", Some(0)) => Some((Phase::Inline, 0)),
        _ => None,
    };
    if let Some(comes) = comes {
        (scope.phase, scope.cursor) = comes;
        return;
    }
    match (first.text.as_str(), rest) {
        ("next", [word]) => {
            let steps = steps_in(builder, scope).to_vec();
            if let Some(at) = read_next(builder, word, &steps) {
                (scope.phase, scope.cursor) = (Phase::Children, at);
            }
        }
        ("begun", [word]) => match word.as_int() {
            Some(count) => scope.count = count,
            None => builder.report(error::wrong_value(word, "a number, as in `begun 3`")),
        },
        ("cancelled", []) => scope.cancelled = true,
        ("first", [word]) => {
            if let Some(side) = side_of(builder, word) {
                scope.locals = vec![Given::Value(Value::Ref(Ref::side(side)))];
            }
        }
        ("with", words) if !words.is_empty() => {
            let Some(domain) = members(builder, scope) else {
                builder.report(error::too_much(("with", part.span), "this step runs for nothing in particular"));
                return;
            };
            let ty = Type::One(domain, true);
            scope.params = read_given(builder, words, ty, part.span).into_iter().collect();
        }
        ("done", words) if !words.is_empty() => {
            let Some(domain) = members(builder, scope) else {
                builder.report(error::too_much(("done", part.span), "this has no turns of members"));
                return;
            };
            scope.done = read_given(builder, words, Type::Set(domain), part.span);
        }
        ("used", [word, thing @ ..]) => {
            let spelt = plain(&word.text);
            let keys: Vec<String> =
                (0..builder.game.offers.len()).map(|at| builder.game.offer_key(OfferId(at as u16))).collect();
            let Some(offer) = keys.iter().position(|key| plain(key) == spelt).map(|at| OfferId(at as u16)) else {
                builder.report(error::unknown("offer", word, &keys));
                return;
            };
            let item = &builder.game.offers[offer.at()];
            let slot = item.once.iter().flatten().next().copied();
            let ty = slot.and_then(|slot| {
                builder.game.scopes[item.scope.at()].params.get(usize::from(slot)).map(|param| param.ty)
            });
            let given = match (thing, ty) {
                ([], _) => None,
                (words, Some(ty)) => match read_given(builder, words, ty, part.span) {
                    Some(given) => Some(given),
                    None => return,
                },
                ([more, ..], None) => {
                    builder.report(error::too_much(more, "this offer is once for nothing in particular"));
                    return;
                }
            };
            scope.used.push((offer, given));
        }
        _ => {
            let known =
                ["enters", "turns", "before", "does", "inside", "next", "acts", "after", "begun", "done", "used"];
            let more = ["with", "first", "cancelled"];
            builder.report(error::unknown("word for what is under way", first, known.into_iter().chain(more)));
        }
    }
}

/// What takes turns in a step.
fn members(builder: &GameBuilder, scope: &SetupScope) -> Option<Domain> {
    match &builder.game.steps[scope.step?.at()].repeat {
        Repeat::Sides { .. } | Repeat::Alternate { .. } | Repeat::AllSides => Some(Domain::Side),
        Repeat::Members { of, .. } => of.ty.domain(),
        Repeat::Once | Repeat::Count { .. } => None,
    }
}

/// `army = Charles`: a parameter, a variable of the run, or what was chosen for an offer.
fn read_value(builder: &mut GameBuilder, scope: &mut SetupScope, name: &Name, part: &Part) {
    let spelt = plain(&name.text);
    let of = scope.offer.map_or(scope.scope, |offer| builder.game.offers[offer.at()].scope);
    let item = &builder.game.scopes[of.at()];
    let found = if scope.step.is_some() { None } else { item.member(&spelt) };
    let Some((at, ty)) = found else {
        let params = item.params.iter().map(|param| param.name.clone());
        let names: Vec<String> = params.chain(item.own.iter().map(|own| own.name.clone())).collect();
        builder.report(error::unknown("parameter or variable of this", name, &names));
        return;
    };
    if own_card(builder, scope).is_some_and(|(_, slot)| slot == at) {
        builder.report(error::too_much(name, "the card is known"));
        return;
    }
    let ty = match ty {
        Type::Flag => Type::Flag,
        Type::One(domain, _) => Type::One(domain, true),
        Type::Int(_) => Type::Int(true),
        Type::Half(_) => Type::Half(true),
        other => other,
    };
    let Some(given) = read_given(builder, &part.words, ty, part.span) else { return };
    let values = if scope.offer.is_some() { &mut scope.locals } else { &mut scope.params };
    match values.get_mut(usize::from(at)) {
        Some(place) => *place = given,
        None => builder.report(error::too_much(name, "it has not begun, so it has no variables")),
    }
}

/// `spent command of French: 2 source reserve from KT1 for MA1, 1`
fn read_spent(builder: &mut GameBuilder, left: &[Word], parts: &[Part], into: &mut UnderWay) {
    let Some(purse) = builder.known("purse", &left[1], |game| &game.purses) else { return };
    let Some(side) = side_of(builder, &left[3]) else { return };
    for part in parts {
        let Some((first, rest)) = part.words.split_first() else { continue };
        let Some(amount) = first.as_int().and_then(|amount| i32::try_from(amount).ok()) else {
            builder.report(error::wrong_value(first, "an amount, as in `2 for MA1`"));
            continue;
        };
        let mut spent = SetupSpent { purse, side, source: 0, giver: None, payee: None, amount };
        for pair in rest.chunks(2) {
            let (key, word) = (&pair[0], pair.get(1));
            match (key.text.as_str(), word) {
                ("source", Some(word)) => {
                    let source = builder.known("source of this purse", word, |game| &game.purses[purse.at()].sources);
                    spent.source = source.unwrap_or(0) as u8;
                }
                ("from", Some(word)) => spent.giver = Some(thing(builder, word)),
                ("for", Some(word)) => spent.payee = Some(thing(builder, word)),
                _ => builder.report(error::unknown("word here", key, ["source", "from", "for"])),
            }
        }
        into.spent.push(spent);
    }
}

/// A side, space, card or value of a list by its name; whatever has none of these names is the label of a piece.
fn thing(builder: &GameBuilder, word: &Word) -> Given {
    let lists = (0..builder.game.lists.len()).map(|list| Domain::List(list as u16));
    let domains = [Domain::Side, Domain::Space, Domain::Card].into_iter().chain(lists);
    let found = domains.into_iter().find_map(|domain| value::thing_named(builder, domain, &word.text));
    found.map_or_else(|| Given::Piece(plain(&word.text)), |thing| Given::Value(Value::Ref(thing)))
}

/// `left Oath of French: 2`: how often the scope of a card in force must still end.
fn read_left(builder: &mut GameBuilder, left: &[Word], parts: &[Part], span: Span, into: &mut UnderWay) {
    let side = match left.get(3) {
        Some(word) => match side_of(builder, word) {
            Some(side) => Some(side),
            None => return,
        },
        None => None,
    };
    let Some(card) = card_of(builder, &left[1]) else { return };
    let Some(word) = only(builder, parts, span) else { return };
    match word.as_int().and_then(|count| u16::try_from(count).ok()) {
        Some(count) => into.left.push((card, side, count)),
        None => builder.report(error::wrong_value(&word, "a number, as in `left Oath: 2`")),
    }
}
