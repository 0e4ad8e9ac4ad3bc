//! `new battle`: a battle of one's own, put together in a dialogue. The same for a person at a terminal and for lines from
//! a file.

use std::path::{Path, PathBuf};

use oriflamme::catalog::Catalog;
use oriflamme::diagnostic::render;
use oriflamme::draw::{Line, Role};
use oriflamme::session::DEFAULT_SEED;
use oriflamme::session::muster::{Builder, Reply, games_with_muster};
use rustyline::completion::Completer;
use rustyline::{Config, Context, Editor, Helper, Highlighter, Hinter, Validator};

use crate::args::NewBattle;
use crate::paint::{Paint, complain, say};
use crate::reader::{LineEditor, Next, Talk};
use crate::{Ending, data, files, reader};

/// The first line of a kept battle.
const HEAD: &str = "oriflamme battle 1";
/// What stands before each line that was taken: empty ones count.
const MARK: &str = "> ";
/// The words that are no answers.
const HELP: &str = "An answer is asked for, one after the other. Besides: `list` shows what there is to choose from, `show` the battle \
                    as its file will say it, `undo` takes the last line back, `write` writes the battle when it is complete, `quit` \
                    leaves; from its name on the battle is kept after every line, and can be gone on with.";

/// Leads through a battle.
pub(crate) fn battle(folders: &[PathBuf], args: &NewBattle, interactive: bool, paint: Paint) -> Ending {
    match Making::begin(folders, args, paint) {
        Ok(making) => making.run(interactive),
        Err(problem) => {
            complain(&problem);
            Ending::Usage
        }
    }
}

/// What Tab completes: answers that would be taken, and the words that are no answers.
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

/// A dialogue about a battle in the making.
struct Making {
    builder: Builder,
    paint: Paint,
    /// Where the battle is kept until it is written.
    kept: Option<PathBuf>,
    /// Whether a line was refused.
    failed: bool,
    /// The question that was shown last.
    shown: Vec<Line>,
    /// Whether the battle is written.
    written: bool,
}

impl Making {
    fn begin(folders: &[PathBuf], args: &NewBattle, paint: Paint) -> Result<Making, String> {
        let catalog = data::catalog(folders)?;
        let kept = match &args.draft {
            Some(path) if path.exists() => Some(Kept::read(path)?),
            _ => None,
        };
        let game = match &kept {
            Some(kept) => kept.game.clone(),
            None => chosen(&catalog, args.game.as_deref())?,
        };
        let seed = kept.as_ref().map_or(args.seed.unwrap_or(DEFAULT_SEED), |kept| kept.seed);
        let builder = Builder::new(&catalog, &game, seed)?;
        let mut making =
            Making { builder, paint, kept: args.draft.clone(), failed: false, shown: Vec::new(), written: false };
        let heading = making.builder.heading();
        making.out(&heading);
        making.out(&[Line::of(Role::Dim, format!("seed {seed}; `help` says what may be typed"))]);
        if let (Some(kept), Some(path)) = (kept, &args.draft) {
            making.go_on(&kept, path)?;
        }
        Ok(making)
    }

    /// Takes the lines of a kept battle again. Of a file that no longer fits everything before the first bad line stands.
    fn go_on(&mut self, kept: &Kept, path: &Path) -> Result<(), String> {
        for (number, line) in &kept.lines {
            if let Reply::Refused(problem) = self.builder.say(line) {
                let copy = files::keep_copy(path, "broken")?;
                self.failed = true;
                self.out(&[Line::of(
                    Role::Bad,
                    format!(
                        "{}, line {number}: {problem}; everything before it stands, the whole file is kept as {}",
                        path.display(),
                        copy.display()
                    ),
                )]);
                break;
            }
        }
        let lines = oriflamme::diagnostic::words::count(self.builder.lines().len(), "line");
        self.out(&[Line::of(Role::Dim, format!("going on with {}: {lines}", path.display()))]);
        Ok(())
    }

    fn run(mut self, interactive: bool) -> Ending {
        if !interactive {
            return reader::piped(&mut self);
        }
        match self.at_terminal() {
            Ok(()) => Ending::Fine,
            Err(problem) => {
                complain(&problem);
                Ending::Failed
            }
        }
    }

    fn at_terminal(&mut self) -> Result<(), String> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor =
            Editor::with_config(config).map_err(|problem| format!("the terminal cannot be used: {problem}"))?;
        reader::typed(self, &mut editor)
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

