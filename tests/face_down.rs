//! Face-down pieces: nothing that a session shows to the other seat reveals what they are.

use std::sync::Arc;

use oriflamme::model::id::Ref;
use oriflamme::play::Play;
use oriflamme::script::make;
use oriflamme::session::{Hint, ONLOOKER, Opening, Said, Session, Sight, Telling, Went};

use crate::harness::{beginning, game, toy_with};
use crate::shown::{self, Tried, say};

const BLOCKS: &str = include_str!("transcripts/face-down.toy");

/// The names of each side's blocks.
const NAMES: [[&str; 4]; 2] = [["La1", "La2", "Mi1", "Mi2"], ["La3", "La4", "Mi3", "Mi4"]];

fn blocks() -> Session {
    let game = toy_with(BLOCKS, "blocks");
    Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins")
}

/// Input that names no piece.
const TRIED: Tried<'_> = Tried {
    numbers: &["power"],
    refusals: &["go", "change", "fight"],
    begun: &["", "go ", "change ", "fight ", "fight la3 ", "fight la1 ", "fight mi3 target ", "fight mi1 target "],
};

/// Everything that a session shows to the deciding seat without a query that names a piece.
fn shown(session: &mut Session) -> String {
    shown::shown(session, TRIED).join("\n").to_lowercase()
}

#[track_caller]
fn nothing_is_told(session: &mut Session) {
    let (seat, _) = session.question().expect("somebody decides");
    let text = shown(session);
    for name in NAMES[1 - usize::from(seat)] {
        assert!(!text.contains(&name.to_lowercase()), "{name} is told to seat {seat}:\n{text}");
    }
    // A seat sees its own pieces.
    for name in NAMES[usize::from(seat)] {
        assert!(text.contains(&name.to_lowercase()), "{name} is not told to seat {seat}:\n{text}");
    }
    assert!(text.contains("block"), "{text}");
}

#[test]
fn nothing_that_a_seat_is_shown_says_what_lies_face_down() {
    let mut session = blocks();
    nothing_is_told(&mut session);
    for sentence in ["change la1 mi1", "go mi4 to 0401", "go mi1 to 0102", "change la3 la4", "change la2 mi1"] {
        say(&mut session, sentence);
        nothing_is_told(&mut session);
    }
    // A partial sentence shows the legal choices.
    assert_eq!(session.say("fight la4"), Said::Opened);
    nothing_is_told(&mut session);
}

#[test]
fn those_who_look_on_see_only_what_both_sides_see() {
    let mut session = blocks();
    for sentence in ["change la1 mi1", "go mi4 to 0401", "go mi1 to 0102"] {
        session.look_as(None);
        say(&mut session, sentence);
        session.look_as(Some(ONLOOKER));
        let text = shown(&mut session);
        for name in NAMES.iter().flatten() {
            assert!(!text.contains(&name.to_lowercase()), "{name} is told:\n{text}");
        }
        assert!(text.contains("block"), "{text}");
        assert!(matches!(session.say("go la2 to 0102"), Said::Refused(_)));
    }
}

#[test]
fn those_who_look_on_read_a_name_that_each_side_knows() {
    let game = toy_with(include_str!("transcripts/turned-down.toy"), "banners");
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
    let telling = Telling { details: false, cites: false, numbers: false, width: 80, wraps: true, others: usize::MAX };
    say(&mut session, "fight lancer1");
    say(&mut session, "bribe block hill");
    // Its old owner knew it, its new owner has fought it; to each it lies face down at one of the two moments only.
    for looker in [Some(0), Some(1), Some(ONLOOKER)] {
        session.look_as(looker);
        let log: Vec<String> = session.log(0, telling).iter().map(oriflamme::draw::Line::text).collect();
        assert!(log.iter().any(|line| line.contains("Bribe Lancer2")), "{looker:?}: {log:?}");
    }
}

#[test]
fn nobody_can_ask_for_what_lies_face_down_by_its_name() {
    let mut session = blocks();
    for name in ["la3", "mi3", "lancer3", "miner 3", "block"] {
        assert!(session.area(name).is_err() || name == "block", "{name}");
        // The name of a face-down piece has the same answer as an unknown name.
        let why = |name: &str| -> Vec<String> {
            let lines = session.why_quantity(&format!("power {name}")).expect("a quantity");
            lines.iter().map(|line| line.text().replace(['3', '9'], "#")).collect()
        };
        assert_eq!(why(name), why(&name.replace('3', "9")));
        assert!(!why(name).concat().contains("power of"), "{:?}", why(name));
        assert!(matches!(session.say(&format!("fight la1 {name}")), Said::Refused(_)), "{name}");
    }
}

