//! The places of a line: single spaces, choices of the owner, whole regions.

use crate::diagnostic::{Diagnostic, nearest};
use crate::model::id::Domain;
use crate::model::set::BitSet;
use crate::source::plain;
use crate::syntax::ast::{Entry, Thing, Word};

use super::super::board::{Places, edges_named, place_names, places};
use super::super::builder::GameBuilder;
use super::super::error;
use super::super::kind::kind_named;

/// The place named by the first thing of an entry, with true for a choice of its owner (`any rear`).
pub(super) fn place_of(builder: &GameBuilder, side: u16, entry: &Entry) -> Option<(Places, bool)> {
    let thing = entry.things.first()?;
    let mut words: Vec<&str> = thing.words.iter().map(|word| word.text.as_str()).collect();
    let any = words.len() > 1 && words[0] == "any";
    if any {
        words.remove(0);
    }
    if thing.count.is_some() || entry.label.is_some() {
        return None;
    }
    places(builder, side, &words).map(|place| (place, any))
}

/// Where pieces of a line stand.
pub(super) struct Spot {
    /// The space; several if the owner chooses one.
    pub(super) spaces: Vec<u16>,
    /// The named slot behind it.
    pub(super) slot: Option<Word>,
    /// The companions after its `+`.
    pub(super) companions: Vec<Thing>,
}

/// A place with the named slot behind it: `Nantes inside`.
pub(super) fn slot_of(builder: &GameBuilder, side: u16, entry: &Entry) -> Option<(Places, bool, Word)> {
    let slots = slot_names(builder)?;
    let (place, slot) = without_last_word(entry)?;
    let (places, any) = place_of(builder, side, &place).filter(|_| slots.contains(&plain(&slot.text)))?;
    Some((places, any, slot))
}

/// A word behind a place that is no slot, and the slots.
fn slip_in_slot(builder: &GameBuilder, side: u16, entry: &Entry) -> Option<(Word, Vec<String>)> {
    let slots = slot_names(builder)?;
    let (place, slot) = without_last_word(entry)?;
    place_of(builder, side, &place).map(|_| (slot, slots))
}

/// An entry without the last word of its place, and that word.
fn without_last_word(entry: &Entry) -> Option<(Entry, Word)> {
    let mut place = entry.clone();
    let last = place.things.first_mut().filter(|thing| thing.words.len() > 1)?.words.pop()?;
    Some((place, last))
}

/// The named slots.
fn slot_names(builder: &GameBuilder) -> Option<Vec<String>> {
    let named = builder.game.board.named_slots.as_ref()?;
    let Domain::List(list) = builder.game.vars[named.var.at()].ty.domain()? else { return None };
    Some(builder.game.lists[usize::from(list)].members.iter().map(|member| member.name.clone()).collect())
}

/// True if an entry names a place, or a slot of one.
pub(super) fn is_spot(builder: &GameBuilder, side: u16, entry: &Entry) -> bool {
    place_of(builder, side, entry).is_some() || slot_of(builder, side, entry).is_some()
}

/// The places that entries name; an unknown one is reported.
pub(super) fn spots(builder: &mut GameBuilder, side: u16, entries: &[Entry]) -> Vec<Spot> {
    let mut spots = Vec::new();
    for entry in entries {
        match spot(builder, side, entry) {
            Some(spot) => spots.push(spot),
            None => report_place(builder, side, entry),
        }
    }
    spots
}

/// The spaces of an entry that names a place, with the companions after its `+`.
fn spot(builder: &GameBuilder, side: u16, entry: &Entry) -> Option<Spot> {
    let (place, any, slot) = match place_of(builder, side, entry) {
        Some((place, any)) => (place, any, None),
        None => slot_of(builder, side, entry).map(|(place, any, slot)| (place, any, Some(slot)))?,
    };
    let spaces: Vec<u16> = match place {
        Places::One(space) => vec![space],
        Places::Many(set) if any || set.count() == 1 => set.iter().collect(),
        Places::Many(_) => return None,
    };
    Some(Spot { spaces, slot, companions: entry.things.get(1..).unwrap_or_default().to_vec() })
}

