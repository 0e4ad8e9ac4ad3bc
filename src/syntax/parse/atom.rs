//! Builders for names, words, texts, citations, expressions, types, parameters, ranges and dice.

use pest::iterators::Pairs;

use super::context::{Context, Node};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

/// The largest count: sides of a grid, faces, copies.
const LARGEST: u32 = 1_000_000;

impl Context<'_> {
    /// A name, quoted or not.
    pub(super) fn name(&self, node: &Node<'_>) -> ast::Name {
        let span = self.span(node);
        ast::Name { text: unquote(self.slice(span)), span }
    }

    /// All names directly below a node.
    pub(super) fn names(&self, node: &Node<'_>) -> Vec<ast::Name> {
        inner(node).filter(|inner| is_name(inner.as_rule())).map(|inner| self.name(&inner)).collect()
    }

    /// The first name directly below a node.
    pub(super) fn first_name(&self, node: &Node<'_>) -> Option<ast::Name> {
        inner(node).find(|inner| is_name(inner.as_rule())).map(|inner| self.name(&inner))
    }

    /// The name in a part of a node.
    pub(super) fn name_in(&self, node: &Node<'_>, part: Rule) -> Option<ast::Name> {
        last(node, part).and_then(|part| self.first_name(&part))
    }

    /// The names in a part of a node.
    pub(super) fn names_in(&self, node: &Node<'_>, part: Rule) -> Vec<ast::Name> {
        last(node, part).map(|part| self.names(&part)).unwrap_or_default()
    }

    /// A string, with its escapes unprocessed.
    pub(super) fn text(&self, node: &Node<'_>) -> ast::Text {
        let span = self.span(node);
        let raw = self.slice(span);
        let raw = raw.strip_prefix('"').unwrap_or(raw);
        ast::Text::new(raw.strip_suffix('"').unwrap_or(raw).to_owned(), span)
    }

    /// The first string directly below a node or one level deeper.
    pub(super) fn first_text(&self, node: &Node<'_>) -> Option<ast::Text> {
        child(node, Rule::string).map(|inner| self.text(&inner))
    }

    /// The string in a part of a node.
    pub(super) fn text_in(&self, node: &Node<'_>, part: Rule) -> Option<ast::Text> {
        last(node, part).and_then(|part| self.first_text(&part))
    }

    pub(super) fn cite(&self, node: &Node<'_>) -> ast::Cite {
        let span = self.span(node);
        let text = self.slice(span);
        ast::Cite { section: text.strip_prefix('@').unwrap_or(text).to_owned(), span }
    }

    /// All citations directly below a node.
    pub(super) fn cites(&self, node: &Node<'_>) -> Vec<ast::Cite> {
        children(node, Rule::cite).map(|inner| self.cite(&inner)).collect()
    }

    /// An expression, without a leading plus, which Rhai does not accept.
    pub(super) fn expr(&self, node: &Node<'_>) -> ast::ExprText {
        let mut span = self.span(node);
        let text = self.slice(span);
        let bare = text.trim_start_matches(|sign: char| sign == '+' || sign.is_ascii_whitespace());
        if !bare.is_empty() {
            span = span.part(text.len() - bare.len(), bare.len());
        }
        ast::ExprText::new(self.slice(span).to_owned(), span)
    }

    /// The first expression directly below a node.
    pub(super) fn first_expr(&self, node: &Node<'_>) -> Option<ast::ExprText> {
        child(node, Rule::expr).map(|inner| self.expr(&inner))
    }

    /// The expression in a part of a node.
    pub(super) fn expr_in(&self, node: &Node<'_>, part: Rule) -> Option<ast::ExprText> {
        last(node, part).and_then(|part| self.first_expr(&part))
    }

    /// All expressions directly below a node.
    pub(super) fn exprs(&self, node: &Node<'_>) -> Vec<ast::ExprText> {
        children(node, Rule::expr).map(|inner| self.expr(&inner)).collect()
    }

    pub(super) fn script(&self, node: &Node<'_>) -> ast::ScriptText {
        let span = self.span(node);
        ast::ScriptText::new(self.slice(span).to_owned(), span)
    }

    /// The first script directly below a node.
    pub(super) fn first_script(&self, node: &Node<'_>) -> Option<ast::ScriptText> {
        child(node, Rule::script).map(|inner| self.script(&inner))
    }

    /// A word of data; its form decides its kind.
    pub(super) fn word(&self, node: &Node<'_>) -> ast::Word {
        let span = self.span(node);
        let text = self.slice(span);
        if text.starts_with('"') {
            return ast::Word { text: unquote(text), span, kind: ast::WordKind::Quoted };
        }
        ast::Word { text: text.to_owned(), span, kind: ast::WordKind::of(text) }
    }

    /// All words directly below a node.
    pub(super) fn words(&self, node: &Node<'_>) -> Vec<ast::Word> {
        inner(node).filter(|inner| is_word(inner.as_rule())).map(|inner| self.word(&inner)).collect()
    }

    /// A whole number used as a count.
    pub(super) fn number(&mut self, node: &Node<'_>) -> u32 {
        let span = self.span(node);
        self.count(self.slice(span), span)
    }

    /// The first number directly below a node.
    pub(super) fn first_number(&mut self, node: &Node<'_>) -> Option<u32> {
        child(node, Rule::number).map(|found| self.number(&found))
    }

    /// The value of digits, up to [`LARGEST`].
    pub(super) fn count(&mut self, digits: &str, span: Span) -> u32 {
        let number = digits.parse::<u32>().unwrap_or(u32::MAX);
        if number > LARGEST {
            self.report(
                Diagnostic::error("number-too-large", format!("`{digits}` is too large")).at(span, "at most a million"),
            );
        }
        number.min(LARGEST)
    }

    pub(super) fn range(&mut self, node: &Node<'_>) -> Option<ast::Range> {
        let span = self.span(node);
        let range = ast::Range::read(self.slice(span), span);
        if range.is_none() {
            self.report(
                Diagnostic::error("number-too-large", format!("`{}` is too large a range", self.slice(span)))
                    .at(span, "at most 64 bits"),
            );
        }
        range
    }

    /// The first dice directly below a node: `2d6`. How many of them are kept is in another node.
    pub(super) fn first_dice(&mut self, node: &Node<'_>) -> Option<ast::Dice> {
        let span = self.span(&child(node, Rule::dice_literal)?);
        let (count, faces) = self.slice(span).split_once('d')?;
        let count = if count.is_empty() { 1 } else { self.count(count, span) };
        let faces = self.count(faces, span);
        Some(ast::Dice { count, faces, keep: ast::Keep::Sum, span })
    }

    /// The type directly below a node.
    pub(super) fn first_type(&mut self, node: &Node<'_>) -> Option<ast::TypeRef> {
        let ty = child(node, Rule::type_ref)?;
        let kind = match child(&ty, Rule::range) {
            Some(range) => ast::TypeKind::Range(self.range(&range)?),
            None => ast::TypeKind::Named(self.first_name(&ty)?),
        };
        Some(ast::TypeRef { kind, optional: has(&ty, Rule::p_question), span: self.span(&ty) })
    }

    pub(super) fn params(&mut self, node: &Node<'_>) -> Vec<ast::Param> {
        self.all(node, Rule::param, |ctx, node| {
            Some(ast::Param {
                doc: ctx.doc(&node),
                name: ctx.first_name(&node)?,
                optional: has(&node, Rule::p_question),
                ty: ctx.first_type(&node),
            })
        })
    }

    /// All nodes of a rule directly below a node, each as it is read.
    pub(super) fn all<T>(
        &mut self,
        node: &Node<'_>,
        rule: Rule,
        mut read: impl FnMut(&mut Self, Node<'_>) -> Option<T>,
    ) -> Vec<T> {
        children(node, rule).filter_map(|inner| read(self, inner)).collect()
    }

    /// The path in a part of a node.
    pub(super) fn path_in(&self, node: &Node<'_>, part: Rule) -> Option<ast::ScopePath> {
        last(node, part).and_then(|part| self.first_path(&part))
    }

    pub(super) fn path(&self, node: &Node<'_>) -> ast::ScopePath {
        ast::ScopePath { names: self.names(node), span: self.span(node) }
    }

    /// The first path directly below a node.
    pub(super) fn first_path(&self, node: &Node<'_>) -> Option<ast::ScopePath> {
        child(node, Rule::path).map(|inner| self.path(&inner))
    }
}

