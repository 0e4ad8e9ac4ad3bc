//! The full log as text. Scopes are headings, indented by depth. A scope without entries is not shown.

use indexmap::IndexSet;

use crate::draw::{Line, Role};
use crate::model::game::{Shown, Var};
use crate::model::id::*;
use crate::model::outcome::Outcome;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::journal::Entry as Answered;
use crate::play::log::{Entry, Event};
use crate::play::place_names::Viewer;
use crate::play::question::Answer;
use crate::play::secret::Secret;
use crate::play::sentence;
use crate::play::state::Spent;
use crate::play::{Run, World};
use crate::source::plain_words;

use super::going::Moves;
use super::report::declined;
use super::{Session, View};

/// The options for showing the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Telling {
    /// True for the full log: every change, card and number. False for a report with one line for each decision.
    pub details: bool,
    /// True to show the sections of the rulebook.
    pub cites: bool,
    /// True to show the number of each line: the number of its decision, and the number of entries since.
    pub numbers: bool,
    /// The width of a line in columns.
    pub width: usize,
    /// The most lines of a report on the time a person waited. Beyond it, unimportant actions of other players are only
    /// counted.
    pub others: usize,
}

impl Telling {
    /// All of it, without sections and numbers, each entry in one line.
    pub(super) const FULL: Telling =
        Telling { details: true, cites: false, numbers: false, width: usize::MAX, others: usize::MAX };
}

impl Session {
    /// The log from a decision on, counted from 1.
    pub fn log(&self, from: usize, telling: Telling) -> Vec<Line> {
        let log = self.play.log();
        let answers = self.play.answers();
        let first = from.checked_sub(1).and_then(|at| answers.get(at)).copied().unwrap_or(0);
        let wanted = |at: usize| log[at].at > first || from <= 1;
        self.tell(&log, telling, &[self.viewer()], false, wanted).0
    }

    /// Whose names of places the log uses for each of its entries.
    pub(super) fn speakers(&self, log: &[Entry]) -> Vec<Viewer> {
        let mut speaker = self.speaker();
        log.iter().map(|entry| Viewer::Of(speaker.of(entry))).collect()
    }

    fn speaker(&self) -> Speaker {
        Speaker::new(self.only_person(), self.people().count())
    }

    /// The wanted entries with their headings, and the fate of each entry. With several viewers, entries that they see
    /// differently are withheld. `anew` repeats headings already shown.
    pub(super) fn tell(
        &self,
        log: &[Entry],
        telling: Telling,
        viewers: &[Option<u16>],
        anew: bool,
        wanted: impl Fn(usize) -> bool,
    ) -> (Vec<Line>, Vec<Fate>) {
        let begins = |entry: &Entry| matches!(entry.event, Event::Arbitrated(_)) && entry.at <= self.given;
        let wanted = |at: usize| wanted(at) && !begins(&log[at]);
        let mut speaker = self.speaker();
        if !telling.details {
            return self.report(log, telling, viewers, speaker, anew, wanted);
        }
        let answers = self.play.answers();
        let mut fates = vec![Fate::Silent; log.len()];
        let mut lines = Vec::new();
        let mut tell = |run: &Run, world: World<'_>| {
            let veils: Vec<_> = viewers.iter().map(|seat| seat.and_then(|seat| world.veil(seat))).collect();
            let mut open: Vec<Heading> = Vec::new();
            let mut moves: Option<Moves> = None;
            let mut moves_begin = 0;
            let placed = |line: Line, at: usize, level: usize| {
                let line = line.indented(level * 2);
                if !telling.numbers {
                    return line;
                }
                let mut numbered = Line::of(Role::Dim, format!("{:>6}  ", line_number(log, &answers, at)));
                numbered.append(line);
                numbered
            };
            for (at, entry) in log.iter().enumerate() {
                let heads = heading_text(entry).is_some();
                let viewer = Viewer::Of(speaker.of(entry));
                let mut views = viewers
                    .iter()
                    .zip(&veils)
                    .map(|(seat, veil)| View::new(world.veiled(veil.as_ref()).through(viewer), *seat));
                let Some(view) = views.next() else { break };
                open.retain(|heading| if heads { heading.depth < entry.depth } else { heading.depth <= entry.depth });
                if heads {
                    let line = heading_line(&view, entry, telling);
                    let title = line.0.first().map(|span| span.text.clone()).unwrap_or_default();
                    let above = open.iter().rev().find(|heading| !heading.silent);
                    let silent = title.is_empty() || above.is_some_and(|above| above.title == title);
                    let line = (anew || wanted(at)).then_some(line);
                    open.push(Heading { depth: entry.depth, place: at, title, silent, line });
                    continue;
                }
                if !wanted(at) {
                    continue;
                }
                let told = |view: &View<'_>| event_line(view, &run.journal.entries, entry, telling);
                let line = told(&view);
                if views.any(|other| told(&other) != line) {
                    fates[at] = Fate::Withheld;
                    continue;
                }
                if let Some(going) = &mut moves
                    && going.goes_on(view.world(), entry, at)
                {
                    // Several pieces that move the same way share one line.
                    lines.truncate(going.line);
                    lines.push(placed(going.told(view.world()), moves_begin, going.level));
                    fates[at] = Fate::Told;
                    continue;
                }
                let Some(line) = line else { continue };
                let mut level = 0;
                for heading in &mut open {
                    if heading.silent {
                        continue;
                    }
                    if let Some(title) = heading.line.take() {
                        lines.push(placed(title, heading.place, level));
                        fates[heading.place] = Fate::Told;
                    }
                    level += 1;
                }
                moves = Moves::begun(view.world(), entry, at, lines.len(), level);
                moves_begin = at;
                lines.push(placed(line, at, level));
                fates[at] = Fate::Told;
            }
        };
        // Pieces have the names that the board shows, also while an action asks.
        self.play.look(|run| run.asked(|world| tell(run, *world)));
        (lines, fates)
    }
}