#[test]
fn a_piece_that_is_turned_up_has_its_name_again() {
    let mut session = blocks();
    say(&mut session, "change la1 mi1");
    say(&mut session, "fight la3 block 0202");
    let telling = Telling { details: false, cites: false, numbers: false, width: 80, wraps: true, others: usize::MAX };
    let log: Vec<String> = session.log(0, telling).iter().map(|line| line.text().trim().to_owned()).collect();
    assert!(log.contains(&"Blue: Fight La3 target La1.".to_owned()), "{log:?}");
    assert!(log.iter().any(|line| line.starts_with("La3 fights La1: ")), "{log:?}");
}

#[test]
fn a_game_with_hidden_pieces_is_saved_and_read_again() {
    let mut session = blocks();
    for sentence in ["change la1 mi1", "fight la3 block 0203", "go la1 to 0201"] {
        say(&mut session, sentence);
    }
    let text = session.save();
    // A saved game contains all hidden information, pieces as well as hands.
    assert!(["La2", "Mi2"].iter().any(|one| text.contains(&format!("Blue: Fight La3 target {one}"))), "{text}");
    let save = oriflamme::session::save::Save::read(&text).expect("a saved game");
    let (again, trouble) = Session::resume(session.game(), &save, make).expect("it goes on");
    assert_eq!((again.hash(), trouble), (session.hash(), None));
}

#[test]
fn no_room_is_kept_for_pieces_that_only_other_readings_make() {
    let room = |game: &Arc<oriflamme::model::game::Game>| {
        let play = Play::new(game, &beginning(game), 1, false, make).expect("the game begins");
        play.look(|run| (run.live.layout().pieces, run.state().pieces.len()))
    };
    let (room_of_usual, set_up) = room(&game("agincourt"));
    assert_eq!(room_of_usual, set_up);
    assert!(room(&game("agincourt setup=free")).0 > set_up);
}

/// Names numbered across both sides would reveal the number of the other side's dummies.
#[test]
fn the_names_of_ones_own_dummies_tell_nothing_of_the_enemys() {
    let game = game("agincourt setup=free");
    let mut session = Session::new(&game, Opening { seed: 4, ..Opening::hot_seat(&game) }, make).expect("it begins");
    for side in 0..2 {
        let (seat, _) = session.question().expect("one arrays");
        let (own, other) = if seat == 0 { ("DummyA", "DummyB") } else { ("DummyB", "DummyA") };
        let text = shown_dummies(&mut session);
        assert!(text.contains(own) && !text.contains(other), "side {side}: {text}");
        assert!(!text.contains("Dummy1") && !text.contains("Dummy2"), "side {side}: {text}");
        say(&mut session, "array");
        say(&mut session, "done");
    }
}

/// A slot tells what takes it, and dummies take none.
#[test]
fn the_slots_of_an_area_do_not_tell_units_from_dummies() {
    let game = game("agincourt setup=free");
    let mut session = Session::new(&game, Opening { seed: 1, ..Opening::hot_seat(&game) }, make).expect("it begins");
    for sentence in
        ["post DummyB, DummyD, DummyF, LB1 to left approach", "post MA9, MA10, MA11, LB2 to right approach", "done"]
    {
        say(&mut session, sentence);
    }
    let told = |text: &str| matches!(session.ask(text), oriflamme::session::Answer::Told(_));
    for area in ["left enemy_approach", "right enemy_approach"] {
        let area = format!("French.space(\"{area}\")");
        assert!(told(&format!("pieces.at({area}).count")), "how many lie there can be seen");
        for hidden in [
            format!("{area}.room(English)"),
            format!("full({area}, English)"),
            format!("{area}.open_slots(English).count"),
            format!("pieces.at({area}).where(|p| p.slot != none).count"),
        ] {
            assert!(!told(&hidden), "{hidden}");
        }
    }
}

/// What the seat that sets up now is shown of dummies.
fn shown_dummies(session: &mut Session) -> String {
    let telling = Telling { details: true, cites: false, numbers: false, width: 80, wraps: true, others: usize::MAX };
    let sight = Sight { width: 80, height: 36, colours: false };
    let mut lines = session.board(sight, None);
    lines.extend(session.log(0, telling));
    assert_eq!(session.say("post"), Said::Opened);
    let items = session.menu().items.into_iter().map(|item| item.text);
    let text: Vec<String> = lines.iter().map(|line| line.text()).chain(items).collect();
    assert_eq!(session.say("cancel"), Said::Opened);
    text.join("\n")
}

