//! The lines below a picture: the pieces of stacks whose counters overlap or are small, tracks, and the meaning of
//! signs.

use crate::model::drawing::LinkSign;
use crate::model::game::Game;
use crate::play::World;
use crate::source::plain_words;

use super::board::Frame;
use super::counters::shade;
use super::hexes::sides_of;
use super::svg::text;
use super::text::{Line, Role};
use super::{atlas, boxes, edges, glyph, ground, tracks};

/// The size of letters, the width of a letter and the height of a line.
const SIZE: f64 = 10.0;
const LETTER: f64 = 6.1;
const HIGH: f64 = 15.0;
/// The minimum number of columns.
const LEAST: usize = 60;
/// The columns that tracks, each with the meaning of its mark, may take even if the picture is narrower.
const TRACKS: usize = 96;

/// The meaning of the lines between hexes: links by their colours, and edges between hexes of different shades.
fn lines_key(world: &World<'_>, spaces: &[u16]) -> Vec<String> {
    let game = world.game;
    let mut key = Vec::new();
    for sign in &game.drawing.links {
        if sides_of(world, sign).iter().any(|(space, _)| spaces.contains(space)) {
            key.push(line_words(game, sign));
        }
    }
    let shades = || spaces.iter().map(|space| shade(world, *space));
    if let Some(fact) = game.drawing.shade.filter(|_| shades().any(|other| Some(other) != shades().next())) {
        key.push(format!("brown edge: another {}", plain_words(&game.facts[fact.at()].name)));
    }
    key
}

/// The colours of the links of a network, if there are several sorts.
fn colour_key(game: &Game) -> Vec<String> {
    let is_told = edges::are_of_several_sorts(game);
    let signs = game.drawing.links.iter().filter(|sign| is_told && sign.ink.is_some());
    signs.map(|sign| line_words(game, sign)).collect()
}

/// `blue line ford`
fn line_words(game: &Game, sign: &LinkSign) -> String {
    let ink = sign.ink.map_or_else(|| "grey".to_owned(), |ink| format!("{ink:?}").to_lowercase());
    format!("{ink} line {}", plain_words(&game.board.links[sign.link.at()].title))
}

/// The lines below a picture.
pub(super) struct Foot {
    lines: Vec<Line>,
}

impl Foot {
    /// The lines for a picture of this width. `spaces` are drawn, `stacked` those whose pieces are listed.
    /// `signs` is true if the spaces show signs of their terrain.
    pub(super) fn new(
        world: &World<'_>,
        frame: &Frame,
        spaces: &[u16],
        stacked: &[u16],
        signs: bool,
        width: f64,
    ) -> Foot {
        let columns = ((width / LETTER) as usize).max(LEAST);
        let frame = Frame { width: columns.max(TRACKS), ..frame.clone() };
        let mut lines: Vec<Line> = Vec::new();
        let mut add = |line: Line, columns: usize| lines.extend(line.wrapped(columns, 4));
        for space in stacked {
            let line = Line::of(Role::Title, format!("{}: ", boxes::space_name(world, *space, &frame)));
            let here = world.index.at[usize::from(*space)].iter();
            add(line.listing(glyph::items(world, here, &frame)), columns);
        }
        for space in spaces.iter().filter(|_| signs) {
            let badges = ground::long_badges(world, *space);
            if !badges.is_empty() {
                let line = Line::of(Role::Title, format!("{}: ", boxes::space_name(world, *space, &frame)));
                add(line.and(Role::Plain, badges.join(", ")), columns);
            }
        }
        edges::lines(world, &frame).into_iter().for_each(|line| add(line, columns));
        tracks::draw(world, &frame).into_iter().for_each(|line| add(line, frame.width));
        let mut key = if signs { ground::key(world, spaces) } else { Vec::new() };
        if signs && world.game.drawing.map.is_some() {
            key.extend(atlas::sign_key(world, spaces));
            key.extend(colour_key(world.game));
        } else if signs {
            key.extend(lines_key(world, spaces));
        }
        let pieces: Vec<u16> = spaces.iter().flat_map(|space| world.index.at[usize::from(*space)].iter()).collect();
        key.extend(glyph::badge_key(world, pieces.into_iter()));
        key.extend(glyph::legend(world).map(|legend| legend.text()));
        if !key.is_empty() {
            add(Line::of(Role::Dim, key.join("; ")), columns);
        }
        Foot { lines }
    }

    /// The width and height of the lines.
    pub(super) fn size(&self) -> (f64, f64) {
        let wide = self.lines.iter().map(Line::width).max().unwrap_or(0);
        (wide as f64 * LETTER, self.lines.len() as f64 * HIGH)
    }

    /// Draws the lines from this point downwards.
    pub(super) fn draw(&self, out: &mut String, (left, top): (f64, f64)) {
        if self.lines.is_empty() {
            return;
        }
        out.push_str("<g font-family=\"monospace\">\n");
        for (at, line) in self.lines.iter().enumerate() {
            let middle = top + (at as f64 + 0.5) * HIGH;
            // Browsers collapse runs of other blanks, and then the columns would not line up.
            let said = plain_words(&line.text()).replace("  ", "\u{a0}\u{a0}");
            text(out, (left, middle), SIZE, "start", "#333333", &said);
        }
        out.push_str("</g>\n");
    }
}
