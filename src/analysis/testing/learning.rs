//! The lines allowed only in lessons: tasks with anticipated wrong answers, questions with answers, free play.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use crate::analysis::bots::{Bots, Player};
use crate::diagnostic::words::count;
use crate::model::game::Game;
use crate::model::id::Ref;
use crate::model::lesson::{Ask, Free, Learn, Task, Words, Wrong};
use crate::model::setup::{Test, TestLine};
use crate::model::value::Value;
use crate::play::journal::Entry;
use crate::play::learn::Marks;
use crate::play::operator::equal;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Question};
use crate::play::run::Pending;
use crate::play::{MakeScripts, Read, World, sentence};
use crate::source::{Span, plain_words};

use super::{Checked, Failure, Runner, failure, faulty};

/// The number of attempts by bots to reach the goal of free play: half of them greedy, half random.
const TRIES: u64 = 24;

/// The path through a lesson, and the questions it has deferred.
#[derive(Default)]
pub(super) struct Path<'t> {
    /// The number of tasks done.
    tasks: usize,
    /// The task at which a command other than the first is chosen, and the index of that command.
    turn: Option<(usize, usize)>,
    /// The deferred questions, which the next task answers.
    later: Vec<&'t Ask>,
    /// True while bots try the free play. Its line then does nothing.
    tries: bool,
    /// The last command, if it rolled dice not set by a line.
    unlaid: Option<Span>,
}

/// Runs a lesson once for each alternative command of its tasks. It must continue in the same way after each.
pub(super) fn other_ways(game: &Arc<Game>, test: &Test, make: MakeScripts) -> Checked<()> {
    let tasks = test.lines.iter().filter_map(|line| match line {
        TestLine::Learn(learn, _) => match &**learn {
            Learn::Task(task) => Some(task),
            _ => None,
        },
        _ => None,
    });
    for (at, task) in tasks.enumerate() {
        for other in 1..task.wanted.len() {
            let mut runner = Runner::new(game, test, make, None)?;
            runner.lesson.turn = Some((at, other));
            runner.lesson.tries = true;
            runner.run().map_err(|mut failure| {
                failure.notes.insert(0, format!("after `{}`", task.wanted[other].words));
                failure
            })?;
        }
    }
    Ok(())
}

impl<'t> Runner<'t> {
    pub(super) fn learn(&mut self, learn: &'t Learn) -> Checked<()> {
        match learn {
            Learn::Say(text) => self.text(text),
            Learn::Show(marks) => self.marks(marks),
            Learn::Task(task) => self.task(task),
            Learn::Ask(ask) if ask.later => {
                self.text(&ask.question)?;
                self.lesson.later.push(ask);
                Ok(())
            }
            Learn::Ask(ask) => {
                self.text(&ask.question)?;
                self.asks(ask)
            }
            Learn::Free(free) => self.free(free),
        }
    }

    /// Carries out a line of a lesson. Fails if dice are set below the command that rolls them.
    pub(super) fn lesson_line(&mut self, line: &'t TestLine) -> Checked<()> {
        if let (TestLine::Dice(_, span), Some(command)) = (line, self.lesson.unlaid) {
            let (number, _) = self.game.sources.line_column(command);
            let message = "these dice come too late: the command above has rolled already".to_owned();
            let notes = vec![format!("move them above line {number}; or set dice there for that roll too")];
            return Err(Failure { message, span: *span, notes });
        }
        let laid = self.laid();
        let stops = self.used.len();
        self.one(line)?;
        let command = match line {
            TestLine::Play(_, _, span) => *span,
            TestLine::Learn(learn, span) if matches!(**learn, Learn::Task(_)) => *span,
            _ => return Ok(()),
        };
        let rolled = self.used.iter().skip(stops).flatten().filter(|entry| matches!(entry, Entry::Dice(_))).count();
        self.lesson.unlaid = (rolled > laid.saturating_sub(self.laid())).then_some(command);
        Ok(())
    }

    /// The number of rolls still set.
    fn laid(&self) -> usize {
        self.play.look(|run| run.forced_dice.len())
    }

    /// Evaluates a text, whose expressions may be faulty.
    fn text(&mut self, text: &Words) -> Checked<()> {
        self.value(text).map(drop)
    }

    fn value(&self, of: &Words) -> Checked<Value> {
        self.read(of, |world, labels| world.eval(&of.node, &mut world.locals(labels, of.slots)))
    }

