//! Errors beyond names and types: endless offers, offers that are never made, steps that are never reached, unused
//! state, rules without a section, unreachable spaces.

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::model::api::{Api, Effect};
use crate::model::game::{Game, Nature, column};
use crate::model::id::{Domain, HookId, OfferId, ScopeId, ScriptId, StepId};
use crate::model::node::{Expr, Node, Target, Term};
use crate::model::offer::{Source, Window};
use crate::model::sequence::{Body, Repeat, ScopeKind, Step};
use crate::model::value::Value;
use crate::source::{SourceId, Span, plain};
use crate::syntax::ast::{self, ItemKind};

use super::builder::GameBuilder;
use super::free::{Mention, counts, mentions_of_file};
use super::gather::Gathered;
use super::idle;
use super::never;
use super::reads::reads;
use super::settled;
use super::unacted;

/// Checks the finished game as a whole.
pub(crate) fn look_over(builder: &mut GameBuilder, files: &[ast::File], items: &Gathered) {
    let mut found = Vec::new();
    endless_offers(&builder.game, &mut found);
    settled::look_over(&builder.game, &mut found);
    never::comparisons(builder, files, items, &mut found);
    never::empty_sets(builder, &mut found);
    never::hooks(&builder.game, &mut found);
    never::written_outside(&builder.game, &mut found);
    never::paid_outside(&builder.game, &mut found);
    unmade_offers(&builder.game, &mut found);
    unacted::look_over(&builder.game, &mut found);
    lonely_spaces(&builder.game, &mut found);
    // A scenario may end a step that repeats: `turn 1..6`.
    if items.scenario.is_some() || items.scenarios.is_empty() {
        never_reached(builder, &mut found);
    }
    // State may be used in any scenario or test, so the game without a scenario is checked once.
    let own = items.entries.iter().filter(|entry| entry.local && declares(entry.kind)).map(|entry| entry.span);
    let own: Vec<Span> = own.collect();
    if items.scenario.is_none() || !own.is_empty() {
        let sources = items.sources.iter().filter_map(|id| builder.sources.get(*id));
        let mentions: Vec<Vec<Mention<'_>>> = sources.map(|source| mentions_of_file(&source.text)).collect();
        let mut idle = Vec::new();
        unused_state(builder, &items.sources, &mentions, &mut idle);
        unused_rulings(builder, &mentions, &mut idle);
        idle::look_over(builder, items, &mentions, &mut idle);
        // With a scenario, only what it declares itself is new.
        let is_own = |one: &Diagnostic| one.span().is_some_and(|span| own.iter().any(|item| item.covers(span)));
        idle.retain(|one| items.scenario.is_none() || is_own(one));
        found.append(&mut idle);
    }
    uncited_rules(builder, items, &mut found);
    builder.diagnostics.extend(found);
}

/// True if an item of a scenario declares something that may be left without use.
fn declares(kind: &ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::State(_)
            | ItemKind::Definition(_)
            | ItemKind::Quantity(_)
            | ItemKind::Roll(_)
            | ItemKind::Ruling(_)
            | ItemKind::Table(_)
            | ItemKind::Walk(_)
            | ItemKind::Action(_)
            | ItemKind::Card(_)
            | ItemKind::Procedure(_)
            | ItemKind::Function(_)
            | ItemKind::Sequence(_)
    )
}

/// Reports offers that could be repeated endlessly: listed until a pass, free of cost, without `once`, and without
/// effect on anything they read.
fn endless_offers(game: &Game, found: &mut Vec<Diagnostic>) {
    let mut listed = FxHashSet::default();
    for step in &game.steps {
        if let Body::Actions { offers, once: false, .. } = &step.body {
            listed.extend(offers.iter().copied());
        }
    }
    for (index, offer) in game.offers.iter().enumerate() {
        let repeats = listed.contains(&OfferId(index as u16)) || offer.window != Window::Listed;
        if !repeats || offer.is_family || offer.card.is_some() || !offer.once.is_empty() {
            continue;
        }
        if offer.assent.is_some() {
            let problem = Diagnostic::error("endless-offer", format!("`{}` could be proposed endlessly", offer.name))
                .at(offer.span, "a side that refuses can be asked again and again")
                .help("write `once`: the offer then counts as taken, with either answer");
            found.push(problem);
            continue;
        }
        if !offer.pays.is_empty() {
            continue;
        }
        let mut seen = FxHashSet::default();
        let written = written_by_scope(game, offer.scope, &mut seen);
        // What happens to pieces may decide which of them can be chosen.
        let of_pieces = game.vars.iter().filter(|var| var.subject == Domain::Piece);
        let of_pieces = of_pieces.fold(0, |columns, var| columns | 1u128 << var.column);
        let written = written | if written & of_pieces == 0 { 0 } else { 1 << column::ROSTER };
        if read_by(game, index, written) & written == 0 {
            found.push(
                Diagnostic::error("endless-offer", format!("`{}` could be repeated endlessly", offer.name))
                    .at(offer.span, "it is free, not `once`, and changes nothing it depends on")
                    .help("add `once` or `pays`, or set a flag that the first parameter checks"),
            );
        }
    }
}

