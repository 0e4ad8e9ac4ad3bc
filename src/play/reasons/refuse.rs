//! Why not: the reasons against a command (language reference, 2.9).

use crate::model::id::*;
use crate::model::node::{Expr, Node, Term};
use crate::model::offer::{OfferParam, Source};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;

use crate::play::numbers::operator;
use crate::play::numbers::permission::{About, Refusal};
use crate::play::options::offers::OfferQuery;
use crate::play::present::sentence::{begins_with, fold, names_of_offer, spellings};
use crate::play::store::locals::{Locals, set_local};
use crate::play::store::world::{Read, World};
use crate::source::plain_words;

use super::by_way::Goal;
use super::candidates::chosen_alone;
use super::named::domain_of;

/// Why a sentence is refused, as far as it can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhyNot {
    /// The offer it names.
    pub offer: Option<OfferId>,
    /// The reasons against it.
    pub reasons: Vec<Refusal>,
    /// The first word that names nothing at all.
    pub unread: Option<String>,
    /// The parameter expected in its place.
    pub wanted: Option<String>,
    /// The parameter missing at the end of the sentence.
    pub missing: Option<String>,
    /// Words that name something that cannot stand there.
    pub left: Option<String>,
    /// The first thing named that is of another kind than the action is for.
    pub misfit: Option<Ref>,
}

