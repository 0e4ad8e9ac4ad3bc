//! The dialogue: takes a line and prints its result. A person at a terminal and commands from a file use the same one.

mod asking;
mod bench;
mod bots;
mod branching;
mod commands;
mod compare;
mod handover;
mod helping;
mod keeping;
mod learning;
mod list;
mod odds;
mod panel;
mod printing;
mod pupil;
mod puzzle;
mod questions;
mod refusal;
mod reloading;
mod reviewing;
mod sentence;
mod showing;
mod stepping;
mod table;
#[cfg(test)]
mod tests;

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use oriflamme::analysis::bots::Player;
use oriflamme::catalog::Catalog;
use oriflamme::draw::{columns, first_columns};
use oriflamme::play::Fault;
use oriflamme::session::{Said, Session, Sight, Standing, Telling};
use oriflamme::source::visible;

use crate::args::Engine;
use crate::command;
use crate::editor::Assistant;
use crate::pager::Pages;
use crate::paint::{HEIGHT, Paint, WIDTH, complain};
use crate::reader::{LineEditor, Next, Talk};
use crate::{files, pager, words};
use handover::Keyboard;
pub(crate) use learning::{School, begun_lesson};
pub(crate) use refusal::Done;

/// The minimum number of lines for the report since a person's last decision, in a small window.
const LEAST_REPORT: usize = 8;
/// The maximum width of maps on a wide terminal.
const MOST_WIDTH: usize = 110;

/// The dialogue of a game.
pub(crate) struct Dialogue {
    session: Rc<RefCell<Session>>,
    catalog: Catalog,
    /// The folders given with `--data`.
    folders: Vec<PathBuf>,
    paint: Paint,
    interactive: bool,
    /// The script engine for games played here.
    engine: Engine,
    /// The file the game is saved to after every decision.
    autosave: Option<PathBuf>,
    /// The lock on that file, held while the game is played.
    lock: Option<files::Lock>,
    /// The contents of that file, as last read or written.
    on_disk: Option<Vec<u8>>,
    /// True while that file has a line that cannot be played: it is copied before it is overwritten.
    is_damaged: bool,
    /// The file it was last saved to.
    saved_to: Option<PathBuf>,
    /// The game as last saved.
    saved: String,
    /// The game as it could not be saved: the problem is reported once for each change.
    unkept: Option<String>,
    telling: Telling,
    draws: bool,
    /// True if the board and the options stand beside the dialogue, which then leaves them out.
    has_panel: bool,
    /// True if the odds are shown beside the options.
    shows_odds: bool,
    /// The columns and lines of the terminal.
    size: (usize, usize),
    /// The parts of the game shown last.
    shown: showing::Shown,
    /// The question for which the options were last shown.
    asked: String,
    /// True while bots do not decide because Ctrl-C has stopped them.
    is_halted: bool,
    /// True if a line was refused or rules had an error.
    failed: bool,
    /// The list of commands whose last one asks a question.
    list: Option<list::List>,
    /// The last line, if it would lose something; repeated, it is carried out.
    warned: Option<String>,
    /// The line being carried out.
    said: String,
    /// The rest of a long answer.
    pages: Pages,
    /// The players at the keyboard.
    keyboard: Keyboard,
    /// The game with its tests, read when they are first asked for.
    tests: Option<Catalog>,
    /// The puzzle that is being played.
    puzzle: Option<puzzle::Sitting>,
    /// The expressions that are watched.
    watches: asking::Watches,
    /// True while the keyboard passes to another player: completion and hints are off.
    passes: Rc<Cell<bool>>,
    /// The learner, in a lesson.
    school: Option<School>,
    /// True once the player leaves.
    leaves: bool,
}

impl Dialogue {
    /// A dialogue for a session.
    pub(crate) fn new(
        session: Session,
        catalog: Catalog,
        paint: Paint,
        interactive: bool,
        autosave: Option<(PathBuf, files::Lock)>,
        engine: Engine,
    ) -> Self {
        let (autosave, lock) = autosave.unzip();
        let on_disk = autosave.as_ref().filter(|path| path.exists()).and_then(|path| files::read(path).ok());
        // With `--save` and no file yet, the game is saved from its start.
        let begun = autosave.is_none() || on_disk.is_some();
        let saved = if begun { session.save() } else { String::new() };
        let session = Rc::new(RefCell::new(session));
        Dialogue {
            saved_to: autosave.clone(),
            autosave,
            lock,
            on_disk,
            saved,
            ..Dialogue::about(session, catalog, paint, interactive, engine)
        }
    }

