//! The sequence of play: steps and scopes first; their expressions and scripts when everything else is known.

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::model::game::Param;
use crate::model::id::ListId;
use crate::model::id::{Domain, NounId, OfferId, Ref, ScopeId, SequenceId, StepId};
use crate::model::node::{Expr, Node, Operator};
use crate::model::sequence::{Body, Repeat, Scope, ScopeKind, Sequence, Step};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, EachFrom, ItemKind, Loop, StepBody, Text};

use super::builder::{Frame, GameBuilder, title};
use super::error;
use super::gather::{Entry, Gathered};
use super::noun;
use super::offer::{action_named, members};
use super::scenario::settings;
use super::scope::{add_scope, fill_title, new_scope};
use super::script::{ScriptPlace, add_script};
use super::started::{self, then_calls};
use super::together;
use crate::model::names::Symbol;
use crate::model::names::named;

/// A step with its syntax tree.
pub(crate) struct PendingStep<'a> {
    /// The step.
    pub(crate) id: StepId,
    /// Its syntax tree.
    pub(crate) item: &'a ast::Step,
}

/// Declares all sequences: the game's own with its steps, and those with a name.
pub(crate) fn declare_sequence<'a>(builder: &mut GameBuilder, items: &Gathered<'a>) -> Vec<PendingStep<'a>> {
    let mut pending = Vec::new();
    let mut own = false;
    for (entry, item) in items.each(|kind| if let ItemKind::Sequence(it) = kind { Some(it) } else { None }) {
        if let Some(name) = &item.name {
            declare_named(builder, items, name, item, entry, &mut pending);
            continue;
        }
        builder.cites(&item.cites);
        if own {
            builder.report(error::not_one("sequence without a name", Some(entry.span)));
            continue;
        }
        own = true;
        for state in &item.state {
            builder.report(error::of_named_sequence("state", state.span, "write `game var NAME: TYPE` outside it"));
        }
        for word in &item.definitions {
            builder.report(error::of_named_sequence("a word", word.name.span, "write it outside the sequence"));
        }
        for step in with_inserted(items, &item.steps) {
            let id = declare_step(builder, items, step, (None, None), &mut pending);
            builder.game.sequence.push(id);
        }
    }
    let mut named: Vec<&ast::Name> = items.inserts.iter().map(|insert| &insert.beside).collect();
    named.extend(items.steps.values().map(|step| &step.name));
    named.sort_by_key(|name| name.span);
    for name in named {
        builder.known("step", name, |game| &game.steps);
    }
    pending
}

/// Steps with those that are put beside them. Those before a step, and those after it, stand in written order.
fn with_inserted<'a>(items: &Gathered<'a>, steps: &'a [ast::Step]) -> Vec<&'a ast::Step> {
    fn put<'a>(items: &Gathered<'a>, step: &'a ast::Step, used: &mut Vec<usize>, into: &mut Vec<&'a ast::Step>) {
        let spelt = plain(&step.name.text);
        let beside = |before: bool, used: &mut Vec<usize>, into: &mut Vec<&'a ast::Step>| {
            for (at, insert) in items.inserts.iter().enumerate() {
                // Each is put once, so a step beside itself ends here; its name is reported as declared twice.
                if insert.before == before && plain(&insert.beside.text) == spelt && !used.contains(&at) {
                    used.push(at);
                    put(items, &insert.step, used, into);
                }
            }
        };
        beside(true, used, into);
        into.push(step);
        beside(false, used, into);
    }
    let (mut used, mut all) = (Vec::new(), Vec::new());
    steps.iter().for_each(|step| put(items, step, &mut used, &mut all));
    all
}

