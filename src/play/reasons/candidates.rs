//! Why a parameter has no choice: what rules out each candidate, grouped by reason.

use indexmap::IndexSet;

use crate::model::api::Api;
use crate::model::id::*;
use crate::model::node::{Expr, Node, Operator, Term};
use crate::model::offer::Source;
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::by_way::Goal;
use super::refuse::WhyNot;
use crate::play::numbers::permission::{About, Refusal};
use crate::play::options::balance::amount_words;
use crate::play::options::offers::OfferQuery;
use crate::play::present::sentence;
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::source::Payment;
use crate::play::store::world::{Read, World};

/// At most this many candidates are examined.
const MOST_ASKED: usize = 200;
/// At most this many reasons are given.
const MOST_REASONS: usize = 8;
/// At most this many candidates are named for each reason.
const MOST_NAMED: usize = 6;
/// At most this many words and filters are removed to find a wider set that has members.
const MOST_WIDER: usize = 32;
/// The placeholder for a candidate's name in a shared reason.
const NAME: &str = "\u{0}";

/// Candidates that the same reason rules out.
struct Class {
    names: Vec<String>,
    /// The reason, with [`NAME`] for the candidate.
    refusal: Refusal,
}

impl OfferQuery<'_> {
    /// What rules out each candidate of a parameter without choices.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn against_each(&self, locals: &mut Locals, at: usize, found: &mut WhyNot) -> Read<()> {
        let param = &self.offer.params[at];
        let head = Refusal::new(self.world.nothing_for(param), self.cites_of(param).to_vec(), param.span);
        let candidates = self.candidates_of(locals, at)?.unwrap_or_default();
        if candidates.is_empty() {
            found.reasons.push(head);
            if let Source::One(node) = &param.source
                && let Some((walk, args)) = self.world.walk_in(node, locals)?
            {
                found.reasons.extend(self.world.never_ends(walk, &args)?);
            }
            return Ok(());
        }
        let mut classes: Vec<Class> = Vec::new();
        for value in candidates.into_iter().filter(|value| !self.world.has_face_down(value)).take(MOST_ASKED) {
            let mut one = WhyNot::default();
            let mut own = locals.clone();
            let whole = chosen_alone(&param.source, &value);
            set_local(&mut own, param.slot, whole.clone());
            self.against(&mut own, at, &[], &whole, &mut one)?;
            one.reasons.retain(|reason| !found.reasons.contains(reason));
            // A prohibition that affects all of them is enough for each.
            self.sort_in(&mut classes, &value, one.reasons.into_iter().next());
        }
        tell(classes, head, found);
        Ok(())
    }

    /// Why a sentence that no rule forbids so far cannot be completed: for each next choice, what prevents all
    /// continuations.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn against_the_rest(&self, locals: &mut Locals, found: &mut WhyNot) -> Read<()> {
        let Some(at) = self.offer.params.iter().position(|param| found.missing.as_ref() == Some(&param.name)) else {
            return Ok(());
        };
        if self.completes(&mut locals.clone(), at).unwrap_or(true) {
            return Ok(());
        }
        let param = &self.offer.params[at];
        let mut classes: Vec<Class> = Vec::new();
        for value in self.candidates(locals, at)?.into_iter().take(MOST_ASKED) {
            let mut own = locals.clone();
            let whole = chosen_alone(&param.source, &value);
            set_local(&mut own, param.slot, whole);
            let mut one = WhyNot::default();
            self.against_next(&mut own, at + 1, &mut one)?;
            self.sort_in(&mut classes, &value, one.reasons.into_iter().next());
        }
        let head = Refusal::new(self.world.nothing_for(param), self.cites_of(param).to_vec(), param.span);
        tell(classes, head, found);
        Ok(())
    }

    /// What rules out the first parameter from `at` on without choices, or else the price.
    fn against_next(&self, locals: &mut Locals, at: usize, found: &mut WhyNot) -> Read<()> {
        for next in at..self.offer.params.len() {
            let candidates = self.candidates(locals, next)?;
            let param = &self.offer.params[next];
            let Some(first) = candidates.first() else {
                return self.against_each(locals, next, found);
            };
            set_local(locals, param.slot, chosen_alone(&param.source, first));
        }
        self.against_price(locals, found)
    }

    /// Why the price cannot be paid, or which value is missing, once all parameters are chosen.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn against_price(&self, locals: &mut Locals, found: &mut WhyNot) -> Read<()> {
        if let Some(need) = self.lacks_number(locals)? {
            let text = match self.world.called(need) {
                Some(word) => format!("the {word} has no value here"),
                None => "a number that it needs has no value here".to_owned(),
            };
            found.reasons.push(Refusal::new(text, self.offer.cites.clone(), need.span));
            return Ok(());
        }
        for (id, payments) in self.due(locals)? {
            let kept = self.kept(locals);
            let payment = Payment { kept: &kept, ..Payment::new(id, self.side, None) };
            if self.world.can_pay_all(payment, &payments)? {
                continue;
            }
            let purse = &self.world.game.purses[id.at()];
            // Of several that pay from their own purses, the first that cannot is the reason.
            let bills = purse.bills(&payments);
            let mut short = bills.first().copied().unwrap_or_default();
            for (payee, amount) in bills.iter().copied().filter(|_| bills.len() > 1) {
                if !self.world.can_pay(Payment { payee, ..payment }, amount)? {
                    short = (payee, amount);
                    break;
                }
            }
            let (payee, amount) = short;
            let is_known = self.telling_openly(|query| query.prices(locals)).is_some();
            let text = if amount >= i64::from(i32::MAX) {
                "it has no price here, so it cannot be paid".to_owned()
            } else {
                let has = self.world.most_for(Payment { payee, ..payment }, amount)?;
                let has = purse.amount(has);
                let cost = amount_words(amount, purse);
                match payee.filter(|_| bills.len() > 1).map(|payee| self.world.title(payee)) {
                    Some(name) if is_known => format!("it costs {cost}; {name} has {has}"),
                    Some(name) => format!("it costs more than the {has} that {name} has"),
                    None if is_known => format!("it costs {cost}; you have {has} for it"),
                    None => format!("it costs more than the {has} you have for it"),
                }
            };
            let lines = self.lines_behind_prices(locals)?;
            let readings: IndexSet<_> = lines.iter().flat_map(|line| line.readings.iter().copied()).collect();
            let readings = readings.into_iter().collect();
            // What changed the price is part of the reason, if the viewer may know it.
            let changes = lines.iter().filter(|line| is_known && line.depth < 2).flat_map(|line| &line.cites);
            let cites: IndexSet<_> = purse.cites.iter().chain(&self.offer.cites).chain(changes).copied().collect();
            let cites = cites.into_iter().collect();
            found.reasons.push(Refusal { readings, about: About::Price, ..Refusal::new(text, cites, purse.span) });
        }
        Ok(())
    }

    /// What prevents every way that leads to a goal.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn against_ends(
        &self,
        locals: &mut Locals,
        at: usize,
        goal: &Goal,
        found: &mut WhyNot,
    ) -> Read<()> {
        let param = &self.offer.params[at];
        for value in self.members(locals, at)? {
            let Value::Way(way) = &value else { continue };
            if !goal.is_met_by(way) {
                continue;
            }
            let mut own = locals.clone();
            set_local(&mut own, param.slot, value.clone());
            self.forbidden(&mut own, at as u16 + 1, found)?;
            if let Some((slot, filter)) = &param.filter {
                set_local(&mut own, *slot, value);
                if !self.world.test(filter, &mut own)? {
                    self.add_failing(filter, &mut own, self.cites_of(param), found);
                }
            }
        }
        Ok(())
    }

    /// The members of a parameter's set; if it is empty, those of the widest set around it. `None` if they cannot be
    /// listed.
    fn candidates_of(&self, locals: &mut Locals, at: usize) -> Read<Option<Vec<Value>>> {
        let Ok(members) = self.members(locals, at) else { return Ok(None) };
        if !members.is_empty() {
            return Ok(Some(members.into_vec()));
        }
        let (Source::One(node) | Source::Several(node)) = &self.offer.params[at].source else { return Ok(None) };
        let mut node = node;
        let mut own = locals.clone();
        for _ in 0..MOST_WIDER {
            let set = self.world.eval(node, &mut own)?;
            let members = set.in_order();
            if !members.is_empty() {
                return Ok(Some(members.into_vec()));
            }
            let word = match &node.expr {
                Expr::Word { word, args, .. } => Some((*word, self.world.values(args, &mut own)?)),
                Expr::Get { term: Term::Word(word), of, .. } => {
                    Some((*word, Locals::from_iter([self.world.eval(of, &mut own)?])))
                }
                _ => None,
            };
            let of = match word {
                Some((word, args)) => {
                    own = self.world.locals(&args, self.world.game.words[word.at()].locals);
                    self.world.body_of(word, &mut own)
                }
                None => wider(node),
            };
            node = match of {
                Some(of) => of,
                None => return Ok(Some(self.world.one_step_away(node, &mut own)?)),
            };
        }
        Ok(Some(Vec::new()))
    }

    /// Adds a candidate to those with the same reason.
    fn sort_in(&self, classes: &mut Vec<Class>, value: &Value, reason: Option<Refusal>) {
        let Some(mut refusal) = reason else { return };
        let name = match value {
            Value::Ref(thing) if thing.domain == Domain::Piece => self.world.name(*thing),
            Value::Way(_) => sentence::word_of(&self.world, value, self.side),
            other => self.world.show(other),
        };
        for called in [self.world.show(value), name.clone()] {
            refusal.text = without(&refusal.text, &called);
        }
        match classes.iter_mut().find(|class| class.refusal == refusal) {
            Some(class) => class.names.push(name),
            None => classes.push(Class { names: vec![name], refusal }),
        }
    }
}

