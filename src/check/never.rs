//! Reports what can never be or would have no effect: conditions with a number outside its range, sets to which no kind
//! can belong, hooks of actions that are never carried out while the hook applies, and what is written or paid outside
//! its lifetime.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, words};
use crate::model::api::Api;
use crate::model::clause::{Base, Guard};
use crate::model::game::{Game, NounFilter};
use crate::model::id::{Domain, HookId, NounId, OfferId, PurseId, Ref, ScopeId, StepId};
use crate::model::node::{Comparison, Expr, Node, Operator, Target, Term};
use crate::model::offer::{Offer, Source, Window};
use crate::model::sequence::{Body, Repeat, ScopeKind};
use crate::model::set::BitSet;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ScenarioLineKind};

use super::builder::GameBuilder;
use super::error;
use super::gather::{Gathered, scenario_items};
use super::idle::{is_inside, step_of};

/// Reports comparisons with a number that is outside the range of turns or of a variable.
///
/// The rules of a game are checked once, without a scenario, for the turns of all its scenarios together; those of a
/// scenario with its own turns.
pub(crate) fn comparisons(builder: &GameBuilder, files: &[ast::File], items: &Gathered, found: &mut Vec<Diagnostic>) {
    let game = &builder.game;
    let own = items.scenario.and_then(|(scenario, _)| scenario_span(files, scenario));
    if items.scenario.is_some() && own.is_none() {
        return;
    }
    let mut ranges: FxHashMap<ScopeId, (i64, i64)> = FxHashMap::default();
    for step in &game.steps {
        let Some((mut low, mut high)) = turns(&step.repeat) else { continue };
        if own.is_none() {
            for (from, to) in turns_of_scenarios(files, &step.name) {
                low = low.min(from.unwrap_or(low));
                high = high.max(to.unwrap_or(high));
            }
        }
        ranges.insert(step.scope, (low, high));
    }
    let mut seen: FxHashSet<Span> = FxHashSet::default();
    each_node(game, &mut |node| {
        if own.is_some_and(|own| !own.covers(node.span)) {
            return;
        }
        if let Some((how, asked)) = never_none(node) {
            if seen.insert(node.span) {
                found.push(compared_with_none(builder, node, how, asked));
            }
            return;
        }
        let Some(never) = never_true(game, &ranges, node) else { return };
        if seen.insert(node.span) {
            let asked = builder.sources.text(never.asked);
            let text = format!("`{}` is never true", builder.sources.text(node.span));
            let (low, high) = never.range;
            let help = match never.of {
                Of::Turns => format!("write a number from {low} to {high}, or let the step repeat more often"),
                Of::Variable => format!("write a number from {low} to {high}, or declare a wider range"),
                Of::Die => format!("write a number from {low} to {high}, or roll another die: `die d10` in the game"),
            };
            found.push(
                Diagnostic::warning("never-true", text)
                    .at(never.number, format!("`{asked}` is {low} to {high}"))
                    .help(help),
            );
        }
    });
}

/// What is compared with `none` and never is: a step or another value that is written by its name.
fn never_none(node: &Node) -> Option<(Comparison, &Node)> {
    let Expr::Compare(how @ (Comparison::Equal | Comparison::Unequal), a, b) = &node.expr else { return None };
    let is_none = |node: &Node| matches!(node.expr, Expr::Const(Value::None));
    let asked = if is_none(b) { a } else { Some(b).filter(|_| is_none(a))? };
    matches!(&asked.expr, Expr::Const(value) if !value.is_none()).then_some((*how, asked))
}

