//! How a game ends.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::game::Game;

/// The end of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Outcome {
    /// The sides that have won, in order of play; several have won together. Empty: a draw.
    pub winners: Vec<u16>,
    /// The level of victory.
    pub level: Option<u16>,
}

impl Outcome {
    /// The only winner. None if the game is drawn or several sides have won together.
    pub fn winner(&self) -> Option<u16> {
        match self.winners[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// The verb after the winners: `wins`, or `win` if they are several.
    pub fn wins(&self) -> &'static str {
        if self.winners.len() == 1 { "wins" } else { "win" }
    }

    /// The order of tables: by the first winner, one side before several, draws last; then by level, none first.
    pub fn before(&self, other: &Outcome) -> Ordering {
        self.winners.is_empty().cmp(&other.winners.is_empty()).then_with(|| self.cmp(other))
    }

    /// As tests write it after `ended`: `Red decisive`, `Red, Blue`, `drawn`.
    pub fn written(&self, game: &Game) -> String {
        let names: Vec<&str> = self.winners.iter().map(|side| game.sides[usize::from(*side)].name.as_str()).collect();
        let won = if names.is_empty() { "drawn".to_owned() } else { names.join(", ") };
        game.level_of(self.level).map_or_else(|| won.clone(), |level| format!("{won} {}", level.name))
    }

    /// The worth of this end to a side, of at most `victory`: all of it alone, a share of it together with others,
    /// nothing for a draw, minus all of it for others' victory.
    pub fn worth(&self, side: u16, victory: i64) -> i64 {
        match self.winners.len() as i64 {
            0 => 0,
            together if self.winners.contains(&side) => victory / together,
            _ => -victory,
        }
    }
}
