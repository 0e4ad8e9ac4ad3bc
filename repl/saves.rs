//! Saved games: read from disk, and gone on with by the rules of the catalogue.

use std::path::Path;

use oriflamme::catalog::Catalog;
use oriflamme::session::Session;
use oriflamme::session::save::{Save, Trouble};

use crate::args::Engine;
use crate::{data, files};

/// A saved game as its file tells it.
pub(crate) fn read(path: &Path) -> Result<Save, String> {
    let text = files::read(path)?;
    Save::read(&text).map_err(|trouble| format!("{}, {trouble}", path.display()))
}

/// A saved game that was read, with the rules of the catalogue. It does not matter with which engine it was begun.
pub(crate) fn resume(catalog: &Catalog, save: &Save, engine: Engine) -> Result<(Session, Option<Trouble>), String> {
    let (entry, scenario) = data::find(catalog, &save.scenario)?;
    let game = data::compile(catalog, entry, Some(&scenario.name), &save.rulings)
        .ok_or_else(|| format!("the rules of {} are faulty", save.scenario))?;
    Session::resume(&game, save, engine.make()).map_err(|fault| fault.message)
}
