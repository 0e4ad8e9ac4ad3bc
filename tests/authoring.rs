//! What an editor shows of rule files.

use oriflamme::analysis::testing::run_tests;
use oriflamme::authoring::{Colour, Project, Sort, Token, What, tokens};
use oriflamme::catalog::{Catalog, SourceText, shipped};
use oriflamme::script::make;

const GAME: &str = "rules/chivalry/game.ori";
const COMBAT: &str = "rules/chivalry/05-combat.ori";
/// A file of its own, for texts that are being written.
const DRAFT: &str = "rules/chivalry/99-draft.ori";

/// The shipped rules with a draft, and where the sign `^` stands in it.
fn project(draft: &str) -> (Project, usize) {
    let at = draft.find('^').expect("the draft marks a place");
    let mut project = Project::new(shipped());
    project.set(DRAFT, Some(draft.replace('^', "")));
    (project, at)
}

fn completions(draft: &str) -> Vec<(String, What)> {
    let (mut project, at) = project(draft);
    project.completions(DRAFT, at).into_iter().map(|one| (one.text, one.what)).collect()
}

fn offers(draft: &str, wanted: &str) -> Option<What> {
    completions(draft).into_iter().find(|(text, _)| text == wanted).map(|(_, what)| what)
}

#[test]
fn a_word_of_the_language_tells_its_form_and_its_section_of_the_manual() {
    for (draft, form, section) in [
        ("invari^ant room @1.0 = true\n", "invariant NAME @CITE = E", "8.3"),
        ("piece fl^ag tired @1.0\n", "SUBJECT flag NAME", "5. What changes"),
        ("action rest \"Rest\" @1.0 {\n  unit mine\n  chan^ce met = 2d6 <= 7\n}\n", "chance NAME = 2d6 <= E", "7.1"),
        ("modify aim by +1 dur^ing breakthrough @1.0\n", "`during SCOPE`: only while", "9.1 The tail"),
    ] {
        let (mut project, at) = project(draft);
        let meaning = project.meaning(DRAFT, at).expect("it is a word").text;
        assert!(meaning.contains(form) && meaning.contains(section), "{meaning}");
    }
}

#[test]
fn a_word_tells_its_declaration_its_documentation_and_its_sections() {
    let (mut project, at) = project("is brave(unit) = unit.enga^ged\n");
    let meaning = project.meaning(DRAFT, at).expect("it is a word");
    for part in ["is  engaged / unengaged (piece)", "Enemy units occupy its area.", "§6.2", "rules/chivalry/game.ori:"]
    {
        assert!(meaning.text.contains(part), "{part} in {}", meaning.text);
    }
    // The opposite of a word leads to the same place.
    let places = |draft: &str| {
        let (mut project, at) = self::project(draft);
        project.declarations(DRAFT, at).into_iter().map(|one| (one.sort, one.span)).collect::<Vec<_>>()
    };
    assert_eq!(places("is brave(unit) = unit.unenga^ged\n"), places("is brave(unit) = unit.enga^ged\n"));
}

#[test]
fn the_words_that_every_step_has_are_explained() {
    let (mut project, at) = project("after turn when turn.num^ber == 3 do { }\n");
    let meaning = project.meaning(DRAFT, at).expect("it is a word").text;
    assert!(meaning.contains("how many times it has begun"), "{meaning}");
    assert!(!meaning.contains("chosen by the side"), "the function of this name is another: {meaning}");
}

#[test]
fn a_citation_tells_its_section_and_leads_to_the_rulebook() {
    let (mut project, at) = project("is brave(unit) @5.1^ = unit.engaged\n");
    let meaning = project.meaning(DRAFT, at).expect("it is a citation").text;
    assert!(meaning.starts_with("**§5.1 Combat type**") && meaning.contains("in tests"), "{meaning}");
    let found = project.declarations(DRAFT, at);
    assert_eq!(found.iter().map(|one| one.sort).collect::<Vec<_>>(), [Sort::Section]);
    assert!(project.uses(DRAFT, at).len() > 2, "the draft, other rules and tests cite it");
}

#[test]
fn a_parameter_is_known_in_its_action_only() {
    let draft = "action wait {\n    who  mine\n    do { who.spent = true; let x = w^ho; }\n}\nis other(piece) = who\n";
    let (mut project, at) = project(draft);
    let uses = project.uses(DRAFT, at);
    assert_eq!(uses.len(), 3, "its line, and twice in the script");
    assert!(project.declarations(DRAFT, draft.find("= who").expect("it stands there") + 3).is_empty());
}

