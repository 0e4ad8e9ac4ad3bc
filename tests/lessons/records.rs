//! The progress of a learner, and the record of what was tried.

use super::{DROP, TWO, class, dropping};
use crate::repl::run;

#[test]
fn progress_is_kept_and_the_next_lesson_follows() {
    let place = class(TWO);
    let learn = |arguments: &[&str], input: &str| {
        let all: Vec<&str> = ["--data", "mine", "learn"].iter().chain(arguments).copied().collect();
        run(place.path(), &all, input)
    };
    let (said, code) = learn(&["walk"], "march Man1 to only second speed 1\n");
    assert!(code == 0 && said.contains("input ended within the lesson"), "{said}");
    let (said, code) = learn(&["walk"], "march Man1 to only third\nmarch Man1 to only second speed 1\n3\nquit\n");
    assert!(code == 0 && said.contains("Lesson done: 1 wrong."), "{said}");
    let (said, _) = learn(&[], "");
    assert!(
        said.contains("1 of 2 done") && said.contains("✓  1 first_step") && said.contains(">  2 second_step"),
        "{said}"
    );
    // The next one is the first that is not done, and the best of several times counts.
    let (said, code) = learn(&["walk"], "march Man1 to only fourth speed 1\nquit\n");
    assert!(code == 0 && said.contains("The second step"), "{said}");
    let (said, _) =
        learn(&["walk", "1"], "march Man1 to only second speed 1\n3\n\nmarch Man1 to only fourth speed 1\n");
    assert!(said.contains("Enter begins the next lesson, “The second step”"), "{said}");
    let (said, _) = learn(&[], "");
    assert!(said.contains("2 of 2 done") && !said.contains("1 wrong"), "{said}");
    assert!(learn(&["first_step"], "quit\n").0.contains("The first step"), "a lesson is found by its name alone");
}

#[test]
fn damaged_progress_is_kept_aside_and_begun_anew() {
    let place = class(TWO);
    let folder = place.path().join("data/oriflamme");
    std::fs::create_dir_all(&folder).expect("a folder");
    let kept = folder.join("lessons.txt");
    for damaged in ["", "oriflamme lessons 1\nwalk first_step wrong zwei hints 0 skipped 0\n", "\u{0}\u{1}", "{}"] {
        std::fs::write(&kept, damaged).expect("written");
        let (said, code) = run(place.path(), &["--data", "mine", "learn"], "");
        assert!(code == 0 && said.contains("is damaged") && said.contains("0 of 2 done"), "{said}");
        let aside: Vec<String> = std::fs::read_dir(&folder)
            .expect("the folder")
            .filter_map(|one| std::fs::read_to_string(one.expect("an entry").path()).ok())
            .collect();
        assert!(aside.iter().any(|text| text == damaged), "the damaged file is lost");
        // It is said once.
        let (said, _) = run(place.path(), &["--data", "mine", "learn"], "");
        assert!(!said.contains("damaged"), "{said}");
    }
    // What cannot be written is said, and the lesson is played all the same.
    std::fs::remove_dir_all(&folder).expect("removed");
    std::fs::write(&folder, "in the way").expect("written");
    let input = "march Man1 to only second speed 1\n3\nquit\n";
    let (said, code) = run(place.path(), &["--data", "mine", "learn", "walk"], input);
    // The line is wrapped where the name of the folder ends.
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(code == 0 && words.contains("progress is not saved"), "{said}");
}

#[test]
fn the_record_says_what_a_pupil_tried_and_where_he_erred() {
    let place = class(TWO);
    let arguments = ["--data", "mine", "learn", "walk", "--record", "pupil.txt"];
    let input = "march Man1 to only third\nfly\nhint\nmarch Man1 to only second speed 1\n5\n3\nquit\n";
    run(place.path(), &arguments, input);
    let record = std::fs::read_to_string(place.path().join("pupil.txt")).expect("the record");
    let lines: Vec<&str> = record.lines().map(str::trim).collect();
    let wanted = [
        "lesson first_step: The first step",
        "task 1: March to the second field.",
        "hint 1",
        "right: march Man1 to only second speed 1",
        "task 2: How far can he walk?",
        "wrong: 5  (It is not 5.)",
        "right: 3",
        "done: 3 wrong, 1 hint",
        "not right at once:",
        "1  March to the second field.  (2 wrong, 1 hint)",
        "2  How far can he walk?  (1 wrong)",
    ];
    for line in wanted {
        assert!(lines.contains(&line), "{line} is not in\n{record}");
    }
    assert!(record.contains("wrong: March Man1 to only third") && record.contains("Not so fast."), "{record}");
    assert!(record.contains("wrong: fly"), "{record}");
    // A second pupil is added behind the first.
    run(place.path(), &arguments, "skip\nquit\n");
    let both = std::fs::read_to_string(place.path().join("pupil.txt")).expect("the record");
    assert!(both.starts_with(&record) && both.contains("done: 1 skipped"), "{both}");
    assert!(both.ends_with("1  March to the fourth field.  (skipped)\n"), "{both}");
    // One who leaves before the end, too.
    run(place.path(), &["--data", "mine", "learn", "walk", "1", "--record", "left.txt"], "fly\nskip\nquit\n");
    let left = std::fs::read_to_string(place.path().join("left.txt")).expect("the record");
    assert!(left.contains("left at 2 of 2") && left.contains("(1 wrong, skipped)"), "{left}");
}

