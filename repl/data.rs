//! The texts of games: what is shipped, what stands in the working folder, and what `--data` names.

use std::path::{Path, PathBuf};

use oriflamme::catalog::{Catalog, Compiled, GameEntry, ScenarioEntry, SourceText, shipped};
use oriflamme::diagnostic::render;

use crate::paint::complain;

/// The folders of a data folder.
const ROOTS: [&str; 4] = ["rules", "cards", "scenarios", "tests"];

/// The catalogue for those who play: later folders come before earlier ones, and all before what is shipped. Tests are
/// left out: they are more than half of the texts, and nobody plays them.
pub(crate) fn catalog(data: &[PathBuf]) -> Result<Catalog, String> {
    let mut texts = texts(data)?;
    texts.retain(|text| !text.path.starts_with("tests/"));
    Ok(Catalog::new(texts))
}

/// The catalogue with the tests.
pub(crate) fn whole_catalog(data: &[PathBuf]) -> Result<Catalog, String> {
    Ok(Catalog::new(texts(data)?))
}

/// All texts: shipped, then the working folder's, then those of the data folders.
pub(crate) fn texts(data: &[PathBuf]) -> Result<Vec<SourceText>, String> {
    let mut texts = shipped();
    for root in ROOTS {
        // A folder of that name may be anything: only what can be read counts.
        let _ = gather(Path::new(root), root, &mut texts);
    }
    for folder in data {
        if !folder.is_dir() {
            return Err(format!("there is no folder `{}`", folder.display()));
        }
        gather(folder, "", &mut texts).map_err(|problem| format!("{}: {problem}", folder.display()))?;
    }
    Ok(texts)
}

/// All `.ori` files of a folder, called by their path in it behind `prefix`.
fn gather(folder: &Path, prefix: &str, texts: &mut Vec<SourceText>) -> std::io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let inner = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        // Links to folders are not followed: they could go round in a circle.
        let kind = entry.file_type()?;
        if kind.is_dir() {
            if !name.starts_with('.') {
                gather(&path, &inner, texts)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "ori") {
            texts.push(SourceText { path: inner, text: read(&path)? });
        }
    }
    Ok(())
}

/// A file as text; what is no text becomes marks that the parser reports at their place.
fn read(path: &Path) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&std::fs::read(path)?).into_owned())
}

/// The files that paths name, called by their path from the root folder (`rules`, `cards` …) on if they lie in one.
pub(crate) fn named(paths: &[PathBuf]) -> Result<Vec<SourceText>, String> {
    let mut texts = Vec::new();
    for path in paths {
        let name = in_root(path);
        if path.is_dir() {
            gather(path, &name, &mut texts).map_err(|problem| format!("{}: {problem}", path.display()))?;
        } else {
            let text = read(path).map_err(|problem| format!("{}: {problem}", path.display()))?;
            texts.push(SourceText { path: name, text });
        }
    }
    Ok(texts)
}

/// A path from its last root folder on; as it is if there is none.
fn in_root(path: &Path) -> String {
    let parts: Vec<String> = path
        .components()
        .filter(|part| !matches!(part, std::path::Component::CurDir | std::path::Component::RootDir))
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    match parts.iter().rposition(|part| ROOTS.contains(&part.as_str())) {
        Some(at) => parts[at..].join("/"),
        None => path.to_string_lossy().trim_start_matches("./").trim_end_matches('/').to_owned(),
    }
}

/// The scenario of this name, or what names there are.
pub(crate) fn find<'c>(catalog: &'c Catalog, scenario: &str) -> Result<(&'c GameEntry, &'c ScenarioEntry), String> {
    catalog.find(scenario).ok_or_else(|| {
        let names = catalog.names();
        let nearest = oriflamme::diagnostic::nearest(scenario, names.iter().copied());
        let meant = nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
        format!("there is no scenario `{scenario}`{meant}\nthere are: {}", names.join(", "))
    })
}

/// The game of this name, or what names there are; `-` and `_` are the same.
pub(crate) fn find_game<'c>(catalog: &'c Catalog, name: &str) -> Result<&'c GameEntry, String> {
    let fold = |name: &str| name.replace('-', "_").to_lowercase();
    catalog.games.iter().find(|game| fold(&game.name) == fold(name)).ok_or_else(|| {
        let names: Vec<&str> = catalog.games.iter().map(|game| game.name.as_str()).collect();
        // A scenario's name is the likeliest slip.
        let all = names.iter().copied().chain(catalog.names());
        let nearest = oriflamme::diagnostic::nearest(name, all);
        let game = |near: &str| catalog.find(near).map_or_else(|| near.to_owned(), |(game, _)| game.name.clone());
        let meant = nearest.map(|near| format!("; did you mean `{}`?", game(near))).unwrap_or_default();
        format!("there is no game `{name}`{meant}\nthere are: {}", names.join(", "))
    })
}

/// Readings of rulings as typed: `NAME=VALUE`.
pub(crate) fn readings(set: &[String]) -> Result<Vec<(String, String)>, String> {
    let pairs = set.iter().map(|text| match crate::args::pair(text) {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(format!("`--set {text}`: a ruling and a reading are wanted, as in `--set RULING=VALUE`")),
    });
    pairs.collect()
}

/// A compiled game, with one of its scenarios or without; its faults go to standard error.
pub(crate) fn compile(
    catalog: &Catalog,
    game: &GameEntry,
    scenario: Option<&str>,
    readings: &[(String, String)],
) -> Option<std::sync::Arc<oriflamme::model::game::Game>> {
    let Compiled { game, diagnostics } = catalog.compile(game, scenario, readings);
    let errors: Vec<_> = diagnostics.into_iter().filter(oriflamme::diagnostic::Diagnostic::is_error).collect();
    if !errors.is_empty() {
        complain(&render::plain_all(&errors, &catalog.sources));
    }
    if game.is_none() && errors.is_empty() {
        complain("the game cannot be made from its files");
    }
    game
}
