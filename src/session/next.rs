//! The next unit that may act: its order is opened.

use crate::model::id::*;
use crate::model::offer::Source;
use crate::model::value::Value;
use crate::play::question::{Kind, Question};

use super::menu::{look_at, offers_of};
use super::saying::Said;
use super::{Session, Staged};

impl Session {
    /// Opens the order of the next unit: of the action that is being put together, else of the first that takes a unit.
    /// Units come in the order of the list, after the one that was chosen or ordered last.
    pub fn next_unit(&mut self) -> Said {
        let nothing = || Said::Refused("no unit of yours can act now".to_owned());
        let Some((seat, question)) = self.question().map(|(seat, question)| (seat, question.clone())) else {
            return nothing();
        };
        if !matches!(question.kind, Kind::Act { .. }) {
            return Said::Refused("`next` goes from unit to unit where you choose actions".to_owned());
        }
        let Some((offer, units)) = self.units_to_act(seat, &question) else { return nothing() };
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
            begun.into_iter().chain(offers_of(question, seat)).find_map(|offer| {
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

    /// The unit of the last order of a side.
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
