//! Tests of reading saved games, line by line.

use crate::analysis::bots::Player;

use super::*;

const HEAD: &str = "oriflamme 1\ngame chess\nscenario opening\nseed 7\n";

#[test]
fn a_file_is_read_line_by_line() {
    let text = format!(
        "{HEAD}ruling stalemate lost\nseat White random\n\nWhite: e4\nchance: dice 3 6\nBlack +2: step in\nsilent 3\n# end 00ff\n"
    );
    let save = Save::read(&text).unwrap();
    assert_eq!((save.game.as_str(), save.scenario.as_str(), save.seed), ("chess", "opening", 7));
    assert_eq!(save.rulings, [("stalemate".to_owned(), "lost".to_owned())]);
    assert_eq!(save.seats, [SavedSeat { side: "White".to_owned(), player: Player::Random, line: 6 }]);
    assert_eq!(save.lines.len(), 3);
    assert_eq!(save.lines[2].silent, Some(2));
    assert_eq!(save.lines[2].text, "step in");
    assert_eq!(save.silent, 3);
    assert_eq!(save.end, Some(End { state: 255, record: None }));
    assert_eq!(save.trouble, None);
}

#[test]
fn a_broken_line_does_not_affect_the_lines_before_it() {
    let save = Save::read(&format!("{HEAD}\nWhite: e4\nBla")).unwrap();
    assert_eq!(save.lines.len(), 1);
    assert_eq!(save.trouble.unwrap().line, 7);
}

#[test]
fn a_file_that_is_not_a_saved_game_is_refused() {
    for (text, line) in
        [("", 1), ("hello", 1), ("oriflamme 9\n", 1), ("oriflamme 0\n", 1), ("oriflamme 1\ngame chess\n", 2)]
    {
        assert_eq!(Save::read(text).unwrap_err().line, line, "{text:?}");
    }
    assert_eq!(Save::read("oriflamme 1\ngame chess\nscenario a\nseed x\n").unwrap_err().line, 4);
}

const SECOND: &str = "oriflamme 2\ngame chess\nscenario opening\nseed 7\n";

#[test]
fn blanks_and_comments_do_not_belong_to_the_record() {
    let number = |text: &str| Save::read(text).unwrap().record;
    let whole = number(&format!("{SECOND}\nWhite: e4\n# end 1 2\n"));
    assert_eq!(whole, number(&format!("{SECOND}# by mail\r\n  White: e4  \r\n")));
    for other in [
        SECOND.replace("seed 7", "seed 8") + "White: e4\n",
        format!("{SECOND}seat White random\nWhite: e4\n"),
        format!("{SECOND}White: e5\n"),
        format!("{SECOND}White: e4\ntable: dice laid: 6\n"),
    ] {
        assert_ne!(whole, number(&other), "{other}");
    }
}

#[test]
fn each_entry_of_the_head_comes_once_and_before_the_answers() {
    let message = |text: String| Save::read(&text).map(|save| save.trouble).unwrap_or_else(Some).unwrap().to_string();
    assert_eq!(message(format!("{SECOND}seed 9\n")), "line 5: a second `seed` line: the head already has one");
    assert_eq!(
        message(format!("{SECOND}seat White random\nseat White person\n")),
        "line 6: a second `seat White` line: the head already has one"
    );
    assert_eq!(message(format!("{SECOND}stops maybe\n")), "line 5: expected `stops on` or `stops off`");
    let late = Save::read(&format!("{SECOND}White: e4\nruling stalemate lost\nBlack: e5\n")).unwrap();
    assert_eq!(late.lines.len(), 1);
    assert_eq!(late.trouble.unwrap().message, "`ruling` belongs in the head, above the first answer");
}

#[test]
fn bytes_that_are_not_text_end_the_readable_part() {
    let mut bytes = format!("{SECOND}White: e4\nBlack: e").into_bytes();
    bytes.extend([0xff, b'5', b'\n']);
    let save = Save::read_bytes(&bytes).unwrap();
    assert_eq!((save.lines.len(), save.trouble.unwrap().line), (1, 6));
    assert_eq!(Save::read_bytes(b"oriflamme 2\ngame \xff\n").unwrap_err().line, 2);
}

#[test]
fn events_at_the_table_and_the_rules_are_read() {
    let save = Save::read(&format!(
        "{SECOND}rules 00ff\nmod cards/chess/my card.ori 0a\nstrict\n\nWhite: e4\ntable: dice laid: 6\nBlack: e5\n"
    ))
    .unwrap();
    assert_eq!(save.trouble, None);
    assert!(save.strict);
    assert_eq!(save.origin, Some(Origin { rules: 255, mods: vec![("cards/chess/my card.ori".to_owned(), 10)] }));
    assert_eq!(save.notes, [(1, "dice laid: 6".to_owned())]);
}

#[test]
fn lines_may_end_with_a_carriage_return_alone() {
    let text = format!("{SECOND}\nWhite: e4\n# end 1 2\n");
    assert_eq!(Save::read(&text.replace('\n', "\r")).unwrap(), Save::read(&text).unwrap());
}

#[test]
fn a_file_shows_whether_its_lines_were_changed() {
    let lines = format!("{SECOND}White: e4\n");
    let whole = format!("{lines}# end 1 {:x}\n", Save::read(&lines).unwrap().record);
    assert!(!Save::read(&whole).unwrap().is_changed());
    assert!(!Save::read(&format!("{HEAD}White: e4\n")).unwrap().is_changed(), "the first format has no such digest");
    for text in [whole.replace("e4", "e5"), whole.replace("seed 7", "seed 8"), lines, format!("{whole}Black: e5\n")] {
        assert!(Save::read(&text).unwrap().is_changed(), "{text}");
    }
}

#[test]
fn a_long_message_is_shown_without_its_middle() {
    let trouble = |message: String| Trouble { line: 3, message }.to_string();
    assert_eq!(trouble("short".to_owned()), "line 3: short");
    let shown = trouble(format!("`{}` is not an answer", "é".repeat(100_000)));
    assert!(shown.chars().count() < MOST_SHOWN && shown.ends_with("é` is not an answer"), "{shown}");
}
