//! Tests of errors: the code and the marked text for each faulty input.

use super::{found, parse_file, parsed};
use crate::source::SourceId;

/// Checks a faulty text for its code and the marked text (empty if a part is missing).
#[track_caller]
fn mistake(text: &str, code: &str, marked: &str) {
    let all = found(text);
    let expected = vec![(code.to_owned(), marked.to_owned())];
    let all: Vec<(String, String)> = all.into_iter().map(|(code, marked)| (code.to_owned(), marked)).collect();
    assert_eq!(all, expected, "in {text}");
}

/// The help of the only diagnostic.
#[track_caller]
fn help(text: &str) -> String {
    let (_, mut diagnostics) = parse_file(SourceId(0), text);
    assert_eq!(diagnostics.len(), 1, "one diagnostic for {text}");
    diagnostics.remove(0).help.unwrap_or_default()
}

#[test]
fn parts_out_of_order_are_reported_with_the_corrected_line() {
    mistake("modify aim by -1 when x for LB", "clause-order", "for LB");
    mistake("forbid charge @9.7 because \"woods\"", "clause-order", "because \"woods\"");
    mistake("forbid charge when a when b", "clause-order", "when b");
    mistake("kind KT of mounted \"Knights\"", "clause-order", "\"Knights\"");
    mistake("piece var hits: int during turn = 0", "clause-order", "= 0");
    mistake("sequence { x do { } when y }", "clause-order", "when y");
    mistake("walk w(unit) { step on pays 1 to unit.front }", "clause-order", "to unit.front");
    for twice in ["because \"a\" @1 because \"b\"", "@1 because \"a\" because \"b\"", "because \"a\" because \"b\" @1"]
    {
        let clause = format!("forbid charge {twice}");
        mistake(&clause, "clause-order", "because \"b\"");
        assert_eq!(help(&clause), "a clause has one `because`: put both reasons into one text");
    }
    assert_eq!(help("modify aim by -1 when x for LB"), "write `modify aim by -1 for LB when x`");
    assert_eq!(help("kind KT of mounted \"Knights\""), "write `kind KT \"Knights\" of mounted`");
    assert_eq!(help("sequence { x do { } when y }"), "write `x when y do { }`");
}

#[test]
fn in_instead_of_during_is_reported_in_numbers_and_after_names() {
    mistake("modify dice by -1 in breakthrough", "in-for-during", "in");
    mistake("forbid charge in breakthrough", "in-for-during", "in");
    assert_eq!(help("forbid charge in breakthrough"), "write `during breakthrough`");
    parsed("forbid charge when unit.kind in [LB, CB]");
}

#[test]
fn any_order_needs_its_comma() {
    mistake("sequence { check each unit of mine.hurt in any order do { } }", "any-order-comma", "in any");
    parsed("sequence { check each unit of mine.hurt, in any order do { } }");
}

#[test]
fn a_position_line_has_only_one_colon() {
    let given = |lines: &str| format!("test \"hands\" @1 {{ given {{ first {{ {lines} }} }} }}");
    mistake(&given("left rear: KT 3-3* hits 2  hand: Shout"), "syntax", ":");
    assert_eq!(help(&given("left rear: KT 3-3* hits 2  hand: Shout")), "write `;` or begin a new line before `hand:`");
    assert_eq!(help(&given("left rear: KT hand: Shout")), "write `;` or begin a new line before `hand:`");
    assert_eq!(help(&given("left rear: KT  right rear: MA")), "write `;` or begin a new line before `right rear:`");
    parsed(&given("left rear: KT 3-3* hits 2;  hand: Shout"));
    assert_eq!(help("card Shout { cost: 2 }"), "write `cost 2`, a blank between");
}

#[test]
fn reasons_need_quotes() {
    mistake("forbid charge because woods are in the way @9.7", "reason-without-quotes", "woods are in the way");
    assert_eq!(help("forbid charge because woods"), "write `because \"woods\"`");
}

#[test]
fn words_of_other_languages_get_their_equivalent() {
    mistake("forbid charge if x", "foreign-word", "if");
    mistake("forbid charge unless x", "foreign-word", "unless");
    mistake("piece flag moved until turn", "foreign-word", "until");
    mistake("unit Knights { move 2 }", "unknown-item", "unit");
    assert_eq!(help("unit Knights { move 2 }"), "did you mean `kind`?");
    assert_eq!(help("modfy aim by 1"), "did you mean `modify`?");
    assert_eq!(help("allow charge"), "an exception lifts what forbids: `except LABEL for …`");
}

#[test]
fn names_in_scripts_have_no_accents() {
    mistake("is lost(side) = Hédé.holder != side", "accent-in-script", "Hédé");
    assert_eq!(help("is lost(side) = Hédé.holder != side"), "write `Hede`");
}