impl World<'_> {
    /// The spaces one step from a piece across a link, for a `reach` without results.
    fn one_step_away(&self, node: &Node, locals: &mut Locals) -> Read<Vec<Value>> {
        let Expr::Api { api: Api::Reach, args } = &node.expr else { return Ok(Vec::new()) };
        let [piece, link, ..] = args.as_slice() else { return Ok(Vec::new()) };
        let (piece, link) = (self.eval(piece, locals)?.as_ref(), self.eval(link, locals)?.as_ref());
        let (Some(piece), Some(link)) = (piece, link) else { return Ok(Vec::new()) };
        let (Some(from), Some(side)) = (self.space_of(piece), self.side_of(piece)) else { return Ok(Vec::new()) };
        let spaces = self.across(LinkId(link.index), side, from)?;
        Ok(spaces.iter().map(|space| Value::Ref(Ref::space(*space))).collect())
    }
}

/// Appends the reasons, each with its candidates; without any, the head alone.
fn tell(classes: Vec<Class>, head: Refusal, found: &mut WhyNot) {
    if classes.is_empty() {
        found.reasons.push(head);
        return;
    }
    let more = classes.len().saturating_sub(MOST_REASONS);
    let cites = head.cites.clone();
    let span = head.span;
    for Class { names, mut refusal } in classes.into_iter().take(MOST_REASONS) {
        refusal.text = sentence_of(&names, &refusal.text);
        for cite in &cites {
            if !refusal.cites.contains(cite) {
                refusal.cites.push(*cite);
            }
        }
        found.add(refusal);
    }
    if more > 0 {
        found.reasons.push(Refusal::new(format!("{more} more reasons against others"), cites, span));
    }
}

