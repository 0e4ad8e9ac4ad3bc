//! Rewrites scripts for Rhai so that everything is evaluated from left to right, and a name each time it is read.
//!
//! By default Rhai evaluates the arguments of a method before its receiver, and captures the variables of a closure
//! when the closure is created. Calls with values avoid both, so every construct with a game meaning is rewritten as
//! one: `men.at(A)` becomes `__method_at(0, __name_men(), __name_A())`. The first argument is unused; it keeps Rhai
//! from treating a variable as the receiver of a method.

use std::collections::HashMap;

use crate::model::game::{Script, USUAL};
use crate::model::id::Domain;
use crate::model::node::Expr as Expression;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::ast::expr::{Call, Closure, Expr, ExprKind, Infix, Link, LinkKind, Operator};
use crate::syntax::ast::statement::{Block, Statement, StatementKind};
use crate::syntax::parse_expression;

use super::said::Said;

/// The prefix of a method name. The receiver becomes an argument.
pub(super) const METHOD: &str = "__method_";
/// The prefix of a function name.
pub(super) const FUNCTION: &str = "__function_";
/// The prefix of a name of the game.
pub(super) const NAME: &str = "__name_";
/// The prefix of a name that the checker took for a value; behind it stands what the value belongs to.
pub(super) const VALUE: &str = "__value_";
/// The prefix of an assigned word. The arguments are the sign, the value and the receiver.
pub(super) const SET: &str = "__set_";
/// The function for `in`.
pub(super) const IN: &str = "__in";
/// The function for an index.
pub(super) const INDEX: &str = "__index";
/// The function that tests for `none`.
pub(super) const NONE: &str = "__none";
/// The function that writes a value in a text, as players see it.
pub(super) const SHOWN: &str = "__shown";
/// The name by which a replacement refers to what it replaces.
const OLD: &str = "usual";

/// A script's text rewritten for Rhai.
pub(super) struct Ordered {
    /// The text.
    pub(super) text: String,
    /// The byte of the script from which each character of the text comes.
    pub(super) origins: Vec<usize>,
}

/// The text of a script for Rhai. Records the words it uses.
///
/// # Errors
/// The syntax error, in words.
pub(super) fn ordered(script: &Script, said: &mut Said) -> Result<Ordered, String> {
    let block = script.written.tree().map_err(|error| error.headline.clone())?;
    let params = script.params.iter().map(|param| param.name.clone()).collect();
    let mut writer = Writer::new(&script.written.text, script.span, params, said);
    writer.usual = usual(script);
    writer.values = values(script);
    writer.block(block);
    Ok(writer.ordered)
}

/// The text of an expression for Rhai, with these names bound. Records the words it uses.
///
/// # Errors
/// The syntax error, in words.
pub(super) fn ordered_expression(text: &str, bound: Vec<String>, said: &mut Said) -> Result<String, String> {
    let whole = Span::new(Span::default().source, 0..text.len());
    let expr = parse_expression(text, whole).map_err(|error| error.headline)?;
    let mut writer = Writer::new(text, whole, bound, said);
    writer.expr(&expr);
    Ok(writer.ordered.text)
}

/// The name for Rhai of a value of this domain.
pub(super) fn value_name(name: &str, domain: Domain) -> String {
    let domain: String = format!("{domain:?}").chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{VALUE}{domain}_{name}")
}

/// The names that the checker took for values, by where they begin: a name may have several readings.
fn values(script: &Script) -> HashMap<usize, Domain> {
    let mut found = HashMap::new();
    script.body.walk(&mut |node| {
        if let Expression::Const(Value::Ref(thing)) = &node.expr {
            found.insert(node.span.range().start, thing.domain);
        }
    });
    found
}

/// The internal name of the procedure that this script calls `usual`.
fn usual(script: &Script) -> Option<String> {
    let begins = script.span.range().start;
    let mut found = None;
    script.body.walk(&mut |node| {
        let start = node.span.range().start.saturating_sub(begins);
        let says = || script.written.text.get(start..).is_some_and(|text| text.starts_with(OLD));
        if let Expression::Happen { scope, .. } = &node.expr
            && says()
        {
            found = Some(format!("{USUAL}{}", scope.0));
        }
    });
    found
}

/// The root of a chain.
#[derive(Clone, Copy)]
enum Root<'r> {
    Expr(&'r Expr),
    /// A variable that holds the value before a `?`, and the span of the `?`.
    Held(&'r str, Span),
}

struct Writer<'s> {
    /// The author's text, and its start in the file.
    text: &'s str,
    begins: usize,
    ordered: Ordered,
    /// The byte up to which the author's text has been written.
    next: usize,
    /// The local names, which are not names of the game.
    locals: Vec<String>,
    /// The number of `?` so far.
    held: usize,
    /// The name `usual` refers to.
    usual: Option<String>,
    /// The names that are values, by where they begin in the file.
    values: HashMap<usize, Domain>,
    said: &'s mut Said,
}

