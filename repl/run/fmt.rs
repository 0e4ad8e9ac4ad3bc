//! `fmt`: lays out rule files.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use oriflamme::authoring::laid_out;
use oriflamme::diagnostic::words::count;
use oriflamme::diagnostic::{Diagnostic, render};
use oriflamme::source::{SourceMap, lines_of, visible};

use crate::paint::{complain, say};
use crate::{Ending, Run, data, files};

/// The name of standard input in messages.
const STANDARD_INPUT: &str = "standard input";

/// Lays out the files at these paths, or all of the working folder and the data folders. With `only_look` no file is
/// written, and it fails if one would change. `-` is standard input, laid out on standard output.
pub(crate) fn fmt(folders: &[PathBuf], paths: &[PathBuf], only_look: bool) -> Run {
    if paths == [Path::new("-")] {
        return through(only_look);
    }
    let found = data::own_files(folders, paths)?;
    let (mut changed, mut refused) = (0, 0);
    found.unread.iter().for_each(|problem| complain(problem));
    for (path, text) in &found.files {
        let name = visible(&path.to_string_lossy()).into_owned();
        let Some(laid) = layout_of(&name, text) else {
            refused += 1;
            continue;
        };
        if laid == *text {
            continue;
        }
        if only_look {
            say(&otherwise(&name, text, &laid));
        } else if let Err(problem) = files::write(path, &laid) {
            complain(&problem);
            refused += 1;
            continue;
        } else {
            say(&format!("laid out {name}"));
        }
        changed += 1;
    }
    let files = count(found.files.len(), "file");
    let done = if only_look { "not laid out" } else { "changed" };
    let left = match refused {
        0 => String::new(),
        refused => format!(", {refused} left out because of errors"),
    };
    say(&format!("{files}, {changed} {done}{left}"));
    let refused = refused + found.unread.len();
    Ok(Ending::fine_if(refused == 0 && !(only_look && changed > 0)))
}

/// Standard input laid out on standard output; as it is if it has errors.
fn through(only_look: bool) -> Run {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).map_err(|problem| format!("standard input: {problem}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let laid = layout_of(STANDARD_INPUT, &text);
    if only_look {
        let changed = laid.as_ref().filter(|laid| **laid != text);
        if let Some(laid) = changed {
            say(&otherwise(STANDARD_INPUT, &text, laid));
        }
        return Ok(Ending::fine_if(laid.is_some() && changed.is_none()));
    }
    // The bytes themselves, if they are no text.
    let written = laid.as_ref().map_or(bytes.as_slice(), |laid| laid.as_bytes());
    std::io::stdout().write_all(written).map_err(|problem| files::reason(&problem))?;
    Ok(Ending::fine_if(laid.is_some()))
}

/// A text laid out; `None`, with a complaint, if its syntax has errors.
fn layout_of(name: &str, text: &str) -> Option<String> {
    let mut sources = SourceMap::default();
    let source = sources.add(name, text);
    let complained = |errors: Vec<Diagnostic>| errors.iter().for_each(|one| complain(&render::plain(one, &sources)));
    laid_out(source, text).map_err(complained).ok()
}

/// The first line of a file that its layout would change.
fn otherwise(name: &str, text: &str, laid: &str) -> String {
    let line = lines_of(text).zip(lines_of(laid)).take_while(|(one, other)| one == other).count() + 1;
    format!("{name}:{line}: would be laid out otherwise")
}
