//! Modifiers: the quantities and prices a `modify` names, and the change to each.

use crate::diagnostic::Diagnostic;
use crate::model::clause::{Bearer, How, Modifier, Stage};
use crate::model::game::WordForm;
use crate::model::id::{OfferId, QuantityId};
use crate::model::node::{Expr, Node, Term};
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, Amount, ModifyTarget, Rounding};

use super::super::builder::{Frame, GameBuilder};
use super::super::error;
use super::super::offer::{members, offers_named};
use super::super::quantity::whole_only;
use super::guard::{bearer, fits, guard};
use super::home::{Home, Placed};
use super::{Labelled, LabelledOn, labels, report_unhung};
use crate::model::names::named;

/// The quantities that a `modify` names, each with true if it may be skipped as one of many.
fn modified(builder: &mut GameBuilder, placed: Placed, modify: &ast::Modify) -> Vec<(QuantityId, bool)> {
    if modify.targets.is_empty() {
        return match placed.home {
            Home::Quantity(id) => vec![(id, false)],
            Home::Offer(offer) => costs(builder, offer),
            _ => {
                builder.report(error::unfit("`modify` needs the name of a quantity here", placed.clause.keyword));
                Vec::new()
            }
        };
    }
    let mut found = Vec::new();
    for target in &modify.targets {
        match target {
            ModifyTarget::Quantity(name) => match named(&builder.game.quantities, &name.text) {
                Some(id) => found.push((id, false)),
                None => {
                    let names = builder.game.quantities.iter().map(|quantity| quantity.name.as_str());
                    let problem = error::unknown("quantity", name, names);
                    let spelt = plain(&name.text);
                    let is_var = builder.game.vars.iter().any(|var| var.name == spelt);
                    let fact = builder.game.facts.iter().find(|fact| fact.name == spelt);
                    builder.report(if is_var {
                        problem.help(format!(
                            "`{spelt}` is a variable: assign it in a script, or declare a quantity for `modify`"
                        ))
                    } else if let Some(fact) = fact {
                        problem.help(format!(
                            "`{spelt}` is what is printed: declare `quantity {spelt}({}) {{ }}`, which begins with it",
                            fact.subject.word()
                        ))
                    } else if let Some(word) = builder.game.words.iter().find(|word| word.name == spelt) {
                        let params: Vec<&str> = word.params.iter().map(|param| param.name.as_str()).collect();
                        let (what, form) = match word.form {
                            WordForm::Is => ("condition", "is"),
                            WordForm::The => ("word", "the"),
                            WordForm::Set => ("set", "set"),
                        };
                        let call = format!("{spelt}({})", params.join(", "));
                        error::unfit(&format!("`{spelt}` is a {what}, and `modify` changes quantities"), name.span)
                            .help(format!("replace it: `replace {form} {call} when … = …`"))
                    } else if !offers_named(builder, &name.text).is_empty() {
                        problem.help(format!("its price is `cost of {spelt}`"))
                    } else {
                        problem
                    });
                }
            },
            ModifyTarget::CostOf(name) => {
                let offers = offers_named(builder, &name.text);
                if offers.is_empty() {
                    let names = builder.game.offers.iter().map(|offer| offer.name.as_str());
                    builder.report(error::unknown("offer or card", name, names));
                }
                let many = offers.len() > 1;
                for offer in &offers {
                    found.extend(costs(builder, *offer).into_iter().map(|(id, family)| (id, family || many)));
                }
                if !offers.is_empty() && found.is_empty() && !builder.unpaid {
                    builder.report(
                        Diagnostic::error("unknown-word", format!("`{}` costs nothing", name.text))
                            .at(name.span, "it has no `pays`"),
                    );
                }
            }
        }
    }
    found
}

/// The price of an offer, or of all members of a family, each with true if it belongs to a family.
fn costs(builder: &GameBuilder, offer: OfferId) -> Vec<(QuantityId, bool)> {
    let offers = &builder.game.offers;
    let family = offers[offer.at()].is_family;
    let pays = members(builder, offer).into_iter().flat_map(|member| &offers[member.at()].pays);
    pays.map(|pays| (pays.cost, family)).collect()
}