#[test]
fn an_answer_that_was_shown_is_recorded_as_help() {
    let place = class(TWO);
    let arguments = ["--data", "mine", "learn", "walk", "--record", "pupil.txt"];
    let (said, _) = run(place.path(), &arguments, "march Man1 to only second speed 1\nwhy\n3\nlog all\nquit\n");
    let record = std::fs::read_to_string(place.path().join("pupil.txt")).expect("the record");
    for line in ["shown by `why`: 3", "done: 1 hint", "2  How far can he walk?  (1 hint)"] {
        assert!(record.lines().any(|one| one.trim() == line), "{line} is not in\n{record}");
    }
    // The step in which a lesson begins is no event of the game.
    assert!(said.contains("March") && !said.contains("Arbiter"), "{said}");
}

#[test]
fn the_record_shows_lines_as_typed_and_counts_as_the_screen_does() {
    let place = dropping(DROP);
    let arguments = ["--data", "mine", "learn", "connect_four", "drop", "--record", "pupil.txt"];
    let said = run(place.path(), &arguments, "perhaps\nyes\ndone\n0\ndrop in z\nd\nquit\n").0;
    assert!(said.contains("Lesson done: 3 wrong."), "{said}");
    let record = std::fs::read_to_string(place.path().join("pupil.txt")).expect("the record");
    let lines: Vec<&str> = record.lines().map(str::trim).collect();
    let wanted = [
        "refused: perhaps  (Answer yes or no.)",
        "right: yes",
        "wrong: done  (You must drop.)",
        "done: 3 wrong",
        "2  Drop a disc where you win.  (3 wrong)",
    ];
    for line in wanted {
        assert!(lines.contains(&line), "{line} is not in\n{record}");
    }
    for begins in ["wrong: 0  (", "wrong: drop in z  ("] {
        assert!(lines.iter().any(|line| line.starts_with(begins)), "{begins} is not in\n{record}");
    }
    // What was not understood is no mistake.
    assert!(!record.contains("Can Red win at once?  ("), "{record}");
}

#[test]
fn decisions_of_free_play_are_recorded_without_a_judgement() {
    let lesson = r#"
lesson stroll "A stroll" for meadow @1 {
  given { Red { only first: Man 3 } }
  at   walking of Red
  say  "Be in the fourth field after two decisions."
  free 2 as Red against random
    goal Red.space("only fourth").pieces.any say "You are there."
    else say "You are late."
}
"#;
    let place = class(lesson);
    let arguments = ["--data", "mine", "learn", "walk", "--record", "pupil.txt"];
    run(place.path(), &arguments, "march Man1 to only second speed 1\nfly\npass\nquit\n");
    let record = std::fs::read_to_string(place.path().join("pupil.txt")).expect("the record");
    let lines: Vec<&str> = record.lines().map(str::trim).collect();
    for line in ["played: march Man1 to only second speed 1", "played: pass", "wrong: free play  (You are late.)"] {
        assert!(lines.contains(&line), "{line} is not in\n{record}");
    }
    assert!(record.contains("refused: fly  (") && !record.contains("right: "), "{record}");
    assert!(record.ends_with("(1 wrong)\n"), "{record}");
}

#[test]
fn a_record_is_not_appended_to_another_file() {
    let place = class(TWO);
    let game = "oriflamme 2\ngame walk\n";
    std::fs::write(place.path().join("kept.game"), game).expect("written");
    for name in ["kept.game", "mine/rules/walk/lessons/01.ori", "mine"] {
        let (said, code) = run(place.path(), &["--data", "mine", "learn", "walk", "--record", name], "quit\n");
        assert!(code == 2 && said.contains("exists and is not the record of a pupil"), "{name}: {said}");
        assert!(!said.contains("The first step"), "{said}");
    }
    assert_eq!(std::fs::read_to_string(place.path().join("kept.game")).expect("kept"), game);
    // An empty file is a record that has not begun.
    std::fs::write(place.path().join("new.txt"), "").expect("written");
    for _ in 0..2 {
        let (said, code) = run(place.path(), &["--data", "mine", "learn", "walk", "--record", "new.txt"], "quit\n");
        assert!(code == 0 && said.contains("The first step"), "{said}");
    }
}
