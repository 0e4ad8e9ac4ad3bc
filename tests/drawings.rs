//! Drawings: labels as names, a window that follows the action, pictures. The golden output is in `tests/drawings`;
//! `UPDATE=1 cargo test drawings` rewrites it.

use std::path::Path;

use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::draw::{Area, Line};
use oriflamme::play::native::make;
use oriflamme::session::save::Save;
use oriflamme::session::{Opening, Said, Session, Sight};

/// The toy game of the transcripts: two small armies on hexes.
const HEXES: &str = include_str!("transcripts/hexes.toy");

/// The only scenario of a one-file game, with persons in all seats.
#[track_caller]
fn session(text: &str) -> Session {
    let catalog = Catalog::new([SourceText { path: "rules/tried/game.ori".to_owned(), text: text.to_owned() }]);
    let scenario = catalog.games[0].scenarios[0].name.clone();
    let compiled = catalog.compile(&catalog.games[0], Some(&scenario), &[]);
    let Some(game) = compiled.game else { panic!("{:#?}", compiled.diagnostics) };
    Session::new(&game, Opening::hot_seat(&game), make).unwrap_or_else(|fault| panic!("{fault:?}"))
}

const SIGHT: Sight = Sight { width: 60, height: 20, colours: false };

fn drawn(session: &Session, area: Option<Area>) -> String {
    session.board(SIGHT, area).iter().map(|line: &Line| line.text() + "\n").collect()
}

/// Asserts that a text matches its golden output.
#[track_caller]
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drawings").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).expect("written");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "{name}");
}

#[test]
fn a_window_follows_what_is_decided_and_what_has_moved() {
    let mut session = session(HEXES);
    let first = drawn(&session, None);
    assert!(first.contains("Re1") && !first.contains("ma11"), "most pieces are in the north:\n{first}");
    assert!(matches!(session.say("pass"), Said::Done));
    assert!(matches!(session.say("march ma11 to 1316"), Said::Done));
    let after = drawn(&session, None);
    assert!(after.contains("ma11↑") && !after.contains("Re1"), "a piece has moved in the south:\n{after}");
    // Legal choices take precedence over moved pieces.
    assert!(matches!(session.say("march re3"), Said::Opened));
    assert!(drawn(&session, None).contains("re3↑"));
}

#[test]
fn a_window_of_flat_hexes() {
    let session = session(HEXES);
    golden("window.txt", &drawn(&session, session.area("0403..0909").ok()));
}

#[test]
fn pointed_hexes_are_bricks() {
    let text = HEXES
        .replace("hexes flat", "hexes pointed")
        .replace("columns low", "rows low")
        .replace("0806 SE;  0906 SE NE;  0907 SE;  0908 SE NE;  0909 NE", "0806 E SSE;  0807 NNE E;  0907 SSW")
        .replace("0108 -- 0207 -- 0308 -- 0407 -- 0508 -- 0607 -- 0708", "0308 -- 0408 -- 0508 -- 0509 -- 0510");
    let session = session(&text);
    golden("pointed.txt", &drawn(&session, session.area("0304..0910").ok()));
    golden("pointed.svg", &session.svg(session.area("0505..0606").ok()));
}

#[test]
fn a_picture_of_a_few_hexes() {
    let mut session = session(HEXES);
    assert!(matches!(session.say("waver gu1"), Said::Done));
    golden("hexes.svg", &session.svg(session.area("0606..0807").ok()));
}

#[test]
fn a_picture_of_a_network() {
    let session = session(
        "game net \"A <net> & more\" { rulebook \"rulebook.ori\"  sides A, B }\n\
         rulebook { 1 \"All\" \"Everything.\" }\n\
         kind Man @1\n\
         board net @1 { spaces { Here, There, Yonder \"Over \\\"there\\\"\" }  links road { Here -- There -- Yonder } }\n\
         action stroll @1 { piece mine  to piece.space.neighbours  once per piece  do { place(piece, to); } }\n\
         sequence @1 { turn repeat 1..3 { acting each side actions stroll } }\n\
         scenario net \"Net\" for net @1 { army A { Here: Man, Man, Man }  army B { Yonder: Man } }\n",
    );
    let picture = session.svg(None);
    assert!(picture.contains("A &lt;net&gt; &amp; more") && !picture.contains("<net>"));
    golden("network.svg", &picture);
    let place = session.board(SIGHT, session.area("here").ok());
    assert_eq!(place[0].text(), "Here");
}

