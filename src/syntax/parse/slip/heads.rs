//! Heads of items and of plays, and what stands in the braces of the wrong item.

use super::super::error::Place;
use super::super::head::{begins_part, without_name};
use super::syntax;
use crate::diagnostic::Diagnostic;
use crate::syntax::grammar::Rule;
use crate::syntax::split::foreign_help;

/// The message for a head, or for a line that belongs in another item.
pub(super) fn head(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    section_without_sign(place, expected)
        .or_else(|| title_first(place, expected))
        .or_else(|| window(place))
        .or_else(|| parameters(place))
        .or_else(|| neighbour(place, expected))
        .or_else(|| is_as_question(place))
        .or_else(|| script_of_card(place))
        .or_else(|| lasting(place))
        .or_else(|| permission(place))
        .or_else(|| several_kinds(place))
        .or_else(|| opposite(place))
}

/// `kind KT "Knights": mounted`, `quantity n(unit) = 3`.
pub(super) fn item_head(place: &Place<'_>) -> Option<Diagnostic> {
    let head = place.text.get(..place.at)?;
    if head.contains(['{', '\n']) {
        return None;
    }
    let is_word = place.found.starts_with(|first: char| first.is_alphabetic());
    if let Some(problem) = several_words(place).filter(|_| is_word) {
        return Some(problem);
    }
    if head.starts_with("kind ") && (place.found == ":" || is_word) {
        let is_sign = !is_word || ["extends", "inherits", "like", "is", "a", "in"].contains(&place.found);
        let family = if is_sign { place.word_after() } else { place.found };
        return Some(place.not_here("the family of a kind is named with `of`").help(format!("write `of {family}`")));
    }
    if head.starts_with("side ") && place.found == "by" {
        let who = place.word_after();
        return Some(place.not_here("who plays a side follows `played by`").help(format!("write `played by {who}`")));
    }
    if head.starts_with("action ") && ["once", "pays", "do", "then"].contains(&place.found) {
        return Some(
            place
                .not_here(format!("`{}` stands in the braces of an action", place.found))
                .help("open the braces first: `{ CHOICES  once  pays …  do { … } }`"),
        );
    }
    if head.starts_with("quantity ") && place.found == "=" {
        let base = place.after().lines().next().unwrap_or_default().trim();
        return Some(
            place
                .not_here("a quantity has its number after `base`, in braces")
                .help(format!("write `{{ base {base} }}`")),
        );
    }
    None
}

/// `kind War Ship "War ship" of block`, `kind Galley Galleys of block`, `card Great Feast of luck`: a name in two
/// words, or a title without quotes.
fn several_words(place: &Place<'_>) -> Option<Diagnostic> {
    let head = place.text.get(..place.at)?.trim_end();
    let [keyword, name] = head.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    if !NAMED.contains(&keyword) {
        return None;
    }
    let rest = place.text.get(place.at..)?.lines().next()?;
    let words = rest.get(..rest.find(['@', '{', '"', '=', '(']).unwrap_or(rest.len()))?;
    let is_titled = rest.get(words.len()..).is_some_and(|rest| rest.starts_with('"'));
    let is_part = |word: &str| begins_part(word) || matches!(word, "rows" | "columns");
    if is_titled && !words.split_whitespace().any(is_part) {
        let joined: Vec<&str> = std::iter::once(name).chain(words.split_whitespace()).collect();
        let end = place.at + words.trim_end().len();
        let problem = syntax("a name is one word").at(place.part(place.at, end), "a second word");
        return Some(problem.help(format!("write `{}`", joined.join("_"))));
    }
    let (title, _) = words.split_once(" of ").filter(|_| place.found != "of" && ["kind", "card"].contains(&keyword))?;
    let title = title.trim_end();
    let problem = syntax("a text needs double quotes")
        .at(place.part(place.at, place.at + title.len()), "without quotes")
        .help(format!("write `\"{title}\"`"));
    // The name of a card is often its title, so two words may be meant for both.
    let joined = format!("{name} {title}").replace(' ', "_");
    Some(if keyword == "card" { problem.note(format!("a name in one word would be `{joined}`")) } else { problem })
}

