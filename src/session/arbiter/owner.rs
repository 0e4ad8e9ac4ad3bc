//! The owner of new pieces in an arbiter's line that names none. The journal records the side, so a saved game does not
//! depend on this choice.

use crate::check::read_typed;
use crate::model::game::Game;
use crate::model::setup::SetupPiece;

use super::super::{Session, side_named};

impl Session {
    /// The line with the owner of its new pieces added, if exactly one side has such pieces. Other lines are unchanged.
    ///
    /// # Errors
    /// Several sides have such pieces.
    pub(super) fn with_owner(&self, text: &str) -> Result<String, String> {
        let game = &self.game;
        let Some(rest) = text.strip_prefix("put ").filter(|rest| !rest.contains(':')) else {
            return Ok(text.to_owned());
        };
        let Some((things, place)) = rest.rsplit_once(" at ") else { return Ok(text.to_owned()) };
        let mut words = things.split([' ', ',']).filter(|word| !word.is_empty());
        if words.any(|word| side_named(game, word).is_some()) || self.names_pieces(things) {
            return Ok(text.to_owned());
        }
        let mut owners = Vec::new();
        for side in game.played() {
            // A line that cannot be read is refused when it is carried out.
            let Ok(position) = read_typed(game, &format!("{place}: {things}"), Some(side)) else { continue };
            // A terrain or a flag alone has no owner.
            if position.pieces.is_empty() {
                continue;
            }
            // A piece with its own name belongs to a fixed side.
            if position.pieces.iter().any(|piece| piece.unique.is_some()) {
                return Ok(text.to_owned());
            }
            if position.pieces.iter().all(|piece| has(game, side, piece)) {
                owners.push(game.sides[usize::from(side)].name.as_str());
            }
        }
        match owners.as_slice() {
            [] => Ok(text.to_owned()),
            [owner] => Ok(format!("put {owner} {rest}")),
            _ => {
                let ways: Vec<String> = owners.iter().map(|owner| format!("`put {owner} {rest}`")).collect();
                Err(format!("several sides have such pieces: write {}", ways.join(" or ")))
            }
        }
    }
}

/// True if a side has such a piece in the counter list, or else in the set-up. If neither lists it, any side may have
/// it.
fn has(game: &Game, side: u16, piece: &SetupPiece) -> bool {
    if game.counters.iter().any(|counter| counter.kind == piece.kind) {
        return game.counter_of(side, piece.kind, &piece.printed).is_some();
    }
    let mut alike = game
        .setup
        .position
        .pieces
        .iter()
        .filter(|one| one.kind == piece.kind && one.printed == piece.printed)
        .peekable();
    alike.peek().is_none() || alike.any(|one| one.side == side)
}
