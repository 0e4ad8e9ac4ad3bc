//! The form of the call around the cursor, and which of its arguments is being written.

use std::ops::Range;

use crate::model::api::{Form, TABLE};

use super::Project;
use super::declared::{Declared, Sort};
use super::tokens::{Token, tokens, word_at};

/// The form of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// As it is declared, or as the table of built-in names writes it: `shot_number(unit, target)`.
    pub label: String,
    /// What it is, in Markdown.
    pub doc: Option<String>,
    /// The place of each argument in the label.
    pub arguments: Vec<Range<usize>>,
}

/// The forms that a call may have, and its argument under the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The forms, those of the game first.
    pub forms: Vec<Signature>,
    /// The number of the argument, from 0.
    pub argument: usize,
}

impl Project {
    /// The call whose arguments are written at a byte of a file. None outside all calls of a known name.
    pub fn call(&mut self, path: &str, at: usize) -> Option<Call> {
        let text = self.text(path)?.to_owned();
        let (name, argument) = call_around(&text, at)?;
        let declarations = self.declarations(path, name.start);
        let sources = &self.catalog().sources;
        let declared = declarations.iter().filter_map(|one| {
            let file = &sources.get(one.span.source)?.text;
            let head = file.get(one.span.start as usize..one.whole.end as usize)?;
            let label = match one.sort {
                Sort::Action => format!("{}({})", one.name, parameters(one).join(", ")),
                Sort::Table => head.split('{').next()?.split_whitespace().collect::<Vec<_>>().join(" "),
                _ => {
                    // A flag with its opposite stands before its subject: `engaged / unengaged (unit)`.
                    let rest = &head[(one.span.len()).min(head.len())..];
                    let before = rest.find('(')?;
                    let is_form = |sign: char| sign.is_alphanumeric() || "_/ ".contains(sign);
                    let open = rest[..before].chars().all(is_form).then_some(head.len() - rest.len() + before)?;
                    head[..open + closing(&head[open..])? + 1].to_owned()
                }
            };
            Some(signature(label, one.doc.clone()))
        });
        let mut forms: Vec<Signature> = declared.collect();
        let after_dot = text[..name.start].ends_with('.');
        let form = if after_dot { Form::Method } else { Form::Function };
        let entries = TABLE.iter().filter(|entry| entry.name == &text[name.clone()] && entry.form == form);
        forms.extend(entries.map(|entry| signature(entry.written(), Some(entry.doc.to_owned()))));
        forms.dedup();
        (!forms.is_empty()).then_some(Call { forms, argument })
    }
}

/// The names of the parameters of an action.
fn parameters(action: &Declared) -> Vec<&str> {
    let params = action.inside.iter().filter(|one| one.sort == Sort::Parameter);
    params.map(|one| one.name.as_str()).collect()
}

/// A form with the places of its arguments.
fn signature(label: String, doc: Option<String>) -> Signature {
    let open = label.find('(').map_or(label.len(), |at| at + 1);
    let inside = &label[open..label.len().saturating_sub(1).max(open)];
    let mut start = open;
    let arguments = inside.split(',').filter(|part| !part.trim().is_empty()).map(|part| {
        // What may be left out stands in brackets.
        let is_outside = |sign: char| sign.is_whitespace() || matches!(sign, '[' | ']');
        let from = part.len() - part.trim_start_matches(is_outside).len();
        let range = start + from..start + part.trim_end_matches(is_outside).len().max(from);
        start += part.len() + 1;
        range
    });
    let arguments = arguments.collect();
    Signature { label, doc, arguments }
}

/// The name before the innermost bracket that is open at a byte, and the number of commas after it.
fn call_around(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let hidden: Vec<Range<usize>> = tokens(text)
        .into_iter()
        .filter(|(token, range)| matches!(token, Token::Comment | Token::Text) && range.start < at)
        .map(|(_, range)| range)
        .collect();
    let is_hidden = |place: usize| hidden.iter().any(|range| range.contains(&place));
    let (mut depth, mut commas, mut until) = (0_usize, 0, at);
    for (place, sign) in text.get(..at)?.char_indices().rev() {
        if is_hidden(place) || place >= until {
            continue;
        }
        match sign {
            // The parameters of a closure are no arguments.
            '|' => until = closure_before(&text[..place]).unwrap_or(until),
            ')' | ']' | '}' => depth += 1,
            '(' if depth == 0 => match word_at(text, place).filter(|(_, range)| range.end == place) {
                Some((token, range)) => return (token == Token::Word).then_some((range, commas)),
                // Brackets that only group; a call may be around them.
                None => commas = 0,
            },
            // A list or block that is open here is no argument list; one of a call may be around it.
            '[' | '{' if depth == 0 => commas = 0,
            '(' | '[' | '{' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

/// Where a closure begins whose parameters end with the text: `|one, two`.
fn closure_before(text: &str) -> Option<usize> {
    let (before, inside) = text.rsplit_once('|')?;
    let is_names = inside.chars().all(|sign| sign.is_alphanumeric() || "_, ".contains(sign));
    (is_names && before.trim_end().ends_with(['(', ','])).then_some(before.len())
}

/// The place of the bracket that closes the one with which a text begins.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, sign)| {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}
