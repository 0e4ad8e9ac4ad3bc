//! Builds the tree of an expression. Operators bind as in Rhai.

use std::sync::LazyLock;

use pest::pratt_parser::{Assoc, Op, PrattParser};

use super::context::Node;
use super::literal;
use super::unread::{self, Form};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use crate::syntax::ast::Name;
use crate::syntax::ast::expr::{
    Arm, Call, Closure, Expr, ExprKind, If, Infix, Label, LabelKind, Link, LinkKind, Operator, Path, Prefix, Switch,
};
use crate::syntax::ast::statement::{Block, StatementKind};
use crate::syntax::grammar::Rule;

/// What is read, or the error.
pub(super) type Read<T> = Result<T, Diagnostic>;

/// How deep expressions and blocks may be nested, counted as Rhai does.
const DEPTH: usize = 64;
/// The most members of an array and of a map, and closures of a script, as `script` tells Rhai.
const MOST_MEMBERS: usize = 1_024;
const MOST_ENTRIES: usize = 256;
const MOST_CLOSURES: usize = 1_000;

/// Rhai's precedences, the weakest first.
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    PrattParser::new()
        .op(Op::infix(Rule::o_or, Assoc::Left))
        .op(Op::infix(Rule::o_and, Assoc::Left))
        .op(Op::infix(Rule::o_equal, Assoc::Left))
        .op(Op::infix(Rule::o_in, Assoc::Left))
        .op(Op::infix(Rule::o_order, Assoc::Left))
        .op(Op::infix(Rule::o_default, Assoc::Left))
        .op(Op::infix(Rule::o_range, Assoc::Left))
        .op(Op::infix(Rule::o_add, Assoc::Left))
        .op(Op::infix(Rule::o_times, Assoc::Left))
        .op(Op::infix(Rule::o_power, Assoc::Right))
        .op(Op::infix(Rule::o_shift, Assoc::Left))
        .op(Op::prefix(Rule::unary))
});

/// The state of building one tree.
pub(super) struct Builder<'t> {
    pub(super) source: SourceId,
    /// Where the text begins in its source.
    pub(super) base: usize,
    pub(super) text: &'t str,
    pub(super) form: Form,
    /// True where `break` and `continue` are allowed.
    pub(super) in_loop: bool,
    depth: usize,
    closures: usize,
}

impl<'t> Builder<'t> {
    pub(super) fn new(source: SourceId, base: usize, text: &'t str, form: Form) -> Self {
        Builder { source, base, text, form, in_loop: false, depth: 0, closures: 0 }
    }

    pub(super) fn span(&self, node: &Node<'_>) -> Span {
        let span = node.as_span();
        Span::new(self.source, self.base + span.start()..self.base + span.end())
    }

    pub(super) fn name(&self, node: &Node<'_>) -> Read<Name> {
        let name = Name { text: node.as_str().to_owned(), span: self.span(node) };
        unread::usable(&name).map_or(Ok(name), Err)
    }

    /// Runs `read` some levels deeper.
    pub(super) fn deeper<T>(&mut self, levels: usize, at: Span, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += levels;
        let read = if self.depth > DEPTH { Err(unread::too_deep(at)) } else { read(self) };
        self.depth -= levels;
        read
    }

