//! The order of the lines of pieces in a position, which keeps the order of the pieces of each kind.

use std::collections::BTreeMap;

use crate::play::World;

/// A line of pieces.
pub(super) struct Row {
    pub(super) side: u16,
    pub(super) space: u16,
    pub(super) pieces: Vec<u16>,
}

/// The lines of these pieces: as few as possible, with the pieces of each kind in order.
pub(super) fn rows(world: &World<'_>, pieces: Vec<u16>) -> Vec<Row> {
    let state = |piece: u16| &world.state.pieces[usize::from(piece)];
    let mut left = pieces;
    let mut rows: Vec<Row> = Vec::new();
    while let Some(first) = left.first().copied() {
        // The pieces that each place could take now: the next ones of each kind.
        let mut places: BTreeMap<(u16, u16), (Vec<u16>, usize)> = BTreeMap::new();
        let mut next: BTreeMap<u16, (u16, u16)> = BTreeMap::new();
        for piece in &left {
            let here = (u16::from(state(*piece).side), state(*piece).space);
            let place = places.entry(here).or_default();
            place.1 += 1;
            let kind = state(*piece).kind;
            if *next.entry(kind).or_insert(here) == here {
                place.0.push(*piece);
            } else {
                // The others of this kind come after this one.
                next.insert(kind, (u16::MAX, u16::MAX));
            }
        }
        let side = rows.last().map_or(0, |row| row.side);
        let whole = |(_, (now, all)): &(&(u16, u16), &(Vec<u16>, usize))| now.len() == *all;
        let own = |((whose, _), _): &(&(u16, u16), &(Vec<u16>, usize))| *whose == side;
        let fits = || places.iter().filter(|(_, (now, _))| !now.is_empty());
        let chosen = (fits().find(|place| own(place) && whole(place)))
            .or_else(|| fits().find(whole))
            .or_else(|| fits().max_by_key(|(_, (now, _))| now.len()));
        let ((side, space), taken) = match chosen {
            Some((place, (now, _))) => (*place, now.clone()),
            None => ((u16::from(state(first).side), state(first).space), vec![first]),
        };
        left.retain(|piece| !taken.contains(piece));
        rows.push(Row { side, space, pieces: taken });
    }
    rows
}
