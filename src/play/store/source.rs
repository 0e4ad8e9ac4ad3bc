//! Payments from purses, and the funding sources of purses, as cached.

use std::cell::RefCell;
use std::rc::Rc;

use crate::model::id::{Domain, PurseId, Ref};
use crate::model::set::BitSet;
use crate::play::cache::entry::Cached;

use super::state::Spent;

/// Everything about a payment except its amount.
#[derive(Clone, Copy, Debug)]
pub struct Payment<'p> {
    /// The purse.
    pub purse: PurseId,
    /// The side whose purse it is.
    pub side: u16,
    /// What it is for.
    pub payee: Option<Ref>,
    /// Payments that are made before it.
    pub planned: &'p [Spent],
    /// Cards that cannot pay.
    pub kept: &'p [Ref],
}

impl Payment<'_> {
    /// A payment that every card may pay, with none planned before it.
    pub fn new(purse: PurseId, side: u16, payee: Option<Ref>) -> Self {
        Payment { purse, side, payee, planned: &[], kept: &[] }
    }
}

/// How much a source gives in all, before payments.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its index in the purse.
    pub at: u8,
    /// Who or what gives, if each of a set does.
    pub giver: Option<Ref>,
    /// How much.
    pub gives: i64,
    /// The payees it may pay, once they were asked for; `None`: any.
    pub(in crate::play) to: Option<RefCell<Cached<Rc<Payees>>>>,
    /// True if the amount is shared by all payees; otherwise each can get it.
    pub all_together: bool,
}

/// The payees that a source may pay.
#[derive(Debug)]
pub struct Payees {
    /// Which things; none if the rule gives no set.
    pub things: Option<(Domain, BitSet)>,
    /// The most for each.
    pub most_each: Option<i64>,
}

impl Source {
    /// The earlier payments from this source.
    pub fn gone<'s>(&'s self, spent: &'s [Spent]) -> impl Iterator<Item = &'s Spent> {
        spent.iter().filter(|one| one.source == self.at && one.giver == self.giver && one.amount > 0)
    }
}
