//! Writes well-typed scripts from a row of numbers; a shorter row of smaller numbers gives a simpler script.

use Sort::{Flag, MaybeMan, Men, Number, Side, Space, Spaces, Text};

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Number,
    Flag,
    Man,
    MaybeMan,
    Space,
    Side,
    Men,
    Spaces,
    Text,
}

/// What a script may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub enum May {
    /// Compute only, like a derived word.
    Compute,
    /// Change the game as well.
    Change,
    /// Roll and ask as well, and call this number of the procedures that do.
    All(usize),
}

/// A local of the script.
pub(super) struct Local {
    name: String,
    sort: Sort,
    /// True if the script may assign it.
    free: bool,
}

/// A script being written.
pub struct Writer<'t> {
    numbers: std::slice::Iter<'t, u16>,
    pub(super) locals: Vec<Local>,
    names: usize,
    pub(super) may: May,
    /// The type that `return` returns, in scripts that may end early.
    pub(super) gives: Option<Option<Sort>>,
    /// The number of enclosing loops.
    pub(super) loops: usize,
    /// True inside a closure, which `break` and `return` would leave.
    pub(super) inside: bool,
    /// True if a side acts, so that `me` exists.
    acts: bool,
    /// True if this is a derived word.
    pub(super) derived: bool,
}

impl<'t> Writer<'t> {
    /// A writer driven by these numbers, for a script with these parameters.
    pub fn new(numbers: &'t [u16], may: May, params: &[(&str, Sort)]) -> Self {
        let local = |(name, sort): &(&str, Sort)| Local { name: (*name).to_owned(), sort: *sort, free: false };
        let locals = params.iter().map(local).collect();
        Writer {
            numbers: numbers.iter(),
            locals,
            names: 0,
            may,
            gives: None,
            loops: 0,
            inside: false,
            acts: true,
            derived: may == May::Compute,
        }
    }

    /// The same for a script without an acting side.
    pub fn without_side(mut self) -> Self {
        self.acts = false;
        self
    }

    /// The statements of a script without a return value.
    pub fn script(mut self) -> String {
        self.gives = Some(None);
        self.statements(6, 2)
    }

    /// The statements of a script that returns a value.
    pub fn procedure(mut self, sort: Sort) -> String {
        self.gives = Some(Some(sort));
        let first = self.statements(4, 2);
        format!("{first} {}", self.value(sort, 2))
    }

    /// One expression.
    pub fn expression(mut self, sort: Sort) -> String {
        self.value(sort, 3)
    }

