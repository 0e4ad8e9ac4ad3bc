//! Builders for positions.

use super::atom::child;
use super::context::{Context, Node};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

/// One line of a position.
pub(super) fn line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::PositionLine> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    match node.as_rule() {
        Rule::position_line => {}
        Rule::short_setting => {
            let cites = ctx.cites(&node);
            return Some(ast::PositionLine { doc, kind: ast::PositionKind::Setting(ctx.words(&node)), cites, span });
        }
        _ => return None,
    }
    let (mut left, mut kind, mut cites) = (Vec::new(), None, Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::position_left => left = entries(ctx, inner),
            Rule::position_pair => {
                cites = ctx.cites(&inner);
                let right = child(&inner, Rule::position_right).map(|right| entries(ctx, right)).unwrap_or_default();
                kind = Some(ast::PositionKind::Line { left: std::mem::take(&mut left), right });
            }
            Rule::position_block if is_under_way(&left) => {
                kind = Some(ast::PositionKind::UnderWay(lines(ctx, inner)));
            }
            Rule::position_block => {
                let side = block_side(ctx, &left)?;
                kind = Some(ast::PositionKind::Block(ast::PositionBlock { side, lines: lines(ctx, inner) }));
            }
            _ => {}
        }
    }
    Some(ast::PositionLine { doc, kind: kind?, cites, span })
}

/// All position lines directly below a node.
pub(super) fn lines(ctx: &mut Context<'_>, node: Node<'_>) -> Vec<ast::PositionLine> {
    node.into_inner().filter_map(|inner| line(ctx, inner)).collect()
}

/// True for the words `under way` before a block.
fn is_under_way(left: &[ast::Entry]) -> bool {
    let words = ast::Entry::only_words(left);
    words.is_some_and(|words| words.iter().map(|word| word.text.as_str()).eq(["under", "way"]))
}

/// The side before a block: a single word.
fn block_side(ctx: &mut Context<'_>, left: &[ast::Entry]) -> Option<ast::Name> {
    let first = left.first()?;
    let whole = left.last().map_or(first.span, |last| first.span.to(last.span));
    if let Some([word]) = ast::Entry::only_words(left) {
        return Some(word.to_name());
    }
    let texts: Vec<&str> = ast::Entry::only_words(left).into_iter().flatten().map(|word| word.text.as_str()).collect();
    if let [time @ ("before" | "after"), scope, number, ..] = texts.as_slice()
        && number.bytes().all(|sign| sign.is_ascii_digit())
    {
        ctx.report(
            Diagnostic::error("syntax", format!("`{time} {scope}` takes no number"))
                .at(whole, "read as the head of a block")
                .help(format!("write `{time} {scope} when {scope}.number == {number} do {{ … }}`")),
        );
        return None;
    }
    ctx.report(
        Diagnostic::error("syntax", "expected one side before the braces")
            .at(whole, "expected one name before `{`")
            .help("write `SIDE { … }`, or a place, a colon and its pieces"),
    );
    None
}

fn entries(ctx: &mut Context<'_>, node: Node<'_>) -> Vec<ast::Entry> {
    ctx.all(&node, Rule::entry, |ctx, inner| Some(entry(ctx, inner)))
}

fn entry(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Entry {
    let span = ctx.span(&node);
    let (mut label, mut things) = (None, Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::thing => things.push(thing(ctx, inner)),
            Rule::p_equals => label = things.pop().and_then(|before| entry_label(ctx, before)),
            _ => {}
        }
    }
    ast::Entry { label, things, span }
}

/// The name before `=`.
fn entry_label(ctx: &mut Context<'_>, before: ast::Thing) -> Option<ast::Name> {
    match before.words.as_slice() {
        [word] if word.kind == ast::WordKind::Ident && before.count.is_none() => Some(word.to_name()),
        _ => {
            ctx.report(
                Diagnostic::error("syntax", "a label is one name")
                    .at(before.span, "expected a name for the piece")
                    .help("write `bow = …`; a value follows its variable without `=`: `hits 2`"),
            );
            None
        }
    }
}

fn thing(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Thing {
    let span = ctx.span(&node);
    let mut words = ctx.words(&node);
    let count = take_count(ctx, &mut words);
    ast::Thing { words, count, span }
}

/// Removes `x4` or `x 4` from the end of a row of words and returns the count.
pub(super) fn take_count(ctx: &mut Context<'_>, words: &mut Vec<ast::Word>) -> Option<u32> {
    let (span, digits, taken) = match words.as_slice() {
        [.., x, number] if x.text == "x" && number.kind == ast::WordKind::Number => {
            (number.span, number.text.clone(), 2)
        }
        [_, .., word] => (word.span, word.text.strip_prefix('x')?.to_owned(), 1),
        _ => return None,
    };
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) || words.len() <= taken {
        return None;
    }
    words.truncate(words.len() - taken);
    Some(ctx.count(&digits, span))
}
