//! The slots of offers: their values by name and order, before any of them has a set or a number.

use crate::check::list::report_twins;
use crate::model::game::Param;
use crate::model::id::{Domain, OfferId};
use crate::model::reading::noun_type;
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast::{Name, OfferLineKind};

use super::super::builder::{Frame, GameBuilder};
use super::super::error;
use super::super::noun::noun_named;
use super::super::reserved::is_reserved;
use super::super::visible::concerns;
use super::window::{around_offer, read_window};
use super::{PendingOffer, SlotLine};

/// Lays out families, windows and slot names of all offers.
pub(crate) fn lay_out(builder: &mut GameBuilder, pending: &mut [PendingOffer]) {
    for offer in pending.iter() {
        let Some(family) = offer.family else { continue };
        let spelt = plain(&family.text);
        match builder.game.offers.iter().position(|other| other.name == spelt && other.is_family) {
            Some(index) => builder.game.offers[offer.id.at()].family = Some(OfferId(index as u16)),
            None => {
                let names: Vec<String> = builder
                    .game
                    .offers
                    .iter()
                    .filter(|other| other.is_family)
                    .map(|other| other.name.clone())
                    .collect();
                builder.report(error::unknown("family of actions", family, &names));
            }
        }
    }
    for index in in_order(builder, pending) {
        lay_out_one(builder, pending, index);
    }
}

/// The offers in the order in which they are checked: one whose window binds the parameters of another follows it.
pub(super) fn in_order(builder: &GameBuilder, pending: &[PendingOffer]) -> Vec<usize> {
    let mut waiting: Vec<usize> = (0..pending.len()).collect();
    let mut known = vec![false; builder.game.offers.len()];
    let mut order = Vec::new();
    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|&index| {
            let waits = around_offer(builder, &pending[index]).is_some_and(|other| !known[other.at()]);
            if !waits {
                order.push(index);
                known[pending[index].id.at()] = true;
            }
            waits
        });
        if waiting.len() == before {
            // If windows wait for each other, the first one goes ahead and binds the known parameters.
            let index = waiting.remove(0);
            order.push(index);
            known[pending[index].id.at()] = true;
        }
    }
    order
}

/// Lays out the slots of one offer: those its window binds, the card, its own lines, then its family's lines.
fn lay_out_one<'a>(builder: &mut GameBuilder, pending: &mut [PendingOffer<'a>], index: usize) {
    let id = pending[index].id;
    let named = || pending[index].lines.iter().filter_map(|line| line_name(&line.kind));
    report_twins(builder, named());
    let own: Vec<&str> = named().map(|name| name.text.as_str()).collect();
    let (window, mut params) = read_window(builder, pending[index].window, &own);
    let mut slots = vec![SlotLine::Given; params.len()];
    builder.game.offers[id.at()].bound = (0..params.len() as u16).collect();
    builder.game.offers[id.at()].window = window;
    if let Some((card, _)) = builder.game.offers[id.at()].card {
        builder.game.offers[id.at()].card = Some((card, params.len() as u16));
        params.push(Param::new("card", Type::One(Domain::Card, false)));
        slots.push(SlotLine::Given);
    }
    for line in pending[index].lines {
        match &line.kind {
            OfferLineKind::Param(param) => {
                params.push(match begins_with_if(builder, &param.name) {
                    true => {
                        builder.report(error::if_for_when(&param.name, &param.set.text));
                        Param::new(plain(&param.name.text), Type::Any)
                    }
                    false => guessed(builder, &param.name, param.some_of),
                });
                slots.push(SlotLine::Param(param, line.doc.as_ref()));
            }
            OfferLineKind::Let { name, value, .. } => {
                params.push(guessed(builder, name, false));
                slots.push(SlotLine::Let(name, value, line.doc.as_ref()));
            }
            OfferLineKind::Chance(chance) => {
                params.push(Param::new(plain(&chance.name.text), Type::Flag));
                slots.push(SlotLine::Chance(chance));
            }
            _ => {}
        }
    }
    // Names of the family that the member can evaluate come after the member's own.
    let family = builder.game.offers[id.at()].family;
    let lines = family
        .and_then(|family| pending.iter().find(|other| other.id == family))
        .map_or(&[][..], |family| family.lines);
    for line in lines {
        let OfferLineKind::Let { name, value, .. } = &line.kind else { continue };
        let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
        if !names.contains(&plain(&name.text).as_str()) && concerns(builder, &names, &value.text) {
            params.push(guessed(builder, name, false));
            slots.push(SlotLine::Let(name, value, line.doc.as_ref()));
        }
    }
    let given = slots.iter().enumerate().filter(|(_, line)| matches!(line, SlotLine::Param(..)));
    builder.game.offers[id.at()].called = given.map(|(slot, _)| slot as u16).collect();
    pending[index].slots = slots;
    set_params(builder, id, &params);
}

