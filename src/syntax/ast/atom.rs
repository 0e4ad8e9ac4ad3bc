//! The smallest parts of the tree: names, words, texts, citations, expressions, types, parameters, ranges and dice.

use super::expr::Expr;
use super::of_text::Derived;
use super::statement::Block;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A name as written, without the quotes of a name with spaces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The name.
    pub text: String,
    /// The span, including the quotes.
    pub span: Span,
}

/// What an author wrote at a place: a name, a word, an expression, or any text with its span.
#[derive(Clone, Copy, Debug)]
pub struct Written<'t> {
    /// The text.
    pub text: &'t str,
    /// The place.
    pub span: Span,
}

impl<'t> From<&'t Name> for Written<'t> {
    fn from(name: &'t Name) -> Self {
        Written { text: &name.text, span: name.span }
    }
}

impl<'t> From<&'t Word> for Written<'t> {
    fn from(word: &'t Word) -> Self {
        Written { text: &word.text, span: word.span }
    }
}

impl<'t> From<&'t ExprText> for Written<'t> {
    fn from(expr: &'t ExprText) -> Self {
        Written { text: &expr.text, span: expr.span }
    }
}

impl<'t, T: AsRef<str> + ?Sized> From<(&'t T, Span)> for Written<'t> {
    fn from((text, span): (&'t T, Span)) -> Self {
        Written { text: text.as_ref(), span }
    }
}

/// A section of the rulebook: `@9.1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cite {
    /// The section without the `@`.
    pub section: String,
    /// The span, including the `@`.
    pub span: Span,
}

/// A string: a title, a reason, a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// The text between the quotes, with escapes and braces as written.
    pub raw: String,
    /// The span, including the quotes.
    pub span: Span,
    parts: Derived<Vec<TextPart>>,
}

/// One part of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPart {
    /// Letters, with escapes resolved.
    Letters(String),
    /// The text between braces: an expression, except in notations.
    Braces(ExprText),
}

impl Text {
    /// A text with what is between its quotes.
    pub fn new(raw: String, span: Span) -> Self {
        let parts = Derived::new(cut(&raw, span));
        Text { raw, span, parts }
    }

    /// The parts of the text: letters and the contents of braces.
    pub fn parts(&self) -> &[TextPart] {
        &self.parts
    }

    /// True if it holds an expression.
    pub fn has_braces(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, TextPart::Braces(_)))
    }

    /// The text with its escapes resolved; parts in braces keep their braces.
    pub fn plain(&self) -> String {
        self.parts()
            .iter()
            .map(|part| match part {
                TextPart::Letters(letters) => letters.clone(),
                TextPart::Braces(expr) => format!("{{{}}}", expr.text),
            })
            .collect()
    }
}

/// The parts of what is between the quotes of a text, which begin at this span.
fn cut(raw: &str, span: Span) -> Vec<TextPart> {
    let mut parts = Vec::new();
    let mut letters = String::new();
    let mut signs = raw.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => letters.extend(signs.next().map(|(_, escaped)| unescape(escaped))),
            '{' | '}' if signs.peek().is_some_and(|&(_, next)| next == sign) => {
                letters.push(sign);
                signs.next();
            }
            '{' => {
                let inside = raw.get(at + 1..).unwrap_or_default();
                let len = braced_length(inside);
                if !letters.is_empty() {
                    parts.push(TextPart::Letters(std::mem::take(&mut letters)));
                }
                // One quote and one brace come before the expression.
                let span = span.part(at + 2, len);
                let text = inside.get(..len).unwrap_or_default().to_owned();
                parts.push(TextPart::Braces(ExprText::new(text, span)));
                while signs.next_if(|&(next, _)| next <= at + 1 + len).is_some() {}
            }
            _ => letters.push(sign),
        }
    }
    if !letters.is_empty() {
        parts.push(TextPart::Letters(letters));
    }
    parts
}

fn unescape(sign: char) -> char {
    match sign {
        'n' => '\n',
        't' => '\t',
        other => other,
    }
}

/// The number of bytes before the brace that closes the one just opened.
fn braced_length(inside: &str) -> usize {
    let mut depth = 0_usize;
    for (at, sign) in inside.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' if depth == 0 => return at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    inside.len()
}

