//! Lines of tests and positions.

use super::super::error::Place;
use super::syntax;
use crate::diagnostic::Diagnostic;
use crate::syntax::grammar::Rule;

/// Lines of a test.
pub(super) fn test(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let line = place.line_before().trim_start();
    let first = line.split_whitespace().next().unwrap_or_default();
    let rest = place.after().lines().next().unwrap_or_default().trim();
    if place.text.starts_with("test ") && place.found.starts_with('@') && expected.contains(&Rule::string) {
        return Some(
            Diagnostic::error("missing-part", "a test begins with its title")
                .at(place.span(), "the title is missing before this")
                .help("write `test \"what it shows\"` and then the sections"),
        );
    }
    if place.text.starts_with("test ")
        && matches!(place.found, "expect" | "assert" | "check" | "verify")
        && expected.contains(&Rule::test_line)
    {
        return Some(
            syntax(format!("a test has no line `{}`", place.found))
                .at(place.span(), "not a word of tests")
                .help("write `then` and the condition"),
        );
    }
    if first == "dice" && place.found == "," {
        let dice = line.trim_start_matches("dice").trim();
        let rest = rest.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        return Some(
            place
                .not_here("unexpected comma between dice of one roll")
                .help(format!("write `{dice} {rest}` for one roll, `{dice} | {rest}` for two")),
        );
    }
    if first == "ruling" && place.found == "=" {
        let name = line.trim_start_matches("ruling").trim();
        return Some(
            place.not_here("a ruling is its name and then its value").help(format!("write `ruling {name} {rest}`")),
        );
    }
    if matches!(first, "play" | "offered" | "refused") && expected == [Rule::p_colon] {
        let word = place.word_before();
        let problem = syntax(format!("`{first}` names the side that does it"));
        let more = place.after().split(['\n', ';', '}']).next().unwrap_or_default();
        let said = format!("{}{more}", place.found);
        // With several words the first is probably the side.
        return Some(match said.trim() {
            "" => problem.at(place.behind(word), "no side and no colon").help(format!("write `{first} SIDE: {word}`")),
            said => problem
                .at(place.behind(word), "no colon after this")
                .help(format!("write `{first} {word}: {said}`, or `{first} SIDE: {word} {said}`")),
        });
    }
    if place.text.starts_with("test ") && expected.contains(&Rule::test_line) && rest.starts_with(':') {
        let said = rest.trim_start_matches(':').split([';', '}']).next().unwrap_or_default().trim();
        if !said.is_empty() && said.bytes().all(|sign| sign.is_ascii_digit()) {
            return Some(
                syntax("values are set in `given`")
                    .at(place.span(), "not a word of tests")
                    .help(format!("write `given {{ {}: {said} }}`", place.found)),
            );
        }
        return Some(
            syntax("what a side does begins with `play`")
                .at(place.span(), "not a word of tests")
                .help(format!("write `play {}: {said}`", place.found)),
        );
    }
    if first == "ended" {
        let problem = syntax("a comma separates the sides that win together");
        let sides = line.trim_end().strip_suffix("and").map(str::trim_end);
        match sides {
            // `and` is read as the level of victory.
            Some(sides) => {
                let wrong = place.behind(place.word_before());
                return Some(problem.at(wrong, "not allowed here").help(format!("write `{sides}, {}`", place.found)));
            }
            None if matches!(place.found, "&" | "&&" | "+") => {
                let sides = line.trim_end();
                return Some(problem.at(place.span(), "not allowed here").help(format!("write `{sides}, {rest}`")));
            }
            None => {}
        }
    }
    None
}

/// `ask "How many?"` without what it asks for: the word that begins the next line is read as that.
pub(super) fn lesson(place: &Place<'_>) -> Option<Diagnostic> {
    let word = place.line_before().trim();
    if !place.text.starts_with("lesson ") || !["answer", "hint", "say", "try", "play"].contains(&word) {
        return None;
    }
    let above = place.before().strip_suffix(word)?.trim_end();
    let line = above.rsplit('\n').next()?.trim_start();
    let asks = ["ask", "predict"].into_iter().find(|asks| line.starts_with(&format!("{asks} \"")))?;
    let start = above.len() - line.len();
    line.ends_with('"').then(|| {
        Diagnostic::error("missing-part", format!("`{asks}` needs an expression after its text"))
            .at(place.part(start, start + asks.len()), "asks for nothing")
            .help(format!("write `{line} EXPRESSION`: a number, yes or no, or a name that the rules give"))
    })
}

