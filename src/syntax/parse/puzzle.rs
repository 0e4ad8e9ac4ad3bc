//! Builder for puzzles.

use super::atom::children;
use super::context::{Context, Node};
use super::scenario::{battle_test, given_lines, said, test_line};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn puzzle(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Puzzle> {
    let (name, test) = battle_test(ctx, &node)?;
    let mut puzzle = ast::Puzzle {
        name,
        test,
        goal: None,
        within: None,
        until: None,
        solution: Vec::new(),
        only: None,
        hint: None,
        again: Vec::new(),
    };
    for line in children(&node, Rule::puzzle_line) {
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
            puzzle.test.lines.extend(given_lines(ctx, &node, span));
            None
        }
        Rule::puzzle_within => {
            let number = ctx.first_number(&node)?;
            puzzle.within.replace((number, span)).map(|_| "within")
        }
        Rule::puzzle_until => {
            let mut names = ctx.names(&node).into_iter();
            puzzle.until.replace((names.next()?, names.next())).map(|_| "until")
        }
        Rule::puzzle_goal | Rule::puzzle_hold | Rule::puzzle_best => {
            let best = node.as_rule() == Rule::puzzle_best;
            let held = node.as_rule() == Rule::puzzle_hold;
            let expr = ctx.first_expr(&node)?;
            let say = ctx.text_in(&node, Rule::lesson_say);
            puzzle.goal.replace(ast::Goal { expr, best, held, say }).map(|_| if held { "hold" } else { "goal" })
        }
        Rule::puzzle_only => puzzle.only.replace(span).map(|_| "only"),
        Rule::puzzle_solution => {
            let was_there = !puzzle.solution.is_empty();
            puzzle.solution.extend(children(&node, Rule::solution_line).filter_map(|line| said(ctx, &line)));
            was_there.then_some("solution")
        }
        Rule::puzzle_hint => puzzle.hint.replace(ctx.first_text(&node)?).map(|_| "hint"),
        _ => {
            let kind = test_line(ctx, node)?;
            puzzle.test.lines.push(ast::TestLine { kind, span });
            None
        }
    };
    puzzle.again.extend(is_again.map(|word| (word, span)));
    Some(())
}
