//! Heads and the order of parts. The grammar accepts the parts of a head, tail or step in any order. This module checks
//! the order, so that the message can show both parts and the corrected line.

use super::atom::inner;
use super::context::{Context, Node};
use super::{clause, offer};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

/// The parts of a construct, in the order written.
#[derive(Default)]
pub(super) struct Order {
    parts: Vec<Part>,
}

struct Part {
    rank: u8,
    what: &'static str,
    span: Span,
}

/// The rank of citations, which may repeat.
pub(super) const CITES: u8 = 20;

/// The names of two parts with rules of their own.
pub(super) const CITATION: &str = "the citation";
pub(super) const BECAUSE: &str = "`because`";

impl Order {
    /// Records a part: its rank, name and span.
    pub(super) fn see(&mut self, rank: u8, what: &'static str, span: Span) {
        self.parts.push(Part { rank, what, span });
    }

    /// True if the last part recorded has another rank: several citations in a row are one part.
    pub(super) fn last_is_not(&self, rank: u8) -> bool {
        self.parts.last().is_none_or(|part| part.rank != rank)
    }

    /// Reports the first part that is repeated, or else the first that is out of order. `whole` is the construct; the correction repeats its
    /// beginning.
    pub(super) fn check(&self, ctx: &mut Context<'_>, whole: Span) {
        let repeated = |(at, part)| Some((part, self.first_of(part, at)?));
        if let Some((part, first)) = self.parts.iter().enumerate().find_map(repeated) {
            let help = match part.what {
                BECAUSE => "a clause has one `because`: put both reasons into one text",
                _ => "keep one of the two",
            };
            ctx.report(
                Diagnostic::error("clause-order", format!("{} is given twice", part.what))
                    .at(part.span, "again here")
                    .also(first.span, "first here")
                    .help(help),
            );
            return;
        }
        let mut highest: Option<&Part> = None;
        for part in &self.parts {
            if let Some(before) = highest {
                if part.rank < before.rank {
                    let first_later = self.parts.iter().find(|other| other.rank > part.rank).unwrap_or(before);
                    let mut diagnostic = Diagnostic::error(
                        "clause-order",
                        format!("{} must come before {}", part.what, first_later.what),
                    )
                    .at(part.span, "must come earlier")
                    .also(first_later.span, format!("{} belongs here", part.what));
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

    /// The part before this one that it repeats. Citations may repeat.
    fn first_of(&self, part: &Part, at: usize) -> Option<&Part> {
        if part.what == CITATION {
            return None;
        }
        self.parts.get(..at)?.iter().find(|earlier| earlier.rank == part.rank)
    }

    /// The construct up to its last part, with the parts in order; `None` if that would be long.
    fn repaired(&self, ctx: &Context<'_>, whole: Span) -> Option<String> {
        let first = self.parts.first()?.span.start;
        let begin = ctx.slice(Span { end: first, ..whole }).trim();
        let mut parts: Vec<&Part> = self.parts.iter().collect();
        parts.sort_by_key(|part| part.rank);
        let mut line = begin.to_owned();
        // A multi-line body comes last and need not be repeated.
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

/// The parts common to heads.
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
    /// The parts that only some heads may have: the part, its name, its span.
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
    /// The head of a node, with the parts that this construct allows. `own`: the parts of this construct alone, such as
    /// `per side`, each with its rank and name.
    pub(super) fn of(
        ctx: &mut Context<'_>,
        node: &Node<'_>,
        allowed: &[Has],
        own: &[(Rule, u8, &'static str)],
    ) -> Head {
        let mut head = Head::default();
        for part in inner(node) {
            if let Some(&(_, rank, what)) = own.iter().find(|(rule, ..)| *rule == part.as_rule()) {
                head.order.see(rank, what, ctx.span(&part));
            }
            head.take(ctx, &part);
        }
        let whole = ctx.span(node);
        head.finish(ctx, whole, allowed);
        head
    }

    /// Takes a node if it is part of a head; returns true if it was.
    pub(super) fn take(&mut self, ctx: &mut Context<'_>, node: &Node<'_>) -> bool {
        let span = ctx.span(node);
        match node.as_rule() {
            Rule::name | Rule::quoted_name if self.name.is_none() => self.name = Some(ctx.name(node)),
            Rule::params => self.params = ctx.params(node),
            Rule::title => {
                self.note(1, Some(Has::Title), "the title", span);
                self.title = ctx.first_text(node);
            }
            Rule::of_part => {
                self.note(2, Some(Has::Of), "`of`", span);
                self.of = ctx.first_name(node);
            }
            Rule::during_part => {
                self.note(4, None, "`during`", span);
                self.during = ctx.first_path(node);
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
                self.when = ctx.first_expr(node);
            }
            Rule::under_part => {
                self.note(7, Some(Has::Guard), "`under`", span);
                self.under = clause::under(ctx, node.clone());
            }
            Rule::cite => {
                self.note(CITES, None, CITATION, span);
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

    /// Checks order and parts after the head is read. In a replacement the guard's parts go to the guard; so does the
    /// phrase, unless the construct has its own.
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