/// A session in which a block of Blue stands in a hex of Red: a Lancer, or a Miner.
fn beside(hidden: &str, other: &str) -> Session {
    let (begin, end) = (BLOCKS.find("  Blue { 0303").expect("it is there"), "Miner strength 3 }\n");
    let end = begin + BLOCKS[begin..].find(end).expect("it is there") + end.len();
    let blue = format!("  Blue {{ 0202: {hidden} strength 1;  0402: {other} strength 1 }}\n");
    let game = toy_with(&format!("{}{blue}{}", &BLOCKS[..begin], &BLOCKS[end..]), "blocks");
    Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins")
}

#[test]
fn the_order_of_lists_does_not_say_what_lies_face_down() {
    let [mut lancer, mut miner] = [beside("Lancer", "Miner"), beside("Miner", "Lancer")];
    let place = |session: &Session| {
        let area = session.area("0202").expect("a hex");
        let sight = Sight { width: 80, height: 36, colours: false };
        let lines = session.board(sight, Some(area));
        lines.iter().map(|line| line.text() + "\n").collect::<String>()
    };
    assert_eq!(place(&lancer), place(&miner));
    assert_eq!(lancer.svg(None), miner.svg(None));
    assert_eq!(shown(&mut lancer), shown(&mut miner));
}

#[test]
fn what_face_down_pieces_add_up_to_is_not_told() {
    let mut session = blocks();
    let told = |session: &Session, text: &str| matches!(session.ask(text), oriflamme::session::Answer::Told(_));
    say(&mut session, "go mi1 to 0102");
    // How many there are can be seen, what one's own are, and what follows from their lying face down.
    for text in ["mine.count", "theirs.count", "mine.some(|b| b.tired)", "theirs.all(|b| b.unknown)"] {
        assert!(told(&session, text), "{text}");
    }
    for text in [
        "theirs.some(|b| b.tired)",
        "theirs.where(|b| b.tired).count",
        "theirs.total(\"power\")",
        "pieces.where(|b| b.tired).count",
    ] {
        assert!(!told(&session, text), "{text}");
    }
}

/// The toy with these blocks of Blue, changed by replacing texts.
fn changed(blue: &str, changes: &[(&str, &str)]) -> Session {
    let (begin, end) = (BLOCKS.find("  Blue { 0303").expect("it is there"), "Miner strength 3 }\n");
    let end = begin + BLOCKS[begin..].find(end).expect("it is there") + end.len();
    let mut text = format!("{}  Blue {{ {blue} }}\n{}", &BLOCKS[..begin], &BLOCKS[end..]);
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    let game = toy_with(&text, "blocks");
    Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins")
}

/// Blocks of Blue that look the same to Red, with a stack in 0303.
const LOOK_ALIKE: [&str; 4] = [
    "0303: Lancer strength 4 + Miner strength 1;  0302: Miner strength 3",
    "0303: Miner strength 3 + Miner strength 1;  0302: Lancer strength 4",
    "0302: Miner strength 2;  0303: Miner strength 2 + Miner strength 2",
    "0303: Lancer strength 1 + Lancer strength 1;  0302: Lancer strength 1",
];

/// The list of choices after these commands.
#[track_caller]
fn listed(session: &mut Session, said: &[&str]) -> Vec<String> {
    for line in said {
        let result = session.say(line);
        assert!(matches!(result, Said::Opened | Said::Done), "{line}: {result:?}");
    }
    let menu = session.menu();
    let items = menu.items.iter().map(|item| format!("{} {} {} {}", item.key, item.text, item.note, item.group));
    items.chain(menu.advice.clone()).collect()
}

#[test]
fn the_choices_of_a_list_do_not_say_what_lies_face_down() {
    for said in [&["fight mi1"][..], &["fight"], &["go mi1"]] {
        let [first, others @ ..] = LOOK_ALIKE.map(|blue| listed(&mut changed(blue, &[]), said));
        for other in others {
            assert_eq!(first, other, "{said:?}");
        }
    }
    let blocks = listed(&mut changed(LOOK_ALIKE[0], &[]), &["fight mi1"]);
    assert_eq!(blocks, ["1 block 0302  ", "2 block 0303  "]);
}

/// Of blocks that look the same in one place any one is meant, not always the first.
#[test]
fn a_choice_among_blocks_in_one_place_is_not_always_the_same() {
    let many =
        "0303: Lancer strength 4 + Miner strength 1 + Miner strength 2 + Miner strength 3;  0302: Miner strength 3";
    let mut fought = Vec::new();
    for wait in 0..12 {
        let mut session = changed(many, &[("must once", "")]);
        for _ in 0..wait {
            say(&mut session, "done");
            say(&mut session, "done");
        }
        say(&mut session, "fight mi2 block 0303");
        let text = session.save();
        let line = text.lines().find(|line| line.contains("Fight")).expect("it is saved").to_owned();
        fought.push(line);
    }
    fought.sort();
    fought.dedup();
    assert!(fought.len() > 1, "{fought:?}");
}

