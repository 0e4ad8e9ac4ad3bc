//! What a newcomer meets in a first game: lists of choices, `why`, completion, drawings without prefixes.

use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::play::native::make;
use oriflamme::session::{Opening, Session};

use crate::harness::toy_with;

const TOY: &str = r#"
game toy "First" { sides Red, Blue  die d6 }
rulebook { 1 "All" "All of it."  2 "Fog" "What a side has is hidden." }
board land @1 { spaces { Stow, Holt, Tarn }  links road { Stow -- Holt -- Tarn } }
kind Man "Men" @1
noun man/men = Man
noun n = int
names pace { Slow, Quick, Wild }
side var pace: pace = Slow @1
side var gold: int = 5 @1
side var bid: 0..3 @1
hide gold from side.foes @2
may deal(side) @1 { forbid when side.gold < 9 because "too poor" }
action hurry "Hurry" @1 { pace Quick | Wild  do { me.pace = pace; } }
action settle "Settle" @1 { space spaces where space.pieces.empty  do { put(Man, me, space); } }
action leave "Leave" @1 { space spaces where !space.men.any  do { put(Man, me, space); } }
action buy "Buy" @1 { n 1 | 2 where may_deal(me)  do { me.gold += n; } }
action count "Count" @1 { n 1 | 2 where n * n > 2 * n  do { me.gold += n; } }
action wait "Wait" @1 { do { hush(me); } }
action throw_it "Throw" @1 { do { cast(me); } }
action bidding "Bid" @1 { do { sides.secretly("bid", |side| side.number("Bid", 0, 3)); } }
procedure hush(side) "silence of {side}" @1 { say("hush"); }
procedure cast(side) "a throw of {side}" @1 { say(`${roll()}`); }
sequence @1 { turn repeat 1..3 { acting "Acting" each side  actions hurry, settle, leave, buy, count, wait, throw_it, bidding once } }
scenario land "The land" for toy @1 { Red { Stow: Man; Holt: Man } }
"#;

fn session() -> Session {
    let game = toy_with(TOY, "land");
    Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins")
}

fn why_not(sentence: &str) -> String {
    session().why_not(sentence).iter().map(|line| line.text() + "\n").collect()
}

fn why(session: &Session, number: &str) -> Vec<String> {
    let lines = session.why_line(number, false).expect("a line of the log");
    lines.iter().map(|line| line.text().trim().to_owned()).collect()
}

/// The codes of what `check` reports about a text.
fn reported(text: &str) -> Vec<String> {
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }]);
    catalog.check_all().iter().map(|one| format!("{} {}", one.code, one.headline)).collect()
}

#[test]
fn the_choices_that_a_line_writes_down_are_numbered_from_1() {
    let mut session = session();
    session.say("hurry");
    let keys: Vec<String> =
        session.menu().items.into_iter().map(|item| format!("{} {}", item.key, item.text)).collect();
    assert_eq!(keys, ["1 Quick", "2 Wild"]);
}

#[test]
fn a_set_that_must_be_empty_is_named_with_what_is_in_it() {
    let text = why_not("settle Stow");
    assert!(text.contains("the rule asks for no piece, and there is Man1  §1"), "{text}");
    let text = why_not("leave Holt");
    assert!(text.contains("and there is Man2  §1"), "{text}");
}

#[test]
fn a_number_is_refused_with_the_reason_of_the_permission_that_it_asks() {
    let text = why_not("buy 1");
    assert!(text.contains("too poor") && !text.contains("not a possible"), "{text}");
    // A number without words is shown as the rule writes it.
    let text = why_not("count 1");
    assert!(text.contains("`n * n` is 1, and must be more than 2"), "{text}");
}

#[test]
fn why_a_line_shows_no_heading_without_numbers_below_it() {
    let mut session = session();
    session.say("wait");
    let text = why(&session, "1");
    assert!(
        text[0].starts_with("Red: Wait") && text.contains(&"decided by no roll and no modifier".to_owned()),
        "{text:?}"
    );
    assert!(!text.iter().any(|line| line == "Wait" || line.contains("ilence")), "{text:?}");
    session.say("throw");
    let text = why(&session, "2");
    let at = text.iter().position(|line| line.starts_with("dice: ")).expect("a roll");
    assert_eq!(text[at - 1], "A throw of Blue", "{text:?}");
}

#[test]
fn a_title_typed_in_full_is_completed_with_its_first_choice() {
    let session = session();
    let texts = |line: &str| -> Vec<String> { session.complete(line).into_iter().map(|one| one.line).collect() };
    assert_eq!(texts("hurr"), ["Hurry"]);
    assert_eq!(texts("hurry"), ["Hurry Quick", "Hurry Wild"]);
    assert_eq!(texts("hurry "), texts("hurry"));
    // An action without choices is complete.
    assert_eq!(texts("wait"), ["Wait"]);
}

#[test]
fn a_drawing_names_what_every_piece_has_without_a_prefix() {
    let drawn = |text: &str| reported(&format!("{TOY}\ndraw {{ piece \"{text}\" }}"));
    for word in ["kind", "side", "space"] {
        assert_eq!(drawn(&format!("{{{word}}}")), drawn(&format!("{{piece.{word}}}")), "{word}");
    }
    assert!(drawn("{kind}").is_empty(), "{:?}", drawn("{kind}"));
    assert!(drawn("{kin}")[0].starts_with("unknown-word"), "{:?}", drawn("{kin}"));
}

#[test]
fn the_sections_of_what_is_hidden_are_those_of_a_rule() {
    let lines = session().rule("2").expect("a section");
    let text: Vec<String> = lines.iter().map(oriflamme::draw::Line::text).collect();
    assert!(text.iter().any(|line| line.trim_start().starts_with("hide  gold")), "{text:?}");
    let wrong = reported(&TOY.replace("hide gold from side.foes @2", "hide gold from side.foes @7"));
    assert_eq!(wrong, ["unknown-section the rulebook has no section `7`"]);
}

#[test]
fn a_variable_that_gets_secret_answers_is_used() {
    assert!(reported(TOY).is_empty(), "{:?}", reported(TOY));
    let unasked =
        reported(&TOY.replace("sides.secretly(\"bid\", |side| side.number(\"Bid\", 0, 3));", "me.gold += 1;"));
    assert_eq!(unasked, ["unused-state `bid` is never used"]);
}
