//! Questions about words of the rules: whether a word holds for a piece.

use crate::draw::{Line, Role};
use crate::model::game::WordForm;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain_words;

use super::super::story::{capital, cited};
use super::super::why::place;
use super::{About, Form, Given, Item, Quiz, takes_part};

impl Quiz {
    /// The question whether this word holds for this thing.
    pub(super) fn word(&mut self) -> Option<Item> {
        let game = self.session.game.clone();
        let asks = |word: &crate::model::game::Word| match word.params.as_slice() {
            [one] => {
                word.form == WordForm::Is && word.of.is_none() && matches!(one.ty, Type::One(Domain::Piece, false))
            }
            _ => false,
        };
        let all: Vec<usize> = (0..game.words.len()).filter(|at| asks(&game.words[*at])).collect();
        // A word with a description makes a better question.
        let described: Vec<usize> = all.iter().copied().filter(|at| game.words[*at].doc.is_some()).collect();
        let words = if described.is_empty() { all } else { described };
        let at = *self.pick(&words)?;
        let word = &game.words[at];
        let noun = word.params[0].noun;
        let found: Vec<(Ref, bool)> = self.session.world(|world| {
            let mut found = Vec::new();
            for piece in world.index.all.iter() {
                let thing = Ref::piece(piece);
                let fits = noun.is_none_or(|noun| world.is_noun(noun, thing).unwrap_or(false));
                if !fits || !takes_part(world, piece) {
                    continue;
                }
                let asked = world.telling(|world| world.word(WordId(at as u16), thing));
                if let Some(Ok(value)) = asked {
                    found.push((thing, value.is_yes()));
                }
            }
            found
        });
        // A word that holds for all or for none makes no question.
        let wanted = self.random.below(2) == 0;
        let all: Vec<(Ref, bool)> = found.iter().copied().filter(|(_, holds)| *holds == wanted).collect();
        if all.is_empty() || all.len() == found.len() {
            return None;
        }
        let (thing, holds) = *self.pick(&all)?;
        if !self.is_known(word.reads, &[Value::Ref(thing)], |world, values| {
            let thing = values.first()?.as_ref()?;
            world.telling(|world| world.word(WordId(at as u16), thing))
        }) {
            return None;
        }
        let (text, because) = self.session.world(|world| {
            let name = world.name(thing);
            let called = plain_words(&word.name);
            let says = if holds { "is" } else { "is not" };
            let mut lines = vec![Line::plain(format!("{name} {says} {called}."))];
            let mut line = Line::of(Role::Dim, "  ");
            if let Some(doc) = word.doc.as_ref().and_then(|doc| doc.lines().next()) {
                line.push(Role::Plain, format!("{} ", capital(doc.trim())));
            }
            if let Some(cites) = cited(world, &word.cites_under(&world.game.readings)) {
                line.push(Role::Cite, format!("{cites}  "));
            }
            line.push(Role::Dim, place(world, word.span));
            lines.push(line);
            let doc = word.doc.as_ref().and_then(|doc| doc.lines().next()).map(str::trim);
            let asked = match doc {
                Some(doc) => format!("{}: {} Is {name} {called}?", capital(&called), doc),
                None => format!("Is {name} {called}?"),
            };
            (asked, lines)
        });
        Some(self.item(
            text,
            Form::YesNo,
            Given::Yes(holds),
            because,
            word.cites_under(&game.readings),
            About::Word(at, thing),
        ))
    }
}
