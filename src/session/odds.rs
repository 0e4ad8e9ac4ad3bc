//! `odds SENTENCE`: the possible results of a command, with the odds of each. The command is not carried out.

mod shares;
pub(super) mod told;
mod unseen;
mod wanted;

use crate::analysis::odds::{self, Asked, Deed, Found, MOST_LEAVES, Policy, Progress, SAMPLES, Stopped};
use crate::draw::{Line, Role};
use crate::model::value::Value;
use crate::play::question::{Answer, Kind, Question};
use crate::play::state::State;
use crate::play::{Fault, Play, World};
use crate::source::plain_words;

use super::meaning::{Meaning, by_numbers, choosing, completed, forced};
use super::menu::{Choice, Item, look_at};
use super::{Session, Staged};

/// The most branches counted for the note beside an option.
const MOST_BESIDE: u64 = 3_000;

/// A question about odds, in words: `SENTENCE; ANSWER; ANSWER policy best`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Query {
    full: bool,
    sentence: String,
    then: Vec<String>,
    policy: Policy,
    /// The expression whose distribution is wanted.
    of: Option<String>,
}

/// The meaning of a question about odds.
struct Meant {
    query: Query,
    seat: u16,
    question: Question,
    answer: Answer,
}

/// The reason why there are no odds.
#[derive(Clone, Debug)]
pub enum NoOdds {
    /// The words are not a command that could be carried out now, or its results have no odds. The text gives the
    /// reason.
    Refused(String),
    /// The rules have a fault.
    Faulty(Box<Fault>),
    /// The caller stopped the calculation.
    Stopped,
}

impl Query {
    fn read(text: &str) -> Result<Query, String> {
        let mut query = Query::default();
        let mut text = text.trim();
        if let Some(rest) = behind_word(text, "full") {
            (query.full, text) = (true, rest);
        }
        if let Some(rest) = behind_word(text, "of") {
            let (of, rest) = rest
                .split_once(" after ")
                .ok_or("usage: `odds of EXPRESSION after SENTENCE`, as in `odds of KT1.hits after attack with KT1`")?;
            (query.of, text) = (Some(of.trim().to_owned()), rest.trim());
        }
        let mut words = text.split_whitespace().rev();
        if let (Some(last), Some("policy")) = (words.next(), words.next()) {
            let named = Policy::named(last);
            query.policy = named.ok_or_else(|| format!("a policy is best, spread or each, not `{last}`"))?;
            let at = text.rfind("policy").unwrap_or(text.len());
            text = text[..at].trim_end().trim_end_matches(';');
        }
        let mut parts = text.split(';').map(str::trim);
        query.sentence = parts.next().unwrap_or_default().to_owned();
        query.then = parts.map(str::to_owned).collect();
        if query.sentence.is_empty() || query.then.iter().any(String::is_empty) {
            return Err("usage: `odds SENTENCE`, for example with answers to what it asks: \
                        `odds SENTENCE; ANSWER; ANSWER`, and a policy: `odds SENTENCE policy spread`"
                .to_owned());
        }
        Ok(query)
    }
}

impl Query {
    /// A distribution in lines: of the expression it asks for, or of everything.
    fn tell(&self, world: &World<'_>, seat: u16, command: &str, found: &Found, hidden: bool) -> Vec<Line> {
        match &self.of {
            Some(of) => wanted::tell(world, seat, of, command, found, hidden),
            None => told::tell(world, command, found, self.full, hidden),
        }
    }
}

/// The text after its first word.
fn behind_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.strip_prefix(word)?.strip_prefix(' ').map(str::trim_start)
}

impl Session {
    /// The odds of a command: each outcome with its share. `keep_going` receives the progress, and returns false to
    /// stop. The game does not change.
    ///
    /// # Errors
    /// If the command would be refused, or there are no odds.
    pub fn odds(&mut self, text: &str, keep_going: &mut dyn FnMut(Progress) -> bool) -> Result<Vec<Line>, NoOdds> {
        self.refusal = None;
        self.no_odds = None;
        self.understood = None;
        let told = self.told_odds(text, keep_going);
        let by_rule = self.refusal.as_ref().is_some_and(|refused| refused.found.offer.is_some());
        if let (Err(NoOdds::Refused(problem)), false) = (&told, by_rule) {
            self.refusal = None;
            self.no_odds = Some(problem.clone());
        }
        told
    }

    fn told_odds(&mut self, text: &str, keep_going: &mut dyn FnMut(Progress) -> bool) -> Result<Vec<Line>, NoOdds> {
        let meant = self.meant(text)?;
        if self.world(|world| world.veil(meant.seat).is_some()) {
            return self.odds_in_deals(&meant, keep_going);
        }
        let hidden = !self.hidden_cards(meant.seat).is_empty();
        let found =
            if hidden { self.count_in_hands(&meant, keep_going) } else { self.count_meant(&meant, keep_going) }?;
        let Meant { query, seat, question, answer } = meant;
        let command = self.command_words(seat, &question, &answer);
        Ok(self.world(|world| query.tell(world, seat, &command, &found, hidden)))
    }

