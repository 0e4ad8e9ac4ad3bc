//! A game in progress: legal answers, commands in, news out, and undo and redo.
//!
//! The façade for the command line, the tests and later front ends. It uses no terminal, no files and no clock. A
//! command is a transaction: it is carried out completely or not at all.

mod advice;
mod arbiter;
mod as_test;
mod ask;
mod asking;
mod behind;
mod bench;
mod branch;
mod cause;
mod compare;
mod complete;
mod conflict;
mod desk;
pub mod dice;
mod diff;
mod event;
mod faults;
mod forgiving;
mod glossary;
mod going;
mod habits;
mod hints;
pub(crate) mod html;
mod leads;
mod lesson;
mod lines;
mod lookup;
mod meaning;
mod meant;
mod menu;
pub mod muster;
mod news;
mod next;
mod notes;
mod numbering;
mod numbers;
mod odds;
mod outlook;
mod page;
mod panel;
mod parting;
mod paying;
mod place;
mod printed;
mod puzzle;
pub mod quiz;
mod replay;
mod report;
mod resources;
mod review;
pub mod save;
mod saying;
mod several;
mod sight;
mod stepping;
mod story;
mod table;
mod terms;
mod time;
mod unclear;
mod unplayed;
mod uses;
mod veils;
mod view;
mod why;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::analysis::bots::{Bots, Player, Random};
use crate::catalog::Origin;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::outcome::Outcome;
use crate::model::value::Value;
use crate::play::journal::Entry;
use crate::play::question::{Kind, Question};
use crate::play::run::Pending;
use crate::play::side_at;
use crate::play::{Fault, MakeScripts, Play, Status, WhyNot, World};

pub use crate::play::ONLOOKER;
pub use advice::{Hint, Searched, Tried};
pub use as_test::AsTest;
pub use ask::{Answer, Told};
pub use bench::test_named;
pub use branch::Gone;
pub use compare::{Compared, Comparison, CountedAtMost, OtherReading};
pub use complete::Candidate;
pub use conflict::conflict_test;
pub use faults::diagnostic;
pub use html::{PAGE_MARK, ROLES, as_html};
pub use lesson::{Deed, Lead, Tally, Waiting, lesson_named};
pub use lookup::{ruling, rulings};
pub use menu::{Item, Menu, Takes};
pub use odds::NoOdds;
pub use panel::Panel;
pub use parting::{Parted, Rules, part};
pub use puzzle::puzzle_named;
pub use review::Reviewed;
pub use saying::Said;
pub use several::Progress;
pub use sight::Sight;
pub use stepping::{Outcome as TraceOutcome, Stepped, Stride, Traced};
pub use story::Telling;
pub use terms::{TERMS, Term};
pub use time::{Decided, Decider, Went};
pub use view::View;

use desk::{Desk, Seats};
use notes::Note;
use time::Undone;

/// The seed of a game without a given seed. It is the same for all, so that questions about a game can be reproduced.
pub const DEFAULT_SEED: u64 = 1;

/// The position with which a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The set-up of the scenario, then its sequence of play.
    #[default]
    Scenario,
    /// An empty board. No step runs until one is named by hand.
    Bench,
    /// The position of the test with this title. No step runs until one is named.
    Test(String),
}

/// The beginning of a game: everything but the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position.
    pub start: Start,
    /// The player of each side.
    pub players: Vec<Player>,
    /// The seed of all chance.
    pub seed: u64,
    /// True if bots wait for a command before they decide, so that they can be watched.
    pub bots_wait: bool,
    /// True if each decision of a bot waits for [`Session::let_bot_decide`].
    pub bots_pause: bool,
    /// The rules it is played with, for saved games to record. None if they are not recorded.
    pub origin: Option<Origin>,
    /// True if no decision may be taken back after chance or another side's answer was seen, and dice may not be set.
    pub strict: bool,
    /// The dice set for the first rolls, one group for each roll. Rolls of the set-up come first.
    pub dice: Vec<Vec<i64>>,
}

impl Opening {
    /// The opening with persons on all sides and the default seed.
    pub fn hot_seat(game: &Game) -> Self {
        Opening {
            start: Start::Scenario,
            players: vec![Player::Person; game.sides.len()],
            seed: DEFAULT_SEED,
            bots_wait: false,
            bots_pause: false,
            origin: None,
            strict: false,
            dice: Vec::new(),
        }
    }
}

