//! Facts, variables and face-down pieces hidden from a seat, and everything that follows from them.
//!
//! Rules never test whether something is hidden. When a world is shown to a seat, reads of facts and variables, and of
//! what pieces are, are recorded, and a number or text is withheld if it depends on one that is hidden from that seat.

use std::collections::BTreeSet;

use crate::model::game::Shown;
use crate::model::id::*;
use crate::model::value::Value;

use super::place_names::Viewer;
use crate::play::cache::results::Cache;
use crate::play::store::world::{Read, World};

/// Shown for something hidden if the rules have no word for it.
pub const UNKNOWN: &str = "?";

/// A fact or variable of a thing that may be hidden, or a piece that may lie face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Secret {
    /// The fact or variable, or [`Shown::Piece`]: kind, mode, facts and variables of a piece.
    pub what: Shown,
    /// The thing that has it.
    pub of: Ref,
}

/// Private-use characters, which no text of a game contains. Secrets stand between the first two, then the text that
/// depends on them.
const MARK: char = '\u{E002}';
const HELD: char = '\u{E003}';
const END: char = '\u{E004}';

impl World<'_> {
    /// A fact of a thing for the viewer: `None` if it is hidden.
    pub fn seen_fact(&self, fact: FactId, of: Ref) -> &Value {
        if self.hides_fact(fact, of) { &Value::None } else { self.fact(fact, of) }
    }

    /// Whether a fact of a thing is hidden from the viewer.
    pub fn hides_fact(&self, fact: FactId, of: Ref) -> bool {
        self.hides(&Secret { what: Shown::Fact(fact), of })
    }

    /// Whether a variable of a thing is hidden from the viewer.
    pub fn hides_var(&self, var: VarId, of: Ref) -> bool {
        self.hides(&Secret { what: Shown::Var(var), of })
    }

    /// Whether a fact or variable, or what a piece is, is hidden from the viewer.
    pub fn hides(&self, secret: &Secret) -> bool {
        match secret.what {
            Shown::Piece => self.is_face_down(secret.of.index),
            _ => self.veil.is_some_and(|veil| veil.words_of(secret).is_some()),
        }
    }

    /// Whether one of these is hidden from the viewer.
    pub fn hides_any(&self, secrets: &BTreeSet<Secret>) -> bool {
        secrets.iter().any(|secret| self.hides(secret))
    }

    /// Whether one of these facts and variables is hidden from the viewer. What face-down pieces are does not count:
    /// the caller compares the deals of them.
    pub fn hides_any_value(&self, secrets: &BTreeSet<Secret>) -> bool {
        secrets.iter().any(|secret| secret.what != Shown::Piece && self.hides(secret))
    }

    /// The text shown for a hidden fact or variable.
    pub fn hidden_words(&self, secret: &Secret) -> Option<&str> {
        self.veil?.words_of(secret)
    }

    /// A variable of a thing for the viewer: `None` if it is hidden.
    pub fn seen_var(&self, var: VarId, of: Ref) -> Value {
        if self.hides_var(var, of) { Value::None } else { self.var(var, of) }
    }

    /// Whether the viewer sees that a flag is set, or that a variable is neither absent nor 0.
    pub fn is_seen_up(&self, var: VarId, of: Ref) -> bool {
        !self.hides_var(var, of) && self.is_up(var, of)
    }

    /// A variable of a thing as text for the viewer.
    pub fn show_var(&self, var: VarId, of: Ref) -> String {
        match self.hidden_words(&Secret { what: Shown::Var(var), of }) {
            Some(words) => words.to_owned(),
            None => self.show(&self.var(var, of)),
        }
    }

    /// A fact of a thing as text for the viewer.
    pub fn show_fact(&self, fact: FactId, of: Ref) -> String {
        match self.hidden_words(&Secret { what: Shown::Fact(fact), of }) {
            Some(words) => words.to_owned(),
            None => self.show(self.fact(fact, of)),
        }
    }

    /// Evaluates something, and records what that may be hidden was read.
    pub fn meeting<T>(&self, find: impl FnOnce(&World<'_>) -> T) -> (T, BTreeSet<Secret>) {
        if !self.game.keeps_secrets() {
            return (find(self), BTreeSet::new());
        }
        if self.cache.watches_secrets() {
            let before = self.cache.swap_secrets_read(BTreeSet::new());
            let found = find(self);
            let met = self.cache.swap_secrets_read(before);
            let both = self.cache.swap_secrets_read(BTreeSet::new()).into_iter().chain(met.iter().copied()).collect();
            self.cache.swap_secrets_read(both);
            return (found, met);
        }
        // Cached results were not recorded, and inactive clauses would not be read.
        let (cache, active) = (Cache::watching_secrets(self.game), self.active.everything(self.game));
        let found = find(&World { cache: &cache, active, ..*self });
        (found, cache.swap_secrets_read(BTreeSet::new()))
    }

    /// Evaluates something without recording reads.
    pub(in crate::play) fn unnoted<T>(&self, find: impl FnOnce() -> T) -> T {
        let before = self.cache.swap_secrets_read(BTreeSet::new());
        let found = find();
        self.cache.swap_secrets_read(before);
        found
    }

    /// Evaluates something for the viewer; `None` if it depends on a hidden fact or variable. What face-down pieces are
    /// does not count: for drawings, and for callers that compare the deals of these pieces.
    pub fn telling<T>(&self, find: impl FnOnce(&World<'_>) -> T) -> Option<T> {
        if self.veil.is_none_or(|veil| !veil.keeps_secrets()) {
            return Some(find(self));
        }
        let (found, met) = self.meeting(find);
        (!self.hides_any_value(&met)).then_some(found)
    }

    /// Evaluates something for the viewer; `None` if it depends on something hidden, even on what a face-down piece is.
    pub fn telling_openly<T>(&self, find: impl FnOnce(&World<'_>) -> T) -> Option<T> {
        if self.sees_all() {
            return Some(find(self));
        }
        let (found, met) = self.meeting(find);
        (!self.hides_any(&met)).then_some(found)
    }

    /// Of what was read, what is hidden from a seat at this moment. A piece that lies face up for all is no secret.
    pub(in crate::play) fn kept_from_any(&self, met: BTreeSet<Secret>) -> BTreeSet<Secret> {
        let lies_hidden = |piece: u16| {
            let mut seats = 0..self.game.sides.len() as u16;
            self.aside(|world| seats.any(|seat| world.words_face_down(piece, seat).is_some()))
        };
        met.into_iter().filter(|secret| secret.what != Shown::Piece || lies_hidden(secret.of.index)).collect()
    }

    /// A text for the log, in which parts that depend on secrets are marked; see [`World::told`].
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn kept_text(&self, write: impl FnOnce(&World<'_>) -> Read<String>) -> Read<String> {
        self.through(Viewer::Later).meeting(write).0
    }

    /// Part of a text for the viewer; in a stored text, marked if it depends on secrets.
    pub(in crate::play) fn part_of_text(&self, value: impl FnOnce(&World<'_>) -> Value) -> String {
        if self.veil.is_some() {
            return self.telling_openly(value).map_or_else(|| UNKNOWN.to_owned(), |value| self.show(&value));
        }
        if self.viewer != Viewer::Later || !self.cache.watches_secrets() {
            return self.show(&value(self));
        }
        let (value, met) = self.meeting(value);
        // The name of a thing is shown to those who may know it.
        marked(self.unnoted(|| self.show(&value)), &self.kept_from_any(met))
    }

    /// A stored text without what is hidden from the viewer.
    pub(in crate::play) fn without_secrets(&self, text: &str) -> String {
        let Some((before, rest)) = text.split_once(MARK) else { return text.to_owned() };
        // Marks may be nested, because a text may be part of another.
        let mut depth = 1;
        let end = rest.char_indices().find(|(_, sign)| {
            depth += i32::from(*sign == MARK) - i32::from(*sign == END);
            depth == 0
        });
        let (held, after) = match end {
            Some((end, _)) => (&rest[..end], &rest[end + END.len_utf8()..]),
            None => (rest, ""),
        };
        let (secrets, inner) = held.split_once(HELD).unwrap_or(("", held));
        let hidden = secrets.split(' ').filter_map(read_secret).any(|secret| self.hides(&secret));
        let inner = if hidden { UNKNOWN.to_owned() } else { self.without_secrets(inner) };
        format!("{before}{inner}{}", self.without_secrets(after))
    }
}

/// Marks a text that depends on secrets.
pub(in crate::play) fn marked(text: String, met: &BTreeSet<Secret>) -> String {
    if met.is_empty() {
        return text;
    }
    let secrets: Vec<String> = met.iter().map(write_secret).collect();
    format!("{MARK}{}{HELD}{text}{END}", secrets.join(" "))
}

/// `f3.0:7`: fact 3 of piece 7; `p0.0:7`: what piece 7 is.
fn write_secret(secret: &Secret) -> String {
    let (letter, id) = match secret.what {
        Shown::Fact(fact) => ('f', fact.0),
        Shown::Var(var) => ('v', var.0),
        Shown::Piece => ('p', 0),
        Shown::Zone(_) | Shown::Offer(_) => ('-', 0),
    };
    let domain = DOMAINS.iter().position(|domain| *domain == secret.of.domain).unwrap_or(DOMAINS.len());
    format!("{letter}{id}.{domain}:{}", secret.of.index)
}

/// The domains whose facts and variables may be hidden.
pub const DOMAINS: [Domain; 6] = [Domain::Piece, Domain::Space, Domain::Side, Domain::Card, Domain::Game, Domain::Edge];

fn read_secret(text: &str) -> Option<Secret> {
    let (what, of) = text.split_once(':')?;
    let (what, domain) = what.split_once('.')?;
    let id = what.get(1..)?.parse().ok()?;
    let what = match what.chars().next()? {
        'f' => Shown::Fact(FactId(id)),
        'v' => Shown::Var(VarId(id)),
        'p' => Shown::Piece,
        _ => return None,
    };
    let domain = *DOMAINS.get(domain.parse::<usize>().ok()?)?;
    Some(Secret { what, of: Ref::new(domain, of.parse().ok()?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_holds_what_was_looked_at() {
        let secrets = [
            Secret { what: Shown::Fact(FactId(3)), of: Ref::piece(7) },
            Secret { what: Shown::Var(VarId(12)), of: Ref::side(1) },
            Secret { what: Shown::Var(VarId(0)), of: Ref::GAME },
            Secret { what: Shown::Piece, of: Ref::piece(4) },
        ];
        let read: Vec<Secret> = secrets.iter().filter_map(|secret| read_secret(&write_secret(secret))).collect();
        assert_eq!(read, secrets);
        assert_eq!(marked("two".to_owned(), &BTreeSet::new()), "two");
    }
}