/// The nodes directly below a node.
pub(super) fn inner<'n>(node: &Node<'n>) -> Pairs<'n, Rule> {
    node.clone().into_inner()
}

/// The first node of a rule directly below a node.
pub(super) fn child<'n>(node: &Node<'n>, rule: Rule) -> Option<Node<'n>> {
    inner(node).find(|inner| inner.as_rule() == rule)
}

/// The last node of a rule directly below a node: of a part that is given twice, which is an error, the second counts.
pub(super) fn last<'n>(node: &Node<'n>, rule: Rule) -> Option<Node<'n>> {
    children(node, rule).last()
}

/// The nodes of a rule directly below a node.
pub(super) fn children<'n>(node: &Node<'n>, rule: Rule) -> impl Iterator<Item = Node<'n>> {
    inner(node).filter(move |inner| inner.as_rule() == rule)
}

/// True if a node of this rule is directly below a node.
pub(super) fn has(node: &Node<'_>, rule: Rule) -> bool {
    child(node, rule).is_some()
}

pub(super) fn is_name(rule: Rule) -> bool {
    matches!(rule, Rule::name | Rule::quoted_name | Rule::code)
}

fn is_word(rule: Rule) -> bool {
    matches!(rule, Rule::word | Rule::cell | Rule::atom_word | Rule::hour | Rule::face)
}

/// The text between quotes with its escapes resolved; other text unchanged.
fn unquote(text: &str) -> String {
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) if inside.contains('\\') => {
            let mut out = String::with_capacity(inside.len());
            let mut signs = inside.chars();
            while let Some(sign) = signs.next() {
                out.extend(if sign == '\\' { signs.next() } else { Some(sign) });
            }
            out
        }
        Some(inside) => inside.to_owned(),
        None => text.to_owned(),
    }
}
