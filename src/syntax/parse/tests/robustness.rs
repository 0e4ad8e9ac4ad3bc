//! No input makes the parser panic, hang or overflow the stack.

use proptest::prelude::*;

use super::parse_file;
use crate::source::SourceId;
use crate::syntax::parse::parse_position;

/// Parses any text and reads all spans; it only has to return.
fn survives(text: &str) {
    let (_, diagnostics) = parse_file(SourceId(0), text);
    for diagnostic in &diagnostics {
        let span = diagnostic.span().expect("every diagnostic of the parser has a place");
        assert!(text.get(span.range()).is_some(), "{:?} does not fit {text:?}", span);
    }
    parse_position(SourceId(0), text);
}

/// Fragments of the language, combined into almost correct texts.
const PIECES: &[&str] = &[
    "kind ",
    "action ",
    "modify ",
    "aim ",
    "by ",
    "-1 ",
    "for ",
    "LB ",
    "when ",
    "unit.hits ",
    "{ ",
    "} ",
    "( ",
    ") ",
    "[",
    "]",
    "\n",
    ", ",
    "; ",
    ": ",
    "= ",
    "== ",
    "\"a\" ",
    "\"",
    "@9.1 ",
    "// x\n",
    "/// y\n",
    "do ",
    "then ",
    "piece ",
    "var ",
    "flag ",
    "has ",
    "sequence ",
    "each ",
    "of ",
    "in ",
    "any ",
    "order ",
    "board ",
    "grid ",
    "3 x 5 ",
    "columns ",
    "rows ",
    "links ",
    "-- ",
    "-> ",
    "x4 ",
    "+ ",
    "½ ",
    "1..4 ",
    "é",
    "–",
    "'",
    "`",
    "if ",
    "else ",
    "switch ",
    "|a| ",
    "#{",
    "test ",
    "given ",
    "scenario ",
    "army ",
    "card ",
    "play ",
    "\r\n",
    "\t",
    "/*",
    "*/",
    "${",
    "table ",
    "first ",
    "before ",
];

#[test]
fn an_error_at_a_sign_that_only_looks_like_another_covers_the_whole_sign() {
    survives("-1 /// y\n\tscenario –board -> x\n");
    survives("scenario –board \"B\" for ford @1 { }\n");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_parser_fail(text in "\\PC{0,200}") {
        survives(&text);
    }

    #[test]
    fn no_row_of_fragments_makes_the_parser_fail(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..80)) {
        survives(&pieces.concat());
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] {
        let text = format!("is x(unit) = {}1{}", open.repeat(50_000), close.repeat(50_000));
        let (_, diagnostics) = parse_file(SourceId(0), &text);
        assert_eq!(diagnostics.first().map(|diagnostic| diagnostic.code), Some("too-deep"));
    }
    for repeated in ["if ", "switch ", "|a| ", "!", "-", "first { ", "if a { } else "] {
        survives(&format!("is x(unit) = {}1", repeated.repeat(20_000)));
        survives(&format!("test \"x\" {{ given {{ {} }} }}", repeated.repeat(20_000)));
    }
}

#[test]
fn long_texts_take_time_in_proportion_to_their_length() {
    for line in [
        "kind A {\n",
        "modify aim by -1 for LB when x.y(z) because \"a\" @9.1\n",
        "modify aim\n",
        "}\n",
        "\"\n",
        "a: b, c\n",
        "/* \n",
        "x ",
    ] {
        survives(&line.repeat(3_000));
    }
    // All on one line, where recovery can only drop the whole line.
    survives(&format!("kind A {{ {} }}", "modify aim ".repeat(3_000)));
    survives(&format!("scenario s \"x\" for y {{ {} }}", "a b c: d e, f; ".repeat(3_000)));
}
