//! Warnings about what does nothing: rules that nothing uses, state that nothing changes, cards that last for a step in
//! which they cannot be played, and `me` where the owner of a piece is meant.
//!
//! Uses are looked for in the text of all files, because scenarios, tests and drawings use names too. A name that
//! begins with `_` is kept on purpose.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostic;
use crate::model::api::Api;
use crate::model::card::{CardDef, Lasts};
use crate::model::clause::{Bearer, Guard};
use crate::model::game::{Game, Nature, Script};
use crate::model::id::{Domain, OfferId, PermissionId, ScopeId, ScriptId, StepId, VarId};
use crate::model::node::{Expr, Node, Target, Term};
use crate::model::offer::Window;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::model::walk::Varied;
use crate::source::{Span, plain};
use crate::syntax::ast::{ItemKind, Name};

use super::builder::GameBuilder;
use super::choice;
use super::free::{Mention, counts};
use super::gather::Gathered;
use super::lints::written_by;

/// Looks over a game without a scenario. `mentions` are the names in each of its files.
pub(crate) fn look_over(
    builder: &GameBuilder,
    items: &Gathered,
    mentions: &[Vec<Mention<'_>>],
    found: &mut Vec<Diagnostic>,
) {
    // A game that has no battle yet is still being written.
    if !items.scenarios.is_empty() {
        unused_rules(builder, items, mentions, found);
        unset_state(builder, items, mentions, found);
        choice::unread(items, mentions, found);
    }
    idle_lasts(builder, found);
    idle_forbids(&builder.game, found);
    idle_hooks(&builder.game, found);
    ownerless(&builder.game, found);
    acting_sides(&builder.game, found);
}

/// Whether an author says by the name that something is meant to be idle.
fn is_meant(name: &str) -> bool {
    name.starts_with('_')
}

/// Reports words, quantities, rolls, tables, walks, procedures, functions and sequences that no file uses.
fn unused_rules(builder: &GameBuilder, items: &Gathered, mentions: &[Vec<Mention<'_>>], found: &mut Vec<Diagnostic>) {
    let counts = counts(mentions);
    // `total("fight")`: a word may be named in a text.
    let texts = items.sources.iter().filter_map(|id| builder.sources.get(*id));
    let named: FxHashSet<&str> = texts.flat_map(|source| named_in_texts(&source.text)).collect();
    for entry in &items.entries {
        let (what, name, opposite): (&str, &Name, Option<&Name>) = match entry.kind {
            ItemKind::Definition(it) => ("word", &it.name, it.opposite.as_ref()),
            ItemKind::Quantity(it) if it.shown.is_none() => ("quantity", &it.name, None),
            ItemKind::Roll(it) => ("roll", &it.name, None),
            ItemKind::Table(it) => ("table", &it.name, None),
            ItemKind::Walk(it) => ("walk", &it.name, None),
            ItemKind::Procedure(it) => ("procedure", &it.name, None),
            ItemKind::Function(it) => ("function", &it.name, None),
            ItemKind::Sequence(it) => match &it.name {
                Some(name) => ("sequence", name, None),
                None => continue,
            },
            _ => continue,
        };
        let spelt = plain(&name.text);
        // A name with accents stands in the text in more than one spelling.
        if spelt != name.text || is_meant(&spelt) {
            continue;
        }
        let un = format!("un{spelt}");
        if what == "sequence" {
            // It names itself where it reads its own variables.
            let mut texts = items.sources.iter().filter_map(|id| builder.sources.get(*id));
            if !texts.any(|one| starts(&one.text, &spelt)) {
                found.push(
                    Diagnostic::warning("unused-rule", format!("nothing starts the sequence `{spelt}`"))
                        .at(name.span, "no `then` names it")
                        .help(format!("write `then {spelt}(…)` in an action, a step or a hook")),
                );
            }
            continue;
        }
        let used = counts.get(spelt.as_str()).is_some_and(|count| *count > 1)
            || opposite.is_some_and(|name| counts.get(name.text.as_str()).is_some_and(|count| *count > 1))
            || counts.contains_key(un.as_str())
            || named.contains(spelt.as_str());
        if !used {
            found.push(
                Diagnostic::warning("unused-rule", format!("no rule uses the {what} `{spelt}`"))
                    .at(name.span, "this is its only mention")
                    .help("use it or remove it; to keep it for other files, begin its name with `_`"),
            );
        }
    }
}

/// True if a text has `then NAME`.
fn starts(text: &str, name: &str) -> bool {
    let called =
        |word: &str| word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['(', ';']));
    let mut words = text.split_whitespace().peekable();
    std::iter::from_fn(|| words.next().map(|word| (word, words.peek().copied())))
        .any(|(word, next)| word == "then" && next.is_some_and(called))
}

