//! The status of a game in words: the player's side, the length of the game, holdings, victory conditions, the current
//! decision.

use indexmap::IndexMap;

use crate::analysis::bots::Player;
use crate::diagnostic::words::all_of;
use crate::draw::{Line, Role, places};
use crate::model::id::*;
use crate::model::sequence::Repeat;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::log::Event;
use crate::play::secret::UNKNOWN;
use crate::source::plain_words;

use super::event::outcome_line;
use super::lines::said_of_end;
use super::lookup::section_row;
use super::place::{trail, whereabouts};
use super::story::capital;
use super::table::{blocks, table};
use super::view::View;
use super::{Session, Sight, Standing};

/// The words in titles of sections about how a game is won or ends.
const ENDINGS: &[&str] = &["victory", "winning", "win", "ending", "end", "outcome"];
/// The most sections about the end of the game shown.
const MOST_ENDINGS: usize = 3;

impl Session {
    /// The status: who leads, how the game ends, who plays, the values of the sides and the game, and the possible
    /// actions. If `full`, also values used only in drawings, such as texts.
    pub fn status(&self, full: bool, width: usize) -> Vec<Line> {
        let mut lines = self.ended();
        let is_over = !lines.is_empty();
        if !is_over {
            lines.extend(self.view(self.viewer(), |view| view.leads()));
            lines.extend(self.aim());
        }
        lines.extend(self.seats_in_words());
        lines.extend(self.whereabouts());
        lines.extend(self.view(self.viewer(), |view| view.status(full, full || is_over, width)));
        lines.extend(self.endings());
        if let Some(other) = self.waits_for() {
            lines.push(Line::side(&self.game, other).and(Role::Plain, " decides now"));
        } else if let Some((seat, _)) = self.question() {
            let menu = self.menu();
            let mut line =
                Line::side(&self.game, seat).and(Role::Plain, format!(": {}", menu.heading.trim_end_matches('?')));
            let actions: Vec<&str> =
                menu.items.iter().filter(|item| item.is_action()).map(|item| item.text.as_str()).collect();
            if !actions.is_empty() {
                line.push(Role::Plain, format!(": {}", actions.join(", ")));
            }
            lines.push(line);
        }
        lines
    }

    /// The players: `You play English; the greedy bot plays French.`
    fn seats_in_words(&self) -> Vec<Line> {
        let people: Vec<u16> = self.people().collect();
        let mut parts = Vec::new();
        match people.as_slice() {
            [] => {}
            [only] => parts.push(format!("You play {}", self.game.side_title(*only))),
            several => {
                let titles: Vec<&str> = several.iter().map(|seat| self.game.side_title(*seat)).collect();
                parts.push(format!("People play {}", all_of(&titles)));
            }
        }
        let bots = (0..self.game.sides.len() as u16).filter(|seat| self.player(*seat) != Player::Person);
        let plays = |seat| format!("the {} bot plays {}", self.player(seat).name(), self.game.side_title(seat));
        parts.extend(bots.map(plays));
        if parts.is_empty() { Vec::new() } else { vec![Line::plain(format!("{}.", parts.join("; ")))] }
    }

    /// The place in the sequence of play: `Turn 2 of 12, English: [Discards], Draws, Combat`.
    pub fn whereabouts(&self) -> Option<Line> {
        if !matches!(self.standing, Standing::Asked(_)) {
            return None;
        }
        self.world(whereabouts)
    }

    /// The path through the sequence of play, from the outermost step to the innermost: `1342`, `Actions`,
    /// `Blois, 3rd of 5`, `March of Charles`.
    pub fn trail(&self) -> Vec<String> {
        self.world(trail)
    }

    /// The current stretch of play, for showing something once in each: the counted steps, and the deciding side if it
    /// is the side that acts.
    pub fn stretch(&self) -> (Vec<i64>, Option<u16>) {
        let seat = self.question().map(|(seat, _)| seat);
        self.world(|world| {
            let counted = |frame: &&crate::play::state::Frame| {
                frame.step.is_some_and(|step| matches!(world.game.steps[step.at()].repeat, Repeat::Count { .. }))
            };
            let counts = world.state.stack.iter().filter(counted).map(|frame| frame.count).collect();
            (counts, seat.filter(|seat| world.me().is_none_or(|me| me == *seat)))
        })
    }

    /// The hand of the viewer in one line. None without cards.
    pub fn hand_line(&self) -> Option<Line> {
        let side = self.viewing_side()?;
        self.view(Some(side), |view| view.hand_line())
    }

    /// One line for every place that is not a hex, and for every track. The lines and their order never change.
    pub fn places(&self, sight: Sight, seat: Option<u16>) -> Vec<Line> {
        let frame = crate::draw::Frame { names: seat, ..self.frame(sight, None) };
        self.view(seat, |view| places(view.world(), &frame))
    }

    /// The numbers of the sides, once the game is over.
    pub fn final_scores(&self, width: usize) -> Vec<Line> {
        self.view(self.viewer(), |view| view.scores(false, true, width))
    }

    /// The winner, the level and the reason. Empty while the game continues.
    pub fn ended(&self) -> Vec<Line> {
        let Standing::Over(outcome) = &self.standing else { return Vec::new() };
        let log = self.play.log();
        let end = log.iter().rposition(|entry| matches!(entry.event, Event::Finished(..))).unwrap_or(log.len());
        let said = said_of_end(&log, end).and_then(|at| match &log[at].event {
            Event::Said(text) => Some(text.clone()),
            _ => None,
        });
        self.world(|world| {
            let mut line = Line::of(Role::Title, "The game is over: ");
            line.append(outcome_line(world, outcome));
            let reason = said.map(|text| Line::plain(capital(&world.told(&text))));
            std::iter::once(line).chain(reason).collect()
        })
    }

