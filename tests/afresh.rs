//! The law of the cache: every query of a position has the same answer with and without cached results.
//!
//! Generated games with walks whose steps depend on words, quantities and state that varies along the way, with words,
//! sets and quantities that depend on walks, and with conditions, `forbid` rules and choices that depend on all of
//! these. They are played at random. After each decision every query is evaluated twice: with the play's cache, and by
//! itself with an empty cache. The same holds after undo and in a second game on the same play.

use std::sync::Arc;

use oriflamme::analysis::bots::{Bots, Player};
use oriflamme::model::game::{Game, Param};
use oriflamme::model::id::{Domain, OfferId, QuantityId, WordId};
use oriflamme::model::types::Type;
use oriflamme::model::value::Value;
use oriflamme::play::offers::OfferQuery;
use oriflamme::play::{Beginning, Play, World, native};
use proptest::prelude::*;

use crate::harness;

/// The number of games played; `GAMES=N` plays others.
const GAMES: u32 = 24;
/// The number of decisions checked in each game.
const DECISIONS: u64 = 8;

/// The terms that a condition on a man may use: the state alone, also walks of the first kind, everything.
const TESTS: [&[&str]; 3] = [
    &[
        "man.tired",
        "man.space.dark",
        "game.alarm",
        "man.side.ready",
        "men.tired.any",
        "man.stack.any",
        "man.space == D",
        "men.at(D).any",
        "men.at(B).any",
        "turn.number > 1",
        "(spaces & Mud).any",
        "game.chief == man",
        "man.wet > 1",
        "man.steps > 1",
        "men.where(|it| it.wet > 0).any",
        "man.legs > 2",
        "man == Alf",
        "late",
        "crowded",
        "head == man",
        "edges.cut.any",
        "man.space.edges.cut.any",
        "path(C, D)",
        "edge(A, B).cut",
    ],
    &[
        "going(man).spaces.has(D)",
        "going(man).to(F) != none",
        "going(man).some(|way| way.cost > 1)",
        "men.where(|it| going(it).spaces.has(D)).any",
        "man.steady",
    ],
    &[
        "man.near",
        "man.free",
        "man.goals.any",
        "man.goals.has(G)",
        "men.near.any",
        "men.where(|it| it.strain > 0).free.any",
        "keen.any",
        "keen.has(man)",
        "resting(man).to(G) != none",
        "resting(man).spaces.any",
        "drifting(man).spaces.has(E)",
        "drifting(man).some(|way| way.cost > 2)",
        "man.hunted.any",
        "stalking(man, game.chief ?? man).spaces.has(D)",
    ],
];

/// Number terms, by the same levels as the conditions.
const NUMBERS: [&[&str]; 3] = [
    &[
        "1",
        "2",
        "man.strain",
        "game.n",
        "men.tired.count",
        "man.side.score",
        "man.legs",
        "(spaces & Mud).count",
        "man.wet",
        "man.steps",
        "edges.cut.count",
        "man.space.edges.count",
    ],
    &["going(man).spaces.count", "(going(man).to(C)?.cost ?? 3)", "fare(man, B)"],
    &["man.goals.count", "pull(man)", "men.total(|it| pull(it))", "reach_of(man)", "keen.count"],
];

/// One of the texts of levels up to this one.
fn text(of: [&'static [&'static str]; 3], level: usize) -> impl Strategy<Value = String> {
    let texts: Vec<&str> = of.iter().take(level + 1).flat_map(|texts| texts.iter().copied()).collect();
    // Texts of this level itself are twice as likely.
    let last = of[level].to_vec();
    prop_oneof![prop::sample::select(texts), prop::sample::select(last)].prop_map(str::to_owned)
}

fn number(level: usize) -> impl Strategy<Value = String> {
    let leaf = || text(NUMBERS, level);
    prop_oneof![
        3 => leaf(),
        1 => (leaf(), leaf()).prop_map(|(a, b)| format!("({a} + {b})")),
        1 => (leaf(), leaf()).prop_map(|(a, b)| format!("min({a}, {b})")),
        1 => (text(TESTS, level), leaf(), leaf()).prop_map(|(test, a, b)| format!("(if {test} {{ {a} }} else {{ {b} }})")),
    ]
}

fn test(level: usize) -> BoxedStrategy<String> {
    let sign = prop::sample::select(vec!["<", "==", ">="]);
    let atom = prop_oneof![
        3 => text(TESTS, level),
        1 => (number(level), sign, number(level)).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
    ];
    let tree = atom.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| format!("!({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} && {b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a} || {b})")),
        ]
    });
    tree.boxed()
}

