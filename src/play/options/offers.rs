//! The option tree: parameters are chosen one after the other, and a value is offered only if the rest can be completed
//! (design, idea 4).

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::offer::{Offer, OfferParam, Source, Window};
use crate::model::set::BitSet;
use crate::model::value::Value;

use crate::play::cache::entry::Item;
use crate::play::store::effort::CHOICE;
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::state::Frame;
use crate::play::store::world::{Read, World};
use crate::play::watch::observer::Asked;

/// Of larger sets not all subsets are tried.
const MOST_SUBSETS: usize = 12;

/// Called with each possible value of a parameter, until it stops.
type Visit<'v> = dyn FnMut(&mut Locals, Value) -> Read<ControlFlow<()>> + 'v;

/// An offer, seen by a side.
#[derive(Clone, Copy)]
pub struct OfferQuery<'a> {
    /// The state, with that side acting.
    pub world: World<'a>,
    /// Which offer.
    pub id: OfferId,
    /// The offer.
    pub offer: &'a Offer,
    /// The side.
    pub side: u16,
    /// True if the offer costs nothing and ignores `once`.
    pub free: bool,
    /// The first parameter, if a rule has set it.
    pub bound: Option<Ref>,
}

impl<'a> OfferQuery<'a> {
    /// An offer, seen by a side.
    pub fn new(world: &World<'a>, id: OfferId, side: u16, free: bool, bound: Option<Ref>) -> Self {
        let world = (*world).acting(side);
        let offer = &world.game.offers[id.at()];
        OfferQuery { world, id, offer, side, free, bound }
    }

    /// The slots before any choice; `None` if the offer is not open. An offer before or after a scope sees the
    /// parameters of the innermost one.
    pub fn begin(&self) -> Read<Option<Locals>> {
        let offer = self.offer;
        let card = self.card();
        if !self.world.is_read(offer.under) || card.is_none() && offer.card.is_some() {
            return Ok(None);
        }
        if let Some(phrase) = &offer.whose {
            if !self.world.phrase_fits(phrase, Ref::side(self.side))? {
                return Ok(None);
            }
        }
        if !self.free && offer.once.contains(&None) && self.used(None) {
            return Ok(None);
        }
        let mut locals = self.given(card);
        Ok(self.passes(&mut locals, 0)?.then_some(locals))
    }

    /// The slots that are set before any choice: parameters of the window, and the card if it is in hand.
    pub(in crate::play) fn given(&self, card: Option<u16>) -> Locals {
        let offer = self.offer;
        let mut locals = self.world.locals(&[], offer.locals);
        let around = match offer.window {
            Window::Before(..) | Window::After(..) => self.world.frames().last().filter(|frame| self.opens_at(frame)),
            _ => None,
        };
        if let Some(frame) = around {
            let of_play = match (offer.window, frame.scope == self.world.game.builtin.resolve) {
                (Window::Before(_, scope) | Window::After(_, scope), true) => scope != frame.scope,
                _ => false,
            };
            let values = if of_play { frame.locals.as_slice() } else { frame.params.as_slice() };
            for (slot, value) in offer.bound.iter().zip(values) {
                set_local(&mut locals, *slot, value.clone());
            }
        }
        if let (Some((_, slot)), Some(card)) = (offer.card, card) {
            set_local(&mut locals, slot, Value::Ref(Ref::card(card)));
        }
        locals
    }

    /// True if the choices of the offer depend on a scope that does not run now.
    pub(in crate::play) fn lacks_its_window(&self) -> bool {
        let is_around = matches!(self.offer.window, Window::Before(..) | Window::After(..));
        let open = || self.world.frames().last().is_some_and(|frame| self.opens_at(frame));
        is_around && !self.offer.bound.is_empty() && !open()
    }

