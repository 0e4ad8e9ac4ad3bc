//! How a game stands, in words: who you are, how long it lasts, who has what, how it ends, what is decided now.

use crate::analysis::bots::Player;
use crate::draw::{Line, Role, places};
use crate::model::id::*;
use crate::model::sequence::{Repeat, Step};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::play::log::Event;

use super::story::{capital, outcome_line};
use super::table::table;
use super::view::View;
use super::{Session, Sight, Standing};

/// Words in the title of a section about how a game is won or ends.
const ENDINGS: &[&str] = &["victory", "winning", "win", "ending", "end", "outcome"];
/// So many sections about the end of the game are shown.
const MOST_ENDINGS: usize = 3;

impl Session {
    /// What sides and the game have now, who plays, how it ends, what may be done.
    pub fn status(&self) -> Vec<Line> {
        let mut lines = self.seats_in_words();
        if let Standing::Over(_) = self.standing {
            lines.extend(self.verdict());
        }
        lines.extend(self.whereabouts());
        lines.extend(self.view(self.viewer(), |view| view.status()));
        lines.extend(self.endings());
        if let Some((seat, _)) = self.question() {
            let menu = self.menu();
            let title = self.game.sides.get(usize::from(seat)).map_or("", |side| side.title.as_str());
            let mut line =
                Line::of(Role::Side(seat), title).and(Role::Plain, format!(": {}", menu.heading.trim_end_matches('?')));
            let actions: Vec<&str> =
                menu.items.iter().filter(|item| item.is_action()).map(|item| item.text.as_str()).collect();
            if !actions.is_empty() {
                line.push(Role::Plain, format!(": {}", actions.join(", ")));
            }
            lines.push(line);
        }
        lines
    }

    /// Who sits at the table: `You play English; French is played by greedy.`
    fn seats_in_words(&self) -> Vec<Line> {
        let title = |seat: u16| self.game.sides.get(usize::from(seat)).map_or("", |side| side.title.as_str());
        let people: Vec<u16> = self.people().collect();
        let mut parts = Vec::new();
        match people.as_slice() {
            [] => {}
            [only] => parts.push(format!("You play {}", title(*only))),
            several => {
                let titles: Vec<&str> = several.iter().map(|seat| title(*seat)).collect();
                parts.push(format!("People play {}", titles.join(" and ")));
            }
        }
        let bots = (0..self.game.sides.len() as u16).filter(|seat| self.player(*seat) != Player::Person);
        parts.extend(bots.map(|seat| format!("the bot `{}` plays {}", self.player(seat).name(), title(seat))));
        if parts.is_empty() { Vec::new() } else { vec![Line::plain(format!("{}.", parts.join("; ")))] }
    }

    /// Where the game is in its sequence of play: `Turn 2 of 12, English: [Discards], Draws, Combat`.
    pub fn whereabouts(&self) -> Option<Line> {
        if !matches!(self.standing, Standing::Asked(_)) {
            return None;
        }
        self.world(whereabouts)
    }

    /// The place in the sequence of play with the turn's last number, if that is known: `Turn 2 of 12`, `Orders`.
    pub fn place_of(&self) -> Vec<String> {
        self.world(place_of)
    }

    /// Which stretch of play it is, for those who show something once in each: the counted steps, and whether the side
    /// that decides is the one that acts.
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

    /// The side that acts now, if another one decides.
    pub fn acting_other(&self) -> Option<u16> {
        let (seat, _) = self.question()?;
        self.world(|world| world.me()).filter(|me| *me != seat)
    }

    /// The cards in the hand of the side that decides, in one line; none without cards.
    pub fn hand_line(&self) -> Option<Line> {
        let seat = self.viewer()?;
        self.view(Some(seat), |view| view.hand_line())
    }

    /// Every place that is not a hex, and every track, as a line; the same lines in the same order at any time.
    pub fn places(&self, sight: Sight) -> Vec<Line> {
        let frame = self.frame(sight, None);
        self.view(self.viewer(), |view| places(view.world(), &frame))
    }

    /// Who has won, at what level, and why; nothing as long as the game goes on.
    pub fn verdict(&self) -> Vec<Line> {
        let Standing::Over(outcome) = &self.standing else { return Vec::new() };
        let log = self.play.log();
        let end = log.iter().rposition(|entry| matches!(entry.event, Event::Finished(..))).unwrap_or(log.len());
        let begun = log[..end].iter().rposition(|entry| matches!(entry.event, Event::Step(..))).unwrap_or(0);
        let said = log[begun..end].iter().rev().find_map(|entry| match &entry.event {
            Event::Said(text) => Some(text.clone()),
            _ => None,
        });
        let winner = outcome.winner;
        let mut lines = self.world(|world| {
            let mut line = Line::of(Role::Title, "The game is over: ");
            line.append(outcome_line(world, winner, outcome.level));
            let reason = said.map(|text| Line::plain(capital(&world.told(&text))));
            std::iter::once(line).chain(reason).collect::<Vec<_>>()
        });
        lines.extend(self.view(self.viewer(), |view| view.scores()));
        lines
    }

