//! A bot that searches: it plays many lines from its position, and prefers the answers that have gone well.
//!
//! Monte Carlo tree search. A line begins with answers of the tree, in which good ones are tried more often, and goes on
//! at random. The tree has a node for each sequence of answers, for all results of chance between them, and grows by one
//! answer a line. Of the many legal answers a node tries few at first, and more the more often it is met. Each line
//! begins in another deal of what is hidden from the seat, with other dice, so the bot knows no more than a person.

use std::cell::RefCell;
use std::iter::once;
use std::rc::Rc;
use std::sync::Arc;

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::outcome::Outcome;
use crate::model::value::Value;
use crate::play::offers::OfferQuery;
use crate::play::oracle::{Nobody, Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};
use crate::play::unseen::Unseen;
use crate::play::{Beginning, Fault, Play, Read, Status, World, native};

use super::bots::{Random, begin_at, random_answer, replied, worth};

/// The number of decisions that a search plays.
const MOST_DECISIONS: u64 = 10_000;
/// The units of work that rules may do in a search, some five times what those of the shipped games do: slow rules make
/// the bot weaker, not slower.
const MOST_WORK: u64 = 400_000_000;
/// The maximum number of lines of a search.
const MOST_LINES: u32 = 800;
/// The number of decisions after which a line is valued for the first time: what the first answers have led to.
const SOON: u64 = 8;
/// The number of decisions after which a line ends, and is valued again.
const HORIZON: u64 = 40;
/// The value of a victory. A defeat is worth nothing.
pub(super) const VICTORY: i64 = 1000;
/// The difference in worth that is half way from an even position to one that is surely won.
const HALF_WAY: i64 = 60;
/// The worth of a point by which a side leads; a piece is worth twelve.
const POINT: i64 = 8;
/// A node has all its answers if this many in succession were not new.
const ENOUGH: u32 = 12;
/// How many answers the position itself tries at least, if it has so many.
const FIRST: usize = 6;
/// A plan is looked up in this many answers after the action it belongs to.
const PLANNED: usize = 6;
/// The least variance that a search assumes of the values of lines: a few lines may be alike by chance.
const LEAST_SPREAD: i64 = 100 * 100;
/// How much worse an answer counts, in thousandths of a victory, that was tried only once.
const MORE_THAN_LUCK: i64 = 150;
/// How much better an answer must be than another one to count as better, in thousandths of a victory.
const BETTER: i64 = 30;

/// The search of a bot, with the play in which it tries its answers.
pub struct Search {
    play: Play,
    random: Random,
    /// The number of decisions that a search plays.
    most: u64,
    /// The lines that followed the last action, to answer questions within it.
    plan: Option<Plan>,
    /// True once a search is to end early.
    stop: fn() -> bool,
}

/// An answer that a search tried.
pub struct Weighed {
    /// The answer.
    pub answer: Answer,
    /// In how many lines.
    pub times: u32,
    /// The mean value of these lines, from 0 for defeat to 100 for victory.
    pub value: i64,
}

/// An answer that would have been better than the one given.
pub struct Better {
    /// The answer.
    pub answer: Answer,
    /// The difference between the mean values of the two, from 0 to 100.
    pub by: i64,
}

struct Plan {
    seat: u16,
    tree: Tree,
    node: usize,
}

impl Search {
    /// A search in games with these rules.
    ///
    /// # Errors
    /// A fault in the set-up.
    pub fn new(game: &Arc<Game>, seed: u64) -> Result<Search, Box<Fault>> {
        let play = Play::new(game, &Beginning::of_game(game), seed, false, native::make)?;
        Ok(Search { play, random: Random::new(seed ^ 2), most: MOST_DECISIONS, plan: None, stop: || false })
    }

    /// Limits the decisions that a search plays: with fewer it is faster, and weaker.
    pub fn limit(&mut self, decisions: u64) {
        self.most = decisions;
    }

    /// A search ends early once this is true, with the lines it has played.
    pub fn stop_when(&mut self, stop: fn() -> bool) {
        self.stop = stop;
    }