/// Declares a sequence with a name: its scope, the variables of its runs, its steps.
fn declare_named<'a>(
    builder: &mut GameBuilder,
    items: &Gathered<'a>,
    name: &ast::Name,
    item: &'a ast::Sequence,
    entry: Entry,
    pending: &mut Vec<PendingStep<'a>>,
) {
    let id = SequenceId(builder.game.sequences.len() as u16);
    let spelt = builder.declare(name);
    let cites = builder.cites(&item.cites);
    let params = noun::params(builder, &item.params);
    let scope = new_scope(&spelt, params, ScopeKind::Sequence(id), entry.span);
    let scope = add_scope(builder, Scope { doc: entry.doc.cloned(), cites, ..scope });
    builder.symbol(&spelt, Symbol::Scope(scope));
    builder.acting.insert(scope);
    let title = title(item.title.as_ref(), name);
    builder.game.sequences.push(Sequence { scope, title, steps: Vec::new() });
    started::declare_own(builder, scope, item);
    for step in with_inserted(items, &item.steps) {
        let step = declare_step(builder, items, step, (None, Some(id)), pending);
        builder.game.sequences[id.at()].steps.push(step);
    }
}

/// Declares a step with those inside it. `place`: the step around it, and the named sequence to which it belongs.
fn declare_step<'a>(
    builder: &mut GameBuilder,
    items: &Gathered<'a>,
    step: &'a ast::Step,
    place: (Option<StepId>, Option<SequenceId>),
    pending: &mut Vec<PendingStep<'a>>,
) -> StepId {
    let (parent, sequence) = place;
    let printed = step;
    let step = items.steps.get(&plain(&step.name.text)).copied().unwrap_or(printed);
    let doc = step.doc.as_ref().or(printed.doc.as_ref()).cloned();
    let id = StepId(builder.game.steps.len() as u16);
    let name = builder.declare(&step.name);
    let cites = builder.cites(&step.cites);
    let params = match &step.repeats {
        Some(Loop::Each { noun, .. } | Loop::Alternate { noun, .. }) => {
            let one = one_of(builder, noun);
            let (ty, id) = noun::named_param(builder, &one);
            vec![Param { name: plain(&one.text), noun: id, ty }]
        }
        Some(Loop::AllSides { .. }) => {
            vec![Param::new("side", Type::One(Domain::Side, false))]
        }
        _ => Vec::new(),
    };
    let scope = new_scope(&name, params, ScopeKind::Step(id), step.span);
    let scope = add_scope(builder, Scope { doc: doc.clone(), cites: cites.clone(), ..scope });
    builder.symbol(&name, Symbol::Value(Value::Ref(Ref::new(Domain::Step, id.0)), Type::One(Domain::Step, false)));
    builder.symbol(&name, Symbol::Scope(scope));
    let title = builder.titled(step.title.as_ref(), &step.name);
    let turns = step.named.as_ref().and_then(|list| named(&builder.game.lists, &list.text));
    builder.game.steps.push(Step {
        name,
        title,
        titled: step.title.is_some(),
        turns,
        doc,
        scope,
        parent,
        sequence,
        interruptible: step.interruptible,
        cites,
        span: step.span,
        ..Step::default()
    });
    pending.push(PendingStep { id, item: step });
    if let StepBody::Steps { steps, .. } = &step.body {
        let inner = with_inserted(items, steps);
        let inner =
            inner.into_iter().map(|inner| declare_step(builder, items, inner, (Some(id), sequence), pending)).collect();
        builder.game.steps[id.at()].body = Body::Steps(inner);
    }
    id
}

/// The noun of a loop. A plural is reported, and its singular taken.
fn one_of(builder: &mut GameBuilder, noun: &ast::Name) -> ast::Name {
    let singular = match noun::noun_named(builder, &plain(&noun.text)) {
        Some((id, true)) => builder.game.nouns[id.at()].singular.clone(),
        _ => return noun.clone(),
    };
    let problem = error::wrong_value(noun, "the name of one member");
    builder.report(problem.help(format!("write `each {singular}`")));
    ast::Name { text: singular, span: noun.span }
}

