//! Purses: what they can pay, and how (language reference, 3.16).

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use smallvec::SmallVec;

use crate::model::card::{Purse, PurseSource, To};
use crate::model::id::*;
use crate::model::value::Value;

use crate::play::store::source::{Payees, Payment, Source};
use crate::play::store::state::Spent;
use crate::play::store::world::{Read, World, fault};

/// At most this many ways are shown.
pub(in crate::play) const MOST_WAYS: usize = 40;

/// A source, its giver, and how much it can still give for a payee.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) struct FundingSource {
    pub(in crate::play) source: u8,
    pub(in crate::play) giver: Option<Ref>,
    pub(in crate::play) most: i64,
    pub(in crate::play) whole: bool,
    /// True if more of them may be spent whole than are needed.
    pub(in crate::play) freely: bool,
    pub(in crate::play) exclusive: bool,
}

impl FundingSource {
    /// The pseudo-source of points left over from things spent whole; it pays first.
    pub(in crate::play) const OVER: u8 = u8::MAX;

    /// A source that is not spent whole.
    fn plain(source: u8, giver: Option<Ref>, most: i64) -> FundingSource {
        FundingSource { source, giver, most, whole: false, freely: false, exclusive: false }
    }
}

/// The sum of these payments.
fn sum<'s>(spent: impl Iterator<Item = &'s Spent>) -> i64 {
    spent.map(|one| i64::from(one.amount)).sum()
}

/// The points left over from things spent whole, gained or used.
fn left_over<'s>(spent: impl Iterator<Item = &'s Spent>) -> i64 {
    let is_over = |one: &&Spent| {
        one.giver.is_none() && one.payee.is_none() && one.amount < 0 || one.source == FundingSource::OVER
    };
    -sum(spent.filter(is_over))
}

