//! The words used in scripts. Only these are registered with Rhai.

use std::collections::BTreeSet;

use crate::model::id::Domain;

/// The words used in some scripts. Calls include the number of arguments.
#[derive(Default)]
pub(super) struct Said {
    /// Names of the game.
    pub(super) names: BTreeSet<String>,
    /// Names of values, each with what the checker took it for.
    pub(super) values: BTreeSet<(String, Domain)>,
    /// Words after a dot.
    pub(super) properties: BTreeSet<String>,
    /// Assigned words.
    pub(super) assigned: BTreeSet<String>,
    pub(super) methods: BTreeSet<(String, usize)>,
    pub(super) calls: BTreeSet<(String, usize)>,
}