/// The status of a game.
#[derive(Clone, Debug)]
pub enum Standing {
    /// A question waits for an answer.
    Asked(Box<Pending>),
    /// No step has begun: the position is set up by hand.
    Idle,
    /// The game is over.
    Over(Outcome),
    /// The rules have a fault. Earlier decisions can still be taken back.
    Faulty(Box<Fault>),
}

/// An offer being entered, parameter by parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Staged {
    offer: OfferId,
    values: Vec<Value>,
}

/// A refused command.
struct Refused {
    said: String,
    found: WhyNot,
    /// The decisions before it: what was refused then need not be refused later.
    decisions: usize,
}

/// A game in progress.
pub struct Session {
    game: Arc<Game>,
    play: Play,
    opening: Opening,
    desk: Rc<RefCell<Desk>>,
    standing: Standing,
    staged: Option<Staged>,
    /// The card whose uses are listed, while no offer is being entered.
    card: Option<u16>,
    /// The numbers of the options of this step.
    numbering: numbering::Numbering,
    /// The side that looks on and decides here, if each person has a page of their own.
    looker: Option<u16>,
    /// The seats that have passed the pending window.
    declined: Vec<u16>,
    /// The windows that persons let pass, in order. `back` returns to the last one.
    passed: Vec<time::PassedWindow>,
    /// The dice that were set, with their positions in the journal.
    laid: Vec<dice::Laid>,
    /// The sides for which chance decides.
    by_chance: Vec<u16>,
    /// The people who read what this session says, if they are not those who play it here.
    readers: Option<Vec<u16>>,
    /// The number of decisions that came from the saved game with which it began.
    read: usize,
    /// The cards put on top of draw piles by hand, with their positions in the journal.
    stacked: Vec<arbiter::Stacked>,
    /// The decisions taken back, one part for each step, the last one to be redone first.
    undone: Vec<Undone>,
    /// Other lines of play, and marks.
    branches: branch::Branches,
    /// Creates the script engine.
    make: MakeScripts,
    /// Events at the table, outside the game.
    notes: Vec<Note>,
    /// The sides that have seen each log entry, one bit for each side.
    told: Vec<u64>,
    refusal: Option<Refused>,
    /// Why the last `odds` was not counted, if no rule refused it.
    no_odds: Option<String>,
    /// The decision that has stopped.
    stopped: Option<stepping::Stopped>,
    /// The answers and results of chance in the decision that last ran into a fault.
    fallen: Vec<Entry>,
    /// The breakpoints.
    breaks: Vec<stepping::Break>,
    /// The number of journal entries with which a lesson or puzzle begins: they are not taken back or reported.
    given: usize,
    /// The command the last line was understood as, if it was written differently.
    understood: Option<String>,
    /// What a player may not have meant with the last answer.
    remark: Option<String>,
    /// The lesson in progress.
    lesson: Option<Box<lesson::Learning>>,
}

impl Session {
    /// A new game, played to the first question to a person.
    ///
    /// # Errors
    /// A fault in the set-up or the scripts, or dice that cannot be set.
    pub fn new(game: &Arc<Game>, opening: Opening, make: MakeScripts) -> Result<Session, Box<Fault>> {
        let dice = opening.dice.clone();
        let mut session = Session::set_up(game, opening, make, Vec::new())?;
        if !dice.is_empty() {
            session.lay_dice(dice).map_err(|problem| Box::new(Fault::new(problem).of_the_table()))?;
        }
        session.go_on();
        match &session.standing {
            // A fault at the table, not in the rules: there is no game to show.
            Standing::Faulty(fault) if fault.table => Err(fault.clone()),
            _ => Ok(session),
        }
    }

