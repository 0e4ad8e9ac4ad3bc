//! Random play that runs a moment in both orders: the same state, answers and dice, in two games that differ only in
//! the order of two rules.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::analysis::bots::{Bots, Player};
use crate::analysis::simulate::seed_of;
use crate::model::game::Game;
use crate::model::id::{Domain, HookId, Ref, VarId};
use crate::model::sequence::Phase;
use crate::model::value::{Faces, Value};
use crate::play::meeting::{Met, Order};
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::Question;
use crate::play::state::{RunningStep, State};
use crate::play::{Beginning, Fault, Opening, Play, Status, World, native};
use crate::source::Span;

use super::Effort;
use super::candidates::{List, Pair, Way};
use super::moment::{Moment, Start};

/// The number of trials without a difference after which a pair is dropped.
const MOST_TRIALS: u32 = 60;
/// The maximum number of steps of the sequence in a game.
const MOST_STEPS: u32 = 20_000;
/// The maximum number of steps between two hooks of one moment.
const MOST_BETWEEN: u32 = 200;
/// The maximum number of differences reported.
const MOST_TOLD: usize = 3;
/// The maximum number of stored positions from which a moment can be reached.
const MOST_STARTS: usize = 6;
/// The maximum number of die faces to try for all dice.
const MOST_FACES: i64 = 12;

/// A moment in which the order of two rules changed the result.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The scenario.
    pub scenario: String,
    /// The seed of the game.
    pub seed: u64,
    /// The number of decisions before it.
    pub decision: u64,
    /// Its position in the sequence of play.
    pub moment: String,
    /// The differences, each with its value in the written order and in the other one.
    pub differs: Vec<String>,
    /// The moment, for replay.
    pub again: Moment,
}

/// A game that ended with a fault.
#[derive(Debug)]
pub struct Unfinished {
    /// The scenario.
    pub scenario: String,
    /// The game whose texts the fault refers to.
    pub game: Arc<Game>,
    /// The fault.
    pub fault: Box<Fault>,
}

/// Plays a scenario at random and tries the pairs where they meet.
pub(super) fn play(game: &Arc<Game>, scenario: &str, pairs: &mut [Pair], effort: Effort) -> Vec<Unfinished> {
    if pairs.is_empty() {
        return Vec::new();
    }
    let unfinished = |fault| Unfinished { scenario: scenario.to_owned(), game: game.clone(), fault };
    let mut found = match Trials::new(game, scenario, effort) {
        Ok(mut trials) => (0..effort.games).filter_map(|number| trials.play(number, pairs).err()).collect(),
        Err(fault) => vec![fault],
    };
    // The same fault occurs in many games.
    found.dedup_by(|one, other| one.span == other.span && one.message == other.message);
    found.into_iter().map(unfinished).collect()
}

/// A recorded response of a bot since the start of the game.
#[derive(Clone, Debug)]
enum Said {
    Answer(Reply),
    Drawn(usize),
}

type Tape = Rc<RefCell<Vec<Said>>>;

/// Bots whose responses are recorded.
struct Recorder {
    bots: Bots,
    tape: Tape,
    /// True if bots choose from lists of legal answers, so that their decisions can be replayed in a game that records
    /// them.
    listed: bool,
}

impl Oracle for Recorder {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        let reply = self.bots.answer(world, question);
        self.tape.borrow_mut().push(Said::Answer(reply.clone()));
        reply
    }

    fn draws(&self, seat: u16, at_window: bool) -> bool {
        !self.listed && self.bots.draws(seat, at_window)
    }

    fn draw(&mut self, seat: u16, bound: usize) -> usize {
        let drawn = self.bots.draw(seat, bound);
        self.tape.borrow_mut().push(Said::Drawn(drawn));
        drawn
    }
}

/// Replays recorded responses. Where the questions differ, bots continue.
struct Replayer {
    bots: Bots,
    tape: Vec<Said>,
    listed: bool,
    at: usize,
    face: Option<i64>,
    rolled: Rc<Cell<bool>>,
}

