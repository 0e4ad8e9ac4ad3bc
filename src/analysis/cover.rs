//! Coverage by section: which sections of a rulebook have a rule and a test, and which run in random play.
//!
//! A game is compiled without a scenario and with each of its scenarios, because a scenario has its own rules and
//! tests. The results are joined by section number.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::coverage::can_run;
use crate::catalog::{Catalog, GameEntry};
use crate::diagnostic::{Diagnostic, add_errors};
use crate::model::game::Game;
use crate::model::id::SectionId;
use crate::model::set::BitSet;
use crate::play::{Fault, MakeScripts};
use crate::source::Span;

use super::bots::Player;
use super::citing::{TEST, citing};
use super::simulate::{Played, Series};

/// The coverage of a rulebook.
#[derive(Debug)]
pub struct Coverage {
    /// Its sections in order.
    pub sections: Vec<Covered>,
    /// The scenarios that were played.
    pub scenarios: Vec<String>,
    /// The games that did not end.
    pub unfinished: Vec<Unfinished>,
    /// Errors in tests, each once. A test with an error cannot run, and does not count.
    pub mistakes: Vec<Diagnostic>,
}

/// A section with its rules and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// Its number.
    pub number: String,
    /// Its title.
    pub title: String,
    /// True if it contains no rule.
    pub prose: bool,
    /// The rules that cite it.
    pub rules: Vec<Passage>,
    /// The tests that cite it. The name of each is its title.
    pub tests: Vec<Passage>,
    /// Whether random play ran one of its rules.
    pub play: Exercise,
}

/// A place in the texts of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passage {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The kind of item: `action`, `modify`, `note`.
    pub kind: String,
    /// Its name, or the title of a test. Empty if it has none.
    pub name: String,
}

/// Whether random play ran a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exercise {
    /// One of its rules ran.
    Ran,
    /// None of its rules ran.
    Never,
    /// It only declares components, which cannot run.
    Still,
}

/// A game that did not end.
#[derive(Debug)]
pub struct Unfinished {
    /// The scenario.
    pub scenario: String,
    /// The number of the game in the series.
    pub number: u64,
    /// The fault in the rules, with the game whose texts it refers to. None if the game exceeded the decision limit.
    pub fault: Option<(Arc<Game>, Box<Fault>)>,
}

impl Covered {
    /// True if it should have a rule but has none.
    pub fn lacks_rule(&self) -> bool {
        !self.prose && self.rules.is_empty()
    }

    /// True if it should have a test but has none.
    pub fn lacks_test(&self) -> bool {
        !self.prose && self.tests.is_empty()
    }
}

impl Coverage {
    /// True if every section that should have a rule and a test has both.
    pub fn is_whole(&self) -> bool {
        !self.sections.iter().any(|section| section.lacks_rule() || section.lacks_test())
    }
}

/// Computes the coverage of a game from its texts and a number of random games in each of its scenarios, under these
/// rulings.
///
/// # Errors
/// The diagnostics, if the rules are faulty.
pub fn cover(
    catalog: &Catalog,
    entry: &GameEntry,
    readings: &[(String, String)],
    games: u64,
    seed: u64,
    make: MakeScripts,
) -> Result<Coverage, Vec<Diagnostic>> {
    let mut coverage =
        Coverage { sections: Vec::new(), scenarios: Vec::new(), unfinished: Vec::new(), mistakes: Vec::new() };
    let names = entry.scenarios.iter().map(|one| Some(one.name.as_str()));
    for scenario in std::iter::once(None).chain(names) {
        let compiled = catalog.compile(entry, scenario, readings);
        let Some(game) = compiled.game else { return Err(compiled.diagnostics) };
        add_errors(&mut coverage.mistakes, compiled.diagnostics);
        let runs = can_run(&game);
        let mut ran = BitSet::new();
        if let Some(scenario) = scenario {
            coverage.scenarios.push(scenario.to_owned());
            match play(&game, games, seed, make) {
                Ok((sections, unfinished)) => {
                    ran = sections;
                    let told = unfinished.into_iter().map(|played| Unfinished {
                        scenario: scenario.to_owned(),
                        number: played.number,
                        fault: played.fault.map(|fault| (game.clone(), fault)),
                    });
                    coverage.unfinished.extend(told);
                }
                Err(fault) => coverage.unfinished.push(Unfinished {
                    scenario: scenario.to_owned(),
                    number: 0,
                    fault: Some((game.clone(), fault)),
                }),
            }
        }
        for at in 0..game.sections.len() as u16 {
            let exercise = match (ran.has(at), runs.has(at)) {
                (true, _) => Exercise::Ran,
                (false, true) => Exercise::Never,
                (false, false) => Exercise::Still,
            };
            coverage.join(&game, SectionId(at), exercise);
        }
    }
    Ok(coverage)
}

