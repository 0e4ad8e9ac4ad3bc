//! Text to tree. The file is first split into items, and the grammar parses each separately. Where the grammar stops,
//! the faulty line is reported and removed, and the item is parsed again, so that one run finds all errors of a file.
//!
//! No text can cause a panic in this module: parts that the grammar guarantees are still treated as optional.

mod atom;
mod board;
mod clause;
mod component;
mod context;
mod derived;
mod error;
mod expression;
mod head;
mod human;
mod item;
mod lesson;
mod lines;
mod literal;
mod muster;
mod offer;
mod position;
mod puzzle;
mod recover;
mod scenario;
mod sequence;
mod slip;
mod statement;
mod table;
mod unread;

#[cfg(test)]
mod tests;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::ast;
use super::grammar::{OriParser, Rule};
use super::split::{Chunk, ITEM_WORDS, clean, in_latin, mixed, split};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use ast::expr::Expr;
use ast::statement::Block;
use context::Context;
use expression::Builder;
pub use lines::{Begins, Line, Lines, lines};
use unread::Form;
pub use unread::token_length;

/// Parses a file into as much of the tree as possible, with all diagnostics.
///
/// An item with an error may be missing from the tree or lack the faulty lines; the tree is complete if no diagnostic
/// is an error.
pub fn parse_file(source: SourceId, text: &str) -> (ast::File, Vec<Diagnostic>) {
    let cut = split(source, text);
    let readable = cut.mended.as_deref().unwrap_or(text);
    let mut ctx = Context::new(source, text);
    ctx.diagnostics = cut.diagnostics;
    let (mut items, mut broken) = (Vec::new(), Vec::new());
    for chunk in &cut.chunks {
        let whole = Span::new(source, chunk.range.clone());
        let mut lost = Vec::new();
        let own = readable.get(chunk.range.clone()).filter(|_| chunk.readable);
        let read = own.is_some_and(|text| read_chunk(&mut ctx, text, chunk, &mut items, &mut lost));
        if !read {
            lost.push(whole);
            // The lost test is kept so that a test run counts it.
            items.extend(recover::lost_test(source, text, chunk.range.clone()));
        }
        lost.append(&mut ctx.lost);
        if !lost.is_empty() {
            broken.push(ast::Broken { whole, lost });
        }
    }
    // Skipped after errors: a doc comment inside an unreadable item would be reported as loose.
    if !ctx.diagnostics.iter().any(Diagnostic::is_error) {
        ctx.loose_docs(&cut.docs);
    }
    if cut.mended.is_some() {
        for diagnostic in &mut ctx.diagnostics {
            let labels = diagnostic.primary.iter_mut().chain(&mut diagnostic.secondary);
            labels.for_each(|label| label.span = whole_signs(text, label.span));
        }
    }
    ctx.diagnostics.sort_by_key(|diagnostic| diagnostic.span().map_or(0, |span| span.start));
    (ast::File { source, items: items.into(), broken: broken.into() }, ctx.diagnostics)
}

/// A span in the mended text, widened to whole signs of the text as it is written: `–` takes three bytes, and the `-`
/// in its place one.
fn whole_signs(text: &str, span: Span) -> Span {
    let mut range = span.range();
    while range.start > 0 && !text.is_char_boundary(range.start) {
        range.start -= 1;
    }
    while range.end < text.len() && !text.is_char_boundary(range.end) {
        range.end += 1;
    }
    Span::new(span.source, range)
}

