//! Assignment: only to locals, tallies, declared state, slots and modes.

use crate::diagnostic::Diagnostic;
use crate::model::api::Api;
use crate::model::game::{ListOrigin, Var};
use crate::model::id::{Domain, VarId};
use crate::model::names::Symbol;
use crate::model::node::{Expr, Node, Operator, Target, Term};
use crate::model::reading;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::ast::expr::{Expr as Syntax, ExprKind, LinkKind, Path};

use super::super::env::Local;
use super::chain::{may_lack, stands};
use super::{Checker, fit, mistake};

impl Checker<'_, '_> {
    /// `a = b`, `a += b`.
    pub(super) fn assignment(&mut self, target: &Syntax, sign: &Name, value: &Syntax) -> Node {
        let operator = match sign.text.as_str() {
            "=" => None,
            "+=" => Some(Operator::Add),
            "-=" => Some(Operator::Subtract),
            "*=" => Some(Operator::Multiply),
            "/=" => Some(Operator::Divide),
            "%=" => Some(Operator::Remainder),
            "|=" => Some(Operator::Union),
            "&=" => Some(Operator::Both),
            other => {
                let what = format!("operator `{other}`");
                let diagnostic = mistake::left_out(&what, "use `= += -= *= /= %= |= &=`", sign.span);
                return self.mistaken(diagnostic, sign.span);
            }
        };
        if operator.is_none() {
            self.sign_apart(sign.span, value.span);
        }
        match &target.kind {
            ExprKind::Name(name) => self.assign_local(name, operator, value, target.span),
            ExprKind::Path(path) => self.assign_chain(path, operator, value),
            // The parser rejects all others.
            _ => Node::new(Expr::Error, Type::Any, target.span),
        }
    }

    /// Warns of `=-` and `=+` with a space behind them, which look like an operator.
    fn sign_apart(&mut self, sign: Span, value: Span) {
        let text = self.slice(sign.to(value));
        let (operator, swapped) = match text.as_bytes() {
            [b'=', b'-', b' ', ..] => ("=-", "-="),
            [b'=', b'+', b' ', ..] => ("=+", "+="),
            _ => return,
        };
        let problem = Diagnostic::warning("sign-apart", format!("`{operator}` is no operator"));
        let problem = problem.at(sign.to(value), "this sets the value");
        self.env
            .report(problem.help(format!("write `{swapped}` to change it, or the sign beside the number to set it")));
    }

    fn assign_local(&mut self, name: &str, operator: Option<Operator>, value: &Syntax, at: Span) -> Node {
        let Some((slot, local)) = self.env.frame.local(name) else {
            let value = self.value(value, None);
            if self.is_known(name) {
                let help = self.instead_of_assigning(name, value.span);
                self.env.report(mistake::constant_assigned(name, at).help(help));
            } else if let Some(path) = self.of_a_run(name) {
                self.env.report(mistake::of_a_run(name, &path, at));
            } else if let Some(problem) = self.word_without_thing(name, at, |term| matches!(term, Term::Var(_))) {
                self.env.report(problem);
            } else {
                let written = self.slice(at.to(value.span)).lines().next().unwrap_or_default();
                let locals = self.env.frame.locals.iter().map(|local| local.name.as_str());
                let own = self.own_of(name);
                let help = match crate::diagnostic::nearest(name, locals) {
                    _ if own.is_some() => format!("did you mean `{}`?", own.unwrap_or_default()),
                    Some(near) => format!("did you mean `{near}`? A new name begins with `let`"),
                    None => format!("a new name begins with `let`: `let {written}`"),
                };
                self.env.report(mistake::unknown_name(name, None, at).help(help));
                // The name is known from here on, so that its uses are not reported as well.
                self.env.frame.bind(Local { mutable: true, ..Local::param(name, value.ty) });
            }
            return Node::new(Expr::Error, Type::Any, at);
        };
        let (ty, mutable, is_bound_here) = (local.ty, local.mutable, local.declared.is_some());
        if !mutable {
            let help = match is_bound_here {
                true => "write `let` instead of `const`".to_owned(),
                false => new_name(name),
            };
            self.env.report(mistake::constant_assigned(name, at).help(help));
        }
        let value = self.value(value, Some(ty));
        // A name that begins as `nothing` is a set of what the first set holds.
        let wanted = match (ty, value.ty) {
            (Type::EmptySet, Type::Set(domain) | Type::One(domain, _)) => Type::Set(domain),
            _ => ty,
        };
        let value = self.wanted(value, wanted);
        self.guards.forget(name);
        let joined = fit::join(wanted, value.ty);
        if (operator.is_none() || wanted != ty)
            && let Some(local) = self.env.frame.locals.get_mut(slot as usize)
        {
            local.ty = if joined == Type::Any { wanted } else { joined };
        }
        let span = at.to(value.span);
        Node::new(Expr::Assign { slot, operator, value: Box::new(value) }, Type::Nothing, span)
    }