    /// Reads an expression at the current position of the lesson.
    fn read<T>(&self, of: &Words, read: impl FnOnce(&World<'_>, &[Value]) -> Read<T>) -> Checked<T> {
        self.names_pieces()?;
        let labels = self.labels();
        self.at_now(|world| read(world, &labels)).map_err(|fault| faulty(&fault, of.node.span))
    }

    /// Fails if an expression names a piece that does not exist.
    fn names_pieces(&self) -> Checked<()> {
        let lesson = self
            .game
            .lessons
            .iter()
            .find(|lesson| self.game.tests.get(lesson.test).is_some_and(|test| test.span == self.test.span));
        for (name, span) in lesson.iter().flat_map(|lesson| &lesson.pieces) {
            let is_there = self.at_now(|world| world.piece_called(name).is_some());
            if !is_there && !self.test.position.pieces.iter().any(|piece| piece.label.as_ref() == Some(name)) {
                return failure(format!("no piece of this position is named `{name}`"), *span);
            }
        }
        Ok(())
    }

    fn marks(&self, marks: &[(String, crate::source::Span)]) -> Checked<()> {
        let seat = self.test.learner();
        for (text, span) in marks {
            if !self.at_now(|world| world.mark(text, seat, &mut Marks::default())) {
                return failure(format!("nothing here is named `{text}`: no piece, place or word"), *span);
            }
        }
        Ok(())
    }

    /// Checks a task: every command is legal, and every wrong answer is as the lesson says.
    fn task(&mut self, task: &'t Task) -> Checked<()> {
        let chosen = match self.lesson.turn {
            Some((at, other)) if at == self.lesson.tasks => other,
            _ => 0,
        };
        self.lesson.tasks += 1;
        task.hints.iter().try_for_each(|hint| self.text(hint))?;
        let Some(command) = task.wanted.get(chosen) else { return Ok(()) };
        self.line = command.span;
        let come =
            self.come_to(command.side, &command.words).map_err(|failure| self.with_reasons(task, chosen, failure))?;
        let Some((pending, answer)) = come else { return Ok(()) };
        let mut wanted = vec![answer.clone()];
        for (at, other) in task.wanted.iter().enumerate().filter(|(at, _)| *at != chosen) {
            self.line = other.span;
            let read = self.reading(&pending, other.side, &other.words);
            let failed = |problem| {
                self.with_reasons(task, at, Failure { message: problem, span: other.span, notes: Vec::new() })
            };
            let read = read.map_err(failed)?;
            if wanted.contains(&read) {
                return failure(format!("`{}` is the same command as another of this choice", other.words), other.span);
            }
            wanted.push(read);
        }
        for (at, wrong) in task.wrongs.iter().enumerate() {
            self.line = wrong.span;
            self.text(&wrong.say)?;
            self.wrong(wrong, &task.wrongs[..at], command.side, &pending, &wanted)?;
        }
        self.line = command.span;
        self.answer(command.side, &pending.question, answer)?;
        self.resume()?;
        self.predicted()
    }

    /// Checks the deferred questions, which the task has now answered.
    pub(super) fn predicted(&mut self) -> Checked<()> {
        for ask in std::mem::take(&mut self.lesson.later) {
            self.asks(ask)?;
        }
        Ok(())
    }

    /// The failure of an accepted command, with the reasons against it.
    fn with_reasons(&self, task: &Task, at: usize, mut failure: Failure) -> Failure {
        let Some(command) = task.wanted.get(at) else { return failure };
        if failure.span == command.span {
            if failure.notes.is_empty() {
                failure.notes = self.notes_against(command.side, &command.words, &failure.message);
            }
            let refused = format!("`{}` is not possible", command.words);
            if !failure.message.starts_with(&refused) {
                failure.message = format!("{refused}: {}", failure.message);
            }
        }
        failure
    }

    /// Checks a wrong answer: it is legal but not an accepted command, or refused by the sections it names, and no
    /// wrong answer above it speaks first.
    fn wrong(
        &mut self,
        wrong: &Wrong,
        above: &[Wrong],
        side: u16,
        pending: &Pending,
        wanted: &[Answer],
    ) -> Checked<()> {
        let question = &pending.question;
        let (spelt, wanted, hidden) = self.play.look_at(&pending.state, |world| {
            let wanted = wanted.iter().map(|answer| sentence::write(world, question, side, answer));
            let wanted: Vec<String> = wanted.collect();
            let spelt = world.spelt(question, side, &wrong.words);
            let speaks = |one: &&Wrong| {
                let first = world.spelt(question, side, &one.words);
                first.zip(spelt.as_ref()).is_some_and(|(first, spelt)| first.means(&spelt.words, &wanted))
            };
            let hidden = above.iter().find(speaks).map(|one| one.words.clone());
            (spelt, wanted, hidden)
        });
        let Some(spelt) = spelt else {
            if !wrong.because.is_empty() {
                return self.is_refused(side, &wrong.words, &wrong.because);
            }
            let problem = self.reading(pending, side, &wrong.words).err();
            let reasons = self.why_not(side, &wrong.words, problem.as_deref().unwrap_or("not legal"))?;
            // A refusal that no section gives cannot be cited.
            if reasons.iter().all(|reason| reason.cites.is_empty()) {
                return Ok(());
            }
            let notes = reasons.iter().map(|reason| self.reason(reason)).collect();
            let message = "a rule refuses this wrong turn: add `because @…`".to_owned();
            return Err(Failure { message, span: wrong.span, notes });
        };
        if wanted.iter().any(|command| spelt.means(command, &wanted)) {
            return failure("this wrong turn is the right answer", wrong.span);
        }
        if let Some(first) = hidden {
            let message = format!("`wrong {first}` above answers this, too: write the longer command first");
            return failure(message, wrong.span);
        }
        if !wrong.because.is_empty() {
            return failure("this wrong turn is legal: leave out `because`", wrong.span);
        }
        Ok(())
    }

    /// Checks a question: the rules yield an answer, and it is the one the author expects.
    fn asks(&mut self, ask: &Ask) -> Checked<()> {
        ask.hints.iter().try_for_each(|hint| self.text(hint))?;
        let written = self.game.sources.text(ask.of.node.span).to_owned();
        let span = ask.of.node.span;
        let quantity = self.read(&ask.of, |world, labels| {
            world.quantity_asked(&ask.of.node, &mut world.locals(labels, ask.of.slots))
        })?;
        if ask.modifiers {
            let Some((quantity, args)) = &quantity else {
                return failure(format!("`{written}` has no modifiers here: it has no value"), span);
            };
            let found = self.read(&ask.of, |world, _| world.modifiers_of(*quantity, args))?;
            if found.len() < 2 {
                return failure(format!("`{written}` has fewer than two modifiers: there is nothing to choose"), span);
            }
        }
        let value = self.value(&ask.of)?;
        if value.is_none() {
            return failure(format!("`{written}` is none: the question has no answer"), span);
        }
        let Some(answer) = &ask.answer else { return Ok(()) };
        let known = self.value(answer)?;
        if equal(&known, &value) || only_member(&value).is_some_and(|one| equal(&known, &one)) {
            return Ok(());
        }
        let shown = |value: &Value| self.at_now(|world| world.show(value));
        let mut notes = vec![format!("`{written}` is {}", shown(&value))];
        if let Some((quantity, args)) = quantity {
            let (_, ledger) = self.read(&ask.of, |world, _| world.ledger(quantity, &args))?;
            notes.extend(ledger.lines.iter().map(|line| {
                let cites = line.cites.iter().map(|cite| format!(" @{}", self.game.section(*cite).number));
                format!("{} {}{}", line.effect, plain_words(&line.text), cites.collect::<String>())
            }));
        }
        let message = format!("the rules answer {}, not {}", shown(&value), shown(&known));
        Err(Failure { message, span: answer.node.span, notes })
    }

    /// Checks free play: its texts can be evaluated, and a bot in the learner's place can reach the goal.
    fn free(&mut self, free: &Free) -> Checked<()> {
        free.hints.iter().chain(&free.lost).chain(&free.closing).try_for_each(|text| self.text(text))?;
        let Some((goal, won)) = &free.goal else { return Ok(()) };
        self.text(won)?;
        self.value(goal)?;
        if self.lesson.tries || self.given.is_some() {
            return Ok(());
        }
        for seed in 1..=TRIES {
            let mut other = Runner::new(&self.game, self.test, self.make, None)?;
            other.lesson.tries = true;
            other.run_lines()?;
            let mut end = other.plays_free(free, seed)?;
            if end.value(goal)?.is_yes() {
                return std::iter::once(won).chain(&free.closing).try_for_each(|text| end.text(text));
            }
        }
        let decisions = count(free.decisions, "decision");
        failure(format!("no bot reaches this goal in {TRIES} tries of {decisions}"), goal.node.span)
    }

    /// Plays the learner's decisions with a bot.
    fn plays_free(mut self, free: &Free, seed: u64) -> Checked<Self> {
        let mut players = vec![Player::from(free.rival); self.game.sides.len()];
        if let Some(place) = players.get_mut(usize::from(free.side)) {
            *place = if seed % 2 == 1 { Player::Greedy } else { Player::Random };
        }
        let bots = Bots::new(&self.game, players, seed).map_err(|fault| faulty(&fault, self.line))?;
        let left = Rc::new(Cell::new(free.decisions));
        self.play.set_oracle(Box::new(Counted { bots, side: free.side, left }));
        // The pending question is repeated, and a bot answers it.
        self.go_on()?;
        Ok(self)
    }
}

/// Bots that wait once one side has made a number of decisions.
struct Counted {
    bots: Bots,
    side: u16,
    left: Rc<Cell<usize>>,
}

impl Oracle for Counted {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        let own = question.seats.first() == Some(&self.side) && question.seats.len() == 1;
        if own && self.left.get() == 0 {
            return Reply::Wait;
        }
        let reply = self.bots.answer(world, question);
        if let Reply::Answer(seat, _) = &reply
            && *seat == self.side
        {
            self.left.set(self.left.get().saturating_sub(1));
        }
        reply
    }
}

/// The member of a set of one, because its name answers a question for the set.
fn only_member(value: &Value) -> Option<Value> {
    match value {
        Value::Set(domain, bits) if bits.count() == 1 => bits.iter().next().map(|at| Value::Ref(Ref::new(*domain, at))),
        _ => None,
    }
}
