//! From left to right: Rhai finds the arguments of a method before what stands before its dot, and a bare name that
//! comes first after all other arguments. Where an argument does more than compute, its script is written so that it
//! cannot: `a.f(b())` as `__method_f(0, a, b())`.

use crate::model::api::Form;
use crate::model::game::Script;
use crate::model::node::{Expr, Node};
use crate::source::Span;

/// What stands before the name of a method that is called with its receiver as an argument.
pub(super) const METHOD: &str = "__method_";
/// What stands before the name of a function whose first argument is none of its own.
pub(super) const FUNCTION: &str = "__function_";
/// The name of `in`.
pub(super) const IN: &str = "__in";

/// What a replacement calls that which it replaces.
const USUAL: &str = "usual";

/// A change of a text: so much is left out at this place, and something else put there.
struct Edit {
    at: usize,
    drops: usize,
    puts: String,
}

/// A script's text as Rhai is given it.
pub(super) struct Ordered {
    /// The text.
    pub(super) text: String,
    /// From which byte of the script each sign of the text comes.
    pub(super) origins: Vec<usize>,
}

/// The text of a script in which everything is found from left to right.
pub(super) fn ordered(script: &Script) -> Ordered {
    let mut edits = Vec::new();
    look(script, &script.body, &mut edits);
    // Of several at one place what stands further out comes first, as it was found.
    edits.sort_by_key(|edit| edit.at);
    let (mut text, mut origins, mut next) = (String::with_capacity(script.text.len()), Vec::new(), 0);
    let copy = |text: &mut String, origins: &mut Vec<usize>, from: usize, to: usize| {
        for (offset, sign) in script.text.get(from..to).unwrap_or_default().char_indices() {
            text.push(sign);
            origins.push(from + offset);
        }
    };
    for edit in edits.iter().filter(|edit| edit.at <= script.text.len()) {
        copy(&mut text, &mut origins, next, edit.at);
        text.push_str(&edit.puts);
        origins.extend(edit.puts.chars().map(|_| edit.at));
        next = next.max(edit.at) + edit.drops;
    }
    copy(&mut text, &mut origins, next, script.text.len());
    Ordered { text, origins }
}

fn look(script: &Script, node: &Node, edits: &mut Vec<Edit>) {
    if node.plain {
        return;
    }
    match &node.expr {
        Expr::Api { api, args } if api.entry().form == Form::Method => {
            if let [of, rest @ ..] = args.as_slice()
                && let Some(first) = rest.first()
                && touch(of, rest)
            {
                method(script, api.entry().name, of, first, edits);
            }
        }
        Expr::Select { of, value, .. } | Expr::Arc { of, facing: value, .. }
            if touch(of, std::slice::from_ref(value)) =>
        {
            let between = gap(script, around(script, of).1, around(script, value).0);
            let name = between.trim().trim_start_matches('.').trim_end_matches('(').trim().to_owned();
            method(script, &name, of, value, edits);
        }
        Expr::In { item, set, negated: false } if changes(item) || changes(set) => {
            let ((start, from), (to, end)) = (around(script, item), around(script, set));
            if gap(script, from, to).trim() == "in" {
                edits.push(Edit { at: start, drops: 0, puts: format!("{IN}(0, ") });
                edits.push(Edit { at: from, drops: to - from, puts: ", ".to_owned() });
                edits.push(Edit { at: end, drops: 0, puts: ")".to_owned() });
            }
        }
        Expr::Api { args, .. }
        | Expr::Word { args, .. }
        | Expr::Quantity { args, .. }
        | Expr::May { args, .. }
        | Expr::Table { args, .. }
        | Expr::Linked { args, .. }
        | Expr::Call { args, .. }
        | Expr::Walk { args, .. }
        | Expr::Happen { args, .. } => {
            if let [first, rest @ ..] = args.as_slice()
                && moves(first)
                && rest.iter().any(changes)
            {
                function(script, node, first, edits);
            }
        }
        _ => {}
    }
    // What a replacement calls `usual` has a name of its own.
    if let Expr::Happen { scope, .. } = &node.expr {
        let start = offset(script, node.span).0;
        if script.text.get(start..).is_some_and(|text| text.starts_with(USUAL)) {
            edits.push(Edit { at: start, drops: USUAL.len(), puts: format!("{USUAL}__{}", scope.0) });
        }
    }
    match &node.expr {
        // What stands behind a question mark is found only where there is something: it cannot be written otherwise.
        Expr::Safe { of, .. } => look(script, of, edits),
        _ => node.children(&mut |child| look(script, child, edits)),
    }
}

