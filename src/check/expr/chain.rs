//! Chains: `unit.facing?.slot`, `mine.at(area).kind(LB)`, `got[x]`.

use crate::diagnostic::{Diagnostic, Severity, nearest};
use crate::model::api::{Api, Form, TABLE};
use crate::model::game::Game;
use crate::model::id::{Domain, ScopeId, TableId, ZoneId};
use crate::model::names::Symbol;
use crate::model::node::{Expr, Node, Term};
use crate::model::reading::{self, Reading};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::expr::{Call, Expr as Syntax, ExprKind, Link, LinkKind, Path};

use super::super::env::Local;
use super::{Checker, fit, mistake};

/// `unit.facing` as text, if it contains only names and dots.
pub(super) fn path(syntax: &Syntax) -> Option<String> {
    match &syntax.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Path(chain) => {
            let mut path = path(&chain.root)?;
            for link in &chain.links {
                let LinkKind::Word(name) = &link.kind else { return None };
                path = format!("{path}.{}", name.text);
            }
            Some(path)
        }
        _ => None,
    }
}

/// The paths of all prefixes of a chain before its dots.
pub(super) fn prefixes(chain: &Path) -> Vec<String> {
    let Some(mut path) = path(&chain.root) else { return Vec::new() };
    let mut prefixes = Vec::new();
    for link in &chain.links {
        prefixes.push(path.clone());
        let LinkKind::Word(name) = &link.kind else { break };
        path = format!("{path}.{}", name.text);
    }
    prefixes
}

/// True if this is a condition word of the thing in a slot; such a word is false for `none`. A method does not count.
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

impl Checker<'_, '_> {
    /// The value of a chain.
    pub(super) fn chain(&mut self, chain: &Path, expected: Option<Type>) -> Node {
        let (root, links) = (&chain.root, chain.links.as_slice());
        let (node, taken) = self.root(root, links, expected);
        self.links(node, path(root), links.get(taken..).unwrap_or_default(), false)
    }

