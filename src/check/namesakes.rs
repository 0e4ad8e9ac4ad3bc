//! Names that an answer cannot tell apart, and names that answers and saved games use themselves. Answers are read
//! without accents, signs, and upper and lower case.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::model::api::{self, Entry, Form};
use crate::model::game::{ARBITER, CHANCE, Game, TABLE};
use crate::model::id::Domain;
use crate::model::offer::Offer;
use crate::model::sequence::ScopeKind;
use crate::source::{Span, fold, plain};

use super::builder::GameBuilder;
use super::gather::Gathered;

/// Answers that end or refuse.
const ENDS: [&str; 2] = ["pass", "done"];

/// Reports names of things that an answer cannot tell apart, and names with another meaning in answers.
pub(crate) fn look_over(builder: &mut GameBuilder, items: &Gathered) {
    let mut found = Vec::new();
    let declared = |name: &str| builder.declared.get(name).copied();
    let game = &builder.game;
    for names in groups(builder, items) {
        // Two things of one plain name are reported where they are declared.
        let mut first: FxHashMap<String, (&str, Span)> = FxHashMap::default();
        for (name, span) in names {
            let (earlier, before) = *first.entry(fold(name)).or_insert((name, span));
            if plain(earlier) != plain(name) {
                found.push(alike(name, span, earlier, before));
            }
        }
    }
    let mut first: FxHashMap<(usize, String), usize> = FxHashMap::default();
    for (at, space) in game.board.spaces.iter().enumerate() {
        for (side, title) in space.titles.iter().enumerate() {
            let earlier = *first.entry((side, fold(title))).or_insert(at);
            if earlier != at {
                let other = &game.board.spaces[earlier];
                found.push(alike(title, space.span, &other.titles[side], other.span));
                break;
            }
        }
    }
    for side in game.sides.iter().filter(|side| [CHANCE, ARBITER, TABLE].contains(&fold(&side.name).as_str())) {
        let problem = Diagnostic::error("reserved-name", format!("saved games reserve the name `{}`", side.name));
        found.extend(declared(&side.name).map(|span| problem.at(span, "choose another name")));
    }
    for offer in game.offers.iter().filter(|offer| !offer.is_family) {
        let said = fold(&offer.title);
        let text = match said.as_str() {
            "" => "a player cannot say this name: it has no letter or digit".to_owned(),
            // With a choice to name, a sentence is longer than the word.
            said if ENDS.contains(&said) && offer.params.is_empty() => {
                format!("answers reserve the word `{said}`: it ends the actions of a step")
            }
            _ => continue,
        };
        let problem = Diagnostic::error("reserved-name", text).at(offer.span, "choose another title");
        found.push(problem);
    }
    let of_cards = game.vars.iter().find(|var| var.subject == Domain::Card);
    if let Some(var) = of_cards {
        let copies = game.cards.windows(2).filter(|pair| pair[0].def == pair[1].def && pair[0].side == pair[1].side);
        if let Some(card) = copies.map(|pair| &game.card_defs[usize::from(pair[0].def)]).next() {
            let text = format!("an answer cannot tell copies of `{}` apart when `{}` differs", card.name, var.name);
            let problem = Diagnostic::error("same-plain-name", text).at(card.span, "more than one copy");
            let problem = problem.also(var.span, "a variable of cards");
            found.push(problem.help("give each copy a name of its own"));
        }
    }
    found.extend(hiding(game).filter_map(|(name, entry)| {
        let text = format!("`{name}` hides the function `{}`", entry.written());
        let problem = Diagnostic::warning("hidden-name", text).at(declared(name)?, "takes as many arguments");
        Some(problem.help("choose another name: scripts cannot call the function"))
    }));
    // What a local hides may stand in another file, such as a mod's.
    for warning in builder.diagnostics.iter_mut().filter(|one| one.code == "hidden-name") {
        let Some(local) = warning.span() else { continue };
        if let Some(hidden) = builder.declared.get(&plain(builder.sources.text(local))) {
            warning.point_also(*hidden, "what it hides");
        }
    }
    builder.diagnostics.extend(found);
    mark_shared_titles(&mut builder.game.offers);
    let crossed = crossed(&builder.game);
    builder.diagnostics.extend(crossed);
}

