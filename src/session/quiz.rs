//! A quiz: questions about the rules, generated from the rules in positions reached by random play, and answered by the
//! kernel.

mod asking;
mod numbers;
mod orders;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use indexmap::IndexSet;

use crate::analysis::bots::Random;
use crate::analysis::odds::Share;
use crate::draw::Line;
use crate::model::game::{Game, column};
use crate::model::id::*;
use crate::model::offer::Offer;
use crate::model::value::{Amount, Value};
use crate::play::question::Kind;
use crate::play::{Fault, MakeScripts, Read, World};

use super::ask::known_of;
use super::{Opening, Session, Standing, View};

pub use asking::Misread;

/// The number of positions used from one game before another is played.
const POSITIONS: usize = 4;
/// The most questions about one position.
const MOST_HERE: usize = 3;
/// The number of attempts at a question before moving to another position.
const TRIES: usize = 4;
/// The number of positions tried before the quiz gives up.
const MOST_POSITIONS: usize = 60;
/// The most questions about one topic, as long as others are found.
const MOST_OF_ONE: usize = 2;
/// The number of positions without a question after which any topic may be asked about again.
const MOST_BARREN: usize = 8;
/// The most decisions between two positions.
const MOST_BETWEEN: usize = 14;

/// The form of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// One of these, by its letter.
    Choice(Vec<String>),
    /// A number, for some purses in halves.
    Number {
        /// True if it is counted in halves.
        halves: bool,
    },
    /// Yes or no.
    YesNo,
    /// A fraction.
    Fraction,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// One of the choices, by its place.
    Choice(usize),
    /// A number in the unit of the question.
    Number(i64),
    /// Yes or no.
    Yes(bool),
    /// A fraction.
    Fraction(Share),
}

/// The subject of a question, from which its answer can be computed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The modifiers of a number: the quantity, its arguments, and for each choice the modifier's place if it applies.
    Modifiers(QuantityId, Vec<Value>),
    /// A number.
    Number(QuantityId, Vec<Value>),
    /// Two numbers to compare.
    Numbers(QuantityId, Vec<Value>, Vec<Value>),
    /// A word that describes a thing.
    Word(usize, Ref),
    /// Whether a command is legal.
    Legal(String),
    /// The section that forbids a command.
    Forbids(String),
    /// The price of a command.
    Price(String),
    /// The odds of a command.
    Odds(String),
}

/// A question of a quiz.
#[derive(Clone, Debug)]
pub struct Item {
    /// The number of the position, shared by all questions about it.
    pub position: u64,
    /// The turn and step, and the deciding side.
    pub place: String,
    /// The question.
    pub text: String,
    /// The form of its answer.
    pub form: Form,
    /// The right answer.
    pub right: Given,
    /// The explanation of the right answer.
    pub because: Vec<Line>,
    /// The sections to read.
    pub cites: Vec<SectionId>,
    /// Its subject.
    pub about: About,
}

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Modifiers,
    Number,
    Numbers,
    Word,
    Legal,
    Forbids,
    Price,
    Odds,
}

/// What several questions may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Topic {
    Quantity(QuantityId),
    Word(usize),
    /// Whether an action is legal.
    Legal(OfferId),
    /// What an action costs.
    Price(OfferId),
}

/// All of them.
const SORTS: [Sort; 8] =
    [Sort::Modifiers, Sort::Legal, Sort::Number, Sort::Word, Sort::Forbids, Sort::Numbers, Sort::Price, Sort::Odds];

/// A quiz in progress.
pub struct Quiz {
    games: Vec<Arc<Game>>,
    make: MakeScripts,
    seed: u64,
    session: Session,
    /// The number of games begun and of positions reached.
    begun: u64,
    position: u64,
    /// The number of positions in this game, and of questions about this position.
    positions: usize,
    here: usize,
    /// The numbers that scripts evaluate soon after this position.
    numbers: Vec<(QuantityId, Vec<Value>)>,
    random: Random,
    asked: BTreeSet<String>,
    /// The number of questions of each kind.
    sorts: [usize; SORTS.len()],
    /// The number of illegal and of legal commands asked about.
    legal: [usize; 2],
    /// The number of questions about each topic.
    topics: BTreeMap<Topic, usize>,
}

impl Item {
    /// What it asks, the same for two numbers in either order.
    fn asks(&self) -> String {
        match (&self.about, &self.form) {
            (About::Numbers(..), Form::Choice(choices)) => {
                let mut choices = choices.clone();
                choices.sort();
                choices.join(" or ")
            }
            _ => self.text.clone(),
        }
    }
}

