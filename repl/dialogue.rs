//! The dialogue: a line in, what it did out. The same for a person at a terminal and for commands from a file.

mod commands;
mod handover;

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use oriflamme::analysis::bots::Player;
use oriflamme::catalog::Catalog;
use oriflamme::diagnostic::render;
use oriflamme::draw::{Line, Role, columns, first_columns};
use oriflamme::play::Fault;
use oriflamme::session::{Said, Session, Sight, Standing, Telling};
use oriflamme::source::visible;

use crate::args::Engine;
use crate::command;
use crate::editor::Assistant;
use crate::paint::{HEIGHT, Paint, WIDTH, complain, put, say};
use crate::reader::{LineEditor, Next, Talk};
use crate::{files, words};
use handover::Keyboard;

/// The most lines about what bots did while a person waited.
const MOST_OTHERS: usize = 8;
/// How wide maps may become on a wide terminal.
const MOST_WIDTH: usize = 110;

/// A dialogue about a game.
pub(crate) struct Dialogue {
    session: Rc<RefCell<Session>>,
    catalog: Catalog,
    paint: Paint,
    interactive: bool,
    /// What runs the scripts of whatever is played here.
    engine: Engine,
    /// Where the game is saved after every decision.
    autosave: Option<PathBuf>,
    /// The right to write there: nobody else does as long as we play.
    lock: Option<files::Lock>,
    /// What lies there, as we read or wrote it last.
    on_disk: Option<Vec<u8>>,
    /// Where it was saved last.
    saved_to: Option<PathBuf>,
    /// The game as it was saved last.
    saved: String,
    telling: Telling,
    draws: bool,
    /// Columns and lines of the terminal.
    size: (usize, usize),
    /// What the board looked like when it was drawn last.
    drawn: u64,
    /// What was asked when the options were shown last.
    asked: String,
    /// Whether a line was refused, or rules were faulty.
    failed: bool,
    /// The last line, if it would have lost something: said again, it is done.
    warned: Option<String>,
    /// The line that is carried out.
    said: String,
    /// Who sits there.
    keyboard: Keyboard,
    /// Whether the keyboard is passing to another: nothing may help with typing then.
    passes: Rc<Cell<bool>>,
}