    /// The answer that went best. An answer in the middle of an action comes from the search for that action.
    ///
    /// # Errors
    /// A fault in the rules.
    pub fn best(&mut self, world: &World<'_>, question: &Question, seat: u16) -> Read<Option<Answer>> {
        if !matches!(question.kind, Kind::Act { free: false, .. }) {
            return match self.planned(world, question, seat) {
                Some(answer) => Ok(Some(answer)),
                None => random_answer(world, question, seat, &mut self.random),
            };
        }
        self.plan = None;
        let Some(tree) = self.lines(world, seat, Tree::new(), self.most) else {
            // A fault is reported where it shows: in the game.
            return random_answer(world, question, seat, &mut self.random);
        };
        let first = tree.nodes.first().map(|node| node.children.as_slice()).unwrap_or_default();
        let best = first.iter().filter(|child| child.seat == seat && question.allows(&child.answer));
        let best = best.max_by_key(|child| (child.visits, child.worth));
        let Some((answer, node)) = best.map(|child| (child.answer.clone(), child.node)) else {
            return random_answer(world, question, seat, &mut self.random);
        };
        self.plan = Some(Plan { seat, tree, node });
        Ok(Some(answer))
    }

    /// All answers to a question for an action that a search tries, the best first. None if the rules are faulty.
    pub fn weighed(&mut self, world: &World<'_>, question: &Question, seat: u16) -> Option<Vec<Weighed>> {
        let tree = self.lines(world, seat, Tree::new(), self.most)?;
        let first = tree.nodes.into_iter().next()?;
        let mut children: Vec<Child> = first
            .children
            .into_iter()
            .filter(|child| child.visits > 0 && child.seat == seat && question.allows(&child.answer))
            .collect();
        children.sort_by_key(|child| std::cmp::Reverse((child.visits, child.worth)));
        let weighed = |child: Child| {
            let value = child.mean() * 100 / VICTORY;
            Weighed { answer: child.answer, times: child.visits, value }
        };
        Some(children.into_iter().map(weighed).collect())
    }

    /// The answer for an action that went best where this one was tried too, if it is another one, and by how much it
    /// was better. A search prefers what went well by luck, so [`Search::compared`] has the last word. None also if the
    /// rules are faulty.
    pub fn rival(&mut self, world: &World<'_>, question: &Question, seat: u16, answer: &Answer) -> Option<Better> {
        let mut tree = Tree::new();
        tree.add(0, seat, answer);
        let tree = self.lines(world, seat, tree, self.most)?;
        let first = &tree.nodes.first()?.children;
        let is_legal = |child: &&Child| child.seat == seat && child.visits > 0 && question.allows(&child.answer);
        let best = first.iter().filter(is_legal).max_by_key(|child| (child.visits, child.worth))?;
        let own = first.iter().filter(is_legal).find(|child| child.answer == *answer)?;
        let by = best.mean() - own.mean();
        (best.answer != *answer && by > 0).then(|| Better { answer: best.answer.clone(), by: by * 100 / VICTORY })
    }

    /// How much better one answer for an action is than another. Both are tried equally often, in the same deals. None
    /// if the difference may be chance.
    pub fn compared(&mut self, world: &World<'_>, seat: u16, better: &Answer, worse: &Answer) -> Option<i64> {
        let seed = self.random.below(usize::MAX) as u64;
        let mut alone = |answer: &Answer| {
            self.random = Random::new(seed);
            let tree = self.lines(world, seat, Tree::only(seat, answer), self.most)?;
            let child = tree.nodes.into_iter().next()?.children.into_iter().next()?;
            (child.visits > 1).then(|| (child.mean(), variance(once(&child)) / i64::from(child.visits)))
        };
        let ((best_mean, best_doubt), (mean, doubt)) = (alone(better)?, alone(worse)?);
        let by = best_mean - mean;
        // Twice the standard error.
        let least = 2 * (best_doubt + doubt).isqrt();
        (by >= least.max(BETTER)).then_some(by * 100 / VICTORY)
    }

    /// The answer that went best in the lines after the last action.
    fn planned(&self, world: &World<'_>, question: &Question, seat: u16) -> Option<Answer> {
        let plan = self.plan.as_ref().filter(|plan| plan.seat == seat)?;
        let mut answers: Vec<(&Answer, i64, i64)> = Vec::new();
        let mut open = vec![(plan.node, 0)];
        while let Some((at, depth)) = open.pop() {
            for child in &plan.tree.nodes[at].children {
                if child.seat == seat && is_legal(world, question, seat, &child.answer) {
                    let (visits, worth) = (i64::from(child.visits), child.worth);
                    match answers.iter_mut().find(|(answer, ..)| **answer == child.answer) {
                        Some((_, all, sum)) => (*all, *sum) = (*all + visits, *sum + worth),
                        None => answers.push((&child.answer, visits, worth)),
                    }
                } else if depth < PLANNED {
                    open.push((child.node, depth + 1));
                }
            }
        }
        let best = answers
            .into_iter()
            .max_by_key(|(_, visits, worth)| worth / visits.max(&1) + MORE_THAN_LUCK * (visits - 1).min(1));
        best.map(|(answer, ..)| answer.clone())
    }

