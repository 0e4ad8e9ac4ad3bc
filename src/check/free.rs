//! The names in a text before it is parsed: dependencies between words, and the free names of an expression.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// A name in the text of an expression or script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mention<'t> {
    /// The name.
    pub(crate) name: &'t str,
    /// Its first byte.
    pub(crate) start: usize,
    /// True if it follows a dot.
    pub(crate) dotted: bool,
    /// True if an opening parenthesis follows directly.
    pub(crate) called: bool,
}

/// Every name of the text in order, except in strings, comments and numbers.
pub(crate) fn mentions(text: &str) -> Vec<Mention<'_>> {
    scan(text, false)
}

/// Every name of a file in order, including those that its texts show: `"{side.losses}"`.
pub(crate) fn mentions_of_file(text: &str) -> Vec<Mention<'_>> {
    scan(text, true)
}

/// How often the names are mentioned in all files.
pub(crate) fn counts<'t>(mentions: &[Vec<Mention<'t>>]) -> FxHashMap<&'t str, usize> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for mention in mentions.iter().flatten() {
        *counts.entry(mention.name).or_default() += 1;
    }
    counts
}

fn scan(text: &str, in_texts: bool) -> Vec<Mention<'_>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let mut dotted = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => {
                let end = skip_string(bytes, at);
                if in_texts && byte == b'"' {
                    found.extend(code_in(text, at..end, "{"));
                }
                at = end;
                dotted = false;
            }
            b'`' => {
                let end = skip_string(bytes, at);
                found.extend(code_in(text, at..end, "${"));
                at = end;
                dotted = false;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while bytes.get(at).is_some_and(|&byte| byte != b'\n') {
                    at += 1;
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let rest = text.get(at + 2..).unwrap_or_default();
                at += 2 + rest.find("*/").map_or(rest.len(), |end| end + 2);
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let start = at;
                at += bytes[at..].iter().take_while(|byte| is_in_name(**byte)).count();
                found.push(Mention { name: &text[start..at], start, dotted, called: bytes.get(at) == Some(&b'(') });
                dotted = false;
            }
            b'0'..=b'9' => {
                at += bytes[at..].iter().take_while(|byte| is_in_name(**byte)).count();
                dotted = false;
            }
            b'.' => {
                // After the dots of a range, a name is not a property.
                dotted = bytes.get(at + 1) != Some(&b'.') && (at == 0 || bytes[at - 1] != b'.');
                at += 1;
            }
            _ => {
                dotted &= byte.is_ascii_whitespace();
                at += 1;
            }
        }
    }
    found
}

/// The names in the code of a string: what stands between `open` and `}`.
fn code_in<'t>(text: &'t str, string: Range<usize>, open: &str) -> Vec<Mention<'t>> {
    let mut found = Vec::new();
    let mut at = string.start;
    while let Some(ahead) = text.get(at..string.end).and_then(|rest| rest.find(open)) {
        let start = at + ahead + open.len();
        let code = text.get(start..string.end).unwrap_or_default();
        let code = code.split('}').next().unwrap_or_default();
        found.extend(mentions(code).into_iter().map(|one| Mention { start: one.start + start, ..one }));
        at = start + code.len();
    }
    found
}

fn skip_string(bytes: &[u8], open: usize) -> usize {
    let quote = bytes[open];
    let mut at = open + 1;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte == b'\\' && quote != b'`' {
            at += 1;
        } else if byte == quote {
            break;
        }
    }
    at.min(bytes.len())
}

/// The free names of an expression: not after a dot, not called, and not bound by a closure in it.
pub(crate) fn free_names(text: &str) -> Vec<&str> {
    let all = mentions(text);
    let bound = closure_params(text);
    let mut free: Vec<&str> = Vec::new();
    for mention in all {
        let is_word = matches!(
            mention.name,
            "if" | "else" | "switch" | "in" | "true" | "false" | "none" | "let" | "for" | "return"
        );
        // `#{ most: … }`: the name of an entry is not a value.
        let is_entry = text.get(mention.start + mention.name.len()..).is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.starts_with(':') && !rest.starts_with("::")
        });
        if !mention.dotted
            && !mention.called
            && !is_word
            && !is_entry
            && !bound.contains(&mention.name)
            && !free.contains(&mention.name)
        {
            free.push(mention.name);
        }
    }
    free
}

/// The parameters of closures: `|unit|`, `|a, b|`.
fn closure_params(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('|') {
        let inside = &rest[open + 1..];
        match inside.find('|') {
            Some(close) if inside[..close].split(',').all(|name| is_name(name.trim())) => {
                found.extend(inside[..close].split(',').map(str::trim).filter(|name| !name.is_empty()));
                rest = &inside[close + 1..];
            }
            _ => rest = inside,
        }
    }
    found
}

/// Whether a byte stands in names.
fn is_in_name(byte: u8) -> bool {
    const IN_NAME: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
            byte += 1;
        }
        table
    };
    IN_NAME[usize::from(byte)]
}

fn is_name(text: &str) -> bool {
    text.bytes().all(is_in_name) && !text.starts_with(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{free_names, mentions, mentions_of_file};

    #[test]
    fn names_are_found_and_strings_are_skipped() {
        let names: Vec<&str> =
            mentions("unit.side?.foe(\"to\", x) + `a ${b}` // c").iter().map(|mention| mention.name).collect();
        assert_eq!(names, ["unit", "side", "foe", "x", "b"]);
        assert!(mentions("a . b")[1].dotted);
        assert!(!mentions("0..n")[0].dotted);
        let names: Vec<&str> = mentions_of_file("step \"{side.losses} lost\"").iter().map(|one| one.name).collect();
        assert_eq!(names, ["step", "side", "losses"]);
    }

    #[test]
    fn called_and_bound_names_are_not_free() {
        assert_eq!(free_names("units.where(|other| other.at(to)) & mine"), ["units", "to", "mine"]);
        assert_eq!(free_names("f(a, #{ most: b })"), ["a", "b"]);
    }
}
