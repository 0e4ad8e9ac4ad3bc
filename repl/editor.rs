//! The line editor: history, completion and hints, from the legal actions.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;

use oriflamme::analysis::bots::Player;
use oriflamme::draw::Role;
use oriflamme::session::{Candidate, Session};
use oriflamme::source::{plain_words, steers};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::command::{self, Takes};
use crate::paint::Paint;
use crate::reader::LineEditor;

/// The maximum number of candidates that a hint lists.
const MOST_HINTED: usize = 6;

/// An editor for the game.
pub(crate) fn editor(
    session: Rc<RefCell<Session>>,
    passes: Rc<Cell<bool>>,
    paint: Paint,
) -> rustyline::Result<LineEditor<Assistant>> {
    let config = Config::builder()
        .completion_type(rustyline::CompletionType::List)
        .auto_add_history(true)
        .history_ignore_space(true)
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Assistant { session, passes, paint, files: FilenameCompleter::new() }));
    if let Some(path) = history_file() {
        // There is no history the first time.
        let _ = editor.load_history(&path);
    }
    Ok(editor)
}

/// Saves the history.
pub(crate) fn keep_history(editor: &mut LineEditor<Assistant>) {
    let Some(path) = history_file() else { return };
    if let Some(folder) = path.parent() {
        // On an error only the history is lost.
        let _ = std::fs::create_dir_all(folder);
    }
    let _ = editor.save_history(&path);
}

fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local").join("state"));
    Some(state.or_else(home)?.join("oriflamme").join("history"))
}

/// Completion and hints.
pub(crate) struct Assistant {
    session: Rc<RefCell<Session>>,
    /// True while the keyboard passes to another player: completion would reveal hidden information.
    passes: Rc<Cell<bool>>,
    paint: Paint,
    files: FilenameCompleter,
}

impl Assistant {
    /// The completions of a line, as a sentence and as a command.
    fn candidates(&self, line: &str) -> Vec<Candidate> {
        let Ok(session) = self.session.try_borrow() else { return Vec::new() };
        if self.passes.get() {
            return Vec::new();
        }
        candidates(&session, line)
    }
}

/// The completions of a line, as a sentence and as a command.
pub(crate) fn candidates(session: &Session, line: &str) -> Vec<Candidate> {
    let mut found = if line.starts_with(':') { Vec::new() } else { session.complete(line) };
    found.extend(commands(session, line));
    // The editor prints them to the terminal unchanged.
    found.retain(|one| !one.text.contains(steers) && !one.line.contains(steers));
    found
}

/// The completions of a line as a command.
fn commands(session: &Session, line: &str) -> Vec<Candidate> {
    let colon = if line.starts_with(':') { ":" } else { "" };
    let text = line.strip_prefix(':').unwrap_or(line);
    let Some((word, rest)) = text.split_once(' ') else {
        let begun = text.to_lowercase();
        // Before the first letter only the game's own words are offered.
        if begun.is_empty() && colon.is_empty() {
            return Vec::new();
        }
        let names = command::all().map(|one| one.name()).filter(|name| name.starts_with(&begun));
        return names.map(|name| Candidate { line: format!("{colon}{name}"), text: name.to_owned() }).collect();
    };
    let Some(command) = command::find(word) else { return Vec::new() };
    let front = format!("{colon}{word} ");
    let sides = || session.game().sides.iter().map(|side| side.title.as_str());
    match command.takes {
        Takes::Nothing | Takes::File => Vec::new(),
        Takes::Area => {
            let areas = session.areas();
            listed(&front, rest, areas.iter().map(String::as_str))
        }
        Takes::Words(words) => listed(&front, rest, words.iter().copied()),
        Takes::Arbiter(verb) => {
            let begun = if verb.is_empty() { rest.to_owned() } else { format!("{verb} {rest}") };
            let words = session.arbiter_words(&begun);
            let last = rest.rsplit([' ', ',']).next().unwrap_or_default();
            let kept = &rest[..rest.len() - last.len()];
            listed(&format!("{front}{kept}"), last, words.iter().map(String::as_str))
        }
        Takes::HelpWord => {
            let words = session.help_words();
            listed(&front, rest, words.iter().map(String::as_str).chain(command::all().map(|one| one.name())))
        }
        Takes::Expression(words) => {
            let mut found = if rest.is_empty() { Vec::new() } else { listed(&front, rest, words.iter().copied()) };
            let expressions = session.complete_expression(rest).into_iter();
            found.extend(expressions.map(|one| Candidate { line: format!("{front}{}", one.line), text: one.text }));
            found
        }
        Takes::Branch => match rest.rsplit_once(' ') {
            Some((first, begun)) => listed(&format!("{front}{first} "), begun, session.branch_names()),
            None => listed(&front, rest, session.branch_names()),
        },
        Takes::Sentence => {
            let full = if rest.starts_with("full ") { "full " } else { "" };
            let continued = |one: Candidate| Candidate { line: format!("{front}{full}{}", one.line), text: one.text };
            session.complete(&rest[full.len()..]).into_iter().map(continued).collect()
        }
        Takes::Break => {
            let names = session.break_names();
            listed(&front, rest, session.sections().chain(names.iter().map(String::as_str)).chain(["off"]))
        }
        Takes::Section => listed(&front, rest, session.sections()),
        Takes::Ruling => listed(&front, rest, session.game().rulings.iter().map(|one| one.name.as_str())),
        Takes::Side => listed(&front, rest, sides()),
        Takes::Seat => match rest.rsplit_once(' ') {
            Some((side, begun)) if session.side_named(side).is_some() => {
                listed(&format!("{front}{side} "), begun, Player::NAMES.into_iter())
            }
            _ => listed(&front, rest, sides()),
        },
        Takes::Switch(first, second) => match rest.split_once(' ') {
            Some((what, begun)) => listed(&format!("{front}{what} "), begun, second.iter().copied()),
            None => listed(&front, rest, first.iter().copied()),
        },
        Takes::Why => match rest.strip_prefix("not ") {
            Some(sentence) => session
                .complete(sentence)
                .into_iter()
                .map(|one| Candidate { line: format!("{front}not {}", one.line), text: one.text })
                .collect(),
            None => {
                let quantities: Vec<String> =
                    session.game().quantities.iter().map(|one| plain_words(&one.title)).collect();
                listed(&front, rest, std::iter::once("not").chain(quantities.iter().map(String::as_str)))
            }
        },
    }
}

