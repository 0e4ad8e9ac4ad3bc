//! Musters, and remarks on armies that are set up: their cost, and whether there are enough counters.

use crate::diagnostic::Diagnostic;
use crate::model::clause::DiceSpec;
use crate::model::game::Param;
use crate::model::id::{Domain, FactId, SectionId};
use crate::model::muster::{Berth, Brings, Ground, Limit, Lot, Muster, Suggestion, Warning};
use crate::model::set::BitSet;
use crate::model::setup::SetupPiece;
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ItemKind, LotBrings, MusterLineKind, Name};

use super::board::{Places, place_names, places};
use super::builder::{Frame, GameBuilder};
use super::error;
use super::gather::Gathered;
use super::phrase::about_things;
use super::quantity::dice;
use super::subject::{armies, side_named};
use super::value::{fact_named, facts_of, fitting_fact};

/// Fills in the muster of the game, if any.
pub(crate) fn fill_muster(builder: &mut GameBuilder, items: &Gathered) {
    let found: Vec<_> = items.each(|kind| if let ItemKind::Muster(it) = kind { Some(it) } else { None }).collect();
    for (_, again) in found.iter().skip(1) {
        builder.report(error::not_one("`muster`", Some(again.span)));
    }
    let Some((entry, item)) = found.first() else { return };
    let cites = builder.cites(&item.cites);
    let total = item.lines.iter().find_map(|line| match &line.kind {
        MusterLineKind::Total(cost, value) => Some((cost, value)),
        _ => None,
    });
    let Some((cost, value)) = total else {
        let problem = Diagnostic::error("missing-part", "this muster has no price and no limit")
            .at(entry.span.part(0, "muster".len()), "no line begins with `total`")
            .help("write `total FACT within FACT`: what a piece costs, and what an army may cost");
        builder.report(problem);
        return;
    };
    let (Some(cost), Some(value)) =
        (number_fact(builder, Domain::Piece, cost), number_fact(builder, Domain::Side, value))
    else {
        return;
    };
    let title = item.title.as_ref().map_or_else(|| "Design your own".to_owned(), ast::Text::plain);
    let mut muster = Muster { title, doc: entry.doc.cloned(), cost, value, cites: cites.clone(), ..Muster::default() };
    for line in &item.lines {
        let mut own = builder.cites(&line.cites);
        if own.is_empty() {
            own = cites.clone();
        }
        fill_line(builder, &mut muster, &line.kind, own, line.span);
    }
    builder.game.muster = Some(muster);
}

fn fill_line(builder: &mut GameBuilder, muster: &mut Muster, line: &MusterLineKind, cites: Vec<SectionId>, span: Span) {
    match line {
        MusterLineKind::Total(..) => {}
        MusterLineKind::AtMost(most, name) => {
            let Some(kind) = builder.known("kind", name, |game| &game.kinds) else { return };
            muster.limits.push(Limit { most: *most, kind, cites });
        }
        MusterLineKind::Roles(names) => {
            for name in names {
                muster.roles.extend(fitting_fact(
                    builder,
                    Domain::Side,
                    name,
                    |ty| ty == Type::Flag,
                    "a flag of sides",
                ));
            }
        }
        MusterLineKind::Suggest(name, title, number) => {
            let Some(fact) = number_fact(builder, Domain::Side, name) else { return };
            let mut frame = side_frame();
            let number = builder.expression(&mut frame, number, Some(Type::Int(false)));
            let title = title.as_ref().map(ast::Text::plain);
            muster.suggestions.push(Suggestion { fact, title, number, locals: frame.needed, cites });
        }
        MusterLineKind::Warn(when, text) => {
            let mut frame = side_frame();
            let when = builder.expression(&mut frame, when, Some(Type::Flag));
            muster.warnings.push(Warning { when, locals: frame.needed, text: text.plain(), cites });
        }
        MusterLineKind::Weather(lot) => muster.weather = read_lot(builder, lot, span).map(|lot| (lot, cites)),
        MusterLineKind::Terrain { dice: thrown, less, phrase, places: at, but } => {
            let phrase = phrase.as_ref().and_then(|phrase| {
                let all: Vec<ast::PhraseWord> = phrase.groups.iter().flat_map(|group| group.words.clone()).collect();
                let found = about_things(builder, &all, Domain::Side);
                if found.is_none() {
                    let text = builder.sources.text(phrase.span).to_owned();
                    builder.report(error::empty_phrase(&text, phrase.span, "not all these words are words of a side"));
                }
                found
            });
            let kinds = terrains_but(builder, but);
            let places = sets_of(builder, at);
            muster.terrain =
                Some(Ground { dice: dice(builder, *thrown), less: i64::from(*less), phrase, places, kinds, cites });
        }
        MusterLineKind::Deploy(names) => muster.deploy = spaces_of(builder, names),
        MusterLineKind::Berth(name, at) => {
            let Some(kind) = builder.known("kind", name, |game| &game.kinds) else { return };
            let places = sets_of(builder, at);
            muster.berths.push(Berth { kind, places, cites });
        }
    }
}

