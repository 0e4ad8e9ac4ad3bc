//! Answering: numbers, sentences, or an offer put together step by step.

use crate::model::id::*;
use crate::model::offer::{OfferParam, Source};
use crate::model::set::BitSet;
use crate::model::value::Value;
use crate::play::journal::Entry;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{self, fold};
use crate::play::{Fault, WhyNot, World};

use super::menu::{Choice, key_of, look_at, members, offers_of, options_before, staged_numbers};
use super::numbering::Numbering;
use super::story::plain_words;
use super::time::Went;
use super::{Refused, Session, Staged, Standing, complete, forgiving};

/// What came of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It was done.
    Done,
    /// An offer was opened: the menu shows what comes next.
    Opened,
    /// It was not done: why, and what would be right.
    Refused(String),
    /// The rules are faulty; everything is as before.
    Faulty(Box<Fault>),
}

/// What a text means before anything is done.
#[derive(PartialEq)]
pub(super) enum Meaning {
    Answer(Answer),
    Stage(OfferId, Vec<Value>),
    /// An offer with values that were not said: the last that could have been is asked for.
    Confirm(OfferId, Vec<Value>),
    Nothing(String),
}

impl Meaning {
    /// Whether two texts mean the same.
    pub(super) fn is_like(&self, other: &Meaning) -> bool {
        let act = |meaning: &Meaning| match meaning {
            Meaning::Answer(Answer::Act(offer, values)) | Meaning::Stage(offer, values) => {
                Some((*offer, values.clone()))
            }
            _ => None,
        };
        self == other || act(self).is_some() && act(self) == act(other)
    }

    /// The sentence of a meaning, if it has one.
    pub(super) fn in_words(&self, world: &World<'_>, question: &Question, seat: u16) -> Option<String> {
        match self {
            Meaning::Answer(answer) => Some(sentence::write(world, question, seat, answer)),
            Meaning::Stage(offer, values) | Meaning::Confirm(offer, values) => {
                Some(sentence::act_sentence(world, *offer, values, seat))
            }
            Meaning::Nothing(_) => None,
        }
    }
}

