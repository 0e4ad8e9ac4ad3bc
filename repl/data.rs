//! The texts of games: shipped, in the working folder, and in folders given with `--data`.

use std::io::Read;
use std::path::{Path, PathBuf};

use oriflamme::catalog::{Catalog, Compiled, GameEntry, ScenarioEntry, SourceText, is_played, shipped};
use oriflamme::diagnostic::{did_you_mean, nearest, render};
use oriflamme::model::game::Game;
use oriflamme::source::{plain, visible};
use rayon::prelude::*;

use crate::files;
use crate::paint::complain;

/// The subfolders of a data folder.
const ROOTS: [&str; 4] = ["rules", "cards", "scenarios", "tests"];

/// The catalogue for play. Later folders take precedence over earlier ones, and all over the shipped texts. Tests,
/// lessons and puzzles are omitted: they are more than half of the texts and are not needed.
pub(crate) fn catalog(data: &[PathBuf]) -> Result<Catalog, String> {
    catalog_of(data, is_played)
}

/// The catalogue for learners: that for play, with lessons and puzzles.
pub(crate) fn for_learners(data: &[PathBuf]) -> Result<Catalog, String> {
    catalog_of(data, |path| !path.starts_with("tests/"))
}

/// The catalogue including tests.
pub(crate) fn whole_catalog(data: &[PathBuf]) -> Result<Catalog, String> {
    catalog_of(data, |_| true)
}

/// The catalogue of the texts whose paths are wanted. What cannot be read is complained of.
fn catalog_of(data: &[PathBuf], is_wanted: impl Fn(&str) -> bool) -> Result<Catalog, String> {
    let Found { mut texts, unread } = texts(data)?;
    unread.iter().for_each(|problem| complain(problem));
    texts.retain(|text| is_wanted(&text.path));
    Ok(Catalog::new(texts))
}

/// A game with its tests alone, to find the tests about a rule.
pub(crate) fn with_tests(data: &[PathBuf], game: &GameEntry) -> Result<Catalog, String> {
    let mut found = texts(data)?.texts;
    let tests = format!("tests/{}/", game.folder);
    found.retain(|text| text.path.starts_with(&tests));
    found.extend(game.texts());
    Ok(Catalog::new(found))
}

/// The texts of some folders, and the ignored files, each with the reason.
#[derive(Default)]
pub(crate) struct Found {
    /// The texts.
    pub(crate) texts: Vec<SourceText>,
    /// Ignored files that look like rules.
    pub(crate) unread: Vec<String>,
}

/// All texts: shipped, then those of the working folder, then those of the data folders.
fn texts(data: &[PathBuf]) -> Result<Found, String> {
    let mut found = Found { texts: shipped(), unread: Vec::new() };
    for root in ROOTS {
        // A folder with that name may hold anything, so unreadable parts are ignored.
        let _ = gather_root(Path::new(root), root, &mut found);
    }
    // Files of the same path in two folders: one takes the place of the other. Of a shipped file this is meant.
    let mut own = shipped().len();
    let mut owners: Vec<(usize, &Path)> = vec![(own, Path::new("the working folder"))];
    own = found.texts.len();
    for folder in data {
        if !folder.is_dir() {
            return Err(format!("no folder `{}`", folder.display()));
        }
        let mut is_any = false;
        for root in ROOTS {
            let below = folder.join(root);
            let read = gather_root(&below, root, &mut found);
            is_any |= read.map_err(|problem| format!("{}: {problem}", below.display()))?;
        }
        if !is_any {
            let folder = visible(&folder.to_string_lossy()).into_owned();
            found.unread.push(format!("no rules found in {folder}: expected one of the folders {}", ROOTS.join(", ")));
        }
        hidden_files(&mut found, own, &owners, folder);
        owners.push((own, folder));
        own = found.texts.len();
    }
    Ok(found)
}

