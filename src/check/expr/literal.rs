//! Literal arguments with a type in the API table: measures, places, offers, limits.

use crate::diagnostic::nearest;
use crate::model::id::Domain;
use crate::model::node::{Expr, Node, Term};
use crate::model::reading;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain;
use crate::syntax::ast::expr::{Expr as Syntax, ExprKind};

use super::{Checker, mistake};

/// A text without expressions: in quotes, or between backticks as in the braces of a text.
fn plain_text(syntax: &Syntax) -> Option<&str> {
    match &syntax.kind {
        ExprKind::Text(text) => Some(text),
        ExprKind::Woven(parts) => match parts.as_slice() {
            [Syntax { kind: ExprKind::Text(text), .. }] => Some(text),
            _ => None,
        },
        _ => None,
    }
}

impl Checker<'_, '_> {
    /// A number for each member: `"cohesion"`, or a closure.
    pub(super) fn measure(&mut self, syntax: &Syntax, domain: Option<Domain>) -> Node {
        let Some(name) = plain_text(syntax) else {
            let ty = domain.map_or(Type::Any, reading::member_type);
            if let (ExprKind::Name(name), Some(domain)) = (&syntax.kind, domain)
                && let Some((term, _)) = reading::term(self.env.game, domain, name)
                && is_number(reading::term_type(self.env.game, term))
            {
                return self.mistaken(mistake::closure_wanted(&format!("\"{name}\""), syntax.span), syntax.span);
            }
            return self.member_closure(syntax, ty, Type::Int(false), "|it| …");
        };
        let at = syntax.span;
        let Some(domain) = domain else { return Node::new(Expr::Error, Type::Any, at) };
        let game = self.env.game;
        let term = reading::term(game, domain, name).filter(|(term, _)| is_number(reading::term_type(game, *term)));
        match term {
            Some((term, _)) => {
                if let Term::Quantity(quantity) = term {
                    self.ask_rollable(quantity, at);
                }
                Node::new(Expr::Measure(term), Type::Closure, at)
            }
            None => {
                let numbers = game.terms.iter().filter(|((_, subject), (term, _))| {
                    *subject == domain && is_number(reading::term_type(game, *term))
                });
                let names = numbers.map(|((name, _), _)| name.as_str());
                let of = super::fit::one(game, domain);
                let diagnostic = mistake::unknown_word(name, &format!("{of} as a number"), nearest(name, names), at);
                self.mistaken(diagnostic, at)
            }
        }
    }

    /// A place as read by its side: `"left rear"`. With `part`, one word of a place: `"rear"`.
    pub(super) fn place(&mut self, syntax: &Syntax, part: bool) -> Node {
        let node = self.typed(syntax, Type::Text);
        let Expr::Const(Value::Text(text)) = &node.expr else { return node };
        let wanted = plain(text);
        let board = &self.env.game.board;
        if board.spaces.is_empty() {
            return node;
        }
        let names: Vec<&str> = board
            .spaces
            .iter()
            .flat_map(|space| {
                [space.name.as_str(), space.title.as_str()].into_iter().chain(space.titles.iter().map(String::as_str))
            })
            .collect();
        let is_word_of = |name: &&str| {
            plain(name)
                .split('_')
                .collect::<Vec<_>>()
                .windows(wanted.split('_').count())
                .any(|run| run.join("_") == wanted)
        };
        // Most texts are spelt as the board spells them.
        let text = text.as_ref();
        let exact =
            names.iter().any(|name| if part { name.split(' ').any(|word| word == text) } else { *name == text });
        let known = |name: &&str| if part { is_word_of(name) } else { plain(name) == wanted };
        if exact || names.iter().any(known) {
            return node;
        }
        let at = node.span;
        let diagnostic = mistake::unknown_place(text, nearest(text, names.iter().copied()), at);
        self.mistaken(diagnostic, at)
    }

    /// `[advance, retreat]`.
    pub(super) fn offers(&mut self, syntax: &Syntax) -> Node {
        let offer = Type::One(Domain::Offer, false);
        let ExprKind::List(items) = &syntax.kind else {
            let node = self.typed(syntax, offer);
            let span = node.span;
            return Node::new(Expr::Array(vec![node]), Type::Array, span);
        };
        let items = items.iter().map(|item| self.typed(item, offer)).collect();
        Node::new(Expr::Array(items), Type::Array, syntax.span)
    }

    /// `#{ first: unit, least: 2, most: "room" }`.
    pub(super) fn limits(&mut self, syntax: &Syntax, domain: Option<Domain>) -> Node {
        let ExprKind::Map(entries) = &syntax.kind else {
            let node = self.value(syntax, None);
            return self.not("`#{ first: …, least: …, most: … }`", node);
        };
        let mut nodes = Vec::new();
        for (name, value) in entries {
            let node = match name.text.as_str() {
                "first" => self.value(value, domain.map(reading::member_type)),
                "least" => self.typed(value, Type::Int(false)),
                "most" if matches!(value.kind, ExprKind::Text(_) | ExprKind::Closure(_)) => self.measure(value, domain),
                "most" => self.typed(value, Type::Int(false)),
                other => {
                    let at = name.span;
                    let diagnostic =
                        mistake::unknown_word(other, "a limit", nearest(other, ["first", "least", "most"]), at);
                    self.mistaken(diagnostic, at)
                }
            };
            nodes.push((name.text.clone(), node));
        }
        Node::new(Expr::Map(nodes), Type::Any, syntax.span)
    }
}

fn is_number(ty: Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Half(_) | Type::Any)
}
