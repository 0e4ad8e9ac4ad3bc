//! A complete sentence is read without enumerating its alternatives, and a known answer is not searched for among the
//! legal actions. An observer must see all of that work, so a play with one takes the long way. Both ways must agree.

use oriflamme::analysis::bots::{Random, random_answer};
use oriflamme::play::observer::Observe;
use oriflamme::play::oracle::Nobody;
use oriflamme::play::question::{Answer, Kind};
use oriflamme::play::{Play, Status, native, sentence};

use crate::harness::{SCENARIOS, beginning, game};

/// The number of decisions checked in each scenario, and of sentences at each decision.
const DECISIONS: usize = 40;
const SENTENCES: usize = 6;

struct Witness;
impl Observe for Witness {}

/// The sentence with one word removed, repeated, or cut off with all after it.
fn spoiled(text: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    let at = random.below(words.len());
    match random.below(3) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at]),
        _ => words.truncate(at),
    }
    words.join(" ")
}

#[test]
fn what_is_read_in_the_short_way_is_what_the_long_way_finds() {
    for (scenario, number) in SCENARIOS.into_iter().chain(["charles"]).zip(1..) {
        let game = game(scenario);
        let mut plays = [(); 2].map(|()| {
            let mut play = Play::new(&game, &beginning(&game), number, true, native::make).expect("the game begins");
            play.set_oracle(Box::new(Nobody));
            play
        });
        plays[1].adjust(|run| run.observe(Witness));
        let mut random = Random::new(number);
        for _ in 0..DECISIONS {
            let [short, long] = plays.each_mut().map(Play::go);
            let (Status::Asked(short), Status::Asked(long)) = (short, long) else { break };
            assert_eq!(short.question, long.question, "{scenario}");
            let question = short.question;
            let seat = question.seats[0];
            for _ in 0..SENTENCES {
                let text = plays[0].look_asked(|world| {
                    let answer = random_answer(world, &question, seat, &mut random).expect("the rules are sound")?;
                    let text = sentence::write(world, &question, seat, &answer);
                    Some(if random.below(2) == 0 { text } else { spoiled(&text, &mut random) })
                });
                let Some(text) = text else { continue };
                let [short, long] =
                    plays.each_mut().map(|play| play.look_asked(|world| sentence::read(world, &question, seat, &text)));
                assert_eq!(short, long, "{scenario}: {text}");
            }
            let mut choose = |play: &Play| {
                play.look_asked(|world| random_answer(world, &question, seat, &mut random))
                    .expect("the rules are sound")
            };
            let answer = match (choose(&plays[0]), &question.kind) {
                (Some(answer), _) => answer,
                (None, Kind::Window { .. }) => Answer::Pass,
                (None, _) => break,
            };
            plays.iter_mut().for_each(|play| play.answer(seat, &question, answer.clone()));
        }
        assert_eq!(plays[0].digest(), plays[1].digest(), "{scenario}");
    }
}
