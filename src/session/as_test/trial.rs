//! A test under construction, run as it is written.

use std::sync::Arc;

use crate::analysis::testing::{Patient, frames_of};
use crate::check::read_typed;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::setup::{Drawn, Given, Position};
use crate::model::value::Value;
use crate::model::way::Way;
use crate::play::journal::Entry;
use crate::play::learn::{Trifle, trifle};
use crate::play::opening::Opener;
use crate::play::question::{Answer, Kind, Question};
use crate::play::run::Pending;
use crate::play::state::{Layout, State};
use crate::play::{Beginning, Play, Status, native, sentence};
use crate::source::Span;

use super::super::{Session, Standing, menu, notes};
use super::Base;
use super::alike::Pairs;
use super::position::{Exported, position};
use super::seen::plain_line;

/// Where a test begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    /// With the set-up of its scenario.
    SetUp,
    /// At this step, with this side acting.
    Step(StepId, Option<u16>),
    /// In the middle of a step.
    UnderWay,
    /// Outside all steps.
    Nowhere,
}

/// A test under construction, run as it is written.
pub(super) struct Trial<'s> {
    pub(super) game: &'s Arc<Game>,
    pub(super) play: Play,
    pub(super) status: Option<Status>,
    pub(super) exported: Exported,
    pub(super) begins: Begins,
    pub(super) pairs: Pairs,
    /// The pieces of the test that have labels.
    pub(super) labels: Vec<(u16, String)>,
    /// The position in which it began.
    pub(super) before: State,
    pub(super) lines: Vec<String>,
    pub(super) steps: usize,
}

