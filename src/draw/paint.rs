//! Colours of pictures: sides, inks, terrains, shades.

use indexmap::IndexSet;

use crate::model::drawing::Ink;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;

use super::counters::shade;

/// The colour of a space without terrain.
const OPEN: &str = "#e4e8c8";
/// The colour towards which high ground is shaded.
const HIGH: &str = "#b08d57";
/// The colours of terrains, in the order of the terrains: those most maps share.
const GROUNDS: [&str; 8] = ["#e4e8c8", "#a9cfc4", "#8fb6d9", "#9dc08b", "#d8c3a5", "#c9b7d6", "#e3d08f", "#b9c6b0"];

/// The colour of a side's counters: one on which letters can be read.
pub(super) fn side_colour(world: &World<'_>, side: u16) -> &'static str {
    codes(world.game.drawing.sides.get(usize::from(side)).copied().unwrap_or(Ink::Grey)).0
}

/// The codes of a colour: of counters, and of all else.
fn codes(ink: Ink) -> (&'static str, &'static str) {
    match ink {
        Ink::Beige => ("#d3b98c", "#d3b98c"),
        Ink::Black => ("#333333", "#222222"),
        Ink::Blue => ("#1f5fa8", "#3a7fc4"),
        Ink::Brown => ("#7d5230", "#9b6a3c"),
        Ink::Green => ("#2e7d32", "#3f8f4f"),
        Ink::Grey => ("#6e6e6e", "#8a8a8a"),
        Ink::Orange => ("#d9822b", "#d9822b"),
        Ink::Red => ("#c0392b", "#c0392b"),
        Ink::Violet => ("#7b3fa0", "#7b3fa0"),
        Ink::White => ("#f2f0e6", "#fafafa"),
        Ink::Yellow => ("#e2b92c", "#d9c02b"),
    }
}

/// White or dark letters, whichever contrasts better with the background colour.
pub(super) fn letters_on(colour: &str) -> &'static str {
    let channel =
        |at: usize| colour.get(at..at + 2).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    if channel(1) * 3 + channel(3) * 6 + channel(5) > 1600 { "#2b2b2b" } else { "#ffffff" }
}

/// The code of a colour, for a picture or a page.
pub(crate) fn ink_colour(ink: Ink) -> &'static str {
    codes(ink).1
}

/// The colour of a space: that of its first terrain, darker with a higher shade.
pub(super) fn ground_colour(world: &World<'_>, levels: &[Value], space: u16) -> String {
    let terrains = &world.game.terrains;
    let first = terrains.iter().position(|terrain| world.is_seen_up(*terrain, Ref::space(space)));
    let base = first.map_or(OPEN, |at| GROUNDS[at % GROUNDS.len()]);
    let level = shade(world, space).and_then(|value| levels.iter().position(|one| *one == value)).unwrap_or(0);
    if levels.len() < 2 {
        return base.to_owned();
    }
    mix(base, HIGH, 0.45 * level as f64 / (levels.len() - 1) as f64)
}

/// The shade values of spaces, in order.
pub(super) fn levels(world: &World<'_>) -> Vec<Value> {
    let spaces = 0..world.game.board.spaces.len() as u16;
    let levels: IndexSet<Value> = spaces.filter_map(|space| shade(world, space)).collect();
    let mut levels = Vec::from_iter(levels);
    levels.sort_by_key(|value| match value {
        Value::Int(number) => *number,
        Value::Ref(member) => i64::from(member.index),
        _ => 0,
    });
    levels
}

/// A mixture of two colours.
pub(super) fn mix(from: &str, to: &str, share: f64) -> String {
    let channel = |text: &str, at: usize| {
        text.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).map_or(0.0, f64::from)
    };
    let mixed = [1, 3, 5].map(|at| (channel(from, at) * (1.0 - share) + channel(to, at) * share).round() as u8);
    format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_mix_channel_by_channel() {
        assert_eq!(mix("#000000", "#ff8000", 0.5), "#804000");
        assert_eq!(mix("#123456", "#ffffff", 0.0), "#123456");
    }
}
