//! `board`: the board of a scenario at set-up, as text or as a picture.

use std::path::PathBuf;

use oriflamme::session::{Opening, Session, Sight};

use crate::args::{Board, Engine};
use crate::paint::{HEIGHT, Paint, WIDTH, say};
use crate::{Ending, Refused, Run, data, files};

/// Draws the board of a scenario.
pub(crate) fn board(folders: &[PathBuf], args: &Board, paint: Paint) -> Run {
    let catalog = data::catalog(folders)?;
    let (entry, scenario) = data::find(&catalog, &args.scenario)?;
    let readings = data::readings(&catalog, entry, Some(&scenario.name), &args.set)?;
    let Some(game) = data::compile(&catalog, entry, Some(&scenario.name), &readings) else {
        return Ok(Ending::Failed);
    };
    let session = Session::new(&game, Opening::hot_seat(&game), Engine::Native.make())
        .map_err(|fault| Refused::fault(&fault, &game.sources))?;
    let area = args.area.as_deref().map(|text| session.area(text)).transpose()?;
    match &args.svg {
        Some(path) => {
            files::write_picture(path, &session.svg(area)).map_err(Refused::Failed)?;
            say(&format!("wrote {}", path.display()));
        }
        None => {
            let sight = Sight { width: WIDTH, height: HEIGHT, colours: paint.colours };
            session.board(sight, area).iter().for_each(|line| paint.show(line));
        }
    }
    Ok(Ending::Fine)
}
