//! What sets, operators, ranges and lifetimes mean in play, on both engines.

use oriflamme::play::{Beginning, Fault, MakeScripts, Play, Status, native};
use oriflamme::script;

use crate::harness::toy;

/// A game whose only steps run two scripts, one in `going`, the other in `resting`.
fn game(items: &str, going: &str, resting: &str) -> String {
    format!(
        "game toy \"Toy\" {{ sides Red, Blue }}\nrulebook {{ 1 \"All\" \"Everything.\" }}\nkind Man @1\n\
         noun man/men = Man\n\
         board map @1 {{ spaces {{ A, B, C }}  links path {{ A -- B -- C }}  box tent }}\n{items}\n\
         sequence @1 {{ turn repeat 1..1 {{\n going each side do {{ {going} }}\n resting each side do {{ {resting} }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ Red {{ A: Man x2;  B: Man }}  Blue {{ C: Man }} }}\n"
    )
}

/// The lines said, and the fault at the end, if any.
fn played(text: &str, make: MakeScripts) -> (Vec<String>, Option<Box<Fault>>) {
    let game = toy(text);
    let beginning = Beginning::of_game(&game);
    let mut play = Play::new(&game, &beginning, 1, true, make).expect("the game begins");
    let end = play.go();
    let said = play.look(|run| {
        let lines = run.log.entries.iter().map(|entry| format!("{:?}", entry.event));
        lines.filter(|line| line.starts_with("Said")).collect()
    });
    match end {
        Status::Faulty(fault) => (said, Some(fault)),
        _ => (said, None),
    }
}

#[track_caller]
fn says(items: &str, script: &str, expected: &[&str]) {
    for make in [native::make as MakeScripts, script::make] {
        let (said, fault) = played(&game(items, &format!("if me == Red {{ {script} }}"), ""), make);
        assert_eq!(fault, None, "{script}");
        let expected: Vec<String> = expected.iter().map(|line| format!("Said({line:?})")).collect();
        assert_eq!(said, expected, "{script}");
    }
}

#[track_caller]
fn fails(items: &str, script: &str, expected: &str) {
    for make in [native::make as MakeScripts, script::make] {
        let (_, fault) = played(&game(items, "", script), make);
        let message = fault.map(|fault| fault.message).unwrap_or_default();
        assert!(message.contains(expected), "{script}: {message}");
    }
}

#[test]
fn sets_of_pieces_hold_what_is_in_play() {
    let counts =
        "say(`${mine.count} ${theirs.count} ${pieces.count} ${men.count} ${Red.pieces.count} ${Man.pieces.count}`);";
    let gone = "say(`${removed.count} ${Red.removed.count} ${Blue.removed.count}`);";
    let script = format!("{counts} remove(mine.at(A)); {counts} {gone} place(Red.removed, tent); {counts} {gone}");
    says("", &script, &["3 1 4 4 3 4", "1 1 2 2 1 2", "2 2 0", "3 1 4 4 3 4", "0 0 0"]);
}

#[test]
fn words_that_were_kept_know_who_has_been_removed() {
    let items = "set idle(side) @1 = side.pieces.where(|it| it.hits == 0)\npiece var hits: int = 0 @1\n\
                 is beaten(side) @1 = side.pieces.empty";
    let say = "say(`${Red.idle.count} ${Red.beaten}`);";
    says(items, &format!("{say} remove(mine); {say} put(Man, Red, B); {say}"), &["3 no", "0 yes", "1 no"]);
}

#[test]
fn a_set_without_members_is_one_of_anything() {
    says("", "say(`${(nothing + Blue).count} ${(nothing + Blue).pieces.count}`);", &["1 1"]);
}

#[test]
fn what_lives_in_a_step_is_not_written_outside_of_it() {
    let items = "piece flag tired during going @1\nprocedure tire(man) @1 { man.tired = true; }";
    says(items, "tire(men.only ?? A.pieces.first ?? none);", &[]);
    fails(items, "for man in men { tire(man); }", "`tired` exists only during going");
}

#[test]
fn a_number_that_no_variable_holds_is_an_error() {
    fails("game var n: int = 1 @1", "game.n = 2000000000 * 2;", "a variable holds at most 2147483647");
}

#[test]
fn whenever_rules_run_over_the_values_of_a_list() {
    let items = "names part { Leon, Dol }\npart var held: int = 0 @1\nwhenever part.held > 2 @1 do { part.held = 0; say(`${part}`); }";
    for make in [native::make as MakeScripts, script::make] {
        let text = game(items, "Dol.held += 2;", "say(`${Leon.held} ${Dol.held}`);");
        assert_eq!(played(&text, make).0, ["Said(\"Dol\")", "Said(\"0 0\")", "Said(\"0 0\")"]);
    }
}
