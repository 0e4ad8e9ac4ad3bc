//! Counters: pieces that have a name of their own, with what is printed on them.

use crate::model::game::Unique;
use crate::source::plain;
use crate::syntax::ast::{ItemKind, Word};

use super::error;
use super::gather::Gathered;
use super::maker::{Maker, title};
use super::subject::side_named;

/// The pieces that have names; positions set them up by name.
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
            if entry.pieces.is_empty() {
                // Kinds without names are as many as a position sets up.
                maker.report(error::not_yet("the number of counters of a kind", entry.span));
            }
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

/// The piece of this name.
pub(crate) fn unique_named(maker: &Maker, name: &str) -> Option<u16> {
    let spelt = plain(name);
    maker.game.uniques.iter().position(|unique| unique.name == spelt || unique.title == name).map(|at| at as u16)
}
