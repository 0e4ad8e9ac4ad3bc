//! Questions to several sides that are answered in secret: the variable that gets the answers, the closure that asks.

use crate::diagnostic::nearest;
use crate::model::api::{Api, Effect};
use crate::model::clause::Base;
use crate::model::game::Game;
use crate::model::node::{Expr, Node, Term};
use crate::model::reading;
use crate::model::types::Type;
use crate::source::Span;
use crate::syntax::ast::expr::{Expr as Syntax, ExprKind};

use super::{Checker, mistake};

impl Checker<'_, '_> {
    /// The name of a variable of these things, as a text.
    pub(super) fn variable(&mut self, syntax: &Syntax, of: Type) -> Node {
        let at = syntax.span;
        let ExprKind::Text(name) = &syntax.kind else {
            if let ExprKind::Name(name) = &syntax.kind
                && !self.is_bound(name)
            {
                let problem = mistake::wrong_type("the name of a variable, in quotes", &format!("`{name}`"), at);
                return self.mistaken(problem.help(format!("write `\"{name}\"`")), at);
            }
            let node = self.value(syntax, None);
            return self.not("the name of a variable, in quotes", node);
        };
        let Some(domain) = super::fit::domain_of(of) else {
            return match of {
                Type::Any => Node::new(Expr::Error, Type::Any, at),
                of => {
                    let found = super::fit::name(self.env.game, of);
                    self.mistaken(mistake::wrong_type("sides", &found, at), at)
                }
            };
        };
        let game = self.env.game;
        match reading::term(game, domain, name) {
            Some((Term::Var(var), false)) => {
                if let Some(declared) = game.vars.get(var.at()) {
                    self.ask_lifetime(declared, at);
                }
                Node::new(Expr::Measure(Term::Var(var)), Type::Closure, at)
            }
            _ => {
                let vars = game.vars.iter().filter(|var| var.subject == domain).map(|var| var.name.as_str());
                let of = super::fit::one(game, domain);
                let diagnostic = mistake::unknown_word(name, &format!("{of} as a variable"), nearest(name, vars), at);
                let diagnostic = match diagnostic.help {
                    None => diagnostic.help(format!("declare it: `side var {name}: int = 0`")),
                    Some(_) => diagnostic,
                };
                self.mistaken(diagnostic, at)
            }
        }
    }

    /// The closure that asks one of several sides, for this variable.
    pub(super) fn secret_answer(&mut self, syntax: &Syntax, sides: Type, variable: Option<&Node>) -> Node {
        let game = self.env.game;
        let wanted = match variable.map(|node| &node.expr) {
            Some(Expr::Measure(Term::Var(var))) => game.vars.get(var.at()).map_or(Type::Any, |var| var.ty),
            _ => Type::Any,
        };
        let side = super::fit::domain_of(sides).map_or(Type::Any, reading::member_type);
        let node = self.member_closure(syntax, side, wanted, ".secretly(\"bid\", |side| side.number(…))");
        if let Expr::Closure { slot, body } = &node.expr {
            let mut told = None;
            body.walk(&mut |node| {
                told = told.or_else(|| more_than_asks(game, node, *slot).map(|why| (why, node.span)))
            });
            if let Some((why, at)) = told {
                let at = self.first_line(at);
                self.env.report(mistake::more_than_asks(why, at));
            }
        }
        node
    }

    fn first_line(&self, span: Span) -> Span {
        let length = self.slice(span).lines().next().map_or(0, str::len);
        Span { end: span.start + length as u32, ..span }
    }
}

/// What a part of such a closure does besides asking and computing, if it does: the other sides would notice.
fn more_than_asks(game: &Game, node: &Node, closure: u16) -> Option<&'static str> {
    match &node.expr {
        Expr::Set { .. } | Expr::SetOwn { .. } => Some("changes the state"),
        Expr::Happen { .. } => Some("runs a procedure or an action"),
        Expr::Quantity { quantity, .. } => {
            let rolls = game.quantities.get(quantity.at()).is_some_and(|item| matches!(item.base, Base::Dice(_)));
            rolls.then_some("rolls")
        }
        // What one side answers would be known while the next is asked.
        Expr::Assign { slot, .. } | Expr::AssignIndex { slot, .. } if *slot < closure => {
            Some("changes a name from outside")
        }
        Expr::Api { api, .. } => match (api, api.entry().effect) {
            (Api::Choose | Api::MayChoose | Api::Pick | Api::Split | Api::Fill | Api::Number | Api::Yes, _)
            | (_, Effect::Pure) => None,
            (Api::Secretly, _) => Some("asks several sides again"),
            (_, Effect::Rolls) => Some("rolls or draws"),
            (_, Effect::Asks | Effect::Changes) => Some("changes the state"),
        },
        _ => None,
    }
}
