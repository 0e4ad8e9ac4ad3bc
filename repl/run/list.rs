//! `list`: the games and their scenarios.

use std::path::PathBuf;

use oriflamme::draw::{Line, Role, columns};

use crate::paint::{Paint, complain};
use crate::{Ending, data};

/// Lists the games and their scenarios.
pub(crate) fn list(folders: &[PathBuf], paint: Paint) -> Ending {
    let catalog = match data::catalog(folders) {
        Ok(catalog) => catalog,
        Err(problem) => {
            complain(&problem);
            return Ending::Usage;
        }
    };
    let width = catalog.names().iter().map(|name| columns(name)).max().unwrap_or(0);
    for game in &catalog.games {
        paint.show(&Line::of(Role::Title, game.title.as_str()));
        for scenario in &game.scenarios {
            let doc = scenario.doc.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
            let line = Line::of(Role::Key, format!("  {:<width$}  ", scenario.name))
                .and(Role::Plain, scenario.title.as_str())
                .and(Role::Dim, if doc.is_empty() { String::new() } else { format!("  {}", doc.trim()) });
            paint.tell(line, width + 4);
        }
    }
    Ending::Fine
}
