//! Counters: named pieces, and the number of unnamed ones with their printed values.

use crate::diagnostic::Diagnostic;
use crate::model::game::Unique;
use crate::model::id::{FactId, SectionId};
use crate::model::muster::Counter;
use crate::source::spelling;
use crate::syntax::ast::{Counters, CountersEntry, ItemKind, Name, Word};

use super::board::{Places, places};
use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use super::kind::{kind_named, report_family};
use super::position::read_piece;
use super::subject::{side_named, side_of};
use super::value::read_notation;
use crate::model::names::Symbol;

/// Declares the named pieces; positions set them up by name.
pub(crate) fn declare_counters(builder: &mut GameBuilder, items: &Gathered) {
    for (_, item) in items.each(|kind| if let ItemKind::Counters(it) = kind { Some(it) } else { None }) {
        builder.cites(&item.cites);
        let side = item.side.as_ref().and_then(|name| side_of(builder, name));
        let named = item.entries.iter().flat_map(|entry| &entry.pieces).next();
        if let (Some(_), None, Some(piece)) = (&item.place, &item.side, named) {
            let text = format!("`{}` needs a side to begin in a box", piece.name.text);
            let problem = error::unfit(&text, piece.name.span);
            builder.report(problem.help("write the side after `counters`, as in `counters Red in pool { … }`"));
        }
        for entry in &item.entries {
            builder.cites(&entry.cites);
            for piece in &entry.pieces {
                let name = builder.declare(&piece.name);
                let words: Vec<Word> = entry.words.iter().chain(&piece.words).cloned().collect();
                let shown = builder.titled(piece.title.as_ref(), &piece.name);
                builder.symbol(&name, Symbol::Unique(builder.game.uniques.len() as u16));
                let always = item.place.is_some();
                builder.game.uniques.push(Unique { name, title: shown, side, always, begins: None, words });
            }
        }
    }
}

/// Fills in the unnamed counters: the number of each look, and its printed values. Kinds must be known.
pub(crate) fn fill_counters(builder: &mut GameBuilder, items: &Gathered) {
    for (_, item) in items.each(|kind| if let ItemKind::Counters(it) = kind { Some(it) } else { None }) {
        let side = item.side.as_ref().and_then(|name| side_named(builder, &name.text));
        let cites = builder.cites(&item.cites);
        let begins = match &item.place {
            Some(place) => boxes(builder, place, side),
            None => Vec::new(),
        };
        if !begins.is_empty() {
            fill_named(builder, item, &begins);
        }
        for entry in item.entries.iter().filter(|entry| entry.pieces.is_empty()) {
            let mut own = builder.cites(&entry.cites);
            if own.is_empty() {
                own = cites.clone();
            }
            fill_counter(builder, entry, side, &begins, own);
        }
    }
    let boxed = builder.game.counters.iter().filter(|counter| !counter.begins.is_empty());
    let sides = builder.game.sides.len() as u64;
    let mut total = 0;
    let too_many = boxed.into_iter().find(|counter| {
        total += u64::from(counter.count) * if counter.side.is_some() { 1 } else { sides };
        total > MOST_BOXED
    });
    if let Some(counter) = too_many {
        let problem = Diagnostic::error("number-too-large", "too many counters begin in boxes")
            .at(counter.span, format!("at most {MOST_BOXED} in all"))
            .help("lower the numbers after `x`, or leave out `in BOX` where counters begin in no box");
        builder.report(problem);
    }
}

/// So many counters may begin in boxes.
const MOST_BOXED: u64 = 5_000;

/// The box of each side in which counters begin; empty if there is no such box.
fn boxes(builder: &mut GameBuilder, place: &Name, side: Option<u16>) -> Vec<u16> {
    let words: Vec<&str> = place.text.split_whitespace().collect();
    let mut found = Vec::new();
    for side in 0..builder.game.sides.len() as u16 {
        match places(builder, side, &words) {
            Some(Places::One(space)) => found.push(space),
            Some(Places::Many(_)) | None => {}
        }
    }
    let spaces = &builder.game.board.spaces;
    if found.len() < builder.game.sides.len() || found.is_empty() {
        let names: Vec<String> = box_names(builder);
        builder.report(error::unknown_place(place, &names));
        return Vec::new();
    }
    let own = side.and_then(|side| found.get(usize::from(side))).or(found.first());
    if own.is_some_and(|space| !spaces[usize::from(*space)].is_box) {
        let names = box_names(builder);
        let problem = error::wrong_value(place, "a box");
        builder.report(match names.first() {
            Some(name) => problem.help(format!("counters begin outside the map, as in `in {name}`")),
            None => problem.help("add a box to the board: `box pool`"),
        });
        return Vec::new();
    }
    found
}

fn box_names(builder: &GameBuilder) -> Vec<String> {
    let board = &builder.game.board;
    let own = board.boxes.iter().map(|own| own.name.clone());
    let single = board.spaces.iter().filter(|space| space.is_box && space.side_box.is_none());
    own.chain(single.map(|space| space.title.clone())).collect()
}

