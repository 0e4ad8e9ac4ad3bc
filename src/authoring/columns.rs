//! Columns of lines that stand next to each other: parts of a line that two or more blanks separate.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use indexmap::IndexSet;
use unicode_width::UnicodeWidthStr;

use super::layout::Laid;
use crate::syntax::Begins;

/// The fewest blanks between two columns.
pub(super) const GAP: usize = 2;
/// The widest line that alignment may make.
const WIDEST: usize = 120;
/// So far apart may parts stand that are put under each other though nothing stands under them.
const NEAR: usize = 8;
/// The words that begin the later parts of a line: not every line has all of them.
const TAILS: [&str; 12] =
    ["as", "because", "during", "each", "for", "pays", "say", "sets", "to", "under", "when", "where"];
/// What separates words.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

/// The width of a text in columns of a terminal.
pub(super) fn width(text: &str) -> usize {
    text.width() + text.matches('\t').count()
}

/// A part of a line.
struct Part<'t> {
    text: &'t str,
    /// The blanks before it, as it was written.
    gap: usize,
    /// It stands in brackets that the line opens.
    is_inside: bool,
    /// Parts of the same sort stand under each other: the keyword or sign with which it begins, or none.
    sort: &'t str,
}

/// A line in parts.
struct Row<'t> {
    line: usize,
    parts: Vec<Part<'t>>,
    /// Where each part stood, if the line had begun with its new indentation.
    stood: Vec<usize>,
    /// Where each of its words stood.
    words: Vec<usize>,
    /// Where each part stands now: those that have been placed.
    starts: Vec<usize>,
}

impl<'t> Row<'t> {
    fn new(line: usize, indent: usize, parts: Vec<Part<'t>>) -> Row<'t> {
        let mut at = indent;
        let (mut stood, mut words) = (Vec::with_capacity(parts.len()), Vec::new());
        for part in &parts {
            at += part.gap;
            stood.push(at);
            words.extend(part.text.match_indices(' ').map(|(blank, _)| at + width(&part.text[..blank]) + 1));
            at += width(part.text);
        }
        Row { line, parts, stood, words, starts: vec![indent] }
    }

    /// The next part to place.
    fn next(&self) -> Option<&Part<'t>> {
        self.parts.get(self.starts.len())
    }

    /// Where the last part placed ends.
    fn end(&self) -> usize {
        let last = self.starts.len() - 1;
        self.starts[last] + width(self.parts[last].text)
    }

    /// Where the next part stood.
    fn old_start(&self) -> usize {
        self.stood[self.starts.len()]
    }

    fn old_end(&self) -> usize {
        self.old_start() + self.own_width()
    }

    fn gap(&self) -> usize {
        self.next().map_or(GAP, |part| part.gap)
    }

    /// Where a part ended.
    fn ends(&self, at: usize) -> usize {
        self.stood[at] + width(self.parts[at].text)
    }

    fn ended(&self) -> impl Iterator<Item = usize> {
        (1..self.parts.len()).map(|at| self.ends(at))
    }

    fn own_width(&self) -> usize {
        self.next().map_or(0, |part| width(part.text))
    }

    /// The width of the next part and what follows it.
    fn rest(&self) -> usize {
        let last = self.parts.len() - 1;
        self.stood[last] + width(self.parts[last].text) - self.old_start()
    }

    fn written(&self) -> String {
        let mut text = String::new();
        let mut at = self.starts[0];
        for (part, &start) in self.parts.iter().zip(&self.starts) {
            text.extend(std::iter::repeat_n(' ', start - at));
            text.push_str(part.text);
            at = start + width(part.text);
        }
        text
    }
}

