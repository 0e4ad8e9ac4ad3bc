//! Choosing members whose weights come as close as possible to a number without exceeding it.

use crate::model::id::Ref;

use super::question::Portion;
use crate::play::store::world::{Read, fault};

/// The search is limited to this many different totals.
const MOST_SUMS: usize = 4_096;
/// At most this many ways are listed.
pub const MOST_WAYS: usize = 40;
/// The search tries this many partial ways.
const MOST_TRIED: usize = 20_000;

/// For each index: the totals up to a limit that this member and those after it can make. The last entry is 0 alone.
fn sums(over: &[&Portion], limit: i64) -> Option<Vec<Vec<i64>>> {
    let mut after = vec![0_i64];
    let mut all = vec![after.clone()];
    for portion in over.iter().rev() {
        let mut found = Vec::new();
        for sum in &after {
            let mut sum = *sum;
            for _ in 0..=portion.times {
                if sum > limit || found.len() > MOST_SUMS * 16 {
                    break;
                }
                found.push(sum);
                sum = sum.saturating_add(portion.weight);
            }
        }
        found.sort_unstable();
        found.dedup();
        if found.len() > MOST_SUMS {
            return None;
        }
        after.clone_from(&found);
        all.push(found);
    }
    all.reverse();
    Some(all)
}

/// The highest total, up to a limit, that the members can make.
///
/// # Errors
/// When there are too many different totals.
pub fn best(over: &[Portion], limit: i64) -> Read<i64> {
    let order: Vec<&Portion> = over.iter().collect();
    match sums(&order, limit) {
        Some(all) => Ok(all.first().and_then(|sums| sums.last()).copied().unwrap_or(0)),
        None => fault("this can be filled up to too many different totals"),
    }
}

/// The total of a choice.
pub fn total(over: &[Portion], parts: &[i64]) -> i64 {
    over.iter().zip(parts).fold(0, |sum, (portion, part)| sum.saturating_add(portion.weight.saturating_mul(*part)))
}

/// The same choice in canonical form: of equal members the first take most.
pub fn plain(over: &[Portion], parts: &[i64]) -> Vec<i64> {
    let mut plain = parts.to_vec();
    for first in 0..over.len().min(parts.len()) {
        let alike: Vec<usize> = (first..parts.len()).filter(|at| usize::from(over[*at].like) == first).collect();
        let mut own: Vec<i64> = alike.iter().map(|at| parts[*at]).collect();
        own.sort_unstable_by(|a, b| b.cmp(a));
        for (at, part) in alike.into_iter().zip(own) {
            plain[at] = part;
        }
    }
    plain
}

/// The ways to make a total, in canonical form, and whether these are all.
pub fn ways(over: &[Portion], total: i64, most: usize) -> (Vec<Vec<i64>>, bool) {
    let order: Vec<&Portion> = over.iter().collect();
    let Some(sums) = sums(&order, total) else { return (Vec::new(), false) };
    let mut search = Ways { over, sums, most, tried: 0, found: Vec::new() };
    let mut parts = Vec::with_capacity(over.len());
    let all = search.extend(&mut parts, total);
    (search.found, all)
}

struct Ways<'o> {
    over: &'o [Portion],
    sums: Vec<Vec<i64>>,
    most: usize,
    tried: usize,
    found: Vec<Vec<i64>>,
}

impl Ways<'_> {
    /// Adds the ways that begin like this; returns false if the limit is reached.
    fn extend(&mut self, parts: &mut Vec<i64>, left: i64) -> bool {
        let at = parts.len();
        self.tried += 1;
        if self.tried > MOST_TRIED {
            return false;
        }
        let Some(portion) = self.over.get(at) else {
            if self.found.len() == self.most {
                return false;
            }
            self.found.push(parts.clone());
            return true;
        };
        // Of equal members an earlier one takes at least as much as a later one.
        let like = portion.like;
        let before = (0..at).rev().find(|other| self.over[*other].like == like).map(|other| parts[other]);
        let most = portion.times.min(left.checked_div(portion.weight).unwrap_or(0)).min(before.unwrap_or(i64::MAX));
        for part in (0..=most).rev() {
            let rest = left - part * portion.weight;
            if self.sums[at + 1].binary_search(&rest).is_err() {
                continue;
            }
            parts.push(part);
            let all = self.extend(parts, rest);
            parts.truncate(at);
            if !all {
                return false;
            }
        }
        true
    }
}

