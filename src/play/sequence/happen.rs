//! Happenings: procedures and offers that are carried out, with their hooks and windows.

use smallvec::SmallVec;

use crate::model::clause::{DiceSpec, Whose};
use crate::model::id::*;
use crate::model::node::{Comparison, Node};
use crate::model::offer::{Chance, Offer, Source, Window};
use crate::model::sequence::{Phase, Scope, ScopeKind, ScriptReading};
use crate::model::value::Value;

use super::lazily;
use crate::play::answers::log::Event;
use crate::play::answers::question::{AGREE, Answer, Kind, Question};
use crate::play::host::run::{Act, Cx, MOST_NESTING, Run, Stop};
use crate::play::numbers::operator::compare;
use crate::play::options::offers::{OfferQuery, open_among};
use crate::play::present::sentence::act_sentence;
use crate::play::store::dice::DiceAsked;
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::source::Payment;
use crate::play::store::state::Frame;
use crate::play::store::world::World;
use crate::play::viewer::place_names::Viewer;
use crate::play::viewer::secret::marked;
use crate::play::watch::meeting::{Met, Order};
use crate::play::watch::observer::Asked;

/// The scopes of an offer, with their parameters.
pub(in crate::play) type Around<'s> = SmallVec<[(&'s Scope, SmallVec<[Value; 4]>); 2]>;

