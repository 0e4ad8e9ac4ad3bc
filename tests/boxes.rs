//! Counters that begin in boxes, change places and sides, and are chosen up to a total: on both engines, and from
//! saves.

use oriflamme::play::journal::Entry;
use oriflamme::play::question::{Answer, Kind};
use oriflamme::play::{Beginning, Play, Status};

use crate::harness::{self, ENGINES, random_play, toy};

const LAND: &str = "game toy \"Toy\" { sides Red, Blue }\nrulebook { 1 \"All\" \"Everything.\" }\n\
    board land @1 { spaces { A, B }  box pool  boxes prison per side  links road { A -- B } }\n\
    names coat { Lion, Lily }\npiece has { coat: coat = Lion  loss: int = 1 }\n\
    kind Man @1 { mode Fresh { }  mode Spent { } }\nkind Horse @1\nnoun man/men = Man\n\
    piece var hits: int = 0 @1\npiece var chief: piece? @1\ngame var told: int = 0 @1\n\
    counters Red in pool @1 { Man Lion x3;  Man Lily x1;  Horse: Ann \"Ann\" Lily, Bob loss 2 }\n\
    counters Blue in prison @1 { Man Lily x2;  Horse Lily x1 }\n";

/// Asserts what a script says in a game with these counters, on both engines.
#[track_caller]
fn says(items: &str, position: &str, script: &str, expected: &str) {
    let game = toy(&format!(
        "{LAND}{items}\nsequence @1 {{ turn repeat 1..1 {{ acting by Red do {{ {script} }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ {position} }}\n"
    ));
    harness::says(&game, expected);
}

#[test]
fn counters_that_are_not_set_up_lie_in_their_boxes() {
    let place = "Red { A: Man, Bob }";
    says("", place, "say(`${pool.pieces.count} ${Blue.prison.pieces.count} ${Red.prison.pieces.count}`);", "4 3 0");
    says(
        "",
        place,
        "say(`${Ann.space == pool} ${Bob.space == A} ${Red.pieces.count} ${Red.spare.count}`);",
        "yes yes 6 0",
    );
    says(
        "",
        "Red { A: Man Lily }",
        "say(`${pool.pieces.kind(Man).count} ${pool.pieces.kind(Man).coat(Lily).count}`);",
        "3 0",
    );
}

#[test]
fn a_counter_printed_alike_is_exchanged_first_and_takes_over_the_state() {
    let position = "Red { A: Man Lily hits 2 Spent }";
    let script = "let old = A.pieces.first; if old != none { old.chief = Ann;
        let fresh = exchange(old, Blue);
        if fresh != none { say(`${fresh.side == Blue} ${fresh.coat == Lily} ${fresh.hits} ${fresh.Spent} ${fresh.chief == none} ${old.space == pool} ${old.hits} ${old.Fresh} ${Blue.prison.pieces.count}`); } }";
    says("", position, script, "yes yes 2 yes yes yes 0 yes 2");
}

#[test]
fn where_no_counter_is_left_nothing_takes_the_place() {
    let script = "let gone = exchange(Bob, Blue); say(`${gone == none} ${Bob.space == pool} ${A.pieces.count}`);";
    says("", "Red { A: Bob }  Blue { B: Horse Lily }", script, "yes yes 0");
}

#[test]
fn a_piece_that_changes_sides_is_watched() {
    let items = "before give(unit) @1 do { if unit == Bob { cancel(); } }\n\
        after give(unit) @1 do { if old == Red && unit.side == Blue { game.told += 1; } }";
    let script = "give(Ann, Blue); give(Bob, Blue); say(`${Ann.side == Blue} ${Bob.side == Red} ${game.told} ${Blue.pieces.count}`);";
    says(items, "Red { A: Ann, Bob }", script, "yes yes 1 4");
}

#[test]
fn hooks_on_a_variable_know_the_old_value() {
    let items = "game var seen: int = 0 @1\nafter told @1 do { game.seen = old * 10 + game.told; }";
    says(items, "Red { A: Ann }", "game.told = 3; game.told = 7; say(`${game.seen}`);", "37");
}