impl Session {
    /// Answers the pending question: with the number of an option, a sentence, or a part of one.
    pub fn say(&mut self, text: &str) -> Said {
        self.refusal = None;
        self.understood = None;
        let Some((seat, question)) = self.question().map(|(seat, question)| (seat, question.clone())) else {
            return Said::Refused(match &self.standing {
                Standing::Faulty(_) => {
                    "an error in the rules stops the game here; `back` takes decisions back".to_owned()
                }
                _ => "the game is over: `back` takes decisions back".to_owned(),
            });
        };
        let numbering = &self.numbering;
        let read = |world: &World<'_>, text: &str| match &self.staged {
            Some(staged) => staged_meaning(world, &question, seat, staged, numbering, text),
            None => meaning(world, &question, seat, numbering, text),
        };
        let mut meaning = self.world(|world| read(world, text));
        if matches!(meaning, Meaning::Nothing(_)) && !is_cancel(text) {
            let found =
                self.world(|world| forgiving::only_reading(world, &question, seat, text, |text| read(world, text)));
            if let Some((other, words)) = found {
                meaning = other;
                self.understood = Some(plain_words(&words));
            }
        }
        let meaning = self.world(|world| spelt_out(world, &question, seat, text, meaning));
        match meaning {
            Meaning::Nothing(_) if self.staged.is_some() && is_cancel(text) => self.leave(),
            Meaning::Nothing(_) if is_cancel(text) && matches!(question.kind, Kind::Pay { .. }) => self.leave_price(),
            Meaning::Nothing(_) if fold(text) == "cancel" => {
                Said::Refused("no order is unfinished; `back` takes the last decision back".to_owned())
            }
            Meaning::Confirm(offer, values) => {
                self.staged = Some(Staged { offer, values });
                Said::Opened
            }
            Meaning::Answer(answer) => self.answer(seat, &question, answer),
            Meaning::Stage(offer, values) => self.stage(seat, &question, offer, values, true),
            Meaning::Nothing(problem) => {
                if matches!(question.kind, Kind::Act { .. } | Kind::Window { .. }) {
                    let begun = self.staged.as_ref().map(|staged| {
                        self.world(|world| sentence::act_sentence(world, staged.offer, &staged.values, seat))
                    });
                    let whole = begun.map_or_else(|| text.to_owned(), |begun| format!("{begun} {text}"));
                    let found = self.world(|world| world.why_not(seat, &whole)).ok();
                    let of_text = self.world(|world| world.why_not(seat, text)).ok();
                    let found = of_text.filter(|found| found.offer.is_some()).or(found);
                    let found = found.filter(|found| found.offer.is_some());
                    self.refusal = found.map(|found| Refused { seat, said: text.to_owned(), found });
                }
                Said::Refused(problem)
            }
        }
    }

    /// Whether a text answers the pending question, wholly or as a beginning.
    pub fn understands(&self, text: &str) -> bool {
        let Some((seat, question)) = self.question() else { return false };
        let meaning = self.world(|world| match &self.staged {
            Some(staged) => staged_meaning(world, question, seat, staged, &self.numbering, text),
            None => meaning(world, question, seat, &self.numbering, text),
        });
        !matches!(meaning, Meaning::Nothing(_))
    }

    /// Why the last sentence was refused, if it was.
    pub fn refusal(&self) -> Option<&WhyNot> {
        self.refusal.as_ref().map(|refused| &refused.found)
    }

    /// Steps back in an offer that is being put together; `false` if there is nothing to step back from.
    pub fn unstage(&mut self) -> bool {
        let Some((seat, question)) = self.question().map(|(seat, question)| (seat, question.clone())) else {
            return false;
        };
        let Some(staged) = self.staged.take() else { return false };
        let mut values = staged.values;
        // Values without a choice were taken silently: back to the last one that had a choice.
        while values.pop().is_some() {
            let open = self.world(|world| look_at(world, &question, seat, staged.offer).open(&values));
            if open.map_or(0, |open| open.len()) > 1 {
                self.staged = Some(Staged { offer: staged.offer, values });
                return true;
            }
        }
        !self.opens_itself(&question, seat)
    }

    /// Leaves an offer that is being put together, however far it is.
    fn leave(&mut self) -> Said {
        let before = self.staged.take();
        self.open_only_offer();
        if self.staged.is_some() && self.staged == before {
            return Said::Refused("this must be decided now; `back` takes the last decision back".to_owned());
        }
        Said::Opened
    }

    /// Leaves an order that only its price is missing for.
    fn leave_price(&mut self) -> Said {
        if self.is_price_of_order() && matches!(self.back(1), Went::By(_)) {
            self.undone.clear();
            return Said::Opened;
        }
        Said::Refused("this must be paid; `back` takes the decision before it back".to_owned())
    }

    /// Whether the question that waits is the price of an order, and nothing has happened since that was given.
    pub(super) fn is_price_of_order(&self) -> bool {
        let Some((seat, Question { kind: Kind::Pay { .. }, .. })) = self.question() else { return false };
        self.play.look(|run| {
            matches!(run.journal.entries.last(),
                Some(Entry::Answer { seat: by, answer: Answer::Act(..), .. }) if *by == seat)
        })
    }

    /// Opens the offer of a question that leaves no other choice.
    pub(super) fn open_only_offer(&mut self) {
        let Some((seat, question)) = self.question().map(|(seat, question)| (seat, question.clone())) else { return };
        if self.opens_itself(&question, seat) {
            let offer = offers_of(&question, seat)[0];
            if let Ok(Some(staged)) =
                self.world(|world| forced(world, &question, seat, Staged { offer, values: Vec::new() }))
            {
                self.staged = Some(staged);
            }
        }
    }

    /// Whether an offer stands as it opened by itself: there is nothing to go back to.
    pub(super) fn is_as_opened(&self, world: &World<'_>, question: &Question, seat: u16, staged: &Staged) -> bool {
        let begun = Staged { offer: staged.offer, values: Vec::new() };
        self.opens_itself(question, seat)
            && forced(world, question, seat, begun).is_ok_and(|one| one.as_ref() == Some(staged))
    }

    fn opens_itself(&self, question: &Question, seat: u16) -> bool {
        matches!(question.kind, Kind::Act { pass: None, .. }) && offers_of(question, seat).len() == 1
    }

    /// Opens an offer as far as these values go; carries it out if nothing is left to choose.
    /// If `at_once` is not set, an order that has no choice left is shown and not carried out.
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
                self.staged = Some(staged);
                Said::Opened
            }
            Ok(None) => {
                let all = self.world(|world| completed(world, question, seat, staged));
                match all {
                    Some(values) => self.answer(seat, question, Answer::Act(offer, values)),
                    None => Said::Refused("this cannot be done now".to_owned()),
                }
            }
            Err(fault) => Said::Faulty(fault),
        }
    }

    /// A fault as whoever caused it is told: what was laid at the table wrongly is no mistake of the rules.
    fn faulty(fault: Box<Fault>) -> Said {
        if fault.table { Said::Refused(fault.message) } else { Said::Faulty(fault) }
    }

    /// Gives an answer and plays on; a mistake of the rules takes everything back.
    fn answer(&mut self, seat: u16, question: &Question, answer: Answer) -> Said {
        if !question.allows(&answer) {
            return Said::Refused("that is no answer to this question".to_owned());
        }
        if let (Kind::Window { .. }, Answer::Pass) = (&question.kind, &answer) {
            self.declined.push(seat);
            if self.question().is_none() {
                self.play.stay_silent();
                return self.attempt(|_| {});
            }
            return Said::Done;
        }
        if let Answer::Act(offer, values) = &answer {
            let fits = self.world(|world| look_at(world, question, seat, *offer).check(values));
            match fits {
                Ok(Some(_)) => {}
                Ok(None) => {
                    return Said::Refused("not legal: forbidden or unaffordable; `why` gives the reason".to_owned());
                }
                Err(fault) => return Said::Faulty(fault),
            }
        }
        let question = question.clone();
        self.attempt(move |session| {
            session.undone.clear();
            session.forget_later_dice();
            session.play.answer(seat, &question, answer);
        })
    }

    /// Does something and plays on; if the rules turn out to be faulty, everything is as before.
    pub(super) fn attempt(&mut self, act: impl FnOnce(&mut Session)) -> Said {
        let before = self.play.look(|run| run.journal.entries.len());
        let dice = self.play.look(|run| run.forced_dice.clone());
        let undone = self.undone.clone();
        act(self);
        self.go_on();
        let Standing::Faulty(fault) = &self.standing else { return Said::Done };
        let fault = fault.clone();
        self.play.back_to(before);
        self.play.adjust(|run| run.forced_dice = dice);
        self.undone = undone;
        self.go_on();
        Session::faulty(fault)
    }

    /// Lets chance make so many decisions of persons (or bots make so many of theirs, if nobody else plays). Stops before
    /// a decision that uncovers a mistake of the rules.
    pub fn auto(&mut self, decisions: u32) -> Said {
        self.undone.clear();
        self.forget_later_dice();
        let limit = {
            let mut desk = self.desk.borrow_mut();
            desk.auto = decisions;
            // Bots that wait make these decisions; otherwise they only answer those of persons.
            let limit = desk.limit;
            desk.limit = limit.map(|_| decisions);
            limit
        };
        self.go_on();
        self.desk.borrow_mut().auto = 0;
        self.desk.borrow_mut().limit = limit;
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

/// Takes all values without a choice; nothing if the offer is complete then.
fn forced(world: &World<'_>, question: &Question, seat: u16, mut staged: Staged) -> Result<Option<Staged>, Box<Fault>> {
    let look = look_at(world, question, seat, staged.offer);
    while staged.values.len() < look.offer.params.len() {
        let mut open = look.open(&staged.values)?;
        if open.len() != 1 {
            return Ok(Some(staged));
        }
        staged.values.append(&mut open);
    }
    Ok(None)
}

/// An offer that was only named, by its number or its bare name, is not carried out with values that its player has not
/// seen: they are asked for, though there is only one of each.
fn spelt_out(world: &World<'_>, question: &Question, seat: u16, text: &str, meaning: Meaning) -> Meaning {
    let (offer, values) = match meaning {
        Meaning::Stage(offer, values) if values.is_empty() => {
            let staged = Staged { offer, values };
            match completed_alone(world, question, seat, &staged) {
                Some(values) => (offer, values),
                None => return Meaning::Stage(offer, staged.values),
            }
        }
        Meaning::Answer(Answer::Act(offer, values)) => {
            let item = &world.game.offers[offer.at()];
            let said = fold(text);
            if said != fold(&item.title) && said != fold(&item.name) {
                return Meaning::Answer(Answer::Act(offer, values));
            }
            (offer, values)
        }
        other => return other,
    };
    let params = &world.game.offers[offer.at()].params;
    let chosen = |(param, value): (&OfferParam, &Value)| !matches!(param.source, Source::Equals(_)) && !value.is_none();
    match params.iter().zip(&values).rposition(chosen) {
        Some(last) => Meaning::Confirm(offer, values[..last].to_vec()),
        None => Meaning::Answer(Answer::Act(offer, values)),
    }
}

/// All values of an offer of which none has a choice; nothing if something is left to choose.
fn completed_alone(world: &World<'_>, question: &Question, seat: u16, staged: &Staged) -> Option<Vec<Value>> {
    match forced(world, question, seat, staged.clone()) {
        Ok(None) => completed(world, question, seat, staged.clone()),
        _ => None,
    }
}

/// All values of an offer whose rest has no choice.
fn completed(world: &World<'_>, question: &Question, seat: u16, mut staged: Staged) -> Option<Vec<Value>> {
    let look = look_at(world, question, seat, staged.offer);
    while staged.values.len() < look.offer.params.len() {
        staged.values.push(look.open(&staged.values).ok()?.into_iter().next()?);
    }
    Some(staged.values)
}

fn meaning(world: &World<'_>, question: &Question, seat: u16, numbering: &Numbering, text: &str) -> Meaning {
    let menu = super::menu::question_menu(world, question, seat, numbering);
    let picked = |text: &str| menu.items.iter().find(|item| item.key == text).map(|item| item.choice.clone());
    if text == "0" && menu.pass.is_some() {
        return match question.kind {
            Kind::Several { .. } => Meaning::Answer(Answer::Several(Vec::new())),
            _ => Meaning::Answer(Answer::Pass),
        };
    }
    if menu.pass.is_some() && ENOUGH.contains(&fold(text).as_str()) {
        match question.kind {
            Kind::Act { .. } | Kind::Window { .. } | Kind::One { .. } => return Meaning::Answer(Answer::Pass),
            Kind::Several { .. } => return Meaning::Answer(Answer::Several(Vec::new())),
            _ => {}
        }
    }
    if let (Kind::YesNo, Some(yes)) = (&question.kind, number_as_yes(text)) {
        return Meaning::Answer(Answer::Yes(yes));
    }
    match (&question.kind, picked(text)) {
        (Kind::Split { .. } | Kind::Number { .. }, _) | (_, None) => {}
        (Kind::Several { least, most, .. }, Some(Choice::Value(Value::Ref(thing)))) => {
            if *least > 1 || *most == 0 {
                return Meaning::Nothing(wrong_count(*least, *most, 1));
            }
            return Meaning::Answer(Answer::Several(vec![thing]));
        }
        (_, Some(Choice::Offer(offer))) => return Meaning::Stage(offer, Vec::new()),
        (_, Some(Choice::Value(value))) => return Meaning::Answer(Answer::One(value)),
        (_, Some(Choice::Answer(answer))) => return Meaning::Answer(answer),
    }
    if let Kind::Several { of, least, most } = &question.kind {
        if let Some(numbers) = numbers(text, 0, of.len()) {
            let things: Vec<Ref> = numbers.iter().map(|at| of[*at]).collect();
            if !(usize::from(*least)..=usize::from(*most)).contains(&things.len()) {
                return Meaning::Nothing(wrong_count(*least, *most, things.len()));
            }
            return Meaning::Answer(Answer::Several(things));
        }
    }
    if let Some(problem) = no_such_number(text, menu.items.iter().map(|item| item.key.as_str())) {
        return Meaning::Nothing(problem);
    }
    match sentence::read(world, question, seat, text) {
        Ok(answer) => Meaning::Answer(answer),
        Err(problem) => partly(world, question, seat, text).unwrap_or_else(|| Meaning::Nothing(problem)),
    }
}

/// The beginning of a sentence: an offer, and the parameters that are named.
fn partly(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Option<Meaning> {
    let (offer, rest) = complete::offer_named(world, &offers_of(question, seat), &fold(text))?;
    let look = look_at(world, question, seat, offer);
    let walk = complete::walk(&look, &rest, seat, true);
    walk.rest.is_empty().then_some(Meaning::Stage(offer, walk.values))
}

fn staged_meaning(
    world: &World<'_>,
    question: &Question,
    seat: u16,
    staged: &Staged,
    numbering: &Numbering,
    text: &str,
) -> Meaning {
    let look = look_at(world, question, seat, staged.offer);
    let open = match look.open(&staged.values) {
        Ok(open) => open,
        Err(fault) => return Meaning::Nothing(fault.message),
    };
    let with = |value: Value| {
        let mut values = staged.values.clone();
        values.push(value);
        Meaning::Stage(staged.offer, values)
    };
    let several =
        look.offer.params.get(staged.values.len()).is_some_and(|param| matches!(param.source, Source::Several(_)));
    if several {
        let all = members(&open);
        let domain = all.first().and_then(Value::domain).unwrap_or(Domain::Piece);
        let before = options_before(&look, &open);
        let is_all = fold(text) == "all" || before > 0 && text == "1";
        let picked = if is_all { Some((0..all.len()).collect()) } else { numbers(text, before, all.len()) };
        if let Some(picked) = picked {
            let set: BitSet = picked.iter().filter_map(|at| all[*at].as_ref()).map(|thing| thing.index).collect();
            let mut values = staged.values.clone();
            values.push(Value::Set(domain, set));
            return match look.open_with(&values) {
                Ok(true) => Meaning::Stage(staged.offer, values),
                Ok(false) => Meaning::Nothing("these cannot be taken together".to_owned()),
                Err(fault) => Meaning::Nothing(fault.message),
            };
        }
    } else {
        let keys = staged_numbers(world, staged, &open, numbering);
        let keys: Vec<String> = open.iter().zip(keys).map(|(value, number)| key_of(value, number)).collect();
        if let Some(at) = keys.iter().position(|key| key == text) {
            return with(open[at].clone());
        }
        if let Some(problem) = no_such_number(text, keys.iter().map(String::as_str)) {
            return Meaning::Nothing(problem);
        }
        let said = fold(text);
        let named = open.iter().find(|value| sentence::spellings(world, value, seat).contains(&said));
        if let Some(value) = named {
            return with(value.clone());
        }
    }
    // The sentence goes on from what stands already, or is a new one.
    let begun = sentence::act_sentence(world, staged.offer, &staged.values, seat);
    let longer = format!("{begun} {text}");
    for sentence in [longer.as_str(), text] {
        if let Ok(answer) = sentence::read(world, question, seat, sentence) {
            return Meaning::Answer(answer);
        }
        if let Some(meaning) = partly(world, question, seat, sentence) {
            return meaning;
        }
    }
    let all = (0..world.game.offers.len() as u16).map(OfferId);
    if let Some((other, _)) = sentence::offers_called(world.game, all, &fold(text)).first() {
        let title = &world.game.offers[other.at()].title;
        return Meaning::Nothing(format!("{title} is not possible now: finish {} first", plain_words(&begun)));
    }
    let listed = if several { members(&open) } else { open };
    let names = sentence::possible(world, &listed, seat);
    let wanted = look.offer.params.get(staged.values.len()).map_or("it", |param| param.name.as_str()).replace('_', " ");
    Meaning::Nothing(format!("{} … {wanted} `{text}` is not possible; choose {names}", plain_words(&begun)))
}

/// Words by which a player does nothing more in a step, or does not interrupt.
const ENOUGH: &[&str] = &["pass", "done", "end turn", "end", "no", "n", "none"];

/// Whether a text leaves an unfinished order.
fn is_cancel(text: &str) -> bool {
    matches!(fold(text).as_str(), "0" | "cancel")
}

/// A number typed where yes or no is expected, in the order of the list.
fn number_as_yes(text: &str) -> Option<bool> {
    match text {
        "1" => Some(true),
        "0" | "2" => Some(false),
        _ => None,
    }
}

/// That so many are too few or too many.
fn wrong_count(least: u16, most: u16, count: usize) -> String {
    match (least, most) {
        (least, most) if least == most => format!("choose exactly {least}, not {count}"),
        (0, most) => format!("choose up to {most}, not {count}"),
        _ => format!("choose {least} to {most}, not {count}"),
    }
}

/// Numbers of a list with so many options before it, parted by commas or blanks; nothing if the text is anything else.
fn numbers(text: &str, before: usize, count: usize) -> Option<Vec<usize>> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let mut picked = Vec::new();
    for word in words {
        let at = word.parse::<usize>().ok()?.checked_sub(before + 1).filter(|at| *at < count)?;
        if !picked.contains(&at) {
            picked.push(at);
        }
    }
    (!picked.is_empty()).then_some(picked)
}

/// That no option has this number, with those that there are.
fn no_such_number<'k>(text: &str, keys: impl Iterator<Item = &'k str>) -> Option<String> {
    let is_number = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit());
    let keys: Vec<usize> = keys.map(|key| key.parse().ok()).collect::<Option<_>>()?;
    let (first, last) = (keys.first()?, keys.last()?);
    let in_a_row = keys.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    is_number.then(|| match keys.len() {
        1 => format!("no option {text}: choose {first}"),
        _ if in_a_row => format!("no option {text}: choose {first} to {last}"),
        _ => {
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            format!("no option {text} now: choose {}", keys.join(", "))
        }
    })
}