    /// Whether the battle would be kept in a file that is there already, of another day: then its name is not taken.
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
                "{shown} is there already: `oriflamme new battle --draft {shown}` goes on with it; else choose another name"
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
                self.out(&[Line::of(Role::Dim, format!("taken back: {line}"))]);
                self.shown.clear();
                self.keep();
            }
            None => self.refuse("there is nothing to take back"),
        }
    }

    /// Keeps the lines that were taken, so that nothing is lost whatever happens.
    fn keep(&mut self) {
        let Some(path) = self.kept.clone() else { return };
        let mut text = format!("{HEAD}\ngame {}\nseed {}\n\n", self.builder.game().name, self.builder.seed());
        for line in self.builder.lines() {
            text.push_str(&format!("{MARK}{line}\n"));
        }
        if let Err(problem) = files::write(&path, &text) {
            self.refuse(&problem);
        }
    }

    fn leave(&mut self) {
        if self.written {
            return;
        }
        let words = match &self.kept {
            Some(path) if path.exists() => {
                let path = path.display();
                format!("the battle is kept in {path}: `oriflamme new battle --draft {path}` goes on with it")
            }
            _ => "nothing has been said that could be kept".to_owned(),
        };
        self.out(&[Line::of(Role::Dim, words)]);
    }

    /// Writes the battle, checks it, and says how it is played.
    fn write(&mut self, over: bool) -> Next {
        if !self.builder.is_complete() {
            self.refuse("the battle is not complete: answer what is asked, or `quit` and go on another day");
            return Next::GoOn;
        }
        let name = self.builder.path();
        let path = Path::new(&name);
        if path.exists() && !over {
            self.refuse(&format!("{name} is there already: `write over` puts this battle in its place"));
            return Next::GoOn;
        }
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written =
            folder.map_err(|problem| problem.to_string()).and_then(|()| files::write(path, &self.builder.text()));
        if let Err(problem) = written {
            self.refuse(&format!("{name} cannot be written: {problem}"));
            return Next::GoOn;
        }
        self.written = true;
        let (found, catalog) = self.builder.check();
        let errors: Vec<_> = found.into_iter().filter(oriflamme::diagnostic::Diagnostic::is_error).collect();
        if !errors.is_empty() {
            self.failed = true;
            self.refuse(&format!("{name} is written, but it cannot be played as it is:"));
            complain(&render::plain_all(&errors, &catalog.sources));
            return Next::Leave;
        }
        // What was kept on the way says nothing more than the battle itself.
        if let Some(kept) = self.kept.take() {
            let _ = std::fs::remove_file(kept);
        }
        let battle = self.builder.name().unwrap_or_default().to_owned();
        self.out(&[
            Line::of(Role::Good, format!("written: {name}; nothing is wrong with it")),
            Line::plain(format!(
                "`oriflamme play {battle}` plays it, `oriflamme simulate {battle} --games 100` shows who wins"
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

    /// Shows what is asked, if it is not what was asked before.
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

/// The game that is named, or the only one that says what may be bought.
fn chosen(catalog: &Catalog, name: Option<&str>) -> Result<String, String> {
    if let Some(name) = name {
        return Ok(data::find_game(catalog, name)?.name.clone());
    }
    let games = games_with_muster(catalog);
    match games.as_slice() {
        [(name, _)] => Ok((*name).to_owned()),
        [] => Err("no game says what an army may be bought from".to_owned()),
        _ => {
            let names: Vec<&str> = games.iter().map(|(name, _)| *name).collect();
            Err(format!("say for which game: `oriflamme new battle GAME`; there are: {}", names.join(", ")))
        }
    }
}

/// A battle that was kept.
struct Kept {
    game: String,
    seed: u64,
    /// The lines that were taken, with their numbers in the file.
    lines: Vec<(usize, String)>,
}

impl Kept {
    fn read(path: &Path) -> Result<Kept, String> {
        let text = files::read_text(path)?;
        let shown = path.display();
        let wrong =
            || format!("{shown} is no battle that was kept: its first lines are `{HEAD}`, `game NAME` and `seed N`");
        let mut rows = text.lines();
        let head = rows.next().map(str::trim);
        let game = rows.next().and_then(|row| row.strip_prefix("game "));
        let seed = rows.next().and_then(|row| row.strip_prefix("seed ")).and_then(|seed| seed.trim().parse().ok());
        let (Some(HEAD), Some(game), Some(seed)) = (head, game, seed) else { return Err(wrong()) };
        let lines = text.lines().enumerate().skip(3).filter_map(|(at, row)| {
            let line = row.strip_prefix(MARK).or_else(|| (row == MARK.trim_end()).then_some(""))?;
            Some((at + 1, line.to_owned()))
        });
        Ok(Kept { game: game.trim().to_owned(), seed, lines: lines.collect() })
    }
}
