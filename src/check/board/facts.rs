//! The printed contents of spaces: facts after their names, layers of characters, terrain.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::model::game::ListOrigin;
use crate::model::id::Domain;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, BoardMember, Word, WordKind};

use super::super::builder::GameBuilder;
use super::super::error;
use super::super::kind::default_of;
use super::super::value;
use super::board_span;

/// Fills in the facts of all spaces; printed terrain becomes part of the set-up.
pub(crate) fn fill_spaces(builder: &mut GameBuilder, board: &ast::Board) {
    let mut facts: Vec<Vec<Option<Value>>> =
        vec![vec![None; builder.game.facts.len()]; builder.game.board.spaces.len()];
    let mut layers: HashMap<String, Span> = HashMap::new();
    for member in &board.members {
        match member {
            BoardMember::Spaces(spaces) => {
                let common = spaces.value.as_ref().and_then(|value| {
                    let word = Word { text: value.text.clone(), span: value.span, kind: WordKind::Ident };
                    let found = value::bare_value(builder, Domain::Space, &word);
                    if found.is_none() {
                        builder.report(error::wrong_value(value, "the value of exactly one fact of spaces"));
                    }
                    found
                });
                for space in &spaces.spaces {
                    let Some(index) = space_named(builder, &space.name.text) else { continue };
                    if let Some((fact, value)) = &common {
                        facts[index][fact.at()] = Some(value.clone());
                    }
                    space_facts(builder, index, &space.facts, &mut facts[index]);
                }
            }
            BoardMember::Box(places) => {
                for place in places {
                    let Some(index) = space_named(builder, &place.name.text) else { continue };
                    space_facts(builder, index, &place.facts, &mut facts[index]);
                }
            }
            BoardMember::Layer(layer) => {
                let name = plain(&layer.fact.text);
                // Several terrains may lie in one space.
                if let Some(earlier) = layers.insert(name.clone(), layer.fact.span).filter(|_| name != "terrain") {
                    builder.report(error::two_values(&name, &name, layer.fact.span, earlier));
                }
                fill_layer(builder, layer, &mut facts);
            }
            _ => {}
        }
    }
    let mut missing = vec![false; builder.game.facts.len()];
    let complete = facts
        .into_iter()
        .enumerate()
        .map(|(space, given)| {
            given
                .into_iter()
                .enumerate()
                .map(|(fact, value)| {
                    let declared = &builder.game.facts[fact];
                    let lacks = value.is_none() && declared.subject == Domain::Space && declared.default.is_none();
                    missing[fact] |= lacks && !builder.game.board.spaces[space].is_box;
                    value.unwrap_or_else(|| default_of(declared, Domain::Space))
                })
                .collect()
        })
        .collect();
    builder.game.space_facts = complete;
    for fact in (0..missing.len()).filter(|&fact| missing[fact]) {
        let declared = &builder.game.facts[fact];
        let problem = error::missing_fact(&declared.name, "a space of the board", board_span(builder), declared.span);
        builder.report(problem);
    }
}

fn space_named(builder: &GameBuilder, name: &str) -> Option<usize> {
    let spelt = plain(name);
    builder.game.board.spaces.iter().position(|space| space.name == spelt)
}

/// Reads the words after a space: its facts, and its printed terrains.
fn space_facts(builder: &mut GameBuilder, space: usize, words: &[Word], into: &mut [Option<Value>]) {
    let mut rest = Vec::with_capacity(words.len());
    for word in words {
        match value::terrain_named(builder, &word.text) {
            Some(var) if value::fact_named(builder, Domain::Space, &word.text).is_none() => {
                builder.game.board.terrain.push((var, space as u16));
            }
            // A word of this form after a value is usually the next space.
            _ if next_space(builder, words, word) => {
                let problem = Diagnostic::error("unknown-word", format!("no fact named `{}`", word.text))
                    .seeking("space", word.span, "no comma before this")
                    .help(format!("write `,` before `{}`", word.text));
                builder.report(problem);
                break;
            }
            _ if begins_with(words, word) && in_two_words(builder, space, word) => {}
            _ => rest.push(word.clone()),
        }
    }
    value::read_facts(builder, Domain::Space, &rest, into);
}