impl<'s> Trial<'s> {
    /// Sets up the position before these decisions. `labelled`: the pieces of the game that get labels.
    pub(super) fn begin(
        session: &'s Session,
        base: &Base,
        entries: &[Entry],
        labelled: &[u16],
        begins: Begins,
    ) -> Result<Trial<'s>, String> {
        let game = &session.game;
        let by_chance = |seat: &u16| game.sides.get(usize::from(*seat)).is_some_and(|side| side.by_chance);
        let deciding = entries.iter().filter_map(|entry| match entry {
            Entry::Answer { seat, .. } => Some(*seat),
            _ => None,
        });
        let asked: Vec<u16> = deciding.filter(by_chance).collect();
        let exported = match begins {
            Begins::SetUp => Exported { lines: Vec::new(), pieces: Vec::new(), labels: Vec::new() },
            _ => session
                .play
                .look_with(&base.state, &base.layout, |world| position(world, labelled, begins == Begins::UnderWay))?,
        };
        let text = exported.lines.join("\n");
        let mut position = if text.is_empty() { Position::default() } else { read_typed(game, &text, None)? };
        let counts = position.steps.clone();
        // Every piece gets a label, so it can be identified in any order.
        let own: Vec<Option<String>> = position.pieces.iter().map(|piece| piece.label.clone()).collect();
        for (at, piece) in position.pieces.iter_mut().enumerate() {
            piece.label.get_or_insert_with(|| format!("#{at}"));
        }
        let beginning = match begins {
            Begins::SetUp => Beginning { asked, ..Beginning::of_game(game) },
            _ => Beginning { positions: vec![position], in_sequence: false, asked },
        };
        let fail = |fault: Box<crate::play::Fault>| fault.message;
        let mut play = Play::new(game, &beginning, 1, true, native::make).map_err(fail)?;
        play.set_oracle(Box::new(Patient));
        if matches!(begins, Begins::Step(..) | Begins::Nowhere) && play.once(|cx| cx.settle()).is_err() {
            return Err("the position does not settle without a decision".to_owned());
        }
        play.adjust(|run| {
            run.live.stack().extend(frames_of(game, &counts));
        });
        let written: Vec<Option<u16>> = play.adjust(|run| {
            let labels = &run.live.layout().labels;
            let labelled = |name: &str| labels.iter().find(|(label, _)| label == name).map(|(_, piece)| *piece);
            let named = |(at, own): (usize, &Option<String>)| match own {
                Some(own) => labelled(own),
                None => labelled(&format!("#{at}")),
            };
            let written = own.iter().enumerate().map(named).collect();
            let mut layout = Layout::clone(run.live.layout());
            layout.labels.retain(|(label, _)| !label.starts_with('#'));
            run.live.set_layout(Arc::new(layout));
            written
        });
        let mut pieces = vec![None; base.state.pieces.len()];
        for (piece, found) in exported.pieces.iter().zip(&written) {
            if let Some(place) = pieces.get_mut(usize::from(*piece)) {
                *place = *found;
            }
        }
        let pairs = session
            .play
            .look_with(&base.state, &base.layout, |base| play.look(|run| Pairs::new(base, &run.world(), pieces)));
        let labels = exported.labels.iter();
        let labels = labels.filter_map(|(piece, name)| Some((pairs.thing(Ref::piece(*piece))?.index, name.clone())));
        let labels = labels.collect();
        let before = play.look(|run| run.state().clone());
        let mut trial =
            Trial { game, play, status: None, exported, begins, pairs, labels, before, lines: Vec::new(), steps: 0 };
        match begins {
            Begins::Step(step, side) => {
                let begun = trial.play.look(|run| Opener { run, counts: &counts }.begin(step, side));
                let frames = begun.map_err(|fault| fault.message)?.map_err(|reason| reason.text)?;
                trial.play.adjust(|run| {
                    *run.live.stack() = frames;
                });
            }
            Begins::UnderWay => {
                session.play.look_with(&base.state, &base.layout, |base| {
                    trial.play.look(|run| trial.pairs.alike(base, &run.world()))
                })?;
                // Windows are counted from the last decision, and some have already passed.
                trial.play.adjust(|run| {
                    run.journal.silent = base.silent;
                    run.journal.silent_before = base.silent;
                });
            }
            Begins::SetUp | Begins::Nowhere => {}
        }
        Ok(trial)
    }

    /// Repeats the decisions, and writes them.
    pub(super) fn repeat(&mut self, entries: &[Entry]) -> Result<(), String> {
        let mut dice: Vec<Vec<i64>> = Vec::new();
        let mut drawn: Vec<Drawn> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        let mut rest = entries.iter().peekable();
        // Results of chance belong to the decision before them, and are set before it.
        let mut chance = |rest: &mut std::iter::Peekable<std::slice::Iter<'_, Entry>>,
                          trial: &mut Trial<'_>|
         -> Result<Vec<String>, String> {
            dice.clear();
            drawn.clear();
            names.clear();
            let game = trial.game;
            let card_name = |def: u16| game.card_defs[usize::from(def)].name.clone();
            while let Some(entry) = rest.next_if(|entry| !entry.is_answer()) {
                match entry {
                    Entry::Dice(faces) => dice.push(faces.iter().map(|face| i64::from(*face)).collect()),
                    Entry::Cards(cards) => {
                        drawn.extend(cards.iter().copied().map(Drawn::Card));
                        names.extend(cards.iter().copied().map(card_name));
                    }
                    Entry::Lot(Ref { domain: Domain::Card, index }) => {
                        let def = game.cards[usize::from(*index)].def;
                        drawn.push(Drawn::Card(def));
                        names.push(card_name(def));
                    }
                    Entry::Lot(thing) if thing.domain != Domain::Piece => {
                        drawn.push(Drawn::Lot(Given::Value(Value::Ref(*thing))));
                        let name = trial.play.look(|run| run.world().name(*thing));
                        names.push(if name.contains(' ') { format!("\"{name}\"") } else { name });
                    }
                    Entry::Arbiter { .. } | Entry::Lot(_) | Entry::Unread { .. } | Entry::Answer { .. } => {
                        return Err("chance has drawn something that a test cannot set".to_owned());
                    }
                }
            }
            let laid = trial.play.adjust(|run| {
                run.forced_dice.extend(dice.iter().cloned());
                run.force_draws(&drawn, Span::default())
            });
            laid.map_err(|fault| fault.message)?;
            let mut lines = Vec::new();
            if !dice.is_empty() {
                let groups: Vec<String> = dice.iter().map(|group| notes::spaced(group)).collect();
                lines.push(format!("dice {}", groups.join(" | ")));
            }
            if !names.is_empty() {
                lines.push(format!("draw {}", names.join(", ")));
            }
            Ok(lines)
        };
        let laid = chance(&mut rest, self)?;
        self.lines.extend(laid);
        if self.begins != Begins::Nowhere {
            self.status = Some(self.play.go());
        }
        while let Some(entry) = rest.next() {
            let Entry::Answer { seat, silent, answer, .. } = entry else {
                return Err("a decision has not been read yet".to_owned());
            };
            let pending = self.question_for(*silent)?;
            let question = &pending.question;
            let answer =
                self.mapped(question, *seat, answer).ok_or("a decision names a piece that is not in the position")?;
            if !question.seats.contains(seat) || !question.allows(&answer) {
                return Err("another question is open".to_owned());
            }
            let words = self.play.look_asked(|world| sentence::write(world, question, *seat, &answer));
            let laid = chance(&mut rest, self)?;
            self.lines.extend(laid);
            // Choices that a test makes by itself are left out.
            if !matches!(trifle(question), Some(Trifle::Answer(usual)) if usual == answer) {
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
        let left = self.play.look(|run| run.forced_dice.len() + run.forced_cards.len() + run.forced_lots.len());
        if left > 0 { Err("dice or draws are left over".to_owned()) } else { Ok(()) }
    }

    /// The question that a decision answers; windows before it pass in silence.
    fn question_for(&mut self, silent: Option<u32>) -> Result<Box<Pending>, String> {
        loop {
            let pending = match &self.status {
                Some(Status::Asked(pending)) => pending.clone(),
                Some(Status::Faulty(fault)) => return Err(fault.message.clone()),
                _ => return Err("no question is open".to_owned()),
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

    /// An answer, with its pieces replaced by those of the test.
    fn mapped(&self, question: &Question, seat: u16, answer: &Answer) -> Option<Answer> {
        Some(match answer {
            Answer::Act(offer, values) => {
                let mut known: Vec<Value> = Vec::new();
                for value in values {
                    let found = match value {
                        Value::Way(way) => self.way(question, seat, *offer, &known, way),
                        other => self.pairs.value(other),
                    };
                    known.push(found?);
                }
                Answer::Act(*offer, known)
            }
            Answer::One(value) => Answer::One(self.pairs.value(value)?),
            Answer::Several(some) => {
                let mut some = some.iter().map(|thing| self.pairs.thing(*thing)).collect::<Option<Vec<_>>>()?;
                some.sort_unstable();
                Answer::Several(some)
            }
            other => other.clone(),
        })
    }

    /// The path of the test that ends in the same space as this one, with the same facing.
    fn way(&self, question: &Question, seat: u16, offer: OfferId, known: &[Value], way: &Way) -> Option<Value> {
        self.play.look_asked(|world| {
            let open = menu::look_at(world, question, seat, offer).open(known).ok()?;
            let mut same = open.iter().filter(|value| match value {
                Value::Way(other) => (other.space(), other.facing()) == (way.space(), way.facing()),
                _ => false,
            });
            same.next().cloned()
        })
    }

    /// Compares the final position and the open question with those of the game.
    pub(super) fn agrees(&mut self, session: &Session) -> Result<(), String> {
        // Windows that have passed in silence since the last decision.
        let passed = session.play.look(|run| run.journal.silent_before);
        while let Some(Status::Asked(pending)) = &self.status {
            let window = matches!(pending.question.kind, Kind::Window { .. });
            if !window || self.play.look(|run| run.journal.silent_before) >= passed {
                break;
            }
            self.play.stay_silent();
            self.status = Some(self.play.go());
        }
        let play = &self.play;
        let pairs = &mut self.pairs;
        session.play.look_asked(|base| {
            play.look_asked(|own| {
                pairs.complete(base, own);
                pairs.alike(base, own)
            })
        })?;
        let here = match &self.status {
            Some(Status::Asked(pending)) => Some(&pending.question),
            _ => None,
        };
        let there = match &session.standing {
            Standing::Asked(pending) => Some(&pending.question),
            _ => None,
        };
        match (here, there) {
            (None, None) => Ok(()),
            (Some(here), Some(there)) if self.asks_the_same(session, here, there) => Ok(()),
            _ => Err("another question is open at its end".to_owned()),
        }
    }

    /// True if the same side has the same question with the same answers.
    fn asks_the_same(&self, session: &Session, here: &Question, there: &Question) -> bool {
        let sorted = |mut values: Vec<Option<Value>>| {
            values.sort();
            values
        };
        let mapped = |values: &[Value]| sorted(values.iter().map(|value| self.pairs.value(value)).collect());
        let own = |values: &[Value]| sorted(values.iter().cloned().map(Some).collect());
        let things = |things: &[Ref]| things.iter().map(|thing| Value::Ref(*thing)).collect::<Vec<Value>>();
        let same = match (&here.kind, &there.kind) {
            (Kind::One { of, optional, .. }, Kind::One { of: theirs, optional: may, .. }) => {
                optional == may && own(of) == mapped(theirs)
            }
            (Kind::Several { of, least, most }, Kind::Several { of: theirs, least: few, most: many }) => {
                (least, most) == (few, many) && own(&things(of)) == mapped(&things(theirs))
            }
            (Kind::Act { offers, pass, .. }, Kind::Act { offers: theirs, pass: may, .. }) => {
                // The possible first choices of each.
                let first = |play: &Play, question: &Question, offer: OfferId| {
                    let seat = question.seats.first().copied().unwrap_or(0);
                    play.look_asked(|world| menu::look_at(world, question, seat, offer).open(&[]).unwrap_or_default())
                };
                let is_way = |values: &[Value]| values.iter().any(|value| matches!(value, Value::Way(_)));
                let alike = |offer: &OfferId| {
                    let (one, other) = (first(&self.play, here, *offer), first(&session.play, there, *offer));
                    // Paths are compared by their number.
                    if is_way(&one) { one.len() == other.len() } else { own(&one) == mapped(&other) }
                };
                pass == may && offers == theirs && offers.iter().all(alike)
            }
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        };
        same && here.seats == there.seats
    }
}
