//! What may be written at a place: after a dot the words of what stands before it, after `@` the sections, after
//! `under`, `modify` or `forbid` what they name, elsewhere names and keywords.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::model::api::{Form, TABLE};
use crate::model::game::{Game, VERBS};
use crate::model::id::Domain;
use crate::model::reading;
use crate::source::plain;
use crate::syntax::{ITEM_WORDS, keywords};

use super::declared::{Declared, Sort, by_form};
use super::receiver::{Receiver, receiver};
use super::tokens::{Token, tokens};
use super::{OF_SCRIPTS, Project};

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A name of the game.
    Name(Sort),
    /// A name that every game has.
    BuiltIn,
    /// A keyword.
    Keyword,
}

/// One text that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What has been typed of it.
    pub range: Range<usize>,
    /// The text.
    pub text: String,
    /// What it is.
    pub what: What,
    /// What it is in words, for a section its title.
    pub detail: String,
    /// Its documentation.
    pub doc: Option<String>,
}

/// The words of every step, sequence, procedure and action, with what they mean.
const OF_SCOPES: [(&str, &str); 2] =
    [("number", "how many times it has begun within what repeats it, from 1"), ("side", "the side that is playing it")];

/// What a word after this text, which ends with a dot, means for a step, sequence, procedure or action.
pub(super) fn of_scope(game: &Game, before: &str, word: &str) -> Option<&'static str> {
    let Receiver::Scope(_) = receiver(game, before.strip_suffix('.')?) else { return None };
    OF_SCOPES.iter().find(|(name, _)| *name == word).map(|(_, doc)| *doc)
}

impl Project {
    /// What may be written at a byte of a file.
    pub fn completions(&mut self, path: &str, at: usize) -> Vec<Completion> {
        let Some((folder, text)) = self.place(path) else { return Vec::new() };
        let at = super::within(&text, at);
        let mut before = tokens(&text[..at]);
        let names = self.names(&folder);
        let start = match before.last() {
            // Within a comment or a text nothing is completed. The cut text has no end, so it seems to reach the
            // cursor.
            Some((Token::Comment | Token::Text | Token::Number, range)) if range.end == at => return Vec::new(),
            Some((Token::Word, range)) if range.end == at => range.start,
            _ => at,
        };
        before.retain(|(_, range)| range.end <= start);
        let range = start..at;
        let line = text[..start].rsplit('\n').next().unwrap_or_default();
        // `@5.` is not yet a citation, but will be one.
        let is_section = |sign: char| sign.is_alphanumeric() || sign == '.';
        if let Some((_, number)) = text[..at].rsplit_once('@').filter(|(_, number)| number.chars().all(is_section)) {
            return sections(&names, at - number.len()..at);
        }
        if line.ends_with('.') && !line.ends_with("..") {
            let game = self.game(&folder, path);
            return after_dot(game.as_deref(), &names, &text[..start - 1], range);
        }
        let word = |back: usize| before.iter().rev().nth(back - 1).map(|(_, range)| &text[range.clone()]);
        let is_number = |word: &str| word.bytes().all(|sign| sign.is_ascii_digit());
        let is_inside = depth(&text[..start]) > 0;
        let of = |wanted: &[Sort]| named(&names, range.clone(), |one| wanted.contains(&one.sort));
        match (word(1), word(2)) {
            (Some("under"), _) => return of(&[Sort::Ruling]),
            (Some("ruling"), _) if is_inside => return of(&[Sort::Ruling]),
            (Some(ruling), Some("under" | "ruling")) => {
                let all = || names.iter().flat_map(Declared::all);
                if let Some(ruling) = all().find(|one| one.sort == Sort::Ruling && one.name == ruling) {
                    return named(&ruling.inside, range, |_| true);
                }
            }
            (Some("given"), _) => return of(&[Sort::Scenario]),
            (Some("for"), _) if line.starts_with("lesson ") || line.starts_with("puzzle ") => {
                return of(&[Sort::Scenario]);
            }
            (Some("for"), _) if line.starts_with("scenario ") => return of(&[Sort::Game]),
            // `costs 2 command, 1 tender`
            (Some(number), _) if is_number(number) && line.contains(" costs ") => return of(&[Sort::Purse]),
            (Some("modify"), _) => return of(&[Sort::Quantity]),
            (Some("forbid" | "may"), _) => {
                let mut found = of(&[Sort::Permission, Sort::Action, Sort::Walk]);
                found.retain(|one| !one.text.starts_with("may_"));
                found.extend(words_of(range, VERBS));
                return found;
            }
            (Some("of"), Some("cost")) => return of(&[Sort::Action]),
            _ => {}
        }
        if line.trim().is_empty() && !is_inside {
            return words_of(range, ITEM_WORDS.iter().copied());
        }
        let known = |one: &Declared| !matches!(one.sort, Sort::Section | Sort::Test | Sort::Parameter | Sort::Label);
        let mut found = named(&names, range.clone(), known);
        let here = names.iter().find(|one| Some(one.whole.source) == self.source(path) && one.whole.holds(start));
        found.extend(named(here.map_or(&[], |one| &one.inside), range.clone(), |one| one.sort == Sort::Parameter));
        found.extend(built_in(&range, |form| matches!(form, Form::Word | Form::Function)));
        found.extend(words_of(range, keywords().into_iter().chain(OF_SCRIPTS)));
        once(found)
    }
}