impl Replayer {
    fn next(&mut self) -> Option<Said> {
        let said = self.tape.get(self.at).cloned();
        self.at += 1;
        said
    }
}

impl Oracle for Replayer {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        match self.next() {
            Some(Said::Answer(reply)) => reply,
            _ => self.bots.answer(world, question),
        }
    }

    fn draws(&self, seat: u16, at_window: bool) -> bool {
        !self.listed && self.bots.draws(seat, at_window)
    }

    fn draw(&mut self, seat: u16, bound: usize) -> usize {
        match self.next() {
            Some(Said::Drawn(drawn)) if drawn < bound => drawn,
            _ => self.bots.draw(seat, bound),
        }
    }

    fn roll(&mut self, count: usize, _low: i64, _high: i64) -> Option<Faces> {
        self.rolled.set(true);
        let face = i8::try_from(self.face?).ok()?;
        Some(std::iter::repeat_n(face, count).collect())
    }
}

/// The extent of a moment.
#[derive(Clone, Copy, Debug)]
enum Until {
    /// A single step of the sequence.
    Once,
    /// Until the frame at this depth has run its hooks up to this one.
    Hook { depth: usize, phase: Phase, cursor: u16 },
}

/// The result of running a moment.
struct End {
    digest: u64,
    fault: Option<String>,
    rolled: bool,
}

impl End {
    fn is_like(&self, other: &End) -> bool {
        self.digest == other.digest && self.fault == other.fault
    }
}

struct Trials<'e> {
    game: Arc<Game>,
    scenario: &'e str,
    effort: Effort,
    main: Play,
    opening: Opening,
    /// The same game, for replaying a moment.
    twin: Play,
    /// By pair, the game with the two rules in the other order.
    mirrors: BTreeMap<usize, Play>,
    tape: Tape,
    /// The start of each running step, the innermost last.
    starts: Vec<(Vec<RunningStep>, Start)>,
}

impl<'e> Trials<'e> {
    fn new(game: &Arc<Game>, scenario: &'e str, effort: Effort) -> Result<Self, Box<Fault>> {
        let mut main = begin(game)?;
        main.adjust(crate::play::Run::begin_meetings);
        let opening = main.opening();
        let twin = begin(game)?;
        let (game, mirrors) = (game.clone(), BTreeMap::new());
        Ok(Trials { game, scenario, effort, main, opening, twin, mirrors, tape: Tape::default(), starts: Vec::new() })
    }

    fn play(&mut self, number: u64, pairs: &mut [Pair]) -> Result<(), Box<Fault>> {
        let seed = seed_of(self.effort.seed, number);
        self.main.again(&self.opening, seed);
        self.tape.borrow_mut().clear();
        self.starts.clear();
        let bots = bots(&self.game, seed)?;
        self.main.set_oracle(Box::new(Recorder { bots, tape: self.tape.clone(), listed: self.effort.tests }));
        // The moments at which the first hook of a pair ran and the second may still run in the same list.
        let mut begun: BTreeMap<usize, (Start, Until)> = BTreeMap::new();
        for _ in 0..MOST_STEPS {
            let start = Start {
                state: Rc::new(self.main.look(|run| run.state().clone())),
                said: self.tape.borrow().len(),
                seed,
                decision: self.main.look(|run| run.decisions),
            };
            let here = start.state.running_steps(&self.game);
            if self.starts.last().is_none_or(|(places, _)| *places != here) {
                self.starts.push((here, start.clone()));
                let more = self.starts.len().saturating_sub(MOST_STARTS);
                self.starts.drain(..more);
            }
            let once = Cell::new(true);
            let status = self.main.go_while(|_| once.replace(false));
            let (hooks, met) = self.main.look(|run| run.observer.meetings.take());
            for met in met {
                self.meet(&met, &start, pairs)?;
            }
            if !hooks.is_empty() {
                self.hooked(&hooks, &start, &mut begun, pairs)?;
            }
            match status {
                None => {}
                Some(Status::Over(_)) => break,
                Some(Status::Faulty(fault)) => return Err(fault),
                Some(Status::Asked(pending)) => {
                    let text = format!("a bot found no answer to: {}", pending.question.prompt);
                    return Err(Box::new(Fault::new(text)));
                }
            }
        }
        Ok(())
    }

