//! Names of things in texts, sentences and the journal.

use std::rc::Rc;

use crate::model::board::Edge;
use crate::model::game::{NotationPart, Shown};
use crate::model::id::*;
use crate::model::value::{Amount, Value};

use crate::play::store::dice::DiceAsked;
use crate::play::store::state::NOWHERE;
use crate::play::store::world::World;
use crate::play::viewer::place_names::Viewer;
use crate::source::plain_words;

/// An amount counted in halves: `½`, `1½`, `2`.
pub fn show_halves(halves: i64) -> String {
    Amount { grains: halves, halves: true }.to_string()
}

/// A number from 1 in letters: A to Z, then AA.
fn letters(number: u16) -> String {
    let mut text = String::new();
    let mut left = u32::from(number);
    while left > 0 {
        left -= 1;
        text.insert(0, char::from(b'A' + (left % 26) as u8));
        left /= 26;
    }
    text
}

impl World<'_> {
    /// A value as players read it.
    pub fn show(&self, value: &Value) -> String {
        match value {
            Value::None => "none".to_owned(),
            Value::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Value::Int(n) => n.to_string(),
            Value::Half(n) => show_halves(*n),
            Value::Text(text) => text.to_string(),
            Value::Ref(thing) => self.title(*thing),
            Value::Set(Domain::Piece, pieces) if self.veil.is_some() && !pieces.is_empty() => {
                let names = self.in_sight(pieces).into_iter().map(|piece| self.title(Ref::piece(piece)));
                names.collect::<Vec<_>>().join(", ")
            }
            Value::Set(..) | Value::Row(..) | Value::Array(_) => {
                let items = value.in_order().iter().map(|item| self.show(item)).collect::<Vec<_>>();
                if items.is_empty() { "none".to_owned() } else { items.join(", ") }
            }
            Value::Dice(faces) => {
                self.trace.dice.put(DiceAsked::Shown, faces);
                faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
            Value::Shares(shares) => {
                let parts = shares.iter().map(|share| format!("{} on {}", share.count, self.title(share.on)));
                parts.collect::<Vec<_>>().join(", ")
            }
            Value::Share(share) => format!("{} on {}", share.count, self.title(share.on)),
            Value::Tally(domain, rows) => {
                let parts = rows.iter().map(|row| format!("{} {}", row.1, self.title(Ref::new(*domain, row.0))));
                parts.collect::<Vec<_>>().join(", ")
            }
            Value::Scope(scope) => self.game.scopes[scope.at()].name.clone(),
            Value::Way(way) => self.place_title(way.space(), None),
        }
    }

    /// The name of a thing in texts.
    pub fn title(&self, thing: Ref) -> String {
        let at = thing.index as usize;
        match thing.domain {
            Domain::Game => self.game.title.clone(),
            Domain::Side => self.game.sides[at].title.clone(),
            Domain::Kind => self.game.kinds[at].title.clone(),
            Domain::Mode => self.game.modes[at].name.clone(),
            Domain::Piece => {
                if let Some(words) = self.face_down_words(thing.index) {
                    return words.to_owned();
                }
                if let Some(unique) = self.unique(thing.index) {
                    return unique.title.clone();
                }
                let name = self.name(thing);
                // The printed values would only clutter a report.
                match self.notation(thing.index).filter(|_| self.viewer != Viewer::Later) {
                    Some(notation) => format!("{name} {notation}"),
                    None => name,
                }
            }
            Domain::Space => self.place_title(thing.index, None),
            Domain::Card => self.game.card_defs[self.game.cards[at].def as usize].title.clone(),
            Domain::Direction => self.game.board.directions[at].name.clone(),
            Domain::Number => at.to_string(),
            Domain::Link => self.game.board.links[at].title.clone(),
            Domain::Edge => self.edge_title(thing.index, None),
            Domain::Zone => self.game.zones[at].name.clone(),
            Domain::Purse => self.game.purses[at].title.clone(),
            Domain::Offer => self.game.offers[at].title.clone(),
            Domain::Step => self.game.steps[at].title.clone(),
            Domain::List(list) => self.member_title(list, thing.index),
        }
    }

    /// The name of a thing in sentences and journals. It is unique, unless the thing lies face down.
    pub fn name(&self, thing: Ref) -> String {
        let at = thing.index as usize;
        match thing.domain {
            Domain::Piece if self.is_face_down(thing.index) => self.title(thing),
            Domain::Piece => match self.unique(thing.index) {
                Some(unique) => unique.name.clone(),
                None => self.label_name(thing.index).unwrap_or_else(|| match self.own_letters(thing.index) {
                    Some(letters) => {
                        format!("{}{letters}", self.game.kinds[self.state.pieces[at].kind as usize].name)
                    }
                    None => self.kind_name(thing.index),
                }),
            },
            Domain::Space => self.game.board.spaces[at].name.clone(),
            Domain::Side => self.game.sides[at].name.clone(),
            Domain::Kind => self.game.kinds[at].name.clone(),
            Domain::Card => self.game.card_defs[self.game.cards[at].def as usize].name.clone(),
            Domain::List(list) => self.game.lists[list as usize].members[at].name.clone(),
            Domain::Link => self.game.board.links[at].name.clone(),
            Domain::Edge => self.edge_name(thing.index, None),
            Domain::Offer => self.game.offers[at].name.clone(),
            _ => self.title(thing),
        }
    }

    /// An edge in texts: its ends, after the link if another link joins them too. `side` reads the names of places.
    pub fn edge_title(&self, edge: u16, side: Option<u16>) -> String {
        self.edge_with("–", edge, side)
    }

    /// An edge in sentences and journals, as positions write it: `road Brest -- Dol`.
    pub fn edge_name(&self, edge: u16, side: Option<u16>) -> String {
        self.edge_with(" -- ", edge, side)
    }

    fn edge_with(&self, sign: &str, edge: u16, side: Option<u16>) -> String {
        let board = &self.game.board;
        let Edge { link, ends: [a, b], .. } = &board.edges[usize::from(edge)];
        let ends = format!("{}{sign}{}", self.place_title(*a, side), self.place_title(*b, side));
        let is_other = |at: &&u16| **at != edge && board.edges[usize::from(**at)].beyond(*a) == Some(*b);
        match board.edges_at[usize::from(*a)].iter().find(is_other) {
            Some(_) => format!("{} {ends}", board.links[link.at()].title),
            None => ends,
        }
    }

    /// A piece's own name.
    pub fn unique(&self, piece: u16) -> Option<&crate::model::game::Unique> {
        let at = self.layout.uniques.get(piece as usize).copied().flatten()?;
        self.game.uniques.get(at as usize)
    }

    /// The name of a piece by its kind and number, independent of its label.
    pub fn kind_name(&self, piece: u16) -> String {
        let kind = self.state.pieces[piece as usize].kind;
        let number = self.index.numbers.get(piece as usize).copied().unwrap_or(0);
        format!("{}{number}", self.game.kinds[kind as usize].name)
    }

    /// Letters in place of a number, for a piece created in play in a game that hides pieces. Each side counts its own,
    /// because a common number would tell how many pieces the others have.
    pub fn own_letters(&self, piece: u16) -> Option<String> {
        let in_play = usize::from(piece) >= self.layout.uniques.len();
        let hides = || self.game.showings.iter().any(|showing| showing.what == Shown::Piece);
        (in_play && hides()).then(|| {
            let own = self.index.own_numbers.get(piece as usize).copied().unwrap_or(1).saturating_sub(1);
            let sides = self.game.sides.len() as u16;
            let side = u16::from(self.state.pieces[piece as usize].side);
            letters(own.saturating_mul(sides).saturating_add(side + 1))
        })
    }

    /// The label of a piece in a test.
    pub fn label(&self, piece: u16) -> Option<&str> {
        self.layout.labels.iter().find(|(_, at)| *at == piece).map(|(label, _)| label.as_str())
    }

    /// The printed text of a piece, in its kind's notation; `None` if it lies face down.
    pub fn notation(&self, piece: u16) -> Option<String> {
        if self.is_face_down(piece) {
            return None;
        }
        let kind = self.state.pieces[piece as usize].kind;
        let notation = self.game.kinds[kind as usize].notation.as_ref()?;
        let mut text = String::new();
        for part in &notation.parts {
            match part {
                NotationPart::Literal(literal) => text.push_str(literal),
                NotationPart::Fact(fact) => text.push_str(&self.show_fact(*fact, Ref::piece(piece))),
                NotationPart::Mark(fact, mark) => {
                    if self.seen_fact(*fact, Ref::piece(piece)).is_yes() {
                        text.push_str(mark);
                    }
                }
            }
        }
        Some(text)
    }

    /// The name of a space for a side, or for the first side.
    pub fn space_title(&self, space: u16, side: Option<u16>) -> String {
        if space == NOWHERE {
            return "out of play".to_owned();
        }
        let space = &self.game.board.spaces[space as usize];
        side.and_then(|side| space.titles.get(side as usize)).unwrap_or(&space.title).clone()
    }

    /// All spaces that a side can call by these words: the whole name, or one word of it.
    pub fn places_named(&self, side: u16, words: &str) -> Rc<[u16]> {
        self.cache.places(side, words, || self.find_places(side, words))
    }

    fn find_places(&self, side: u16, words: &str) -> Vec<u16> {
        let fold = |text: &str| text.replace(['_', '-'], " ").to_lowercase();
        let wanted = fold(words.trim());
        let spaces = &self.game.board.spaces;
        let titles = |at: usize| spaces[at].titles.get(side as usize).unwrap_or(&spaces[at].title);
        let own = |at: &usize| spaces[*at].side_box.is_none_or(|(_, owner)| owner == side);
        let all = |test: &dyn Fn(usize) -> bool| -> Vec<u16> {
            (0..spaces.len()).filter(|at| test(*at)).map(|at| at as u16).collect()
        };
        let exact = all(&|at| fold(titles(at)) == wanted);
        if !exact.is_empty() {
            return exact;
        }
        if let Some(named) = self.game.board.boxes.iter().find(|one| fold(&one.name) == wanted) {
            return vec![named.spaces[side as usize]];
        }
        let whole = wanted.clone();
        let own_words: Vec<&str> = whole.split_whitespace().collect();
        let seen: Vec<u16> = (0..spaces.len())
            .filter(own)
            .filter(|at| {
                let words = self.place_words(*at as u16, side);
                let has = |word: &str| words.iter().any(|one| one == word);
                has(&whole) || !own_words.is_empty() && own_words.iter().all(|word| has(word))
            })
            .map(|at| at as u16)
            .collect();
        if seen.is_empty() { all(&|at| fold(&spaces[at].name) == wanted) } else { seen }
    }

    /// The words of a space's name for a side: column and row, or its own name.
    fn place_words(&self, space: u16, side: u16) -> Vec<String> {
        let board = &self.game.board;
        let space = &board.spaces[space as usize];
        let Some((grid, column, row)) = space.cell else {
            return vec![plain_words(&space.name).to_lowercase()];
        };
        let grid = &board.grids[grid.at()];
        let (columns, rows) = (&self.game.lists[grid.columns.at()], &self.game.lists[grid.rows.at()]);
        let turned = grid.turned == Some(side);
        let pick = |list: &crate::model::game::List, at: u16| {
            let at = if turned { list.members.len() - 1 - at as usize } else { at as usize };
            plain_words(&list.members[at].name).to_lowercase()
        };
        let (column, row) = (pick(columns, column), pick(rows, row));
        vec![format!("{column} {row}"), column, row]
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn letters_count_on_behind_z() {
        assert_eq!([1, 2, 26, 27, 53].map(letters), ["A", "B", "Z", "AA", "BA"]);
    }
}
