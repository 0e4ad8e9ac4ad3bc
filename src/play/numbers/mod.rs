//! Numbers and permissions with their reasons, words, and the functions of the language.

pub(super) mod addends;
pub(super) mod both_orders;
pub(super) mod guard;
pub(super) mod modifiers;
pub(super) mod narrow;
pub mod operator;
pub mod permission;
pub mod pure;
pub mod quantity;
pub(super) mod words;