    /// Records two readings, modifiers or scripts that applied at once.
    fn meet(&mut self, met: &Met, start: &Start, pairs: &mut [Pair]) -> Result<(), Box<Fault>> {
        let spans = |pair: &Pair| (pair.first.span, pair.second.span);
        let wanted: (Span, Span) = (met.first, met.second);
        let Some(at) = pairs.iter().position(|pair| spans(pair) == wanted) else { return Ok(()) };
        match &met.order {
            Order::Same => pairs[at].met += 1,
            Order::Matters(one, other) => {
                pairs[at].met += 1;
                if is_wanted(&pairs[at], start) {
                    let differs = vec![format!("{one}, in the other order {other}")];
                    pairs[at].proof = Some(self.proof(&pairs[at], start, differs));
                }
            }
            Order::Unknown => self.try_pair(at, start, Until::Once, pairs)?,
        }
        Ok(())
    }

    /// Records hooks that ran in the same step of the sequence.
    fn hooked(
        &mut self,
        hooks: &[HookId],
        start: &Start,
        begun: &mut BTreeMap<usize, (Start, Until)>,
        pairs: &mut [Pair],
    ) -> Result<(), Box<Fault>> {
        for at in 0..pairs.len() {
            let Way::Hooks(list, first, second) = pairs[at].way else { continue };
            let of = list.of(&self.game);
            let (first_ran, second_ran) = (hooks.contains(&of[first]), hooks.contains(&of[second]));
            if first_ran && second_ran {
                self.try_pair(at, start, Until::Once, pairs)?;
            } else if first_ran {
                if let Some(frame) = start.state.stack.last() {
                    let cursor = frame.cursor.saturating_add((second - first) as u16);
                    let until = Until::Hook { depth: start.state.stack.len(), phase: frame.phase, cursor };
                    begun.insert(at, (start.clone(), until));
                    if pairs[at].cancels {
                        // The second may not run because the first has cancelled the scope that both precede.
                        let own = list == List::Before(frame.scope);
                        self.try_pair(at, start, if own { until } else { Until::Once }, pairs)?;
                    }
                }
            } else if second_ran {
                let Some((began, until)) = begun.remove(&at) else { continue };
                let Until::Hook { depth, phase, cursor } = until else { continue };
                let here = start.state.stack.last().is_some_and(|frame| frame.phase == phase && frame.cursor == cursor);
                if here && start.state.stack.len() == depth {
                    self.try_pair(at, &began, until, pairs)?;
                }
            }
        }
        Ok(())
    }

    /// Runs a moment in both orders.
    fn try_pair(&mut self, at: usize, start: &Start, until: Until, pairs: &mut [Pair]) -> Result<(), Box<Fault>> {
        pairs[at].met += 1;
        if !is_wanted(&pairs[at], start) || pairs[at].tried >= MOST_TRIALS {
            return Ok(());
        }
        pairs[at].tried += 1;
        if let std::collections::btree_map::Entry::Vacant(entry) = self.mirrors.entry(at) {
            entry.insert(begin(&mirrored(&self.game, pairs[at].way))?);
        }
        let Some(mirror) = self.mirrors.get_mut(&at) else { return Ok(()) };
        let said: Vec<Said> = self.tape.borrow().get(start.said..).unwrap_or_default().to_vec();
        let one = run(&mut self.twin, start, &said, None, until)?;
        let other = run(mirror, start, &said, None, until)?;
        if one.is_like(&other) {
            return Ok(());
        }
        let mut ends = (one, other);
        if ends.0.rolled || ends.1.rolled {
            // In the other order each rule gets different dice. That alone is no conflict: the order must still matter
            // when all dice show the same face.
            let (low, high) = self.game.die;
            let faces = low..=high.min(low.saturating_add(MOST_FACES - 1));
            let mut found = None;
            for face in faces {
                let one = run(&mut self.twin, start, &said, Some(face), until)?;
                let other = run(mirror, start, &said, Some(face), until)?;
                if !one.is_like(&other) {
                    found = Some((one, other));
                    break;
                }
            }
            let Some(found) = found else { return Ok(()) };
            ends = found;
        }
        let mut differs = differences(&self.twin, mirror);
        if ends.0.fault != ends.1.fault {
            let told = |end: &End| end.fault.clone().unwrap_or_else(|| "no fault".to_owned());
            differs.insert(0, format!("{}, in the other order {}", told(&ends.0), told(&ends.1)));
        }
        pairs[at].proof = Some(self.proof(&pairs[at], start, differs));
        Ok(())
    }

