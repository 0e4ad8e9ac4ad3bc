//! Puzzles: shipped ones are sound, planted mistakes are reported at their line, and play is judged.

use std::path::Path;

use oriflamme::analysis::puzzle::Standing;
use oriflamme::analysis::testing::run_tests;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::diagnostic::render;
use oriflamme::play::question::Kind;
use oriflamme::session::{Opening, Said, Session, Start, Went, puzzle_named};

use crate::harness::{ENGINES, catalog};
use crate::repl::run;

/// The most answers in one puzzle.
const MOST_ANSWERS: usize = 60;

/// Two dogs and a hare, and a shot with two dice.
const CHASE: &str = include_str!("puzzles/chase.toy");

/// The verdicts on these puzzles of the toy: the report, or the error if a puzzle is unsound.
fn verdicts(puzzles: &str) -> Vec<Result<String, String>> {
    let catalog = chase(puzzles);
    let mut found = Vec::new();
    let ran = run_tests(&catalog, &|_, _| true, oriflamme::script::make, &mut |_, verdict| {
        found.push(match &verdict.failure {
            None => Ok(verdict.told.clone().unwrap_or_default()),
            Some(failure) => {
                let (line, _) = catalog.sources.line_column(failure.span);
                let notes: String = failure.notes.iter().map(|note| format!("\n{note}")).collect();
                Err(format!("line {line}: {}{notes}", failure.message))
            }
        });
    });
    assert!(ran.is_whole(), "{ran:#?}");
    found
}

fn chase(puzzles: &str) -> Catalog {
    chase_as(CHASE, puzzles)
}

/// Puzzles of the toy with other rules.
fn chase_as(rules: &str, puzzles: &str) -> Catalog {
    let file = |path: &str, text: &str| SourceText { path: path.to_owned(), text: text.to_owned() };
    Catalog::new([file("rules/chase/game.ori", rules), file("rules/chase/puzzles/all.ori", puzzles)])
}

/// A puzzle with these lines after its position.
fn corner(lines: &str) -> String {
    format!(
        "puzzle corner \"Catch the hare\" for chase @1 {{\n  given {{ Hunter {{ A: west = Dog;  E: east = Dog }}  Prey {{ C: Hare }} }}\n\
         \x20 at moving of Hunter\n{lines}\n}}\n"
    )
}

#[track_caller]
fn unsound(lines: &str) -> String {
    verdicts(&corner(lines)).remove(0).expect_err("unsound")
}

