//! Chains: `unit.facing?.slot`, `mine.at(area).kind(LB)`, `got[x]`.

use rhai::{ASTFlags, Expr as Syntax, FnCallExpr, Position};

use crate::diagnostic::nearest;
use crate::model::api::{Api, Form, TABLE};
use crate::model::id::{Domain, ScopeId};
use crate::model::node::{Expr, Node, Term};
use crate::model::reading::{self, Reading};
use crate::model::types::Type;
use crate::source::Span;

use super::super::env::Local;
use super::{Checker, fit, mistake};

/// What stands behind a dot or in brackets.
#[derive(Clone, Copy)]
pub(super) enum Link<'s> {
    Property(&'s str, Position),
    Method(&'s FnCallExpr, Position),
    Index(&'s Syntax),
}

/// One step of a chain; `safe` with a question mark before it.
#[derive(Clone, Copy)]
pub(super) struct ChainStep<'s> {
    pub(super) link: Link<'s>,
    pub(super) safe: bool,
}

/// A chain as its root and its steps; Rhai nests them to the right.
pub(super) fn flatten(syntax: &Syntax) -> (&Syntax, Vec<ChainStep<'_>>) {
    let mut steps = Vec::new();
    let root = match syntax {
        Syntax::Dot(chain, flags, _) => {
            behind_dot(&chain.rhs, flags.contains(ASTFlags::NEGATED), &mut steps);
            &chain.lhs
        }
        Syntax::Index(chain, flags, _) => {
            in_brackets(&chain.rhs, *flags, &mut steps);
            &chain.lhs
        }
        other => other,
    };
    (root, steps)
}

fn behind_dot<'s>(syntax: &'s Syntax, safe: bool, steps: &mut Vec<ChainStep<'s>>) {
    match syntax {
        Syntax::Dot(chain, flags, _) => {
            behind_dot(&chain.lhs, safe, steps);
            behind_dot(&chain.rhs, flags.contains(ASTFlags::NEGATED), steps);
        }
        Syntax::Index(chain, flags, _) => {
            behind_dot(&chain.lhs, safe, steps);
            in_brackets(&chain.rhs, *flags, steps);
        }
        Syntax::Property(property, pos) => steps.push(ChainStep { link: Link::Property(&property.2, *pos), safe }),
        Syntax::MethodCall(call, pos) => steps.push(ChainStep { link: Link::Method(call, *pos), safe }),
        _ => {}
    }
}

fn in_brackets<'s>(syntax: &'s Syntax, flags: ASTFlags, steps: &mut Vec<ChainStep<'s>>) {
    let safe = flags.contains(ASTFlags::NEGATED);
    match syntax {
        // Without this flag the chain goes on behind the bracket.
        Syntax::Dot(chain, inner, _) if !flags.contains(ASTFlags::BREAK) => {
            steps.push(ChainStep { link: Link::Index(&chain.lhs), safe });
            behind_dot(&chain.rhs, inner.contains(ASTFlags::NEGATED), steps);
        }
        Syntax::Index(chain, inner, _) if !flags.contains(ASTFlags::BREAK) => {
            steps.push(ChainStep { link: Link::Index(&chain.lhs), safe });
            in_brackets(&chain.rhs, *inner, steps);
        }
        other => steps.push(ChainStep { link: Link::Index(other), safe }),
    }
}

/// `unit.facing` as text, if it is nothing but names and dots.
pub(super) fn path(syntax: &Syntax) -> Option<String> {
    if let Syntax::Variable(variable, ..) = syntax {
        return Some(variable.1.to_string());
    }
    let (root, steps) = flatten(syntax);
    let Syntax::Variable(variable, ..) = root else { return None };
    let mut path = variable.1.to_string();
    for step in steps {
        let Link::Property(name, _) = step.link else { return None };
        path = format!("{path}.{name}");
    }
    Some(path)
}

/// The paths of all that stands before the last dots of a chain.
pub(super) fn prefixes(syntax: &Syntax) -> Vec<String> {
    let (root, steps) = flatten(syntax);
    let Syntax::Variable(variable, ..) = root else { return Vec::new() };
    let mut path = variable.1.to_string();
    let mut prefixes = Vec::new();
    for step in steps {
        prefixes.push(path.clone());
        let Link::Property(name, _) = step.link else { break };
        path = format!("{path}.{name}");
    }
    prefixes
}

