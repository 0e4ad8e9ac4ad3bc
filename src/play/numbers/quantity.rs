//! Quantities: numbers computed in fixed stages (language reference, 2.8) and explained by the same code.

use std::collections::BTreeSet;

use crate::model::clause::{Base, How, Modifier, Stage};
use crate::model::id::*;
use crate::model::value::{Amount, Value};
use crate::source::{Span, plain_words};

use crate::play::cache::entry::Item;
use crate::play::store::locals::{Locals, set_local};
use crate::play::store::world::{Fault, Read, World};
use crate::play::viewer::secret::Secret;
use crate::play::watch::observer::Asked;
use crate::play::watch::otherwise::Otherwise;
use crate::play::watch::trace::Wanted;

/// One line of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What players read: the reason, or where it comes from.
    pub text: String,
    /// Its effect: `3`, `+1`, `halved up`, `at most 2`.
    pub effect: String,
    /// The number after this line, in the unit of the quantity.
    pub total: Option<i64>,
    /// The sections it cites.
    pub cites: Vec<SectionId>,
    /// The readings of rulings that decided it.
    pub readings: Vec<(RulingId, u16)>,
    /// The nesting depth. Lines at depth 1 and more explain the base.
    pub depth: u16,
    /// Where it is written.
    pub span: Span,
}

/// Records how a number is computed, or not.
pub trait Ledger {
    /// True if lines are wanted.
    fn wanted(&self) -> bool;
    /// Adds a line.
    fn line(&mut self, line: Line);
}

/// Records nothing.
pub struct NoLedger;

impl Ledger for NoLedger {
    fn wanted(&self) -> bool {
        false
    }
    fn line(&mut self, _line: Line) {}
}

/// Records all lines, for `why`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The lines, first to last.
    pub lines: Vec<Line>,
    /// The number under other readings, where it differs.
    pub otherwise: Vec<Otherwise<Option<i64>>>,
    /// The facts and variables it depends on that may be hidden.
    pub secrets: BTreeSet<Secret>,
}

impl Ledger for Recorded {
    fn wanted(&self) -> bool {
        true
    }
    fn line(&mut self, line: Line) {
        self.lines.push(line);
    }
}