/// The scopes of a step and of those that enclose it, the outermost first: its named sequence, if it has one.
pub(crate) fn scopes_around(builder: &GameBuilder, step: StepId) -> Vec<ScopeId> {
    let up = |id: &StepId| builder.game.steps[id.at()].parent;
    let mut scopes: Vec<ScopeId> =
        std::iter::successors(Some(step), up).map(|id| builder.game.steps[id.at()].scope).collect();
    scopes.extend(builder.game.steps[step.at()].sequence.map(|sequence| builder.game.sequences[sequence.at()].scope));
    scopes.reverse();
    scopes
}

/// True if a side acts in a step: the step, or one that encloses it, loops over sides or names who acts.
fn acts(steps: &FxHashMap<StepId, &ast::Step>, builder: &GameBuilder, step: StepId) -> bool {
    std::iter::successors(Some(step), |id| builder.game.steps[id.at()].parent).any(|id| {
        steps.get(&id).is_some_and(|item| {
            item.by.is_some()
                || match &item.repeats {
                    Some(Loop::Each { noun, .. }) => {
                        plain(&noun.text) == "side" || is_side(builder, &plain(&noun.text))
                    }
                    Some(Loop::AllSides { .. } | Loop::Alternate { .. }) => true,
                    _ => false,
                }
        })
    })
}

fn is_side(builder: &GameBuilder, name: &str) -> bool {
    noun::noun_named(builder, name).is_some_and(|(noun, _)| builder.game.nouns[noun.at()].domain == Domain::Side)
}

/// Records the scopes of steps with an acting side, for hooks and windows.
pub(crate) fn acting_scopes(builder: &mut GameBuilder, pending: &[PendingStep]) {
    let steps: FxHashMap<StepId, &ast::Step> = pending.iter().map(|step| (step.id, step.item)).collect();
    for step in pending {
        // Some side has started a named sequence.
        if builder.game.steps[step.id.at()].sequence.is_some() || acts(&steps, builder, step.id) {
            builder.acting.insert(builder.game.steps[step.id.at()].scope);
        }
    }
}

/// Fills in titles and variables of named sequences, then expressions and bodies of all steps.
pub(crate) fn fill_sequence(builder: &mut GameBuilder, items: &Gathered, pending: &[PendingStep]) {
    for (_, item) in items.each(|kind| if let ItemKind::Sequence(it) = kind { Some(it) } else { None }) {
        let scope = item.name.as_ref().and_then(|name| sequence_named(builder, &plain(&name.text)));
        let Some(scope) = scope else { continue };
        started::fill_own(builder, scope, item);
        if let Some(title) = &item.title {
            fill_title(builder, scope, title);
        }
    }
    for step in pending {
        let scope = builder.game.steps[step.id.at()].scope;
        let acts = builder.acting.contains(&scope);
        let around = scopes_around(builder, step.id);
        // Around a named sequence any other scope may run.
        let named = builder.game.steps[step.id.at()].sequence.is_some();
        let lifetime = (!named).then(|| around.clone());
        let mut frame =
            Frame { pure: true, acts, scopes: around.clone(), lifetime: lifetime.clone(), ..Frame::default() };
        let item = step.item;
        together::look_over(builder, item);
        // The members of a loop are found before `by` says who acts.
        let found_before = matches!(item.repeats, Some(Loop::Each { .. }));
        frame.acts = if found_before { acts_around(builder, step.id) } else { acts };
        let repeat = fill_repeat(builder, &mut frame, item);
        frame.acts = acts;
        let repeat = set_range(builder, items, item, repeat);
        let turns = item.named.as_ref().and_then(|name| turn_names(builder, name, &repeat));
        let by = item.by.as_ref().map(|by| builder.expression(&mut frame, by, Some(Type::One(Domain::Side, false))));
        // The step is entered, or not, before any side has its turn in it.
        frame.acts = acts_around(builder, step.id);
        let when = item.when.as_ref().map(|when| builder.expression(&mut frame, when, Some(Type::Flag)));
        frame.acts = acts;
        let under = super::subject::under(builder, item.under.as_ref());
        let shown = item.title.as_ref().map(|title| builder.text(&mut frame, title));
        let mut then = Vec::new();
        let body = match &item.body {
            StepBody::Empty => Some(Body::Nothing),
            StepBody::Steps { .. } => None,
            StepBody::Do { script, then: calls } => {
                then = then_calls(builder, &mut frame, calls);
                let params = things(builder, &around);
                let place = ScriptPlace { scopes: around.clone(), acts, lifetime };
                Some(Body::Do(add_script(builder, place, params, script)))
            }
            StepBody::Then(calls) => {
                then = then_calls(builder, &mut frame, calls);
                Some(Body::Nothing)
            }
            StepBody::Actions(actions) if !acts => {
                builder.report(no_side_acts(item, actions));
                None
            }
            StepBody::Actions(actions) => Some(Body::Actions {
                offers: offers(builder, &actions.names),
                must: actions.must,
                once: actions.once,
                pass: actions.pass.as_ref().map(Text::plain),
            }),
        };
        builder.game.scopes[scope.at()].title = shown;
        let locals = frame.needed;
        builder.game.scopes[scope.at()].locals = locals.max(builder.game.scopes[scope.at()].locals);
        let slot = &mut builder.game.steps[step.id.at()];
        slot.repeat = repeat;
        slot.turns = turns;
        slot.by = by;
        slot.when = when;
        slot.under = under;
        slot.locals = locals;
        slot.then = then;
        if let Some(body) = body {
            slot.body = body;
        }
    }
}

