//! `why not` of refused sentences, in all three games: each answer cites the rule by section, names the piece or place
//! that the rule excludes, and is plain English. `refused.txt` has the positions, sentences and reasons.

use std::path::Path;

use oriflamme::draw::Line;
use oriflamme::play::native;
use oriflamme::session::{Opening, Said, Session, Start};

use crate::harness::{game, toy_with};

/// Words that only an author of rules understands, or that explain nothing.
const UNSPEAKABLE: [&str; 14] = [
    "`",
    "==",
    "!=",
    "&&",
    "||",
    "|",
    "{",
    "}",
    "_",
    " + ",
    "cannot be said",
    "is empty",
    "is excluded",
    "a condition of the rule",
];

/// A position, with the number of its line.
fn position(scenario: &str) -> Session {
    let game = game(scenario);
    Session::new(&game, Opening::bench(&game, Start::Bench), native::make).expect("an empty board")
}

/// An answer in one line, without the effects of other rulings.
fn answer(session: &Session, sentence: &str) -> String {
    let lines = session.why_not(sentence);
    let all: Vec<String> =
        lines.iter().map(Line::text).take_while(|line| !line.contains("Under other rulings")).collect();
    all.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_refusal_names_its_rule_its_section_and_what_is_wrong() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused.txt");
    let rows = std::fs::read_to_string(path).expect("the rows");
    let (mut session, mut told, mut asked) = (None, String::new(), 0);
    let mut games = Vec::new();
    for (at, row) in rows.lines().enumerate() {
        let place = format!("refused.txt:{}: {row}", at + 1);
        if row.is_empty() || row.starts_with('#') {
            continue;
        }
        if let Some(scenario) = row.strip_prefix("bench ") {
            session = Some(position(scenario));
            games.push(scenario.to_owned());
            continue;
        }
        let now: &mut Session = session.as_mut().expect("a position comes first");
        if let Some(line) = row.strip_prefix("  ") {
            if now.arbitrate(line) != Said::Done {
                assert_eq!(now.say(line), Said::Done, "{place}");
            }
        } else if let Some(sentence) = row.strip_prefix("not ") {
            told = answer(now, sentence);
            asked += 1;
            assert!(told.contains(" is not possible: "), "{place}\n{told}");
            assert!(told.contains('§') && (told.contains("rules/") || told.contains("cards/")), "{place}\n{told}");
            for word in UNSPEAKABLE {
                // Paths of files and names of rulings are exempt.
                let plain = |part: &&str| !part.contains(".ori:");
                let parts: Vec<&str> = told.split(' ').filter(plain).collect();
                let spoken: String = parts
                    .join(" ")
                    .split("(ruling ")
                    .enumerate()
                    .map(|(at, part)| if at == 0 { part } else { part.split_once(')').map_or("", |(_, rest)| rest) })
                    .collect();
                assert!(!spoken.contains(word), "{place}\n`{word}` in: {told}");
            }
        } else if let Some(reason) = row.strip_prefix("= ") {
            assert!(told.contains(reason), "{place}\n{told}");
        } else {
            panic!("{place}: not a row");
        }
    }
    assert!(asked >= 40, "{asked} sentences");
    for scenario in ["agincourt", "bannockburn", "charles"] {
        assert!(games.iter().any(|game| game == scenario), "none of {scenario}");
    }
}

#[test]
fn a_bench_without_a_step_says_how_to_begin_one() {
    let session = position("bannockburn");
    let told = answer(&session, "march He1 to 1306");
    assert!(told.contains("no step has begun") && !told.contains("the game is over"), "{told}");
}

/// A man who flees goes to an empty town beside his own.
const FLIGHT: &str = r#"
game toy "Toy" { sides Red, Blue }
rulebook { 1 "All" "Everything."  2 "Flight" "To an empty town beside it." }
board ring @1 { spaces { A, B, C, D, E }  links road { A -- B, B -- C, C -- D, D -- E, E -- A, A -- C } }
kind Man @1
noun man/men = Man
/// Empty towns beside a town.
fn refuges(from: space) @2 {
  let near = from.across(road);
  near.where(|town| pieces.at(town).empty)
}
procedure flee(man) "Flight of {man}" @2 {
  let open = refuges(man.space);
  place(man, man.side.choose("Where to?", open));
}
action run "Run" @1 { man mine.men  do { flee(man); } }
sequence @1 { turn repeat 1..2 { moving each side  actions run } }
scenario toy "Toy" for toy @1 { Red { A: Man }  Blue { C: Man } }
"#;

#[test]
fn an_answer_that_a_rule_does_not_allow_gets_its_reasons_and_why_explains_it() {
    let game = toy_with(FLIGHT, "toy");
    let mut session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the game begins");
    assert_eq!(session.say("run man1"), Said::Done);
    let told = |lines: Vec<Line>| lines.iter().map(Line::text).collect::<Vec<_>>().join("\n");
    let rule = "the rule asks: Where to?  §2";
    for (answer, reason) in
        [("C", "the rule asks for no piece"), ("D", "no road leads from A to D  §2"), ("Paris", rule)]
    {
        assert!(matches!(session.say(answer), Said::Refused(_)), "{answer}");
        let at_once = told(session.reasons(4));
        // The question stands on the screen: only `why` repeats it.
        assert!((at_once.contains(reason) || reason == rule) && !at_once.contains(rule), "{answer}: {at_once}");
        let why = told(session.why());
        assert!(why.starts_with(&format!("`{answer}` is not a possible answer:")), "{answer}: {why}");
        assert!(why.contains(reason) && why.contains(rule), "{answer}: {why}");
    }
    assert_eq!(told(session.asked_why_not("B")), "Legal now.");
    assert_eq!(session.say("B"), Said::Done);
    assert!(
        session.refusal().is_none() && !told(session.why()).contains("answer"),
        "it is about the last refusal only"
    );
}
