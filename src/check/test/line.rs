//! The lines of tests: what is played, what chance gives, what is expected.

use crate::diagnostic::Diagnostic;
use crate::model::game::{Param, Side};
use crate::model::id::{Domain, PurseId};
use crate::model::node::{Expr, Node};
use crate::model::outcome::Outcome;
use crate::model::setup::{Drawn, Given, Terms, TestLine};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, fold, plain};
use crate::syntax::ast::{self, TestLineKind};

use super::super::builder::{Frame, GameBuilder};
use super::super::deck::card_named;
use super::super::error;
use super::super::script::{ScriptPlace, add_script};
use super::super::subject::side_of;
use super::super::value::{self, halves};

/// A line of a test, unless it belongs to the position or to the beginning of play.
pub(super) fn test_line(
    builder: &mut GameBuilder,
    line: &TestLineKind,
    labels: &[Param],
    span: Span,
) -> Option<TestLine> {
    match line {
        TestLineKind::Given(_)
        | TestLineKind::GivenScenario(_)
        | TestLineKind::Cleared
        | TestLineKind::At { .. }
        | TestLineKind::Learn(_)
        | TestLineKind::Ruling { .. } => None,
        TestLineKind::Dice(groups) => {
            let (low, high) = builder.game.die;
            let (low, high) = builder.faces.map_or((low, high), |(least, most)| (least.min(low), most.max(high)));
            let mut faces = Vec::new();
            for group in groups {
                let mut rolled = Vec::new();
                for word in group {
                    match word.as_int() {
                        Some(face) if (low..=high).contains(&face) => rolled.push(face),
                        Some(face) => builder.report(error::out_of_range(face, word.span, low, high)),
                        None => builder.report(error::wrong_value(word, "a face of a die")),
                    }
                }
                faces.push(rolled);
            }
            Some(TestLine::Dice(faces, span))
        }
        TestLineKind::Draw(names) => {
            let drawn = names.iter().filter_map(|name| drawn(builder, name, labels)).collect();
            Some(TestLine::Draw(drawn, span))
        }
        TestLineKind::Play { side, sentence } => {
            Some(TestLine::Play(side_of(builder, side)?, sentence.text.clone(), sentence.span))
        }
        TestLineKind::Offered { side, sentence, costs, odds } => {
            let mut terms = Terms { costs: Vec::new(), odds: *odds };
            for (amount, purse) in costs {
                terms.costs.extend(share(builder, amount, purse.as_ref()));
            }
            Some(TestLine::Offered(side_of(builder, side)?, sentence.text.clone(), terms, sentence.span))
        }
        TestLineKind::Asked { side, question } => {
            let text = question.as_ref().map(|question| question.text.clone());
            Some(TestLine::Asked(side_of(builder, side)?, text, span))
        }
        TestLineKind::Ended { winners, level } => {
            let mut won: Vec<u16> = Vec::new();
            for name in winners {
                won.push(side_of(builder, name)?);
            }
            won.sort_unstable();
            let level = match level {
                Some(name) => Some(level_of(builder, name)?),
                None => None,
            };
            Some(TestLine::Ended(Outcome { winners: won, level }, span))
        }
        TestLineKind::Refused { side, sentence, because } => {
            let because = builder.cites(because);
            Some(TestLine::Refused(side_of(builder, side)?, sentence.text.clone(), because, sentence.span))
        }
        TestLineKind::Do(script) => {
            let place = ScriptPlace::default();
            Some(TestLine::Do(add_script(builder, place, labels.to_vec(), script)))
        }
        TestLineKind::Then(expressions) => {
            let mut nodes = Vec::new();
            for expression in expressions {
                let mut frame = Frame::of(labels);
                frame.acts = false;
                let told = builder.diagnostics.len();
                let node = builder.expression(&mut frame, expression, Some(Type::Flag));
                for one in builder.diagnostics.iter_mut().skip(told) {
                    say_who_decides(one, &builder.game.sides);
                }
                says_something(builder, &node);
                nodes.push((node, frame.needed));
            }
            Some(TestLine::Then(nodes, span))
        }
    }
}

