//! Registry, rendering, suggestions, words.

use super::{Diagnostic, codes, nearest, render, words};
use crate::source::{SourceMap, Span};

#[test]
fn every_code_has_a_page_with_a_wrong_and_a_right_text() {
    for code in codes::all() {
        assert!(
            code.page.starts_with(&format!("# {}\n", code.headline)),
            "{}: headline of page and row differ",
            code.name
        );
        assert_eq!(code.page.matches("```ori").count(), 2, "{}: one wrong and one right text", code.name);
        assert!(code.number.len() == 5 && code.number.starts_with(['E', 'W', 'N']), "{}", code.number);
        assert!(code.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", code.name);
        assert_eq!(codes::find(code.number), codes::find(code.name), "{}: number or name is given twice", code.name);
    }
}

#[test]
fn codes_are_found_by_number_and_name() {
    assert_eq!(codes::find("e0201").map(|code| code.name), Some("unknown-word"));
    assert_eq!(codes::find("unknown-word").map(|code| code.number), Some("E0201"));
    assert_eq!(codes::find("E9999"), None);
}

fn demo() -> (SourceMap, Diagnostic) {
    let mut sources = SourceMap::new();
    let id = sources.add("demo.ori", "is ready(unit) = unit.enaged\nis engaged(unit) = true\n");
    let diagnostic = Diagnostic::error("unknown-word", "no word named `enaged`")
        .at(Span::new(id, 22..28), "asked here")
        .also(Span::new(id, 32..39), "declared here")
        .note("words of a piece are its facts, state, kinds and what is derived")
        .rule("6.2 Engagement")
        .did_you_mean(Some("engaged"));
    (sources, diagnostic)
}

#[test]
fn plain_rendering_shows_lines_labels_notes_and_help() {
    let (sources, diagnostic) = demo();
    let expected = "\
error[E0201 unknown-word]: no word named `enaged`
  ┌─ demo.ori:1:23
  │
1 │ is ready(unit) = unit.enaged
  │                       ^^^^^^ asked here
2 │ is engaged(unit) = true
  │    ------- declared here
  │
  = note: words of a piece are its facts, state, kinds and what is derived
  = rule: 6.2 Engagement
  = help: did you mean `engaged`?

";
    assert_eq!(render::plain(&diagnostic, &sources), expected);
    assert!(render::coloured(&diagnostic, &sources).contains("\u{1b}["));
}

#[test]
fn json_names_places_by_line_and_column() {
    let (sources, diagnostic) = demo();
    let json = render::to_json(&diagnostic, &sources);
    assert_eq!(json["number"], "E0201");
    assert_eq!(json["severity"], "error");
    assert_eq!(json["primary"]["line"], 1);
    assert_eq!(json["primary"]["column"], 23);
    assert_eq!(json["primary"]["end_column"], 29);
}

#[test]
fn rendering_survives_spans_that_fit_no_text() {
    let (mut sources, _) = demo();
    let id = sources.add("é.ori", "é");
    for span in [Span::new(id, 1..90), Span::new(crate::source::SourceId(9), 3..4)] {
        let text = render::plain(&Diagnostic::warning("unknown-word", "x").at(span, "here"), &sources);
        assert!(text.starts_with("warning["), "{text}");
    }
    let without_place = render::plain(&Diagnostic::error("unknown-word", "x"), &sources);
    assert!(without_place.contains("E0201"));
}

#[test]
fn many_diagnostics_are_counted_and_not_all_shown() {
    let (sources, diagnostic) = demo();
    let shown = |number: usize| render::plain_all(&vec![diagnostic.clone(); number], &sources);
    let times = |text: &str| text.matches("error[E0201").count();
    let (few, many) = (shown(render::MOST_SHOWN), shown(render::MOST_SHOWN + 7));
    assert!(times(&few) == render::MOST_SHOWN && !few.contains("more;"), "{few}");
    assert!(times(&many) == render::MOST_SHOWN, "{many}");
    assert!(many.ends_with("and 7 more; `oriflamme check --all` shows them"), "{many}");
}

#[test]
fn nearest_suggests_at_most_one_name_and_only_near_ones() {
    let names = ["engaged", "enraged", "KT", "Woods", "left rear"];
    assert_eq!(nearest("enaged", names), Some("engaged"));
    assert_eq!(nearest("woods", names), Some("Woods"));
    assert_eq!(nearest("kt", names), Some("KT"));
    assert_eq!(nearest("KB", names), None);
    assert_eq!(nearest("KTT", names), Some("KT"));
    assert_eq!(nearest("XKT", names), None);
    assert_eq!(nearest("LR", ["LDR"]), Some("LDR"));
    assert_eq!(nearest("left reer", names), Some("left rear"));
    assert_eq!(nearest("horse", names), None);
    assert_eq!(nearest("engaged", ["engaged"]), None);
}

#[test]
fn words_make_lists_and_counts() {
    assert_eq!(words::one_of(&["a", "b", "c"]), "a, b or c");
    assert_eq!(words::all_of(&["a", "b"]), "a and b");
    assert_eq!(words::one_of::<&str>(&[]), "");
    assert_eq!(words::one_of_quoted(&["a", "b"]), "`a` or `b`");
    assert_eq!(words::count(1, "row"), "1 row");
    assert_eq!(words::count(0, "row"), "no rows");
}
