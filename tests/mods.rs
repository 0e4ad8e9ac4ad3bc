//! What a mod changes in a game: extended tables, steps beside others, rulings set by a battle, its own sections.

use oriflamme::catalog::{Catalog, Compiled, SourceText};
use oriflamme::model::game::Game;
use std::sync::Arc;

use crate::harness;

const GAME: &str = "game toy \"Toy\" { sides Red, Blue }\nrulebook { 1 \"All\" \"Everything.\" }\n\
    noun unit/units, striker, struck = troops\n\
    kind troops @1\nkind archers of troops @1\nkind KT of troops @1\nkind LB of archers @1\n\
    side var log: int = 0\n\
    table clash @1 rows striking: kind columns hit: kind {\n          KT archers\n  KT       1    3\n  archers  2    0\n}\n\
    table pay @1 rows who: kind gives silver { KT 5;  archers 2 }\n\
    ruling woods \"Do woods count?\" @1 { yes_they_do \"yes\" default   no_they_do_not \"no\" }\n\
    is wooded() @1 = false\nreplace is wooded() under woods yes_they_do @1 = true\n\
    fn worth(n: int) @1 { n + 1 }\n\
    procedure pay_out(side, n: int) \"Pay\" @1 { side.log = side.log * 10 + n; n }\n\
    board map @1 { spaces { A, B }  links path { A -- B } }\n\
    scenario toy \"Toy\" for toy @1 { Red { A: KT } }\n";

fn compiled(more: &[(&str, &str)], scenario: &str, sequence: &str) -> (Compiled, Catalog) {
    let mut texts = vec![SourceText { path: "rules/toy/game.ori".to_owned(), text: format!("{GAME}{sequence}\n") }];
    texts.extend(more.iter().map(|(path, text)| SourceText { path: (*path).to_owned(), text: (*text).to_owned() }));
    let catalog = Catalog::new(texts);
    (catalog.compile(&catalog.games[0], Some(scenario), &[]), catalog)
}

#[track_caller]
fn game(more: &[(&str, &str)], scenario: &str, sequence: &str) -> Arc<Game> {
    let (compiled, _) = compiled(more, scenario, sequence);
    let mistakes: Vec<String> =
        compiled.diagnostics.iter().map(|one| format!("{} {}", one.code, one.headline)).collect();
    assert!(!compiled.is_faulty(), "{mistakes:#?}");
    compiled.game.unwrap_or_else(|| panic!("{mistakes:#?}"))
}

fn script(script: &str) -> String {
    format!("sequence @1 {{ turn repeat 1..1 {{ acting do {{ {script} }} }} }}")
}

/// Asserts what a script says with the files of a mod, on both engines.
#[track_caller]
fn says(mod_text: &str, text: &str, expected: &str) {
    harness::says(&game(&[("rules/toy/zz_mod.ori", mod_text)], "toy", &script(text)), expected);
}

/// The errors with the files of a mod: code, underlined text, headline.
fn wrong(mods: &[(&str, &str)]) -> Vec<(String, String, String)> {
    let (compiled, catalog) = compiled(mods, "toy", &script("say(\"x\");"));
    let errors = compiled.diagnostics.iter().filter(|one| one.is_error());
    let place = |one: &oriflamme::diagnostic::Diagnostic| {
        one.span().map(|span| catalog.sources.text(span).to_owned()).unwrap_or_default()
    };
    errors.map(|one| (one.code.to_owned(), place(one), one.headline.clone())).collect()
}

#[track_caller]
fn only(mods: &[(&str, &str)], code: &str, at: &str) {
    let found = wrong(mods);
    assert_eq!(
        found.iter().map(|one| (one.0.as_str(), one.1.as_str())).collect::<Vec<_>>(),
        [(code, at)],
        "{found:#?}"
    );
}

