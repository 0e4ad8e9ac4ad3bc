//! Checking takes linear time: four times the text takes about four times as long, with or without errors.
//!
//! Each kind of text is made twice, of `n` parts and of `4n`. The CPU time of this thread is measured, so that a busy
//! machine does not count; quadratic growth takes sixteen times as long and is found.

use std::fmt::Write;
use std::time::{Duration, Instant};

use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::diagnostic::{Diagnostic, render};

/// The maximum factor for four times the text.
const MOST: u32 = 8;
/// Tolerance for a short pause of the machine.
const SLACK: Duration = Duration::from_millis(40);

/// The CPU time of this thread so far.
fn computed() -> Duration {
    // Outside Linux the wall clock must do.
    thread_local!(static BEGUN: Instant = Instant::now());
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|line| line.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.with(Instant::elapsed), Duration::from_nanos)
}

/// A toy game with extra text in one of its places.
#[derive(Default)]
struct Toy {
    items: String,
    script: String,
    spaces: String,
    links: String,
    pieces: String,
}

impl Toy {
    fn text(&self) -> String {
        let Toy { items, script, spaces, links, pieces } = self;
        format!(
            "game toy \"Toy\" {{ rulebook \"rulebook.ori\"  sides A, B }}\n\
             rulebook {{ 1 \"All\" \"Everything.\" }}\n\
             board ground @1 {{ spaces {{ X, Y{spaces} }}  links path {{ X -- Y\n{links} }} }}\n\
             kind Man @1\n\
             noun man/men = Man\n\
             game var n: int = 0 @1\n\
             {items}\n\
             sequence @1 {{ turn repeat 1..3 {{ acting each side do {{ game.n += 1; {script} }} }} }}\n\
             scenario toy \"Toy\" for toy @1 {{ A {{ Man: X{pieces} }} }}\n"
        )
    }
}

/// `n` parts, each made from its number.
fn parts(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut all, at| {
        let _ = write!(all, "{}", part(at));
        all
    })
}

fn items(n: usize, part: impl Fn(usize) -> String) -> String {
    Toy { items: parts(n, part), ..Toy::default() }.text()
}

fn script(n: usize, part: impl Fn(usize) -> String) -> String {
    Toy { script: parts(n, part), ..Toy::default() }.text()
}

/// Checks a text and renders its first errors, as the program does.
fn check(text: &str) -> Vec<Diagnostic> {
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }]);
    let found = catalog.check_all();
    for one in found.iter().take(20) {
        let shown = render::plain(one, &catalog.sources);
        assert!(shown.len() < 6_000, "what is shown of a long line is short: {} signs", shown.len());
    }
    found
}

/// Asserts that four times the text takes about four times as long; returns the number of errors with `n` parts.
#[track_caller]
fn grows_with_its_text(name: &str, n: usize, make: impl Fn(usize) -> String) -> usize {
    let time = |text: &str| {
        let begun = computed();
        let found = check(text);
        (computed() - begun, found.len())
    };
    let (small, large) = (make(n), make(4 * n));
    let mut tried = Vec::new();
    // A busy machine may be slow once, but not three times.
    for _ in 0..3 {
        let ((short, found), (long, _)) = (time(&small), time(&large));
        if long <= short * MOST + SLACK {
            return found;
        }
        tried.push((short, long));
    }
    panic!("{name}: four times as much takes {tried:?}")
}

#[test]
fn unknown_names_in_any_number() {
    let found = grows_with_its_text("unknown names of words", 300, |n| {
        items(n, |at| format!("the w{at} @1 = nothing_known_{at} + 1\n"))
    });
    assert_eq!(found, 300, "each is told");
    let found =
        grows_with_its_text("unknown names in one script", 500, |n| script(n, |at| format!("game.n = foo{at};\n")));
    assert_eq!(found, 500);
    let found = grows_with_its_text("unknown words of the game", 500, |n| script(n, |at| format!("game.w{at} = 1;\n")));
    assert_eq!(found, 500);
    let found = grows_with_its_text("unknown facts on one line", 400, |n| {
        format!("{}kind Other @1 {{ {} }}\n", items(0, |_| String::new()), parts(n, |at| format!("fact{at} {at} ")))
    });
    assert_eq!(found, 400);
    grows_with_its_text("unknown spaces", 500, |n| {
        Toy { pieces: parts(n, |at| format!(", Z{at}")), ..Toy::default() }.text()
    });
    grows_with_its_text("unknown ends of links", 200, |n| {
        Toy { links: parts(n, |at| format!("Q{at} -- R{at}\n")), ..Toy::default() }.text()
    });
    grows_with_its_text("unknown sections", 200, |n| items(n, |at| format!("the w{at} @9.{at} = 1\n")));
    grows_with_its_text("unknown verbs", 200, |n| items(n, |at| format!("forbid march{at} because \"so\" @1\n")));
}

