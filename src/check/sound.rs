//! What is wrong although every name and type is right: offers without an end, offers nobody makes, state nobody uses,
//! rules without a section, spaces nobody can reach.

use std::collections::HashSet;

use crate::diagnostic::Diagnostic;
use crate::model::api::{Api, Effect};
use crate::model::game::{Game, Nature, column};
use crate::model::id::{Domain, HookId, OfferId, ScopeId, ScriptId};
use crate::model::node::{Expr, Node};
use crate::model::offer::{Source, Window};
use crate::model::sequence::{Body, ScopeKind};
use crate::model::value::Value;
use crate::syntax::ast::ItemKind;

use super::free::mentions;
use super::gather::Gathered;
use super::maker::Maker;
use super::reads::reads;

/// Looks at the finished game as a whole.
pub(crate) fn look_over(maker: &mut Maker, items: &Gathered) {
    let mut found = Vec::new();
    endless_offers(&maker.game, &mut found);
    unmade_offers(&maker.game, &mut found);
    lonely_spaces(&maker.game, &mut found);
    // Scenarios and tests of all battles speak of state: the game without any is looked at once.
    if items.scenario.is_none() {
        unused_state(maker, &mut found);
    }
    uncited_rules(maker, items, &mut found);
    maker.diagnostics.extend(found);
}

/// Offers that stand in a list until a pass, and that could be repeated endlessly: they cost nothing, are not once for
/// anything, and change nothing of what they read.
fn endless_offers(game: &Game, found: &mut Vec<Diagnostic>) {
    let mut listed = HashSet::new();
    for step in &game.steps {
        if let Body::Actions { offers, once: false, .. } = &step.body {
            listed.extend(offers.iter().copied());
        }
    }
    for (index, offer) in game.offers.iter().enumerate() {
        let repeats = listed.contains(&OfferId(index as u16)) || offer.window != Window::Listed;
        if !repeats || offer.is_family || offer.card.is_some() || !offer.pays.is_empty() || !offer.once.is_empty() {
            continue;
        }
        let mut seen = HashSet::new();
        if read_by(game, index) & written_by_scope(game, offer.scope, &mut seen) == 0 {
            found.push(
                Diagnostic::error("endless-offer", format!("`{}` could be repeated endlessly", offer.name))
                    .at(offer.span, "it is free, not `once`, and changes nothing it depends on")
                    .help("add `once` or `pays`, or set a flag that the first parameter checks"),
            );
        }
    }
}

/// The columns that say whether an offer is open, but for the scopes, which always change.
fn read_by(game: &Game, index: usize) -> u128 {
    let offer = &game.offers[index];
    let mut columns = game.permissions[offer.permission.at()].reads;
    for param in &offer.params {
        columns |= match &param.source {
            Source::One(node) | Source::Several(node) | Source::Equals(node) => reads(node, game),
            Source::Literals(_) => 0,
        };
        columns |= param.filter.as_ref().map_or(0, |(_, node)| reads(node, game));
        columns |= param.condition.as_ref().map_or(0, |node| reads(node, game));
    }
    for guard in &offer.guards {
        columns |= reads(&guard.condition, game);
    }
    columns & !(1 << column::SCOPES | 1 << column::ACTING)
}

/// What a scope may change while it runs, its hooks included.
fn written_by_scope(game: &Game, scope: ScopeId, seen: &mut HashSet<ScopeId>) -> u128 {
    if !seen.insert(scope) {
        return 0;
    }
    let item = &game.scopes[scope.at()];
    let script = match item.kind {
        ScopeKind::Offer(offer) => game.offers[offer.at()].script,
        ScopeKind::Procedure(script) => Some(script),
        ScopeKind::Builtin | ScopeKind::Step(_) => None,
    };
    let hook = |hook: &HookId| game.hooks[hook.at()].script;
    let scripts: Vec<ScriptId> =
        script.into_iter().chain(item.before.iter().map(hook)).chain(item.after.iter().map(hook)).collect();
    scripts.into_iter().fold(0, |columns, script| columns | written_by(game, &game.scripts[script.at()].body, seen))
}

fn written_by(game: &Game, node: &Node, seen: &mut HashSet<ScopeId>) -> u128 {
    let mut columns = 0;
    let mut scopes = Vec::new();
    node.walk(&mut |node| match &node.expr {
        Expr::SetVar { var, .. } => {
            let var = &game.vars[var.at()];
            columns |= 1 << var.column;
            // A piece with another flag is another piece for every question about pieces.
            columns |= if var.subject == Domain::Piece { 1 << column::ROSTER } else { 0 };
        }
        Expr::SetSlot { .. } => columns |= 1 << column::PIECES,
        Expr::SetMode { .. } => columns |= 1 << column::ROSTER,
        Expr::Happen { scope, .. } => scopes.push(*scope),
        Expr::Api { api, .. } => columns |= written_by_api(*api),
        // What could not be understood may change anything; it has been reported.
        Expr::Error => columns = u128::MAX,
        _ => {}
    });
    scopes.into_iter().fold(columns, |columns, scope| columns | written_by_scope(game, scope, seen))
}