#[test]
fn a_kind_without_a_line_has_that_of_its_family() {
    says("", "say(`${clash(KT, LB)} ${clash(LB, KT)} ${clash(LB, LB)} ${pay(LB).silver}`);", "3 2 0 2");
}

#[test]
fn a_mod_adds_rows_and_columns_for_its_kinds() {
    let more = "kind XB of archers @1\nkind PK of troops @1\n\
        extend table clash @1 {\n        PK  XB\n  KT     7   -\n  PK     4   5\n  XB     6   9\n}\n\
        extend table clash @1 {\n        KT\n  PK     8\n}\nextend table pay @1 { PK 1 }\n";
    // Cells missing from the extension come from the family, if it has a row.
    let text = "say(`${clash(KT, PK)} ${clash(KT, XB) ?? 0} ${clash(PK, PK)} ${clash(PK, XB)} ${clash(XB, PK)} \
        ${clash(XB, KT)} ${clash(PK, KT)} ${clash(archers, XB)} ${clash(KT, KT)} ${pay(PK).silver} ${pay(XB).silver}`);";
    says(more, text, "7 0 4 5 6 2 8 0 1 1 2");
}

#[test]
fn cells_that_an_extension_leaves_out_are_reported() {
    let mod_text = "kind PK of troops @1\nkind XB of archers @1\n\
        extend table clash @1 {\n      KT  PK\n  PK  1   2\n  XB  3   4\n}\nextend table pay @1 { PK 1 }\n";
    let (compiled, catalog) = compiled(&[("rules/toy/zz_mod.ori", mod_text)], "toy", &script("say(\"x\");"));
    let lacking = compiled.diagnostics.iter().filter(|one| one.code == "cells-lacking");
    let mut told: Vec<(&str, &str)> =
        lacking.map(|one| (one.headline.as_str(), one.span().map_or("", |span| catalog.sources.text(span)))).collect();
    told.sort_unstable();
    // The bows have the other cells from their family.
    let expected = [("the column `PK` of `clash` lacks 2 cells", "PK"), ("the row `PK` of `clash` lacks 1 cell", "PK")];
    assert_eq!(told, expected);
}

/// A list with a fact, and a table that has two of its values in one line.
const STUFF: &str = "names stuff { Mail \"Mail\" { weight 3 }, Leather { weight 2 }, Bare { weight 1 } }\n\
    stuff has { weight: int }\npiece has { wears: stuff = Bare }\n\
    table dent @1 rows hit: stuff columns by: stuff {\n                Mail/Leather  Bare\n  Mail/Leather  1             2\n  Bare          3             4\n}\n";

#[test]
fn a_mod_adds_values_to_a_list_and_lines_for_them() {
    let more = "extend names stuff @1 { Plate \"Plate\" PL { weight 5 } }\n\
        extend table dent @1 {\n         Leather/Mail  Bare  Plate\n  Plate  5             6     7\n}\n\
        extend table dent @1 {\n                Plate\n  Mail/Leather  8\n  Bare          9\n}\n";
    let text = "say(`${Plate.weight} ${stuff.all.count} ${dent(Plate, Mail)} ${dent(Plate, Leather)} ${dent(Leather, Plate)} \
        ${dent(Bare, Plate)} ${dent(Mail, Mail)} ${Red.pieces.first?.wears ?? Plate}`);";
    says(&format!("{STUFF}{more}"), text, "5 4 5 5 8 9 1 Bare");
    // A second mod adds to what the first has added.
    let third = [("rules/toy/zz_mod.ori", STUFF), ("rules/toy/zza.ori", "extend names stuff { Silk { weight 0 } }\n")];
    let texts: Vec<String> = wrong(&third).into_iter().map(|one| one.2).collect();
    assert_eq!(texts, ["the table `dent` has no line for `Silk`", "the table `dent` has no column for `Silk`"]);
}

