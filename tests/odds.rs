//! Odds: whole fractions that add up to 1, as closed forms and another program have them; the game is left as it was.

use std::collections::BTreeMap;

use oriflamme::analysis::odds::{Asked, Case, Change, Deed, Found, How, Policy, Share, interval, odds};
use oriflamme::model::game::Game;
use oriflamme::model::value::Value;
use oriflamme::play::{Play, Status, native};
use oriflamme::session::{NoOdds, Opening, Session};

use crate::harness::{beginning, toy};

/// Dice, draws and choices of every kind.
const TOY: &str = r#"
game toy "Toy" { sides Red, Blue  die d6 }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { A, B, C, D }  links way { A -- B -- C -- D }  boxes dead per side }
kind Man @1
noun man/men = Man
piece var hits: int = 0 @1
game var got: int = 0 @1
purse mp "points" of side in halves during turn @1 { gives 6 }
side var stash: mp = ½ @1
game var worked: int = 0 quiet @1
action shoot "Shoot" @1 { n 1..12  once  do { game.got = roll(n).at_most(2); } }
action tally "Tally" @1 { n 1..12  once  do { let dice = roll(n);  game.got = dice.at_most(2);  say(`${dice}`); } }
action peak "Peak" @1 { n 1..6  once  do { game.got = roll(n).highest; } }
action sum "Sum" @1 { once  do { game.got = roll(2).sum; } }
action flood "Flood" @1 { once  do { game.got = roll(100).at_most(3); } }
action dull "Dull" @1 { once  do { game.worked += 1; } }
action nothing_much "Rest" @1 { once  do { game.got = 1; } }
action lot "Draw lots" @1 { once  do { let who = random("Who?", theirs.men);  who.hits += 1; } }
action wound "Wound" @1 {
  once
  do {
    let n = roll(2).at_most(3);
    for man in Blue.pick("Who is hit?", theirs.men, n, n) { man.hits += 1; }
  }
}
action slay "Slay" @1 {
  once
  do {
    let who = Blue.choose("Who falls?", theirs.men);
    if roll() <= 2 { place(who, who.side.dead); } else { who.hits += 1; }
  }
}
action dare "Dare" @1 { once  do { if Red.yes("Really?") { game.got = roll(); } else { game.got = 3; } } }
action pit "Pit" @1 { once  do { if Blue.yes("Shelter?") { game.got = 3; } else { game.got = roll(); } } }
action twice "Twice" @1 { once  do { let n = 0;  while n < 2 && me.yes("More?") { n += 1; }  game.got = n; } }
action spell "Spell" @1 { once  do { let n = 0;  for i in 0..6 { n = 6 * n + roll() - 1; }  game.got = n; } }
action share "Share" @1 { once  do { let d = roll();  game.got = d;  me.stash += 1; } }
action idle "Idle" @1 { once  do { if Red.yes("Left?") { game.worked = 1; } else { game.worked = 2; }  game.got = roll(); } }
action again "Again" @1 { once  do { game.got = roll();  if Blue.yes("Again?") { game.got = roll(); } } }
sequence @1 { turn repeat 1..3 { red by Red actions pit, again, twice, spell, share, idle, shoot, tally, peak, sum, flood, dull, nothing_much, lot, wound, slay, dare or "done" } }
scenario toy "Toy" for toy @1 { Red { A: Man }  Blue { B: Man;  C: Man;  D: Man } }
"#;

fn session(text: &str) -> Session {
    let game = toy(text);
    Session::new(&game, Opening::hot_seat(&game), native::make).expect("the toy begins")
}

fn found(session: &mut Session, text: &str) -> Found {
    let before = session.hash();
    let found = session.distribution(text, &mut |_| true).unwrap_or_else(|none| panic!("{text}: {none:?}"));
    assert_eq!(session.hash(), before, "{text}");
    is_whole(&found, text);
    found
}

fn refused(session: &mut Session, text: &str) -> String {
    match session.distribution(text, &mut |_| true) {
        Err(NoOdds::Refused(problem)) => problem,
        other => panic!("{text}: {other:?}"),
    }
}

/// The sum of shares, exactly.
pub(crate) fn sum<'s>(shares: impl Iterator<Item = &'s Share>) -> Share {
    shares
        .fold(Share::of(0, 1), |sum, share| Share::of(sum.good * share.all + share.good * sum.all, sum.all * share.all))
}