#[test]
fn a_name_of_a_script_hides_what_else_has_its_name() {
    for (draft, line, count) in [
        ("procedure tire(unit) {\n  let hits = 3;\n  unit.hits += hi^ts;\n}\n", "let hits = 3;", 2),
        ("procedure tire(unit) {\n  for area in areas { place(unit, ar^ea); }\n}\n", "for area in areas", 2),
        ("is near(unit) = areas.some(|area| ar^ea == unit.area)\n", "areas.some(|area|", 2),
    ] {
        let (mut project, at) = project(draft);
        let declared = project.declarations(DRAFT, at);
        assert!(matches!(declared.as_slice(), [one] if one.sort == Sort::Local), "{declared:?}");
        let meaning = project.meaning(DRAFT, at).expect("it is a word").text;
        assert!(meaning.contains(line), "{meaning}");
        assert_eq!(project.uses(DRAFT, at).len(), count, "{draft}");
    }
    let (mut project, at) = project("procedure tire(unit) {\n  let hits = 3;\n  unit.hi^ts += hits;\n}\n");
    assert!(project.declarations(DRAFT, at).iter().all(|one| one.sort == Sort::Variable), "a word of the unit");
}

/// A game that cannot be compiled.
const WITHOUT: &str =
    "game toy \"Toy\" { sides Red, Blue }\npiece var hits: int = nothing_known @1\nforbid x when unit.";

#[test]
fn without_a_game_the_declared_words_come_after_a_dot() {
    let mut project = Project::new([oriflamme::catalog::SourceText {
        path: "rules/toy/game.ori".to_owned(),
        text: WITHOUT.to_owned(),
    }]);
    let found: Vec<String> =
        project.completions("rules/toy/game.ori", WITHOUT.len()).into_iter().map(|one| one.text).collect();
    assert!(found.iter().any(|text| text == "hits"), "{found:?}");
}

#[test]
fn uses_are_found_in_rules_and_tests_but_not_in_comments_and_texts() {
    let draft = "// engaged\nis brave(unit) = unit.enga^ged\nsay \"engaged\"\n";
    let (mut project, at) = project(draft);
    let uses = project.uses(DRAFT, at);
    let source = project.source(DRAFT);
    assert_eq!(uses.iter().filter(|span| Some(span.source) == source).count(), 1);
    let in_file = |path: &str| uses.iter().any(|span| project.catalog().sources.name_of(span.source) == path);
    assert!(in_file(GAME) && in_file(COMBAT) && uses.len() > 20);
}

#[test]
fn the_name_in_quotes_of_a_sum_is_a_use_of_that_name() {
    let draft = "quantity all_of(area) { base mine.total(\"cohe^sion\") }\n";
    let (mut project, at) = project(draft);
    let declared = project.declarations(DRAFT, at);
    assert!(declared.iter().any(|one| one.name == "cohesion" && one.sort == Sort::Fact), "{declared:?}");
    let source = project.source(DRAFT);
    assert_eq!(project.uses(DRAFT, at).iter().filter(|span| Some(span.source) == source).count(), 1);
}

#[test]
fn after_a_dot_come_the_words_of_what_stands_before_it() {
    let of_unit = completions("is brave(unit) = unit.^\n");
    let texts: Vec<&str> = of_unit.iter().map(|(text, _)| text.as_str()).collect();
    assert!(["engaged", "unengaged", "cohesion", "side", "area"].iter().all(|word| texts.contains(word)), "{texts:?}");
    assert!(offers("is brave(unit) = unit.side.^\n", "pieces").is_some(), "what every side has");
    assert_eq!(offers("is brave(unit) = unit.side.^\n", "cohesion"), None);
    assert!(
        offers("is brave(fighter: unit) = fighter.^\n", "cohesion").is_some(),
        "the noun of a parameter says what it is"
    );
    assert!(offers("is brave(unit) = mine.^\n", "count").is_some());
}