#[test]
fn mistakes_in_extensions_of_lists_are_told() {
    let at = |text: &str| [("rules/toy/zz_mod.ori".to_owned(), format!("{STUFF}{text}\n"))];
    let only = |text: &str, code: &str, place: &str| {
        let files = at(text);
        only(&[(files[0].0.as_str(), files[0].1.as_str())], code, place);
    };
    only("extend names stuf { Plate { weight 5 } }", "unknown-word", "stuf");
    only("extend names stuff { Bare { weight 5 } }", "declared-twice", "Bare");
    only("extend table dent { Mail\n Bare 7 }", "wrong-value", "Mail");
    only("extend table dent { Bare\n Leather 7 }", "wrong-value", "Leather");
}

#[test]
fn mistakes_in_extensions_are_told() {
    let at = |text| [("rules/toy/zz_mod.ori", text)];
    only(&at("extend table clsh { KT\n KT 1 }"), "unknown-word", "clsh");
    only(&at("extend table clash { KT\n KT 9 }"), "rows-overlap", "9");
    only(&at("kind XB of archers @1\nextend table clash { KT archers XB\n XB 1 2 }"), "rows-overlap", "XB 1 2");
    only(&at("kind XB of archers @1\nextend table pay { XB many }"), "wrong-value", "many");
}

#[test]
fn steps_are_put_beside_others_in_written_order() {
    let sequence = "sequence @1 { turn repeat 1..1 {\n first_step do { Red.log = Red.log * 10 + 1; }\n\
         second_step do { Red.log = Red.log * 10 + 2; }\n ending do { say(`${Red.log}`); } } }";
    let mods = [
        (
            "rules/toy/za.ori",
            "insert fog \"Fog\" @1 do { Red.log = Red.log * 10 + 3; } before second_step\n\
            insert frost @1 do { Red.log = Red.log * 10 + 4; } before second_step\n",
        ),
        (
            "rules/toy/zb.ori",
            "insert thaw @1 each side do { me.log += 0; Red.log = Red.log * 10 + 5; } after fog\n\
            insert rest @1 after frost\ninsert tally @1 do { Red.log = Red.log * 10 + 6; } after second_step\n",
        ),
    ];
    harness::says(&game(&mods, "toy", sequence), "1355426");
    let at = |text| [("rules/toy/zz_mod.ori", text)];
    only(&at("insert fog @1 do { say(\"f\"); } before actin"), "unknown-word", "actin");
    only(&at("insert fog @1 do { say(\"f\"); } after fog"), "unknown-word", "fog");
}

#[test]
fn a_battle_sets_rulings_and_players_may_still_choose() {
    let battle = "scenario dry \"Dry\" for toy @1 { ruling woods no_they_do_not\n Red { A: KT } }";
    let text = script("say(`${wooded}`);");
    let mods = [("scenarios/toy/dry.ori", battle)];
    harness::says(&game(&mods, "toy", &text), "yes");
    harness::says(&game(&mods, "dry", &text), "no");
    let (_, catalog) = compiled(&mods, "dry", &text);
    let reading = [("woods".to_owned(), "yes_they_do".to_owned())];
    let chosen = catalog.compile(&catalog.games[0], Some("dry"), &reading).game.expect("it compiles");
    harness::says(&chosen, "yes");
    let (wrong, catalog) =
        compiled(&[("scenarios/toy/dry.ori", &battle.replace("no_they_do_not", "perhaps"))], "dry", &text);
    let place = wrong.diagnostics.iter().filter(|one| one.is_error()).filter_map(|one| one.span()).next();
    assert_eq!(place.map(|span| catalog.sources.text(span)), Some("perhaps"));
}

#[test]
fn a_mod_has_sections_of_its_own() {
    let text = "rulebook fog { 1 \"Fog\" \"Nobody sees far.\"  1.1 \"Thick fog\" \"Nobody sees at all.\" }\n\
        is foggy() @fog.1 @fog.1.1 @1 = true\n";
    says(text, "say(`${foggy}`);", "yes");
    only(&[("rules/toy/zz_mod.ori", "is foggy() @fog.1 = true")], "unknown-section", "@fog.1");
}

