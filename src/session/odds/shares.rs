//! Shares and means as players read them: percentages, bars, decimals.

use crate::analysis::odds::{How, Mean, Share, interval, lcm};
use crate::draw::{Line, Role};
use crate::model::value::Value;

use super::dim;

/// The length of the bar for certainty.
const BAR: u32 = 16;

/// A share within a case: out of all outcomes in which its answers are given. Unchanged if the fraction overflows.
pub(super) fn within(share: Share, reached: Share) -> Share {
    let good = share.good.checked_mul(reached.all);
    match good.zip(share.all.checked_mul(reached.good)) {
        Some((good, all)) => Share::of(good, all),
        None => share,
    }
}

/// A share in percent: `12.3 %`. A share above 0 is never shown as 0.
pub(super) fn percent(share: Share) -> String {
    let points = share.basis_points();
    match (points, share.good) {
        (0, 0) => "0 %".to_owned(),
        (0, _) => "<0.01 %".to_owned(),
        (10_000, good) if good < share.all => ">99.99 %".to_owned(),
        (10_000, _) => "100 %".to_owned(),
        (points, _) => format!("{}.{:02} %", points / 100, points % 100),
    }
}

/// A share as a bar.
pub(super) fn bar(share: Share) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.basis_points() * BAR * 8 + 5_000) / 10_000;
    format!("{}{}", "█".repeat((eighths / 8) as usize), PARTS[(eighths % 8) as usize])
}

/// The share of a row: exact, or with its interval.
pub(super) fn share_cells(share: Share, how: How) -> [Line; 2] {
    let exact = match how {
        How::Counted(_) => share.to_string(),
        How::Sampled(played) => {
            let (low, high) = interval(share, played);
            format!("{}.{:02} – {}.{:02} %", low / 100, low % 100, high / 100, high % 100)
        }
    };
    // Very large fractions are no help at a glance.
    let exact = if exact.len() > 24 { "≈".to_owned() } else { exact };
    [Line::of(Role::Number, format!("{:>8}", percent(share))), dim(exact)]
}

/// The sum of the shares of different outcomes. None on overflow.
pub(super) fn sum(shares: impl Iterator<Item = Share>) -> Option<Share> {
    let mut sum = Share::of(0, 1);
    for share in shares {
        let all = lcm(sum.all, share.all)?;
        sum = Share::of((sum.good * (all / sum.all)).checked_add(share.good * (all / share.all))?, all);
    }
    Some(sum)
}

/// The mean of values. None if they are not numbers.
pub(super) fn mean_of(rows: &[(&Value, Share)]) -> Option<Mean> {
    let all = rows.iter().try_fold(1u128, |all, (_, share)| lcm(all, share.all))?;
    let mut numbers = Vec::new();
    for (value, share) in rows {
        numbers.push((halves(value)?, share.good * (all / share.all)));
    }
    Mean::of(numbers.into_iter(), all.checked_mul(2)?)
}

/// A number in halves. None if it is not a number.
pub(super) fn halves(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => number.checked_mul(2),
        Value::Half(twice) => Some(*twice),
        _ => None,
    }
}

/// A mean with two decimals.
pub(super) fn decimal(mean: &Mean) -> String {
    let hundredths = (mean.sum.unsigned_abs() * 100 + mean.all / 2) / mean.all;
    let sign = if mean.sum < 0 && hundredths > 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}
