//! Suggests the nearest name for an unknown one.

use std::cell::Cell;

use strsim::damerau_levenshtein;

/// The most names compared in one check. A text with a few hundred unknown names in a large game gets all its hints. In
/// a text with thousands of unknown names the later ones get none, which keeps the time of a check in proportion to its
/// text.
const MOST_LOOKS: u64 = 200_000;

thread_local! {
    /// The number of names that may still be compared. None means no limit.
    static LOOKS: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Runs a check with the limit of names for one check.
pub fn in_measure<T>(check: impl FnOnce() -> T) -> T {
    /// Restores the previous limit, however the check ends.
    struct Before(Option<u64>);
    impl Drop for Before {
        fn drop(&mut self) {
            LOOKS.set(self.0);
        }
    }
    let _before = Before(LOOKS.replace(Some(MOST_LOOKS)));
    check()
}

/// True if names may still be compared.
pub fn may_look() -> bool {
    LOOKS.get() != Some(0)
}

/// Counts one more name. True if it may be compared.
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

/// `; did you mean `NAME`?`, to be appended to a message about a name, if one of these is near it. Otherwise empty.
pub fn did_you_mean<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(written, names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// The name that `written` probably stands for, or none.
///
/// A name that differs only by capitals always qualifies. Otherwise a name may differ by one edit for every three
/// letters, at most three. A name of two letters qualifies only with one of three letters that begins with the same
/// letter, as `KTT` for `KT`. Shorter names are never suggested. Among equally near names one with a capital is
/// suggested for a name with a capital, else the first.
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
        // A quick test excludes most names by their length.
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
        let nearer = |(so_far, other): (usize, &str)| {
            distance < so_far || distance == so_far && begins_like(name, written) && !begins_like(other, written)
        };
        if best.is_none_or(nearer) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// True if both begin with a capital, or neither does.
fn begins_like(name: &str, written: &str) -> bool {
    name.starts_with(char::is_uppercase) == written.starts_with(char::is_uppercase)
}

fn begin_alike(one: &str, other: &str) -> bool {
    one.chars().next() == other.chars().next()
}

/// True if a name of several words has this one among them. Case does not matter.
fn has_word(name: &str, word: &str) -> bool {
    let mut words = name.split([' ', '_', '-']);
    word.len() > 2 && words.clone().nth(1).is_some() && words.any(|one| one.to_lowercase() == word.to_lowercase())
}

/// The most names listed if none is near.
const LISTED: usize = 10;

/// Where the help of a diagnostic comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Advice {
    /// The place that found the error states what would be right.
    Stated,
    /// The name nearest to an unknown one.
    Nearest(String),
    /// All names that are possible at the place. None of them is near.
    OneOf(Vec<String>),
    /// All names that the text around the place declares. None of them is near.
    Known(Vec<String>),
}

impl Advice {
    /// The help that suggests the names; `None` for a stated one.
    pub(super) fn text(&self) -> Option<String> {
        let quoted = |names: &[String]| -> Vec<String> { names.iter().map(|name| format!("`{name}`")).collect() };
        Some(match self {
            Advice::Stated => return None,
            Advice::Nearest(name) => format!("did you mean `{name}`?"),
            Advice::OneOf(names) if names.len() == 1 => format!("there is only {}", quoted(names).concat()),
            Advice::OneOf(names) => format!("choose {}", super::words::one_of(&quoted(names))),
            Advice::Known(names) => format!("names known here: {}", super::words::all_of(&quoted(names))),
        })
    }

    /// True if this name is suggested.
    pub fn names(&self, name: &str) -> bool {
        match self {
            Advice::Stated => false,
            Advice::Nearest(near) => near == name,
            Advice::OneOf(names) | Advice::Known(names) => names.iter().any(|one| one == name),
        }
    }
}

/// The suggestion for an unknown name: the nearest name, or else the only one with it as a word, or else all possible
/// names if they are few.
pub fn instead<N: AsRef<str>>(written: &str, names: impl IntoIterator<Item = N>) -> Option<Advice> {
    if !may_look() {
        return None;
    }
    let names: Vec<N> = names.into_iter().collect();
    let mut all: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if let Some(near) = nearest(written, all.iter().copied()) {
        return Some(Advice::Nearest(near.to_owned()));
    }
    all.retain(|name| !name.is_empty());
    all.sort_unstable();
    all.dedup();
    // A part of a name stands for the whole: `Clifford` for `Robert_Clifford`.
    let mut whole = all.iter().filter(|name| has_word(name, written));
    if let (Some(name), None) = (whole.next(), whole.next()) {
        return Some(Advice::Nearest((*name).to_owned()));
    }
    (1..=LISTED).contains(&all.len()).then(|| Advice::OneOf(all.into_iter().map(str::to_owned).collect()))
}