#[test]
fn procedures_and_functions_are_replaced_under_a_guard_and_build_on_what_was_there() {
    let rich = "side flag rich\n\
        replace procedure pay_out(side, n: int) when side.rich @1 { usual(side, n + 1); usual(side, 9); n }\n\
        replace fn worth(n: int) when n > 5 @1 { usual(n) * 10 }\n";
    let text = "pay_out(Red, 1); Red.rich = true; pay_out(Red, 2); say(`${Red.log} ${worth(3)} ${worth(7)}`);";
    says(rich, text, "139 4 80");
    // Later replacements build on earlier ones; if no guard holds, the previous text applies.
    let more = format!(
        "{rich}\
        replace procedure pay_out(side, n: int) under woods yes_they_do @1 {{ let got = usual(side, n); usual(side, got); got }}\n\
        replace fn worth(n: int) under woods no_they_do_not @1 {{ 0 }}\nreplace fn worth(n: int) @1 {{ usual(n) + 100 }}\n"
    );
    says(&more, text, "113939 104 180");
}

#[test]
fn words_replaced_twice_build_on_each_other() {
    let text = "side flag rich\nis strong(side) @1 = side == Red\n\
        replace is strong(side) when side.rich @1 = side == Blue\nreplace is strong(side) @1 = usual || wooded && side.rich\n";
    let script = "let first = Red.strong; Red.rich = true; Blue.rich = true; let rich = Red.strong; Red.rich = false; \
        say(`${first} ${rich} ${Red.strong} ${Blue.strong}`);";
    says(text, script, "yes yes yes yes");
    says(&text.replace("wooded && ", "false && "), script, "yes no yes yes");
}

#[test]
fn two_mods_that_replace_one_thing_are_reported_with_both_places() {
    let (one, two) = ("replace fn worth(n: int) @1 { n }", "replace fn worth(n: int) @1 { n + 2 }");
    let mods = [("rules/toy/za.ori", one), ("rules/toy/zb.ori", two)];
    only(&mods, "replaced-twice", "worth");
    let (compiled, catalog) = compiled(&mods, "toy", &script("say(\"x\");"));
    let found = compiled.diagnostics.iter().find(|one| one.code == "replaced-twice").expect("it is reported");
    let places: Vec<&str> =
        found.primary.iter().chain(&found.secondary).map(|label| catalog.sources.name_of(label.span.source)).collect();
    assert_eq!(places, ["rules/toy/zb.ori", "rules/toy/za.ori"]);
    let steps = [
        ("rules/toy/za.ori", "replace step acting do { say(\"a\"); }"),
        ("rules/toy/zb.ori", "replace step acting do { say(\"b\"); }"),
    ];
    only(&steps, "replaced-twice", "acting");
    let words =
        [("rules/toy/za.ori", "replace is wooded() @1 = true"), ("rules/toy/zb.ori", "replace is wooded() @1 = false")];
    only(&words, "replaced-twice", "wooded");
    // A guard, `usual`, or a replacement by the battle itself: no conflict.
    for two in ["replace fn worth(n: int) when n > 1 @1 { n + 2 }", "replace fn worth(n: int) @1 { usual(n) + 2 }"] {
        assert_eq!(wrong(&[("rules/toy/za.ori", one), ("rules/toy/zb.ori", two)]), []);
    }
    assert_eq!(
        wrong(&[
            ("rules/toy/za.ori", one),
            ("rules/toy/zc.ori", "replace table pay @1 rows who: kind gives silver { KT 6; archers 3 }")
        ]),
        []
    );
    only(&[("rules/toy/za.ori", "replace fn worth(n: int) when n > 1 @1 { Red }")], "wrong-type", "worth");
}
