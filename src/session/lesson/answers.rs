//! Questions of a lesson: the possible answers, and whether an answer agrees with the rules.

use crate::draw::{Line, Role};
use crate::model::id::*;
use crate::model::lesson::Ask;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::learn::Modifier;
use crate::play::names::show_halves;
use crate::play::place_names::Viewer;
use crate::play::sentence::{fold, spellings};

use super::Deed;
use crate::session::Session;
use crate::session::ask::show;
use crate::session::behind::ledger_lines;

/// The mark for an answer.
enum Mark {
    Right,
    /// Wrong, with the reason.
    Wrong(String),
    /// Not an answer to this kind of question.
    Unread(String),
}

/// The most modifiers to choose from, and the fewest of them that do not apply, if there are enough.
const MOST_CHOICES: usize = 8;
const FEWEST_OTHERS: usize = 3;

/// The number of wrong answers after which the lesson names the way out.
const PATIENCE: usize = 3;

impl Session {
    /// Marks the learner's answer to the current question. The lines report whether it is right.
    pub fn lesson_answers(&mut self, text: &str) -> Vec<Line> {
        let Some(ask) = self.waiting_ask() else { return Vec::new() };
        if ask.later {
            return self.predicts(&ask, text);
        }
        let mark = match self.marked(&ask, text) {
            Ok(mark) => mark,
            Err(problem) => Mark::Unread(problem),
        };
        match mark {
            Mark::Right => {
                let mut lines = vec![Line::of(Role::Good, "Right.")];
                lines.extend(self.answer_lines(&ask));
                self.answered(Deed::Right(text.to_owned()));
                lines
            }
            Mark::Wrong(how) if !ask.modifiers && ask.of.node.ty == Type::Flag => {
                // Only one answer is left, so it is shown.
                let mut lines = vec![Line::of(Role::Bad, how.clone())];
                lines.extend(self.answer_lines(&ask));
                self.learning(|learning| learning.tally.wrong += 1);
                self.learning(|learning| learning.deeds.push(Deed::Tried(text.to_owned(), how)));
                self.answered(Deed::Skipped("told".to_owned()));
                lines
            }
            Mark::Wrong(how) => {
                self.learning(|learning| {
                    learning.tally.wrong += 1;
                    learning.tries += 1;
                    learning.deeds.push(Deed::Tried(text.to_owned(), how.clone()));
                });
                let tries = self.lesson.as_ref().map_or(0, |learning| learning.tries);
                let mut lines = vec![Line::of(Role::Bad, how)];
                if tries >= PATIENCE {
                    lines.push(Line::of(Role::Dim, "`hint` helps, `skip` shows the answer and goes on."));
                }
                lines
            }
            Mark::Unread(problem) => {
                self.learning(|learning| learning.deeds.push(Deed::Refused(text.to_owned(), problem.clone())));
                let task = self.lesson_task().unwrap_or_default().to_owned();
                vec![Line::of(Role::Bad, problem), Line::of(Role::Title, task)]
            }
        }
    }

    /// Records a learner's prediction. It is compared after the next task.
    fn predicts(&mut self, ask: &Ask, text: &str) -> Vec<Line> {
        if let Err(problem) = self.readable(ask, text).and_then(|()| self.named(ask, text)) {
            let task = self.lesson_task().unwrap_or_default().to_owned();
            return vec![Line::of(Role::Bad, problem), Line::of(Role::Title, task)];
        }
        let at = self.lesson.as_ref().map_or(0, |learning| learning.at);
        self.learning(|learning| learning.later.push((at, text.to_owned())));
        self.answered(Deed::Expected(text.to_owned()));
        vec![Line::of(Role::Dim, "We shall see.")]
    }

    /// The results of the predictions, after a task.
    pub(super) fn predictions(&mut self) -> Vec<Line> {
        let later = self.lesson.as_mut().map(|learning| std::mem::take(&mut learning.later)).unwrap_or_default();
        let mut lines = Vec::new();
        for (at, said) in later {
            let Some(crate::model::setup::TestLine::Learn(learn, _)) =
                self.lesson_test().and_then(|test| test.lines.get(at)).cloned()
            else {
                continue;
            };
            let crate::model::lesson::Learn::Ask(ask) = *learn else { continue };
            let is = self.answer_words(&ask);
            match self.marked(&ask, &said) {
                Ok(Mark::Right) => {
                    lines.push(Line::of(Role::Good, format!("As you predicted: {is}.")));
                    self.learning(|learning| learning.deeds.push(Deed::Foretold(format!("foresaw {said}"))));
                }
                _ => {
                    lines.push(Line::plain(format!("You predicted {said}; it is {is}.")));
                    let text = format!("expected {said}; it is {is}");
                    self.learning(|learning| learning.deeds.push(Deed::Foretold(text)));
                }
            }
        }
        lines
    }

    /// Ends the question and continues the lesson.
    pub(super) fn answered(&mut self, deed: Deed) {
        self.learning(|learning| {
            learning.deeds.push(deed);
            learning.waiting = None;
            learning.at += 1;
            learning.choices.clear();
            learning.task.clear();
        });
    }

