//! `fmt`: lays out rule files.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use oriflamme::authoring::laid_out;
use oriflamme::diagnostic::words::count;
use oriflamme::diagnostic::{Diagnostic, render};
use oriflamme::source::{SourceMap, visible};

use crate::paint::{complain, say};
use crate::{Ending, Run, data, files};

/// Lays out the files at these paths, or all of the working folder and the data folders. With `only_look` no file is
/// written, and it fails if one would change. `-` is standard input, laid out on standard output.
pub(crate) fn fmt(folders: &[PathBuf], paths: &[PathBuf], only_look: bool) -> Run {
    if paths == [Path::new("-")] {
        return through(only_look);
    }
    let found = data::own_files(folders, paths)?;
    let (mut changed, mut refused) = (0, found.unread.len());
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
        changed += 1;
        if only_look {
            say(&format!("{name}:{}: would be laid out otherwise", first_difference(text, &laid)));
        } else {
            files::write(path, &laid)?;
            say(&format!("laid out {name}"));
        }
    }
    let files = count(found.files.len(), "file");
    say(&match (only_look, refused) {
        (true, 0) => format!("{files}, {changed} not laid out"),
        (false, 0) => format!("{files}, {changed} changed"),
        (_, _) => format!("{files}, {changed} changed, {refused} left as they are: correct the errors first"),
    });
    Ok(Ending::fine_if(refused == 0 && !(only_look && changed > 0)))
}

/// Standard input laid out on standard output; as it is if it has errors.
fn through(only_look: bool) -> Run {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|problem| format!("standard input: {problem}"))?;
    let laid = layout_of("standard input", &text);
    if only_look {
        return Ok(Ending::fine_if(laid.is_some_and(|laid| laid == text)));
    }
    let written = laid.as_ref().unwrap_or(&text);
    std::io::stdout().write_all(written.as_bytes()).map_err(|problem| files::reason(&problem))?;
    Ok(Ending::fine_if(laid.is_some()))
}

/// A text laid out; `None`, with a complaint, if its syntax has errors.
fn layout_of(name: &str, text: &str) -> Option<String> {
    let mut sources = SourceMap::default();
    let source = sources.add(name, text);
    let complained = |errors: Vec<Diagnostic>| errors.iter().for_each(|one| complain(&render::plain(one, &sources)));
    laid_out(source, text).map_err(complained).ok()
}

/// The number of the first line that differs, from 1.
fn first_difference(one: &str, other: &str) -> usize {
    one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count() + 1
}
