//! Limits of what a game may hold. Things are numbered with two bytes, and no board wargame comes near these limits.

use crate::diagnostic::Diagnostic;
use crate::model::game::Game;
use crate::source::Span;

use super::builder::GameBuilder;
use super::gather::Gathered;

/// The most kinds of a game, and the most values of a list.
const MOST_NAMES: usize = 10_000;
/// The most cards of a game, and the most pieces of a set-up.
const MOST_THINGS: usize = 20_000;

/// Reports what is too much, at the first one beyond the limit.
pub(crate) fn look_over(builder: &mut GameBuilder, items: &Gathered) {
    let game = &builder.game;
    let mut found = vec![
        too_many(
            "kinds",
            MOST_NAMES,
            game.kinds.len(),
            "declare one kind for pieces that follow the same rules; give their differences as facts",
            game.kinds.get(MOST_NAMES).map(|kind| kind.span),
        ),
        too_many(
            "cards",
            MOST_THINGS,
            game.cards.len(),
            "lower the numbers after `copies`; if each turn needs a fresh card, shuffle the discards into the pile",
            card_beyond(game),
        ),
        too_many(
            "zones of decks",
            MOST_NAMES,
            game.zones.len() + game.spots.len(),
            "a zone `per side` counts once for each side; use a variable of cards to tell the cards of one zone apart",
            game.decks.last().map(|deck| deck.span).filter(|_| game.zones.len() + game.spots.len() > MOST_NAMES),
        ),
        too_many(
            "pieces in one set-up",
            MOST_THINGS,
            game.setup.position.pieces.len(),
            "lower the numbers after `x`; for pieces that are only counted, keep the count in a variable",
            game.setup.position.pieces.get(MOST_THINGS).map(|piece| piece.span),
        ),
    ];
    for (_, values) in items.lists() {
        let beyond = values.get(MOST_NAMES).map(|value| value.name.span);
        let instead = "declare numbers as facts: a list names what rules tell apart";
        found.push(too_many("values of a list", MOST_NAMES, values.len(), instead, beyond));
    }
    builder.diagnostics.extend(found.into_iter().flatten());
}

fn too_many(what: &str, most: usize, count: usize, instead: &str, beyond: Option<Span>) -> Option<Diagnostic> {
    let problem = Diagnostic::error("number-too-large", format!("{count} {what} are too many"));
    Some(problem.at(beyond?, format!("at most {most}")).help(instead))
}

fn card_beyond(game: &Game) -> Option<Span> {
    let card = game.cards.get(MOST_THINGS)?;
    Some(game.card_defs.get(usize::from(card.def))?.span)
}