    /// An expression: operands and operators.
    pub(super) fn value(&mut self, node: Node<'_>) -> Read<Expr> {
        let at = self.span(&node);
        let mut parts = node.into_inner();
        let signs = parts.clone().filter(|part| part.as_rule() != Rule::term).count();
        if signs == 0 {
            return match parts.next() {
                Some(term) => self.deeper(1, at, |it| it.term(term)),
                None => Err(unread::missing(at, "an expression")),
            };
        }
        let (source, base) = (self.source, self.base);
        let span = |node: &Node<'_>| Span::new(source, base + node.as_span().start()..base + node.as_span().end());
        self.deeper(1 + signs, at, |it| {
            PRECEDENCE
                .map_primary(|term| it.term(term))
                .map_prefix(|sign, of| prefixed(sign.as_str(), span(&sign), of?))
                .map_infix(|left, sign, right| {
                    let (left, right, at) = (left?, right?, span(&sign));
                    let Some(operator) = Operator::from_sign(sign.as_str()) else {
                        return Err(unread::missing(at, "an operator"));
                    };
                    let whole = left.span.to(right.span);
                    let infix = Infix { operator, at, left, right };
                    Ok(Expr { kind: ExprKind::Infix(Box::new(infix)), span: whole })
                })
                .parse(parts)
        })
    }

    /// An operand with the words, calls and indices after it.
    fn term(&mut self, node: Node<'_>) -> Read<Expr> {
        let at = self.span(&node);
        let mut parts = node.into_inner();
        let Some(root) = parts.next() else { return Err(unread::missing(at, "an expression")) };
        let root = self.root(root)?;
        let links = parts.len();
        if links == 0 {
            return Ok(root);
        }
        let links = self.deeper(links, at, |it| parts.map(|link| it.link(link)).collect::<Read<Vec<Link>>>())?;
        let indexed = matches!(links.first(), Some(Link { kind: LinkKind::Index(_), .. }));
        if indexed && matches!(root.kind, ExprKind::Map(_)) {
            return Err(unread::left_out("index of a map", "name its values", root.span));
        }
        Ok(Expr { kind: ExprKind::Path(Box::new(Path { root, links })), span: at })
    }

    fn link(&mut self, node: Node<'_>) -> Read<Link> {
        let at = self.span(&node);
        let safe = node.as_str().starts_with('?');
        if node.as_rule() == Rule::index {
            let index = node.into_inner().find(|inner| inner.as_rule() == Rule::value);
            let Some(index) = index else { return Err(unread::missing(at, "an expression")) };
            let index = self.deeper(1, at, |it| it.value(index))?;
            return Ok(Link { kind: LinkKind::Index(index), safe, span: at });
        }
        let mut parts = node.into_inner();
        let Some(name) = parts.next() else { return Err(unread::missing(at, "a word")) };
        if name.as_str() == "in" {
            return Err(unread::in_as_word(self.span(&name)));
        }
        let name = self.name(&name)?;
        let kind = match parts.next() {
            Some(args) => LinkKind::Call(self.call(name, args)?),
            None => LinkKind::Word(name),
        };
        Ok(Link { kind, safe, span: at })
    }

    fn call(&mut self, name: Name, args: Node<'_>) -> Read<Call> {
        let span = name.span.to(self.span(&args));
        let args = self.deeper(1, name.span, |it| it.arguments(args))?;
        Ok(Call { name, args, span })
    }

    fn arguments(&mut self, node: Node<'_>) -> Read<Vec<Expr>> {
        let args = node.into_inner().filter(|inner| matches!(inner.as_rule(), Rule::value | Rule::lambda));
        args.map(|arg| self.argument(arg)).collect()
    }

    fn argument(&mut self, node: Node<'_>) -> Read<Expr> {
        if node.as_rule() == Rule::lambda { self.closure(node) } else { self.value(node) }
    }