#[test]
fn a_missing_part_is_marked_where_it_belongs() {
    mistake("modify aim by", "missing-part", "");
    mistake("set x(unit) = ", "missing-part", "");
    mistake("procedure x(unit)", "missing-part", "");
    mistake("kind A { forbid fly\n  when\n  glyph \"x\" }", "missing-part", "");
    mistake("modify aim by for LB", "syntax", "for");
}

#[test]
fn wrong_words_are_marked_with_a_suggestion() {
    mistake("board b { gird area 3 x 5 { columns a rows b } }", "syntax", "gird");
    assert_eq!(help("board b { gird area 3 x 5 { columns a rows b } }"), "did you mean `grid`?");
    assert_eq!(help("deck d { zone a, b }"), "did you mean `zones`?");
    mistake("is hurt(unit) == unit.hits > 0", "syntax", "==");
    mistake("is lost(side) = foo (side)", "syntax", "(");
    mistake("kind X { class: Foo }", "syntax", ":");
    mistake("quantity dice(unit) { never below 1 }", "syntax", "never");
    assert_eq!(help("quantity dice(unit) { never below 1 }"), "write `modify never below 1`");
    mistake("purse x { source gives 1 }", "syntax", "gives");
    mistake("action x { unit mine do }", "syntax", "}");
}

#[test]
fn parts_that_a_head_or_body_does_not_allow_are_refused() {
    mistake("terrain Woods of Hill", "part-not-here", "of Hill");
    mistake("kind KT when x", "part-not-here", "when x");
    mistake("fn f(unit) \"title\" { 1 }", "part-not-here", "\"title\"");
    mistake("kind KT { copies 3 }", "part-not-here", "copies 3");
    mistake("piece flag moved { move 3 }", "part-not-here", "move 3");
}

#[test]
fn unclosed_strings_and_brackets_do_not_hide_the_next_item() {
    mistake("kind A \"Knights\nkind B { move 2 }", "unterminated-string", "\"Knights");
    mistake("kind A { move 2\nkind B { move 2 }", "unclosed-bracket", "{");
    mistake("is a(unit] = 3\nkind B", "stray-bracket", "]");
    mistake("kind A { } }\nkind B", "stray-bracket", "}");
    let (file, _) = parse_file(SourceId(0), "kind A { move 2\nkind B { move 2 }\nkind C");
    assert_eq!(file.items.len(), 2);
}

#[test]
fn the_inner_bracket_is_named_when_its_partner_is_further_out() {
    let text = "action x {\n  do {\n    let a = 1;\n}\nkind B";
    let (_, diagnostics) = parse_file(SourceId(0), text);
    let span = diagnostics.first().and_then(crate::diagnostic::Diagnostic::span).expect("a place");
    assert_eq!(span.start as usize, text.find("do {").expect("it is there") + 3);
}

#[test]
fn look_alikes_are_named_and_read_as_the_intended_character() {
    mistake("modify aim by –1", "look-alike", "–");
    mistake("forbid charge because “woods”", "look-alike", "“woods”");
    mistake("kind A\u{a0}\"x\"", "look-alike", "\u{a0}");
    assert_eq!(help("modify aim by –1"), "write `-`");
    let (file, _) = parse_file(SourceId(0), "modify aim by –1");
    assert_eq!(file.items.len(), 1);
    // In strings and comments every character is allowed.
    parsed("kind A \"– × “x”\" // – ×");
    parsed("\u{feff}kind A");
    // Nor does it hide the documentation of what follows it.
    let (file, found) = parse_file(SourceId(0), "\u{feff}/// one\n/// two\nkind A");
    assert_eq!((file.items[0].doc.as_deref(), found.len()), (Some("one\ntwo"), 0));
}

#[test]
fn what_stands_behind_a_body_does_not_cost_the_item() {
    let text = "scenario s \"S\" for g {\n  army A panic 8\n    rear: B\n  }\n  centre: Woods\n}\nkind K";
    let codes: Vec<&str> = found(text).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["missing-part", "syntax", "stray-bracket"]);
    assert_eq!(parse_file(SourceId(0), text).0.items.len(), 2);
}

#[test]
fn one_run_reports_all_errors_of_a_file() {
    let text = "\
kind A {
  move 2
  modify aim
  glyph 4
  forbid fly
    when
}
test \"x\" @1 {
  given {
    left rear MA 2-3
    a: b
  }
  play Red
  dice 1 | 2
}
modfy aim by 1
kind B
";
    let codes: Vec<&str> = found(text).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["missing-part", "syntax", "missing-part", "missing-part", "syntax", "unknown-item"]);
    let (file, _) = parse_file(SourceId(0), text);
    assert_eq!(file.items.len(), 3);
}

#[test]
fn warnings_do_not_stop_parsing() {
    mistake("kind A {\n  /// loose\n  move 2\n}", "loose-doc", "/// loose");
    mistake("action x {\n  unit mine\n       when a\n  do { }\n}", "guard-below-parameter", "when");
    parsed("action x {\n  unit mine\n  when a\n  do { }\n}");
    parsed("action x {\n  unit mine when a\n  do { }\n}");
}
