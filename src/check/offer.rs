//! Offers: actions, families, plays of cards. First their parameters by name, so that others can speak of them; then
//! their sets, guards and prices; last their scripts.

use crate::model::clause::{Base, Whose};
use crate::model::game::Param;
use crate::model::id::{Domain, OfferId, PurseId, ScopeId};
use crate::model::node::{Comparison, Expr, Node};
use crate::model::offer::{Chance, Offer, OfferGuard, OfferParam, Pays, Source, Window};
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{
    self, Cite, ExprText, HookTime, ItemKind, Name, OfferLine, OfferLineKind, ScriptText, Text, WindowKind,
};

use super::env::Local;
use super::error;
use super::gather::Gathered;
use super::maker::{Frame, Maker, title};
use super::names::Symbol;
use super::noun::{noun_named, noun_type};
use super::quantity::{add_permission, add_quantity};
use super::ready::ready;
use super::scope::{add_scope, new_scope};
use super::script::{ScriptPlace, add_script};
use super::state::scope_named;
use super::visible::concerns;

/// An offer with what it was written as.
pub(crate) struct PendingOffer<'a> {
    /// The offer.
    pub(crate) id: OfferId,
    /// Its own lines.
    pub(crate) lines: &'a [OfferLine],
    /// Its family, by name.
    pub(crate) family: Option<&'a Name>,
    /// Its window.
    pub(crate) window: Option<&'a ast::Window>,
    /// Whose offer it is.
    pub(crate) phrase: Option<&'a ast::Phrase>,
    /// What every play of its deck costs.
    pub(crate) deck_pays: Option<&'a ast::Pays>,
    /// Where each slot behind the bound ones comes from.
    slots: Vec<SlotLine<'a>>,
}

/// What fills a slot of an offer.
#[derive(Clone, Copy)]
enum SlotLine<'a> {
    /// What the window binds, or the card of a play.
    Given,
    /// A parameter.
    Param(&'a ast::OfferParam, Option<&'a String>),
    /// What dice decide.
    Chance(&'a ast::Chance),
    /// A name for what follows.
    Let(&'a Name, &'a ExprText, Option<&'a String>),
}

/// What an offer is declared from.
pub(crate) struct OfferHead<'a> {
    /// Its plain name.
    pub(crate) name: String,
    /// What players read and type.
    pub(crate) title: String,
    /// Its documentation.
    pub(crate) doc: Option<String>,
    /// Sections of its head.
    pub(crate) cites: &'a [Cite],
    /// The card of which it is a play.
    pub(crate) card: Option<u16>,
}

/// All actions, in written order; the plays of cards follow with the cards.
pub(crate) fn declare_actions<'a>(maker: &mut Maker, items: &Gathered<'a>) -> Vec<PendingOffer<'a>> {
    let mut pending = Vec::new();
    for (entry, item) in items.each(|kind| if let ItemKind::Action(it) = kind { Some(it) } else { None }) {
        let name = maker.declare(&item.name);
        let head = OfferHead {
            name: name.clone(),
            title: title(item.title.as_ref(), &item.name),
            doc: entry.doc.cloned(),
            cites: &item.cites,
            card: None,
        };
        let (id, scope) = add_offer(maker, head, entry.span);
        maker.symbol(&name, Symbol::Offer(id, scope));
        maker.symbol(&name, Symbol::Scope(scope));
        let happens = |line: &OfferLine| matches!(line.kind, OfferLineKind::Do(_) | OfferLineKind::Then(_));
        maker.game.offers[id.at()].is_family = !item.offer.lines.iter().any(happens);
        pending.push(PendingOffer {
            id,
            lines: &item.offer.lines,
            family: item.family.as_ref(),
            window: item.window.as_ref(),
            phrase: item.phrase.as_ref(),
            deck_pays: None,
            slots: Vec::new(),
        });
    }
    pending
}

/// A play of a card.
pub(crate) fn declare_play<'a>(
    maker: &mut Maker,
    head: OfferHead,
    play: &'a ast::Play,
    phrase: Option<&'a ast::Phrase>,
    deck_pays: Option<&'a ast::Pays>,
) -> PendingOffer<'a> {
    let (id, _) = add_offer(maker, head, play.span);
    PendingOffer {
        id,
        lines: &play.offer.lines,
        family: None,
        window: play.window.as_ref(),
        phrase: play.phrase.as_ref().or(phrase),
        deck_pays,
        slots: Vec::new(),
    }
}

