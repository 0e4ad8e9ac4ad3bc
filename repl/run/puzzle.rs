//! `puzzle`: lists the puzzles of a game, and plays one.

use std::path::PathBuf;

use oriflamme::analysis::testing::under_readings;
use oriflamme::catalog::{Catalog, GameEntry, PuzzleEntry};
use oriflamme::diagnostic::{did_you_mean, words::count};
use oriflamme::draw::{Line, Role};
use oriflamme::session::{Opening, Session, Start, puzzle_named};
use oriflamme::source::plain;

use super::play::converse_after;
use crate::args::Puzzle;
use crate::dialogue::Dialogue;
use crate::paint::{Paint, complain, fault_text};
use crate::solved::Solved;
use crate::{Ending, Run, data};

/// Lists the games with puzzles, lists those of a game, or plays one.
pub(crate) fn puzzle(folders: &[PathBuf], args: &Puzzle, interactive: bool, paint: Paint) -> Run {
    let catalog = data::for_learners(folders)?;
    let (solved, problem) = Solved::read();
    problem.iter().for_each(|problem| complain(problem));
    let Some(name) = &args.game else {
        games(&catalog, &solved, paint);
        return Ok(Ending::Fine);
    };
    let entry = data::find_game(&catalog, name)?;
    let puzzles = entry.puzzles();
    if puzzles.is_empty() {
        let text = format!("{} has no puzzles; `oriflamme puzzle` lists the games that have some", entry.title);
        return Err(text.into());
    }
    let Some(meant) = &args.puzzle else {
        list(entry, &puzzles, &solved, paint);
        return Ok(Ending::Fine);
    };
    let number = chosen(entry, &puzzles, meant)?;
    let session = begin(&catalog, entry, &puzzles[number], args)?;
    let name = entry.name.clone();
    let next = (number + 1 < puzzles.len()).then_some(number + 2);
    let mut dialogue = Dialogue::new(session, catalog, paint, interactive, None, args.engine)
        .with_folders(folders)
        .with_puzzle(solved, name, number + 1, next);
    Ok(converse_after(&mut dialogue, interactive, paint, Dialogue::greet_puzzle))
}

/// Lists the games that have puzzles.
fn games(catalog: &Catalog, solved: &Solved, paint: Paint) {
    for entry in &catalog.games {
        let puzzles = entry.puzzles();
        if puzzles.is_empty() {
            continue;
        }
        let done = puzzles.iter().filter(|puzzle| solved.has(&entry.name, &puzzle.name)).count();
        let text = format!("  {}, {done} solved", count(puzzles.len(), "puzzle"));
        paint.tell(Line::of(Role::Title, &entry.name).and(Role::Plain, text), 4);
    }
    paint.tell(Line::of(Role::Dim, "`oriflamme puzzle GAME` lists the puzzles of a game"), 4);
}

/// Lists the puzzles of a game.
fn list(entry: &GameEntry, puzzles: &[PuzzleEntry], solved: &Solved, paint: Paint) {
    paint.tell(Line::of(Role::Title, format!("{}: puzzles", entry.title)), 4);
    let widest = puzzles.iter().map(|puzzle| puzzle.name.len()).max().unwrap_or(0);
    for (puzzle, number) in puzzles.iter().zip(1..) {
        let mark = if solved.has(&entry.name, &puzzle.name) { "solved" } else { "" };
        let place = puzzle.scenario.as_ref().map_or_else(String::new, |scenario| format!(" ({scenario})"));
        let line = Line::of(Role::Dim, format!("{number:>3}  "))
            .and(Role::Plain, format!("{:<widest$}  {mark:<6}  {}", puzzle.name, puzzle.title))
            .and(Role::Dim, place);
        paint.tell(line, widest + 15);
    }
    let name = &entry.name;
    paint.tell(Line::of(Role::Dim, format!("`oriflamme puzzle {name} 1` begins the first")), 4);
}

/// The puzzle with this name or number, by its place.
fn chosen(entry: &GameEntry, puzzles: &[PuzzleEntry], meant: &str) -> Result<usize, String> {
    if let Ok(number) = meant.parse::<usize>() {
        return match number {
            1.. if number <= puzzles.len() => Ok(number - 1),
            _ => Err(format!("{} has puzzles 1 to {}, not {meant}", entry.title, puzzles.len())),
        };
    }
    let spelt = plain(meant).to_lowercase();
    puzzles.iter().position(|puzzle| puzzle.name.to_lowercase() == spelt).ok_or_else(|| {
        let near = did_you_mean(meant, puzzles.iter().map(|puzzle| puzzle.name.as_str()));
        format!("{} has no puzzle `{meant}`{near}\n`oriflamme puzzle {}` lists them", entry.title, entry.name)
    })
}

/// The puzzle as a game in progress.
fn begin(catalog: &Catalog, entry: &GameEntry, puzzle: &PuzzleEntry, args: &Puzzle) -> Result<Session, String> {
    let scenario = puzzle.scenario.as_deref();
    let game = data::compile(catalog, entry, scenario, &[]).ok_or("the rules have errors")?;
    let unread = || "this puzzle has errors: `oriflamme test` shows them".to_owned();
    let found = puzzle_named(&game, &puzzle.name).ok_or_else(unread)?;
    if !found.test.mistakes.is_empty() {
        return Err(unread());
    }
    let other = under_readings(&game, &found.test);
    let mut opening = Opening::bench(&game, Start::Test(found.test.title.clone()));
    opening.origin = Some(catalog.origin(entry, scenario.unwrap_or_default()));
    opening.seed = args.seed.unwrap_or(opening.seed);
    let game = other.unwrap_or(game);
    Session::new(&game, opening, args.engine.make()).map_err(|fault| fault_text(&fault, &game.sources))
}
