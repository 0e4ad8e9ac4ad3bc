//! Signs and words that beginners carry over from elsewhere: ranges with a dash, types of flags, links with one dash,
//! two lines of a position on one.

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
        .or_else(|| several(place))
        .or_else(|| sign_of_value(place))
        .or_else(|| typed_variable(place))
        .or_else(|| facts_in_kind(place))
        .or_else(|| axes_in_brackets(place))
        .or_else(|| numeral(place))
        .or_else(|| sides(place))
        .or_else(|| die(place))
        .or_else(|| script(place, expected))
}

/// `die 6`, `dice d6` among the lines of a game.
fn die(place: &Place<'_>) -> Option<Diagnostic> {
    let written = match (place.found, place.word_before()) {
        ("dice", _) => place.word_after(),
        (found, "die" | "dice") => found,
        _ => return None,
    };
    let faces = written.rsplit(['d', 'D']).next().unwrap_or_default();
    let is_number = !faces.is_empty() && faces.bytes().all(|sign| sign.is_ascii_digit());
    (place.text.starts_with("game ") && is_number).then(|| {
        let headline = match place.found {
            "dice" => "the die of a game is its line `die`".to_owned(),
            found => format!("found `{found}`, expected a die such as `d6`"),
        };
        place.not_here(headline).help(format!("write `die d{faces}`"))
    })
}

/// `do weather(roll());`
fn script(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let begins = place.found.starts_with(|first: char| first.is_alphabetic());
    if place.word_before() != "do" || !begins || !expected.contains(&Rule::script) {
        return None;
    }
    let line = place.text.get(place.at..)?.lines().next()?;
    let line = line.split_once("//").map_or(line, |(code, _)| code);
    let mut open = 0_i32;
    let closing = line.char_indices().find(|&(_, sign)| {
        open += i32::from(sign == '{') - i32::from(sign == '}');
        open < 0
    });
    let said = line.get(..closing.map_or(line.len(), |(at, _)| at))?.trim_end().trim_end_matches(';');
    Some(
        Diagnostic::error("missing-part", "a script stands in braces after `do`")
            .at(place.span(), "no `{` before this")
            .help(format!("write `do {{ {said}; }}`")),
    )
}

/// `sides Red Blue`
fn sides(place: &Place<'_>) -> Option<Diagnostic> {
    if place.text.starts_with("game ") && ["side", "player", "players", "armies", "teams"].contains(&place.found) {
        let listed = place.after().split(['\n', '}', ';']).next().unwrap_or_default().trim();
        let listed = listed.split("  ").next().unwrap_or_default();
        let problem = place.not_here("the sides of a game are listed after `sides`");
        return Some(problem.help(format!("write `sides {listed}`")));
    }
    let own = place.line_before().rsplit([',', '{']).next()?;
    let last = place.word_before();
    let listed = ["sides", "outcome"].iter().any(|word| own.contains(word)) && !["sides", "outcome"].contains(&last);
    let is_name = place.found.starts_with(|first: char| first.is_alphabetic());
    (place.text.starts_with("game ") && listed && is_name).then(|| {
        syntax(format!("found `{}`, expected `,`", place.found))
            .at(place.span(), "no comma before this")
            .help(format!("write `{last}, {}`", place.found))
    })
}

/// True in the braces of a position: what stands where when a scenario or test begins.
fn in_position(place: &Place<'_>) -> bool {
    ["scenario", "test", "lesson", "puzzle"].iter().any(|head| place.text.starts_with(head))
}

/// `A: Man(2)`, `A: Man [2]`
fn several(place: &Place<'_>) -> Option<Diagnostic> {
    let rest = place.text.get(place.at + 1..)?;
    let count = rest.get(..rest.find([')', ']'])?)?.trim_start_matches(['x', '*', ' ']);
    let is_count = !count.is_empty() && count.bytes().all(|sign| sign.is_ascii_digit());
    let length = rest.find([')', ']'])? + 2;
    (in_position(place) && matches!(place.found, "(" | "[") && is_count).then(|| {
        syntax(format!("unexpected `{}`", place.found))
            .at(place.part(place.at, place.at + length), "not allowed here")
            .help(format!("write `x{count}` after the kind for {count} of them"))
    })
}

/// `Red { gold = 3; … }`
fn sign_of_value(place: &Place<'_>) -> Option<Diagnostic> {
    let own = place.line_before().rsplit(['{', ';']).next()?;
    let (name, value) = own.split_once('=').map(|(name, value)| (name.trim(), value.trim()))?;
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    let is_number = value.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    if !in_position(place) || !matches!(place.found, "" | ";" | "}") || !is_word(name) || !is_number {
        return None;
    }
    let sign = place.at - own.len() + own.find('=')?;
    Some(
        syntax("the value of a variable takes no sign")
            .at(place.part(sign, sign + 1), "no sign here")
            .help(format!("write `{name} {value}`")),
    )
}

