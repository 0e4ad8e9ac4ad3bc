//! Games in which bots act out of turn, or a side is played by chance: they load, verify, and make pages; the table
//! goes back and forward through them.

use tempfile::tempdir;

use crate::repl::run;

/// Enough lines for a whole game in which bots wait for Enter.
const TO_THE_END: usize = 600;

#[test]
fn a_game_with_a_card_played_out_of_turn_loads_and_verifies() {
    // In the first, a step of the same side that asks nothing comes before the card. In the second, the card comes
    // before the first dice.
    for (scenario, seed) in [("crecy", "7"), ("agincourt", "10")] {
        let place = tempdir().expect("a folder");
        let bots = ["--seat", "English=random", "--seat", "French=random", "--save", "game.txt"];
        let args = [&["play", scenario, "--seed", seed], bots.as_slice()].concat();
        let (said, _) = run(place.path(), &args, &"\n".repeat(TO_THE_END));
        assert!(said.contains("wins"), "{scenario}: {said}");
        let (said, code) = run(place.path(), &["replay", "game.txt", "--verify"], "");
        assert_eq!(code, 0, "{scenario}: {said}");
    }
}

#[test]
fn a_page_of_a_game_in_which_a_bot_has_stepped_in_is_written() {
    for (scenario, seat, seed, decisions) in
        [("agincourt", "English=greedy", "3", 15), ("jeannes", "Blois=greedy", "1", 8)]
    {
        let place = tempdir().expect("a folder");
        let lines = format!("auto {decisions}\npage game.html\nquit\n");
        let (said, _) = run(place.path(), &["play", scenario, "--seat", seat, "--seed", seed], &lines);
        assert!(said.contains("wrote game.html"), "{scenario}: {said}");
    }
}

#[test]
fn back_among_bots_stops_where_one_of_them_decides() {
    let place = tempdir().expect("a folder");
    let bots = ["--seat", "English=greedy", "--seat", "French=greedy", "--save", "game.txt"];
    let args = [&["play", "crecy", "--seed", "3"], bots.as_slice()].concat();
    run(place.path(), &args, &"\n".repeat(TO_THE_END));
    // The decision before this one stands at a window.
    let (said, _) = run(place.path(), &["play", "game.txt"], "goto 108\nforward\nquit\n");
    assert!(said.contains("Turn 6 > French > Discards>"), "{said}");
    assert!(!said.contains("bench"), "{said}");
}
