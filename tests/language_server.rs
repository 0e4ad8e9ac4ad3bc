//! `oriflamme lsp`, spoken to as an editor speaks to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// An editor with a folder of its own.
struct Editor {
    server: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    folder: tempfile::TempDir,
    asked: i64,
    /// The notifications and requests of the server that came before what was waited for.
    heard: Vec<Value>,
}

impl Drop for Editor {
    fn drop(&mut self) {
        // After a failed test the server still runs.
        let _ = self.server.kill();
    }
}

impl Editor {
    fn new(files: &[(&str, &str)]) -> Editor {
        let folder = tempfile::tempdir().expect("a folder for the files");
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("the folder is made");
            std::fs::write(path, text).expect("the file is written");
        }
        let mut server = Command::new(env!("CARGO_BIN_EXE_oriflamme"))
            .arg("lsp")
            .current_dir(folder.path())
            .env("XDG_CACHE_HOME", folder.path().join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (to, said) = (server.stdin.take().expect("piped"), server.stdout.take().expect("piped"));
        let (tell, from) = channel();
        std::thread::spawn(move || {
            let mut said = BufReader::new(said);
            while let Some(message) = next(&mut said) {
                if tell.send(message).is_err() {
                    return;
                }
            }
        });
        let mut editor = Editor { server, to, from, folder, asked: 0, heard: Vec::new() };
        let capabilities = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
        let root = format!("file://{}", editor.folder.path().display());
        let told =
            editor.ask("initialize", json!({ "processId": null, "rootUri": root, "capabilities": capabilities }));
        assert_eq!(told["capabilities"]["positionEncoding"], "utf-8");
        editor.note("initialized", json!({}));
        editor
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}/{path}", self.folder.path().display())
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server listens");
        self.to.flush().expect("the server listens");
    }

    fn note(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn hear(&mut self) -> Value {
        self.from.recv_timeout(Duration::from_secs(60)).expect("the server says what the test waits for")
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut message = self.hear();
            if message["id"] == id && message.get("method").is_none() {
                return if message.get("error").is_some() { message["error"].take() } else { message["result"].take() };
            }
            self.heard.push(message);
        }
    }

    /// Waits for a message of the server. What came before it is past.
    fn wait(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(at) = self.heard.iter().position(&is_meant) {
                return self.heard.drain(..=at).next_back().expect("it was found there");
            }
            let message = self.hear();
            self.heard.push(message);
        }
    }

    /// Waits until the server says this many errors of a file, and returns their messages.
    fn errors(&mut self, path: &str, count: usize) -> Vec<String> {
        let uri = self.uri(path);
        let told = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri.as_str()
                && message["params"]["diagnostics"].as_array().is_some_and(|all| all.len() == count)
        });
        let all = told["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
        all.iter().map(|one| one["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    fn open(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "languageId": "oriflamme", "version": 1, "text": text });
        self.note("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "version": 2 });
        self.note("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
    }

    fn save(&mut self, path: &str) {
        let document = json!({ "uri": self.uri(path) });
        self.note("textDocument/didSave", json!({ "textDocument": document }));
    }

    /// What the server says about the place where a word of the text stands.
    fn about(&mut self, method: &str, path: &str, text: &str, word: &str) -> Value {
        let at = text.find(word).expect("the word stands in the text");
        let line = text[..at].matches('\n').count();
        let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1);
        let place = json!({ "line": line, "character": column });
        let context = json!({ "includeDeclaration": true, "triggerKind": 1 });
        let document = json!({ "uri": self.uri(path) });
        self.ask(method, json!({ "textDocument": document, "position": place, "context": context, "newName": "might" }))
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.note("exit", Value::Null);
        assert!(self.server.wait().expect("it ends").success());
    }
}

/// The next message of a server. None at its end.
fn next(said: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut line = String::new();
    said.read_line(&mut line).ok()?;
    let length: usize = line.trim().rsplit(' ').next()?.parse().ok()?;
    said.read_line(&mut line).ok()?;
    let mut body = vec![0; length];
    said.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

const GAME: &str = r#"game duel "Duel" { sides Red, Blue }
rulebook { 1 "Strength" "Two are stronger than one." }
kind Man
/// How hard it strikes.
quantity force(piece) @1 { base 2 }
board field { spaces { Here, There } links path { Here -- There } }
scenario meadow "Meadow" for duel {
    army Red { Here: Man }
    army Blue { There: Man }
}
invariant able @1 = pieces.all(|one| one.force > 0)
"#;
const RULES: &str = "rules/duel/game.ori";
const TESTS: &str = "tests/duel/force.ori";

#[test]
fn errors_come_and_go_as_the_text_changes() {
    let mut editor = Editor::new(&[(RULES, GAME)]);
    editor.open(RULES, GAME);
    editor.errors(RULES, 0);
    let wrong = format!("{GAME}is _strong(piece) @1 = piece.forse > 1\n");
    editor.change(RULES, &wrong);
    let said = editor.errors(RULES, 1);
    assert!(said[0].contains("`forse`") && said[0].contains("did you mean `force`?"), "{said:?}");
    let document = json!({ "uri": editor.uri(RULES) });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let fixes = editor.ask(
        "textDocument/codeAction",
        json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } }),
    );
    let uri = editor.uri(RULES);
    assert_eq!(fixes[0]["edit"]["changes"][uri.as_str()][0]["newText"], "force");
    editor.change(RULES, &wrong.replace("forse", "force"));
    editor.errors(RULES, 0);
    editor.end();
}

