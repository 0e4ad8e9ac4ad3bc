//! Clauses: collected in written order, then hung on what they concern. A clause on a family of offers is made once for
//! each member, with that member's parameters.

use crate::model::clause::{Bearer, Forbid, Guard, How, Modifier, Stage};
use crate::model::game::{Nature, Param};
use crate::model::id::{DeckId, Domain, OfferId, PermissionId, QuantityId, ScopeId, VarId, WalkId};
use crate::model::node::Node;
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{
    self, Amount, Clause, ClauseKind, ItemKind, ModifyTarget, OfferLineKind, Rounding, StateKind,
};

use super::env::Local;
use super::error;
use super::free::free_names;
use super::gather::Gathered;
use super::maker::{Frame, Maker};
use super::noun;
use super::offer::rename;
use super::phrase;
use super::quantity::{permission_named, quantity_named};
use super::ready::{asks_for, guard_ready};
use super::state::{bearer_name, scope_named};
use super::visible::concerns;

/// What bears a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// Top level, or a scenario.
    Top,
    /// The body of a flag, variable, terrain, weather.
    Var(VarId),
    /// The body of a kind.
    Kind(u16),
    /// The body of a card.
    Card(u16),
    /// The body of a deck.
    Deck(DeckId),
    /// The body of a quantity.
    Quantity(QuantityId),
    /// The body of a permission.
    May(PermissionId),
    /// The lines of an offer.
    Offer(OfferId),
    /// The body of a walk.
    Walk(WalkId),
}

/// A clause with what bears it.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    /// The clause.
    pub(crate) clause: &'a Clause,
    /// What bears it.
    pub(crate) home: Home,
}

/// Something that bears labels and that `except` may lift.
#[derive(Clone, Debug)]
pub(crate) struct Labelled {
    /// Where it hangs.
    pub(crate) on: LabelledOn,
    /// Its labels: its own, and that of the thing in which it stands.
    pub(crate) labels: Vec<String>,
}

/// Where something with a label hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelledOn {
    /// A modifier by its place.
    Modifier(QuantityId, usize),
    /// A forbid by its place.
    Forbid(PermissionId, usize),
    /// A hook.
    Hook(crate::model::id::HookId),
    /// A step.
    Step(crate::model::id::StepId),
}

