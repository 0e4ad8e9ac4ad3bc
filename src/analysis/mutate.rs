//! Mutation testing: which rules could be wrong without any test noticing.
//!
//! Each change of [`mutations`] is made to the text of the game, one at a time; the game is compiled again and its
//! tests are run, those first that evaluated the changed rule before. A change that no test notices shows a rule, or a
//! part of one, that the tests do not hold to.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::catalog::{Catalog, GameEntry};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::model::game::Game;
use crate::model::id::RulingId;
use crate::model::value::Value;
use crate::play::observer::{Asked, Observe, sort};
use crate::play::{MakeScripts, World};
use crate::source::{Span, plain_words};

pub use crate::syntax::mutation::{Mutation, mutations};

use super::testing::{run_observed, run_once, under_readings};

/// The tests of a game, with the rules that each evaluates.
#[derive(Debug)]
pub struct Study<'c> {
    catalog: &'c Catalog,
    entry: &'c GameEntry,
    make: MakeScripts,
    groups: Vec<Group>,
}

/// The tests of one scenario, or those on an empty board.
#[derive(Debug)]
struct Group {
    scenario: Option<String>,
    tests: Vec<Known>,
    failing: Vec<Failing>,
}

/// A test that fails without any change, so that it can notice none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// Its title.
    pub title: String,
    /// The scenario it plays in.
    pub scenario: Option<String>,
    /// Why it fails.
    pub why: String,
}

/// A test that passes as long as the rules are unchanged.
#[derive(Debug)]
struct Known {
    /// Its position among the tests of the group.
    at: usize,
    /// The readings of rulings that it requires.
    readings: Vec<(RulingId, u16)>,
    /// The names of these rulings.
    rulings: Vec<String>,
    /// The rules and statements it evaluates.
    asked: FxHashSet<Span>,
    /// Its text, in small letters.
    text: String,
}

/// What becomes of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `check` refuses the changed rule.
    Refused,
    /// A test fails.
    Noticed,
    /// All tests pass.
    Unnoticed,
}

impl<'c> Study<'c> {
    /// Runs all tests of a game once. Those that fail are left out, see [`Study::failing`].
    ///
    /// # Errors
    /// If the rules have errors.
    pub fn new(catalog: &'c Catalog, entry: &'c GameEntry, make: MakeScripts) -> Result<Self, Vec<Diagnostic>> {
        let names = entry.scenarios.iter().map(|one| Some(one.name.clone()));
        let groups = std::iter::once(None).chain(names).map(|scenario| known(catalog, entry, scenario, make));
        Ok(Study { catalog, entry, make, groups: groups.collect::<Result<_, _>>()? })
    }

    /// All changes of the game's rules, in the order of its files.
    pub fn mutations(&self) -> Vec<Mutation> {
        let files = self.entry.rule_files();
        let text = |source| self.catalog.sources.get(source).map_or("", |source| source.text.as_str());
        files.flat_map(|source| mutations(source, text(source))).collect()
    }

    /// The number of tests that pass without any change.
    pub fn tests(&self) -> usize {
        self.groups.iter().map(|group| group.tests.len()).sum()
    }

    /// The tests that fail without any change: those of rules that a mod has changed, for example.
    pub fn failing(&self) -> impl Iterator<Item = &Failing> {
        self.groups.iter().flat_map(|group| &group.failing)
    }

    /// Makes a change and runs the tests that may notice it until one fails.
    pub fn outcome(&self, change: &Mutation) -> Outcome {
        let Some(source) = self.catalog.sources.get(change.span.source) else { return Outcome::Refused };
        let mut text = source.text.clone();
        text.replace_range(change.span.range(), &change.text);
        let catalog = self.catalog.with_text(change.span.source, text);
        let Some(entry) = catalog.game(&self.entry.name) else {
            return Outcome::Refused;
        };
        let mut changed = Changed { catalog: &catalog, entry, games: Vec::new() };
        for (group, test) in self.in_order(change) {
            let Some(game) = changed.game(group.scenario.as_deref(), &test.readings) else { return Outcome::Refused };
            let passes = game.tests.get(test.at).is_some_and(|test| run_once(&game, test, self.make).is_ok());
            if !passes {
                return Outcome::Noticed;
            }
        }
        // A game without tests is compiled here for the first time.
        match changed.game(change.scenario.as_deref(), &[]) {
            Some(_) => Outcome::Unnoticed,
            None => Outcome::Refused,
        }
    }