    /// A new game before any event, with the answers to use first.
    fn set_up(
        game: &Arc<Game>,
        opening: Opening,
        make: MakeScripts,
        entries: Vec<Entry>,
    ) -> Result<Session, Box<Fault>> {
        let beginning = bench::beginning(game, &opening.start)?;
        let mut play = Play::new(game, &beginning, opening.seed, true, make)?;
        if opening.start != Start::Scenario && !beginning.in_sequence {
            // The position of a test settles before the first step.
            if let Err(Status::Faulty(fault)) = play.once(|cx| cx.settle()) {
                return Err(fault);
            }
        }
        play.feed(entries);
        let mut players = opening.players.clone();
        players.resize(game.sides.len(), Player::Person);
        let desk = Rc::new(RefCell::new(Desk {
            players,
            stops: false,
            asks_slots: false,
            asks_payments: false,
            patient: false,
            auto: 0,
            limit: opening.bots_wait.then_some(0),
            pauses: opening.bots_pause,
            allowed: 0,
            stop: || false,
            random: Random::new(opening.seed),
        }));
        let by_chance = play.look(|run| (0..game.sides.len() as u16).filter(|side| run.is_by_chance(*side)).collect());
        let mut session = Session {
            game: game.clone(),
            play,
            by_chance,
            readers: None,
            read: 0,
            opening,
            desk,
            standing: Standing::Over(Outcome::default()),
            staged: None,
            card: None,
            numbering: numbering::Numbering::default(),
            looker: None,
            declined: Vec::new(),
            passed: Vec::new(),
            laid: Vec::new(),
            stacked: Vec::new(),
            undone: Vec::new(),
            branches: branch::Branches::default(),
            make,
            notes: Vec::new(),
            told: Vec::new(),
            refusal: None,
            no_odds: None,
            stopped: None,
            fallen: Vec::new(),
            breaks: Vec::new(),
            given: 0,
            understood: None,
            remark: None,
            lesson: None,
        };
        session.seat_bots()?;
        Ok(session)
    }

    /// Recreates the bots after a change of players.
    fn seat_bots(&mut self) -> Result<(), Box<Fault>> {
        let players = self.desk.borrow().players.clone();
        let bots = Bots::new(&self.game, players, self.opening.seed)?;
        self.play.set_oracle(Box::new(Seats::new(self.desk.clone(), bots)));
        Ok(())
    }

    /// Plays to the next question that waits.
    fn go_on(&mut self) {
        self.staged = None;
        self.card = None;
        self.declined.clear();
        loop {
            self.standing = match self.play_on() {
                None => Standing::Idle,
                Some(Status::Asked(mut pending)) => {
                    self.in_view(&mut pending.question);
                    Standing::Asked(pending)
                }
                Some(Status::Over(outcome)) => Standing::Over(outcome),
                Some(Status::Faulty(fault)) => Standing::Faulty(fault),
            };
            if let Standing::Asked(_) | Standing::Idle = self.standing {
                if let Some((text, line)) = self.play.next_change() {
                    match self.carry_out(&text, line) {
                        Ok(()) => continue,
                        Err(fault) => self.standing = Standing::Faulty(fault),
                    }
                } else if self.play.lost_change() {
                    let text = "the position can be changed by hand only between two actions";
                    self.standing = Standing::Faulty(Box::new(Fault::new(text).of_the_table()));
                }
            }
            // A window in which only bots have yet to answer is skipped.
            match &self.standing {
                Standing::Asked(pending) if self.asked_seat(&pending.question).is_none() => {
                    if self.desk.borrow().limit == Some(0) {
                        // Bots that wait have not declined.
                        self.standing = Standing::Idle;
                        break;
                    }
                    self.play.stay_silent();
                }
                _ => break,
            }
        }
        // The entries after this point have been taken back.
        self.told.truncate(self.play.log_length());
        self.open_only_offer();
    }

    /// Lists the choices of a question so that their order tells the seat nothing about face-down pieces. The shares of
    /// a split stay in order, since the answer is in the same order.
    fn in_view(&self, question: &mut Question) {
        let Some(seat) = self.asked_seat(question) else { return };
        self.play.look_asked(|world| {
            view::as_seen(world, Some(seat), |world| match &mut question.kind {
                Kind::One { of, .. } => *of = world.in_view(std::mem::take(of), true),
                Kind::Several { of, .. } => {
                    let values = of.drain(..).map(Value::Ref).collect();
                    of.extend(world.in_view(values, false).iter().filter_map(Value::as_ref));
                }
                _ => {}
            });
        });
    }

