//! Operators: comparison, arithmetic, set algebra, membership, ranges.

use crate::model::board::Space;
use crate::model::id::Domain;
use crate::model::names::Symbol;
use crate::model::node::{Comparison, Expr, Node, Operator};
use crate::model::reading;
use crate::model::sequence::Step;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::expr::{Expr as Syntax, ExprKind, Infix, Operator as Sign, Prefix};

use super::{Checker, fit, mistake};

impl Checker<'_, '_> {
    /// `!a`, `-a`
    pub(super) fn prefix(&mut self, prefix: Prefix, of: &Syntax, span: Span) -> Node {
        match prefix {
            Prefix::Not => {
                let of = self.condition(of);
                Node::new(Expr::Not(Box::new(of)), Type::Flag, span)
            }
            Prefix::Minus => {
                let of = self.typed(of, Type::Int(false));
                let ty = of.ty;
                Node::new(Expr::Negative(Box::new(of)), ty, span)
            }
            Prefix::Plus => self.typed(of, Type::Int(false)),
        }
    }

    /// `a + b`
    pub(super) fn infix(&mut self, infix: &Infix, expected: Option<Type>) -> Node {
        let (left, right) = (&infix.left, &infix.right);
        match infix.operator {
            Sign::And => self.logic(left, right, true),
            Sign::Or => self.logic(left, right, false),
            Sign::Coalesce => self.coalesce(left, right, expected),
            Sign::Equal => self.equality(Comparison::Equal, infix),
            Sign::Unequal => self.equality(Comparison::Unequal, infix),
            Sign::Less => self.order(Comparison::Less, left, right),
            Sign::AtMost => self.order(Comparison::AtMost, left, right),
            Sign::Greater => self.order(Comparison::Greater, left, right),
            Sign::AtLeast => self.order(Comparison::AtLeast, left, right),
            Sign::In => self.membership(infix, false),
            Sign::NotIn => self.membership(infix, true),
            Sign::Add => self.algebra(Operator::Add, left, right, expected),
            Sign::Subtract => self.algebra(Operator::Subtract, left, right, expected),
            Sign::Union => self.algebra(Operator::Union, left, right, expected),
            Sign::Both => self.algebra(Operator::Both, left, right, expected),
            Sign::Multiply => self.arithmetic(Operator::Multiply, left, right),
            Sign::Divide => self.arithmetic(Operator::Divide, left, right),
            Sign::Remainder => self.arithmetic(Operator::Remainder, left, right),
            Sign::Range | Sign::RangeInclusive => {
                let from = self.typed(left, Type::Int(false));
                let to = self.typed(right, Type::Int(false));
                let span = from.span.to(to.span);
                let inclusive = infix.operator == Sign::RangeInclusive;
                Node::new(
                    Expr::Range { from: Box::new(from), to: Box::new(to), inclusive },
                    Type::Set(Domain::Number),
                    span,
                )
            }
            Sign::Xor | Sign::Power | Sign::ShiftLeft | Sign::ShiftRight => {
                let what = format!("operator `{}`", infix.operator.as_str());
                let diagnostic = mistake::left_out(&what, "use `+ - * / %`, comparisons, `&&` and `||`", infix.at);
                self.mistaken(diagnostic, infix.at)
            }
        }
    }

    /// Both operands; each helps to read a bare name on the other side.
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

