//! Operators: comparison, arithmetic, set algebra, membership, ranges.

use rhai::{Expr as Syntax, FnCallExpr, Position, Token};

use crate::model::id::Domain;
use crate::model::node::{Comparison, Expr, Node, Operator};
use crate::model::reading;
use crate::model::types::Type;
use crate::source::Span;

use super::{Checker, fit, mistake};

impl Checker<'_, '_> {
    /// The node of an operator; nothing if this is a call.
    pub(super) fn operator(&mut self, call: &FnCallExpr, pos: Position, expected: Option<Type>) -> Option<Node> {
        let name = call.name.as_str();
        let at = self.places.token(pos);
        match (name, call.args.as_slice()) {
            ("!", [inner]) if call.op_token.is_some() => Some(self.not_operator(inner, at)),
            ("-", [inner]) if call.op_token.is_some() => {
                let inner = self.typed(inner, Type::Int(false));
                let (ty, span) = (inner.ty, at.to(inner.span));
                Some(Node::new(Expr::Negative(Box::new(inner)), ty, span))
            }
            ("+", [inner]) if call.op_token.is_some() => Some(self.typed(inner, Type::Int(false))),
            // `a in S` is a call with the arguments turned round.
            ("contains", [set, item]) => Some(self.membership(set, item, false)),
            (_, [left, right]) if call.op_token.is_some() => Some(self.binary(name, left, right, at, expected)),
            _ => None,
        }
    }

    fn not_operator(&mut self, inner: &Syntax, at: Span) -> Node {
        if let Syntax::FnCall(call, _) = inner
            && matches!(call.op_token, Some(Token::NotIn))
            && let [set, item] = call.args.as_slice()
        {
            return self.membership(set, item, true);
        }
        let inner = self.condition(inner);
        let span = at.to(inner.span);
        Node::new(Expr::Not(Box::new(inner)), Type::Flag, span)
    }

    fn binary(&mut self, sign: &str, left: &Syntax, right: &Syntax, at: Span, expected: Option<Type>) -> Node {
        match sign {
            "==" => self.equality(Comparison::Equal, left, right),
            "!=" => self.equality(Comparison::Unequal, left, right),
            "<" => self.order(Comparison::Less, left, right),
            "<=" => self.order(Comparison::AtMost, left, right),
            ">" => self.order(Comparison::Greater, left, right),
            ">=" => self.order(Comparison::AtLeast, left, right),
            "+" => self.algebra(Operator::Add, left, right, expected),
            "-" => self.algebra(Operator::Subtract, left, right, expected),
            "|" => self.algebra(Operator::Union, left, right, expected),
            "&" => self.algebra(Operator::Both, left, right, expected),
            "*" => self.arithmetic(Operator::Multiply, left, right),
            "/" => self.arithmetic(Operator::Divide, left, right),
            "%" => self.arithmetic(Operator::Remainder, left, right),
            ".." | "..=" => {
                let from = self.typed(left, Type::Int(false));
                let to = self.typed(right, Type::Int(false));
                let span = from.span.to(to.span);
                Node::new(
                    Expr::Range { from: Box::new(from), to: Box::new(to), inclusive: sign == "..=" },
                    Type::Set(Domain::Number),
                    span,
                )
            }
            other => {
                let diagnostic = mistake::left_out(
                    &format!("operator `{other}`"),
                    "use `+ - * / %`, comparisons, `&&` and `||`",
                    at,
                );
                self.mistaken(diagnostic, at)
            }
        }
    }

    /// Both sides; a bare name is read as the other side wants it.
    fn both(&mut self, left: &Syntax, right: &Syntax, expected: Option<Type>) -> (Node, Node) {
        if is_ambiguous(self, left) && !is_ambiguous(self, right) {
            let right = self.value(right, expected);
            let hint = hint(right.ty).or(expected);
            return (self.value(left, hint), right);
        }
        let left = self.value(left, expected);
        let hint = hint(left.ty).or(expected);
        let right = self.value(right, hint);
        (left, right)
    }

