//! Common slips, recognized by the words around the place where the grammar stopped: habits of other languages, missing
//! parts, an extra dot. Each gives the correction. It reads lines loosely, so it runs only after parsing has failed.

mod beginners;
mod clauses;
mod facts;
mod heads;
mod lines;
mod offers;

use super::error::Place;
use crate::diagnostic::{Diagnostic, nearest};
use crate::syntax::grammar::Rule;
use crate::syntax::split::foreign_help;

pub(super) use beginners::arrow;
pub(super) use clauses::whom;
pub(super) use heads::{question, thing_before};

/// The message for a known slip.
pub(super) fn known(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    comment(place, expected)
        .or_else(|| section(place))
        .or_else(|| beginners::beginner(place, expected))
        .or_else(|| bearer(place))
        .or_else(|| heads::item_head(place))
        .or_else(|| heads::head(place, expected))
        .or_else(|| facts::fact(place, expected))
        .or_else(|| facts::between_facts(place))
        .or_else(|| between_zones(place))
        .or_else(|| facts::size(place))
        .or_else(|| statements(place))
        .or_else(|| whenever(place))
        .or_else(|| comparison(place, expected))
        .or_else(|| clauses::clause(place, expected))
        .or_else(|| clause(place))
        .or_else(|| step(place))
        .or_else(|| offers::offer(place))
        .or_else(|| offers::walk(place))
        .or_else(|| table(place))
        .or_else(|| lines::lesson(place))
        .or_else(|| lines::puzzle(place))
        .or_else(|| lines::test(place, expected))
        .or_else(|| lines::position(place, expected))
        .or_else(|| plain_text(place, expected))
        .or_else(|| quotes(place, expected))
        .or_else(|| habit(place))
}

fn syntax(headline: impl Into<String>) -> Diagnostic {
    Diagnostic::error("syntax", headline)
}

/// `# text`, `-- text`: comment styles of other languages.
fn comment(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let is_comment = place.found == "#" || place.found == "--" && expected.contains(&Rule::item);
    is_comment.then(|| {
        place.not_here(format!("`{}` does not begin a comment", place.found)).help("a comment begins with `//`")
    })
}

/// `@14,1`: a section is written with a dot.
fn section(place: &Place<'_>) -> Option<Diagnostic> {
    if place.found != "," {
        return None;
    }
    let before = place.before();
    let start = before.rfind('@')?;
    let number = before.get(start + 1..)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit() || sign == b'.');
    let after = place.after();
    let rest = after.get(..after.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(after.len()))?;
    (is_number(number) && is_number(rest)).then(|| {
        let whole = place.part(start, before.len() + 1 + rest.len());
        syntax("a section is written with dots")
            .at(whole, "a comma in a section")
            .help(format!("write `@{number}.{rest}`"))
    })
}

/// `flag foggy`, `var fog: int` in a battle: what bears it is missing.
fn bearer(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.line_before().trim_start();
    let word = line.split(' ').next().filter(|word| ["flag", "var"].contains(word))?;
    let start = place.at - line.len();
    Some(
        Diagnostic::error("unknown-item", format!("an item cannot begin with `{word}`"))
            .at(place.part(start, start + word.len()), "expected an item")
            .help(foreign_help(word)?),
    )
}

/// `zones pile hidden hand owner`: commas part the zones of a deck.
fn between_zones(place: &Place<'_>) -> Option<Diagnostic> {
    let sees = |word: &str| ["hidden", "owner", "open"].contains(&word);
    let is_behind = sees(place.word_before()) || place.before().ends_with("per side");
    (is_behind && sees(place.word_after())).then(|| {
        place.not_here(format!("`{}` is another zone", place.found)).help(format!(
            "write `,` between two zones: `, {} {}`",
            place.found,
            place.word_after()
        ))
    })
}

/// `is near(unit) = { let a = 1; … }`
fn statements(place: &Place<'_>) -> Option<Diagnostic> {
    let head = place.text.get(..place.at)?;
    let is_word = ["is ", "the ", "set "].iter().any(|word| head.starts_with(word)) && head.trim_end().ends_with('=');
    (is_word && place.found == "{").then(|| {
        place
            .not_here("a word is an expression, without statements")
            .help("write one expression, or a function, `fn NAME(unit) { let … }`, that the word calls")
    })
}

