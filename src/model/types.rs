//! The types of the language (language reference, 2.1), as the checker sees them.

use super::id::{Domain, ScopeId, TableId};

/// The type of an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Type {
    /// Unknown because of an error already reported. It causes no further errors.
    #[default]
    Any,
    /// The type of a statement.
    Nothing,
    /// The literal `none`.
    None,
    /// Yes or no.
    Flag,
    /// A whole number. With `true` it may be absent.
    Int(bool),
    /// An amount of a purse counted in halves. With `true` it may be absent. Compatible with whole numbers.
    Half(bool),
    /// A text.
    Text,
    /// One thing. With `true` it may be absent.
    One(Domain, bool),
    /// A set or row of things.
    Set(Domain),
    /// A set of unknown domain: `nothing`, `[]`.
    EmptySet,
    /// Dice.
    Dice,
    /// The parts of a split over this domain.
    Shares(Domain),
    /// One part of a split.
    Share(Domain),
    /// A count for each member.
    Tally(Domain),
    /// An array of any values.
    Array,
    /// A running scope.
    Scope(ScopeId),
    /// The printed values of a thing: `unit.printed`.
    Printed(Domain),
    /// A closure with one parameter.
    Closure,
    /// The end of a walk and the way to it. With `true` it may be absent.
    Way(bool),
    /// All ways of a walk.
    Ways,
    /// A line between two spaces: a row of gates.
    Line,
    /// The results of a table with several results.
    Results(TableId),
}

impl Type {
    /// True if a value of this type may be absent.
    pub fn is_optional(self) -> bool {
        matches!(self, Type::None | Type::Int(true) | Type::Half(true) | Type::One(_, true) | Type::Way(true))
    }

    /// The same type, never absent.
    pub fn present(self) -> Type {
        match self {
            Type::Int(_) => Type::Int(false),
            Type::Half(_) => Type::Half(false),
            Type::Way(_) => Type::Way(false),
            Type::One(domain, _) => Type::One(domain, false),
            other => other,
        }
    }

    /// The same type, possibly absent.
    pub fn optional(self) -> Type {
        match self {
            Type::Int(_) => Type::Int(true),
            Type::Half(_) => Type::Half(true),
            Type::Way(_) => Type::Way(true),
            Type::One(domain, _) => Type::One(domain, true),
            other => other,
        }
    }

    /// True if a variable of this type holds more than one number or thing: a set, a text, dice.
    pub fn is_wide(self) -> bool {
        !matches!(self, Type::Flag | Type::Int(_) | Type::Half(_) | Type::One(..))
    }

    /// True if a value of this type is a set or row of things.
    pub fn is_set(self) -> bool {
        matches!(self, Type::Set(_))
    }

    /// The domain of a thing or set.
    pub fn domain(self) -> Option<Domain> {
        match self {
            Type::One(domain, _) | Type::Set(domain) | Type::Tally(domain) | Type::Shares(domain) => Some(domain),
            _ => None,
        }
    }
}
