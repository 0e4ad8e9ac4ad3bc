//! Play: state, changes, oracle, journal, sequence, quantities, sets. Knows no game, no Rhai, no terminal.

pub mod api;
mod ask;
mod door;
pub mod eval;
mod ground;
mod guard;
mod happen;
pub mod index;
pub mod journal;
mod lacking;
pub mod log;
mod machine;
mod memo;
mod names;
pub mod native;
pub mod offers;
pub mod oracle;
mod pay;
pub mod permission;
pub mod playing;
pub mod pure;
pub mod quantity;
pub mod question;
mod refuse;
pub mod run;
pub mod sentence;
mod settle;
mod start;
pub mod state;
pub mod world;

pub use happen::{open_windows, sides_from};
pub use playing::{MakeScripts, Play, Status};
pub use refuse::WhyNot;
pub use run::{Act, Cx, Run, Scripts, Stop};
pub use start::Beginning;
pub use world::{Fault, Read, World};
