//! Edges as an author uses them: facts and state of single links, on both engines; their names in commands, positions and
//! saved games; what a board draws of them; what a side does not know of them.

use oriflamme::analysis::testing::run_tests;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::play::Status;
use oriflamme::session::save::Save;
use oriflamme::session::{Answer, Said, Session, Sight};

use crate::harness::{ENGINES, at_one_table as session, board_of as board, random_play, toy, toy_with};

const CARSE: &str = include_str!("edges/carse.toy");

/// A network of two kinds of links, drawn as a map.
const COAST: &str = r#"
game coast "The coast" { sides North, South }
rulebook { 1 "All" "Everything." }
edge has { toll: int = 0 }
edge flag blown @1
edge var guard: side? @1
space has { east, north: int }
board land @1 {
  spaces { Brest east 0 north 0, Dol east 4 north 0, "Le Gâvre" east 4 north 3, Vire east 0 north 3 }
  links road { Brest -- Dol: toll 2 when !edge.blown;  Dol -- "Le Gâvre" -- Vire }
  links sea { Dol -> Brest }
}
draw { map east north  link road "." brown }
kind Man @1
noun man/men = Man
action blow "Blow up" @1 { edge edges where !edge.blown  do { edge.blown = true; edge.guard = me; } }
action free "Free" @1 { edge edges.blown  do { edge.blown = false; edge.guard = none; } }
sequence @1 { turn repeat 1..9 { acting each side actions blow, free } }
scenario coast "The coast" for coast @1 { North { Brest: Man }  South { Vire: Man }  guard South: road }
"#;

/// A board that each side reads from its own edge.
const GRID: &str = r#"
game toy "Toy" { sides North, South }
rulebook { 1 "All" "Everything." }
edge flag cut @1
board land @1 {
  grid area 2 x 2 turned for South { columns wing: left, right  rows row: near, far }
  links onward { ahead }
}
kind Man @1
action cut "Cut" @1 { edge edges where !edge.cut  do { edge.cut = true; } }
sequence @1 { turn repeat 1..9 { acting each side actions cut once } }
scenario toy "Toy" for toy @1 { North { left near: Man }  South { left near: Man } }
"#;

fn catalog(text: &str) -> Catalog {
    Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }])
}

