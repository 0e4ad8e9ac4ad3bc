//! The observer that stops a decision at a moment: it counts rules and statements, and captures one of them.

use std::cell::RefCell;
use std::rc::Rc;

use crate::model::id::SectionId;
use crate::model::value::Value;
use crate::play::World;
use crate::play::observer::{Asked, Observe};
use crate::play::state::State;
use crate::source::Span;

use super::awake::Awake;
use super::breaks::Break;

/// A rule or statement that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Its kind; see [`Asked::sort`].
    pub sort: &'static str,
    /// Its name.
    pub name: String,
    /// The sections that it cites.
    pub cites: Vec<SectionId>,
    /// Its place in the source.
    pub span: Span,
}

impl From<&Asked<'_>> for Place {
    fn from(asked: &Asked<'_>) -> Self {
        Place { sort: asked.sort, name: asked.name.to_owned(), cites: asked.cites.to_vec(), span: asked.span }
    }
}

/// Where to stop.
#[derive(Clone, Debug)]
pub(super) struct Until {
    /// The number of events to pass first.
    pub after: u64,
    /// Stop at the first rule or statement with at most this many around it. None: only at a breakpoint.
    pub depth: Option<usize>,
    /// The number of such events to skip.
    pub skip: u64,
    /// Breakpoints.
    pub breaks: Vec<Break>,
}

/// A moment of a decision: the rule or statement that comes next.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    /// Its number.
    pub event: u64,
    /// The rule or statement.
    pub place: Place,
    /// The names of the first values.
    pub names: Vec<String>,
    /// Its values, by slot.
    pub values: Vec<Value>,
    /// The enclosing rules, innermost last.
    pub around: Vec<Place>,
    /// The state.
    pub state: State,
    /// The breakpoint that stopped it, if one did.
    pub by: Option<String>,
}

/// The results of a stepper.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The moment at which it stopped.
    pub picture: Option<Picture>,
    /// The number of events.
    pub events: u64,
}

/// Counts rules and statements, up to a moment.
pub(super) struct Stepper {
    until: Until,
    awake: Awake,
    open: Vec<Place>,
    found: Rc<RefCell<Found>>,
    passed: u64,
}

impl Stepper {
    pub(super) fn new(until: Until, awake: Awake) -> (Stepper, Rc<RefCell<Found>>) {
        let found = Rc::new(RefCell::new(Found::default()));
        (Stepper { until, awake, open: Vec::new(), found: found.clone(), passed: 0 }, found)
    }
}

impl Observe for Stepper {
    fn answered(&mut self, used: usize) {
        self.awake.answered(used);
    }

    fn begins(&mut self, asked: &Asked<'_>, world: &World<'_>, with: &[Value]) {
        let looked_at = self.awake.begins(asked);
        let mut found = self.found.borrow_mut();
        if looked_at && found.picture.is_none() {
            found.events += 1;
            if found.events > self.until.after {
                let hit = self.until.breaks.iter().find(|one| one.stops_at(asked, world.game));
                let counts = self.until.depth.is_some_and(|most| self.open.len() <= most);
                self.passed += u64::from(counts);
                if hit.is_some() || counts && self.passed > self.until.skip {
                    found.picture = Some(Picture {
                        event: found.events,
                        place: Place::from(asked),
                        names: asked.params.iter().map(|param| param.name.clone()).collect(),
                        values: with.to_vec(),
                        around: self.open.clone(),
                        state: world.state.clone(),
                        by: hit.map(|one| one.text.clone()),
                    });
                }
            }
        }
        self.open.push(Place::from(asked));
    }

    fn ends(&mut self, _answer: Option<Value>, _world: &World<'_>) {
        self.awake.ends();
        self.open.pop();
    }
}
