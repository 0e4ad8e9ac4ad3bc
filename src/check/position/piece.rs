//! Pieces in positions: a kind among the words, then values, facts and variables.

use crate::model::game::{Notation, NotationPart};
use crate::model::id::{Domain, VarId};
use crate::model::setup::SetupPiece;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{Word, WordKind};

use super::super::error;
use super::super::kind::kind_named;
use super::super::maker::Maker;
use super::super::value;

/// Reads a piece: a kind among its words, then values, facts and variables.
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
    let given = read_words(maker, &mut piece, words);
    // The other printed values come from the list of counters.
    if let Some(counter) = maker.game.counter_meant(side, kind, &piece.printed, &given) {
        let counter = &maker.game.counters[counter];
        for fact in counter.gives.iter().filter(|fact| !given[fact.at()]) {
            piece.printed[fact.at()] = counter.printed[fact.at()].clone();
        }
    }
    require(maker, &piece, &given);
    piece
}

/// Reads the words of a piece into it. Returns for each fact whether it was given.
pub(super) fn read_words(maker: &mut Maker, piece: &mut SetupPiece, words: &[Word]) -> Vec<bool> {
    let (kind, span) = (piece.kind, piece.span);
    let notation = maker.game.kinds[kind as usize].notation.clone();
    let mut given = vec![false; maker.game.facts.len()];
    // The values given in the text of the piece itself, with their spans; each may be given once. Printed values may be
    // overridden.
    let mut said: Vec<(String, Span)> = Vec::new();
    let before = maker.diagnostics.len();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let spelt = plain(&word.text);
        let mut once = |maker: &mut Maker, what: String| {
            let here = word.span.source == span.source && span.start <= word.span.start && word.span.end <= span.end;
            // The value after a misspelt name is not reported again.
            let sound = maker.diagnostics.len() == before;
            match said.iter().find(|(other, _)| here && sound && *other == what) {
                Some((_, earlier)) => maker.report(error::said_twice(&word.text, word.span, *earlier, &what)),
                None if here => said.push((what, word.span)),
                None => {}
            }
        };
        if kind_named(maker, &word.text) == Some(kind) && word.kind != WordKind::Notation {
            once(maker, "the kind".to_owned());
            continue;
        }
        if let Some(read) =
            notation.as_ref().and_then(|notation| value::read_notation(maker, &notation.parts, &word.text))
        {
            once(maker, "the values".to_owned());
            for (fact, value) in read {
                piece.printed[fact.at()] = value;
                given[fact.at()] = true;
            }
        } else if spelt == "slot" && maker.game.board.named_slots.is_none() {
            once(maker, "the slot".to_owned());
            match rest.next().and_then(|word| Some((word, word.as_int()?))) {
                Some((word, number)) => match u8::try_from(number) {
                    Ok(slot) => piece.slot = Some(slot),
                    Err(_) => maker.report(error::out_of_range(number, word.span, 1, 255)),
                },
                None => maker.report(error::unfit("`slot` needs a number after it", word.span)),
            }
        } else if let Some((var, name)) = lowered(maker, word, rest.as_slice().first()) {
            once(maker, format!("`{name}`"));
            rest.next();
            piece.vars.push((var, Value::Flag(false)));
        } else if let Some(var) = var_named(maker, Domain::Piece, &spelt) {
            once(maker, format!("`{spelt}`"));
            let ty = maker.game.vars[var.at()].ty;
            let value = if ty == Type::Flag {
                Some(Value::Flag(true))
            } else if ty.domain() == Some(Domain::Piece) {
                // The label of another piece in the position.
                let label = needed(maker, rest.next(), word, "the label of a piece");
                piece.refs.extend(label.map(|word| (var, plain(&word.text))));
                None
            } else {
                needed(maker, rest.next(), word, &error::type_word(ty))
                    .and_then(|word| value::read_var(maker, word, var))
            };
            piece.vars.extend(value.map(|value| (var, value)));
        } else if let Some(fact) = value::fact_named(maker, Domain::Piece, &spelt) {
            once(maker, format!("`{spelt}`"));
            let ty = maker.game.facts[fact.at()].ty;
            let value = if ty == Type::Flag {
                Some(Value::Flag(true))
            } else {
                needed(maker, rest.next(), word, &error::type_word(ty))
                    .and_then(|word| value::read_value(maker, word, ty, Some(fact)))
            };
            if let Some(value) = value {
                piece.printed[fact.at()] = value;
                given[fact.at()] = true;
            }
        } else if let Some(&mode) =
            maker.game.kinds[kind as usize].modes.iter().find(|&&mode| maker.game.modes[mode as usize].name == spelt)
        {
            once(maker, "the mode".to_owned());
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
            once(maker, "where it looks".to_owned());
            piece.facing = needed(maker, rest.next(), word, "a direction").and_then(|word| read_facing(maker, word));
        } else if let Some(facing) = facing_named(maker, &word.text) {
            once(maker, "where it looks".to_owned());
            piece.facing = Some(facing);
        } else if let Some(other) = kind_named(maker, &word.text) {
            let first = maker.game.kinds[kind as usize].name.clone();
            let other = maker.game.kinds[other as usize].name.clone();
            maker.report(error::two_kinds(&first, &other, word.span));
        } else {
            report_word(maker, word, kind);
        }
    }
    given
}

