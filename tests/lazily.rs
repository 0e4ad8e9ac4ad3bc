//! Decisions drawn without enumeration: each legal one is as likely as if drawn from the full list.

use std::collections::{BTreeMap, BTreeSet};

use oriflamme::analysis::bots::{Bots, Player, Random};
use oriflamme::model::id::OfferId;
use oriflamme::play::lazily::{self, Drawn};
use oriflamme::play::offers::OfferQuery;
use oriflamme::play::oracle::Nobody;
use oriflamme::play::question::{Answer, Kind, Question};
use oriflamme::play::{Play, Status, World, drawn, native};

use crate::harness::{beginning, game, toy};

/// The number of draws of each kind in each position.
const DRAWS: usize = 3_000;

/// The first question after this number of decisions where a side has several actions.
fn at_a_choice(scenario: &str, decisions: u64) -> (Play, Question) {
    let game = game(scenario);
    let mut play = Play::new(&game, &beginning(&game), 7, true, native::make).expect("the game begins");
    for least in decisions.. {
        let bots = Bots::new(&game, vec![Player::Random; game.sides.len()], least).expect("bots play");
        play.set_oracle(Box::new(bots));
        assert!(play.go_while(|run| run.decisions < least).is_none(), "{scenario} goes on");
        play.set_oracle(Box::new(Nobody));
        if let Status::Asked(pending) = play.go() {
            let question = pending.question.clone();
            let mut random = Random::new(3);
            let is_choice = matches!(question.kind, Kind::Act { .. })
                && play.look_asked(|world| {
                    let few = (0..40).map(|_| from_the_list(world, &question, &mut random));
                    few.collect::<BTreeSet<Choice>>().len() > 5
                });
            if is_choice {
                return (play, question);
            }
        }
    }
    unreachable!("a side has a choice")
}

/// The offer of a decision with its first value; `None` for a pass.
type Choice = Option<(OfferId, String)>;

fn from_the_list(world: &World<'_>, question: &Question, random: &mut Random) -> Choice {
    let seat = question.seats[0];
    match drawn::answer(world, question, seat, &mut |bound| random.below(bound)).expect("the rules are right") {
        Some(Answer::Act(offer, values)) => Some((offer, format!("{:?}", values.first()))),
        Some(Answer::Pass) => None,
        other => panic!("an action is asked for: {other:?}"),
    }
}

fn without_a_list(world: &World<'_>, question: &Question, random: &mut Random) -> Choice {
    let seat = question.seats[0];
    let Kind::Act { offers, pass, .. } = &question.kind else { panic!("an action is asked for") };
    // The candidates may include offers that are not open.
    let all = (0..world.game.offers.len() as u16).map(OfferId);
    let closed =
        all.filter(|offer| !OfferQuery::new(world, *offer, seat, false, None).is_open().expect("the rules are right"));
    let candidates: Vec<OfferId> = offers.iter().copied().chain(closed).collect();
    let draw = &mut |bound| random.below(bound);
    match lazily::act(world, &candidates, seat, pass.is_none(), draw).expect("the rules are right") {
        Drawn::Act(offer, locals) => {
            let first = world.game.offers[offer.at()].params.first().map(|param| &locals[usize::from(param.slot)]);
            Some((offer, format!("{first:?}")))
        }
        Drawn::Pass => None,
        Drawn::Nothing => panic!("something is open"),
    }
}

/// Asserts that two samples of equal size have one distribution: a χ² test, far beyond any usual level.
#[track_caller]
fn alike(what: &str, one: &BTreeMap<Choice, usize>, other: &BTreeMap<Choice, usize>) {
    let mut statistic = 0.0;
    let mut degrees = 0.0;
    let choices: BTreeSet<&Choice> = one.keys().chain(other.keys()).collect();
    for choice in choices {
        let (a, b) = (one.get(choice).copied().unwrap_or(0) as f64, other.get(choice).copied().unwrap_or(0) as f64);
        if a + b >= 20.0 {
            statistic += (a - b).powi(2) / (a + b);
            degrees += 1.0;
        }
    }
    assert!(degrees > 2.0, "{what}: only {degrees} kinds of decisions");
    let most = degrees + 4.0 * (2.0f64 * degrees).sqrt();
    assert!(statistic < most, "{what}: {statistic} for {degrees} kinds, at most {most}\n{one:?}\n{other:?}");
}

#[test]
fn a_decision_drawn_without_a_list_is_drawn_evenly() {
    for (scenario, decisions) in [("agincourt", 12), ("agincourt", 40), ("crecy", 25), ("bannockburn", 14), ("hex", 9)]
    {
        let (play, question) = at_a_choice(scenario, decisions);
        let count = |draw: fn(&World<'_>, &Question, &mut Random) -> Choice, seed: u64| {
            let mut random = Random::new(seed);
            let mut found: BTreeMap<Choice, usize> = BTreeMap::new();
            play.look_asked(|world| {
                for _ in 0..DRAWS {
                    *found.entry(draw(world, &question, &mut random)).or_default() += 1;
                }
            });
            found
        };
        alike(&format!("{scenario} after {decisions}"), &count(from_the_list, 1), &count(without_a_list, 2));
    }
}

#[test]
fn of_sets_that_differ_in_twins_only_there_is_one_and_every_size_is_drawn() {
    let toy = toy(
        "game toy \"Toy\" { sides Red }\nrulebook { 1 \"All\" \"Everything.\" }\nkind Man @1\nnoun man/men = Man\n\
         board field @1 { spaces { A, B }  links way { A -- B } }\n\
         action band \"Band\" @1 { party some of mine.men  once  do { say(\"off\"); } }\n\
         sequence @1 { turn repeat 1..2 { red by Red actions band or \"done\" } }\n\
         scenario toy \"Toy\" for toy @1 { Red { A: Man x3;  B: Man } }\n",
    );
    let mut play = Play::new(&toy, &beginning(&toy), 7, true, native::make).expect("the game begins");
    let Status::Asked(pending) = play.go() else { panic!("Red is asked") };
    let Kind::Act { offers, .. } = &pending.question.kind else { panic!("an action is asked for") };
    let sizes = |draw: fn(&World<'_>, &Question, &mut Random) -> Choice| {
        let mut random = Random::new(5);
        play.look_asked(|world| {
            let drawn = (0..200).filter_map(|_| draw(world, &pending.question, &mut random));
            drawn.map(|(_, set)| set).collect::<BTreeSet<String>>().len()
        })
    };
    // None to three of A with or without that of B, but at least one man; a draw may take any of the three.
    let mut sets = 0;
    play.look_asked(|world| {
        OfferQuery::new(world, offers[0], 0, false, None).each_completion(&mut |_| sets += 1).expect("right");
    });
    assert_eq!(sets, 4 * 2 - 1);
    assert_eq!((sizes(from_the_list), sizes(without_a_list)), (15, 15));
}