/// `is supplied(unit) / unsupplied`
fn opposite(place: &Place<'_>) -> Option<Diagnostic> {
    let head = place.before();
    let (name, params) = head.strip_prefix("is ")?.split_once('(')?;
    let (name, opposite) = (name.trim(), place.word_after());
    if place.found != "/" || opposite.is_empty() || !params.ends_with(')') || head.contains('\n') {
        return None;
    }
    let start = head.find('(')?;
    let end = place.at + place.text.get(place.at..)?.find(opposite)? + opposite.len();
    Some(
        Diagnostic::error("clause-order", "the opposite must come before the parameters")
            .at(place.part(place.at, end), "must come earlier")
            .also(place.part(start, head.len()), "the opposite belongs before this")
            .help(format!("write `is {name} / {opposite} ({params}`")),
    )
}

/// `noun boat = Skiff, Barge`
fn several_kinds(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.before().rsplit('\n').next()?;
    if place.found != "," || !line.starts_with("noun ") || !line.contains('=') {
        return None;
    }
    Some(
        syntax("a noun has one type")
            .at(place.part(place.at, place.at + 1), "a second type")
            .help("name one kind, or a kind that the others are `of`"),
    )
}

/// `terrain Church "Church" 9.1`
fn section_without_sign(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    if !place.found.starts_with(|first: char| first.is_ascii_digit()) || !expected.contains(&Rule::cite) {
        return None;
    }
    // `during turn 1..3`
    if let [.., "during", _] = place.line_before().split_whitespace().collect::<Vec<_>>().as_slice() {
        return None;
    }
    let rest = place.text.get(place.at..)?;
    let number = rest.get(..rest.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(rest.len()))?;
    let number = number.trim_end_matches('.');
    let before = place.before();
    let cited = before.rfind('@').and_then(|at| before.get(at + 1..));
    let behind_section = cited.is_some_and(|cited| cited.bytes().all(|sign| sign.is_ascii_digit() || sign == b'.'));
    let is_section = number.contains('.') || behind_section;
    is_section.then(|| without_sign(place, number))
}

fn without_sign(place: &Place<'_>, number: &str) -> Diagnostic {
    syntax("a section begins with `@`")
        .at(place.part(place.at, place.at + number.len()), "no `@` before this")
        .help(format!("write `@{number}`"))
}

/// Items that begin with a name.
const NAMED: [&str; 17] = [
    "action",
    "board",
    "card",
    "deck",
    "game",
    "kind",
    "lesson",
    "names",
    "procedure",
    "purse",
    "puzzle",
    "quantity",
    "ruling",
    "scenario",
    "table",
    "terrain",
    "weather",
];

/// `card "Terror" Terror`, and in a battle, where it begins as a line of a position, `card "Terror" @5 {`.
fn title_first(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let line = place.line_before();
    let own = line.trim_start();
    let (keyword, behind) = own.split_once(' ')?;
    if !NAMED.contains(&keyword) {
        return None;
    }
    let behind = behind.trim_start();
    if behind.is_empty() && place.found.starts_with('"') && !expected.contains(&Rule::string) {
        let title = place.found;
        let problem = without_name(keyword, title, place.span());
        return Some(match place.word_after() {
            name if name.is_empty() || begins_part(name) => problem,
            name => problem.help(format!("write `{keyword} {name} {title}`")),
        });
    }
    // The word of the language was read as a name.
    let (word, titled) = behind.split_once(' ').filter(|(word, _)| begins_part(word)).unwrap_or(("", behind));
    let titled = titled.trim_start();
    let title = titled.get(..=titled.strip_prefix('"')?.find('"')? + 1)?;
    let start = place.at - if word.is_empty() { titled.len() } else { behind.len() };
    let length = if word.is_empty() { title.len() } else { word.len() };
    let is_read_as_place = word.is_empty() && place.text.starts_with("scenario") && place.found == "{";
    (!word.is_empty() || is_read_as_place).then(|| without_name(keyword, title, place.part(start, start + length)))
}

