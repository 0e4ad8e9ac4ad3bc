//! Cards in force, cards with several uses, chits in a cup: on both engines.

use std::sync::Arc;

use oriflamme::analysis::testing::run_test;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::model::game::Game;
use oriflamme::model::id::Ref;
use oriflamme::play::{Play, Status};
use oriflamme::session::{Opening, Session};

use crate::harness::{self, ENGINES};

/// Two dukes with a deck each, whose cards have several uses, and a cup of chits for their battles.
const DUKES: &str = include_str!("cards/dukes.txt");

/// A battle in which they fight.
const SCENARIO: &str = "scenario toy \"Toy\" for toy @1 { war;  Blois { A: Man }  Montfort { B: Man } }";

fn game() -> Arc<Game> {
    harness::toy(&format!("{DUKES}\n{SCENARIO}"))
}

/// Runs the tests of the game plus these items, on both engines.
#[track_caller]
fn pass(more: &str) {
    let text = format!("{DUKES}\n{more}");
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }]);
    let compiled = catalog.compile(&catalog.games[0], None, &[]);
    let game = compiled.game.unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics));
    assert!(!game.tests.is_empty());
    for (engine, make) in ENGINES {
        for test in &game.tests {
            let verdict = run_test(&game, test, make);
            assert_eq!(verdict.failure, None, "{engine}: {}", verdict.title);
        }
    }
}

/// The headlines that `check` reports for the game plus these items.
fn said(more: &str) -> Vec<String> {
    let text = format!("{DUKES}\n{more}");
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }]);
    catalog.check_all().iter().map(|one| format!("{} {}", one.code, one.headline)).collect()
}

#[test]
fn the_game_has_no_mistakes() {
    assert_eq!(said(""), Vec::<String>::new());
}

#[test]
fn a_card_lasts_as_long_as_it_says() {
    pass(
        r#"
test "during an activation" @1 {
  given { Blois { hand: Forced_March, Herald;  A: Man } }
  play Blois: Forced march as event
  then Forced_March.in_force, strength(Blois) == 1, strength(Montfort) == 0, Forced_March.zone == discards
  play Blois: done
  then !Forced_March.in_force, strength(Blois) == 0
}
test "for good, wherever the card lies" @1 {
  given { Montfort { hand: Homage;  A: Man } }
  play Montfort: Homage as event
  do { for n in 1..=3 { lapse(cards & Forced_March); } }
  then Homage.in_force, Homage.zone == aside, strength(Montfort) == 2
  do { lapse(Homage); }
  then !Homage.in_force, strength(Montfort) == 0
}
test "until a siege has ended" @1 {
  given { Blois { hand: Ladders;  A: Man } }
  play Blois: Ladders as event
  then strength(Blois) == 3
  do { storm(Montfort); }
  then strength(Blois) == 0, !Ladders.in_force
}
test "until a step of one side has ended twice" @1 {
  given { Blois { hand: Fleet, Herald, Ladders;  A: Man }  Montfort { hand: Homage;  A: Man } }
  at activation of Blois
  play Blois: Fleet as event
  play Blois: done
  then Fleet.in_force
  play Montfort: done
  then Fleet.in_force, strength(Blois) == 4
  play Blois: done
  then !Fleet.in_force, strength(Blois) == 0
}
test "a use of the deck does not use the text" @1 {
  given { Blois { hand: Forced_March;  A: Man } }
  play Blois: Forced march as money
  then Blois.money == 2, !Forced_March.in_force, Forced_March.zone == discards
}
test "the deck's own plays ask for what they need" @1 {
  given { Blois { hand: Forced_March;  B: Man } }
  play Blois: Forced march as activation to C
  then men.at(C).any, strength(Blois) == 0
}
"#,
    );
}

#[test]
fn what_was_chosen_stays_readable() {
    pass(
        r#"
test "the number that was sworn" @1 {
  given { Blois { hand: Oath;  A: Man } }
  play Blois: Oath as event 2
  then strength(Blois) == 2, Oath.in_force
  do { storm(Blois); }
  then Blois.money == 2, !Oath.in_force
}
test "a position says what was chosen" @1 {
  given { Blois { in force: Oath bonus 1 } }
  then strength(Blois) == 1, Oath.zone == pile
  do { storm(Blois); }
  then Blois.money == 1, strength(Blois) == 0
}
"#,
    );
}

