//! `cover`: the rules, tests and random-play coverage of each section of a rulebook.

use std::path::PathBuf;

use oriflamme::analysis::cover::{Coverage, Covered, Exercise, Passage, Unfinished, cover as coverage_of};
use oriflamme::catalog::GameEntry;
use oriflamme::diagnostic::render;
use oriflamme::draw::{Line, Role, columns};
use serde_json::{Value, json};

use crate::args::{Cover, Format};
use crate::paint::{Paint, complain, fault_text, say};
use crate::{Ending, Refused, Run, data};

/// The maximum width of a section's title.
const TITLE: usize = 44;
/// The width of a title that is shortened for a narrow terminal.
const LEAST_TITLE: usize = 8;
/// The width of the three columns behind the titles, and of what is between them.
const COUNTS: usize = 21;
/// The maximum number of test titles shown for a section.
const MOST_TITLES: usize = 2;
/// The maximum number of rule errors shown.
const MOST_FAULTS: usize = 3;

/// Shows the coverage of a game.
pub(crate) fn cover(folders: &[PathBuf], args: &Cover, paint: Paint) -> Run {
    let catalog = data::whole_catalog(folders)?;
    let entry = data::find_game(&catalog, &args.game)?;
    // The rulings of a game are those of each of its scenarios.
    let first = entry.scenarios.first().map(|one| one.name.as_str());
    let readings = data::readings(&catalog, entry, first, &args.set)?;
    let coverage = coverage_of(&catalog, entry, &readings, args.games, args.seed, args.engine.make())
        .map_err(|found| Refused::rules(found, &catalog.sources))?;
    match args.format {
        Format::Json => say(&to_json(entry, args, &coverage).to_string()),
        Format::Text => {
            for line in report(entry, args, &coverage, paint.width) {
                paint.show(&line);
            }
        }
    }
    for one in coverage.unfinished.iter().take(MOST_FAULTS) {
        tell(one);
    }
    if !coverage.mistakes.is_empty() {
        complain(&render::plain_all(&coverage.mistakes, &catalog.sources));
    }
    let is_sound = coverage.unfinished.is_empty() && coverage.mistakes.is_empty();
    Ok(Ending::fine_if(coverage.is_whole() && is_sound))
}

/// Reports why a game did not end.
fn tell(one: &Unfinished) {
    let Unfinished { scenario, number, fault } = one;
    match fault {
        Some((game, fault)) => {
            complain(&format!("{scenario}, game {number}:"));
            complain(&fault_text(fault, &game.sources));
        }
        None => complain(&format!("{scenario}, game {number}: did not end")),
    }
}

/// The table with its head and summary, `width` columns wide.
fn report(entry: &GameEntry, args: &Cover, coverage: &Coverage, width: usize) -> Vec<Line> {
    let sections = &coverage.sections;
    let numbers = sections.iter().map(|one| columns(&one.number) + 1).max().unwrap_or(0).max(7);
    let titles = sections.iter().map(|one| columns(&one.title)).max().unwrap_or(0).min(TITLE);
    let titles = titles.min(width.saturating_sub(numbers + 2 + COUNTS)).max(LEAST_TITLE);
    let head = format!("{:<numbers$}  {:<titles$}  rules  tests  play", "section", "");
    let mut lines = vec![Line::of(Role::Title, entry.title.as_str()), Line::of(Role::Dim, head)];
    for section in sections {
        lines.extend(rows(section, numbers, titles, width));
    }
    lines.push(Line::new());
    lines.extend(sum(args, coverage).into_iter().flat_map(|line| line.wrapped(width, 2)));
    lines
}

/// A section: one line with its numbers, then its places and first tests.
fn rows(section: &Covered, numbers: usize, titles: usize, width: usize) -> Vec<Line> {
    let mut line = Line::of(Role::Cite, format!("§{}", section.number)).padded(numbers + 2);
    line.append(Line::of(Role::Plain, section.title.as_str()).cut(titles).padded(titles + 2));
    line.append(count(section.rules.len(), section.lacks_rule()));
    line.append(count(section.tests.len(), section.lacks_test()));
    line.append(match section.play {
        _ if section.prose => Line::of(Role::Dim, "prose"),
        Exercise::Ran => Line::of(Role::Good, "ran"),
        Exercise::Never => Line::of(Role::Plain, "never"),
        Exercise::Still => Line::of(Role::Dim, "-"),
    });
    let mut lines = vec![line];
    let indent = numbers + 2;
    if !section.rules.is_empty() {
        lines.extend(Line::of(Role::Dim, places(&section.rules)).indented(indent).wrapped(width, indent + 2));
    }
    if !section.tests.is_empty() {
        let mut titles: Vec<String> =
            section.tests.iter().take(MOST_TITLES).map(|test| format!("\"{}\"", test.name)).collect();
        if section.tests.len() > MOST_TITLES {
            titles.push("…".to_owned());
        }
        lines.extend(Line::of(Role::Dim, titles.join(", ")).indented(indent).wrapped(width, indent + 2));
    }
    lines
}

