//! Errors about names without a meaning where they stand, with the names that were probably meant.

use crate::diagnostic::{Diagnostic, look, may_look, nearest, words};
use crate::syntax::ast::{Cite, Name, Written};

/// No name to propose.
pub(crate) const NO_NAMES: [&str; 0] = [];

/// A section that the rulebook does not have.
pub(crate) fn unknown_section<'n>(cite: &Cite, sections: impl Iterator<Item = &'n str>) -> Diagnostic {
    let sections: Vec<&str> = sections.collect();
    let mut near: Option<&str> = of_other_book(&cite.section, &sections);
    if let Some(meant) = near {
        return Diagnostic::error("unknown-section", format!("the rulebook has no section `{}`", cite.section))
            .at(cite.span, "cited here")
            .help(format!("did you mean `@{meant}`?"));
    }
    let mut chapters: Vec<&str> = Vec::new();
    let may_look = may_look();
    for section in sections.iter().copied().take_while(|_| may_look) {
        look();
        if !section.contains('.') {
            chapters.push(section);
        }
        let common = section.bytes().zip(cite.section.bytes()).take_while(|(a, b)| a == b).count();
        let best = near.map_or(0, |near| near.bytes().zip(cite.section.bytes()).take_while(|(a, b)| a == b).count());
        let closer =
            common > best || common == best && near.is_some_and(|near| (section.len(), section) < (near.len(), near));
        if common > 0 && closer {
            near = Some(section);
        }
    }
    let diagnostic = Diagnostic::error("unknown-section", format!("the rulebook has no section `{}`", cite.section))
        .at(cite.span, "cited here");
    chapters.sort_unstable_by_key(|chapter| (chapter.len(), *chapter));
    diagnostic.help_if(match (near, chapters.as_slice()) {
        (Some(near), _) => Some(format!("did you mean `@{near}`?")),
        (None, [first, .., last]) => Some(format!("its chapters are `{first}` to `{last}`")),
        (None, _) => None,
    })
}

/// The section of this number in the book of a mod: `fords.5` for `5` if the game has no section 5, and for `ford.5`.
fn of_other_book<'n>(cited: &str, sections: &[&'n str]) -> Option<&'n str> {
    let is_book = |book: &str| book.starts_with(char::is_alphabetic);
    let (book, number) = cited.split_once('.').filter(|(book, _)| is_book(book)).unwrap_or(("", cited));
    let same = |section: &&&str| section.split_once('.').is_some_and(|(own, rest)| is_book(own) && rest == number);
    let mut found: Vec<&'n str> = sections.iter().filter(same).copied().collect();
    found.sort_unstable();
    let books = found.iter().filter_map(|section| section.split('.').next());
    match nearest(book, books) {
        Some(near) => found.iter().find(|section| section.split('.').next() == Some(near)).copied(),
        None => found.first().copied().filter(|_| found.len() == 1),
    }
}

/// A name without a meaning here. `what` is the kind of name expected: `kind`, `side`.
pub(crate) fn unknown<'t, N: AsRef<str>>(
    what: &str,
    written: impl Into<Written<'t>>,
    names: impl IntoIterator<Item = N>,
) -> Diagnostic {
    let Written { text: name, span } = written.into();
    let unknown =
        Diagnostic::error("unknown-word", format!("no {what} named `{name}`")).seeking(what, span, "named here");
    match elsewhere(what, name) {
        Some(help) => unknown.help(help),
        None if matches!(name, "the" | "end") && what == "scope" => {
            unknown.help("name the scope alone: `until turn` is until the turn has ended")
        }
        None => unknown.instead_of(name, names),
    }
}

/// The equivalent of a name of another language.
fn elsewhere(what: &str, name: &str) -> Option<&'static str> {
    let of_type = what.contains("type");
    Some(match name {
        "string" | "String" | "str" | "char" if of_type => "write `text`",
        "bool" | "boolean" | "Bool" if of_type => "write `flag`",
        "number" | "integer" | "Int" | "float" | "i32" | "i64" if of_type => "write `int`",
        "and" | "or" if what == "word" => "write `,` between two phrases: `for KIND, KIND`",
        _ if what == "word" && name.contains(' ') => "write `because` before a reason",
        "in" if what == "word" => "a scope is named with `during`, a place with `at`",
        _ => return None,
    })
}