/// Notes the files of earlier folders that those of a folder, from `own` on, take the place of. `owners`: where the
/// files of each earlier folder begin, in order, after the shipped ones.
fn hidden_files(found: &mut Found, own: usize, owners: &[(usize, &Path)], folder: &Path) {
    let Some((first, _)) = owners.first() else { return };
    let mut hidden = Vec::new();
    for text in &found.texts[own..] {
        let same = |(_, other): &(usize, &SourceText)| other.path == text.path && other.text != text.text;
        let earlier = found.texts[..own].iter().enumerate().skip(*first).rfind(same);
        let owner = earlier.and_then(|(at, _)| owners.iter().rfind(|(begin, _)| *begin <= at));
        if let Some((_, owner)) = owner {
            let (owner, folder) = (owner.to_string_lossy(), folder.to_string_lossy());
            let (path, owner, folder) = (visible(&text.path), visible(&owner), visible(&folder));
            hidden.push(format!("{path} of {owner} is not read: {folder} has a file of that path; rename one of them"));
        }
    }
    found.unread.extend(hidden);
}

/// Adds all `.ori` files of one of the [`ROOTS`]. `false` if there is no such folder.
fn gather_root(folder: &Path, root: &str, found: &mut Found) -> std::io::Result<bool> {
    if folder.is_symlink() && holds_rules(folder) {
        found.unread.push(linked(folder));
        return Ok(true);
    }
    if !folder.is_dir() {
        return Ok(false);
    }
    gather(folder, root, found)?;
    Ok(true)
}

/// Why a link to a folder is not followed: it may lead out of the folder, or form a cycle.
fn linked(path: &Path) -> String {
    format!("{} is ignored: it is a link to a folder; copy the folder instead", visible(&path.to_string_lossy()))
}

/// True if a folder, or one right below it, holds a file of rules.
fn holds_rules(folder: &Path) -> bool {
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_rule = |path: &Path| path.extension().is_some_and(|ending| ending == "ori");
    entries(folder).any(|path| is_rule(&path) || path.is_dir() && entries(&path).any(|path| is_rule(&path)))
}

/// All texts including those at `paths`, and the names of the latter.
pub(crate) fn texts_and_named(data: &[PathBuf], paths: &[PathBuf]) -> Result<(Found, Vec<String>), String> {
    let mut found = texts(data)?;
    let named = named(data, paths)?;
    let names = named.texts.iter().map(|text| text.path.clone()).collect();
    found.texts.extend(named.texts);
    // A path may lead to files that are read anyway, from the working folder or a data folder.
    let bare = |problem: &str| problem.strip_prefix("./").unwrap_or(problem).to_owned();
    for problem in named.unread {
        if !found.unread.iter().any(|other| bare(other) == bare(&problem)) {
            found.unread.push(problem);
        }
    }
    Ok((found, names))
}

/// Folders in the working folder and the data folders that hold rule files but are ignored because their names are
/// misspelt, each with the correct name.
pub(crate) fn misspelt_folders(data: &[PathBuf]) -> Vec<(String, &'static str)> {
    let here = PathBuf::new();
    std::iter::once(&here).chain(data).flat_map(|folder| misspelt_in(folder)).collect()
}

fn misspelt_in(folder: &Path) -> Vec<(String, &'static str)> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut names: Vec<String> = (std::fs::read_dir(here).into_iter().flatten().flatten())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !ROOTS.contains(&name.as_str()))
        .collect();
    names.sort();
    let meant = names.into_iter().filter_map(|name| nearest(&name, ROOTS).map(|root| (folder.join(name), root)));
    // On a case-insensitive file system `Cards` is `cards`.
    let is_read =
        |path: &Path, root: &str| std::fs::canonicalize(path).ok() == std::fs::canonicalize(folder.join(root)).ok();
    let unread = meant.filter(|(path, root)| holds_rules(path) && !is_read(path, root));
    unread.map(|(path, root)| (path.to_string_lossy().into_owned(), root)).collect()
}

/// Adds all `.ori` files in a folder, named `prefix` plus their path in it.
fn gather(folder: &Path, prefix: &str, found: &mut Found) -> std::io::Result<()> {
    let home = std::fs::canonicalize(folder)?;
    gather_below(folder, prefix, &home, 0, found)
}

/// The maximum depth of nested folders.
const MOST_FOLDERS: usize = 16;

fn gather_below(folder: &Path, prefix: &str, home: &Path, depth: usize, found: &mut Found) -> std::io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let inner = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            if !name.starts_with('.') && depth < MOST_FOLDERS {
                gather_below(&path, &inner, home, depth + 1, found)?;
            }
        } else if kind.is_symlink() && path.is_dir() {
            if holds_rules(&path) {
                found.unread.push(linked(&path));
            }
        } else if path.extension().is_some_and(|ending| ending == "ori") {
            match read(&path, Some(home)) {
                Ok(text) => found.texts.push(SourceText { path: inner, text }),
                Err(problem) => {
                    found.unread.push(format!("{} is ignored: {problem}", visible(&path.to_string_lossy())))
                }
            }
        }
    }
    Ok(())
}

