//! One expression: constants, names, logic, `if`, arrays, texts, closures.

use crate::model::node::{Expr, Node};
use crate::model::reading;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::expr::{Expr as Syntax, ExprKind, If, Operator as Sign};

use super::super::env::Local;
use super::{Checker, fit, guard, mistake};

impl Checker<'_, '_> {
    /// The value of an expression. `expected` decides between several readings of a name; it is not enforced.
    pub(super) fn value(&mut self, syntax: &Syntax, expected: Option<Type>) -> Node {
        let at = syntax.span;
        match &syntax.kind {
            ExprKind::Number(number) => Node::new(Expr::Const(Value::Int(*number)), Type::Int(false), at),
            ExprKind::Amount(_) => self.mistaken(mistake::fraction(at), at),
            ExprKind::Flag(flag) => Node::new(Expr::Const(Value::Flag(*flag)), Type::Flag, at),
            ExprKind::Text(text) => {
                self.braces_in(text, at);
                Node::new(Expr::Const(Value::text(text)), Type::Text, at)
            }
            ExprKind::Nothing => Node::new(Expr::Const(Value::None), Type::None, at),
            ExprKind::Woven(parts) => {
                let parts = parts.iter().map(|part| self.value(part, None)).collect();
                Node::new(Expr::Text(parts), Type::Text, at)
            }
            ExprKind::List(items) => self.array(items, at, expected),
            // Rhai compares maps and writes them as texts; no rule needs that.
            ExprKind::Map(_) => self.mistaken(mistake::stray_map(at), at),
            ExprKind::Name(name) => {
                let node = self.bare(name, at, expected);
                self.one_result(node)
            }
            ExprKind::Call(call) => {
                let node = self.call(call);
                self.one_result(node)
            }
            ExprKind::Path(path) => self.chain(path, expected),
            ExprKind::Prefix(prefix, of) => self.prefix(*prefix, of, at),
            ExprKind::Infix(infix) => self.infix(infix, expected),
            ExprKind::Closure(_) => self.mistaken(mistake::stray_closure(at), at),
            ExprKind::If(branch) => self.branch(branch, at, expected),
            ExprKind::Switch(switch) => self.switch(switch, at, expected),
            ExprKind::Block(block) => self.block(&block.statements, block.span, expected),
        }
    }

