//! Pieces in positions: a kind among the words, then values, facts and variables.

use crate::diagnostic::{Diagnostic, words};
use crate::model::game::{Notation, NotationPart};
use crate::model::id::{Domain, FactId, VarId};
use crate::model::setup::SetupPiece;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{Word, WordKind};

use super::super::builder::GameBuilder;
use super::super::error;
use super::super::kind::kind_named;
use super::super::value;
use super::setting::var_of;

/// Reads a piece: a kind among its words, then values, facts and variables.
pub(crate) fn read_piece(
    builder: &mut GameBuilder,
    words: &[Word],
    kind: u16,
    side: u16,
    spaces: &[u16],
    label: Option<String>,
    span: Span,
) -> SetupPiece {
    let printed = builder.game.kinds[kind as usize].facts.clone();
    let mut piece = SetupPiece { kind, side, places: spaces.to_vec(), printed, label, span, ..SetupPiece::default() };
    let mut given = read_words(builder, &mut piece, words);
    lay_face_up(builder, &mut piece, &mut given);
    let given: Vec<bool> = given.iter().map(Option::is_some).collect();
    // The other printed values come from the list of counters.
    if let Some(counter) = builder.game.counter_meant(side, kind, &piece.printed, &given) {
        let counter = &builder.game.counters[counter];
        for fact in counter.gives.iter().filter(|fact| !given[fact.at()]) {
            piece.printed[fact.at()] = counter.printed[fact.at()].clone();
        }
    }
    require(builder, &piece, &given);
    piece
}

/// Turns a piece with several modes to the one whose values were given, or else to the first. The values of a mode are
/// the kind's: they count as not given then.
fn lay_face_up(builder: &mut GameBuilder, piece: &mut SetupPiece, given: &mut [Option<Span>]) {
    let game = &builder.game;
    let kind = &game.kinds[usize::from(piece.kind)];
    let Some(first) = kind.modes.first().copied() else { return };
    let facts = |mode: u16| &game.modes[usize::from(mode)].facts;
    let varies = |fact: usize| kind.modes.iter().any(|mode| facts(*mode).iter().any(|(other, _)| other.at() == fact));
    let wanted: Vec<(usize, Span)> = given
        .iter()
        .enumerate()
        .filter_map(|(fact, span)| Some((fact, (*span)?)))
        .filter(|one| varies(one.0))
        .collect();
    let unlike = |mode: u16| {
        let shows = |fact: usize| facts(mode).iter().find(|(other, _)| other.at() == fact);
        wanted.iter().find(|(fact, _)| shows(*fact).is_some_and(|(_, value)| *value != piece.printed[*fact])).copied()
    };
    let is_here =
        |span: Span| span.source == piece.span.source && (piece.span.start..piece.span.end).contains(&span.start);
    let (mode, wrong) = match piece.mode {
        Some(mode) => (mode, unlike(mode)),
        None => match kind.modes.iter().find(|mode| unlike(**mode).is_none()) {
            Some(mode) => (*mode, None),
            None => (first, unlike(first)),
        },
    };
    // What is printed on a named piece is the value of one of its modes, and its other one may be up.
    let wrong = wrong.filter(|(_, span)| is_here(*span));
    let problem = wrong.map(|(fact, span)| {
        let names: Vec<&str> = kind.modes.iter().map(|mode| game.modes[usize::from(*mode)].name.as_str()).collect();
        let fact = &game.facts[fact].name;
        let text = match piece.mode {
            Some(mode) => format!("`{fact}` has another value in the mode `{}`", game.modes[usize::from(mode)].name),
            None => format!("no mode of `{}` has this `{fact}`", kind.name),
        };
        Diagnostic::error("wrong-value", text)
            .at(span, "the mode gives this value")
            .help(format!("leave it out, and name the mode: {}", words::one_of_quoted(&names)))
    });
    for (fact, _) in wanted {
        if facts(mode).iter().any(|(other, _)| other.at() == fact) {
            piece.printed[fact] = kind.facts[fact].clone();
            given[fact] = None;
        }
    }
    piece.mode = Some(mode);
    if let Some(problem) = problem {
        builder.report(problem);
    }
}

