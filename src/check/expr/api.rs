//! Entries of the API table: choice of the entry, argument types, result type.

use crate::model::api::{Api, Effect, Form, Gives, TABLE, Wants};
use crate::model::id::Domain;
use crate::model::node::{Expr, Node};
use crate::model::reading;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::expr::Expr as Syntax;

use super::{Checker, fit, mistake};

impl Checker<'_, '_> {
    /// The entry with this form and name for a receiver of this type.
    pub(super) fn api_of_type(&self, form: Form, ty: Type, name: &str) -> Option<Api> {
        let takes = |api: Api| match ty {
            Type::One(domain, _) => reading::receives(api, domain, false),
            Type::Set(domain) => reading::receives(api, domain, true),
            Type::Dice => matches!(api.entry().wants.first(), Some(Wants::Dice)),
            Type::Tally(_) => matches!(api.entry().wants.first(), Some(Wants::Tally)),
            Type::EmptySet => matches!(api.entry().wants.first(), Some(Wants::Set | Wants::Some(_))),
            Type::Shares(_) => matches!(api, Api::Any | Api::Empty | Api::Count),
            Type::Array => matches!(api, Api::Any | Api::Empty | Api::Count),
            Type::Ways => {
                matches!(api, Api::Any | Api::Empty | Api::Count | Api::SomeOf | Api::AllOf)
                    || matches!(api.entry().wants.first(), Some(Wants::Ways))
            }
            Type::Way(_) => matches!(api.entry().wants.first(), Some(Wants::Way)),
            Type::Line => matches!(api.entry().wants.first(), Some(Wants::Line)),
            Type::Any
            | Type::Nothing
            | Type::None
            | Type::Flag
            | Type::Int(_)
            | Type::Half(_)
            | Type::Text
            | Type::Share(_)
            | Type::Scope(_)
            | Type::Printed(_)
            | Type::Results(_)
            | Type::Closure => false,
        };
        TABLE.iter().find(|entry| entry.form == form && entry.name == name && takes(entry.api)).map(|entry| entry.api)
    }

    /// A call of an entry with its written arguments; the receiver of a method is already known.
    pub(super) fn api_call(&mut self, api: Api, receiver: Option<Node>, args: &[Syntax], span: Span, at: Span) -> Node {
        let entry = api.entry();
        let skip = usize::from(receiver.is_some());
        let most = entry.wants.len() - skip;
        let least = most - entry.optional as usize;
        if !(least..=most).contains(&args.len()) {
            let takes = match (least, most) {
                (0, 0) => "no arguments".to_owned(),
                (1, 1) => "one argument".to_owned(),
                (a, b) if a == b => format!("{a} arguments"),
                (a, b) => format!("{a} to {b} arguments"),
            };
            self.arguments_of_unknown(args);
            let counted = match entry.name {
                "roll" => {
                    let takes = "no argument or the number of dice";
                    mistake::argument_count(entry.name, takes, args.len(), at)
                        .help("the faces of the die are those of the `game` item")
                }
                _ => mistake::argument_count(entry.name, &takes, args.len(), at)
                    .help(format!("write `{}`", entry.written())),
            };
            return self.mistaken(counted, span);
        }
        if let (Api::Move, None, [first, ..]) = (api, &receiver, args) {
            let before = self.env.diagnostics.len();
            let moved = self.value(first, None);
            self.env.diagnostics.truncate(before);
            if moved.ty.domain() == Some(Domain::Piece) {
                self.arguments_of_unknown(args);
                let meant: Vec<&str> = args.iter().map(|arg| self.slice(arg.span)).collect();
                let problem = mistake::piece_moved(&format!("place({})", meant.join(", ")), first.span);
                return self.mistaken(problem, span);
            }
        }
        let mut nodes: Vec<Node> = receiver.into_iter().collect();
        let before = self.env.diagnostics.len();
        for (arg, wants) in args.iter().zip(entry.wants.iter().skip(skip)) {
            let node = self.argument(api, *wants, &nodes, arg);
            nodes.push(node);
        }
        self.one_error_of_arguments(before, &entry.written(), args);
        self.api_node(api, nodes, span)
    }

