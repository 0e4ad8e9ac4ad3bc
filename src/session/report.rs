//! The log as a battle report: one line for each decision with its results.
//!
//! A line begins with a head: the text the offer `say`s, or else the typed command, or the title of a procedure. The
//! dice follow in brackets, then texts of `say` in scripts, moves and changes, joined. A script with `say` reports its
//! own dice, moves and changes, which then appear only in the full log.

mod draft;
mod layout;

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::draw::{Line, Role};
use crate::model::clause::Base;
use crate::model::id::*;
use crate::model::node::Expr;
use crate::model::sequence::{Body, Repeat, ScopeKind};
use crate::model::value::Value;
use crate::play::journal::Entry as Answered;
use crate::play::log::{Entry, Event};
use crate::play::place_names::Viewer;
use crate::play::question::Answer;
use crate::play::{Run, World};
use crate::source::plain_words;

use draft::{Change, Draft, Going, Told, change, names};

use super::event::{
    drawn_words, event_line, hidden_decision, hides_payment, offer_of, outcome_line, paid_with, tried_words,
};
use super::story::{Fate, Speaker, Telling, capital, heading_text, line_number};
use super::veils::Veils;
use super::{Session, View};

impl Session {
    /// The report of the wanted entries, and the fate of each entry; see [`Session::tell`].
    pub(super) fn report(
        &self,
        log: &[Entry],
        telling: Telling,
        viewers: &[Option<u16>],
        mut speaker: Speaker,
        anew: bool,
        wanted: impl Fn(usize) -> bool,
    ) -> (Vec<Line>, Vec<Fate>) {
        let answers = self.play.answers();
        let mut tell = |run: &Run, world: World<'_>| {
            let mut veils = Veils::new(&world, viewers);
            let mut report = Report::new(log, &run.journal.entries);
            for (at, entry) in log.iter().enumerate() {
                let viewer = Viewer::Of(speaker.of(entry));
                let mut views = viewers
                    .iter()
                    .zip(veils.over(entry))
                    .map(|(seat, veil)| View::new(world.veiled(veil.as_ref()).through(viewer), *seat));
                let Some(view) = views.next() else { break };
                let full = Telling { details: true, cites: false, ..telling };
                let told = |view: &View<'_>| event_line(view, &run.journal.entries, entry, full);
                let is_wanted = wanted(at);
                if is_wanted && views.any(|other| told(&other) != told(&view)) {
                    report.fates[at] = Fate::Withheld;
                    report.pass(entry);
                    continue;
                }
                report.take(&view, at, is_wanted, anew);
            }
            let number = |at| line_number(log, &answers, at);
            let waits = self.people().next().is_some();
            let others = |seat: u16| waits && !self.is_person(seat);
            report.hold_back();
            report.leave_out(telling, others);
            let since = |first: usize| answers.len() - answers.partition_point(|answer| *answer <= first) + 1;
            report.told(&world, telling, number, since)
        };
        self.play.look(|run| run.asked(|world| tell(run, *world)))
    }
}

/// A step or scope open at this point of the log.
struct Open {
    depth: u16,
    /// Its line, until another line follows.
    draft: Option<usize>,
    /// The indentation level of the lines inside it.
    level: usize,
    /// Its head or title.
    text: String,
    /// The step, if it is one.
    step: Option<OpenStep>,
}

/// A step in the sequence of play.
#[derive(Clone)]
struct OpenStep {
    /// Its index in the log.
    at: usize,
    id: StepId,
    /// True if it contains no step. Its title is then in front of its lines, not above them.
    is_leaf: bool,
    /// The side or piece whose turn it is.
    thing: Option<String>,
    /// True if it may still be shown.
    shown: bool,
}

#[derive(Default)]
struct Report<'a> {
    log: &'a [Entry],
    journal: &'a [Answered],
    /// For each entry, true if the script that caused it reports it with a text of `say`.
    speaks: Vec<bool>,
    open: Vec<Open>,
    drafts: Vec<Draft>,
    /// The line of an offer that was chosen and has not begun.
    taken: Option<(usize, OfferId)>,
    /// The log entries of orders given in secret and not yet carried out, with side and offer.
    orders: Vec<(usize, u16, OfferId)>,
    /// True if the viewer may not see that offer's effects.
    unseen: bool,
    fates: Vec<Fate>,
}

