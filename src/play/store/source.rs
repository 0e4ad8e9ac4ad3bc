//! The funding sources of purses, as cached.

use crate::model::id::{Domain, Ref};
use crate::model::set::BitSet;

use super::state::Spent;

/// How much a source gives in all, before payments.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its index in the purse.
    pub at: u8,
    /// Who or what gives, if each of a set does.
    pub giver: Option<Ref>,
    /// How much.
    pub gives: i64,
    /// The payee it may pay; `None`: any.
    pub to: Option<Option<(Domain, BitSet)>>,
    /// The most for each payee.
    pub most_each: Option<i64>,
    /// True if the amount is shared by all payees; otherwise each can get it.
    pub all_together: bool,
}

impl Source {
    /// The earlier payments from this source.
    pub fn gone<'s>(&'s self, spent: &'s [Spent]) -> impl Iterator<Item = &'s Spent> {
        spent.iter().filter(|one| one.source == self.at && one.giver == self.giver && one.amount > 0)
    }
}
