//! A newcomer's first evening: what is above the prompt, how the game stands in one word, what habitual keys do.

use oriflamme::play::native::make;
use oriflamme::session::{Opening, Session, Sight};

fn play(arguments: &[&str], input: &str) -> String {
    let place = tempfile::tempdir().expect("a folder");
    crate::repl::run(place.path(), arguments, input).0
}

/// The text between a line that was typed and the next prompt.
fn answer<'t>(said: &'t str, typed: &str) -> &'t str {
    let from = said.find(&format!("> {typed}\n")).map_or(0, |at| at + typed.len() + 3);
    let rest = &said[from..];
    let to = rest.match_indices("> ").map(|(at, _)| at).find(|at| !rest[..*at].ends_with('-')).unwrap_or(rest.len());
    rest.get(..to).unwrap_or(rest)
}

#[test]
fn the_board_is_drawn_above_the_news_and_the_news_above_the_prompt() {
    let said = play(&["play", "connect-four", "--seed", "1"], "show board on\ndrop in d\n");
    let after = answer(&said, "drop in d");
    let (board, news, menu) = (after.find("a b c d"), after.find("Drop in d"), after.find("which file?"));
    assert!(board.is_some() && board < news && news < menu, "{said}");
}

#[test]
fn a_decision_that_changes_nothing_on_the_board_does_not_draw_it() {
    let said = play(&["play", "agincourt", "--seed", "1"], "show board on\nno\nnone\n");
    assert!(answer(&said, "no").contains('┌') && !answer(&said, "none").contains('┌'), "{said}");
}

#[test]
fn the_end_is_the_last_thing_that_is_printed() {
    let moves = "a\nb\na\nb\na\nb\na\n";
    let said = play(&["play", "connect-four", "--seed", "1"], &format!("{moves}status\n"));
    let ended = answer(&said, "status");
    assert!(ended.contains("The game is over: Red wins"), "{said}");
    let before = said.split("> status").next().unwrap_or_default();
    let last: Vec<&str> = before.lines().rev().take(6).collect();
    assert!(last.iter().any(|line| line.contains("The game is over: Red wins")), "{said}");
}

#[test]
fn status_says_who_you_are_when_it_is_who_leads_and_how_it_ends() {
    let said = play(&["play", "agincourt", "--seed", "1", "--seat", "English=greedy"], "status\n");
    let status = answer(&said, "status");
    for words in
        ["You play French; the bot `greedy` plays English.", "Turn 1 of 12", "losses  momentum  panic", "§11.1"]
    {
        assert!(status.contains(words), "{words}: {said}");
    }
}

#[test]
fn the_hand_and_the_place_in_the_turn_come_before_the_first_question() {
    let said = play(&["play", "agincourt", "--seed", "1"], "");
    let (place, hand, question) =
        (said.find("Turn 1 of 12, French: [Discards], New cards"), said.find("Hand: "), said.find("Pass this turn?"));
    assert!(place.is_some() && place < hand && hand < question, "{said}");
    assert!(said.contains("`help` explains"), "{said}");
}

/// The English of Agincourt in turn 1, before they shoot.
const COMBAT: &str = "no\nnone\n";
const ENGLISH: &[&str] = &["play", "agincourt", "--seed", "1", "--seat", "French=greedy"];

#[test]
fn the_habitual_first_option_lets_all_shoot() {
    let said = play(ENGLISH, &format!("{COMBAT}1\n2\n1\n"));
    assert!(said.contains("   1  all  all 3 (or just press Enter)"), "{said}");
    for typed in ["1", "", "all", "2, 3, 4"] {
        let said = play(ENGLISH, &format!("{COMBAT}1\n2\n{typed}\nlog 1\n"));
        assert!(answer(&said, "log 1").contains("LB7, LB8, LB9"), "{typed}: {said}");
    }
    let said = play(ENGLISH, &format!("{COMBAT}1\n2\n2\nlog 1\n"));
    assert!(answer(&said, "log 1").contains("LB7") && !answer(&said, "log 1").contains("LB8"), "{said}");
}

#[test]
fn a_choice_without_alternatives_is_shown() {
    let said = play(ENGLISH, &format!("{COMBAT}shoot at right middle all\nshoot at left middle all\n1\n"));
    let words: Vec<&str> = said.split_whitespace().collect();
    assert!(words.join(" ").contains("centre enemy approach is the only area"), "{said}");
}

#[test]
fn an_action_is_described_once_and_then_named() {
    let said = play(ENGLISH, &format!("{COMBAT}shoot at right middle all\n"));
    assert!(said.contains("1 Shoot at  0 done  (Enter describes them)"), "{said}");
}

#[test]
fn nought_or_cancel_leaves_an_order_at_its_price() {
    for typed in ["0", "cancel"] {
        let orders = format!("{COMBAT}0\nnone\nadvance LB7 to right middle\n{typed}\nadvance LB7 to right middle\n1\n");
        let said = play(ENGLISH, &orders);
        assert!(said.contains("Pay 1 command point") && said.contains("   0  cancel"), "{said}");
        assert!(said.matches("Pay 1 command point\n").count() >= 2, "{said}");
        assert!(answer(&said, typed).contains("English: Orders") || typed == "0", "{said}");
    }
}

