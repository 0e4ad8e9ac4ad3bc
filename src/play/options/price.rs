//! The price of an offer, and whether it can be paid. Checked as early as possible in the option tree.

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::node::Node;
use crate::model::offer::Pays;
use crate::model::value::Value;

use super::offers::OfferQuery;
use crate::play::numbers::quantity::Line;
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::source::Payment;
use crate::play::store::world::Read;

/// What must be paid: for each purse, how much for which payee.
pub type Prices = SmallVec<[(PurseId, SmallVec<[(Option<Ref>, i64); 1]>); 1]>;

/// What one price clause takes: how much for which payee.
type Payments = SmallVec<[(Option<Ref>, i64); 4]>;

impl OfferQuery<'_> {
    /// Whether the lowest price of the offer can be paid: for any payee, or for the payee chosen last. If not, the rest
    /// of the tree is skipped.
    pub(in crate::play) fn affordable(&self, locals: &Locals, known: usize) -> Read<bool> {
        if self.free {
            return Ok(true);
        }
        for pays in self.offer.pays.iter().filter(|pays| pays.each.is_none()) {
            let Some(least @ 1..) = self.world.game.quantities[pays.cost.at()].least else { continue };
            let fits = match known.checked_sub(1).map(|last| self.offer.params[last].slot) {
                None => self.world.most_left(pays.purse, self.side)? >= least,
                Some(last) if pays.payee == Some(last) => {
                    let payee = locals[last as usize].as_ref();
                    self.world.can_pay(Payment::new(pays.purse, self.side, payee), least)?
                }
                Some(_) => true,
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A number that the offer needs and that has no value; `None` if all have one.
    pub(in crate::play) fn lacks_number(&self, locals: &mut Locals) -> Read<Option<&Node>> {
        for need in self.offer.needs.iter().chain(self.offer.chance.iter().map(|chance| &chance.number)) {
            if self.world.eval(need, locals)?.is_none() {
                return Ok(Some(need));
            }
        }
        Ok(None)
    }

    /// Whether all required values are chosen and the price can be paid.
    pub fn payable(&self, locals: &mut Locals) -> Read<bool> {
        if self.lacks_number(locals)?.is_some() {
            return Ok(false);
        }
        if self.free || self.offer.pays.is_empty() {
            return Ok(true);
        }
        let kept = self.kept(locals);
        for (purse, payments) in self.due(locals)? {
            if !self.world.can_pay_all(Payment { kept: &kept, ..Payment::new(purse, self.side, None) }, &payments)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What must be left: the prices, and what the ways among the choices will take from the same purses.
    pub(in crate::play) fn due(&self, locals: &Locals) -> Read<Prices> {
        let mut due = self.prices(locals)?;
        for (purse, payments) in &mut due {
            payments.extend(self.ways_paid_from(*purse, locals));
        }
        Ok(due)
    }

    /// What the ways among the choices will take when they are followed, by purse.
    pub fn walked(&self, locals: &Locals) -> Vec<(PurseId, i64)> {
        let walks = self.offer.params.iter().filter_map(|param| match &locals[param.slot as usize] {
            Value::Way(way) => self.world.game.walks[way.walk().at()].purse,
            _ => None,
        });
        let mut purses: Vec<PurseId> = walks.collect();
        purses.sort_unstable();
        purses.dedup();
        let paid = |purse: PurseId| self.ways_paid_from(purse, locals).iter().map(|(_, amount)| amount).sum();
        purses.into_iter().map(|purse| (purse, paid(purse))).collect()
    }

    /// What the ways among the choices will take from this purse when they are followed.
    fn ways_paid_from(&self, purse: PurseId, locals: &Locals) -> Payments {
        let ways = self.offer.params.iter().filter_map(|param| match &locals[param.slot as usize] {
            Value::Way(way) => Some(way),
            _ => None,
        });
        let paid = ways.filter(|way| self.world.game.walks[way.walk().at()].purse == Some(purse));
        paid.map(|way| (Some(Ref::piece(way.piece())), way.legs().iter().map(|leg| leg.cost).sum())).collect()
    }

    /// What must be paid: for each purse, how much for which payee.
    pub fn prices(&self, locals: &Locals) -> Read<Prices> {
        let mut all = Prices::new();
        for pays in &self.offer.pays {
            for (payee, amount) in self.payments(pays, locals)? {
                match all.iter_mut().find(|(purse, _)| *purse == pays.purse) {
                    Some((_, payments)) => payments.push((payee, amount)),
                    None => all.push((pays.purse, SmallVec::from_iter([(payee, amount)]))),
                }
            }
        }
        Ok(all)
    }

    /// What one price clause takes: how much for which payee.
    fn payments(&self, pays: &Pays, locals: &Locals) -> Read<Payments> {
        let slots = self.world.game.quantities[pays.cost.at()].params.len();
        let payees: SmallVec<[Option<Ref>; 4]> = match (pays.each, pays.payee) {
            (Some(each), _) => locals[each as usize].members().into_iter().map(Some).collect(),
            (None, Some(payee)) => SmallVec::from_iter([locals[payee as usize].as_ref()]),
            (None, None) => SmallVec::from_iter([None]),
        };
        let mut all = Payments::new();
        for payee in payees {
            let amount = match (pays.each, payee) {
                (Some(each), Some(payee)) => {
                    // Each member has its own price.
                    let mut own = locals.clone();
                    set_local(&mut own, each, Value::Ref(payee));
                    self.world.number(pays.cost, &own[..slots.min(own.len())])?
                }
                _ => self.world.number(pays.cost, &locals[..slots.min(locals.len())])?,
            };
            // An absent price can never be paid.
            all.push((payee, amount.unwrap_or(i64::from(i32::MAX))));
        }
        Ok(all)
    }

    /// What the payment gives: from which variable, to whom, how much.
    pub fn gifts(&self, locals: &Locals) -> Read<Vec<(VarId, Ref, i64)>> {
        let mut all = Vec::new();
        for pays in &self.offer.pays {
            let (Some(to), Some(var)) = (&pays.to, self.world.game.purses[pays.purse.at()].var) else { continue };
            if let Some(to) = self.world.eval(to, &mut locals.clone())?.as_ref() {
                let amounts = self.payments(pays, locals)?;
                all.push((var, to, amounts.iter().map(|(_, amount)| (*amount).max(0)).sum()));
            }
        }
        Ok(all)
    }

    /// The lines of the ledgers of the prices: base and modifiers.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn lines_behind_prices(&self, locals: &Locals) -> Read<Vec<Line>> {
        let mut found = Vec::new();
        for pays in &self.offer.pays {
            let slots = self.world.game.quantities[pays.cost.at()].params.len();
            let mut own = locals.clone();
            // Where several pay, the first is representative.
            if let Some((each, first)) =
                pays.each.and_then(|each| Some((each, *locals[each as usize].members().first()?)))
            {
                set_local(&mut own, each, Value::Ref(first));
            }
            let (_, ledger) = self.world.ledger(pays.cost, &own[..slots.min(own.len())])?;
            found.extend(ledger.lines);
        }
        Ok(found)
    }

    /// The cards named by parameters, which cannot pay.
    pub fn kept(&self, locals: &Locals) -> SmallVec<[Ref; 4]> {
        let mut kept: SmallVec<[Ref; 4]> = SmallVec::new();
        let slots = self.offer.params.iter().map(|param| param.slot).chain(self.offer.card.map(|(_, slot)| slot));
        for slot in slots {
            let value = &locals[slot as usize];
            if value.domain() == Some(Domain::Card) {
                kept.extend(value.members());
            }
        }
        kept
    }
}
