//! Questions to players and to chance: the journal answers first, then the oracle (design, ideas 1 to 3).

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::value::{Faces, Value};

use super::run::{Act, Cx, Pending, Run, Stop};
use crate::play::answers::journal::Entry;
use crate::play::answers::log::Event;
use crate::play::answers::oracle::{Nobody, Reply, Stream, number_below};
use crate::play::answers::question::{Answer, Kind, Question};
use crate::play::options::drawn;
use crate::play::options::offers::OfferQuery;
use crate::play::present::sentence;
use crate::play::store::world::{Fault, Read};
use crate::play::viewer::place_names::Viewer;

/// The maximum number of dice in one roll.
const MOST_DICE: i64 = 100;

/// The next journal entry, where a side is asked for an action.
pub(in crate::play) enum Foretold {
    /// A pass.
    Pass,
    /// This offer, with parameters that make it legal.
    Act(OfferId),
}

/// The fault for laid dice that do not fit the roll.
fn laid(message: String) -> Stop {
    Stop::Fault(Box::new(Fault::new(message).of_the_table()))
}

impl Cx<'_> {
    /// Asks one side.
    ///
    /// # Errors
    /// [`Stop::Ask`] when there is no answer yet.
    pub fn ask(&self, side: u16, prompt: impl Into<String>, kind: Kind) -> Act<Answer> {
        match self.ask_any(Question { seats: vec![side], prompt: prompt.into(), kind })? {
            Some((_, answer)) => Ok(answer),
            None => Err(Stop::fault("a question was left unanswered")),
        }
    }

    /// Asks several sides; at a window, `None` means that all stay silent.
    pub fn ask_any(&self, mut question: Question) -> Act<Option<(u16, Answer)>> {
        let mut run = self.run.borrow_mut();
        let window = matches!(question.kind, Kind::Window { .. });
        // Random answers are drawn even during a replay, so that the random stream stays in step.
        let drawn = run.decided_by_chance(&mut question)?;
        if let Some(entry) = run.journal.entries.get(run.journal.used).cloned() {
            return self.answer_in_journal(&mut run, entry, question, window);
        }
        if window && run.journal.silent < run.journal.silent_before {
            run.journal.silent += 1;
            return Ok(None);
        }
        if let Some((side, answer)) = drawn {
            run.take_down_answer(side, &question, answer.clone(), window);
            return Ok(Some((side, answer)));
        }
        if question.seats.is_empty() {
            // All sides asked here are played by chance, and use no window.
            run.journal.silent += 1;
            return Ok(None);
        }
        let run = &mut *run;
        let mut oracle = std::mem::replace(&mut run.oracle, Box::new(Nobody));
        // Effort of the oracle does not count for the rules.
        let reply = run.effort.aside(|| oracle.answer(&run.world(), &question));
        run.oracle = oracle;
        match reply {
            Reply::Answer(seat, answer) => {
                if !question.allows(&answer) {
                    return Err(Stop::fault(format!("this does not answer the question: {}", question.prompt)));
                }
                let answer = run.world().plainest(&question, answer);
                run.write_down(seat, &question, answer.clone(), window);
                Ok(Some((seat, answer)))
            }
            Reply::Faulty(fault) => Err(Stop::Fault(fault)),
            Reply::Silence if window => {
                run.journal.silent += 1;
                Ok(None)
            }
            Reply::Silence | Reply::Wait => {
                run.journal.silent_before = run.journal.silent;
                run.pending = Some(Pending { question, state: run.state().clone(), unseen: run.unseen, by: None });
                Err(Stop::Ask)
            }
        }
    }

    fn answer_in_journal(
        &self,
        run: &mut Run,
        entry: Entry,
        question: Question,
        window: bool,
    ) -> Act<Option<(u16, Answer)>> {
        if let Entry::Arbiter { silent, .. } = entry {
            if window && silent.is_none_or(|silent| run.journal.silent < silent) {
                run.journal.silent += 1;
                return Ok(None);
            }
            // The position changes first, then the question is asked again.
            run.pending = Some(Pending { question, state: run.state().clone(), unseen: run.unseen, by: None });
            return Err(Stop::Ask);
        }
        if window && !entry.is_answer() {
            // The next entry is a result of chance: the sides were silent here.
            run.journal.silent += 1;
            return Ok(None);
        }
        let (seat, silent, answer) = match entry {
            Entry::Answer { seat, silent, answer, .. } => (seat, silent, (answer, String::new(), 0)),
            Entry::Unread { seat: Some(seat), silent, text, line } => (seat, silent, (Answer::Pass, text, line)),
            _ => {
                return Err(Stop::misfit(format!(
                    "the journal gives a result of chance where a question is asked: {}",
                    question.prompt
                )));
            }
        };
        if window && silent.is_none_or(|silent| run.journal.silent < silent) {
            run.journal.silent += 1;
            return Ok(None);
        }
        let (mut answer, text, line) = answer;
        if let Some(silent) = silent.filter(|_| line > 0 && !window) {
            return Err(Stop::fault(format!(
                "`+{silent}` marks an interrupt; leave it out here, where an ordinary question is answered"
            )));
        }
        if line > 0 {
            answer = sentence::read(&run.world(), &question, seat, &text)
                .map_err(|problem| Stop::misfit(format!("`{text}` does not answer the question: {problem}")))?;
        }
        if !question.seats.contains(&seat) || !question.allows(&answer) {
            return Err(Stop::misfit(format!(
                "the journal's answer `{text}` does not fit the question: {}",
                question.prompt
            )));
        }
        if line > 0 {
            // Store the journal's answer in its resolved form.
            let at = run.journal.used;
            let text = sentence::write(&run.world(), &question, seat, &answer);
            run.journal.entries[at] = Entry::Answer { seat, silent, answer: answer.clone(), text };
        }
        run.journal.used += 1;
        run.journal.silent = 0;
        run.decided();
        run.observer.answered(run.journal.used);
        run.note(|run| run.decision(seat, &question, &answer));
        Ok(Some((seat, answer)))
    }

    /// The next journal entry for a side that is asked for an action, if it is known to be legal without listing all
    /// actions: a pass, or one action. `offers`: offers that may be open; `pass`: the words for passing.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn foretold(&self, side: u16, offers: &[OfferId], pass: &str) -> Act<Option<Foretold>> {
        let mut run = self.run.borrow_mut();
        let run = &mut *run;
        if run.observer.is_on() || run.is_by_chance(side) {
            return Ok(None);
        }
        let (at, effort) = (run.journal.used, run.effort.clone());
        let (seat, text) = match run.journal.entries.get(at) {
            Some(Entry::Answer { seat, answer: Answer::Act(offer, values), .. }) if *seat == side => {
                let query = OfferQuery::new(&run.world(), *offer, side, false, None);
                let can_be_taken = || -> Read<bool> { Ok(offers.contains(offer) && query.check(values)?.is_some()) };
                let can_be_taken = effort.aside(can_be_taken)?;
                return Ok(can_be_taken.then_some(Foretold::Act(*offer)));
            }
            Some(Entry::Answer { seat, answer: Answer::Pass, .. }) if *seat == side => {
                return Ok(Some(Foretold::Pass));
            }
            // Only an answer to a window has a number of windows before it.
            Some(Entry::Unread { seat: Some(seat), silent: None, text, .. }) => (*seat, text),
            _ => return Ok(None),
        };
        if seat != side {
            return Ok(None);
        }
        if sentence::passes(text, pass) {
            return Ok(Some(Foretold::Pass));
        }
        let read = effort.aside(|| sentence::read_plainly(&run.world(), offers, side, text))?;
        let Some((offer, values)) = read else { return Ok(None) };
        // An offer for any time alone does not make the step ask, and at a later question the sentence may mean another.
        if self.game.offers[offer.at()].at_any_time() {
            return Ok(None);
        }
        let text = sentence::act_sentence(&run.world(), offer, &values, side);
        run.journal.entries[at] = Entry::Answer { seat, silent: None, answer: Answer::Act(offer, values), text };
        Ok(Some(Foretold::Act(offer)))
    }

    /// A member of a set, chosen by a side. A single member is taken without a question; an empty set yields `none`.
    pub fn choose(&self, side: u16, prompt: &str, of: Vec<Value>, optional: bool) -> Act<Value> {
        self.choose_of(side, prompt, of, optional, false)
    }

    /// [`Cx::choose`]; `slots`: whether the choices are slots.
    pub fn choose_of(&self, side: u16, prompt: &str, of: Vec<Value>, optional: bool, slots: bool) -> Act<Value> {
        if of.is_empty() {
            return Ok(Value::None);
        }
        let all = of;
        let of = self.run.borrow().world().unlike(all.iter().cloned().collect()).into_vec();
        if of.len() == 1 && !optional {
            return Ok(of[0].clone());
        }
        // Cards have no names of their own.
        let is_piece = |value: &Value| value.as_ref().is_some_and(|thing| thing.domain == Domain::Piece);
        let twins = all.into_iter().filter(|value| is_piece(value) && !of.contains(value)).collect();
        match self.ask(side, prompt, Kind::One { of, twins, optional, slots })? {
            Answer::One(value) => Ok(value),
            _ => Ok(Value::None),
        }
    }

    /// Rolls dice of the game: laid dice, the journal, the oracle or the generator decide.
    pub fn roll(&self, count: i64) -> Act<Faces> {
        let (low, high) = self.game.die;
        self.roll_faces(count, low, high)
    }

    /// Rolls dice with these faces.
    pub fn roll_faces(&self, count: i64, low: i64, high: i64) -> Act<Faces> {
        if !(0..=MOST_DICE).contains(&count) {
            return Err(Stop::fault(format!("cannot roll {count} dice: at most {MOST_DICE} at once")));
        }
        if count == 0 {
            return Ok(SmallVec::new());
        }
        let mut run = self.run.borrow_mut();
        let purpose = run.state().stack.last().map(|frame| frame.scope);
        let from_journal = match run.journal.entries.get(run.journal.used).cloned() {
            Some(Entry::Dice(faces)) => Some(faces),
            Some(Entry::Unread { seat: None, text, .. }) => Some(
                sentence::read_dice(&text).ok_or_else(|| Stop::misfit(format!("`{text}` is not a roll of dice")))?,
            ),
            Some(_) => return Err(Stop::fault("the journal has a player's answer where it needs dice")),
            None => None,
        };
        let faces = if let Some(faces) = from_journal {
            let fits = faces.len() as i64 == count && faces.iter().all(|face| (low..=high).contains(&i64::from(*face)));
            if !fits {
                return Err(Stop::fault(format!("the journal's dice do not match a roll of {count}")));
            }
            faces
        } else {
            run.fresh_dice(count as usize, low, high)?
        };
        run.take_down(Entry::Dice(faces.clone()));
        *run.live.drawn(Stream::Dice.number()) += count as u32;
        run.live.set_unsettled(true);
        let shown = faces.clone();
        run.note(|_| Event::Rolled(purpose, shown));
        Ok(faces)
    }

    /// A random member of a set.
    pub fn draw_lot(&self, prompt: &str, of: &BitSet, domain: Domain) -> Act<Value> {
        let members: Vec<u16> = of.iter().collect();
        if members.is_empty() {
            return Ok(Value::None);
        }
        let mut run = self.run.borrow_mut();
        let found = match run.journal.entries.get(run.journal.used).cloned() {
            Some(Entry::Lot(thing)) => thing,
            Some(Entry::Unread { seat: None, text, .. }) => {
                let world = run.world();
                let named = members.iter().map(|index| Ref::new(domain, *index));
                let named = named.into_iter().find(|thing| world.name(*thing) == text);
                named.ok_or_else(|| Stop::misfit(format!("`{text}` cannot be drawn here")))?
            }
            Some(_) => return Err(Stop::fault("the journal has another entry where it needs a random draw")),
            None if let Some(laid) = run.forced_lot(&members, domain)? => laid,
            None => {
                let decided = run.oracle.chance(&mut || vec![1; members.len()]);
                let at = decided.unwrap_or_else(|| {
                    let counter = run.state().chance[Stream::Lots.number()];
                    number_below(run.seed, Stream::Lots, counter, members.len() as u32) as usize
                });
                // Copies of a card are equal, and the journal names the card: it is the first with this name.
                let def = |card: u16| run.game.cards[usize::from(card)].def;
                let is_copy = |other: &&u16| domain == Domain::Card && def(**other) == def(members[at]);
                Ref::new(domain, *members.iter().find(is_copy).unwrap_or(&members[at]))
            }
        };
        if !members.contains(&found.index) {
            return Err(Stop::fault("the journal's random draw is not possible here"));
        }
        run.take_down(Entry::Lot(found));
        *run.live.drawn(Stream::Lots.number()) += 1;
        run.live.set_unsettled(true);
        run.note(|_| Event::Lot(prompt.to_owned(), found));
        Ok(Value::Ref(found))
    }
}

