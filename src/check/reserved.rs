//! Names that items cannot have (language reference, 13.2).

use crate::model::api::{Form, TABLE};
use crate::model::game::{Game, Param};
use crate::model::id::{Domain, VarId};
use crate::model::reading;
use crate::source::{Span, plain};
use crate::syntax::ast::Name;

use super::builder::GameBuilder;
use super::error;
use crate::model::names::Symbol;

/// Words with a meaning in every script.
const SPOKEN: &[&str] = &["game", "it", "me", "mine", "my", "none", "old", "theirs", "usual", "winner"];

/// True if Rhai or every script already gives this name a meaning.
pub(crate) fn is_reserved(name: &str) -> bool {
    crate::syntax::is_reserved(name) || SPOKEN.contains(&name)
}

/// The plain spelling of a name; one that scripts reserve is reported.
pub(crate) fn spell(builder: &mut GameBuilder, name: &Name) -> String {
    let spelt = plain(&name.text);
    if is_reserved(&spelt) {
        builder.report(error::reserved_name(name));
    }
    spelt
}

/// The types of the language: a list or noun of that name could not be used as a type.
pub(crate) const TYPES: &[&str] = &["dice", "flag", "int", "terrain", "text", "way", "weather"];

/// The things that every game has. A noun may have such a name, a list may not: rules would mean the thing.
const THINGS: &[&str] =
    &["card", "direction", "edge", "game", "kind", "link", "mode", "piece", "side", "space", "zone"];

/// The name of a list, declared; a name that is a type or a thing of every game is reported, and changed so that it
/// hides nothing.
pub(crate) fn list_name(builder: &mut GameBuilder, name: &Name) -> String {
    type_name(builder, name);
    let spelt = builder.declare(name);
    if THINGS.contains(&spelt.as_str()) {
        builder.report(error::names_a_type(name));
        return spelt + "_";
    }
    spelt
}

/// Reports a noun with the name of a type.
pub(crate) fn type_name(builder: &mut GameBuilder, name: &Name) {
    if TYPES.contains(&plain(&name.text).as_str()) {
        builder.report(error::names_a_type(name));
    }
}

/// Reports items with the name of a set that every script can write: `cards`, `pieces`, the plural of a noun. The item
/// would hide the set without a word.
pub(crate) fn look_over(builder: &mut GameBuilder) {
    let mut hidden = Vec::new();
    let spaces = builder.game.board.spaces.iter().map(|space| (&space.name, space.span));
    let declared = builder.declared.iter().map(|(name, span)| (name, *span));
    // A value of a list has no place of its own here: its list stands for it.
    let values = builder.game.lists.iter().filter_map(|list| {
        let span = builder.declared.get(&list.name)?;
        Some(list.members.iter().map(|member| (&member.name, *span)))
    });
    for (name, span) in declared.chain(spaces).chain(values.flatten()) {
        let symbols = builder.names.get(name);
        let is_plural = |symbol: &Symbol| matches!(symbol, Symbol::Noun { plural: true, .. });
        let is_other = |symbol: &Symbol| !matches!(symbol, Symbol::Noun { .. } | Symbol::List(_));
        // A reserved name has been reported.
        if !symbols.iter().any(is_other) || is_reserved(name) {
            continue;
        }
        let entry = TABLE.iter().find(|entry| entry.form == Form::Word && entry.name == name.as_str());
        if let Some(entry) = entry {
            hidden.push((span, name.clone(), entry.doc.to_owned()));
        } else if let Some(Symbol::Noun { noun, .. }) = symbols.iter().find(|symbol| is_plural(symbol)) {
            let singular = &builder.game.nouns[noun.at()].singular;
            hidden.push((span, name.clone(), format!("every {singular}")));
        }
    }
    let (relied_on, others): (Vec<_>, Vec<_>) =
        words_of_things(&builder.game).into_iter().partition(|(_, name, _)| RELIED_ON.contains(&name.as_str()));
    hidden.extend(relied_on);
    for (span, name, meaning) in others {
        builder.report(error::hides_property(&name, span, &meaning));
    }
    hidden.sort_by_key(|(span, ..)| (span.source, span.start));
    for (span, name, meaning) in hidden {
        builder.report(error::hides(&name, span, &meaning));
    }
}

/// The built-in properties that rules of every game rely on. Others may be hidden, with a warning.
const RELIED_ON: &[&str] = &["any", "count", "empty", "kind", "mode", "pieces", "side", "space"];

/// Facts, variables, conditions and quantities of one thing that hide a built-in property.
fn words_of_things(game: &Game) -> Vec<(Span, String, String)> {
    let facts = game.facts.iter().map(|fact| (&fact.name, Some(fact.subject), fact.span));
    // Slots with names are read by the variable `slot`, which the board declares.
    let slots = game.board.named_slots.as_ref().map(|named| named.var);
    let vars = game.vars.iter().zip(0..).filter(|(_, at)| slots != Some(VarId(*at)));
    let vars = vars.map(|(var, _)| (&var.name, Some(var.subject), var.span));
    let of_one = |params: &[Param]| match params {
        [only] => only.ty.domain(),
        _ => None,
    };
    let words = game.words.iter().map(|word| (&word.name, of_one(&word.params), word.span));
    let quantities = game.quantities.iter().map(|one| (&one.name, of_one(&one.params), one.span));
    let meant = |(name, domain, span): (&String, Option<Domain>, Span)| {
        // There are no sets of games, so a variable of the game hides no property of sets.
        let domain = domain.filter(|of| *of != Domain::Game || RELIED_ON.contains(&name.as_str()))?;
        let api = [false, true].into_iter().find_map(|many| reading::api(Form::Property, domain, many, name))?;
        Some((span, name.clone(), api.entry().doc.to_owned()))
    };
    facts.chain(vars).chain(words).chain(quantities).filter_map(meant).collect()
}
