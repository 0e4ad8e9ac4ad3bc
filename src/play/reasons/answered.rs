//! Why not: the reasons against an answer to a question that a rule asks.

use std::collections::BTreeSet;

use crate::model::api::Api;
use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::value::Value;
use crate::source::plain_words;

use crate::play::answers::question::{Kind, Question};
use crate::play::numbers::operator::contains;
use crate::play::numbers::permission::{About, Refusal};
use crate::play::present::sentence::{fold, longest};
use crate::play::store::locals::{Locals, set_local};
use crate::play::store::world::World;

/// At most this many things that an answer names are examined.
const MOST_NAMED: usize = 3;

impl World<'_> {
    /// The reasons against an answer: what the set of a question requires of the things that the answer names. `by`: the
    /// script that asks, with its arguments; None if a step asks.
    pub fn why_not_answer(
        &self,
        question: &Question,
        by: Option<&(ScriptId, Vec<Value>)>,
        seat: u16,
        text: &str,
    ) -> Vec<Refusal> {
        let named = self.named_in_answer(question, seat, text);
        match by {
            Some((script, args)) if !named.is_empty() => self.outside_asked(question, *script, args, &named),
            _ => Vec::new(),
        }
    }

    /// The rule that asks a question: a script, or the innermost step or action.
    pub fn asker(&self, question: &Question, script: Option<ScriptId>) -> Option<Refusal> {
        let game = self.game;
        let hook = script.and_then(|script| game.hooks.iter().find(|hook| hook.script == Some(script)));
        let rule = script.and_then(|script| game.whenevers.iter().find(|rule| rule.script == script));
        let scopes = self.state.stack.iter().rev().map(|frame| &game.scopes[frame.scope.at()]);
        let scope = scopes.clone().find(|scope| !scope.cites.is_empty()).or(scopes.clone().next());
        let (cites, span) = match (hook, rule, scope) {
            (Some(hook), ..) => (hook.cites.clone(), hook.span),
            (_, Some(rule), _) => (rule.cites.clone(), rule.span),
            (.., Some(scope)) => (scope.cites_under(self.readings), scope.span),
            _ => return None,
        };
        let asked = plain_words(&self.told(&question.prompt));
        Some(Refusal::new(format!("the rule asks: {asked}"), cites, span))
    }

    /// The things that an answer names and that are not among the choices of its question. Cards and face-down pieces
    /// are left out: reasons about them could reveal them.
    fn named_in_answer(&self, question: &Question, seat: u16, text: &str) -> Vec<Ref> {
        let choices = choices(question);
        let Some(domain) = choices.first().map(|one| one.domain).filter(|domain| *domain != Domain::Card) else {
            return Vec::new();
        };
        let all = self.all(domain);
        let out = self.ever(domain).minus(&all);
        let all = all.iter().chain(out.iter()).map(|index| Value::member(domain, index));
        let all: Vec<Value> = all.filter(|value| !self.has_face_down(value)).collect();
        let mut found = Vec::new();
        for part in text.split(',') {
            let said = fold(part);
            // `2 Ch1`: the number is a share.
            let behind = said.trim_start_matches(|sign: char| sign.is_ascii_digit()).trim_start();
            let named = longest(self, &all, &said, seat, true).or_else(|| longest(self, &all, behind, seat, true));
            let thing = named.and_then(|(value, _)| value.as_ref());
            found.extend(thing.filter(|thing| !choices.contains(thing) && !found.contains(thing)));
        }
        found.truncate(MOST_NAMED);
        found
    }

    /// Why things are not in the set that a script lets a side choose from.
    fn outside_asked(&self, question: &Question, script: ScriptId, args: &[Value], named: &[Ref]) -> Vec<Refusal> {
        let script = &self.game.scripts[script.at()];
        let nodes = flattened(&script.body);
        let mut locals = self.locals(args, script.locals);
        let known = self.known_locals(&nodes, args.len(), &mut locals);
        let choices = choices(question);
        for node in &nodes {
            let Some((prompt, set)) = asked_in(node) else { continue };
            if ![prompt, set].into_iter().all(|node| reads_only(node, &known)) {
                continue;
            }
            let is_prompt = |value: &Value| matches!(value, Value::Text(text) if **text == *question.prompt);
            if !self.eval(prompt, &mut locals).is_ok_and(|value| is_prompt(&value)) {
                continue;
            }
            // What changed since a name got its value could make this another set than that of the question.
            let Ok(all) = self.eval(set, &mut locals) else { continue };
            if choices.iter().all(|one| contains(&all, &Value::Ref(*one))) {
                let outside = named.iter().filter(|thing| !contains(&all, &Value::Ref(**thing)));
                let set = set_once(&nodes, set);
                let reasons = outside.filter_map(|thing| self.lacks(set, &mut locals.clone(), *thing));
                // The question lists its choices itself.
                return reasons.filter(|reason| reason.about != About::Choices).collect();
            }
        }
        Vec::new()
    }

    /// The slots of a script whose values follow from its arguments: these, and the names set once to what can be
    /// evaluated again.
    fn known_locals(&self, nodes: &[&Node], args: usize, locals: &mut Locals) -> BTreeSet<u16> {
        let changed = |node: &&Node| match node.expr {
            Expr::Assign { slot, .. } | Expr::AssignIndex { slot, .. } | Expr::For { slot, .. } => Some(slot),
            _ => None,
        };
        let changed: BTreeSet<u16> = nodes.iter().filter_map(changed).collect();
        let mut known: BTreeSet<u16> = (0..args as u16).filter(|slot| !changed.contains(slot)).collect();
        for node in nodes {
            if let Expr::Let(slot, value) = &node.expr
                && !changed.contains(slot)
                && value.plain
                && reads_only(value, &known)
                && let Ok(value) = self.eval(value, locals)
            {
                set_local(locals, *slot, value);
                known.insert(*slot);
            }
        }
        known
    }
}

