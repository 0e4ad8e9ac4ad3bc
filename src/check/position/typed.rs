//! Lines of a position that are typed into a game in progress, in the notation of scenarios and tests.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, in_measure};
use crate::model::game::Game;
use crate::model::setup::{Position, SetupPiece};
use crate::source::{SourceMap, Span};
use crate::syntax::ast::{PositionKind, PositionLine, Word};
use crate::syntax::parse_position;

use super::super::builder::GameBuilder;
use super::piece::read_words;
use super::{check_cards, check_slots, read_lines};

/// Reads typed lines of a position. `side` is the side meant where a line names none; without it they are read as in a
/// test.
///
/// # Errors
/// What is wrong with them, as players read it.
pub fn read_typed(game: &Game, text: &str, side: Option<u16>) -> Result<Position, String> {
    read(game, text, |builder, lines| {
        let mut position = Position::default();
        for line in lines {
            // Without a colon, a variable belongs to the game.
            let side = match line.kind {
                PositionKind::Setting(_) => None,
                PositionKind::Line { .. } | PositionKind::Block(_) | PositionKind::UnderWay(_) => side,
            };
            read_lines(builder, std::slice::from_ref(line), side, &mut position);
        }
        check_slots(builder, &position);
        check_cards(builder, &position);
        position
    })
}

/// Reads what a piece of this kind is to have: a mode, a facing, a slot, variables and flags. Only these are in the
/// result.
///
/// # Errors
/// What is wrong with it, as players read it.
pub fn read_change(game: &Game, text: &str, kind: u16, side: u16) -> Result<SetupPiece, String> {
    let name = &game.kinds[usize::from(kind)].name;
    // The words of a piece follow its kind, in a line of a position.
    read(game, &format!("here: {name} {text}"), |builder, lines| {
        let words: Vec<Word> = match lines.first().map(|line| &line.kind) {
            Some(PositionKind::Line { right, .. }) if right.len() == 1 && right[0].things.len() == 1 => {
                right[0].things[0].words[1..].to_vec()
            }
            _ => Vec::new(),
        };
        let span = lines.first().map_or_else(Span::default, |line| line.span);
        let mut piece = SetupPiece {
            kind,
            side,
            printed: builder.game.kinds[usize::from(kind)].facts.clone(),
            span,
            ..SetupPiece::default()
        };
        if words.is_empty() || lines.len() > 1 {
            builder.report(Diagnostic::error("wrong-value", "expected variables, flags, a mode, a facing or a slot"));
            return piece;
        }
        let given = read_words(builder, &mut piece, &words);
        if let Some(fact) = given.iter().position(Option::is_some) {
            let name = builder.game.facts[fact].name.clone();
            builder.report(
                Diagnostic::error("wrong-value", format!("`{name}` is printed on the counter and cannot be changed"))
                    .help("`take` this counter and `put` another"),
            );
        }
        piece
    })
}

/// Parses typed lines and reads them against the rules.
fn read<T>(game: &Game, text: &str, take: impl FnOnce(&mut GameBuilder, &[PositionLine]) -> T) -> Result<T, String> {
    let mut sources = SourceMap::clone(&game.sources);
    let typed = sources.add("typed", text);
    let (lines, problems) = parse_position(typed, text);
    let sources = Arc::new(sources);
    if problems.iter().any(Diagnostic::is_error) {
        return Err(told(&sources, &problems));
    }
    let (found, problems) = in_measure(|| {
        let mut builder = GameBuilder::again(&sources, game);
        let found = take(&mut builder, &lines);
        (found, builder.diagnostics)
    });
    if problems.iter().any(Diagnostic::is_error) { Err(told(&sources, &problems)) } else { Ok(found) }
}

/// The first error, as a player reads it: the headline, the words that are meant, then what would be right.
fn told(sources: &SourceMap, problems: &[Diagnostic]) -> String {
    let Some(problem) = problems.iter().find(|one| one.is_error()) else { return String::new() };
    let mut text = problem.headline.clone();
    if let Some(label) = problem.primary.as_ref() {
        let meant = sources.text(label.span).trim();
        if !meant.is_empty() && !text.contains(meant) {
            text.push_str(&format!(": `{meant}`"));
        }
        // A label that repeats the headline, or only points at the words, says nothing more.
        if !label.text.is_empty() && !label.text.ends_with("here") && !problem.headline.contains(&label.text) {
            text.push_str(&format!(": {}", label.text));
        }
    }
    let more = problem.notes.iter().map(|note| ("", note)).chain(problem.help.iter().map(|help| ("help: ", help)));
    for (front, more) in more {
        text.push_str(&format!("\n{front}{more}"));
    }
    text
}
