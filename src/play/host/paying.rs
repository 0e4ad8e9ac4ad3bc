//! Paying from purses (language reference, 3.16).

use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;

use super::run::{Act, Cx};
use crate::play::answers::log::Event;
use crate::play::answers::question::{Answer, Kind};
use crate::play::options::balance::amount_words;
use crate::play::options::pay::MOST_WAYS;
use crate::play::store::source::Payment;
use crate::play::store::state::Spent;

impl Cx<'_> {
    /// Pays an amount for a thing. If there are several ways to pay, the payer chooses. `false`: it cannot be paid.
    pub fn pay(&self, payment: Payment<'_>, amount: i64) -> Act<bool> {
        let Payment { purse, side, .. } = payment;
        if amount <= 0 {
            return Ok(true);
        }
        let ways = self.look(|world| world.ways(payment, amount, MOST_WAYS))?;
        let at = match ways.len() {
            0 => return Ok(false),
            1 => 0,
            _ => {
                let prompt = format!("Pay {}", amount_words(amount, &self.game.purses[purse.at()]));
                match self.ask(side, prompt, Kind::Pay { ways: ways.clone() })? {
                    Answer::Way(at) => usize::from(at),
                    _ => 0,
                }
            }
        };
        let way = ways.into_iter().nth(at).unwrap_or_default();
        self.run.borrow().observer.note(&self.game.purses[purse.at()].cites);
        for one in &way {
            self.spend_one(*one)?;
        }
        if self.game.purses[purse.at()].var.is_some() {
            return Ok(true);
        }
        self.run.borrow_mut().note(|_| Event::Paid(side, purse, way));
        if self.game.purses[purse.at()].during.is_empty() {
            // A purse without a lifetime does not record what was spent.
            let mut run = self.run.borrow_mut();
            run.live.spent().retain(|spent| spent.purse != purse);
        }
        Ok(true)
    }

    /// Adds to a variable that holds a number, in the unit of the variable.
    pub(in crate::play) fn change_by(&self, var: VarId, of: Ref, amount: i64) -> Act<()> {
        let halves = matches!(self.game.vars[var.at()].ty, Type::Half(_));
        let old = self.look(|world| Ok(world.var(var, of)))?.grains(halves).unwrap_or(0);
        let new = old.saturating_add(amount);
        self.write(var, of, if halves { Value::Half(new) } else { Value::Int(new) })
    }

    pub(in crate::play) fn spend_one(&self, one: Spent) -> Act<()> {
        let purse = &self.game.purses[one.purse.at()];
        if let Some(var) = purse.var {
            let owner = one.giver.filter(|_| purse.subject.is_some()).unwrap_or(Ref::side(one.side));
            return self.change_by(var, owner, i64::from(one.amount).saturating_neg());
        }
        let source = self.game.purses[one.purse.at()].sources.get(one.source as usize);
        if let Some(source) = source {
            self.run.borrow().observer.note(&source.cites);
            if let (true, Some(Ref { domain: Domain::Card, index })) = (source.whole, one.giver) {
                // A card in the discard pile counts as spent: it can pay again once redrawn.
                self.discard(index)?;
                return Ok(());
            }
            if let Some(other) = source.from {
                self.pay(Payment::new(other, one.side, one.payee), i64::from(one.amount))?;
            }
        }
        let mut run = self.run.borrow_mut();
        let spent = run.live.spent();
        let same = spent.iter_mut().find(|old| {
            old.purse == one.purse
                && old.side == one.side
                && old.source == one.source
                && old.giver == one.giver
                && old.payee == one.payee
                && (old.amount > 0) == (one.amount > 0)
        });
        match same {
            Some(old) => old.amount += one.amount,
            None => {
                let at = spent.partition_point(|old| *old < one);
                spent.insert(at, one);
            }
        }
        run.live.set_unsettled(true);
        Ok(())
    }
}
