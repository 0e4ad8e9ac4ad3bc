//! The kernel. It depends on no game, on no script engine and on no terminal.
//!
//! Each room uses only those before it; `tests/house.rs` enforces this. The four of the first line use each other.
//!
//! 1. `store`: the state and access to it; `cache`: cached results; `viewer`: what each seat sees; `watch`: observers.
//! 2. `numbers`: quantities, permissions, words, pure functions of the language.
//! 3. `movement`: questions about the board, and the search for ways.
//! 4. `answers`: questions, who answers them, and the journal.
//! 5. `options`: what a side may choose, and how it can pay.
//! 6. `present`: names, and answers as sentences.
//! 7. `reasons`: why something is not legal.
//! 8. `host`: the door through which scripts and the sequence change the state.
//! 9. `compile`: the engine that runs compiled scripts.
//! 10. `sequence`: steps, happenings, settled play, and whole plays that can go back.
//!
//! The items used by other modules are re-exported below.

mod answers;
mod cache;
mod compile;
mod host;
mod movement;
mod numbers;
mod options;
mod present;
mod reasons;
mod sequence;
mod store;
mod viewer;
mod watch;

pub use answers::{fill, journal, log, oracle, question};
pub use compile::{NO_SIDE_ACTS, native};
pub use host::{api, follow, run};
pub use numbers::{operator, permission, pure, quantity};
pub use options::{balance, drawn, odds, offers};
pub use present::{learn, names, sentence};
pub use sequence::{arbiter, interrupting, lazily, opening, playing, rehearsal, started};
pub use store::{dice, effort, index, lasting, locals, source, state, world};
pub use viewer::{ONLOOKER, label, place_names, secret, side_at, unseen, veil};
pub use watch::{meeting, observer};

pub use host::run::{Act, Cx, Run, Scripts, Stop};
pub use reasons::refuse::WhyNot;
pub use sequence::happen::sides_from;
pub use sequence::playing::{MakeScripts, Opening, Play, Status};
pub use sequence::start::Beginning;
pub use store::world::{Fault, Read, World};
pub use watch::otherwise::Otherwise;
