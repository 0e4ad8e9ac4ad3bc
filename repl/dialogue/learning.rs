//! A lesson in the dialogue: the same board, options and commands, with what the lesson says above the prompt.

use std::path::PathBuf;

use oriflamme::catalog::{Catalog, GameEntry, LessonName};
use oriflamme::draw::{Line, Role};
use oriflamme::play::Fault;
use oriflamme::session::{Deed, Said, Session, Sight, Waiting};

use super::pupil::{Step, in_words};
use super::{Dialogue, Done};
use crate::args::Engine;
use crate::command::{self, Command};
use crate::paint::fault_text;
use crate::progress::{Progress, record};
use crate::{data, words};

/// The commands that only look, and so can be used in a lesson.
const LOOKS: &[&str] = &[
    "options", "board", "svg", "page", "hand", "status", "log", "why", "odds", "ask", "watch", "rule", "rulings",
    "compare", "review", "help", "show", "trace", "as",
];

/// The commands that a lesson carries out itself.
const LESSON_COMMANDS: &[&str] = &["quit", "skip", "again", "hint"];

/// The words of a lesson, each with what it does.
const WORDS: [(&str, &str); 5] = [
    ("hint", "gives the next hint; for a task, after the last, the command itself"),
    ("skip", "does the task for you, or shows the answer, and goes on"),
    ("why", "explains the number in question, or the last roll; `why not COMMAND` shows what forbids a command"),
    ("again", "starts the lesson over"),
    ("quit", "leaves the lesson"),
];

/// The minimum number of lines for the board of a lesson.
const LEAST_BOARD: usize = 16;

/// The progress of a learner.
#[derive(Debug)]
pub(crate) struct School {
    game: String,
    progress: Progress,
    record: Option<PathBuf>,
    /// The tasks and questions of this lesson so far, with how the learner did.
    steps: Vec<Step>,
    /// True once the commands of lessons have been told.
    introduced: bool,
    /// True once the end of this lesson has been told.
    told: bool,
    /// True if a lesson did not run to its end.
    broken: bool,
}

impl School {
    /// One line for each task at which the learner made a mistake, needed a hint, or skipped.
    fn trouble(&self) -> String {
        self.steps.iter().filter_map(Step::told).collect()
    }

    /// Adds what the learner did to the step that it belongs to.
    fn notes(&mut self, deed: &Deed, number: usize) {
        if let Deed::Asked(task) = deed {
            self.steps.push(Step { task: task.clone(), number, wrong: 0, hints: 0, skipped: false });
        }
        let Some(step) = self.steps.last_mut() else { return };
        match deed {
            Deed::Tried(..) => step.wrong += 1,
            Deed::Hint(_) | Deed::Shown(_) => step.hints += 1,
            // A wrong yes or no is reported at once.
            Deed::Skipped(how) => step.skipped |= how != "told",
            _ => {}
        }
    }

    /// A learner of a game.
    pub(crate) fn new(game: &str, progress: Progress, record: Option<PathBuf>) -> School {
        School {
            game: game.to_owned(),
            progress,
            record,
            steps: Vec::new(),
            introduced: false,
            told: false,
            broken: false,
        }
    }
}

/// The commands of lessons.
const INTRODUCTION: &str = "`hint` helps, `skip` does a step for you, `again` starts over, `quit` leaves; commands that only look work as in a game: `board`, `why`, `rule`, `help WORD`";

/// A lesson from its beginning.
///
/// # Errors
/// A message about an error in the lesson or in the rules.
pub(crate) fn begun_lesson(
    catalog: &Catalog,
    game: &GameEntry,
    lesson: &LessonName,
    engine: Engine,
) -> Result<Session, String> {
    let faulty = || format!("the lesson `{}` cannot be played: the rules have errors", lesson.name);
    let scenario = lesson.scenario.as_deref();
    let compiled = data::compile(catalog, game, scenario, &[]).ok_or_else(faulty)?;
    let compiled = Session::lesson_game(&compiled, &lesson.name).unwrap_or(compiled);
    let failed = |fault: Box<Fault>| {
        format!("the lesson `{}` cannot be played:\n{}", lesson.name, fault_text(&fault, &compiled.sources))
    };
    Session::learn(&compiled, &lesson.name, engine.make()).map_err(failed)
}

impl Dialogue {
    /// The same for a learner.
    #[must_use]
    pub(crate) fn at_school(mut self, school: School) -> Self {
        self.school = Some(school);
        self.keyboard.alone();
        self
    }

