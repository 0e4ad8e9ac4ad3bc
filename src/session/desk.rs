//! The players at the table: the oracle of a session. Bots answer immediately; persons take their time.

use std::cell::RefCell;
use std::rc::Rc;

use crate::analysis::bots::{Bots, Player, Random, random_answer, replied};
use crate::play::World;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};

/// The settings the session and its oracle share.
#[derive(Clone, Debug)]
pub struct Desk {
    /// The player of each side.
    pub players: Vec<Player>,
    /// True if persons are asked at windows that are open at any time.
    pub stops: bool,
    /// True if persons are asked for slots.
    pub asks_slots: bool,
    /// True if persons choose how to pay even if one way gives nothing up.
    pub asks_payments: bool,
    /// True if persons are asked even without a choice.
    pub patient: bool,
    /// The number of decisions of persons still to be made at random.
    pub auto: u32,
    /// The number of decisions bots make before they wait. None means no limit.
    pub limit: Option<u32>,
    /// True if each decision of a bot waits for the front end, which can show and save what was decided before it.
    pub pauses: bool,
    /// The number of decisions that bots may make now although they pause.
    pub allowed: u32,
    /// True once a decision that a bot is thinking about is no longer wanted.
    pub stop: fn() -> bool,
    /// The random numbers for decisions of `auto`.
    pub random: Random,
}

/// The oracle of a session.
pub struct Seats {
    desk: Rc<RefCell<Desk>>,
    bots: Bots,
}

impl Seats {
    /// An oracle that uses the desk's settings.
    pub fn new(desk: Rc<RefCell<Desk>>, bots: Bots) -> Self {
        Seats { desk, bots }
    }
}

impl Oracle for Seats {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        let mut desk = self.desk.borrow_mut();
        self.bots.stops = desk.stops;
        if let Kind::Window { .. } = question.kind {
            if desk.limit == Some(0) {
                return Reply::Wait;
            }
            return match self.bots.answer(world, question) {
                // A person who plays by `auto` lets windows pass.
                Reply::Wait if desk.auto > 0 => Reply::Silence,
                reply => reply,
            };
        }
        let Some(seat) = question.seats.first().copied() else { return Reply::Wait };
        let person = desk.players.get(seat as usize).is_none_or(|player| *player == Player::Person);
        if person && desk.patient {
            return Reply::Wait;
        }
        if person {
            if let Some(slot) = slot_of(question).filter(|_| !desk.asks_slots) {
                return Reply::Answer(seat, slot);
            }
            if let Some(only) = only_answer(question) {
                return Reply::Answer(seat, only);
            }
            if let Some(way) = free_way(world, question).filter(|_| !desk.asks_payments) {
                return Reply::Answer(seat, way);
            }
            if desk.auto == 0 || (desk.stop)() {
                return Reply::Wait;
            }
            desk.auto -= 1;
            return replied(seat, random_answer(world, question, seat, &mut desk.random));
        }
        match &mut desk.limit {
            Some(0) => return Reply::Wait,
            Some(left) => *left -= 1,
            None => {}
        }
        if desk.pauses {
            if desk.allowed == 0 {
                return Reply::Wait;
            }
            desk.allowed -= 1;
        }
        let stop = desk.stop;
        drop(desk);
        self.bots.stop_when(stop);
        match self.bots.answer(world, question) {
            Reply::Answer(..) if stop() => Reply::Wait,
            reply => reply,
        }
    }
}

/// The first slot, if the question only requires a number of slots. Sets of slots are in order, and rules limit them to
/// the sensible ones.
fn slot_of(question: &Question) -> Option<Answer> {
    match &question.kind {
        Kind::One { of, optional: false, slots: true, .. } => of.first().cloned().map(Answer::One),
        _ => None,
    }
}

/// The way to pay that gives up no other option, if there is one.
fn free_way(world: &World<'_>, question: &Question) -> Option<Answer> {
    let Kind::Pay { ways } = &question.kind else { return None };
    let at = world.free_way(ways).ok()??;
    Some(Answer::Way(at as u16))
}

/// The only possible answer to a question, if there is only one.
fn only_answer(question: &Question) -> Option<Answer> {
    match &question.kind {
        Kind::One { of, optional: false, .. } if of.len() == 1 => of.first().cloned().map(Answer::One),
        Kind::Several { of, least, .. } if usize::from(*least) == of.len() => Some(Answer::Several(of.clone())),
        Kind::Split { number, over, .. } if over.len() == 1 => Some(Answer::Split(vec![*number])),
        Kind::Number { from, to } if from == to => Some(Answer::Number(*from)),
        _ => None,
    }
    .filter(|answer| question.allows(answer))
}