    fn equality(&mut self, comparison: Comparison, left: &Syntax, right: &Syntax) -> Node {
        let (left, right) = self.both(left, right, None);
        let span = left.span.to(right.span);
        if !fit::comparable(left.ty, right.ty) {
            let game = self.env.game;
            let help = match (left.ty, right.ty) {
                (Type::Set(a), Type::One(b, _)) | (Type::One(b, _), Type::Set(a)) if a == b => {
                    Some("test membership: `x in set`")
                }
                (Type::Set(_), Type::None) | (Type::None, Type::Set(_)) => {
                    Some("a set is never `none`; ask `.empty` or `.any`")
                }
                (Type::One(Domain::Kind, _), Type::Text) | (Type::Text, Type::One(Domain::Kind, _)) => {
                    Some("a kind is a word: `unit.KIND`, or `unit.kind == KIND`")
                }
                (Type::Text, Type::One(..)) | (Type::One(..), Type::Text) => {
                    Some("write the name without quotes, or compare a word of the thing")
                }
                (Type::One(..), Type::Int(_)) | (Type::Int(_), Type::One(..)) => {
                    Some("compare a number of the thing: `thing.WORD == 1`")
                }
                _ => None,
            };
            let (a, b) = (fit::name(game, left.ty), fit::name(game, right.ty));
            return self.mistaken(mistake::unlike((&a, left.span), (&b, right.span), help), span);
        }
        Node::new(Expr::Compare(comparison, Box::new(left), Box::new(right)), Type::Flag, span)
    }

    fn order(&mut self, comparison: Comparison, left: &Syntax, right: &Syntax) -> Node {
        let left = self.typed(left, Type::Int(false));
        let right = self.typed(right, Type::Int(false));
        let span = left.span.to(right.span);
        Node::new(Expr::Compare(comparison, Box::new(left), Box::new(right)), Type::Flag, span)
    }

    fn arithmetic(&mut self, operator: Operator, left: &Syntax, right: &Syntax) -> Node {
        let left = self.typed(left, Type::Int(false));
        let right = self.typed(right, Type::Int(false));
        let span = left.span.to(right.span);
        let halves = [left.ty, right.ty].iter().filter(|ty| matches!(ty, Type::Half(_))).count();
        if halves > 1 || halves == 1 && operator != Operator::Multiply {
            let message = mistake::wrong_type("whole numbers", "an amount in halves", span);
            return self.mistaken(
                message.help("multiply it by a whole number; `halved` and `doubled` are for quantities"),
                span,
            );
        }
        let ty = fit::join(left.ty, right.ty);
        Node::new(Expr::Operate(operator, Box::new(left), Box::new(right)), ty, span)
    }

    /// Operators that numbers and sets share.
    fn algebra(&mut self, operator: Operator, left: &Syntax, right: &Syntax, expected: Option<Type>) -> Node {
        let expected = expected.filter(|ty| matches!(ty, Type::Set(_)));
        let (left, right) = self.both(left, right, expected);
        let span = left.span.to(right.span);
        let of_numbers = matches!(operator, Operator::Add | Operator::Subtract);
        let ty = match (left.ty, right.ty) {
            (Type::Int(_) | Type::Half(_), Type::Int(_) | Type::Half(_)) if of_numbers => fit::join(left.ty, right.ty),
            (ty @ (Type::Int(_) | Type::Half(_)), Type::None) | (Type::None, ty @ (Type::Int(_) | Type::Half(_)))
                if of_numbers =>
            {
                ty.optional()
            }
            (Type::Text, _) | (_, Type::Text) if operator == Operator::Add => Type::Text,
            (Type::Any, Type::Set(domain)) | (Type::Set(domain), Type::Any) => Type::Set(domain),
            (Type::Any, _) | (_, Type::Any) => Type::Any,
            (Type::EmptySet | Type::None, Type::EmptySet | Type::None) => Type::EmptySet,
            (a, b) => match (set_domain(a), set_domain(b)) {
                (Some(a), Some(b)) if a == b => Type::Set(a),
                (Some(domain), None) if matches!(b, Type::EmptySet | Type::Array | Type::None) => Type::Set(domain),
                (None, Some(domain)) if matches!(a, Type::EmptySet | Type::Array | Type::None) => Type::Set(domain),
                _ => return self.do_not_go_together(operator, &left, &right),
            },
        };
        Node::new(Expr::Operate(operator, Box::new(left), Box::new(right)), ty, span)
    }

