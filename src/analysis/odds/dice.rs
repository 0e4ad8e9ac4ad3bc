//! The rolls of several dice: each multiset of faces, with the number of ordered rolls that yield it.

use crate::model::value::Faces;

/// The rolls of `count` dice with faces from `low` to `high`. None if there are more than `most`, or if a weight
/// overflows.
pub(in crate::analysis) fn throws(count: usize, low: i64, high: i64, most: usize) -> Option<Vec<(Faces, u64)>> {
    let (low, high) = (i8::try_from(low).ok()?, i8::try_from(high).ok()?);
    let faces = usize::try_from(i16::from(high) - i16::from(low) + 1).ok()?;
    // The number of multisets. For each size: those with one face fewer plus those that repeat this face.
    let mut number: u128 = 1;
    for at in 1..faces {
        number = number * (count + at) as u128 / at as u128;
        if number > most as u128 * 1_000 {
            return None;
        }
    }
    if number > most as u128 {
        return None;
    }
    let mut found = Vec::with_capacity(number as usize);
    let mut shown = Faces::new();
    spread(&mut found, &mut shown, count, low, high, 1)?;
    Some(found)
}

/// Adds the rolls with these lowest dice and `left` more dice of at least this face.
fn spread(
    found: &mut Vec<(Faces, u64)>,
    shown: &mut Faces,
    left: usize,
    face: i8,
    high: i8,
    weight: u128,
) -> Option<()> {
    if left == 0 {
        found.push((shown.clone(), u64::try_from(weight).ok()?));
        return Some(());
    }
    if face == high {
        shown.extend(std::iter::repeat_n(face, left));
        found.push((shown.clone(), u64::try_from(weight).ok()?));
        shown.truncate(shown.len() - left);
        return Some(());
    }
    let before = shown.len();
    // The number of ways to choose which of the remaining dice show this face.
    let mut ways: u128 = 1;
    for times in 0..=left {
        shown.truncate(before);
        shown.extend(std::iter::repeat_n(face, times));
        spread(found, shown, left - times, face + 1, high, weight.checked_mul(ways)?)?;
        ways = ways.checked_mul((left - times) as u128)? / (times as u128 + 1);
    }
    shown.truncate(before);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_all_throws_are_all_throws() {
        for (count, faces) in [(1, 6), (2, 6), (5, 6), (7, 10), (3, 2), (2, 1)] {
            let found = throws(count, 1, faces, 1_000_000).unwrap();
            let all: u128 = found.iter().map(|(_, weight)| u128::from(*weight)).sum();
            assert_eq!(all, (faces as u128).pow(count as u32), "{count}d{faces}");
            assert!(found.iter().all(|(shown, _)| shown.len() == count && shown.is_sorted()));
        }
        assert_eq!(throws(5, 1, 6, 1_000_000).unwrap().len(), 252);
        assert!(throws(100, 1, 6, 1_000_000).is_none());
    }
}
