//! Rules whose result depends on their order in the text: planted pairs are all found, harmless pairs are not reported.

use oriflamme::analysis::conflicts::{Conflicts, Effort, Meant, conflicts};
use oriflamme::analysis::testing::run_one;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::play::native;
use oriflamme::session::conflict_test;

use crate::harness;

/// The conflicts found in a toy game with these rules and these modifiers of its number.
#[track_caller]
fn found(rules: &str, modifiers: &str) -> Conflicts {
    try_find(rules, modifiers).unwrap_or_else(|mistakes| panic!("{rules}\n{modifiers}\n{mistakes:#?}"))
}

fn try_find(rules: &str, modifiers: &str) -> Result<Conflicts, Vec<String>> {
    let catalog = toy(rules, modifiers);
    let found = conflicts(&catalog, &catalog.games[0], None, &[], Effort { games: 4, seed: 1, tests: false });
    found.map_err(|mistakes| mistakes.iter().map(|one| format!("{} {}", one.code, one.headline)).collect())
}

/// The toy game with these rules and these modifiers of its number.
fn toy(rules: &str, modifiers: &str) -> Catalog {
    let text = format!(
        "game toy \"Toy\" {{ die d6  sides Red, Blue }}\n\
         rulebook {{ 1 \"All\" \"Everything.\" }}\n\
         board land @1 {{ spaces {{ A, B }}  links road {{ A -- B }} }}\n\
         kind Man @1\n\
         noun man/men = Man\n\
         noun n = int\n\
         game var x: int = 1 @1\n\
         game var y: int = 0 @1\n\
         game var z: int = 0 @1\n\
         game var score: int = 0 @1\n\
         side var points: int = 0 @1\n\
         piece flag hurt / well @1\n\
         ruling taste \"Which taste?\" @1 {{ sweet \"Sweet\" default  sour \"Sour\" }}\n\
         is open @1 = game.z > 99\n\
         fn worth(n) @1 {{ n }}\n\
         quantity power() @1 {{ base game.x + 6  {modifiers} }}\n\
         procedure bump(n) @1 {{ game.z += n; }}\n\
         {rules}\n\
         action march \"March\" @1 {{ once  do {{\n\
           bump(1);\n\
           game.score += 1;\n\
           for man in men {{ man.hurt = !man.hurt;  if man.space == A {{ place(man, B); }} else {{ place(man, A); }} }}\n\
           if open {{ game.score += 1; }}\n\
           game.score += worth(2);\n\
           game.score += power();\n\
         }} }}\n\
         sequence @1 {{ turn \"Turn\" repeat 1..3 {{ acting \"Acting\" each side  actions march }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ Red {{ A: Man }}  Blue {{ B: Man }} }}\n"
    );
    Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }])
}

fn open(found: &Conflicts) -> usize {
    found.pairs.iter().filter(|pair| pair.is_open()).count()
}

/// Moments that a hook may name.
const MOMENTS: [&str; 13] = [
    "before bump(n)",
    "after bump(n)",
    "before march",
    "after march",
    "before turn",
    "after turn",
    "before acting",
    "after acting",
    "before leave(man, from)",
    "after leave(man, from)",
    "before enter(man, to)",
    "after enter(man, to)",
    "after hurt(man)",
];

/// Pairs of scripts whose result depends on their order.
const SCRIPTS: [(&str, &str); 3] = [
    ("game.x += 1;", "game.x = min(game.x * 2, 1000);"),
    ("game.y = 3;", "game.y = 4;"),
    ("game.y = game.x;", "game.x = min(game.x + 7, 1000);"),
];