    /// The seat that must answer. At a window, the first person who has not passed.
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
        !self.by_chance.contains(&seat)
            && self.desk.borrow().players.get(seat as usize).is_none_or(|player| *player == Player::Person)
    }

    /// The compiled game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Sets the rules the game continues with. A saved game may have been played with others.
    pub fn set_origin(&mut self, origin: Origin) {
        self.opening.origin = Some(origin);
    }

    /// The engine that runs the scripts: `Rhai` or `native`.
    pub fn engine(&self) -> &'static str {
        self.play.engine()
    }

    /// The opening of the game.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The status of the game.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The pending question and the seat that must answer.
    pub fn question(&self) -> Option<(u16, &Question)> {
        match &self.standing {
            Standing::Asked(pending) => Some((self.asked_seat(&pending.question)?, &pending.question)),
            _ => None,
        }
    }

    /// The same, to keep while play goes on.
    fn open_question(&self) -> Option<(u16, Question)> {
        self.question().map(|(seat, question)| (seat, question.clone()))
    }

    /// The player of a side.
    pub fn player(&self, seat: u16) -> Player {
        self.desk.borrow().players.get(seat as usize).copied().unwrap_or(Player::Person)
    }

    /// The only seat a person plays, if there is exactly one. Everything is then shown as this seat sees it.
    pub fn only_person(&self) -> Option<u16> {
        let mut people = self.people();
        match (people.next(), people.next()) {
            (Some(seat), None) => Some(seat),
            _ => None,
        }
    }

    /// The viewer: the side that looks, the learner in a lesson, the only person, or else the person who decides. None
    /// for a spectator.
    pub fn viewer(&self) -> Option<u16> {
        self.looker
            .or_else(|| self.lesson_viewer())
            .or_else(|| self.only_person())
            .or_else(|| self.question().map(|(seat, _)| seat).filter(|seat| self.is_person(*seat)))
    }

    /// The side of the viewer. None for a spectator, and for those who look on.
    fn viewing_side(&self) -> Option<u16> {
        self.viewer().and_then(side_at)
    }

    /// The game as a seat sees it. None means a spectator.
    pub fn view<T>(&self, seat: Option<u16>, look: impl FnOnce(&View<'_>) -> T) -> T {
        let look = |world: &World<'_>| look(&View::new(*world, seat).for_pages(self.on_pages()));
        self.play.look_asked(|world| view::as_seen(world, seat, look))
    }

    /// The state of the pending question, as the viewer sees it.
    fn world<T>(&self, look: impl FnOnce(&World<'_>) -> T) -> T {
        let seat = self.viewer();
        self.play.look_asked(|world| view::as_seen(world, seat, look))
    }

    /// The number of decisions that the saved game, with which this began, had up to its end or first bad line. Bots
    /// may have decided since.
    pub fn decisions_read(&self) -> usize {
        self.read
    }

    /// The number of decisions made.
    pub fn decisions(&self) -> usize {
        self.play.answers().len()
    }

    /// The digest of the last settled state, for a viewer from whom nothing is hidden. With it one could test guesses.
    pub fn hash_in_view(&self) -> Option<u64> {
        let hides = self.view(self.viewer(), |view| {
            let unseen = view.unseen();
            !self.game.showings.is_empty() || unseen.has_pieces() || unseen.has_cards(view.world().state)
        });
        (!hides).then(|| self.hash())
    }

    /// The digest of the last settled state, the same on every machine.
    pub fn hash(&self) -> u64 {
        self.play.digest()
    }

    /// The place in the sequence of play, from the outermost step to the innermost: `Turn 3`, `Orders`.
    pub fn place(&self) -> Vec<String> {
        self.world(place::place)
    }

    /// The command the last line was understood as, if it was written differently.
    pub fn understood(&self) -> Option<&str> {
        self.understood.as_deref()
    }

    /// Gives a side to another player. The record notes it, because the new player may see what a side may not see.
    ///
    /// # Errors
    /// A fault in the scripts.
    pub fn seat(&mut self, seat: u16, player: Player) -> Result<(), Box<Fault>> {
        let before = self.player(seat);
        if before != player && self.decisions() > 0 {
            let title = self.game.side_title(seat);
            self.note(format!("{title} is played by {} from here, by {} before", player.name(), before.name()));
        }
        if let Some(place) = self.desk.borrow_mut().players.get_mut(seat as usize) {
            *place = player;
        }
        if let Some(place) = self.opening.players.get_mut(seat as usize) {
            *place = player;
        }
        self.seat_bots()?;
        let length = self.journal_length();
        self.go_on();
        if self.journal_length() > length {
            // The new bot has decided: what was taken back belongs to another line of play.
            self.undone.clear();
        }
        Ok(())
    }

    /// The side with this name, title or other name. Case does not matter.
    pub fn side_named(&self, name: &str) -> Option<u16> {
        side_named(&self.game, name)
    }
}

/// The side with this name, title or other name. Case does not matter.
pub fn side_named(game: &Game, name: &str) -> Option<u16> {
    let wanted = crate::play::sentence::fold(name);
    let fits = |text: &str| crate::play::sentence::fold(text) == wanted;
    let at = game
        .sides
        .iter()
        .position(|side| fits(&side.name) || fits(&side.title) || side.aliases.iter().any(|alias| fits(alias)));
    at.map(|at| at as u16)
}
