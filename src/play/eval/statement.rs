//! Statements of pure functions: blocks, loops, and what is put into their own slots.

use crate::model::node::{Expr, Node};
use crate::model::value::Value;
use crate::play::effort::TURN;
use crate::play::world::{Fault, Locals, Read, World};

use super::set_local;

/// Why statements stopped before their end.
enum Escape {
    /// A mistake of the author.
    Fault(Box<Fault>),
    /// `return`.
    Return(Value),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
}

impl From<Box<Fault>> for Escape {
    fn from(fault: Box<Fault>) -> Self {
        Escape::Fault(fault)
    }
}

impl World<'_> {
    /// Runs the statements of a pure function.
    pub fn run(&self, node: &Node, locals: &mut Locals) -> Read<Value> {
        match self.statement(node, locals) {
            Ok(value) | Err(Escape::Return(value)) => Ok(value),
            Err(Escape::Fault(fault)) => Err(fault),
            Err(Escape::Break | Escape::Continue) => Ok(Value::None),
        }
    }

    fn statement(&self, node: &Node, locals: &mut Locals) -> Result<Value, Escape> {
        Ok(match &node.expr {
            Expr::Block(items) => {
                let mut last = Value::None;
                for item in items {
                    last = self.statement(item, locals)?;
                }
                last
            }
            Expr::Let(slot, value) => {
                let value = self.statement(value, locals)?;
                set_local(locals, *slot, value);
                Value::None
            }
            Expr::Assign { slot, operator, value } => {
                let mut value = self.statement(value, locals)?;
                if let Some(operator) = operator {
                    let old = locals[*slot as usize].clone();
                    value = self.operate(*operator, old, value).map_err(|fault| Box::new(fault.at(node.span)))?;
                }
                set_local(locals, *slot, value);
                Value::None
            }
            Expr::AssignIndex { slot, index, operator, value } => {
                let value = self.eval(value, locals)?;
                let index = self.eval(index, locals)?;
                let (Value::Tally(domain, rows), Value::Ref(thing)) = (&locals[*slot as usize], &index) else {
                    return Err(Box::new(Fault::new("only a tally is counted by its members")).into());
                };
                let mut rows = rows.to_vec();
                if let Some(row) = rows.iter_mut().find(|row| row.0 == thing.index) {
                    let new = match operator {
                        Some(operator) => self.operate(*operator, Value::Int(row.1), value)?,
                        None => value,
                    };
                    row.1 = new.int().unwrap_or(row.1);
                }
                let tally = Value::Tally(*domain, rows.into());
                set_local(locals, *slot, tally);
                Value::None
            }
            Expr::If(condition, yes, no) => {
                if self.test(condition, locals)? {
                    self.statement(yes, locals)?
                } else {
                    self.statement(no, locals)?
                }
            }
            Expr::For { slot, set, body } => {
                if let Expr::Range { from, to, inclusive } = &set.expr {
                    let (Value::Int(from), Value::Int(to)) = (self.eval(from, locals)?, self.eval(to, locals)?) else {
                        return Err(Box::new(Fault::new("a range needs a number at each end")).into());
                    };
                    let numbers = if *inclusive { from..to.saturating_add(1) } else { from..to };
                    for number in numbers {
                        set_local(locals, *slot, Value::Int(number));
                        if !self.turn(node, body, locals)? {
                            break;
                        }
                    }
                    return Ok(Value::None);
                }
                let set = self.eval(set, locals)?;
                for item in self.in_order(&set) {
                    set_local(locals, *slot, item);
                    if !self.turn(node, body, locals)? {
                        break;
                    }
                }
                Value::None
            }
            Expr::While(condition, body) => {
                while self.test(condition, locals)? && self.turn(node, body, locals)? {}
                Value::None
            }
            Expr::Return(value) => {
                let value = match value {
                    Some(value) => self.eval(value, locals)?,
                    None => Value::None,
                };
                return Err(Escape::Return(value));
            }
            Expr::Break => return Err(Escape::Break),
            Expr::Continue => return Err(Escape::Continue),
            Expr::Switch { on, cases, otherwise } => {
                let branch = self.branch(on, cases, otherwise, locals)?;
                self.statement(branch, locals)?
            }
            _ => self.eval(node, locals)?,
        })
    }

    /// One turn of a loop; whether another may come.
    fn turn(&self, whole: &Node, body: &Node, locals: &mut Locals) -> Result<bool, Escape> {
        self.effort.spend(TURN).map_err(|fault| Box::new(fault.at(whole.span)))?;
        match self.statement(body, locals) {
            Ok(_) | Err(Escape::Continue) => Ok(true),
            Err(Escape::Break) => Ok(false),
            Err(other) => Err(other),
        }
    }
}
