//! Tests of where a file is split, and what the split leaves unchanged.

use super::{clean, split};
use crate::source::SourceId;

/// The first line of each chunk.
fn heads(text: &str) -> Vec<&str> {
    let cut = split(SourceId(0), text);
    let lines = cut.chunks.iter().filter_map(|chunk| text.get(chunk.range.clone()));
    lines.filter_map(|chunk| chunk.lines().next()).collect()
}

#[test]
fn items_begin_with_their_words_at_the_outermost_level() {
    let text = "kind A {\n  kind fake\n}\nforbid x\n       because \"y\"\npiece flag a\ncounty has { }\nprocedure p() {\nlet kind = 3;\n}\n";
    assert_eq!(heads(text), ["kind A {", "forbid x", "piece flag a", "county has { }", "procedure p() {"]);
}

#[test]
fn windows_inside_an_action_belong_to_it_and_hooks_begin_items() {
    assert_eq!(heads("action x\n  before charge { }\nbefore charge do { }"), ["action x", "before charge do { }"]);
}

#[test]
fn strings_comments_and_characters_hide_brackets() {
    for hiding in ["\"{\"", "// {", "\"\\\"{\"", "(|x| x == '{')", "(`{`)", "(/* { */ 1)"] {
        let text = format!("is a = {hiding}\nkind B");
        assert_eq!(heads(&text).len(), 2, "in {text}");
        assert!(split(SourceId(0), &text).diagnostics.is_empty(), "in {text}");
    }
}

#[test]
fn apostrophes_in_names_do_not_begin_a_character() {
    assert_eq!(heads("names n { Roc'h-an-Argoed, Bro_C'hall }\nkind B").len(), 2);
}

#[test]
fn mended_texts_keep_their_length() {
    let text = "kind A // – {\r\nmodify a by –1 /// x\nkind “B”\nis a = (/* x\n y */ 1)";
    let mended = split(SourceId(0), text).mended.expect("there was something to mend");
    assert_eq!(mended.len(), text.len());
    assert_eq!(mended.matches('\n').count(), text.matches('\n').count());
    assert!(!mended.contains(['–', '“', '\r', '*']) && mended.contains("by -  1") && mended.contains("\"  B"));
}

#[test]
fn docs_are_found_but_longer_rows_of_slashes_are_not() {
    assert_eq!(split(SourceId(0), "/// a\n//// b\n// c\nkind A").docs, [0]);
}

#[test]
fn lines_that_players_type_have_no_items() {
    let cut = clean(SourceId(0), "left rear: MA 2-3 // so");
    assert!(cut.chunks.is_empty() && cut.diagnostics.is_empty());
    assert_eq!(clean(SourceId(0), "first { a: b").diagnostics.len(), 1);
}

#[test]
fn a_file_in_utf_16_is_one_error() {
    let wide = |order: fn(u16) -> [u8; 2], mark: &str| -> String {
        let bytes: Vec<u8> = format!("{mark}game x {{ }}\n").encode_utf16().flat_map(order).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    for text in [
        wide(u16::to_le_bytes, "\u{feff}"),
        wide(u16::to_be_bytes, "\u{feff}"),
        wide(u16::to_le_bytes, ""),
        wide(u16::to_be_bytes, ""),
    ] {
        let cut = split(SourceId(0), &text);
        assert!(cut.chunks.is_empty() && cut.diagnostics.len() == 1, "in {text:?}");
        assert_eq!(cut.diagnostics[0].help.as_deref(), Some("save the file as UTF-8"));
    }
}