fn add_offer(maker: &mut Maker, head: OfferHead, span: Span) -> (OfferId, ScopeId) {
    let id = OfferId(maker.game.offers.len() as u16);
    let cites = maker.cites(head.cites);
    let mut scope = new_scope(&head.name, Vec::new(), ScopeKind::Offer(id), span);
    scope.title = Some(Node::new(Expr::Const(Value::text(&head.title)), Type::Text, span));
    scope.cites = cites.clone();
    scope.doc = head.doc.clone();
    let scope = add_scope(maker, scope);
    let permission = add_permission(maker, &head.name, Vec::new(), span);
    maker.game.permissions[permission.at()].cites = cites.clone();
    maker.game.offers.push(Offer {
        name: head.name,
        title: head.title,
        doc: head.doc,
        is_family: false,
        family: None,
        window: Window::Listed,
        whose: None,
        bound: Vec::new(),
        called: Vec::new(),
        params: Vec::new(),
        guards: Vec::new(),
        needs: Vec::new(),
        chance: None,
        pays: Vec::new(),
        once: Vec::new(),
        script: None,
        permission,
        scope,
        card: head.card.map(|card| (card, 0)),
        under: None,
        locals: 0,
        reads: 0,
        choice_reads: 0,
        cites,
        line_cites: Vec::new(),
        span,
    });
    (id, scope)
}

/// Families, windows and the names in the slots of all offers.
pub(crate) fn lay_out(maker: &mut Maker, pending: &mut [PendingOffer]) {
    for offer in pending.iter() {
        let Some(family) = offer.family else { continue };
        let spelt = plain(&family.text);
        match maker.game.offers.iter().position(|other| other.name == spelt && other.is_family) {
            Some(index) => maker.game.offers[offer.id.at()].family = Some(OfferId(index as u16)),
            None => {
                let names: Vec<String> =
                    maker.game.offers.iter().filter(|other| other.is_family).map(|other| other.name.clone()).collect();
                maker.report(error::unknown(
                    "family of actions",
                    &family.text,
                    family.span,
                    names.iter().map(String::as_str),
                ));
            }
        }
    }
    // An offer whose window binds the parameters of another offer follows that one.
    let mut waiting: Vec<usize> = (0..pending.len()).collect();
    let mut laid = vec![false; maker.game.offers.len()];
    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|&index| {
            let stands_at = around_offer(maker, &pending[index]);
            if stands_at.is_some_and(|other| !laid[other.at()]) {
                return true;
            }
            lay_out_one(maker, pending, index);
            laid[pending[index].id.at()] = true;
            false
        });
        if waiting.len() == before {
            // Windows that wait for each other: the first one goes ahead and binds what is known.
            let index = waiting.remove(0);
            lay_out_one(maker, pending, index);
            laid[pending[index].id.at()] = true;
        }
    }
}

/// The offer at whose scope this one has its window.
fn around_offer(maker: &Maker, offer: &PendingOffer) -> Option<OfferId> {
    let WindowKind::Around { what, .. } = &offer.window?.kind else { return None };
    let scope = maker.scopes.get(&plain(&what.path.names.last()?.text))?;
    match maker.game.scopes[scope.at()].kind {
        ScopeKind::Offer(other) if other != offer.id => Some(other),
        _ => None,
    }
}

