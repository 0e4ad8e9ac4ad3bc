//! A page for each player of one game: each sees and decides for one side, and hears what the others do.

use serde_json::Value;

use crate::browser::{Table, empty, said};

/// What a page shows now, with everything it has been told.
pub(crate) fn state(table: &Table, page: usize) -> Value {
    table.post_at(page, "state", "0 80 0\n")
}

/// The first move that is possible.
pub(crate) fn moves(table: &Table, page: usize) {
    table.say_at(page, "1");
    table.say_at(page, "1");
}

/// The pages of a toy game.
pub(crate) fn toy(folder: &std::path::Path, name: &str, rules: &str) -> Table {
    let place = folder.join("mods/rules").join(name);
    std::fs::create_dir_all(&place).expect("a folder");
    std::fs::write(place.join("game.ori"), rules).expect("a game");
    let table = Table::of(folder, &["--data", "mods", "play", name, "--share", "--seed", "1"]);
    state(&table, 0);
    state(&table, 1);
    table
}

/// The page of those who look on: the last one.
pub(crate) fn looking_on(table: &Table) -> usize {
    table.pages() - 1
}

/// The page whose player decides.
pub(crate) fn deciding(table: &Table) -> usize {
    let waits = |page: usize| state(table, page)["panel"]["waits_for"].is_string();
    let free: Vec<usize> = (0..looking_on(table)).filter(|page| !waits(*page)).collect();
    assert_eq!(free.len(), 1, "one player decides");
    free[0]
}

#[test]
fn each_player_sees_the_own_hand_and_hears_the_other() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "agincourt", "--share", "--seed", "1"]);
    assert_eq!(table.pages(), 3);
    let hands = [table.say_at(0, "hand"), table.say_at(1, "hand")].map(|state| said(&state));
    for (page, hand) in hands.iter().enumerate() {
        let listed = hand.lines().skip_while(|line| !line.contains("&gt; hand")).skip(1);
        let cards: Vec<&str> = listed.filter_map(|line| line.strip_prefix("  <b>")?.split("</b>").next()).collect();
        let titles: Vec<String> = cards.iter().map(|title| format!("<b>{title}</b>")).collect();
        assert!(!titles.is_empty(), "{hand}");
        let other = said(&state(&table, 1 - page));
        assert!(titles.iter().all(|title| !other.contains(title.as_str())), "{titles:?}\n{other}");
    }
    let active = deciding(&table);
    let idle = 1 - active;
    let (mine, theirs) = (state(&table, active), state(&table, idle));
    assert!(mine["panel"]["menu"].is_object() && theirs["panel"]["menu"].is_null(), "{theirs}");
    let decides = theirs["panel"]["waits_for"].as_str().expect("a side");
    assert_eq!(mine["panel"]["own"], format!("You play {decides}."));
    // Only the player who is asked decides, completes commands, and gets hints.
    let before = mine["panel"]["menu"].clone();
    for line in ["1", "0", "next", "advance LB1", ""] {
        let refused = said(&table.say_at(idle, line));
        assert!(refused.lines().last().is_some_and(|last| last.contains("decides now")), "{line}: {refused}");
    }
    assert_eq!(table.post_at(idle, "complete", "0\nad"), serde_json::json!([]));
    // Commands that no such page carries out are not offered either.
    let offered = |line: &str| table.post_at(active, "complete", &format!("0\n{line}")).to_string();
    assert!(offered("lo").contains("log") && !offered("lo").contains("load"), "{}", offered("lo"));
    assert!(!offered("go").contains("goto"), "{}", offered("go"));
    assert_eq!(state(&table, active)["panel"]["menu"], before);
    // What is decided is told on both pages, without what only one side sees.
    table.say_at(active, "n");
    let decided = table.say_at(active, "2");
    assert_ne!(decided["panel"]["menu"], before, "{decided}");
    assert_eq!(state(&table, idle)["moment"], decided["moment"]);
    let told = |page: usize| said(&state(&table, page));
    assert!(told(active).contains("<b>Discards</b>       Extend"), "{}", told(active));
    assert!(told(idle).contains("<b>Discards</b>       1 card"), "{}", told(idle));
    // A move that is refused is explained to the player who tried it.
    table.say_at(active, "1");
    table.say_at(active, "advance KT9");
    let why = said(&table.say_at(idle, "why"));
    assert!(!why.contains("KT9"), "{why}");
}

