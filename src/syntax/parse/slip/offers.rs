//! Lines of actions and plays that name a parameter, its set or a price in another way.

use super::super::error::Place;
use super::super::offer::listed;
use super::syntax;
use crate::diagnostic::Diagnostic;

/// The message for a line of an offer.
pub(super) fn offer(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.line_before();
    if let (":", word @ ("do" | "then")) = (place.found, place.word_before()) {
        let problem = syntax(format!("no colon stands after `{word}`")).at(place.span(), "no colon here");
        return Some(problem.help(if word == "do" { "write `do { … }`" } else { "write `then SEQUENCE(…)`" }));
    }
    if let Some(problem) = statement(place) {
        return Some(problem);
    }
    if place.word_before() == "say" {
        return None;
    }
    if place.word_before() == "mine"
        && (line.contains("during ") || line.contains("before ") || line.contains("after "))
    {
        return Some(
            syntax("a window belongs to `my`, `their` or `any` side")
                .at(place.behind("mine"), "not allowed here")
                .help(format!("write `my {}`", place.found)),
        );
    }
    if !is_in_offer(place) {
        return None;
    }
    if let Some(problem) = values(place) {
        return Some(problem);
    }
    let (start, words) = segment(place);
    let rest = place.after().split(['\n', ';', '{', '}']).next().unwrap_or_default().trim();
    let rest = rest.split("  ").next().unwrap_or_default().split(" do").next().unwrap_or_default();
    let whole_line = line.trim() == words.join(" ");
    if let ([word], "{", true) = (words.as_slice(), place.found, is_name_of_script(&words)) {
        return Some(
            syntax("the script of an action follows `do`")
                .at(place.behind(word), "not a word of actions")
                .help("write `do {`"),
        );
    }
    match (words.as_slice(), place.found) {
        ([name], ":" | "in" | "from" | "of" | "among") if is_name(name) && *name != "pays" => Some(
            syntax("a parameter is its name and then its set")
                .at(place.span(), "unexpected between the name and its set")
                .help(match set_in(rest) {
                    "" => format!("write a set after it, for example `{name} mine`"),
                    "card" | "piece" | "side" | "space" => {
                        format!("write a set instead of the type, for example `{name} {rest}s`")
                    }
                    set => format!("write `{name} {set}`"),
                }),
        ),
        ([name], "") if is_name(name) && whole_line => Some(no_set(place.span(), name)),
        // The name stands in the column before.
        (["from", set], ".") => {
            let name = place.text.get(..start)?.split_whitespace().next_back().filter(|name| is_name(name))?;
            let more = place.after().split(|sign: char| sign.is_whitespace()).next().unwrap_or_default();
            Some(
                syntax("a parameter is its name and then its set")
                    .at(place.part(start, start + "from".len()), "unexpected between the name and its set")
                    .help(format!("write `{name} {set}.{more}`")),
            )
        }
        _ => price(place, start, &words).or_else(|| parameter(place, start, &words)),
    }
}

/// `kind Galley, Kern`: the values of a parameter, listed with commas.
fn values(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.at - place.line_before().len();
    let begins_word = |at: &usize| {
        let behind = place.text.get(..*at).and_then(|text| text.chars().next_back()).unwrap_or(' ');
        let next = place.text.get(*at..).and_then(|text| text.chars().next()).unwrap_or(' ');
        !behind.is_alphanumeric() && next.is_alphabetic()
    };
    let lists =
        (line..place.at).filter(begins_word).filter_map(|start| Some((start, listed(place.text.get(start..)?)?)));
    let (start, list) = lists.into_iter().find(|(start, list)| start + list.at == place.at)?;
    Some(list.error(place.part(start + list.at, start + list.at + list.sign.len())))
}

