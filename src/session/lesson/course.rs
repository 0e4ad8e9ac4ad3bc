//! The course of a lesson, from line to line up to the next task or question.

use crate::analysis::bots::Player;
use crate::draw::{Line, Role};
use crate::model::lesson::Learn;
use crate::model::setup::TestLine;
use crate::play::World;
use crate::play::learn::{Marks, Trifle, trifle};
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence;
use crate::source::plain_words;

use super::{Deed, Gate, Waiting};
use crate::session::{Said, Session, Standing};

impl Session {
    /// Shows the next lines of a lesson, up to a task, a question, another side's decision or the end. Empty if it is
    /// already waiting.
    pub fn lesson_goes_on(&mut self) -> Vec<Line> {
        let mut told = Vec::new();
        if self.lesson.as_mut().is_some_and(|learning| std::mem::take(&mut learning.happened)) {
            told.extend(self.predictions());
        }
        let mut played = false;
        while !played && self.learns() == Some(Waiting::Told) {
            let at = self.lesson.as_ref().map_or(0, |learning| learning.at);
            let line = self.lesson_test().and_then(|test| test.lines.get(at)).cloned();
            let Some(line) = line else {
                self.pass_trifles();
                self.lesson_ends();
                break;
            };
            // Another side's action is reported before the next text.
            played = matches!(line, TestLine::Play(..));
            if let Err(problem) = self.lesson_line_done(&line, &mut told) {
                told.push(Line::of(Role::Bad, format!("This lesson contradicts the rules: {problem}")));
                let span = line.span(&self.game);
                let place = self.game.sources.place(span);
                let text = self.game.sources.line_text(span).trim();
                told.push(Line::of(Role::Dim, format!("{place}: {text}")));
                self.learning(|learning| {
                    learning.waiting = Some(Waiting::Broken);
                    learning.broken = Some(problem);
                    learning.gate = None;
                });
                break;
            }
        }
        told
    }

    /// Plays an action in progress to its end, unless a task or another side continues it, so that it is reported in
    /// one piece.
    pub fn lesson_settles(&mut self) {
        if self.learns() != Some(Waiting::Told) {
            return;
        }
        let at = self.lesson.as_ref().map_or(0, |learning| learning.at);
        let lines = self.lesson_test().map_or(&[][..], |test| test.lines.get(at..).unwrap_or_default());
        let text = |line: &&TestLine| match line {
            TestLine::Learn(learn, _) => matches!(**learn, Learn::Say(_) | Learn::Show(_)),
            _ => false,
        };
        match lines.iter().find(|line| !text(line)) {
            None | Some(TestLine::Then(..) | TestLine::Ended(..)) => self.pass_trifles(),
            Some(_) => {}
        }
    }

    /// Carries out a line. If it waits for the learner, the lesson stays at it.
    fn lesson_line_done(&mut self, line: &TestLine, told: &mut Vec<Line>) -> Result<(), String> {
        match line {
            TestLine::Dice(groups, _) => self.lay_quietly(groups.clone()),
            TestLine::Draw(drawn, span) => self.stack_quietly(drawn, *span)?,
            TestLine::Play(side, words, _) => {
                let (question, answer) = self.come_to(*side, words)?;
                self.answer_for(*side, &question, answer)?;
                self.learning(|learning| learning.happened = true);
            }
            TestLine::Then(..) | TestLine::Ended(..) => self.pass_trifles(),
            TestLine::Do(_) | TestLine::Offered(..) | TestLine::Refused(..) | TestLine::Asked(..) => {}
            TestLine::Learn(learn, _) => return self.lesson_learns(learn, told),
        }
        self.learning(|learning| learning.at += 1);
        Ok(())
    }

