//! Rules of settled play: `whenever` and invariants, whose free nouns range over their sets; and what a set-up must
//! give.

use crate::model::game::{Invariant, Param, Whenever};
use crate::model::id::NounId;
use crate::model::reading::noun_type;
use crate::model::setup::Expectation;
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast::{ExprText, ItemKind};

use super::builder::{Frame, GameBuilder};
use super::free::free_names;
use super::gather::Gathered;
use super::noun::noun_named;
use super::script::{ScriptPlace, add_script};
use crate::model::names::Symbol;

/// Fills in all of them, in written order.
pub(crate) fn fill_watches(builder: &mut GameBuilder, items: &Gathered) {
    for entry in &items.entries {
        match entry.kind {
            ItemKind::Whenever(item) => {
                let cites = builder.cites(&item.cites);
                let (each, mut frame, params) = runs_over(builder, &item.when);
                let condition = builder.expression(&mut frame, &item.when, Some(Type::Flag));
                let under = super::subject::under(builder, item.under.as_ref());
                let place = ScriptPlace::default();
                let script = add_script(builder, place, params, &item.script);
                builder.game.whenevers.push(Whenever {
                    each,
                    condition,
                    locals: frame.needed,
                    under,
                    script,
                    reads: 0,
                    at_once: Default::default(),
                    cites,
                    span: entry.span,
                });
            }
            ItemKind::Invariant(item) => {
                let name = builder.declare(&item.name);
                let cites = builder.cites(&item.cites);
                let (each, mut frame, _) = runs_over(builder, &item.value);
                let condition = builder.expression(&mut frame, &item.value, Some(Type::Flag));
                builder.game.invariants.push(Invariant {
                    name,
                    each,
                    condition,
                    locals: frame.needed,
                    reads: 0,
                    light: false,
                    at_once: Default::default(),
                    cites,
                    span: entry.span,
                });
            }
            ItemKind::Expect(item) => {
                for condition in &item.conditions {
                    let cites = builder.cites(&item.cites);
                    let mut frame = Frame { pure: true, ..Frame::default() };
                    let condition = builder.expression(&mut frame, condition, Some(Type::Flag));
                    let locals = frame.needed;
                    builder.game.setup.expects.push(Expectation { condition, locals, cites });
                }
            }
            _ => {}
        }
    }
}

/// The first free singular noun, as local 0.
fn runs_over(builder: &GameBuilder, text: &ExprText) -> (Option<NounId>, Frame, Vec<Param>) {
    let noun = free_names(&text.text).into_iter().find_map(|name| {
        let of_list = |symbol: &Symbol| match symbol {
            // `class.Foot` names one value, so it does not range over the list.
            Symbol::List(list) => builder.game.lists[list.at()]
                .members
                .iter()
                .all(|one| !text.text.contains(&format!("{name}.{}", one.name))),
            _ => false,
        };
        let means_more =
            builder.names.get(name).iter().any(|symbol| !matches!(symbol, Symbol::Noun { .. }) && !of_list(symbol));
        let (noun, plural) = noun_named(builder, name).filter(|_| !means_more)?;
        (!plural).then(|| (noun, plain(name)))
    });
    let params: Vec<Param> = noun
        .iter()
        .map(|(noun, name)| Param { name: name.clone(), noun: Some(*noun), ty: noun_type(&builder.game, *noun, false) })
        .collect();
    let mut frame = Frame::of(&params);
    frame.acts = false;
    (noun.map(|(noun, _)| noun), frame, params)
}