impl<'a> Report<'a> {
    fn new(log: &'a [Entry], journal: &'a [Answered]) -> Self {
        let fates = vec![Fate::Silent; log.len()];
        Report { log, journal, speaks: speaking(log), fates, ..Report::default() }
    }

    /// Closes the steps and scopes that ended before an entry.
    fn pass(&mut self, entry: &Entry) {
        let heads = heading_text(entry).is_some();
        self.open.retain(|open| if heads { open.depth < entry.depth } else { open.depth <= entry.depth });
    }

    fn take(&mut self, view: &View<'_>, at: usize, wanted: bool, anew: bool) {
        let log = self.log;
        let entry = &log[at];
        self.pass(entry);
        match &entry.event {
            Event::Step(id, text) => self.step(view, at, *id, text, wanted || anew),
            Event::Scope(scope, text) => self.scope(view, at, *scope, text, wanted),
            _ if !wanted => {
                // Its line is finished. The next event begins another.
                if let (Event::Decision(..), Some(_)) = (&entry.event, offer_of(self.journal, entry)) {
                    self.taken = None;
                }
            }
            Event::Arbitrated(text) => {
                self.fates[at] = Fate::Told;
                self.taken = None;
                let level = self.open.last().map_or(0, |open| open.level);
                let draft = self.begin(at, super::event::by_hand(text), level);
                self.drafts[draft].alive = true;
            }
            Event::Decision(seat, text, asked) => {
                self.fates[at] = Fate::Told;
                self.decision(view, at, *seat, text, asked.as_deref());
            }
            _ => {
                self.fates[at] = Fate::Told;
                self.event(view, at);
            }
        }
    }

    fn step(&mut self, view: &View<'_>, at: usize, id: StepId, text: &str, shown: bool) {
        let game = view.world().game;
        let item = &game.steps[id.at()];
        let text = view.world().told(text);
        let thing = text.strip_prefix(&format!("{}: ", item.title)).map(str::to_owned);
        let is_leaf = !game.steps.iter().any(|step| step.parent == Some(id));
        let step = OpenStep { at, id, is_leaf, thing, shown };
        self.taken = None;
        self.open.push(Open {
            depth: self.log[at].depth,
            draft: None,
            level: 0,
            text: item.title.clone(),
            step: Some(step),
        });
    }

    fn scope(&mut self, view: &View<'_>, at: usize, scope: ScopeId, text: &str, wanted: bool) {
        let game = view.world().game;
        let entry = &self.log[at];
        let offer = match game.scopes[scope.at()].kind {
            ScopeKind::Offer(offer) => Some(offer),
            _ => None,
        };
        let order = offer.filter(|_| self.taken.is_none()).and_then(|offer| {
            let draft = self.order(entry.acting?, offer)?;
            self.unseen = super::event::is_unseen(view, self.journal, &self.log[self.drafts[draft].at]);
            Some((draft, offer))
        });
        let taken = self.taken.take().or(order).filter(|(_, taken)| {
            offer.is_none_or(|offer| offer == *taken) && (offer.is_some() || game.offers[taken.at()].card.is_some())
        });
        let said = taken.map(|(_, offer)| offer).or(offer).map(|offer| game.offers[offer.at()].said.is_some());
        let text = match said {
            Some(false) => String::new(),
            _ => capital(&view.world().told(text)),
        };
        let unseen = self.unseen;
        let (around, above) = self.open.last().map_or((0, ""), |open| (open.level, open.text.as_str()));
        let head = self.open.last().and_then(|open| open.draft).map(|draft| self.drafts[draft].head.text());
        let repeats = plain_words(above).eq_ignore_ascii_case(&text) || head.is_some_and(|head| names(&head, &text));
        if repeats && wanted {
            self.fates[at] = Fate::Told;
        }
        let mut open = Open {
            depth: entry.depth,
            draft: None,
            level: around,
            text: if text.is_empty() { above.to_owned() } else { text.clone() },
            step: None,
        };
        if let Some((draft, _)) = taken {
            // For a hidden action, the line of the decision shows everything that may be shown.
            if said == Some(true) && !unseen {
                self.drafts[draft].head = Line::plain(text);
            }
            let has_head = !self.drafts[draft].head.0.is_empty();
            self.drafts[draft].cites.extend(&entry.cites);
            open.draft = Some(draft);
            open.level = self.drafts[draft].level + usize::from(has_head);
        } else if !text.is_empty() && !repeats && wanted {
            open.draft = Some(self.begin(at, Line::plain(text), around));
            open.level = around + 1;
        }
        self.open.push(open);
    }

