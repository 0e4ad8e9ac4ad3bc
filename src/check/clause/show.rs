//! `show` and `hide`: the cards of zones, the identity of pieces, decisions, facts and variables.

use crate::model::game::{Param, Showing, Shown};
use crate::model::id::{Domain, FactId, VarId, ZoneId};
use crate::model::node::{Expr, Node};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain;
use crate::syntax::ast;

use super::super::builder::{Frame, GameBuilder};
use super::super::error;
use super::super::noun::noun_named;
use super::super::offer::action_named;
use super::guard::{bearer, guard};
use super::home::{Home, Placed, home_name};
use super::report_unhung;

/// Attaches a `show` or `hide`. For a zone the bearer is the first local, for `piece` the piece, for an action the side
/// that acts.
pub(super) fn hang_show(builder: &mut GameBuilder, placed: Placed, show: &ast::Show, shows: bool) {
    // What is hidden shows in no ledger and no refusal, but its sections are those of a rule.
    placed.cites(builder);
    let spelt = show.thing.names.last().map(|name| plain(&name.text)).unwrap_or_default();
    if show.thing.names.len() == 1 && spelt == "piece" {
        return hang_telling(builder, placed, show, shows, Shown::Piece);
    }
    // `side.plan` is a variable, even if an action is called so.
    let is_path = show.thing.names.len() > 1;
    if let Some(offer) = action_named(builder, &spelt).filter(|_| !is_path) {
        return hang_telling(builder, placed, show, shows, Shown::Offer(offer));
    }
    let zone = builder.game.zones.iter().position(|zone| zone.name == spelt && !is_path);
    let Some(zone) = zone else {
        if let Some(what) = secret_named(builder, placed, show) {
            if let Some(what) = what {
                hang_secret(builder, placed, show, shows, what);
            }
        } else {
            let zones = builder.game.zones.iter().map(|zone| zone.name.clone());
            let offers =
                builder.game.offers.iter().filter(|offer| offer.card.is_none()).map(|offer| offer.name.clone());
            let secrets = secrets(builder).into_iter().map(|secret| secret.1.to_owned());
            let names: Vec<String> = zones.chain(["piece".to_owned()]).chain(offers).chain(secrets).collect();
            let names = names.iter().map(String::as_str);
            let problem =
                error::unknown("zone, action, fact or variable", (&show.thing.text(), show.thing.span), names);
            // Pieces are hidden by `piece` and a phrase.
            let pieces =
                noun_named(builder, &spelt).filter(|(noun, _)| builder.game.nouns[noun.at()].domain == Domain::Piece);
            builder.report(problem.help_if(pieces.map(|_| match spelt.as_str() {
                "pieces" => "write `piece`".to_owned(),
                _ => format!("write `piece`, and `for {spelt}` after the sides"),
            })));
        }
        return;
    };
    // Local 0 is the bearer, or without one the side that owns the zone.
    let name = home_name(builder, placed.home).unwrap_or("side").to_owned();
    let domain = match placed.home {
        Home::Var(var) => builder.game.vars[var.at()].subject,
        Home::Kind(_) => Domain::Piece,
        Home::Card(_) | Home::Deck(_) => Domain::Card,
        _ => Domain::Side,
    };
    let mut frame = Frame::of(&[Param::new(name.clone(), Type::One(domain, false))]);
    let Ok(bears) = bearer(builder, placed, &frame, None) else { return };
    let Some(mut guard) = guard(builder, placed, &mut frame, bears, true) else { return };
    guard.bearer_slot = Some(0);
    let to = seats(builder, &mut frame, show, &name);
    let what = Shown::Zone(ZoneId(zone as u16));
    builder.game.showings.push(Showing { what, show: shows, to, guard, words: None, locals: frame.needed });
}

/// The facts and variables of the game, each with its name and whose it is.
fn secrets<'m>(builder: &'m GameBuilder<'_>) -> Vec<(Shown, &'m str, Domain)> {
    let facts = builder.game.facts.iter().zip(0..);
    let facts = facts.map(|(fact, at)| (Shown::Fact(FactId(at)), fact.name.as_str(), fact.subject));
    let vars = builder.game.vars.iter().zip(0..);
    facts.chain(vars.map(|(var, at)| (Shown::Var(VarId(at)), var.name.as_str(), var.subject))).collect()
}