/// All clauses, in written order.
pub(crate) fn collect<'a>(maker: &mut Maker, items: &Gathered<'a>) -> Vec<Placed<'a>> {
    let mut found = Vec::new();
    let mut add =
        |clauses: &'a [Clause], home: Home| found.extend(clauses.iter().map(|clause| Placed { clause, home }));
    for entry in &items.entries {
        match entry.kind {
            ItemKind::Clause(clause) => add(std::slice::from_ref(clause), Home::Top),
            ItemKind::State(item) => {
                let Some(body) = &item.body else { continue };
                let Some(subject) = item.subject.as_ref().and_then(|subject| noun::subject(maker, subject)) else {
                    continue;
                };
                let names: Vec<String> = match &item.kind {
                    StateKind::Var { names, .. } => names.iter().map(|name| plain(&name.text)).collect(),
                    StateKind::Flag { name, .. } => vec![plain(&name.text)],
                };
                for (index, var) in maker.game.vars.iter().enumerate() {
                    if var.subject == subject && var.nature == Nature::Plain && names.contains(&var.name) {
                        add(&body.clauses, Home::Var(VarId(index as u16)));
                    }
                }
            }
            ItemKind::Terrain(item) | ItemKind::Weather(item) => {
                let spelt = plain(&item.name.text);
                let var = maker.game.vars.iter().position(|var| var.nature != Nature::Plain && var.name == spelt);
                if let Some(var) = var {
                    add(&item.body.clauses, Home::Var(VarId(var as u16)));
                }
            }
            ItemKind::Kind(item) => {
                let spelt = plain(&item.name.text);
                if let Some(kind) = maker.game.kinds.iter().position(|kind| kind.name == spelt) {
                    add(&item.body.clauses, Home::Kind(kind as u16));
                }
            }
            ItemKind::Card(item) => {
                let spelt = plain(&item.name.text);
                if let Some(def) = maker.game.card_defs.iter().position(|def| def.name == spelt) {
                    add(&item.body.clauses, Home::Card(def as u16));
                    let plays = maker.game.card_defs[def].plays.clone();
                    for (play, offer) in item.plays.iter().zip(plays) {
                        offer_clauses(&play.offer, offer, &mut add);
                    }
                }
            }
            ItemKind::Deck(item) => {
                let spelt = plain(&item.name.text);
                if let Some(deck) = maker.game.decks.iter().position(|deck| deck.name == spelt) {
                    add(&item.clauses, Home::Deck(DeckId(deck as u16)));
                }
            }
            ItemKind::Quantity(item) => {
                if let Some(id) = quantity_named(maker, &item.name.text) {
                    add(&item.clauses, Home::Quantity(id));
                }
            }
            ItemKind::May(item) => {
                if let Some(id) = permission_named(maker, &item.name.text) {
                    add(&item.clauses, Home::May(id));
                }
            }
            ItemKind::Walk(item) => {
                let spelt = plain(&item.name.text);
                if let Some(walk) = maker.game.walks.iter().position(|walk| walk.name == spelt) {
                    add(&item.clauses, Home::Walk(WalkId(walk as u16)));
                }
            }
            ItemKind::Action(item) => {
                let spelt = plain(&item.name.text);
                let offer = maker.game.offers.iter().position(|offer| offer.name == spelt && offer.card.is_none());
                if let Some(offer) = offer {
                    offer_clauses(&item.offer, OfferId(offer as u16), &mut add);
                }
            }
            _ => {}
        }
    }
    found
}

fn offer_clauses<'a>(offer: &'a ast::Offer, id: OfferId, add: &mut dyn FnMut(&'a [Clause], Home)) {
    for line in &offer.lines {
        if let OfferLineKind::Clause(clause) = &line.kind {
            add(std::slice::from_ref(clause), Home::Offer(id));
        }
    }
}

/// Hangs all clauses but `except` on what they concern; what bears labels is returned.
pub(crate) fn hang(maker: &mut Maker, placed: &[Placed]) -> Vec<Labelled> {
    let mut labelled = Vec::new();
    for one in placed {
        match &one.clause.kind {
            ClauseKind::Modify(modify) => hang_modify(maker, *one, modify, &mut labelled),
            ClauseKind::Forbid(forbid) => hang_forbid(maker, *one, forbid, &mut labelled),
            ClauseKind::Hook(hook) => super::hook::hang_hook(maker, *one, hook, &mut labelled),
            ClauseKind::Show(show) => super::hook::hang_show(maker, *one, show, true),
            ClauseKind::Hide(show) => super::hook::hang_show(maker, *one, show, false),
            ClauseKind::Except(_) => {}
        }
    }
    labelled
}

/// Its own label, and that of the thing in which it stands.
pub(crate) fn labels(maker: &Maker, placed: Placed) -> Vec<String> {
    let own = placed.clause.tail.label.as_ref().map(|label| plain(&label.text));
    let game = &maker.game;
    let home = match placed.home {
        Home::Var(var) => Some(game.vars[var.at()].name.clone()),
        Home::Kind(kind) => Some(game.kinds[kind as usize].name.clone()),
        Home::Card(def) => Some(game.card_defs[def as usize].name.clone()),
        Home::Top | Home::Deck(_) | Home::Quantity(_) | Home::May(_) | Home::Offer(_) | Home::Walk(_) => None,
    };
    own.into_iter().chain(home).collect()
}

