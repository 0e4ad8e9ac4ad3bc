//! Saved games: read from disk, and continued with the rules of the catalogue.

use std::path::{Path, PathBuf};

use oriflamme::catalog::{Catalog, Difference};
use oriflamme::session::save::{Save, Trouble};
use oriflamme::session::{Session, Start};

use crate::args::Engine;
use crate::{data, files};

/// Reads a saved game from its file.
pub(crate) fn read(path: &Path) -> Result<Save, String> {
    let bytes = files::read(path)?;
    Save::read_bytes(&bytes).map_err(|trouble| format!("{}, {trouble}", path.display()))
}

/// Resumes a saved game with the rules of the catalogue. Either engine can continue it.
pub(crate) fn resume(
    folders: &[PathBuf],
    catalog: &Catalog,
    save: &Save,
    engine: Engine,
) -> Result<(Session, Option<Trouble>), String> {
    // Tests are read only if the game begins with one.
    let whole = match save.start {
        Start::Test(_) => Some(data::whole_catalog(folders)?),
        Start::Scenario | Start::Bench => None,
    };
    let catalog = whole.as_ref().unwrap_or(catalog);
    let name = if save.scenario.is_empty() { &save.game } else { &save.scenario };
    let found = data::find_either(catalog, name).and_then(|(entry, scenario)| {
        let scenario = scenario.map(|scenario| scenario.name.as_str());
        if scenario.is_none() && !save.scenario.is_empty() {
            return Err(format!("no scenario is called `{}`", save.scenario));
        }
        let game = data::compile(catalog, entry, scenario, &save.rulings)
            .ok_or_else(|| format!("the rules of {name} have errors"))?;
        Ok((game, catalog.origin(entry, scenario.unwrap_or_default())))
    });
    let (game, origin) = found.map_err(|problem| match named_mods(save) {
        Some(mods) => format!("{problem}\nthis game uses files that are not shipped: {mods}"),
        None => problem,
    })?;
    let (mut session, trouble) = Session::resume(&game, save, engine.make()).map_err(|fault| fault.message)?;
    session.set_origin(origin);
    Ok((session, trouble))
}

/// The user's own files that a game was played with.
fn named_mods(save: &Save) -> Option<String> {
    let mods = &save.origin.as_ref()?.mods;
    let names: Vec<&str> = mods.iter().map(|(path, _)| path.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The differences between the current rules and those of a saved game, one line each.
pub(crate) fn differences(session: &Session, save: &Save) -> Vec<String> {
    let (Some(here), Some(saved)) = (&session.opening().origin, &save.origin) else { return Vec::new() };
    let line = |one: Difference| match one {
        Difference::Missing(path) => {
            format!("this game uses {path}, which is missing: give its folder with `--data DIR`")
        }
        Difference::Changed(path) => format!("{path} has changed since the game was saved"),
        Difference::Added(path) => format!("this game was played without {path}, which is now present"),
        Difference::Shipped => "the rules of this program have changed since the game was saved".to_owned(),
    };
    here.differences(saved).into_iter().map(line).collect()
}
