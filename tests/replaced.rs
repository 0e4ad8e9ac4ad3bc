//! Replacements of unnamed items, which are identified by their head, and items that cannot be replaced conditionally.

use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::diagnostic::{Diagnostic, render};

use crate::harness;

const GAME: &str = "game toy \"Toy\" { sides Red, Blue }\nrulebook { 1 \"All\" \"Everything.\" }\n\
    kind Pike @1\nkind Lance @1\nnoun man/men = Pike\n\
    side var coins: int = 0 @1\n\
    board ground @1 { grid area 2 x 2 { columns file: left, right  rows row: front, back }  box pool }\n\
    facing side of Pike @1 { front 12 }\n\
    counters Red in pool @1 { Pike x2 }\ncounters Red in pool @1 { Lance x3 }\ncounters Blue in pool @1 { Pike x1 }\n\
    whenever side.coins > 9 @1 do { side.coins = 9; }\n\
    quantity strength(man) @1 { base 1 }\nroll luck(man) @1 = d6\nmay rest(man) @1 { }\n\
    table clash @1 rows who: kind gives n { Pike 1 }\n\
    walk going(man) @1 { step on to man.space.neighbours }\n\
    invariant poor @1 = Red.coins < 100\n\
    sequence @1 { turn repeat 1..1 { acting do { Red.coins = 20; } } }\n\
    action ride \"Ride\" @1 { man mine  to going(man)  do { man.follow(to); } }\n\
    replace sequence @1 { turn repeat 1..1 { acting each side { riding actions ride once } } }\n\
    replace sequence @1 { turn repeat 1..1 { acting do { Red.coins = 20; say(TEXT); } } }\n\
    scenario toy \"Toy\" for toy @1 { Red { left front: Pike N } }\n";

/// The game without its second sequence, with the files of a mod.
fn catalog(more: &str, said: &str) -> Catalog {
    let lines = GAME.lines().filter(|line| !line.contains("riding actions ride once"));
    let game = lines.collect::<Vec<_>>().join("\n").replace("TEXT", said);
    Catalog::new([
        SourceText { path: "rules/toy/game.ori".to_owned(), text: game },
        SourceText { path: "rules/toy/zz_mod.ori".to_owned(), text: more.to_owned() },
    ])
}

#[track_caller]
fn says(more: &str, text: &str, expected: &str) {
    let catalog = catalog(more, text);
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    assert!(!compiled.is_faulty(), "{}", render::plain_all(&compiled.diagnostics, &catalog.sources));
    harness::says(&compiled.game.expect("it compiles"), expected);
}

#[track_caller]
fn wrong(more: &str, code: &str, at: &str, help: &str) {
    let catalog = catalog(more, "\"x\"");
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    let errors: Vec<&Diagnostic> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    let shown = render::plain_all(&compiled.diagnostics, &catalog.sources);
    let [error] = errors.as_slice() else { panic!("{more}: {shown}") };
    let place = error.span().map(|span| catalog.sources.text(span)).unwrap_or_default();
    assert_eq!((error.code, place), (code, at), "{shown}");
    assert!(shown.contains(help), "{help}: {shown}");
}

#[test]
fn an_item_without_a_name_is_meant_by_its_head() {
    let said = "`${pool.pieces.of(Red).count} ${pool.pieces.of(Blue).count}`";
    says("", said, "4 1");
    // All lists with the same head are replaced together; the others stay.
    says("replace counters Red in pool @1 { Pike x8 }", said, "7 1");
    says("replace counters Blue in pool @1 { Pike x8 }", said, "4 8");
}

#[test]
fn a_rule_of_settled_play_is_meant_by_its_condition() {
    let more = "insert last @1 do { say(`coins ${Red.coins}`); } after acting\n";
    says(more, "\"x\"", "coins 9");
    says(&format!("{more}replace whenever side.coins   > 9 @1 do {{ side.coins = 7; }}"), "\"x\"", "coins 7");
    wrong(
        "replace whenever side.coins > 8 @1 do { side.coins = 7; }",
        "unknown-word",
        "side.coins > 8",
        "side.coins > 9",
    );
}

#[test]
fn facing_drawing_and_sequence_are_replaced_whole() {
    let said = "`${men.where(|man| man.front.any).count}`";
    says("", said, "1");
    says("replace facing side of Pike @1 { front 6 }", said, "0");
    says(
        "replace draw { piece \"P\" }\n".replace("replace draw", "draw { piece \"o\" }\nreplace draw").as_str(),
        "\"x\"",
        "x",
    );
    wrong("replace draw { piece \"P\" }", "unknown-word", "replace draw", "no item to be replaced named `draw`");
    wrong("replace counters Blue @1 { Pike x8 }", "unknown-word", "replace counters Blue @1", "counters Blue in pool");
    wrong(
        "replace sequence @1 { turn repeat 1..1 }",
        "replaced-twice",
        "replace sequence @1",
        "two texts replace `sequence`",
    );
}

#[test]
fn what_is_replaced_whole_says_how_else_it_can_change() {
    let whole = "replaced-whole";
    wrong(
        "replace quantity strength(man) when man.of(Red).any @1 { base 2 }",
        whole,
        "when man.of(Red).any",
        "modify strength base exactly",
    );
    wrong("replace quantity strength(man) for Pike @1 { base 2 }", whole, "for Pike", "modify strength base exactly");
    wrong("replace roll luck(man) when Red.coins > 1 @1 = 2d6", whole, "when Red.coins > 1", "modify luck by");
    wrong("replace may rest(man) when Red.coins > 1 @1 { }", whole, "when Red.coins > 1", "except LABEL");
    wrong(
        "replace table clash when Red.coins > 1 @1 rows who: kind gives n { Pike 2 }",
        whole,
        "when Red.coins > 1",
        "reads this one",
    );
    wrong(
        "replace walk going(man) when Red.coins > 1 @1 { step on to man.space.neighbours }",
        whole,
        "when Red.coins > 1",
        "let the offer choose",
    );
    wrong(
        "replace action ride when Red.coins > 1 @1 { man mine do { man.space; } }",
        whole,
        "when Red.coins > 1",
        "forbid `ride`",
    );
    // An item without a head can only be lifted or added to.
    wrong("replace modify strength by 1 @1", "syntax", "modify", "");
}

#[test]
fn use_belongs_in_a_scenario() {
    wrong("use toy", "part-not-here", "use toy", "in the braces of a scenario");
    let more = "scenario again \"Again\" for toy @1 { use toy }";
    let catalog = catalog(more, "\"x\"");
    let compiled = catalog.compile(&catalog.games[0], Some("again"), &[]);
    assert!(!compiled.is_faulty());
}
