//! The rules of a game as a book: every rule stands in it word for word, and every link leads somewhere.

use std::collections::BTreeSet;

use oriflamme::authoring::{Contents, book};
use oriflamme::catalog::{Catalog, GameEntry, SourceText};
use oriflamme::syntax::ast::{Item, ItemKind};

use crate::harness::catalog;

/// A game whose titles would end the element they stand in, with a test in its battle, a disputed point and an error.
const HOSTILE: &str = r#"
game duel "Duel </title><script>" { die d6  sides Red, Blue }
side Red "R<i>ed"
rulebook { 1 "Shots <" "A shot hits with a six. </p><script>"  1.1 "Aim" "How `aim` works"  prose 2 "Notes" }
note @2 "Nothing & nobody"
board field @1 { spaces { A, B }  links road { A -- B } }
piece has { speed, weight: int = 1 }
kind Man "Man </svg>" @1 { glyph "m" }
ruling far "Is a shot from afar better?" @1.1 { no "no, <never>" default  yes "yes" }
/// What a shot needs, by `far`.
quantity aim(piece) "aim" @1.1 @1 { base 6  modify by -1 under far yes because "afar" }
noun target = Man
action shoot "Shoot" @1 {
  target  pieces.of(me.foe)
  once
  do      { if roll() >= target.aim { remove(target); } }
}
quantity broken(piece) @1 { base nobody_knows }
sequence @1 { turn "Turn" repeat 1..3 { shots "Shots" by Red actions shoot } }
scenario duel "Duel" for duel @1 {
  Red { A: Man }  Blue { B: Man x4 }
  /// A shot.
  test "a shot <b>hits</b>" @1 @1.1 {
    at shots of Red
    dice 6
    play Red: shoot Man2
    then pieces.count == 4
  }
  forbid shoot when turn.number == 3 because "it is late" @1
}
"#;

fn of(text: &str) -> (String, Contents) {
    let catalog = Catalog::new([SourceText { path: "rules/duel/game.ori".to_owned(), text: text.to_owned() }]);
    book(&catalog, &catalog.games[0])
}

/// The text of a piece of HTML.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        rest = tag.split_once('>').expect("the tag ends").1;
    }
    text.push_str(rest);
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
}

/// The parts between two texts.
fn between<'t>(page: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    page.split(start).skip(1).map(|rest| rest.split_once(end).expect("an end").0).collect()
}

/// The outermost items of a game that a book has as they are written.
fn written(entry: &GameEntry) -> Vec<Item> {
    let trees = entry.trees();
    let items = trees.iter().flat_map(|tree| tree.items.iter());
    let is_written = |item: &&Item| {
        !matches!(
            item.kind,
            ItemKind::Rulebook(_)
                | ItemKind::Use(_)
                | ItemKind::Lesson(_)
                | ItemKind::Puzzle(_)
                | ItemKind::Note(_)
                | ItemKind::Ruling(_)
                | ItemKind::Scenario(_)
        )
    };
    items.filter(is_written).cloned().collect()
}

#[test]
fn every_rule_stands_in_the_book_of_its_game_word_for_word() {
    for entry in &catalog().games {
        let (page, contents) = book(catalog(), entry);
        let mut code: Vec<String> = between(&page, "<pre class=\"code\">", "</pre>").into_iter().map(text_of).collect();
        assert_eq!(code.iter().filter(|text| text.trim().is_empty()).count(), 0, "{}", entry.name);
        code.sort_unstable();
        for item in written(entry) {
            let text = catalog().sources.text(item.span);
            assert!(code.binary_search_by(|one| one.as_str().cmp(text)).is_ok(), "{}: {text}", entry.name);
        }
        assert!(contents.rules > 5 && page.len() > 10_000, "{}: {contents:?}", entry.name);
    }
}

#[test]
fn every_link_leads_to_one_place() {
    for entry in &catalog().games {
        let (page, contents) = book(catalog(), entry);
        let mut places = BTreeSet::new();
        for id in between(&page, " id=\"", "\"") {
            assert!(places.insert(id), "{}: {id} twice", entry.name);
        }
        let links: BTreeSet<&str> = between(&page, "href=\"#", "\"").into_iter().collect();
        let lost: Vec<_> = links.difference(&places).collect();
        assert!(lost.is_empty(), "{}: {lost:?}", entry.name);
        // Each section is in the table of contents, and each rule has a place.
        assert!(links.len() > contents.sections, "{}", entry.name);
        let count = |start: &str| places.iter().filter(|id| id.starts_with(start)).count();
        assert!(count("p") >= contents.rules + contents.examples, "{}", entry.name);
        assert_eq!(count("s"), contents.sections, "{}", entry.name);
    }
}

