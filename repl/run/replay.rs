//! `replay`: replays a saved game to its final state hash.

use std::path::{Path, PathBuf};

use oriflamme::session::save::{End, Save, Trouble};
use oriflamme::session::{Parted, Session, Standing, Went};

use crate::args::Engine;
use crate::paint::{complain, fault_text, say};
use crate::{Ending, Run, data, files, saves};

/// Replays a saved game and prints its final state hash.
pub(crate) fn replay(
    folders: &[PathBuf],
    file: &Path,
    set: &[String],
    verify: bool,
    page: Option<&Path>,
    engine: Engine,
) -> Run {
    let read = || -> Result<(Save, Session, Option<Trouble>), String> {
        let catalog = data::catalog(folders)?;
        let mut save = saves::read(file)?;
        // No bot continues after the end, and `--verify` undoes and redoes everything.
        save.strict = false;
        save.is_replayed = true;
        let (session, trouble, parted) =
            saves::resume_with(folders, &catalog, &save, set, &file.to_string_lossy(), engine)?;
        if let Some(parted) = parted {
            show(&parted);
            return Ok((save, parted.session, None));
        }
        if !set.is_empty() {
            say("the game is the same under these rulings");
        }
        if !folders.is_empty() && set.is_empty() && !saves::differences(&session, &save).is_empty() {
            match data::catalog(&[]).and_then(|shipped| saves::part_by_rules(&shipped, &catalog, &save, engine)) {
                Ok(Some(parted)) => show(&parted),
                Ok(None) => complain("the changed files make no difference to this game"),
                Err(problem) => complain(&problem),
            }
        }
        Ok((save, session, trouble))
    };
    let (save, mut session, trouble) = read()?;
    let hash = session.hash();
    let mut ending = Ending::Fine;
    for line in saves::differences(&session, &save) {
        complain(&line);
    }
    if let Some(trouble) = &trouble {
        complain(&format!("{}, {trouble}", file.display()));
        ending = Ending::Failed;
    }
    if let Standing::Faulty(fault) = session.standing() {
        complain(&fault_text(fault, &session.game().sources));
        ending = Ending::Failed;
    }
    if verify {
        for problem in problems(&save, &mut session, hash, trouble.is_some()) {
            complain(&problem);
            ending = Ending::Failed;
        }
    }
    if let Some(path) = page {
        files::write_page(path, &session.page(None, &mut |_, _| true)?)?;
    }
    say(&format!("{hash:016x}"));
    Ok(ending)
}

/// Shows where a game parts, and why.
fn show(parted: &Parted) {
    parted.lines.iter().for_each(|line| say(&line.text()));
}

/// The result of `--verify`: a hash that differs from the file, or that differs after undo and redo. `cut`: the game
/// was not played to the end of the file, so the hashes there are not those of this position.
fn problems(save: &Save, session: &mut Session, hash: u64, cut: bool) -> Vec<String> {
    let mut problems = Vec::new();
    match save.end {
        _ if cut => {}
        Some(End { state, .. }) if state != hash => {
            problems.push(format!(
                "the file ends with state {state:016x}, the replay with {hash:016x}: the file or the rules have changed"
            ));
        }
        Some(End { record: Some(record), .. }) if record != save.record => {
            problems.push(format!(
                "the file ends with record {record:016x}, but its lines give {:016x}: its head or journal was changed",
                save.record
            ));
        }
        Some(End { record: None, .. }) if save.version > 1 => {
            problems.push("the hash of the record is missing from the last line: the file was changed".to_owned());
        }
        Some(End { record: None, .. }) => {
            complain("this file has the first format: only its final state can be verified, not its head and journal");
        }
        Some(_) => {}
        None => problems.push("the file has no hash of its final state: it was cut or extended".to_owned()),
    }
    let decisions = session.decisions();
    if let Went::By(steps) = session.back(usize::MAX) {
        if let Went::Faulty(fault) = session.forward(steps) {
            problems
                .push(format!("an error in the rules during redo:\n{}", fault_text(&fault, &session.game().sources)));
        }
        if (session.decisions(), session.hash()) != (decisions, hash) {
            problems.push("undo and redo lead to a different state".to_owned());
        }
    }
    problems
}
