//! The dialogue: a line in, what it did out. The same for a person at a terminal and for commands from a file.

use std::cell::{Ref, RefCell, RefMut};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use oriflamme::analysis::bots::Player;
use oriflamme::catalog::Catalog;
use oriflamme::diagnostic::render;
use oriflamme::draw::{Line, Role};
use oriflamme::play::Fault;
use oriflamme::session::{Said, Session, Sight, Standing, Telling, Went};

use crate::command;
use crate::paint::{HEIGHT, Paint, WIDTH, say};
use crate::words;
use crate::{files, saves};

/// How wide maps may become on a wide terminal.
const MOST_WIDTH: usize = 110;

/// Whether the dialogue goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Another line.
    GoOn,
    /// The end.
    Leave,
}

/// A dialogue about a game.
pub(crate) struct Dialogue {
    session: Rc<RefCell<Session>>,
    catalog: Catalog,
    paint: Paint,
    interactive: bool,
    /// Where the game is saved after every decision.
    autosave: Option<PathBuf>,
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
    /// Whether the last line wanted to leave an unsaved game.
    leaving: bool,
}

impl Dialogue {
    /// A dialogue about a session.
    pub(crate) fn new(
        session: Session,
        catalog: Catalog,
        paint: Paint,
        interactive: bool,
        autosave: Option<PathBuf>,
    ) -> Self {
        let saved = session.save();
        Dialogue {
            session: Rc::new(RefCell::new(session)),
            catalog,
            paint,
            interactive,
            saved_to: autosave.clone(),
            autosave,
            saved,
            telling: Telling { details: false, cites: true, numbers: false },
            draws: interactive,
            size: (WIDTH, HEIGHT),
            drawn: 0,
            asked: String::new(),
            failed: false,
            leaving: false,
        }
    }

    /// The session, for completion.
    pub(crate) fn shared(&self) -> Rc<RefCell<Session>> {
        self.session.clone()
    }

