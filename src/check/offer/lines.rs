//! The lines of an offer besides parameters: guards, needs, limits, effects. A member's lines are combined with its
//! family's.

use crate::model::id::Domain;
use crate::model::offer::OfferGuard;
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast::{self, Cite, ExprText, OfferLine, OfferLineKind, ScriptText, Text};

use super::super::builder::{Frame, GameBuilder};
use super::super::error;
use super::super::ready::ready;
use super::super::visible::concerns;
use super::PendingOffer;
use super::price::fill_price;
use super::slots::slot_named;

/// The lines of an offer and its family besides parameters.
#[derive(Default)]
pub(super) struct Lines<'a> {
    whens: Vec<(&'a ExprText, &'a [Cite])>,
    needs: Vec<&'a ExprText>,
    assent: Option<(&'a ExprText, &'a [Cite])>,
    pays: Vec<&'a ast::Pays>,
    once: Vec<&'a ast::OncePer>,
    pub(super) script: Option<&'a ScriptText>,
    pub(super) then: Vec<&'a ast::ThenCall>,
    said: Option<&'a Text>,
}

/// Sorts lines by kind.
pub(super) fn collect(lines: &[OfferLine]) -> Lines<'_> {
    let mut found = Lines::default();
    for line in lines {
        match &line.kind {
            OfferLineKind::When { value, cites } => found.whens.push((value, cites)),
            OfferLineKind::Needs { value, .. } => found.needs.push(value),
            OfferLineKind::Assent { value, cites } => found.assent = Some((value, cites)),
            OfferLineKind::Pays(pays) => found.pays.push(pays),
            OfferLineKind::Once(once) => found.once.push(once),
            OfferLineKind::Do(script) => found.script = Some(script),
            OfferLineKind::Then(then) => found.then.push(then),
            OfferLineKind::Say(said) => found.said = Some(said),
            _ => {}
        }
    }
    found
}

/// Fills in the lines of an offer besides parameters, including its family's.
pub(super) fn fill_lines(builder: &mut GameBuilder, offer: &PendingOffer, family: Option<&PendingOffer>) {
    let own = collect(offer.lines);
    let shared = family.map(|family| collect(family.lines));
    let scope = builder.game.offers[offer.id.at()].scope;
    let params = builder.game.scopes[scope.at()].params.clone();
    let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
    let mut frame = Frame::of(&params);
    let mut whens: Vec<_> = own.whens.into_iter().map(|(value, cites)| (value, cites, false)).collect();
    let mut needs = own.needs;
    let mut once = own.once;
    if let Some(shared) = &shared {
        let fitting = shared.whens.iter().filter(|(value, _)| concerns(builder, &names, &value.text));
        whens.extend(fitting.map(|(value, cites)| (*value, *cites, true)));
        needs.extend(shared.needs.iter().filter(|value| concerns(builder, &names, &value.text)));
        once.extend(
            shared
                .once
                .iter()
                .filter(|once| once.per.as_ref().is_none_or(|name| names.contains(&plain(&name.text).as_str()))),
        );
    }
    let of_family =
        builder.game.offers[offer.id.at()].family.map(|family| builder.game.offers[family.at()].cites.clone());
    for (value, cites, shared) in whens {
        let condition = builder.expression(&mut frame, value, Some(Type::Flag));
        let mut cites = builder.cites(cites);
        // The head of the family covers its lines, and not that of the member.
        if let (true, true, Some(above)) = (shared, cites.is_empty(), &of_family) {
            cites.clone_from(above);
        }
        let ready = ready(&builder.game.offers[offer.id.at()].params, [&condition]);
        builder.game.offers[offer.id.at()].guards.push(OfferGuard { condition, ready, cites });
    }
    for value in needs {
        let node = builder.expression(&mut frame, value, Some(Type::Int(true)));
        builder.game.offers[offer.id.at()].needs.push(node);
    }
    if let Some((value, cites)) = own.assent.or(shared.as_ref().and_then(|shared| shared.assent)) {
        let node = builder.expression(&mut frame, value, Some(Type::One(Domain::Side, true)));
        builder.cites(cites);
        builder.game.offers[offer.id.at()].assent = Some(node);
    }
    for line in once {
        builder.cites(&line.cites);
        let slot = match &line.per {
            None => Some(None),
            Some(name) => {
                slot_named(builder, &frame, name).filter(|slot| counts(builder, &frame, *slot, name)).map(Some)
            }
        };
        builder.game.offers[offer.id.at()].once.extend(slot);
    }
    if let Some(said) = own.said.or(shared.as_ref().and_then(|shared| shared.said)) {
        let node = builder.text(&mut frame, said);
        builder.game.offers[offer.id.at()].said = Some(node);
    }
    fill_price(builder, offer, &mut frame, &own.pays, shared.as_ref().map_or(&[][..], |shared| &shared.pays));
    let slot = &mut builder.game.offers[offer.id.at()];
    slot.locals = slot.locals.max(frame.needed);
}

/// Reports `once per` of something else than things: each of them is taken once, and a way or a number is no thing.
fn counts(builder: &mut GameBuilder, frame: &Frame, slot: u16, name: &ast::Name) -> bool {
    let ty = frame.locals.get(usize::from(slot)).map_or(Type::Any, |local| local.ty);
    let is_thing = ty == Type::Any || ty.domain().is_some_and(|domain| domain != Domain::Number);
    if !is_thing {
        let what = if matches!(ty, Type::Way(_)) { "a way" } else { "a number" };
        let problem = error::unfit(&format!("`once per` counts things, and `{}` is {what}", name.text), name.span);
        builder.report(problem.help("write `once`, or keep what was chosen in a variable and ask it in a `when`"));
    }
    is_thing
}