#[test]
fn those_who_look_on_see_what_all_sides_see_and_decide_nothing() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "agincourt", "--share", "--seed", "1"]);
    let watching = looking_on(&table);
    let begun = state(&table, watching);
    assert!(begun["panel"]["own"].as_str().is_some_and(|own| own.starts_with("You look on")), "{begun}");
    assert!(begun["panel"]["menu"].is_null() && begun["panel"]["waits_for"].is_string(), "{begun}");
    let buttons: Vec<&str> =
        begun["panel"]["buttons"].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(buttons, ["Why", "Status", "Log", "Help"]);
    let active = deciding(&table);
    let before = state(&table, active)["panel"]["menu"].clone();
    for line in ["1", "0", "", "advance LB1"] {
        let refused = said(&table.say_at(watching, line));
        assert!(refused.lines().last().is_some_and(|last| last.contains("decides now")), "{line}: {refused}");
    }
    for line in ["back", "next", "stops on", "hint", "options", "help stops", "goto 1"] {
        let refused = said(&table.say_at(watching, line));
        let name = line.trim_start_matches("help ").split(' ').next().unwrap_or_default();
        assert!(refused.contains(&format!("not done: `{name}`")), "{line}: {refused}");
    }
    // They have no side, and change nothing by hand.
    for line in ["ask me", "ask mine.count", "watch my.hand.count", "ask me.foe"] {
        let refused = said(&table.say_at(watching, line));
        assert!(refused.contains("no side acts here"), "{line}: {refused}");
    }
    let hand = said(&table.say_at(watching, "hand French: none"));
    assert!(hand.contains("changed by hand only"), "{hand}");
    assert_eq!(state(&table, active)["panel"]["menu"], before);
    table.say_at(active, "n");
    table.say_at(active, "2");
    let told = said(&table.say_at(watching, "hand"));
    assert!(told.contains("<b>Discards</b>       1 card"), "{told}");
    // No card is listed: each would have a line of its own below its side.
    let listed = told.split("&gt; hand").last().unwrap_or_default();
    assert_eq!(listed.lines().filter(|line| line.contains("  hand ")).count(), 2, "{told}");
    let cards = |lines: &str| lines.lines().any(|line| line.starts_with("  <b>"));
    let values = state(&table, watching)["panel"]["values"].clone();
    let beside = values.as_array().into_iter().flatten().filter_map(|row| row["html"].as_str());
    assert!(!beside.chain([listed]).any(cards), "{told}");
}

#[test]
fn a_page_hears_of_every_move_once_and_asks_only_for_what_is_new() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    state(&table, 0);
    state(&table, 1);
    for move_number in 0..6 {
        let active = deciding(&table);
        moves(&table, active);
        assert_ne!(deciding(&table), active, "move {move_number}");
    }
    let told = |page: usize| said(&state(&table, page));
    for page in 0..2 {
        let moves: Vec<String> =
            told(page).lines().filter(|line| line.contains("<b>Moving</b>")).map(str::to_owned).collect();
        assert_eq!(moves.len(), 6, "{}", told(page));
    }
    let now = state(&table, 0);
    let (until, moment) = (&now["until"], &now["moment"]);
    let same = table.ask_at(0, "state", &format!("{until} 80 {moment}\n"));
    assert_eq!(same, (204, String::new()));
}

#[test]
fn a_player_takes_back_only_the_own_decision() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    state(&table, 0);
    state(&table, 1);
    let first = deciding(&table);
    let before = state(&table, first)["panel"]["board"].clone();
    // Half a command is the own player's: the other's `back` does not shorten it.
    table.say_at(first, "1");
    let begun = state(&table, first)["panel"]["menu"].clone();
    let refused = said(&table.say_at(1 - first, "back"));
    assert!(refused.contains("nothing to undo"), "{refused}");
    assert_eq!(state(&table, first)["panel"]["menu"], begun);
    table.say_at(first, "1");
    let second = deciding(&table);
    let refused = said(&table.say_at(second, "back"));
    assert!(refused.contains("only that player can take it back"), "{refused}");
    let taken = table.say_at(first, "back");
    assert_eq!(taken["panel"]["board"], before);
    let told = said(&state(&table, second));
    assert!(told.lines().any(|line| line.contains("Undone: ")), "{told}");
    assert_eq!(deciding(&table), first);
    moves(&table, first);
    moves(&table, second);
    // With the other's decision in between, one step is all that is taken back.
    table.say_at(second, "back 5");
    assert_eq!(deciding(&table), second);
}