/// Everything in a clause that is an expression, for asking whether its names are known somewhere.
fn texts(clause: &Clause) -> Vec<&str> {
    let amount = match &clause.kind {
        ClauseKind::Modify(modify) => match &modify.amount {
            Amount::By(value)
            | Amount::AtLeast(value)
            | Amount::AtMost(value)
            | Amount::NeverBelow(value)
            | Amount::Exactly { value, .. } => Some(value),
            Amount::Halved(_) | Amount::Doubled => None,
        },
        _ => None,
    };
    amount.into_iter().chain(&clause.tail.when).map(|text| text.text.as_str()).collect()
}

/// Whether a clause can be said of something with these parameters.
pub(crate) fn fits(maker: &Maker, placed: Placed, frame: &Frame) -> bool {
    let mut names: Vec<&str> = frame.locals.iter().map(|local| local.name.as_str()).collect();
    names.extend(home_name(maker, placed.home));
    let during: Vec<String> = during_names(maker, &placed.clause.tail);
    names.extend(during.iter().map(String::as_str));
    let inner = scopes_of_home(maker, placed.home);
    let inner: Vec<String> = inner
        .iter()
        .flat_map(|scope| maker.game.scopes[scope.at()].params.iter().map(|param| param.name.clone()))
        .collect();
    names.extend(inner.iter().map(String::as_str));
    texts(placed.clause).into_iter().all(|text| concerns(maker, &names, text))
        && placed.clause.tail.at.iter().any(|name| frame.slot(&plain(&name.text)).is_some())
            != placed.clause.tail.at.is_empty()
}

fn during_names(maker: &Maker, tail: &ast::Tail) -> Vec<String> {
    let scope = tail.during.as_ref().and_then(|path| maker.scopes.get(&plain(&path.names.last()?.text)));
    scope.map_or(Vec::new(), |scope| {
        maker.game.scopes[scope.at()].params.iter().map(|param| param.name.clone()).collect()
    })
}

/// What the bearer is called in the clauses of its body.
pub(crate) fn home_name(maker: &Maker, home: Home) -> Option<&'static str> {
    match home {
        Home::Var(var) => bearer_name(maker.game.vars[var.at()].subject),
        Home::Kind(_) => Some("piece"),
        Home::Card(_) | Home::Deck(_) => Some("card"),
        Home::Top | Home::Quantity(_) | Home::May(_) | Home::Offer(_) | Home::Walk(_) => None,
    }
}

/// Scopes whose parameters the clauses of a body see: while a card resolves, what was chosen for it.
pub(crate) fn scopes_of_home(maker: &Maker, home: Home) -> Vec<ScopeId> {
    match home {
        Home::Card(def) => {
            let plays = &maker.game.card_defs[def as usize].plays;
            plays.iter().map(|play| maker.game.offers[play.at()].scope).collect()
        }
        _ => Vec::new(),
    }
}

/// Which verb of the door a permission is, for what stands in the place entered, passed or left.
fn place_of_verb(maker: &Maker, permission: PermissionId) -> Option<u16> {
    let verbs = maker.game.verbs;
    [verbs.enter, verbs.leave, verbs.pass, verbs.stay, verbs.place].contains(&permission).then_some(1)
}

