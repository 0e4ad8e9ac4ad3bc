//! Tests with a toy game: lots, choices, room, names, undone lines.

use super::{Builder, Reply};
use crate::catalog::{Catalog, SourceText};

const GAME: &str = r#"
game brawl "Brawl" { sides first, second }
rulebook { 1 "All" "Everything." }
board field "The field" @1 {
  grid area 2 x 4 turned for second { columns wing: left, right   rows row: rear, front, enemy_front, enemy_rear }
  slots 2 per side of Man
  boxes camp per side
}
side has { price: int   spirit: int = 1   bold: flag }
piece has { strength: int = 0   cost: int = 0 }
kind Man "Man" @1 { notation "{strength}" }
kind Chief "Chief" @1
terrain Mud "Mud" @1
terrain Wall "Wall" @1
weather Snow "Snow" @1
weather Wind "Wind" @1
counters @1 { Man 1 cost 2 x6;  Man 2 cost 5 x3;  Chief cost 1 x2 }
counters second @1 { Man 3 cost 4 x1 }
muster @1 {
  roles   bold
  total   cost within price
  at most 1 Chief
  suggest spirit = side.pieces.count * 10
  warn    when side.price < 5 because "that is a small army"
  weather d6 { WEATHER }
  terrain d6 - 3 for bold at front but Wall
  deploy  rear, camp
  deploy  Chief at camp
}
sequence @1 { turn repeat 1..3 { fighting each side  actions strike } }
action strike "Strike" @1 { piece mine   do { finish(me); } }
"#;