#[test]
fn an_order_and_its_price_are_one_step_back() {
    let orders = format!("{COMBAT}0\nnone\nadvance LB7 to right middle\n1\nback\nlog 1\n");
    let said = play(ENGLISH, &orders);
    assert!(answer(&said, "back").contains("English: Orders"), "{said}");
}

#[test]
fn a_payment_that_gives_nothing_up_is_made_unasked_unless_it_is_asked_for() {
    // The first order chooses how the leader commands; a second one in his area costs no other unit its order.
    let first = "advance LB7 to right middle\n1\n";
    let orders = format!("{COMBAT}0\nnone\n{first}advance LB8 to right middle\nstatus\n");
    let said = play(ENGLISH, &orders);
    assert!(!answer(&said, "advance LB8 to right middle").contains("Pay 1"), "{said}");
    let orders = format!("{COMBAT}0\nnone\n{first}payments ask\nadvance LB8 to right middle\n");
    let said = play(ENGLISH, &orders);
    assert!(said.contains("you choose how to pay"), "{said}");
}

#[test]
fn an_option_keeps_its_number_within_a_step_and_a_column_always() {
    let full = "d\nd\nd\nd\nd\nd\n";
    let said = play(&["play", "connect-four", "--seed", "1"], &format!("{full}4\n5\nlog 1\n"));
    assert!(answer(&said, "4").contains("no option 4 now: choose 1, 2, 3, 5, 6, 7"), "{said}");
    assert!(answer(&said, "log 1").contains("Drop in e"), "{said}");
}

#[test]
fn one_legal_reading_of_a_line_is_taken_and_shown() {
    let said = play(ENGLISH, &format!("{COMBAT}shoot right middle all\n"));
    assert!(said.contains("understood as: Shoot at right middle shooters LB7, LB8, LB9"), "{said}");
    let said = play(ENGLISH, &format!("{COMBAT}done\nnone\nadvance MA 9\n"));
    assert!(said.contains("understood as: Advance MA9 to left middle"), "{said}");
    let said = play(&["play", "connect-four"], "drop d\n");
    assert!(said.contains("Red: Drop in d"), "{said}");
}

#[test]
fn a_refusal_names_the_step_to_which_an_action_belongs_and_what_is_full() {
    let said = play(ENGLISH, &format!("{COMBAT}why not advance MA9\nadvance MA9\n"));
    assert!(
        answer(&said, "why not advance MA9").contains("Not in this step: Advance is possible in Orders."),
        "{said}"
    );
    assert!(answer(&said, "advance MA9").contains("Advance is not possible now; you can: Shoot at"), "{said}");
    let said = play(&["play", "connect-four"], "d\nd\nd\nd\nd\nd\ndrop d\n");
    assert!(answer(&said, "drop d").contains("d has no landing") && !said.contains("!= none"), "{said}");
}

#[test]
fn known_words_of_players_lead_somewhere() {
    let said = play(ENGLISH, &format!("{COMBAT}hint\nodds\nscore\nvictory\nend turn\n"));
    assert!(answer(&said, "hint").contains("the greedy bot would answer:"), "{said}");
    assert!(answer(&said, "odds").contains("Shoot at"), "{said}");
    assert!(
        answer(&said, "score").contains("losses  momentum") && answer(&said, "victory").contains("§11.1"),
        "{said}"
    );
    assert!(answer(&said, "end turn").contains("Command cards"), "{said}");
}

#[test]
fn a_battle_of_ones_own_takes_a_title_and_empty_lines() {
    let said = play(&["new", "battle", "--seed", "3"], "Test Fight\n\nFrench\nEnglish\n\n\nlist\n");
    assert!(said.contains("an empty line takes \"Test Fight\""), "{said}");
    assert!(said.contains("French, 0 of 100, no pieces>"), "{said}");
}

#[test]
fn next_goes_from_unit_to_unit() {
    let said = play(ENGLISH, &format!("{COMBAT}done\nnone\nnext\nnext\ncancel\n"));
    let (first, rest) = said.split_once("> next\n").expect("typed");
    let (second, _) = rest.split_once("> next\n").expect("typed twice");
    assert!(!first.contains("Advance MA9 to …") && second.contains("Advance MA9 to …"), "{said}");
    assert!(rest.contains("Advance MA10 to …"), "{said}");
}

#[test]
fn the_discs_of_two_sides_differ_in_more_than_colour() {
    let game = crate::harness::game("connect-four");
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("it begins");
    session.say("drop in a");
    session.say("drop in b");
    let board = session.board(Sight { width: 80, height: 24, colours: true }, None);
    let text: String = board.iter().map(|line| line.text() + "\n").collect();
    assert!(text.contains('●') && text.contains('○'), "{text}");
}

#[test]
fn a_card_is_listed_by_its_title_and_taken_by_both() {
    for typed in ["Command 1", "command_1"] {
        let said = play(ENGLISH, &format!("no\n{typed}\nlog 1\n"));
        assert!(said.contains("1  Command 1") && !said.contains("Command_1  "), "{said}");
        assert!(answer(&said, "log 1").contains("Discard"), "{typed}: {said}");
    }
}

#[test]
fn no_is_the_answer_none_where_none_may_be_chosen() {
    let said = play(ENGLISH, "no\nno\n");
    assert!(said.contains("English: Combat"), "{said}");
}
