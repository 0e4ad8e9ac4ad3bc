//! The sources of purses, as they are kept.

use crate::model::id::{Domain, Ref};
use crate::model::set::BitSet;

use super::state::Spent;

/// What a source could give, whatever has been spent.
#[derive(Clone, Debug)]
pub(in crate::play) struct Source {
    pub(in crate::play) at: u8,
    pub(in crate::play) giver: Option<Ref>,
    pub(in crate::play) gives: i64,
    /// For whom it may pay, unless for anybody.
    pub(in crate::play) to: Option<Option<(Domain, BitSet)>>,
    /// The most for each.
    pub(in crate::play) most_each: Option<i64>,
    /// Whether what it gives is for all together; else it gives as much to each.
    pub(in crate::play) all_together: bool,
}

impl Source {
    /// What it has given, among what has been spent from its purse.
    pub(in crate::play) fn gone<'s>(&'s self, spent: &'s [Spent]) -> impl Iterator<Item = &'s Spent> {
        spent.iter().filter(|one| one.source == self.at && one.giver == self.giver && one.amount > 0)
    }
}
