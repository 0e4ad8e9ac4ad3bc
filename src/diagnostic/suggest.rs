//! The nearest name: what somebody probably meant.

use strsim::damerau_levenshtein;

/// The one name that `written` probably stands for, or nothing.
///
/// Names that differ by capitals only always count. Otherwise longer names may differ by one edit in three letters, three at
/// most, and a name of two letters only from one of three that begins alike: a letter too many or too few, as `KTT` for
/// `KT`. Shorter ones are never offered. Of equally near names the first is offered.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = written.to_lowercase();
    let length = written.chars().count();
    let mut best: Option<(usize, &'a str)> = None;
    for name in names {
        if name == written {
            continue;
        }
        let distance = if name.to_lowercase() == lower {
            0
        } else {
            let other = name.chars().count();
            let bound = (length.max(other) / 3).clamp(1, 3);
            let too_short = match (length.min(other), length.max(other)) {
                (2, 3) => !begin_alike(&lower, &name.to_lowercase()),
                (shorter, _) => shorter < 3,
            };
            if too_short || length.abs_diff(other) > bound {
                continue;
            }
            let distance = damerau_levenshtein(&lower, &name.to_lowercase());
            if distance > bound {
                continue;
            }
            distance
        };
        if best.is_none_or(|(so_far, _)| distance < so_far) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

fn begin_alike(one: &str, other: &str) -> bool {
    one.chars().next() == other.chars().next()
}

/// How many names are listed where none is near.
const LISTED: usize = 10;

/// What to write instead of a name that means nothing: the nearest name, else all that could stand here if they are few.
pub fn instead<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut all: Vec<&str> = names.into_iter().collect();
    if let Some(near) = nearest(written, all.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    all.retain(|name| !name.is_empty());
    all.sort_unstable();
    all.dedup();
    match all.as_slice() {
        [] => None,
        [only] => Some(format!("write `{only}`")),
        _ if all.len() > LISTED => None,
        _ => {
            let all: Vec<String> = all.iter().map(|name| format!("`{name}`")).collect();
            Some(format!("choose {}", super::words::one_of(&all)))
        }
    }
}
