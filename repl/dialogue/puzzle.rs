//! A puzzle in the dialogue: the task, the replies of the other side, the verdict.

use oriflamme::analysis::puzzle::{Judged, Standing, Stopped};
use oriflamme::diagnostic::words::count;
use oriflamme::draw::{Line, Role};
use oriflamme::model::id::StepId;
use oriflamme::model::puzzle::{Puzzle, Until};
use oriflamme::session::{Opening, Said, Session};
use oriflamme::source::plain_words;

use super::{Dialogue, Done};
use crate::command::{Command, Takes};
use crate::paint::say;
use crate::solved::Solved;
use crate::words;

/// The words of a puzzle, each with what it does.
const WORDS: [(&str, &str); 5] = [
    ("hint", "shows the hint of the puzzle"),
    ("solution", "shows a line that solves the puzzle; at a question, the best answer"),
    ("again", "starts the puzzle over"),
    ("back", "undoes decisions"),
    ("quit", "leaves the puzzle"),
];

/// The commands, besides those of the arbiter, with which a puzzle would not be the same.
const CHANGES: [&str; 3] = ["dice", "load", "test"];

/// The commands that would decide in the solver's place, or play the other side in the program's.
const DECIDES: [&str; 2] = ["auto", "bot"];

/// The commands that would play on after the end of a puzzle.
const PLAYS: [&str; 2] = ["next", "step"];

/// The maximum number of replies of the other side to one command.
const MOST_REPLIES: usize = 100;

/// A puzzle that is being played.
pub(super) struct Sitting {
    solved: Solved,
    game: String,
    number: usize,
    /// The number of the next puzzle.
    next: Option<usize>,
    /// Where in the journal the solver's line begins.
    from: usize,
    /// How far play had come when it was last looked at.
    seen: (usize, u32),
    /// The verdict, once the puzzle has ended.
    verdict: Option<Vec<Line>>,
    /// True if the verdict was shown.
    told: bool,
    /// True if the hint was shown.
    hinted: bool,
}

impl Dialogue {
    /// The same with the puzzle that its game begins with.
    #[must_use]
    pub(crate) fn with_puzzle(mut self, solved: Solved, game: String, number: usize, next: Option<usize>) -> Self {
        let from = self.session_mut().begin_puzzle();
        let sitting =
            Sitting { solved, game, number, next, from, seen: (from, 0), verdict: None, told: false, hinted: false };
        self.puzzle = Some(sitting);
        self.keyboard.alone();
        let saved = self.session().save();
        self.saved = saved;
        self
    }

    /// Prints the task.
    pub(crate) fn greet_puzzle(&mut self) {
        let telling = self.telling();
        let _ = self.session_mut().news(telling);
        let Some(sitting) = &self.puzzle else { return };
        let session = self.session();
        let Some(puzzle) = session.puzzle() else { return };
        let game = session.game();
        let mut lines = vec![Line::of(Role::Title, format!("Puzzle {}: {}", sitting.number, puzzle.title))];
        lines.push(Line::plain(task(&session, puzzle)));
        lines.extend(goal(&session));
        let place = if game.scenario.is_empty() { &game.title } else { &game.scenario_title };
        let words = "`hint`, `solution` and `again` help; play as in a game";
        lines.push(Line::of(Role::Dim, format!("{place}; {words}")));
        drop(session);
        self.lines(&lines);
        say("");
        self.draws = !self.has_panel;
    }

