//! The values of a list collect the spaces and pieces that have them.

use crate::harness::{self, toy};

/// Asserts what a script says, on both engines.
#[track_caller]
fn says(items: &str, position: &str, script: &str, expected: &str) {
    let game = toy(&format!(
        "game toy \"Toy\" {{ sides Red, Blue }}\nrulebook {{ 1 \"All\" \"Everything.\" }}\nkind Man @1\n{items}\n\
         sequence @1 {{ turn repeat 1..1 {{ acting do {{ {script} }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ {position} }}\n"
    ));
    harness::says(&game, expected);
}

const COUNTIES: &str = "names part { Leon, Dol }\nspace has { part: part  twin: part? }\n\
    board map @1 { spaces in Leon { A, B twin Dol }  spaces in Dol { C }  links path { A -- B -- C } }";

#[test]
fn a_value_gathers_its_spaces_by_every_fact_of_the_list() {
    says(COUNTIES, "", "say(`${Leon.spaces.count} ${Dol.spaces.count} ${part.all.spaces.count}`);", "2 2 3");
}

#[test]
fn a_value_gathers_the_pieces_in_its_spaces() {
    let men = "Red { A: Man;  C: Man x2 }  Blue { B: Man }";
    says(COUNTIES, men, "say(`${Leon.pieces.count} ${Dol.pieces.count}`);", "2 3");
}

#[test]
fn a_value_gathers_the_pieces_that_have_it_by_any_fact() {
    let items = "names guild { Baker, Smith }\npiece has { trade: guild  learns: guild? }\n\
        board map @1 { spaces { A, B }  links path { A -- B } }";
    let men = "Red { A: Man trade Baker, Man trade Smith learns Baker;  B: Man trade Smith }";
    says(items, men, "say(`${Baker.pieces.count} ${Smith.pieces.count} ${Smith.pieces.spaces.count}`);", "2 2 2");
}

#[test]
fn the_weather_of_the_game_is_one_of_a_list_with_facts() {
    let items = "weather has { grip: int }\nweather Snow \"Snow\" @1 { grip 3 }\nweather Rain \"Rain\" @1 { grip 2 }\n\
        board ground @1 { spaces { A } }";
    for (weather, grip) in [("weather Snow", "3"), ("weather Rain", "2"), ("", "0")] {
        says(items, &format!("{weather}\nRed {{ A: Man }}"), "say(`${game.weather?.grip ?? 0}`);", grip);
    }
}

#[test]
fn a_value_gathers_what_has_it_by_a_variable_for_as_long_as_it_does() {
    let items = "names guild { Baker, Smith }\npiece var trade: guild?\nspace var quarter: guild?\n\
        quantity size(guild) @1 { base guild.pieces.count * 10 + guild.spaces.count }\n\
        board map @1 { spaces { A, B }  links path { A -- B } }";
    let men = "Red { A: Man x3 }\nquarter Baker: A, B";
    let script = "let before = Baker.size; let man = mine.first; if man != none { man.trade = Baker; } A.quarter = Smith;\n\
        say(`${before} ${Baker.size} ${Smith.size} ${Smith.spaces.first} ${B in Baker.spaces} ${A in Baker.spaces}`);";
    says(items, men, &script.replace("mine", "Red.pieces"), "2 11 1 A yes no");
}

const LANDS: &str = "names county \"County\" { Leon \"Bro Leon\" { control 2 vp 4 }, Dol { control 1 vp 1 income 1 }, Nobody { control 3 vp 0 } }\n\
    noun county/counties\n\
    county has { control, vp: int   income: int = 2 }\n\
    county var holder: side?\n\
    county flag pillaged { modify income_of by -1 because \"pillaged\" }\n\
    county var strength: int = county.control * 2\n\
    space has { county: county?   fort: int = 0   port: flag }\n\
    space var holder: side?\n\
    is held(county, side) @1 = county.spaces.holder(side).count >= county.control\n\
    set lands(side) @1 = county.all.where(|one| one.holder == side)\n\
    quantity income_of(county) @1 { base county.income }\n\
    quantity vp(side) @1 { base side.lands.total(\"vp\") }\n\
    board map @1 { spaces in Leon { Brest fort 2 port, Lesneven fort 1, \"Kastell Nevez ar Faou\" fort 1, Roc'h-an-Argoed }\n\
      spaces in Dol { Dol fort 1, Hédé }  spaces { Wild }\n\
      links road { Brest -- Lesneven -- \"Kastell Nevez ar Faou\" -- Roc'h-an-Argoed -- Dol -- Hédé -- Wild } }\n";

