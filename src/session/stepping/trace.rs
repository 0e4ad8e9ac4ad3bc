//! Every rule that a decision evaluates, with its result, as a tree.

use std::cell::RefCell;
use std::rc::Rc;

use crate::draw::{Line, Role};
use crate::model::game::Game;
use crate::model::value::Value;
use crate::play::observer::{Asked, Observe, sort};
use crate::play::{Fault, World};

use super::super::Session;
use super::super::view::as_seen;
use super::awake::Awake;
use super::stepper::Place;
use super::{Stepped, page, shown};

/// The most lines of a tree shown as text.
const MOST_LINES: usize = 2_000;
/// The most nodes of a tree.
const MOST_NODES: usize = 50_000;

/// A rule that was evaluated, or a statement that was run.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub place: Place,
    pub depth: usize,
    /// Its arguments, in the game's words.
    pub of: Vec<String>,
    /// Its result.
    pub answer: Option<Answer>,
}

/// The result of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    Value(String),
}

/// The nodes recorded so far.
#[derive(Debug, Default)]
struct Tree {
    nodes: Vec<Node>,
    /// The number of nodes left out.
    more: usize,
}

/// The tree of a decision.
#[derive(Debug)]
pub struct Traced {
    title: String,
    tree: Tree,
    /// The outcome of the decision.
    pub outcome: Outcome,
}

/// The outcome of a traced decision.
#[derive(Debug)]
pub enum Outcome {
    /// It can be made, and has been taken back.
    Made,
    /// It is refused, for this reason.
    Refused(String),
    /// The rules have a fault.
    Faulty(Box<Fault>),
}

/// Records a tree.
struct Tracer {
    tree: Rc<RefCell<Tree>>,
    awake: Awake,
    /// The nodes of the rules under way. None for those not recorded.
    open: Vec<Option<usize>>,
    viewer: Option<u16>,
}

impl Tracer {
    fn node(&self, asked: &Asked<'_>, world: &World<'_>, with: &[Value]) -> Node {
        // A statement has many locals; its line shows which ones matter.
        let count = match asked.sort {
            sort::STATEMENT | sort::CONDITION => 0,
            _ if asked.params.is_empty() => with.len(),
            _ => asked.params.len(),
        };
        let of = world.apart(|world| {
            as_seen(world, self.viewer, |world| with.iter().take(count).map(|one| shown::value(world, one)).collect())
        });
        Node { place: Place::from(asked), depth: self.open.len(), of, answer: None }
    }
}

impl Observe for Tracer {
    fn answered(&mut self, used: usize) {
        if self.awake.answered(used) {
            // Of the nodes before the decision, keep only those still open at the question.
            let mut tree = self.tree.borrow_mut();
            let Tree { nodes, more } = &mut *tree;
            *more = 0;
            let kept: Vec<Node> = self.open.iter().flatten().map(|at| nodes[*at].clone()).collect();
            *nodes = kept;
            for (next, at) in self.open.iter_mut().flatten().enumerate() {
                *at = next;
            }
        }
    }

    fn begins(&mut self, asked: &Asked<'_>, world: &World<'_>, with: &[Value]) {
        let looked_at = self.awake.begins(asked);
        let mut tree = self.tree.borrow_mut();
        if !looked_at && self.awake.has_begun() {
            self.open.push(None);
        } else if tree.nodes.len() < MOST_NODES {
            let node = self.node(asked, world, with);
            self.open.push(Some(tree.nodes.len()));
            tree.nodes.push(node);
        } else {
            tree.more += 1;
            self.open.push(None);
        }
    }

    fn ends(&mut self, answer: Option<Value>, world: &World<'_>) {
        self.awake.ends();
        let Some(Some(at)) = self.open.pop() else { return };
        let mut tree = self.tree.borrow_mut();
        let Some(node) = tree.nodes.get_mut(at) else { return };
        node.answer = match answer {
            Some(Value::Flag(yes)) => Some(if yes { Answer::Yes } else { Answer::No }),
            // A procedure without a value has no result.
            Some(Value::None) if node.place.sort == "procedure" => None,
            Some(value) => Some(Answer::Value(
                world.apart(|world| as_seen(world, self.viewer, |world| shown::value(world, &value))),
            )),
            None => None,
        };
        if !self.awake.has_begun() && self.open.is_empty() {
            // Before the decision, finished rules are dropped.
            tree.nodes.clear();
            tree.more = 0;
        }
    }
}

