//! `simulate --table`: the results of all scenarios of a game, as a table in a file. It contains no times: the same
//! rules, seed and number of games give the same table.

use std::path::{Path, PathBuf};

use oriflamme::analysis::bots::Player;
use oriflamme::analysis::simulate::Played;
use oriflamme::model::game::Game;

use super::simulate::{Tally, run, seated, stopped_early, winners, winners_named};
use crate::args::Simulate;
use crate::paint::{complain, fault_text, say};
use crate::{Ending, Refused, Run, data, files};

/// The beginning of such a file; other files are not overwritten.
const MARK: &str = "<!-- Made by `oriflamme simulate --table";

/// Plays all scenarios of a game and writes the table.
pub(crate) fn soak(folders: &[PathBuf], args: &Simulate, path: &Path) -> Run {
    let (text, sound) = table(folders, args, path)?;
    files::write(path, &text).map_err(Refused::Failed)?;
    say(&format!("wrote {}", path.display()));
    Ok(Ending::fine_if(sound))
}

/// The table, and true if no game had an error.
fn table(folders: &[PathBuf], args: &Simulate, path: &Path) -> Result<(String, bool), Refused> {
    if path.exists() && !files::read_text(path)?.starts_with(MARK) {
        return Err(format!("{} exists and is not a table of results: choose another file", path.display()).into());
    }
    // Found out before the games are played.
    files::has_folder(path).map_err(Refused::Failed)?;
    let catalog = data::catalog(folders)?;
    let entry = data::find_game(&catalog, &args.scenario)?;
    let mut rows = Vec::new();
    let mut sound = true;
    for scenario in &entry.scenarios {
        let readings = data::readings(&catalog, entry, Some(&scenario.name), &args.set)?;
        let game = data::compile(&catalog, entry, Some(&scenario.name), &readings)
            .ok_or_else(|| Refused::Failed(format!("the rules of {} have errors", scenario.name)))?;
        let players = seated(&game, &args.seats);
        let played = run(&game, &players, args).map_err(Refused::Failed)?;
        if let Some(problem) = stopped_early(&played, args) {
            return Err(Refused::Failed(format!("{problem}; no table was written")));
        }
        let tally = Tally::of(&played);
        sound &= tally.faults.is_empty() && tally.endless == 0;
        if let Some(Played { fault: Some(fault), number, .. }) = tally.faults.first().and_then(|at| played.get(*at)) {
            complain(&format!("{}, game {number}:", scenario.name));
            complain(&fault_text(fault, &game.sources));
        }
        rows.push(row(&game, &scenario.name, &tally));
    }
    let bots: Vec<&str> = match args.seats.as_slice() {
        [] => vec![Player::Random.name()],
        seats => seats.iter().map(|player| player.name()).collect(),
    };
    let count = match args.games {
        1 => "One game".to_owned(),
        games => format!("{games} games"),
    };
    let rulings = match args.set.as_slice() {
        [] => String::new(),
        rulings => format!(", under {}", rulings.join(", ")),
    };
    let text = format!(
        "{MARK}`; check the differences before you keep it. -->\n\n# {}: games between bots\n\n{count} of each scenario, played \
         by {}, seed {}{rulings}. Invariants are tested after every action; a fault is a rule that went wrong, an invariant that \
         did not hold, or a game without an end.\n\n| scenario | who won | turns | decisions | faults |\n|---|---|---|---|---|\n{}",
        entry.title,
        bots.join(" and "),
        args.seed,
        rows.concat()
    );
    Ok((text, sound))
}

/// A line of the table.
fn row(game: &Game, name: &str, tally: &Tally) -> String {
    let won: Vec<String> = winners(game, tally)
        .into_iter()
        .map(|won| {
            let levels: Vec<String> =
                tally.levels(game, &won).map(|(level, count)| format!("{level} {count}")).collect();
            let levels = if levels.is_empty() { String::new() } else { format!(" ({})", levels.join(", ")) };
            format!("{} {}{levels}", winners_named(game, &won), tally.won_by(&won))
        })
        .collect();
    format!(
        "| {name} | {} | {} | {} | {} |\n",
        won.join("; "),
        mean(tally.turns, tally.games),
        mean(tally.decisions, tally.games),
        tally.faults.len() + tally.endless
    )
}

/// A mean with one decimal, computed in integers so that it is the same everywhere.
fn mean(sum: u64, count: usize) -> String {
    let count = (count as u64).max(1);
    let tenths = (sum * 10 + count / 2) / count;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::mean;

    #[test]
    fn means_are_rounded_to_one_decimal() {
        assert_eq!(
            [mean(0, 3), mean(7, 2), mean(1, 3), mean(2, 3), mean(199, 20)],
            ["0.0", "3.5", "0.3", "0.7", "10.0"]
        );
        assert_eq!(mean(5, 0), "5.0");
    }
}
