//! Parameters of offers: their sets and filters, the names that follow from them, and the deciding chance.

use crate::diagnostic::Diagnostic;
use crate::model::api::{Effect, Entry, TABLE};
use crate::model::game::{NounFilter, Param};
use crate::model::id::{Domain, NounId, OfferId, Ref};
use crate::model::node::{Comparison, Expr, Node};
use crate::model::offer::{Chance, OfferParam, Source};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain;
use crate::syntax::ast;

use super::super::builder::{Frame, GameBuilder};
use super::super::choice::line_meant;
use super::super::env::Local;
use super::super::error;
use super::super::expr::warn_of_range;
use super::super::free::mentions;
use super::super::quantity::dice;
use super::slots::set_params;
use super::window::around_offer;
use super::{PendingOffer, SlotLine};

/// Fills in the parameters of an offer; each sees those before it.
pub(super) fn fill_params(builder: &mut GameBuilder, offer: &PendingOffer) {
    let scope = builder.game.offers[offer.id.at()].scope;
    let mut params = builder.game.scopes[scope.at()].params.clone();
    let total = params.len();
    // Slots filled later have no name yet.
    let mut frame = Frame { pure: true, acts: true, needed: total as u16, ..Frame::default() };
    frame.locals = vec![Local::param("", Type::Any); total];
    let mut opened = Vec::new();
    for slot in 0..total {
        let made = match offer.slots[slot] {
            SlotLine::Given => {
                bind(builder, offer, slot, &mut params[slot]);
                None
            }
            SlotLine::Chance(chance) => {
                fill_chance(builder, &mut frame, offer.id, chance, slot as u16);
                None
            }
            SlotLine::Param(item, doc) => {
                Some(fill_param(builder, &mut frame, item, doc, slot as u16, &mut params[slot]))
            }
            SlotLine::Let(name, value, doc) => {
                let node = builder.expression(&mut frame, value, None);
                if node.ty != Type::Any {
                    params[slot].ty = node.ty;
                }
                fit_noun(builder, &mut params[slot]);
                one_or_several(builder, name, &params[slot]);
                Some(OfferParam {
                    name: plain(&name.text),
                    slot: slot as u16,
                    doc: doc.cloned(),
                    source: Source::Equals(node),
                    none_too: false,
                    noun: None,
                    filter: None,
                    condition: None,
                    ty: params[slot].ty,
                    cites: Vec::new(),
                    span: name.span,
                })
            }
        };
        frame.locals[slot] = Local::from(&params[slot]);
        opened.extend(made);
    }
    // The caller of a permission gives the parameters with a choice; the others are computed.
    let follows = opened.iter().filter_map(|param| match &param.source {
        Source::Equals(node) => Some((param.slot, node.clone())),
        Source::One(_) | Source::Several(_) | Source::Literals(_) => None,
    });
    let permission = builder.game.offers[offer.id.at()].permission;
    builder.game.permissions[permission.at()].lets = follows.collect();
    let slot = &mut builder.game.offers[offer.id.at()];
    slot.params = opened;
    slot.locals = frame.needed;
    set_params(builder, offer.id, &params);
}

/// Gives a parameter that the window binds the type that the other offer has found for it: its name may be the noun of
/// something else, as `to` is for a way.
fn bind(builder: &GameBuilder, offer: &PendingOffer, slot: usize, param: &mut Param) {
    let Some(other) = around_offer(builder, offer) else { return };
    let scope = &builder.game.scopes[builder.game.offers[other.at()].scope.at()];
    if let Some(bound) = scope.params.get(slot).filter(|bound| bound.name == param.name && bound.ty != Type::Any) {
        param.ty = bound.ty;
        fit_noun(builder, param);
    }
}

/// Fills in the dice and the number of a chance.
fn fill_chance(builder: &mut GameBuilder, frame: &mut Frame, offer: OfferId, chance: &ast::Chance, slot: u16) {
    let cites = builder.cites(&chance.cites);
    let number = builder.expression(frame, &chance.value, Some(Type::Int(true)));
    let dice = dice(builder, chance.dice);
    let comparison = match chance.comparison {
        ast::Comparison::AtMost => Comparison::AtMost,
        ast::Comparison::AtLeast => Comparison::AtLeast,
        ast::Comparison::Below => Comparison::Less,
        ast::Comparison::Above => Comparison::Greater,
    };
    builder.game.offers[offer.at()].chance = Some(Chance { slot, dice, comparison, number, cites });
}