/// Whether a piece takes part: it is face up for the viewer, and in a place that the board shows.
pub(super) fn takes_part(world: &World<'_>, piece: u16) -> bool {
    let is_shown = |space: u16| !world.game.drawing.omitted.has(space);
    !world.is_face_down(piece) && world.space_of(Ref::piece(piece)).is_some_and(is_shown)
}

impl Quiz {
    /// A quiz about these scenarios of a game. The same seed generates the same questions. Scripts run on the engine
    /// that `make` creates.
    ///
    /// # Errors
    /// A fault in the set-up of a scenario.
    pub fn new(games: Vec<Arc<Game>>, seed: u64, make: MakeScripts) -> Result<Quiz, Box<Fault>> {
        let first = games.first().ok_or_else(|| Box::new(Fault::new("this game has no scenario")))?;
        // Scenarios with the same set-up get different positions.
        let named = games.iter().flat_map(|game| game.scenario.bytes());
        let seed = named.fold(seed, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
        let session = Session::new(first, Opening { seed, ..Opening::hot_seat(first) }, make)?;
        let mut quiz = Quiz {
            games,
            make,
            seed,
            session,
            begun: 0,
            position: 0,
            positions: POSITIONS,
            here: MOST_HERE,
            numbers: Vec::new(),
            random: Random::new(seed),
            asked: BTreeSet::new(),
            sorts: [0; SORTS.len()],
            legal: [0; 2],
            topics: BTreeMap::new(),
        };
        quiz.go_further()?;
        Ok(quiz)
    }

    /// The game whose position the next question is about.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The next question. None if no more can be generated.
    ///
    /// # Errors
    /// A fault in the rules.
    pub fn ask(&mut self) -> Result<Option<Item>, Box<Fault>> {
        for barren in 0..MOST_POSITIONS {
            if self.here < MOST_HERE {
                if let Some(item) = self.made(barren) {
                    self.here += 1;
                    return Ok(Some(item));
                }
            }
            self.go_further()?;
        }
        Ok(None)
    }

    /// A new question about this position, of one of the kinds used least. `barren`: how many positions have given none.
    fn made(&mut self, barren: usize) -> Option<Item> {
        let mut order: Vec<usize> = (0..SORTS.len()).collect();
        order.sort_by_key(|sort| self.sorts[*sort]);
        for sort in order {
            for _ in 0..TRIES {
                let Some(item) = self.one(SORTS[sort]) else { continue };
                let topic = self.topic(&item.about);
                let asked = topic.and_then(|topic| self.topics.get(&topic)).copied().unwrap_or(0);
                if asked >= MOST_OF_ONE && barren < MOST_BARREN || !self.is_new(&item) {
                    continue;
                }
                self.sorts[sort] += 1;
                topic.into_iter().for_each(|topic| *self.topics.entry(topic).or_default() += 1);
                return Some(item);
            }
        }
        None
    }

    /// Notes a question as asked. False if it was asked already: in this position, or anywhere with this answer.
    fn is_new(&mut self, item: &Item) -> bool {
        let asks = item.asks();
        let answered = match item.right {
            // The same words may ask for the other answer, in another position.
            Given::Yes(_) => format!("{asks} {}", item.told(&item.right)),
            _ => asks.clone(),
        };
        if !self.asked.insert(format!("{} {asks}", self.position)) || !self.asked.insert(answered) {
            return false;
        }
        if let (About::Legal(_), Given::Yes(legal)) = (&item.about, &item.right) {
            self.legal[usize::from(*legal)] += 1;
        }
        true
    }

    /// What a question is about. None if there are few of its kind anyway.
    fn topic(&self, about: &About) -> Option<Topic> {
        match about {
            About::Modifiers(quantity, ..) | About::Number(quantity, ..) | About::Numbers(quantity, ..) => {
                Some(Topic::Quantity(*quantity))
            }
            About::Word(word, _) => Some(Topic::Word(*word)),
            About::Legal(words) => self.action_of(words).map(Topic::Legal),
            About::Price(words) => self.action_of(words).map(Topic::Price),
            About::Forbids(_) | About::Odds(_) => None,
        }
    }

    /// The action that a command begins with.
    fn action_of(&self, words: &str) -> Option<OfferId> {
        let begins = |(_, offer): &(usize, &Offer)| words.starts_with(&offer.title);
        let offers = self.session.game.offers.iter().enumerate().filter(begins);
        offers.max_by_key(|(_, offer)| offer.title.len()).map(|(at, _)| OfferId(at as u16))
    }

    fn one(&mut self, sort: Sort) -> Option<Item> {
        match sort {
            Sort::Modifiers => self.modifiers(),
            Sort::Number => self.number(),
            Sort::Numbers => self.compared(),
            Sort::Word => self.word(),
            Sort::Legal => self.legal(),
            Sort::Forbids => self.forbids(),
            Sort::Price => self.price(),
            Sort::Odds => self.odds(),
        }
    }

    /// Plays at random to another position in which a side chooses an action.
    fn go_further(&mut self) -> Result<(), Box<Fault>> {
        self.position += 1;
        self.here = 0;
        self.positions += 1;
        if self.positions > POSITIONS || !matches!(self.session.standing, Standing::Asked(_)) {
            self.positions = 1;
            let at = self.random.below(self.games.len());
            let game = &self.games[at];
            let seed = self.seed.wrapping_mul(1_000).wrapping_add(self.begun);
            self.begun += 1;
            self.session = Session::new(game, Opening { seed, ..Opening::hot_seat(game) }, self.make)?;
        }
        let between = 2 + self.random.below(MOST_BETWEEN);
        self.session.auto(between as u32);
        // Continue to a choice of an action.
        for _ in 0..MOST_BETWEEN {
            match self.session.question() {
                Some((_, question)) if matches!(question.kind, Kind::Act { free: false, .. }) => break,
                Some(_) => drop(self.session.auto(1)),
                None => break,
            }
        }
        if !self.decides() {
            // The game is over, or continues without such a choice.
            self.here = MOST_HERE;
            return Ok(());
        }
        self.numbers = self.numbers_ahead();
        Ok(())
    }

    fn decides(&self) -> bool {
        self.session.question().is_some_and(|(_, question)| matches!(question.kind, Kind::Act { free: false, .. }))
    }

    /// The numbers that scripts evaluate in the next decisions.
    fn numbers_ahead(&mut self) -> Vec<(QuantityId, Vec<Value>)> {
        let from = self.session.play.log_length();
        let before = self.session.journal_length();
        self.session.auto(MOST_BETWEEN as u32);
        let log = self.session.play.log();
        let mut found: Vec<(QuantityId, Vec<Value>)> = Vec::new();
        for entry in log.get(from.min(log.len())..).unwrap_or_default() {
            if let crate::play::log::Event::Counted(quantity, args, ..) = &entry.event {
                if !found.iter().any(|(one, with)| one == quantity && with == args) {
                    found.push((*quantity, args.clone()));
                }
            }
        }
        self.session.play.back_to(before);
        self.session.go_on();
        found
    }

    /// A random one of these.
    fn pick<'v, T>(&mut self, of: &'v [T]) -> Option<&'v T> {
        of.get(self.random.below(of.len()))
    }

    /// These in random order.
    fn shuffled<T>(&mut self, mut of: Vec<T>) -> Vec<T> {
        for at in (1..of.len()).rev() {
            let other = self.random.below(at + 1);
            of.swap(at, other);
        }
        of
    }

    /// Whether the player may know something about these values, which reads these columns of the state: it does not
    /// depend on face-down pieces or other players' cards.
    fn is_known<T: PartialEq>(
        &self,
        reads: u128,
        values: &[Value],
        tell: impl Fn(&World<'_>, &[Value]) -> Option<Read<T>>,
    ) -> bool {
        let viewer = self.session.viewer();
        self.session.world(|world| {
            let unseen = View::new(*world, viewer).unseen();
            let reads_cards = reads & 1 << column::CARDS != 0;
            let found = if unseen.has_pieces() || reads_cards && unseen.has_cards(world.state) {
                known_of(world, &unseen, values, tell)
            } else {
                tell(world, values)
            };
            matches!(found, Some(Ok(_)))
        })
    }

    fn item(
        &self,
        text: String,
        form: Form,
        right: Given,
        because: Vec<Line>,
        cites: Vec<SectionId>,
        about: About,
    ) -> Item {
        let session = &self.session;
        let mut place = session.place();
        if let Some((seat, _)) = session.question() {
            let title = session.game.sides[usize::from(seat)].title.clone();
            if !place.contains(&title) {
                place.push(title);
            }
        }
        let cites = cites.into_iter().collect::<IndexSet<_>>().into_iter().collect();
        Item { position: self.position, place: place.join(" > "), text, form, right, because, cites, about }
    }
}

/// A number of a quantity in words.
fn shown(world: &World<'_>, halves: bool, grains: i64) -> String {
    world.show(&Amount { grains, halves }.value())
}
