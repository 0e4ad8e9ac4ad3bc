//! The evaluation order of a script's expressions: left to right, the same on both engines.

use std::sync::Arc;

use oriflamme::analysis::bots::{Bots, Player};
use oriflamme::model::game::Game;
use oriflamme::play::log::Event;
use oriflamme::play::{Beginning, MakeScripts, Play, Status, native};
use oriflamme::script;
use proptest::prelude::*;

use crate::harness;

/// A game whose only step runs a script, with procedures that change the state and return a value.
fn toy(script: &str) -> Arc<Game> {
    let text = format!(
        "game toy \"Toy\" {{ sides Red, Blue }}\n\
         rulebook {{ 1 \"All\" \"Everything.\" }}\n\
         board ground @1 {{ spaces {{ A, B, C }}  links path {{ A -- B -- C }} }}\n\
         kind Man @1\n\
         noun man/men = Man\n\
         noun n, m, k = int\n\
         side var score: int = 0 @1\n\
         game var n: int = 0 @1\n\
         game var log: int = 0 @1\n\
         piece var hits: int = 0 @1\n\
         piece flag hurt / well @1\n\
         space flag dark @1\n\
         space var owner: side? @1\n\
         terrain Mud @1\n\
         quantity sum() @1 {{ base game.n + me.score }}\n\
         quantity width() @1 {{ base switch game.n {{ 1..4 => 20, _ => 30 }} }}\n\
         quantity weigh(n, m, k) @1 {{ base n * 100 + m * 10 + k }}\n\
         set wounded() @1 = men.hurt\n\
         fn three(n, m, k) @1 {{ n + 3 * m - k }}\n\
         fn near(man, space) @1 {{ man.space == space }}\n\
         procedure bump(n) @1 {{ game.n += n; me.score -= 1; game.n }}\n\
         procedure wound(man) @1 {{ man.hurt = man.well; man.hits += 1; man }}\n\
         procedure shift(man) @1 {{ if man.space == A {{ place(man, B); }} else {{ place(man, A); }} man.space }}\n\
         procedure darken(space) @1 {{ space.dark = !space.dark; space.Mud = space.dark; space }}\n\
         sequence @1 {{ turn repeat 1..2 {{ acting each side do {{ let lead = men.first; if lead == none {{ return; }} {script} }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ Red {{ Man: A, B }}  Blue {{ C: Man x2 }} }}\n"
    );
    harness::toy(&text)
}

/// The result of a play of the script: its state, its log, its fault.
fn outcome(game: &Arc<Game>, make: MakeScripts) -> (u64, Vec<String>, bool) {
    let mut play = Play::new(game, &Beginning::of_game(game), 3, true, make).expect("the game begins");
    play.set_oracle(Box::new(Bots::new(game, vec![Player::Random; 2], 3).expect("bots play")));
    let faulty = matches!(play.go(), Status::Faulty(_));
    // The ledger entries inside a condition depend on the engine: series keep no ledger.
    let counted = |event: &Event| matches!(event, Event::Counted(..));
    let told = play.look(|run| {
        let events = run.log.entries.iter().map(|entry| &entry.event).filter(|event| !counted(event));
        events.map(|event| format!("{event:?}")).collect()
    });
    (play.digest(), told, faulty)
}

fn agree(script: &str) {
    let game = toy(script);
    let (native, rhai) = (outcome(&game, native::make), outcome(&game, script::make));
    let first = native.1.iter().zip(&rhai.1).find(|(one, other)| one != other);
    assert_eq!(first, None, "{script}");
    assert_eq!((native.0, native.2), (rhai.0, rhai.2), "{script}");
}

