//! Builders for scenarios, draw items and tests.

use super::atom::{child, children, has, inner};
use super::context::{Context, Node};
use super::head::{CITES, Order};
use super::{head, item, position};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, DrawLineKind, ScenarioLineKind, TestLineKind};
use crate::syntax::grammar::Rule;

/// The parts of the head of a scenario, lesson or puzzle.
pub(super) struct BattleHead {
    pub(super) name: ast::Name,
    pub(super) title: Option<ast::Text>,
    pub(super) of: Option<ast::Name>,
    pub(super) cites: Vec<ast::Cite>,
}

pub(super) fn battle_head(ctx: &mut Context<'_>, node: &Node<'_>) -> Option<BattleHead> {
    let parts = [(Rule::title, 1, "the title"), (Rule::for_name, 2, "`for`"), CITES];
    let whole = ctx.span(node);
    Order::of(ctx, inner(node), &parts).check(ctx, whole);
    let name = ctx.first_name(node)?;
    head::check_name(ctx, node, Some(&name));
    Some(BattleHead {
        name,
        title: ctx.text_in(node, Rule::title),
        of: ctx.name_in(node, Rule::for_name),
        cites: ctx.cites(node),
    })
}

pub(super) fn scenario(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Scenario> {
    let head = battle_head(ctx, &node)?;
    let lines = ctx.all(&node, Rule::scenario_line, scenario_line);
    Some(ast::Scenario { name: head.name, title: head.title, game: head.of, cites: head.cites, lines })
}

/// The name of a lesson or puzzle, and its test as far as its head gives it.
pub(super) fn battle_test(ctx: &mut Context<'_>, node: &Node<'_>) -> Option<(ast::Name, ast::Test)> {
    let head = battle_head(ctx, node)?;
    let title = head.title.unwrap_or_else(|| ast::Text::new(head.name.text.clone(), head.name.span));
    let lines = head.of.map(|of| ast::TestLine { span: of.span, kind: TestLineKind::GivenScenario(of) });
    let lines = lines.into_iter().collect();
    Some((head.name, ast::Test { title, cites: head.cites, lines, lost: false }))
}

/// The lines of `given [cleared] { … }` in a lesson or puzzle.
pub(super) fn given_lines(ctx: &mut Context<'_>, node: &Node<'_>, span: Span) -> Vec<ast::TestLine> {
    let cleared = has(node, Rule::k_cleared).then_some(TestLineKind::Cleared);
    let given = child(node, Rule::given_lines).map(|given| TestLineKind::Given(position::lines(ctx, given)));
    cleared.into_iter().chain(given).map(|kind| ast::TestLine { kind, span }).collect()
}

fn scenario_line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::ScenarioLine> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let inner = node.into_inner().next()?;
    let kind = match inner.as_rule() {
        Rule::scenario_use => ScenarioLineKind::Use(ctx.first_name(&inner)?),
        Rule::scenario_ruling => {
            let mut names = ctx.names(&inner).into_iter();
            ScenarioLineKind::Ruling { name: names.next()?, value: names.next()? }
        }
        Rule::scenario_board => ScenarioLineKind::Board(ctx.first_name(&inner)?),
        Rule::scenario_weather => ScenarioLineKind::Weather(ctx.first_name(&inner)?),
        Rule::army => ScenarioLineKind::Army(army(ctx, inner, doc)?),
        Rule::scenario_item => {
            // A scenario's own items start with no guard, even inside a replacement's.
            let outer = ctx.guard.take();
            let read = child(&inner, Rule::item).and_then(|found| item::item(ctx, found));
            ctx.guard = outer;
            ScenarioLineKind::Item(Box::new(read?))
        }
        Rule::position_line => ScenarioLineKind::Position(position::line(ctx, inner)?),
        Rule::setting => {
            let cites = ctx.cites(&inner);
            let words = ctx.words(&inner);
            if let [first, .., last] = words.as_slice()
                && first.text == "army"
            {
                let end = last.span;
                let point = Span { start: end.end, ..end };
                let open = Diagnostic::error("missing-part", "expected braces around the lines of an army")
                    .at(point, "no `{` here")
                    .help(format!("write `{{` after `{}`, and `}}` after the last line of the army", last.text));
                ctx.misread(open, span);
            }
            ScenarioLineKind::Setting(ast::Setting { doc, words, cites })
        }
        _ => return None,
    };
    Some(ast::ScenarioLine { kind, span })
}

fn army(ctx: &mut Context<'_>, node: Node<'_>, doc: Option<String>) -> Option<ast::Army> {
    Some(ast::Army {
        doc,
        name: ctx.first_name(&node)?,
        aliases: ctx.names_in(&node, Rule::army_alias),
        title: ctx.text_in(&node, Rule::title),
        facts: ctx.words(&node),
        cites: ctx.cites(&node),
        lines: position::lines(ctx, node),
    })
}

