//! Lines that set a variable or flag: of pieces in a phrase, of places, or of other things by name.

use crate::diagnostic::Advice;
use crate::model::clause::{About, Phrase, PhrasePart, PhraseTest, PhraseWord};
use crate::model::game::Var;
use crate::model::id::{Domain, FactId, Ref, VarId};
use crate::model::node::Term;
use crate::model::setup::{Position, SetupPhrase};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, Entry};

use super::super::board::{Places, edge_names, edges_named, place_names, places};
use super::super::builder::GameBuilder;
use super::super::error;
use super::super::phrase::about_things;
use super::super::subject::side_named;
use super::super::value;

/// The variable or flag that a state line sets.
pub(super) fn state_of(builder: &GameBuilder, entries: &[Entry]) -> Option<VarId> {
    let word = entries.first()?.things.first()?.words.first()?;
    let spelt = plain(&word.text);
    builder.game.vars.iter().position(|var| var.name == spelt).map(|index| VarId(index as u16))
}

/// `rash: French KT`, `fort 3: Brest`, `holder montfort: Leon, Gernev`.
pub(super) fn read_state(
    builder: &mut GameBuilder,
    var: VarId,
    left: &[Entry],
    right: &[Entry],
    (side, viewer): (Option<u16>, u16),
    into: &mut Position,
) {
    let ty = builder.game.vars[var.at()].ty;
    let words = left.first().and_then(|entry| entry.things.first()).map_or(&[][..], |thing| &thing.words);
    let value = match (ty, words.get(1)) {
        (Type::Flag, None) => Some(Value::Flag(true)),
        (_, Some(word)) => value::read_var(builder, word, var),
        (ty, None) => {
            let word = &words[0];
            let value = match ty.domain() {
                Some(Domain::Side) => "SIDE",
                _ if matches!(ty, Type::Int(_) | Type::Half(_)) => "NUMBER",
                _ => "VALUE",
            };
            let things = match builder.game.vars[var.at()].subject {
                Domain::Space => "SPACES",
                Domain::Piece => "PIECES",
                Domain::Edge => "SPACE -- SPACE",
                _ => "NAMES",
            };
            let problem = error::wrong_value((&word.text, word.span.after()), &error::type_word(ty));
            builder.report(problem.help(format!("write `{} {value}: {things}`", word.text)));
            None
        }
    };
    if let Some(more) = words.get(2) {
        builder.report(error::too_much(more, &format!("`{}` has one value", words[0].text)));
    }
    if let Some(more) = left.get(1) {
        let text = builder.sources.text(more.span).to_owned();
        builder.report(error::too_much((&text, more.span), "write each variable on its own line"));
    }
    for entry in right {
        let alone = entry.label.is_none() && entry.things.len() == 1 && entry.things[0].count.is_none();
        if !alone {
            let text = builder.sources.text(entry.span).to_owned();
            builder.report(error::too_much((&text, entry.span), "expected names, separated by commas"));
        }
    }
    let Some(value) = value else { return };
    let listed = var;
    // What is no value of a list is a space or a piece with a variable of this name.
    let of_list = |var: &VarId| matches!(builder.game.vars[var.at()].subject, Domain::List(_));
    let var = namesakes(builder, var).find(|var| !of_list(var)).unwrap_or(var);
    let mut of_side: Option<Span> = None;
    for entry in right {
        let Some(thing) = entry.things.first() else { continue };
        let names: Vec<&str> = thing.words.iter().map(|word| word.text.as_str()).collect();
        if let Some(found) = list_value(builder, listed, &names.join(" "), viewer) {
            into.named.push((listed, found, value.clone(), thing.span));
            set_list_value(builder, var, found, &value, into);
            continue;
        }
        match builder.game.vars[var.at()].subject {
            Domain::Piece => {
                let names_side = names.iter().any(|name| side_named(builder, name).is_some());
                match of_side {
                    Some(first) if side.is_none() && !names_side => {
                        builder.report(error::both_sides(builder.sources.text(thing.span), thing.span, first));
                    }
                    _ => of_side = of_side.or(names_side.then_some(thing.span)),
                }
                let mut words: Vec<ast::PhraseWord> = Vec::new();
                if let Some(side) = side.filter(|_| !names_side) {
                    let text = builder.game.sides[side as usize].name.clone();
                    words.push(ast::PhraseWord::Word { not: false, name: ast::Name { text, span: thing.span } });
                }
                words.extend(thing.words.iter().map(|word| ast::PhraseWord::Word { not: false, name: word.to_name() }));
                match about_things(builder, &words, Domain::Piece) {
                    Some(phrase) => {
                        let span = Some(thing.span);
                        into.phrases.push(SetupPhrase { var, phrase, value: value.clone(), span });
                    }
                    None => report_pieces(builder, thing, &words),
                }
            }
            Domain::Space => match places(builder, viewer, &names) {
                Some(place) => {
                    if let Places::One(space) = place {
                        into.named.push((var, Ref::space(space), value.clone(), thing.span));
                    }
                    into.vars.extend(place.spaces().iter().map(|space| (var, Ref::space(space), value.clone())))
                }
                None => {
                    let mut known = place_names(builder, viewer);
                    known.extend(namesakes(builder, var).flat_map(|var| match builder.game.vars[var.at()].subject {
                        domain @ Domain::List(_) => value::thing_names(builder, domain),
                        _ => Vec::new(),
                    }));
                    builder.report(error::unknown_place((&names.join(" "), thing.span), &known));
                }
            },
            Domain::Edge => match edges_named(builder, viewer, &names) {
                Some(edges) => {
                    let edges = edges.into_iter().map(|edge| Ref::new(Domain::Edge, edge));
                    into.vars.extend(edges.map(|edge| (var, edge, value.clone())));
                }
                None => {
                    let known = edge_names(builder);
                    let problem = error::unknown("edge", (&names.join(" "), thing.span), &known);
                    builder.report(match problem.advice {
                        Advice::Nearest(_) => problem,
                        _ => problem.help("write the two spaces that a link joins, with `--` between them"),
                    });
                }
            },
            domain => match value::thing_named(builder, domain, &names.join(" ")) {
                Some(thing) => into.vars.push((var, thing, value.clone())),
                None => {
                    let known = value::thing_names(builder, domain);
                    builder.report(error::unknown("such thing", (&names.join(" "), thing.span), &known));
                }
            },
        }
    }
}