/// What must bear a clause where it hangs; nothing if none of the parameters can, with what is missing.
pub(crate) fn bearer(
    maker: &mut Maker,
    placed: Placed,
    frame: &Frame,
    verb: Option<u16>,
) -> Result<Bearer, (Span, String)> {
    let tail = &placed.clause.tail;
    let named: Vec<u16> = tail.at.iter().filter_map(|name| frame.slot(&plain(&name.text))).collect();
    if let Some(name) = tail.at.first().filter(|_| named.is_empty()) {
        let known: Vec<&str> =
            frame.locals.iter().map(|local| local.name.as_str()).filter(|name| !name.is_empty()).collect();
        return Err((
            name.span,
            format!("no parameter `{}` here; there are {}", name.text, crate::diagnostic::words::all_of(&known)),
        ));
    }
    let first = |domains: &[Domain]| {
        let fits = |local: &Local| local.ty.domain().is_some_and(|domain| domains.contains(&domain));
        frame.locals.iter().position(fits).map(|slot| slot as u16)
    };
    let slots = |domains: &[Domain]| {
        if named.is_empty() { first(domains).into_iter().collect::<Vec<u16>>() } else { named.clone() }
    };
    let nobody = |what: &str| Err((placed.clause.keyword, format!("nothing here can be {what}")));
    match placed.home {
        Home::Var(var) => {
            let subject = maker.game.vars[var.at()].subject;
            match subject {
                Domain::Game => Ok(Bearer::Game(var)),
                Domain::Side => {
                    let slot =
                        named.first().copied().or_else(|| first(&[Domain::Side])).or_else(|| first(&[Domain::Piece]));
                    Ok(Bearer::SideFlag { var, slot })
                }
                Domain::Space => {
                    let slots = match verb {
                        Some(place) if named.is_empty() => vec![place],
                        _ => slots(&[Domain::Space, Domain::Piece]),
                    };
                    if slots.is_empty() { nobody("in a space") } else { Ok(Bearer::Var { var, slots }) }
                }
                subject => {
                    let slots = slots(&[subject]);
                    if slots.is_empty() { nobody("the bearer") } else { Ok(Bearer::Var { var, slots }) }
                }
            }
        }
        Home::Kind(kind) => match slots(&[Domain::Piece]).first() {
            Some(&slot) => Ok(Bearer::Kind { kind, slot }),
            None => nobody("a piece"),
        },
        Home::Card(def) => Ok(Bearer::Card(def)),
        Home::Deck(_) => {
            maker.report(error::not_yet("a clause of a whole deck", placed.clause.span));
            Ok(Bearer::Always)
        }
        Home::Top | Home::Quantity(_) | Home::May(_) | Home::Offer(_) | Home::Walk(_) => match tail.at.first() {
            Some(name) => {
                Err((name.span, "`at` says which parameter bears the clause, and this clause has no bearer".to_owned()))
            }
            None => Ok(Bearer::Always),
        },
    }
}

/// When a clause holds. The bearer's name is bound if the text says it.
pub(crate) fn guard(
    maker: &mut Maker,
    placed: Placed,
    frame: &mut Frame,
    bearer: Bearer,
    report: bool,
) -> Option<Guard> {
    let tail = &placed.clause.tail;
    let during = tail.during.as_ref().and_then(|path| scope_named(maker, path));
    frame.scopes.extend(scopes_of_home(maker, placed.home));
    frame.scopes.extend(during);
    let params: Vec<Param> =
        frame.locals.iter().map(|local| Param { name: local.name.clone(), noun: local.noun, ty: local.ty }).collect();
    let phrase = match &tail.phrase {
        Some(phrase) => Some(phrase::resolve(maker, phrase, &params, frame.acts, report)?),
        None => None,
    };
    let bearer_slot = bind_bearer(maker, placed, frame, &bearer);
    let when = tail.when.as_ref().map(|when| maker.expression(frame, when, Some(Type::Flag)));
    let under = super::subject::under(maker, tail.under.as_ref());
    Some(Guard { bearer, bearer_slot, phrase, during, when, under, exceptions: Vec::new(), cites: Vec::new() })
}

fn bind_bearer(maker: &Maker, placed: Placed, frame: &mut Frame, bearer: &Bearer) -> Option<u16> {
    let name = home_name(maker, placed.home)?;
    let said = texts(placed.clause).into_iter().any(|text| free_names(text).contains(&name));
    let reason = placed.clause.tail.because.as_ref().is_some_and(|because| because.raw.contains(name));
    if !(said || reason) || frame.slot(name).is_some() {
        return None;
    }
    let domain = match bearer {
        Bearer::Card(_) => Domain::Card,
        Bearer::Kind { .. } => Domain::Piece,
        Bearer::SideFlag { .. } => Domain::Side,
        Bearer::Var { var, .. } => maker.game.vars[var.at()].subject,
        Bearer::Always | Bearer::Game(_) => return None,
    };
    Some(frame.push(&Param { name: name.to_owned(), noun: None, ty: Type::One(domain, false) }))
}

