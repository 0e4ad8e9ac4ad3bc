//! `conflicts`: the rules of a game that hang on the order in which they are written.

use std::path::PathBuf;

use oriflamme::analysis::conflicts::{Conflict, Conflicts, Effort, Meant, Place, conflicts as conflicts_of};
use oriflamme::diagnostic::render;
use oriflamme::diagnostic::words::count as count_of;
use oriflamme::draw::{Line, Role};
use oriflamme::session::conflict_test;
use serde_json::{Value, json};

use crate::args::{Conflicts as Args, Format};
use crate::paint::{Paint, complain, fault_text, say};
use crate::{Ending, Refused, Run, data};

/// The maximum number of rule errors shown.
const MOST_FAULTS: usize = 3;

/// Shows the conflicts of a game or scenario.
pub(crate) fn conflicts(folders: &[PathBuf], args: &Args, paint: Paint) -> Run {
    let catalog = data::whole_catalog(folders)?;
    let (entry, scenario) = data::find_either(&catalog, &args.name)?;
    // The rulings of a game are those of each of its scenarios.
    let readings = match scenario.or(entry.scenarios.first()) {
        Some(one) => data::readings(&catalog, entry, Some(&one.name), &args.set)?,
        None => return Err(format!("{} has no scenario to play", entry.title).into()),
    };
    let scenario = scenario.map(|scenario| scenario.name.as_str());
    let effort = Effort { games: args.games, seed: args.seed, tests: args.tests };
    let found = conflicts_of(&catalog, entry, scenario, &readings, effort)
        .map_err(|found| Refused::rules(found, &catalog.sources))?;
    let tests: Vec<Option<Result<String, String>>> = found
        .pairs
        .iter()
        .enumerate()
        .map(|(at, pair)| {
            let title = format!("order {}: {}", at + 1, pair.about);
            (args.tests && pair.proof.is_some()).then(|| conflict_test(entry, pair, &title))
        })
        .collect();
    match args.format {
        Format::Json => say(&to_json(args, &found, &tests).to_string()),
        Format::Text => {
            let lines = report(&entry.title, args, &found, &tests);
            lines.into_iter().flat_map(|line| line.wrapped(paint.width, 6)).for_each(|line| paint.show(&line));
        }
    }
    for one in found.unfinished.iter().take(MOST_FAULTS) {
        complain(&format!("{}:", one.scenario));
        complain(&fault_text(&one.fault, &one.game.sources));
    }
    if !found.mistakes.is_empty() {
        complain(&render::plain_all(&found.mistakes, &catalog.sources));
    }
    let is_sound = found.unfinished.is_empty() && found.mistakes.is_empty();
    Ok(Ending::fine_if(is_sound && !found.pairs.iter().any(Conflict::is_open)))
}

/// The test of each pair, or why it cannot be written.
type Tests<'t> = &'t [Option<Result<String, String>>];