/// Drops a noun that does not fit the type.
fn fit_noun(builder: &GameBuilder, param: &mut Param) {
    if let Some(noun) = param.noun {
        if param.ty.domain().is_some_and(|domain| domain != builder.game.nouns[noun.at()].domain) {
            param.noun = None;
        }
    }
}

/// Reports a set under the word for one thing: rules about that thing would be asked about all of them at once.
fn one_or_several(builder: &mut GameBuilder, name: &ast::Name, param: &Param) {
    let Some(noun) = param.noun.map(|noun| &builder.game.nouns[noun.at()]) else { return };
    let Some(plural) = noun.plural.clone().filter(|plural| *plural != noun.singular) else { return };
    if matches!(param.ty, Type::Set(_)) && noun.singular == plain(&name.text) {
        let problem = Diagnostic::error("wrong-type", format!("`{}` is the word for one thing", name.text));
        builder.report(
            problem
                .at(name.span, "this is a set")
                .help(format!("write `{plural} = …`; or, for a choice of one, leave out the `=`")),
        );
    }
}

/// The error for a parameter whose text is not a set.
fn no_set(builder: &GameBuilder, item: &ast::OfferParam, ty: Type) -> Diagnostic {
    let problem = error::wrong_value(&item.set, "a set to choose from");
    let acts = |api: &&Entry| api.name == item.name.text && matches!(api.effect, Effect::Changes | Effect::Rolls);
    if TABLE.iter().any(|api| acts(&api)) {
        return problem.help(format!("what the action does stands in a script: `do {{ {}(…); }}`", item.name.text));
    }
    if ["cost", "costs", "pay", "price"].contains(&item.name.text.as_str()) {
        return problem
            .help(format!("what an action costs stands after `pays`: `pays {} PURSE`", item.set.text.trim()));
    }
    let name = item.name.span;
    if let Some((low, high)) = item.set.text.split_once('-').map(|(low, high)| (low.trim(), high.trim()))
        && [low, high].iter().all(|end| !end.is_empty() && end.bytes().all(|sign| sign.is_ascii_digit()))
    {
        return problem.help(format!("write `{low}..{high}`"));
    }
    let misspelt = |meant: &str| {
        Diagnostic::error("unknown-word", format!("an action has no line `{}`", item.name.text))
            .at(name, "not a word of actions")
            .did_you_mean(Some(meant))
    };
    if ty != Type::Text {
        return line_meant(&item.name.text).map_or(problem, misspelt);
    }
    let before = builder.sources.get(name.source).and_then(|source| source.text.get(..name.range().start));
    if let Some(line) = before.filter(|text| text.ends_with('"')).and_then(|text| text.lines().last()) {
        let in_braces = line.rfind('{').is_some_and(|brace| !line[brace..].contains('}'));
        return Diagnostic::error("syntax", "a quote ends the text").at(name, "after the end of the text").help(
            match in_braces {
                true => "inside braces, a text stands between backticks, as in `` {side.space(`left rear`)} ``",
                false => "write `\\\"` for a quote inside a text",
            },
        );
    }
    line_meant(&item.name.text).map_or(problem, misspelt)
}

/// Reports a `when` that asks about the candidate: that condition decides if there is a choice at all, before one is
/// made.
fn asks_its_own(
    builder: &mut GameBuilder,
    frame: &Frame,
    item: &ast::OfferParam,
    when: &ast::ExprText,
    slot: u16,
) -> bool {
    let name = item.name.text.as_str();
    let own = mentions(&when.text).into_iter().find(|mention| mention.name == name && !mention.dotted);
    let earlier =
        frame.locals.iter().enumerate().any(|(at, local)| at != usize::from(slot) && local.name == plain(name));
    let Some(own) = own.filter(|_| !earlier && item.filter.is_none()) else { return false };
    builder.report(
        Diagnostic::error("unknown-word", format!("`{name}` is not chosen yet where its `when` is asked"))
            .at(when.span.part(own.start, name.len()), "the choice itself")
            .help(match item.some_of {
                // `where` is about each member.
                true => format!("forbid the action: `forbid … when !({}) because \"…\"`", when.text.trim()),
                false => format!("write `where {}`", when.text.trim()),
            }),
    );
    true
}