/// The fate of a log entry that was to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It was shown.
    Told,
    /// It has no line, or was not wanted.
    Silent,
    /// The viewers see it differently.
    Withheld,
}

/// The side whose names of places are used: the only person's side, or else, with several persons or none, the side
/// whose action it is.
pub(super) struct Speaker {
    only: Option<u16>,
    several: bool,
    /// The side that last decided outside any side's action, and the depth.
    last: Option<(u16, u16)>,
}

impl Speaker {
    fn new(only: Option<u16>, people: usize) -> Self {
        Speaker { only, several: people != 1, last: None }
    }

    /// Everything in the names of one side; `None` means the first.
    pub(super) fn one(side: Option<u16>) -> Self {
        Speaker { only: side, several: false, last: None }
    }

    pub(super) fn of(&mut self, entry: &Entry) -> Option<u16> {
        if !self.several {
            return self.only;
        }
        if matches!(entry.event, Event::Step(..)) || self.last.is_some_and(|(_, depth)| entry.depth < depth) {
            self.last = None;
        }
        if let (Event::Decision(seat, ..), None) = (&entry.event, entry.acting) {
            self.last = Some((*seat, entry.depth));
        }
        entry.acting.or(self.last.map(|(seat, _)| seat))
    }
}

/// The number of a log entry: the number of its decision and, for a later entry, the number of entries since: `3`,
/// `3.2`. It does not depend on which entries are shown, and never changes unless the decision is taken back.
pub(super) fn line_number(log: &[Entry], answers: &[usize], at: usize) -> String {
    let decision = |entry: &Entry| answers.partition_point(|answer| *answer < entry.at);
    let Some(entry) = log.get(at) else { return String::new() };
    let number = decision(entry);
    let first = log[..at].iter().rposition(|one| decision(one) != number).map_or(0, |before| before + 1);
    let decided = matches!(log[first].event, Event::Decision(..));
    match at - first {
        0 if decided => number.to_string(),
        later => format!("{number}.{}", later + usize::from(!decided)),
    }
}

/// A heading, shown together with the first line below it.
struct Heading {
    depth: u16,
    /// Its index in the log.
    place: usize,
    title: String,
    /// True if it is not shown: it has no line, or the same line as the heading around it.
    silent: bool,
    /// Its line, until it has been shown.
    line: Option<Line>,
}

/// A title with an initial capital and without underscores.
pub(super) fn capital(title: &str) -> String {
    capital_letter(&plain_words(title))
}