    /// The tests that may notice a change, the likeliest and shortest first.
    ///
    /// A rule that some test evaluates makes a difference only to tests that evaluate its item. What is not evaluated
    /// by itself, such as a fact, may matter to every test.
    fn in_order(&self, change: &Mutation) -> Vec<(&Group, &Known)> {
        let groups = self.groups.iter().filter(|group| change.scenario.is_none() || group.scenario == change.scenario);
        let mut tests: Vec<(Near, &Group, &Known)> =
            groups.flat_map(|group| group.tests.iter().map(move |test| (test.near(change), group, test))).collect();
        let is_evaluated = tests.iter().any(|(near, ..)| *near == Near::There);
        let item = self.catalog.sources.text(change.item);
        // A test that an action is not offered may find no choice for it, and then evaluates no part of it.
        let action = item
            .strip_prefix("action ")
            .and_then(|rest| rest.split_whitespace().next())
            .map(|name| plain_words(name).to_lowercase());
        let names_action = |test: &Known| action.as_ref().is_some_and(|action| test.text.contains(action.as_str()));
        // What replaces an item under a ruling runs as that item.
        let names_reading = |test: &Known| test.rulings.iter().any(|ruling| item.contains(ruling.as_str()));
        tests.retain(|(near, _, test)| {
            *near != Near::Elsewhere || !is_evaluated || names_action(test) || names_reading(test)
        });
        tests.sort_by_key(|(near, _, test)| (!test.readings.is_empty(), *near, test.asked.len()));
        tests.into_iter().map(|(_, group, test)| (group, test)).collect()
    }
}

/// How near to a change the rules are that a test evaluates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Near {
    /// It evaluates what is changed.
    There,
    /// It evaluates another part of the item.
    Beside,
    /// It evaluates no part of the item by itself.
    Elsewhere,
}

impl Known {
    fn near(&self, change: &Mutation) -> Near {
        let mut near = Near::Elsewhere;
        for asked in self.asked.iter().filter(|asked| change.item.covers(**asked)) {
            if asked.covers(change.span) {
                return Near::There;
            }
            near = Near::Beside;
        }
        near
    }
}

/// The changed game under the scenarios and readings that were needed so far.
struct Changed<'c> {
    catalog: &'c Catalog,
    entry: &'c GameEntry,
    games: Vec<(Under, Option<Arc<Game>>)>,
}

/// A scenario, and readings of rulings.
type Under = (Option<String>, Vec<(RulingId, u16)>);

impl Changed<'_> {
    /// The game. None if `check` refuses it.
    fn game(&mut self, scenario: Option<&str>, readings: &[(RulingId, u16)]) -> Option<Arc<Game>> {
        let known = self.games.iter().find(|((of, under), _)| of.as_deref() == scenario && under == readings);
        if let Some((_, game)) = known {
            return game.clone();
        }
        let game = match readings {
            [] => sound(self.catalog, self.entry, scenario).ok(),
            // No change of a rule adds, removes or moves a ruling or one of its readings.
            _ => self.game(scenario, &[]).map(|game| Arc::new(check::under_readings(&game, readings))),
        };
        self.games.push(((scenario.map(str::to_owned), readings.to_vec()), game.clone()));
        game
    }
}

/// The game of a scenario. Fails if there is an error outside the tests: a mistake in a test makes only that test fail.
fn sound(catalog: &Catalog, entry: &GameEntry, scenario: Option<&str>) -> Result<Arc<Game>, Vec<Diagnostic>> {
    let compiled = catalog.compile(entry, scenario, &[]);
    let tests = entry.test_spans();
    let is_refused = compiled.diagnostics.iter().any(|one| one.is_error() && !check::is_in(&tests, one));
    compiled.game.filter(|_| !is_refused).ok_or(compiled.diagnostics)
}

/// The tests of a scenario and what they evaluate.
fn known(
    catalog: &Catalog,
    entry: &GameEntry,
    scenario: Option<String>,
    make: MakeScripts,
) -> Result<Group, Vec<Diagnostic>> {
    let game = sound(catalog, entry, scenario.as_deref())?;
    let mut tests = Vec::new();
    let mut failing = Vec::new();
    for (at, test) in game.tests.iter().enumerate() {
        let other = under_readings(&game, test);
        let played = other.as_ref().unwrap_or(&game);
        let recorder = Recorder::default();
        let same = played.tests.get(at).unwrap_or(test);
        if let Err(failure) = run_observed(played, same, make, recorder.clone()) {
            failing.push(Failing { title: test.title.clone(), scenario: scenario.clone(), why: failure.message });
            continue;
        }
        let text = game.sources.text(test.span).to_lowercase();
        let rulings = test.readings.iter().map(|(ruling, _)| game.rulings[ruling.at()].name.clone()).collect();
        tests.push(Known { at, readings: test.readings.clone(), rulings, asked: recorder.0.take(), text });
    }
    Ok(Group { scenario, tests, failing })
}

/// Records the spans of everything that is evaluated.
#[derive(Clone, Default)]
struct Recorder(Rc<RefCell<FxHashSet<Span>>>);