impl Session {
    /// Makes a decision, takes it back, and returns every rule that it evaluated. An empty text means the decision
    /// taken back last.
    ///
    /// # Errors
    /// The reason why it cannot be made.
    pub fn trace(&mut self, text: &str) -> Result<Traced, Stepped> {
        let tree = Rc::new(RefCell::new(Tree::default()));
        let viewer = self.viewer();
        let tracer = |awake: Awake| Tracer { tree: tree.clone(), awake, open: Vec::new(), viewer };
        let title = if text.is_empty() { "the decision undone last".to_owned() } else { text.to_owned() };
        let asked = self.question().map(|(seat, _)| seat);
        let refused = self.refusal.take();
        let outcome = match self.try_out(text) {
            Ok(trial) => {
                self.play.rehearse(&trial.course, tracer(trial.awake())).map_err(Stepped::Faulty)?;
                trial.fault.map_or(Outcome::Made, Outcome::Faulty)
            }
            // The rules evaluated to find that it is forbidden.
            Err(Stepped::Refused(problem)) if self.refusal.is_some() => {
                let why_not =
                    |world: &World<'_>| as_seen(world, viewer, |world| asked.map(|seat| world.why_not(seat, text)));
                let _ = self.play.observe_asked(tracer(Awake::at_once()), why_not);
                Outcome::Refused(problem)
            }
            Err(other) => {
                self.refusal = self.refusal.take().or(refused);
                return Err(other);
            }
        };
        Ok(Traced { title, tree: tree.take(), outcome })
    }
}

impl Traced {
    /// True if no rule was evaluated.
    pub fn is_empty(&self) -> bool {
        self.tree.nodes.is_empty()
    }

    /// The tree, line by line. If it is cut, the last line says so.
    pub fn lines(&self, game: &Game) -> Vec<Line> {
        let least = self.tree.nodes.iter().map(|node| node.depth).min().unwrap_or(0);
        let shown = self.tree.nodes.iter().take(MOST_LINES);
        let mut lines: Vec<Line> = shown.map(|node| line(game, node, node.depth - least)).collect();
        let more = self.tree.nodes.len().saturating_sub(MOST_LINES) + self.tree.more;
        if more > 0 {
            let hint = format!("… and {more} more; `trace --html FILE SENTENCE` writes up to {MOST_NODES}");
            lines.push(Line::of(Role::Dim, hint));
        }
        if self.tree.nodes.is_empty() {
            lines.push(Line::of(Role::Dim, "no rule was asked"));
        }
        lines
    }

    /// The tree as a page.
    pub fn page(&self, game: &Game) -> String {
        page::write(game, &self.title, &self.tree.nodes, self.tree.more)
    }
}

/// The words of a node without its result.
pub(super) fn words(game: &Game, node: &Node) -> String {
    let at = &node.place;
    match at.sort {
        sort::STATEMENT => game.sources.line_text(at.span).trim().to_owned(),
        // A rule without a name is known by its line.
        "modify" | "forbid" | "hook" | "whenever" | sort::CONDITION | sort::READING => {
            let line = game.sources.line_text(at.span).trim();
            // Sections are shown after the result, and consequences below.
            let ends = [" @", " do {", " because "].iter().filter_map(|end| line.find(end)).min();
            line[..ends.unwrap_or(line.len())].trim_end_matches('{').trim_end().to_owned()
        }
        _ if node.of.is_empty() => shown::words(at.sort, &at.name),
        _ => format!("{} ({})", shown::words(at.sort, &at.name), node.of.join(", ")),
    }
}

fn line(game: &Game, node: &Node, depth: usize) -> Line {
    let role = if node.place.sort == sort::STATEMENT { Role::Dim } else { Role::Plain };
    let mut line = Line::plain("  ".repeat(depth)).and(role, words(game, node));
    match &node.answer {
        Some(Answer::Yes) => line.push(Role::Good, "  yes"),
        Some(Answer::No) => line.push(Role::Bad, "  no"),
        Some(Answer::Value(value)) => line.push(Role::Number, format!("  = {value}")),
        None => {}
    }
    if !node.place.cites.is_empty() {
        line.push(Role::Cite, format!("  {}", shown::sections(game, &node.place.cites)));
    }
    if node.place.sort != sort::STATEMENT {
        line.push(Role::Dim, format!("  {}", shown::place(game, node.place.span)));
    }
    line
}
