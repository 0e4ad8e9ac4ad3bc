//! The typed tree: expressions and scripts of the language with every name resolved.
//!
//! `check` builds it from the syntax tree. It is used for checking, completion, documentation and native evaluation.
//! All pure code is evaluated from this tree. Scripts are run from it by `play::native`, or from their text by Rhai,
//! with the same result.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

use crate::source::Span;

use super::api::Api;
use super::id::*;
use super::types::Type;
use super::value::Value;

/// A node with its type and source span.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The expression.
    pub expr: Expr,
    /// The type of its value.
    pub ty: Type,
    /// Its source span.
    pub span: Span,
    /// True if it asks no player, rolls no dice, changes no state and does not jump, so its value can be computed
    /// directly.
    pub plain: bool,
    /// Its compiled form.
    pub compiled: Compiled,
}

/// The compiled form of a node, created on first evaluation. Its type is private to the kernel. Cloning a node discards
/// it, because the clone may be changed.
#[derive(Default)]
pub struct Compiled(OnceLock<Box<dyn Any + Send + Sync>>);

impl Compiled {
    /// The compiled form, created if necessary. None if it has a different type.
    #[inline]
    pub fn get_or_init<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Option<&T> {
        self.0.get_or_init(|| Box::new(make())).downcast_ref()
    }
}

impl Clone for Compiled {
    fn clone(&self) -> Self {
        Compiled::default()
    }
}

impl fmt::Debug for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Compiled")
    }
}

/// What of a thing an assignment changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A variable or flag; `true`: by its opposite.
    Var(VarId, bool),
    /// The slot of a piece.
    Slot,
    /// The mode of a piece.
    Mode,
    /// The direction in which a piece faces.
    Facing,
}

/// A word of the game with one argument, allowed after a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A fact.
    Fact(FactId),
    /// A variable or flag.
    Var(VarId),
    /// A derived word with one parameter.
    Word(WordId),
    /// A quantity with one parameter.
    Quantity(QuantityId),
    /// True if a piece is of a kind or family.
    Kind(u16),
    /// True if a piece is in a mode.
    Mode(u16),
    /// True if a thing belongs to a noun: `unit.leader`, `areas` among spaces.
    Noun(NounId),
    /// The cards of a side in a zone.
    Zone(ZoneId),
    /// The box of a side.
    Box(u16),
    /// The space of a piece if it is in this grid (`unit.area`), or a space itself if it is.
    Grid(GridId),
    /// The column or row of a space or piece (`area.battle`).
    Line(ListId),
    /// Membership in a region.
    Region(RegionId),
    /// The points left in a piece's own purse.
    Purse(PurseId),
    /// The direction in which a piece faces.
    Facing,
    /// The spaces in an arc of a piece's facing, by the index of the arc in the game's facing.
    Arc(u16),
}

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    /// True if the comparison of two numbers holds. An absent number is neither more nor less than another.
    #[inline]
    pub fn holds(self, a: Option<i64>, b: Option<i64>) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            _ => {
                let (Some(a), Some(b)) = (a, b) else { return false };
                match self {
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                    Comparison::Greater => a > b,
                    _ => a >= b,
                }
            }
        }
    }
}

/// Operators on numbers, some of which also apply to sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    /// `|` on sets.
    Union,
    /// `&` on sets.
    Both,
}