    /// What to write instead of an assignment to a name of the game or of the language.
    fn instead_of_assigning(&self, name: &str, value: Span) -> String {
        let written = self.slice(value);
        let flag = self.env.names.get(name).iter().find_map(|symbol| match symbol {
            Symbol::Flag(var) => self.env.game.vars.get(var.at()),
            _ => None,
        });
        let list = self.env.names.get(name).iter().find_map(|symbol| match symbol {
            Symbol::List(list) => self.env.game.lists.get(list.at()).map(|list| list.origin),
            _ => None,
        });
        match (name, flag) {
            _ if self.is_bound(name) => new_name(name),
            _ if list == Some(ListOrigin::Weathers) => format!("write `game.{written} = true`"),
            _ if list == Some(ListOrigin::Terrains) => format!("write `space.{written} = true`"),
            ("winner", _) => format!("`finish({written})` ends the game"),
            ("me" | "my" | "mine" | "theirs", _) => {
                format!("the step says who acts: name the side instead of `{name}`")
            }
            (_, Some(flag)) if flag.subject == Domain::Game => format!("write `game.{name} = {written}`"),
            (_, Some(_)) => format!("write `space.{name} = {written}`"),
            _ => format!("a new name begins with `let`: `let {name} = …`"),
        }
    }

    fn assign_chain(&mut self, path: &Path, operator: Option<Operator>, value: &Syntax) -> Node {
        let Some((of, last)) = self.chain_but_last(path) else {
            return Node::new(Expr::Error, Type::Any, path.root.span);
        };
        match &last.kind {
            LinkKind::Index(index) => self.assign_index(of, index, operator, value),
            LinkKind::Word(name) => self.assign_property(of, &name.text, operator, value, name.span),
            // The parser rejects this.
            LinkKind::Call(_) => Node::new(Expr::Error, Type::Any, of.span),
        }
    }

    fn assign_index(&mut self, of: Node, index: &Syntax, operator: Option<Operator>, value: &Syntax) -> Node {
        let wanted = match of.ty {
            Type::Tally(domain) => reading::member_type(domain),
            _ => Type::Any,
        };
        let index = self.typed(index, wanted);
        let value = self.typed(value, if matches!(of.ty, Type::Tally(_)) { Type::Int(false) } else { Type::Any });
        let span = of.span.to(value.span);
        let Expr::Local(slot) = of.expr else {
            return self.mistaken(mistake::constant_assigned(self.slice(of.span), of.span), span);
        };
        if !matches!(of.ty, Type::Tally(_) | Type::Any) {
            let found = fit::name(self.env.game, of.ty);
            return self.mistaken(mistake::wrong_type("a tally", &found, of.span), span);
        }
        Node::new(
            Expr::AssignIndex { slot, index: Box::new(index), operator, value: Box::new(value) },
            Type::Nothing,
            span,
        )
    }

