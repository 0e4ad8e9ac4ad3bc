//! A stretch of play as a `test` item: the position before it, what the players did and what chance gave, and what was
//! seen. Every step is checked on the position as it was written, so that the test passes.

use std::sync::Arc;

use crate::check::read_typed;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::setup::Position;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::model::way::Way;
use crate::play::journal::Entry;
use crate::play::opening::Opener;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};
use crate::play::run::Pending;
use crate::play::state::{Frame, Layout, NOWHERE, Phase, State};
use crate::play::{Beginning, Play, Status, World, drawn, native, sentence};

use super::export::{ANY, Exported, position};
use super::{Session, Standing};

/// The most decisions that a test repeats.
const MOST_STEPS: usize = 60;
/// The most positions from which a test may begin.
const MOST_TRIED: usize = 12;
/// The most conditions of its last line.
const MOST_CONDITIONS: usize = 12;

/// A position as a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsTest {
    /// The text of the item.
    pub text: String,
    /// The number of decisions that it repeats.
    pub steps: usize,
    /// Why it repeats no earlier decision, if there is one.
    pub without: Option<String>,
}

/// The position from which a test begins.
pub(super) struct Base {
    pub(super) state: State,
    pub(super) layout: Arc<Layout>,
    /// How much of the journal led there.
    pub(super) used: usize,
}

/// Waits at every question, for the test answers it.
struct Patient;

impl Oracle for Patient {
    fn answer(&mut self, _world: &World<'_>, _question: &Question) -> Reply {
        Reply::Wait
    }
}

impl Session {
    /// This position as a `test` item, with the decisions since it was set up by hand, or since its step began.
    ///
    /// # Errors
    /// What the notation of positions cannot say.
    pub fn as_test(&self, title: &str) -> Result<AsTest, String> {
        let (bases, entries) = self.bases();
        let mut first: Option<String> = None;
        for base in &bases {
            match self.trial(base, &entries[base.used..], title) {
                Ok(found) => return Ok(AsTest { without: first, ..found }),
                Err(problem) => first = first.or(Some(problem)),
            }
        }
        // What is under way cannot be repeated: the position before it stands still.
        let base = bases.last().ok_or("there is no position yet")?;
        let mut trial = Trial::begin(self, base, &[], false)?;
        let theirs = self.play.look_with(&base.state, &base.layout, plain_position)?;
        trial.same(&trial.play.look(|run| plain_position(&run.world()))?, &theirs)?;
        let labels = trial.changed();
        trial = Trial::begin(self, base, &labels, false)?;
        trial.see();
        Ok(AsTest { text: trial.text(title), steps: 0, without: first })
    }

    /// The positions from which a test may begin, the earliest first, and the journal.
    fn bases(&self) -> (Vec<Base>, Vec<Entry>) {
        let entries = self.play.look(|run| run.journal.entries.clone());
        let by_hand = entries.iter().rposition(|entry| matches!(entry, Entry::Arbiter { .. })).map_or(0, |at| at + 1);
        let now = self.play.look(|run| (run.state.clone(), run.layout.clone(), run.journal.used));
        let mut bases: Vec<Base> = Vec::new();
        self.play.kept(|state, layout, used| {
            let steps = entries[used.min(entries.len())..].iter().filter(|entry| is_answer(entry)).count();
            // Without a change by hand, the step that runs now is repeated.
            let same = by_hand > 0 || instance(&self.game, state) == instance(&self.game, &now.0);
            if used >= by_hand && steps <= MOST_STEPS && same {
                bases.push(Base { state: state.clone(), layout: layout.clone(), used });
            }
        });
        if bases.len() > MOST_TRIED {
            // The first one, and the last ones.
            let last = bases.split_off(bases.len() + 1 - MOST_TRIED);
            bases.truncate(1);
            bases.extend(last);
        }
        if bases.last().is_none_or(|base| base.used < now.2) {
            bases.push(Base { state: now.0, layout: now.1, used: now.2 });
        }
        (bases, entries)
    }

