//! Whether a text is valid with given names: a clause on a family applies to the members that know all its names.

use crate::model::api::{Form, TABLE};

use super::builder::GameBuilder;
use super::free::free_names;
use crate::model::names::Symbol;

/// Words with a meaning everywhere.
const EVERYWHERE: &[&str] = &["game", "me", "my", "mine", "theirs", "none", "winner", "it", "old", "usual"];

/// True if every free name of the text is one of `locals` or has a meaning everywhere.
pub(crate) fn concerns(builder: &GameBuilder, locals: &[&str], text: &str) -> bool {
    free_names(text).into_iter().all(|name| locals.contains(&name) || is_known(builder, name))
}

/// True if a bare name has a meaning without any local, other than as the singular of a noun.
pub(crate) fn is_known(builder: &GameBuilder, name: &str) -> bool {
    let means = |symbol: &Symbol| !matches!(symbol, Symbol::Noun { plural: false, .. });
    EVERYWHERE.contains(&name)
        || builder.names.get(name).iter().any(means)
        || TABLE.iter().any(|entry| entry.form == Form::Word && entry.name == name)
}
