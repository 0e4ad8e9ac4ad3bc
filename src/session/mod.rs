//! A game in progress as people see it: what may be done now, sentences in, news out, time in both directions.
//!
//! The one façade that the command line, the tests and later front ends use. It knows no terminal, no files, no clock.
//! A sentence is a transaction: it happens wholly or not at all.

mod complete;
mod desk;
mod dice;
mod going;
mod hints;
mod lines;
mod lookup;
mod menu;
pub mod muster;
mod news;
mod notes;
mod numbers;
mod report;
pub mod save;
mod saying;
mod sight;
mod story;
mod table;
mod time;
mod view;
mod why;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::analysis::bots::{Bots, Player, Whim};
use crate::catalog::Origin;
use crate::diagnostic::Diagnostic;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::journal::Entry;
use crate::play::question::{Kind, Question};
use crate::play::run::Pending;
use crate::play::state::Outcome;
use crate::play::{Beginning, Fault, MakeScripts, Play, Status, WhyNot, World};

pub use complete::Candidate;
pub use lookup::{ruling, rulings};
pub use menu::{Item, Menu};
pub use saying::Said;
pub use sight::Sight;
pub use story::Telling;
pub use time::Went;
pub use view::View;

use desk::{Desk, Seats};
use notes::Note;
use time::Undone;

/// The seed of a game for which none is given: the same for all, so that a question about a game can be repeated.
pub const DEFAULT_SEED: u64 = 1;

/// How a game begins: everything but the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Who plays each side.
    pub players: Vec<Player>,
    /// The number from which all chance springs.
    pub seed: u64,
    /// Whether bots wait until they are told to decide: for whoever watches them.
    pub bots_wait: bool,
    /// The rules that it is played with; saved games name them. None where nobody asks.
    pub origin: Option<Origin>,
    /// Whether nothing may be taken back after chance, or another side's answer, was seen, and chance may not be helped.
    pub strict: bool,
    /// Dice that lie ready for the first rolls, one group for each: those of the set-up come before anybody is asked.
    pub dice: Vec<Vec<i64>>,
}

impl Opening {
    /// All sides played by persons, the usual seed.
    pub fn hot_seat(game: &Game) -> Self {
        Opening {
            players: vec![Player::Person; game.sides.len()],
            seed: DEFAULT_SEED,
            bots_wait: false,
            origin: None,
            strict: false,
            dice: Vec::new(),
        }
    }
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub enum Standing {
    /// A question waits for an answer.
    Asked(Box<Pending>),
    /// The game is over.
    Over(Outcome),
    /// The rules are faulty; earlier decisions can still be taken back.
    Faulty(Box<Fault>),
}

/// An offer that is being put together, parameter by parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Staged {
    offer: OfferId,
    values: Vec<Value>,
}

/// A sentence that was refused.
struct Refused {
    seat: u16,
    said: String,
    found: WhyNot,
}

/// A game in progress.
pub struct Session {
    game: Arc<Game>,
    play: Play,
    opening: Opening,
    desk: Rc<RefCell<Desk>>,
    standing: Standing,
    staged: Option<Staged>,
    /// Seats that let the pending window pass.
    declined: Vec<u16>,
    /// The dice that were laid ready, and when.
    laid: Vec<dice::Laid>,
    /// What was taken back, one part for each step back, the last first to come again.
    undone: Vec<Undone>,
    /// What happened at the table and not in the game.
    notes: Vec<Note>,
    /// Who has been told of each entry of the log, one bit for each side.
    told: Vec<u64>,
    refusal: Option<Refused>,
}

impl Session {
    /// A game from its beginning up to the first question to a person.
    ///
    /// # Errors
    /// When the set-up or the scripts are faulty, or dice are laid that cannot be.
    pub fn new(game: &Arc<Game>, opening: Opening, make: MakeScripts) -> Result<Session, Box<Fault>> {
        let dice = opening.dice.clone();
        let mut session = Session::set_up(game, opening, make, Vec::new())?;
        if !dice.is_empty() {
            session.lay_dice(dice).map_err(|problem| Box::new(Fault::new(problem).of_the_table()))?;
        }
        session.go_on();
        match &session.standing {
            // The rules are not to blame: there is nothing to look at.
            Standing::Faulty(fault) if fault.table => Err(fault.clone()),
            _ => Ok(session),
        }
    }