#[test]
fn a_word_is_explained_found_and_completed() {
    let text =
        format!("{GAME}is strong(piece) @1 = piece.force > 1\nforbid enter when unit.strong && unit.force > 2 @1\n");
    let mut editor = Editor::new(&[(RULES, &text)]);
    editor.open(RULES, &text);
    editor.errors(RULES, 0);
    let hover = editor.about("textDocument/hover", RULES, &text, "force > 1");
    let told = hover["contents"]["value"].as_str().unwrap_or_default().to_owned();
    assert!(told.contains("quantity force(piece) @1 { base 2 }") && told.contains("§1 Strength"), "{told}");
    let found = editor.about("textDocument/definition", RULES, &text, "force > 1");
    assert_eq!(found[0]["range"]["start"], json!({ "line": 4, "character": 9 }));
    let uses = editor.about("textDocument/references", RULES, &text, "force > 1");
    assert_eq!(uses.as_array().map(Vec::len), Some(4));
    let found = editor.about("textDocument/completion", RULES, &text, "force > 1");
    let all = found.as_array().cloned().unwrap_or_default();
    assert!(all.iter().any(|one| one["label"] == "strong" && one["detail"] == "word"), "{all:?}");
    let symbols = editor.ask("workspace/symbol", json!({ "query": "strong" }));
    assert_eq!(symbols[0]["name"], "strong");
    let document = json!({ "textDocument": { "uri": editor.uri(RULES) } });
    let outline = editor.ask("textDocument/documentSymbol", document.clone());
    assert!(outline.as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "meadow")));
    let tokens = editor.ask("textDocument/semanticTokens/full", document);
    assert!(tokens["data"].as_array().is_some_and(|data| data.len() > 50 && data.len() % 5 == 0));
    editor.end();
}

#[test]
fn a_name_is_changed_in_all_files_and_a_refusal_says_why() {
    let tests = "test \"a man is strong\" @1 {\n    given meadow\n    then Red.pieces.all(|man| man.force == 2)\n}\n";
    let mut editor = Editor::new(&[(RULES, GAME), (TESTS, tests)]);
    editor.open(RULES, GAME);
    editor.errors(RULES, 0);
    let range = editor.about("textDocument/prepareRename", RULES, GAME, "force(piece)");
    assert_eq!(range["start"], json!({ "line": 4, "character": 9 }));
    let changed = editor.about("textDocument/rename", RULES, GAME, "force(piece)");
    let (rules, tests) = (editor.uri(RULES), editor.uri(TESTS));
    let changes = |uri: &String| changed["changes"][uri].as_array().map(Vec::len);
    assert_eq!((changes(&rules), changes(&tests)), (Some(2), Some(1)), "{changed}");
    let refused = editor.about("textDocument/prepareRename", RULES, GAME, "base 2");
    assert!(refused["message"].as_str().is_some_and(|why| why.contains("no name that can be changed")), "{refused}");
    editor.end();
}