/// The guard of a replacement: it stands at top level.
pub(crate) fn guard_of_replacement(maker: &mut Maker, frame: &mut Frame, guard: &ast::Guard, _span: Span) -> Guard {
    let params: Vec<Param> =
        frame.locals.iter().map(|local| Param { name: local.name.clone(), noun: local.noun, ty: local.ty }).collect();
    let phrase = guard.phrase.as_ref().and_then(|phrase| phrase::resolve(maker, phrase, &params, true, true));
    let when = guard.when.as_ref().map(|when| maker.expression(frame, when, Some(Type::Flag)));
    let under = super::subject::under(maker, guard.under.as_ref());
    Guard { phrase, when, under, ..Guard::default() }
}

/// The quantities that a `modify` means, and whether each may be passed over because it is one of many.
fn modified(maker: &mut Maker, placed: Placed, modify: &ast::Modify) -> Vec<(QuantityId, bool)> {
    if modify.targets.is_empty() {
        return match placed.home {
            Home::Quantity(id) => vec![(id, false)],
            Home::Offer(offer) => costs(maker, offer),
            _ => {
                maker.report(error::wrong_value("modify", placed.clause.keyword, "a clause that names its quantity"));
                Vec::new()
            }
        };
    }
    let mut found = Vec::new();
    for target in &modify.targets {
        match target {
            ModifyTarget::Quantity(name) => match quantity_named(maker, &name.text) {
                Some(id) => found.push((id, false)),
                None => {
                    let names: Vec<String> =
                        maker.game.quantities.iter().map(|quantity| quantity.name.clone()).collect();
                    maker.report(error::unknown("quantity", &name.text, name.span, names.iter().map(String::as_str)));
                }
            },
            ModifyTarget::CostOf(name) => {
                let offers = offers_named(maker, &name.text);
                if offers.is_empty() {
                    let names: Vec<String> = maker.game.offers.iter().map(|offer| offer.name.clone()).collect();
                    maker.report(error::unknown(
                        "offer or card",
                        &name.text,
                        name.span,
                        names.iter().map(String::as_str),
                    ));
                }
                let many = offers.len() > 1;
                for offer in &offers {
                    found.extend(costs(maker, *offer).into_iter().map(|(id, family)| (id, family || many)));
                }
                if !offers.is_empty() && found.is_empty() {
                    maker.report(
                        crate::diagnostic::Diagnostic::error("unknown-word", format!("`{}` costs nothing", name.text))
                            .at(name.span, "it has no `pays`"),
                    );
                }
            }
        }
    }
    found
}

/// The price of an offer, or of all members of a family.
fn costs(maker: &Maker, offer: OfferId) -> Vec<(QuantityId, bool)> {
    let game = &maker.game;
    if game.offers[offer.at()].is_family {
        let members = game.offers.iter().filter(|other| other.family == Some(offer));
        return members.flat_map(|member| &member.pays).map(|pays| (pays.cost, true)).collect();
    }
    game.offers[offer.at()].pays.iter().map(|pays| (pays.cost, false)).collect()
}

/// The offers of this name: an action, or all plays of a card.
fn offers_named(maker: &Maker, name: &str) -> Vec<OfferId> {
    let spelt = plain(name);
    let game = &maker.game;
    let action = game.offers.iter().position(|offer| offer.name == spelt && offer.card.is_none());
    match action {
        Some(index) => vec![OfferId(index as u16)],
        None => game.card_defs.iter().find(|def| def.name == spelt).map_or(Vec::new(), |def| def.plays.clone()),
    }
}

