//! One expression: constants, names, logic, `if`, arrays, texts, closures.

use rhai::{AST, ASTNode, Expr as Syntax, FnPtr, Module, Position, Stmt};

use crate::model::node::{Expr, Node};
use crate::model::reading;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;

use super::super::env::Local;
use super::{Checker, fit, guard, mistake};

/// A closure as it was written.
pub(super) struct Closure {
    pub(super) params: Vec<String>,
    pub(super) body: Vec<Stmt>,
}

impl Checker<'_, '_> {
    /// The value of an expression. `expected` decides between several readings of a name; it is not enforced.
    pub(super) fn value(&mut self, syntax: &Syntax, expected: Option<Type>) -> Node {
        let at = self.places.token(syntax.position());
        match syntax {
            Syntax::IntegerConstant(number, _) => Node::new(Expr::Const(Value::Int(*number)), Type::Int(false), at),
            Syntax::BoolConstant(flag, _) => Node::new(Expr::Const(Value::Flag(*flag)), Type::Flag, at),
            Syntax::StringConstant(text, _) => Node::new(Expr::Const(Value::text(text)), Type::Text, at),
            Syntax::CharConstant(sign, _) => Node::new(Expr::Const(Value::text(&sign.to_string())), Type::Text, at),
            Syntax::Unit(_) => Node::new(Expr::Const(Value::None), Type::None, at),
            Syntax::InterpolatedString(parts, pos) => self.interpolated(parts, *pos),
            Syntax::Array(items, pos) => self.array(items, *pos, expected),
            Syntax::Map(entries, pos) => {
                let span = self.places.group(*pos);
                let entries =
                    entries.0.iter().map(|(name, value)| (name.name.to_string(), self.value(value, None))).collect();
                Node::new(Expr::Map(entries), Type::Any, span)
            }
            Syntax::Variable(variable, _, _) if !variable.2.is_empty() => {
                self.mistaken(mistake::left_out("modules", "write the name alone", at), at)
            }
            Syntax::Variable(variable, _, pos) => self.bare(&variable.1, *pos, expected),
            Syntax::ThisPtr(_) => self.mistaken(mistake::left_out("`this`", "name the parameter", at), at),
            Syntax::And(parts, _) => self.logic(parts, true),
            Syntax::Or(parts, _) => self.logic(parts, false),
            Syntax::Coalesce(parts, _) => self.coalesce(parts, expected),
            Syntax::FnCall(call, pos) => {
                let node = self.operator_or_call(call, *pos, expected);
                self.one_result(node)
            }
            Syntax::Dot(..) | Syntax::Index(..) => self.chain(syntax, expected),
            Syntax::Stmt(block) if self.closure(syntax).is_some() || block.is_empty() => {
                self.mistaken(mistake::stray_closure(at), at)
            }
            Syntax::Stmt(block) => match block.statements() {
                [Stmt::If(flow, pos)] => self.if_value(flow, *pos, expected),
                [Stmt::Switch(switch, pos)] => self.switch(&switch.0, &switch.1, *pos, expected),
                statements => {
                    let span = self.places.group(block.position());
                    self.block(statements, span, expected)
                }
            },
            Syntax::DynamicConstant(..) => self.mistaken(mistake::stray_closure(at), at),
            // Neither stands alone, and no custom syntax is registered.
            _ => Node::new(Expr::Error, Type::Any, at),
        }
    }

    /// The value of a condition.
    pub(super) fn condition(&mut self, syntax: &Syntax) -> Node {
        let node = self.value(syntax, Some(Type::Flag));
        match node.ty {
            Type::One(..) | Type::None | Type::Int(_) | Type::Scope(_) => {
                let what = fit::name(self.env.game, node.ty);
                self.mistaken(mistake::thing_as_condition(&what, node.span), node.span)
            }
            _ => self.wanted(node, Type::Flag),
        }
    }

    fn interpolated(&mut self, parts: &[Syntax], pos: Position) -> Node {
        let span = self.places.token(pos);
        let parts = parts.iter().map(|part| match part {
            Syntax::Stmt(block) => match block.statements() {
                [Stmt::Expr(value)] => self.value(value, None),
                [Stmt::FnCall(call, pos)] => self.operator_or_call(call, *pos, None),
                statements => self.block(statements, span, None),
            },
            other => self.value(other, None),
        });
        let parts: Vec<Node> = parts.collect();
        Node::new(Expr::Text(parts), Type::Text, span)
    }

    fn array(&mut self, items: &[Syntax], pos: Position, expected: Option<Type>) -> Node {
        let span = self.places.group(pos);
        let member = match expected {
            Some(Type::Set(domain)) => Some(reading::member_type(domain)),
            _ => None,
        };
        let items: Vec<Node> = items.iter().map(|item| self.value(item, member)).collect();
        let ty = if items.is_empty() { Type::EmptySet } else { Type::Array };
        Node::new(Expr::Array(items), ty, span)
    }

    fn logic(&mut self, parts: &[Syntax], all: bool) -> Node {
        let mark = self.guards.mark();
        let mut nodes = Vec::with_capacity(parts.len());
        for part in parts {
            nodes.push(self.condition(part));
            let learnt = if all { guard::when_true(part) } else { guard::when_false(part) };
            self.guards.learn(learnt);
        }
        self.guards.back(mark);
        let joined = nodes.into_iter().reduce(|left, right| {
            let span = left.span.to(right.span);
            let (left, right) = (Box::new(left), Box::new(right));
            Node::new(if all { Expr::And(left, right) } else { Expr::Or(left, right) }, Type::Flag, span)
        });
        joined.unwrap_or_else(|| Node::new(Expr::Error, Type::Any, self.places.whole()))
    }