/// Aligns the columns of lines next to each other with the same indentation. Comments may stand between them.
pub(super) fn align(text: &str, lines: &mut [Laid<'_>], texts: &[Range<usize>]) {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut aligned: Vec<(usize, String)> = Vec::new();
    let mut finish = |rows: &mut Vec<Row<'_>>| {
        if rows.len() > 1 {
            place(rows);
            aligned.extend(rows.iter().map(|row| (row.line, row.written())));
        }
        rows.clear();
    };
    for (number, line) in lines.iter().enumerate() {
        if line.was.begins == Begins::Comment {
            continue;
        }
        // In scripts, several blanks in a line are no columns.
        let has_parts = !line.was.in_script
            && !matches!(line.was.begins, Begins::Nothing | Begins::Inside | Begins::Close(_) | Begins::Row(_));
        let parts = if has_parts { parts(text, line, texts) } else { Vec::new() };
        if rows.first().is_some_and(|row| row.starts[0] != line.indent) || parts.len() < 2 {
            finish(&mut rows);
        }
        if parts.len() > 1 {
            rows.push(Row::new(number, line.indent, parts));
        }
    }
    finish(&mut rows);
    for (number, text) in aligned {
        lines[number].text = Cow::Owned(text);
    }
}

/// The parts of a line; none if it ends inside a text.
fn parts<'t>(text: &'t str, line: &Laid<'_>, texts: &[Range<usize>]) -> Vec<Part<'t>> {
    let (start, code) = (line.was.start, line.was.code);
    let inside = &texts[texts.partition_point(|text| text.end <= start)..];
    let inside = &inside[..inside.partition_point(|text| text.start < code)];
    if inside.last().is_some_and(|text| text.end > code) {
        return Vec::new();
    }
    let own = text.get(start..line.was.range.end).unwrap_or_default().trim_end_matches(BLANKS);
    let mut parts: Vec<Part<'t>> = Vec::new();
    let (mut begin, mut gap, mut at) = (0, 0, 0);
    let mut depth = 0;
    let mut add = |range: Range<usize>, gap: usize| {
        let text = own.get(range).unwrap_or_default();
        let word = &text[..text.find(|sign: char| !sign.is_ascii_lowercase()).unwrap_or(text.len())];
        let sort = match text {
            _ if text.starts_with("//") => "//",
            _ if text.starts_with('@') => "@",
            _ if text.starts_with('{') => "{",
            _ if text.starts_with('=') => "=",
            _ => TAILS.into_iter().find(|tail| *tail == word).unwrap_or_default(),
        };
        parts.push(Part { text, gap, is_inside: depth > 0, sort });
        let count = |signs: [char; 3]| text.matches(signs).count();
        depth = (depth + count(['(', '[', '{'])).saturating_sub(count([')', ']', '}']));
    };
    while let Some(ahead) = own[at..].find(BLANKS) {
        let blank = at + ahead;
        let blanks = &own[blank..own.len() - own[blank..].trim_start_matches(BLANKS).len()];
        at = blank + blanks.len();
        let is_text = inside.iter().any(|text| text.contains(&(start + blank)));
        let is_list = own[..blank].ends_with([';', ',']);
        if (blanks.len() >= GAP || blanks.contains('\t')) && !is_text && !is_list && start + blank <= code {
            add(begin..blank, gap);
            (begin, gap) = (at, width(blanks).max(GAP));
        }
    }
    add(begin..own.len(), gap);
    parts
}

/// How a column stood.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Everything stands under something.
    Even,
    /// Two blanks stand before what stands under nothing.
    Loose,
    /// More blanks stand before what stands under nothing.
    Ragged,
    /// What stands before it has moved.
    Moved,
}

