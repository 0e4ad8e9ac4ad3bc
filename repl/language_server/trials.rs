//! Tests run from the editor: all of a file when it is saved, or one when it is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crossbeam_channel::Sender;
use oriflamme::analysis::testing::{Verdict, run_tests};
use oriflamme::catalog::Catalog;
use oriflamme::diagnostic::{Diagnostic, words};
use oriflamme::play::native;

use super::Server;
use crate::run::test::failed;

/// The result of a test: why it failed, or none.
pub(super) type Tried = Option<Diagnostic>;

/// The results of a run.
pub(super) struct Told {
    /// The number of the run.
    run: usize,
    /// The text of each file that it tested.
    texts: BTreeMap<String, String>,
    /// The results, each with its file and title.
    results: Vec<(String, String, Tried)>,
    /// The tests that could not be run because the rules have errors.
    not_run: usize,
}

/// The runs of tests.
pub(super) struct Trials {
    tell: Sender<Told>,
    /// The number of the last run. An earlier one that still runs stops.
    last: Arc<AtomicUsize>,
}

impl Trials {
    pub(super) fn new(tell: Sender<Told>) -> Trials {
        Trials { tell, last: Arc::default() }
    }

    /// Stops what runs: its results are not heard.
    pub(super) fn stop(&self) {
        self.last.fetch_add(1, Ordering::Relaxed);
    }

    /// Runs the tests of these files, or those with a title.
    fn begin(&self, catalog: Catalog, paths: BTreeMap<String, String>, title: Option<String>) -> std::io::Result<()> {
        let run = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (tell, last) = (self.tell.clone(), self.last.clone());
        let body = move || {
            let is_wanted = |name: &str, path: &str| {
                let is_last = last.load(Ordering::Relaxed) == run;
                is_last && paths.contains_key(path) && title.as_deref().is_none_or(|title| title == name)
            };
            let mut results = Vec::new();
            let ran = run_tests(&catalog, &is_wanted, native::make, &mut |_, verdict: &Verdict| {
                let path = catalog.sources.name_of(verdict.span.source).to_owned();
                results.push((path, verdict.title.clone(), failed(verdict)));
            });
            // The editor may be gone.
            let _ = tell.send(Told { run, texts: paths, results, not_run: ran.not_run });
        };
        std::thread::Builder::new().stack_size(crate::STACK).spawn(body).map(drop)
    }
}

impl Server {
    /// Runs the tests of a file, or the one with a title. A file of rules is tested by all tests of its game.
    pub(super) fn try_tests(&mut self, path: &str, title: Option<String>) {
        let Some(game) = self.project.game_of(path) else { return };
        let sources = &self.project.catalog().sources;
        let of_game = game.runs().map(|run| sources.name_of(run.span.source).to_owned());
        let mut files: BTreeSet<String> = of_game.collect();
        if files.contains(path) {
            files.retain(|file| file == path);
        }
        let texts = files.into_iter().filter_map(|file| Some((file.clone(), self.project.text(&file)?.to_owned())));
        if let Err(problem) = self.trials.begin(self.project.catalog().clone(), texts.collect(), title) {
            self.log(&format!("cannot run tests: {problem}"));
        }
    }

    /// Takes the results of a run, except those of files that have changed since.
    pub(super) fn hear(&mut self, told: Told) {
        if told.run != self.trials.last.load(Ordering::Relaxed) {
            return;
        }
        let current: BTreeMap<String, String> =
            told.texts.into_iter().filter(|(path, text)| self.project.text(path) == Some(text)).collect();
        let count = told.results.len();
        let failed = told.results.iter().filter(|(_, _, tried)| tried.is_some()).count();
        for (path, title, tried) in told.results {
            if current.contains_key(&path) {
                self.tried.entry(path).or_default().insert(title, tried);
            }
        }
        let not_run = match told.not_run {
            0 => String::new(),
            count => format!("; {count} not run because the rules have errors"),
        };
        self.log(&format!("{}: {} passed, {failed} failed{not_run}", words::count(count, "test"), count - failed));
        // A test may fail at a line of a rule, so its failure stands in that file.
        let sources = &self.project.catalog().sources;
        let failures = self.tried.values().flat_map(|tests| tests.values().flatten());
        let mut shown: BTreeSet<String> =
            failures.filter_map(|one| Some(sources.name_of(one.span()?.source).to_owned())).collect();
        shown.extend(current.into_keys().filter(|path| self.published.contains_key(path)));
        for path in shown {
            let all = self.diagnostics(&path);
            self.publish(&path, &all);
        }
        if self.refreshes {
            self.ask("workspace/codeLens/refresh", serde_json::Value::Null);
        }
    }
}
