//! The statements of generated scripts.

use super::writer::Sort::{Flag, Man, MaybeMan, Men, Number, Side, Space, Spaces, Text};
use super::writer::{May, Sort, Writer};

/// The upper limit of the counter in a loop that waits for a condition.
const TURNS: &str = "4";

impl Writer<'_> {
    /// A block of statements with its own scope.
    pub fn statements(&mut self, most: usize, depth: usize) -> String {
        let known = self.locals.len();
        let count = 1 + self.below(most);
        let lines: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        self.locals.truncate(known);
        // One statement per line, so that a fault's line identifies it.
        lines.join(if self.inside { " " } else { "\n" })
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.below(20) {
            0..=2 => self.assignment(),
            3..=5 => self.binding(),
            6 | 7 => format!("say({});", self.value(Text, 2)),
            8 => self.moving(),
            9 | 10 => self.early(),
            11 if self.may >= May::Change => {
                let call = self.one_of(&["raise({n})", "wound({m})", "shift({m})", "darken({s})"]).to_owned();
                let (n, m, s) = (self.value(Number, 2), self.value(Man, 2), self.value(Space, 1));
                call.replace("{n}", &n).replace("{m}", &m).replace("{s}", &s) + ";"
            }
            12 => self.tallied(depth),
            13 if self.may > May::Change => self.divided(),
            _ if depth == 0 => self.assignment(),
            13..=15 => {
                let test = self.value(Flag, 2);
                let then = self.statements(2, depth - 1);
                match self.below(3) {
                    0 => format!("if {test} {{ {then} }}"),
                    1 => format!("if {test} {{ {then} }} else {{ {} }}", self.statements(2, depth - 1)),
                    _ => {
                        let (other, second) = (self.value(Flag, 1), self.statements(2, depth - 1));
                        let last = self.statements(1, depth - 1);
                        format!("if {test} {{ {then} }} else if {other} {{ {second} }} else {{ {last} }}")
                    }
                }
            }
            16 => {
                let (on, one) = (self.value(Number, 2), self.statements(1, depth - 1));
                let (more, rest) = (self.statements(1, depth - 1), self.statements(1, depth - 1));
                format!("switch {on} {{ 0 => {{ {one} }} 1 | 2 => {{ {more} }} _ => {{ {rest} }} }}")
            }
            _ => self.looped(depth - 1),
        }
    }

    fn assignment(&mut self) -> String {
        let sort = [Number, Flag, Number, Man, Text][self.below(5)];
        if self.below(3) == 1 {
            if let Some(name) = self.local(sort, true) {
                let sign = if sort == Number { self.one_of(&["=", "+=", "-=", "*="]) } else { "=" };
                return format!("{name} {sign} {};", self.value(sort, 2));
            }
        }
        let sign = self.one_of(&["=", "+=", "-="]);
        match self.below(18) {
            0 | 1 => format!("game.n {sign} {};", self.value(Number, 3)),
            2 => format!("{}.score {sign} {};", self.actor(), self.value(Number, 3)),
            3 => format!("game.level = {};", self.value(Number, 2)),
            4 => format!("game.alarm = {};", self.value(Flag, 2)),
            5 => format!("{}.ready = {};", self.actor(), self.value(Flag, 2)),
            6 => format!("game.chief = {};", self.value(MaybeMan, 2)),
            7 => format!("A.owner = {};", self.value(Side, 1)),
            8 => format!("B.lord = {};", self.value(MaybeMan, 2)),
            9 => {
                let (who, sum) = (self.fresh(), self.value(Number, 3));
                format!("let {who} = {}; {who}.hits {sign} {sum};", self.value(Man, 2))
            }
            10 => {
                let (all, sum) = (self.fresh(), self.value(Number, 2));
                format!("let {all} = {}; {all}.hits {sign} {sum};", self.value(Men, 2))
            }
            11 => {
                let (all, yes) = (self.fresh(), self.value(Flag, 2));
                format!("let {all} = {}; {all}.hurt = {yes};", self.value(Men, 2))
            }
            12 => {
                let (at, yes) = (self.fresh(), self.value(Flag, 1));
                let word = self.one_of(&["dark", "Mud"]);
                format!("let {at} = {}; {at}.{word} = {yes};", self.value(Space, 2))
            }
            13 => format!("lead.mark = {};", self.value(Space, 2)),
            14 => format!("lead.friend = {};", self.value(MaybeMan, 2)),
            15 => {
                let (who, found, sum) = (self.fresh(), self.value(MaybeMan, 2), self.value(Number, 2));
                let word = self.one_of(&["hits", "slot"]);
                // Setting a variable of `none` is a fault, so an unchecked assignment is rare.
                if self.below(4) == 1 {
                    return format!("let {who} = {found}; {who}.{word} = {sum};");
                }
                format!("let {who} = {found}; if {who} != none {{ {who}.hits {sign} {sum}; }}")
            }
            16 => {
                let (all, yes) = (self.fresh(), self.value(Flag, 1));
                format!("let {all} = {}; {all}.dark = {yes};", self.value(Spaces, 2))
            }
            _ => {
                let (who, ready) = (self.fresh(), self.value(Flag, 1));
                let found = self.value(MaybeMan, 2);
                format!("let {who} = {found}; if {who} != none {{ {who}.hits += 1; {who}.hurt = {ready}; }}")
            }
        }
    }

    fn binding(&mut self) -> String {
        let sort = [Number, Flag, Man, Men, MaybeMan, Space, Spaces, Text, Number][self.below(9)];
        let value = self.value(sort, 3);
        let name = self.fresh();
        // Sets are never reassigned: an empty one has another type than a set of pieces.
        self.know(&name, sort, matches!(sort, Number | Flag | Text));
        format!("let {name} = {value};")
    }

    fn moving(&mut self) -> String {
        match self.below(9) {
            0 | 1 => format!("place({}, {});", self.value(Man, 2), self.value(Space, 2)),
            2 => format!("place({}, {});", self.value(Men, 2), self.value(Space, 2)),
            3 => format!("remove({});", self.value(Man, 2)),
            4 => format!("remove({});", self.value(Men, 2)),
            5 => format!("put(Man, {}, {});", self.value(Side, 0), self.value(Space, 1)),
            6 if self.may > May::Change => {
                let name = self.fresh();
                let set = self.value(Men, 2);
                let text = format!("let {name} = random(\"who\", {set}.or(men) + lead);");
                self.know(&name, MaybeMan, false);
                text
            }
            7 if self.may > May::Change && self.below(3) == 1 => format!("finish({});", self.actor()),
            _ => format!("place(lead, {});", self.value(Space, 2)),
        }
    }

    /// An early return, `break` or `continue`.
    fn early(&mut self) -> String {
        let test = self.value(Flag, 2);
        if self.loops > 0 {
            let word = self.one_of(&["break", "continue"]);
            return format!("if {test} {{ {word}; }}");
        }
        match self.gives {
            Some(gives) if !self.inside => match gives {
                Some(sort) => format!("if {test} {{ return {}; }}", self.value(sort, 1)),
                None => format!("if {test} {{ return; }}"),
            },
            _ => self.assignment(),
        }
    }

    fn tallied(&mut self, depth: usize) -> String {
        let (got, who) = (self.fresh(), self.fresh());
        let set = self.value(Men, 1);
        let inner = self.with(&who, Man, |writer| {
            let first = if depth > 0 { writer.statements(1, 0) } else { String::new() };
            format!("{got}[{who}] += {}; {first}", writer.value(Number, 1))
        });
        let chosen = self.fresh();
        self.know(&chosen, Men, false);
        format!(
            "let {got} = tally({set} + lead); for {who} in {set} {{ {inner} }} let {chosen} = {got}.least({set} + lead);"
        )
    }

    fn divided(&mut self) -> String {
        let (parts, part, set) = (self.fresh(), self.fresh(), self.value(Men, 1));
        let number = self.value(Number, 1);
        let (side, line) = (self.value(Side, 0), self.value(Number, 1));
        format!(
            "let {parts} = {side}.split(\"How?\", min(3, max(0, {number})), {set} + lead); \
             for {part} in {parts} {{ {part}.on.hits += {part}.count; game.n += {line}; }}"
        )
    }

    fn looped(&mut self, depth: usize) -> String {
        let inside = std::mem::take(&mut self.inside);
        self.loops += 1;
        let text = match self.below(7) {
            0 => {
                let (range, name) = (self.one_of(&["0..3", "1..=3", "-1..=1", "2..2"]), self.fresh());
                let body = self.body(&name, Number, depth);
                format!("for {name} in {range} {{ {body} }}")
            }
            1 => {
                let (end, name) = (self.value(Number, 2), self.fresh());
                let body = self.body(&name, Number, depth);
                format!("for {name} in 0..min(3, {end}) {{ {body} }}")
            }
            2 | 3 => {
                let (set, name) = (self.value(Men, 2), self.fresh());
                let body = self.body(&name, Man, depth);
                format!("for {name} in {set} {{ {body} }}")
            }
            4 => {
                let (set, name) = (self.value(Spaces, 2), self.fresh());
                let body = self.body(&name, Space, depth);
                format!("for {name} in {set} {{ {body} }}")
            }
            5 => {
                let (test, name) = (self.value(Flag, 2), self.fresh());
                let body = self.body(&name, Number, depth);
                format!("let {name} = 0; while {name} < {TURNS} && {test} {{ {name} += 1; {body} }}")
            }
            _ => {
                let name = self.fresh();
                let body = self.body(&name, Number, depth);
                format!("let {name} = 0; loop {{ {name} += 1; if {name} > 3 {{ break; }} {body} }}")
            }
        };
        self.loops -= 1;
        self.inside = inside;
        text
    }

    fn body(&mut self, name: &str, sort: Sort, depth: usize) -> String {
        self.with(name, sort, |writer| writer.statements(3, depth))
    }
}