/// An expression or statement.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the line above each variant says what its fields are")]
pub enum Expr {
    /// A constant.
    Const(Value),
    /// A parameter or local of the enclosing item, by slot.
    Local(u16),
    /// A parameter of the innermost running scope of this name, or a variable of a run of a sequence. None if no such
    /// scope runs.
    ScopeParam(ScopeId, u16),
    /// The number of times a repeated step has begun: `turn.number`.
    ScopeNumber(ScopeId),
    /// The value of a list that names the turn of a repeated step: `turn.season`.
    ScopeTurn(ScopeId, ListId),
    /// The acting side of the innermost running scope of this name.
    ScopeSide(ScopeId),
    /// The running scope of this kind, as a condition or value. None if no such scope runs.
    Running(ScopeId),
    /// The acting side.
    Me,
    /// The winner, or none.
    Winner,
    /// The unique piece at this position in the game's list. None if this play has no such piece.
    Unique(u16),
    /// Every member of a domain.
    All(Domain),
    /// Every member of a noun.
    Members(NounId),
    /// The original value of a replaced word.
    Usual(Box<Node>),
    /// A word of a thing: `unit.hits`. Its opposite if `negated`.
    Get { term: Term, of: Box<Node>, negated: bool },
    /// The printed value of a fact.
    Printed { fact: FactId, of: Box<Node> },
    /// The members of a set for which a yes/no word is true: `mine.engaged`.
    Filter { term: Term, of: Box<Node>, negated: bool },
    /// The members of a set for which a word has this value: `leaders.leads(Left)`.
    Select { term: Term, of: Box<Node>, value: Box<Node> },
    /// The union of a word over a set: `units.captains`.
    Gather { term: Term, of: Box<Node> },
    /// A derived word with several parameters or none.
    Word { word: WordId, args: Vec<Node>, negated: bool },
    /// A quantity with arguments.
    Quantity { quantity: QuantityId, args: Vec<Node> },
    /// A permission with arguments: `may_charge(unit, to)`.
    May { permission: PermissionId, args: Vec<Node> },
    /// A table look-up. `column` selects one of several results.
    Table { table: TableId, args: Vec<Node>, column: Option<u16> },
    /// One result of an earlier table look-up.
    Result { table: TableId, of: Box<Node>, column: u16 },
    /// True if a link joins two spaces: `road(a, b)`.
    Linked { link: LinkId, args: Vec<Node> },
    /// A pure function.
    Call { function: FunctionId, args: Vec<Node> },
    /// An entry of the API table.
    Api { api: Api, args: Vec<Node> },
    /// The ways of a walk.
    Walk { walk: WalkId, args: Vec<Node> },
    /// The spaces in an arc around a space, for a direction of facing: `space.front(dir)`.
    Arc { arc: u16, of: Box<Node>, facing: Box<Node> },
    /// A closure. Its parameter is a slot of the enclosing item.
    Closure { slot: u16, body: Box<Node> },
    /// A word named by a text, as a measure: `"cohesion"`.
    Measure(Term),
    /// `!a`.
    Not(Box<Node>),
    /// `a && b`.
    And(Box<Node>, Box<Node>),
    /// `a || b`.
    Or(Box<Node>, Box<Node>),
    /// `if a { b } else { c }`.
    If(Box<Node>, Box<Node>, Box<Node>),
    /// `switch a { b => c, _ => d }`.
    Switch { on: Box<Node>, cases: Vec<(Vec<Node>, Node)>, otherwise: Box<Node> },
    /// `a ?? b`.
    Coalesce(Box<Node>, Box<Node>),
    /// `a?.rest`: `rest` reads `a` from the slot. `none` if `a` is `none`.
    Safe { of: Box<Node>, slot: u16, rest: Box<Node> },
    /// A comparison.
    Compare(Comparison, Box<Node>, Box<Node>),
    /// Arithmetic, or set algebra.
    Operate(Operator, Box<Node>, Box<Node>),
    /// `-a`.
    Negative(Box<Node>),
    /// `a in S`, or `a !in S` if negated.
    In { item: Box<Node>, set: Box<Node>, negated: bool },
    /// `[a, b]`.
    Array(Vec<Node>),
    /// `#{ first: a, most: b }`.
    Map(Vec<(String, Node)>),
    /// `a..b` or `a..=b`.
    Range { from: Box<Node>, to: Box<Node>, inclusive: bool },
    /// `tally[member]`, `array[n]`.
    Index(Box<Node>, Box<Node>),
    /// A value of unknown type where a thing or set of this domain is needed.
    Sure(Box<Node>, Domain),
    /// `share.on` (true) or `share.count` (false).
    SharePart(Box<Node>, bool),
    /// A text with expressions inside.
    Text(Vec<Node>),