/// The warning for a comparison with `none` that has the same result everywhere.
fn compared_with_none(builder: &GameBuilder, node: &Node, how: Comparison, asked: &Node) -> Diagnostic {
    let always = if how == Comparison::Equal { "never" } else { "always" };
    let name = builder.sources.text(asked.span);
    let text = format!("`{}` is {always} true", builder.sources.text(node.span));
    let problem = Diagnostic::warning("never-true", text);
    match &asked.expr {
        Expr::Const(Value::Ref(Ref { domain: Domain::Step, .. })) => {
            let sign = if how == Comparison::Equal { "==" } else { "!=" };
            problem
                .at(asked.span, "a step is never `none`")
                .help(format!("the number of its turn is `none` while it does not run: `{name}.number {sign} none`"))
        }
        _ => problem.at(asked.span, "this is never `none`").help("leave the comparison out, or compare a variable"),
    }
}

/// What a number counts.
#[derive(Clone, Copy)]
enum Of {
    Turns,
    Variable,
    Die,
}

/// A number outside the range of what it is compared with.
struct Never {
    of: Of,
    asked: Span,
    number: Span,
    range: (i64, i64),
}

fn never_true(game: &Game, ranges: &FxHashMap<ScopeId, (i64, i64)>, node: &Node) -> Option<Never> {
    let Expr::Compare(how, a, b) = &node.expr else { return None };
    let (how, asked, number) = match (&a.expr, &b.expr) {
        (_, Expr::Const(Value::Int(number))) => (*how, a, (*number, b.span)),
        (Expr::Const(Value::Int(number)), _) => (turned(*how), b, (*number, a.span)),
        _ => return None,
    };
    let (of, range) = match &asked.expr {
        Expr::ScopeNumber(scope) => (Of::Turns, *ranges.get(scope)?),
        Expr::Api { api: Api::RollOne, .. } => (Of::Die, game.die),
        Expr::Get { term: Term::Var(var), .. } => (Of::Variable, game.vars.get(var.at())?.range?),
        _ => return None,
    };
    let ((low, high), (number, span)) = (range, number);
    let possible = match how {
        Comparison::Equal => (low..=high).contains(&number),
        Comparison::Less => low < number,
        Comparison::AtMost => low <= number,
        Comparison::Greater => high > number,
        Comparison::AtLeast => high >= number,
        Comparison::Unequal => true,
    };
    (!possible).then_some(Never { of, asked: asked.span, number: span, range })
}

/// The same comparison with its two sides exchanged.
fn turned(how: Comparison) -> Comparison {
    match how {
        Comparison::Less => Comparison::Greater,
        Comparison::Greater => Comparison::Less,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::AtLeast => Comparison::AtMost,
        same => same,
    }
}

/// The numbers of the turns of a step, if they are written in the text.
fn turns(repeat: &Repeat) -> Option<(i64, i64)> {
    match repeat {
        Repeat::Count { from, to: Some(to), .. } => match to.expr {
            Expr::Const(Value::Int(to)) => Some((*from, to)),
            _ => None,
        },
        _ => None,
    }
}

/// `turn 7..11`: the turns that scenarios give to a step.
fn turns_of_scenarios<'f>(
    files: &'f [ast::File],
    step: &'f str,
) -> impl Iterator<Item = (Option<i64>, Option<i64>)> + 'f {
    let lines = scenario_items(files).flat_map(|(scenario, _)| &scenario.lines);
    lines.filter_map(move |line| match &line.kind {
        ScenarioLineKind::Setting(setting) => match setting.words.as_slice() {
            [name, value, ..] if plain(&name.text) == step => value.as_range().map(|range| (range.low, range.high)),
            _ => None,
        },
        _ => None,
    })
}

fn scenario_span(files: &[ast::File], scenario: &ast::Scenario) -> Option<Span> {
    let items = files.iter().flat_map(|file| file.items.iter());
    let found = items.filter(|item| item.span.covers(scenario.name.span));
    found.map(|item| item.span).next()
}