    fn decision(&mut self, view: &View<'_>, at: usize, seat: u16, text: &str, asked: Option<&str>) {
        let entry = &self.log[at];
        let words = hidden_decision(view, self.journal, entry, seat, text);
        let speaks = self.speaks[at];
        let Some(offer) = offer_of(self.journal, entry) else {
            let answer = entry.at.checked_sub(1).and_then(|at| self.journal.get(at));
            let Some(Answered::Answer { answer, .. }) = answer else { return };
            // The following entries show whose turn it is in a step.
            let passes = matches!(answer, Answer::Pass);
            if !passes && matches!(self.log.get(at + 1), Some(Entry { event: Event::Step(..), .. })) {
                return;
            }
            // In a step of one action, its pass is the whole turn of the side.
            let ends_turn = |step: &OpenStep| match &view.world().game.steps[step.id.at()].body {
                Body::Actions { once: true, pass: Some(pass), .. } => pass == text,
                _ => false,
            };
            let is_telling = match answer {
                Answer::Pass => self.open.last().and_then(|open| open.step.as_ref()).is_some_and(ends_turn),
                Answer::Yes(false) => false,
                Answer::One(Value::Flag(false) | Value::Int(_) | Value::None) => false,
                Answer::Several(some) => !some.is_empty(),
                _ => true,
            };
            let cards = cards_of(answer);
            let unseen = cards.iter().any(|card| !view.sees_choices(seat) && !view.sees_card(*card));
            // Hidden events are reported by the script, if at all.
            if is_telling && self.taken.is_none() && !(unseen && speaks) {
                // Cards need no question beside the title of their step, and a hidden answer has none.
                let in_step = self.open.iter().any(|open| open.step.as_ref().is_some_and(|step| step.is_leaf));
                let asked = asked.filter(|_| !unseen && (cards.is_empty() || !in_step));
                let asked = asked.map(|asked| plain_words(&view.world().told(asked)));
                let asked = asked.map(|asked| asked.trim_end_matches(['.', ':', '?']).to_owned());
                let side = self.side_unless_told(view, seat).map_or_else(String::new, |side| format!("{side}: "));
                let draft = self.owner(at);
                let text = match asked {
                    Some(asked) => format!("{side}{words} ({asked})"),
                    None => format!("{side}{words}"),
                };
                let is_shown = |var: &VarId| {
                    let hidden = view.world().hides_var(*var, Ref::side(seat));
                    !speaks && !hidden && !view.world().game.vars[var.at()].quiet
                };
                let into = entry.sealed.filter(is_shown).map(|var| (var, Ref::side(seat)));
                self.drafts[draft].answers.push(Told { text, into });
            }
            return;
        };
        let mut head = Line::new();
        if let Some(side) = self.side_unless_told(view, seat) {
            head.push(Role::side(view.world().game, seat), side);
            head.push(Role::Plain, ": ");
        }
        head.push(Role::Plain, words);
        let level = self.open.last().map_or(0, |open| open.level);
        let draft = self.begin(at, head, level);
        self.drafts[draft].alive = true;
        self.unseen = super::event::is_unseen(view, self.journal, &self.log[at]);
        if !self.unseen {
            self.drafts[draft].cites.extend(&view.world().game.offers[offer.at()].cites);
        }
        let step = self.open.last().and_then(|open| open.step.as_ref());
        match step.map(|step| &view.world().game.steps[step.id.at()].repeat) {
            Some(Repeat::AllSides) => self.orders.push((at, seat, offer)),
            _ => self.taken = Some((draft, offer)),
        }
    }

