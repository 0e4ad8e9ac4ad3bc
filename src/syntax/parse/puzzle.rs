//! Builder for puzzles.

use super::context::{Context, Node};
use super::position;
use super::scenario::{battle_head, sentence_of, test_line};
use crate::source::Span;
use crate::syntax::ast::{self, TestLineKind};
use crate::syntax::grammar::Rule;

pub(super) fn puzzle(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Puzzle> {
    let head = battle_head(ctx, &node)?;
    let title = head.title.unwrap_or_else(|| ast::Text::new(head.name.text.to_string(), head.name.span));
    let mut lines = Vec::new();
    if let Some(scenario) = head.of {
        let span = scenario.span;
        lines.push(ast::TestLine { kind: TestLineKind::GivenScenario(scenario), span });
    }
    let test = ast::Test { title, cites: head.cites, lines, lost: false };
    let mut puzzle = ast::Puzzle {
        name: head.name,
        test,
        goal: None,
        within: None,
        until: None,
        solution: Vec::new(),
        only: None,
        hint: None,
        again: Vec::new(),
    };
    for line in node.into_inner().filter(|inner| inner.as_rule() == Rule::puzzle_line) {
        let span = ctx.span(&line);
        if let Some(inner) = line.into_inner().next() {
            add(ctx, &mut puzzle, inner, span);
        }
    }
    Some(puzzle)
}

/// Adds a line to a puzzle.
fn add(ctx: &mut Context<'_>, puzzle: &mut ast::Puzzle, node: Node<'_>, span: Span) -> Option<()> {
    let is_again = match node.as_rule() {
        Rule::puzzle_given => {
            let cleared = node.clone().into_inner().any(|part| part.as_rule() == Rule::k_cleared);
            if cleared {
                puzzle.test.lines.push(ast::TestLine { kind: TestLineKind::Cleared, span });
            }
            let lines = node.into_inner().find(|inner| inner.as_rule() == Rule::given_lines)?;
            let kind = TestLineKind::Given(position::lines(ctx, lines));
            puzzle.test.lines.push(ast::TestLine { kind, span });
            None
        }
        Rule::puzzle_within => {
            let number = node.into_inner().find(|inner| inner.as_rule() == Rule::number)?;
            let number = ctx.number(&number);
            puzzle.within.replace((number, span)).map(|_| "within")
        }
        Rule::puzzle_until => {
            let mut names = ctx.names(node).into_iter();
            puzzle.until.replace((names.next()?, names.next())).map(|_| "until")
        }
        Rule::puzzle_goal | Rule::puzzle_hold | Rule::puzzle_best => {
            let best = node.as_rule() == Rule::puzzle_best;
            let held = node.as_rule() == Rule::puzzle_hold;
            let expr = ctx.exprs(node.clone()).into_iter().next()?;
            let words = node.into_inner().find(|inner| inner.as_rule() == Rule::lesson_say);
            let say = words.and_then(|words| ctx.first_text(words));
            puzzle.goal.replace(ast::Goal { expr, best, held, say }).map(|_| if held { "hold" } else { "goal" })
        }
        Rule::puzzle_only => puzzle.only.replace(span).map(|_| "only"),
        Rule::puzzle_solution => {
            let was_there = !puzzle.solution.is_empty();
            for line in node.into_inner().filter(|inner| inner.as_rule() == Rule::solution_line) {
                let sentence = line.clone().into_inner().find(|inner| inner.as_rule() == Rule::sentence)?;
                let sentence = sentence_of(ctx, &sentence);
                puzzle.solution.push((ctx.first_name(line)?, sentence));
            }
            was_there.then_some("solution")
        }
        Rule::puzzle_hint => puzzle.hint.replace(ctx.first_text(node)?).map(|_| "hint"),
        _ => {
            let kind = test_line(ctx, node)?;
            puzzle.test.lines.push(ast::TestLine { kind, span });
            None
        }
    };
    puzzle.again.extend(is_again.map(|word| (word, span)));
    Some(())
}
