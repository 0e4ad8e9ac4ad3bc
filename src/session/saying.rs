//! Answers: numbers, commands, or an offer entered step by step.

use crate::model::id::*;
use crate::model::value::Value;
use crate::play::journal::Entry;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{self, fold};
use crate::play::{Fault, WhyNot, World};
use crate::source::plain_words;

use super::meaning::{
    Meaning, choosing, completed, forced, is_as_opened, last_chosen, meaning, meaning_of_use, opens_itself, spelt_out,
    staged_meaning,
};
use super::menu::{look_at, members};
use super::time::Went;
use super::{Refused, Session, Staged, Standing, forgiving, meant, unclear};
use crate::play::offers::OfferQuery;

/// The result of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It was carried out.
    Done,
    /// An offer was opened. The menu shows the next choice.
    Opened,
    /// It was refused. The text gives the reason and the correction.
    Refused(String),
    /// It is legal, but not what the lesson expects. The game is unchanged.
    Held,
    /// The rules have a fault. The game is unchanged.
    Faulty(Box<Fault>),
}

/// A command that ends with `all`, with the names of all things, and what is wrong with it. None if a command does not
/// end so, or is legal.
fn all_by_name(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Option<(String, String)> {
    let said = fold(text);
    let (offer, rest) = sentence::offer_named(world, &question.offers(seat), &said)?;
    let walk = sentence::walk(&look_at(world, question, seat, offer), &rest, true);
    if !said.ends_with(" all") || !walk.rest.is_empty() || !matches!(walk.values.last(), Some(Value::Set(..))) {
        return None;
    }
    let named = sentence::act_sentence(world, offer, &walk.values, seat);
    let problem = sentence::read(world, question, seat, &named).err()?;
    Some((named, problem))
}

/// The first choice of any number of things that a sentence does not name, though it could. `from`: the first choice
/// that the sentence does not answer alone.
fn left_out(query: &OfferQuery<'_>, values: &[Value], text: &str, from: usize) -> Option<String> {
    let said = fold(text);
    query.offer.params.iter().zip(values).enumerate().skip(from).find_map(|(at, (param, value))| {
        let is_empty = matches!(value, Value::Set(_, set) if set.is_empty());
        if !param.none_too || !is_empty || said.contains(&fold(&param.name)) {
            return None;
        }
        let could_be = members(&query.world, &query.open(&values[..at]).ok()?);
        let names = sentence::possible(&query.world, &could_be, query.side);
        (!could_be.is_empty()).then(|| format!("nothing is chosen for `{}`; possible: {names}", param.name))
    })
}

impl Session {
    /// Answers the pending question with the number of an option, a command, or a part of one.
    pub fn say(&mut self, text: &str) -> Said {
        self.refusal = None;
        self.no_odds = None;
        self.understood = None;
        self.remark = None;
        self.fallen.clear();
        if let Some(at) = self.stopped_at() {
            return Said::Refused(format!("a decision has stopped at {at}: `run` goes on with it, `back` leaves it"));
        }
        if self.paused_bot().is_some() || self.waits_for().is_some() {
            return Said::Refused(self.why_not_asked());
        }
        let Some((seat, question)) = self.open_question() else {
            return Said::Refused(match &self.standing {
                Standing::Faulty(_) => "an error in the rules stops the game here; `back` undoes decisions".to_owned(),
                Standing::Idle if self.is_by_hand(text) => {
                    format!("`{text}` changes the position by hand: type `arbiter {text}`")
                }
                _ => self.why_not_asked(),
            });
        };
        if !text.is_empty() && fold(text).is_empty() {
            return Said::Refused(format!("`{text}` means nothing here; `?` shows the question"));
        }
        if self.staged.is_none() && self.card.is_some() && is_cancel(text) {
            self.card = None;
            return Said::Opened;
        }
        let meaning = self.meaning_of(&question, seat, text);
        let meaning = self.world(|world| spelt_out(world, &question, seat, text, meaning));
        let read = self.understood.as_deref().unwrap_or(text);
        if let Some(problem) = self.world(|world| unclear::which(world, &question, seat, read, &meaning)) {
            self.understood = None;
            return Said::Refused(problem);
        }
        let dropped = self.dropped_by(&meaning, seat);
        match meaning {
            Meaning::Nothing(_) if self.staged.is_some() && is_cancel(text) => self.leave(),
            Meaning::Nothing(_) if is_cancel(text) && matches!(question.kind, Kind::Pay { .. }) => self.leave_price(),
            Meaning::Nothing(_) if fold(text) == "cancel" => {
                Said::Refused("no order is unfinished; `back` undoes the last decision".to_owned())
            }
            Meaning::Confirm(offer, values) => {
                self.staged = Some(Staged { offer, values });
                Said::Opened
            }
            Meaning::Uses(card) => {
                self.card = Some(card);
                Said::Opened
            }
            Meaning::Answer(answer) => {
                // An answer to the choice that is asked for now may be nothing. The whole order, typed again, is none.
                let goes_on = |staged: &&Staged| {
                    self.world(|world| sentence::offer_named(world, &[staged.offer], &fold(text)).is_none())
                };
                let from = self.staged.as_ref().filter(goes_on).map_or(0, |staged| staged.values.len() + 1);
                let left_out = match &answer {
                    Answer::Act(offer, values) => {
                        self.world(|world| left_out(&look_at(world, &question, seat, *offer), values, text, from))
                    }
                    _ => None,
                };
                let said = self.answer(seat, &question, answer);
                self.remark = left_out.or(dropped).filter(|_| said == Said::Done).or(self.remark.take());
                said
            }
            Meaning::Stage(offer, values) => {
                let said = self.stage(seat, &question, offer, values, true);
                self.remark = dropped.or(self.remark.take());
                said
            }
            Meaning::Nothing(problem) => {
                let unclear = self.world(|world| unclear::by_kind(world, &question, seat, text));
                Said::Refused(unclear.unwrap_or_else(|| self.refused(seat, &question, text, problem)))
            }
        }
    }

    /// Says that another command takes the place of an unfinished one.
    fn dropped_by(&self, meaning: &Meaning, seat: u16) -> Option<String> {
        let Staged { offer: begun, values: chosen } = self.staged.as_ref()?;
        let goes_on = match meaning {
            Meaning::Answer(Answer::Act(offer, values)) | Meaning::Stage(offer, values) => {
                offer == begun && values.starts_with(chosen)
            }
            _ => true,
        };
        let words = || self.world(|world| plain_words(&sentence::act_sentence(world, *begun, chosen, seat)));
        (!goes_on).then(|| format!("`{}` was not finished, and is dropped", words()))
    }

    /// The meaning of a text here, read forgivingly.
    pub(super) fn meaning_of(&mut self, question: &Question, seat: u16, text: &str) -> Meaning {
        let numbering = &self.numbering;
        let read = |world: &World<'_>, text: &str| match &self.staged {
            Some(staged) => staged_meaning(world, question, seat, staged, numbering, self.on_pages(), text),
            None => self.unstaged_meaning(world, question, seat, text),
        };
        // What says no more than has been said already is no reading.
        let goes_on = |found: &(Meaning, String)| match (&found.0, &self.staged) {
            (Meaning::Stage(offer, values), Some(staged)) => (*offer, values) != (staged.offer, &staged.values),
            _ => true,
        };
        let only = |text: &str| {
            let found =
                self.world(|world| forgiving::only_reading(world, question, seat, text, |text| read(world, text)));
            found.filter(goes_on)
        };
        let mut meaning = self.world(|world| read(world, text));
        if !matches!(meaning, Meaning::Nothing(_)) || is_cancel(text) {
            return meaning;
        }
        let mut found = only(text);
        let staged = self.staged.as_ref().map(|staged| staged.offer);
        let acts = matches!(question.kind, Kind::Act { .. } | Kind::Window { .. });
        let shorter = self.world(|world| forgiving::without_connectives(world, staged, text)).filter(|_| acts);
        if let (None, Some(shorter)) = (&found, shorter) {
            let other = self.world(|world| read(world, &shorter));
            match self.world(|world| other.in_words(world, question, seat)) {
                Some(words) => found = Some((other, words)),
                None => found = only(&shorter),
            }
            // What is wrong is not the word that was left out.
            if found.is_none() {
                meaning = self.world(|world| read(world, &shorter));
            }
        }
        if let Some((other, words)) = found {
            meaning = other;
            self.understood = Some(plain_words(&words));
        }
        meaning
    }

    /// The words of a refusal. The reasons are stored for `why`.
    pub(super) fn refused(&mut self, seat: u16, question: &Question, text: &str, problem: String) -> String {
        if matches!(question.kind, Kind::Act { .. } | Kind::Window { .. }) {
            let begun = self
                .staged
                .as_ref()
                .map(|staged| self.world(|world| sentence::act_sentence(world, staged.offer, &staged.values, seat)));
            let whole = begun.map_or_else(|| text.to_owned(), |begun| format!("{begun} {text}"));
            // With the names in place of `all`, the reasons concern what was meant.
            if let Some((named, problem)) = self.world(|world| all_by_name(world, question, seat, &whole)) {
                self.refusal = self.reasons_against(seat, named);
                return problem;
            }
            self.refusal = [text.to_owned(), whole].into_iter().find_map(|said| self.reasons_against(seat, said));
        } else {
            self.refusal = self.reasons_against_answer(seat, question, text);
        }
        let is_known = self.refusal.as_ref().is_some_and(|refused| refused.found.offer.is_some());
        self.with_suggestion(seat, question, text, problem, is_known)
    }

    /// The meaning of a text while no offer is being entered.
    fn unstaged_meaning(&self, world: &World<'_>, question: &Question, seat: u16, text: &str) -> Meaning {
        match self.card {
            Some(card) => meaning_of_use(world, question, seat, &self.numbering, card, text),
            None => meaning(world, question, seat, &self.numbering, text),
        }
    }

    /// True if a text, as written or read forgivingly, answers the question. An unfinished order does not count.
    pub(super) fn understands_alone(&self, world: &World<'_>, question: &Question, seat: u16, text: &str) -> bool {
        let read = |text: &str| meaning(world, question, seat, &self.numbering, text);
        !matches!(read(text), Meaning::Nothing(_))
            || forgiving::only_reading(world, question, seat, text, read).is_some()
    }

    /// A refusal with suggestions. `known`: the text begins with the title of an action.
    fn with_suggestion(&self, seat: u16, question: &Question, text: &str, problem: String, known: bool) -> String {
        if known || self.staged.is_some() || fold(text).chars().all(|sign| sign.is_ascii_digit()) {
            return problem;
        }
        let found = self.world(|world| meant::suggestion(world, question, seat, text));
        match (found, &question.kind) {
            (Some(found), Kind::Act { .. } | Kind::Window { .. }) => found,
            (Some(found), _) => format!("{problem}\n{found}"),
            (None, _) => problem,
        }
    }

    /// The current question in one line: the choice for an unfinished order, or a payment. None for other questions.
    pub fn asked_in_short(&self) -> Option<String> {
        let (seat, question) = self.shown_question()?;
        let Some(staged) = &self.staged else {
            if let Some(card) = self.card {
                let title = &self.game.card_defs[usize::from(card)].title;
                return Some(format!(
                    "You are choosing the use of {title}. Type its number or its name; `cancel` keeps the card."
                ));
            }
            // Within an action that has begun, an answer cannot be left out.
            let leave = if self.is_price_of_order() { "; `cancel` leaves the order" } else { "" };
            let pays = matches!(question.kind, Kind::Pay { .. });
            return pays.then(|| format!("You are choosing how to pay. Type its number{leave}."));
        };
        Some(self.world(|world| {
            let offer = &world.game.offers[staged.offer.at()];
            let doc = offer.params.get(staged.values.len()).and_then(|param| param.doc.as_deref());
            let doc = doc.map_or_else(String::new, |doc| format!(" ({})", doc.trim()));
            let must = is_as_opened(world, question, seat, staged);
            let leave = if must { "" } else { "; `cancel` leaves the order" };
            format!("You are choosing {}{doc}. Type its number or its name{leave}.", choosing(world, staged))
        }))
    }

    /// Why no person is asked now, and what can be done: the game is over, no step has begun, or a bot decides.
    pub fn why_not_asked(&self) -> String {
        if let Standing::Idle = self.standing {
            return self.idle_words();
        }
        if let Some(other) = self.waits_for() {
            return format!("{} decides now", self.game.side_title(other));
        }
        if let Some((bot, _)) = self.question().filter(|(seat, _)| !self.is_person(*seat)) {
            let title = &self.game.sides[usize::from(bot)].title;
            return format!("{title} decides now, a bot: Enter lets it go on, `back` takes your decision back");
        }
        let how = match &self.standing {
            Standing::Over(outcome) => match self.game.side_titles(&outcome.winners) {
                Some(sides) => format!("the game is over: {sides} {}", outcome.wins()),
                None => "the game is over".to_owned(),
            },
            _ => "no side decides now".to_owned(),
        };
        if self.looker.is_some() {
            return how;
        }
        let on =
            if self.lesson.is_some() { "`again` starts the lesson over" } else { "`back` undoes the last decision" };
        format!("{how}; {on}, `quit` leaves")
    }

    /// True if a text answers the pending question, completely or in part.
    pub fn understands(&self, text: &str) -> bool {
        let Some((seat, question)) = self.shown_question() else { return false };
        if !text.is_empty() && fold(text).is_empty() {
            return false;
        }
        let meaning = self.world(|world| match &self.staged {
            Some(staged) => staged_meaning(world, question, seat, staged, &self.numbering, self.on_pages(), text),
            None => self.unstaged_meaning(world, question, seat, text),
        });
        !matches!(meaning, Meaning::Nothing(_))
    }

    /// True if a side decides and a text begins with the complete title or name of an action of the game, also of one
    /// that is not possible now. Such a text is not a command of the program: the game answers why the action is not
    /// possible.
    pub fn names_an_action(&self, text: &str) -> bool {
        let text = fold(text);
        let begins = |name: &str| {
            let name = fold(name);
            !name.is_empty() && text.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        self.question().is_some()
            && self.game.offers.iter().any(|offer| !offer.is_family && (begins(&offer.title) || begins(&offer.name)))
    }

    /// True if the name of an action that may be chosen now begins with this word.
    pub fn begins_an_action(&self, word: &str) -> bool {
        let begins = |title: &str| fold(title).split(' ').next() == Some(fold(word).as_str());
        self.shown_question().is_some_and(|(seat, question)| {
            question.offers(seat).iter().any(|offer| begins(&self.game.offers[offer.at()].title))
        })
    }

    /// True if a word means the same as the first word of an action that may be chosen now.
    pub fn has_an_action_like(&self, word: &str) -> bool {
        self.shown_question().is_some_and(|(seat, question)| {
            let title = |offer: &OfferId| fold(&self.game.offers[offer.at()].title);
            question.offers(seat).iter().any(|offer| meant::is_like_first_of(&title(offer), &fold(word)))
        })
    }

    /// The reasons why the last command was refused, if it was.
    pub fn refusal(&self) -> Option<&WhyNot> {
        self.refused_now().map(|refused| &refused.found)
    }

    /// The last refused command, if the side that was refused still has the same decision.
    pub(super) fn refused_now(&self) -> Option<&Refused> {
        let is_now = |refused: &&Refused| refused.decisions == self.decisions() && self.waits_for().is_none();
        self.refusal.as_ref().filter(is_now)
    }

    /// Steps back in an offer being entered. Returns false if no value can be taken back.
    pub fn unstage(&mut self) -> bool {
        let Some((seat, question)) = self.open_question().filter(|_| self.waits_for().is_none()) else { return false };
        let Some(staged) = self.staged.take() else { return self.card.take().is_some() };
        let mut values = staged.values;
        // Values without a choice were set silently. Go back to the last one with a choice.
        while values.pop().is_some() {
            let open = self.world(|world| look_at(world, &question, seat, staged.offer).open(&values));
            if open.map_or(0, |open| open.len()) > 1 {
                self.staged = Some(Staged { offer: staged.offer, values });
                return true;
            }
        }
        !opens_itself(&question, seat)
    }

    /// Leaves an offer being entered.
    fn leave(&mut self) -> Said {
        let before = self.staged.take();
        self.open_only_offer();
        if self.staged.is_some() && self.staged == before {
            let way_out = if self.lesson.is_some() {
                "`again` starts the lesson over"
            } else {
                "`back` undoes the last decision"
            };
            return Said::Refused(format!("this must be decided now; {way_out}"));
        }
        Said::Opened
    }

    /// Leaves an order that lacks only its payment.
    fn leave_price(&mut self) -> Said {
        if self.is_price_of_order() && matches!(self.back(1), Went::By(_)) {
            self.undone.clear();
            return Said::Opened;
        }
        Said::Refused("this must be paid; `back` undoes the decision before it".to_owned())
    }

    /// True if the pending question is the payment for an order, with no event since the order.
    pub(super) fn is_price_of_order(&self) -> bool {
        let Some((seat, Question { kind: Kind::Pay { .. }, .. })) = self.question() else { return false };
        self.play.look(|run| {
            matches!(run.journal.entries.last(),
                Some(Entry::Answer { seat: by, answer: Answer::Act(..), .. }) if *by == seat)
        })
    }

    /// Opens the offer of a question with no other choice.
    pub(super) fn open_only_offer(&mut self) {
        let Some((seat, question)) = self.open_question() else { return };
        if opens_itself(&question, seat) {
            let offer = question.offers(seat)[0];
            if let Ok(Some(staged)) =
                self.world(|world| forced(world, &question, seat, Staged { offer, values: Vec::new() }))
            {
                self.staged = Some(staged);
            }
        }
    }

    /// Opens an offer with these values, and carries it out if no choice is left. If `at_once` is not set, an order
    /// without a choice left is shown and not carried out.
    pub(super) fn stage(
        &mut self,
        seat: u16,
        question: &Question,
        offer: OfferId,
        values: Vec<Value>,
        at_once: bool,
    ) -> Said {
        let staged = Staged { offer, values };
        match self.world(|world| forced(world, question, seat, staged.clone())) {
            Ok(Some(staged)) => {
                self.staged = Some(staged);
                Said::Opened
            }
            Ok(None) if !at_once => {
                // The last choice is shown, even if there is only one; otherwise the player confirms the order.
                let given = staged.values.len();
                let params = &self.game.offers[offer.at()].params;
                let all = self.world(|world| completed(world, question, seat, staged));
                self.staged = all.map(|mut values| {
                    if let Some(last) = last_chosen(params, &values).filter(|last| *last >= given) {
                        values.truncate(last);
                    }
                    Staged { offer, values }
                });
                Said::Opened
            }
            Ok(None) => {
                let all = self.world(|world| completed(world, question, seat, staged));
                match all {
                    Some(values) => self.answer(seat, question, Answer::Act(offer, values)),
                    None => Said::Refused("not possible now".to_owned()),
                }
            }
            Err(fault) => Said::Faulty(fault),
        }
    }

    /// The result for a fault. Dice set wrongly at the table are not a fault in the rules.
    fn faulty(fault: Box<Fault>) -> Said {
        if fault.table { Said::Refused(fault.message) } else { Said::Faulty(fault) }
    }

    /// Gives an answer and plays on. If the rules have a fault, everything is taken back.
    pub(super) fn answer(&mut self, seat: u16, question: &Question, answer: Answer) -> Said {
        if !question.allows(&answer) {
            return Said::Refused("not an answer to this question".to_owned());
        }
        if let Some(held) = self.held_back(seat, question, &answer) {
            return held;
        }
        if let (Kind::Window { .. }, Answer::Pass) = (&question.kind, &answer) {
            self.declined.push(seat);
            if self.question().is_none() {
                return self.attempt(|session| {
                    session.undone.clear();
                    session.pass_window(seat);
                });
            }
            return Said::Done;
        }
        if let Answer::Act(offer, values) = &answer {
            let fits = self.world(|world| look_at(world, question, seat, *offer).check(values));
            match fits {
                Ok(Some(_)) => {}
                Ok(None) => {
                    let words = self.world(|world| plain_words(&sentence::write(world, question, seat, &answer)));
                    self.refusal = self.reasons_against(seat, words.clone());
                    return Said::Refused(format!("`{words}` is not possible"));
                }
                Err(fault) => return Said::Faulty(fault),
            }
        }
        let question = question.clone();
        let ends = matches!((&question.kind, &answer), (Kind::Act { pass: Some(_), .. }, Answer::Pass));
        // If all sides decide in secret, no player may see it yet.
        let ends = ends && self.unseen_from() == usize::MAX;
        // A side that acts within another's step ends nothing of it.
        let ends = ends && self.world(|world| world.me().is_none_or(|me| me == seat));
        let step = ends.then(|| self.place().pop()).flatten();
        let said = self.attempt(move |session| {
            session.undone.clear();
            session.forget_later_dice();
            session.play.answer(seat, &question, answer);
        });
        if said == Said::Done {
            self.remark = step.map(|step| format!("{}: {step} ended", self.game.side_title(seat)));
        }
        said
    }

    /// What a player may not have meant with the last answer: the step that it ended, or a choice that it left out.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Carries out `act` and plays on. If the rules have a fault, everything is taken back.
    pub(super) fn attempt(&mut self, act: impl FnOnce(&mut Session)) -> Said {
        let (before, silent) = (self.journal_length(), self.play.silent());
        let dice = self.play.look(|run| run.forced_dice.clone());
        let undone = self.undone.clone();
        self.forget_later_windows();
        act(self);
        self.go_on();
        let Standing::Faulty(fault) = &self.standing else { return Said::Done };
        let fault = fault.clone();
        self.fallen = self.play.back_to_window(before, silent);
        self.play.adjust(|run| run.forced_dice = dice);
        self.undone = undone;
        self.go_on();
        self.forget_later_windows();
        Session::faulty(fault)
    }

    /// Makes this many of the persons' decisions at random. If only bots play, lets them make as many. Stops before a
    /// decision that runs into a fault in the rules.
    pub fn auto(&mut self, decisions: u32) -> Said {
        if let Standing::Over(_) = self.standing {
            return Said::Done;
        }
        self.undone.clear();
        self.forget_later_dice();
        let (limit, pauses) = {
            let mut desk = self.desk.borrow_mut();
            desk.auto = decisions;
            // Waiting bots make these decisions. Otherwise they only answer those of persons.
            let limit = desk.limit;
            desk.limit = limit.map(|_| decisions);
            (limit, std::mem::take(&mut desk.pauses))
        };
        self.go_on();
        {
            let mut desk = self.desk.borrow_mut();
            (desk.auto, desk.limit, desk.pauses) = (0, limit, pauses);
        }
        self.before_a_fault()
    }

    /// Lets the bot for whose decision play waits make it.
    pub fn let_bot_decide(&mut self) -> Said {
        self.undone.clear();
        self.forget_later_dice();
        self.desk.borrow_mut().allowed = 1;
        self.go_on();
        self.desk.borrow_mut().allowed = 0;
        self.before_a_fault()
    }

    /// Goes back to before the last decision, if it has run into a fault in the rules.
    fn before_a_fault(&mut self) -> Said {
        let Standing::Faulty(fault) = &self.standing else { return Said::Done };
        let fault = fault.clone();
        let last =
            self.play.look(|run| run.journal.entries.iter().rposition(|entry| matches!(entry, Entry::Answer { .. })));
        if let Some(last) = last {
            self.play.back_to(last);
            let limit = self.desk.borrow().limit;
            self.desk.borrow_mut().limit = Some(0);
            self.go_on();
            self.desk.borrow_mut().limit = limit;
            self.lay_again();
        }
        Session::faulty(fault)
    }
}

/// True if a text leaves an unfinished order.
fn is_cancel(text: &str) -> bool {
    matches!(fold(text).as_str(), "0" | "cancel")
}
