//! `perft`: counts legal action sequences.

use std::path::PathBuf;

use oriflamme::analysis::perft::perft as count;
use oriflamme::play::{Beginning, Play};

use crate::args::Engine;
use crate::paint::{complain, fault_text, say};
use crate::{Ending, data};

/// Prints each depth with the number of sequences. Depth 0 has one.
pub(crate) fn perft(folders: &[PathBuf], scenario: &str, depth: u32, engine: Engine) -> Ending {
    let catalog = match data::catalog(folders) {
        Ok(catalog) => catalog,
        Err(problem) => {
            complain(&problem);
            return Ending::Usage;
        }
    };
    let (entry, scenario) = match data::find(&catalog, scenario) {
        Ok(found) => found,
        Err(problem) => {
            complain(&problem);
            return Ending::Usage;
        }
    };
    let Some(game) = data::compile(&catalog, entry, Some(&scenario.name), &[]) else { return Ending::Failed };
    let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
    for depth in depth.min(1)..=depth {
        let counted = Play::new(&game, &beginning, oriflamme::session::DEFAULT_SEED, true, engine.make())
            .and_then(|mut play| count(&mut play, depth));
        match counted {
            Ok(number) => say(&format!("{depth} {number}")),
            Err(fault) => {
                complain(&fault_text(&fault, &game.sources));
                return Ending::Failed;
            }
        }
    }
    Ending::Fine
}
