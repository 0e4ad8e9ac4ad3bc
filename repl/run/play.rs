//! `play`: a dialogue with a person at a terminal, or with commands from a file.

use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};

use oriflamme::analysis::bots::Player;
use oriflamme::catalog::Catalog;
use oriflamme::diagnostic::render;
use oriflamme::session::save::Save;
use oriflamme::session::{DEFAULT_SEED, Opening, Session, side_named};

use crate::args::{Engine, Play, pair};
use crate::dialogue::Dialogue;
use crate::paint::{Paint, complain, say};
use crate::{Ending, data, editor, files, reader, saves, words};

/// Plays a scenario.
pub(crate) fn play(folders: &[PathBuf], args: &Play, interactive: bool, paint: Paint) -> Ending {
    let begun = data::catalog(folders).map_err(Refused::Usage).and_then(|catalog| {
        // Before anything is read: what is read must still be there when it is written.
        let kept = args.save.clone().map(|path| files::lock(&path).map(|lock| (path, lock))).transpose()?;
        let (session, resumed) = begin(&catalog, args, interactive)?;
        Ok((catalog, session, resumed, kept))
    });
    let (catalog, session, resumed, kept) = match begun {
        Ok(begun) => begun,
        Err(Refused::Usage(problem)) => {
            complain(&problem);
            return Ending::Usage;
        }
        Err(Refused::Faulty(problem)) => {
            complain(&problem);
            return Ending::Failed;
        }
    };
    let mut dialogue = Dialogue::new(session, catalog, paint, interactive, kept, args.engine);
    dialogue.greet();
    if let Some(text) = resumed {
        say(&text);
        dialogue.resume();
    }
    dialogue.keep();
    if interactive { at_terminal(&mut dialogue, paint) } else { reader::piped(&mut dialogue) }
}

/// Why no game begins.
enum Refused {
    /// The command line makes no sense.
    Usage(String),
    /// The rules are faulty.
    Faulty(String),
}

impl From<String> for Refused {
    fn from(problem: String) -> Self {
        Refused::Usage(problem)
    }
}

/// The game: the one that is saved already, or a new one. With a few words if it is the former.
fn begin(catalog: &Catalog, args: &Play, interactive: bool) -> Result<(Session, Option<String>), Refused> {
    let (entry, scenario) = data::find(catalog, &args.scenario)?;
    let readings = data::readings(catalog, entry, scenario, &args.set)?;
    if let Some(path) = args.save.as_deref().filter(|path| path.exists()) {
        let (session, said) = saved(catalog, &scenario.name, path, args.engine)?;
        if args.strict && !session.opening().strict {
            let shown = path.display();
            return Err(Refused::Usage(format!(
                "{shown} holds a game that was not begun with `--strict`: name another file, or leave that out"
            )));
        }
        if args.dice.is_some() {
            let shown = path.display();
            return Err(Refused::Usage(format!(
                "{shown} holds a game that has begun: `--dice` lays the dice of a new one; the command `dice` lays those of this one"
            )));
        }
        if let Some(problem) = otherwise_begun(&session, &readings, args.seed) {
            let shown = path.display();
            return Err(Refused::Usage(format!(
                "{shown} holds a game {problem}: name another file, or leave that out"
            )));
        }
        return Ok((session, Some(said)));
    }
    let dice = match args.dice.as_deref().map(words::read_dice) {
        None => Vec::new(),
        Some(Some(dice)) => dice,
        Some(None) => {
            return Err(Refused::Usage(
                "`--dice` takes numbers, one group for each roll, as in `--dice 3,4` or `--dice \"6 6 1,3\"`"
                    .to_owned(),
            ));
        }
    };
    let game = data::compile(catalog, entry, Some(&scenario.name), &readings)
        .ok_or_else(|| Refused::Faulty(format!("the rules of {} are faulty", scenario.name)))?;
    let mut opening = Opening::hot_seat(&game);
    opening.seed = args.seed.unwrap_or_else(|| if interactive { new_seed() } else { DEFAULT_SEED });
    opening.origin = Some(catalog.origin(entry, &scenario.name));
    opening.strict = args.strict;
    opening.dice = dice;
    for text in &args.seat {
        let sides: Vec<&str> = game.sides.iter().map(|side| side.name.as_str()).collect();
        let wanted =
            || format!("`--seat {text}`: SIDE=person|random|greedy is wanted; the sides are {}", sides.join(", "));
        let (side, player) = pair(text).ok_or_else(wanted)?;
        let seat = side_named(&game, side).ok_or_else(wanted)?;
        opening.players[seat as usize] = Player::named(player).ok_or_else(wanted)?;
    }
    // Somebody who looks on at a terminal sees one decision after the other.
    opening.bots_wait = interactive && opening.players.iter().all(|player| *player != Player::Person);
    let session = Session::new(&game, opening, args.engine.make()).map_err(|fault| {
        if fault.table {
            return Refused::Usage(format!("`--dice`: {}", fault.message));
        }
        Refused::Faulty(render::plain(&oriflamme::session::diagnostic(&fault), &game.sources))
    })?;
    Ok((session, None))
}