/// The outcomes of each case are all that comes of it; without listed answers that is everything.
#[track_caller]
pub(crate) fn is_whole(found: &Found, text: &str) {
    for case in &found.cases {
        assert_eq!(sum(case.outcomes.iter().map(|(share, _)| share)), case.reached, "{text}");
    }
    if let [only] = found.cases.as_slice() {
        assert_eq!(only.reached, Share::of(1, 1), "{text}");
    }
}

/// The shares of the values that a variable of the game comes to, by its name.
fn values(game: &Game, found: &Found, name: &str) -> BTreeMap<i64, Share> {
    let mut shares: BTreeMap<i64, Vec<Share>> = BTreeMap::new();
    for (share, outcome) in &found.cases[0].outcomes {
        let last = outcome.changes.iter().find_map(|change| match change {
            Change::Var(var, _, _, Value::Int(to)) if game.vars[var.at()].name == name => Some(*to),
            _ => None,
        });
        shares.entry(last.unwrap_or(0)).or_default().push(*share);
    }
    shares.into_iter().map(|(value, shares)| (value, sum(shares.iter()))).collect()
}

fn choose(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |all, at| all * (n - at) / (at + 1))
}

#[test]
fn hits_on_any_number_of_dice_are_binomial() {
    let mut session = session(TOY);
    let game = session.game().clone();
    for dice in 1..=11u32 {
        let found = found(&mut session, &format!("shoot {dice}"));
        let shares = values(&game, &found, "got");
        for hits in 0..=dice {
            let ways = choose(dice.into(), hits.into()) * 2u128.pow(hits) * 4u128.pow(dice - hits);
            assert_eq!(shares[&i64::from(hits)], Share::of(ways, 6u128.pow(dice)), "{hits} of {dice}");
        }
    }
}

#[test]
fn the_highest_die_and_the_sum_of_two_have_their_closed_forms() {
    let mut session = session(TOY);
    let game = session.game().clone();
    for dice in 1..=5u32 {
        let found = found(&mut session, &format!("peak {dice}"));
        for (face, share) in values(&game, &found, "got") {
            let ways = (face as u128).pow(dice) - (face as u128 - 1).pow(dice);
            assert_eq!(share, Share::of(ways, 6u128.pow(dice)));
        }
    }
    let found = found(&mut session, "sum");
    for (total, share) in values(&game, &found, "got") {
        assert_eq!(share, Share::of((6 - (total - 7).unsigned_abs()).into(), 36));
    }
}

#[test]
fn lots_are_drawn_evenly_and_equal_outcomes_are_one() {
    let mut session = session(TOY);
    let lots = found(&mut session, "draw lots");
    assert_eq!(lots.cases[0].outcomes.len(), 3);
    assert!(lots.cases[0].outcomes.iter().all(|(share, _)| *share == Share::of(1, 3)));
}

#[test]
fn what_has_no_dice_is_certain() {
    let mut session = session(TOY);
    let found = found(&mut session, "rest");
    assert_eq!((found.how, found.cases[0].outcomes.len()), (How::Counted(1), 1));
    let told = session.odds("rest", &mut |_| true).expect("there is something to tell");
    let told: String = told.iter().map(|line| line.text() + "\n").collect();
    assert!(told.contains("No dice: the result is certain.") && told.contains("got 1"), "{told}");
}

#[test]
fn choices_are_made_as_the_policy_says() {
    let mut session = session(TOY);
    let game = session.game().clone();
    // The sure 3 is worth as much as the die; what is named is done.
    let dared = found(&mut session, "dare; yes");
    assert!(values(&game, &dared, "got").values().all(|share| *share == Share::of(1, 6)));
    let spread = found(&mut session, "dare policy spread");
    assert_eq!(values(&game, &spread, "got")[&3], Share::of(7, 12));
    let each = found(&mut session, "dare policy each");
    assert_eq!(each.cases.len(), 2);
    assert!(each.cases.iter().all(|case| case.reached == Share::of(1, 1) && case.made.len() == 1));
    // Blue loses a man in a third of the throws, whomever it chooses: all are alike to it.
    let slain = found(&mut session, "slay");
    let falls =
        slain.cases[0].outcomes.iter().filter(|(_, one)| one.changes.iter().any(|it| matches!(it, Change::Piece(..))));
    assert_eq!(sum(falls.map(|(share, _)| share)), Share::of(1, 3));
    // A choice that comes up after the dice is a case of what the dice bring.
    let wound = found(&mut session, "wound policy each");
    let none = wound.cases.iter().find(|case| case.made.is_empty()).expect("no hit, no choice");
    assert_eq!(none.reached, Share::of(1, 4));
    assert_eq!(wound.cases.iter().filter(|case| case.reached == Share::of(1, 2)).count(), 3);
}

