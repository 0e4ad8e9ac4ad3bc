//! Prices of offers: amount and purse.

use crate::model::clause::Base;
use crate::model::game::Param;
use crate::model::id::{Domain, PurseId};
use crate::model::node::Node;
use crate::model::offer::Pays;
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast::{self, ExprText};

use super::super::builder::{Frame, GameBuilder};
use super::super::error;
use super::super::purse::{payers, purse_named};
use super::super::quantity::{add_quantity, whole_only};
use super::PendingOffer;
use super::slots::slot_named;

/// Fills in the prices. A member gives the amount; the purse comes from the member, or else from its family or deck.
pub(super) fn fill_price(
    builder: &mut GameBuilder,
    offer: &PendingOffer,
    frame: &mut Frame,
    own: &[&ast::Pays],
    shared: &[&ast::Pays],
) {
    let shared: Vec<&ast::Pays> = shared.iter().copied().chain(offer.deck_pays).collect();
    let lines: Vec<(&ast::Pays, Option<&ast::Pays>)> = if own.is_empty() {
        shared.iter().map(|line| (*line, None)).collect()
    } else {
        own.iter().map(|line| (*line, shared.first().copied())).collect()
    };
    for (line, above) in lines {
        builder.cites(&line.cites);
        let (amount, purse) = amount_and_purse(builder, frame, line);
        let (above_amount, above_purse) = match above {
            Some(above) => amount_and_purse(builder, frame, above),
            None => (None, None),
        };
        let Some(purse) = purse.or(above_purse) else {
            let names = payers(builder, &PAYERS);
            // If a member takes the purse from its family, an error belongs to the family's line.
            let line = if line.purse.is_none() { above.unwrap_or(line) } else { line };
            let span = line.purse.as_ref().map_or(line.amount.span, |purse| purse.span);
            let text = line.purse.as_ref().map_or(line.amount.text.as_str(), |purse| purse.text.as_str());
            let problem = match line.purse {
                None if text.bytes().all(|sign| sign.is_ascii_digit()) => {
                    error::unfit(&format!("`pays {text}` needs a purse"), span)
                        .help(format!("write `pays {text} PURSE`"))
                }
                _ => error::unknown("purse to pay from", (text, span), &names),
            };
            builder.report(problem);
            builder.unpaid = true;
            continue;
        };
        let to = line.to.as_ref().and_then(|to| receiver(builder, frame, purse, to));
        let params = builder.game.scopes[builder.game.offers[offer.id.at()].scope.at()].params.clone();
        let shown = builder.game.offers[offer.id.at()].title.clone();
        let cost = add_quantity(builder, "", format!("cost of {shown}"), params.clone(), line.amount.span);
        let name = builder.game.offers[offer.id.at()].name.clone();
        builder.game.quantities[cost.at()].name = format!("cost of {name}");
        builder.game.quantities[cost.at()].halves = builder.game.purses[purse.at()].halves;
        let is_family = builder.game.offers[offer.id.at()].is_family;
        if amount.or(above_amount).is_none() && !is_family {
            let name = builder.sources.text(line.amount.span).to_owned();
            let problem = error::unfit(&format!("`pays {name}` needs an amount"), line.amount.span);
            builder.report(problem.help(format!("write `pays 1 {name}`")));
        }
        if let Some(amount) = amount.or(above_amount) {
            let base = builder.expression(frame, amount, Some(Type::Int(true)));
            whole_only(builder, cost, &base, amount);
            builder.game.quantities[cost.at()].base = Base::Node(base);
        }
        builder.game.quantities[cost.at()].locals = frame.needed;
        let cites = builder.game.offers[offer.id.at()].cites.clone();
        builder.game.quantities[cost.at()].cites = cites;
        let each = line.each.as_ref().and_then(|name| slot_named(builder, frame, name));
        let is_piece = |param: &Param| matches!(param.ty, Type::One(Domain::Piece, _));
        let payee = params.iter().position(is_piece).map(|slot| slot as u16);
        builder.game.offers[offer.id.at()].pays.push(Pays { purse, cost, each, payee, to });
    }
}

/// What may pay for an offer.
const PAYERS: [Domain; 2] = [Domain::Side, Domain::Piece];

/// Who gets what is paid: a side, or a piece, as the purse belongs to one.
fn receiver(builder: &mut GameBuilder, frame: &mut Frame, purse: PurseId, to: &ExprText) -> Option<Node> {
    let paying = &builder.game.purses[purse.at()];
    let (name, subject) = (paying.name.clone(), paying.subject.unwrap_or(Domain::Side));
    if paying.var.is_none() {
        let text = format!("the purse `{name}` cannot pay a side or a piece: only a variable can receive points");
        let problem = error::unfit(&text, to.span).help("pay from a variable: `side var NAME: int`");
        builder.report(problem);
        return None;
    }
    Some(builder.expression(frame, to, Some(Type::One(subject, true))))
}

/// `pays command` names a purse alone, `pays 1` an amount alone, `pays 1 command` both.
fn amount_and_purse<'a>(
    builder: &mut GameBuilder,
    frame: &Frame,
    line: &'a ast::Pays,
) -> (Option<&'a ExprText>, Option<PurseId>) {
    match &line.purse {
        Some(name) => (Some(&line.amount), purse_named(builder, &name.text, &PAYERS)),
        None => {
            // A parameter of this name is the amount.
            let local = |name: &str| frame.locals.iter().any(|local| local.name == plain(name));
            let alone = line.amount.as_name().filter(|name| !local(&name.text));
            match alone.and_then(|name| purse_named(builder, &name.text, &PAYERS)) {
                Some(found) => (None, Some(found)),
                None => (Some(&line.amount), None),
            }
        }
    }
}
