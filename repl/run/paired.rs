//! `simulate --compare`: the same games, with the same luck, under each ruling on a disputed rule.

use std::path::PathBuf;
use std::sync::Arc;

use comfy_table::{Table, presets};
use oriflamme::analysis::simulate::Played;
use oriflamme::check::under_readings;
use oriflamme::diagnostic::words;
use oriflamme::model::game::Game;
use oriflamme::model::id::RulingId;
use oriflamme::model::outcome::Outcome;
use serde_json::{Value, json};

use super::simulate::{MOST_FAULTS, QUANTILE, run_each, seated, stopped_early, winners_named};
use crate::args::{Format, Simulate};
use crate::paint::{complain, say};
use crate::{Ending, Refused, Run, data};

/// The games under one ruling.
struct Side {
    name: String,
    game: Arc<Game>,
    played: Vec<Played>,
}

/// Plays the pairs and prints what changes.
pub(super) fn compare(folders: &[PathBuf], args: &Simulate, ruling: &str) -> Run {
    let (name, sides) = play(folders, args, ruling)?;
    let mut ending = Ending::Fine;
    if let Some(problem) = sides.first().and_then(|side| stopped_early(&side.played, args)) {
        complain(&format!("{problem} under each ruling"));
        ending = Ending::Failed;
    }
    for side in &sides {
        for one in side.played.iter().filter(|one| one.endless || one.fault.is_some()).take(MOST_FAULTS) {
            let how = one.fault.as_ref().map_or("it did not end", |fault| fault.message.as_str());
            complain(&format!("{name}: {}, game {}: {how}", side.name, one.number));
            ending = Ending::Failed;
        }
    }
    let [first, others @ ..] = sides.as_slice() else { return Ok(ending) };
    if first.played.is_empty() && args.format == Format::Text {
        return Ok(ending);
    }
    let told: Vec<Value> = others.iter().map(|other| pair(&name, first, other, args.format)).collect();
    if args.format == Format::Json {
        say(&json!({ "scenario": first.game.scenario, "ruling": name, "games": first.played.len(), "seed": args.seed, "in_force": first.name, "compared": told }).to_string());
    }
    Ok(ending)
}

/// The ruling's name, and the games under each ruling on it, that in force first.
fn play(folders: &[PathBuf], args: &Simulate, wanted: &str) -> Result<(String, Vec<Side>), Refused> {
    let catalog = data::catalog(folders)?;
    let (entry, scenario) = data::find(&catalog, &args.scenario)?;
    let readings = data::readings(&catalog, entry, Some(&scenario.name), &args.set)?;
    let base = data::compile(&catalog, entry, Some(&scenario.name), &readings)
        .ok_or_else(|| Refused::Failed(format!("the rules of {} have errors", scenario.name)))?;
    let sides = base.played().count();
    if args.seats.len() > sides {
        return Err(format!("expected at most {sides} bots, one for each side, found {}", args.seats.len()).into());
    }
    let at =
        data::ruling(&base, &base.scenario, wanted).map_err(|problem| format!("`--compare {wanted}`: {problem}"))?;
    let ruling = &base.rulings[at];
    let mut values: Vec<usize> = (0..ruling.values.len()).collect();
    let in_force = usize::from(base.readings[at]);
    values.sort_by_key(|value| *value != in_force);
    let under = |value: &usize| Arc::new(under_readings(&base, &[(RulingId(at as u16), *value as u16)]));
    let rules: Vec<Arc<Game>> = values.iter().map(under).collect();
    // Game by game under all rulings: Ctrl-C leaves whole pairs.
    let games = run_each(&rules, &seated(&base, &args.seats), args).map_err(Refused::Failed)?;
    let mut sides: Vec<Side> = values
        .into_iter()
        .zip(rules)
        .map(|(value, game)| Side { name: ruling.values[value].0.clone(), game, played: Vec::new() })
        .collect();
    for played in games {
        sides.iter_mut().zip(played).for_each(|(side, one)| side.played.push(one));
    }
    Ok((ruling.name.clone(), sides))
}

/// The difference of two shares of the same games: the counts that only the first and only the second has, with the 95%
/// interval of Agresti and Min (2005), which adds half a game to each cell.
fn difference(only_first: usize, only_second: usize, all: usize) -> (f64, f64, f64) {
    let n = all as f64 + 2.0;
    let (b, c) = (only_first as f64 + 0.5, only_second as f64 + 0.5);
    let middle = (c - b) / n;
    let spread = QUANTILE * ((b + c) - (c - b) * (c - b) / n).max(0.0).sqrt() / n;
    let share = if all == 0 { 0.0 } else { (only_second as f64 - only_first as f64) / all as f64 };
    (share, (middle - spread).max(-1.0), (middle + spread).min(1.0))
}

/// The mean of differences, with its 95% interval.
fn mean(differences: &[f64]) -> (f64, f64, f64) {
    let n = differences.len() as f64;
    if differences.is_empty() {
        return (0.0, 0.0, 0.0);
    }
    let mean = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|one| (one - mean) * (one - mean)).sum();
    let spread = if n > 1.0 { QUANTILE * (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY };
    (mean, mean - spread, mean + spread)
}

/// Two games with the same luck.
type Two<'p> = (&'p Played, &'p Played);

