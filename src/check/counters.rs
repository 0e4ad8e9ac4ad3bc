//! Counters: named pieces, and the number of unnamed ones with their printed values.

use crate::diagnostic::Diagnostic;
use crate::model::game::Unique;
use crate::model::id::{FactId, SectionId};
use crate::model::muster::Counter;
use crate::source::plain;
use crate::syntax::ast::{CountersEntry, ItemKind, Word};

use super::error;
use super::gather::Gathered;
use super::kind::kind_named;
use super::maker::{Maker, title};
use super::position::read_piece;
use super::subject::side_named;
use super::value::read_notation;

/// Declares the named pieces; positions set them up by name.
pub(crate) fn declare_counters(maker: &mut Maker, items: &Gathered) {
    for (_, item) in items.each(|kind| if let ItemKind::Counters(it) = kind { Some(it) } else { None }) {
        maker.cites(&item.cites);
        let side = item.side.as_ref().and_then(|name| {
            let found = side_named(maker, &name.text);
            if found.is_none() {
                let names: Vec<String> = maker.game.sides.iter().map(|side| side.name.clone()).collect();
                maker.report(error::unknown("side", &name.text, name.span, names.iter().map(String::as_str)));
            }
            found
        });
        if let Some(place) = &item.place {
            maker.report(error::not_yet("a box in which counters begin", place.span));
        }
        for entry in &item.entries {
            maker.cites(&entry.cites);
            for piece in &entry.pieces {
                let name = maker.declare(&piece.name);
                let words: Vec<Word> = entry.words.iter().chain(&piece.words).cloned().collect();
                let shown = title(piece.title.as_ref(), &piece.name);
                maker.game.uniques.push(Unique { name, title: shown, side, span: piece.name.span });
                maker.unique_words.push(words);
            }
        }
    }
}

/// Fills in the unnamed counters: the number of each look, and its printed values. Kinds must be known.
pub(crate) fn fill_counters(maker: &mut Maker, items: &Gathered) {
    for (_, item) in items.each(|kind| if let ItemKind::Counters(it) = kind { Some(it) } else { None }) {
        let side = item.side.as_ref().and_then(|name| side_named(maker, &name.text));
        let cites = maker.cites(&item.cites);
        for entry in item.entries.iter().filter(|entry| entry.pieces.is_empty()) {
            let mut own = maker.cites(&entry.cites);
            if own.is_empty() {
                own = cites.clone();
            }
            fill_counter(maker, entry, side, own);
        }
    }
}

fn fill_counter(maker: &mut Maker, entry: &CountersEntry, side: Option<u16>, cites: Vec<SectionId>) {
    let Some(first) = entry.words.first() else { return };
    let Some(kind) = entry.words.iter().find_map(|word| kind_named(maker, &word.text)) else {
        let names: Vec<String> = maker.game.kinds.iter().map(|kind| kind.name.clone()).collect();
        maker.report(error::unknown("kind", &first.text, first.span, names.iter().map(String::as_str)));
        return;
    };
    if maker.game.kinds[usize::from(kind)].is_family {
        let text = format!("`{}` is a family: counters need one of its kinds", first.text);
        maker.report(error::unfit(&text, first.span));
        return;
    }
    let said = maker.diagnostics.len();
    let piece = read_piece(maker, &entry.words, kind, side.unwrap_or(0), &[], None, entry.span);
    if maker.diagnostics.len() > said {
        return;
    }
    if !piece.vars.is_empty() || !piece.refs.is_empty() || piece.slot.is_some() || piece.facing.is_some() {
        let text = "a counter has only what is printed on it: no slot, facing or variable";
        maker.report(error::unfit(text, entry.span));
        return;
    }
    let mut label = maker.game.kinds[usize::from(kind)].name.clone();
    let told = maker.game.notation_facts(kind);
    if let Some(notation) = maker.game.kinds[usize::from(kind)].notation.clone() {
        let behind = entry.words.iter().skip_while(|word| kind_named(maker, &word.text) != Some(kind)).nth(1);
        match behind.filter(|word| read_notation(maker, &notation.parts, &word.text).is_some()) {
            Some(values) => {
                label.push(' ');
                label.push_str(&values.text);
            }
            None => {
                let text = format!("`{label}` needs the values printed on the counter");
                maker.report(error::unfit(&text, entry.span));
                return;
            }
        }
    }
    let usual = &maker.game.kinds[usize::from(kind)].facts;
    let gives = (0..usual.len() as u16).map(FactId);
    let gives = gives.filter(|fact| !told.contains(fact) && usual[fact.at()] != piece.printed[fact.at()]).collect();
    let alike = |other: &&Counter| {
        let same_side = other.side.is_none() || side.is_none() || other.side == side;
        let same = |fact: &FactId| other.printed[fact.at()] == piece.printed[fact.at()];
        other.kind == kind && same_side && told.iter().all(same)
    };
    if let Some(earlier) = maker.game.counters.iter().find(alike) {
        let problem = Diagnostic::error("declared-twice", format!("the counters `{label}` are listed twice"))
            .at(entry.span, "again here")
            .also(earlier.span, "first here")
            .help("write one line with their total number");
        maker.report(problem);
        return;
    }
    let counter = Counter {
        kind,
        side,
        printed: piece.printed,
        gives,
        label,
        count: entry.count.unwrap_or(1),
        cites,
        span: entry.span,
    };
    maker.game.counters.push(counter);
}

/// The named piece with this name.
pub(crate) fn unique_named(maker: &Maker, name: &str) -> Option<u16> {
    let spelt = plain(name);
    maker.game.uniques.iter().position(|unique| unique.name == spelt || unique.title == name).map(|at| at as u16)
}
