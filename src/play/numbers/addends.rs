//! The base of a quantity, part by part: a sum is shown by its addends, and an addend that is itself a quantity by its
//! own lines.

use crate::model::clause::Base;
use crate::model::id::*;
use crate::model::node::{Expr, Node, Operator, Term};
use crate::model::value::Value;

use super::quantity::Line;
use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World};

/// The parts of a sum, and whether each is subtracted.
fn addends<'n>(node: &'n Node, taken_off: bool, found: &mut Vec<(&'n Node, bool)>) {
    match &node.expr {
        Expr::Operate(Operator::Add, a, b) => {
            addends(a, taken_off, found);
            addends(b, taken_off, found);
        }
        Expr::Operate(Operator::Subtract, a, b) => {
            addends(a, taken_off, found);
            addends(b, !taken_off, found);
        }
        _ => found.push((node, taken_off)),
    }
}

impl World<'_> {
    /// The ledger lines for the base of a quantity, which has this value.
    pub(in crate::play) fn base_lines(
        &self,
        quantity: QuantityId,
        base: Option<i64>,
        locals: &mut Locals,
    ) -> Read<Vec<Line>> {
        let item = &self.game.quantities[quantity.at()];
        let line = |text: String, effect: String, total: Option<i64>, depth: u16| Line {
            text,
            effect,
            total,
            depth,
            cites: item.cites.clone(),
            readings: Vec::new(),
            span: item.span,
        };
        let Some(number) = base else {
            return Ok(vec![line("no number applies".to_owned(), "none".to_owned(), None, 0)]);
        };
        let plain = line("base".to_owned(), self.show_number(quantity, number), base, 0);
        let Base::Node(node) = &item.base else { return Ok(vec![plain]) };
        let mut parts = Vec::new();
        addends(node, false, &mut parts);
        if let [(only, _)] = parts.as_slice() {
            let mut lines = vec![plain];
            lines.extend(self.lines_of_addend(only, locals)?);
            return Ok(lines);
        }
        let mut lines = Vec::new();
        let mut total = 0;
        for (part, taken_off) in parts {
            let Some(amount) = self.eval(part, locals)?.grains(item.halves) else { return Ok(vec![plain]) };
            let amount = if taken_off { -amount } else { amount };
            let below = self.lines_of_addend(part, locals)?;
            if amount == 0 && below.is_empty() {
                continue;
            }
            total += amount;
            let sign = if lines.is_empty() || amount < 0 { "" } else { "+" };
            let effect = format!("{sign}{}", self.show_number(quantity, amount));
            lines.push(line(self.addend_title(quantity, part), effect, Some(total), 0));
            lines.extend(below);
        }
        Ok(if lines.is_empty() { vec![plain] } else { lines })
    }

    /// The ledger of an addend, if it is a quantity with more than one line.
    pub(in crate::play) fn lines_of_addend(&self, node: &Node, locals: &mut Locals) -> Read<Vec<Line>> {
        let (quantity, args) = match &node.expr {
            Expr::Quantity { quantity, args } => (*quantity, self.values(args, locals)?),
            Expr::Get { term: Term::Quantity(quantity), of, .. } => {
                (*quantity, Locals::from_iter([self.eval(of, locals)?]))
            }
            _ => return Ok(Vec::new()),
        };
        if args.iter().any(Value::is_none) {
            return Ok(Vec::new());
        }
        let (_, ledger) = self.deeper(|world| world.ledger(quantity, &args))?;
        let many = ledger.lines.len() > 1;
        let deeper = ledger.lines.into_iter().map(|line| Line { depth: line.depth + 1, ..line });
        Ok(if many { deeper.collect() } else { Vec::new() })
    }

    /// The title of an addend: its word, or else the source text.
    fn addend_title(&self, quantity: QuantityId, node: &Node) -> String {
        let game = self.game;
        match &node.expr {
            Expr::Quantity { quantity, .. } | Expr::Get { term: Term::Quantity(quantity), .. } => {
                game.quantities[quantity.at()].title.clone()
            }
            Expr::Get { term: Term::Var(var), .. } => game.vars[var.at()].title.clone(),
            Expr::Get { term: Term::Word(word), .. } | Expr::Word { word, .. } => game.words[word.at()].name.clone(),
            Expr::Get { term: Term::Fact(fact), .. } | Expr::Printed { fact, .. } => game.facts[fact.at()].name.clone(),
            Expr::Local(slot) => match game.quantities[quantity.at()].params.get(usize::from(*slot)) {
                Some(param) => param.name.clone(),
                None => game.sources.text(node.span).to_owned(),
            },
            _ => game.sources.text(node.span).to_owned(),
        }
    }
}
