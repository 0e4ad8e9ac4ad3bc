//! The typed tree: what an expression or script of the language means, with every name resolved.
//!
//! Built by `check` from Rhai's syntax tree, it serves checking, completion, documentation and native evaluation.
//! Everything that is pure is run from this tree. Scripts are run from it too, by `play::native`, or by Rhai from their text:
//! both mean the same.

use crate::source::Span;

use super::api::Api;
use super::id::*;
use super::types::Type;
use super::value::Value;

/// A node with its place and type.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub expr: Expr,
    /// The type of its value.
    pub ty: Type,
    /// Where the author wrote it.
    pub span: Span,
    /// True if it neither asks, rolls, changes nor jumps: its value can be computed at once.
    pub plain: bool,
}

/// A one-argument word of the game: allowed after a dot.
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
    /// The space of a piece if it lies in this grid (`unit.area`); a space itself if it does.
    Grid(GridId),
    /// The column or row of a space or piece (`area.battle`).
    Line(ListId),
    /// Membership in a region.
    Region(RegionId),
    /// What a piece has left in a purse of its own.
    Purse(PurseId),
    /// The direction in which a piece faces.
    Facing,
    /// The spaces in an arc of a piece's facing, by the place of the arc in the game's facing.
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

/// Operators on numbers, and on sets where they make sense.
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

/// What a node is.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the line above each variant says what its fields are")]
pub enum Expr {
    /// A known value.
    Const(Value),
    /// A parameter or local of the enclosing item, by slot.
    Local(u16),
    /// A parameter of the innermost running scope of that name; none if none runs.
    ScopeParam(ScopeId, u16),
    /// How often a repeated step has begun: `turn.number`.
    ScopeNumber(ScopeId),
    /// The side that acts in the innermost running scope of that name.
    ScopeSide(ScopeId),
    /// True if (which) such a scope runs; none if none does.
    Running(ScopeId),
    /// The side that acts.
    Me,
    /// The side that has won, or none.
    Winner,
    /// Every member of a domain.
    All(Domain),
    /// Every member of a noun.
    Members(NounId),
    /// The old reading of a replaced word.
    Usual(Box<Node>),
    /// A word of a thing: `unit.hits`. `negated`: its opposite.
    Get { term: Term, of: Box<Node>, negated: bool },
    /// The printed value of a fact.
    Printed { fact: FactId, of: Box<Node> },
    /// Members of a set for which a yes/no word holds: `mine.engaged`.
    Filter { term: Term, of: Box<Node>, negated: bool },
    /// Members of a set for which a word has this value: `leaders.leads(Left)`.
    Select { term: Term, of: Box<Node>, value: Box<Node> },
    /// The union of a word over a set: `units.captains`.
    Gather { term: Term, of: Box<Node> },
    /// A derived word with several parameters, or with none.
    Word { word: WordId, args: Vec<Node>, negated: bool },
    /// A quantity with arguments.
    Quantity { quantity: QuantityId, args: Vec<Node> },
    /// A permission with arguments: `may_charge(unit, to)`.
    May { permission: PermissionId, args: Vec<Node> },
    /// A table look-up; `column` picks a result column of `gives`.
    Table { table: TableId, args: Vec<Node>, column: Option<u16> },
    /// True if a link joins two spaces: `road(a, b)`.
    Linked { link: LinkId, args: Vec<Node> },
    /// A pure function.
    Call { function: FunctionId, args: Vec<Node> },
    /// An entry of the API table.
    Api { api: Api, args: Vec<Node> },
    /// The ways of a walk.
    Walk { walk: WalkId, args: Vec<Node> },
    /// The spaces in an arc around a space, if it is looked at in a direction: `space.front(dir)`.
    Arc { arc: u16, of: Box<Node>, facing: Box<Node> },
    /// A closure; its parameter is a slot of the enclosing item.
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
    /// `a?.rest`: `rest` reads `a` from the slot; `none` if `a` is `none`.
    Safe { of: Box<Node>, slot: u16, rest: Box<Node> },
    /// A comparison.
    Compare(Comparison, Box<Node>, Box<Node>),
    /// Arithmetic, or set algebra.
    Operate(Operator, Box<Node>, Box<Node>),
    /// `-a`.
    Negative(Box<Node>),
    /// `a in S`; negated: `a !in S`.
    In { item: Box<Node>, set: Box<Node>, negated: bool },
    /// `[a, b]`.
    Array(Vec<Node>),
    /// `#{ first: a, most: b }`.
    Map(Vec<(String, Node)>),
    /// `a..b` or `a..=b`.
    Range { from: Box<Node>, to: Box<Node>, inclusive: bool },
    /// `tally[member]`, `array[n]`.
    Index(Box<Node>, Box<Node>),
    /// `share.on` (true) or `share.count` (false).
    SharePart(Box<Node>, bool),
    /// A text with expressions in it.
    Text(Vec<Node>),

