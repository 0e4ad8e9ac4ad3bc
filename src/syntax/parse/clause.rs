//! Builders for clauses, tails and phrases.

use super::atom::{child, children, has, inner, last};
use super::context::{Context, Node};
use super::head::{BECAUSE, CITES, Order};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

/// A clause with its tail.
pub(super) fn clause(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Clause> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let inner = node.into_inner().next()?;
    let keyword = first_keyword(ctx, &inner);
    let mut tail = child(&inner, Rule::tail).map(|tail| tail_of(ctx, &tail, span)).unwrap_or_default();
    let kind = match inner.as_rule() {
        Rule::modify => ast::ClauseKind::Modify(modify(ctx, inner)?),
        Rule::forbid => ast::ClauseKind::Forbid(ast::Forbid { what: whats(ctx, inner) }),
        Rule::except => ast::ClauseKind::Except(except(ctx, inner)?),
        Rule::show => ast::ClauseKind::Show(show(ctx, inner)?),
        Rule::hide => ast::ClauseKind::Hide(show(ctx, inner)?),
        Rule::hook => {
            // Sections may follow a hook's script as well as appear in its tail.
            tail.cites.extend(ctx.cites(&inner));
            ast::ClauseKind::Hook(hook(ctx, inner)?)
        }
        _ => return None,
    };
    Some(ast::Clause { doc, span, keyword, kind, tail })
}

fn first_keyword(ctx: &Context<'_>, node: &Node<'_>) -> Span {
    match node.clone().into_inner().next() {
        Some(word) => ctx.span(&word),
        None => ctx.span(node),
    }
}

/// The order of the parts of a tail.
const TAIL_PARTS: [(Rule, u8, &str); 8] = [
    (Rule::for_part, 1, "`for`"),
    (Rule::at_part, 2, "`at`"),
    (Rule::during_part, 3, "`during`"),
    (Rule::when_part, 4, "`when`"),
    (Rule::under_part, 5, "`under`"),
    (Rule::as_part, 6, "`as`"),
    (Rule::because_part, 7, BECAUSE),
    CITES,
];

fn tail_of(ctx: &mut Context<'_>, node: &Node<'_>, whole: Span) -> ast::Tail {
    Order::of(ctx, inner(node), &TAIL_PARTS).check(ctx, whole);
    ast::Tail {
        phrase: last(node, Rule::for_part).and_then(|part| phrase_of(ctx, part)),
        at: ctx.names_in(node, Rule::at_part),
        during: ctx.path_in(node, Rule::during_part),
        when: ctx.expr_in(node, Rule::when_part),
        under: last(node, Rule::under_part).and_then(|part| under(ctx, part)),
        label: ctx.name_in(node, Rule::as_part),
        because: ctx.all(node, Rule::because_part, |ctx, part| Some(because(ctx, part))).pop().flatten(),
        cites: ctx.cites(node),
    }
}

/// A reason. One without quotes is accepted and reported.
fn because(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Text> {
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::string => return Some(ctx.text(&inner)),
            Rule::bare_reason => {
                let span = ctx.span(&inner);
                let raw = ctx.slice(span).trim_end();
                let span = span.part(0, raw.len());
                ctx.report(
                    Diagnostic::error("reason-without-quotes", "a reason is a text in quotes")
                        .at(span, "players read this")
                        .help(format!("write `because \"{}\"`", raw.trim_matches('\'').replace('"', ""))),
                );
                return Some(ast::Text::new(raw.to_owned(), span));
            }
            _ => {}
        }
    }
    None
}

/// The ruling and value of an `under` part.
pub(super) fn under(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Under> {
    let mut names = ctx.names(&node).into_iter();
    Some(ast::Under { ruling: names.next()?, value: names.next()? })
}

/// The phrase of a `for` part.
pub(super) fn phrase_of(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Phrase> {
    let phrase = child(&node, Rule::phrase)?;
    let groups = ctx.all(&phrase, Rule::phrase_group, |ctx, group| {
        Some(ast::PhraseGroup { words: group.into_inner().filter_map(|word| phrase_word(ctx, word)).collect() })
    });
    Some(ast::Phrase { groups, span: ctx.span(&phrase) })
}

fn phrase_word(ctx: &Context<'_>, node: Node<'_>) -> Option<ast::PhraseWord> {
    let mut not = false;
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::k_not => not = true,
            Rule::on_spaces => return Some(ast::PhraseWord::On { not, spaces: ctx.first_name(&inner)? }),
            Rule::name | Rule::quoted_name => return Some(ast::PhraseWord::Word { not, name: ctx.name(&inner) }),
            _ => {}
        }
    }
    None
}

