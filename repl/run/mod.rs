//! The subcommands of the command line.

pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod conflicts;
pub(crate) mod cover;
pub(crate) mod explain;
pub(crate) mod fmt;
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

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Format;

/// A bar that shows a person how many of these things are done; hidden if there is none to look at it.
fn bar(count: u64, format: Format, things: &str) -> ProgressBar {
    let shown = std::io::stderr().is_terminal() && format == Format::Text;
    let bar = if shown { ProgressBar::new(count) } else { ProgressBar::hidden() };
    match ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {things}, {{eta}} left")) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