#[test]
fn other_places_offer_what_fits_them() {
    assert_eq!(offers("is brave(unit) @5.^\n", "5.1"), Some(What::Name(Sort::Section)));
    assert_eq!(offers("forbid ^\n", "fire"), Some(What::Name(Sort::Permission)));
    assert_eq!(offers("forbid ^\n", "charge"), Some(What::Name(Sort::Action)));
    assert_eq!(offers("forbid ^\n", "enter"), Some(What::Keyword));
    assert_eq!(offers("forbid ^\n", "may_fire"), None);
    assert_eq!(offers("after turn when turn.^\n", "number"), Some(What::BuiltIn));
    assert_eq!(offers("after turn when turn.^\n", "count"), None, "a step is no set");
    assert_eq!(offers("modify ^\n", "dice"), Some(What::Name(Sort::Quantity)));
    assert_eq!(offers("is brave(unit) under ^\n", "charge_target"), Some(What::Name(Sort::Ruling)));
    assert_eq!(offers("^\n", "quantity"), Some(What::Keyword));
    assert_eq!(offers("^\n", "engaged"), None, "no item begins so");
    assert_eq!(offers("is brave(unit) = ^\n", "mine"), Some(What::Keyword));
    assert_eq!(offers("is brave(unit) = ^\n", "foes"), Some(What::Name(Sort::Word)));
    assert!(completions("// is brave(^\n").is_empty() && completions("say \"a ^\n").is_empty());
}

#[test]
fn the_readings_of_a_ruling_come_after_its_name() {
    let found = completions("is brave(unit) = true under charge_target = ^\n");
    assert!(!found.is_empty() && found.iter().all(|(_, what)| *what == What::Name(Sort::Reading)), "{found:?}");
}

#[test]
fn words_are_completed_while_the_text_has_errors() {
    let mut project = Project::new(shipped());
    project.set(DRAFT, Some("is brave(unit) = unit.engaged\n".to_owned()));
    let (entry, scenario) = project.parts(DRAFT)[0];
    let (folder, game) = (entry.folder.clone(), project.catalog().compile_and_check(entry, scenario).game);
    project.remember(&folder, game.expect("the draft has no errors yet"));
    let broken = "is brave(unit) = unit.\nnonsense {{{\n";
    project.set(DRAFT, Some(broken.to_owned()));
    let found = project.completions(DRAFT, broken.find(".\n").expect("it stands there") + 1);
    assert!(found.iter().any(|one| one.text == "cohesion"));
}

#[test]
fn the_outline_of_every_shipped_file_holds_its_items_in_place() {
    let project = Project::new(shipped());
    let paths: Vec<String> = shipped().into_iter().map(|text| text.path).collect();
    for path in paths {
        for one in project.outline(&path).iter().flat_map(|one| one.all()) {
            let text = project.text(&path).expect("it is shipped");
            let name = text.get(one.span.range()).expect("the place is in the text");
            let is_written = name.trim_matches('"') == one.name || one.sort == Sort::Test;
            assert!(is_written, "{path}: {} stands where `{name}` is written", one.name);
            assert!(one.whole.to(one.span).range().contains(&(one.span.start as usize)), "{path}: {}", one.name);
        }
    }
    let names: Vec<String> = project.outline("rules/examples/hex/game.ori").into_iter().map(|one| one.name).collect();
    assert!(names.contains(&"hex".to_owned()), "{names:?}");
}

#[test]
fn colours_are_in_order_and_know_keywords_from_names() {
    let (mut project, _) = project("is brave(unit) @5.1 = unit.engaged && 2 > 1 // note\n^");
    let text = project.text(DRAFT).expect("it was set").to_owned();
    let found: Vec<(Colour, &str)> =
        project.colours(DRAFT).into_iter().map(|(colour, range)| (colour, &text[range])).collect();
    assert_eq!(
        found,
        [
            (Colour::Keyword, "is"),
            (Colour::Name(Sort::Word), "brave"),
            (Colour::Name(Sort::Noun), "unit"),
            (Colour::Cite, "@5.1"),
            (Colour::Name(Sort::Noun), "unit"),
            (Colour::Name(Sort::Word), "engaged"),
            (Colour::Number, "2"),
            (Colour::Number, "1"),
            (Colour::Comment, "// note"),
        ]
    );
}

#[test]
fn an_unknown_word_has_a_fix_if_another_is_near() {
    let (project, _) = project("is brave(unit) = unit.engagd\n^");
    let (entry, scenario) = project.parts(DRAFT)[0];
    let found = project.catalog().compile_and_check(entry, scenario).diagnostics;
    let fixes: Vec<_> = found.iter().filter_map(|one| project.fix(one)).collect();
    assert_eq!(fixes.iter().map(|fix| fix.text.as_str()).collect::<Vec<_>>(), ["engaged"]);
    assert_eq!(project.catalog().sources.text(fixes[0].span), "engagd");
}