    /// A test that begins in this position, if it repeats what was done.
    pub(super) fn trial(&self, base: &Base, entries: &[Entry], title: &str) -> Result<AsTest, String> {
        let mut labels = Vec::new();
        // What changes is seen in a first run; then those pieces have labels.
        let mut trial = Trial::begin(self, base, &labels, true)?;
        trial.repeat(entries)?;
        trial.agrees(self)?;
        let wanted = trial.changed();
        if !wanted.is_empty() {
            labels = wanted;
            trial = Trial::begin(self, base, &labels, true)?;
            trial.repeat(entries)?;
        }
        trial.see();
        Ok(AsTest { text: trial.text(title), steps: trial.steps, without: None })
    }
}

fn is_answer(entry: &Entry) -> bool {
    matches!(entry, Entry::Answer { .. } | Entry::Unread { seat: Some(_), .. })
}

/// What tells one run of a step from another.
fn instance(game: &Game, state: &State) -> Vec<(Option<StepId>, i64, Option<u16>)> {
    let steps = state.stack.iter().filter(|frame| frame.step.is_some_and(|id| game.steps[id.at()].sequence.is_none()));
    steps.map(|frame| (frame.step, frame.count, frame.side)).collect()
}

/// A test under construction, played as it is written.
struct Trial<'s> {
    game: &'s Arc<Game>,
    play: Play,
    status: Option<Status>,
    exported: Exported,
    /// The step of its `at` line.
    at: Option<(StepId, Option<u16>)>,
    /// For each piece of the game, that of the test.
    pieces: Vec<Option<u16>>,
    labels: Vec<(u16, String)>,
    /// The position with which it began.
    before: State,
    lines: Vec<String>,
    steps: usize,
}