    fn assign_property(&mut self, of: Node, name: &str, operator: Option<Operator>, value: &Syntax, at: Span) -> Node {
        let span = of.span.to(at);
        let domain = match of.ty {
            Type::One(domain, _) | Type::Set(domain) => domain,
            Type::Scope(scope) => return self.assign_own(scope, name, operator, value, at),
            other => {
                self.value(value, None);
                if other == Type::Any {
                    return Node::new(Expr::Error, Type::Any, span);
                }
                let what = format!("a word of {}", fit::name(self.env.game, other));
                return self.mistaken(mistake::not_assignable(name, &what, None, at), span);
            }
        };
        if self.env.frame.pure {
            self.env.report(mistake::impure(name, "is changed", at));
        }
        // Where sides have the cards, a card has an owner.
        let is_owner = matches!(of.expr, Expr::Api { api: Api::OwnerOf, .. });
        if may_lack(&of) && !is_owner {
            let thing = self.slice(of.span).to_owned();
            self.env.report(mistake::absent_assigned(name, &thing, of.span));
        }
        match reading::term(self.env.game, domain, name) {
            Some((Term::Var(var), negated)) => self.set_var(of, var, negated, operator, value, at),
            Some((Term::Facing, _)) => self.set_built_in(of, domain, name, value, at),
            Some((term, _)) => {
                self.value(value, None);
                let diagnostic = not_state(term, name, at);
                self.mistaken(diagnostic, span)
            }
            None => self.set_built_in(of, domain, name, value, at),
        }
    }

    fn set_var(
        &mut self,
        of: Node,
        var: VarId,
        negated: bool,
        operator: Option<Operator>,
        value: &Syntax,
        at: Span,
    ) -> Node {
        let Some(declared) = self.env.game.vars.get(var.at()) else {
            return Node::new(Expr::Error, Type::Any, at);
        };
        self.ask_lifetime(declared, at);
        let (wanted, name) = (declared.ty, declared.name.as_str());
        let range = declared.range.filter(|_| operator.is_none());
        self.ask_operator(operator, wanted, at);
        let value = self.typed(value, wanted);
        self.ask_held(&value, wanted, name, range);
        let span = of.span.to(value.span);
        Node::new(
            Expr::Set { target: Target::Var(var, negated), of: Box::new(of), operator, value: Box::new(value) },
            Type::Nothing,
            span,
        )
    }

    /// Reports `none`, or what may be `none`, for a variable that always holds something, and a number that it cannot
    /// hold.
    pub(super) fn ask_held(&mut self, value: &Node, wanted: Type, name: &str, range: Option<(i64, i64)>) {
        if let (Expr::Const(Value::Int(number)), Some((low, high))) = (&value.expr, range)
            && !(low..=high).contains(number)
        {
            self.env.report(super::super::error::out_of_range(*number, value.span, low, high));
        }
        if wanted.is_optional() || matches!(wanted, Type::Any | Type::Set(_) | Type::Dice | Type::Flag) {
            return;
        }
        if value.ty == Type::None {
            let wanted = fit::name(self.env.game, wanted);
            self.env.report(
                mistake::wrong_type(&wanted, "`none`", value.span).help("declare it with `?` so that it may be `none`"),
            );
        } else if value.ty.is_optional() && !stands(value) {
            let written = self.slice(value.span).to_owned();
            if !self.guards.has(&written) {
                self.env.report(mistake::absent_held(name, &written, self.guards.asks(&written), value.span));
            }
        }
    }

    /// Reports `+=` and the like for what holds one thing.
    pub(super) fn ask_operator(&mut self, operator: Option<Operator>, ty: Type, at: Span) {
        let one = match ty {
            Type::One(Domain::Number, _) => return,
            Type::Flag | Type::One(..) | Type::Way(_) => fit::name(self.env.game, ty),
            _ => return,
        };
        if operator.is_none() {
            return;
        }
        let problem = mistake::wrong_type("a number or a set", &one, at);
        self.env.report(match ty {
            Type::One(..) => problem.help("write `=`; to hold several, declare a set: the plural as its type"),
            _ => problem.help("write `=`"),
        });
    }

