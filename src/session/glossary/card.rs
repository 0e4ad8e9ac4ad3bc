//! What `help` shows of a card: its printed values and its uses.

use crate::draw::{Line, Role};
use crate::model::card::{Card, CardDef};
use crate::model::game::Game;
use crate::model::value::Value;
use crate::play::World;
use crate::source::plain_words;

use super::super::table::table;
use super::super::view::View;

/// The values of a card, each with its meaning: what is printed, or the number that begins with it. Those that are
/// absent, `no` or 0 are omitted.
pub(super) fn values_of(world: &World<'_>, card: &CardDef) -> Vec<Line> {
    let is_of = |one: &Card| world.game.card_defs[usize::from(one.def)].span == card.span;
    let Some(at) = world.game.cards.iter().position(is_of) else { return Vec::new() };
    let view = View::new(*world, None);
    let said = view.card_values(at as u16).filter(|(_, value)| !matches!(value, Value::None | Value::Flag(false)));
    let rows = said.map(|(fact, value)| {
        vec![
            Line::of(Role::Key, world.show(&value)),
            Line::plain(plain_words(&fact.name)),
            Line::of(Role::Dim, fact.doc.as_deref().unwrap_or_default().trim()),
        ]
    });
    table(rows.collect(), 2)
}

/// The uses of a card that has several, each with its first line of documentation. Of uses with one title, the later
/// ones are alternatives of the first.
pub(super) fn uses_of(game: &Game, card: &CardDef) -> Vec<Line> {
    if card.plays.len() < 2 {
        return Vec::new();
    }
    let mut before: Option<&str> = None;
    let uses = card.plays.iter().map(|play| {
        let offer = &game.offers[play.at()];
        let mut line = match before.replace(offer.title.as_str()) {
            Some(title) if title == offer.title => Line::of(Role::Key, "    or"),
            _ => Line::of(Role::Key, format!("  {}", offer.title)),
        };
        let doc = offer.doc.as_deref().filter(|doc| Some(*doc) != card.doc.as_deref());
        if let Some(doc) = doc.and_then(|doc| doc.lines().next()) {
            line.push(Role::Plain, format!(": {}", doc.trim()));
        }
        for cite in &offer.cites {
            line.push(Role::Cite, format!(" §{}", game.section(*cite).number));
        }
        line
    });
    uses.collect()
}
