//! Guards of clauses: the bearer, the phrase, and the scope, condition and reading required; and whether a clause fits
//! given parameters.

use crate::diagnostic::words;
use crate::model::clause::{Bearer, Chosen, Guard};
use crate::model::game::Param;
use crate::model::id::{Domain, VarId};
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, Amount, Clause, ClauseKind};

use super::super::builder::{Frame, GameBuilder};
use super::super::env::Local;
use super::super::free::free_names;
use super::super::phrase;
use super::super::state::scope_named;
use super::super::subject;
use super::super::visible::concerns;
use super::home::{Home, Placed, home_name, scopes_of_home};

/// The place and the reason if no parameter can bear a clause.
pub(super) type Refused = (Span, String);

/// All expressions in a clause, for checking whether their names are known.
fn texts(clause: &Clause) -> Vec<&str> {
    let amount = match &clause.kind {
        ClauseKind::Modify(modify) => match &modify.amount {
            Amount::By(value)
            | Amount::AtLeast(value)
            | Amount::AtMost(value)
            | Amount::NeverBelow(value)
            | Amount::Exactly { value, .. } => Some(value),
            Amount::Halved(_) | Amount::Doubled => None,
        },
        _ => None,
    };
    amount.into_iter().chain(&clause.tail.when).map(|text| text.text.as_str()).collect()
}

/// True if a clause fits something with these parameters.
pub(super) fn fits(builder: &GameBuilder, placed: Placed, frame: &Frame) -> bool {
    let mut names: Vec<&str> = frame.locals.iter().map(|local| local.name.as_str()).collect();
    names.extend(home_name(builder, placed.home));
    let during: Vec<String> = during_names(builder, &placed.clause.tail);
    names.extend(during.iter().map(String::as_str));
    let inner = scopes_of_home(builder, placed.home);
    let inner: Vec<String> = inner
        .iter()
        .flat_map(|scope| builder.game.scopes[scope.at()].params.iter().map(|param| param.name.clone()))
        .collect();
    names.extend(inner.iter().map(String::as_str));
    texts(placed.clause).into_iter().all(|text| concerns(builder, &names, text))
        && placed.clause.tail.at.iter().any(|name| frame.slot(&plain(&name.text)).is_some())
            != placed.clause.tail.at.is_empty()
}

fn during_names(builder: &GameBuilder, tail: &ast::Tail) -> Vec<String> {
    let scope = tail.during.as_ref().and_then(|path| builder.scopes.get(&plain(&path.names.last()?.text)));
    scope.map_or(Vec::new(), |scope| {
        builder.game.scopes[scope.at()].params.iter().map(|param| param.name.clone()).collect()
    })
}

/// The bearer of a clause at its target, or the reason if no parameter can bear it.
pub(super) fn bearer(
    builder: &mut GameBuilder,
    placed: Placed,
    frame: &Frame,
    verb: Option<u16>,
) -> Result<Bearer, Refused> {
    let tail = &placed.clause.tail;
    let named: Vec<u16> = tail.at.iter().filter_map(|name| frame.slot(&plain(&name.text))).collect();
    if let Some(name) = tail.at.first().filter(|_| named.is_empty()) {
        let known: Vec<&str> =
            frame.locals.iter().map(|local| local.name.as_str()).filter(|name| !name.is_empty()).collect();
        return Err((name.span, format!("no parameter `{}` here; there are {}", name.text, words::all_of(&known))));
    }
    if let Home::Var(var) = placed.home
        && let Some((name, subject)) = not_a_bearer(builder, var, frame, &tail.at)
    {
        return Err((name.span, format!("`{}` is no {subject}, and cannot be in a {subject}", name.text)));
    }
    let first = |domains: &[Domain]| {
        let fits = |local: &Local| local.ty.domain().is_some_and(|domain| domains.contains(&domain));
        frame.locals.iter().position(fits).map(|slot| slot as u16)
    };
    let slots = |domains: &[Domain]| {
        if named.is_empty() { first(domains).into_iter().collect::<Vec<u16>>() } else { named.clone() }
    };
    let nobody = |what: &str| Err((placed.clause.keyword, format!("nothing here can be {what}")));
    match placed.home {
        Home::Var(var) => match builder.game.vars[var.at()].subject {
            Domain::Game => Ok(Bearer::Game(var)),
            Domain::Side => {
                let slot =
                    named.first().copied().or_else(|| first(&[Domain::Side])).or_else(|| first(&[Domain::Piece]));
                Ok(Bearer::SideFlag { var, slot })
            }
            Domain::Space => {
                let slots = match verb {
                    Some(place) if named.is_empty() => vec![place],
                    _ => slots(&[Domain::Space, Domain::Piece]),
                };
                if slots.is_empty() { nobody("in a space") } else { Ok(Bearer::Var { var, slots }) }
            }
            subject => {
                let slots = slots(&[subject]);
                if slots.is_empty() { nobody("the bearer") } else { Ok(Bearer::Var { var, slots }) }
            }
        },
        Home::Kind(kind) => match slots(&[Domain::Piece]).first() {
            Some(&slot) => Ok(Bearer::Kind { kind, slot }),
            None => nobody("a piece"),
        },
        Home::Card(def) => Ok(Bearer::Card(def)),
        // A clause on something done with a card concerns the cards of this deck; any other holds while one of them is
        // at work.
        Home::Deck(deck) => {
            // A play may also name a card that it answers.
            let own = frame.slot("card").filter(|slot| frame.locals[*slot as usize].ty.domain() == Some(Domain::Card));
            let slot = own.or_else(|| slots(&[Domain::Card]).first().copied());
            Ok(slot.map_or(Bearer::Deck(deck), |slot| Bearer::OfDeck { deck, slot }))
        }
        Home::Top | Home::Quantity(_) | Home::May(_) | Home::Offer(_) | Home::Walk(_) => match tail.at.first() {
            Some(name) => {
                Err((name.span, "`at` says which parameter bears the clause, and this clause has no bearer".to_owned()))
            }
            None => Ok(Bearer::Always),
        },
    }
}

