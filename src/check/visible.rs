//! Whether a text can be said where these names are known: clauses on a family concern the members that know them all.

use crate::model::api::{Form, TABLE};

use super::free::free_names;
use super::maker::Maker;
use super::names::Symbol;

/// Words that mean something everywhere.
const EVERYWHERE: &[&str] = &["game", "me", "my", "mine", "theirs", "none", "winner", "it", "old", "usual"];

/// Whether every name that stands free in the text is one of `locals` or means something everywhere.
pub(crate) fn concerns(maker: &Maker, locals: &[&str], text: &str) -> bool {
    free_names(text).into_iter().all(|name| locals.contains(&name) || is_known(maker, name))
}

/// Whether a bare name means something without any local: not the singular of a noun alone.
pub(crate) fn is_known(maker: &Maker, name: &str) -> bool {
    let means = |symbol: &Symbol| !matches!(symbol, Symbol::Noun { plural: false, .. });
    EVERYWHERE.contains(&name)
        || maker.names.get(name).iter().any(means)
        || TABLE.iter().any(|entry| entry.form == Form::Word && entry.name == name)
}