/// A game in which losses are chosen repeatedly and captains change sides.
fn war() -> String {
    format!(
        "{LAND}quantity weight(unit) @1 {{ base unit.loss }}\n\
         action hurt \"Hurt\" @1 {{ number 1 | 2 | 3 | 5   once   do {{ lose(me.foe, number); }} }}\n\
         action win \"Win\" @1 {{ unit theirs.on_map   once   assent me.foe   do {{ give(unit, me); }} }}\n\
         action turn_coat \"Turn\" @1 {{ man theirs.men.on_map   once   do {{ exchange(man, me); }} }}\n\
         noun unit/units = piece\n\
         procedure lose(side, number: int) @1 {{\n\
         for part in side.fill(\"Which?\", side.pieces.on_map, number, \"weight\", |unit| 2) {{ part.on.hits += part.count; }} }}\n\
         sequence @1 {{ turn repeat 1..4 {{ acting each side  actions hurt, win, turn_coat }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ Red {{ A: Man Lion x3, Ann, Bob }}  Blue {{ B: Man Lily x2, Horse Lily }} }}\n"
    )
}

#[test]
fn random_games_agree_and_are_read_again_from_their_sentences() {
    let game = toy(&war());
    let mut filled = 0;
    for seed in 1..=10 {
        let mut ends = Vec::new();
        for (_, make) in ENGINES {
            let mut play = random_play(&game, seed, make);
            let end = play.go();
            assert!(matches!(end, Status::Over(_)), "seed {seed}: {end:?}");
            ends.push((play.digest(), play.look(|run| run.journal.entries.clone())));
        }
        assert_eq!(ends[0], ends[1], "seed {seed}");
        let (digest, entries) = &ends[0];
        filled += entries.iter().filter(|one| matches!(one, Entry::Answer { answer: Answer::Split(_), .. })).count();
        let read = |entry: &Entry| match entry.clone() {
            Entry::Answer { seat, silent, text, .. } => Entry::Unread { seat: Some(seat), silent, text, line: 1 },
            other => other,
        };
        let mut second = random_play(&game, seed, ENGINES[0].1);
        second.feed(entries.iter().map(read));
        let end = second.go();
        assert!(matches!(end, Status::Over(_)), "seed {seed}: {end:?}");
        assert_eq!(second.digest(), *digest, "seed {seed}");
        assert_eq!(second.look(|run| run.journal.entries.clone()), *entries, "seed {seed}");
    }
    assert!(filled > 10, "{filled}");
}

/// Rulebook example: a full horseman (two steps of 3), one step of 3 and two full bands (two steps of 2 each) lose 6.
#[test]
fn a_worked_example_has_exactly_three_ways() {
    let text = "game toy \"Toy\" { sides Red, Blue }\nrulebook { 1 \"All\" \"Everything.\" }\n\
        board land @1 { spaces { A } }\npiece has { loss: int }\n\
        kind Rider @1 { loss 3 }\nkind Guard @1 { loss 3 }\nkind Band @1 { loss 2 }\npiece var steps: int = 2 @1\n\
        sequence @1 { turn repeat 1..1 { acting do {\n\
        for part in Red.fill(\"Which?\", Red.pieces, 6, \"loss\", \"steps\") { part.on.steps -= part.count; } } } }\n\
        scenario toy \"Toy\" for toy @1 { Red { A: Rider, Guard steps 1, Band x2 } }\n";
    let game = toy(text);
    for (engine, make) in ENGINES {
        let mut play = Play::new(&game, &Beginning::of_game(&game), 1, true, make).expect("the game begins");
        let Status::Asked(asked) = play.go() else { panic!("{engine}: nobody is asked") };
        let Kind::Fill { total, over } = &asked.question.kind else { panic!("{engine}: {:?}", asked.question) };
        let (ways, all) = oriflamme::play::fill::ways(over, *total, 40);
        assert_eq!((ways.len(), all, *total), (3, true, 6), "{engine}");
    }
}

/// A hook before a change cancels the change alone, also within an action: the step goes on.
#[test]
fn a_change_that_is_cancelled_leaves_the_action_and_its_step_alone() {
    let game = toy(&format!(
        "{LAND}piece flag marked @1\n\
         before marked(piece) when piece == Bob @1 do {{ cancel(); }}\n\
         before mode(piece) when piece.hits > 0 @1 do {{ cancel(); }}\n\
         action mark \"Mark\" @1 {{ once   do {{ Ann.marked = true; Bob.marked = true; mine.men.hits = 1; mine.men.flip(); }} }}\n\
         action rest \"Rest\" @1 {{ once   do {{ mine.men.hits = 0; mine.men.flip(); }} }}\n\
         sequence @1 {{ turn repeat 1..2 {{ acting each side  actions mark, rest }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ Red {{ A: Man Lion, Ann, Bob }}  Blue {{ B: Man Lily }} }}\n\
         test \"cancelled\" @1 {{ given toy\n play Red: mark\n then Ann.marked, !Bob.marked, Red.men.Fresh.any, Red.men.Spent.empty\n play Red: rest\n then Red.men.Spent.any }}\n"
    ));
    harness::passes(&game);
}