#[test]
fn questions_list_face_down_blocks_in_an_order_that_says_nothing() {
    for asked in ["let one = me.choose(\"Which\", theirs);", "let some = me.pick(\"Which\", theirs, 1, 2);"] {
        let settle = format!("do    {{ place(unit, to); {asked}");
        let change = [("do    { place(unit, to);", settle.as_str())];
        let [first, others @ ..] = LOOK_ALIKE.map(|blue| listed(&mut changed(blue, &change), &["go mi1 to 0102"]));
        assert!(first.len() > 1, "{first:?}");
        for other in others {
            assert_eq!(first, other, "{asked}");
        }
    }
}

#[test]
fn odds_of_an_action_are_listed_only_if_they_do_not_depend_on_what_lies_face_down() {
    let fight = "target  theirs.within(1, unit)\n";
    for (chance, told) in [("target.power", false), ("unit.power + 1", true), ("theirs.total(\"power\")", false)] {
        let with = format!("{fight}  chance  won = d6 <= {chance}\n");
        let game = |blue| {
            changed(blue, &[(fight, with.as_str()), ("game blocks \"Blocks\" {", "game blocks \"Blocks\" { die d6 ")])
        };
        let [first, others @ ..] = LOOK_ALIKE.map(|blue| listed(&mut game(blue), &["fight mi1"]));
        assert!(first[0].starts_with("1 block 0302"), "{first:?}");
        assert_eq!(first.iter().any(|line| line.contains('%')), told, "{chance}: {first:?}");
        for other in others.iter().take(if told { 3 } else { 1 }) {
            assert_eq!(first, *other, "{chance}");
        }
    }
}

/// `odds` counts in every position that looks alike, and tells what all of them have in common.
#[test]
fn odds_that_a_seat_asks_for_are_told_only_if_they_do_not_depend_on_what_lies_face_down() {
    let own = "if roll() > unit.power { remove(unit); }";
    for (script, told) in [("settle(unit, target);", false), (own, true)] {
        let change =
            [("settle(unit, target);", script), ("game blocks \"Blocks\" {", "game blocks \"Blocks\" { die d6 ")];
        let asked = |blue| {
            let mut session = changed(blue, &change);
            match session.odds("fight mi1 block 0302", &mut |_| true) {
                Ok(lines) => lines.iter().map(|line| line.text()).collect::<Vec<String>>().join("\n"),
                Err(refused) => format!("{refused:?}"),
            }
        };
        let first = asked(LOOK_ALIKE[0]);
        assert_eq!(first.contains('%'), told, "{first}");
        assert_eq!(first.contains("depend on what lies face down"), !told, "{first}");
        // The first two have the same blocks, which a seat may know; the others have blocks of their own.
        for blue in LOOK_ALIKE.into_iter().take(if told { LOOK_ALIKE.len() } else { 2 }) {
            assert_eq!(asked(blue), first);
        }
    }
}

#[test]
fn the_price_of_a_way_is_listed_only_if_it_does_not_depend_on_what_lies_face_down() {
    for (price, told) in
        [("1 + theirs.within(1, to).total(\"power\")", false), ("1 + theirs.within(1, to).count", true)]
    {
        let walk = format!(
            "purse steps of piece during march @2 {{ gives 30 }}\nwalk going(unit) pays steps @2 {{ step on to unit.space.neighbours when to.pieces.empty pays {price} }}\naction march"
        );
        let change = [
            ("action march", walk.as_str()),
            ("to    unit.space.neighbours where to.pieces.empty", "to    going(unit) where to.space != unit.space"),
            ("place(unit, to); unit.tired", "unit.follow(to); unit.tired"),
        ];
        let costs = listed(&mut changed(LOOK_ALIKE[0], &change), &["go mi1"]);
        assert_eq!(costs.iter().any(|line| line.contains("cost")), told, "{price}: {costs:?}");
    }
}

#[test]
fn the_greedy_bot_gives_no_hint_while_blocks_lie_face_down() {
    let session = blocks();
    assert_eq!(session.hint().expect("no fault"), Hint::Hidden);
}

#[test]
fn no_answer_names_a_kind_that_lies_face_down() {
    for said in ["fight mi1 lancer", "fight mi1 miner in 0303", "fight mi1 lancer in 0302"] {
        let [first, others @ ..] = LOOK_ALIKE.map(|blue| match changed(blue, &[]).say(said) {
            Said::Refused(text) => text,
            other => panic!("{said}: {other:?}"),
        });
        for other in others {
            assert_eq!(first, other, "{said}");
        }
    }
}