impl<'s> Writer<'s> {
    fn new(text: &'s str, span: Span, locals: Vec<String>, said: &'s mut Said) -> Self {
        let ordered = Ordered { text: String::with_capacity(text.len() * 2), origins: Vec::new() };
        Writer {
            text,
            begins: span.range().start,
            ordered,
            next: 0,
            locals,
            held: 0,
            usual: None,
            values: HashMap::new(),
            said,
        }
    }

    fn start(&self, span: Span) -> usize {
        span.range().start.saturating_sub(self.begins)
    }

    fn end(&self, span: Span) -> usize {
        span.range().end.saturating_sub(self.begins)
    }

    /// Writes generated text. Errors in it are reported at this span.
    fn put(&mut self, text: &str, at: Span) {
        self.ordered.text.push_str(text);
        let origin = self.start(at);
        self.ordered.origins.extend(text.chars().map(|_| origin));
    }

    /// Writes the author's text up to this byte.
    fn copy(&mut self, to: usize) {
        for (offset, sign) in self.text.get(self.next..to).unwrap_or_default().char_indices() {
            self.ordered.text.push(sign);
            self.ordered.origins.push(self.next + offset);
        }
        self.next = to;
    }

    /// Writes an expression, after the author's text between it and the last output.
    fn part(&mut self, expr: &Expr) {
        self.copy(self.start(expr.span));
        self.expr(expr);
    }

    /// Writes an expression.
    fn expr(&mut self, expr: &Expr) {
        self.next = self.start(expr.span);
        match &expr.kind {
            ExprKind::Name(name) => {
                if !self.locals.contains(name) {
                    self.named(name, expr.span);
                }
            }
            ExprKind::Call(call) => {
                self.call(call);
                self.next = self.end(expr.span);
            }
            ExprKind::Path(path) => {
                self.chain(Root::Expr(&path.root), &path.links, false);
                self.next = self.end(expr.span);
            }
            ExprKind::Infix(infix) if matches!(infix.operator, Operator::In | Operator::NotIn) => {
                self.membership(infix);
                self.next = self.end(expr.span);
            }
            ExprKind::Infix(infix) => {
                self.part(&infix.left);
                self.part(&infix.right);
            }
            ExprKind::Closure(closure) => self.closure(closure),
            ExprKind::Woven(parts) => {
                for part in parts.iter().filter(|part| !matches!(part.kind, ExprKind::Text(_))) {
                    self.copy(self.start(part.span));
                    self.put(&format!("{SHOWN}("), part.span);
                    self.expr(part);
                    self.put(")", part.span);
                }
            }
            ExprKind::List(parts) => parts.iter().for_each(|part| self.part(part)),
            ExprKind::Map(entries) => entries.iter().for_each(|(_, value)| self.part(value)),
            ExprKind::Prefix(_, of) => self.part(of),
            ExprKind::If(branch) => {
                self.part(&branch.condition);
                self.block(&branch.then);
                branch.otherwise.iter().for_each(|otherwise| self.part(otherwise));
            }
            ExprKind::Switch(switch) => {
                self.part(&switch.on);
                switch.arms.iter().map(|arm| &arm.body).chain(&switch.otherwise).for_each(|body| self.part(body));
            }
            ExprKind::Block(block) => self.block(block),
            ExprKind::Number(_) | ExprKind::Amount(_) | ExprKind::Flag(_) | ExprKind::Text(_) | ExprKind::Nothing => {}
        }
        self.copy(self.end(expr.span));
    }

    /// A name of the game.
    fn named(&mut self, name: &str, at: Span) {
        let text = match self.values.get(&at.range().start) {
            Some(domain) => {
                self.said.values.insert((name.to_owned(), *domain));
                value_name(name, *domain)
            }
            None => {
                self.said.names.insert(name.to_owned());
                format!("{NAME}{name}")
            }
        };
        self.put(&format!("{text}()"), at);
        self.next = self.end(at);
    }

    fn call(&mut self, call: &Call) {
        let usual = self.usual.as_ref().filter(|_| call.name.text == OLD);
        let name = usual.unwrap_or(&call.name.text).clone();
        self.put(&format!("{FUNCTION}{name}(0"), call.name.span);
        self.said.calls.insert((name, call.args.len()));
        self.arguments(&call.args, call.span);
    }