/// The changes from one ruling to another.
fn pair(ruling: &str, first: &Side, second: &Side, format: Format) -> Value {
    let whole = |one: &&Two<'_>| [one.0, one.1].iter().all(|one| one.fault.is_none() && !one.endless);
    let pairs: Vec<Two<'_>> = first.played.iter().zip(&second.played).collect();
    let pairs: Vec<&Two<'_>> = pairs.iter().filter(whole).collect();
    let all = pairs.len();
    let count = |differs: &dyn Fn(&Two<'_>) -> bool| pairs.iter().filter(|pair| differs(pair)).count();
    let same = count(&|(a, b)| a.digest == b.digest && a.decisions == b.decisions);
    let winners = count(&|(a, b)| a.ended.winners != b.ended.winners);
    let levels = count(&|(a, b)| a.ended.winners == b.ended.winners && a.ended.level != b.ended.level);
    let mut rows = Vec::new();
    let ends = pairs.iter().flat_map(|(a, b)| [&a.ended, &b.ended]);
    let mut results: Vec<Outcome> =
        ends.flat_map(|ended| [Outcome { level: None, ..ended.clone() }, ended.clone()]).collect();
    results.sort_by(Outcome::before);
    results.dedup();
    for result in results {
        let has = |one: &Played| {
            one.ended.winners == result.winners && (result.level.is_none() || one.ended.level == result.level)
        };
        let (own, others) = (count(&|pair| has(pair.0)), count(&|pair| has(pair.1)));
        let only = [count(&|(a, b)| has(a) && !has(b)), count(&|(a, b)| !has(a) && has(b))];
        rows.push((result, own, others, difference(only[0], only[1], all)));
    }
    let level_title = |result: &Outcome| first.game.level_of(result.level).map(|level| level.title.as_str());
    let of = |value: &dyn Fn(&Played) -> u64| -> Vec<f64> {
        pairs.iter().map(|(a, b)| value(b) as f64 - value(a) as f64).collect()
    };
    let (decisions, turns) = (mean(&of(&|one| one.decisions)), mean(&of(&|one| one.turns)));
    if format == Format::Json {
        let rows: Vec<Value> = (rows.iter())
            .map(|(result, own, others, (share, low, high))| {
                json!({
                    "winner": first.game.side_titles(&result.winners),
                    "level": level_title(result),
                    "games": [own, others],
                    "difference": share, "low": low, "high": high,
                })
            })
            .collect();
        let three = |(mean, low, high): (f64, f64, f64)| json!({ "difference": mean, "low": low, "high": high });
        return json!({
            "value": second.name, "pairs": all, "same": same, "other_winner": winners, "other_level": levels,
            "same_result": all - same - winners - levels,
            "results": rows, "decisions": three(decisions), "turns": three(turns),
        });
    }
    say(&format!(
        "{ruling}: {} (in force) against {}, {} of games with the same luck",
        first.name,
        second.name,
        words::count(all, "pair")
    ));
    let played_out = all - same;
    say(&format!(
        "{} ended in the same position; {played_out} differed: {winners} had another winner, {levels} the same winner at \
         another level, {} the same result",
        words::count(same, "pair"),
        played_out - winners - levels
    ));
    if played_out == 0 {
        say("this ruling made no difference in these games\n");
        return Value::Null;
    }
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["winner", "level", &first.name, &second.name, "difference", "95% interval"]);
    for (result, own, others, (share, low, high)) in rows {
        let name = if result.level.is_none() { winners_named(&first.game, &result.winners) } else { String::new() };
        table.add_row([
            name,
            level_title(&result).unwrap_or_default().to_owned(),
            own.to_string(),
            others.to_string(),
            format!("{:+.1} points", 100.0 * share),
            format!("{:+.1} – {:+.1}", 100.0 * low, 100.0 * high),
        ]);
    }
    for (name, (mean, low, high)) in [("turns", turns), ("decisions", decisions)] {
        table.add_row([
            name.to_owned(),
            String::new(),
            String::new(),
            String::new(),
            format!("{mean:+.2}"),
            // One pair says nothing about how far the next would differ.
            if low.is_finite() { format!("{low:+.2} – {high:+.2}") } else { "unknown".to_owned() },
        ]);
    }
    say(&format!("{table}\n"));
    Value::Null
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_difference_contains_it_and_narrows_with_more_games() {
        for (b, c, n) in [(0, 0, 10), (3, 9, 100), (10, 0, 10), (0, 10, 10)] {
            let (share, low, high) = difference(b, c, n);
            assert!(low <= high && (-1.0..=1.0).contains(&low) && (-1.0..=1.0).contains(&high), "{b} {c} {n}");
            assert!((share - (c as f64 - b as f64) / n as f64).abs() < 1e-12);
        }
        let width = |b, c, n| difference(b, c, n).2 - difference(b, c, n).1;
        assert!(width(30, 90, 1000) < width(3, 9, 100));
        let (_, low, high) = difference(3, 9, 100);
        assert!((low + 0.0096).abs() < 0.001 && (high - 0.1272).abs() < 0.001, "{low} {high}");
        assert_eq!(mean(&[1.0, 1.0, 1.0]), (1.0, 1.0, 1.0));
    }
}
