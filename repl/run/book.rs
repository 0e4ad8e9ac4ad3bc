//! `book`: the rules of a game as an HTML page.

use std::path::{Path, PathBuf};

use oriflamme::authoring;
use oriflamme::diagnostic::words::count;

use crate::paint::say;
use crate::{Ending, Refused, Run, data, files};

/// Writes the rules of a game as a page.
pub(crate) fn book(folders: &[PathBuf], name: &str, file: Option<&Path>) -> Run {
    let catalog = data::whole_catalog(folders)?;
    let (entry, _) = data::find_either(&catalog, name)?;
    let (page, contents) = authoring::book(&catalog, entry);
    let path = file.map_or_else(|| PathBuf::from(format!("{}.html", entry.name)), Path::to_path_buf);
    files::write_page(&path, &page).map_err(Refused::Failed)?;
    let authoring::Contents { sections, rules, examples } = contents;
    let counted = [(sections, "section"), (rules, "rule"), (examples, "example")].map(|(of, noun)| count(of, noun));
    say(&format!("wrote {}: {}", path.display(), counted.join(", ")));
    Ok(Ending::Fine)
}
