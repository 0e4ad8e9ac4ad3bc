//! Two rules whose order matters, as a `test` item: the smallest position in which the order makes a difference.

use crate::analysis::conflicts::{Conflict, Moment};
use crate::catalog::{Catalog, GameEntry, SourceText};
use crate::check;
use crate::play::native;
use crate::source::Span;

use super::{Opening, Session};

/// The most texts tried in making a test smaller.
const MOST_TRIED: usize = 400;

/// A test of a game that passes with the written order of two rules and to which the other order makes a difference.
/// Comments in it give the results of the other order.
///
/// # Errors
/// The reason why the conflict cannot be written as a test.
pub fn conflict_test(entry: &GameEntry, conflict: &Conflict, title: &str) -> Result<String, String> {
    let proof = conflict.proof.as_ref().ok_or("play has never met both rules")?;
    let writer = Writer { entry, moment: &proof.again, title };
    // The nearest position says best why there is no test; one further away may only be a bad place to begin.
    let mut problem = None;
    for start in 0..proof.again.starts() {
        let found = match writer.from(start) {
            Ok(text) if writer.tells(&text) => return Ok(writer.noted(&writer.smallest(text), &proof.differs)),
            Ok(_) => "what differs cannot be seen in a test".to_owned(),
            Err(other) => other,
        };
        problem.get_or_insert(found);
    }
    Err(problem.unwrap_or_else(|| "the moment came before the first step".to_owned()))
}

struct Writer<'w> {
    entry: &'w GameEntry,
    moment: &'w Moment,
    title: &'w str,
}

impl Writer<'_> {
    /// The test that begins in one of the positions from which the conflict was reached.
    fn from(&self, start: usize) -> Result<String, String> {
        let (game, moment) = (self.moment.game(), self.moment);
        let opening = Opening { seed: moment.seed(), ..Opening::hot_seat(game) };
        let session = Session::set_up(game, opening, native::make, Vec::new());
        let mut session = session.map_err(|fault| fault.message)?;
        session.play.adjust(|run| moment.stand(start, run));
        session.play.set_oracle(moment.oracle(start));
        session.go_on();
        let state = moment.state(start).ok_or("there is no such position")?;
        let layout = session.play.look(|run| run.live.layout().clone());
        session.test_from(state, layout, self.title)
    }

    /// True if the checker accepts the test, it passes, and the other order would make a difference to it.
    fn tells(&self, text: &str) -> bool {
        if !["\n  then ", "\n  offered ", "\n  asked ", "\n  ended "].iter().any(|line| text.contains(line)) {
            return false;
        }
        let rules = self.entry.texts().into_iter();
        let mut texts: Vec<SourceText> = rules.filter(|text| !text.path.starts_with("tests/")).collect();
        let path = format!("tests/{}/conflict.ori", self.entry.folder);
        texts.push(SourceText { path: path.clone(), text: text.to_owned() });
        let catalog = Catalog::new(texts);
        let Some(entry) = catalog.games.first() else { return false };
        let game = self.moment.game();
        let readings: Vec<(String, String)> = game
            .rulings
            .iter()
            .zip(&game.readings)
            .filter_map(|(ruling, value)| {
                Some((ruling.name.clone(), ruling.values.get(usize::from(*value))?.0.clone()))
            })
            .collect();
        let compiled = catalog.compile(entry, Some(&game.scenario), &readings);
        // The rules may have tests beside them.
        let is_new = |span: Span| catalog.sources.name_of(span.source) == path;
        let tests: Vec<Span> = entry.test_spans().into_iter().filter(|span| is_new(*span)).collect();
        if compiled.diagnostics.iter().any(|one| check::is_in(&tests, one)) {
            return false;
        }
        let Some(game) = compiled.game else { return false };
        game.tests.iter().find(|test| is_new(test.span)).is_some_and(|test| self.moment.is_told_by(&game, test))
    }

    /// The test without its unnecessary parts.
    fn smallest(&self, text: String) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut tried = 0;
        loop {
            let before = lines.len();
            let length: usize = lines.iter().map(String::len).sum();
            let mut at = lines.len();
            while at > 1 {
                at -= 1;
                // For a conflict of values, all results are kept: a test may not detect which one differs.
                if self.moment.is_a_value() && lines[at].starts_with("  then ") {
                    continue;
                }
                for smaller in without(&lines, at) {
                    tried += 1;
                    if tried > MOST_TRIED {
                        return lines.join("\n") + "\n";
                    }
                    if self.tells(&(smaller.join("\n") + "\n")) {
                        lines = smaller;
                        break;
                    }
                }
                at = at.min(lines.len());
            }
            if (before, length) == (lines.len(), lines.iter().map(String::len).sum()) {
                return lines.join("\n") + "\n";
            }
        }
    }

    /// The test with comments on the differences.
    fn noted(&self, text: &str, differs: &[String]) -> String {
        let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
        let notes: String = differs.iter().map(|line| format!("  // {line}\n")).collect();
        format!("{head}\n{notes}{rest}")
    }
}

/// The texts with less than this one at a line: without the line, without its block, or without one of its parts.
fn without(lines: &[String], at: usize) -> Vec<Vec<String>> {
    let Some(line) = lines.get(at) else { return Vec::new() };
    let cut = |from: usize, to: usize| [&lines[..from], &lines[to..]].concat();
    let indent = |line: &str| line.len() - line.trim_start().len();
    if line.trim() == "}" {
        return Vec::new();
    }
    if line.ends_with('{') {
        let closes = lines.iter().skip(at + 1).position(|other| indent(other) <= indent(line));
        return closes.map(|closes| vec![cut(at, at + closes + 2)]).unwrap_or_default();
    }
    let mut found = vec![cut(at, at + 1)];
    let (head, list) = match line.split_once(": ") {
        Some((place, things)) if !line.trim_start().starts_with("play ") => (format!("{place}: "), things),
        _ => match line.trim_start().strip_prefix("then ") {
            Some(things) => ("  then ".to_owned(), things),
            None => return found,
        },
    };
    let parts: Vec<&str> = list.split(", ").collect();
    for left_out in (0..parts.len()).filter(|_| parts.len() > 1) {
        let kept: Vec<&str> =
            parts.iter().enumerate().filter(|(place, _)| *place != left_out).map(|(_, part)| *part).collect();
        let mut smaller = lines.to_vec();
        smaller[at] = format!("{head}{}", kept.join(", "));
        found.push(smaller);
    }
    found
}
