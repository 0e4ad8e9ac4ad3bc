//! Which quote is missing in a line with an odd number of them.

use std::ops::Range;

/// The text of a line that lacks a quote.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Lacking {
    /// No quote before this text; its last sign is the quote that ends it.
    First(Range<usize>),
    /// No quote behind this text; its first sign is the quote that begins it.
    Last(Range<usize>),
}

/// The first text of a line that lacks a quote, judged by what surrounds each quote: a quote behind a word and before
/// a blank ends a text, one behind a blank and before a word begins one. `None` where this cannot be known.
pub(super) fn lacking(line: &str) -> Option<Lacking> {
    let (mut opened, mut after) = (None, 0);
    let mut signs = line.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' if opened.is_some() => drop(signs.next()),
            '"' => {
                let behind = line.get(..at)?.chars().next_back().unwrap_or(' ');
                let next = line.get(at + 1..)?.chars().next().unwrap_or(' ');
                let ends = next == ' ' || ")],;}".contains(next);
                match opened {
                    None if ends && !" \t([{,;:=".contains(behind) => {
                        return Some(Lacking::First(text_before(line, after, at)..at + 1));
                    }
                    None => opened = Some(at),
                    Some(start) if behind == ' ' && next.is_alphanumeric() => {
                        let text = line.get(start..at)?.trim_end();
                        return Some(Lacking::Last(start..start + text.len()));
                    }
                    Some(_) => (opened, after) = (None, at + 1),
                }
            }
            _ => {}
        }
    }
    None
}

/// The words behind which a text stands.
const BEHIND: [&str; 2] = ["because ", "say "];

/// The beginning of a text that ends at a byte: behind a wide gap, a bracket or a word that a text follows. In other
/// places only its last word is known to belong to it.
fn text_before(line: &str, from: usize, end: usize) -> usize {
    let part = line.get(from..end).unwrap_or_default();
    let blanks = part.len() - part.trim_start().len();
    let wide = part.trim_start().rfind("  ").map(|at| blanks + at + 2);
    // Behind another text, a column begins the text.
    let first = (from > 0 && blanks > 1).then_some(blanks);
    let word = BEHIND.iter().filter_map(|word| part.rfind(word).map(|at| at + word.len())).max();
    let bracket = part.rfind(['(', '[', '{', ';', ',']).map(|at| at + 1);
    let start = match first.filter(|_| word.is_none() && !part.contains('{')) {
        Some(first) => Some(first),
        None => [wide, bracket, word].into_iter().flatten().max(),
    };
    let start = start.or_else(|| part.rfind(' ').map(|at| at + 1)).unwrap_or_default();
    let text = part.get(start..).unwrap_or_default();
    from + start + text.len() - text.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_missing_quote_is_found() {
        let first = |line: &str| match lacking(line) {
            Some(Lacking::First(range)) => line[range].to_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(first("  2 \"Blocks\"      Blocks have steps.\""), "Blocks have steps.\"");
        assert_eq!(
            first("  2 \"Moving\"   Three: one ahead, half (a road); one back.\""),
            "Three: one ahead, half (a road); one back.\""
        );
        assert_eq!(first("  1 The map\"     \"Isles.\""), "map\"");
        assert_eq!(first("kind Galley Galleys\" of block"), "Galleys\"");
        assert_eq!(first("  modify aim by +1 because a feast\" @9"), "a feast\"");
        assert_eq!(first("  do { say(a feast\"); }"), "a feast\"");
        let last = |line: &str| match lacking(line) {
            Some(Lacking::Last(range)) => line[range].to_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(last("  1 \"The map     \"Isles and sea ways.\""), "\"The map");
        assert_eq!(lacking("kind Galley \"Galleys of block"), None);
        assert_eq!(lacking("  say(\"a feast);"), None);
    }
}
