//! `board`: the board of a scenario at set-up, as text or as a picture.

use std::path::PathBuf;

use oriflamme::session::{Opening, Session, Sight};

use crate::args::{Board, Engine};
use crate::paint::{HEIGHT, Paint, WIDTH, complain, fault_text, say};
use crate::{Ending, data, files};

/// Draws the board of a scenario.
pub(crate) fn board(folders: &[PathBuf], args: &Board, paint: Paint) -> Ending {
    let found = data::catalog(folders).and_then(|catalog| {
        let (entry, scenario) = data::find(&catalog, &args.scenario)?;
        let readings = data::readings(&catalog, entry, Some(&scenario.name), &args.set)?;
        Ok(data::compile(&catalog, entry, Some(&scenario.name), &readings))
    });
    let game = match found {
        Ok(Some(game)) => game,
        Ok(None) => return Ending::Failed,
        Err(problem) => {
            complain(&problem);
            return Ending::Usage;
        }
    };
    let session = match Session::new(&game, Opening::hot_seat(&game), Engine::Native.make()) {
        Ok(session) => session,
        Err(fault) => {
            complain(&fault_text(&fault, &game.sources));
            return Ending::Failed;
        }
    };
    let area = match args.area.as_deref().map(|text| session.area(text)).transpose() {
        Ok(area) => area,
        Err(problem) => {
            complain(&problem);
            return Ending::Usage;
        }
    };
    match &args.svg {
        Some(path) => match files::write_picture(path, &session.svg(area)) {
            Ok(()) => say(&format!("wrote {}", path.display())),
            Err(problem) => {
                complain(&problem);
                return Ending::Failed;
            }
        },
        None => {
            let sight = Sight { width: WIDTH, height: HEIGHT, colours: paint.colours };
            session.board(sight, area).iter().for_each(|line| paint.show(line));
        }
    }
    Ending::Fine
}