impl Dialogue {
    /// A dialogue about a session.
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
        // A game that stands in no file yet is kept from its beginning.
        let begun = autosave.is_none() || on_disk.is_some();
        let saved = if begun { session.save() } else { String::new() };
        Dialogue {
            session: Rc::new(RefCell::new(session)),
            catalog,
            paint,
            interactive,
            engine,
            saved_to: autosave.clone(),
            autosave,
            lock,
            on_disk,
            saved,
            telling: Telling { details: false, cites: false, numbers: false, width: WIDTH, others: MOST_OTHERS },
            draws: interactive,
            size: (WIDTH, HEIGHT),
            drawn: 0,
            asked: String::new(),
            failed: false,
            warned: None,
            said: String::new(),
            keyboard: Keyboard::default(),
            passes: Rc::default(),
        }
    }

    /// The session, for completion.
    pub(crate) fn shared(&self) -> Rc<RefCell<Session>> {
        self.session.clone()
    }

    /// Whether nothing may help with typing, for completion.
    pub(crate) fn passes(&self) -> Rc<Cell<bool>> {
        self.passes.clone()
    }

    fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    fn session_mut(&self) -> RefMut<'_, Session> {
        self.session.borrow_mut()
    }

    /// On what the board is shown: maps of hexes take the room that there is.
    fn sight(&self) -> Sight {
        let hexes = self.session().game().board.spaces.iter().any(|space| space.hex.is_some());
        let (columns, lines) = self.size;
        let width = if hexes { columns.min(MOST_WIDTH) } else { self.paint.width };
        Sight { width, height: lines, colours: self.paint.colours }
    }

    /// How the log is told on this terminal.
    fn telling(&self) -> Telling {
        Telling { width: self.paint.width, ..self.telling }
    }

    fn out(&self, line: &Line) {
        self.paint.tell(line.clone(), 4);
    }

    fn lines(&self, lines: &[Line]) {
        lines.iter().for_each(|line| self.out(line));
    }

    fn refuse(&mut self, text: &str) {
        self.failed = true;
        for line in text.lines() {
            self.out(&Line::of(Role::Bad, line));
        }
    }

    fn note(&self, text: &str) {
        self.out(&Line::of(Role::Dim, text));
    }

    /// The name and the first words of a game.
    pub(crate) fn greet(&mut self) {
        let session = self.session();
        let game = session.game();
        let mut lines = vec![Line::of(Role::Title, format!("{}: {}", game.title, game.scenario_title))];
        lines.extend(game.scenario_doc.iter().flat_map(|doc| doc.lines()).map(|line| Line::plain(line.trim())));
        let seats: Vec<String> = (0..game.sides.len())
            .map(|seat| format!("{} {}", game.sides[seat].title, session.player(seat as u16).name()))
            .collect();
        lines.push(Line::of(
            Role::Dim,
            format!("{}; seed {}; `help` lists the commands", seats.join(", "), session.opening().seed),
        ));
        let laid = session.laid_dice();
        if !laid.is_empty() {
            lines.push(Line::of(Role::Dim, format!("dice laid ready: {}", words::dice(&laid))));
        }
        drop(session);
        self.lines(&lines);
        say("");
    }

    /// What is asked now, for knowing whether it has been shown.
    fn question_mark(&self) -> String {
        let session = self.session();
        let asked = session.question().map(|(seat, question)| format!("{seat} {question:?}"));
        format!("{} {asked:?} {:?}", session.decisions(), session.staged())
    }

    /// A number for what the board looks like.
    fn position(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.session().board(self.sight(), None).hash(&mut hasher);
        hasher.finish()
    }

    fn draw(&mut self) {
        self.drawn = self.position();
        let board = self.session().board(self.sight(), None);
        self.picture(&board);
    }

    /// Lines that are shown as they are; on a terminal that is too narrow as much of them as fits.
    fn picture(&self, lines: &[Line]) {
        let columns = self.size.0.max(self.paint.width);
        lines.iter().for_each(|line| self.paint.show(&line.clone().cut(columns)));
        if lines.iter().any(|line| line.width() > columns) {
            self.note(&format!(
                "cut off: this terminal has {columns} columns; `board AREA` shows a part, `svg FILE` draws all of it"
            ));
        }
    }

    fn print_menu(&self) {
        let session = self.session();
        let menu = session.menu();
        let bot = session.player(menu.seat) != Player::Person;
        let title = session.game().sides.get(menu.seat as usize).map(|side| side.title.clone()).unwrap_or_default();
        drop(session);
        self.lines(&words::menu(&menu, &title, self.paint.width));
        if bot {
            self.note("a bot decides: an empty line lets it");
        }
    }

    /// Whether something may be done by which something is lost: only if the same line was said before, and what would be
    /// lost was told then.
    fn is_meant(&mut self, loss: &str) -> bool {
        if self.warned.take().is_some() {
            return true;
        }
        self.warned = Some(self.said.clone());
        self.refuse(&format!("{loss}; say it again to do it all the same"));
        false
    }

    /// Whether the game stands in no file as it is now.
    fn is_unsaved(&self) -> bool {
        self.autosave.is_none() && self.session().save() != self.saved
    }

    /// Saves the game, if that was asked for and anything has changed.
    pub(crate) fn keep(&mut self) {
        let Some(path) = self.autosave.clone() else { return };
        let text = self.session().save();
        if text == self.saved {
            return;
        }
        if let Err(problem) = self.write_kept(&path, text) {
            self.refuse(&problem);
        }
    }

    /// Writes the game where it is kept. What somebody else has put there meanwhile is kept beside.
    fn write_kept(&mut self, path: &Path, text: String) -> Result<(), String> {
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
        files::write(path, &text)?;
        self.on_disk = Some(text.clone().into_bytes());
        self.saved = text;
        Ok(())
    }

    fn empty(&mut self) -> Next {
        let waits = self.session().question().is_some_and(|(seat, _)| self.session().player(seat) != Player::Person);
        if waits {
            return self.auto("1");
        }
        self.options()
    }

    fn sentence(&mut self, text: &str) -> Next {
        let said = self.session_mut().say(text);
        self.said(said);
        Next::GoOn
    }

    fn said(&mut self, said: Said) {
        match said {
            Said::Done | Said::Opened => {}
            Said::Refused(problem) => {
                self.refuse(&problem);
                let reasons = self.session().reasons(words::MOST_REASONS);
                self.lines(&reasons);
            }
            Said::Faulty(fault) => {
                self.fault(&fault);
                self.note("a mistake in the rules: everything is as it was before this line");
            }
        }
    }

    /// Shows a mistake of the rules with the author's own line.
    fn fault(&mut self, fault: &Fault) {
        self.failed = true;
        let diagnostic = oriflamme::session::diagnostic(fault);
        let session = self.session();
        let sources = &session.game().sources;
        let text = if self.paint.colours {
            render::coloured(&diagnostic, sources)
        } else {
            render::plain(&diagnostic, sources)
        };
        drop(session);
        for line in text.trim_end().lines() {
            put(line);
        }
    }
}

