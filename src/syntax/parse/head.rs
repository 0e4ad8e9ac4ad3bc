//! Heads and the order of parts. The grammar takes the parts of a head, tail or step in any order; here their order is checked,
//! so that the message can show both parts and the line as it should be.

use super::context::{Context, Node};
use super::{clause, offer};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

/// The parts that a construct has, in the order in which they stand.
#[derive(Default)]
pub(super) struct Order {
    parts: Vec<Part>,
}

struct Part {
    rank: u8,
    what: &'static str,
    span: Span,
}

/// The rank of citations, which may be many.
pub(super) const CITES: u8 = 20;

impl Order {
    /// Notes a part: its place in the order, what it is called, where it stands.
    pub(super) fn see(&mut self, rank: u8, what: &'static str, span: Span) {
        self.parts.push(Part { rank, what, span });
    }

    /// Whether the last part noted is another than this: several citations in a row are one part.
    pub(super) fn last_is_not(&self, rank: u8) -> bool {
        self.parts.last().is_none_or(|part| part.rank != rank)
    }

    /// Reports the first part that stands too late or twice. `whole` is the construct, whose beginning the repair repeats.
    pub(super) fn check(&self, ctx: &mut Context<'_>, whole: Span) {
        let mut highest: Option<&Part> = None;
        for part in &self.parts {
            if let Some(before) = highest {
                if part.rank == before.rank && part.rank != CITES {
                    ctx.report(
                        Diagnostic::error("clause-order", format!("{} is given twice", part.what))
                            .at(part.span, "again here")
                            .also(before.span, "first here")
                            .help("keep one of the two"),
                    );
                    return;
                }
                if part.rank < before.rank {
                    let first_later = self.parts.iter().find(|other| other.rank > part.rank).unwrap_or(before);
                    let mut diagnostic = Diagnostic::error(
                        "clause-order",
                        format!("{} must come before {}", part.what, first_later.what),
                    )
                    .at(part.span, "must come earlier")
                    .also(first_later.span, format!("{} stands before this", part.what));
                    diagnostic = match self.repaired(ctx, whole) {
                        Some(line) => diagnostic.help(format!("write `{line}`")),
                        None => diagnostic.help("move it forward"),
                    };
                    ctx.report(diagnostic);
                    return;
                }
            }
            highest = Some(part);
        }
    }

    /// The construct up to its last part, the parts in their order; nothing if that would be long.
    fn repaired(&self, ctx: &Context<'_>, whole: Span) -> Option<String> {
        let first = self.parts.first()?.span.start;
        let begin = ctx.slice(Span { end: first, ..whole }).trim();
        let mut parts: Vec<&Part> = self.parts.iter().collect();
        parts.sort_by_key(|part| part.rank);
        let mut line = begin.to_owned();
        // A body of several lines stands last, and need not be repeated.
        if parts.last().is_some_and(|body| ctx.slice(body.span).contains('\n')) {
            parts.pop();
        }
        for part in parts {
            line.push(' ');
            line.push_str(ctx.slice(part.span));
        }
        (line.len() < 160 && !line.contains('\n')).then_some(line)
    }
}

/// The parts that heads share.
#[derive(Default)]
pub(super) struct Head {
    pub(super) name: Option<ast::Name>,
    pub(super) params: Vec<ast::Param>,
    pub(super) title: Option<ast::Text>,
    pub(super) of: Option<ast::Name>,
    pub(super) window: Option<ast::Window>,
    pub(super) phrase: Option<ast::Phrase>,
    pub(super) during: Option<ast::ScopePath>,
    pub(super) cites: Vec<ast::Cite>,
    when: Option<ast::ExprText>,
    under: Option<ast::Under>,
    order: Order,
    /// What the head has that not every head may have: the part, what it is called, where it stands.
    special: Vec<(Has, &'static str, Span)>,
}

/// Parts that only some heads have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Has {
    Title,
    Of,
    For,
    Guard,
}

impl Head {
    /// Takes a node if it is part of a head; says whether it was.
    pub(super) fn take(&mut self, ctx: &mut Context<'_>, node: &Node<'_>) -> bool {
        let span = ctx.span(node);
        match node.as_rule() {
            Rule::name | Rule::quoted_name if self.name.is_none() => self.name = Some(ctx.name(node)),
            Rule::params => self.params = ctx.params(node.clone()),
            Rule::title => {
                self.note(1, Some(Has::Title), "the title", span);
                self.title = ctx.first_text(node.clone());
            }
            Rule::of_part => {
                self.note(2, Some(Has::Of), "`of`", span);
                self.of = ctx.first_name(node.clone());
            }
            Rule::during_part => {
                self.note(4, None, "`during`", span);
                self.during = ctx.first_path(node.clone());
            }
            Rule::window => {
                self.note(4, None, "the window", span);
                self.window = offer::window(ctx, node.clone());
            }
            Rule::for_part => {
                self.note(5, Some(Has::For), "`for`", span);
                self.phrase = clause::phrase_of(ctx, node.clone());
            }
            Rule::when_part => {
                self.note(6, Some(Has::Guard), "`when`", span);
                self.when = ctx.first_expr(node.clone());
            }
            Rule::under_part => {
                self.note(7, Some(Has::Guard), "`under`", span);
                self.under = clause::under(ctx, node.clone());
            }
            Rule::cite => {
                self.note(CITES, None, "the citation", span);
                self.cites.push(ctx.cite(node));
            }
            _ => return false,
        }
        true
    }

    fn note(&mut self, rank: u8, has: Option<Has>, what: &'static str, span: Span) {
        self.order.see(rank, what, span);
        self.special.extend(has.map(|has| (has, what, span)));
    }

    /// Notes a part that only this construct has, such as `per side`, for the order.
    pub(super) fn see(&mut self, rank: u8, what: &'static str, span: Span) {
        self.order.see(rank, what, span);
    }

    /// Checks order and parts once the head is read. In a replacement the guard's parts go to the guard; the phrase does too unless
    /// the construct has one of its own.
    pub(super) fn finish(&mut self, ctx: &mut Context<'_>, whole: Span, allowed: &[Has]) {
        self.order.check(ctx, whole);
        let replaces = ctx.guard.is_some();
        for &(has, what, span) in &self.special {
            let may_stand = match has {
                Has::Guard => replaces,
                Has::For => replaces || allowed.contains(&has),
                Has::Title | Has::Of => allowed.contains(&has),
            };
            if may_stand {
                continue;
            }
            let mut diagnostic = Diagnostic::error("part-not-here", format!("{what} is not allowed in this head"))
                .at(span, "not allowed here");
            if has != Has::Title && has != Has::Of {
                diagnostic =
                    diagnostic.help("only a `replace` is guarded like this; elsewhere put the condition into a clause");
            }
            ctx.report(diagnostic);
        }
        let own_phrase = allowed.contains(&Has::For);
        let parts: Vec<Span> = self
            .special
            .iter()
            .filter(|(has, ..)| *has == Has::Guard || *has == Has::For && !own_phrase)
            .map(|&(_, _, span)| span)
            .collect();
        if let Some(guard) = ctx.guard.as_mut() {
            if !own_phrase {
                guard.phrase = self.phrase.take();
            }
            guard.when = self.when.take();
            guard.under = self.under.take();
            guard.span = parts.into_iter().reduce(Span::to);
        }
    }
}
