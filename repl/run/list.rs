//! `list`: the games and their scenarios.

use std::path::PathBuf;

use oriflamme::draw::{Line, Role, columns};
use oriflamme::source::fold;

use crate::paint::Paint;
use crate::{Ending, Run, data, pager};

/// Lists the games and their scenarios.
pub(crate) fn list(folders: &[PathBuf], paint: Paint) -> Run {
    let catalog = data::catalog(folders)?;
    let width = catalog.names().iter().map(|name| columns(name)).max().unwrap_or(0);
    let mut rows: Vec<String> = Vec::new();
    for game in &catalog.games {
        let name = if fold(&game.title) == fold(&game.name) { String::new() } else { format!("  {}", game.name) };
        rows.push(paint.line(&Line::of(Role::Title, game.title.as_str()).and(Role::Dim, name)));
        for scenario in &game.scenarios {
            let doc = scenario.doc.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
            let line = Line::of(Role::Key, format!("  {:<width$}  ", scenario.name))
                .and(Role::Plain, scenario.title.as_str())
                .and(Role::Dim, if doc.is_empty() { String::new() } else { format!("  {}", doc.trim()) });
            rows.extend(line.wrapped(paint.width, width + 4).iter().map(|row| paint.line(row)));
        }
    }
    pager::show(&rows);
    Ok(Ending::Fine)
}
