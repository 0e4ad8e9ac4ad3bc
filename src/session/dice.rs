//! Dice that are laid ready at the table for the next rolls.

use std::collections::VecDeque;

use crate::play::journal::Entry;

use super::Session;
use super::notes::spaced;

/// Dice that were laid ready before some entry of the journal; none: those that lay there were taken away.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    at: usize,
    groups: Vec<Vec<i64>>,
}

impl Session {
    /// The dice that lie ready for the next rolls.
    pub fn laid_dice(&self) -> Vec<Vec<i64>> {
        self.play.look(|run| run.forced_dice.iter().cloned().collect())
    }

    /// Lays dice ready for the next rolls, one group for each roll; none takes them away again.
    ///
    /// # Errors
    /// What is wrong with them, in a sentence.
    pub fn lay_dice(&mut self, groups: Vec<Vec<i64>>) -> Result<(), String> {
        if self.opening.strict && !groups.is_empty() {
            return Err("this game is strict: dice are rolled, not laid".to_owned());
        }
        let (low, high) = self.game.die;
        if let Some(wrong) = groups.iter().flatten().find(|face| !(low..=high).contains(face)) {
            return Err(format!("a die shows {low} to {high}, not {wrong}"));
        }
        let at = self.journal_length();
        self.laid.retain(|laid| laid.at <= at);
        self.laid.push(Laid { at, groups });
        self.lay_again();
        let laid: Vec<String> = self.laid_dice().iter().map(|group| spaced(group)).collect();
        self.note(if laid.is_empty() {
            "laid dice taken away".to_owned()
        } else {
            format!("dice laid: {}", laid.join(" | "))
        });
        Ok(())
    }

    /// Lays the dice that lay ready at this moment of the game: after a way back those that had not been rolled here.
    pub(super) fn lay_again(&mut self) {
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

    /// Forgets dice that were laid after this moment: what comes now is another game.
    pub(super) fn forget_later_dice(&mut self) {
        let at = self.journal_length();
        self.laid.retain(|laid| laid.at <= at);
    }
}