/// Reads the words of a piece into it. Returns for each fact where it was given.
pub(super) fn read_words(builder: &mut GameBuilder, piece: &mut SetupPiece, words: &[Word]) -> Vec<Option<Span>> {
    let (kind, span) = (piece.kind, piece.span);
    let notation = builder.game.kinds[kind as usize].notation.clone();
    let mut given = vec![None; builder.game.facts.len()];
    // The values given in the text of the piece itself, with their spans; each may be given once. Printed values may be
    // overridden.
    let mut said: Vec<(String, Span)> = Vec::new();
    let before = builder.diagnostics.len();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let spelt = plain(&word.text);
        let mut once = |builder: &mut GameBuilder, what: String| {
            let here = word.span.source == span.source && span.start <= word.span.start && word.span.end <= span.end;
            // The value after a misspelt name is not reported again.
            let sound = builder.diagnostics.len() == before;
            match said.iter().find(|(other, _)| here && sound && *other == what) {
                Some((_, earlier)) => builder.report(error::said_twice(&word.text, word.span, *earlier, &what)),
                None if here => said.push((what, word.span)),
                None => {}
            }
        };
        if kind_named(builder, &word.text) == Some(kind) && word.kind != WordKind::Notation {
            once(builder, "the kind".to_owned());
            continue;
        }
        if let Some(read) =
            notation.as_ref().and_then(|notation| value::read_notation(builder, &notation.parts, &word.text))
        {
            once(builder, "the values".to_owned());
            let has_kind = said.iter().any(|(what, _)| what == "the kind");
            // `3 Man` may mean three men, or one with the value 3.
            if let Some(named) = rest.as_slice().iter().find(|word| kind_named(builder, &word.text) == Some(kind))
                && !has_kind
                && word.text.bytes().all(|sign| sign.is_ascii_digit())
            {
                builder.report(error::number_before_kind(word, &named.text));
            }
            for (fact, value) in read {
                piece.printed[fact.at()] = value;
                given[fact.at()] = Some(word.span);
            }
        } else if spelt == "slot" && builder.game.board.named_slots.is_none() {
            once(builder, "the slot".to_owned());
            match rest.next().and_then(|word| Some((word, word.as_int()?))) {
                Some((word, number)) => match u8::try_from(number) {
                    Ok(slot) => piece.slot = Some(slot),
                    Err(_) => builder.report(error::out_of_range(number, word.span, 1, 255)),
                },
                None => builder.report(error::unfit("`slot` needs a number after it", word.span)),
            }
        } else if let Some((var, name)) = lowered(builder, word, rest.as_slice().first()) {
            once(builder, format!("`{name}`"));
            rest.next();
            piece.vars.push((var, Value::Flag(false)));
        } else if let Some(var) = var_of(builder, Domain::Piece, &spelt) {
            once(builder, format!("`{spelt}`"));
            let ty = builder.game.vars[var.at()].ty;
            let value = if ty == Type::Flag {
                Some(Value::Flag(true))
            } else if ty.domain() == Some(Domain::Piece) {
                // The label of another piece in the position.
                let label = needed(builder, rest.next(), word, "the label of a piece");
                let is_none = label.is_some_and(|word| word.text == "none");
                piece.refs.extend(label.filter(|_| !is_none).map(|word| (var, plain(&word.text))));
                is_none.then_some(Value::None)
            } else {
                needed(builder, rest.next(), word, &error::type_word(ty))
                    .and_then(|word| value::read_var(builder, word, var))
            };
            piece.vars.extend(value.map(|value| (var, value)));
        } else if let Some(fact) = value::fact_named(builder, Domain::Piece, &spelt) {
            once(builder, format!("`{spelt}`"));
            let ty = builder.game.facts[fact.at()].ty;
            let value = if ty == Type::Flag {
                Some(Value::Flag(true))
            } else {
                needed(builder, rest.next(), word, &error::type_word(ty))
                    .and_then(|word| value::read_value(builder, word, ty, Some(fact)))
            };
            if let Some(value) = value {
                piece.printed[fact.at()] = value;
                given[fact.at()] = Some(word.span);
            }
        } else if let Some(&mode) = builder.game.kinds[kind as usize]
            .modes
            .iter()
            .find(|&&mode| builder.game.modes[mode as usize].name == spelt)
        {
            once(builder, "the mode".to_owned());
            piece.mode = Some(mode);
        } else if let Some((fact, value)) = value::bare_value(builder, Domain::Piece, word) {
            if facing_named(builder, &word.text).is_some() {
                let fact = builder.game.facts[fact.at()].name.clone();
                let problem = error::wrong_value(word, "a single thing")
                    .help(format!("write `{fact} {0}` or `facing {0}`: it may be either", word.text));
                builder.report(problem);
            }
            piece.printed[fact.at()] = value;
            given[fact.at()] = Some(word.span);
        } else if spelt == "facing" && builder.game.facing.is_some() {
            once(builder, "where it looks".to_owned());
            piece.facing =
                needed(builder, rest.next(), word, "a direction").and_then(|word| read_facing(builder, word));
        } else if let Some(facing) = facing_named(builder, &word.text) {
            once(builder, "where it looks".to_owned());
            piece.facing = Some(facing);
        } else if let Some(other) = kind_named(builder, &word.text) {
            let first = builder.game.kinds[kind as usize].name.clone();
            let other = builder.game.kinds[other as usize].name.clone();
            builder.report(error::two_kinds(&first, &other, word.span));
        } else {
            report_word(builder, word, kind);
        }
    }
    given
}