#[test]
fn a_battle_has_its_board_and_leaves_its_tests_to_the_examples() {
    let (page, contents) = of(&HOSTILE.replace("quantity broken(piece) @1 { base nobody_knows }\n", ""));
    assert_eq!(contents, Contents { sections: 3, rules: 11, examples: 1 });
    assert_eq!(page.matches("<svg").count(), 1);
    let code: Vec<String> = between(&page, "<pre class=\"code\">", "</pre>").into_iter().map(text_of).collect();
    let battle = code.iter().find(|text| text.starts_with("scenario")).expect("the battle");
    assert!(!battle.contains("test") && !battle.contains("A shot."), "{battle}");
    assert!(battle.contains("Red { A: Man }") && battle.contains("it is late") && battle.ends_with('}'), "{battle}");
    // The test is outdented.
    let test = code.iter().find(|text| text.starts_with("test")).expect("the test");
    assert!(test.contains("\n  at shots of Red\n") && test.ends_with("\n}"), "{test}");
    // What stands on the lines of a test stays.
    let (page, _) = of("game g \"G\" { sides A, B }\nrulebook { 1 \"One\" \"All.\" }\nboard b @1 { spaces { X } }\n\
         scenario s \"S\" for g @1 { test \"no end\" @1 { then winner == none } date 1400-01-01 }");
    let code: Vec<String> = between(&page, "<pre class=\"code\">", "</pre>").into_iter().map(text_of).collect();
    let battle = code.iter().find(|text| text.starts_with("scenario")).expect("the battle");
    assert!(battle.contains("for g @1 {") && battle.ends_with("date 1400-01-01 }"), "{battle}");
    assert!(!battle.contains("no end"), "{battle}");
}

#[test]
fn texts_of_a_game_stay_texts() {
    let (page, contents) = of(HOSTILE);
    // A game with an error has its book, without the board of a battle that cannot be set up.
    assert_eq!((contents.rules, page.matches("<svg").count()), (12, 0));
    assert_eq!(page.matches("<script>").count(), 1);
    for text in ["<b>hits</b>", "<i>ed", "</svg>", "<never>", "Duel </title>"] {
        assert!(!page.contains(text), "{text}");
    }
    assert!(page.contains("no, &lt;never&gt;") && page.contains("Nothing &amp; nobody"));
    assert!(page.contains("<code>far</code>"), "backticks are code");
    // The index has each of several names of one line.
    assert!(page.contains(">speed</a> <i>fact</i>") && page.contains(">weight</a> <i>fact</i>"));
}

#[test]
fn a_ruling_names_what_depends_on_it_and_a_name_leads_to_its_rule() {
    let (page, _) = of(HOSTILE);
    let ruling = between(&page, "<div class=\"ruling\"", "</div>");
    let [ruling] = ruling.as_slice() else { panic!("{ruling:?}") };
    assert!(ruling.contains("<dt>no <em>default</em></dt>"), "{ruling}");
    let (_, depends) = ruling.split_once("Depends on it: <a href=\"#").expect("a link");
    let place = depends.split('"').next().expect("its place");
    let rule = between(&page, &format!("id=\"{place}\">"), "</div>")[0];
    assert!(text_of(rule).contains("quantity aim"), "{rule}");
    // `target.aim` of the action leads to the quantity.
    assert!(page.contains(&format!("<a href=\"#{place}\" title=\"quantity: What a shot needs, by `far`.\">aim</a>")));
}

#[test]
fn puzzles_and_lessons_are_left_out() {
    let entry = catalog().games.iter().find(|game| game.folder == "chivalry").expect("chivalry is shipped");
    let (page, _) = book(catalog(), entry);
    assert!(!entry.puzzles().is_empty() && !entry.lessons().is_empty());
    assert!(!page.contains("<b>puzzle</b>") && !page.contains("<b>lesson</b>"));
}