#[test]
fn a_page_changes_neither_the_game_of_the_others_nor_files() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    for line in
        ["goto 1", "quit", "save other.game", "load x", "page x.html", "svg x.svg", "bot White greedy", "auto 3"]
    {
        let refused = said(&table.say_at(0, line));
        assert!(refused.contains("each at a page of their own"), "{line}: {refused}");
    }
    assert!(said(&table.say_at(0, ":rule 1")).contains("1"));
    let files: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    let names: Vec<String> = files.iter().map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    assert!(names.iter().all(|name| name.starts_with("breakthrough.game")), "{names:?}");
}

#[test]
fn a_shared_game_is_saved_and_continued() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    let first = deciding(&table);
    moves(&table, first);
    let board = state(&table, 0)["panel"]["board"].clone();
    drop(table);
    let again = Table::of(folder.path(), &["play", "breakthrough", "--share", "--save", "breakthrough.game"]);
    assert_eq!(state(&again, 0)["panel"]["board"], board);
    assert_ne!(deciding(&again), first);
}

#[test]
fn bots_play_their_sides_and_get_no_page() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "agincourt", "--share", "--seed", "1", "--seat", "French=greedy"]);
    assert_eq!(table.pages(), 2);
    assert!(state(&table, 0)["panel"]["menu"].is_object());
    let all = ["play", "breakthrough", "--share", "--seat", "White=random", "--seat", "Black=random"];
    let (text, code) = crate::repl::run(folder.path(), &all, "");
    assert!(code == 2 && text.contains("bots play all sides"), "{text}");
}

#[test]
fn a_secret_order_taken_back_is_reported_without_its_contents() {
    let folder = empty();
    let table = toy(folder.path(), "skirmish", include_str!("together/skirmish.txt"));
    let first = deciding(&table);
    table.say_at(first, "march to b");
    let second = deciding(&table);
    assert_ne!(first, second, "both give an order in secret");
    for other in [second, looking_on(&table)] {
        assert!(!said(&state(&table, other)).contains("March"), "{}", said(&state(&table, other)));
    }
    let own = said(&state(&table, first));
    assert!(own.contains("Red: March Man1 to B") && own.contains("(secret until all have answered)"), "{own}");
    let own = said(&table.say_at(first, "back"));
    assert!(own.contains("Undone: Red: March Man1 to B"), "{own}");
    assert_eq!(deciding(&table), first);
    let told = said(&state(&table, second));
    assert!(told.contains("Now at decision 1") && !told.contains("March"), "{told}");
    // An order that the other side has seen is no secret any more, also when that side takes its own back.
    table.say_at(first, "march to b");
    table.say_at(second, "stand");
    table.say_at(second, "back");
    let own = said(&state(&table, first));
    assert_eq!(own.matches("(secret until all have answered)").count(), 2, "{own}");
}

#[test]
fn what_one_page_sets_for_all_is_reported_on_the_others() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "crecy", "--share", "--seed", "1"]);
    state(&table, 0);
    state(&table, 1);
    table.say_at(0, "stops on");
    assert!(said(&state(&table, 1)).contains("another player has set `stops on`, for all"));
    table.say_at(1, "stops on");
    assert!(!said(&state(&table, 0)).contains("another player"), "it was set already");
    let waiting = 1 - deciding(&table);
    for line in ["hint", "hint search"] {
        let told = said(&table.say_at(waiting, line));
        assert!(told.lines().last().is_some_and(|last| last.contains("decides now")), "{line}: {told}");
    }
}

