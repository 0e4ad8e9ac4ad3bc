//! Tests of spans, line and column lookup, and plain spelling.

use super::{SourceId, SourceMap, Span, fold, plain, same_name};

fn map(text: &str) -> (SourceMap, SourceId) {
    let mut map = SourceMap::new();
    let id = map.add("demo.ori", text);
    (map, id)
}

#[test]
fn lines_and_columns_count_characters_from_one() {
    let (map, id) = map("né\nHédé x\r\nend");
    assert_eq!(map.line_column(Span::new(id, 0..1)), (1, 1));
    assert_eq!(map.line_column(Span::new(id, 4..5)), (2, 1));
    // "Hédé " is seven bytes and five characters.
    assert_eq!(map.line_column(Span::new(id, 11..12)), (2, 6));
    assert_eq!(map.place(Span::new(id, 14..17)), "demo.ori:3:1");
    assert_eq!(map.line_text(Span::new(id, 11..12)), "Hédé x");
}

#[test]
fn offset_is_the_inverse_of_line_column() {
    let (map, id) = map("né\nHédé x\n\nend");
    for (at, _) in map.text(Span::new(id, 0..15)).char_indices() {
        let (line, column) = map.line_column(Span::point(id, at));
        assert_eq!(map.get(id).map(|source| source.offset(line, column)), Some(at));
    }
}

#[test]
fn spans_outside_the_text_are_clamped_to_its_ends() {
    let (map, id) = map("ab\ncd");
    let offset = |line, column| map.get(id).map(|source| source.offset(line, column));
    assert_eq!((offset(1, 99), offset(9, 1), offset(0, 0)), (Some(2), Some(5), Some(0)));
    assert_eq!(map.line_column(Span::new(id, 90..99)), (2, 3));
    assert_eq!(map.text(Span::new(id, 4..99)), "");
}

#[test]
fn spans_join_and_split() {
    let id = SourceId(0);
    let span = Span::new(id, 2..4).to(Span::new(id, 7..9));
    assert_eq!(span.range(), 2..9);
    assert_eq!(span.after().range(), 9..9);
    assert_eq!(span.part(5, 99).range(), 7..9);
    assert!(span.holds(8) && !span.holds(9));
}

#[test]
fn plain_names_drop_accents_and_punctuation() {
    let pairs = [
        ("Hédé", "Hede"),
        ("Le Gâvre", "Le_Gavre"),
        ("Roc'h-an-Argoed", "Roc_h_an_Argoed"),
        ("Ploërmel", "Ploermel"),
        ("Cœur", "Coeur"),
        ("He\u{301}", "He"),
        ("1st", "_1st"),
        ("unit_2", "unit_2"),
    ];
    for (name, expected) in pairs {
        assert_eq!(plain(name), expected);
    }
}

#[test]
fn sentences_are_compared_without_accents_and_joints_but_with_the_minus_of_a_number() {
    assert_eq!(fold("  Ar_Roc'h-Derrien "), "ar roc h derrien");
    assert_eq!(fold("Supériorité tactique -1"), "superiorite tactique -1");
    assert_eq!(fold("- 1 -a"), "1 a");
}

#[test]
fn names_are_the_same_if_scripts_spell_them_alike() {
    for (one, other) in [("Hédé", "Hede"), ("Le Gâvre", "Le_Gavre"), ("a-b", "a_b"), ("1st", "_1st"), ("x", "x")] {
        assert!(same_name(one, other) && same_name(other, one), "{one}, {other}");
    }
    for (one, other) in [("Hédé", "Hade"), ("a", "b"), ("a-b", "ab"), ("A", "a"), ("", "_")] {
        assert!(!same_name(one, other) && !same_name(other, one), "{one}, {other}");
    }
}

#[test]
fn folded_texts_keep_words_numbers_and_the_minus_of_a_number() {
    for (text, folded) in [
        ("Roc'h-an-Argoed", "roc h an argoed"),
        ("  Le\tGâvre, 1½ ", "le gavre 1"),
        ("unit_2 -1 to - 3", "unit 2 -1 to 3"),
        ("by -12 and -x5", "by -12 and x5"),
        ("ŒUVRE e\u{301}", "oeuvre e"),
        ("_-_", ""),
        ("Минск 1, ΣΑΣ", "минск 1 σασ"),
        ("移動", "移動"),
    ] {
        assert_eq!(fold(text), folded, "{text}");
        assert_eq!(fold(folded), folded);
    }
}
