//! Compares the grammar with Rhai: Rhai accepts everything the parser accepts, with the same meaning.

use std::fmt::Write as _;

use proptest::prelude::*;
use rhai::packages::{Package, StandardPackage};
use rhai::{Dynamic, Engine, ParseErrorType};

use super::super::restrict::restrict;
use crate::source::{SourceId, Span};
use crate::syntax::ast::expr::{Expr, ExprKind, LabelKind, LinkKind, Prefix};
use crate::syntax::ast::statement::{Block, StatementKind};
use crate::syntax::{parse_expression, parse_script};

fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    restrict(&mut engine);
    StandardPackage::new().register_into_engine(&mut engine);
    engine.set_max_operations(100_000);
    engine
}

fn whole(text: &str) -> Span {
    Span::new(SourceId(0), 0..text.len())
}

/// An expression with every operand in brackets.
fn written(expr: &Expr) -> String {
    let list = |parts: &[Expr]| parts.iter().map(written).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Number(number) if *number < 0 => format!("({number})"),
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Amount(amount) => amount.clone(),
        ExprKind::Flag(flag) => flag.to_string(),
        ExprKind::Text(text) => format!("{text:?}"),
        ExprKind::Woven(parts) => {
            parts.iter().fold("(\"\"".to_owned(), |mut text, part| {
                let _ = write!(text, " + ({})", written(part));
                text
            }) + ")"
        }
        ExprKind::Nothing => "()".to_owned(),
        ExprKind::List(items) => format!("[{}]", list(items)),
        ExprKind::Map(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(name, value)| format!("{:?}: {}", name.text, written(value))).collect();
            format!("#{{{}}}", entries.join(", "))
        }
        ExprKind::Name(name) => name.clone(),
        ExprKind::Call(call) => format!("{}({})", call.name.text, list(&call.args)),
        ExprKind::Path(path) => path.links.iter().fold(format!("({})", written(&path.root)), |text, link| {
            let safe = if link.safe { "?" } else { "" };
            match &link.kind {
                LinkKind::Word(name) => format!("({text}{safe}.{})", name.text),
                LinkKind::Call(call) => format!("({text}{safe}.{}({}))", call.name.text, list(&call.args)),
                LinkKind::Index(index) => format!("({text}{safe}[{}])", written(index)),
            }
        }),
        ExprKind::Prefix(prefix, of) => {
            let sign = match prefix {
                Prefix::Not => "!",
                Prefix::Minus => "-",
                Prefix::Plus => "+",
            };
            format!("({sign} ({}))", written(of))
        }
        ExprKind::Infix(infix) => {
            format!("(({}) {} ({}))", written(&infix.left), infix.operator.as_str(), written(&infix.right))
        }
        ExprKind::Closure(closure) => {
            let params: Vec<&str> = closure.params.iter().map(|name| name.text.as_str()).collect();
            format!("|{}| {}", params.join(", "), written(&closure.body))
        }
        ExprKind::If(branch) => {
            let then = format!("if {} {}", written(&branch.condition), block(&branch.then));
            match &branch.otherwise {
                Some(Expr { kind: ExprKind::Block(other), .. }) => format!("({then} else {})", block(other)),
                Some(other) => format!("({then} else {{ {} }})", written(other)),
                None => format!("({then})"),
            }
        }
        ExprKind::Switch(switch) => {
            let mut text = format!("(switch {} {{ ", written(&switch.on));
            for arm in &switch.arms {
                let labels: Vec<String> = arm
                    .labels
                    .iter()
                    .map(|label| match &label.kind {
                        LabelKind::Number(number) => number.to_string(),
                        LabelKind::Flag(flag) => flag.to_string(),
                        LabelKind::Text(text) => format!("{text:?}"),
                        LabelKind::Range(from, to, true) => format!("{from}..={to}"),
                        LabelKind::Range(from, to, false) => format!("{from}..{to}"),
                    })
                    .collect();
                let _ = write!(text, "{} => {}, ", labels.join(" | "), written(&arm.body));
            }
            if let Some(otherwise) = &switch.otherwise {
                let _ = write!(text, "_ => {}", written(otherwise));
            }
            text + " })"
        }
        ExprKind::Block(inner) => block(inner),
    }
}

