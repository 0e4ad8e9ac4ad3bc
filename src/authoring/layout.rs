//! The layout of a rule file: the indentation of its lines, and columns that stand under each other.
//!
//! Only blanks change, and only at the beginning and the end of lines and between columns. Words, comments, texts, and
//! the breaks of lines stay, each with the signs that end its line.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::{columns, tables};
use crate::diagnostic::Diagnostic;
use crate::source::SourceId;
use crate::syntax::{Begins, Line, Lines, lines};

/// The indentation of the members of a body, in blanks.
const STEP: usize = 2;

/// A member this far to the right of the line that opens its body has been put there, and stays.
const FAR: usize = 8;

/// The most passes over a file; two or three are the rule.
const MOST_PASSES: usize = 8;

/// The sign with which some editors begin a file.
const MARK: &str = "\u{feff}";

/// A line as it will be written.
pub(super) struct Laid<'t> {
    /// The blanks before it.
    pub indent: usize,
    /// Its text, without the blanks around it.
    pub text: Cow<'t, str>,
    /// The same line before.
    pub was: &'t Line,
}

/// A file with its lines indented and its columns aligned. A file that is laid out already comes back as it is.
///
/// Members of a body stand two blanks to the right of the line that opens it. A line that goes on from another keeps
/// its distance from that one. In lines next to each other, parts of a line that two or more blanks separate are
/// columns.
///
/// # Errors
/// The errors in the file's syntax: such a file is not laid out.
pub fn laid_out(source: SourceId, text: &str) -> Result<String, Vec<Diagnostic>> {
    let (mark, text) = text.strip_prefix(MARK).map_or(("", text), |text| (MARK, text));
    let mut text = text.to_owned();
    // What has moved may stand under something else: what is laid out is what stays.
    for _ in 0..MOST_PASSES {
        let next = pass(source, &text)?;
        if next == text {
            break;
        }
        text = next;
    }
    Ok(format!("{mark}{text}"))
}

fn pass(source: SourceId, text: &str) -> Result<String, Vec<Diagnostic>> {
    let Lines { lines, texts } = lines(source, text)?;
    let indents = indents(text, &lines);
    let mut laid: Vec<Laid<'_>> = (lines.iter().zip(indents))
        .map(|(was, indent)| Laid { indent, text: Cow::Borrowed(own_text(text, was, &texts)), was })
        .collect();
    columns::align(text, &mut laid, &texts);
    for (open, rows) in tables_of(&lines) {
        let base = laid.get(open).map_or(0, |line| line.indent) + STEP;
        for (number, indent, text) in tables::laid_out(text, &rows, &texts, base) {
            (laid[number].indent, laid[number].text) = (indent, Cow::Owned(text));
        }
    }
    let mut written = String::with_capacity(text.len());
    let mut empty: Vec<&str> = Vec::new();
    for (number, line) in laid.iter().enumerate() {
        let end = end_of(text, &lines, number);
        if line.was.begins == Begins::Nothing {
            empty.push(end);
            continue;
        }
        // Not more than two empty lines stand together, and none at the beginning or the end.
        let apart = if written.is_empty() { 0 } else { 2 };
        empty.drain(..).take(apart).for_each(|end| written.push_str(end));
        written.extend(std::iter::repeat_n(' ', line.indent));
        written.push_str(&line.text);
        written.push_str(if end.is_empty() { last_end(text, &lines) } else { end });
    }
    Ok(written)
}

/// The signs that end a line; none at the end of a file that ends without them.
fn end_of<'t>(text: &'t str, lines: &[Line], number: usize) -> &'t str {
    let begin = lines.get(number).map_or(text.len(), |line| line.range.end);
    let end = lines.get(number + 1).map_or(text.len(), |next| next.range.start);
    text.get(begin..end).unwrap_or_default()
}

/// The end of a last line that has none: as the first line ends.
fn last_end<'t>(text: &'t str, lines: &[Line]) -> &'t str {
    Some(end_of(text, lines, 0)).filter(|end| !end.is_empty()).unwrap_or("\n")
}

/// The rows of each table, with their numbers, by the line that opens it.
fn tables_of(lines: &[Line]) -> BTreeMap<usize, Vec<(usize, &Line)>> {
    let mut tables: BTreeMap<usize, Vec<(usize, &Line)>> = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        if let Begins::Row(open) = line.begins {
            tables.entry(open).or_default().push((number, line));
        }
    }
    tables
}

/// The text of a line without the blanks around it, except those that belong to a text or comment of several lines.
fn own_text<'t>(text: &'t str, line: &Line, texts: &[Range<usize>]) -> &'t str {
    let begin = if line.begins == Begins::Inside { line.range.start } else { line.start };
    let own = text.get(begin..line.range.end).unwrap_or_default();
    let last = texts.get(texts.partition_point(|text| text.end <= line.range.end));
    if last.is_some_and(|text| text.start < line.range.end) { own } else { own.trim_end_matches([' ', '\t']) }
}

/// The indentation of each line.
fn indents(text: &str, lines: &[Line]) -> Vec<usize> {
    let was = |line: &Line| columns::width(text.get(line.range.start..line.start).unwrap_or_default());
    let mut indents: Vec<usize> = Vec::with_capacity(lines.len());
    for line in lines {
        let of = |number: usize| indents.get(number).copied().unwrap_or_default();
        indents.push(match line.begins {
            Begins::Nothing | Begins::Inside | Begins::Item | Begins::Comment => 0,
            Begins::Row(open) => of(open) + STEP,
            Begins::Member(open) => {
                let apart = lines.get(open).map_or(0, |first| was(line).saturating_sub(was(first)));
                of(open) + if apart >= FAR && !line.in_script { apart } else { STEP }
            }
            Begins::Close(open) => of(open),
            Begins::More(from) => {
                let apart = lines.get(from).map_or(0, |first| was(line).saturating_sub(was(first)));
                let own = text.get(line.start..line.code).unwrap_or_default();
                // `else`, and a body that opens in a line of its own, may stand where their statement begins.
                let may_be_even = own.starts_with("else") || own == "{";
                of(from) + if apart == 0 && !may_be_even { STEP } else { apart }
            }
        });
    }
    // A comment stands as the line below it does.
    let mut below = 0;
    for (number, line) in lines.iter().enumerate().rev() {
        match line.begins {
            Begins::Comment => indents[number] = below,
            Begins::Close(_) => below = indents[number] + STEP,
            Begins::Nothing | Begins::Inside => {}
            Begins::Item | Begins::Member(_) | Begins::Row(_) | Begins::More(_) => below = indents[number],
        }
    }
    indents
}