/// An expression as text, ending where the language ends it, and as a tree. A leading `+` is omitted.
///
/// Invariant: `text` is exactly the source text at `span`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExprText {
    /// The expression.
    pub text: String,
    /// The span.
    pub span: Span,
    tree: Derived<Result<Expr, Diagnostic>>,
}

impl ExprText {
    /// An expression that stands at this span.
    pub fn new(text: String, span: Span) -> Self {
        let tree = Derived::new(crate::syntax::parse_expression(&text, span));
        ExprText { text, span, tree }
    }

    /// The tree.
    ///
    /// # Errors
    /// The first error in the text.
    pub fn tree(&self) -> Result<&Expr, &Diagnostic> {
        self.tree.as_ref()
    }

    /// The name, if the expression is only a name.
    pub fn as_name(&self) -> Option<Name> {
        let mut letters = self.text.chars();
        let begins = letters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
        let is_name = begins && letters.all(|letter| letter.is_alphanumeric() || letter == '_');
        is_name.then(|| Name { text: self.text.clone(), span: self.span })
    }
}

/// A fraction; the denominator is never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    /// The numerator.
    pub numerator: i64,
    /// The denominator; at least 1.
    pub denominator: i64,
}

impl Fraction {
    /// Reads `12`, `-3`, `+2`, `½`, `1½`, `0.5`, `1/2`; `None` for other text or numbers beyond 64 bits.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (sign, digits) = match text.strip_prefix(['-', '−']) {
            Some(rest) => (-1, rest.trim_start()),
            None => (1, text.strip_prefix('+').unwrap_or(text).trim_start()),
        };
        let unsigned = Self::read_unsigned(digits)?;
        Some(Self { numerator: sign * unsigned.numerator, ..unsigned })
    }

    fn read_unsigned(digits: &str) -> Option<Self> {
        let whole = |text: &str| -> Option<i64> {
            text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten()
        };
        if let Some((numerator, denominator)) = digits.split_once('/') {
            let denominator = whole(denominator).filter(|&n| n > 0)?;
            return Some(Self { numerator: whole(numerator)?, denominator });
        }
        if let Some((units, decimals)) = digits.split_once('.') {
            let denominator = 10_i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
            let numerator = whole(units)?.checked_mul(denominator)?.checked_add(whole(decimals)?)?;
            return Some(Self { numerator, denominator });
        }
        let part = digits.char_indices().next_back().and_then(|(at, sign)| Some((at, vulgar(sign)?)));
        if let Some((at, (above, below))) = part {
            let units = digits.get(..at).filter(|units| !units.is_empty()).map_or(Some(0), whole)?;
            return Some(Self { numerator: units.checked_mul(below)?.checked_add(above)?, denominator: below });
        }
        (!digits.is_empty()).then_some(())?;
        Some(Self { numerator: whole(digits)?, denominator: 1 })
    }
}

fn vulgar(sign: char) -> Option<(i64, i64)> {
    match sign {
        '½' => Some((1, 2)),
        '¼' => Some((1, 4)),
        '¾' => Some((3, 4)),
        '⅓' => Some((1, 3)),
        '⅔' => Some((2, 3)),
        _ => None,
    }
}

/// Statements in their braces, as text and as a tree.
///
/// Invariant: `text` is exactly the source text at `span`, including the braces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScriptText {
    /// The script with its braces.
    pub text: String,
    /// The span, including the braces.
    pub span: Span,
    tree: Derived<Result<Block, Diagnostic>>,
}

impl ScriptText {
    /// A script that stands at this span.
    pub fn new(text: String, span: Span) -> Self {
        let tree = Derived::new(crate::syntax::parse_script(&text, span));
        ScriptText { text, span, tree }
    }

    /// The tree.
    ///
    /// # Errors
    /// The first error in the text.
    pub fn tree(&self) -> Result<&Block, &Diagnostic> {
        self.tree.as_ref()
    }
}

/// A word of data (facts, positions, table cells). Its type decides its meaning later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// The word as written; for a string, the text between the quotes.
    pub text: String,
    /// The span.
    pub span: Span,
    /// Its form.
    pub kind: WordKind,
}

/// The forms of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordKind {
    /// `Clifford`, `Roc'h-an-Argoed`
    Ident,
    /// `12`, `-3`, `+2`, `1909`
    Number,
    /// `½`, `1½`, `0.5`
    Fraction,
    /// `1..4`, `50..`, `..-1`
    Range,
    /// `3-3*`, `2/1-2`, `1415-10-25`, `-`: any other form
    Notation,
    /// `"Le Gâvre"`
    Quoted,
}

