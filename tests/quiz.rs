//! Quizzes: questions differ, both engines agree on the answers, wrong choices are wrong.

mod again;

use std::collections::{HashMap, HashSet};

use oriflamme::model::clause::Base;
use oriflamme::play::{MakeScripts, native};
use oriflamme::session::quiz::{About, Form, Given, Item, Quiz};
use oriflamme::session::save::Save;
use oriflamme::session::{Answer, Session};

use crate::harness::{catalog, game, toy_with};

/// Scenarios of each shipped game.
const GAMES: [(&str, &[&str]); 3] =
    [("chivalry", &["agincourt", "crecy"]), ("bannockburn", &["bannockburn"]), ("bretagne", &["charles", "jeannes"])];
/// The number of questions in a quiz.
const QUESTIONS: usize = 30;

/// The seeds of the quizzes made for each game.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let more = std::env::var("QUIZZES").ok().and_then(|text| text.parse().ok());
    0..more.unwrap_or(usual)
}

fn quiz(scenarios: &[&str], seed: u64, make: MakeScripts) -> Quiz {
    let games = scenarios.iter().map(|name| game(name)).collect();
    Quiz::new(games, seed, make).expect("begins")
}

/// A contradiction to the answer of a question, found by other means than the quiz used.
fn contradiction(quiz: &Quiz, item: &Item) -> Option<String> {
    let because: Vec<String> = item.because.iter().map(|line| line.text()).collect();
    let explained = because.join("\n");
    match (&item.about, &item.form, &item.right) {
        (About::Modifiers(..), Form::Choice(choices), Given::Choice(right)) => {
            let is_cell = |cell: &str, text: &str| cell.trim().split(" (ruling ").next() == Some(text);
            let named =
                |text: &String| because.iter().skip(1).any(|line| line.split("  ").any(|cell| is_cell(cell, text)));
            if !named(&choices[*right]) {
                return Some(format!("`{}` is not in the ledger:\n{explained}", choices[*right]));
            }
            let mut wrong = choices.iter().enumerate().filter(|(at, _)| at != right).map(|(_, one)| one);
            wrong.find(|one| named(one)).map(|one| format!("`{one}` is in the ledger"))
        }
        (About::Legal(words), _, Given::Yes(legal)) => {
            let told = quiz.session().why_not(words);
            let is_legal = told.first().is_some_and(|line| line.text() == "Legal now.");
            (is_legal != *legal)
                .then(|| format!("`why not` says: {}", told.first().map(|line| line.text()).unwrap_or_default()))
        }
        (About::Forbids(words), Form::Choice(choices), Given::Choice(right)) => {
            let told: String = quiz.session().why_not(words).iter().map(|line| line.text() + "\n").collect();
            let section = |choice: &String| choice.split(' ').next().unwrap_or_default().to_owned() + " ";
            let cited = |choice: &String| (explained.clone() + " ").contains(&section(choice));
            if !cited(&choices[*right]) {
                return Some(format!("{} is not among the reasons: {told}", choices[*right]));
            }
            choices
                .iter()
                .enumerate()
                .find(|(at, one)| at != right && cited(one))
                .map(|(_, one)| format!("{one} is a reason too"))
        }
        (About::Number(quantity, _), _, Given::Number(number)) => {
            let counted = &quiz.session().game().quantities[usize::from(quantity.0)];
            if matches!(counted.base, Base::Dice(_)) && !item.text.contains("dice ") {
                return Some("the dice are not told".to_owned());
            }
            let halves = counted.halves;
            let shown = item.told(&Given::Number(*number));
            let first = because.first().cloned().unwrap_or_default();
            (!first.ends_with(&format!(": {shown}"))).then(|| format!("{shown} (halves: {halves}) is not in: {first}"))
        }
        _ => None,
    }
}

/// What a question asks: for two numbers the same in either order; for yes or no with the answer, because another
/// position may have the other.
fn asked(item: &Item) -> String {
    match (&item.about, &item.form) {
        (About::Numbers(..), Form::Choice(choices)) => {
            let mut choices = choices.clone();
            choices.sort();
            choices.join("; ")
        }
        (_, Form::YesNo) => format!("{} {}", item.text, item.told(&item.right)),
        _ => item.text.clone(),
    }
}

#[test]
fn questions_differ_and_their_answers_hold() {
    for (name, scenarios) in GAMES {
        let mut kinds = HashSet::new();
        for seed in seeds(if name == "bannockburn" { 1 } else { 2 }) {
            let mut quiz = quiz(scenarios, seed, native::make);
            let mut texts = HashSet::new();
            for number in 1..=QUESTIONS {
                let item =
                    quiz.ask().expect("no fault").unwrap_or_else(|| panic!("{name}, seed {seed}: question {number}"));
                assert!(item.text.trim_end_matches(" Answer with a fraction.").ends_with('?'), "{}", item.text);
                assert!(!item.because.is_empty(), "{}", item.text);
                if let Form::Choice(choices) = &item.form {
                    let different: HashSet<&String> = choices.iter().collect();
                    assert_eq!(different.len(), choices.len(), "{}: {choices:?}", item.text);
                    assert!(choices.len() >= 3);
                }
                let told = item.told(&item.right);
                let typed = told.split(',').next().unwrap_or_default();
                assert_eq!(item.read(typed).as_ref(), Ok(&item.right), "`{typed}` answers: {}", item.text);
                if let Some(problem) = contradiction(&quiz, &item) {
                    panic!("{name}, seed {seed}: {}\n{}\n{problem}", item.text, item.told(&item.right));
                }
                kinds.insert(std::mem::discriminant(&item.about));
                assert!(texts.insert(asked(&item)), "asked twice: {}", item.text);
            }
        }
        assert!(kinds.len() >= 6, "{name}: {} kinds of questions", kinds.len());
    }
}

