//! Kinds of pieces with their families, modes and notations.

use crate::diagnostic::{Diagnostic, words};
use crate::model::game::{Fact, Kind, Mode, Notation, NotationPart};
use crate::model::id::{Domain, FactId, Ref};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ItemKind, Text, TextPart};

use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use super::value;
use crate::model::names::named;

/// Declares the kinds with their families. Facts and notations follow when all facts are known.
pub(crate) fn declare_kinds(builder: &mut GameBuilder, items: &Gathered) {
    let kinds: Vec<_> = items.each(|kind| if let ItemKind::Kind(it) = kind { Some(it) } else { None }).collect();
    for (index, (entry, item)) in kinds.iter().enumerate() {
        let name = builder.declare(&item.name);
        let cites = builder.cites(&item.cites);
        builder.constant(&name, Value::Ref(Ref::kind(index as u16)), Type::One(Domain::Kind, false));
        let title = builder.titled(item.title.as_ref(), &item.name);
        builder.game.kinds.push(Kind {
            name,
            title,
            doc: entry.doc.cloned(),
            members: BitSet::single(index as u16),
            cites,
            span: entry.span,
            ..Kind::default()
        });
    }
    for (index, (_, item)) in kinds.iter().enumerate() {
        let Some(family) = &item.family else { continue };
        if let Some(found) = builder.known("kind", family, |game| &game.kinds) {
            builder.game.kinds[found as usize].is_family = true;
            builder.game.kinds[index].family = Some(found);
            builder.made_families.entry(found).or_insert(family.span);
        }
    }
    let files: Vec<&str> = kinds.iter().map(|(_, item)| builder.sources.name_of(item.name.span.source)).collect();
    builder.made_families.retain(|family, _| is_made(&builder.game.kinds, &files, *family));
    let trees: Vec<&ast::Kind> = kinds.iter().map(|(_, item)| *item).collect();
    break_circles(builder, &trees);
    for index in 0..kinds.len() {
        for above in families(builder, index as u16) {
            builder.game.kinds[above as usize].members.insert(index as u16);
        }
    }
    for (index, (_, item)) in kinds.iter().enumerate() {
        for mode in &item.body.modes {
            let id = builder.game.modes.len() as u16;
            let name = plain(&mode.name.text);
            let alike = builder.game.modes.iter().position(|mode| mode.name == name).map(|at| at as u16);
            // As a word of pieces it would mean both.
            let of_kind = kinds.iter().map(|(_, other)| &other.name).find(|other| plain(&other.text) == name);
            let earlier = item.body.modes.iter().map(|other| &other.name).find(|other| plain(&other.text) == name);
            if let Some(other) = of_kind.or(earlier.filter(|other| other.span != mode.name.span)) {
                builder.report(error::declared_twice(&mode.name, other.span, false));
            }
            if alike.is_none() {
                builder.constant(&name, Value::Ref(Ref::new(Domain::Mode, id)), Type::One(Domain::Mode, false));
            }
            builder.game.modes.push(Mode {
                name,
                doc: mode.doc.clone(),
                alike: alike.unwrap_or(id),
                facts: Vec::new(),
            });
            builder.game.kinds[index].modes.push(id);
        }
    }
    // A kind without modes of its own has its family's modes.
    for index in 0..kinds.len() {
        if builder.game.kinds[index].modes.is_empty() {
            let above = families(builder, index as u16)
                .into_iter()
                .find(|&above| !builder.game.kinds[above as usize].modes.is_empty());
            if let Some(above) = above {
                builder.game.kinds[index].modes = builder.game.kinds[above as usize].modes.clone();
            }
        }
    }
}

/// True if a family is hardly meant as one: it has no kind in its own file, and at most one in its folder. `files` are
/// the files of the kinds.
fn is_made(kinds: &[Kind], files: &[&str], family: u16) -> bool {
    let own = files[usize::from(family)];
    let folder = |file: &str| file.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let members: Vec<&str> =
        kinds.iter().zip(files).filter(|(kind, _)| kind.family == Some(family)).map(|(_, file)| *file).collect();
    !members.contains(&own) && members.iter().filter(|file| folder(file) == folder(own)).count() <= 1
}

/// Reports each circle of families once, at its first kind, and opens it there.
fn break_circles(builder: &mut GameBuilder, kinds: &[&ast::Kind]) {
    for (index, item) in kinds.iter().enumerate() {
        let mut chain = vec![index];
        while let Some(up) = chain.last().and_then(|&last| builder.game.kinds[last].family).map(usize::from) {
            if up == index {
                if let Some(family) = &item.family {
                    let names = chain.iter().chain([&index]).map(|&at| kinds[at].name.text.as_str());
                    builder.report(error::circular_family(&item.name.text, family.span, &names.collect::<Vec<_>>()));
                }
                builder.game.kinds[index].family = None;
                break;
            }
            // A circle that this kind is not part of is reported at its own members.
            if chain.len() > kinds.len() {
                break;
            }
            chain.push(up);
        }
    }
}

/// The families of a kind, the nearest first.
pub(crate) fn families(builder: &GameBuilder, kind: u16) -> Vec<u16> {
    std::iter::successors(builder.game.kinds[kind as usize].family, |&up| builder.game.kinds[up as usize].family)
        .collect()
}

