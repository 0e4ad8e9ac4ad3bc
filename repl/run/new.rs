//! `new battle`: builds a battle step by step, at a terminal or with lines from a file.

use std::path::{Path, PathBuf};

use oriflamme::catalog::Catalog;
use oriflamme::diagnostic::render;
use oriflamme::draw::{Line, Role};
use oriflamme::session::DEFAULT_SEED;
use oriflamme::session::muster::{Builder, Reply, games_with_muster};
use rustyline::completion::Completer;
use rustyline::{Context, Helper, Highlighter, Hinter, Validator};

use crate::args::NewBattle;
use crate::paint::{Paint, complain, say};
use crate::reader::{LineEditor, Next, Talk};
use crate::{Run, data, files, reader};

/// The first line of a draft.
const HEAD: &str = "oriflamme battle 1";
/// The prefix of each accepted line, even an empty one.
const MARK: &str = "> ";
/// The prefix of all lines in a finished battle, where they are comments.
const COMMENT: &str = "// ";
/// The help text.
const HELP: &str = "Answer each question. `list` shows the choices, `show` the battle as a file, `undo` removes the last line, \
                    `write` writes the complete battle, `quit` leaves. Once it has a name, the battle is saved after \
                    every line, and you can continue it later.";

/// Builds a battle.
pub(crate) fn battle(folders: &[PathBuf], args: &NewBattle, interactive: bool, paint: Paint) -> Run {
    reader::hold(&mut Making::begin(folders, args, paint)?, interactive)
}

/// The completions for Tab: valid answers and commands.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Answers {
    all: Vec<String>,
}

impl Completer for Answers {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..pos).unwrap_or(line).to_lowercase();
        let words = ["list", "show", "undo", "write", "quit", "help"];
        let all = self.all.iter().map(String::as_str).chain(words);
        Ok((0, all.filter(|answer| answer.to_lowercase().starts_with(&typed)).map(str::to_owned).collect()))
    }
}

/// A battle being built.
struct Making {
    builder: Builder,
    paint: Paint,
    /// The draft file.
    kept: Option<PathBuf>,
    /// True if a line was refused.
    failed: bool,
    /// The question that was shown last.
    shown: Vec<Line>,
    /// True if the battle is written.
    written: bool,
    /// The file with a line that was refused, until a copy is made: it is unchanged before that.
    broken: Option<PathBuf>,
}

impl Making {
    fn begin(folders: &[PathBuf], args: &NewBattle, paint: Paint) -> Result<Making, String> {
        let catalog = data::catalog(folders)?;
        let kept = match &args.draft {
            Some(path) if path.exists() => Some(Kept::read(path)?),
            _ => None,
        };
        let game = match &kept {
            Some(kept) => begun_so(&catalog, kept, args)?,
            None => chosen(&catalog, args.game.as_deref())?,
        };
        let seed = kept.as_ref().map_or(args.seed.unwrap_or(DEFAULT_SEED), |kept| kept.seed);
        let mut builder = Builder::new(&catalog, &game, seed)?;
        let mut path = args.draft.clone();
        if let Some((_, name)) = kept.as_ref().and_then(|kept| kept.lines.first()) {
            // The name is free for this battle, because it is its own.
            builder.reopen(name);
        }
        if let Some((_, name)) = kept.as_ref().filter(|kept| kept.is_finished).and_then(|kept| kept.lines.first()) {
            // The finished battle is unchanged until `write over`.
            let draft = PathBuf::from(format!("{name}.draft"));
            if draft.exists() {
                let shown = draft.display();
                return Err(format!("{shown} already exists: continue it with `oriflamme new battle --draft {shown}`"));
            }
            path = Some(draft);
        }
        let mut making =
            Making { builder, paint, kept: path, failed: false, shown: Vec::new(), written: false, broken: None };
        let heading = making.builder.heading();
        making.out(&heading);
        making.out(&[Line::of(Role::Dim, format!("seed {seed}; `help` lists the commands"))]);
        if let (Some(kept), Some(path)) = (kept, &args.draft) {
            making.go_on(&kept, path);
        }
        Ok(making)
    }

    /// Reads the lines of a draft, up to the first bad one.
    fn go_on(&mut self, kept: &Kept, path: &Path) {
        for (number, line) in &kept.lines {
            if let Reply::Refused(problem) = self.builder.say(line) {
                let shown = path.display();
                self.refuse(&format!("{shown}, line {number}: {problem}; the lines before it were read"));
                self.broken = Some(path.to_owned());
                break;
            }
        }
        let lines = oriflamme::diagnostic::words::count(self.builder.lines().len(), "line");
        self.out(&[Line::of(Role::Dim, format!("continuing {}: {lines}", path.display()))]);
    }

