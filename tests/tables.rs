//! Tables: shifts, several results in a cell or a row, rows in words; and `expect` on a set-up.

use oriflamme::catalog::{Catalog, SourceText};

use crate::harness::{self, toy};

const HEAD: &str = "game toy \"Toy\" { die d6  sides Red, Blue }\nrulebook { 1 \"All\" \"Everything.\" }\nkind Man @1\n\
    noun n, die, strength, luck, roll = int\nboard map @1 { spaces { A, B }  links path { A -- B } }\n";

fn text(items: &str, lines: &str, script: &str) -> String {
    format!(
        "{HEAD}{items}\nsequence @1 {{ turn repeat 1..1 {{ acting do {{ {script} }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ {lines} }}\n"
    )
}

/// Asserts what a script says, on both engines.
#[track_caller]
fn says(items: &str, script: &str, expected: &str) {
    harness::says(&toy(&text(items, "Red { A: Man x2 }", script)), expected);
}

/// The errors of a text: code, underlined text, and headline with label and help.
fn wrong(text: &str) -> Vec<(String, String, String)> {
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }]);
    let found = catalog.check_all();
    let said = |one: &oriflamme::diagnostic::Diagnostic| {
        let label = one.primary.as_ref().map(|label| label.text.clone()).unwrap_or_default();
        let place = one.span().map(|span| catalog.sources.text(span).to_owned()).unwrap_or_default();
        (one.code.to_owned(), place, format!("{} | {label} | {}", one.headline, one.help.clone().unwrap_or_default()))
    };
    found.iter().filter(|one| one.is_error()).map(said).collect()
}

#[track_caller]
fn only(items: &str, lines: &str, script: &str, code: &str, at: &str, says: &str) {
    let found = wrong(&text(items, lines, script));
    match found.as_slice() {
        [(found, place, text)] => {
            assert_eq!((found.as_str(), place.as_str()), (code, at), "{text}");
            assert!(text.contains(says), "{text}");
        }
        other => panic!("{other:#?}"),
    }
}

const COMBAT: &str = "table combat @1 rows die clamped columns strength shifted by column_shift {\n\
            1..2 3..4 5..7 8..\n\
      1..3   0    2    4    6\n\
      4..6   1    3    5    7\n}\n\
    side var trick: int = 0\n\
    quantity column_shift(side) @1 { base 0  modify by side.trick because \"tactics\" }\n";

#[test]
fn a_shift_moves_along_the_printed_columns_and_stops_at_the_edge() {
    says(COMBAT, "say(`${combat(2, 3, Red)} ${combat(9, 3, Blue)}`);", "2 3");
    says(COMBAT, "Red.trick = 1; Blue.trick = -1; say(`${combat(2, 3, Red)} ${combat(2, 3, Blue)}`);", "4 0");
    says(COMBAT, "Red.trick = 9; Blue.trick = -9; say(`${combat(2, 3, Red)} ${combat(2, 3, Blue)}`);", "6 0");
    // A value off the axis has no column to shift from.
    says(COMBAT, "Red.trick = 9; say(`${combat(2, 0, Red) ?? 77}`);", "77");
}

#[test]
fn a_word_made_of_a_shifted_table_follows_the_state() {
    let items = format!("{COMBAT}quantity hits(side) @1 {{ base combat(5, 4, side) }}\n");
    says(&items, "let before = Red.hits; Red.trick = 2; say(`${before} ${Red.hits} ${Blue.hits}`);", "3 7 3");
}

#[test]
fn a_shift_may_use_the_axes_and_may_be_a_number_of_the_call() {
    let items = "table far @1 rows die clamped shifted by rows_down columns strength { 1 2\n 1 10 11\n 2 20 21\n 3 30 31 }\n\
        quantity rows_down(strength) @1 { base strength - 1 }\n\
        table luck_table @1 rows die shifted by luck gives hits, misses { 1 5 0;  2 4 1;  3 3 2 }\n";
    says(items, "say(`${far(1, 1)} ${far(1, 2)} ${far(3, 2)}`);", "10 21 31");
    says(items, "let got = luck_table(1, 1); say(`${got.hits} ${got.misses} ${luck_table(3, -5).hits}`);", "4 1 5");
}

#[test]
fn a_cell_in_parts_is_read_by_their_names() {
    let items =
        "table recruitment @1 rows die columns n { 1 2\n 0 0/0/0 -\n 1 1/3/0 2/-/1\n cell riders/militia/guns }\n";
    let script = "let got = recruitment(1, 1); let thin = recruitment(1, 2);
        say(`${got.riders} ${got.militia} ${got.guns} ${thin.militia ?? 9} ${recruitment(0, 2).guns ?? 8} ${recruitment(5, 1).riders ?? 7}`);";
    says(items, script, "1 3 0 9 8 7");
}