impl World<'_> {
    /// Whether a purse can pay this amount.
    pub fn can_pay(&self, payment: Payment<'_>, amount: i64) -> Read<bool> {
        if amount <= 0 {
            return Ok(true);
        }
        let mut all = 0;
        let enough = self.acting(payment.side).each_funding_source(payment, &mut |source| {
            all += source.most;
            if source.most >= amount { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if enough.is_break() {
            return Ok(true);
        }
        if all < amount {
            return Ok(false);
        }
        // Several sources must pay together, and some exclude each other.
        Ok(!self.ways(payment, amount, 1)?.is_empty())
    }

    /// The most, up to an amount, that a purse can pay. Sources that exclude each other do not add up.
    pub(in crate::play) fn most_for(&self, payment: Payment<'_>, amount: i64) -> Read<i64> {
        let funding = self.funding(payment)?;
        let all: i64 = funding.iter().map(|source| source.most).sum();
        if !funding.iter().any(|source| source.exclusive) {
            return Ok(all);
        }
        let (mut can, mut cannot) = (0, amount.min(all + 1));
        while cannot - can > 1 {
            let half = can + (cannot - can) / 2;
            if self.can_pay(payment, half)? { can = half } else { cannot = half }
        }
        Ok(can)
    }

    /// Whether several payments from one purse can be made together.
    pub fn can_pay_all(&self, common: Payment<'_>, payments: &[(Option<Ref>, i64)]) -> Read<bool> {
        let Some((&(payee, amount), rest)) = payments.split_first() else { return Ok(true) };
        if amount <= 0 {
            return self.can_pay_all(common, rest);
        }
        let payment = Payment { payee, ..common };
        if rest.is_empty() && common.planned.is_empty() {
            return self.can_pay(payment, amount);
        }
        let limit = if rest.is_empty() { 1 } else { MOST_WAYS };
        for way in self.ways(payment, amount, limit)? {
            if rest.is_empty() {
                return Ok(true);
            }
            let mut planned = common.planned.to_vec();
            planned.extend(way);
            if self.can_pay_all(Payment { planned: &planned, ..common }, rest)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The points left over in a side's purse from things spent whole.
    pub(in crate::play) fn over(&self, purse: PurseId, side: u16) -> i64 {
        let ours = |one: &&Spent| one.purse == purse && one.side == side;
        let over = left_over(self.spent().iter().filter(ours));
        if self.game.purses[purse.at()].halves { over.div_euclid(2) } else { over }
    }

    /// Every source and how much it can still give for a payee. Of things spent whole, the smallest come first.
    pub(in crate::play) fn funding(&self, payment: Payment<'_>) -> Read<SmallVec<[FundingSource; 8]>> {
        let mut funding: SmallVec<[FundingSource; 8]> = SmallVec::new();
        let _ = self.each_funding_source(payment, &mut |source| {
            funding.push(source);
            ControlFlow::Continue(())
        })?;
        funding.sort_by_key(|source| if source.whole { source.most } else { 0 });
        Ok(funding)
    }

    /// Calls `visit` with every source that can still give something for a payee, until it stops.
    fn each_funding_source(
        &self,
        payment: Payment<'_>,
        visit: &mut dyn FnMut(FundingSource) -> ControlFlow<()>,
    ) -> Read<ControlFlow<()>> {
        let Payment { purse, side, payee, planned, kept } = payment;
        let item = &self.game.purses[purse.at()];
        if item.subject == Some(Domain::Piece) {
            if let Some(piece @ Ref { domain: Domain::Piece, .. }) = payee {
                let taken = sum(planned.iter().filter(|one| one.purse == purse && one.giver == payee));
                let most = self.left_of(purse, piece.index)?.unwrap_or(0) - taken;
                if most > 0 {
                    return Ok(visit(FundingSource::plain(0, payee, most)));
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        let ours = |one: &&Spent| one.purse == purse && one.side == side;
        let spent: SmallVec<[Spent; 4]> = self.spent().iter().chain(planned).filter(ours).copied().collect();
        let over = left_over(spent.iter());
        if over > 0 && visit(FundingSource::plain(FundingSource::OVER, None, over)).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        for source in self.sources(purse, side)?.iter() {
            if source.giver.is_some_and(|giver| kept.contains(&giver)) {
                continue;
            }
            let exclusive = item.excluded_by(source.at).next().is_some();
            let shut = |one: &Spent| item.excluded_by(source.at).any(|other| other == one.source);
            if exclusive && spent.iter().any(|one| one.giver == source.giver && shut(one)) {
                continue;
            }
            let PurseSource { whole, freely, from, .. } = item.sources[source.at as usize];
            if whole && source.gone(&spent).next().is_some() {
                continue;
            }
            let most = self.left_in(source, from, payment, &spent)?;
            let source = FundingSource { source: source.at, giver: source.giver, most, whole, freely, exclusive };
            if most > 0 && visit(source).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What a piece has left in its own purse, in the unit of the purse; `None` if no source gives a number.
    pub fn left_of(&self, purse: PurseId, piece: u16) -> Read<Option<i64>> {
        let gives = self.gives_to(purse, piece)?;
        Ok(gives.map(|gives| gives - self.spent_by(Some(purse), piece)))
    }

    /// What a piece may spend from its own purse in all, before what it has spent.
    pub fn gives_to(&self, purse: PurseId, piece: u16) -> Read<Option<i64>> {
        let item = &self.game.purses[purse.at()];
        let owner = Ref::piece(piece);
        let mut left: Option<i64> = None;
        for source in &item.sources {
            let mut locals = self.locals(&[Value::Ref(owner)], source.locals);
            if self.meets(source.when.as_ref(), &mut locals)? {
                if let Some(gives) = self.eval(&source.gives, &mut locals)?.grains(item.halves) {
                    left = Some(left.unwrap_or(0) + gives);
                }
            }
        }
        Ok(left)
    }

    /// How much each source of a purse gives in all, by giver.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn sources(&self, purse: PurseId, side: u16) -> Read<Rc<[Source]>> {
        self.cache.kept(self.cache.sources(purse, side), || self.find_sources(purse))
    }

    fn find_sources(&self, purse: PurseId) -> Read<Rc<[Source]>> {
        let mut found = Vec::new();
        let halves = self.game.purses[purse.at()].halves;
        for (at, source) in self.game.purses[purse.at()].sources.iter().enumerate() {
            let givers: SmallVec<[Option<Ref>; 8]> = match &source.each {
                Some(each) => {
                    let set = self.eval_alone(each, &[Value::None], source.locals)?;
                    set.members().into_iter().map(Some).collect()
                }
                None => SmallVec::from_slice(&[None]),
            };
            for giver in givers {
                let mut locals = self.locals(&[giver.map_or(Value::None, Value::Ref)], source.locals);
                if !self.meets(source.when.as_ref(), &mut locals)? {
                    continue;
                }
                let gives = self.eval(&source.gives, &mut locals)?.grains(halves).unwrap_or(0);
                let to = (!matches!(source.to, To::Anybody)).then(RefCell::default);
                let all_together = !matches!(source.to, To::Each(_));
                found.push(Source { at: at as u8, giver, gives, to, all_together });
            }
        }
        Ok(found.into())
    }

    /// The payees that a source of a purse may pay.
    fn find_payees(&self, purse: &Purse, source: &Source) -> Read<Rc<Payees>> {
        let item = &purse.sources[usize::from(source.at)];
        let mut locals = self.locals(&[source.giver.map_or(Value::None, Value::Ref)], item.locals);
        let (To::Each(set) | To::Among(set, _)) = &item.to else { return fault("this source pays for anything") };
        let things = self.eval(set, &mut locals)?.as_set();
        let most_each = match &item.to {
            To::Among(_, Some(most)) => Some(self.eval(most, &mut locals)?.grains(purse.halves).unwrap_or(0)),
            _ => None,
        };
        Ok(Rc::new(Payees { things, most_each }))
    }

    /// How much a source can still give for a payee after earlier payments.
    fn left_in(&self, source: &Source, from: Option<PurseId>, payment: Payment<'_>, spent: &[Spent]) -> Read<i64> {
        let payee = payment.payee;
        let mut most_each = None;
        if let Some(to) = &source.to {
            let payees =
                self.cache.kept(Some(to), || self.find_payees(&self.game.purses[payment.purse.at()], source))?;
            let among = |thing: Ref| {
                payees.things.as_ref().is_some_and(|(domain, set)| *domain == thing.domain && set.has(thing.index))
            };
            if !payee.is_some_and(among) {
                return Ok(0);
            }
            most_each = payees.most_each;
        }
        let for_payee = || sum(source.gone(spent).filter(|one| one.payee == payee));
        let mut left = source.gives - if source.all_together { sum(source.gone(spent)) } else { for_payee() };
        if let Some(most) = most_each {
            left = left.min(most - for_payee());
        }
        if let Some(purse) = from {
            // The purse it draws on must be able to pay too.
            let other = Payment { purse, kept: &[], ..payment };
            left = left.min(self.funding(other)?.iter().map(|source| source.most).sum());
            while left > 0 && self.ways(other, left, 1)?.is_empty() {
                left -= 1;
            }
        }
        Ok(left.max(0))
    }

    /// An upper bound of what the purse can pay for anything.
    pub fn most_left(&self, purse: PurseId, side: u16) -> Read<i64> {
        if self.game.purses[purse.at()].subject == Some(Domain::Piece) {
            return Ok(i64::MAX);
        }
        let ours = |one: &&Spent| one.purse == purse && one.side == side;
        let spent: SmallVec<[Spent; 4]> = self.spent().iter().filter(ours).copied().collect();
        let over = left_over(spent.iter());
        let sources = self.acting(side).sources(purse, side)?;
        let left = sources
            .iter()
            .map(|source| (source.gives - if source.all_together { sum(source.gone(&spent)) } else { 0 }).max(0));
        Ok(over + left.sum::<i64>())
    }

    /// The most that a purse can pay for anything.
    pub fn most_payable(&self, purse: PurseId, side: u16) -> Read<i64> {
        let funding = self.acting(side).funding(Payment::new(purse, side, None))?;
        Ok(funding.iter().map(|source| source.most).sum())
    }
}