    /// Prints the title of the lesson.
    pub(crate) fn greet_learner(&mut self) {
        let (title, doc, cites) = {
            let session = self.session();
            let Some((lesson, title)) = session.lesson() else { return };
            let test = &session.game().tests[lesson.test];
            let cites: Vec<String> =
                test.cites.iter().map(|cite| format!("§{}", session.game().section(*cite).number)).collect();
            (title.to_owned(), lesson.doc.clone(), cites.join(" "))
        };
        self.out(&Line::of(Role::Title, title.clone()).and(Role::Cite, format!("  {cites}")));
        doc.iter().flat_map(|doc| doc.lines()).for_each(|line| self.out(&Line::plain(line.trim())));
        let name = self.session().lesson().map(|(lesson, _)| lesson.name.clone()).unwrap_or_default();
        self.take_down(&format!("lesson {name}: {title}\n"));
    }

    /// Prints what belongs before the next line: the news, the board, what the lesson says, the options.
    pub(super) fn tell_lesson(&mut self) {
        self.session_mut().lesson_settles();
        let mut lines = self.news(0);
        while self.session().learns() == Some(Waiting::Told) {
            let more = self.session_mut().lesson_goes_on();
            if !more.is_empty() {
                lines.push(Line::new());
            }
            lines.extend(more);
            lines.extend(self.news(0));
        }
        self.note_deeds();
        let waiting = self.session().learns();
        let asked = self.asked_mark();
        let is_new = asked != self.asked;
        self.asked = asked;
        lines.extend(self.watched());
        if is_new && self.session().takes_commands() {
            lines.extend(self.listed_options());
        }
        if self.draws {
            let rows: usize = lines.iter().map(|line| line.clone().wrapped(self.paint.width, 4).len()).sum();
            self.draw_lesson(rows);
        }
        self.lines(&lines);
        // Just above the first prompt, where it is seen in a small window too.
        if self.school.as_mut().is_some_and(|school| !std::mem::replace(&mut school.introduced, true)) {
            self.note(INTRODUCTION);
        }
        if waiting == Some(Waiting::Over) {
            self.tell_end();
        }
    }

    /// Draws the board if it looks otherwise than before.
    fn draw_lesson(&mut self, rows: usize) {
        let position = self.position();
        if position == self.shown.board() {
            return;
        }
        let room = if self.interactive { self.size.1.saturating_sub(rows + 1).max(LEAST_BOARD) } else { self.size.1 };
        let sight = Sight { height: room, ..self.sight() };
        let board = self.session().board(sight, None);
        self.picture(&board);
        self.shown.drawn(position);
    }

    /// Tells how the lesson went, and keeps it.
    fn tell_end(&mut self) {
        let Some(school) = &mut self.school else { return };
        if std::mem::replace(&mut school.told, true) {
            return;
        }
        let game = school.game.clone();
        let tally = self.session().tally();
        let name = self.session().lesson().map(|(lesson, _)| lesson.name.clone()).unwrap_or_default();
        self.out(&Line::of(Role::Good, format!("Lesson done: {}.", words::tally(&tally))));
        let kept = self.school.as_mut().map_or(Ok(()), |school| school.progress.keep(&game, &name, tally));
        if let Err(problem) = kept {
            self.note(&format!("{problem}; your progress is not saved"));
        }
        match self.next_lesson() {
            Some(next) => self.note(&format!(
                "Enter begins the next lesson, “{}”; `again` repeats this one, `quit` leaves",
                next.title
            )),
            None => self
                .note("That was the last lesson. `again` repeats it, `quit` leaves; `oriflamme play` plays the game"),
        }
    }

    /// The lesson behind this one.
    fn next_lesson(&self) -> Option<LessonName> {
        let school = self.school.as_ref()?;
        let game = self.catalog.game(&school.game)?;
        let session = self.session();
        let (lesson, _) = session.lesson()?;
        let at = game.lessons().iter().position(|one| one.name == lesson.name)?;
        game.lessons().get(at + 1).cloned()
    }

    /// Begins a lesson in place of this one.
    fn begin_lesson(&mut self, lesson: &LessonName) {
        let Some(school) = &self.school else { return };
        let game = self.catalog.games.iter().find(|game| game.name == school.game);
        let begun = game.ok_or_else(|| "its game is unknown".to_owned());
        match begun.and_then(|game| begun_lesson(&self.catalog, game, lesson, self.engine)) {
            Ok(session) => {
                *self.session_mut() = session;
                if let Some(school) = &mut self.school {
                    school.told = false;
                    school.steps.clear();
                }
                self.shown.forget_board();
                self.asked.clear();
                self.greet_learner();
            }
            Err(problem) => {
                if let Some(school) = &mut self.school {
                    school.broken = true;
                }
                self.refuse(&problem);
            }
        }
    }