    fn proof(&self, pair: &Pair, start: &Start, differs: Vec<String>) -> Proof {
        let game = &self.game;
        let title = |frame: &crate::play::state::Frame| {
            frame.step.map(|step| match &game.steps[step.at()] {
                step if matches!(step.repeat, crate::model::sequence::Repeat::Count { .. }) => {
                    step.turn(game, frame.count.max(1))
                }
                step => step.title.clone(),
            })
        };
        let steps: Vec<String> = start.state.stack.iter().filter_map(title).collect();
        let moment = if steps.is_empty() { "set-up".to_owned() } else { steps.join(", ") };
        let scenario = self.scenario.to_owned();
        let before = |one: &&(Vec<RunningStep>, Start)| one.1.said <= start.said && one.1.decision <= start.decision;
        let starts = self.starts.iter().filter(before).rev().map(|(_, start)| start.clone()).collect();
        let again = Moment {
            game: game.clone(),
            way: pair.way,
            rules: [pair.first.span, pair.second.span],
            starts,
            said: self.tape.borrow().iter().map_while(answer).collect(),
        };
        Proof { scenario, seed: start.seed, decision: start.decision, moment, differs, again }
    }
}

fn answer(said: &Said) -> Option<Reply> {
    match said {
        Said::Answer(reply) => Some(reply.clone()),
        Said::Drawn(_) => None,
    }
}

/// True if the pair has no proof, or only one later in a game.
fn is_wanted(pair: &Pair, start: &Start) -> bool {
    pair.proof.as_ref().is_none_or(|proof| start.decision < proof.decision)
}

fn begin(game: &Arc<Game>) -> Result<Play, Box<Fault>> {
    Play::new(game, &Beginning::of_game(game), 1, false, native::make)
}

fn bots(game: &Arc<Game>, seed: u64) -> Result<Bots, Box<Fault>> {
    Bots::new(game, vec![Player::Random; game.sides.len()], seed)
}

/// The game with two rules in the other order.
pub(super) fn mirrored(game: &Arc<Game>, way: Way) -> Arc<Game> {
    let mut other = Game::clone(game);
    match way {
        Way::Hooks(list, first, second) => list.of_mut(&mut other).swap(first, second),
        Way::Scripts(scope, first, second) => other.scopes[scope.at()].replacements.swap(first, second),
        Way::Whenevers(first, second) => other.whenevers.swap(first, second),
        Way::Asked => {}
    }
    Arc::new(other)
}