/// `when E do { … }` at the beginning of a line.
fn whenever(place: &Place<'_>) -> Option<Diagnostic> {
    let behind = place.text.strip_prefix("whenever ").map(str::trim_start);
    if let Some(word) = ["if ", "when "].into_iter().find(|word| behind.is_some_and(|text| text.starts_with(word))) {
        let behind = behind?.strip_prefix(word)?;
        let start = place.text.len() - behind.len() - word.len();
        let condition = behind.get(..behind.find(['@', '\n']).unwrap_or(behind.len()))?;
        let condition = condition.split(" do ").next().unwrap_or_default().trim();
        return Some(
            Diagnostic::error("foreign-word", format!("`{}` is not needed after `whenever`", word.trim()))
                .at(place.part(start, start + word.len() - 1), "another language's word")
                .help(format!("write `whenever {condition}`")),
        );
    }
    let alone = place.found == "when" && place.line_before().is_empty();
    alone.then(|| {
        Diagnostic::error("unknown-item", "an item cannot begin with `when`")
            .at(place.span(), "expected an item")
            .help("indent a condition of the line above; an automatic rule is `whenever … do { … }`")
    })
}

/// `=`, `=>`, `=<`, `<>` between two operands.
fn comparison(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    if place.found == ">" && place.text.get(..place.at).is_some_and(|before| before.ends_with('<')) {
        return Some(
            syntax("`<>` is not a comparison")
                .at(place.part(place.at - 1, place.at + 1), "another language's sign")
                .help("write `!=`"),
        );
    }
    if !expected.contains(&Rule::operator) {
        return None;
    }
    let right = match (place.found, place.after().chars().next()) {
        ("=>", _) => ">=",
        ("=", Some('<')) => "<=",
        ("=", _) => "==",
        _ => return None,
    };
    Some(
        syntax(format!("found `{}`, expected `{right}`", place.found))
            .at(place.span(), "this compares nothing")
            .help(format!("write `{right}` to compare")),
    )
}

/// Lines that begin with `modify`, `forbid` and the like.
fn clause(place: &Place<'_>) -> Option<Diagnostic> {
    let before = place.before();
    let line = place.line_before();
    if place.word_before() == "to" && line.contains("modify ") && !line.trim_end().ends_with(" at to") {
        return Some(
            syntax("`modify` sets a number with `exactly`")
                .at(place.behind("to"), "not allowed here")
                .help(format!("write `exactly {}`", place.found)),
        );
    }
    let tail = ["because", "when", "during", "under", "as", "at"];
    if before.ends_with(',') && tail.contains(&place.found) {
        return Some(
            syntax("unexpected `,`")
                .at(place.part(before.len() - 1, before.len()), "expected another word")
                .help("remove the `,`"),
        );
    }
    // After `at NAME`, `in SCOPE` is read as two facts of the terrain, and the next part shows it.
    let words: Vec<&str> = line.split_whitespace().collect();
    if let [.., "in", scope] = words.as_slice()
        && (tail.contains(&place.found) || place.found.starts_with('@'))
        && words.iter().any(|word| matches!(*word, "modify" | "forbid" | "{modify" | "{forbid"))
    {
        return Some(
            Diagnostic::error("in-for-during", "a scope is named with `during`, not with `in`")
                .at(place.word_in_line(" in ")?, "`in` is an operator of scripts")
                .help(format!("write `during {scope}`")),
        );
    }
    // A misspelt part shows only at the next word; after a phrase, to which it seems to belong, one sign later.
    let known = ["because", "during", "when", "under"];
    let misspelt = match (place.found.starts_with('"'), words.as_slice()) {
        (true, _) => place.word_before(),
        (false, [.., word, _]) if words.contains(&"for") && place.found.starts_with(['.', '=', '!', '<', '>']) => word,
        _ => return None,
    };
    let meant = nearest(misspelt, known).filter(|_| !known.contains(&misspelt))?;
    Some(
        syntax(format!("unexpected `{misspelt}`: not a part of a clause"))
            .at(place.last_in_line(misspelt)?, "not allowed here")
            .did_you_mean(Some(meant)),
    )
}

