//! Builders for lessons.

use super::context::{Context, Node};
use super::position;
use super::scenario::{battle_head, sentence_of, test_line};
use crate::syntax::ast::{self, LearnKind, TestLineKind};
use crate::syntax::grammar::Rule;

pub(super) fn lesson(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Lesson> {
    let head = battle_head(ctx, &node)?;
    let title = head.title.unwrap_or_else(|| ast::Text::new(head.name.text.to_string(), head.name.span));
    let mut lines = Vec::new();
    lines.extend(head.of.map(|of| ast::TestLine { span: of.span, kind: TestLineKind::GivenScenario(of) }));
    for line in node.into_inner().filter(|inner| inner.as_rule() == Rule::lesson_line) {
        let span = ctx.span(&line);
        let Some(inner) = line.into_inner().next() else { continue };
        if inner.as_rule() == Rule::lesson_given {
            let mut parts = inner.clone().into_inner();
            if parts.any(|part| part.as_rule() == Rule::k_cleared) {
                lines.push(ast::TestLine { kind: TestLineKind::Cleared, span });
            }
            let given = inner.into_inner().find(|part| part.as_rule() == Rule::given_lines);
            if let Some(given) = given {
                lines.push(ast::TestLine { kind: TestLineKind::Given(position::lines(ctx, given)), span });
            }
            continue;
        }
        let kind = match learn(ctx, inner.clone()) {
            Some(kind) => Some(TestLineKind::Learn(Box::new(kind))),
            None => test_line(ctx, inner),
        };
        lines.extend(kind.map(|kind| ast::TestLine { kind, span }));
    }
    Some(ast::Lesson { name: head.name, test: ast::Test { title, cites: head.cites, lines, lost: false } })
}

fn learn(ctx: &mut Context<'_>, node: Node<'_>) -> Option<LearnKind> {
    Some(match node.as_rule() {
        Rule::lesson_say => LearnKind::Say(ctx.first_text(node)?),
        Rule::lesson_hint => LearnKind::Hint(ctx.first_text(node)?),
        Rule::lesson_else => LearnKind::Else(ctx.first_text(inner(&node, Rule::lesson_say)?)?),
        Rule::lesson_show => {
            let marks = node.into_inner().filter(|part| part.as_rule() == Rule::mark);
            let marks = marks.map(|mark| {
                let span = ctx.span(&mark);
                ast::Sentence { text: ctx.slice(span).trim().trim_matches('"').to_owned(), span }
            });
            LearnKind::Show(marks.collect())
        }
        Rule::lesson_try => LearnKind::Try { wanted: choices(ctx, node), several: false },
        Rule::lesson_choose => LearnKind::Try { wanted: choices(ctx, node), several: true },
        Rule::lesson_wrong => {
            let sentence = inner(&node, Rule::wrong_sentence)?;
            let because = inner(&node, Rule::refused_because);
            LearnKind::Wrong {
                sentence: sentence_of(ctx, &sentence),
                because: because.map(|because| ctx.cites(because)).unwrap_or_default(),
                say: ctx.first_text(inner(&node, Rule::lesson_say)?)?,
            }
        }
        Rule::lesson_ask => {
            let question = ctx.first_text(node.clone())?;
            let (modifiers, of) = match inner(&node, Rule::lesson_modifiers) {
                Some(modifiers) => (true, ctx.exprs(modifiers)),
                None => (false, ctx.exprs(node)),
            };
            LearnKind::Ask { question, modifiers, of: of.into_iter().next()? }
        }
        Rule::lesson_answer => LearnKind::Answer(ctx.exprs(node).into_iter().next()?),
        Rule::lesson_predict => {
            LearnKind::Predict { question: ctx.first_text(node.clone())?, of: ctx.exprs(node).into_iter().next()? }
        }
        Rule::lesson_free => {
            let number = inner(&node, Rule::number)?;
            let mut names = ctx.names(node).into_iter();
            LearnKind::Free {
                decisions: i64::from(ctx.number(&number)),
                span: ctx.span(&number),
                side: names.next()?,
                bot: names.next()?,
            }
        }
        Rule::lesson_goal => LearnKind::Goal {
            holds: ctx.exprs(node.clone()).into_iter().next()?,
            say: ctx.first_text(inner(&node, Rule::lesson_say)?)?,
        },
        _ => return None,
    })
}

/// The first inner node of a rule.
fn inner<'n>(node: &Node<'n>, rule: Rule) -> Option<Node<'n>> {
    node.clone().into_inner().find(|part| part.as_rule() == rule)
}

fn choices(ctx: &mut Context<'_>, node: Node<'_>) -> Vec<(ast::Name, ast::Sentence)> {
    let choices = node.into_inner().filter(|part| part.as_rule() == Rule::wanted);
    let read = choices.filter_map(|choice| {
        let sentence = choice.clone().into_inner().find(|part| part.as_rule() == Rule::sentence)?;
        Some((ctx.first_name(choice)?, sentence_of(ctx, &sentence)))
    });
    read.collect()
}
