//! `switch`: cases with numbers, texts and ranges.

use crate::model::id::Domain;
use crate::model::node::{Expr, Node};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::expr::{Label, LabelKind, Switch};

use super::value::diverges;
use super::{Checker, fit, mistake};

impl Checker<'_, '_> {
    /// `switch a { 1 | 2 => b, _ => c }`
    pub(super) fn switch(&mut self, switch: &Switch, span: Span, expected: Option<Type>) -> Node {
        let on = self.value(&switch.on, None);
        let mut cases = Vec::with_capacity(switch.arms.len());
        let mut ty: Option<Type> = None;
        let mut joined = |body: &Node| {
            if !diverges(body) {
                ty = Some(ty.map_or(body.ty, |ty| fit::join(ty, body.ty)));
            }
        };
        for arm in &switch.arms {
            let labels: Vec<Node> = arm.labels.iter().map(label).collect();
            self.fits_subject(&on, &labels);
            let body = self.value(&arm.body, expected);
            joined(&body);
            cases.push((labels, body));
        }
        let otherwise = switch.otherwise.as_ref().map(|otherwise| self.value(otherwise, expected));
        if let Some(otherwise) = &otherwise {
            joined(otherwise);
        }
        if otherwise.is_none() {
            ty = ty.map(|ty| fit::join(ty, Type::None));
        }
        let nothing = || Node::new(Expr::Const(Value::None), Type::None, span.after());
        let otherwise = Box::new(otherwise.unwrap_or_else(nothing));
        Node::new(Expr::Switch { on: Box::new(on), cases, otherwise }, ty.unwrap_or(Type::Nothing), span)
    }

    /// Reports a case that can never be the value compared.
    fn fits_subject(&mut self, on: &Node, labels: &[Node]) {
        let unlike =
            labels.iter().find(|label| !fit::comparable(on.ty, label.ty) && label.ty != Type::Set(Domain::Number));
        if let Some(label) = unlike {
            let game = self.env.game;
            let (a, b) = (fit::name(game, on.ty), fit::name(game, label.ty));
            let help = Some("a `switch` compares with numbers and texts only");
            self.env.report(mistake::unlike((&a, on.span), (&b, label.span), label.span, help));
        }
    }
}

fn label(label: &Label) -> Node {
    let at = label.span;
    let number = |number: i64| Node::new(Expr::Const(Value::Int(number)), Type::Int(false), at);
    match &label.kind {
        LabelKind::Number(value) => number(*value),
        LabelKind::Flag(flag) => Node::new(Expr::Const(Value::Flag(*flag)), Type::Flag, at),
        LabelKind::Text(text) => Node::new(Expr::Const(Value::text(text)), Type::Text, at),
        LabelKind::Range(from, to, inclusive) => {
            let (from, to) = (Box::new(number(*from)), Box::new(number(*to)));
            Node::new(Expr::Range { from, to, inclusive: *inclusive }, Type::Set(Domain::Number), at)
        }
    }
}