#[test]
fn a_file_that_is_added_changed_or_removed_counts_at_once() {
    let mut project = Project::new(shipped());
    let scenarios = |project: &Project| project.catalog().names().len();
    let before = scenarios(&project);
    let path = "scenarios/examples/hex/other.ori";
    project.set(path, Some("scenario other \"Other\" for hex { }\n".to_owned()));
    assert_eq!(scenarios(&project), before + 1);
    assert_eq!(project.parts(path).into_iter().map(|(_, name)| name).collect::<Vec<_>>(), [None, Some("other")]);
    let battles = project.game_of(COMBAT).map_or(0, |game| game.scenarios.len());
    let everywhere = |project: &Project, path: &str| project.parts(path).len() == 1 + battles;
    assert!(everywhere(&project, COMBAT) && everywhere(&project, "tests/chivalry/09-terrain.ori"));
    project.set(GAME, project.text(GAME).map(|text| format!("{text}\nscenario toy \"Toy\" for chivalry {{ }}\n")));
    assert_eq!(project.parts(GAME).len(), 2 + battles, "its own scenario, and all that its rules matter to");
    project
        .set(path, Some("scenario another \"Other\" for hex { }\nscenario third \"Third\" for hex { }\n".to_owned()));
    assert_eq!(scenarios(&project), before + 3, "other heads, other scenarios");
    project.set(path, None);
    assert_eq!((scenarios(&project), project.text(path)), (before + 1, None));
}

#[test]
fn no_cut_of_a_file_stops_it() {
    let whole = shipped().into_iter().find(|text| text.path == COMBAT).expect("it is shipped").text;
    let mut project = Project::new(shipped());
    for at in (0..whole.len()).step_by(whole.len() / 40).filter(|at| whole.is_char_boundary(*at)) {
        project.set(DRAFT, Some(whole[..at].to_owned()));
        project.completions(DRAFT, at);
        project.meaning(DRAFT, at);
        project.uses(DRAFT, at);
        project.outline(DRAFT);
        project.colours(DRAFT);
        project.meaning(DRAFT, usize::MAX);
        project.completions(DRAFT, usize::MAX);
    }
}

/// A game whose test names things in sentences.
const DUEL: &str = r#"game duel "Duel" { sides Red, Blue }
rulebook { 1 "All" "Everything." }
kind Man "Man"
noun man/men = Man
piece flag tired
is strong(piece) @1 = !piece.tired
quantity force(piece) @1 { base 2  modify by -1 when piece.unstrong because "it is not strong: {piece.force}" }
board field { spaces { Here, There } links path { Here -- There } }
action pace "Walk" @1 { who mine.men where who.strong  to who.space.across(path)  do { place(who, to); } }
action rest @1 { who mine.men where who.strong  do { who.tired = true; } }
sequence @1 { turn repeat 1..3 { moving each side  actions pace, rest } }
scenario meadow "Meadow" for duel { army Red { Here: Man }  army Blue { There: Man } }
test "a man walks and rests" @1 {
  given meadow
  play Red: walk Man1 to There
  play Red: Rest who Man1
  then Red.pieces.only.unstrong, Red.pieces.only?.force == 1
}
"#;
const DUEL_PATH: &str = "rules/duel/game.ori";

/// The text after a name has been changed, or why it cannot be.
fn renamed(text: &str, word: &str, new: &str) -> Result<String, String> {
    let mut project = Project::new([SourceText { path: DUEL_PATH.to_owned(), text: text.to_owned() }]);
    let at = text.find(word).expect("the text holds the word");
    let mut edits = project.renamed(DUEL_PATH, at, new)?;
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut text = text.to_owned();
    edits.iter().for_each(|edit| text.replace_range(edit.span.range(), &edit.text));
    Ok(text)
}

