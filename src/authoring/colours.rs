//! The colours of a file: what each of its words is.

use std::collections::HashSet;
use std::ops::Range;

use crate::source::plain;
use crate::syntax::keywords;

use super::declared::{Sort, by_form};
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

impl Project {
    /// The words of a file with their roles, in order. Words without a role are left out.
    pub fn colours(&mut self, path: &str) -> Vec<(Colour, Range<usize>)> {
        let Some((folder, text)) = self.place(path) else { return Vec::new() };
        let names = self.names(&folder);
        let known = by_form(&names, |one| !matches!(one.sort, Sort::Section | Sort::Test | Sort::Label));
        let keywords: HashSet<&str> = keywords().into_iter().chain(OF_SCRIPTS).collect();
        let role = |token, range: &Range<usize>| match token {
            Token::Comment => Some(Colour::Comment),
            Token::Text => Some(Colour::Text),
            Token::Number => Some(Colour::Number),
            Token::Cite => Some(Colour::Cite),
            Token::Word => {
                let word = &text[range.clone()];
                let is_keyword = keywords.contains(word) && !text[..range.start].ends_with('.');
                if is_keyword {
                    Some(Colour::Keyword)
                } else {
                    known.get(&plain(word)).map(|one| Colour::Name(one.sort))
                }
            }
        };
        let found = tokens(&text).into_iter().filter_map(|(token, range)| Some((role(token, &range)?, range)));
        found.collect()
    }
}
