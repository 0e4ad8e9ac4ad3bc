//! Hostile or broken rules: each ends in a clear message at its line, never in a hang, a crash or a lost state.

use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::play::oracle::Nobody;
use oriflamme::play::{Beginning, Fault, Play, Status};

use crate::harness::ENGINES;

/// A toy game whose only step runs this script.
fn toy(script: &str, items: &str) -> Catalog {
    let text = format!(
        "game toy \"Toy\" {{ rulebook \"rulebook.ori\"  sides A, B }}\n\
         rulebook {{ 1 \"All\" \"Everything.\" }}\n\
         board ground @1 {{ spaces {{ X, Y }}  links path {{ X -- Y }} }}\n\
         kind Man @1\n\
         game var n: int = 0 @1\n\
         {items}\n\
         sequence @1 {{ turn repeat 1..3 {{ acting each side do {{ {script} }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ A {{ Man: X }} }}\n"
    );
    Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }])
}

#[track_caller]
fn fault_of(script: &str, items: &str) -> Box<Fault> {
    let catalog = toy(script, items);
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    let Some(game) = compiled.game else { panic!("{:#?}", compiled.diagnostics) };
    let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
    let faults = ENGINES.map(|(engine, make)| {
        let mut play = Play::new(&game, &beginning, 1, true, make).expect("the game begins");
        play.set_oracle(Box::new(Nobody));
        match play.go() {
            Status::Faulty(fault) => {
                // Back at the last settled point: what the step had done when it was stopped is undone.
                let settled = play.digest();
                assert!(
                    matches!(play.go(), Status::Faulty(again) if again == fault),
                    "{engine}: the same step fails again"
                );
                assert_eq!(play.digest(), settled, "{engine}: the state is that before the step");
                fault
            }
            other => panic!("{engine}: nothing went wrong: {other:?}"),
        }
    });
    let [rhai, native] = faults;
    assert!(!native.message.is_empty() && native.span.is_some() == rhai.span.is_some(), "{native:?} against {rhai:?}");
    native
}

#[test]
fn an_endless_loop_is_stopped_at_its_line() {
    let fault = fault_of("game.n = 1; while true { game.n = game.n; }", "");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn endless_recursion_is_stopped() {
    let fault = fault_of("down(1);", "procedure down(n: int) @1 { down(n + 1); }");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn endless_recursion_of_functions_is_stopped() {
    let fault = fault_of("game.n = down(1);", "fn down(n: int) @1 { down(n + 1) }");
    assert!(!fault.message.is_empty(), "{fault:?}");
}

#[test]
fn a_growing_text_is_stopped() {
    let fault = fault_of("let s = \"x\"; while true { s = s + s; }", "");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn a_growing_array_is_stopped() {
    let fault = fault_of("let a = [1]; while true { a += a; }", "");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn division_by_zero_has_a_place() {
    let fault = fault_of("let zero = game.n; game.n = 1 / zero;", "");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn too_many_dice_are_refused() {
    let fault = fault_of("roll(1000000);", "");
    assert!(fault.message.contains("dice"), "{fault:?}");
}

#[test]
fn rules_that_never_settle_are_named() {
    let fault = fault_of("game.n = 1;", "whenever game.n > 0 @1 do { game.n += 1; }");
    assert!(fault.message.contains("settle"), "{fault:?}");
}

#[test]
fn a_sequence_without_decisions_ends() {
    let text = "game toy \"Toy\" { rulebook \"rulebook.ori\"  sides A, B }\n\
                rulebook { 1 \"All\" \"Everything.\" }\n\
                board ground @1 { spaces { X, Y } }\n\
                game var n: int = 0 @1\n\
                sequence @1 { turn repeat { acting do { game.n = 1; } } }\n\
                scenario toy \"Toy\" for toy @1 { }\n";
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }]);
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    let Some(game) = compiled.game else { return };
    let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
    for (engine, make) in ENGINES {
        let mut play = Play::new(&game, &beginning, 1, false, make).expect("the game begins");
        assert!(matches!(play.go(), Status::Faulty(_)), "{engine}");
    }
}