    /// Refuses a command that changes the position, the dice, the players or the game of a puzzle, because the line
    /// could then not be judged.
    pub(super) fn leads_away(&self, command: &Command, rest: &str) -> Done {
        if PLAYS.contains(&command.name()) {
            self.puzzle_goes_on()?;
        }
        if self.puzzle.is_some() && DECIDES.contains(&command.name()) {
            let text = format!(
                "a puzzle has no `{}`: you play your side, the program the others; `hint` and `solution` help",
                command.name()
            );
            return Err(text.into());
        }
        // The search bot plays to win the game, and would call the solution a mistake.
        let searches = command.name() == "review" || command.name() == "hint" && rest == "search";
        if self.puzzle.is_some() && searches {
            return Err("the search bot does not know the task: `hint` and `solution` help".into());
        }
        let changes = matches!(command.takes, Takes::Arbiter(_)) || CHANGES.contains(&command.name());
        if self.puzzle.is_none() || !changes || rest.is_empty() {
            return Ok(());
        }
        Err(format!("`{}` would change the puzzle: `again` starts it over, `quit` leaves it", command.name()).into())
    }

    /// Whether the puzzle has ended; none if no puzzle is played.
    pub(super) fn puzzle_has_ended(&self) -> Option<bool> {
        self.puzzle.as_ref().map(|sitting| sitting.verdict.is_some())
    }

    /// Refuses to play on after the end of a puzzle, where no side replies any more.
    pub(super) fn puzzle_goes_on(&self) -> Done {
        match self.puzzle_has_ended().unwrap_or(false) {
            true => {
                Err("the puzzle has ended: `again` starts it over, `back` undoes decisions, `quit` leaves it".into())
            }
            false => Ok(()),
        }
    }

    /// Carries out a word that only puzzles have; `false` if the line is none.
    pub(super) fn puzzle_word(&mut self, text: &str) -> bool {
        if self.puzzle.is_none() {
            return false;
        }
        if matches!(text, "help" | "?") {
            self.puzzle_help();
            return true;
        }
        let asked = text.strip_prefix("help ").map(str::trim);
        if let Some(line) = asked.and_then(|word| words::own_word(&WORDS, word)) {
            self.lines(&[line]);
            return true;
        }
        if asked.is_some_and(|word| word.trim_start_matches(':') == "skip") {
            self.note("puzzles have no `skip`: `solution` shows the solution, `quit` leaves the puzzle");
            return true;
        }
        match text.trim_start_matches(':') {
            "hint" => {
                let hint = self.session().puzzle_hint();
                let again = self.puzzle.as_mut().is_some_and(|sitting| std::mem::replace(&mut sitting.hinted, true));
                let is_last = hint.is_some() && again;
                self.note(&hint.unwrap_or_else(|| "this puzzle has no hint; `solution` shows the solution".to_owned()));
                if is_last {
                    self.note("No more hints; `solution` shows the solution.");
                }
            }
            "solution" => {
                let solution = self.session().puzzle_solution();
                let lines = solution.iter().zip(1..).map(|(text, at)| Line::plain(format!("{at}. {text}")));
                self.lines(&lines.collect::<Vec<_>>());
                let from = self.puzzle.as_ref().map_or(0, |sitting| sitting.from);
                let advice = self.session().puzzle_advice(from);
                match advice {
                    Ok(Some(answer)) => self.note(&format!("the answer here: {}", plain_words(&answer))),
                    Ok(None) => {}
                    Err(stopped) => self.refuse(&format!("the best answer here is not known: {}", stopped.text())),
                }
            }
            "again" => self.puzzle_again(),
            _ => return false,
        }
        true
    }

    /// `help` in a puzzle: the task, what is asked, the words of puzzles.
    fn puzzle_help(&mut self) {
        let told = self.session().puzzle().map(|puzzle| {
            let words = task(&self.session(), puzzle);
            let lines = vec![Line::of(Role::Title, puzzle.title.clone()), Line::plain(words)];
            lines.into_iter().chain(goal(&self.session())).collect::<Vec<_>>()
        });
        self.lines(&told.unwrap_or_default());
        let asked = self.session().asked_in_short();
        if let Some(asked) = asked {
            self.help_here(&asked);
        }
        self.lines(&words::own_words(&WORDS));
        self.note("`help WORD` explains any word on the screen, `:help` lists all commands.");
    }