/// The same game, with a noun that gives the list another plural.
fn lands() -> String {
    LANDS.replace("noun county/counties\n", "noun county/counties = county\n")
}

#[test]
fn a_list_has_facts_state_words_and_quantities() {
    let script = "say(`${Leon.income} ${Dol.income} ${Leon.strength} ${Red.lands.count} ${Blue.vp} ${Leon.spaces.fort(1).count} ${counties.count}`);";
    says(&lands(), "holder Blue: Leon", script, "2 1 4 0 4 2 3");
    let script = "Dol.pillaged = true; let own = Leon; own.holder = Red; say(`${Dol.income_of} ${county.Dol.income_of} ${Red.vp} ${Brest.county?.holder}`);";
    says(
        &lands(),
        "",
        &script.replace("Dol.pillaged", "county.Dol.pillaged").replace("${Dol.income_of}", "${Leon.income_of}"),
        "2 0 4 Red",
    );
}

#[test]
fn a_line_sets_a_value_and_its_members_and_later_lines_win() {
    let lines =
        "holder Red: Leon, county.Dol\nholder Blue: Lesneven, \"Kastell Nevez ar Faou\", Hédé\nholder Blue: Dol";
    let script = "say(`${Leon.holder} ${Brest.holder} ${Lesneven.holder} ${Kastell_Nevez_ar_Faou.holder} ${Roc_h_an_Argoed.holder} \
        ${county.Dol.holder} ${Hede.holder} ${Red.lands.count} ${Wild.holder == none}`);";
    says(&lands(), lines, script, "Red Red Blue Blue Red Red Blue 2 yes");
}

#[test]
fn values_run_in_settled_play_and_in_the_loops_of_a_sequence() {
    let game = toy(&format!(
        "game toy \"Toy\" {{ sides Red, Blue }}\nrulebook {{ 1 \"All\" \"Everything.\" }}\nkind Man @1\n{}\
         game var seen: int = 0\n\
         whenever held(county, Red) && county.holder != Red @1 do {{ county.holder = Red; }}\n\
         sequence @1 {{ turn repeat 1..1 {{ acting do {{ Hede.holder = Red; }}\n\
           count each county do {{ game.seen += county.vp; }}\n\
           ending do {{ say(`${{game.seen}} ${{Red.lands.count}} ${{Red.vp}}`); }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ holder Blue: Leon\n holder Red: Brest }}\n",
        lands()
    ));
    harness::says(&game, "5 1 1");
}

/// The errors of a game with these lines in its scenario: code, underlined text, help.
fn wrong(items: &str, lines: &str) -> Vec<(String, String, String)> {
    use oriflamme::catalog::{Catalog, SourceText};
    let text = format!(
        "game toy \"Toy\" {{ sides Red, Blue }}\nrulebook {{ 1 \"All\" \"Everything.\" }}\nkind Man @1\n{items}\n\
         sequence @1 {{ turn repeat 1..1 {{ acting do {{ say(\"x\"); }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ {lines} }}\n"
    );
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }]);
    let found = catalog.check_all();
    let errors = found.iter().filter(|one| one.is_error());
    let place = |one: &oriflamme::diagnostic::Diagnostic| {
        one.span().map(|span| catalog.sources.text(span).to_owned()).unwrap_or_default()
    };
    errors.map(|one| (one.code.to_owned(), place(one), one.help.clone().unwrap_or_default())).collect()
}