#[test]
fn a_page_that_waits_for_news_gets_them_as_soon_as_the_other_has_decided() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    let active = deciding(&table);
    let now = state(&table, 1 - active);
    let known = format!("{} 80 {}\n", now["until"], now["moment"]);
    std::thread::scope(|scope| {
        let news = scope.spawn(|| table.ask_at(1 - active, "news", &known));
        // The request lies at the game before the move, and does not hold it up.
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(!news.is_finished(), "there are no news yet");
        moves(&table, active);
        let (status, told) = news.join().expect("an answer");
        assert!(status == 200 && told.contains("moment"), "{status} {told}");
    });
    // One that knows less is answered at once.
    assert_eq!(table.ask_at(1 - active, "news", &known).0, 200);
}

#[test]
fn a_page_of_ones_own_changes_no_hand() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "agincourt", "--share", "--seed", "1"]);
    let hands = state(&table, 0)["panel"]["values"].clone();
    for line in ["hand French: Storm", "hand English: none", "cards French: none"] {
        for page in 0..table.pages() {
            let refused = said(&table.say_at(page, line));
            assert!(refused.contains("changed by hand only"), "{line}: {refused}");
        }
    }
    assert_eq!(state(&table, 0)["panel"]["values"], hands);
}

#[test]
fn pages_that_wait_for_news_do_not_shut_out_the_players() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    let active = deciding(&table);
    let now = state(&table, looking_on(&table));
    let known = format!("{} 80 {}\n", now["until"], now["moment"]);
    std::thread::scope(|scope| {
        let ask = || table.ask_at(looking_on(&table), "news", &known).0;
        let open = |_| {
            // The server counts its free threads; connections in the same moment may share one, and wait for the next.
            std::thread::sleep(std::time::Duration::from_millis(2));
            scope.spawn(ask)
        };
        let many: Vec<_> = (0..300).map(open).collect();
        // Those that have waited longest are answered, long before they have waited as long as one may.
        let begun = std::time::Instant::now();
        while many.iter().filter(|one| one.is_finished()).count() < 150 {
            assert!(begun.elapsed() < std::time::Duration::from_secs(15), "requests that wait are kept");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        moves(&table, active);
        assert_ne!(deciding(&table), active);
        for one in many {
            let status = one.join().expect("an answer");
            assert!(status == 200 || status == 204, "{status}");
        }
    });
}

#[test]
fn the_numbers_of_the_log_do_not_say_what_was_done_unseen() {
    let told = |choice: &str| {
        let folder = empty();
        let table = toy(folder.path(), "plans", include_str!("together/plans.txt"));
        let first = deciding(&table);
        table.say_at(first, choice);
        for line in ["log full", "why 1.1", "why 1.2", "why 1.3", "why 1.4", "why 1.5", "why 1.1a", "why 1.1b"] {
            table.say_at(1 - first, line);
            table.say_at(looking_on(&table), line);
        }
        table.say_at(1 - first, "nap");
        table.say_at(looking_on(&table), "log full");
        let own = said(&table.say_at(first, "log full"));
        (said(&table.say_at(1 - first, "log full")), said(&state(&table, looking_on(&table))), own)
    };
    let [nap, gain, plot] = ["nap", "gain", "plot"].map(told);
    assert_eq!((&nap.0, &nap.1), (&gain.0, &gain.1));
    assert_eq!((&nap.0, &nap.1), (&plot.0, &plot.1));
    // Its own player sees what changed, each with a number of its own.
    assert!(["1.1a", "1.1b", "1.1c"].iter().all(|number| plot.2.contains(number)), "{}", plot.2);
}

#[test]
fn tab_offers_only_commands_of_the_page() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    for page in 0..table.pages() {
        let refused = said(&table.say_at(page, ":save x"));
        assert!(refused.contains("Possible here are"), "{refused}");
        for letter in 'a'..='z' {
            let offered = table.post_at(page, "complete", &format!("0\n:{letter}"));
            for command in offered.as_array().expect("a list") {
                let name = command.as_str().and_then(|line| line.strip_prefix(':')).expect("a command");
                assert!(refused.contains(&format!("`{name}`")), "page {page}: {name}\n{refused}");
            }
        }
        assert_eq!(table.post_at(page, "complete", "0\n:seat "), serde_json::json!([]));
        assert!(!table.post_at(page, "complete", "0\n:b").as_array().expect("a list").is_empty());
    }
}
