//! Bare names: locals, parameters of enclosing scopes, built-in words, and the game's own names.

use crate::diagnostic::{Advice, Diagnostic, nearest};
use crate::model::api::{Api, Form, TABLE};
use crate::model::id::{Domain, Ref};
use crate::model::names::Symbol;
use crate::model::node::{Expr, Node, Term};
use crate::model::reading;
use crate::model::sequence::{Scope, ScopeKind, Step};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;

use super::super::env::{Local, Usual};
use super::{Checker, fit, mistake};

/// The words of every step.
const STEP: [&str; 2] = ["number", "side"];

const EVERYWHERE: [&str; 8] = ["me", "my", "mine", "theirs", "game", "winner", "usual", "none"];

impl Checker<'_, '_> {
    /// The meaning of a bare name.
    pub(super) fn bare(&mut self, name: &str, at: Span, expected: Option<Type>) -> Node {
        if let Some(node) = self.bound(name, at) {
            return node;
        }
        if let Some(node) = self.everywhere(name, at) {
            return node;
        }
        if let Some(node) = self.symbol(name, at, expected) {
            return node;
        }
        let word = TABLE.iter().find(|entry| entry.form == Form::Word && entry.name == name);
        if let Some(entry) = word {
            return self.api_node(entry.api, Vec::new(), at);
        }
        let diagnostic = self.unknown_value_of(name, expected, at).unwrap_or_else(|| self.unknown(name, at));
        self.mistaken(diagnostic, at)
    }

    /// The error for a name where a value of a list is expected, if it means nothing else.
    fn unknown_value_of(&self, name: &str, expected: Option<Type>, at: Span) -> Option<Diagnostic> {
        let Some(Type::One(Domain::List(list), _)) = expected else { return None };
        let list = self.env.game.lists.get(usize::from(list))?;
        let is_known = self.env.game.terms.keys().any(|(word, _)| word == name) || self.own_of(name).is_some();
        if is_known || !self.env.names.get(name).is_empty() || mistake::bare_elsewhere(name).is_some() {
            return None;
        }
        let advice = crate::diagnostic::instead(name, list.members.iter().map(|member| member.name.as_str()))?;
        Some(mistake::unknown_value(name, &list.name, at).suggest(Some(advice)))
    }

    /// True if a local or a parameter of an enclosing scope has this name.
    pub(super) fn is_bound(&self, name: &str) -> bool {
        self.env.frame.local(name).is_some() || self.scope_param(name).is_some()
    }

    /// True if a bare name has any meaning.
    pub(super) fn is_known(&self, name: &str) -> bool {
        self.is_bound(name)
            || EVERYWHERE.contains(&name)
            || !self.env.names.get(name).is_empty()
            || TABLE.iter().any(|entry| entry.form == Form::Word && entry.name == name)
    }

    fn bound(&mut self, name: &str, at: Span) -> Option<Node> {
        if let Some((slot, local)) = self.env.frame.local(name) {
            let mut ty = local.ty;
            if ty.is_optional() && self.guards.has(name) {
                ty = ty.present();
            }
            if let Some(local) = self.env.frame.locals.get_mut(slot as usize) {
                local.used = true;
            }
            return Some(Node::new(Expr::Local(slot), ty, at));
        }
        self.scope_param(name).map(|(expr, ty)| Node::new(expr, ty, at))
    }

    fn scope_param(&self, name: &str) -> Option<(Expr, Type)> {
        self.env.frame.scopes.iter().rev().find_map(|scope| {
            let params = &self.env.game.scopes.get(scope.at())?.params;
            let index = params.iter().position(|param| param.name == name)?;
            Some((Expr::ScopeParam(*scope, index as u16), params.get(index)?.ty))
        })
    }

    fn everywhere(&mut self, name: &str, at: Span) -> Option<Node> {
        if !self.env.frame.acts && matches!(name, "me" | "my" | "mine" | "theirs") {
            let sides: Vec<&str> = self.env.game.sides.iter().map(|side| side.name.as_str()).collect();
            return Some(self.mistaken(mistake::nobody_acts(name, &sides, at), at));
        }
        let me = || Node::new(Expr::Me, Type::One(Domain::Side, false), at);
        Some(match name {
            "me" | "my" => me(),
            "mine" => self.api_node(Api::PiecesOf, vec![me()], at),
            "theirs" => {
                let foes = self.api_node(Api::Foes, vec![me()], at);
                self.api_node(Api::PiecesOf, vec![foes], at)
            }
            "game" => Node::new(Expr::Const(Value::Ref(Ref::GAME)), Type::One(Domain::Game, false), at),
            "winner" => Node::new(Expr::Winner, Type::One(Domain::Side, true), at),
            "none" => Node::new(Expr::Const(Value::None), Type::None, at),
            "usual" => match &self.env.frame.usual {
                Some(Usual::Value(old)) => {
                    let (old, ty) = (old.clone(), old.ty);
                    Node::new(Expr::Usual(Box::new(old)), ty, at)
                }
                Some(Usual::Procedure(_) | Usual::Function(_)) => self.mistaken(mistake::not_called(name, at), at),
                None => return None,
            },
            _ => return None,
        })
    }

