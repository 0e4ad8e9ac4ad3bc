//! Hostile or broken rules: each ends in a clear message at its line, never in a hang, a crash or lost state.
//!
//! `tests/hostile/` is a corpus of mods, each a complete game (with the ending `.mod`, so that none is read as a
//! shipped one). The first two lines of each state the expected message and its place. The binary runs them, on both
//! engines.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use oriflamme::analysis::bots::Player;
use oriflamme::analysis::simulate::Series;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::diagnostic::render;
use oriflamme::play::oracle::Nobody;
use oriflamme::play::{Beginning, Fault, MakeScripts, Play, Status};

use crate::harness::ENGINES;

/// The budget of the rules in units of work: enough to stop late, yet soon enough for an unoptimised build.
const UNITS: &str = "500000";
/// The time limit of one case in seconds; an optimised build needs less than two.
const SECONDS: u64 = if cfg!(debug_assertions) { 60 } else { 2 };
/// The memory limit of the program in kilobytes, including its stacks.
const MEMORY: &str = "700000";

/// A case of the corpus: a mod with the expected message in its first two lines.
struct Case {
    path: PathBuf,
    /// What standard error must contain; empty if the mod is harmless.
    wanted: Vec<String>,
}

fn corpus() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "mod"));
    paths.sort();
    let case = |path: PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a case")).into_owned();
        let line = |line: &str| line.split_once(": ").map(|(_, wanted)| wanted.trim().to_owned());
        let wanted = text.lines().take(2).filter_map(line).filter(|wanted| wanted != "fine").collect();
        Case { path, wanted }
    };
    paths.into_iter().map(case).collect()
}

/// Runs the binary on a case as a user would; `None` if it does not end.
fn run(case: &Case, engine: &str) -> Option<(Option<i32>, String)> {
    let place = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(place.path().join("rules/toy")).expect("a folder");
    std::fs::copy(&case.path, place.path().join("rules/toy/game.ori")).expect("copied");
    let said = std::fs::File::create(place.path().join("said")).expect("a file");
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_oriflamme")])
        .args(["simulate", "toy", "--games", "1", "--jobs", "1", "--engine", engine, "--effort", UNITS])
        .current_dir(place.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(said)
        .spawn()
        .expect("the program runs");
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if begun.elapsed() > Duration::from_secs(SECONDS) {
            child.kill().expect("it can be stopped");
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let said = std::fs::read(place.path().join("said")).expect("what it said");
    Some((status.code(), String::from_utf8_lossy(&said).into_owned()))
}

/// A description of how a case fails, if it does.
fn complaint(case: &Case, engine: &str) -> Option<String> {
    let name = case.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Some((code, said)) = run(case, engine) else { return Some(format!("{name}, {engine}: does not end")) };
    let ends = if case.wanted.is_empty() { code == Some(0) } else { matches!(code, Some(1 | 2)) };
    let told = case.wanted.iter().all(|wanted| said.contains(wanted.as_str()));
    (!ends || !told || said.contains("panicked"))
        .then(|| format!("{name}, {engine}: exit code {code:?}, wanted {:?}:\n{said}", case.wanted))
}

/// The messages for a case without the binary: the errors of its text, else the fault of a game. `None` if the file
/// contains no game, which only the binary reports.
fn said_of(case: &Case, make: MakeScripts) -> Option<String> {
    let text = String::from_utf8(std::fs::read(&case.path).expect("a case")).ok()?;
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }]);
    let entry = catalog.games.first()?;
    let compiled = catalog.compile(entry, Some("toy"), &[]);
    let Some(game) = compiled.game else { return Some(render::plain_all(&compiled.diagnostics, &catalog.sources)) };
    let players = vec![Player::Random; game.sides.len()];
    let fault = match Series::new(&game, &players, 1, make) {
        Ok(mut series) => {
            series.limit(UNITS.parse().expect("a number"));
            series.play(0).fault
        }
        Err(fault) => Some(fault),
    };
    let shown = |fault: Box<Fault>| render::plain(&oriflamme::session::diagnostic(&fault), &game.sources);
    Some(fault.map_or_else(String::new, shown))
}