/// The heads of the items of a file that begin with one of these words: what stands in braces after them may be
/// missing. Items on the same line may be among them. Nothing else is parsed.
pub fn parse_heads(source: SourceId, text: &str, words: &[&str]) -> Vec<ast::Item> {
    let holds = |text: &str| words.iter().any(|word| lines_with(text, word).any(|line| may_begin(line, word)));
    let mut items = Vec::new();
    if !holds(text) {
        return items;
    }
    let cut = split(source, text);
    let readable = cut.mended.as_deref().unwrap_or(text);
    let mut ctx = Context::new(source, text);
    for chunk in cut.chunks.iter().filter(|chunk| chunk.readable) {
        let Some(whole) = readable.get(chunk.range.clone()).filter(|whole| holds(whole)) else { continue };
        // Behind the brace another item may follow on the same line.
        let brace = recover::braces(whole).find(|(_, brace)| *brace == '{').map(|(at, _)| at);
        let brace = brace.filter(|brace| !holds(&whole[*brace..]));
        let head = brace.map(|brace| format!("{}{{}}", &whole[..brace]));
        let is_read = head.is_some_and(|head| read_chunk(&mut ctx, &head, chunk, &mut items, &mut Vec::new()));
        if !is_read {
            read_chunk(&mut ctx, whole, chunk, &mut items, &mut Vec::new());
        }
    }
    items
}

/// The lines in which a word stands.
fn lines_with<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.find(word)?;
        let begin = rest[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = rest[at..].find('\n').map_or(rest.len(), |end| at + end);
        let line = &rest[begin..end];
        rest = &rest[end..];
        Some(line)
    })
}

/// Whether an item could begin with this word in a line: it is whole, and stands in no comment and no text.
fn may_begin(line: &str, word: &str) -> bool {
    if line.trim_start().starts_with("//") {
        return false;
    }
    let is_apart = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric() && !"_-.".contains(sign));
    let (mut quotes, mut counted) = (0, 0);
    line.match_indices(word).any(|(at, _)| {
        quotes += line[counted..at].matches('"').count();
        counted = at;
        let (before, after) = (line[..at].chars().next_back(), line[at + word.len()..].chars().next());
        quotes % 2 == 0 && is_apart(before) && is_apart(after)
    })
}

/// What is wrong with a line that begins like an item: the first error, if it is none. None if it is one, or does not
/// begin like one.
pub fn wrong_item(source: SourceId, text: &str, line: std::ops::Range<usize>) -> Option<Diagnostic> {
    let alone = text.get(line.clone())?;
    let start = alone.len() - alone.trim_start().len();
    let alone = alone.trim_start();
    let word = alone.get(..alone.find(|sign: char| !sign.is_ascii_lowercase()).unwrap_or(alone.len()))?;
    if !ITEM_WORDS.contains(&word) {
        return None;
    }
    let failure = OriParser::parse(Rule::chunk, alone).err()?;
    let mut ctx = Context::new(source, text);
    ctx.base = line.start + start;
    Some(error::describe(&ctx, alone, &failure))
}

/// Parses position lines, as `put` takes them and `export` writes them.
pub fn parse_position(source: SourceId, text: &str) -> (Vec<ast::PositionLine>, Vec<Diagnostic>) {
    let cleaned = clean(source, text);
    let readable = cleaned.mended.as_deref().unwrap_or(text);
    let mut ctx = Context::new(source, text);
    ctx.diagnostics = cleaned.diagnostics;
    if !ctx.diagnostics.is_empty() {
        return (Vec::new(), ctx.diagnostics);
    }
    let lines = match OriParser::parse(Rule::typed_position, readable) {
        Ok(pairs) => pairs.flat_map(Pair::into_inner).filter_map(|pair| position::line(&mut ctx, pair)).collect(),
        Err(failure) => {
            let diagnostic = error::describe(&ctx, readable, &failure);
            ctx.diagnostics.push(diagnostic);
            Vec::new()
        }
    };
    (lines, ctx.diagnostics)
}

/// How often an item is parsed again without the faulty line.
const ATTEMPTS: usize = 12;

