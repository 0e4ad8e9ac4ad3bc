//! Builders for game, sides, rulebook, facts, lists, nouns, kinds, counters, state and terrain.

use super::atom::{child, children, has, inner, last};
use super::context::{Context, Node};
use super::head::{CITES, Has, Head, Order};
use super::{clause, offer, position};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn game(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Game> {
    let mut head = Head::of(ctx, &node, &[Has::Title], &[]);
    let (mut rulebook, mut die, mut sides, mut outcome) = (None, None, Vec::new(), Vec::new());
    for line in children(&node, Rule::game_line).filter_map(|line| line.into_inner().next()) {
        head.cites.extend(ctx.cites(&line));
        match line.as_rule() {
            Rule::game_rulebook => rulebook = ctx.first_text(&line),
            Rule::game_die => die = game_die(ctx, &line),
            Rule::game_sides => sides = ctx.names_in(&line, Rule::name_list),
            Rule::game_outcome => outcome = ctx.names_in(&line, Rule::name_list),
            _ => {}
        }
    }
    Some(ast::Game { name: head.name?, title: head.title, cites: head.cites, rulebook, die, sides, outcome })
}

fn game_die(ctx: &mut Context<'_>, node: &Node<'_>) -> Option<ast::Die> {
    let dice = ctx.first_dice(node);
    let shows = child(node, Rule::range).and_then(|range| ctx.range(&range));
    let dice = dice?;
    if dice.count != 1 {
        let several = dice.count.max(2);
        ctx.report(
            Diagnostic::error("wrong-value", "a game has one die, and its rules say how many are rolled")
                .at(dice.span, "not a single die")
                .help(format!(
                    "write `die d{0}`, and roll with `roll({several})`; an item `roll NAME = {several}d{0}` adds modifiers",
                    dice.faces
                )),
        );
    }
    Some(ast::Die { faces: dice.faces, shows, span: shows.map_or(dice.span, |range| dice.span.to(range.span)) })
}

pub(super) fn side(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Side> {
    let head = Head::of(ctx, &node, &[Has::Title], &[]);
    let played_by = ctx.name_in(&node, Rule::played_by).map(|name| match name.text.as_str() {
        "chance" => ast::PlayedBy::Chance(name.span),
        _ => ast::PlayedBy::Other(name),
    });
    let body = body_of(ctx, &node, Bearer::Facts).body;
    Some(ast::Side { name: head.name?, title: head.title, cites: head.cites, played_by, body })
}

pub(super) fn rulebook(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Rulebook {
    let mut sections = ctx.all(&node, Rule::rulebook_section, rulebook_section);
    if let Some(prefix) = ctx.name_in(&node, Rule::prefix_of_sections) {
        for number in sections.iter_mut().flat_map(|one| std::iter::once(&mut one.number).chain(&mut one.alias)) {
            number.text = format!("{}.{}", prefix.text, number.text);
        }
    }
    ast::Rulebook { sections }
}

fn rulebook_section(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Section> {
    let mut texts = children(&node, Rule::string).map(|text| ctx.text(&text));
    let (title, summary) = (texts.next()?, texts.last());
    let aliases = children(&node, Rule::section_alias);
    let aliases = aliases.flat_map(|alias| children(&alias, Rule::section_number).collect::<Vec<_>>());
    Some(ast::Section {
        number: child(&node, Rule::section_number).map(|number| ctx.name(&number))?,
        title,
        prose: has(&node, Rule::k_prose),
        alias: aliases.map(|number| ctx.name(&number)).collect(),
        summary,
        doc: ctx.doc(&node),
        span: ctx.span(&node),
    })
}

pub(super) fn note(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Note> {
    Some(ast::Note { cites: ctx.cites(&node), text: ctx.first_text(&node)? })
}

pub(super) fn has_item(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Has> {
    Some(ast::Has {
        subject: ctx.name_in(&node, Rule::subject)?,
        cites: ctx.cites(&node),
        facts: ctx.all(&node, Rule::fact_decl, fact_decl),
    })
}

fn fact_decl(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::FactDecl> {
    Some(ast::FactDecl {
        doc: ctx.doc(&node),
        names: ctx.names(&node),
        ty: ctx.first_type(&node)?,
        default: ctx.first_expr(&node),
        span: ctx.span(&node),
    })
}

pub(super) fn names(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Names> {
    let head = Head::of(ctx, &node, &[Has::Title], &[]);
    let values = ctx.all(&node, Rule::names_value, names_value);
    Some(ast::Names { name: head.name?, title: head.title, cites: head.cites, values })
}

fn names_value(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::NamesValue> {
    Some(ast::NamesValue {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        title: ctx.text_in(&node, Rule::title),
        code: ctx.name_in(&node, Rule::code),
        body: child(&node, Rule::body).map(|inner| body(ctx, inner, Bearer::Facts).body),
    })
}

pub(super) fn noun(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Noun> {
    let nouns = ctx.all(&node, Rule::noun_word, |ctx, word| {
        let mut names = ctx.names(&word).into_iter();
        Some(ast::NounWord { singular: names.next()?, plural: names.next() })
    });
    Some(ast::Noun { nouns, of: ctx.first_type(&node)? })
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
    let head = Head::of(ctx, &node, allowed, &[]);
    let read = body_of(ctx, &node, bearer);
    head.name.is_some().then_some((head, read))
}

/// The body of a node; an empty one if it has none.
fn body_of(ctx: &mut Context<'_>, node: &Node<'_>, bearer: Bearer) -> FullBody {
    child(node, Rule::body).map(|inner| body(ctx, inner, bearer)).unwrap_or_default()
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
            Rule::facts => read.body.facts.extend(ctx.words(&inner)),
            Rule::clause => read.body.clauses.extend(clause::clause(ctx, inner)),
            Rule::glyph => read.body.glyph = ctx.first_text(&inner),
            Rule::notation => read.body.notation = ctx.first_text(&inner),
            Rule::mode => read.body.modes.extend(mode(ctx, inner)),
            Rule::copies => {
                if let Some(earlier) = read.copies_at {
                    let again = Diagnostic::error("said-twice", "the number of copies is given twice")
                        .at(ctx.span(&inner), "again")
                        .also(earlier, "first")
                        .help("remove one of the two");
                    ctx.report(again);
                }
                read.copies_at = inner.clone().into_inner().last().map(|number| ctx.span(&number));
                read.copies = ctx.first_number(&inner);
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
    Some(ast::Mode {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        title: ctx.text_in(&node, Rule::title),
        body: body_of(ctx, &node, Bearer::Mode).body,
    })
}

pub(super) fn counters(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Counters {
    let cites = ctx.cites(&node);
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
    let mut words = ctx.words(&node);
    ast::CountersEntry {
        doc: ctx.doc(&node),
        count: position::take_count(ctx, &mut words),
        words,
        pieces: match child(&node, Rule::unique_pieces) {
            Some(list) => ctx.all(&list, Rule::unique_piece, |ctx, piece| unique_piece(ctx, &piece)),
            None => Vec::new(),
        },
        cites: ctx.cites(&node),
        span: ctx.span(&node),
    }
}

fn unique_piece(ctx: &Context<'_>, node: &Node<'_>) -> Option<ast::UniquePiece> {
    Some(ast::UniquePiece {
        name: ctx.first_name(node)?,
        title: ctx.text_in(node, Rule::title),
        words: ctx.words(node),
    })
}

pub(super) fn state(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::StateDecl> {
    let parts =
        [(Rule::default_value, 1, "`=`"), (Rule::during_list, 2, "`during`"), (Rule::k_quiet, 3, "`quiet`"), CITES];
    let span = ctx.span(&node);
    Order::of(ctx, inner(&node), &parts).check(ctx, span);
    let kind = match child(&node, Rule::flag) {
        Some(flag) => {
            let mut names = ctx.names(&flag).into_iter();
            ast::StateKind::Flag { name: names.next()?, opposite: names.next() }
        }
        None => var(ctx, child(&node, Rule::var)?)?,
    };
    let during = last(&node, Rule::during_list);
    Some(ast::StateDecl {
        doc: ctx.doc(&node),
        subject: ctx.name_in(&node, Rule::subject),
        kind,
        default: ctx.expr_in(&node, Rule::default_value),
        during: during
            .map(|list| children(&list, Rule::path).map(|path| ctx.path(&path)).collect())
            .unwrap_or_default(),
        quiet: has(&node, Rule::k_quiet),
        cites: ctx.cites(&node),
        body: child(&node, Rule::body).map(|inner| body(ctx, inner, Bearer::State).body),
        span,
    })
}

fn var(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::StateKind> {
    Some(ast::StateKind::Var { names: ctx.names(&node), ty: ctx.first_type(&node)? })
}
