//! A game in a browser: the page says lines to the program and shows what stands beside the dialogue. Only who knows the
//! address reaches it, a handover hides what the player before saw, and texts stay texts.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use serde_json::Value;

use crate::repl::started;

/// A game that is played in a browser, on one page or several.
pub(crate) struct Table {
    program: Child,
    host: String,
    keys: Vec<String>,
}

impl Table {
    pub(crate) fn of(folder: &Path, arguments: &[&str]) -> Table {
        let mut program = started(folder, arguments);
        let lines = BufReader::new(program.stdout.as_mut().expect("piped")).lines().map_while(Result::ok);
        let told: Vec<String> = lines.take_while(|line| !line.contains("Ctrl-C")).collect();
        let address = |line: &String| Some(line.trim().split_once("http://")?.1.trim_end_matches('/').to_owned());
        let found: Vec<String> = told.iter().filter_map(address).collect();
        let parted = found.iter().map(|address| address.split_once('/').expect("a key"));
        let (hosts, keys): (Vec<&str>, Vec<&str>) = parted.unzip();
        let host = hosts.first().unwrap_or_else(|| panic!("no address: {told:?}"));
        let is_shared = arguments.contains(&"--share");
        assert!(is_shared || host.starts_with("127.0.0.1:"), "{host}");
        // A shared table listens at every address of this machine.
        let port = host.rsplit(':').next().expect("a port");
        Table { program, host: format!("127.0.0.1:{port}"), keys: keys.into_iter().map(str::to_owned).collect() }
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.program.id()
    }

    /// The number of pages.
    pub(crate) fn pages(&self) -> usize {
        self.keys.len()
    }

    /// The status and the body of an answer.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).expect("the server listens");
        let host = &self.host;
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
        let (head, body) = (String::from_utf8_lossy(&answer[..end]), &answer[end + 4..]);
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        // A chunk may end in the middle of a sign.
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let body = if is_chunked { joined(body) } else { body.to_vec() };
        (status, String::from_utf8(body).expect("text"))
    }

    pub(crate) fn ask_at(&self, page: usize, what: &str, body: &str) -> (u16, String) {
        self.ask("POST", &format!("/{}/{what}", self.keys[page]), body)
    }

    pub(crate) fn post_at(&self, page: usize, what: &str, body: &str) -> Value {
        let (status, body) = self.ask_at(page, what, body);
        assert_eq!(status, 200, "{what}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    fn post(&self, what: &str, body: &str) -> Value {
        self.post_at(0, what, body)
    }

    /// Says a line at a page, and gets everything that the page has been told.
    pub(crate) fn say_at(&self, page: usize, line: &str) -> Value {
        self.post_at(page, "line", &format!("0 80\n{line}"))
    }

    fn say(&self, line: &str) -> Value {
        self.say_at(0, line)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The parts of a body that is sent in parts.
fn joined(mut parts: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = parts.windows(2).position(|bytes| bytes == b"\r\n") {
        let length = std::str::from_utf8(&parts[..end]).expect("a number");
        let length = usize::from_str_radix(length.trim(), 16).expect("a length");
        if length == 0 {
            break;
        }
        let rest = &parts[end + 2..];
        body.extend_from_slice(&rest[..length]);
        parts = &rest[length + 2..];
    }
    body
}

pub(crate) fn empty() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The lines said, as one text.
pub(crate) fn said(state: &Value) -> String {
    let lines = state["said"].as_array().expect("lines");
    lines.iter().map(|line| line["html"].as_str().expect("text").replace('\u{a0}', " ") + "\n").collect()
}

fn texts<'v>(items: &'v Value, of: &str) -> Vec<&'v str> {
    items.as_array().expect("items").iter().map(|item| item[of].as_str().expect("text")).collect()
}

#[test]
fn a_game_is_played_by_its_options_and_by_its_commands() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--browser", "--seed", "1"]);
    let (status, page) = table.ask("GET", &format!("/{}/", table.keys[0]), "");
    assert!(status == 200 && page.contains("<script>") && !page.contains("{style}"), "{status} {page}");
    let begun = table.post("state", "0\n");
    assert!(said(&begun).contains("Breakthrough"), "{begun}");
    let board = begun["panel"]["board"].as_str().expect("a board");
    assert!(board.starts_with("<svg") && board.contains("data-space=\"a1\"") && board.contains("data-piece=\""));
    // The only action is open: its men carry the names of the board, and so do the places to which they can go.
    let on_board = |item: &Value, kind: &str| {
        let [thing] = item["things"].as_array().expect("things").as_slice() else { panic!("{item}") };
        let name = thing.as_str().expect("a name");
        assert!(board.contains(&format!("data-{kind}=\"{name}\"")), "{name}");
        item["key"].as_str().expect("a key").to_owned()
    };
    let man = on_board(&begun["panel"]["menu"]["items"][0], "piece");
    let chosen = table.say(&man);
    let place = on_board(&chosen["panel"]["menu"]["items"][0], "space");
    let moved = table.say(&place);
    assert_ne!(moved["panel"]["board"], begun["panel"]["board"]);
    let completions = table.post("complete", "0\nmo");
    let begins = |one: &Value| one.as_str().is_some_and(|line| line.to_lowercase().starts_with("move"));
    assert!(completions.as_array().expect("lines").iter().any(begins), "{completions}");
}