#[test]
fn the_reference_engine_plays_to_the_same_positions_and_gives_the_same_answers() {
    for (name, scenarios) in GAMES {
        let mut compared = HashSet::new();
        for seed in seeds(2) {
            let mut quiz = quiz(&scenarios[..1], seed, native::make);
            let mut reference: Option<(u64, Session)> = None;
            for _ in 0..QUESTIONS / 2 {
                let item = quiz.ask().expect("no fault").expect("a question");
                if reference.as_ref().is_none_or(|(position, _)| *position != item.position) {
                    let save = Save::read(&quiz.session().save()).expect("readable");
                    let resumed = Session::resume(quiz.session().game(), &save, oriflamme::script::make);
                    let (session, trouble) = resumed.expect("resumed");
                    assert!(trouble.is_none(), "{name}, seed {seed}: {trouble:?}");
                    assert_eq!(session.hash(), quiz.session().hash(), "{name}, seed {seed}");
                    reference = Some((item.position, session));
                }
                let (_, session) = reference.as_ref().expect("resumed");
                let answer = again::answer_in(session, &item);
                assert_eq!(answer.as_ref(), Some(&item.right), "{name}, seed {seed}: {} {:?}", item.text, item.form);
                compared.insert(std::mem::discriminant(&item.about));
            }
        }
        assert!(compared.len() >= 4, "{name}: {} kinds of questions", compared.len());
    }
}

#[test]
fn a_quiz_can_be_made_of_every_tutorial() {
    for entry in catalog().games.iter().filter(|entry| entry.folder.starts_with("examples/")) {
        let scenario = entry.scenarios[0].name.as_str();
        let mut quiz = quiz(&[scenario], 1, native::make);
        // These games have few rules; every question they allow is asked without a fault.
        for _ in 0..5 {
            if quiz.ask().expect("no fault").is_none() {
                break;
            }
        }
    }
}

#[test]
fn answers_are_read_as_people_type_them() {
    let mut quiz = quiz(&["agincourt"], 5, native::make);
    let mut seen = HashSet::new();
    for _ in 0..QUESTIONS {
        let item = quiz.ask().expect("no fault").expect("a question");
        assert!(item.read("perhaps").is_err(), "{}", item.text);
        assert!(item.read("").is_err(), "{}", item.text);
        match &item.form {
            Form::Choice(choices) => {
                assert_eq!(item.read("A"), Ok(Given::Choice(0)));
                assert_eq!(item.read(&choices[1]), Ok(Given::Choice(1)));
                assert_eq!(
                    item.read("z").unwrap_err().0,
                    format!("answer with a letter, a to {}", ["a", "b", "c", "d"][choices.len() - 1])
                );
                seen.insert("choice");
            }
            Form::YesNo => {
                assert_eq!((item.read("Yes"), item.read("n")), (Ok(Given::Yes(true)), Ok(Given::Yes(false))));
                seen.insert("yes");
            }
            Form::Number { halves: false } => {
                assert_eq!(item.read(" 3 "), Ok(Given::Number(3)));
                assert!(item.read("1.5").is_err());
                seen.insert("number");
            }
            Form::Number { halves: true } => assert_eq!(item.read("1½"), Ok(Given::Number(3))),
            Form::Fraction => assert!(item.read("7/6").is_err()),
        }
    }
    assert!(seen.len() == 3, "{seen:?}");
}

/// A reason that cites several sections would make each of them an answer.
#[test]
fn a_section_that_forbids_is_the_only_one_of_its_reason() {
    let mut count = 0;
    for seed in 11..31 {
        if count > 1 {
            break;
        }
        let mut quiz = quiz(GAMES[1].1, seed, native::make);
        for _ in 0..QUESTIONS {
            let Some(item) = quiz.ask().expect("no fault") else { break };
            let (About::Forbids(words), Form::Choice(choices)) = (&item.about, &item.form) else { continue };
            let Given::Choice(right) = item.right else { panic!("{words}: no choice is right") };
            let section = choices[right].split(' ').next().unwrap_or_default();
            let reasons: Vec<String> = item.because.iter().map(|line| line.text()).collect();
            let own = |reason: &&String| reason.split_whitespace().any(|word| word.trim_end_matches(',') == section);
            let mut own = reasons.iter().filter(own);
            assert!(own.any(|reason| reason.matches('§').count() == 1), "{words}: {section} of {reasons:?}");
            count += 1;
        }
    }
    assert!(count > 1, "{count}");
}