/// The flag that `not FLAG` lowers.
fn lowered(builder: &GameBuilder, word: &Word, next: Option<&Word>) -> Option<(VarId, String)> {
    let name = plain(&next.filter(|_| word.text == "not")?.text);
    let var = var_of(builder, Domain::Piece, &name)?;
    (builder.game.vars[var.at()].ty == Type::Flag).then_some((var, name))
}

/// The word after one that requires it.
fn needed<'w>(builder: &mut GameBuilder, word: Option<&'w Word>, behind: &Word, wanted: &str) -> Option<&'w Word> {
    if word.is_none() {
        builder.report(error::needs(behind, wanted));
    }
    word
}

/// A direction in which pieces may face.
pub(super) fn facing_named(builder: &GameBuilder, name: &str) -> Option<u16> {
    let spelt = plain(name);
    let facing = builder.game.facing.as_ref()?;
    facing.directions.iter().copied().find(|at| builder.game.board.directions[*at as usize].name == spelt)
}

/// The direction after `facing`.
fn read_facing(builder: &mut GameBuilder, word: &Word) -> Option<u16> {
    let found = facing_named(builder, &word.text);
    if found.is_none() {
        let facing = builder.game.facing.as_ref().map(|facing| facing.directions.clone()).unwrap_or_default();
        let names = facing.iter().map(|at| builder.game.board.directions[*at as usize].name.as_str());
        builder.report(error::unknown("direction", word, names));
    }
    found
}

