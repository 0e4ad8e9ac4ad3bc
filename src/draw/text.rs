//! Text in roles: what is a title, a number, a citation. Whoever shows it decides on colours.

use crate::model::drawing::Ink;

/// What a stretch of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Running text.
    Plain,
    /// A heading.
    Title,
    /// Something of less weight: notes, frames, file names.
    Dim,
    /// What may be typed: numbers of options, words.
    Key,
    /// A number that matters: dice, totals.
    Number,
    /// A section of the rulebook.
    Cite,
    /// A side, by its number.
    Side(u16),
    /// Something that the game draws in a colour of its own.
    Ink(Ink),
    /// Good news.
    Good,
    /// Bad news.
    Bad,
}

/// A stretch of text in one role.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// What it is.
    pub role: Role,
    /// The text, without line ends.
    pub text: String,
}

/// A line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Line(pub Vec<Span>);

impl Line {
    /// An empty line.
    pub fn new() -> Self {
        Line(Vec::new())
    }

    /// A line in one role.
    pub fn of(role: Role, text: impl Into<String>) -> Self {
        Line::new().and(role, text)
    }

    /// A line of running text.
    pub fn plain(text: impl Into<String>) -> Self {
        Line::of(Role::Plain, text)
    }

    /// The line with more behind it.
    #[must_use]
    pub fn and(mut self, role: Role, text: impl Into<String>) -> Self {
        self.push(role, text);
        self
    }

    /// More text behind it.
    pub fn push(&mut self, role: Role, text: impl Into<String>) {
        let text: String = text.into();
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.role == role => last.text.push_str(&text),
            _ => self.0.push(Span { role, text }),
        }
    }

    /// Another line behind it.
    pub fn append(&mut self, other: Line) {
        for span in other.0 {
            self.push(span.role, span.text);
        }
    }

    /// The line moved in by so many blanks.
    #[must_use]
    pub fn indented(self, by: usize) -> Self {
        let mut line = Line::plain(" ".repeat(by));
        line.append(self);
        line
    }

    /// How many columns it takes.
    pub fn width(&self) -> usize {
        self.0.iter().map(|span| span.text.chars().count()).sum()
    }

    /// The line with blanks behind it up to a width.
    #[must_use]
    pub fn padded(mut self, width: usize) -> Self {
        let missing = width.saturating_sub(self.width());
        self.push(Role::Plain, " ".repeat(missing));
        self
    }

    /// The line between blanks, in the middle of a width.
    #[must_use]
    pub fn centred(self, width: usize) -> Self {
        let missing = width.saturating_sub(self.width());
        self.indented(missing / 2).padded(width)
    }

    /// The line without roles and without blanks at its end.
    pub fn text(&self) -> String {
        let mut text: String = self.0.iter().map(|span| span.text.as_str()).collect();
        text.truncate(text.trim_end().len());
        text
    }

    /// The line cut to a width, with a mark where something is missing.
    #[must_use]
    pub fn cut(self, width: usize) -> Self {
        if self.width() <= width {
            return self;
        }
        let mut line = Line::new();
        let mut left = width.saturating_sub(1);
        for span in self.0 {
            let text: String = span.text.chars().take(left).collect();
            left -= text.chars().count();
            line.push(span.role, text);
            if left == 0 {
                break;
            }
        }
        line.and(Role::Dim, "…")
    }

    /// The line broken into lines of at most a width, at blanks; later ones are moved in by `indent`.
    pub fn wrapped(self, width: usize, indent: usize) -> Vec<Line> {
        if self.width() <= width {
            return vec![self];
        }
        let lead = self.text().chars().take_while(|letter| *letter == ' ').count();
        let mut lines = Vec::new();
        let mut line = Line::plain(" ".repeat(lead));
        let mut empty = true;
        let words = words(&self);
        for (at, (role, word, blanks)) in words.iter().enumerate() {
            // What follows without a blank in between, such as a comma, stays with its word.
            let tied = words[at + 1..].iter().take_while(|(_, _, blanks)| *blanks == 0);
            let length: usize = word.chars().count() + tied.map(|(_, word, _)| word.chars().count()).sum::<usize>();
            if !empty && *blanks > 0 && line.width() + blanks + length > width {
                lines.push(std::mem::replace(&mut line, Line::plain(" ".repeat(indent))));
            } else if !empty {
                line.push(*role, " ".repeat(*blanks));
            }
            line.push(*role, word.as_str());
            empty = false;
        }
        lines.push(line);
        lines
    }
}

/// The words of a line, each with how many blanks stand before it.
fn words(line: &Line) -> Vec<(Role, String, usize)> {
    let mut words = Vec::new();
    let mut blanks = 0;
    for span in &line.0 {
        for (at, word) in span.text.split(' ').enumerate() {
            blanks += usize::from(at > 0);
            if !word.is_empty() {
                words.push((span.role, word.to_owned(), blanks));
                blanks = 0;
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_breaks_at_blanks_and_keeps_roles() {
        let line = Line::plain("one two").and(Role::Key, " three four");
        let lines: Vec<String> = line.wrapped(9, 2).iter().map(Line::text).collect();
        assert_eq!(lines, ["one two", "  three", "  four"]);
    }

    #[test]
    fn wrapping_leaves_a_comma_with_its_word() {
        let line = Line::plain("one two").and(Role::Dim, " 3-3*").and(Role::Plain, ", four");
        let lines: Vec<String> = line.wrapped(12, 2).iter().map(Line::text).collect();
        assert_eq!(lines, ["one two", "  3-3*, four"]);
    }

    #[test]
    fn wrapping_leaves_short_lines_alone() {
        let line = Line::plain("  a b");
        assert_eq!(line.clone().wrapped(10, 4), vec![line]);
    }

    #[test]
    fn a_cut_line_shows_that_something_is_missing() {
        assert_eq!(Line::plain("abcdef").cut(4).text(), "abc…");
    }
}