/// Pairs of other rules whose result depends on their order.
const RULES: [&str; 9] = [
    "whenever game.z > 1 && game.y == 0 @1 do { game.y = 3; }\nwhenever game.z > 1 && game.y == 0 @1 do { game.y = 4; }",
    "whenever game.z > game.x @1 do { game.x = game.z; }\nwhenever game.z > 1 && game.y == 0 @1 do { game.y = game.x; }",
    "whenever man.hurt && game.y == 0 @1 do { game.y = 1; }\nwhenever man.hurt && game.x < 9 @1 do { game.x = 9 + game.y; }",
    "replace is open when game.z > 0 @1 = true\nreplace is open when game.z > 1 @1 = false",
    "replace is open @1 = game.z == 2\nreplace is open when game.z > 0 @1 = game.z == 3",
    "replace is open @1 = usual || game.z == 2\nreplace is open @1 = usual && game.z == 3",
    "replace fn worth(n) when game.z > 0 @1 { n + 1 }\nreplace fn worth(n) when game.z > 1 @1 { n + 2 }",
    "replace procedure bump(n) when game.z > 0 @1 { game.z += 2; }\nreplace procedure bump(n) when game.z > 1 @1 { game.z += 3; }",
    "before bump(n) @1 do { cancel(); }\nbefore bump(n) @1 do { game.y += 1; }",
];

/// Modifiers of one number whose result depends on their order.
const MODIFIERS: [&str; 5] = [
    "modify halved up @1  modify doubled @1",
    "modify by -1 @1  modify halved up @1  modify halved down @1",
    "modify at least 9 @1  modify at most 5 @1",
    "modify base exactly 5 @1  modify base by +1 @1",
    "modify base halved up @1  modify base by +1 @1",
];