#[test]
fn rules_enforce_chits() {
    pass(
        r#"
test "drawn, in force during the battle, back in the cup" @1 {
  given { Blois { A: Man }  Montfort { A: Man } }
  draw Charge
  do { battle(Blois, 1); }
  then Blois.money == 1, !Charge.in_force, Charge.zone == cup
}
test "what a chit leaves open is asked of its owner" @1 {
  given { Blois { A: Man }  Montfort { A: Man } }
  draw Longbow
  do { battle(Blois, 1); }
  play Montfort: Longbow 2
  then Montfort.money == 20, Longbow.zone == cup
}
test "a chit whose condition fails has no effect" @1 {
  given { Blois { A: Man } }
  draw Longbow
  do { battle(Blois, 1); }
  then Montfort.money == 0, Longbow.zone == cup
}
test "several chits, one of them used up" @1 {
  given { Blois { A: Man }  Montfort { A: Man } }
  draw Charge, Once
  do { battle(Blois, 2); }
  then Blois.money == 11, Once.zone == gone, Charge.zone == cup
}
"#,
    );
}

#[test]
fn a_name_of_plays_is_one_for_all_cards() {
    pass(
        r#"
test "the event puts a card with a star aside" @1 {
  given { Blois { hand: Herald;  A: Man } }
  play Blois: Herald as event
  then Herald.zone == aside, Blois.money == 5
}
test "another use does not" @1 {
  given { Blois { hand: Herald;  A: Man } }
  play Blois: Herald as money
  then Herald.zone == discards, Blois.money == 3
}
test "an event happens once" @1 {
  given { Montfort { hand: Homage;  in force: Homage;  A: Man } }
  refused Montfort: Homage as event because @2
  offered Montfort: Homage as money
}
test "a card that joins later" @1 {
  given { Blois { aside: Herald } }
  do { move(Blois.aside, pile); }
  then Herald.zone == pile
}
"#,
    );
}

#[test]
fn a_card_in_force_forbids_and_lifts() {
    pass(
        r#"
game var fights: int = 0 @1
after fight @1 do { game.fights += 1; }
card Sea of strategy for Blois @1 {
  lasts  during turn
  forbid collect for Montfort because "Blois holds the sea" @2
  except fight
  play event "event" during my activation @1 { do { } }
}
test "a reason against another's use of cards" @1 {
  given { Blois { in force: Sea }  Montfort { hand: Homage;  B: Man } }
  refused Montfort: Homage as money because @2
  do { lapse(Sea); }
  offered Montfort: Homage as money
}
test "a step is left out" @1 {
  given { war;  Blois { hand: Sea, Herald;  A: Man } }
  play Blois: Sea as event
  then Sea.in_force
  play Blois: done
  then game.fights == 0, !Sea.in_force, turn.number == 2
  play Blois: done
  play Montfort: done
  then game.fights == 1, turn.number == 3
}
test "it lasts only if its scope runs" @1 {
  given { war;  Blois { hand: Forced_March, Sea, Herald;  A: Man } }
  at activation of Blois
  play Blois: Sea as event
  then Sea.in_force, Sea.zone == discards
  play Blois: Forced march as event
  then Sea.in_force, turn.number == 1
  then Forced_March.in_force
}
"#,
    );
}