    /// Reports a variable that is written where it does not live.
    pub(super) fn ask_lifetime(&mut self, declared: &Var, at: Span) {
        if let Some(running) = &self.env.frame.lifetime
            && !declared.lives_in(running)
        {
            let scopes = declared.during.iter().filter_map(|scope| self.env.game.scopes.get(scope.at()));
            let scopes: Vec<String> = scopes.map(|scope| scope.name.clone()).collect();
            self.env.report(super::super::error::outside_lifetime(&declared.name, &scopes, at));
        }
    }

    fn set_to(&mut self, of: Node, target: Target, value: &Syntax, ty: Type, span: Span) -> Node {
        let value = Box::new(self.typed(value, ty));
        Node::new(Expr::Set { target, of: Box::new(of), operator: None, value }, Type::Nothing, span)
    }

    fn set_built_in(&mut self, of: Node, domain: Domain, name: &str, value: &Syntax, at: Span) -> Node {
        let span = of.span.to(at);
        match (domain, name) {
            (Domain::Piece, "slot") => self.set_to(of, Target::Slot, value, Type::Int(true), span),
            (Domain::Piece, "mode") => self.set_to(of, Target::Mode, value, Type::One(Domain::Mode, false), span),
            (Domain::Piece, "facing") if self.env.game.facing.is_some() => {
                self.set_to(of, Target::Facing, value, Type::One(Domain::Direction, false), span)
            }
            (Domain::Step, "number" | "side") => {
                self.value(value, None);
                let what = "counted by the sequence";
                self.mistaken(mistake::not_assignable(name, what, None, at), span)
            }
            _ => {
                self.value(value, None);
                let many = matches!(of.ty, Type::Set(_));
                // Of several things as of one: `units.space`.
                let is_word = [many, false]
                    .into_iter()
                    .any(|many| reading::property(self.env.game, domain, many, name).is_some());
                if is_word {
                    let help = matches!(name, "space" | "area").then(|| "write `place(unit, space)`".to_owned());
                    return self.mistaken(mistake::not_assignable(name, "derived", help, at), span);
                }
                let vars = self.env.game.vars.iter().filter(|var| var.subject == domain).map(|var| var.name.as_str());
                let of = fit::one(self.env.game, domain);
                let diagnostic = mistake::unknown_word(name, &of, crate::diagnostic::nearest(name, vars), at);
                self.mistaken(diagnostic, span)
            }
        }
    }
}

/// What to write instead of an assignment to a parameter, or to the name of a loop or closure.
fn new_name(name: &str) -> String {
    format!("a parameter keeps its value: give the new one a name of its own, such as `let new_{name} = …`")
}

fn not_state(term: Term, name: &str, at: Span) -> Diagnostic {
    let (what, help) = match term {
        _ if name == "weather" => (
            "what the flags of the game say",
            Some("raise the flag of the new weather and lower that of the old one: `game.NAME = true`".to_owned()),
        ),
        Term::Grid(_) | Term::Line(_) if name == "terrain" => (
            "what the terrain of the space says",
            Some("raise the new terrain and lower the old one: `space.NAME = true`, `space.NAME = false`".to_owned()),
        ),
        Term::Fact(_) => (
            "a fact",
            Some(format!(
                "declare it as `var` to change it, or write `modify {name} exactly …` where a rule changes it"
            )),
        ),
        Term::Quantity(_) => ("a quantity", Some(format!("write `modify {name} exactly …` for what changes it"))),
        Term::Word(_) => ("derived", Some("change a value it depends on".to_owned())),
        Term::Kind(_) => ("a kind", None),
        Term::Mode(_) => ("a mode", Some("write `unit.mode = …`".to_owned())),
        Term::Zone(_) => ("a zone", Some("write `move(card, zone)`".to_owned())),
        Term::Grid(_) | Term::Line(_) => ("its place", Some("write `place(unit, space)`".to_owned())),
        Term::Purse(_) => ("what a purse has left", Some("pay from it with `pays`".to_owned())),
        Term::Var(_) | Term::Noun(_) | Term::Box(_) | Term::Region(_) | Term::Facing | Term::Arc(_) => {
            ("no state", None)
        }
    };
    mistake::not_assignable(name, what, help, at)
}
