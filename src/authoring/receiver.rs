//! What stands before a dot, so that completion offers only its words. The text is not finished there, so this reads
//! what is written, not its tree.

use std::ops::Range;

use crate::model::api::{Form, Gives, TABLE};
use crate::model::game::Game;
use crate::model::id::{Domain, ScopeId};
use crate::model::names::Symbol;
use crate::model::node::Term;
use crate::model::reading;
use crate::model::types::Type;

use super::bound::bound;
use super::tokens::{Token, tokens};

/// The most words that lead to each other, by dots and by names: `let a = b.c;`, `let b = d.e;`. What is longer is
/// unknown.
const MOST_STEPS: usize = 32;

/// What stands before a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiver {
    /// A thing, or a set of things.
    Things(Domain, bool),
    /// A step, sequence, procedure or action.
    Scope(ScopeId),
    Unknown,
}

impl Receiver {
    fn of(ty: Type) -> Receiver {
        match ty {
            Type::Scope(scope) => Receiver::Scope(scope),
            Type::One(domain, _) => Receiver::Things(domain, false),
            Type::Set(domain) | Type::Tally(domain) => Receiver::Things(domain, true),
            _ => Receiver::Unknown,
        }
    }

    fn known(self) -> Option<Receiver> {
        (self != Receiver::Unknown).then_some(self)
    }

    /// One member of a set.
    fn member(self) -> Receiver {
        match self {
            Receiver::Things(domain, _) => Receiver::Things(domain, false),
            other => other,
        }
    }
}

/// What the last word of a text, which stands before a dot, probably is.
pub(super) fn receiver(game: &Game, before: &str) -> Receiver {
    of_text(game, before, MOST_STEPS)
}

fn of_text(game: &Game, before: &str, steps: usize) -> Receiver {
    let Some(steps) = steps.checked_sub(1) else { return Receiver::Unknown };
    let before = before.trim_end().trim_end_matches('?');
    if before.ends_with(')') {
        return called(game, before, steps);
    }
    let all = tokens(before);
    let Some((Token::Word, range)) = all.last().filter(|(_, range)| range.end == before.len()) else {
        return Receiver::Unknown;
    };
    let word = &before[range.clone()];
    if let Some(base) = before[..range.start].strip_suffix('.') {
        return behind_dot(game, of_text(game, base, steps), word, Form::Property);
    }
    // `attacker: unit` in the head of an item says what the word is.
    let typed = all.windows(2).rev().find(|pair| {
        let between = before.get(pair[0].1.end..pair[1].1.start).unwrap_or_default();
        &before[pair[0].1.clone()] == word && between.trim() == ":"
    });
    if typed.is_none()
        && let Some(found) = own_name(game, before, range, &all, steps)
    {
        return found;
    }
    named(game, typed.map_or(word, |pair| &before[pair[1].1.clone()]))
}

/// What a word or method behind a dot gives.
fn behind_dot(game: &Game, base: Receiver, word: &str, form: Form) -> Receiver {
    let many = matches!(base, Receiver::Things(_, true));
    let is_of_base = |subject: Domain| matches!(base, Receiver::Things(domain, _) if domain == subject);
    let terms = || game.terms.iter().filter(|((name, _), _)| name == word);
    let term = terms().find(|((_, subject), _)| is_of_base(*subject)).or_else(|| terms().next());
    if let Some((_, (term, _))) = term {
        return match reading::term_type(game, *term) {
            // A yes/no word of a set is the part for which it is true.
            Type::Flag if many => base,
            ty => match Receiver::of(ty) {
                Receiver::Things(domain, _) if many => Receiver::Things(domain, true),
                found => found,
            },
        };
    }
    if let Receiver::Things(domain, true) = base
        && let Some((word, _)) = reading::of_set(game, domain, word)
    {
        return Receiver::of(reading::term_type(game, Term::Word(word)));
    }
    let entry = TABLE.iter().find(|entry| entry.form == form && entry.name == word);
    match entry.map(|entry| entry.gives) {
        Some(Gives::Type(ty)) => Receiver::of(ty),
        Some(Gives::Same) => base,
        Some(Gives::MaybeMember) => base.member(),
        _ => Receiver::Unknown,
    }
}

