//! Expressions and scripts: how operators bind, the spans of parts, and what is said of errors.

use crate::source::{SourceId, Span};
use crate::syntax::ast::expr::{Expr, ExprKind, LinkKind};
use crate::syntax::{parse_expression, parse_script};

/// Where the texts begin in their file.
const BASE: usize = 100;

fn span(text: &str) -> Span {
    Span::new(SourceId(0), BASE..BASE + text.len())
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.range().start - BASE..span.range().end - BASE).expect("a span lies in its text")
}

#[track_caller]
fn read(text: &str) -> Expr {
    parse_expression(text, span(text)).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// An expression with brackets around every operation.
fn bound(text: &str, expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Infix(infix) => {
            format!("({} {} {})", bound(text, &infix.left), infix.operator.as_str(), bound(text, &infix.right))
        }
        ExprKind::Prefix(_, of) => format!("({}{})", &slice(text, expr.span)[..1], bound(text, of)),
        _ => slice(text, expr.span).to_owned(),
    }
}

#[test]
fn operators_bind_as_in_rhai() {
    for (text, expected) in [
        ("a + b * c", "(a + (b * c))"),
        ("a - b - c", "((a - b) - c)"),
        ("a ** b ** c", "(a ** (b ** c))"),
        ("a || b && c == d", "(a || (b && (c == d)))"),
        ("a in b == c", "((a in b) == c)"),
        ("a ?? b < c", "((a ?? b) < c)"),
        ("1..n + 1", "(1 .. (n + 1))"),
        ("!a.b && -c.d > e", "((!a.b) && ((-c.d) > e))"),
        ("a !in b | c", "((a !in b) | c)"),
        ("(a + b) * c", "((a + b) * c)"),
    ] {
        assert_eq!(bound(text, &read(text)), expected, "{text}");
    }
}

#[test]
fn every_part_has_its_span() {
    let text = "mine . at(x [ 1 ])?.only.hits /* é */ + 1";
    let ExprKind::Infix(infix) = read(text).kind else { panic!("no sum") };
    assert_eq!(slice(text, infix.at), "+");
    assert_eq!(slice(text, infix.left.span), "mine . at(x [ 1 ])?.only.hits");
    let ExprKind::Path(path) = infix.left.kind else { panic!("no path") };
    let words: Vec<(&str, bool)> = path
        .links
        .iter()
        .map(|link| match &link.kind {
            LinkKind::Word(name) => (slice(text, name.span), link.safe),
            LinkKind::Call(call) => (slice(text, call.span), link.safe),
            LinkKind::Index(index) => (slice(text, index.span), link.safe),
        })
        .collect();
    assert_eq!(words, [("at(x [ 1 ])", false), ("only", true), ("hits", false)]);
}

#[test]
fn literals_have_their_values() {
    let kind = |text: &str| read(text).kind;
    assert_eq!(kind("1_000"), ExprKind::Number(1_000));
    assert_eq!(kind("0xFF"), ExprKind::Number(255));
    assert_eq!(kind("-9223372036854775808"), ExprKind::Number(i64::MIN));
    assert_eq!(kind("1½"), ExprKind::Amount("1½".to_owned()));
    assert_eq!(kind("-½"), ExprKind::Amount("-½".to_owned()));
    assert_eq!(kind(r#""a\n\x41\u00e9""b""#), ExprKind::Text("a\nAé\"b".to_owned()));
    assert_eq!(kind("'\\''"), ExprKind::Text("'".to_owned()));
    assert_eq!(kind("()"), ExprKind::Nothing);
}

/// The error of a script: what it underlines, and what it says with its help.
#[track_caller]
fn error(text: &str) -> (String, String) {
    let error = parse_script(text, span(text)).expect_err(text);
    let at = error.span().expect("an error has a place");
    (slice(text, at).to_owned(), format!("{}; {}", error.headline, error.help.unwrap_or_default()))
}

#[test]
fn errors_name_what_is_expected_and_found() {
    for (text, at, said) in [
        ("{ let x = 1\n y = 2; }", "", "a statement ends with `;`; write `;` before `y`"),
        ("{ let x = ; }", ";", "expected an expression, found `;`; "),
        ("{ let x == 3; }", "==", "found `==`, expected `=`; write `=`"),
        ("{ if a = b { } }", "=", "found `=`, expected `==`; write `==` to compare"),
        ("{ if a and b { } }", "and", "`and` is not a word of this language; write `&&`"),
        ("{ if not a { } }", "not", "`not` is not a word of this language; write `!`"),
        ("{ if a { } elif b { } }", "elif", "scripts have no `elif`; write `else if`"),
        ("{ foreach x in y { } }", "foreach", "scripts have no `foreach`; write `for NAME in SET { … }`"),
        ("{ n++; }", "++", "scripts have no operator `++`; write `+= 1`"),
        ("{ f(a b); }", "", "expected `,` between two arguments; write `,` before `b`, or close the bracket with `)`"),
        ("{ a.; }", ";", "expected a word after the dot, found `;`; "),
        ("{ do { } while a; }", "do", "scripts have no `do` loop; write `loop { … if done { break; } }`"),
        ("{ try { } }", "try", "scripts have no `try`; check first; errors cannot be caught"),
        ("{ let var = 1; }", "var", "scripts reserve the word `var`; a new name begins with `let`"),
        ("{ break; }", "break", "`break` is allowed only in a loop; "),
        ("{ for (a, n) in b { } }", "n", "scripts have no counter in a `for`; count in a variable of your own"),
        (
            "{ f(x).y = 1; }",
            "f(x)",
            "the result of a call cannot be changed; bind it first: `let them = …; them.word = value;`",
        ),
        (
            "{ let f = |x| x; }",
            "|",
            "a closure is allowed only as an argument; write it where it is used: `.where(|it| …)`",
        ),
        (
            "{ switch a { Foot => 1 } }",
            "Foot",
            "a `switch` compares with numbers and texts only; use `if … else if …` to compare with things of the game",
        ),
    ] {
        assert_eq!(error(text), (at.to_owned(), said.to_owned()), "{text}");
    }
}

#[test]
fn nothing_is_nested_without_end() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("f(", "1", ")"),
        ("if a { 1 } else ", "if a { 1 }", ""),
        ("{ ", "", " }"),
        ("- ", "1", ""),
        ("!", "a", ""),
        ("1 + ", "1", ""),
        ("a.", "a", ""),
        ("`${", "1", "}`"),
        ("f(|a| ", "1", ")"),
    ] {
        for times in [70, 20_000] {
            let text = format!("{{ {}{middle}{} }}", open.repeat(times), close.repeat(times));
            let error = parse_script(&text, span(&text)).expect_err("too deep");
            assert_eq!(error.code, "too-deep", "{open} {times}: {error:?}");
        }
        let text = format!("{{ {}{middle}{} }}", open.repeat(9), close.repeat(9));
        assert!(parse_script(&text, span(&text)).is_ok(), "{text}");
    }
}
