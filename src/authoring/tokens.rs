//! The words of a text by their place: what stands under the cursor, and where a name occurs. The scan knows strings,
//! comments, citations and functions that take a name as a text, and nothing else, so it reads any text, however
//! unfinished.

use std::ops::Range;

use crate::model::api::{Entry, TABLE, Wants};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A comment, up to the end of its line.
    Comment,
    /// A text, or a part of one between two expressions in braces.
    Text,
    /// A number, with its dice: `2d6`.
    Number,
    /// `@9.1`, with its sign.
    Cite,
    /// A name or keyword.
    Word,
}

/// The tokens of a text, in order. Signs and blanks are left out.
pub fn tokens(text: &str) -> Vec<(Token, Range<usize>)> {
    let mut scan = Scan { text, at: 0, found: Vec::new(), holes: Vec::new() };
    while let Some(sign) = scan.peek() {
        scan.token(sign);
    }
    find_names_in_quotes(text, &mut scan.found);
    scan.found
}

/// In `units.total("power")` the text is the name of a word of the units.
fn find_names_in_quotes(text: &str, found: &mut [(Token, Range<usize>)]) {
    let is_name =
        |text: &str| begins_with(text, is_letter) && text.chars().all(|sign| is_letter(sign) || sign.is_ascii_digit());
    for at in 1..found.len() {
        let ((before, function), (token, range)) = (found[at - 1].clone(), found[at].clone());
        let is_first = text.get(function.end..range.start).is_some_and(|between| between.trim() == "(");
        if before != Token::Word || token != Token::Text || !is_first {
            continue;
        }
        let takes_name =
            |entry: &&Entry| entry.wants.iter().any(|wants| matches!(wants, Wants::Measure | Wants::Variable));
        let inside = text[range.clone()].trim_matches('"');
        if is_name(inside) && TABLE.iter().filter(takes_name).any(|entry| entry.name == &text[function.clone()]) {
            let start = range.start + 1;
            found[at] = (Token::Word, start..start + inside.len());
        }
    }
}

/// The word or citation at a byte, or that ends there.
pub fn word_at(text: &str, at: usize) -> Option<(Token, Range<usize>)> {
    let touches = |(token, range): &(Token, Range<usize>)| {
        matches!(token, Token::Word | Token::Cite) && range.start <= at && at <= range.end
    };
    // Of two that touch, the later one begins at the cursor.
    tokens(text).into_iter().rev().find(touches)
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    found: Vec<(Token, Range<usize>)>,
    /// The open braces inside each text that has been left for an expression, and the sign around that text.
    holes: Vec<(usize, char)>,
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the signs for which this is true.
    fn take(&mut self, mut is_in: impl FnMut(char, &str) -> bool) {
        while let Some(sign) = self.peek() {
            let after = self.at + sign.len_utf8();
            if !is_in(sign, self.text.get(after..).unwrap_or_default()) {
                return;
            }
            self.at = after;
        }
    }

    fn add(&mut self, token: Token, start: usize) {
        self.found.push((token, start..self.at));
    }

    fn token(&mut self, sign: char) {
        let start = self.at;
        match sign {
            '\n' => {
                self.at += 1;
                self.holes.clear();
            }
            '/' if self.rest().starts_with("//") => {
                self.take(|sign, _| sign != '\n');
                self.add(Token::Comment, start);
            }
            '/' if self.rest().starts_with("/*") => {
                self.at += self.rest().find("*/").map_or(self.rest().len(), |end| end + 2);
                self.add(Token::Comment, start);
            }
            '"' | '`' => {
                self.at += 1;
                self.inside_text(start, sign);
            }
            '{' => {
                self.at += 1;
                self.holes.iter_mut().last().into_iter().for_each(|(open, _)| *open += 1);
            }
            '}' => {
                self.at += 1;
                match self.holes.last_mut() {
                    Some((0, quote)) => {
                        let quote = *quote;
                        self.holes.pop();
                        self.inside_text(start + 1, quote);
                    }
                    Some((open, _)) => *open -= 1,
                    None => {}
                }
            }
            '@' => {
                self.at += 1;
                self.take(|sign, rest| {
                    sign.is_alphanumeric() || sign == '.' && begins_with(rest, char::is_alphanumeric)
                });
                self.add(Token::Cite, start);
            }
            sign if sign.is_ascii_digit() => {
                self.take(|sign, _| sign.is_alphanumeric());
                self.add(Token::Number, start);
            }
            sign if is_letter(sign) => {
                self.take(|sign, rest| {
                    is_letter(sign)
                        || sign.is_ascii_digit()
                        || matches!(sign, '-' | '\'') && begins_with(rest, is_letter)
                });
                self.add(Token::Word, start);
            }
            sign => self.at += sign.len_utf8(),
        }
    }

    /// The rest of a text in these quotes, up to its end or to an expression in braces: `{…}`, between backticks `${…}`.
    /// A text ends with its line at the latest.
    fn inside_text(&mut self, start: usize, quote: char) {
        while let Some(sign) = self.peek() {
            let next = self.at + sign.len_utf8();
            let rest = self.text.get(next..).unwrap_or_default();
            let opens = if quote == '"' { sign == '{' } else { sign == '$' && rest.starts_with('{') };
            match sign {
                '\n' => break,
                '\\' => self.at = next + rest.chars().next().map_or(0, char::len_utf8),
                _ if opens && quote == '"' && rest.starts_with('{') => self.at = next + 1,
                _ if opens => {
                    self.add(Token::Text, start);
                    self.at = if sign == '$' { next + 1 } else { next };
                    self.holes.push((0, quote));
                    return;
                }
                _ if sign == quote => {
                    self.at = next;
                    break;
                }
                _ => self.at = next,
            }
        }
        if self.at > start {
            self.add(Token::Text, start);
        }
    }
}

