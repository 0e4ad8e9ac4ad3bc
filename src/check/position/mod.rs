//! Positions: one notation for scenarios and tests. Types decide which side of a colon is the place.

mod card;
mod piece;
mod setting;
mod spot;
mod state;
mod typed;
mod under_way;

pub(crate) use card::check_cards;
pub(crate) use piece::read_piece;
pub(crate) use setting::{set as set_var, set_weather, var_of};
pub use typed::{read_change, read_typed};

use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, words};
use crate::model::game::Unique;
use crate::model::id::{Ref, StepId};
use crate::model::node::Expr;
use crate::model::sequence::{Repeat, Step};
use crate::model::setup::{Position, SetupPiece};
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{Entry, PositionKind, PositionLine, Thing, Word};

use super::board::Places;
use super::builder::GameBuilder;
use super::counters::unique_named;
use super::error;
use super::kind::{kind_named, report_family};
use super::subject::{side_named, side_of};

use card::{is_zone, read_cards, read_in_force};
use piece::facing_named;
use setting::read_setting;
use spot::{Spot, is_spot, place_of, regions, report_place, spots};
use state::{read_state, state_of};
use under_way::read_under_way;

/// The highest number of a turn of an endless step.
const MOST_TURNS: i64 = 1_000_000;

/// The most kinds named in a message.
const MOST_KINDS: usize = 4;
/// The maximum number of pieces set up at once.
const MOST_PIECES: u32 = 500;

/// Reads lines into a position; `side` is the side whose block contains them.
pub(crate) fn read_lines(builder: &mut GameBuilder, lines: &[PositionLine], side: Option<u16>, into: &mut Position) {
    for line in lines {
        let cites = builder.cites(&line.cites);
        let begin = into.vars.len();
        match &line.kind {
            PositionKind::Block(block) => {
                let Some(side) = side_of(builder, &block.side) else { continue };
                if block.lines.is_empty() {
                    builder.report(error::empty(&block.side.text, block.side.span, "lines of that side"));
                }
                read_lines(builder, &block.lines, Some(side), into);
            }
            PositionKind::Line { left, right } => read_line(builder, left, right, side, into),
            PositionKind::Setting(words) => read_setting(builder, words, side, into),
            PositionKind::UnderWay(lines) => read_under_way(builder, lines, line.span, into),
        }
        if !cites.is_empty() {
            let given = into.vars[begin..].iter().map(|(var, thing, _)| (*var, *thing, cites.clone()));
            into.cited.extend(given);
        }
    }
}

