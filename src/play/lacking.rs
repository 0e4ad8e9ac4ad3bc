//! What keeps a thing out of a set, and a condition from holding, in the words of the rules themselves.

use crate::model::id::*;
use crate::model::node::{Expr, Node, Operator, Term};
use crate::model::value::Value;
use crate::source::Span;

use super::eval::contains;
use super::permission::Refusal;
use super::world::{Locals, World};

impl World<'_> {
    /// The word of a set's description that a thing does not fit; nothing if it cannot be told by a single word.
    pub(super) fn lacks(&self, node: &Node, locals: &mut Locals, thing: Ref) -> Option<Refusal> {
        let mut inside = |node: &Node| self.eval(node, locals).is_ok_and(|set| contains(&set, &Value::Ref(thing)));
        let name = self.title(thing);
        match &node.expr {
            Expr::Filter { term, of, negated } => {
                if inside(of) {
                    return Some(self.unlike_term(&name, *term, *negated, node.span));
                }
                self.lacks(of, locals, thing)
            }
            Expr::Select { term, of, value } => {
                if inside(of) {
                    let value = self.eval(value, locals).ok()?;
                    let (word, _, cites) = self.term_words(*term);
                    return Some(reason(format!("{name}: {word} is not {}", self.show(&value)), cites, node.span));
                }
                self.lacks(of, locals, thing)
            }
            Expr::Operate(Operator::Both, a, b) => {
                let part = if inside(a) { b } else { a };
                self.lacks(part, locals, thing)
            }
            Expr::Operate(Operator::Subtract, a, _) => {
                if inside(a) {
                    return None;
                }
                self.lacks(a, locals, thing)
            }
            Expr::If(condition, yes, no) => {
                let branch = if self.test(condition, locals).ok()? { yes } else { no };
                self.lacks(branch, locals, thing)
            }
            Expr::Api { api, args } if args.len() > 1 => {
                let (of, rest) = args.split_first()?;
                if inside(of) {
                    let rest: Vec<String> = rest
                        .iter()
                        .filter_map(|arg| self.eval(arg, locals).ok())
                        .map(|value| self.show(&value))
                        .collect();
                    let words = format!("{name} is not {} {}", api.entry().name.replace('_', " "), rest.join(", "));
                    return Some(reason(words, Vec::new(), node.span));
                }
                self.lacks(of, locals, thing)
            }
            Expr::Members(noun) => {
                let noun = &self.game.nouns[noun.at()].singular;
                Some(reason(format!("{name} is no {}", noun.replace('_', " ")), Vec::new(), node.span))
            }
            _ => self.not_ones_own(thing, node.span),
        }
    }

    /// A piece of another side, where a side's own are wanted.
    fn not_ones_own(&self, thing: Ref, span: Span) -> Option<Refusal> {
        let side = self.side_of(thing).filter(|side| thing.domain == Domain::Piece && Some(*side) != self.me())?;
        let text = format!("{} belongs to {}", self.title(thing), self.title(Ref::side(side)));
        Some(reason(text, Vec::new(), span))
    }

    /// Why a condition does not hold: each part of it that does not.
    pub(super) fn fails(&self, node: &Node, locals: &mut Locals) -> Vec<Refusal> {
        match &node.expr {
            Expr::And(a, b) => {
                let mut found = Vec::new();
                for part in [a, b] {
                    if !self.test(part, locals).unwrap_or(true) {
                        found.extend(self.fails(part, locals));
                    }
                }
                found
            }
            Expr::May { permission, args } => {
                let values = self.values(args, locals).unwrap_or_default();
                let found = self.refusals(*permission, &values).unwrap_or_default();
                if found.is_empty() { vec![self.does_not_hold(node)] } else { found }
            }
            Expr::Get { term, of, negated } => match self.eval(of, locals) {
                Ok(Value::Ref(thing)) => vec![self.unlike_term(&self.title(thing), *term, *negated, node.span)],
                _ => vec![self.does_not_hold(node)],
            },
            Expr::Not(inner) => match &inner.expr {
                Expr::Get { term, of, negated } => match self.eval(of, locals) {
                    Ok(Value::Ref(thing)) => vec![self.unlike_term(&self.title(thing), *term, !negated, node.span)],
                    _ => vec![self.does_not_hold(node)],
                },
                _ => vec![self.does_not_hold(node)],
            },
            _ => vec![self.does_not_hold(node)],
        }
    }

    /// The author's own words, where there are no better ones.
    fn does_not_hold(&self, node: &Node) -> Refusal {
        let text = self.game.sources.text(node.span).split_whitespace().collect::<Vec<_>>().join(" ");
        reason(format!("`{text}` does not hold"), Vec::new(), node.span)
    }

    /// `X is engaged`, where those are wanted that are not.
    fn unlike_term(&self, name: &str, term: Term, negated: bool, span: Span) -> Refusal {
        let (word, opposite, cites) = self.term_words(term);
        let words = match (negated, opposite) {
            (true, _) => format!("{name} is {word}"),
            (false, Some(opposite)) => format!("{name} is {opposite}"),
            (false, None) => format!("{name} is not {word}"),
        };
        reason(words, cites, span)
    }

    /// A word with its opposite and its sections.
    fn term_words(&self, term: Term) -> (String, Option<String>, Vec<SectionId>) {
        let plain = |name: &str| name.replace('_', " ");
        match term {
            Term::Var(var) => {
                let item = &self.game.vars[var.at()];
                (plain(&item.title), item.opposite.as_deref().map(plain), item.cites.clone())
            }
            Term::Word(word) => {
                let item = &self.game.words[word.at()];
                (plain(&item.name), item.opposite.as_deref().map(plain), item.cites.clone())
            }
            Term::Fact(fact) => (plain(&self.game.facts[fact.at()].name), None, Vec::new()),
            Term::Quantity(quantity) => (plain(&self.game.quantities[quantity.at()].title), None, Vec::new()),
            Term::Kind(kind) => (plain(&self.game.kinds[kind as usize].title), None, Vec::new()),
            Term::Mode(mode) => (plain(&self.game.modes[mode as usize].name), None, Vec::new()),
            Term::Noun(noun) => (plain(&self.game.nouns[noun.at()].singular), None, Vec::new()),
            Term::Zone(zone) => (plain(&self.game.zones[zone.at()].name), None, Vec::new()),
            Term::Box(at) => (plain(&self.game.board.boxes[at as usize].name), None, Vec::new()),
            Term::Grid(grid) => (plain(&self.game.board.grids[grid.at()].name), None, Vec::new()),
            Term::Line(list) => (plain(&self.game.lists[list.at()].name), None, Vec::new()),
            Term::Purse(purse) => (plain(&self.game.purses[purse.at()].title), None, Vec::new()),
            Term::Facing => ("facing".to_owned(), None, Vec::new()),
            Term::Arc(arc) => {
                let facing = self.game.facing.as_ref();
                let name = facing.and_then(|facing| facing.arcs.get(arc as usize)).map(|arc| plain(&arc.name));
                (name.unwrap_or_default(), None, facing.map(|facing| facing.cites.clone()).unwrap_or_default())
            }
            Term::Region(region) => (plain(&self.game.board.regions[region.at()].name), None, Vec::new()),
        }
    }
}

fn reason(text: String, cites: Vec<SectionId>, span: Span) -> Refusal {
    Refusal::new(text, cites, span)
}
