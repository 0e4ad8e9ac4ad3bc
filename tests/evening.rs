//! A newcomer's first evening: what is above the prompt, how the game stands in one word, what habitual keys do.

use oriflamme::play::native::make;
use oriflamme::session::{Opening, Session, Sight, Telling};

fn play(arguments: &[&str], input: &str) -> String {
    let place = tempfile::tempdir().expect("a folder");
    crate::repl::run(place.path(), arguments, input).0
}

/// The text between a line that was typed and the next prompt.
fn answer<'t>(said: &'t str, typed: &str) -> &'t str {
    let from = said.find(&format!("> {typed}\n")).map_or(0, |at| at + typed.len() + 3);
    let rest = &said[from..];
    let prompt = |at: &usize| !rest[..*at].ends_with(['-', ' ']);
    let to = rest.match_indices("> ").map(|(at, _)| at).find(prompt).unwrap_or(rest.len());
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
    for words in ["You play French; the greedy bot plays English.", "Turn 1 of 12", "losses  momentum  panic", "§11.1"]
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
    assert!(said.contains("`help` lists the commands, `status`"), "{said}");
}

#[test]
fn status_begins_with_who_leads_and_how_it_ends() {
    let said = play(&["play", "agincourt", "--seed", "1", "--seat", "English=greedy"], "status\nstatus full\n");
    let status = answer(&said, "status");
    let lines: Vec<&str> = status.lines().collect();
    assert!(lines[0].starts_with("Victory points: English ahead by 3 (3 to 0). Losses: French 0 of 12,"), "{status}");
    assert!(status.contains("How it ends: Either army wins at once if it captures"), "{status}");
    for noise in ["1415-10-25", "scripts run by", "decision 1; "] {
        assert!(!status.contains(noise) && answer(&said, "status full").contains(noise), "{noise}: {said}");
    }
    let said = play(&["play", "bannockburn", "--seed", "1"], "status\n");
    let status = answer(&said, "status");
    assert!(status.starts_with("Victory points: 0 each.") && status.contains("at least 20 Victory"), "{status}");
    assert!(status.contains("People play Scottish and English."), "{status}");
}

#[test]
fn the_last_move_says_once_who_won() {
    let said = play(&["play", "connect-four", "--seed", "1"], "a\nb\na\nb\na\nb\na\n");
    assert_eq!(said.matches("Red wins").count(), 1, "{said}");
    assert_eq!(said.matches("to a4").count(), 1, "{said}");
    assert!(said.contains("The game is over: Red wins"), "{said}");
}

#[test]
fn a_disc_keeps_its_sign_and_a_legend_says_whose_it_is() {
    let said = play(&["play", "connect-four", "--seed", "1"], "d\nboard\na\nboard\n");
    assert!(answer(&said, "board").contains("1 · · · ● · · ·") && answer(&said, "board").contains("● Red"), "{said}");
    assert!(said.contains("1 ○ · · ● · · ·") && said.contains("● Red, ○ Yellow"), "{said}");
}

#[test]
fn a_player_reads_which_cards_he_discarded_and_that_he_drew_none() {
    let said = play(&["play", "agincourt", "--seed", "1"], "no\n1, 2\nno\nno\n");
    assert!(said.contains("  Discards       Hesitation, Extend.\n"), "{said}");
    assert!(said.contains("New cards      No cards drawn (hand: 2)."), "{said}");
}

#[test]
fn a_step_shows_the_points_left_and_what_done_gives_up() {
    let first = "no\nnone\n0\nnone\n";
    let said = play(ENGLISH, &format!("{first}advance LB7 to right middle\n1\n"));
    assert!(said.contains("Orders  (command points: LDR4 3, LDR5 3, LDR6 3)"), "{said}");
    assert!(said.contains("   0  done  (15 pieces could still act)"), "{said}");
    let after = answer(&said, "1");
    assert!(after.contains("LDR4 3, LDR5 3, LDR6 1 each"), "{said}");
    assert!(after.contains("(14 pieces could still act)"), "{said}");
}

#[test]
fn others_see_how_many_command_cards_are_played_and_no_question() {
    let said = play(ENGLISH, "no\nnone\n0\n1\nlog 3\n");
    assert!(said.contains("The English army plays 1 command card: 1 command point."), "{said}");
    assert!(!answer(&said, "log 3").contains("Play command cards"), "{said}");
}