/// Lines of a sequence.
fn step(place: &Place<'_>) -> Option<Diagnostic> {
    if !place.text.starts_with("sequence") && !place.text.starts_with("replace step") {
        return None;
    }
    let line = place.line_before();
    let rest = place.after().lines().next().unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().collect();
    let last = words.last().copied().unwrap_or_default();
    if let Some(brace) = script_begun(place) {
        return Some(
            Diagnostic::error("missing-part", "a step has its script after `do`")
                .at(place.part(brace, brace + 1), "no `do` before this")
                .help("write `do {`"),
        );
    }
    if place.found == ":" && words.len() == 1 {
        let title = place.word_or_text_after();
        return Some(
            place
                .not_here("the name of a step takes no colon")
                .help(format!("write `{last} {title}`, a blank between")),
        );
    }
    if last == "{" && ["actions", "do", "then"].contains(&place.found) {
        return Some(
            place
                .not_here(format!("the `{}` of a step stands without braces around it", place.found))
                .help(format!("remove the `{{` before `{}`, and its `}}`", place.found)),
        );
    }
    if let [.., "each", _, "in", _] = words.as_slice() {
        return Some(
            syntax("`each` names its set with `of`")
                .at(place.word_in_line(" in ")?, "not allowed here")
                .help("write `each NAME of SET`"),
        );
    }
    if let Some((_, titles)) = line.split_once("actions \"") {
        let title = titles.split('"').next().unwrap_or_default();
        return Some(
            syntax("a step lists actions by their names, not by their titles")
                .at(place.last_in_line(&format!("\"{title}\""))?, "a title")
                .help("write the name after `action`, without quotes"),
        );
    }
    if let Some(word) = ["starting", "beginning"].iter().find(|word| words.contains(word)) {
        return Some(
            syntax(format!("unexpected `{word}`"))
                .at(place.last_in_line(word)?, "not a word of steps")
                .help("write `each side from SIDE` to say which side begins"),
        );
    }
    if line.split('{').next().is_some_and(|head| head.contains(" for ")) {
        return Some(
            syntax("a step is repeated with `each`")
                .at(place.word_in_line(" for ")?, "not allowed here")
                .help("write `each side` or `each NAME of SET`"),
        );
    }
    let before_pass = place.found == "," && place.word_after() == "or";
    if line.contains("actions ") && (before_pass || place.found == "or" && place.before().ends_with(',')) {
        let comma = if before_pass { place.at } else { place.before().len() - 1 };
        return Some(
            syntax("unexpected `,` after the last action")
                .at(place.part(comma, comma + 1), "no action follows")
                .help("remove the comma before `or`"),
        );
    }
    if place.found == "," && !line.contains("actions") {
        let wrong = words.iter().rev().nth(1).copied().filter(|word| nearest(word, ["actions"]).is_some());
        let (at, list) = (wrong.unwrap_or(last), format!("{last},{rest}"));
        let list = list.split(" or ").next().unwrap_or_default().trim();
        return Some(
            syntax("a step names its actions after the word `actions`")
                .at(place.last_in_line(at)?, "not allowed here")
                .help(format!("write `actions`: `actions {list}`")),
        );
    }
    if place.found == "(" {
        let end = place.at + 1 + rest.find(')').map_or(0, |at| at + 1);
        let start = before_word(place);
        let call = place.text.get(start..end).unwrap_or_default();
        return Some(
            syntax("expected braces with statements after `do`")
                .at(place.part(start, end), "not allowed here")
                .help(format!("write `do {{ {call}; }}`")),
        );
    }
    None
}

/// The brace after which a step has statements instead of steps.
fn script_begun(place: &Place<'_>) -> Option<usize> {
    let before = place.before();
    let brace = before.rfind('{')?;
    // The first brace of a sequence encloses its steps.
    let of_step = place.text.starts_with("replace step") || before.get(..brace)?.contains('{');
    let word = before.get(brace + 1..)?.trim();
    let is_word = !word.is_empty() && word.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    let begins = ["let", "if", "for", "while", "loop"].contains(&word);
    let calls = place.found == "(" && before.len() == place.at;
    let begins = begins || calls || matches!(place.found, "." | "+=" | "-=");
    (of_step && (word.starts_with("for ") || is_word && begins)).then_some(brace)
}

fn before_word(place: &Place<'_>) -> usize {
    place.before().len() - place.word_before().len()
}

/// The head of a table.
fn table(place: &Place<'_>) -> Option<Diagnostic> {
    if !place.text.starts_with("table") || place.found != "columns" {
        return None;
    }
    let head = place.text.get(place.at..)?.split('{').next()?.trim();
    let (columns, rows) = head.split_once(" rows ")?;
    Some(
        Diagnostic::error("clause-order", "the rows of a table come before its columns")
            .at(place.span(), "`rows` must come first")
            .help(format!("write `rows {rows} {columns}`")),
    )
}