#[test]
fn a_picture_of_a_part_has_room_for_the_meaning_of_marks_on_tracks() {
    let game = crate::harness::game("agincourt");
    let session = Session::new(&game, Opening::hot_seat(&game), make).expect("begins");
    let picture = session.svg(session.area("centre").ok());
    assert_eq!(picture.matches("(panic)</text>").count(), 2, "{picture}");
}

/// A lesson of a one-file game, at its first task.
fn lesson(text: &str, lesson: &str) -> Session {
    let file = |path: &str, text: &str| SourceText { path: path.to_owned(), text: text.to_owned() };
    let texts = [file("rules/tried/game.ori", text), file("rules/tried/lessons/it.ori", lesson)];
    let catalog = Catalog::new(texts);
    let scenario = catalog.games[0].scenarios[0].name.clone();
    let compiled = catalog.compile(&catalog.games[0], Some(&scenario), &[]);
    let Some(game) = compiled.game else { panic!("{:#?}", compiled.diagnostics) };
    let mut session = Session::learn(&game, "marks", make).unwrap_or_else(|fault| panic!("{fault:?}"));
    session.lesson_goes_on();
    session
}

#[test]
fn a_picture_marks_what_a_lesson_points_at() {
    let session = lesson(
        HEXES,
        "lesson marks \"Marks\" for hexes @1 { at acting of North\n show Re1, 0505\n ask \"How many?\" pieces.count }",
    );
    let picture = session.svg(session.area("0304..0606").ok());
    golden("marks.svg", &picture);
    assert_eq!(picture.matches("fill=\"#ffd400\"").count(), 1, "one counter");
    assert_eq!(picture.matches("stroke=\"#ffd400\"").count(), 1, "one hex");
}

#[test]
fn a_picture_of_a_map_marks_towns() {
    let head = COAST.split_once("scenario ").and_then(|(_, rest)| rest.split_whitespace().next()).expect("a scenario");
    let text = format!("lesson marks \"Marks\" for {head} @1 {{ show Ford, Beck\n ask \"How many?\" pieces.count }}");
    let picture = lesson(COAST, &text).svg(None);
    golden("marks-map.svg", &picture);
    assert_eq!(picture.matches("fill=\"#ffd400\"").count(), 2);
}

#[test]
fn a_label_is_a_name_where_nothing_else_is_called_so() {
    let mut first = session(HEXES);
    // Both the drawn name and the name that every piece has are understood.
    assert!(matches!(first.say("march re2 to 0404"), Said::Done));
    assert!(matches!(first.say("march man1 to 0504"), Said::Done));
    assert!(first.menu().items.len() == 2);
    let last = first.save().lines().filter(|line| line.starts_with("North")).collect::<Vec<_>>().join("; ");
    assert_eq!(last, "North: March Re2 to 0404; North: March Re1 to 0504");
}

#[test]
fn games_that_are_saved_by_labels_are_read_again() {
    let mut played = session(HEXES);
    assert!(matches!(played.auto(60), Said::Done));
    let save = Save::read(&played.save()).expect("a saved game");
    let (again, trouble) = Session::resume(played.game(), &save, make).expect("the rules are right");
    assert!(trouble.is_none(), "{trouble:?}");
    assert_eq!((again.decisions(), again.hash()), (played.decisions(), played.hash()));
}

#[test]
fn a_label_that_changes_in_play_is_a_picture_and_no_name() {
    let text = HEXES.replace("{division.code}{number}", "x{rout}{number}");
    let mut session = session(&text);
    assert!(drawn(&session, None).contains("X") || drawn(&session, None).contains("x01"));
    assert!(matches!(session.say("march x01 to 0403"), Said::Refused(_)));
    assert!(matches!(session.say("march man1 to 0403"), Said::Done));
}

#[test]
fn a_label_that_all_pieces_share_is_no_name() {
    let text = HEXES.replace("{division.code}{number}", "{division.code}");
    let mut session = session(&text);
    assert!(matches!(session.say("march re"), Said::Refused(_)));
    assert!(matches!(session.say("march man1 to 0403"), Said::Done));
}