/// The guard of a clause. The bearer's name is bound if the text uses it.
pub(super) fn guard(
    builder: &mut GameBuilder,
    placed: Placed,
    frame: &mut Frame,
    bearer: Bearer,
    report: bool,
) -> Option<Guard> {
    let tail = &placed.clause.tail;
    let during = tail.during.as_ref().and_then(|path| scope_named(builder, path));
    frame.scopes.extend(scopes_of_home(builder, placed.home));
    frame.scopes.extend(during);
    let params: Vec<Param> = frame.locals.iter().map(Param::from).collect();
    let phrase = match &tail.phrase {
        Some(phrase) => Some(phrase::resolve(builder, phrase, &params, frame.acts, report)?),
        None => None,
    };
    let bearer_slot = bind_bearer(builder, placed, frame, &bearer);
    let (chosen, _) = bind_chosen(builder, placed, frame, "");
    let when = tail.when.as_ref().map(|when| builder.expression(frame, when, Some(Type::Flag)));
    let under = subject::under(builder, tail.under.as_ref());
    Some(Guard { bearer, bearer_slot, chosen, phrase, during, when, under, exceptions: Vec::new(), cites: Vec::new() })
}

/// A parameter behind `at` that is neither a space nor a piece, at a terrain or another flag of spaces.
fn not_a_bearer<'n>(
    builder: &GameBuilder,
    var: VarId,
    frame: &Frame,
    names: &'n [ast::Name],
) -> Option<(&'n ast::Name, &'static str)> {
    if builder.game.vars[var.at()].subject != Domain::Space {
        return None;
    }
    let wrong = |name: &&ast::Name| {
        let local = frame.slot(&plain(&name.text)).and_then(|slot| frame.locals.get(usize::from(slot)));
        local.is_some_and(|local| match local.ty {
            Type::Int(_) | Type::Half(_) | Type::Flag | Type::Text | Type::Dice => true,
            Type::One(domain, _) | Type::Set(domain) => matches!(
                domain,
                Domain::Side | Domain::Kind | Domain::Card | Domain::Mode | Domain::Direction | Domain::Number
            ),
            _ => false,
        })
    };
    names.iter().find(wrong).map(|name| (name, "space"))
}

fn bind_bearer(builder: &GameBuilder, placed: Placed, frame: &mut Frame, bearer: &Bearer) -> Option<u16> {
    let name = home_name(builder, placed.home)?;
    let said = texts(placed.clause).into_iter().any(|text| free_names(text).contains(&name));
    let reason = placed.clause.tail.because.as_ref().is_some_and(|because| because.raw.contains(name));
    if !(said || reason) || frame.slot(name).is_some() {
        return None;
    }
    let domain = match bearer {
        Bearer::Card(_) | Bearer::Deck(_) | Bearer::OfDeck { .. } => Domain::Card,
        Bearer::Kind { .. } => Domain::Piece,
        Bearer::SideFlag { .. } => Domain::Side,
        Bearer::Var { var, .. } => builder.game.vars[var.at()].subject,
        Bearer::Always | Bearer::Game(_) => return None,
    };
    Some(frame.push(&Param::new(name, Type::One(domain, false))))
}

/// Binds what was chosen for a card and is named in its clause or in this script. Returns also the parameters.
pub(super) fn bind_chosen(
    builder: &GameBuilder,
    placed: Placed,
    frame: &mut Frame,
    script: &str,
) -> (Vec<Chosen>, Vec<Param>) {
    let mut names = free_names(script);
    names.extend(texts(placed.clause).into_iter().flat_map(free_names));
    let because = placed.clause.tail.because.as_ref().map_or("", |because| because.raw.as_str());
    let (mut chosen, mut params): (Vec<Chosen>, Vec<Param>) = (Vec::new(), Vec::new());
    for scope in scopes_of_home(builder, placed.home) {
        let ScopeKind::Offer(play) = builder.game.scopes[scope.at()].kind else { continue };
        for (at, param) in builder.game.scopes[scope.at()].params.iter().enumerate() {
            let named = names.contains(&param.name.as_str()) || because.contains(&param.name);
            if let Some(known) = params.iter().position(|other| other.name == param.name) {
                chosen[known].of.push((play, at as u16));
            } else if named && !param.name.is_empty() && frame.slot(&param.name).is_none() && param.name != "card" {
                chosen.push(Chosen { slot: frame.push(param), of: vec![(play, at as u16)] });
                params.push(param.clone());
            }
        }
    }
    (chosen, params)
}

/// The guard of a replacement, which is at top level.
pub(crate) fn guard_of_replacement(builder: &mut GameBuilder, frame: &mut Frame, guard: &ast::Guard) -> Guard {
    let params: Vec<Param> = frame.locals.iter().map(Param::from).collect();
    let phrase = guard.phrase.as_ref().and_then(|phrase| phrase::resolve(builder, phrase, &params, true, true));
    let when = guard.when.as_ref().map(|when| builder.expression(frame, when, Some(Type::Flag)));
    let under = subject::under(builder, guard.under.as_ref());
    Guard { phrase, when, under, ..Guard::default() }
}
