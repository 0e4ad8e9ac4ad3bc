//! A list where an action takes one thing: `take along Ch6, Ch7` is one command after the other, and so is `advance MA3,
//! MA4 to centre approach`.

use crate::model::id::OfferId;
use crate::model::offer::Source;
use crate::model::value::Value;
use crate::play::World;
use crate::play::journal::Entry;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{self, fold, spellings};
use crate::source::plain_words;

use super::meaning::{Meaning, is_as_opened, last_chosen, meaning};
use super::menu::look_at;
use super::{Session, Staged};

/// The most commands of one line.
const MOST: usize = 40;

impl Session {
    /// The commands that a text with a list means: one for each thing, for an action that takes one. The list may also
    /// be the last choice of an unfinished command. None if the text can be read as it is, or is no such list.
    pub fn several(&self, text: &str) -> Option<Vec<String>> {
        let (seat, question) = self.question()?;
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
                return all_of_it(world, question, seat, order);
            }
            let begun = begun.map(|staged| sentence::act_sentence(world, staged.offer, &staged.values, seat));
            let said = format!("{} {}", begun.unwrap_or_default(), text.replace(" and ", ", "));
            let parts: Vec<&str> = said.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
            let (first, others) = parts.split_first()?;
            // An action that takes several things at once has its own list.
            let takes_one = |offer: OfferId| {
                let params = &world.game.offers[offer.at()].params;
                !params.iter().any(|param| matches!(param.source, Source::Several(_)))
            };
            let acts =
                |text: &str| matches!(read(world, text), Meaning::Answer(Answer::Act(offer, _)) if takes_one(offer));
            listed(world, question, seat, read(world, first), others).or_else(|| shared(&parts, acts))
        })
    }

    /// True if one side made all decisions after the first `number`, and decides now. A list of commands goes no
    /// farther: what follows is another turn.
    pub fn still_decides(&self, seat: u16, number: usize) -> bool {
        let by_it = |entry: &Entry| !matches!(entry, Entry::Answer { seat: other, .. } if *other != seat);
        let answers = self.play.answers();
        let since = answers.get(number).copied().unwrap_or(usize::MAX);
        self.question().is_some_and(|(now, _)| now == seat)
            && self.play.look(|run| run.journal.entries.iter().skip(since).all(by_it))
    }
}

/// A complete order, and the others like it for the things named after it.
fn listed(world: &World<'_>, question: &Question, seat: u16, first: Meaning, others: &[&str]) -> Option<Vec<String>> {
    let Meaning::Answer(Answer::Act(offer, values)) = first else { return None };
    let params = &world.game.offers[offer.at()].params;
    let last = last_chosen(params, &values).filter(|at| matches!(params[*at].source, Source::One(_)))?;
    let alike = groups(world, question, seat, offer, &values[..last])?;
    let called = |text: &str| {
        let said = fold(text);
        alike.iter().position(|group| group.iter().any(|value| spellings(world, value, seat).contains(&said)))
    };
    let first = alike.iter().position(|group| group.contains(&values[last]))?;
    let named: Option<Vec<usize>> = others.iter().map(|text| called(text)).collect();
    let mut left: Vec<_> = alike.iter().map(|group| group.iter()).collect();
    // A thing named again stays in the list, and the rules refuse it.
    let mut next = |at: usize| left[at].next().or(alike[at].last()).cloned();
    let things: Option<Vec<Value>> = std::iter::once(first).chain(named?).map(&mut next).collect();
    Some(commands(world, seat, &Staged { offer, values: values[..last].to_vec() }, things?.into_iter()))
}

/// The values that can be chosen next, those that no player can tell apart together. The first of these left is offered
/// each time, so they are chosen in this order, whichever of them is named.
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
fn shared(parts: &[&str], acts: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let (first, others) = parts.split_first()?;
    let (last, middle) = others.split_last()?;
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (first, last) = (words(first), words(last));
    for (begins, ends) in (1..first.len()).flat_map(|at| (1..last.len()).map(move |to| (at, to))) {
        let (verb, tail) = (first[..begins].join(" "), last[ends..].join(" "));
        let things = std::iter::once(first[begins..].join(" "))
            .chain(middle.iter().map(|thing| (*thing).to_owned()))
            .chain([last[..ends].join(" ")]);
        let orders: Vec<String> = things.map(|thing| format!("{verb} {thing} {tail}")).collect();
        if orders.len() <= MOST && orders.iter().all(|order| acts(order)) {
            return Some(orders);
        }
    }
    None
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
    things.take(MOST).map(command).collect()
}
