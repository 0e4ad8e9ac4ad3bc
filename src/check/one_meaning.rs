//! Reports words of things with a second meaning: the opposite of a flag or condition that is a word already, and a
//! condition named like a kind.

use crate::diagnostic::Diagnostic;
use crate::model::api::{Form, TABLE};
use crate::model::game::Word;
use crate::model::id::Domain;
use crate::model::reading;
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{BoardMember, ItemKind, Name, StateKind};

use super::builder::GameBuilder;
use super::gather::Gathered;

/// A word of the things of a subject.
struct Claim {
    name: String,
    subject: Domain,
    span: Span,
    role: Role,
}

/// What a word is.
enum Role {
    /// The name of a flag, a variable or a condition.
    Main,
    /// The opposite of the one with this name.
    Opposite(String),
    /// The name of a kind.
    Kind,
    /// The name of a word of a whole set, or its opposite.
    OfSet,
    /// A zone of cards.
    Zone,
    /// Boxes of which each side has one.
    Box,
}

pub(crate) fn look_over(builder: &mut GameBuilder, items: &Gathered) {
    let claims = claims(builder, items);
    let mut problems = Vec::new();
    for (at, one) in claims.iter().enumerate() {
        let is_same = |other: &&Claim| (&other.name, other.subject) == (&one.name, one.subject);
        let earlier = claims[..at].iter().find(is_same);
        // Two names of one sort are reported where they are declared.
        let is_sort = |other: &&Claim| {
            matches!(
                (&one.role, &other.role),
                (Role::Main, Role::Main)
                    | (Role::Kind, Role::Kind)
                    | (Role::OfSet, Role::OfSet)
                    | (Role::Zone, Role::Zone)
                    | (Role::Box, Role::Box)
            )
        };
        let earlier = earlier.filter(|other| !is_sort(other));
        if let Some(earlier) = earlier {
            problems.push(twice(one, earlier));
        } else if let Some(doc) = built_in(one) {
            problems.push(
                Diagnostic::error("declared-twice", format!("`{}` has a meaning in every game", one.name))
                    .at(one.span, "choose another name")
                    .help(format!("it means: {doc}")),
            );
        }
    }
    problems.into_iter().for_each(|problem| builder.report(problem));
}

fn twice(one: &Claim, earlier: &Claim) -> Diagnostic {
    let what = |claim: &Claim| match &claim.role {
        Role::Main => "declared here".to_owned(),
        Role::Opposite(of) => format!("the opposite of `{of}`"),
        Role::Kind => "a kind of this name".to_owned(),
        Role::OfSet => "a word of a whole set".to_owned(),
        Role::Zone => "a zone of cards".to_owned(),
        Role::Box => "a box of each side".to_owned(),
    };
    let help = match (&one.role, &earlier.role) {
        (Role::Main, Role::Opposite(of)) => {
            format!("leave this one out: it is declared with `{of}`, whose opposite it is")
        }
        (Role::Opposite(of), Role::Main) if *of == earlier.name => {
            format!("leave the opposite out, or give it another name: `!{of}` says the same")
        }
        _ => "rename one of the two".to_owned(),
    };
    Diagnostic::error("declared-twice", format!("`{}` has two meanings for one subject", one.name))
        .at(one.span, what(one))
        .also(earlier.span, what(earlier))
        .help(help)
}

/// What an opposite means for every thing of the subject. (A flag or a condition may hide a word of every game.)
fn built_in(claim: &Claim) -> Option<&'static str> {
    if !matches!(claim.role, Role::Opposite(_)) {
        return None;
    }
    let is_it = |form: Form, name: &str| matches!(form, Form::Property) && name == claim.name;
    let entry = TABLE
        .iter()
        .find(|entry| is_it(entry.form, entry.name) && reading::receives(entry.api, claim.subject, false))?;
    Some(entry.doc)
}

/// All words in question, in the order of their declarations.
fn claims(builder: &GameBuilder, items: &Gathered) -> Vec<Claim> {
    let (mut found, mut of_sets) = (Vec::new(), Vec::new());
    let mut declare = |name: &Name, opposite: Option<&Name>, subject: Domain| {
        let main = plain(&name.text);
        if let Some(opposite) = opposite {
            let role = Role::Opposite(main.clone());
            found.push(Claim { name: plain(&opposite.text), subject, span: opposite.span, role });
        }
        found.push(Claim { name: main, subject, span: name.span, role: Role::Main });
    };
    let game = &builder.game;
    for (_, item) in items.each(|kind| if let ItemKind::State(it) = kind { Some(it) } else { None }) {
        for name in item.kind.names() {
            let opposite = match &item.kind {
                StateKind::Flag { opposite, .. } => opposite.as_ref(),
                StateKind::Var { .. } => None,
            };
            if let Some(var) = game.vars.iter().find(|var| var.span == name.span) {
                declare(name, opposite, var.subject);
            }
        }
    }
    for (_, item) in items.each(|kind| if let ItemKind::Definition(it) = kind { Some(it) } else { None }) {
        let is_it = |word: &&Word| word.span.covers(item.name.span) && word.of.is_none();
        let word = game.words.iter().find(is_it);
        let Some([one]) = word.map(|word| word.params.as_slice()) else { continue };
        match one.ty {
            Type::One(subject, _) => declare(&item.name, item.opposite.as_ref(), subject),
            Type::Set(subject) => {
                let names = std::iter::once(&item.name).chain(&item.opposite);
                let claim =
                    |name: &Name| Claim { name: plain(&name.text), subject, span: name.span, role: Role::OfSet };
                of_sets.extend(names.map(claim));
            }
            _ => {}
        }
    }
    found.extend(of_sets);
    let of_side = |name: &Name, role| Claim { name: plain(&name.text), subject: Domain::Side, span: name.span, role };
    for (_, deck) in items.each(|kind| if let ItemKind::Deck(it) = kind { Some(it) } else { None }) {
        found.extend(deck.zones.iter().map(|zone| of_side(&zone.name, Role::Zone)));
    }
    for (_, board) in items.each(|kind| if let ItemKind::Board(it) = kind { Some(it) } else { None }) {
        let boxes = board.members.iter().filter_map(|it| if let BoardMember::Boxes(it) = it { Some(it) } else { None });
        found.extend(boxes.flat_map(|boxes| &boxes.names).map(|name| of_side(name, Role::Box)));
    }
    for kind in &game.kinds {
        if let Some(span) = builder.declared.get(&kind.name) {
            found.push(Claim { name: kind.name.clone(), subject: Domain::Piece, span: *span, role: Role::Kind });
        }
    }
    found.sort_by_key(|claim| claim.span);
    found
}