#[test]
fn a_name_is_changed_in_all_its_forms_and_the_tests_still_pass() {
    for (word, new, count) in [
        // A word, its opposite, and both inside a text.
        ("strong(piece)", "able", 5),
        ("force(piece)", "might", 3),
        ("Man \"Man\"", "Woman", 6),
        ("men = Man", "folk", 3),
        ("tired", "weary", 3),
        // A parameter stands in the commands of its action.
        ("who mine.men where who.strong  do", "sleeper", 4),
        // A command begins with the title, which stays, or with the name, which does not.
        ("pace \"Walk\"", "march", 2),
        ("rest @1", "sleep", 3),
        ("There }", "Yonder", 4),
        ("moving", "marching", 1),
        ("path {", "track", 2),
        ("meadow \"Meadow\"", "lawn", 2),
        ("Red, Blue", "Crimson", 6),
    ] {
        let changed = renamed(DUEL, word, new).unwrap_or_else(|problem| panic!("{word}: {problem}"));
        let forms = tokens(&changed).into_iter().filter(|(token, range)| {
            let (text, new) = (changed[range.clone()].to_lowercase(), new.to_lowercase());
            *token == Token::Word
                && text.trim_start_matches("un").trim_end_matches(|sign: char| sign.is_ascii_digit()) == new
        });
        assert_eq!(forms.count(), count, "{word}: {changed}");
        let catalog = Catalog::new([SourceText { path: DUEL_PATH.to_owned(), text: changed.clone() }]);
        let mut failures = Vec::new();
        let ran = run_tests(&catalog, &|_, _| true, make, &mut |_, verdict| failures.extend(verdict.failure.clone()));
        assert!(ran.is_whole() && failures.is_empty(), "{word}: {failures:#?}\n{changed}");
    }
}

#[test]
fn a_name_that_cannot_be_changed_says_why() {
    for (word, new, why) in [
        ("force(piece)", "strong", "is in use at"),
        ("force(piece)", "two words", "has a blank"),
        ("force(piece)", "2", "is no name"),
        ("force(piece)", "if", "is a word of every game"),
        ("force(piece)", "foe", "is a word of every game"),
        ("strong(piece)", "removed", "is a word of every game"),
        ("There }", "none", "is a word of every game"),
        ("who mine.men where who.strong  do", "usual", "is a word of every game"),
        ("@1", "@2", "numbers of their rulebook"),
        ("base", "ground", "no name that can be changed"),
    ] {
        let found = renamed(DUEL, word, new);
        assert!(found.as_ref().is_err_and(|problem| problem.contains(why)), "{word}: {found:?}");
    }
    let two = DUEL.replace("piece flag tired", "piece flag tired\nside var force: int = 0");
    let found = renamed(&two, "force(piece)", "might");
    assert!(found.as_ref().is_err_and(|problem| problem.contains("of a quantity")), "{found:?}");
    let wrong = DUEL.replace("base 2", "base two");
    let found = renamed(&wrong, "tired", "weary");
    assert!(found.as_ref().is_err_and(|problem| problem.contains("the game has an error")), "{found:?}");
}

#[test]
fn a_name_that_a_script_gives_to_a_value_does_not_change_with_a_flag() {
    let own = DUEL
        .replace("who.tired = true;", "who.tired = true; let tired = 2; if tired > 1 { say(`${tired}`); }")
        .replace("then Red.pieces.only.unstrong", "then pieces.where(|tired| tired.tired).count == 1");
    let changed = renamed(&own, "tired", "weary").expect("it can be changed");
    assert!(changed.contains("who.weary = true; let tired = 2; if tired > 1 { say(`${tired}`); }"), "{changed}");
    assert!(changed.contains("pieces.where(|tired| tired.weary).count == 1"), "{changed}");
    let changed = renamed(&own, "tired = 2", "times").expect("it can be changed");
    assert!(changed.contains("who.tired = true; let times = 2; if times > 1 { say(`${times}`); }"), "{changed}");
    assert!(changed.contains("piece flag tired") && changed.contains("|tired| tired.tired"), "{changed}");
}

#[test]
fn a_parameter_with_a_type_changes_in_its_item_only() {
    let heads = DUEL.replace(
        "board field",
        "side var n: int = 0\nprocedure hurt(piece, n: int) @1 { piece.side.n += n; say(`{n} ${n}`); }\nboard field",
    );
    let changed = renamed(&heads, "n: int) @1", "hits").expect("it can be changed");
    let wanted = "procedure hurt(piece, hits: int) @1 { piece.side.n += hits; say(`{n} ${hits}`); }";
    assert!(changed.contains(wanted) && changed.contains("side var n: int"), "{changed}");
    let changed = renamed(&heads, "n: int = 0", "count2").expect("it can be changed");
    assert!(changed.contains("procedure hurt(piece, n: int) @1 { piece.side.count2 += n;"), "{changed}");
}