impl WhyNot {
    /// Adds a reason, unless it is known.
    pub(super) fn add(&mut self, reason: Refusal) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

/// The number of members of a set for each of which is said why it may not be in it.
const MOST_STRANGERS: usize = 3;

impl World<'_> {
    /// The reasons against a side's command. Pieces and places that are not offered are understood too.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn why_not(&self, side: u16, text: &str) -> Read<WhyNot> {
        match self.offer_meant(side, text)? {
            Some(id) => self.why_not_offer(id, side, text),
            None => Ok(WhyNot { unread: Some(fold(text)), ..WhyNot::default() }),
        }
    }

    /// The offer with whose name a sentence begins.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn offer_meant(&self, side: u16, text: &str) -> Read<Option<OfferId>> {
        let said = fold(text);
        let mut best: Option<(usize, OfferId)> = None;
        for (at, offer) in self.game.offers.iter().enumerate() {
            if offer.is_family {
                continue;
            }
            for name in names_of_offer(self.game, offer) {
                if !begins_with(&said, &name) || best.is_some_and(|(length, _)| name.len() < length) {
                    continue;
                }
                // Of several offers with one name, prefer the one that comes closest to being open.
                let replaces = match best {
                    Some((length, first)) if length == name.len() => {
                        self.nearness(OfferId(at as u16), side)? > self.nearness(first, side)?
                    }
                    _ => true,
                };
                if replaces {
                    best = Some((name.len(), OfferId(at as u16)));
                }
            }
        }
        Ok(best.map(|(_, id)| id))
    }

    /// Whether an offer is for a side, whether its card is in the hand, and whether the conditions hold that do not
    /// depend on its parameters. The greater, the fewer reasons there are against it.
    fn nearness(&self, id: OfferId, side: u16) -> Read<(bool, bool, bool)> {
        let query = OfferQuery::new(self, id, side, false, None);
        let is_own = query.offer.whose.as_ref().map_or(Ok(true), |whose| self.phrase_fits(whose, Ref::side(side)))?;
        let card = query.card();
        let in_hand = card.is_some() || query.offer.card.is_none();
        let mut locals = query.given(card);
        let mut guards = query.offer.guards.iter().filter(|guard| guard.ready == 0);
        let is_there = guards.all(|guard| query.world.test(&guard.condition, &mut locals).unwrap_or(true));
        Ok((is_own, in_hand, is_there))
    }

    /// The reasons against one offer, which the sentence names.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn why_not_offer(&self, id: OfferId, side: u16, text: &str) -> Read<WhyNot> {
        let said = fold(text);
        let mut found = WhyNot { offer: Some(id), ..WhyNot::default() };
        let query = OfferQuery::new(self, id, side, false, None);
        let offer = query.offer;
        let names = names_of_offer(self.game, offer).filter(|name| begins_with(&said, name));
        let length = names.map(|name| name.len()).max().unwrap_or(0);
        let mut rest = said[length..].trim().to_owned();
        let head = |text: String| Refusal::new(text, offer.cites.clone(), offer.span);
        if let Some(phrase) = &offer.whose {
            if !self.phrase_fits(phrase, Ref::side(side))? {
                found.reasons.push(head(format!("{} is not for {}", offer.title, self.title(Ref::side(side)))));
                return Ok(found);
            }
        }
        if query.lacks_its_window() {
            found.reasons.push(head(format!("{} is a reaction, and nothing triggers it now", offer.title)));
            return Ok(found);
        }
        let card = query.card();
        let in_hand = card.is_some() || offer.card.is_none();
        let mut locals = query.given(card);
        if !in_hand {
            found.reasons.push(head(format!("{} is not in the hand", offer.title)));
        }
        query.forbidden(&mut locals, 0, &mut found)?;
        if in_hand && found.reasons.is_empty() && offer.card.is_some() && query.begin()?.is_none() {
            found.reasons.push(head(format!("{} cannot be played now", offer.title)));
        }
        if offer.once.contains(&None) && query.used(None) {
            found.reasons.push(head(format!("{} has been done already: only once", offer.title)));
        }
        // The first parameter without a value in the rest of the sentence.
        let mut unnamed: Option<&str> = None;
        // The parameters whose value is not one of their choices.
        let mut strange: Vec<u16> = Vec::new();
        for (at, param) in offer.params.iter().enumerate() {
            if !query.world.meets(param.condition.as_ref(), &mut locals)? {
                continue;
            }
            if let Source::Equals(node) = &param.source {
                match query.world.eval(node, &mut locals) {
                    Ok(value) => {
                        set_local(&mut locals, param.slot, value.clone());
                        query.against(&mut locals, at, std::slice::from_ref(&value), &value, &mut found)?;
                    }
                    Err(_) => {
                        rest.clear();
                        break;
                    }
                }
                continue;
            }
            let narrow = query.candidates(&mut locals, at).unwrap_or_default();
            // A thing may have the name of the parameter, so the sentence is read with and without that name.
            let whole = rest.clone();
            if let Some(after) = rest.strip_prefix(&fold(&param.name)) {
                if after.starts_with(' ') {
                    rest = after.trim().to_owned();
                }
            }
            if let Some((goal, after)) = query.way_said(&mut locals, param, &narrow, &rest)? {
                let fits = |value: &&Value| matches!(value, Value::Way(way) if goal.is_met_by(way));
                let Some(way) = narrow.iter().find(fits) else {
                    query.against_goal(&mut locals, at, &goal, &mut found)?;
                    // The rest belongs to a way that does not exist.
                    rest.clear();
                    break;
                };
                rest = after;
                set_local(&mut locals, param.slot, way.clone());
                query.against(&mut locals, at, &narrow, way, &mut found)?;
                continue;
            }
            let mut said = query.named(param, &narrow, &rest, &BitSet::new())?;
            if said.is_none() && rest != whole {
                said = query.named(param, &narrow, &whole, &BitSet::new())?;
                if said.is_some() {
                    rest.clone_from(&whole);
                }
            }
            let Some((value, length)) = said else {
                // An empty choice is one, unless the sentence names a thing for it.
                let names_one = || {
                    domain_of(self, param).is_some_and(|domain| {
                        let called = |index: u16| spellings(&query.world, &Value::member(domain, index), side);
                        self.ever(domain).iter().any(|index| called(index).iter().any(|name| begins_with(&rest, name)))
                    })
                };
                if narrow.is_empty() && param.none_too && !names_one() {
                    rest = whole;
                    let none = domain_of(self, param).map(|domain| Value::Set(domain, BitSet::new()));
                    set_local(&mut locals, param.slot, none.unwrap_or(Value::None));
                    continue;
                }
                // A value without a choice may be omitted, so the rest belongs to the next parameter.
                if !rest.is_empty() {
                    unnamed = unnamed.or(Some(&param.name));
                    if let Some(only) = query.only_choice(&locals, at, &narrow)? {
                        rest = whole;
                        set_local(&mut locals, param.slot, only);
                        continue;
                    }
                }
                found.unread = query.unread(&mut locals, &rest);
                // If a reason is known, or the name means nothing, the lack of continuations is not another.
                if narrow.is_empty() && found.reasons.is_empty() && found.unread.is_none() {
                    query.against_each(&mut locals, at, &mut found)?;
                }
                if rest.is_empty() {
                    found.missing = Some(param.name.clone());
                } else if !narrow.is_empty() {
                    found.left = Some(rest.clone());
                }
                rest.clear();
                break;
            };
            rest = rest[length..].trim().to_owned();
            unnamed = None;
            let value = match (&param.source, value) {
                (Source::Several(_), Value::Ref(first)) => {
                    let mut set = BitSet::single(first.index);
                    while let Some((Value::Ref(next), length)) = query.named(param, &narrow, &rest, &set)? {
                        set.insert(next.index);
                        rest = rest[length..].trim().to_owned();
                    }
                    Value::Set(first.domain, set)
                }
                (_, value) => value,
            };
            set_local(&mut locals, param.slot, value.clone());
            let before = found.reasons.len();
            query.against(&mut locals, at, &narrow, &value, &mut found)?;
            // What can be chosen after a value that is not possible says nothing.
            if asks_for_any(&param.source, &strange) {
                let new = found.reasons.split_off(before);
                found.reasons.extend(new.into_iter().filter(|one| one.about != About::Choices));
            }
            if let (Value::Ref(thing), false) = (&value, narrow.contains(&value)) {
                strange.push(param.slot);
                if let (None, Some(noun), Domain::Piece) = (found.misfit, param.noun, thing.domain)
                    && !query.world.is_noun(noun, *thing)?
                {
                    found.misfit = Some(*thing);
                }
            }
        }
        found.unread = found.unread.or(query.unread(&mut locals, &rest));
        found.wanted = unnamed.filter(|_| found.unread.is_some()).map(str::to_owned);
        if !rest.is_empty() {
            found.left = Some(rest);
        }
        if found.missing.is_some() && found.left.is_none() && found.unread.is_none() && found.reasons.is_empty() {
            query.against_the_rest(&mut locals, &mut found)?;
        }
        let whole = found.missing.is_none() && found.left.is_none() && found.unread.is_none();
        if whole && found.reasons.is_empty() && !query.payable(&mut locals).unwrap_or(true) {
            query.against_price(&mut locals, &mut found)?;
        }
        found.reasons = merged(found.reasons);
        Ok(found)
    }
}

