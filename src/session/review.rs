//! A game that is over, reviewed: the decisions that cost most, and what luck did.

use std::sync::Arc;

use crate::analysis::review::{Deed, Luck};
use crate::analysis::search::{Better, Search};
use crate::draw::{Line, Role};
use crate::model::game::Game;
use crate::play::Fault;
use crate::play::journal::Entry;
use crate::play::question::{Answer, Kind};
use crate::play::sentence;
use crate::play::state::{Layout, State};
use crate::source::plain_words;

use super::event::counted;
use super::story::capital;
use super::{Session, Standing};

/// The decisions that a search plays at each decision, to find those that look wrong.
const GLANCE: u64 = 1_000;
/// The decisions that it plays for each of two answers that are compared.
const LOOK: u64 = 4_000;
/// The most decisions of a side that are examined closely: those that look worst.
const MOST_CHECKED: usize = 12;
/// The most decisions of a side, and the most results of chance, that are shown.
const MOST_SHOWN: usize = 5;
/// The least effect of luck that is shown by itself.
const LEAST_LUCK: i64 = 3;

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reviewed {
    /// The decisions reviewed, and then those examined closely.
    pub done: usize,
    /// All of these.
    pub of: usize,
}

/// A decision in a review.
#[derive(Clone)]
struct Moment {
    /// Its number.
    number: usize,
    seat: u16,
    /// The step in which it was made.
    place: String,
    /// Its words.
    words: String,
}

/// A decision for which there may be a better one.
struct Cost {
    moment: Moment,
    /// The position in which it was made, and its layout.
    state: State,
    layout: Arc<Layout>,
    answer: Answer,
    better: Better,
    /// The better command.
    words: String,
}

/// An action that chance made better or worse than it is on average.
struct Turn {
    moment: Moment,
    /// By how much for each side, in hundredths of a victory.
    by: Vec<i64>,
}

/// An action that has begun, and the number of entries before it.
struct Begun {
    moment: Moment,
    deed: Deed,
    at: usize,
}

/// What has been found so far.
struct Reviewer {
    /// The sides whose decisions are reviewed.
    seats: Vec<u16>,
    search: Search,
    luck: Luck,
    costs: Vec<Cost>,
    turns: Vec<Turn>,
    begun: Option<Begun>,
}

impl Reviewer {
    fn new(game: &Arc<Game>, seed: u64, seats: Vec<u16>) -> Result<Self, Box<Fault>> {
        let mut search = Search::new(game, seed)?;
        search.limit(GLANCE);
        let luck = Luck::new(game, seed)?;
        Ok(Reviewer { seats, search, luck, costs: Vec::new(), turns: Vec::new(), begun: None })
    }

    /// Looks at the position after these entries, and at the answer that comes next.
    fn look(&mut self, there: &Session, entries: &[Entry], next: Option<&Entry>) {
        let question = there.open_question();
        if question.as_ref().is_some_and(|(_, one)| !matches!(one.kind, Kind::Act { free: false, .. })) {
            return;
        }
        if let Some(Begun { moment, mut deed, at }) = self.begun.take() {
            let during = &entries[at..];
            let by_chance = |entry: &Entry| matches!(entry, Entry::Dice(_) | Entry::Cards(_) | Entry::Lot(_));
            let by_hand = |entry: &Entry| matches!(entry, Entry::Arbiter { .. });
            if during.iter().any(by_chance) && !during.iter().any(by_hand) {
                deed.answers = during.iter().filter_map(answer_of).collect();
                let ended = match &there.standing {
                    Standing::Over(end) => Some(end),
                    _ => None,
                };
                let by = there.play.look_asked(|world| self.luck.of(&deed, world, ended));
                self.turns.extend(by.map(|by| Turn { moment, by }));
            }
        }
        let (Some((asked, question)), Some((seat, answer))) = (question, next.and_then(answer_of)) else { return };
        let words = there.world(|world| plain_words(&sentence::write(world, &question, seat, &answer)));
        let moment = Moment { number: there.decisions() + 1, seat, place: there.trail().join(", "), words };
        let layout = there.play.look(|run| run.live.layout().clone());
        let deed = there.play.look_asked(|world| Deed::in_position(world, layout));
        if asked == seat && self.seats.contains(&seat) {
            let rival = there.world(|world| {
                let better = self.search.rival(world, &question, seat, &answer)?;
                let words = plain_words(&sentence::write(world, &question, seat, &better.answer));
                Some((better, words))
            });
            let (state, layout) = (&deed.state, &deed.layout);
            self.costs.extend(rival.map(|(better, words)| Cost {
                moment: moment.clone(),
                state: state.clone(),
                layout: layout.clone(),
                answer: answer.clone(),
                better,
                words,
            }));
        }
        self.begun = Some(Begun { moment, deed, at: entries.len() });
    }

