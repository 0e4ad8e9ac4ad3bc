//! A hint in free play: a command that reaches the goal at once, or one with which bots reached it when they played on.

use indexmap::IndexMap;

use crate::analysis::bots::{Bots, Player};
use crate::model::lesson::Free;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence;
use crate::session::menu::look_at;
use crate::session::{Said, Session};
use crate::source::plain_words;

/// How many commands, chosen at random, are tried for one that reaches the goal at once.
const LOOKS: usize = 100;
/// How often bots play on from the position at most.
const TRIES: u64 = 200;
/// After this many of their decisions the search ends: in a large game they take time.
const MOST_DECISIONS: usize = 1_000;

/// A command that leads to the goal of free play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lead {
    /// It reaches the goal at once.
    AtOnce(String),
    /// Bots that began with it reached the goal in so many of these tries.
    Often(String, usize, usize),
}

impl Session {
    /// A command that leads to the goal of free play, if possible one that continues what the learner has begun. None
    /// outside free play, if the goal is out of the bots' reach, or if a rule is faulty.
    pub fn lead_to_goal(&self) -> Option<Lead> {
        let free = self.waiting_free()?;
        if let Some(command) = self.reaches_at_once(&free) {
            return Some(Lead::AtOnce(command));
        }
        // For each first command: how often it led to the goal, and how often it was tried.
        let mut found: IndexMap<String, (usize, usize)> = IndexMap::new();
        let mut decisions = 0;
        for seed in 1..=TRIES {
            let Some((command, is_reached)) = self.way_to_goal(&free, seed, &mut decisions) else { break };
            let (reached, tries) = found.entry(command).or_default();
            *reached += usize::from(is_reached);
            *tries += 1;
        }
        let begun = self.staged().unwrap_or_default();
        let goes_on = |command: &str| sentence::behind(&sentence::fold(command), &sentence::fold(&begun)).is_some();
        // Of equals the first.
        let leads = found.into_iter().rev().filter(|(_, (reached, _))| *reached > 0);
        let (command, (reached, tries)) = leads.max_by_key(|(command, (reached, _))| (goes_on(command), *reached))?;
        Some(Lead::Often(command, reached, tries))
    }

    /// A command after which the goal is reached, if it need not be kept for longer.
    fn reaches_at_once(&self, free: &Free) -> Option<String> {
        let learning = self.lesson.as_ref()?;
        if learning.held || learning.played >= free.decisions {
            return None;
        }
        let mut there = self.elsewhere(free, None, 0)?;
        let mut bots = Bots::new(&self.game, vec![Player::Random; self.game.sides.len()], 1).ok()?;
        let at = there.journal_length();
        let mut tried: Vec<Answer> = Vec::new();
        let mut begun = self.goes_on_begun().into_iter();
        for _ in 0..LOOKS {
            let (seat, question, answer) = match begun.next() {
                Some(answer) => there.question().map(|(seat, question)| (seat, question.clone(), answer))?,
                None => there.reply(&mut bots)?,
            };
            if tried.contains(&answer) {
                continue;
            }
            tried.push(answer.clone());
            let words = there.said(&question, seat, &answer);
            if there.answer(seat, &question, answer) == Said::Done && self.is_goal(free, &there) {
                return Some(words);
            }
            there.play.back_to(at);
            there.go_on();
        }
        None
    }

    /// The complete commands that continue the one that the learner has begun, at most half of those to be tried.
    fn goes_on_begun(&self) -> Vec<Answer> {
        let (Some(staged), Some((seat, question))) = (&self.staged, self.question()) else { return Vec::new() };
        self.world(|world| {
            let look = look_at(world, question, seat, staged.offer);
            let (mut open, mut found) = (vec![staged.values.clone()], Vec::new());
            while let Some(values) = open.pop().filter(|_| found.len() < LOOKS / 2) {
                if values.len() == look.offer.params.len() {
                    found.push(Answer::Act(staged.offer, values));
                    continue;
                }
                let next = look.open(&values).unwrap_or_default();
                open.extend(next.into_iter().rev().map(|value| [values.as_slice(), &[value]].concat()));
            }
            found
        })
    }

    /// The first command of a bot in the learner's place, and whether it reaches the goal with other dice than the
    /// learner's. `decisions` counts what it decides. None once that is too much, or if a rule is faulty.
    fn way_to_goal(&self, free: &Free, seed: u64, decisions: &mut usize) -> Option<(String, bool)> {
        let learning = self.lesson.as_ref()?;
        let mut there = self.elsewhere(free, Some(free.rival.into()), seed)?;
        let own = if seed % 2 == 1 { Player::Greedy } else { Player::Random };
        let mut bots = Bots::new(&self.game, vec![own; self.game.sides.len()], seed).ok()?;
        let mut left = free.decisions.saturating_sub(learning.played);
        let mut first = None;
        while left > 0 && (learning.held || !self.is_goal(free, &there)) {
            if *decisions >= MOST_DECISIONS {
                return None;
            }
            *decisions += 1;
            let Some((seat, question, answer)) = there.reply(&mut bots) else { break };
            first.get_or_insert_with(|| there.said(&question, seat, &answer));
            left -= usize::from(matches!(question.kind, Kind::Act { free: false, .. }));
            if there.answer(seat, &question, answer) != Said::Done {
                return None;
            }
        }
        first.map(|command| (command, self.is_goal(free, &there)))
    }

    /// A copy of this game with other dice to come, in which this bot plays the other sides. Without one they wait.
    fn elsewhere(&self, free: &Free, rival: Option<Player>, seed: u64) -> Option<Session> {
        let (line, at, silent) = self.line_here();
        let mut there = self.replayed(&line[..at], silent).ok().filter(|there| there.hash() == self.hash())?;
        there.play.adjust(|run| run.seed = run.seed.wrapping_add(seed + 1));
        let others = (0..self.game.sides.len() as u16).filter(|side| *side != free.side);
        for (side, rival) in others.zip(rival.into_iter().cycle()) {
            there.seat(side, rival).ok()?;
        }
        Some(there)
    }

    /// Whether the goal of free play is reached in a copy of this game.
    fn is_goal(&self, free: &Free, there: &Session) -> bool {
        let (Some(test), Some((goal, _))) = (self.lesson_test(), &free.goal) else { return false };
        let read = there.reads_with_labels(test, goal, |world, locals| Ok(world.eval(&goal.node, locals)?.is_yes()));
        read.unwrap_or(false)
    }

    /// A bot's answer to the pending question.
    fn reply(&self, bots: &mut Bots) -> Option<(u16, Question, Answer)> {
        let (seat, question) = self.question()?;
        let answer = match self.world(|world| bots.answer(world, question)) {
            Reply::Answer(by, answer) if by == seat => answer,
            Reply::Silence => Answer::Pass,
            _ => return None,
        };
        Some((seat, question.clone(), answer))
    }

    /// An answer as a command.
    fn said(&self, question: &Question, seat: u16, answer: &Answer) -> String {
        self.world(|world| plain_words(&sentence::write(world, question, seat, answer)))
    }
}