    /// How to answer a question.
    pub(super) fn answer_form(&self, ask: &Ask) -> String {
        match ask.of.node.ty {
            Type::Flag => "Type `yes` or `no`.",
            Type::Int(_) | Type::Half(_) => "Type a number.",
            Type::Set(_) => "Type the names separated by commas, or `none`.",
            _ => "Type a name.",
        }
        .to_owned()
    }

    /// The modifiers from which a learner chooses.
    pub(super) fn modifiers_to_choose(&self, ask: &Ask) -> Result<Vec<Modifier>, String> {
        if !ask.modifiers {
            return Ok(Vec::new());
        }
        let mut all =
            self.lesson_reads(&ask.of, |world, locals| match world.quantity_asked(&ask.of.node, locals)? {
                Some((quantity, args)) => world.modifiers_of(quantity, &args),
                None => Ok(Vec::new()),
            })?;
        let counting = all.iter().filter(|one| one.effect.is_some()).count();
        let mut others = MOST_CHOICES.saturating_sub(counting).max(FEWEST_OTHERS);
        all.retain(|one| {
            let other = one.effect.is_none() && others > 0;
            others -= usize::from(other);
            other || one.effect.is_some()
        });
        Ok(all)
    }

    /// `1  hill +1  §9.3`
    pub(super) fn choice_line(&self, number: usize, choice: &Modifier) -> Line {
        let cites: Vec<String> =
            choice.cites.iter().map(|cite| format!("§{}", self.game.section(*cite).number)).collect();
        Line::of(Role::Key, format!("  {number}  "))
            .and(Role::Plain, choice.text.as_str())
            .and(Role::Cite, format!("  {}", cites.join(" ")))
    }

    fn value_of(&self, ask: &Ask) -> Result<Value, String> {
        self.lesson_reads(&ask.of, |world, locals| world.eval(&ask.of.node, locals))
    }

    /// The right answer in words.
    pub(super) fn answer_words(&self, ask: &Ask) -> String {
        if ask.modifiers {
            let choices = self.modifiers_to_choose(ask).unwrap_or_default();
            let right = choices.into_iter().filter(|choice| choice.effect.is_some()).map(|choice| choice.text);
            let right: Vec<String> = right.collect();
            return if right.is_empty() { "none".to_owned() } else { right.join(", ") };
        }
        match self.value_of(ask) {
            Ok(Value::Flag(yes)) => if yes { "yes" } else { "no" }.to_owned(),
            Ok(value) => {
                let viewer = Viewer::Of(Some(self.learner()));
                self.play.look_asked(|world| show(&world.through(viewer), &value))
            }
            Err(problem) => problem,
        }
    }

    /// The computation of the right answer, if it is a number of the rules.
    pub(super) fn answer_lines(&self, ask: &Ask) -> Vec<Line> {
        let explained = self.lesson_reads(&ask.of, |world, locals| {
            let Some((quantity, args)) = world.quantity_asked(&ask.of.node, locals)? else { return Ok(None) };
            let (number, ledger) = world.ledger(quantity, &args)?;
            Ok(Some(ledger_lines(world, quantity, &args, number, &ledger)))
        });
        match explained {
            Ok(Some(lines)) => lines.into_iter().map(|line| line.indented(2)).collect(),
            _ => Vec::new(),
        }
    }

    /// The error in a text that cannot be an answer to this kind of question.
    fn readable(&self, ask: &Ask, text: &str) -> Result<(), String> {
        let said = fold(text);
        match ask.of.node.ty {
            Type::Flag if yes_or_no(&said).is_none() => Err("Answer yes or no.".to_owned()),
            Type::Int(_) | Type::Half(_) if number(text).is_none() => Err(format!("`{text}` is not a number.")),
            _ if said.is_empty() => Err(self.answer_form(ask)),
            _ => Ok(()),
        }
    }

