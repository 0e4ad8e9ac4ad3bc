//! Calls: quantities, permissions, tables, functions, procedures, offers, links, and entries of the API.

use crate::diagnostic::{Diagnostic, nearest};
use crate::model::api::{Api, Entry, Form, TABLE};
use crate::model::clause::Base;
use crate::model::game::Param;
use crate::model::id::{Domain, OfferId, PermissionId, QuantityId, ScopeId};
use crate::model::node::{Expr, Node, Term};
use crate::model::reading;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::expr::{Call, Expr as Syntax, ExprKind};

use super::super::env::Usual;
use super::{Checker, mistake};
use crate::model::names::Symbol;

impl Checker<'_, '_> {
    /// `name(a, b)`
    pub(super) fn call(&mut self, call: &Call) -> Node {
        let name = call.name.text.as_str();
        let (at, span) = (call.name.span, call.span);
        if name == "usual"
            && let Some(usual) = self.env.frame.usual.clone()
        {
            return self.usual(&usual, call, span);
        }
        let names = self.env.names;
        let symbols: Vec<&Symbol> = names.get(name).iter().filter(|symbol| self.params_of(symbol).is_some()).collect();
        let count = call.args.len();
        let exact = symbols.iter().find(|symbol| self.params_of(symbol).is_some_and(|params| params.takes(count)));
        let shorter =
            || symbols.iter().find(|symbol| self.params_of(symbol).is_some_and(|params| params.takes_fewer(count)));
        let entries: Vec<Api> = TABLE
            .iter()
            .filter(|entry| entry.form == Form::Function && entry.name == name)
            .map(|entry| entry.api)
            .collect();
        let counted = entries.iter().find(|api| api.entry().takes(count));
        // A name of the game leaves the function of that name to calls with another number of arguments.
        let fitting = exact.or_else(shorter);
        if let Some(symbol) = fitting.or_else(|| symbols.first().filter(|_| counted.is_none())) {
            return self.call_symbol(symbol, name, &call.args, span, at);
        }
        if let Some(api) = counted.or_else(|| entries.first()) {
            return self.api_call(*api, None, &call.args, span, at);
        }
        self.arguments_of_unknown(&call.args);
        let diagnostic = match self.sequence_named(name) {
            Some(_) => mistake::sequence_called(name, self.slice(span), at),
            None => self.unknown_call(name, &call.args, at),
        };
        self.mistaken(diagnostic, span)
    }

    fn unknown_call(&self, name: &str, args: &[Syntax], at: Span) -> Diagnostic {
        let is_method = |entry: &Entry| entry.name == name && matches!(entry.form, Form::Method | Form::Property);
        let is_of_set = self.env.names.get(name).iter().any(|symbol| matches!(symbol, Symbol::Word { .. }));
        if is_of_set || self.env.game.terms.keys().any(|(word, _)| word == name) || TABLE.iter().any(is_method) {
            return mistake::word_called(name, &self.with_dot(name, args), at);
        }
        if let Some(known) = mistake::elsewhere(name) {
            let help = format!("write `{}`", self.with_dot(known, args));
            return mistake::unknown_call(name, None, at).help(help);
        }
        let symbols = self
            .env
            .names
            .symbols
            .iter()
            .filter(|(_, symbols)| symbols.iter().any(|symbol| self.params_of(symbol).is_some()));
        let entries = TABLE.iter().filter(|entry| entry.form == Form::Function).map(|entry| entry.name);
        if let Some(asked) = self.permission_of(name) {
            let args: Vec<&str> = args.iter().map(|arg| self.slice(arg.span)).collect();
            let help = format!("`{name}` is a permission: write `{asked}({})`", args.join(", "));
            return mistake::unknown_call(name, None, at).help(help);
        }
        if let Some(help) = mistake::called_elsewhere(name) {
            return mistake::unknown_call(name, None, at).help(help);
        }
        match nearest(name, symbols.map(|(name, _)| name.as_str()).chain(entries)) {
            None => mistake::unknown_call(name, self.word_like(name).as_deref(), at),
            near => mistake::unknown_call(name, near, at),
        }
    }

    /// A word of every game as it is written behind the first of these arguments: `mine.count`.
    fn with_dot(&self, name: &str, args: &[Syntax]) -> String {
        let is_simple = |of: &&str| of.chars().all(|sign| sign.is_alphanumeric() || "_.".contains(sign));
        let of = args.first().map(|of| self.slice(of.span)).filter(is_simple).unwrap_or("…");
        let rest: Vec<&str> = args.iter().skip(1).map(|arg| self.slice(arg.span)).collect();
        let of_form = |form| TABLE.iter().find(|entry| entry.name == name && entry.form == form);
        // `dice.count(n)` is no way to count a set.
        let is_property = args.len() == 1 && of_form(Form::Property).is_some();
        match of_form(Form::Method).filter(|_| !is_property) {
            Some(method) if method.wants.len() != args.len() => method.written(),
            Some(_) => format!("{of}.{name}({})", rest.join(", ")),
            None => format!("{of}.{name}"),
        }
    }