/// A random way to make a total, uniform unless there are very many.
pub fn drawn(over: &[Portion], total: i64, draw: &mut dyn FnMut(usize) -> usize) -> Option<Vec<i64>> {
    let (ways, all) = ways(over, total, MOST_WAYS);
    if all {
        return ways.get(draw(ways.len())).cloned();
    }
    let mut left: Vec<usize> = (0..over.len()).collect();
    let mut order = Vec::with_capacity(over.len());
    while !left.is_empty() {
        order.push(left.swap_remove(draw(left.len())));
    }
    let portions: Vec<&Portion> = order.iter().map(|at| &over[*at]).collect();
    let sums = sums(&portions, total)?;
    let (mut parts, mut rest) = (vec![0; over.len()], total);
    for (place, at) in order.iter().enumerate() {
        let portion = &over[*at];
        let most = portion.times.min(rest.checked_div(portion.weight).unwrap_or(0));
        let fits = |part: &i64| sums[place + 1].binary_search(&(rest - part * portion.weight)).is_ok();
        let open: Vec<i64> = (0..=most).filter(fits).collect();
        parts[*at] = *open.get(draw(open.len()))?;
        rest -= parts[*at] * portion.weight;
    }
    Some(plain(over, &parts))
}

/// Moves excess choices of one member to equal members.
pub fn spread(over: &[Portion], parts: &mut [i64]) {
    for at in 0..parts.len().min(over.len()) {
        let mut beyond = (parts[at] - over[at].times).max(0);
        parts[at] -= beyond;
        for other in 0..parts.len().min(over.len()) {
            if beyond > 0 && over[other].like == over[at].like {
                let more = beyond.min((over[other].times - parts[other]).max(0));
                parts[other] += more;
                beyond -= more;
            }
        }
        parts[at] += beyond;
    }
}

/// A member with its weight, before equal members are identified.
pub fn portion(on: Ref, weight: i64, times: i64, like: u16) -> Portion {
    Portion { on, weight, times, like }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full horseman of two steps at 3, a foot of one step at 3, two militia of two steps at 2.
    fn army() -> Vec<Portion> {
        let row = |at: u16, weight, times, like| portion(Ref::piece(at), weight, times, like);
        vec![row(0, 3, 2, 0), row(1, 3, 1, 1), row(2, 2, 2, 2), row(3, 2, 2, 2)]
    }

    #[test]
    fn ways_come_as_near_as_can_be_and_alike_members_are_one() {
        let over = army();
        assert_eq!(best(&over, 6).ok(), Some(6));
        let (found, all) = ways(&over, 6, MOST_WAYS);
        assert!(all);
        assert_eq!(found, [vec![2, 0, 0, 0], vec![1, 1, 0, 0], vec![0, 0, 2, 1]]);
        assert_eq!(best(&over, 1).ok(), Some(0));
        assert_eq!(best(&over, 1_000_000_000_000).ok(), Some(17));
    }

    #[test]
    fn what_is_drawn_is_one_of_the_ways() {
        let over = army();
        for seed in 0..30_usize {
            let mut next = seed;
            let mut draw = |bound: usize| {
                next = next.wrapping_mul(31).wrapping_add(7);
                next % bound.max(1)
            };
            let parts = drawn(&over, 8, &mut draw).expect("a way");
            assert_eq!((total(&over, &parts), plain(&over, &parts)), (8, parts.clone()));
        }
        let many: Vec<Portion> = (0..30).map(|at| portion(Ref::piece(at), 1 + i64::from(at % 3), 2, at)).collect();
        let parts = drawn(&many, 40, &mut |bound| bound / 2).expect("a way");
        assert_eq!(total(&many, &parts), 40);
    }

    #[test]
    fn what_is_too_much_for_one_goes_to_others_like_it() {
        let over = army();
        let mut parts = vec![0, 0, 3, 0];
        spread(&over, &mut parts);
        assert_eq!(parts, [0, 0, 2, 1]);
        let mut parts = vec![0, 4, 0, 0];
        spread(&over, &mut parts);
        assert_eq!(parts, [0, 4, 0, 0]);
    }

    #[test]
    fn too_many_totals_are_an_error() {
        let over: Vec<Portion> = (0..40).map(|at| portion(Ref::piece(at), 1 << at, 1, at)).collect();
        assert!(best(&over, i64::MAX).is_err());
        let endless = [portion(Ref::piece(0), 1, i64::MAX, 0)];
        assert!(best(&endless, i64::MAX).is_err());
    }
}