    /// Plays lines from a position, `most` decisions in all. None if the rules are faulty there.
    fn lines(&mut self, world: &World<'_>, seat: u16, tree: Tree, most: u64) -> Option<Tree> {
        let unseen = Unseen::of(world, Some(seat), |card| world.sees_card(Some(seat), card));
        let is_hidden = unseen.is_any(world.state);
        let mut possible = None;
        let level = standings(world);
        let tree = Rc::new(RefCell::new(tree));
        let (mut played, mut lines, mut valued) = (0, 0, 0);
        let worked = self.play.look(|run| run.effort.spent());
        let is_slow = |play: &Play| play.look(|run| run.effort.spent()).saturating_sub(worked) > MOST_WORK;
        while played < most && lines < MOST_LINES && !is_slow(&self.play) && !(self.stop)() {
            let number = self.random.below(usize::MAX) as u64;
            let state = match is_hidden {
                true => unseen.shuffled(world, number, &mut possible),
                false => world.state.clone(),
            };
            let path = Rc::new(RefCell::new(Vec::new()));
            let line = Line { seat, tree: tree.clone(), path: path.clone(), at: Some(0), random: Random::new(number) };
            begin_at(&mut self.play, world.layout, state, number, Box::new(line));
            let before = self.play.look(|run| run.decisions);
            let mut go = |decisions: u64| -> Option<Vec<i64>> {
                let status = self.play.go_while(|run| run.decisions - before < decisions);
                let ended = match &status {
                    Some(Status::Faulty(_)) => return None,
                    Some(Status::Over(end)) => Some(end),
                    _ => None,
                };
                Some(self.play.look(|run| values(&run.world(), ended, &level)))
            };
            // What comes soon depends on the first answers, what comes late also on many random ones.
            let ends = go(SOON).and_then(|soon| Some((soon, go(HORIZON)?)));
            played += self.play.look(|run| run.decisions - before).max(1);
            lines += 1;
            match ends {
                Some((soon, late)) => {
                    let values: Vec<i64> = soon.iter().zip(&late).map(|(soon, late)| (soon + late) / 2).collect();
                    tree.borrow_mut().record(&path.borrow(), &values);
                    valued += 1;
                }
                // A deal may be one that the rules do not allow: such a line tells nothing.
                None if is_hidden => {}
                None => return None,
            }
        }
        if lines > 0 && valued == 0 {
            return None;
        }
        self.play.set_oracle(Box::new(Nobody));
        Rc::into_inner(tree).map(RefCell::into_inner)
    }
}

/// The worth of a position to each side.
pub(super) fn standings(world: &World<'_>) -> Vec<i64> {
    (0..world.game.sides.len() as u16).map(|side| standing(world, side)).collect()
}

/// The value of a position to each side, where another one had these worths. `ended`: how the game has ended there.
pub(super) fn values(world: &World<'_>, ended: Option<&Outcome>, level: &[i64]) -> Vec<i64> {
    match ended {
        Some(end) => (0..level.len() as u16).map(|side| (VICTORY + end.worth(side, VICTORY)) / 2).collect(),
        None => standings(world).iter().zip(level).map(|(now, before)| value_of(now - before)).collect(),
    }
}

/// The worth of a position to a side: its pieces against those of others, and the numbers by which the game shows who
/// leads.
fn standing(world: &World<'_>, side: u16) -> i64 {
    let mut total = worth(world, side);
    let shown = world.game.quantities.iter().zip(0..).filter(|(item, _)| item.shown && item.params.len() == 1);
    for (_, at) in shown {
        let number = |of: u16| world.number(QuantityId(at), &[Value::Ref(Ref::side(of))]).ok().flatten();
        let others = world.game.played().filter(|other| *other != side).filter_map(number).max();
        if let (Some(own), Some(most)) = (number(side), others) {
            total += own.saturating_sub(most).clamp(-1000, 1000) * POINT;
        }
    }
    total
}

