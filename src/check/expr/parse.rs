//! Reading by Rhai: one expression or script at a time, and what is said if it cannot be read.

use rhai::{AST, Engine, LexError, OptimizationLevel, ParseError, ParseErrorType};

use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::place::Places;

/// The depth to which expressions may be nested, in scripts and inside functions.
const DEPTH: (usize, usize) = (64, 32);

/// Settles what is written alike for the checker and for play: syntax, and the limits of a text's size.
///
/// Rhai's own defaults depend on the build profile, so every one of them is set.
pub fn restrict(engine: &mut Engine) {
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_max_expr_depths(DEPTH.0, DEPTH.1);
    engine.set_max_string_size(4_096);
    engine.set_max_array_size(1_024);
    engine.set_max_map_size(256);
    engine.set_max_variables(1_024);
    engine.set_max_functions(1_024);
    engine.set_max_modules(0);
    engine.set_strict_variables(false);
    engine.set_allow_anonymous_fn(true);
    for symbol in ["eval", "import", "export", "print", "debug"] {
        engine.disable_symbol(symbol);
    }
}

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One pure expression.
    Expression,
    /// Statements in braces.
    Script,
}

/// Reads a text, or says what is wrong with it.
pub(super) fn read(text: &str, form: Form, places: &Places) -> Result<AST, Diagnostic> {
    let mut engine = Engine::new_raw();
    restrict(&mut engine);
    let read = match form {
        Form::Expression => engine.compile_expression(text),
        Form::Script => engine.compile(text),
    };
    read.map_err(|error| explain(&error, form, places))
}

/// What the author is told about a text that Rhai cannot read.
pub fn explain_parse_error(error: &ParseError, at: Span) -> Diagnostic {
    wording(error.err_type(), Form::Script).at(at, "")
}

fn explain(error: &ParseError, form: Form, places: &Places) -> Diagnostic {
    let mut at = places.token(error.position());
    if at.is_empty() {
        // The text ends too early: point at its last sign, so that something is underlined.
        at = Span { start: at.start.saturating_sub(1).max(places.whole().start), ..at };
    }
    let found = places.text(at);
    if let Some(diagnostic) = habit(error, at, places) {
        return diagnostic;
    }
    let diagnostic = match error.err_type() {
        ParseErrorType::AssignmentToInvalidLHS(_) => {
            let diagnostic = assigned_to_what_has_no_name(places.rest(error.position()));
            return diagnostic.at(places.call(error.position()), "a result of its own");
        }
        other => wording(other, form),
    };
    let label = if found.is_empty() { String::new() } else { format!("found `{found}`") };
    diagnostic.at(at, label)
}

/// Slips that Rhai only notices later, or names in its own words.
fn habit(error: &ParseError, at: Span, places: &Places) -> Option<Diagnostic> {
    let found = places.text(at);
    let syntax = |headline: &str| Diagnostic::error("syntax", headline.to_owned());
    let (before, word) = (places.before(at), places.word_before(at));
    let behind = places.text(word);
    match error.err_type() {
        ParseErrorType::MissingToken(token, _) if token == ";" => {
            let meant = match behind {
                "elif" | "elseif" | "elsif" => Some("write `else if`"),
                "foreach" => Some("write `for NAME in SET { … }`"),
                "var" | "int" | "auto" | "local" => Some("a new name begins with `let`"),
                _ => None,
            };
            if let Some(meant) = meant {
                return Some(
                    syntax(&format!("scripts have no `{behind}`")).at(word, "another language's word").help(meant),
                );
            }
            if found == "and" || found == "or" {
                return Some(connective(found, at));
            }
            Some(
                syntax("a statement ends with `;`")
                    .at(Span { start: before.end, end: before.end, ..at }, "no `;` here")
                    .help(format!("write `;` before `{found}`")),
            )
        }
        ParseErrorType::MissingToken(..) if found == "and" || found == "or" => Some(connective(found, at)),
        ParseErrorType::MissingToken(token, _) if token == "," || token == ")" => (!found.is_empty()).then(|| {
            syntax("expected `,` between two arguments")
                .at(Span { start: before.end, end: before.end, ..at }, "no comma and no bracket here")
                .help(format!("write `,` before `{found}`, or close the bracket with `)`"))
        }),
        ParseErrorType::PropertyExpected if found.starts_with(|sign: char| sign.is_ascii_digit()) => {
            let number = before.to(at);
            Some(
                syntax("scripts count in whole numbers")
                    .at(places.number(at).unwrap_or(number), "found a fraction")
                    .help("write a whole number; `half_up(n)` and `half_down(n)` halve"),
            )
        }
        ParseErrorType::BadInput(LexError::ImproperSymbol(sign, _)) if sign == "=" => {
            Some(syntax("found `=`, expected `==`").at(at, "`=` assigns").help("write `==` to compare"))
        }
        ParseErrorType::UnknownOperator(sign) => {
            let (at, help) = match sign.as_str() {
                "++" => (two(at), "write `+= 1`"),
                "--" => (two(at), "write `-= 1`"),
                "?" => (at, "write `if CONDITION { ONE } else { OTHER }`"),
                "<>" | "><" => (two(at), "write `!=`"),
                _ => return None,
            };
            Some(syntax(&format!("scripts have no operator `{sign}`")).at(at, "another language's sign").help(help))
        }
        ParseErrorType::Reserved(word) => {
            let help = match word.as_str() {
                "var" => "a new name begins with `let`",
                "null" | "nil" | "void" => "write `none`",
                "this" => "write the name of the parameter",
                _ => return None,
            };
            Some(
                Diagnostic::error("reserved-name", format!("scripts reserve the word `{word}`"))
                    .at(at, "not allowed here")
                    .help(help),
            )
        }
        _ => None,
    }
}