/// Visits the expressions and scripts of the rules.
pub(crate) fn each_node(game: &Game, visit: &mut impl FnMut(&Node)) {
    let mut nodes: Vec<&Node> = game.scripts.iter().map(|script| &script.body).collect();
    nodes.extend(game.words.iter().map(|word| &word.body));
    nodes.extend(game.functions.iter().map(|function| &function.body));
    nodes.extend(game.whenevers.iter().map(|rule| &rule.condition));
    nodes.extend(game.invariants.iter().map(|invariant| &invariant.condition));
    for hook in &game.hooks {
        of_guard(&hook.guard, &mut nodes);
    }
    for permission in &game.permissions {
        nodes.extend(permission.lets.iter().map(|(_, node)| node));
        permission.forbids.iter().for_each(|forbid| of_guard(&forbid.guard, &mut nodes));
    }
    for quantity in &game.quantities {
        nodes.extend(quantity.lets.iter().map(|(_, node)| node));
        if let Base::Node(node) = &quantity.base {
            nodes.push(node);
        }
        for modifier in &quantity.modifiers {
            of_guard(&modifier.guard, &mut nodes);
            nodes.extend(modifier.amount());
        }
    }
    for offer in &game.offers {
        for param in &offer.params {
            nodes.extend(match &param.source {
                Source::One(node) | Source::Several(node) | Source::Equals(node) => Some(node),
                Source::Literals(_) => None,
            });
            nodes.extend(param.filter.iter().map(|(_, node)| node));
            nodes.extend(&param.condition);
        }
        nodes.extend(offer.guards.iter().map(|guard| &guard.condition));
        nodes.extend(&offer.needs);
    }
    for step in &game.steps {
        nodes.extend(step.when.iter().chain(&step.by));
        nodes.extend(step.then.iter().filter_map(|then| then.when.as_ref()));
        if let Repeat::Count { until: Some(until), .. } = &step.repeat {
            nodes.push(until);
        }
    }
    nodes.into_iter().for_each(|node| node.walk(visit));
}

fn of_guard<'g>(guard: &'g Guard, nodes: &mut Vec<&'g Node>) {
    nodes.extend(&guard.when);
    guard.exceptions.iter().for_each(|exception| of_guard(exception, nodes));
}

/// Reports sets of pieces to which no kind can belong: `units.Leader`, `leader mine.troops`.
pub(crate) fn empty_sets(builder: &GameBuilder, found: &mut Vec<Diagnostic>) {
    let game = &builder.game;
    let mut spans: Vec<Span> = Vec::new();
    each_node(game, &mut |node| {
        if let Expr::Filter { of, .. } = &node.expr
            && kinds_in(game, of).is_some_and(|kinds| !kinds.is_empty())
            && kinds_in(game, node).is_some_and(|kinds| kinds.is_empty())
        {
            spans.push(node.span);
        }
    });
    for param in game.offers.iter().flat_map(|offer| &offer.params) {
        let (Source::One(node) | Source::Several(node)) = &param.source else { continue };
        let own = param.noun.and_then(|noun| kinds_of_noun(game, noun));
        if let Some((own, given)) = own.zip(kinds_in(game, node))
            && !given.is_empty()
            && !own.meets(&given)
        {
            spans.push(param.span.to(node.span));
        }
    }
    spans.sort_unstable();
    spans.dedup();
    found.extend(
        spans.iter().map(|span| error::empty_phrase(builder.sources.text(*span), *span, "no kind is all of this")),
    );
}

/// The kinds of the pieces that a set can contain. None if that is not known.
fn kinds_in(game: &Game, node: &Node) -> Option<BitSet> {
    let kinds = |of: &Node| kinds_in(game, of);
    match &node.expr {
        Expr::All(Domain::Piece) => Some(BitSet::first_n(game.kinds.len())),
        Expr::Members(noun) => kinds_of_noun(game, *noun),
        Expr::Filter { term, of, negated } => {
            let narrowed = match term {
                Term::Kind(kind) => Some(game.kinds[usize::from(*kind)].members.clone()),
                Term::Noun(noun) => kinds_of_noun(game, *noun),
                _ => None,
            };
            match narrowed {
                Some(these) if *negated => kinds(of).map(|all| all.minus(&these)),
                Some(these) => Some(kinds(of).map_or(these.clone(), |all| all.intersection(&these))),
                None => kinds(of),
            }
        }
        Expr::Operate(Operator::Both, a, b) => match (kinds(a), kinds(b)) {
            (Some(a), Some(b)) => Some(a.intersection(&b)),
            (a, b) => a.or(b),
        },
        Expr::Operate(Operator::Add | Operator::Union, a, b) => Some(kinds(a)?.union(&kinds(b)?)),
        Expr::Operate(Operator::Subtract, a, _) => kinds(a),
        _ => None,
    }
}