#[test]
fn fifty_planted_conflicts_are_all_found() {
    let hooks = MOMENTS.iter().flat_map(|moment| {
        SCRIPTS.iter().map(move |(one, other)| {
            (format!("{moment} @1 do {{ {one} }}\n{moment} @1 do {{ {other} }}"), String::new())
        })
    });
    let rules = RULES.iter().map(|rules| ((*rules).to_owned(), String::new()));
    let modifiers = MODIFIERS.iter().map(|modifiers| (String::new(), (*modifiers).to_owned()));
    let planted: Vec<(String, String)> = hooks.chain(rules).chain(modifiers).collect();
    assert!(planted.len() >= 50, "{}", planted.len());
    let count = |(rules, modifiers): &(String, String)| try_find(rules, modifiers).map(|found| open(&found));
    let missed: Vec<_> = planted.iter().map(|one| (one, count(one))).filter(|(_, count)| *count != Ok(1)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn harmless_pairs_are_not_reported() {
    let harmless = [
        // Independent effects, or sums.
        (
            "whenever game.z > 1 && game.x < 3 @1 do { game.x = 3; }\nwhenever game.z > 1 && game.y < 3 @1 do { game.y = 3; }",
            "",
        ),
        // Never both at once: one enables the other.
        ("whenever game.z > 1 && game.y == 0 @1 do { game.y = 1; }\nwhenever game.y == 1 @1 do { game.y = 2; }", ""),
        ("after bump(n) @1 do { game.x += 1; }\nafter bump(n) @1 do { game.y += 1; }", ""),
        ("after bump(n) @1 do { game.y += 1; }\nafter bump(n) @1 do { game.y += 2; }", ""),
        // The language defines the order.
        ("after bump(n) @1 do { game.y = 3; }\nfirst after bump(n) @1 do { game.y = 4; }", ""),
        // Never both.
        ("after march for Red @1 do { game.y = 3; }\nafter march for Blue @1 do { game.y = 4; }", ""),
        (
            "after bump(n) under taste sweet @1 do { game.y = 3; }\nafter bump(n) under taste sour @1 do { game.y = 4; }",
            "",
        ),
        ("after bump(n) when game.z > 90 @1 do { game.y = 3; }\nafter bump(n) @1 do { game.y = 4; }", ""),
        // Only the dice that each one rolls differ.
        ("after march @1 do { game.x = roll(1).sum; }\nafter march @1 do { game.y = roll(1).sum; }", ""),
        // The same value in either order.
        ("replace is open when game.z > 0 @1 = game.z == 2\nreplace is open @1 = game.z == 2", ""),
        ("replace is open @1 = usual || game.z == 2\nreplace is open @1 = usual || game.z == 3", ""),
        ("", "modify exactly 3 @1  modify exactly 3 when game.z > 1 @1"),
        ("", "modify exactly 3 as low @1  modify exactly 4 over low when game.z > 1 @1"),
        ("", "modify halved up @1  modify halved up @1"),
        ("", "modify doubled @1  modify by +1 @1  modify at least 2 @1  modify at most 50 @1"),
    ];
    let count = |one: &(&str, &str)| try_find(one.0, one.1).map(|found| open(&found));
    let reported: Vec<_> = harmless.iter().map(|one| (one, count(one))).filter(|(_, count)| *count != Ok(0)).collect();
    assert!(reported.is_empty(), "{reported:#?}");
}

#[test]
fn a_pair_that_play_never_met_may_matter() {
    let found = found("after bump(n) when game.z > 90 @1 do { game.y = 3; }\nafter bump(n) @1 do { game.y = 4; }", "");
    assert_eq!((found.pairs.len(), found.pairs[0].met, found.pairs[0].proof.is_none()), (1, 0, true));
}

#[test]
fn modifiers_that_set_equal_constants_never_matter_even_unmet() {
    let pairs = |number: &str| {
        let rare = format!("modify exactly 3 @1  modify exactly {number} when game.z > 90 @1");
        found("", &rare).pairs.len()
    };
    assert_eq!((pairs("3"), pairs("4")), (0, 1));
    assert!(found("", "modify base exactly -3 @1  modify base exactly -3 when game.z > 90 @1").pairs.is_empty());
}

#[test]
fn a_note_or_a_ruling_says_that_the_order_is_meant() {
    let first = "after bump(n) @1 do { game.y = 3; }\n";
    let noted = found(&format!("{first}// in order: four wins\nafter bump(n) @1 do {{ game.y = 4; }}"), "");
    assert_eq!(noted.pairs[0].meant, Some(Meant::Note("four wins".to_owned())));
    assert!(noted.pairs[0].proof.is_some() && open(&noted) == 0);
    let ruled = found(&format!("{first}after bump(n) under taste sweet @1 do {{ game.y = 4; }}"), "");
    assert_eq!(ruled.pairs[0].meant, Some(Meant::Ruling("taste sweet".to_owned())));
    // A note above the earlier rule does not cover the later one.
    let wrong = found(&format!("// in order: three wins\n{first}after bump(n) @1 do {{ game.y = 4; }}"), "");
    assert_eq!(open(&wrong), 1);
}

#[test]
fn a_conflict_says_where_it_is_and_what_differs() {
    let found = found("after bump(n) @1 do { game.y = 3; }\nafter bump(n) @1 do { game.y = 4; }", "");
    let pair = &found.pairs[0];
    assert_eq!((pair.about.as_str(), pair.second.line - pair.first.line), ("after bump", 1));
    assert_eq!(
        (pair.first.sections.as_slice(), pair.first.file.as_str()),
        (&["1".to_owned()][..], "rules/toy/game.ori")
    );
    let proof = pair.proof.as_ref().expect("play meets them");
    assert_eq!(proof.differs, ["y: 4, in the other order 3"]);
    assert_eq!((proof.scenario.as_str(), proof.moment.as_str(), proof.decision), ("toy", "Turn 1, Acting", 0));
}

#[test]
fn a_conflict_comes_with_the_smallest_position_as_a_test_that_the_other_order_breaks() {
    let planted: Vec<(String, String, &str, &str)> = vec![
        // The rules, the modifiers, and the two parts to swap.
        (
            "after bump(n) @1 do { game.x += 1; }\nafter bump(n) @1 do { game.x = game.x * 2; }".to_owned(),
            String::new(),
            "after bump(n) @1 do { game.x += 1; }",
            "after bump(n) @1 do { game.x = game.x * 2; }",
        ),
        (
            "after turn @1 do { game.y = game.x; }\nafter turn @1 do { game.x = min(game.x + 7, 90); }".to_owned(),
            String::new(),
            "after turn @1 do { game.y = game.x; }",
            "after turn @1 do { game.x = min(game.x + 7, 90); }",
        ),
        (RULES[0].to_owned(), String::new(), "game.y = 3;", "game.y = 4;"),
        (RULES[6].to_owned(), String::new(), "{ n + 1 }", "{ n + 2 }"),
        (RULES[7].to_owned(), String::new(), "{ game.z += 2; }", "{ game.z += 3; }"),
        (String::new(), MODIFIERS[0].to_owned(), "halved up", "doubled"),
    ];
    for (rules, modifiers, one, other) in &planted {
        let catalog = toy(rules, modifiers);
        let entry = &catalog.games[0];
        let found = conflicts(&catalog, entry, None, &[], Effort { games: 4, seed: 1, tests: true }).expect("compiled");
        let pair = found.pairs.iter().find(|pair| pair.is_open()).expect("planted");
        let text = conflict_test(entry, pair, "order").unwrap_or_else(|problem| panic!("{rules}: {problem}"));
        let differs = &pair.proof.as_ref().expect("proved").differs[0];
        assert!(text.contains(&format!("// {differs}")), "{text}");
        assert!(text.lines().count() <= 16, "{text}");
        let outcome = |rules: &str, modifiers: &str| {
            let mut texts = toy(rules, modifiers).games[0].texts();
            texts.push(SourceText { path: "tests/toy/order.ori".to_owned(), text: text.clone() });
            let catalog = Catalog::new(texts);
            run_one(&catalog, &catalog.games[0], Some("toy"), "order", native::make)
        };
        assert_eq!(outcome(rules, modifiers), Ok(()), "{text}");
        let swap = |text: &str| text.replace(one, "#").replace(other, one).replace('#', other);
        let swapped = outcome(&swap(rules), &swap(modifiers));
        assert!(swapped.is_err(), "{text}");
    }
}

#[test]
fn a_test_beside_the_rules_does_not_keep_a_conflict_from_becoming_a_test() {
    let rules = "after bump(n) @1 do { game.y = 3; }\nafter bump(n) @1 do { game.y = 4; }\n\
        test \"a man is there\" @1 { given toy  then A.pieces.count == 1 }";
    let catalog = toy(rules, "");
    let effort = Effort { games: 4, seed: 1, tests: true };
    let found = conflicts(&catalog, &catalog.games[0], None, &[], effort).expect("compiled");
    let text = conflict_test(&catalog.games[0], &found.pairs[0], "order").expect("a test");
    assert!(text.contains("// y: 4, in the other order 3"), "{text}");
}

#[test]
fn numbers_that_rules_set_in_two_ways_are_a_fault_in_both_orders() {
    let found = found("", "modify exactly 3 @1  modify exactly 4 when game.z > 1 @1");
    assert_eq!(open(&found), 0);
    let faults: Vec<&str> = found.unfinished.iter().map(|one| one.fault.message.as_str()).collect();
    assert!(faults.iter().all(|fault| fault.contains("to different numbers")) && !faults.is_empty(), "{faults:?}");
}

#[test]
fn rules_that_loop_end_with_a_fault() {
    let found = found("after bump(n) @1 do { game.y = 3; }\nafter bump(n) @1 do { while true { game.y += 1; } }", "");
    assert!(!found.unfinished.is_empty());
}

#[test]
fn the_shipped_games_have_none_without_a_ruling_or_a_note() {
    let catalog = harness::catalog();
    for entry in &catalog.games {
        let found = conflicts(catalog, entry, None, &[], Effort { games: 1, seed: 7, tests: false })
            .expect("the game compiles");
        let open: Vec<_> = found.pairs.iter().filter(|pair| pair.meant.is_none()).collect();
        assert!(open.is_empty(), "{open:#?}");
        assert!(found.unfinished.is_empty(), "{:#?}", found.unfinished[0].fault);
    }
}
