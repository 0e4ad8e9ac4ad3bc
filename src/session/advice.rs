//! What bots would do in a person's place.

use crate::analysis::bots::{Bots, Player};
use crate::analysis::search::Search;
use crate::play::Fault;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::Kind;
use crate::play::sentence;
use crate::source::plain_words;

use super::Session;

/// The most commands of a search that are shown.
const MOST_SHOWN: usize = 5;

/// What the greedy bot would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// This command, or `nothing`.
    Command(String),
    /// Not told: the bot knows everything, and something on the board is hidden from the seat.
    Hidden,
    /// None: the bot looks ahead only at actions, and answers this question at random.
    AtRandom,
    /// No side decides.
    NotAsked,
}

/// What the search bot found: what it tried most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The number of lines that it played.
    pub lines: u32,
    /// The commands, the one it would choose first.
    pub tried: Vec<Tried>,
}

/// A command that the search bot tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The command.
    pub command: String,
    /// In how many of its lines.
    pub times: u32,
    /// The mean value of these lines: 100 for victory, 50 for a position as good as now, 0 for defeat.
    pub value: i64,
}

impl Session {
    /// The greedy bot's answer to what is asked now.
    ///
    /// # Errors
    /// A fault in the scripts.
    pub fn hint(&self) -> Result<Hint, Box<Fault>> {
        let Some((seat, question)) = self.shown_question() else { return Ok(Hint::NotAsked) };
        if self.world(|world| world.veil(seat).is_some()) {
            return Ok(Hint::Hidden);
        }
        if !matches!(question.kind, Kind::Act { free: false, .. }) {
            return Ok(Hint::AtRandom);
        }
        let mut bots = Bots::new(&self.game, vec![Player::Greedy; self.game.sides.len()], self.opening.seed)?;
        self.play.kept(|state, _, _, _| bots.recall(&self.game, state, seat));
        let reply = self.world(|world| {
            let reply = bots.answer(world, question);
            match reply {
                Reply::Answer(by, answer) if by == seat => Ok(Some(sentence::write(world, question, seat, &answer))),
                Reply::Faulty(fault) => Err(fault),
                _ => Ok(None),
            }
        })?;
        // A bot that stays silent passes, in the word that a person types for it.
        let silent = || self.menu().pass.unwrap_or_else(|| "nothing".to_owned());
        Ok(Hint::Command(reply.map_or_else(silent, |words| plain_words(&words))))
    }

    /// Why the search bot gives no hint here; `None` if it does.
    pub fn why_no_search(&self) -> Option<String> {
        let Some((seat, question)) = self.shown_question() else { return Some(self.why_not_asked()) };
        if self.world(|world| world.veil(seat).is_some_and(|veil| veil.keeps_secrets())) {
            return Some("facts or values on the board are hidden from you: a search would reveal them".to_owned());
        }
        let is_action = matches!(question.kind, Kind::Act { free: false, .. });
        (!is_action).then(|| "no hint: the search bot looks ahead only at actions".to_owned())
    }

    /// What the search bot finds for the action that is asked for now, with no more knowledge than the seat has. None
    /// where [`Session::why_no_search`] says why.
    ///
    /// # Errors
    /// A fault in the set-up.
    pub fn searched(&self) -> Result<Option<Searched>, Box<Fault>> {
        let asked = self.shown_question().filter(|_| self.why_no_search().is_none());
        let Some((seat, question)) = asked else { return Ok(None) };
        let mut search = Search::new(&self.game, self.opening.seed)?;
        search.stop_when(self.desk.borrow().stop);
        Ok(self.world(|world| {
            let answers = search.weighed(world, question, seat)?;
            let tried = answers.iter().take(MOST_SHOWN).map(|one| Tried {
                command: plain_words(&sentence::write(world, question, seat, &one.answer)),
                times: one.times,
                value: one.value,
            });
            Some(Searched { lines: answers.iter().map(|one| one.times).sum(), tried: tried.collect() })
        }))
    }
}
