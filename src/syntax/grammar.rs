//! The pest parser made from `grammar/*.pest`.

use std::collections::BTreeSet;

use pest_derive::Parser;

/// The grammar's parser; `Rule` has one variant for each rule of the grammar.
#[derive(Parser)]
#[grammar = "../grammar/lexical.pest"]
#[grammar = "../grammar/expression.pest"]
#[grammar = "../grammar/script.pest"]
#[grammar = "../grammar/clauses.pest"]
#[grammar = "../grammar/items.pest"]
#[grammar = "../grammar/board.pest"]
#[grammar = "../grammar/offers.pest"]
#[grammar = "../grammar/sequence.pest"]
#[grammar = "../grammar/scenario.pest"]
#[grammar = "../grammar/muster.pest"]
#[grammar = "../grammar/puzzle.pest"]
pub(super) struct OriParser;

/// The keywords of the language, in alphabetical order: each has a rule of its own, `k_` and the word.
pub(crate) fn keywords() -> Vec<&'static str> {
    let files = [
        include_str!("../../grammar/lexical.pest"),
        include_str!("../../grammar/offers.pest"),
        include_str!("../../grammar/puzzle.pest"),
    ];
    (files.iter())
        .flat_map(|file| file.lines())
        .filter_map(|line| line.strip_prefix("k_")?.split('"').nth(1))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}