    /// A name of the game. The expected type chooses among several readings; without one, the first value is taken.
    fn symbol(&mut self, name: &str, at: Span, expected: Option<Type>) -> Option<Node> {
        let names = self.env.names;
        let symbols = names.get(name);
        if symbols.is_empty() {
            return None;
        }
        let nodes: Vec<Node> = symbols.iter().filter_map(|symbol| self.as_value(symbol, at)).collect();
        let fitting = expected.filter(|wanted| *wanted != Type::Any);
        if let Some(wanted) = fitting
            && let Some(node) = nodes.iter().find(|node| fit::fits(wanted, node.ty) && node.ty != Type::Any)
        {
            return Some(node.clone());
        }
        let constants: Vec<&Node> = nodes.iter().filter(|node| matches!(node.expr, Expr::Const(_))).collect();
        let mut types: Vec<Type> = constants.iter().map(|node| node.ty).collect();
        types.dedup();
        // A link is both a value and a question; only values of different lists are ambiguous.
        if types.len() > 1
            && types
                .iter()
                .all(|ty| matches!(ty, Type::One(Domain::List(_) | Domain::Kind | Domain::Side | Domain::Mode, _)))
        {
            let readings: Vec<String> = types.iter().map(|ty| fit::name(self.env.game, *ty)).collect();
            let owners = types.iter().filter_map(|ty| ty.domain());
            let owners: Vec<&str> = owners.map(|domain| fit::plain(self.env.game, domain)).collect();
            return Some(self.mistaken(mistake::several_readings(name, &readings, &owners, at), at));
        }
        if let Some(node) = nodes.first() {
            return Some(node.clone());
        }
        if symbols.iter().all(|symbol| matches!(symbol, Symbol::Noun { plural: false, .. } | Symbol::List(_))) {
            return None;
        }
        Some(self.mistaken(mistake::not_called(name, at), at))
    }

    /// A reading of a name as a value; `None` if it is not one.
    fn as_value(&mut self, symbol: &Symbol, at: Span) -> Option<Node> {
        let game = self.env.game;
        let all_spaces = || Box::new(Node::new(Expr::All(Domain::Space), Type::Set(Domain::Space), at));
        let (expr, ty) = match symbol {
            Symbol::Value(value, ty) => (Expr::Const(value.clone()), *ty),
            Symbol::Noun { noun, plural: true } => (Expr::Members(*noun), reading::noun_type(game, *noun, true)),
            Symbol::Word { word, negated } => {
                let declared = game.words.get(word.at()).filter(|word| word.params.is_empty())?;
                let ty = reading::term_type(game, Term::Word(*word));
                let _ = declared;
                (Expr::Word { word: *word, args: Vec::new(), negated: *negated }, ty)
            }
            Symbol::Quantity(quantity) => {
                game.quantities.get(quantity.at()).filter(|quantity| quantity.params.is_empty())?;
                (Expr::Quantity { quantity: *quantity, args: Vec::new() }, reading::quantity_type(game, *quantity))
            }
            Symbol::Offer(offer, _) => {
                (Expr::Const(Value::Ref(Ref::new(Domain::Offer, offer.0))), Type::One(Domain::Offer, false))
            }
            Symbol::Scope(scope) => (Expr::Running(*scope), Type::Scope(*scope)),
            Symbol::Procedure(_) => return None,
            Symbol::Link(link) => {
                (Expr::Const(Value::Ref(Ref::new(Domain::Link, link.0))), Type::One(Domain::Link, false))
            }
            Symbol::Flag(var) => {
                let declared = game.vars.get(var.at())?;
                let term = Term::Var(*var);
                match declared.subject {
                    Domain::Game => {
                        let of = Node::new(Expr::Const(Value::Ref(Ref::GAME)), Type::One(Domain::Game, false), at);
                        (Expr::Get { term, of: Box::new(of), negated: false }, Type::Flag)
                    }
                    Domain::Space => {
                        (Expr::Filter { term, of: all_spaces(), negated: false }, Type::Set(Domain::Space))
                    }
                    subject => {
                        let all = Node::new(Expr::All(subject), Type::Set(subject), at);
                        (Expr::Filter { term, of: Box::new(all), negated: false }, Type::Set(subject))
                    }
                }
            }
            Symbol::Region(region) => (
                Expr::Filter { term: Term::Region(*region), of: all_spaces(), negated: false },
                Type::Set(Domain::Space),
            ),
            Symbol::Unique(unique) => {
                let declared = game.uniques.get(usize::from(*unique))?;
                (Expr::Unique(*unique), Type::One(Domain::Piece, !declared.always))
            }
            Symbol::Noun { plural: false, .. } | Symbol::List(_) => return None,
            Symbol::Permission(_) | Symbol::Table(_) | Symbol::Function(_) | Symbol::Walk(_) => return None,
        };
        Some(Node::new(expr, ty, at))
    }