impl<'s> Trial<'s> {
    /// Sets up the position. `labels`: the pieces of the game that get one. `runs`: its step begins.
    fn begin(session: &'s Session, base: &Base, labels: &[u16], runs: bool) -> Result<Trial<'s>, String> {
        let game = &session.game;
        let (exported, names) = session.play.look_with(&base.state, &base.layout, |world| {
            let named = |piece: u16| label_of(world, piece);
            let held = held_pieces(world);
            let given = |piece: u16| (labels.contains(&piece) || held.contains(&piece)).then(|| named(piece));
            let mut all: Vec<u16> = labels.iter().chain(&held).copied().collect();
            all.sort_unstable();
            all.dedup();
            let names: Vec<(u16, String)> = all.into_iter().map(|piece| (piece, named(piece))).collect();
            position(world, &given).map(|exported| (exported, names))
        })?;
        let text = exported.lines.join("\n");
        let mut position = if text.is_empty() { Position::default() } else { read_typed(game, &text, None)? };
        let counts = position.steps.clone();
        // Each piece is told apart by a label, however they are put in order.
        let own: Vec<Option<String>> = position.pieces.iter().map(|piece| piece.label.clone()).collect();
        for (at, piece) in position.pieces.iter_mut().enumerate() {
            piece.label.get_or_insert_with(|| format!("#{at}"));
        }
        let beginning = Beginning { positions: vec![position], in_sequence: false };
        let fail = |fault: Box<crate::play::Fault>| fault.message;
        let mut play = Play::new(game, &beginning, 1, true, native::make).map_err(fail)?;
        play.set_oracle(Box::new(Patient));
        if play.once(|cx| cx.settle()).is_err() {
            return Err("the position does not settle by itself".to_owned());
        }
        let innermost = base.state.stack.iter().rev().filter(|_| runs).find_map(|frame| {
            let id = frame.step.filter(|id| game.steps[id.at()].sequence.is_none())?;
            Some((id, base.state.me()))
        });
        let scopes = counts.clone();
        play.adjust(|run| {
            for (step, count) in scopes {
                let mut frame = Frame::new(game.steps[step.at()].scope, None, Phase::Inline);
                frame.count = count;
                run.state.stack.push(frame);
            }
            run.touch_scopes();
        });
        let written: Vec<Option<u16>> = play.adjust(|run| {
            let labels = &run.layout.labels;
            let labelled = |name: &str| labels.iter().find(|(label, _)| label == name).map(|(_, piece)| *piece);
            let named = |(at, own): (usize, &Option<String>)| match own {
                Some(own) => labelled(own),
                None => labelled(&format!("#{at}")),
            };
            let written = own.iter().enumerate().map(named).collect();
            let mut layout = Layout::clone(&run.layout);
            layout.labels.retain(|(label, _)| !label.starts_with('#'));
            run.layout = Arc::new(layout);
            written
        });
        let pieces = session.play.look_with(&base.state, &base.layout, |base| {
            play.look(|run| paired(&run.world(), base, &exported, &written))
        });
        let mut trial = Trial {
            game,
            play,
            status: None,
            exported,
            at: innermost,
            pieces,
            labels: Vec::new(),
            before: base.state.clone(),
            lines: Vec::new(),
            steps: 0,
        };
        trial.labels =
            names.into_iter().filter_map(|(piece, name)| Some((trial.pieces[usize::from(piece)]?, name))).collect();
        trial.before = trial.play.look(|run| run.state.clone());
        let Some((step, side)) = innermost else { return Ok(trial) };
        let begun = trial.play.look(|run| Opener { run, counts: &counts }.begin(step, side));
        let frames = begun.map_err(|fault| fault.message)?.map_err(|reason| reason.text)?;
        trial.play.adjust(|run| {
            run.state.stack = frames;
            run.touch_scopes();
        });
        Ok(trial)
    }

    /// Repeats what was done, and writes it down.
    fn repeat(&mut self, entries: &[Entry]) -> Result<(), String> {
        let mut dice: Vec<Vec<i64>> = Vec::new();
        let mut cards: Vec<u16> = Vec::new();
        let mut rest = entries.iter().peekable();
        // What chance gave belongs to the decision before it, and is laid ready in front of that.
        let mut chance = |rest: &mut std::iter::Peekable<std::slice::Iter<'_, Entry>>,
                          trial: &mut Trial<'_>|
         -> Result<Vec<String>, String> {
            dice.clear();
            cards.clear();
            while let Some(entry) = rest.next_if(|entry| !is_answer(entry)) {
                match entry {
                    Entry::Dice(faces) => dice.push(faces.iter().map(|face| i64::from(*face)).collect()),
                    Entry::Cards(drawn) => cards.extend(drawn.iter().copied()),
                    Entry::Arbiter { .. } | Entry::Lot(_) | Entry::Unread { .. } | Entry::Answer { .. } => {
                        return Err("chance has drawn something that a test cannot lay ready".to_owned());
                    }
                }
            }
            let game = trial.game;
            trial.play.adjust(|run| {
                run.forced_dice.extend(dice.iter().cloned());
                run.forced_cards.extend(cards.iter().map(|card| (None, *card)));
            });
            let mut lines = Vec::new();
            if !dice.is_empty() {
                let groups: Vec<String> = dice.iter().map(|group| super::notes::spaced(group)).collect();
                lines.push(format!("dice {}", groups.join(" | ")));
            }
            if !cards.is_empty() {
                let names: Vec<&str> =
                    cards.iter().map(|card| game.card_defs[usize::from(*card)].name.as_str()).collect();
                lines.push(format!("draw {}", names.join(", ")));
            }
            Ok(lines)
        };
        let laid = chance(&mut rest, self)?;
        self.lines.extend(laid);
        if self.at.is_some() {
            self.status = Some(self.play.go());
        }
        while let Some(entry) = rest.next() {
            let Entry::Answer { seat, silent, answer, .. } = entry else {
                return Err("a decision is not known yet".to_owned());
            };
            let pending = self.question_for(*silent)?;
            let question = &pending.question;
            let answer = self.mapped(question, *seat, answer).ok_or("a piece of a decision is not in the position")?;
            if !question.seats.contains(seat) || !question.allows(&answer) {
                return Err("something else is asked".to_owned());
            }
            let words = self.play.look_asked(|world| sentence::write(world, question, *seat, &answer));
            let laid = chance(&mut rest, self)?;
            self.lines.extend(laid);
            // What a test chooses by itself need not be said.
            let trifle = match (&question.kind, &answer) {
                (Kind::Pay { .. }, Answer::Way(0)) => true,
                (Kind::One { of, optional: false }, Answer::One(value @ Value::Int(_))) => of.first() == Some(value),
                _ => false,
            };
            if !trifle {
                let side = &self.game.sides[usize::from(*seat)].name;
                self.lines.push(format!("play {side}: {}", plain_line(&words)));
            }
            self.steps += 1;
            self.play.answer(*seat, question, answer);
            self.status = Some(self.play.go());
        }
        if let Some(Status::Faulty(fault)) = &self.status {
            return Err(fault.message.clone());
        }
        let left = self.play.look(|run| run.forced_dice.len() + run.forced_cards.len());
        if left > 0 { Err("dice or cards are left over".to_owned()) } else { Ok(()) }
    }

    /// The question that a decision answers; windows before it pass in silence.
    fn question_for(&mut self, silent: Option<u32>) -> Result<Box<Pending>, String> {
        loop {
            let pending = match &self.status {
                Some(Status::Asked(pending)) => pending.clone(),
                Some(Status::Faulty(fault)) => return Err(fault.message.clone()),
                _ => return Err("nothing is asked".to_owned()),
            };
            let window = matches!(pending.question.kind, Kind::Window { .. });
            let passed = self.play.look(|run| run.journal.silent_before);
            if !window || silent == Some(passed) {
                return Ok(pending);
            }
            self.play.stay_silent();
            self.status = Some(self.play.go());
        }
    }

    fn piece(&self, thing: Ref) -> Option<Ref> {
        match thing.domain {
            Domain::Piece => self.pieces.get(usize::from(thing.index)).copied().flatten().map(Ref::piece),
            _ => Some(thing),
        }
    }

    fn value(&self, value: &Value) -> Option<Value> {
        Some(match value {
            Value::Ref(thing) => Value::Ref(self.piece(*thing)?),
            Value::Set(Domain::Piece, set) => {
                let mapped: Option<Vec<u16>> =
                    set.iter().map(|piece| Some(self.piece(Ref::piece(piece))?.index)).collect();
                Value::set(Domain::Piece, mapped?)
            }
            other => other.clone(),
        })
    }

    /// An answer with the pieces of the test.
    fn mapped(&self, question: &Question, seat: u16, answer: &Answer) -> Option<Answer> {
        Some(match answer {
            Answer::Act(offer, values) => {
                let mut known: Vec<Value> = Vec::new();
                for value in values {
                    let found = match value {
                        Value::Way(way) => self.way(question, seat, *offer, &known, way),
                        other => self.value(other),
                    };
                    known.push(found?);
                }
                Answer::Act(*offer, known)
            }
            Answer::One(value) => Answer::One(self.value(value)?),
            Answer::Several(some) => {
                let mut some = some.iter().map(|thing| self.piece(*thing)).collect::<Option<Vec<_>>>()?;
                some.sort_unstable();
                Answer::Several(some)
            }
            other => other.clone(),
        })
    }

    /// The way of the test that ends where this one does, with the same facing.
    fn way(&self, question: &Question, seat: u16, offer: OfferId, known: &[Value], way: &Way) -> Option<Value> {
        self.play.look_asked(|world| {
            let open = super::menu::look_at(world, question, seat, offer).open(known).ok()?;
            let mut same = open.iter().filter(|value| match value {
                Value::Way(other) => (other.space(), other.facing()) == (way.space(), way.facing()),
                _ => false,
            });
            same.next().cloned()
        })
    }

    /// Holds two positions against each other, line by line.
    fn same(&self, own: &[String], theirs: &[String]) -> Result<(), String> {
        let lacks = own.iter().find(|line| !theirs.contains(line)).or(theirs.iter().find(|line| !own.contains(line)));
        match lacks {
            Some(line) => Err(format!("repeated from the position, it ends otherwise: {}", line.trim())),
            None => Ok(()),
        }
    }

    /// Holds the position at the end against that of the game.
    fn agrees(&self, session: &Session) -> Result<(), String> {
        let own = self.play.look_asked(plain_position)?;
        let theirs = session.play.look_asked(plain_position)?;
        self.same(&own, &theirs)?;
        // The same side must be asked the same.
        let asked =
            |question: Option<&Question>| question.map(|question| (question.seats.clone(), question.prompt.clone()));
        let here = match &self.status {
            Some(Status::Asked(pending)) => asked(Some(&pending.question)),
            _ => None,
        };
        let there = match &session.standing {
            Standing::Asked(pending) => asked(Some(&pending.question)),
            _ => None,
        };
        if here == there { Ok(()) } else { Err("something else is asked at its end".to_owned()) }
    }

    /// The pieces of the game that have moved or changed, or, where none has, some of those on the board.
    fn changed(&self) -> Vec<u16> {
        let own = |piece: &u16| self.pieces[usize::from(*piece)];
        let all: Vec<u16> = (0..self.pieces.len() as u16).filter(|piece| own(piece).is_some()).collect();
        let changed = |piece: &&u16| own(piece).is_some_and(|own| !self.conditions_of(own, "x").is_empty());
        let mut found: Vec<u16> = all.iter().filter(changed).copied().take(MOST_CONDITIONS).collect();
        if found.is_empty() {
            found = all.into_iter().take(2).collect();
        }
        found.retain(|piece| own(piece).is_some_and(|own| self.play.look(|run| run.world().unique(own).is_none())));
        found
    }

    /// What is different about a piece from the beginning of the test.
    fn conditions_of(&self, piece: u16, name: &str) -> Vec<String> {
        self.play.look_asked(|world| {
            let (game, now) = (self.game, world.state);
            let mut found = Vec::new();
            let at = |state: &State| state.pieces.get(usize::from(piece)).map_or(NOWHERE, |piece| piece.space);
            // A piece with a name of its own may be in no position: it is only said where it is.
            let unique = world.unique(piece).is_some();
            if at(now) != at(&self.before) {
                let name = if unique { format!("{name}?") } else { name.to_owned() };
                found.push(place_condition(world, piece, &name));
            }
            if unique {
                return found;
            }
            for (at, var) in game.vars.iter().enumerate().filter(|(_, var)| var.subject == Domain::Piece) {
                let id = VarId(at as u16);
                let value = now.var(game, world.layout, id, piece);
                if var.during.is_empty() && value != self.before.var(game, world.layout, id, piece) {
                    found.extend(condition(&format!("{name}.{}", var.name), var.ty, &value));
                }
            }
            found
        })
    }

    /// Passes what a test passes by itself: windows, and choices of slots and payments.
    fn pass_trifles(&mut self) {
        while let Some(Status::Asked(pending)) = &self.status {
            let question = pending.question.clone();
            let seat = question.seats.first().copied().unwrap_or(0);
            match &question.kind {
                Kind::Window { .. } => self.play.stay_silent(),
                Kind::Pay { .. } => self.play.answer(seat, &question, Answer::Way(0)),
                Kind::One { of, optional: false } if matches!(of.first(), Some(Value::Int(_))) => {
                    self.play.answer(seat, &question, Answer::One(of[0].clone()));
                }
                _ => break,
            }
            self.status = Some(self.play.go());
        }
    }

    /// Writes down what is seen at the end.
    fn see(&mut self) {
        let game = self.game;
        self.pass_trifles();
        let mut found: Vec<String> = Vec::new();
        for side in 0..game.sides.len() as u16 {
            found.extend(self.variables(Domain::Side, side, &game.sides[usize::from(side)].name));
        }
        found.extend(self.variables(Domain::Game, 0, "game"));
        let labels = self.labels.clone();
        for (piece, name) in &labels {
            found.extend(self.conditions_of(*piece, name));
        }
        for (at, unique) in game.uniques.iter().enumerate() {
            if let Some(piece) = self.play.look(|run| run.layout.named(at)) {
                found.extend(self.conditions_of(piece, &unique.name));
            }
        }
        if found.is_empty() {
            let seen = labels.iter().take(2);
            found =
                seen.map(|(piece, name)| self.play.look_asked(|world| place_condition(world, *piece, name))).collect();
        }
        found.truncate(MOST_CONDITIONS);
        if !found.is_empty() {
            self.lines.push(format!("then {}", found.join(", ")));
        }
        match &self.status {
            Some(Status::Asked(pending)) => {
                let question = pending.question.clone();
                let seat = question.seats.first().copied().unwrap_or(0);
                let side = game.sides[usize::from(seat)].name.clone();
                let act = matches!(question.kind, Kind::Act { .. });
                let sentence = self.play.look_asked(|world| {
                    let mut tries = (0..8_usize).filter_map(|turn| {
                        let answer = drawn::answer(world, &question, seat, &mut |bound| turn % bound.max(1));
                        answer.ok().flatten().filter(|answer| matches!(answer, Answer::Act(..)))
                    });
                    tries.next().map(|answer| plain_line(&sentence::write(world, &question, seat, &answer)))
                });
                match sentence.filter(|_| act) {
                    Some(sentence) => self.lines.push(format!("offered {side}: {sentence}")),
                    None if act => {}
                    None => self.lines.push(format!("asked {side}")),
                }
            }
            Some(Status::Over(outcome)) => {
                let level = outcome.level.and_then(|level| {
                    let list = &game.lists[game.outcomes?.at()];
                    list.members.get(usize::from(level)).map(|member| format!(" {}", member.name))
                });
                let winner = match outcome.winner {
                    Some(winner) => game.sides[usize::from(winner)].name.clone(),
                    None => "drawn".to_owned(),
                };
                self.lines.push(format!("ended {winner}{}", level.unwrap_or_default()));
            }
            _ => {}
        }
        let shows = |line: &String| {
            ["then ", "offered ", "asked ", "ended ", "play "].iter().any(|word| line.starts_with(word))
        };
        if !self.lines.iter().any(shows) {
            // An empty position still has its sides.
            let side = &game.sides.first().map_or("", |side| side.name.as_str());
            let var = game.vars.iter().find(|var| var.subject == Domain::Side && matches!(var.ty, Type::Int(_)));
            if let Some(var) = var {
                let at = game.vars.iter().position(|other| std::ptr::eq(other, var)).unwrap_or(0);
                let value = self.play.look(|run| run.state.var(game, &run.layout, VarId(at as u16), 0));
                let condition = condition(&format!("{side}.{}", var.name), var.ty, &value);
                self.lines.extend(condition.map(|condition| format!("then {condition}")));
            }
        }
    }

    /// The variables of a side or the game that have changed.
    fn variables(&self, subject: Domain, index: u16, name: &str) -> Vec<String> {
        let game = self.game;
        let vars = game.vars.iter().enumerate().filter(|(_, var)| var.subject == subject && var.during.is_empty());
        self.play.look_asked(|world| {
            let changed = vars.filter_map(|(at, var)| {
                let id = VarId(at as u16);
                let value = world.state.var(game, world.layout, id, index);
                let changed = value != self.before.var(game, world.layout, id, index);
                changed.then(|| condition(&format!("{name}.{}", var.name), var.ty, &value)).flatten()
            });
            changed.collect()
        })
    }

    /// The text of the item.
    fn text(&self, title: &str) -> String {
        let game = self.game;
        let cites = self.at.map_or(&[][..], |(step, _)| &game.steps[step.at()].cites);
        let section = cites.first().map(|cite| game.section(*cite)).or(game.sections.first());
        let cite = section.map_or_else(String::new, |section| format!(" @{}", section.number));
        let mut text = format!("test \"{}\"{cite} {{\n", title.replace(['"', '\\'], "'"));
        let scenario = if game.scenario.is_empty() { String::new() } else { format!("{} cleared ", game.scenario) };
        if self.exported.lines.is_empty() {
            if !scenario.is_empty() {
                text.push_str(&format!("  given {}\n", scenario.trim_end()));
            }
        } else {
            text.push_str(&format!("  given {scenario}{{\n"));
            for line in &self.exported.lines {
                text.push_str(&format!("    {line}\n"));
            }
            text.push_str("  }\n");
        }
        if let Some((step, side)) = self.at {
            let step = &game.steps[step.at()].name;
            let side = side.map_or_else(String::new, |side| format!(" of {}", game.sides[usize::from(side)].name));
            text.push_str(&format!("  at {step}{side}\n"));
        }
        for (ruling, reading) in game.rulings.iter().zip(&game.readings) {
            if let Some((value, _)) = ruling.values.get(usize::from(*reading)).filter(|_| ruling.default != *reading) {
                text.push_str(&format!("  ruling {} {value}\n", ruling.name));
            }
        }
        for line in &self.lines {
            text.push_str(&format!("  {line}\n"));
        }
        text.push_str("}\n");
        text
    }
}

/// For each piece of the game, that of the test: the one of its line, else one that looks like it and lies where it does.
fn paired(world: &World<'_>, base: &World<'_>, exported: &Exported, written: &[Option<u16>]) -> Vec<Option<u16>> {
    let mut pieces = vec![None; base.state.pieces.len()];
    for (piece, found) in exported.pieces.iter().zip(written) {
        if let Some(place) = pieces.get_mut(usize::from(*piece)) {
            *place = *found;
        }
    }
    let mut free: Vec<u16> =
        (0..world.state.pieces.len() as u16).filter(|piece| !written.contains(&Some(*piece))).collect();
    let look = |world: &World<'_>, piece: u16| {
        let state = world.state.pieces[usize::from(piece)];
        let printed = world.layout.printed.get(usize::from(piece)).filter(|printed| !printed.is_empty());
        let printed = printed.unwrap_or(&world.game.kinds[usize::from(state.kind)].facts).clone();
        let unique = world.layout.uniques.get(usize::from(piece)).copied().flatten();
        (state.kind, state.side, state.space, unique, printed)
    };
    for (at, place) in pieces.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
        let wanted = look(base, at as u16);
        if let Some(found) = free.iter().position(|piece| look(world, *piece) == wanted) {
            *place = Some(free.remove(found));
        }
    }
    pieces
}

