//! Positions: one notation for scenarios and tests. Types tell which side of a colon is the place and which the things.

use crate::model::id::{Domain, Ref, StepId, VarId, ZoneId};
use crate::model::set::BitSet;
use crate::model::setup::{Position, SetupPiece};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, Entry, PositionKind, PositionLine, Thing, Word, WordKind};

use super::board::{Places, place_names, places};
use super::counters::unique_named;
use super::error;
use super::maker::Maker;
use super::phrase::about_things;
use super::subject::side_named;
use super::value;

/// Reads lines into a position; `side` is the side in whose block they stand.
pub(crate) fn read_lines(maker: &mut Maker, lines: &[PositionLine], side: Option<u16>, into: &mut Position) {
    for line in lines {
        maker.cites(&line.cites);
        match &line.kind {
            PositionKind::Block(block) => match side_named(maker, &block.side.text) {
                Some(side) => read_lines(maker, &block.lines, Some(side), into),
                None => {
                    let names: Vec<String> = maker.game.sides.iter().map(|side| side.name.clone()).collect();
                    maker.report(error::unknown(
                        "side",
                        &block.side.text,
                        block.side.span,
                        names.iter().map(String::as_str),
                    ));
                }
            },
            PositionKind::Line { left, right } => read_line(maker, left, right, side, into),
        }
    }
}

fn read_line(maker: &mut Maker, left: &[Entry], right: &[Entry], side: Option<u16>, into: &mut Position) {
    // A side may be the first word of the line.
    let mut left: Vec<Entry> = left.to_vec();
    let mut side = side;
    if let Some(first) = left.first_mut().and_then(|entry| entry.things.first_mut()) {
        let named = first.words.first().and_then(|word| side_named(maker, &word.text));
        if named.is_some() && first.words.len() > 1 {
            side = named;
            first.words.remove(0);
        }
    }
    if let Some(zone) = only_word(&left).and_then(|word| zone_named(maker, &word.text)) {
        read_cards(maker, zone, right, side, into);
        return;
    }
    if let (Some(step), Some(number)) =
        (only_word(&left).and_then(|word| step_named(maker, &word.text)), only_word(right))
    {
        match number.as_int() {
            Some(count) => into.steps.push((step, count)),
            None => maker.report(error::wrong_value(&number.text, number.span, "a number, as in `turn: 9`")),
        }
        return;
    }
    // Outside the block of a side, places are read from the edge of the side that the line names first.
    let words = left.iter().chain(right).flat_map(|entry| &entry.things).flat_map(|thing| &thing.words);
    let named = words.filter_map(|word| side_named(maker, &word.text)).next();
    let viewer = side.or(named).unwrap_or(0);
    if let Some(facing) = only_word(&left).and_then(|word| facing_named(maker, &word.text)) {
        for (spaces, _) in regions(maker, viewer, right) {
            into.facings.push((side, spaces, facing));
        }
        return;
    }
    if left.iter().all(|entry| place_of(maker, viewer, entry).is_some()) {
        let spots = spots(maker, viewer, &left);
        put_all(maker, &spots, right, side, into);
    } else if starts_with_thing(maker, &left) {
        let spots = spots(maker, viewer, right);
        put_all(maker, &spots, &left, side, into);
    } else if let Some(var) = state_of(maker, &left) {
        read_state(maker, var, &left, right, (side, viewer), into);
    } else if let Some(entry) = left.first() {
        report_place(maker, viewer, entry);
    }
}

/// A step of the sequence that is repeated and counts its turns.
fn step_named(maker: &Maker, name: &str) -> Option<StepId> {
    let spelt = plain(name);
    let counts = |step: &crate::model::sequence::Step| {
        matches!(step.repeat, crate::model::sequence::Repeat::Count { .. }) && step.name == spelt
    };
    maker.game.steps.iter().position(counts).map(|at| StepId(at as u16))
}