/// Reports an entry that does not name a single place.
pub(super) fn report_place(builder: &mut GameBuilder, side: u16, entry: &Entry) {
    let text = builder.sources.text(entry.things.first().map_or(entry.span, |thing| thing.span)).to_owned();
    let span = entry.things.first().map_or(entry.span, |thing| thing.span);
    if place_of(builder, side, entry).is_some() {
        builder.report(
            error::wrong_value((&text, span), "a single place")
                .help(format!("write `any {text}` to let the owner choose one of them")),
        );
        return;
    }
    if let Some((slot, slots)) = slip_in_slot(builder, side, entry) {
        builder.report(error::unknown("slot", &slot, &slots));
        return;
    }
    let of_piece = |word: &Word| {
        let spelt = plain(&word.text);
        let game = &builder.game;
        game.board.directions.iter().any(|one| one.name == spelt)
            || game.vars.iter().any(|var| var.subject == Domain::Piece && var.name == spelt)
            || game.facts.iter().any(|fact| fact.subject == Domain::Piece && fact.name == spelt)
    };
    if let Some((place, word)) =
        without_last_word(entry).filter(|(place, word)| of_piece(word) && place_of(builder, side, place).is_some())
    {
        let place = place.things.first().map_or("", |thing| builder.sources.text(thing.span));
        let place = place.strip_suffix(word.text.as_str()).unwrap_or(place).trim_end().to_owned();
        let problem = Diagnostic::error("unknown-place", format!("no place named `{text}`"))
            .at(word.span, format!("not a part of `{place}`"))
            .help(format!("write what belongs to a piece after its kind: `{place}: KIND {}`", word.text));
        builder.report(problem);
        return;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if edges_named(builder, side, &words).is_some() {
        let problem = error::unknown_place((&text, span), error::NO_NAMES);
        builder.report(problem.help(format!("an edge is written after its flag or variable: `NAME: {text}`")));
        return;
    }
    // The line goes on after a list of edges.
    if let Some((last, before)) = words.split_last()
        && builder.game.vars.iter().any(|var| var.name == plain(last))
        && edges_named(builder, side, before).is_some()
    {
        let problem = error::unknown_place((&text, span), error::NO_NAMES);
        builder.report(problem.help(format!("write `;` or a line end before `{last}`")));
        return;
    }
    // `A: Man 2  B: Man`, `holder Red: A  holder Blue: B`: what stands before a second colon.
    let second = words.split_last().filter(|(last, before)| {
        let is_word = |word: &&str| {
            kind_named(builder, word).is_some() || builder.game.vars.iter().any(|var| var.name == plain(word))
        };
        before.iter().any(&is_word) || is_word(last) && before.is_empty()
    });
    if second.is_some() {
        let problem = error::unknown_place((&text, span), error::NO_NAMES);
        builder.report(problem.help("a line has one colon: write `;` or begin a new line before the next place"));
        return;
    }
    let names = place_names(builder, side);
    let values = builder.game.lists.iter().flat_map(|list| list.members.iter().map(|value| value.name.as_str()));
    let value = nearest(&text, values).filter(|_| nearest(&text, names.iter().map(String::as_str)).is_none());
    let problem = error::unknown_place((&text, span), &names);
    let problem = match value {
        Some(value) => problem.help(format!("did you mean `{value}`?")),
        None => problem,
    };
    builder.report(problem);
}

/// The spaces that entries name, including whole regions.
pub(super) fn regions(builder: &mut GameBuilder, side: u16, entries: &[Entry]) -> Vec<BitSet> {
    let mut found = Vec::new();
    for entry in entries {
        match place_of(builder, side, entry) {
            Some((places, _)) => found.push(places.spaces()),
            None => report_place(builder, side, entry),
        }
    }
    found
}
