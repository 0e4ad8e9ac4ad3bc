//! Drawing: boards as text from what a seat may see. Knows no terminal; colours are roles, not codes.

mod areas;
pub mod board;
mod boxes;
mod cells;
mod glyph;
mod hexes;
mod network;
pub mod text;

pub use board::{Frame, board};
pub use text::{Line, Role, Span};
