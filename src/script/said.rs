//! The words that stand in scripts: only these are registered with Rhai.

use std::collections::BTreeSet;

/// The words of some scripts; a call with the number of its arguments.
#[derive(Default)]
pub(super) struct Said {
    /// Names of the game.
    pub(super) names: BTreeSet<String>,
    /// Words behind a dot.
    pub(super) properties: BTreeSet<String>,
    /// Words that are assigned.
    pub(super) assigned: BTreeSet<String>,
    pub(super) methods: BTreeSet<(String, usize)>,
    pub(super) calls: BTreeSet<(String, usize)>,
}
