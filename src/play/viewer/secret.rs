//! Facts and variables that a seat is not shown: what they say, and whatever follows from it.
//!
//! Rules never ask whether something is hidden. Whoever shows a world to a seat takes down which facts and variables are
//! looked at on the way to a number or a text, and does not tell it if one of them is hidden from that seat.

use std::collections::BTreeSet;

use crate::model::game::Shown;
use crate::model::id::*;
use crate::model::value::Value;

use super::place_names::Viewer;
use crate::play::cache::results::Cache;
use crate::play::store::world::{Read, World};

/// What stands in place of something hidden where the rules have no word for it.
pub const UNKNOWN: &str = "?";

/// A fact or variable of a thing that may be hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Secret {
    /// The fact or variable.
    pub what: Shown,
    /// Whose it is.
    pub of: Ref,
}

/// Signs for private use, which no text of a game holds. Between the first two stand secrets, then what follows from
/// them.
const MARK: char = '\u{E002}';
const HELD: char = '\u{E003}';
const END: char = '\u{E004}';

impl World<'_> {
    /// What a fact of a thing says to whoever looks: nothing if it is hidden.
    pub fn seen_fact(&self, fact: FactId, of: Ref) -> &Value {
        if self.hides_fact(fact, of) { &Value::None } else { self.fact(fact, of) }
    }

    /// Whether a fact of a thing is hidden from whoever looks.
    pub fn hides_fact(&self, fact: FactId, of: Ref) -> bool {
        self.hides(&Secret { what: Shown::Fact(fact), of })
    }

    /// Whether a variable of a thing is hidden from whoever looks.
    pub fn hides_var(&self, var: VarId, of: Ref) -> bool {
        self.hides(&Secret { what: Shown::Var(var), of })
    }

    /// Whether something is hidden from whoever looks.
    pub fn hides(&self, secret: &Secret) -> bool {
        self.veil.is_some_and(|veil| veil.words_of(secret).is_some())
    }

    /// Whether one of these is hidden from whoever looks.
    pub fn hides_any(&self, secrets: &BTreeSet<Secret>) -> bool {
        secrets.iter().any(|secret| self.hides(secret))
    }

    /// What is read in place of a fact or variable that is hidden.
    pub fn hidden_words(&self, secret: &Secret) -> Option<&str> {
        self.veil?.words_of(secret)
    }

    /// What a variable of a thing holds for whoever looks: nothing if it is hidden.
    pub fn seen_var(&self, var: VarId, of: Ref) -> Value {
        if self.hides_var(var, of) { Value::None } else { self.var(var, of) }
    }

    /// Whether whoever looks sees that a flag is up, or that a variable is neither absent nor 0.
    pub fn is_seen_up(&self, var: VarId, of: Ref) -> bool {
        !self.hides_var(var, of) && self.is_up(var, of)
    }

    /// What a variable of a thing holds in the words of whoever looks.
    pub fn show_var(&self, var: VarId, of: Ref) -> String {
        match self.hidden_words(&Secret { what: Shown::Var(var), of }) {
            Some(words) => words.to_owned(),
            None => self.show(&self.var(var, of)),
        }
    }

    /// What a fact says of a thing in the words of whoever looks.
    pub fn show_fact(&self, fact: FactId, of: Ref) -> String {
        match self.hidden_words(&Secret { what: Shown::Fact(fact), of }) {
            Some(words) => words.to_owned(),
            None => self.show(self.fact(fact, of)),
        }
    }

    /// Finds something, and which facts and variables that may be hidden were looked at on the way.
    pub fn meeting<T>(&self, find: impl FnOnce(&World<'_>) -> T) -> (T, BTreeSet<Secret>) {
        if !self.game.keeps_secrets() {
            return (find(self), BTreeSet::new());
        }
        if self.cache.watches_secrets() {
            let before = self.cache.swap_met(BTreeSet::new());
            let found = find(self);
            let met = self.cache.swap_met(before);
            let both = self.cache.swap_met(BTreeSet::new()).into_iter().chain(met.iter().copied()).collect();
            self.cache.swap_met(both);
            return (found, met);
        }
        // What was found before was found unwatched, and a clause that nothing bears now is not even asked.
        let (cache, active) = (Cache::watching_secrets(self.game), self.active.everything(self.game));
        let found = find(&World { cache: &cache, active, ..*self });
        (found, cache.swap_met(BTreeSet::new()))
    }

    /// Finds something without taking down what is looked at on the way.
    pub(in crate::play) fn unnoted<T>(&self, find: impl FnOnce() -> T) -> T {
        let before = self.cache.swap_met(BTreeSet::new());
        let found = find();
        self.cache.swap_met(before);
        found
    }

    /// Finds something that whoever looks may know; nothing if something hidden was looked at on the way.
    pub fn telling<T>(&self, find: impl FnOnce(&World<'_>) -> T) -> Option<T> {
        if self.veil.is_none_or(|veil| !veil.keeps_secrets()) {
            return Some(find(self));
        }
        let (found, met) = self.meeting(find);
        (!self.hides_any(&met)).then_some(found)
    }

    /// A text that is kept in the log, in which what follows from secrets is marked; see [`World::told`].
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn kept_text(&self, write: impl FnOnce(&World<'_>) -> Read<String>) -> Read<String> {
        self.through(Viewer::Later).meeting(write).0
    }

    /// Part of a text as whoever looks may read it; in a text that is kept, with a mark if it follows from secrets.
    pub(in crate::play) fn part_of_text(&self, value: impl FnOnce(&World<'_>) -> Value) -> String {
        if self.veil.is_some() {
            return self.telling(value).map_or_else(|| UNKNOWN.to_owned(), |value| self.show(&value));
        }
        if self.viewer != Viewer::Later || !self.cache.watches_secrets() {
            return self.show(&value(self));
        }
        let (value, met) = self.meeting(value);
        // What a thing is called is told to whoever may know it.
        marked(self.unnoted(|| self.show(&value)), &met)
    }

    /// A text that was kept, without what is hidden from whoever looks.
    pub(in crate::play) fn without_secrets(&self, text: &str) -> String {
        let Some((before, rest)) = text.split_once(MARK) else { return text.to_owned() };
        // Marks may stand inside each other: a text may be part of a text.
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

/// A text that follows from secrets.
pub(in crate::play) fn marked(text: String, met: &BTreeSet<Secret>) -> String {
    if met.is_empty() {
        return text;
    }
    let secrets: Vec<String> = met.iter().map(write_secret).collect();
    format!("{MARK}{}{HELD}{text}{END}", secrets.join(" "))
}

/// `f3.0:7`: fact 3 of piece 7.
fn write_secret(secret: &Secret) -> String {
    let (letter, id) = match secret.what {
        Shown::Fact(fact) => ('f', fact.0),
        Shown::Var(var) => ('v', var.0),
        Shown::Zone(_) | Shown::Piece | Shown::Offer(_) => ('-', 0),
    };
    let domain = DOMAINS.iter().position(|domain| *domain == secret.of.domain).unwrap_or(DOMAINS.len());
    format!("{letter}{id}.{domain}:{}", secret.of.index)
}

/// Whose facts and variables may be hidden.
pub const DOMAINS: [Domain; 5] = [Domain::Piece, Domain::Space, Domain::Side, Domain::Card, Domain::Game];

fn read_secret(text: &str) -> Option<Secret> {
    let (what, of) = text.split_once(':')?;
    let (what, domain) = what.split_once('.')?;
    let id = what.get(1..)?.parse().ok()?;
    let what = match what.chars().next()? {
        'f' => Shown::Fact(FactId(id)),
        'v' => Shown::Var(VarId(id)),
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
        ];
        let read: Vec<Secret> = secrets.iter().filter_map(|secret| read_secret(&write_secret(secret))).collect();
        assert_eq!(read, secrets);
        assert_eq!(marked("two".to_owned(), &BTreeSet::new()), "two");
    }
}