    /// The error in a predicted name that nothing has.
    fn named(&self, ask: &Ask, text: &str) -> Result<(), String> {
        let Some(domain) = ask.of.node.ty.domain() else { return Ok(()) };
        let Some(any) = self.play.look(|run| run.world().ever(domain).iter().next()) else { return Ok(()) };
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty() && fold(part) != "none");
        for part in parts {
            if let Mark::Unread(problem) = self.marked_name(Ref::new(domain, any), part) {
                return Err(problem);
            }
        }
        Ok(())
    }

    fn marked(&self, ask: &Ask, text: &str) -> Result<Mark, String> {
        if ask.modifiers {
            return Ok(self.marked_modifiers(text));
        }
        self.readable(ask, text)?;
        let said = fold(text);
        let value = self.value_of(ask)?;
        Ok(match &value {
            Value::Flag(yes) if yes_or_no(&said) == Some(*yes) => Mark::Right,
            Value::Flag(yes) => Mark::Wrong(format!("Wrong: the answer is {}.", if *yes { "yes" } else { "no" })),
            Value::Int(n) if number(text) == Some(n * 2) => Mark::Right,
            Value::Half(halves) if number(text) == Some(*halves) => Mark::Right,
            Value::Int(_) | Value::Half(_) => Mark::Wrong(format!("It is not {}.", text.trim())),
            Value::Ref(thing) => self.marked_name(*thing, text),
            Value::Set(domain, bits) => {
                let all: Vec<Ref> = bits.iter().map(|index| Ref::new(*domain, index)).collect();
                self.marked_names(&all, *domain, text)
            }
            _ => Mark::Wrong("No.".to_owned()),
        })
    }

    /// Marks the chosen numbers of the modifiers that apply.
    fn marked_modifiers(&self, text: &str) -> Mark {
        let choices = self.lesson.as_ref().map(|learning| learning.choices.clone()).unwrap_or_default();
        let said = fold(text);
        let mut picked: Vec<usize> = Vec::new();
        if !matches!(said.as_str(), "none" | "no" | "0") {
            for word in text.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and") {
                match word.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
                    Some(at) if at < choices.len() => picked.push(at),
                    _ => {
                        let most = choices.len();
                        return Mark::Unread(format!(
                            "`{word}` is not in the list: choose numbers from 1 to {most}, or `none`."
                        ));
                    }
                }
            }
        }
        let wrong: Vec<&str> =
            picked.iter().filter(|at| choices[**at].effect.is_none()).map(|at| choices[*at].text.as_str()).collect();
        let missing =
            choices.iter().enumerate().filter(|(at, one)| one.effect.is_some() && !picked.contains(at)).count();
        match (wrong.as_slice(), missing) {
            ([], 0) => Mark::Right,
            ([], 1) if picked.is_empty() => Mark::Wrong("Not none: one of them counts.".to_owned()),
            ([], some) if picked.is_empty() => Mark::Wrong(format!("Not none: {some} of them count.")),
            ([], 1) => Mark::Wrong("Right so far, but one more counts.".to_owned()),
            ([], more) => Mark::Wrong(format!("Right so far, but {more} more count.")),
            ([one], 0) => Mark::Wrong(format!("One too many: {one} does not count here.")),
            ([one], _) => Mark::Wrong(format!("{one} does not count here, and another one is missing.")),
            (some, _) => Mark::Wrong(format!("These do not count here: {}.", some.join(", "))),
        }
    }

    fn marked_name(&self, thing: Ref, text: &str) -> Mark {
        let said = fold(text);
        let seat = self.learner();
        self.play.look_asked(|world| {
            let fits = |other: Ref| {
                let value = Value::Ref(other);
                spellings(world, &value, seat).contains(&said)
                    || fold(&world.title(other)) == said
                    || fold(&show(&world.through(Viewer::Of(Some(seat))), &value)) == said
            };
            if fits(thing) {
                return Mark::Right;
            }
            let known = world.ever(thing.domain).iter().any(|index| fits(Ref::new(thing.domain, index)));
            if known {
                Mark::Wrong(format!("It is not {}.", text.trim()))
            } else {
                Mark::Unread(format!("Nothing here is named `{text}`."))
            }
        })
    }

    fn marked_names(&self, all: &[Ref], domain: Domain, text: &str) -> Mark {
        let mut left = all.to_vec();
        let mut wrong = Vec::new();
        let said = fold(text);
        if said != "none" {
            for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
                match left.iter().position(|thing| matches!(self.marked_name(*thing, part), Mark::Right)) {
                    Some(at) => {
                        left.remove(at);
                    }
                    // Named twice.
                    None if all.iter().any(|thing| matches!(self.marked_name(*thing, part), Mark::Right)) => {}
                    None => {
                        let first = Ref::new(domain, 0);
                        if let Mark::Unread(problem) = self.marked_name(all.first().copied().unwrap_or(first), part) {
                            return Mark::Unread(problem);
                        }
                        wrong.push(part.to_owned());
                    }
                }
            }
        }
        match (wrong.as_slice(), left.len()) {
            ([], 0) => Mark::Right,
            ([], _) if said == "none" => Mark::Wrong("Not none.".to_owned()),
            ([], 1) => Mark::Wrong("Right so far, but one is missing.".to_owned()),
            ([], more) => Mark::Wrong(format!("Right so far, but {more} are missing.")),
            (wrong, _) => Mark::Wrong(format!("It is not {}.", wrong.join(", "))),
        }
    }
}

/// A learner's answer to a yes-or-no question. Authors write `true` and `false`.
fn yes_or_no(said: &str) -> Option<bool> {
    match said {
        "y" | "yes" | "true" => Some(true),
        "n" | "no" | "false" => Some(false),
        _ => None,
    }
}

/// A number in halves: `3`, `1½`, `1.5`.
fn number(text: &str) -> Option<i64> {
    let text = text.trim().trim_start_matches('+');
    if let Ok(whole) = text.parse::<i64>() {
        return whole.checked_mul(2);
    }
    (-200..=200).find(|halves| {
        let shown = show_halves(*halves);
        shown == text || text.strip_suffix(".5").is_some_and(|whole| shown == format!("{whole}½"))
    })
}