/// A number in a column seven characters wide.
fn count(number: usize, lacking: bool) -> Line {
    let role = if lacking { Role::Bad } else { Role::Plain };
    Line::of(role, if lacking { "   no".to_owned() } else { format!("{number:>5}") }).padded(7)
}

/// Places, each file named once: `rules/a.ori:12, :40; cards/b.ori:3`.
fn places(passages: &[Passage]) -> String {
    let mut text = String::new();
    let mut file = "";
    for one in passages {
        if one.file == file {
            text.push_str(&format!(", :{}", one.line));
        } else {
            let between = if text.is_empty() { "" } else { "; " };
            text.push_str(&format!("{between}{}:{}", one.file, one.line));
            file = &one.file;
        }
    }
    text
}

/// The summary.
fn sum(args: &Cover, coverage: &Coverage) -> Vec<Line> {
    let sections = &coverage.sections;
    let prescribe = sections.iter().filter(|one| !one.prose).count();
    let mut lines = vec![Line::plain(format!(
        "{} sections; {prescribe} normative, {} prose. Random play: {} of {}, seed {}{}",
        sections.len(),
        sections.len() - prescribe,
        if args.games == 1 { "1 game".to_owned() } else { format!("{} games", args.games) },
        coverage.scenarios.join(", "),
        args.seed,
        args.set.iter().map(|ruling| format!(", {ruling}")).collect::<String>()
    ))];
    let mut list = |role: Role, what: &str, is: &dyn Fn(&Covered) -> bool| {
        let found: Vec<String> = sections.iter().filter(|one| is(one)).map(|one| format!("§{}", one.number)).collect();
        if !found.is_empty() {
            lines.push(Line::of(role, format!("{what}: ")).and(Role::Cite, found.join(" ")));
        }
    };
    list(Role::Bad, "without a rule", &Covered::lacks_rule);
    list(Role::Bad, "without a test", &Covered::lacks_test);
    list(Role::Plain, "never run in random play", &|one| !one.prose && one.play == Exercise::Never);
    if coverage.is_whole() {
        lines.push(Line::of(Role::Good, "every normative section has a rule and a test"));
    }
    lines
}

fn to_json(entry: &GameEntry, args: &Cover, coverage: &Coverage) -> Value {
    let passages = |list: &[Passage], name: &str| -> Vec<Value> {
        list.iter().map(|one| json!({ "file": one.file, "line": one.line, "kind": one.kind, name: one.name })).collect()
    };
    let sections: Vec<Value> = (coverage.sections.iter())
        .map(|one| {
            json!({
                "number": one.number,
                "title": one.title,
                "prose": one.prose,
                "rules": passages(&one.rules, "name"),
                "tests": passages(&one.tests, "title"),
                "play": match one.play {
                    Exercise::Ran => Value::Bool(true),
                    Exercise::Never => Value::Bool(false),
                    Exercise::Still => Value::Null,
                },
                "lacks_rule": one.lacks_rule(),
                "lacks_test": one.lacks_test(),
            })
        })
        .collect();
    let unfinished: Vec<Value> = (coverage.unfinished.iter())
        .map(|one| {
            let fault = one.fault.as_ref().map(|(_, fault)| fault.message.clone());
            json!({ "scenario": one.scenario, "game": one.number, "fault": fault })
        })
        .collect();
    json!({
        "game": entry.name,
        "title": entry.title,
        "scenarios": coverage.scenarios,
        "games": args.games,
        "seed": args.seed,
        "whole": coverage.is_whole(),
        "sections": sections,
        "unfinished": unfinished,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_named_once() {
        let at = |file: &str, line| Passage { file: file.to_owned(), line, kind: String::new(), name: String::new() };
        let all = [at("cards/a.ori", 3), at("rules/b.ori", 12), at("rules/b.ori", 40)];
        assert_eq!(places(&all), "cards/a.ori:3; rules/b.ori:12, :40");
    }
}