    fn equality(&mut self, comparison: Comparison, infix: &Infix) -> Node {
        let (left, right) = self.both(&infix.left, &infix.right, None);
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
                (Type::One(Domain::List(_), _), Type::Int(_)) | (Type::Int(_), Type::One(Domain::List(_), _)) => {
                    Some("compare it with a value of its list")
                }
                (Type::One(..), Type::Int(_)) | (Type::Int(_), Type::One(..)) => {
                    Some("compare a number of the thing: `thing.WORD == 1`")
                }
                _ => None,
            };
            let help = self.in_one_word(&left, &right).or(help.map(str::to_owned));
            let step = match (left.ty, right.ty) {
                (Type::One(Domain::Step, _) | Type::Scope(_), Type::Int(_)) => Some(left.span),
                (Type::Int(_), Type::One(Domain::Step, _) | Type::Scope(_)) => Some(right.span),
                _ => None,
            };
            let by_name = step
                .map(|step| format!("write `{}.number` for the number of its turn", self.slice(step)))
                .or_else(|| self.named_turn(&left, &right))
                .or_else(|| self.named_turn(&right, &left))
                .or_else(|| self.numbered_space(&left, right.span))
                .or_else(|| self.numbered_space(&right, left.span));
            let (a, b) = (fit::name(game, left.ty), fit::name(game, right.ty));
            let help = by_name.or(help);
            return self.mistaken(mistake::unlike((&a, left.span), (&b, right.span), span, help.as_deref()), span);
        }
        Node::new(Expr::Compare(comparison, Box::new(left), Box::new(right)), Type::Flag, span)
    }

    /// The help for the name of a place in two words: `to == "centre middle"`, `to == centre middle`.
    fn in_one_word(&self, left: &Node, right: &Node) -> Option<String> {
        let Type::One(domain, _) = left.ty else { return None };
        let name = match &right.expr {
            Expr::Const(Value::Text(text)) => plain(text),
            Expr::Const(Value::Ref(_)) => {
                let source = self.env.game.sources.get(right.span.source)?;
                let behind = source.text.get(right.span.range().end..)?.strip_prefix(' ')?;
                let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
                let next = behind.get(..behind.find(|sign| !is_word(sign)).unwrap_or(behind.len()))?;
                format!("{}_{next}", self.slice(right.span))
            }
            _ => return None,
        };
        let is_it = |symbol: &Symbol| matches!(symbol, Symbol::Value(_, ty) if ty.domain() == Some(domain));
        let is_known = self.env.names.get(&name).iter().any(is_it);
        is_known.then(|| format!("write `{name}`: a name in an expression has `_` for each blank"))
    }

    /// The help for a step, or the number of its turn, compared with a name of its turns.
    fn named_turn(&self, step: &Node, name: &Node) -> Option<String> {
        let Type::One(Domain::List(list), _) = name.ty else { return None };
        let steps = &self.env.game.steps;
        let step: &Step = match (&step.expr, step.ty) {
            (Expr::ScopeNumber(scope), _) => steps.iter().find(|one| one.scope == *scope)?,
            (Expr::Const(Value::Ref(it)), Type::One(Domain::Step, _)) => steps.get(usize::from(it.index))?,
            _ => return None,
        };
        let (_, of) = self.env.game.turns_of(step.scope).filter(|(turns, _)| turns.0 == list)?;
        Some(format!("write `{}.{of}` for the name of its turn", step.name))
    }

    fn order(&mut self, comparison: Comparison, left: &Syntax, right: &Syntax) -> Node {
        let left = self.typed(left, Type::Int(false));
        let right = self.typed(right, Type::Int(false));
        let span = left.span.to(right.span);
        for one in [&left, &right] {
            // A number outside the rows would be compared without a word.
            if let (Expr::Table { table, .. } | Expr::Result { table, .. }, Type::Int(true)) = (&one.expr, one.ty)
                && let Some(table) = self.env.game.tables.get(table.at())
            {
                self.env.report(mistake::no_row_compared(&table.name, one.span));
            }
        }
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
        if matches!(operator, Operator::Divide | Operator::Remainder)
            && matches!(right.expr, Expr::Const(Value::Int(0)))
        {
            return self.mistaken(mistake::divided_by_zero(right.span), span);
        }
        if let (Operator::Divide, Expr::Const(Value::Int(one)), Expr::Const(Value::Int(other))) =
            (operator, &left.expr, &right.expr)
            && one.checked_rem(*other).is_some_and(|rest| rest != 0)
        {
            return self.mistaken(mistake::cut_off(*one, *other, span), span);
        }
        let ty = fit::join(left.ty, right.ty);
        Node::new(Expr::Operate(operator, Box::new(left), Box::new(right)), ty, span)
    }

    /// Operators common to numbers and sets.
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
            (Type::Text, Type::Text | Type::Any) | (Type::Any, Type::Text) if operator == Operator::Add => Type::Text,
            (Type::Text, _) | (_, Type::Text) if operator == Operator::Add => {
                let other = if left.ty == Type::Text { &right } else { &left };
                let found = fit::name(self.env.game, other.ty);
                let help = format!("write it in the text: `` `… ${{{}}}` ``", self.slice(other.span));
                return self.mistaken(mistake::wrong_type("a text", &found, other.span).help(help), span);
            }
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
            (_, Type::Set(_), Type::Flag) if matches!(right.expr, Expr::Compare(..)) => {
                diagnostic.help("a comparison comes first: put the sets before it in brackets")
            }
            _ => diagnostic,
        };
        self.mistaken(diagnostic, left.span.to(right.span))
    }

    fn membership(&mut self, infix: &Infix, negated: bool) -> Node {
        let (item, set) = (&infix.left, &infix.right);
        if let Some(problem) = mistake::range_ends_before(set) {
            self.env.report(problem);
        }
        // An array is read by the type of the item; otherwise the item is read by the type of the set.
        let (set, item) = if matches!(set.kind, ExprKind::List(_)) {
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
            let (one, other) = (self.slice(item.span), self.slice(set.span));
            let help = match (item.ty.domain(), set.ty.domain()) {
                (Some(Domain::Piece), Some(Domain::Space)) => format!("write `{one}.space == {other}`"),
                _ => "compare one thing with `==`".to_owned(),
            };
            return self.mistaken(mistake::wrong_type("a set", &found, set.span).help(help), span);
        }
        if !fit::comparable(item.ty, members) || matches!(item.ty, Type::Set(_)) {
            let game = self.env.game;
            let (a, b) = (fit::name(game, item.ty), fit::name(game, set.ty));
            let first = if let Expr::Array(items) = &set.expr { items.first().map(|item| item.span) } else { None };
            let help = first.and_then(|number| self.numbered_space(&item, number));
            let diagnostic = mistake::unlike((&a, item.span), (&b, set.span), span, help.as_deref());
            let headline = format!("{a} is never a member of {b}");
            return self.mistaken(crate::diagnostic::Diagnostic { headline, ..diagnostic }, span);
        }
        Node::new(Expr::In { item: Box::new(item), set: Box::new(set), negated }, Type::Flag, span)
    }

    /// `unit.space == 0504`, where `0504` is the number of a space.
    fn numbered_space(&self, node: &Node, number: Span) -> Option<String> {
        let text = self.slice(number);
        let name = crate::source::plain(text);
        let is_space = |space: &Space| space.name == name;
        let is_meant = node.ty.domain() == Some(Domain::Space) && self.env.game.board.spaces.iter().any(is_space);
        is_meant.then(|| format!("write `hex(\"{text}\")`"))
    }
}

/// The type expected of the other operand.
fn hint(ty: Type) -> Option<Type> {
    match ty {
        Type::Any | Type::None | Type::Nothing => None,
        other => Some(other),
    }
}

/// True if the other operand should be read first: this is a bare name with several readings.
fn is_ambiguous(checker: &Checker, syntax: &Syntax) -> bool {
    let ExprKind::Name(name) = &syntax.kind else { return false };
    !checker.is_bound(name) && checker.env.names.get(name).len() > 1
}

fn set_domain(ty: Type) -> Option<Domain> {
    match ty {
        Type::Set(domain) | Type::One(domain, _) | Type::Shares(domain) => Some(domain),
        _ => None,
    }
}