/// Plays the games. Returns the sections that ran, and the games that did not end.
fn play(game: &Arc<Game>, games: u64, seed: u64, make: MakeScripts) -> Result<(BitSet, Vec<Played>), Box<Fault>> {
    let players = vec![Player::Random; game.sides.len()];
    let mut series = Series::new(game, &players, seed, make)?;
    let covered = series.cover();
    let played = (0..games).map(|number| series.play(number));
    let unfinished = played.filter(|played| played.fault.is_some() || played.endless).collect();
    Ok((covered.sections(), unfinished))
}

impl Coverage {
    /// Adds the results for a section in the game with one scenario.
    fn join(&mut self, game: &Game, id: SectionId, play: Exercise) {
        let section = game.section(id);
        let mut rules = BTreeSet::new();
        let mut tests = BTreeSet::new();
        let is_faulty = |span: Span| game.tests.iter().any(|test| test.span == span && !test.mistakes.is_empty());
        for item in citing(game, id) {
            if item.kind == TEST && is_faulty(item.span) {
                continue;
            }
            let passage = passage(game, item.kind, item.name, item.span);
            if item.kind == TEST {
                tests.insert(passage)
            } else {
                rules.insert(passage)
            };
        }
        let at = self.sections.iter().position(|one| one.number == section.number).unwrap_or_else(|| {
            self.sections.push(Covered {
                number: section.number.clone(),
                title: section.title.clone(),
                prose: section.prose,
                rules: Vec::new(),
                tests: Vec::new(),
                play,
            });
            self.sections.len() - 1
        });
        let one = &mut self.sections[at];
        merge(&mut one.rules, rules);
        merge(&mut one.tests, tests);
        one.play = match (one.play, play) {
            (Exercise::Ran, _) | (_, Exercise::Ran) => Exercise::Ran,
            (Exercise::Never, _) | (_, Exercise::Never) => Exercise::Never,
            (Exercise::Still, Exercise::Still) => Exercise::Still,
        };
    }
}

fn merge(into: &mut Vec<Passage>, found: BTreeSet<Passage>) {
    let mut all: BTreeSet<Passage> = into.drain(..).collect();
    all.extend(found);
    into.extend(all);
    // A line with several items, such as an offer and its price, counts as one place.
    into.dedup_by(|one, before| one.file == before.file && one.line == before.line);
}

