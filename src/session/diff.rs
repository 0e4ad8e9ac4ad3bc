//! `diff`: the differences between two positions of one game, as the viewer sees them.
//!
//! Both positions are replayed from their journals, in sessions of their own. The game itself does not move.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use indexmap::IndexMap;

use crate::diagnostic::words::count;
use crate::draw::{Line, Role};
use crate::model::game::{Game, Shown};
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::secret::UNKNOWN;
use crate::source::{fold, plain_words};

use super::branch::{HERE, decisions_in};
use super::story::capital;
use super::table::table;
use super::{Session, View, ask, place};

/// The most rows of an answer.
const MOST_ROWS: usize = 200;

/// The part of a position with its pieces.
const PIECES: u8 = 3;
/// The part with the sides of pieces, shown only for those that have changed.
const SIDES: u8 = 4;

/// The part with the variables.
const VARS: u8 = 6;

/// The most things that are listed one by one if the same has changed for all of them.
const MOST_ALIKE: usize = 3;

/// A position of the game: its journal, and its name. The present line of play has no name.
struct Position {
    name: Option<String>,
    line: Vec<Rc<str>>,
    silent: u32,
}

impl Position {
    /// The position in words: `c, decision 3`.
    fn words(&self) -> String {
        let decision = format!("decision {}", decisions_in(&self.line) + 1);
        self.name.as_ref().map_or_else(|| decision.clone(), |name| format!("{name}, {decision}"))
    }
}

/// A value in a position.
#[derive(Clone, Debug)]
struct Shows {
    /// The name of the thing, if it has one.
    thing: String,
    /// What the value is of the thing.
    what: String,
    value: String,
}

impl Shows {
    fn label(&self) -> String {
        capital(format!("{} {}", self.thing, self.what).trim())
    }
}

/// The visible part of a position.
#[derive(Default)]
struct Seen {
    values: IndexMap<(u8, u16, u16), Shows>,
    /// The sides that have face-down pieces.
    face_down: BTreeSet<u16>,
    /// The sides of the pieces that are seen.
    sides: BTreeMap<u16, u16>,
}

impl Seen {
    /// True if a piece of this side is known to be out of play: it is not seen, and no piece of its side is face down.
    fn lacks(&self, piece: u16, side: Option<u16>) -> bool {
        !self.values.contains_key(&(PIECES, piece, 0)) && !side.is_some_and(|side| self.face_down.contains(&side))
    }
}

/// A difference between two positions.
struct Row {
    /// What is alike for all pieces with this difference, if it is a variable of a piece.
    kind: Option<u16>,
    thing: Shows,
    values: (String, String),
}

impl Session {
    /// The differences between two positions. Each is a branch, a mark, the number of a decision in the present line,
    /// or `here`.
    ///
    /// # Errors
    /// An unknown name, or a position that cannot be replayed.
    pub fn diff(&self, first: &str, second: &str) -> Result<Vec<Line>, String> {
        let (first, second) = (self.position(first)?, self.position(second)?);
        let (a, b) = (self.seen_at(&first)?, self.seen_at(&second)?);
        let mut rows: Vec<Row> = Vec::new();
        let mut keys: Vec<&(u8, u16, u16)> = a.values.keys().chain(b.values.keys()).collect();
        keys.sort_unstable();
        keys.dedup();
        let of_piece =
            |key: &(u8, u16, u16)| key.0 == VARS && self.game.vars[usize::from(key.2)].subject == Domain::Piece;
        for key in keys {
            let (before, after) = (a.values.get(key), b.values.get(key));
            if key.0 == SIDES && (before.is_none() || after.is_none()) {
                continue;
            }
            let side = a.sides.get(&key.1).or_else(|| b.sides.get(&key.1)).copied();
            let is_out = |seen: &Seen| seen.lacks(key.1, side);
            // What a piece has in the other position would fill the list.
            if of_piece(key) && is_out(&a) != is_out(&b) {
                continue;
            }
            let value = |one: Option<&Shows>, other: Option<&Shows>, position: &Seen| match (one, other) {
                (Some(one), _) => one.value.clone(),
                (None, Some(_)) if key.0 == PIECES => {
                    if is_out(position) { "out of play" } else { "not seen" }.to_owned()
                }
                (None, Some(other)) if other.value == "yes" => "no".to_owned(),
                (None, Some(other)) if other.value.parse::<i64>().is_ok() => "0".to_owned(),
                _ => "none".to_owned(),
            };
            let values = (value(before, after, &a), value(after, before, &b));
            if values.0 == values.1 {
                continue;
            }
            let known = [before, after].into_iter().flatten().find(|one| one.value != UNKNOWN);
            // What is hidden in one position may be gone in the other.
            let Some(thing) = known.cloned() else { continue };
            rows.push(Row { kind: of_piece(key).then_some(key.2), thing, values });
        }
        if rows.is_empty() {
            let words = format!("no difference that you can see between {} and {}", first.words(), second.words());
            return Ok(vec![Line::plain(words)]);
        }
        let mut rows = together(&rows);
        let left = rows.len().saturating_sub(MOST_ROWS);
        rows.truncate(MOST_ROWS);
        let heading = |position: &Position| Line::of(Role::Title, position.words());
        rows.insert(0, vec![Line::new(), heading(&first), heading(&second)]);
        let mut lines = table(rows, 0);
        if left > 0 {
            lines.push(Line::of(Role::Dim, format!("and {left} more differences")));
        }
        Ok(lines)
    }