    /// The line of an order given in secret that is now carried out or lapses: it becomes the last line. None if it is
    /// not in this report.
    fn order(&mut self, seat: u16, offer: OfferId) -> Option<usize> {
        let given = self.orders.iter().position(|(_, side, ordered)| (*side, *ordered) == (seat, offer))?;
        let (at, ..) = self.orders.remove(given);
        let draft = self.drafts.iter().position(|draft| draft.at == at)?;
        self.drafts[draft..].rotate_left(1);
        let last = self.drafts.len() - 1;
        for place in self.open.iter_mut().filter_map(|open| open.draft.as_mut()) {
            *place = match (*place).cmp(&draft) {
                Ordering::Less => *place,
                Ordering::Equal => last,
                Ordering::Greater => *place - 1,
            };
        }
        Some(last)
    }

    /// The title of a side, unless a heading above names the side whose turn it is.
    fn side_unless_told(&self, view: &View<'_>, seat: u16) -> Option<String> {
        let title = view.world().game.sides[usize::from(seat)].title.clone();
        let steps = self.open.iter().rev().filter_map(|open| open.step.as_ref()).filter(|step| !step.is_leaf);
        let sides = &view.world().game.sides;
        let whose =
            steps.filter_map(|step| step.thing.as_deref()).find(|thing| sides.iter().any(|s| s.title == *thing));
        (whose != Some(title.as_str())).then_some(title)
    }

    fn begin(&mut self, at: usize, head: Line, level: usize) -> usize {
        let steps = self.open.iter().filter_map(|open| open.step.clone()).collect();
        self.drafts.push(Draft { at, level, steps, head, ..Draft::default() });
        self.drafts.len() - 1
    }

    /// The line that a current event belongs to: that of the innermost scope with a line, if no other line followed.
    /// Otherwise a new line.
    fn owner(&mut self, at: usize) -> usize {
        for open in &self.open {
            if let Some(draft) = open.draft {
                self.drafts[draft].alive = true;
            }
        }
        let last = self.drafts.len().checked_sub(1);
        let found = self.open.iter().rposition(|open| open.draft.is_some() || open.step.is_some());
        if let Some(draft) = found.and_then(|found| self.open[found].draft).filter(|draft| Some(*draft) == last) {
            return draft;
        }
        let level = found.map_or(0, |found| self.open[found].level);
        let draft = self.begin(at, Line::new(), level);
        self.drafts[draft].alive = true;
        if let Some(found) = found {
            self.open[found].draft = Some(draft);
        }
        draft
    }

    /// True if a thing is a piece whose last move since the decision was off the drawn board. What it loses there, such
    /// as a flag, is no news.
    fn has_just_left(&self, world: &World<'_>, at: usize, of: Ref) -> bool {
        let since = self.log[..at].iter().rev().take_while(|entry| entry.at == self.log[at].at);
        let moved = since.into_iter().find_map(|entry| match entry.event {
            Event::Moved(piece, _, to) if of == Ref::piece(piece) => Some(to),
            _ => None,
        });
        moved.is_some_and(|to| to.is_none_or(|to| world.game.drawing.omitted.has(to)))
    }