/// Reads one line; the text before the colon decides its kind.
fn read_line(builder: &mut GameBuilder, left: &[Entry], right: &[Entry], side: Option<u16>, into: &mut Position) {
    // The line may begin with a side, unless that is the beginning of the name of a space.
    let mut left: Vec<Entry> = left.to_vec();
    let mut side = side;
    if let Some(first) = left.first()
        && let Some(named) = side_before(builder, first)
        && !names_space(builder, side.unwrap_or(named), first)
        && let Some(first) = left.first_mut().and_then(|entry| entry.things.first_mut())
    {
        side = Some(named);
        first.words.remove(0);
    }
    if says(&left, "in force") {
        read_in_force(builder, right, side, into);
        return;
    }
    if says(&left, "out of play") {
        let nowhere = spot::Spot { spaces: Vec::new(), slot: None, companions: Vec::new() };
        put_all(builder, &[nowhere], right, side, into);
        return;
    }
    if let Some(zone) = only_word(&left).filter(|word| is_zone(builder, &word.text)) {
        read_cards(builder, zone, right, side, into);
        return;
    }
    if let (Some(step), Some(number)) =
        (only_word(&left).and_then(|word| step_named(builder, &word.text)), only_word(right))
    {
        match number.as_int() {
            Some(count) => {
                // Where the turns are endless, a game still lasts no longer than this.
                let turns = turns_of(builder, step).unwrap_or(1..=MOST_TURNS);
                if !turns.contains(&count) {
                    let wanted = format!("a number from {} to {}", turns.start(), turns.end());
                    builder.report(error::wrong_value(number, &wanted));
                }
                into.steps.retain(|(other, _)| *other != step);
                into.steps.push((step, count));
            }
            None => {
                let step = &builder.game.steps[step.at()];
                let wanted = format!("the number of a turn, as in `{}: 1`", step.name);
                let problem = error::wrong_value(number, &wanted);
                let members = step.turns.map(|list| &builder.game.lists[list.at()].members);
                let at = members.and_then(|all| all.iter().position(|member| member.name == plain(&number.text)));
                builder.report(problem.help_if(at.map(|at| format!("write `{}`, its number", at + 1))));
            }
        }
        return;
    }
    // Outside a side's block, places are read from the edge of the first side the line names.
    let words = left.iter().chain(right).flat_map(|entry| &entry.things).flat_map(|thing| &thing.words);
    let named = words.filter_map(|word| side_named(builder, &word.text)).next();
    let viewer = side.or(named).unwrap_or(0);
    if let Some(facing) = only_word(&left).and_then(|word| facing_named(builder, &word.text)) {
        for spaces in regions(builder, viewer, right) {
            into.facings.push((side, spaces, facing));
        }
        return;
    }
    if let [Entry { label: Some(label), things, .. }] = left.as_slice() {
        let plain_place = Entry { label: None, ..left[0].clone() };
        if things.len() == 1 && place_of(builder, viewer, &plain_place).is_some() {
            let place = builder.sources.text(things[0].span).to_owned();
            let things = right.first().map_or("…".to_owned(), |entry| builder.sources.text(entry.span).to_owned());
            let problem = Diagnostic::error("wrong-value", "a label names a piece, not a place")
                .at(label.span, "follows the colon")
                .help(format!("write `{place}: {} = {things}`", label.text));
            builder.report(problem);
            return;
        }
    }
    // `0103 Man x2, 0203: Man`: the first place has no colon.
    if let Some([place, kind, ..]) =
        left.first().and_then(|entry| entry.things.first()).map(|thing| thing.words.as_slice())
        && builder.game.board.spaces.iter().any(|space| space.name == plain(&place.text))
        && kind_named(builder, &kind.text).is_some()
    {
        let problem = Diagnostic::error("unknown-place", format!("no colon after the place `{}`", place.text))
            .at(place.span, "no colon after this")
            .help(format!("write `{}: {} …`, and begin a new line before the next place", place.text, kind.text));
        builder.report(problem);
        return;
    }
    if left.iter().all(|entry| is_spot(builder, viewer, entry)) {
        let spots = spots(builder, viewer, &left);
        put_all(builder, &spots, right, side, into);
    } else if starts_with_thing(builder, &left) {
        let spots = spots(builder, viewer, right);
        put_all(builder, &spots, &left, side, into);
    } else if let Some(var) = state_of(builder, &left) {
        read_state(builder, var, &left, right, (side, viewer), into);
    } else if let Some((word, zone)) =
        only_word(&left).and_then(|word| zone_like(builder, &word.text).map(|zone| (word, zone)))
    {
        builder.report(error::unknown("place, zone or variable", word, [zone.as_str()]));
    } else if let Some(word) = first_word(&left).filter(|word| state_like(builder, &word.text).is_some()) {
        let meant = state_like(builder, &word.text);
        builder.report(error::unknown("flag, variable or place", word, meant.as_deref()));
    } else if let Some(word) = only_word(&left).filter(|word| is_setting(builder, &word.text)) {
        let value = right.first().map_or("…".to_owned(), |entry| builder.sources.text(entry.span).to_owned());
        let problem = error::unfit(&format!("`{}` is set without a colon", word.text), word.span);
        builder.report(problem.help(format!("write `{} {value}`", word.text)));
    } else if let Some(entry) = left.first() {
        report_place(builder, viewer, entry);
    }
}

/// Whether a line without a colon sets this: the weather, or a fact of the game.
fn is_setting(builder: &GameBuilder, name: &str) -> bool {
    let weather = name == "weather" && !builder.game.weathers.is_empty();
    weather || super::value::fact_named(builder, crate::model::id::Domain::Game, name).is_some()
}

/// True if the entries are these words.
fn says(entries: &[Entry], text: &str) -> bool {
    let words = Entry::only_words(entries);
    words.is_some_and(|words| words.iter().map(|word| word.text.as_str()).eq(text.split(' ')))
}

