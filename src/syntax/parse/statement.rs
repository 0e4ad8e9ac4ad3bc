//! Builds the tree of statements.

use super::context::Node;
use super::expression::{Builder, Read};
use super::unread::{self, Form};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::ast::expr::{Expr, ExprKind, LinkKind, Operator};
use crate::syntax::ast::statement::{Block, Statement, StatementKind};
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    /// Statements in braces.
    pub(super) fn block(&mut self, node: Node<'_>) -> Read<Block> {
        let span = self.span(&node);
        let inner = node.into_inner().filter(|inner| !is_end(inner.as_rule()));
        let statements = self.deeper(1, span, |it| {
            inner.map(|inner| it.deeper(1, span, |it| it.statement(inner))).collect::<Read<Vec<_>>>()
        })?;
        if self.form == Form::Expression {
            self.one_expression(&statements, span)?;
        }
        Ok(Block { statements, span })
    }

    /// In an expression, a block holds one expression and no semicolon.
    fn one_expression(&self, statements: &[Statement], span: Span) -> Read<()> {
        self.expressions_only(statements)?;
        let [only] = statements else {
            let end = Span { start: span.end.saturating_sub(1), ..span };
            return Err(match statements.get(1) {
                Some(second) => unread::no_statements(";", second.span.part(0, 1)),
                None => unread::missing(end, "an expression"),
            });
        };
        for (from, to) in [(span.start, only.span.start), (only.span.end, span.end)] {
            let gap = Span { start: from, end: to, ..span };
            if let Some(at) = self.slice(gap).find(';') {
                return Err(unread::no_statements(";", gap.part(at, 1)));
            }
        }
        Ok(())
    }

    /// Reports statements that are not expressions where only these are allowed.
    pub(super) fn expressions_only(&self, statements: &[Statement]) -> Read<()> {
        if self.form == Form::Script {
            return Ok(());
        }
        let other = statements.iter().find(|statement| !matches!(statement.kind, StatementKind::Value(_)));
        let Some(other) = other else { return Ok(()) };
        Err(match &other.kind {
            StatementKind::Assign { sign, .. } => unread::no_statements(&sign.text, sign.span),
            _ => {
                let text = self.slice(other.span);
                let word = text.split(|sign: char| !sign.is_ascii_alphabetic()).next().unwrap_or_default();
                unread::no_statements(word, other.span.part(0, word.len()))
            }
        })
    }

    fn slice(&self, span: Span) -> &str {
        let start = span.range().start.saturating_sub(self.base);
        self.text.get(start..start + span.len()).unwrap_or_default()
    }

    /// A statement.
    pub(super) fn statement(&mut self, node: Node<'_>) -> Read<Statement> {
        let span = self.span(&node);
        let kind = match node.as_rule() {
            Rule::branch => StatementKind::Value(self.branch(node)?),
            Rule::choice => StatementKind::Value(self.choice(node)?),
            Rule::block => {
                let block = self.block(node)?;
                StatementKind::Value(Expr { kind: ExprKind::Block(block), span })
            }
            Rule::each_loop => self.deeper(1, span, |it| it.each(node))?,
            Rule::repeat_while | Rule::repeat_loop => self.deeper(1, span, |it| it.repeat(node))?,
            Rule::binding => self.binding(node)?,
            Rule::jump => self.jump(node)?,
            _ => return self.effect(node),
        };
        Ok(Statement { kind, span })
    }

    fn each(&mut self, node: Node<'_>) -> Read<StatementKind> {
        let span = self.span(&node);
        let (mut names, mut set, mut body) = (Vec::new(), None, None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::fresh_name => names.push(self.name(&part)?),
                Rule::value => set = Some(self.value(part)?),
                Rule::block => body = Some(self.body(part)?),
                _ => {}
            }
        }
        if let Some(counter) = names.get(1) {
            return Err(unread::left_out("counter in a `for`", "count in a variable of your own", counter.span));
        }
        match (names.pop(), set, body) {
            (Some(name), Some(set), Some(body)) => Ok(StatementKind::For { name, set, body }),
            _ => Err(unread::missing(span, "a loop")),
        }
    }

    fn repeat(&mut self, node: Node<'_>) -> Read<StatementKind> {
        let span = self.span(&node);
        let (mut condition, mut body) = (None, None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::value => condition = Some(self.value(part)?),
                Rule::block => body = Some(self.body(part)?),
                _ => {}
            }
        }
        match body {
            Some(body) => Ok(StatementKind::While { condition, body }),
            None => Err(unread::missing(span, "a block")),
        }
    }

    /// The body of a loop.
    fn body(&mut self, node: Node<'_>) -> Read<Block> {
        let outer = std::mem::replace(&mut self.in_loop, true);
        let body = self.block(node);
        self.in_loop = outer;
        body
    }

    fn binding(&mut self, node: Node<'_>) -> Read<StatementKind> {
        let span = self.span(&node);
        let constant = node.as_str().starts_with("const");
        let (mut name, mut value) = (None, None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::fresh_name => name = Some(self.name(&part)?),
                Rule::value => value = Some(self.value(part)?),
                _ => {}
            }
        }
        match name {
            Some(name) => Ok(StatementKind::Let { name, constant, value }),
            None => Err(unread::missing(span, "a name")),
        }
    }

    fn jump(&mut self, node: Node<'_>) -> Read<StatementKind> {
        let mut parts = node.into_inner();
        let Some(word) = parts.next() else { return Ok(StatementKind::Return(None)) };
        let at = self.span(&word);
        let value = match parts.next() {
            Some(value) => Some(self.value(value)?),
            None => None,
        };
        match (word.as_str(), value) {
            ("return", value) => Ok(StatementKind::Return(value)),
            (word, _) if !self.in_loop => Err(unread::outside_loop(word, at)),
            ("break", None) => Ok(StatementKind::Break),
            ("break", Some(_)) => Err(unread::left_out("`break` with a value", "keep the value in a variable", at)),
            (_, None) => Ok(StatementKind::Continue),
            (_, Some(value)) => Err(unread::missing_semicolon(value.span)),
        }
    }

    /// An expression or an assignment.
    fn effect(&mut self, node: Node<'_>) -> Read<Statement> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let Some(first) = parts.next() else { return Err(unread::missing(span, "a statement")) };
        let target = self.value(first)?;
        let (Some(sign), Some(value)) = (parts.next(), parts.next()) else {
            return Ok(Statement { kind: StatementKind::Value(target), span });
        };
        let sign = Name { text: sign.as_str().to_owned(), span: self.span(&sign) };
        if let Some(diagnostic) = unassignable(&target, &sign) {
            return Err(diagnostic);
        }
        let value = self.value(value)?;
        Ok(Statement { kind: StatementKind::Assign { target, sign, value }, span })
    }
}