    /// The outcomes of a command. Cards hidden from its side count as part of their pile.
    fn count_meant(&self, meant: &Meant, keep_going: &mut dyn FnMut(Progress) -> bool) -> Result<Found, NoOdds> {
        let Meant { query, seat, question, answer } = meant;
        self.count(&self.play, (*seat, question, answer.clone()), query, MOST_LEAVES, keep_going)
    }

    /// A command in words.
    fn command_words(&self, seat: u16, question: &Question, answer: &Answer) -> String {
        self.world(|world| {
            let command = crate::play::sentence::write(world, question, seat, answer);
            plain_words(&world.told(&command))
        })
    }

    /// The distribution of the results of a command, for programs; [`Session::odds`] shows it.
    ///
    /// # Errors
    /// As of [`Session::odds`].
    pub fn distribution(&mut self, text: &str, keep_going: &mut dyn FnMut(Progress) -> bool) -> Result<Found, NoOdds> {
        let meant = self.meant(text)?;
        self.count_meant(&meant, keep_going)
    }

    /// The meaning of a question about odds in this position.
    fn meant(&mut self, text: &str) -> Result<Meant, NoOdds> {
        let query = Query::read(text).map_err(NoOdds::Refused)?;
        let shown = self.shown_question().map(|(seat, question)| (seat, question.clone()));
        let (seat, question) = shown.ok_or_else(|| NoOdds::Refused(self.why_not_asked()))?;
        let answer = self.answer_meant(seat, &question, &query.sentence)?;
        Ok(Meant { query, seat, question, answer })
    }

    /// The odds of an option in a few words, for a note beside it. None if it does not depend on dice, if it is not a
    /// complete command yet, or if there are too many outcomes to count.
    pub fn odds_beside(&self, item: &Item) -> Option<String> {
        let (seat, question) = self.shown_question()?;
        let answer = match (&item.choice, &self.staged) {
            (Choice::Answer(answer), _) => answer.clone(),
            (Choice::Value(value), Some(staged)) => {
                let mut values = staged.values.clone();
                values.push(value.clone());
                self.whole(seat, question, Staged { offer: staged.offer, values })?
            }
            (Choice::Value(value), None) => match &question.kind {
                Kind::One { .. } => Answer::One(value.clone()),
                _ => return None,
            },
            (Choice::Offer(offer), _) => self.whole(seat, question, Staged { offer: *offer, values: Vec::new() })?,
            (Choice::Card(_), _) => return None,
        };
        let answer = Some(answer).filter(|answer| question.allows(answer) && self.is_legal(seat, question, answer))?;
        let query = Query::default();
        let found =
            self.count(&self.play, (seat, question, answer), &query, MOST_BESIDE, &mut |went| went.exact).ok()?;
        self.world(|world| told::brief(world, &found))
    }

    /// The complete answer given by a command.
    fn answer_meant(&mut self, seat: u16, question: &Question, text: &str) -> Result<Answer, NoOdds> {
        let meaning = self.meaning_of(question, seat, text);
        let answer = match meaning {
            Meaning::Answer(answer) => answer,
            Meaning::Stage(offer, values) | Meaning::Confirm(offer, values) => {
                let staged = Staged { offer, values };
                match self.whole(seat, question, staged.clone()) {
                    Some(answer) => answer,
                    None => return Err(self.unfinished(seat, question, staged)),
                }
            }
            Meaning::Uses(_) => {
                return Err(NoOdds::Refused(format!("`{text}` has several uses: name one of them")));
            }
            Meaning::Nothing(problem) => return Err(NoOdds::Refused(self.refused(seat, question, text, problem))),
        };
        if !question.allows(&answer) {
            return Err(NoOdds::Refused("not an answer to this question".to_owned()));
        }
        if !self.is_legal(seat, question, &answer) {
            let text = "not legal: forbidden or unaffordable; `why not SENTENCE` gives the reason";
            return Err(NoOdds::Refused(text.to_owned()));
        }
        Ok(answer)
    }

    /// An offer whose remaining values have no choice, as an answer.
    fn whole(&self, seat: u16, question: &Question, staged: Staged) -> Option<Answer> {
        let offer = staged.offer;
        let values: Vec<Value> = self.world(|world| match forced(world, question, seat, staged.clone()) {
            Ok(None) => completed(world, question, seat, staged),
            _ => None,
        })?;
        Some(Answer::Act(offer, values))
    }

    /// The refusal of an incomplete command.
    fn unfinished(&self, seat: u16, question: &Question, staged: Staged) -> NoOdds {
        self.world(|world| match forced(world, question, seat, staged) {
            Err(fault) => NoOdds::Faulty(fault),
            Ok(Some(staged)) => {
                let open = look_at(world, question, seat, staged.offer).open(&staged.values).unwrap_or_default();
                let names = crate::play::sentence::possible(world, &open, seat);
                NoOdds::Refused(format!("also name {}: {names}", choosing(world, &staged)))
            }
            Ok(None) => NoOdds::Refused("not possible now".to_owned()),
        })
    }

