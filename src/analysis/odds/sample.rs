//! Odds by sampling, if there are too many outcomes to enumerate: random plays, with a confidence interval for each
//! probability.

use super::dist::Mix;
use super::explore::Explorer;
use super::share::Share;
use super::{Asked, FEWEST_SAMPLES, Found, How, MOST_WORK, Policy, Progress, Stopped, finish};

/// Plays an action many times at random. All answers are equally likely, because the best one cannot be determined from
/// one play.
pub(super) fn sample(asked: &Asked<'_>, keep_going: &mut dyn FnMut(Progress) -> bool) -> Result<Found, Stopped> {
    let mut go_on = |_: Progress| true;
    let spread = Asked { policy: Policy::Spread, deed: asked.deed.clone(), ..*asked };
    let mut explorer = Explorer::new(&spread, asked.most, &mut go_on)?;
    let mut mix = Mix::default();
    let mut played = 0;
    while played < asked.samples && (played < FEWEST_SAMPLES || explorer.work() < MOST_WORK) {
        let seed = crate::analysis::simulate::seed_of(asked.seed, played);
        mix.add(&explorer.sample(seed)?, 1, 1).ok_or(Stopped::TooFine)?;
        played += 1;
        if played.is_multiple_of(64) && !keep_going(Progress { leaves: played, exact: false }) {
            return Err(Stopped::ByHand);
        }
    }
    let dist = mix.done().ok_or(Stopped::TooFine)?;
    finish(&explorer, &dist, How::Sampled(played))
}

/// The 95% confidence interval of a probability after E. B. Wilson (1927), in ten-thousandths, rounded outwards.
/// Computed in whole numbers, so it is the same on every machine.
pub fn interval(share: Share, played: u64) -> (u32, u32) {
    /// The quantile 1.959964 of the normal distribution, and its square, in millionths.
    const Z: u128 = 1_959_964;
    const ZZ: u128 = 3_841_459;
    const MILLION: u128 = 1_000_000;
    let n = u128::from(played.max(1));
    let hits = share.good * n / share.all.max(1);
    // With p = hits/n: (p + zz/2n ± z sqrt(p(1-p)/n + zz/4nn)) / (1 + zz/n), each multiplied by n: middle, spread,
    // whole.
    let middle = hits * MILLION + ZZ / 2;
    let under = hits * (n - hits) * MILLION / n + ZZ / 4;
    let spread = Z * (under * MILLION).isqrt() / MILLION;
    let whole = n * MILLION + ZZ;
    let low = middle.saturating_sub(spread) * 10_000 / whole;
    let high = ((middle + spread) * 10_000).div_ceil(whole).min(10_000);
    (low as u32, high as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_contains_the_share_and_is_wilson_s() {
        assert_eq!(interval(Share::of(50, 100), 100), (4_038, 5_962));
        for (good, all) in [(0, 10), (5, 10), (10, 10), (333, 1_000)] {
            let (low, high) = interval(Share::of(good, all), all as u64);
            let share = Share::of(good, all).basis_points();
            assert!(low <= share && share <= high && high <= 10_000, "{good} of {all}: {low} {high}");
        }
    }
}
