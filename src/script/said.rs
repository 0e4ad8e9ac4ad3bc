//! The words used in scripts. Only these are registered with Rhai.

use std::collections::BTreeSet;

/// The words used in some scripts. Calls include the number of arguments.
#[derive(Default)]
pub(super) struct Said {
    /// Names of the game.
    pub(super) names: BTreeSet<String>,
    /// Words after a dot.
    pub(super) properties: BTreeSet<String>,
    /// Assigned words.
    pub(super) assigned: BTreeSet<String>,
    pub(super) methods: BTreeSet<(String, usize)>,
    pub(super) calls: BTreeSet<(String, usize)>,
}
