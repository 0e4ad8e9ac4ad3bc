//! Saved games: read from disk, and continued with the rules of the catalogue.

use std::path::{Path, PathBuf};

use oriflamme::catalog::{Catalog, Difference, GameEntry};
use oriflamme::diagnostic::words::count;
use oriflamme::draw::Line;
use oriflamme::session::save::{Save, Trouble};
use oriflamme::session::{Parted, Rules, Session, Start, part};

use crate::args::Engine;
use crate::paint::fault_text;
use crate::{data, files};

/// Reads a saved game from its file.
pub(crate) fn read(path: &Path) -> Result<Save, String> {
    let bytes = files::read(path)?;
    Save::read_bytes(&bytes).map_err(|trouble| match path.extension().is_some_and(|ending| ending == "ori") {
        true => format!("{} holds rules: name the scenario, and its folder with `--data`", path.display()),
        false => format!("{}, {trouble}", path.display()),
    })
}

/// Refuses a saved game that another command continues: a position set up by hand, or a game played from its set-up.
pub(crate) fn continued_by(command: &str, session: &Session, path: &Path) -> Result<(), String> {
    let (right, what) = match session.opening().start {
        Start::Scenario => ("play", "a game played from its set-up"),
        Start::Bench => ("bench", "a position set up by hand"),
        // The position of a test is played like a game, and changed like a board.
        Start::Test(_) => return Ok(()),
    };
    if command == right {
        return Ok(());
    }
    let game = session.game();
    Err(format!(
        "{} contains {what}: continue it with `oriflamme {right} {} --save {}`, or choose another file",
        path.display(),
        if game.scenario.is_empty() { &game.name } else { &game.scenario },
        files::quoted(path)
    ))
}

/// Resumes a saved game with the rules of the catalogue. Either engine can continue it. `shown`: the name of its file.
pub(crate) fn resume(
    folders: &[PathBuf],
    catalog: &Catalog,
    save: &Save,
    shown: &str,
    engine: Engine,
) -> Result<(Session, Option<Trouble>), String> {
    let whole = tests_of(folders, save)?;
    let catalog = whole.as_ref().unwrap_or(catalog);
    let found = data::find_both(catalog, &save.game, &save.scenario).and_then(|(entry, scenario)| {
        ruled(catalog, entry, scenario, save, shown)?;
        let game = data::compile(catalog, entry, scenario, &save.rulings)
            .ok_or_else(|| format!("the rules of {} have errors", scenario.unwrap_or(&entry.name)))?;
        Ok((game, catalog.origin(entry, scenario.unwrap_or_default())))
    });
    let (game, origin) = found.map_err(|problem| match named_mods(save) {
        Some(mods) => format!("{problem}\nthis game uses files that are not shipped: {mods}"),
        None => problem,
    })?;
    save.unseated(&game).map_err(|trouble| format!("{shown}, {trouble}"))?;
    let (mut session, trouble) =
        Session::resume(&game, save, engine.make()).map_err(|fault| fault_text(&fault, &game.sources))?;
    session.set_origin(origin);
    Ok((session, trouble))
}

/// Checks that the game has the readings of a saved game.
///
/// # Errors
/// The first line of the file with a reading that it does not have.
fn ruled(catalog: &Catalog, entry: &GameEntry, scenario: Option<&str>, save: &Save, shown: &str) -> Result<(), String> {
    if save.rulings.is_empty() {
        return Ok(());
    }
    // A faulty game reports its errors when it is compiled with these readings.
    let Some(game) = catalog.compile(entry, scenario, &[]).game else { return Ok(()) };
    let named = scenario.unwrap_or(&entry.name);
    for (reading, line) in save.rulings.iter().zip(&save.ruling_lines) {
        data::has_reading(&game, named, reading).map_err(|problem| format!("{shown}, line {line}: {problem}"))?;
    }
    Ok(())
}

/// The catalogue with all tests, if a saved game begins with one of them.
fn tests_of(folders: &[PathBuf], save: &Save) -> Result<Option<Catalog>, String> {
    match save.start {
        Start::Test(_) => data::whole_catalog(folders).map(Some),
        Start::Scenario | Start::Bench => Ok(None),
    }
}