#[test]
fn the_best_choice_is_that_of_the_side_that_chooses() {
    let text = TOY.replace(
        "    if roll() <= 2",
        "    let safe = Blue.yes(\"Shelter?\");\n    if roll() <= if safe { 1 } else { 4 }",
    );
    let mut session = session(&text);
    let slain = found(&mut session, "slay");
    let falls =
        slain.cases[0].outcomes.iter().filter(|(_, one)| one.changes.iter().any(|it| matches!(it, Change::Piece(..))));
    assert_eq!(sum(falls.map(|(share, _)| share)), Share::of(1, 6));
    assert!(slain.chosen.iter().any(|made| made.answer.as_deref() == Some("yes")), "{:?}", slain.chosen);
}

/// The shares of the values of an expression after a command, as whole numbers; yes is 1.
fn shares_of(session: &mut Session, text: &str) -> BTreeMap<i64, Share> {
    let found = found(session, text);
    let number = |value: &Option<Value>| match value {
        Some(Value::Int(number)) => *number,
        Some(Value::Flag(yes)) => i64::from(*yes),
        other => panic!("{text}: {other:?}"),
    };
    found.cases[0].outcomes.iter().map(|(share, outcome)| (number(&outcome.value), *share)).collect()
}

#[test]
fn the_odds_of_an_expression_are_those_of_its_values() {
    let mut session = session(TOY);
    for dice in 1..=6u32 {
        let shares = shares_of(&mut session, &format!("of game.got * 2 + 1 after shoot {dice}"));
        for hits in 0..=dice {
            let ways = choose(dice.into(), hits.into()) * 2u128.pow(hits) * 4u128.pow(dice - hits);
            assert_eq!(shares[&(i64::from(hits) * 2 + 1)], Share::of(ways, 6u128.pow(dice)), "{hits} of {dice}");
        }
    }
    let shares = shares_of(&mut session, "of men.of(Blue).on_map.count == 2 after slay");
    assert_eq!((shares[&1], shares[&0]), (Share::of(1, 3), Share::of(2, 3)));
    let told = session.odds("of game.got after shoot 3", &mut |_| true).expect("there is something to tell");
    let told: String = told.iter().map(|line| line.text() + "\n").collect();
    assert!(told.contains("game.got after: Shoot 3") && told.contains("on average 1.00"), "{told}");
}

#[test]
fn with_an_expression_the_best_is_what_makes_it_great_or_small() {
    let mut session = session(TOY);
    // A sure 3 is less than what a die gives on average.
    assert_eq!(shares_of(&mut session, "of game.got after pit"), BTreeMap::from([(3, Share::of(1, 1))]));
    let each = (1..=6).map(|face| (-face, Share::of(1, 6))).collect();
    assert_eq!(shares_of(&mut session, "of -game.got after pit"), each);
    assert_eq!(shares_of(&mut session, "of game.got after dare").len(), 6);
    assert_eq!(shares_of(&mut session, "of -game.got after dare"), BTreeMap::from([(-3, Share::of(1, 1))]));
    // Whoever sees the die first keeps it where it is better than a new one.
    let low = (1..=6).map(|face| (face, Share::of(if face <= 3 { 3 } else { 1 }, 12))).collect();
    assert_eq!(shares_of(&mut session, "of game.got after again"), low);
    let high = (1..=6).map(|face| (-face, Share::of(if face > 3 { 3 } else { 1 }, 12))).collect();
    assert_eq!(shares_of(&mut session, "of -game.got after again"), high);
    // The chance of at least 5: a new die is better than anything less, for Blue than anything more.
    let least = shares_of(&mut session, "of game.got >= 5 after again");
    assert_eq!(least[&1], Share::of(1, 9));
    let told = session.odds("of game.got after pit", &mut |_| true).expect("there is something to tell");
    let told: String = told.iter().map(|line| line.text() + "\n").collect();
    assert!(told.contains("every other side as small as it can") && told.contains("Shelter? yes (best)"), "{told}");
}

#[test]
fn with_each_every_sequence_of_answers_is_a_case_of_its_own() {
    let mut session = session(TOY);
    let found = found(&mut session, "twice policy each");
    let answers =
        |case: &Case| case.made.iter().map(|made| made.answer.clone().unwrap_or_default()).collect::<Vec<_>>();
    let cases: Vec<(Vec<String>, Share)> = found.cases.iter().map(|case| (answers(case), case.reached)).collect();
    let case = |answers: &[&str]| (answers.iter().map(|answer| (*answer).to_owned()).collect(), Share::of(1, 1));
    assert_eq!(cases, [case(&["no"]), case(&["yes", "yes"]), case(&["yes", "no"])]);
    let told = text(&session.odds("twice; yes; yes", &mut |_| true).expect("there is something to tell"));
    assert_eq!(told.matches("More? yes (your answer)").count(), 2, "{told}");
}