/// `me.silver += 2;`, `say("a feast");` among the lines of an offer.
fn statement(place: &Place<'_>) -> Option<Diagnostic> {
    let (start, words) = segment(place);
    let [word] = words.as_slice() else { return None };
    let begins = place.found == "." || place.found == "(" && *word == "say";
    if !is_in_offer(place) || !begins || !is_name(word) {
        return None;
    }
    let rest = place.text.get(start..)?.lines().next()?;
    let said = rest.split([';', '}']).next().unwrap_or_default().trim_end();
    let assigns = [" = ", " += ", " -= "].iter().any(|sign| said.contains(sign));
    if !assigns && !rest.contains(';') {
        return None;
    }
    Some(
        Diagnostic::error("missing-part", "statements stand in a script, after `do`")
            .at(place.part(start, start + word.len()), "no `do {` before this")
            .help(format!("write `do {{ {said}; }}`")),
    )
}

/// A set without the type before it: `mine where E` of `piece mine where E`.
fn set_in(rest: &str) -> &str {
    let Some((first, set)) = rest.split_once(' ') else { return rest };
    let set = set.trim_start();
    let next = set.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or_default();
    match next {
        _ if matches!(first, "in" | "from" | "of" | "among") => set_in(set),
        "" | "where" | "when" | "of" => rest,
        _ if is_name(first) && !matches!(first, "some" | "any") => set_in(set),
        _ => rest,
    }
}

fn no_set(at: crate::source::Span, name: &str) -> Diagnostic {
    Diagnostic::error("missing-part", format!("`{name}` has no set to choose from"))
        .at(at, "something is missing")
        .help(format!("write a set after it, for example `{name} mine`"))
}

/// True if the place is among the lines of an action or play. The facts of a card are no such lines.
fn is_in_offer(place: &Place<'_>) -> bool {
    let begins = |head: &str| place.text.starts_with(head);
    let open = place.text.get(..place.at).unwrap_or_default();
    let depth = open.matches('{').count().saturating_sub(open.matches('}').count());
    begins("action ") || begins("play ") || (begins("card ") || begins("deck ")) && depth > 1
}

/// The words of the line's last part, from the brace, semicolon or column before them, with the byte of the first.
fn segment<'t>(place: &Place<'t>) -> (usize, Vec<&'t str>) {
    let before = place.before();
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let own = before.get(line..).unwrap_or_default();
    let begin = own.rfind(['{', '}', ';']).map_or(0, |at| at + 1);
    let part = own.get(begin..).unwrap_or_default();
    let column = part.trim_start().rfind("  ").map_or(0, |at| at + 2 + part.len() - part.trim_start().len());
    let part = part.get(column..).unwrap_or_default();
    let start = line + begin + column + part.len() - part.trim_start().len();
    (start, part.split_whitespace().collect())
}

/// True for a word that other rules use for what an action does.
fn is_name_of_script(words: &[&str]) -> bool {
    matches!(words, ["effect" | "effects" | "execute" | "perform" | "run" | "script" | "resolve" | "action" | "code"])
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && word.chars().all(|sign| sign.is_alphanumeric() || sign == '_')
}

/// `costs 1 mp`, `pays mp 1`, `pays 1 movement points`, `pays: 1 mp`.
fn price(place: &Place<'_>, start: usize, words: &[&str]) -> Option<Diagnostic> {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|sign| sign.is_ascii_digit());
    let first = *words.first()?;
    let at = |word: &str, from: usize| place.part(from, from + word.len());
    match words {
        ["cost" | "costs" | "price", rest @ ..] if !rest.is_empty() => Some(
            syntax("the price of an offer is its line `pays`")
                .at(at(first, start), "not a word of actions")
                .help(format!("write `pays {}`", rest.join(" "))),
        ),
        ["pays"] if place.found == ":" => {
            let rest = place.after().split(['\n', ';', '}']).next().unwrap_or_default();
            let rest = rest.trim_start().split("  ").next().unwrap_or_default().trim_end();
            Some(
                syntax("a price takes no colon").at(place.span(), "no colon here").help(format!("write `pays {rest}`")),
            )
        }
        ["pays", purse] if is_name(purse) && is_number(place.found) => Some(
            syntax("a price is a number and then its purse")
                .at(place.span(), "belongs before the purse")
                .help(format!("write `pays {} {purse}`", place.found)),
        ),
        ["pays", number, purse, more] if is_number(number) && is_name(purse) && is_name(more) => Some(
            syntax(format!("unexpected `{more}`: a purse has one name"))
                .at(place.behind(more), "not allowed here")
                .help(format!("write `pays {number} {purse}`")),
        ),
        _ => None,
    }
}

