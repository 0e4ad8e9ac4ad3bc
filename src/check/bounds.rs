//! Lower bounds of quantities, from the text alone. With a known least price, offers a player cannot pay are skipped.

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::model::api::Api;
use crate::model::clause::{Base, How, Quantity};
use crate::model::game::Game;
use crate::model::node::{Expr, Node, Operator, Term};
use crate::model::value::Value;

use super::builder::GameBuilder;

/// Fills in the lower bound of every quantity. Each round resolves one level of dependencies between quantities. Bounds
/// deeper than three levels stay unknown.
pub(crate) fn fill_least(builder: &mut GameBuilder) {
    const ROUNDS: usize = 3;
    for _ in 0..ROUNDS {
        let game = &builder.game;
        let found: Vec<Option<i64>> = game.quantities.iter().map(|quantity| of_quantity(quantity, game)).collect();
        builder.game.quantities.iter_mut().zip(found).for_each(|(quantity, least)| quantity.least = least);
    }
}

/// Warns about prices that are below 0 for certain: such a price is no gain, it costs nothing.
pub(crate) fn report_below_zero(builder: &mut GameBuilder) {
    let game = &builder.game;
    let mut found = Vec::new();
    // A clause on a family concerns each member, and is reported once.
    let mut told = FxHashSet::default();
    for offer in &game.offers {
        for quantity in offer.pays.iter().filter_map(|pays| game.quantities.get(pays.cost.at())) {
            let Base::Node(base) = &quantity.base else { continue };
            let Some(amount) = constant(base) else { continue };
            let problem = |text: String, at: &Node| {
                Diagnostic::warning("price-below-zero", text).at(at.span, "what costs less than 0 costs nothing")
            };
            if amount < 0 {
                if told.insert(base.span) {
                    let text = format!("the price of `{}` is {amount}", offer.name);
                    found.push(problem(text, base).help("to give points, let the script add them to a variable"));
                }
                continue;
            }
            // Other changes may make up for this one, or limit it.
            let [modifier] = quantity.modifiers.as_slice() else { continue };
            let How::By(by) = &modifier.how else { continue };
            let Some(least) = constant(by).map(|by| amount.saturating_add(by)).filter(|least| *least < 0) else {
                continue;
            };
            if told.insert(by.span) {
                let text = format!("this makes the price of `{}` {least}: it is {amount} without it", offer.name);
                found.push(problem(text, by).help(match amount {
                    0 => "leave it out: the price is 0 without it".to_owned(),
                    _ => format!("`by -{amount}` makes it free"),
                }));
            }
        }
    }
    found.into_iter().for_each(|problem| builder.report(problem));
}

/// A number that is written as such.
fn constant(node: &Node) -> Option<i64> {
    match &node.expr {
        Expr::Const(Value::Int(number)) => Some(*number),
        Expr::Negative(of) => constant(of).and_then(i64::checked_neg),
        _ => None,
    }
}

fn of_quantity(quantity: &Quantity, game: &Game) -> Option<i64> {
    let mut least = match &quantity.base {
        Base::Node(node) => of_node(node, game)?,
        Base::Fact(_) | Base::Dice(_) => return None,
    };
    for modifier in &quantity.modifiers {
        // Each modifier may or may not apply.
        least = match &modifier.how {
            How::By(amount) => least.saturating_add(of_node(amount, game)?.min(0)),
            How::Halved(_) => least.min(least.div_euclid(2) + i64::from(least > 0 && least % 2 == 1)),
            How::Doubled => least.min(least.saturating_mul(2)),
            How::Exactly(amount, _) | How::AtMost(amount) => least.min(of_node(amount, game)?),
            How::AtLeast(_) | How::NeverBelow(_) => least,
        };
        if matches!(modifier.how, How::Halved(false)) {
            least = least.min(least.div_euclid(2));
        }
    }
    Some(least)
}

fn of_node(node: &Node, game: &Game) -> Option<i64> {
    match &node.expr {
        Expr::Const(Value::Int(n)) => Some(*n),
        Expr::If(_, yes, no) => Some(of_node(yes, game)?.min(of_node(no, game)?)),
        Expr::Switch { cases, otherwise, .. } => {
            cases.iter().try_fold(of_node(otherwise, game)?, |least, (_, body)| Some(least.min(of_node(body, game)?)))
        }
        Expr::Operate(Operator::Add, a, b) => of_node(a, game)?.checked_add(of_node(b, game)?),
        Expr::Operate(Operator::Multiply, a, b) => {
            let (a, b) = (of_node(a, game)?, of_node(b, game)?);
            if a >= 0 && b >= 0 { a.checked_mul(b) } else { None }
        }
        Expr::Quantity { quantity, .. } | Expr::Get { term: Term::Quantity(quantity), .. } => {
            game.quantities.get(quantity.at())?.least
        }
        Expr::Api { api, args } => match (api, args.as_slice()) {
            (Api::Count | Api::DiceCount, _) => Some(0),
            (Api::Max, [a, b]) => of_node(a, game).max(of_node(b, game)),
            (Api::Min, [a, b]) => Some(of_node(a, game)?.min(of_node(b, game)?)),
            _ => None,
        },
        _ => None,
    }
}