    /// Keeps, of each side's decisions that look wrong, the worst.
    fn choose(&mut self) {
        self.costs.sort_by_key(|cost| std::cmp::Reverse(cost.better.by));
        let mut kept = vec![0; self.seats.len()];
        let seats = &self.seats;
        self.costs.retain(|cost| {
            let of_side = seats.iter().zip(&mut kept).find(|(seat, _)| **seat == cost.moment.seat);
            let Some((_, kept)) = of_side else { return false };
            *kept += 1;
            *kept <= MOST_CHECKED
        });
        self.search.limit(LOOK);
    }

    /// Compares a decision with the better one closely; true if the difference holds.
    fn check(&mut self, there: &Session, at: usize) -> bool {
        let Some(cost) = self.costs.get_mut(at) else { return false };
        let search = &mut self.search;
        let seat = cost.moment.seat;
        let by = there.play.look_with(&cost.state, &cost.layout, |world| {
            search.compared(world, seat, &cost.better.answer, &cost.answer)
        });
        cost.better.by = by.unwrap_or(0);
        by.is_some()
    }
}

/// The side that answered, and what.
fn answer_of(entry: &Entry) -> Option<(u16, Answer)> {
    match entry {
        Entry::Answer { seat, answer, .. } => Some((*seat, answer.clone())),
        _ => None,
    }
}

impl Session {
    /// The decisions of a side that cost it most, and what luck did for all sides. Without a side: of all persons, or
    /// of all sides if only bots play. `keep_going` returns false to stop early: what has been found by then is shown,
    /// and no decision that was not compared closely.
    ///
    /// # Errors
    /// Why the game cannot be reviewed.
    pub fn review(&self, side: Option<u16>, keep_going: &mut dyn FnMut(Reviewed) -> bool) -> Result<Vec<Line>, String> {
        let is_over = matches!(self.standing, Standing::Over(_));
        if !is_over && self.has_secrets() {
            return Err("the game is not over: a review now would tell what is hidden".to_owned());
        }
        if self.opening.strict && !is_over {
            return Err("this game is strict: it can be reviewed when it is over".to_owned());
        }
        let entries = self.play.look(|run| run.journal.entries.clone());
        let answers: Vec<usize> = (self.given..entries.len()).filter(|at| self.is_decision(&entries[*at])).collect();
        if answers.is_empty() {
            return Err("nothing has been decided yet".to_owned());
        }
        let people: Vec<u16> = self.people().collect();
        let seats = match side {
            Some(side) => vec![side],
            None if people.is_empty() => self.game.played().collect(),
            None => people,
        };
        let mut reviewer = Reviewer::new(&self.game, self.opening.seed, seats).map_err(|fault| fault.message)?;
        reviewer.search.stop_when(self.desk.borrow().stop);
        let first = answers.first().copied().unwrap_or(0);
        let mut there = self.replayed_entries(entries[..first].to_vec(), 0, true)?;
        let (mut before, mut reviewed) = (first, Reviewed { done: 0, of: answers.len() });
        for at in answers.into_iter().chain([entries.len()]) {
            there.follow_to(&entries[before..at], entries.get(at))?;
            reviewer.look(&there, &entries[..at], entries.get(at));
            before = at;
            reviewed.done += usize::from(at < entries.len());
            if !keep_going(reviewed) {
                // No decision has been compared closely.
                reviewer.costs.clear();
                return Ok(self.review_lines(reviewer, reviewed));
            }
        }
        reviewer.choose();
        reviewed.of += reviewer.costs.len();
        let mut holds = Vec::new();
        for at in 0..reviewer.costs.len() {
            holds.push(reviewer.check(&there, at));
            reviewed.done += 1;
            if !keep_going(reviewed) {
                break;
            }
        }
        let mut holds = holds.into_iter();
        reviewer.costs.retain(|_| holds.next().unwrap_or(false));
        Ok(self.review_lines(reviewer, reviewed))
    }

