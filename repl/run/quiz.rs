//! `quiz`: questions about the rules of a game, answered by the kernel.

use std::path::PathBuf;

use oriflamme::catalog::Catalog;
use oriflamme::draw::{Area, Line, Role};
use oriflamme::model::id::SectionId;
use oriflamme::session::quiz::{Form, Item, Misread, Quiz};
use oriflamme::session::{DEFAULT_SEED, Sight};

use super::play::new_seed;
use crate::args::Quiz as Args;
use crate::browser::{self, Button, Choice, Menu, Paged, Panel};
use crate::paint::{HEIGHT, Paint, say};
use crate::reader::{LineEditor, Next, Talk};
use crate::{Ending, Refused, Run, data, reader};

/// The maximum number of scenarios of a game that a quiz asks about.
const MOST_SCENARIOS: usize = 3;
/// The maximum number of sections that are named at the end.
const MOST_SECTIONS: usize = 10;
/// The commands accepted besides an answer.
const HELP: &str = "`board`, `board PLACE`, `board all`, `status`, `hand`, `rule NUMBER` and `help WORD` look things up, \
                    `why` explains the last answer, `skip` shows the answer and goes on, `quit` ends the quiz";

/// Asks questions about a game.
pub(crate) fn quiz(folders: &[PathBuf], args: &Args, interactive: bool, paint: Paint) -> Run {
    let catalog = data::catalog(folders)?;
    let Some(name) = &args.game else {
        games(&catalog, paint);
        return Ok(Ending::Fine);
    };
    let (entry, scenario) = data::find_either(&catalog, name)?;
    let seed = args.seed.unwrap_or_else(|| if interactive { new_seed() } else { DEFAULT_SEED });
    let names: Vec<&str> = match scenario {
        Some(scenario) => vec![scenario.name.as_str()],
        None => {
            // Which scenarios are asked about depends on the seed.
            let all: Vec<&str> = entry.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
            let from = usize::try_from(seed).unwrap_or(0) % all.len().max(1);
            all.iter().cycle().skip(from).take(all.len().min(MOST_SCENARIOS)).copied().collect()
        }
    };
    let mut games = Vec::new();
    for name in names {
        let Some(game) = data::compile(&catalog, entry, Some(name), &[]) else { return Ok(Ending::Failed) };
        games.push(game);
    }
    let sources = games.first().map(|game| game.sources.clone()).unwrap_or_default();
    let quiz = Quiz::new(games, seed, args.engine.make()).map_err(|fault| Refused::fault(&fault, &sources))?;
    let title = entry.title.clone();
    let greeting = [
        Line::of(Role::Title, format!("{title}: up to {} questions", args.questions)),
        Line::of(Role::Dim, format!("seed {seed}; {HELP}")),
    ];
    let greet = |asking: &mut Asking| asking.out(&greeting);
    let mut asking = Asking {
        quiz,
        paint,
        item: None,
        shown: None,
        number: 0,
        most: args.questions,
        right: 0,
        answered: 0,
        skipped: 0,
        again: Vec::new(),
        last: Vec::new(),
        done: false,
        failed: false,
    };
    if paint.markup {
        return Ok(browser::serve(&mut asking, greet));
    }
    greet(&mut asking);
    reader::hold(&mut asking, interactive)
}

/// Lists the games about which a quiz asks.
fn games(catalog: &Catalog, paint: Paint) {
    for entry in &catalog.games {
        paint.tell(Line::of(Role::Title, &entry.name).and(Role::Plain, format!("  {}", entry.title)), 4);
    }
    paint.tell(Line::of(Role::Dim, "`oriflamme quiz GAME` asks about the rules of a game"), 4);
}

/// A quiz.
struct Asking {
    quiz: Quiz,
    paint: Paint,
    /// The question that waits.
    item: Option<Item>,
    /// The position that was drawn last.
    shown: Option<u64>,
    number: u32,
    most: u32,
    right: u32,
    answered: u32,
    skipped: u32,
    /// The sections of the questions that were answered wrong or skipped, with how often.
    again: Vec<(SectionId, usize)>,
    /// Why the last answer was right.
    last: Vec<Line>,
    done: bool,
    failed: bool,
}

impl Asking {
    fn out(&self, lines: &[Line]) {
        lines.iter().for_each(|line| self.paint.tell(line.clone(), 4));
    }