/// `play in my orders`, `play any my time`, `play any time when …`.
fn window(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.line_before();
    let begin = ["play ", "action "].iter().filter_map(|word| line.rfind(word)).max()?;
    if line.get(begin..)?.contains(['{', ';', '}']) {
        return None;
    }
    let word = place.word_before();
    match place.found {
        "anytime" | "always" | "whenever" => {
            Some(place.not_here("a play or action without a step is for `any time`").help("write `any time`"))
        }
        "my" | "their" | "any" if matches!(word, "in" | "on" | "at" | "while" | "when") => Some(
            Diagnostic::error("in-for-during", format!("a window is named with `during`, not with `{word}`"))
                .at(place.behind(word), "not allowed here")
                .help(format!("write `during {} {}`", place.found, place.word_after())),
        ),
        "my" | "their" if word == "any" => Some(
            place
                .not_here("a window without a step is `any time`")
                .help("write `any time`; the side that holds the card plays it"),
        ),
        "when" => {
            let rest = place.after().split(['{', '\n', '@']).next().unwrap_or_default().trim();
            Some(
                place
                    .not_here("a condition stands in the braces, as a line of its own")
                    .help(format!("write `{{ when {rest}  … }}`")),
            )
        }
        _ => None,
    }
}

/// `action wait(unit)`
fn parameters(place: &Place<'_>) -> Option<Diagnostic> {
    let head = place.text.get(..place.at)?;
    let in_head = head.starts_with("action ") && !head.contains(['{', '\n', '"', '@']);
    (in_head && place.found == "(").then(|| {
        let inside = place.after().split([')', '\n']).next().unwrap_or_default();
        let name = inside.split([',', ':']).next().unwrap_or_default().trim();
        let name = if name.is_empty() { "unit" } else { name };
        place
            .not_here("the parameters of an action stand in its braces")
            .help(format!("write `{{ {name} SET … }}`, where SET is what may be chosen, such as `mine`"))
    })
}

/// `insert NAME do { … }` without the step beside it.
fn neighbour(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let beside = expected.contains(&Rule::k_before) && expected.contains(&Rule::k_after);
    (place.text.starts_with("insert ") && place.found.is_empty() && beside).then(|| {
        Diagnostic::error("missing-part", "an inserted step needs the step beside it")
            .at(place.span(), "no `before` or `after` here")
            .help("write `before STEP` or `after STEP` at the end")
    })
}

/// `= unit is KT`: the question reads as the beginning of another item.
fn is_as_question(place: &Place<'_>) -> Option<Diagnostic> {
    let before = place.before();
    let line = before.rsplit('\n').next()?;
    let (left, word) = line.rsplit_once(" is ")?;
    let is_name = |word: &str| !word.is_empty() && word.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    let thing = left.rsplit([' ', '=', '(', '!']).next()?;
    let asks = place.found.is_empty() && is_name(word) && left.contains('=') && !thing.is_empty();
    let at = before.len() - word.len() - " is ".len() + 1;
    asks.then(|| {
        syntax("`is` does not ask, it declares")
            .at(place.part(at, at + "is".len()), "not an operator")
            .help(format!("write `{}`", question(thing, word)))
    })
}

