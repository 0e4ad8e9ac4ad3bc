//! The places of a line: single spaces, choices of the owner, whole regions.

use crate::model::set::BitSet;
use crate::syntax::ast::{Entry, Thing};

use super::super::board::{Places, place_names, places};
use super::super::error;
use super::super::maker::Maker;

/// The place named by the first thing of an entry, with true for a choice of its owner (`any rear`).
pub(super) fn place_of(maker: &Maker, side: u16, entry: &Entry) -> Option<(Places, bool)> {
    let thing = entry.things.first()?;
    let mut words: Vec<&str> = thing.words.iter().map(|word| word.text.as_str()).collect();
    let any = words.len() > 1 && words[0] == "any";
    if any {
        words.remove(0);
    }
    if thing.count.is_some() || entry.label.is_some() {
        return None;
    }
    places(maker, side, &words).map(|place| (place, any))
}

/// The places that entries name; an unknown one is reported.
pub(super) fn spots(maker: &mut Maker, side: u16, entries: &[Entry]) -> Vec<(Vec<u16>, Vec<Thing>)> {
    let mut spots = Vec::new();
    for entry in entries {
        match spot(maker, side, entry) {
            Some(spot) => spots.push(spot),
            None => report_place(maker, side, entry),
        }
    }
    spots
}

/// The spaces of an entry that names a place, with the companions after its `+`.
fn spot(maker: &Maker, side: u16, entry: &Entry) -> Option<(Vec<u16>, Vec<Thing>)> {
    let (place, any) = place_of(maker, side, entry)?;
    let spaces: Vec<u16> = match place {
        Places::One(space) => vec![space],
        Places::Many(set) if any || set.count() == 1 => set.iter().collect(),
        Places::Many(_) => return None,
    };
    Some((spaces, entry.things.get(1..).unwrap_or_default().to_vec()))
}

/// Reports an entry that does not name a single place.
pub(super) fn report_place(maker: &mut Maker, side: u16, entry: &Entry) {
    let text = maker.sources.text(entry.things.first().map_or(entry.span, |thing| thing.span)).to_owned();
    let span = entry.things.first().map_or(entry.span, |thing| thing.span);
    if place_of(maker, side, entry).is_some() {
        maker.report(
            error::wrong_value(&text, span, "a single place")
                .help(format!("write `any {text}` to let the owner choose one of them")),
        );
        return;
    }
    let names = place_names(maker, side);
    maker.report(error::unknown_place(&text, span, names.iter().map(String::as_str)));
}

/// The spaces that entries name, including whole regions.
pub(super) fn regions(maker: &mut Maker, side: u16, entries: &[Entry]) -> Vec<BitSet> {
    let mut found = Vec::new();
    for entry in entries {
        match place_of(maker, side, entry) {
            Some((places, _)) => found.push(places.spaces()),
            None => report_place(maker, side, entry),
        }
    }
    found
}