/// Runs a moment again.
fn run(play: &mut Play, start: &Start, said: &[Said], face: Option<i64>, until: Until) -> Result<End, Box<Fault>> {
    let rolled = Rc::new(Cell::new(false));
    let listed = !said.iter().any(|one| matches!(one, Said::Drawn(_)));
    let oracle = Replayer {
        bots: bots(play.game(), start.seed)?,
        tape: said.to_vec(),
        listed,
        at: 0,
        face,
        rolled: rolled.clone(),
    };
    play.adjust(|run| {
        run.restore(State::clone(&start.state));
        run.seed = start.seed;
        run.idle = 0;
    });
    play.set_oracle(Box::new(oracle));
    let steps = Cell::new(0u32);
    let status = play.go_while(|run| {
        let done = steps.replace(steps.get() + 1);
        let state = run.state();
        let over = match until {
            Until::Once => done > 0,
            Until::Hook { depth, phase, cursor } => {
                state.stack.len() < depth
                    || state.stack.len() == depth
                        && state.stack.last().is_none_or(|frame| frame.phase != phase || frame.cursor > cursor)
            }
        };
        // Settling the position belongs to the moment.
        done < MOST_BETWEEN && (!over || state.unsettled && done > 0)
    });
    let fault = match status {
        Some(Status::Faulty(fault)) => Some(fault.message.clone()),
        Some(Status::Asked(pending)) => Some(pending.question.prompt.clone()),
        Some(Status::Over(_)) | None => None,
    };
    Ok(End { digest: play.digest(), fault, rolled: rolled.get() })
}

/// The differences between two plays, in the players' terms.
fn differences(one: &Play, other: &Play) -> Vec<String> {
    let theirs = other.look(|run| run.state().clone());
    one.look(|run| {
        let (game, world, ours) = (&run.game, run.world(), run.state());
        let mut told = Vec::new();
        let mut tell =
            |of: String, one: String, other: String| told.push(format!("{of}: {one}, in the other order {other}"));
        for (at, var) in game.vars.iter().enumerate() {
            let id = VarId(at as u16);
            let count = match var.subject {
                Domain::Piece => ours.pieces.len().min(theirs.pieces.len()),
                subject => game.count(subject),
            };
            for index in 0..count as u16 {
                let [a, b] = [ours, &theirs].map(|state| state.var(game, run.live.layout(), id, index));
                if a != b {
                    let of = match var.subject {
                        Domain::Game => var.name.clone(),
                        subject => format!("{} of {}", var.name, world.show(&Value::Ref(Ref::new(subject, index)))),
                    };
                    tell(of, world.show(&a), world.show(&b));
                }
            }
        }
        for (at, (a, b)) in ours.pieces.iter().zip(&theirs.pieces).enumerate() {
            let spot = |space: u16| match space {
                crate::play::state::NOWHERE => "out of play".to_owned(),
                space => world.show(&Value::Ref(Ref::space(space))),
            };
            let name = || world.show(&Value::Ref(Ref::piece(at as u16)));
            if a.space != b.space {
                tell(name(), spot(a.space), spot(b.space));
            } else if a != b {
                tell(name(), "one state".to_owned(), "another".to_owned());
            }
        }
        for (at, (a, b)) in ours.cards.iter().zip(&theirs.cards).enumerate() {
            if a.spot != b.spot {
                let lies = |spot: u16| {
                    let zone = &game.zones[game.zone_at(spot).at()].name;
                    match game.holder(spot) {
                        Some(side) => format!("{zone} of {}", game.sides[usize::from(side)].title),
                        None => zone.clone(),
                    }
                };
                let name = world.show(&Value::Ref(Ref::card(at as u16)));
                tell(name, lies(a.spot), lies(b.spot));
            }
        }
        if ours.outcome != theirs.outcome {
            let end = |state: &State| match &state.outcome {
                None => "the game goes on".to_owned(),
                Some(outcome) => match game.side_titles(&outcome.winners) {
                    Some(sides) => format!("won by {sides}"),
                    None => "a draw".to_owned(),
                },
            };
            tell("end".to_owned(), end(ours), end(&theirs));
        }
        if told.is_empty() {
            told.push("the sequence of play goes on differently".to_owned());
        }
        let more = told.len().saturating_sub(MOST_TOLD);
        told.truncate(MOST_TOLD);
        if more > 0 {
            told.push(format!("and {more} more"));
        }
        told
    })
}