    /// A game in which nothing has happened yet, with the answers that will be used first.
    fn set_up(
        game: &Arc<Game>,
        opening: Opening,
        make: MakeScripts,
        entries: Vec<Entry>,
    ) -> Result<Session, Box<Fault>> {
        let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
        let mut play = Play::new(game, &beginning, opening.seed, true, make)?;
        play.feed(entries);
        let mut players = opening.players.clone();
        players.resize(game.sides.len(), Player::Person);
        let desk = Rc::new(RefCell::new(Desk {
            players,
            stops: false,
            asks_slots: false,
            auto: 0,
            limit: opening.bots_wait.then_some(0),
            whim: Whim::new(opening.seed),
        }));
        let mut session = Session {
            game: game.clone(),
            play,
            opening,
            desk,
            standing: Standing::Over(Outcome { winner: None, level: None }),
            staged: None,
            declined: Vec::new(),
            laid: Vec::new(),
            undone: Vec::new(),
            notes: Vec::new(),
            told: Vec::new(),
            refusal: None,
        };
        session.seat_bots()?;
        Ok(session)
    }

    /// Seats the bots anew, after the players have changed.
    fn seat_bots(&mut self) -> Result<(), Box<Fault>> {
        let players = self.desk.borrow().players.clone();
        let bots = Bots::new(&self.game, players, self.opening.seed)?;
        self.play.set_oracle(Box::new(Seats::new(self.desk.clone(), bots)));
        Ok(())
    }

    /// Plays on to the next question that waits.
    fn go_on(&mut self) {
        self.staged = None;
        self.declined.clear();
        loop {
            self.standing = match self.play.go() {
                Status::Asked(pending) => Standing::Asked(pending),
                Status::Over(outcome) => Standing::Over(outcome),
                Status::Faulty(fault) => Standing::Faulty(fault),
            };
            // A window at which only bots are left to be asked is none.
            match &self.standing {
                Standing::Asked(pending) if self.asked_seat(&pending.question).is_none() => self.play.stay_silent(),
                _ => break,
            }
        }
        // What was told beyond this point has been taken back.
        self.told.truncate(self.play.log_length());
        self.open_only_offer();
    }

    /// The seat that is asked now: at a window the first person who has not let it pass.
    fn asked_seat(&self, question: &Question) -> Option<u16> {
        match question.kind {
            Kind::Window { .. } => {
                let waits = |seat: &&u16| self.is_person(**seat) && !self.declined.contains(seat);
                question.seats.iter().find(waits).copied()
            }
            _ => question.seats.first().copied(),
        }
    }

    fn is_person(&self, seat: u16) -> bool {
        let by_chance = self.game.sides.get(usize::from(seat)).is_some_and(|side| side.by_chance);
        !by_chance && self.desk.borrow().players.get(seat as usize).is_none_or(|player| *player == Player::Person)
    }

    /// The rules.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Says with which rules the game goes on; a saved game may have been played with others.
    pub fn set_origin(&mut self, origin: Origin) {
        self.opening.origin = Some(origin);
    }

