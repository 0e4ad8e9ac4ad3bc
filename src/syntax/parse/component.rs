//! Builders for game, sides, rulebook, facts, lists, nouns, kinds, counters, state and terrain.

use super::context::{Context, Node};
use super::head::{CITATION, CITES, Has, Head, Order};
use super::{clause, offer, position};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn game(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Game> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let (mut rulebook, mut die, mut sides, mut outcome) = (None, None, Vec::new(), Vec::new());
    let mut line_cites = Vec::new();
    for inner in node.into_inner() {
        if head.take(ctx, &inner) || inner.as_rule() != Rule::game_line {
            continue;
        }
        let Some(line) = inner.into_inner().next() else { continue };
        line_cites.extend(ctx.cites(line.clone()));
        match line.as_rule() {
            Rule::game_rulebook => rulebook = ctx.first_text(line),
            Rule::game_die => die = game_die(ctx, line),
            Rule::game_sides => sides = name_list(ctx, line),
            Rule::game_outcome => outcome = name_list(ctx, line),
            _ => {}
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    head.cites.extend(line_cites);
    Some(ast::Game { name: head.name?, title: head.title, cites: head.cites, rulebook, die, sides, outcome })
}

fn game_die(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Die> {
    let mut faces = None;
    let mut shows = None;
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::dice_literal => faces = ctx.dice(&inner),
            Rule::range => shows = ctx.range(&inner),
            _ => {}
        }
    }
    let dice = faces?;
    Some(ast::Die { faces: dice.faces, shows, span: shows.map_or(dice.span, |range| dice.span.to(range.span)) })
}

fn name_list(ctx: &Context<'_>, node: Node<'_>) -> Vec<ast::Name> {
    node.into_inner().find(|inner| inner.as_rule() == Rule::name_list).map(|list| ctx.names(list)).unwrap_or_default()
}

pub(super) fn side(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Side> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let mut played_by = None;
    let mut facts = ast::Body::default();
    for inner in node.into_inner() {
        if head.take(ctx, &inner) {
            continue;
        }
        match inner.as_rule() {
            Rule::played_by => {
                played_by = ctx.first_name(inner).map(|name| match name.text.as_str() {
                    "chance" => ast::PlayedBy::Chance(name.span),
                    _ => ast::PlayedBy::Other(name),
                });
            }
            Rule::body => facts = body(ctx, inner, Bearer::Facts).body,
            _ => {}
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    Some(ast::Side { name: head.name?, title: head.title, cites: head.cites, played_by, body: facts })
}

pub(super) fn rulebook(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Rulebook {
    let prefix = node.clone().into_inner().find(|inner| inner.as_rule() == Rule::prefix_of_sections);
    let prefix = prefix.and_then(|prefix| ctx.first_name(prefix));
    let sections = node.into_inner().filter(|inner| inner.as_rule() == Rule::rulebook_section);
    let mut sections: Vec<ast::Section> = sections.filter_map(|section| rulebook_section(ctx, section)).collect();
    if let Some(prefix) = prefix {
        for number in sections.iter_mut().flat_map(|one| std::iter::once(&mut one.number).chain(&mut one.alias)) {
            number.text = format!("{}.{}", prefix.text, number.text);
        }
    }
    ast::Rulebook { sections }
}

fn rulebook_section(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Section> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let (mut number, mut title, mut summary, mut prose, mut alias) = (None, None, None, false, Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::section_number => number = Some(ctx.name(&inner)),
            Rule::k_prose => prose = true,
            Rule::section_alias => {
                let numbers = inner.into_inner().filter(|inner| inner.as_rule() == Rule::section_number);
                alias.extend(numbers.map(|number| ctx.name(&number)));
            }
            Rule::string if title.is_none() => title = Some(ctx.text(&inner)),
            Rule::string => summary = Some(ctx.text(&inner)),
            _ => {}
        }
    }
    Some(ast::Section { doc, number: number?, title: title?, prose, alias, summary, span })
}

pub(super) fn note(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Note> {
    Some(ast::Note { cites: ctx.cites(node.clone()), text: ctx.first_text(node)? })
}

pub(super) fn has(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Has> {
    let cites = ctx.cites(node.clone());
    let mut subject = None;
    let mut facts = Vec::new();
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::subject => subject = ctx.first_name(inner),
            Rule::fact_decl => facts.extend(fact_decl(ctx, inner)),
            _ => {}
        }
    }
    Some(ast::Has { subject: subject?, cites, facts })
}

fn fact_decl(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::FactDecl> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let names = ctx.names(node.clone());
    let default = ctx.first_expr(node.clone());
    let ty = node.into_inner().find(|inner| inner.as_rule() == Rule::type_ref).and_then(|ty| ctx.type_ref(ty));
    Some(ast::FactDecl { doc, names, ty: ty?, default, span })
}

pub(super) fn names(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Names> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let mut values = Vec::new();
    for inner in node.into_inner() {
        if !head.take(ctx, &inner) && inner.as_rule() == Rule::names_value {
            values.extend(names_value(ctx, inner));
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    Some(ast::Names { name: head.name?, title: head.title, cites: head.cites, values })
}

fn names_value(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::NamesValue> {
    let doc = ctx.doc(&node);
    let (mut name, mut title, mut code, mut facts) = (None, None, None, None);
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::name | Rule::quoted_name => name = Some(ctx.name(&inner)),
            Rule::title => title = ctx.first_text(inner),
            Rule::code => code = ctx.first_name(inner),
            Rule::body => facts = Some(body(ctx, inner, Bearer::Facts).body),
            _ => {}
        }
    }
    Some(ast::NamesValue { doc, name: name?, title, code, body: facts })
}

pub(super) fn noun(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Noun> {
    let mut nouns = Vec::new();
    let mut of = None;
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::noun_word => {
                let mut names = ctx.names(inner).into_iter();
                nouns.extend(names.next().map(|singular| ast::NounWord { singular, plural: names.next() }));
            }
            Rule::type_ref => of = ctx.type_ref(inner),
            _ => {}
        }
    }
    Some(ast::Noun { nouns, of: of? })
}

pub(super) fn kind(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Kind> {
    let (mut head, body) = head_and_body(ctx, node, Bearer::Kind, &[Has::Title, Has::Of])?;
    Some(ast::Kind { name: head.name.take()?, title: head.title, family: head.of, cites: head.cites, body: body.body })
}

pub(super) fn terrain(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Terrain> {
    let (mut head, body) = head_and_body(ctx, node, Bearer::Terrain, &[Has::Title])?;
    Some(ast::Terrain { name: head.name.take()?, title: head.title, cites: head.cites, body: body.body })
}

/// A head with an optional body.
pub(super) fn head_and_body(
    ctx: &mut Context<'_>,
    node: Node<'_>,
    bearer: Bearer,
    allowed: &[Has],
) -> Option<(Head, FullBody)> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let mut read = FullBody::default();
    for inner in node.into_inner() {
        if !head.take(ctx, &inner) && inner.as_rule() == Rule::body {
            read = body(ctx, inner, bearer);
        }
    }
    head.finish(ctx, span, allowed);
    head.name.is_some().then_some((head, read))
}

/// The owner of a body, which decides what the body may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bearer {
    /// A side or a value of a list: facts only.
    Facts,
    Kind,
    Mode,
    Terrain,
    /// A flag or variable.
    State,
    Card,
}

impl Bearer {
    fn may_hold(self, rule: Rule) -> bool {
        match rule {
            Rule::facts => self != Self::State,
            Rule::clause => self != Self::Facts && self != Self::Mode,
            Rule::glyph => matches!(self, Self::Kind | Self::Mode | Self::Terrain | Self::State),
            Rule::notation => matches!(self, Self::Kind | Self::Mode),
            Rule::mode => self == Self::Kind,
            Rule::copies | Rule::lasts | Rule::play => self == Self::Card,
            _ => true,
        }
    }

    fn called(self) -> &'static str {
        match self {
            Self::Facts => "these braces hold facts",
            Self::Kind => "a kind has facts, `notation`, `glyph`, modes and clauses",
            Self::Mode => "a mode has facts",
            Self::Terrain => "terrain and weather have facts, `glyph` and clauses",
            Self::State => "a flag or variable has `glyph` and clauses",
            Self::Card => "a card has facts, `copies`, `lasts`, clauses and plays",
        }
    }
}

/// The contents of a body's braces; the parts of cards are not part of the tree's [`ast::Body`].
#[derive(Default)]
pub(super) struct FullBody {
    pub(super) body: ast::Body,
    pub(super) copies: Option<u32>,
    pub(super) copies_at: Option<crate::source::Span>,
    pub(super) lasts: Option<ast::Lasts>,
    pub(super) plays: Vec<ast::Play>,
}

pub(super) fn body(ctx: &mut Context<'_>, node: Node<'_>, bearer: Bearer) -> FullBody {
    let mut read = FullBody::default();
    read.body.span = Some(ctx.span(&node));
    for inner in node.into_inner() {
        if !bearer.may_hold(inner.as_rule()) {
            let span = ctx.span(&inner);
            report_out_of_place(ctx, span, bearer);
            continue;
        }
        match inner.as_rule() {
            Rule::facts => read.body.facts.extend(ctx.words(inner)),
            Rule::clause => read.body.clauses.extend(clause::clause(ctx, inner)),
            Rule::glyph => read.body.glyph = ctx.first_text(inner),
            Rule::notation => read.body.notation = ctx.first_text(inner),
            Rule::mode => read.body.modes.extend(mode(ctx, inner)),
            Rule::copies => {
                read.copies_at = inner.clone().into_inner().last().map(|number| ctx.span(&number));
                read.copies = ctx.first_number(inner);
            }
            Rule::lasts => read.lasts = offer::lasts(ctx, inner),
            Rule::play => read.plays.extend(offer::play(ctx, inner)),
            _ => {}
        }
    }
    read
}

fn report_out_of_place(ctx: &mut Context<'_>, span: Span, bearer: Bearer) {
    let first_line = ctx.slice(span).lines().next().map_or(0, |line| line.trim_end().len());
    let word = ctx.slice(span).split_whitespace().next().unwrap_or_default();
    ctx.report(
        Diagnostic::error("part-not-here", format!("`{word}` is not allowed in these braces"))
            .at(span.part(0, first_line), "not allowed here")
            .note(bearer.called()),
    );
}

fn mode(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Mode> {
    let doc = ctx.doc(&node);
    let (mut name, mut title, mut facts) = (None, None, ast::Body::default());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::name => name = Some(ctx.name(&inner)),
            Rule::title => title = ctx.first_text(inner),
            Rule::body => facts = body(ctx, inner, Bearer::Mode).body,
            _ => {}
        }
    }
    Some(ast::Mode { doc, name: name?, title, body: facts })
}

pub(super) fn counters(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Counters {
    let cites = ctx.cites(node.clone());
    let (mut side, mut place, mut after_in) = (None, None, false);
    let mut entries = Vec::new();
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::k_in => after_in = true,
            Rule::name | Rule::quoted_name if after_in => place = Some(ctx.name(&inner)),
            Rule::name => side = Some(ctx.name(&inner)),
            Rule::counters_entry => entries.push(counters_entry(ctx, inner)),
            _ => {}
        }
    }
    ast::Counters { side, place, cites, entries }
}

