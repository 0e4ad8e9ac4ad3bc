//! `simulate`: many games between bots, on all cores; the same results for any number of jobs.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use oriflamme::analysis::bots::Player;
use oriflamme::analysis::simulate::{Played, Series, fault_with_journal, seed_of};
use oriflamme::diagnostic::words::count;
use oriflamme::model::game::Game;
use oriflamme::model::outcome::Outcome;
use oriflamme::play::Fault;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::args::{Format, Simulate};
use crate::paint::{complain, fault_text, say};
use crate::stop::stoppable;
use crate::{Ending, Refused, Run, data};

use super::profile::Profile;

/// The maximum number of errors shown.
pub(super) const MOST_FAULTS: usize = 3;
/// The number of games of the dialogue that are tried for an error, and for how long new ones are begun.
const MOST_TRIED: usize = 50;
const LONGEST: Duration = Duration::from_secs(2);
/// The normal quantile of a confidence of 95 in 100.
pub(super) const QUANTILE: f64 = 1.959_963_985;

/// Plays the games and prints the results.
pub(crate) fn simulate(folders: &[PathBuf], args: &Simulate) -> Run {
    if let Some(path) = &args.table {
        return super::soak::soak(folders, args, path);
    }
    if let Some(ruling) = &args.compare {
        return super::paired::compare(folders, args, ruling);
    }
    let Some(game) = prepare(folders, args)? else { return Ok(Ending::Failed) };
    let players = seated(&game, &args.seats);
    let begun = Instant::now();
    let profile = args.profile.then(Profile::default);
    let games = match &profile {
        Some(profile) => profiled(&game, &players, args, profile),
        None => run(&game, &players, args),
    };
    let played = games.map_err(Refused::Failed)?;
    let seconds = begun.elapsed().as_secs_f64();
    let tally = Tally::of(&played);
    match args.format {
        Format::Json => say(&to_json(&game, &players, args, &tally, seconds).to_string()),
        Format::Text => report(&game, &players, &tally, seconds),
    }
    if let Some(profile) = &profile {
        say(&profile.table(&game, tally.decisions));
    }
    let stopped = stopped_early(&played, args);
    if let Some(problem) = &stopped {
        complain(problem);
    }
    for (fault, numbers) in faults(&played).iter().take(MOST_FAULTS) {
        complain(&format!("{}:", games_named(numbers)));
        complain(&fault_text(fault, &game.sources));
        complain(&match seed_with(&game, &players, args, fault, numbers[0]) {
            Some(seed) => format!("`{}` meets it", in_dialogue(&game, &players, args, seed)),
            None => "no `play` command was found that meets it; the same `simulate` meets it again".to_owned(),
        });
    }
    Ok(Ending::fine_if(tally.faults.is_empty() && tally.endless == 0 && stopped.is_none()))
}

fn prepare(folders: &[PathBuf], args: &Simulate) -> Result<Option<Arc<Game>>, String> {
    let catalog = data::catalog(folders)?;
    let (entry, scenario) = data::find(&catalog, &args.scenario)?;
    let readings = data::readings(&catalog, entry, Some(&scenario.name), &args.set)?;
    let Some(game) = data::compile(&catalog, entry, Some(&scenario.name), &readings) else { return Ok(None) };
    let sides = game.played().count();
    if args.seats.len() > sides {
        return Err(format!("expected at most {sides} bots, one for each side, found {}", args.seats.len()));
    }
    Ok(Some(game))
}

/// The bots of all sides: those named, in the order of the sides that have a player; the last one plays the rest.
pub(super) fn seated(game: &Game, seats: &[Player]) -> Vec<Player> {
    let mut players = vec![*seats.last().unwrap_or(&Player::Random); game.sides.len()];
    for (side, bot) in game.played().zip(seats) {
        players[usize::from(side)] = *bot;
    }
    players
}

/// Who can have won, in order: the sides that have a player, all that did win, alone or together, and none if games
/// were drawn.
pub(super) fn winners(game: &Game, tally: &Tally) -> Vec<Vec<u16>> {
    let won = tally.results.iter().map(|(outcome, _)| outcome.winners.clone());
    let mut all: Vec<Vec<u16>> = game.played().map(|side| vec![side]).chain(won).collect();
    all.sort_by_key(|winners| (winners.is_empty(), winners.clone()));
    all.dedup();
    all
}

/// All games in order of number.
pub(super) fn run(game: &Arc<Game>, players: &[Player], args: &Simulate) -> Result<Vec<Played>, String> {
    Ok(run_each(std::slice::from_ref(game), players, args)?.into_iter().flatten().collect())
}