    /// The sections of the rulebook about the end of the game.
    fn endings(&self) -> Vec<Line> {
        let speaks_of_it = |title: &str| {
            let words = title.to_lowercase();
            words.split(|sign: char| !sign.is_alphanumeric()).any(|word| ENDINGS.contains(&word))
        };
        let sections = self.game.sections.iter().filter(|one| !one.prose && speaks_of_it(&one.title));
        let rows = table(sections.take(MOST_ENDINGS).map(section_row).collect(), 2);
        if rows.is_empty() {
            return Vec::new();
        }
        std::iter::once(Line::of(Role::Title, "In the rulebook (`rule NUMBER` shows more)")).chain(rows).collect()
    }
}

impl View<'_> {
    /// The hand of the seat in one line, with the printed values of each card.
    pub(super) fn hand_line(&self) -> Option<Line> {
        let seat = self.seat()?;
        let world = self.world();
        let mut cards: IndexMap<u16, (u16, usize)> = IndexMap::new();
        for deck in &world.game.decks {
            let Some(zone) = deck.zones.get(1).filter(|zone| world.game.each_side_has(**zone)) else { continue };
            for card in world.zone(*zone, seat).iter() {
                cards.entry(world.game.cards[card as usize].def).or_insert((card, 0)).1 += 1;
            }
        }
        if cards.is_empty() {
            return None;
        }
        let cards = cards.into_iter().map(|(def, (first, count))| {
            let mut line = Line::of(Role::Key, world.game.card_defs[def as usize].title.as_str());
            if count > 1 {
                line.push(Role::Plain, format!(" x{count}"));
            }
            let note = self.card_note(first);
            if !note.is_empty() {
                line.push(Role::Dim, format!(" ({note})"));
            }
            line
        });
        Some(Line::of(Role::side(world.game, seat), "Hand").and(Role::Plain, ": ").listing(cards))
    }

    /// The numbers of the sides in columns for comparison, followed by values that are not numbers. Without
    /// `compared`, numbers are omitted that [`View::leads`] compares between two sides.
    pub(super) fn scores(&self, full: bool, compared: bool, width: usize) -> Vec<Line> {
        let world = self.world();
        let game = world.game;
        let sides: Vec<u16> = game.played().collect();
        let mut heads = Vec::new();
        let mut rows: Vec<Vec<Line>> = sides
            .iter()
            .map(|side| {
                let mut title = Line::side(game, *side);
                if self.seat() == Some(*side) {
                    title.push(Role::Dim, " (you)");
                }
                vec![title]
            })
            .collect();
        let mut column = |name: &str, value: &dyn Fn(Ref) -> Line| {
            heads.push(Line::of(Role::Dim, plain_words(name)));
            for (row, side) in rows.iter_mut().zip(&sides) {
                row.push(value(Ref::side(*side)));
            }
        };
        let tracked = |var: VarId| game.drawing.tracks.iter().any(|track| track.var == var);
        let numbers = |wanted: bool| {
            game.vars_of(Domain::Side).filter(move |(id, var)| {
                matches!(var.ty, Type::Int(_)) && var.during.is_empty() && !var.quiet && tracked(*id) == wanted
            })
        };
        for (id, var) in numbers(true) {
            column(&var.name, &|side| Line::of(Role::Number, world.show_var(id, side)));
        }
        for (id, fact) in game.facts_of(Domain::Side).filter(|(_, fact)| matches!(fact.ty, Type::Int(_))) {
            column(&fact.name, &|side| Line::plain(world.show_fact(id, side)));
        }
        for (id, var) in numbers(false) {
            column(&var.name, &|side| Line::of(Role::Number, world.show_var(id, side)));
        }
        for (at, item) in game.quantities.iter().enumerate().filter(|(_, item)| item.shown && item.params.len() == 1) {
            let id = QuantityId(at as u16);
            let number = |side: Ref| self.number(id, &[Value::Ref(side)]);
            let known =
                |side: &u16| number(Ref::side(*side)).is_some_and(|found| found.is_ok_and(|found| found.is_some()));
            let is_compared = sides.len() == 2 && sides.iter().all(known);
            if !sides.iter().any(known) || is_compared && !compared {
                continue;
            }
            column(&item.title, &|side| match number(side) {
                None => Line::of(Role::Dim, UNKNOWN),
                Some(Ok(number)) => Line::of(Role::Number, world.show(&world.as_value(id, number))),
                Some(Err(fault)) => Line::of(Role::Bad, super::faults::words(game, self.on_pages(), &fault)),
            });
        }
        for deck in &game.decks {
            for zone in deck.zones.iter().filter(|zone| game.each_side_has(**zone)) {
                // A zone without cards on any side is not worth a line.
                if !full && sides.iter().all(|side| world.zone(*zone, *side).count() == 0) {
                    continue;
                }
                let count = |side: Ref| Line::of(Role::Dim, world.zone(*zone, side.index).count().to_string());
                column(&game.zones[zone.at()].name, &count);
            }
        }
        let mut found = Vec::new();
        if !heads.is_empty() {
            heads.insert(0, Line::new());
            rows.insert(0, heads);
            found = blocks(&rows, 0, width);
        }
        for side in sides {
            let mut parts = self.flags_of(Ref::side(side), full);
            let mut shown = self.shown_numbers(Some(side));
            // A number without modifiers is shown only in its column.
            shown.retain(|line| line.text().contains(": "));
            if parts.is_empty() && shown.is_empty() {
                continue;
            }
            let mut line = Line::side(game, side);
            if !parts.is_empty() {
                parts.insert(0, String::new());
                line.push(Role::Plain, format!(":{}", parts.join(" ")));
            }
            found.push(line);
            found.extend(shown);
        }
        found
    }
}