    // Statements. Pure ones run in the evaluator; the others by whichever engine runs the scripts.
    /// Statements one after the other; the last gives the value.
    Block(Vec<Node>),
    /// `let x = a;`
    Let(u16, Box<Node>),
    /// `x = a;`, `x += a;`
    Assign { slot: u16, operator: Option<Operator>, value: Box<Node> },
    /// `tally[x] += a;`
    AssignIndex { slot: u16, index: Box<Node>, operator: Option<Operator>, value: Box<Node> },
    /// `unit.hits = a;`, `mine.moved = true;`, `area.Woods = false`.
    SetVar { var: VarId, of: Box<Node>, negated: bool, operator: Option<Operator>, value: Box<Node> },
    /// `unit.slot = a;`
    SetSlot { of: Box<Node>, value: Box<Node> },
    /// `unit.mode = Open;`
    SetMode { of: Box<Node>, value: Box<Node> },
    /// `unit.facing = E;`
    SetFacing { of: Box<Node>, value: Box<Node> },
    /// `for x in S { }`.
    For { slot: u16, set: Box<Node>, body: Box<Node> },
    /// `while a { }`; `loop { }` has a constant yes.
    While(Box<Node>, Box<Node>),
    /// `return a;`
    Return(Option<Box<Node>>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// A procedure, an offer called free, or something else that happens.
    Happen { scope: ScopeId, args: Vec<Node> },
    /// What could not be understood; a diagnostic has been given.
    Error,
}

/// Each direct child of an expression, which is borrowed or borrowed to be changed: the only list of the children of each form.
macro_rules! each_child {
    ($expr:expr, $visit:expr) => {
        match $expr {
            Expr::Const(_)
            | Expr::Local(_)
            | Expr::ScopeParam(..)
            | Expr::ScopeNumber(_)
            | Expr::ScopeSide(_)
            | Expr::Running(_)
            | Expr::Me
            | Expr::Winner
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
            | Expr::Let(_, a)
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
            | Expr::SetVar { of: a, value: b, .. }
            | Expr::SetSlot { of: a, value: b }
            | Expr::SetMode { of: a, value: b }
            | Expr::SetFacing { of: a, value: b }
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
    /// A node.
    pub fn new(expr: Expr, ty: Type, span: Span) -> Self {
        let mut plain = match &expr {
            Expr::Api { api, .. } => api.entry().effect == super::api::Effect::Pure,
            Expr::SetVar { .. }
            | Expr::SetSlot { .. }
            | Expr::SetMode { .. }
            | Expr::SetFacing { .. }
            | Expr::Happen { .. }
            | Expr::Return(_)
            | Expr::Break
            | Expr::Continue => false,
            _ => true,
        };
        let node = Node { expr, ty, span, plain };
        node.children(&mut |child| plain &= child.plain);
        Node { plain, ..node }
    }

    /// Calls `visit` with this node and everything below it.
    pub fn walk(&self, visit: &mut dyn FnMut(&Node)) {
        visit(self);
        self.children(&mut |child| child.walk(visit));
    }

    /// Calls `visit` with each direct child.
    pub fn children(&self, visit: &mut dyn FnMut(&Node)) {
        each_child!(&self.expr, visit);
    }

    /// Calls `visit` with each direct child, to be changed.
    pub fn children_mut(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        each_child!(&mut self.expr, visit);
    }
}
