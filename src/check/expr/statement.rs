//! Statements: blocks, `let`, loops, `return`.

use rhai::{ASTFlags, Expr as Syntax, Ident, Stmt};

use crate::model::node::{Expr, Node};
use crate::model::reading;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;

use super::super::env::Local;
use super::value::diverges;
use super::{Checker, fit, guard, mistake};

impl Checker<'_, '_> {
    /// A whole script. The type of the node is what the script returns.
    pub(super) fn script(&mut self, statements: &[Stmt]) -> Node {
        let span = self.places.whole();
        // The braces of the script are one block.
        let mut node = match statements {
            [Stmt::Block(block)] => self.block(block.statements(), span, None),
            statements => self.block(statements, span, None),
        };
        let mut returns = std::mem::take(&mut self.returns);
        if !diverges(&node) {
            returns.push(node.ty);
        }
        node.ty = returns.into_iter().reduce(fit::join).unwrap_or(Type::Nothing);
        node
    }

    /// Statements one after the other. Names bound in them end with them.
    pub(super) fn block(&mut self, statements: &[Stmt], span: Span, expected: Option<Type>) -> Node {
        let bound = self.env.locals.len();
        let mark = self.guards.mark();
        let mut nodes = Vec::with_capacity(statements.len());
        for (at, statement) in statements.iter().enumerate() {
            let is_last = at + 1 == statements.len();
            let node = self.statement(statement, if is_last { expected } else { None });
            if let (Stmt::If(flow, _), Expr::If(_, then, _)) = (statement, &node.expr)
                && diverges(then)
            {
                // `if card == none { return; }`: from here on there is a card.
                self.guards.learn(guard::when_false(&flow.expr));
            }
            nodes.push(node);
        }
        self.guards.back(mark);
        self.unread(bound);
        self.env.unbind(bound);
        match nodes.len() {
            1 if !matches!(nodes.first().map(|node| &node.expr), Some(Expr::Let(..))) => match nodes.pop() {
                Some(only) => Node { span: only.span, ..only },
                None => Node::new(Expr::Block(nodes), Type::Nothing, span),
            },
            _ => {
                let ty = nodes.last().map_or(Type::Nothing, |node| node.ty);
                Node::new(Expr::Block(nodes), ty, span)
            }
        }
    }

    fn unread(&mut self, bound: usize) {
        let locals = self.env.locals.get(bound..).unwrap_or_default();
        let unread: Vec<(String, Span)> = locals
            .iter()
            .filter(|local| !local.used && !local.name.starts_with('_'))
            .filter_map(|local| Some((local.name.clone(), local.declared?)))
            .collect();
        for (name, span) in unread {
            self.env.report(mistake::unused(&name, span));
        }
    }

