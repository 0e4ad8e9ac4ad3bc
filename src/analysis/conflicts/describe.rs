//! Describes a pair of rules: their locations, and what marks their order as intended.

use crate::model::game::Game;
use crate::source::Span;

use super::candidates::{Pair, Rule};
use super::{Conflict, Meant, Place};

/// The start of a comment that marks the order of two rules as intended. The reason follows.
const NOTE: &str = "in order:";

/// Converts a pair for the report.
pub(super) fn conflict(game: &Game, pair: Pair) -> Conflict {
    let Pair { about, first, second, met, proof, .. } = pair;
    // Lists of replacements begin with the last one written.
    let (first, second) = if first.span <= second.span { (first, second) } else { (second, first) };
    let ruling = [&first, &second].into_iter().find_map(|rule| {
        let (ruling, value) = rule.under?;
        let ruling = &game.rulings[ruling.at()];
        let value = ruling.values.get(usize::from(value)).map_or("", |(name, _)| name.as_str());
        Some(Meant::Ruling(format!("{} {value}", ruling.name)))
    });
    let meant = note(game, second.span).map(Meant::Note).or(ruling);
    let (mut one, mut other) = (place(game, &first), place(game, &second));
    if (&one.file, one.line) == (&other.file, other.line) {
        // Two rules on the same line are told apart by their own text.
        one.text = own_text(game, first.span);
        other.text = own_text(game, second.span);
    }
    Conflict { about, first: one, second: other, met, proof, meant }
}

fn own_text(game: &Game, span: Span) -> String {
    game.sources.text(span).lines().next().unwrap_or_default().trim().to_owned()
}

fn place(game: &Game, rule: &Rule) -> Place {
    Place {
        file: game.sources.name_of(rule.span.source).to_owned(),
        line: game.sources.line_column(rule.span).0,
        sections: rule.cites.iter().map(|cite| game.section(*cite).number.clone()).collect(),
        text: game.sources.line_text(rule.span).trim().to_owned(),
    }
}

/// The reason in a comment `// in order: …` at the end of a rule's line, or in the comments directly above it.
fn note(game: &Game, span: Span) -> Option<String> {
    let source = game.sources.get(span.source)?;
    let told = |line: &str| {
        let (_, comment) = line.split_once("//")?;
        let (_, reason) = comment.split_once(NOTE)?;
        Some(reason.trim().to_owned())
    };
    let (line, _) = source.line_column(span.start as usize);
    told(source.line(line)).or_else(|| {
        let above = (1..line).rev().map(|at| source.line(at)).take_while(|text| text.trim().starts_with("//"));
        above.into_iter().find_map(told)
    })
}