/// Both engines report the same for every mod: harmless, or the same fault at the same place.
#[test]
fn both_engines_say_the_same_of_every_mod() {
    let tried = || {
        let wrong = |case: &Case| {
            ENGINES.into_iter().find_map(|(engine, make)| {
                let said = said_of(case, make)?;
                let told = case.wanted.iter().all(|wanted| said.contains(wanted.as_str()));
                (!told || case.wanted.is_empty() != said.is_empty())
                    .then(|| format!("{}, {engine}: wanted {:?}:\n{said}", case.path.display(), case.wanted))
            })
        };
        corpus().iter().filter_map(wrong).collect::<Vec<String>>()
    };
    // As much stack as the binary has.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(tried).expect("a thread");
    let wrong = thread.join().expect("no mod makes it panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The program ends in time and within its memory on every mod, and names the line of the mod at fault. Cases alternate
/// between the engines; the test above runs both.
#[test]
fn no_mod_hangs_or_breaks_the_program() {
    let cases = corpus();
    assert!(cases.len() >= 120, "{} cases", cases.len());
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(at) else { break };
                    let found = complaint(case, ["rhai", "native"][at % 2]);
                    complaints.lock().expect("unpoisoned").extend(found);
                }
            });
        }
    });
    let complaints = complaints.into_inner().expect("unpoisoned");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// With the full budget, runaway recursion also ends, and the fault lists the calls that led there.
#[test]
fn the_whole_budget_is_spent_in_time() {
    let items = "fn fib(k: int) @1 { if k < 2 { k } else { fib(k - 1) + fib(k - 2) } }";
    let fault = fault_of("game.n = fib(35);", items);
    assert!(fault.message.contains("this runs too long"), "{fault:?}");
    assert!(fault.notes.iter().any(|note| note.starts_with("called from rules/toy/game.ori:6")), "{fault:?}");
    assert!(fault.notes.last().is_some_and(|note| note.starts_with("called from rules/toy/game.ori:7")), "{fault:?}");
    let fault = fault_of("game.n = down(1);", "fn down(k: int) @1 { down(k + 1) + 1 }");
    assert!(fault.notes.iter().any(|note| note.contains("more calls")), "a long chain is cut short: {fault:?}");
}

/// Output to a full disk is a failure; a reader that has closed the pipe is not.
#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_told() {
    let list =
        |out: Stdio| Command::new(env!("CARGO_BIN_EXE_oriflamme")).arg("list").stdout(out).output().expect("it runs");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let output = list(full.into());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("cannot write"), "{said}");
    let mut reader = Command::new("true").stdin(Stdio::piped()).spawn().expect("it runs");
    let pipe = reader.stdin.take().expect("piped");
    reader.wait().expect("it ends");
    let output = list(pipe.into());
    assert!(output.status.code() == Some(0) && output.stderr.is_empty(), "{:?}", output.status);
}

/// A toy game whose only step runs this script.
fn toy(script: &str, items: &str) -> Catalog {
    let text = format!(
        "game toy \"Toy\" {{ rulebook \"rulebook.ori\"  sides A, B }}\n\
         rulebook {{ 1 \"All\" \"Everything.\" }}\n\
         board ground @1 {{ spaces {{ X, Y }}  links path {{ X -- Y }} }}\n\
         kind Man @1\n\
         game var n: int = 0 @1\n\
         {items}\n\
         sequence @1 {{ turn repeat 1..3 {{ acting each side do {{ {script} }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ A {{ Man: X }} }}\n"
    );
    Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }])
}

#[track_caller]
fn fault_of(script: &str, items: &str) -> Box<Fault> {
    let catalog = toy(script, items);
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    let Some(game) = compiled.game else { panic!("{:#?}", compiled.diagnostics) };
    let beginning = Beginning::of_game(&game);
    let faults = ENGINES.map(|(engine, make)| {
        let mut play = Play::new(&game, &beginning, 1, true, make).expect("the game begins");
        play.set_oracle(Box::new(Nobody));
        match play.go() {
            Status::Faulty(fault) => {
                // Back at the last settled point: the effects of the stopped step are undone.
                let settled = play.digest();
                assert!(
                    matches!(play.go(), Status::Faulty(again) if again == fault),
                    "{engine}: the same step fails again"
                );
                assert_eq!(play.digest(), settled, "{engine}: the state is that before the step");
                fault
            }
            other => panic!("{engine}: nothing went wrong: {other:?}"),
        }
    });
    let [rhai, native] = faults;
    assert!(!native.message.is_empty() && native.span.is_some() == rhai.span.is_some(), "{native:?} against {rhai:?}");
    native
}

