//! `play`: the REPL, at a terminal or with commands from a file.

use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};

use oriflamme::analysis::bots::Player;
use oriflamme::catalog::Catalog;
use oriflamme::diagnostic::words::count;
use oriflamme::model::game::Game;
use oriflamme::session::dice::dice_groups;
use oriflamme::session::save::Save;
use oriflamme::session::{DEFAULT_SEED, Opening, Session, side_named};

use crate::args::{Engine, Play, pair};
use crate::dialogue::Dialogue;
use crate::paint::{Paint, complain, say};
use crate::reader::Talk;
use crate::{Ending, Refused, Run, browser, data, editor, files, reader, saves};

/// A saved game that was resumed.
pub(crate) struct Resumed {
    /// The message about it.
    pub(crate) words: String,
    /// True if its file has a line that cannot be played, and will be overwritten.
    pub(crate) is_damaged: bool,
}

/// Plays a scenario.
pub(crate) fn play(folders: &[PathBuf], args: &Play, interactive: bool, paint: Paint) -> Run {
    let catalog = data::catalog(folders)?;
    // Locked before it is read, so that it cannot change before it is written.
    let kept = args.save.clone().map(|path| files::lock(&path).map(|lock| (path, lock))).transpose()?;
    let (session, resumed) = begin(folders, &catalog, args, interactive)?;
    if args.share {
        return share(folders, args, session, catalog, paint, kept, resumed);
    }
    let mut dialogue = Dialogue::new(session, catalog, paint, interactive, kept, args.engine).with_folders(folders);
    dialogue.found(resumed.as_ref());
    dialogue.watch_bots();
    Ok(begins(dialogue, resumed, interactive, paint))
}

/// Gives each player a page. The game is always saved: it does not end with a page.
fn share(
    folders: &[PathBuf],
    args: &Play,
    session: Session,
    catalog: Catalog,
    paint: Paint,
    kept: Option<(PathBuf, files::Lock)>,
    resumed: Option<Resumed>,
) -> Run {
    if session.people().next().is_none() {
        return Err(Refused::Usage(
            "`--share`: bots play all sides of this game; leave out a `--seat`, and the side gets a page".to_owned(),
        ));
    }
    let scenario = session.game().scenario.clone();
    let kept = match kept {
        Some(kept) => kept,
        None => {
            let path = files::free_name(&scenario);
            let lock = files::lock(&path)?;
            (path, lock)
        }
    };
    let (shown, options) = (files::quoted(&kept.0), saves::options_given(folders, args.engine));
    let mut dialogue = Dialogue::new(session, catalog, paint, true, Some(kept), args.engine).with_folders(folders);
    dialogue.found(resumed.as_ref());
    dialogue.watch_bots();
    // Also if no page is ever opened.
    dialogue.keep();
    // What else the file says may name what is hidden from a player: it is for the terminal alone.
    let continued = resumed.as_ref().and_then(|one| one.words.lines().next()).map(str::to_owned);
    resumed.iter().for_each(|one| say(&one.words));
    let ending = browser::share(&mut dialogue, opened(continued));
    if dialogue.is_damaged() {
        say(&format!("{shown} is unchanged: no decision was made."));
    } else if !dialogue.is_lost() {
        say(&format!(
            "The game is saved in {shown}: `oriflamme play {scenario}{options} --share --save {shown}` continues it."
        ));
    }
    Ok(ending)
}