/// What `THING is …` asks, as the language writes it. `behind`: the text after `is`.
pub(in super::super) fn question(thing: &str, behind: &str) -> String {
    let behind = behind.trim_start();
    let (denied, behind) = match behind.strip_prefix("not ") {
        Some(behind) => (true, behind.trim_start()),
        None => (false, behind),
    };
    let sign = behind.len() - behind.strip_prefix('-').unwrap_or(behind).len();
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let end = behind.get(sign..).and_then(|rest| rest.find(|sign| !is_word(sign))).map_or(behind.len(), |at| at + sign);
    let word = behind.get(..end).unwrap_or_default();
    let is_value = word == "none" || word.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    match (is_value, denied) {
        (true, false) => format!("{thing} == {word}"),
        (true, true) => format!("{thing} != {word}"),
        (false, false) => format!("{thing}.{word}"),
        (false, true) => format!("!{thing}.{word}"),
    }
}

/// The thing at the end of a text, with the words and calls before its last dot: `units.first` of `if units.first`.
pub(in super::super) fn thing_before(text: &str) -> &str {
    let text = text.trim_end();
    let mut depth = 0_i32;
    let mut start = text.len();
    for (at, sign) in text.char_indices().rev() {
        match sign {
            ')' | ']' => depth += 1,
            '(' | '[' if depth > 0 => depth -= 1,
            _ if depth > 0 || sign.is_alphanumeric() || matches!(sign, '_' | '.' | '?') => {}
            _ => break,
        }
        start = at;
    }
    text.get(start..).unwrap_or_default()
}

/// `card X { do { … } }`
fn script_of_card(place: &Place<'_>) -> Option<Diagnostic> {
    let facts = ["card ", "kind ", "terrain ", "weather "];
    let bears = facts.iter().find(|head| place.text.starts_with(**head))?;
    let open = place.text.get(..place.at)?;
    let depth = open.matches('{').count().saturating_sub(open.matches('}').count());
    let line = open.rsplit(['\n', '{', '}', ';']).next().unwrap_or_default();
    if let Some((_, behind)) = line.split_once("whenever ").filter(|_| depth == 1) {
        let start = place.at - behind.len() - "whenever ".len();
        let problem = syntax(format!("`whenever` stands outside a {}", bears.trim()))
            .at(place.part(start, start + "whenever".len()), "not allowed here");
        return Some(match *bears {
            "card " => problem.help("write it on its own: `whenever NAME.in_force && … do { … }`"),
            _ => problem.help("write it on its own, with the condition in it"),
        });
    }
    (depth == 1 && place.found == "{" && place.word_before() == "do").then(|| {
        let problem =
            syntax(format!("a {} has no script of its own", bears.trim())).at(place.behind("do"), "not allowed here");
        match *bears {
            "card " => problem.help("put it into a play: `play any time { do { … } }`"),
            _ => problem.help("say when it runs: `after enter(unit) do { … }`"),
        }
    })
}

/// `lasts for 3 turns`
fn lasting(place: &Place<'_>) -> Option<Diagnostic> {
    let lasts = place.before().ends_with("lasts for") && place.found != "good";
    lasts.then(|| {
        let is_number = place.found.bytes().all(|sign| sign.is_ascii_digit()) && !place.found.is_empty();
        let scope = place.word_after();
        let problem = place.not_here("a card lasts `during` a scope, `until` its end or `for good`");
        if is_number && !scope.is_empty() {
            problem.help(format!("write `lasts until {} x{}`", scope.trim_end_matches('s'), place.found))
        } else {
            problem.help("write `lasts until SCOPE`")
        }
    })
}

/// `allow enter when …` among the lines of an item.
fn permission(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.line_before();
    let (at, word) = ["allow", "permit"].iter().find_map(|word| Some((line.rfind(&format!("{word} "))?, *word)))?;
    let begins = line.get(..at)?.trim_end();
    let is_first = begins.is_empty() || begins.ends_with(['{', ';']) || line.get(..at)?.ends_with("  ");
    is_first.then_some(())?;
    let start = place.at - line.len() + at;
    Some(
        syntax(format!("a clause cannot begin with `{word}`"))
            .at(place.part(start, start + word.len()), "not a word of clauses")
            .help(foreign_help(word)?),
    )
}