/// What scripts call by the name of a function, and with as many arguments as it takes; with that function.
fn hiding(game: &Game) -> impl Iterator<Item = (&str, &'static Entry)> {
    let functions = game.functions.iter().map(|one| (one.name.as_str(), one.params.len()));
    let quantities = game.quantities.iter().map(|one| (one.name.as_str(), one.params.len()));
    let tables = game.tables.iter().map(|one| (one.name.as_str(), one.params().len()));
    let words = game.words.iter().filter(|one| one.params.len() != 1);
    let words = words.map(|one| (one.name.as_str(), one.params.len()));
    let procedures = game.scopes.iter().filter(|scope| matches!(scope.kind, ScopeKind::Procedure(_)));
    let procedures = procedures.map(|one| (one.name.as_str(), one.params.len()));
    functions.chain(quantities).chain(tables).chain(words).chain(procedures).filter_map(|(name, count)| {
        let is_it = |entry: &&Entry| entry.form == Form::Function && entry.name == name && entry.takes(count);
        Some((name, api::TABLE.iter().find(is_it)?))
    })
}

/// Offers that can be called neither by their title, which another has, nor by their name, which is another's title.
fn crossed(game: &Game) -> Vec<Diagnostic> {
    let offers = || game.offers.iter().filter(|offer| !offer.is_family);
    let called = |offer: &Offer, other: &Offer| {
        let name = fold(&offer.name);
        other.span != offer.span && name != fold(&offer.title) && name == fold(&other.title)
    };
    let pairs = offers().filter(|offer| offer.shares_title).filter_map(|offer| {
        let other = offers().find(|other| called(offer, other))?;
        let text = format!("a command cannot tell `{}` from `{}`", offer.name, other.title);
        let problem = Diagnostic::error("same-plain-name", text).at(offer.span, "its title is another's, too");
        Some(problem.also(other.span, "this has the title").help("give one of them another title or name"))
    });
    pairs.collect()
}

/// Marks offers whose title another one has as its title or name.
fn mark_shared_titles(offers: &mut [Offer]) {
    let mut called: FxHashMap<String, usize> = FxHashMap::default();
    for offer in offers.iter().filter(|offer| !offer.is_family) {
        let names: BTreeSet<String> = [fold(&offer.title), fold(&offer.name)].into();
        names.into_iter().for_each(|name| *called.entry(name).or_default() += 1);
    }
    for offer in offers {
        offer.shares_title = called.get(&fold(&offer.title)).is_some_and(|count| *count > 1);
    }
}

/// The names among which an answer chooses.
fn groups<'n>(builder: &'n GameBuilder, items: &Gathered<'n>) -> Vec<Vec<(&'n str, Span)>> {
    let game = &builder.game;
    let declared = |name: &'n String| Some((name.as_str(), *builder.declared.get(name)?));
    let pieces = game.kinds.iter().map(|kind| &kind.name).chain(game.uniques.iter().map(|one| &one.name));
    let mut groups: Vec<Vec<(&str, Span)>> = vec![
        pieces.filter_map(declared).collect(),
        game.sides.iter().map(|side| &side.name).filter_map(declared).collect(),
        game.card_defs.iter().map(|card| &card.name).filter_map(declared).collect(),
    ];
    for (_, values) in items.lists() {
        groups.push(values.into_iter().map(|value| (value.name.text.as_str(), value.name.span)).collect());
    }
    groups
}

fn alike(name: &str, span: Span, earlier: &str, before: Span) -> Diagnostic {
    let text = match name == earlier {
        true => format!("two places are called `{name}`"),
        false => format!("an answer cannot tell `{name}` from `{earlier}`"),
    };
    let problem = Diagnostic::error("same-plain-name", text).at(span, "the second").also(before, "the first");
    problem.help("rename one of the two: accents, signs, and upper and lower case make no difference in answers")
}
