//! The words that stand in a script: only these are registered with Rhai.

use std::collections::BTreeSet;

use crate::model::game::Script;
use crate::source::Span;
use crate::syntax::ast::expr::{Expr, ExprKind, LinkKind};
use crate::syntax::{parse_expression, parse_script};

/// The words of some scripts; a call with the number of its arguments.
#[derive(Default)]
pub(super) struct Said {
    pub(super) properties: BTreeSet<String>,
    pub(super) methods: BTreeSet<(String, usize)>,
    pub(super) calls: BTreeSet<(String, usize)>,
}

impl Said {
    /// Adds the words of a script, whose text is given as Rhai is given it.
    ///
    /// # Errors
    /// What the grammar does not accept, in words.
    pub(super) fn script(&mut self, script: &Script, text: &str) -> Result<(), String> {
        if text == script.text {
            let block = script.written.tree().map_err(|error| error.headline.clone())?;
            block.walk(&mut |expr| self.add(expr));
            return Ok(());
        }
        let block = parse_script(text, whole(text)).map_err(|error| error.headline)?;
        block.walk(&mut |expr| self.add(expr));
        Ok(())
    }

    /// Adds the words of an expression.
    ///
    /// # Errors
    /// What the grammar does not accept, in words.
    pub(super) fn expression(&mut self, text: &str) -> Result<(), String> {
        let expr = parse_expression(text, whole(text)).map_err(|error| error.headline)?;
        expr.walk(&mut |expr| self.add(expr));
        Ok(())
    }

    fn add(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) => {
                self.calls.insert((call.name.text.clone(), call.args.len()));
            }
            ExprKind::Path(path) => {
                for link in &path.links {
                    match &link.kind {
                        LinkKind::Word(name) => {
                            self.properties.insert(name.text.clone());
                        }
                        LinkKind::Call(call) => {
                            self.methods.insert((call.name.text.clone(), call.args.len()));
                        }
                        LinkKind::Index(_) => {}
                    }
                }
            }
            _ => {}
        }
    }
}

fn whole(text: &str) -> Span {
    Span::new(Span::default().source, 0..text.len())
}
