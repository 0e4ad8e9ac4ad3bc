//! `switch`: Rhai keeps only hashes of the values it compares with, so they are found again in the text.

use rhai::{Expr as Syntax, Position, RangeCase, Stmt, SwitchCasesCollection};

use crate::model::id::Domain;
use crate::model::node::{Expr, Node};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;

use super::value::diverges;
use super::{Checker, fit, mistake, parse, place};

impl Checker<'_, '_> {
    pub(super) fn switch(
        &mut self,
        on: &Syntax,
        cases: &SwitchCasesCollection,
        pos: Position,
        expected: Option<Type>,
    ) -> Node {
        let rest = self.places.rest(pos);
        let brace = rest.find('{').unwrap_or(0);
        let start = self.places.token(pos);
        let literals = literals(rest.get(brace..).unwrap_or_default());
        let on = self.value(on, None);
        let mut labels: Vec<Vec<Node>> = cases.expressions.iter().map(|_| Vec::new()).collect();
        for (hash, list) in &cases.cases {
            let value = literals.iter().find(|(known, _)| known == hash).map(|(_, value)| value.clone());
            for block in &list.blocks {
                let ty = value.as_ref().map_or(Type::Any, type_of);
                let node = Node::new(value.clone().map_or(Expr::Error, Expr::Const), ty, start);
                if let (Some(labels), false) = (labels.get_mut(*block), is_range_hash(cases, *block)) {
                    labels.push(node);
                }
            }
        }
        for range in &cases.ranges {
            let (from, to, inclusive, block) = match range {
                RangeCase::ExclusiveInt(range, block) => (range.start, range.end, false, *block),
                RangeCase::InclusiveInt(range, block) => (*range.start(), *range.end(), true, *block),
            };
            let end = |n: i64| Box::new(Node::new(Expr::Const(Value::Int(n)), Type::Int(false), start));
            let node =
                Node::new(Expr::Range { from: end(from), to: end(to), inclusive }, Type::Set(Domain::Number), start);
            if let Some(labels) = labels.get_mut(block) {
                labels.push(node);
            }
        }
        let mut built = Vec::new();
        let mut otherwise = None;
        let mut ty: Option<Type> = None;
        let mut span = start.to(on.span);
        for (at, (case, labels)) in cases.expressions.iter().zip(labels).enumerate() {
            if !matches!(case.lhs, Syntax::BoolConstant(true, _)) {
                let at = self.places.token(case.lhs.position());
                self.env.report(mistake::left_out("`if` in a case of a `switch`", "use `if … else if …`", at));
            }
            self.fits_subject(&on, &labels, start);
            let body = match &case.rhs {
                Syntax::Stmt(block) => self.case(block.statements(), block.position(), expected),
                other => self.value(other, expected),
            };
            span = span.to(body.span);
            if !diverges(&body) {
                ty = Some(ty.map_or(body.ty, |ty| fit::join(ty, body.ty)));
            }
            if cases.def_case == Some(at) {
                otherwise = Some(body);
            } else {
                built.push((labels, body));
            }
        }
        let nothing = || Node::new(Expr::Const(Value::None), Type::None, span.after());
        if otherwise.is_none() {
            ty = ty.map(|ty| fit::join(ty, Type::None));
        }
        let otherwise = Box::new(otherwise.unwrap_or_else(nothing));
        Node::new(Expr::Switch { on: Box::new(on), cases: built, otherwise }, ty.unwrap_or(Type::Nothing), span)
    }

    fn case(&mut self, statements: &[Stmt], pos: Position, expected: Option<Type>) -> Node {
        match statements {
            [Stmt::Expr(value)] => self.value(value, expected),
            statements => {
                let span = self.places.token(pos);
                self.block(statements, span, expected)
            }
        }
    }

    fn fits_subject(&mut self, on: &Node, labels: &[Node], at: Span) {
        if let Some(label) =
            labels.iter().find(|label| !fit::comparable(on.ty, label.ty) && label.ty != Type::Set(Domain::Number))
        {
            let game = self.env.game;
            let (a, b) = (fit::name(game, on.ty), fit::name(game, label.ty));
            self.env.report(mistake::unlike(
                (&a, on.span),
                (&b, at),
                Some("a `switch` compares with numbers and texts only"),
            ));
        }
    }
}

/// Rhai lists the hash of a range among the values as well.
fn is_range_hash(cases: &SwitchCasesCollection, block: usize) -> bool {
    cases.ranges.iter().any(|range| match range {
        RangeCase::ExclusiveInt(_, at) | RangeCase::InclusiveInt(_, at) => *at == block,
    })
}

/// Every literal in the text with the hash by which Rhai knows it.
fn literals(text: &str) -> Vec<(u64, Value)> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut engine = rhai::Engine::new_raw();
    parse::restrict(&mut engine);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = place::token_length(rest).max(1);
        let token = rest.get(..length).unwrap_or_default();
        let is_literal = token.starts_with(|sign: char| sign.is_ascii_digit() || matches!(sign, '-' | '"' | '\''))
            || matches!(token, "true" | "false");
        if is_literal && let Ok(ast) = engine.compile(format!("switch 0 {{ {token} => 0 }}")) {
            for statement in ast.statements() {
                if let Stmt::Switch(switch, _) = statement
                    && let Ok(value) = engine.eval_expression::<rhai::Dynamic>(token)
                {
                    let value = literal_value(&value);
                    found.extend(switch.1.cases.keys().map(|hash| (*hash, value.clone())));
                }
            }
        }
        at += length;
    }
    found
}

fn literal_value(value: &rhai::Dynamic) -> Value {
    if let Ok(number) = value.as_int() {
        return Value::Int(number);
    }
    if let Ok(flag) = value.as_bool() {
        return Value::Flag(flag);
    }
    Value::text(&value.to_string())
}

fn type_of(value: &Value) -> Type {
    match value {
        Value::Int(_) => Type::Int(false),
        Value::Flag(_) => Type::Flag,
        Value::Text(_) => Type::Text,
        _ => Type::Any,
    }
}