    fn review_lines(&self, reviewer: Reviewer, reviewed: Reviewed) -> Vec<Line> {
        let Reviewer { seats, mut costs, turns, .. } = reviewer;
        let mut lines = Vec::new();
        if reviewed.done < reviewed.of {
            let text = format!("stopped after {} of {}; not all is shown", reviewed.done, counted(reviewed.of, "look"));
            lines.push(Line::of(Role::Dim, text));
        }
        costs.sort_by_key(|cost| std::cmp::Reverse(cost.better.by));
        lines.push(Line::of(Role::Dim, "Points: 100 lead from certain defeat to certain victory."));
        for seat in seats {
            let own: Vec<&Cost> = costs.iter().filter(|cost| cost.moment.seat == seat).collect();
            let heading = match own.len() {
                0 => "the search bot knows nothing better".to_owned(),
                some => format!("{} for which the search bot knows better", counted(some, "decision")),
            };
            lines.push(Line::of(Role::Title, format!("{}: {heading}", self.side_title(seat))));
            let more = own.len().saturating_sub(MOST_SHOWN);
            for cost in own.into_iter().take(MOST_SHOWN) {
                let moment = &cost.moment;
                let line = Line::of(Role::Bad, format!("{:>+5}", -cost.better.by))
                    .and(Role::Dim, format!("{:>5} ", moment.number));
                lines.push(line.and(Role::Plain, moment.words.clone()).and(Role::Dim, format!("  {}", moment.place)));
                lines.push(Line::of(Role::Dim, "           better: ").and(Role::Plain, cost.words.clone()));
            }
            if more > 0 {
                lines.push(Line::of(Role::Dim, format!("           and {more} more that cost less")));
            }
        }
        if !turns.is_empty() {
            let sides: Vec<u16> = self.game.played().collect();
            let of = |turn: &Turn, side: u16| turn.by.get(usize::from(side)).copied().unwrap_or(0);
            let told = |number: &dyn Fn(u16) -> i64| -> String {
                let each = sides.iter().map(|side| format!("{} {:+}", self.side_title(*side), number(*side)));
                each.collect::<Vec<_>>().join(", ")
            };
            let total = told(&|side| turns.iter().map(|turn| of(turn, side)).sum());
            lines.push(Line::of(Role::Title, format!("Luck: {total}")));
            let weight = |turn: &Turn| turn.by.iter().map(|by| by.abs()).max().unwrap_or(0);
            let mut large: Vec<&Turn> = turns.iter().filter(|turn| weight(turn) >= LEAST_LUCK).collect();
            large.sort_by_key(|turn| std::cmp::Reverse(weight(turn)));
            for turn in large.into_iter().take(MOST_SHOWN) {
                let line = Line::plain(format!("  {}", told(&|side| of(turn, side))));
                let title = self.side_title(turn.moment.seat);
                lines.push(
                    line.and(Role::Dim, format!("  {} ", turn.moment.number))
                        .and(Role::Plain, format!("{title}: {}", turn.moment.words))
                        .and(Role::Dim, format!("  {}", turn.moment.place)),
                );
            }
        }
        lines
    }

    fn side_title(&self, seat: u16) -> String {
        capital(self.game.sides.get(usize::from(seat)).map_or("", |side| side.title.as_str()))
    }
}
