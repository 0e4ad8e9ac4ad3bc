//! The errors of expressions and scripts: what is not allowed, where, and what would be right.

mod stop;

pub use stop::token_length;
pub(super) use stop::{closure_begun, describe};

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::reserved::is_reserved;

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One expression, without statements.
    Expression,
    /// Statements in braces.
    Script,
}

fn syntax(headline: impl Into<String>) -> Diagnostic {
    Diagnostic::error("syntax", headline)
}

pub(super) fn too_deep(at: Span) -> Diagnostic {
    Diagnostic::error("too-deep", "brackets are nested too deeply").at(at, "too deep from here")
}

pub(super) fn too_large(number: &str, at: Span) -> Diagnostic {
    Diagnostic::error("number-too-large", format!("`{number}` is not a valid number")).at(at, "at most 64 bits")
}

pub(super) fn too_many(what: &str, most: usize, at: Span) -> Diagnostic {
    syntax(format!("more than {most} {what}")).at(at, "too many").help("divide it into several")
}

pub(super) fn text_too_long(most: usize, at: Span) -> Diagnostic {
    syntax(format!("this text is too long: at most {most} bytes")).at(at, "too long")
}

pub(super) fn missing(at: Span, what: &str) -> Diagnostic {
    syntax(format!("expected {what}")).at(at, "something is missing")
}

pub(super) fn left_out(what: &str, help: &str, at: Span) -> Diagnostic {
    Diagnostic::error("script-form", format!("scripts have no {what}")).at(at, "").help(help)
}

pub(super) fn no_statements(word: &str, at: Span) -> Diagnostic {
    syntax(format!("an expression has no `{word}`"))
        .at(at, "not allowed here")
        .help("write statements in `do`, a `procedure` or a `fn`")
}

pub(super) fn missing_semicolon(behind: Span) -> Diagnostic {
    let gap = Span { end: behind.start, ..behind };
    syntax("a statement ends with `;`").at(gap, "no `;` here").help("write `;` before this")
}

pub(super) fn outside_loop(word: &str, at: Span) -> Diagnostic {
    syntax(format!("`{word}` is allowed only in a loop")).at(at, "no loop around it")
}

pub(super) fn twice(name: &Name, first: Span) -> Diagnostic {
    syntax(format!("`{}` is named twice", name.text)).at(name.span, "again").also(first, "first here")
}

pub(super) fn behind_otherwise(at: Span) -> Diagnostic {
    syntax("a case after `_` is never reached").at(at, "never reached").help("move `_ => …` to the end")
}

pub(super) fn number_behind_range(at: Span) -> Diagnostic {
    syntax("in a `switch`, numbers come before ranges")
        .at(at, "a number after a range")
        .help("move its case to the front")
}

pub(super) fn assigned_through_call(at: Span) -> Diagnostic {
    Diagnostic::error("assigned-through-call", "the result of a call cannot be changed")
        .at(at, "a result of its own")
        .help("bind it first: `let them = …; them.word = value;`")
}

pub(super) fn unassignable(at: Span) -> Diagnostic {
    syntax("this cannot be assigned to")
        .at(at, "not a variable")
        .help("assign to a variable, or to the state of something: `unit.hits = 0`")
}

pub(super) fn meant_equal(at: Span) -> Diagnostic {
    syntax("found `=`, expected `==`").at(at, "`=` assigns").help("write `==` to compare")
}

pub(super) fn bad_escape(at: Span) -> Diagnostic {
    syntax("unknown escape in a text")
        .at(at, "unknown escape")
        .help("write `\\\\` for a backslash, `\\\"` for a quote, `\\n` for a new line")
}

fn connective(word: &str, at: Span) -> Diagnostic {
    let sign = match word {
        "and" => "&&",
        "or" => "||",
        _ => "!",
    };
    Diagnostic::error("foreign-word", format!("`{word}` is not a word of this language"))
        .at(at, "another language's word")
        .help(format!("write `{sign}`"))
}

/// The error if a name cannot be used in scripts.
pub(super) fn usable(name: &Name) -> Option<Diagnostic> {
    let word = name.text.as_str();
    if word.trim_start_matches('_').starts_with(|first: char| first.is_ascii_alphabetic()) && !is_reserved(word) {
        return None;
    }
    if let Some((what, help)) = statement_left_out(word) {
        return Some(left_out(what, help, name.span));
    }
    let help = match word {
        "var" => "a new name begins with `let`",
        "null" | "nil" | "void" => "write `none`",
        "this" => "write the name of the parameter",
        "print" | "debug" => "write `say(\"…\")` for a line of the log",
        _ => "choose another name",
    };
    let headline = if is_reserved(word) {
        format!("scripts reserve the word `{word}`")
    } else {
        format!("`{word}` is not a name: a letter comes first")
    };
    Some(Diagnostic::error("reserved-name", headline).at(name.span, "not allowed here").help(help))
}

/// `units.in(area)`
pub(super) fn in_as_word(at: Span) -> Diagnostic {
    Diagnostic::error("reserved-name", "`in` is an operator: `a in set`")
        .at(at, "not a word after a dot")
        .help("write `.at(…)` for the pieces in a space, `.of(…)` for those of a side")
}

/// Statements of Rhai that scripts cannot use.
fn statement_left_out(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "do" => ("`do` loop", "write `loop { … if done { break; } }`"),
        "try" | "catch" => ("`try`", "check first; errors cannot be caught"),
        "throw" => ("`throw`", "write an `invariant` for what must never happen"),
        "fn" | "private" => ("`fn`", "write it as an item of its own, outside the script"),
        "import" | "export" => ("modules", "remove it: every name of the game is known everywhere"),
        _ => return None,
    })
}

/// True for words that begin statements, which expressions do not have.
pub(super) fn begins_statement(word: &str) -> bool {
    let words = ["let", "const", "for", "while", "loop", "do", "return", "break", "continue", "throw", "try", "fn"];
    words.contains(&word)
}

/// Words that begin statements in other languages.
fn statement_elsewhere(word: &str) -> Option<&'static str> {
    Some(match word {
        "elif" | "elseif" | "elsif" => "write `else if`",
        "foreach" => "write `for NAME in SET { … }`",
        "var" | "int" | "auto" | "local" => "a new name begins with `let`",
        "unless" => "write `if !(…) { … }`",
        _ => return None,
    })
}