#[test]
fn answers_that_differ_in_identical_pieces_only_are_one() {
    let game = toy(&TOY.replace("C: Man;  D: Man", "C: Man x2"));
    let mut session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the toy begins");
    let each = found(&mut session, "wound policy each");
    // No hit; one for the man of B or a man of C; two for B and C or both men of C.
    assert_eq!(each.cases.len(), 1 + 2 + 2);
    let spread = found(&mut session, "wound policy spread");
    let hurt = |(_, outcome): &&(Share, oriflamme::analysis::odds::Outcome)| outcome.changes.len() == 2;
    let both = spread.cases[0].outcomes.iter().filter(hurt).map(|(share, _)| *share);
    assert!(both.eq([Share::of(1, 8); 2]), "two hits fall on one pair as often as on the other");
}

fn text(lines: &[oriflamme::draw::Line]) -> String {
    lines.iter().map(|line| line.text() + "\n").collect()
}

#[test]
fn what_is_shown_beside_the_shares_agrees_with_them() {
    let mut session = session(TOY);
    let mut told = |words: &str| text(&session.odds(words, &mut |_| true).expect("there is something to tell"));
    // Of 46,656 equally likely values 12 are shown.
    let many = told("spell");
    assert!(many.contains("… and 46644 more outcomes, together 99.97 %"), "{many}");
    assert!(many.lines().count() < 60, "{many}");
    // Halves and whole numbers are compared as numbers, and equal ones are one value.
    let mixed = told("of if game.got > 3 { Red.stash } else { 1 } after share");
    assert!(mixed.contains("on average 1.25"), "{mixed}");
    let equal = told("of if game.got > 3 { Red.stash * 2 } else { 3 } after share");
    assert!(!equal.contains("50.00 %"), "{equal}");
    // A mean that rounds to 0 has no sign.
    let least = told("of if game.got == 0 { -1 } else { 0 } after spell");
    assert!(least.contains("on average 0.00"), "{least}");
}

#[test]
fn a_best_answer_that_changes_or_does_not_matter_is_called_so() {
    let mut session = session(TOY);
    let mut told = |words: &str| text(&session.odds(words, &mut |_| true).expect("there is something to tell"));
    let changes = told("of game.got after again");
    assert!(changes.contains("Again? yes or no, depending on what happens before (best)"), "{changes}");
    let equal = told("of game.got after idle");
    assert!(equal.contains("Left? yes (taken here; any answer is as good)"), "{equal}");
}

#[test]
fn an_expression_without_odds_is_refused() {
    let mut session = session(TOY);
    assert!(refused(&mut session, "of game.gott after shoot 2").contains("gott"));
    assert!(refused(&mut session, "of men after shoot 2").contains("ask for a number or for yes or no"));
    assert!(refused(&mut session, "of game.got").contains("usage: `odds of EXPRESSION after SENTENCE`"));
    assert!(refused(&mut session, "of after shoot 2").contains("usage"));
    assert!(refused(&mut session, "of roll() after shoot 2").contains("roll"));
    assert_eq!(refused(&mut session, "of game.got after fly"), refused(&mut session, "fly"));
    assert!(refused(&mut session, &format!("of {}1 after shoot 2", "1 + ".repeat(2_000))).contains("letters"));
}

#[test]
fn bad_questions_are_refused_as_the_command_would_be() {
    let mut session = session(TOY);
    assert!(refused(&mut session, "").contains("usage"));
    assert!(refused(&mut session, "shoot 2 policy worst").contains("best, spread or each"));
    assert!(refused(&mut session, "shoot").contains("name"), "{}", refused(&mut session, "shoot"));
    assert!(refused(&mut session, "dare; perhaps").contains("`perhaps` answers none of the questions"));
    for text in ["shoot 13", "fly", "shoot at A", "99"] {
        let problem = refused(&mut session, text);
        let oriflamme::session::Said::Refused(said) = session.say(text) else { panic!("{text} was carried out") };
        assert_eq!(problem, said, "{text}");
    }
}

