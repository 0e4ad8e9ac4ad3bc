//! `replay`: a saved game again, to the number of its last state.

use std::path::{Path, PathBuf};

use oriflamme::analysis::bots::Player;
use oriflamme::session::save::{End, Save, Trouble};
use oriflamme::session::{Session, Standing, Went};

use crate::args::Engine;
use crate::paint::{complain, say};
use crate::{Ending, data, saves};

/// Plays a saved game again and prints the number of its last state.
pub(crate) fn replay(folders: &[PathBuf], file: &Path, verify: bool, engine: Engine) -> Ending {
    let read = || -> Result<(Save, Session, Option<Trouble>), String> {
        let catalog = data::catalog(folders)?;
        let mut save = saves::read(file)?;
        // Nobody goes on where the file ends; and everything is taken back and done again below.
        save.strict = false;
        save.seats.iter_mut().for_each(|(_, player)| *player = Player::Person);
        let (session, trouble) = saves::resume(&catalog, &save, engine)?;
        Ok((save, session, trouble))
    };
    let (save, mut session, trouble) = match read() {
        Ok(read) => read,
        Err(problem) => {
            complain(&problem);
            return Ending::Usage;
        }
    };
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
        complain(&fault.message);
        ending = Ending::Failed;
    }
    if verify {
        for problem in problems(&save, &mut session, hash) {
            complain(&problem);
            ending = Ending::Failed;
        }
    }
    say(&format!("{hash:016x}"));
    ending
}

/// What is not as it should be: another number than the file says, or another one after going back and forth.
fn problems(save: &Save, session: &mut Session, hash: u64) -> Vec<String> {
    let mut problems = Vec::new();
    match save.end {
        Some(End { state, .. }) if state != hash => {
            problems.push(format!(
                "the file ends with state {state:016x}, and this is {hash:016x}: the file has been changed, or the rules have"
            ));
        }
        Some(End { record: Some(record), .. }) if record != save.record => {
            problems.push(format!(
                "the file ends with record {record:016x}, and its lines are {:016x}: head or journal have been changed",
                save.record
            ));
        }
        Some(End { record: None, .. }) if save.version > 1 => {
            problems.push("the number of the record is missing in the last line: the file has been changed".to_owned());
        }
        Some(End { record: None, .. }) => {
            complain("this file has the first format: only its last state can be compared, not its head and journal");
        }
        Some(_) => {}
        None => problems.push("the file does not say what its last state is: it has been cut or added to".to_owned()),
    }
    let decisions = session.decisions();
    if let Went::By(steps) = session.back(usize::MAX) {
        if let Went::Faulty(fault) = session.forward(steps) {
            problems.push(format!("going forward again uncovers a mistake of the rules: {}", fault.message));
        }
        if (session.decisions(), session.hash()) != (decisions, hash) {
            problems.push("going back and forward again leads to another state".to_owned());
        }
    }
    problems
}