    /// Two names read as one: a value of a list, a word of a scope.
    pub(super) fn qualified(&mut self, name: &str, word: &str, span: Span) -> Option<Node> {
        let names = self.env.names;
        for symbol in names.get(name) {
            let found = match symbol {
                Symbol::List(list) if word == "all" => {
                    let domain = Domain::List(list.0);
                    Some(Node::new(Expr::All(domain), Type::Set(domain), span))
                }
                Symbol::List(list) => self.value_of(Domain::List(list.0), word, span),
                Symbol::Noun { noun, plural: false } => {
                    let domain = self.env.game.nouns.get(noun.at())?.domain;
                    self.value_of(domain, word, span)
                }
                Symbol::Scope(scope) | Symbol::Procedure(scope) | Symbol::Offer(_, scope) => {
                    self.scope_member(*scope, word, span)
                }
                Symbol::Value(..)
                | Symbol::Noun { plural: true, .. }
                | Symbol::Word { .. }
                | Symbol::Quantity(_)
                | Symbol::Permission(_)
                | Symbol::Table(_)
                | Symbol::Function(_)
                | Symbol::Link(_)
                | Symbol::Flag(_)
                | Symbol::Walk(_)
                | Symbol::Unique(_)
                | Symbol::Region(_) => None,
            };
            if found.is_some() {
                return found;
            }
        }
        if let Some(step) = names.get(name).iter().find_map(|symbol| self.step_of(symbol)) {
            let scope = self.env.game.scopes.get(step.scope.at())?;
            let params = scope.params.iter().map(|param| param.name.as_str());
            let near =
                nearest(word, params.chain(self.env.game.turns_of(step.scope).map(|(_, list)| list)).chain(STEP));
            let at = span.part(span.len() - word.len(), word.len());
            return Some(self.mistaken(mistake::unknown_word(word, &format!("the step `{name}`"), near, at), span));
        }
        let only_list = |symbol: &Symbol| matches!(symbol, Symbol::List(_) | Symbol::Noun { plural: false, .. });
        let symbols = names.get(name);
        if !symbols.is_empty() && symbols.iter().all(only_list) {
            return Some(self.unknown_value(name, word, symbols, span));
        }
        None
    }

    fn step_of(&self, symbol: &Symbol) -> Option<&Step> {
        let Symbol::Scope(scope) = symbol else { return None };
        self.env.game.steps.iter().find(|step| step.scope == *scope)
    }

    fn value_of(&self, domain: Domain, word: &str, span: Span) -> Option<Node> {
        let symbols = self.env.names.get(word);
        symbols.iter().find_map(|symbol| match symbol {
            Symbol::Value(value, ty) if ty.domain() == Some(domain) => {
                Some(Node::new(Expr::Const(value.clone()), *ty, span))
            }
            _ => None,
        })
    }