fn lay_out_one<'a>(maker: &mut Maker, pending: &mut [PendingOffer<'a>], index: usize) {
    let id = pending[index].id;
    let own: Vec<&str> =
        pending[index].lines.iter().filter_map(|line| line_name(&line.kind)).map(|name| name.text.as_str()).collect();
    let (window, mut params) = read_window(maker, pending[index].window, &own);
    let mut slots = vec![SlotLine::Given; params.len()];
    maker.game.offers[id.at()].bound = (0..params.len() as u16).collect();
    maker.game.offers[id.at()].window = window;
    if let Some((card, _)) = maker.game.offers[id.at()].card {
        maker.game.offers[id.at()].card = Some((card, params.len() as u16));
        params.push(Param { name: "card".to_owned(), noun: None, ty: Type::One(Domain::Card, false) });
        slots.push(SlotLine::Given);
    }
    for line in pending[index].lines {
        match &line.kind {
            OfferLineKind::Param(param) => {
                params.push(guessed(maker, &param.name, param.some_of));
                slots.push(SlotLine::Param(param, line.doc.as_ref()));
            }
            OfferLineKind::Let { name, value, .. } => {
                params.push(guessed(maker, name, false));
                slots.push(SlotLine::Let(name, value, line.doc.as_ref()));
            }
            OfferLineKind::Chance(chance) => {
                params.push(Param { name: plain(&chance.name.text), noun: None, ty: Type::Flag });
                slots.push(SlotLine::Chance(chance));
            }
            _ => {}
        }
    }
    // Names of the family that its member can say stand behind the member's own.
    let family = maker.game.offers[id.at()].family;
    let lines = family
        .and_then(|family| pending.iter().find(|other| other.id == family))
        .map_or(&[][..], |family| family.lines);
    for line in lines {
        let OfferLineKind::Let { name, value, .. } = &line.kind else { continue };
        let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
        if !names.contains(&plain(&name.text).as_str()) && concerns(maker, &names, &value.text) {
            params.push(guessed(maker, name, false));
            slots.push(SlotLine::Let(name, value, line.doc.as_ref()));
        }
    }
    let given = slots.iter().enumerate().filter(|(_, line)| matches!(line, SlotLine::Param(..)));
    maker.game.offers[id.at()].called = given.map(|(slot, _)| slot as u16).collect();
    pending[index].slots = slots;
    set_params(maker, id, &params);
}

fn line_name(kind: &OfferLineKind) -> Option<&Name> {
    match kind {
        OfferLineKind::Param(param) => Some(&param.name),
        OfferLineKind::Let { name, .. } => Some(name),
        OfferLineKind::Chance(chance) => Some(&chance.name),
        _ => None,
    }
}

/// Offer, scope, permission and price have one layout.
fn set_params(maker: &mut Maker, id: OfferId, params: &[Param]) {
    let (scope, permission) = (maker.game.offers[id.at()].scope, maker.game.offers[id.at()].permission);
    maker.game.scopes[scope.at()].params = params.to_vec();
    maker.game.permissions[permission.at()].params = params.to_vec();
    for pays in maker.game.offers[id.at()].pays.clone() {
        maker.game.quantities[pays.cost.at()].params = params.to_vec();
    }
}

/// The type of a parameter as far as its name tells.
fn guessed(maker: &mut Maker, name: &Name, some_of: bool) -> Param {
    const LINE_WORDS: &[&str] = &["when", "where", "pays", "needs", "chance", "once", "then"];
    let spelt = plain(&name.text);
    if super::reserved::is_reserved(&spelt) || LINE_WORDS.contains(&spelt.as_str()) {
        maker.report(error::reserved_name(name));
    }
    let (noun, ty) = match noun_named(maker, &spelt) {
        Some((noun, plural)) => (Some(noun), noun_type(maker, noun, plural || some_of)),
        None => (None, Type::Any),
    };
    Param { name: spelt, noun, ty }
}

/// When an offer is made, and what its window binds: all parameters of the scope, under the names given to them.
fn read_window(maker: &mut Maker, window: Option<&ast::Window>, own: &[&str]) -> (Window, Vec<Param>) {
    let whose = |whose: Option<ast::Whose>, otherwise: Whose| match whose {
        Some(ast::Whose::My) => Whose::My,
        Some(ast::Whose::Their) => Whose::Their,
        Some(ast::Whose::Any) => Whose::Any,
        None => otherwise,
    };
    let Some(window) = window else { return (Window::Listed, Vec::new()) };
    match &window.kind {
        WindowKind::AnyTime => (Window::AnyTime, Vec::new()),
        WindowKind::During { whose: of, scope } => match scope_named(maker, scope) {
            Some(found) => (Window::During(whose(*of, Whose::My), found), Vec::new()),
            None => (Window::Listed, Vec::new()),
        },
        WindowKind::Around { time, whose: of, what } => {
            let of = whose(*of, Whose::Any);
            let Some(scope) = scope_named(maker, &what.path) else {
                return (Window::Before(of, maker.game.builtin.game), unknown_params(what));
            };
            let at = if *time == HookTime::Before { Window::Before(of, scope) } else { Window::After(of, scope) };
            let mut params = bound_params(maker, scope, what);
            let named: Vec<String> = what.params.iter().flatten().map(|name| plain(&name.text)).collect();
            for param in &mut params {
                // What the window does not name steps back before a parameter of the offer's own.
                if own.contains(&param.name.as_str()) && !named.contains(&param.name) {
                    param.name = String::new();
                }
            }
            (at, params)
        }
    }
}