#[test]
fn results_and_axes_of_a_table_change() {
    let table = "piece has { size: int = 1 }\ntable pay rows size: int gives amount, bonus {\n  1..2  5  1\n  3..9  7  0\n}\n\
                 fn wage(piece) @1 { let paid = pay(piece.size); paid.amount + pay(1).bonus }\nboard field";
    let with_table = DUEL.replace("board field", table);
    let changed = renamed(&with_table, "amount, bonus", "wages").expect("it can be changed");
    assert!(changed.contains("gives wages, bonus") && changed.contains("paid.wages + pay(1).bonus"), "{changed}");
    // The axis is another thing than the fact of its name.
    let changed = renamed(&with_table, "size: int = 1", "bulk").expect("it can be changed");
    assert!(changed.contains("rows size: int") && changed.contains("pay(piece.bulk)"), "{changed}");
    let changed = renamed(&with_table, "size: int gives", "bulk").expect("it can be changed");
    assert!(changed.contains("rows bulk: int") && changed.contains("pay(piece.size)"), "{changed}");
    let two = with_table.replace("{ size: int = 1 }", "{ size: int = 1  bonus: int = 1 }");
    let found = renamed(&two, "amount, bonus", "wages");
    assert!(found.is_ok(), "{found:?}");
    let found = renamed(&two, "bonus: int", "extra");
    assert!(found.as_ref().is_err_and(|problem| problem.contains("of a result of a table")), "{found:?}");
}

#[test]
fn a_piece_that_a_test_names_is_known_in_its_test_only() {
    let labelled = DUEL
        .replace("given meadow", "given { Here: scout = Red Man }")
        .replace("walk Man1", "walk scout")
        .replace("who Man1", "who scout")
        .replace("then Red.pieces.only.unstrong", "then scout.unstrong");
    let mut project = Project::new([SourceText { path: DUEL_PATH.to_owned(), text: labelled.clone() }]);
    let at = labelled.find("scout.unstrong").expect("it stands there");
    let declared = project.declarations(DUEL_PATH, at);
    assert!(matches!(declared.as_slice(), [one] if one.sort == Sort::Label && one.name == "scout"), "{declared:?}");
    assert_eq!(project.uses(DUEL_PATH, at).len(), 4);
    let changed = renamed(&labelled, "scout.unstrong", "spy").expect("it can be changed");
    assert!(!changed.contains("scout") && changed.contains("play Red: walk spy to There"), "{changed}");
    // The flag is another thing than the piece with its name.
    let same = labelled.replace("scout", "tired");
    let changed = renamed(&same, "tired", "weary").expect("it can be changed");
    assert!(changed.contains("piece flag weary") && changed.contains("Here: tired = Red Man"), "{changed}");
    assert!(changed.contains("then tired.unstrong"), "{changed}");
}

#[test]
fn the_place_of_a_word_says_what_it_means() {
    let text = DUEL
        .replace("kind Man", "ruling price \"How dear?\" @1 { strong \"two\" default  cheap \"one\" }\nkind Man")
        .replace("{ base 2  modify", "{ base 2  modify by 1 under price strong  modify");
    let sorts = |word: &str, behind: usize| {
        let mut project = Project::new([SourceText { path: DUEL_PATH.to_owned(), text: text.clone() }]);
        let at = text.find(word).expect("it stands there") + behind;
        let found: Vec<Sort> = project.declarations(DUEL_PATH, at).iter().map(|one| one.sort).collect();
        (found, project.meaning(DUEL_PATH, at).map(|meaning| meaning.text).unwrap_or_default())
    };
    assert_eq!(sorts("under price strong", 14).0, [Sort::Reading]);
    assert_eq!(sorts("under price strong", 8).0, [Sort::Ruling]);
    // The word is also one of scripts.
    let (found, told) = sorts("walk Man1", 1);
    assert_eq!(found, [Sort::Action]);
    assert!(told.contains("action pace") && !told.contains("in every game"), "{told}");
    let (mut project, at) = project(
        "quantity slope(area) @1.0 { base 1 }\nterrain Mire \"Mire\" @1.0 {\n  modify slope by 1 at ar^ea\n}\n",
    );
    let found: Vec<Sort> = project.declarations(DRAFT, at).iter().map(|one| one.sort).collect();
    assert!(found.contains(&Sort::Parameter) && !found.contains(&Sort::Reading), "{found:?}");
}