/// Parses the text of a chunk; `false` if nothing could be parsed. Parts removed from it go to `lost`.
fn read_chunk(
    ctx: &mut Context<'_>,
    text: &str,
    chunk: &Chunk,
    items: &mut Vec<ast::Item>,
    lost: &mut Vec<Span>,
) -> bool {
    ctx.base = chunk.range.start;
    let mut patched = std::borrow::Cow::Borrowed(text);
    for attempt in 0..ATTEMPTS {
        match OriParser::parse(Rule::chunk, &patched) {
            Ok(pairs) => {
                if !patched.is_ascii() {
                    mixed_names(ctx, pairs.clone());
                }
                let found = pairs.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::item);
                let before = items.len();
                items.extend(found.filter_map(|pair| item::item(ctx, pair)));
                return items.len() > before;
            }
            Err(failure) => {
                let at = error::offset(&failure);
                let line = recover::line_start(text, at) + chunk.range.start;
                if !chunk.told.contains(&line) {
                    let diagnostic = error::describe(ctx, &patched, &failure);
                    // The rest of a removed line may make its neighbours look wrong, so only the first error on a line
                    // is reported.
                    if attempt == 0 || !ctx.said_on_line(line) {
                        ctx.diagnostics.push(diagnostic);
                    }
                }
                let less = recover::without_member(&patched, at).or_else(|| recover::without_rest(&patched, at));
                let Some((without, taken)) = less else { return false };
                let begin = chunk.range.start;
                lost.push(Span::new(ctx.source, begin + taken.start..begin + taken.end));
                patched = std::borrow::Cow::Owned(without);
            }
        }
    }
    false
}

/// Reports names that look Latin and have a letter of another alphabet: typed again, they would be other names.
fn mixed_names(ctx: &mut Context<'_>, pairs: Pairs<'_, Rule>) {
    for pair in pairs.flatten().filter(|pair| pair.as_rule() == Rule::name) {
        let name = pair.as_str();
        let Some((letter, alphabet)) = mixed(name) else { continue };
        let start = ctx.base + pair.as_span().start();
        let problem = Diagnostic::error("look-alike", format!("`{letter}` is a {alphabet} letter"))
            .at(Span::new(ctx.source, start..start + name.len()), "looks like Latin letters");
        ctx.report(match in_latin(name) {
            Some(latin) => problem.help(format!("write `{latin}`")),
            None => problem.help("write the name in one alphabet"),
        });
    }
}

/// Parses an expression that stands at a span.
///
/// # Errors
/// The first error in it.
pub fn parse_expression(text: &str, span: Span) -> Result<Expr, Diagnostic> {
    let mended = without_comments(text, span.source);
    let readable = mended.as_deref().unwrap_or(text);
    let (mut builder, node) = read_code(readable, span, Form::Expression)?;
    builder.value(node)
}

/// Parses the statements of a script in their braces.
///
/// # Errors
/// The first error in it.
pub fn parse_script(text: &str, span: Span) -> Result<Block, Diagnostic> {
    let mended = without_comments(text, span.source);
    let readable = mended.as_deref().unwrap_or(text);
    let (mut builder, node) = read_code(readable, span, Form::Script)?;
    builder.block(node)
}

/// The text with blanks in the place of comments and tabs, byte for byte; `None` if it has none.
fn without_comments(text: &str, source: SourceId) -> Option<String> {
    let mut before = b' ';
    let has_comments = text.bytes().any(|byte| {
        let begins = matches!(byte, b'\r' | b'\t') || before == b'/' && matches!(byte, b'/' | b'*');
        before = byte;
        begins
    });
    if !has_comments {
        return None;
    }
    // As in an item, the text stands in brackets: outside of them a block comment is an error.
    let mended = clean(source, &format!("({text})")).mended?;
    Some(mended.strip_prefix('(')?.strip_suffix(')')?.to_owned())
}

fn read_code(text: &str, span: Span, form: Form) -> Result<(Builder<'_>, Pair<'_, Rule>), Diagnostic> {
    let (whole, part) = match form {
        Form::Expression => (Rule::one_value, Rule::value),
        Form::Script => (Rule::one_script, Rule::block),
    };
    let pairs = OriParser::parse(whole, text).map_err(|failure| unread::describe(text, span, form, &failure))?;
    match pairs.flat_map(Pair::into_inner).find(|pair| pair.as_rule() == part) {
        Some(pair) => Ok((Builder::new(span.source, span.range().start, text, form), pair)),
        None => Err(unread::missing(span, "an expression")),
    }
}
