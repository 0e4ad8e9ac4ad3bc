//! A game as a page: the report, the position after each of its lines, and the rules it cites.

use oriflamme::draw::{Area, Frame};
use oriflamme::play::native;
use oriflamme::session::{Opening, Said, Session};
use serde_json::Value;

use crate::harness::{at_one_table, game, toy_with};

/// A game whose titles would end the element they stand in.
const HOSTILE: &str = r#"
game duel "Duel </script><b>" { die d6  sides Red, Blue }
side Red "R<i>ed"
rulebook { 1 "Shots <" "A shot hits with a six. </dd><script>" }
board field @1 { spaces { A, B }  links road { A -- B } }
kind Man "Man </svg>" @1 { glyph "m" }
noun target = Man
action shoot "Shoot" @1 {
  target  pieces.of(me.foe)
  once
  do      { if roll() == 6 { remove(target); } }
}
sequence @1 { turn "Turn" repeat 1..3 { shots "Shots" by Red actions shoot } }
scenario duel "Duel" for duel @1 { Red { A: Man }  Blue { B: Man x4 } }
"#;

fn page(session: &Session, seat: Option<u16>) -> String {
    session.page(seat, &mut |_, _| true).expect("a page")
}

fn data(page: &str) -> Value {
    let (_, data) = page.split_once("id=\"data\">").expect("the positions");
    let (data, _) = data.split_once("</script>").expect("their end");
    serde_json::from_str(data).expect("JSON")
}

/// A text of a position, from the runs of its lines.
fn text(data: &Value, position: &Value, part: &str) -> String {
    let runs = position[part].as_str().expect("runs");
    let numbers = runs.split(' ').filter(|run| !run.is_empty()).flat_map(|run| {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        first.parse::<usize>().expect("a number")..=last.parse().expect("a number")
    });
    numbers.map(|at| data["lines"][at].as_str().expect("a line").to_owned() + "\n").collect()
}

/// The steps to which the lines of the report lead.
fn steps(page: &str) -> Vec<usize> {
    let steps = page.split("data-step=\"").skip(1);
    steps.map(|rest| rest.split('"').next().and_then(|step| step.parse().ok()).expect("a number")).collect()
}

#[test]
fn each_line_of_the_report_leads_to_the_position_after_it() {
    let mut session = at_one_table(&game("connect-four"), native::make);
    let mut boards = vec![session.svg(None)];
    for line in ["d", "d", "c", "e"] {
        assert_eq!(session.say(&format!("drop in {line}")), Said::Done);
        boards.push(session.svg(None));
    }
    let page = page(&session, None);
    let data = data(&page);
    let positions = data["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), boards.len());
    for (position, board) in positions.iter().zip(&boards) {
        assert_eq!(text(&data, position, "board"), *board);
    }
    let steps = steps(&page);
    assert!(steps.is_sorted() && steps.last() == Some(&4), "{steps:?}");
    // A position differs from the one before in few lines, and each line is stored once.
    let drawn: usize = boards.iter().map(|board| board.lines().count()).sum();
    assert!(data["lines"].as_array().expect("lines").len() * 2 < drawn);
}

#[test]
fn marks_lead_to_their_positions() {
    let mut session = at_one_table(&game("connect-four"), native::make);
    for line in ["d", "d", "c"] {
        assert_eq!(session.say(&format!("drop in {line}")), Said::Done);
        if line == "d" {
            session.mark(&format!("after-{}", session.decisions())).expect("a mark");
        }
    }
    session.back(2);
    assert_eq!(session.say("drop in e"), Said::Done);
    // The second mark is on the line of play that was left.
    assert_eq!(data(&page(&session, None))["marks"], serde_json::json!([["after-1", 1]]));
}

#[test]
fn a_page_shows_every_game_to_its_end() {
    for (scenario, seed) in [("agincourt", 3), ("bannockburn", 2), ("charles", 1), ("morris", 5)] {
        let game = game(scenario);
        let mut session =
            Session::new(&game, Opening { seed, ..Opening::hot_seat(&game) }, native::make).expect("a game");
        assert_eq!(session.auto(40), Said::Done);
        let page = page(&session, None);
        let data = data(&page);
        let last = data["positions"].as_array().and_then(|all| all.last()).expect("a position").clone();
        assert_eq!(text(&data, &last, "board"), session.view(None, |view| view.svg(&everything())), "{scenario}");
        // Numbers of the rules are explained, and each section that is cited is told below.
        assert!(page.contains("<details>") || scenario == "morris", "{scenario}");
        for cited in page.split("href=\"#").skip(1) {
            let anchor = cited.split('"').next().expect("an anchor");
            assert!(page.contains(&format!("<dt id=\"{anchor}\">")), "{scenario}: {anchor}");
        }
    }
}

fn everything() -> Frame {
    Frame { area: Area::All, colours: true, ..Frame::default() }
}

#[test]
fn a_page_keeps_what_a_seat_may_not_see() {
    let mut session = at_one_table(&game("agincourt"), native::make);
    assert_eq!(session.auto(12), Said::Done);
    let (all, french) = (page(&session, None), page(&session, Some(0)));
    let hand = |page: &str| {
        let data = data(page);
        let last = data["positions"].as_array().and_then(|all| all.last()).expect("a position").clone();
        text(&data, &last, "values")
    };
    let cards = |text: &str, side: &str| {
        let from = text.lines().position(|line| line.contains(side) && line.contains("pile")).expect("its cards");
        text.lines().skip(from + 1).take_while(|line| line.starts_with("  ")).count()
    };
    assert!(cards(&hand(&all), "English") > 0 && cards(&hand(&all), "French") > 0);
    assert!(cards(&hand(&french), "English") == 0 && cards(&hand(&french), "French") > 0);
    assert!(!french.contains("Seed"), "the seed tells what the dice will be");
}

#[test]
fn texts_of_a_game_cannot_leave_their_place() {
    let mut session = at_one_table(&toy_with(HOSTILE, "duel"), native::make);
    assert_eq!(session.auto(2), Said::Done);
    let page = page(&session, None);
    assert_eq!(page.matches("</script>").count(), 2, "the data and the program");
    assert_eq!(page.matches("<script").count(), 2);
    for wild in ["<i>", "<b>"] {
        let (head, _) = page.split_once("<div id=\"board\">").expect("the board");
        assert!(!head.contains(wild), "{wild}");
    }
    let data = data(&page);
    let first = &data["positions"][0];
    assert!(!text(&data, first, "board").contains("</svg><"));
    assert!(page.contains("R&lt;i&gt;ed"));
}

#[test]
fn a_page_that_is_stopped_is_not_written() {
    let mut session = at_one_table(&game("connect-four"), native::make);
    assert_eq!(session.say("drop in d"), Said::Done);
    assert!(session.page(None, &mut |done, _| done < 1).is_err_and(|problem| problem.contains("stopped")));
}
