//! The sources of purses, as they are kept.

use crate::model::id::{Domain, Ref};
use crate::model::set::BitSet;

use super::state::Spent;

/// What a source could give, whatever has been spent.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) at: u8,
    pub(super) giver: Option<Ref>,
    pub(super) gives: i64,
    /// For whom it may pay, unless for anybody.
    pub(super) to: Option<Option<(Domain, BitSet)>>,
    /// The most for each.
    pub(super) most_each: Option<i64>,
    /// Whether what it gives is for all together; else it gives as much to each.
    pub(super) all_together: bool,
}

impl Source {
    /// What it has given, among what has been spent from its purse.
    pub(super) fn gone<'s>(&'s self, spent: &'s [Spent]) -> impl Iterator<Item = &'s Spent> {
        spent.iter().filter(|one| one.source == self.at && one.giver == self.giver && one.amount > 0)
    }
}