/// A place that the board does not have.
pub(crate) fn unknown_place<'t, N: AsRef<str>>(
    written: impl Into<Written<'t>>,
    names: impl IntoIterator<Item = N>,
) -> Diagnostic {
    let Written { text: name, span } = written.into();
    let unknown = Diagnostic::error("unknown-place", format!("no place named `{name}`")).at(span, "named here");
    if !may_look() {
        return unknown;
    }
    let names: Vec<N> = names.into_iter().collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    // A similar number is no help for a numbered space; the range of numbers is.
    let is_number = |name: &&str| !name.is_empty() && name.bytes().all(|sign| sign.is_ascii_digit());
    let numbers = || names.iter().copied().filter(|name| is_number(name));
    match (numbers().min(), numbers().max()) {
        (Some(low), Some(high)) if is_number(&name) => unknown.help(format!("spaces are numbered `{low}` to `{high}`")),
        _ => match places_like(name, &names) {
            Some(help) if crate::diagnostic::nearest(name, names.iter().copied()).is_none() => unknown.help(help),
            _ => unknown.instead_of(name, names),
        },
    }
}

/// The places that share a word with the name of one that the board does not have: `left rear` for `left back`.
fn places_like(name: &str, names: &[&str]) -> Option<String> {
    const LISTED: usize = 6;
    let (first, last) = name.split_once([' ', '_'])?;
    let begins = |place: &&str| place.split_once([' ', '_']).is_some_and(|(word, _)| word == first);
    let ends = |place: &&str| place.split_once([' ', '_']).is_some_and(|(_, word)| word == last);
    let like = |is_like: &dyn Fn(&&str) -> bool| names.iter().copied().filter(is_like).collect::<Vec<&str>>();
    let found = [like(&begins), like(&ends)].into_iter().find(|found| (1..=LISTED).contains(&found.len()))?;
    Some(format!("choose {}", words::one_of_quoted(&found)))
}

/// A label that no clause, step or terrain bears.
pub(crate) fn unknown_label<'t, N: AsRef<str>>(
    written: impl Into<Written<'t>>,
    names: impl IntoIterator<Item = N>,
) -> Diagnostic {
    let Written { text: name, span } = written.into();
    Diagnostic::error("unknown-label", format!("no clause has the label `{name}`"))
        .seeking("label", span, "named here")
        .instead_of(name, names)
}

/// A name that cannot be forbidden or hooked.
pub(crate) fn unknown_verb<'t, N: AsRef<str>>(
    written: impl Into<Written<'t>>,
    names: impl IntoIterator<Item = N>,
) -> Diagnostic {
    let Written { text: name, span } = written.into();
    if name.is_empty() {
        return Diagnostic::error("missing-part", "expected what this is about")
            .at(span, "something is missing")
            .help("name an action, a permission, a walk, a step or a verb of movement: `forbid enter …`");
    }
    let unknown =
        Diagnostic::error("unknown-verb", format!("no action, permission, walk, step or verb named `{name}`"))
            .seeking("verb", span, "named here")
            .instead_of(name, names);
    match name {
        _ if name.contains('.') => unknown.help(format!("a condition follows `when`: `forbid when {name}`")),
        "move" | "moving" | "entering" | "moves" | "into" | "leaving" | "exit" | "placing" | "passing" | "staying"
        | "stop" | "stopping" => unknown.help("the verbs of movement are `enter`, `leave`, `place`, `pass` and `stay`"),
        _ => unknown,
    }
}

/// A parameter without a type whose name is not a noun.
pub(crate) fn parameter_without_type<'n>(
    name: &Name,
    nouns: impl IntoIterator<Item = &'n str>,
    kinds: &[&str],
) -> Diagnostic {
    Diagnostic::error(
        "parameter-without-type",
        format!("parameter `{}` needs a type: it is not a declared `noun`", name.text),
    )
    .at(name.span, "needs a type")
    .help(match nearest(&name.text, nouns) {
        _ if matches!(name.text.as_str(), "player" | "army" | "faction" | "team") => "did you mean `side`?".to_owned(),
        Some(noun) => format!("did you mean `{noun}`?"),
        None if kinds.contains(&name.text.as_str()) => {
            format!("`{0}` is a kind: declare `noun {0} = {0}`, or write `{0}: piece`", name.text)
        }
        None => format!("write `{0}: piece`, or declare `noun {0} = …`", name.text),
    })
}