/// The columns that decide whether an offer is open. Scopes always change; they count only where variables of a
/// sequence are among what is `written`.
fn read_by(game: &Game, index: usize, written: u128) -> u128 {
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
    columns & !(1 << column::SCOPES & !written | 1 << column::ACTING)
}

/// The columns that a scope may change while it runs, including its hooks.
fn written_by_scope(game: &Game, scope: ScopeId, seen: &mut FxHashSet<ScopeId>) -> u128 {
    if !seen.insert(scope) {
        return 0;
    }
    let item = &game.scopes[scope.at()];
    let script = match item.kind {
        // A sequence may change anything.
        ScopeKind::Offer(offer) if !game.offers[offer.at()].then.is_empty() => return u128::MAX,
        ScopeKind::Offer(offer) => game.offers[offer.at()].script,
        ScopeKind::Procedure(script) => Some(script),
        ScopeKind::Builtin | ScopeKind::Step(_) | ScopeKind::Sequence(_) => None,
    };
    let mut hooks = item.before.iter().chain(&item.after).map(|hook: &HookId| &game.hooks[hook.at()]);
    if hooks.clone().any(|hook| !hook.then.is_empty()) {
        return u128::MAX;
    }
    let replaced = item.replacements.iter().map(|one| one.script);
    let hooked = hooks.by_ref().filter_map(|hook| hook.script);
    let scripts: Vec<ScriptId> = script.into_iter().chain(replaced).chain(hooked).collect();
    scripts.into_iter().fold(0, |columns, script| columns | written_by(game, &game.scripts[script.at()].body, seen))
}

pub(super) fn written_by(game: &Game, node: &Node, seen: &mut FxHashSet<ScopeId>) -> u128 {
    let mut columns = 0;
    let mut scopes = Vec::new();
    node.walk(&mut |node| match &node.expr {
        Expr::Set { target, .. } => {
            columns |= match target {
                Target::Var(var, _) => 1 << game.vars[var.at()].column,
                Target::Slot | Target::Facing => 1 << column::PIECES,
                Target::Mode => 1 << column::ROSTER,
            };
        }
        Expr::SetOwn { .. } => columns |= 1 << column::SCOPES,
        Expr::Happen { scope, .. } => scopes.push(*scope),
        Expr::Api { api: Api::Secretly, args } => {
            columns |= match args.get(1).map(|arg| &arg.expr) {
                Some(Expr::Measure(Term::Var(var))) => 1 << game.vars[var.at()].column,
                _ => 0,
            };
        }
        Expr::Api { api, .. } => columns |= written_by_api(*api),
        // An expression with an error may change anything; the error has been reported.
        Expr::Error => columns = u128::MAX,
        _ => {}
    });
    scopes.into_iter().fold(columns, |columns, scope| columns | written_by_scope(game, scope, seen))
}

pub(super) fn written_by_api(api: Api) -> u128 {
    match (api, api.entry().effect) {
        (Api::Finish | Api::Act | Api::SkipTo | Api::Enforce, _) => u128::MAX,
        (Api::Say | Api::Cancel, _) | (_, Effect::Pure | Effect::Asks) => 0,
        (Api::Draw | Api::Discard | Api::Move | Api::Shuffle | Api::Lapse, _) => 1 << column::CARDS,
        (_, Effect::Rolls) => 0,
        // The new piece takes over the state of the old one.
        (Api::Exchange, _) => u128::MAX,
        (_, Effect::Changes) => 1 << column::PIECES | 1 << column::ROSTER | 1 << column::CARDS,
    }
}

/// The actions that can be taken at any time, and those that scripts carry out or name.
pub(super) fn carried_out(game: &Game) -> FxHashSet<OfferId> {
    let mut made: FxHashSet<OfferId> = game.any_time.iter().copied().collect();
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
    made
}