    /// Warns about braces in a text of a script that name something known here: they hold no expression.
    fn braces_in(&mut self, text: &str, at: Span) {
        let written = self.slice(at);
        let woven = !written.starts_with(['"', '\'']);
        let named = text.split('{').skip(1).find_map(|part| {
            let code = part.split_once('}')?.0;
            let first = code.split('.').next()?;
            let is_path = code.bytes().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, b'_' | b'.'));
            (is_path && !first.is_empty() && self.is_known(first)).then(|| code.to_owned())
        });
        if let Some(name) = named {
            self.env.report(mistake::braces_in_script(&name, woven, at));
        }
    }

    /// The value of a condition.
    pub(super) fn condition(&mut self, syntax: &Syntax) -> Node {
        self.condition_behind(syntax, None)
    }

    /// The same behind a comparison with this sign, which may have been meant to go on: `a == b || c`.
    fn condition_behind(&mut self, syntax: &Syntax, sign: Option<&str>) -> Node {
        let compared = match (&syntax.kind, sign) {
            (ExprKind::Name(name), Some(sign)) => Some((sign, name.as_str())),
            _ => None,
        };
        let node = self.value(syntax, Some(Type::Flag));
        match node.ty {
            Type::One(..) | Type::None | Type::Int(_) | Type::Scope(_) => {
                let what = fit::name(self.env.game, node.ty);
                self.mistaken(mistake::thing_as_condition(&what, node.ty, compared, node.span), node.span)
            }
            _ => self.wanted(node, Type::Flag),
        }
    }

    fn array(&mut self, items: &[Syntax], span: Span, expected: Option<Type>) -> Node {
        let member = match expected {
            Some(Type::Set(domain)) => Some(reading::member_type(domain)),
            _ => None,
        };
        let items: Vec<Node> = items.iter().map(|item| self.value(item, member)).collect();
        let ty = if items.is_empty() { Type::EmptySet } else { Type::Array };
        Node::new(Expr::Array(items), ty, span)
    }

    /// `a && b` or `a || b`
    pub(super) fn logic(&mut self, left: &Syntax, right: &Syntax, all: bool) -> Node {
        let mark = self.guards.mark();
        let first = self.condition(left);
        self.guards.learn(if all { guard::when_true(left) } else { guard::when_false(left) });
        let second = self.condition_behind(right, last_sign(left));
        self.guards.back(mark);
        let span = first.span.to(second.span);
        let (first, second) = (Box::new(first), Box::new(second));
        Node::new(if all { Expr::And(first, second) } else { Expr::Or(first, second) }, Type::Flag, span)
    }

    /// `a ?? b`
    pub(super) fn coalesce(&mut self, left: &Syntax, right: &Syntax, expected: Option<Type>) -> Node {
        let left = self.value(left, expected);
        let right = self.value(right, expected);
        let span = left.span.to(right.span);
        let ty = match left.ty {
            Type::None => right.ty,
            _ if right.ty.is_optional() => fit::join(left.ty, right.ty),
            _ => fit::join(left.ty.present(), right.ty),
        };
        Node::new(Expr::Coalesce(Box::new(left), Box::new(right)), ty, span)
    }

    /// A closure with one parameter of the given type, for the members of a set.
    pub(super) fn member_closure(&mut self, syntax: &Syntax, ty: Type, result: Type, example: &str) -> Node {
        let at = syntax.span;
        let ExprKind::Closure(closure) = &syntax.kind else {
            return self.mistaken(mistake::closure_wanted(example, at), at);
        };
        let [name] = closure.params.as_slice() else {
            return self.mistaken(mistake::closure_wanted(example, at), at);
        };
        let bound = self.env.frame.locals.len();
        self.hides(&name.text, name.span);
        let slot = self.env.frame.bind(Local::param(name.text.clone(), ty));
        let mark = self.guards.mark();
        self.guards.forget(&name.text);
        let outer = std::mem::take(&mut self.returns);
        let body = self.value(&closure.body, Some(result));
        for (ty, at) in std::mem::replace(&mut self.returns, outer) {
            self.wanted(Node::new(Expr::Error, ty, at), result);
        }
        let body = if diverges(&body) {
            body
        } else if result == Type::Flag && matches!(body.ty, Type::One(..) | Type::Int(_)) {
            let what = fit::name(self.env.game, body.ty);
            self.mistaken(mistake::thing_as_condition(&what, body.ty, None, body.span), body.span)
        } else {
            self.wanted(body, result)
        };
        self.guards.back(mark);
        self.env.frame.unbind(bound);
        Node::new(Expr::Closure { slot, body: Box::new(body) }, Type::Closure, at)
    }

    /// `if`, as a statement or as a value.
    fn branch(&mut self, branch: &If, span: Span, expected: Option<Type>) -> Node {
        let condition = self.condition(&branch.condition);
        let mark = self.guards.mark();
        self.guards.learn(guard::when_true(&branch.condition));
        let then = self.block(&branch.then.statements, branch.then.span, expected);
        self.guards.back(mark);
        self.guards.learn(guard::when_false(&branch.condition));
        let otherwise = match &branch.otherwise {
            Some(otherwise) => self.value(otherwise, expected),
            None => Node::new(Expr::Const(Value::None), Type::None, branch.then.span.after()),
        };
        self.guards.back(mark);
        let ty = if diverges(&then) {
            otherwise.ty
        } else if diverges(&otherwise) {
            then.ty
        } else if branch.otherwise.is_none() && then.ty == Type::Nothing {
            Type::Nothing
        } else {
            fit::join(then.ty, otherwise.ty)
        };
        Node::new(Expr::If(Box::new(condition), Box::new(then), Box::new(otherwise)), ty, span)
    }
}

/// True if the code after this is never reached.
pub(super) fn diverges(node: &Node) -> bool {
    match &node.expr {
        Expr::Return(_) | Expr::Break | Expr::Continue => true,
        Expr::Block(statements) => statements.last().is_some_and(diverges),
        Expr::If(_, then, otherwise) => diverges(then) && diverges(otherwise),
        _ => false,
    }
}

/// The sign of the comparison that ends this condition.
fn last_sign(syntax: &Syntax) -> Option<&'static str> {
    let ExprKind::Infix(infix) = &syntax.kind else { return None };
    match infix.operator {
        Sign::Equal | Sign::Unequal => Some(infix.operator.as_str()),
        Sign::And | Sign::Or => last_sign(&infix.right),
        _ => None,
    }
}