/// Reports a family that is set up like a kind. `text` says where, for a family that is meant as one.
///
/// If only kinds of other files make it a family, one of them is the mistake. It is then reported once, for all places
/// where the family is set up.
pub(crate) fn report_family(builder: &mut GameBuilder, kind: u16, text: &str, span: Span) {
    let name = &builder.game.kinds[usize::from(kind)].name;
    if let Some(of) = builder.made_families.get(&kind) {
        let above = builder.game.kinds[usize::from(kind)].family.map(|up| &builder.game.kinds[usize::from(up)].name);
        let help = match above {
            Some(above) => format!("write `of {above}`, and repeat what the new kind shares with `{name}`"),
            None => format!("leave out `of {name}`, and repeat what the new kind shares with it"),
        };
        let problem = error::unfit(&format!("`{name}` has counters, so it cannot be a family"), *of).help(help);
        if !builder.diagnostics.contains(&problem) {
            builder.report(problem);
        }
        return;
    }
    let members = builder.game.kinds[usize::from(kind)].members.iter().map(|at| &builder.game.kinds[usize::from(at)]);
    let kinds: Vec<&str> = members.filter(|kind| !kind.is_family).map(|kind| kind.name.as_str()).collect();
    let problem = error::unfit(&format!("`{name}` is a family: {text}"), span);
    builder.report(problem.help(format!("choose {}", words::one_of_quoted(&kinds))));
}

/// Fills in facts, modes and notations of all kinds; each kind inherits those of its family.
pub(crate) fn fill_kinds(builder: &mut GameBuilder, items: &Gathered) {
    let kinds: Vec<_> =
        items.each(|kind| if let ItemKind::Kind(it) = kind { Some(it) } else { None }).map(|(_, it)| it).collect();
    let count = builder.game.facts.len();
    let mut own = Vec::new();
    for item in &kinds {
        let mut facts = vec![None; count];
        value::read_facts(builder, Domain::Piece, &item.body.facts, &mut facts);
        own.push(facts);
        let notation = item.body.notation.as_ref().map(|text| notation(builder, text));
        builder.game.kinds[own.len() - 1].notation = notation;
    }
    for index in 0..kinds.len() {
        let way: Vec<u16> = std::iter::once(index as u16).chain(families(builder, index as u16)).collect();
        let facts: Vec<Value> = (0..count)
            .map(|fact| {
                let given = way.iter().find_map(|&kind| own[kind as usize][fact].clone());
                given.unwrap_or_else(|| default_of(&builder.game.facts[fact], Domain::Piece))
            })
            .collect();
        let notation = way.iter().find_map(|&kind| builder.game.kinds[kind as usize].notation.clone());
        builder.game.kinds[index].facts = facts;
        builder.game.kinds[index].notation = notation;
    }
    let modes: Vec<&ast::Mode> = kinds.iter().flat_map(|item| &item.body.modes).collect();
    for (index, mode) in modes.into_iter().enumerate() {
        let mut facts = vec![None; count];
        value::read_facts(builder, Domain::Piece, &mode.body.facts, &mut facts);
        builder.game.modes[index].facts =
            facts.into_iter().enumerate().filter_map(|(fact, value)| Some((FactId(fact as u16), value?))).collect();
    }
}

/// The kind with this name.
pub(crate) fn kind_named(builder: &GameBuilder, name: &str) -> Option<u16> {
    named(&builder.game.kinds, name)
}

/// The default of a fact; absent for facts of other subjects and for facts that must be given.
pub(crate) fn default_of(fact: &Fact, subject: Domain) -> Value {
    if fact.subject == subject { fact.default.clone().unwrap_or_default() } else { Value::None }
}

/// `{ability}-{cohesion}{steadfast?*}`.
fn notation(builder: &mut GameBuilder, text: &Text) -> Notation {
    let mut parts = Vec::new();
    let mut is_whole = true;
    for part in text.parts() {
        match part {
            TextPart::Letters(letters) => parts.push(NotationPart::Literal(letters.clone())),
            TextPart::Braces(inside) => {
                let (name, mark) = match inside.text.split_once('?') {
                    Some((name, mark)) => (name.trim(), Some(mark.to_owned())),
                    None => (inside.text.trim(), None),
                };
                let Some(fact) = value::known_fact(builder, Domain::Piece, (name, inside.span)) else {
                    is_whole = false;
                    continue;
                };
                let ty = builder.game.facts[fact.at()].ty;
                is_whole &= ty != Type::Any;
                let fits = if mark.is_some() { ty == Type::Flag } else { value::is_in_notations(ty) };
                if !fits && ty != Type::Any {
                    let wanted = match mark {
                        Some(_) => "a mark stands for a flag: `{NAME?*}` is a star if it is set",
                        None => {
                            "values of a notation are numbers, names and texts; a flag has a mark, as in `{NAME?*}`"
                        }
                    };
                    let problem = Diagnostic::error("wrong-type", format!("`{name}` cannot be typed like this"));
                    builder.report(problem.at(inside.span, format!("this is {}", error::type_word(ty))).help(wanted));
                }
                parts.push(mark.map_or(NotationPart::Fact(fact), |mark| NotationPart::Mark(fact, mark)))
            }
        }
    }
    Notation { parts, is_whole }
}
