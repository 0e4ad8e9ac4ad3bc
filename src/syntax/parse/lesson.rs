//! Builders for lessons.

use super::atom::{child, children};
use super::context::{Context, Node};
use super::scenario::{battle_test, given_lines, said, sentence_of, test_line};
use crate::syntax::ast::{self, LearnKind, TestLineKind};
use crate::syntax::grammar::Rule;

pub(super) fn lesson(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Lesson> {
    let (name, mut test) = battle_test(ctx, &node)?;
    for line in children(&node, Rule::lesson_line) {
        let span = ctx.span(&line);
        let Some(inner) = line.into_inner().next() else { continue };
        if inner.as_rule() == Rule::lesson_given {
            test.lines.extend(given_lines(ctx, &inner, span));
            continue;
        }
        let kind = match learn(ctx, &inner) {
            Some(kind) => Some(TestLineKind::Learn(Box::new(kind))),
            None => test_line(ctx, inner),
        };
        test.lines.extend(kind.map(|kind| ast::TestLine { kind, span }));
    }
    Some(ast::Lesson { name, test })
}

fn learn(ctx: &mut Context<'_>, node: &Node<'_>) -> Option<LearnKind> {
    Some(match node.as_rule() {
        Rule::lesson_say => LearnKind::Say(ctx.first_text(node)?),
        Rule::lesson_hint => LearnKind::Hint(ctx.first_text(node)?),
        Rule::lesson_else => LearnKind::Else(ctx.text_in(node, Rule::lesson_say)?),
        Rule::lesson_show => {
            let marks = children(node, Rule::mark).map(|mark| {
                let span = ctx.span(&mark);
                ast::Sentence { text: ctx.slice(span).trim().trim_matches('"').to_owned(), span }
            });
            LearnKind::Show(marks.collect())
        }
        Rule::lesson_try => LearnKind::Try { wanted: choices(ctx, node), several: false },
        Rule::lesson_choose => LearnKind::Try { wanted: choices(ctx, node), several: true },
        Rule::lesson_wrong => LearnKind::Wrong {
            sentence: sentence_of(ctx, &child(node, Rule::wrong_sentence)?),
            because: child(node, Rule::refused_because).map(|because| ctx.cites(&because)).unwrap_or_default(),
            say: ctx.text_in(node, Rule::lesson_say)?,
        },
        Rule::lesson_ask => {
            let modifiers = child(node, Rule::lesson_modifiers);
            LearnKind::Ask {
                question: ctx.first_text(node)?,
                modifiers: modifiers.is_some(),
                of: ctx.first_expr(modifiers.as_ref().unwrap_or(node))?,
            }
        }
        Rule::lesson_answer => LearnKind::Answer(ctx.first_expr(node)?),
        Rule::lesson_predict => LearnKind::Predict { question: ctx.first_text(node)?, of: ctx.first_expr(node)? },
        Rule::lesson_free => {
            let mut names = ctx.names(node).into_iter();
            LearnKind::Free {
                decisions: i64::from(ctx.first_number(node)?),
                span: ctx.span(&child(node, Rule::number)?),
                side: names.next()?,
                bot: names.next()?,
            }
        }
        Rule::lesson_goal => {
            LearnKind::Goal { holds: ctx.first_expr(node)?, say: ctx.text_in(node, Rule::lesson_say)? }
        }
        _ => return None,
    })
}

fn choices(ctx: &Context<'_>, node: &Node<'_>) -> Vec<(ast::Name, ast::Sentence)> {
    children(node, Rule::wanted).filter_map(|choice| said(ctx, &choice)).collect()
}