/// A text with an initial capital.
pub(super) fn capital_letter(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The sections at the end of a line.
pub(super) fn cited(world: &World<'_>, cites: &[SectionId]) -> Option<String> {
    let numbers: IndexSet<String> = cites.iter().map(|cite| format!("§{}", world.game.section(*cite).number)).collect();
    (!numbers.is_empty()).then(|| Vec::from_iter(numbers).join(" "))
}

/// The sections at the end of a line, after a gap. Empty if there are none.
pub(super) fn cited_behind(world: &World<'_>, cites: &[SectionId]) -> String {
    cited(world, cites).map_or_else(String::new, |cites| format!("  {cites}"))
}

/// The text of a scope or step. None of another entry.
pub(super) fn heading_text(entry: &Entry) -> Option<&str> {
    match &entry.event {
        Event::Scope(_, text) | Event::Step(_, text) => Some(text),
        _ => None,
    }
}

/// The line of a scope or step. Empty if it has none, or if the decision before it has the same text.
pub(super) fn heading_line(view: &View<'_>, entry: &Entry, telling: Telling) -> Line {
    let Some(text) = heading_text(entry) else { return Line::new() };
    let offer = |scope: &ScopeId| matches!(view.world().game.scopes[scope.at()].kind, ScopeKind::Offer(_));
    if text.is_empty() || matches!(&entry.event, Event::Scope(scope, _) if offer(scope)) {
        return Line::new();
    }
    let text = view.world().told(text);
    let mut line = match &entry.event {
        Event::Step(step, _) => {
            let step = &view.world().game.steps[step.at()];
            // A step without a title is named after the side whose turn it is.
            let thing = text.strip_prefix(&format!("{}: ", step.name)).filter(|_| step.title == step.name);
            Line::of(Role::Title, capital(thing.unwrap_or(&text)))
        }
        _ => Line::plain(capital(&text)),
    };
    if telling.cites {
        line.push(Role::Cite, cited_behind(view.world(), &entry.cites));
    }
    line
}

/// What chance drew from a set: a card only by name if the seat sees it.
pub(super) fn lot_words(view: &View<'_>, prompt: &str, thing: Ref) -> String {
    let world = view.world();
    let hidden = thing.domain == Domain::Card && !view.sees_card(thing.index);
    let name = if hidden { "a card".to_owned() } else { world.title(thing) };
    format!("{}: {name}", world.told(prompt))
}

/// An event as a line. None if it is not worth a line or not visible.
pub(super) fn event_line(view: &View<'_>, journal: &[Answered], entry: &Entry, telling: Telling) -> Option<Line> {
    let world = view.world();
    let side = |seat: u16| (Role::side(world.game, seat), world.game.sides[seat as usize].title.clone());
    Some(match &entry.event {
        Event::Decision(seat, text, asked) => {
            let (role, name) = side(*seat);
            let mut line = Line::of(role, name)
                .and(Role::Plain, format!(": {}", hidden_decision(view, journal, entry, *seat, text)));
            let offer = offer_of(journal, entry).filter(|_| unseen_decision(view, journal, entry, *seat).is_none());
            if let Some(offer) = offer.filter(|_| telling.cites) {
                line.push(Role::Cite, cited_behind(world, &world.game.offers[offer.at()].cites));
            }
            if let Some(asked) = asked {
                let asked = plain_words(&world.told(asked));
                line.push(Role::Dim, format!("  ({})", asked.trim_end_matches(['.', ':'])));
            }
            line
        }
        Event::Moved(..) => Moves::begun(world, entry, 0, 0, 0)?.told(world),
        // Only moves of face-down pieces are shown.
        Event::Turned(piece, _) | Event::Faced(piece, _) | Event::Given(piece, _) if world.is_face_down(*piece) => {
            return None;
        }
        Event::Changed(_, of, ..) if world.has_face_down(&Value::Ref(*of)) => return None,
        Event::Changed(var, of, ..) if world.hides_var(*var, *of) => return None,
        Event::Paid(seat, purse, _) if hides_payment(world, *seat, *purse) => return None,
        Event::Counted(_, args, ..) if args.iter().any(|value| world.has_face_down(value)) => return None,
        Event::Counted(_, _, _, ledger) if world.hides_any(&ledger.secrets) => return None,
        Event::Turned(piece, mode) => {
            let owner = u16::from(world.state.pieces.get(*piece as usize)?.side);
            let mode = plain_words(&world.game.modes[*mode as usize].name);
            Line::of(Role::side(world.game, owner), world.name(Ref::piece(*piece)))
                .and(Role::Plain, format!(": {mode}"))
        }
        Event::Given(piece, side) => {
            let side_title = world.title(Ref::side(*side));
            Line::of(Role::side(world.game, *side), world.name(Ref::piece(*piece)))
                .and(Role::Plain, format!(" now belongs to {side_title}"))
        }
        Event::Faced(piece, direction) => {
            let owner = u16::from(world.state.pieces.get(*piece as usize)?.side);
            let direction = world.title(Ref::direction(*direction));
            Line::of(Role::side(world.game, owner), world.name(Ref::piece(*piece)))
                .and(Role::Plain, format!(" faces {direction}"))
        }
        Event::Changed(var, of, old, new) => changed_line(world, *var, *of, old, new)?,
        Event::Set(_, _, _, new) if !telling.details || world.has_face_down(new) => return None,
        Event::Set(scope, at, _, new) => {
            let scope = &world.game.scopes[scope.at()];
            let own = plain_words(&scope.own_at(*at)?.name);
            let line = Line::plain(format!("{}: {own} ", plain_words(&scope.name)));
            line.and(Role::Number, plain_words(&world.show(new)))
        }
        Event::Rolled(scope, faces) => {
            let mut line = Line::plain("dice");
            // A scope with its own line shows their purpose.
            if let Some(scope) = scope.filter(|scope| world.game.scopes[scope.at()].title.is_none()) {
                line.push(Role::Plain, format!(" for {}", plain_words(&world.game.scopes[scope.at()].name)));
            }
            let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
            line.and(Role::Plain, ": ").and(Role::Number, faces.join(" "))
        }
        Event::Paid(seat, purse, way) => {
            let (role, name) = side(*seat);
            let title = plain_words(&world.game.purses[purse.at()].title);
            Line::of(role, name).and(Role::Plain, format!(" pays {title}: {}", paid_with(view, way, *seat, false)))
        }
        Event::Cancelled(seat, offer, _) if view.unseen_act(*offer, *seat, &[]).is_some() => return None,
        Event::Cancelled(_, offer, _) => {
            Line::plain(format!("{} is cancelled", plain_words(&world.game.offers[offer.at()].title)))
        }
        Event::Declined(_, offer, by) if view.unseen_act(*offer, *by, &[]).is_some() => return None,
        Event::Declined(seat, ..) => Line::plain(declined(world, *seat)),
        Event::Lapsed(seat, offer, text) => {
            let (role, name) = side(*seat);
            let order = view.unseen_act(*offer, *seat, &[]).unwrap_or_else(|| plain_words(&world.told(text)));
            Line::of(role, name).and(Role::Plain, format!(": {order} is no longer possible"))
        }
        Event::Tried(name, number, hit) => Line::plain(tried_words(world, name, number, *hit)),
        Event::Drawn(seat, cards) => {
            let (what, (role, name)) = (drawn_words(view, *seat, cards), side(*seat));
            match view.is_draw_of_side(cards) {
                true => Line::of(role, name).and(Role::Plain, format!(" draws {what}")),
                false => Line::plain(format!("drawn: {what}")),
            }
        }
        Event::Card(card, spot) => {
            // A seat that saw where the card went still knows it after it has moved on.
            let zone = world.game.zone_at(*spot);
            let is_seen = view.sees_zone(zone, world.game.owner_of(*card, *spot));
            let name = if is_seen { world.title(Ref::card(*card)) } else { "a card".to_owned() };
            let text = format!("{name} to {}", plain_words(&world.game.zones[zone.at()].name));
            // Of a shared deck it matters whose hand it is.
            match world.game.holder(*spot) {
                Some(owner) => {
                    let (role, name) = side(owner);
                    Line::of(role, name).and(Role::Plain, format!(": {text}"))
                }
                None => Line::plain(text),
            }
        }
        Event::InForce(card, how_long) => Line::plain(force_words(&world.title(Ref::card(*card)), how_long.as_deref())),
        Event::Lot(prompt, thing) => Line::plain(lot_words(view, prompt, *thing)),
        Event::Arbitrated(text) => by_hand(text),
        Event::Said(text) => Line::plain(world.told(text)),
        Event::Counted(quantity, args, number, _) => {
            let number = number.map_or_else(|| "none".to_owned(), |n| world.show(&world.as_value(*quantity, Some(n))));
            Line::of(Role::Dim, format!("{}: ", quantity_words(world, *quantity, args))).and(Role::Number, number)
        }
        Event::Finished(outcome) => outcome_line(world, outcome),
        // `why` shows it.
        Event::LookedUp(..) => return None,
        Event::Scope(..) | Event::Step(..) | Event::Revealed(_) => return None,
    })
}

/// The cards that a side draws, or their number if the viewer does not see them.
pub(super) fn drawn_words(view: &View<'_>, seat: u16, cards: &[u16]) -> String {
    if !view.sees_drawn(seat, cards) {
        return counted(cards.len(), "card");
    }
    sentence::counted(cards.iter().map(|def| view.world().game.card_defs[usize::from(*def)].title.clone()))
}

/// What was tried, with the number that it needs: `no hit (needs 5)`.
pub(super) fn tried_words(world: &World<'_>, name: &str, number: &str, hit: bool) -> String {
    format!("{}{} (needs {})", if hit { "" } else { "no " }, plain_words(name), world.told(number))
}

/// True if a payment would reveal the value of a hidden variable.
pub(super) fn hides_payment(world: &World<'_>, seat: u16, purse: PurseId) -> bool {
    world.game.purses[purse.at()].var.is_some_and(|var| world.hides_var(var, Ref::side(seat)))
}

/// A card that comes into force for this duration, or ceases to be in force.
pub(super) fn force_words(name: &str, how_long: Option<&str>) -> String {
    match how_long {
        Some(how_long) => format!("{name} is in force {how_long}"),
        None => format!("{name} is no longer in force"),
    }
}

/// A quantity with its arguments: `dice (KT1, MA2, 3)`.
pub(super) fn quantity_words(world: &World<'_>, quantity: QuantityId, args: &[Value]) -> String {
    let item = &world.game.quantities[quantity.at()];
    let words: Vec<String> = (args.iter())
        .filter(|value| !value.is_none() && !matches!(value, Value::Set(_, set) if set.is_empty()))
        .map(|value| match value {
            Value::Ref(thing) if thing.domain == Domain::Piece => world.name(*thing),
            other => plain_words(&world.show(other)),
        })
        .collect();
    let title = plain_words(&item.title);
    if words.is_empty() { title } else { format!("{title} ({})", words.join(", ")) }
}

/// The payment. With `cards` only the cards given up. Cards the viewer does not see are counted.
pub(super) fn paid_with(view: &View<'_>, way: &[Spent], seat: u16, cards: bool) -> String {
    let world = view.world();
    let is_card = |one: &Spent| one.giver.is_some_and(|giver| giver.domain == Domain::Card);
    let seen = |one: &Spent| one.giver.is_none_or(|giver| giver.domain != Domain::Card || view.sees_card(giver.index));
    let shown: Vec<Spent> = way.iter().filter(|one| seen(one) && (!cards || is_card(one))).copied().collect();
    let unseen = way.iter().filter(|one| one.amount > 0 && !seen(one)).count();
    let mut words: Vec<String> = Vec::new();
    // What was left over has no words.
    words.extend(Some(plain_words(&sentence::way_title(world, &shown, seat))).filter(|title| !title.is_empty()));
    if unseen > 0 {
        words.push(counted(unseen, "card"));
    }
    words.join(", ")
}

/// The result of a game as a line.
pub(super) fn outcome_line(world: &World<'_>, outcome: &Outcome) -> Line {
    let level = world.game.level_of(outcome.level).map(|level| level.title.clone());
    let mut line = match (outcome.winner(), world.game.side_titles(&outcome.winners)) {
        (Some(side), Some(title)) => Line::of(Role::side(world.game, side), title)
            .and(Role::Good, if level.is_some() { " victory" } else { " wins" }),
        (None, Some(titles)) => {
            let shared = if level.is_some() { "share the victory" } else { "win together" };
            Line::of(Role::Good, format!("{titles} {shared}"))
        }
        (_, None) => Line::of(Role::Good, "the game is drawn"),
    };
    if let Some(level) = level {
        line.push(Role::Good, format!(" ({level})"));
    }
    line
}

/// The offer chosen in a decision.
pub(super) fn offer_of(journal: &[Answered], entry: &Entry) -> Option<OfferId> {
    match journal.get(entry.at.checked_sub(1)?)? {
        Answered::Answer { answer: Answer::Act(offer, _), .. } => Some(*offer),
        _ => None,
    }
}

/// True if an entry is a decision hidden from the viewer.
pub(super) fn is_unseen(view: &View<'_>, journal: &[Answered], entry: &Entry) -> bool {
    let Event::Decision(seat, ..) = entry.event else { return false };
    unseen_decision(view, journal, entry, seat).is_some()
}

/// The text shown instead of a decision that the viewer does not see.
pub(super) fn unseen_decision(view: &View<'_>, journal: &[Answered], entry: &Entry, seat: u16) -> Option<String> {
    match journal.get(entry.at.checked_sub(1)?)? {
        Answered::Answer { answer: Answer::Act(offer, chosen), .. } => view.unseen_act(*offer, seat, chosen),
        _ => None,
    }
}

/// A seat's decision, without the names of cards the viewer does not see and of pieces face down for the viewer. If the
/// viewer does not see the decision at all, the text shown instead.
pub(super) fn hidden_decision(view: &View<'_>, journal: &[Answered], entry: &Entry, seat: u16, text: &str) -> String {
    let world = view.world();
    if let Some(words) = unseen_decision(view, journal, entry, seat) {
        return words;
    }
    let stored = entry.sealed.map(|var| Secret { what: Shown::Var(var), of: Ref::side(seat) });
    if let Some(words) = stored.and_then(|secret| world.hidden_words(&secret)) {
        return words.to_owned();
    }
    let answer = entry.at.checked_sub(1).and_then(|at| journal.get(at));
    let Some(Answered::Answer { answer, .. }) = answer else { return plain_words(&world.told(text)) };
    let things: Vec<Ref> = match answer {
        Answer::Several(things) => things.clone(),
        Answer::One(Value::Ref(thing)) => vec![*thing],
        Answer::Way(_) => return payment_words(view, seat, &plain_words(&world.told(text))),
        _ => return plain_words(&world.told(text)),
    };
    let cards = things.iter().filter(|thing| thing.domain == Domain::Card);
    let unseen = |card: &Ref| !view.sees_choices(seat) && !view.sees_card(card.index);
    if cards.clone().any(unseen) {
        counted(cards.count(), "card")
    } else if cards.count() == things.len() && !things.is_empty() {
        // The stored text is that of a saved game, which names cards as rules do.
        sentence::counted(things.iter().map(|thing| plain_words(&world.title(*thing))))
    } else {
        plain_words(&world.told(text))
    }
}

/// What a side paid with, as its decision names it; cards that the viewer does not see are only counted.
fn payment_words(view: &View<'_>, seat: u16, text: &str) -> String {
    let world = view.world();
    let unseen = |name: &str| {
        let mut cards = (0..world.game.cards.len() as u16).filter(|card| !view.sees_card(*card));
        !view.sees_choices(seat) && cards.any(|card| plain_words(&world.name(Ref::card(card))) == name)
    };
    let (mut words, mut hidden) = (Vec::new(), 0);
    for part in text.split(", ") {
        let (name, count) = match part.rsplit_once(" x") {
            Some((name, count)) => (name, count.parse().unwrap_or(1)),
            None => (part, 1),
        };
        if unseen(name) {
            hidden += count;
        } else {
            words.push(part.to_owned());
        }
    }
    if hidden > 0 {
        words.push(counted(hidden, "card"));
    }
    sentence::counted(words)
}

pub(super) fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// A change of a variable as a line.
fn changed_line(world: &World<'_>, var: VarId, of: Ref, old: &Value, new: &Value) -> Option<Line> {
    let item = &world.game.vars[var.at()];
    let title = plain_words(&item.title);
    let line = match of.domain {
        Domain::Game => Line::new(),
        Domain::Side => Line::of(Role::side(world.game, of.index), format!("{}: ", world.title(of))),
        Domain::Piece => {
            let side = u16::from(world.state.pieces.get(of.index as usize)?.side);
            Line::of(Role::side(world.game, side), format!("{}: ", world.name(of)))
        }
        _ => Line::plain(format!("{}: ", plain_words(&world.title(of)))),
    };
    if item.ty == Type::Flag {
        return Some(line.and(Role::Plain, flag_word(item, new)));
    }
    let mut line = line.and(Role::Plain, format!("{title} ")).and(Role::Number, plain_words(&world.show(new)));
    if let (Value::Int(old), Value::Int(_)) = (old, new) {
        line.push(Role::Dim, format!(" (was {old})"));
    }
    Some(line)
}

/// The description of a bearer by a flag: its title, its opposite, or `no longer …`.
pub(super) fn flag_word(item: &Var, up: &Value) -> String {
    let title = plain_words(&item.title);
    match (up.is_yes(), &item.opposite) {
        (true, _) => title,
        (false, Some(opposite)) => plain_words(opposite),
        (false, None) => format!("no longer {title}"),
    }
}

/// A change of the position by hand.
pub(super) fn by_hand(text: &str) -> Line {
    Line::of(Role::Dim, "Arbiter: ").and(Role::Plain, text)
}