/// Adds to the error for `me` in a `then` how a test says whose decision is next.
fn say_who_decides(problem: &mut Diagnostic, sides: &[Side]) {
    if let (Some("acting side"), Some(help), [side, ..]) = (problem.seeks.as_deref(), &mut problem.help, sides) {
        help.push_str(&format!("; who decides next is a line of its own, `asked {}`", side.name));
    }
}

/// `2 command`: an amount with its purse.
fn share(
    builder: &mut GameBuilder,
    amount: &ast::Word,
    purse: Option<&ast::Name>,
) -> Option<(Value, Option<PurseId>, Span)> {
    let Some(twice) = halves(&amount.text) else {
        builder.report(error::wrong_value(amount, "an amount, as in `costs 2` or `costs 1½`"));
        return None;
    };
    let value = if twice % 2 == 0 { Value::Int(twice / 2) } else { Value::Half(twice) };
    let Some(name) = purse else { return Some((value, None, amount.span)) };
    let spelt = fold(&name.text);
    let found = builder.game.purses.iter().position(|one| fold(&one.name) == spelt || fold(&one.title) == spelt);
    if found.is_none() {
        let names = builder.game.purses.iter().map(|purse| purse.name.as_str());
        builder.report(error::unknown("purse", name, names));
    }
    Some((value, Some(PurseId(found? as u16)), amount.span))
}

/// A level of victory that the game names.
fn level_of(builder: &mut GameBuilder, name: &ast::Name) -> Option<u16> {
    let list = builder.game.outcomes;
    let levels: Vec<String> = list
        .map(|list| builder.game.lists[list.at()].members.iter().map(|value| value.name.clone()).collect())
        .unwrap_or_default();
    let found = levels.iter().position(|level| *level == name.text);
    if found.is_none() {
        let problem = error::unknown("level of victory", name, &levels);
        let is_side = builder.game.sides.iter().any(|side| side.name == name.text);
        let help = || format!("write a comma before `{}` if it wins too", name.text);
        builder.report(problem.help_if(is_side.then(help)));
    }
    found.map(|at| at as u16)
}

/// Reports an expectation that no rule could change.
fn says_something(builder: &mut GameBuilder, node: &Node) {
    if let Expr::Const(Value::Flag(holds)) = node.expr {
        builder.report(
            Diagnostic::error("empty-test", format!("this is always {holds}"))
                .at(node.span, "no rule can change it")
                .help("compare something of the position, as in `then a.hits == 1`"),
        );
    }
}

/// What chance draws next: a card, a thing of the game, or a piece by its label or own name.
fn drawn(builder: &mut GameBuilder, name: &ast::Name, labels: &[Param]) -> Option<Drawn> {
    if let Some(card) = card_named(builder, &name.text) {
        return Some(Drawn::Card(card));
    }
    let lists = (0..builder.game.lists.len()).map(|list| Domain::List(list as u16));
    let domains = [Domain::Side, Domain::Space, Domain::Kind, Domain::Direction, Domain::Edge].into_iter().chain(lists);
    let thing = domains.into_iter().find_map(|domain| value::thing_named(builder, domain, &name.text));
    if let Some(thing) = thing {
        return Some(Drawn::Lot(Given::Value(Value::Ref(thing))));
    }
    let spelt = plain(&name.text);
    let game = &builder.game;
    let pieces = || labels.iter().map(|label| &label.name).chain(game.uniques.iter().map(|unique| &unique.name));
    if pieces().any(|known| *known == spelt) {
        return Some(Drawn::Lot(Given::Piece(spelt)));
    }
    let spaces = game.board.spaces.iter().map(|space| space.name.as_str());
    let names = game.card_defs.iter().map(|def| def.title.as_str()).chain(spaces).chain(pieces().map(String::as_str));
    let names: Vec<String> = names.map(str::to_owned).collect();
    builder.report(error::unknown("card, place or piece", name, &names));
    None
}