fn modify(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Modify> {
    Some(ast::Modify {
        targets: ctx.all(&node, Rule::modify_target, |ctx, target| modify_target(ctx, target)),
        base: has(&node, Rule::k_base),
        amount: child(&node, Rule::amount_change).and_then(|amount| amount_change(ctx, amount))?,
    })
}

fn modify_target(ctx: &Context<'_>, node: Node<'_>) -> Option<ast::ModifyTarget> {
    let inner = node.into_inner().next()?;
    match inner.as_rule() {
        Rule::cost_of => Some(ast::ModifyTarget::CostOf(ctx.first_name(&inner)?)),
        Rule::name => Some(ast::ModifyTarget::Quantity(ctx.name(&inner))),
        _ => None,
    }
}

fn amount_change(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Amount> {
    let inner = node.into_inner().next()?;
    Some(match inner.as_rule() {
        Rule::by_amount => ast::Amount::By(number_expr(ctx, inner)?),
        Rule::halved => ast::Amount::Halved(inner.into_inner().find_map(|word| match word.as_rule() {
            Rule::k_up => Some(ast::Rounding::Up),
            Rule::k_down => Some(ast::Rounding::Down),
            _ => None,
        })),
        Rule::doubled => ast::Amount::Doubled,
        Rule::exactly => ast::Amount::Exactly { over: ctx.first_name(&inner), value: number_expr(ctx, inner)? },
        Rule::at_least => ast::Amount::AtLeast(number_expr(ctx, inner)?),
        Rule::at_most => ast::Amount::AtMost(number_expr(ctx, inner)?),
        Rule::never_below => ast::Amount::NeverBelow(number_expr(ctx, inner)?),
        _ => return None,
    })
}

/// The number of a `modify`. An `in` at the outermost level would make it a condition, where `during` was meant.
fn number_expr(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::ExprText> {
    let expr = child(&node, Rule::expr)?;
    let mut parts = expr.clone().into_inner();
    let mut end = None;
    while let Some(part) = parts.next() {
        if part.as_rule() == Rule::operator && part.as_str() == "in" {
            let scope = parts.next().map_or("", |scope| scope.as_str()).to_owned();
            ctx.report(
                Diagnostic::error("in-for-during", "a scope is named with `during`")
                    .at(ctx.span(&part), "`in` is an operator of scripts")
                    .help(format!("write `during {scope}`")),
            );
            let mut amount = ctx.expr(&expr);
            let len = end.unwrap_or(0_u32).saturating_sub(amount.span.start);
            amount.span = amount.span.part(0, len as usize);
            amount.text = ctx.slice(amount.span).to_owned();
            return Some(amount);
        }
        end = Some(ctx.span(&part).end);
    }
    Some(ctx.expr(&expr))
}

fn whats(ctx: &mut Context<'_>, node: Node<'_>) -> Vec<ast::What> {
    ctx.all(&node, Rule::what, |ctx, inner| what(ctx, inner))
}

/// A verb, offer or scope with the names of its parameters.
pub(super) fn what(ctx: &Context<'_>, node: Node<'_>) -> Option<ast::What> {
    let params = child(&node, Rule::what_params).map(|params| ctx.names(&params));
    Some(ast::What { path: ctx.first_path(&node)?, params, span: ctx.span(&node) })
}

fn except(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Except> {
    let mut paths = children(&node, Rule::path).map(|path| ctx.path(&path));
    Some(ast::Except { label: paths.next()?, but: paths.next() })
}

fn show(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Show> {
    Some(ast::Show { thing: ctx.first_path(&node)?, seats: ctx.first_expr(&node)? })
}

fn hook(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Hook> {
    let time = if has(&node, Rule::k_before) { ast::HookTime::Before } else { ast::HookTime::After };
    Some(ast::Hook {
        first: has(&node, Rule::k_first),
        time,
        whose: child(&node, Rule::whose).and_then(whose),
        what: child(&node, Rule::what).and_then(|inner| what(ctx, inner))?,
        action: ast::HookAction {
            script: child(&node, Rule::do_script).and_then(|script| ctx.first_script(&script)),
            then: ctx.all(&node, Rule::then_call, then_call),
        },
    })
}

/// `then march(leader) when E`
pub(super) fn then_call(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::ThenCall> {
    let when = ctx.expr_in(&node, Rule::when_part);
    Some(ast::ThenCall { call: ctx.first_expr(&node)?, when, cites: ctx.cites(&node) })
}

/// `my`, `their`, `any`
pub(super) fn whose(node: Node<'_>) -> Option<ast::Whose> {
    node.into_inner().find_map(|word| match word.as_rule() {
        Rule::k_my => Some(ast::Whose::My),
        Rule::k_their => Some(ast::Whose::Their),
        Rule::k_any => Some(ast::Whose::Any),
        _ => None,
    })
}