/// The user's own files that a game was played with.
fn named_mods(save: &Save) -> Option<String> {
    let mods = &save.origin.as_ref()?.mods;
    let names: Vec<&str> = mods.iter().map(|(path, _)| path.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// What the file of a saved game shows about itself, one line each: a change after it was saved, and sides without a
/// player. `trouble`: why it could not be played to its end.
pub(crate) fn remarks(session: &Session, save: &Save, trouble: Option<&Trouble>) -> Vec<String> {
    let mut lines = Vec::new();
    // A line that cannot be played shows already that the file is not as it was saved.
    if save.is_changed() && trouble.is_none() {
        let how = match save.end {
            Some(_) => "its lines do not fit the hash in the last one",
            None => "its last line, with the hashes, is missing",
        };
        lines.push(format!("the file was changed after it was saved: {how}. The game records this"));
    }
    // Where reading stopped in the head, the seats may be below that line.
    let is_headless = save.trouble.is_some() && save.lines.is_empty();
    for side in save.unseated(session.game()).unwrap_or_default().into_iter().filter(|_| !is_headless) {
        lines.push(format!("the file has no `seat` line for {side}: a person plays this side"));
    }
    lines
}

/// How far a saved game with a line that cannot be played was played, and what bots have decided since.
pub(crate) fn played_up_to_it(session: &Session) -> String {
    match session.decisions().saturating_sub(session.decisions_read()) {
        0 => "the game was played up to that line".to_owned(),
        anew => format!("the game was played up to that line; bots have decided again: {}", count(anew, "decision")),
    }
}

/// The differences between the current rules and those of a saved game, one line each.
pub(crate) fn differences(session: &Session, save: &Save) -> Vec<String> {
    let (Some(here), Some(saved)) = (&session.opening().origin, &save.origin) else { return Vec::new() };
    let line = |one: Difference| match one {
        Difference::Missing(path) => {
            format!("this game uses {path}, which is missing: give its folder with `--data DIR`")
        }
        Difference::Changed(path) => format!("{path} has changed since the game was saved"),
        Difference::Added(path) => format!("this game was played without {path}, which is now present"),
        Difference::Shipped => "the rules of this program have changed since the game was saved".to_owned(),
    };
    here.differences(saved).into_iter().map(line).collect()
}

/// A saved game resumed under other readings of rulings (`RULING=VALUE`). If they make a difference, the game stops
/// before the first decision that differs.
pub(crate) fn resume_with(
    folders: &[PathBuf],
    catalog: &Catalog,
    save: &Save,
    set: &[String],
    shown: &str,
    engine: Engine,
) -> Result<(Session, Option<Trouble>, Option<Parted>), String> {
    if set.is_empty() {
        return resume(folders, catalog, save, shown, engine).map(|(session, trouble)| (session, trouble, None));
    }
    let whole = tests_of(folders, save)?;
    let catalog = whole.as_ref().unwrap_or(catalog);
    let (entry, scenario) = data::find_both(catalog, &save.game, &save.scenario)?;
    let chosen = data::readings(catalog, entry, scenario, set)?;
    let faulty = || format!("the rules of {} have errors", scenario.unwrap_or(&entry.name));
    let compile = |readings: &[(String, String)]| data::compile(catalog, entry, scenario, readings).ok_or_else(faulty);
    let mut other = save.clone();
    let plain = oriflamme::source::plain;
    ruled(catalog, entry, scenario, save, shown)?;
    other.rulings.retain(|(ruling, _)| !chosen.iter().any(|(name, _)| plain(name) == plain(ruling)));
    // These readings are known to exist.
    other.ruling_lines.clear();
    other.rulings.extend(chosen.iter().cloned());
    let (played, now) = (compile(&save.rulings)?, compile(&other.rulings)?);
    let first = Rules { game: &played, name: "as it was played" };
    let named = format!("with {}", set.join(", "));
    let second = Rules { game: &now, name: &named };
    let mut parted =
        part(&other, &first, &second, true, engine.make()).map_err(|fault| fault_text(&fault, &played.sources))?;
    if let Some(parted) = &mut parted {
        parted.session.set_origin(catalog.origin(entry, scenario.unwrap_or_default()));
    }
    let (session, trouble) = resume(folders, catalog, &other, shown, engine)?;
    Ok((session, trouble, parted))
}

/// A game under rules that were read again.
pub(crate) struct Reloaded {
    /// The game: all its decisions, or those before the first that is not possible.
    pub(crate) session: Session,
    /// Why a decision is not possible.
    pub(crate) trouble: Option<Trouble>,
    /// What has become of the files.
    pub(crate) changes: Vec<Difference>,
    /// The first difference that the new rules make in this game.
    pub(crate) parted: Option<Vec<Line>>,
}

/// Plays a game in progress again under the rules of a catalogue.
pub(crate) fn reload(
    folders: &[PathBuf],
    catalog: &Catalog,
    played: &Session,
    engine: Engine,
) -> Result<Reloaded, String> {
    let save = Save::read(&played.save()).map_err(|trouble| trouble.to_string())?;
    let (session, trouble) = resume(folders, catalog, &save, "the game", engine)?;
    let changes = match (&session.opening().origin, &save.origin) {
        (Some(here), Some(before)) => here.differences(before),
        _ => Vec::new(),
    };
    let first = Rules { game: played.game(), name: "under the rules as they were" };
    let second = Rules { game: session.game(), name: "under the rules as they are now" };
    let parted = part(&save, &first, &second, false, engine.make())
        .map_err(|fault| fault_text(&fault, &played.game().sources))?
        .map(|parted| parted.lines);
    Ok(Reloaded { session, trouble, changes, parted })
}

/// Where a saved game parts between the rules of the program and those of a catalogue with other files.
pub(crate) fn part_by_rules(
    shipped: &Catalog,
    catalog: &Catalog,
    save: &Save,
    engine: Engine,
) -> Result<Option<Parted>, String> {
    let compile = |catalog: &Catalog| {
        let (entry, scenario) = data::find_both(catalog, &save.game, &save.scenario)?;
        data::compile(catalog, entry, scenario, &save.rulings)
            .ok_or_else(|| format!("the rules of {} have errors", scenario.unwrap_or(&entry.name)))
    };
    let (played, now) = (compile(shipped)?, compile(catalog)?);
    let first = Rules { game: &played, name: "by the rules without this folder" };
    let second = Rules { game: &now, name: "by the rules of this folder" };
    part(save, &first, &second, false, engine.make()).map_err(|fault| {
        let text = fault_text(&fault, &played.sources);
        format!("the game cannot be compared: without this folder it cannot be played:\n{text}")
    })
}

/// The options without which a saved game would be continued with other rules or on another engine.
pub(crate) fn options_given(folders: &[PathBuf], engine: Engine) -> String {
    let folders = folders.iter().map(|folder| format!(" --data {}", files::quoted(folder)));
    let engine = match engine {
        Engine::Rhai => String::new(),
        Engine::Native => " --engine native".to_owned(),
    };
    folders.chain([engine]).collect()
}