impl Run {
    /// Writes a result of chance to the journal, or passes over it in a replay.
    pub(super) fn take_down(&mut self, entry: Entry) {
        let at = self.journal.used;
        if at < self.journal.entries.len() {
            self.journal.entries[at] = entry;
            self.journal.used += 1;
        } else {
            if self.journal.kept {
                self.journal.entries.push(entry);
                self.journal.used += 1;
            }
            self.journal.silent_before = 0;
        }
        self.journal.silent = 0;
    }

    /// The log text of a decision, with the names of places that its reader uses.
    fn decision(&self, seat: u16, question: &Question, answer: &Answer) -> Event {
        let text = sentence::write(&self.world().through(Viewer::Later), question, seat, answer);
        Event::Decision(seat, text, question.asked())
    }

    /// True if chance decides for a side.
    pub fn is_by_chance(&self, side: u16) -> bool {
        self.game.sides.get(usize::from(side)).is_some_and(|side| side.by_chance) && !self.asked.contains(&side)
    }

    /// The answer of sides that are played by chance. If other sides may also use this window, only those remain to be
    /// asked.
    fn decided_by_chance(&mut self, question: &mut Question) -> Act<Option<(u16, Answer)>> {
        let by_chance: Vec<u16> = question.seats.iter().copied().filter(|seat| self.is_by_chance(*seat)).collect();
        if !matches!(question.kind, Kind::Window { .. }) {
            let seat = by_chance.first().copied().filter(|_| by_chance.len() == question.seats.len());
            return seat.map(|seat| Ok((seat, self.lot(question, seat)?))).transpose();
        }
        for seat in by_chance {
            let answer = self.lot(question, seat)?;
            if answer != Answer::Pass {
                return Ok(Some((seat, answer)));
            }
            question.seats.retain(|other| *other != seat);
            if let Kind::Window { offers } = &mut question.kind {
                offers.retain(|(other, _)| *other != seat);
            }
        }
        Ok(None)
    }