#[test]
fn a_long_wait_hides_only_what_matters_least() {
    let game = crate::harness::game("agincourt");
    let mut opening = Opening::hot_seat(&game);
    opening.players[0] = oriflamme::analysis::bots::Player::Greedy;
    let told = |others: usize| {
        let mut session = Session::new(&game, opening.clone(), make).expect("it begins");
        let telling = Telling { details: false, cites: false, numbers: false, width: 80, wraps: true, others };
        let mut lines = Vec::new();
        for _ in 0..40 {
            session.auto(1);
            lines.extend(session.news(telling));
        }
        lines.iter().map(oriflamme::draw::Line::text).collect::<Vec<String>>()
    };
    let (whole, short) = (told(usize::MAX), told(4));
    let cut = short.iter().position(|line| line.contains("… ")).expect("lines are left out");
    assert!(short[cut].contains("more line") && short.len() > cut + 1 && short.len() < whole.len(), "{short:#?}");
    // A line left out alone needs no less room than the words that say so.
    let alone = (2..9).flat_map(told).find(|line| line.contains("… 1 more line"));
    assert_eq!(alone, None);
    for line in whole.iter().filter(|line| line.contains("routs") || line.contains("attacks")) {
        let words = line.rsplit("  ").next().unwrap_or_default();
        assert!(short.iter().any(|line| line.ends_with(words)), "{line}: {short:#?}");
    }
}

#[test]
fn help_puts_the_meaning_before_the_place_in_the_rules() {
    let said = play(ENGLISH, "help cohesion\nhelp full cohesion\n");
    let help = answer(&said, "help cohesion");
    assert!(!help.contains(".ori:") && help.starts_with("number cohesion §1.3.3\n  Current cohesion"), "{help}");
    assert!(answer(&said, "help full cohesion").contains("game.ori:"), "{said}");
    let said = play(&["play", "bannockburn", "--seed", "1"], "help Et1\n");
    assert!(answer(&said, "help Et1").contains("The Morale Rating"), "{said}");
}