    fn event(&mut self, view: &View<'_>, at: usize) {
        let world = view.world();
        let entry = &self.log[at];
        let speaks = self.speaks[at];
        let hidden = match &entry.event {
            Event::Turned(piece, _) | Event::Given(piece, _) => world.is_face_down(*piece),
            Event::Changed(var, of, ..) => world.hides_var(*var, *of) || world.has_face_down(&Value::Ref(*of)),
            Event::Paid(seat, purse, _) => hides_payment(world, *seat, *purse),
            _ => false,
        };
        if hidden {
            return;
        }
        match &entry.event {
            Event::Rolled(_, faces) => {
                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                let modified = modified(world, self.log, at);
                let modified = modified.map_or_else(String::new, |number| format!(", {number} with its modifiers"));
                let draft = self.owner(at);
                self.drafts[draft].matters = true;
                if !speaks {
                    self.drafts[draft].dice.push(format!("{}{modified}", faces.join(", ")));
                }
            }
            Event::Moved(piece, from, to) => {
                let draft = self.owner(at);
                if speaks {
                    return;
                }
                let name = world.name(Ref::piece(*piece));
                let place = to.map_or_else(String::new, |to| plain_words(&world.title(Ref::space(to))));
                let gone = to.is_none_or(|to| world.game.drawing.omitted.has(to));
                let moves = &mut self.drafts[draft].moves;
                match moves.iter_mut().find(|going| going.piece == *piece) {
                    Some(going) => (going.to, going.place, going.gone) = (*to, place, gone),
                    None => moves.push(Going { piece: *piece, name, from: *from, to: *to, place, gone }),
                }
            }
            Event::Given(piece, side) if !speaks => {
                let side = world.title(Ref::side(*side));
                let text = format!("{}: now of {side}", world.name(Ref::piece(*piece)));
                self.part(at, text);
            }
            Event::Turned(piece, mode) if !speaks => {
                let mode = plain_words(&world.game.modes[usize::from(*mode)].name);
                let draft = self.owner(at);
                self.drafts[draft].turn(*piece, world.name(Ref::piece(*piece)), mode);
            }
            Event::Changed(_, of, _, new) if !new.is_yes() && self.has_just_left(world, at, *of) => {}
            Event::Changed(var, of, old, new) => {
                // What pays for an offer that has not begun belongs to its line.
                let draft = self.taken.map_or_else(|| self.owner(at), |(draft, _)| draft);
                let Some(text) = change(world, *var, *of, new, self.taken.is_none()) else { return };
                self.drafts[draft].matters = true;
                if speaks {
                    return;
                }
                let changes = &mut self.drafts[draft].changes;
                match changes.iter_mut().find(|change| change.var == *var && change.of == *of) {
                    Some(change) => (change.new, change.text) = (new.clone(), text),
                    None => changes.push(Change { var: *var, of: *of, old: old.clone(), new: new.clone(), text }),
                }
            }
            Event::Drawn(seat, cards) => {
                let what = drawn_words(view, *seat, cards);
                let side = self.side_unless_told(view, *seat).map_or_else(String::new, |side| format!("{side} "));
                let told =
                    if view.is_draw_of_side(cards) { format!("{side}draws {what}") } else { format!("drawn: {what}") };
                self.part(at, told);
            }
            Event::Lot(prompt, thing) if !speaks => {
                self.part(at, super::event::lot_words(view, prompt, *thing));
            }
            Event::InForce(card, how_long) => {
                self.part(at, super::event::force_words(world, *card, how_long.as_deref()));
            }
            Event::Said(text) => {
                self.part(at, plain_words(&world.told(text)));
            }
            Event::Finished(outcome) => {
                let draft = self.begin(at, outcome_line(world, outcome), 0);
                self.drafts[draft].alive = true;
            }
            Event::Tried(name, number, hit) => {
                self.part(at, tried_words(world, name, number, *hit));
            }
            Event::Paid(seat, _, way) => {
                let paid = paid_with(view, way, *seat, true);
                if !paid.is_empty() {
                    let draft = self.taken.map_or_else(|| self.owner(at), |(draft, _)| draft);
                    // The line of an action says whose it is; another line is the acting side's.
                    match self.side_unless_told(view, *seat).filter(|_| self.drafts[draft].head.0.is_empty()) {
                        Some(side) => self.drafts[draft].say(format!("{side} pays with {paid}")),
                        None => self.drafts[draft].paid.push(paid),
                    }
                }
            }
            Event::Lapsed(seat, offer, text) => {
                if let Some(draft) = self.order(*seat, *offer) {
                    self.drafts[draft].say("no longer possible".to_owned());
                    return;
                }
                let side = self.side_unless_told(view, *seat).map_or_else(String::new, |side| format!("{side}: "));
                let order = view.unseen_act(*offer, *seat, &[]).unwrap_or_else(|| plain_words(&world.told(text)));
                self.part(at, format!("{side}{order} is no longer possible"));
            }
            Event::Cancelled(seat, offer, _) => {
                if view.unseen_act(*offer, *seat, &[]).is_none() {
                    let draft = self.order(*seat, *offer).unwrap_or_else(|| self.owner(at));
                    self.drafts[draft].say("cancelled".to_owned());
                }
            }
            // The offer does not begin, so its line ends here. Of an unseen offer nothing is told.
            Event::Declined(seat, offer, by) => {
                let taken = self.taken.take();
                if view.unseen_act(*offer, *by, &[]).is_none() {
                    let draft = taken.map_or_else(|| self.owner(at), |(draft, _)| draft);
                    self.drafts[draft].say(declined(world, *seat));
                }
            }
            Event::Revealed(_) => {}
            // A payment for an offer that has not begun.
            _ if self.taken.is_some() => {}
            Event::Counted(..) | Event::LookedUp(..) => {}
            _ => {
                // Even a detail makes the line worth showing.
                self.owner(at);
            }
        }
    }