    /// The node of an entry with its arguments.
    pub(super) fn api_node(&mut self, api: Api, args: Vec<Node>, span: Span) -> Node {
        let entry = api.entry();
        let does = match entry.effect {
            Effect::Pure => None,
            Effect::Rolls => Some("rolls"),
            Effect::Asks => Some("asks a player"),
            Effect::Changes => Some("changes the state"),
        };
        if let (true, Some(does)) = (self.env.frame.pure, does) {
            self.env.report(mistake::impure(entry.name, does, span));
        }
        if let (Api::Put, Some(node)) = (api, args.first())
            && let Expr::Const(Value::Ref(thing)) = &node.expr
            && let Some(kind) = self.env.game.kinds.get(usize::from(thing.index))
        {
            if kind.is_family {
                self.env.report(mistake::family_put(&kind.name, node.span));
            } else if let Some(fact) = self.env.game.lacks_a_fact(thing.index) {
                let fact = &self.env.game.facts[fact.at()];
                self.env.report(mistake::put_without(&kind.name, node.span, &fact.name, fact.span));
            }
        }
        let sides = &self.env.game.sides;
        let listed = sides.iter().filter(|side| side.listed).count();
        if api == Api::Foe && sides.len() != 2 && listed != 2 {
            self.env.report(mistake::several_foes(listed, span));
        } else if let (Api::Foe, 3.., Some(Expr::Const(Value::Ref(side)))) =
            (api, sides.len(), args.first().map(|receiver| &receiver.expr))
            && let Some(side) = sides.get(usize::from(side.index)).filter(|side| !side.listed)
        {
            // Two players and a side of chance: only the players have a single foe.
            let problem = mistake::foes_beside(&side.title, span);
            self.env.report(problem);
        }
        let ty = match args.first().map(|receiver| receiver.ty) {
            Some(Type::Set(domain)) if reading::filters(api) => Type::Set(domain),
            _ => gives(entry.gives, entry.wants, &args),
        };
        Node::new(Expr::Api { api, args }, ty, span)
    }

    fn argument(&mut self, api: Api, wants: Wants, before: &[Node], arg: &Syntax) -> Node {
        let receiver = before.first().map_or(Type::Any, |node| node.ty);
        match wants {
            Wants::Spot => {
                let node = self.value(arg, None);
                let is_spot = |domain| matches!(domain, Domain::Piece | Domain::Space);
                if node.ty.domain().map_or(may_be_empty(node.ty), is_spot) {
                    node
                } else {
                    self.not("a piece, a space or a set of them", node)
                }
            }
            Wants::Member => {
                let node = self.value(arg, None);
                let own = fit::domain_of(receiver).filter(|own| *own != Domain::Number);
                let fits = |domain| own.is_none_or(|own| own == domain);
                if node.ty.domain().map_or(own.is_none() || may_be_empty(node.ty), fits) {
                    node
                } else {
                    self.not("a member", node)
                }
            }
            Wants::Int => self.typed(arg, Type::Int(false)),
            Wants::Prompt => self.typed(arg, Type::Text),
            Wants::Place => self.place(arg, api == Api::PlacesNamed),
            Wants::One(domain) => self.typed(arg, Type::One(domain, false)),
            Wants::Some(domain) => {
                let node = self.value(arg, Some(Type::One(domain, false)));
                if fit::fits(Type::Set(domain), node.ty) {
                    self.sure(node, domain)
                } else {
                    self.wanted(node, Type::One(domain, false))
                }
            }
            Wants::Thing => {
                let node = self.value(arg, None);
                if matches!(node.ty, Type::One(..) | Type::Any | Type::None) {
                    node
                } else {
                    self.not("one thing", node)
                }
            }
            Wants::Set => {
                let node = self.value(arg, None);
                if fit::is_setlike(node.ty) || self.is_range(&node) { node } else { self.not("a set", node) }
            }
            Wants::Like => self.like(receiver, arg),
            Wants::Dice => self.typed(arg, Type::Dice),
            Wants::Measure => {
                let domain = measured(api, before).or_else(|| fit::domain_of(receiver));
                self.measure(arg, domain)
            }
            Wants::Test => {
                let ty = match receiver {
                    Type::Line => reading::member_type(Domain::Space),
                    Type::Ways => Type::Way(false),
                    other => fit::domain_of(other).map_or(Type::Any, reading::member_type),
                };
                self.member_closure(arg, ty, Type::Flag, &format!(".{}(|it| …)", api.entry().name))
            }
            Wants::Tally => {
                let node = self.value(arg, None);
                if matches!(node.ty, Type::Tally(_) | Type::Any) { node } else { self.not("a tally", node) }
            }
            Wants::Way => self.typed(arg, Type::Way(false)),
            Wants::Ways => self.typed(arg, Type::Ways),
            Wants::Line => self.typed(arg, Type::Line),
            Wants::Offers => self.offers(arg),
            Wants::Level => match self.env.game.outcomes {
                Some(list) => self.typed(arg, Type::One(Domain::List(list.0), true)),
                None => self.value(arg, None),
            },
            Wants::Limits => self.limits(arg, measured(api, before)),
            Wants::Variable => self.variable(arg, receiver),
            Wants::Answer => self.secret_answer(arg, receiver, before.last()),
        }
    }