    fn unknown_value(&mut self, list: &str, word: &str, symbols: &[Symbol], span: Span) -> Node {
        let domain = symbols.iter().find_map(|symbol| match symbol {
            Symbol::List(list) => Some(Domain::List(list.0)),
            Symbol::Noun { noun, .. } => self.env.game.nouns.get(noun.at()).map(|noun| noun.domain),
            _ => None,
        });
        let of_list = |symbol: &Symbol| matches!(symbol, Symbol::Value(_, ty) if ty.domain() == domain);
        let names = self
            .env
            .names
            .symbols
            .iter()
            .filter(|(_, symbols)| symbols.iter().any(of_list))
            .map(|(name, _)| name.as_str());
        let near = nearest(word, names);
        let diagnostic = if near.is_none() && symbols.iter().all(|symbol| matches!(symbol, Symbol::Noun { .. })) {
            let member =
                self.env.frame.locals.iter().find(|local| local.ty.domain() == domain && !local.name.is_empty());
            let words = self.env.game.terms.keys().filter(|(_, subject)| Some(*subject) == domain);
            let words: Vec<&str> = words.map(|(word, _)| word.as_str()).collect();
            let meant = if words.contains(&word) { None } else { nearest(word, words) };
            let word = meant.unwrap_or(word);
            mistake::unbound_noun(list, word, member.map(|local| local.name.as_str()), span)
        } else {
            mistake::unknown_word(word, &format!("`{list}`"), near, span)
        };
        self.mistaken(diagnostic, span)
    }

    /// A variable of this name that each run of a sequence has, by its path: `congress.guests`.
    pub(super) fn of_a_run(&self, name: &str) -> Option<String> {
        let scopes = &self.env.game.scopes;
        let scope = scopes.iter().find(|scope| scope.own.iter().any(|own| own.name == name))?;
        Some(format!("{}.{name}", scope.name))
    }

    fn unknown(&self, name: &str, at: Span) -> Diagnostic {
        if !crate::diagnostic::may_look() {
            return mistake::unknown_name(name, None, at);
        }
        if let Some(path) = self.of_a_run(name) {
            return mistake::of_a_run(name, &path, at);
        }
        let names_turns = |step: &&Step| self.env.game.turns_of(step.scope).is_some_and(|(_, list)| list == name);
        if let Some(step) = self.env.game.steps.iter().find(names_turns) {
            return mistake::unknown_name(name, None, at).help(format!("write `{}.{name}`", step.name));
        }
        let noun = self.env.names.get(name).iter().find_map(|symbol| match symbol {
            Symbol::Noun { noun, plural: false } => self.env.game.nouns.get(noun.at()),
            _ => None,
        });
        if let Some(noun) = noun {
            let member = self.env.frame.locals.iter().find(|local| {
                local.ty.domain() == Some(noun.domain) && !matches!(local.ty, Type::Set(_)) && !local.name.is_empty()
            });
            let member = member.map(|local| local.name.as_str());
            // The member of a loop is not known in the actions of its step.
            let loops = |scope: &&Scope| {
                matches!(scope.kind, ScopeKind::Step(_)) && scope.params.iter().any(|param| param.name == name)
            };
            if let Some(scope) = self.env.game.scopes.iter().find(loops).filter(|_| member.is_none()) {
                let help = format!("the member of the loop `{0}` is `{0}.{name}` here", scope.name);
                return mistake::noun_alone(name, None, None, at).help(help);
            }
            return mistake::noun_alone(name, member, noun.plural.as_deref(), at);
        }
        if let Some(problem) = self.word_without_thing(name, at, |_| true) {
            return problem;
        }
        if let Some(own) = self.own_of(name) {
            return mistake::unknown_name(name, Some(&own), at);
        }
        if let Some(help) = mistake::bare_elsewhere(name) {
            return mistake::unknown_name(name, None, at).help(help);
        }
        if TABLE.iter().any(|entry| entry.form == Form::Function && entry.name == name) {
            let help = format!("`{name}` is a function: write `{name}()`, with what it needs in the brackets");
            return mistake::unknown_name(name, None, at).help(help);
        }
        let frame = &*self.env.frame;
        let is_sure = |name: &&str| !frame.guessed.iter().any(|guessed| guessed == name);
        let locals = || frame.locals.iter().map(|local| local.name.as_str()).filter(is_sure);
        let bound: Vec<&str> = locals().filter(|name| !name.is_empty()).collect();
        if matches!(name, "it" | "self" | "this")
            && let Some(last) = bound.last()
        {
            let help = format!("write `{last}`: `it` is allowed only after `some of`");
            let help = if name == "it" { help } else { format!("write `{}`", bound.join("` or `")) };
            return mistake::unknown_name(name, None, at).help(help);
        }
        // The name of a counter on the board, such as `KT1`.
        let kind = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
        if kind != name && self.env.game.kinds.iter().any(|one| one.name == kind) {
            let help = format!(
                "no piece has this name here; in a test, give it a label in `given`, as in `man = {kind} …`, and write `man`"
            );
            return mistake::unknown_name(name, None, at).help(help);
        }
        let scopes = self.env.frame.scopes.iter().filter_map(|scope| self.env.game.scopes.get(scope.at()));
        let params = scopes.flat_map(|scope| scope.params.iter().map(|param| param.name.as_str()));
        let symbols = self.env.names.symbols.keys().map(String::as_str);
        let entries = TABLE.iter().filter(|entry| entry.form == Form::Word).map(|entry| entry.name);
        match nearest(name, locals().chain(params).chain(EVERYWHERE).chain(entries).chain(symbols)) {
            None => match self.word_like(name) {
                None if !bound.is_empty() && bound.len() <= 6 => {
                    let known = bound.into_iter().map(str::to_owned).collect();
                    mistake::unknown_name(name, None, at).suggest(Some(Advice::Known(known)))
                }
                like => mistake::unknown_name(name, like.as_deref(), at),
            },
            near => mistake::unknown_name(name, near, at),
        }
    }