    fn is_legal(&self, seat: u16, question: &Question, answer: &Answer) -> bool {
        let Answer::Act(offer, values) = answer else { return true };
        self.world(|world| look_at(world, question, seat, *offer).check(values).is_ok_and(|fits| fits.is_some()))
    }

    /// The outcomes of an answer on a play at this question, if they are no more than `most`.
    pub(super) fn comes_of(
        &self,
        play: &Play,
        seat: u16,
        question: &Question,
        answer: Answer,
        most: u64,
        keep_going: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Found, NoOdds> {
        self.count(play, (seat, question, answer), &Query::default(), most, keep_going)
    }

    /// The outcomes of a seat's answer to a question, on a play at that question.
    fn count(
        &self,
        play: &Play,
        (seat, question, answer): (u16, &Question, Answer),
        query: &Query,
        most: u64,
        keep_going: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Found, NoOdds> {
        if self.world(|world| world.veil(seat).is_some()) {
            let text = "something on the board is hidden from you: odds would reveal it";
            return Err(NoOdds::Refused(text.to_owned()));
        }
        let wanted = match &query.of {
            Some(of) => Some(self.world(|world| wanted::read(world, seat, of)).map_err(NoOdds::Refused)?),
            None => None,
        };
        let hidden = self.hidden_cards(seat);
        self.count_from(play, (None, &hidden), (seat, question, answer), query, wanted.as_ref(), most, keep_going)
    }

    /// The outcomes of a seat's answer to a question, on a play at that question. `from`: another state of the play, as
    /// it was before the decision in progress. `hidden`: cards to put back into their pile first.
    #[allow(clippy::too_many_arguments, reason = "the parts of one request")]
    fn count_from(
        &self,
        play: &Play,
        (from, hidden): (Option<&State>, &[u16]),
        (seat, question, answer): (u16, &Question, Answer),
        query: &Query,
        wanted: Option<&odds::Wanted>,
        most: u64,
        keep_going: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Found, NoOdds> {
        if self.play.look(|run| run.pending.as_ref().is_some_and(|pending| pending.unseen.is_some())) {
            let text = "the sides decide in secret here: the result depends on the others";
            return Err(NoOdds::Refused(text.to_owned()));
        }
        let answer = self.world(|world| world.plainest(question, answer));
        let asked = Asked {
            play,
            from,
            deed: Deed::new(seat, question, answer),
            policy: query.policy,
            then: &query.then,
            numbers: by_numbers,
            wanted,
            hidden,
            most,
            samples: SAMPLES,
            seed: self.opening.seed,
        };
        odds::odds(&asked, keep_going).map_err(|stopped| self.world(|world| no_odds(world, stopped)))
    }

    /// The cards that a seat may not see and that are outside draw piles and not in force.
    fn hidden_cards(&self, seat: u16) -> Vec<u16> {
        self.view(Some(seat), |view| {
            let world = view.world();
            let game = world.game;
            let lies = |card: &u16| {
                let state = &world.state.cards[usize::from(*card)];
                let deck = game.card_defs[usize::from(game.cards[usize::from(*card)].def)].deck;
                let pile = game.decks[deck.at()].zones.first().is_some_and(|zone| zone.0 == state.spot);
                !pile && !state.in_force && !view.sees_card(*card)
            };
            (0..world.state.cards.len() as u16).filter(lies).collect()
        })
    }
}

/// The reason for having no odds, in words.
fn no_odds(world: &World<'_>, stopped: Stopped) -> NoOdds {
    NoOdds::Refused(match stopped {
        Stopped::Faulty(fault) => return NoOdds::Faulty(fault),
        Stopped::ByHand => return NoOdds::Stopped,
        Stopped::Choices(seat, prompt) => format!(
            "{} has too many answers to `{}`: give one, as in `odds SENTENCE; ANSWER`",
            world.game.side_title(seat),
            plain_words(&world.told(&prompt))
        ),
        Stopped::Cases => "too many cases to list: use `policy best` or `policy spread`".to_owned(),
        Stopped::TooMany | Stopped::TooFine => {
            "too many ways to count in two seconds: give answers, as in `odds SENTENCE; ANSWER`, or use `policy spread`"
                .to_owned()
        }
        Stopped::Unused(text) => format!("`{text}` answers none of the questions of this action"),
    })
}

/// A dimmed line.
fn dim(text: impl Into<String>) -> Line {
    Line::of(Role::Dim, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_about_odds_has_a_sentence_answers_and_a_policy() {
        let query = Query::read("full attack with KT1; front 3, side 2; yes policy spread").unwrap();
        assert_eq!(query.sentence, "attack with KT1");
        assert_eq!(query.then, ["front 3, side 2", "yes"]);
        assert_eq!((query.full, query.policy), (true, Policy::Spread));
        let query = Query::read("of KT1.hits + 1 after attack with KT1; no policy best").unwrap();
        assert_eq!((query.of.as_deref(), query.sentence.as_str()), (Some("KT1.hits + 1"), "attack with KT1"));
        assert!(Query::read("of KT1.hits").is_err() && Query::read("of after attack").is_err());
        assert!(Query::read("attack policy worst").is_err());
        assert!(Query::read("").is_err() && Query::read("attack;;no").is_err());
    }
}