    fn puzzle_again(&mut self) {
        let (game, opening) = {
            let session = self.session();
            (session.game().clone(), Opening { ..session.opening().clone() })
        };
        match Session::new(&game, opening, self.engine.make()) {
            Ok(session) => {
                *self.session_mut() = session;
                let from = self.session_mut().begin_puzzle();
                let saved = self.session().save();
                self.saved = saved;
                self.look_anew();
                if let Some(sitting) = &mut self.puzzle {
                    (sitting.from, sitting.seen, sitting.verdict, sitting.told) = (from, (from, 0), None, false);
                }
            }
            Err(fault) => self.fault(&fault),
        }
    }

    /// Continues after a line: the other side replies, and a finished line is judged.
    pub(super) fn puzzle_on(&mut self) {
        for _ in 0..MOST_REPLIES {
            let progress = self.session().progress();
            let Some(sitting) = &mut self.puzzle else { return };
            if progress == sitting.seen {
                return;
            }
            sitting.seen = progress;
            sitting.verdict = None;
            sitting.told = false;
            let from = sitting.from;
            // A line that was left unsaved is no loss.
            let saved = self.session().save();
            self.saved = saved;
            let looked = self.puzzle_look(from);
            match looked {
                Ok(true) => {}
                Ok(false) => return,
                Err(stopped) => {
                    self.refuse(&format!("this line cannot be judged: {}", stopped.text()));
                    return;
                }
            }
        }
    }

    /// Replies for the other side, or judges the line; `false` if the solver decides or the puzzle has ended.
    fn puzzle_look(&mut self, from: usize) -> Result<bool, Stopped> {
        let standing = self.session().puzzle_standing(from)?;
        match standing {
            Some(Standing::Open) => {
                let reply = self.session().puzzle_reply(from)?;
                let Some(words) = reply else { return Ok(false) };
                let said = self.session_mut().say(&words);
                match said {
                    Said::Done | Said::Opened => Ok(true),
                    other => {
                        self.said(other);
                        Ok(false)
                    }
                }
            }
            Some(Standing::Reached | Standing::Over) => {
                let judged = self.session().judge_puzzle(from)?;
                if let Some(judged) = judged {
                    let lines = self.verdict(&judged);
                    if let Some(sitting) = &mut self.puzzle {
                        sitting.verdict = Some(lines);
                    }
                }
                Ok(false)
            }
            None => Ok(false),
        }
    }

    /// The verdict in lines. A solved puzzle is recorded.
    fn verdict(&mut self, judged: &Judged) -> Vec<Line> {
        let Some(puzzle) = self.session().puzzle().cloned() else { return Vec::new() };
        let mut lines = Vec::new();
        if judged.is_solved(&puzzle) {
            let acts = judged.decisions.iter().filter(|decision| decision.acts).count();
            let decisions = count(acts, "decision");
            let text = match puzzle.best {
                true => format!("Solved: no line has a better chance than {}.", chance(judged)),
                false => format!("Solved in {decisions}."),
            };
            lines.push(Line::of(Role::Good, text));
            if let Some(sitting) = &mut self.puzzle {
                if let Err(problem) = sitting.solved.add(&sitting.game, &puzzle.name) {
                    lines.push(Line::of(Role::Bad, problem));
                }
                let name = &sitting.game;
                let next = match sitting.next {
                    Some(next) => format!("`quit`, then `oriflamme puzzle {name} {next}` begins the next puzzle"),
                    None => "this was the last puzzle of the game; `quit` leaves it".to_owned(),
                };
                lines.push(Line::of(Role::Dim, next));
            }
            return lines;
        }
        let reached = judged.standing == Standing::Reached;
        let first = match (reached, puzzle.best) {
            (true, false) => "The goal is reached, but only by luck or with the enemy's help.",
            (_, true) => "Another line has a better chance.",
            (false, false) => "Not solved: the goal is not reached.",
        };
        lines.push(Line::of(Role::Bad, first));
        lines.extend(wrong(&puzzle, judged));
        lines.push(Line::of(Role::Dim, "`again` starts over, `back` undoes decisions, `hint` and `solution` help"));
        lines
    }

