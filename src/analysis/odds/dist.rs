//! Distributions: outcomes with whole weights over a common total.

use rustc_hash::FxHashMap;

use super::share::{Mean, gcd, lcm};

/// A row: the case (the answers that were listed), and the outcome or log line.
pub(super) type Key = (u32, u32);

/// The distribution of the results of a position: weights of outcomes, and of the log lines they produce.
#[derive(Clone, Debug, Default)]
pub(super) struct Dist {
    pub(super) total: u128,
    pub(super) rows: Vec<(Key, u128)>,
    pub(super) lines: Vec<(Key, u128)>,
    /// The choices made as best, in order.
    pub(super) chosen: Vec<u32>,
}

impl Dist {
    /// A single certain outcome.
    pub(super) fn sure(outcome: u32) -> Dist {
        Dist { total: 1, rows: vec![((0, outcome), 1)], ..Dist::default() }
    }

    /// The same distribution, with these log lines before it.
    pub(super) fn after(mut self, lines: &[u32]) -> Dist {
        for line in lines {
            self.lines.retain(|((_, other), _)| other != line);
        }
        let mut cases: FxHashMap<u32, u128> = FxHashMap::default();
        for ((case, _), weight) in &self.rows {
            *cases.entry(*case).or_default() += weight;
        }
        for (case, weight) in cases {
            self.lines.extend(lines.iter().map(|line| ((case, *line), weight)));
        }
        self.lines.sort_unstable();
        self
    }

    /// The mean of a number over all outcomes. None on overflow.
    pub(super) fn mean(&self, number: impl Fn(u32) -> i64) -> Option<Mean> {
        Mean::of(self.rows.iter().map(|((_, outcome), weight)| (number(*outcome), *weight)), self.total)
    }
}

/// Sums distributions by weight.
#[derive(Default)]
pub(super) struct Mix {
    total: u128,
    weight: u128,
    rows: FxHashMap<Key, u128>,
    lines: FxHashMap<Key, u128>,
    chosen: Vec<u32>,
}

impl Mix {
    /// Adds a distribution; `counted` is its part of the total weight. None on overflow.
    pub(super) fn add(&mut self, dist: &Dist, weight: u64, counted: u64) -> Option<()> {
        if self.total == 0 {
            self.total = 1;
        }
        let common = lcm(self.total, dist.total)?;
        if common != self.total {
            let more = common / self.total;
            for sum in self.rows.values_mut().chain(self.lines.values_mut()) {
                *sum = sum.checked_mul(more)?;
            }
            self.total = common;
        }
        let times = u128::from(weight).checked_mul(common / dist.total)?;
        for (key, own) in &dist.rows {
            let sum = self.rows.entry(*key).or_default();
            *sum = sum.checked_add(own.checked_mul(times)?)?;
        }
        for (key, own) in &dist.lines {
            let sum = self.lines.entry(*key).or_default();
            *sum = sum.checked_add(own.checked_mul(times)?)?;
        }
        for made in &dist.chosen {
            if !self.chosen.contains(made) {
                self.chosen.push(*made);
            }
        }
        self.weight += u128::from(counted);
        Some(())
    }

    /// The sum of all distributions added.
    pub(super) fn done(self) -> Option<Dist> {
        let mut total = self.total.checked_mul(self.weight.max(1))?;
        let mut rows: Vec<(Key, u128)> = self.rows.into_iter().collect();
        let mut lines: Vec<(Key, u128)> = self.lines.into_iter().collect();
        rows.sort_unstable();
        lines.sort_unstable();
        let mut divisor = total;
        for (_, weight) in rows.iter().chain(&lines) {
            if divisor == 1 {
                break;
            }
            divisor = gcd(divisor, *weight);
        }
        if divisor > 1 {
            total /= divisor;
            rows.iter_mut().chain(&mut lines).for_each(|(_, weight)| *weight /= divisor);
        }
        Some(Dist { total, rows, lines, chosen: self.chosen })
    }
}