    /// Carries out a line in a lesson.
    pub(super) fn lesson_line(&mut self, text: &str) -> Done {
        let waiting = self.session().learns().unwrap_or(Waiting::Over);
        let plays = self.session().takes_commands();
        if text.is_empty() {
            return self.lesson_enter(waiting);
        }
        if let Some((command, rest, marked)) = command::parse(text)
            && (marked || !plays || !self.session().understands(text) && !self.begins_an_order(command, text))
        {
            return self.lesson_command(command, rest, marked);
        }
        match waiting {
            Waiting::Command | Waiting::Play => {
                let counts = self.session().lesson_counts();
                let said = self.session_mut().say(text);
                self.tell_understood(text);
                let foreseen = self.session().lesson_foresees(text);
                match (&said, foreseen) {
                    (Said::Refused(_), Some(foreseen)) => {
                        self.refuse(&foreseen);
                        let reasons = self.session().reasons(words::MOST_REASONS);
                        self.lines(&reasons);
                    }
                    _ => self.said(said.clone()),
                }
                if waiting == Waiting::Play {
                    // The results of the decision and of the bot's answer are shown above the judgement.
                    let news = self.news(0);
                    self.lines(&news);
                }
                let lines = self.session_mut().lesson_judges(text, &said, counts);
                if let Said::Done = said
                    && waiting == Waiting::Command
                {
                    self.out(&Line::of(Role::Good, "Right."));
                }
                self.lines(&lines);
            }
            Waiting::Answer => {
                let lines = self.session_mut().lesson_answers(text);
                self.lines(&lines);
            }
            Waiting::PlayedOut => self.repeat_task(),
            Waiting::Over | Waiting::Told => {
                self.note("The lesson is over: Enter begins the next one, `again` repeats it, `quit` leaves")
            }
            Waiting::Broken => self.note("This lesson cannot go on; `quit` leaves"),
        }
        self.note_deeds();
        Ok(())
    }

    /// Enter: the next lesson, or the options and the task once more.
    fn lesson_enter(&mut self, waiting: Waiting) -> Done {
        match waiting {
            Waiting::Over | Waiting::Broken => match self.next_lesson() {
                Some(next) if waiting == Waiting::Over => self.begin_lesson(&next),
                _ => self.note("`again` starts this lesson over, `quit` leaves"),
            },
            Waiting::Command | Waiting::Play if self.session().question().is_some() => {
                self.print_whole_menu();
                self.repeat_task();
            }
            _ => self.repeat_task(),
        }
        Ok(())
    }

    fn repeat_task(&mut self) {
        let task = self.session().lesson_task().map(str::to_owned);
        if let Some(task) = task {
            self.out(&Line::of(Role::Title, task));
        }
    }

    /// True if a line is an order although it begins with a command: it names an action, or no lesson needs the command
    /// and its word begins an action.
    fn begins_an_order(&self, command: &Command, text: &str) -> bool {
        let needed = LOOKS.contains(&command.name()) || LESSON_COMMANDS.contains(&command.name());
        let (session, word) = (self.session(), command.name());
        let is_long = text.split_whitespace().count() > 2;
        let begins = || session.begins_an_action(word) || is_long && session.has_an_action_like(word);
        session.names_an_action(text) || !needed && begins()
    }

    /// `help` in a lesson: the question, and how to answer it.
    fn lesson_help(&mut self) {
        let asked = self.session().asked_in_short();
        if let Some(asked) = asked {
            self.help_here(&asked);
        }
        let how = match self.session().learns() {
            Some(Waiting::Command | Waiting::Play) => {
                "Type an order by its number, or as a sentence: the action, the piece, the place. Enter lists the choices."
            }
            Some(Waiting::Answer) => "Type the answer. `board` and other commands may help to find it.",
            _ => "Enter goes on.",
        };
        self.note(how);
        self.lines(&words::own_words(&WORDS));
        self.note("`help WORD` explains any word on the screen, `:help` lists all commands.");
        self.repeat_task();
    }

    fn lesson_command(&mut self, command: &'static Command, rest: &str, marked: bool) -> Done {
        match command.name() {
            "quit" => {
                self.note_leaving();
                self.leaves = true;
            }
            "help" if rest.is_empty() && !marked => self.lesson_help(),
            "help" if rest.trim_start_matches(':') == "solution" => {
                self.note("a lesson has no `solution`: `hint` helps, `skip` does the task for you");
            }
            "help" => match words::own_word(&WORDS, rest) {
                Some(line) => self.lines(&[line]),
                None => return (command.run)(self, rest),
            },
            "why" if rest.is_empty() => {
                let lines = self.session_mut().lesson_why();
                match lines {
                    Some(lines) => {
                        self.pages(&lines);
                        self.note_deeds();
                    }
                    None => return (command.run)(self, rest),
                }
            }
            // Takes back the values chosen for an incomplete command.
            "back" if rest.is_empty() && self.session_mut().unstage() => {}
            name if LOOKS.contains(&name) || LESSON_COMMANDS.contains(&name) => return (command.run)(self, rest),
            name => {
                let text = format!("`{name}` would change the lesson: `again` starts it over, `quit` leaves it");
                self.out(&Line::of(Role::Bad, text));
            }
        }
        Ok(())
    }

