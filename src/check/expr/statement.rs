//! Statements: blocks, `let`, loops, `return`.

use crate::model::node::{Expr, Node};
use crate::model::reading;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::ast::expr::{Expr as Syntax, ExprKind};
use crate::syntax::ast::statement::{Block, Statement, StatementKind};

use super::super::env::Local;
use super::value::diverges;
use super::{Checker, fit, guard, mistake};
use crate::model::names::Symbol;

impl Checker<'_, '_> {
    /// A whole script. The node has the type that the script returns.
    pub(super) fn script(&mut self, block: &Block) -> Node {
        let mut node = self.block(&block.statements, block.span, None);
        let mut returns = std::mem::take(&mut self.returns);
        if self.env.frame.pure {
            self.ask_branches(&node, |_| true);
        }
        // Only functions are pure, and a function is called for its value.
        let gives = |ty: Type| !matches!(ty, Type::Nothing | Type::None | Type::Any);
        let is_given = gives(node.ty) || returns.iter().any(|(ty, _)| gives(*ty));
        let missing = without_value(block).filter(|_| self.env.frame.pure && is_given);
        if !diverges(&node) {
            returns.push((node.ty, last_span(&node)));
        }
        node.ty = self.returned(&returns, missing.map(|(_, end)| end));
        if let Some((at, end)) = missing
            && node.ty != Type::Any
        {
            self.env.report(mistake::path_without_value("function", end, at));
        }
        node
    }

    /// Reports an `if` whose branches give values of different types, if these types count.
    fn ask_branches(&mut self, value: &Node, counts: fn(Type) -> bool) {
        let unlike = unlike_branches(value).filter(|(one, other)| counts(one.ty) && counts(other.ty));
        let Some((one, other)) = unlike else { return };
        let game = self.env.game;
        let (first, second) = (fit::name(game, one.ty), fit::name(game, other.ty));
        self.env.report(mistake::unlike_branches((&first, last_span(one)), (&second, last_span(other))));
    }

    /// The common type of what a script returns. A script that returns a value in one place and nothing in another may
    /// return `none`; where its type knows no `none`, it returns nothing that could be used.
    fn returned(&mut self, returns: &[(Type, Span)], missing: Option<End>) -> Type {
        let mut common: Option<(Type, Span)> = None;
        for &(ty, at) in returns {
            let Some((before, first)) = common else {
                common = Some((ty, at));
                continue;
            };
            let joined = match (before, ty) {
                (Type::Nothing, other) | (other, Type::Nothing) => match fit::join(Type::None, other) {
                    Type::Any => Type::Nothing,
                    optional => optional,
                },
                _ => fit::join(before, ty),
            };
            if joined == Type::Any && before != Type::Any && ty != Type::Any {
                let game = self.env.game;
                let (one, other) = (fit::name(game, before), fit::name(game, ty));
                let problem = mistake::unlike_returns((&one, first), (&other, at));
                self.env.report(problem.help_if(missing.map(End::advice)));
                return Type::Any;
            }
            // A place with a value says more than one without.
            common = Some((joined, if before == Type::Nothing { at } else { first }));
        }
        common.map_or(Type::Nothing, |(ty, _)| ty)
    }

    /// Statements in sequence. Names bound in them end with the block.
    pub(super) fn block(&mut self, statements: &[Statement], span: Span, expected: Option<Type>) -> Node {
        let bound = self.env.frame.locals.len();
        let mark = self.guards.mark();
        let mut nodes = Vec::with_capacity(statements.len());
        for (at, statement) in statements.iter().enumerate() {
            let is_last = at + 1 == statements.len();
            if let StatementKind::Value(Syntax { kind: ExprKind::Infix(infix), span }) = &statement.kind
                && !is_last
                && let Some(problem) = mistake::idle_infix(infix.operator, *span)
            {
                self.env.report(problem);
            }
            let node = self.statement(statement, if is_last { expected } else { None });
            if let Some(next) = statements.get(at + 1) {
                if matches!(statement.kind, StatementKind::Value(_)) && is_idle(&node) {
                    self.env.report(mistake::idle(statement.span));
                }
                if diverges(&node) {
                    self.env.report(mistake::never_reached(next.span, statement.span));
                }
            }
            if let StatementKind::Value(Syntax { kind: ExprKind::If(branch), .. }) = &statement.kind
                && let Expr::If(_, then, _) = &node.expr
                && diverges(then)
            {
                // `if card == none { return; }`: from here on the card is present.
                self.guards.learn(guard::when_false(&branch.condition));
            }
            nodes.push(node);
        }
        self.guards.back(mark);
        self.unread(bound);
        self.env.frame.unbind(bound);
        match nodes.len() {
            1 if !matches!(nodes.first().map(|node| &node.expr), Some(Expr::Let(..))) => match nodes.pop() {
                Some(only) => Node { span: only.span, ..only },
                None => Node::new(Expr::Block(nodes), Type::Nothing, span),
            },
            _ => {
                let ty = nodes.last().map_or(Type::Nothing, |node| node.ty);
                Node::new(Expr::Block(nodes), ty, span)
            }
        }
    }