/// `within one` in a puzzle.
pub(super) fn puzzle(place: &Place<'_>) -> Option<Diagnostic> {
    let counts = place.text.starts_with("puzzle ") && place.line_before().trim_end().ends_with("within");
    if !counts || !place.found.starts_with(char::is_alphabetic) {
        return None;
    }
    let named = ["one", "two", "three", "four", "five", "six"].iter().position(|number| *number == place.found);
    let problem = syntax(format!("found `{}`, expected a number", place.found)).at(place.span(), "not a number");
    Some(match named {
        Some(at) => problem.help(format!("write `within {}`", at + 1)),
        None => problem.help("write how many decisions there are, for example `within 3`"),
    })
}

/// `pool: a: Foot`, `pool: Foot due: 2`
fn second_colon(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    if place.found != ":" || !expected.contains(&Rule::word) {
        return None;
    }
    let (_, things) = place.own_line().split_once(':')?;
    let things: Vec<&str> = things.split_whitespace().collect();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|sign| sign.is_ascii_digit());
    match things.as_slice() {
        [label] if !is_number(label) => {
            let thing = place.word_after();
            let problem = syntax("a second colon in one line").at(place.span(), "not allowed here");
            Some(problem.help(format!("the label of a piece has an equals sign: `{label} = {thing}`")))
        }
        [_, .., fact]
            if is_number(place.word_after())
                && !is_number(fact)
                && !place.before().strip_suffix(fact)?.ends_with("  ") =>
        {
            Some(
                syntax("a fact takes no colon")
                    .at(place.span(), "no colon here")
                    .help(format!("write `{fact} {}`", place.word_after())),
            )
        }
        _ => None,
    }
}

/// Lines of a position.
pub(super) fn position(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let in_position = ["scenario", "test", "lesson", "puzzle"].iter().any(|head| place.text.starts_with(head));
    let line = place.line_before();
    if !in_position {
        return None;
    }
    if let Some(problem) = second_colon(place, expected) {
        return Some(problem);
    }
    if let Some(rest) = line.trim_start().strip_prefix("then ").filter(|_| place.text.starts_with("scenario")) {
        let compares = ["==", "!=", "<", "<=", ">", ">=", ".", "(", "&&"].contains(&place.found);
        let start = place.at - rest.len();
        let condition = place.text.get(start..)?.split(['\n', ';', '}']).next()?.trim_end();
        return compares.then(|| {
            syntax("a scenario has no line `then`")
                .at(place.part(start - "then ".len(), start - 1), "a word of tests")
                .help(format!("write `expect {condition}`"))
        });
    }
    if let Some(rest) = line.trim_start().strip_prefix("expect:") {
        let colon = place.at - rest.len() - 1;
        return Some(
            syntax("`expect` takes no colon")
                .at(place.part(colon, colon + 1), "no colon here")
                .help("write `expect` and the condition"),
        );
    }
    if place.found == "{" && line.trim_start().starts_with("army ") && line.contains(':') {
        let at = line.find(':')?;
        let fact = line.get(..at)?.split_whitespace().next_back().unwrap_or_default();
        let value = line.get(at + 1..)?.split_whitespace().next().unwrap_or_default();
        let start = place.at - line.len() + at;
        return Some(
            syntax("a fact takes no colon")
                .at(place.part(start, start + 1), "no colon here")
                .help(format!("write `{fact} {value}`")),
        );
    }
    if place.found == "}" && expected.contains(&Rule::p_colon) {
        // `morale 1 supply 0`: the third word begins the next value.
        let own = line.rfind(['{', ';']).map_or(0, |at| at + 1);
        let words: Vec<&str> = line.get(own..)?.split_whitespace().collect();
        let third = words
            .get(2)
            .filter(|_| words.len().is_multiple_of(2) && !line.get(own..).is_some_and(|own| own.contains(':')))?;
        return Some(
            syntax("a line sets one value")
                .at(place.word_in_line(&format!(" {third} "))?, "begins another")
                .help(format!("write `;` before `{third}`")),
        );
    }
    if place.found.is_empty() && expected.contains(&Rule::p_colon) && !line.contains(':') {
        let own = line.rfind(['{', ';']).map_or(0, |at| at + 1);
        let start = place.at - line.len() + own;
        let words = line.get(own..)?;
        let start = start + words.len() - words.trim_start().len();
        let (label, at) = match words.find(" = ") {
            Some(sign) => (
                "expected `:`",
                place.part(place.at - line.len() + own + sign + 1, place.at - line.len() + own + sign + 2),
            ),
            None => {
                let first = words.split_whitespace().next().unwrap_or_default();
                ("no colon after the place", place.part(start, start + first.len()))
            }
        };
        let problem = Diagnostic::error("missing-part", "a line of a position has a colon between places and things")
            .at(at, label);
        return Some(match words.split_once(" = ").map(|(name, value)| (name.trim(), value.trim())) {
            Some((name, value)) if !name.contains(' ') && !value.contains([' ', ',']) => {
                problem.help(format!("write `{name}: {value}`; a fact has no sign: `{name} {value}`"))
            }
            _ => problem.help("write `PLACE: THINGS`"),
        });
    }
    None
}