/// Files on disk with their texts, and what could not be read, each with the reason.
#[derive(Default)]
pub(crate) struct OwnFiles {
    pub(crate) files: Vec<(PathBuf, String)>,
    pub(crate) unread: Vec<String>,
}

/// The rule files at these paths; without a path, all of the working folder and the data folders.
pub(crate) fn own_files(data: &[PathBuf], paths: &[PathBuf]) -> Result<OwnFiles, String> {
    let here = PathBuf::new();
    let roots = || std::iter::once(&here).chain(data).flat_map(|folder| ROOTS.map(|root| folder.join(root)));
    let (paths, is_named) = match paths {
        [] => (roots().filter(|path| path.is_dir()).collect(), false),
        _ => (paths.iter().map(|path| located(data, path)).collect::<Vec<_>>(), true),
    };
    let mut own = OwnFiles::default();
    for path in paths {
        let told = |problem: &dyn std::fmt::Display| format!("{}: {problem}", visible(&path.to_string_lossy()));
        if path.is_dir() {
            let mut found = Found::default();
            gather(&path, "", &mut found).map_err(|problem| told(&files::reason(&problem)))?;
            own.files.extend(found.texts.into_iter().map(|text| (path.join(text.path), text.text)));
            own.unread.extend(found.unread);
        } else {
            let text = read(&path, None).map_err(|problem| told(&problem))?;
            own.files.push((path, text));
        }
    }
    match own.files.is_empty() && own.unread.is_empty() {
        true if is_named => Err("no `.ori` file in these paths".to_owned()),
        true => Err(format!("no rule files here: expected one of the folders {}, or a path", ROOTS.join(", "))),
        false => Ok(own),
    }
}

/// Why paths name no file.
pub(crate) fn nothing_read(found: &Found) -> String {
    match found.unread.as_slice() {
        [] => "no `.ori` file in these paths".to_owned(),
        problems => problems.join("\n"),
    }
}