#[test]
fn too_many_ways_are_sampled_and_a_long_count_can_be_stopped() {
    let mut session = session(TOY);
    let game = session.game().clone();
    let found = found(&mut session, "flood");
    assert!(matches!(found.how, How::Sampled(_)));
    let shares = values(&game, &found, "got");
    assert_eq!(sum(shares.values()), Share::of(1, 1));
    let middle = sum(shares.range(40..=60).map(|(_, share)| share));
    assert!((middle.nearest() - 0.9648).abs() < 0.01, "{middle}");
    let stopped = session.distribution("flood", &mut |went| went.leaves < 128);
    assert!(matches!(stopped, Err(NoOdds::Stopped)));
    let stopped = session.distribution("tally 11", &mut |_| false);
    assert!(matches!(stopped, Err(NoOdds::Stopped)));
}

#[test]
fn throws_that_nothing_tells_apart_are_played_once() {
    let mut session = session(TOY);
    let game = session.game().clone();
    // 11 dice fall in 4368 ways. What only counts them plays as many as there are counts; what shows them plays all.
    let mut found = |text: &str| {
        let mut reports = 0;
        let found = session
            .distribution(text, &mut |_| {
                reports += 1;
                true
            })
            .expect("it has odds");
        assert_eq!(found.how, How::Counted(4368), "{text}");
        (values(&game, &found, "got"), reports)
    };
    let (counted, reports) = found("shoot 11");
    assert_eq!(reports, 0, "fewer than 64 were played");
    let (shown, reports) = found("tally 11");
    assert_eq!(reports, 4368 / 64);
    assert_eq!(counted, shown);
}

/// Rules that look at dice in other ways than by counting them.
const PEEPING: &str = r#"
game toy "Toy" { sides Red, Blue  die d6 }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { A } }
kind Man @1
game var got: int = 0 @1
action six "Six" @1 { once  do { let dice = roll(2);  game.got = dice.at_least(5) * 10 + (if 6 in dice { 1 } else { 0 }); } }
action each "Each" @1 { once  do { let all = roll(2);  let n = all.at_least(5) * 100;  for die in all { n += die; }  game.got = n; } }
sequence @1 { turn repeat 1..3 { red by Red actions six, each or "done" } }
scenario toy "Toy" for toy @1 { Red { A: Man } }
"#;

#[test]
fn dice_that_are_looked_at_one_by_one_are_all_played() {
    let mut session = session(PEEPING);
    let game = session.game().clone();
    let six = found(&mut session, "six");
    let six = values(&game, &six, "got");
    // No die above 4, two fives, ... : of 36 throws.
    let wanted = [(0, 16), (10, 8), (11, 8), (20, 1), (21, 3)];
    assert_eq!(six, wanted.into_iter().map(|(value, ways)| (value, Share::of(ways, 36))).collect());
    let each = found(&mut session, "each");
    assert_eq!(values(&game, &each, "got").len(), 7 + 5 + 3, "sums of 2 to 8, of 6 to 10, of 10 to 12");
}

#[test]
fn samples_agree_with_what_is_counted() {
    let game = toy(TOY);
    for text in ["shoot 3", "sum", "wound policy spread", "draw lots"] {
        let mut session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("it begins");
        let counted = found(&mut session, text);
        let (sentence, policy) =
            text.split_once(" policy ").map_or((text, Policy::Best), |(it, _)| (it, Policy::Spread));
        let mut play = Play::new(&game, &beginning(&game), 1, true, native::make).expect("it begins");
        let Status::Asked(pending) = play.go() else { panic!("nothing is asked") };
        let answer = play
            .look_asked(|world| oriflamme::play::sentence::read(world, &pending.question, 0, sentence))
            .expect("the sentence is read");
        let asked = Asked {
            play: &play,
            from: None,
            deed: Deed::new(0, &pending.question, answer),
            policy,
            then: &[],
            numbers: |_, _, _, _| None,
            wanted: None,
            hidden: &[],
            most: 0,
            samples: 2_000,
            seed: 7,
        };
        let sampled = odds(&asked, &mut |_| true).expect("samples are drawn");
        let How::Sampled(played) = sampled.how else { panic!("{:?}", sampled.how) };
        for (share, outcome) in &counted.cases[0].outcomes {
            let own = sampled.cases[0].outcomes.iter().find(|(_, one)| one == outcome);
            let own = own.map_or(Share::of(0, 1), |(share, _)| *share);
            let (low, high) = interval(own, played);
            // Of many intervals of 95 in 100 a few miss by a little.
            let points = share.basis_points();
            assert!(points + 150 >= low && points <= high + 150, "{text}: {share}, sampled {low} to {high}");
        }
    }
}