    fn part(&mut self, at: usize, text: String) {
        if text.is_empty() {
            return;
        }
        let draft = self.owner(at);
        self.drafts[draft].say(text);
    }
}

/// The words for a side that did not agree to an offer.
pub(super) fn declined(world: &World<'_>, seat: u16) -> String {
    format!("{} does not agree", world.title(Ref::side(seat)))
}

/// The cards of an answer. Empty if it has anything else.
fn cards_of(answer: &Answer) -> Vec<u16> {
    let things: Vec<Ref> = match answer {
        Answer::Several(things) => things.clone(),
        Answer::One(Value::Ref(thing)) => vec![*thing],
        _ => Vec::new(),
    };
    let is_card = |thing: &Ref| thing.domain == Domain::Card;
    if things.iter().all(is_card) { things.iter().map(|card| card.index).collect() } else { Vec::new() }
}

/// What the modifiers make of a single die: the first number that its script computes from it, and that begins as the
/// die. None if that is the die itself.
fn modified(world: &World<'_>, log: &[Entry], at: usize) -> Option<i64> {
    let Event::Rolled(_, faces) = &log[at].event else { return None };
    let [face] = faces[..] else { return None };
    let face = i64::from(face);
    let counted = log[at + 1..].iter().take_while(|entry| entry.event.is_computed());
    let mut made = counted.filter_map(|entry| match &entry.event {
        Event::Counted(quantity, args, number, _) => {
            let item = &world.game.quantities[quantity.at()];
            let last = item.params.len().checked_sub(1)?;
            let begins = matches!(&item.base, Base::Node(node)
                if matches!(node.expr, Expr::Local(slot) if usize::from(slot) == last));
            number.filter(|_| begins && args.get(last) == Some(&Value::Int(face)))
        }
        _ => None,
    });
    made.next().filter(|number| *number != face)
}

/// For each log entry, true if the script of its scope or step has a text of `say`, or the hook in it that caused the
/// entry.
fn speaking(log: &[Entry]) -> Vec<bool> {
    let mut open: Vec<(usize, u16)> = Vec::new();
    let mut speakers: BTreeSet<(usize, Option<HookId>)> = BTreeSet::new();
    let mut scripts: Vec<Option<(usize, Option<HookId>)>> = Vec::new();
    for (at, entry) in log.iter().enumerate() {
        let heads = heading_text(entry).is_some();
        open.retain(|(_, depth)| if heads { *depth < entry.depth } else { *depth <= entry.depth });
        if heads {
            open.push((at, entry.depth));
        }
        let script = open.last().map(|(heading, _)| (*heading, entry.hook));
        if let (Event::Said(text), Some(script)) = (&entry.event, script)
            && !text.is_empty()
        {
            speakers.insert(script);
        }
        scripts.push(script);
    }
    let speaks = |(heading, hook): (usize, Option<HookId>)| {
        // A whole scope may run inside a hook of another.
        speakers.contains(&(heading, log[heading].hook)) || speakers.contains(&(heading, hook))
    };
    scripts.into_iter().map(|script| script.is_some_and(speaks)).collect()
}