    /// Writes the remaining arguments and the closing bracket of the call.
    fn arguments(&mut self, args: &[Expr], call: Span) {
        for arg in args {
            self.put(", ", arg.span);
            self.expr(arg);
        }
        self.put(")", call);
    }

    fn membership(&mut self, infix: &Infix) {
        let sign = if infix.operator == Operator::NotIn { "!" } else { "" };
        self.put(&format!("({sign}{IN}(0, "), infix.at);
        self.expr(&infix.left);
        self.put(", ", infix.at);
        self.expr(&infix.right);
        self.put("))", infix.at);
    }

    fn closure(&mut self, closure: &Closure) {
        let known = self.locals.len();
        self.locals.extend(closure.params.iter().map(|name| name.text.clone()));
        self.part(&closure.body);
        self.locals.truncate(known);
    }

    /// Writes the root of a chain and its links. `present`: the `?` before the first link has been handled.
    fn chain(&mut self, root: Root<'_>, links: &[Link], present: bool) {
        let asked = links.iter().skip(usize::from(present)).position(|link| link.safe);
        if let Some((before, behind)) = asked.and_then(|at| links.split_at_checked(at + usize::from(present))) {
            return self.asked(root, before, behind, present);
        }
        let Some((last, before)) = links.split_last() else {
            match root {
                Root::Expr(expr) => self.expr(expr),
                Root::Held(name, at) => self.put(name, at),
            }
            return;
        };
        match &last.kind {
            LinkKind::Word(name) => {
                self.said.properties.insert(name.text.clone());
                self.chain(root, before, present);
                self.put(".", last.span);
                self.put(&name.text, name.span);
            }
            LinkKind::Call(call) => {
                self.said.methods.insert((call.name.text.clone(), call.args.len()));
                self.put(&format!("{METHOD}{}(0, ", call.name.text), call.name.span);
                self.chain(root, before, present);
                self.arguments(&call.args, call.span);
            }
            LinkKind::Index(index) => {
                self.put(&format!("{INDEX}(0, "), last.span);
                self.chain(root, before, present);
                self.put(", ", index.span);
                self.expr(index);
                self.put(")", last.span);
            }
        }
    }

    /// Writes `before?.behind`: `behind` is evaluated only if `before` is not `none`.
    fn asked(&mut self, root: Root<'_>, before: &[Link], behind: &[Link], present: bool) {
        let Some(at) = behind.first().map(|link| link.span) else { return };
        let held = format!("__held{}", self.held);
        self.held += 1;
        self.put(&format!("({{ let {held} = "), at);
        self.chain(root, before, present);
        self.put(&format!("; if {NONE}({held}) {{ () }} else {{ "), at);
        self.chain(Root::Held(&held, at), behind, true);
        self.put(" } })", at);
    }

    /// Writes statements, after the author's text between them and the last output.
    fn block(&mut self, block: &Block) {
        let known = self.locals.len();
        block.statements.iter().for_each(|statement| self.statement(statement));
        self.locals.truncate(known);
        self.copy(self.end(block.span));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Value(value) => self.part(value),
            StatementKind::Let { name, value, .. } => {
                value.iter().for_each(|value| self.part(value));
                self.locals.push(name.text.clone());
            }
            StatementKind::Assign { target, sign, value } => self.assignment(target, sign, value),
            StatementKind::For { name, set, body } => {
                self.part(set);
                self.locals.push(name.text.clone());
                self.block(body);
                self.locals.pop();
            }
            StatementKind::While { condition, body } => {
                condition.iter().for_each(|condition| self.part(condition));
                self.block(body);
            }
            StatementKind::Return(value) => value.iter().for_each(|value| self.part(value)),
            StatementKind::Break | StatementKind::Continue => {}
        }
    }

    /// Writes an assignment, which evaluates its value first, then its target.
    fn assignment(&mut self, target: &Expr, sign: &Name, value: &Expr) {
        if let ExprKind::Path(path) = &target.kind {
            match path.links.split_last() {
                Some((Link { kind: LinkKind::Word(word), .. }, before)) => {
                    self.copy(self.start(target.span));
                    self.said.assigned.insert(word.text.clone());
                    self.put(&format!("{SET}{}(\"{}\", ", word.text, sign.text), word.span);
                    self.expr(value);
                    self.put(", ", sign.span);
                    self.chain(Root::Expr(&path.root), before, false);
                    self.put(")", word.span);
                    self.next = self.end(value.span);
                    return;
                }
                Some((Link { kind: LinkKind::Index(index), .. }, [])) => self.part(index),
                _ => {}
            }
        }
        self.part(value);
    }
}
