//! Dice set by players for the next rolls.

use std::collections::VecDeque;

use indexmap::IndexSet;

use crate::diagnostic::words::one_of;
use crate::model::clause::Base;
use crate::model::game::Game;
use crate::play::journal::Entry;

use super::Session;
use super::notes::spaced;
use super::save::{Save, SavedDice, Trouble};

/// Dice set before an entry of the journal. None means that the set dice were cleared.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    at: usize,
    groups: Vec<Vec<i64>>,
}

impl Laid {
    /// The number of entries before them.
    pub(super) fn at(&self) -> usize {
        self.at
    }
}

/// The lowest and highest face of each sort of die that a game rolls, its own first.
fn faces(game: &Game) -> IndexSet<(i64, i64)> {
    let of_quantities = game.quantities.iter().filter_map(|item| match item.base {
        Base::Dice(dice) => Some(dice),
        _ => None,
    });
    let of_offers = game.offers.iter().filter_map(|offer| offer.chance.as_ref().map(|chance| chance.dice));
    let others = of_quantities.chain(of_offers).map(|dice| (dice.low, dice.high));
    std::iter::once(game.die).chain(others).collect()
}

/// The groups of dice in a text, separated by `|` or commas. None for any other text.
pub fn dice_groups(text: &str) -> Option<Vec<Vec<i64>>> {
    let group = |text: &str| {
        let faces = text.split_whitespace().map(|word| word.parse::<i64>().ok()).collect::<Option<Vec<i64>>>();
        faces.filter(|faces| !faces.is_empty())
    };
    text.split(['|', ',']).map(group).collect()
}

/// Groups of dice as typed.
pub fn grouped<'a>(groups: impl IntoIterator<Item = &'a Vec<i64>>) -> String {
    groups.into_iter().map(|group| spaced(group)).collect::<Vec<_>>().join(" | ")
}

impl Session {
    /// The dice set for the next rolls.
    pub fn laid_dice(&self) -> Vec<Vec<i64>> {
        self.play.look(|run| run.forced_dice.iter().cloned().collect())
    }

    /// Sets dice for the next rolls, one group for each roll. No groups clears them.
    ///
    /// # Errors
    /// A sentence with the problem.
    pub fn lay_dice(&mut self, groups: Vec<Vec<i64>>) -> Result<(), String> {
        self.test_dice(&groups)?;
        if groups.is_empty() && self.laid_dice().is_empty() {
            return Ok(());
        }
        let at = self.journal_length();
        self.laid.retain(|laid| laid.at <= at);
        self.laid.push(Laid { at, groups });
        self.lay_again();
        let laid = self.laid_dice();
        self.note(if laid.is_empty() {
            "set dice cleared".to_owned()
        } else {
            format!("dice set: {}", grouped(&laid))
        });
        Ok(())
    }

    /// Tests whether dice may be set in this game, and whether its dice show these faces.
    ///
    /// # Errors
    /// A sentence with the problem.
    fn test_dice(&self, groups: &[Vec<i64>]) -> Result<(), String> {
        if self.opening.strict && !groups.is_empty() {
            return Err("this game is strict: dice cannot be set".to_owned());
        }
        let dice = faces(&self.game);
        match groups.iter().flatten().find(|face| !dice.iter().any(|die| (die.0..=die.1).contains(face))) {
            None => Ok(()),
            Some(wrong) => {
                let shown: Vec<String> = dice.iter().map(|(low, high)| format!("{low} to {high}")).collect();
                Err(format!("a die shows {}, not {wrong}", one_of(&shown)))
            }
        }
    }

    /// Sets the dice of a saved game, behind its last line. They are noted there already.
    ///
    /// # Errors
    /// The line, and the problem.
    pub(super) fn lay_saved(&mut self, save: &Save) -> Result<(), Trouble> {
        let Some(SavedDice { groups, line }) = &save.dice else { return Ok(()) };
        self.test_dice(groups).map_err(|message| Trouble { line: *line, message })?;
        self.laid.push(Laid { at: save.lines.len(), groups: groups.clone() });
        // What is read from the file rolls no dice.
        self.play.adjust(|run| run.forced_dice = groups.iter().cloned().collect());
        Ok(())
    }

    /// Sets dice for the next rolls, without a note, for lessons.
    pub(super) fn lay_quietly(&mut self, groups: Vec<Vec<i64>>) {
        let at = self.journal_length();
        self.laid.push(Laid { at, groups });
        self.lay_again();
    }

    /// Restores the dice set at this point of the game and not yet rolled, after a step back.
    pub(super) fn lay_again(&mut self) {
        self.stack_again();
        if self.laid.is_empty() {
            return;
        }
        let laid = &self.laid;
        self.play.adjust(|run| {
            let mut ready: VecDeque<Vec<i64>> = VecDeque::new();
            let entries = &run.journal.entries;
            for at in 0..=entries.len() {
                for laid in laid.iter().filter(|laid| laid.at == at) {
                    if laid.groups.is_empty() {
                        ready.clear();
                    }
                    ready.extend(laid.groups.iter().cloned());
                }
                if let Some(Entry::Dice(_)) = entries.get(at) {
                    ready.pop_front();
                }
            }
            run.forced_dice = ready;
        });
    }

    /// Removes the dice set after this point, because a different game follows.
    pub(super) fn forget_later_dice(&mut self) {
        let at = self.journal_length();
        self.laid.retain(|laid| laid.at <= at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_in_groups() {
        assert_eq!(dice_groups("6 6 1 | 3"), Some(vec![vec![6, 6, 1], vec![3]]));
        assert_eq!(dice_groups("3,4"), Some(vec![vec![3], vec![4]]));
        assert_eq!((dice_groups("3,,4"), dice_groups("six"), dice_groups("")), (None, None, None));
        assert_eq!(grouped(&[vec![6, 6, 1], vec![3]]), "6 6 1 | 3");
    }
}