    /// Copies the file with a line that was refused, before it is overwritten; `false` if that fails.
    fn keep_broken(&mut self) -> bool {
        let Some(path) = &self.broken else { return true };
        match files::keep_copy(path, "broken") {
            Ok(copy) => {
                let words =
                    format!("{} is overwritten; a copy of it as it was is in {}", path.display(), copy.display());
                self.broken = None;
                self.out(&[Line::of(Role::Dim, words)]);
                true
            }
            Err(problem) => {
                self.refuse(&problem);
                false
            }
        }
    }

    fn answer(&mut self, text: &str) {
        match self.builder.say(text) {
            Reply::Taken(lines) => {
                self.out(&lines);
                if self.is_anothers() {
                    return;
                }
                self.keep();
            }
            Reply::Refused(problem) => self.refuse(&problem),
        }
    }

    /// True if the draft of another battle has the same name; then the name is refused.
    fn is_anothers(&mut self) -> bool {
        let Some(name) = self.builder.name().map(str::to_owned) else { return false };
        if self.kept.is_some() {
            return false;
        }
        let path = PathBuf::from(format!("{name}.draft"));
        if path.exists() {
            self.builder.undo();
            let shown = path.display();
            self.refuse(&format!(
                "{shown} already exists: continue it with `oriflamme new battle --draft {shown}`, or choose another name"
            ));
            return true;
        }
        self.kept = Some(path);
        false
    }

    fn undo(&mut self) {
        match self.builder.undo() {
            Some(line) => {
                let line = if line.is_empty() { "an empty line".to_owned() } else { format!("`{line}`") };
                self.out(&[Line::of(Role::Dim, format!("removed {line}"))]);
                self.shown.clear();
                self.keep();
            }
            None => self.refuse("nothing to undo"),
        }
    }

    /// Saves the accepted lines in the draft.
    fn keep(&mut self) {
        let Some(path) = self.kept.clone() else { return };
        if !self.keep_broken() {
            return;
        }
        if let Err(problem) = files::write(&path, &self.record("")) {
            self.refuse(&problem);
        }
    }

    /// The accepted lines as the text of a draft.
    fn record(&self, before: &str) -> String {
        let mut text = format!(
            "{before}{HEAD}\n{before}game {}\n{before}seed {}\n\n",
            self.builder.game().name,
            self.builder.seed()
        );
        for line in self.builder.lines() {
            // An empty line leaves no blank at its end.
            text.push_str(format!("{before}{MARK}{line}").trim_end());
            text.push('\n');
        }
        text
    }

    fn leave(&mut self) {
        if self.written {
            return;
        }
        let words = match (&self.broken, &self.kept) {
            (Some(path), _) => format!("{} is unchanged: it still has the line that was refused", path.display()),
            (None, Some(path)) if path.exists() => {
                let path = path.display();
                format!("the battle is saved in {path}: continue it with `oriflamme new battle --draft {path}`")
            }
            _ => "nothing to save".to_owned(),
        };
        self.out(&[Line::of(Role::Dim, words)]);
    }

    /// Writes and checks the battle, and shows the command to play it.
    fn write(&mut self, over: bool) -> Next {
        if !self.builder.is_complete() {
            self.refuse("the battle is not complete: answer the questions, or `quit` and continue later");
            return Next::GoOn;
        }
        let name = self.builder.path();
        let path = Path::new(&name);
        if path.exists() && !over {
            self.refuse(&format!("{name} already exists: `write over` overwrites it"));
            return Next::GoOn;
        }
        if !self.keep_broken() {
            return Next::GoOn;
        }
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let text = format!(
            "{}\n// How it was put together; `oriflamme new battle --draft {name}` opens it again.\n{}",
            self.builder.text(),
            self.record(COMMENT)
        );
        let folder = folder.map_err(|problem| format!("cannot write {name}: {}", files::reason(&problem)));
        if let Err(problem) = folder.and_then(|()| files::write(path, &text)) {
            self.refuse(&problem);
            return Next::GoOn;
        }
        self.written = true;
        let (found, catalog) = self.builder.check();
        let errors: Vec<_> = found.into_iter().filter(oriflamme::diagnostic::Diagnostic::is_error).collect();
        if !errors.is_empty() {
            self.failed = true;
            self.refuse(&format!("wrote {name}, but it has errors:"));
            complain(&render::plain_all(&errors, &catalog.sources));
            return Next::Leave;
        }
        // The battle contains everything in the draft.
        if let Some(kept) = self.kept.take() {
            let _ = std::fs::remove_file(kept);
        }
        let battle = self.builder.name().unwrap_or_default().to_owned();
        self.out(&[
            Line::of(Role::Good, format!("wrote {name}; no errors")),
            Line::plain(format!(
                "play it with `oriflamme play {battle}`, see who wins with `oriflamme simulate {battle} --games 100`, \
                 edit it with `oriflamme new battle --draft {name}`"
            )),
        ]);
        Next::Leave
    }

    fn out(&self, lines: &[Line]) {
        lines.iter().for_each(|line| self.paint.tell(line.clone(), 4));
    }