/// Places the parts of all rows, column by column.
fn place(rows: &mut [Row<'_>]) {
    let loose = loose(rows);
    let mut moved = vec![false; rows.len()];
    while let Some(sort) = next_sort(rows) {
        let is_in = |row: &Row<'_>| row.next().is_some_and(|part| part.sort == sort);
        let column: Vec<usize> = (0..rows.len()).filter(|&number| is_in(&rows[number])).collect();
        let is_loose = |number: usize| loose[number][rows[number].starts.len()];
        // In a line with a single wide gap its author may have put a part apart.
        let is_wide = |number: usize| rows[number].gap() > GAP;
        let ragged = column.iter().any(|&number| is_wide(number) && is_loose(number))
            && column.iter().filter(|&&number| is_wide(number)).count() > 1;
        let form = match column.iter().any(|&number| moved[number]) {
            true => Form::Moved,
            false if ragged => Form::Ragged,
            false if column.iter().any(|&number| is_loose(number)) => Form::Loose,
            false => Form::Even,
        };
        let starts = starts(&column.iter().map(|&number| &rows[number]).collect::<Vec<_>>(), form);
        for (&number, start) in column.iter().zip(&starts) {
            moved[number] |= *start != rows[number].old_start();
            rows[number].starts.push(*start);
        }
    }
}

/// Which parts of each row stand under or over nothing: no part of another row, and no word of the rows beside it.
fn loose(rows: &[Row<'_>]) -> Vec<Vec<bool>> {
    let (mut starts, mut ends) = (BTreeMap::new(), BTreeMap::new());
    for row in rows {
        row.stood.iter().for_each(|start| *starts.entry(*start).or_insert(0) += 1);
        row.ended().for_each(|end| *ends.entry(end).or_insert(0) += 1);
    }
    let is_shared = |places: &BTreeMap<usize, usize>, place: usize| places.get(&place).is_some_and(|rows| *rows > 1);
    let of = |(number, row): (usize, &Row<'_>)| {
        let beside = || [number.wrapping_sub(1), number + 1].into_iter().filter_map(|number| rows.get(number));
        let is_under = |at: usize| {
            is_shared(&starts, row.stood[at])
                || is_shared(&ends, row.ends(at))
                || beside().any(|row_beside| row_beside.words.contains(&row.stood[at]))
        };
        (0..row.parts.len()).map(|at| at > 0 && !is_under(at)).collect()
    };
    rows.iter().enumerate().map(of).collect()
}

/// The sort of the next column: one that no row has further on, behind a part of another sort.
fn next_sort<'t>(rows: &[Row<'t>]) -> Option<&'t str> {
    let is_ahead = |sort: &str| {
        rows.iter().any(|row| {
            row.next().is_some_and(|part| part.sort != sort)
                && row.parts[row.starts.len()..].iter().any(|part| part.sort == sort)
        })
    };
    let next: IndexSet<&str> = rows.iter().filter_map(|row| Some(row.next()?.sort)).collect();
    next.iter().find(|sort| !is_ahead(sort)).or_else(|| next.first()).copied()
}

/// Where the next part of each of these rows begins.
fn starts(column: &[&Row<'_>], form: Form) -> Vec<usize> {
    let stood: Vec<usize> = column.iter().map(|row| row.old_start()).collect();
    let ended: Vec<usize> = column.iter().map(|row| row.old_end()).collect();
    let is_one = |places: &[usize]| places.iter().all(|place| *place == places[0]);
    if let [row] = column {
        return vec![row.end() + row.gap()];
    }
    let near = |places: &[usize]| places.iter().max() <= places.iter().min().map(|least| least + NEAR).as_ref();
    let is_inside = column.iter().any(|row| row.next().is_some_and(|part| part.is_inside));
    let stays = is_one(&stood) || is_one(&ended) || is_inside || !near(&stood);
    if form == Form::Even || form == Form::Loose && stays {
        return stood;
    }
    let (usual, by_start) = most_common(&stood);
    let (_, by_end) = most_common(&ended);
    let is_right = by_end > by_start && by_end * 2 >= column.len();
    let own = |row: &Row<'_>| if is_right { row.own_width() } else { 0 };
    let place = column.iter().map(|row| row.end() + GAP + own(row)).max().unwrap_or_default();
    if column.iter().all(|row| place - own(row) + row.rest() <= WIDEST) {
        return column.iter().map(|row| place - own(row)).collect();
    }
    // Too wide: most stand where they stood, and the longest lines reach beyond that.
    let kept = |row: &Row<'_>| if by_start * 2 >= column.len() { usual } else { row.old_start() };
    column.iter().map(|row| kept(row).max(row.end() + GAP)).collect()
}

/// The number that occurs most often, the lowest of several, and how often it occurs.
pub(super) fn most_common(numbers: &[usize]) -> (usize, usize) {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for number in numbers {
        *counts.entry(*number).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|&(number, count)| (count, std::cmp::Reverse(number)));
    most.unwrap_or_default()
}