/// The turns of a step whose number is written.
fn turns_of(builder: &GameBuilder, step: StepId) -> Option<RangeInclusive<i64>> {
    let Repeat::Count { from, to: Some(to), .. } = &builder.game.steps[step.at()].repeat else { return None };
    let Expr::Const(Value::Int(to)) = to.expr else { return None };
    (*from <= to).then_some(*from..=to)
}

/// A repeated step of the sequence that counts its turns.
fn step_named(builder: &GameBuilder, name: &str) -> Option<StepId> {
    let spelt = plain(name);
    let counted = |step: &Step| matches!(step.repeat, Repeat::Count { .. } | Repeat::Alternate { .. });
    let counts = |step: &Step| counted(step) && step.name == spelt;
    builder.game.steps.iter().position(counts).map(|at| StepId(at as u16))
}

/// The word of the entries, if it is the only one.
fn only_word(entries: &[Entry]) -> Option<&Word> {
    match Entry::only_words(entries) {
        Some([word]) => Some(word),
        _ => None,
    }
}

/// The first word of the entries, if all words belong to one thing: `controller Scots`.
fn first_word(entries: &[Entry]) -> Option<&Word> {
    Entry::only_words(entries)?.first()
}

/// The side that an entry of several words begins with.
fn side_before(builder: &GameBuilder, entry: &Entry) -> Option<u16> {
    let words = &entry.things.first()?.words;
    if words.len() < 2 {
        return None;
    }
    side_named(builder, &words.first()?.text)
}

/// True if all words of an entry are the name of one space, and not of the box of a side.
fn names_space(builder: &GameBuilder, viewer: u16, entry: &Entry) -> bool {
    let Some((Places::One(space), false)) = place_of(builder, viewer, entry) else { return false };
    builder.game.board.spaces.get(usize::from(space)).is_some_and(|space| space.side_box.is_none())
}

/// True if the left side names pieces or terrain: its first word is a kind, a terrain or a named piece, or one of its
/// words is a kind.
fn starts_with_thing(builder: &GameBuilder, entries: &[Entry]) -> bool {
    let word = entries.first().and_then(|entry| entry.things.first()).and_then(|thing| thing.words.first());
    word.is_some_and(|word| {
        kind_named(builder, &word.text).is_some()
            || super::value::terrain_named(builder, &word.text).is_some()
            || unique_named(builder, &word.text).is_some()
    }) || things_in(builder, entries)
}

/// True if one of the words of the first thing is a kind: `Hereford Knights`.
fn things_in(builder: &GameBuilder, entries: &[Entry]) -> bool {
    let thing = entries.first().and_then(|entry| entry.things.first());
    thing.is_some_and(|thing| thing.words.iter().any(|word| kind_named(builder, &word.text).is_some()))
}

fn put_all(builder: &mut GameBuilder, spots: &[Spot], entries: &[Entry], side: Option<u16>, into: &mut Position) {
    for spot in spots {
        for entry in entries {
            for (index, thing) in entry.things.iter().enumerate() {
                let label = entry.label.as_ref().filter(|_| index == 0).map(|label| plain(&label.text));
                put(builder, thing, spot, side, label, into);
            }
        }
        for thing in &spot.companions {
            put(builder, thing, spot, side, None, into);
        }
    }
}