/// Whether this is a yes/no word of what stands in a slot, which says no where there is nothing. A method is none: it
/// asks somebody, or says that somebody is missing.
fn answers_of_nothing(node: &Node, slot: u16) -> bool {
    let of = match &node.expr {
        Expr::Get { of, .. } => of,
        Expr::Api { api, args } if api.entry().form == Form::Property => match args.first() {
            Some(of) => of,
            None => return false,
        },
        _ => return false,
    };
    matches!(of.expr, Expr::Local(at) if at == slot)
}

/// An argument in a chain that does more than compute.
fn more_than_computed(chain: &Node) -> Option<Span> {
    let mut found = None;
    let (mut receiver, mut at) = (None, 0);
    if chain.plain {
        return None;
    }
    chain.children(&mut |child| {
        if at == 0 {
            receiver = more_than_computed(child);
        } else if !child.plain && !matches!(child.expr, Expr::Closure { .. }) {
            found = found.or(Some(child.span));
        }
        at += 1;
    });
    found.or(receiver)
}

impl Checker<'_, '_> {
    /// The value of a chain.
    pub(super) fn chain(&mut self, syntax: &Syntax, expected: Option<Type>) -> Node {
        let (root, steps) = flatten(syntax);
        let (node, taken) = self.root(root, &steps, expected);
        let held = match (root, &node.expr) {
            (Syntax::Variable(_, _, pos), Expr::Local(slot)) if !self.env.pure => Some((*slot, *pos)),
            _ => None,
        };
        let found = self.links(node, path(root), steps.get(taken..).unwrap_or_default());
        if let Some((slot, pos)) = held {
            self.asked_while_held(slot, self.places.token(pos), &found, &steps);
        }
        found
    }

    /// Reports a name that stands before the dots of a chain and inside a closure behind them: scripts hold what a chain begins
    /// with until its end, and cannot look at it meanwhile.
    fn asked_while_held(&mut self, slot: u16, begins: Span, chain: &Node, steps: &[ChainStep]) {
        let mut inside = None;
        chain.walk(&mut |node| {
            if let Expr::Closure { body, .. } = &node.expr {
                body.walk(&mut |node| {
                    if matches!(node.expr, Expr::Local(at) if at == slot) {
                        inside = inside.or(Some(node.span));
                    }
                });
            }
        });
        let Some(inside) = inside else { return };
        // The last method that begins before the place: its closure holds it.
        let methods = steps.iter().filter_map(|step| match step.link {
            Link::Method(call, pos) => Some((self.places.token(pos), call.name.to_string())),
            _ => None,
        });
        let Some((method, name)) = methods.take_while(|(method, _)| method.start < inside.start).last() else { return };
        let whole = self.places.text(begins.to(Span { start: method.start, end: method.start, ..method }));
        let before = whole.trim_end().trim_end_matches(['.', '?']).trim_end();
        let (before, called) = (before.to_owned(), self.places.text(begins).to_owned());
        self.env.report(mistake::asked_while_held(&called, &before, &name, inside, begins));
    }