fn counters_entry(ctx: &mut Context<'_>, node: Node<'_>) -> ast::CountersEntry {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let mut words = ctx.words(node.clone());
    let count = position::take_count(ctx, &mut words);
    let cites = ctx.cites(node.clone());
    let pieces = match node.into_inner().find(|inner| inner.as_rule() == Rule::unique_pieces) {
        Some(list) => {
            let found = list.into_inner().filter(|inner| inner.as_rule() == Rule::unique_piece);
            found.filter_map(|piece| unique_piece(ctx, piece)).collect()
        }
        None => Vec::new(),
    };
    ast::CountersEntry { doc, words, count, pieces, cites, span }
}

fn unique_piece(ctx: &Context<'_>, node: Node<'_>) -> Option<ast::UniquePiece> {
    let title =
        node.clone().into_inner().find(|inner| inner.as_rule() == Rule::title).and_then(|title| ctx.first_text(title));
    Some(ast::UniquePiece { name: ctx.first_name(node.clone())?, title, words: ctx.words(node) })
}

pub(super) fn state(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::StateDecl> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let (mut subject, mut kind, mut default, mut during, mut cites) = (None, None, None, Vec::new(), Vec::new());
    let (mut held, mut quiet) = (None, false);
    let mut order = Order::default();
    for inner in node.into_inner() {
        let part = ctx.span(&inner);
        match inner.as_rule() {
            Rule::subject => subject = ctx.first_name(inner),
            Rule::var => kind = var(ctx, inner),
            Rule::flag => {
                let mut names = ctx.names(inner).into_iter();
                kind = names.next().map(|name| ast::StateKind::Flag { name, opposite: names.next() });
            }
            Rule::default_value => {
                order.see(1, "`=`", part);
                default = ctx.first_expr(inner);
            }
            Rule::during_list => {
                order.see(2, "`during`", part);
                let paths = inner.into_inner().filter(|inner| inner.as_rule() == Rule::path);
                during = paths.map(|path| ctx.path(&path)).collect();
            }
            Rule::k_quiet => {
                order.see(3, "`quiet`", part);
                quiet = true;
            }
            Rule::cite => {
                order.see(CITES, CITATION, part);
                cites.push(ctx.cite(&inner));
            }
            Rule::body => held = Some(body(ctx, inner, Bearer::State).body),
            _ => {}
        }
    }
    order.check(ctx, span);
    Some(ast::StateDecl { doc, subject, kind: kind?, default, during, quiet, cites, body: held, span })
}

fn var(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::StateKind> {
    let names = ctx.names(node.clone());
    let ty = node.into_inner().find(|inner| inner.as_rule() == Rule::type_ref).and_then(|ty| ctx.type_ref(ty));
    Some(ast::StateKind::Var { names, ty: ty? })
}