    /// The sections of the rulebook about the end of the game.
    fn endings(&self) -> Vec<Line> {
        let speaks_of_it = |title: &str| {
            let words = title.to_lowercase();
            words.split(|sign: char| !sign.is_alphanumeric()).any(|word| ENDINGS.contains(&word))
        };
        let sections = self.game.sections.iter().filter(|one| !one.prose && speaks_of_it(&one.title));
        let rows = sections.take(MOST_ENDINGS).map(|one| {
            vec![
                Line::of(Role::Cite, format!("§{}", one.number)),
                Line::plain(one.title.as_str()),
                Line::of(Role::Dim, one.text.as_deref().unwrap_or_default()),
            ]
        });
        let rows = table(rows.collect(), 2);
        if rows.is_empty() {
            return Vec::new();
        }
        std::iter::once(Line::of(Role::Title, "How it ends (`rule NUMBER` shows more)")).chain(rows).collect()
    }
}

/// Steps with their places on the stack, the outermost first.
fn steps<'w>(world: &World<'w>) -> Vec<(i64, &'w Step)> {
    let step = |frame: &crate::play::state::Frame| Some((frame.count, &world.game.steps[frame.step?.at()]));
    world.state.stack.iter().filter_map(step).collect()
}

/// `Turn 2 of 12`: a counted step with its number and, where it is known, its last.
fn counted(world: &World<'_>, count: i64, step: &Step) -> Option<String> {
    let Repeat::Count { to, .. } = &step.repeat else { return None };
    let last = to.as_ref().and_then(|node| match world.eval_alone(node, &[], step.locals).ok()? {
        Value::Int(last) => Some(last),
        _ => None,
    });
    let title = capital(&step.title);
    Some(match last {
        Some(last) => format!("{title} {count} of {last}"),
        None => format!("{title} {count}"),
    })
}

fn place_of(world: &World<'_>) -> Vec<String> {
    let steps = steps(world);
    let last = steps.len().saturating_sub(1);
    let path = steps.into_iter().enumerate().filter_map(|(at, (count, step))| {
        counted(world, count, step).or_else(|| (at == last).then(|| capital(&step.title)))
    });
    path.collect()
}

/// The counted steps, who acts, and the steps side by side with the one that runs between brackets.
fn whereabouts(world: &World<'_>) -> Option<Line> {
    let steps = steps(world);
    let (_, now) = *steps.last()?;
    let turns: Vec<String> = steps.iter().filter_map(|(count, step)| counted(world, *count, step)).collect();
    let mut line = Line::of(Role::Title, turns.join(", "));
    if let Some(me) = world.me() {
        line.push(Role::Plain, if turns.is_empty() { "" } else { ", " });
        line.push(Role::Side(me), world.game.sides.get(usize::from(me)).map_or("", |side| side.title.as_str()));
    }
    // Of a step within one of several parts of a turn that part is the place.
    let turn = |step: &&Step| !matches!(step.repeat, Repeat::Once | Repeat::Members { .. });
    let around = steps.iter().rposition(|(_, step)| turn(step));
    let main = around.and_then(|at| steps.get(at + 1)).map_or(now, |(_, step)| step);
    let beside: Vec<&Step> = world.game.steps.iter().filter(|step| step.parent == main.parent).collect();
    let mut first = true;
    for step in beside.iter().filter(|_| beside.len() > 1) {
        line.push(
            Role::Plain,
            if !first {
                ", "
            } else if line.0.is_empty() {
                ""
            } else {
                ": "
            },
        );
        first = false;
        let title = capital(&step.title);
        if step.scope == main.scope {
            line.push(Role::Key, format!("[{title}]"));
        } else {
            line.push(Role::Dim, title);
        }
    }
    if now.scope != main.scope {
        line.push(Role::Plain, format!(" ({})", capital(&now.title)));
    }
    (!line.0.is_empty()).then_some(line)
}

