//! A side's remaining resources when it chooses actions: the points left in its purses, and the pieces that can still
//! act.

use std::collections::BTreeSet;

use indexmap::IndexSet;

use crate::model::card::Purse;
use crate::model::id::*;
use crate::model::offer::Source;
use crate::model::value::Value;
use crate::play::World;
use crate::play::question::{Kind, Question};
use crate::play::state::Spent;
use crate::source::plain_words;

use super::menu::look_at;

/// The most givers of points listed.
const MOST_GIVERS: usize = 8;
/// The most pieces counted.
const MOST_PIECES: usize = 99;

/// The points a giver has left.
enum Left {
    /// This amount for all payments together.
    Points(i64),
    /// This amount for every payee.
    Each(i64),
}

/// The points left in the purses that pay for the actions here: `command points: LDR1 1, LDR2 1, from cards 1`.
pub(super) fn points_left(world: &World<'_>, question: &Question, seat: u16) -> Option<String> {
    if !matches!(question.kind, Kind::Act { .. }) {
        return None;
    }
    let pays = question.offers(seat).into_iter().flat_map(|offer| &world.game.offers[offer.at()].pays);
    let purses: IndexSet<PurseId> = pays.map(|pays| pays.purse).collect();
    let world = world.acting(seat);
    let told = purses.into_iter().filter_map(|purse| {
        let item = &world.game.purses[purse.at()];
        let parts = world.telling(|world| givers_left(world, purse, item, seat))??;
        let title = plain_words(&item.title);
        Some(if parts.is_empty() { format!("no {title} left") } else { format!("{title}: {}", listed(parts)) })
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("; "))
}

fn listed(mut parts: Vec<String>) -> String {
    let more = parts.len().saturating_sub(MOST_GIVERS);
    parts.truncate(MOST_GIVERS);
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    parts.join(", ")
}

/// Every giver with points left, in order of sources. None for a purse that is not a store of points: one for each
/// piece, or one paid with whole things such as cards.
fn givers_left(world: &World<'_>, purse: PurseId, item: &Purse, seat: u16) -> Option<Vec<String>> {
    let keeps = item.var.is_some() || !item.during.is_empty();
    if item.subject.is_some() || item.halves || !keeps || item.sources.iter().any(|source| source.whole) {
        return None;
    }
    let ours = |one: &&Spent| one.purse == purse && one.side == seat;
    let spent: Vec<Spent> = world.state.spent.iter().filter(ours).copied().collect();
    let mut found: Vec<(Option<Ref>, String, Left)> = Vec::new();
    for source in world.sources(purse, seat).ok()?.iter() {
        // A giver that has paid as one of two alternative sources cannot pay as the other.
        let pays = |used: u8| spent.iter().any(|one| (one.source, one.giver) == (used, source.giver) && one.amount > 0);
        if item.excluded_by(source.at).any(pays) {
            continue;
        }
        let gone = source.gone(&spent).map(|one| i64::from(one.amount)).sum::<i64>();
        let left = match source.all_together {
            true => Left::Points((source.gives - gone).max(0)),
            false => Left::Each(source.gives),
        };
        let name = match source.giver {
            Some(giver) => world.name(giver),
            None if item.sources.len() == 1 => String::new(),
            None => plain_words(&item.sources[usize::from(source.at)].name),
        };
        // If a giver has two sources, the one with a total for all payments is more informative.
        match found.iter_mut().find(|(other, ..)| source.giver.is_some() && *other == source.giver) {
            Some(known) if matches!((&known.2, &left), (Left::Each(_), Left::Points(1..))) => known.2 = left,
            Some(_) => {}
            None => found.push((source.giver, name, left)),
        }
    }
    let part = |(_, name, left): (Option<Ref>, String, Left)| match left {
        Left::Points(0) | Left::Each(0) => None,
        Left::Points(points) => Some(format!("{name} {points}").trim_start().to_owned()),
        Left::Each(points) => Some(format!("{name} {points} each").trim_start().to_owned()),
    };
    Some(found.into_iter().filter_map(part).collect())
}

/// The number of pieces that can still act, at a choice of actions.
pub(super) fn pieces_left(world: &World<'_>, question: &Question, seat: u16) -> Option<usize> {
    able_pieces(world, question, seat).map(|able| able.len())
}

/// The pieces that can still act, at a choice of actions. None if there are none, or too many to count.
pub(super) fn able_pieces(world: &World<'_>, question: &Question, seat: u16) -> Option<BTreeSet<u16>> {
    if !matches!(question.kind, Kind::Act { .. }) {
        return None;
    }
    let mut found: BTreeSet<u16> = BTreeSet::new();
    for offer in question.offers(seat) {
        let look = look_at(world, question, seat, offer);
        // Only actions whose first choice is a piece: others would require a search.
        if !look.offer.params.first().is_some_and(|param| !matches!(param.source, Source::Equals(_))) {
            continue;
        }
        for value in look.open(&[]).ok()? {
            let things = value.as_ref().into_iter().chain(value.members());
            let own = things.filter(|thing| thing.domain == Domain::Piece && world.side_of(*thing) == Some(seat));
            own.for_each(|thing| found.extend(with_twins(world, thing)));
        }
        if found.len() > MOST_PIECES {
            return None;
        }
    }
    (!found.is_empty()).then_some(found)
}

/// A piece and those that no player can tell from it. Only the first of them is offered.
fn with_twins<'w>(world: &'w World<'_>, thing: Ref) -> impl Iterator<Item = u16> + 'w {
    let here = world.space_of(thing).map(|space| world.index.at[usize::from(space)].iter());
    let twins = here.into_iter().flatten().filter(move |other| {
        *other != thing.index && world.are_twins(&Value::Ref(Ref::piece(*other)), &Value::Ref(thing))
    });
    std::iter::once(thing.index).chain(twins)
}

/// A number of pieces: `3 pieces`.
pub(super) fn pieces(count: usize) -> String {
    if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") }
}
