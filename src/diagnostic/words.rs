//! Wording of messages: lists, counts, quoted names.

/// `a`, `a or b`, `a, b or c`. Empty for an empty list.
pub fn one_of<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "or")
}

/// `a`, `a and b`, `a, b and c`. Empty for an empty list.
pub fn all_of<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "and")
}

fn joined<S: AsRef<str>>(words: &[S], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [init @ .., end] => {
            let init: Vec<&str> = init.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", init.join(", "), end.as_ref())
        }
    }
}

/// `1 piece`, `3 pieces`, `no pieces`. The plural adds an s.
pub fn count(n: usize, noun: &str) -> String {
    match n {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{n} {noun}s"),
    }
}

/// A noun with `a` or `an` before it.
pub fn with_article(noun: &str) -> String {
    let spoken = noun.to_lowercase();
    let is_vowel = spoken.starts_with(['a', 'e', 'i', 'o', 'u']);
    // `a unit`, `a user`, `a European`.
    let is_soft = ["uni", "use", "eu", "one"].iter().any(|begin| spoken.starts_with(begin));
    let article = if is_vowel && !is_soft { "an" } else { "a" };
    format!("{article} {noun}")
}

/// A word in backticks.
pub fn quoted(word: &str) -> String {
    format!("`{word}`")
}

/// Words in backticks, joined as by [`one_of`].
pub fn one_of_quoted<S: AsRef<str>>(words: &[S]) -> String {
    one_of(&words.iter().map(|word| quoted(word.as_ref())).collect::<Vec<_>>())
}