    /// A random legal answer. Each decision advances the stream by one, however many draws it needs.
    fn lot(&mut self, question: &Question, seat: u16) -> Act<Answer> {
        let counter = self.state().chance[Stream::Lots.number()];
        *self.live.drawn(Stream::Lots.number()) += 1;
        let (seed, mut drawn) = (self.seed, 0u32);
        let mut oracle = std::mem::replace(&mut self.oracle, Box::new(Nobody));
        let mut draw = |bound: usize| -> usize {
            if let Some(decided) = oracle.chance(&mut || vec![1; bound.max(1)]) {
                return decided;
            }
            let place = counter.wrapping_add(drawn << 20);
            drawn += 1;
            number_below(seed, Stream::Lots, place, bound.max(1) as u32) as usize
        };
        let answer = self.drawn_by_lot(question, seat, &mut draw);
        self.oracle = oracle;
        answer
    }

    /// The same, with this generator.
    fn drawn_by_lot(&self, question: &Question, seat: u16, draw: &mut drawn::Draw<'_>) -> Act<Answer> {
        let world = self.world();
        if let Kind::Window { offers } = &question.kind {
            // Staying silent is one of the options.
            let own = offers.iter().filter(|(other, _)| *other == seat).count();
            if draw(own + 1) == own {
                return Ok(Answer::Pass);
            }
        }
        let answer = drawn::answer(&world, question, seat, draw)?;
        let answer =
            answer.ok_or_else(|| Stop::fault(format!("no random answer fits the question: {}", question.prompt)))?;
        Ok(world.plainest(question, answer))
    }

