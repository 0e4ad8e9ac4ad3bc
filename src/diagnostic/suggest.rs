//! The nearest name: what somebody probably meant.

use std::cell::Cell;

use strsim::damerau_levenshtein;

/// How many names are looked at in one check. A text with a few hundred unknown names in a large game gets all its hints; of
/// thousands of unknown names, which nobody reads, the later ones get none, so that a check takes as long as its text.
const MOST_LOOKS: u64 = 200_000;

thread_local! {
    /// How many names may still be looked at; nothing: as many as there are.
    static LOOKS: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Does something for which only so many names are looked at as one check may.
pub fn in_measure<T>(check: impl FnOnce() -> T) -> T {
    /// Gives back what was allowed before, however the check ends.
    struct Before(Option<u64>);
    impl Drop for Before {
        fn drop(&mut self) {
            LOOKS.set(self.0);
        }
    }
    let _before = Before(LOOKS.replace(Some(MOST_LOOKS)));
    check()
}

/// Whether names may still be looked for.
pub fn may_look() -> bool {
    LOOKS.get() != Some(0)
}

/// Takes down that one more name is looked at; whether it may be.
pub fn look() -> bool {
    match LOOKS.get() {
        Some(0) => false,
        Some(left) => {
            LOOKS.set(Some(left - 1));
            true
        }
        None => true,
    }
}

/// The one name that `written` probably stands for, or nothing.
///
/// Names that differ by capitals only always count. Otherwise longer names may differ by one edit in three letters, three at
/// most, and a name of two letters only from one of three that begins alike: a letter too many or too few, as `KTT` for
/// `KT`. Shorter ones are never offered. Of equally near names the first is offered.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if !may_look() {
        return None;
    }
    let lower = written.to_lowercase();
    let length = written.chars().count();
    let mut best: Option<(usize, &'a str)> = None;
    for name in names {
        if !look() {
            break;
        }
        // Most names are too long or too short.
        let far = name.len().abs_diff(written.len()) > 3 && name.is_ascii() && written.is_ascii();
        if far || name == written {
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
    if !may_look() {
        return None;
    }
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
