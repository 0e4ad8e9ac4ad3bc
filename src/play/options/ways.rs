//! The ways in which a purse can pay an amount (language reference, 7.2).

use crate::model::card::Purse;
use crate::model::id::*;

use super::pay::FundingSource;
use crate::play::store::source::Payment;
use crate::play::store::state::Spent;
use crate::play::store::world::{Read, World};

/// One way: how much each source gives.
type Taken = Vec<(usize, i64)>;

/// A search for ways.
struct Search<'s> {
    funding: &'s [FundingSource],
    purse: &'s Purse,
    /// The exact number of sources, if given; otherwise as few as suffice.
    exactly: Option<usize>,
    /// The search ends after this many ways.
    limit: usize,
    taken: Taken,
    /// The ways, each with what it gives beyond the amount.
    found: Vec<(i64, Taken)>,
}

impl World<'_> {
    /// The ways to pay an amount, best first: least waste, then fewest things, then written order. Points left over
    /// from earlier payments always go first.
    ///
    /// # Errors
    /// When a source cannot be worked out.
    pub fn ways(&self, payment: Payment<'_>, amount: i64, limit: usize) -> Read<Vec<Vec<Spent>>> {
        let Payment { purse, side, payee, .. } = payment;
        let funding = self.acting(side).funding(payment)?;
        let item = &self.game.purses[purse.at()];
        let over = funding.iter().find(|source| source.source == FundingSource::OVER).map_or(0, |source| source.most);
        let used = over.min(amount);
        let rest = &funding[usize::from(over > 0)..];
        let mut search =
            Search { funding: rest, purse: item, exactly: None, limit, taken: Vec::new(), found: Vec::new() };
        if limit > 1 && rest.iter().any(|source| source.freely) {
            // Fewest first, so that the limit leaves out the most wasteful ways.
            for many in 0..=rest.len() {
                search.exactly = Some(many);
                search.combine(0, amount - used);
            }
        } else {
            search.combine(0, amount - used);
        }
        let mut found = search.found;
        if limit > 1 {
            found.sort_by_key(|(waste, taken)| (*waste, taken.len()));
        }
        let lost = found.iter().any(|(waste, _)| *waste > 0) && self.acting(side).is_over_lost(purse)?;
        let entry = |source, giver, payee, n: i64| Spent { purse, side, source, giver, payee, amount: n as i32 };
        let ways = found.into_iter().map(|(waste, taken)| {
            let mut way = Vec::with_capacity(taken.len() + 2);
            if used > 0 {
                way.push(entry(FundingSource::OVER, None, None, used));
            }
            way.extend(taken.iter().map(|(at, n)| entry(rest[*at].source, rest[*at].giver, payee, *n)));
            let whole = taken.iter().rev().find(|(at, _)| rest[*at].whole);
            if let (false, true, Some((at, _))) = (lost, waste > 0, whole) {
                // What is left over of a thing spent whole stays in the purse.
                way.push(entry(rest[*at].source, None, None, -waste));
            }
            way
        });
        Ok(ways.collect())
    }

    /// Whether points left over from things spent whole are lost with the payment.
    fn is_over_lost(&self, purse: PurseId) -> Read<bool> {
        let item = &self.game.purses[purse.at()];
        if item.during.is_empty() {
            return Ok(true);
        }
        let Some(lost) = &item.over_lost else { return Ok(false) };
        if !self.is_read(lost.under) {
            return Ok(false);
        }
        self.meets(lost.when.as_ref(), &mut self.locals(&[], lost.locals))
    }
}

impl Search<'_> {
    /// Takes sources from `at` on until nothing is left to pay.
    fn combine(&mut self, at: usize, left: i64) {
        if self.found.len() >= self.limit {
            return;
        }
        if left <= 0 {
            self.paid(at, left);
            return;
        }
        if self.exactly == Some(self.taken.len()) {
            return;
        }
        let Some(&source) = self.funding.get(at) else { return };
        if self.funding[at..].iter().map(|one| one.most).sum::<i64>() < left {
            return;
        }
        if source.most > 0 && !self.is_shut(&source) {
            if source.whole {
                if !self.is_twin(at) {
                    self.taken.push((at, source.most));
                    self.combine(at + 1, left - source.most);
                    self.taken.pop();
                }
            } else {
                for n in (1..=source.most.min(left)).rev() {
                    self.taken.push((at, n));
                    self.combine(at + 1, left - n);
                    self.taken.pop();
                }
            }
        }
        self.combine(at + 1, left);
    }

    /// Stores a way, and extends it by sources that may be spent freely.
    fn paid(&mut self, at: usize, left: i64) {
        let waste = -left;
        if self.exactly.is_none_or(|many| many == self.taken.len()) {
            // No waste: everything spent whole must be needed, unless it may be spent freely.
            let idle = |&(at, n): &(usize, i64)| self.funding[at].whole && !self.funding[at].freely && n <= waste;
            if !self.taken.iter().any(idle) {
                self.found.push((waste, self.taken.clone()));
            }
            return;
        }
        for next in at..self.funding.len() {
            let source = self.funding[next];
            if self.found.len() < self.limit && source.freely && !self.is_shut(&source) && !self.is_twin(next) {
                self.taken.push((next, source.most));
                self.paid(next + 1, left - source.most);
                self.taken.pop();
            }
        }
    }

    /// Whether its giver has given in the other way.
    fn is_shut(&self, source: &FundingSource) -> bool {
        source.exclusive
            && self.taken.iter().any(|(other, _)| {
                let other = &self.funding[*other];
                other.giver == source.giver && self.purse.excluded_by(source.source).any(|one| one == other.source)
            })
    }

    /// The first of several equal things stands for all.
    fn is_twin(&self, at: usize) -> bool {
        at > 0
            && self.funding[at - 1].whole
            && self.funding[at - 1].most == self.funding[at].most
            && self.taken.last().is_none_or(|(last, _)| *last != at - 1)
    }
}
