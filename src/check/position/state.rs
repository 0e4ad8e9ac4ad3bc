//! Lines that set a variable or flag: of pieces in a phrase, of places, or of other things by name.

use crate::model::id::{Domain, Ref, VarId};
use crate::model::setup::Position;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, Entry};

use super::super::board::{place_names, places};
use super::super::error;
use super::super::maker::Maker;
use super::super::phrase::about_things;
use super::super::subject::side_named;
use super::super::value;

/// The variable or flag that a state line sets.
pub(super) fn state_of(maker: &Maker, entries: &[Entry]) -> Option<VarId> {
    let word = entries.first()?.things.first()?.words.first()?;
    let spelt = plain(&word.text);
    maker.game.vars.iter().position(|var| var.name == spelt).map(|index| VarId(index as u16))
}

/// `rash: French KT`, `fort 3: Brest`, `holder montfort: Leon, Gernev`.
pub(super) fn read_state(
    maker: &mut Maker,
    var: VarId,
    left: &[Entry],
    right: &[Entry],
    (side, viewer): (Option<u16>, u16),
    into: &mut Position,
) {
    let ty = maker.game.vars[var.at()].ty;
    let words = left.first().and_then(|entry| entry.things.first()).map_or(&[][..], |thing| &thing.words);
    let value = match (ty, words.get(1)) {
        (Type::Flag, None) => Some(Value::Flag(true)),
        (_, Some(word)) => value::read_var(maker, word, var),
        (ty, None) => {
            let word = &words[0];
            let value = match ty.domain() {
                Some(Domain::Side) => "SIDE",
                _ if matches!(ty, Type::Int(_) | Type::Half(_)) => "NUMBER",
                _ => "VALUE",
            };
            let things = match maker.game.vars[var.at()].subject {
                Domain::Space => "SPACES",
                Domain::Piece => "PIECES",
                _ => "NAMES",
            };
            let problem = error::wrong_value(&word.text, word.span.after(), &error::type_word(ty));
            maker.report(problem.help(format!("write `{} {value}: {things}`", word.text)));
            None
        }
    };
    if let Some(more) = words.get(2) {
        maker.report(error::too_much(&more.text, more.span, &format!("`{}` has one value", words[0].text)));
    }
    if let Some(more) = left.get(1) {
        let text = maker.sources.text(more.span).to_owned();
        maker.report(error::too_much(&text, more.span, "write each variable on its own line"));
    }
    for entry in right {
        let alone = entry.label.is_none() && entry.things.len() == 1 && entry.things[0].count.is_none();
        if !alone {
            let text = maker.sources.text(entry.span).to_owned();
            maker.report(error::too_much(&text, entry.span, "expected names, separated by commas"));
        }
    }
    let Some(value) = value else { return };
    let subject = maker.game.vars[var.at()].subject;
    let mut of_side: Option<Span> = None;
    for entry in right {
        let Some(thing) = entry.things.first() else { continue };
        let names: Vec<&str> = thing.words.iter().map(|word| word.text.as_str()).collect();
        match subject {
            Domain::Piece => {
                let names_side = names.iter().any(|name| side_named(maker, name).is_some());
                match of_side {
                    Some(first) if side.is_none() && !names_side => {
                        maker.report(error::both_sides(maker.sources.text(thing.span), thing.span, first));
                    }
                    _ => of_side = of_side.or(names_side.then_some(thing.span)),
                }
                let mut words: Vec<ast::PhraseWord> = Vec::new();
                if let Some(side) = side.filter(|_| !names_side) {
                    let text = maker.game.sides[side as usize].name.clone();
                    words.push(ast::PhraseWord::Word { not: false, name: ast::Name { text, span: thing.span } });
                }
                words.extend(thing.words.iter().map(|word| ast::PhraseWord::Word { not: false, name: word.to_name() }));
                match about_things(maker, &words, Domain::Piece) {
                    Some(phrase) => into.phrases.push((var, phrase, value.clone())),
                    None => report_pieces(maker, thing, &words),
                }
            }
            Domain::Space => match places(maker, viewer, &names) {
                Some(place) => {
                    into.vars.extend(place.spaces().iter().map(|space| (var, Ref::space(space), value.clone())))
                }
                None => {
                    let known = place_names(maker, viewer);
                    maker.report(error::unknown_place(&names.join(" "), thing.span, known.iter().map(String::as_str)));
                }
            },
            domain => match value::thing_named(maker, domain, &names.join(" ")) {
                Some(thing) => into.vars.push((var, thing, value.clone())),
                None => {
                    let known = value::thing_names(maker, domain);
                    maker.report(error::unknown(
                        "such thing",
                        &names.join(" "),
                        thing.span,
                        known.iter().map(String::as_str),
                    ));
                }
            },
        }
    }
}

/// Reports a phrase without pieces: a word has no meaning, or the words do not go together.
fn report_pieces(maker: &mut Maker, thing: &ast::Thing, words: &[ast::PhraseWord]) {
    let unknown = words.iter().find_map(|word| match word {
        ast::PhraseWord::Word { name, .. } => {
            about_things(maker, std::slice::from_ref(word), Domain::Piece).is_none().then_some(name)
        }
        ast::PhraseWord::On { .. } => None,
    });
    match unknown {
        Some(name) => {
            let terms = maker.game.terms.keys().filter(|(_, domain)| *domain == Domain::Piece).map(|(name, _)| name);
            let mut names: Vec<String> = terms.cloned().collect();
            names.extend(maker.game.sides.iter().flat_map(|side| [side.name.clone(), side.title.clone()]));
            let problem =
                error::unknown("side, kind or word of pieces", &name.text, name.span, names.iter().map(String::as_str));
            maker.report(problem);
        }
        None => {
            let text = maker.sources.text(thing.span).to_owned();
            maker.report(error::empty_phrase(&text, thing.span, "no piece can be all of this"));
        }
    }
}
