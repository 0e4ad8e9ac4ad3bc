//! Ways that pass chosen spaces: a walk with `via` offers exactly what a search of all paths finds, each way can be
//! named and is understood, and too many ways are refused.

use std::collections::BTreeSet;
use std::sync::Arc;

use oriflamme::model::game::Game;
use oriflamme::model::id::{OfferId, Ref, WalkId};
use oriflamme::model::value::Value;
use oriflamme::play::question::Answer;
use oriflamme::play::sentence::{act_sentence, read_offer};
use oriflamme::play::{Play, Status};
use proptest::prelude::*;

use crate::harness::{ENGINES, beginning, toy};

const SPACES: usize = 7;
const PURSE: u32 = 6;

/// A way: destination, cost, spaces passed.
type Way = (u16, u32, BTreeSet<u16>);

fn name(at: usize) -> String {
    format!("S{at}")
}

/// Spaces with entry costs, roads between them, and the spaces worth passing.
fn map(prices: &[u32], roads: &[(usize, usize)], via: &[usize], purse: u32) -> Arc<Game> {
    let spaces: Vec<String> =
        prices.iter().enumerate().map(|(at, price)| format!("{} price {price}", name(at))).collect();
    let roads: Vec<String> = roads.iter().map(|(a, b)| format!("{} -- {}", name(*a), name(*b))).collect();
    let via: Vec<String> = via.iter().map(|at| name(*at)).collect();
    let worth = if via.is_empty() { String::new() } else { format!("region worth {{ {} }}", via.join(", ")) };
    let via = if via.is_empty() { "" } else { "via worth" };
    toy(&format!(
        "game toy \"Toy\" {{ sides Red, Blue }}\n\
         rulebook {{ 1 \"All\" \"Everything.\" }}\n\
         space has {{ price: int = 1 }}\n\
         board ground @1 {{ spaces {{ {} }}  links road {{ {} }}  {worth} }}\n\
         kind Man @1\n\
         noun man = Man\n\
         purse legs of piece during acting @1 {{ gives {purse} }}\n\
         walk going(man) pays legs @1 {{ step on to man.space.across(road) pays to.price  {via} }}\n\
         action ride \"Ride\" @1 {{ man mine  to going(man)  do {{ man.follow(to); }} }}\n\
         sequence @1 {{ turn repeat 1..4 {{ acting each side actions ride once }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ Red {{ S0: Man }}  Blue {{ S0: Man }} }}\n",
        spaces.join(", "),
        roads.join("; ")
    ))
}

/// The best ways by a search of all paths: the least cost for each destination and set of spaces passed, without those
/// that another way dominates.
fn by_hand(prices: &[u32], roads: &[(usize, usize)], via: &[usize]) -> BTreeSet<Way> {
    let mut known: BTreeSet<(u16, u32, BTreeSet<u16>)> = BTreeSet::new();
    let mut open = vec![(0u16, 0u32, BTreeSet::new())];
    while let Some(here) = open.pop() {
        if !known.insert(here.clone()) {
            continue;
        }
        let (space, cost, passed) = here;
        for (a, b) in roads {
            for (from, to) in [(*a, *b), (*b, *a)] {
                let cost = cost + prices[to];
                if from == usize::from(space) && cost <= PURSE {
                    let mut passed = passed.clone();
                    if to != 0 && via.contains(&to) {
                        passed.insert(to as u16);
                    }
                    open.push((to as u16, cost, passed));
                }
            }
        }
    }
    let outdone = |one: &Way| {
        known.iter().any(|other| other != one && other.0 == one.0 && other.1 <= one.1 && other.2.is_superset(&one.2))
    };
    let best: Vec<Way> = known.iter().filter(|one| !outdone(one)).cloned().collect();
    best.into_iter()
        .map(|(space, cost, mut passed)| {
            passed.remove(&space);
            (space, cost, passed)
        })
        .collect()
}

/// The question at which the game waits, and the ways its walk finds.
fn found(game: &Arc<Game>, make: oriflamme::play::MakeScripts) -> Result<Vec<Value>, String> {
    let mut play = Play::new(game, &beginning(game), 1, true, make).expect("the game begins");
    let status = play.go();
    assert!(!matches!(status, Status::Faulty(_)), "{status:?}");
    play.look(|run| {
        let world = run.world();
        let world = world.acting(0);
        let ways = world.ways_of(WalkId(0), &[Value::Ref(Ref::piece(0))]).map_err(|fault| fault.message)?;
        let ways = ways.in_order().into_vec();
        for way in &ways {
            // The text of a way is read back as that way.
            let values = vec![Value::Ref(Ref::piece(0)), way.clone()];
            let said = act_sentence(&world, OfferId(0), &values, 0);
            assert_eq!(read_offer(&world, OfferId(0), 0, &said), Ok(Answer::Act(OfferId(0), values)), "{said}");
        }
        Ok(ways)
    })
}

fn plain(ways: &[Value]) -> BTreeSet<Way> {
    let way = |value: &Value| match value {
        Value::Way(way) => (way.space(), way.cost().grains as u32, way.via().iter().copied().collect()),
        other => panic!("not a way: {other:?}"),
    };
    ways.iter().map(way).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_walk_finds_every_way_that_passes_something_more(
        prices in proptest::collection::vec(1u32..4, SPACES),
        roads in proptest::collection::btree_set((0..SPACES, 0..SPACES), 5..12),
        via in proptest::collection::btree_set(0..SPACES, 0..4),
    ) {
        let roads: Vec<(usize, usize)> = roads.into_iter().filter(|(a, b)| a < b).collect();
        prop_assume!(!roads.is_empty());
        let via: Vec<usize> = via.into_iter().collect();
        let game = map(&prices, &roads, &via, PURSE);
        for (engine, make) in ENGINES {
            let ways = found(&game, make).expect("the walk has an end");
            let found = plain(&ways);
            prop_assert_eq!(found.len(), ways.len(), "{}: no way twice", engine);
            prop_assert_eq!(&found, &by_hand(&prices, &roads, &via), "{}", engine);
        }
    }
}

/// Every space of a dense net is worth passing: there are too many ways, and the fault names the lines to limit.
#[test]
fn too_many_ways_that_pass_something_are_a_fault_of_the_walk() {
    let all: Vec<usize> = (0..20).collect();
    let roads: Vec<(usize, usize)> = all.iter().flat_map(|a| all[a + 1..].iter().map(move |b| (*a, *b))).collect();
    let game = map(&[1; 20], &roads, &all, 30);
    for (engine, make) in ENGINES {
        let mut play = Play::new(&game, &beginning(&game), 1, true, make).expect("the game begins");
        let _ = play.go();
        let said = play.look(|run| {
            let world = run.world();
            world.acting(0).ways_of(WalkId(0), &[Value::Ref(Ref::piece(0))]).map_err(|fault| fault.message)
        });
        let said = said.expect_err("2^19 ways are too many");
        assert!(said.contains("limit its `varies` or `via`") || said.contains("units of work"), "{engine}: {said}");
    }
    let game = map(&[1; 70], &[(0, 1)], &(0..70).collect::<Vec<_>>(), 30);
    let mut play = Play::new(&game, &beginning(&game), 1, true, oriflamme::script::make).expect("the game begins");
    let _ = play.go();
    let said = play.look(|run| {
        run.world().acting(0).ways_of(WalkId(0), &[Value::Ref(Ref::piece(0))]).map_err(|fault| fault.message)
    });
    assert_eq!(said, Err("`via` of walk `going` names 69 spaces; 64 are the most".to_owned()));
}