fn is_letter(sign: char) -> bool {
    sign.is_alphabetic() || sign == '_'
}

fn begins_with(text: &str, is_in: fn(char) -> bool) -> bool {
    text.chars().next().is_some_and(is_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text).into_iter().filter(|(token, _)| *token == Token::Word).map(|(_, range)| &text[range]).collect()
    }

    #[test]
    fn words_in_texts_and_comments_do_not_count_but_expressions_in_texts_do() {
        let text = "is ready(unit) = unit.hits-1 > 0 // not tired\nsay \"{unit} is {{not}} {unit.name}.\" after \"a\\\"b\" Roc'h-an-Argoed";
        assert_eq!(
            words(text),
            ["is", "ready", "unit", "unit", "hits", "say", "unit", "unit", "name", "after", "Roc'h-an-Argoed"]
        );
    }

    #[test]
    fn texts_between_backticks_have_other_braces() {
        let text = "say(`{ no } \"quoted ${man.name} and \"${if odd { `a ${b}` } else { c }} d`) end";
        assert_eq!(words(text), ["say", "man", "name", "if", "odd", "b", "else", "c", "end"]);
    }

    #[test]
    fn a_text_without_an_end_ends_with_its_line() {
        assert_eq!(words("say \"left open\nkind Knight"), ["say", "kind", "Knight"]);
        assert_eq!(words("say \"{unit\nkind"), ["say", "unit", "kind"]);
    }

    #[test]
    fn the_word_under_the_cursor_is_found_at_both_its_ends() {
        let text = "forbid fire @5.1.2 when unit.engaged";
        let at = |at| word_at(text, at).map(|(_, range)| &text[range]);
        assert_eq!(
            [at(0), at(6), at(7), at(12), at(18)],
            [Some("forbid"), Some("forbid"), Some("fire"), Some("@5.1.2"), Some("@5.1.2")]
        );
        assert_eq!([at(28), at(29)], [Some("unit"), Some("engaged")]);
        assert_eq!(word_at("   ", 1), None);
    }
}
