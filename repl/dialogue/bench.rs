//! Positions by hand: lines of the arbiter, tests as positions, positions as tests.

use std::path::Path;

use oriflamme::analysis::testing::{run_one, under_readings};
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::diagnostic::{Diagnostic, did_you_mean};
use oriflamme::session::{Opening, Said, Session, Standing, Start, test_named};

use super::{Dialogue, Done};
use crate::paint::fault_text;
use crate::{data, files};

/// The maximum number of titles that a message lists.
const MOST_TITLES: usize = 8;

impl Dialogue {
    /// Changes the position by a line of the arbiter that begins with `verb`.
    pub(crate) fn arbitrate(&mut self, verb: &str, rest: &str) -> Done {
        if self.own_seat().is_some() {
            return Err(
                "a position is changed by hand only where one person, or a shared screen, has the whole game".into()
            );
        }
        let text = format!("{verb} {rest}");
        if self.session().tells_of_cards(&text) {
            let verb = text.split_whitespace().next().unwrap_or_default();
            self.session().may_see_all(self.sees_all(), &format!("`{verb}` would show what"))?;
        }
        let hidden = self.session().names_face_down(rest);
        if let Some(name) = hidden.filter(|_| self.session().may_see_all(self.sees_all(), "").is_err()) {
            return Err(format!("no piece named `{name}`").into());
        }
        let said = self.session_mut().arbitrate(text.trim());
        let is_done = said == Said::Done;
        self.said(said);
        let past = self.session().went_past(text.trim()).filter(|_| is_done);
        if let Some(step) = past {
            self.note(&format!("no decision arises in {step}: play goes on to the next one"));
        }
        Ok(())
    }

    /// Shows the position as a test, or writes it to a new file.
    pub(crate) fn as_test(&mut self, rest: &str) -> Done {
        let path = match rest.split_once(char::is_whitespace) {
            None if rest == "test" => None,
            Some(("test", file)) => Some(file.trim()),
            _ => return Err("usage: `as test`, or `as test FILE`".into()),
        };
        self.session().may_see_all(self.sees_all(), "a test shows what")?;
        if let Some(path) = path.filter(|path| Path::new(path).exists()) {
            return Err(format!("{path} exists: choose another name").into());
        }
        let title = self.test_title(path);
        let cannot = |problem| format!("this position cannot be written as a test: {problem}");
        let made = self.session().as_test(&title).map_err(cannot)?;
        self.passes_as(&made.text, &title).map_err(cannot)?;
        match path {
            None => made.text.lines().for_each(crate::paint::put),
            Some(path) => match files::write(Path::new(path), &made.text) {
                Ok(()) => self.note(&format!("written to {path}; {}", self.how_to_run(path))),
                Err(problem) => self.refuse(&problem),
            },
        }
        if let Some(problem) = &made.without {
            let decisions = match made.steps {
                0 => "none of the decisions".to_owned(),
                1 => "the last decision".to_owned(),
                steps => format!("the last {steps} decisions"),
            };
            self.note(&format!(
                "the test begins in the middle of the step, with {decisions}: from its beginning, {problem}"
            ));
        }
        Ok(())
    }

    /// How a written test is run: `test` finds the game of a file by its folder.
    fn how_to_run(&self, path: &str) -> String {
        let folder = format!("tests/{}/", self.session().game().name);
        if path.contains(&folder) {
            format!("`oriflamme test {path}` runs it")
        } else {
            format!("`oriflamme test` runs it in the folder {folder}")
        }
    }

    /// The title of a test: that of the game, and the place in it.
    fn test_title(&self, path: Option<&str>) -> String {
        let stem = path.and_then(|path| Path::new(path).file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        let session = self.session();
        let game = session.game();
        let name = if game.scenario.is_empty() { &game.title } else { &game.scenario_title };
        let mut place = session.place();
        if place.is_empty() {
            place.push("a position".to_owned());
        }
        let place = place.join(", ");
        stem.map_or_else(|| format!("{name}: {place}"), |stem| format!("{stem}: {name}, {place}"))
    }

    /// Checks and runs a test, as `oriflamme test` would.
    fn passes_as(&self, text: &str, title: &str) -> Result<(), String> {
        let session = self.session();
        let game = session.game();
        let entry = self.catalog.games.iter().find(|entry| entry.name == game.name).ok_or("its game is unknown")?;
        let mut texts = entry.texts();
        let path = format!("tests/{}/typed.ori", entry.folder);
        texts.push(SourceText { path: path.clone(), text: text.to_owned() });
        let catalog = Catalog::new(texts);
        let entry = catalog.games.first().ok_or("its game is unknown")?;
        let scenario = (!game.scenario.is_empty()).then_some(game.scenario.as_str());
        run_one(&catalog, entry, scenario, title, self.engine.make())
    }

    /// Opens a test as a position.
    pub(crate) fn open_test(&mut self, rest: &str) -> Done {
        if rest.is_empty() {
            return Err("usage: `test TITLE`, or a part of the title".into());
        }
        let (session, text) = self.opened(rest)?;
        if !self.may_leave_game() {
            return Ok(());
        }
        self.play_instead(session, None);
        text.lines().for_each(crate::paint::put);
        if let Standing::Idle = self.session().standing() {
            self.note(&self.session().idle_words());
        }
        Ok(())
    }

    /// The position of the test that is meant, and its text.
    fn opened(&self, meant: &str) -> Result<(Session, String), String> {
        let catalog = data::whole_catalog(&self.folders)?;
        let name = self.session().game().name.clone();
        let entry = catalog.games.iter().find(|entry| entry.name == name).ok_or("its game is unknown")?;
        let wanted = meant.trim_matches('"').to_lowercase();
        let tests = entry.tests();
        let exact = tests.iter().filter(|(title, ..)| title.to_lowercase() == wanted);
        let part = tests.iter().filter(|(title, ..)| title.to_lowercase().contains(&wanted));
        let mut found: Vec<_> = exact.collect();
        if found.is_empty() {
            found = part.collect();
        }
        let (title, scenario, span) = match found.as_slice() {
            [one] => one,
            [] => {
                let titles = tests.iter().map(|(title, ..)| title.as_str());
                return Err(format!("no test of this game is titled `{meant}`{}", did_you_mean(meant, titles)));
            }
            some => {
                let titles: Vec<String> =
                    some.iter().take(MOST_TITLES).map(|(title, ..)| format!("  {title}")).collect();
                let more = match some.len().saturating_sub(MOST_TITLES) {
                    0 => String::new(),
                    more => format!("\n  and {}", oriflamme::diagnostic::words::count(more, "other")),
                };
                return Err(format!("several tests match:\n{}{more}", titles.join("\n")));
            }
        };
        let faulty = || "the rules have errors".to_owned();
        let game = data::compile(&catalog, entry, scenario.as_deref(), &[]).ok_or_else(faulty)?;
        let test = test_named(&game, title).ok_or("this test has errors")?;
        if let Some(mistake) = test.mistakes.iter().find(|one| Diagnostic::is_error(one)) {
            return Err(format!("this test has errors: {}", mistake.headline));
        }
        let game = under_readings(&game, test).unwrap_or_else(|| game.clone());
        let mut opening = Opening::bench(&game, Start::Test(title.clone()));
        opening.origin = Some(catalog.origin(entry, scenario.as_deref().unwrap_or_default()));
        let mut session =
            Session::new(&game, opening, self.engine.make()).map_err(|fault| fault_text(&fault, &game.sources))?;
        session.begin_test();
        Ok((session, catalog.sources.text(*span).to_owned()))
    }
}
