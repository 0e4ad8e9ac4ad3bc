//! Scripts as texts for Rhai, one function each, and the mapping of positions back to the file.

use rhai::Position;

use crate::model::game::{Game, Script};
use crate::model::id::ScriptId;
use crate::source::Span;
use crate::syntax::token_length;

use super::order::{Ordered, ordered};
use super::said::Said;

/// The name of a script's function, which cannot clash with an author's name.
pub(super) fn function_name(script: ScriptId) -> String {
    format!("__script{}", script.0)
}

/// The text of a script's function. Its head takes up the first line, so everything is one line lower than in the file.
pub(super) fn function_text(game: &Game, id: ScriptId, script: &Script, ordered: &Ordered) -> String {
    let (line, column) = game.sources.line_column(script.span);
    let mut text = format!("fn {}(", function_name(id));
    for (at, param) in script.params.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        // A parameter of a scope and a bearer may share a name. The last one hides the others, but Rhai requires unique
        // names. One of a window that gives way to one of the offer's own has none.
        let hidden = param.name.is_empty() || script.params.iter().skip(at + 1).any(|later| later.name == param.name);
        if hidden {
            text.push_str(&format!("__hidden{at}"));
        } else {
            text.push_str(&param.name);
        }
    }
    text.push(')');
    text.extend(std::iter::repeat_n('\n', line as usize));
    text.extend(std::iter::repeat_n(' ', (column as usize).saturating_sub(1)));
    text.push_str(&ordered.text);
    text
}

/// The span in the script's file of a Rhai position.
pub(super) fn span(game: &Game, script: ScriptId, position: Position) -> Option<Span> {
    let script = game.scripts.get(script.at())?;
    let line = position.line()?.checked_sub(1)?;
    let column = position.position().unwrap_or(1);
    let start = origin(game, script, line, column)?;
    let text = game.sources.get(script.span.source)?.text.get(start..)?;
    Some(Span::new(script.span.source, start..start + token_length(text)))
}

/// The byte in the file from which a character of the text for Rhai comes.
fn origin(game: &Game, script: &Script, line: usize, column: usize) -> Option<usize> {
    let ordered = ordered(script, &mut Said::default()).ok()?;
    let (first, indent) = game.sources.line_column(script.span);
    let (mut here, mut at) = (first as usize, indent as usize);
    for (sign, origin) in ordered.text.chars().zip(&ordered.origins) {
        if here == line && at >= column {
            return Some(script.span.range().start + origin);
        }
        (here, at) = if sign == '\n' { (here + 1, 1) } else { (here, at + 1) };
    }
    None
}