/// The words that begin with the typed text, without duplicates.
fn listed<'w>(front: &str, begun: &str, words: impl Iterator<Item = &'w str>) -> Vec<Candidate> {
    let begun = begun.to_lowercase();
    let mut found: Vec<Candidate> = Vec::new();
    for word in words.filter(|word| word.to_lowercase().starts_with(&begun)) {
        let candidate = Candidate { line: format!("{front}{word}"), text: word.to_owned() };
        if !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, ctx: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..pos).unwrap_or(line);
        let wants_file =
            command::parse(typed).is_some_and(|(one, _, _)| one.takes == Takes::File && typed.contains(' '));
        if wants_file {
            let (at, mut found) = self.files.complete(line, pos, ctx)?;
            found.retain(|one| !one.display.contains(steers));
            return Ok((at, found));
        }
        let found = self.candidates(typed);
        Ok((0, found.into_iter().map(|one| Pair { display: one.text, replacement: one.line }).collect()))
    }
}

/// The text shown after the cursor, and the part that the right arrow accepts.
pub(crate) struct Hint {
    shown: String,
    taken: usize,
}

impl rustyline::hint::Hint for Hint {
    fn display(&self) -> &str {
        &self.shown
    }
    fn completion(&self) -> Option<&str> {
        self.shown.get(..self.taken).filter(|text| !text.is_empty())
    }
}

impl Hinter for Assistant {
    type Hint = Hint;

    fn hint(&self, line: &str, pos: usize, _ctx: &Context<'_>) -> Option<Hint> {
        if line.trim().is_empty() || pos < line.len() {
            return None;
        }
        let found = self.candidates(line);
        let first = found.first()?;
        // With several candidates, the hint shows the first and lists the others beside it.
        let rest = behind(&first.line, line)?;
        if found.len() == 1 {
            return Some(Hint { taken: rest.len(), shown: rest });
        }
        let others: Vec<&str> = found.iter().skip(1).take(MOST_HINTED).map(|one| one.text.as_str()).collect();
        let more = if found.len() > MOST_HINTED + 1 { " …" } else { "" };
        Some(Hint { taken: rest.len(), shown: format!("{rest}   | {}{more}", others.join(" | ")) })
    }
}

/// The rest of `whole` after `typed`; capitals are ignored.
fn behind(whole: &str, typed: &str) -> Option<String> {
    let mut rest = whole.chars();
    for letter in typed.chars() {
        let next = rest.next()?;
        if !next.to_lowercase().eq(letter.to_lowercase()) {
            return None;
        }
    }
    let rest: String = rest.collect();
    (!rest.is_empty()).then_some(rest)
}

impl Highlighter for Assistant {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.paint.text(Role::Dim, hint))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _default: bool) -> Cow<'b, str> {
        Cow::Owned(
            self.paint.text(Role::Title, prompt) + if prompt.ends_with(' ') && self.paint.colours { "" } else { " " },
        )
    }
}

impl Validator for Assistant {}
impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use oriflamme::catalog::{Catalog, SourceText};
    use oriflamme::play::native;
    use oriflamme::session::Opening;

    use super::*;

    const TOY: &str = r#"
        game toy "Toy" { sides Red, Blue }
        board road { spaces { Mill } }
        kind Man
        ruling ford_toll "What does the ford cost?" { dear "two" default  cheap "one" }
        ruling night "Is a march by night slower?" { slow "yes" default  same "no" }
        sequence { turn repeat 1..2 { } }
        scenario toy "Toy" for toy { }
    "#;

    #[test]
    fn names_of_rulings_are_completed() {
        let text = SourceText { path: "rules/toy/game.ori".to_owned(), text: TOY.to_owned() };
        let catalog = Catalog::new([text]);
        let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
        let game = compiled.game.unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics));
        let session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the game begins");
        let lines = |line: &str| commands(&session, line).into_iter().map(|one| one.line).collect::<Vec<_>>();
        assert_eq!(lines("rulings f"), ["rulings ford_toll"]);
        assert_eq!(lines("rulings "), ["rulings ford_toll", "rulings night"]);
    }
}