impl Cx<'_> {
    /// Begins a scope in a script. `said`: its log line, if that is not the title.
    fn begin_scope(
        &self,
        scope: ScopeId,
        side: Option<u16>,
        params: &[Value],
        said: Option<(&Node, &Locals)>,
    ) -> Act<()> {
        let mut run = self.run.borrow_mut();
        run.nesting += 1;
        if run.nesting > MOST_NESTING {
            let text = format!("more than {MOST_NESTING} procedures inside each other: they call each other endlessly");
            return Err(Stop::fault(text).at(self.game.scopes[scope.at()].span));
        }
        let mut frame = Frame::new(scope, side, Phase::Inline);
        frame.params = params.iter().cloned().collect();
        run.live.stack().push(frame);
        run.reset_vars(scope)?;
        if run.log.kept {
            // A scope without a log line still ends the previous one.
            let item = &self.game.scopes[scope.at()];
            let title = run.world().kept_text(|world| {
                Ok(match (said, &item.title) {
                    (Some((node, locals)), _) => world.show(&world.eval(node, &mut locals.clone())?),
                    (None, Some(node)) => world.show(&world.eval_alone(node, params, item.locals)?),
                    (None, None) => String::new(),
                })
            });
            let title = title?;
            run.note(|_| Event::Scope(scope, title));
        }
        Ok(())
    }

    /// Ends the innermost scope and all that lives in it.
    fn end_scope(&self, scope: ScopeId) -> Act<()> {
        let mut run = self.run.borrow_mut();
        run.nesting = run.nesting.saturating_sub(1);
        run.close_scope(scope)
    }

    /// Runs a procedure, or an offer called by a script: free, without windows or choices.
    pub fn happen(&self, scope: ScopeId, args: &[Value]) -> Act<Value> {
        match self.game.scopes[scope.at()].kind {
            ScopeKind::Procedure(script) => {
                let item = &self.game.scopes[scope.at()];
                if item.replacements.is_empty() {
                    self.run.borrow().observer.note(&item.cites);
                }
                let told = |value: &Value| Some(value.clone());
                let run = || {
                    self.begin_scope(scope, None, args, None)?;
                    let mut value = Value::None;
                    if !self.hooks(&item.before, args)? && !self.windows(&item.windows_before)? {
                        value = self.call(self.script_of(scope, script, args)?, args)?;
                        self.hooks(&item.after, args)?;
                        self.windows(&item.windows_after)?;
                    }
                    self.end_scope(scope)?;
                    Ok(value)
                };
                self.observed(|| Asked::procedure(item), args, told, run)
            }
            ScopeKind::Offer(offer) => {
                let side = self.run.borrow().state().me();
                let locals = self.look(|world| {
                    let item = &world.game.offers[offer.at()];
                    let mut locals = world.locals(&[], item.locals);
                    let mut args = args.iter();
                    for param in &item.params {
                        let value = match &param.source {
                            Source::Equals(node) => world.eval(node, &mut locals)?,
                            _ => args.next().cloned().unwrap_or(Value::None),
                        };
                        set_local(&mut locals, param.slot, value);
                    }
                    Ok(locals)
                })?;
                self.carry_out(offer, &locals, side.unwrap_or(0), false, false)?;
                Ok(Value::None)
            }
            ScopeKind::Builtin | ScopeKind::Step(_) | ScopeKind::Sequence(_) => {
                Err(Stop::fault("a step cannot be called; the sequence runs it"))
            }
        }
    }

    /// The script of a procedure, or the one that replaces it.
    fn script_of(&self, scope: ScopeId, own: ScriptId, args: &[Value]) -> Act<ScriptId> {
        let item = &self.game.scopes[scope.at()];
        let holds = |reading: &ScriptReading| {
            self.look(|world| world.holds(&reading.guard, &mut world.locals(args, reading.locals)))
        };
        for (at, reading) in item.replacements.iter().enumerate() {
            if holds(reading)? {
                if self.run.borrow().observer.meetings.wanted() {
                    for other in &item.replacements[at + 1..] {
                        if holds(other)? {
                            let [first, second] = [reading, other].map(|it| self.game.scripts[it.script.at()].span);
                            let met = Met { first, second, order: Order::Unknown };
                            self.run.borrow().observer.meetings.note(met);
                        }
                    }
                }
                return Ok(reading.script);
            }
        }
        if !item.replacements.is_empty() {
            self.run.borrow().observer.note_own(&item.cites, item.replacements.iter().map(|other| &other.guard));
        }
        Ok(own)
    }

    /// Takes an offer: payment, `once`, then everything that carrying it out involves. `settles`: play settles before
    /// the hooks after it (language reference, 2.7).
    pub fn take(&self, offer: OfferId, locals: &Locals, side: u16, free: bool, settles: bool) -> Act<()> {
        let item = &self.game.offers[offer.at()];
        if !free {
            let mut run = self.run.borrow_mut();
            for once in &item.once {
                let things: SmallVec<[Option<Ref>; 4]> = match once {
                    Some(slot) => locals[usize::from(*slot)].members().into_iter().map(Some).collect(),
                    None => SmallVec::from_iter([None]),
                };
                if let Some(frame) = run.live.stack().iter_mut().rev().find(|frame| frame.step.is_some()) {
                    frame.used.extend(things.into_iter().map(|thing| (offer, thing)));
                }
            }
        }
        if !self.agreed(offer, locals, side)? {
            return Ok(());
        }
        if !free && !item.pays.is_empty() {
            let (prices, gifts, kept) = self.look(|world| {
                let query = OfferQuery::new(world, offer, side, free, None);
                Ok((query.prices(locals)?, query.gifts(locals)?, query.kept(locals)))
            })?;
            self.note_prices(offer, locals)?;
            for (purse, payments) in prices {
                for (payee, amount) in payments {
                    if !self.pay(Payment { purse, side, payee, planned: &[], kept: &kept }, amount)? {
                        let text = format!("{} was offered but cannot be paid", item.title);
                        return Err(Stop::fault(text).at(item.span));
                    }
                }
            }
            for (var, to, amount) in gifts {
                self.change_by(var, to, amount)?;
            }
        }
        let scripted = |frame: &Frame| frame.phase == Phase::Inline;
        let alone = settles || !free && !self.run.borrow().state().stack.iter().any(scripted);
        self.carry_out(offer, locals, side, settles, alone)
    }

    /// Asks the side that must agree to an offer, which sees the whole command.
    fn agreed(&self, offer: OfferId, locals: &Locals, side: u16) -> Act<bool> {
        let item = &self.game.offers[offer.at()];
        let Some(assent) = &item.assent else { return Ok(true) };
        let asked = self.look(|world| {
            let whose = world.eval(assent, &mut locals.clone())?;
            let values: Vec<Value> = item.params.iter().map(|param| locals[usize::from(param.slot)].clone()).collect();
            let title = &world.game.sides[usize::from(side)].title;
            let said = act_sentence(&world.through(Viewer::Later), offer, &values, side);
            Ok(whose.as_ref().map(|whose| (whose.index, format!("{title}: {said}. {AGREE}"))))
        })?;
        let Some((whose, prompt)) = asked else { return Ok(true) };
        let agrees = self.ask(whose, prompt, Kind::YesNo)? == Answer::Yes(true);
        if !agrees {
            self.run.borrow_mut().note(|_| Event::Declined(whose, offer, side));
        }
        Ok(agrees)
    }

    /// Logs how the prices of an offer were computed.
    fn note_prices(&self, offer: OfferId, locals: &Locals) -> Act<()> {
        if !self.run.borrow().log.explains() {
            return Ok(());
        }
        for pays in &self.game.offers[offer.at()].pays {
            let count = self.game.quantities[pays.cost.at()].params.len();
            let args: Vec<Value> = locals.iter().take(count).cloned().collect();
            // Each member of a set that pays has its own price.
            let priced = match pays.each.map(usize::from).filter(|each| *each < args.len()) {
                Some(each) => {
                    let of = |one: &Ref| {
                        let mut own = args.clone();
                        own[each] = Value::Ref(*one);
                        own
                    };
                    args[each].members().iter().map(of).collect()
                }
                None => vec![args],
            };
            for args in priced {
                let (number, ledger) = self.look(|world| world.ledger(pays.cost, &args))?;
                self.run.borrow_mut().note_computed(Event::Counted(pays.cost, args, number, ledger));
            }
        }
        Ok(())
    }

    /// Carries out an offer. `alone`: no script runs around it, so that it can wait for the sequences it starts.
    fn carry_out(&self, offer: OfferId, locals: &Locals, side: u16, settles: bool, alone: bool) -> Act<()> {
        let item = &self.game.offers[offer.at()];
        let asked = || Asked::action(item, &self.game.scopes[item.scope.at()]);
        self.observed(asked, locals, |()| None, || self.carry_out_unseen(offer, locals, side, settles, alone))
    }

    /// Rolls the dice of an offer; returns the slots with the result.
    fn chance_taken(&self, item: &Offer, chance: &Chance, locals: &Locals) -> Act<Locals> {
        let mut locals = locals.clone();
        let name = self.game.scopes[item.scope.at()].params.get(usize::from(chance.slot));
        let hit = self.try_chance(chance, name.map_or("", |param| &param.name), &mut locals)?;
        set_local(&mut locals, chance.slot, Value::Flag(hit));
        let mut run = self.run.borrow_mut();
        if let Some(frame) = run.live.frame() {
            if let Some(slot) = frame.params.get_mut(chance.slot as usize) {
                *slot = Value::Flag(hit);
            }
            frame.locals = locals.to_vec();
        }
        Ok(locals)
    }

    fn carry_out_unseen(&self, offer: OfferId, locals: &Locals, side: u16, settles: bool, alone: bool) -> Act<()> {
        let item = &self.game.offers[offer.at()];
        self.run.borrow().observer.note_offer(self.game, item);
        let (scope, params): (ScopeId, SmallVec<[Value; 4]>) = match item.card {
            Some((_, slot)) => {
                let card = locals[slot as usize].clone();
                // An enforced card is not used up.
                if let (Value::Ref(card), true) = (&card, item.window != Window::Listed) {
                    self.discard(card.index)?;
                }
                (self.game.builtin.resolve, SmallVec::from_iter([card]))
            }
            None => {
                let count = self.game.scopes[item.scope.at()].params.len();
                (item.scope, locals.iter().take(count).cloned().collect())
            }
        };
        let card = params.first().and_then(Value::as_ref).filter(|_| item.card.is_some() && !item.of_deck);
        if let Some(card) = card {
            self.run.borrow_mut().live.wake(self.game.cards[usize::from(card.index)].def);
        }
        self.begin_scope(scope, Some(side), &params, item.said.as_ref().map(|said| (said, locals)))?;
        {
            let mut run = self.run.borrow_mut();
            run.live.set_unsettled(true);
            if let Some(frame) = run.live.frame() {
                frame.locals = locals.to_vec();
                if item.of_deck {
                    frame.used.push((offer, None));
                }
            }
        }
        let around = self.around(offer, scope, &params, locals);
        let logged = self.run.borrow().log.entries.len();
        if self.before_offer(&around)? {
            self.note_cancelled(offer, side, logged);
        } else {
            if let Some(card) = card {
                self.run.borrow_mut().comes_into_force(card.index, Some(offer), locals);
            }
            // From here on `cancel()` refers to the action this offer responds to, not to the offer itself.
            if let Some(frame) = self.run.borrow_mut().live.frame() {
                frame.offer = Some(offer);
            }
            let with_chance = match &item.chance {
                Some(chance) => Some(self.chance_taken(item, chance, locals)?),
                None => None,
            };
            let locals = with_chance.as_ref().unwrap_or(locals);
            if let Some(script) = item.script {
                let count = self.game.scripts[script.at()].params.len();
                self.call(script, &locals[..count.min(locals.len())])?;
            }
            if settles {
                self.settle()?;
            }
            if self.start_after(&item.then, locals)? && alone {
                return self.wait_for_started();
            }
            for (around, params) in &around {
                self.hooks(&around.after, params)?;
                self.windows(&around.windows_after)?;
            }
        }
        self.end_scope(scope)
    }

    /// The scopes of an offer that is carried out, with their parameters. A play of a card has its own scope and the
    /// card's.
    pub(in crate::play) fn around<'s>(
        &'s self,
        offer: OfferId,
        scope: ScopeId,
        params: &[Value],
        locals: &Locals,
    ) -> Around<'s> {
        let own = self.game.offers[offer.at()].scope;
        let mut around = SmallVec::new();
        if own != scope {
            let item = &self.game.scopes[own.at()];
            around.push((item, locals.iter().take(item.params.len()).cloned().collect()));
        }
        around.push((&self.game.scopes[scope.at()], SmallVec::from(params)));
        around
    }

    /// Logs that an offer was cancelled, unless a script has written a line since its log had this length.
    fn note_cancelled(&self, offer: OfferId, side: u16, logged: usize) {
        let mut run = self.run.borrow_mut();
        let since = run.log.entries.get(logged..).unwrap_or_default();
        if !since.iter().any(|entry| matches!(entry.event, Event::Said(_))) {
            run.note(|run| Event::Cancelled(side, offer, run.cancelled_by));
        }
    }

    /// Runs the hooks and windows before an offer; returns true if it was cancelled.
    fn before_offer(&self, around: &[(&Scope, SmallVec<[Value; 4]>)]) -> Act<bool> {
        self.run.borrow_mut().cancelled_by = None;
        for (around, params) in around {
            if self.hooks(&around.before, params)? || self.windows(&around.windows_before)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Rolls the dice that decide an offer.
    fn try_chance(&self, chance: &Chance, name: &str, locals: &mut Locals) -> Act<bool> {
        let number = self.look_noting(|world| world.eval(&chance.number, locals))?;
        // The target number is logged, and may depend on something hidden.
        let secrets =
            self.look(|world| Ok(world.kept_from_any(world.meeting(|world| world.eval(&chance.number, locals)).1)))?;
        if number.is_none() {
            return Err(Stop::fault("this chance has no number to roll against").at(chance.number.span));
        }
        let shown = Value::Int(self.roll_as(&chance.dice)?);
        let came_true = compare(chance.comparison, &shown, &number)?;
        let needed = |run: &Run| {
            let number = marked(run.world().show(&number), &secrets);
            match chance.comparison {
                Comparison::AtMost => format!("{number} or less"),
                Comparison::AtLeast => format!("{number} or more"),
                Comparison::Less => format!("less than {number}"),
                Comparison::Greater => format!("more than {number}"),
                Comparison::Equal => number,
                Comparison::Unequal => format!("other than {number}"),
            }
        };
        self.run.borrow_mut().note(|run| Event::Tried(name.to_owned(), needed(run), came_true));
        Ok(came_true)
    }

    /// Rolls dice and reads them as written: the sum, the highest or the lowest.
    pub fn roll_as(&self, dice: &DiceSpec) -> Act<i64> {
        let faces = self.roll_faces(i64::from(dice.count), dice.low, dice.high)?;
        Ok(self.run.borrow().trace.dice.put(DiceAsked::Read(dice.read), &faces))
    }

    /// Opens the offers before or after the innermost scope until all sides are silent; returns true if the scope was
    /// cancelled.
    pub fn windows(&self, offers: &[OfferId]) -> Act<bool> {
        while self.windows_open(offers)? {
            if self.is_cancelled() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Opens those offers once. Returns true if one was taken.
    pub fn windows_open(&self, offers: &[OfferId]) -> Act<bool> {
        if offers.is_empty() {
            return Ok(false);
        }
        let offers = self.look(|world| Ok(at_window(world, offers)))?;
        self.interrupted(offers)
    }

    /// Asks the sides for which one of these offers is open. Returns true if one was taken.
    pub fn interrupted(&self, offers: Vec<(u16, OfferId)>) -> Act<bool> {
        if offers.chunk_by(|one, next| one.0 == next.0).all(|own| self.draws(own[0].0, true)) {
            let drawn = self.drawing(|world, oracle| {
                lazily::interruption(world, &offers, &mut |seat, bound| oracle.draw(seat, bound))
            })?;
            let Some((seat, offer, locals)) = drawn else { return Ok(false) };
            self.run.borrow_mut().decided();
            self.take(offer, &locals, seat, false, false)?;
            return Ok(true);
        }
        let open: Vec<_> = self.look(|world| {
            open_among(offers, |(seat, offer)| OfferQuery::new(world, *offer, *seat, false, None)).collect()
        })?;
        if open.is_empty() {
            return Ok(false);
        }
        let mut seats: Vec<u16> = open.iter().map(|(seat, _)| *seat).collect();
        seats.sort_unstable();
        seats.dedup();
        let kind = Kind::Window { offers: open };
        let question = Question { seats, prompt: "Interrupt?".to_owned(), kind };
        match self.ask_any(question)? {
            Some((seat, Answer::Act(offer, values))) => {
                let locals = self.legal(offer, seat, false, None, &values)?;
                self.take(offer, &locals, seat, false, false)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Asks a side to take one of these offers with a thing, free, in a script. `false`: none was taken.
    pub fn act(&self, side: u16, offers: &[OfferId], thing: Option<Ref>) -> Act<bool> {
        let open: Vec<_> = self.look(|world| {
            open_among(offers.iter().copied(), |offer| OfferQuery::new(world, *offer, side, true, thing)).collect()
        })?;
        if open.is_empty() {
            return Ok(false);
        }
        let kind = Kind::Act { offers: open, pass: Some("none".to_owned()), free: true, bound: thing };
        match self.ask(side, "Act", kind)? {
            Answer::Act(offer, values) => {
                let locals = self.legal(offer, side, true, thing, &values)?;
                self.take(offer, &locals, side, true, false)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}

/// The offers that may be open at a window, by side, in order of play from the acting side.
fn at_window(world: &World<'_>, offers: &[OfferId]) -> Vec<(u16, OfferId)> {
    let acting = world.me();
    let mut found = Vec::new();
    for side in sides_from(world, acting) {
        for id in offers {
            let fits = match world.game.offers[id.at()].window {
                Window::Before(whose, _) | Window::After(whose, _) | Window::During(whose, _) => match whose {
                    Whose::My => acting == Some(side),
                    Whose::Their => acting.is_some() && acting != Some(side),
                    Whose::Any => true,
                },
                Window::AnyTime | Window::Listed => true,
            };
            if fits {
                found.push((side, *id));
            }
        }
    }
    found
}

/// All these offers for each of these sides.
pub(super) fn of_each(sides: impl Iterator<Item = u16>, offers: &[OfferId]) -> impl Iterator<Item = (u16, OfferId)> {
    sides.flat_map(|side| offers.iter().map(move |offer| (side, *offer)))
}

/// The sides in order of play, starting with the acting side.
pub fn sides_from(world: &World<'_>, first: Option<u16>) -> impl Iterator<Item = u16> + use<> {
    let count = world.game.sides.len() as u16;
    let first = first.unwrap_or(0);
    (0..count).map(move |at| (first + at) % count)
}
