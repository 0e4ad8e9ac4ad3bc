//! The log in the eyes of its viewers: what lay face down for them when something happened, and still does.

use std::sync::Arc;

use crate::model::set::BitSet;
use crate::play::ONLOOKER;
use crate::play::World;
use crate::play::log::Entry;
use crate::play::place_names::Viewer;
use crate::play::veil::Veil;

/// The veils of the viewers of a log: over an entry, each hides the pieces that lie face down now and lay face down
/// when it happened. What a seat saw openly stays known to it, and what is revealed since becomes known.
pub(super) struct Veils {
    seats: Vec<Option<u16>>,
    now: Vec<Option<Veil>>,
    /// What lies face down now for each side; empty unless someone looks on.
    each: Vec<BitSet>,
    over: Option<Then>,
}

/// The veils over the last entry.
struct Then {
    /// What lay face down for each side.
    face_down: Arc<[BitSet]>,
    veils: Vec<Option<Veil>>,
}

impl Veils {
    /// The veils of these viewers. `None` for a spectator, who has none.
    pub(super) fn new(world: &World<'_>, seats: &[Option<u16>]) -> Self {
        let now = seats.iter().map(|seat| seat.and_then(|seat| world.veil(seat))).collect();
        let each = if seats.contains(&Some(ONLOOKER)) { world.face_down_for_each() } else { Vec::new() };
        Veils { seats: seats.to_vec(), now, each, over: None }
    }

    /// The veils over an entry, in the order of the viewers.
    pub(super) fn over(&mut self, entry: &Entry) -> &[Option<Veil>] {
        let veils = match self.over.take() {
            Some(Then { face_down, veils }) if Arc::ptr_eq(&face_down, &entry.face_down) => veils,
            _ => {
                let then = |(now, seat): (&Option<Veil>, &Option<u16>)| self.veil_then(now.as_ref()?, *seat, entry);
                self.now.iter().zip(&self.seats).map(then).collect()
            }
        };
        &self.over.insert(Then { face_down: entry.face_down.clone(), veils }).veils
    }

    /// `None` for a spectator, from whom nothing is hidden. From those who look on is hidden what each side has only
    /// seen face down.
    fn veil_then(&self, now: &Veil, seat: Option<u16>, entry: &Entry) -> Option<Veil> {
        let nothing = BitSet::new();
        let then = match seat? {
            ONLOOKER => {
                let of_sides = self.each.iter().zip(entry.face_down.iter());
                &of_sides.flat_map(|(now, then)| now.intersection(then).iter().collect::<Vec<_>>()).collect()
            }
            side => entry.face_down.get(usize::from(side)).unwrap_or(&nothing),
        };
        Some(now.only_over(then))
    }
}

/// Evaluates something in a world as a seat sees an entry of the log.
pub(super) fn as_seen_then<T>(
    world: &World<'_>,
    seat: Option<u16>,
    entry: &Entry,
    look: impl FnOnce(&World<'_>) -> T,
) -> T {
    let mut veils = Veils::new(world, &[seat]);
    let veil = veils.over(entry).first().and_then(Option::as_ref);
    look(&world.veiled(veil).through(Viewer::Of(seat)))
}
