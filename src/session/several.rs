//! A list where an action takes one thing: `take along Ch6, Ch7` is one command after the other, and so is
//! `advance MA3, MA4 to centre approach`.

use crate::model::id::OfferId;
use crate::model::offer::Source;
use crate::model::value::Value;
use crate::play::World;
use crate::play::journal::Entry;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{self, fold, spellings};
use crate::source::plain_words;

use super::meaning::{Meaning, is_as_opened, last_chosen, meaning};
use super::menu::{key_of, look_at, staged_numbers};
use super::{Said, Session, Staged};

/// How far a command of a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A question within it is open, such as its payment.
    Asks,
    /// It was carried out, and its side has a choice of actions again.
    Done,
    /// It was carried out, and another decision followed: what remains of the list is for another turn.
    Over,
    /// It was refused or taken back, or the position was changed by hand within it.
    Undone,
}

/// The meaning of a text with a list.
enum List {
    /// A command for each thing.
    Commands(Vec<String>),
    /// The first of these commands that is not possible.
    Wrong(String),
}

impl Session {
    /// The commands that a text with a list means: one for each thing, for an action that takes one. The list may also
    /// be the last choice of an unfinished command. None if the text can be read as it is, or is no such list.
    pub fn several(&self, text: &str) -> Option<Vec<String>> {
        match self.listed_in(text)? {
            List::Commands(commands) => Some(commands),
            List::Wrong(_) => None,
        }
    }

    /// The refusal of the first command of a list that is not possible, if the text is a list with such a command.
    pub fn wrong_of_several(&mut self, text: &str) -> Option<Said> {
        let Some(List::Wrong(command)) = self.listed_in(text) else { return None };
        let (seat, question) = self.open_question()?;
        // A forgiving reading would be another command than the one in the list.
        let Meaning::Nothing(problem) = self.meaning_of(&question, seat, &command) else { return None };
        Some(Said::Refused(self.refused(seat, &question, &command, problem)))
    }

    fn listed_in(&self, text: &str) -> Option<List> {
        let (seat, question) = self.shown_question()?;
        let said = fold(text);
        let is_all = said == "all" || said.ends_with(" all");
        let is_list = text.contains(',') || said.contains(" and ");
        if !(is_all || is_list) || !matches!(question.kind, Kind::Act { .. }) || self.understands(text) {
            return None;
        }
        let read = |world: &World<'_>, text: &str| meaning(world, question, seat, &self.numbering, text);
        self.world(|world| {
            // An order that opened by itself is one that the person need not have begun.
            let is_begun = |staged: &&Staged| !is_as_opened(world, question, seat, staged);
            let begun = match self.staged.as_ref().filter(is_begun) {
                Some(_) if is_all && said != "all" => return None,
                Some(staged) => Some(staged),
                None => None,
            };
            if is_all {
                let head = said.strip_suffix("all").unwrap_or_default().trim_end();
                let order = match begun {
                    Some(staged) => Meaning::Stage(staged.offer, staged.values.clone()),
                    None => read(world, head),
                };
                return all_of_it(world, question, seat, order).map(List::Commands);
            }
            let text = text.replace(" and ", ", ");
            let things: Vec<String> =
                text.split(',').map(str::trim).filter(|one| !one.is_empty()).map(Into::into).collect();
            // Numbers are those of the choices on the screen.
            let things = match &self.staged {
                Some(staged) => self.by_number(world, question, seat, staged, things),
                None => things,
            };
            let begun = begun.map(|staged| sentence::act_sentence(world, staged.offer, &staged.values, seat));
            let (first, others) = things.split_first()?;
            let first = format!("{} {first}", begun.unwrap_or_default());
            let parts: Vec<&str> = std::iter::once(first.trim()).chain(others.iter().map(String::as_str)).collect();
            // An action that takes several things at once has its own list.
            let takes_one = |offer: OfferId| {
                let params = &world.game.offers[offer.at()].params;
                !params.iter().any(|param| matches!(param.source, Source::Several(_)))
            };
            let acts =
                |text: &str| matches!(read(world, text), Meaning::Answer(Answer::Act(offer, _)) if takes_one(offer));
            let first = read(world, parts[0]);
            let has_own_list = matches!(first, Meaning::Answer(Answer::Act(offer, _)) if !takes_one(offer));
            match listed(world, question, seat, first, &parts[1..]) {
                Some(List::Commands(commands)) => Some(List::Commands(commands)),
                wrong => shared(&parts, acts).or(wrong.filter(|_| !has_own_list)),
            }
        })
    }

    /// The things of a list, with the words of the values for numbers of the list of choices.
    fn by_number(
        &self,
        world: &World<'_>,
        question: &Question,
        seat: u16,
        staged: &Staged,
        things: Vec<String>,
    ) -> Vec<String> {
        let Ok(open) = look_at(world, question, seat, staged.offer).open(&staged.values) else { return things };
        let numbers = staged_numbers(world, staged, &open, &self.numbering);
        let keys: Vec<String> = open.iter().zip(numbers).map(|(value, number)| key_of(value, number)).collect();
        let named = |thing: String| match keys.iter().position(|key| *key == thing) {
            Some(at) => plain_words(&sentence::word_of(world, &open[at], seat)),
            None => thing,
        };
        things.into_iter().map(named).collect()
    }