    // Statements. Pure ones are run by the evaluator, others by the script engine.
    /// Statements in order. The value is that of the last one.
    Block(Vec<Node>),
    /// `let x = a;`
    Let(u16, Box<Node>),
    /// `x = a;`, `x += a;`
    Assign { slot: u16, operator: Option<Operator>, value: Box<Node> },
    /// `tally[x] += a;`
    AssignIndex { slot: u16, index: Box<Node>, operator: Option<Operator>, value: Box<Node> },
    /// `unit.hits = a;`, `mine.moved = true;`, `area.Woods = false`, `unit.mode = Open;`.
    Set { target: Target, of: Box<Node>, operator: Option<Operator>, value: Box<Node> },
    /// `march.at = a;`: a variable of the innermost run of a sequence.
    SetOwn { scope: ScopeId, at: u16, operator: Option<Operator>, value: Box<Node> },
    /// `for x in S { }`.
    For { slot: u16, set: Box<Node>, body: Box<Node> },
    /// `while a { }`. In `loop { }` the condition is constantly true.
    While(Box<Node>, Box<Node>),
    /// `return a;`
    Return(Option<Box<Node>>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// A procedure, an offer called without payment, or another event.
    Happen { scope: ScopeId, args: Vec<Node> },
    /// An expression that could not be compiled. A diagnostic has been reported.
    #[default]
    Error,
}

/// Lists each direct child of an expression, by shared or mutable reference. This is the only list of children.
macro_rules! each_child {
    ($expr:expr, $visit:expr) => {
        match $expr {
            Expr::Const(_)
            | Expr::Local(_)
            | Expr::ScopeParam(..)
            | Expr::ScopeNumber(_)
            | Expr::ScopeTurn(..)
            | Expr::ScopeSide(_)
            | Expr::Running(_)
            | Expr::Me
            | Expr::Winner
            | Expr::Unique(_)
            | Expr::All(_)
            | Expr::Members(_)
            | Expr::Measure(_)
            | Expr::Break
            | Expr::Continue
            | Expr::Error => {}
            Expr::Usual(a)
            | Expr::Get { of: a, .. }
            | Expr::Printed { of: a, .. }
            | Expr::Filter { of: a, .. }
            | Expr::Gather { of: a, .. }
            | Expr::Closure { body: a, .. }
            | Expr::Not(a)
            | Expr::Negative(a)
            | Expr::SharePart(a, _)
            | Expr::Sure(a, _)
            | Expr::Result { of: a, .. }
            | Expr::Let(_, a)
            | Expr::SetOwn { value: a, .. }
            | Expr::Assign { value: a, .. } => $visit(a),
            Expr::Select { of: a, value: b, .. }
            | Expr::And(a, b)
            | Expr::Or(a, b)
            | Expr::Coalesce(a, b)
            | Expr::Safe { of: a, rest: b, .. }
            | Expr::Compare(_, a, b)
            | Expr::Operate(_, a, b)
            | Expr::In { item: a, set: b, .. }
            | Expr::Range { from: a, to: b, .. }
            | Expr::Index(a, b)
            | Expr::AssignIndex { index: a, value: b, .. }
            | Expr::Set { of: a, value: b, .. }
            | Expr::Arc { of: a, facing: b, .. }
            | Expr::For { set: a, body: b, .. }
            | Expr::While(a, b) => {
                $visit(a);
                $visit(b);
            }
            Expr::If(a, b, c) => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            Expr::Word { args, .. }
            | Expr::Quantity { args, .. }
            | Expr::May { args, .. }
            | Expr::Table { args, .. }
            | Expr::Linked { args, .. }
            | Expr::Call { args, .. }
            | Expr::Api { args, .. }
            | Expr::Walk { args, .. }
            | Expr::Array(args)
            | Expr::Text(args)
            | Expr::Block(args)
            | Expr::Happen { args, .. } => {
                for a in args {
                    $visit(a);
                }
            }
            Expr::Map(entries) => {
                for (_, a) in entries {
                    $visit(a);
                }
            }
            Expr::Switch { on, cases, otherwise } => {
                $visit(on);
                for (labels, body) in cases {
                    for label in labels {
                        $visit(label);
                    }
                    $visit(body);
                }
                $visit(otherwise);
            }
            Expr::Return(value) => {
                if let Some(value) = value {
                    $visit(value);
                }
            }
        }
    };
}

impl Node {
    /// True if the expression contains statements.
    pub fn has_statements(&self) -> bool {
        self.any(|node| {
            matches!(
                node.expr,
                Expr::Let(..)
                    | Expr::Assign { .. }
                    | Expr::AssignIndex { .. }
                    | Expr::For { .. }
                    | Expr::While(..)
                    | Expr::Return(_)
                    | Expr::Break
                    | Expr::Continue
            )
        })
    }

    /// A node with this expression, type and span.
    pub fn new(expr: Expr, ty: Type, span: Span) -> Self {
        let mut plain = match &expr {
            Expr::Api { api, .. } => api.entry().effect == super::api::Effect::Pure,
            Expr::Set { .. }
            | Expr::SetOwn { .. }
            | Expr::Happen { .. }
            | Expr::Return(_)
            | Expr::Break
            | Expr::Continue => false,
            _ => true,
        };
        let node = Node { expr, ty, span, plain, compiled: Compiled::default() };
        node.children(&mut |child| plain &= child.plain);
        Node { plain, ..node }
    }

    /// Calls `visit` with this node and all its descendants.
    pub fn walk<'n>(&'n self, visit: &mut dyn FnMut(&'n Node)) {
        visit(self);
        self.children(&mut |child| child.walk(visit));
    }

    /// True if this node or one of its descendants fits.
    pub fn any(&self, fits: impl Fn(&Node) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |node| found = found || fits(node));
        found
    }

    /// The parts of a condition joined by `&&`, in order; otherwise the condition itself.
    pub fn parts(&self) -> Vec<&Node> {
        match &self.expr {
            Expr::And(first, last) => {
                let mut parts = first.parts();
                parts.extend(last.parts());
                parts
            }
            _ => vec![self],
        }
    }

    /// Calls `visit` with each direct child.
    pub fn children<'n>(&'n self, visit: &mut dyn FnMut(&'n Node)) {
        each_child!(&self.expr, visit);
    }

    /// Calls `visit` with each direct child, by mutable reference.
    pub fn children_mut(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        each_child!(&mut self.expr, visit);
    }
}