#[test]
fn mistakes_about_lists_are_told() {
    let board = |text: &str, by: &str| lands().replacen(text, by, 1);
    let cases = [
        (lands(), "holder Red: Lean", "unknown-place", "Lean", "Leon"),
        (lands(), "holder Red: county.Dul", "unknown-place", "county.Dul", ""),
        (lands(), "holder Green: Leon", "unknown-word", "Green", "Red"),
        (lands(), "pillaged: Lesneven", "unknown-word", "Lesneven", ""),
        (board("spaces in Dol", "spaces in Dal"), "", "wrong-value", "Dal", ""),
        (board("income 1", "incom 1"), "", "unknown-word", "incom", "income"),
        (board("{ control 2 vp 4 }", "{ control 2 }"), "", "missing-fact", "Leon", ""),
        (board("county.control * 2", "piece.control * 2"), "", "unknown-word", "piece.control", ""),
    ];
    let mut missed = Vec::new();
    for (items, lines, code, at, help) in &cases {
        let found = wrong(items, lines);
        let fits = |one: &(String, String, String)| one.0 == *code && one.1 == *at && one.2.contains(help);
        if found.len() != 1 || !found.iter().all(fits) {
            missed.push(((code, at), found));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_word_may_have_the_name_of_the_plural() {
    let script = "say(`${Red.counties.count} ${Blue.vp} ${counties.count}`);";
    says(&lands().replace("lands", "counties"), "holder Blue: Leon\nholder Red: county.Dol", script, "1 4 3");
}

/// Marks on a board: words of all marks of a side together, and an action that chooses among texts.
const MARKS: &str = r#"
game toy "Toy" { sides Cross, Nought }
rulebook { 1 "All" "Everything." }
board table "The table" @1 { grid cell 3 x 1 { columns file: a, b, c   rows rank: 1 } }
kind Mark @1
noun mark/marks = Mark
noun n = int
side var shouts: int = 0 @1
is  lone / crowded (marks) @1 = marks.count == 1
is  shy(mark) @1 = !mark.side.marks.crowded
is  big(n) @1 = n > 5
set beside(marks) @1 = marks.spaces.neighbours
sequence @1 { turn repeat 9 { playing each side  actions put_mark, shout must } }
action put_mark "Put" @1 {
  cell  cells where cell.pieces.empty
  forbid when mine.crowded because "it has two" @1
  do    { put(Mark, me, cell); if me.marks.crowded { me.shouts += 10; } }
}
action shout "Shout" @1 {
  what  "fetch" | "rally on"
  once
  do    {
    let how = me.choose("How?", ["loudly", "in a whisper"]);
    if what == "fetch" && how == "loudly" && me.marks.lone { me.shouts += 1; }
  }
}
scenario toy "Toy" for toy @1 { }
"#;

#[test]
fn a_word_of_a_set_is_about_the_whole_set_and_a_word_of_a_number_is_called() {
    let tests = r#"
test "one mark, and then two" @1 {
  given toy { Cross { Mark: a1 } }
  play  Cross: put b1
  then  big(Cross.shouts), !big(4), Cross.shouts == 10, Cross.marks.crowded, !Cross.marks.lone, !Nought.marks.lone, Nought.marks.crowded
}
test "a set of what is beside a set" @1 {
  given toy { Cross { Mark: a1 }  Nought { Mark: c1 } }
  then  Cross.marks.beside.count == 1, Cross.marks.beside.first == b1, marks.shy.count == 2
}
"#;
    harness::passes(&toy(&format!("{MARKS}{tests}")));
}

#[test]
fn texts_that_are_offered_are_words_of_tests() {
    let tests = r#"
test "a text in the head, a text in a script" @1 {
  given toy { Cross { Mark: a1 } }
  play  Cross: shout fetch
  play  Cross: loudly
  then  Cross.shouts == 1
}
test "a text of two words" @1 {
  given toy { Cross { Mark: a1 } }
  play  Cross: shout rally on
  play  Cross: in a whisper
  then  Cross.shouts == 0
}
"#;
    harness::passes(&toy(&format!("{MARKS}{tests}")));
}