/// The flag that `not FLAG` lowers.
fn lowered(maker: &Maker, word: &Word, next: Option<&Word>) -> Option<(VarId, String)> {
    let name = plain(&next.filter(|_| word.text == "not")?.text);
    let var = var_named(maker, Domain::Piece, &name)?;
    (maker.game.vars[var.at()].ty == Type::Flag).then_some((var, name))
}

/// The word after one that requires it.
fn needed<'w>(maker: &mut Maker, word: Option<&'w Word>, behind: &Word, wanted: &str) -> Option<&'w Word> {
    if word.is_none() {
        maker.report(error::needs(&behind.text, behind.span, wanted));
    }
    word
}

/// A direction in which pieces may face.
pub(super) fn facing_named(maker: &Maker, name: &str) -> Option<u16> {
    let spelt = plain(name);
    let facing = maker.game.facing.as_ref()?;
    facing.directions.iter().copied().find(|at| maker.game.board.directions[*at as usize].name == spelt)
}

/// The direction after `facing`.
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

/// Reports a word without a meaning for a kind; for a notation that does not fit, with one that does.
fn report_word(maker: &mut Maker, word: &Word, kind: u16) {
    let shape = maker.game.kinds[kind as usize].notation.as_ref().map(|notation| spell(maker, notation));
    let mut names: Vec<String> = value::facts_of(maker, Domain::Piece);
    names.extend(maker.game.vars.iter().filter(|var| var.subject == Domain::Piece).map(|var| var.name.clone()));
    let modes = maker.game.kinds[kind as usize].modes.iter();
    names.extend(modes.map(|&mode| maker.game.modes[mode as usize].name.clone()));
    names.extend(["slot", "facing"].map(str::to_owned));
    if let Some(facing) = &maker.game.facing {
        names.extend(facing.directions.iter().map(|at| maker.game.board.directions[*at as usize].name.clone()));
    }
    let problem =
        error::unknown("fact, flag or value of this piece", &word.text, word.span, names.iter().map(String::as_str));
    let count = word.text.trim_start_matches('*').trim_start_matches('×');
    let is_count = !count.is_empty() && count.len() <= 3 && count.bytes().all(|sign| sign.is_ascii_digit());
    let problem =
        if is_count { problem.help(format!("write `x{count}` behind it for {count} of them")) } else { problem };
    let problem = match shape.filter(|_| word.kind != WordKind::Ident) {
        Some(shape) => {
            problem.note(format!("the values of `{}` are typed `{shape}`", maker.game.kinds[kind as usize].name))
        }
        None => problem,
    };
    maker.report(problem);
}

/// The form of a notation: the names of its facts, with optional marks in brackets.
fn spell(maker: &Maker, notation: &Notation) -> String {
    let part = |part: &NotationPart| match part {
        NotationPart::Literal(text) => text.clone(),
        NotationPart::Fact(fact) => maker.game.facts[fact.at()].name.clone(),
        NotationPart::Mark(_, mark) => format!("[{mark}]"),
    };
    notation.parts.iter().map(part).collect()
}

/// Reports required facts that neither the kind nor its mode nor the piece gives.
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
            let kind = &maker.game.kinds[piece.kind as usize];
            // A value in the notation is missing at this piece; otherwise the kind lacks it.
            let typed = kind.notation.as_ref().is_some_and(|notation| {
                notation.parts.iter().any(|part| matches!(part, NotationPart::Fact(typed) if typed.at() == index))
            });
            let problem = if typed {
                error::missing_fact(&fact.name, &format!("this {}", kind.title), piece.span, fact.span)
            } else {
                error::missing_in_kind(&fact.name, (&kind.name, kind_name(maker, kind.span)), piece.span, fact.span)
            };
            maker.report(problem);
        }
    }
}

/// The name in the head of a kind.
fn kind_name(maker: &Maker, kind: Span) -> Span {
    let head = maker.sources.text(kind);
    let start = head.find(' ').map_or(0, |at| at + 1);
    let len = head.get(start..).and_then(|rest| rest.split([' ', '{', '\n']).next()).map_or(0, str::len);
    kind.part(start, len)
}

fn var_named(maker: &Maker, subject: Domain, name: &str) -> Option<VarId> {
    maker.game.vars.iter().position(|var| var.subject == subject && var.name == name).map(|index| VarId(index as u16))
}
