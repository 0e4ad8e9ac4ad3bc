//! Labels of pieces: what the game draws on them, and whether that can be typed as a name.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::drawing::{Template, TemplatePart, terrain_glyph};
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::secret::UNKNOWN;
use crate::play::store::world::World;
use crate::source::fold;

/// The labels of all pieces.
#[derive(Debug, Default)]
pub struct Labels {
    /// The drawn text of each piece; empty if there is none.
    drawn: Vec<Box<str>>,
    /// The pieces whose label is a name: letters and digits, used by no other piece.
    names: BitSet,
}

impl Labels {
    /// The drawn text of a piece; `None` if the game draws none.
    pub fn drawn(&self, piece: u16) -> Option<&str> {
        self.drawn.get(piece as usize).map(Box::as_ref).filter(|text| !text.is_empty())
    }

    /// The label of a piece, if it is a name.
    pub fn name(&self, piece: u16) -> Option<&str> {
        if self.names.has(piece) { self.drawn(piece) } else { None }
    }
}

impl World<'_> {
    /// Fills a template for a thing. Parts that cannot be evaluated are left out: a drawing must not stop play.
    pub fn filled(&self, template: &Template, of: Ref, number: Option<u16>) -> String {
        let mut text = String::new();
        for part in &template.parts {
            let value = |node| {
                let value = self.telling(|world| world.eval_alone(node, &[Value::Ref(of)], template.locals));
                value.map_or_else(|| Value::Text(UNKNOWN.into()), |value| value.unwrap_or(Value::None))
            };
            match part {
                TemplatePart::Letters(letters) => text.push_str(letters),
                TemplatePart::Value(node) => {
                    let value = value(node);
                    if !value.is_none() {
                        text.push_str(&self.show(&value));
                    }
                }
                TemplatePart::Code(node) => text.push_str(&self.code(&value(node))),
                TemplatePart::Glyph(node) => {
                    let terrain = value(node).as_ref();
                    text.push_str(terrain.and_then(|it| terrain_glyph(self.game, it.index)).unwrap_or_default());
                }
                TemplatePart::Number => text.extend(number.map(|number| number.to_string())),
            }
        }
        text
    }

    /// The short code of a value of a list; for other values, the first letters of their title.
    fn code(&self, value: &Value) -> String {
        let Some(thing) = value.as_ref() else {
            return if let Value::Text(text) = value { text.to_string() } else { String::new() };
        };
        let own = match thing.domain {
            Domain::List(list) => self.game.lists[list as usize].members[thing.index as usize].code.clone(),
            _ => None,
        };
        own.unwrap_or_else(|| self.title(thing).chars().take(2).collect())
    }

    /// Whether labels can be names: they must not change during play.
    fn labels_name(&self) -> bool {
        let drawing = &self.game.drawing;
        drawing.names_pieces || drawing.piece.is_none() && self.is_map_of_hexes()
    }

    /// Whether the board has hexes.
    pub fn is_map_of_hexes(&self) -> bool {
        self.game.board.spaces.iter().any(|space| space.hex.is_some())
    }

    /// The label of a piece, if it is a name.
    pub fn label_name(&self, piece: u16) -> Option<String> {
        if !self.labels_name() {
            return None;
        }
        self.labels().name(piece).map(str::to_owned)
    }

    /// The current labels of all pieces.
    pub fn labels(&self) -> Rc<Labels> {
        // A viewer sees only names whose parts they may know, so the name reveals no secret.
        self.unnoted(|| self.known_labels())
    }

    fn known_labels(&self) -> Rc<Labels> {
        if let Some(labels) = self.veiled_labels(|| self.find_labels()) {
            return labels;
        }
        // Labels that change in play are not names, and are drawn each time.
        let kept = self.game.drawing.names_pieces || self.game.drawing.piece.is_none();
        if kept { self.cache.labels(|| self.find_labels()) } else { Rc::new(self.find_labels()) }
    }

    /// Labels are cached for a viewer without a veil.
    fn find_labels(&self) -> Labels {
        // Where labels change in play, their numbers would tell what face-down pieces have become.
        let pieces = 0..self.state.pieces.len() as u16;
        let uncounted: BitSet = match self.game.drawing.names_pieces {
            true => BitSet::new(),
            false => pieces.filter(|piece| self.is_face_down(*piece)).collect(),
        };
        match self.veil {
            Some(veil) if !veil.keeps_secrets() => World { veil: None, ..*self }.labels_but(&uncounted),
            _ => self.labels_but(&uncounted),
        }
    }

    /// The labels; pieces with equal labels are numbered, except these.
    fn labels_but(&self, uncounted: &BitSet) -> Labels {
        let pieces = self.state.pieces.len();
        let on_hexes = self.is_map_of_hexes();
        let drawing = &self.game.drawing;
        let mut drawn: Vec<Box<str>> = vec![Box::default(); pieces];
        if let Some(template) = &drawing.piece {
            let counts = template.parts.iter().any(|part| matches!(part, TemplatePart::Number));
            let mut alike: FxHashMap<String, u16> = FxHashMap::default();
            for (at, label) in drawn.iter_mut().enumerate() {
                let piece = Ref::piece(at as u16);
                let mut text = self.filled(template, piece, None);
                if counts && !uncounted.has(at as u16) {
                    let number = alike.entry(text.clone()).or_default();
                    *number += 1;
                    text = self.filled(template, piece, Some(*number));
                }
                *label = text.into();
            }
        }
        let may_name = self.labels_name();
        if on_hexes {
            // Such a map has many pieces, and whole names of kinds would not fit.
            for (at, label) in drawn.iter_mut().enumerate() {
                if let Some(unique) = self.unique(at as u16) {
                    let short = first_letters(&unique.name);
                    let others = self.game.uniques.iter().filter(|other| other.name != unique.name);
                    let is_shared = others.map(|other| first_letters(&other.name)).any(|other| other == short);
                    *label = if is_shared { initials(&unique.name) } else { short }.into();
                } else if drawing.piece.is_none() || may_name && !is_typed(label) {
                    *label = self.short_name(at as u16).into();
                }
            }
        }
        let mut names = BitSet::new();
        if may_name {
            let mut called: FxHashMap<String, u16> = FxHashMap::default();
            for (at, label) in drawn.iter().enumerate() {
                *called.entry(fold(label)).or_default() += 1;
                let full = fold(&self.kind_name(at as u16));
                if full != fold(label) {
                    *called.entry(full).or_default() += 1;
                }
            }
            let own = |label: &str| is_typed(label) && called.get(&fold(label)) == Some(&1);
            (0..pieces).filter(|at| own(&drawn[*at])).for_each(|at| names.insert(at as u16));
        }
        Labels { drawn, names }
    }

    /// The shortest prefix of a kind's name that no other kind has, at least two letters, with the piece's number.
    fn short_name(&self, piece: u16) -> String {
        let at = self.state.pieces[piece as usize].kind as usize;
        let kinds = &self.game.kinds;
        let letters: Vec<char> = kinds[at].name.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let begins = |length: usize| letters.iter().take(length).collect::<String>();
        let others =
            |begin: &str| kinds.iter().enumerate().any(|(other, kind)| other != at && kind.name.starts_with(begin));
        let length = (2..letters.len()).find(|length| !others(&begins(*length))).unwrap_or(letters.len());
        let number = || self.index.numbers.get(piece as usize).copied().unwrap_or(0).to_string();
        format!("{}{}", begins(length), self.own_letters(piece).unwrap_or_else(number))
    }
}

/// The number of letters of a piece's own name in its label.
const UNIQUE_LETTERS: usize = 4;

/// The first letters of a name.
fn first_letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).take(UNIQUE_LETTERS).collect()
}

/// The initials of the first and last word of a name, for names with a common beginning.
fn initials(name: &str) -> String {
    let mut words = name.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let (first, last) = (words.next().unwrap_or_default(), words.next_back());
    let half = UNIQUE_LETTERS / 2;
    match last {
        Some(last) => first.chars().take(half).chain(last.chars().take(half)).collect(),
        None => first_letters(name),
    }
}

/// Whether a label can be typed as a name: a letter, then letters and digits.
fn is_typed(label: &str) -> bool {
    let mut letters = label.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.all(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_names_that_begin_alike_have_labels_of_their_own() {
        assert_eq!((initials("Robert_Bruce"), initials("Robert_Clifford")), ("RoBr".to_owned(), "RoCl".to_owned()));
        assert_eq!(first_letters("Marischal"), "Mari");
    }
}