/// The names that a window gives to the parameters of a scope that is not known: what is said with them is no second mistake.
fn unknown_params(what: &ast::What) -> Vec<Param> {
    let names = what.params.iter().flatten();
    names.map(|name| Param { name: plain(&name.text), noun: None, ty: Type::Any }).collect()
}

/// The parameters of a scope under the names that a hook or window gives them: those of an offer are found by name, all
/// others by their place.
pub(crate) fn bound_params(maker: &mut Maker, scope: ScopeId, what: &ast::What) -> Vec<Param> {
    let mut params = maker.game.scopes[scope.at()].params.clone();
    let Some(names) = &what.params else { return params };
    let by_name = matches!(maker.game.scopes[scope.at()].kind, ScopeKind::Offer(_));
    for (place, name) in names.iter().enumerate() {
        let spelt = plain(&name.text);
        if by_name {
            if !params.iter().any(|param| param.name == spelt) {
                let known: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
                maker.report(error::unknown(
                    "parameter of this scope",
                    &name.text,
                    name.span,
                    known.iter().map(String::as_str),
                ));
            }
        } else if let Some(param) = params.get_mut(place) {
            rename(maker, param, &spelt);
        } else {
            let headline =
                format!("`{}` has {}", what.path.text(), crate::diagnostic::words::count(params.len(), "parameter"));
            maker
                .report(crate::diagnostic::Diagnostic::error("argument-count", headline).at(name.span, "one too many"));
        }
    }
    params
}

/// Gives a parameter another name; a noun of that name may narrow its type.
pub(crate) fn rename(maker: &Maker, param: &mut Param, name: &str) {
    param.name = name.to_owned();
    if let Some((noun, false)) = noun_named(maker, name) {
        if Some(maker.game.nouns[noun.at()].domain) == param.ty.domain() || param.ty == Type::Any {
            param.noun = Some(noun);
        }
    }
}

/// What an offer's own lines and those of its family say besides parameters.
struct Lines<'a> {
    whens: Vec<(&'a ExprText, &'a [Cite])>,
    needs: Vec<&'a ExprText>,
    pays: Vec<&'a ast::Pays>,
    once: Vec<&'a ast::OncePer>,
    script: Option<&'a ScriptText>,
}

fn collect(lines: &[OfferLine]) -> Lines<'_> {
    let mut found = Lines { whens: Vec::new(), needs: Vec::new(), pays: Vec::new(), once: Vec::new(), script: None };
    for line in lines {
        match &line.kind {
            OfferLineKind::When { value, cites } => found.whens.push((value, cites)),
            OfferLineKind::Needs { value, .. } => found.needs.push(value),
            OfferLineKind::Pays(pays) => found.pays.push(pays),
            OfferLineKind::Once(once) => found.once.push(once),
            OfferLineKind::Do(script) => found.script = Some(script),
            _ => {}
        }
    }
    found
}

/// Sets, guards and prices of all offers.
pub(crate) fn fill_offers(maker: &mut Maker, pending: &[PendingOffer]) {
    for offer in pending {
        if maker.game.offers[offer.id.at()].is_family {
            continue;
        }
        let family =
            maker.game.offers[offer.id.at()].family.and_then(|family| pending.iter().find(|other| other.id == family));
        let before = maker.game.citations.len();
        fill_params(maker, offer);
        fill_lines(maker, offer, family);
        let of_lines = maker.game.citations[before..].iter().map(|citation| citation.section).collect();
        maker.game.offers[offer.id.at()].line_cites = of_lines;
    }
}