    /// Counts a decision.
    pub(in crate::play) fn decided(&mut self) {
        self.decisions += 1;
        self.idle = 0;
    }

    /// Records a player's answer.
    pub fn write_down(&mut self, seat: u16, question: &Question, answer: Answer, window: bool) {
        self.decided();
        self.take_down_answer(seat, question, answer, window);
    }

    /// Records an answer in journal and log.
    fn take_down_answer(&mut self, seat: u16, question: &Question, answer: Answer, window: bool) {
        if self.journal.kept || self.log.kept {
            let decision = self.decision(seat, question, &answer);
            if self.journal.kept {
                let text = sentence::write(&self.world(), question, seat, &answer);
                let silent = window.then_some(self.journal.silent);
                self.journal.entries.push(Entry::Answer { seat, silent, answer, text });
                self.journal.used += 1;
            }
            self.note(|_| decision);
        }
        self.journal.silent = 0;
        self.journal.silent_before = 0;
    }

    /// The card that the oracle draws. Copies are equal, so the oracle decides on the name only.
    pub(super) fn card_decided(&mut self, cards: &BitSet) -> Option<u16> {
        let mut kinds: Vec<(u16, u16, u64)> = Vec::new();
        let Run { game, oracle, .. } = self;
        let decided = oracle.chance(&mut || {
            for card in cards.iter() {
                let def = game.cards[usize::from(card)].def;
                match kinds.iter_mut().find(|(other, ..)| *other == def) {
                    Some((.., copies)) => *copies += 1,
                    None => kinds.push((def, card, 1)),
                }
            }
            kinds.iter().map(|(.., copies)| *copies).collect()
        });
        decided.map(|at| kinds[at].1)
    }