#[test]
fn a_piece_shows_the_commands_that_are_possible_with_it() {
    let folder = empty();
    let arguments = ["play", "agincourt", "--browser", "--seed", "3", "--seat", "French=greedy"];
    let table = Table::of(folder.path(), &arguments);
    let discards = table.say("n");
    let takes = &discards["panel"]["menu"]["takes"]["several"];
    assert!(takes["least"] == 0 && takes["most"].as_u64().is_some_and(|most| most > 1), "{discards}");
    table.say("0");
    let orders = table.say("0");
    assert!(texts(&orders["panel"]["menu"]["items"], "text").contains(&"Advance"), "{orders}");
    let with = |name: &str| table.post("with", &format!("0\n{name}"));
    let commands = with("LB1");
    assert!(commands.as_array().expect("commands").contains(&Value::from("Advance LB1")), "{commands}");
    assert_eq!(with("KT1"), serde_json::json!([]), "a unit of the other side");
    assert_eq!(with("no such thing"), serde_json::json!([]));
}

#[test]
fn only_who_knows_the_address_reaches_the_game() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "connect-four", "--browser"]);
    for path in ["/", "/state", "/0123456789abcdef0123456789abcdef/state", "/favicon.ico"] {
        for method in ["GET", "POST"] {
            let (status, body) = table.ask(method, path, "0\n");
            assert_eq!((status, body.as_str()), (404, "not found"), "{method} {path}");
        }
    }
    let inside = format!("/{}/rules", table.keys[0]);
    assert_eq!(table.ask("GET", &inside, "").0, 404);
    let (status, _) = table.ask("GET", &format!("/{}/line", table.keys[0]), "0\nquit");
    assert_eq!(status, 404, "a link plays nothing");
    assert!(said(&table.post("state", "0\n")).contains("Connect Four"));
}

#[test]
fn a_handover_hides_what_the_player_before_saw() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "agincourt", "--browser", "--seed", "1"]);
    let begun = table.post("state", "0\n");
    let panel = &begun["panel"];
    let first = panel["awaited"].as_str().expect("a side is awaited").to_owned();
    assert!(panel["board"] == "" && panel["menu"].is_null() && panel["values"] == serde_json::json!([]), "{panel}");
    assert_eq!(table.post("complete", "0\nad"), serde_json::json!([]));
    let taken = table.say("");
    assert!(taken["panel"]["awaited"].is_null() && taken["panel"]["menu"].is_object(), "{taken}");
    let hand = table.say("hand");
    let secret = said(&hand);
    assert!(secret.contains("hand"), "{secret}");
    // Play on until the other side must take over.
    let mut state = hand;
    for _ in 0..40 {
        if state["panel"]["awaited"].is_string() {
            break;
        }
        let menu = &state["panel"]["menu"];
        let line = if menu["pass"].is_string() { "0" } else { menu["items"][0]["key"].as_str().expect("a key") };
        state = table.say(line);
    }
    assert_ne!(state["panel"]["awaited"].as_str().expect("the other side"), first);
    // A page that is loaded again does not get the lines of the player before either.
    for since in ["0", "1", ""] {
        let again = table.post("state", &format!("{since}\n"));
        assert!(again["afresh"] == true && !said(&again).contains("> hand"), "{again}");
    }
}

#[test]
fn who_watches_bots_lets_them_decide() {
    let folder = empty();
    let bots = ["--seat", "Red=random", "--seat", "Yellow=random"];
    let arguments = [&["play", "connect-four", "--browser", "--seed", "1"][..], &bots].concat();
    let table = Table::of(folder.path(), &arguments);
    let begun = table.post("state", "0\n");
    assert_eq!(begun["panel"]["bot"], "Red");
    let next = table.say("");
    assert_eq!(next["panel"]["bot"], "Yellow");
    assert_ne!(next["panel"]["board"], begun["panel"]["board"]);
}