/// True if a side acts in what surrounds a step.
fn acts_around(builder: &GameBuilder, step: StepId) -> bool {
    let step = &builder.game.steps[step.at()];
    match step.parent {
        Some(around) => builder.acting.contains(&builder.game.steps[around.at()].scope),
        // Some side has started a named sequence.
        None => step.sequence.is_some(),
    }
}

/// A step with actions in which no side acts.
fn no_side_acts(step: &ast::Step, actions: &ast::ActionsBody) -> Diagnostic {
    Diagnostic::error("no-acting-side", format!("no side acts in the step `{}`", step.name.text))
        .at(actions.span, "no side can choose these actions")
        .help("write `each side` before `actions`, `all sides`, or `by` and the side that acts")
}

/// The list that names the turns of a step. It has a value for each turn, as far as their number is known.
fn turn_names(builder: &mut GameBuilder, name: &ast::Name, repeat: &Repeat) -> Option<ListId> {
    let Repeat::Count { to, .. } = repeat else {
        builder.report(error::wrong_value(name, "a step that is counted, as in `repeat 1..4 named NAMES`"));
        return None;
    };
    let list = builder.known("list of names", name, |game| &game.lists)?;
    let known = builder.game.lists[list.at()].members.len();
    if let Some(to) = to
        && let Expr::Const(Value::Int(last)) = to.expr
        && usize::try_from(last).is_ok_and(|last| last > known)
    {
        let turns = if known == 1 { "turn" } else { "turns" };
        let problem = format!("`{}` names {known} {turns}, but the last turn is {last}", name.text);
        let problem = Diagnostic::error("wrong-value", problem);
        // A scenario may say how many turns there are.
        builder.report(match to.span.source == name.span.source {
            true => problem.at(name.span, "expected a name for each turn"),
            false => problem.at(to.span, "more turns than names").also(name.span, "the names"),
        });
    }
    Some(list)
}

/// The scope of the named sequence of this name.
fn sequence_named(builder: &GameBuilder, name: &str) -> Option<ScopeId> {
    let mut scopes = builder.game.sequences.iter().map(|sequence| sequence.scope);
    scopes.find(|scope| builder.game.scopes[scope.at()].name == name)
}

