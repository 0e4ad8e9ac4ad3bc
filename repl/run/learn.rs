//! `learn`: the lessons, listed with the learner's progress, or played one after the other.

use std::path::PathBuf;

use oriflamme::catalog::{Catalog, GameEntry, LessonName};
use oriflamme::diagnostic::did_you_mean;
use oriflamme::draw::{Line, Role, columns};
use oriflamme::source::plain;

use super::play::converse_after;
use crate::args::Learn;
use crate::dialogue::{Dialogue, School, begun_lesson};
use crate::paint::{Paint, complain, put};
use crate::progress::{Progress, can_record};
use crate::{Ending, Refused, Run, data};

/// Lists the lessons, or plays one.
pub(crate) fn learn(folders: &[PathBuf], args: &Learn, interactive: bool, paint: Paint) -> Run {
    let catalog = data::for_learners(folders)?;
    let (progress, problem) = Progress::read();
    problem.iter().for_each(|problem| complain(problem));
    let Some(named) = &args.game else {
        list(&catalog, &progress, paint);
        return Ok(Ending::Fine);
    };
    let (game, lesson) = chosen(&catalog, &progress, named, args.lesson.as_deref())?;
    args.record.as_deref().map_or(Ok(()), can_record)?;
    let session = begun_lesson(&catalog, game, lesson, args.engine).map_err(Refused::Failed)?;
    let school = School::new(&game.name, progress, args.record.clone());
    let mut dialogue = Dialogue::new(session, catalog.clone(), paint, interactive, None, args.engine)
        .with_folders(folders)
        .at_school(school);
    Ok(converse_after(&mut dialogue, interactive, paint, Dialogue::greet_learner))
}

/// The lesson that is meant: by name or number, or the first that is not done.
fn chosen<'c>(
    catalog: &'c Catalog,
    progress: &Progress,
    named: &str,
    lesson: Option<&str>,
) -> Result<(&'c GameEntry, &'c LessonName), String> {
    let fold = |name: &str| plain(name).to_lowercase();
    if lesson.is_none()
        && let Some(found) = catalog.games.iter().find_map(|game| {
            let found = game.lessons().iter().find(|one| fold(&one.name) == fold(named))?;
            Some((game, found))
        })
    {
        return Ok(found);
    }
    let game = data::find_game(catalog, named)?;
    let none = || format!("{} has no lessons; `oriflamme learn` lists those of the other games", game.title);
    let first = game.lessons().first().ok_or_else(none)?;
    let Some(meant) = lesson else {
        let open = game.lessons().iter().find(|one| progress.of(&game.name, &one.name).is_none());
        return Ok((game, open.unwrap_or(first)));
    };
    if let Ok(number) = meant.parse::<usize>() {
        let most = game.lessons().len();
        let found = number.checked_sub(1).and_then(|at| game.lessons().get(at));
        return found
            .map(|found| (game, found))
            .ok_or_else(|| format!("no lesson {meant}: {} has 1 to {most}", game.title));
    }
    let found = game.lessons().iter().find(|one| fold(&one.name) == fold(meant) || fold(&one.title) == fold(meant));
    found.map(|found| (game, found)).ok_or_else(|| {
        let names: Vec<&str> = game.lessons().iter().map(|one| one.name.as_str()).collect();
        let near = did_you_mean(meant, names.iter().copied());
        format!("no lesson `{meant}`{near}\nthe lessons of {} are: {}", game.title, names.join(", "))
    })
}

fn list(catalog: &Catalog, progress: &Progress, paint: Paint) {
    let games: Vec<&GameEntry> = catalog.games.iter().filter(|game| !game.lessons().is_empty()).collect();
    let lessons = || games.iter().flat_map(|game| game.lessons());
    let width = lessons().map(|one| columns(&one.name)).max().unwrap_or(0);
    for game in &games {
        let done = game.lessons().iter().filter(|one| progress.of(&game.name, &one.name).is_some()).count();
        let head = Line::of(Role::Title, game.title.as_str())
            .and(Role::Dim, format!("  {done} of {} done", game.lessons().len()));
        put(&paint.line(&head));
        let mut next = true;
        for (at, one) in game.lessons().iter().enumerate() {
            let tally = progress.of(&game.name, &one.name);
            let mut line = match tally {
                Some(_) => Line::of(Role::Good, "  ✓ "),
                None if std::mem::take(&mut next) => Line::of(Role::Key, "  > "),
                None => Line::plain("    "),
            };
            line.push(Role::Key, format!("{:>2} {:<width$}  ", at + 1, one.name));
            line.push(Role::Plain, one.title.as_str());
            if let Some(tally) = tally {
                line.push(Role::Dim, format!("  {}", crate::words::tally(&tally)));
            }
            line.wrapped(paint.width, width + 9).iter().for_each(|row| put(&paint.line(row)));
        }
    }
    let is_open = |game: &&&GameEntry| game.lessons().iter().any(|one| progress.of(&game.name, &one.name).is_none());
    let advice = match (games.iter().find(is_open), games.first()) {
        (Some(game), _) => format!(
            "`oriflamme learn {0}` goes on with the next lesson (>), `oriflamme learn {0} 1` plays the first",
            game.name
        ),
        (None, Some(game)) => format!("every lesson is done; `oriflamme learn {0} 1` plays the first again", game.name),
        (None, None) => "no game here has lessons; docs/lessons.md shows how to write one".to_owned(),
    };
    paint.tell(Line::plain(advice), 2);
}