/// An expression in braces with backticks in place of its quotes.
fn braced_text(from: &str) -> Option<String> {
    let line = from.lines().next()?;
    let braced = line.get(..=line.find('}')?)?;
    Some(braced.replace("\\\"", "`").replace('"', "`"))
}

/// A text in single quotes or none, or with a quote inside.
fn plain_text(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let line = place.text.get(place.at..)?.lines().next().unwrap_or_default();
    let before = place.text.get(..place.at)?;
    let is_word = place.found.starts_with(|first: char| first.is_alphabetic());
    if is_word
        && before.ends_with('"')
        && place.line_before().matches('"').count().is_multiple_of(2)
        && line.contains('"')
    {
        let said = place.line_before();
        let brace = said.rfind('{').filter(|brace| !said.get(*brace..).is_some_and(|rest| rest.contains('}')));
        let inside = brace.and_then(|brace| place.text.get(place.at - said.len() + brace..)).and_then(braced_text);
        let help = match inside {
            Some(instead) => format!("inside braces, a text stands between backticks: `` {instead} ``"),
            None => "write `\\\"` for a quote inside a text".to_owned(),
        };
        return Some(
            syntax("a quote ends the text").at(place.part(place.at - 1, place.at), "the text ends here").help(help),
        );
    }
    let wants_text = expected.contains(&Rule::string) || expected.contains(&Rule::title);
    if !wants_text {
        return None;
    }
    if place.found.starts_with('\'') {
        let inside = line.get(1..)?;
        let inside = inside.get(..inside.find('\'').unwrap_or(0)).filter(|inside| !inside.is_empty())?;
        return Some(
            syntax("a text needs double quotes")
                .at(place.part(place.at, place.at + inside.len() + 2), "in single quotes")
                .help(format!("write `\"{inside}\"`")),
        );
    }
    if place.found.starts_with('`') {
        let inside = line.get(1..)?;
        let inside = inside.get(..inside.find('`')?)?;
        return Some(
            syntax("a text needs double quotes")
                .at(place.part(place.at, place.at + inside.len() + 2), "in backticks")
                .help(format!("write `\"{}\"`", inside.replace("${", "{"))),
        );
    }
    if place.word_before() == "say" && (is_word || place.found == "{") {
        let text = line.split("  ").next().unwrap_or_default().trim_end().trim_end_matches(';');
        return Some(
            syntax("a text needs double quotes")
                .at(place.part(place.at, place.at + text.len()), "without quotes")
                .help(format!("write `say \"{text}\"`")),
        );
    }
    let in_head = !before.contains(['{', '\n']);
    let is_title = place.found.starts_with(char::is_uppercase);
    (in_head && is_title).then(|| {
        let end = line.find(['@', '{', '(', '=']).unwrap_or(line.len());
        let text = line.get(..end).unwrap_or_default().trim_end();
        syntax("a text needs double quotes")
            .at(place.part(place.at, place.at + text.len()), "without quotes")
            .help(format!("write `\"{text}\"`"))
    })
}

/// A word where a quoted text is required.
fn quotes(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let only_text = !expected.is_empty() && expected.iter().all(|rule| matches!(rule, Rule::string | Rule::title));
    let is_word = place.found.starts_with(|first: char| first.is_alphabetic() || first == '\'');
    (only_text && is_word).then(|| {
        // The title of a section has several words.
        let line = place.text.get(place.at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let title = line.split('"').next().unwrap_or_default().split("  ").next().unwrap_or_default().trim();
        if place.text.starts_with("rulebook") && title.contains(' ') && !title.contains(['@', '{', '}']) {
            return syntax("a text needs double quotes")
                .at(place.part(place.at, place.at + title.len()), "without quotes")
                .help(format!("write `\"{title}\"`"));
        }
        let word = place.found.trim_matches('\'');
        place
            .not_here(format!("found `{}`, expected a text in quotes", place.found))
            .help(format!("write `\"{word}\"`"))
    })
}

/// A word of another language earlier on the line that was taken for a name.
fn habit(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.line_before();
    let tail: Vec<&str> = line.split_whitespace().rev().take(3).collect();
    for word in tail {
        let help = match word {
            "if" => "a condition is written `when …`",
            "unless" => "write `when !(…)`",
            "not" => "write `!` before the condition",
            "and" => "write `&&`",
            "or" if !line.contains("actions") => "write `||`",
            _ => continue,
        };
        return Some(
            Diagnostic::error("foreign-word", format!("`{word}` is not a word of this language"))
                .at(place.last_in_line(word)?, "another language's word")
                .help(help),
        );
    }
    None
}