/// Typical mistakes of card authors.
#[test]
fn mistakes_are_named() {
    let cases = [
        ("card X of strategy for Blois @1 { lasts during sige }", "unknown-word"),
        ("card X of strategy for Blois @1 { lasts until storm of Burgundy }", "unknown-word"),
        ("card X of strategy for Blois @1 { lasts until storm x0 }", "wrong-value"),
        ("card X of strategy for Blois @1 { lasts until storm x9000 }", "number-too-large"),
        ("card X of strategy for Blois @1 { lasts for good \"until {turn.number}\" }", "title-with-braces"),
        ("card X of strategy for Blois @1 { lasts }", "syntax"),
        ("test \"t\" @1 { given { Blois { in force: Herald } } then 1 == 1 }", "wrong-value"),
        ("test \"t\" @1 { given { Blois { in force: Heral } } then 1 == 1 }", "unknown-word"),
        ("test \"t\" @1 { given { Blois { in force: Oath bonis 1 } } then 1 == 1 }", "unknown-word"),
        ("test \"t\" @1 { given { Blois { in force: Oath bonus } } then 1 == 1 }", "wrong-value"),
        ("test \"t\" @1 { given { Blois { in force: Oath, Oath } } then 1 == 1 }", "said-twice"),
        ("after evnt @1 do { }", "unknown-verb"),
        ("set strange(side) @1 = draw(side, 1, cup)", "impure"),
    ];
    let mut wrong = Vec::new();
    for (items, code) in cases {
        let found = said(items);
        if found.len() != 1 || !found[0].starts_with(code) {
            wrong.push(format!("{items}: {code}, {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_side_has_its_own_copy_in_force() {
    pass(
        r#"
card Banner of strategy @1 { lasts for good  modify strength by +7 when card.owner == side;  play event "event" during my activation @1 { do { } } }
test "both" @1 {
  given { Blois { in force: Banner }  Montfort { in force: Banner } }
  then strength(Blois) == 7, strength(Montfort) == 7
}
test "one" @1 {
  given { Montfort { in force: Banner } }
  then strength(Blois) == 0, strength(Montfort) == 7
}
"#,
    );
}

/// Random games on both engines reach the same states and report the same cards in force.
#[test]
fn engines_agree_and_keep_no_stale_result() {
    let game = game();
    let mut lasted = 0;
    for seed in 0..24 {
        let mut digests = Vec::new();
        for (_, make) in ENGINES {
            let mut play = harness::random_play(&game, seed, make);
            let mut seen = Vec::new();
            for made in 1..200 {
                let status = play.go_while(|run| run.decisions < made);
                lasted += play.look(|run| run.state().lasting.iter().count());
                seen.push((play.digest(), numbers(&game, &play, false)));
                assert_eq!(numbers(&game, &play, false), numbers(&game, &play, true), "seed {seed}");
                if status.is_some() {
                    assert!(matches!(status, Some(Status::Over(_))), "seed {seed}: {status:?}");
                    break;
                }
            }
            digests.push(seen);
        }
        assert_eq!(digests[0], digests[1], "seed {seed}");
    }
    assert!(lasted > 100, "only {lasted} cards in force were seen");
}

/// The strength of both sides, from the cache or recomputed.
fn numbers(game: &Game, play: &Play, anew: bool) -> Vec<Option<i64>> {
    play.look(|run| {
        if anew {
            run.live.cache().forget_all();
        }
        let quantity = game.quantities.iter().position(|one| one.name == "strength").expect("it is declared");
        let quantity = oriflamme::model::id::QuantityId(quantity as u16);
        let side = |side: u16| oriflamme::model::value::Value::Ref(Ref::side(side));
        (0..2).map(|one| run.world().number(quantity, &[side(one)]).expect("it can be found")).collect()
    })
}

#[test]
fn a_play_of_the_deck_has_its_own_clauses_and_waits_for_what_it_starts() {
    let text = r#"
game g { sides Red, Blue }
rulebook { 1 "All" "All." }
board b @1 { spaces { A, B }  links road { A -- B } }
kind Man @1
card has { worth: int = 0  star: flag }
side var gold: int = 0 @1
deck d per side @1 {
  zones pile hidden, hand owner, used open, gone open
  play sell "gold" during my acting @1 { forbid when card.worth == 0 because "it is worth nothing" @1   do { me.gold += card.worth; } }
  play ride "ride" during my acting @1 { then trip(me) }
  after event @1 do { if card.star { move(card, gone); } }
}
sequence trip(who: side) "Trip" @1 { stop actions halt must once }
action halt "Halt" @1 { do { me.gold += 100; } }
card Coin of d for Red @1 { worth 3  star   play event "event" during my acting @1 { do { me.gold += 10; }  then trip(me) } }
card Blank of d for Red @1 { play event "event" during my acting @1 { do { me.gold += 1; } } }
sequence @1 { turn repeat 1..3 { acting each side actions } }
scenario toy for g @1 { Red { A: Man;  hand: Coin, Blank } }
test "clauses of a play of the deck" @1 {
  given toy
  refused Red: Blank as gold because @1
  play Red: Coin as gold
  then Red.gold == 3, Coin.zone == used
}
test "what stands after a play comes when the sequence has ended" @1 {
  given toy
  play Red: Coin as event
  then trip != none, Red.gold == 10
  play Red: Halt
  then trip == none, Red.gold == 110, Coin.zone == gone
}
"#;
    let game = harness::toy(text);
    for (engine, make) in ENGINES {
        for test in &game.tests {
            let verdict = run_test(&game, test, make);
            assert_eq!(verdict.failure, None, "{engine}: {}", verdict.title);
        }
    }
}

/// A skirmish started by a card, with a chit drawn in it.
const SKIRMISH: &str = r#"
sequence skirmish(side: side) "Skirmish" @1 {
  drawing  do { enforce(draw(skirmish.side, 1, cup)); }
  struggle do { skirmish.side.money = strength(skirmish.side); }
}
card Raid of strategy for Blois @1 { play event "event" during my activation @1 { do { }   then skirmish(me) } }
card Pikes of strategy for Blois @1 {
  lasts  until skirmish
  modify strength by +7 for Blois
  play event "event" during my activation @1 { do { } }
}
card Lances of tactics for Blois @1 {
  lasts  during skirmish
  modify strength by +20 for Blois
  after  struggle do { skirmish.side.money += 100; }
}
card Vow of tactics for Blois @1 {
  lasts  during skirmish
  modify strength by +zeal for Blois when zeal != none
  after  struggle when zeal == 2 do { move(Vow, used); }
  play {
    when Montfort.pieces.any
    zeal 1 | 2
    do   { }
  }
}
"#;

#[test]
fn a_card_lasts_as_long_as_a_sequence() {
    pass(&format!(
        r#"{SKIRMISH}
test "a chit of a sequence goes back with its end" @1 {{
  given {{ Blois {{ hand: Raid, Herald;  A: Man }} }}
  draw Lances
  play Blois: Raid as event
  then Blois.money == 120, !Lances.in_force, Lances.zone == cup, strength(Blois) == 0
}}
test "a card lasts until the sequence has ended" @1 {{
  given {{ Blois {{ hand: Raid, Herald;  A: Man;  in force: Pikes }} }}
  draw Lances
  then strength(Blois) == 7
  play Blois: Raid as event
  then Blois.money == 127, !Pikes.in_force, strength(Blois) == 0
}}"#
    ));
}

#[test]
fn a_chit_goes_back_unless_a_rule_has_put_it_elsewhere() {
    pass(&format!(
        r#"{SKIRMISH}
test "one that was asked for is not discarded" @1 {{
  given {{ Blois {{ hand: Raid, Herald;  A: Man }};  Montfort {{ B: Man }} }}
  draw Vow
  play Blois: Raid as event
  play Blois: Vow 1
  then Blois.money == 1, Vow.zone == cup
}}
test "one that a rule has put aside stays there" @1 {{
  given {{ Blois {{ hand: Raid, Herald;  A: Man }};  Montfort {{ B: Man }} }}
  draw Vow
  play Blois: Raid as event
  play Blois: Vow 2
  then Blois.money == 2, Vow.zone == used
}}
test "one whose condition does not hold has no effect and goes back at once" @1 {{
  given {{ Blois {{ hand: Raid, Herald;  A: Man }} }}
  draw Vow
  play Blois: Raid as event
  then Blois.money == 0, Vow.zone == cup, !Vow.in_force
}}"#
    ));
}

#[test]
fn a_choice_that_may_be_missing_is_no_amount() {
    let items = "card Vain of tactics for Blois @1 {\nmodify strength by +zeal for Blois\nplay {\n\
                 zeal 1 | 2 when Montfort.pieces.any\ndo { }\n}\n}";
    assert_eq!(said(items), ["may-be-absent `zeal` may be `none`, and then so is the number"]);
    let items = "side var odd: int? @1\nmodify strength by -side.odd";
    assert_eq!(said(items), ["may-be-absent `side.odd` may be `none`, and then so is the number"]);
    for right in ["modify strength by side.odd ?? 0 @1", "modify strength by side.odd when side.odd != none @1"] {
        assert_eq!(said(&format!("side var odd: int? @1\n{right}")), Vec::<String>::new(), "{right}");
    }
}

#[test]
fn what_holds_whenever_play_has_settled_may_belong_to_a_reading() {
    for (reading, money) in [("forgotten", -1), ("helped", 1)] {
        let text = format!(
            "{DUKES}\nruling poverty \"What becomes of the poor?\" @1 {{ forgotten \"nothing\" default\n helped \"a penny\" }}\n\
             whenever side.money < 0 under poverty helped @1 do {{ side.money = 1; }}\n\
             test \"poor\" @1 {{ given {{ Blois {{ A: Man }} }}\n do {{ Blois.money = -1; }}\n then Blois.money == {money} }}"
        );
        let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }]);
        let readings = [("poverty".to_owned(), reading.to_owned())];
        let game = catalog.compile(&catalog.games[0], None, &readings).game.expect("a sound game");
        for (engine, make) in ENGINES {
            assert_eq!(run_test(&game, &game.tests[0], make).failure, None, "{engine}: {reading}");
        }
    }
}

#[test]
fn a_thing_with_two_values_in_one_set_up_is_reported() {
    let twice = "space var holder: side? @1\nscenario toy \"Toy\" for toy @1 {\n war\n holder Blois: A, B\n holder Montfort: B\n}";
    assert_eq!(said(twice), ["said-twice `B` is given two values of `holder`"]);
    let used = "space var holder: side? @1\nscenario old \"Old\" for toy @1 { war; holder Blois: A, B }\n\
                scenario toy \"Toy\" for toy @1 {\n use old\n holder Montfort: B\n}";
    assert_eq!(said(used), Vec::<String>::new());
}

#[test]
fn of_cards_with_one_title_the_one_in_the_hand_is_meant() {
    let second = "card Second \"Herald\" of strategy for Blois @1 { ps 1   play event \"event\" during my activation @1 { do { } } }";
    let scenario = "scenario toy \"Toy\" for toy @1 { Blois { A: Man;  hand: Second }  Montfort { B: Man } }";
    let game = harness::toy(&format!("{DUKES}\n{second}\n{scenario}"));
    let make = oriflamme::play::native::make;
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
    for (typed, missing) in [("Herald as treason", false), ("Homage as event", true)] {
        let said = format!("{:?}", session.say(typed));
        assert_eq!(said.contains("is not in your hand"), missing, "{said}");
    }
}