impl Observe for Recorder {
    fn begins(&mut self, asked: &Asked<'_>, _world: &World<'_>, _with: &[Value]) {
        // A test may begin within a step, so whether a step began says little.
        if asked.sort != sort::STEP {
            self.0.borrow_mut().insert(asked.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::SourceText;
    use crate::play::native;

    /// A man who goes two steps at a time. No test tells what a tired man may do.
    const TRACK: &str = r#"
game track "Track" { sides White }
rulebook { 1 "Moving" "Two steps onward, but not when tired." }
board b { grid cell 1 x 1 { columns file: a   rows rank: 1 } }
kind Man @1
noun man = Man
draw { piece "m" }
piece flag tired / fresh @1
piece var steps: int = 0 @1
sequence @1 { turn repeat 9 { moving "Move" each side  actions onward } }
action onward "Onward" @1 {
  man  mine
  forbid when man.tired because "tired" @1
  do { man.steps += 1 + 1; }
}
ruling rest "Does a man rest?" @1 { no "no" default   yes "yes" }
procedure pause(man) @1 { }
replace procedure pause(man) under rest yes { if man.fresh { man.tired = true; } }
after onward(man) @1 do { pause(man); }
test "two steps" @1 { given { White { Man: a1 } }  at moving of White  play White: onward Man; then White.pieces.total("steps") == 2 }
test "a rest" @1 { ruling rest yes  given { White { Man: a1 } } at moving of White  play White: onward Man; then White.pieces.tired.any }
"#;

    fn outcomes(text: &str) -> Result<Vec<(String, String, Outcome)>, String> {
        let texts = [SourceText { path: "rules/track/game.ori".into(), text: text.into() }];
        let catalog = Catalog::new(texts);
        let study = Study::new(&catalog, &catalog.games[0], native::make).map_err(|unfit| format!("{unfit:?}"))?;
        let outcome = |one: Mutation| {
            let outcome = study.outcome(&one);
            (catalog.sources.text(one.span).to_owned(), one.text, outcome)
        };
        Ok(study.mutations().into_iter().map(outcome).collect())
    }

    #[test]
    fn what_no_test_holds_to_is_found() {
        let found = outcomes(TRACK).expect("the tests pass");
        let of =
            |what: &str, to: &str| found.iter().find(|(from, text, _)| from == what && text == to).map(|one| one.2);
        // The two steps, and the rest under its own reading.
        assert_eq!(of("+", "-"), Some(Outcome::Noticed));
        assert_eq!(of("man.tired = true", ""), Some(Outcome::Noticed));
        assert_eq!(of("man.fresh", "false"), Some(Outcome::Noticed));
        // No test has a tired man. Without its condition the clause would forbid every move.
        assert_eq!(of("forbid when man.tired because \"tired\" @1", ""), Some(Outcome::Unnoticed));
        assert_eq!(of("when man.tired", ""), Some(Outcome::Noticed));
        // A man is no condition.
        assert_eq!(of(".tired", ""), Some(Outcome::Refused));
    }

    #[test]
    fn a_test_that_begins_in_a_step_holds_to_it() {
        let must = TRACK.replace("actions onward }", "actions onward must }")
            + "test \"no rest\" @1 { given { White { Man: a1 } } at moving of White\n  refused White: done }\n";
        let found = outcomes(&must).expect("the tests pass");
        assert!(
            found.iter().any(|(from, to, outcome)| from == "must" && to.is_empty() && *outcome == Outcome::Noticed)
        );
    }

    #[test]
    fn a_test_that_offers_nothing_holds_to_what_is_offered() {
        let fresh = TRACK.replace("man  mine\n  forbid when man.tired because \"tired\" @1", "man  mine.fresh")
            + "test \"tired\" @1 { given { White { a1: Man tired } } at moving of White\n  refused White: onward Man }\n";
        let found = outcomes(&fresh).expect("the tests pass");
        assert!(found.contains(&(".fresh".to_owned(), String::new(), Outcome::Noticed)), "{found:?}");
    }

    #[test]
    fn a_failing_test_is_left_out() {
        let wrong = TRACK.replace("== 2 }", "== 3 }");
        let texts = [SourceText { path: "rules/track/game.ori".into(), text: wrong.clone() }];
        let catalog = Catalog::new(texts);
        let study = Study::new(&catalog, &catalog.games[0], native::make).expect("the rules are in order");
        let failing: Vec<&str> = study.failing().map(|one| one.title.as_str()).collect();
        assert_eq!((study.tests(), failing), (1, vec!["two steps"]));
        // So is one with a word that the game does not have.
        let unsaid = TRACK.replace("onward Man; then White.pieces.total", "inward Man; then White.pieces.total");
        let texts = [SourceText { path: "rules/track/game.ori".into(), text: unsaid }];
        let catalog = Catalog::new(texts);
        let study = Study::new(&catalog, &catalog.games[0], native::make).expect("the rules are in order");
        let failing: Vec<&str> = study.failing().map(|one| one.title.as_str()).collect();
        assert_eq!((study.tests(), failing), (1, vec!["two steps"]));
        // The other test still notices what it holds to.
        let found = outcomes(&wrong).expect("the rules are in order");
        assert!(found.contains(&("man.tired = true".to_owned(), String::new(), Outcome::Noticed)), "{found:?}");
        let faulty = TRACK.replace("man.tired = true", "man.tyred = true");
        assert!(outcomes(&faulty).unwrap_err().contains("tyred"));
    }
}