/// The pieces that variables of other pieces hold.
fn held_pieces(world: &World<'_>) -> Vec<u16> {
    let vars = world.game.vars.iter().enumerate();
    let holds = vars.filter(|(_, var)| var.subject == Domain::Piece && var.ty.domain() == Some(Domain::Piece));
    let mut found: Vec<u16> = Vec::new();
    for (at, _) in holds {
        for piece in world.index.present.iter() {
            if let Some(held) = world.var(VarId(at as u16), Ref::piece(piece)).as_ref() {
                if !found.contains(&held.index) {
                    found.push(held.index);
                }
            }
        }
    }
    found
}

/// A position as lines in which neither names of pieces nor their order in a place matter.
fn plain_position(world: &World<'_>) -> Result<Vec<String>, String> {
    let exported = position(world, &|piece| Some(format!("{ANY}{}", label_of(world, piece))))?;
    let lines = exported.lines.iter().map(|line| {
        let words = line.split(' ').filter(|word| !word.starts_with(ANY) && *word != "=");
        let words = words.collect::<Vec<_>>().join(" ");
        match words.split_once(": ") {
            Some((place, things)) => {
                let mut things: Vec<&str> = things.split(", ").collect();
                things.sort_unstable();
                format!("{place}: {}", things.join(", "))
            }
            None => words,
        }
    });
    Ok(lines.collect())
}

