//! Tracks: variables of the game and of sides as a row of boxes under the board.

use crate::model::drawing::Track;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;

use super::board::Frame;
use super::text::{Line, Role, columns};

/// Above this many boxes only every fifth is numbered.
const MOST_NUMBERED: i64 = 16;

/// The tracks of a game, a line for each side that has one.
pub(super) fn draw(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let mut rows: Vec<(String, Role, Line)> = Vec::new();
    for track in &world.game.drawing.tracks {
        let var = &world.game.vars[track.var.at()];
        let name = var.name.replace('_', " ");
        if var.subject == Domain::Side {
            for (side, item) in world.game.sides.iter().enumerate() {
                let value = world.var(track.var, Ref::side(side as u16));
                rows.push((format!("{} {name}", item.title), Role::Side(side as u16), boxes(track, &value)));
            }
        } else {
            rows.push((name, Role::Title, boxes(track, &world.var(track.var, Ref::GAME))));
        }
    }
    let widest = rows.iter().map(|(name, ..)| columns(name)).max().unwrap_or(0);
    let lines = rows.into_iter().flat_map(|(name, role, boxes)| {
        let mut line = Line::of(role, name).padded(widest + 2);
        line.append(boxes);
        line.wrapped(frame.width, widest + 2)
    });
    lines.collect()
}

/// The boxes of a track, with the one in which the value stands between brackets. A value beyond the last box stands
/// behind it.
fn boxes(track: &Track, value: &Value) -> Line {
    let now = match value {
        Value::Int(number) => Some(*number),
        Value::Ref(member) => Some(i64::from(member.index)),
        _ => None,
    };
    let many = track.high - track.low >= MOST_NUMBERED && track.labels.is_empty();
    let mut line = Line::new();
    for number in track.low..=track.high {
        let label = usize::try_from(number - track.low).ok().and_then(|at| track.labels.get(at));
        let here = now == Some(number);
        let text = match label {
            Some(label) => label.clone(),
            None if many && !here && number % 5 != 0 => "·".to_owned(),
            None => number.to_string(),
        };
        if !line.0.is_empty() {
            line.push(Role::Dim, " ");
        }
        if here {
            line.push(Role::Number, format!("[{text}]"));
        } else {
            line.push(Role::Dim, text);
        }
    }
    if let Some(beyond) = now.filter(|now| !(track.low..=track.high).contains(now)) {
        line.push(Role::Number, format!(" [{beyond}]"));
    }
    line
}