    pub(crate) fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    fn session_mut(&self) -> RefMut<'_, Session> {
        self.session.borrow_mut()
    }

    /// Whether a line was refused, or rules were faulty.
    pub(crate) fn failed(&self) -> bool {
        self.failed
    }

    /// The terminal is so wide and so high.
    pub(crate) fn resize(&mut self, columns: usize, lines: usize) {
        self.size = (columns, lines);
    }

    /// On what the board is shown: maps of hexes take the room that there is.
    fn sight(&self) -> Sight {
        let hexes = self.session().game().board.spaces.iter().any(|space| space.hex.is_some());
        let (columns, lines) = self.size;
        let width = if hexes { columns.clamp(WIDTH, MOST_WIDTH) } else { WIDTH };
        Sight { width, height: lines, colours: self.paint.colours }
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
        drop(session);
        self.lines(&lines);
        say("");
    }

    /// Everything that is worth saying before the next line: news, the board, what may be done.
    pub(crate) fn tell(&mut self) {
        let telling = self.telling;
        let news = self.session_mut().news(telling);
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

    /// Lines that fit as they are.
    fn picture(&self, lines: &[Line]) {
        lines.iter().for_each(|line| say(&self.paint.line(line)));
    }

    fn print_menu(&self) {
        let session = self.session();
        let menu = session.menu();
        let bot = session.player(menu.seat) != Player::Person;
        let title = session.game().sides.get(menu.seat as usize).map(|side| side.title.clone()).unwrap_or_default();
        drop(session);
        self.lines(&words::menu(&menu, &title));
        if bot {
            self.note("a bot decides: an empty line lets it");
        }
    }

    /// The words in front of the next line: turn, phase, who decides.
    pub(crate) fn prompt(&self) -> String {
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
        let most = WIDTH * 3 / 4;
        if prompt.chars().count() > most {
            prompt = prompt.chars().take(most).collect::<String>() + "…";
        }
        prompt + "> "
    }

    /// Does what a line says.
    pub(crate) fn line(&mut self, line: &str) -> Next {
        let text = line.trim();
        if text.starts_with('#') || text.starts_with("//") {
            return Next::GoOn;
        }
        let was_leaving = std::mem::take(&mut self.leaving);
        let next = if text.is_empty() {
            self.empty()
        } else if let Some((command, rest, marked)) = command::parse(text) {
            // A word of the game's own comes first; a colon always means the command.
            if !marked && self.session().understands(text) {
                self.sentence(text)
            } else {
                self.leaving = was_leaving;
                (command.run)(self, rest)
            }
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

    /// Saves the game, if that was asked for and anything has changed.
    pub(crate) fn keep(&mut self) {
        let Some(path) = self.autosave.clone() else { return };
        let text = self.session().save();
        if text == self.saved {
            return;
        }
        match files::write(&path, &text) {
            Ok(()) => self.saved = text,
            Err(problem) => self.refuse(&problem),
        }
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
            say(line);
        }
    }

    // ---- The commands, in the order of their table.

    pub(crate) fn options(&mut self) -> Next {
        if self.session().question().is_some() {
            self.print_menu();
        } else {
            self.note("nobody decides now: `back` takes decisions back");
        }
        Next::GoOn
    }

    pub(crate) fn board(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            self.draw();
            return Next::GoOn;
        }
        let area = self.session().area(rest);
        match area {
            Ok(area) => {
                let board = self.session().board(self.sight(), Some(area));
                self.picture(&board);
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn svg(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            self.refuse("say where: svg FILE");
            return Next::GoOn;
        }
        let picture = self.session().svg(None);
        match files::write(Path::new(rest), &picture) {
            Ok(()) => self.note(&format!("drawn in {rest}")),
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn hand(&mut self) -> Next {
        let hand = self.session().hand();
        if hand.is_empty() {
            self.note("this game has no cards");
        }
        self.lines(&hand);
        Next::GoOn
    }

    pub(crate) fn status(&mut self) -> Next {
        let session = self.session();
        let mut lines = vec![Line::of(Role::Title, session.place().join(", "))];
        lines.extend(session.status());
        let decisions = session.decisions();
        lines.push(Line::of(Role::Dim, format!("decision {}; state {:016x}", decisions + 1, session.hash())));
        let laid = session.laid_dice();
        if !laid.is_empty() {
            lines.push(Line::of(Role::Dim, format!("dice laid ready: {}", words::dice(&laid))));
        }
        drop(session);
        self.lines(&lines);
        Next::GoOn
    }

    pub(crate) fn log(&mut self, rest: &str) -> Next {
        let decisions = self.session().decisions();
        let (from, details) = match rest {
            "" => (decisions.saturating_sub(9), false),
            "all" => (1, false),
            "full" => (1, true),
            number => match number.parse::<usize>() {
                Ok(last) => ((decisions + 1).saturating_sub(last), false),
                Err(_) => {
                    self.refuse("`log` takes a number of decisions, `all` or `full`");
                    return Next::GoOn;
                }
            },
        };
        let telling = Telling { details, cites: self.telling.cites, numbers: true };
        let lines = self.session().log(from.max(1), telling);
        if lines.is_empty() {
            self.note("nothing has happened yet");
        }
        self.lines(&lines);
        Next::GoOn
    }

    pub(crate) fn why(&mut self, rest: &str) -> Next {
        let lines = match rest.split_once(char::is_whitespace) {
            _ if rest.is_empty() => self.session().why(),
            Some(("not", sentence)) => self.session().why_not(sentence.trim()),
            _ if rest == "not" => vec![Line::plain("say what: why not SENTENCE")],
            _ => match self.session().why_quantity(rest) {
                Some(lines) => lines,
                None => vec![Line::plain(format!(
                    "no quantity is called `{rest}`; `why not {rest}` asks what stands against it"
                ))],
            },
        };
        self.lines(&lines);
        Next::GoOn
    }

    pub(crate) fn rule(&mut self, rest: &str) -> Next {
        let found = self.session().rule(rest);
        match found {
            Some(lines) if lines.is_empty() => self.note("this game has no rulebook"),
            Some(lines) => self.lines(&lines),
            None => {
                let nearest = self.session().nearest_rule(rest).map(|number| format!("; did you mean {number}?"));
                self.refuse(&format!("the rulebook has no section {rest}{}", nearest.unwrap_or_default()));
            }
        }
        Next::GoOn
    }

    pub(crate) fn rulings(&mut self) -> Next {
        let rulings = self.session().rulings();
        if rulings.is_empty() {
            self.note("no rule of this game is in doubt");
        }
        self.lines(&rulings);
        Next::GoOn
    }

    pub(crate) fn help(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            self.lines(&words::overview());
            return Next::GoOn;
        }
        let word = rest.strip_prefix(':').unwrap_or(rest);
        let mut lines = command::find(word).map(words::command).unwrap_or_default();
        lines.extend(self.session().help(word).unwrap_or_default());
        if lines.is_empty() {
            let known = self.session().help_words();
            let names = known.iter().map(String::as_str).chain(command::COMMANDS.iter().map(|one| one.name));
            let nearest = oriflamme::diagnostic::nearest(word, names).map(|name| format!("; did you mean `{name}`?"));
            self.refuse(&format!("nothing is called `{word}`{}", nearest.unwrap_or_default()));
        }
        self.lines(&lines);
        Next::GoOn
    }

    pub(crate) fn back(&mut self, rest: &str) -> Next {
        let Some(steps) = self.count(rest) else { return Next::GoOn };
        if rest.is_empty() && self.session_mut().unstage() {
            return Next::GoOn;
        }
        let went = self.session_mut().back(steps);
        self.went(went, "there is nothing to take back");
        Next::GoOn
    }

    pub(crate) fn forward(&mut self, rest: &str) -> Next {
        let Some(steps) = self.count(rest) else { return Next::GoOn };
        let went = self.session_mut().forward(steps);
        self.went(went, "nothing was taken back");
        Next::GoOn
    }

    pub(crate) fn goto(&mut self, rest: &str) -> Next {
        let Some(number) = rest.parse::<usize>().ok().filter(|number| *number > 0) else {
            self.refuse("`goto` takes the number of a decision, from 1; `log` shows them");
            return Next::GoOn;
        };
        let went = self.session_mut().goto(number);
        self.went(went, "it is there already, or nothing lies in that direction");
        Next::GoOn
    }

    fn went(&mut self, went: Went, nowhere: &str) {
        match went {
            Went::By(_) => {
                let next = self.session().decisions() + 1;
                self.note(&format!("before decision {next}"));
                self.asked.clear();
            }
            Went::Nowhere => self.refuse(nowhere),
            Went::Faulty(fault) => self.fault(&fault),
        }
    }

    fn count(&mut self, rest: &str) -> Option<usize> {
        match rest {
            "" => Some(1),
            number => match number.parse::<usize>() {
                Ok(count) if count > 0 => Some(count),
                _ => {
                    self.refuse("a number from 1 is wanted");
                    None
                }
            },
        }
    }

    pub(crate) fn save(&mut self, rest: &str) -> Next {
        let path = if rest.is_empty() { self.saved_to.clone() } else { Some(PathBuf::from(rest)) };
        let Some(path) = path else {
            self.refuse("say where: save FILE");
            return Next::GoOn;
        };
        let text = self.session().save();
        match files::write(&path, &text) {
            Ok(()) => {
                self.saved = text;
                self.note(&format!("saved to {}", path.display()));
                self.saved_to = Some(path);
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn load(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            self.refuse("say which: load FILE");
            return Next::GoOn;
        }
        let resumed = saves::read(Path::new(rest)).and_then(|save| saves::resume(&self.catalog, &save));
        match resumed {
            Ok((session, trouble)) => {
                self.autosave = None;
                self.saved_to = Some(PathBuf::from(rest));
                self.saved = session.save();
                *self.session_mut() = session;
                self.drawn = 0;
                self.asked.clear();
                let decisions = self.session().decisions();
                self.note(&format!("loaded {rest}: {decisions} decisions"));
                if let Some(trouble) = trouble {
                    self.refuse(&format!(
                        "{rest}, {trouble}\neverything before that line has been played; the file is as it was"
                    ));
                }
                // What happened before is in the log.
                let telling = self.telling;
                let _ = self.session_mut().news(telling);
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn auto(&mut self, rest: &str) -> Next {
        let Some(count) = self.count(rest) else { return Next::GoOn };
        let said = self.session_mut().auto(u32::try_from(count).unwrap_or(u32::MAX));
        self.said(said);
        Next::GoOn
    }

    pub(crate) fn bot(&mut self, rest: &str) -> Next {
        let parts = rest.rsplit_once(char::is_whitespace);
        let named = parts.and_then(|(side, name)| {
            let seat = self.session().side_named(side.trim())?;
            Some((seat, Player::named(name)?))
        });
        let Some((seat, player)) = named else {
            let session = self.session();
            let sides: Vec<String> = session.game().sides.iter().map(|side| side.title.clone()).collect();
            drop(session);
            self.refuse(&format!("say a side ({}) and person, random or greedy", sides.join(", ")));
            return Next::GoOn;
        };
        let seated = self.session_mut().seat(seat, player);
        match seated {
            Ok(()) => {
                let title = self.session().game().sides[seat as usize].title.clone();
                self.note(&format!("{title} is played by: {}", player.name()));
                self.asked.clear();
            }
            Err(fault) => self.fault(&fault),
        }
        Next::GoOn
    }

    pub(crate) fn dice(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            let laid = self.session().laid_dice();
            let text = if laid.is_empty() { "no dice lie ready".to_owned() } else { words::dice(&laid) };
            self.note(&text);
            return Next::GoOn;
        }
        let groups: Option<Vec<Vec<i64>>> = if rest == "off" {
            Some(Vec::new())
        } else {
            let group =
                |text: &str| text.split_whitespace().map(|word| word.parse::<i64>().ok()).collect::<Option<Vec<i64>>>();
            rest.split('|').map(group).map(|group| group.filter(|group| !group.is_empty())).collect()
        };
        let Some(groups) = groups else {
            self.refuse("dice are numbers, one group for each roll, as in: dice 6 6 1 | 3");
            return Next::GoOn;
        };
        let laid = self.session_mut().lay_dice(groups);
        match laid {
            Ok(()) => {
                let laid = self.session().laid_dice();
                let text = if laid.is_empty() {
                    "no dice lie ready".to_owned()
                } else {
                    format!("next: {}", words::dice(&laid))
                };
                self.note(&text);
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn stops(&mut self, rest: &str) -> Next {
        match rest {
            "on" | "off" => {
                self.session_mut().stop_at_windows(rest == "on");
                self.note(if rest == "on" {
                    "you are asked at every moment at which something may be done"
                } else {
                    "such moments pass in silence"
                });
            }
            _ => self.refuse("`stops on` or `stops off`"),
        }
        Next::GoOn
    }

    pub(crate) fn slots(&mut self, rest: &str) -> Next {
        match rest {
            "ask" | "auto" => {
                self.session_mut().ask_slots(rest == "ask");
                self.note(if rest == "ask" { "you choose slots" } else { "slots are filled from the first" });
            }
            _ => self.refuse("`slots ask` or `slots auto`"),
        }
        Next::GoOn
    }

    pub(crate) fn show(&mut self, rest: &str) -> Next {
        let parts: Vec<&str> = rest.split_whitespace().collect();
        let (what, on) = match parts.as_slice() {
            [what, "on"] => (*what, true),
            [what, "off"] => (*what, false),
            _ => ("", false),
        };
        match what {
            "board" => self.draws = on,
            "sections" => self.telling.cites = on,
            "details" => self.telling.details = on,
            _ => {
                self.refuse("`show board`, `show sections` or `show details`, then `on` or `off`");
                return Next::GoOn;
            }
        }
        self.note(&format!("{what}: {}", if on { "shown" } else { "not shown" }));
        Next::GoOn
    }

    pub(crate) fn quit(&mut self) -> Next {
        if self.interactive && self.autosave.is_none() && !self.leaving && self.session().save() != self.saved {
            self.leaving = true;
            self.note("the game is not saved: `save FILE`, or `quit` again");
            return Next::GoOn;
        }
        Next::Leave
    }

    /// Where the input ended, if the game was not over.
    pub(crate) fn unfinished(&self) -> Option<String> {
        let session = self.session();
        if let Standing::Over(_) = session.standing() {
            return None;
        }
        let kept = match &self.autosave {
            Some(path) => format!("the game is saved in {}; the same command goes on with it", path.display()),
            None => "the game is not saved: `--save FILE` keeps it".to_owned(),
        };
        let place = self.prompt();
        Some(format!("the input ended before the game did, at: {}; {kept}", place.trim_end_matches("> ")))
    }
}
