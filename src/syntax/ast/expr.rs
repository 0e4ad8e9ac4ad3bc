//! Expressions: what is written, each part with its exact span. Brackets around an operand leave no trace but in its
//! span.

use super::Name;
use super::statement::Block;
use crate::source::Span;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// From its first to its last character, with brackets around the whole.
    pub span: Span,
}

/// All kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `12`, `0x1F`, `-3`
    Number(i64),
    /// `½`, `-1.5`, as written
    Amount(String),
    /// `true`, `false`
    Flag(bool),
    /// `"rear"`, `'r'`, with escapes resolved
    Text(String),
    /// `` `${unit} holds` ``: texts and expressions in turn
    Woven(Vec<Expr>),
    /// `()`
    Nothing,
    /// `[a, b]`
    List(Vec<Expr>),
    /// `#{ first: a }`
    Map(Vec<(Name, Expr)>),
    /// `unit`
    Name(String),
    /// `facing(unit, foe)`
    Call(Call),
    /// `unit.facing?.slot`, `got[unit]`
    Path(Box<Path>),
    /// `!a`, `-a`
    Prefix(Prefix, Box<Expr>),
    /// `a + b`
    Infix(Box<Infix>),
    /// `|it| it.ready`
    Closure(Box<Closure>),
    /// `if a { b } else { c }`
    If(Box<If>),
    /// `switch a { 1 => b, _ => c }`
    Switch(Box<Switch>),
    /// `{ a; b }`
    Block(Block),
}

/// A call: `facing(unit, foe)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name.
    pub name: Name,
    /// The arguments.
    pub args: Vec<Expr>,
    /// From the name to the closing bracket.
    pub span: Span,
}

/// An expression with words, calls or indices after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// What comes before the first dot or bracket.
    pub root: Expr,
    /// The links; at least one.
    pub links: Vec<Link>,
}

/// A word, call or index after an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// What it is.
    pub kind: LinkKind,
    /// True if a question mark precedes it: `?.`, `?[`.
    pub safe: bool,
    /// From the dot or opening bracket to its last character.
    pub span: Span,
}

/// All kinds of links.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkKind {
    /// `.facing`
    Word(Name),
    /// `.at(area)`
    Call(Call),
    /// `[unit]`
    Index(Expr),
}

/// Operators before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `!`
    Not,
    /// `-`
    Minus,
    /// `+`
    Plus,
}

/// An operator between two operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Infix {
    /// Which operator.
    pub operator: Operator,
    /// The span of the operator.
    pub at: Span,
    /// The left operand.
    pub left: Expr,
    /// The right operand.
    pub right: Expr,
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "`as_str` says which sign each is")]
pub enum Operator {
    Or,
    And,
    Coalesce,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    In,
    NotIn,
    Range,
    RangeInclusive,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Union,
    Both,
    Xor,
    Power,
    ShiftLeft,
    ShiftRight,
}

impl Operator {
    /// Every operator with its sign.
    const SIGNS: [(Operator, &'static str); 24] = [
        (Operator::Or, "||"),
        (Operator::And, "&&"),
        (Operator::Coalesce, "??"),
        (Operator::Equal, "=="),
        (Operator::Unequal, "!="),
        (Operator::Less, "<"),
        (Operator::AtMost, "<="),
        (Operator::Greater, ">"),
        (Operator::AtLeast, ">="),
        (Operator::In, "in"),
        (Operator::NotIn, "!in"),
        (Operator::Range, ".."),
        (Operator::RangeInclusive, "..="),
        (Operator::Add, "+"),
        (Operator::Subtract, "-"),
        (Operator::Multiply, "*"),
        (Operator::Divide, "/"),
        (Operator::Remainder, "%"),
        (Operator::Union, "|"),
        (Operator::Both, "&"),
        (Operator::Xor, "^"),
        (Operator::Power, "**"),
        (Operator::ShiftLeft, "<<"),
        (Operator::ShiftRight, ">>"),
    ];

    /// The operator as written.
    pub fn as_str(self) -> &'static str {
        Self::SIGNS.iter().find(|(operator, _)| *operator == self).map_or("", |(_, sign)| sign)
    }

    /// The operator with this sign.
    pub fn from_sign(sign: &str) -> Option<Self> {
        Self::SIGNS.iter().find(|(_, own)| *own == sign).map(|(operator, _)| *operator)
    }
}

/// `|it| it.ready`
#[derive(Clone, Debug, PartialEq)]
pub struct Closure {
    /// The parameters.
    pub params: Vec<Name>,
    /// The body.
    pub body: Expr,
}

/// `if a { b } else { c }`
#[derive(Clone, Debug, PartialEq)]
pub struct If {
    /// The condition.
    pub condition: Expr,
    /// What happens if it holds.
    pub then: Block,
    /// A block or another `if`.
    pub otherwise: Option<Expr>,
}

/// `switch a { 1 | 2 => b, _ => c }`
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// The value that is compared.
    pub on: Expr,
    /// The cases in order, without the last one for everything else.
    pub arms: Vec<Arm>,
    /// What follows `_ =>`.
    pub otherwise: Option<Expr>,
}

/// A case of a `switch`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The values of the case; at least one.
    pub labels: Vec<Label>,
    /// What follows the arrow.
    pub body: Expr,
}

/// A value that a case of a `switch` stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it is.
    pub kind: LabelKind,
    /// The span.
    pub span: Span,
}

/// All kinds of labels.
#[derive(Clone, Debug, PartialEq)]
pub enum LabelKind {
    /// `3`
    Number(i64),
    /// `true`
    Flag(bool),
    /// `"rear"`
    Text(String),
    /// `1..3` or, if true, `1..=3`
    Range(i64, i64, bool),
}

impl Expr {
    /// Calls `visit` with this expression and every expression in it, the outer before the inner ones.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Amount(_)
            | ExprKind::Flag(_)
            | ExprKind::Text(_)
            | ExprKind::Nothing
            | ExprKind::Name(_) => {}
            ExprKind::Woven(parts) | ExprKind::List(parts) => parts.iter().for_each(|part| part.walk(visit)),
            ExprKind::Map(entries) => entries.iter().for_each(|(_, value)| value.walk(visit)),
            ExprKind::Call(call) => call.args.iter().for_each(|arg| arg.walk(visit)),
            ExprKind::Path(path) => {
                path.root.walk(visit);
                for link in &path.links {
                    match &link.kind {
                        LinkKind::Word(_) => {}
                        LinkKind::Call(call) => call.args.iter().for_each(|arg| arg.walk(visit)),
                        LinkKind::Index(index) => index.walk(visit),
                    }
                }
            }
            ExprKind::Prefix(_, of) => of.walk(visit),
            ExprKind::Infix(infix) => {
                infix.left.walk(visit);
                infix.right.walk(visit);
            }
            ExprKind::Closure(closure) => closure.body.walk(visit),
            ExprKind::If(branch) => {
                branch.condition.walk(visit);
                branch.then.walk(visit);
                branch.otherwise.iter().for_each(|otherwise| otherwise.walk(visit));
            }
            ExprKind::Switch(switch) => {
                switch.on.walk(visit);
                switch.arms.iter().map(|arm| &arm.body).chain(&switch.otherwise).for_each(|body| body.walk(visit));
            }
            ExprKind::Block(block) => block.walk(visit),
        }
    }
}