impl Talk for Dialogue {
    type Assistant = Assistant;

    const INTERRUPTED: &'static str = "`quit` leaves the game";

    /// The size is asked for each time, since windows change theirs.
    fn prepare(&mut self, editor: &mut LineEditor<Assistant>) {
        if let Some((columns, lines)) = editor.dimensions() {
            self.size = (usize::from(columns), usize::from(lines));
            self.paint.fit(self.size.0);
        }
        self.remember(editor);
    }

    /// News, the board, what may be done.
    fn tell(&mut self) {
        if let Some(seat) = self.awaited() {
            self.hand_over(seat);
            return;
        }
        let news = self.news();
        self.lines(&news);
        let fault = match self.session().standing() {
            Standing::Faulty(fault) => Some(fault.clone()),
            _ => None,
        };
        if let Some(fault) = fault {
            self.fault(&fault);
            self.note("play cannot go on from here: `back` takes decisions back");
            return;
        }
        let asked = self.question_mark();
        if asked == self.asked {
            return;
        }
        self.asked = asked;
        let over = matches!(self.session().standing(), Standing::Over(_));
        if over {
            if self.draws {
                self.draw();
            }
            self.note("the game is over: `back`, `log`, `save FILE`, `quit`");
            return;
        }
        if self.draws && self.position() != self.drawn {
            self.draw();
        }
        self.print_menu();
    }

    /// Turn, phase, who decides.
    fn prompt(&self) -> String {
        if let Some(seat) = self.awaited() {
            return visible(&format!("{} player, press Enter", self.side_title(seat))).into_owned() + "> ";
        }
        let session = self.session();
        let mut parts = match session.standing() {
            Standing::Asked(_) => session.place(),
            Standing::Over(_) => vec!["the game is over".to_owned()],
            Standing::Faulty(_) => vec!["the rules are faulty".to_owned()],
        };
        if let Some((seat, _)) = session.question() {
            parts.extend(session.game().sides.get(seat as usize).map(|side| side.title.clone()));
        }
        let mut prompt = parts.join(", ");
        if let Some(staged) = session.staged() {
            prompt.push_str(&format!(": {staged} …"));
        }
        let most = self.paint.width * 3 / 4;
        if columns(&prompt) > most {
            prompt = first_columns(&prompt, most) + "…";
        }
        visible(&prompt).into_owned() + "> "
    }

    fn line(&mut self, text: &str) -> Next {
        if self.warned.as_deref() != Some(text) {
            self.warned = None;
        }
        text.clone_into(&mut self.said);
        let next = if let Some(seat) = self.awaited() {
            self.passing(seat, text)
        } else if text.is_empty() {
            self.empty()
        } else if let Some((command, rest, marked)) = command::parse(text) {
            // A word of the game's own comes first; a colon always means the command.
            if !marked && self.session().understands(text) { self.sentence(text) } else { (command.run)(self, rest) }
        } else if let Some(word) = text.strip_prefix(':') {
            let word = word.split_whitespace().next().unwrap_or_default();
            self.refuse(&words::unknown_command(word));
            Next::GoOn
        } else {
            self.sentence(text)
        };
        self.keep();
        next
    }

    fn waits(&self) -> Option<String> {
        Some(format!("{} decides now", self.side_title(self.awaited()?)))
    }

    /// Says where, if the game was not over.
    fn ended(&mut self) {
        if let Standing::Over(_) = self.session().standing() {
            return;
        }
        let kept = match &self.autosave {
            Some(path) => format!("the game is saved in {}; the same command goes on with it", path.display()),
            None => match &self.saved_to {
                Some(path) if !self.is_unsaved() => format!("the game is saved in {}", path.display()),
                _ => "the game is not saved: `--save FILE` keeps it".to_owned(),
            },
        };
        let place = self.prompt();
        complain(&format!("the input ended before the game did, at: {}; {kept}", place.trim_end_matches("> ")));
    }

    fn failed(&self) -> bool {
        self.failed
    }
}