/// Numbers, pieces and spaces from expressions that read and change the state.
fn number(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        Just("1".to_owned()),
        Just("game.n".to_owned()),
        Just("me.score".to_owned()),
        Just("sum".to_owned()),
        Just("mine.hurt.count".to_owned()),
        Just("wounded.count".to_owned()),
        Just("(spaces & Mud).count".to_owned()),
        Just("lead.hits".to_owned()),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let n = || number(depth - 1);
    prop_oneof![
        2 => leaf,
        3 => n().prop_map(|a| format!("bump({a})")),
        2 => (n(), n()).prop_map(|(a, b)| format!("({a} + {b})")),
        1 => (n(), n()).prop_map(|(a, b)| format!("({a} - {b})")),
        1 => (n(), n(), n()).prop_map(|(a, b, c)| format!("three({a}, {b}, {c})")),
        1 => (n(), n(), n()).prop_map(|(a, b, c)| format!("weigh({a}, {b}, {c})")),
        1 => (n(), n()).prop_map(|(a, b)| format!("min({a}, {b})")),
        1 => (n(), n(), n()).prop_map(|(a, b, c)| format!("(if {a} < {b} {{ {c} }} else {{ {a} }})")),
        1 => (n(), n(), n()).prop_map(|(a, b, c)| format!("(if {a} in [{b}, {c}] {{ 7 }} else {{ 8 }})")),
        1 => (piece(depth - 1), n()).prop_map(|(man, a)| format!("({man}.hits + {a})")),
        1 => (set(depth - 1), piece(depth - 1)).prop_map(|(set, man)| format!("{set}.has({man}).as_number")),
        1 => (set(depth - 1), set(depth - 1)).prop_map(|(a, b)| format!("({a} & {b}).count")),
        1 => (piece(depth - 1), place(depth - 1)).prop_map(|(man, at)| format!("(if near({man}, {at}) {{ 1 }} else {{ 2 }})")),
        1 => (piece(depth - 1), set(depth - 1)).prop_map(|(man, set)| format!("(if {man} in {set} {{ 1 }} else {{ 2 }})")),
    ]
    .prop_map(|text| match text.strip_suffix(".as_number") {
        Some(test) => format!("(if {test} {{ 1 }} else {{ 0 }})"),
        None => text,
    })
    .boxed()
}

fn piece(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        Just("lead".to_owned()),
        Just("(men.hurt.first ?? lead)".to_owned()),
        Just("(men.at(A).first ?? lead)".to_owned()),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    prop_oneof![2 => leaf, 3 => piece(depth - 1).prop_map(|man| format!("wound({man})"))].boxed()
}

fn place(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![Just("A".to_owned()), Just("lead.space".to_owned())];
    if depth == 0 {
        return leaf.boxed();
    }
    prop_oneof![
        1 => leaf,
        2 => piece(depth - 1).prop_map(|man| format!("shift({man})")),
        1 => place(depth - 1).prop_map(|at| format!("darken({at})")),
    ]
    .boxed()
}

fn set(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![Just("men.hurt".to_owned()), Just("wounded".to_owned()), Just("mine".to_owned())];
    if depth == 0 {
        return leaf.boxed();
    }
    prop_oneof![
        1 => leaf,
        2 => (set(depth - 1), place(depth - 1)).prop_map(|(set, at)| format!("{set}.at({at})")),
        1 => (set(depth - 1), piece(depth - 1)).prop_map(|(set, man)| format!("({set} + {man})")),
        1 => (set(depth - 1), set(depth - 1)).prop_map(|(a, b)| format!("({a} - {b})")),
        1 => (piece(depth - 1), piece(depth - 1)).prop_map(|(a, b)| format!("either({a}, {b})")),
    ]
    .boxed()
}