    fn do_not_go_together(&mut self, operator: Operator, left: &Node, right: &Node) -> Node {
        let of_numbers = matches!(operator, Operator::Add | Operator::Subtract);
        let game = self.env.game;
        let (a, b) = (fit::name(game, left.ty), fit::name(game, right.ty));
        let what =
            if of_numbers { "expected two numbers or two sets of one kind" } else { "expected two sets of one kind" };
        let diagnostic = crate::diagnostic::Diagnostic::error("wrong-type", format!("{what}, not {a} and {b}"))
            .at(left.span.to(right.span), "")
            .also(left.span, a)
            .also(right.span, b);
        let diagnostic = match (operator, left.ty, right.ty) {
            (Operator::Both, Type::Flag, Type::Flag) => diagnostic.help("write `&&` between two conditions"),
            (Operator::Union, Type::Flag, Type::Flag) => diagnostic.help("write `||` between two conditions"),
            _ => diagnostic,
        };
        self.mistaken(diagnostic, left.span.to(right.span))
    }

    fn membership(&mut self, set: &Syntax, item: &Syntax, negated: bool) -> Node {
        // A list is read by what is looked for in it, a name by the set in which it is looked for.
        let (set, item) = if matches!(set, Syntax::Array(..)) {
            let item = self.value(item, None);
            let wanted = fit::domain_of(item.ty).map(Type::Set);
            (self.value(set, wanted), item)
        } else {
            let set = self.value(set, None);
            let wanted = fit::domain_of(set.ty).map(reading::member_type);
            let item = self.value(item, wanted);
            (set, item)
        };
        let span = item.span.to(set.span);
        let members = match &set.expr {
            Expr::Array(items) => items.first().map_or(Type::Any, |item| item.ty),
            _ => fit::domain_of(set.ty).map_or(Type::Any, reading::member_type),
        };
        if matches!(set.ty, Type::One(..) | Type::Int(_) | Type::Flag | Type::Text | Type::None) {
            let found = fit::name(self.env.game, set.ty);
            return self
                .mistaken(mistake::wrong_type("a set", &found, set.span).help("compare one thing with `==`"), span);
        }
        if !fit::comparable(item.ty, members) || matches!(item.ty, Type::Set(_)) {
            let game = self.env.game;
            let (a, b) = (fit::name(game, item.ty), fit::name(game, set.ty));
            let diagnostic = mistake::unlike((&a, item.span), (&b, set.span), None);
            let headline = format!("{a} is never a member of {b}");
            return self.mistaken(crate::diagnostic::Diagnostic { headline, ..diagnostic }, span);
        }
        Node::new(Expr::In { item: Box::new(item), set: Box::new(set), negated }, Type::Flag, span)
    }
}

/// What the other side of an operator is expected to be.
fn hint(ty: Type) -> Option<Type> {
    match ty {
        Type::Any | Type::None | Type::Nothing => None,
        other => Some(other),
    }
}

/// Whether the other side should be read first: a bare name of the game may have several readings.
fn is_ambiguous(checker: &Checker, syntax: &Syntax) -> bool {
    let Syntax::Variable(variable, ..) = syntax else { return false };
    !checker.is_bound(&variable.1) && checker.env.names.get(&variable.1).len() > 1
}

fn set_domain(ty: Type) -> Option<Domain> {
    match ty {
        Type::Set(domain) | Type::One(domain, _) | Type::Shares(domain) => Some(domain),
        _ => None,
    }
}
