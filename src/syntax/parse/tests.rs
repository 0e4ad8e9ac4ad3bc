//! Tests of the whole parser: the tree of each construct, the errors and their spans, and robustness.

mod mistakes;
mod pages;
mod reference;
mod robustness;
mod scripts;
mod tree;

use super::parse_file;
use crate::diagnostic::{Diagnostic, render};
use crate::source::{SourceId, SourceMap};
use crate::syntax::ast::{File, ItemKind};

/// Parses a text that must be free of errors.
#[track_caller]
fn parsed(text: &str) -> File {
    let (file, diagnostics) = parse_file(SourceId(0), text);
    assert!(diagnostics.is_empty(), "{}", shown(text, &diagnostics));
    file
}

/// The only item of a correct text.
#[track_caller]
fn item(text: &str) -> ItemKind {
    let items = parsed(text).items;
    assert_eq!(items.len(), 1, "one item in {text}");
    items[0].kind.clone()
}

/// The diagnostics as displayed, for failing assertions.
fn shown(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut map = SourceMap::new();
    map.add("test.ori", text);
    render::plain_all(diagnostics, &map)
}

/// The code and marked text of each diagnostic.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let (_, diagnostics) = parse_file(SourceId(0), text);
    let marked = |diagnostic: &Diagnostic| {
        let span = diagnostic.span().expect("every diagnostic of the parser has a place");
        text.get(span.range()).expect("a span lies inside its text").to_owned()
    };
    diagnostics.iter().map(|diagnostic| (diagnostic.code, marked(diagnostic))).collect()
}