/// All games in order of number, each played once by every one of these rules. The job that plays a game does not
/// affect it. After Ctrl-C, the games before the first one that is missing, so that the same games can be played again.
pub(super) fn run_each(rules: &[Arc<Game>], players: &[Player], args: &Simulate) -> Result<Vec<Vec<Played>>, String> {
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = crate::threads(jobs).map_err(|problem| problem.to_string())?;
    let bar = super::bar(args.games, args.format, "games, {per_sec}");
    let begin_one = |game: &Arc<Game>| {
        let mut series = Series::new(game, players, args.seed, args.engine.make())
            .map_err(|fault| fault_text(&fault, &game.sources))?;
        if let Some(units) = args.effort {
            series.limit(units);
        }
        Ok(series)
    };
    let begin = || rules.iter().map(begin_one).collect::<Result<Vec<Series>, String>>();
    let one = |series: &mut Result<Vec<Series>, String>, number: u64| {
        let played = match series {
            Ok(series) => Ok(series.iter_mut().map(|series| series.play(number)).collect()),
            Err(problem) => Err(problem.clone()),
        };
        bar.inc(1);
        played
    };
    let played: Vec<Result<Vec<Played>, String>> = stoppable(|stopped| {
        let unless_stopped = |series: &mut _, number: u64| (!stopped()).then(|| one(series, number));
        pool.install(|| (0..args.games).into_par_iter().map_init(begin, unless_stopped).while_some().collect())
    });
    bar.finish_and_clear();
    let in_turn = |(number, one): &(u64, Result<Vec<Played>, String>)| {
        one.as_ref().map_or(true, |one| one.iter().all(|one| one.number == *number))
    };
    (0..).zip(played).take_while(in_turn).map(|(_, one)| one).collect()
}

/// The different faults, each with the numbers of the games that end with it.
fn faults(played: &[Played]) -> Vec<(&Fault, Vec<u64>)> {
    let mut found: Vec<(&Fault, Vec<u64>)> = Vec::new();
    for one in played {
        let Some(fault) = one.fault.as_deref() else { continue };
        let is_same = |other: &Fault| other.message == fault.message && other.span == fault.span;
        match found.iter_mut().find(|(other, _)| is_same(other)) {
            Some((_, numbers)) => numbers.push(one.number),
            None => found.push((fault, vec![one.number])),
        }
    }
    found
}

/// `game 4`, `game 4 and 12 more`
fn games_named(numbers: &[u64]) -> String {
    match numbers {
        [only] => format!("game {only}"),
        [first, others @ ..] => format!("game {first} and {} more", others.len()),
        [] => String::new(),
    }
}

/// The seed of a game of the dialogue that ends at the same place in the rules. There the same seed is another game,
/// because the bots choose from lists, for the journal; so several are tried.
fn seed_with(game: &Arc<Game>, players: &[Player], args: &Simulate, fault: &Fault, number: u64) -> Option<u64> {
    let seeds: Vec<u64> = (number..).take(MOST_TRIED).map(|number| seed_of(args.seed, number)).collect();
    let begun = Instant::now();
    let meets = |seed: &u64| {
        if begun.elapsed() > LONGEST {
            return false;
        }
        let met = fault_with_journal(game, players, *seed, args.effort, args.engine.make());
        met.is_some_and(|met| met.span == fault.span && (met.span.is_some() || met.message == fault.message))
    };
    seeds.into_par_iter().find_first(meets)
}

/// The command that plays a game of this seed in the dialogue.
fn in_dialogue(game: &Game, players: &[Player], args: &Simulate, seed: u64) -> String {
    let mut words = vec!["oriflamme play".to_owned(), args.scenario.clone()];
    let seats = game.played().map(|seat| {
        let side = &game.sides[usize::from(seat)];
        format!("--seat {}={}", side.name, players[usize::from(seat)].name())
    });
    words.extend(seats);
    words.extend(args.set.iter().map(|set| format!("--set {set}")));
    words.push(format!("--seed {seed}"));
    words.join(" ")
}

/// The reason why there is no result for all games, if Ctrl-C has stopped them.
pub(super) fn stopped_early(played: &[Played], args: &Simulate) -> Option<String> {
    let (played, all) = (played.len(), args.games);
    ((played as u64) < all).then(|| format!("stopped: the first {played} of {all} games were played"))
}

/// The same games one after the other, with an observer.
fn profiled(game: &Arc<Game>, players: &[Player], args: &Simulate, profile: &Profile) -> Result<Vec<Played>, String> {
    let mut series =
        Series::new(game, players, args.seed, args.engine.make()).map_err(|fault| fault_text(&fault, &game.sources))?;
    series.observe(profile.clone());
    if let Some(units) = args.effort {
        series.limit(units);
    }
    let numbers = 0..args.games;
    Ok(stoppable(|stopped| numbers.take_while(|_| !stopped()).map(|number| series.play(number)).collect()))
}

/// The results of all games.
pub(super) struct Tally {
    pub(super) games: usize,
    pub(super) decisions: u64,
    pub(super) turns: u64,
    /// The ends of games, each with the number of games that ended this way.
    pub(super) results: Vec<(Outcome, usize)>,
    pub(super) faults: Vec<usize>,
    pub(super) endless: usize,
    /// A hash of all final states.
    digest: u64,
}

