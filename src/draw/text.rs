//! Text in roles: title, number, citation and so on. The program that shows it chooses the colours.

use textwrap::core::Fragment;
use textwrap::wrap_algorithms::wrap_first_fit;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::diagnostic::words::all_of;
use crate::model::drawing::Ink;
use crate::model::game::Game;

/// The role of a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Running text.
    Plain,
    /// A heading.
    Title,
    /// Less important text: notes, frames, file names.
    Dim,
    /// Text to type: numbers of options, words.
    Key,
    /// A number that matters: dice, totals.
    Number,
    /// A section of the rulebook.
    Cite,
    /// A side, in the colour of its counters.
    Side(Ink),
    /// Something the game draws in a colour of its own.
    Ink(Ink),
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// What a lesson points at.
    Marked,
}

impl Role {
    /// The role of a side, by its number.
    pub fn side(game: &Game, side: u16) -> Role {
        game.drawing.sides.get(usize::from(side)).map_or(Role::Plain, |ink| Role::Side(*ink))
    }
}

/// A stretch of text in one role.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Its role.
    pub role: Role,
    /// The text, without line ends.
    pub text: String,
}

/// A line of text, with the column at which its last cell begins if it is a row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Line(pub Vec<Span>, Option<usize>);

/// The minimum width of the last cell of a row. If less is left, its further lines begin farther left.
const LEAST_CELL: usize = 24;
/// The minimum indentation of further lines of a row.
const LEAST_HANG: usize = 6;
/// The indentation of a last cell that is put below its row.
const LEAST_STEP: usize = 2;
/// A last cell of so many words is put below its row if it has too little room.
const MANY_WORDS: usize = 4;

impl Line {
    /// An empty line.
    pub fn new() -> Self {
        Line(Vec::new(), None)
    }

    /// The title of a side, in its colour.
    pub fn side(game: &Game, side: u16) -> Self {
        Line::of(Role::side(game, side), game.side_title(side))
    }

    /// A line in one role.
    pub fn of(role: Role, text: impl Into<String>) -> Self {
        Line::new().and(role, text)
    }

    /// A line of running text.
    pub fn plain(text: impl Into<String>) -> Self {
        Line::of(Role::Plain, text)
    }

    /// The line with more text appended.
    #[must_use]
    pub fn and(mut self, role: Role, text: impl Into<String>) -> Self {
        self.push(role, text);
        self
    }

    /// Appends text.
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

    /// Appends another line.
    pub fn append(&mut self, other: Line) {
        for span in other.0 {
            self.push(span.role, span.text);
        }
    }

    /// The line with these items behind it, separated by commas.
    #[must_use]
    pub fn listing(mut self, items: impl IntoIterator<Item = Line>) -> Self {
        for (at, item) in items.into_iter().enumerate() {
            self.push(Role::Plain, if at > 0 { ", " } else { "" });
            self.append(item);
        }
        self
    }

    /// The line indented by a number of spaces.
    #[must_use]
    pub fn indented(self, by: usize) -> Self {
        let mut line = Line::plain(" ".repeat(by));
        line.1 = self.1.map(|column| column + by);
        line.append(self);
        line
    }

    /// The line as a row of a table whose last cell begins at this column. Text that does not fit continues there.
    #[must_use]
    pub fn hanging(mut self, column: usize) -> Self {
        self.1 = Some(column);
        self
    }

    /// For a reader that wraps lines itself: the column at which the line goes on. `otherwise`: that of a line that is
    /// not a row of a table. None for a row of short cells, which stays whole.
    pub fn goes_on_at(&self, otherwise: usize) -> Option<usize> {
        let Some(column) = self.1 else { return Some(otherwise) };
        let text = self.text();
        let before = first_columns(&text, column);
        let has_cells = before.ends_with("  ") && !before.trim().is_empty();
        (!has_cells || self.has_text_from(column)).then_some(column)
    }

    /// True if from this column on, behind other cells or none, there are several words.
    fn has_text_from(&self, column: usize) -> bool {
        let text = self.text();
        let cell = text.split_at_checked(first_columns(&text, column).len()).map_or("", |(_, cell)| cell);
        cell.trim().split(' ').count() >= MANY_WORDS
    }

