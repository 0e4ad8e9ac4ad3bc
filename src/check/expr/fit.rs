//! Compatibility of types, and their names in messages.

use crate::model::game::{Game, Table};
use crate::model::id::Domain;
use crate::model::types::Type;
use crate::model::value::domain_word;

/// True if a value of type `found` is accepted where `wanted` is expected.
pub(super) fn fits(wanted: Type, found: Type) -> bool {
    match (wanted, found) {
        (Type::Any, _) | (_, Type::Any) => true,
        (Type::Int(_) | Type::Half(_), Type::Int(_) | Type::Half(_) | Type::None) => true,
        (Type::Closure, Type::Closure) => true,
        (Type::Way(_), Type::Way(_) | Type::None) => true,
        (Type::One(Domain::Number, _), Type::Int(_)) | (Type::Int(_), Type::One(Domain::Number, _)) => true,
        (Type::One(a, _), Type::One(b, _)) => a == b,
        // `none` is accepted here; it is checked where a property is read.
        (Type::One(..), Type::None) => true,
        // A single thing counts as a set of one, and `none` as the empty set.
        (Type::Set(domain), Type::One(other, _)) => domain == other,
        (Type::Set(_), Type::EmptySet | Type::Array) => true,
        (Type::Flag, Type::Flag) | (Type::Text, Type::Text) | (Type::Dice, Type::Dice) | (Type::Array, Type::Array) => {
            true
        }
        (a, b) => a == b,
    }
}

/// True if `==` between the two can be true.
pub(super) fn comparable(a: Type, b: Type) -> bool {
    match (a, b) {
        (Type::Any, _) | (_, Type::Any) => true,
        (Type::Set(_), Type::One(..)) | (Type::One(..), Type::Set(_)) => false,
        (Type::None, other) | (other, Type::None) => {
            !matches!(other, Type::Set(_) | Type::EmptySet | Type::Flag | Type::Dice)
        }
        (Type::Set(_), Type::EmptySet) | (Type::EmptySet, Type::Set(_)) => true,
        (Type::Scope(_), Type::Scope(_)) => true,
        _ => fits(a, b) || fits(b, a),
    }
}

/// The common type of `a` and `b`; [`Type::Any`] if they do not fit.
pub(super) fn join(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::None, other) | (other, Type::None) => match other {
            Type::Int(_) | Type::Half(_) | Type::One(..) | Type::Way(_) | Type::None => other.optional(),
            Type::Nothing => Type::Nothing,
            _ => Type::Any,
        },
        (Type::Int(a), Type::Int(b)) => Type::Int(a || b),
        (Type::Half(a), Type::Int(b) | Type::Half(b)) | (Type::Int(a), Type::Half(b)) => Type::Half(a || b),
        (Type::Way(a), Type::Way(b)) => Type::Way(a || b),
        (Type::One(a, x), Type::One(b, y)) if a == b => Type::One(a, x || y),
        (Type::EmptySet, Type::Set(domain)) | (Type::Set(domain), Type::EmptySet) => Type::Set(domain),
        (a, b) if a == b => a,
        _ => Type::Any,
    }
}

/// True for a set, or for a single thing, which counts as a set of one.
pub(super) fn is_setlike(ty: Type) -> bool {
    matches!(ty, Type::Any | Type::Set(_) | Type::EmptySet | Type::One(..) | Type::Array | Type::Shares(_))
}

/// The type of a set that is asked for something: `nothing` is a set of pieces there, for it must be one of something.
pub(in crate::check) fn of_pieces(ty: Type) -> Type {
    if ty == Type::EmptySet { Type::Set(Domain::Piece) } else { ty }
}

/// The domain of the members of a set, single thing, share or tally.
pub(super) fn domain_of(ty: Type) -> Option<Domain> {
    match ty {
        Type::Int(_) => Some(Domain::Number),
        Type::Share(domain) => Some(domain),
        other => other.domain(),
    }
}

/// A type in words: `a piece`, `a set of spaces`, `yes or no`.
pub(in crate::check) fn name(game: &Game, ty: Type) -> String {
    match ty {
        Type::Any => "something".to_owned(),
        Type::Nothing => "nothing".to_owned(),
        Type::None => "`none`".to_owned(),
        Type::Flag => "yes or no".to_owned(),
        Type::Int(_) => "a number".to_owned(),
        Type::Half(_) => "an amount".to_owned(),
        Type::Way(_) => "a way".to_owned(),
        Type::Ways => "a set of ways".to_owned(),
        Type::Line => "a line".to_owned(),
        Type::Results(_) => "the results of a table".to_owned(),
        Type::Text => "a text".to_owned(),
        Type::One(domain, _) => one(game, domain),
        Type::Set(domain) => format!("a set of {}", many(game, domain)),
        Type::EmptySet => "a set".to_owned(),
        Type::Dice => "dice".to_owned(),
        Type::Shares(domain) => format!("parts on {}", many(game, domain)),
        Type::Share(domain) => format!("a part on {}", one(game, domain)),
        Type::Tally(domain) => format!("a tally of {}", many(game, domain)),
        Type::Array => "a list".to_owned(),
        Type::Scope(scope) => {
            game.scopes.get(scope.at()).map_or("a scope".to_owned(), |scope| format!("the scope `{}`", scope.name))
        }
        Type::Printed(domain) => format!("what is printed on {}", one(game, domain)),
        Type::Closure => "a closure".to_owned(),
    }
}

/// One thing of a domain, in words.
pub(super) fn one(game: &Game, domain: Domain) -> String {
    match domain {
        Domain::List(_) => format!("a value of `{}`", plain(game, domain)),
        other => domain_word(other).to_owned(),
    }
}

fn many(game: &Game, domain: Domain) -> String {
    match domain {
        Domain::List(_) => format!("values of `{}`", plain(game, domain)),
        other => format!("{}s", plain(game, other)),
    }
}

/// The name of a domain, which qualifies its values: `side.Red`.
pub(super) fn plain(game: &Game, domain: Domain) -> &str {
    match domain {
        Domain::List(list) => game.lists.get(list as usize).map_or("a list", |list| list.name.as_str()),
        other => other.word(),
    }
}

/// The type of what a table gives: it may be `none` where an argument may be outside its rows and columns.
pub(super) fn looked_up(game: &Game, table: &Table, column: Option<u16>) -> Type {
    let total = table.axes.iter().all(|axis| axis.is_total(|domain| game.count(domain)));
    let ty = table.type_of(column);
    if total { ty } else { ty.optional() }
}