/// `side var gold 0..9`, `game var years: int 3`, `side gold: 0..9`
fn typed_variable(place: &Place<'_>) -> Option<Diagnostic> {
    let line = place.line_before();
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_bearer = |word: &str| ["game", "side", "piece", "space", "card", "edge"].contains(&word);
    let is_number = place.found.starts_with(|first: char| first.is_ascii_digit());
    match words.as_slice() {
        [bearer, "var", name] if is_bearer(bearer) && place.found == "per" && place.word_after() == "side" => {
            let problem = syntax("a variable is not `per side`").at(place.span(), "not allowed here");
            Some(match *bearer {
                "side" => problem.help(format!("leave out `per side`: each side has its own `{name}`")),
                _ => problem.help(format!("write a variable for each side: `{bearer} var {name}_1, {name}_2: TYPE`")),
            })
        }
        [bearer, "var", name] if is_bearer(bearer) && !name.contains(':') && !place.found.is_empty() => {
            let rest = place.text.get(place.at..)?.lines().next()?;
            let ty = rest.split([' ', '@']).next().unwrap_or_default();
            let is_type = ty.starts_with(|first: char| first.is_alphanumeric());
            is_type.then(|| {
                syntax(format!("`{name}` needs a colon before its type"))
                    .at(place.part(place.at, place.at + ty.len()), "no colon before this")
                    .help(format!("write `{name}: {ty}`"))
            })
        }
        [bearer, "var", _, "int" | "half"] if is_bearer(bearer) && is_number => Some(
            syntax("the value that a variable begins with is written after `=`")
                .at(place.span(), "no `=` before this")
                .help(format!("write `= {}`", place.found)),
        ),
        [bearer, name] if is_bearer(bearer) && place.found == ":" && *bearer != "card" => Some(
            syntax("a variable is declared with `var`")
                .at(place.behind(name), "no `var` before this")
                .help(format!("write `{bearer} var {name}: {}`", place.word_after())),
        ),
        _ => None,
    }
}

/// `kind Foot { has { force: int } }`
fn facts_in_kind(place: &Place<'_>) -> Option<Diagnostic> {
    let heads = [("kind ", "piece"), ("terrain ", "terrain"), ("card ", "card"), ("weather ", "weather")];
    let (_, bearer) = heads.iter().find(|(head, _)| place.text.starts_with(head))?;
    (place.found == "{" && place.word_before() == "has").then(|| {
        syntax("facts are declared for all at once, outside the braces of one")
            .at(place.behind("has"), "not allowed here")
            .help(format!("write `{bearer} has {{ … }}` as an item of its own, and the value here: `NAME 2`"))
    })
}

/// `table combat(odds: int, dice: int)`
fn axes_in_brackets(place: &Place<'_>) -> Option<Diagnostic> {
    let head = place.text.get(..place.at)?;
    if !head.starts_with("table ") || head.contains(['{', '\n']) || place.found != "(" {
        return None;
    }
    let inside = place.after().split([')', '\n']).next().unwrap_or_default();
    let axes: Vec<&str> = inside.split(',').map(str::trim).filter(|axis| axis.contains(':')).collect();
    let (rows, columns) = match axes.as_slice() {
        [rows, columns] => (*rows, *columns),
        _ => ("NAME: TYPE", "NAME: TYPE"),
    };
    Some(
        syntax("the axes of a table are its `rows` and its `columns`")
            .at(place.span(), "no brackets here")
            .help(format!("write `rows {rows} columns {columns}` after the title")),
    )
}

/// `names year { 1450, 1451 }`, `names land { North vp 2 }`
fn numeral(place: &Place<'_>) -> Option<Diagnostic> {
    let is_number = !place.found.is_empty() && place.found.bytes().all(|sign| sign.is_ascii_digit());
    let own = place.line_before().rsplit(['{', ',']).next().unwrap_or_default();
    if let ([value, fact], true) = (own.split_whitespace().collect::<Vec<_>>().as_slice(), is_number)
        && place.text.starts_with("names ")
    {
        return Some(
            syntax("the facts of a value stand in braces")
                .at(place.span(), "no braces around this")
                .help(format!("write `{value} {{ {fact} {} }}`", place.found)),
        );
    }
    (place.text.starts_with("names ") && is_number).then(|| {
        syntax("a value of a list begins with a letter")
            .at(place.span(), "begins with a digit")
            .help(format!("write a name, and the text that players see: `y{0} \"{0}\"`", place.found))
    })
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
    let line = place.line_before();
    let own = line.get(line.rfind(['{', ';']).map_or(0, |at| at + 1)..)?.trim_start();
    let side = place.word_before();
    let begun = place.found == "{" && in_position(place) && own.contains(": ") && !own.starts_with("army ");
    (begun && !side.is_empty() && !own.ends_with(':')).then(|| {
        syntax(format!("expected a new line or `;` before `{side}`"))
            .at(place.behind(side), "read as a thing of the line before")
            .help(format!("write `; {side} {{`"))
    })
}
