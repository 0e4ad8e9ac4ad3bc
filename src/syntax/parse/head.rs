//! Heads and the order of parts. The grammar accepts the parts of a head, tail or step in any order. This module checks
//! the order, so that the message can show both parts and the corrected line.

use super::atom::{child, inner, last};
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

/// The parts of a construct whose order is fixed: the rule, the rank and the name of each.
pub(super) type Parts = [(Rule, u8, &'static str)];

/// The citations of a construct, which come last and may repeat.
pub(super) const CITES: (Rule, u8, &str) = (Rule::cite, 20, CITATION);

/// The names of two parts with rules of their own.
pub(super) const CITATION: &str = "the citation";
pub(super) const BECAUSE: &str = "`because`";

impl Order {
    /// The parts among these nodes.
    pub(super) fn of<'n>(ctx: &Context<'_>, nodes: impl Iterator<Item = Node<'n>>, parts: &Parts) -> Order {
        let mut order = Order::default();
        for node in nodes {
            let Some(&(_, rank, what)) = parts.iter().find(|(rule, ..)| *rule == node.as_rule()) else { continue };
            // Several citations before other parts are one part.
            let joins = what == CITATION && rank != CITES.1;
            if !joins || order.parts.last().is_none_or(|part| part.rank != rank) {
                order.parts.push(Part { rank, what, span: ctx.span(&node) });
            }
        }
        order
    }

    /// Reports the first part that is repeated, or else the first that is out of order. `whole` is the construct; the
    /// correction repeats its beginning.
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
pub(super) struct Head {
    pub(super) name: Option<ast::Name>,
    pub(super) params: Vec<ast::Param>,
    pub(super) title: Option<ast::Text>,
    pub(super) of: Option<ast::Name>,
    pub(super) window: Option<ast::Window>,
    pub(super) phrase: Option<ast::Phrase>,
    pub(super) during: Option<ast::ScopePath>,
    /// Its citations, and those behind a value.
    pub(super) cites: Vec<ast::Cite>,
}

/// The order of the parts of heads.
const PARTS: [(Rule, u8, &str); 8] = [
    (Rule::title, 1, "the title"),
    (Rule::of_part, 2, "`of`"),
    (Rule::during_part, 4, "`during`"),
    (Rule::window, 4, "the window"),
    (Rule::for_part, 5, "`for`"),
    (Rule::when_part, 6, "`when`"),
    (Rule::under_part, 7, "`under`"),
    CITES,
];

/// Parts that only some heads have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Has {
    Title,
    Of,
    For,
    Guard,
}

impl Has {
    fn of(rule: Rule) -> Option<Has> {
        Some(match rule {
            Rule::title => Has::Title,
            Rule::of_part => Has::Of,
            Rule::for_part => Has::For,
            Rule::when_part | Rule::under_part => Has::Guard,
            _ => return None,
        })
    }
}

/// Words of the language that begin a part of a head or clause. A title after one of them has no name before it.
const BEGIN_PARTS: [&str; 17] = [
    "at", "because", "by", "during", "for", "from", "in", "into", "of", "on", "per", "to", "under", "until", "when",
    "where", "with",
];

/// True if this word begins a part of a head or clause.
pub(super) fn begins_part(word: &str) -> bool {
    BEGIN_PARTS.contains(&word)
}

/// The message for a head with a title and without a name: `kind "House Guards"`, `kind of "House Guards"`.
pub(super) fn without_name(keyword: &str, title: &str, at: Span) -> Diagnostic {
    Diagnostic::error("clause-order", "the name comes before the title")
        .at(at, "no name before this")
        .help(format!("write `{keyword} NAME {title}`"))
}

/// Reports a word of the language that was read as the name of an item, because a title follows it.
pub(super) fn check_name(ctx: &mut Context<'_>, node: &Node<'_>, name: Option<&ast::Name>) {
    let Some(name) = name.filter(|name| begins_part(&name.text)) else { return };
    let whole = ctx.span(node);
    let keyword = ctx.slice(Span { end: name.span.start, ..whole }).trim().to_owned();
    let Some(title) = child(node, Rule::title).map(|title| ctx.span(&title)) else { return };
    if !ctx.slice(Span { start: name.span.end, end: title.start, ..title }).trim().is_empty() {
        return;
    }
    let title = ctx.slice(title).to_owned();
    ctx.report(without_name(&keyword, &title, name.span));
}

impl Head {
    /// The head of a node, with the parts that this construct allows. `own`: the parts of this construct alone, such as
    /// `per side`. In a replacement the guard's parts go to the guard; so does the phrase, unless the construct has its
    /// own.
    pub(super) fn of(ctx: &mut Context<'_>, node: &Node<'_>, allowed: &[Has], own: &Parts) -> Head {
        // A value, and the rows of a table, are no part of the head.
        let parts = || inner(node).take_while(|part| !matches!(part.as_rule(), Rule::p_equals | Rule::k_rows));
        let whole = ctx.span(node);
        Order::of(ctx, parts(), &[&PARTS, own].concat()).check(ctx, whole);
        let replaces = ctx.guard.is_some();
        let own_phrase = allowed.contains(&Has::For);
        let mut guards: Option<Span> = None;
        for part in parts() {
            let Some(has) = Has::of(part.as_rule()) else { continue };
            let span = ctx.span(&part);
            if has == Has::Guard || has == Has::For && !own_phrase {
                guards = Some(guards.map_or(span, |guards| guards.to(span)));
            }
            let may_stand = match has {
                Has::Guard => replaces,
                Has::For => replaces || own_phrase,
                Has::Title | Has::Of => allowed.contains(&has),
            };
            if may_stand {
                continue;
            }
            let what = PARTS.iter().find(|(rule, ..)| *rule == part.as_rule()).map_or("", |(_, _, what)| *what);
            let diagnostic = Diagnostic::error("part-not-here", format!("{what} is not allowed in this head"))
                .at(span, "not allowed here");
            ctx.report(match has {
                Has::Title | Has::Of => diagnostic,
                Has::For | Has::Guard => {
                    diagnostic.help("only a `replace` is guarded like this; elsewhere put the condition into a clause")
                }
            });
        }
        let mut phrase = last(node, Rule::for_part).and_then(|part| clause::phrase_of(ctx, part));
        let when = ctx.expr_in(node, Rule::when_part);
        let under = last(node, Rule::under_part).and_then(|part| clause::under(ctx, part));
        if let Some(guard) = ctx.guard.as_mut() {
            if !own_phrase {
                guard.phrase = phrase.take();
            }
            (guard.when, guard.under, guard.span) = (when, under, guards);
        }
        let name = ctx.first_name(node);
        check_name(ctx, node, name.as_ref());
        Head {
            name,
            params: child(node, Rule::params).map(|params| ctx.params(&params)).unwrap_or_default(),
            title: ctx.text_in(node, Rule::title),
            of: ctx.name_in(node, Rule::of_part),
            window: last(node, Rule::window).and_then(|part| offer::window(ctx, part)),
            phrase,
            during: ctx.path_in(node, Rule::during_part),
            cites: ctx.cites(node),
        }
    }
}