impl View<'_> {
    /// The hand of the seat in one line, with what is printed on each card.
    pub(super) fn hand_line(&self) -> Option<Line> {
        let seat = self.seat()?;
        let world = self.world();
        let mut cards: Vec<(u16, usize)> = Vec::new();
        for deck in world.game.decks.iter().filter(|deck| deck.per_side) {
            let Some(zone) = deck.zones.get(1) else { continue };
            for card in world.zone(*zone, seat).iter() {
                let def = world.game.cards[card as usize].def;
                match cards.iter_mut().find(|(other, _)| *other == def) {
                    Some((_, count)) => *count += 1,
                    None => cards.push((def, 1)),
                }
            }
        }
        if cards.is_empty() {
            return None;
        }
        let mut line = Line::of(Role::Side(seat), "Hand").and(Role::Plain, ": ");
        for (at, (def, count)) in cards.into_iter().enumerate() {
            line.push(Role::Plain, if at > 0 { ", " } else { "" });
            line.push(Role::Key, world.game.card_defs[def as usize].title.as_str());
            if count > 1 {
                line.push(Role::Plain, format!(" x{count}"));
            }
            let note = super::view::card_note(world, def);
            if !note.is_empty() {
                line.push(Role::Dim, format!(" ({note})"));
            }
        }
        Some(line)
    }

    /// The numbers of the sides in columns, so that they can be compared; what is not a number behind them.
    pub(super) fn scores(&self) -> Vec<Line> {
        let world = self.world();
        let game = world.game;
        let sides: Vec<u16> = (0..game.sides.len() as u16).collect();
        let mut heads = Vec::new();
        let mut rows: Vec<Vec<Line>> = sides
            .iter()
            .map(|side| {
                let mut title = Line::of(Role::Side(*side), game.sides[usize::from(*side)].title.as_str());
                if self.seat() == Some(*side) {
                    title.push(Role::Dim, " (you)");
                }
                vec![title]
            })
            .collect();
        let mut column = |name: &str, value: &dyn Fn(Ref) -> Line| {
            heads.push(Line::of(Role::Dim, name.replace('_', " ")));
            for (row, side) in rows.iter_mut().zip(&sides) {
                row.push(value(Ref::side(*side)));
            }
        };
        let tracked = |var: VarId| game.drawing.tracks.iter().any(|track| track.var == var);
        let numbers = |wanted: bool| {
            let vars = game.vars.iter().enumerate().map(|(at, var)| (VarId(at as u16), var));
            vars.filter(move |(id, var)| {
                var.subject == Domain::Side
                    && matches!(var.ty, Type::Int(_))
                    && var.during.is_empty()
                    && !var.quiet
                    && tracked(*id) == wanted
            })
        };
        for (id, var) in numbers(true) {
            column(&var.name, &|side| Line::of(Role::Number, world.show(&world.var(id, side))));
        }
        for (at, fact) in game.facts.iter().enumerate() {
            if fact.subject == Domain::Side && matches!(fact.ty, Type::Int(_)) {
                column(&fact.name, &|side| Line::plain(world.show(&world.fact(FactId(at as u16), side))));
            }
        }
        for (id, var) in numbers(false) {
            column(&var.name, &|side| Line::of(Role::Number, world.show(&world.var(id, side))));
        }
        for (at, item) in game.quantities.iter().enumerate().filter(|(_, item)| item.shown && item.params.len() == 1) {
            let id = QuantityId(at as u16);
            let known =
                |side: &u16| world.number(id, &[Value::Ref(Ref::side(*side))]).is_ok_and(|number| number.is_some());
            if !sides.iter().any(known) {
                continue;
            }
            column(&item.title, &|side| match world.number(id, &[Value::Ref(side)]) {
                Ok(number) => Line::of(Role::Number, world.show(&world.as_value(id, number))),
                Err(fault) => Line::of(Role::Bad, fault.message),
            });
        }
        for deck in game.decks.iter().filter(|deck| deck.per_side) {
            for zone in &deck.zones {
                let count = |side: Ref| Line::of(Role::Dim, world.zone(*zone, side.index).count().to_string());
                column(&game.zones[zone.at()].name, &count);
            }
        }
        let mut found = Vec::new();
        if !heads.is_empty() {
            heads.insert(0, Line::new());
            rows.insert(0, heads);
            found = table(rows, 0);
        }
        for side in sides {
            let mut parts = self.flags_of(Ref::side(side));
            let mut shown = self.shown_numbers(Some(side));
            // A number without reasons is in its column only.
            shown.retain(|line| line.text().contains(": "));
            if parts.is_empty() && shown.is_empty() {
                continue;
            }
            let mut line = Line::of(Role::Side(side), game.sides[usize::from(side)].title.as_str());
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
