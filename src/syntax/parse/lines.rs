//! What each line of a file begins with: an item, a member of a body, a statement, or the rest of what a line above
//! began. A layout follows from it.

use std::collections::BTreeMap;
use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::unread::Form;
use super::{parse_file, read_code};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span, lines_of};
use crate::syntax::grammar::{OriParser, Rule};
use crate::syntax::split::{Split, split};

/// The lines of a text, and what in it no layout may change.
#[derive(Debug)]
pub struct Lines {
    /// All lines from first to last.
    pub lines: Vec<Line>,
    /// The byte ranges of strings, with their quotes.
    pub texts: Vec<Range<usize>>,
}

/// A line of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its bytes, without the line end.
    pub range: Range<usize>,
    /// Its first byte that is not a blank; the end of an empty line.
    pub start: usize,
    /// Where its code ends: before the blanks and the comment at its end.
    pub code: usize,
    /// True if it begins inside a script.
    pub in_script: bool,
    /// What it begins with.
    pub begins: Begins,
}

/// What a line begins with. Lines are given by number, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// It has only blanks.
    Nothing,
    /// It begins inside a text, or inside a comment of several lines.
    Inside,
    /// A comment.
    Comment,
    /// An item.
    Item,
    /// A member of the brackets that the last sign of this line opens.
    Member(usize),
    /// A row of the table that the last sign of this line opens.
    Row(usize),
    /// The bracket that closes one opened in this line.
    Close(usize),
    /// The rest of what began in this line.
    More(usize),
}

