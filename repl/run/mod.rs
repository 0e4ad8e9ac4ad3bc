//! The subcommands of the command line.

pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod conflicts;
pub(crate) mod cover;
pub(crate) mod explain;
pub(crate) mod learn;
pub(crate) mod list;
pub(crate) mod mutate;
pub(crate) mod new;
mod paired;
pub(crate) mod perft;
pub(crate) mod play;
mod profile;
pub(crate) mod puzzle;
pub(crate) mod quiz;
pub(crate) mod replay;
pub(crate) mod rulings;
pub(crate) mod simulate;
pub(crate) mod soak;
pub(crate) mod test;