/// Reports actions that no step lists, no window opens and no script calls.
fn unmade_offers(game: &Game, found: &mut Vec<Diagnostic>) {
    let mut made = carried_out(game);
    for step in &game.steps {
        if let Body::Actions { offers, .. } = &step.body {
            made.extend(offers.iter().copied());
        }
    }
    let enforces = game.any_in_scripts(|node| matches!(node.expr, Expr::Api { api: Api::Enforce, .. }));
    windows_without_actions(game, found);
    for (index, offer) in game.offers.iter().enumerate() {
        let is_made = offer.window != Window::Listed || made.contains(&OfferId(index as u16));
        // A family is offered through its members.
        if is_made || offer.is_family {
            continue;
        }
        let never = Diagnostic::warning("unmade-offer", format!("`{}` is never offered", offer.name));
        if offer.card.is_none() {
            found.push(
                never
                    .at(offer.span, "no step lists it, it has no window and no script calls it")
                    .help("list it after `actions` in a step, or write `during` and a step in its head"),
            );
        } else if !enforces {
            // A play without a window waits for `enforce`.
            let always = ["anytime", "always", "any"].contains(&offer.name.as_str());
            found.push(if always {
                let label = format!("`{}` is read as the name of the play", offer.name);
                never.at(offer.span, label).help("write `play any time`")
            } else {
                never
                    .at(offer.span, "this play has no window, and no rule calls `enforce`")
                    .help("write when it may be played, as in `play during my orders`")
            });
        }
    }
}

/// Reports offers `during` a step in which no action is asked for.
fn windows_without_actions(game: &Game, found: &mut Vec<Diagnostic>) {
    let asks = game.any_in_scripts(|node| matches!(node.expr, Expr::Api { api: Api::Act, .. }));
    for offer in game.offers.iter().filter(|_| !asks) {
        let Window::During(_, scope) = offer.window else { continue };
        let scope = &game.scopes[scope.at()];
        let why = match scope.kind {
            ScopeKind::Step(step) if !asks_for_actions(game, step) => {
                format!("no step in `{}` has `actions`", scope.name)
            }
            ScopeKind::Procedure(_) => format!("`{}` is a procedure, which asks for no action", scope.name),
            _ => continue,
        };
        let is_named = offer.card.is_none();
        let what =
            if is_named { format!("`{}` is never offered", offer.name) } else { "this play is never offered".into() };
        found.push(Diagnostic::warning("unmade-offer", what).at(offer.span, why).help(format!(
            "name a step with `actions`, or a moment: `before {0}`, `after {0}`; `any time` with `interruptible` in the step",
            scope.name
        )));
    }
}

/// True if a step, or one inside it or started by it, asks a side for an action.
fn asks_for_actions(game: &Game, step: StepId) -> bool {
    let step = &game.steps[step.at()];
    !step.then.is_empty()
        || match &step.body {
            Body::Actions { .. } => true,
            Body::Steps(children) => children.iter().any(|child| asks_for_actions(game, *child)),
            Body::Nothing | Body::Do(_) => false,
        }
}

fn named_offers(value: &Value, made: &mut FxHashSet<OfferId>) {
    match value {
        Value::Ref(thing) if thing.domain == Domain::Offer => {
            made.insert(OfferId(thing.index));
        }
        Value::Array(values) => values.iter().for_each(|value| named_offers(value, made)),
        Value::Set(Domain::Offer, set) => made.extend(set.iter().map(OfferId)),
        _ => {}
    }
}

/// Reports the step after one that repeats without end, or after the steps that enclose it.
fn never_reached(builder: &GameBuilder, found: &mut Vec<Diagnostic>) {
    let game = &builder.game;
    let Some(skipped) = skip_targets(game) else { return };
    let name = |step: StepId| {
        let step = &game.steps[step.at()];
        builder.declared.get(&step.name).copied().unwrap_or(step.span)
    };
    for (index, step) in game.steps.iter().enumerate() {
        if !matches!(step.repeat, Repeat::Count { to: None, until: None, .. }) || !always_runs(step) {
            continue;
        }
        let endless = StepId(index as u16);
        // A step never ends if one of its own steps never ends.
        let mut last = endless;
        let then = loop {
            let around = game.steps[last.at()].parent;
            let siblings = match around.map(|around| &game.steps[around.at()].body) {
                None => &game.sequence,
                Some(Body::Steps(steps)) => steps,
                Some(_) => break None,
            };
            let at = siblings.iter().position(|sibling| *sibling == last);
            if let Some(then) = at.and_then(|at| siblings.get(at + 1)) {
                break Some(*then);
            }
            match around {
                Some(around) if always_begins(game, &game.steps[around.at()]) => last = around,
                _ => break None,
            }
        };
        let Some(then) = then.filter(|then| !skipped.contains(then)) else { continue };
        found.push(
            Diagnostic::warning("never-reached", format!("`{}` is never reached", game.steps[then.at()].name))
                .at(name(then), "follows a step that never ends")
                .also(name(endless), "repeats for ever"),
        );
    }
}