    /// The value of a chain without its last link, and that link; for assignment.
    pub(super) fn chain_but_last<'s>(&mut self, chain: &'s Path) -> Option<(Node, &'s Link)> {
        let (last, before) = chain.links.split_last()?;
        let (node, taken) = self.root(&chain.root, before, None);
        let node = self.links(node, path(&chain.root), before.get(taken..).unwrap_or_default(), false);
        Some((node, last))
    }

    /// The root of a chain, and the number of links that belong to it: `class.Schiltrom` is one name, `turn.number`
    /// another.
    fn root(&mut self, root: &Syntax, links: &[Link], expected: Option<Type>) -> (Node, usize) {
        if let (ExprKind::Name(name), Some(Link { kind: LinkKind::Word(word), .. })) = (&root.kind, links.first())
            && !self.is_bound(name)
            && let Some(node) = self.qualified(name, &word.text, root.span.to(word.span))
        {
            return (node, 1);
        }
        if let (ExprKind::Name(name), Some(Link { kind: LinkKind::Call(call), .. })) = (&root.kind, links.first())
            && !self.is_bound(name)
            && let Some(node) = self.qualified_call(name, call, root.span.to(call.span))
        {
            return (node, 1);
        }
        let expected = if links.is_empty() { expected } else { None };
        let node = match &root.kind {
            // The next link selects a result of a table with several.
            ExprKind::Call(call) => self.call(call),
            ExprKind::Name(name) => self.bare(name, root.span, expected),
            _ => self.value(root, expected),
        };
        (node, 0)
    }

    /// The links after a node. `present`: the question mark before the first of them has been handled.
    fn links(&mut self, mut node: Node, mut path: Option<String>, links: &[Link], present: bool) -> Node {
        for (at, link) in links.iter().enumerate() {
            self.narrow(&mut node, path.as_deref());
            let handled = present && at == 0;
            // Also if the type is present: the space of a piece may be absent even so.
            if link.safe && !handled && node.ty != Type::Any {
                return self.safe(node, links.get(at..).unwrap_or_default());
            }
            node = match &link.kind {
                LinkKind::Word(name) => self.property(node, &name.text, name.span, path.as_deref()),
                LinkKind::Call(call) => self.method(node, call, path.as_deref()),
                LinkKind::Index(index) => self.index(node, index, link.span),
            };
            path = match (path, &link.kind) {
                (Some(path), LinkKind::Word(name)) => Some(format!("{path}.{}", name.text)),
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
    fn safe(&mut self, of: Node, links: &[Link]) -> Node {
        let bound = self.env.frame.locals.len();
        let slot = self.env.frame.bind(Local::param("", of.ty.present()));
        let start = Node::new(Expr::Local(slot), of.ty.present(), of.span);
        let rest = self.links(start, None, links, true);
        self.env.frame.unbind(bound);
        if rest.ty == Type::Flag && answers_of_nothing(&rest, slot) {
            self.env.report(mistake::safe_flag(rest.span));
        }
        let (ty, span) = (rest.ty.optional(), rest.span);
        Node::new(Expr::Safe { of: Box::new(of), slot, rest: Box::new(rest) }, ty, span)
    }

    fn property(&mut self, node: Node, name: &str, at: Span, path: Option<&str>) -> Node {
        let span = node.span.to(at);
        let node = Node { ty: fit::of_pieces(node.ty), ..node };
        match node.ty {
            Type::Any => self.of_unknown(&node, name, span),
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
            Type::One(Domain::Zone, _) if matches!(node.expr, Expr::Const(_)) => self.no_set(&node, name, at),
            Type::One(domain, _) => match reading::property(self.env.game, domain, false, name) {
                Some(Reading::Printed) => Node { ty: Type::Printed(domain), span, ..node },
                Some(read) => {
                    self.ask_present(&node, read, name, path);
                    self.read(node, read, span, at)
                }
                None => self.no_word(&node, name, at),
            },
            Type::Set(domain) => match reading::property(self.env.game, domain, true, name) {
                Some(read) => self.read(node, read, span, at),
                None => self.no_word(&node, name, at),
            },
            Type::Int(_) | Type::Half(_) | Type::Text | Type::Flag => self.no_word(&node, name, at),
            Type::Results(table) => self.result(node, table, name, at),
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

    /// Reports a word of the bare name of a zone, which stands for a place and not for the cards there.
    fn no_set(&mut self, node: &Node, name: &str, at: Span) -> Node {
        let game = self.env.game;
        let Expr::Const(Value::Ref(zone)) = node.expr else { return self.no_word(node, name, at) };
        let each = game.each_side_has(ZoneId(zone.index));
        let zone = self.slice(node.span).to_owned();
        let side = if self.env.frame.acts { None } else { game.sides.first().map(|side| side.name.as_str()) };
        self.mistaken(mistake::bare_zone(&zone, name, each, side, node.span), node.span.to(at))
    }

    /// A word of something whose type is open: an error, if no other one says why it is.
    fn of_unknown(&mut self, node: &Node, name: &str, span: Span) -> Node {
        let tells = |one: &Diagnostic| one.severity == Severity::Error && !mistake::is_open_type(one);
        let is_told = self.env.diagnostics.iter().any(tells);
        if !is_told && !matches!(node.expr, Expr::Error) {
            let of = self.slice(node.span);
            self.env.report(mistake::open_type(of, name, node.span));
        }
        Node::new(Expr::Error, Type::Any, span)
    }

    /// Reports a table with several results used as a value.
    pub(super) fn one_result(&mut self, node: Node) -> Node {
        let Type::Results(table) = node.ty else { return node };
        match self.env.game.tables.get(table.at()) {
            Some(table) => {
                let looked_up = match node.expr {
                    Expr::Local(_) => self.slice(node.span).to_owned(),
                    _ => format!("{}(…)", table.name),
                };
                let columns: Vec<String> = table.gives.iter().map(|column| format!("`{looked_up}.{column}`")).collect();
                let diagnostic = mistake::several_results(&table.name, &columns, node.span);
                self.mistaken(diagnostic, node.span)
            }
            None => node,
        }
    }

    /// `fates(n).captured`, or `fate.captured` of a local: one of the results of a table.
    fn result(&mut self, node: Node, table: TableId, name: &str, at: Span) -> Node {
        let span = node.span.to(at);
        let Some(declared) = self.env.game.tables.get(table.at()) else { return node };
        let Some(column) = declared.gives.iter().position(|gives| gives == name) else {
            let near = nearest(name, declared.gives.iter().map(String::as_str));
            let diagnostic = mistake::unknown_word(name, &format!("a result of `{}`", declared.name), near, at);
            return self.mistaken(diagnostic, span);
        };
        let column = column as u16;
        let ty = fit::looked_up(self.env.game, declared, Some(column));
        let expr = match node.expr {
            Expr::Table { table, args, column: None } => Expr::Table { table, args, column: Some(column) },
            _ => Expr::Result { table, of: Box::new(node), column },
        };
        Node::new(expr, ty, span)
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

    /// A property of one thing or of a set.
    fn read(&mut self, node: Node, read: Reading, span: Span, at: Span) -> Node {
        match read {
            Reading::Term { term, negated } => self.term(node, term, negated, span, at),
            Reading::OfSet { word, negated } => {
                let ty = reading::term_type(self.env.game, Term::Word(word));
                Node::new(Expr::Word { word, args: vec![node], negated }, ty, span)
            }
            Reading::Api(api) => {
                let set = matches!(node.ty, Type::Set(_)).then_some(node.ty);
                let read = self.api_node(api, vec![node], span);
                match set {
                    // A condition about one thing filters a set.
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
            Type::Int(_) => self.mistaken(mistake::number_of_a_set(self.slice(at), at), span),
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

    /// Reports words other than conditions on a value that may be `none`.
    fn ask_present(&mut self, node: &Node, read: Reading, name: &str, path: Option<&str>) {
        let is_flag = match read {
            Reading::Term { term, .. } => matches!(reading::term_type(self.env.game, term), Type::Flag | Type::Any),
            Reading::Api(api) => api.entry().gives == crate::model::api::Gives::Type(Type::Flag),
            // A set is never absent.
            Reading::OfSet { .. } => true,
            Reading::Gather { .. } | Reading::Printed => false,
        };
        if !is_flag {
            self.ask_there(node, name, path);
        }
    }

    fn ask_there(&mut self, node: &Node, name: &str, path: Option<&str>) {
        if !may_lack(node) {
            return;
        }
        let guarded = path.is_some_and(|path| self.guards.asks(path));
        let thing = self.slice(node.span).to_owned();
        self.env.report(mistake::may_be_absent(name, &thing, guarded, node.span));
    }

    fn method(&mut self, node: Node, call: &Call, path: Option<&str>) -> Node {
        if let Type::Scope(scope) = node.ty
            && let Some(word) =
                self.sequence_word(scope, &call.name.text, &call.args, call.name.span, node.span.to(call.span))
        {
            return word;
        }
        let at = call.name.span;
        let span = node.span.to(call.span);
        let name = call.name.text.as_str();
        let node = Node { ty: fit::of_pieces(node.ty), ..node };
        if node.ty == Type::Any {
            self.arguments_of_unknown(&call.args);
            return self.of_unknown(&node, name, span);
        }
        if matches!((node.ty, &node.expr), (Type::One(Domain::Zone, _), Expr::Const(_))) {
            self.arguments_of_unknown(&call.args);
            return self.no_set(&node, name, at);
        }
        let api = self.api_of_type(Form::Method, node.ty, name);
        if let Some(api) = api.filter(|api| !reading::is_named_slot(self.env.game, *api)) {
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
            mistake::brackets_behind_word(name, &call.args, at)
        } else if let Some(known) = self.elsewhere(&node, name) {
            mistake::unknown_word(name, &fit::name(self.env.game, node.ty), Some(known), at)
        } else if self.can_be_called(name) {
            mistake::called_like_a_method(name, &self.function_call(&node, name, &call.args), at)
        } else {
            let of = fit::name(self.env.game, node.ty);
            let methods = TABLE.iter().filter(|entry| entry.form == Form::Method).map(|entry| entry.name);
            mistake::unknown_word(name, &of, nearest(name, methods), at)
        };
        self.mistaken(diagnostic, span)
    }

    /// The word of this type for a word of other languages.
    fn elsewhere(&self, node: &Node, name: &str) -> Option<&'static str> {
        let known = mistake::elsewhere(name)?;
        let is_method = self.api_of_type(Form::Method, node.ty, known).is_some();
        (is_method || self.property_exists(node.ty, known)).then_some(known)
    }

    /// The call of a function that was written as a word of its first argument. `move` is for cards.
    fn function_call(&self, node: &Node, name: &str, args: &[Syntax]) -> String {
        let is_piece = node.ty.domain() == Some(Domain::Piece);
        let name = if is_piece && name == "move" { "place" } else { name };
        let mut all = vec![self.slice(node.span)];
        all.extend(args.iter().map(|arg| self.slice(arg.span)));
        self.form_of_call(name, all.len()).unwrap_or_else(|| format!("{name}({})", all.join(", ")))
    }

    fn property_exists(&self, ty: Type, name: &str) -> bool {
        match ty {
            Type::One(domain, _) => reading::property(self.env.game, domain, false, name).is_some(),
            Type::Set(domain) => reading::property(self.env.game, domain, true, name).is_some(),
            other => self.api_of_type(Form::Property, other, name).is_some(),
        }
    }

    fn index(&mut self, node: Node, index: &Syntax, at: Span) -> Node {
        let (ty, wanted) = match node.ty {
            Type::Any => (Type::Any, Type::Any),
            Type::Tally(domain) => (Type::Int(false), reading::member_type(domain)),
            Type::Array => {
                let items = if let Expr::Array(items) = &node.expr { items.as_slice() } else { &[] };
                let member = items.iter().map(|item| item.ty).reduce(fit::join);
                (member.unwrap_or(Type::Any), Type::Int(false))
            }
            _ => {
                let found = fit::name(self.env.game, node.ty);
                let message = mistake::wrong_type("a tally or a list", &found, node.span);
                return self.mistaken(message, node.span);
            }
        };
        let index = self.typed(index, wanted);
        let span = node.span.to(at);
        Node::new(Expr::Index(Box::new(node), Box::new(index)), ty, span)
    }

    /// Reports a word that this type does not have.
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
        let diagnostic = if let Some(known) = self.elsewhere(node, name) {
            mistake::unknown_word(name, &of, Some(known), at)
        } else if self.can_be_called(name)
            && (self.form_of_call(name, 1).is_none() || nearest(name, names.iter().copied()).is_none())
        {
            mistake::called_like_a_method(name, &self.function_call(node, name, &[]), at)
        } else if let Some(all) = all_of_noun(game, self.slice(node.span)).filter(|_| name == "all" && !many) {
            mistake::one_for_all(self.slice(node.span), all, at)
        } else if self.api_of_type(Form::Method, node.ty, name).is_some() {
            mistake::not_called(&format!(".{name}"), at)
        } else {
            let problem = mistake::unknown_word(name, &of, nearest(name, names), at);
            let is_piece = matches!(node.ty, Type::One(Domain::Piece, _));
            let is_of_space = is_piece && reading::property(game, Domain::Space, false, name).is_some();
            let of_space = is_of_space.then(|| format!("write `{}.space.{name}`", self.slice(node.span)));
            let other = self.other_reading(node, name);
            let other = other.map(|path| format!("write `{path}.{name}`: `{path}` has the same name"));
            problem.help_if(other.or(of_space))
        };
        self.mistaken(diagnostic, node.span.to(at))
    }

    /// Another thing with the bare name that was written, if it has this word: a space named like a side. Its path.
    fn other_reading(&self, node: &Node, word: &str) -> Option<String> {
        let bare = self.slice(node.span);
        let domains = self.env.names.get(bare).iter().filter_map(|symbol| match symbol {
            Symbol::Value(_, ty) => ty.domain(),
            _ => None,
        });
        let mut others = domains.filter(|domain| Some(*domain) != node.ty.domain());
        let other = others.find(|domain| reading::property(self.env.game, *domain, false, word).is_some())?;
        Some(format!("{}.{bare}", fit::plain(self.env.game, other)))
    }

    /// `turn.number`, `battle.side`, `march.army`.
    pub(super) fn scope_member(&mut self, scope: ScopeId, name: &str, span: Span) -> Option<Node> {
        let declared = self.env.game.scopes.get(scope.at())?;
        if let Some((index, ty)) = declared.member(name) {
            self.ask_running(scope, name, span);
            return Some(Node::new(Expr::ScopeParam(scope, index), ty, span));
        }
        if let Some(word) = self.sequence_word(scope, name, &[], span, span) {
            return Some(word);
        }
        match name {
            "number" => Some(Node::new(Expr::ScopeNumber(scope), Type::Int(false), span)),
            "side" => Some(Node::new(Expr::ScopeSide(scope), Type::One(Domain::Side, false), span)),
            _ => {
                let (list, named) = self.env.game.turns_of(scope)?;
                let ty = Type::One(Domain::List(list.0), false);
                (named == name).then(|| Node::new(Expr::ScopeTurn(scope, list), ty, span))
            }
        }
    }
}

/// Whether a thing may be `none` where its words are used.
pub(super) fn may_lack(node: &Node) -> bool {
    node.ty.is_optional() && !stands(node) && !matches!(node.ty, Type::Int(_))
}

/// True for the space of a piece and the edge between two spaces: they are used often, almost always for pieces on the
/// board and spaces that are joined.
pub(super) fn stands(node: &Node) -> bool {
    matches!(node.expr, Expr::Api { api: Api::SpaceOf | Api::EdgeNamed, .. })
}

/// The plural of a noun, which stands for all of its things.
fn all_of_noun<'g>(game: &'g Game, singular: &str) -> Option<&'g str> {
    game.nouns.iter().find(|noun| noun.singular == singular).and_then(|noun| noun.plural.as_deref())
}