/// The parameters of the sequence and the nouns of the loops around a script, from the outermost in; the inner one of a
/// name takes precedence.
pub(crate) fn things(builder: &GameBuilder, around: &[ScopeId]) -> Vec<Param> {
    let mut params: Vec<Param> = Vec::new();
    for scope in around {
        for param in &builder.game.scopes[scope.at()].params {
            params.retain(|outer| outer.name != param.name);
            params.push(param.clone());
        }
    }
    params
}

fn fill_repeat(builder: &mut GameBuilder, frame: &mut Frame, item: &ast::Step) -> Repeat {
    let number = Some(Type::Int(false));
    match &item.repeats {
        None => Repeat::Once,
        Some(Loop::Repeat { until }) => {
            let until = until.as_ref().map(|until| builder.expression(frame, until, Some(Type::Flag)));
            Repeat::Count { from: 1, to: None, until }
        }
        Some(Loop::Times { count, until }) => {
            let to = Some(builder.expression(frame, count, number));
            too_few(builder, count);
            let until = until.as_ref().map(|until| builder.expression(frame, until, Some(Type::Flag)));
            Repeat::Count { from: 1, to, until }
        }
        Some(Loop::Numbers { range, until }) => {
            check_range(builder, range.low.unwrap_or(1), range.high, range.span);
            let to = range.high.map(|high| Node::new(Expr::Const(Value::Int(high)), Type::Int(false), range.span));
            let until = until.as_ref().map(|until| builder.expression(frame, until, Some(Type::Flag)));
            Repeat::Count { from: range.low.unwrap_or(1), to, until }
        }
        Some(Loop::AllSides { .. }) => Repeat::AllSides,
        Some(Loop::Alternate { noun, times, from }) => {
            if !is_side(builder, &plain(&noun.text)) {
                builder.report(error::wrong_value(noun, "a side, as sides alternate"));
            }
            let times = builder.expression(frame, times, number);
            let side = Some(Type::One(Domain::Side, false));
            let from = from.as_ref().map(|from| builder.expression(frame, from, side));
            Repeat::Alternate { from, times }
        }
        Some(Loop::Each { noun, over, any_order }) => {
            let by_sides = is_side(builder, &plain(&noun.text));
            match over {
                EachFrom::All if by_sides => Repeat::Sides { from: None },
                EachFrom::From(from) => {
                    if !by_sides {
                        builder.report(error::wrong_value(noun, "a side, as `from` goes round the sides"));
                    }
                    let from = builder.expression(frame, from, Some(Type::One(Domain::Side, false)));
                    Repeat::Sides { from: Some(from) }
                }
                EachFrom::All => {
                    let (ty, id) = noun::named_param(builder, noun);
                    let members = id.map_or(Expr::Error, Expr::Members);
                    let ty = ty.domain().map_or(Type::Any, Type::Set);
                    Repeat::Members { of: Node::new(members, ty, noun.span), any_order: *any_order }
                }
                EachFrom::Of(of) => {
                    let id = noun::noun_named(builder, &plain(&noun.text)).map(|(id, _)| id);
                    let wanted = id.map(|id| Type::Set(builder.game.nouns[id.at()].domain));
                    // The set is found before there is a member, so the name of one does not hide others here.
                    let own = frame.scopes.pop();
                    let of = builder.expression(frame, of, wanted);
                    frame.scopes.extend(own);
                    let of = match id {
                        Some(id) => of_noun(of, id),
                        None => of,
                    };
                    Repeat::Members { of, any_order: *any_order }
                }
            }
        }
    }
}

/// The members of a set that belong to a noun.
fn of_noun(set: Node, noun: NounId) -> Node {
    let (ty, span) = (set.ty, set.span);
    if !matches!(ty, Type::Set(_)) {
        return set;
    }
    let members = Node::new(Expr::Members(noun), ty, span);
    Node::new(Expr::Operate(Operator::Both, Box::new(set), Box::new(members)), ty, span)
}