/// Whether a value can be another one after something has changed.
fn moves(node: &Node) -> bool {
    !matches!(node.expr, Expr::Const(_) | Expr::Local(_))
}

/// Whether it matters which is found first: what stands before a dot, or the arguments behind it.
fn touch(of: &Node, args: &[Node]) -> bool {
    moves(of) && args.iter().any(changes) || changes(of) && args.iter().any(moves)
}

/// Whether an argument does more than compute.
fn changes(node: &Node) -> bool {
    !node.plain && !matches!(node.expr, Expr::Closure { .. })
}

fn method(script: &Script, name: &str, of: &Node, first: &Node, edits: &mut Vec<Edit>) {
    let ((start, from), (to, _)) = (around(script, of), around(script, first));
    let between: String = gap(script, from, to).chars().filter(|sign| !sign.is_whitespace()).collect();
    if between == format!(".{name}(") {
        edits.push(Edit { at: start, drops: 0, puts: format!("{METHOD}{name}(0, ") });
        // Lines stay lines.
        let lines = gap(script, from, to).chars().filter(|sign| *sign == '\n').collect::<String>();
        edits.push(Edit { at: from, drops: to - from, puts: format!(", {lines}") });
    }
}

fn function(script: &Script, call: &Node, first: &Node, edits: &mut Vec<Edit>) {
    let (start, inside) = (offset(script, call.span).0, offset(script, first.span).0);
    let head = gap(script, start, inside).trim_end();
    let is_name = |name: &str| name.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    if head.strip_suffix('(').is_some_and(|name| is_name(name.trim_end())) {
        edits.push(Edit { at: start, drops: 0, puts: FUNCTION.to_owned() });
        edits.push(Edit { at: start + head.len(), drops: 0, puts: "0, ".to_owned() });
    }
}

/// Where a span begins and ends in the script's text.
fn offset(script: &Script, span: Span) -> (usize, usize) {
    let begin = script.span.range().start;
    (span.range().start.saturating_sub(begin), span.range().end.saturating_sub(begin))
}

fn gap(script: &Script, from: usize, to: usize) -> &str {
    script.text.get(from..to).unwrap_or_default()
}

/// The same with the brackets that stand around it. A span of an operator begins and ends at its operands, within the
/// brackets of these.
fn around(script: &Script, node: &Node) -> (usize, usize) {
    let (mut start, mut end) = offset(script, node.span);
    let (opened, closed) = unmatched(gap(script, start, end));
    for _ in 0..closed {
        start = script.text.get(..start).and_then(|before| before.rfind('(')).unwrap_or(start);
    }
    for _ in 0..opened {
        end = script.text.get(end..).and_then(|behind| behind.find(')')).map_or(end, |at| end + at + 1);
    }
    loop {
        let (before, behind) = (script.text.get(..start), script.text.get(end..));
        let (Some(before), Some(behind)) = (before, behind) else { return (start, end) };
        let opens = before.trim_end();
        let head = opens.strip_suffix('(').unwrap_or_default().trim_end();
        let word = head.rsplit(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or_default();
        let is_call = !word.is_empty() && !["if", "in", "while", "switch", "return", "else"].contains(&word);
        if !opens.ends_with('(') || is_call || !behind.trim_start().starts_with(')') {
            return (start, end);
        }
        start = opens.len() - 1;
        end += behind.len() - behind.trim_start().len() + 1;
    }
}

/// How many brackets are opened and not closed in a text, and closed without being opened.
fn unmatched(text: &str) -> (usize, usize) {
    let (mut opened, mut closed, mut quote) = (0usize, 0, None);
    for sign in text.chars() {
        match (quote, sign) {
            (Some(end), _) => quote = quote.filter(|_| sign != end),
            (None, '"' | '`') => quote = Some(sign),
            (None, '(') => opened += 1,
            (None, ')') if opened > 0 => opened -= 1,
            (None, ')') => closed += 1,
            (None, _) => {}
        }
    }
    (opened, closed)
}
