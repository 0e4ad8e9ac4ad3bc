//! The values of a parameter, listed with another sign than `|`: `kind Galley, Kern`, `kind Galley or Kern`.

use crate::diagnostic::Diagnostic;

/// The first wrong sign of such a list, and the list as it should be.
pub(in crate::syntax::parse) struct Listed {
    /// The first byte of the sign, in the text.
    pub(in crate::syntax::parse) at: usize,
    /// The sign.
    pub(in crate::syntax::parse) sign: &'static str,
    /// The end of the list, in the text.
    pub(in crate::syntax::parse) end: usize,
    right: String,
}

impl Listed {
    /// The error at the sign.
    pub(in crate::syntax::parse) fn error(&self, at: crate::source::Span) -> Diagnostic {
        Diagnostic::error("syntax", "`|` separates the values that a parameter may have")
            .at(at, format!("`{}` does not list values", self.sign))
            .help(format!("write `{}`", self.right))
    }
}

/// The list that follows the name of a parameter at the beginning of a text. Its values begin with a capital or a
/// digit, as names of kinds, sides and numbers do; anything else may be an expression.
pub(in crate::syntax::parse) fn listed(text: &str) -> Option<Listed> {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let word_at = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        let start = from + rest.len() - rest.trim_start_matches(' ').len();
        let rest = text.get(start..).unwrap_or_default();
        (start, rest.get(..rest.find(|sign| !is_word(sign)).unwrap_or(rest.len())).unwrap_or_default())
    };
    let value_at = |from: usize| {
        let (start, value) = word_at(from);
        let first = value.chars().next().is_some_and(|first| first.is_uppercase() || first.is_ascii_digit());
        let is_whole = !text.get(start + value.len()..).is_some_and(|rest| rest.starts_with(['.', '(', '[']));
        (first && is_whole).then_some((start + value.len(), value))
    };
    let (start, name) = word_at(0);
    let (mut end, first) = value_at(start + name.len())?;
    let (mut right, mut wrong) = (first.to_owned(), None);
    loop {
        let rest = text.get(end..).unwrap_or_default();
        let at = end + rest.len() - rest.trim_start_matches(' ').len();
        let rest = text.get(at..).unwrap_or_default();
        let signs = ["||", "|", ",", "/", "or "];
        let Some(sign) = signs.into_iter().find(|sign| rest.starts_with(sign)) else { break };
        let Some((after, value)) = value_at(at + sign.len()) else { break };
        right.push_str(" | ");
        right.push_str(value);
        if sign != "|" && wrong.is_none() {
            wrong = Some((at, sign.trim_end()));
        }
        end = after;
    }
    let (at, sign) = wrong?;
    // `12 / 4` is a number.
    (sign != "/" || !first.starts_with(|first: char| first.is_ascii_digit())).then_some(Listed { at, sign, end, right })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed_with_bars() {
        for (text, sign, right) in [
            ("kind  Galley or Kern or Monk\n", "or", "Galley | Kern | Monk"),
            ("kind Galley || Kern", "||", "Galley | Kern"),
            ("kind Galley | Kern, Monk  to me.held", ",", "Galley | Kern | Monk"),
            ("share 1, 2", ",", "1 | 2"),
        ] {
            let found = listed(text).expect("a wrong sign");
            assert_eq!((found.sign, found.right.as_str()), (sign, right), "{text}");
        }
        for text in
            ["kind Galley | Kern", "to Skye.across(way), Mull", "n 12 / 4", "unit mine or theirs", "kind Galley"]
        {
            assert!(listed(text).is_none(), "{text}");
        }
    }
}
