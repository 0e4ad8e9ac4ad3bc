//! Clauses and hooks: amounts, units of measure, labels, moments.

use super::super::error::Place;
use super::syntax;
use crate::diagnostic::Diagnostic;
use crate::syntax::grammar::Rule;

/// The message for a clause.
pub(super) fn clause(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    percent(place)
        .or_else(|| unit_of_measure(place))
        .or_else(|| equals(place))
        .or_else(|| amount(place))
        .or_else(|| joined(place))
        .or_else(|| label(place, expected))
        .or_else(|| hook(place))
}

/// The line's own part: from the last brace or semicolon.
fn own<'t>(place: &Place<'t>) -> &'t str {
    let line = place.line_before();
    line.get(line.rfind(['{', ';']).map_or(0, |at| at + 1)..).unwrap_or_default().trim_start()
}

/// `by 50% because …`: read as a remainder.
fn percent(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.line_before();
    let at = line.rfind('%')?;
    let behind_digit = line.get(..at)?.ends_with(|sign: char| sign.is_ascii_digit());
    (behind_digit && line.contains("modify ")).then(|| {
        let start = place.at - line.len() + at;
        syntax("percentages are not supported")
            .at(place.part(start, start + 1), "not allowed here")
            .help("write `halved up`, `halved down` or `doubled`")
    })
}

/// Words that a number has beside it in a rulebook.
const UNITS: &[&str] = &[
    "area", "areas", "hex", "hexes", "space", "spaces", "square", "squares", "point", "points", "mp", "turn", "turns",
    "step", "steps", "die", "dice", "card", "cards", "man", "men", "unit", "units", "piece", "pieces", "hit", "hits",
    "loss", "losses", "round", "rounds", "metre", "metres",
];

/// `distance(to) > 1 areas`: a number has no unit.
fn unit_of_measure(place: &Place<'_>) -> Option<Diagnostic> {
    let behind = place.word_before();
    let (word, at) = if UNITS.contains(&place.found) {
        (place.found, place.span())
    } else if UNITS.contains(&behind) {
        (behind, place.behind(behind))
    } else {
        return None;
    };
    let before = place.before();
    let before = if word == behind { before.get(..before.len() - word.len())?.trim_end() } else { before };
    let compared = before.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let is_compared = compared.len() < before.len() && compared.trim_end().ends_with(['<', '>', '=']);
    is_compared.then(|| {
        syntax(format!("unexpected `{word}`: numbers have no unit"))
            .at(at, "not allowed here")
            .help(format!("leave out `{word}`"))
    })
}

/// `modify aim = 2`, `set aim = 2` in a clause.
fn equals(place: &Place<'_>) -> Option<Diagnostic> {
    (place.found == "=" && own(place).starts_with("modify ") && !own(place).contains(" when ")).then(|| {
        let rest = place.after().trim_start();
        let value = rest.get(..rest.find([' ', '\n', ';', '}']).unwrap_or(rest.len())).unwrap_or_default();
        place.not_here("`modify` sets a number with `exactly`").help(format!("write `exactly {value}`"))
    })
}

/// `modify aim no more than 3`, `modify aim never under 1`
fn amount(place: &Place<'_>) -> Option<Diagnostic> {
    if !own(place).starts_with("modify ") {
        return None;
    }
    let (right, number) = match (place.word_before(), place.found) {
        (_, "no" | "not") => {
            let limit = place.after().trim_start();
            let right = if limit.starts_with("less") || limit.starts_with("fewer") { "at least" } else { "at most" };
            (right, limit.split_whitespace().find(|word| word.starts_with(|sign: char| sign.is_ascii_digit())))
        }
        ("never", "under" | "less" | "lower") => ("never below", place.after().split_whitespace().next()),
        _ => return None,
    };
    Some(
        place
            .not_here(format!("unexpected `{}`", place.found))
            .help(format!("write `{right} {}`", number.unwrap_or("N"))),
    )
}

/// `whenever a > 1, b > 1`
fn joined(place: &Place<'_>) -> Option<Diagnostic> {
    let asks = ["whenever ", "when ", "where "].iter().any(|word| own(place).rfind(word).is_some());
    let compares = [" > ", " < ", " == ", " != ", " >= ", " <= "];
    let rest = place.after().lines().next().unwrap_or_default();
    let compared = |text: &str| compares.iter().any(|sign| text.contains(sign));
    (place.found == "," && asks && compared(own(place)) && compared(rest)).then(|| {
        place
            .not_here("two conditions are joined with a sign")
            .help("write `&&` if both must hold, `||` if one is enough")
    })
}

/// `except "no shooting in fog"`
fn label(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let is_text = place.found.starts_with('"') && !expected.contains(&Rule::string);
    (is_text && place.word_before() == "except").then(|| {
        syntax("`except` names a label, not a reason")
            .at(place.span(), "a text")
            .help("write `as LABEL` in the clause that has this reason, and `except LABEL` here")
    })
}

/// `after turn 3`, `after turn(3)`, `before subsequence of French`, and a script without `do`.
fn hook(place: &Place<'_>) -> Option<Diagnostic> {
    let own = own(place);
    let own = own.strip_prefix("first ").unwrap_or(own);
    let words: Vec<&str> = own.split([' ', '(']).filter(|word| !word.is_empty()).collect();
    let [time @ ("before" | "after"), names @ ..] = words.as_slice() else { return None };
    let scope = names.iter().find(|word| !matches!(**word, "my" | "their" | "any"))?;
    let is_number = !place.found.is_empty() && place.found.bytes().all(|sign| sign.is_ascii_digit());
    if is_number && names.last() == Some(scope) {
        let number = place.found;
        return Some(
            place
                .not_here(format!("`{time} {scope}` takes no number"))
                .help(format!("write `{time} {scope} when {scope}.number == {number}`")),
        );
    }
    if place.found == "of" && names.last() == Some(scope) {
        let side = place.word_after();
        return Some(
            place
                .not_here("a hook names its side in a condition")
                .help(format!("write `{time} {scope} when me == {side}`")),
        );
    }
    let is_script = place.found == "{" && !own.contains(" do ");
    is_script.then(|| {
        Diagnostic::error("missing-part", "a hook has its script after `do`")
            .at(place.span(), "no `do` before this")
            .help("write `do {`")
    })
}
