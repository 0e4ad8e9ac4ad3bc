//! Scripts: procedures and `do` blocks run by Rhai through the functions of [`crate::play::api`].
//!
//! Invariant: no rule is interpreted here. Each native function resolves a name and delegates.

mod bare;
mod call;
pub mod differential;
mod engine;
mod error;
mod host;
mod method;
mod operator;
mod order;
mod property;
mod register;
mod restrict;
mod said;
mod source;
mod value;

#[cfg(test)]
mod tests;

pub use engine::{Engine, make};