fn connective(word: &str, at: Span) -> Diagnostic {
    let sign = if word == "and" { "&&" } else { "||" };
    Diagnostic::error("foreign-word", format!("`{word}` is not a word of this language"))
        .at(at, "another language's word")
        .help(format!("write `{sign}`"))
}

/// A sign of two letters.
fn two(at: Span) -> Span {
    Span { end: at.start + 2, ..at }
}

fn assigned_to_what_has_no_name(rest: &str) -> Diagnostic {
    let is_call =
        rest.trim_start_matches(|sign: char| sign.is_alphanumeric() || sign == '_').trim_start().starts_with('(');
    if is_call {
        return Diagnostic::error("assigned-through-call", "the result of a call cannot be changed")
            .help("bind it first: `let them = …; them.word = value;`");
    }
    Diagnostic::error("syntax", "this cannot be assigned to")
        .help("assign to a variable, or to the state of something: `unit.hits = 0`")
}

fn wording(error: &ParseErrorType, form: Form) -> Diagnostic {
    let syntax = |headline: String| Diagnostic::error("syntax", headline);
    match error {
        ParseErrorType::Reserved(word) => {
            Diagnostic::error("reserved-name", format!("scripts reserve the word `{word}`")).help("choose another name")
        }
        ParseErrorType::UnexpectedEOF => syntax("the script ends too early".to_owned()),
        ParseErrorType::BadInput(LexError::UnexpectedInput(word)) if form == Form::Expression && is_statement(word) => {
            syntax(format!("an expression has no `{word}`")).help("write statements in `do`, a `procedure` or a `fn`")
        }
        ParseErrorType::BadInput(LexError::UnexpectedInput(word)) => syntax(format!("unexpected `{word}`")),
        ParseErrorType::BadInput(LexError::UnterminatedString) => {
            Diagnostic::error("unterminated-string", "a string ends at its closing quote")
        }
        ParseErrorType::BadInput(LexError::MalformedNumber(number)) => {
            Diagnostic::error("number-too-large", format!("`{number}` is not a valid number"))
        }
        ParseErrorType::BadInput(LexError::ImproperSymbol(_, hint)) if !hint.is_empty() => syntax(lower(hint)),
        ParseErrorType::MissingToken(token, why) => syntax(format!("`{token}` is missing {why}")),
        ParseErrorType::ExprExpected(what) if what.contains("literal") => {
            syntax("a `switch` compares with numbers and texts only".to_owned())
                .help("use `if … else if …` to compare with things of the game")
        }
        ParseErrorType::PropertyExpected => syntax("expected a word after the dot".to_owned()),
        ParseErrorType::VariableExpected => syntax("expected a name".to_owned()),
        ParseErrorType::AssignmentToConstant(name) if !name.is_empty() => {
            syntax(format!("`{name}` is constant")).help("write `let` instead of `const`")
        }
        ParseErrorType::ExprTooDeep => Diagnostic::error("too-deep", "brackets are nested too deeply"),
        ParseErrorType::LoopBreak => syntax("`break` and `continue` are allowed only in a loop".to_owned()),
        ParseErrorType::UnknownOperator(sign) => syntax(format!("scripts have no operator `{sign}`")),
        other => syntax(lower(&other.to_string())),
    }
}

fn is_statement(word: &str) -> bool {
    matches!(
        word,
        "let"
            | "const"
            | "for"
            | "while"
            | "loop"
            | "do"
            | "return"
            | "break"
            | "continue"
            | "throw"
            | "try"
            | "fn"
            | ";"
            | "="
    )
}

fn lower(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_lowercase().chain(signs).collect())
}