/// The name of a line's slot.
fn line_name(kind: &OfferLineKind) -> Option<&Name> {
    match kind {
        OfferLineKind::Param(param) => Some(&param.name),
        OfferLineKind::Let { name, .. } => Some(name),
        OfferLineKind::Chance(chance) => Some(&chance.name),
        _ => None,
    }
}

/// Gives an offer's scope, permission and price the same parameters.
pub(super) fn set_params(builder: &mut GameBuilder, id: OfferId, params: &[Param]) {
    let (scope, permission) = (builder.game.offers[id.at()].scope, builder.game.offers[id.at()].permission);
    builder.game.scopes[scope.at()].params = params.to_vec();
    builder.game.permissions[permission.at()].params = params.to_vec();
    for pays in builder.game.offers[id.at()].pays.clone() {
        builder.game.quantities[pays.cost.at()].params = params.to_vec();
    }
}

/// True if a line of an offer begins with `if`, which is then read as the name of a parameter.
fn begins_with_if(builder: &GameBuilder, name: &Name) -> bool {
    let before = builder.sources.line_text(name.span);
    let (_, column) = builder.sources.line_column(name.span);
    let before: String = before.chars().take((column as usize).saturating_sub(1)).collect();
    name.text == "if" && (before.trim_end().is_empty() || before.trim_end().ends_with(['{', ';']))
}

/// A parameter with the type its name suggests.
fn guessed(builder: &mut GameBuilder, name: &Name, some_of: bool) -> Param {
    const LINE_WORDS: &[&str] = &["when", "where", "pays", "needs", "assent", "chance", "once", "then"];
    let spelt = plain(&name.text);
    if is_reserved(&spelt) || LINE_WORDS.contains(&spelt.as_str()) {
        let problem = error::reserved_name(name);
        builder.report(match spelt.as_str() {
            "if" => problem.help("a choice is narrowed with `where`: `unit mine.troops where !unit.moved`"),
            _ => problem,
        });
    }
    let (noun, ty) = match noun_named(builder, &spelt) {
        Some((noun, plural)) => (Some(noun), noun_type(&builder.game, noun, plural || some_of)),
        None => (None, Type::Any),
    };
    Param { name: spelt, noun, ty }
}

/// The slot of the offer's parameter that a line names.
pub(super) fn slot_named(builder: &mut GameBuilder, frame: &Frame, name: &Name) -> Option<u16> {
    let slot = frame.slot(&plain(&name.text));
    if slot.is_none() {
        let names = frame.locals.iter().map(|local| local.name.as_str());
        let problem = error::unknown("parameter of this offer", name, names);
        let scope = builder.scopes.get(&plain(&name.text));
        builder.report(problem.help_if(scope.map(|_| {
            let name = &name.text;
            format!("`once` counts while the step lasts that offers it; for longer set a flag `during {name}`")
        })));
    }
    slot
}
