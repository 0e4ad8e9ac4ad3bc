//! The scanner: one pass over the text that tracks brackets, strings, comments and line starts.

use super::foreign::{foreign, foreign_help};
use super::lookalike::{is_curly_quote, plain_sign};
use super::quotes::{Lacking, lacking};
use super::words::{LineStart, line_start, two_words};
use super::{Chunk, DEPTH_LIMIT, Shape, Split};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::{SourceId, Span};

/// A bracket that is still open.
#[derive(Clone, Copy)]
struct Open {
    bracket: char,
    at: usize,
    /// The indentation of its line.
    indent: usize,
}

pub(super) struct Scanner<'t> {
    source: SourceId,
    text: &'t str,
    at: usize,
    line: usize,
    indent: usize,
    open: Vec<Open>,
    /// An inner bracket probably left open: the bracket that closed it fits an outer one by indentation.
    suspect: Option<Open>,
    chunks: Vec<Chunk>,
    diagnostics: Vec<Diagnostic>,
    patches: Vec<(usize, usize, &'static str)>,
    docs: Vec<usize>,
    shape: Shape,
    unclosed_items: usize,
    /// True if lines at the outermost level begin items.
    has_items: bool,
}

/// Bounds the work: each item without an end is read again from its next line.
const UNCLOSED_LIMIT: usize = 16;

impl<'t> Scanner<'t> {
    pub(super) fn new(source: SourceId, text: &'t str) -> Self {
        Self {
            source,
            text,
            at: 0,
            line: 0,
            indent: 0,
            open: Vec::new(),
            suspect: None,
            chunks: Vec::new(),
            diagnostics: Vec::new(),
            patches: Vec::new(),
            docs: Vec::new(),
            shape: Shape::default(),
            unclosed_items: 0,
            has_items: true,
        }
    }

    pub(super) fn without_items(self) -> Self {
        Self { has_items: false, ..self }
    }

