//! The judgement of a learner's input at a task: right, a mistake that the lesson foresaw, legal but not wanted, or
//! illegal.

use crate::draw::{Line, Role};
use crate::model::lesson::{Free, Task, Wrong};
use crate::play::learn::{begins, goes_on};
use crate::play::question::Kind;
use crate::play::sentence::{self, fold};

use super::{Deed, Gate, Waiting};
use crate::session::meaning::is_as_opened;
use crate::session::{Said, Session, Standing};
use crate::source::plain_words;

/// Words ignored when a refused command is compared with a foreseen mistake.
const FILLERS: &[&str] = &["the", "my", "a", "an", "please", "i", "of", "to", "into", "at", "with", "from"];

/// The message after free play that has not reached its goal.
const PLAYED_OUT: &str = "You have played to the end: `again` starts the lesson over, `skip` ends it.";

impl Session {
    /// True if the next decision of free play counts: an action, not a question within one.
    pub fn lesson_counts(&self) -> bool {
        self.question().is_some_and(|(_, question)| matches!(question.kind, Kind::Act { free: false, .. }))
    }

    /// Judges the result of the learner's line. `counts`: it was typed at a choice of actions.
    pub fn lesson_judges(&mut self, text: &str, said: &Said, counts: bool) -> Vec<Line> {
        match self.learns() {
            Some(Waiting::Command) => self.judges_task(text, said),
            Some(Waiting::Play) => self.judges_play(text, said, counts),
            _ => Vec::new(),
        }
    }

    fn judges_task(&mut self, text: &str, said: &Said) -> Vec<Line> {
        let Some(task) = self.waiting_task() else { return Vec::new() };
        match said {
            Said::Done => {
                self.learning(|learning| {
                    learning.gate = None;
                    learning.waiting = None;
                    learning.at += 1;
                    learning.task.clear();
                    learning.said.clear();
                    learning.marks = crate::play::learn::Marks::default();
                    learning.happened = true;
                    learning.deeds.push(Deed::Right(text.to_owned()));
                });
                Vec::new()
            }
            Said::Held => {
                let held = self.lesson.as_mut().and_then(|learning| learning.gate.as_mut()?.held.take());
                let Some((words, question, seat)) = held else { return Vec::new() };
                let wanted = self.lesson_wants();
                let foreseen = task.wrongs.iter().find(|wrong| {
                    let spelt = self.play.look_asked(|world| world.spelt(&question, seat, &wrong.words));
                    spelt.is_some_and(|spelt| spelt.means(&words, &wanted))
                });
                let words = plain_words(&words);
                match foreseen {
                    Some(wrong) => {
                        let say = self.lesson_text(&wrong.say);
                        self.wrong(words, say.clone());
                        vec![Line::of(Role::Bad, say), self.task_again()]
                    }
                    None => {
                        self.wrong(words.clone(), "legal, but not the task".to_owned());
                        let text = format!("{words} is legal, but not the task.");
                        vec![Line::of(Role::Bad, text), self.task_again()]
                    }
                }
            }
            Said::Refused(problem) => {
                let say = self.lesson_foresees(text);
                self.wrong(self.tried_words(text), say.unwrap_or_else(|| problem.clone()));
                vec![self.task_again()]
            }
            // A foreseen mistake is answered at once, before the order is complete.
            Said::Opened => self.judges_begun(&task),
            Said::Faulty(_) => Vec::new(),
        }
    }

    /// Answers an order in progress that the lesson foresaw as a mistake.
    fn judges_begun(&mut self, task: &Task) -> Vec<Line> {
        let Some((seat, question)) = self.open_question() else { return Vec::new() };
        let Some(staged) = &self.staged else { return Vec::new() };
        let wanted = self.lesson_wants();
        let foreseen = self.play.look_asked(|world| {
            let begun = sentence::act_sentence(world, staged.offer, &staged.values, seat);
            let is_meant = |wrong: &&Wrong| {
                let spelt = world.spelt(&question, seat, &wrong.words);
                // An incomplete order that matches the right one so far may still continue.
                spelt.is_some_and(|spelt| {
                    spelt.means(&begun, &wanted) && !wanted.iter().any(|wanted| goes_on(wanted, &begun))
                })
            };
            task.wrongs.iter().find(is_meant).map(|wrong| (begun.clone(), wrong))
        });
        let Some((begun, wrong)) = foreseen else { return Vec::new() };
        self.staged = None;
        self.open_only_offer();
        let say = self.lesson_text(&wrong.say);
        self.wrong(plain_words(&begun), say.clone());
        vec![Line::of(Role::Bad, say), self.task_again()]
    }