    fn position(&self, name: &str) -> Result<Position, String> {
        let name = name.trim();
        let branches = self.branches_now();
        let (line, at, silent) = self.line_here();
        if fold(name) == HERE {
            return Ok(Position { name: Some(HERE.to_owned()), line: line[..at].to_vec(), silent });
        }
        if let Ok(number) = name.parse::<usize>() {
            let by_player = |at: &usize| decisions_in(&line[*at..=*at]) == 1;
            let mut places = (0..line.len()).filter(by_player).chain([line.len()]);
            let Some(at) = number.checked_sub(1).and_then(|before| places.nth(before)) else {
                return Err(format!("this line of play has decisions 1 to {}", decisions_in(&line) + 1));
            };
            return Ok(Position { name: None, line: line[..at].to_vec(), silent: 0 });
        }
        let Some(found) = branches.named(name).and_then(|at| branches.list.get(at)) else {
            return Err(self.no_branch(name));
        };
        let at = found.at.min(found.line.len());
        let silent = if at == found.line.len() { found.silent } else { 0 };
        Ok(Position { name: Some(found.name.clone()), line: found.line[..at].to_vec(), silent })
    }

    fn seen_at(&self, position: &Position) -> Result<Seen, String> {
        let there = self.replayed(&position.line, position.silent);
        let there = there.map_err(|problem| format!("{} cannot be played: {problem}", position.words()))?;
        Ok(there.view(self.viewer(), seen))
    }
}