    pub(super) fn run(mut self) -> Split {
        // A byte order mark at the start is not the author's error.
        if self.text.starts_with('\u{feff}') {
            self.patches.push((0, '\u{feff}'.len_utf8(), ""));
            self.at = '\u{feff}'.len_utf8();
        }
        self.begin_line();
        while let Some(sign) = self.peek() {
            self.sign(sign);
            if self.at >= self.text.len() && !self.open.is_empty() {
                self.unclosed();
            }
        }
        let mended = self.mend();
        Split { chunks: self.chunks, diagnostics: self.diagnostics, mended, docs: self.docs, shape: self.shape }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span(&self, start: usize, len: usize) -> Span {
        Span::new(self.source, start..start + len)
    }

    /// Handles the character at the current position.
    fn sign(&mut self, sign: char) {
        match sign {
            '\n' => {
                self.at += 1;
                self.begin_line();
            }
            '"' => self.string(),
            '`' => self.backticks(),
            '\'' => self.character(),
            '/' if self.rest().starts_with("//") => self.comment(),
            '/' if self.rest().starts_with("/*") && (self.has_items || !self.open.is_empty()) => {
                // One without an end is reported as such.
                if self.open.is_empty() && self.rest().contains("*/") {
                    self.comment_of_scripts();
                }
                self.block_comment();
            }
            '{' | '(' | '[' => self.opening(sign),
            '}' | ')' | ']' => self.closing(sign),
            '\r' => {
                // A carriage return alone ends a line; before a line feed it becomes a space.
                let alone = !self.rest().starts_with("\r\n");
                self.patches.push((self.at, 1, if alone { "\n" } else { " " }));
                self.at += 1;
                if alone {
                    self.begin_line();
                }
            }
            '\t' => {
                self.patches.push((self.at, 1, " "));
                self.at += 1;
            }
            _ if sign.is_ascii() => self.at += self.rest().bytes().take_while(is_plain).count().max(1),
            _ if is_curly_quote(sign) => self.curly(sign),
            _ => {
                if let Some((plain, called)) = plain_sign(sign) {
                    self.look_alike(sign, plain, called);
                }
                self.at += sign.len_utf8();
            }
        }
    }

    /// Starts a line. At the outermost level an item may begin here.
    fn begin_line(&mut self) {
        self.line = self.at;
        let line = self.rest().split('\n').next().unwrap_or_default();
        let words = line.trim_start_matches([' ', '\t']);
        self.indent = line.len() - words.len();
        if self.open.is_empty() && self.has_items {
            self.begin_chunk(self.at + self.indent, words);
        }
    }

    fn begin_chunk(&mut self, at: usize, line: &str) {
        let Some((first, second)) = two_words(line) else {
            // Text before the first item belongs to no item.
            let is_comment = line.starts_with("//") || line.starts_with("/*");
            if self.chunks.is_empty() && !line.trim().is_empty() && !is_comment {
                let sign = line.split([' ', '\t', '\r']).next().unwrap_or_default();
                self.unknown_item(at, sign);
                self.chunks.push(Chunk { range: at..self.text.len(), readable: false, told: Vec::new() });
            }
            return;
        };
        let nothing_above = self.chunks.is_empty();
        let start = match line_start(first, second, self.indent > 0 && !nothing_above) {
            LineStart::Continuation if nothing_above => LineStart::Unknown,
            start => start,
        };
        match start {
            LineStart::Continuation => return,
            LineStart::Item => {}
            LineStart::Unknown => self.unknown_item(at, first),
        }
        if let Some(last) = self.chunks.last_mut() {
            last.range.end = at;
        }
        self.suspect = None;
        self.chunks.push(Chunk { range: at..self.text.len(), readable: start == LineStart::Item, told: Vec::new() });
    }

    fn unknown_item(&mut self, at: usize, word: &str) {
        let names = super::ITEM_WORDS.iter().copied();
        let meant = nearest(word, names).or_else(|| foreign(word));
        let mut diagnostic = Diagnostic::error("unknown-item", format!("an item cannot begin with `{word}`"))
            .at(self.span(at, word.len()), "expected an item")
            .note("begin with `kind`, `is`, `action`, `modify`, …; for facts and state `piece has`, `side var`, `space flag`");
        diagnostic = match foreign_help(word) {
            Some(help) => diagnostic.help(help),
            None => diagnostic.did_you_mean(meant),
        };
        self.diagnostics.push(diagnostic);
    }

    /// Records that this line already has a diagnostic.
    fn told(&mut self) {
        let line = self.line;
        if let Some(last) = self.chunks.last_mut() {
            last.told.push(line);
        }
    }

    fn unreadable(&mut self) {
        if let Some(last) = self.chunks.last_mut() {
            last.readable = false;
        }
    }

    fn string(&mut self) {
        let start = self.at;
        let mut signs = self.rest().char_indices().skip(1);
        while let Some((at, sign)) = signs.next() {
            match sign {
                '"' => {
                    self.at = start + at + 1;
                    self.shape.texts.push(start..self.at);
                    return;
                }
                '\\' => match signs.next() {
                    Some((_, '\n')) | None => break,
                    Some(_) => {}
                },
                '\n' => break,
                _ => {}
            }
        }
        self.unterminated(start, "\"");
    }

    /// Backtick strings in scripts may span lines.
    fn backticks(&mut self) {
        let start = self.at;
        let mut depth = 0_usize;
        let mut signs = self.rest().char_indices().skip(1).peekable();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '`' if depth == 0 && signs.peek().is_some_and(|&(_, next)| next == '`') => {
                    signs.next();
                }
                '`' if depth == 0 => {
                    self.at = start + at + 1;
                    self.shape.texts.push(start..self.at);
                    self.pass_lines(start);
                    return;
                }
                '$' if signs.peek().is_some_and(|&(_, next)| next == '{') => {
                    depth += 1;
                    signs.next();
                }
                '{' if depth > 0 => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.unterminated(start, "`");
    }

    fn unterminated(&mut self, start: usize, quote: &str) {
        let line = self.text.get(start..).unwrap_or_default().split('\n').next().unwrap_or_default().trim_end();
        let whole = self.text.get(self.line..start + line.len()).unwrap_or_default();
        let problem = match lacking(whole).filter(|_| quote == "\"") {
            Some(Lacking::First(text)) => {
                let first = whole.get(text.clone()).and_then(|text| text.split(' ').next()).unwrap_or_default();
                Diagnostic::error("unterminated-string", "this text does not begin with a quote")
                    .at(self.span(self.line + text.start, text.len()), "no quote before this")
                    .help(format!("write `\"` before `{}`", first.trim_end_matches('"')))
            }
            Some(Lacking::Last(text)) => {
                let last = whole.get(text.clone()).and_then(|text| text.rsplit(' ').next()).unwrap_or_default();
                Diagnostic::error("unterminated-string", "this string has no end")
                    .at(self.span(self.line + text.start, text.len()), "no quote after this")
                    .help(format!("write `\"` after `{}`", last.trim_start_matches('"')))
            }
            None => Diagnostic::error("unterminated-string", "this string has no end")
                .at(self.span(start, line.len()), "the string begins here")
                .help(format!("close it with `{quote}` on the same line; a quote inside a string is written `\\\"`")),
        };
        self.diagnostics.push(problem);
        self.told();
        self.unreadable();
        self.at = start + line.len().max(1);
        // Brackets in the rest of the line are lost, so this item's brackets can no longer be matched.
        self.open.clear();
        self.skip_to_item();
    }

    /// Skips to the next unindented line that begins an item.
    fn skip_to_item(&mut self) {
        while let Some(ahead) = self.rest().find('\n') {
            self.at += ahead + 1;
            let line = self.rest().split('\n').next().unwrap_or_default();
            let begins =
                two_words(line).is_some_and(|(first, second)| line_start(first, second, false) == LineStart::Item);
            if begins {
                self.begin_line();
                return;
            }
        }
        self.at = self.text.len();
    }

    /// Finds the beginning of the line behind something that began here and may span lines.
    fn pass_lines(&mut self, begin: usize) {
        let passed = self.text.get(begin..self.at).unwrap_or_default();
        if let Some(last) = passed.rfind('\n') {
            self.line = begin + last + 1;
        }
    }

    /// `'x'` and `'\n'` are script characters; elsewhere an apostrophe is part of a name.
    fn character(&mut self) {
        let before = self.text.get(..self.at).unwrap_or_default().chars().next_back();
        let in_name = before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
        let mut inside = self.rest().chars().skip(1);
        let len = match inside.next() {
            Some('\\') => self.rest().get(1..).and_then(|rest| rest.find(['\'', '\n'])).map(|at| at + 2),
            Some(sign) if sign != '\'' && sign != '\n' && inside.next() == Some('\'') => Some(2 + sign.len_utf8()),
            _ => None,
        };
        let len = len.filter(|_| !in_name);
        self.shape.texts.extend(len.map(|len| self.at..self.at + len));
        self.at += len.unwrap_or(1);
    }

    fn comment(&mut self) {
        let line = self.rest().split(['\n', '\r']).next().unwrap_or_default();
        if line.starts_with("///") && !line.starts_with("////") {
            self.docs.push(self.at);
        }
        self.shape.comments.push(self.at..self.at + line.len());
        self.patches.push((self.at, line.len(), ""));
        self.at += line.len();
    }

    /// Reports `/* … */` between items, where comments have no end.
    fn comment_of_scripts(&mut self) {
        self.diagnostics.push(
            Diagnostic::error("syntax", "only scripts have comments between `/*` and `*/`")
                .at(self.span(self.at, 2), "not allowed here")
                .help("a comment begins with `//` in each of its lines"),
        );
        self.told();
    }

    fn block_comment(&mut self) {
        let end = self.rest().get(2..).and_then(|rest| rest.find("*/")).map(|at| at + 4);
        if end.is_none() {
            self.diagnostics.push(
                Diagnostic::error("unclosed-bracket", "this comment has no end")
                    .at(self.span(self.at, 2), "the comment begins here")
                    .help("close it with `*/`, or begin each of its lines with `//`"),
            );
            self.told();
            self.unreadable();
            self.open.clear();
        }
        // Its line ends stay, to keep line numbers.
        let begin = self.at;
        let end = self.at + end.unwrap_or(self.rest().len());
        self.shape.comments.push(self.at..end);
        for line in self.text.get(self.at..end).unwrap_or_default().split_inclusive('\n') {
            self.patches.push((self.at, line.trim_end_matches('\n').len(), ""));
            self.at += line.len();
        }
        self.pass_lines(begin);
    }

    fn opening(&mut self, bracket: char) {
        if self.open.len() == DEPTH_LIMIT {
            self.diagnostics.push(
                Diagnostic::error("too-deep", format!("brackets are nested more than {DEPTH_LIMIT} deep"))
                    .at(self.span(self.at, 1), "this one is too deep")
                    .help("move a part of it to a `fn`, a `set` or a `procedure`"),
            );
            self.told();
            self.unreadable();
            self.open.clear();
            self.skip_to_item();
            return;
        }
        self.open.push(Open { bracket, at: self.at, indent: self.indent });
        self.at += 1;
    }

    fn closing(&mut self, bracket: char) {
        let at = self.at;
        self.at += 1;
        let Some(open) = self.open.pop() else {
            if bracket == '}' && self.without_brace(at) {
                return;
            }
            self.diagnostics.push(
                Diagnostic::error("stray-bracket", format!("unexpected `{bracket}`: no open bracket to close"))
                    .at(self.span(at, 1), "no matching bracket before it")
                    .help(format!("remove the `{bracket}`, or look above for a bracket that closes too early")),
            );
            self.patches.push((at, 1, " "));
            self.told();
            return;
        };
        let wanted = partner(open.bracket);
        if wanted != bracket {
            // A brace that closes an outer one shows that the inner bracket was left open, unless the statement goes
            // on.
            let goes_on = self.rest().trim_start_matches([' ', '\t']).starts_with([';', ',', ')', '.']);
            let left_open =
                bracket == '}' && !goes_on && self.open.iter().any(|outer| partner(outer.bracket) == bracket);
            self.diagnostics.push(if left_open {
                Diagnostic::error("unclosed-bracket", format!("this `{}` is never closed", open.bracket))
                    .at(self.span(open.at, 1), format!("no `{wanted}` for this"))
                    .also(self.span(at, 1), format!("expected `{wanted}` before this"))
                    .help(format!("add `{wanted}`"))
            } else {
                Diagnostic::error("stray-bracket", format!("found `{bracket}`, expected `{wanted}`"))
                    .at(self.span(at, 1), format!("this should be `{wanted}`"))
                    .also(self.span(open.at, 1), "opened here")
            });
            self.told();
            self.unreadable();
            // If an outer bracket matches, the inner ones were left open.
            if let Some(depth) = self.open.iter().rposition(|outer| partner(outer.bracket) == bracket) {
                self.open.truncate(depth);
            }
            return;
        }
        self.shape.brackets.push(open.at..at);
        let first_in_line = at == self.line + self.indent;
        if first_in_line && open.at < self.line && self.indent < open.indent && self.suspect.is_none() {
            self.suspect = Some(open);
        }
    }

    /// Reports an item whose head does not open the brace that is closed here: its lines are indented below the head.
    /// Some of them may have been taken for items.
    fn without_brace(&mut self, close: usize) -> bool {
        if self.line != close {
            return false;
        }
        let text = self.text;
        let unindented =
            |chunk: &Chunk| !text.get(..chunk.range.start).is_some_and(|above| above.ends_with([' ', '\t']));
        let Some(index) = self.chunks.iter().rposition(unindented) else { return false };
        let begin = self.chunks[index].range.start;
        let Some((head, rest)) = text.get(begin..close).and_then(|text| text.split_once('\n')) else { return false };
        let code = head.split("//").next().unwrap_or_default().trim_end();
        let below = rest.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        // A head may go on in the next line.
        let goes_on = two_words(below.trim_start()).is_none_or(|(first, second)| {
            matches!(line_start(first, second, false), LineStart::Continuation) || below.trim_end().ends_with('{')
        });
        if !self.chunks[index].readable || code.contains(['{', '=']) || !below.starts_with([' ', '\t']) || goes_on {
            return false;
        }
        let here = self.span(begin + code.len(), 0);
        self.diagnostics.retain(|one| one.span().is_none_or(|span| span.start < here.start));
        self.diagnostics.push(
            Diagnostic::error("missing-part", "the braces of this item do not open")
                .at(here, "no `{` here")
                .also(self.span(close, 1), "closed here")
                .help("write `{` at the end of this line"),
        );
        self.chunks.truncate(index + 1);
        self.unreadable();
        self.patches.push((close, 1, " "));
        true
    }

    /// Handles the end of the text inside open brackets: drops the item and resumes at the next line that begins one.
    fn unclosed(&mut self) {
        let Some(&outermost) = self.open.first() else { return };
        self.unclosed_items += 1;
        if self.unclosed_items > UNCLOSED_LIMIT {
            self.open.clear();
            self.unreadable();
            return;
        }
        let begin = self.chunks.last().map_or(0, |chunk| chunk.range.start);
        let suspect = self.suspect.take();
        self.open.clear();
        self.unreadable();
        // Everything after the bracket belongs to other items: drop its diagnostics and read it again.
        self.at = outermost.at;
        self.skip_to_item();
        let end =
            if self.chunks.last().is_some_and(|chunk| chunk.range.start > begin) { self.at } else { self.text.len() };
        let missing = suspect.filter(|open| open.at < end).unwrap_or(outermost);
        let keep = |span: Option<Span>| span.is_none_or(|span| (span.start as usize) < end);
        self.diagnostics.retain(|diagnostic| keep(diagnostic.span()));
        self.patches.retain(|&(at, _, _)| at < end);
        self.docs.retain(|&at| at < end);
        let wanted = partner(missing.bracket);
        let last = self.text.get(begin..end).unwrap_or_default().trim_end().len() + begin;
        self.diagnostics.push(
            Diagnostic::error("unclosed-bracket", format!("this `{}` is never closed", missing.bracket))
                .at(self.span(missing.at, 1), format!("no `{wanted}` for this"))
                .also(self.span(last, 0), "the item probably ends here")
                .help(format!("add the missing `{wanted}`")),
        );
    }

    fn curly(&mut self, quote: char) {
        let start = self.at;
        let line = self.rest().split('\n').next().unwrap_or_default();
        let close = line.char_indices().skip(1).find(|&(_, sign)| is_curly_quote(sign) || sign == '"');
        let len = close.map_or(quote.len_utf8(), |(at, sign)| at + sign.len_utf8());
        self.diagnostics.push(
            Diagnostic::error("look-alike", format!("`{quote}` is a curly quote"))
                .at(self.span(start, len), "write strings in straight quotes")
                .help("write `\"`"),
        );
        self.told();
        self.patches.push((start, quote.len_utf8(), "\""));
        match close {
            Some((at, sign)) => {
                self.patches.push((start + at, sign.len_utf8(), "\""));
                self.at += len;
            }
            None => {
                self.at = start + line.len();
                self.unreadable();
            }
        }
    }

    fn look_alike(&mut self, sign: char, plain: &'static str, called: &str) {
        let shown = if plain == " " { "a plain blank".to_owned() } else { format!("`{plain}`") };
        self.diagnostics.push(
            Diagnostic::error("look-alike", format!("`{sign}` is {called}"))
                .at(self.span(self.at, sign.len_utf8()), format!("expected {shown}"))
                .help(format!("write {shown}")),
        );
        self.told();
        self.patches.push((self.at, sign.len_utf8(), plain));
    }

    /// The text with all patches, each padded with spaces to the length of the original.
    fn mend(&mut self) -> Option<String> {
        if self.patches.is_empty() {
            return None;
        }
        self.patches.sort_unstable();
        let mut mended = String::with_capacity(self.text.len());
        let mut done = 0;
        for &(at, len, plain) in &self.patches {
            if at < done {
                continue;
            }
            mended.push_str(self.text.get(done..at).unwrap_or_default());
            mended.push_str(plain);
            mended.extend(std::iter::repeat_n(' ', len.saturating_sub(plain.len())));
            done = at + len;
        }
        mended.push_str(self.text.get(done..).unwrap_or_default());
        Some(mended)
    }
}

/// True if the scanner has nothing to do at this byte.
fn is_plain(byte: &u8) -> bool {
    matches!(byte, b' ' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b',' | b':' | b';' | b'=' | b'@' | b'-')
}

fn partner(bracket: char) -> char {
    match bracket {
        '{' => '}',
        '(' => ')',
        _ => ']',
    }
}