    fn root(&mut self, node: Node<'_>) -> Read<Expr> {
        let span = self.span(&node);
        let kind = match node.as_rule() {
            Rule::named => return self.named(node),
            Rule::branch => return self.branch(node),
            Rule::choice => return self.choice(node),
            Rule::group_value => {
                let inner = node.into_inner().find(|inner| inner.as_rule() == Rule::value);
                let Some(inner) = inner else { return Err(unread::missing(span, "an expression")) };
                // The brackets belong to the span: so the spans of a tree hold as many that open as that close.
                let inner = self.deeper(1, span, |it| it.value(inner))?;
                return Ok(Expr { span, ..inner });
            }
            Rule::literal | Rule::letter_text => ExprKind::Text(literal::text(node.as_str(), span)?),
            Rule::whole_number => ExprKind::Number(literal::number(node.as_str(), span)?),
            Rule::part_number => ExprKind::Amount(node.as_str().to_owned()),
            Rule::unit => ExprKind::Nothing,
            Rule::woven => ExprKind::Woven(self.woven(node)?),
            Rule::list_value => {
                let items: Vec<Node<'_>> = node.into_inner().filter(|inner| inner.as_rule() == Rule::value).collect();
                if items.len() > MOST_MEMBERS {
                    return Err(unread::too_many("members", MOST_MEMBERS, span));
                }
                ExprKind::List(self.deeper(1, span, |it| items.into_iter().map(|item| it.value(item)).collect())?)
            }
            Rule::map_value => ExprKind::Map(self.deeper(1, span, |it| it.map(node))?),
            Rule::block => {
                if self.form == Form::Expression {
                    return Err(unread::no_statements("{", Span { end: span.start + 1, ..span }));
                }
                ExprKind::Block(self.block(node)?)
            }
            _ => return Err(unread::missing(span, "an expression")),
        };
        Ok(Expr { kind, span })
    }

    fn named(&mut self, node: Node<'_>) -> Read<Expr> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let Some(word) = parts.next() else { return Err(unread::missing(span, "a name")) };
        if self.form == Form::Expression && unread::begins_statement(word.as_str()) {
            return Err(unread::no_statements(word.as_str(), self.span(&word)));
        }
        let args = parts.next();
        let kind = match (word.as_str(), args) {
            ("true", None) => ExprKind::Flag(true),
            ("false", None) => ExprKind::Flag(false),
            (_, None) => ExprKind::Name(self.name(&word)?.text),
            (_, Some(args)) => {
                let name = self.name(&word)?;
                ExprKind::Call(self.call(name, args)?)
            }
        };
        Ok(Expr { kind, span })
    }

    fn map(&mut self, node: Node<'_>) -> Read<Vec<(Name, Expr)>> {
        let mut entries: Vec<(Name, Expr)> = Vec::new();
        for entry in node.into_inner().filter(|inner| inner.as_rule() == Rule::map_entry) {
            let span = self.span(&entry);
            let mut parts = entry.into_inner().filter(|inner| inner.as_rule() != Rule::p_colon);
            let (Some(key), Some(value)) = (parts.next(), parts.next()) else {
                return Err(unread::missing(span, "a name and its value"));
            };
            let key = if key.as_rule() == Rule::map_key {
                self.name(&key)?
            } else {
                let at = self.span(&key);
                Name { text: literal::text(key.as_str(), at)?, span: at }
            };
            if let Some((first, _)) = entries.iter().find(|(name, _)| name.text == key.text) {
                return Err(unread::twice(&key, first.span));
            }
            if entries.len() >= MOST_ENTRIES {
                return Err(unread::too_many("entries", MOST_ENTRIES, key.span));
            }
            entries.push((key, self.argument(value)?));
        }
        Ok(entries)
    }

    fn woven(&mut self, node: Node<'_>) -> Read<Vec<Expr>> {
        let whole = self.span(&node);
        let mut parts = Vec::new();
        for part in node.into_inner() {
            let span = self.span(&part);
            if part.as_rule() == Rule::letters {
                let text = literal::woven(part.as_str());
                if text.len() > literal::MOST_BYTES {
                    return Err(unread::text_too_long(literal::MOST_BYTES, span));
                }
                parts.push(Expr { kind: ExprKind::Text(text), span });
                continue;
            }
            let Some(block) = part.into_inner().next() else { continue };
            let block = self.deeper(1, whole, |it| it.block(block))?;
            parts.push(only_value(block));
        }
        Ok(parts)
    }