fn begins_with(words: &[Word], word: &Word) -> bool {
    words.first().is_some_and(|first| first.span == word.span)
}

/// Reports `Corsair Isle` without its quotes, if this word is part of the name of a space that is written elsewhere.
fn in_two_words(builder: &mut GameBuilder, space: usize, word: &Word) -> bool {
    if word.kind != WordKind::Ident
        || value::fact_named(builder, Domain::Space, &word.text).is_some()
        || value::bare_value(builder, Domain::Space, word).is_some()
    {
        return false;
    }
    let named = &builder.game.board.spaces[space];
    let whole = format!("{} {}", named.title, word.text);
    let is_used = builder
        .sources
        .iter()
        .any(|(_, source)| source.text.contains(&format!("\"{whole}\"")) || source.text.contains(&plain(&whole)));
    if !is_used {
        return false;
    }
    let problem = Diagnostic::error("unknown-word", format!("no fact named `{}`", word.text))
        .seeking("space", word.span, "read as a fact of the space")
        .help(format!("a name with a blank is quoted: write `\"{whole}\"`"));
    builder.report(problem);
    true
}

/// True if a word of a space that means nothing has a capital and is not the first: a comma is missing before it.
fn next_space(builder: &GameBuilder, words: &[Word], word: &Word) -> bool {
    let first = begins_with(words, word);
    let before = words.iter().rev().find(|other| other.span.start < word.span.start);
    let is_value = before
        .and_then(|before| value::fact_named(builder, Domain::Space, &before.text))
        .is_some_and(|fact| builder.game.facts[fact.at()].ty != Type::Flag);
    !first
        && !is_value
        && word.text.starts_with(char::is_uppercase)
        && value::fact_named(builder, Domain::Space, &word.text).is_none()
        && value::bare_value(builder, Domain::Space, word).is_none()
        && word.kind == WordKind::Ident
}

/// Reads one character for each hex or cell: digits for numbers, the legend for values.
fn fill_layer(builder: &mut GameBuilder, layer: &ast::Layer, facts: &mut [Vec<Option<Value>>]) {
    builder.cites(&layer.cites);
    let is_terrain = layer.fact.text == "terrain";
    let fact = match is_terrain {
        true => value::fact_named(builder, Domain::Space, &layer.fact.text),
        false => value::known_fact(builder, Domain::Space, &layer.fact),
    };
    if fact.is_none() && !is_terrain {
        return;
    }
    let Some((columns, rows, at)) = ground(builder) else {
        builder.report(error::board_shape("a layer needs a grid or hexes", layer.span, "this board has neither"));
        return;
    };
    if layer.rows.len() != rows {
        let headline = format!("layer `{}`: expected {rows} rows, found {}", layer.fact.text, layer.rows.len());
        builder.report(
            crate::diagnostic::Diagnostic::error("layer-size", headline)
                .at(first_line(builder, layer.span), format!("needs {rows} rows")),
        );
    }
    let ty = fact.map_or(Type::Any, |fact| builder.game.facts[fact.at()].ty);
    let mut meanings: Vec<(char, Meaning)> = Vec::new();
    for legend in &layer.legend {
        if meanings.iter().any(|(sign, _)| *sign == legend.sign) {
            let text = format!("the sign `{}` has two meanings", legend.sign);
            let problem = crate::diagnostic::Diagnostic::error("said-twice", text);
            builder.report(problem.at(legend.value.span, "the second").help("choose another sign for one of the two"));
            continue;
        }
        let meaning = if is_terrain {
            match value::terrain_named(builder, &legend.value.text) {
                Some(var) => Meaning::Terrain(var),
                None => {
                    let names = value::thing_names(
                        builder,
                        builder.game.list_of(ListOrigin::Terrains).unwrap_or(Domain::Number),
                    );
                    builder.report(error::unknown("terrain", &legend.value, &names));
                    Meaning::Nothing
                }
            }
        } else {
            value::read_value(builder, &legend.value, ty, fact).map_or(Meaning::Nothing, Meaning::Value)
        };
        meanings.push((legend.sign, meaning));
    }
    for (line, row) in layer.rows.iter().enumerate() {
        let signs: Vec<char> = row.signs.chars().collect();
        if signs.len() != columns {
            let headline = format!("{} signs in a row of {columns}", signs.len());
            builder.report(
                crate::diagnostic::Diagnostic::error("layer-size", headline)
                    .at(row.span, format!("needs {columns} signs")),
            );
        }
        for (column, sign) in signs.into_iter().enumerate().take(columns) {
            let Some(&Some(space)) = at.get(line * columns + column) else { continue };
            let meaning = meanings.iter().find(|(known, _)| *known == sign).map(|(_, meaning)| meaning.clone());
            match meaning {
                Some(Meaning::Terrain(var)) => builder.game.board.terrain.push((var, space as u16)),
                Some(Meaning::Value(value)) => set(facts, space, fact, value),
                Some(Meaning::Nothing) => {}
                None => match (sign.to_digit(10), ty) {
                    (Some(digit), Type::Int(_)) => set(facts, space, fact, Value::Int(i64::from(digit))),
                    _ if sign == '.' => {}
                    _ => {
                        let known: Vec<String> = meanings.iter().map(|(sign, _)| format!("`{sign}`")).collect();
                        let span =
                            row.span.part(row.signs.chars().take(column).map(char::len_utf8).sum(), sign.len_utf8());
                        let label = format!("the legend knows {}", crate::diagnostic::words::all_of(&known));
                        builder.report(
                            error::unknown("sign of this layer", (&sign.to_string(), span), error::NO_NAMES)
                                .at(span, label),
                        );
                    }
                },
            }
        }
    }
}