fn fill_params(maker: &mut Maker, offer: &PendingOffer) {
    let scope = maker.game.offers[offer.id.at()].scope;
    let mut params = maker.game.scopes[scope.at()].params.clone();
    let total = params.len();
    // Slots that are filled later have no name yet.
    let mut frame = Frame { pure: true, acts: true, needed: total as u16, ..Frame::default() };
    frame.locals = vec![Local::param("", Type::Any); total];
    let mut opened = Vec::new();
    for slot in 0..total {
        let made = match offer.slots[slot] {
            SlotLine::Given => None,
            SlotLine::Chance(chance) => {
                fill_chance(maker, &mut frame, offer.id, chance, slot as u16);
                None
            }
            SlotLine::Param(item, doc) => {
                Some(fill_param(maker, &mut frame, item, doc, slot as u16, &mut params[slot]))
            }
            SlotLine::Let(name, value, doc) => {
                let node = maker.expression(&mut frame, value, None);
                if node.ty != Type::Any {
                    params[slot].ty = node.ty;
                }
                fit_noun(maker, &mut params[slot]);
                Some(OfferParam {
                    name: plain(&name.text),
                    slot: slot as u16,
                    doc: doc.cloned(),
                    source: Source::Equals(node),
                    none_too: false,
                    noun: None,
                    filter: None,
                    condition: None,
                    shared: None,
                    ty: params[slot].ty,
                    span: name.span,
                })
            }
        };
        frame.locals[slot] = Local::from(&params[slot]);
        opened.extend(made);
    }
    // Whoever asks whether it is permitted gives what has a choice; the rest follows.
    let follows = opened.iter().filter_map(|param| match &param.source {
        Source::Equals(node) => Some((param.slot, node.clone())),
        Source::One(_) | Source::Several(_) | Source::Literals(_) => None,
    });
    let permission = maker.game.offers[offer.id.at()].permission;
    maker.game.permissions[permission.at()].lets = follows.collect();
    let slot = &mut maker.game.offers[offer.id.at()];
    slot.params = opened;
    slot.locals = frame.needed;
    set_params(maker, offer.id, &params);
}

/// The dice and the number that decide.
fn fill_chance(maker: &mut Maker, frame: &mut Frame, offer: OfferId, chance: &ast::Chance, slot: u16) {
    let cites = maker.cites(&chance.cites);
    let number = maker.expression(frame, &chance.value, Some(Type::Int(true)));
    let dice = super::quantity::dice(maker, chance.dice);
    let comparison = match chance.comparison {
        ast::Comparison::AtMost => Comparison::AtMost,
        ast::Comparison::AtLeast => Comparison::AtLeast,
        ast::Comparison::Below => Comparison::Less,
        ast::Comparison::Above => Comparison::Greater,
    };
    maker.game.offers[offer.at()].chance = Some(Chance { slot, dice, comparison, number, cites });
}

/// A noun that does not fit the type says nothing.
fn fit_noun(maker: &Maker, param: &mut Param) {
    if let Some(noun) = param.noun {
        if param.ty.domain().is_some_and(|domain| domain != maker.game.nouns[noun.at()].domain) {
            param.noun = None;
        }
    }
}