fn block(block: &Block) -> String {
    let statements: Vec<String> = block
        .statements
        .iter()
        .map(|statement| match &statement.kind {
            StatementKind::Value(value) => written(value),
            other => panic!("no expression holds {other:?}"),
        })
        .collect();
    format!("{{ {} }}", statements.join("; "))
}

/// True for errors that Rhai's parser reports but our checker handles: it knows the types and which names are constant.
fn is_for_the_checker(error: &ParseErrorType) -> bool {
    use ParseErrorType as Error;
    matches!(error, Error::MismatchedType(..) | Error::AssignmentToConstant(_) | Error::MalformedIndexExpr(_))
}

/// A script that returns the value of an expression. Rhai parses its blocks as in a game.
fn as_script(text: &str) -> String {
    format!("let value = {text}; value")
}

/// True if Rhai accepts a text, false if the checker would refuse it.
#[track_caller]
fn accepted_by_rhai(engine: &Engine, text: &str, is_script: bool) -> bool {
    let read = if is_script { engine.compile(text) } else { engine.compile(as_script(text)) };
    let Err(error) = read else { return true };
    assert!(is_for_the_checker(error.err_type()), "the grammar accepts what Rhai does not: {text}\n{error}");
    false
}

/// A value as the content of a block. If it begins with `if` or `switch`, it would otherwise end as a statement there.
fn in_block(value: &str) -> String {
    if value.starts_with("if ") || value.starts_with("switch ") { format!("({value})") } else { value.to_owned() }
}

/// An expression of numbers, flags and texts, as an author might write it.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0..12_i64).prop_map(|number| number.to_string()),
        Just("0x1F".to_owned()),
        Just("1_0".to_owned()),
        Just("-3".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        Just("\"a\\n\"".to_owned()),
        Just("\"x\"\"y\"".to_owned()),
        Just("()".to_owned()),
        Just("[1, 2, 3]".to_owned()),
        Just("`a ${1 + 2} b`".to_owned()),
    ];
    let signs = prop::sample::select(vec![
        "||", "&&", "??", "==", "!=", "<", "<=", ">", ">=", "in", "!in", "..", "..=", "+", "-", "*", "/", "%", "|",
        "&", "^", "**", "<<", ">>",
    ]);
    leaf.prop_recursive(5, 40, 4, move |inner| {
        let two = (inner.clone(), signs.clone(), inner.clone());
        prop_oneof![
            6 => two.prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
            2 => inner.clone().prop_map(|a| format!("({a})")),
            1 => inner.clone().prop_map(|a| format!("!{a}")),
            1 => inner.clone().prop_map(|a| format!("- {a}")),
            1 => (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("if {a} {{ {} }} else {{ {} }}", in_block(&b), in_block(&c))),
            1 => (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("switch {a} {{ 1 | 3 => ({b}), 5..9 => 7, _ => ({c}) }}")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}, {b}]")),
            1 => (inner.clone(), 0..3_u8).prop_map(|(a, at)| format!("{a}[{at}]")),
            1 => inner.clone().prop_map(|a| format!("{a}.len()")),
            1 => inner.prop_map(|a| format!("[1, 4].filter(|x| x == {a})")),
        ]
    })
}

/// Script tokens, valid and invalid.
const TOKENS: [&str; 74] = [
    "a",
    "b.c",
    "f(a)",
    "a.g(b)",
    "1",
    "-2",
    "0x1F",
    "\"t\"",
    "'c'",
    "true",
    "()",
    "[a, 1]",
    "#{k: 1}",
    "`n ${a} m`",
    "+",
    "-",
    "*",
    "/",
    "%",
    "**",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "&&",
    "||",
    "??",
    "?.",
    "?[",
    "in",
    "!in",
    "..",
    "..=",
    "|",
    "&",
    "^",
    "<<",
    "=",
    "+=",
    "|=",
    "!",
    ".",
    ",",
    ";",
    ":",
    "=>",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "#{",
    "|x|",
    "||",
    "let x =",
    "const y =",
    "if",
    "else",
    "switch",
    "_",
    "for z in",
    "while",
    "loop",
    "return",
    "break",
    "continue",
    "do",
    "try",
    "fn",
    "@",
    "`",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec((prop::sample::select(&TOKENS[..]), prop::bool::ANY), 0..14).prop_map(|tokens| {
        tokens.into_iter().fold(String::new(), |text, (token, blank)| text + token + if blank { " " } else { "" })
    })
}