#[test]
fn what_is_typed_stays_text() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "connect-four", "--browser", "--seed", "1"]);
    let answer = said(&table.say("<img src=x onerror=alert(1)> & \"quotes\" \u{1b}[31m \u{202e}"));
    assert!(!answer.contains("<img") && answer.contains("&lt;img"), "{answer}");
    assert!(!answer.contains('\u{1b}') && !answer.contains('\u{202e}'), "{answer}");
    let long = table.say(&format!("rule {}", ".".repeat(90_000)));
    assert!(long["panel"]["menu"].is_object());
}

#[test]
fn lessons_are_played_on_a_page_and_leaving_ends_the_program() {
    let folder = empty();
    let mut table = Table::of(folder.path(), &["learn", "chivalry", "--browser"]);
    let begun = table.post("state", "0\n");
    assert!(begun["panel"]["board"].as_str().is_some_and(|board| board.starts_with("<svg")), "{begun}");
    assert!(!said(&begun).is_empty());
    // Its first question wants a number: no action is offered or completed.
    assert!(begun["panel"]["menu"].is_null(), "{begun}");
    assert_eq!(table.post("complete", "0\nAdvance "), serde_json::json!([]));
    let left = table.say(":quit");
    assert!(left["left"] == true && left["panel"].is_null(), "{left}");
    assert!(table.program.wait().expect("it ends").success());
}

#[test]
fn a_quiz_is_asked_on_a_page_with_its_board_and_answers() {
    let folder = empty();
    let mut table = Table::of(folder.path(), &["quiz", "agincourt", "--browser", "--seed", "1", "--questions", "12"]);
    let mut state = table.post("state", "0\n");
    assert!(state["panel"]["board"].as_str().is_some_and(|board| board.starts_with("<svg")), "{state}");
    assert_eq!(texts(&state["panel"]["buttons"], "line"), [":skip", ":why", ":status", ":help"]);
    assert!(!said(&state).contains("┌"), "the board is not in the text: {}", said(&state));
    let mut chosen = 0;
    for number in 1..=12 {
        let panel = &state["panel"];
        assert_eq!(panel["prompt"], format!("Question {number} of up to 12"));
        let heading = panel["menu"]["heading"].as_str().expect("a question");
        // The dialogue has the same question, wrapped.
        let begins = heading.trim_start_matches("<b>").chars().take(20).collect::<String>();
        assert!(said(&state).contains(&begins), "{heading}");
        let keys = texts(&panel["menu"]["items"], "key");
        chosen += usize::from(!keys.is_empty());
        state = table.say(keys.first().copied().unwrap_or(":skip"));
    }
    assert!(chosen > 0, "some questions have answers to choose from");
    assert!(state["panel"]["menu"].is_null() && said(&state).contains("right"), "{state}");
    assert!(table.say(":quit")["left"] == true && table.program.wait().expect("it ends").success());
}

/// A connection over which this is sent, and nothing else.
fn half_sent(table: &Table, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&table.host).expect("the server listens");
    // The server need not read on while its answers are not read.
    stream.set_write_timeout(Some(Duration::from_millis(300))).expect("a limit");
    let _ = stream.write_all(text.as_bytes());
    stream
}

#[test]
fn no_other_machine_holds_up_the_game() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "connect-four", "--browser", "--seed", "1"]);
    table.post("state", "0\n");
    let key = &table.keys[0];
    let requests = [
        "POST /nokey/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n".to_owned(),
        "POST /nokey/x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n".to_owned(),
        format!("POST /{key}/line HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n0 80\n1"),
        format!("POST /{key}/stop HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"),
        "GET /nokey/ HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20_000),
        format!("POST /{key}/state HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n0\n").repeat(200),
    ];
    let mut held = Vec::new();
    for text in &requests {
        held.push(half_sent(&table, text));
        // The server counts its free threads; connections in the same moment may share one, and wait for the next.
        std::thread::sleep(Duration::from_millis(200));
    }
    for _ in 0..3 {
        assert!(table.say("status")["panel"]["menu"].is_object());
    }
    drop(held);
}

#[test]
fn a_text_that_is_too_long_is_refused_as_a_whole() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "connect-four", "--browser", "--seed", "1"]);
    let before = table.say("")["panel"]["board"].clone();
    let lines = format!("0 80\n1\n{}", "# nothing\n".repeat(20_000));
    let (status, text) = table.ask("POST", &format!("/{}/line", table.keys[0]), &lines);
    assert!(status == 413 && text.contains("send it in parts"), "{status} {text}");
    assert_eq!(table.say("")["panel"]["board"], before);
    assert_eq!(table.ask("POST", &format!("/{}/line", table.keys[0]), "0 80\n").0, 200);
}