/// The frame of an expression about a side.
fn side_frame() -> Frame {
    let side = Param::new("side", Type::One(Domain::Side, false));
    Frame { acts: false, ..Frame::of(&[side]) }
}

fn number_fact(builder: &mut GameBuilder, subject: Domain, name: &Name) -> Option<FactId> {
    fitting_fact(builder, subject, name, |ty| matches!(ty, Type::Int(_)), "a fact that is a number")
}

/// All terrains except these.
fn terrains_but(builder: &mut GameBuilder, but: &[Name]) -> Vec<u16> {
    let names: Vec<String> = builder.game.terrains.iter().map(|var| builder.game.vars[var.at()].name.clone()).collect();
    for name in but.iter().filter(|name| !names.contains(&plain(&name.text))) {
        builder.report(error::unknown("terrain", name, &names));
    }
    let left_out = |name: &String| but.iter().any(|but| plain(&but.text) == *name);
    (0_u16..).zip(&names).filter(|(_, name)| !left_out(name)).map(|(at, _)| at).collect()
}

/// For each side, the spaces these words name, seen from its edge.
fn sets_of(builder: &mut GameBuilder, names: &[Name]) -> Vec<BitSet> {
    spaces_of(builder, names).into_iter().map(|words| words.into_iter().flatten().collect()).collect()
}

/// For each side and each word, the spaces it names, seen from the side's edge.
fn spaces_of(builder: &mut GameBuilder, names: &[Name]) -> Vec<Vec<Vec<u16>>> {
    let mut found = Vec::new();
    for side in 0..builder.game.sides.len() as u16 {
        let mut words: Vec<Vec<u16>> = Vec::new();
        let order = builder.game.spaces_from(side);
        for name in names {
            match places(builder, side, &[name.text.as_str()]) {
                Some(Places::One(space)) => words.push(vec![space]),
                Some(Places::Many(set)) => words.push(order.iter().copied().filter(|space| set.has(*space)).collect()),
                None if side == 0 => {
                    let known = place_names(builder, side);
                    builder.report(error::unknown_place(name, &known));
                }
                None => {}
            }
        }
        found.push(words);
    }
    found
}

fn read_lot(builder: &mut GameBuilder, lot: &ast::Lot, span: Span) -> Option<Lot> {
    let thrown = dice(builder, lot.dice);
    let mut rows = Vec::new();
    for row in &lot.rows {
        let brings = match &row.brings {
            LotBrings::Lot(inner) => read_lot(builder, inner, row.span).map(|inner| Brings::Lot(Box::new(inner))),
            LotBrings::Name(name) => brings(builder, name),
        };
        rows.push((row.low, row.high, brings?));
    }
    check_faces(builder, lot, thrown, span).then_some(Lot { dice: thrown, rows })
}

/// True if the rows cover each number the dice can show exactly once; otherwise the first gap or overlap is reported.
fn check_faces(builder: &mut GameBuilder, lot: &ast::Lot, thrown: DiceSpec, span: Span) -> bool {
    let (low, high) = thrown.bounds();
    let mut next = low;
    for row in &lot.rows {
        if row.low != next || row.high < row.low || row.high > high {
            let headline = format!("the numbers of these dice go from {low} to {high}, each once and in order");
            let help = match next > high {
                true => "remove this row: those above it stand for all numbers".to_owned(),
                false => format!("begin this row at {next}, and end it at {high} at most"),
            };
            builder.report(
                Diagnostic::error("rows-overlap", headline).at(row.span, format!("expected {next}")).help(help),
            );
            return false;
        }
        next = row.high + 1;
    }
    if next <= high {
        let headline = format!("these dice do not define {next}");
        let missing = if next == high { next.to_string() } else { format!("{next}..{high}") };
        builder.report(
            Diagnostic::error("rows-overlap", headline)
                .at(span, format!("they go up to {high}"))
                .help(format!("add a row for {missing}")),
        );
        return false;
    }
    true
}

