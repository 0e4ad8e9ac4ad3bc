//! Offers: actions, families, plays of cards. Their parameters come first, by name, so that other items can refer to
//! them. Then come sets, guards and prices, and scripts last.

mod lines;
mod named;
mod params;
mod price;
mod slots;
mod window;

pub(crate) use named::{action_named, members, members_of, offers_named, plays_named};
pub(crate) use slots::lay_out;
pub(crate) use window::{bound_params, fill_windows, in_other_order, of_its_type, rename};

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::model::id::{OfferId, ScopeId};
use crate::model::node::{Expr, Node};
use crate::model::offer::{Offer, Window};
use crate::model::sequence::{Scope, ScopeKind};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, Cite, ExprText, ItemKind, Name, OfferLine, OfferLineKind, Text};

use super::builder::{Frame, GameBuilder};
use super::clause::cancel_in;
use super::gather::Gathered;
use super::quantity::add_permission;
use super::scope::{add_scope, new_scope};
use super::script::{ScriptPlace, add_script};
use super::started::then_calls;
use crate::model::names::Symbol;

/// An offer with its syntax tree.
pub(crate) struct PendingOffer<'a> {
    /// The offer.
    pub(crate) id: OfferId,
    /// Its own lines.
    lines: &'a [OfferLine],
    /// Its family, by name.
    family: Option<&'a Name>,
    /// Its window.
    window: Option<&'a ast::Window>,
    /// The phrase that limits who it is offered to.
    phrase: Option<&'a ast::Phrase>,
    /// The cost of every play of its deck.
    deck_pays: Option<&'a ast::Pays>,
    /// The source of each slot after the bound ones.
    slots: Vec<SlotLine<'a>>,
}

/// The source of a slot of an offer.
#[derive(Clone, Copy)]
enum SlotLine<'a> {
    /// Bound by the window, or the card of a play.
    Given,
    /// A parameter.
    Param(&'a ast::OfferParam, Option<&'a String>),
    /// The result of dice.
    Chance(&'a ast::Chance),
    /// A name for a value.
    Let(&'a Name, &'a ExprText, Option<&'a String>),
}

/// The head of an offer.
pub(crate) struct OfferHead<'a> {
    /// Its plain name.
    pub(crate) name: String,
    /// The title that players read and type.
    pub(crate) title: String,
    /// Its documentation.
    pub(crate) doc: Option<String>,
    /// Sections cited in its head.
    pub(crate) cites: &'a [Cite],
    /// Its card, for a play.
    pub(crate) card: Option<u16>,
    /// The name that a play has besides its card's.
    pub(crate) play: Option<String>,
    /// True for a play that stands in the deck.
    pub(crate) of_deck: bool,
}

/// A line of a family that its actions do not share.
fn not_shared(family: &str, line: &OfferLine) -> Option<Diagnostic> {
    let each = format!("in each action `of {family}` that needs it");
    let (word, at, help) = match &line.kind {
        OfferLineKind::Param(param) => {
            let (name, set) = (param.name.text.as_str(), param.set.text.trim());
            (name, param.name.span, format!("write `{name} {set}` {each}"))
        }
        OfferLineKind::Chance(_) => ("chance", line.span, format!("write this line {each}")),
        OfferLineKind::Assent { .. } => ("assent", line.span, format!("write this line {each}")),
        OfferLineKind::Say(_) => ("say", line.span, format!("write this line {each}")),
        _ => return None,
    };
    let text = format!("`{family}` is a family, and its actions do not share `{word}`");
    Some(Diagnostic::error("part-not-here", text).at(at, "its actions do not have this").help(help))
}