    /// The next number, reduced below `end`; 0 at the end of the row.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.numbers.next().map_or(0, |number| usize::from(*number) % end.max(1))
    }

    pub(super) fn one_of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }

    /// One of these words that is valid in this script.
    fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let known: Vec<&str> = words.iter().copied().filter(|word| self.knows(word)).collect();
        self.one_of(&known)
    }

    pub(super) fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// A local of this type, if any.
    pub(super) fn local(&mut self, sort: Sort, free: bool) -> Option<String> {
        let fits = |local: &&Local| local.sort == sort && (local.free || !free);
        let names: Vec<String> = self.locals.iter().filter(fits).map(|local| local.name.clone()).collect();
        (!names.is_empty()).then(|| names[self.below(names.len())].clone())
    }

    /// Declares a local of this name.
    pub(super) fn know(&mut self, name: &str, sort: Sort, free: bool) {
        self.locals.push(Local { name: name.to_owned(), sort, free });
    }

    pub(super) fn with<T>(&mut self, name: &str, sort: Sort, write: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.locals.len();
        self.locals.push(Local { name: name.to_owned(), sort, free: false });
        let text = write(self);
        self.locals.truncate(known);
        text
    }

    /// An expression of this type; `depth` limits its nesting.
    pub fn value(&mut self, sort: Sort, depth: usize) -> String {
        if self.below(4) == 1 {
            if let Some(name) = self.local(sort, false) {
                return name;
            }
        }
        if depth == 0 || self.below(4) == 0 {
            return self.leaf(sort);
        }
        if self.below(12) == 1 {
            let (test, yes, no) =
                (self.value(Flag, depth - 1), self.value(sort, depth - 1), self.value(sort, depth - 1));
            return format!("(if {test} {{ {yes} }} else {{ {no} }})");
        }
        match sort {
            Number => self.number(depth - 1),
            Flag => self.flag(depth - 1),
            Sort::Man => self.man(depth - 1),
            MaybeMan => self.maybe_man(depth - 1),
            Space => self.space(depth - 1),
            Side => self.leaf(Side),
            Men => self.men(depth - 1),
            Spaces => self.spaces(depth - 1),
            Text => self.text(depth - 1),
        }
    }

    pub(super) fn leaf(&mut self, sort: Sort) -> String {
        let texts: &[&str] = match sort {
            Number => {
                &["1", "0", "2", "5", "game.n", "me.score", "game.level", "men.count", "lead.hits", "strength(lead)"]
            }
            Flag => &["true", "game.alarm", "me.ready", "lead.hurt", "lead.brave", "A.dark", "B.Mud", "lead.in_play"],
            Sort::Man => &[
                "lead",
                "(mine.first ?? lead)",
                "(men.last ?? lead)",
                "(men.hurt.first ?? lead)",
                "(Man.pieces.last ?? lead)",
            ],
            MaybeMan => {
                &["game.chief", "men.at(A).first", "mine.hurt.last", "theirs.only", "A.lord", "Blue.pieces.only"]
            }
            Space => &["A", "B", "C", "(lead.space ?? C)", "(lead.mark ?? D)", "(spaces.dark.first ?? B)"],
            Side => &["me", "Red", "me.foe", "lead.side", "(A.owner ?? Blue)"],
            Men => &[
                "men",
                "mine",
                "men.hurt",
                "wounded",
                "theirs.well",
                "(men & nothing)",
                "nothing",
                "(if game.alarm { men } else { nothing })",
                "removed",
                "mine.Rider",
                "Red.pieces",
                "A.pieces.hurt",
                "Blue.removed",
                "Man.pieces",
            ],
            Spaces => &[
                "spaces",
                "(spaces & Mud)",
                "spaces.dark",
                "men.spaces",
                "A.neighbours",
                "gloomy",
                "(if game.alarm { nothing } else { spaces.dark })",
            ],
            Text => &["\"so\"", "\"\"", "`${game.n}`", "`${lead}`"],
        };
        let texts: Vec<&str> = texts.iter().copied().filter(|text| self.knows(text)).collect();
        self.one_of(&texts).to_owned()
    }

    /// True if a text is valid in this script: derived words that use each other would form a cycle.
    fn knows(&self, text: &str) -> bool {
        let mut words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
        let is_unknown = |word: &str| match word {
            "me" => !self.acts,
            "mine" | "theirs" if !self.acts => true,
            "brave" | "unbrave" | "company" | "weigh" => self.derived,
            _ => false,
        };
        !words.any(is_unknown)
    }

    /// The acting side, or a fixed one if no side acts.
    pub(super) fn actor(&self) -> &'static str {
        if self.acts { "me" } else { "Red" }
    }

    /// A value of this type, in parentheses where a longer expression that begins with it needs them.
    pub(super) fn root(&mut self, sort: Sort, depth: usize) -> String {
        let text = self.value(sort, depth);
        let is_path = text.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '.');
        if is_path && !text.starts_with(|sign: char| sign.is_ascii_digit()) { text } else { format!("({text})") }
    }

    fn number(&mut self, depth: usize) -> String {
        match self.below(22) {
            0 | 1 => {
                let sign = self.one_of(&["+", "-", "*"]);
                format!("({} {sign} {})", self.value(Number, depth), self.value(Number, depth))
            }
            2 => format!("{}.hits", self.root(Sort::Man, depth)),
            3 => format!("{}.count", self.root(Men, depth)),
            4 => format!("({}?.hits ?? {})", self.root(MaybeMan, depth), self.value(Number, depth)),
            5 => {
                let (set, measure) = (self.root(Men, depth), self.measure(depth));
                format!("{set}.total({measure})")
            }
            6 => {
                let best = self.one_of(&["highest", "lowest"]);
                let (set, measure) = (self.root(Men, depth), self.measure(depth));
                format!("{set}.{best}({measure})")
            }
            7 => format!(
                "three({}, {}, {})",
                self.value(Number, depth),
                self.value(Number, depth),
                self.value(Number, depth)
            ),
            8 => format!("strength({})", self.value(Sort::Man, depth)),
            9 if self.knows("weigh") => {
                format!("weigh({}, {})", self.value(Sort::Man, depth), self.value(Number, depth))
            }
            10 => {
                let name = self.one_of(&["min", "max"]);
                format!("{name}({}, {})", self.value(Number, depth), self.value(Number, depth))
            }
            11 => {
                let sign = self.one_of(&["/", "%"]);
                format!("({} {sign} {})", self.value(Number, depth), self.value(Number, depth))
            }
            12 => format!("{}.distance({})", self.root(Space, depth), self.value(Space, depth)),
            13 => {
                let (on, a, b, c) = (
                    self.value(Number, depth),
                    self.value(Number, depth),
                    self.value(Number, depth),
                    self.value(Number, depth),
                );
                format!("(switch {on} {{ 0 => {a}, 1 | 2 => {b}, 3..=5 => 9, _ => {c} }})")
            }
            14 => {
                let (a, b, at) = (self.value(Number, depth), self.value(Number, depth), self.value(Number, depth));
                format!("[{a}, {b}][{at} % 2]")
            }
            15 => format!("{}.score", self.value(Side, 0)),
            16 | 17 if self.may >= May::Change => format!("raise({})", self.value(Number, depth)),
            18 if self.may > May::Change => {
                let many = self.one_of(&["2", "1", "3"]);
                let read = self.one_of(&["sum", "highest", "at_least(4)", "count(6)"]);
                format!("roll({many}).{read}")
            }
            19 if self.may > May::Change => {
                format!("{}.number(\"How many?\", 0, {})", self.value(Side, 0), self.value(Number, 0))
            }
            20 | 21 if self.may > May::All(0) => {
                format!("feud({}, {})", self.value(Sort::Man, depth), self.value(Number, depth))
            }
            _ => format!("abs({})", self.value(Number, depth)),
        }
    }

    fn flag(&mut self, depth: usize) -> String {
        match self.below(14) {
            0 => {
                let sign = self.one_of(&["<", "==", "!=", ">=", ">", "<="]);
                format!("({} {sign} {})", self.value(Number, depth), self.value(Number, depth))
            }
            1 => {
                let sign = self.one_of(&["&&", "||"]);
                format!("({} {sign} {})", self.value(Flag, depth), self.value(Flag, depth))
            }
            2 => format!("!{}", self.root(Flag, depth)),
            3 => format!("{}.any", self.root(Men, depth)),
            4 => format!("{}.has({})", self.root(Men, depth), self.value(Sort::Man, depth)),
            5 => format!("({} in {})", self.value(Sort::Man, depth), self.value(Men, depth)),
            6 => {
                let name = self.one_of(&["some", "all"]);
                let (set, test) = (self.root(Men, depth), self.closure(Sort::Man, Flag, depth));
                format!("{set}.{name}({test})")
            }
            7 => format!("({} == {})", self.value(Sort::Man, depth), self.value(MaybeMan, depth)),
            8 => format!("{}.empty", self.root(Spaces, depth)),
            9 => {
                let word = self.word(&["hurt", "well", "brave", "Rider"]);
                format!("{}.{word}", self.root(Sort::Man, depth))
            }
            10 => {
                let word = self.one_of(&["dark", "Mud", "held"]);
                format!("{}.{word}", self.root(Space, depth))
            }
            11 => format!("({} != none)", self.value(MaybeMan, depth)),
            12 if self.may > May::Change => format!("{}.yes(\"Really?\")", self.value(Side, 0)),
            _ => format!("({} in [{}, 3])", self.value(Number, depth), self.value(Number, depth)),
        }
    }

    fn man(&mut self, depth: usize) -> String {
        match self.below(7) {
            0 => format!("({} ?? {})", self.value(MaybeMan, depth), self.value(Sort::Man, depth)),
            1 => format!("({}.first ?? {})", self.root(Men, depth), self.value(Sort::Man, depth)),
            2 | 3 if self.may >= May::Change => format!("wound({})", self.value(Sort::Man, depth)),
            4 if self.may > May::Change => {
                format!("({}.choose(\"Which?\", {}) ?? lead)", self.value(Side, 0), self.value(Men, depth))
            }
            5 if self.may > May::All(1) => {
                format!("rally({}, {})", self.value(Sort::Man, depth), self.value(Space, depth))
            }
            _ => self.leaf(Sort::Man),
        }
    }

    fn maybe_man(&mut self, depth: usize) -> String {
        match self.below(6) {
            0 => {
                let word = self.one_of(&["first", "last", "only"]);
                format!("{}.{word}", self.root(Men, depth))
            }
            1 => format!("{}.friend", self.root(Sort::Man, depth)),
            2 => format!("{}?.friend", self.root(MaybeMan, depth)),
            3 if self.may > May::Change => {
                format!("{}.may_choose(\"Whom?\", {})", self.value(Side, 0), self.value(Men, depth))
            }
            4 => format!("{}.lord", self.root(Space, depth)),
            _ => self.leaf(MaybeMan),
        }
    }

    fn space(&mut self, depth: usize) -> String {
        match self.below(6) {
            0 => format!("({}.first ?? A)", self.root(Spaces, depth)),
            1 => format!("({}?.space ?? {})", self.root(MaybeMan, depth), self.value(Space, depth)),
            2 => format!("({}.mark ?? B)", self.root(Sort::Man, depth)),
            3 if self.may >= May::Change => format!("shift({})", self.value(Sort::Man, depth)),
            4 if self.may >= May::Change => format!("darken({})", self.value(Space, depth)),
            _ => format!("({}.space ?? D)", self.root(Sort::Man, depth)),
        }
    }

    fn men(&mut self, depth: usize) -> String {
        match self.below(12) {
            0 => {
                let sign = self.one_of(&["+", "-", "&"]);
                format!("({} {sign} {})", self.value(Men, depth), self.value(Men, depth))
            }
            1 => format!("({} + {})", self.value(Men, depth), self.value(Sort::Man, depth)),
            2 => format!("{}.at({})", self.root(Men, depth), self.value(Space, depth)),
            3 => {
                let (set, test) = (self.root(Men, depth), self.closure(Sort::Man, Flag, depth));
                format!("{set}.where({test})")
            }
            4 => {
                let name = self.one_of(&["most", "least", "sorted"]);
                let (set, measure) = (self.root(Men, depth), self.measure(depth));
                format!("{set}.{name}({measure})")
            }
            5 => format!("{}.or({})", self.root(Men, depth), self.value(Men, depth)),
            6 => format!("{}.take({})", self.root(Men, depth), self.value(Number, depth)),
            7 => format!("either({}, {})", self.value(Sort::Man, depth), self.value(Men, depth)),
            8 => format!("{}.pieces", self.root(Spaces, depth)),
            9 if self.knows("company") => format!("{}.company", self.root(Sort::Man, depth)),
            10 if self.may > May::Change => {
                format!("{}.pick(\"Which?\", {}, 0, 2)", self.value(Side, 0), self.value(Men, depth))
            }
            _ => {
                let word = self.word(&["hurt", "well", "Rider", "brave", "unbrave", "company"]);
                format!("{}.{word}", self.root(Men, depth))
            }
        }
    }

    fn spaces(&mut self, depth: usize) -> String {
        match self.below(7) {
            0 => format!("{}.spaces", self.root(Men, depth)),
            1 => format!("{}.neighbours", self.root(Space, depth)),
            2 => format!("{}.across(path)", self.root(Space, depth)),
            3 => {
                let (set, test) = (self.root(Spaces, depth), self.closure(Space, Flag, depth));
                format!("{set}.where({test})")
            }
            4 => format!("({} - {})", self.value(Spaces, depth), self.value(Space, depth)),
            5 => format!(
                "{}.within({}, {})",
                self.root(Spaces, depth),
                self.value(Number, depth),
                self.value(Space, depth)
            ),
            _ => self.leaf(Spaces),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let sorts = [Number, Flag, Sort::Man, Space, Side, Number];
        let (a, b) = (sorts[self.below(6)], sorts[self.below(6)]);
        match self.below(4) {
            0 => format!("({} + {})", self.value(Text, depth), self.value(Text, depth)),
            1 => format!("`${{{}}}`", self.value(a, depth)),
            _ => format!("`${{{}}} and ${{{}}}`", self.value(a, depth), self.value(b, depth)),
        }
    }
}