#[test]
fn lines_that_cannot_be_read_in_any_number() {
    grows_with_its_text("signs too many", 200, |n| items(n, |at| format!("the w{at} = = 1 @1\n")));
    grows_with_its_text("no items", 400, |n| items(n, |at| format!("blurb {at}\n")));
    grows_with_its_text("stray brackets", 1000, |n| items(n, |_| "}\n".to_owned()));
    grows_with_its_text("stray brackets on one line", 1000, |n| items(n, |_| ")".to_owned()));
    grows_with_its_text("curly quotes", 1000, |n| items(n, |_| "“".to_owned()));
    grows_with_its_text("one name many times", 200, |n| items(n, |_| "kind Same @1\n".to_owned()));
}

#[test]
fn many_items() {
    for (name, n, part) in [
        ("words", 300, (|at| format!("the w{at} @1 = game.n + {at}\n")) as fn(usize) -> String),
        ("words, each on the one before", 300, |at| match at {
            0 => "the w0 @1 = game.n\n".to_owned(),
            _ => format!("the w{at} @1 = w{} + 1\n", at - 1),
        }),
        ("words, each on the next", 300, |at| format!("the w{at} @1 = if true {{ 1 }} else {{ v{} }}\n", at + 1)),
        ("words of pieces", 200, |at| format!("is near{at}(man) @1 = man.space == X\n")),
        ("variables", 300, |at| format!("game var v{at}: int = 0 @1\n")),
        ("kinds", 300, |at| format!("kind K{at} @1\n")),
        ("actions", 150, |at| format!("action act{at} \"Act {at}\" @1 {{ man mine  do {{ game.n += 1; }} }}\n")),
        ("quantities", 150, |at| format!("quantity q{at}(man) @1 {{ base 1 }}\n")),
        ("reasons against", 150, |at| format!("forbid act when game.n == {at} because \"r\" @1\n")),
        ("hooks", 150, |at| format!("after n @1 do {{ if game.n == {at} {{ say(\"x\"); }} }}\n")),
        ("procedures", 150, |at| format!("procedure p{at}(man) @1 {{ game.n += 1; }}\n")),
        ("tests", 150, |at| format!("test \"t {at}\" @1 {{ given {{ A {{ X: Man }} }} then game.n == 0 }}\n")),
    ] {
        grows_with_its_text(name, n, |n| items(n, part));
    }
}

#[test]
fn large_boards_and_positions() {
    grows_with_its_text("named spaces in a row", 500, |n| {
        let spaces = parts(n, |at| format!(", S{at}"));
        Toy { spaces, links: parts(n - 1, |at| format!("S{at} -- S{}\n", at + 1)), ..Toy::default() }.text()
    });
    grows_with_its_text("pieces", 500, |n| Toy { pieces: parts(n, |_| ", X".to_owned()), ..Toy::default() }.text());
    let links = |n| {
        items(0, |_| String::new())
            .replace("links path", &format!("{} links path", parts(n, |at| format!("links p{at} {{ X -- Y }}\n"))))
    };
    grows_with_its_text("links", 200, links);
}