    fn fresh_dice(&mut self, count: usize, low: i64, high: i64) -> Act<Faces> {
        let mut faces: Faces = if let Some(forced) = self.forced_dice.pop_front() {
            if forced.len() != count {
                let wanted = if count == 1 { "1 die".to_owned() } else { format!("{count} dice") };
                let faces: Vec<String> = forced.iter().map(ToString::to_string).collect();
                return Err(laid(format!(
                    "this roll takes {wanted}, and {} supplied for it: {}; each roll takes a group of its own, \
                     separated by `|`",
                    if forced.len() == 1 { "1 was".to_owned() } else { format!("{} were", forced.len()) },
                    faces.join(" ")
                )));
            }
            if let Some(wrong) = forced.iter().find(|face| !(low..=high).contains(face)) {
                return Err(laid(format!("a die of this roll shows {low} to {high}, and {wrong} was supplied for it")));
            }
            forced.iter().map(|face| *face as i8).collect()
        } else if !self.row_of_dice.0.is_empty() {
            let (row, from) = &self.row_of_dice;
            let rolled = self.state().chance[Stream::Dice.number()].saturating_sub(*from) as usize;
            let faces = (rolled..rolled + count).map(|at| row[at % row.len()]);
            faces.map(|face| i64::from(face).clamp(low, high) as i8).collect()
        } else {
            match self.oracle.roll(count, low, high) {
                Some(faces) => faces,
                None => {
                    let counter = self.state().chance[Stream::Dice.number()];
                    let bound = (high - low + 1) as u32;
                    (0..count as u32)
                        .map(|at| low as i8 + number_below(self.seed, Stream::Dice, counter + at, bound) as i8)
                        .collect()
                }
            }
        };
        faces.sort_unstable();
        Ok(faces)
    }
}