    fn unread(&mut self, bound: usize) {
        let locals = self.env.frame.locals.get(bound..).unwrap_or_default();
        let unread: Vec<(String, Span)> = locals
            .iter()
            .filter(|local| !local.used && !local.name.starts_with('_'))
            .filter_map(|local| Some((local.name.clone(), local.declared?)))
            .collect();
        for (name, span) in unread {
            self.env.report(mistake::unused(&name, span));
        }
    }

    pub(super) fn statement(&mut self, statement: &Statement, expected: Option<Type>) -> Node {
        let at = statement.span;
        match &statement.kind {
            StatementKind::Value(value) => match self.not_called(value) {
                Some(node) => node,
                None => self.value(value, expected),
            },
            StatementKind::Let { name, constant, value } => self.bind(name, value.as_ref(), *constant, at),
            StatementKind::Assign { target, sign, value } => self.assignment(target, sign, value),
            StatementKind::For { name, set, body } => self.each(name, set, body, at),
            StatementKind::While { condition, body } => self.repeat(condition.as_ref(), body, at),
            StatementKind::Return(value) => {
                let value = value.as_ref().map(|value| Box::new(self.value(value, None)));
                self.returns.push(value.as_ref().map_or((Type::Nothing, at), |value| (value.ty, value.span)));
                Node::new(Expr::Return(value), Type::Nothing, at)
            }
            StatementKind::Break => Node::new(Expr::Break, Type::Nothing, at),
            StatementKind::Continue => Node::new(Expr::Continue, Type::Nothing, at),
        }
    }

    /// The error if a statement is only the name of a procedure: Rhai drops it, because a bare name does nothing.
    fn not_called(&mut self, value: &Syntax) -> Option<Node> {
        let ExprKind::Name(name) = &value.kind else { return None };
        if self.is_bound(name) {
            return None;
        }
        let scope = self.env.names.get(name).iter().find_map(|symbol| match symbol {
            Symbol::Procedure(scope) => Some(*scope),
            _ => None,
        })?;
        let has_params = self.env.game.scopes.get(scope.at()).is_some_and(|scope| !scope.params.is_empty());
        Some(self.mistaken(mistake::procedure_not_called(name, has_params, value.span), value.span))
    }

    fn repeat(&mut self, condition: Option<&Syntax>, body: &Block, span: Span) -> Node {
        let (node, body) = self.turns(|this| {
            let mark = this.guards.mark();
            let node = match condition {
                None => Node::new(Expr::Const(Value::Flag(true)), Type::Flag, span.part(0, "loop".len())),
                Some(condition) => {
                    let node = this.condition(condition);
                    this.guards.learn(guard::when_true(condition));
                    node
                }
            };
            let body = this.block(&body.statements, body.span, None);
            this.guards.back(mark);
            (node, body)
        });
        Node::new(Expr::While(Box::new(node), Box::new(body)), Type::Nothing, span)
    }

    /// What a loop repeats. If it gives the first set to a name that begins as `nothing`, the lines before that may
    /// read the set in the next turn, so they are checked again.
    fn turns<T>(&mut self, mut check: impl FnMut(&mut Self) -> T) -> T {
        let open = |this: &Self| this.env.frame.locals.iter().filter(|local| local.ty == Type::EmptySet).count();
        let (before, reported, returned) = (open(self), self.env.diagnostics.len(), self.returns.len());
        let checked = check(self);
        if open(self) == before {
            return checked;
        }
        self.env.diagnostics.truncate(reported);
        self.returns.truncate(returned);
        check(self)
    }

    fn bind(&mut self, name: &Name, value: Option<&Syntax>, constant: bool, span: Span) -> Node {
        let at = name.span;
        let value = match value {
            // A local may hold all results of a table; each is read by its name.
            Some(Syntax { kind: ExprKind::Call(call), .. }) => self.call(call),
            Some(value) => self.value(value, None),
            None => Node::new(Expr::Const(Value::None), Type::None, at.after()),
        };
        // A text may stand for a thing in a line of the log.
        self.ask_branches(&value, |ty| ty != Type::Text);
        if value.ty == Type::Nothing {
            let found = fit::name(self.env.game, value.ty);
            self.env.report(mistake::wrong_type("a value", &found, value.span));
        }
        self.hides(&name.text, at);
        self.guards.forget(&name.text);
        let ty = match value.ty {
            // `let found = none;` receives a value later.
            Type::None | Type::Nothing => Type::Any,
            other => other,
        };
        let local = Local { mutable: !constant, declared: Some(at), ..Local::param(name.text.clone(), ty) };
        let slot = self.env.frame.bind(local);
        Node::new(Expr::Let(slot, Box::new(value)), Type::Nothing, span)
    }

