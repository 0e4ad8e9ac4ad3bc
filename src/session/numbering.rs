//! The numbers of options. An option keeps its number while a step runs, even if others are no longer available.

use std::cell::RefCell;

use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::offer::Source;
use crate::model::value::Value;
use crate::play::World;

/// The running steps with their repetitions.
type Steps = Vec<(StepId, i64, Option<u16>)>;

/// An offer and the values chosen for its first parameters.
type Chosen = (OfferId, Vec<Value>);

/// A numbered entry in a list of offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choosable {
    Offer(OfferId),
    /// A card, with all its plays.
    Card(u16),
}

/// The side that may interrupt, and the scope of the event that it interrupts.
type Interrupted = (u16, Option<ScopeId>);

/// The lists numbered since a step began.
#[derive(Debug, Default)]
struct Lists {
    steps: Steps,
    options: Vec<Choosable>,
    /// The same for interruptions, which are counted apart for each side and each sort of event that they interrupt.
    interruptions: Vec<(Interrupted, Vec<Choosable>)>,
    /// The values of a parameter, by the offer and the previous values.
    values: Vec<(Chosen, Vec<Value>)>,
}

/// The numbers given to options since the step began.
#[derive(Debug, Default)]
pub(super) struct Numbering(RefCell<Lists>);

impl Numbering {
    /// The numbers of offers, from 1. All plays of a card have one number. `interrupting`: the side that may interrupt
    /// with them, if they are interruptions.
    pub fn of_offers(&self, world: &World<'_>, offers: &[OfferId], interrupting: Option<u16>) -> Vec<usize> {
        let mut lists = self.lists(world);
        let option = |offer: &OfferId| match world.game.offers[offer.at()].card {
            Some((card, _)) => Choosable::Card(card),
            None => Choosable::Offer(*offer),
        };
        let options: Vec<Choosable> = offers.iter().map(option).collect();
        let Some(seat) = interrupting else { return numbers(&mut lists.options, &options) };
        let interrupted = (seat, world.state.stack.last().map(|frame| frame.scope));
        let known = lists.interruptions.iter().position(|(one, _)| *one == interrupted);
        let at = known.unwrap_or_else(|| {
            lists.interruptions.push((interrupted, Vec::new()));
            lists.interruptions.len() - 1
        });
        numbers(&mut lists.interruptions[at].1, &options)
    }

    /// The numbers of the possible values of the parameter after these values.
    pub fn of_values(&self, world: &World<'_>, offer: OfferId, before: &[Value], open: &[Value]) -> Vec<usize> {
        if let Some(places) = members_of_a_list(open) {
            return among_written(world, offer, before.len(), open).unwrap_or(places);
        }
        let mut lists = self.lists(world);
        let known = lists.values.iter().position(|((id, values), _)| *id == offer && values == before);
        let at = known.unwrap_or_else(|| {
            lists.values.push(((offer, before.to_vec()), Vec::new()));
            lists.values.len() - 1
        });
        numbers(&mut lists.values[at].1, open)
    }

    fn lists(&self, world: &World<'_>) -> std::cell::RefMut<'_, Lists> {
        let frames = world.state.stack.iter();
        let steps: Steps = frames.filter_map(|frame| Some((frame.step?, frame.count, frame.side))).collect();
        let mut lists = self.0.borrow_mut();
        if lists.steps != steps {
            *lists = Lists { steps, ..Lists::default() };
        }
        lists
    }
}

/// The positions of things among those already numbered, from 1. New ones are appended.
fn numbers<T: Clone + PartialEq>(known: &mut Vec<T>, now: &[T]) -> Vec<usize> {
    let mut place = |thing: &T| match known.iter().position(|one| one == thing) {
        Some(at) => at + 1,
        None => {
            known.push(thing.clone());
            known.len()
        }
    };
    now.iter().map(&mut place).collect()
}

/// The positions of members of a list in that list, from 1: a column keeps its number if another is full.
fn members_of_a_list(values: &[Value]) -> Option<Vec<usize>> {
    let places = values.iter().map(|value| match value.as_ref()? {
        Ref { domain: Domain::List(_), index } => Some(usize::from(index) + 1),
        _ => None,
    });
    places.collect()
}

/// The positions of values among those that the parameter itself lists, from 1: `pace Quick | Wild` begins at 1,
/// although the list of paces begins with another.
fn among_written(world: &World<'_>, offer: OfferId, at: usize, open: &[Value]) -> Option<Vec<usize>> {
    let Source::Literals(written) = &world.game.offers[offer.at()].params.get(at)?.source else { return None };
    let place = |value: &Value| {
        let is_it = |node: &Node| matches!(&node.expr, Expr::Const(one) if one == value);
        written.iter().position(is_it).map(|at| at + 1)
    };
    open.iter().map(place).collect()
}

/// The numbers of the values of a question: for members of a list their positions in it, otherwise their order.
pub(super) fn places_in_list(values: &[Value]) -> Vec<usize> {
    members_of_a_list(values).unwrap_or_else(|| in_order(values.len(), 1))
}

/// A sequence of `count` numbers beginning with `from`.
pub(super) fn in_order(count: usize, from: usize) -> Vec<usize> {
    (from..from + count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_keeps_its_number() {
        let mut known = Vec::new();
        assert_eq!(numbers(&mut known, &["a", "b", "c"]), [1, 2, 3]);
        assert_eq!(numbers(&mut known, &["c", "d", "a"]), [3, 4, 1]);
    }
}