#[test]
fn the_opposite_with_un_leads_to_its_flag() {
    let (mut project, at) = project("piece flag stuck @1.0\nis brave(unit) @1.0 = unit.unst^uck\n");
    let declared = project.declarations(DRAFT, at);
    assert!(matches!(declared.as_slice(), [one] if one.sort == Sort::Flag && one.name == "stuck"), "{declared:?}");
    assert_eq!(project.uses(DRAFT, at).len(), 2);
}

#[test]
fn a_word_of_every_game_is_explained() {
    for (draft, part) in [
        ("is brave(unit) = unit.side == m^e\n", "the acting side"),
        ("is brave(unit) = unit.facing == no^ne\n", "the absence of a value"),
    ] {
        let (mut project, at) = project(draft);
        let meaning = project.meaning(DRAFT, at).map(|meaning| meaning.text).unwrap_or_default();
        assert!(meaning.contains(part), "{draft}: {meaning}");
    }
}

#[test]
fn after_a_dot_come_the_words_of_what_a_script_an_action_or_a_test_has_named() {
    for draft in [
        "is brave(unit) = mine.where(|one| one.^)\n",
        "is brave(unit) = unit.area.neighbours.any && theirs.some(|one| one.^)\n",
        "procedure tire(unit) {\n  let other = mine.first;\n  other?.^\n}\n",
        "procedure tire(unit) {\n  for one in mine.where(|it| it.hurt) { one.^ }\n}\n",
        "action rest \"Rest\" @1.0 {\n  who  mine.engaged where who.^\n  do { }\n}\n",
        "test \"x\" @1.0 {\n  given { centre: scout = KT }\n  then scout.^\n}\n",
    ] {
        let found = completions(draft);
        let has = |wanted: &str| found.iter().any(|(text, _)| text == wanted);
        assert!(has("cohesion") && !has("hand_limit"), "{draft}: {found:?}");
    }
    let found = completions("is brave(unit) = mine.where(|one| one.hurt).^\n");
    assert!(found.iter().any(|(text, _)| text == "count"), "{found:?}");
}

#[test]
fn a_chain_without_end_is_completed_all_the_same() {
    for chain in [".first", ".first()", ".where(|one| one)"] {
        let draft = format!("is brave(unit) = mine{}.^\n", chain.repeat(20_000));
        assert!(!completions(&draft).is_empty(), "{chain}");
    }
}

#[test]
fn rulings_readings_purses_and_battles_are_completed_where_they_stand() {
    let all = |draft: &str, sort| {
        let found = completions(draft);
        !found.is_empty() && found.iter().all(|(_, what)| *what == What::Name(sort))
    };
    assert!(all("is brave(unit) = true under charge_target ^\n", Sort::Reading));
    assert!(all("test \"x\" @1.0 {\n  ruling ^\n}\n", Sort::Ruling));
    assert!(all("test \"x\" @1.0 {\n  ruling charge_target ^\n}\n", Sort::Reading));
    assert!(all("test \"x\" @1.0 {\n  offered French: charge KT1 costs 2 ^\n}\n", Sort::Purse));
    assert!(all("test \"x\" @1.0 {\n  given ^\n}\n", Sort::Scenario));
    assert!(all("lesson one \"One\" for ^\n", Sort::Scenario));
}

#[test]
fn a_word_of_another_language_has_a_fix_if_one_word_is_right() {
    let fixed = |draft: &str| {
        let (project, _) = project(&format!("{draft}^"));
        let (entry, scenario) = project.parts(DRAFT)[0];
        let found = project.catalog().compile_and_check(entry, scenario).diagnostics;
        let fixes = found.iter().filter_map(|one| project.fix(one));
        fixes.map(|fix| (project.catalog().sources.text(fix.span).to_owned(), fix.text)).collect::<Vec<_>>()
    };
    let pair = |written: &str, right: &str| vec![(written.to_owned(), right.to_owned())];
    assert_eq!(fixed("is brave(unit) @1.0 = unit.engaged and true\n"), pair("and", "&&"));
    assert_eq!(fixed("fn one(unit) @1.0 { var n = 1; n }\n"), pair("var", "let"));
    assert_eq!(fixed("is brave(unit) @1.0 = unit.facing == None\n"), pair("None", "none"));
    assert_eq!(fixed("side var gold: integer = 0 @1.0\n"), pair("integer", "int"));
    assert_eq!(fixed("is brave(unit) @1.0 = unit.engaged <> true\n"), pair("<>", "!="));
    assert_eq!(fixed("fn one(unit) @1.0 { if unit.hits = 1 { 1 } else { 2 } }\n"), pair("=", "=="));
}