/// What the lines of a file begin with.
///
/// # Errors
/// The errors in its syntax. A file with one has no reliable layout.
pub fn lines(source: SourceId, text: &str) -> Result<Lines, Vec<Diagnostic>> {
    let mut errors: Vec<Diagnostic> = parse_file(source, text).1.into_iter().filter(Diagnostic::is_error).collect();
    let cut = split(source, text);
    let readable = cut.mended.as_deref().unwrap_or(text);
    let mut members = Vec::new();
    for chunk in &cut.chunks {
        let Some(own) = readable.get(chunk.range.clone()) else { continue };
        let Ok(pairs) = OriParser::parse(Rule::chunk, own) else { continue };
        for pair in pairs.flat_map(Pair::into_inner) {
            gather(pair, source, chunk.range.start, &mut members, &mut errors);
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Lines { lines: read(text, readable, &cut, &mut Nest::new(members)), texts: cut.shape.texts })
}

/// The ranges of everything the grammar knows in a part of a text, expressions and scripts with theirs.
fn gather(pair: Pair<'_, Rule>, source: SourceId, base: usize, found: &mut Vec<Part>, errors: &mut Vec<Diagnostic>) {
    let (rule, own) = (pair.as_rule(), pair.as_span());
    let range = base + own.start()..base + own.end();
    let form = match rule {
        Rule::expr => Some(Form::Expression),
        Rule::script => Some(Form::Script),
        _ => None,
    };
    found.push(Part { range: range.clone(), rule: Some(rule) });
    // What fits in one line has no lines to lay out.
    let Some(form) = form.filter(|_| pair.as_str().contains('\n')) else {
        pair.into_inner().for_each(|inner| gather(inner, source, base, found, errors));
        return;
    };
    match read_code(pair.as_str(), Span::new(source, range.clone()), form) {
        Ok((_, whole)) => whole.into_inner().for_each(|inner| gather(inner, source, range.start, found, errors)),
        Err(problem) => errors.push(problem),
    }
}

/// Members that belong to the one above them, though each is read on its own.
fn belongs_above(rule: Rule) -> bool {
    matches!(rule, Rule::lesson_answer | Rule::lesson_hint | Rule::lesson_wrong | Rule::lesson_goal | Rule::lesson_else)
}

/// Something that the grammar knows.
struct Part {
    range: Range<usize>,
    /// Its rule; none for brackets.
    rule: Option<Rule>,
}

impl Part {
    fn plain(range: &Range<usize>) -> Part {
        Part { range: range.clone(), rule: None }
    }
}

/// Parts that lie in each other or apart, passed from first to last.
struct Nest {
    /// Those that are still to come, the next one last.
    ahead: Vec<Part>,
    /// Those around the present place, the innermost last.
    around: Vec<Part>,
}

impl Nest {
    fn new(mut parts: Vec<Part>) -> Nest {
        // Of several that begin together, the longest comes first.
        parts.sort_by_key(|part| (std::cmp::Reverse(part.range.start), part.range.end));
        Nest { ahead: parts, around: Vec::new() }
    }

    /// The parts that hold the byte at a place, which is not before the last one asked for.
    fn at(&mut self, at: usize) -> &[Part] {
        while let Some(next) = self.ahead.pop_if(|next| next.range.start <= at) {
            self.leave(next.range.start);
            self.around.push(next);
        }
        self.leave(at);
        &self.around
    }

    fn leave(&mut self, at: usize) {
        while self.around.pop_if(|part| part.range.end <= at).is_some() {}
    }
}

/// The lines of a text, of which `readable` has blanks in the place of comments. `members` is everything that the
/// grammar knows.
fn read(text: &str, readable: &str, cut: &Split, members: &mut Nest) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut brackets, mut items) =
        (Nest::new(cut.shape.brackets.iter().map(Part::plain).collect()), cut.chunks.iter().peekable());
    // The last line that began a member, for each line that opens a body.
    let mut above: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut item, mut begin) = (None, 0);
    let closed: BTreeMap<usize, usize> =
        cut.shape.brackets.iter().map(|bracket| (bracket.end, bracket.start)).collect();
    for whole in lines_of(text) {
        let mut line = line(text, readable, begin..begin + whole.trim_end_matches(['\n', '\r']).len());
        begin += whole.len();
        let at = line.start;
        while let Some(next) = items.next_if(|chunk| chunk.range.start <= at) {
            item = Some(next.range.start);
        }
        // A bracket begins nothing inside of itself.
        let around =
            brackets.at(at).iter().rfind(|bracket| bracket.range.start < at).map(|bracket| bracket.range.start);
        let inside = around.map_or(0, |bracket| bracket + 1);
        let around_here = members.at(at);
        let known = &around_here[around_here.partition_point(|part| part.range.start < inside)..];
        let member = known.first().map(|part| part.range.start);
        let is_script = |part: &Part| matches!(part.rule, Some(Rule::script | Rule::block)) && part.range.start < at;
        line.in_script = around_here.iter().any(is_script);
        let begins =
            |is: fn(Rule) -> bool| known.iter().any(|part| part.range.start == at && part.rule.is_some_and(is));
        let line_of = |at: usize| lines.partition_point(|line| line.range.end < at);
        line.begins = if is_inside(&cut.shape.texts, at) || is_inside(&cut.shape.comments, at) {
            Begins::Inside
        } else if at == line.range.end {
            Begins::Nothing
        } else if line.code <= at {
            Begins::Comment
        } else if let Some(&open) = closed.get(&at) {
            Begins::Close(line_of(open))
        } else if let Some(bracket) = around {
            let open = line_of(bracket);
            match member {
                Some(member) if member < at => Begins::More(line_of(member)),
                Some(_) if begins(belongs_above) => {
                    above.get(&open).map_or(Begins::Member(open), |&above| Begins::More(above))
                }
                _ if lines.get(open).is_none_or(|line| line.code != bracket + 1) => Begins::More(open),
                Some(_) if begins(|rule| rule == Rule::table_row) => Begins::Row(open),
                _ => Begins::Member(open),
            }
        } else {
            match item {
                Some(item) if item < at => Begins::More(line_of(item)),
                _ => Begins::Item,
            }
        };
        if let Begins::Member(open) = line.begins {
            above.insert(open, lines.len());
        }
        lines.push(line);
    }
    lines
}

fn line(text: &str, readable: &str, range: Range<usize>) -> Line {
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t', '\u{feff}']).len();
    let start = range.start + text.get(range.clone()).map_or(0, blanks);
    let code = range.start + readable.get(range.clone()).map_or(0, |text| text.trim_end().len());
    Line { range, start, code, in_script: false, begins: Begins::Nothing }
}

/// Whether a place lies in one of these ranges, behind its beginning.
fn is_inside(ranges: &[Range<usize>], at: usize) -> bool {
    ranges.get(ranges.partition_point(|range| range.end <= at)).is_some_and(|range| range.start < at)
}