/// A label for a piece: its name in small letters.
fn label_of(world: &World<'_>, piece: u16) -> String {
    match world.unique(piece) {
        Some(unique) => unique.name.clone(),
        None => {
            let name = crate::source::plain(&world.kind_name(piece)).to_lowercase();
            format!("{name}_")
        }
    }
}

/// A sentence on one line, without what would end it.
fn plain_line(words: &str) -> String {
    super::story::plain_words(words).replace([';', '\n'], " ")
}

/// Where a piece is, as a condition.
fn place_condition(world: &World<'_>, piece: u16, name: &str) -> String {
    let state = &world.state.pieces[usize::from(piece)];
    if state.space == NOWHERE {
        return format!("{name}.space == none");
    }
    let side = u16::from(state.side);
    let title = world.space_title(state.space, Some(side));
    format!("{name}.space == {}.space(\"{title}\")", world.game.sides[usize::from(side)].name)
}

/// A variable with its value, as a condition. None if no expression can say it.
fn condition(name: &str, ty: Type, value: &Value) -> Option<String> {
    match (ty, value) {
        (Type::Flag, Value::Flag(true)) => Some(name.to_owned()),
        (Type::Flag, Value::Flag(false)) => Some(format!("!{name}")),
        (Type::Int(_), Value::Int(n)) => Some(format!("{name} == {n}")),
        _ => None,
    }
}