    fn is_range(&self, node: &Node) -> bool {
        matches!(node.expr, Expr::Range { .. })
    }

    fn like(&mut self, receiver: Type, arg: &Syntax) -> Node {
        let Some(domain) = fit::domain_of(receiver) else { return self.value(arg, None) };
        let node = self.value(arg, Some(reading::member_type(domain)));
        if fit::fits(Type::Set(domain), node.ty) { node } else { self.wanted(node, reading::member_type(domain)) }
    }

    /// Reports a value of the wrong type, with the expected one in words.
    pub(super) fn not(&mut self, wanted: &str, node: Node) -> Node {
        let found = fit::name(self.env.game, node.ty);
        let diagnostic = mistake::wrong_type(wanted, &found, node.span);
        let diagnostic = match wanted {
            "a space" | "spaces" | "a set of spaces" => {
                self.with_advice(diagnostic, Type::One(Domain::Space, false), &node)
            }
            "a number" => self.with_advice(diagnostic, Type::Int(false), &node),
            _ => diagnostic,
        };
        self.mistaken(diagnostic, node.span)
    }
}

/// True for values without a domain that may stand for no thing, or for things that are not known yet.
fn may_be_empty(ty: Type) -> bool {
    matches!(ty, Type::Any | Type::EmptySet | Type::None | Type::Array)
}

/// The domain of the set chosen from or divided over, for a measure or limit about its members.
fn measured(api: Api, before: &[Node]) -> Option<Domain> {
    let entry = api.entry();
    let at = entry.wants.iter().enumerate().skip(1).find(|(_, wants)| **wants == Wants::Set)?.0;
    before.get(at).and_then(|node| fit::domain_of(node.ty))
}

/// The result type of a call.
fn gives(gives: Gives, wants: &[Wants], args: &[Node]) -> Type {
    let receiver = args.first().map_or(Type::Any, |node| node.ty);
    // The set chosen from is the first set after the receiver; for `random(prompt, S)` it is `S`.
    let chosen =
        wants.iter().enumerate().skip(1).find(|(_, wants)| **wants == Wants::Set).and_then(|(at, _)| args.get(at));
    let chosen = chosen.map_or(Type::Any, |node| node.ty);
    let set = |ty: Type| match ty {
        Type::EmptySet => Type::EmptySet,
        other => fit::domain_of(other).map_or(Type::Any, Type::Set),
    };
    let member = |ty: Type, maybe: bool| match fit::domain_of(fit::of_pieces(ty)).map(reading::member_type) {
        Some(member) if maybe => member.optional(),
        Some(member) => member,
        None => Type::Any,
    };
    match gives {
        Gives::Type(ty) => ty,
        Gives::Same => set(receiver),
        Gives::MaybeMember => member(receiver, true),
        Gives::Chosen => member(chosen, false),
        Gives::MaybeChosen => member(chosen, true),
        Gives::ChosenSet => set(chosen),
        Gives::Parts => fit::domain_of(chosen).map_or(Type::Any, Type::Shares),
        Gives::TallyOf => fit::domain_of(receiver).map_or(Type::Any, Type::Tally),
        Gives::Wider => args.iter().map(|node| node.ty).reduce(fit::join).unwrap_or(Type::Int(false)),
        Gives::Union => args.iter().find_map(|node| fit::domain_of(node.ty)).map_or(Type::Any, Type::Set),
    }
}
