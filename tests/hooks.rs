//! Hooks that cancel what they come before: the log says so, and `why` names the rule. What hooks on `enter` know.

use oriflamme::play::native;
use oriflamme::session::{Opening, Said, Session, Telling};

use crate::harness::{passes, toy_with};

const FERRY: &str = r#"
game ferry "Ferry" { die d6  sides Red, Blue }
rulebook { 1 "Boats" "Men sail from isle to isle." 2 "Storms" "No man lands on Mull." }
board isles @1 { spaces { Iona, Mull, Skye }  links road { Iona -- Mull -- Skye -- Iona } }
kind Man "Man" @1 { glyph "m" }
noun man = Man
noun to = space
action sail "Sail" @1 { man mine.man  to man.space.across(road)  do { place(man, to); } }
before sail(man, to) when to == Mull @2 do { cancel(); }
before sail(man, to) when to == Skye @2 do { say("the wind turns"); cancel(); }
sequence @1 { turn "Turn" repeat 1..5 { act "Actions" by Red actions sail } }
scenario ferry "Ferry" for ferry @1 { Red { Iona: Man }  Blue { Skye: Man } }
"#;

#[test]
fn an_action_that_a_hook_cancels_is_told_as_cancelled_and_why_names_the_rule() {
    let game = toy_with(FERRY, "ferry");
    let mut session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the game begins");
    assert_eq!(session.say("sail to mull"), Said::Done);
    assert_eq!(session.say("sail to skye"), Said::Done);
    let told = |details: bool| -> String {
        let telling = Telling { details, cites: false, numbers: false, width: 200, wraps: true, others: usize::MAX };
        session.log(1, telling).iter().map(|line| line.text() + "\n").collect()
    };
    let report = told(false);
    assert!(report.contains("to Mull: cancelled."), "{report}");
    assert!(report.contains("to Skye: the wind turns."), "what the rule says is enough: {report}");
    assert!(told(true).contains("Sail is cancelled"), "{}", told(true));
    let why: String = session.why_line("1", false).expect("there is a line").iter().map(|line| line.text()).collect();
    assert!(why.contains("cancelled by the rule") && why.contains("§2") && why.contains("game.ori:9"), "{why}");
}

#[test]
fn what_a_hook_says_hides_no_change_of_the_action() {
    let lucky = FERRY
        .replace("do { cancel(); }", "do { say(\"a fair wind\"); game.winds += 1; }")
        .replace("do { place(man, to); }", "do { place(man, to); me.trips += 1; }");
    let lucky = lucky.replace("kind Man", "side var trips: int = 0 @1\ngame var winds: int = 0 @1\nkind Man");
    let silent = lucky.replace("me.trips += 1;", "me.trips += 1; say(\"a long trip\");");
    let report = |rules: &str| -> String {
        let game = toy_with(rules, "ferry");
        let mut session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the game begins");
        assert_eq!(session.say("sail to mull"), Said::Done);
        let telling =
            Telling { details: false, cites: false, numbers: false, width: 200, wraps: true, others: usize::MAX };
        session.log(1, telling).iter().map(|line| line.text() + "\n").collect()
    };
    let told = report(&lucky);
    assert!(told.contains("a fair wind") && told.contains("trips") && !told.contains("winds"), "{told}");
    let told = report(&silent);
    assert!(told.contains("a fair wind") && told.contains("a long trip") && !told.contains("trips"), "{told}");
}

#[test]
fn a_hook_on_enter_has_the_number_of_steps_of_a_way() {
    let game = toy_with(
        r#"
game march "March" { sides Red, Blue }
rulebook { 1 "All" "A man tires after his first step." }
board land @1 { spaces { A, B, C }  links road { A -- B -- C } }
kind Man @1
noun man/men = Man
noun to = space
piece var tired: int = 0 @1
piece flag carried @1
walk going(man) @1 { step on to man.space.across(road) }
action march "March" @1 { man mine  to going(man) where to.space != man.space  do { man.follow(to); } }
action carry "Carry" @1 { man mine  to spaces where to != man.space  do { place(man, to); } }
after enter(man, to, steps) when steps > 1 @1 do { man.tired += steps ?? 0; }
after enter(man, to, steps) when steps == none @1 do { man.carried = true; }
sequence @1 { turn repeat 1..2 { acting each side actions march, carry once } }
scenario march "March" for march @1 { }
test "two steps" @1 {
  given march { Red { A: one = Man } }
  play  Red: march one to C
  then  one.tired == 2, !one.carried
}
test "one step" @1 {
  given march { Red { A: one = Man } }
  play  Red: march one to B
  then  one.tired == 0, !one.carried
}
test "no step" @1 {
  given march { Red { A: one = Man } }
  play  Red: carry one to C
  then  one.tired == 0, one.carried
}
"#,
        "march",
    );
    passes(&game);
}