    /// True if the window of the offer opens around this scope. Another scope has other parameters.
    fn opens_at(&self, frame: &Frame) -> bool {
        let game = self.world.game;
        let scope = &game.scopes[frame.scope.at()];
        frame.scope == game.builtin.resolve
            || scope.windows_before.contains(&self.id)
            || scope.windows_after.contains(&self.id)
    }

    /// The card that the offer plays, if it plays one: the card that a rule enforces, or else the one in the side's
    /// hand.
    pub(in crate::play) fn card(&self) -> Option<u16> {
        let (def, _) = self.offer.card?;
        match self.bound {
            Some(Ref { domain: Domain::Card, index }) if self.world.game.cards[index as usize].def == def => {
                Some(index)
            }
            _ => self.card_in_hand(def),
        }
    }

    /// The first card of this name in the side's hand. Copies are twins.
    fn card_in_hand(&self, def: u16) -> Option<u16> {
        let deck = &self.world.game.decks[self.world.game.card_defs[def as usize].deck.at()];
        let hand = self.world.zone(*deck.zones.get(1)?, self.side);
        hand.iter().find(|card| self.world.game.cards[*card as usize].def == def)
    }

    /// Whether an offer marked `once` was taken, with this thing if it is once for each.
    pub(in crate::play) fn used(&self, thing: Option<Ref>) -> bool {
        let used = |frame: &Frame| frame.used.contains(&(self.id, thing));
        self.world.frames().iter().any(used)
    }

