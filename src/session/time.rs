//! Undo and redo: decisions are taken back and made again.

use crate::play::journal::Entry;
use crate::play::log::{Entry as Told, Event};
use crate::play::place_names::Viewer;
use crate::play::question::{Answer, Kind};
use crate::play::{Fault, Run};
use crate::source::plain_words;

use super::event::event_line;
use super::notes::TAKEN_BACK;
use super::story::Telling;
use super::view::as_seen;
use super::{Said, Session, Standing, View};

/// The result of moving through the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Went {
    /// The number of the player's own decisions, or of journal entries, passed.
    By(usize),
    /// There is no decision in that direction.
    Nowhere,
    /// The game is strict, and the part to take back revealed this.
    Barred(String),
    /// The rules have a fault there. The game is unchanged.
    Faulty(Box<Fault>),
}

/// The content of one step back.
#[derive(Clone, Debug)]
pub(super) struct Undone {
    /// The entries, for redoing the step.
    entries: Vec<Entry>,
    /// True if it was noted. Redoing removes the note, because the player has gained no advantage.
    noted: bool,
    /// If it began with a window that passed: the seat of the person who let it pass.
    window: Option<u16>,
    /// The windows that passed in silence after the last entry.
    silent: u32,
}

/// A window that a person let pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassedWindow {
    /// The seat of the person: the last one asked.
    seat: u16,
    /// The number of journal entries before it.
    at: usize,
    /// The number of windows passed in silence between the last of these entries and it.
    silent: u32,
}

impl PassedWindow {
    /// True if it comes before the question at this place.
    fn is_before(self, at: usize, silent: u32) -> bool {
        (self.at, self.silent) < (at, silent)
    }
}

impl Undone {
    /// The entries of the step.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Makes redoing it remove no note.
    pub(super) fn forget_note(&mut self) {
        self.noted = false;
    }
}

/// What a decision that is taken back has shown, by chance and answers, and of what was hidden.
fn also_shown(seen: Option<String>, shown: Option<String>) -> Option<String> {
    seen.into_iter().chain(shown).reduce(|seen, shown| format!("{seen}; {shown}"))
}

/// The result of one step back.
enum Step {
    /// With the entries before it that were revealed together with it.
    Gone(Vec<Entry>),
    Nowhere,
    Barred(String),
}

/// Who made a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// A side.
    Side(u16),
    /// An arbiter, who changed the game by hand.
    Arbiter,
}

/// A decision in the record, as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The number of journal entries up to it.
    pub(super) at: usize,
    /// The side and its answer.
    pub words: String,
}

impl Session {
    /// All decisions made, as the viewer sees them: of those that wait to be revealed, only the viewer's own.
    pub fn decided(&self) -> Vec<Decided> {
        let log = self.play.log();
        let viewer = self.viewer();
        let speakers = self.speakers(&log);
        let mut decided: Vec<Decided> = self.play.look(|run| {
            as_seen(&run.world(), viewer, |world| {
                let decisions = log
                    .iter()
                    .zip(speakers)
                    .filter(|(entry, _)| matches!(entry.event, Event::Decision(..) | Event::Arbitrated(_)));
                let told = |(entry, speaker): (&Told, Viewer)| {
                    let view = View::new(world.through(speaker), viewer);
                    let words = event_line(&view, &run.journal.entries, entry, Telling::FULL)?.text();
                    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
                    Some(Decided { at: entry.at, words })
                };
                decisions.filter_map(told).collect()
            })
        });
        decided.extend(self.decided_unseen());
        decided
    }

    /// The viewer's own decisions that wait until all have decided. The log has them only then.
    pub fn decided_unseen(&self) -> Vec<Decided> {
        let (viewer, from) = (self.viewer(), self.unseen_from());
        self.play.look(|run| {
            let waiting = run.journal.entries.iter().enumerate().skip(from);
            let told = |(at, entry): (usize, &Entry)| match entry {
                Entry::Answer { seat, text, .. } if Some(*seat) == viewer => {
                    let words = format!("{}: {}", self.game.side_title(*seat), plain_words(text));
                    Some(Decided { at: at + 1, words })
                }
                _ => None,
            };
            waiting.filter_map(told).collect()
        })
    }