/// The effects of the action: they change state that words, walks and quantities read.
fn effects() -> impl Strategy<Value = String> {
    let lines = vec![
        "man.tired = !man.tired;",
        "man.wet = 1 - min(man.wet, 1);",
        "game.n += 1;",
        "game.alarm = !game.alarm;",
        "man.side.ready = !man.side.ready;",
        "man.side.score += 1;",
        "let at = man.space ?? A; at.dark = !at.dark;",
        "let at = man.space ?? A; at.Mud = !at.Mud;",
        "game.chief = man;",
        "put(Man, man.side, E);",
        "if men.count > 3 { remove(man); }",
        "let all = men; all.strain += 1;",
        "let one = edge(C, D, path); if one != none { one.cut = !one.cut; }",
        "let few = D.edges & A.edges; few.used += 1; few.cut = D.dark;",
    ];
    prop::collection::vec(prop::sample::select(lines), 1..4).prop_map(|lines| lines.join("\n"))
}

/// A game with generated conditions, numbers and effects.
fn game() -> impl Strategy<Value = String> {
    let walks = (test(0), test(0), number(0), test(0), test(1), test(1), number(1), test(0));
    let words = (test(1), test(1), test(1), number(1), test(1), number(1));
    let acts = (0usize..10, test(2), test(2), test(2), test(0), effects());
    (walks, words, acts).prop_map(|(walks, words, acts)| {
        let (dear, double, price, step, leap, end, steps, sought) = walks;
        let sought = sought.replace("man.", "prey.").replace("== man", "== prey");
        let (near, free, goal, pull, pulled, by) = words;
        let (form, first, second, third, barred, effects) = acts;
        let ways = match form {
            0 => format!("to if {first} {{ going(man) }} else {{ resting(man) }}"),
            1 => format!("to going(man) where {first}"),
            2 => format!("to resting(man) where man.goals.has(to.space) == ({first})"),
            3 => format!("to going(man) when {first}"),
            8 => format!("to drifting(man) where {first}"),
            9 => "to drifting(man)".to_owned(),
            4 => format!("to if man.near {{ going(man) }} else {{ resting(man) }} where {first}"),
            // The condition that chooses the walk is evaluated first.
            _ => format!("to if {first} {{ going(man) }} else {{ resting(man) }}"),
        };
        let forbidden = if form < 5 { format!("forbid move when {second} && {third} because \"no\" @1\n") } else { String::new() };
        format!(
            "game toy \"Toy\" {{ sides Red, Blue }}\n\
             rulebook {{ 1 \"All\" \"Everything.\" }}\n\
             board ground @1 {{ spaces {{ A, B, C, D, E, F, G }}\n\
               links path {{ A -- B -- C: rough 1;  C -- D -- E when !edge.cut;  E -- F -- G }}\n\
               links leap {{ A -- D when edge.used < 3;  D -- G;  B -- E: rough 2 }} }}\n\
             edge has {{ rough: int = 0 }}\n\
             edge flag cut @1\n\
             edge var used: int = 0 @1\n\
             piece has {{ legs: int = 3 }}\n\
             kind Man @1\n\
             counters Red {{ Man: Alf \"Alf\" legs 4, Bert \"Bert\" legs 1 }}\n\
             noun man/men, prey = Man\n\
             noun to = space\n\
             piece var strain: int = 0 @1\n\
             piece var wet: 0..2 = 0 @1\n\
             piece var drift: 0..2 = 0 @1\n\
             piece flag tired @1\n\
             space flag dark @1\n\
             side flag ready @1\n\
             side var score: int = 0 @1\n\
             game var n: int = 0 @1\n\
             game flag alarm @1\n\
             game var chief: piece? @1\n\
             terrain Mud @1 {{ modify fare by +1 at to because \"mud\"  forbid enter(man, to) at to when man.slow because \"deep\" }}\n\
             is slow(man) @1 = man.tired\n\
             purse steps of piece during acting @1 {{ gives piece.legs }}\n\
             quantity fare(man, to) @1 {{ base 1\n modify by +1 when {dear} because \"dear\"\n\
               modify doubled when {double} because \"double\"\n modify at most 1 + abs({price}) }}\n\
             is steady(man) @1 = {step}\n\
             walk going(man) pays steps @1 {{ step on to man.space.across(path) when {dear} || man.steady pays fare(man, to) }}\n\
             walk resting(man) @1 {{ step off to man.space.across(leap) when {leap}\n end when {end} || man.space == G }}\n\
             walk drifting(man) pays steps @1 {{ varies wet, drift\n\
               every step sets drift = man.wet\n\
               step wade to man.space.across(path) when {leap} || man.wet < 2 || edge(man.space, to).cut\n\
                 pays fare(man, to) + edge(man.space, to, path).rough sets wet = min(man.wet + 1, 2)\n\
               step hop to man.space.across(leap) when {step} || man.drift > 0 pays {price} sets wet = 0\n\
               end when {end} || man.wet > 1 }}\n\
             walk stalking(man, prey) pays steps @1 {{ varies wet\n\
               step creep to man.space.across(path) when {leap} && ({sought}) && to != prey.space && man.wet < 2\n\
                 pays fare(man, to) sets wet = min(man.wet + 1, 2)\n\
               step leap to man.space.across(leap) when ({sought}) || prey.wet > 0 sets wet = 0\n\
               end when prey.space != man.space && {end} }}\n\
             is near(man) @1 = {near}\n\
             is late() @1 = turn.number > 2\n\
             is crowded() @1 = men.at(D).any\n\
             the head() @1 = game.chief\n\
             set stalks(man, prey) @1 = stalking(man, prey).spaces\n\
             set hunted(man) @1 = men.where(|it| stalking(man, it).spaces.any)\n\
             is free(man) @1 = resting(man).some(|way| way.space == G) || {free}\n\
             set goals(man) @1 = if {goal} {{ resting(man).spaces }} else {{ resting(man).spaces & going(man).spaces }}\n\
             set keen() @1 = men.near\n\
             set ends(man) @1 = going(man).spaces\n\
             set rests(man) @1 = resting(man).spaces\n\
             set drifts(man) @1 = drifting(man).spaces\n\
             quantity pull(man) @1 {{ base {pull}\n modify by {by} when {pulled} because \"pulled\" }}\n\
             quantity toll(man, to) @1 {{ base (going(man).to(to)?.cost ?? 99) + {steps} }}\n\
             fn reach_of(man) @1 {{ let n = 0; for space in going(man).spaces {{ n += 1; }} n }}\n\
             {forbidden}\
             forbid enter(man, to) when to == B && {barred} because \"barred\" @1\n\
             action move \"Move\" @1 {{ man mine.men {ways}\n\
               do {{ man.strain += 1; place(man, to?.space ?? A);\n {effects} }} }}\n\
             sequence @1 {{ turn repeat 1..4 {{ acting each side {{ moving actions move once }} }} }}\n\
             scenario toy \"Toy\" for toy @1 {{ Red {{ Man: A, C\n Alf: B\n Bert: F }}\n Blue {{ Man: E }} }}\n"
        )
    })
}