/// The kind of a line, which must be no family.
fn kind_of(builder: &mut GameBuilder, words: &[Word]) -> Option<u16> {
    let first = words.first()?;
    let Some(kind) = words.iter().find_map(|word| kind_named(builder, &word.text)) else {
        let names = builder.game.kinds.iter().map(|kind| kind.name.as_str());
        builder.report(error::unknown("kind", first, names));
        return None;
    };
    if builder.game.kinds[usize::from(kind)].is_family {
        report_family(builder, kind, "counters need one of its kinds", first.span);
        return None;
    }
    Some(kind)
}

/// Reads the named pieces that begin in boxes.
fn fill_named(builder: &mut GameBuilder, item: &Counters, begins: &[u16]) {
    for piece in item.entries.iter().flat_map(|entry| &entry.pieces) {
        let Some(at) = unique_named(builder, &piece.name.text) else { continue };
        let words = builder.game.uniques[usize::from(at)].words.clone();
        let (Some(kind), Some(side)) = (kind_of(builder, &words), builder.game.uniques[usize::from(at)].side) else {
            continue;
        };
        let lies: Vec<u16> = begins.get(usize::from(side)).copied().into_iter().collect();
        let mut begun = read_piece(builder, &words, kind, side, &lies, None, piece.name.span);
        begun.unique = Some(at);
        builder.game.uniques[usize::from(at)].begins = Some(begun);
    }
}

fn fill_counter(
    builder: &mut GameBuilder,
    entry: &CountersEntry,
    side: Option<u16>,
    begins: &[u16],
    cites: Vec<SectionId>,
) {
    let Some(kind) = kind_of(builder, &entry.words) else { return };
    let said = builder.diagnostics.len();
    let piece = read_piece(builder, &entry.words, kind, side.unwrap_or(0), &[], None, entry.span);
    if builder.diagnostics.len() > said {
        return;
    }
    if !piece.vars.is_empty() || !piece.refs.is_empty() || piece.slot.is_some() || piece.facing.is_some() {
        let text = "a counter has only what is printed on it: no slot, facing or variable";
        builder.report(error::unfit(text, entry.span));
        return;
    }
    let mut label = builder.game.kinds[usize::from(kind)].name.clone();
    let told = builder.game.notation_facts(kind);
    if let Some(notation) = builder.game.kinds[usize::from(kind)].notation.clone() {
        let behind = entry.words.iter().skip_while(|word| kind_named(builder, &word.text) != Some(kind)).nth(1);
        match behind.filter(|word| read_notation(builder, &notation.parts, &word.text).is_some()) {
            Some(values) => {
                label.push(' ');
                label.push_str(&values.text);
            }
            None => {
                let text = format!("`{label}` needs the values printed on the counter");
                builder.report(error::unfit(&text, entry.span));
                return;
            }
        }
    }
    let usual = &builder.game.kinds[usize::from(kind)].facts;
    let gives = (0..usual.len() as u16).map(FactId);
    let gives = gives.filter(|fact| !told.contains(fact) && usual[fact.at()] != piece.printed[fact.at()]).collect();
    // In boxes counters are told apart by all that is printed on them.
    let by_all = !begins.is_empty();
    if by_all {
        let words = entry.words.iter().filter(|word| kind_named(builder, &word.text) != Some(kind));
        let typed: Vec<&str> = words.map(|word| word.text.as_str()).collect();
        label = std::iter::once(builder.game.kinds[usize::from(kind)].name.as_str())
            .chain(typed)
            .collect::<Vec<_>>()
            .join(" ");
    }
    let alike = |other: &&Counter| {
        let same_side = other.side.is_none() || side.is_none() || other.side == side;
        let same = |fact: &FactId| other.printed[fact.at()] == piece.printed[fact.at()];
        let equal = if by_all { other.printed == piece.printed } else { told.iter().all(same) };
        other.kind == kind && same_side && equal
    };
    if let Some(earlier) = builder.game.counters.iter().find(alike) {
        let problem = Diagnostic::error("declared-twice", format!("the counters `{label}` are listed twice"))
            .at(entry.span, "again here")
            .also(earlier.span, "first here")
            .help("write one line with their total number");
        builder.report(problem);
        return;
    }
    let counter = Counter {
        kind,
        side,
        printed: piece.printed,
        gives,
        label,
        count: entry.count.unwrap_or(1),
        begins: begins.to_vec(),
        cites,
        span: entry.span,
    };
    builder.game.counters.push(counter);
}

/// The named piece with this name.
pub(crate) fn unique_named(builder: &GameBuilder, name: &str) -> Option<u16> {
    let spelt = spelling(name);
    builder.game.uniques.iter().position(|unique| unique.name == spelt || unique.title == name).map(|at| at as u16)
}
