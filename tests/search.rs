//! The search bot: it plays better than the greedy one, answers alike every time, and reveals nothing that its side does
//! not know.

use oriflamme::analysis::bots::{Player, Random, random_answer, replied};
use oriflamme::analysis::search::Search;
use oriflamme::analysis::simulate::Series;
use oriflamme::play::oracle::{Oracle, Reply};
use oriflamme::play::question::{Kind, Question};
use oriflamme::play::{Play, Status, World, native};
use oriflamme::session::{Hint, Opening, Said, Session};

use crate::harness::{SCENARIOS, beginning, game, toy_with};

#[test]
fn it_beats_the_greedy_bot_on_either_seat_and_plays_the_same_game_again() {
    let game = game("connect-four");
    for seat in 0..2_u16 {
        let mut players = vec![Player::Greedy; 2];
        players[usize::from(seat)] = Player::Search;
        let series = || {
            let mut series = Series::new(&game, &players, 1, native::make).expect("it begins");
            (0..5).map(|number| series.play(number)).collect::<Vec<_>>()
        };
        let played = series();
        let won = played.iter().filter(|one| one.ended.winners.contains(&seat)).count();
        assert!(won >= 4, "{won} of 5 as side {seat}");
        if seat == 0 {
            assert_eq!(played, series(), "the same seed gives the same games");
        }
    }
}

#[test]
fn its_advice_is_the_same_whatever_the_other_side_holds() {
    let searched = |hand: &str| {
        let game = game("agincourt");
        let opening = Opening { seed: 3, ..Opening::hot_seat(&game) };
        let mut session = Session::new(&game, opening, native::make).expect("the game begins");
        for line in ["hand French: Command 1, Rally", hand, "turn 4", "at Orders of French"] {
            assert_eq!(session.arbitrate(line), Said::Done, "{line}");
        }
        session.searched().expect("no fault").expect("an action is asked for")
    };
    let found = searched("hand English: Hero, Fatigue, Storm");
    assert_eq!(found, searched("hand English: Command 1, Command 2, Hesitation"));
    assert!(found.lines > 50 && found.tried.len() > 1, "{found:?}");
    assert!(found.tried.iter().all(|one| (0..=100).contains(&one.value)), "{found:?}");
}

#[test]
fn it_finds_commands_against_an_army_that_lies_face_down() {
    for (name, seed) in [("agincourt setup=free", 77), ("morlaix setup=free", 2)] {
        let game = game(name);
        let opening = Opening { seed, ..Opening::hot_seat(&game) };
        let mut session = Session::new(&game, opening, native::make).expect("the game begins");
        for line in ["array", "done"] {
            assert_eq!(session.say(line), Said::Done, "{name}: {line}");
        }
        let found = session.searched().expect("no fault").expect("an action is asked for");
        assert!(found.lines > 150 && found.tried.len() > 1, "{name}: few deals that the rules allow: {found:?}");
    }
}

#[test]
fn it_sees_a_win_in_one_and_a_loss_in_one() {
    for (line, wanted) in [("Red { Disc: a1, b1, c1 }", "Drop in d"), ("Yellow { Disc: a1, a2, a3 }", "Drop in a")] {
        let game = game("connect-four");
        let mut session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the game begins");
        assert_eq!(session.arbitrate(line), Said::Done, "{line}");
        let found = session.searched().expect("no fault").expect("an action is asked for");
        assert_eq!(found.tried.first().map(|one| one.command.as_str()), Some(wanted), "{found:?}");
    }
}

/// Searches little for one side, and plays the others at random.
struct Careless {
    search: Search,
    random: Random,
}

impl Oracle for Careless {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        if matches!(question.kind, Kind::Window { .. }) {
            return Reply::Silence;
        }
        let Some(seat) = question.seats.first().copied() else { return Reply::Wait };
        replied(
            seat,
            match seat {
                0 => self.search.best(world, question, seat),
                _ => random_answer(world, question, seat, &mut self.random),
            },
        )
    }
}

#[test]
fn its_answers_are_legal_in_every_game() {
    let secret = toy_with(include_str!("together/skirmish.txt"), "skirmish");
    let shipped = SCENARIOS.into_iter().chain(["charles"]).map(|name| (name, game(name)));
    for (name, game) in shipped.chain([("skirmish", secret)]) {
        let mut search = Search::new(&game, 5).expect("it begins");
        search.limit(150);
        let mut play = Play::new(&game, &beginning(&game), 5, true, native::make).expect("it begins");
        play.set_oracle(Box::new(Careless { search, random: Random::new(5) }));
        let status = play.go_while(|run| run.decisions < 25);
        assert!(!matches!(status, Some(Status::Faulty(_) | Status::Asked(_))), "{name}: {status:?}");
    }
}