#[derive(Clone)]
enum Meaning {
    Terrain(crate::model::id::VarId),
    Value(Value),
    Nothing,
}

fn set(facts: &mut [Vec<Option<Value>>], space: usize, fact: Option<crate::model::id::FactId>, value: Value) {
    if let Some(slot) = fact.and_then(|fact| facts.get_mut(space)?.get_mut(fact.at())) {
        *slot = Some(value);
    }
}

/// The columns and rows of the ground under the layers, and its spaces in the order typed: left to right, from the far
/// edge to the near one.
fn ground(builder: &GameBuilder) -> Option<(usize, usize, Vec<Option<usize>>)> {
    let spaces = &builder.game.board.spaces;
    let columns = spaces.iter().filter_map(|space| space.hex).map(|(column, _)| column).max();
    if let Some(columns) = columns {
        let rows = spaces.iter().filter_map(|space| space.hex).map(|(_, row)| row).max()?;
        let (columns, rows) = (columns as usize, rows as usize);
        let mut at = vec![None; columns * rows];
        for (index, space) in spaces.iter().enumerate() {
            if let Some((column, row)) = space.hex {
                at[(row as usize - 1) * columns + column as usize - 1] = Some(index);
            }
        }
        return Some((columns, rows, at));
    }
    let grid = builder.game.board.grids.first()?;
    let columns = builder.game.lists[grid.columns.at()].members.len();
    let rows = builder.game.lists[grid.rows.at()].members.len();
    let mut at = vec![None; columns * rows];
    for index in grid.spaces.iter() {
        if let Some((_, column, row)) = spaces[index as usize].cell {
            let slot = (rows - 1 - row as usize) * columns + column as usize;
            if let Some(slot) = at.get_mut(slot) {
                *slot = Some(index as usize);
            }
        }
    }
    Some((columns, rows, at))
}

/// The first line of a braced item, without its brace.
fn first_line(builder: &GameBuilder, span: Span) -> Span {
    let line = builder.sources.text(span).lines().next().unwrap_or_default();
    span.part(0, line.trim_end().trim_end_matches('{').trim_end().len())
}
