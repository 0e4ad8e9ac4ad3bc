//! Tracks: variables of the game and of sides as a row of boxes under the board.

use crate::model::drawing::Track;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;
use crate::source::plain_words;

use super::board::Frame;
use super::text::{Line, Role, columns};

/// The maximum number of boxes that are all numbered. On a longer track every fifth is numbered.
const MOST_NUMBERED: i64 = 16;

/// A track of the game or of a side.
struct Row<'w> {
    name: String,
    role: Role,
    boxes: Line,
    /// The title of its mark.
    legend: Option<&'w str>,
}

/// The tracks of a game, one line for each side that has one.
pub(super) fn draw(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for track in &world.game.drawing.tracks {
        let var = &world.game.vars[track.var.at()];
        let name = plain_words(&var.name);
        if var.subject == Domain::Side {
            for (side, item) in world.game.sides.iter().enumerate() {
                let (boxes, legend) = boxes(world, track, Ref::side(side as u16));
                let name = format!("{} {name}", item.title);
                rows.push(Row { name, role: Role::side(world.game, side as u16), boxes, legend });
            }
        } else {
            let (boxes, legend) = boxes(world, track, Ref::GAME);
            rows.push(Row { name, role: Role::Title, boxes, legend });
        }
    }
    let widest = rows.iter().map(|row| columns(&row.name)).max().unwrap_or(0);
    let lines = rows.into_iter().flat_map(|row| {
        let mut line = Line::of(row.role, row.name).padded(widest + 2);
        line.append(row.boxes);
        // A narrow window has no room for the legend.
        let legend = row.legend.map(|title| format!("  ({title})")).unwrap_or_default();
        if line.width() + columns(&legend) <= frame.width {
            line.push(Role::Dim, legend);
        }
        line.wrapped(frame.width, widest + 2)
    });
    lines.collect()
}

/// The brackets on tracks, each with its meaning: around the present value, and around a marked number.
pub(super) fn signs(world: &World<'_>) -> Vec<(String, String)> {
    let mut signs = Vec::new();
    for track in &world.game.drawing.tracks {
        let name = plain_words(&world.game.vars[track.var.at()].name);
        signs.push(("[]".to_owned(), format!("the present {name} on its track")));
        signs.extend(track.mark.iter().map(|mark| ("()".to_owned(), format!("{} on the track of {name}", mark.title))));
    }
    signs
}

/// The boxes of a track, with the current value in square brackets. A value beyond the last box follows it. The marked
/// number is in round brackets, and its title is returned for a legend.
fn boxes<'w>(world: &World<'w>, track: &'w Track, of: Ref) -> (Line, Option<&'w str>) {
    let now = match world.seen_var(track.var, of) {
        Value::Int(number) => Some(number),
        Value::Ref(member) => Some(i64::from(member.index)),
        _ => None,
    };
    let mark = track.mark.as_ref().and_then(|mark| {
        let value = world.telling(|world| world.eval_alone(&mark.node, &[Value::Ref(of)], mark.locals))?.ok()?;
        Some((mark, value.int()?))
    });
    let marked = |number: i64| mark.is_some_and(|(_, at)| at == number);
    let many = track.high - track.low >= MOST_NUMBERED && track.labels.is_empty();
    let mut line = Line::new();
    for number in track.low..=track.high {
        let label = usize::try_from(number - track.low).ok().and_then(|at| track.labels.get(at));
        let here = now == Some(number);
        let text = match label {
            Some(label) => label.clone(),
            None if many && !here && !marked(number) && number % 5 != 0 => "·".to_owned(),
            None => number.to_string(),
        };
        if !line.0.is_empty() {
            line.push(Role::Dim, " ");
        }
        if here {
            line.push(Role::Number, format!("[{text}]"));
        } else if marked(number) {
            line.push(Role::Bad, format!("({text})"));
        } else {
            line.push(Role::Dim, text);
        }
    }
    if let Some(beyond) = now.filter(|now| !(track.low..=track.high).contains(now)) {
        line.push(Role::Number, format!(" [{beyond}]"));
    }
    let title = mark.map(|(mark, _)| mark.title.as_str());
    (line, title)
}
