//! Dispatch of items to their builders.

use super::context::{Context, Node};
use super::{board, clause, component, derived, lesson, muster, offer, puzzle, scenario, sequence, table};
use crate::syntax::ast::{self, ItemKind};
use crate::syntax::grammar::Rule;

/// One item.
pub(super) fn item(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Item> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let inner = node.into_inner().next()?;
    let keyword = span.part(0, ctx.slice(span).find([' ', '\t', '\n', '\r', '{', '"']).unwrap_or(span.len()));
    Some(ast::Item { doc, span, keyword, kind: kind(ctx, inner)? })
}

fn kind(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ItemKind> {
    Some(match node.as_rule() {
        Rule::has => ItemKind::Has(component::has_item(ctx, node)?),
        Rule::state => ItemKind::State(component::state(ctx, node)?),
        Rule::game => ItemKind::Game(component::game(ctx, node)?),
        Rule::side => ItemKind::Side(component::side(ctx, node)?),
        Rule::rulebook => ItemKind::Rulebook(component::rulebook(ctx, node)),
        Rule::note => ItemKind::Note(component::note(ctx, node)?),
        Rule::use_item => ItemKind::Use(ast::Use { name: ctx.first_name(&node)? }),
        Rule::names => ItemKind::Names(component::names(ctx, node)?),
        Rule::noun => ItemKind::Noun(component::noun(ctx, node)?),
        Rule::kind => ItemKind::Kind(component::kind(ctx, node)?),
        Rule::counters => ItemKind::Counters(component::counters(ctx, node)),
        Rule::muster => ItemKind::Muster(muster::muster(ctx, node)),
        Rule::terrain => ItemKind::Terrain(component::terrain(ctx, node)?),
        Rule::weather => ItemKind::Weather(component::terrain(ctx, node)?),
        Rule::definition => ItemKind::Definition(derived::definition(ctx, node)?),
        Rule::quantity => ItemKind::Quantity(derived::quantity(ctx, node)?),
        Rule::roll => ItemKind::Roll(derived::roll(ctx, node)?),
        Rule::may => ItemKind::May(derived::may(ctx, node)?),
        Rule::clause => ItemKind::Clause(clause::clause(ctx, node)?),
        Rule::ruling => ItemKind::Ruling(derived::ruling(ctx, node)?),
        Rule::table => ItemKind::Table(table::table(ctx, node)?),
        Rule::board => ItemKind::Board(board::board(ctx, node)?),
        Rule::facing => ItemKind::Facing(board::facing(ctx, node)?),
        Rule::deck => ItemKind::Deck(offer::deck(ctx, node)?),
        Rule::purse => ItemKind::Purse(offer::purse(ctx, node)?),
        Rule::walk => ItemKind::Walk(offer::walk(ctx, node)?),
        Rule::action => ItemKind::Action(offer::action(ctx, node)?),
        Rule::card => ItemKind::Card(offer::card(ctx, node)?),
        Rule::procedure => ItemKind::Procedure(derived::procedure(ctx, node)?),
        Rule::function => ItemKind::Function(derived::function(ctx, node)?),
        Rule::sequence => ItemKind::Sequence(sequence::sequence(ctx, node)?),
        Rule::whenever => ItemKind::Whenever(derived::whenever(ctx, node)?),
        Rule::invariant => ItemKind::Invariant(derived::invariant(ctx, node)?),
        Rule::expect => ItemKind::Expect(ast::Expect { cites: ctx.cites(&node), conditions: ctx.exprs(&node) }),
        Rule::replace => ItemKind::Replace(replace(ctx, node)?),
        Rule::extend => ItemKind::Extend(table::extend(ctx, node)?),
        Rule::extend_names => ItemKind::ExtendNames(component::names(ctx, node)?),
        Rule::insert => ItemKind::Insert(sequence::insert(ctx, node)?),
        Rule::scenario => ItemKind::Scenario(scenario::scenario(ctx, node)?),
        Rule::draw => ItemKind::Draw(scenario::draw(ctx, node)),
        Rule::lesson => ItemKind::Lesson(lesson::lesson(ctx, node)?),
        Rule::puzzle => ItemKind::Puzzle(puzzle::puzzle(ctx, node)?),
        Rule::test => ItemKind::Test(scenario::test(ctx, node)?),
        _ => return None,
    })
}

fn replace(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Replace> {
    let doc = ctx.doc(&node);
    let inner = node.into_inner().find(|inner| matches!(inner.as_rule(), Rule::replace_step | Rule::replace_item))?;
    if inner.as_rule() == Rule::replace_step {
        let step = inner.into_inner().find(|inner| inner.as_rule() == Rule::step)?;
        let mut step = sequence::step(ctx, step)?;
        step.doc = step.doc.or(doc);
        let what = ast::ReplaceWhat::Step(Box::new(step));
        return Some(ast::Replace { guard: ast::Guard::default(), what });
    }
    // A scenario cannot be replaced by an item of a scenario, so guards never nest; the outer one is restored
    // regardless.
    let outer = ctx.guard.replace(ast::Guard::default());
    let read = inner.into_inner().next().and_then(|item| kind(ctx, item));
    let guard = std::mem::replace(&mut ctx.guard, outer).unwrap_or_default();
    Some(ast::Replace { guard, what: ast::ReplaceWhat::Item(Box::new(read?)) })
}