/// The maximum size of a rule file, in bytes.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// A file as text; invalid bytes become replacement characters, which the parser reports. Pipes and devices are
/// refused, and so is a link out of `home`.
fn read(path: &Path, home: Option<&Path>) -> Result<String, String> {
    let plainly = |problem: std::io::Error| files::reason(&problem);
    let is_link = std::fs::symlink_metadata(path).map_err(plainly)?.is_symlink();
    if is_link && !path.exists() {
        return Err("it is a link to a file that does not exist".to_owned());
    }
    if let Some(home) = home.filter(|_| is_link)
        && !std::fs::canonicalize(path).map_err(plainly)?.starts_with(home)
    {
        return Err("it is a link out of the folder; copy the file instead".to_owned());
    }
    if !std::fs::metadata(path).map_err(plainly)?.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(plainly)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(plainly)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err("it is larger than 4 megabytes; split it".to_owned());
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The files at these paths, named from the root folder (`rules`, `cards` …) if they are in one. A file of a data
/// folder has the name that it has there, so that it is one file, not two.
fn named(data: &[PathBuf], paths: &[PathBuf]) -> Result<Found, String> {
    let mut found = Found::default();
    for path in paths {
        let path = &located(data, path);
        let name = in_root(path);
        if path.is_dir() {
            let begin = found.texts.len();
            gather(path, &name, &mut found).map_err(|problem| format!("{}: {problem}", path.display()))?;
            for text in found.texts.iter_mut().skip(begin) {
                let below = text.path.strip_prefix(&name).unwrap_or(&text.path).trim_start_matches('/');
                // A folder that holds the root folders: `.`, or the folder of a mod.
                let inner = || ROOTS.contains(&below.split('/').next()?).then(|| below.to_owned());
                let is_outside = name.split('/').next().is_none_or(|first| !ROOTS.contains(&first));
                if let Some(own) = in_data(data, &path.join(below)).or_else(|| inner().filter(|_| is_outside)) {
                    text.path = own;
                }
            }
        } else {
            let text = read(path, None).map_err(|problem| format!("{}: {problem}", path.display()))?;
            found.texts.push(SourceText { path: name, text });
        }
    }
    Ok(found)
}

/// A path where it exists: in the working folder, or else in a data folder, of which the last takes precedence.
fn located(data: &[PathBuf], path: &Path) -> PathBuf {
    let inside = || data.iter().rev().map(|folder| folder.join(path)).find(|path| path.exists());
    if path.exists() { path.to_owned() } else { inside().unwrap_or_else(|| path.to_owned()) }
}

/// The name of a file in the data folder that holds it, if one does.
fn in_data(data: &[PathBuf], path: &Path) -> Option<String> {
    let path = std::fs::canonicalize(path).ok()?;
    let below = data.iter().find_map(|folder| path.strip_prefix(std::fs::canonicalize(folder).ok()?).ok())?;
    let parts: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    ROOTS.contains(&parts.first()?.as_ref()).then(|| parts.join("/"))
}

/// A path from its last root folder on; unchanged without one.
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

/// What to write instead of a folder where a name is expected.
fn named_folder(name: &str) -> Option<String> {
    Path::new(name).is_dir().then(|| format!(": this is a folder; `NAME --data {name}` plays a battle of its files"))
}

/// The scenario with this name, or an error that lists the names.
pub(crate) fn find<'c>(catalog: &'c Catalog, scenario: &str) -> Result<(&'c GameEntry, &'c ScenarioEntry), String> {
    catalog.find(scenario).ok_or_else(|| match game_named(catalog, scenario) {
        Some(game) if game.scenarios.is_empty() => format!(
            "`{scenario}` is a game without a scenario: write `scenario NAME \"TITLE\" for {scenario} @SECTION {{ … }}`"
        ),
        Some(game) => {
            let names: Vec<&str> = game.scenarios.iter().map(|one| one.name.as_str()).collect();
            format!("`{scenario}` is a game; its scenarios are: {}", names.join(", "))
        }
        None => {
            let names = catalog.names();
            let near = || did_you_mean(scenario, names.iter().copied().chain(game_names(catalog)));
            let meant = named_folder(scenario).unwrap_or_else(near);
            format!("no scenario `{scenario}`{meant}\nthe scenarios are: {}", names.join(", "))
        }
    })
}

/// The game with this name, or an error that lists the names.
pub(crate) fn find_game<'c>(catalog: &'c Catalog, name: &str) -> Result<&'c GameEntry, String> {
    game_named(catalog, name).ok_or_else(|| {
        // The likeliest slip: the name is that of a scenario.
        if let Some((game, _)) = catalog.find(name) {
            return format!("expected a game: `{name}` is a scenario of `{}`", game.name);
        }
        let names = game_names(catalog);
        let meant = named_folder(name).unwrap_or_else(|| did_you_mean(name, names.iter().copied()));
        format!("no game `{name}`{meant}\nthe games are: {}", names.join(", "))
    })
}

/// The game with this name and the scenario of a session: none on the empty board of a game. A game and its scenario
/// may have one name.
pub(crate) fn find_both<'c>(
    catalog: &'c Catalog,
    game: &str,
    scenario: &str,
) -> Result<(&'c GameEntry, Option<&'c str>), String> {
    if scenario.is_empty() {
        return find_game(catalog, game).map(|entry| (entry, None));
    }
    let (entry, scenario) = find(catalog, scenario)?;
    if plain(game).to_lowercase() != plain(&entry.name).to_lowercase() {
        return Err(format!("expected the game `{}`, found `{game}`: `{}` is its scenario", entry.name, scenario.name));
    }
    Ok((entry, Some(scenario.name.as_str())))
}

/// The game, or else the scenario, with this name, or an error that lists the names.
pub(crate) fn find_either<'c>(
    catalog: &'c Catalog,
    name: &str,
) -> Result<(&'c GameEntry, Option<&'c ScenarioEntry>), String> {
    let game = game_named(catalog, name).map(|game| (game, None));
    game.or_else(|| catalog.find(name).map(|(game, scenario)| (game, Some(scenario)))).ok_or_else(|| {
        let (games, scenarios) = (game_names(catalog), catalog.names());
        let near = || did_you_mean(name, games.iter().chain(&scenarios).copied());
        let meant = named_folder(name).unwrap_or_else(near);
        format!(
            "no game or scenario `{name}`{meant}\nthe games are: {}\nthe scenarios are: {}",
            games.join(", "),
            scenarios.join(", ")
        )
    })
}