/// The things among which a question lets a side choose.
fn choices(question: &Question) -> Vec<Ref> {
    match &question.kind {
        Kind::One { of, twins, .. } => of.iter().chain(twins).filter_map(Value::as_ref).collect(),
        Kind::Several { of, .. } => of.clone(),
        Kind::Split { over, .. } => over.iter().map(|(on, _)| *on).collect(),
        Kind::Fill { over, .. } => over.iter().map(|portion| portion.on).collect(),
        _ => Vec::new(),
    }
}

/// The words and the set of a question that an expression asks.
fn asked_in(node: &Node) -> Option<(&Node, &Node)> {
    let Expr::Api { api, args } = &node.expr else { return None };
    let set = match api {
        Api::Choose | Api::MayChoose | Api::Pick | Api::Fill => args.get(2)?,
        Api::Split => args.get(3)?,
        _ => return None,
    };
    Some((args.get(1)?, set))
}

/// What a name in a script was set to, in place of the name. Other expressions stay as they are.
fn set_once<'n>(nodes: &[&'n Node], set: &'n Node) -> &'n Node {
    let Expr::Local(slot) = set.expr else { return set };
    let found = nodes.iter().find_map(|node| match &node.expr {
        Expr::Let(name, of) if *name == slot => Some(&**of),
        _ => None,
    });
    found.unwrap_or(set)
}

/// True if an expression reads no slots but these and its own.
fn reads_only(node: &Node, known: &BTreeSet<u16>) -> bool {
    let nodes = flattened(node);
    let own = |node: &&Node| match node.expr {
        Expr::Closure { slot, .. } | Expr::Safe { slot, .. } | Expr::Let(slot, _) => Some(slot),
        _ => None,
    };
    let own: BTreeSet<u16> = nodes.iter().filter_map(own).collect();
    let mut read = nodes.iter().filter_map(|node| if let Expr::Local(slot) = node.expr { Some(slot) } else { None });
    read.all(|slot| known.contains(&slot) || own.contains(&slot))
}

/// An expression with all its parts, in written order.
fn flattened(node: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    node.walk(&mut |part| found.push(part));
    found
}