    /// How a permission of this name is asked for: `may_fly`. None for the verbs of movement, whose calls mean an act.
    fn permission_of(&self, name: &str) -> Option<String> {
        let asked = format!("may_{name}");
        let of_verbs = self.env.game.verbs.all();
        let is_declared = |symbol: &Symbol| matches!(symbol, Symbol::Permission(id) if !of_verbs.contains(id));
        self.env.names.get(&asked).iter().any(is_declared).then_some(asked)
    }

    /// The form of a call of this name, with what it takes, unless this many arguments fit it.
    pub(super) fn form_of_call(&self, name: &str, args: usize) -> Option<String> {
        let mut entries = TABLE.iter().filter(|entry| entry.form == Form::Function && entry.name == name);
        let symbols = self.env.names.get(name);
        let params: Vec<Params<'_>> = symbols.iter().filter_map(|symbol| self.params_of(symbol)).collect();
        if entries.clone().any(|entry| entry.takes(args)) || params.iter().any(|params| params.takes(args)) {
            return None;
        }
        let names = |params: &Params<'_>| match params {
            Params::Declared(params) => params.iter().map(|param| param.name.as_str()).collect::<Vec<_>>().join(", "),
            Params::Types(types) => {
                types.iter().map(|ty| ty.domain().map_or("number", Domain::word)).collect::<Vec<_>>().join(", ")
            }
        };
        let declared = params.first().map(|params| format!("{name}({})", names(params)));
        entries.next().map(Entry::written).or(declared)
    }

    /// True if a name can be called with arguments.
    pub(super) fn can_be_called(&self, name: &str) -> bool {
        self.env.names.get(name).iter().any(|symbol| self.params_of(symbol).is_some())
            || TABLE.iter().any(|entry| entry.form == Form::Function && entry.name == name)
    }

    /// The parameters of something callable; `None` for other symbols.
    fn params_of(&self, symbol: &Symbol) -> Option<Params<'_>> {
        let game = self.env.game;
        match symbol {
            Symbol::Word { word, .. } => game
                .words
                .get(word.at())
                // A word of one thing, or of one set, follows a dot. A number or a text has no words.
                .filter(|word| match word.params.as_slice() {
                    [of] => word.of.is_some() || of.ty.domain().is_none(),
                    _ => true,
                })
                .map(|word| Params::Declared(&word.params)),
            Symbol::Quantity(quantity) => {
                game.quantities.get(quantity.at()).map(|quantity| Params::Declared(&quantity.params))
            }
            Symbol::Permission(permission) => match self.offer_of(*permission) {
                Some(offer) => self.called(offer),
                None => game.permissions.get(permission.at()).map(|permission| Params::Declared(&permission.params)),
            },
            Symbol::Function(function) => {
                game.functions.get(function.at()).map(|function| Params::Declared(&function.params))
            }
            Symbol::Offer(offer, _) => self.called(*offer),
            Symbol::Procedure(scope) => game.scopes.get(scope.at()).map(|scope| Params::Declared(&scope.params)),
            Symbol::Table(table) => game.tables.get(table.at()).map(|table| Params::Types(table.params())),
            Symbol::Link(_) => Some(Params::Types(vec![Type::One(Domain::Space, false); 2])),
            Symbol::Walk(walk) => game.walks.get(walk.at()).map(|walk| Params::Declared(&walk.params)),
            Symbol::Value(..)
            | Symbol::Noun { .. }
            | Symbol::Scope(_)
            | Symbol::List(_)
            | Symbol::Flag(_)
            | Symbol::Unique(_)
            | Symbol::Region(_) => None,
        }
    }

    /// The offer with this permission.
    fn offer_of(&self, permission: PermissionId) -> Option<OfferId> {
        let at = self.env.game.offers.iter().position(|offer| offer.permission == permission)?;
        Some(OfferId(at as u16))
    }

    /// The parameters that a call of an offer gives: those with a choice.
    fn called(&self, offer: OfferId) -> Option<Params<'_>> {
        let offer = self.env.game.offers.get(offer.at())?;
        offer.called_types(&self.env.game.scopes).map(Params::Types)
    }

    fn call_symbol(&mut self, symbol: &Symbol, name: &str, args: &[Syntax], span: Span, at: Span) -> Node {
        let game = self.env.game;
        let types = self.params_of(symbol).map(|params| params.types()).unwrap_or_default();
        let args = self.arguments(name, &types, args, at);
        let (expr, ty) = match symbol {
            Symbol::Word { word, negated } => {
                (Expr::Word { word: *word, args, negated: *negated }, reading::term_type(game, Term::Word(*word)))
            }
            Symbol::Quantity(quantity) => {
                self.ask_rollable(*quantity, at);
                let rolls = game.quantities.get(quantity.at()).is_some_and(|item| matches!(item.base, Base::Dice(_)));
                if rolls {
                    let node = Node::new(Expr::Quantity { quantity: *quantity, args }, Type::Int(false), span);
                    return Node { plain: false, ..node };
                }
                (Expr::Quantity { quantity: *quantity, args }, reading::quantity_type(game, *quantity))
            }
            Symbol::Permission(permission) => {
                let args = match self.offer_of(*permission) {
                    Some(offer) => {
                        // The slots between the arguments hold `none` until computed.
                        let none = Node::new(Expr::Const(Value::None), Type::None, span);
                        game.offers[offer.at()].in_slots(args, none)
                    }
                    None => args,
                };
                (Expr::May { permission: *permission, args }, Type::Flag)
            }
            Symbol::Table(table) => {
                let ty = match game.tables.get(table.at()) {
                    Some(declared) if declared.gives.is_empty() => super::fit::looked_up(game, declared, None),
                    Some(_) => Type::Results(*table),
                    None => Type::Any,
                };
                (Expr::Table { table: *table, args, column: None }, ty)
            }
            Symbol::Function(function) => (
                Expr::Call { function: *function, args },
                game.functions.get(function.at()).map_or(Type::Any, |function| function.result),
            ),
            Symbol::Procedure(scope) | Symbol::Offer(_, scope) => return self.happen(*scope, name, args, span),
            Symbol::Link(link) => (Expr::Linked { link: *link, args }, Type::Flag),
            Symbol::Walk(walk) => (Expr::Walk { walk: *walk, args }, Type::Ways),
            Symbol::Value(..)
            | Symbol::Noun { .. }
            | Symbol::Scope(_)
            | Symbol::List(_)
            | Symbol::Flag(_)
            | Symbol::Unique(_)
            | Symbol::Region(_) => (Expr::Error, Type::Any),
        };
        Node::new(expr, ty, span)
    }

    fn happen(&mut self, scope: ScopeId, name: &str, args: Vec<Node>, span: Span) -> Node {
        if self.env.frame.pure {
            self.env.report(mistake::impure(name, "makes something happen", span));
        }
        let game = self.env.game;
        let ty = match game.scopes.get(scope.at()).map(|scope| scope.kind) {
            Some(ScopeKind::Procedure(script)) => {
                game.scripts.get(script.0 as usize).map_or(Type::Any, |script| script.body.ty)
            }
            Some(ScopeKind::Builtin | ScopeKind::Step(_) | ScopeKind::Offer(_) | ScopeKind::Sequence(_)) | None => {
                Type::Nothing
            }
        };
        Node::new(Expr::Happen { scope, args }, ty, span)
    }

    fn usual(&mut self, usual: &Usual, call: &Call, span: Span) -> Node {
        let game = self.env.game;
        match usual {
            Usual::Value(_) => {
                self.arguments_of_unknown(&call.args);
                let message = mistake::argument_count("usual", "no arguments here", call.args.len(), span);
                self.mistaken(message.help("write `usual` alone"), span)
            }
            Usual::Procedure(scope) => {
                let types = game.scopes.get(scope.at()).map(|scope| types(&scope.params)).unwrap_or_default();
                let args = self.arguments("usual", &types, &call.args, span);
                self.happen(*scope, "usual", args, span)
            }
            Usual::Function(function) => {
                let declared = game.functions.get(function.at());
                let types = declared.map(|function| types(&function.params)).unwrap_or_default();
                let args = self.arguments("usual", &types, &call.args, span);
                Node::new(
                    Expr::Call { function: *function, args },
                    declared.map_or(Type::Any, |function| function.result),
                    span,
                )
            }
        }
    }

    pub(super) fn arguments(&mut self, name: &str, types: &[Type], args: &[Syntax], at: Span) -> Vec<Node> {
        // Trailing parameters that may be `none` can be omitted.
        let needed = types.iter().rposition(|ty| !ty.is_optional()).map_or(0, |at| at + 1);
        if args.len() > types.len() || args.len() < needed {
            let takes = match types.len() {
                0 => "no arguments".to_owned(),
                1 => "one argument".to_owned(),
                n => format!("{n} arguments"),
            };
            let counted = mistake::argument_count(name, &takes, args.len(), at);
            let counted = match self.signature(name) {
                Some(signature) => counted.help(format!("write `{signature}`")),
                None => counted,
            };
            self.env.report(counted);
            self.arguments_of_unknown(args);
            return types.iter().map(|_| Node::new(Expr::Error, Type::Any, at)).collect();
        }
        let before = self.env.diagnostics.len();
        let expected = types.iter().copied().chain(std::iter::repeat(Type::Any));
        let mut nodes: Vec<Node> = args.iter().zip(expected).map(|(arg, ty)| self.typed(arg, ty)).collect();
        if let Some(signature) = self.signature(name) {
            self.one_error_of_arguments(before, &signature, args);
        }
        // Later phases rely on the number of arguments.
        nodes.resize_with(types.len(), || Node::new(Expr::Const(Value::None), Type::None, at));
        nodes
    }

    /// Makes one error, with the form of the call, of those about the types of its arguments: their order may be wrong,
    /// or something else was meant. `before`: the number of errors before the arguments. What is wrong inside an
    /// argument is an error of its own.
    pub(super) fn one_error_of_arguments(&mut self, before: usize, signature: &str, args: &[Syntax]) {
        let is_whole = |span: Option<Span>| args.iter().any(|arg| span == Some(arg.span));
        let is_bare = |one: &Diagnostic| one.code == "wrong-type" && one.help.is_none() && is_whole(one.span());
        let mut seen = 0;
        let mut first = true;
        self.env.diagnostics.retain_mut(|one| {
            seen += 1;
            if seen <= before || !is_bare(one) {
                return true;
            }
            one.help = Some(format!("write `{signature}`"));
            std::mem::take(&mut first)
        });
    }

    /// The form of a call, with parameter names: `rout(unit, n)`.
    fn signature(&self, name: &str) -> Option<String> {
        let sequence = self.sequence_named(name).and_then(|scope| self.env.game.scopes.get(scope.at()));
        if let Some(sequence) = sequence {
            let names: Vec<&str> = sequence.params.iter().map(|param| param.name.as_str()).collect();
            return Some(format!("{name}({})", names.join(", ")));
        }
        let game = self.env.game;
        let names: Vec<&str> =
            self.env.names.get(name).iter().find_map(|symbol| match (self.params_of(symbol)?, symbol) {
                (Params::Declared(params), _) => Some(params.iter().map(|param| param.name.as_str()).collect()),
                (_, Symbol::Table(table)) => {
                    let table = game.tables.get(table.at())?;
                    let axes = table.axes.iter().map(|axis| axis.name.as_str());
                    Some(axes.chain(table.more.iter().map(|param| param.name.as_str())).collect())
                }
                _ => None,
            })?;
        Some(format!("{name}({})", names.join(", ")))
    }

    /// Checks the arguments of an unknown name for errors of their own.
    pub(super) fn arguments_of_unknown(&mut self, args: &[Syntax]) {
        for arg in args {
            if !matches!(arg.kind, ExprKind::Closure(_)) {
                self.value(arg, None);
            }
        }
    }

    /// Reports a roll that is read where rolling is not allowed.
    pub(super) fn ask_rollable(&mut self, quantity: QuantityId, at: Span) {
        let Some(declared) = self.env.game.quantities.get(quantity.at()) else { return };
        if self.env.frame.pure && matches!(declared.base, Base::Dice(_)) {
            self.env.report(mistake::impure(&declared.name, "rolls dice", at));
        }
    }
}

enum Params<'g> {
    Declared(&'g [Param]),
    Types(Vec<Type>),
}

impl Params<'_> {
    /// True if a call can have this many arguments.
    fn takes(&self, count: usize) -> bool {
        match self {
            Params::Declared(params) => params.len() == count,
            Params::Types(types) => types.len() == count,
        }
    }

    /// True if a call may leave out the parameters behind this many, because they may be `none`.
    fn takes_fewer(&self, count: usize) -> bool {
        match self {
            Params::Declared(params) => {
                params.len() > count && params.iter().skip(count).all(|one| one.ty.is_optional())
            }
            Params::Types(types) => types.len() > count && types.iter().skip(count).all(|ty| ty.is_optional()),
        }
    }

    fn types(self) -> Vec<Type> {
        match self {
            Params::Declared(params) => types(params),
            Params::Types(types) => types,
        }
    }
}

fn types(params: &[Param]) -> Vec<Type> {
    params.iter().map(|param| param.ty).collect()
}
