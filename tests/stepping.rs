//! Stepping through decisions: a stop never changes the game, and a decision has the same result stepped through or
//! played.

use std::cell::RefCell;
use std::rc::Rc;

use oriflamme::analysis::bots::{Bots, Player};
use oriflamme::draw::Line;
use oriflamme::model::value::Value;
use oriflamme::play::observer::{Asked, Observe};
use oriflamme::play::oracle::Nobody;
use oriflamme::play::{MakeScripts, Play, World, native};
use oriflamme::session::{Opening, Said, Session, Stepped, Stride};
use oriflamme::source::Span;

use crate::harness::{beginning, game};

const GAMES: [&str; 6] = ["connect-four", "agincourt", "crecy", "bannockburn", "charles", "morris"];

fn table(scenario: &str, seed: u64, make: MakeScripts) -> Session {
    let game = game(scenario);
    Session::new(&game, Opening { seed, ..Opening::hot_seat(&game) }, make).expect("the game begins")
}

fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text() + "\n").collect()
}

/// Counts the evaluations that begin and end, and records their places.
#[derive(Clone, Default)]
struct Counted(Rc<RefCell<(u64, u64, Vec<Span>)>>);

impl Observe for Counted {
    fn begins(&mut self, asked: &Asked<'_>, _world: &World<'_>, _with: &[Value]) {
        let mut counted = self.0.borrow_mut();
        counted.0 += 1;
        counted.2.push(asked.span);
    }

    fn ends(&mut self, _answer: Option<Value>, _world: &World<'_>) {
        self.0.borrow_mut().1 += 1;
    }
}

/// A small random generator that picks the next stride.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

