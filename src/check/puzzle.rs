//! Puzzles: a position as in tests, a goal, what bounds it, and the solution.

use crate::diagnostic::Diagnostic;
use crate::model::game::Param;
use crate::model::id::Domain;
use crate::model::puzzle::{Puzzle, Until};
use crate::model::setup::TestLine;
use crate::model::types::Type;
use crate::source::{Span, fold, plain};
use crate::syntax::ast::{self, ItemKind};

use super::builder::{Frame, GameBuilder};
use super::error;
use super::gather::Gathered;
use super::lesson::text_of;
use super::sentence::Vocabulary;
use super::subject::side_of;
use super::test;

/// The most decisions that a puzzle may allow.
const MOST_DECISIONS: u32 = 20;

/// Fills in the puzzles of this scenario; without a scenario, those that are played on an empty board.
pub(crate) fn fill_puzzles(builder: &mut GameBuilder, items: &Gathered) {
    let of_rules = builder.game.citations.len();
    let mut words = None;
    for entry in &items.entries {
        let ItemKind::Puzzle(item) = entry.kind else { continue };
        if test::belongs(items, &item.test, entry.local) {
            let words = words.get_or_insert_with(|| Vocabulary::of(builder));
            test::with_given(builder, &item.test, items, entry.local, |builder| {
                fill_puzzle(builder, item, items, words, entry.span);
            });
        }
    }
    builder.game.citations.truncate(of_rules);
}

fn fill_puzzle(builder: &mut GameBuilder, item: &ast::Puzzle, items: &Gathered, words: &Vocabulary, span: Span) {
    let spelt = plain(&item.name.text);
    if let Some(earlier) = builder.game.puzzles.iter().find(|one| one.name == spelt) {
        let problem = error::declared_twice(&item.name, earlier.span, false);
        builder.report(problem);
    }
    for (word, span) in &item.again {
        builder.report(error::too_much((word, *span), "a puzzle has one"));
    }
    let mut position = test::make_test(builder, &item.test, items, words, span, None);
    let title = std::mem::take(&mut position.title);
    position.title = format!("puzzle {spelt}: {title}");
    let dice = dice(builder, &mut position.lines);
    let labels: Vec<Param> =
        position.labels.iter().map(|name| Param::new(name.clone(), Type::One(Domain::Piece, false))).collect();
    let goal = item.goal.as_ref().map(|goal| {
        let mut frame = Frame::of(&labels);
        frame.acts = false;
        let node = builder.expression(&mut frame, &goal.expr, Some(Type::Flag));
        (node, frame.needed)
    });
    let told = item.goal.as_ref().and_then(|goal| goal.say.as_ref()).map(|text| text_of(builder, text, &labels));
    let hint = item.hint.as_ref().map(|text| text_of(builder, text, &labels));
    let names: Vec<String> = labels.iter().map(|label| label.name.clone()).collect();
    let (solver, solution) = solution(builder, item, words, &names);
    require(builder, item);
    let within = item.within.map(|(number, span)| {
        if !(1..=MOST_DECISIONS).contains(&number) {
            builder.report(error::out_of_range(i64::from(number), span, 1, i64::from(MOST_DECISIONS)));
        }
        number
    });
    let until = item.until.as_ref().map_or(Until::Innermost, |(name, side)| until(builder, name, side.as_ref()));
    builder.game.puzzles.push(Puzzle {
        name: spelt,
        title,
        test: position,
        goal,
        told,
        best: item.goal.as_ref().is_some_and(|goal| goal.best),
        held: item.goal.as_ref().is_some_and(|goal| goal.held),
        dice,
        within,
        until,
        solver,
        solution,
        only: item.only.is_some(),
        hint,
        span: item.name.span,
    });
}

/// The faces of the `dice` line.
fn dice(builder: &mut GameBuilder, lines: &mut Vec<TestLine>) -> Vec<i64> {
    let mut found: Vec<i64> = Vec::new();
    for line in std::mem::take(lines) {
        let TestLine::Dice(groups, span) = line else { continue };
        if groups.len() > 1 || !found.is_empty() {
            builder.report(
                Diagnostic::error("dice-groups", "a puzzle has one row of faces for all rolls")
                    .at(span, "the dice show these faces in turn, over and over")
                    .help("write one group, for example `dice 6 2 4`"),
            );
        }
        found = groups.into_iter().flatten().collect();
    }
    found
}

/// The side that solves the puzzle, and its commands.
fn solution(
    builder: &mut GameBuilder,
    item: &ast::Puzzle,
    words: &Vocabulary,
    labels: &[String],
) -> (u16, Vec<(String, Span)>) {
    let mut solver = None;
    let mut lines = Vec::new();
    for (name, sentence) in &item.solution {
        words.check(builder, sentence, labels);
        let Some(side) = side_of(builder, name) else { continue };
        if *solver.get_or_insert(side) != side {
            builder.report(
                Diagnostic::error("wrong-value", "a solution gives the commands of one side")
                    .at(name.span, "another side")
                    .help("leave this line out: the solution must reach the goal against every answer"),
            );
        }
        lines.push((sentence.text.clone(), sentence.span));
    }
    (solver.unwrap_or(0), lines)
}

/// Reports the parts that a puzzle lacks.
fn require(builder: &mut GameBuilder, item: &ast::Puzzle) {
    let begins = item.test.lines.iter().any(|line| matches!(line.kind, ast::TestLineKind::At { .. }));
    let mut lacking = Vec::new();
    if item.goal.is_none() {
        lacking.push("`goal`, `hold` or `best chance of`, what must be reached or kept");
    }
    if !begins {
        lacking.push("`at STEP of SIDE`, where it begins");
    }
    let is_held = item.goal.as_ref().is_some_and(|goal| goal.held);
    if is_held && item.until.is_none() {
        lacking.push("`until STEP` or `until STEP of SIDE`, when it must hold");
    } else if item.within.is_none() && item.until.is_none() {
        lacking.push("`within NUMBER` or `until STEP`, when it ends");
    }
    if item.solution.is_empty() {
        lacking.push("`solution`, a line that reaches the goal");
    }
    for part in lacking {
        builder.report(
            Diagnostic::error("missing-part", "this puzzle is not complete")
                .at(item.name.span, format!("add {part}"))
                .note("a puzzle has `at`, `within` or `until`, `goal` or `hold`, and `solution`"),
        );
    }
}

/// The step that ends a puzzle, or the game.
fn until(builder: &mut GameBuilder, name: &ast::Name, of: Option<&ast::Name>) -> Until {
    let spelt = fold(&name.text);
    if spelt == "game" {
        if let Some(of) = of {
            builder.report(error::too_much((&format!("of {}", of.text), of.span), "the game ends for all sides"));
        }
        return Until::Game;
    }
    let side = match of {
        Some(of) => match side_of(builder, of) {
            Some(side) => Some(side),
            None => return Until::Innermost,
        },
        None => None,
    };
    let step = test::step_called(builder, name);
    step.map_or(Until::Innermost, |step| side.map_or(Until::Step(step), |side| Until::Later(step, side)))
}
