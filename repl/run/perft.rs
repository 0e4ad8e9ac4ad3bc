//! `perft`: counts legal action sequences.

use std::path::PathBuf;

use oriflamme::analysis::perft::perft as count;
use oriflamme::play::{Beginning, Play};

use crate::args::Engine;
use crate::paint::say;
use crate::{Ending, Refused, Run, data};

/// Prints each depth with the number of sequences. Depth 0 has one.
pub(crate) fn perft(folders: &[PathBuf], scenario: &str, depth: u32, engine: Engine) -> Run {
    let catalog = data::catalog(folders)?;
    let (entry, scenario) = data::find(&catalog, scenario)?;
    let Some(game) = data::compile(&catalog, entry, Some(&scenario.name), &[]) else { return Ok(Ending::Failed) };
    let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
    for depth in depth.min(1)..=depth {
        let number = Play::new(&game, &beginning, oriflamme::session::DEFAULT_SEED, true, engine.make())
            .and_then(|mut play| count(&mut play, depth))
            .map_err(|fault| Refused::fault(&fault, &game.sources))?;
        say(&format!("{depth} {number}"));
    }
    Ok(Ending::Fine)
}
