//! A list where an action takes one thing: `take along Ch6, Ch7` is one command after the other.

use crate::model::offer::Source;
use crate::model::value::Value;
use crate::play::World;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{self, fold, spellings};
use crate::source::plain_words;

use super::meaning::{Meaning, last_chosen, meaning};
use super::menu::look_at;
use super::{Session, Staged};

/// The most commands of one line.
const MOST: usize = 40;

impl Session {
    /// The commands that a text with a list means: one for each thing, for an action that takes one. None if the text
    /// can be read as it is, or is no such list.
    pub fn several(&self, text: &str) -> Option<Vec<String>> {
        let (seat, question) = self.question()?;
        let is_list = text.contains(',') || fold(text).ends_with(" all") || fold(text).contains(" and ");
        if !is_list || self.staged.is_some() || !matches!(question.kind, Kind::Act { .. }) || self.understands(text) {
            return None;
        }
        let read = |world: &World<'_>, text: &str| meaning(world, question, seat, &self.numbering, text);
        self.world(|world| match fold(text).strip_suffix(" all") {
            Some(head) => all_of_it(world, question, seat, read(world, head)),
            None => {
                let said = text.replace(" and ", ", ");
                let mut parts = said.split(',').map(str::trim).filter(|part| !part.is_empty());
                let first = read(world, parts.next()?);
                listed(world, question, seat, first, &parts.collect::<Vec<_>>())
            }
        })
    }
}

/// A complete order, and the others like it for the things named after it.
fn listed(world: &World<'_>, question: &Question, seat: u16, first: Meaning, others: &[&str]) -> Option<Vec<String>> {
    let Meaning::Answer(Answer::Act(offer, values)) = first else { return None };
    let params = &world.game.offers[offer.at()].params;
    let last = last_chosen(params, &values).filter(|at| matches!(params[*at].source, Source::One(_)))?;
    let open = look_at(world, question, seat, offer).open(&values[..last]).ok()?;
    let called = |text: &str| {
        let said = fold(text);
        open.iter().find(|value| spellings(world, value, seat).contains(&said)).cloned()
    };
    let others: Option<Vec<Value>> = others.iter().map(|text| called(text)).collect();
    let things = std::iter::once(values[last].clone()).chain(others?);
    Some(commands(world, seat, &Staged { offer, values: values[..last].to_vec() }, things))
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
    let open = look_at(world, question, seat, staged.offer).open(&staged.values).ok()?;
    (is_last && !open.is_empty()).then(|| commands(world, seat, &staged, open.into_iter()))
}

fn commands(world: &World<'_>, seat: u16, staged: &Staged, things: impl Iterator<Item = Value>) -> Vec<String> {
    let command = |thing: Value| {
        let values: Vec<Value> = staged.values.iter().cloned().chain([thing]).collect();
        plain_words(&sentence::act_sentence(world, staged.offer, &values, seat))
    };
    things.take(MOST).map(command).collect()
}
