//! Games that begin with an empty board or with the position of a test: no step runs until one is named.

use std::sync::Arc;

use crate::analysis::bots::Player;
use crate::analysis::testing::frames_of;
use crate::model::game::Game;
use crate::model::id::ScopeId;
use crate::model::setup::Test;
use crate::play::state::Frame;
use crate::play::{Beginning, Fault, Status};

use super::{Opening, Session, Start};

/// The beginning of a play.
pub(super) fn beginning(game: &Game, start: &Start) -> Result<Beginning, Box<Fault>> {
    Ok(match start {
        Start::Scenario => Beginning::of_game(game),
        Start::Bench => Beginning::default(),
        Start::Test(title) => {
            let test = test_named(game, title).ok_or_else(|| {
                Box::new(Fault::new(format!("no test of this scenario is titled `{title}`")).of_the_table())
            })?;
            Beginning::of_test(game, test)
        }
    })
}

/// The test with this title, or the position of the puzzle.
pub fn test_named<'g>(game: &'g Game, title: &str) -> Option<&'g Test> {
    let puzzles = game.puzzles.iter().map(|puzzle| &puzzle.test);
    game.tests.iter().chain(puzzles).find(|test| test.title == title)
}

impl Opening {
    /// An empty board, or the position of a test, with persons on all sides.
    pub fn bench(game: &Arc<Game>, start: Start) -> Self {
        let players = vec![Player::Person; game.sides.len()];
        Opening { start, players, ..Opening::hot_seat(game) }
    }
}

impl Session {
    /// True if the sequence of play runs or has ended. On a bench it begins with the first step by hand.
    pub(super) fn has_begun(&self) -> bool {
        self.opening.start == Start::Scenario
            || self.begins_as_a_game()
            || self.play.look(|run| {
                let runs = |scope: ScopeId| run.state().stack.iter().any(|frame| frame.scope == scope);
                let builtin = &self.game.builtin;
                !runs(builtin.setup) && (run.state().outcome.is_some() || runs(builtin.game))
            })
    }

    /// Plays on to the next question. None while no step runs.
    pub(super) fn play_on(&mut self) -> Option<Status> {
        if self.has_begun() {
            return Some(self.play.go());
        }
        let game = self.game.clone();
        let sets_up = |run: &crate::play::Run| run.state().stack.iter().any(|frame| frame.scope == game.builtin.setup);
        if self.play.look(sets_up) {
            let status = self.play.go_while(|run| sets_up(run) || run.state().unsettled);
            if status.is_some() {
                return status;
            }
            // The set-up has ended; its first step does not begin.
            self.play.adjust(|run| {
                run.live.stack().clear();
            });
        }
        if let Some(counts) = self.counts() {
            self.play.adjust(|run| {
                *run.live.stack() = counts;
            });
        }
        self.play.go_while(|run| run.state().unsettled)
    }

    /// True for a lesson that names no step: its sequence of play begins as in a game.
    fn begins_as_a_game(&self) -> bool {
        let Start::Test(title) = &self.opening.start else { return false };
        test_named(&self.game, title).is_some_and(|test| test.is_lesson && test.begins.is_none())
    }

    /// The scopes whose counts a test sets, before any step runs.
    fn counts(&self) -> Option<Vec<Frame>> {
        let Start::Test(title) = &self.opening.start else { return None };
        let untouched = self.play.look(|run| run.state().stack.is_empty());
        let test = test_named(&self.game, title).filter(|_| untouched)?;
        Some(frames_of(&self.game, &test.position.steps).collect())
    }

    /// Begins the step that the test names, if it names one.
    pub fn begin_test(&mut self) {
        let Start::Test(title) = &self.opening.start else { return };
        let begins = test_named(&self.game, title).and_then(|test| test.begins);
        if let Some((step, side, _)) = begins.filter(|_| matches!(self.standing, super::Standing::Idle)) {
            let step = &self.game.steps[step.at()].name;
            let side = side.map_or_else(String::new, |side| format!(" of {}", self.game.sides[usize::from(side)].name));
            self.arbitrate(&format!("at {step}{side}"));
        }
    }

    /// The input possible while no step runs.
    pub fn idle_words(&self) -> String {
        let offers = |step: &crate::model::sequence::Step| {
            matches!(step.body, crate::model::sequence::Body::Actions { .. }) && step.sequence.is_none()
        };
        // The step with the most actions is the one in which positions are most often tested.
        let actions = |step: &crate::model::sequence::Step| match &step.body {
            crate::model::sequence::Body::Actions { offers, .. } => offers.len(),
            _ => 0,
        };
        let steps = self.game.steps.iter();
        let step = steps.filter(|step| offers(step)).rev().max_by_key(|step| actions(step)).or(self.game.steps.first());
        let step = step.map_or("STEP", |step| step.title.as_str());
        let side = self.game.played().next().map_or("SIDE", |side| self.game.sides[usize::from(side)].title.as_str());
        // The introduction of a scenario tells of terrain and weather, which its set-up would lay.
        let nothing = if self.opening.start == Start::Bench && !self.game.scenario.is_empty() {
            ", and nothing of the scenario's set-up is laid"
        } else {
            ""
        };
        format!("no step has begun{nothing}: set up the position, then begin a step, for example `at {step} of {side}`")
    }

    /// The number of decisions by players and of changes by hand.
    pub fn choices(&self) -> usize {
        self.play.choices().len()
    }

    /// True if the game has no sequence of its own: an empty board, or the position of a test.
    pub fn is_bench(&self) -> bool {
        self.opening.start != Start::Scenario
    }
}