/// The saved game with a message, or a new one.
fn begin(
    folders: &[PathBuf],
    catalog: &Catalog,
    args: &Play,
    interactive: bool,
) -> Result<(Session, Option<Resumed>), Refused> {
    if catalog.find(&args.scenario).is_none() && Path::new(&args.scenario).is_file() {
        return from_file(folders, catalog, args);
    }
    let (entry, scenario) = data::find(catalog, &args.scenario)?;
    let readings = data::readings(catalog, entry, Some(&scenario.name), &args.set)?;
    if let Some(path) = args.save.as_deref().filter(|path| path.exists()) {
        let (session, said) =
            saved(folders, catalog, |save| save.scenario == scenario.name, &scenario.name, path, args.engine)?;
        saves::continued_by("play", &session, path)?;
        if args.strict && !session.opening().strict {
            let shown = path.display();
            return Err(Refused::Usage(format!(
                "the game in {shown} was started without `--strict`: omit the option, or choose another file"
            )));
        }
        if args.dice.is_some() {
            let shown = path.display();
            return Err(Refused::Usage(format!(
                "the game in {shown} has already started: `--dice` is for a new game; in this one, use the command `dice`"
            )));
        }
        let seats = seats(session.game(), &args.seat)?;
        begun_so(path, &session, &readings, args.seed, &seats)?;
        return Ok((session, Some(said)));
    }
    let dice = match args.dice.as_deref().map(dice_groups) {
        None => Vec::new(),
        Some(Some(dice)) => dice,
        Some(None) => {
            return Err(Refused::Usage(
                "`--dice`: expected numbers, one group for each roll, for example `--dice 3,4` or `--dice \"6 6 1,3\"`"
                    .to_owned(),
            ));
        }
    };
    let game = data::compile(catalog, entry, Some(&scenario.name), &readings)
        .ok_or_else(|| Refused::Failed(format!("the rules of {} have errors", scenario.name)))?;
    let mut opening = Opening::hot_seat(&game);
    opening.seed = args.seed.unwrap_or_else(|| if interactive { new_seed() } else { DEFAULT_SEED });
    opening.origin = Some(catalog.origin(entry, &scenario.name));
    opening.strict = args.strict;
    opening.dice = dice;
    for (seat, player) in seats(&game, &args.seat)? {
        opening.players[usize::from(seat)] = player;
    }
    // A spectator at a terminal sees one decision at a time.
    opening.bots_wait = interactive && opening.players.iter().all(|player| *player != Player::Person);
    // Another player at a terminal sees that bots think, and can stop them.
    opening.bots_pause = (interactive || args.save.is_some()) && !opening.bots_wait;
    let session = Session::new(&game, opening, args.engine.make()).map_err(|fault| {
        if fault.table {
            return Refused::Usage(format!("`--dice`: {}", fault.message));
        }
        Refused::fault(&fault, &game.sources)
    })?;
    Ok((session, None))
}

/// A saved game, also under other readings.
fn from_file(folders: &[PathBuf], catalog: &Catalog, args: &Play) -> Result<(Session, Option<Resumed>), Refused> {
    if args.save.is_some() || args.seed.is_some() || args.dice.is_some() || args.strict || !args.seat.is_empty() {
        return Err(Refused::Usage(format!(
            "{} is a saved game: of these options, only `--set` and `--engine` can be given with it",
            args.scenario
        )));
    }
    let save = saves::read(Path::new(&args.scenario))?;
    let (session, trouble, parted) =
        saves::resume_with(folders, catalog, &save, &args.set, &args.scenario, args.engine)?;
    let remarks = saves::remarks(&session, &save, trouble.as_ref());
    let (session, trouble, told) = match parted {
        Some(parted) => {
            let told: Vec<String> = parted.lines.iter().map(|line| line.text()).collect();
            (parted.session, None, told)
        }
        None if args.set.is_empty() => (session, trouble, Vec::new()),
        None => (session, trouble, vec!["the game is the same under these rulings".to_owned()]),
    };
    let mut lines = vec![format!("{}: {}", args.scenario, count(session.decisions_read(), "decision"))];
    lines.extend(remarks);
    lines.extend(saves::differences(&session, &save));
    lines.extend(told);
    let up_to = |trouble| format!("{}, {trouble}\n{}", args.scenario, saves::played_up_to_it(&session));
    lines.extend(trouble.map(up_to));
    Ok((session, Some(Resumed { words: lines.join("\n"), is_damaged: false })))
}

/// The game saved in the file, if it is a wanted one. `called`: the name of the game or scenario that is wanted.
pub(super) fn saved(
    folders: &[PathBuf],
    catalog: &Catalog,
    wanted: impl Fn(&Save) -> bool,
    called: &str,
    path: &Path,
    engine: Engine,
) -> Result<(Session, Resumed), String> {
    let bytes = files::read(path)?;
    let shown = path.display();
    let save = Save::read_bytes(&bytes).map_err(|trouble| {
        format!("{shown} exists, but cannot be continued: {trouble}\nchoose another file, or move this one")
    })?;
    if !wanted(&save) {
        return Err(format!("{shown} contains a game of `{}`, not of `{called}`: choose another file", save.subject()));
    }
    let (session, trouble) = saves::resume(folders, catalog, &save, &shown.to_string(), engine)?;
    let mut words = format!("continuing {shown}: {}", count(session.decisions_read(), "decision"));
    let remarks = saves::remarks(&session, &save, trouble.as_ref());
    for line in remarks.into_iter().chain(saves::differences(&session, &save)) {
        words.push_str(&format!("\n{line}"));
    }
    if let Some(trouble) = &trouble {
        let up_to = saves::played_up_to_it(&session);
        words.push_str(&format!("\n{shown}, {trouble}\n{up_to}; the file stays as it is until you decide"));
    }
    Ok((session, Resumed { words, is_damaged: trouble.is_some() }))
}

