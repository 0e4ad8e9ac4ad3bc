//! What is checked after a change, a part at a time: first the game alone, then each of its scenarios.

use std::collections::BTreeMap;

use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams};
use oriflamme::authoring::Project;
use oriflamme::catalog::{Compiled, GameEntry, is_played};
use oriflamme::diagnostic::{Diagnostic, Severity};
use rayon::prelude::*;
use serde_json::json;

use super::Server;

/// A game, by its folder, with a scenario or without.
type Checked = (String, Option<String>);

/// The state of checking.
#[derive(Default)]
pub(super) struct Checking {
    /// The files whose games are still to be checked, each with the number of its parts that are done.
    due: Vec<(String, usize)>,
    /// What was found in each part when it was last checked.
    found: BTreeMap<Checked, Vec<Diagnostic>>,
}

impl Checking {
    /// True if something is still to be checked.
    pub(super) fn is_due(&self) -> bool {
        !self.due.is_empty()
    }

    /// Forgets all that was found.
    pub(super) fn forget(&mut self) {
        self.found.clear();
    }

    /// Begins to check what a changed file belongs to.
    pub(super) fn begin(&mut self, project: &Project, path: &str) {
        // What was found in the old text has no place in the new one.
        let source = project.source(path);
        self.found.values_mut().for_each(|found| found.retain(|one| one.span().map(|span| span.source) != source));
        self.due.retain(|(other, _)| other != path);
        self.due.push((path.to_owned(), 0));
    }

    /// All that is known about a game, each diagnostic once.
    fn of_game(&self, folder: &str) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = Vec::new();
        let parts = self.found.iter().filter(|((game, _), _)| game == folder);
        for one in parts.flat_map(|(_, found)| found) {
            if !all.contains(one) {
                all.push(one.clone());
            }
        }
        all
    }
}

impl Server {
    /// Checks the next part, or the next parts at once, and tells the editor.
    pub(super) fn check_on(&mut self) {
        let Some((path, done)) = self.checking.due.last().cloned() else { return };
        let Some(folder) = self.project.game_of(&path).map(|game| game.folder.clone()) else {
            self.checking.due.pop();
            let found = self.project.outside(&path);
            self.publish(&path, &found);
            return;
        };
        // Errors of rules are told at once, the rest once the tests have been read, too.
        if done == 0 && is_played(&path) {
            let quick = self.project.game_of(&path).map(|game| self.project.catalog().errors_in_rules(game));
            if let Some(errors) = quick.filter(|errors| !errors.is_empty()) {
                self.publish(&path, &errors);
            }
        }
        let parts = self.project.parts(&path);
        // The game alone comes first: its errors are those of all its scenarios.
        let threads = self.pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
        let next = if done == 0 { 1 } else { threads };
        let now: Vec<(&GameEntry, Option<&str>)> = parts.iter().copied().skip(done).take(next).collect();
        let is_last = done + now.len() >= parts.len();
        let catalog = self.project.catalog();
        let check = |(game, scenario): &(&GameEntry, Option<&str>)| {
            ((folder.clone(), scenario.map(str::to_owned)), catalog.compile_and_check(game, *scenario))
        };
        let found: Vec<(Checked, Compiled)> = match &self.pool {
            Some(pool) if now.len() > 1 => pool.install(|| now.par_iter().map(check).collect()),
            _ => now.iter().map(check).collect(),
        };
        for ((folder, scenario), compiled) in found {
            if let (Some(game), None) = (compiled.game, &scenario) {
                self.project.remember(&folder, game);
            }
            self.checking.found.insert((folder, scenario), compiled.diagnostics);
        }
        match self.checking.due.last_mut() {
            Some(due) if !is_last => due.1 += next,
            _ => drop(self.checking.due.pop()),
        }
        let all = self.checking.of_game(&folder);
        if is_last {
            self.publish_game(&folder, &all);
        } else if done == 0 {
            self.publish(&path, &all);
        }
    }

    /// What is known about a game.
    pub(super) fn diagnostics(&self, path: &str) -> Vec<Diagnostic> {
        match self.project.game_of(path) {
            Some(game) => self.checking.of_game(&game.folder),
            None => self.project.outside(path),
        }
    }

    /// Tells the editor what was found in each file of a game, and which files have no faults any more.
    fn publish_game(&mut self, folder: &str, all: &[Diagnostic]) {
        let Some(game) = self.project.catalog().games.iter().find(|game| game.folder == folder) else { return };
        let paths: Vec<String> =
            game.sources().map(|source| self.project.catalog().sources.name_of(source).to_owned()).collect();
        for path in paths {
            let source = self.project.source(&path);
            // Notes are shown only in open files.
            let counts = |one: &&Diagnostic| one.severity != Severity::Note;
            let has_any = all.iter().filter(counts).any(|one| one.span().map(|span| span.source) == source);
            if has_any || self.open.contains_key(&path) || self.published.contains_key(&path) {
                self.publish(&path, all);
            }
        }
    }

    /// Tells the editor those of these diagnostics that stand in a file, and its failed tests.
    pub(super) fn publish(&mut self, path: &str, all: &[Diagnostic]) {
        let Some(source) = self.project.source(path) else {
            // The file is gone, and its errors with it.
            if let Some(uri) = self.published.remove(path) {
                self.notify("textDocument/publishDiagnostics", json!(PublishDiagnosticsParams::new(uri, vec![], None)));
            }
            return;
        };
        let Some(uri) = self.uri(path) else { return };
        // A test may fail at a line of a rule.
        let failed = self.tried.values().flat_map(|tests| tests.values().flatten());
        let here = all.iter().chain(failed).filter(|one| one.span().map(|span| span.source) == Some(source));
        let told: Vec<lsp_types::Diagnostic> = here.filter_map(|one| self.translated(one)).collect();
        if told.is_empty() {
            self.published.remove(path)
        } else {
            self.published.insert(path.to_owned(), uri.clone())
        };
        self.notify("textDocument/publishDiagnostics", json!(PublishDiagnosticsParams::new(uri, told, None)));
    }

    /// A diagnostic in the words of the protocol.
    pub(super) fn translated(&self, one: &Diagnostic) -> Option<lsp_types::Diagnostic> {
        let label = one.primary.as_ref()?;
        let file = self.project.catalog().sources.get(label.span.source)?;
        let mut message = one.headline.clone();
        let help = one.help.as_ref().map(|help| format!("help: {help}"));
        // A label of a word or two only points.
        let label_text = Some(&label.text).filter(|text| text.split_whitespace().count() > 2);
        for line in label_text.into_iter().chain(&one.notes).chain(&help) {
            message.push('\n');
            message.push_str(line);
        }
        let related = one.secondary.iter().filter_map(|label| {
            let message = if label.text.is_empty() { "see here".to_owned() } else { label.text.clone() };
            Some(DiagnosticRelatedInformation { location: self.location(label.span)?, message })
        });
        Some(lsp_types::Diagnostic {
            range: self.encoding.range(file, label.span.range()),
            severity: Some(match one.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Note => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(one.code.to_owned())),
            source: Some("oriflamme".to_owned()),
            message,
            related_information: Some(related.collect()),
            ..lsp_types::Diagnostic::default()
        })
    }
}
