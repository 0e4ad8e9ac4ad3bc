//! The board as shown now: the part, its size, and the edge it is seen from.

use crate::draw::{self, Area, Frame, Line};
use crate::model::id::{Domain, Ref};
use crate::model::value::Value;
use crate::play::World;
use crate::play::journal::Entry;
use crate::play::log::Event;
use crate::play::question::{Kind, Question};
use crate::play::side_at;

use super::menu::{look_at, members};
use super::{Session, Staged, resources};

/// The output a board is shown on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The number of columns.
    pub width: usize,
    /// The number of lines available for a large map.
    pub height: usize,
    /// True if there are colours.
    pub colours: bool,
}

impl Session {
    /// The board as shown now. Without an area, a large map shows the place of the decision, or else of the last move,
    /// or else the place with the most pieces.
    pub fn board(&self, sight: Sight, area: Option<Area>) -> Vec<Line> {
        let frame = self.frame(sight, area);
        self.view(self.viewer(), |view| view.board(&frame))
    }

    /// The board as a picture in SVG: all of it, or an area.
    pub fn svg(&self, area: Option<Area>) -> String {
        let frame = self.picture(area.unwrap_or(Area::All));
        self.view(self.viewer(), |view| view.svg(&frame))
    }

    /// An area as a picture.
    pub(super) fn picture(&self, area: Area) -> Frame {
        self.frame(Sight { width: 80, height: 36, colours: true }, Some(area))
    }

    /// The part of the board given by a text.
    ///
    /// # Errors
    /// A sentence with the error.
    pub fn area(&self, text: &str) -> Result<Area, String> {
        self.world(|world| draw::area(world, text, self.viewer()))
    }

    /// The areas that can be shown: the whole board, regions, pieces. Places are too many to list.
    pub fn areas(&self) -> Vec<String> {
        self.world(|world| {
            let regions = world.game.board.regions.iter().map(|region| region.name.clone());
            let seen = |piece: &u16| world.space_of(Ref::piece(*piece)).is_some() && !world.is_face_down(*piece);
            let pieces = world.index.all.iter().filter(seen).map(|piece| world.name(Ref::piece(piece)));
            std::iter::once("all".to_owned()).chain(regions).chain(pieces).collect()
        })
    }

    pub(super) fn frame(&self, sight: Sight, area: Option<Area>) -> Frame {
        Frame {
            names: self.viewer(),
            bottom: self
                .looker
                .and_then(side_at)
                .or_else(|| self.lesson_side())
                .or_else(|| self.only_person())
                .unwrap_or(0),
            width: sight.width,
            height: sight.height,
            area: area.unwrap_or_else(|| Area::Follow(self.focus())),
            colours: sight.colours,
            marks: self.lesson_marks().cloned().unwrap_or_default(),
            tagged: false,
        }
    }

    /// The focus of the action: the places to choose from, or else the destination of the last move.
    fn focus(&self) -> Vec<u16> {
        let marked = self.marked_spaces();
        if !marked.is_empty() {
            return marked;
        }
        let asked = self.shown_question().map_or_else(Vec::new, |(seat, question)| {
            self.world(|world| {
                let values = match &self.staged {
                    Some(staged) => staged_values(world, question, seat, staged),
                    None => question_values(question),
                };
                places(world, &values)
            })
        });
        if !asked.is_empty() {
            return asked;
        }
        let around = self.world(|world| self.question().and_then(|(_, question)| scene(world, question)));
        if let Some(around) = around {
            return around;
        }
        // A set-up is no move.
        let in_play = |entry: &Entry| entry.is_answer() || matches!(entry, Entry::Arbiter { .. });
        let first = self.play.look(|run| run.journal.entries.iter().position(in_play));
        let log = self.play.log();
        let since = log.iter().rev().take_while(|entry| first.is_some_and(|first| first < entry.at));
        let moved = since.into_iter().find_map(|entry| match entry.event {
            Event::Moved(piece, _, Some(to)) => Some((piece, to)),
            _ => None,
        });
        drop(log);
        let seat = self.shown_question().map(|(seat, _)| seat);
        self.world(|world| {
            let own = |piece: u16| world.side_of(Ref::piece(piece)) == seat;
            match moved {
                // A deciding side is shown its own pieces, unless one of them moved last.
                Some((piece, to)) if seat.is_none() || own(piece) => vec![to],
                _ if seat.is_some() => {
                    if let Some(able) = self.able_pieces(world) {
                        return places(world, &able);
                    }
                    let pieces = world.index.all.iter().filter(|piece| own(*piece));
                    pieces.filter_map(|piece| world.space_of(Ref::piece(piece))).collect()
                }
                moved => moved.map(|(_, to)| to).into_iter().collect(),
            }
        })
    }
}

impl Session {
    /// The pieces with which the viewer can act at a choice of actions. Only a map of hexes has stars for them.
    fn able_pieces(&self, world: &World<'_>) -> Option<Vec<Value>> {
        if world.game.board.spaces.iter().all(|space| space.hex.is_none()) {
            return None;
        }
        let (seat, question) =
            self.question().filter(|(seat, _)| self.viewer().is_none_or(|viewer| viewer == *seat))?;
        let able = resources::able_pieces(world, question, seat)?;
        Some(able.into_iter().map(|piece| Value::Ref(Ref::piece(piece))).collect())
    }
}

/// The values available next for an offer being entered, with those already chosen, which are nearby.
fn staged_values(world: &World<'_>, question: &Question, seat: u16, staged: &Staged) -> Vec<Value> {
    let look = look_at(world, question, seat, staged.offer);
    let open = look.open(&staged.values).unwrap_or_default();
    let is_set = open.iter().any(|value| matches!(value, Value::Set(..)));
    let mut values = if is_set { members(world, &open) } else { open };
    values.extend(staged.values.iter().cloned());
    values
}

/// The places that the innermost scope around a question without places is about, such as the city of a battle. None
/// for a choice of actions, which may be anywhere.
fn scene(world: &World<'_>, question: &Question) -> Option<Vec<u16>> {
    if matches!(question.kind, Kind::Act { .. }) {
        return None;
    }
    let frames = world.state.stack.iter().rev();
    frames.map(|frame| frame.params.as_slice()).find_map(|params| {
        let spaces = params.iter().filter(|value| value.as_ref().is_some_and(|thing| thing.domain == Domain::Space));
        let found = places(world, &spaces.take(1).cloned().collect::<Vec<_>>());
        (!found.is_empty()).then_some(found)
    })
}

fn question_values(question: &Question) -> Vec<Value> {
    match &question.kind {
        Kind::One { of, .. } => of.clone(),
        Kind::Several { of, .. } => of.iter().map(|thing| Value::Ref(*thing)).collect(),
        Kind::Split { over, .. } => over.iter().map(|(thing, _)| Value::Ref(*thing)).collect(),
        Kind::Fill { over, .. } => over.iter().map(|portion| Value::Ref(portion.on)).collect(),
        Kind::Act { .. } | Kind::Window { .. } | Kind::Number { .. } | Kind::YesNo | Kind::Pay { .. } => Vec::new(),
    }
}

/// The places of things: spaces themselves, the spaces of pieces, and the ends of paths.
fn places(world: &World<'_>, values: &[Value]) -> Vec<u16> {
    let things = values.iter().flat_map(Value::members);
    let mut places: Vec<u16> = things.filter_map(|thing| world.space_of(thing)).collect();
    places.extend(values.iter().filter_map(|value| match value {
        Value::Way(way) => Some(way.space()),
        _ => None,
    }));
    places.sort_unstable();
    places.dedup();
    places
}