    /// The error for a bare name that is a word of things, if it is one and their term is such.
    pub(super) fn word_without_thing(
        &self,
        name: &str,
        at: Span,
        is_such: impl Fn(Term) -> bool,
    ) -> Option<Diagnostic> {
        let game = self.env.game;
        let mut terms = game.terms.iter().filter(|((word, _), (term, _))| word == name && is_such(*term));
        let subject = terms.next().map(|((_, subject), _)| *subject)?;
        let local =
            self.env.frame.locals.iter().find(|local| local.ty.domain() == Some(subject) && !local.name.is_empty());
        // The side of a piece is known where no side acts, too, and does not change with the side that acts.
        let is_piece = |local: &&Local| local.ty == Type::One(Domain::Piece, false) && !local.name.is_empty();
        let piece = self.env.frame.locals.iter().find(is_piece).filter(|_| subject == Domain::Side);
        let owner = piece.map(|piece| format!("{}.side", piece.name));
        let acting = (subject == Domain::Side && self.env.frame.acts).then_some("my");
        let noun = || game.nouns.iter().find(|noun| noun.domain == subject).map(|noun| noun.singular.as_str());
        let example = local.map(|local| local.name.as_str()).or(owner.as_deref()).or(acting).or_else(noun);
        Some(mistake::word_without_thing(name, &fit::one(game, subject), example, at))
    }

    /// The word of things that a name without a preceding dot was probably meant to be.
    pub(super) fn word_like(&self, name: &str) -> Option<String> {
        let words = self.env.game.terms.keys().map(|(word, _)| word.as_str());
        nearest(name, words).map(|word| format!("….{word}"))
    }

    /// Warns about a local that hides a name of the game. Nouns may be hidden, because parameters are named after them.
    pub(super) fn hides(&mut self, name: &str, at: Span) {
        let hidden = self.env.names.get(name).iter().find_map(|symbol| match symbol {
            Symbol::Noun { .. } | Symbol::List(_) => None,
            Symbol::Value(_, ty) => Some(fit::name(self.env.game, *ty)),
            Symbol::Word { .. } => Some("a word".to_owned()),
            Symbol::Quantity(_) => Some("a quantity".to_owned()),
            Symbol::Permission(_) => Some("a permission".to_owned()),
            Symbol::Table(_) => Some("a table".to_owned()),
            Symbol::Function(_) => Some("a function".to_owned()),
            Symbol::Procedure(_) => Some("a procedure".to_owned()),
            Symbol::Offer(..) => Some("an action".to_owned()),
            Symbol::Scope(scope) => Some(match self.env.game.scopes.get(scope.at()).map(|scope| scope.kind) {
                Some(ScopeKind::Builtin) => "a verb of every game".to_owned(),
                Some(ScopeKind::Sequence(_)) => "a sequence".to_owned(),
                _ => "a step".to_owned(),
            }),
            Symbol::Link(_) => Some("a link".to_owned()),
            Symbol::Flag(_) => Some("a flag".to_owned()),
            Symbol::Region(_) => Some("a region".to_owned()),
            Symbol::Walk(_) => Some("a walk".to_owned()),
            Symbol::Unique(_) => Some("a named piece".to_owned()),
        });
        let everywhere = EVERYWHERE.contains(&name)
            || TABLE.iter().any(|entry| entry.form == Form::Word && entry.name == name && name != "pieces");
        let hidden = hidden.or_else(|| everywhere.then(|| "a word of every game".to_owned()));
        if let Some(what) = hidden {
            self.env.report(mistake::hidden(name, &what, at));
        }
    }
}