fn hang_modify(maker: &mut Maker, placed: Placed, modify: &ast::Modify, labelled: &mut Vec<Labelled>) {
    let targets = modified(maker, placed, modify);
    // An amount in halves keeps its halves.
    let keeps_halves = !targets.is_empty() && targets.iter().all(|(id, _)| maker.game.quantities[id.at()].halves);
    if matches!(modify.amount, Amount::Halved(None)) && !keeps_halves {
        maker.report(
            crate::diagnostic::Diagnostic::error("rounding-missing", "halving says which way it rounds")
                .at(placed.clause.span, "write `halved up` or `halved down`"),
        );
    }
    let mut refused = None;
    let mut hung = false;
    for &(quantity, one_of_many) in &targets {
        let mut frame = quantity_frame(maker, quantity);
        if one_of_many && !fits(maker, placed, &frame) {
            continue;
        }
        match bearer(maker, placed, &frame, None) {
            Ok(bearer) => {
                if hang_modifier(maker, placed, modify, quantity, &mut frame, bearer, !one_of_many, labelled) {
                    hung = true;
                }
            }
            Err(reason) => refused = Some(reason),
        }
    }
    report_unhung(maker, placed, hung || targets.is_empty(), refused, targets.iter().any(|(_, many)| *many));
}

/// A clause that concerns nothing: what is missing is said once.
pub(crate) fn report_unhung(
    maker: &mut Maker,
    placed: Placed,
    hung: bool,
    refused: Option<(Span, String)>,
    one_of_many: bool,
) {
    if hung {
        return;
    }
    match refused {
        Some((span, label)) => maker.report(
            crate::diagnostic::Diagnostic::error("clause-concerns-nothing", "this clause concerns nothing")
                .at(span, label),
        ),
        None if one_of_many => maker.report(
            crate::diagnostic::Diagnostic::error("clause-concerns-nothing", "this clause concerns nothing")
                .at(placed.clause.span, "no member of the family has all parameters that it names"),
        ),
        None => {}
    }
}

/// Parameters and inner names of a quantity.
pub(crate) fn quantity_frame(maker: &Maker, quantity: QuantityId) -> Frame {
    let mut frame = maker
        .quantity_frames
        .get(&quantity)
        .cloned()
        .unwrap_or_else(|| Frame::of(&maker.game.quantities[quantity.at()].params));
    frame.needed = frame.locals.len() as u16;
    frame
}

/// Parameters and inner names of a permission.
pub(crate) fn permission_frame(maker: &Maker, permission: PermissionId) -> Frame {
    let mut frame = maker
        .permission_frames
        .get(&permission)
        .cloned()
        .unwrap_or_else(|| Frame::of(&maker.game.permissions[permission.at()].params));
    frame.needed = frame.locals.len() as u16;
    frame
}

#[allow(clippy::too_many_arguments, reason = "the parts of one clause on one quantity")]
fn hang_modifier(
    maker: &mut Maker,
    placed: Placed,
    modify: &ast::Modify,
    quantity: QuantityId,
    frame: &mut Frame,
    bearer: Bearer,
    report: bool,
    labelled: &mut Vec<Labelled>,
) -> bool {
    let Some(guard) = guard(maker, placed, frame, bearer, report) else { return report };
    let number = Some(Type::Int(true));
    let mut value = |maker: &mut Maker, text: &ast::ExprText| -> Node { maker.expression(frame, text, number) };
    let (stage, how) = match &modify.amount {
        Amount::By(amount) => (Stage::By, How::By(value(maker, amount))),
        Amount::Halved(rounding) => (Stage::Scale, How::Halved(*rounding == Some(Rounding::Up))),
        Amount::Doubled => (Stage::Scale, How::Doubled),
        Amount::Exactly { value: amount, over } => {
            (Stage::Exactly, How::Exactly(value(maker, amount), over.as_ref().map(|over| plain(&over.text))))
        }
        Amount::AtLeast(amount) => (Stage::Limit, How::AtLeast(value(maker, amount))),
        Amount::AtMost(amount) => (Stage::Limit, How::AtMost(value(maker, amount))),
        Amount::NeverBelow(amount) => (Stage::NeverBelow, How::NeverBelow(value(maker, amount))),
    };
    let reason = placed.clause.tail.because.as_ref().map(|because| maker.text(frame, because));
    let cites = maker.cites(&placed.clause.tail.cites);
    let labels = labels(maker, placed);
    let slot = &mut maker.game.quantities[quantity.at()];
    slot.locals = slot.locals.max(frame.needed);
    labelled.push(Labelled { on: LabelledOn::Modifier(quantity, slot.modifiers.len()), labels: labels.clone() });
    slot.modifiers.push(Modifier {
        stage: if modify.base { Stage::Base } else { stage },
        how,
        guard,
        label: labels.into_iter().next(),
        reason,
        cites,
        span: placed.clause.span,
    });
    true
}