    fn closure(&mut self, node: Node<'_>) -> Read<Expr> {
        let span = self.span(&node);
        self.closures += 1;
        if self.closures > MOST_CLOSURES {
            return Err(unread::too_many("closures", MOST_CLOSURES, span));
        }
        let mut parts = node.into_inner();
        let (Some(head), Some(body)) = (parts.next(), parts.next()) else {
            return Err(unread::missing(span, "a closure"));
        };
        let mut params: Vec<Name> = Vec::new();
        for param in head.into_inner().filter(|inner| inner.as_rule() == Rule::fresh_name) {
            let name = self.name(&param)?;
            if let Some(first) = params.iter().find(|other| other.text == name.text) {
                return Err(unread::twice(&name, first.span));
            }
            params.push(name);
        }
        let outer = std::mem::replace(&mut self.in_loop, false);
        let body = self.deeper(2, span, |it| match body.as_rule() {
            Rule::value => it.value(body),
            Rule::block => it.block(body).map(only_value),
            _ => it.root(body),
        });
        self.in_loop = outer;
        Ok(Expr { kind: ExprKind::Closure(Box::new(Closure { params, body: body? })), span })
    }

    /// `if a { b } else { c }`
    pub(super) fn branch(&mut self, node: Node<'_>) -> Read<Expr> {
        let span = self.span(&node);
        let mut parts =
            node.into_inner().filter(|inner| matches!(inner.as_rule(), Rule::value | Rule::block | Rule::branch));
        let (Some(condition), Some(then)) = (parts.next(), parts.next()) else {
            return Err(unread::missing(span, "a condition and a block"));
        };
        let branch = self.deeper(1, span, |it| {
            let condition = it.value(condition)?;
            let then = it.block(then)?;
            let otherwise = match parts.next() {
                Some(inner) if inner.as_rule() == Rule::branch => Some(it.branch(inner)?),
                Some(inner) => {
                    let block = it.block(inner)?;
                    let span = block.span;
                    Some(Expr { kind: ExprKind::Block(block), span })
                }
                None => None,
            };
            Ok(If { condition, then, otherwise })
        })?;
        Ok(Expr { kind: ExprKind::If(Box::new(branch)), span })
    }

    /// `switch a { 1 => b, _ => c }`
    pub(super) fn choice(&mut self, node: Node<'_>) -> Read<Expr> {
        let span = self.span(&node);
        let mut parts = node.into_inner().filter(|inner| matches!(inner.as_rule(), Rule::value | Rule::arm)).peekable();
        let Some(on) = parts.next() else { return Err(unread::missing(span, "a value to compare")) };
        let switch = self.deeper(1, span, |it| {
            let mut switch = Switch { on: it.value(on)?, arms: Vec::new(), otherwise: None };
            while let Some(arm) = parts.next() {
                it.arm(arm, &mut switch, parts.peek().is_none())?;
            }
            Ok(switch)
        })?;
        Ok(Expr { kind: ExprKind::Switch(Box::new(switch)), span })
    }

