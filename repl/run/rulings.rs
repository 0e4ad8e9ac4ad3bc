//! `rulings`: the doubtful rules of a game, or of one of its scenarios, with their readings.

use std::path::PathBuf;

use oriflamme::draw::{Line, Role};
use oriflamme::session;

use crate::paint::{Paint, complain};
use crate::{Ending, data};

/// Lists the doubtful rules; those of a scenario are those of its game and its own.
/// With the name of one of them, that alone, but whole.
pub(crate) fn rulings(folders: &[PathBuf], name: &str, ruling: Option<&str>, paint: Paint) -> Ending {
    let catalog = match data::catalog(folders) {
        Ok(catalog) => catalog,
        Err(problem) => {
            complain(&problem);
            return Ending::Usage;
        }
    };
    let (entry, scenario) = match data::find_either(&catalog, name) {
        Ok(found) => found,
        Err(problem) => {
            complain(&problem);
            return Ending::Usage;
        }
    };
    let scenario = scenario.map(|scenario| scenario.name.as_str());
    let Some(game) = data::compile(&catalog, entry, scenario, &[]) else { return Ending::Failed };
    if let Some(ruling) = ruling {
        return match session::ruling(&game, ruling, false) {
            Ok(lines) => {
                lines.into_iter().for_each(|line| paint.tell(line, 4));
                Ending::Fine
            }
            Err(problem) => {
                complain(&problem);
                Ending::Usage
            }
        };
    }
    let mut lines = session::rulings(&game, false);
    lines.push(Line::of(
        Role::Dim,
        match lines.is_empty() {
            true => format!("no rule of {} is in doubt", game.title),
            false => "`play`, `board` and `simulate` take another reading: `--set RULING=VALUE`".to_owned(),
        },
    ));
    for line in lines {
        paint.tell(line, 4);
    }
    Ending::Fine
}