/// Statements as an author might write them.
fn statement() -> impl Strategy<Value = String> {
    let leaf = expression().prop_flat_map(|value| {
        prop::sample::select(vec![
            format!("let a = {value};"),
            format!("const b = {value};"),
            format!("a += {value};"),
            format!("a.b = {value};"),
            format!("a[{value}] = 1;"),
            format!("return {value};"),
            format!("f({value});"),
            format!("a.g(|x| {value});"),
            format!("if {value} {{ return; }}"),
            ";".to_owned(),
            "return;".to_owned(),
        ])
    });
    leaf.prop_recursive(3, 12, 3, |inner| {
        let body = prop::collection::vec(inner, 0..3).prop_map(|lines| lines.join(" "));
        prop_oneof![
            body.clone().prop_map(|body| format!("for x in a {{ {body} break; }}")),
            body.clone().prop_map(|body| format!("while a {{ {body} continue; }}")),
            body.clone().prop_map(|body| format!("loop {{ {body} }}")),
            (body.clone(), body.clone()).prop_map(|(a, b)| format!("if c {{ {a} }} else if d {{ {b} }} else {{ 1 }}")),
            body.clone().prop_map(|body| format!("switch a {{ 1 => {{ {body} }} \"b\" | true => f(), _ => {{ }} }}")),
            body.prop_map(|body| format!("let n = {{ {body} 3 }};")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn an_expression_means_the_same_to_the_grammar_and_to_rhai(text in expression()) {
        // After `switch`, Rhai applies the sign of `-3[0]` after the index. Indexing a negative number is pointless
        // anyway.
        prop_assume!(!text.contains("-3["));
        let engine = engine();
        let tree = parse_expression(&text, whole(&text));
        if let Ok(tree) = tree {
            let bracketed = written(&tree);
            let value = |text: &str| engine.eval::<Dynamic>(&as_script(text)).map(|value| format!("{value:?}")).ok();
            if accepted_by_rhai(&engine, &text, false) {
                prop_assert_eq!(value(&text), value(&bracketed), "{}\n{}", text, bracketed);
            }
        } else if let Ok(read) = engine.compile(as_script(&text)) {
            // Generated expressions are valid, except for features the grammar omits deliberately.
            prop_assert!(false, "the grammar refuses {}: {:?} {:?}", text, tree.err(), read.source());
        }
    }

    #[test]
    fn a_script_that_the_grammar_accepts_is_accepted_by_rhai(lines in prop::collection::vec(statement(), 0..4)) {
        let text = format!("{{ {} }}", lines.join("\n"));
        if parse_script(&text, whole(&text)).is_ok() {
            accepted_by_rhai(&engine(), &text, true);
        }
    }

    #[test]
    fn no_soup_of_tokens_breaks_the_parser(text in soup()) {
        let engine = engine();
        if parse_expression(&text, whole(&text)).is_ok() {
            accepted_by_rhai(&engine, &text, false);
        }
        let script = format!("{{ {text} }}");
        if parse_script(&script, whole(&script)).is_ok() {
            accepted_by_rhai(&engine, &script, true);
        }
    }

    #[test]
    fn every_error_lies_in_its_text(text in soup()) {
        for error in [parse_expression(&text, whole(&text)).err(), parse_script(&text, whole(&text)).err()].into_iter().flatten() {
            let span = error.span().unwrap_or_default();
            prop_assert!(text.get(span.range()).is_some(), "{}: {:?}", text, error);
        }
    }
}