/// The fact or variable that is meant, `strength` or `piece.strength`: where its name is that of several, the bearer's.
/// Nothing if none is called so, and nothing in it after a report.
fn secret_named(builder: &mut GameBuilder, placed: Placed, show: &ast::Show) -> Option<Option<Shown>> {
    let spelt = plain(&show.thing.names.last()?.text);
    let owner = match show.thing.names.as_slice() {
        [owner, _] => Some(plain(&owner.text)),
        [_] => None,
        _ => return None,
    };
    let named = secrets(builder).into_iter().filter(|(_, name, _)| *name == spelt);
    let named: Vec<(Shown, Domain)> = named.map(|(what, _, domain)| (what, domain)).collect();
    let whose = |domain: Domain| subject_word(domain).unwrap_or("list");
    let owned = named.iter().filter(|(_, domain)| owner.as_deref().is_none_or(|owner| owner == whose(*domain)));
    let mut meant: Vec<(Shown, Domain)> = owned.copied().collect();
    if meant.is_empty() {
        return None;
    }
    if meant.len() > 1 {
        let bearer = match placed.home {
            Home::Var(var) => Some(builder.game.vars[var.at()].subject),
            Home::Kind(_) => Some(Domain::Piece),
            _ => None,
        };
        if let Some(of_bearer) = meant.iter().find(|(_, domain)| Some(*domain) == bearer).copied() {
            meant = vec![of_bearer];
        }
    }
    let span = show.thing.span;
    let [(what, domain)] = meant[..] else {
        let all: Vec<String> = meant.iter().map(|(_, domain)| format!("{}.{spelt}", whose(*domain))).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        builder.report(error::several_secrets(&spelt, &all, span));
        return Some(None);
    };
    let is_hideable = subject_word(domain).is_some() && !(domain == Domain::Card && matches!(what, Shown::Fact(_)));
    if !is_hideable {
        builder.report(error::never_hidden(&spelt, domain == Domain::Card, span));
        return Some(None);
    }
    Some(Some(what))
}

/// What the rules call a thing whose facts and variables may be hidden.
fn subject_word(domain: Domain) -> Option<&'static str> {
    use Domain::{Card, Edge, Game, Piece, Side, Space};
    matches!(domain, Piece | Space | Side | Card | Game | Edge).then(|| domain.word())
}

/// For facts and variables: the thing is the first local, also where the clause stands in another item.
fn hang_secret(builder: &mut GameBuilder, placed: Placed, show: &ast::Show, shows: bool, what: Shown) {
    let domain = match what {
        Shown::Fact(fact) => builder.game.facts[fact.at()].subject,
        Shown::Var(var) => builder.game.vars[var.at()].subject,
        Shown::Zone(_) | Shown::Piece | Shown::Offer(_) => return,
    };
    hang(builder, placed, show, shows, what, (subject_word(domain).unwrap_or_default(), domain));
}

/// For pieces and decisions: the piece, or the side that decides, is the first local, also where the clause stands in
/// another item. The choices of an action follow.
fn hang_telling(builder: &mut GameBuilder, placed: Placed, show: &ast::Show, shows: bool, what: Shown) {
    let subject = if what == Shown::Piece { ("piece", Domain::Piece) } else { ("side", Domain::Side) };
    hang(builder, placed, show, shows, what, subject);
}

fn hang(
    builder: &mut GameBuilder,
    placed: Placed,
    show: &ast::Show,
    shows: bool,
    what: Shown,
    (name, domain): (&str, Domain),
) {
    let mut params = vec![Param::new(name, Type::One(domain, false))];
    if let Shown::Offer(offer) = what {
        let own = &builder.game.scopes[builder.game.offers[offer.at()].scope.at()].params;
        // Of a decision that is not known in full, a choice may be missing. `side` stays the side that decides.
        let called = |param: &Param| if param.name == name { String::new() } else { param.name.clone() };
        params.extend(own.iter().map(|one| Param { name: called(one), ty: one.ty.optional(), ..one.clone() }));
    }
    let mut frame = Frame::of(&params);
    let bears = match bearer(builder, placed, &frame, None) {
        Ok(bears) => bears,
        Err(refused) => return report_unhung(builder, placed, false, Some(refused), false),
    };
    let Some(guard) = guard(builder, placed, &mut frame, bears, true) else { return };
    let to = seats(builder, &mut frame, show, name);
    let words = placed.clause.tail.because.as_ref().map(|because| builder.text(&mut frame, because));
    builder.game.showings.push(Showing { what, show: shows, to, guard, words, locals: frame.needed });
}

/// The sides it is shown to or hidden from. `subject`: the thing that is shown or hidden.
fn seats(builder: &mut GameBuilder, frame: &mut Frame, show: &ast::Show, subject: &str) -> Node {
    let written = show.seats.text.trim();
    let own = match subject {
        "side" => Some("side"),
        "piece" => Some("piece.side"),
        "card" => Some("card.owner"),
        _ => None,
    };
    let help = own.map_or("`sides` are all".to_owned(), |own| {
        format!("`{own}` is its own side, `{own}.foe` the enemy, `sides` are all")
    });
    let mistake = || error::wrong_value((written, show.seats.span), "a side or several").help(help.as_str());
    // Alone, these words mean no side here, unless something is called so.
    let bound = frame.slot(written).is_some();
    let nameless = matches!(written, "foe" | "foes" | "enemy" | "opponent") && builder.names.get(written).is_empty();
    if !bound && (nameless || matches!(written, "side" | "theirs" | "mine")) {
        builder.report(mistake());
        return Node::new(Expr::Const(Value::None), Type::Any, show.seats.span);
    }
    let seats = builder.expression(frame, &show.seats, None);
    if !matches!(seats.ty, Type::Any | Type::EmptySet) && seats.ty.domain() != Some(Domain::Side) {
        builder.report(mistake());
    }
    seats
}