    /// A dialogue about a session that others may share, without a file.
    fn about(session: Rc<RefCell<Session>>, catalog: Catalog, paint: Paint, interactive: bool, engine: Engine) -> Self {
        Dialogue {
            session,
            catalog,
            folders: Vec::new(),
            paint,
            interactive,
            engine,
            saved_to: None,
            autosave: None,
            lock: None,
            on_disk: None,
            is_damaged: false,
            saved: String::new(),
            unkept: None,
            telling: Telling {
                details: false,
                cites: false,
                numbers: false,
                width: WIDTH,
                wraps: true,
                others: LEAST_REPORT,
            },
            draws: interactive && !paint.markup,
            has_panel: paint.markup,
            shows_odds: false,
            size: if paint.markup { panel::SIZE } else { (WIDTH, HEIGHT) },
            shown: showing::Shown::default(),
            asked: String::new(),
            failed: false,
            list: None,
            warned: None,
            said: String::new(),
            pages: Pages::default(),
            keyboard: Keyboard::default(),
            tests: None,
            puzzle: None,
            watches: asking::Watches::default(),
            passes: Rc::default(),
            school: None,
            leaves: false,
            is_halted: false,
        }
    }

    /// The same with the folders given with `--data`.
    #[must_use]
    pub(crate) fn with_folders(mut self, folders: &[PathBuf]) -> Self {
        self.folders = folders.to_vec();
        self
    }

    /// The session, for completion.
    pub(crate) fn shared(&self) -> Rc<RefCell<Session>> {
        self.session.clone()
    }

    /// The flag that turns completion off.
    pub(crate) fn passes(&self) -> Rc<Cell<bool>> {
        self.passes.clone()
    }

    fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    fn session_mut(&self) -> RefMut<'_, Session> {
        self.session.borrow_mut()
    }

    /// The size of the board display: hex maps use the available space.
    fn sight(&self) -> Sight {
        let hexes = self.session().game().board.spaces.iter().any(|space| space.hex.is_some());
        let (columns, lines) = self.size;
        let width = if hexes { columns.min(MOST_WIDTH) } else { self.paint.width };
        Sight { width, height: lines, colours: self.paint.is_coloured() }
    }

    /// The style of the log on this terminal.
    fn telling(&self) -> Telling {
        Telling { width: self.paint.width, wraps: !self.paint.markup, ..self.telling }
    }

    /// The same settings for a report with this many lines of the window below it.
    fn telling_above(&self, rows: usize) -> Telling {
        let room = self.size.1.saturating_sub(rows + 2);
        Telling { others: room.max(LEAST_REPORT), ..self.telling() }
    }

    /// Continues a game in progress; past events are in the log.
    pub(crate) fn resume(&mut self) {
        if !self.interactive {
            return;
        }
        let telling = self.telling();
        let told = self.session_mut().news(telling);
        if !told.is_empty() {
            self.note("`log` shows what happened before");
        }
    }

    /// True if an action that loses something may go ahead: the same line was entered just before and this loss was
    /// announced.
    fn is_meant(&mut self, loss: &str) -> bool {
        if self.warned.take().is_some() {
            return true;
        }
        self.warned = Some(self.said.clone());
        self.refuse(&format!("{loss}. Repeat the command to do it anyway."));
        false
    }

    /// True if the current state of the game is not saved in a file.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.session().save() != self.saved
    }

    /// True if the game should have been saved automatically, and is not saved.
    pub(crate) fn is_lost(&self) -> bool {
        self.autosave.is_some() && self.is_unsaved()
    }

    /// Saves the game, if a file was given and the game has changed.
    pub(crate) fn keep(&mut self) {
        let Some(path) = self.autosave.clone() else { return };
        let text = self.session().save();
        if text == self.saved {
            return;
        }
        match self.write_kept(&path, &text) {
            Ok(()) => self.unkept = None,
            Err(problem) => {
                if self.unkept.as_ref() != Some(&text) {
                    self.refuse(&problem);
                }
                self.unkept = Some(text);
            }
        }
    }

    /// Writes the game to its file. If another program changed the file meanwhile, a copy is kept.
    fn write_kept(&mut self, path: &Path, text: &str) -> Result<(), String> {
        if path.exists() {
            let there = files::read(path)?;
            if self.on_disk.as_ref() != Some(&there) && there != text.as_bytes() {
                let kept = files::keep_copy(path, "changed")?;
                self.note(&format!(
                    "{} was changed by another program while you play: that is kept as {}",
                    path.display(),
                    kept.display()
                ));
            }
        }
        self.set_aside_damaged(path)?;
        files::write(path, text)?;
        self.on_disk = Some(text.as_bytes().to_vec());
        text.clone_into(&mut self.saved);
        Ok(())
    }

    fn empty(&mut self) -> Done {
        self.puzzle_goes_on()?;
        let waits = self.session().question().is_some_and(|(seat, _)| self.session().player(seat) != Player::Person);
        if waits {
            if self.session().paused_bot().is_some() {
                self.is_halted = false;
                return Ok(());
            }
            return self.auto("1");
        }
        let enter = self.session().menu().enter;
        match enter {
            Some(answer) => self.sentence(&answer),
            None => self.options(""),
        }
    }

    /// Carries out a line in a game.
    fn game_line(&mut self, text: &str) {
        let quits = |line: &str| matches!(command::parse(line), Some((command, "", _)) if command.name() == "quit");
        if self.warned.as_deref().is_some_and(|warned| warned != text && !(quits(warned) && quits(text))) {
            self.warned = None;
        }
        text.clone_into(&mut self.said);
        let done = match self.awaited() {
            Some(seat) => self.passing(seat, text),
            None if self.puzzle_word(text) => Ok(()),
            None if self.session().is_stopped() => self.at_stop(text),
            None => self.meant(text),
        };
        self.done(done);
        self.list_goes_on();
        self.puzzle_on();
        self.keep();
    }

    /// Carries out a line that is a command of the program or a sentence.
    fn meant(&mut self, text: &str) -> Done {
        if text.is_empty() {
            return self.empty();
        }
        if matches!(text, "?" | "help") {
            let asked = self.session().asked_in_short();
            let Some(asked) = asked else { return self.help("") };
            self.help_here(&asked);
            return Ok(());
        }
        let Some((command, rest, marked)) = command::parse(text) else {
            return match text.strip_prefix(':') {
                Some(word) => Err(words::unknown_command(word.split_whitespace().next().unwrap_or_default()).into()),
                None => self.sentence(text),
            };
        };
        // A word of the game takes precedence; a colon always marks a command.
        if !marked && self.session().understands(text) {
            return self.sentence(text);
        }
        if !marked && self.is_of_the_game(command, text) {
            let done = self.sentence(text);
            self.done(done);
            if self.session().refusal().is_some_and(|found| found.offer.is_some()) {
                self.note(&format!("`:{}` is the command of the program", command.name()));
            }
            return Ok(());
        }
        self.is_for_a_page(command)?;
        self.leads_away(command, rest)?;
        (command.run)(self, rest)
    }

    /// True if a line that begins like a command is meant for the game: it names an action, or its word changes the
    /// game by hand and begins an action that is possible now, as in `take Ch2` for `take along Ch2`, or it is `go` with
    /// what cannot be the name of a mark, as in `go to 2010`.
    fn is_of_the_game(&self, command: &command::Command, text: &str) -> bool {
        let session = self.session();
        let by_hand = matches!(command.takes, command::Takes::Arbiter(_)) && text.contains(' ') && !session.is_bench();
        let goes = command.name() == "go" && text.split_whitespace().count() > 2;
        session.names_an_action(text)
            || by_hand && session.begins_an_action(command.name())
            || goes && session.has_an_action_like(command.name())
    }

    fn said(&mut self, said: Said) {
        match said {
            Said::Done => {}
            // The same choice again: its list is shown again.
            Said::Opened if self.asked_mark() == self.asked => self.asked.clear(),
            Said::Opened | Said::Held => {}
            Said::Refused(problem) => {
                self.refuse(&problem);
                let reasons = self.session().reasons(words::MOST_REASONS);
                self.lines(&reasons);
            }
            Said::Faulty(fault) => {
                self.fault(&fault);
                self.note("Error in the rules. Your last command was undone.");
            }
        }
    }

    /// Forgets what was shown: the game is at another place. Past events are in the log.
    fn look_anew(&mut self) {
        let telling = self.telling();
        let _ = self.session_mut().news(telling);
        self.shown.forget_board();
        self.asked.clear();
    }

    /// Plays another game from now on. `saved_to` is the file that has it.
    fn play_instead(&mut self, session: Session, saved_to: Option<PathBuf>) {
        let was_kept = self.autosave.take().is_some();
        (self.lock, self.unkept, self.is_damaged) = (None, None, false);
        self.saved_to = saved_to;
        self.saved = session.save();
        *self.session_mut() = session;
        self.list = None;
        self.watch_bots();
        self.clear_table();
        self.look_anew();
        if was_kept {
            self.note("this game is not saved after every decision: `save` saves it");
        }
    }

    /// Shows an error in the rules with its source line.
    fn fault(&mut self, fault: &Fault) {
        let game = self.session().game().clone();
        let diagnostic = self.session().diagnostic(fault);
        self.mistakes(&[diagnostic], &game.sources);
    }
}

