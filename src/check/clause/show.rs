//! `show` and `hide`: the cards of zones, the identity of pieces, decisions.

use crate::model::game::{Param, Showing, Shown};
use crate::model::id::{Domain, ZoneId};
use crate::model::node::Node;
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast;

use super::super::error;
use super::super::maker::{Frame, Maker};
use super::super::offer::action_named;
use super::guard::{bearer, guard};
use super::home::{Home, Placed, home_name};
use super::report_unhung;

/// Attaches a `show` or `hide`. For a zone the bearer is the first local, for `piece` the piece, for an action the side
/// that acts.
pub(super) fn hang_show(maker: &mut Maker, placed: Placed, show: &ast::Show, shows: bool) {
    let spelt = show.thing.names.last().map(|name| plain(&name.text)).unwrap_or_default();
    if show.thing.names.len() == 1 && spelt == "piece" {
        return hang_telling(maker, placed, show, shows, Shown::Piece);
    }
    if let Some(offer) = action_named(maker, &spelt) {
        return hang_telling(maker, placed, show, shows, Shown::Offer(offer));
    }
    let zone = maker.game.zones.iter().position(|zone| zone.name == spelt);
    let Some(zone) = zone else {
        let known = maker.game.facts.iter().any(|fact| fact.name == spelt)
            || maker.game.vars.iter().any(|var| var.name == spelt);
        if known {
            maker.report(error::not_yet("showing or hiding a fact or variable", show.thing.span));
        } else {
            let zones = maker.game.zones.iter().map(|zone| zone.name.clone());
            let offers = maker.game.offers.iter().filter(|offer| offer.card.is_none()).map(|offer| offer.name.clone());
            let names: Vec<String> = zones.chain(["piece".to_owned()]).chain(offers).collect();
            let names = names.iter().map(String::as_str);
            maker.report(error::unknown("zone, piece or action", &show.thing.text(), show.thing.span, names));
        }
        return;
    };
    // Local 0 is the bearer, or without one the side that owns the zone.
    let name = home_name(maker, placed.home).unwrap_or("side");
    let domain = match placed.home {
        Home::Var(var) => maker.game.vars[var.at()].subject,
        Home::Kind(_) => Domain::Piece,
        Home::Card(_) | Home::Deck(_) => Domain::Card,
        _ => Domain::Side,
    };
    let mut frame = Frame::of(&[Param { name: name.to_owned(), noun: None, ty: Type::One(domain, false) }]);
    let Ok(bears) = bearer(maker, placed, &frame, None) else { return };
    let Some(mut guard) = guard(maker, placed, &mut frame, bears, true) else { return };
    guard.bearer_slot = Some(0);
    let to = seats(maker, &mut frame, show);
    let what = Shown::Zone(ZoneId(zone as u16));
    maker.game.showings.push(Showing { what, show: shows, to, guard, words: None, locals: frame.needed });
}

/// For pieces and decisions: the piece, or the side that decides, is the first local, whatever bears the clause.
fn hang_telling(maker: &mut Maker, placed: Placed, show: &ast::Show, shows: bool, what: Shown) {
    let (name, domain) = if what == Shown::Piece { ("piece", Domain::Piece) } else { ("side", Domain::Side) };
    let mut frame = Frame::of(&[Param { name: name.to_owned(), noun: None, ty: Type::One(domain, false) }]);
    let bears = match bearer(maker, placed, &frame, None) {
        Ok(bears) => bears,
        Err(refused) => return report_unhung(maker, placed, false, Some(refused), false),
    };
    let Some(guard) = guard(maker, placed, &mut frame, bears, true) else { return };
    let to = seats(maker, &mut frame, show);
    let words = placed.clause.tail.because.as_ref().map(|because| maker.text(&mut frame, because));
    maker.game.showings.push(Showing { what, show: shows, to, guard, words, locals: frame.needed });
}

/// The sides it is shown to or hidden from.
fn seats(maker: &mut Maker, frame: &mut Frame, show: &ast::Show) -> Node {
    let seats = maker.expression(frame, &show.seats, None);
    if !matches!(seats.ty, Type::Any | Type::EmptySet) && seats.ty.domain() != Some(Domain::Side) {
        maker.report(error::wrong_value(show.seats.text.trim(), show.seats.span, "a side or several"));
    }
    seats
}
