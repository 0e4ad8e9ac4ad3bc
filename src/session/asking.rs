//! Completion of expressions: after a dot, the words of the subject; elsewhere, the names that may begin a value.

use crate::check::asked::{Around, asked, bare_words, words_of};
use crate::model::game::Param;
use crate::model::id::*;
use crate::model::types::Type;
use crate::play::World;
use crate::source::{SourceId, Span};

use super::Session;
use super::ask::labels;
use super::complete::{Candidate, push_as_written};
use super::view::as_seen;

impl Session {
    /// The possible continuations of an expression.
    pub fn complete_expression(&self, text: &str) -> Vec<Candidate> {
        let seat = self.viewer();
        self.play.look_asked(|world| {
            let world = match seat {
                Some(seat) => world.acting(seat),
                None => *world,
            };
            as_seen(&world, seat, |world| continued(world, text))
        })
    }
}

fn continued(world: &World<'_>, text: &str) -> Vec<Candidate> {
    let begins =
        text.len() - text.chars().rev().take_while(|letter| is_letter(*letter)).map(char::len_utf8).sum::<usize>();
    let (before, begun) = text.split_at(begins);
    let around = surroundings(world);
    let words = match before.strip_suffix('.') {
        Some(before) if !before.ends_with('.') => {
            let receiver = last_value(before.strip_suffix('?').unwrap_or(before));
            let front = &before[..before.len().min(before.rfind(receiver).unwrap_or(0))];
            type_of(world, &around, front, receiver).map_or_else(Vec::new, |ty| words_of(world.game, ty))
        }
        _ => bare_words(world.game, &around),
    };
    let mut found = Vec::new();
    let folded = begun.to_lowercase();
    for word in words.into_iter().filter(|word| word.to_lowercase().starts_with(&folded)) {
        push_as_written(&mut found, format!("{before}{word}"), word);
    }
    found
}

/// The names an expression may use here in addition to the game's.
fn surroundings(world: &World<'_>) -> Around {
    let piece = |name: String| Param { name, noun: None, ty: Type::One(Domain::Piece, false) };
    let labels = labels(world).into_iter().filter(|(_, label)| world.game.names.get(label).is_empty());
    Around {
        locals: labels.map(|(_, label)| piece(label)).collect(),
        scopes: world.state.stack.iter().map(|frame| frame.scope).collect(),
        acts: world.me().is_some(),
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The value at the end of a text: names, dots, and brackets with their contents.
fn last_value(text: &str) -> &str {
    let bytes = text.as_bytes();
    let mut at = bytes.len();
    let mut open = 0_usize;
    while at > 0 {
        let byte = bytes[at - 1];
        match byte {
            b')' | b']' => open += 1,
            b'(' | b'[' if open == 0 => break,
            b'(' | b'[' => open -= 1,
            _ if open > 0 => {}
            b'.' | b'?' => {}
            _ if is_letter(char::from(byte)) => {}
            _ => break,
        }
        at -= 1;
    }
    text.get(at..).unwrap_or_default()
}

/// The type of a value. The parameter of a closure around it is a member of the set before the closure.
fn type_of(world: &World<'_>, around: &Around, front: &str, value: &str) -> Option<Type> {
    let mut around = around.clone();
    let root: String = value.chars().take_while(|letter| is_letter(*letter)).collect();
    let bar = format!("|{root}|");
    if let Some(closure) = front.rfind(&bar).filter(|_| !root.is_empty()) {
        let call = front[..closure].trim_end().strip_suffix('(')?;
        let (set, _) = call.rsplit_once('.')?;
        let set = last_value(set);
        let outer = &front[..front.find(set)?];
        let Type::Set(domain) = type_of(world, &around, outer, set)? else { return None };
        around.locals.push(Param { name: root, noun: None, ty: Type::One(domain, false) });
    }
    let span = Span { source: SourceId(u32::MAX), start: 0, end: u32::try_from(value.len()).ok()? };
    asked(world.game, &around, value, span).ok().map(|found| found.node.ty)
}

#[cfg(test)]
mod tests {
    use super::last_value;

    #[test]
    fn the_value_before_a_dot_ends_where_an_operator_stands() {
        assert_eq!(last_value("1 + units.at(KT1.area)"), "units.at(KT1.area)");
        assert_eq!(last_value("units.where(|u| u"), "u");
        assert_eq!(last_value("f(mine[2]"), "mine[2]");
        assert_eq!(last_value("a?.b"), "a?.b");
    }
}