fn builder(weather: &str, seed: u64) -> Builder {
    let text = GAME.replace("WEATHER", weather);
    let catalog = Catalog::new([SourceText { path: "rules/brawl/game.ori".to_owned(), text }]);
    Builder::new(&catalog, "brawl", seed).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Carries out lines that must all be accepted. Returns the last result.
#[track_caller]
fn say(builder: &mut Builder, lines: &[&str]) -> String {
    let mut last = String::new();
    for line in lines {
        match builder.say(line) {
            Reply::Taken(said) => last = said.iter().map(crate::draw::Line::text).collect::<Vec<_>>().join("\n"),
            Reply::Refused(problem) => panic!("`{line}`: {problem}"),
        }
    }
    last
}

#[track_caller]
fn refused(builder: &mut Builder, line: &str) -> String {
    match builder.say(line) {
        Reply::Taken(_) => panic!("`{line}` is taken"),
        Reply::Refused(problem) => problem,
    }
}

fn asked(builder: &Builder) -> String {
    builder.question().iter().map(crate::draw::Line::text).collect::<Vec<_>>().join("\n")
}

const ARMIES: [&str; 11] = ["one", "", "Reds", "Blues", "9", "", "Man 1 x3", "done", "", "Man 1", "done"];

#[test]
fn the_text_lists_what_was_bought_and_where_it_is_placed() {
    let mut builder = builder("1..6 none", 1);
    say(&mut builder, &ARMIES);
    say(&mut builder, &["7", "wind", "1", "Mud at left front", "left rear: Man 1 x2", "camp: rest", "spread"]);
    assert!(builder.is_complete());
    let wanted = "scenario one \"One\" for brawl @1 {\n  army Reds bold spirit 30 price 6 {\n    left rear:        Man 1 x2\n    left front:       Mud\n    camp:             Man 1\n  }\n  army Blues spirit 7 price 2 {\n    left rear:        Man 1\n  }\n  weather Wind\n}\n";
    assert_eq!(builder.text(), wanted);
    let (found, _) = builder.check();
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(builder.path(), "scenarios/brawl/one.ori");
}

#[test]
fn several_kinds_of_terrain_may_share_a_space() {
    let mut builder = builder("1..6 none", 1);
    say(&mut builder, &ARMIES);
    say(&mut builder, &["7", "none", "2", "Mud at left front"]);
    assert!(asked(&builder).contains("places: left front, right front"), "{}", asked(&builder));
    assert!(refused(&mut builder, "left front: Mud").contains("left front has Mud already"));
    say(&mut builder, &["Mud at right front", "spread", "spread"]);
    assert!(builder.is_complete());
}

#[test]
fn a_kind_with_places_of_its_own_is_set_up_only_there() {
    let mut builder = builder("1..6 none", 1);
    say(
        &mut builder,
        &["one", "", "Reds", "Blues", "9", "", "Man 1", "Chief", "done", "", "Man 1", "Chief", "done", ""],
    );
    say(&mut builder, &["none", "none"]);
    assert_eq!(refused(&mut builder, "left rear: Chief"), "`Chief` may not begin in left rear; choose camp");
    say(&mut builder, &["left rear: Man 1", "camp: Chief", "spread"]);
    assert!(builder.text().contains("camp:             Chief"), "{}", builder.text());
    assert!(!builder.text().contains("rear:        Chief"), "{}", builder.text());
}

#[test]
fn an_army_does_not_have_the_name_of_a_place() {
    let mut builder = builder("1..6 none", 1);
    say(&mut builder, &["one", ""]);
    for name in ["left", "Rear", "enemy", "left front", "camp", "any"] {
        let problem = format!("not a name for an army: `{name}` is read as a place, or as part of one");
        assert_eq!(refused(&mut builder, name), problem);
    }
    say(&mut builder, &["Left Wing", "Blues"]);
}

#[test]
fn lots_lead_to_lots_and_to_choices() {
    let mut fair = builder("1..6 d6 { 1..6 none }", 1);
    say(&mut fair, &ARMIES);
    say(&mut fair, &[""]);
    let said = say(&mut fair, &["random"]);
    assert_eq!(said.matches("die: ").count(), 2, "{said}");
    assert!(asked(&fair).contains("Reds: how many terrain tiles"));
    let mut chosen = builder("1..6 bold", 1);
    say(&mut chosen, &ARMIES);
    say(&mut chosen, &["", "random"]);
    assert!(asked(&chosen).contains("Reds: which weather"), "{}", asked(&chosen));
    assert!(refused(&mut chosen, "fog").contains("there are: Snow, Wind"));
    say(&mut chosen, &["snow", "none", "spread", "spread"]);
    assert!(chosen.text().contains("weather Snow"));
}

#[test]
fn a_seed_gives_the_same_dice_also_after_undo() {
    let thrown = |seed: u64| {
        let mut builder = builder("1..6 none", seed);
        say(&mut builder, &ARMIES);
        say(&mut builder, &["", "none"]);
        let first = say(&mut builder, &["random"]);
        builder.undo();
        assert_eq!(say(&mut builder, &["random"]), first);
        first
    };
    let all: Vec<String> = (0..20).map(thrown).collect();
    assert_eq!(all, (0..20).map(thrown).collect::<Vec<_>>());
    assert!(
        all.iter().any(|said| said.contains("no tiles")) && all.iter().any(|said| said.contains("3 tiles")),
        "{all:?}"
    );
}

#[test]
fn a_refused_line_gives_a_reason_and_changes_nothing() {
    let mut builder = builder("1..6 none", 1);
    for (line, why) in
        [("", "is not a name"), ("two words!", "is not a name"), ("-x", "is not a name"), ("x-", "is not a name")]
    {
        assert!(refused(&mut builder, line).contains(why), "{line}");
    }
    say(&mut builder, &["one", ""]);
    assert!(refused(&mut builder, "if").contains("scripts reserve the name `if`"));
    say(&mut builder, &["Reds"]);
    assert!(refused(&mut builder, "reds").contains("the other army"));
    // A name used by a rule is not available for an army.
    assert!(refused(&mut builder, "strike").contains("`strike`"));
    say(&mut builder, &["Blue Company"]);
    assert!(refused(&mut builder, "0").contains("from 1"));
    assert!(say(&mut builder, &["4", "20"]).contains("a small army"));
    assert!(refused(&mut builder, "done").contains("buy at least one counter, for example `Man 1 x2`"));
    assert!(refused(&mut builder, "").contains("buy at least one counter"));
    assert!(refused(&mut builder, "Man 3").contains("no `Man 3`"), "it is the other side's alone");
    assert!(refused(&mut builder, "Man 2").contains("1 more than the 4 agreed on"));
    assert!(refused(&mut builder, "Man 1, Man 1 x2").contains("agreed on"));
    assert_eq!(builder.prompt(), "Reds, 0 of 4, no pieces> ");
    assert!(refused(&mut builder, "Chief x2").contains("at most 1"));
    say(&mut builder, &["Chief", "drop chief", "1 man 1", "done", "", "Man 3", "2 Man 1", "man 2", "done", ""]);
    say(&mut builder, &["none", "none", "left rear: rest"]);
    assert!(refused(&mut builder, "left rear: Man 1 x2, Man 2").contains("left rear is full"));
    assert!(refused(&mut builder, "left front: Man 2").contains("not an area for this: choose left rear"));
    say(&mut builder, &["left rear: Man 1 x2"]);
    assert!(refused(&mut builder, "left rear: Man 2").contains("is full"));
    say(&mut builder, &["spread"]);
    assert!(builder.text().contains("army \"Blue Company\" spirit 40 price 13 {"), "{}", builder.text());
    assert!(refused(&mut builder, "more").contains("all questions are answered"));
}

#[test]
fn no_input_panics_or_loses_anything() {
    let junk = [
        "",
        " ",
        ",",
        ", ,",
        ":",
        "x",
        "x x",
        "x3",
        "3",
        "3 x",
        "-",
        "--",
        "drop",
        "drop ",
        "DROP \u{130}\u{130}",
        "drop x99999999999",
        "Man",
        "Man x0",
        "Man 1 x0",
        "Man 1 x -1",
        "Man 1 x99999999999999999999",
        "man 9",
        "\u{301}",
        "\u{1e9e}\u{1e9e} at \u{130}",
        "at",
        " at ",
        "Mud at",
        "at left front",
        "left rear:",
        ":left rear",
        "left rear: ",
        "left rear: ,",
        "left rear: rest: rest",
        "spread",
        "random",
        "none",
        "done",
        "9999999999999999999999",
        "-5",
        "1e3",
        "\"",
        "\"\"",
        "{",
        "}",
        "a \"b\"",
        "@1",
        "//",
        "Wall at left front",
    ];
    let steps = [
        "one",
        "One",
        "Reds",
        "Blues",
        "9",
        "9",
        "Man 1 x3",
        "done",
        "3",
        "Man 1",
        "done",
        "3",
        "snow",
        "1",
        "Mud at left front",
        "spread",
        "spread",
    ];
    let mut builder = builder("1..6 none", 1);
    for step in steps {
        for line in junk {
            let (lines, text) = (builder.lines().len(), builder.text());
            match builder.say(line) {
                // A text that happens to be a valid answer is undone.
                Reply::Taken(_) => assert_eq!(builder.undo().as_deref(), Some(line.trim())),
                Reply::Refused(problem) => assert!(!problem.is_empty()),
            }
            assert_eq!((builder.lines().len(), builder.text()), (lines, text), "{line}");
            assert!(!builder.prompt().is_empty() && !builder.list().is_empty() && !builder.question().is_empty());
        }
        // Every answer that completion suggests is accepted.
        for answer in builder.answers() {
            say(&mut builder, &[answer.as_str()]);
            builder.undo();
        }
        say(&mut builder, &[step]);
    }
    assert!(builder.is_complete());
}

#[test]
fn a_kind_alone_asks_which_counter_unless_there_is_one() {
    let mut builder = builder("1..6 none", 1);
    say(&mut builder, &["one", "", "Reds", "Blues", "9", ""]);
    assert_eq!(refused(&mut builder, "2 men"), "no counter is named `men`; did you mean `Man`?\nkinds: Man, Chief");
    assert_eq!(refused(&mut builder, "2 mans"), "which Man? 1 (2), 2 (5); for example `Man 1`");
    say(&mut builder, &["chiefs", "Man 1 x2", "drop man", "done", "", "Man 1", "done", "", "none", "none"]);
    assert_eq!(builder.prompt(), "Reds, 2 left to set up> ");
    assert!(refused(&mut builder, "left rear").contains("expected AREA: COUNTER, for example `left rear: Man 1`"));
    assert!(
        refused(&mut builder, "rear: man").contains("`rear` is not an area for this: choose left rear, right rear")
    );
    say(&mut builder, &["left rear: man", "camp: chiefs"]);
    assert_eq!(builder.prompt(), "Blues, 1 left to set up> ");
}

#[test]
fn much_unspent_is_advice_and_a_game_or_battle_keeps_its_name() {
    let mut builder = builder("1..6 none", 1);
    assert!(refused(&mut builder, "brawl").contains("`brawl` already exists"));
    say(&mut builder, &["one", "", "Reds", "Blues", "9", "", "Man 1"]);
    assert!(say(&mut builder, &["done"]).contains("advice: 7 of 9 points unspent"));
    say(&mut builder, &["", "Man 2, Man 1"]);
    assert!(!say(&mut builder, &["done"]).contains("unspent"));
}