/// The names that stand alone in the texts among arguments: `("fight")`.
pub(super) fn named_in_texts(text: &str) -> impl Iterator<Item = &str> {
    let mut before = "";
    text.lines().flat_map(move |line| {
        let mut names = Vec::new();
        for (at, part) in line.split('"').enumerate() {
            let is_argument = matches!(before.trim_end().chars().last(), Some('(' | ','));
            if at % 2 == 1 && is_argument {
                names.push(part);
            }
            before = part;
        }
        names
    })
}

/// Reports variables and flags that rules use and nothing changes: no script, walk, payment or position.
fn unset_state(builder: &GameBuilder, items: &Gathered, mentions: &[Vec<Mention<'_>>], found: &mut Vec<Diagnostic>) {
    let game = &builder.game;
    let mut set: FxHashSet<VarId> = game.purses.iter().filter_map(|purse| purse.var).collect();
    for walk in &game.walks {
        set.extend(walk.varies.iter().filter_map(|varied| match varied {
            Varied::Var(var) => Some(*var),
            Varied::Facing => None,
        }));
    }
    for script in &game.scripts {
        script.body.walk(&mut |node| match &node.expr {
            Expr::Set { target: Target::Var(var, _), .. } => {
                set.insert(*var);
            }
            Expr::Api { api: Api::Secretly, args } => {
                set.extend(args.iter().filter_map(|arg| match arg.expr {
                    Expr::Measure(Term::Var(var)) => Some(var),
                    _ => None,
                }));
            }
            // What is wrong in a script has been reported; it may have set anything.
            Expr::Error => set.extend((0..game.vars.len() as u16).map(VarId)),
            _ => {}
        });
    }
    // Positions, and the scripts of battles, which are not read here.
    let mut placed: FxHashSet<&str> = FxHashSet::default();
    let said = counts(mentions);
    for (file, source) in mentions.iter().zip(&items.sources) {
        let mut spans: Vec<Span> = items.positions.iter().filter(|span| span.source == *source).copied().collect();
        spans.sort_by_key(|span| span.start);
        let mut spans = spans.into_iter().peekable();
        for mention in file {
            while spans.peek().is_some_and(|span| (span.end as usize) <= mention.start) {
                spans.next();
            }
            if spans.peek().is_some_and(|span| span.start as usize <= mention.start) {
                placed.insert(mention.name);
            }
        }
    }
    for (at, var) in game.vars.iter().enumerate() {
        if var.nature != Nature::Plain || set.contains(&VarId(at as u16)) || is_meant(&var.name) {
            continue;
        }
        let un = format!("un{}", var.name);
        let names = [Some(var.name.as_str()), var.opposite.as_deref(), Some(un.as_str())];
        let mut names = names.into_iter().flatten();
        // What begins with a value that is worked out is set by that, and what nothing mentions is reported as unused.
        let computed = var.default.as_ref().is_some_and(|node| !matches!(node.expr, Expr::Const(_)));
        let unused = names.clone().all(|name| said.get(name).copied().unwrap_or(0) < 2);
        if computed || unused || names.any(|name| placed.contains(name)) {
            continue;
        }
        let (what, example) = match var.ty {
            Type::Flag => ("it is never up", "true"),
            _ => ("it keeps the value that it begins with", "…"),
        };
        let of = var.subject.word();
        found.push(Diagnostic::warning("unset-state", format!("nothing sets `{}`", var.name)).at(var.span, what).help(
            format!(
                "set it in a script, as in `{of}.{} = {example};`, or begin its name with `_` to keep it",
                var.name
            ),
        ));
    }
}

/// Reports cards whose text lasts during a step, and all of whose plays belong to other steps.
fn idle_lasts(builder: &GameBuilder, found: &mut Vec<Diagnostic>) {
    let game = &builder.game;
    let enforcing = |script: &Script| script.body.any(|node| matches!(node.expr, Expr::Api { api: Api::Enforce, .. }));
    let enforces = game.scripts.iter().any(enforcing);
    for def in &game.card_defs {
        if def.plays.is_empty() && def.lasts != Lasts::Resolving && !enforces {
            let span = builder.declared.get(&def.name).copied().unwrap_or(def.span);
            found.push(
                Diagnostic::warning("idle-lasts", format!("`{}` never comes into force", def.name))
                    .at(span, "it has no `play`, and no script calls `enforce`")
                    .help("write how it is played, as in `play during STEP { … }`, or `enforce(card, …)` in a script"),
            );
            continue;
        }
        let Lasts::During(scope) = def.lasts else { continue };
        let Some(lasting) = step_of(game, scope) else { continue };
        let outside = |window: Window| match window {
            Window::During(_, scope) => step_of(game, scope).is_some_and(|step| !is_inside(game, step, lasting)),
            _ => false,
        };
        if def.plays.is_empty() || !def.plays.iter().all(|play| outside(game.offers[play.at()].window)) {
            continue;
        }
        let name = &game.steps[lasting.at()].name;
        let span = builder.declared.get(&def.name).copied().unwrap_or(def.span);
        found.push(
            Diagnostic::warning("idle-lasts", format!("`{}` is never played during `{name}`", def.name))
                .at(span, format!("its text lasts during `{name}`, and all its plays are made elsewhere"))
                .help(format!("write `lasts until {name}` if it should hold until the next one has ended")),
        );
    }
}

/// Reports `forbid` in a card without `lasts`, of actions that are chosen in steps: no side chooses one while the card
/// resolves, unless one of its plays asks for an action or starts a sequence.
fn idle_forbids(game: &Game, found: &mut Vec<Diagnostic>) {
    let chosen: FxHashMap<PermissionId, &str> = (game.offers.iter())
        .filter(|offer| matches!(offer.window, Window::Listed | Window::During(..)) && !offer.is_family)
        .map(|offer| (offer.permission, offer.name.as_str()))
        .collect();
    for (at, permission) in game.permissions.iter().enumerate() {
        let Some(action) = chosen.get(&PermissionId(at as u16)) else { continue };
        for forbid in &permission.forbids {
            let Bearer::Card(def) = forbid.guard.bearer else { continue };
            let def = &game.card_defs[usize::from(def)];
            if !ends_at_once(game, def) {
                continue;
            }
            let text = format!("`{}` forbids `{action}` only while it resolves", def.name);
            found.push(
                Diagnostic::warning("idle-lasts", text)
                    .at(forbid.span, "no side chooses an action then")
                    .help("say how long it holds, before the clauses: `lasts until SCOPE`"),
            );
        }
    }
}

/// Reports hooks of a card without `lasts` on steps, and on actions that are chosen in steps.
fn idle_hooks(game: &Game, found: &mut Vec<Diagnostic>) {
    for scope in &game.scopes {
        let chosen = |offer: OfferId| matches!(game.offers[offer.at()].window, Window::Listed | Window::During(..));
        let happens_later = match scope.kind {
            ScopeKind::Step(_) => true,
            ScopeKind::Offer(offer) => chosen(offer) && game.offers[offer.at()].card.is_none(),
            _ => false,
        };
        for hook in scope.before.iter().chain(&scope.after).filter(|_| happens_later) {
            let hook = &game.hooks[hook.at()];
            let Bearer::Card(def) = hook.guard.bearer else { continue };
            let def = &game.card_defs[usize::from(def)];
            if ends_at_once(game, def) {
                let text = format!("`{}` waits for `{}` only while it resolves", def.name, scope.name);
                found.push(
                    Diagnostic::warning("idle-lasts", text)
                        .at(hook.span, "this does not happen then")
                        .help("say how long it holds, before the clauses: `lasts until SCOPE`"),
                );
            }
        }
    }
}

/// Reports clauses of a card in force that ask for its owner, where no side owns a card that it has played.
fn ownerless(game: &Game, found: &mut Vec<Diagnostic>) {
    let forbids = game.permissions.iter().flat_map(|one| &one.forbids).map(|forbid| &forbid.guard);
    let modifiers = game.quantities.iter().flat_map(|one| &one.modifiers).map(|modifier| &modifier.guard);
    for guard in forbids.chain(modifiers).chain(game.hooks.iter().map(|hook| &hook.guard)) {
        let Some((span, zone, deck)) = owner_asked(game, guard) else { continue };
        found.push(
            Diagnostic::warning("idle-lasts", "the card has no owner while it is in force")
                .at(span, format!("no side owns a card in `{zone}`"))
                .help(format!("write `{zone} open per side` in `deck {deck}`, so that each side has what it played")),
        );
    }
}

/// Where a clause of a card asks for the owner of the card, the zone of played cards, which belongs to no side, and the
/// deck.
fn owner_asked<'g>(game: &'g Game, guard: &Guard) -> Option<(Span, &'g str, &'g str)> {
    let (Bearer::Card(at), Some(slot), Some(when)) = (&guard.bearer, guard.bearer_slot, &guard.when) else {
        return None;
    };
    let def = &game.card_defs[usize::from(*at)];
    let deck = &game.decks[def.deck.at()];
    let used = deck.zones.get(2).filter(|zone| !game.each_side_has(**zone))?;
    let of_one_side = game.cards.iter().any(|card| card.def == *at && card.side.is_some());
    if def.lasts == Lasts::Resolving || of_one_side {
        return None;
    }
    let mut asked = None;
    when.walk(&mut |node| {
        if let Expr::Api { api: Api::OwnerOf | Api::SideOf, args } = &node.expr
            && matches!(args.first(), Some(Node { expr: Expr::Local(local), .. }) if *local == slot)
        {
            asked.get_or_insert(node.span);
        }
    });
    Some((asked?, &game.zones[used.at()].name, &deck.name))
}