/// Reports a word without a meaning for a kind; for a notation that does not fit, with one that does.
fn report_word(builder: &mut GameBuilder, word: &Word, kind: u16) {
    let notation = builder.game.kinds[kind as usize].notation.as_ref();
    // The word may be a value of a fact that the notation lacks, or whose type is unknown.
    if notation.is_some_and(|notation| !notation.is_whole) {
        return;
    }
    let shape = builder.game.kinds[kind as usize].notation.as_ref().map(|notation| spell(builder, notation));
    let mut names: Vec<String> = value::facts_of(builder, Domain::Piece);
    names.extend(builder.game.vars.iter().filter(|var| var.subject == Domain::Piece).map(|var| var.name.clone()));
    let modes = builder.game.kinds[kind as usize].modes.iter();
    names.extend(modes.map(|&mode| builder.game.modes[mode as usize].name.clone()));
    names.extend(["slot", "facing"].map(str::to_owned));
    if let Some(facing) = &builder.game.facing {
        names.extend(facing.directions.iter().map(|at| builder.game.board.directions[*at as usize].name.clone()));
    }
    let problem = error::unknown("fact, flag or value of this piece", word, &names);
    let problem = match &builder.game.facing {
        Some(facing) if builder.game.board.directions.iter().any(|one| one.name == plain(&word.text)) => {
            let names: Vec<&str> =
                facing.directions.iter().map(|at| builder.game.board.directions[*at as usize].name.as_str()).collect();
            problem.help(format!("pieces face {}", words::one_of_quoted(&names)))
        }
        _ if builder.game.vars.iter().any(|var| var.subject == Domain::Side && var.name == plain(&word.text)) => {
            problem.help(format!("a variable of the side stands behind `;`: write `; {} …`", word.text))
        }
        _ => problem,
    };
    let count = word.text.trim_start_matches('*').trim_start_matches('×');
    let is_count = !count.is_empty() && count.len() <= 3 && count.bytes().all(|sign| sign.is_ascii_digit());
    let problem = problem.help_if(is_count.then(|| format!("write `x{count}` after it for {count} of them")));
    let problem = match shape.filter(|_| word.kind != WordKind::Ident) {
        Some(shape) => {
            problem.note(format!("the values of `{}` are typed `{shape}`", builder.game.kinds[kind as usize].name))
        }
        None => problem,
    };
    builder.report(problem);
}

/// The form of a notation: the names of its facts, with optional marks in brackets.
fn spell(builder: &GameBuilder, notation: &Notation) -> String {
    let part = |part: &NotationPart| match part {
        NotationPart::Literal(text) => text.clone(),
        NotationPart::Fact(fact) => builder.game.facts[fact.at()].name.clone(),
        NotationPart::Mark(_, mark) => format!("[{mark}]"),
    };
    notation.parts.iter().map(part).collect()
}

/// Reports required facts that neither the kind nor its mode nor the piece gives.
fn require(builder: &mut GameBuilder, piece: &SetupPiece, given: &[bool]) {
    for index in 0..builder.game.facts.len() {
        let fact = &builder.game.facts[index];
        let absent = fact.subject == Domain::Piece
            && fact.default.is_none()
            && !given[index]
            && piece.printed[index] == Value::None;
        if absent && !builder.game.gives_in_a_mode(piece.kind, FactId(index as u16)) {
            let kind = &builder.game.kinds[piece.kind as usize];
            // A value in the notation is missing at this piece; otherwise the kind lacks it.
            let typed = kind.notation.as_ref().is_some_and(|notation| {
                notation.parts.iter().any(|part| matches!(part, NotationPart::Fact(typed) if typed.at() == index))
            });
            let problem = if typed {
                error::missing_fact(&fact.name, &format!("this {}", kind.title), piece.span, fact.span)
            } else {
                error::missing_in_kind(&fact.name, (&kind.name, kind_name(builder, kind.span)), piece.span, fact.span)
            };
            builder.report(problem);
        }
    }
}

/// The name in the head of a kind.
fn kind_name(builder: &GameBuilder, kind: Span) -> Span {
    let head = builder.sources.text(kind);
    let start = head.find(' ').map_or(0, |at| at + 1);
    let len = head.get(start..).and_then(|rest| rest.split([' ', '{', '\n']).next()).map_or(0, str::len);
    kind.part(start, len)
}
