//! The veil: what is hidden from a seat. It holds the face-down pieces with the names shown for them, and the hidden
//! facts and variables.
//!
//! Rules ignore veils: what is legal and what happens depends on the actual state. A veil changes only what is shown.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use smallvec::SmallVec;

use crate::model::game::Shown;
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::ONLOOKER;
use super::label::Labels;
use super::secret::{Secret, UNKNOWN};
use crate::play::store::world::World;

/// The name of a face-down piece if the rules have none.
const FACE_DOWN: &str = "face-down piece";

/// The text for a hidden decision if the rules have none.
const UNSEEN: &str = "decides unseen";

/// What is hidden from a seat: pieces it cannot distinguish, each with a substitute name, and facts and variables, each
/// with a substitute text.
#[derive(Debug, Default)]
pub struct Veil {
    pieces: BitSet,
    words: BTreeMap<u16, Box<str>>,
    secrets: BTreeMap<Secret, Box<str>>,
    /// Labels of pieces without hidden parts, computed on demand.
    labels: OnceCell<Rc<Labels>>,
    /// Names of pieces that would reveal something, each with the name shown instead.
    renamed: OnceCell<Vec<(String, String)>>,
}

impl Veil {
    /// The text shown for a fact or variable; `None` if it is not hidden.
    pub fn words_of(&self, secret: &Secret) -> Option<&str> {
        self.secrets.get(secret).map(Box::as_ref)
    }

    /// Whether any fact or variable is hidden.
    pub fn keeps_secrets(&self) -> bool {
        !self.secrets.is_empty()
    }

    /// The number of things that this veil hides and a later one does not: pieces, if they are still `there`, facts and
    /// variables.
    pub fn lifted_by(&self, later: &Veil, there: &BitSet) -> usize {
        let pieces = self.pieces.minus(&later.pieces).intersection(there);
        pieces.iter().count() + self.secrets.keys().filter(|secret| !later.secrets.contains_key(secret)).count()
    }

    /// The same veil without the pieces that did not lie face down then: what was seen stays known.
    pub fn only_over(&self, then: &BitSet) -> Veil {
        let words = self.words.iter().filter(|(piece, _)| then.has(**piece));
        Veil {
            pieces: self.pieces.intersection(then),
            words: words.map(|(piece, words)| (*piece, words.clone())).collect(),
            secrets: self.secrets.clone(),
            ..Veil::default()
        }
    }
}

impl<'a> World<'a> {
    /// The veil of a seat; `None` if nothing is hidden from it.
    pub fn veil(&self, seat: u16) -> Option<Veil> {
        let mut veil = Veil { secrets: self.secrets_from(seat), ..Veil::default() };
        let hides_pieces = self.hides_pieces();
        for piece in self.index.all.iter().filter(|_| hides_pieces) {
            if let Some(words) = self.words_face_down(piece, seat) {
                veil.pieces.insert(piece);
                veil.words.insert(piece, words.into());
            }
        }
        (!veil.pieces.is_empty() || veil.keeps_secrets()).then_some(veil)
    }

    /// Whether pieces may lie face down.
    fn hides_pieces(&self) -> bool {
        self.game.showings.iter().any(|showing| showing.what == Shown::Piece)
    }