fn fill_param(
    maker: &mut Maker,
    frame: &mut Frame,
    item: &ast::OfferParam,
    doc: Option<&String>,
    slot: u16,
    param: &mut Param,
) -> OfferParam {
    maker.cites(&item.cites);
    let mut source = None;
    if !item.alternatives.is_empty() {
        let nodes: Vec<Node> = item.alternatives.iter().map(|one| maker.expression(frame, one, None)).collect();
        if !nodes.iter().any(|node| matches!(node.ty, Type::Set(_) | Type::EmptySet)) {
            param.ty = nodes.first().map_or(Type::Any, |node| node.ty.present());
            source = Some(Source::Literals(nodes));
        }
    }
    let source = source.unwrap_or_else(|| {
        let set = maker.expression(frame, &item.set, None);
        if let Type::Flag | Type::Text | Type::Nothing = set.ty {
            maker.report(error::wrong_value(&item.set.text, item.set.span, "a set of what may be chosen"));
        }
        let domain = match set.ty {
            Type::Set(domain) => Some(domain),
            // One thing that may be absent is the set of it, or the empty set.
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
    fit_noun(maker, param);
    let filter = item.filter.as_ref().map(|filter| {
        let at = if item.some_of { frame.locals.len() as u16 } else { slot };
        let own = Local { noun: param.noun, ..Local::param(param.name.clone(), param.ty) };
        let node = if item.some_of {
            let one = param.ty.domain().map_or(Type::Any, |domain| Type::One(domain, false));
            frame.locals.push(Local { noun: param.noun, ..Local::param("it", one) });
            frame.needed = frame.needed.max(frame.locals.len() as u16);
            let node = maker.expression(frame, filter, Some(Type::Flag));
            frame.locals.pop();
            node
        } else {
            frame.locals[slot as usize] = own;
            maker.expression(frame, filter, Some(Type::Flag))
        };
        (at, node)
    });
    let condition = item.when.as_ref().map(|when| maker.expression(frame, when, Some(Type::Flag)));
    if condition.is_some() {
        param.ty = param.ty.optional();
    }
    let narrows =
        |noun: &crate::model::id::NounId| maker.game.nouns[noun.at()].filter != crate::model::game::NounFilter::All;
    OfferParam {
        name: param.name.clone(),
        slot,
        doc: doc.cloned(),
        source,
        none_too: item.none_too,
        noun: param.noun.filter(narrows),
        filter,
        condition,
        shared: None,
        ty: param.ty,
        span: item.name.span,
    }
}

fn fill_lines(maker: &mut Maker, offer: &PendingOffer, family: Option<&PendingOffer>) {
    let own = collect(offer.lines);
    let shared = family.map(|family| collect(family.lines));
    let scope = maker.game.offers[offer.id.at()].scope;
    let params = maker.game.scopes[scope.at()].params.clone();
    let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
    let mut frame = Frame::of(&params);
    let mut whens = own.whens;
    let mut needs = own.needs;
    let mut once = own.once;
    if let Some(shared) = &shared {
        whens.extend(shared.whens.iter().filter(|(value, _)| concerns(maker, &names, &value.text)));
        needs.extend(shared.needs.iter().filter(|value| concerns(maker, &names, &value.text)));
        once.extend(
            shared
                .once
                .iter()
                .filter(|once| once.per.as_ref().is_none_or(|name| names.contains(&plain(&name.text).as_str()))),
        );
    }
    for (value, cites) in whens {
        let condition = maker.expression(&mut frame, value, Some(Type::Flag));
        let cites = maker.cites(cites);
        let ready = ready(&maker.game.offers[offer.id.at()].params, [&condition]);
        maker.game.offers[offer.id.at()].guards.push(OfferGuard { condition, ready, cites });
    }
    for value in needs {
        let node = maker.expression(&mut frame, value, Some(Type::Int(true)));
        maker.game.offers[offer.id.at()].needs.push(node);
    }
    for line in once {
        maker.cites(&line.cites);
        let slot = match &line.per {
            None => Some(None),
            Some(name) => {
                let slot = frame.slot(&plain(&name.text));
                if slot.is_none() {
                    maker.report(error::unknown(
                        "parameter of this offer",
                        &name.text,
                        name.span,
                        names.iter().copied(),
                    ));
                }
                slot.map(Some)
            }
        };
        maker.game.offers[offer.id.at()].once.extend(slot);
    }
    fill_price(maker, offer, &mut frame, &own.pays, shared.as_ref().map_or(&[][..], |shared| &shared.pays));
    let slot = &mut maker.game.offers[offer.id.at()];
    slot.locals = slot.locals.max(frame.needed);
}

/// The prices: a member says how much, its family (or the deck) from which purse, if the member does not.
fn fill_price(maker: &mut Maker, offer: &PendingOffer, frame: &mut Frame, own: &[&ast::Pays], shared: &[&ast::Pays]) {
    let shared: Vec<&ast::Pays> = shared.iter().copied().chain(offer.deck_pays).collect();
    let lines: Vec<(&ast::Pays, Option<&ast::Pays>)> = if own.is_empty() {
        shared.iter().map(|line| (*line, None)).collect()
    } else {
        own.iter().map(|line| (*line, shared.first().copied())).collect()
    };
    for (line, above) in lines {
        maker.cites(&line.cites);
        let (amount, purse) = amount_and_purse(maker, line);
        let (above_amount, above_purse) = above.map_or((None, None), |above| amount_and_purse(maker, above));
        let Some(purse) = purse.or(above_purse) else {
            let names: Vec<String> = maker.game.purses.iter().map(|purse| purse.name.clone()).collect();
            let span = line.purse.as_ref().map_or(line.amount.span, |purse| purse.span);
            let text = line.purse.as_ref().map_or(line.amount.text.as_str(), |purse| purse.text.as_str());
            maker.report(error::unknown("purse to pay from", text, span, names.iter().map(String::as_str)));
            continue;
        };
        if let Some(to) = &line.to {
            maker.report(error::not_yet("paying `to` somebody", to.span));
        }
        let params = maker.game.scopes[maker.game.offers[offer.id.at()].scope.at()].params.clone();
        let shown = maker.game.offers[offer.id.at()].title.clone();
        let cost = add_quantity(maker, "", format!("cost of {shown}"), params.clone(), line.amount.span);
        let name = maker.game.offers[offer.id.at()].name.clone();
        maker.game.quantities[cost.at()].name = format!("cost of {name}");
        maker.game.quantities[cost.at()].halves = maker.game.purses[purse.at()].halves;
        if let Some(amount) = amount.or(above_amount) {
            let base = maker.expression(frame, amount, Some(Type::Int(true)));
            maker.game.quantities[cost.at()].base = Base::Node(base);
        }
        maker.game.quantities[cost.at()].locals = frame.needed;
        let cites = maker.game.offers[offer.id.at()].cites.clone();
        maker.game.quantities[cost.at()].cites = cites;
        let each = line.each.as_ref().and_then(|name| {
            let slot = frame.slot(&plain(&name.text));
            if slot.is_none() {
                let names: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
                maker.report(error::unknown(
                    "parameter of this offer",
                    &name.text,
                    name.span,
                    names.iter().map(String::as_str),
                ));
            }
            slot
        });
        let is_piece = |param: &Param| matches!(param.ty, Type::One(Domain::Piece, _));
        let payee = params.iter().position(is_piece).map(|slot| slot as u16);
        maker.game.offers[offer.id.at()].pays.push(Pays { purse, cost, each, payee });
    }
}

/// `pays command` names a purse alone, `pays 1` an amount alone, `pays 1 command` both.
fn amount_and_purse<'a>(maker: &Maker, line: &'a ast::Pays) -> (Option<&'a ExprText>, Option<PurseId>) {
    let purse = |name: &str| {
        let spelt = plain(name);
        maker.game.purses.iter().position(|purse| purse.name == spelt).map(|index| PurseId(index as u16))
    };
    match &line.purse {
        Some(name) => (Some(&line.amount), purse(&name.text)),
        None => match line.amount.as_name().and_then(|name| purse(&name.text)) {
            Some(found) => (None, Some(found)),
            None => (Some(&line.amount), None),
        },
    }
}

/// What is done, when all procedures are known.
pub(crate) fn fill_offer_scripts(maker: &mut Maker, pending: &[PendingOffer]) {
    for offer in pending {
        let Some(script) = collect(offer.lines).script else { continue };
        let id = offer.id;
        let params = maker.game.scopes[maker.game.offers[id.at()].scope.at()].params.clone();
        let name = maker.game.offers[id.at()].name.clone();
        let place = ScriptPlace { name: &name, scopes: Vec::new(), acts: true, lifetime: None };
        let script = add_script(maker, place, params, script);
        maker.game.offers[id.at()].script = Some(script);
    }
}

/// Whose offers they are, and the scopes that have windows.
pub(crate) fn fill_windows(maker: &mut Maker, pending: &[PendingOffer]) {
    for offer in pending {
        if let Some(phrase) = offer.phrase {
            let whose = super::phrase::about_me(maker, phrase);
            maker.game.offers[offer.id.at()].whose = whose;
        }
        let scopes = |maker: &Maker, scope: ScopeId| members_of(maker, scope);
        match maker.game.offers[offer.id.at()].window {
            Window::Before(_, scope) => {
                for scope in scopes(maker, scope) {
                    maker.game.scopes[scope.at()].windows_before.push(offer.id);
                }
            }
            Window::After(_, scope) => {
                for scope in scopes(maker, scope) {
                    maker.game.scopes[scope.at()].windows_after.push(offer.id);
                }
            }
            Window::AnyTime => maker.game.any_time.push(offer.id),
            Window::Listed | Window::During(..) => {}
        }
    }
}

/// A scope; of a family the scopes of all its members.
pub(crate) fn members_of(maker: &Maker, scope: ScopeId) -> Vec<ScopeId> {
    match maker.game.scopes[scope.at()].kind {
        ScopeKind::Offer(offer) if maker.game.offers[offer.at()].is_family => {
            maker.game.offers.iter().filter(|other| other.family == Some(offer)).map(|other| other.scope).collect()
        }
        _ => vec![scope],
    }
}

/// The title of a play: its own and the card's.
pub(crate) fn play_title(card: &str, play: &ast::Play, several: bool) -> String {
    match play.title.as_ref().map(Text::plain).or_else(|| play.name.as_ref().map(|name| name.text.clone())) {
        Some(title) if several => format!("{card}: {title}"),
        _ => card.to_owned(),
    }
}