#[test]
fn every_shipped_puzzle_is_sound() {
    let catalog = catalog();
    let mut failures = Vec::new();
    let ran =
        run_tests(catalog, &|title, _| title.starts_with("puzzle "), oriflamme::script::make, &mut |_, verdict| {
            if let Some(failure) = &verdict.failure {
                let place = catalog.sources.place(failure.span);
                failures.push(format!(
                    "{}\n  {place}: {}\n  {}",
                    verdict.title,
                    failure.message,
                    failure.notes.join("\n  ")
                ));
            }
        });
    assert!(ran.is_whole(), "{ran:#?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_sound_puzzle_tells_how_many_decisions_solve_it() {
    let lines = "  within 2\n  until game\n  goal Prey.pieces.empty\n  solution { Hunter: Run west B }\n  only";
    assert_eq!(verdicts(&corner(lines)), [Ok("solved by 1 of 4 first decisions; 94 positions".to_owned())]);
}

#[test]
fn a_goal_that_is_reached_already_is_an_error() {
    let lines = "  within 2\n  until game\n  goal Prey.pieces.any\n  solution { Hunter: Run west B }";
    assert_eq!(unsound(lines), "line 6: the goal is reached before anything is done");
}

#[test]
fn a_goal_that_doing_nothing_reaches_is_an_error() {
    let lines = "  until game\n  goal turn.number == 2\n  solution { Hunter: Run east D }";
    let catalog = chase_as(&CHASE.replace("must once } }", "once } }"), &corner(lines));
    let mut told = Vec::new();
    run_tests(&catalog, &|_, _| true, oriflamme::script::make, &mut |_, verdict| {
        told.push(verdict.failure.as_ref().map(|failure| failure.message.clone()).unwrap_or_default());
    });
    assert_eq!(told, ["the goal is reached by doing nothing"]);
    // A side that must act cannot do nothing.
    assert_eq!(unsound(lines), "line 5: each of the 4 first decisions reaches the goal: this is not a puzzle");
}

#[test]
fn a_goal_that_no_line_reaches_is_an_error() {
    let lines = "  within 1\n  goal Prey.pieces.empty\n  solution { Hunter: Run west B }";
    assert_eq!(unsound(lines), "line 5: no line of play reaches the goal");
}

#[test]
fn a_solution_that_does_not_work_is_an_error_that_names_another() {
    let lines = "  within 2\n  until game\n  goal Prey.pieces.empty\n  solution { Hunter: Run east D }";
    assert_eq!(
        unsound(lines),
        "line 7: the solution does not reach the goal\nanother line begins with `Run Dog1 to B`"
    );
}

#[test]
fn a_command_that_is_not_legal_is_an_error_at_its_line() {
    let lines = "  within 2\n  until game\n  goal Prey.pieces.empty\n  solution { Hunter: Run west F }";
    let message = unsound(lines);
    assert!(message.starts_with("line 7: `Run west F` cannot be played here: "), "{message}");
}

#[test]
fn a_command_behind_the_end_is_an_error() {
    let lines = "  within 1\n  goal B.pieces.any\n  solution { Hunter: Run west B\n Hunter: Run east D }";
    assert_eq!(unsound(lines), "line 7: `Run east D` is never played: the puzzle has ended before it");
}

#[test]
fn only_forbids_another_solution() {
    let lines = "  within 3\n  until game\n  goal Prey.pieces.empty\n  solution { Hunter: Run west B }\n  only";
    let message = unsound(lines);
    assert!(
        message.contains("another decision reaches the goal") || message.contains("this is not a puzzle"),
        "{message}"
    );
}

#[test]
fn the_best_chance_is_weighed() {
    let lines = "  within 1\n  best chance of Prey.pieces.empty\n  solution { Hunter: Shoot 2 }";
    let other = lines.replace("Shoot 2", "Shoot 1");
    assert_eq!(
        verdicts(&corner(lines)),
        [Ok("best chance 7/12; solved by 1 of 4 first decisions; 105 positions".to_owned())],
    );
    assert_eq!(
        unsound(&other),
        "line 6: the solution has a chance of 1/2; another line has 7/12\nanother line begins with `Shoot 2`"
    );
}

#[test]
fn dice_in_a_row_and_the_worst_dice() {
    let lines = |dice: &str| format!("{dice}  within 1\n  goal Prey.pieces.empty\n  solution {{ Hunter: Shoot 2 }}");
    assert!(verdicts(&corner(&lines("  dice 3 4\n"))).remove(0).is_ok());
    assert_eq!(unsound(&lines("  dice 3\n")), "line 6: no line of play reaches the goal");
    assert_eq!(unsound(&lines("")), "line 5: no line of play reaches the goal");
}

/// A puzzle in which the hare must not be caught.
fn flight(lines: &str) -> String {
    format!(
        "puzzle corner \"Escape\" for chase @1 {{\n  given {{ Hunter {{ A: west = Dog;  E: east = Dog }}  Prey {{ C: hare = Hare }} }}\n\
         \x20 at moving of Prey\n{lines}\n}}\n"
    )
}

#[test]
fn what_must_hold_after_the_other_side_is_proved_against_every_reply() {
    // At B and D the hare is next to a dog; only F is out of reach.
    let lines = "  dice 1\n  until moving of Hunter\n  hold Prey.pieces.any\n  solution { Prey: Run hare F }\n  only";
    let told = verdicts(&flight(lines)).remove(0).expect("sound");
    assert!(told.starts_with("solved by 1 of 3 first decisions"), "{told}");
    let caught = verdicts(&flight(&lines.replace("Run hare F", "Run hare B"))).remove(0).expect_err("unsound");
    assert!(caught.contains("the solution does not reach the goal"), "{caught}");
    assert!(caught.contains("another line begins with `Run Hare"), "{caught}");
}

#[test]
fn what_holds_whatever_is_done_is_no_puzzle() {
    let lines = "  dice 1\n  until moving of Hunter\n  hold Hunter.pieces.any\n  solution { Prey: Run hare F }";
    let message = verdicts(&flight(lines)).remove(0).expect_err("unsound");
    assert!(message.contains("doing nothing") || message.contains("this is not a puzzle"), "{message}");
    let lines = "  within 1\n  hold Prey.pieces.any\n  solution { Prey: Run hare F }";
    let catalog = chase(&flight(lines));
    let found = catalog.compile(&catalog.games[0], Some("chase"), &[]).diagnostics;
    let text = render::plain_all(&found, &catalog.sources);
    assert!(text.contains("`until STEP` or `until STEP of SIDE`"), "{text}");
}

#[test]
fn a_defence_is_judged_at_the_end_of_the_other_sides_step() {
    let lines =
        "  dice 1\n  within 1\n  until moving of Hunter\n  hold Prey.pieces.any\n  solution { Prey: Run hare F }";
    for (words, wrong) in [("run hare f", None), ("run hare b", Some(0))] {
        let (mut session, from) = sitting(&flight(lines), oriflamme::script::make);
        assert!(matches!(session.say(words), Said::Done), "{words}");
        assert_eq!(session.puzzle_standing(from).expect("known"), Some(Standing::Open));
        while let Some(reply) = session.puzzle_reply(from).expect("found") {
            assert!(matches!(session.say(&reply), Said::Done), "{reply}");
        }
        let judged = session.judge_puzzle(from).expect("judged").expect("a puzzle");
        assert_eq!(judged.wrong, wrong, "{judged:?}");
        assert_eq!(judged.standing == Standing::Reached, wrong.is_none(), "{judged:?}");
    }
}

#[test]
fn a_solver_without_decisions_who_must_act_may_do_so() {
    let steps = CHASE.replace("must once } }", "must once  last \"Last moves\" each side  actions run must once } }");
    let lines = "  dice 1\n  within 1\n  until last of Prey\n  hold Prey.pieces.any\n  solution { Prey: Run hare F }";
    let catalog = chase_as(&steps, &flight(lines));
    let mut told = Vec::new();
    run_tests(&catalog, &|_, _| true, oriflamme::script::make, &mut |_, verdict| told.push(format!("{verdict:?}")));
    let (mut session, from) = sitting_at(&catalog, oriflamme::script::make);
    assert!(matches!(session.say("run hare f"), Said::Done));
    while let Some(reply) = session.puzzle_reply(from).expect("found") {
        assert!(matches!(session.say(&reply), Said::Done), "{reply}");
    }
    // Two dogs have moved towards the hare, which must run once more.
    let choices = ["run hare b", "run hare c", "run hare d"];
    assert!(choices.iter().any(|words| matches!(session.say(words), Said::Done)), "{told:?}");
    let judged = session.judge_puzzle(from).expect("judged").expect("a puzzle");
    assert_eq!((judged.wrong, judged.standing), (None, Standing::Reached), "{judged:?} {told:?}");
}

/// The search would let a side answer an order that it must not see.
/// Plays the solution of a puzzle as a person would who reads it, with the advice at the questions in between, and the
/// first way to pay.
fn play_solution(session: &mut Session, from: usize) {
    let mut lines = session.puzzle_solution().into_iter();
    for _ in 0..MOST_ANSWERS {
        if session.puzzle_standing(from).expect("known") != Some(Standing::Open) {
            return;
        }
        let reply = session.puzzle_reply(from).expect("found");
        let next = reply.or_else(|| session.puzzle_advice(from).expect("found"));
        let next = next.or_else(|| pays(session).then(|| "1".to_owned()));
        let words = next.or_else(|| lines.next()).unwrap_or_else(|| "done".to_owned());
        let said = session.say(&words);
        assert!(matches!(said, Said::Done | Said::Opened), "`{words}`: {said:?}");
    }
}

/// True if the question is how to pay.
fn pays(session: &Session) -> bool {
    session.question().is_some_and(|(_, question)| matches!(question.kind, Kind::Pay { .. }))
}

#[test]
fn every_shipped_puzzle_is_solved_by_its_own_solution() {
    let catalog = catalog();
    let mut failures = Vec::new();
    for entry in &catalog.games {
        for puzzle in entry.puzzles() {
            let game = catalog.compile(entry, puzzle.scenario.as_deref(), &[]).game.expect("compiles");
            let item = puzzle_named(&game, &puzzle.name).expect("a puzzle");
            let opening = Opening::bench(&game, Start::Test(item.test.title.clone()));
            let mut session = Session::new(&game, opening, oriflamme::play::native::make).expect("begins");
            let from = session.begin_puzzle();
            play_solution(&mut session, from);
            let judged = session.judge_puzzle(from).expect("judged").expect("a puzzle");
            if !judged.is_solved(item) {
                failures.push(format!("{} {}: {judged:?}", entry.name, puzzle.name));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn orders_in_secret_are_not_searched() {
    let steps = CHASE.replace("each side  actions run, shoot must once", "all sides  actions run, shoot must once");
    assert_ne!(steps, CHASE);
    let catalog = chase_as(&steps, &corner("  within 1\n  goal Prey.pieces.empty\n  solution { Hunter: Run west C }"));
    let mut told = Vec::new();
    run_tests(&catalog, &|_, _| true, oriflamme::script::make, &mut |_, verdict| {
        told.push(verdict.failure.as_ref().map(|failure| failure.message.clone()).unwrap_or_default());
    });
    assert!(told.iter().any(|text| text.contains("in secret")), "{told:?}");
}

#[test]
fn parts_that_are_missing_are_reported_by_check() {
    let catalog = chase("puzzle corner \"Catch the hare\" for chase @1 {\n  dice 7 | 2\n  goal Prey.pieces.empty\n}\n");
    let entry = &catalog.games[0];
    let found = catalog.compile(entry, Some("chase"), &[]).diagnostics;
    let text = render::plain_all(&found, &catalog.sources);
    for part in ["`at STEP of SIDE`", "`within NUMBER` or `until STEP`", "`solution`", "one row of faces"] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    assert!(catalog.compile(entry, Some("chase"), &[]).game.is_some(), "the game can be played all the same");
}

#[test]
fn puzzles_take_no_part_in_play() {
    assert!(!oriflamme::catalog::is_played("rules/chase/puzzles/all.ori"));
    assert!(oriflamme::catalog::is_played("rules/chase/puzzles.ori"));
    assert!(!oriflamme::catalog::is_played("tests/chase/all.ori"));
}

/// A puzzle of the toy as a session, with the beginning of its line.
fn sitting(puzzle: &str, make: oriflamme::play::MakeScripts) -> (Session, usize) {
    sitting_at(&chase(puzzle), make)
}

fn sitting_at(catalog: &Catalog, make: oriflamme::play::MakeScripts) -> (Session, usize) {
    let game = catalog.compile(&catalog.games[0], Some("chase"), &[]).game.expect("compiles");
    let puzzle = puzzle_named(&game, "corner").expect("a puzzle");
    let opening = Opening::bench(&game, Start::Test(puzzle.test.title.clone()));
    let mut session = Session::new(&game, opening, make).expect("begins");
    let from = session.begin_puzzle();
    (session, from)
}

const CATCH: &str = "  within 2\n  until game\n  goal Prey.pieces.empty\n  solution { Hunter: Run west B }";

#[test]
fn a_line_that_reaches_the_goal_is_solved_and_the_other_side_plays_its_worst() {
    for (_, make) in ENGINES {
        let (mut session, from) = sitting(&corner(CATCH), make);
        assert!(matches!(session.say("run west b"), Said::Done));
        let reply = session.puzzle_reply(from).expect("found").expect("the hare moves");
        assert!(matches!(session.say(&reply), Said::Done), "{reply}");
        assert_eq!(session.puzzle_standing(from).expect("known"), Some(Standing::Open));
        // The space that it reaches is next to a dog.
        assert!(matches!(session.say("run east d"), Said::Done));
        let judged = session.judge_puzzle(from).expect("judged").expect("a puzzle");
        assert_eq!(judged.standing, Standing::Reached);
        assert_eq!(judged.wrong, None);
    }
}

#[test]
fn the_first_wrong_decision_is_found_with_the_answer_to_it() {
    let (mut session, from) = sitting(&corner(CATCH), oriflamme::script::make);
    session.say("run east d");
    let reply = session.puzzle_reply(from).expect("found").expect("the hare moves");
    assert!(reply.ends_with('F'), "{reply}");
    session.say(&reply);
    session.say("run east c");
    let judged = session.judge_puzzle(from).expect("judged").expect("a puzzle");
    assert_eq!((judged.standing, judged.wrong), (Standing::Over, Some(0)));
    assert_eq!(judged.against.len(), 1, "{judged:?}");
    assert!(judged.against[0].ends_with('F'), "{judged:?}");
}

#[test]
fn a_hint_may_contain_values_in_braces() {
    let hinted = |hint: &str| corner(&format!("{CATCH}\n  hint \"{hint}\""));
    let (session, _) = sitting(&hinted("Look at {west}: {Prey.pieces.count} hare."), oriflamme::script::make);
    assert_eq!(session.puzzle_hint().as_deref(), Some("Look at Dog1: 1 hare."));
    let catalog = chase(&hinted("Look at {nowhere}."));
    let found = catalog.compile(&catalog.games[0], Some("chase"), &[]).diagnostics;
    let text = render::plain_all(&found, &catalog.sources);
    assert!(text.contains("`nowhere`"), "{text}");
}

#[test]
fn back_passes_over_what_the_program_decided() {
    // The solver has used up his decision before his second step, and the program passes for him.
    let steps = CHASE.replace("must once } }", "once  last \"Last moves\" each side  actions run once } }");
    assert_ne!(steps, CHASE);
    let lines = "  dice 1\n  within 1\n  until last of Prey\n  hold Prey.pieces.any\n  solution { Prey: Run hare F }";
    let (mut session, from) = sitting_at(&chase_as(&steps, &flight(lines)), oriflamme::script::make);
    let begins = session.decisions();
    assert!(matches!(session.say("run hare f"), Said::Done));
    while let Some(reply) = session.puzzle_reply(from).expect("found") {
        assert!(matches!(session.say(&reply), Said::Done), "{reply}");
    }
    let ends = session.decisions();
    assert_eq!(ends, begins + 3, "the run, the reply and the pass");
    assert_eq!(session.back(1), Went::By(1));
    assert_eq!(session.decisions(), begins);
    // What was taken back is made again in one piece.
    assert_eq!(session.forward(1), Went::By(1));
    assert_eq!(session.decisions(), ends);
}

/// Runs `oriflamme puzzle` on the toy with its own data folder.
fn at_terminal(home: &Path, arguments: &[&str], input: &str) -> String {
    let rules = home.join("rules/chase");
    std::fs::create_dir_all(rules.join("puzzles")).expect("a folder");
    std::fs::write(rules.join("game.ori"), CHASE).expect("written");
    std::fs::write(rules.join("puzzles/all.ori"), corner(CATCH)).expect("written");
    run(home, arguments, input).0
}

#[test]
fn solved_puzzles_are_marked_and_a_damaged_file_is_set_aside() {
    let home = tempfile::tempdir().expect("a folder");
    let listed = |text: &str| text.lines().any(|line| line.contains("corner") && line.contains("solved"));
    assert!(!listed(&at_terminal(home.path(), &["puzzle", "chase"], "")));
    let said = at_terminal(home.path(), &["puzzle", "chase", "1"], "run west b\nrun east d\nrun west f\nquit\n");
    assert!(said.contains("Solved in 2 decisions."), "{said}");
    assert!(listed(&at_terminal(home.path(), &["puzzle", "chase"], "")));
    let file = home.path().join("data/oriflamme/puzzles");
    std::fs::write(&file, "nonsense\u{1}\n").expect("written");
    let said = at_terminal(home.path(), &["puzzle", "chase"], "");
    assert!(said.contains("is damaged in line 1") && said.contains("puzzles.broken"), "{said}");
    assert!(!listed(&said));
    assert!(file.with_extension("broken").exists());
}

#[test]
fn what_does_not_exist_is_said_so() {
    let home = tempfile::tempdir().expect("a folder");
    let said = at_terminal(home.path(), &["puzzle", "chase", "corn"], "");
    assert!(said.contains("The chase has no puzzle `corn`; did you mean `corner`?"), "{said}");
    let said = at_terminal(home.path(), &["puzzle", "chase", "7"], "");
    assert!(said.contains("The chase has puzzles 1 to 1, not 7"), "{said}");
    let said = at_terminal(home.path(), &["puzzle", "hex"], "");
    assert!(said.contains("Hex has no puzzles; `oriflamme puzzle` lists the games that have some"), "{said}");
}

#[test]
fn a_puzzle_left_by_the_end_of_its_input_is_no_game_to_save() {
    let home = tempfile::tempdir().expect("a folder");
    let said = at_terminal(home.path(), &["puzzle", "chase", "1"], "run west b\n");
    assert!(said.contains("input ended within the puzzle") && !said.contains("--save"), "{said}");
    let said = at_terminal(home.path(), &["puzzle", "chase", "1"], "run west b\nrun east d\nrun west f\n");
    assert!(said.contains("Solved in 2 decisions.") && !said.contains("input ended"), "{said}");
}

#[test]
fn the_command_that_save_names_continues_a_puzzle() {
    // The game and its scenario have the same name.
    let home = tempfile::tempdir().expect("a folder");
    let said = at_terminal(home.path(), &["puzzle", "chase", "1"], "run west b\nsave kept.game\nquit\n");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("`oriflamme bench chase --save kept.game` continues the game"), "{said}");
    let said = at_terminal(home.path(), &["bench", "chase", "--save", "kept.game"], "quit\n");
    assert!(said.contains("continuing kept.game: 2 decisions"), "{said}");
    let said = at_terminal(home.path(), &["bench", "hex", "--save", "kept.game"], "");
    assert!(said.contains("kept.game contains a game of `chase`, not of `hex`"), "{said}");
}
