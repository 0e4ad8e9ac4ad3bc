//! Questions about numbers: their modifiers, their values, and which of two is greater.

use std::collections::BTreeSet;

use crate::model::clause::Base;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;
use crate::source::{Span, plain_words};

use super::super::View;
use super::super::behind::ledger_lines;
use super::{About, Form, Given, Item, Quiz, shown, takes_part};

/// The most choices of a question.
const MOST_CHOICES: usize = 4;

/// A number with its words and reasons.
struct Counted {
    quantity: QuantityId,
    args: Vec<Value>,
    number: i64,
    words: String,
    /// The modifiers that apply: their words, sections and places.
    applies: Vec<(String, Vec<SectionId>, crate::source::Span)>,
    cites: Vec<SectionId>,
    because: Vec<crate::draw::Line>,
}

/// A quantity with its arguments. A numeric argument has the name of its parameter, and a roll its dice.
fn called(world: &World<'_>, quantity: QuantityId, args: &[Value]) -> String {
    let item = &world.game.quantities[quantity.at()];
    let words = item.params.iter().zip(args).filter(|(_, value)| !value.is_none()).map(|(param, value)| match value {
        Value::Ref(thing) if thing.domain == Domain::Piece => world.name(*thing),
        Value::Int(_) | Value::Half(_) | Value::Flag(_) => {
            format!("{} {}", plain_words(&param.name), world.show(value))
        }
        other => plain_words(&world.show(other)),
    });
    let dice = matches!(item.base, Base::Dice(_)).then(|| args.last()).flatten();
    let words: Vec<String> = words.chain(dice.map(|dice| format!("dice {}", world.show(dice)))).collect();
    format!("{} ({})", plain_words(&item.title), words.join(", "))
}

impl Quiz {
    /// A number of this position with at least one modifier. Every quantity has the same chance, however many numbers
    /// it has here.
    fn counted(&mut self) -> Option<Counted> {
        let quantities: Vec<QuantityId> =
            self.numbers.iter().map(|(quantity, _)| *quantity).collect::<BTreeSet<_>>().into_iter().collect();
        let quantity = *self.pick(&quantities)?;
        let of_it = self.numbers.iter().filter(|(one, _)| *one == quantity);
        let numbers: Vec<Vec<Value>> = of_it.map(|(_, args)| args.clone()).collect();
        let args = self.pick(&numbers)?.clone();
        self.count(quantity, args)
    }

    fn count(&self, quantity: QuantityId, args: Vec<Value>) -> Option<Counted> {
        self.session.world(|world| {
            let gone = |thing: &Ref| thing.domain == Domain::Piece && !takes_part(world, thing.index);
            // A number without a subject is always the same.
            if args.is_empty() || args.iter().flat_map(Value::members).any(|thing| gone(&thing)) {
                return None;
            }
            let (number, ledger) = world.ledger(quantity, &args).ok()?;
            if world.hides_any(&ledger.secrets) {
                return None;
            }
            let number = number?;
            // Nor may its modifiers depend on what the player does not see.
            let view = View::new(*world, self.session.viewer());
            let lines = |world: &World<'_>| {
                let (number, ledger) = world.ledger(quantity, &args)?;
                Ok(ledger_lines(world, quantity, &args, number, &ledger))
            };
            if !matches!(view.number_known(quantity, |world| Some(lines(world))), Some(Ok(_))) {
                return None;
            }
            let own = ledger.lines.iter().filter(|line| line.depth == 0).skip(1);
            let applies: Vec<_> = own.map(|line| (line.text.clone(), line.cites.clone(), line.span)).collect();
            if applies.is_empty() {
                return None;
            }
            let cites = ledger.lines.iter().flat_map(|line| line.cites.iter().copied()).collect();
            let because = ledger_lines(world, quantity, &args, Some(number), &ledger);
            let words = called(world, quantity, &args);
            Some(Counted { quantity, args, number, words, applies, cites, because })
        })
    }

    /// The question which of these modifies this number.
    pub(super) fn modifiers(&mut self) -> Option<Item> {
        let counted = self.counted()?;
        let all = self.session.world(|world| world.modifiers(counted.quantity, &counted.args).ok())?;
        let is_name = |text: &str| text.chars().any(char::is_alphabetic) && text != "rule";
        let applies: Vec<&(String, _, _)> = counted.applies.iter().filter(|(text, ..)| is_name(text)).collect();
        let right = self.pick(&applies)?.0.clone();
        // `charging` next to `charging with a lance` would be ambiguous.
        let alike = |one: &str, other: &str| one.contains(other) || other.contains(one);
        let is_other = |text: &str, span: Span| {
            let differs = |(own, _, its): &(String, _, Span)| !alike(own, text) && *its != span;
            is_name(text) && counted.applies.iter().all(differs)
        };
        let others = all.into_iter().filter(|one| is_other(&one.text, one.span)).map(|one| one.text);
        let mut others: Vec<String> = others.collect();
        others.sort();
        others.dedup();
        if others.len() < 2 {
            return None;
        }
        let mut choices = self.shuffled(others);
        choices.truncate(MOST_CHOICES - 1);
        choices.push(right.clone());
        let choices = self.shuffled(choices);
        let at = choices.iter().position(|one| *one == right)?;
        let text = format!("Which of these modifies {}?", counted.words);
        let choices = choices.iter().map(|one| plain_words(one)).collect();
        let about = About::Modifiers(counted.quantity, counted.args);
        Some(self.item(text, Form::Choice(choices), Given::Choice(at), counted.because, counted.cites, about))
    }

    /// The question how great this number is.
    pub(super) fn number(&mut self) -> Option<Item> {
        let counted = self.counted()?;
        let halves = self.session.game.quantities[counted.quantity.at()].halves;
        let text = format!("What is the value of {}, with all modifiers?", counted.words);
        let about = About::Number(counted.quantity, counted.args);
        let (form, right) = (Form::Number { halves }, Given::Number(counted.number));
        Some(self.item(text, form, right, counted.because, counted.cites, about))
    }

    /// The question which of two numbers is greater.
    pub(super) fn compared(&mut self) -> Option<Item> {
        let one = self.counted()?;
        let numbers = std::mem::take(&mut self.numbers);
        let rivals: Vec<Vec<Value>> = numbers
            .iter()
            .filter(|(quantity, args)| *quantity == one.quantity && *args != one.args)
            .map(|(_, args)| args.clone())
            .collect();
        self.numbers = numbers;
        let args = self.pick(&rivals)?.clone();
        let other = self.count(one.quantity, args)?;
        // They differ only in details that words do not show.
        if one.words == other.words {
            return None;
        }
        let equal = "they are equal".to_owned();
        let choices = vec![one.words.clone(), other.words.clone(), equal];
        let at = match one.number.cmp(&other.number) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
        };
        let text = format!("Which is greater: {} or {}?", one.words, other.words);
        let mut because = one.because;
        because.extend(other.because);
        let cites = one.cites.into_iter().chain(other.cites).collect();
        let about = About::Numbers(one.quantity, one.args, other.args);
        Some(self.item(text, Form::Choice(choices), Given::Choice(at), because, cites, about))
    }

    /// A number in words, for the answer.
    pub(super) fn told_number(&self, halves: bool, grains: i64) -> String {
        self.session.world(|world| shown(world, halves, grains))
    }
}