/// A query of a position.
#[derive(Clone, Debug)]
enum Question {
    Word(WordId, Vec<Value>),
    Quantity(QuantityId, Vec<Value>),
    /// Whether the offer is open to a side.
    Open(u16),
    /// Every completion of the offer by a side.
    All(u16),
}

fn goal(value: &Value) -> String {
    match value {
        Value::Way(way) => format!("to {}", way.space()),
        other => format!("{other:?}"),
    }
}

impl Question {
    fn answer(&self, world: &World<'_>) -> String {
        let query = |side| OfferQuery::new(world, OfferId(0), side, false, None);
        match self {
            Question::Word(word, args) => format!("{:?}", world.word_with(*word, args)),
            Question::Quantity(quantity, args) => format!("{:?}", world.number(*quantity, args)),
            Question::Open(side) => format!("{:?}", query(*side).is_open()),
            Question::All(side) => {
                let mut done = Vec::new();
                let end =
                    query(*side).each_completion(&mut |values| done.push(values.iter().map(goal).collect::<Vec<_>>()));
                format!("{:?} {done:?}", end.err())
            }
        }
    }
}

/// Every combination of arguments for these parameters.
fn arguments(world: &World<'_>, params: &[Param]) -> Vec<Vec<Value>> {
    params.iter().fold(vec![Vec::new()], |before, param| {
        let Type::One(domain @ (Domain::Piece | Domain::Space), _) = param.ty else { return Vec::new() };
        let members: Vec<Value> = world.all(domain).iter().map(|index| Value::member(domain, index)).collect();
        let longer = |args: &Vec<Value>| members.iter().map(|one| [args.clone(), vec![one.clone()]].concat()).collect();
        before.iter().flat_map::<Vec<Vec<Value>>, _>(longer).collect()
    })
}