    /// Asks the next question.
    fn next(&mut self) {
        if self.number >= self.most {
            self.done = true;
            return;
        }
        match self.quiz.ask() {
            Ok(Some(item)) => {
                self.number += 1;
                self.show(&item);
                self.item = Some(item);
            }
            Ok(None) => {
                self.out(&[Line::of(Role::Dim, "no more questions can be made about this game")]);
                self.done = true;
            }
            Err(fault) => {
                self.failed = true;
                self.done = true;
                self.out(&[Line::of(Role::Bad, fault.message)]);
            }
        }
    }

    fn show(&mut self, item: &Item) {
        if self.shown.replace(item.position) != Some(item.position) {
            say("");
            if !self.paint.markup {
                self.out(&self.board(None));
            }
            self.out(&[Line::of(Role::Dim, item.place.as_str())]);
            self.out(self.quiz.session().hand_line().as_slice());
        }
        self.show_question(item);
    }

    /// The question without its position.
    fn show_question(&self, item: &Item) {
        let number = Line::of(Role::Key, format!("{}. ", self.number)).and(Role::Plain, item.text.as_str());
        self.out(&[number]);
        if let Form::Choice(choices) = &item.form {
            for (choice, letter) in choices.iter().zip('a'..) {
                self.out(&[Line::of(Role::Key, format!("   {letter}  ")).and(Role::Plain, choice.as_str())]);
            }
        }
    }

    fn board(&self, area: Option<Area>) -> Vec<Line> {
        let sight = Sight { width: self.paint.width, height: HEIGHT, colours: self.paint.colours };
        self.quiz.session().board(sight, area)
    }

    /// The output of a command that looks something up.
    fn looked_up(&self, text: &str) -> Option<Vec<Line>> {
        let session = self.quiz.session();
        let (command, rest) = text.split_once(' ').unwrap_or((text, ""));
        let found = match (command, rest.trim()) {
            ("board", "") => Some(self.board(None)),
            ("board", area) => Some(match session.area(area) {
                Ok(area) => self.board(Some(area)),
                Err(problem) => vec![Line::of(Role::Bad, problem)],
            }),
            ("status", "") => Some(session.status(false, self.paint.width)),
            ("hand", "") => Some(session.hand()),
            ("rule", section) if !section.is_empty() => Some(
                session
                    .rule(section)
                    .unwrap_or_else(|| vec![Line::of(Role::Bad, format!("the rulebook has no section {section}"))]),
            ),
            ("help", word) if !word.is_empty() => session.help(word),
            _ => return None,
        };
        Some(found.unwrap_or_else(|| vec![Line::of(Role::Bad, format!("`{}` is not a known word", rest.trim()))]))
    }

    fn answer(&mut self, text: &str) {
        let Some(item) = self.item.take() else { return };
        match item.read(text) {
            Err(Misread(expected)) => {
                self.failed = true;
                self.out(&[Line::of(Role::Bad, expected)]);
                self.item = Some(item);
            }
            Ok(given) => {
                self.answered += 1;
                self.last = item.because.clone();
                if given == item.right {
                    self.right += 1;
                    self.out(&[Line::of(Role::Good, "Right.")]);
                } else {
                    self.out(&[Line::of(Role::Bad, format!("Wrong. The answer is {}.", item.told(&item.right)))]);
                    self.out(&self.last);
                    self.note_missed(item.cites);
                }
            }
        }
    }

    fn note_missed(&mut self, cites: Vec<SectionId>) {
        for cite in cites {
            match self.again.iter_mut().find(|(one, _)| *one == cite) {
                Some((_, times)) => *times += 1,
                None => self.again.push((cite, 1)),
            }
        }
    }

    /// The score, and the sections to read again.
    fn score(&mut self) {
        say("");
        let right = format!("{} of {} right", self.right, self.answered);
        let skipped = format!("{} skipped", self.skipped);
        self.out(&[Line::of(
            Role::Title,
            match (self.answered, self.skipped) {
                (_, 0) => right,
                (0, _) => skipped,
                _ => format!("{right}, {skipped}"),
            },
        )]);
        if self.again.is_empty() {
            return;
        }
        self.again.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
        let session = self.quiz.session();
        let mut lines = vec![Line::plain("Sections to read again:")];
        for (cite, _) in self.again.iter().take(MOST_SECTIONS) {
            let section = session.game().section(*cite);
            let number = Line::of(Role::Cite, format!("  §{}", section.number));
            lines.push(number.and(Role::Plain, format!("  {}", section.title)));
        }
        self.out(&lines);
    }
}

