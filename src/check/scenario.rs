//! The parts of a scenario besides rules: facts of the game and its armies, positions, weather.

use crate::model::game::Side;
use crate::model::id::{Domain, Ref, VarId};
use crate::model::setup::Position;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain, plain_words};
use crate::syntax::ast::{self, ItemKind, ScenarioLineKind};
use crate::syntax::{foreign_help, wrong_item};

use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use super::mix::check_mix;
use super::position::{
    check_cards, check_labels, check_names_once, check_slots, read_lines, set_var, set_weather, var_of,
};
use super::state::{complete, complete_with};
use super::subject::{armies, side_named};
use super::value;

/// Fills in the facts of sides, from their items and army heads, and of the game.
pub(crate) fn fill_subjects(builder: &mut GameBuilder, items: &Gathered) {
    let count = builder.game.facts.len();
    let mut given = vec![vec![None; count]; builder.game.sides.len()];
    let mut spans = vec![None; builder.game.sides.len()];
    for (entry, item) in items.each(|kind| if let ItemKind::Side(it) = kind { Some(it) } else { None }) {
        if let Some(side) = side_named(builder, &item.name.text) {
            spans[side as usize] = Some(entry.span);
            value::read_facts(builder, Domain::Side, &item.body.facts, &mut given[side as usize]);
        }
    }
    for (army, _) in armies(items) {
        builder.cites(&army.cites);
        if let Some(side) = side_named(builder, &army.name.text) {
            spans[side as usize] = Some(army.name.span);
            value::read_facts(builder, Domain::Side, &army.facts, &mut given[side as usize]);
        }
    }
    for (side, facts) in given.into_iter().enumerate() {
        let facts = if let Some((scenario, _)) = items.scenario {
            let whose = |builder: &GameBuilder| builder.game.sides[side].title.clone();
            match spans[side] {
                Some(span) => complete(builder, Domain::Side, facts, &whose, span),
                None => without_army(builder, side, facts, scenario.name.span),
            }
        } else {
            // Tests without a scenario play on an empty board; facts that only scenarios give are zero or none there.
            let zero = |(index, value): (usize, Option<Value>)| {
                let fact = &builder.game.facts[index];
                value.unwrap_or_else(|| match (fact.subject == Domain::Side, &fact.default, fact.ty) {
                    (true, None, Type::Int(_)) => Value::Int(0),
                    _ => super::kind::default_of(fact, Domain::Side),
                })
            };
            facts.into_iter().enumerate().map(zero).collect()
        };
        builder.game.side_facts.push(facts);
    }
    fill_game_facts(builder, items);
}

/// The facts of a side that the scenario gives no army; those it needs are reported at the scenario.
fn without_army(builder: &mut GameBuilder, side: usize, facts: Vec<Option<Value>>, scenario: Span) -> Vec<Value> {
    let Side { name, title, .. } = &builder.game.sides[side];
    let army = if plain(title) == *name { title.clone() } else { name.clone() };
    let mut report = |builder: &mut GameBuilder, fact: usize| {
        if builder.incomplete {
            return;
        }
        let fact = &builder.game.facts[fact];
        let problem = error::missing_without_army(&fact.name, &army, scenario, fact.span);
        builder.report(problem);
    };
    complete_with(builder, Domain::Side, facts, &mut report)
}

fn fill_game_facts(builder: &mut GameBuilder, items: &Gathered) {
    let mut given = vec![None; builder.game.facts.len()];
    for setting in settings(items) {
        builder.cites(&setting.cites);
        let Some(first) = setting.words.first() else { continue };
        if value::fact_named(builder, Domain::Game, &first.text).is_some() {
            value::read_facts(builder, Domain::Game, &setting.words, &mut given);
        }
    }
    let span = items.scenario.map_or(Span::default(), |(scenario, _)| scenario.name.span);
    builder.game.game_facts = if items.scenario.is_some() {
        complete(builder, Domain::Game, given, &|builder: &GameBuilder| builder.game.scenario_title.clone(), span)
    } else {
        let default = |(index, value): (usize, Option<Value>)| {
            value.unwrap_or_else(|| super::kind::default_of(&builder.game.facts[index], Domain::Game))
        };
        given.into_iter().enumerate().map(default).collect()
    };
}