/// `unit from mine`, `each unit mine`, `units some mine`, `unit where E`: read as two parameters, the second without a
/// set.
fn parameter(place: &Place<'_>, start: usize, words: &[&str]) -> Option<Diagnostic> {
    let wrong = |at: crate::source::Span, right: String| {
        syntax("a parameter is its name and then its set").at(at, "not allowed here").help(format!("write `{right}`"))
    };
    let first = *words.first()?;
    let second = start + first.len() + place.text.get(start + first.len()..)?.find(|sign| sign != ' ')?;
    let at = |word: &str, from: usize| place.part(from, from + word.len());
    match words {
        [name, "where", ..] if is_name(name) => Some(
            no_set(place.part(start, start + name.len()), name)
                .help(format!("write a set before `where`, for example `{name} mine where …`")),
        ),
        [name, word @ ("from" | "in" | "of" | "among"), set] if is_name(name) => {
            let more =
                if place.found == "." { format!(".{}", place.after().split(' ').next()?) } else { String::new() };
            Some(wrong(at(word, second), format!("{name} {set}{more}")))
        }
        [word @ ("each" | "every" | "one" | "a" | "choose" | "select" | "pick"), name, set] => {
            Some(wrong(at(word, start), format!("{name} {set}")))
        }
        [name, word @ ("some" | "any"), set, rest @ ..] if is_name(name) && *set != "of" => {
            let rest = if rest.is_empty() { "" } else { " …" };
            Some(wrong(at(word, second), format!("{name} {word} of {set}{rest}")))
        }
        _ => None,
    }
}

/// The price of a step of a walk: the head of the walk names the purse, the step the amount.
pub(super) fn walk(place: &Place<'_>) -> Option<Diagnostic> {
    let before = place.text.get(..place.at)?.strip_prefix("walk ")?;
    let line = place.line_before();
    let amount = line.rsplit("pays ").next().unwrap_or_default().trim();
    let paid = line.contains("pays ");
    let Some((head, _)) = before.split_once('{') else {
        let is_number = place.found.starts_with(|first: char| first.is_ascii_digit());
        return (place.word_before() == "pays" && is_number).then(|| {
            syntax("the head of a walk names the purse that pays")
                .at(place.span(), "expected a purse")
                .help(format!("write `pays PURSE` here, and `pays {}` in the step", place.found))
        });
    };
    if let ["step", name] = segment(place).1.as_slice()
        && is_name(place.found)
        && place.after().starts_with(['.', '('])
    {
        let set = place.text.get(place.at..)?.split(['\n', ';', '}']).next().unwrap_or_default().trim_end();
        let problem = syntax("the spaces of a step are written after `to`").at(place.span(), "no `to` before this");
        return Some(problem.help(format!("write `step {name} to {set}`")));
    }
    if matches!(place.found, "cost" | "costs" | "price") {
        let problem = syntax("the price of a step is its `pays`").at(place.span(), "not a word of walks");
        return Some(problem.help("write `pays` and the amount; the head of the walk names the purse"));
    }
    if !paid || amount.is_empty() || !is_name(place.found) {
        return None;
    }
    let head = head.split('@').next().unwrap_or_default().trim();
    let purse = place.found;
    let help = match head.contains("pays ") {
        true => format!("write `pays {amount}`"),
        false => format!("write `walk {head} pays {purse}`, and `pays {amount}` in the step"),
    };
    Some(
        syntax("the head of a walk names the purse, a step only the amount")
            .at(place.span(), "belongs to the head")
            .help(help),
    )
}
