//! How the people at a table want to be asked, and how this passes from one session to another.

use crate::play::ONLOOKER;
use crate::play::question::Question;

use super::Session;
use super::stepping::Break;

impl Session {
    /// Sets whether persons are asked at windows that are open at any time.
    pub fn stop_at_windows(&mut self, stops: bool) {
        self.desk.borrow_mut().stops = stops;
    }

    /// Sets whether persons are asked for slots.
    pub fn ask_slots(&mut self, asks: bool) {
        self.desk.borrow_mut().asks_slots = asks;
    }

    /// Sets whether persons choose how to pay even if one way gives nothing up.
    pub fn ask_payments(&mut self, asks: bool) {
        self.desk.borrow_mut().asks_payments = asks;
    }

    /// What persons are asked: at windows that are open at any time, for slots, and how to pay.
    pub fn asks_persons(&self) -> [bool; 3] {
        let desk = self.desk.borrow();
        [desk.stops, desk.asks_slots, desk.asks_payments]
    }

    /// From now on each decision of a bot waits for [`Session::let_bot_decide`], unless it waits for a command anyway.
    /// A bot that thinks decides nothing once `stop` is true.
    pub fn watch_bots(&mut self, stop: fn() -> bool) {
        self.opening.bots_pause = !self.opening.bots_wait;
        let mut desk = self.desk.borrow_mut();
        desk.pauses = self.opening.bots_pause;
        desk.stop = stop;
    }

    /// The bot for whose decision play waits, if bots pause.
    pub fn paused_bot(&self) -> Option<u16> {
        let (seat, _) = self.question()?;
        (self.desk.borrow().pauses && !self.is_person(seat)).then_some(seat)
    }

    /// The question, unless it is one for another person, or for a bot in a game with secrets: what they may choose
    /// from is their own.
    pub fn shown_question(&self) -> Option<(u16, &Question)> {
        let is_shown = |seat| self.is_person(seat) || !self.has_secrets();
        self.question().filter(|(seat, _)| is_shown(*seat) && self.waits_for().is_none())
    }

    /// Shows everything as this side sees it from now on, and lets only its person decide: each person has a page of
    /// their own, and [`ONLOOKER`] is the seat of a page without a side. `None`: the person who decides is at the
    /// keyboard.
    pub fn look_as(&mut self, seat: Option<u16>) {
        self.looker = seat;
    }

    /// The side of another person who decides now, where each person has a page of their own. Those who look on wait
    /// for bots, too.
    pub fn waits_for(&self) -> Option<u16> {
        let looker = self.looker?;
        let waits = |seat: &u16| *seat != looker && (self.is_person(*seat) || looker == ONLOOKER);
        self.question().map(|(seat, _)| seat).filter(waits)
    }

    /// Takes over from another session of the same game what its people have set up: what they are asked, and where
    /// decisions stop. Returns a message for each breakpoint that these rules do not have.
    pub fn sit_at(&mut self, other: &Session) -> Vec<String> {
        {
            let (mut desk, theirs) = (self.desk.borrow_mut(), other.desk.borrow());
            desk.stops = theirs.stops;
            desk.asks_slots = theirs.asks_slots;
            desk.asks_payments = theirs.asks_payments;
            desk.limit = theirs.limit;
            desk.pauses = theirs.pauses;
            desk.stop = theirs.stop;
        }
        self.opening.bots_wait = other.opening.bots_wait;
        self.opening.bots_pause = other.opening.bots_pause;
        let mut gone = Vec::new();
        for place in &other.breaks {
            match Break::read(&self.game, &place.text) {
                Ok(place) => self.breaks.push(place),
                Err(_) => gone.push(format!("the breakpoint `{}` is gone: these rules have no such place", place.text)),
            }
        }
        gone
    }
}