/// `none`, a weather, or a flag of sides whose bearer chooses.
fn brings(builder: &mut GameBuilder, name: &Name) -> Option<Brings> {
    let spelt = plain(&name.text);
    if spelt == "none" {
        return Some(Brings::Nothing);
    }
    let weathers: Vec<String> =
        builder.game.weathers.iter().map(|var| builder.game.vars[var.at()].name.clone()).collect();
    if let Some(at) = weathers.iter().position(|weather| *weather == spelt) {
        return Some(Brings::Weather(at as u16));
    }
    let flag =
        fact_named(builder, Domain::Side, &name.text).filter(|fact| builder.game.facts[fact.at()].ty == Type::Flag);
    if flag.is_none() {
        let flags = facts_of(builder, Domain::Side);
        let known = weathers.iter().chain(&flags).map(String::as_str).chain(["none"]);
        builder.report(error::unknown("weather or flag of sides", name, known));
    }
    flag.map(Brings::Choice)
}

/// Remarks on the armies of a scenario: a cost other than the printed one, and more pieces than there are counters.
pub(crate) fn look_over(builder: &mut GameBuilder, items: &Gathered) {
    if items.scenario.is_none() {
        return;
    }
    let mut notes = Vec::new();
    for side in 0..builder.game.sides.len() as u16 {
        notes.extend(value_note(builder, items, side));
        notes.extend(mix_notes(builder, side));
    }
    builder.diagnostics.extend(notes);
}

fn value_note(builder: &GameBuilder, items: &Gathered, side: u16) -> Option<Diagnostic> {
    let muster = builder.game.muster.as_ref()?;
    let game = &builder.game;
    let printed = game.side_facts.get(usize::from(side))?.get(muster.value.at())?.int()?;
    let pieces = game.setup.position.pieces.iter().filter(|piece| piece.side == side);
    let costs = pieces.filter_map(|piece| piece.printed.get(muster.cost.at())?.int());
    let total: i64 = costs.sum();
    if total == printed {
        return None;
    }
    let (army, _) = armies(items).into_iter().find(|(army, _)| side_named(builder, &army.name.text) == Some(side))?;
    let name = &game.facts[muster.value.at()].name;
    let at = army.facts.iter().position(|word| plain(&word.text) == *name);
    let span = at.and_then(|at| army.facts.get(at + 1)).map_or(army.name.span, |word| word.span);
    let title = &game.sides[usize::from(side)].title;
    let note = Diagnostic::remark("army-value", format!("the pieces of {title} cost {total}, not {printed}"))
        .at(span, format!("{:+}", total - printed));
    Some(with_rules(builder, note, &muster.cites))
}

fn mix_notes(builder: &GameBuilder, side: u16) -> Vec<Diagnostic> {
    let game = &builder.game;
    if game.counters.is_empty() {
        return Vec::new();
    }
    let title = &game.sides[usize::from(side)].title;
    let mut taken = vec![(0_u32, Span::default()); game.counters.len()];
    let mut notes = Vec::new();
    // Of counters that begin in a box no more can be set up than there are.
    let counted =
        |piece: &&SetupPiece| piece.side == side && piece.unique.is_none() && !game.begins_in_box(side, piece.kind);
    for piece in game.setup.position.pieces.iter().filter(counted) {
        match game.counter_of(side, piece.kind, &piece.printed) {
            Some(at) => taken[at] = (taken[at].0 + 1, piece.span),
            // A kind that is not in the list has unlimited counters.
            None if game.counters.iter().any(|counter| counter.kind == piece.kind) => {
                let note = Diagnostic::remark("counter-mix", "the game has no such counter")
                    .at(piece.span, "set up here")
                    .note(format!(
                        "the counters of {} are: {}",
                        game.kinds[usize::from(piece.kind)].title,
                        mix_of(builder, piece.kind)
                    ));
                notes.push(note);
            }
            None => {}
        }
    }
    for (counter, (count, span)) in
        game.counters.iter().zip(taken).filter(|(counter, (count, _))| *count > counter.count)
    {
        let there = if counter.count == 1 { "is 1".to_owned() } else { format!("are {}", counter.count) };
        let headline = format!("{title} sets up {count} `{}`, and there {there}", counter.label);
        let note =
            Diagnostic::remark("counter-mix", headline).at(span, "the last of them").also(counter.span, "listed here");
        notes.push(with_rules(builder, note, &counter.cites));
    }
    notes
}

/// The looks of a kind's counters, with their numbers.
fn mix_of(builder: &GameBuilder, kind: u16) -> String {
    let own = builder.game.counters.iter().filter(|counter| counter.kind == kind);
    own.map(|counter| format!("`{}` x{}", counter.label, counter.count)).collect::<Vec<_>>().join(", ")
}

fn with_rules(builder: &GameBuilder, note: Diagnostic, cites: &[SectionId]) -> Diagnostic {
    cites.iter().fold(note, |note, section| {
        let section = builder.game.section(*section);
        note.rule(format!("{} {}", section.number, section.title))
    })
}
