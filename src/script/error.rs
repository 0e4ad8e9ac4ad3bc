//! Converts Rhai errors into faults in the author's text, with the author's line.

use rhai::{EvalAltResult, Position};

use crate::model::game::Game;
use crate::model::id::ScriptId;
use crate::play::operator::{MOST_MEMBERS, MOST_SIGNS};
use crate::play::{Fault, effort};

use super::source;

/// An error of Rhai in our words.
pub(super) fn fault(error: &EvalAltResult) -> Fault {
    Fault::new(message(error.unwrap_inner()))
}

fn message(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            "this script runs too long".to_owned()
        }
        EvalAltResult::ErrorStackOverflow(_) => "scripts call each other too deeply or endlessly".to_owned(),
        EvalAltResult::ErrorVariableNotFound(name, _) => format!("no name `{name}` here"),
        EvalAltResult::ErrorPropertyNotFound(name, _) => format!("no property `{name}` here"),
        EvalAltResult::ErrorFunctionNotFound(call, _) => {
            format!("no function `{}` takes these arguments", call.split('(').next().unwrap_or(call).trim())
        }
        // Worded as in the kernel.
        EvalAltResult::ErrorArithmetic(what, _) if what.contains("by zero") && !what.ends_with("-1") => {
            "division by zero".to_owned()
        }
        EvalAltResult::ErrorArithmetic(..) => "this number is too large".to_owned(),
        EvalAltResult::ErrorDataTooLarge(what, _) if what.contains("string") => {
            format!("this text is too long: at most {MOST_SIGNS} bytes")
        }
        EvalAltResult::ErrorDataTooLarge(..) => {
            format!("this grows too large: an array has {MOST_MEMBERS} members at most, those of its members counted")
        }
        EvalAltResult::ErrorArrayBounds(count, at, _) => {
            format!("this list has {count} members, and none with the number {at}")
        }
        EvalAltResult::ErrorFor(_) => "only the members of a set can be gone through".to_owned(),
        EvalAltResult::ErrorAssignmentToConstant(name, _) => format!("`{name}` cannot be assigned"),
        EvalAltResult::ErrorMismatchDataType(wanted, found, _) if wanted == "bool" => {
            format!("yes or no is needed here, not {}", type_name(found))
        }
        EvalAltResult::ErrorMismatchDataType(wanted, found, _) => {
            format!("{} is needed here, not {}", type_name(wanted), type_name(found))
        }
        other => lower(&other.to_string()),
    }
}

/// Rhai's type names in words.
fn type_name(name: &str) -> &str {
    match name {
        "()" => "`none`",
        "bool" => "yes or no",
        "i64" => "a number",
        "string" => "a text",
        "array" => "a list",
        "Fn" => "a closure",
        _ => "a thing or set",
    }
}

fn lower(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_lowercase().chain(signs).collect())
}

/// The innermost position recorded by Rhai.
pub(super) fn innermost(error: &EvalAltResult) -> Position {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, position) => {
            let inner = innermost(inner);
            if inner.is_none() { *position } else { inner }
        }
        other => other.position(),
    }
}

/// The fault with its source position. If it already has one, this script is added to those that led to it.
pub(super) fn placed(game: &Game, fault: Box<Fault>, position: Position, script: ScriptId) -> Box<Fault> {
    effort::placed(game, fault, source::span(game, script, position), script)
}