impl Talk for Dialogue {
    type Assistant = Assistant;

    const INTERRUPTED: &'static str = "`quit` leaves";

    /// The size is read each time, because windows are resized.
    fn prepare(&mut self, editor: &mut LineEditor<Assistant>) {
        if let Some((columns, lines)) = editor.dimensions() {
            self.size = (usize::from(columns), usize::from(lines));
            self.paint.fit(self.size.0);
        }
        self.remember(editor);
    }

    /// Prints the board, then the news and the options, so that these are just above the prompt.
    fn tell(&mut self) {
        if self.pages.wait() {
            return;
        }
        if self.school.is_some() {
            self.tell_lesson();
            return;
        }
        self.bots_decide();
        // A bot may have answered a question within a command of a list.
        if self.list.is_some() {
            self.list_goes_on();
            self.keep();
            self.bots_decide();
        }
        if let Some(seat) = self.awaited() {
            self.hand_over(seat);
            return;
        }
        self.goes_on();
        if self.tell_verdict() {
            return;
        }
        self.show_all();
    }

    /// The prompt: turn, phase, and who decides.
    fn prompt(&self) -> String {
        if self.pages.wait() {
            return pager::QUESTION.to_owned();
        }
        if let Some(prompt) = self.lesson_prompt() {
            return visible(&prompt).into_owned();
        }
        if let Some(seat) = self.awaited() {
            return visible(&format!("{} player, press Enter", self.side_title(seat))).into_owned() + "> ";
        }
        if let Some(prompt) = self.puzzle_prompt() {
            return prompt;
        }
        let session = self.session();
        if let Some(at) = session.stopped_at() {
            return visible(&format!("stopped at {at}")).into_owned() + "> ";
        }
        let mut parts = match session.standing() {
            Standing::Asked(_) => self.where_asked(),
            Standing::Idle => vec!["bench".to_owned()],
            Standing::Over(_) => vec!["the game is over".to_owned()],
            Standing::Faulty(_) => vec!["the rules are faulty".to_owned()],
        };
        if let Some(staged) = session.staged() {
            parts.push(format!("{staged} …"));
        }
        let most = self.paint.width * 3 / 4;
        // The outermost parts are omitted first.
        let mut prompt = parts.join(" > ");
        while columns(&prompt) > most && parts.len() > 1 {
            parts.remove(0);
            prompt = format!("… > {}", parts.join(" > "));
        }
        if columns(&prompt) > most {
            prompt = first_columns(&prompt, most) + "…";
        }
        visible(&prompt).into_owned() + "> "
    }

    fn line(&mut self, text: &str) -> Next {
        if self.turned(text) {
            return Next::GoOn;
        }
        let asked = self.command_for(text);
        let text = asked.as_deref().unwrap_or(text);
        if self.school.is_some() {
            let done = self.lesson_line(text);
            self.done(done);
            self.list_goes_on();
        } else {
            self.game_line(text);
        }
        if std::mem::take(&mut self.leaves) { Next::Leave } else { Next::GoOn }
    }

    fn waits(&self) -> Option<String> {
        Some(format!("{} decides now", self.side_title(self.awaited()?)))
    }

    /// Prints the current point of play, if the game is not over.
    fn ended(&mut self) {
        if self.school.is_some() {
            if self.lesson_is_open() {
                complain("input ended within the lesson");
            }
            return;
        }
        if let Standing::Over(_) = self.session().standing() {
            return;
        }
        if let Some(is_ended) = self.puzzle_has_ended() {
            if !is_ended {
                complain("input ended within the puzzle");
            }
            return;
        }
        let kept = match (&self.autosave, &self.saved_to) {
            (Some(path), _) if self.is_damaged => {
                format!("{} is unchanged: the game shown is not saved in it", path.display())
            }
            (Some(path), _) if self.unkept.is_none() => {
                format!("the game is saved in {}; the same command continues it", path.display())
            }
            (_, Some(path)) if !self.is_unsaved() => format!("the game is saved in {}", path.display()),
            (Some(path), _) => format!("the game was not saved: {} cannot be written", path.display()),
            (None, _) => "the game was not saved (use `--save FILE`)".to_owned(),
        };
        complain(&format!("input ended at {}; {kept}", self.place()));
    }

    fn failed(&self) -> bool {
        if self.school.is_some() { self.lesson_failed() } else { self.failed }
    }
}
