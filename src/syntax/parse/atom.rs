//! Builders for names, words, texts, citations, expressions, types, parameters, ranges and dice.

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
    pub(super) fn names(&self, node: Node<'_>) -> Vec<ast::Name> {
        node.into_inner().filter(|inner| is_name(inner.as_rule())).map(|inner| self.name(&inner)).collect()
    }

    /// The first name directly below a node.
    pub(super) fn first_name(&self, node: Node<'_>) -> Option<ast::Name> {
        node.into_inner().find(|inner| is_name(inner.as_rule())).map(|inner| self.name(&inner))
    }

    /// A string, with its escapes unprocessed.
    pub(super) fn text(&self, node: &Node<'_>) -> ast::Text {
        let span = self.span(node);
        let raw = self.slice(span);
        let raw = raw.strip_prefix('"').unwrap_or(raw);
        ast::Text::new(raw.strip_suffix('"').unwrap_or(raw).to_owned(), span)
    }

    /// The first string directly below a node or one level deeper.
    pub(super) fn first_text(&self, node: Node<'_>) -> Option<ast::Text> {
        node.into_inner().find(|inner| inner.as_rule() == Rule::string).map(|inner| self.text(&inner))
    }

    pub(super) fn cite(&self, node: &Node<'_>) -> ast::Cite {
        let span = self.span(node);
        let text = self.slice(span);
        ast::Cite { section: text.strip_prefix('@').unwrap_or(text).to_owned(), span }
    }

    /// All citations directly below a node.
    pub(super) fn cites(&self, node: Node<'_>) -> Vec<ast::Cite> {
        node.into_inner().filter(|inner| inner.as_rule() == Rule::cite).map(|inner| self.cite(&inner)).collect()
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
    pub(super) fn first_expr(&self, node: Node<'_>) -> Option<ast::ExprText> {
        node.into_inner().find(|inner| inner.as_rule() == Rule::expr).map(|inner| self.expr(&inner))
    }

    /// All expressions directly below a node.
    pub(super) fn exprs(&self, node: Node<'_>) -> Vec<ast::ExprText> {
        node.into_inner().filter(|inner| inner.as_rule() == Rule::expr).map(|inner| self.expr(&inner)).collect()
    }

    pub(super) fn script(&self, node: &Node<'_>) -> ast::ScriptText {
        let span = self.span(node);
        ast::ScriptText::new(self.slice(span).to_owned(), span)
    }

    /// The first script directly below a node.
    pub(super) fn first_script(&self, node: Node<'_>) -> Option<ast::ScriptText> {
        node.into_inner().find(|inner| inner.as_rule() == Rule::script).map(|inner| self.script(&inner))
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
    pub(super) fn words(&self, node: Node<'_>) -> Vec<ast::Word> {
        node.into_inner().filter(|inner| is_word(inner.as_rule())).map(|inner| self.word(&inner)).collect()
    }

    /// A whole number used as a count.
    pub(super) fn number(&mut self, node: &Node<'_>) -> u32 {
        let span = self.span(node);
        self.count(self.slice(span), span)
    }

    /// The first number directly below a node.
    pub(super) fn first_number(&mut self, node: Node<'_>) -> Option<u32> {
        let found = node.into_inner().find(|inner| inner.as_rule() == Rule::number)?;
        Some(self.number(&found))
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

    /// `2d6`. How many dice are kept is in another node.
    pub(super) fn dice(&mut self, node: &Node<'_>) -> Option<ast::Dice> {
        let span = self.span(node);
        let (count, faces) = self.slice(span).split_once('d')?;
        let count = if count.is_empty() { 1 } else { self.count(count, span) };
        let faces = self.count(faces, span);
        Some(ast::Dice { count, faces, keep: ast::Keep::Sum, span })
    }

    pub(super) fn type_ref(&mut self, node: Node<'_>) -> Option<ast::TypeRef> {
        let span = self.span(&node);
        let mut kind = None;
        let mut optional = false;
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::name => kind = Some(ast::TypeKind::Named(self.name(&inner))),
                Rule::range => kind = self.range(&inner).map(ast::TypeKind::Range),
                Rule::p_question => optional = true,
                _ => {}
            }
        }
        Some(ast::TypeRef { kind: kind?, optional, span })
    }

    pub(super) fn params(&mut self, node: Node<'_>) -> Vec<ast::Param> {
        let params: Vec<_> = node.into_inner().filter(|inner| inner.as_rule() == Rule::param).collect();
        params.into_iter().filter_map(|param| self.param(param)).collect()
    }

    fn param(&mut self, node: Node<'_>) -> Option<ast::Param> {
        let doc = self.doc(&node);
        let mut name = None;
        let mut optional = false;
        let mut ty = None;
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::name => name = Some(self.name(&inner)),
                Rule::p_question => optional = true,
                Rule::type_ref => ty = self.type_ref(inner),
                _ => {}
            }
        }
        Some(ast::Param { doc, name: name?, optional, ty })
    }

    pub(super) fn path(&self, node: &Node<'_>) -> ast::ScopePath {
        ast::ScopePath { names: self.names(node.clone()), span: self.span(node) }
    }

    /// The first path directly below a node.
    pub(super) fn first_path(&self, node: Node<'_>) -> Option<ast::ScopePath> {
        node.into_inner().find(|inner| inner.as_rule() == Rule::path).map(|inner| self.path(&inner))
    }
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