/// Every possible query, with offers first or last.
fn questions(game: &Game, world: &World<'_>, offers_first: bool) -> Vec<Question> {
    let words = game.words.iter().enumerate().flat_map(|(at, word)| {
        arguments(world, &word.params).into_iter().map(move |args| Question::Word(WordId(at as u16), args))
    });
    let quantities = game.quantities.iter().enumerate().flat_map(|(at, quantity)| {
        arguments(world, &quantity.params).into_iter().map(move |args| Question::Quantity(QuantityId(at as u16), args))
    });
    let offers = [0, 1].into_iter().flat_map(|side| [Question::Open(side), Question::All(side)]);
    let mut all: Vec<Question> = offers.chain(words).chain(quantities).collect();
    if !offers_first {
        all.reverse();
    }
    all
}

/// Evaluates every query of the current position twice; returns the number of queries answered without a fault.
fn ask(play: &Play, game: &Game, offers_first: bool, made: u64) -> Result<usize, TestCaseError> {
    let state = play.look(|run| run.state().clone());
    let mut answered = 0;
    for question in play.look(|run| questions(game, &run.world(), offers_first)) {
        let kept = play.look(|run| question.answer(&run.world()));
        let afresh = play.look_at(&state, |world| question.answer(world));
        prop_assert_eq!(&kept, &afresh, "{:?} after {} decisions", question, made);
        if let Question::Open(side) = question {
            // An offer is open if and only if it has a completion.
            let all = play.look(|run| Question::All(side).answer(&run.world()));
            prop_assert_eq!(
                kept == "Ok(Flag(true))" || kept == "Ok(true)",
                !all.ends_with("[]"),
                "{} {:?}",
                all,
                question
            );
        }
        answered += usize::from(kept.starts_with("Ok") || kept.starts_with("None"));
    }
    Ok(answered)
}

/// Plays on from a position three times, as bots and odds do when they try alternatives, and evaluates every query in
/// it and after it; returns the number of queries answered without a fault.
fn hold_at_home(from: &Play, game: &Arc<Game>, seed: u64) -> Result<usize, TestCaseError> {
    let beginning = Beginning::of_game(game);
    let mut aside = Play::new(game, &beginning, seed, false, native::make).expect("the game begins");
    let (home, layout) = from.look(|run| (run.state().clone(), run.live.layout().clone()));
    aside.adjust(|run| run.live.set_layout(layout));
    let mut answered = 0;
    for trial in 0..3 {
        aside.adjust(|run| {
            run.restore(home.clone());
            run.decisions = 0;
        });
        // The first query after a change must not count as a result for the home position.
        if trial != 1 {
            answered += ask(&aside, game, trial == 0, 0)?;
        }
        aside.set_oracle(Box::new(Bots::new(game, vec![Player::Random; 2], seed + trial).expect("bots play")));
        for made in 1..=3 {
            let end = aside.go_while(|run| run.decisions < made);
            answered += ask(&aside, game, made == 2, made)?;
            if end.is_some() {
                break;
            }
        }
    }
    Ok(answered)
}

/// Plays a game and evaluates every query twice after each decision, after undo, in a second game on the same play, and
/// in trial lines from one of its positions; returns the number of queries answered without a fault.
fn hold(game: &Arc<Game>, seed: u64) -> Result<usize, TestCaseError> {
    let beginning = Beginning::of_game(game);
    let mut play = Play::new(game, &beginning, seed, true, native::make).expect("the game begins");
    let opening = play.opening();
    play.set_oracle(Box::new(Bots::new(game, vec![Player::Random; 2], seed).expect("bots play")));
    let mut answered = 0;
    for round in 0..2 {
        for made in 1..=DECISIONS {
            let end = play.go_while(|run| run.decisions < made);
            answered += ask(&play, game, (made + seed + round).is_multiple_of(2), made)?;
            if end.is_some() {
                break;
            }
        }
        let decisions = play.answers();
        if let Some(middle) = decisions.get(decisions.len() / 2) {
            play.back_to(*middle);
            answered += ask(&play, game, seed.is_multiple_of(2), decisions.len() as u64 / 2)?;
            answered += hold_at_home(&play, game, seed)?;
        }
        play.again(&opening, seed + 1);
        answered += ask(&play, game, round == 0, 0)?;
    }
    Ok(answered)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: harness::games_wanted().unwrap_or(GAMES), failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn kept_results_are_those_that_are_found_afresh(text in game(), seed in 0u64..100) {
        let game = harness::toy(&text);
        let answered = hold(&game, seed)?;
        prop_assert!(answered > 0, "nothing is answered");
    }
}