    /// What runs the scripts: `Rhai` or `native`.
    pub fn engine(&self) -> &'static str {
        self.play.engine()
    }

    /// How the game began.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Where the game stands.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The question that waits, and who is asked.
    pub fn question(&self) -> Option<(u16, &Question)> {
        match &self.standing {
            Standing::Asked(pending) => Some((self.asked_seat(&pending.question)?, &pending.question)),
            _ => None,
        }
    }

    /// Who plays a side.
    pub fn player(&self, seat: u16) -> Player {
        self.desk.borrow().players.get(seat as usize).copied().unwrap_or(Player::Person)
    }

    /// The one seat that a person plays, if it is one: everything is shown as that seat sees it.
    pub fn only_person(&self) -> Option<u16> {
        let desk = self.desk.borrow();
        let mut people =
            (0..).zip(&desk.players).filter(|(_, player)| **player == Player::Person).map(|(seat, _)| seat);
        match (people.next(), people.next()) {
            (Some(seat), None) => Some(seat),
            _ => None,
        }
    }

    /// For whom things are shown now: the only person, else whoever decides, else somebody who looks on.
    pub fn viewer(&self) -> Option<u16> {
        self.only_person().or_else(|| self.question().map(|(seat, _)| seat).filter(|seat| self.is_person(*seat)))
    }

    /// The game as a seat sees it; none: as somebody sees it who looks on.
    pub fn view<T>(&self, seat: Option<u16>, look: impl FnOnce(&View<'_>) -> T) -> T {
        self.play.look_asked(|world| view::as_seen(world, seat, |world| look(&View::new(*world, seat))))
    }

    /// The state in which the pending question was asked, as it is seen now.
    fn world<T>(&self, look: impl FnOnce(&World<'_>) -> T) -> T {
        let seat = self.viewer();
        self.play.look_asked(|world| view::as_seen(world, seat, look))
    }

    /// How many decisions have been made.
    pub fn decisions(&self) -> usize {
        self.play.answers().len()
    }

    /// The number of the last settled state: equal for equal states on every machine.
    pub fn hash(&self) -> u64 {
        self.play.digest()
    }

    /// The place in the sequence of play, from the outermost step to the innermost: `Turn 3`, `Orders`.
    pub fn place(&self) -> Vec<String> {
        self.world(story::place)
    }

    /// Whether persons are asked at windows that are open at any time.
    pub fn stop_at_windows(&mut self, stops: bool) {
        self.desk.borrow_mut().stops = stops;
    }

    /// Whether persons are asked for slots.
    pub fn ask_slots(&mut self, asks: bool) {
        self.desk.borrow_mut().asks_slots = asks;
    }

    /// Gives a side to another player.
    /// The record says so, since it may show what a side was not to see.
    ///
    /// # Errors
    /// When the scripts are faulty.
    pub fn seat(&mut self, seat: u16, player: Player) -> Result<(), Box<Fault>> {
        let before = self.player(seat);
        if before != player && self.decisions() > 0 {
            let title = self.game.sides.get(seat as usize).map_or("", |side| side.title.as_str());
            self.note(format!("{title} is played by {} from here, by {} before", player.name(), before.name()));
        }
        if let Some(place) = self.desk.borrow_mut().players.get_mut(seat as usize) {
            *place = player;
        }
        if let Some(place) = self.opening.players.get_mut(seat as usize) {
            *place = player;
        }
        self.seat_bots()?;
        self.go_on();
        Ok(())
    }

    /// The side of this name, title or other name; capitals do not matter.
    pub fn side_named(&self, name: &str) -> Option<u16> {
        side_named(&self.game, name)
    }
}

/// A mistake of the rules that only play has shown, as it is shown to their author.
pub fn diagnostic(fault: &Fault) -> Diagnostic {
    let mut diagnostic = Diagnostic::error("fault-in-play", fault.message.as_str());
    if let Some(span) = fault.span {
        diagnostic = diagnostic.at(span, "here");
    }
    fault.notes.iter().fold(diagnostic, |diagnostic, note| diagnostic.note(note.as_str()))
}

/// The side of this name, title or other name; capitals do not matter.
pub fn side_named(game: &Game, name: &str) -> Option<u16> {
    let wanted = crate::play::sentence::fold(name);
    let fits = |text: &str| crate::play::sentence::fold(text) == wanted;
    let at = game
        .sides
        .iter()
        .position(|side| fits(&side.name) || fits(&side.title) || side.aliases.iter().any(|alias| fits(alias)));
    at.map(|at| at as u16)
}