/// The value of a position that is this much better than the one at the beginning, from a tenth to nine tenths of a
/// victory.
fn value_of(gain: i64) -> i64 {
    VICTORY / 2 + VICTORY * 2 / 5 * gain / (gain.abs() + HALF_WAY)
}

/// Whether a side may give an answer now.
pub(super) fn is_legal(world: &World<'_>, question: &Question, seat: u16, answer: &Answer) -> bool {
    question.allows(answer)
        && match (&question.kind, answer) {
            (Kind::Act { free, bound, .. }, Answer::Act(offer, values)) => {
                OfferQuery::new(world, *offer, seat, *free, *bound).check(values).is_ok_and(|found| found.is_some())
            }
            _ => true,
        }
}

/// What has been tried.
#[derive(Default)]
struct Tree {
    /// The first node is the position itself.
    nodes: Vec<Node>,
}

/// The answers after a sequence of answers.
#[derive(Default)]
struct Node {
    children: Vec<Child>,
    /// How many answers in succession were drawn that it already had.
    vain: u32,
}

/// An answer that was tried.
struct Child {
    seat: u16,
    answer: Answer,
    /// How often it was given.
    visits: u32,
    /// How often it could have been given.
    chances: u32,
    /// The sum of the values of the lines with it, for the side that gives it.
    worth: i64,
    /// The sum of their squares.
    squares: i64,
    /// The node after it.
    node: usize,
}

impl Tree {
    /// A tree without answers.
    fn new() -> Self {
        Tree { nodes: vec![Node::default()] }
    }

    /// A tree that begins with this answer and no other.
    fn only(seat: u16, answer: &Answer) -> Self {
        let mut tree = Tree::new();
        tree.add(0, seat, answer);
        tree.nodes[0].vain = u32::MAX;
        tree
    }

    /// Adds the values of a line, one for each side, to the answers it gave.
    fn record(&mut self, path: &[(usize, usize)], values: &[i64]) {
        for (node, at) in path {
            let child = &mut self.nodes[*node].children[*at];
            child.visits += 1;
            let value = values.get(usize::from(child.seat)).copied().unwrap_or(0);
            child.worth += value;
            child.squares += value * value;
        }
    }

    /// The answers of a node that are legal, and whether it has room for another one.
    fn open(&mut self, at: usize, is_legal: impl Fn(&Child) -> bool) -> (Vec<usize>, bool) {
        let node = &mut self.nodes[at];
        let legal: Vec<usize> = (0..node.children.len()).filter(|child| is_legal(&node.children[*child])).collect();
        legal.iter().for_each(|child| node.children[*child].chances += 1);
        let met: u32 = legal.iter().map(|child| node.children[*child].visits).sum();
        let has_room = legal.is_empty() || node.vain < enough(at, node.children.len()) && legal.len() <= room(at, met);
        (legal, has_room)
    }

    /// The answer to try next, of those that are legal.
    fn best_promise(&self, node: usize, legal: &[usize]) -> Option<usize> {
        let children = &self.nodes[node].children;
        let spread = variance(legal.iter().map(|at| &children[*at])).max(LEAST_SPREAD);
        legal.iter().copied().max_by_key(|at| children[*at].promise(spread))
    }

    /// Adds an answer to a node; None if it is there.
    fn add(&mut self, node: usize, seat: u16, answer: &Answer) -> Option<usize> {
        let after = self.nodes.len();
        let parent = &mut self.nodes[node];
        if parent.children.iter().any(|child| child.seat == seat && child.answer == *answer) {
            parent.vain = parent.vain.saturating_add(1);
            return None;
        }
        parent.vain = 0;
        let child = Child { seat, answer: answer.clone(), visits: 0, chances: 1, worth: 0, squares: 0, node: after };
        parent.children.push(child);
        let at = parent.children.len() - 1;
        self.nodes.push(Node::default());
        Some(at)
    }
}

/// A node with this many answers has all of them, if so many in succession were not new. The position itself must miss
/// none: of `n` equally likely answers, the last one stays away from `5 n` draws once in 150 times.
fn enough(node: usize, answers: usize) -> u32 {
    if node == 0 { ENOUGH.max(5 * (answers as u32 + 1)) } else { ENOUGH }
}