    /// The column at which further lines begin in this width: below the last cell, or farther left if its longest word
    /// does not fit.
    fn hang(&self, width: usize, column: usize) -> usize {
        let text = self.text();
        let cell = text.split_at_checked(first_columns(&text, column).len()).map_or("", |(_, cell)| cell);
        let longest = cell.split(' ').map(columns).max().unwrap_or(0);
        let room = width.saturating_sub(longest.max(LEAST_CELL));
        column.min(room.max(LEAST_HANG))
    }

    /// True if the last cell has several words and too little room beside the other cells.
    fn is_squeezed(&self, width: usize, column: usize) -> bool {
        let text = self.text();
        let cell = text.split_at_checked(first_columns(&text, column).len()).map_or("", |(_, cell)| cell);
        let ends_before = text.trim_start().len() > cell.trim_start().len();
        ends_before && column + LEAST_CELL > width && self.has_text_from(column)
    }

    /// The line before a column, without the spaces at its end, and the line from there.
    fn split_at(self, column: usize) -> (Line, Line) {
        let (mut before, mut after, mut left) = (Line::new(), Line::new(), column);
        for span in self.0 {
            let text = first_columns(&span.text, left);
            after.push(span.role, span.text.get(text.len()..).unwrap_or_default());
            left -= columns(&text);
            before.push(span.role, text);
        }
        while let Some(last) = before.0.last_mut() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            before.0.pop();
        }
        (before, after)
    }

    /// The number of terminal columns it takes.
    pub fn width(&self) -> usize {
        self.0.iter().map(|span| columns(&span.text)).sum()
    }

    /// The line padded with spaces to a width.
    #[must_use]
    pub fn padded(mut self, width: usize) -> Self {
        let missing = width.saturating_sub(self.width());
        self.push(Role::Plain, " ".repeat(missing));
        self
    }

    /// The line centred in a width.
    #[must_use]
    pub fn centred(self, width: usize) -> Self {
        let missing = width.saturating_sub(self.width());
        self.indented(missing / 2).padded(width)
    }

    /// The text of the line, without roles or trailing spaces.
    pub fn text(&self) -> String {
        let mut text: String = self.0.iter().map(|span| span.text.as_str()).collect();
        text.truncate(text.trim_end().len());
        text.replace('\u{a0}', " ")
    }

    /// The line with plain spaces in place of non-breaking ones.
    fn unbroken(mut self) -> Self {
        self.0.iter_mut().filter(|span| span.text.contains('\u{a0}')).for_each(|span| {
            span.text = span.text.replace('\u{a0}', " ");
        });
        self
    }

    /// The line cut to a width, with a mark if text is missing.
    #[must_use]
    pub fn cut(self, width: usize) -> Self {
        if self.width() <= width {
            return self;
        }
        let mut line = Line::new();
        let mut left = width.saturating_sub(1);
        for span in self.0 {
            let whole = columns(&span.text);
            let text = if whole <= left { span.text } else { first_columns(&span.text, left) };
            line.push(span.role, text);
            if whole >= left {
                break;
            }
            left -= whole;
        }
        line.and(Role::Dim, "…")
    }

    /// The line broken at spaces into lines of at most `width` columns. Later lines are indented by `indent`; those of
    /// a row of a table begin below its last cell. Non-breaking spaces become plain ones.
    pub fn wrapped(self, width: usize, indent: usize) -> Vec<Line> {
        if self.width() <= width {
            return vec![self.unbroken()];
        }
        let lead = self.text().chars().take_while(|letter| *letter == ' ').count();
        if let Some(column) = self.1.filter(|column| self.is_squeezed(width, *column)) {
            // Its first words beside the other cells and the rest farther left would be hard to read.
            let farthest = self.hang(width, column);
            let (cells, last) = self.split_at(column);
            let step = (lead + LEAST_STEP).min(farthest);
            let below = last.indented(step).wrapped(width, step);
            return cells.wrapped(width, indent).into_iter().chain(below).collect();
        }
        let indent = self.1.map_or(indent, |column| self.hang(width, column));
        let words = words(&self);
        // Where a word fits the width but not beside the indentation, the lines begin farther left.
        let fits = |word: &&Word| word.columns() <= width;
        let beside = |word: Option<&Word>| width - word.filter(fits).map_or(0, Word::columns);
        let lead = lead.min(beside(words.first()));
        let mut end = lead;
        let is_first = |word: &&Word| {
            let begins = end;
            end += word.columns() + word.blanks;
            begins + word.columns() <= width
        };
        let later = words.iter().take_while(is_first).count().clamp(1, words.len().max(1));
        let longest = words.iter().skip(later).filter(fits).max_by_key(|word| word.columns());
        let indent = indent.min(beside(longest));
        let most = width.saturating_sub(lead.max(indent)).max(1);
        let cut = |word: Word| if fits(&&word) { vec![word] } else { word.cut(most) };
        let words: Vec<Word> = words.into_iter().flat_map(cut).collect();
        let room = |indent: usize| width.saturating_sub(indent) as f64;
        let rows = wrap_first_fit(&words, &[room(lead), room(indent)]);
        let row = |(at, words): (usize, &[Word])| {
            let mut line = Line::plain(" ".repeat(if at == 0 { lead } else { indent }));
            let mut blanks: Option<(Role, usize)> = None;
            for word in words {
                if let Some((role, count)) = blanks {
                    line.push(role, " ".repeat(count));
                }
                for (role, text) in &word.parts {
                    line.push(*role, text.as_str());
                }
                blanks = Some((word.blank_role, word.blanks));
            }
            line
        };
        rows.into_iter().enumerate().map(row).map(Line::unbroken).collect()
    }
}

