//! The next unit that may act. Its order is opened.

use indexmap::IndexSet;

use crate::diagnostic::words::one_of;
use crate::model::id::*;
use crate::model::offer::{Offer, Source};
use crate::model::value::Value;
use crate::play::question::{Kind, Question};
use crate::play::sentence::titles_of;

use super::meaning::choosing;
use super::menu::look_at;
use super::place::place;
use super::saying::Said;
use super::why::steps_of;
use super::{Session, Staged};

/// The most steps named as examples.
const MOST_STEPS: usize = 2;

impl Session {
    /// Begins a command for the next unit: of the action being entered, or else of the first action that takes a unit.
    /// Units come in list order, after the last one chosen or ordered.
    pub fn next_unit(&mut self) -> Said {
        let nothing = || Said::Refused("no unit of yours can act now".to_owned());
        if self.waits_for().is_some() {
            return Said::Refused(self.why_not_asked());
        }
        let Some((seat, question)) = self.open_question() else { return nothing() };
        if !matches!(question.kind, Kind::Act { .. }) {
            return Said::Refused("`next` goes from unit to unit where you choose actions".to_owned());
        }
        let Some((offer, units)) = self.units_to_act(seat, &question) else {
            return Said::Refused(self.no_next(seat, &question));
        };
        let staged = self.staged.as_ref().filter(|staged| staged.offer == offer);
        let last = staged.and_then(|staged| staged.values.first()?.as_ref()).or_else(|| self.last_ordered(seat));
        let place = last.map_or(0, |last| last.index + 1);
        let after = units.iter().find(|unit| unit.index >= place).or(units.first());
        let Some(unit) = after.copied() else { return nothing() };
        self.staged = Some(Staged { offer, values: Vec::new() });
        self.stage(seat, &question, offer, vec![Value::Ref(unit)], false)
    }

    /// The action whose unit is chosen, and the units that can take it.
    fn units_to_act(&self, seat: u16, question: &Question) -> Option<(OfferId, Vec<Ref>)> {
        let begun = self.staged.as_ref().map(|staged| staged.offer);
        self.world(|world| {
            begun.into_iter().chain(question.offers(seat)).find_map(|offer| {
                let look = look_at(world, question, seat, offer);
                if matches!(look.offer.params.first()?.source, Source::Several(_) | Source::Equals(_)) {
                    return None;
                }
                let open = look.open(&[]).ok()?;
                let mut units: Vec<Ref> = open.iter().filter_map(Value::as_ref).collect();
                units.retain(|unit| unit.domain == Domain::Piece);
                units.sort_unstable_by_key(|unit| unit.index);
                (!units.is_empty()).then_some((offer, units))
            })
        })
    }

    /// The message if `next` finds no unit: none is left, or no action here begins with a unit.
    fn no_next(&self, seat: u16, question: &Question) -> String {
        self.world(|world| {
            let open = question.offers(seat);
            if open.iter().any(|id| begins_with_unit(&world.game.offers[id.at()])) {
                return "no unit of yours can act now".to_owned();
            }
            let here = place(world).pop();
            let ids = (0..).map(OfferId).zip(&world.game.offers);
            let steps = ids.filter(|(_, offer)| begins_with_unit(offer)).flat_map(|(id, _)| steps_of(world, id));
            let steps: IndexSet<String> = steps.filter(|step| Some(step) != here.as_ref()).collect();
            let steps: Vec<String> = steps.into_iter().take(MOST_STEPS).collect();
            let steps = if steps.is_empty() { String::new() } else { format!(", as in {}", one_of(&steps)) };
            let now = match &self.staged {
                Some(staged) => format!("here you are choosing {}", choosing(world, staged)),
                None => format!("here you can: {}", titles_of(world.game, &open)),
            };
            format!("`next` opens the order of your next unit where an action begins with a unit{steps}; {now}")
        })
    }

    /// The unit last ordered by a side.
    fn last_ordered(&self, seat: u16) -> Option<Ref> {
        use crate::play::journal::Entry;
        use crate::play::question::Answer;
        self.play.look(|run| {
            run.journal.entries.iter().rev().find_map(|entry| match entry {
                Entry::Answer { seat: by, answer: Answer::Act(_, values), .. } if *by == seat => {
                    values.first()?.as_ref().filter(|thing| thing.domain == Domain::Piece)
                }
                _ => None,
            })
        })
    }
}

/// True if a unit is the first choice for an action.
fn begins_with_unit(offer: &Offer) -> bool {
    let first = offer.params.first().filter(|_| !offer.is_family && offer.card.is_none());
    first.is_some_and(|param| {
        param.ty.domain() == Some(Domain::Piece) && !matches!(param.source, Source::Several(_) | Source::Equals(_))
    })
}