    /// The sides that have decided unseen, while another decides: what they decided waits until all have.
    pub fn decided_already(&self) -> Vec<u16> {
        let (from, asked) = (self.unseen_from(), self.question().map(|(seat, _)| seat));
        let mut sides: Vec<u16> = (from..self.journal_length()).filter_map(|at| self.answering(at)).collect();
        sides.retain(|side| Some(*side) != asked);
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// The ones among these decisions that are no longer in the record.
    pub fn undone_of<'d>(&self, decided: &'d [Decided]) -> &'d [Decided] {
        let length = self.journal_length();
        &decided[decided.partition_point(|one| one.at <= length)..]
    }

    /// Takes back a number of persons' decisions, with everything after them. Where each person has a page of their
    /// own, stops before another's decision.
    pub fn back(&mut self, steps: usize) -> Went {
        self.back_while(|gone, session| gone < steps && session.decided_by_another().is_none())
    }

    /// Who made the last decision, if it was not the person who looks and each person has a page of their own.
    pub fn decided_by_another(&self) -> Option<Decider> {
        let looker = self.looker?;
        let last = self.play.choices().into_iter().rfind(|at| *at >= self.given && self.answered_by_person(*at));
        let window = self.passed.last().filter(|window| last.is_none_or(|last| last < window.at));
        let side = match window {
            Some(window) => Some(window.seat),
            None => self.answering(last?),
        };
        match side {
            Some(side) => (side != looker).then_some(Decider::Side(side)),
            None => Some(Decider::Arbiter),
        }
    }

    /// Takes back decisions while `wanted` holds, given the number already taken back.
    fn back_while(&mut self, wanted: impl Fn(usize, &Session) -> bool) -> Went {
        let mut gone = 0;
        let (last, unseen) = (self.decisions(), self.unseen_from());
        let mut revealed = Vec::new();
        while wanted(gone, self) {
            match self.back_one() {
                Step::Gone(with_it) => {
                    revealed = with_it;
                    gone += 1;
                }
                Step::Barred(seen) if gone == 0 => return Went::Barred(seen),
                Step::Nowhere | Step::Barred(_) => break,
            }
        }
        self.note_as_one(gone, last, &revealed, unseen);
        if gone == 0 { Went::Nowhere } else { Went::By(gone) }
    }

    /// Makes one note of those about the last `gone` steps back, which were taken together. `last`: the number of the
    /// last decision before them.
    fn note_as_one(&mut self, gone: usize, last: usize, revealed: &[Entry], unseen: usize) {
        let first = self.undone.len().saturating_sub(gone);
        let noted = self.undone[first..].iter().filter(|step| step.noted).count();
        if noted < 2 {
            return;
        }
        let entries: Vec<Entry> = self.undone[first..].iter().rev().flat_map(|step| step.entries.clone()).collect();
        let seen = self.seen(&entries, revealed, unseen.saturating_sub(self.journal_length()));
        let Some(seen) = seen else { return };
        self.notes.truncate(self.notes.len().saturating_sub(noted));
        self.note(format!("decisions {} to {last}{TAKEN_BACK}{seen}", self.decisions() + 1));
        // The note goes when the last of them has been made again, which is the first one here.
        self.undone[first..].iter_mut().for_each(|step| step.noted = false);
        if let Some(step) = self.undone.get_mut(first) {
            step.noted = true;
        }
    }

    /// Goes to just before the last decision of a person, or of a bot if only bots play.
    fn back_one(&mut self) -> Step {
        let watched = self.people().next().is_none();
        let limit = self.desk.borrow().limit;
        let mut places = self.play.choices();
        // A pass that the program gave is not a decision: it would be given again at once.
        let rests = self.puzzle_rests();
        places.retain(|at| *at >= self.given && !rests.contains(at));
        let mut later: Vec<Entry> = Vec::new();
        let silent = self.play.silent();
        let unseen = self.unseen_from();
        let hidden = self.hidden_now();
        self.forget_later_windows();
        let last = places.iter().rfind(|at| watched || self.answered_by_person(**at));
        let is_last = |window: &PassedWindow| window.at >= self.given && last.is_none_or(|last| *last < window.at);
        if let Some(window) = self.passed.last().copied().filter(is_last) {
            return self.back_to_window(window);
        }
        while let Some(at) = places.pop() {
            if !watched && !self.answered_by_person(at) {
                continue;
            }
            if self.opening.strict {
                let mut part = self.play.look(|run| run.journal.entries[at..].to_vec());
                part.extend(later.iter().cloned());
                if let Some(seen) = self.seen(&part, &self.revealed_with(at), unseen.saturating_sub(at)) {
                    self.feed_again(later);
                    return Step::Barred(seen);
                }
            }
            let revealed = self.revealed_with(at);
            let mut part = self.play.back_to(at);
            part.append(&mut later);
            later = part;
            if watched {
                // Bots wait here until the player continues.
                self.desk.borrow_mut().limit = Some(0);
            }
            self.lay_again();
            self.go_on();
            self.desk.borrow_mut().limit = limit;
            if self.journal_length() == at && self.is_at_rest() && !self.is_price_of_order() {
                let seen = self.seen(&later, &revealed, unseen.saturating_sub(at));
                let shown = self.shown_since(&hidden);
                if let Some(shown) = shown.clone().filter(|_| self.opening.strict) {
                    self.feed_again(later);
                    return Step::Barred(shown);
                }
                self.bring_notes_here();
                let seen = also_shown(seen, shown);
                let noted = seen.is_some();
                if let Some(seen) = seen {
                    let number = self.decisions() + 1;
                    self.note(format!("decision {number}{TAKEN_BACK}{seen}"));
                }
                self.undone.push(Undone { entries: later, noted, window: None, silent });
                return Step::Gone(revealed);
            }
            // This answer was given automatically, such as a slot, or it was the payment for an order. Go further back.
            self.play.back_to(at);
        }
        // No decision had been made before, so everything is restored.
        self.feed_again(later);
        Step::Nowhere
    }

    /// True if the table waits for a decision, or for a step to begin. A window that waits for bots only shows no question.
    fn is_at_rest(&self) -> bool {
        match self.standing {
            Standing::Asked(_) => true,
            Standing::Idle => self.play.look(|run| run.pending.is_none()),
            _ => false,
        }
    }

    /// Lets the pending window pass: no person uses it.
    pub(super) fn pass_window(&mut self, seat: u16) {
        if self.decides_itself(seat) {
            self.passed.push(PassedWindow { seat, at: self.journal_length(), silent: self.play.silent() });
        }
        self.play.stay_silent();
    }

    /// Forgets the windows that passed after the present position, on a line of play that was taken back.
    pub(super) fn forget_later_windows(&mut self) {
        let (at, silent) = (self.journal_length(), self.play.silent());
        self.passed.retain(|window| window.is_before(at, silent));
    }

    /// Goes back to a window that a person let pass.
    fn back_to_window(&mut self, window: PassedWindow) -> Step {
        let PassedWindow { seat, at, silent } = window;
        let silent_after = self.play.silent();
        let (revealed, hidden) = (self.revealed_with(at), self.hidden_now());
        let mut part = vec![Entry::Answer { seat, silent: Some(silent), answer: Answer::Pass, text: String::new() }];
        part.extend(self.play.look(|run| run.journal.entries[at..].to_vec()));
        let seen = self.seen(&part, &revealed, self.unseen_from().saturating_sub(at));
        if let Some(seen) = seen.clone().filter(|_| self.opening.strict) {
            return Step::Barred(seen);
        }
        self.passed.pop();
        let entries = self.play.back_to_window(at, silent);
        self.lay_again();
        self.go_on();
        self.bring_notes_here();
        let seen = also_shown(seen, self.shown_since(&hidden));
        let noted = seen.is_some();
        if let Some(seen) = seen {
            self.note(format!("the answer to an interrupt{TAKEN_BACK}{seen}"));
        }
        self.undone.push(Undone { entries, noted, window: Some(seat), silent: silent_after });
        Step::Gone(revealed)
    }

    fn feed_again(&mut self, entries: Vec<Entry>) {
        if !entries.is_empty() {
            self.feed(entries);
            self.go_on();
        }
    }

    /// Puts entries that were taken back into the journal again.
    fn feed(&mut self, entries: Vec<Entry>) {
        // A player who is not stopped at the window of the first entry has passed it in silence.
        if let Some(Entry::Answer { silent: Some(silent), .. } | Entry::Arbiter { silent: Some(silent), .. }) =
            entries.first()
            && self.play.silent() > *silent
        {
            self.play.back_to_window(self.journal_length(), *silent);
        }
        self.play.feed(entries);
        self.lay_again();
    }

    fn answered_by_person(&self, at: usize) -> bool {
        let seat = self.answering(at);
        let by_hand = self.play.look(|run| matches!(run.journal.entries.get(at), Some(Entry::Arbiter { .. })));
        by_hand || seat.is_some_and(|seat| self.is_person(seat) && self.decides_itself(seat))
    }

    /// The side whose answer an entry of the journal is.
    fn answering(&self, at: usize) -> Option<u16> {
        self.play.look(|run| match run.journal.entries.get(at) {
            Some(Entry::Answer { seat, .. }) => Some(*seat),
            Some(Entry::Unread { seat, .. }) => *seat,
            _ => None,
        })
    }

    /// False for the other sides of a puzzle, which only reply.
    fn decides_itself(&self, seat: u16) -> bool {
        self.puzzle_played().is_none_or(|puzzle| puzzle.solver == seat)
    }

    /// Redoes decisions taken back, in the same steps.
    pub fn forward(&mut self, steps: usize) -> Went {
        // Where only bots play, they wait: what they would decide now is another line of play.
        let limit = self.desk.borrow().limit;
        if self.people().next().is_none() {
            self.desk.borrow_mut().limit = Some(0);
        }
        let went = self.redo(steps);
        self.desk.borrow_mut().limit = limit;
        went
    }

    fn redo(&mut self, steps: usize) -> Went {
        let mut gone = 0;
        while gone < steps {
            let Some(part) = self.undone.pop() else { break };
            let rest = std::mem::take(&mut self.undone);
            let (again, window) = (part.entries.clone(), part.window);
            let length = self.journal_length() + again.len();
            let result = self.attempt(|session| {
                if let Some(seat) = window {
                    session.pass_window(seat);
                }
                session.feed(again);
            });
            if matches!(result, Said::Done)
                && self.journal_length() == length.saturating_sub(usize::from(window.is_some()))
            {
                self.pass_windows_again(part.silent);
            }
            // A bot that has decided anew has left the line of play that was taken back.
            let is_left = self.journal_length() > length;
            self.undone = if is_left { Vec::new() } else { rest };
            if let Said::Faulty(fault) = result {
                self.undone.push(part);
                return Went::Faulty(fault);
            }
            if part.noted {
                self.notes.pop();
            }
            gone += 1;
        }
        if gone == 0 { Went::Nowhere } else { Went::By(gone) }
    }

    /// Lets windows pass as they did before, until this many have since the last entry.
    fn pass_windows_again(&mut self, silent: u32) {
        let at_window = |run: &Run| match &run.pending {
            Some(pending) => matches!(pending.question.kind, Kind::Window { .. }),
            None => false,
        };
        while self.play.silent() < silent && self.play.look(at_window) {
            self.play.stay_silent();
            self.go_on();
        }
    }

    /// Goes to just before decision `number`, counted from 1 over all seats. If a bot made it, goes to the last
    /// decision of a person before it. There is no way to a decision that has not been made.
    pub fn goto(&mut self, number: usize) -> Went {
        let now = self.decisions() + 1;
        if number == now || number > self.last_to_go_to() {
            return Went::Nowhere;
        }
        if number > now {
            let mut gone = 0;
            while self.decisions() + 1 < number {
                match self.forward(1) {
                    Went::By(steps) => gone += steps,
                    Went::Nowhere | Went::Barred(_) => break,
                    Went::Faulty(fault) => return Went::Faulty(fault),
                }
            }
            // Forward goes on through the decisions of bots.
            if self.decisions() + 1 > number && gone > 0 && matches!(self.back(1), Went::By(_)) {
                gone -= 1;
            }
            return if gone == 0 { Went::Nowhere } else { Went::By(gone) };
        }
        self.back_while(|_, session| session.decisions() + 1 > number)
    }

    /// The number of the decision that follows the last one made, or the last one taken back if there are any.
    pub fn last_to_go_to(&self) -> usize {
        let of_step = |step: &Undone| {
            let answers = step.entries.iter().filter(|entry| entry.is_answer()).count();
            // A window that passed is no decision: the record does not hold it.
            answers - usize::from(step.window.is_some())
        };
        self.decisions() + self.undone.iter().map(of_step).sum::<usize>() + 1
    }

    /// The number of steps that can be redone.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    pub(super) fn journal_length(&self) -> usize {
        self.play.look(|run| run.journal.entries.len())
    }
}