/// The kinds of a noun of pieces. None if its members are not those of a kind.
fn kinds_of_noun(game: &Game, noun: NounId) -> Option<BitSet> {
    match game.nouns[noun.at()].filter {
        NounFilter::Kind(kind) => Some(game.kinds[usize::from(kind)].members.clone()),
        _ => None,
    }
}

/// Reports hooks on an action that apply during a step in which the action is never carried out.
pub(crate) fn hooks(game: &Game, found: &mut Vec<Diagnostic>) {
    let called = called(game);
    // A hook on a family belongs to each of its actions, and runs if one of them does.
    let mut idle: FxHashMap<Span, Option<(ScopeId, OfferId)>> = FxHashMap::default();
    let mut order: Vec<Span> = Vec::new();
    for scope in &game.scopes {
        for hook in scope.before.iter().chain(&scope.after).map(|hook: &HookId| &game.hooks[hook.at()]) {
            let never = hook.guard.during.and_then(|during| {
                let ScopeKind::Offer(offer) = scope.kind else { return None };
                (!called.contains(&offer) && runs_only_outside(game, offer, during)).then_some((during, offer))
            });
            match idle.get(&hook.span).copied() {
                None => {
                    order.push(hook.span);
                    idle.insert(hook.span, never);
                }
                // One of several actions: the family is what the hook names.
                Some(Some((during, offer))) => {
                    let family = game.offers[offer.at()].family.unwrap_or(offer);
                    idle.insert(hook.span, never.map(|_| (during, family)));
                }
                Some(None) => {}
            }
        }
    }
    for span in order {
        let Some((during, offer)) = idle.get(&span).copied().flatten() else { continue };
        let (during, offer) = (&game.scopes[during.at()].name, &game.offers[offer.at()]);
        let steps: FxHashSet<StepId> = members_of(game, offer).flat_map(|offer| steps_of(game, offer)).collect();
        let mut steps: Vec<StepId> = steps.into_iter().collect();
        steps.sort_unstable_by_key(|step| step.at());
        let steps: Vec<&str> = steps.into_iter().map(|step| game.steps[step.at()].name.as_str()).collect();
        found.push(
            Diagnostic::warning("idle-hook", format!("`{}` is never carried out during `{during}`", offer.name))
                .at(span, "this never runs")
                .help(format!("name {}, or leave `during` out", words::one_of_quoted(&steps))),
        );
    }
}

/// The actions that scripts may carry out at any time: all, where one has an error.
fn called(game: &Game) -> FxHashSet<OfferId> {
    let faulty = game.any_in_scripts(|node| matches!(node.expr, Expr::Error));
    if faulty { (0..game.offers.len() as u16).map(OfferId).collect() } else { super::lints::carried_out(game) }
}

/// The actions of a family, or the action itself.
fn members_of<'g>(game: &'g Game, offer: &'g Offer) -> impl Iterator<Item = &'g Offer> + 'g {
    let of = move |one: &&Offer| {
        one.scope == offer.scope || one.family.is_some_and(|family| game.offers[family.at()].scope == offer.scope)
    };
    game.offers.iter().filter(of)
}