/// Reports a number of repetitions below 1, and a range written with a minus sign.
fn too_few(builder: &mut GameBuilder, count: &ast::ExprText) {
    let text: String = count.text.split_whitespace().collect();
    let number = |text: &str| text.parse::<i64>().ok();
    let (found, range) = match text.get(1..).and_then(|rest| rest.find('-')).map(|at| text.split_at(at + 1)) {
        Some((low, high)) => match (number(low), number(&high[1..])) {
            (Some(low), Some(high)) => (low - high, Some(format!("{low}..{high}"))),
            _ => return,
        },
        None => match number(&text) {
            Some(found) => (found, None),
            None => return,
        },
    };
    if found < 1 {
        let problem = Diagnostic::error("wrong-value", format!("`repeat` needs at least 1, found {found}"))
            .at(count.span, "expected 1 or more");
        builder.report(problem.help_if(range.map(|range| format!("write a range as `{range}`"))));
    }
}

/// Reports a range of turns in which there is none, or one that begins below 0.
fn check_range(builder: &mut GameBuilder, from: i64, to: Option<i64>, span: Span) {
    let text = builder.sources.text(span).to_owned();
    match to {
        Some(to) if to < from => {
            let problem = error::wrong_value((&text, span), "a range that ends no earlier than it begins");
            builder.report(if to >= 0 { problem.help(format!("write `{to}..{from}`")) } else { problem });
        }
        _ if from < 0 => {
            let problem = error::wrong_value((&text, span), "turns that are counted from 0 or more");
            builder.report(problem.help("begin the range with 0 or 1"));
        }
        _ => {}
    }
}

/// `turn 7..11` of a scenario replaces the step's own range.
fn set_range(builder: &mut GameBuilder, items: &Gathered, item: &ast::Step, repeat: Repeat) -> Repeat {
    let mut repeat = repeat;
    for setting in settings(items) {
        let [name, value, rest @ ..] = setting.words.as_slice() else { continue };
        if plain(&name.text) != plain(&item.name.text) {
            continue;
        }
        if let Some(word) = rest.first() {
            let wanted = format!("nothing after the range of `{}`", name.text);
            builder.report(error::wrong_value(word, &wanted));
            continue;
        }
        // A number alone may mean the last turn as well as the only one.
        if let Some(only) = value.as_int().filter(|_| matches!(repeat, Repeat::Count { .. })) {
            let problem = error::wrong_value(value, "a range such as `7..11`");
            let up_to = if only > 1 { format!("`1..{only}` for the turns up to {only}, ") } else { String::new() };
            builder.report(problem.help(format!("write {up_to}`{only}..{only}` for this turn alone")));
            continue;
        }
        match (value.as_range(), &repeat) {
            (Some(range), Repeat::Count { until, from, to }) => {
                let high =
                    range.high.map(|high| Node::new(Expr::Const(Value::Int(high)), Type::Int(false), value.span));
                check_range(builder, range.low.unwrap_or(*from), range.high, value.span);
                repeat = Repeat::Count {
                    from: range.low.unwrap_or(*from),
                    to: high.or_else(|| to.clone()),
                    until: until.clone(),
                };
            }
            (Some(_), _) => builder.report(error::wrong_value(name, "a step that is repeated")),
            (None, _) => builder.report(error::wrong_value(value, "a range such as `7..11`")),
        }
    }
    repeat
}

/// The offers with these names; a family stands for all its members.
fn offers(builder: &mut GameBuilder, names: &[ast::Name]) -> Vec<OfferId> {
    let mut found = Vec::new();
    for name in names {
        match action_named(builder, &name.text) {
            Some(offer) => found.extend(members(builder, offer)),
            None => {
                let names = builder.game.offers.iter().map(|offer| offer.name.as_str());
                builder.report(error::unknown("action", name, names));
            }
        }
    }
    found
}