impl Tally {
    pub(super) fn of(played: &[Played]) -> Tally {
        let mut tally = Tally {
            games: played.len(),
            decisions: 0,
            turns: 0,
            results: Vec::new(),
            faults: Vec::new(),
            endless: 0,
            digest: 0,
        };
        for (at, one) in played.iter().enumerate() {
            tally.decisions += one.decisions;
            tally.turns += one.turns;
            tally.digest = tally.digest.rotate_left(1) ^ one.digest;
            if one.fault.is_some() {
                tally.faults.push(at);
                continue;
            }
            if one.endless {
                tally.endless += 1;
                continue;
            }
            match tally.results.iter_mut().find(|(ended, _)| *ended == one.ended) {
                Some((_, count)) => *count += 1,
                None => tally.results.push((one.ended.clone(), 1)),
            }
        }
        tally.results.sort_by(|(a, _), (b, _)| a.before(b));
        tally
    }

    /// The number of games with these winners, or of draws.
    pub(super) fn won_by(&self, winners: &[u16]) -> usize {
        self.results.iter().filter(|(one, _)| one.winners == winners).map(|(_, count)| count).sum()
    }

    /// The levels at which these winners have won, each with its number of games.
    pub(super) fn levels<'t>(&'t self, game: &'t Game, winners: &'t [u16]) -> impl Iterator<Item = (&'t str, usize)> {
        let of_them = self.results.iter().filter(move |(one, _)| one.winners == winners);
        of_them.filter_map(|(one, count)| Some((game.level_of(one.level)?.title.as_str(), *count)))
    }
}

/// The 95% confidence interval of a share, after E. B. Wilson (1927).
fn interval(count: usize, all: usize) -> (f64, f64) {
    if all == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (all as f64, QUANTILE);
    let share = count as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    (((middle - spread) / whole).max(0.0), ((middle + spread) / whole).min(1.0))
}

pub(super) fn winners_named(game: &Game, winners: &[u16]) -> String {
    game.side_titles(winners).unwrap_or_else(|| "drawn".to_owned())
}

fn per_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

fn to_json(game: &Game, players: &[Player], args: &Simulate, tally: &Tally, seconds: f64) -> Value {
    let results: Vec<Value> = (tally.results.iter())
        .map(|(ended, count)| {
            let (low, high) = interval(*count, tally.games);
            json!({
                "winner": game.side_titles(&ended.winners),
                "level": game.level_of(ended.level).map(|level| &level.title),
                "games": count,
                "share": *count as f64 / tally.games as f64,
                "low": low,
                "high": high,
            })
        })
        .collect();
    json!({
        "scenario": game.scenario,
        "seats": players.iter().map(|player| player.name()).collect::<Vec<_>>(),
        "seed": args.seed,
        "games": tally.games,
        "decisions": tally.decisions,
        "turns": tally.turns,
        "seconds": seconds,
        "decisions_per_second": per_second(tally.decisions, seconds),
        "results": results,
        "faults": tally.faults,
        "endless": tally.endless,
        "digest": format!("{:016x}", tally.digest),
    })
}

fn report(game: &Game, players: &[Player], tally: &Tally, seconds: f64) {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["winner", "played by", "level", "games", "share", "95% interval"]);
    let row = |name: String, player: String, level: String, count: usize| {
        let (low, high) = interval(count, tally.games);
        let share = 100.0 * count as f64 / tally.games.max(1) as f64;
        [
            name,
            player,
            level,
            count.to_string(),
            format!("{share:.1} %"),
            format!("{:.1} – {:.1} %", 100.0 * low, 100.0 * high),
        ]
    };
    for won in winners(game, tally) {
        let is_played = |side: u16| game.played().any(|seat| seat == side);
        let name = |side: &u16| if is_played(*side) { players[usize::from(*side)].name() } else { "chance" };
        let bots: Vec<&str> = won.iter().map(name).collect();
        table.add_row(row(winners_named(game, &won), bots.join(", "), String::new(), tally.won_by(&won)));
        for (level, count) in tally.levels(game, &won) {
            table.add_row(row(String::new(), String::new(), level.to_owned(), count));
        }
    }
    for column in 3..6 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    say(&format!("{table}"));
    let rate = per_second(tally.decisions, seconds);
    say(&format!(
        "{}, {} decisions, {} turns in {seconds:.2} s: {rate:.0} decisions a second",
        count(tally.games, "game"),
        tally.decisions,
        tally.turns
    ));
    if !tally.faults.is_empty() || tally.endless > 0 {
        let faulty = count(tally.faults.len(), "game");
        say(&format!("{faulty} hit an error in the rules, {} did not end", tally.endless));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_contains_the_share_and_stays_within_bounds() {
        for (count, all) in [(0, 10), (5, 10), (10, 10), (500, 1000)] {
            let (low, high) = interval(count, all);
            let share = count as f64 / all as f64;
            assert!(
                (0.0..=1.0).contains(&low) && low <= share && share <= high && high <= 1.0,
                "{count} of {all}: {low} {high}"
            );
        }
        let (low, high) = interval(50, 100);
        assert!((low - 0.4038).abs() < 0.001 && (high - 0.5962).abs() < 0.001, "{low} {high}");
    }
}