#[test]
fn a_course_that_is_run_again_ends_in_the_state_that_was_played() {
    for scenario in GAMES {
        for make in [native::make as MakeScripts, oriflamme::script::make] {
            let game = game(scenario);
            let mut play = Play::new(&game, &beginning(&game), 11, true, make).expect("the game begins");
            let mut from = 0;
            for least in [3, 9, 20, 40] {
                let bots = Bots::new(&game, vec![Player::Random; game.sides.len()], least).expect("bots play");
                play.set_oracle(Box::new(bots));
                let over = play.go_while(|run| run.decisions < least).is_some();
                play.set_oracle(Box::new(Nobody));
                let _ = play.go();
                let (first, second) = (Counted::default(), Counted::default());
                let course = play.course(from);
                for counted in [&first, &second] {
                    let rehearsed = play.rehearse(&course, counted.clone()).expect("it is run again");
                    assert_eq!(rehearsed.digest, play.digest(), "{scenario}, {least} decisions");
                }
                let (first, second) = (first.0.take(), second.0.take());
                assert_eq!(first, second, "{scenario}: each time the same is asked");
                assert!(first.0 > 0 && first.1 <= first.0, "{scenario}: {} begin, {} end", first.0, first.1);
                from = play.look(|run| run.journal.entries.len());
                if over {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_decision_stepped_through_comes_out_as_it_was_played() {
    for (scenario, decisions) in GAMES.into_iter().zip([3, 12, 12, 6, 8, 4]) {
        let mut session = table(scenario, 5, native::make);
        let mut seed = 17;
        for decision in 0..decisions {
            assert_eq!(session.auto(1), Said::Done);
            let (after, made) = (session.hash(), session.decisions());
            assert!(matches!(session.back(1), oriflamme::session::Went::By(_)), "{scenario}: {decision}");
            let before = (session.hash(), session.decisions());
            let mut stepped = session.step_into("");
            let mut stops = 0;
            while let Stepped::Stopped(lines) = &stepped {
                assert!(
                    text(lines).contains('→') || text(lines).contains("the program"),
                    "{scenario}: {}",
                    text(lines)
                );
                assert_eq!((session.hash(), session.decisions()), before, "{scenario}: a stop changes nothing");
                stops += 1;
                let stride = match next(&mut seed) % 5 {
                    _ if stops > 12 => Stride::Run,
                    0 => Stride::Out,
                    1 | 2 => Stride::Over,
                    _ => Stride::Step,
                };
                let times = 1 + next(&mut seed) % 40;
                stepped = session.stride(stride, times);
                if matches!(stepped, Stepped::Refused(_)) {
                    stepped = session.stride(Stride::Over, 1);
                }
            }
            assert_eq!(stepped, Stepped::Made, "{scenario}");
            assert_eq!((session.hash(), session.decisions()), (after, made), "{scenario}: decision {decision}");
        }
    }
}

/// All games with a sequence of play: the three games and the tutorials.
const ALL: [&str; 7] = ["agincourt", "bannockburn", "charles", "connect-four", "breakthrough", "hex", "morris"];

/// The number of the turn; 0 before the first.
fn turn(run: &oriflamme::play::Run) -> i64 {
    let is_turn = |frame: &&oriflamme::play::state::Frame| {
        frame.step.is_some_and(|step| run.game.steps[step.at()].name.ends_with("turn") && frame.count > 0)
    };
    run.state().stack.iter().find(is_turn).map_or(0, |frame| frame.count)
}

/// The lines at which evaluations begin in a whole turn of bots, in order, and the final state.
fn lines_of_a_turn(scenario: &str, seed: u64, make: MakeScripts) -> (Vec<(String, u32)>, u64) {
    let game = game(scenario);
    let mut play = Play::new(&game, &beginning(&game), seed, true, make).expect("the game begins");
    let bots = Bots::new(&game, vec![Player::Random; game.sides.len()], seed).expect("bots play");
    play.set_oracle(Box::new(bots));
    let _ = play.go_while(|run| turn(run) < 2 && run.decisions < 400);
    play.set_oracle(Box::new(Nobody));
    let _ = play.go();
    let counted = Counted::default();
    let rehearsed = play.rehearse(&play.course(0), counted.clone()).expect("it is run again");
    assert_eq!(rehearsed.digest, play.digest(), "{scenario}");
    let spans = counted.0.take().2;
    let line = |span: Span| (game.sources.name_of(span.source).to_owned(), game.sources.line_column(span).0);
    (spans.into_iter().filter(|span| !span.is_empty()).map(line).collect(), rehearsed.digest)
}

#[test]
fn both_engines_visit_the_same_lines_in_a_whole_turn() {
    for scenario in ALL {
        let (native, rhai) =
            (lines_of_a_turn(scenario, 4, native::make), lines_of_a_turn(scenario, 4, oriflamme::script::make));
        assert!(native.0.len() > 20, "{scenario}: {} lines", native.0.len());
        let part = native.0.iter().zip(&rhai.0).position(|(one, other)| one != other);
        let around = |lines: &[(String, u32)]| {
            let at = part.unwrap_or(0);
            lines.iter().skip(at.saturating_sub(2)).take(5).cloned().collect::<Vec<_>>()
        };
        assert_eq!(part, None, "{scenario}:\n{:?}\n{:?}", around(&native.0), around(&rhai.0));
        assert_eq!((native.0.len(), native.1), (rhai.0.len(), rhai.1), "{scenario}");
    }
}

/// The number of the turn; 0 before the first.
fn turn_of(session: &Session) -> i64 {
    let number = |word: &str| match session.ask(word) {
        oriflamme::session::Answer::Told(told) => told.value.parse::<i64>().ok(),
        _ => None,
    };
    number("turn.number").or_else(|| number("game_turn.number")).unwrap_or(0)
}

#[test]
fn a_whole_turn_stepped_through_ends_in_the_state_that_play_reaches() {
    let (mut seed, mut used) = (29, [0usize; 4]);
    for scenario in ALL {
        let mut session = table(scenario, 6, native::make);
        let mut plain = table(scenario, 6, native::make);
        let mut decisions = 0;
        // A turn of a tutorial is one decision.
        let is_game = ["agincourt", "bannockburn", "charles"].contains(&scenario);
        let (most, last) = match scenario {
            "agincourt" => (300, 3),
            _ if is_game => (300, 1),
            _ => (12, 99),
        };
        while turn_of(&session) <= last && decisions < most && session.question().is_some() {
            assert_eq!(plain.auto(1), Said::Done);
            assert_eq!(session.auto(1), Said::Done);
            decisions += 1;
            if !matches!(session.back(1), oriflamme::session::Went::By(_)) {
                continue;
            }
            let mut stepped = session.step_into("");
            let mut stops = 0;
            while let Stepped::Stopped(_) = &stepped {
                stops += 1;
                let strides = [Stride::Step, Stride::Over, Stride::Out, Stride::Run];
                let which = if stops > 4 { 3 } else { (next(&mut seed) % 4) as usize };
                used[which] += 1;
                stepped = session.stride(strides[which], 1 + next(&mut seed) % 30);
                if matches!(stepped, Stepped::Refused(_)) {
                    stepped = session.stride(Stride::Over, 1);
                }
            }
            assert_eq!(stepped, Stepped::Made, "{scenario}: decision {decisions}");
            assert_eq!(session.hash(), plain.hash(), "{scenario}: decision {decisions}");
        }
        assert_eq!((session.hash(), session.decisions()), (plain.hash(), plain.decisions()), "{scenario}");
        assert!(turn_of(&session) > last || !is_game, "{scenario}: the turn did not end in {decisions} decisions");
        assert!(decisions > 5, "{scenario}: {decisions} decisions");
    }
    assert!(used.iter().all(|times| *times > 5), "{used:?}");
}

#[test]
fn a_stop_shows_another_moment_and_leaves_the_game() {
    let mut session = table("connect-four", 1, native::make);
    let board = |session: &Session| {
        let sight = oriflamme::session::Sight { width: 80, height: 24, colours: false };
        text(&session.board(sight, None))
    };
    let (before, hash, saved) = (board(&session), session.hash(), session.save());
    let mut stepped = session.step_into("4");
    let mut seen = false;
    while let Stepped::Stopped(_) = stepped {
        // The board shows the effects so far.
        seen |= board(&session) != before;
        assert_eq!((session.hash(), session.save()), (hash, saved.clone()));
        assert!(matches!(session.say("3"), Said::Refused(problem) if problem.contains("has stopped at")));
        if seen {
            break;
        }
        stepped = session.stride(Stride::Step, 1);
    }
    assert!(seen, "a disc falls before the decision ends");
    assert!(session.leave_stop());
    assert_eq!((board(&session), session.hash(), session.save()), (before, hash, saved));
    assert!(!session.is_stopped() && !session.leave_stop());
    assert_eq!(session.say("4"), Said::Done);
}

#[test]
fn who_may_not_see_everything_may_not_step() {
    let game = game("agincourt");
    let strict = Opening { strict: true, ..Opening::hot_seat(&game) };
    let session = Session::new(&game, strict, native::make).expect("it begins");
    assert!(session.may_step(true).expect_err("strict").contains("strict"));
    let session = table("agincourt", 1, native::make);
    assert_eq!(session.may_step(true), Ok(()));
    assert!(session.may_step(false).expect_err("two at a keyboard").contains("handover off"));
    let players = vec![Player::Person, Player::Greedy];
    let against = Opening { players, ..Opening::hot_seat(&game) };
    let session = Session::new(&game, against, native::make).expect("it begins");
    assert!(session.may_step(true).expect_err("a bot has a hand").contains("bot"));
    let session = table("connect-four", 1, native::make);
    assert_eq!(session.may_step(false), Ok(()), "nobody hides anything there");
}

#[test]
fn a_trace_is_a_tree_and_changes_nothing() {
    for (scenario, decisions) in GAMES.into_iter().zip([1, 7, 9, 3, 5, 2]) {
        let mut session = table(scenario, 3, native::make);
        assert_eq!(session.auto(decisions), Said::Done);
        let after = session.hash();
        let _ = session.back(1);
        let before = (session.hash(), session.decisions());
        let traced = session.trace("").unwrap_or_else(|problem| panic!("{scenario}: {problem:?}"));
        assert_eq!((session.hash(), session.decisions()), before);
        let lines = text(&traced.lines(session.game()));
        assert!(lines.contains(".ori:"), "{scenario}: {lines}");
        let page = traced.page(session.game());
        assert_eq!(page.matches("<details").count(), page.matches("</details>").count(), "{scenario}");
        assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
        let _ = session.forward(1);
        assert_eq!(session.hash(), after, "{scenario}");
    }
}

#[test]
fn breakpoints_on_what_does_not_exist_say_what_may_be_meant() {
    let mut session = table("agincourt", 1, native::make);
    for (typed, said) in [
        ("rowt", "did you mean `break rout`?"),
        ("cohesio", "did you mean `break cohesion`?"),
        ("99.1", "no section 99.1"),
        ("5.2.77", "did you mean `break 5.2."),
        ("05-effect.ori:27", "did you mean `break 05-effects.ori:27`?"),
        ("05-effects.ori:99999", "has"),
        ("05-effects.ori:0", "has"),
        ("05-effects.ori:1", "the nearest is"),
        ("KT", "never asked or run"),
        (":5", "no file"),
        ("§", "takes a section"),
    ] {
        let problem = session.set_break(typed).expect_err(typed);
        assert!(problem.contains(said), "{typed}: {problem}");
    }
    assert!(session.breaks().is_empty());
    for typed in ["rout", "5.2.1", "§5", "cohesion", "may advance", "05-effects.ori:27"] {
        session.set_break(typed).unwrap_or_else(|problem| panic!("{typed}: {problem}"));
    }
    assert_eq!(session.breaks().len(), 6);
    assert!(session.remove_break("9").is_err() && session.remove_break("2").is_ok());
    assert_eq!(session.clear_breaks(), 5);
}

#[test]
fn every_line_at_which_something_begins_can_be_broken_at() {
    for scenario in ["agincourt", "bannockburn", "charles"] {
        let mut session = table(scenario, 5, native::make);
        assert_eq!(session.auto(8), Said::Done);
        let game = session.game().clone();
        let mut play = Play::new(&game, &beginning(&game), 11, true, native::make).expect("the game begins");
        let bots = Bots::new(&game, vec![Player::Random; game.sides.len()], 3).expect("bots play");
        play.set_oracle(Box::new(bots));
        let _ = play.go_while(|run| run.decisions < 30);
        play.set_oracle(Box::new(Nobody));
        let _ = play.go();
        let counted = Counted::default();
        play.rehearse(&play.course(0), counted.clone()).expect("it is run again");
        let mut places: Vec<(String, u32)> = Vec::new();
        for span in counted.0.take().2.into_iter().filter(|span| !span.is_empty()) {
            let (line, _) = game.sources.line_column(span);
            places.push((game.sources.name_of(span.source).to_owned(), line));
        }
        places.sort();
        places.dedup();
        for (name, line) in places {
            let set = session.set_break(&format!("{name}:{line}"));
            assert!(set.is_ok(), "{scenario}: {name}:{line}: {set:?}");
        }
    }
}

/// A game whose rules fault in one case.
const TOY: &str = r#"
game toy "Toy" { sides Red, Blue }
rulebook {
  1 "Digging" "A man digs."
  2 "Blurb"
}
board road { spaces { Mill, Ford } }
kind Man
noun unit = piece
piece var dug: int = 0
is tired(unit) @1 = unit.dug >= 2
action dig "Dig" @1 {
  unit mine
  do {
    let before = unit.dug;
    for spade in 1..=2 {
      let sum = before + spade;
      unit.dug = sum;
    }
    if unit.tired { deepen(unit, before); }
  }
}
procedure deepen(unit, from: int) {
  let shares = 12 / from;
  unit.dug = min(9, shares + 20);
}
sequence { turn repeat 1..9 { work by Red actions dig } }
scenario toy "Toy" for toy {
  army Red { Mill: Man }
}
"#;

#[test]
fn values_are_shown_by_name_and_a_fault_is_stepped_up_to() {
    let game = crate::harness::toy(TOY);
    for make in [native::make as MakeScripts, oriflamme::script::make] {
        let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
        let hash = session.hash();
        let mut lines = String::new();
        let mut stepped = session.step_into("Dig Man");
        while let Stepped::Stopped(shown) = &stepped {
            lines += &text(shown);
            stepped = session.stride(Stride::Step, 1);
        }
        assert!(matches!(&stepped, Stepped::Faulty(fault) if fault.message.contains("zero")), "{stepped:?}");
        assert_eq!((session.hash(), session.is_stopped()), (hash, false), "a fault is taken back");
        for shown in [
            "  unit    Man1\n  before  0\n  spade   2\n  sum     2\n",
            // A local of a block is out of scope after it.
            "→ 20 │     if unit.tired { deepen(unit, before); }\n  21 │   }\n  22 │ }\n  unit    Man1\n  before  0\n  in ",
            "  unit  Man1\n  from  0\n  in  Turn 1 of 9 › Work (Red) › Dig (unit Man1) › Deepen (unit Man1, from 0)\n",
            "Word tired  rules/toy/game.ori:11  §1\n",
        ] {
            assert!(lines.contains(shown), "{shown}\nin:\n{lines}");
        }
        // The decision stops at the breakpoint before the fault, and faults when it runs on.
        let set = session.set_break("deepen");
        assert_eq!(set.as_deref(), Ok("deepen"));
        let (_, stop) = session.say_to_break("Dig Man");
        assert!(text(&stop.expect("it stops")).contains("Procedure deepen"));
        assert!(matches!(session.stride(Stride::Run, 1), Stepped::Faulty(_)));
        assert!(session.set_break("2").expect_err("prose").contains("no rule that is asked"));
        assert!(session.set_break("dug").expect_err("a variable").contains("`dug` is a variable"));
    }
}
