//! Breakpoints: a section, a named rule, a line of a file.

use crate::analysis::citing::{Named, TEST, named};
use crate::diagnostic::nearest;
use crate::diagnostic::words::{count, one_of};
use crate::model::game::Game;
use crate::model::id::SectionId;
use crate::play::observer::{Asked, sort, statements};
use crate::source::{SourceId, Span, fold, plain_words};

/// The kinds of named rules that are evaluated or run.
const STOPPING: [&str; 8] = ["step", "action", "card", "procedure", "word", "fn", "quantity", "table"];
/// Clauses, which stop at their line and at their sections.
const CLAUSES: [&str; 4] = ["modify", "forbid", "hook", "whenever"];

/// A place where a decision stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) struct Break {
    /// Its text, as it is listed and as it is typed to remove it.
    pub text: String,
    at: At,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum At {
    /// Rules with one name: the kind and place of each.
    Rules(Vec<(&'static str, Span)>),
    /// Any rule that cites one of these sections.
    Sections(Vec<SectionId>),
    /// Any rule or statement that begins on this line.
    Line(SourceId, u32),
}

impl Break {
    /// Whether it stops before this rule or statement.
    pub(super) fn stops_at(&self, asked: &Asked<'_>, game: &Game) -> bool {
        match &self.at {
            At::Rules(rules) => rules.iter().any(|(sort, span)| *sort == asked.sort && span.covers(asked.span)),
            At::Sections(sections) => {
                asked.sort != sort::CHOICE && asked.cites.iter().any(|cite| sections.contains(cite))
            }
            At::Line(source, line) => {
                !asked.span.is_empty()
                    && asked.span.source == *source
                    && game.sources.line_column(asked.span).0 == *line
            }
        }
    }

    /// The breakpoint that a text names.
    ///
    /// # Errors
    /// The error, with suggestions.
    pub(in crate::session) fn read(game: &Game, text: &str) -> Result<Break, String> {
        let text = text.trim();
        if let Some((file, line)) = text.rsplit_once(':') {
            if let Ok(line) = line.trim().parse::<u32>() {
                return line_of(game, file.trim(), line);
            }
        }
        let number = text.trim_start_matches(['@', '§']);
        if number.starts_with(|sign: char| sign.is_ascii_digit()) {
            return section(game, number);
        }
        name(game, text)
    }
}

/// The named rules that are evaluated or run.
fn rules(game: &Game) -> Vec<Named<'_>> {
    let mut all = named(game);
    all.retain(|item| STOPPING.contains(&item.kind));
    all
}

/// The names of rules that can have a breakpoint, for completion.
pub(super) fn names(game: &Game) -> Vec<String> {
    let mut all: Vec<String> = rules(game).iter().map(|item| plain_words(item.name)).collect();
    all.extend(
        game.permissions.iter().filter(|item| !item.forbids.is_empty()).map(|item| format!("may {}", item.name)),
    );
    all.sort();
    all.dedup();
    all
}

fn name(game: &Game, text: &str) -> Result<Break, String> {
    let plain = |name: &str| fold(&plain_words(name));
    let wanted = plain(text);
    if wanted.is_empty() {
        return Err("`break` takes a section, the name of a rule, or FILE:LINE".to_owned());
    }
    let rules = rules(game);
    let mut found: Vec<(&'static str, Span)> = Vec::new();
    for item in &rules {
        if plain(item.name) == wanted || plain(item.title) == wanted {
            found.extend(STOPPING.iter().find(|sort| **sort == item.kind).map(|sort| (*sort, item.span)));
        }
    }
    for item in &game.permissions {
        let with_may = format!("may {}", item.name);
        if plain(&with_may) == wanted && !item.forbids.is_empty() {
            found.push(("permission", item.span));
        }
    }
    // Any member of a family may be carried out.
    for offer in game.offers.iter().filter(|offer| !offer.is_family) {
        let family = offer.family.map(|family| &game.offers[family.at()]);
        if family.is_some_and(|family| plain(&family.name) == wanted || plain(&family.title) == wanted) {
            found.push(("action", offer.span));
        }
    }
    if !found.is_empty() {
        return Ok(Break { text: text.to_owned(), at: At::Rules(found) });
    }
    let other = named(game).into_iter().find(|item| {
        !CLAUSES.contains(&item.kind)
            && item.kind != TEST
            && (plain(item.name) == wanted || plain(item.title) == wanted)
    });
    if let Some(item) = other {
        return Err(format!(
            "`{text}` is a {}: it is never asked or run; break at a rule that reads it",
            if item.kind == "state" { "variable" } else { item.kind }
        ));
    }
    let titles = rules.iter().flat_map(|item| [item.name, item.title]).map(plain_words);
    let all: Vec<String> = titles.chain(names(game)).collect();
    let near = nearest(&plain_words(text), all.iter().map(String::as_str));
    Err(match near {
        Some(near) => format!("no rule is named `{text}`; did you mean `break {near}`?"),
        None => format!("no rule is named `{text}`; `break` takes a section, the name of a rule, or FILE:LINE"),
    })
}

fn section(game: &Game, number: &str) -> Result<Break, String> {
    let Some(head) = game.sections.iter().find(|one| one.is_numbered(number)) else {
        if game.sections.is_empty() {
            return Err("this game has no rulebook".to_owned());
        }
        let shorter = number.rsplit_once('.').map(|(front, _)| front);
        let near = nearest(number, game.sections.iter().map(|one| one.number.as_str())).or_else(|| {
            game.sections.iter().find(|one| Some(one.number.as_str()) == shorter).map(|one| one.number.as_str())
        });
        let near = near.map(|near| format!("; did you mean `break {near}`?")).unwrap_or_default();
        return Err(format!("the rulebook has no section {number}{near}"));
    };
    let below = format!("{}.", head.number.strip_suffix(".0").unwrap_or(&head.number));
    let is_in = |one: &str| one == head.number || one.starts_with(&below);
    let all: Vec<SectionId> =
        (0u16..).zip(&game.sections).filter(|(_, one)| is_in(&one.number)).map(|(at, _)| SectionId(at)).collect();
    let stops = |item: &Named<'_>| STOPPING.contains(&item.kind) || CLAUSES.contains(&item.kind);
    let cited = named(game).iter().any(|item| stops(item) && item.cites.iter().any(|cite| all.contains(cite)));
    if !cited {
        return Err(format!("no rule that is asked or run cites {number}: `rule {number}` shows what cites it"));
    }
    Ok(Break { text: head.number.clone(), at: At::Sections(all) })
}

/// The places where rules and statements begin.
fn places(game: &Game) -> Vec<Span> {
    let mut all = Vec::new();
    for script in &game.scripts {
        statements(&script.body, &mut all);
    }
    let stops = |item: &Named<'_>| STOPPING.contains(&item.kind) && item.kind != "card" || CLAUSES.contains(&item.kind);
    all.extend(named(game).iter().filter(|item| stops(item)).map(|item| item.span));
    all.extend(game.permissions.iter().filter(|item| !item.span.is_empty()).map(|item| item.span));
    all.extend(game.offers.iter().map(|offer| offer.span));
    all.extend(game.offers.iter().flat_map(|offer| offer.guards.iter().map(|guard| guard.condition.span)));
    all.extend(game.words.iter().flat_map(|word| word.replacements.iter().map(|other| other.body.span)));
    all
}

fn line_of(game: &Game, file: &str, line: u32) -> Result<Break, String> {
    let is_end = |name: &str| name == file || name.strip_suffix(file).is_some_and(|front| front.ends_with('/'));
    let found: Vec<_> = game.sources.iter().filter(|(_, source)| is_end(&source.name)).collect();
    let (id, source) = match found.as_slice() {
        [] => {
            let short = |name: &str| name.rsplit('/').next().map(ToOwned::to_owned).unwrap_or_default();
            let names: Vec<String> =
                game.sources.iter().flat_map(|(_, source)| [source.name.clone(), short(&source.name)]).collect();
            let near = nearest(file, names.iter().map(String::as_str));
            let near = near.map(|near| format!("; did you mean `break {near}:{line}`?")).unwrap_or_default();
            return Err(format!("this game has no file `{file}`{near}"));
        }
        [one] => *one,
        several => {
            let names: Vec<String> = several.iter().map(|(_, source)| format!("{}:{line}", source.name)).collect();
            return Err(format!("several files match `{file}`: {}", one_of(&names)));
        }
    };
    if line == 0 || line > source.lines() {
        return Err(format!("{} has {}", source.name, count(source.lines() as usize, "line")));
    }
    let begins = places(game).into_iter().filter(|span| span.source == id);
    let mut lines: Vec<u32> = begins.map(|span| game.sources.line_column(span).0).collect();
    lines.sort_unstable();
    lines.dedup();
    if !lines.contains(&line) {
        let next = lines.iter().find(|one| **one > line).or(lines.last());
        let next = next.map(|next| format!("; the nearest is `break {file}:{next}`")).unwrap_or_default();
        return Err(format!("no rule or statement begins in line {line} of {}{next}", source.name));
    }
    Ok(Break { text: format!("{}:{line}", source.name), at: At::Line(id, line) })
}