/// Who plays which side, as `--seat` says.
fn seats(game: &Game, texts: &[String]) -> Result<Vec<(u16, Player)>, String> {
    let read = |text: &String| {
        let (side, player) = pair(text)?;
        Some((side_named(game, side)?, Player::named(player)?))
    };
    let sides: Vec<&str> = game.sides.iter().map(|side| side.name.as_str()).collect();
    let wanted = |text: &String| {
        let (players, sides) = (Player::NAMES.join("|"), sides.join(", "));
        format!("`--seat {text}`: expected SIDE={players}; the sides are {sides}")
    };
    let mut seats: Vec<(u16, Player)> = Vec::new();
    for text in texts {
        let (side, player) = read(text).ok_or_else(|| wanted(text))?;
        if let Some((_, other)) = seats.iter().find(|(seat, other)| *seat == side && *other != player) {
            let name = &game.sides[usize::from(side)].name;
            return Err(format!("`--seat {text}`: {name} is already played by {}; give each side once", other.name()));
        }
        seats.push((side, player));
    }
    Ok(seats)
}

/// Refuses options that contradict how a saved game was started.
pub(super) fn begun_so(
    path: &Path,
    session: &Session,
    readings: &[(String, String)],
    seed: Option<u64>,
    seats: &[(u16, Player)],
) -> Result<(), String> {
    match otherwise_begun(session, readings, seed, seats) {
        None => Ok(()),
        Some(problem) => Err(format!(
            "the game in {} was started {problem}: omit the option, or choose another file",
            path.display()
        )),
    }
}

/// The option that contradicts how a saved game was started.
fn otherwise_begun(
    session: &Session,
    readings: &[(String, String)],
    seed: Option<u64>,
    seats: &[(u16, Player)],
) -> Option<String> {
    let game = session.game();
    let is_read = |(ruling, value): &&(String, String)| {
        let chosen = game.rulings.iter().zip(&game.readings).find(|(item, _)| item.name == *ruling);
        let chosen = chosen.and_then(|(item, at)| item.values.get(usize::from(*at)));
        chosen.is_some_and(|(name, _)| name == value)
    };
    if let Some((ruling, value)) = readings.iter().find(|reading| !is_read(reading)) {
        return Some(format!("without `--set {ruling}={value}`"));
    }
    if let Some((seat, _)) = seats.iter().find(|(seat, player)| session.player(*seat) != *player) {
        let side = &game.sides[usize::from(*seat)].name;
        return Some(format!("with `--seat {side}={}`", session.player(*seat).name()));
    }
    let begun = session.opening().seed;
    seed.filter(|seed| *seed != begun).map(|_| format!("with `--seed {begun}`"))
}

/// The largest seed of a new game: short enough to type.
const MOST_SEED: u64 = 1_000_000;

/// Another seed for each game.
pub(super) fn new_seed() -> u64 {
    // The standard library draws the keys of its hash tables from the system.
    let drawn = std::collections::hash_map::RandomState::new().build_hasher().finish();
    drawn % MOST_SEED + 1
}

/// A new game or board, or one that is resumed, with the message about it.
pub(super) fn begins(mut dialogue: Dialogue, resumed: Option<Resumed>, interactive: bool, paint: Paint) -> Ending {
    converse_after(&mut dialogue, interactive, paint, opened(resumed.map(|one| one.words)))
}

/// How a game begins, or goes on, with the message about it.
fn opened(resumed: Option<String>) -> impl Fn(&mut Dialogue) {
    move |dialogue| {
        dialogue.greet();
        if let Some(text) = &resumed {
            say(text);
            dialogue.resume();
        }
        dialogue.keep();
    }
}

/// Reads lines to the end, from a terminal, or from a file or pipe, after `open`, which already knows the size of the
/// terminal.
pub(super) fn converse_after(
    dialogue: &mut Dialogue,
    interactive: bool,
    paint: Paint,
    open: impl Fn(&mut Dialogue),
) -> Ending {
    if paint.markup {
        return browser::serve(dialogue, open);
    }
    if interactive {
        return at_terminal(dialogue, paint, open);
    }
    open(dialogue);
    reader::piped(dialogue)
}

fn at_terminal(dialogue: &mut Dialogue, paint: Paint, open: impl FnOnce(&mut Dialogue)) -> Ending {
    let mut editor = match editor::editor(dialogue.shared(), dialogue.passes(), paint) {
        Ok(editor) => editor,
        Err(problem) => {
            complain(&format!("cannot use the terminal: {problem}"));
            open(dialogue);
            return reader::piped(dialogue);
        }
    };
    dialogue.prepare(&mut editor);
    open(dialogue);
    if let Err(problem) = reader::typed(dialogue, &mut editor) {
        complain(&problem);
    }
    dialogue.remember_all(&mut editor);
    editor::keep_history(&mut editor);
    if dialogue.is_lost() { Ending::Failed } else { Ending::Fine }
}