fn passage(game: &Game, kind: &str, name: &str, span: Span) -> Passage {
    let (line, _) = game.sources.line_column(span);
    let file = game.sources.name_of(span.source).to_owned();
    Passage { file, line, kind: kind.to_owned(), name: name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::SourceText;
    use crate::play::native;

    /// A race of two men over three cells, with one section for each kind of item whose use is recorded, and some for
    /// others.
    const RACE: &str = r#"
game race "Race" { die d6  sides White, Black }
rulebook {
  1   "The track"      "Three cells for each side."
  2   "Moving"         "One cell onward."
  2.1 "Resting"        "A man who rests does not move."
  3   "The end"        "Who arrives wins."
  4   "Speed"          "One, and more when it is late."
  4.1 "Late"           "From the third turn on one more."
  4.2 "Never late"     "There is no hundredth turn."
  5   "The table"      "What a die is worth."
  6   "History" prose  "Where the game comes from."
  7   "Quarrels"       "Are settled by the players."
  8   "Forgotten"      "Nobody has written this."
  9   "Untested"       "Has a rule and no test."
  10  "The other way"  "Only in the other race."
  11  "Never for Black" "Late makes no difference to Black."
  12  "Both open"      "A taken cell counts as open."
  13  "Nowhere open"   "A cell that is not there would be open."
  14  "Once"           "One walk in a turn."
}
board track @1 { grid cell 3 x 2 { columns mile: a, b, c   rows lane: 1, 2 } }
kind Man @1
noun man/men = Man
note @7 "The players see to it."
game var clock: int = 0 @4
piece flag resting @2.1 { forbid walk for men because "resting" }
table value_of @5 rows shown: int gives value { ..6 1 }
quantity speed(man) "speed" @4 {
  base value_of(3).value
  modify by 1 when game.clock >= 3 as late because "late" @4.1
  modify by 1 when game.clock >= 100 because "later"      @4.2
}
except late for Black @11
is  open / taken (cell) @9 = cell.pieces.empty
replace is open(cell) when cell.pieces.any  @12 = true
replace is open(cell) when game.clock > 100 @13 = true
sequence { turn repeat { going each side  actions walk must once } }
action walk "Walk" @2 {
  man  mine
  once @14
  do   {
    if man.cell.open && man.speed > 1 { finish(me); }
    game.clock += 1;
  }
}
scenario near "Near" for race @1 {
  White { Man: a1 }
  Black { a2: Man;  b2: Man resting }
}
scenario far "Far" for race @1 {
  White { Man: a1 }
  Black { Man: a2 }
  whenever game.clock >= 2 @10 do { finish(White); }
}
test "late they are faster" @2 @4 @4.1 @4.2 @3 @11 @12 @13 @14 {
  given   near
  offered White: walk
}
test "the rest" @1 @2.1 @5 @7 @10 {
  given   far
  offered White: walk
}
"#;

    fn covered(text: &str) -> Coverage {
        let catalog = Catalog::new([SourceText { path: "rules/race/game.ori".to_owned(), text: text.to_owned() }]);
        assert!(catalog.check_all().iter().all(|one| !one.is_error()), "{:#?}", catalog.check_all());
        cover(&catalog, &catalog.games[0], &[], 3, 1, native::make).expect("the race compiles")
    }

    fn section<'c>(coverage: &'c Coverage, number: &str) -> &'c Covered {
        coverage.sections.iter().find(|one| one.number == number).expect("the section is there")
    }

    #[test]
    fn each_section_has_its_rules_and_tests() {
        let coverage = covered(RACE);
        assert!(coverage.unfinished.is_empty(), "{:?}", coverage.unfinished);
        let lines = |number: &str| -> Vec<String> {
            section(&coverage, number).rules.iter().map(|one| format!("{} {}", one.kind, one.name)).collect()
        };
        assert_eq!(lines("1"), ["board track", "kind Man", "scenario near", "scenario far"]);
        assert_eq!(lines("2"), ["action walk"]);
        assert_eq!(lines("4.1"), ["modify speed"]);
        assert_eq!(lines("7"), ["note "]);
        assert_eq!(lines("10"), ["whenever rule of settled play"]);
        let lacking = |lacks: fn(&Covered) -> bool| -> Vec<&str> {
            coverage.sections.iter().filter(|one| lacks(one)).map(|one| one.number.as_str()).collect()
        };
        assert_eq!(lacking(Covered::lacks_rule), ["3", "8"]);
        assert_eq!(lacking(Covered::lacks_test), ["8", "9"]);
        assert!(!coverage.is_whole());
        assert_eq!(section(&coverage, "2").tests[0].name, "late they are faster");
    }

    #[test]
    fn sections_that_ran_that_never_ran_and_that_cannot_run_are_distinguished() {
        let coverage = covered(RACE);
        let of = |wanted: Exercise| -> Vec<&str> {
            coverage.sections.iter().filter(|one| one.play == wanted).map(|one| one.number.as_str()).collect()
        };
        assert_eq!(of(Exercise::Ran), ["2", "2.1", "4", "4.1", "5", "10", "11", "12", "14"]);
        assert_eq!(of(Exercise::Never), ["4.2", "9", "13"]);
        assert_eq!(of(Exercise::Still), ["1", "3", "6", "7", "8"]);
    }

    #[test]
    fn a_test_with_an_error_does_not_count() {
        let text = RACE.replace("given   far\n  offered White: walk", "given   far\n  offered White: wlak");
        assert_ne!(text, RACE);
        let catalog = Catalog::new([SourceText { path: "rules/race/game.ori".to_owned(), text }]);
        let coverage = cover(&catalog, &catalog.games[0], &[], 1, 1, native::make).expect("the race compiles");
        let [mistake] = coverage.mistakes.as_slice() else { panic!("{:#?}", coverage.mistakes) };
        assert!(mistake.headline.contains("`wlak`"), "{}", mistake.headline);
        assert!(section(&coverage, "7").lacks_test() && !section(&coverage, "3").lacks_test());
    }

    #[test]
    fn a_play_records_sections_only_on_request() {
        let catalog = Catalog::new([SourceText { path: "rules/race/game.ori".to_owned(), text: RACE.to_owned() }]);
        let game = catalog.compile(&catalog.games[0], Some("near"), &[]).game.expect("the race compiles");
        let mut series = Series::new(&game, &[Player::Random; 2], 1, native::make).expect("it begins");
        let before = series.play(0);
        let covered = series.cover();
        assert!(covered.sections().is_empty());
        assert_eq!(series.play(0), before, "watching changes nothing");
        assert!(!covered.sections().is_empty());
    }
}
