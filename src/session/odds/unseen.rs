//! Odds where pieces or cards are hidden: counted in deals that the seat cannot tell from the true position, and shown
//! if all of them agree.

use crate::analysis::odds::{Found, How, MOST_LEAVES, Progress};
use crate::draw::Line;
use crate::model::value::Value;
use crate::play::World;
use crate::play::question::Answer;
use crate::play::state::State;

use super::super::view::as_seen;
use super::super::{Session, View};
use super::{Meant, NoOdds};

/// At least this many deals of hidden cards are compared, and more until this many outcomes were counted.
const HANDS: usize = 3;
const MOST_IN_HANDS: u64 = 20_000;
/// The most branches counted in one deal.
const MOST_IN_A_DEAL: u64 = 20_000;

impl Session {
    /// The odds of a command, if they do not depend on what lies face down for the seat.
    pub(super) fn odds_in_deals(
        &self,
        meant: &Meant,
        keep_going: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Vec<Line>, NoOdds> {
        let seat = meant.seat;
        let keeps_secrets = |world: &World<'_>| world.veil(seat).is_some_and(|veil| veil.keeps_secrets());
        if self.world(keeps_secrets) {
            let text = "facts or values on the board are hidden from you: odds would reveal them";
            return Err(NoOdds::Refused(text.to_owned()));
        }
        let mut told: Option<Vec<Line>> = None;
        for (state, answer) in self.deals(seat, &meant.answer) {
            let lines = self.odds_in(meant, &state, answer, keep_going)?;
            if lines.is_none() || told.as_ref().is_some_and(|before| lines.as_ref() != Some(before)) {
                let text = "the odds depend on what lies face down, or there are too many ways to count";
                return Err(NoOdds::Refused(text.to_owned()));
            }
            told = lines;
        }
        Ok(told.unwrap_or_default())
    }

    /// The outcomes of a command where cards are hidden from its side, if they are the same in all deals of these. If
    /// the command draws cards, the hidden ones count as part of their pile.
    pub(super) fn count_in_hands(
        &self,
        meant: &Meant,
        keep_going: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Found, NoOdds> {
        let Meant { query, seat, question, answer } = meant;
        let read = |of: &String| self.world(|world| super::wanted::read(world, *seat, of));
        let wanted = query.of.as_ref().map(read).transpose().map_err(NoOdds::Refused)?;
        let depends = || NoOdds::Refused("the odds depend on cards that you may not see".to_owned());
        let deals = self.deals(*seat, answer);
        // The last is the true position.
        let others = deals.len().saturating_sub(1);
        let mut agreed: Option<Found> = None;
        let mut counted_so_far = 0;
        for (number, (state, _)) in deals[..others].iter().enumerate() {
            if number >= HANDS && counted_so_far > MOST_IN_HANDS {
                break;
            }
            let asked = (*seat, question, answer.clone());
            let counted =
                self.count_from(&self.play, (Some(state), &[]), asked, query, wanted.as_ref(), MOST_LEAVES, keep_going);
            let mut found = match counted {
                // The command may be impossible in this deal.
                Err(NoOdds::Faulty(_)) => return Err(depends()),
                counted => counted?,
            };
            if found.drawn {
                return self.count_meant(meant, keep_going).map_err(|none| match none {
                    NoOdds::Faulty(_) => depends(),
                    none => none,
                });
            }
            counted_so_far += match found.how {
                How::Counted(ways) | How::Sampled(ways) => ways,
            };
            found.silent |= agreed.as_ref().is_some_and(|before| before.silent);
            found.unplayed |= agreed.as_ref().is_some_and(|before| before.unplayed);
            if agreed.as_ref().is_some_and(|before| before.cases != found.cases) {
                return Err(depends());
            }
            agreed = Some(found);
        }
        agreed.map_or_else(|| self.count_meant(meant, keep_going), Ok)
    }

    /// The deals, each with the answer as it is there; the true position, which need not be among them, is the last.
    fn deals(&self, seat: u16, answer: &Answer) -> Vec<(State, Answer)> {
        let values = match answer {
            Answer::Act(_, values) => values.clone(),
            Answer::One(value) => vec![value.clone()],
            _ => Vec::new(),
        };
        let cards = 0..self.game.cards.len() as u16;
        // A card that the running decision has shown is no longer hidden, though it was when the step began.
        let shown: Vec<bool> =
            self.play.look_asked(|asked| cards.map(|card| View::new(*asked, Some(seat)).sees_card(card)).collect());
        self.play.look(|run| {
            let world = run.world();
            let unseen = View::new(world, Some(seat)).unseen_but(|card| shown[usize::from(card)]);
            let mut deals = Vec::new();
            unseen.each(&world, |dealt| {
                let values = unseen.there(world.state, dealt.state, &values);
                deals.push((dealt.state.clone(), with_values(answer, values)));
                true
            });
            deals.push((world.state.clone(), answer.clone()));
            deals
        })
    }

    /// The odds in one deal. None if there are too many ways to count: sampled odds differ from deal to deal.
    fn odds_in(
        &self,
        meant: &Meant,
        state: &State,
        answer: Answer,
        keep_going: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Option<Vec<Line>>, NoOdds> {
        let Meant { query, seat, question, .. } = meant;
        let command = self.command_words(*seat, question, &meant.answer);
        let hidden = self.hidden_cards(*seat);
        let read = |of: &str| self.play.look_at(state, |dealt| super::wanted::read(dealt, *seat, of));
        let wanted = query.of.as_deref().map(read).transpose().map_err(NoOdds::Refused)?;
        let mut by_hand = false;
        let mut goes_on = |went: Progress| {
            by_hand = !keep_going(went);
            went.exact && !by_hand
        };
        let asked = (*seat, question, answer);
        let counted = self.count_from(
            &self.play,
            (Some(state), &hidden),
            asked,
            query,
            wanted.as_ref(),
            MOST_IN_A_DEAL,
            &mut goes_on,
        );
        let found = match counted {
            Err(NoOdds::Stopped) if !by_hand => return Ok(None),
            // The command may be impossible in this deal.
            Err(NoOdds::Faulty(_)) => return Ok(None),
            counted => counted?,
        };
        if !matches!(found.how, How::Counted(_)) {
            return Ok(None);
        }
        let tell = |dealt: &World<'_>| query.tell(dealt, *seat, &command, &found, !hidden.is_empty());
        Ok(Some(self.play.look_at(state, |dealt| as_seen(dealt, Some(*seat), tell))))
    }
}

/// The same answer with other values.
fn with_values(answer: &Answer, values: Vec<Value>) -> Answer {
    match (answer, values.as_slice()) {
        (Answer::Act(offer, _), _) => Answer::Act(*offer, values),
        (Answer::One(_), [value]) => Answer::One(value.clone()),
        (other, _) => other.clone(),
    }
}
