//! Quantities: numbers computed in fixed stages (language reference, 2.8) and explained by the same code.

use std::collections::BTreeSet;

use crate::model::clause::{Base, Bearer, Guard, How, Modifier, Stage};
use crate::model::id::*;
use crate::model::node::Node;
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

/// The lines of a ledger, if they are wanted.
type Lines<'l> = Option<&'l mut Vec<Line>>;

/// How a number is computed, for `why`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The lines, first to last.
    pub lines: Vec<Line>,
    /// The number under other readings, where it differs.
    pub otherwise: Vec<Otherwise<Option<i64>>>,
    /// The facts and variables it depends on that may be hidden.
    pub secrets: BTreeSet<Secret>,
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
        let compute = || self.deeper(|world| world.compute(quantity, args, None));
        let stored = || Ok(compute()?.map_or(Value::None, Value::Int));
        let find = || match item.light {
            true => compute(),
            false => Ok(self.cached(Item::Quantity(quantity), args, stored)?.int()),
        };
        self.observed(|| Asked::quantity(item), args, told, find)
    }

    /// The number with its ledger, and its value under other readings of rulings.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn explain(&self, quantity: QuantityId, args: &[Value]) -> Read<(Option<i64>, Recorded)> {
        let (number, mut ledger, depends_on_rulings) = self.accounted(quantity, args)?;
        if depends_on_rulings {
            ledger.otherwise = self.otherwise(|world| world.compute(quantity, args, None))?;
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
        let ((number, depends_on_rulings), secrets) = self
            .meeting(|world| world.cache.depends_on_rulings(|| world.compute(quantity, args, Some(&mut ledger.lines))));
        ledger.secrets = self.kept_from_any(secrets);
        Ok((number?, ledger, depends_on_rulings))
    }

    fn compute(&self, quantity: QuantityId, args: &[Value], lines: Lines<'_>) -> Read<Option<i64>> {
        let order = self.active_modifiers(quantity);
        let found = self.compute_in(quantity, args, lines, order);
        if order.len() > 1 && self.observer.meetings.wanted() {
            self.meet_modifiers(quantity, args, order, &found)?;
        }
        found
    }

    /// The number with its modifiers in this order.
    pub(in crate::play) fn compute_in(
        &self,
        quantity: QuantityId,
        args: &[Value],
        mut lines: Lines<'_>,
        order: &[u16],
    ) -> Read<Option<i64>> {
        let item = &self.game.quantities[quantity.at()];
        let mut locals = self.locals(args, item.locals);
        self.set_lets(&item.lets, &mut locals)?;
        let base = match &item.base {
            Base::Node(node) => self.eval(node, &mut locals)?.grains(item.halves),
            Base::Fact(fact) => match args.first() {
                Some(Value::Ref(thing)) => self.fact(*fact, *thing).grains(item.halves),
                _ => None,
            },
            // Dice are rolled only in scripts. The quantity modifies the result.
            Base::Dice(_) => args.last().and_then(Value::int),
        };
        if let Some(lines) = &mut lines {
            lines.extend(self.base_lines(quantity, base, &mut locals)?);
        }
        let Some(mut total) = base else { return Ok(None) };
        self.observer.note(&item.cites);
        // What the number would be without reductions.
        let mut unreduced = total;
        let mut set_by: Option<&Modifier> = None;
        for at in order {
            let modifier = &item.modifiers[usize::from(*at)];
            let on = self.begins(|| Asked::modifier(item, modifier), &locals);
            if !self.tested(on, self.holds(&modifier.guard, &mut locals))? {
                continue;
            }
            let before = total;
            match &modifier.how {
                How::By(amount) => match self.eval(amount, &mut locals)?.grains(item.halves) {
                    Some(0) => continue,
                    Some(amount) => {
                        total = total.saturating_add(amount);
                        unreduced = unreduced.saturating_add(amount.max(0));
                    }
                    None => {
                        if let Some(lines) = &mut lines {
                            lines.push(self.modifier_line(modifier, "none".to_owned(), None, &mut locals)?);
                        }
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
                            let message = format!("two rules set {} to different numbers", item.name);
                            let notes = vec!["choose which one wins: `exactly … over LABEL`".to_owned()];
                            return Err(Box::new(Fault { notes, ..Fault::new(message).at(modifier.span) }));
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
                    Some(amount) if total < amount.min(unreduced) => total = amount.min(unreduced),
                    _ => continue,
                },
            }
            self.observer.note(&modifier.cites);
            if modifier.stage == Stage::Base {
                unreduced = total;
            }
            if let Some(lines) = &mut lines {
                let shown = |number: i64| self.show_number(quantity, number);
                let effect = match &modifier.how {
                    How::By(_) => format!("{}{}", if total < before { "" } else { "+" }, shown(total - before)),
                    How::Halved(_) if item.halves && before % 2 == 0 => "halved".to_owned(),
                    How::Halved(true) => "halved up".to_owned(),
                    How::Halved(false) => "halved down".to_owned(),
                    How::Doubled => "doubled".to_owned(),
                    How::Exactly(..) => format!("exactly {}", shown(total)),
                    How::AtLeast(_) => format!("at least {}", shown(total)),
                    How::AtMost(_) => format!("at most {}", shown(total)),
                    How::NeverBelow(_) => format!("never below {}", shown(total)),
                };
                lines.push(self.modifier_line(modifier, effect, Some(total), &mut locals)?);
            }
        }
        Ok(Some(total))
    }

    /// The line of a modifier that applies.
    fn modifier_line(
        &self,
        modifier: &Modifier,
        effect: String,
        total: Option<i64>,
        locals: &mut Locals,
    ) -> Read<Line> {
        let text = self.clause_words(modifier.reason.as_ref(), &modifier.guard, modifier.label.as_deref(), locals)?;
        let readings = self.readings_behind(&modifier.guard, locals)?;
        Ok(Line { text, effect, total, cites: modifier.cites.clone(), readings, depth: 0, span: modifier.span })
    }

    /// Evaluates what a rule names first, each into its slot.
    pub(super) fn set_lets(&self, lets: &[(u16, Node)], locals: &mut Locals) -> Read<()> {
        for (slot, node) in lets {
            let value = self.eval(node, locals)?;
            set_local(locals, *slot, value);
        }
        Ok(())
    }

    /// The reason of a clause, or else its name.
    pub(super) fn clause_words(
        &self,
        reason: Option<&Node>,
        guard: &Guard,
        label: Option<&str>,
        locals: &mut Locals,
    ) -> Read<String> {
        match reason {
            Some(reason) => Ok(self.show(&self.eval(reason, locals)?)),
            None => Ok(self.clause_name(guard, label)),
        }
    }

    /// The name of a clause without a reason: its label, its bearer, or the source text.
    pub fn clause_name(&self, guard: &Guard, label: Option<&str>) -> String {
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
    n.div_euclid(2) + n.rem_euclid(2)
}