/// Everything in a position that a seat can see.
fn seen(view: &View<'_>) -> Seen {
    let world = view.world();
    let game = world.game;
    let mut seen = Seen::default();
    let mut put = |key: (u8, u16, u16), thing: &str, what: String, value: String| {
        let shows = Shows { thing: plain_words(thing), what: plain_words(&what), value: plain_words(&value) };
        seen.values.insert(key, shows);
    };
    put((0, 0, 0), "", "place".to_owned(), place::place(world).join(", "));
    if let Some(side) = world.me() {
        put((0, 1, 0), "", "acts".to_owned(), game.sides[usize::from(side)].title.clone());
    }
    if let Some(outcome) = &world.state.outcome {
        let winners = game.side_titles(&outcome.winners).unwrap_or_else(|| "no side".to_owned());
        put((0, 2, 0), "", "winner".to_owned(), winners);
    }
    // Numbers that the game shows.
    for (at, item) in game.quantities.iter().enumerate().filter(|(_, item)| item.shown && item.params.len() < 2) {
        let id = QuantityId(at as u16);
        let sides: Vec<Option<u16>> =
            if item.params.is_empty() { vec![None] } else { game.played().map(Some).collect() };
        for side in sides {
            let args: Vec<Value> = side.map(|side| Value::Ref(Ref::side(side))).into_iter().collect();
            let Some(Ok(Some(number))) = view.number(id, &args) else { continue };
            let whose = side.map_or("", |side| game.sides[usize::from(side)].title.as_str());
            let value = world.show(&world.as_value(id, Some(number)));
            put((1, at as u16, side.unwrap_or(0)), whose, item.title.clone(), value);
        }
    }
    // Cards: by name if visible, otherwise their number.
    for (at, zone) in game.zones.iter().enumerate() {
        let deck = &game.decks[zone.deck.at()];
        let per_side = game.each_side_has(ZoneId(at as u16));
        let sides: Vec<u16> = if per_side { game.played().collect() } else { vec![0] };
        for side in sides {
            let cards = world.zone(ZoneId(at as u16), side);
            let whose = if per_side { &game.sides[usize::from(side)].title } else { &deck.title };
            let value = match cards.iter().all(|card| view.sees_card(card)) {
                true => ask::show(world, &Value::Set(Domain::Card, cards)),
                false => cards.count().to_string(),
            };
            put((2, at as u16, side), whose, zone.name.clone(), value);
        }
    }
    // Pieces: face-down ones are only counted by place.
    let mut face_down: BTreeMap<(u16, String), usize> = BTreeMap::new();
    for piece in world.index.present.iter() {
        let thing = Ref::piece(piece);
        let space = world.space_of(thing);
        let side = u16::from(world.state.pieces[usize::from(piece)].side);
        if let Some(words) = world.face_down_words(piece) {
            seen.face_down.insert(side);
            if let Some(space) = space {
                *face_down.entry((space, words.to_owned())).or_default() += 1;
            }
            continue;
        }
        let state = &world.state.pieces[usize::from(piece)];
        let mut parts = Vec::new();
        parts.extend(space.map(|space| world.title(Ref::space(space))));
        let modes = &game.kinds[usize::from(state.kind)].modes;
        parts.extend(modes.get(usize::from(state.mode)).map(|mode| game.modes[usize::from(*mode)].name.clone()));
        if game.facing.is_some() {
            parts.push(format!("facing {}", world.title(Ref::direction(u16::from(state.facing)))));
        }
        seen.sides.insert(piece, side);
        put((PIECES, piece, 0), &world.title(thing), String::new(), parts.join(", "));
        put((SIDES, piece, 0), &world.name(thing), "side".to_owned(), game.sides[usize::from(side)].title.clone());
    }
    // In two positions the looks in a space are in the same order.
    let (mut last, mut number) = (None, 0);
    for ((space, words), count) in face_down {
        number = if last == Some(space) { number + 1 } else { 0 };
        last = Some(space);
        let label = format!("{words} in {}", world.title(Ref::space(space)));
        put((5, space, number), &label, String::new(), count.to_string());
    }
    for (at, var) in game.vars.iter().enumerate().filter(|(_, var)| !var.quiet) {
        for index in world.all(var.subject).iter() {
            let thing = Ref::new(var.subject, index);
            if var.subject == Domain::Card && !view.sees_card(index) {
                continue;
            }
            // What is hidden in one position may be seen in the other.
            if world.has_face_down(&Value::Ref(thing)) || world.hides_var(VarId(at as u16), thing) {
                put((VARS, index, at as u16), "", String::new(), UNKNOWN.to_owned());
                continue;
            }
            let value = world.var(VarId(at as u16), thing);
            let name = if var.ty == Type::Flag { &var.title } else { &var.name };
            let whose = if var.subject == Domain::Game { String::new() } else { world.title(thing) };
            // Defaults of a removed piece are left out, since they would fill the list.
            let is_default = matches!(value, Value::None | Value::Flag(false) | Value::Int(0));
            if !is_default || may_be_hidden(game, VarId(at as u16), thing) {
                put((VARS, index, at as u16), &whose, name.clone(), ask::show(world, &value));
            }
        }
    }
    seen
}

/// The rows of differences. One row holds all pieces of which the same variable has changed in the same way, if they
/// are many: the end of a step resets markers.
fn together(rows: &[Row]) -> Vec<Vec<Line>> {
    let mut alike: IndexMap<(u16, &str, &str), Vec<&Row>> = IndexMap::new();
    for row in rows {
        if let Some(kind) = row.kind {
            alike.entry((kind, &row.values.0, &row.values.1)).or_default().push(row);
        }
    }
    let mut lines = Vec::new();
    for row in rows {
        let family = row.kind.and_then(|kind| alike.get(&(kind, row.values.0.as_str(), row.values.1.as_str())));
        let label = match family {
            Some(family) if family.len() > MOST_ALIKE => {
                if !std::ptr::eq(family[0], row) {
                    continue;
                }
                format!("{} ({})", capital(&row.thing.what), count(family.len(), "piece"))
            }
            _ => row.thing.label(),
        };
        let (before, after) = row.values.clone();
        lines.push(vec![Line::of(Role::Key, label), Line::plain(before), Line::plain(after)]);
    }
    lines
}

/// True if the game hides this variable from some seat, or may turn the thing face down.
fn may_be_hidden(game: &Game, var: VarId, thing: Ref) -> bool {
    let of_piece = |what: Shown| thing.domain == Domain::Piece && what == Shown::Piece;
    game.showings.iter().any(|showing| showing.what == Shown::Var(var) || of_piece(showing.what))
}