/// True if nothing can skip a step: no condition, ruling or `except`.
fn always_runs(step: &Step) -> bool {
    step.when.is_none() && step.under.is_none() && step.exceptions.is_empty()
}

/// True if a step runs its content at least once whenever the sequence comes to it.
fn always_begins(game: &Game, step: &Step) -> bool {
    let once = match &step.repeat {
        Repeat::Once | Repeat::AllSides | Repeat::Sides { .. } => true,
        Repeat::Count { to: None, .. } => true,
        Repeat::Count { from, to: Some(to), .. } => matches!(to.expr, Expr::Const(Value::Int(to)) if to >= *from),
        Repeat::Members { .. } | Repeat::Alternate { .. } => false,
    };
    // A hook before a step may cancel it.
    once && always_runs(step) && game.scopes[step.scope.at()].before.is_empty()
}

/// The steps with which scripts continue the sequence; `None` if a script may continue with any step.
fn skip_targets(game: &Game) -> Option<FxHashSet<StepId>> {
    let mut targets = FxHashSet::default();
    let mut any = false;
    for script in &game.scripts {
        script.body.walk(&mut |node| {
            if let Expr::Api { api: Api::SkipTo, args } = &node.expr {
                match args.first().map(|arg| &arg.expr) {
                    Some(Expr::Const(Value::Ref(step))) => {
                        targets.insert(StepId(step.index));
                    }
                    _ => any = true,
                }
            }
        });
    }
    (!any).then_some(targets)
}

/// Reports map spaces that are adjacent to no space and not linked.
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

/// Reports variables and flags that no file of the game uses.
fn unused_state(
    builder: &GameBuilder,
    sources: &[SourceId],
    mentions: &[Vec<Mention<'_>>],
    found: &mut Vec<Diagnostic>,
) {
    let counts = counts(mentions);
    // `sides.secretly("bid", …)`: a variable may be named in a text.
    let texts = sources.iter().filter_map(|id| builder.sources.get(*id));
    let named: FxHashSet<&str> = texts.flat_map(|source| idle::named_in_texts(&source.text)).collect();
    let is_said = |name: &str| counts.get(name).is_some_and(|count| *count > 1) || named.contains(name);
    for var in builder.game.vars.iter().filter(|var| var.nature == Nature::Plain && !var.name.starts_with('_')) {
        let un = format!("un{}", var.name);
        let names = [Some(var.name.as_str()), var.opposite.as_deref()];
        let used = names.into_iter().flatten().any(is_said) || counts.contains_key(un.as_str());
        if !used {
            found.push(
                Diagnostic::warning("unused-state", format!("`{}` is never used", var.name))
                    .at(var.span, "this is its only mention"),
            );
        }
    }
}

/// Reports rulings that no `under` of any file names.
fn unused_rulings(builder: &GameBuilder, mentions: &[Vec<Mention<'_>>], found: &mut Vec<Diagnostic>) {
    let mut used: FxHashSet<String> = FxHashSet::default();
    for file in mentions {
        for pair in file.windows(2) {
            if let [under, ruling] = pair
                && under.name == "under"
            {
                used.insert(plain(ruling.name));
            }
        }
    }
    for ruling in builder.game.rulings.iter().filter(|ruling| !used.contains(&ruling.name)) {
        let value = ruling.values.first().map_or("VALUE", |(name, _)| name.as_str());
        let span = builder.declared.get(&ruling.name).copied().unwrap_or(ruling.span);
        found.push(
            Diagnostic::warning("unused-ruling", format!("no rule depends on `{}`", ruling.name))
                .at(span, "only declared")
                .help(format!("write `under {} {value}` in the rules that it changes", ruling.name)),
        );
    }
}

/// Reports rules without a cited section.
fn uncited_rules(builder: &GameBuilder, items: &Gathered, found: &mut Vec<Diagnostic>) {
    if builder.game.sections.is_empty() {
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