#[test]
fn a_row_in_words_gives_flags_and_numbers() {
    let items = "table assaults @1 rows roll clamped gives holds, falls, attacker, defender {\n\
          ..0   holds attacker 1 defender 0\n 1..3  holds attacker 0 defender 0\n\
          4     holds defender 1\n 5..   falls attacker 2 defender 0\n}\n\
        table fates @1 rows roll gives free, captured, killed { 1..4 free; 5..8 captured; 9.. killed }\n";
    let script = "let result = assaults(6); let weak = assaults(4); let none_such = fates(0);
        say(`${result.falls} ${result.attacker} ${weak.falls} ${weak.attacker ?? 9} ${fates(7).captured} ${if none_such.killed { 1 } else { 0 }}`);";
    says(items, script, "yes 2 no 9 yes 0");
}

#[test]
fn a_result_is_kept_as_it_was_looked_up() {
    let items = "side var trick: int = 0\nquantity by_trick(side) @1 { base side.trick }\n\
        table pay @1 rows die clamped shifted by by_trick gives silver, gold { 1 1 0;  2 2 0;  3 0 3 }\n";
    says(items, "let got = pay(1, Red); Red.trick = 2; say(`${got.silver} ${pay(1, Red).gold}`);", "1 3");
}

#[test]
fn numbers_in_a_gap_take_the_nearest_line_of_a_clamped_axis() {
    let items = "table cost @1 rows die clamped gives silver { 0 1;  10 5;  20 9 }\n";
    says(items, "say(`${cost(4).silver} ${cost(5).silver} ${cost(6).silver} ${cost(99).silver}`);", "1 1 5 9");
}

#[test]
fn mistakes_in_tables_are_told() {
    let table = "table fates @1 rows roll gives free, captured { ..4 free; 5.. captured }\n";
    only(table, "", "let fate = fates(3); if fate.captred { finish(Red); }", "unknown-word", "captred", "captured");
    only(table, "", "let fate = fates(3); say(`${fate}`);", "unknown-word", "fate", "fate.free");
    only(table, "", "if fates(3) { finish(Red); }", "unknown-word", "fates(3)", "fates(…).free");
    let parts = |cell: &str| format!("table t @1 rows die columns n {{ 1 2\n 1 1/2 {cell}\n cell riders/guns }}\n");
    only(&parts("1/2/3"), "", "say(\"x\");", "wrong-value", "1/2/3", "riders/guns");
    only(&parts("x/1"), "", "say(\"x\");", "wrong-value", "x", "a number");
    let row =
        |row: &str| format!("table t @1 rows die gives falls, losses {{ 1 falls losses 2; 2 losses 1; 3 {row} }}\n");
    only(&row("falls loses 1"), "", "say(\"x\");", "unknown-word", "loses", "losses");
    only(&row("falls losses"), "", "say(\"x\");", "wrong-value", "losses", "no value");
    let shift = |by: &str| {
        format!(
            "table t @1 rows die shifted by {by} gives hits {{ 1 1; 2 2 }}\nroll chance_roll(side) @1 = d6\n\
            quantity shove(side) @1 {{ base 1 }}\nquantity odd(die: side) @1 {{ base 1 }}\n"
        )
    };
    only(&shift("shovel"), "", "say(\"x\");", "unknown-word", "shovel", "shove");
    only(&shift("chance_roll"), "", "say(\"x\");", "wrong-value", "chance_roll", "cannot roll");
    only(&shift("odd"), "", "say(\"x\");", "wrong-value", "odd", "`die`");
    only(&shift("shove"), "", "say(`${t(1).hits}`);", "argument-count", "t", "2 arguments");
    let circle =
        "table t @1 rows die shifted by shove gives hits { 1 1; 2 2 }\nquantity shove(die) @1 { base t(die).hits }\n";
    assert_eq!(wrong(&text(circle, "", "say(\"x\");")).first().map(|one| one.0.clone()).as_deref(), Some("circle"));
}

#[test]
fn a_set_up_gives_what_the_scenario_expects() {
    let items = "side var gold: int = 3\nis rich(side) @1 = side.gold > 2\n";
    let men = "Red { A: Man x2 }\nexpect Red.pieces.count == 2, Red.gold == 3\nexpect Blue.rich";
    assert_eq!(wrong(&text(items, men, "say(\"x\");")), []);
    let poor = "gold 1: Red\nexpect Red.gold + 1 == 4";
    only(items, poor, "say(\"x\");", "setup-differs", "Red.gold + 1 == 4", "`Red.gold + 1` is 2");
    only(items, "gold 1: Red\nexpect Red.rich", "say(\"x\");", "setup-differs", "Red.rich", "not true");
    only(items, "expect Red.gold", "say(\"x\");", "wrong-type", "Red.gold", "");
    // `expect` is evaluated after the hooks on the set-up.
    let hook = "side var gold: int = 3\nafter setup @1 do { Blue.gold = 8; }\n";
    assert_eq!(wrong(&text(hook, "expect Blue.gold == 8", "say(\"x\");")), []);
}
