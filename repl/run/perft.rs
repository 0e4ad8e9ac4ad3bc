//! `perft`: counts legal action sequences.

use std::path::PathBuf;

use oriflamme::analysis::perft::perft as count;
use oriflamme::play::{Beginning, Play};

use crate::args::Perft;
use crate::paint::say;
use crate::{Ending, Refused, Run, data};

/// Prints each depth with the number of sequences. Depth 0 has one.
pub(crate) fn perft(folders: &[PathBuf], args: &Perft) -> Run {
    let catalog = data::catalog(folders)?;
    let (entry, scenario) = data::find(&catalog, &args.scenario)?;
    let readings = data::readings(&catalog, entry, Some(&scenario.name), &args.set)?;
    let compiled = data::compile(&catalog, entry, Some(&scenario.name), &readings);
    let Some(game) = compiled else { return Ok(Ending::Failed) };
    for depth in args.depth.min(1)..=args.depth {
        let number = Play::new(&game, &Beginning::of_game(&game), args.seed, true, args.engine.make())
            .and_then(|mut play| count(&mut play, depth))
            .map_err(|fault| Refused::fault(&fault, &game.sources))?;
        say(&format!("{depth} {number}"));
    }
    Ok(Ending::Fine)
}