    fn statement(&mut self, statement: &Stmt, expected: Option<Type>) -> Node {
        let at = self.places.token(statement.position());
        match statement {
            Stmt::Noop(_) => Node::new(Expr::Block(Vec::new()), Type::Nothing, at),
            Stmt::If(flow, pos) => self.branch(flow, *pos, expected),
            Stmt::Switch(switch, pos) => self.switch(&switch.0, &switch.1, *pos, expected),
            Stmt::While(flow, _) => {
                let condition = match flow.expr {
                    Syntax::Unit(_) => Node::new(Expr::Const(Value::Flag(true)), Type::Flag, at),
                    ref condition => self.condition(condition),
                };
                let mark = self.guards.mark();
                self.guards.learn(guard::when_true(&flow.expr));
                let span = self.places.group(flow.body.position());
                let body = self.block(flow.body.statements(), span, None);
                self.guards.back(mark);
                let span = at.to(body.span);
                Node::new(Expr::While(Box::new(condition), Box::new(body)), Type::Nothing, span)
            }
            Stmt::Do(..) => {
                self.mistaken(mistake::left_out("`do` loop", "write `loop { … if done { break; } }`", at), at)
            }
            Stmt::For(parts, _) => self.each(&parts.0, parts.1.as_ref(), &parts.2, at),
            Stmt::Var(parts, flags, _) => self.bind(&parts.0, &parts.1, flags.contains(ASTFlags::CONSTANT)),
            Stmt::Assignment(assignment) => self.assignment(&assignment.0, &assignment.1),
            Stmt::FnCall(call, pos) => self.operator_or_call(call, *pos, expected),
            Stmt::Block(block) => {
                let span = self.places.group(block.position());
                self.block(block.statements(), span, expected)
            }
            Stmt::TryCatch(..) => {
                self.mistaken(mistake::left_out("`try`", "check first; errors cannot be caught", at), at)
            }
            Stmt::Expr(value) => self.value(value, expected),
            Stmt::BreakLoop(None, flags, _) => {
                Node::new(if flags.contains(ASTFlags::BREAK) { Expr::Break } else { Expr::Continue }, Type::Nothing, at)
            }
            Stmt::BreakLoop(Some(_), ..) => {
                self.mistaken(mistake::left_out("`break` with a value", "keep the value in a variable", at), at)
            }
            Stmt::Return(_, flags, _) if flags.contains(ASTFlags::BREAK) => {
                self.mistaken(mistake::left_out("`throw`", "write an `invariant` for what must never happen", at), at)
            }
            Stmt::Return(value, ..) => {
                let value = value.as_ref().map(|value| Box::new(self.value(value, None)));
                self.returns.push(value.as_ref().map_or(Type::Nothing, |value| value.ty));
                let span = value.as_ref().map_or(at, |value| at.to(value.span));
                Node::new(Expr::Return(value), Type::Nothing, span)
            }
            Stmt::Import(..) | Stmt::Export(..) => self.mistaken(
                mistake::left_out("modules", "remove it: every name of the game is known everywhere", at),
                at,
            ),
            // Rhai's own preparation of closures, and whatever later versions add.
            _ => Node::new(Expr::Block(Vec::new()), Type::Nothing, at),
        }
    }

    fn bind(&mut self, name: &Ident, value: &Syntax, constant: bool) -> Node {
        let at = self.places.token(name.pos);
        let value = self.value(value, None);
        if value.ty == Type::Nothing {
            let found = fit::name(self.env.game, value.ty);
            self.env.report(mistake::wrong_type("a value", &found, value.span));
        }
        self.hides(&name.name, at);
        self.guards.forget(&name.name);
        let ty = match value.ty {
            // `let found = none;` is given a value later on.
            Type::None | Type::Nothing => Type::Any,
            other => other,
        };
        let local = Local { mutable: !constant, ..Local::param(name.name.to_string(), ty).declared_at(at) };
        let slot = self.env.bind(local);
        let span = at.to(value.span);
        Node::new(Expr::Let(slot, Box::new(value)), Type::Nothing, span)
    }

    fn each(&mut self, name: &Ident, counter: Option<&Ident>, flow: &rhai::FlowControl, start: Span) -> Node {
        if let Some(counter) = counter {
            let at = self.places.token(counter.pos);
            self.env.report(mistake::left_out("counter in a `for`", "count in a variable of your own", at));
        }
        let at = self.places.token(name.pos);
        let set = self.value(&flow.expr, None);
        let ty = match (&set.expr, set.ty) {
            (_, Type::Set(domain)) => reading::member_type(domain),
            (_, Type::Shares(domain)) => Type::Share(domain),
            (_, Type::Dice) => Type::Int(false),
            (Expr::Array(items), Type::Array) => {
                items.iter().map(|item| item.ty).reduce(fit::join).unwrap_or(Type::Any)
            }
            (_, Type::Any | Type::Array | Type::EmptySet) => Type::Any,
            (_, found) => {
                let found = fit::name(self.env.game, found);
                self.env.report(mistake::wrong_type("a set", &found, set.span));
                Type::Any
            }
        };
        self.hides(&name.name, at);
        let bound = self.env.locals.len();
        let mark = self.guards.mark();
        self.guards.forget(&name.name);
        let slot = self.env.bind(Local::param(name.name.to_string(), ty));
        let span = self.places.group(flow.body.position());
        let body = self.block(flow.body.statements(), span, None);
        self.guards.back(mark);
        self.env.unbind(bound);
        let span = start.to(body.span);
        Node::new(Expr::For { slot, set: Box::new(set), body: Box::new(body) }, Type::Nothing, span)
    }
}
