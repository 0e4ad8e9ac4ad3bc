//! Loops as other languages write them.

use super::super::syntax;
use super::Stop;
use crate::diagnostic::Diagnostic;

/// `for (unit in units) { … }`
pub(super) fn bracketed(stop: &Stop<'_>) -> Option<Diagnostic> {
    if stop.found != "{" {
        return None;
    }
    let before = stop.before();
    let head = before.rsplit(['\n', ';', '{', '}']).next()?.trim_start();
    let inside = head.strip_prefix("for")?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    let (name, set) = inside.split_once(" in ")?;
    Some(
        syntax("the head of a `for` has no brackets")
            .at(stop.whole.part(before.len() - head.len(), head.len()), "in brackets")
            .help(format!("write `for {} in {} {{ … }}`", name.trim(), set.trim())),
    )
}

/// `for (unit of units) { … }`, `for unit of units { … }`
pub(super) fn with_of(stop: &Stop<'_>) -> Option<Diagnostic> {
    if stop.found != "of" {
        return None;
    }
    let head = stop.before().rsplit(['\n', ';', '{', '}']).next()?.trim_start();
    let name = head.strip_prefix("for")?.trim_start().trim_start_matches('(').trim_start();
    let name = ["let ", "const ", "var "].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name).trim();
    let set = stop.text.get(stop.byte + "of".len()..)?.split(['{', '\n']).next()?.trim();
    let set = if head.contains('(') { set.strip_suffix(')').unwrap_or(set) } else { set };
    Some(
        syntax("a `for` names its set with `in`")
            .at(stop.at, "not allowed here")
            .help(format!("write `for {name} in {set} {{ … }}`, without brackets")),
    )
}