/// One parameter with a choice.
fn fill_param(
    builder: &mut GameBuilder,
    frame: &mut Frame,
    item: &ast::OfferParam,
    doc: Option<&String>,
    slot: u16,
    param: &mut Param,
) -> OfferParam {
    let cites = builder.cites(&item.cites);
    let mut source = None;
    if !item.alternatives.is_empty() {
        let mut nodes: Vec<Node> = Vec::new();
        for one in &item.alternatives {
            // All are of the type of the first.
            let sort = nodes.first().map(|first| first.ty.present());
            let sort = sort.filter(|ty| matches!(ty, Type::One(..) | Type::Int(_) | Type::Text | Type::Flag));
            nodes.push(builder.expression(frame, one, sort));
        }
        if !nodes.iter().any(|node| matches!(node.ty, Type::Set(_) | Type::EmptySet)) {
            param.ty = nodes.first().map_or(Type::Any, |node| node.ty.present());
            source = Some(Source::Literals(nodes));
        }
    }
    let source = source.unwrap_or_else(|| {
        warn_of_range(builder, &item.set);
        let set = builder.expression(frame, &item.set, None);
        let is_number = matches!(set.expr, Expr::Const(Value::Int(_)))
            || set.ty == Type::Int(false)
                && item.set.text.bytes().all(|sign| sign.is_ascii_digit() || b" -".contains(&sign));
        if let Expr::Const(Value::Ref(Ref { domain: Domain::Zone, .. })) = set.expr {
            let zone = &item.set.text;
            builder.report(
                error::wrong_value(&item.set, "a set to choose from")
                    .help(format!("`{zone}` is a place: write `my.{zone}` for the cards there, or `SIDE.{zone}`")),
            );
        } else if is_number || matches!(set.ty, Type::Flag | Type::Text | Type::Nothing) {
            builder.report(no_set(builder, item, set.ty));
        }
        let domain = match set.ty {
            Type::Set(domain) => Some(domain),
            // A single thing is a set of one; `none` is the empty set.
            Type::One(domain, _) => Some(domain),
            _ => None,
        };
        param.ty = match (domain, item.some_of) {
            (None, false) if set.ty == Type::Ways => Type::Way(false),
            (Some(domain), true) => Type::Set(domain),
            (Some(Domain::Number), false) => Type::Int(false),
            (Some(domain), false) => Type::One(domain, false),
            (None, _) => param.ty,
        };
        if item.some_of { Source::Several(set) } else { Source::One(set) }
    });
    fit_noun(builder, param);
    let filter = item.filter.as_ref().map(|filter| {
        let at = if item.some_of { frame.locals.len() as u16 } else { slot };
        let own = Local { noun: param.noun, ..Local::param(param.name.clone(), param.ty) };
        let node = if item.some_of {
            let one = param.ty.domain().map_or(Type::Any, |domain| Type::One(domain, false));
            frame.bind(Local { noun: param.noun, ..Local::param("it", one) });
            let node = builder.expression(frame, filter, Some(Type::Flag));
            frame.locals.pop();
            node
        } else {
            frame.locals[slot as usize] = own;
            builder.expression(frame, filter, Some(Type::Flag))
        };
        (at, node)
    });
    let condition = item.when.as_ref().and_then(|when| {
        if asks_its_own(builder, frame, item, when, slot) {
            return None;
        }
        Some(builder.expression(frame, when, Some(Type::Flag)))
    });
    if condition.is_some() {
        param.ty = param.ty.optional();
    }
    let narrows = |noun: &NounId| builder.game.nouns[noun.at()].filter != NounFilter::All;
    OfferParam {
        name: param.name.clone(),
        slot,
        doc: doc.cloned(),
        source,
        none_too: item.none_too,
        noun: param.noun.filter(narrows),
        filter,
        condition,
        ty: param.ty,
        cites,
        span: item.name.span,
    }
}
