//! Signs and words that beginners carry over from elsewhere: ranges with a dash, types of flags, links with one dash, two
//! lines of a position on one.

use super::super::error::Place;
use super::super::unread::closure_begun;
use super::syntax;
use crate::diagnostic::Diagnostic;
use crate::syntax::grammar::Rule;

/// The message for such a slip.
pub(super) fn beginner(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    closure(place, expected)
        .or_else(|| range(place))
        .or_else(|| typed_flag(place))
        .or_else(|| base(place))
        .or_else(|| link(place, expected))
        .or_else(|| run_on(place))
}

/// `men.where(one => one.hurt)`
fn closure(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    if !matches!(place.found, "=>" | "->") || !expected.contains(&Rule::operator) {
        return None;
    }
    let (start, name) = closure_begun(place.before())?;
    Some(arrow(place.found, name, place.part(start, place.at + place.found.len())))
}

/// The message for a closure with an arrow.
pub(in super::super) fn arrow(sign: &str, name: &str, at: crate::source::Span) -> Diagnostic {
    syntax(format!("a closure has no `{sign}`"))
        .at(at, "the form of another language")
        .help(format!("write the name between bars: `|{name}| …`"))
}

/// `var gold: 0-99`, `var gold: 0...99`
fn range(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.line_before();
    let colon = line.rfind(": ")?;
    if !line.contains("var ") && !line.contains("has ") {
        return None;
    }
    let start = place.at - line.len() + colon + 2;
    let text = place.text.get(start..)?.lines().next()?;
    let digits = |text: &str| text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    let low = text.get(..digits(text))?;
    let rest = text.get(low.len()..)?.trim_start();
    let behind = ["...", "..=", "-", "–", "to "].iter().find_map(|sign| rest.strip_prefix(sign))?.trim_start();
    let high = behind.get(..digits(behind))?;
    (!low.is_empty() && !high.is_empty()).then(|| {
        let length = text.len() - behind.len() + high.len();
        syntax(format!("found `{}`, expected a range", text.get(..length).unwrap_or_default()))
            .at(place.part(start, start + length), "not a range")
            .help(format!("write `{low}..{high}`"))
    })
}

/// `side flag agreed: bool`
fn typed_flag(place: &Place<'_>) -> Option<Diagnostic> {
    let words: Vec<&str> = place.line_before().split_whitespace().collect();
    let is_flag = matches!(words.as_slice(), [_, "flag", ..] | ["flag", ..]);
    (place.found == ":" && is_flag).then(|| {
        let ty = place.word_after();
        let whole = place.text.get(place.at..).and_then(|rest| rest.find(ty)).map_or(1, |at| at + ty.len());
        syntax("a flag has no type")
            .at(place.part(place.at, place.at + whole), "a flag is yes or no")
            .help(format!("leave out `: {ty}`"))
    })
}

/// `quantity income(side) { base: 3 }`
fn base(place: &Place<'_>) -> Option<Diagnostic> {
    let is_base = place.found == ":" && place.word_before() == "base" && place.text.starts_with("quantity ");
    is_base.then(|| {
        let value = place.after().split(['\n', ';', '}']).next().unwrap_or_default();
        let value = value.trim_start().split("  ").next().unwrap_or_default().trim_end();
        syntax("the start value takes no sign").at(place.span(), "no colon here").help(format!("write `base {value}`"))
    })
}

/// `links road { A - B }`, `A <-> B`
fn link(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let in_links = expected.contains(&Rule::hop);
    if !in_links || !matches!(place.found, "-" | "–" | "<" | "=" | "=>") {
        return None;
    }
    let sign: String = place
        .text
        .get(place.at..)?
        .chars()
        .take_while(|sign| !sign.is_alphanumeric() && !sign.is_whitespace())
        .collect();
    let (from, to) = (place.word_before(), place.text.get(place.at + sign.len()..)?.split_whitespace().next()?);
    let to = to.trim_end_matches([';', ',', '}']);
    Some(
        syntax(format!("found `{sign}`, expected `--`"))
            .at(place.part(place.at, place.at + sign.len()), "not the sign of a link")
            .help(format!("write `{from} -- {to}`; `->` leads one way only")),
    )
}

/// `{ holder A: B  Red { … } }`: the side belongs to the next line, and was read as one more thing of the first.
fn run_on(place: &Place<'_>) -> Option<Diagnostic> {
    let in_position = ["scenario", "test", "lesson", "puzzle"].iter().any(|head| place.text.starts_with(head));
    let line = place.line_before();
    let own = line.get(line.rfind(['{', ';']).map_or(0, |at| at + 1)..)?.trim_start();
    let side = place.word_before();
    let begun = place.found == "{" && in_position && own.contains(": ") && !own.starts_with("army ");
    (begun && !side.is_empty() && !own.ends_with(':')).then(|| {
        syntax(format!("expected a new line or `;` before `{side}`"))
            .at(place.behind(side), "read as a thing of the line before")
            .help(format!("write `; {side} {{`"))
    })
}