/// The number of brackets open at the end of a text, those in comments and texts aside.
fn depth(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut last = 0;
    let passed = tokens(text).into_iter().filter(|(token, _)| matches!(token, Token::Comment | Token::Text));
    for range in passed.map(|(_, range)| range).chain(std::iter::once(text.len()..text.len())) {
        for sign in text[last..range.start].bytes() {
            match sign {
                b'{' | b'(' | b'[' => depth += 1,
                b'}' | b')' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        last = range.end;
    }
    depth
}

/// Each text once; the first of several meanings stays.
fn once(found: Vec<Completion>) -> Vec<Completion> {
    let mut by_text: BTreeMap<String, Completion> = BTreeMap::new();
    for one in found {
        by_text.entry(one.text.clone()).or_insert(one);
    }
    by_text.into_values().collect()
}

fn sections(names: &[Declared], range: Range<usize>) -> Vec<Completion> {
    let sections = names.iter().filter(|one| one.sort == Sort::Section);
    let entry = |one: &Declared| Completion {
        range: range.clone(),
        text: one.name.clone(),
        what: What::Name(Sort::Section),
        detail: one.title.clone().unwrap_or_default(),
        doc: one.doc.clone(),
    };
    sections.map(entry).collect()
}

/// The names of these declarations, their other forms included.
fn named(names: &[Declared], range: Range<usize>, is_wanted: impl Fn(&Declared) -> bool) -> Vec<Completion> {
    let wanted = names.iter().flat_map(Declared::all).filter(|one| is_wanted(one));
    let entries = wanted.flat_map(|one| {
        one.forms().map(|name| Completion {
            range: range.clone(),
            // In scripts a name has no accents; in lists and positions it may be written as declared.
            text: if one.sort == Sort::Space { name.clone() } else { plain(name) },
            what: What::Name(one.sort),
            detail: described(one),
            doc: one.doc.clone(),
        })
    });
    once(entries.collect())
}

fn described(one: &Declared) -> String {
    match one.title.as_ref().filter(|title| **title != one.name) {
        Some(title) => format!("{}, “{title}”", one.sort.word()),
        None => one.sort.word().to_owned(),
    }
}

fn words_of<'w>(range: Range<usize>, words: impl IntoIterator<Item = &'w str>) -> Vec<Completion> {
    let entry = |word: &str| Completion {
        range: range.clone(),
        text: word.to_owned(),
        what: What::Keyword,
        detail: "keyword".to_owned(),
        doc: None,
    };
    words.into_iter().map(entry).collect()
}

fn built_in(range: &Range<usize>, is_wanted: impl Fn(Form) -> bool) -> Vec<Completion> {
    let entries = TABLE.iter().filter(|entry| is_wanted(entry.form)).map(|entry| Completion {
        range: range.clone(),
        text: entry.name.to_owned(),
        what: What::BuiltIn,
        detail: "in every game".to_owned(),
        doc: Some(entry.doc.to_owned()),
    });
    once(entries.collect())
}

/// What words of a game that follow a dot stand for.
const OF_THINGS: [Sort; 11] = [
    Sort::Fact,
    Sort::Variable,
    Sort::Flag,
    Sort::Word,
    Sort::Quantity,
    Sort::Kind,
    Sort::Noun,
    Sort::Mode,
    Sort::Terrain,
    Sort::Weather,
    Sort::Region,
];

/// The words that may follow a dot after this text.
fn after_dot(game: Option<&Game>, names: &[Declared], before: &str, range: Range<usize>) -> Vec<Completion> {
    let Some(game) = game else {
        // Without a game no type is known: these are all words that may follow a dot, those of the game first.
        let mut found = named(names, range.clone(), |one| OF_THINGS.contains(&one.sort));
        found.extend(built_in(&range, |form| matches!(form, Form::Property | Form::Method)));
        return once(found);
    };
    let known = by_form(names, |one| !matches!(one.sort, Sort::Parameter | Sort::Label));
    let entry = |name: &str| {
        let one = known.get(name).copied();
        Completion {
            range: range.clone(),
            text: name.to_owned(),
            what: What::Name(one.map_or(Sort::Word, |one| one.sort)),
            detail: one.map_or_else(|| "word".to_owned(), described),
            doc: one.and_then(|one| one.doc.clone()),
        }
    };
    let mut found: Vec<Completion> = Vec::new();
    match receiver(game, before) {
        Receiver::Scope(scope) => {
            found.extend(game.turns_of(scope).map(|(_, name)| entry(name)));
            let scope = &game.scopes[scope.at()];
            let own = scope.own.iter().map(|own| own.name.as_str());
            found.extend(scope.params.iter().map(|param| param.name.as_str()).chain(own).map(entry));
            found.extend(scope.words.iter().map(|word| entry(&game.words[word.at()].name)));
            found.extend(OF_SCOPES.iter().map(|(word, doc)| Completion {
                range: range.clone(),
                text: (*word).to_owned(),
                what: What::BuiltIn,
                detail: "of every step and action".to_owned(),
                doc: Some((*doc).to_owned()),
            }));
        }
        Receiver::Things(domain, many) => {
            found.extend(game.terms.keys().filter(|(_, subject)| *subject == domain).map(|(name, _)| entry(name)));
            let is_of_set = |word: &&crate::model::game::Word| many && reading::is_of_set(word, domain);
            found.extend(game.words.iter().filter(is_of_set).map(|word| entry(&word.name)));
            if let Domain::List(list) = domain {
                found.extend(game.lists[usize::from(list)].members.iter().map(|member| entry(&member.name)));
            }
            let fits = |name: &str, form| reading::api(form, domain, many, name).is_some();
            for form in [Form::Property, Form::Method] {
                found.extend(built_in(&range, |other| other == form).into_iter().filter(|one| fits(&one.text, form)));
            }
        }
        Receiver::Unknown => {
            found.extend(game.terms.keys().map(|(name, _)| entry(name)));
            found.extend(built_in(&range, |form| matches!(form, Form::Property | Form::Method)));
        }
    }
    once(found)
}