/// Adds one thing to a place: terrain, or pieces with their values.
fn put(
    builder: &mut GameBuilder,
    thing: &Thing,
    spot: &Spot,
    side: Option<u16>,
    label: Option<String>,
    into: &mut Position,
) {
    let spaces = spot.spaces.as_slice();
    let mut words = thing.words.as_slice();
    let mut side = side;
    let Some(mut first) = words.first() else { return };
    if let Some(named) = side_named(builder, &first.text).filter(|_| words.len() > 1) {
        side = Some(named);
        words = &words[1..];
        first = &words[0];
    }
    if let Some(var) =
        super::value::terrain_named(builder, &first.text).filter(|_| kind_named(builder, &first.text).is_none())
    {
        for &space in spaces {
            into.vars.push((var, Ref::space(space), Value::Flag(true)));
        }
        if label.is_some() || thing.count.is_some() {
            let text = builder.sources.text(thing.span).to_owned();
            builder.report(error::too_much((&text, thing.span), "terrain lies once in a place and has no label"));
        }
        if let Some(more) = words.get(1).or(spot.slot.as_ref()) {
            let problem = error::unknown("word for terrain", more, error::NO_NAMES);
            let help = kind_named(builder, &more.text).map(|_| format!("write a comma before `{}`", more.text));
            builder.report(problem.help_if(help));
        }
        return;
    }
    words = up_to_next(builder, words);
    let unique = words.iter().find_map(|word| unique_named(builder, &word.text));
    let mut printed: Vec<Word> = Vec::new();
    if let Some(unique) = unique {
        // Printed values first, then those given here.
        printed.extend(builder.game.uniques[unique as usize].words.iter().cloned());
        let named = |word: &Word| unique_named(builder, &word.text) == Some(unique);
        printed.extend(words.iter().filter(|word| !named(word)).cloned());
        side = side.or(builder.game.uniques[unique as usize].side);
        words = &printed;
    }
    let Some(kind) = words.iter().find_map(|word| kind_named(builder, &word.text)) else {
        let names = builder.game.kinds.iter().map(|kind| kind.name.clone()).chain(terrain_names(builder));
        let mut names: Vec<String> = names.chain(of_side(builder, side).map(|one| one.name.clone())).collect();
        let mut problem = error::unknown("kind or terrain", first, &names);
        let titled = titled_alike(builder, side, words);
        if problem.help.is_none() && !titled.is_empty() {
            problem = problem.help(format!("did you mean {}?", words::one_of_quoted(&titled)));
        } else if problem.help.is_none() {
            names.extend(builder.game.uniques.iter().map(|one| one.name.clone()));
            problem = error::unknown("kind or terrain", first, &names);
        }
        let kinds = builder.game.kinds.iter().filter(|kind| !kind.is_family).take(MOST_KINDS);
        let kinds: Vec<&str> = kinds.map(|kind| kind.name.as_str()).collect();
        let help = (problem.help.is_none() && !kinds.is_empty()).then(|| {
            format!("name the kind of the piece with its values, for example {}", words::one_of_quoted(&kinds))
        });
        builder.report(problem.help_if(help));
        return;
    };
    if builder.game.kinds[usize::from(kind)].is_family {
        report_family(builder, kind, "name one of its kinds", thing.span);
        return;
    }
    let Some(side) = side else {
        builder
            .report(error::wrong_value((builder.sources.text(thing.span), thing.span), "a piece whose side is known"));
        return;
    };
    let slotted = in_slot(builder, words, spot);
    let mut piece = read_piece(builder, &slotted, kind, side, spaces, label, thing.span);
    piece.unique = unique;
    let count = builder.counted(thing.count, MOST_PIECES, "pieces", last_word(builder, thing.span));
    if count == 0 {
        builder.report(error::wrong_value(("x0", thing.span), "a number of pieces").help("remove the piece"));
    }
    for _ in 0..count {
        into.pieces.push(piece.clone());
    }
}

/// The words of the first of several pieces that no comma separates; `and` and a number of pieces end it.
fn up_to_next<'w>(builder: &mut GameBuilder, words: &'w [Word]) -> &'w [Word] {
    let counts = |word: &Word| word.text.strip_prefix('x').is_some_and(|rest| rest.parse::<u32>().is_ok());
    let joins = |word: &Word| matches!(word.text.as_str(), "and" | "plus");
    let Some(at) = words.iter().position(|word| joins(word) || counts(word)).filter(|at| *at > 0) else { return words };
    let Some(next) = (if joins(&words[at]) { Some(at) } else { Some(at + 1) }).and_then(|next| words.get(next)) else {
        return words;
    };
    let begins_piece =
        |word: &Word| kind_named(builder, &word.text).is_some() || unique_named(builder, &word.text).is_some();
    // `Kern x2 steps 1`: no other piece follows.
    if !joins(next) && !words[at + 1..].iter().any(begins_piece) {
        let moved: Vec<&str> =
            words[..at].iter().chain(&words[at + 1..]).chain([&words[at]]).map(|word| word.text.as_str()).collect();
        builder.report(
            Diagnostic::error("said-twice", "the number of pieces comes last")
                .at(words[at].span, "more follows")
                .help(format!("write `{}`", moved.join(" "))),
        );
        return &words[..at];
    }
    let problem = match joins(next) {
        true => {
            error::unfit("pieces are separated by commas", next.span).help(format!("write `,` for `{}`", next.text))
        }
        false => Diagnostic::error("said-twice", "pieces are separated by commas")
            .at(next.span, "a comma is missing before this")
            .help(format!("write `,` before `{}`", next.text)),
    };
    builder.report(problem);
    &words[..at]
}

