//! Lines of a position without a colon: `weather Rain`, `round 3`, or a variable in the block of a side.

use crate::model::id::{Domain, Ref, VarId};
use crate::model::setup::Position;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain;
use crate::syntax::ast::{Name, Word};

use super::super::board::places;
use super::super::builder::GameBuilder;
use super::super::error;
use super::super::kind::kind_named;
use super::super::value;

/// Reads such a line; `side` is the side whose block contains it.
pub(super) fn read_setting(builder: &mut GameBuilder, words: &[Word], side: Option<u16>, into: &mut Position) {
    let Some(first) = words.first() else { return };
    if first.text == "weather" && side.is_none() {
        match words {
            [_, name] => set_weather(builder, &name.to_name(), into),
            _ => builder.report(error::needs(first, "the name of a weather")),
        }
        return;
    }
    let (subject, bearer) = match side {
        Some(side) => (Domain::Side, Ref::side(side)),
        None => (Domain::Game, Ref::GAME),
    };
    if let Some(var) = var_of(builder, subject, &first.text) {
        set(builder, var, bearer, words, into);
        return;
    }
    report(builder, words, subject);
}

/// Sets the weather, replacing any other.
pub(crate) fn set_weather(builder: &mut GameBuilder, name: &Name, into: &mut Position) {
    let spelt = plain(&name.text);
    let weathers = builder.game.weathers.clone();
    if !weathers.iter().any(|var| builder.game.vars[var.at()].name == spelt) {
        let names = weathers.iter().map(|var| builder.game.vars[var.at()].name.as_str());
        builder.report(error::unknown("weather", name, names));
        return;
    }
    for var in weathers {
        let holds = builder.game.vars[var.at()].name == spelt;
        into.vars.push((var, Ref::GAME, Value::Flag(holds)));
    }
}

/// The variable or flag with this name for things of the domain.
pub(crate) fn var_of(builder: &GameBuilder, subject: Domain, name: &str) -> Option<VarId> {
    let spelt = plain(name);
    builder.game.vars.iter().position(|var| var.subject == subject && var.name == spelt).map(|at| VarId(at as u16))
}

/// Sets a variable to the value after its name; the bare name of a flag sets it to true.
pub(crate) fn set(builder: &mut GameBuilder, var: VarId, bearer: Ref, words: &[Word], into: &mut Position) {
    let ty = builder.game.vars[var.at()].ty;
    let name = &words[0];
    let value = match (ty, words.get(1)) {
        (Type::Flag, None) => Some(Value::Flag(true)),
        (ty, Some(word)) if ty.domain() == Some(Domain::Piece) && word.text != "none" => {
            into.refs.push((var, bearer, plain(&word.text), word.span));
            None
        }
        (_, Some(word)) => value::read_var(builder, word, var),
        (ty, None) => {
            builder.report(error::wrong_value((&name.text, name.span.after()), &error::type_word(ty)));
            None
        }
    };
    if let Some(more) = words.get(2) {
        builder.report(error::too_much(more, &format!("`{}` has one value", name.text)));
    }
    if let Some(value) = value {
        into.named.push((var, bearer, value.clone(), name.span));
        into.vars.push((var, bearer, value));
    }
}

/// Reports a line that sets nothing: a fact, a step, a variable of something else, or a missing colon.
fn report(builder: &mut GameBuilder, words: &[Word], subject: Domain) {
    let first = &words[0];
    let spelt = plain(&first.text);
    let of = if subject == Domain::Game { "the game" } else { "this side" };
    let mut names: Vec<String> =
        builder.game.vars.iter().filter(|var| var.subject == subject).map(|var| var.name.clone()).collect();
    if subject == Domain::Game {
        names.push("weather".to_owned());
    }
    let what = format!("variable of {of}");
    let problem = error::unknown(&what, first, &names);
    let value = words.get(1).map_or("…", |word| word.text.as_str());
    let all: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let begins_with_place = (1..=all.len()).any(|count| places(builder, 0, &all[..count]).is_some());
    let help = if value::fact_named(builder, subject, &first.text).is_some() {
        Some(format!(
            "`{}` is a fact of {of}: a battle prints it, and `given` that battle takes it from there",
            first.text
        ))
    } else if builder.game.steps.iter().any(|step| step.name == spelt) {
        Some(format!("`{0}` is a step: write `{0}: {value}` for its turn, or `at {0}` after the position", first.text))
    } else if builder.game.vars.iter().any(|var| var.subject == Domain::Side && var.name == spelt) {
        let side = builder.game.sides.first().map(|side| side.name.clone()).unwrap_or_default();
        Some(format!(
            "it is a variable of a side: write `{} {value}: {side}`, or put it into `{side} {{ … }}`",
            first.text
        ))
    } else if begins_with_place || kind_named(builder, &first.text).is_some() {
        Some("write a colon after a place: `left rear: MA 2-3`".to_owned())
    } else {
        None
    };
    builder.report(problem.help_if(help));
}
