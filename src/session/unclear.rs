//! Ambiguous names of pieces: the player must type which piece is meant.

use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{self, behind, fold, spellings};

use super::meaning::Meaning;
use super::menu::look_at;

/// The message for a text whose name for a piece also fits other possible pieces. None if the name is clear, or if the
/// pieces cannot be told apart.
pub(super) fn which(
    world: &World<'_>,
    question: &Question,
    seat: u16,
    text: &str,
    meaning: &Meaning,
) -> Option<String> {
    let said = fold(text);
    match (meaning, &question.kind) {
        (Meaning::Answer(Answer::Act(offer, values)) | Meaning::Stage(offer, values), _) => {
            let look = look_at(world, question, seat, *offer);
            (0..values.len()).find_map(|at| {
                let open = shares_names(&values[at]).then(|| look.open(&values[..at]).ok())??;
                among(world, &open, seat, text, &said, &values[at])
            })
        }
        (Meaning::Answer(Answer::One(value)), Kind::One { of, .. }) if shares_names(value) => {
            among(world, of, seat, text, &said, value)
        }
        _ => None,
    }
}

/// The message for a command that cannot be read and names a piece by its kind, or by kind and place, where several
/// fit: `march schiltrom to 1717`, `advance LB in left approach`.
pub(super) fn by_kind(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Option<String> {
    let said = fold(text);
    let (offer, rest) = sentence::offer_named(world, &question.offers(seat), &said)?;
    let open = look_at(world, question, seat, offer).open(&[]).ok()?;
    let rest = behind(&rest, "the").unwrap_or(&rest);
    // The words that name a piece: its kind with its place, or its kind alone.
    let called = |value: &Value, placed: bool| -> Option<String> {
        let Value::Ref(thing @ Ref { domain: Domain::Piece, .. }) = value else { return None };
        let space = world.space_of(*thing).filter(|_| !world.is_face_down(thing.index))?;
        let kind = &world.game.kinds[usize::from(world.state.pieces[usize::from(thing.index)].kind)];
        let place = if placed { format!(" in {}", fold(&world.space_title(space, Some(seat)))) } else { String::new() };
        let names = [&kind.name, &kind.title].into_iter().map(|name| format!("{}{place}", fold(name)));
        names.into_iter().find(|name| behind(rest, name).is_some())
    };
    [true, false].into_iter().find_map(|placed| {
        let fitting: Vec<Value> = open.iter().filter(|value| called(value, placed).is_some()).cloned().collect();
        let name = called(fitting.first()?, placed)?;
        let named = sentence::word_of(world, fitting.first()?, seat);
        let several = fitting.iter().any(|value| sentence::word_of(world, value, seat) != named);
        several.then(|| format!("`{name}` could be {}: name one", sentence::possible(world, &fitting, seat)))
    })
}

/// A thing of which several may have one name.
fn shares_names(value: &Value) -> bool {
    matches!(value, Value::Ref(Ref { domain: Domain::Piece | Domain::Edge, .. }))
}

/// The same for one of several values.
fn among(world: &World<'_>, of: &[Value], seat: u16, text: &str, said: &str, value: &Value) -> Option<String> {
    let named = |name: &String| starts(said).any(|rest| behind(rest, name).is_some());
    let name = spellings(world, value, seat).into_iter().filter(named).max_by_key(String::len)?;
    let fits = |other: &&Value| **other == *value || spellings(world, other, seat).contains(&name);
    let fitting: Vec<Value> = of.iter().filter(fits).cloned().collect();
    // Pieces that a player cannot tell apart have one name.
    let called = sentence::word_of(world, value, seat);
    let differs = |other: &Value| sentence::word_of(world, other, seat) != called && !world.are_twins(other, value);
    if !fitting.iter().any(differs) {
        return None;
    }
    // As it was typed, if the text is as long as the folded one.
    let typed = said.find(&name).and_then(|at| text.get(at..at + name.len()));
    let typed = typed.filter(|typed| fold(typed) == name).unwrap_or(&name);
    Some(format!("`{typed}` could be {}: name one", sentence::possible(world, &fitting, seat)))
}

/// A text from the beginning of each of its words.
fn starts(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.char_indices().filter(|(_, sign)| *sign == ' ').map(|(at, _)| &text[at + 1..]);
    std::iter::once(text).chain(inner)
}
