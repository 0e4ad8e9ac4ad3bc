//! Builders for actions, windows and the lines of offers; cards, plays and decks. Purses and walks are in `offer/`.

mod listed;
mod purse;
mod walk;

pub(super) use listed::listed;
pub(super) use purse::purse;
pub(super) use walk::walk;

use super::atom::{child, children, has};
use super::clause;
use super::component::{Bearer, head_and_body};
use super::context::{Context, Node, twice};
use super::head::{Has, Head};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, OfferLineKind};
use crate::syntax::grammar::Rule;

pub(super) fn action(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Action> {
    let (head, lines) = head_and_offer(ctx, &node, &[Has::Title, Has::Of, Has::For]);
    Some(ast::Action {
        name: head.name?,
        title: head.title,
        family: head.of,
        window: head.window,
        phrase: head.phrase,
        cites: head.cites,
        offer: lines,
    })
}

fn head_and_offer(ctx: &mut Context<'_>, node: &Node<'_>, allowed: &[Has]) -> (Head, ast::Offer) {
    let head = Head::of(ctx, node, allowed, &[]);
    (head, child(node, Rule::offer).map(|inner| offer(ctx, inner)).unwrap_or_default())
}

/// The window of an action or play.
pub(super) fn window(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Window> {
    let span = ctx.span(&node);
    let form = node.into_inner().next()?;
    let rule = form.as_rule();
    let (mut whose, mut scope, mut what, mut time) = (None, None, None, ast::HookTime::After);
    for inner in form.into_inner() {
        match inner.as_rule() {
            Rule::whose => whose = clause::whose(inner),
            Rule::path => scope = Some(ctx.path(&inner)),
            Rule::what => what = clause::what(ctx, inner),
            Rule::k_before => time = ast::HookTime::Before,
            _ => {}
        }
    }
    let kind = match rule {
        Rule::window_during => ast::WindowKind::During { whose, scope: scope? },
        Rule::window_around => ast::WindowKind::Around { time, whose, what: what? },
        _ => ast::WindowKind::AnyTime,
    };
    Some(ast::Window { kind, span })
}

fn offer(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Offer {
    let span = ctx.span(&node);
    let mut lines: Vec<ast::OfferLine> = Vec::new();
    for line in ctx.all(&node, Rule::offer_line, offer_line) {
        if let Some(above) = lines.last() {
            warn_of_guard_below(ctx, above, &line);
        }
        if let Some(word) = only_once(&line.kind)
            && let Some(earlier) = lines.iter().find(|earlier| only_once(&earlier.kind) == Some(word))
        {
            ctx.report(twice(word, line.span, earlier.span));
        }
        lines.push(line);
    }
    ast::Offer { lines, span }
}

/// The word of a line of which an offer has one.
fn only_once(kind: &OfferLineKind) -> Option<&'static str> {
    match kind {
        OfferLineKind::Do(_) => Some("do"),
        OfferLineKind::Say(_) => Some("say"),
        OfferLineKind::Assent { .. } => Some("assent"),
        _ => None,
    }
}

/// Warns about a `when` on its own line that is indented below a parameter, as if it guarded only that parameter.
fn warn_of_guard_below(ctx: &mut Context<'_>, above: &ast::OfferLine, line: &ast::OfferLine) {
    let (OfferLineKind::Param(param), OfferLineKind::When { .. }) = (&above.kind, &line.kind) else { return };
    let column = |span: Span| {
        let before = ctx.text.get(..span.start as usize).unwrap_or_default();
        before.len() - before.rfind('\n').map_or(0, |at| at + 1)
    };
    let own_line =
        ctx.text.get(above.span.end as usize..line.span.start as usize).is_some_and(|between| between.contains('\n'));
    if own_line && column(line.span) > column(above.span) {
        let name = &param.name.text;
        ctx.report(
            Diagnostic::warning("guard-below-parameter", "this `when` guards the whole offer")
                .at(line.span.part(0, 4), format!("not only `{name}`"))
                .also(param.name.span, "indented as if it belonged to this")
                .help(format!("move it to the line of `{name}`, or indent it like the other lines")),
        );
    }
}

fn offer_line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::OfferLine> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let line = node.into_inner().next()?;
    let cites = ctx.cites(&line);
    let kind = match line.as_rule() {
        Rule::offer_when => OfferLineKind::When { value: ctx.first_expr(&line)?, cites },
        Rule::offer_needs => OfferLineKind::Needs { value: ctx.first_expr(&line)?, cites },
        Rule::offer_assent => OfferLineKind::Assent { value: ctx.first_expr(&line)?, cites },
        Rule::offer_chance => OfferLineKind::Chance(chance(ctx, line)?),
        Rule::pays => OfferLineKind::Pays(pays(ctx, line)?),
        Rule::offer_once => OfferLineKind::Once(ast::OncePer { per: ctx.name_in(&line, Rule::once_per), cites }),
        Rule::offer_say => OfferLineKind::Say(ctx.first_text(&line)?),
        Rule::offer_do => OfferLineKind::Do(ctx.first_script(&line)?),
        Rule::offer_then => OfferLineKind::Then(clause::then_call(ctx, line)?),
        Rule::clause => OfferLineKind::Clause(clause::clause(ctx, line)?),
        Rule::offer_let => OfferLineKind::Let { name: ctx.first_name(&line)?, value: ctx.first_expr(&line)?, cites },
        Rule::offer_param => OfferLineKind::Param(offer_param(ctx, line)?),
        _ => return None,
    };
    Some(ast::OfferLine { doc, kind, span })
}

fn offer_param(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::OfferParam> {
    let name = ctx.first_name(&node)?;
    let some_of = child(&node, Rule::some_of);
    let expr = child(&node, Rule::expr)?;
    let set = ctx.expr(&expr);
    let start = name.span.range().start;
    let rest = ctx.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let is_lost = ctx.lost.iter().any(|lost| lost.holds(start));
    if let Some(list) = listed(rest).filter(|_| !is_lost) {
        let whole = Span::new(ctx.source, start..start + list.end);
        ctx.misread(list.error(whole.part(list.at, list.sign.len())), whole);
    } else if let Some(wrong) = no_parameter(ctx, &name, &set).filter(|_| !is_lost) {
        ctx.misread(wrong, name.span.to(set.span));
    }
    Some(ast::OfferParam {
        name,
        none_too: some_of.as_ref().is_some_and(|some_of| some_of.as_str().starts_with("any")),
        some_of: some_of.is_some(),
        set,
        alternatives: cut_at_bars(ctx, expr),
        filter: ctx.expr_in(&node, Rule::where_part),
        when: ctx.expr_in(&node, Rule::when_part),
        cites: ctx.cites(&node),
    })
}

/// The error for what looks like a parameter with its set but is not: a call without `do`, or a condition continued.
fn no_parameter(ctx: &Context<'_>, name: &ast::Name, set: &ast::ExprText) -> Option<Diagnostic> {
    let line = ctx.slice(name.span.to(set.span));
    if name.span.end == set.span.start && set.text.starts_with('(') {
        return Some(
            Diagnostic::error("syntax", "expected braces with statements after `do`")
                .at(name.span, "a call, not a parameter")
                .help(format!("write `do {{ {line}; }}`")),
        );
    }
    let behind = ctx.text.get(set.span.range().end..).unwrap_or_default().trim_start_matches(' ');
    if set.text == "one" && behind.starts_with("of ") {
        return Some(
            Diagnostic::error("syntax", "a parameter is one member of its set without further words")
                .at(set.span, "not needed")
                .help(format!("leave out `one of`: `{} SET`", name.text)),
        );
    }
    let sign = match name.text.as_str() {
        "and" => "&&",
        "or" => "||",
        _ => return None,
    };
    Some(
        Diagnostic::error("foreign-word", format!("`{}` is not a word of this language", name.text))
            .at(name.span, "another language's word")
            .help(format!("write `{sign}`")),
    )
}

/// The operands between the bars of an expression; empty if it has no bar or has another operator at the same level.
fn cut_at_bars(ctx: &Context<'_>, node: Node<'_>) -> Vec<ast::ExprText> {
    let mut operators = children(&node, Rule::operator).peekable();
    if operators.peek().is_none() || !operators.all(|operator| operator.as_str() == "|") {
        return Vec::new();
    }
    children(&node, Rule::operand).map(|operand| ctx.expr(&operand)).collect()
}

fn chance(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Chance> {
    Some(ast::Chance {
        name: ctx.first_name(&node)?,
        dice: ctx.first_dice(&node)?,
        comparison: match child(&node, Rule::compare)?.as_str() {
            "<=" => ast::Comparison::AtMost,
            ">=" => ast::Comparison::AtLeast,
            "<" => ast::Comparison::Below,
            _ => ast::Comparison::Above,
        },
        value: ctx.first_expr(&node)?,
        cites: ctx.cites(&node),
    })
}

fn pays(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Pays> {
    Some(ast::Pays {
        amount: ctx.first_expr(&node)?,
        purse: ctx.name_in(&node, Rule::pays_purse),
        each: ctx.name_in(&node, Rule::pays_each),
        to: ctx.expr_in(&node, Rule::pays_to),
        cites: ctx.cites(&node),
    })
}

pub(super) fn card(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Card> {
    let (mut head, body) = head_and_body(ctx, node, Bearer::Card, &[Has::Title, Has::Of, Has::For])?;
    let name = head.name.take()?;
    Some(ast::Card {
        copies_at: body.copies_at.unwrap_or(name.span),
        name,
        title: head.title,
        deck: head.of,
        phrase: head.phrase,
        cites: head.cites,
        body: body.body,
        copies: body.copies,
        lasts: body.lasts,
        plays: body.plays,
    })
}

/// How long a card lasts.
pub(super) fn lasts(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Lasts> {
    let parts = [Rule::during_part, Rule::lasts_until, Rule::for_good];
    let part = node.into_inner().find(|inner| parts.contains(&inner.as_rule()))?;
    Some(match part.as_rule() {
        Rule::during_part => ast::Lasts::During(ctx.first_path(&part)?),
        Rule::lasts_until => {
            let times = child(&part, Rule::lasts_times);
            let times = times.and_then(|times| Some((ctx.first_number(&times)?, ctx.span(&times))));
            ast::Lasts::Until { scope: ctx.first_path(&part)?, side: ctx.first_name(&part), times }
        }
        _ => ast::Lasts::ForGood(ctx.first_text(&part)),
    })
}

/// A use of a card.
pub(super) fn play(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Play> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    // A play is never the head of a replacement, so the guard of the enclosing card does not apply to it.
    let outer = ctx.guard.take();
    let (head, lines) = head_and_offer(ctx, &node, &[Has::Title, Has::For]);
    ctx.guard = outer;
    if let Some(name) = head.name.as_ref().filter(|name| matches!(name.text.as_str(), "at" | "in" | "on" | "my" | "if"))
    {
        ctx.report(
            Diagnostic::error("syntax", format!("unexpected `{}`", name.text))
                .at(name.span, "not the name of a play")
                .help("a window is written `any time`, `during my STEP`, `before SCOPE` or `after SCOPE`"),
        );
    }
    Some(ast::Play {
        doc,
        name: head.name,
        title: head.title,
        window: head.window,
        phrase: head.phrase,
        cites: head.cites,
        offer: lines,
        span,
    })
}

pub(super) fn deck(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Deck> {
    let head = Head::of(ctx, &node, &[Has::Title], &[(Rule::per_side, 3, "`per side`")]);
    let zones = children(&node, Rule::zones).flat_map(|zones| ctx.all(&zones, Rule::zone, zone)).collect();
    let empty = children(&node, Rule::empty_rule).last().and_then(|rule| {
        let mut names = ctx.names(&rule).into_iter();
        Some(ast::EmptyRule { from: names.next()?, into: names.next()? })
    });
    Some(ast::Deck {
        name: head.name?,
        title: head.title,
        per_side: has(&node, Rule::per_side),
        cites: head.cites,
        zones,
        empty,
        at_random: has(&node, Rule::at_random),
        lasts: children(&node, Rule::lasts).last().and_then(|inner| lasts(ctx, inner)),
        pays: children(&node, Rule::pays).last().and_then(|inner| pays(ctx, inner)),
        plays: ctx.all(&node, Rule::play, play),
        clauses: ctx.all(&node, Rule::clause, clause::clause),
    })
}

fn zone(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Zone> {
    let mut names = ctx.names(&node).into_iter();
    let doc = ctx.doc(&node);
    Some(ast::Zone { doc, name: names.next()?, seen: names.next(), per_side: has(&node, Rule::per_side) })
}