    /// The answer to a refused command that the lesson foresaw.
    pub fn lesson_foresees(&self, text: &str) -> Option<String> {
        let task = self.waiting_task().filter(|_| self.learns() == Some(Waiting::Command))?;
        // A text that names an action is not about the order in progress.
        let whole = if self.names_an_action(text) { text.to_owned() } else { self.staged_words(text) };
        let said = [bare(text), bare(&whole)];
        let is_short = |words: &str| task.wanted.iter().any(|wanted| goes_on(&bare(&wanted.words), words));
        let fits =
            |words: &str| said.iter().any(|said| if is_short(words) { said == words } else { begins(said, words) });
        let foreseen = task.wrongs.iter().find(|wrong| fits(&bare(&wrong.words)))?;
        Some(self.lesson_text(&foreseen.say))
    }

    /// A command in progress, and the text typed after it.
    fn staged_words(&self, text: &str) -> String {
        let begun = self.staged.as_ref().zip(self.question()).map(|(staged, (seat, _))| {
            self.play.look_asked(|world| sentence::act_sentence(world, staged.offer, &staged.values, seat))
        });
        begun.map_or_else(|| text.to_owned(), |begun| format!("{begun} {text}"))
    }

    /// A refused text for the record, after the command that the learner has begun. One that opened by itself, because
    /// the question has no other choice, was not typed.
    fn tried_words(&self, text: &str) -> String {
        let opened = self.staged.as_ref().zip(self.question()).is_some_and(|(staged, (seat, question))| {
            self.play.look_asked(|world| is_as_opened(world, question, seat, staged))
        });
        if opened || self.names_an_action(text) { text.to_owned() } else { self.staged_words(text) }
    }

    /// The commands accepted by the task, in the game's own spelling.
    fn lesson_wants(&self) -> Vec<String> {
        self.lesson.as_ref().and_then(|learning| learning.gate.as_ref()).map_or(Vec::new(), |gate| gate.wanted.clone())
    }

    fn wrong(&mut self, words: String, answer: String) {
        self.learning(|learning| {
            learning.tally.wrong += 1;
            learning.tries += 1;
            learning.deeds.push(Deed::Tried(words, answer));
        });
    }

    /// The task, repeated.
    fn task_again(&self) -> Line {
        let tries = self.lesson.as_ref().map_or(0, |learning| learning.tries);
        let task = self.lesson_task().unwrap_or("Try something else.");
        let help = if tries > 1 { "  (`hint` helps, `skip` does it for you)" } else { "" };
        Line::of(Role::Title, format!("The task: {task}")).and(Role::Dim, help)
    }

    fn judges_play(&mut self, text: &str, said: &Said, counts: bool) -> Vec<Line> {
        let Some(free) = self.waiting_free() else { return Vec::new() };
        match said {
            Said::Done => {
                self.learning(|learning| {
                    learning.played += usize::from(counts);
                    learning.deeds.push(Deed::Played(text.to_owned()));
                });
            }
            Said::Refused(problem) => {
                let problem = problem.clone();
                self.learning(|learning| learning.deeds.push(Deed::Refused(text.to_owned(), problem)));
            }
            _ => return Vec::new(),
        }
        self.judged_play(&free)
    }

    /// The judgement of free play, once its goal is reached, all decisions are made, or the game is over.
    fn judged_play(&mut self, free: &Free) -> Vec<Line> {
        let (played, held) = self.lesson.as_ref().map_or((0, false), |learning| (learning.played, learning.held));
        let over = !matches!(self.standing, Standing::Asked(_));
        if !over && !self.lesson_counts() {
            return Vec::new();
        }
        let reached = self.reaches(free);
        // A goal already reached at the beginning must be kept to the end.
        if !over && played < free.decisions && (held || !reached) {
            let left = free.decisions.saturating_sub(played);
            let left = crate::diagnostic::words::count(left, "decision");
            return vec![Line::of(Role::Dim, format!("{left} left."))];
        }
        let Some((_, won)) = &free.goal else { return Vec::new() };
        let words = if reached { Some(won) } else { free.lost.as_ref() };
        let text = words.map(|words| self.lesson_text(words)).unwrap_or_default();
        if !reached {
            self.wrong("free play".to_owned(), text.clone());
            self.learning(|learning| {
                learning.task = PLAYED_OUT.to_owned();
                learning.waiting = Some(Waiting::PlayedOut);
                // No more commands are accepted.
                learning.gate = Some(Gate::default());
            });
            let mut lines = vec![Line::of(Role::Bad, text)];
            lines.extend(self.closing_lines(free));
            lines.push(Line::of(Role::Dim, PLAYED_OUT));
            return lines;
        }
        let closing = self.closing_lines(free);
        self.learning(|learning| {
            learning.waiting = None;
            learning.at += 1;
            learning.deeds.push(Deed::Right("the goal".to_owned()));
        });
        std::iter::once(Line::of(Role::Good, text)).chain(closing).collect()
    }

    /// Whether the goal of free play is reached now.
    pub(super) fn reaches(&self, free: &Free) -> bool {
        let reached = free.goal.as_ref().map(|(goal, _)| {
            self.lesson_reads(goal, |world, locals| Ok(world.eval(&goal.node, locals)?.is_yes())).unwrap_or(false)
        });
        reached.unwrap_or(false)
    }

