//! Probabilities as exact fractions. Nothing is rounded; overflow is reported.

/// A fraction in lowest terms, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    /// The numerator.
    pub good: u128,
    /// The denominator. It is not 0.
    pub all: u128,
}

impl Share {
    /// `good` of `all`, reduced. Zero if `all` is zero.
    pub fn of(good: u128, all: u128) -> Share {
        let divisor = gcd(good, all).max(1);
        if all == 0 { Share { good: 0, all: 1 } } else { Share { good: good / divisor, all: all / divisor } }
    }

    /// The fraction in ten-thousandths, rounded.
    pub fn basis_points(self) -> u32 {
        // Shifted so that the product does not overflow. The loss is far below one ten-thousandth.
        let shift = (128 - self.all.leading_zeros()).saturating_sub(100);
        let (good, all) = (self.good >> shift, (self.all >> shift).max(1));
        ((good * 10_000 + all / 2) / all) as u32
    }

    /// The nearest floating-point number, for comparison with other programs.
    pub fn nearest(self) -> f64 {
        self.good as f64 / self.all as f64
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.all == 1 { write!(f, "{}", self.good) } else { write!(f, "{}/{}", self.good, self.all) }
    }
}

/// The mean of a number: a fraction in lowest terms, which may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mean {
    /// The numerator.
    pub sum: i128,
    /// The denominator. It is greater than 0.
    pub all: u128,
}

impl Mean {
    /// The mean of numbers with these weights. None on overflow.
    pub fn of(numbers: impl Iterator<Item = (i64, u128)>, all: u128) -> Option<Mean> {
        let mut sum: i128 = 0;
        for (number, weight) in numbers {
            sum = sum.checked_add(i128::from(number).checked_mul(i128::try_from(weight).ok()?)?)?;
        }
        let divisor = gcd(sum.unsigned_abs(), all).max(1);
        Some(Mean { sum: sum / i128::try_from(divisor).ok()?, all: all / divisor })
    }

    /// Compares two means exactly, term by term of their continued fractions.
    pub fn compare(&self, other: &Mean) -> std::cmp::Ordering {
        use std::cmp::Ordering;
        match (self.sum < 0, other.sum < 0) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (true, true) => sizes(other.sum.unsigned_abs(), other.all, self.sum.unsigned_abs(), self.all),
            (false, false) => sizes(self.sum.unsigned_abs(), self.all, other.sum.unsigned_abs(), other.all),
        }
    }

    /// The nearest floating-point number, for comparison with other programs.
    pub fn nearest(&self) -> f64 {
        self.sum as f64 / self.all as f64
    }
}

/// Compares a/b with c/d.
fn sizes(mut a: u128, mut b: u128, mut c: u128, mut d: u128) -> std::cmp::Ordering {
    let mut turned = false;
    loop {
        let order = (a / b).cmp(&(c / d));
        let (left, right) = (a % b, c % d);
        let order = match (order, left, right) {
            (std::cmp::Ordering::Equal, 0, 0) => std::cmp::Ordering::Equal,
            (std::cmp::Ordering::Equal, 0, _) => std::cmp::Ordering::Less,
            (std::cmp::Ordering::Equal, _, 0) => std::cmp::Ordering::Greater,
            (std::cmp::Ordering::Equal, ..) => {
                // The greater remainder has the lesser reciprocal.
                (a, b, c, d) = (b, left, d, right);
                turned = !turned;
                continue;
            }
            (other, ..) => other,
        };
        return if turned { order.reverse() } else { order };
    }
}

impl Share {
    /// Compares two shares by their size.
    pub(in crate::analysis) fn compare(&self, other: &Share) -> std::cmp::Ordering {
        sizes(self.good, self.all, other.good, other.all)
    }
}

/// The greatest common divisor.
pub(in crate::analysis) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple. None on overflow.
pub(crate) fn lcm(a: u128, b: u128) -> Option<u128> {
    (a / gcd(a, b).max(1)).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    #[test]
    fn fractions_are_reduced_and_rounded_only_when_shown() {
        assert_eq!(Share::of(6, 36), Share { good: 1, all: 6 });
        assert_eq!(Share::of(1, 6).basis_points(), 1_667);
        assert_eq!(Share::of(u128::MAX / 2, u128::MAX).basis_points(), 5_000);
        assert_eq!(Share::of(0, 7).to_string(), "0");
        assert_eq!(Share::of(7, 7).to_string(), "1");
    }

    #[test]
    fn means_are_compared_without_rounding() {
        let mean = |sum, all| Mean { sum, all };
        assert_eq!(mean(1, 3).compare(&mean(2, 6)), Ordering::Equal);
        assert_eq!(mean(-1, 3).compare(&mean(-1, 2)), Ordering::Greater);
        let big = u128::MAX - 2;
        assert_eq!(mean(1, big).compare(&mean(1, big - 1)), Ordering::Less);
        assert_eq!(mean(5, 7).compare(&mean(7, 10)), Ordering::Greater);
        assert_eq!(mean(3, 1).compare(&mean(29, 10)), Ordering::Greater);
    }
}