    /// The value of a chain without its last step, for assignment; that step as well.
    pub(super) fn chain_but_last<'s>(&mut self, syntax: &'s Syntax) -> Option<(Node, ChainStep<'s>)> {
        let (root, steps) = flatten(syntax);
        let (last, before) = steps.split_last()?;
        let (node, taken) = self.root(root, before, None);
        let node = self.links(node, path(root), before.get(taken..).unwrap_or_default());
        Some((node, *last))
    }

    /// What a chain begins with, and how many steps belong to that: `class.Schiltrom` is one name, `turn.number` another.
    fn root(&mut self, root: &Syntax, steps: &[ChainStep], expected: Option<Type>) -> (Node, usize) {
        if let (Syntax::Variable(variable, _, pos), Some(ChainStep { link: Link::Property(word, at), .. })) =
            (root, steps.first())
        {
            let name = variable.1.as_str();
            if !self.is_bound(name) {
                let span = self.places.token(*pos).to(self.places.token(*at));
                if let Some(node) = self.qualified(name, word, span) {
                    return (node, 1);
                }
            }
        }
        let expected = if steps.is_empty() { expected } else { None };
        let node = match root {
            // Of a table with several results, the next step says which one.
            Syntax::FnCall(call, pos) => self.operator_or_call(call, *pos, expected),
            other => self.value(other, expected),
        };
        (node, 0)
    }

    fn links(&mut self, mut node: Node, mut path: Option<String>, steps: &[ChainStep]) -> Node {
        for (at, step) in steps.iter().enumerate() {
            self.narrow(&mut node, path.as_deref());
            // Also where the type says that something is there: where a piece stands is not followed that far.
            if step.safe && node.ty != Type::Any {
                return self.safe(node, steps.get(at..).unwrap_or_default());
            }
            node = match step.link {
                Link::Property(name, pos) => self.property(node, name, pos, path.as_deref()),
                Link::Method(call, pos) => self.method(node, call, pos, path.as_deref()),
                Link::Index(index) => self.index(node, index),
            };
            path = match (path, step.link) {
                (Some(path), Link::Property(name, _)) => Some(format!("{path}.{name}")),
                _ => None,
            };
        }
        self.narrow(&mut node, path.as_deref());
        self.one_result(node)
    }

    fn narrow(&self, node: &mut Node, path: Option<&str>) {
        if node.ty.is_optional() && path.is_some_and(|path| self.guards.has(path)) {
            node.ty = node.ty.present();
        }
    }

    /// `a?.rest`: the rest reads `a` from a slot of its own.
    fn safe(&mut self, of: Node, steps: &[ChainStep]) -> Node {
        let bound = self.env.locals.len();
        let slot = self.env.bind(Local::param("", of.ty.present()));
        let start = Node::new(Expr::Local(slot), of.ty.present(), of.span);
        // The question mark of the first step is what has just been answered.
        let mut rest = steps.to_vec();
        if let Some(first) = rest.first_mut() {
            first.safe = false;
        }
        let rest = self.links(start, None, &rest);
        self.env.unbind(bound);
        if rest.ty == Type::Flag && answers_of_nothing(&rest, slot) {
            self.env.report(mistake::safe_flag(rest.span));
        }
        if let Some(at) = more_than_computed(&rest) {
            self.env.report(mistake::effect_behind_question_mark(at));
        }
        let (ty, span) = (rest.ty.optional(), rest.span);
        Node::new(Expr::Safe { of: Box::new(of), slot, rest: Box::new(rest) }, ty, span)
    }

    fn property(&mut self, node: Node, name: &str, pos: Position, path: Option<&str>) -> Node {
        let at = self.places.token(pos);
        let span = node.span.to(at);
        match node.ty {
            Type::Any => Node::new(Expr::Error, Type::Any, span),
            Type::Scope(scope) => match self.scope_member(scope, name, span) {
                Some(node) => node,
                None => self.no_word(&node, name, at),
            },
            Type::Printed(domain) => self.printed(node, domain, name, at),
            Type::Share(_) if matches!(name, "on" | "count") => {
                let ty = match node.ty {
                    Type::Share(domain) if name == "on" => reading::member_type(domain),
                    _ => Type::Int(false),
                };
                Node::new(Expr::SharePart(Box::new(node), name == "on"), ty, span)
            }
            Type::One(domain, _) => match reading::property(self.env.game, domain, false, name) {
                Some(Reading::Printed) => Node { ty: Type::Printed(domain), span, ..node },
                Some(read) => {
                    self.ask_present(&node, read, name, path);
                    self.read(node, read, span, at)
                }
                None => self.table_column(node, name, at),
            },
            Type::Set(domain) => match reading::property(self.env.game, domain, true, name) {
                Some(read) => self.read(node, read, span, at),
                None => self.no_word(&node, name, at),
            },
            Type::Int(_) | Type::Half(_) | Type::Text | Type::Flag => self.table_column(node, name, at),
            Type::None
            | Type::Nothing
            | Type::EmptySet
            | Type::Dice
            | Type::Share(_)
            | Type::Shares(_)
            | Type::Tally(_)
            | Type::Way(_)
            | Type::Ways
            | Type::Line
            | Type::Array
            | Type::Closure => match self.api_of_type(Form::Property, node.ty, name) {
                Some(api) => self.api_node(api, vec![node], span),
                None => self.no_word(&node, name, at),
            },
        }
    }

    /// A table with several results stands for none of them.
    pub(super) fn one_result(&mut self, node: Node) -> Node {
        let Expr::Table { table, column: None, .. } = &node.expr else { return node };
        match self.env.game.tables.get(table.at()).filter(|table| !table.gives.is_empty()) {
            Some(table) => {
                let columns: Vec<String> =
                    table.gives.iter().map(|column| format!("`{}(…).{column}`", table.name)).collect();
                let diagnostic = mistake::several_results(&table.name, &columns, node.span);
                self.mistaken(diagnostic, node.span)
            }
            None => node,
        }
    }

    /// `fates(n).captured`: a result column of a table.
    fn table_column(&mut self, node: Node, name: &str, at: Span) -> Node {
        if let Expr::Table { table, args, column: None } = &node.expr
            && let Some(declared) = self.env.game.tables.get(table.at())
            && let Some(column) = declared.gives.iter().position(|gives| gives == name)
        {
            let expr = Expr::Table { table: *table, args: args.clone(), column: Some(column as u16) };
            return Node::new(expr, node.ty, node.span.to(at));
        }
        self.no_word(&node, name, at)
    }

    fn printed(&mut self, node: Node, domain: Domain, name: &str, at: Span) -> Node {
        let span = node.span.to(at);
        let fact = self.env.game.facts.iter().position(|fact| fact.name == name && fact.subject == domain);
        let Some(fact) = fact else {
            let names = self.env.game.facts.iter().filter(|fact| fact.subject == domain).map(|fact| fact.name.as_str());
            let diagnostic = mistake::unknown_word(name, "what is printed", nearest(name, names), at);
            return self.mistaken(diagnostic, span);
        };
        let ty = self.env.game.facts.get(fact).map_or(Type::Any, |fact| fact.ty);
        let of = Box::new(Node { ty: Type::One(domain, false), ..node });
        Node::new(Expr::Printed { fact: crate::model::id::FactId(fact as u16), of }, ty, span)
    }

    /// A property as it was read, of one thing or of a set.
    fn read(&mut self, node: Node, read: Reading, span: Span, at: Span) -> Node {
        match read {
            Reading::Term { term, negated } => self.term(node, term, negated, span, at),
            Reading::Api(api) => {
                let set = matches!(node.ty, Type::Set(_)).then_some(node.ty);
                let read = self.api_node(api, vec![node], span);
                match set {
                    // A yes/no question about one thing filters a set of them.
                    Some(ty) if reading::filters(api) => Node { ty, ..read },
                    _ => read,
                }
            }
            Reading::Gather { api, noun } => {
                let all = self.api_node(api, vec![node], span);
                let ty = all.ty;
                Node::new(Expr::Filter { term: Term::Noun(noun), of: Box::new(all), negated: false }, ty, span)
            }
            Reading::Printed => Node::new(Expr::Error, Type::Any, span),
        }
    }

    fn term(&mut self, node: Node, term: Term, negated: bool, span: Span, at: Span) -> Node {
        let game = self.env.game;
        if let Term::Quantity(quantity) = term {
            self.ask_rollable(quantity, at);
        }
        let ty = reading::term_type(game, term);
        let Type::Set(domain) = node.ty else {
            return Node::new(Expr::Get { term, of: Box::new(node), negated }, ty, span);
        };
        let of = Box::new(node);
        match ty {
            Type::Flag => Node::new(Expr::Filter { term, of, negated }, Type::Set(domain), span),
            Type::One(to, _) | Type::Set(to) => Node::new(Expr::Gather { term, of }, Type::Set(to), span),
            Type::Any => Node::new(Expr::Gather { term, of }, Type::Any, span),
            Type::Int(_) => self.mistaken(mistake::number_of_a_set(self.places.text(at), at), span),
            other => {
                let message = mistake::wrong_type(
                    "one thing",
                    &format!("a set, of which each member has {}", fit::name(game, other)),
                    at,
                );
                self.mistaken(message, span)
            }
        }
    }

    /// Words other than yes/no words cannot be asked of what may be absent.
    fn ask_present(&mut self, node: &Node, read: Reading, name: &str, path: Option<&str>) {
        let is_flag = match read {
            Reading::Term { term, .. } => matches!(reading::term_type(self.env.game, term), Type::Flag | Type::Any),
            Reading::Api(api) => api.entry().gives == crate::model::api::Gives::Type(Type::Flag),
            Reading::Gather { .. } | Reading::Printed => false,
        };
        if !is_flag {
            self.ask_there(node, name, path);
        }
    }

    fn ask_there(&mut self, node: &Node, name: &str, path: Option<&str>) {
        // Where a piece stands is asked at every second word, nearly always of pieces that stand somewhere.
        let stands = matches!(node.expr, Expr::Api { api: Api::SpaceOf, .. });
        if !node.ty.is_optional() || stands || matches!(node.ty, Type::Int(_)) {
            return;
        }
        let guarded = path.is_some_and(|path| self.guards.asks(path));
        let thing = self.places.text(node.span).to_owned();
        self.env.report(mistake::may_be_absent(name, &thing, guarded, node.span));
    }

    fn method(&mut self, node: Node, call: &FnCallExpr, pos: Position, path: Option<&str>) -> Node {
        let at = self.places.token(pos);
        let span = node.span.to(self.places.call(pos));
        let name = call.name.as_str();
        if node.ty == Type::Any {
            self.arguments_of_unknown(&call.args);
            return Node::new(Expr::Error, Type::Any, span);
        }
        if let Some(api) = self.api_of_type(Form::Method, node.ty, name) {
            self.ask_there(&node, name, path);
            return self.api_call(api, Some(node), &call.args, span, at);
        }
        if let (Type::One(domain, _) | Type::Set(domain), [value]) = (node.ty, call.args.as_slice())
            && let Some((term, false)) = reading::term(self.env.game, domain, name)
        {
            let ty = reading::term_type(self.env.game, term);
            let value = Box::new(self.typed(value, ty));
            let of = Box::new(node);
            return Node::new(Expr::Select { term, of, value }, Type::Set(domain), span);
        }
        if let (Type::One(Domain::Space, _), [facing]) = (node.ty, call.args.as_slice())
            && let Some(arc) = self.env.game.arc_named(name)
        {
            let facing = Box::new(self.typed(facing, Type::One(Domain::Direction, false)));
            return Node::new(Expr::Arc { arc, of: Box::new(node), facing }, Type::Set(Domain::Space), span);
        }
        self.arguments_of_unknown(&call.args);
        let diagnostic = if self.property_exists(node.ty, name) {
            mistake::brackets_behind_word(name, at)
        } else if self.can_be_called(name) {
            mistake::called_like_a_method(name, at)
        } else {
            let of = fit::name(self.env.game, node.ty);
            let methods = TABLE.iter().filter(|entry| entry.form == Form::Method).map(|entry| entry.name);
            let foreign = matches!(node.ty, Type::Set(_)).then(|| mistake::elsewhere(name)).flatten();
            mistake::unknown_word(name, &of, foreign.or_else(|| nearest(name, methods)), at)
        };
        self.mistaken(diagnostic, span)
    }

    fn property_exists(&self, ty: Type, name: &str) -> bool {
        match ty {
            Type::One(domain, _) => reading::property(self.env.game, domain, false, name).is_some(),
            Type::Set(domain) => reading::property(self.env.game, domain, true, name).is_some(),
            other => self.api_of_type(Form::Property, other, name).is_some(),
        }
    }

    fn index(&mut self, node: Node, index: &Syntax) -> Node {
        let (ty, wanted) = match node.ty {
            Type::Any => (Type::Any, Type::Any),
            Type::Tally(domain) => (Type::Int(false), reading::member_type(domain)),
            Type::Array => (Type::Any, Type::Int(false)),
            _ => {
                let found = fit::name(self.env.game, node.ty);
                let message = mistake::wrong_type("a tally or a list", &found, node.span);
                return self.mistaken(message, node.span);
            }
        };
        let index = self.typed(index, wanted);
        let span = node.span.to(index.span);
        Node::new(Expr::Index(Box::new(node), Box::new(index)), ty, span)
    }

    /// Nothing of this type has the word.
    fn no_word(&mut self, node: &Node, name: &str, at: Span) -> Node {
        let game = self.env.game;
        let of = fit::name(game, node.ty);
        let domain = node.ty.domain();
        let many = matches!(node.ty, Type::Set(_));
        let words = game.terms.keys().filter(|(_, subject)| Some(*subject) == domain).map(|(word, _)| word.as_str());
        let fits = |api: Api| domain.is_some_and(|domain| reading::receives(api, domain, many));
        let entries =
            TABLE.iter().filter(|entry| entry.form == Form::Property && fits(entry.api)).map(|entry| entry.name);
        let names: Vec<&str> = words.chain(entries).collect();
        let diagnostic = if self.can_be_called(name) {
            mistake::called_like_a_method(name, at)
        } else if self.api_of_type(Form::Method, node.ty, name).is_some() {
            mistake::not_called(&format!(".{name}"), at)
        } else {
            let foreign = many.then(|| mistake::elsewhere(name)).flatten();
            mistake::unknown_word(name, &of, foreign.or_else(|| nearest(name, names)), at)
        };
        self.mistaken(diagnostic, node.span.to(at))
    }

    /// `turn.number`, `battle.side`, `march.army`.
    pub(super) fn scope_member(&mut self, scope: ScopeId, name: &str, span: Span) -> Option<Node> {
        let declared = self.env.game.scopes.get(scope.at())?;
        if let Some(index) = declared.params.iter().position(|param| param.name == name) {
            let ty = declared.params.get(index).map_or(Type::Any, |param| param.ty);
            return Some(Node::new(Expr::ScopeParam(scope, index as u16), ty, span));
        }
        match name {
            "number" => Some(Node::new(Expr::ScopeNumber(scope), Type::Int(false), span)),
            "side" => Some(Node::new(Expr::ScopeSide(scope), Type::One(Domain::Side, false), span)),
            _ => None,
        }
    }
}