/// Attaches a `modify` to all quantities that it names.
pub(super) fn hang_modify(
    builder: &mut GameBuilder,
    placed: Placed,
    modify: &ast::Modify,
    labelled: &mut Vec<Labelled>,
) {
    let targets = modified(builder, placed, modify);
    // Amounts in halves stay in halves.
    let keeps_halves = !targets.is_empty() && targets.iter().all(|(id, _)| builder.game.quantities[id.at()].halves);
    if matches!(modify.amount, Amount::Halved(None)) && !keeps_halves {
        builder.report(
            Diagnostic::error("rounding-missing", "`halved` needs a direction of rounding")
                .at(halved_in(builder, placed.clause.span), "up or down?")
                .help("write `halved up` or `halved down`"),
        );
    }
    let mut refused = None;
    let mut hung = false;
    for &(quantity, one_of_many) in &targets {
        let mut frame = quantity_frame(builder, quantity);
        if one_of_many && !fits(builder, placed, &frame) {
            continue;
        }
        match bearer(builder, placed, &frame, None) {
            Ok(bearer) => {
                if hang_modifier(builder, placed, modify, quantity, &mut frame, bearer, !one_of_many, labelled) {
                    hung = true;
                }
            }
            Err(reason) => refused = Some(reason),
        }
    }
    report_unhung(builder, placed, hung || targets.is_empty(), refused, targets.iter().any(|(_, many)| *many));
}

/// Reports a choice or variable that may be none as the amount of a modifier: the whole number would be none. Where a
/// table or a quantity gives none, that is meant: the thing is not possible.
fn present_only(builder: &mut GameBuilder, placed: Placed, text: &ast::ExprText) {
    let amount = text.text.trim_start_matches(['+', '-', ' ']);
    let asked = placed.clause.tail.when.as_ref().is_some_and(|when| when.text.contains(amount));
    if !asked {
        builder.report(
            Diagnostic::error("may-be-absent", format!("`{amount}` may be `none`, and then so is the number"))
                .at(text.span, "may be `none`")
                .help(format!("write `{amount} ?? 0`, or `when {amount} != none`")),
        );
    }
}

/// Whether an expression is a choice or a variable, or the opposite number of one.
fn is_kept(node: &Node) -> bool {
    match &node.expr {
        Expr::Negative(inner) => is_kept(inner),
        Expr::Local(_) => true,
        Expr::Get { term: Term::Var(_), .. } | Expr::ScopeParam(..) => true,
        _ => false,
    }
}

/// Parameters and inner names of a quantity.
pub(super) fn quantity_frame(builder: &GameBuilder, quantity: QuantityId) -> Frame {
    Frame::known_or(builder.quantity_frames.get(&quantity), &builder.game.quantities[quantity.at()].params)
}

#[allow(clippy::too_many_arguments, reason = "the parts of one clause on one quantity")]
fn hang_modifier(
    builder: &mut GameBuilder,
    placed: Placed,
    modify: &ast::Modify,
    quantity: QuantityId,
    frame: &mut Frame,
    bearer: Bearer,
    report: bool,
    labelled: &mut Vec<Labelled>,
) -> bool {
    let Some(guard) = guard(builder, placed, frame, bearer, report) else { return report };
    let number = Some(Type::Int(true));
    let mut value = |builder: &mut GameBuilder, text: &ast::ExprText| -> Node {
        let node = builder.expression(frame, text, number);
        if report {
            whole_only(builder, quantity, &node, text);
        }
        if report && node.ty == Type::Int(true) && is_kept(&node) {
            present_only(builder, placed, text);
        }
        node
    };
    let (stage, how) = match &modify.amount {
        Amount::By(amount) => (Stage::By, How::By(value(builder, amount))),
        Amount::Halved(rounding) => (Stage::Scale, How::Halved(*rounding == Some(Rounding::Up))),
        Amount::Doubled => (Stage::Scale, How::Doubled),
        Amount::Exactly { value: amount, over } => {
            (Stage::Exactly, How::Exactly(value(builder, amount), over.as_ref().map(|over| plain(&over.text))))
        }
        Amount::AtLeast(amount) => (Stage::Limit, How::AtLeast(value(builder, amount))),
        Amount::AtMost(amount) => (Stage::Limit, How::AtMost(value(builder, amount))),
        Amount::NeverBelow(amount) => (Stage::NeverBelow, How::NeverBelow(value(builder, amount))),
    };
    let reason = placed.clause.tail.because.as_ref().map(|because| builder.text(frame, because));
    let cites = placed.cites(builder);
    let labels = labels(builder, placed);
    let slot = &mut builder.game.quantities[quantity.at()];
    slot.locals = slot.locals.max(frame.needed);
    labelled.push(Labelled { on: LabelledOn::Modifier(quantity, slot.modifiers.len()), labels: labels.clone() });
    slot.modifiers.push(Modifier {
        stage: if modify.base { Stage::Base } else { stage },
        how,
        guard,
        label: labels.into_iter().next(),
        reason,
        cites,
        span: placed.clause.span,
    });
    true
}

/// The word `halved` in a clause.
fn halved_in(builder: &GameBuilder, clause: Span) -> Span {
    let at = builder.sources.text(clause).find("halved");
    at.map_or(clause, |at| clause.part(at, "halved".len()))
}