/// The value of a parameter if only this candidate is chosen: for several, a set of one.
pub(super) fn chosen_alone(source: &Source, value: &Value) -> Value {
    match (source, value) {
        (Source::Several(_), Value::Ref(thing)) => Value::Set(thing.domain, BitSet::single(thing.index)),
        _ => value.clone(),
    }
}

/// A text with [`NAME`] for each occurrence of a name as a whole word.
fn without(text: &str, name: &str) -> String {
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(name).filter(|_| !name.is_empty()) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let is_part = before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric);
        found.push_str(before);
        found.push_str(if is_part { name } else { NAME });
        rest = after;
    }
    found.push_str(rest);
    found
}

/// The set that a set filters, as written.
fn wider(node: &Node) -> Option<&Node> {
    match &node.expr {
        Expr::Filter { of, .. } | Expr::Select { of, .. } => Some(of),
        Expr::Operate(Operator::Both | Operator::Subtract, of, _) => Some(of),
        Expr::Api { api, args } if api.narrows() => args.first(),
        _ => None,
    }
}

/// `LB1, LB2: it is shaken`; for one candidate, `LB1 is shaken`.
fn sentence_of(names: &[String], text: &str) -> String {
    let rest = names.len().saturating_sub(MOST_NAMED);
    let mut listed = names[..names.len() - rest].join(", ");
    if rest > 0 {
        listed.push_str(&format!(" and {rest} more"));
    }
    match (names, text.strip_prefix(NAME)) {
        ([name], Some(rest)) => format!("{name}{}", rest.replace(NAME, name)),
        (_, Some(rest)) if rest.starts_with(" is ") => {
            format!("{listed}:{}", rest[" is".len()..].replace(NAME, "it"))
        }
        (_, Some(rest)) if rest.starts_with(": ") => format!("{listed}{}", rest.replace(NAME, "it")),
        ([name], None) => format!("{name}: {}", text.replace(NAME, name)),
        _ => format!("{listed}: {}", text.replace(NAME, "it")),
    }
}