/// The variables with the name of this one: a county and its spaces may both have a `holder`.
fn namesakes(builder: &GameBuilder, var: VarId) -> impl Iterator<Item = VarId> {
    let Var { name, ty, .. } = &builder.game.vars[var.at()];
    let same = |other: &(usize, &Var)| other.1.name == *name && other.1.ty.present() == ty.present();
    builder.game.vars.iter().enumerate().filter(same).map(|(at, _)| VarId(at as u16)).collect::<Vec<_>>().into_iter()
}

/// The value of a list that has a variable of this name: `Leon`, or `county.Leon` where a space is called so too.
fn list_value(builder: &GameBuilder, var: VarId, text: &str, viewer: u16) -> Option<Ref> {
    namesakes(builder, var).find_map(|var| {
        let domain @ Domain::List(list) = builder.game.vars[var.at()].subject else { return None };
        let qualified =
            text.split_once('.').filter(|(name, _)| plain(name) == builder.game.lists[usize::from(list)].name);
        match qualified {
            Some((_, text)) => value::thing_named(builder, domain, text),
            None => {
                let of_spaces =
                    namesakes(builder, var).any(|other| builder.game.vars[other.at()].subject == Domain::Space);
                let space = || matches!(places(builder, viewer, &[text]), Some(Places::One(_)));
                value::thing_named(builder, domain, text).filter(|_| !(of_spaces && space()))
            }
        }
    })
}

/// Sets a variable of a list value, and those of this name of the spaces and pieces that belong to it.
fn set_list_value(builder: &GameBuilder, var: VarId, thing: Ref, value: &Value, into: &mut Position) {
    let Domain::List(list) = thing.domain else { return };
    for var in namesakes(builder, var) {
        match builder.game.vars[var.at()].subject {
            domain if domain == thing.domain => into.vars.push((var, thing, value.clone())),
            Domain::Space => {
                let facts: Vec<FactId> = builder.game.facts_of_list(Domain::Space, list).collect();
                let belongs =
                    |printed: &Vec<Value>| facts.iter().any(|fact| printed[fact.at()].as_ref() == Some(thing));
                let spaces = builder.game.space_facts.iter().enumerate().filter(|(_, printed)| belongs(printed));
                into.vars.extend(spaces.map(|(space, _)| (var, Ref::space(space as u16), value.clone())));
            }
            Domain::Piece => {
                for fact in builder.game.facts_of_list(Domain::Piece, list) {
                    let test = PhraseTest::Value(Term::Fact(fact), thing);
                    let part = PhrasePart { any: vec![PhraseWord { test, negated: false }] };
                    let phrase = Phrase { about: About::Slot(0), all: vec![part] };
                    into.phrases.push(SetupPhrase { var, phrase, value: value.clone(), span: None });
                }
            }
            _ => {}
        }
    }
}

/// Reports a phrase without pieces: a word has no meaning, or the words do not go together.
fn report_pieces(builder: &mut GameBuilder, thing: &ast::Thing, words: &[ast::PhraseWord]) {
    let unknown = words.iter().find_map(|word| match word {
        ast::PhraseWord::Word { name, .. } => {
            about_things(builder, std::slice::from_ref(word), Domain::Piece).is_none().then_some(name)
        }
        ast::PhraseWord::On { .. } => None,
    });
    match unknown {
        Some(name) => {
            let terms = builder.game.terms.keys().filter(|(_, domain)| *domain == Domain::Piece).map(|(name, _)| name);
            let mut names: Vec<String> = terms.cloned().collect();
            names.extend(builder.game.sides.iter().flat_map(|side| [side.name.clone(), side.title.clone()]));
            let problem = error::unknown("side, kind or word of pieces", name, &names);
            builder.report(problem);
        }
        None => {
            let text = builder.sources.text(thing.span).to_owned();
            builder.report(error::empty_phrase(&text, thing.span, "no piece can be all of this"));
        }
    }
}