/// The words of a piece, with the named slot behind its place: `Nantes inside: MA` is `Nantes: MA slot inside`.
fn in_slot(builder: &mut GameBuilder, words: &[Word], spot: &Spot) -> Vec<Word> {
    let mut words = words.to_vec();
    let Some(named) = builder.game.board.named_slots.clone() else { return words };
    let own = words.iter().position(|word| plain(&word.text) == "slot").and_then(|at| words.get(at + 1)).cloned();
    match (&own, &spot.slot) {
        (Some(own), Some(slot)) => {
            let problem = error::unfit("the slot of this piece is given twice", own.span).also(slot.span, "first");
            builder.report(problem.help("name the slot either after the place or after the piece"));
        }
        (None, Some(slot)) => {
            words.push(Word { text: "slot".to_owned(), ..slot.clone() });
            words.push(slot.clone());
        }
        (_, None) => {}
    }
    let Some(slot) = own.as_ref().or(spot.slot.as_ref()) else { return words };
    if spot.spaces.len() > 1 {
        builder.report(error::unfit("where the owner chooses the place, no slot can be given", slot.span));
    } else if let Some(space) = spot.spaces.iter().find(|space| !named.spaces.has(**space)) {
        let title = builder.game.board.spaces[usize::from(*space)].title.clone();
        builder.report(error::unfit(&format!("`{title}` has no slots"), slot.span));
    }
    words
}

fn terrain_names(builder: &GameBuilder) -> Vec<String> {
    builder.game.terrains.iter().map(|var| builder.game.vars[var.at()].name.clone()).collect()
}

/// Reports variables that refer to a label that no piece has. Pieces of the scenario may have labels too.
pub(crate) fn check_labels(builder: &mut GameBuilder, position: &Position) {
    let pieces = || position.pieces.iter().chain(&builder.game.setup.position.pieces);
    let mut known: Vec<String> = pieces().filter_map(|piece| piece.label.clone()).collect();
    known.extend(builder.game.uniques.iter().map(|unique| unique.name.clone()));
    let own = position.pieces.iter().flat_map(|piece| piece.refs.iter().map(|(var, label)| (*var, label, piece.span)));
    let others = position.refs.iter().map(|(var, _, label, span)| (*var, label, *span));
    for (var, label, span) in own.chain(others).filter(|(_, label, _)| !known.contains(label)) {
        let what = format!("piece for `{}`", builder.game.vars[var.at()].name);
        let problem = error::unknown(&what, (label, span), &known);
        builder.report(problem.note("a variable names another piece by its label: `a = MA 2-3`"));
    }
    for (label, span) in under_way::labels(position).filter(|(label, _)| !known.contains(label)) {
        let problem = error::unknown("piece", (label, span), &known);
        builder.report(problem.note("what is under way names a piece by its label: `a = MA 2-3`"));
    }
}

/// Reports a label that two entries of a set-up give, and a piece with a name of its own that stands in two.
pub(crate) fn check_names_once(builder: &mut GameBuilder, position: &Position) {
    check_uniques_once(builder, &position.pieces);
    let mut labelled: FxHashMap<&str, Span> = FxHashMap::default();
    for piece in &position.pieces {
        let Some(label) = &piece.label else { continue };
        match labelled.get(label.as_str()) {
            // Several pieces of one entry, `man = MA x2`, share its label.
            Some(first) if *first == piece.span => {}
            Some(first) => builder.diagnostics.push(error::label_twice(label, piece.span, *first)),
            None => drop(labelled.insert(label, piece.span)),
        }
    }
}

/// Reports a piece with a name of its own that these lines set up twice.
pub(crate) fn check_uniques_once(builder: &mut GameBuilder, pieces: &[SetupPiece]) {
    let mut placed: FxHashMap<u16, Span> = FxHashMap::default();
    for piece in pieces {
        // One that begins in a box is missing there the second time, which is reported with the counters of the box.
        let unique = piece.unique.map(|at| (at, &builder.game.uniques[usize::from(at)]));
        if let Some((at, unique)) = unique.filter(|(_, unique)| unique.begins.is_none()) {
            match placed.get(&at) {
                Some(first) => builder.diagnostics.push(error::unique_twice(&unique.name, piece.span, *first)),
                None => drop(placed.insert(at, piece.span)),
            }
        }
    }
}