    /// The pieces that lie face down for each side. Empty if no piece ever does.
    pub fn face_down_for_each(&self) -> Vec<BitSet> {
        if !self.hides_pieces() {
            return Vec::new();
        }
        let hidden_from = |world: &World<'_>, seat: u16| {
            self.index.all.iter().filter(|piece| world.words_face_down(*piece, seat).is_some()).collect()
        };
        let sides = 0..self.game.sides.len() as u16;
        self.aside(|world| sides.map(|seat| hidden_from(world, seat)).collect())
    }

    /// Evaluates what no rule asks: without reads, effort and observers.
    pub(super) fn aside<T>(&self, look: impl FnOnce(&World<'_>) -> T) -> T {
        self.observer.aside(|| self.apart(look))
    }

    /// The name that a seat reads of a piece that lies face down for it.
    pub(super) fn words_face_down(&self, piece: u16, seat: u16) -> Option<String> {
        let hidden = self.hidden(|what| what == Shown::Piece, Ref::piece(piece), |_| &[], seat);
        hidden.map(|words| words.unwrap_or_else(|| FACE_DOWN.to_owned()))
    }

    /// The facts and variables hidden from a seat, each with the text shown instead.
    fn secrets_from(&self, seat: u16) -> BTreeMap<Secret, Box<str>> {
        let mut kinds: Vec<(Shown, Domain)> = Vec::new();
        for showing in self.game.showings.iter().filter(|showing| !showing.show) {
            let domain = match showing.what {
                Shown::Fact(fact) => self.game.facts[fact.at()].subject,
                Shown::Var(var) => self.game.vars[var.at()].subject,
                Shown::Zone(_) | Shown::Piece | Shown::Offer(_) => continue,
            };
            if !kinds.contains(&(showing.what, domain)) {
                kinds.push((showing.what, domain));
            }
        }
        let mut secrets = BTreeMap::new();
        for (what, domain) in kinds {
            for index in self.ever(domain).iter() {
                let of = if domain == Domain::Game { Ref::GAME } else { Ref::new(domain, index) };
                if let Some(words) = self.hidden(|meant| meant == what, of, |_| &[], seat) {
                    secrets.insert(Secret { what, of }, words.unwrap_or_else(|| UNKNOWN.to_owned()).into());
                }
            }
        }
        secrets
    }

    /// The labels of all pieces for the viewer; `None` if they are the usual ones.
    pub(in crate::play) fn veiled_labels(&self, find: impl FnOnce() -> Labels) -> Option<Rc<Labels>> {
        let veil = self.veil.filter(|veil| veil.keeps_secrets())?;
        if let Some(labels) = veil.labels.get() {
            return Some(labels.clone());
        }
        let labels = Rc::new(find());
        Some(veil.labels.get_or_init(|| labels).clone())
    }

    /// The text shown to a seat for another side's decision, if the decision is hidden from it. `chosen`: the choices
    /// of the decision, as far as they are known.
    pub fn unseen_act(&self, offer: OfferId, by: u16, chosen: &[Value], seat: u16) -> Option<String> {
        let meant = |what| self.game.is_shown_as(offer, what);
        let item = &self.game.offers[offer.at()];
        let mut values = vec![Value::None; self.game.scopes[item.scope.at()].params.len()];
        for (param, value) in item.params.iter().zip(chosen) {
            if let Some(slot) = values.get_mut(usize::from(param.slot)) {
                *slot = value.clone();
            }
        }
        let with = |what| if what == Shown::Offer(offer) { values.as_slice() } else { &[] };
        self.hidden(meant, Ref::side(by), with, seat).map(|words| words.unwrap_or_else(|| UNSEEN.to_owned()))
    }

    /// Whether a thing is hidden from a seat, and the text shown instead, if the rules have one. From those who look on
    /// is hidden what is hidden from any side.
    fn hidden<'v>(
        &self,
        meant: impl Fn(Shown) -> bool,
        thing: Ref,
        with: impl Fn(Shown) -> &'v [Value],
        seat: u16,
    ) -> Option<Option<String>> {
        if seat == ONLOOKER {
            return self.game.played().find_map(|side| self.hidden_from(&meant, thing, &with, side));
        }
        self.hidden_from(&meant, thing, &with, seat)
    }

    /// The same for a side. The last matching clause counts.
    fn hidden_from<'v>(
        &self,
        meant: &impl Fn(Shown) -> bool,
        thing: Ref,
        with: &impl Fn(Shown) -> &'v [Value],
        side: u16,
    ) -> Option<Option<String>> {
        let mut hidden = None;
        for showing in self.game.showings.iter().filter(|showing| meant(showing.what)) {
            let values: SmallVec<[Value; 4]> =
                std::iter::once(Value::Ref(thing)).chain(with(showing.what).iter().cloned()).collect();
            let mut locals = self.locals(&values, showing.locals.max(values.len() as u16));
            if !self.holds(&showing.guard, &mut locals).unwrap_or(false) {
                continue;
            }
            let to = self.eval(&showing.to, &mut locals).unwrap_or(Value::None);
            if to.members().contains(&Ref::side(side)) {
                let mut words = || Some(self.show(&self.eval(showing.words.as_ref()?, &mut locals).ok()?));
                hidden = if showing.show { None } else { Some(words()) };
            }
        }
        hidden
    }

    /// The same world, shown to a seat with this veil.
    pub fn veiled(self, veil: Option<&'a Veil>) -> World<'a> {
        World { veil, ..self }
    }

    /// Whether no piece lies face down for the viewer and no fact or variable is hidden.
    pub fn sees_all(&self) -> bool {
        self.veil.is_none_or(|veil| veil.pieces.is_empty() && !veil.keeps_secrets())
    }

    /// Whether a piece lies face down for the viewer.
    pub fn is_face_down(&self, piece: u16) -> bool {
        self.veil.is_some_and(|veil| veil.pieces.has(piece))
    }

    /// Whether a value is or contains a piece that lies face down for the viewer.
    pub fn has_face_down(&self, value: &Value) -> bool {
        let hidden = |thing: &Ref| thing.domain == Domain::Piece && self.is_face_down(thing.index);
        self.veil.is_some() && value.members().iter().any(hidden)
    }

    /// Pieces in the order in which the viewer may see them: face-down ones last, by side and name, because the order
    /// of their declarations would tell what they are.
    pub fn in_sight(&self, pieces: &BitSet) -> Vec<u16> {
        let mut seen: Vec<u16> = pieces.iter().collect();
        seen.sort_by_cached_key(|piece| {
            self.face_down_words(*piece).map(|words| (self.state.pieces[usize::from(*piece)].side, words))
        });
        seen
    }

    /// Values in an order that tells the viewer nothing: those that are face-down pieces last, by side, look and place.
    /// `once`: of several that the viewer cannot tell apart only one is listed. Which one depends on the moment, and
    /// not on what they are.
    pub fn in_view(&self, values: Vec<Value>, once: bool) -> Vec<Value> {
        if self.veil.is_none_or(|veil| veil.pieces.is_empty()) {
            return values;
        }
        let place = |value: &Value| match value {
            Value::Ref(thing) if thing.domain == Domain::Piece => {
                let state = &self.state.pieces[usize::from(thing.index)];
                self.face_down_words(thing.index).map(|words| (state.side, words, state.space))
            }
            _ => None,
        };
        let moment: Vec<(ScopeId, i64)> = self.state.stack.iter().map(|frame| (frame.scope, frame.count)).collect();
        let lot = |value: &Value| {
            let mut hasher = rustc_hash::FxHasher::default();
            (&moment, value).hash(&mut hasher);
            hasher.finish()
        };
        let (mut hidden, mut listed): (Vec<Value>, Vec<Value>) =
            values.into_iter().partition(|one| place(one).is_some());
        hidden.sort_by_cached_key(|value| (place(value), lot(value)));
        if once {
            hidden.dedup_by(|one, other| place(one) == place(other));
        }
        listed.append(&mut hidden);
        listed
    }

    /// The name shown for a face-down piece.
    pub fn face_down_words(&self, piece: u16) -> Option<&'a str> {
        self.veil?.words.get(&piece).map(Box::as_ref)
    }

    /// A text written without a veil, for the viewer: names of face-down pieces are replaced.
    pub(in crate::play) fn veil_text(&self, text: &str) -> String {
        let Some(veil) = self.veil else { return text.to_owned() };
        // What is replaced is not told, so the text does not depend on it.
        self.unnoted(|| self.with_names_replaced(veil, text))
    }

    fn with_names_replaced(&self, veil: &Veil, text: &str) -> String {
        let mut told = text.to_owned();
        let open = World { veil: None, ..*self };
        for (piece, words) in &veil.words {
            let thing = Ref::piece(*piece);
            // The title contains the name and the printed facts.
            for name in [open.title(thing), open.name(thing), open.kind_name(*piece)] {
                told = replace_word(&told, &name, words);
            }
        }
        for (name, other) in self.renamed(veil, &open) {
            told = replace_word(&told, name, other);
        }
        told
    }

    /// The names of pieces that would reveal something, each with the name shown to the viewer.
    fn renamed<'v>(&self, veil: &'v Veil, open: &World<'_>) -> &'v [(String, String)] {
        if !veil.keeps_secrets() {
            return &[];
        }
        veil.renamed.get_or_init(|| {
            let pieces = self.index.all.iter().filter(|piece| !veil.pieces.has(*piece)).map(Ref::piece);
            let names = pieces.map(|piece| (open.name(piece), self.name(piece)));
            names.filter(|(name, other)| name != other).collect()
        })
    }
}

/// A text with every occurrence of a whole word or words replaced.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    if word.is_empty() || !text.contains(word) {
        return text.to_owned();
    }
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, found) = rest.split_at(at);
        let after = &found[word.len()..];
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let begins = told.chars().chain(before.chars()).next_back().is_none_or(|letter| !is_letter(letter));
        let ends = after.chars().next().is_none_or(|letter| !is_letter(letter));
        told.push_str(before);
        told.push_str(if begins && ends { by } else { word });
        rest = after;
    }
    told.push_str(rest);
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_names_are_replaced_and_no_parts_of_names() {
        assert_eq!(replace_word("KT1 meets KT11, and KT1", "KT1", "a unit"), "a unit meets KT11, and a unit");
        assert_eq!(replace_word("XKT1 KT1 2-3*.", "KT1 2-3*", "a unit"), "XKT1 a unit.");
        assert_eq!(replace_word("nobody", "", "a unit"), "nobody");
    }
}
