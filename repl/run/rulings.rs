//! `rulings`: the disputed rules of a game or scenario, with their readings.

use std::path::PathBuf;

use oriflamme::draw::{Line, Role};
use oriflamme::session;

use crate::paint::Paint;
use crate::{Ending, Run, data};

/// Lists the disputed rules of a game, or of a scenario with its own; with a name, shows that one in full.
pub(crate) fn rulings(folders: &[PathBuf], name: &str, ruling: Option<&str>, paint: Paint) -> Run {
    let catalog = data::catalog(folders)?;
    let (entry, scenario) = data::find_either(&catalog, name)?;
    let scenario = scenario.map(|scenario| scenario.name.as_str());
    let Some(game) = data::compile(&catalog, entry, scenario, &[]) else { return Ok(Ending::Failed) };
    if let Some(ruling) = ruling {
        session::ruling(&game, ruling, false)?.into_iter().for_each(|line| paint.tell(line, 4));
        return Ok(Ending::Fine);
    }
    let mut lines = session::rulings(&game, false);
    lines.push(Line::of(
        Role::Dim,
        match lines.is_empty() {
            true => format!("{} has no disputed rules", game.title),
            false => "choose another reading with `--set RULING=VALUE` (`play`, `board`, `simulate`)".to_owned(),
        },
    ));
    for line in lines {
        paint.tell(line, 4);
    }
    Ok(Ending::Fine)
}