    /// Whether the guards and prohibitions that need exactly this many parameters let the offer pass.
    pub(in crate::play) fn passes(&self, locals: &mut Locals, known: u16) -> Read<bool> {
        for guard in &self.offer.guards {
            if guard.ready == known {
                self.world.observer.note(&guard.cites);
                let asked = || Asked::condition(self.offer, &guard.cites, guard.condition.span);
                let on = self.world.begins(asked, locals);
                if !self.world.tested(on, self.world.test(&guard.condition, locals))? {
                    return Ok(false);
                }
            }
        }
        let permission = &self.world.game.permissions[self.offer.permission.at()];
        for at in self.world.active_forbids(self.offer.permission) {
            let forbid = &permission.forbids[usize::from(*at)];
            if forbid.ready == known && self.world.is_against(permission, forbid, locals)? {
                self.world.observer.note(forbid.sections(permission));
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The candidates for a parameter, given the earlier ones: everything that can be tested now, but not whether the
    /// rest can be completed. For `some of`, the members.
    pub fn candidates(&self, locals: &mut Locals, at: usize) -> Read<SmallVec<[Value; 8]>> {
        let mut kept = SmallVec::new();
        let _ = self.each_candidate(locals, at, &mut |_, item| {
            kept.push(item);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(kept)
    }

    /// Calls `visit` with each candidate as it is found.
    fn each_candidate(&self, locals: &mut Locals, at: usize, visit: &mut Visit<'_>) -> Read<ControlFlow<()>> {
        if let Some(nothing) = self.without(locals, at)? {
            return visit(locals, nothing);
        }
        let several = matches!(self.offer.params[at].source, Source::Several(_));
        for item in self.members(locals, at)? {
            self.spend()?;
            let passes = self.wanted(locals, at, &item)? && (several || self.fits(locals, at, &item)?);
            if passes && visit(locals, item)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether a member of its set may be the value of a parameter, given the earlier ones.
    pub(in crate::play) fn may_be(&self, locals: &mut Locals, at: usize, item: &Value) -> Read<bool> {
        self.spend()?;
        Ok(self.wanted(locals, at, item)? && self.fits(locals, at, item)?)
    }

    /// The value of a parameter whose `when` does not hold: `none`, or an empty set.
    pub(in crate::play) fn without(&self, locals: &mut Locals, at: usize) -> Read<Option<Value>> {
        let param = &self.offer.params[at];
        Ok(match &param.condition {
            Some(condition) if !self.world.test(condition, locals)? => Some(match param.source {
                Source::Several(_) => Value::Set(param.ty.domain().unwrap_or(Domain::Piece), BitSet::new()),
                _ => Value::None,
            }),
            _ => None,
        })
    }

    /// The members of the parameter's set that belong to its noun.
    pub(in crate::play) fn members(&self, locals: &mut Locals, at: usize) -> Read<SmallVec<[Value; 8]>> {
        let param = &self.offer.params[at];
        let mut items: SmallVec<[Value; 8]> = match &param.source {
            Source::Equals(node) => SmallVec::from_iter([self.world.eval(node, locals)?]),
            Source::Literals(nodes) => {
                let mut items: SmallVec<[Value; 8]> = SmallVec::new();
                for node in nodes {
                    let item = self.world.eval(node, locals)?;
                    // Two of them may have one value here.
                    if !items.contains(&item) {
                        items.push(item);
                    }
                }
                items
            }
            Source::One(node) | Source::Several(node) => {
                self.of_noun(param, self.world.eval(node, locals)?)?.in_order()
            }
        };
        if let (0, Some(bound), None) = (at, self.bound, self.offer.card) {
            items.retain(|item| *item == Value::Ref(bound));
        }
        Ok(items)
    }

    /// The members of a set that belong to the parameter's noun.
    fn of_noun(&self, param: &OfferParam, value: Value) -> Read<Value> {
        let Some(noun) = param.noun else { return Ok(value) };
        match value {
            Value::Set(domain, set) if self.world.game.nouns[noun.at()].domain == domain => {
                Ok(Value::Set(domain, self.world.of_noun(noun, set)?))
            }
            Value::Row(domain, row) => {
                let mut kept = Vec::with_capacity(row.len());
                for index in row.iter() {
                    if self.world.is_noun(noun, Ref::new(domain, *index))? {
                        kept.push(*index);
                    }
                }
                Ok(Value::Row(domain, kept.into()))
            }
            other => Ok(other),
        }
    }

    /// Whether a member of its set meets `where` and `once per`.
    pub(in crate::play) fn wanted(&self, locals: &mut Locals, at: usize, value: &Value) -> Read<bool> {
        if self.is_spent(self.offer.params[at].slot, value) {
            return Ok(false);
        }
        match &self.offer.params[at].filter {
            Some((slot, filter)) => {
                set_local(locals, *slot, value.clone());
                self.world.test(filter, locals)
            }
            None => Ok(true),
        }
    }

    /// Whether guards and prohibitions allow this value.
    fn fits(&self, locals: &mut Locals, at: usize, value: &Value) -> Read<bool> {
        set_local(locals, self.offer.params[at].slot, value.clone());
        self.passes(locals, at as u16 + 1)
    }

    /// Whether the offer is once per the thing in this slot, or per each of the things, and was taken with it.
    pub(in crate::play) fn is_spent(&self, slot: u16, value: &Value) -> bool {
        !self.free
            && self.offer.once.contains(&Some(slot))
            && value.members().into_iter().any(|thing| self.used(Some(thing)))
    }

    /// Calls `visit` with each candidate for a parameter, without twins; for `some of`, with sets.
    pub(in crate::play) fn each_value(
        &self,
        locals: &mut Locals,
        at: usize,
        visit: &mut Visit<'_>,
    ) -> Read<ControlFlow<()>> {
        if matches!(self.offer.params[at].source, Source::Several(_)) {
            return self.each_set(locals, at, visit);
        }
        let mut seen: SmallVec<[Value; 8]> = SmallVec::new();
        self.each_candidate(locals, at, &mut |locals, item| {
            if self.world.twin_among(&item, &seen).is_some() {
                return Ok(ControlFlow::Continue(()));
            }
            seen.push(item.clone());
            visit(locals, item)
        })
    }

    /// Calls `visit` with each set that a `some of` parameter can be, single members first.
    fn each_set(&self, locals: &mut Locals, at: usize, visit: &mut Visit<'_>) -> Read<ControlFlow<()>> {
        if let Some(nothing) = self.without(locals, at)? {
            return visit(locals, nothing);
        }
        let mut try_set = |locals: &mut Locals, domain: Domain, set: BitSet| {
            self.spend()?;
            let value = Value::Set(domain, set);
            if self.fits(locals, at, &value)? { visit(locals, value) } else { Ok(ControlFlow::Continue(())) }
        };
        let param = &self.offer.params[at];
        if param.none_too {
            let domain = param.ty.domain().unwrap_or(Domain::Piece);
            if try_set(locals, domain, BitSet::new())?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let mut members: Vec<Ref> = Vec::new();
        for item in self.members(locals, at)? {
            let Value::Ref(member) = item else { continue };
            self.spend()?;
            if self.wanted(locals, at, &item)? {
                members.push(member);
                if try_set(locals, member.domain, BitSet::single(member.index))?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        let Some(Ref { domain, .. }) = members.first().copied() else { return Ok(ControlFlow::Continue(())) };
        for set in larger_subsets(&members) {
            if try_set(locals, domain, set)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Spends the effort of one choice.
    #[inline]
    fn spend(&self) -> Read<()> {
        self.world.effort.spend(CHOICE).map_err(|fault| Box::new(fault.at(self.offer.span)))
    }

    /// Whether the parameters from `at` on can be completed and the price paid.
    pub fn completes(&self, locals: &mut Locals, at: usize) -> Read<bool> {
        if !self.affordable(locals, at)? {
            return Ok(false);
        }
        if at == self.offer.params.len() {
            return self.payable(locals);
        }
        let slot = self.offer.params[at].slot;
        let found = self.each_value(locals, at, &mut |locals, value| {
            set_local(locals, slot, value);
            Ok(if self.completes(locals, at + 1)? { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        Ok(found?.is_break())
    }

    /// Puts known values into the slots without checking them; returns how many parameters they fill.
    pub fn fill(&self, locals: &mut Locals, values: &[Value]) -> usize {
        for (param, value) in self.offer.params.iter().zip(values) {
            set_local(locals, param.slot, value.clone());
        }
        values.len().min(self.offer.params.len())
    }

    /// The value of the next parameter, if it follows from these values.
    ///
    /// # Errors
    /// A fault in the rules.
    pub fn following(&self, values: &[Value]) -> Read<Option<Value>> {
        let Some(Source::Equals(node)) = self.offer.params.get(values.len()).map(|param| &param.source) else {
            return Ok(None);
        };
        let mut locals = self.given(self.card());
        self.fill(&mut locals, values);
        self.world.eval(node, &mut locals).map(Some)
    }

    /// These values, completed by the remaining ones; `None` if those leave a choice.
    pub(in crate::play) fn only_way(&self, known: &[Value]) -> Read<Option<Vec<Value>>> {
        let mut values = known.to_vec();
        while values.len() < self.offer.params.len() {
            match self.open(&values)?.as_slice() {
                [only] => values.push(only.clone()),
                _ => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    /// The values of the next parameter that can be completed, given the earlier ones, as the viewer may see them
    /// listed.
    pub fn open(&self, known: &[Value]) -> Read<Vec<Value>> {
        let Some((mut locals, at)) = self.begun_with(known)? else { return Ok(Vec::new()) };
        let mut open = Vec::new();
        let slot = self.offer.params[at].slot;
        let _ = self.each_value(&mut locals, at, &mut |locals, value| {
            set_local(locals, slot, value.clone());
            if self.completes(locals, at + 1)? {
                open.push(value);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(self.world.in_view(open, true))
    }

    /// The candidates for the next parameter, given the earlier ones, as the viewer may see them listed; see
    /// [`OfferQuery::candidates`].
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn next_candidates(&self, known: &[Value]) -> Read<SmallVec<[Value; 8]>> {
        let Some((mut locals, at)) = self.begun_with(known)? else { return Ok(SmallVec::new()) };
        let candidates = self.candidates(&mut locals, at)?;
        if self.world.veil.is_none() {
            return Ok(candidates);
        }
        let once = !matches!(self.offer.params[at].source, Source::Several(_));
        Ok(self.world.in_view(candidates.into_vec(), once).into())
    }

    /// The slots with these values, and the index of the next parameter; `None` if the offer is not open or has no more
    /// parameters.
    fn begun_with(&self, known: &[Value]) -> Read<Option<(Locals, usize)>> {
        let Some(mut locals) = self.begin()? else { return Ok(None) };
        let at = self.fill(&mut locals, known);
        Ok((at < self.offer.params.len()).then_some((locals, at)))
    }

    /// The candidates that are twins of an open value, each with the index of that value.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn stood_for(&self, known: &[Value], open: &[Value]) -> Read<Vec<(Value, usize)>> {
        let Some(mut locals) = self.begin()? else { return Ok(Vec::new()) };
        let at = self.fill(&mut locals, known);
        if self.offer.params.get(at).is_none_or(|param| matches!(param.source, Source::Several(_))) {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for item in self.candidates(&mut locals, at)? {
            if !open.contains(&item) {
                found.extend(self.world.twin_among(&item, open).map(|place| (item, place)));
            }
        }
        Ok(found)
    }

    /// Whether these values can be completed. All but the last are known to be legal.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn open_with(&self, values: &[Value]) -> Read<bool> {
        let Some(mut locals) = self.begin()? else { return Ok(false) };
        self.fill(&mut locals, values);
        let Some(last) = values.last() else { return self.completes(&mut locals, 0) };
        Ok(self.fits(&mut locals, values.len() - 1, last)? && self.completes(&mut locals, values.len())?)
    }

    /// Whether the offer can be made at all.
    pub fn is_open(&self) -> Read<bool> {
        let open = || {
            let Some(mut locals) = self.begin()? else { return Ok(Value::Flag(false)) };
            Ok(Value::Flag(self.completes(&mut locals, 0)?))
        };
        // Offers that are free or bound by a script are rare. Only what players are offered again and again is cached.
        let ask = || match self.free || self.bound.is_some() {
            true => open(),
            false => self.world.cached(Item::Offer(self.id), &[], open),
        };
        Ok(self.world.observed(|| Asked::choice(self.offer), &[], Value::clone, ask)?.is_yes())
    }

    /// Whether exactly these values are legal; if so, the slots.
    pub fn check(&self, values: &[Value]) -> Read<Option<Locals>> {
        let told = |locals: &Option<Locals>| Value::Flag(locals.is_some());
        self.world.observed(|| Asked::choice(self.offer), values, told, || self.checked(values))
    }

    fn checked(&self, values: &[Value]) -> Read<Option<Locals>> {
        let Some(mut locals) = self.begin()? else { return Ok(None) };
        if values.len() != self.offer.params.len() {
            return Ok(None);
        }
        for (at, value) in values.iter().enumerate() {
            let slot = self.offer.params[at].slot;
            let items = self.candidates(&mut locals, at)?;
            let fits = match (&self.offer.params[at].source, value) {
                (Source::Several(_), Value::Set(domain, set)) => {
                    let empty = matches!(items.as_slice(), [Value::Set(_, none)] if none.is_empty());
                    (set.is_empty() == empty || self.offer.params[at].none_too && set.is_empty())
                        && set.iter().all(|index| items.contains(&Value::member(*domain, index)) || empty)
                        && self.fits(&mut locals, at, value)?
                }
                _ => items.contains(value),
            };
            if !fits {
                return Ok(None);
            }
            set_local(&mut locals, slot, value.clone());
            // `candidates` changes the slot: set it again for later parameters.
        }
        Ok(self.payable(&mut locals)?.then_some(locals))
    }

    /// Calls `visit` with every complete list of values. Of sets that differ in twins only there is one.
    pub fn each_completion(&self, visit: &mut dyn FnMut(&[Value])) -> Read<()> {
        let Some(mut locals) = self.begin()? else { return Ok(()) };
        let mut values = Vec::new();
        self.descend(&mut locals, &mut values, visit)
    }

    fn descend(&self, locals: &mut Locals, values: &mut Vec<Value>, visit: &mut dyn FnMut(&[Value])) -> Read<()> {
        let at = values.len();
        if at == self.offer.params.len() {
            if self.payable(locals)? {
                visit(values);
            }
            return Ok(());
        }
        let OfferParam { slot, source, .. } = &self.offer.params[at];
        let several = matches!(source, Source::Several(_)).then(|| self.candidates(locals, at)).transpose()?;
        let members: Vec<Ref> = several.iter().flatten().filter_map(Value::as_ref).collect();
        let twins = self.world.earlier_twins(&members);
        let is_plain = |set: &BitSet| {
            let has = |at: usize| set.has(members[at].index);
            twins.iter().enumerate().all(|(at, twin)| !has(at) || twin.is_none_or(has))
        };
        let _ = self.each_value(locals, at, &mut |locals, value| {
            if matches!(&value, Value::Set(_, set) if !is_plain(set)) {
                return Ok(ControlFlow::Continue(()));
            }
            set_local(locals, *slot, value.clone());
            values.push(value);
            self.descend(locals, values, visit)?;
            values.pop();
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(())
    }
}

/// Those of these offers that are open, tested one by one as they are asked for; a fault if a rule is faulty.
pub fn open_among<'q, T>(
    offers: impl IntoIterator<Item = T>,
    query: impl Fn(&T) -> OfferQuery<'q>,
) -> impl Iterator<Item = Read<T>> {
    let open = move |offer| query(&offer).is_open().map(|is_open| is_open.then_some(offer)).transpose();
    offers.into_iter().filter_map(open)
}

/// The subsets with at least two members, the whole set first. Of large sets only those of leading members.
fn larger_subsets(members: &[Ref]) -> impl Iterator<Item = BitSet> + '_ {
    let n = members.len();
    let pick =
        move |mask: usize| -> BitSet { (0..n).filter(|at| mask >> at & 1 == 1).map(|at| members[at].index).collect() };
    let whole = (n > 1).then(|| members.iter().map(|member| member.index).collect::<BitSet>());
    let small = n <= MOST_SUBSETS;
    let masks = if small { 1usize..(1 << n) } else { 0..0 };
    let all = if small { (1usize << n) - 1 } else { 0 };
    let rest = masks.filter(move |mask| mask.count_ones() > 1 && *mask != all).map(pick);
    let leading = (2..if small { 0 } else { n })
        .map(move |count| members[..count].iter().map(|member| member.index).collect::<BitSet>());
    whole.into_iter().chain(rest).chain(leading)
}

impl OfferQuery<'_> {
    /// Evaluates something about an offer for the viewer; `None` if that depends on a fact or variable hidden from
    /// them.
    pub fn telling<T>(&self, find: impl FnOnce(&OfferQuery<'_>) -> T) -> Option<T> {
        self.world.telling(|world| find(&self.in_world(*world)))
    }

    /// The same; `None` also if it depends on what a face-down piece is.
    pub fn telling_openly<T>(&self, find: impl FnOnce(&OfferQuery<'_>) -> T) -> Option<T> {
        self.world.telling_openly(|world| find(&self.in_world(*world)))
    }

    fn in_world<'w>(&'w self, world: World<'w>) -> OfferQuery<'w> {
        let OfferQuery { id, offer, side, free, bound, .. } = *self;
        OfferQuery { world, id, offer, side, free, bound }
    }
}