pub(super) fn draw(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Draw {
    ast::Draw { cites: ctx.cites(&node), lines: ctx.all(&node, Rule::draw_line, draw_line) }
}

fn draw_line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::DrawLine> {
    let span = ctx.span(&node);
    let inner = node.into_inner().next()?;
    let text = ctx.first_text(&inner);
    let mut names = ctx.names(&inner).into_iter();
    let shade = ctx.name_in(&inner, Rule::shade);
    let kind = match inner.as_rule() {
        Rule::draw_hex => DrawLineKind::Hex { text: text?, shade },
        Rule::draw_omit => DrawLineKind::Omit(names.collect()),
        Rule::draw_side => DrawLineKind::Side(names.next()?),
        Rule::draw_map => DrawLineKind::Map { east: names.next()?, north: names.next()? },
        Rule::draw_space => DrawLineKind::Space { text: text?, shade, side: ctx.name_in(&inner, Rule::coloured) },
        Rule::draw_link => DrawLineKind::Link { name: names.next()?, text: text?, colour: names.next() },
        Rule::draw_piece => DrawLineKind::Piece(text?),
        Rule::draw_badge => DrawLineKind::Badge { word: names.next()?, text: text? },
        Rule::draw_arrow => DrawLineKind::Arrow(names.next()?),
        Rule::draw_track => {
            let labels = child(&inner, Rule::track_labels);
            let labels = labels.map(|labels| children(&labels, Rule::string).map(|text| ctx.text(&text)).collect());
            DrawLineKind::Track {
                name: names.next()?,
                range: child(&inner, Rule::range).and_then(|range| ctx.range(&range)),
                labels: labels.unwrap_or_default(),
                mark: ctx.name_in(&inner, Rule::track_mark),
            }
        }
        _ => return None,
    };
    Some(ast::DrawLine { kind, span })
}

pub(super) fn test(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Test> {
    let title = ctx.first_text(&node)?;
    let cites = ctx.cites(&node);
    let mut read = Vec::new();
    for line in children(&node, Rule::test_line) {
        let span = ctx.span(&line);
        let Some(inner) = line.into_inner().next() else { continue };
        if let (Rule::given, Some(name)) = (inner.as_rule(), ctx.first_name(&inner)) {
            // `given SCENARIO { lines }`: the scenario, plus its lines.
            read.push(ast::TestLine { kind: TestLineKind::GivenScenario(name), span });
            if has(&inner, Rule::k_cleared) {
                read.push(ast::TestLine { kind: TestLineKind::Cleared, span });
            }
            if !has(&inner, Rule::given_lines) {
                continue;
            }
        }
        if let Some(kind) = test_line(ctx, inner) {
            read.push(ast::TestLine { kind, span });
        }
    }
    Some(ast::Test { title, cites, lines: read, lost: false })
}

pub(super) fn test_line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<TestLineKind> {
    let mut names = ctx.names(&node).into_iter();
    let sentence = |ctx: &Context<'_>| child(&node, Rule::sentence).map(|inner| sentence_of(ctx, &inner));
    Some(match node.as_rule() {
        Rule::given => match child(&node, Rule::given_lines) {
            Some(lines) => TestLineKind::Given(position::lines(ctx, lines)),
            None => TestLineKind::GivenScenario(names.next()?),
        },
        Rule::test_at => TestLineKind::At { step: names.next()?, side: names.next() },
        Rule::test_ruling => TestLineKind::Ruling { name: names.next()?, value: names.next()? },
        Rule::test_dice => {
            TestLineKind::Dice(children(&node, Rule::dice_group).map(|group| ctx.words(&group)).collect())
        }
        Rule::test_draw => TestLineKind::Draw(names.collect()),
        Rule::test_play => TestLineKind::Play { side: names.next()?, sentence: sentence(ctx)? },
        Rule::test_do => TestLineKind::Do(ctx.first_script(&node)?),
        Rule::test_offered => offered(ctx, node)?,
        Rule::test_asked => TestLineKind::Asked { question: sentence(ctx), side: names.next()? },
        Rule::test_ended => TestLineKind::Ended { winners: ctx.names_in(&node, Rule::name_list), level: names.next() },
        Rule::test_refused => TestLineKind::Refused {
            sentence: sentence(ctx)?,
            side: names.next()?,
            because: child(&node, Rule::refused_because).map(|because| ctx.cites(&because)).unwrap_or_default(),
        },
        Rule::test_then => TestLineKind::Then(ctx.exprs(&node)),
        _ => return None,
    })
}

/// `SIDE: SENTENCE`
pub(super) fn said(ctx: &Context<'_>, node: &Node<'_>) -> Option<(ast::Name, ast::Sentence)> {
    Some((ctx.first_name(node)?, sentence_of(ctx, &child(node, Rule::sentence)?)))
}

fn offered(ctx: &mut Context<'_>, node: Node<'_>) -> Option<TestLineKind> {
    let (side, sentence) = said(ctx, &node)?;
    let shares = children(&node, Rule::offered_costs);
    let shares = shares.flat_map(|costs| children(&costs, Rule::cost_share).collect::<Vec<_>>());
    let costs = shares.filter_map(|share| Some((ctx.words(&share).into_iter().next()?, ctx.first_name(&share))));
    let costs = costs.collect();
    let odds = children(&node, Rule::offered_odds).last().and_then(|odds| {
        let span = ctx.span(&odds);
        let mut numbers = children(&odds, Rule::number).map(|number| i64::from(ctx.number(&number)));
        Some((numbers.next()?, numbers.next()?, span))
    });
    Some(TestLineKind::Offered { side, sentence, costs, odds })
}

pub(super) fn sentence_of(ctx: &Context<'_>, node: &Node<'_>) -> ast::Sentence {
    let span = ctx.span(node);
    let text = ctx.slice(span).trim_end();
    ast::Sentence { text: text.to_owned(), span: span.part(0, text.len()) }
}