/// The game that is saved in the file already.
fn saved(catalog: &Catalog, scenario: &str, path: &Path, engine: Engine) -> Result<(Session, String), Refused> {
    let bytes = files::read(path)?;
    let shown = path.display();
    let save = Save::read_bytes(&bytes).map_err(|trouble| {
        format!("{shown} exists, but cannot be continued: {trouble}\nname another file, or move this one away")
    })?;
    if save.scenario != scenario {
        return Err(Refused::Usage(format!(
            "{shown} holds a game of `{}`, not of `{scenario}`: name another file",
            save.scenario
        )));
    }
    let (session, trouble) = saves::resume(catalog, &save, engine)?;
    let mut words = format!("going on with {shown}: {} decisions", session.decisions());
    for line in saves::differences(&session, &save) {
        words.push_str(&format!("\n{line}"));
    }
    if let Some(trouble) = trouble {
        let kept = files::keep_copy(path, "broken")?;
        words.push_str(&format!(
            "\n{shown}, {trouble}\neverything before that line has been played; the whole file is kept as {}",
            kept.display()
        ));
    }
    Ok((session, words))
}

/// What the command line says of the beginning of a game that has begun otherwise.
fn otherwise_begun(session: &Session, readings: &[(String, String)], seed: Option<u64>) -> Option<String> {
    let game = session.game();
    let is_read = |(ruling, value): &&(String, String)| {
        let chosen = game.rulings.iter().zip(&game.readings).find(|(item, _)| item.name == *ruling);
        let chosen = chosen.and_then(|(item, at)| item.values.get(usize::from(*at)));
        chosen.is_some_and(|(name, _)| name == value)
    };
    if let Some((ruling, value)) = readings.iter().find(|reading| !is_read(reading)) {
        return Some(format!("that was not begun with `--set {ruling}={value}`"));
    }
    let begun = session.opening().seed;
    seed.filter(|seed| *seed != begun).map(|_| format!("that was begun with `--seed {begun}`"))
}

/// The largest seed of a new game: short enough to be typed again.
const MOST_SEED: u64 = 1_000_000;

/// Another seed for each game.
fn new_seed() -> u64 {
    // The standard library draws the keys of its hash tables from the system.
    let drawn = std::collections::hash_map::RandomState::new().build_hasher().finish();
    drawn % MOST_SEED + 1
}

fn at_terminal(dialogue: &mut Dialogue, paint: Paint) -> Ending {
    let mut editor = match editor::editor(dialogue.shared(), dialogue.passes(), paint) {
        Ok(editor) => editor,
        Err(problem) => {
            complain(&format!("the terminal cannot be used for typing: {problem}"));
            return reader::piped(dialogue);
        }
    };
    if let Err(problem) = reader::typed(dialogue, &mut editor) {
        complain(&problem);
    }
    dialogue.remember_all(&mut editor);
    editor::keep_history(&mut editor);
    Ending::Fine
}