fn written_by_api(api: Api) -> u128 {
    match (api, api.entry().effect) {
        (Api::Finish | Api::Act | Api::SkipTo, _) => u128::MAX,
        (Api::Say | Api::Cancel, _) | (_, Effect::Pure | Effect::Asks) => 0,
        (Api::Draw | Api::Discard | Api::Move | Api::Shuffle, _) => 1 << column::CARDS,
        (_, Effect::Rolls) => 0,
        (_, Effect::Changes) => 1 << column::PIECES | 1 << column::ROSTER | 1 << column::CARDS,
    }
}

/// Actions that no step lists, no window makes and no script calls.
fn unmade_offers(game: &Game, found: &mut Vec<Diagnostic>) {
    let mut made: HashSet<OfferId> = game.any_time.iter().copied().collect();
    for step in &game.steps {
        if let Body::Actions { offers, .. } = &step.body {
            made.extend(offers.iter().copied());
        }
    }
    for script in &game.scripts {
        script.body.walk(&mut |node| match &node.expr {
            Expr::Happen { scope, .. } => {
                if let ScopeKind::Offer(offer) = game.scopes[scope.at()].kind {
                    made.insert(offer);
                }
            }
            Expr::Const(value) => named_offers(value, &mut made),
            _ => {}
        });
    }
    for (index, offer) in game.offers.iter().enumerate() {
        let is_made = offer.window != Window::Listed || made.contains(&OfferId(index as u16));
        // A play without a window waits for `enforce`; a family is made by its members.
        if !is_made && !offer.is_family && offer.card.is_none() {
            found.push(
                Diagnostic::warning("unmade-offer", format!("`{}` is never offered", offer.name))
                    .at(offer.span, "no step lists it, it has no window and no script calls it")
                    .help("list it after `actions` in a step, or write `during` and a step in its head"),
            );
        }
    }
}

fn named_offers(value: &Value, made: &mut HashSet<OfferId>) {
    match value {
        Value::Ref(thing) if thing.domain == Domain::Offer => {
            made.insert(OfferId(thing.index));
        }
        Value::Array(values) => values.iter().for_each(|value| named_offers(value, made)),
        Value::Set(Domain::Offer, set) => made.extend(set.iter().map(OfferId)),
        _ => {}
    }
}

/// Spaces of the map that touch nothing and that no link reaches.
fn lonely_spaces(game: &Game, found: &mut Vec<Diagnostic>) {
    let board = &game.board;
    if board.spaces.len() < 2 {
        return;
    }
    let mut reached = vec![false; board.spaces.len()];
    for side in board.links.iter().flat_map(|link| &link.steps) {
        for (from, steps) in side.iter().enumerate().filter(|(_, steps)| !steps.is_empty()) {
            reached[from] = true;
            steps.iter().for_each(|to| reached[*to as usize] = true);
        }
    }
    for (index, space) in board.spaces.iter().enumerate() {
        let touches = board.neighbours.get(index).is_some_and(|near| !near.is_empty());
        if !space.is_box && !touches && !reached[index] {
            found.push(
                Diagnostic::warning("lonely-space", format!("no piece can reach {}", space.title))
                    .at(space.span, "no space is adjacent and no link leads here"),
            );
        }
    }
}

/// Variables and flags whose name stands nowhere but where they are declared.
fn unused_state(maker: &Maker, found: &mut Vec<Diagnostic>) {
    let mut said: HashSet<&str> = HashSet::new();
    let mut once: HashSet<&str> = HashSet::new();
    for (_, source) in maker.sources.iter() {
        for mention in mentions(&source.text) {
            if !once.insert(mention.name) {
                said.insert(mention.name);
            }
        }
    }
    for var in maker.game.vars.iter().filter(|var| var.nature == Nature::Plain) {
        let un = format!("un{}", var.name);
        let names = [Some(var.name.as_str()), var.opposite.as_deref()];
        let used = names.into_iter().flatten().any(|name| said.contains(name)) || once.contains(un.as_str());
        if !used {
            found.push(
                Diagnostic::warning("unused-state", format!("`{}` is never used", var.name))
                    .at(var.span, "this is its only mention"),
            );
        }
    }
}

/// Rules that do not say which section they come from.
fn uncited_rules(maker: &Maker, items: &Gathered, found: &mut Vec<Diagnostic>) {
    if maker.game.sections.is_empty() {
        return;
    }
    for entry in items.entries.iter().filter(|entry| entry.local == items.scenario.is_some()) {
        let (cited, span) = match entry.kind {
            ItemKind::Definition(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Quantity(it) => (!it.cites.is_empty() || !it.base_cites.is_empty(), it.name.span),
            ItemKind::Roll(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::May(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Clause(it) => (!it.tail.cites.is_empty(), it.keyword),
            ItemKind::Table(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Action(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Card(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Procedure(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Function(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Whenever(it) => (!it.cites.is_empty(), it.when.span),
            ItemKind::Invariant(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Purse(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Walk(it) => (!it.cites.is_empty(), it.name.span),
            ItemKind::Terrain(it) | ItemKind::Weather(it) => (!it.cites.is_empty(), it.name.span),
            _ => continue,
        };
        if !cited {
            found.push(
                Diagnostic::warning("no-citation", "this rule cites no section")
                    .at(span, "expected a section")
                    .help("write `@` and the section number at the end of the head"),
            );
        }
    }
}
