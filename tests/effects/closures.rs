//! The closures of generated scripts, and what is asked with them.

use super::writer::Sort::{Flag, Number};
use super::writer::{May, Sort, Writer};

impl Writer<'_> {
    pub(super) fn closure(&mut self, of: Sort, gives: Sort, depth: usize) -> String {
        let name = self.fresh();
        let (inside, alive, may, loops) = (self.inside, self.alive, self.may, std::mem::take(&mut self.loops));
        self.inside = true;
        if !alive && self.below(2) == 0 {
            self.may = May::Compute;
        }
        self.alive = self.may > May::Compute;
        let body = self.with(&name, of, |writer| match writer.below(4) {
            1 if writer.may > May::Compute => {
                let (first, last) = (writer.statements(2, 1), writer.value(gives, depth));
                format!("{{ {first} {last} }}")
            }
            2 => {
                let (test, early, last) =
                    (writer.value(Flag, depth), writer.value(gives, depth), writer.value(gives, depth));
                // The checker takes what a closure returns for what the script gives.
                if writer.derived || writer.gives.flatten().is_some_and(|sort| sort != gives) {
                    format!("if {test} {{ {early} }} else {{ {last} }}")
                } else {
                    format!("{{ if {test} {{ return {early}; }} {last} }}")
                }
            }
            _ => writer.value(gives, depth),
        });
        (self.inside, self.alive, self.may, self.loops) = (inside, alive, may, loops);
        format!("|{name}| {body}")
    }

    /// What a set is measured by: a word, or a closure.
    pub(super) fn measure(&mut self, depth: usize) -> String {
        match self.below(3) {
            0 => "\"hits\"".to_owned(),
            1 => "\"strength\"".to_owned(),
            _ => self.closure(Sort::Man, Number, depth),
        }
    }

    /// A set that is asked with a measure or closure; something simpler if a name stands before the dot and behind it.
    pub(super) fn asked(&mut self, set: String, method: &str, measure: String, gives: Sort) -> String {
        let before: Vec<&str> = names_of(&set).collect();
        if names_of(&measure).any(|name| before.contains(&name)) {
            self.leaf(gives)
        } else {
            format!("{set}.{method}({measure})")
        }
    }
}

/// The names in a text, without the words behind a dot.
fn names_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split_inclusive(|sign: char| !sign.is_ascii_alphanumeric());
    let mut dotted = false;
    words.filter_map(move |word| {
        let behind_a_dot = std::mem::replace(&mut dotted, word.ends_with('.'));
        let name = word.trim_end_matches(|sign: char| !sign.is_ascii_alphanumeric());
        (!behind_a_dot && !["", "if", "else", "in", "true"].contains(&name)).then_some(name)
    })
}
