//! Odds: the exact probability that the dice of an offer succeed.

use crate::model::clause::{DiceRead, DiceSpec};
use crate::model::node::Comparison;
use crate::model::value::Value;

use super::offers::OfferQuery;
use crate::play::numbers::operator::compare;
use crate::play::store::world::Read;

/// The dice of an offer, what they are compared with, and how many throws succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The dice.
    pub dice: DiceSpec,
    /// How they are compared.
    pub comparison: Comparison,
    /// The number.
    pub number: i64,
    /// The throws that succeed.
    pub good: u64,
    /// All throws.
    pub all: u64,
}

impl Odds {
    /// The percentage of throws that succeed, rounded.
    pub fn percent(&self) -> u64 {
        (self.good * 100 + self.all / 2) / self.all.max(1)
    }
}

/// The number of throws for each result of the dice; `None` if there are too many to count.
fn throws(dice: &DiceSpec) -> Option<Vec<(i64, u64)>> {
    let faces: Vec<i64> = (dice.low..=dice.high).collect();
    let mut results: Vec<(i64, u64)> = vec![];
    for die in 0..dice.count {
        let mut next: Vec<(i64, u64)> = Vec::new();
        let before = if die == 0 { vec![(0, 1)] } else { results };
        for (result, count) in before {
            for face in &faces {
                let shown = match dice.read {
                    _ if die == 0 => *face,
                    DiceRead::Sum => result + face,
                    DiceRead::Highest => result.max(*face),
                    DiceRead::Lowest => result.min(*face),
                };
                match next.iter_mut().find(|(other, _)| *other == shown) {
                    Some((_, all)) => *all = all.checked_add(count)?,
                    None => next.push((shown, count)),
                }
            }
        }
        results = next;
    }
    Some(results)
}

impl OfferQuery<'_> {
    /// The odds of the offer with these parameters; `None` if no dice decide it, or a value is missing.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn odds(&self, values: &[Value]) -> Read<Option<Odds>> {
        let Some(chance) = &self.offer.chance else { return Ok(None) };
        if values.len() != self.offer.params.len() {
            return Ok(None);
        }
        let mut locals = self.world.locals(&[], self.offer.locals);
        self.fill(&mut locals, values);
        let Some(number) = self.world.eval(&chance.number, &mut locals)?.int() else { return Ok(None) };
        let Some(results) = throws(&chance.dice) else { return Ok(None) };
        let (mut good, mut all) = (0, 0);
        for (shown, count) in results {
            all += count;
            if compare(chance.comparison, &Value::Int(shown), &Value::Int(number))? {
                good += count;
            }
        }
        Ok(Some(Odds { dice: chance.dice, comparison: chance.comparison, number, good, all }))
    }

    /// The odds, after filling in the remaining parameters if they have only one value.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn odds_once_known(&self, values: &[Value]) -> Read<Option<Odds>> {
        self.only_way(values)?.map_or(Ok(None), |values| self.odds(&values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(count: u8, read: DiceRead) -> DiceSpec {
        DiceSpec { count, low: 1, high: 6, read }
    }

    #[test]
    fn throws_are_counted_exactly() {
        let sum = throws(&dice(2, DiceRead::Sum)).unwrap();
        assert_eq!(sum.iter().map(|(_, count)| count).sum::<u64>(), 36);
        assert_eq!(sum.iter().filter(|(shown, _)| *shown <= 7).map(|(_, count)| count).sum::<u64>(), 21);
        let highest = throws(&dice(3, DiceRead::Highest)).unwrap();
        assert_eq!(highest.iter().find(|(shown, _)| *shown == 1), Some(&(1, 1)));
        let lowest = throws(&dice(2, DiceRead::Lowest)).unwrap();
        assert_eq!(lowest.iter().find(|(shown, _)| *shown == 6), Some(&(6, 1)));
    }
}