#[track_caller]
fn asked(session: &Session, text: &str) -> String {
    match session.ask(text) {
        Answer::Told(told) => told.lines.iter().map(|line| line.text()).collect::<Vec<_>>().join("\n"),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn the_rules_of_the_carse_hold_on_both_engines() {
    for (engine, make) in ENGINES {
        let mut failures = Vec::new();
        let ran = run_tests(&catalog(CARSE), &|_, _| true, make, &mut |_, verdict| {
            failures.extend(verdict.failure.iter().map(|failure| format!("{}: {failure:?}", verdict.title)));
        });
        assert!(ran.is_whole(), "{engine}: {ran:#?}");
        assert!(failures.is_empty(), "{engine}: {failures:#?}");
    }
}

#[test]
fn random_games_are_the_same_on_both_engines() {
    let game = toy_with(CARSE, "carse");
    for seed in 0..60 {
        let [one, other] = ENGINES.map(|(engine, make)| {
            let mut play = random_play(&game, seed, make);
            let end = play.go();
            assert!(matches!(end, Status::Over(_)), "{engine}, seed {seed}: {end:?}");
            play.digest()
        });
        assert_eq!(one, other, "seed {seed}");
    }
}

#[test]
fn an_edge_is_named_by_its_ends_in_either_order_and_by_its_link_where_several_join_them() {
    let game = toy_with(COAST, "coast");
    for (engine, make) in ENGINES {
        let mut session = session(&game, make);
        assert_eq!(asked(&session, "road.edges"), "road Brest–Dol, Dol–Le Gâvre, Le Gâvre–Vire  3 edges", "{engine}");
        for (said, blown) in [
            ("blow up gavre dol", None),
            ("blow up le gavre -- dol", Some("Dol–Le Gâvre")),
            ("blow up sea brest dol", Some("Dol–Le Gâvre, sea Dol–Brest")),
            ("blow up Dol–Brest", Some("road Brest–Dol, Dol–Le Gâvre, sea Dol–Brest")),
        ] {
            let result = session.say(said);
            assert_eq!(result == Said::Done, blown.is_some(), "{engine}: {said}: {result:?}");
            if let Some(blown) = blown {
                assert!(asked(&session, "edges.blown").starts_with(blown), "{engine}: {said}");
            }
        }
        let save = Save::read(&session.save()).expect("what was written can be read");
        let (loaded, trouble) = Session::resume(&game, &save, make).expect("what was written can be played");
        assert_eq!((trouble, loaded.hash()), (None, session.hash()), "{engine}");
    }
}

/// On a board that each side reads from its own edge, an edge has the names of the side that speaks.
#[test]
fn each_side_names_an_edge_as_it_sees_its_ends() {
    let game = toy(GRID);
    for (engine, make) in ENGINES {
        let mut session = session(&game, make);
        assert_eq!(session.say("cut left near left far"), Said::Done, "{engine}");
        assert_eq!(session.say("cut left far, left near"), Said::Done, "{engine}");
        assert_eq!(asked(&session, "edges.cut.count"), "2  a number", "{engine}");
        assert_eq!(
            asked(&session, "edge(South.space(\"left near\"), South.space(\"left far\")).cut"),
            "yes",
            "{engine}"
        );
        let save = Save::read(&session.save()).expect("what was written can be read");
        let (loaded, trouble) = Session::resume(&game, &save, make).expect("what was written can be played");
        assert_eq!((trouble, loaded.hash()), (None, session.hash()), "{engine}");
    }
}

#[test]
fn the_board_lists_what_differs_and_leaves_out_what_is_closed() {
    let game = toy_with(COAST, "coast");
    let mut session = session(&game, oriflamme::play::native::make);
    let before = board(&session);
    assert!(!before.contains("blown") && before.contains("guard South: road Brest–Dol, Dol–Le Gâvre"), "{before}");
    assert_eq!(session.say("blow up road brest dol"), Said::Done);
    let after = board(&session);
    assert!(after.contains("blown: road Brest–Dol"), "{after}");
    // The sea still joins the two, but the road has vanished from the picture. Open, the two run side by side.
    let lines = |session: &Session| session.svg(None).matches("<line").count();
    let closed = lines(&session);
    assert_eq!(session.say("free road brest dol"), Said::Done);
    assert_eq!(lines(&session), closed + 1);
}

#[test]
fn a_position_by_hand_and_a_position_as_a_test_name_edges() {
    let game = toy_with(COAST, "coast");
    for (engine, make) in ENGINES {
        let mut session = session(&game, make);
        for line in ["set blown: Dol -- Brest, sea", "set guard North: road Dol -- Brest", "set blown no: sea"] {
            assert_eq!(session.arbitrate(line), Said::Done, "{engine}: {line}");
        }
        assert!(asked(&session, "edges.blown").starts_with("road Brest–Dol"), "{engine}");
        let text = session.as_test("by hand").expect("a test").text;
        for part in
            ["blown yes: road Brest -- Dol", "guard North: road Brest -- Dol", "guard South: road Dol -- Le Gâvre"]
        {
            assert!(text.contains(part), "{engine}: {part} in {text}");
        }
        let mut failures = Vec::new();
        let ran = run_tests(&catalog(&format!("{COAST}\n{text}")), &|_, _| true, make, &mut |_, verdict| {
            failures.extend(verdict.failure.iter().map(|failure| format!("{failure:?}")));
        });
        assert!(ran.is_whole() && failures.is_empty(), "{engine}: {failures:?} {text}");
    }
}

#[test]
fn a_side_learns_nothing_of_hidden_state_of_edges() {
    let game = toy_with(&format!("{COAST}\nhide edge.blown from North @1\nhide edge.guard from South @1\n"), "coast");
    let mut session = session(&game, oriflamme::play::native::make);
    assert!(board(&session).contains("guard South"), "North sees the guards");
    assert_eq!(session.say("blow up road brest dol"), Said::Done);
    let north = board(&session);
    assert!(!north.contains("blown"), "{north}");
    assert!(matches!(session.ask("edges.blown.any"), Answer::Refused(_)));
    assert_eq!(session.say("done"), Said::Done);
    let south = board(&session);
    assert!(south.contains("blown: road Brest–Dol") && !south.contains("guard"), "{south}");
}

/// Where a side does not know that a road is closed, the picture shows it open.
#[test]
fn a_picture_does_not_show_that_a_link_is_closed_by_something_hidden() {
    let lines = |session: &Session| session.svg(None).matches("<line").count();
    let roads = COAST.replace("Dol -> Brest", "Vire -> Brest");
    for (hidden, vanishes) in [("", 1), ("hide edge.blown from North @1", 0)] {
        let game = toy_with(&format!("{roads}\n{hidden}\n"), "coast");
        let mut session = session(&game, oriflamme::play::native::make);
        let open = lines(&session);
        assert_eq!(session.say("blow up brest dol"), Said::Done);
        assert_eq!(open - lines(&session), vanishes, "{hidden}");
    }
}

#[test]
fn mistakes_about_edges_are_reported_at_their_word() {
    for (old, new, code, token, help) in [
        ("Dol: toll 2", "Dol toll 2", "unknown-place", "Dol toll 2", "write `:` before `toll`"),
        ("Dol: toll 2", "Dol: tol 2", "unknown-word", "tol", "`toll`"),
        ("Dol: toll 2", "Dol: toll", "wrong-value", "", ""),
        ("toll: int = 0", "toll: int", "missing-fact", "road", ""),
        ("guard South: road", "guard South: raod", "unknown-word", "raod", "with `--` between them"),
        ("guard South: road", "guard South: Brest Dol", "unknown-word", "Brest Dol", "`Brest -- Dol`"),
        ("guard South: road", "guard South: Brest -- Vire", "unknown-word", "Brest -- Vire", "a link joins"),
        ("guard South: road", "Brest -- Dol: blown", "unknown-place", "Brest -- Dol", "`NAME: Brest -- Dol`"),
        (
            "-- Vire }",
            "-- Vire;  Vire -- \"Le Gâvre\": toll 1;  Vire -- \"Le Gâvre\": toll 3 }",
            "declared-twice",
            "",
            "in both directions",
        ),
        (
            "guard South: road",
            "guard South: Brest -- Dol, Dol -- Brest  blown: sea",
            "unknown-place",
            "",
            "before `blown`",
        ),
        ("edge var guard", "space has { door: edge? }\nedge var guard", "wrong-type", "edge?", "declare a variable"),
        ("when !edge.blown", "when road(from, to)", "circle", "", ""),
        ("when !edge.blown", "when Brest.across(road).any", "circle", "", ""),
        ("when !edge.blown", "when steps(Brest, Dol, road) != none", "circle", "", ""),
        ("when !edge.blown", "when edge.open", "circle", "", ""),
        ("edges where !edge.blown", "edges where !road.blown", "unknown-word", "blown", "of an edge"),
    ] {
        let catalog = catalog(&COAST.replace(old, new));
        let compiled = catalog.compile(&catalog.games[0], Some("coast"), &[]);
        let found = compiled.diagnostics.iter().filter(|one| one.is_error()).find(|one| one.code == code);
        let found = found.unwrap_or_else(|| panic!("{new}: {:#?}", compiled.diagnostics));
        let label = found.span().map(|span| catalog.sources.text(span)).unwrap_or_default();
        let helps = format!("{:?} {:?}", found.help, found.advice);
        assert!(token.is_empty() || label == token, "{new}: {found:#?}");
        assert!(helps.contains(help), "{new}: {helps}");
    }
}

#[test]
fn a_board_has_a_limit_of_edges() {
    let many = "game wide \"Wide\" { sides A, B }\nrulebook { 1 \"All\" \"Everything.\" }\n\
        board land @1 { hexes flat 150 x 130, even columns low, numbered CCCRRR\n\
        links one { N, NE, SE }  links two { S, SW, NW } }\nkind Man @1\n\
        sequence @1 { turn repeat 1..2 { } }\nscenario wide \"Wide\" for wide @1 { A { 001001: Man } }\n";
    let catalog = catalog(many);
    let compiled = catalog.compile(&catalog.games[0], Some("wide"), &[]);
    assert!(
        compiled.diagnostics.iter().any(|one| one.headline.contains("edges, too many")),
        "{:#?}",
        compiled.diagnostics
    );
    assert!(compiled.game.is_none());
    let _ = toy(&many.replace("  links two { S, SW, NW }", "").replace("wide", "toy"));
}

/// The checker does not look into functions for circles. Play stops at the limit of calls.
#[test]
fn a_link_that_depends_on_itself_through_a_function_is_a_fault() {
    let text = COAST.replace("when !edge.blown", "when round(edge)") + "fn round(edge) @1 { road(Brest, Dol) }\n";
    let game = toy_with(&text, "coast");
    for (engine, make) in ENGINES {
        let session = session(&game, make);
        match session.ask("road(Brest, Dol)") {
            Answer::Mistaken(found, _) => {
                assert!(found[0].headline.contains("call each other too deeply"), "{found:?}")
            }
            other => panic!("{engine}: {other:?}"),
        }
        board(&session);
    }
}

/// A link has a name and a title: positions and commands take both.
#[test]
fn a_link_with_a_title_is_called_by_either() {
    let text = COAST.replace("links road {", "links road \"Great road\" {");
    let game = toy_with(&text, "coast");
    for (engine, make) in ENGINES {
        let mut session = session(&game, make);
        for line in ["set blown: Great road Brest -- Dol", "set blown no: road Dol -- Brest"] {
            assert_eq!(session.arbitrate(line), Said::Done, "{engine}: {line}");
        }
        for said in ["blow up road dol brest", "free great road brest dol", "blow up Great road Dol -- Brest"] {
            assert_eq!(session.say(said), Said::Done, "{engine}: {said}");
        }
        assert_eq!(asked(&session, "edge(Brest, Dol).open"), "no", "{engine}");
        // Two edges join the two, and a command that could mean either is not carried out.
        assert_eq!(session.say("free brest dol"), Said::Done, "{engine}: only one of them is blown");
        match session.say("blow up brest dol") {
            Said::Refused(text) => assert!(text.contains("could be"), "{engine}: {text}"),
            other => panic!("{engine}: {other:?}"),
        }
    }
}

#[test]
fn the_state_of_a_link_is_shown_and_written_like_that_of_its_edges() {
    let text = COAST
        .replace("edge flag blown @1", "edge flag blown @1\nlink flag frozen @1")
        .replace("guard South: road }", "guard South: road\n frozen: sea }");
    let game = toy_with(&text, "coast");
    let session = session(&game, oriflamme::play::native::make);
    assert!(board(&session).contains("frozen: sea"));
    let text = session.as_test("by hand").expect("a test").text;
    assert!(text.contains("given coast") || text.contains("frozen yes: sea"), "{text}");
    let place = session.board(Sight { width: 80, height: 36, colours: false }, session.area("brest").ok());
    let place: String = place.iter().map(|line| line.text() + "\n").collect();
    assert!(place.contains("road to Dol: toll 2, guard South") && !place.contains("sea to Dol"), "{place}");
}

/// What chance has drawn is named in the test of a position, too.
#[test]
fn a_position_as_a_test_draws_edges() {
    let game = toy_with(CARSE, "carse");
    for (engine, make) in ENGINES {
        let mut session = session(&game, make);
        assert_eq!(session.say("flood"), Said::Done, "{engine}");
        let text = session.as_test("flooded").expect("a test").text;
        assert!(text.contains("draw \"burn 0"), "{engine}: {text}");
        let mut failures = Vec::new();
        let whole = catalog(&format!("{CARSE}\n{text}"));
        let ran = run_tests(&whole, &|title, _| title == "flooded", make, &mut |_, verdict| {
            failures.extend(verdict.failure.iter().map(|failure| format!("{failure:?}")));
        });
        assert!(ran.is_whole() && failures.is_empty(), "{engine}: {failures:?} {text}");
    }
}
