//! What a scenario says besides rules: facts of the game and of its armies, where everything stands, the weather.

use crate::model::id::{Domain, Ref};
use crate::model::setup::Position;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain;
use crate::syntax::ast::{self, ItemKind, ScenarioLineKind};

use super::error;
use super::gather::Gathered;
use super::maker::Maker;
use super::position::{check_cards, check_labels, check_slots, read_lines, set_var, set_weather, var_of};
use super::state::complete;
use super::subject::{armies, side_named};
use super::value;

/// Facts of sides, from their items and the heads of armies, and of the game.
pub(crate) fn fill_subjects(maker: &mut Maker, items: &Gathered) {
    let count = maker.game.facts.len();
    let mut given = vec![vec![None; count]; maker.game.sides.len()];
    let mut spans = vec![crate::source::Span::default(); maker.game.sides.len()];
    for (entry, item) in items.each(|kind| if let ItemKind::Side(it) = kind { Some(it) } else { None }) {
        if let Some(side) = side_named(maker, &item.name.text) {
            spans[side as usize] = entry.span;
            value::read_facts(maker, Domain::Side, &item.body.facts, &mut given[side as usize]);
        }
    }
    for (army, _) in armies(items) {
        maker.cites(&army.cites);
        if let Some(side) = side_named(maker, &army.name.text) {
            spans[side as usize] = army.name.span;
            value::read_facts(maker, Domain::Side, &army.facts, &mut given[side as usize]);
        }
    }
    let bare = items.scenario.is_none();
    for (side, facts) in given.into_iter().enumerate() {
        let facts = if bare {
            // Tests without a scenario play on an empty board: what only a battle prints is nothing there.
            let zero = |(index, value): (usize, Option<Value>)| {
                let fact = &maker.game.facts[index];
                value.unwrap_or_else(|| match (fact.subject == Domain::Side, &fact.default, fact.ty) {
                    (true, None, Type::Int(_)) => Value::Int(0),
                    _ => super::kind::default_of(fact, Domain::Side),
                })
            };
            facts.into_iter().enumerate().map(zero).collect()
        } else {
            let span = spans[side];
            complete(maker, Domain::Side, facts, &|maker: &Maker| maker.game.sides[side].title.clone(), span)
        };
        maker.game.side_facts.push(facts);
    }
    fill_game_facts(maker, items);
}

fn fill_game_facts(maker: &mut Maker, items: &Gathered) {
    let mut given = vec![None; maker.game.facts.len()];
    for setting in settings(items) {
        maker.cites(&setting.cites);
        let Some(first) = setting.words.first() else { continue };
        if value::fact_named(maker, Domain::Game, &first.text).is_some() {
            value::read_facts(maker, Domain::Game, &setting.words, &mut given);
        }
    }
    let span = items.scenario.map_or(crate::source::Span::default(), |(scenario, _)| scenario.name.span);
    maker.game.game_facts = if items.scenario.is_some() {
        complete(maker, Domain::Game, given, &|maker: &Maker| maker.game.scenario_title.clone(), span)
    } else {
        let default = |(index, value): (usize, Option<Value>)| {
            value.unwrap_or_else(|| super::kind::default_of(&maker.game.facts[index], Domain::Game))
        };
        given.into_iter().enumerate().map(default).collect()
    };
}

fn settings<'a>(items: &Gathered<'a>) -> Vec<&'a ast::Setting> {
    let pick = |line: &&'a ast::ScenarioLine| match &line.kind {
        ScenarioLineKind::Setting(setting) => Some(setting),
        _ => None,
    };
    items.lines.iter().filter_map(pick).collect()
}

/// The position of the scenario: armies and lines in written order, later ones win; variables that it sets.
pub(crate) fn fill_setup(maker: &mut Maker, items: &Gathered) {
    let mut position = std::mem::take(&mut maker.game.setup.position);
    for line in &items.lines {
        match &line.kind {
            ScenarioLineKind::Army(army) => {
                read_lines(maker, &army.lines, side_named(maker, &army.name.text), &mut position)
            }
            ScenarioLineKind::Position(line) => read_lines(maker, std::slice::from_ref(line), None, &mut position),
            ScenarioLineKind::Weather(name) => set_weather(maker, name, &mut position),
            ScenarioLineKind::Item(item) => {
                if let Some(name) = super::gather::named_weather(&item.kind) {
                    set_weather(maker, name, &mut position);
                }
            }
            ScenarioLineKind::Setting(setting) => read_setting(maker, setting, &mut position),
            ScenarioLineKind::Expect(expressions) => {
                for expression in expressions {
                    maker.report(error::not_yet("`expect`", expression.span));
                }
            }
            ScenarioLineKind::Use(_) | ScenarioLineKind::Board(_) => {}
        }
    }
    check_slots(maker, &position);
    check_cards(maker, &position);
    check_labels(maker, &position);
    maker.game.setup.printed = position.pieces.iter().map(|piece| piece.printed.clone()).collect();
    maker.game.setup.position = position;
}

/// `holder French`: a variable of the game; facts and ranges of steps have been read where they belong.
fn read_setting(maker: &mut Maker, setting: &ast::Setting, into: &mut Position) {
    let Some(first) = setting.words.first() else { return };
    let spelt = plain(&first.text);
    if let Some(var) = var_of(maker, Domain::Game, &first.text) {
        set_var(maker, var, Ref::GAME, &setting.words, into);
        return;
    }
    let is_fact = value::fact_named(maker, Domain::Game, &first.text).is_some();
    let is_step = maker.game.steps.iter().any(|step| step.name == spelt);
    if !is_fact && !is_step {
        let mut names = value::facts_of(maker, Domain::Game);
        names.extend(maker.game.vars.iter().filter(|var| var.subject == Domain::Game).map(|var| var.name.clone()));
        names.extend(maker.game.steps.iter().map(|step| step.name.clone()));
        // What was meant may be a line that begins with a word of the language.
        names.extend(["army", "board", "expect", "use", "weather"].map(str::to_owned));
        maker.report(error::unknown(
            "fact, variable or step of the game",
            &first.text,
            first.span,
            names.iter().map(String::as_str),
        ));
    }
}
