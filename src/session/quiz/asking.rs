//! Answers to a quiz as typed.

use crate::analysis::odds::Share;
use crate::source::fold;

use super::{Form, Given, Item};

/// The message for an unreadable answer: what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread(pub String);

impl Item {
    /// Reads an answer.
    ///
    /// # Errors
    /// The form expected, if it is not an answer to this question.
    pub fn read(&self, text: &str) -> Result<Given, Misread> {
        let said = fold(text);
        match &self.form {
            Form::Choice(choices) => {
                let letter = said.bytes().next().filter(|_| said.len() == 1).filter(u8::is_ascii_alphabetic);
                let at = letter.map(|letter| usize::from(letter - b'a'));
                let at = at.or_else(|| choices.iter().position(|choice| fold(choice) == said));
                let last = char::from(b'a' + choices.len().saturating_sub(1) as u8);
                at.filter(|at| *at < choices.len())
                    .map(Given::Choice)
                    .ok_or_else(|| Misread(format!("answer with a letter, a to {last}")))
            }
            Form::Number { halves } => {
                let wanted = if *halves { "a number, for example 2 or 1½" } else { "a number" };
                number(text.trim(), *halves).map(Given::Number).ok_or_else(|| Misread(format!("answer with {wanted}")))
            }
            Form::YesNo => match said.as_str() {
                "yes" | "y" => Ok(Given::Yes(true)),
                "no" | "n" => Ok(Given::Yes(false)),
                _ => Err(Misread("answer `yes` or `no`".to_owned())),
            },
            Form::Fraction => fraction(text.trim())
                .map(Given::Fraction)
                .ok_or_else(|| Misread("answer with a fraction, for example 5/36".to_owned())),
        }
    }

    /// An answer in words.
    pub fn told(&self, given: &Given) -> String {
        match (given, &self.form) {
            (Given::Choice(at), Form::Choice(choices)) => {
                let letter = char::from(b'a' + *at as u8);
                format!("{letter}, {}", choices.get(*at).map_or("", String::as_str))
            }
            (Given::Number(number), Form::Number { halves: true }) => crate::play::names::show_halves(*number),
            (Given::Number(number), _) => number.to_string(),
            (Given::Yes(yes), _) => if *yes { "yes" } else { "no" }.to_owned(),
            (Given::Fraction(share), _) => share.to_string(),
            (Given::Choice(at), _) => at.to_string(),
        }
    }
}

/// A number in the unit of the question: `2`, `1½`, `1.5`, `½`.
fn number(text: &str, halves: bool) -> Option<i64> {
    let (whole, half) = match text.strip_suffix('½').or_else(|| text.strip_suffix(".5")).map(str::trim) {
        Some(whole) => (if whole.is_empty() { "0" } else { whole }, 1),
        None => (text, 0),
    };
    let whole: i64 = whole.parse().ok().filter(|number: &i64| number.abs() < 1_000_000)?;
    match (halves, half) {
        (true, half) => Some(whole * 2 + half),
        (false, 0) => Some(whole),
        (false, _) => None,
    }
}

/// A fraction: `5/36`, `1`, `0`.
fn fraction(text: &str) -> Option<Share> {
    let (good, all) = text.split_once('/').unwrap_or((text, "1"));
    let (good, all): (u32, u32) = (good.trim().parse().ok()?, all.trim().parse().ok()?);
    (all > 0 && good <= all).then(|| Share::of(u128::from(good), u128::from(all)))
}
