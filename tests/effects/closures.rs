//! The closures of generated scripts, and the queries that take them.

use super::writer::Sort::{Flag, Number};
use super::writer::{May, Sort, Writer};

impl Writer<'_> {
    pub(super) fn closure(&mut self, of: Sort, gives: Sort, depth: usize) -> String {
        let name = self.fresh();
        let (inside, may, loops) = (self.inside, self.may, std::mem::take(&mut self.loops));
        self.inside = true;
        if self.below(2) == 0 {
            self.may = May::Compute;
        }
        let body = self.with(&name, of, |writer| match writer.below(4) {
            1 if writer.may > May::Compute => {
                let (first, last) = (writer.statements(2, 1), writer.value(gives, depth));
                format!("{{ {first} {last} }}")
            }
            2 => {
                let (test, early, last) =
                    (writer.value(Flag, depth), writer.value(gives, depth), writer.value(gives, depth));
                // An expression has no statements.
                if writer.derived {
                    format!("if {test} {{ {early} }} else {{ {last} }}")
                } else {
                    format!("{{ if {test} {{ return {early}; }} {last} }}")
                }
            }
            _ => writer.value(gives, depth),
        });
        (self.inside, self.may, self.loops) = (inside, may, loops);
        format!("|{name}| {body}")
    }

    /// The measure of a set: a word or a closure.
    pub(super) fn measure(&mut self, depth: usize) -> String {
        match self.below(3) {
            0 => "\"hits\"".to_owned(),
            1 => "\"strength\"".to_owned(),
            _ => self.closure(Sort::Man, Number, depth),
        }
    }
}