/// The lines that set a fact of the game, a variable or the turns of a step.
pub(crate) fn settings<'a>(items: &Gathered<'a>) -> Vec<&'a ast::Setting> {
    let pick = |line: &&'a ast::ScenarioLine| match &line.kind {
        ScenarioLineKind::Setting(setting) => Some(setting),
        _ => None,
    };
    items.lines.iter().filter_map(pick).collect()
}

/// Fills in the position of the scenario: armies and lines in order, later ones taking precedence, and the variables it
/// sets.
pub(crate) fn fill_setup(builder: &mut GameBuilder, items: &Gathered) {
    let mut position = std::mem::take(&mut builder.game.setup.position);
    for line in &items.lines {
        match &line.kind {
            ScenarioLineKind::Army(army) => {
                read_lines(builder, &army.lines, side_named(builder, &army.name.text), &mut position)
            }
            ScenarioLineKind::Position(line) => {
                read_lines(builder, std::slice::from_ref(line), None, &mut position);
                if let Some((step, turn)) = position.steps.pop() {
                    let step = &builder.game.steps[step.at()].name;
                    let problem = error::unfit("only a test says which turn it is", line.span);
                    let help = format!("write `{step} {turn}..` for a scenario that begins with that turn");
                    builder.report(problem.help(help));
                }
            }
            ScenarioLineKind::Weather(name) => set_weather(builder, name, &mut position),
            ScenarioLineKind::Item(item) => {
                if let Some(name) = super::gather::named_weather(&item.kind) {
                    set_weather(builder, name, &mut position);
                }
            }
            ScenarioLineKind::Setting(setting) => read_setting(builder, setting, &mut position),
            ScenarioLineKind::Use(_) | ScenarioLineKind::Board(_) | ScenarioLineKind::Ruling { .. } => {}
        }
    }
    if let Some(under_way) = position.under_way.take() {
        builder.report(
            error::unfit("a scenario begins at its beginning, with nothing under way", under_way.span)
                .help("`under way` belongs in the position of a test"),
        );
    }
    check_named(builder, items, &position);
    check_lifetimes(builder, &position);
    check_slots(builder, &position);
    check_cards(builder, &position);
    check_labels(builder, &position);
    check_names_once(builder, &position);
    check_mix(builder, &[&position]);
    builder.game.setup.printed = position.pieces.iter().map(|piece| piece.printed.clone()).collect();
    builder.game.setup.position = position;
}

/// Reports variables and flags of a scenario that live in a step: they are at their defaults when it begins.
fn check_lifetimes(builder: &mut GameBuilder, position: &Position) {
    let of_pieces = position.pieces.iter().flat_map(|piece| piece.vars.iter().map(|(var, _)| (*var, piece.span)));
    let of_phrases = position.phrases.iter().filter_map(|phrase| Some((phrase.var, phrase.span?)));
    let of_others = position.named.iter().map(|(var, _, _, span)| (*var, *span));
    let mut told: Vec<VarId> = Vec::new();
    for (id, span) in of_pieces.chain(of_phrases).chain(of_others) {
        let var = &builder.game.vars[id.at()];
        if var.during.is_empty() || told.contains(&id) {
            continue;
        }
        told.push(id);
        let scopes: Vec<String> = var.during.iter().map(|scope| builder.game.scopes[scope.at()].name.clone()).collect();
        let problem = error::outside_lifetime(&var.name, &scopes, span);
        builder.report(problem.note("a scenario begins before any step"));
    }
}