    fn lesson_learns(&mut self, learn: &Learn, told: &mut Vec<Line>) -> Result<(), String> {
        match learn {
            Learn::Say(text) => {
                let text = self.lesson_text(text);
                told.push(Line::plain(text.clone()));
                self.learning(|learning| {
                    learning.task.clone_from(&text);
                    learning.said = text;
                    learning.at += 1;
                });
                return Ok(());
            }
            Learn::Show(marks) => {
                let seat = self.learner();
                let (mut found, mut placed) = (Marks::default(), Vec::new());
                for (text, _) in marks {
                    let words = found.words.len();
                    let named =
                        self.play.look_asked(|world| world.mark(text, seat, &mut found).then(|| called(world, text)));
                    let name = named.ok_or_else(|| format!("nothing here is named `{text}`"))?;
                    if found.words.len() == words {
                        placed.push(name);
                    }
                }
                told.extend(self.words_shown(&found));
                if !placed.is_empty() {
                    told.push(Line::of(Role::Marked, "◄").and(Role::Dim, format!(" {}", placed.join(", "))));
                }
                self.learning(|learning| {
                    learning.marks = found;
                    learning.at += 1;
                });
                return Ok(());
            }
            Learn::Task(task) => {
                let first = task.wanted.first().ok_or("a task without a command")?;
                let (question, answer) = self.come_to(first.side, &first.words)?;
                let mut wanted = vec![answer];
                for other in task.wanted.iter().skip(1) {
                    let read = |world: &World<'_>| sentence::read(world, &question, other.side, &other.words);
                    wanted.push(self.play.look_asked(read)?);
                }
                let spell = |answer: &Answer| {
                    self.play.look_asked(|world| sentence::write(world, &question, first.side, answer))
                };
                let gate = Gate { wanted: wanted.iter().map(spell).collect(), held: None };
                if let Kind::Window { .. } = question.kind {
                    self.declined = question.seats.iter().copied().filter(|seat| *seat != first.side).collect();
                }
                self.learning(|learning| {
                    if learning.task.is_empty() {
                        learning.task.clone_from(&learning.said);
                    }
                    learning.gate = Some(gate);
                    learning.waiting = Some(Waiting::Command);
                });
            }
            Learn::Ask(ask) => {
                let question = self.lesson_text(&ask.question);
                let choices = self.modifiers_to_choose(ask)?;
                told.push(Line::of(Role::Title, question.clone()));
                for (at, choice) in choices.iter().enumerate() {
                    told.push(self.choice_line(at + 1, choice));
                }
                if ask.modifiers {
                    told.push(Line::of(
                        Role::Dim,
                        "Type the numbers of those that count, for example `1, 3`, or `none`.",
                    ));
                } else {
                    told.push(Line::of(Role::Dim, self.answer_form(ask)));
                }
                self.learning(|learning| {
                    learning.task = question;
                    learning.choices = choices;
                    learning.waiting = Some(Waiting::Answer);
                });
            }
            Learn::Free(free) => {
                self.pass_trifles();
                let rival = free.rival.into();
                {
                    let mut desk = self.desk.borrow_mut();
                    (desk.patient, desk.stops) = (false, false);
                    for (seat, player) in desk.players.iter_mut().enumerate() {
                        *player = if seat == usize::from(free.side) { Player::Person } else { rival };
                    }
                }
                self.seat_bots().map_err(|fault| fault.message)?;
                self.go_on();
                let decisions = crate::diagnostic::words::count(free.decisions, "decision");
                told.push(Line::of(Role::Dim, format!("Play on: {decisions} against a {} bot.", rival.name())));
                let held = self.reaches(free);
                self.learning(|learning| {
                    learning.waiting = Some(Waiting::Play);
                    (learning.played, learning.held) = (0, held);
                });
            }
        }
        let task = self.lesson_task().unwrap_or_default().to_owned();
        self.learning(|learning| {
            (learning.hints, learning.tries) = (0, 0);
            learning.deeds.push(Deed::Asked(task));
        });
        Ok(())
    }

    fn lesson_ends(&mut self) {
        self.learning(|learning| {
            learning.waiting = Some(Waiting::Over);
            learning.task.clear();
            learning.gate = None;
            let tally = learning.tally;
            learning.deeds.push(Deed::Over(tally));
        });
    }

    /// Plays on to the question that a command answers, passing trivial questions.
    pub(super) fn come_to(&mut self, side: u16, words: &str) -> Result<(Question, Answer), String> {
        loop {
            let Standing::Asked(pending) = &self.standing else {
                return Err(match &self.standing {
                    Standing::Faulty(fault) => fault.message.clone(),
                    _ => format!("no question is open for `{words}`"),
                });
            };
            let question = pending.question.clone();
            let problem = if question.seats.contains(&side) {
                match self.play.look_asked(|world| sentence::read(world, &question, side, words)) {
                    Ok(answer) => return Ok((question, answer)),
                    Err(problem) => problem,
                }
            } else {
                format!("`{words}`: another side decides now")
            };
            if !self.pass_trifle() {
                return Err(problem);
            }
        }
    }

    fn pass_trifles(&mut self) {
        while self.pass_trifle() {}
    }

    /// Passes a trivial question. Returns false if there is none.
    fn pass_trifle(&mut self) -> bool {
        let Standing::Asked(pending) = &self.standing else { return false };
        let question = pending.question.clone();
        let seat = question.seats.first().copied().unwrap_or(0);
        match trifle(&question) {
            None => false,
            Some(Trifle::Silence) => {
                self.play.stay_silent();
                self.go_on();
                true
            }
            Some(Trifle::Answer(answer)) => self.answer_for(seat, &question, answer).is_ok(),
        }
    }

    /// Gives an answer for a side.
    pub(super) fn answer_for(&mut self, side: u16, question: &Question, answer: Answer) -> Result<(), String> {
        let said = self.attempt(|session| session.play.answer(side, question, answer));
        match said {
            Said::Faulty(fault) => Err(fault.message),
            Said::Refused(problem) => Err(problem),
            Said::Done | Said::Opened | Said::Held => Ok(()),
        }
    }
}

/// A marked thing in players' words: a space by its title, a piece by the name that commands use.
fn called(world: &World<'_>, text: &str) -> String {
    if world.piece_called(text).is_some() {
        return text.to_owned();
    }
    let spaces = &world.game.board.spaces;
    let name = text.replace('-', "_");
    spaces.iter().find(|space| space.name == name).map_or_else(|| plain_words(text), |space| space.title.clone())
}