/// What a call at the end of a text gives: `mine.where(|one| one.hurt)`.
fn called(game: &Game, before: &str, steps: usize) -> Receiver {
    let hidden: Vec<Range<usize>> = tokens(before)
        .into_iter()
        .filter(|(token, _)| matches!(token, Token::Comment | Token::Text))
        .map(|(_, range)| range)
        .collect();
    let mut depth = 0_usize;
    let open = before.char_indices().rev().find_map(|(at, sign)| {
        match sign {
            _ if hidden.iter().any(|range| range.contains(&at)) => {}
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    });
    let Some(head) = open.and_then(|open| before.get(..open)) else { return Receiver::Unknown };
    let name = head.rsplit(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or_default();
    match head.strip_suffix(name).and_then(|rest| rest.strip_suffix('.')) {
        Some(base) if !name.is_empty() => behind_dot(game, of_text(game, base, steps), name, Form::Method),
        None if !name.is_empty() => named(game, name),
        _ => Receiver::Unknown,
    }
}

/// What a name stands for that a script, an action or a test has given to something of its own.
fn own_name(
    game: &Game,
    before: &str,
    used: &Range<usize>,
    all: &[(Token, Range<usize>)],
    steps: usize,
) -> Option<Receiver> {
    // An item begins at the beginning of a line.
    let is_head = |at: &usize| before[*at..].starts_with(char::is_alphabetic);
    let starts = before.match_indices('\n').map(|(at, _)| at + 1).chain([0]);
    let item = starts.filter(is_head).max()?;
    if let Some(binding) = bound(before, item..before.len(), used).filter(|binding| binding != used) {
        return of_binding(game, before, &binding, steps);
    }
    let word = &before[used.clone()];
    let is_test = ["test", "lesson", "puzzle"].iter().any(|head| before[item..].starts_with(head));
    let same = all.iter().filter(|(token, range)| {
        *token == Token::Word && range.start >= item && range.end < used.start && &before[range.clone()] == word
    });
    for (_, range) in same {
        let behind = before[range.end..].trim_start();
        let is_label = is_test && behind.starts_with('=') && !behind.starts_with("==");
        if is_label {
            return Some(Receiver::Things(Domain::Piece, false));
        }
        // `who  mine.men where who.strong`: a line of an action, or the first one in its braces.
        let line = before[..range.start].rsplit('\n').next().unwrap_or_default();
        let is_line = line.trim().is_empty() || line.trim_end().ends_with('{');
        if is_line && before[item..].starts_with(['a', 'c']) && before[range.end..].starts_with(' ') {
            let set = behind.trim_start_matches("some ").trim_start_matches("of ");
            let set = set.split([' ', '\n']).next().unwrap_or_default();
            let found = of_text(game, &before[..before.len() - behind.len() + offset(behind, set)], steps);
            return found.known().map(Receiver::member);
        }
    }
    None
}

/// The byte behind a part of a text.
fn offset(text: &str, part: &str) -> usize {
    text.find(part).map_or(text.len(), |at| at + part.len())
}

/// What the value is that a script gives to the name at this place.
fn of_binding(game: &Game, before: &str, binding: &Range<usize>, steps: usize) -> Option<Receiver> {
    let head = before[..binding.start].trim_end();
    let behind = before.get(binding.end..)?;
    // The expression that begins behind a sign, up to another one.
    let until = |begin: &str, end: &[char]| {
        let start = binding.end + behind.find(begin)? + begin.len();
        let end = start + before[start..].find(end)?;
        of_text(game, &before[..end], steps).known()
    };
    if head.ends_with("let") || head.ends_with("const") {
        return until("=", &[';', '\n']);
    }
    if head.ends_with("for") {
        return until(" in ", &['{']).map(Receiver::member);
    }
    // `mine.where(|one|`: a member of the set.
    let call = head.strip_suffix('|')?.trim_end().strip_suffix('(')?;
    let (set, method) = call.rsplit_once('.')?;
    let entry = TABLE.iter().find(|entry| entry.form == Form::Method && entry.name == method)?;
    let is_set = matches!(entry.wants.first(), Some(crate::model::api::Wants::Set));
    is_set.then(|| of_text(game, set, steps).member()).and_then(Receiver::known)
}

/// What a name of the game or of every game stands for.
fn named(game: &Game, word: &str) -> Receiver {
    match word {
        "me" | "my" => return Receiver::Things(Domain::Side, false),
        "mine" | "theirs" | "pieces" => return Receiver::Things(Domain::Piece, true),
        "game" => return Receiver::Things(Domain::Game, false),
        _ => {}
    }
    let symbol = |symbol: &Symbol| match symbol {
        // A step is a thing, but what stands after it are the words of its scope.
        Symbol::Value(_, Type::One(Domain::Step, _)) => Receiver::Unknown,
        Symbol::Value(_, ty) => Receiver::of(*ty),
        Symbol::Noun { noun, plural } => Receiver::of(reading::noun_type(game, *noun, *plural)),
        Symbol::Word { word, .. } => Receiver::of(reading::term_type(game, Term::Word(*word))),
        Symbol::Scope(scope) | Symbol::Procedure(scope) | Symbol::Offer(_, scope) => Receiver::Scope(*scope),
        Symbol::List(list) => Receiver::Things(Domain::List(list.0), false),
        Symbol::Region(_) => Receiver::Things(Domain::Space, true),
        Symbol::Unique(_) => Receiver::Things(Domain::Piece, false),
        Symbol::Quantity(_)
        | Symbol::Permission(_)
        | Symbol::Table(_)
        | Symbol::Function(_)
        | Symbol::Link(_)
        | Symbol::Flag(_)
        | Symbol::Walk(_) => Receiver::Unknown,
    };
    let known = game.names.get(word).iter().map(symbol).find(|found| *found != Receiver::Unknown);
    known.unwrap_or(Receiver::Unknown)
}