    /// `skip`: the program does what the lesson waits for.
    pub(crate) fn skip(&mut self) -> Done {
        if self.school.is_none() {
            return Err("`skip` is for lessons: `oriflamme learn` lists them".into());
        }
        let lines = self.session_mut().lesson_skip();
        self.lines(&lines);
        self.note_deeds();
        Ok(())
    }

    /// `again`: the lesson starts over.
    pub(crate) fn again(&mut self) -> Done {
        let Some(school) = &self.school else {
            return Err("`again` is for lessons: `oriflamme learn` lists them".into());
        };
        let game = self.catalog.games.iter().find(|game| game.name == school.game);
        let name = self.session().lesson().map(|(lesson, _)| lesson.name.clone()).unwrap_or_default();
        let lesson = game.and_then(|game| game.lessons().iter().find(|one| one.name == name)).cloned();
        if let Some(lesson) = lesson {
            self.begin_lesson(&lesson);
        }
        Ok(())
    }

    /// `hint` in a lesson. `false` outside.
    pub(super) fn lesson_hint(&mut self) -> bool {
        if self.school.is_none() {
            return false;
        }
        // In free play the last hint is a command that leads to the goal.
        let lines = self.session_mut().lesson_hint();
        let none = lines.is_empty();
        self.lines(&lines);
        self.note_deeds();
        !none
    }

    /// The prompt of a lesson: the progress, and the expected input.
    pub(super) fn lesson_prompt(&self) -> Option<String> {
        let session = self.session();
        let waiting = session.learns().filter(|_| self.school.is_some())?;
        let (at, of) = session.lesson_place();
        Some(match waiting {
            Waiting::Over => "lesson done> ".to_owned(),
            Waiting::Broken => "lesson> ".to_owned(),
            Waiting::Answer => format!("{at}/{of} answer> "),
            Waiting::PlayedOut => format!("{at}/{of} played> "),
            Waiting::Command | Waiting::Play | Waiting::Told => {
                let side = session.question().map(|(seat, _)| session.game().sides[usize::from(seat)].title.clone());
                let staged = session.staged().map(|staged| format!(" > {staged} …"));
                format!("{at}/{of} {}{}> ", side.unwrap_or_default(), staged.unwrap_or_default())
            }
        })
    }

    /// True if a lesson could not be begun. One that is left before its end has not failed.
    pub(super) fn lesson_failed(&self) -> bool {
        self.school.as_ref().is_some_and(|school| school.broken)
    }

    /// True if a lesson was not played to its end.
    pub(super) fn lesson_is_open(&self) -> bool {
        self.session().learns() != Some(Waiting::Over)
    }

    /// Writes what the learner has done to the record.
    fn note_deeds(&mut self) {
        let deeds = self.session_mut().lesson_deeds();
        let (number, _) = self.session().lesson_place();
        let mut text = String::new();
        for deed in &deeds {
            text.push_str(&in_words(deed, number));
            let Some(school) = &mut self.school else { continue };
            school.notes(deed, number);
            if let Deed::Over(_) = deed {
                let trouble = school.trouble();
                if !trouble.is_empty() {
                    text.push_str(&format!("  not right at once:\n{trouble}"));
                }
            }
        }
        self.take_down(&text);
    }

    /// Writes to the record that the learner leaves the lesson before its end, and where he erred.
    fn note_leaving(&mut self) {
        if matches!(self.session().learns(), Some(Waiting::Over) | None) {
            return;
        }
        let (number, all) = self.session().lesson_place();
        let trouble = self.school.as_ref().map(School::trouble).unwrap_or_default();
        let head = if trouble.is_empty() { String::new() } else { "  not right at once:\n".to_owned() };
        self.take_down(&format!("  left at {number} of {all}\n{head}{trouble}"));
    }

    /// Appends to the record.
    fn take_down(&mut self, text: &str) {
        let Some(path) = self.school.as_ref().and_then(|school| school.record.clone()) else { return };
        if text.is_empty() {
            return;
        }
        if let Err(problem) = record(&path, text) {
            self.note(&format!("{problem}; recording has stopped"));
            if let Some(school) = &mut self.school {
                school.record = None;
            }
        }
    }
}