/// Declares all actions, in written order; the plays of cards follow with the cards.
pub(crate) fn declare_actions<'a>(builder: &mut GameBuilder, items: &Gathered<'a>) -> Vec<PendingOffer<'a>> {
    let mut pending = Vec::new();
    let mut families = FxHashSet::default();
    for (_, item) in items.each(|kind| if let ItemKind::Action(it) = kind { Some(it) } else { None }) {
        families.extend(item.family.as_ref().map(|family| plain(&family.text)));
    }
    for (entry, item) in items.each(|kind| if let ItemKind::Action(it) = kind { Some(it) } else { None }) {
        let name = builder.declare(&item.name);
        let title = builder.titled(item.title.as_ref(), &item.name);
        let head = OfferHead {
            name: name.clone(),
            title,
            doc: entry.doc.cloned(),
            cites: &item.cites,
            card: None,
            play: None,
            of_deck: false,
        };
        let (id, scope) = add_offer(builder, head, entry.span);
        builder.symbol(&name, Symbol::Offer(id, scope));
        builder.symbol(&name, Symbol::Scope(scope));
        let happens = |line: &OfferLine| matches!(line.kind, OfferLineKind::Do(_) | OfferLineKind::Then(_));
        let happens = item.offer.lines.iter().any(happens);
        builder.game.offers[id.at()].is_family = !happens && families.contains(&name);
        if builder.game.offers[id.at()].is_family {
            item.offer.lines.iter().filter_map(|line| not_shared(&name, line)).for_each(|found| builder.report(found));
        }
        if !happens && !families.contains(&name) {
            let idle = Diagnostic::warning("unmade-offer", format!("`{name}` has no effect"))
                .at(item.name.span, "neither `do` nor `then` in its lines")
                .help(format!("write `do {{ … }}`; a family has actions `of {name}`"));
            builder.report(idle);
        }
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

/// Declares a play of a card.
pub(crate) fn declare_play<'a>(
    builder: &mut GameBuilder,
    head: OfferHead,
    play: &'a ast::Play,
    phrase: Option<&'a ast::Phrase>,
    deck_pays: Option<&'a ast::Pays>,
) -> PendingOffer<'a> {
    let (id, _) = add_offer(builder, head, play.span);
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

fn add_offer(builder: &mut GameBuilder, head: OfferHead, span: Span) -> (OfferId, ScopeId) {
    let id = OfferId(builder.game.offers.len() as u16);
    let cites = builder.cites(head.cites);
    let scope = Scope {
        title: Some(Node::new(Expr::Const(Value::text(&head.title)), Type::Text, span)),
        cites: cites.clone(),
        doc: head.doc.clone(),
        ..new_scope(&head.name, Vec::new(), ScopeKind::Offer(id), span)
    };
    let scope = add_scope(builder, scope);
    let permission = add_permission(builder, &head.name, Vec::new(), span);
    builder.game.permissions[permission.at()].cites = cites.clone();
    builder.game.offers.push(Offer {
        name: head.name,
        title: head.title,
        doc: head.doc,
        permission,
        scope,
        card: head.card.map(|card| (card, 0)),
        play: head.play,
        of_deck: head.of_deck,
        cites,
        span,
        ..Offer::default()
    });
    (id, scope)
}

/// The title of a play: its own and the card's.
pub(crate) fn play_title(card: &str, play: &ast::Play, several: bool) -> String {
    match play.title.as_ref().map(Text::plain).or_else(|| play.name.as_ref().map(|name| name.text.clone())) {
        Some(title) if several => format!("{card} as {title}"),
        _ => card.to_owned(),
    }
}

/// Fills in sets, guards and prices of all offers.
pub(crate) fn fill_offers(builder: &mut GameBuilder, pending: &[PendingOffer]) {
    for index in slots::in_order(builder, pending) {
        let offer = &pending[index];
        if builder.game.offers[offer.id.at()].is_family {
            continue;
        }
        let family = builder.game.offers[offer.id.at()]
            .family
            .and_then(|family| pending.iter().find(|other| other.id == family));
        let before = builder.game.citations.len();
        params::fill_params(builder, offer);
        lines::fill_lines(builder, offer, family);
        let of_lines = builder.game.citations[before..].iter().map(|citation| citation.section).collect();
        builder.game.offers[offer.id.at()].line_cites = of_lines;
    }
}

/// Fills in the scripts. All procedures must be known.
pub(crate) fn fill_offer_scripts(builder: &mut GameBuilder, pending: &[PendingOffer]) {
    for offer in pending {
        let id = offer.id;
        let params = builder.game.scopes[builder.game.offers[id.at()].scope.at()].params.clone();
        let lines = lines::collect(offer.lines);
        if !lines.then.is_empty() {
            let mut frame = Frame::of(&params);
            let calls: Vec<ast::ThenCall> = lines.then.into_iter().cloned().collect();
            builder.game.offers[id.at()].then = then_calls(builder, &mut frame, &calls);
        }
        let Some(script) = lines.script else { continue };
        let place = ScriptPlace { acts: true, ..ScriptPlace::default() };
        let script = add_script(builder, place, params, script);
        builder.game.offers[id.at()].script = Some(script);
        let is_before = matches!(builder.game.offers[id.at()].window, Window::Before(..));
        if let Some(span) = cancel_in(builder, script).filter(|_| !is_before) {
            let problem = Diagnostic::error("part-not-here", "`cancel()` prevents nothing here");
            builder.report(
                problem
                    .at(span, "without effect")
                    .help("give this a window before what it prevents, as in `play before their SCOPE`"),
            );
        }
    }
}