    /// Shows the verdict in place of the next question; `false` if there is none.
    pub(super) fn tell_verdict(&mut self) -> bool {
        let Some(sitting) = &mut self.puzzle else { return false };
        let Some(verdict) = sitting.verdict.clone() else { return false };
        if !std::mem::replace(&mut sitting.told, true) {
            let news = self.news(verdict.len());
            self.lines(&news);
            self.lines(&verdict);
        }
        true
    }

    /// Forgets the verdict on a line that is taken back.
    pub(super) fn forget_verdict(&mut self) {
        if let Some(sitting) = &mut self.puzzle {
            sitting.verdict = None;
        }
    }

    /// The prompt after the end of a puzzle.
    pub(super) fn puzzle_prompt(&self) -> Option<String> {
        self.puzzle.as_ref()?.verdict.as_ref().map(|_| "the puzzle has ended> ".to_owned())
    }
}

/// The task in words.
fn task(session: &Session, puzzle: &Puzzle) -> String {
    let game = session.game();
    let mut parts = vec![format!("You play the {} side.", game.sides[usize::from(puzzle.solver)].title)];
    if let Some(most) = puzzle.within {
        parts.push(match most {
            1 => "You have one decision.".to_owned(),
            most => format!("You have at most {most} decisions."),
        });
    }
    if puzzle.held {
        let step = |step: StepId| game.steps[step.at()].title.clone();
        parts.push(match puzzle.until {
            Until::Later(at, side) => {
                let side = &game.sides[usize::from(side)].title;
                format!("It must hold at the end of “{}” of {side}, against every reply of the enemy.", step(at))
            }
            Until::Step(at) => format!("It must hold at the end of “{}”, against every reply of the enemy.", step(at)),
            Until::Innermost => "It must hold at the end of this step, against every reply of the enemy.".to_owned(),
            Until::Game => "It must hold at the end of the game, against every reply of the enemy.".to_owned(),
        });
    }
    match puzzle.dice.as_slice() {
        [] if puzzle.best => parts.push("Find the line with the best chance.".to_owned()),
        [] => parts.push("It must work against every roll of the dice and every reply of the enemy.".to_owned()),
        [face] => parts.push(format!("Every die shows {face}.")),
        faces => {
            let faces = faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            parts.push(format!("The dice show {faces}, again and again in this order."));
        }
    }
    parts.join(" ")
}

fn goal(session: &Session) -> Option<Line> {
    session.puzzle_goal().map(|goal| Line::plain(format!("Goal: {goal}")))
}

/// The chance of a line.
fn chance(judged: &Judged) -> String {
    judged.decisions.first().map_or_else(String::new, |first| first.before.to_string())
}

/// Where a line went wrong.
fn wrong(puzzle: &Puzzle, judged: &Judged) -> Vec<Line> {
    let mut lines = Vec::new();
    let Some(at) = judged.wrong else {
        lines.push(Line::plain("No decision was wrong, but the line stops before the goal."));
        return lines;
    };
    let decision = &judged.decisions[at];
    let number = judged.decisions[..at].iter().filter(|decision| decision.acts).count() + 1;
    if judged.inside {
        lines.push(Line::plain(format!(
            "Decision {number}, `{}`, is right, but one of its answers is wrong: at a question, `solution` shows the best.",
            decision.words
        )));
        return lines;
    }
    if puzzle.best {
        lines.push(Line::plain(format!(
            "Decision {number}, `{}`, has a chance of {}; another has {}.",
            decision.words, decision.after, decision.before
        )));
        return lines;
    }
    let why = match judged.against.split_first() {
        None => "After it, no line reaches the goal.".to_owned(),
        Some(_) => format!("The reply: {}.", judged.against.join("; ")),
    };
    lines.push(Line::plain(format!("Decision {number} went wrong: `{}`. {why}", decision.words)));
    lines
}