#[test]
fn an_endless_loop_is_stopped_at_its_line() {
    let fault = fault_of("game.n = 1; while true { game.n = game.n; }", "");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn a_step_may_create_64_pieces() {
    let fault = fault_of("for i in 0..65 { put(Man, me, X); }", "");
    assert!(fault.message.contains("an action or a step may create 64"), "{fault:?}");
    let catalog = toy("for i in 0..64 { put(Man, me, X); }", "");
    let game = catalog.compile(&catalog.games[0], Some("toy"), &[]).game.expect("it compiles");
    for (engine, make) in ENGINES {
        let mut play = Play::new(&game, &Beginning::of_game(&game), 1, true, make).expect("the game begins");
        play.set_oracle(Box::new(Nobody));
        let status = play.go();
        assert!(!matches!(status, Status::Faulty(_)), "{engine}: {status:?}");
    }
}

#[test]
fn the_largest_number_is_halved() {
    let fault = fault_of("game.n = half_up(9223372036854775807);", "");
    assert!(fault.message.contains("4611686018427387904"), "{fault:?}");
}

#[test]
fn endless_recursion_is_stopped() {
    let fault = fault_of("down(1);", "procedure down(n: int) @1 { down(n + 1); }");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn endless_recursion_of_functions_is_stopped() {
    let fault = fault_of("game.n = down(1);", "fn down(n: int) @1 { down(n + 1) }");
    assert!(!fault.message.is_empty(), "{fault:?}");
}

#[test]
fn a_piece_without_a_value_that_all_pieces_have_is_not_created() {
    let items = "piece has { weight: int }\nreplace kind Man @1 { weight 1 }\nkind Ghost @1\n";
    let fault = fault_of("let who = if game.n == 0 { Ghost } else { Man }; put(who, A, X);", items);
    assert!(fault.message.contains("`Ghost` has no `weight`") && fault.span.is_some(), "{fault:?}");
}

#[test]
fn a_growing_text_is_stopped() {
    let fault = fault_of("let s = \"x\"; while true { s = s + s; }", "");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn a_growing_array_is_stopped() {
    let fault = fault_of("let a = [1]; while true { a += a; }", "");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn division_by_zero_has_a_place() {
    let fault = fault_of("let zero = game.n; game.n = 1 / zero;", "");
    assert!(fault.span.is_some(), "{fault:?}");
}

#[test]
fn too_many_dice_are_refused() {
    let fault = fault_of("roll(1000000);", "");
    assert!(fault.message.contains("dice"), "{fault:?}");
}

#[test]
fn rules_that_never_settle_are_named() {
    let fault = fault_of("game.n = 1;", "whenever game.n > 0 @1 do { game.n += 1; }");
    assert!(fault.message.contains("settle"), "{fault:?}");
}

#[test]
fn a_sequence_without_decisions_ends() {
    let text = "game toy \"Toy\" { rulebook \"rulebook.ori\"  sides A, B }\n\
                rulebook { 1 \"All\" \"Everything.\" }\n\
                board ground @1 { spaces { X, Y } }\n\
                game var n: int = 0 @1\n\
                sequence @1 { turn repeat { acting do { game.n = 1; } } }\n\
                scenario toy \"Toy\" for toy @1 { }\n";
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }]);
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    let Some(game) = compiled.game else { return };
    let beginning = Beginning::of_game(&game);
    for (engine, make) in ENGINES {
        let mut play = Play::new(&game, &beginning, 1, false, make).expect("the game begins");
        assert!(matches!(play.go(), Status::Faulty(_)), "{engine}");
    }
}
