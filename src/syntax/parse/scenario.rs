//! Builders for scenarios, draw items and tests.

use super::context::{Context, Node};
use super::head::{CITATION, CITES, Order};
use super::{item, position};
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
    let span = ctx.span(node);
    let name = ctx.first_name(node.clone())?;
    let (mut title, mut of, mut cites) = (None, None, Vec::new());
    let mut order = Order::default();
    for inner in node.clone().into_inner() {
        let part = ctx.span(&inner);
        match inner.as_rule() {
            Rule::title => {
                order.see(1, "the title", part);
                title = ctx.first_text(inner);
            }
            Rule::for_name => {
                order.see(2, "`for`", part);
                of = ctx.first_name(inner);
            }
            Rule::cite => {
                order.see(CITES, CITATION, part);
                cites.push(ctx.cite(&inner));
            }
            _ => {}
        }
    }
    order.check(ctx, span);
    Some(BattleHead { name, title, of, cites })
}

pub(super) fn scenario(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Scenario> {
    let head = battle_head(ctx, &node)?;
    let lines = node.into_inner().filter(|inner| inner.as_rule() == Rule::scenario_line);
    let lines = lines.filter_map(|line| scenario_line(ctx, line)).collect();
    Some(ast::Scenario { name: head.name, title: head.title, game: head.of, cites: head.cites, lines })
}

fn scenario_line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::ScenarioLine> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let inner = node.into_inner().next()?;
    let kind = match inner.as_rule() {
        Rule::scenario_use => ScenarioLineKind::Use(ctx.first_name(inner)?),
        Rule::scenario_ruling => {
            let mut names = ctx.names(inner).into_iter();
            ScenarioLineKind::Ruling { name: names.next()?, value: names.next()? }
        }
        Rule::scenario_board => ScenarioLineKind::Board(ctx.first_name(inner)?),
        Rule::scenario_weather => ScenarioLineKind::Weather(ctx.first_name(inner)?),
        Rule::army => ScenarioLineKind::Army(army(ctx, inner, doc)?),
        Rule::scenario_item => {
            // A scenario's own items start with no guard, even inside a replacement's.
            let outer = ctx.guard.take();
            let read =
                inner.into_inner().find(|inner| inner.as_rule() == Rule::item).and_then(|found| item::item(ctx, found));
            ctx.guard = outer;
            ScenarioLineKind::Item(Box::new(read?))
        }
        Rule::position_line => ScenarioLineKind::Position(position::line(ctx, inner)?),
        Rule::setting => {
            let cites = ctx.cites(inner.clone());
            let words = ctx.words(inner);
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
    let name = ctx.first_name(node.clone())?;
    let title =
        node.clone().into_inner().find(|inner| inner.as_rule() == Rule::title).and_then(|title| ctx.first_text(title));
    let other = node.clone().into_inner().find(|inner| inner.as_rule() == Rule::army_alias);
    let aliases = other.map_or_else(Vec::new, |other| ctx.names(other));
    let facts = ctx.words(node.clone());
    let cites = ctx.cites(node.clone());
    Some(ast::Army { doc, name, aliases, title, facts, cites, lines: position::lines(ctx, node) })
}

pub(super) fn draw(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Draw {
    let cites = ctx.cites(node.clone());
    let lines = node.into_inner().filter(|inner| inner.as_rule() == Rule::draw_line);
    ast::Draw { cites, lines: lines.filter_map(|line| draw_line(ctx, line)).collect() }
}

fn draw_line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::DrawLine> {
    let span = ctx.span(&node);
    let inner = node.into_inner().next()?;
    let text = ctx.first_text(inner.clone());
    let mut names = ctx.names(inner.clone()).into_iter();
    let shade = |inner: Node<'_>| {
        inner.into_inner().find(|inner| inner.as_rule() == Rule::shade).and_then(|shade| ctx.first_name(shade))
    };
    let kind = match inner.as_rule() {
        Rule::draw_hex => DrawLineKind::Hex { text: text?, shade: shade(inner) },
        Rule::draw_omit => DrawLineKind::Omit(names.collect()),
        Rule::draw_side => DrawLineKind::Side(names.next()?),
        Rule::draw_map => DrawLineKind::Map { east: names.next()?, north: names.next()? },
        Rule::draw_space => {
            let parts = inner.clone().into_inner();
            let side = parts.into_iter().find(|part| part.as_rule() == Rule::coloured);
            let side = side.and_then(|side| ctx.first_name(side));
            DrawLineKind::Space { text: text?, shade: shade(inner), side }
        }
        Rule::draw_link => DrawLineKind::Link { name: names.next()?, text: text?, colour: names.next() },
        Rule::draw_piece => DrawLineKind::Piece(text?),
        Rule::draw_badge => DrawLineKind::Badge { word: names.next()?, text: text? },
        Rule::draw_arrow => DrawLineKind::Arrow(names.next()?),
        Rule::draw_track => {
            let (mut range, mut labels, mut mark) = (None, Vec::new(), None);
            for part in inner.into_inner() {
                match part.as_rule() {
                    Rule::range => range = ctx.range(&part),
                    Rule::track_mark => mark = ctx.first_name(part),
                    Rule::track_labels => {
                        let texts = part.into_inner().filter(|text| text.as_rule() == Rule::string);
                        labels = texts.map(|text| ctx.text(&text)).collect();
                    }
                    _ => {}
                }
            }
            DrawLineKind::Track { name: names.next()?, range, labels, mark }
        }
        _ => return None,
    };
    Some(ast::DrawLine { kind, span })
}

pub(super) fn test(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Test> {
    let title = ctx.first_text(node.clone())?;
    let cites = ctx.cites(node.clone());
    let lines = node.into_inner().filter(|inner| inner.as_rule() == Rule::test_line);
    let mut read = Vec::new();
    for line in lines {
        let span = ctx.span(&line);
        let Some(inner) = line.into_inner().next() else { continue };
        if let (Rule::given, Some(name)) = (inner.as_rule(), ctx.first_name(inner.clone())) {
            // `given SCENARIO { lines }`: the scenario, plus its lines.
            read.push(ast::TestLine { kind: TestLineKind::GivenScenario(name), span });
            if inner.clone().into_inner().any(|part| part.as_rule() == Rule::k_cleared) {
                read.push(ast::TestLine { kind: TestLineKind::Cleared, span });
            }
            if !inner.clone().into_inner().any(|part| part.as_rule() == Rule::given_lines) {
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
    let mut names = ctx.names(node.clone()).into_iter();
    let sentence = |ctx: &Context<'_>| {
        node.clone().into_inner().find(|inner| inner.as_rule() == Rule::sentence).map(|inner| sentence_of(ctx, &inner))
    };
    Some(match node.as_rule() {
        Rule::given => match node.into_inner().find(|inner| inner.as_rule() == Rule::given_lines) {
            Some(lines) => TestLineKind::Given(position::lines(ctx, lines)),
            None => TestLineKind::GivenScenario(names.next()?),
        },
        Rule::test_at => TestLineKind::At { step: names.next()?, side: names.next() },
        Rule::test_ruling => TestLineKind::Ruling { name: names.next()?, value: names.next()? },
        Rule::test_dice => {
            let groups = node.into_inner().filter(|inner| inner.as_rule() == Rule::dice_group);
            TestLineKind::Dice(groups.map(|group| ctx.words(group)).collect())
        }
        Rule::test_draw => TestLineKind::Draw(names.collect()),
        Rule::test_play => TestLineKind::Play { side: names.next()?, sentence: sentence(ctx)? },
        Rule::test_do => TestLineKind::Do(ctx.first_script(node)?),
        Rule::test_offered => offered(ctx, node)?,
        Rule::test_asked => TestLineKind::Asked { question: sentence(ctx), side: names.next()? },
        Rule::test_ended => {
            let winners = node.into_inner().find(|inner| inner.as_rule() == Rule::name_list);
            TestLineKind::Ended {
                winners: winners.map(|list| ctx.names(list)).unwrap_or_default(),
                level: names.next(),
            }
        }
        Rule::test_refused => {
            let sentence = sentence(ctx)?;
            let because = node.into_inner().find(|inner| inner.as_rule() == Rule::refused_because);
            TestLineKind::Refused {
                side: names.next()?,
                sentence,
                because: because.map(|because| ctx.cites(because)).unwrap_or_default(),
            }
        }
        Rule::test_then => TestLineKind::Then(ctx.exprs(node)),
        _ => return None,
    })
}

fn offered(ctx: &mut Context<'_>, node: Node<'_>) -> Option<TestLineKind> {
    let side = ctx.first_name(node.clone())?;
    let (mut sentence, mut costs, mut odds) = (None, Vec::new(), None);
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::sentence => sentence = Some(sentence_of(ctx, &inner)),
            Rule::offered_costs => {
                for share in inner.into_inner().filter(|inner| inner.as_rule() == Rule::cost_share) {
                    let amount = ctx.words(share.clone()).into_iter().next()?;
                    costs.push((amount, ctx.first_name(share)));
                }
            }
            Rule::offered_odds => {
                let span = ctx.span(&inner);
                let mut numbers = inner.into_inner().filter(|inner| inner.as_rule() == Rule::number);
                let mut next = || numbers.next().map(|number| i64::from(ctx.number(&number)));
                odds = Some((next()?, next()?, span));
            }
            _ => {}
        }
    }
    Some(TestLineKind::Offered { side, sentence: sentence?, costs, odds })
}

pub(super) fn sentence_of(ctx: &Context<'_>, node: &Node<'_>) -> ast::Sentence {
    let span = ctx.span(node);
    let text = ctx.slice(span).trim_end();
    ast::Sentence { text: text.to_owned(), span: span.part(0, text.len()) }
}