fn report(title: &str, args: &Args, found: &Conflicts, tests: Tests<'_>) -> Vec<Line> {
    let mut lines = vec![Line::of(Role::Title, title)];
    for (pair, test) in found.pairs.iter().zip(tests) {
        let verdict = match (&pair.proof, &pair.meant) {
            (Some(_), None) => Line::of(Role::Bad, "the order changes the result"),
            (Some(_), Some(_)) => Line::of(Role::Good, "the order changes the result, and is meant"),
            (None, None) => Line::of(Role::Plain, "the order may matter; play never met both"),
            (None, Some(_)) => Line::of(Role::Dim, "the order may matter, and is meant; play never met both"),
        };
        let mut head = Line::of(Role::Plain, format!("{}: ", pair.about));
        head.append(verdict);
        lines.push(head);
        lines.extend([&pair.first, &pair.second].map(|place| line_of(place).indented(2)));
        match &pair.meant {
            Some(Meant::Ruling(ruling)) => lines.push(Line::of(Role::Dim, format!("    ruling {ruling}"))),
            Some(Meant::Note(note)) => lines.push(Line::of(Role::Dim, format!("    in order: {note}"))),
            None => {}
        }
        if let Some(proof) = &pair.proof {
            let at = format!(
                "    {}, {}, after decision {} (seed {}):",
                proof.scenario, proof.moment, proof.decision, proof.seed
            );
            lines.push(Line::of(Role::Dim, at));
            lines.extend(proof.differs.iter().map(|text| Line::of(Role::Plain, format!("      {text}"))));
        }
        match test {
            Some(Ok(text)) => lines.extend(text.lines().map(|line| Line::plain(line).indented(4))),
            Some(Err(problem)) => lines.push(Line::of(Role::Dim, format!("    no test: {problem}"))),
            None => {}
        }
    }
    let count = |is: &dyn Fn(&Conflict) -> bool| found.pairs.iter().filter(|pair| is(pair)).count();
    let open = count(&Conflict::is_open);
    let (meant, may) = (count(&|pair| pair.proof.is_some()) - open, count(&|pair| pair.proof.is_none()));
    let games = found.scenarios.len() as u64 * args.games;
    if found.pairs.is_empty() && found.harmless == 0 && found.apart == 0 {
        lines.push(Line::of(
            Role::Good,
            "no order of rules could matter: none changes what another one reads or changes",
        ));
        return lines;
    }
    let sum = format!(
        "pairs of rules whose order matters: {open} by mistake, {meant} on purpose, {may} unproven; {} made no difference \
         in {games} random games",
        found.harmless
    );
    lines.push(Line::of(if open == 0 { Role::Good } else { Role::Bad }, sum));
    if found.apart > 0 {
        let text = format!(
            "{} of `whenever` rules were not tried: no random game came to a position in which both conditions held, so \
             their order could not matter there. This does not prove that no position does; more games (`--games`) \
             look further.",
            count_of(found.apart, "pair")
        );
        lines.push(Line::of(Role::Dim, text));
    }
    if open > 0 {
        let help = "`first` before one hook, `over LABEL` behind one `exactly`, a ruling, or a comment `// in order: WHY` \
                    above the later rule says which order is meant";
        lines.push(Line::of(Role::Dim, help));
    }
    if found.more {
        lines.push(Line::of(Role::Bad, "there are more pairs than were tried"));
    }
    lines
}

fn line_of(place: &Place) -> Line {
    let mut line = Line::of(Role::Plain, format!("{}:{}", place.file, place.line));
    for section in &place.sections {
        line.append(Line::of(Role::Cite, format!(" §{section}")));
    }
    line.append(Line::of(Role::Dim, format!("  {}", place.text)));
    line
}

fn to_json(args: &Args, found: &Conflicts, tests: Tests<'_>) -> Value {
    let place = |place: &Place| json!({ "file": place.file, "line": place.line, "sections": place.sections, "text": place.text });
    let pairs: Vec<Value> = found
        .pairs
        .iter()
        .zip(tests)
        .map(|(pair, test)| {
            let (ruling, note) = match &pair.meant {
                Some(Meant::Ruling(ruling)) => (Some(ruling), None),
                Some(Meant::Note(note)) => (None, Some(note)),
                None => (None, None),
            };
            let proof = pair.proof.as_ref().map(|proof| {
                json!({
                    "scenario": proof.scenario, "seed": proof.seed, "decision": proof.decision,
                    "moment": proof.moment, "differs": proof.differs,
                })
            });
            json!({
                "about": pair.about, "first": place(&pair.first), "second": place(&pair.second), "met": pair.met,
                "ruling": ruling, "note": note, "open": pair.is_open(), "proof": proof,
                "test": test.as_ref().and_then(|test| test.as_ref().ok()),
            })
        })
        .collect();
    json!({
        "name": args.name, "scenarios": found.scenarios, "games": args.games, "seed": args.seed, "pairs": pairs,
        "harmless": found.harmless, "apart": found.apart, "more": found.more,
    })
}