/// The game with this name, or else this title. As for scenarios, capitals and accents are ignored, and `-` and `_` are
/// the same.
fn game_named<'c>(catalog: &'c Catalog, name: &str) -> Option<&'c GameEntry> {
    let fold = |name: &str| plain(name).to_lowercase();
    let is_called =
        |called: &dyn Fn(&GameEntry) -> &str| catalog.games.iter().find(|game| fold(called(game)) == fold(name));
    is_called(&|game| &game.name).or_else(|| is_called(&|game| &game.title))
}

fn game_names(catalog: &Catalog) -> Vec<&str> {
    catalog.games.iter().map(|game| game.name.as_str()).collect()
}

/// Parses readings of rulings (`NAME=VALUE`) and checks that the scenario has them.
pub(crate) fn readings(
    catalog: &Catalog,
    game: &GameEntry,
    scenario: Option<&str>,
    set: &[String],
) -> Result<Vec<(String, String)>, String> {
    let pairs = set.iter().map(|text| match crate::args::pair(text) {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(format!("`--set {text}`: expected RULING=VALUE")),
    });
    let pairs: Vec<(String, String)> = pairs.collect::<Result<_, _>>()?;
    if pairs.is_empty() {
        return Ok(pairs);
    }
    for (at, (name, value)) in pairs.iter().enumerate() {
        let is_same = |other: &&(String, String)| plain(&other.0) == plain(name) && plain(&other.1) != plain(value);
        if let Some((_, other)) = pairs[..at].iter().find(is_same) {
            return Err(format!(
                "`--set {}`: `{name}` already has the value `{other}`; give each ruling once",
                set[at]
            ));
        }
    }
    // A faulty game reports its errors when it is compiled with these readings.
    let named = scenario.unwrap_or(&game.name);
    let Some(game) = catalog.compile(game, scenario, &[]).game else { return Ok(pairs) };
    for (pair, text) in pairs.iter().zip(set) {
        has_reading(&game, named, pair).map_err(|problem| format!("`--set {text}`: {problem}"))?;
    }
    Ok(pairs)
}

/// Checks that a game, called by the name of its scenario, has a ruling with this value.
pub(crate) fn has_reading(game: &Game, called: &str, (name, value): &(String, String)) -> Result<(), String> {
    let at = ruling(game, called, name)?;
    let values: Vec<&str> = game.rulings[at].values.iter().map(|(name, _)| name.as_str()).collect();
    if values.contains(&plain(value).as_str()) {
        return Ok(());
    }
    Err(format!("the values of `{name}` are {}", values.join(", ")))
}

/// The place of a ruling among those of a game, called by the name of its scenario, or an error with a similar name.
pub(crate) fn ruling(game: &Game, called: &str, name: &str) -> Result<usize, String> {
    let found = game.rulings.iter().position(|ruling| ruling.name == plain(name));
    found.ok_or_else(|| {
        let meant = did_you_mean(name, game.rulings.iter().map(|ruling| ruling.name.as_str()));
        format!("{called} has no ruling `{name}`{meant}\n`oriflamme rulings {called}` lists them")
    })
}

/// Compiles a game, with a scenario or without one; errors are printed to standard error.
pub(crate) fn compile(
    catalog: &Catalog,
    game: &GameEntry,
    scenario: Option<&str>,
    readings: &[(String, String)],
) -> Option<std::sync::Arc<Game>> {
    read_ahead(catalog, game);
    let Compiled { game, diagnostics } = catalog.compile(game, scenario, readings);
    let errors: Vec<_> = diagnostics.into_iter().filter(oriflamme::diagnostic::Diagnostic::is_error).collect();
    if !errors.is_empty() {
        complain(&render::plain_all(&errors, &catalog.sources));
    }
    if game.is_none() && errors.is_empty() {
        complain("the rules have errors");
    }
    game
}

/// Reads the files of a game on all processors.
fn read_ahead(catalog: &Catalog, game: &GameEntry) {
    let parts: Vec<_> = game.parts().collect();
    if let Ok(pool) = crate::threads(0) {
        pool.install(|| parts.par_iter().for_each(|part| drop(catalog.check(part))));
    }
}
