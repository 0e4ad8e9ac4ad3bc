//! Facts in the braces of kinds, terrains, cards and sides, and the sizes of boards.

use super::super::error::Place;
use super::syntax;
use crate::diagnostic::Diagnostic;
use crate::syntax::grammar::Rule;

/// True behind the brace of a script, in the braces of an item.
fn is_in_script(place: &Place<'_>) -> bool {
    let before = place.before();
    before.rfind('{').and_then(|at| before.get(..at)).is_some_and(|head| head.trim_end().ends_with(" do"))
}

/// The beginnings of items that have facts in their braces.
const BEARERS: [&str; 5] = ["kind ", "terrain ", "weather ", "card ", "side "];

/// `terrain X { ability -= 1 for mounted }`
fn changed_fact(place: &Place<'_>) -> Option<Diagnostic> {
    let before = place.before();
    let (sign, start) = match place.found {
        "+=" => ("+", place.at),
        "-=" => ("-", place.at),
        "=" => match before.chars().next_back() {
            Some('+') => ("+", place.at - 1),
            Some('-') => ("-", place.at - 1),
            _ => return None,
        },
        _ => return None,
    };
    let name = place.text.get(..start)?.trim_end();
    if place.line_before().contains("modify ") {
        return None;
    }
    let name = name.rsplit([' ', '{', ';', '\n']).next().filter(|name| !name.is_empty())?;
    let end = place.at + place.found.len();
    let rest = place.text.get(end..)?.split(['\n', ';', '}']).next()?.trim();
    Some(
        syntax("a change of a number begins with `modify`")
            .at(place.part(start, end), "not a sign of clauses")
            .help(format!("write `modify {name} by {sign}{rest}`")),
    )
}

/// `kind X { move = 2 }`
pub(super) fn fact(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let bears = BEARERS.iter().any(|head| place.text.starts_with(head));
    if let Some(problem) = changed_fact(place).filter(|_| bears && !is_in_script(place)) {
        return Some(problem);
    }
    let value = place.word_after();
    if bears && place.found == "=" && [" when ", " where "].iter().any(|word| place.line_before().contains(word)) {
        return Some(
            syntax("found `=`, expected `==`").at(place.span(), "this compares nothing").help("write `==` to compare"),
        );
    }
    (bears && place.found == "=" && !value.is_empty() && expected.contains(&Rule::word)).then(|| {
        syntax("facts are given without a sign")
            .at(place.span(), "no sign here")
            .help(format!("write `{} {value}`, a blank between", place.word_before()))
    })
}

/// `card X { shift 1, copies 2 }`, `side X { base hex("0103") }`
pub(super) fn between_facts(place: &Place<'_>) -> Option<Diagnostic> {
    let bears = BEARERS.iter().any(|head| place.text.starts_with(head));
    let is_plain = |sign: char| sign.is_alphanumeric() || " _+-½\"".contains(sign);
    // Only facts stand before it in these braces.
    let inside = place.before().rsplit('{').next().unwrap_or_default();
    if !bears || !place.before().contains('{') || !inside.chars().all(is_plain) {
        return None;
    }
    if place.found == "(" && place.word_before() == "hex" {
        let number = place.after().trim_start_matches(['(', '"']);
        let number = number.get(..number.find(['"', ')']).unwrap_or(number.len()))?;
        let problem = syntax("the value of a fact is written as on the board").at(place.span(), "not in this form");
        return Some(problem.help(format!("write `{number}`")));
    }
    let separates = matches!(place.found, "," | ";");
    separates.then(|| {
        let problem = syntax("blanks separate facts").at(place.span(), "not needed");
        problem.help(format!("leave out `{}`", place.found))
    })
}

/// `6x4` for `6 x 4`
pub(super) fn size(place: &Place<'_>) -> Option<Diagnostic> {
    let (columns, rows) = place.found.split_once('x')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    let is_size =
        matches!(place.word_before(), "flat" | "pointed") || place.line_before().trim_start().starts_with("grid ");
    (is_size && is_number(columns) && is_number(rows)).then(|| {
        syntax("a size has blanks").at(place.span(), "in one piece").help(format!("write `{columns} x {rows}`"))
    })
}
