//! Text to tree. The file is cut into items first; each is read by the grammar alone, and where the grammar stops, the line
//! at fault is reported, taken out, and the item read again, so that all mistakes of a file are found in one run.
//!
//! No text can make anything in here panic: what the grammar guarantees is asked for and, were it missing, left out.

mod atom;
mod board;
mod clause;
mod component;
mod context;
mod derived;
mod error;
mod head;
mod human;
mod item;
mod muster;
mod offer;
mod position;
mod recover;
mod scenario;
mod sequence;
mod slip;
mod table;

#[cfg(test)]
mod tests;

use pest::Parser;
use pest::iterators::Pair;

use super::ast;
use super::grammar::{OriParser, Rule};
use super::split::{Chunk, clean, split};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use context::Context;

/// Reads a file: as much of the tree as the text gives, and everything that is wrong with it.
///
/// An item with a mistake may be missing from the tree or lack the lines at fault; the tree is whole if no diagnostic is an error.
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
            // Whoever runs the tests must know that there is one more.
            items.extend(recover::lost_test(source, text, chunk.range.clone()));
        }
        lost.append(&mut ctx.lost);
        if !lost.is_empty() {
            broken.push(ast::Broken { whole, lost });
        }
    }
    // A doc comment inside an item that could not be read would be called loose without being so.
    if !ctx.diagnostics.iter().any(Diagnostic::is_error) {
        ctx.loose_docs(&cut.docs);
    }
    ctx.diagnostics.sort_by_key(|diagnostic| diagnostic.span().map_or(0, |span| span.start));
    (ast::File { source, items, broken }, ctx.diagnostics)
}

/// Reads lines of a position, as `put` takes them and `export` writes them.
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

/// How often an item is read again without the line at fault.
const ATTEMPTS: usize = 12;

/// `false`: nothing of the chunk could be read. What was taken out of it goes to `lost`.
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
                    // What is left of a line taken out may make its neighbours look wrong: only the first word counts on a line.
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