    fn refuse(&mut self, problem: &str) {
        self.failed = true;
        let lines: Vec<Line> = problem.lines().map(|line| Line::of(Role::Bad, line)).collect();
        self.out(&lines);
    }
}

impl Talk for Making {
    type Assistant = Answers;

    const INTERRUPTED: &'static str = "`quit` leaves";

    fn prepare(&mut self, editor: &mut LineEditor<Answers>) {
        if let Some((columns, _)) = editor.dimensions() {
            self.paint.fit(usize::from(columns));
        }
        editor.set_helper(Some(Answers { all: self.builder.answers() }));
    }

    /// Shows the question if it is new.
    fn tell(&mut self) {
        if self.written {
            return;
        }
        let question = self.builder.question();
        if question.first() != self.shown.first() {
            self.out(&question);
            self.shown = question;
        }
    }

    fn prompt(&self) -> String {
        self.builder.prompt()
    }

    fn line(&mut self, text: &str) -> Next {
        let word = text.strip_prefix(':').unwrap_or(text).to_lowercase();
        match word.as_str() {
            "help" | "?" => self.out(&[Line::plain(HELP)]),
            "list" | "options" => self.out(&self.builder.list()),
            "show" => self.builder.text().lines().for_each(say),
            "undo" | "back" => self.undo(),
            "write" => return self.write(false),
            "write over" => return self.write(true),
            "quit" | "exit" | "q" => {
                self.leave();
                return Next::Leave;
            }
            _ => self.answer(text),
        }
        Next::GoOn
    }

    fn ended(&mut self) {
        if !self.written {
            complain("the input ended before the battle was written");
            self.leave();
        }
    }

    fn failed(&self) -> bool {
        self.failed
    }
}

/// The game of a draft. Options that contradict how it was started are refused.
fn begun_so(catalog: &Catalog, kept: &Kept, args: &NewBattle) -> Result<String, String> {
    let shown = args.draft.as_deref().unwrap_or(Path::new("")).display();
    if let Some(name) = &args.game {
        let game = &data::find_game(catalog, name)?.name;
        if *game != kept.game {
            return Err(format!("{shown} contains a battle of `{}`, not of `{game}`: choose another file", kept.game));
        }
    }
    let seed = kept.seed;
    match args.seed {
        Some(other) if other != seed => Err(format!(
            "the battle in {shown} was started with `--seed {seed}`: omit the option, or choose another file"
        )),
        _ => Ok(kept.game.clone()),
    }
}

/// The named game, or the only one whose armies can be bought.
fn chosen(catalog: &Catalog, name: Option<&str>) -> Result<String, String> {
    if let Some(name) = name {
        return Ok(data::find_game(catalog, name)?.name.clone());
    }
    let games = games_with_muster(catalog);
    match games.as_slice() {
        [(name, _)] => Ok((*name).to_owned()),
        [] => Err("no game has a `muster`".to_owned()),
        _ => {
            let names: Vec<&str> = games.iter().map(|(name, _)| *name).collect();
            Err(format!("usage: oriflamme new battle GAME; the games are {}", names.join(", ")))
        }
    }
}

/// A draft.
struct Kept {
    game: String,
    seed: u64,
    /// The accepted lines with their line numbers.
    lines: Vec<(usize, String)>,
    /// True if it is part of a finished battle.
    is_finished: bool,
}

impl Kept {
    fn read(path: &Path) -> Result<Kept, String> {
        let text = files::read_text(path)?;
        let text = text.trim_start_matches('\u{feff}');
        let shown = path.display();
        let wrong = || format!("{shown} is not a draft: expected the lines `{HEAD}`, `game NAME` and `seed N`");
        let is_finished = text.lines().any(|row| row.trim_end() == format!("{COMMENT}{HEAD}"));
        let before = if is_finished { COMMENT } else { "" };
        // In a finished battle the draft is in comments.
        let mut rows = (1..).zip(text.lines()).filter_map(|(number, row)| {
            let row = row.strip_prefix(before).or((row.is_empty() && !is_finished).then_some(row))?;
            Some((number, row.trim_end_matches('\r')))
        });
        if is_finished {
            let _ = rows.by_ref().take_while(|(_, row)| !row.starts_with("How it was put together")).count();
        }
        let head = rows.next().map(|(_, row)| row.trim());
        let game = rows.next().and_then(|(_, row)| row.strip_prefix("game "));
        let seed = rows.next().and_then(|(_, row)| row.strip_prefix("seed ")).and_then(|seed| seed.trim().parse().ok());
        let (Some(HEAD), Some(game), Some(seed)) = (head, game, seed) else { return Err(wrong()) };
        let lines = rows.filter_map(|(number, row)| {
            let line = row.strip_prefix(MARK).or_else(|| (row == MARK.trim_end()).then_some(""))?;
            Some((number, line.to_owned()))
        });
        Ok(Kept { game: game.trim().to_owned(), seed, lines: lines.collect(), is_finished })
    }
}