fn statement() -> impl Strategy<Value = String> {
    prop_oneof![
        number(3).prop_map(|a| format!("game.log = {a};")),
        number(3).prop_map(|a| format!("me.score += {a};")),
        (piece(2), number(2)).prop_map(|(man, a)| format!("let who = {man}; who.hits += {a};")),
        (number(2), number(2)).prop_map(|(a, b)| format!("say(`${{{a}}} then ${{{b}}} then ${{sum}}`);")),
        (set(3), number(2)).prop_map(|(set, a)| format!("let some = {set}; some.hits = {a};")),
        (number(2), set(2), piece(1), number(1)).prop_map(|(a, set, man, b)| format!(
            "let parts = me.split(\"how\", min(3, max(0, {a})), {set}, #{{ first: {man}, least: {b} }}); \
             game.log += parts.count;"
        )),
        (set(2), number(2)).prop_map(|(set, a)| format!(
            "let found = {set}.where(|it| {{ if it.hits > 1 {{ return true; }} it.hurt }}); game.log = found.count + {a};"
        )),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_engines_find_the_same_from_left_to_right(script in prop::collection::vec(statement(), 1..4)) {
        agree(&script.join("\n"));
    }
}

/// Asserts what the game says after a script, on both engines.
#[track_caller]
fn says(script: &str, expected: &str) {
    let game = toy(script);
    for make in [native::make as MakeScripts, script::make] {
        let (_, told, faulty) = outcome(&game, make);
        assert!(!faulty, "{script}");
        assert!(told.iter().any(|line| *line == format!("Said({expected:?})")), "{script}: {told:?}");
    }
}

#[test]
fn what_stands_first_is_found_first() {
    says("game.n = 5; let x = game.n + bump(10); say(`${x}`);", "20");
    says("game.n = 5; say(`${game.n} ${bump(1)} ${game.n}`);", "5 6 6");
    says("game.n = 5; say(`${weigh(game.n, bump(1), game.n)}`);", "566");
    says("game.n = 5; let list = [game.n, bump(2), sum - me.score]; say(`${list[0]} ${list[1]} ${list[2]}`);", "5 7 7");
    says("let x = men.hurt.has(wound(lead)); say(`${x} ${men.hurt.count}`);", "no 1");
    says("let x = wound(lead) in men.hurt; say(`${x} ${men.hurt.count}`);", "yes 1");
    says("let x = wounded - wound(lead); say(`${x.count} ${wounded.count}`);", "0 1");
    says("let x = men.at(A).at(shift(lead)); say(`${x.count} ${men.at(B).count}`);", "1 2");
}

/// A case may name a range; both engines match it, in a script and in a quantity.
#[test]
fn a_range_is_a_case_of_its_own() {
    for (n, found) in [(0, "none"), (1, "few"), (3, "few"), (4, "more"), (6, "more"), (7, "none")] {
        let script = "let x = switch game.n { 1..4 => \"few\", 4..=6 => \"more\", _ => \"none\" };";
        says(&format!("game.n = {n}; {script} say(x);"), found);
        says(
            &format!(
                "game.n = {n}; let x = switch bump(0) {{ 1..4 => \"few\", 4..=6 => \"more\", _ => \"none\" }}; say(x);"
            ),
            found,
        );
    }
    says("game.n = 2; say(`${width}`);", "20");
    says("game.n = 9; say(`${width}`);", "30");
}

/// An assignment evaluates its value first, then its target.
#[test]
fn an_assignment_finds_its_value_first() {
    says("game.n = 5; game.n += bump(1); say(`${game.n}`);", "12");
    says("let got = tally(men); got[lead] += bump(2); say(`${got[lead]}`);", "2");
}

/// After `?.` a side can be asked any kind of question.
#[test]
fn a_side_that_may_be_missing_is_asked() {
    let asked = |question: &str| format!("A.owner = me; let who = A.owner; let x = who?.{question};");
    says(&format!("{} say(`${{x}}`);", asked("number(\"How many?\", 3, 3)")), "3");
    says(&format!("{} say(`${{x?.count}}`);", asked("pick(\"Which?\", men, 4, 4)")), "4");
    says(&format!("{} say(`${{x == lead}}`);", asked("choose(\"Which?\", men.at(A))")), "yes");
    says(&format!("{} say(if x {{ \"asked\" }} else {{ \"asked\" }});", asked("yes(\"Really?\")")), "asked");
    says("let who = B.owner; let x = who?.number(\"How many?\", 3, 3); say(`${x == none}`);", "yes");
    says("let who = B.owner; let x = who?.number(\"How many?\", bump(3), 9); say(`${game.n}`);", "0");
    says(&format!("game.n = 2; {} say(`${{x}} ${{game.n}}`);", asked("number(\"How many?\", bump(2), game.n)")), "4 4");
}

/// A choice is evaluated before the list it is searched in, even if it ends with the bracket of a block.
#[test]
fn a_choice_is_found_before_the_list_it_is_looked_for_in() {
    says("game.n = 5; let x = (if bump(1) in [6] { 6 } else { 2 }) in [game.n, 2]; say(`${x}`);", "yes");
    says(
        "game.n = 5; let x = (if bump(1) in [1] { 6 } else { game.n }) in [bump(1), 2]; say(`${x} ${game.n}`);",
        "no 7",
    );
}

/// A name of the game is evaluated at each read, in closures as well.
#[test]
fn a_name_is_found_anew_in_each_turn_of_a_closure() {
    let fewer = "let all = spaces.where(|at| { let last = men.last; if last != none { remove(last); } true });";
    says(&format!("{fewer} say(`${{men.count}}`);"), "1");
    says("let all = spaces.where(|at| { men.hits += 1; (men.first ?? lead).hits > 2 }); say(`${all.count}`);", "1");
    says("game.n = 0; let all = men.where(|it| { game.n += 1; sum - me.score > 2 }); say(`${all.count}`);", "2");
}

/// A name may appear before a dot and in the closure after it.
#[test]
fn a_name_may_stand_before_a_dot_and_in_the_closure_behind_it() {
    says("let x = spaces.where(|a| men.at(a).all(|b| men.any)); say(`${x.count}`);", "3");
    says("let x = spaces.where(|a| A.pieces.all(|b| A.pieces.any)); say(`${x.count}`);", "3");
    says("let x = (lead.space.pieces.at(A)).where(|v| lead.in_play); say(`${x.count}`);", "1");
    says("let x = lead.space.pieces.where(|v| lead.in_play); say(`${x.count}`);", "1");
    says("let all = men; let x = all.where(|v| all.has(v)); say(`${x.count}`);", "4");
    says("let x = lead.space?.pieces.where(|v| lead.in_play); say(`${x.count}`);", "1");
}

/// An index is evaluated after its list and before what follows it.
#[test]
fn an_index_is_found_where_it_stands() {
    says("game.n = 5; let list = [1, 9]; let x = list[game.n - 5] in [bump(1), 1]; say(`${x}`);", "yes");
    says("game.n = 5; let x = [game.n][bump(1) - 6]; say(`${x}`);", "5");
    says("game.n = 5; let x = (game.n) in ([(bump(1)), 5]); say(`${x}`);", "yes");
}

/// Setting a variable of `none` is a fault; setting one of an empty set changes none.
#[test]
fn nothing_can_be_assigned_to_none() {
    for (word, value) in [("score", "1"), ("score", "game.n")] {
        for sign in ["=", "+="] {
            let script = format!("let who = turn.side; who.{word} {sign} {value};");
            fails(&script, "cannot set `score`: its owner is `none`");
        }
    }
    says("let some = men.hurt; some.hits = bump(1); some.hits += 1; some.well = true; say(`${game.n}`);", "1");
    says("let some = if game.n > 0 { men } else { nothing }; some.hits += 1; say(`${some.count}`);", "0");
    says("let some = if game.n > 0 { spaces } else { nothing }; some.dark = true; say(`${some.dark.count}`);", "0");
}

/// A quoted word measures an empty set too.
#[test]
fn nothing_is_measured() {
    says("let x = nothing.highest(\"hits\"); say(`${x}`);", "0");
    says("let x = nothing.total(\"hits\"); say(`${x} ${nothing.most(\"hits\").count}`);", "0 0");
    says("let x = [].total(\"hits\"); say(`${x}`);", "0");
    says(
        "let none_of = if game.n > 0 { spaces } else { nothing }; say(`${none_of.total(|at| at.pieces.count)}`);",
        "0",
    );
}

/// Asserts the fault of a script, on both engines.
#[track_caller]
fn fails(script: &str, expected: &str) {
    let game = toy(script);
    for make in [native::make as MakeScripts, script::make] {
        let mut play = Play::new(&game, &Beginning::of_game(&game), 3, true, make).expect("the game begins");
        let Status::Faulty(fault) = play.go() else { panic!("{script}") };
        assert!(fault.message.contains(expected), "{script}: {}", fault.message);
    }
}
