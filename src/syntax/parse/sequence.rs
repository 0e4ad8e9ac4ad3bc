//! Builders for sequences and steps.

use super::atom::{child, has, inner, last};
use super::context::{Context, Node};
use super::head::{CITATION, Has, Head, Order, Parts};
use super::{clause, component, derived};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn sequence(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Sequence> {
    let head = Head::of(ctx, &node, &[Has::Title], &[]);
    // Guards of a replaced sequence do not apply to the words and steps inside it.
    let outer = ctx.guard.take();
    let definitions = ctx.all(&node, Rule::definition, derived::definition);
    ctx.guard = outer;
    let mut state = ctx.all(&node, Rule::run_state, component::state);
    let mut steps = ctx.all(&node, Rule::step, step);
    if let Some(name) = &head.name {
        for item in &mut state {
            if item.subject.is_some() {
                item.during.push(ast::ScopePath { names: vec![name.clone()], span: name.span });
            }
        }
    }
    missing_commas(ctx, &mut steps);
    run_together(ctx, &mut steps);
    Some(ast::Sequence {
        name: head.name,
        params: head.params,
        title: head.title,
        cites: head.cites,
        state,
        definitions,
        steps,
    })
}

/// One step with its body.
/// `insert STEP before NAME`
pub(super) fn insert(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Insert> {
    let doc = ctx.doc(&node);
    let mut new = step(ctx, child(&node, Rule::step)?)?;
    new.doc = new.doc.or(doc);
    Some(ast::Insert { step: new, before: has(&node, Rule::k_before), beside: ctx.first_name(&node)? })
}

pub(super) fn step(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Step> {
    const LOOPS: [Rule; 4] = [Rule::repeat, Rule::each, Rule::alternate, Rule::all_sides];
    let loops = LOOPS.map(|rule| (rule, 3, "the loop"));
    let whole = ctx.span(&node);
    Order::of(ctx, inner(&node), &[&loops, STEP_PARTS].concat()).check(ctx, whole);
    let (mut repeats, mut steps) = (None, ast::StepBody::Empty);
    for part in inner(&node) {
        match part.as_rule() {
            rule if LOOPS.contains(&rule) => repeats = loop_of(ctx, part),
            Rule::step_do | Rule::step_then | Rule::step_actions | Rule::steps => steps = body(ctx, part)?,
            _ => {}
        }
    }
    Some(ast::Step {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        title: ctx.text_in(&node, Rule::title),
        cites: ctx.cites(&node),
        named: ctx.name_in(&node, Rule::step_named),
        repeats,
        by: ctx.expr_in(&node, Rule::step_by),
        when: ctx.expr_in(&node, Rule::when_part),
        under: last(&node, Rule::under_part).and_then(|part| clause::under(ctx, part)),
        interruptible: has(&node, Rule::k_interruptible),
        body: steps,
        span: whole,
    })
}

/// The order of the parts of a step besides its loop: its citations stand after its title, before everything else.
const STEP_PARTS: &Parts = &[
    (Rule::title, 1, "the title"),
    (Rule::cite, 2, CITATION),
    (Rule::step_named, 4, "`named`"),
    (Rule::step_by, 5, "`by`"),
    (Rule::when_part, 6, "`when`"),
    (Rule::under_part, 7, "`under`"),
    (Rule::k_interruptible, 8, "`interruptible`"),
    (Rule::step_do, 9, "`do`"),
    (Rule::step_then, 9, "`then`"),
    (Rule::step_actions, 9, "`actions`"),
    (Rule::steps, 9, "the braces"),
];

fn body(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::StepBody> {
    let span = ctx.span(&node);
    Some(match node.as_rule() {
        Rule::step_do => {
            let then = calls(ctx, &node);
            ast::StepBody::Do { script: ctx.first_script(&node)?, then }
        }
        Rule::step_then => ast::StepBody::Then(calls(ctx, &node)),
        Rule::step_actions => ast::StepBody::Actions(ast::ActionsBody {
            must: has(&node, Rule::k_must),
            once: has(&node, Rule::k_once),
            pass: ctx.text_in(&node, Rule::pass_text),
            names: ctx.names(&node),
            span,
        }),
        Rule::steps => {
            let mut steps = ctx.all(&node, Rule::step, step);
            missing_commas(ctx, &mut steps);
            run_together(ctx, &mut steps);
            ast::StepBody::Steps { steps, span }
        }
        _ => return None,
    })
}

/// The sequences that follow.
fn calls(ctx: &mut Context<'_>, node: &Node<'_>) -> Vec<ast::ThenCall> {
    ctx.all(node, Rule::then_call, clause::then_call)
}

fn loop_of(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Loop> {
    match node.as_rule() {
        Rule::repeat => {
            let range = child(&node, Rule::repeat_range).and_then(|range| range.into_inner().next());
            let range = range.and_then(|range| ctx.range(&range));
            let until = ctx.expr_in(&node, Rule::until);
            Some(match (range, ctx.expr_in(&node, Rule::repeat_count)) {
                (Some(range), _) => ast::Loop::Numbers { range, until },
                (None, Some(count)) => ast::Loop::Times { count, until },
                (None, None) => ast::Loop::Repeat { until },
            })
        }
        Rule::each => {
            let noun = ctx.first_name(&node)?;
            let from = ctx.expr_in(&node, Rule::each_from);
            let (mut over, mut any_order) = (from.map_or(ast::EachFrom::All, ast::EachFrom::From), false);
            if let Some(of) = child(&node, Rule::each_of) {
                let mut set = ctx.first_expr(&of)?;
                any_order = has(&of, Rule::any_order) | cut_off_in_any(ctx, &mut set);
                over = ast::EachFrom::Of(set);
            }
            Some(ast::Loop::Each { noun, over, any_order })
        }
        Rule::alternate => Some(ast::Loop::Alternate {
            noun: ctx.first_name(&node)?,
            times: ctx.expr_in(&node, Rule::alternate_times)?,
            from: ctx.expr_in(&node, Rule::each_from),
        }),
        Rule::all_sides => Some(ast::Loop::AllSides { span: ctx.span(&node) }),
        _ => None,
    }
}

/// Removes `in any` from `each unit of S in any order` without a comma, which reads as the expression `S in any`, and
/// reports it.
fn cut_off_in_any(ctx: &mut Context<'_>, set: &mut ast::ExprText) -> bool {
    let Some(before) = set.text.strip_suffix("any").map(str::trim_end).and_then(|text| text.strip_suffix("in")) else {
        return false;
    };
    let len = before.trim_end().len();
    if len == 0 || len == before.len() {
        return false;
    }
    let slip = Span { start: set.span.start + u32::try_from(before.len()).unwrap_or(0), ..set.span };
    let rest = ctx.text.get(slip.range().start..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
    let rest = Span::new(slip.source, slip.range().start..slip.range().start + rest);
    ctx.misread(
        Diagnostic::error("any-order-comma", "expected `,` before `in any order`")
            .at(slip, "`in` is an operator of scripts, so the set before it goes on")
            .help(format!("write `{}, in any order`", before.trim_end())),
        rest,
    );
    set.span = set.span.part(0, len);
    set.text.truncate(len);
    true
}

/// Reports a bare name on the line of a list of actions (`actions melee volley`): it is probably part of the list.
fn missing_commas(ctx: &mut Context<'_>, steps: &mut Vec<ast::Step>) {
    let mut misread: Vec<Span> = Vec::new();
    for pair in steps.windows(2) {
        let [above, step] = pair else { continue };
        let list = matches!(above.body, ast::StepBody::Actions(_));
        let bare = step.title.is_none() && step.repeats.is_none() && matches!(step.body, ast::StepBody::Empty);
        let between = ctx.text.get(above.span.range().end..step.span.range().start);
        let told = misread.iter().any(|rest| rest.start <= step.span.start && step.span.start < rest.end);
        if list && bare && !told && between.is_some_and(|between| between.trim_matches([' ', '\t']).is_empty()) {
            let problem = match step.name.text.as_str() {
                "and" => Diagnostic::error("foreign-word", "actions are separated by commas")
                    .at(step.name.span, "expected `,`")
                    .help("replace `and` with `,`"),
                name @ ("once" | "must") if passes(above) => {
                    Diagnostic::error("syntax", format!("`{name}` stands before `or`"))
                        .at(step.name.span, "too late")
                        .help(format!("write `actions … {name} or \"…\"`"))
                }
                "must" if is_once(above) => Diagnostic::error("syntax", "`must` stands before `once`")
                    .at(step.name.span, "too late")
                    .help("write `must once`"),
                "or" => Diagnostic::error("syntax", "what passes is a text in quotes")
                    .at(step.name.span, "no text after this")
                    .help("write `or \"pass\"`: the words that the player reads"),
                "twice" | "thrice" => {
                    Diagnostic::error("syntax", "a list of actions is offered `once`, or until the side passes")
                        .at(step.name.span, "not allowed here")
                        .help("to count them, put the step into another: `twice repeat 2 { … actions … once }`")
                }
                name => Diagnostic::error("syntax", "expected `,` between two actions")
                    .at(step.name.span, "no comma before this")
                    .help(format!("write `,` before `{name}`")),
            };
            // The names after it are actions, not steps.
            let line = ctx.text.get(step.span.range().start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
            let start = step.span.range().start;
            let rest = Span::new(step.span.source, start..start + line.len());
            ctx.misread(problem, rest);
            misread.push(rest);
        }
    }
    steps.retain(|step| !misread.iter().any(|rest| rest.start <= step.span.start && step.span.start < rest.end));
}

/// True if a list of actions ends with `once`.
fn is_once(step: &ast::Step) -> bool {
    matches!(&step.body, ast::StepBody::Actions(actions) if actions.once)
}

/// Words of other games for the sides.
const PLAYERS: [&str; 6] = ["player", "players", "powers", "factions", "armies", "teams"];

/// True if a list of actions ends with the text of the pass.
fn passes(step: &ast::Step) -> bool {
    matches!(&step.body, ast::StepBody::Actions(actions) if actions.pass.is_some())
}

/// Reports two steps on one line of which the first does nothing: a word that was not meant as a step, as in `step end
/// do { … }`, `turn repeat 12 times { … }` or `forbid charge` among the steps.
fn run_together(ctx: &mut Context<'_>, steps: &mut Vec<ast::Step>) {
    let mut misread: Vec<Span> = Vec::new();
    for pair in steps.windows(2) {
        let [first, second] = pair else { continue };
        let told = misread.iter().any(|rest| rest.start <= first.span.start && first.span.start < rest.end);
        let between = ctx.text.get(first.span.range().end..second.span.range().start);
        let on_one_line = between.is_some_and(|between| !between.contains(['\n', ';']));
        if told || !matches!(first.body, ast::StepBody::Empty) || !on_one_line {
            continue;
        }
        let Some(problem) = not_a_step(first, second) else { continue };
        let rest = Span { end: second.span.end, ..first.span };
        ctx.misread(problem, rest);
        misread.push(rest);
    }
    steps.retain(|step| !misread.iter().any(|rest| rest.start <= step.span.start && step.span.start < rest.end));
}

/// The error at the word that makes two steps of one. None if both may be meant.
fn not_a_step(first: &ast::Step, second: &ast::Step) -> Option<Diagnostic> {
    let (word, next) = (first.name.text.as_str(), second.name.text.as_str());
    let unexpected = |name: &ast::Name| {
        Diagnostic::error("syntax", format!("unexpected `{}`", name.text)).at(name.span, "not allowed here")
    };
    let bare = first.title.is_none() && first.repeats.is_none() && first.cites.is_empty();
    if bare && matches!(word, "modify" | "forbid" | "except" | "before" | "after" | "show" | "hide") {
        let problem = Diagnostic::error("part-not-here", "a clause does not belong among the steps");
        let problem = problem.at(first.name.span, "not allowed here");
        return Some(problem.help("write it outside the sequence; `during STEP` limits it to a step"));
    }
    if bare && matches!(word, "step" | "phase" | "segment" | "stage" | "turn" | "round") {
        return Some(unexpected(&first.name).help(format!("a step begins with its name: write `{next} …`")));
    }
    // `bidding "Bids" all players …`: the loop of all sides has one form, and other words begin steps.
    if bare && word == "all" {
        let both = Span { end: second.name.span.end, ..first.name.span };
        let problem = Diagnostic::error("syntax", format!("found `all {next}`, expected `all sides`"));
        return Some(problem.at(both, "not a part of a step").help(if next == "side" || PLAYERS.contains(&next) {
            "write `all sides`: each side then decides before the others' decisions are known".to_owned()
        } else {
            format!("write `all sides`, or `each {next}` for one after the other")
        }));
    }
    let times = next.strip_prefix('x').filter(|count| count.parse::<u32>().is_ok());
    let help = match (times, next) {
        (Some(count), _) => format!("write `repeat {count}`"),
        (_, "times" | "turns" | "years" | "rounds") if first.repeats.is_some() => match &first.repeats {
            Some(ast::Loop::Times { count, .. }) => format!("leave it out: `repeat {}` says how often", count.text),
            _ => "leave it out: `repeat 12` says how often".to_owned(),
        },
        (_, "must") => "write `must` after the last action: `actions NAME, NAME must`".to_owned(),
        (_, "for" | "foreach" | "every") => "write `each side` or `each NAME of SET`".to_owned(),
        (_, "while") => "write `repeat until E`, or `when E` for a condition".to_owned(),
        (_, word) if nearest(word, ["interruptible"]).is_some() => "did you mean `interruptible`?".to_owned(),
        // `in any order` without its comma has been reported.
        (_, "order") => return None,
        _ if first.repeats.is_some() => {
            format!("`{word}` repeats nothing: write `do {{ … }}`, `actions …` or `{{ steps }}` after its loop")
        }
        _ => return None,
    };
    Some(unexpected(&second.name).help(help))
}