/// The permissions that a `forbid` means.
fn forbidden(
    maker: &mut Maker,
    placed: Placed,
    forbid: &ast::Forbid,
) -> Vec<(PermissionId, Option<Vec<ast::Name>>, bool)> {
    if forbid.what.is_empty() {
        return match placed.home {
            Home::May(id) => vec![(id, None, false)],
            Home::Walk(walk) => vec![(maker.game.walks[walk.at()].permission, None, false)],
            Home::Offer(offer) => permissions(maker, offer).into_iter().map(|(id, many)| (id, None, many)).collect(),
            _ => {
                maker.report(error::unknown_verb("", placed.clause.keyword.after(), []));
                Vec::new()
            }
        };
    }
    let mut found = Vec::new();
    for what in &forbid.what {
        let Some(name) = what.path.names.last() else { continue };
        // In the body of a walk its steps are called by their own names.
        let path = match placed.home {
            Home::Walk(walk) => format!("{}.{}", maker.game.walks[walk.at()].name, plain(&name.text)),
            _ => what.path.names.iter().map(|name| plain(&name.text)).collect::<Vec<_>>().join("."),
        };
        if let Some(at) = maker.game.permissions.iter().position(|one| path.contains('.') && one.name == path) {
            found.push((PermissionId(at as u16), what.params.clone(), false));
            continue;
        }
        let offers = offers_named(maker, &name.text);
        let many = offers.len() > 1;
        if !offers.is_empty() {
            for offer in offers {
                found.extend(
                    permissions(maker, offer).into_iter().map(|(id, family)| (id, what.params.clone(), family || many)),
                );
            }
        } else if let Some(permission) = permission_named(maker, &name.text) {
            found.push((permission, what.params.clone(), false));
        } else {
            let names: Vec<String> = maker.game.permissions.iter().map(|permission| permission.name.clone()).collect();
            maker.report(error::unknown_verb(&what.path.text(), what.path.span, names.iter().map(String::as_str)));
        }
    }
    found
}

fn permissions(maker: &Maker, offer: OfferId) -> Vec<(PermissionId, bool)> {
    let game = &maker.game;
    if game.offers[offer.at()].is_family {
        let members = game.offers.iter().filter(|other| other.family == Some(offer));
        return members.map(|member| (member.permission, true)).collect();
    }
    vec![(game.offers[offer.at()].permission, false)]
}

/// The names that a clause gives to the parameters of a permission: by place, but those of an offer by name. Whether it
/// can be said of it at all.
fn name_params(maker: &mut Maker, permission: PermissionId, names: &[ast::Name], frame: &mut Frame) -> bool {
    if maker.game.offers.iter().any(|offer| offer.permission == permission) {
        return names.iter().all(|name| frame.slot(&plain(&name.text)).is_some());
    }
    for (place, name) in names.iter().enumerate() {
        let Some(local) = frame.locals.get_mut(place) else {
            let count = maker.game.permissions[permission.at()].params.len();
            let headline = format!(
                "`{}` has {}",
                maker.game.permissions[permission.at()].name,
                crate::diagnostic::words::count(count, "parameter")
            );
            maker
                .report(crate::diagnostic::Diagnostic::error("argument-count", headline).at(name.span, "one too many"));
            return true;
        };
        let mut param = Param { name: local.name.clone(), noun: local.noun, ty: local.ty };
        rename(maker, &mut param, &plain(&name.text));
        *local = Local::from(&param);
    }
    true
}