fn is_end(rule: Rule) -> bool {
    matches!(rule, Rule::p_rbrace | Rule::end_of_statement)
}

/// The error if an expression cannot be assigned to.
fn unassignable(target: &Expr, sign: &Name) -> Option<Diagnostic> {
    match &target.kind {
        ExprKind::Name(_) => None,
        ExprKind::Path(path) => {
            let call = path.links.iter().find_map(|link| match &link.kind {
                LinkKind::Call(call) => Some(call.span),
                LinkKind::Word(_) | LinkKind::Index(_) => None,
            });
            match (&path.root.kind, call) {
                (ExprKind::Call(call), _) => Some(unread::assigned_through_call(call.span)),
                (_, Some(call)) => Some(unread::assigned_through_call(call)),
                (ExprKind::Name(_), None) => None,
                _ => Some(unread::unassignable(path.root.span)),
            }
        }
        ExprKind::Infix(infix) if sign.text == "=" && compares(infix.operator) => Some(unread::meant_equal(sign.span)),
        ExprKind::Call(call) => Some(unread::assigned_through_call(call.span)),
        _ => Some(unread::unassignable(target.span)),
    }
}

/// True for operators after which `=` is probably a comparison.
fn compares(operator: Operator) -> bool {
    matches!(operator, Operator::And | Operator::Or | Operator::Coalesce)
}