#[test]
fn bots_that_pause_decide_one_at_a_time_and_not_at_all_once_they_are_stopped() {
    let game = game("connect-four");
    let players = vec![Player::Person, Player::Search];
    let opening = Opening { players, bots_pause: true, ..Opening::hot_seat(&game) };
    let mut session = Session::new(&game, opening, native::make).expect("the game begins");
    session.watch_bots(|| false);
    assert_eq!(session.paused_bot(), None, "a person begins");
    assert_eq!(session.say("drop in d"), Said::Done);
    assert_eq!(
        (session.decisions(), session.paused_bot()),
        (1, Some(1)),
        "the answer can be saved before the bot thinks"
    );
    assert!(matches!(session.say("drop in a"), Said::Refused(problem) if problem.contains("Enter lets it go on")));
    session.watch_bots(|| true);
    assert_eq!(session.let_bot_decide(), Said::Done);
    assert_eq!((session.decisions(), session.paused_bot()), (1, Some(1)), "nothing is decided");
    session.watch_bots(|| false);
    assert_eq!(session.let_bot_decide(), Said::Done);
    assert_eq!((session.decisions(), session.paused_bot()), (2, None));
    assert!(matches!(session.back(1), oriflamme::session::Went::By(1)));
    assert_eq!((session.decisions(), session.paused_bot()), (0, None), "back to the person's decision");
    assert_eq!(session.auto(2), Said::Done);
    assert!(session.decisions() >= 4, "bots do not pause while a person plays at random");
}

/// A man may walk on a ring of four towns as often as he likes.
const RING: &str = r#"
game toy "Toy" { sides Red, Blue }
rulebook { 1 "All" "Everything." }
board ring @1 { spaces { A, B, C, D }  links road { A -- B, B -- C, C -- D, D -- A } }
kind Man @1
noun man/men = Man
action walk "Walk" @1 { man mine.men  to man.space.across(road)  do { place(man, to); } }
sequence @1 { turn repeat 1..2 { moving each side  actions walk } }
scenario toy "Toy" for toy @1 { Red { A: Man }  Blue { C: Man } }
"#;

#[test]
fn the_greedy_bot_does_not_walk_there_and_back_for_ever() {
    let game = toy_with(RING, "toy");
    let mut series = Series::new(&game, &[Player::Greedy; 2], 1, native::make).expect("it begins");
    // Each man sees at most three other towns in a step, and then stays.
    assert!(series.play(0).decisions <= 16, "{:?}", series.play(0));
    // Neither does a hint, which knows what has been done in the step.
    let mut session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the game begins");
    for _ in 0..4 {
        match session.hint().expect("no fault") {
            Hint::Command(words) => assert_eq!(session.say(&words), Said::Done, "{words}"),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(session.question().map(|(seat, _)| seat), Some(1), "the step of Red is over");
}

#[test]
fn what_a_bot_may_choose_from_is_its_own() {
    let game = game("charles");
    let opening = Opening { players: vec![Player::Person, Player::Search], ..Opening::hot_seat(&game) };
    let mut session = Session::new(&game, opening, native::make).expect("the game begins");
    session.watch_bots(|| false);
    assert!(!session.menu().items.is_empty(), "Blois decides first");
    session.say("0");
    assert_eq!(session.paused_bot(), Some(1));
    assert!(session.menu().items.is_empty() && session.complete("").is_empty() && session.example().is_none());
    assert_eq!(session.hint().expect("no fault"), Hint::NotAsked);
    assert_eq!(session.searched().expect("no fault"), None);
    for card in game.card_defs.iter().map(|card| &card.title) {
        let said = session.asked_why_not(&format!("{card} as event"));
        let said: Vec<String> = said.iter().map(|line| line.text()).collect();
        assert!(said.len() == 1 && said[0].starts_with("Montfort decides now, a bot"), "{card}: {said:?}");
    }
}

const CELLARS: &str = r#"
game toy "Toy" { sides Red, Blue }
rulebook { 1 "Cellars" "A cellar holds one cask, and any number of rats." }
board map @1 { spaces { A, B, C, D }  links road { A -- B, B -- C, C -- D, D -- A } }
kind Cask @1
kind Rat @1
kind Man @1
noun cask = Cask
noun man/men = Man
piece flag seen / unseen @1
hide piece from piece.side.foe for unseen  because "something" @1
invariant one_cask @1 = pieces.at(space).where(|piece| piece.cask).count <= 1
action walk "Walk" @1 { man mine.men  to man.space.across(road)  do { place(man, to); } }
sequence @1 { turn repeat 1..2 { moving each side  actions walk } }
scenario toy "Toy" for toy @1 { Red { A: Man }  Blue { A: Cask, Rat;  B: Cask, Rat;  C: Cask, Rat } }
"#;

#[test]
fn it_passes_over_deals_that_cannot_be() {
    // Most of the ways to deal three casks and three rats put two casks in one cellar.
    let game = toy_with(CELLARS, "toy");
    let session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the game begins");
    let found = session.searched().expect("no fault").expect("an action is asked for");
    assert!(found.lines > 50 && found.tried.len() == 3, "{found:?}");
}