impl Word {
    /// The parts between slashes with their spans: `riders/militia/guns`.
    pub fn slashed(&self) -> Vec<Self> {
        if self.kind == WordKind::Quoted {
            return vec![self.clone()];
        }
        let mut at = 0;
        let mut parts = Vec::new();
        for part in self.text.split('/') {
            parts.push(Self { text: part.to_owned(), span: self.span.part(at, part.len()), kind: WordKind::of(part) });
            at += part.len() + 1;
        }
        parts
    }

    /// The word as a name, in any form.
    pub fn to_name(&self) -> Name {
        Name { text: self.text.clone(), span: self.span }
    }

    /// The value of a whole number; otherwise `None`.
    pub fn as_int(&self) -> Option<i64> {
        match self.kind {
            WordKind::Number => self.text.strip_prefix('+').unwrap_or(&self.text).parse().ok(),
            WordKind::Ident | WordKind::Fraction | WordKind::Range | WordKind::Notation | WordKind::Quoted => None,
        }
    }

    /// The value of a range; otherwise `None`.
    pub fn as_range(&self) -> Option<Range> {
        match self.kind {
            WordKind::Range => Range::read(&self.text, self.span),
            WordKind::Number => self.as_int().map(|n| Range { low: Some(n), high: Some(n), span: self.span }),
            WordKind::Ident | WordKind::Fraction | WordKind::Notation | WordKind::Quoted => None,
        }
    }
}

impl WordKind {
    /// The form of an unquoted word.
    pub fn of(text: &str) -> Self {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        if !unsigned.is_empty() && unsigned.bytes().all(|digit| digit.is_ascii_digit()) {
            return Self::Number;
        }
        if text.starts_with(|first: char| first.is_alphabetic() || first == '_') {
            let inner = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '\'');
            return if text.chars().all(inner) { Self::Ident } else { Self::Notation };
        }
        if text.contains("..") && Range::read(text, Span::default()).is_some() {
            return Self::Range;
        }
        let is_fraction = !text.contains('/') && Fraction::read(text).is_some();
        if is_fraction { Self::Fraction } else { Self::Notation }
    }
}

/// A range of whole numbers, including both ends; a missing end is unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The lowest number.
    pub low: Option<i64>,
    /// The highest number.
    pub high: Option<i64>,
    /// The span.
    pub span: Span,
}

impl Range {
    /// Reads `1..4`, `50..`, `..-1`.
    pub fn read(text: &str, span: Span) -> Option<Self> {
        let (low, high) = text.split_once("..")?;
        let end = |text: &str| -> Option<Option<i64>> {
            let text = text.trim();
            if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
        };
        let (low, high) = (end(low)?, end(high)?);
        (low.is_some() || high.is_some()).then_some(Self { low, high, span })
    }
}

/// The dice of a `roll` or `chance`: `2d6 highest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    /// The number.
    pub count: u32,
    /// The number of faces.
    pub faces: u32,
    /// How they are combined.
    pub keep: Keep,
    /// The span.
    pub span: Span,
}

/// How several dice are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// Their sum.
    Sum,
    /// `highest`
    Highest,
    /// `lowest`
    Lowest,
}

/// A type: `int`, `0..3`, `class?`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeRef {
    /// The type without the question mark.
    pub kind: TypeKind,
    /// True if the value may be `none`.
    pub optional: bool,
    /// The span, including the question mark.
    pub span: Span,
}

/// A type without its question mark.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `int`, `piece`, the name of a list or a purse.
    Named(Name),
    /// `0..3`
    Range(Range),
}

/// A parameter of a definition: `unit`, `hits: int`, `to?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name; a noun unless a type follows.
    pub name: Name,
    /// True if it may be `none`: `to?`.
    pub optional: bool,
    /// The type, if it is written out.
    pub ty: Option<TypeRef>,
}

/// A scope, verb, offer or step, as named in clauses: `combat`, `drilling.reverse`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScopePath {
    /// The names between the dots; never empty.
    pub names: Vec<Name>,
    /// The span.
    pub span: Span,
}

impl ScopePath {
    /// The path as text, with its dots.
    pub fn text(&self) -> String {
        self.names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".")
    }
}
