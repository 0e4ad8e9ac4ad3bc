//! Drawing: boards as text, from what a seat may see. It is independent of terminals. Colours are roles, not codes.

mod areas;
mod atlas;
pub mod board;
mod boxes;
mod cells;
mod chart;
mod counters;
mod edges;
mod foot;
mod glyph;
mod ground;
mod hexes;
mod marks;
mod network;
mod overview;
mod paint;
mod places;
mod regions;
mod spots;
mod svg;
pub mod text;
mod tracks;
mod window;

pub use board::{Area, Frame, area, board, signs};
pub use boxes::facts_and_variables;
pub use glyph::{badge_titles, numbers, numbers_on, stance, values as variables};
pub(crate) use paint::ink_colour;
pub use places::places;
pub(crate) use svg::escaped;
pub use svg::svg;
pub use text::{Line, Role, Span, columns, first_columns};
