//! The colours of a file: what each of its words is.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::source::plain;
use crate::syntax::keywords;

use super::declared::{Declared, Sort, by_form};
use super::tokens::{Token, tokens};
use super::{OF_SCRIPTS, Project};

/// The role of a word in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// A comment.
    Comment,
    /// A text for players.
    Text,
    /// A number.
    Number,
    /// The citation of a section.
    Cite,
    /// A keyword.
    Keyword,
    /// A name of the game.
    Name(Sort),
}

/// A word of a file with its role, and the name that it stands for, if it does.
#[derive(Clone, Debug)]
pub(super) struct Coloured<'n> {
    pub(super) colour: Colour,
    pub(super) range: Range<usize>,
    pub(super) name: Option<&'n Declared>,
}

/// The words of a text with their roles, in order; `known` has the names of the game by form. Words without a role are
/// left out.
pub(super) fn coloured<'n>(text: &str, known: &HashMap<String, &'n Declared>) -> Vec<Coloured<'n>> {
    let keywords: HashSet<&str> = keywords().into_iter().chain(OF_SCRIPTS).collect();
    let role = |token, range: &Range<usize>| match token {
        Token::Comment => Some((Colour::Comment, None)),
        Token::Text => Some((Colour::Text, None)),
        Token::Number => Some((Colour::Number, None)),
        Token::Cite => Some((Colour::Cite, None)),
        Token::Word => {
            let word = &text[range.clone()];
            let is_keyword = keywords.contains(word) && !text[..range.start].ends_with('.');
            if is_keyword {
                Some((Colour::Keyword, None))
            } else {
                known.get(&plain(word)).map(|one| (Colour::Name(one.sort), Some(*one)))
            }
        }
    };
    let found = tokens(text).into_iter().filter_map(|(token, range)| {
        let (colour, name) = role(token, &range)?;
        Some(Coloured { colour, range, name })
    });
    found.collect()
}

impl Project {
    /// The words of a file with their roles, in order. Words without a role are left out.
    pub fn colours(&mut self, path: &str) -> Vec<(Colour, Range<usize>)> {
        let Some((folder, text)) = self.place(path) else { return Vec::new() };
        let names = self.names(&folder);
        let known = by_form(&names, |one| !matches!(one.sort, Sort::Section | Sort::Test | Sort::Label));
        coloured(&text, &known).into_iter().map(|word| (word.colour, word.range)).collect()
    }
}