impl Talk for Asking {
    type Assistant = ();

    const INTERRUPTED: &'static str = "`quit` ends the quiz";

    fn prepare(&mut self, editor: &mut LineEditor<()>) {
        if let Some((columns, _)) = editor.dimensions() {
            self.paint.fit(usize::from(columns));
        }
    }

    fn tell(&mut self) {
        if self.item.is_none() && !self.done {
            self.next();
            if self.done {
                self.score();
            }
        }
    }

    fn prompt(&self) -> String {
        if self.done { "the quiz is over> ".to_owned() } else { "answer> ".to_owned() }
    }

    fn line(&mut self, text: &str) -> Next {
        let text = text.strip_prefix(':').unwrap_or(text);
        // `why?` is `why`, and `No!` is `no`.
        let bare = text.trim_end_matches(['?', '!', '.']).trim_end();
        let text = if bare.is_empty() { text } else { bare };
        match text.to_lowercase().as_str() {
            "quit" | "q" | "exit" => {
                if !self.done {
                    self.score();
                }
                return Next::Leave;
            }
            "why" => match self.last.is_empty() {
                true => self.out(&[Line::plain("no answer to explain yet")]),
                false => self.out(&self.last),
            },
            "skip" => self.skip(),
            "help" | "help me" | "?" => self.out(&[Line::plain(HELP)]),
            "" => self.item.iter().for_each(|item| self.show_question(item)),
            _ => {
                let looked_up = self.looked_up(text);
                match looked_up {
                    Some(lines) => {
                        if text.starts_with("board") {
                            lines.iter().for_each(|line| self.paint.show(line));
                        } else {
                            self.out(&lines);
                        }
                        // A board may fill the screen.
                        self.item.iter().for_each(|item| self.show_question(item));
                    }
                    None if self.done => self.out(&[Line::plain("the quiz is over; `quit` leaves it")]),
                    None => self.answer(text),
                }
            }
        }
        Next::GoOn
    }

    fn ended(&mut self) {
        if !self.done {
            self.score();
        }
    }

    fn failed(&self) -> bool {
        self.failed
    }
}

impl Asking {
    /// Leaves a question out, and tells its answer.
    fn skip(&mut self) {
        if let Some(item) = self.item.take() {
            self.out(&[Line::plain(format!("The answer is {}.", item.told(&item.right)))]);
            self.last = item.because;
            self.skipped += 1;
            self.note_missed(item.cites);
        }
    }
}

/// The buttons of a quiz.
const BUTTONS: &[Button] = &[
    Button { name: "Skip", line: ":skip", title: "Show the answer, and go on" },
    Button { name: "Why", line: ":why", title: "Explain the last answer" },
    Button { name: "Status", line: ":status", title: "Who leads, and how the game ends" },
    Button { name: "Help", line: ":help", title: "All commands" },
];

impl Paged for Asking {
    fn panel(&self) -> Panel {
        let panel = self.quiz.session().panel();
        let prompt = match self.done {
            true => "The quiz is over: `quit` leaves it".to_owned(),
            false => format!("Question {} of up to {}", self.number, self.most),
        };
        let values = panel.values.iter().map(|line| self.paint.row(line, 2)).collect();
        let menu = self.item.as_ref().map(|item| self.menu(item));
        Panel { prompt, board: panel.board, values, menu, buttons: BUTTONS.to_vec(), ..Panel::default() }
    }

    fn fit_page(&mut self, columns: usize) {
        self.paint.fit(columns);
    }

    fn echo(&self, line: &str) -> String {
        self.paint.line(&Line::plain(format!("{}{line}", self.prompt())))
    }
}

impl Asking {
    /// A question with its answers, for a page. A number is typed.
    fn menu(&self, item: &Item) -> Menu {
        let choice =
            |text: &str, key: String| Choice { key, text: self.paint.line(&Line::plain(text)), ..Choice::default() };
        let items = match &item.form {
            Form::Choice(choices) => {
                choices.iter().zip('a'..).map(|(text, letter)| choice(text, letter.to_string())).collect()
            }
            Form::YesNo => ["yes", "no"].map(|word| choice(word, word[..1].to_owned())).into(),
            Form::Number { .. } | Form::Fraction => Vec::new(),
        };
        Menu { heading: self.paint.line(&Line::of(Role::Title, item.text.as_str())), items, ..Menu::default() }
    }
}