    /// The texts of a lesson after free play, for any ending.
    fn closing_lines(&self, free: &Free) -> Vec<Line> {
        free.closing.iter().map(|say| Line::plain(self.lesson_text(say))).collect()
    }

    /// The next hint: the lesson's own, from the vaguest, then the answer.
    pub fn lesson_hint(&mut self) -> Vec<Line> {
        let hints = self
            .lesson_line(|learn| match learn {
                crate::model::lesson::Learn::Task(task) => Some(task.hints.clone()),
                crate::model::lesson::Learn::Ask(ask) => Some(ask.hints.clone()),
                crate::model::lesson::Learn::Free(free) => Some(free.hints.clone()),
                _ => None,
            })
            .unwrap_or_default();
        let given = self.lesson.as_ref().map_or(0, |learning| learning.hints);
        let text = match (hints.get(given), self.learns()) {
            (Some(hint), _) => self.lesson_text(hint),
            (None, Some(Waiting::Command)) => {
                let task = self.waiting_task();
                let first = task.as_ref().and_then(|task| task.wanted.first());
                first.map_or_else(String::new, |first| format!("Type: {}", first.words))
            }
            (None, Some(Waiting::Answer)) => {
                return vec![Line::of(Role::Dim, "No more hints. `skip` shows the answer and goes on.")];
            }
            (None, Some(Waiting::Play)) => return Vec::new(),
            (None, Some(Waiting::PlayedOut)) => return vec![Line::of(Role::Dim, PLAYED_OUT)],
            _ => return vec![Line::of(Role::Dim, "No task is open now.")],
        };
        self.learning(|learning| {
            learning.hints += 1;
            learning.tally.hints += 1;
            let number = learning.hints;
            learning.deeds.push(Deed::Hint(number));
        });
        let more = hints.len().saturating_sub(given + 1);
        let note = match more {
            0 => String::new(),
            more => format!("  ({} more)", crate::diagnostic::words::count(more, "hint")),
        };
        vec![Line::of(Role::Key, text).and(Role::Dim, note)]
    }

    /// Does the current task or answers the current question, and continues.
    pub fn lesson_skip(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        match self.learns() {
            Some(Waiting::Command) => {
                let Some(first) = self.waiting_task().and_then(|task| task.wanted.into_iter().next()) else {
                    return Vec::new();
                };
                let words = self.lesson_wants().into_iter().next().unwrap_or_else(|| first.words.clone());
                self.staged = None;
                self.card = None;
                let done = self
                    .come_to(first.side, &first.words)
                    .and_then(|(question, answer)| self.answer_for(first.side, &question, answer));
                if let Err(problem) = done {
                    return vec![Line::of(Role::Bad, problem)];
                }
                lines.push(Line::of(Role::Dim, format!("Done for you: {}", plain_words(&words))));
                self.learning(|learning| {
                    learning.gate = None;
                    learning.marks = crate::play::learn::Marks::default();
                    learning.happened = true;
                });
                self.answered(Deed::Skipped(first.words));
            }
            Some(Waiting::Answer) => {
                let Some(ask) = self.waiting_ask() else { return Vec::new() };
                let how = if ask.later {
                    lines.push(Line::of(Role::Dim, "Left open."));
                    "left open"
                } else {
                    lines.push(Line::of(Role::Dim, format!("The answer: {}.", self.answer_words(&ask))));
                    lines.extend(self.answer_lines(&ask));
                    "shown"
                };
                self.answered(Deed::Skipped(how.to_owned()));
            }
            Some(waiting @ (Waiting::Play | Waiting::PlayedOut)) => {
                lines.push(Line::of(Role::Dim, "Not played."));
                if let Some(free) = self.waiting_free().filter(|_| waiting == Waiting::Play) {
                    lines.extend(self.closing_lines(&free));
                }
                self.learning(|learning| learning.gate = None);
                self.answered(Deed::Skipped("free play".to_owned()));
            }
            _ => return vec![Line::of(Role::Dim, "No task is open now.")],
        }
        self.learning(|learning| learning.tally.skipped += 1);
        lines
    }

    /// The answer to the question of the lesson, with its reasons. It counts as a hint. None if the lesson has no
    /// question open.
    pub fn lesson_why(&mut self) -> Option<Vec<Line>> {
        let ask = self.waiting_ask().filter(|ask| !ask.later && self.learns() == Some(Waiting::Answer))?;
        let words = self.answer_words(&ask);
        let mut lines = self.answer_lines(&ask);
        if lines.is_empty() {
            lines.push(Line::plain(format!("The answer is {words}.")));
        }
        self.learning(|learning| {
            learning.tally.hints += 1;
            learning.deeds.push(Deed::Shown(words));
        });
        Some(lines)
    }
}

/// A command without the ignored words.
fn bare(text: &str) -> String {
    fold(text).split(' ').filter(|word| !FILLERS.contains(word)).collect::<Vec<_>>().join(" ")
}