/// Reports actions that write a variable which lives in a step, and are offered only outside it.
pub(crate) fn written_outside(game: &Game, found: &mut Vec<Diagnostic>) {
    let called = called(game);
    for (at, offer) in game.offers.iter().enumerate().filter(|(_, offer)| !offer.is_family) {
        let id = OfferId(at as u16);
        let Some(script) = offer.script.filter(|_| !called.contains(&id)) else { continue };
        game.scripts[script.at()].body.walk(&mut |node| {
            let Expr::Set { target: Target::Var(var, _), .. } = &node.expr else { return };
            let var = &game.vars[var.at()];
            let is_outside = |scope: &ScopeId| {
                step_of(game, *scope).is_some_and(|around| {
                    let is_own = |step: StepId| game.steps[step.at()].sequence.is_none();
                    is_own(around) && steps_of(game, offer).all(is_own) && runs_only_outside(game, id, *scope)
                })
            };
            if !var.during.is_empty() && var.during.iter().all(is_outside) {
                let scopes: Vec<String> = var.during.iter().map(|scope| game.scopes[scope.at()].name.clone()).collect();
                found.push(error::outside_lifetime(&var.name, &scopes, node.span));
            }
        });
    }
}

/// Reports actions that pay from a purse, or walk with one, in a step in which the purse does not live.
pub(crate) fn paid_outside(game: &Game, found: &mut Vec<Diagnostic>) {
    for offer in game.offers.iter().filter(|offer| !offer.is_family) {
        let mut purses: Vec<PurseId> = offer.pays.iter().map(|pays| pays.purse).collect();
        for param in &offer.params {
            let (Source::One(node) | Source::Several(node) | Source::Equals(node)) = &param.source else { continue };
            node.walk(&mut |node| {
                if let Expr::Walk { walk, .. } = &node.expr {
                    purses.extend(game.walks[walk.at()].purse);
                }
            });
        }
        for purse in purses {
            let purse = &game.purses[purse.at()];
            // Givers that are spent whole are gone. Of the others, what they gave is known only while the purse lives.
            if purse.var.is_some() || purse.sources.iter().all(|source| source.whole) {
                continue;
            }
            let around: Option<Vec<StepId>> = purse.during.iter().map(|scope| step_of(game, *scope)).collect();
            let Some(around) = around.filter(|around| !around.is_empty()) else { continue };
            let is_outside = |step: &StepId| !around.iter().any(|around| is_inside(game, *step, *around));
            if let Some(step) = steps_of(game, offer).find(is_outside) {
                let scopes: Vec<&str> = around.iter().map(|step| game.steps[step.at()].name.as_str()).collect();
                found.push(error::paid_outside(
                    &purse.name,
                    &scopes,
                    &game.steps[step.at()].name,
                    offer.span,
                    purse.span,
                ));
            }
        }
    }
}

/// The steps that offer an action.
fn steps_of<'g>(game: &'g Game, offer: &'g Offer) -> impl Iterator<Item = StepId> + 'g {
    let window = match offer.window {
        Window::During(_, scope) => step_of(game, scope),
        _ => None,
    };
    let lists = move |step: &StepId| match &game.steps[step.at()].body {
        Body::Actions { offers, .. } => {
            offers.iter().any(|one| game.offers[one.at()].scope == offer.scope || offer.family == Some(*one))
        }
        _ => false,
    };
    (0..game.steps.len() as u16).map(StepId).filter(lists).chain(window)
}

/// True if every step that offers an action is outside a step or a named sequence, and none contains it.
fn runs_only_outside(game: &Game, offer: OfferId, around: ScopeId) -> bool {
    let item = &game.offers[offer.at()];
    let known = match item.window {
        Window::Listed => true,
        Window::During(_, scope) => step_of(game, scope).is_some(),
        _ => false,
    };
    let may_run_in = |step: StepId| match game.scopes[around.at()].kind {
        ScopeKind::Step(around) => is_inside(game, step, around),
        // The sequence of play never runs inside a named sequence. Of other sequences that is not known.
        ScopeKind::Sequence(_) => game.steps[step.at()].sequence.is_some(),
        _ => true,
    };
    let mut steps = steps_of(game, item).peekable();
    known && item.card.is_none() && steps.peek().is_some() && !steps.any(may_run_in)
}
