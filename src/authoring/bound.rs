//! The names that scripts give to values, and how far each of them reaches.

use std::ops::Range;

use super::tokens::{Token, tokens};

/// How a script gives a name to a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binding {
    /// `let NAME`: up to the end of its block.
    Let,
    /// `for NAME in SET { … }`: in the block.
    Loop,
    /// `|NAME| E`: in the expression.
    Closure,
    /// `after rout(NAME)`, `forbid enter(NAME)`: up to the next clause.
    Head,
}

/// Words that begin a clause.
const CLAUSES: [&str; 7] = ["after", "before", "except", "forbid", "hide", "modify", "show"];

/// The place in a part of a text where a script gave its value to the name that is used at a range: `let NAME`,
/// `for NAME in`, `|NAME|`, `after rout(NAME)`.
pub(super) fn bound(text: &str, part: Range<usize>, used: &Range<usize>) -> Option<Range<usize>> {
    let name = text.get(used.clone())?;
    let all: Vec<(Token, Range<usize>)> = tokens(text)
        .into_iter()
        .filter(|(_, range)| range.start >= part.start && range.end <= used.end.min(part.end))
        .collect();
    let named = all.iter().enumerate().rev().filter(|(_, (token, range))| {
        *token == Token::Word && text.get(range.clone()).is_some_and(|word| word == name)
    });
    let mut bindings = named.filter_map(|(at, (_, range))| Some((binding(text, &part, &all, at)?, range.clone())));
    bindings
        .find(|(binding, range)| range == used || reaches(text, &all, *binding, range, used))
        .map(|(_, range)| range)
}

/// How the word with this number is given a value. None if it is not.
fn binding(text: &str, part: &Range<usize>, all: &[(Token, Range<usize>)], at: usize) -> Option<Binding> {
    let (_, range) = &all[at];
    let before = text.get(part.start..range.start)?.trim_end();
    let after = text.get(range.end..)?.trim_start();
    let word = at.checked_sub(1).and_then(|at| text.get(all[at].1.clone()));
    match word.filter(|_| before.ends_with(char::is_alphabetic)) {
        Some("let" | "const") => return Some(Binding::Let),
        // `for KIND` of a clause names nothing.
        Some("for") if after.starts_with("in ") => return Some(Binding::Loop),
        _ => {}
    }
    let in_closure = before.ends_with('|') && after.starts_with(['|', ','])
        || before.ends_with(',') && after.starts_with('|') && before.contains('|');
    if in_closure {
        return Some(Binding::Closure);
    }
    // `after the rout(unit, area)`: only names stand between the bracket and this one.
    if !before.ends_with(['(', ',']) || !after.starts_with([',', ')']) {
        return None;
    }
    let (head, names) = before.rsplit_once('(')?;
    let is_names = names.chars().all(|sign| sign.is_alphanumeric() || "_, ".contains(sign));
    let line = head.rsplit(['\n', '{', ';']).next()?;
    let begins = line.split_whitespace().find(|word| *word != "first");
    (is_names && begins.is_some_and(|word| matches!(word, "after" | "before" | "forbid"))).then_some(Binding::Head)
}

/// True if the name that is given its value at `from` still has it at `to`.
fn reaches(
    text: &str,
    all: &[(Token, Range<usize>)],
    binding: Binding,
    from: &Range<usize>,
    to: &Range<usize>,
) -> bool {
    let Some(between) = text.get(from.end..to.start) else { return false };
    // Where what the name belongs to begins.
    let sign = match binding {
        Binding::Let => None,
        Binding::Closure => Some('|'),
        Binding::Head => Some(')'),
        Binding::Loop => Some('{'),
    };
    let start = match sign.map(|sign| between.find(sign)) {
        None => from.end,
        Some(Some(at)) => from.end + at + 1,
        Some(None) => return false,
    };
    // The token that holds a byte: they stand in order.
    let token_at = |at: usize| all.get(all.partition_point(|(_, range)| range.end <= at));
    let hidden = |at: usize| {
        token_at(at).is_some_and(|(token, range)| matches!(token, Token::Comment | Token::Text) && range.start <= at)
    };
    let begins_clause = |at: usize| {
        let clause = token_at(at).filter(|(token, range)| *token == Token::Word && range.start == at);
        clause.and_then(|(_, range)| text.get(range.clone())).is_some_and(|word| CLAUSES.contains(&word))
    };
    let mut depth = 0_usize;
    for (at, sign) in text.get(start..to.start).unwrap_or_default().char_indices() {
        match sign {
            _ if hidden(start + at) => {}
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' if depth == 0 => return false,
            '}' | ')' | ']' => depth -= 1,
            ',' | ';' if depth == 0 && binding == Binding::Closure => return false,
            _ if depth == 0 && binding == Binding::Head && begins_clause(start + at) => return false,
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text from the binding of the name at the sign `^` on.
    fn from(text: &str) -> Option<String> {
        let at = text.find('^').expect("the text marks a place");
        let text = text.replace('^', "");
        let (_, used) = super::super::tokens::word_at(&text, at).expect("a word stands there");
        bound(&text, 0..text.len(), &used).map(|range| text[range.start..].to_owned())
    }

    #[test]
    fn a_name_of_a_script_reaches_to_the_end_of_its_block() {
        let found = |text: &str| from(text).is_some();
        assert!(found("do { let tired = 1; if a { use(^tired); } }"));
        assert!(!found("do { if a { let tired = 1; } use(^tired); }"));
        assert!(found("do { for tired in units { use(^tired); } }"));
        assert!(!found("do { for tired in units { } use(^tired); }"));
        assert!(!found("do { for tired in ^tired { } }"));
        assert!(found("is a = units.some(|tired| ^tired == 1)"));
        assert!(found("is a = units.fold(0, |sum, tired| sum + ^tired)"));
        assert!(found("is a = units.fold(0, |tired, one| one + ^tired)"));
        assert!(!found("is a = units.some(|tired| tired == 1) && ^tired"));
        assert!(found("is a = say(\"a { units.some(|tired| ^tired) }\")"));
    }

    #[test]
    fn a_name_in_the_head_of_a_clause_reaches_to_the_next_clause() {
        let found = |text: &str| from(text).is_some();
        assert!(found("after rout(tired) when ^tired do { }"));
        assert!(found("first before march(a, tired) @1 do { use(^tired); }"));
        assert!(!found("forbid march(tired) when tired @1\n  forbid rest when ^tired"));
        assert!(!found("is a = march(tired) && ^tired"));
    }
}