/// A direction in which pieces may face.
fn facing_named(maker: &Maker, name: &str) -> Option<u16> {
    let spelt = plain(name);
    let facing = maker.game.facing.as_ref()?;
    facing.directions.iter().copied().find(|at| maker.game.board.directions[*at as usize].name == spelt)
}

/// The spaces that entries name, whole regions as well.
fn regions(maker: &mut Maker, side: u16, entries: &[Entry]) -> Vec<(BitSet, Span)> {
    let mut found = Vec::new();
    for entry in entries {
        match place_of(maker, side, entry) {
            Some((places, _)) => found.push((places.spaces(), entry.span)),
            None => report_place(maker, side, entry),
        }
    }
    found
}

fn only_word(entries: &[Entry]) -> Option<&Word> {
    match entries {
        [Entry { things, label: None, .. }] => match things.as_slice() {
            [Thing { words, count: None, .. }] => match words.as_slice() {
                [word] => Some(word),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn zone_named(maker: &Maker, name: &str) -> Option<ZoneId> {
    let spelt = plain(name);
    maker.game.zones.iter().position(|zone| zone.name == spelt).map(|index| ZoneId(index as u16))
}

fn read_cards(maker: &mut Maker, zone: ZoneId, entries: &[Entry], side: Option<u16>, into: &mut Position) {
    for thing in entries.iter().flat_map(|entry| &entry.things) {
        let words: Vec<&str> = thing.words.iter().map(|word| word.text.as_str()).collect();
        let name = words.join(" ");
        match card_named(maker, &name) {
            Some(def) => {
                for _ in 0..thing.count.unwrap_or(1).min(200) {
                    into.cards.push((zone, side, def));
                }
            }
            None => {
                let names: Vec<String> = maker.game.card_defs.iter().map(|def| def.name.clone()).collect();
                maker.report(error::unknown("card", &name, thing.span, names.iter().map(String::as_str)));
            }
        }
    }
}

/// The printed card of this name or title.
pub(crate) fn card_named(maker: &Maker, name: &str) -> Option<u16> {
    let spelt = plain(name);
    maker.game.card_defs.iter().position(|def| def.name == spelt || def.title == name).map(|index| index as u16)
}

/// The place that the first thing of an entry names; `any rear` is a choice of its owner.
fn place_of(maker: &Maker, side: u16, entry: &Entry) -> Option<(Places, bool)> {
    let thing = entry.things.first()?;
    let mut words: Vec<&str> = thing.words.iter().map(|word| word.text.as_str()).collect();
    let any = words.len() > 1 && words[0] == "any";
    if any {
        words.remove(0);
    }
    if thing.count.is_some() || entry.label.is_some() {
        return None;
    }
    places(maker, side, &words).map(|place| (place, any))
}

/// The places that entries name; what names none is reported.
fn spots(maker: &mut Maker, side: u16, entries: &[Entry]) -> Vec<(Vec<u16>, Vec<Thing>)> {
    let mut spots = Vec::new();
    for entry in entries {
        match spot(maker, side, entry) {
            Some(spot) => spots.push(spot),
            None => report_place(maker, side, entry),
        }
    }
    spots
}

/// The spaces of an entry that names a place, with the companions behind its `+`.
fn spot(maker: &Maker, side: u16, entry: &Entry) -> Option<(Vec<u16>, Vec<Thing>)> {
    let (place, any) = place_of(maker, side, entry)?;
    let spaces: Vec<u16> = match place {
        Places::One(space) => vec![space],
        Places::Many(set) if any || set.count() == 1 => set.iter().collect(),
        Places::Many(_) => return None,
    };
    Some((spaces, entry.things.get(1..).unwrap_or_default().to_vec()))
}

fn report_place(maker: &mut Maker, side: u16, entry: &Entry) {
    let text = maker.sources.text(entry.things.first().map_or(entry.span, |thing| thing.span)).to_owned();
    let span = entry.things.first().map_or(entry.span, |thing| thing.span);
    if place_of(maker, side, entry).is_some() {
        maker.report(
            error::wrong_value(&text, span, "a single place")
                .help(format!("write `any {text}` to let the owner choose one of them")),
        );
        return;
    }
    let names = place_names(maker, side);
    maker.report(error::unknown_place(&text, span, names.iter().map(String::as_str)));
}

/// Whether the left side speaks of pieces or terrain: its first word is a kind, or a flag of spaces.
fn starts_with_thing(maker: &Maker, entries: &[Entry]) -> bool {
    let word = entries.first().and_then(|entry| entry.things.first()).and_then(|thing| thing.words.first());
    word.is_some_and(|word| {
        kind_named(maker, &word.text).is_some()
            || terrain_named(maker, &word.text).is_some()
            || unique_named(maker, &word.text).is_some()
    }) || things_in(maker, entries)
}

/// Whether one of the words of the first thing is a kind: `Hereford Knights`.
fn things_in(maker: &Maker, entries: &[Entry]) -> bool {
    let thing = entries.first().and_then(|entry| entry.things.first());
    thing.is_some_and(|thing| thing.words.iter().any(|word| kind_named(maker, &word.text).is_some()))
}

/// The kind of this name.
pub(crate) fn kind_named(maker: &Maker, name: &str) -> Option<u16> {
    value::thing_named(maker, Domain::Kind, name).map(|thing| thing.index)
}

fn terrain_named(maker: &Maker, name: &str) -> Option<VarId> {
    let spelt = plain(name);
    maker.game.terrains.iter().copied().find(|var| maker.game.vars[var.at()].name == spelt)
}

/// The variable or flag that a state line sets.
fn state_of(maker: &Maker, entries: &[Entry]) -> Option<VarId> {
    let word = entries.first()?.things.first()?.words.first()?;
    let spelt = plain(&word.text);
    maker.game.vars.iter().position(|var| var.name == spelt).map(|index| VarId(index as u16))
}

fn put_all(
    maker: &mut Maker,
    spots: &[(Vec<u16>, Vec<Thing>)],
    entries: &[Entry],
    side: Option<u16>,
    into: &mut Position,
) {
    for (spaces, companions) in spots {
        for entry in entries {
            for (index, thing) in entry.things.iter().enumerate() {
                let label = entry.label.as_ref().filter(|_| index == 0).map(|label| plain(&label.text));
                put(maker, thing, spaces, side, label, into);
            }
        }
        for thing in companions {
            put(maker, thing, spaces, side, None, into);
        }
    }
}

/// One thing in a place: terrain, or pieces with what is said of them.
fn put(
    maker: &mut Maker,
    thing: &Thing,
    spaces: &[u16],
    side: Option<u16>,
    label: Option<String>,
    into: &mut Position,
) {
    let mut words = thing.words.as_slice();
    let mut side = side;
    let Some(mut first) = words.first() else { return };
    if let Some(named) = side_named(maker, &first.text).filter(|_| words.len() > 1) {
        side = Some(named);
        words = &words[1..];
        first = &words[0];
    }
    if let Some(var) = terrain_named(maker, &first.text).filter(|_| kind_named(maker, &first.text).is_none()) {
        for &space in spaces {
            into.vars.push((var, Ref::space(space), Value::Flag(true)));
        }
        if let Some(more) = words.get(1) {
            maker.report(error::unknown("word for terrain", &more.text, more.span, []));
        }
        return;
    }
    let unique = words.iter().find_map(|word| unique_named(maker, &word.text));
    let mut printed: Vec<Word> = Vec::new();
    if let Some(unique) = unique {
        // What is printed on it first, then what is said of it here.
        printed.extend(maker.unique_words[unique as usize].iter().cloned());
        let named = |word: &Word| unique_named(maker, &word.text) == Some(unique);
        printed.extend(words.iter().filter(|word| !named(word)).cloned());
        side = side.or(maker.game.uniques[unique as usize].side);
        words = &printed;
    }
    let Some(kind) = words.iter().find_map(|word| kind_named(maker, &word.text)) else {
        let names = maker.game.kinds.iter().map(|kind| kind.name.clone()).chain(terrain_names(maker));
        let names: Vec<String> = names.collect();
        maker.report(error::unknown("kind or terrain", &first.text, first.span, names.iter().map(String::as_str)));
        return;
    };
    let Some(side) = side else {
        maker.report(error::wrong_value(maker.sources.text(thing.span), thing.span, "a piece whose side is known"));
        return;
    };
    let mut piece = read_piece(maker, words, kind, side, spaces, label, thing.span);
    piece.unique = unique;
    let count = thing.count.unwrap_or(1).min(500);
    for _ in 0..count {
        into.pieces.push(piece.clone());
    }
}

fn terrain_names(maker: &Maker) -> Vec<String> {
    maker.game.terrains.iter().map(|var| maker.game.vars[var.at()].name.clone()).collect()
}

/// A piece as it is written: its kind among the words, then values, facts, variables.
pub(crate) fn read_piece(
    maker: &mut Maker,
    words: &[Word],
    kind: u16,
    side: u16,
    spaces: &[u16],
    label: Option<String>,
    span: Span,
) -> SetupPiece {
    let printed = maker.game.kinds[kind as usize].facts.clone();
    let mode = maker.game.kinds[kind as usize].modes.first().copied();
    let mut piece = SetupPiece {
        kind,
        unique: None,
        mode,
        facing: None,
        side,
        places: spaces.to_vec(),
        slot: None,
        printed,
        vars: Vec::new(),
        refs: Vec::new(),
        label,
        span,
    };
    let notation = maker.game.kinds[kind as usize].notation.clone();
    let mut given = vec![false; maker.game.facts.len()];
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let spelt = plain(&word.text);
        if kind_named(maker, &word.text) == Some(kind) && word.kind != WordKind::Notation {
            continue;
        }
        if let Some(read) =
            notation.as_ref().and_then(|notation| value::read_notation(maker, &notation.parts, &word.text))
        {
            for (fact, value) in read {
                piece.printed[fact.at()] = value;
                given[fact.at()] = true;
            }
        } else if spelt == "slot" {
            match rest.next().and_then(|word| Some((word, word.as_int()?))) {
                Some((word, number)) => match u8::try_from(number) {
                    Ok(slot) => piece.slot = Some(slot),
                    Err(_) => maker.report(error::out_of_range(number, word.span, 1, 255)),
                },
                None => maker.report(error::wrong_value("slot", word.span, "followed by a number")),
            }
        } else if let Some(var) = var_named(maker, Domain::Piece, &spelt) {
            let ty = maker.game.vars[var.at()].ty;
            let value = if ty == Type::Flag {
                Some(Value::Flag(true))
            } else if ty.domain() == Some(Domain::Piece) {
                // Another piece of the position, by its label.
                piece.refs.extend(rest.next().map(|word| (var, plain(&word.text))));
                None
            } else {
                rest.next().and_then(|word| value::read_value(maker, word, ty, None))
            };
            piece.vars.extend(value.map(|value| (var, value)));
        } else if let Some(fact) = value::fact_named(maker, Domain::Piece, &spelt) {
            let ty = maker.game.facts[fact.at()].ty;
            let value = if ty == Type::Flag {
                Some(Value::Flag(true))
            } else {
                rest.next().and_then(|word| value::read_value(maker, word, ty, Some(fact)))
            };
            if let Some(value) = value {
                piece.printed[fact.at()] = value;
                given[fact.at()] = true;
            }
        } else if let Some(&mode) =
            maker.game.kinds[kind as usize].modes.iter().find(|&&mode| maker.game.modes[mode as usize].name == spelt)
        {
            piece.mode = Some(mode);
        } else if let Some((fact, value)) = value::bare_value(maker, Domain::Piece, word) {
            if facing_named(maker, &word.text).is_some() {
                let fact = maker.game.facts[fact.at()].name.clone();
                let problem = error::wrong_value(&word.text, word.span, "a single thing")
                    .help(format!("write `{fact} {0}` or `facing {0}`: it may be either", word.text));
                maker.report(problem);
            }
            piece.printed[fact.at()] = value;
            given[fact.at()] = true;
        } else if spelt == "facing" && maker.game.facing.is_some() {
            piece.facing = rest.next().and_then(|word| read_facing(maker, word));
        } else if let Some(facing) = facing_named(maker, &word.text) {
            piece.facing = Some(facing);
        } else {
            report_word(maker, word, kind);
        }
    }
    // What else is printed on a counter stands where the counters are listed.
    if let Some(counter) = maker.game.counter_of(side, kind, &piece.printed) {
        let counter = &maker.game.counters[counter];
        for fact in counter.gives.iter().filter(|fact| !given[fact.at()]) {
            piece.printed[fact.at()] = counter.printed[fact.at()].clone();
        }
    }
    require(maker, &piece, &given);
    piece
}

/// The direction behind `facing`.
fn read_facing(maker: &mut Maker, word: &Word) -> Option<u16> {
    let found = facing_named(maker, &word.text);
    if found.is_none() {
        let facing = maker.game.facing.as_ref().map(|facing| facing.directions.clone()).unwrap_or_default();
        let names: Vec<String> =
            facing.iter().map(|at| maker.game.board.directions[*at as usize].name.clone()).collect();
        maker.report(error::unknown("direction", &word.text, word.span, names.iter().map(String::as_str)));
    }
    found
}

/// A word behind a kind that says nothing: a notation that does not fit is shown with what fits.
fn report_word(maker: &mut Maker, word: &Word, kind: u16) {
    let shape = maker.game.kinds[kind as usize].notation.as_ref().map(|notation| spell(maker, notation));
    let mut names: Vec<String> = value::facts_of(maker, Domain::Piece);
    names.extend(maker.game.vars.iter().filter(|var| var.subject == Domain::Piece).map(|var| var.name.clone()));
    let modes = maker.game.kinds[kind as usize].modes.iter();
    names.extend(modes.map(|&mode| maker.game.modes[mode as usize].name.clone()));
    names.extend(["slot", "facing"].map(str::to_owned));
    let problem =
        error::unknown("fact, flag or value of this piece", &word.text, word.span, names.iter().map(String::as_str));
    let problem = match shape.filter(|_| word.kind != WordKind::Ident) {
        Some(shape) => {
            problem.note(format!("the values of `{}` are typed `{shape}`", maker.game.kinds[kind as usize].name))
        }
        None => problem,
    };
    maker.report(problem);
}

fn spell(maker: &Maker, notation: &crate::model::game::Notation) -> String {
    use crate::model::game::NotationPart;
    let part = |part: &NotationPart| match part {
        NotationPart::Literal(text) => text.clone(),
        NotationPart::Fact(fact) => maker.game.facts[fact.at()].name.clone(),
        NotationPart::Mark(_, mark) => format!("[{mark}]"),
    };
    notation.parts.iter().map(part).collect()
}

/// Facts that must be given, by the kind, its mode or here.
fn require(maker: &mut Maker, piece: &SetupPiece, given: &[bool]) {
    for index in 0..maker.game.facts.len() {
        let fact = &maker.game.facts[index];
        let absent = fact.subject == Domain::Piece
            && fact.default.is_none()
            && !given[index]
            && piece.printed[index] == Value::None;
        let in_mode = maker.game.kinds[piece.kind as usize]
            .modes
            .iter()
            .any(|&mode| maker.game.modes[mode as usize].facts.iter().any(|(other, _)| other.at() == index));
        if absent && !in_mode {
            let kind = format!("this {}", maker.game.kinds[piece.kind as usize].title);
            let problem = error::missing_fact(&fact.name, &kind, piece.span, fact.span);
            maker.report(problem);
        }
    }
}

fn var_named(maker: &Maker, subject: Domain, name: &str) -> Option<VarId> {
    maker.game.vars.iter().position(|var| var.subject == subject && var.name == name).map(|index| VarId(index as u16))
}

/// `rash: French KT`, `fort 3: Brest`, `holder montfort: Leon, Gernev`.
fn read_state(
    maker: &mut Maker,
    var: VarId,
    left: &[Entry],
    right: &[Entry],
    (side, viewer): (Option<u16>, u16),
    into: &mut Position,
) {
    let ty = maker.game.vars[var.at()].ty;
    let words = left.first().and_then(|entry| entry.things.first()).map_or(&[][..], |thing| &thing.words);
    let value = match (ty, words.get(1)) {
        (Type::Flag, None) => Some(Value::Flag(true)),
        (ty, Some(word)) => value::read_value(maker, word, ty, None),
        (ty, None) => {
            let word = &words[0];
            maker.report(error::wrong_value(&word.text, word.span.after(), &error::type_word(ty)));
            None
        }
    };
    let Some(value) = value else { return };
    let subject = maker.game.vars[var.at()].subject;
    let mut of_side: Option<Span> = None;
    for entry in right {
        let Some(thing) = entry.things.first() else { continue };
        let names: Vec<&str> = thing.words.iter().map(|word| word.text.as_str()).collect();
        match subject {
            Domain::Piece => {
                let names_side = names.iter().any(|name| side_named(maker, name).is_some());
                match of_side {
                    Some(first) if side.is_none() && !names_side => {
                        maker.report(error::both_sides(maker.sources.text(thing.span), thing.span, first));
                    }
                    _ => of_side = of_side.or(names_side.then_some(thing.span)),
                }
                let mut words: Vec<ast::PhraseWord> = Vec::new();
                if let Some(side) = side.filter(|_| !names_side) {
                    let text = maker.game.sides[side as usize].name.clone();
                    words.push(ast::PhraseWord::Word { not: false, name: ast::Name { text, span: thing.span } });
                }
                words.extend(thing.words.iter().map(|word| ast::PhraseWord::Word { not: false, name: word.to_name() }));
                match about_things(maker, &words, Domain::Piece) {
                    Some(phrase) => into.phrases.push((var, phrase, value.clone())),
                    None => maker.report(error::empty_phrase(
                        &names.join(" "),
                        thing.span,
                        "these words do not all speak of pieces",
                    )),
                }
            }
            Domain::Space => match places(maker, viewer, &names) {
                Some(place) => {
                    into.vars.extend(place.spaces().iter().map(|space| (var, Ref::space(space), value.clone())))
                }
                None => {
                    let known = place_names(maker, viewer);
                    maker.report(error::unknown_place(&names.join(" "), thing.span, known.iter().map(String::as_str)));
                }
            },
            domain => match value::thing_named(maker, domain, &names.join(" ")) {
                Some(thing) => into.vars.push((var, thing, value.clone())),
                None => {
                    let known = value::thing_names(maker, domain);
                    maker.report(error::unknown(
                        "such thing",
                        &names.join(" "),
                        thing.span,
                        known.iter().map(String::as_str),
                    ));
                }
            },
        }
    }
}

/// More pieces than slots in a space.
pub(crate) fn check_slots(maker: &mut Maker, position: &Position) {
    let Some(slots) = maker.game.board.slots.clone() else { return };
    let Some(kinds) = maker.game.slotted_kinds() else { return };
    let sides = maker.game.sides.len();
    let mut counts = vec![0u32; maker.game.board.spaces.len() * sides];
    for piece in &position.pieces {
        let [space] = piece.places.as_slice() else { continue };
        if !kinds.has(piece.kind) || !slots.spaces.has(*space) {
            continue;
        }
        let at = &mut counts[*space as usize * sides + piece.side as usize];
        *at += 1;
        if *at == u32::from(slots.count) + 1 {
            let title =
                maker.game.board.spaces[*space as usize].titles.get(piece.side as usize).cloned().unwrap_or_default();
            let mut problem =
                crate::diagnostic::Diagnostic::error("place-full", format!("no room for more in {title}"))
                    .at(piece.span, format!("only {} slots", slots.count));
            if let Some(section) = slots.cites.first() {
                let section = maker.game.section(*section);
                problem = problem.rule(format!("{} {}", section.number, section.title));
            }
            maker.report(problem);
        }
    }
}