    /// How far the command of a list is that a side began after this many decisions. A list goes no farther than to the
    /// next decision of another side.
    pub fn progress_of_list(&self, seat: u16, before: usize) -> Progress {
        if self.is_stopped() {
            return Progress::Asks;
        }
        let Some(since) = self.play.answers().get(before).copied() else { return Progress::Undone };
        // Its side answers the questions within it, and may interrupt at a window.
        let is_of_it = |entry: &Entry| match entry {
            Entry::Answer { seat: by, answer: Answer::Act(..), silent, .. } => *by == seat && silent.is_some(),
            Entry::Answer { seat: by, .. } => *by == seat,
            _ => true,
        };
        let by_hand = |entry: &Entry| matches!(entry, Entry::Arbiter { .. });
        let (is_changed, goes_on) = self.play.look(|run| {
            let mut entries = run.journal.entries.iter().skip(since);
            (entries.clone().any(by_hand), entries.next().is_some() && entries.all(is_of_it))
        });
        match self.question() {
            _ if is_changed => Progress::Undone,
            _ if !goes_on => Progress::Over,
            Some((_, Question { kind: Kind::Window { .. }, .. })) => Progress::Asks,
            Some((now, question)) if now == seat => match question.kind {
                Kind::Act { .. } => Progress::Done,
                _ => Progress::Asks,
            },
            _ => Progress::Over,
        }
    }
}

/// A complete order, and the others like it for the things named after it.
fn listed(world: &World<'_>, question: &Question, seat: u16, first: Meaning, others: &[&str]) -> Option<List> {
    let Meaning::Answer(Answer::Act(offer, values)) = first else { return None };
    let params = &world.game.offers[offer.at()].params;
    let last = last_chosen(params, &values).filter(|at| matches!(params[*at].source, Source::One(_)))?;
    let alike = groups(world, question, seat, offer, &values[..last])?;
    let is_called = |value: &Value, text: &str| spellings(world, value, seat).contains(&fold(text));
    let called = |text: &str| alike.iter().position(|group| group.iter().any(|value| is_called(value, text)));
    let first = &values[last];
    if !alike.iter().any(|group| group.contains(first)) {
        return None;
    }
    let staged = Staged { offer, values: values[..last].to_vec() };
    if let Some(unknown) = others.iter().find(|text| called(text).is_none()) {
        let begun = plain_words(&sentence::act_sentence(world, offer, &staged.values, seat));
        return Some(List::Wrong(format!("{begun} {unknown}")));
    }
    let mut things: Vec<Value> = vec![first.clone()];
    for text in others {
        let mut named = alike[called(text)?].iter().filter(|value| is_called(value, text));
        let again = named.clone().next_back();
        // A thing named again stays in the list, and the rules refuse it.
        things.push(named.find(|value| !things.contains(value)).or(again)?.clone());
    }
    Some(List::Commands(commands(world, seat, &staged, things.into_iter())))
}

/// The values that can be chosen next, those that no player can tell apart together. A name that several of them have
/// means one after the other.
fn groups(
    world: &World<'_>,
    question: &Question,
    seat: u16,
    offer: OfferId,
    known: &[Value],
) -> Option<Vec<Vec<Value>>> {
    let look = look_at(world, question, seat, offer);
    let open = look.open(known).ok()?;
    let mut groups: Vec<Vec<Value>> = open.iter().map(|value| vec![value.clone()]).collect();
    for (value, at) in look.stood_for(known, &open).ok()? {
        groups[at].push(value);
    }
    Some(groups)
}

/// The orders of a list in the middle of one: what stands before its first thing and after its last belongs to all.
/// `acts`: whether a text is an order that can be given now.
fn shared(parts: &[&str], acts: impl Fn(&str) -> bool) -> Option<List> {
    let (first, others) = parts.split_first()?;
    let (last, middle) = others.split_last()?;
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (first, last) = (words(first), words(last));
    let mut wrong = None;
    for (begins, ends) in (1..first.len()).flat_map(|at| (1..last.len()).map(move |to| (at, to))) {
        let (verb, tail) = (first[..begins].join(" "), last[ends..].join(" "));
        let things = std::iter::once(first[begins..].join(" "))
            .chain(middle.iter().map(|thing| (*thing).to_owned()))
            .chain([last[..ends].join(" ")]);
        let orders: Vec<String> = things.map(|thing| format!("{verb} {thing} {tail}")).collect();
        match orders.iter().position(|order| !acts(order)) {
            None => return Some(List::Commands(orders)),
            Some(at) if orders.iter().any(|order| acts(order)) => {
                wrong = wrong.or(Some(List::Wrong(orders[at].clone())));
            }
            Some(_) => {}
        }
    }
    wrong
}

/// An order that lacks only its last choice, for all that can be chosen.
fn all_of_it(world: &World<'_>, question: &Question, seat: u16, begun: Meaning) -> Option<Vec<String>> {
    let staged = match begun {
        Meaning::Stage(offer, values) => Staged { offer, values },
        // With one thing to choose the order is complete.
        Meaning::Answer(Answer::Act(offer, values)) | Meaning::Confirm(offer, values) => {
            let last = last_chosen(&world.game.offers[offer.at()].params, &values).unwrap_or(values.len());
            Staged { offer, values: values[..last].to_vec() }
        }
        Meaning::Uses(_) | Meaning::Answer(_) | Meaning::Nothing(_) => return None,
    };
    let params = &world.game.offers[staged.offer.at()].params;
    let mut left = params.iter().skip(staged.values.len());
    let is_last =
        matches!(left.next()?.source, Source::One(_)) && left.all(|one| matches!(one.source, Source::Equals(_)));
    let things = groups(world, question, seat, staged.offer, &staged.values)?;
    (is_last && !things.is_empty()).then(|| commands(world, seat, &staged, things.into_iter().flatten()))
}

fn commands(world: &World<'_>, seat: u16, staged: &Staged, things: impl Iterator<Item = Value>) -> Vec<String> {
    let command = |thing: Value| {
        let values: Vec<Value> = staged.values.iter().cloned().chain([thing]).collect();
        plain_words(&sentence::act_sentence(world, staged.offer, &values, seat))
    };
    things.map(command).collect()
}