#[test]
fn inside_a_call_its_form_and_the_argument_in_turn_are_shown() {
    let call = |draft: &str| {
        let (mut project, at) = project(draft);
        let call = project.call(DRAFT, at)?;
        let form = call.forms.first()?;
        let argument = form.arguments.get(call.argument).map(|range| form.label[range.clone()].to_owned());
        Some((form.label.clone(), argument))
    };
    let pair = |label: &str, argument: &str| Some((label.to_owned(), Some(argument.to_owned())));
    let own = "fn toll(unit, goal, extra) @1.0 { 1 }\n";
    assert_eq!(call(&format!("{own}is odd(unit) = toll(^")), pair("toll(unit, goal, extra)", "unit"));
    assert_eq!(
        call(&format!("{own}is odd(unit) = toll(unit, me.hand(1, 2), ^)")),
        pair("toll(unit, goal, extra)", "extra")
    );
    assert_eq!(call(&format!("{own}is odd(unit) = toll(unit, \"a, (b\", ^")), pair("toll(unit, goal, extra)", "extra"));
    assert_eq!(call("is odd(unit) = max(unit.hits, ^3) == 3\n"), pair("max(n, n)", "n"));
    assert_eq!(call("is odd(unit) = (unit.hits ^+ 3) == 3\n"), None);
    assert_eq!(call("is odd(unit) = unit.hits^ == 3\n"), None);
    let grouped = format!("{own}is odd(unit) = toll(unit, (unit.hits + ^1), 2)");
    assert_eq!(call(&grouped), pair("toll(unit, goal, extra)", "goal"));
    let action = "action bash \"Bash (hard)\" @1.0 { unit mine  n 1 | 2  do { } }\nis odd(unit) = bash(unit, ^)\n";
    assert_eq!(call(action), pair("bash(unit, n)", "n"));
    assert_eq!(call("procedure odd(unit) @1.0 { say(`a, ${max(1, ^2)}`); }\n"), pair("max(n, n)", "n"));
    let flag = "is limp / sound (unit) @1.0 = unit.hits > 0\nis odd(unit) = limp(^)\n";
    assert_eq!(call(flag), pair("limp / sound (unit)", "unit"));
}

#[test]
fn a_name_is_not_changed_where_another_thing_is_meant() {
    // A place has a title with the word in it, and another one a name like a numbered man.
    let towns = DUEL
        .replace("spaces { Here, There }", "spaces { Here, There \"Far Man\", Man7 }")
        .replace("walk Man1 to There", "walk Man1 to Far Man");
    let changed = renamed(&towns, "Man \"Man\"", "Woman").expect("it can be changed");
    assert!(changed.contains("walk Woman1 to Far Man") && changed.contains("Man7"), "{changed}");
    // A text between backticks says nothing but what stands in its braces.
    let said = DUEL.replace("who.tired = true;", "who.tired = true; say(`\"tired\" ${who.tired} tired`);");
    let changed = renamed(&said, "tired", "weary").expect("it can be changed");
    assert!(changed.contains("say(`\"tired\" ${who.weary} tired`)"), "{changed}");
    // The name of the parameter says what it may be.
    let own = DUEL
        .replace(
            "{ who mine.men where who.strong  do { who.tired = true; } }",
            "{ man mine  do { man.tired = true; } }",
        )
        .replace("Rest who Man1", "Rest Man1");
    let found = renamed(&own, "man mine", "band");
    assert!(found.as_ref().is_err_and(|problem| problem.contains("the name of a noun")), "{found:?}");
    // The sentence of the test would be changed with the value, but it means the action.
    let plans =
        DUEL.replace("piece flag tired", "piece flag tired\nnames plan { Rest, Raid }\nside var intent: plan = Rest");
    let found = renamed(&plans, "Rest, Raid", "Sleep");
    assert!(found.as_ref().is_err_and(|problem| problem.contains("`a man walks and rests` would fail")), "{found:?}");
}
