//! Tests: positions, sentences, scripts and expectations with every name resolved.

use crate::model::game::Param;
use crate::model::id::Domain;
use crate::model::setup::{Position, Test, TestLine};
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ItemKind, TestLineKind};

use super::deck::card_named;
use super::error;
use super::gather::Gathered;
use super::maker::{Frame, Maker};
use super::position::{check_slots, read_lines};
use super::script::{ScriptPlace, add_script};
use super::subject::{reading, side_named};

/// The tests that are played in this scenario: those that give it, and those that stand in it. Without a scenario those
/// that give none.
pub(crate) fn fill_tests(maker: &mut Maker, items: &Gathered) {
    let here = items.scenario.map(|(scenario, _)| plain(&scenario.name.text));
    // What a test cites it shows; it is no rule.
    let of_rules = maker.game.citations.len();
    for entry in &items.entries {
        let ItemKind::Test(item) = entry.kind else { continue };
        let given = given(item);
        let belongs = match (&here, given) {
            (None, None) => true,
            (Some(here), Some(name)) => *here == plain(&name.text),
            (Some(_), None) => entry.local,
            (None, Some(_)) => false,
        };
        if belongs {
            fill_test(maker, item, items.scenario.map(|(scenario, _)| scenario.name.text.clone()), entry.span);
        }
    }
    maker.game.citations.truncate(of_rules);
}

/// The scenario that a test gives.
pub(crate) fn given(test: &ast::Test) -> Option<&ast::Name> {
    test.lines.iter().find_map(|line| match &line.kind {
        TestLineKind::GivenScenario(name) => Some(name),
        _ => None,
    })
}

fn fill_test(maker: &mut Maker, item: &ast::Test, scenario: Option<String>, span: Span) {
    let cites = maker.cites(&item.cites);
    if item.cites.is_empty() {
        maker.report(
            crate::diagnostic::Diagnostic::error("test-without-citation", "a test says which section it shows")
                .at(item.title.span, "write `@` and a section behind the title"),
        );
    }
    let mut test = Test {
        title: item.title.plain(),
        cites,
        scenario,
        position: Position::default(),
        readings: Vec::new(),
        labels: Vec::new(),
        lines: Vec::new(),
        span,
    };
    // Positions first: their labels are names in everything else.
    for line in &item.lines {
        match &line.kind {
            TestLineKind::Given(lines) => read_lines(maker, lines, None, &mut test.position),
            TestLineKind::Ruling { name, value } => match reading(maker, &name.text, &value.text) {
                Ok(found) => test.readings.push(found),
                Err(missing) => maker.report(missing.named(name, value)),
            },
            _ => {}
        }
    }
    check_slots(maker, &test.position);
    for (index, piece) in test.position.pieces.iter().enumerate() {
        if let Some(label) = &piece.label {
            if test.labels.iter().any(|(other, _)| other == label) {
                maker.report(error::wrong_value(label, piece.span, "a label that stands once"));
            } else {
                test.labels.push((label.clone(), index as u16));
            }
        }
    }
    let labels: Vec<Param> = test
        .labels
        .iter()
        .map(|(name, _)| Param { name: name.clone(), noun: None, ty: Type::One(Domain::Piece, false) })
        .collect();
    for line in &item.lines {
        let made = test_line(maker, &line.kind, &labels, line.span);
        test.lines.extend(made);
    }
    maker.game.tests.push(test);
}

fn test_line(maker: &mut Maker, line: &TestLineKind, labels: &[Param], span: Span) -> Option<TestLine> {
    match line {
        TestLineKind::Given(_) | TestLineKind::GivenScenario(_) | TestLineKind::Ruling { .. } => None,
        TestLineKind::Dice(groups) => {
            let (low, high) = maker.game.die;
            let mut faces = Vec::new();
            for group in groups {
                let mut rolled = Vec::new();
                for word in group {
                    match word.as_int() {
                        Some(face) if face >= low.min(1) && face <= high.max(100) => rolled.push(face),
                        Some(face) => maker.report(error::out_of_range(face, word.span, low, high)),
                        None => maker.report(error::wrong_value(&word.text, word.span, "a face of a die")),
                    }
                }
                faces.push(rolled);
            }
            Some(TestLine::Dice(faces, span))
        }
        TestLineKind::Draw(names) => {
            let mut cards = Vec::new();
            for name in names {
                match card_named(maker, &name.text) {
                    Some(card) => cards.push(card),
                    None => {
                        let known: Vec<String> = maker.game.card_defs.iter().map(|def| def.name.clone()).collect();
                        maker.report(error::unknown("card", &name.text, name.span, known.iter().map(String::as_str)));
                    }
                }
            }
            Some(TestLine::Draw(cards, span))
        }
        TestLineKind::Play { side, sentence } => {
            Some(TestLine::Play(side_of(maker, side)?, sentence.text.clone(), sentence.span))
        }
        TestLineKind::Offered { side, sentence } => {
            Some(TestLine::Offered(side_of(maker, side)?, sentence.text.clone(), sentence.span))
        }
        TestLineKind::Refused { side, sentence, because } => {
            let because = maker.cites(because).first().copied();
            Some(TestLine::Refused(side_of(maker, side)?, sentence.text.clone(), because, sentence.span))
        }
        TestLineKind::Do(script) => {
            let place = ScriptPlace { name: "test", scopes: Vec::new(), acts: false, lifetime: None };
            Some(TestLine::Do(add_script(maker, place, labels.to_vec(), script)))
        }
        TestLineKind::Then(expressions) => {
            let mut nodes = Vec::new();
            for expression in expressions {
                let mut frame = Frame::of(labels);
                frame.acts = false;
                let node = maker.expression(&mut frame, expression, Some(Type::Flag));
                nodes.push((node, frame.needed));
            }
            Some(TestLine::Then(nodes, span))
        }
    }
}

fn side_of(maker: &mut Maker, name: &ast::Name) -> Option<u16> {
    let found = side_named(maker, &name.text);
    if found.is_none() {
        let names: Vec<String> = maker.game.sides.iter().map(|side| side.name.clone()).collect();
        maker.report(error::unknown("side", &name.text, name.span, names.iter().map(String::as_str)));
    }
    found
}