#[test]
fn a_line_of_the_log_names_rulings_only_in_full() {
    let said = play(ENGLISH, "no\nwhy 1\nwhy full 1\n");
    assert!(answer(&said, "why 1").contains("decided by no roll and no modifier"), "{said}");
    assert!(!answer(&said, "why 1").contains("rulings in force"), "{said}");
    assert!(answer(&said, "why full 1").contains("rulings in force"), "{said}");
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
    assert!(said.contains("you choose each payment"), "{said}");
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
    let said = play(ENGLISH, &format!("{COMBAT}hint\noptions\nscore\nvictory\nend turn\n"));
    assert!(answer(&said, "hint").contains("the greedy bot would choose:"), "{said}");
    assert!(answer(&said, "options").contains("Shoot at"), "{said}");
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

/// What is printed after a line, as one line of words.
fn words(said: &str, typed: &str) -> String {
    answer(said, typed).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_question_mark_is_never_an_answer() {
    for typed in ["?", "help"] {
        let said = play(ENGLISH, &format!("{COMBAT}1\n{typed}\nlog 1\n"));
        let help = words(&said, typed);
        assert!(help.contains("You are choosing the area for Shoot at.") && help.contains("2 right middle"), "{said}");
    }
    // Where only one choice is left, it is not taken.
    let said = play(ENGLISH, &format!("{COMBAT}done\nnone\nadvance LB7\n?\nlog 1\n"));
    assert!(answer(&said, "?").contains("You are choosing how to pay."), "{said}");
    let said = play(ENGLISH, &format!("{COMBAT}shoot at right middle all\nshoot at left middle all\n1\n?\nlog 1\n"));
    let (help, log) = (answer(&said, "?"), answer(&said, "log 1"));
    assert!(help.contains("You are choosing the") && !log.contains("LB4"), "{said}");
}

#[test]
fn done_in_a_half_typed_order_does_not_end_the_step() {
    for typed in ["done", "end turn", "pass"] {
        let said = play(ENGLISH, &format!("{COMBAT}1\n{typed}\n0\n"));
        let wanted = "you are choosing the area for Shoot at: `0` cancels it, then `done` ends Combat";
        assert!(words(&said, typed).contains(wanted), "{typed}: {said}");
        assert!(answer(&said, "0").contains("English: Combat"), "{said}");
    }
}

#[test]
fn a_hex_is_taken_by_its_number() {
    let said = play(&["play", "bannockburn", "--seed", "3"], "pass\npass\nmarch Do1\n1615\n1\nlog 1\n");
    assert!(said.contains("Movement > Orders > March Do1 to 1615 …> 1"), "{said}");
    let said = play(&["play", "bannockburn", "--seed", "3"], "pass\npass\nmarch Do1\n9999\n14\n");
    assert!(answer(&said, "9999").contains("no option 9999: choose 1 to 73"), "{said}");
    assert!(said.contains("March Do1 to 1615 …"), "an option goes before a hex: {said}");
}

#[test]
fn yes_or_no_takes_no_digit() {
    for typed in ["2", "0", "1", "done", "maybe"] {
        let said = play(ENGLISH, &format!("{typed}\n"));
        assert!(answer(&said, typed).contains("answer y or n: Pass this turn?"), "{typed}: {said}");
    }
    for (typed, after) in [("y", "Command cards"), ("YES", "Command cards"), ("n", "Discard which cards?")] {
        let said = play(ENGLISH, &format!("{typed}\n"));
        assert!(!said.contains("answer y or n"), "{after}: {said}");
    }
}

#[test]
fn an_action_asked_for_at_another_question_is_found() {
    for typed in ["shoot", "fire", "why not shoot"] {
        let said = play(ENGLISH, &format!("{typed}\n"));
        assert!(answer(&said, typed).contains("Shoot at is possible in Combat"), "{typed}: {said}");
    }
    let said = play(ENGLISH, "flee\n");
    assert!(words(&said, "flee").contains("Retreat and Withdraw are possible in Orders"), "{said}");
}

#[test]
fn a_word_for_an_action_finds_its_title_and_its_form() {
    for typed in ["fire", "shoot LB7 at KT1", "shooting"] {
        let said = play(ENGLISH, &format!("{COMBAT}{typed}\n"));
        let found = words(&said, typed);
        assert!(found.contains("did you mean `shoot at AREA`? you can shoot at: centre enemy"), "{typed}: {said}");
    }
    let said = play(ENGLISH, &format!("{COMBAT}attack\nflabber\nwhy not flabber\nwhy not fire\n"));
    assert!(answer(&said, "attack").contains("Attack with is not possible now: `why not attack with`"), "{said}");
    assert!(answer(&said, "flabber").contains("you can: Shoot at"), "{said}");
    assert!(answer(&said, "why not flabber").contains("no action is named `flabber`; you can: Shoot at\n"), "{said}");
    assert!(answer(&said, "why not fire").contains("name the area"), "{said}");
    let said = play(&["play", "bannockburn", "--seed", "3"], "pass\npass\nmov div Do1\n");
    assert!(said.contains("understood as: Move division Do1"), "{said}");
}

#[test]
fn next_says_where_it_works() {
    let said = play(ENGLISH, &format!("{COMBAT}1\nnext\n"));
    let next = words(&said, "next");
    assert!(next.contains("where an action begins with a unit, as in") && next.contains("Orders"), "{said}");
    assert!(next.contains("here you are choosing the area for Shoot at"), "{said}");
}

#[test]
fn undo_says_what_was_undone_and_where_one_is() {
    let said = play(ENGLISH, &format!("{COMBAT}undo\n"));
    let undone = words(&said, "undo");
    assert!(undone.contains("Undone: English: none (Discard which cards?). Now at decision"), "{said}");
    assert!(undone.contains("Turn 1 > English > Discards"), "{said}");
}

#[test]
fn save_finds_a_name_and_shows_how_to_go_on() {
    let place = tempfile::tempdir().expect("a folder");
    let run = |input: &str| crate::repl::run(place.path(), &["play", "connect-four"], input).0;
    let said = run("d\nsave\nd\nsave\n");
    assert!(said.contains("saved to connect-four.game; `oriflamme play connect-four --save"), "{said}");
    let first = std::fs::read_to_string(place.path().join("connect-four.game")).expect("saved");
    assert_eq!(first.matches("Drop in d").count(), 2, "the same game, saved again");
    assert!(run("e\nsave\n").contains("saved to connect-four-2.game"));
    assert_eq!(std::fs::read_to_string(place.path().join("connect-four.game")).expect("there"), first);
    let arguments = ["play", "connect-four", "--save", "connect-four-2.game"];
    let (said, _) = crate::repl::run(place.path(), &arguments, "quit\n");
    assert!(said.contains("continuing connect-four-2.game: 1 decision"), "{said}");
    assert!(run("q\n").contains("nothing to save"));
}

#[test]
fn after_the_end_every_line_says_who_won_and_what_is_left() {
    let said = play(&["play", "connect-four"], "a\nb\na\nb\na\nb\na\n\nc\nhint\n");
    let over = "the game is over: Red wins; `back` undoes the last decision, `quit` leaves";
    assert_eq!(said.matches(over).count(), 3, "{said}");
}

#[test]
fn a_turn_with_two_volleys_takes_at_most_sixty_lines_and_twenty_five_keystrokes() {
    let turn = "n\n0\n1\n1\n\n1\n\n0\n0\n";
    assert!(turn.len() <= 25, "with Enter");
    let said = play(
        &["play", "agincourt", "--seed", "4", "--seat", "French=greedy"],
        &format!("show board on\n{turn}{turn}quit\n"),
    );
    let second = said.split("\nTurn 2\n").nth(1).expect("the second turn");
    let end = second.find("Orders> 0\n").expect("the orders");
    assert!(second[..end].contains("KT1 routs") && second[..end].lines().count() < 60, "{second}");
}