    fn each(&mut self, name: &Name, over: &Syntax, body: &Block, span: Span) -> Node {
        let at = name.span;
        let set = self.value(over, None);
        let ty = match (&set.expr, set.ty) {
            (_, Type::Set(domain)) => reading::member_type(domain),
            (_, Type::Shares(domain)) => Type::Share(domain),
            (_, Type::Dice) => Type::Int(false),
            (Expr::Array(items), Type::Array) => {
                items.iter().map(|item| item.ty).reduce(fit::join).unwrap_or(Type::Any)
            }
            (_, Type::Any | Type::Array | Type::EmptySet) => Type::Any,
            (_, found) => {
                let found = fit::name(self.env.game, found);
                self.env.report(mistake::wrong_type("a set", &found, set.span));
                Type::Any
            }
        };
        self.hides(&name.text, at);
        let (slot, body) = self.turns(|this| {
            let bound = this.env.frame.locals.len();
            let mark = this.guards.mark();
            this.guards.forget(&name.text);
            let slot = this.env.frame.bind(Local::param(name.text.clone(), ty));
            let body = this.block(&body.statements, body.span, None);
            this.guards.back(mark);
            this.env.frame.unbind(bound);
            (slot, body)
        });
        Node::new(Expr::For { slot, set: Box::new(set), body: Box::new(body) }, Type::Nothing, span)
    }
}

/// True for a value that is read and not used. A function of the game or of scripts may do something.
fn is_idle(node: &Node) -> bool {
    let reads = matches!(
        node.expr,
        Expr::Const(_)
            | Expr::Local(_)
            | Expr::ScopeParam(..)
            | Expr::Get { .. }
            | Expr::Filter { .. }
            | Expr::Word { .. }
            | Expr::Quantity { .. }
            | Expr::May { .. }
            | Expr::Table { .. }
    );
    reads && !node.any(|part| matches!(part.expr, Expr::Api { .. } | Expr::Call { .. } | Expr::Error))
}

/// Two branches of a value whose types have no value in common.
fn unlike_branches(value: &Node) -> Option<(&Node, &Node)> {
    match &value.expr {
        Expr::Block(statements) => unlike_branches(statements.last()?),
        Expr::If(_, then, otherwise) => {
            let is_open =
                |ty: Type| matches!(ty, Type::Any | Type::None | Type::Nothing | Type::EmptySet | Type::Scope(_));
            let known = |node: &Node| !is_open(node.ty) && !diverges(node);
            let is_unlike = known(then)
                && known(otherwise)
                && !fit::fits(then.ty, otherwise.ty)
                && !fit::fits(otherwise.ty, then.ty);
            match is_unlike {
                true => Some((then, otherwise)),
                false => unlike_branches(then).or_else(|| unlike_branches(otherwise)),
            }
        }
        _ => None,
    }
}

/// Where the value of a script stands: its last statement.
fn last_span(node: &Node) -> Span {
    match &node.expr {
        Expr::Block(statements) => statements.last().map_or(node.span, last_span),
        _ => node.span,
    }
}

/// How a function can end without a value.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// An `if` without `else`.
    NoElse,
    /// A `switch` without `_ =>`.
    NoOther,
    /// A loop.
    Loop,
    /// An assignment, a `let`, `return;`, or empty braces.
    Other,
}

impl End {
    /// What to write instead.
    pub(super) fn advice(self) -> &'static str {
        match self {
            End::NoElse => "add `else { … }`, or end with `none` if there may be no value",
            End::NoOther => "add `_ => …`; write `_ => none` if there may be no value",
            End::Loop => "write the value after it, or `none` if there may be none",
            End::Other => "end with the value, or with `none` if there may be none",
        }
    }
}

/// The last statement on a path that ends without a value, if there is one.
fn without_value(block: &Block) -> Option<(Span, End)> {
    let Some(last) = block.statements.last() else { return Some((block.span, End::Other)) };
    match &last.kind {
        StatementKind::Value(value) => value_missing(value),
        // `loop` ends only with `break` or `return`.
        StatementKind::While { condition: None, .. } => None,
        StatementKind::For { .. } | StatementKind::While { .. } => Some((last.span, End::Loop)),
        StatementKind::Let { .. } | StatementKind::Assign { .. } => Some((last.span, End::Other)),
        StatementKind::Return(None) => Some((last.span, End::Other)),
        StatementKind::Return(Some(_)) | StatementKind::Break | StatementKind::Continue => None,
    }
}

/// The path on which an expression ends without a value, if there is one.
pub(super) fn value_missing(value: &Syntax) -> Option<(Span, End)> {
    match &value.kind {
        ExprKind::Block(block) => without_value(block),
        ExprKind::If(branch) => match &branch.otherwise {
            None => Some((head(value, &branch.condition), End::NoElse)),
            Some(otherwise) => without_value(&branch.then).or_else(|| value_missing(otherwise)),
        },
        ExprKind::Switch(switch) => match &switch.otherwise {
            None => Some((head(value, &switch.on), End::NoOther)),
            Some(otherwise) => switch.arms.iter().map(|arm| &arm.body).chain([otherwise]).find_map(value_missing),
        },
        _ => None,
    }
}

/// `if CONDITION`: the span from the begin of a value to the end of its condition.
fn head(value: &Syntax, condition: &Syntax) -> Span {
    Span { end: condition.span.end, ..value.span }
}