impl OfferQuery<'_> {
    /// The prohibitions and guards of an offer that need exactly this many parameters.
    pub(in crate::play) fn forbidden(&self, locals: &mut Locals, known: u16, found: &mut WhyNot) -> Read<()> {
        let offer = self.offer;
        let permission = &self.world.game.permissions[offer.permission.at()];
        for forbid in permission.forbids.iter().filter(|forbid| forbid.ready <= known) {
            if self.world.holds(&forbid.guard, locals).unwrap_or(false) {
                found.add(self.world.refusal_by(permission, forbid, locals)?);
            }
        }
        for guard in offer.guards.iter().filter(|guard| guard.ready <= known) {
            if !self.world.test(&guard.condition, locals).unwrap_or(true) {
                let cites = if guard.cites.is_empty() { &offer.cites } else { &guard.cites };
                self.add_failing(&guard.condition, locals, cites, found);
            }
        }
        Ok(())
    }

    /// True if a prohibition that applies asks the word that a reason is about, and so says it in better words.
    fn is_said(&self, reason: &Refusal, locals: &mut Locals, known: u16) -> bool {
        let About::Term(term) = reason.about else { return false };
        let asks = |node: &Node| match &node.expr {
            Expr::Get { term: asked, .. } => *asked == term,
            Expr::Word { word, .. } => Term::Word(*word) == term,
            _ => false,
        };
        let permission = &self.world.game.permissions[self.offer.permission.at()];
        let mut forbids = permission.forbids.iter().filter(|forbid| forbid.ready <= known);
        forbids.any(|forbid| {
            let when = forbid.guard.when.as_ref();
            when.is_some_and(|when| when.any(asks)) && self.world.holds(&forbid.guard, locals).unwrap_or(false)
        })
    }

    /// A reason that lists what is possible, with those of these values that can be completed instead of the whole set.
    fn with_choices(&self, locals: &Locals, at: usize, reason: Refusal, narrow: &[Value]) -> Refusal {
        if !self.world.is_listing(&reason.text) {
            return reason;
        }
        let param = &self.offer.params[at];
        let is_open = |value: &&Value| {
            let mut own = locals.clone();
            set_local(&mut own, param.slot, chosen_alone(&param.source, value));
            self.completes(&mut own, at + 1).unwrap_or(false)
        };
        let open: Vec<Ref> = narrow.iter().filter(is_open).filter_map(Value::as_ref).collect();
        Refusal { text: self.world.relisted(&reason.text, &open), ..reason }
    }

    /// The sections that limit the values of a parameter.
    pub(super) fn cites_of<'q>(&'q self, param: &'q OfferParam) -> &'q [SectionId] {
        if param.cites.is_empty() { &self.offer.cites } else { &param.cites }
    }

    /// Adds the parts of a condition that fail, with these sections.
    pub(super) fn add_failing(&self, condition: &Node, locals: &mut Locals, cites: &[SectionId], found: &mut WhyNot) {
        for mut refusal in self.world.fails(condition, locals) {
            refusal.cites.extend(cites);
            found.add(refusal);
        }
    }

    /// What prevents one value of a parameter.
    pub(in crate::play) fn against(
        &self,
        locals: &mut Locals,
        at: usize,
        narrow: &[Value],
        value: &Value,
        found: &mut WhyNot,
    ) -> Read<()> {
        let (offer, param) = (self.offer, &self.offer.params[at]);
        let known = at as u16 + 1;
        let before = found.reasons.len();
        self.forbidden(locals, known, found)?;
        let inside = narrow.contains(value)
            || matches!((&param.source, value), (Source::Several(_), Value::Set(domain, set))
                if set.iter().all(|index| narrow.contains(&Value::member(*domain, index))));
        if let (false, Value::Ref(Ref { domain: Domain::Piece | Domain::Space, .. })) = (inside, value) {
            // The wrong kind of piece or place comes before other reasons.
            if found.reasons.len() > before {
                let outside = self.outside(locals, at, value)?;
                // That it is no choice says less than the rule.
                let tells = |one: &Refusal| one.about != About::Choices || self.world.is_listing(&one.text);
                if let Some(mut refusal) = outside.filter(|one| tells(one) && !self.is_said(one, locals, known)) {
                    refusal.cites.extend(self.cites_of(param));
                    // Say it once if a rule says the same.
                    let name = value.as_ref().map_or_else(String::new, |thing| self.world.title(thing));
                    let as_it = refusal.text.replacen(&name, "it", 1);
                    let says_it = |one: &&mut Refusal| one.text == as_it || one.text == refusal.text;
                    match found.reasons[before..].iter_mut().find(says_it) {
                        Some(same) => same.cites.extend(refusal.cites),
                        None => found.reasons.insert(before, refusal),
                    }
                }
            }
        }
        if let (false, Value::Set(domain, set)) = (inside, value)
            && found.reasons.len() == before
        {
            let members = set.iter().map(|index| Value::member(*domain, index));
            for stranger in members.filter(|member| !narrow.contains(member)).take(MOST_STRANGERS) {
                self.against(locals, at, narrow, &stranger, found)?;
            }
            return Ok(());
        }
        if !inside && found.reasons.len() == before {
            if let (Source::One(node), Some(Ref { domain: Domain::Space, index: to })) = (&param.source, value.as_ref())
                && let Some(mut against) = self.world.stops_in(node, locals, (to, to))?
            {
                if against.is_empty() {
                    let outside = self.outside(locals, at, value)?;
                    against.extend(outside.map(|refusal| self.with_choices(locals, at, refusal, narrow)));
                }
                against.iter_mut().for_each(|refusal| refusal.cites.extend(self.cites_of(param)));
                if against.is_empty() {
                    against.push(self.out_of_set(locals, at, narrow, value));
                }
                found.reasons.extend(against);
                return Ok(());
            }
            let mut cites = self.cites_of(param).to_vec();
            // The verbs for leaving and entering also give reasons why a piece cannot reach a place.
            let mut texts = Vec::new();
            let mut readings = Vec::new();
            // What the set holds before `where`. A rule about entering is beside the point for other places.
            let may_lead = param.filter.is_none() || self.members(locals, at)?.contains(value);
            if let (true, Value::Ref(Ref { domain: Domain::Space, .. })) = (may_lead, value) {
                let unit = offer.params[..at]
                    .iter()
                    .find_map(|one| locals[one.slot as usize].as_ref().filter(|thing| thing.domain == Domain::Piece));
                if let Some(unit) = unit {
                    // A piece that stays where it is enters nothing.
                    let verbs = &self.world.game.verbs;
                    let stays = self.world.space_of(unit).map(Ref::space) == value.as_ref();
                    for verb in [verbs.enter, verbs.stay].into_iter().skip(usize::from(stays)) {
                        let args = [Value::Ref(unit), value.clone(), Value::Int(1)];
                        for refusal in self.world.refusals(verb, &args)? {
                            cites.extend(&refusal.cites);
                            texts.push(refusal.text);
                            readings.extend(refusal.readings);
                        }
                    }
                }
            }
            if let (true, Value::Ref(Ref { domain: Domain::Space, index: to })) =
                (matches!(param.ty, Type::Way(_)), value)
            {
                if narrow.iter().any(|one| matches!(one, Value::Way(way) if way.space() == *to)) {
                    // A way leads there, but the sentence does not say which.
                    return Ok(());
                }
                // Ways lead there, but all their ends are forbidden.
                let goal = Goal::at(*to);
                self.against_ends(locals, at, &goal, found)?;
                if found.reasons.len() > before {
                    return Ok(());
                }
                // A rule that closes the space to all is more helpful than one about a way.
                if let (true, Source::One(node)) = (texts.is_empty(), &param.source) {
                    if let Some((walk, args)) = self.world.walk_in(node, locals)? {
                        found.reasons.extend(self.world.no_way(walk, &args, &goal)?);
                    }
                }
                if found.reasons.len() > before {
                    return Ok(());
                }
            }
            if texts.is_empty() {
                if let Some(mut refusal) = self.outside(locals, at, value)? {
                    refusal.cites.extend(self.cites_of(param));
                    found.reasons.push(self.with_choices(locals, at, refusal, narrow));
                    return Ok(());
                }
            }
            found.reasons.push(if texts.is_empty() {
                self.out_of_set(locals, at, narrow, value)
            } else {
                Refusal { readings, ..Refusal::new(texts.join("; "), cites, param.span) }
            });
        }
        Ok(())
    }

    /// The reason against a value that the set of a parameter does not contain, with those that it contains.
    fn out_of_set(&self, locals: &mut Locals, at: usize, narrow: &[Value], value: &Value) -> Refusal {
        let param = &self.offer.params[at];
        let alone = match &param.source {
            Source::One(node) | Source::Several(node) => self.world.no_choice_of(value, param, node, locals),
            _ => self.world.not_possible(value, param),
        };
        let cites = self.cites_of(param).to_vec();
        self.with_choices(locals, at, Refusal { cites, span: param.span, ..alone }, narrow)
    }

    /// What rules a value out of the set of a parameter: its noun, a word of the set, or the parameter's own condition.
    fn outside(&self, locals: &mut Locals, at: usize, value: &Value) -> Read<Option<Refusal>> {
        let param = &self.offer.params[at];
        let Value::Ref(thing) = *value else { return self.unwanted(locals, at, value) };
        if thing.domain == Domain::Piece && !self.world.all(Domain::Piece).has(thing.index) {
            return Ok(Some(Refusal::new(
                format!("{} is out of play", self.world.title(thing)),
                Vec::new(),
                param.span,
            )));
        }
        if let Some(noun) = param.noun {
            if !self.world.is_noun(noun, thing)? {
                let text = self.world.of_another_noun(noun, thing)?;
                return Ok(Some(Refusal::new(text, Vec::new(), param.span)));
            }
        }
        let (Source::One(node) | Source::Several(node)) = &param.source else { return Ok(None) };
        let set = self.world.eval(node, locals)?;
        if !operator::contains(&set, &Value::Ref(thing)) {
            return Ok(self.world.lacks(node, locals, thing));
        }
        if let Some((slot, filter)) = &param.filter {
            set_local(locals, *slot, Value::Ref(thing));
            if !self.world.test(filter, locals)? {
                return Ok(self.world.fails(filter, locals).into_iter().next());
            }
        }
        if self.offer.once.contains(&Some(param.slot)) && self.used(Some(thing)) {
            let text = format!(
                "{} has been chosen already: once for each {}",
                self.world.title(thing),
                plain_words(&param.name)
            );
            return Ok(Some(Refusal::new(text, Vec::new(), param.span)));
        }
        Ok(None)
    }

    /// Why the condition of a parameter rules out a number or another value that is no thing.
    fn unwanted(&self, locals: &mut Locals, at: usize, value: &Value) -> Read<Option<Refusal>> {
        let Some((slot, filter)) = &self.offer.params[at].filter else { return Ok(None) };
        if !self.members(locals, at)?.contains(value) {
            return Ok(None);
        }
        set_local(locals, *slot, value.clone());
        if self.world.test(filter, locals)? {
            return Ok(None);
        }
        // A condition without words says less than that the value is not possible.
        Ok(self.world.fails(filter, locals).into_iter().find(Refusal::says_why))
    }
}

/// Merges reasons with equal words, with all their sections.
fn merged(reasons: Vec<Refusal>) -> Vec<Refusal> {
    let mut found: Vec<Refusal> = Vec::with_capacity(reasons.len());
    for reason in reasons {
        match found.iter_mut().find(|one| one.text == reason.text && one.readings == reason.readings) {
            Some(same) => {
                let new: Vec<SectionId> = reason.cites.into_iter().filter(|cite| !same.cites.contains(cite)).collect();
                same.cites.extend(new);
            }
            None => found.push(reason),
        }
    }
    found
}

/// True if the choices of a parameter depend on one of these slots.
fn asks_for_any(source: &Source, slots: &[u16]) -> bool {
    let (Source::One(node) | Source::Several(node)) = source else { return false };
    node.any(|node| matches!(node.expr, Expr::Local(slot) if slots.contains(&slot)))
}