/// The number of terminal columns a text takes: two for a wide character, none for a combining accent.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// The longest beginning of a text that fits into a number of columns.
pub fn first_columns(text: &str, most: usize) -> String {
    let mut left = most;
    let fits = |sign: &char| {
        let width = sign.width().unwrap_or(0);
        let fits = width <= left;
        left = left.saturating_sub(width);
        fits
    };
    text.chars().take_while(fits).collect()
}

/// A run of text without spaces, and the spaces after it. Text in another role that follows without a space, such as a
/// comma, belongs to it.
#[derive(Debug)]
struct Word {
    parts: Vec<(Role, String)>,
    blanks: usize,
    /// The role of the spaces, taken from the word after them.
    blank_role: Role,
}

impl Word {
    /// The columns it takes.
    fn columns(&self) -> usize {
        self.parts.iter().map(|(_, text)| columns(text)).sum()
    }

    /// The word in pieces of at most this many columns. Languages without blanks have long words.
    fn cut(self, most: usize) -> Vec<Word> {
        if self.columns() <= most {
            return vec![self];
        }
        let mut pieces: Vec<Vec<(Role, String)>> = vec![Vec::new()];
        let mut used = 0;
        for (role, text) in self.parts {
            for sign in text.chars() {
                let wide = sign.width().unwrap_or(0);
                if used > 0 && used + wide > most {
                    pieces.push(Vec::new());
                    used = 0;
                }
                used += wide;
                let Some(piece) = pieces.last_mut() else { continue };
                match piece.last_mut().filter(|(last, _)| *last == role) {
                    Some((_, text)) => text.push(sign),
                    None => piece.push((role, sign.to_string())),
                }
            }
        }
        let last = pieces.len() - 1;
        let (blanks, blank_role) = (self.blanks, self.blank_role);
        let piece = |(at, parts)| Word { parts, blanks: if at == last { blanks } else { 0 }, blank_role };
        pieces.into_iter().enumerate().map(piece).collect()
    }
}

impl Fragment for Word {
    fn width(&self) -> f64 {
        self.columns() as f64
    }