fn hang_forbid(maker: &mut Maker, placed: Placed, forbid: &ast::Forbid, labelled: &mut Vec<Labelled>) {
    let targets = forbidden(maker, placed, forbid);
    let mut refused = None;
    let mut hung = false;
    for (permission, names, one_of_many) in &targets {
        let mut frame = permission_frame(maker, *permission);
        let named = names.as_ref().is_none_or(|names| name_params(maker, *permission, names, &mut frame));
        if !named && !one_of_many {
            let (names, known) = (
                names.clone().unwrap_or_default(),
                frame.locals.iter().map(|local| local.name.clone()).collect::<Vec<_>>(),
            );
            for name in names.iter().filter(|name| frame.slot(&plain(&name.text)).is_none()) {
                maker.report(error::unknown(
                    "parameter of this offer",
                    &name.text,
                    name.span,
                    known.iter().map(String::as_str),
                ));
            }
            hung = true;
            continue;
        }
        if *one_of_many && (!named || !fits(maker, placed, &frame)) {
            continue;
        }
        let verb = place_of_verb(maker, *permission);
        match bearer(maker, placed, &frame, verb) {
            Ok(bearer) => hung |= hang_reason(maker, placed, *permission, &mut frame, bearer, !one_of_many, labelled),
            Err(reason) => refused = Some(reason),
        }
    }
    report_unhung(maker, placed, hung || targets.is_empty(), refused, targets.iter().any(|(_, _, many)| *many));
}

fn hang_reason(
    maker: &mut Maker,
    placed: Placed,
    permission: PermissionId,
    frame: &mut Frame,
    bearer: Bearer,
    report: bool,
    labelled: &mut Vec<Labelled>,
) -> bool {
    let Some(guard) = guard(maker, placed, frame, bearer, report) else { return report };
    let reason = placed.clause.tail.because.as_ref().map(|because| maker.text(frame, because));
    let cites = maker.cites(&placed.clause.tail.cites);
    let labels = labels(maker, placed);
    let params =
        maker.game.offers.iter().find(|offer| offer.permission == permission).map_or(&[][..], |offer| &offer.params);
    let mut ready = guard_ready(params, &guard);
    if let Some(reason) = &reason {
        ready = ready.max(super::ready::ready(params, [reason]));
    }
    let slot = &mut maker.game.permissions[permission.at()];
    slot.locals = slot.locals.max(frame.needed);
    labelled.push(Labelled { on: LabelledOn::Forbid(permission, slot.forbids.len()), labels: labels.clone() });
    slot.forbids.push(Forbid {
        guard,
        label: labels.into_iter().next(),
        reason,
        ready,
        cites,
        span: placed.clause.span,
    });
    true
}

/// Modifiers by stage, then in written order; hooks marked `first` before the others.
pub(crate) fn sort(maker: &mut Maker) {
    for quantity in &mut maker.game.quantities {
        quantity.modifiers.sort_by_key(|modifier| modifier.stage);
    }
    for permission in &mut maker.game.permissions {
        // Only verbs of the door have a third parameter that counts the steps.
        permission.counts_steps = permission.forbids.iter().any(|forbid| asks_for(&forbid.guard, &[2]));
        let lets: Vec<u16> = permission.lets.iter().map(|(slot, _)| *slot).collect();
        let first = permission.forbids.iter().position(|forbid| asks_for(&forbid.guard, &lets));
        permission.lets_from = first.unwrap_or(permission.forbids.len());
    }
    let first: Vec<bool> = maker.game.hooks.iter().map(|hook| hook.first).collect();
    let by_rank = |hooks: &mut Vec<crate::model::id::HookId>| hooks.sort_by_key(|hook| !first[hook.at()]);
    for scope in &mut maker.game.scopes {
        by_rank(&mut scope.before);
        by_rank(&mut scope.after);
    }
    for var in &mut maker.game.vars {
        by_rank(&mut var.before);
        by_rank(&mut var.after);
    }
}
