//! The funding sources of purses, as cached.

use crate::model::id::{Domain, Ref};
use crate::model::set::BitSet;

use super::state::Spent;

/// How much a source gives in all, before payments.
#[derive(Clone, Debug)]
pub(in crate::play) struct Source {
    pub(in crate::play) at: u8,
    pub(in crate::play) giver: Option<Ref>,
    pub(in crate::play) gives: i64,
    /// The payee it may pay; `None`: any.
    pub(in crate::play) to: Option<Option<(Domain, BitSet)>>,
    /// The most for each payee.
    pub(in crate::play) most_each: Option<i64>,
    /// True if the amount is shared by all payees; otherwise each can get it.
    pub(in crate::play) all_together: bool,
}

impl Source {
    /// The earlier payments from this source.
    pub(in crate::play) fn gone<'s>(&'s self, spent: &'s [Spent]) -> impl Iterator<Item = &'s Spent> {
        spent.iter().filter(|one| one.source == self.at && one.giver == self.giver && one.amount > 0)
    }
}