/// Reports what a scenario itself says twice: a city with two holders, two values of a variable of the game or a side,
/// two readings, two kinds of weather, two ranges of turns. What it uses of another scenario it may change.
fn check_named(builder: &mut GameBuilder, items: &Gathered, position: &Position) {
    let Some((scenario, _)) = items.scenario else { return };
    let mut said: Vec<(String, String, Span)> = Vec::new();
    for line in &scenario.lines {
        let (name, value, span) = match &line.kind {
            ScenarioLineKind::Setting(setting) => {
                let [first, rest @ ..] = setting.words.as_slice() else { continue };
                let rest: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
                (plain(&first.text), rest.join(" "), first.span)
            }
            ScenarioLineKind::Ruling { name, value } => (plain(&name.text), plain(&value.text), name.span),
            ScenarioLineKind::Weather(name) => ("weather".to_owned(), plain(&name.text), name.span),
            // Before another word in its line, the weather reads like an item; here it declares none.
            ScenarioLineKind::Item(item) if items.lines.iter().any(|other| std::ptr::eq(*other, line)) => {
                let Some(name) = super::gather::named_weather(&item.kind) else { continue };
                ("weather".to_owned(), plain(&name.text), name.span)
            }
            _ => continue,
        };
        match said.iter().find(|(earlier, ..)| *earlier == name) {
            Some((_, before, first)) if *before != value => {
                builder.report(error::two_values(&name, &name, span, *first));
            }
            _ => said.push((name, value, span)),
        }
    }
    let own = |span: Span| scenario.lines.iter().any(|line| line.span.covers(span));
    let named: Vec<_> = position.named.iter().filter(|(.., span)| own(*span)).collect();
    for (at, (var, thing, value, span)) in named.iter().enumerate() {
        // Lines about the game itself have been compared above.
        let is_said = thing.domain != Domain::Game;
        let earlier = named[..at].iter().find(|(other, of, ..)| is_said && other == var && of == thing);
        if let Some((.., first)) = earlier.filter(|(_, _, before, _)| before != value) {
            let name = builder.sources.text(*span).to_owned();
            let var = plain_words(&builder.game.vars[var.at()].name);
            builder.report(error::two_values(&name, &var, *span, *first));
        }
    }
}

/// Reports a line that begins like a rule as what it is: a rule with an error, of which the grammar took a part or all
/// for words of the position. Returns false if it does not begin so.
fn reported_as_rule(builder: &mut GameBuilder, setting: &ast::Setting) -> bool {
    let Some(first) = setting.words.first() else { return false };
    let Some(source) = builder.sources.get(first.span.source) else { return false };
    let (text, at) = (source.text.as_str(), first.span.start as usize);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    let Some(problem) = wrong_item(first.span.source, text, start..end) else { return false };
    builder.report(problem);
    true
}

/// `holder French`: a variable of the game. Facts and step ranges are read elsewhere.
fn read_setting(builder: &mut GameBuilder, setting: &ast::Setting, into: &mut Position) {
    let Some(first) = setting.words.first() else { return };
    let spelt = plain(&first.text);
    if let Some(var) = var_of(builder, Domain::Game, &first.text) {
        set_var(builder, var, Ref::GAME, &setting.words, into);
        return;
    }
    let is_fact = value::fact_named(builder, Domain::Game, &first.text).is_some();
    let is_step = builder.game.steps.iter().any(|step| step.name == spelt);
    if !is_fact && !is_step && !reported_as_rule(builder, setting) {
        let mut names = value::facts_of(builder, Domain::Game);
        names.extend(builder.game.vars.iter().filter(|var| var.subject == Domain::Game).map(|var| var.name.clone()));
        names.extend(builder.game.steps.iter().map(|step| step.name.clone()));
        // The intended word may be a keyword that begins a line.
        names.extend(["army", "board", "expect", "use", "weather"].map(str::to_owned));
        let problem = error::unknown("fact, variable or step of the game", first, &names);
        let words: Vec<&str> = setting.words.iter().map(|word| word.text.as_str()).collect();
        builder.report(match words.as_slice() {
            [side, rest @ ..] if side_named(builder, side).is_some() => problem.help(format!(
                "write `army {side} {} {{ … }}` for facts of a side, `{side} {{ … }}` for what it sets up",
                rest.join(" ")
            )),
            ["if" | "unless", ..] => problem.help("a condition follows `when`: `forbid … when …`"),
            [word, ..] if problem.help.is_none() => problem.help_if(foreign_help(word)),
            _ => problem,
        });
    }
}