    fn coalesce(&mut self, parts: &[Syntax], expected: Option<Type>) -> Node {
        let nodes: Vec<Node> = parts.iter().map(|part| self.value(part, expected)).collect();
        let joined = nodes.into_iter().reduce(|left, right| {
            let span = left.span.to(right.span);
            let ty = if right.ty.is_optional() {
                fit::join(left.ty, right.ty)
            } else {
                fit::join(left.ty.present(), right.ty)
            };
            let ty = if left.ty == Type::None { right.ty } else { ty };
            Node::new(Expr::Coalesce(Box::new(left), Box::new(right)), ty, span)
        });
        joined.unwrap_or_else(|| Node::new(Expr::Error, Type::Any, self.places.whole()))
    }

    /// The closure that this expression is, if it is one.
    ///
    /// Rhai moves the body of a closure into a function of its own and leaves a pointer to it, with the captured names
    /// bound to its first parameters. Here captured names are simply the locals around.
    pub(super) fn closure(&self, syntax: &Syntax) -> Option<Closure> {
        let (pointer, captured) = match syntax {
            Syntax::DynamicConstant(..) => (syntax, 0),
            Syntax::Stmt(block) => match block.statements().last()? {
                Stmt::Expr(last) => match &**last {
                    Syntax::FnCall(call, _) if call.name == "curry" => (call.args.first()?, call.args.len() - 1),
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        let Syntax::DynamicConstant(pointer, _) = pointer else { return None };
        let pointer = pointer.as_ref().clone().try_cast::<FnPtr>()?;
        let function = self.ast.iter_functions().find(|function| function.name == pointer.fn_name())?;
        let params: Vec<String> = function.params.iter().skip(captured).map(|name| (*name).to_owned()).collect();
        let definition = self.ast.shared_lib().get_script_fn(function.name, function.params.len())?;
        // Rhai shows the statements of a function only while walking over a whole tree: so make a tree of this one.
        let mut module = Module::new();
        module.set_script_fn(definition.clone());
        let only = AST::new_from_module(module);
        let mut body = Vec::new();
        only.walk(&mut |path: &[ASTNode]| {
            if let [ASTNode::Stmt(statement)] = path {
                body.push((*statement).clone());
            }
            true
        });
        Some(Closure { params, body })
    }

    /// A closure with one parameter of a type, for the members of a set.
    pub(super) fn member_closure(&mut self, syntax: &Syntax, ty: Type, result: Type, example: &str) -> Node {
        let at = self.places.token(syntax.position());
        let Some(closure) = self.closure(syntax) else {
            return self.mistaken(mistake::closure_wanted(example, at), at);
        };
        let [name] = closure.params.as_slice() else {
            return self.mistaken(mistake::closure_wanted(example, at), at);
        };
        let bound = self.env.locals.len();
        self.hides(name, at);
        let slot = self.env.bind(Local::param(name.clone(), ty));
        let mark = self.guards.mark();
        self.guards.forget(name);
        let body = match closure.body.as_slice() {
            [Stmt::Expr(value)] => self.value(value, Some(result)),
            [Stmt::FnCall(call, pos)] => self.operator_or_call(call, *pos, Some(result)),
            statements => self.block(statements, at, Some(result)),
        };
        let body = if result == Type::Flag && matches!(body.ty, Type::One(..) | Type::Int(_)) {
            let what = fit::name(self.env.game, body.ty);
            self.mistaken(mistake::thing_as_condition(&what, body.span), body.span)
        } else {
            self.wanted(body, result)
        };
        self.guards.back(mark);
        self.env.unbind(bound);
        let span = at.to(body.span);
        Node::new(Expr::Closure { slot, body: Box::new(body) }, Type::Closure, span)
    }

    fn if_value(&mut self, flow: &rhai::FlowControl, pos: Position, expected: Option<Type>) -> Node {
        self.branch(flow, pos, expected)
    }

    /// `if`, as a statement or as a value.
    pub(super) fn branch(&mut self, flow: &rhai::FlowControl, pos: Position, expected: Option<Type>) -> Node {
        let condition = self.condition(&flow.expr);
        let mark = self.guards.mark();
        self.guards.learn(guard::when_true(&flow.expr));
        let then_span = self.places.group(flow.body.position());
        let then = self.block(flow.body.statements(), then_span, expected);
        self.guards.back(mark);
        self.guards.learn(guard::when_false(&flow.expr));
        let (otherwise, end) = match flow.branch.statements() {
            [] => (Node::new(Expr::Const(Value::None), Type::None, then_span.after()), then_span),
            [Stmt::If(flow, pos)] => {
                let otherwise = self.branch(flow, *pos, expected);
                let end = otherwise.span;
                (otherwise, end)
            }
            statements => {
                let span = self.places.group(flow.branch.position());
                (self.block(statements, span, expected), span)
            }
        };
        self.guards.back(mark);
        let ty = if diverges(&then) {
            otherwise.ty
        } else if diverges(&otherwise) {
            then.ty
        } else if flow.branch.is_empty() && then.ty == Type::Nothing {
            Type::Nothing
        } else {
            fit::join(then.ty, otherwise.ty)
        };
        // A block may be found as the one expression in it: the whole ends at its bracket all the same.
        let span: Span = self.places.token(pos).to(end);
        Node::new(Expr::If(Box::new(condition), Box::new(then), Box::new(otherwise)), ty, span)
    }
}

/// Whether what follows this is never reached.
pub(super) fn diverges(node: &Node) -> bool {
    match &node.expr {
        Expr::Return(_) | Expr::Break | Expr::Continue => true,
        Expr::Block(statements) => statements.last().is_some_and(diverges),
        Expr::If(_, then, otherwise) => diverges(then) && diverges(otherwise),
        _ => false,
    }
}
