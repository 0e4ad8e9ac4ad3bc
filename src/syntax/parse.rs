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
use pest::iterators::Pair;

use super::ast;
use super::grammar::{OriParser, Rule};
use super::split::{Chunk, clean, split};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use ast::expr::Expr;
use ast::statement::Block;
use context::Context;
use expression::Builder;
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
        let read = chunk.readable && read_chunk(&mut ctx, readable, chunk, &mut items, &mut lost);
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
    ctx.diagnostics.sort_by_key(|diagnostic| diagnostic.span().map_or(0, |span| span.start));
    (ast::File { source, items: items.into(), broken: broken.into() }, ctx.diagnostics)
}

/// The heads of the items of a file that begin with one of these words: what stands in braces after them may be missing.
/// Items on the same line may be among them. Nothing else is parsed.
pub fn parse_heads(source: SourceId, text: &str, words: &[&str]) -> Vec<ast::Item> {
    let holds = |text: &str| words.iter().any(|word| text.match_indices(word).any(|(at, _)| may_begin(text, at, word)));
    let mut items = Vec::new();
    if !holds(text) {
        return items;
    }
    let cut = split(source, text);
    let readable = cut.mended.as_deref().unwrap_or(text);
    let mut ctx = Context::new(source, text);
    let wanted = |chunk: &&Chunk| chunk.readable && readable.get(chunk.range.clone()).is_some_and(holds);
    for chunk in cut.chunks.iter().filter(wanted) {
        // Behind the brace another item may follow on the same line.
        let is_alone = |head: &Chunk| !readable.get(head.range.end - 1..chunk.range.end).is_some_and(holds);
        let head = head_of(readable, chunk).filter(|(_, head)| is_alone(head));
        let is_read = head.is_some_and(|(text, head)| read_chunk(&mut ctx, &text, &head, &mut items, &mut Vec::new()));
        if !is_read {
            read_chunk(&mut ctx, readable, chunk, &mut items, &mut Vec::new());
        }
    }
    items
}

/// The text up to the first brace of a chunk and a closing one, with the part of the chunk in it.
fn head_of(text: &str, chunk: &Chunk) -> Option<(String, Chunk)> {
    let whole = text.get(chunk.range.clone())?;
    let (mut in_text, mut escaped) = (false, false);
    let brace = whole.bytes().position(|sign| {
        let counts = !std::mem::take(&mut escaped);
        escaped = counts && in_text && sign == b'\\';
        in_text ^= counts && sign == b'"';
        sign == b'{' && !in_text
    })?;
    let end = chunk.range.start + brace + 1;
    let head = Chunk { range: chunk.range.start..end + 1, ..chunk.clone() };
    Some((format!("{}}}", &text[..end]), head))
}

/// Whether a word could be the first of an item: it is whole, and stands in no comment and no text of its line.
fn may_begin(text: &str, at: usize, word: &str) -> bool {
    let line = text.get(recover::line_start(text, at)..at).unwrap_or_default();
    let is_apart = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric() && !"_-.".contains(sign));
    let after = text.get(at + word.len()..).and_then(|rest| rest.chars().next());
    let is_in_text = line.matches('"').count() % 2 == 1;
    !is_in_text && !line.trim_start().starts_with("//") && is_apart(line.chars().next_back()) && is_apart(after)
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

/// Parses one chunk; `false` if nothing could be parsed. Parts removed from it go to `lost`.
fn read_chunk(
    ctx: &mut Context<'_>,
    text: &str,
    chunk: &Chunk,
    items: &mut Vec<ast::Item>,
    lost: &mut Vec<Span>,
) -> bool {
    let Some(text) = text.get(chunk.range.clone()) else { return false };
    ctx.base = chunk.range.start;
    let mut patched = std::borrow::Cow::Borrowed(text);
    for attempt in 0..ATTEMPTS {
        match OriParser::parse(Rule::chunk, &patched) {
            Ok(pairs) => {
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
                let Some((without, taken)) = recover::without_member(&patched, at) else { return false };
                let begin = chunk.range.start;
                lost.push(Span::new(ctx.source, begin + taken.start..begin + taken.end));
                patched = std::borrow::Cow::Owned(without);
            }
        }
    }
    false
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