/// Blue sees where face-down blocks have gone, and what it has seen of one that is known.
#[test]
fn a_difference_counts_face_down_blocks_by_place() {
    let mut session = blocks();
    say(&mut session, "go la1 to 0102");
    say(&mut session, "fight la3 block 0202");
    say(&mut session, "go la2 to 0103");
    let diff = |session: &Session, first: &str| -> Vec<String> {
        let lines = session.diff(first, "here").expect("a difference");
        lines.iter().map(|line| line.text().split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let lines = diff(&session, "1");
    for line in ["Block in 0203 2 1", "Block in 0102 0 1", "Block in 0202 1 0", "La3 4 known no yes"] {
        assert!(lines.iter().any(|one| one == line), "{line}: {lines:#?}");
    }
    assert!(!lines.iter().any(|line| line.contains("not in play") || line.starts_with('?')), "{lines:#?}");
}

/// A change by hand knows no face-down block of the other side by its name.
#[test]
fn names_of_face_down_blocks_are_recognized_in_lines_of_the_arbiter() {
    let mut session = blocks();
    assert_eq!(session.names_face_down("la3, la1"), Some("la3".to_owned()));
    assert_eq!(session.names_face_down("la1 tired yes"), None);
    say(&mut session, "go la1 to 0102");
    say(&mut session, "fight la3 block 0202");
    assert_eq!(session.names_face_down("la3"), None, "it has fought");
}

/// What completes a change by hand is what the person at the keyboard may name.
#[test]
fn changes_by_hand_are_completed_without_names_of_face_down_blocks() {
    let mut session = blocks();
    for line in ["set ", "take ", "put "] {
        let words = session.arbiter_words(line);
        assert!(words.contains(&"La1".to_owned()), "{line}: {words:?}");
        assert!(!words.iter().any(|word| NAMES[1].contains(&word.as_str())), "{line}: {words:?}");
    }
    say(&mut session, "go la1 to 0102");
    say(&mut session, "fight la3 block 0202");
    assert!(session.arbiter_words("set ").contains(&"La3".to_owned()), "it has fought");
}

/// Where labels change in play, the numbers of those that one sees do not depend on what lies face down.
#[test]
fn labels_are_numbered_among_the_pieces_in_sight() {
    let changing = BLOCKS
        .replace(r#"piece flag tired"#, "piece var left: int = 4 @1\npiece flag tired")
        .replace("sequence", "draw { piece \"{left}{number}\" }\nsequence");
    let labels = |piece: u16, left: i64| {
        let game = toy_with(&changing, "blocks");
        let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
        let name = session.view(None, |view| view.world().name(Ref::piece(piece)));
        assert_eq!(session.arbitrate(&format!("set {name} left {left}")), Said::Done, "{name}");
        let seat = session.question().expect("a side decides").0;
        let seen: Vec<String> = session.view(Some(seat), |view| {
            let world = view.world();
            let labels = world.labels();
            let own = world.index.all.iter().filter(|piece| !world.is_face_down(*piece));
            own.map(|piece| labels.drawn(piece).unwrap_or_default().to_owned()).collect()
        });
        seen
    };
    // The first two lancers are Red's, who decides; the others are Blue's.
    assert_eq!(labels(2, 5), labels(2, 2));
    assert_ne!(labels(0, 5), labels(0, 2));
}

#[test]
fn a_fight_that_shows_blocks_is_noted_when_it_is_taken_back_and_stands_in_a_strict_game() {
    let game = toy_with(BLOCKS, "blocks");
    for strict in [false, true] {
        let opening = Opening { strict, ..Opening::hot_seat(&game) };
        let mut session = Session::new(&game, opening, make).expect("the game begins");
        say(&mut session, "go la1 to 0102");
        // Nothing has been seen: it is taken back without a note.
        assert_eq!(session.back(1), Went::By(1));
        assert_eq!(session.notes().count(), 0);
        say(&mut session, "fight la2 target block 0303");
        let fought = session.hash();
        let went = session.back(1);
        let notes: Vec<&str> = session.notes().collect();
        if strict {
            assert!(matches!(&went, Went::Barred(seen) if seen == "1 hidden thing"), "{went:?}");
            assert_eq!((session.hash(), notes.len()), (fought, 0));
        } else {
            assert_eq!((went, notes), (Went::By(1), vec!["decision 1 taken back after 1 hidden thing"]));
        }
    }
}
