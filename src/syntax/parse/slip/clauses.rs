//! Clauses and hooks: amounts, units of measure, labels, moments.

use super::super::error::Place;
use super::syntax;
use crate::diagnostic::{Diagnostic, nearest};
use crate::syntax::grammar::Rule;

/// The message for a clause.
pub(super) fn clause(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    percent(place)
        .or_else(|| unit_of_measure(place))
        .or_else(|| reading(place))
        .or_else(|| equals(place))
        .or_else(|| amount(place))
        .or_else(|| limit(place))
        .or_else(|| bare_change(place))
        .or_else(|| amount_late(place))
        .or_else(|| numbered(place))
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

/// `under doubt = b`, `under doubt.b`: the reading follows its ruling.
fn reading(place: &Place<'_>) -> Option<Diagnostic> {
    let ruling = place.word_before();
    let before = place.before().strip_suffix(ruling)?.trim_end();
    let is_named = before.strip_suffix("under").is_some_and(|head| head.ends_with([' ', '\n', '}']));
    let reading = place.after().trim_start().trim_start_matches(['=', '"']);
    let is_name = |sign: char| sign.is_alphanumeric() || sign == '_';
    let reading = reading.trim_start().split(|sign| !is_name(sign)).next().unwrap_or_default();
    (is_named && !ruling.is_empty() && matches!(place.found, "=" | "==" | "." | ":" | "is")).then(|| {
        let problem = syntax("a reading follows its ruling").at(place.span(), "not needed");
        problem.help(format!("write `under {ruling} {}`", if reading.is_empty() { "READING" } else { reading }))
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

/// `modify aim min 1`, and `modify max 3` in a quantity.
fn limit(place: &Place<'_>) -> Option<Diagnostic> {
    let right = |word: &str| match word {
        "min" | "minimum" | "floor" => Some("at least"),
        "max" | "maximum" | "cap" | "ceiling" => Some("at most"),
        _ => None,
    };
    // Behind `modify` alone, the word was read as the name of a quantity.
    let (word, at, behind) = match own(place).split_whitespace().collect::<Vec<_>>().as_slice() {
        ["modify", word] if right(word).is_some() => (*word, place.behind(word), place.text.get(place.at..)?),
        ["modify", _] => (place.found, place.span(), place.after()),
        _ => return None,
    };
    let right = right(word)?;
    let behind = behind.trim_start();
    let is_part = |sign: char| sign.is_ascii_digit() || sign == '-';
    let number = behind.get(..behind.find(|sign| !is_part(sign)).unwrap_or(behind.len()))?;
    let number = if number.is_empty() { "N" } else { number };
    let problem = syntax("`modify` limits a number with `at least` or `at most`").at(at, "not a word of `modify`");
    Some(match right {
        "at least" => {
            problem.help(format!("write `at least {number}`, or `never below {number}` if only modifiers are limited"))
        }
        _ => problem.help(format!("write `{right} {number}`")),
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

/// `modify aim + 1`, `modify aim 2`, `modify aim of unit by 1`, `quantity aim + 1`
fn bare_change(place: &Place<'_>) -> Option<Diagnostic> {
    let words: Vec<&str> = own(place).split_whitespace().collect();
    let [item @ ("modify" | "quantity"), name] = words.as_slice() else { return None };
    if *item == "modify" && place.found == "cost" {
        let problem = place.not_here("the cost of an action is named with `of`");
        return Some(problem.help(format!("write `modify cost of {name}`")));
    }
    if *item == "modify" && place.found == "of" {
        let help = format!("whom it concerns stands behind the amount: `modify {name} by N for …`");
        return Some(place.not_here("unexpected `of`").help(help));
    }
    let (sign, rest) = match place.found {
        "+" | "-" => (place.found, place.after().trim_start()),
        found if found.starts_with(|sign: char| sign.is_ascii_digit()) => ("", found),
        _ => return None,
    };
    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let number = if number.is_empty() { "N" } else { &number };
    let headline = match *item {
        "modify" => "`modify` says with a word how a number changes",
        _ => "`quantity` declares a number, and `modify` changes it",
    };
    Some(place.not_here(headline).help(format!("write `modify {name} by {sign}{number}`")))
}

/// `forbid shoot Bowmen`: a name behind the verb.
pub(in crate::syntax::parse) fn whom(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let words: Vec<&str> = own(place).split_whitespace().collect();
    let ["forbid", verb] = words.as_slice() else { return None };
    let is_name = place.found.starts_with(char::is_alphabetic) && !expected.contains(&Rule::name);
    if let Some(help) = where_to(place, verb).filter(|_| is_name) {
        return Some(place.not_here(format!("unexpected `{}`", place.found)).help(help));
    }
    is_name.then(|| {
        if let Some(part) = nearest(place.found, ["because", "when", "during", "under"]) {
            return place.not_here(format!("unexpected `{}`", place.found)).help(format!("did you mean `{part}`?"));
        }
        if matches!(place.found, "on" | "in" | "inside") {
            let help = format!("where something stands is a condition: `forbid {verb} when PARAMETER in SPACES`");
            return place.not_here(format!("unexpected `{}`", place.found)).help(help);
        }
        let (found, rest) = (place.found, place.after().lines().next().unwrap_or_default());
        let help = if rest.trim_start().starts_with("for ") || verb.starts_with(char::is_uppercase) {
            format!("`forbid` takes the name of an action, in which words are joined: `{verb}_{found}`")
        } else {
            format!("whom it concerns follows `for`: `forbid {verb} for {found}`")
        };
        place.not_here(format!("unexpected `{found}`")).help(help)
    })
}

/// The help for a place behind the verb: `forbid march to centre middle`, `forbid charge into because …`.
fn where_to(place: &Place<'_>, verb: &str) -> Option<String> {
    let param = match place.found {
        "to" | "into" | "onto" | "towards" => "to",
        "from" | "out" => "from",
        _ => return None,
    };
    let rest = place.after().lines().next().unwrap_or_default();
    let rest = rest.get(..rest.find(['@', '{', '}', ';', '"']).unwrap_or(rest.len())).unwrap_or_default();
    let is_part = |word: &&str| !["because", "when", "for", "during", "under", "as"].contains(word);
    let named: Vec<&str> = rest.split_whitespace().take_while(is_part).collect();
    Some(match named.as_slice() {
        [] => format!("name the parameter that is the place: `forbid {verb} at {param}`"),
        named => {
            format!("compare the parameter that is the place: `forbid {verb} when {param} == {}`", named.join("_"))
        }
    })
}

/// `modify dice for mounted by -1 because …`, `modify dice for mounted because …`
fn amount_late(place: &Place<'_>) -> Option<Diagnostic> {
    let line = own(place);
    let ["modify", name] = line.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    if !["for", "at", "during", "when", "under", "because"].contains(&place.found) || place.word_after() == "least" {
        return None;
    }
    let rest = place.text.get(place.at..)?.lines().next()?;
    let rest = rest.get(..rest.find([';', '}', '{']).unwrap_or(rest.len()))?;
    let amounts = [" by ", " exactly ", " halved", " doubled", " at least ", " at most ", " never below "];
    let in_text = |at: usize| rest.get(..at).is_some_and(|before| !before.matches('"').count().is_multiple_of(2));
    let found = amounts.iter().filter_map(|word| rest.find(word)).filter(|at| !in_text(*at)).min();
    let Some(start) = found.map(|at| at + 1) else {
        let problem = place.not_here("`modify` says with a word how a number changes");
        return Some(
            problem.help(format!("write `modify {name} by N {}`", rest.split('@').next().unwrap_or_default().trim())),
        );
    };
    let amount = rest.get(start..)?;
    let parts = [" for ", " at ", " during ", " when ", " under ", " as ", " because ", " @"];
    let behind = amount.find(' ').unwrap_or(0);
    let ends = parts.iter().filter_map(|part| Some(amount.get(behind..)?.find(part)? + behind));
    let end = start + ends.filter(|end| *end > 0).min().unwrap_or(amount.len());
    let (before, amount, after) = (rest.get(..start)?.trim(), rest.get(start..end)?.trim(), rest.get(end..)?.trim());
    let begin = place.at + start;
    Some(
        Diagnostic::error("clause-order", format!("the amount must come before `{}`", place.found))
            .at(place.part(begin, begin + amount.len()), "must come earlier")
            .also(place.span(), "the amount belongs here")
            .help(format!("write `modify {name} {amount} {before} {after}`")),
    )
}

/// `forbid fire during turn 1`, `except 6.3 for Knights`
fn numbered(place: &Place<'_>) -> Option<Diagnostic> {
    if !place.found.starts_with(|sign: char| sign.is_ascii_digit()) {
        return None;
    }
    match own(place).split_whitespace().collect::<Vec<_>>().as_slice() {
        ["except"] => Some(
            place
                .not_here("`except` takes the label of a rule, not its section")
                .help("write `as LABEL` in the rule, and `except LABEL` here"),
        ),
        [.., "during", scope] => {
            let rest = place.text.get(place.at..)?;
            let is_part = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | '-' | '=');
            let written = rest.get(..rest.find(|sign| !is_part(sign)).unwrap_or(rest.len()))?;
            let number = format!("{scope}.number");
            let condition = match written.split_once("..").or_else(|| written.split_once('-')) {
                None => format!("{number} == {written}"),
                Some((low, "")) => format!("{number} >= {low}"),
                Some(("" | "0" | "1", high)) => format!("{number} <= {}", high.trim_start_matches(['.', '='])),
                Some((low, high)) => {
                    format!("{number} >= {low} && {number} <= {}", high.trim_start_matches(['.', '=']))
                }
            };
            Some(
                syntax(format!("`during {scope}` takes no number"))
                    .at(place.part(place.at, place.at + written.len()), "not allowed here")
                    .help(format!("write `when {condition}`")),
            )
        }
        _ => None,
    }
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
