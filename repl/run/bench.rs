//! `bench`: the REPL with an empty board, on which positions are set up by hand.

use std::path::PathBuf;

use oriflamme::catalog::Catalog;
use oriflamme::session::save::Save;
use oriflamme::session::{DEFAULT_SEED, Opening, Session, Start};

use super::play::{Resumed, begins, begun_so, saved};
use crate::args::Bench;
use crate::dialogue::Dialogue;
use crate::paint::Paint;
use crate::{Refused, Run, data, files, saves};

/// Opens an empty board of a game, or one with the armies and the rules of a scenario.
pub(crate) fn bench(folders: &[PathBuf], args: &Bench, interactive: bool, paint: Paint) -> Run {
    let catalog = data::catalog(folders)?;
    let kept = args.save.clone().map(|path| files::lock(&path).map(|lock| (path, lock))).transpose()?;
    let (session, resumed) = begin(folders, &catalog, args)?;
    let mut dialogue = Dialogue::new(session, catalog, paint, interactive, kept, args.engine).with_folders(folders);
    dialogue.found(resumed.as_ref());
    Ok(begins(dialogue, resumed, interactive, paint))
}

/// The board kept in the file with a message, or an empty one.
fn begin(folders: &[PathBuf], catalog: &Catalog, args: &Bench) -> Result<(Session, Option<Resumed>), Refused> {
    let (entry, scenario) = data::find_either(catalog, &args.game)?;
    let name = scenario.map(|scenario| scenario.name.as_str());
    let readings = data::readings(catalog, entry, name, &args.set)?;
    if let Some(path) = args.save.as_deref().filter(|path| path.exists()) {
        // A game and its scenario may have the same name: each may be meant.
        let namesake = catalog.find(&args.game).filter(|(game, _)| game.name == entry.name);
        let wanted = |save: &Save| {
            let names = [name.unwrap_or_default(), namesake.map_or("", |(_, scenario)| &scenario.name)];
            save.game == entry.name && names.contains(&save.scenario.as_str())
        };
        let (session, said) = saved(folders, catalog, wanted, name.unwrap_or(&entry.name), path, args.engine)?;
        saves::continued_by("bench", &session, path)?;
        begun_so(path, &session, &readings, args.seed, &[])?;
        return Ok((session, Some(said)));
    }
    let game = data::compile(catalog, entry, name, &readings)
        .ok_or_else(|| Refused::Failed(format!("the rules of {} have errors", entry.name)))?;
    let mut opening = Opening::bench(&game, Start::Bench);
    opening.seed = args.seed.unwrap_or(DEFAULT_SEED);
    opening.origin = Some(catalog.origin(entry, name.unwrap_or_default()));
    let session =
        Session::new(&game, opening, args.engine.make()).map_err(|fault| Refused::fault(&fault, &game.sources))?;
    Ok((session, None))
}
