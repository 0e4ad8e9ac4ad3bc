//! Laws of walks in offers: an offer is open if and only if it can be completed, no matter which walks its conditions
//! use, with and without cached results, on both engines.

use std::sync::Arc;

use oriflamme::model::game::Game;
use oriflamme::model::id::OfferId;
use oriflamme::model::value::Value;
use oriflamme::play::offers::OfferQuery;
use oriflamme::play::{Beginning, MakeScripts, Play, native};
use oriflamme::script;
use oriflamme::session::{Opening, Said, Session};
use proptest::prelude::*;

use crate::harness;

/// The number of decisions checked in each game.
const DECISIONS: u64 = 6;

/// Two pieces on seven spaces, with an action of this text.
fn toy(items: &str, action: &str) -> Arc<Game> {
    let text = format!(
        "game toy \"Toy\" {{ sides Red, Blue }}\n\
         rulebook {{ 1 \"All\" \"Everything.\" }}\n\
         board ground @1 {{ spaces {{ A, B, C, D, E, F, G }}\n\
           links path {{ A -- B -- C -- D -- E -- F -- G }}  links leap {{ A -- D -- G;  B -- E }} }}\n\
         piece has {{ legs: int = 2 }}\n\
         kind Man @1\n\
         noun man/men = Man\n\
         noun to = space\n\
         piece var strain: int = 0 @1\n\
         purse steps of piece during acting @1 {{ gives piece.legs }}\n\
         walk going(man) pays steps @1 {{ step on to man.space.across(path) pays 1 }}\n\
         walk resting(man) @1 {{ step off to man.space.across(leap) }}\n\
         is near(man) @1 = going(man).spaces.has(D)\n\
         is free(man) @1 = resting(man).some(|way| way.space == G)\n\
         set goals(man) @1 = resting(man).spaces & going(man).spaces\n\
         fn reach_of(man) @1 {{ let n = 0; for space in going(man).spaces {{ n += 1; }} n }}\n\
         {items}\n\
         action move \"Move\" @1 {{ {action} do {{ man.strain += 1; place(man, to?.space ?? man.space); }} }}\n\
         sequence @1 {{ turn repeat 1..4 {{ acting each side {{ moving actions move once }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ Red {{ Man: A }}  Blue {{ Man: E }} }}\n"
    );
    harness::toy(&text)
}

/// The destination of a way; `None` for another value.
fn goal(way: &Value) -> Option<u16> {
    match way {
        Value::Way(way) => Some(way.space()),
        _ => None,
    }
}

/// The open values of all sides, from the search for one completion and from all completions.
fn open(play: &Play) -> [Vec<Option<u16>>; 2] {
    play.look(|run| {
        let world = run.world();
        let (mut said, mut done) = (Vec::new(), Vec::new());
        for side in 0..run.game.sides.len() as u16 {
            let query = OfferQuery::new(&world, OfferId(0), side, false, None);
            let is_open = query.is_open().expect("the rules are right");
            let firsts = query.open(&[]).expect("the rules are right");
            assert_eq!(is_open, !firsts.is_empty());
            for first in firsts {
                said.extend(query.open(&[first]).expect("the rules are right").iter().map(goal));
            }
            query.each_completion(&mut |values| done.push(goal(&values[1]))).expect("the rules are right");
        }
        [said, done]
    })
}

fn play(game: &Arc<Game>, make: MakeScripts, keeps: bool) -> Vec<[Vec<Option<u16>>; 2]> {
    let beginning = Beginning::of_game(game);
    let mut play = Play::new(game, &beginning, 5, true, make).expect("the game begins");
    let players = vec![oriflamme::analysis::bots::Player::Random; 2];
    let bots = oriflamme::analysis::bots::Bots::new(game, players, 5).expect("bots play");
    play.set_oracle(Box::new(bots));
    if !keeps {
        play.adjust(|run| run.live.without_cache());
    }
    let mut seen = Vec::new();
    for made in 1..=DECISIONS {
        let end = play.go_while(|run| run.decisions < made);
        seen.push(open(&play));
        if end.is_some() {
            break;
        }
    }
    seen
}

fn holds(items: &str, action: &str) {
    let game = toy(items, action);
    let first = play(&game, native::make, true);
    for [said, done] in &first {
        assert_eq!(said, done, "{items}\n{action}");
    }
    for (make, keeps) in [(native::make as MakeScripts, false), (script::make, true), (script::make, false)] {
        assert_eq!(first, play(&game, make, keeps), "{items}\n{action}");
    }
}

/// A condition on a man that uses walks in words, sets and functions.
fn condition() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        Just("man.near".to_owned()),
        Just("man.free".to_owned()),
        Just("man.goals.any".to_owned()),
        Just("man.goals.count > 1".to_owned()),
        Just("reach_of(man) > 2".to_owned()),
        Just("theirs.near.any".to_owned()),
        Just("going(man).spaces.has(C)".to_owned()),
        Just("resting(man).to(G) != none".to_owned()),
        Just("going(man).to(F)?.cost == 1".to_owned()),
    ];
    atom.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| format!("!({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} && {b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a} || {b})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_open_can_be_completed(
        form in 0usize..5, first in condition(), second in condition(), third in condition(),
    ) {
        let ways = match form {
            0 => format!("to if {first} {{ going(man) }} else {{ resting(man) }}"),
            1 => format!("to going(man) where {first}"),
            2 => format!("to resting(man) where man.goals.has(to.space) == ({first})"),
            3 => format!("to going(man)  when {first}"),
            _ => format!("to if man.near {{ going(man) }} else {{ resting(man) }} where {first}"),
        };
        holds(&format!("forbid move when {second} && {third} because \"no\" @1"), &format!("man mine.men {ways}"));
    }
}

/// The condition that chooses the walk evaluates the walk itself: it must not get the result that stops at the first
/// way.
#[test]
fn a_condition_is_given_all_ways() {
    let game = toy("", "man mine.men  to if man.near { going(man) } else { resting(man) }");
    let beginning = Beginning::of_game(&game);
    let play = Play::new(&game, &beginning, 1, false, native::make).expect("the game begins");
    play.look(|run| {
        let world = run.world();
        let near = OfferQuery::new(&world, OfferId(0), 1, false, None);
        assert!(near.is_open().expect("the rules are right"));
        assert_eq!(near.open(&[]).expect("the rules are right").len(), 1);
    });
    holds("", "man mine.men  to if man.near { going(man) } else { resting(man) }");
}

#[test]
fn only_ways_with_costs_are_listed_with_them() {
    for (walk, groups) in [("going", ["cost 1", "cost 2"]), ("resting", ["", ""])] {
        let game = toy("", &format!("man mine.men  to {walk}(man) where to.space != man.space"));
        let mut session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the game begins");
        assert_eq!(session.say("move"), Said::Opened, "{walk}");
        let items = session.menu().items;
        let shown: Vec<&str> = items.iter().map(|item| item.group.as_str()).collect();
        assert_eq!(shown, groups, "{walk}");
        assert!(items.iter().all(|item| item.note.contains("cost") == (walk == "going")), "{walk}: {items:?}");
    }
}