/// Reports more pieces in a space than it has slots.
pub(crate) fn check_slots(builder: &mut GameBuilder, position: &Position) {
    let Some(slots) = builder.game.board.slots.clone() else { return };
    let Some(kinds) = builder.game.slotted_kinds() else { return };
    let sides = builder.game.sides.len();
    let mut counts = vec![0u32; builder.game.board.spaces.len() * sides];
    let mut taken: Vec<(usize, u8)> = Vec::new();
    for piece in &position.pieces {
        let [space] = piece.places.as_slice() else { continue };
        if !kinds.has(piece.kind) || !slots.spaces.has(*space) {
            continue;
        }
        let place = *space as usize * sides + piece.side as usize;
        if let Some(slot) = piece.slot {
            if slot == 0 || u32::from(slot) > u32::from(slots.count) {
                let most = i64::from(slots.count);
                builder.report(error::out_of_range(i64::from(slot), piece.span, 1, most));
            } else if taken.contains(&(place, slot)) {
                builder.report(error::unfit(&format!("slot {slot} holds one piece"), piece.span));
            }
            taken.push((place, slot));
        }
        let at = &mut counts[place];
        *at += 1;
        if *at == u32::from(slots.count) + 1 {
            let title =
                builder.game.board.spaces[*space as usize].titles.get(piece.side as usize).cloned().unwrap_or_default();
            let mut problem = Diagnostic::error("place-full", format!("{title} is full"))
                .at(piece.span, format!("only {} slots", slots.count));
            if let Some(section) = slots.cites.first() {
                let section = builder.game.section(*section);
                problem = problem.rule(format!("{} {}", section.number, section.title));
            }
            builder.report(problem);
        }
    }
}

/// The zone of cards with a similar name, unless a place or variable is more similar.
fn zone_like(builder: &GameBuilder, name: &str) -> Option<String> {
    let zones = || builder.game.zones.iter().map(|zone| zone.name.as_str());
    let near = crate::diagnostic::nearest(name, zones())?;
    let places = super::board::place_names(builder, 0);
    let vars = builder.game.vars.iter().map(|var| var.name.as_str());
    let all = places.iter().map(String::as_str).chain(vars).chain([near]);
    (crate::diagnostic::nearest(name, all)? == near).then(|| near.to_owned())
}

/// The named pieces that a side may have: its own, and those of no side.
fn of_side<'b>(builder: &'b GameBuilder<'_>, side: Option<u16>) -> impl Iterator<Item = &'b Unique> {
    builder.game.uniques.iter().filter(move |one| side.is_none() || one.side.is_none() || one.side == side)
}

/// The names of the pieces of a side whose titles have the most of these words.
fn titled_alike<'b>(builder: &'b GameBuilder<'_>, side: Option<u16>, words: &[Word]) -> Vec<&'b str> {
    let said: Vec<String> = words.iter().map(|word| plain(&word.text).to_lowercase()).collect();
    let is_said = |part: &&str| said.contains(&plain(part).to_lowercase());
    let shared = |one: &Unique| one.title.split_whitespace().filter(is_said).count();
    let most = of_side(builder, side).map(shared).max().unwrap_or(0);
    let alike = of_side(builder, side).filter(|one| most > 0 && shared(one) == most);
    alike.map(|one| one.name.as_str()).take(MOST_KINDS).collect()
}

/// The flag or variable with a similar name, unless a place is more similar.
fn state_like(builder: &GameBuilder, name: &str) -> Option<String> {
    let names = builder.game.vars.iter().map(|var| var.name.as_str());
    let near = crate::diagnostic::nearest(name, names)?;
    let places = super::board::place_names(builder, 0);
    let near_place = crate::diagnostic::nearest(name, places.iter().map(String::as_str).chain([near]))?;
    (near_place == near).then(|| near.to_owned())
}

/// The span of the last word at a span: how many things there are.
fn last_word(builder: &GameBuilder, span: crate::source::Span) -> crate::source::Span {
    let text = builder.sources.text(span);
    let start = text.rfind([' ', '\t']).map_or(0, |blank| blank + 1);
    span.part(start, text.len() - start)
}