#[test]
fn areas_that_are_not_there_are_refused_in_a_sentence() {
    let session = session(HEXES);
    for text in ["", "nowhere", "..", "0101..", "0101..9999", "..0101", "re99", "é…", "0101..0101..0202"] {
        let problem = session.area(text).expect_err(text);
        assert!(!problem.is_empty(), "{text}");
    }
    for (text, count) in [("0101", 1), ("0202..0101", 4), ("west", 72), ("Chief1", 1), ("the fallen", 1)] {
        match session.area(text) {
            Ok(Area::These(spaces)) => assert_eq!(spaces.len(), count, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(session.area("ALL"), Ok(Area::All));
}

/// A coast with six towns in two regions, one of them an island box.
const COAST: &str = r#"
game coast { sides Red, Blue }
rulebook { 1 "All" }
names shire { North "The North" N, South "The South" S }
space has { shire: shire?  east, north: int = 0  walls: int = 0 }
space var owner: side? @1
kind Man @1
board coast @1 {
  spaces in North { Alder east 10 north 90 walls 2, Beck east 60 north 80, Croft east 110 north 95 }
  spaces in South { Dale east 20 north 20, Eden "Eden Vale" east 70 north 35, Ford east 115 north 15 walls 1 }
  box Isle east 150 north 60
  box pool
  links road @1 { Alder -- Beck -- Croft; Dale -- Eden -- Ford -- Croft;  Eden -- Beck;  Ford -- Isle }
}
draw { map east north  omit pool  space "*{walls}" shade shire by owner  piece "m{number}" }
sequence @1 { turn repeat 1..3 { acting each side actions stroll } }
action stroll @1 { piece mine  to piece.space.neighbours  once per piece  do { place(piece, to); } }
scenario coast for coast @1 {
  Red  { Alder: Man x3;  Beck: Man }
  Blue { Ford: Man x2;  Beck: Man;  Isle: Man;  pool: Man x4 }
  owner Red: Alder, Beck
  owner Blue: Ford
}
"#;

#[test]
fn a_map_with_a_town_far_away_has_an_end() {
    for (east, north) in [("10", "2147483647"), ("2147483647", "90"), ("-2147483647", "-2147483647")] {
        let far = COAST.replace("Alder east 10 north 90", &format!("Alder east {east} north {north}"));
        let session = session(&far);
        for area in [Area::All, session.area("The North").expect("a region"), session.area("Alder").expect("a town")] {
            let drawn = drawn(&session, Some(area));
            assert!(drawn.lines().count() < 500, "{east} {north}: {} lines", drawn.lines().count());
        }
    }
}

#[test]
fn a_link_that_only_rules_use_is_not_drawn() {
    let apart = |text: &str| {
        text.replace("Eden -- Beck;  Ford", "Ford")
            .replace("  Ford -- Isle }", "  Ford -- Isle }\n  links ferry @1 { Eden -- Beck }")
    };
    let (plain, more) = (apart(COAST).replace("  links ferry @1 { Eden -- Beck }", ""), apart(COAST));
    let omitted = more.replace("omit pool", "omit pool, ferry");
    let board = |text: &str| drawn(&session(text), Some(Area::All));
    assert_ne!(board(&plain), board(&more), "a second sort of links has a sign");
    assert_eq!(board(&plain), board(&omitted));
    let picture = |text: &str| session(text).svg(None).matches("<line").count();
    assert_eq!(picture(&plain), picture(&omitted));
    assert!(picture(&more) > picture(&omitted));
    let hexes = HEXES.replace("draw {", "draw {\n  omit stream");
    let window = |text: &str| drawn(&session(text), session(text).area("0403..0909").ok());
    assert!(window(HEXES).contains('=') && !window(&hexes).contains('='));
}

#[test]
fn a_network_with_places_is_a_map() {
    let session = session(COAST);
    golden("atlas-all.txt", &drawn(&session, Some(Area::All)));
    golden("atlas-north.txt", &drawn(&session, session.area("The North").ok()));
    golden("atlas-ford.txt", &drawn(&session, session.area("Ford").ok()));
    golden("atlas.svg", &session.svg(None));
}

/// A grid whose areas say who holds them.
const HELD: &str = r#"
game duel "Duel" { sides Red, Blue }
rulebook { 1 "All" "Everything." }
side Red "Reds"
board field @1 { grid area 2 x 1 { columns wing: left, right  rows row: line } }
kind Man "Man" @1 { glyph "m" }
terrain Hill "Hill" @1
space var owner: side? quiet @1
is  worn(space) @1 = pieces.at(space).count > 1
draw {
  badge owner "of the {owner}"
  badge worn  "trodden"
}
action walk "Walk" @1 {
  unit  mine
  to    areas - unit.space
  do    { place(unit, to); to.owner = me; }
}
sequence @1 { turn "Turn" repeat 1..3 { going "Going" by Red actions walk } }
scenario duel "Duel" for duel @1 { left line: Hill; Red { left line: Man; right line: Man } }
"#;

#[test]
fn a_badge_of_spaces_stands_beside_their_terrain() {
    let mut session = session(HELD);
    assert!(!drawn(&session, None).contains("of the"));
    assert_eq!(session.say("walk Man2 to left line"), Said::Done);
    for text in [drawn(&session, None), drawn(&session, session.area("left line").ok()), session.svg(None)] {
        assert!(text.contains("Hill, of the Reds, trodden"), "{text}");
    }
    assert!(!drawn(&session, session.area("right line").ok()).contains("of the"));
}

/// Two men who take the places where they stand, on a board to be put in.
const TAKEN: &str = r#"
game toy "Toy" { sides Red, Blue }
rulebook { 1 "All" "Everything." }
BOARD
kind Man "Man" @1
space flag taken @1
space var spoils: int = 0
draw { MAP badge taken "T"  badge spoils "{spoils} spoils" }
action hold "Hold" @1 { unit mine where !unit.space.taken  do { unit.space.taken = true; unit.space.spoils += 3; } }
sequence @1 { turn repeat 1..3 { holding "Holding" by Red actions hold } }
scenario toy "Toy" for toy @1 { PLACES }
"#;

#[test]
fn on_a_map_a_short_badge_of_spaces_is_their_sign_and_a_long_one_is_listed_below() {
    let hexes = TAKEN
        .replace("BOARD", "board map @1 { hexes flat 4 x 3, even columns low, numbered CCRR }")
        .replace("MAP ", "")
        .replace("PLACES", "Red { 0101: Man;  0303: Man }");
    let towns = TAKEN
        .replace(
            "BOARD",
            "space has { e: int  n: int }\nboard map @1 { spaces { Hill e 1 n 1, Ford e 5 n 2 }  links way { Hill -- Ford } }",
        )
        .replace("MAP ", "map e n ")
        .replace("PLACES", "Red { Hill: Man;  Ford: Man }");
    for (text, place) in [(hexes, "0101"), (towns, "Hill")] {
        let mut session = session(&text);
        assert!(!drawn(&session, None).contains("T taken"), "{place}");
        assert_eq!(session.say("hold Man1"), Said::Done);
        let (board, picture) = (drawn(&session, None), session.svg(None));
        assert!(board.contains("T taken") && board.contains("3 spoils"), "{board}");
        assert!(picture.contains(">T</text>") && picture.contains("T taken"), "{picture}");
        // The flag is listed, so its badge is not listed once more.
        let place = drawn(&session, session.area(place).ok());
        assert!(place.contains(": taken, 3 spoils"), "{place}");
    }
}

#[test]
fn in_a_list_the_badges_of_a_place_stand_apart_from_its_pieces() {
    let text = TAKEN
        .replace("BOARD", "board map @1 { spaces { Hill, Ford }  links way { Hill -- Ford } }")
        .replace("MAP ", "")
        .replace("PLACES", "Red { Hill: Man }");
    let mut session = session(&text);
    assert_eq!(session.say("hold Man1"), Said::Done);
    let board = drawn(&session, None);
    assert!(board.contains("T, 3 spoils; Red Man1 -> Ford"), "{board}");
}

#[test]
fn a_long_title_takes_several_lines_and_does_not_widen_the_picture() {
    let titled = |title: &str| {
        let board = TAKEN.replace("BOARD", "board map @1 { spaces { Hill, Ford }  links way { Hill -- Ford } }");
        let text = board.replace("MAP ", "").replace("PLACES", "Red { Hill: Man }");
        session(&text.replace("scenario toy \"Toy\"", &format!("scenario toy \"{title}\""))).svg(None)
    };
    let width = |picture: &str| {
        let width = picture.split("width=\"").nth(1).and_then(|rest| rest.split('"').next());
        width.and_then(|width| width.parse::<f64>().ok()).expect("a width")
    };
    let (words, word) = (titled(&"Long ago ".repeat(22)), titled(&"ago".repeat(70)));
    let most = width(&titled("Toy")).max(440.0);
    assert!(width(&words) <= most && width(&word) <= most, "{} {} {most}", width(&words), width(&word));
    assert!(words.matches("font-size=\"15.0\"").count() > 2, "{words}");
}