#[test]
fn long_lines() {
    grows_with_its_text("comments on one line", 4_000, |n| script(1, |_| "/*a*/".repeat(n)));
    grows_with_its_text("comments that nothing closes", 1_000, |n| items(1, |_| "/*".repeat(n)));
    grows_with_its_text("statements on one line", 1000, |n| script(n, |_| "game.n = 1; ".to_owned()));
    grows_with_its_text("the same fault on one line", 500, |n| script(n, |_| "game.unknown = 1; ".to_owned()));
    grows_with_its_text("signs beyond English", 500, |n| script(n, |_| "say(\"é\"); game.n = 1; ".to_owned()));
    grows_with_its_text("a whole file on one line", 200, |n| {
        items(n, |at| format!("the w{at} @1 = game.n + {at}; ")).replace('\n', "; ")
    });
    grows_with_its_text("a whole wrong file on one line", 150, |n| {
        items(n, |at| format!("the w{at} @1 = q + {at}; ")).replace('\n', "; ")
    });
    grows_with_its_text("numbers in a text", 500, |n| script(1, |_| format!("say(`{}`);", "${game.n}".repeat(n))));
    grows_with_its_text("arguments", 500, |n| items(1, |_| format!("the w @1 = min({}1)\n", "1, ".repeat(n))));
    grows_with_its_text("a long title", 500_000, |n| items(1, |_| format!("kind Long \"{}\" @1\n", "é".repeat(n))));
    grows_with_its_text("a long comment", 500_000, |n| items(1, |_| format!("// {}\n", "x".repeat(n))));
}

/// The spaces of a board are counted before it is built, and the error states the limit.
#[test]
fn boards_without_room_are_refused() {
    for (board, wanted) in [
        ("hexes flat 5000 x 5000, even columns low, numbered CCRR", "the board has 25000000 spaces, too many"),
        ("hexes flat 4000000000 x 4000000000, even columns low, numbered CCRR", "spaces, too many"),
        ("grid cell 255 x 255", "the board has 65025 spaces, too many"),
        ("grid one 60 x 60 { }  grid two 60 x 60", "the board has 7200 spaces, too many"),
        ("grid cell 5000 x 5000", "5000 lines of a grid are too many"),
    ] {
        let text = Toy::default().text();
        let members = text.lines().nth(2).expect("a board");
        let found =
            check(&text.replace(members, &format!("board ground @1 {{ {board} {{ }} }}").replace("CCRR { }", "CCRR")));
        let told =
            found.iter().find(|one| one.headline.contains(wanted)).unwrap_or_else(|| panic!("{board}: {found:#?}"));
        let label = told.primary.as_ref().map(|label| label.text.as_str()).unwrap_or_default();
        assert!(label.contains("at most"), "{label}");
    }
    let many = Toy { spaces: parts(6000, |at| format!(", S{at}")), ..Toy::default() }.text();
    assert!(check(&many).iter().any(|one| one.headline == "the board has 6002 spaces, too many"));
}

/// Texts nested too deeply are refused.
#[test]
fn whatever_nests_is_refused_in_time() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("if true {", "}"), ("!", ""), ("f(", ")"), ("#{a: ", "}"), ("|x| ", "")]
    {
        let deep = |n: usize| format!("the w @1 = {}1{}\n", open.repeat(n), close.repeat(n));
        for text in [
            deep(100_000),
            deep(70),
            format!("procedure p() @1 {{ {}{} }}\n", open.repeat(100_000), close.repeat(100_000)),
        ] {
            let begun = computed();
            let found = check(&items(1, |_| text.clone()));
            assert!(!found.is_empty() && computed() - begun < Duration::from_secs(10), "{open}");
        }
    }
}

/// `check` shows the first hundred errors and the number of the rest; `--all` shows all.
#[test]
fn a_hundred_errors_are_enough() {
    let place = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(place.path().join("rules/toy")).expect("a folder");
    let text = items(150, |at| format!("the w{at} @1 = nothing_known_{at} + 1\n"));
    std::fs::write(place.path().join("rules/toy/game.ori"), text).expect("written");
    let said = |options: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_oriflamme"))
            .args(["check", "rules/toy/game.ori"])
            .args(options)
            .current_dir(place.path())
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let (some, all) = (said(&[]), said(&["--all"]));
    let errors = |said: &str| said.matches("error[").count();
    assert!(errors(&some) == 100 && some.contains("and 50 more; `--all` shows them"), "{some}");
    assert!(errors(&all) == 150 && !all.contains("--all"), "{}", errors(&all));
}
