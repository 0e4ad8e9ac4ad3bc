//! The smallest parts of the tree: names, words, texts, citations, expressions, types, parameters, ranges, dice.

use crate::source::Span;

/// A name as it is written, without the quotes that a name with blanks stands in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// A section of the rulebook: `@9.1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cite {
    /// The section without the `@`.
    pub section: String,
    /// Where it stands, with the `@`.
    pub span: Span,
}

/// A string: a title, a reason, a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// What stands between the quotes, escapes and braces as they were written.
    pub raw: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// One stretch of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPart {
    /// Letters, escapes undone.
    Letters(String),
    /// What stands between braces: an expression, except in templates that have their own rules (notations).
    Braces(ExprText),
}

impl Text {
    /// The stretches of the text: letters and what stands in braces.
    pub fn parts(&self) -> Vec<TextPart> {
        let mut parts = Vec::new();
        let mut letters = String::new();
        let mut signs = self.raw.char_indices().peekable();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '\\' => letters.extend(signs.next().map(|(_, escaped)| unescape(escaped))),
                '{' | '}' if signs.peek().is_some_and(|&(_, next)| next == sign) => {
                    letters.push(sign);
                    signs.next();
                }
                '{' => {
                    let inside = self.raw.get(at + 1..).unwrap_or_default();
                    let len = braced_length(inside);
                    if !letters.is_empty() {
                        parts.push(TextPart::Letters(std::mem::take(&mut letters)));
                    }
                    // One quote and one brace stand before the expression.
                    let span = self.span.part(at + 2, len);
                    let text = inside.get(..len).unwrap_or_default().to_owned();
                    parts.push(TextPart::Braces(ExprText { text, span }));
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

    /// The text with its escapes undone; what stands in braces is shown with its braces.
    pub fn plain(&self) -> String {
        self.parts()
            .into_iter()
            .map(|part| match part {
                TextPart::Letters(letters) => letters,
                TextPart::Braces(expr) => format!("{{{}}}", expr.text),
            })
            .collect()
    }
}

fn unescape(sign: char) -> char {
    match sign {
        'n' => '\n',
        't' => '\t',
        other => other,
    }
}

/// How many bytes stand before the brace that closes the one just opened.
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

/// A Rhai expression as text, cut out where the language ends it. A leading `+` is left out.
///
/// Invariant: `text` is exactly what stands at `span`, so Rhai's positions can be made those of the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExprText {
    /// The expression.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

impl ExprText {
    /// The number, if the expression is nothing but one: `3`, `-2`, `½`, `1½`, `0.5`, `-½`.
    pub fn as_fraction(&self) -> Option<Fraction> {
        Fraction::read(&self.text)
    }

    /// The name, if the expression is nothing but one.
    pub fn as_name(&self) -> Option<Name> {
        let mut letters = self.text.chars();
        let begins = letters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
        let is_name = begins && letters.all(|letter| letter.is_alphanumeric() || letter == '_');
        is_name.then(|| Name { text: self.text.clone(), span: self.span })
    }
}

/// A number with a grain: numerator and denominator, the latter never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    /// Above the line.
    pub numerator: i64,
    /// Below the line; at least 1.
    pub denominator: i64,
}

impl Fraction {
    /// Reads `12`, `-3`, `+2`, `½`, `1½`, `0.5`, `1/2`; anything else (or a number beyond 64 bits) is nothing.
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

/// Rhai statements in their braces.
///
/// Invariant: `text` is exactly what stands at `span`, braces included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScriptText {
    /// The script with its braces.
    pub text: String,
    /// Where it stands, braces included.
    pub span: Span,
}

/// A word of data (facts, positions, table cells), whose meaning its type decides later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// The word as it is written; of a string, what stands between the quotes.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// What it looks like.
    pub kind: WordKind,
}

/// What a word looks like.
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
    /// `3-3*`, `2/1-2`, `1415-10-25`, `-`: anything else
    Notation,
    /// `"Le Gâvre"`
    Quoted,
}

impl Word {
    /// The parts between slashes with their places: `riders/militia/guns`.
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

    /// The word as a name, whatever it looks like.
    pub fn to_name(&self) -> Name {
        Name { text: self.text.clone(), span: self.span }
    }

    /// The whole number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self.kind {
            WordKind::Number => self.text.strip_prefix('+').unwrap_or(&self.text).parse().ok(),
            WordKind::Ident | WordKind::Fraction | WordKind::Range | WordKind::Notation | WordKind::Quoted => None,
        }
    }

    /// The range, if it is one.
    pub fn as_range(&self) -> Option<Range> {
        match self.kind {
            WordKind::Range => Range::read(&self.text, self.span),
            WordKind::Number => self.as_int().map(|n| Range { low: Some(n), high: Some(n), span: self.span }),
            WordKind::Ident | WordKind::Fraction | WordKind::Notation | WordKind::Quoted => None,
        }
    }
}

impl WordKind {
    /// What an unquoted word looks like.
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

/// A range of whole numbers, both ends included; a missing end is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The lowest number.
    pub low: Option<i64>,
    /// The highest number.
    pub high: Option<i64>,
    /// Where it stands.
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

/// Dice as a `roll` or a `chance` says them: `2d6 highest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    /// How many.
    pub count: u32,
    /// The number of faces.
    pub faces: u32,
    /// What is read from them.
    pub keep: Keep,
    /// Where they stand.
    pub span: Span,
}

/// What is read from several dice.
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
    /// What stands before the question mark.
    pub kind: TypeKind,
    /// Whether it may be absent.
    pub optional: bool,
    /// Where it stands, question mark included.
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
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name, a noun unless a type follows.
    pub name: Name,
    /// Whether it may be absent: `to?`.
    pub optional: bool,
    /// The type, if it is written out.
    pub ty: Option<TypeRef>,
}

/// A scope, verb, offer or step as clauses name it: `combat`, `drilling.reverse`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScopePath {
    /// The names between the dots; never empty.
    pub names: Vec<Name>,
    /// Where it stands.
    pub span: Span,
}

impl ScopePath {
    /// The path as one text, dots included.
    pub fn text(&self) -> String {
        self.names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".")
    }
}