    fn whitespace_width(&self) -> f64 {
        self.blanks as f64
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// The words of a line.
fn words(line: &Line) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut ends = true;
    for span in &line.0 {
        for (at, text) in span.text.split(' ').enumerate() {
            if at > 0 {
                if let Some(last) = words.last_mut() {
                    last.blanks += 1;
                }
                ends = true;
            }
            if text.is_empty() {
                continue;
            }
            let part = (span.role, text.to_owned());
            match words.last_mut() {
                Some(last) if !ends => last.parts.push(part),
                last => {
                    if let Some(last) = last {
                        last.blank_role = span.role;
                    }
                    words.push(Word { parts: vec![part], blanks: 0, blank_role: span.role });
                }
            }
            ends = false;
        }
    }
    words
}

/// The note below a window of a map that continues above it, below it, to the left or to the right.
pub(super) fn more_map(beyond: [bool; 4]) -> Option<Line> {
    let words = ["above", "below", "left", "right"].into_iter().zip(beyond);
    let words: Vec<&str> = words.filter(|(_, goes_on)| *goes_on).map(|(word, _)| word).collect();
    (!words.is_empty()).then(|| Line::of(Role::Dim, format!("more map {}", all_of(&words))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_breaks_at_spaces_and_keeps_roles() {
        let line = Line::plain("one two").and(Role::Key, " three four");
        let lines: Vec<String> = line.wrapped(9, 2).iter().map(Line::text).collect();
        assert_eq!(lines, ["one two", "  three", "  four"]);
    }

    #[test]
    fn wrapping_keeps_a_comma_with_its_word() {
        let line = Line::plain("one two").and(Role::Dim, " 3-3*").and(Role::Plain, ", four");
        let lines: Vec<String> = line.wrapped(12, 2).iter().map(Line::text).collect();
        assert_eq!(lines, ["one two", "  3-3*, four"]);
    }

    #[test]
    fn a_word_that_fits_the_width_is_not_cut() {
        let line = Line::plain("      a reconnaissance by the bannerets");
        let lines: Vec<String> = line.wrapped(16, 8).iter().map(Line::text).collect();
        assert_eq!(lines, ["      a", "  reconnaissance", "  by the", "  bannerets"]);
        let line = Line::plain("        reconnaissance of it").hanging(8);
        let lines: Vec<String> = line.wrapped(20, 4).iter().map(Line::text).collect();
        assert_eq!(lines, ["      reconnaissance", "      of it"]);
    }

    #[test]
    fn a_row_of_a_table_continues_below_its_last_cell() {
        let row = Line::plain("  Cell  a long text that goes on for some columns more").hanging(8);
        let lines: Vec<String> = row.wrapped(40, 4).iter().map(Line::text).collect();
        assert_eq!(lines, ["  Cell  a long text that goes on for", "        some columns more"]);
        // Farther left if the last cell would be too narrow.
        let row = Line::plain("  Cell  a considerable affair").hanging(8);
        let lines: Vec<String> = row.indented(20).wrapped(40, 4).iter().map(Line::text).collect();
        assert!(lines[1].starts_with(&" ".repeat(16)) && !lines[1].starts_with(&" ".repeat(17)), "{lines:?}");
    }

    #[test]
    fn a_last_cell_of_many_words_without_room_is_put_below_its_row() {
        let row = Line::plain("  Cell  a second cell  a text that goes on").hanging(23);
        let lines: Vec<String> = row.wrapped(40, 4).iter().map(Line::text).collect();
        assert_eq!(lines, ["  Cell  a second cell", "    a text that goes on"]);
    }

    #[test]
    fn wrapping_does_not_change_short_lines() {
        let line = Line::plain("  a b");
        assert_eq!(line.clone().wrapped(10, 4), vec![line]);
    }

    #[test]
    fn a_cut_line_ends_with_a_mark() {
        assert_eq!(Line::plain("abcdef").cut(4).text(), "abc…");
    }

    #[test]
    fn wide_characters_take_two_columns_and_accents_none() {
        let line = Line::plain("漢字 e\u{301}");
        assert_eq!(line.width(), 6);
        assert_eq!(line.clone().cut(4).text(), "漢…");
        let lines: Vec<String> = line.wrapped(5, 0).iter().map(Line::text).collect();
        assert_eq!(lines, ["漢字", "e\u{301}"]);
        let lines: Vec<String> = Line::plain("説明文").wrapped(5, 1).iter().map(Line::text).collect();
        assert_eq!(lines, ["説明", " 文"]);
    }
}