/// How many answers a node tries after it was met so often. The position itself tries more.
fn room(node: usize, met: u32) -> usize {
    let root = met.isqrt() as usize;
    if node == 0 { root + FIRST } else { root }
}

impl Child {
    /// The mean value of its lines; it has some.
    fn mean(&self) -> i64 {
        self.worth / i64::from(self.visits)
    }

    /// How good the answer may be: the mean value of its lines, and how far the mean of so few lines may be from what it
    /// would be of many. `spread`: the variance of all lines here.
    fn promise(&self, spread: i64) -> i64 {
        if self.visits == 0 {
            return i64::MAX;
        }
        let doubt = (i64::from(self.chances.ilog2() + 1) * spread / i64::from(self.visits)).isqrt();
        self.mean() + doubt
    }
}

/// The variance of the values of all lines with these answers.
fn variance<'t>(answers: impl Iterator<Item = &'t Child>) -> i64 {
    let (mut visits, mut worth, mut squares) = (0, 0, 0);
    for child in answers {
        (visits, worth, squares) = (visits + i64::from(child.visits), worth + child.worth, squares + child.squares);
    }
    if visits > 1 { (squares - worth * worth / visits) / (visits - 1) } else { 0 }
}

/// A line of play: answers of the tree, then random ones.
struct Line {
    /// The side that searches.
    seat: u16,
    tree: Rc<RefCell<Tree>>,
    /// The answers of the tree that were given: a node, and which of its answers.
    path: Rc<RefCell<Vec<(usize, usize)>>>,
    /// The node reached; None once the line has left the tree.
    at: Option<usize>,
    random: Random,
}

impl Oracle for Line {
    fn draws(&self, _seat: u16, _at_window: bool) -> bool {
        self.at.is_none()
    }

    fn draw(&mut self, _seat: u16, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        if matches!(question.kind, Kind::Window { .. }) {
            return Reply::Silence;
        }
        let Some(seat) = question.seats.first().copied() else { return Reply::Wait };
        let Some(node) = self.at else {
            return replied(seat, random_answer(world, question, seat, &mut self.random));
        };
        // Sides that decide in secret may be asked first: their answers are not the ones to choose from.
        if node == 0 && seat != self.seat {
            return replied(seat, random_answer(world, question, seat, &mut self.random));
        }
        let known = |child: &Child| child.seat == seat && is_legal(world, question, seat, &child.answer);
        let (legal, has_room) = self.tree.borrow_mut().open(node, known);
        let added = if has_room {
            match random_answer(world, question, seat, &mut self.random) {
                Ok(Some(answer)) => self.tree.borrow_mut().add(node, seat, &answer),
                other => return replied(seat, other),
            }
        } else {
            None
        };
        let Some(at) = added.or_else(|| self.tree.borrow().best_promise(node, &legal)) else { return Reply::Wait };
        self.path.borrow_mut().push((node, at));
        let tree = self.tree.borrow();
        let child = &tree.nodes[node].children[at];
        self.at = (child.visits > 0).then_some(child.node);
        Reply::Answer(seat, child.answer.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_answer_is_tried_more_often_and_none_is_forgotten() {
        let mut tree = Tree::new();
        for number in 0..3 {
            assert_eq!(tree.add(0, 0, &Answer::Number(number)), Some(number as usize));
        }
        assert_eq!(tree.add(0, 0, &Answer::Number(1)), None, "it is there");
        for _ in 0..300 {
            let (legal, _) = tree.open(0, |_| true);
            let at = tree.best_promise(0, &legal).expect("three answers");
            tree.record(&[(0, at)], &[if at == 2 { 600 } else { 450 }]);
        }
        let visits: Vec<u32> = tree.nodes[0].children.iter().map(|child| child.visits).collect();
        assert!(visits[2] > 200 && visits.iter().all(|times| *times > 2), "{visits:?}");
    }

    #[test]
    fn a_node_tries_more_answers_the_more_often_it_is_met() {
        assert!(room(0, 100) > room(0, 25) && room(0, 100) > room(1, 100));
        assert!(room(1, 1) >= 1);
    }

    #[test]
    fn a_gain_is_worth_less_than_victory() {
        assert_eq!(value_of(0), VICTORY / 2);
        assert!(value_of(1_000_000) < VICTORY && value_of(-1_000_000) > 0);
        assert!(value_of(10) > value_of(5));
    }
}