#[test]
fn a_file_is_laid_out_from_its_first_changed_line_to_its_last() {
    let mut editor = Editor::new(&[(RULES, GAME)]);
    let messy = format!("{}\nkind Elk \"Elk\" {{\nglyph \"E\"\n}}\n", GAME.replace("\n    ", "\n  "));
    editor.open(RULES, &messy);
    let params = json!({
        "textDocument": { "uri": editor.uri(RULES) },
        "options": { "tabSize": 2, "insertSpaces": true },
    });
    let edits = editor.ask("textDocument/formatting", params.clone());
    let line = messy.lines().position(|line| line.starts_with("glyph")).expect("it is there");
    let wanted = json!([{
        "range": { "start": { "line": line, "character": 0 }, "end": { "line": line + 1, "character": 0 } },
        "newText": "  glyph \"E\"\n",
    }]);
    assert_eq!(edits, wanted);
    editor.change(RULES, &format!("{GAME}\nkind Elk {{\n"));
    assert_eq!(editor.ask("textDocument/formatting", params), Value::Null);
    editor.end();
}

#[test]
fn tests_run_when_their_file_is_saved_and_say_where_they_fail() {
    let tests =
        "test \"a man strikes twice\" @1 {\n    given meadow\n    then Red.pieces.all(|man| man.force == 3)\n}\n";
    let mut editor = Editor::new(&[(RULES, GAME), (TESTS, tests)]);
    editor.open(TESTS, tests);
    editor.errors(TESTS, 0);
    editor.save(TESTS);
    let said = editor.errors(TESTS, 1);
    assert!(said[0].contains("does not hold"), "{said:?}");
    let document = json!({ "textDocument": { "uri": editor.uri(TESTS) } });
    let lenses = editor.ask("textDocument/codeLens", document.clone());
    assert!(lenses[0]["command"]["title"].as_str().is_some_and(|title| title.starts_with("failed")), "{lenses}");
    // The rule is changed, and all tests of its game run.
    editor.open(RULES, &GAME.replace("base 2", "base 3"));
    editor.errors(RULES, 0);
    editor.save(RULES);
    let passed = |message: &Value| message["params"]["message"] == "1 test: 1 passed, 0 failed";
    editor.wait(passed);
    let lenses = editor.ask("textDocument/codeLens", document);
    assert!(lenses[0]["command"]["title"].as_str().is_some_and(|title| title.starts_with("passed")), "{lenses}");
    let command = lenses[0]["command"].clone();
    editor.ask("workspace/executeCommand", json!({ "command": command["command"], "arguments": command["arguments"] }));
    editor.wait(passed);
    editor.end();
}

#[test]
fn a_file_that_is_added_or_removed_on_disk_counts_for_the_open_ones() {
    let text = GAME.replace("able @1 = pieces", "able @1 = troops");
    let mut editor = Editor::new(&[(RULES, &text)]);
    editor.open(RULES, &text);
    let said = editor.errors(RULES, 1);
    assert!(said[0].contains("`troops`"), "{said:?}");
    let more = "rules/duel/more.ori";
    let file = editor.folder.path().join(more);
    let changed = |editor: &Editor, kind: u32| json!({ "changes": [{ "uri": editor.uri(more), "type": kind }] });
    std::fs::write(&file, "set troops @1 = pieces\n").expect("the file is written");
    editor.note("workspace/didChangeWatchedFiles", changed(&editor, 1));
    editor.errors(RULES, 0);
    std::fs::remove_file(&file).expect("the file is removed");
    editor.note("workspace/didChangeWatchedFiles", changed(&editor, 3));
    editor.errors(RULES, 1);
    editor.end();
}