    fn arm(&mut self, node: Node<'_>, switch: &mut Switch, is_last: bool) -> Read<()> {
        let at = self.span(&node);
        let (mut labels, mut body, mut is_otherwise) = (Vec::new(), None, false);
        let mut comma = false;
        for part in node.into_inner() {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::otherwise => is_otherwise = true,
                Rule::label => labels.push(self.label(part)?),
                Rule::arm_guard => {
                    return Err(unread::left_out("`if` in a case of a `switch`", "use `if … else if …`", span));
                }
                Rule::p_comma => comma = true,
                Rule::end_of_arm => comma = !part.as_str().is_empty(),
                Rule::arm_arrow => {}
                _ => body = Some(self.arm_body(part)?),
            }
        }
        let Some(body) = body else { return Err(unread::missing(at, "a value after the arrow")) };
        if self.form == Form::Expression && !comma && !is_last {
            return Err(unread::missing(body.span.after(), "`,`"));
        }
        if switch.otherwise.is_some() {
            return Err(unread::behind_otherwise(at.part(0, 1)));
        }
        if is_otherwise {
            switch.otherwise = Some(body);
            return Ok(());
        }
        let ranges = switch.arms.iter().flat_map(|arm| &arm.labels).any(|label| is_range(&label.kind));
        let mut late = labels.iter().filter(|label| matches!(label.kind, LabelKind::Number(_)));
        let after_own =
            |label: &Label| labels.iter().any(|own| is_range(&own.kind) && own.span.start < label.span.start);
        if let Some(label) = late.find(|label| ranges || after_own(label)) {
            return Err(unread::number_behind_range(label.span));
        }
        switch.arms.push(Arm { labels, body });
        Ok(())
    }

    fn arm_body(&mut self, node: Node<'_>) -> Read<Expr> {
        let span = self.span(&node);
        if self.form == Form::Expression && node.as_rule() == Rule::block {
            return Err(unread::no_statements("{", span.part(0, 1)));
        }
        let statement = self.deeper(1, span, |it| it.statement(node))?;
        self.expressions_only(std::slice::from_ref(&statement))?;
        Ok(match statement.kind {
            StatementKind::Value(value) => value,
            _ => Expr { kind: ExprKind::Block(Block { statements: vec![statement], span }), span },
        })
    }

    fn label(&mut self, node: Node<'_>) -> Read<Label> {
        let span = self.span(&node);
        let Some(inner) = node.into_inner().next() else { return Err(unread::missing(span, "a value")) };
        let kind = match inner.as_rule() {
            Rule::whole_number => LabelKind::Number(literal::number(inner.as_str(), span)?),
            Rule::flag_label => LabelKind::Flag(inner.as_str() == "true"),
            Rule::span_label => {
                let inclusive = inner.as_str().contains("..=");
                let ends = inner.into_inner().filter(|end| end.as_rule() == Rule::whole_number);
                let ends: Read<Vec<i64>> = ends.map(|end| literal::number(end.as_str(), self.span(&end))).collect();
                match ends?.as_slice() {
                    [from, to] => LabelKind::Range(*from, *to, inclusive),
                    _ => return Err(unread::missing(span, "two numbers")),
                }
            }
            _ => LabelKind::Text(literal::text(inner.as_str(), span)?),
        };
        Ok(Label { kind, span })
    }
}

fn is_range(label: &LabelKind) -> bool {
    matches!(label, LabelKind::Range(..))
}

/// The value of a block that holds nothing else; otherwise the block.
fn only_value(block: Block) -> Expr {
    let span = block.span;
    match <[_; 1]>::try_from(block.statements) {
        Ok([only]) => match only.kind {
            StatementKind::Value(value) => value,
            _ => Expr { kind: ExprKind::Block(Block { statements: vec![only], span }), span },
        },
        Err(statements) => Expr { kind: ExprKind::Block(Block { statements, span }), span },
    }
}

/// An operand with its sign. A number with a minus is one number.
fn prefixed(sign: &str, at: Span, of: Expr) -> Read<Expr> {
    let span = at.to(of.span);
    let prefix = match sign {
        "!" => Prefix::Not,
        "-" => Prefix::Minus,
        _ => Prefix::Plus,
    };
    let kind = match (prefix, of.kind) {
        (Prefix::Minus, ExprKind::Number(number)) => match number.checked_neg() {
            Some(number) => ExprKind::Number(number),
            None => return Err(unread::too_large(&format!("-{number}"), span)),
        },
        (Prefix::Minus, ExprKind::Amount(amount)) if !amount.starts_with('-') => ExprKind::Amount(format!("-{amount}")),
        (Prefix::Plus, kind @ ExprKind::Number(_)) => kind,
        (prefix, kind) => ExprKind::Prefix(prefix, Box::new(Expr { kind, span: of.span })),
    };
    Ok(Expr { kind, span })
}