impl World<'_> {
    /// A quantity of one thing, as a value.
    pub fn property(&self, quantity: QuantityId, of: Ref) -> Read<Value> {
        self.quantity_value(quantity, &[Value::Ref(of)])
    }

    /// A quantity as a value: a whole number, or an amount in halves.
    pub fn quantity_value(&self, quantity: QuantityId, args: &[Value]) -> Read<Value> {
        Ok(self.as_value(quantity, self.number(quantity, args)?))
    }

    /// A number in the unit of a quantity, as a value.
    pub fn as_value(&self, quantity: QuantityId, number: Option<i64>) -> Value {
        let halves = self.game.quantities[quantity.at()].halves;
        number.map_or(Value::None, |grains| Amount { grains, halves }.value())
    }

    /// A number in the unit of a quantity, as text.
    pub(in crate::play) fn show_number(&self, quantity: QuantityId, number: i64) -> String {
        self.show(&self.as_value(quantity, Some(number)))
    }

    /// Whether what is computed here is recorded. Only what the script itself asks for is: whether nested numbers and
    /// those of a search are computed depends on the cache.
    #[inline]
    pub(in crate::play) fn traces(&self) -> bool {
        self.trace.is_on() && self.effort.is_outermost() && !self.cache.is_suspended()
    }

    /// A quantity in its own unit; `None` if it is absent.
    pub fn number(&self, quantity: QuantityId, args: &[Value]) -> Read<Option<i64>> {
        if self.traces() {
            self.trace.ask(Wanted::Number(quantity, args.to_vec()));
        }
        let item = &self.game.quantities[quantity.at()];
        let told = |number: &Option<i64>| self.as_value(quantity, *number);
        self.observed(
            || Asked::quantity(item),
            args,
            told,
            || {
                let compute = || self.deeper(|world| world.compute(quantity, args, &mut NoLedger));
                if item.light {
                    return compute();
                }
                let number =
                    self.cached(Item::Quantity(quantity), args, || Ok(compute()?.map_or(Value::None, Value::Int)))?;
                Ok(number.int())
            },
        )
    }

    /// The number with its ledger, and its value under other readings of rulings.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn explain(&self, quantity: QuantityId, args: &[Value]) -> Read<(Option<i64>, Recorded)> {
        let (number, mut ledger, depends_on_rulings) = self.accounted(quantity, args)?;
        if depends_on_rulings {
            ledger.otherwise = self.otherwise(|world| world.compute(quantity, args, &mut NoLedger))?;
        }
        Ok((number, ledger))
    }

    /// The number with its ledger, under the current readings.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn ledger(&self, quantity: QuantityId, args: &[Value]) -> Read<(Option<i64>, Recorded)> {
        self.accounted(quantity, args).map(|(number, ledger, _)| (number, ledger))
    }

    /// The number, its ledger, and whether it depends on rulings.
    fn accounted(&self, quantity: QuantityId, args: &[Value]) -> Read<(Option<i64>, Recorded, bool)> {
        let mut ledger = Recorded::default();
        let ((number, depends_on_rulings), secrets) =
            self.meeting(|world| world.cache.depends_on_rulings(|| world.compute(quantity, args, &mut ledger)));
        ledger.secrets = secrets;
        Ok((number?, ledger, depends_on_rulings))
    }

    fn compute<L: Ledger>(&self, quantity: QuantityId, args: &[Value], ledger: &mut L) -> Read<Option<i64>> {
        let order = self.active_modifiers(quantity);
        let found = self.compute_in(quantity, args, ledger, order);
        if order.len() > 1 && self.observer.meetings.wanted() {
            self.meet_modifiers(quantity, args, order, &found)?;
        }
        found
    }

    /// The number with its modifiers in this order.
    pub(in crate::play) fn compute_in<L: Ledger>(
        &self,
        quantity: QuantityId,
        args: &[Value],
        ledger: &mut L,
        order: &[u16],
    ) -> Read<Option<i64>> {
        let item = &self.game.quantities[quantity.at()];
        let mut locals = self.locals(args, item.locals);
        for (slot, node) in &item.lets {
            let value = self.eval(node, &mut locals)?;
            set_local(&mut locals, *slot, value);
        }
        let base = match &item.base {
            Base::Node(node) => self.eval(node, &mut locals)?.grains(item.halves),
            Base::Fact(fact) => match args.first() {
                Some(Value::Ref(thing)) => self.fact(*fact, *thing).grains(item.halves),
                _ => None,
            },
            // Dice are rolled only in scripts. The quantity modifies the result.
            Base::Dice(_) => args.last().and_then(Value::int),
        };
        if ledger.wanted() {
            for line in self.base_lines(quantity, base, &mut locals)? {
                ledger.line(line);
            }
        }
        let Some(mut total) = base else { return Ok(None) };
        self.observer.note(&item.cites);
        let mut floor_base = total;
        let mut set_by: Option<&Modifier> = None;
        for at in order {
            let modifier = &item.modifiers[usize::from(*at)];
            let on = self.begins(|| Asked::modifier(item, modifier), &locals);
            let holds = self.holds(&modifier.guard, &mut locals);
            if on {
                self.ends(holds.as_ref().ok().map(|yes| Value::Flag(*yes)));
            }
            if !holds? {
                continue;
            }
            let before = total;
            match &modifier.how {
                How::By(amount) => match self.eval(amount, &mut locals)?.grains(item.halves) {
                    Some(0) => continue,
                    Some(amount) => total = total.saturating_add(amount),
                    None => {
                        self.note(ledger, modifier, "none".to_owned(), None, &mut locals)?;
                        return Ok(None);
                    }
                },
                How::Halved(up) => total = if *up { half_up(total) } else { total.div_euclid(2) },
                How::Doubled => total = total.saturating_mul(2),
                How::Exactly(amount, over) => {
                    let Some(amount) = self.eval(amount, &mut locals)?.grains(item.halves) else { return Ok(None) };
                    if let Some(first) = set_by {
                        let beats = over.is_some() && *over == first.label;
                        let beaten = matches!(&first.how, How::Exactly(_, Some(label)) if Some(label) == modifier.label.as_ref());
                        if beaten {
                            continue;
                        }
                        if !beats && amount != total {
                            return Err(Box::new(Fault {
                                message: format!("two rules set {} to different numbers", item.name),
                                span: Some(modifier.span),
                                notes: vec!["choose which one wins: `exactly … over LABEL`".to_owned()],
                                calls: 0,
                                table: false,
                            }));
                        }
                    }
                    total = amount;
                    set_by = Some(modifier);
                }
                How::AtLeast(amount) => match self.eval(amount, &mut locals)?.grains(item.halves) {
                    Some(amount) if total < amount => total = amount,
                    _ => continue,
                },
                How::AtMost(amount) => match self.eval(amount, &mut locals)?.grains(item.halves) {
                    Some(amount) if total > amount => total = amount,
                    _ => continue,
                },
                How::NeverBelow(amount) => match self.eval(amount, &mut locals)?.grains(item.halves) {
                    Some(amount) if total < amount.min(floor_base) => total = amount.min(floor_base),
                    _ => continue,
                },
            }
            self.observer.note(&modifier.cites);
            if modifier.stage == Stage::Base {
                floor_base = total;
            }
            if ledger.wanted() {
                let shown = |number: i64| self.show_number(quantity, number);
                let effect = match &modifier.how {
                    How::By(_) => format!("{}{}", if total < before { "" } else { "+" }, shown(total - before)),
                    How::Halved(true) => "halved up".to_owned(),
                    How::Halved(false) => "halved down".to_owned(),
                    How::Doubled => "doubled".to_owned(),
                    How::Exactly(..) => format!("exactly {}", shown(total)),
                    How::AtLeast(_) => format!("at least {}", shown(total)),
                    How::AtMost(_) => format!("at most {}", shown(total)),
                    How::NeverBelow(_) => format!("never below {}", shown(total)),
                };
                self.note(ledger, modifier, effect, Some(total), &mut locals)?;
            }
        }
        Ok(Some(total))
    }

    fn note<L: Ledger>(
        &self,
        ledger: &mut L,
        modifier: &Modifier,
        effect: String,
        total: Option<i64>,
        locals: &mut Locals,
    ) -> Read<()> {
        if !ledger.wanted() {
            return Ok(());
        }
        let text = match &modifier.reason {
            Some(reason) => {
                let value = self.eval(reason, locals)?;
                self.show(&value)
            }
            None => self.clause_name(&modifier.guard, modifier.label.as_deref()),
        };
        let readings = self.readings_behind(&modifier.guard, locals)?;
        ledger.line(Line {
            text,
            effect,
            total,
            cites: modifier.cites.clone(),
            readings,
            depth: 0,
            span: modifier.span,
        });
        Ok(())
    }

    /// The name of a clause without a reason: its label, its bearer, or the source text.
    pub fn clause_name(&self, guard: &crate::model::clause::Guard, label: Option<&str>) -> String {
        use crate::model::clause::Bearer;
        if let Some(label) = label {
            return plain_words(label);
        }
        match &guard.bearer {
            Bearer::Var { var, .. } | Bearer::Game(var) | Bearer::SideFlag { var, .. } => {
                self.game.vars[var.at()].title.clone()
            }
            Bearer::Kind { kind, .. } => self.game.kinds[*kind as usize].title.clone(),
            Bearer::Card(def) => self.game.card_defs[*def as usize].title.clone(),
            Bearer::Deck(deck) | Bearer::OfDeck { deck, .. } => self.game.decks[deck.at()].title.clone(),
            Bearer::Always => match &guard.during {
                Some(scope) => plain_words(&self.game.scopes[scope.at()].name),
                None => "rule".to_owned(),
            },
        }
    }
}

/// Half, rounded up.
pub fn half_up(n: i64) -> i64 {
    n.saturating_add(1).div_euclid(2)
}