/// True if the text of a card holds only while it resolves, and no action is chosen and no sequence runs meanwhile.
fn ends_at_once(game: &Game, def: &CardDef) -> bool {
    let asks = |play: &OfferId| {
        let play = &game.offers[play.at()];
        let writes = |script: ScriptId| written_by(game, &game.scripts[script.at()].body, &mut FxHashSet::default());
        !play.then.is_empty() || play.script.is_some_and(|script| writes(script) == u128::MAX)
    };
    def.lasts == Lasts::Resolving && !def.plays.is_empty() && !def.plays.iter().any(asks)
}

pub(super) fn step_of(game: &Game, scope: ScopeId) -> Option<StepId> {
    match game.scopes[scope.at()].kind {
        ScopeKind::Step(step) => Some(step),
        _ => None,
    }
}

/// Whether a step is another one or inside it. Of a step of a sequence with a name it is not known inside what it runs.
pub(super) fn is_inside(game: &Game, step: StepId, around: StepId) -> bool {
    let mut here = step;
    loop {
        if here == around {
            return true;
        }
        match game.steps[here.at()].parent {
            Some(parent) => here = parent,
            None => return !game.sequence.contains(&here),
        }
    }
}

/// Reports procedures about a piece that change something of the side that acts, and never ask for the owner.
fn acting_sides(game: &Game, found: &mut Vec<Diagnostic>) {
    for scope in &game.scopes {
        let ScopeKind::Procedure(script) = scope.kind else { continue };
        let piece = scope.params.iter().find(|param| matches!(param.ty, Type::One(Domain::Piece, false)));
        let takes_side = scope.params.iter().any(|param| matches!(param.ty, Type::One(Domain::Side, _)));
        let (Some(piece), false) = (piece, takes_side) else { continue };
        let body = &game.scripts[script.at()].body;
        let mut changed: Option<Span> = None;
        let mut others = false;
        body.walk(&mut |node| match &node.expr {
            Expr::Set { target: Target::Var(..), of, .. } if matches!(of.expr, Expr::Me) => {
                changed = changed.or(Some(of.span));
            }
            Expr::Get { of, .. } => {
                others |= matches!(of.expr, Expr::Local(_)) && node.ty.domain() == Some(Domain::Side)
            }
            _ => {}
        });
        if let (Some(changed), false) = (changed, others) {
            found.push(
                Diagnostic::warning("me-in-procedure", "`me` is the acting side, not the owner of the piece")
                    .at(changed, format!("the side that acts, even if `{}` belongs to another", piece.name))
                    .help(format!("write `{}.side`; if the acting side is meant, make it a parameter", piece.name)),
            );
        }
    }
}