#[test]
fn the_errors_of_a_file_that_is_removed_or_renamed_leave_the_editor() {
    let wrong = "is odd(piece) @1 = piece.forse > 1\n";
    let (old, new) = ("rules/duel/old.ori", "rules/duel/new.ori");
    let mut editor = Editor::new(&[(RULES, GAME), (old, wrong)]);
    editor.open(RULES, GAME);
    editor.errors(old, 1);
    let path = |editor: &Editor, name: &str| editor.folder.path().join(name);
    std::fs::rename(path(&editor, old), path(&editor, new)).expect("the file is renamed");
    let changes = json!([{ "uri": editor.uri(old), "type": 3 }, { "uri": editor.uri(new), "type": 1 }]);
    editor.note("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    let mut counts = std::collections::BTreeMap::from([(editor.uri(old), 1), (editor.uri(new), 0)]);
    let wanted = [(editor.uri(new), 1), (editor.uri(old), 0)];
    while wanted.iter().any(|(uri, count)| counts.get(uri) != Some(count)) {
        let told = editor.wait(|message| message["method"] == "textDocument/publishDiagnostics");
        let uri = told["params"]["uri"].as_str().unwrap_or_default().to_owned();
        counts.insert(uri, told["params"]["diagnostics"].as_array().map_or(0, Vec::len));
    }
    std::fs::remove_file(path(&editor, new)).expect("the file is removed");
    editor.note("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": editor.uri(new), "type": 3 }] }));
    editor.errors(new, 0);
    editor.end();
}

#[test]
fn shipped_rules_can_be_opened_from_a_mod() {
    let path = "scenarios/examples/hex/mine.ori";
    let text = "scenario mine \"Mine\" for hex { }\n\ntest \"it begins\" { given mine then winner == none }\n";
    let mut editor = Editor::new(&[(path, text)]);
    editor.open(path, text);
    editor.errors(path, 0);
    let found = editor.about("textDocument/definition", path, text, "hex {");
    let uri = found[0]["uri"].as_str().expect("the game is declared somewhere").to_owned();
    let file = uri.strip_prefix("file://").expect("a file");
    assert!(file.ends_with("rules/examples/hex/game.ori"), "{file}");
    let shipped = std::fs::read_to_string(file).expect("it is laid out to be read");
    assert!(shipped.contains("game hex"));
    // Opened and closed, it is still there.
    let document = json!({ "uri": uri, "languageId": "oriflamme", "version": 1, "text": shipped });
    editor.note("textDocument/didOpen", json!({ "textDocument": document }));
    editor.note("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    let found = editor.about("textDocument/definition", path, text, "hex {");
    assert_eq!(found[0]["uri"], uri.as_str());
    editor.end();
}

#[test]
fn nothing_an_editor_sends_stops_the_server() {
    let mut editor = Editor::new(&[(RULES, GAME)]);
    for (method, params) in [
        ("textDocument/hover", json!(null)),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": "untitled:1" }, "position": { "line": 1, "character": 1 } }),
        ),
        (
            "textDocument/completion",
            json!({ "textDocument": { "uri": editor.uri(RULES) }, "position": { "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 } }),
        ),
        ("textDocument/unheardOf", json!({})),
        ("workspace/executeCommand", json!({ "command": "oriflamme.test", "arguments": [1, 2] })),
        ("workspace/symbol", json!({ "query": "\u{0}%" })),
    ] {
        editor.ask(method, params);
    }
    editor.note("textDocument/didChange", json!({ "nonsense": true }));
    editor.open("rules/duel/%C3%A9%20%25.ori", "is odd(piece) = piece.force\r\n// \u{1d11e}\n\"");
    editor.errors("rules/duel/%C3%A9%20%25.ori", 1);
    let deep = format!("is deep(piece) = {}1{}\n", "(".repeat(20_000), ")".repeat(20_000));
    editor.open("rules/duel/deep.ori", &deep);
    editor.ask("workspace/symbol", json!({ "query": "deep" }));
    editor.end();
}