#[test]
fn yes_is_not_the_answer_to_every_question() {
    let mut quiz = quiz(&["connect-four"], 11, native::make);
    let mut counts = [0, 0];
    while let Some(item) = quiz.ask().expect("no fault") {
        let Given::Yes(legal) = item.right else { continue };
        counts[usize::from(legal)] += 1;
        if counts[0] + counts[1] == 10 {
            break;
        }
    }
    let [illegal, legal] = counts;
    assert!(illegal >= 3 && legal <= illegal + 1, "{illegal} illegal, {legal} legal");
}

/// Sections about pieces and places teach no rule: an answer among them is known by its number.
#[test]
fn a_section_that_forbids_is_one_of_rules() {
    let mut asked = 0;
    // Few questions of a quiz are about a section, so as many quizzes are made as it takes.
    for seed in 0..60 {
        if asked > 8 {
            break;
        }
        let mut quiz = quiz(GAMES[0].1, seed, native::make);
        for _ in 0..QUESTIONS {
            let Some(item) = quiz.ask().expect("no fault") else { break };
            let (About::Forbids(_), Form::Choice(choices)) = (&item.about, &item.form) else { continue };
            asked += 1;
            assert!(!choices.iter().any(|choice| choice.starts_with("§1.1 ")), "{choices:?}");
        }
    }
    assert!(asked > 8, "{asked}");
}

/// What a question is about: several may be about the same.
fn topic(item: &Item) -> String {
    let verb = |words: &str| words.split(' ').next().unwrap_or_default().to_owned();
    match &item.about {
        About::Modifiers(quantity, ..) | About::Number(quantity, ..) | About::Numbers(quantity, ..) => {
            format!("quantity {quantity:?}")
        }
        About::Word(word, _) => format!("word {word}"),
        About::Price(words) => format!("price of {}", verb(words)),
        About::Legal(words) => format!("legal {words}"),
        About::Forbids(words) | About::Odds(words) => words.clone(),
    }
}

#[test]
fn nothing_is_asked_about_again_and_again_while_there_is_something_else() {
    for seed in [11, 12] {
        let mut quiz = quiz(&["nantes-to-auray"], seed, native::make);
        let mut counts: HashMap<String, usize> = HashMap::new();
        for _ in 0..QUESTIONS {
            let Some(item) = quiz.ask().expect("no fault") else { break };
            *counts.entry(topic(&item)).or_default() += 1;
        }
        let most = counts.values().max().copied().unwrap_or(0);
        assert!(counts.len() > 10 && most <= 3, "seed {seed}: {counts:?}");
    }
}

#[test]
fn scenarios_with_one_set_up_have_their_own_questions() {
    let texts = |scenario: &str| {
        let mut quiz = quiz(&[scenario], 11, native::make);
        let texts = (0..6).filter_map(|_| quiz.ask().expect("no fault")).map(|item| item.text);
        texts.collect::<Vec<_>>()
    };
    assert_ne!(texts("nantes-to-auray"), texts("jeannes"));
}

/// An army pays for a march counter by counter, one movement point each or two.
#[test]
fn the_price_of_a_march_is_that_of_one_counter() {
    let mut asked = 0;
    for seed in 0..20 {
        if asked > 2 {
            break;
        }
        let mut quiz = quiz(&["nantes-to-auray"], seed, native::make);
        for _ in 0..QUESTIONS {
            let Some(item) = quiz.ask().expect("no fault") else { break };
            let (About::Price(words), Given::Number(price)) = (&item.about, &item.right) else { continue };
            if words.starts_with("March to") {
                assert!((1..=2).contains(price), "{words}: {price}");
                asked += 1;
            }
        }
    }
    assert!(asked > 0);
}

/// The guards beside a lancer lower its power, and the enemy's guards lie face down.
#[test]
fn no_question_asks_what_its_player_cannot_know() {
    let game = toy_with(include_str!("quiz/guards.toy"), "guards");
    let mut asked = 0;
    for seed in 0..12 {
        let mut quiz = Quiz::new(vec![game.clone()], seed, native::make).expect("begins");
        for _ in 0..QUESTIONS {
            let Some(item) = quiz.ask().expect("no fault") else { break };
            let things = match &item.about {
                About::Number(_, args) | About::Modifiers(_, args) => vec![(args, "power")],
                About::Numbers(_, one, other) => vec![(one, "power"), (other, "power")],
                _ => Vec::new(),
            };
            let numbers = things.into_iter().filter_map(|(args, word)| Some((args.first()?.as_ref()?, word)));
            let words = match item.about {
                About::Word(_, thing) => Some((thing, "watched")),
                _ => None,
            };
            for (thing, word) in numbers.chain(words) {
                let session = quiz.session();
                let name = session.view(session.viewer(), |view| view.world().name(thing));
                let known = session.ask(&format!("{name}.{word}"));
                assert!(matches!(known, Answer::Told(_)), "seed {seed}: {}: {known:?}", item.text);
                asked += 1;
            }
        }
    }
    assert!(asked > 40, "{asked}");
}
