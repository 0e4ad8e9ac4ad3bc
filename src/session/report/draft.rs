//! A line of the report in progress, and its text.

use crate::draw::{Line, Role};
use crate::model::game::Nature;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::{World, sentence};
use crate::source::plain_words;

use super::super::event::flag_word;
use super::super::story::capital_letter;
use super::OpenStep;

/// A line in progress.
#[derive(Default)]
pub(super) struct Draft {
    /// The index of its first log entry.
    pub(super) at: usize,
    pub(super) level: usize,
    /// The enclosing steps, from the outermost.
    pub(super) steps: Vec<OpenStep>,
    pub(super) head: Line,
    /// The events in it except dice, in order.
    pub(super) parts: Vec<Part>,
    pub(super) dice: Vec<String>,
    pub(super) moves: Vec<Going>,
    pub(super) changes: Vec<Change>,
    /// The answers to questions.
    pub(super) answers: Vec<Told>,
    /// The cards given up for it.
    pub(super) paid: Vec<String>,
    pub(super) cites: Vec<SectionId>,
    /// True if an event happened in it.
    pub(super) alive: bool,
    /// True if dice were rolled or a lasting variable changed in it, even if the line does not show them.
    pub(super) matters: bool,
    /// True if it was left out for lack of room.
    pub(super) omitted: bool,
}

/// An event in a line.
pub(super) enum Part {
    Text(String),
    /// Pieces turned to the same mode one after the other.
    Turned {
        mode: String,
        pieces: Vec<(u16, String)>,
    },
}

impl Part {
    fn words(&self) -> String {
        match self {
            Part::Text(text) => text.clone(),
            Part::Turned { mode, pieces } => {
                format!("{}: {mode}", sentence::counted(pieces.iter().map(|(_, name)| name.clone())))
            }
        }
    }
}

/// A piece that moved.
pub(super) struct Going {
    pub(super) piece: u16,
    pub(super) name: String,
    pub(super) from: Option<u16>,
    pub(super) to: Option<u16>,
    pub(super) place: String,
    /// True if it left play, or went to a place that is not drawn.
    pub(super) gone: bool,
}

/// An answer to a question. It is shown if there is nothing else to show.
pub(super) struct Told {
    pub(super) text: String,
    /// The variable in which a secret answer is stored. If it does not change, nothing else shows the answer.
    pub(super) into: Option<(VarId, Ref)>,
}

/// A variable that changed.
pub(super) struct Change {
    pub(super) var: VarId,
    pub(super) of: Ref,
    pub(super) old: Value,
    pub(super) new: Value,
    pub(super) text: String,
}

impl Draft {
    pub(super) fn say(&mut self, text: String) {
        self.parts.push(Part::Text(text));
    }

    /// A piece turns to a mode. Of several turns in a row only the last counts, and none of a piece that is gone.
    pub(super) fn turn(&mut self, piece: u16, name: String, mode: String) {
        if self.moves.iter().any(|one| one.piece == piece && one.gone) {
            return;
        }
        let row = self.parts.iter().rposition(|part| matches!(part, Part::Text(_))).map_or(0, |text| text + 1);
        for part in &mut self.parts[row..] {
            if let Part::Turned { pieces, .. } = part {
                pieces.retain(|(other, _)| *other != piece);
            }
        }
        self.parts.retain(|part| !matches!(part, Part::Turned { pieces, .. } if pieces.is_empty()));
        let same = self.parts[row..].iter_mut().find_map(|part| match part {
            Part::Turned { mode: other, pieces } if *other == mode => Some(pieces),
            _ => None,
        });
        match same {
            Some(pieces) => pieces.push((piece, name)),
            None => self.parts.push(Part::Turned { mode, pieces: vec![(piece, name)] }),
        }
    }

    /// Its importance to players who waited: 2 for dice, changes and losses, 1 for other results.
    pub(super) fn weight(&self) -> u8 {
        match () {
            () if self.matters || self.moves.iter().any(|one| one.gone) => 2,
            () if !self.parts.is_empty() => 1,
            () => 0,
        }
    }

    /// The whole line. None if there is too little to report. `followed`: lines that belong to it come after it.
    pub(super) fn line(&self, followed: bool) -> Option<Line> {
        if !self.alive {
            return None;
        }
        let mut parts: Vec<String> = self.parts.iter().map(Part::words).collect();
        let head = self.head.text();
        let said = |parts: &[String]| format!("{head} {}", parts.join(" "));
        let text = said(&parts);
        let mut going: Vec<(Vec<&str>, &Going)> = Vec::new();
        for one in self.moves.iter().filter(|one| one.from != one.to) {
            let placed = one.gone || names(&text, &one.place);
            if placed && (one.from.is_none() || names(&text, &one.name)) {
                continue;
            }
            match going.iter_mut().find(|(_, other)| other.to == one.to && other.from.is_none() == one.from.is_none()) {
                Some((names, _)) => names.push(&one.name),
                None => going.push((vec![&one.name], one)),
            }
        }
        for (names, one) in going {
            let one_piece = names.len() == 1;
            let names = sentence::counted(names.into_iter().map(str::to_owned));
            parts.push(match (one.from, one.to) {
                (_, None) => format!("{names} out of play"),
                (None, _) if one_piece => format!("{names} enters at {}", one.place),
                (None, _) => format!("{names} enter at {}", one.place),
                _ if one_piece && head.starts_with(&format!("{names} ")) => format!("moves to {}", one.place),
                _ if one_piece => format!("{names} moves to {}", one.place),
                _ => format!("{names} move to {}", one.place),
            });
        }
        let changed = || self.changes.iter().filter(|change| change.old != change.new);
        parts.extend(changed().map(|change| change.text.clone()));
        let is_all = parts.is_empty() && self.dice.is_empty() && self.moves.is_empty() && !followed;
        let stays = |(var, of)| changed().all(|change| (change.var, change.of) != (var, of));
        let told = self.answers.iter().filter(|told| is_all || told.into.is_some_and(stays));
        parts.extend(told.map(|told| told.text.clone()));
        if !self.paid.is_empty() {
            parts.push(format!("paid with {}", self.paid.join(", ")));
        }
        let mut line = self.head.clone();
        if !self.dice.is_empty() {
            let dice = self.dice.join("; ");
            match head.is_empty() {
                true => line.push(Role::Plain, "Dice "),
                false => line.push(Role::Plain, " ("),
            }
            line.push(Role::Number, dice);
            if !head.is_empty() {
                line.push(Role::Plain, ")");
            }
        }
        if line.0.is_empty() && parts.is_empty() {
            return None;
        }
        let mut text = String::new();
        for part in parts {
            let begins = text.is_empty() && line.0.is_empty() || text.ends_with(['.', '!', '?']);
            if !text.is_empty() {
                text.push_str(if begins { " " } else { "; " });
            } else if !line.0.is_empty() {
                text.push_str(if line.text().ends_with(':') { " " } else { ": " });
            }
            text.push_str(&if begins { capital_letter(&part) } else { part });
        }
        line.push(Role::Plain, text);
        if !line.text().ends_with(['.', '!', '?', ':']) {
            line.push(Role::Plain, ".");
        }
        Some(line)
    }
}
/// True if a text contains a name as a word of its own.
pub(super) fn names(text: &str, name: &str) -> bool {
    let is_word = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    let text = text.to_lowercase();
    let name = name.to_lowercase();
    !name.is_empty()
        && text.match_indices(&name).any(|(at, found)| {
            !is_word(text[..at].chars().next_back()) && !is_word(text[at + found.len()..].chars().next())
        })
}

/// A change of a variable in words, with whose it is if `owned`. None if only the full log reports it.
pub(super) fn change(world: &World<'_>, var: VarId, of: Ref, new: &Value, owned: bool) -> Option<String> {
    let item = &world.game.vars[var.at()];
    let lasting = item.during.is_empty() || item.glyph.is_some() || item.nature != Nature::Plain;
    if !lasting || item.quiet {
        return None;
    }
    let of = match of.domain {
        Domain::Game => None,
        Domain::Piece => {
            world.state.pieces.get(usize::from(of.index))?;
            Some(world.name(of))
        }
        _ => Some(plain_words(&world.title(of))),
    }
    .filter(|_| owned);
    if item.ty == Type::Flag {
        let word = flag_word(item, new);
        return Some(of.map_or_else(|| word.clone(), |of| format!("{of} is {word}")));
    }
    let title = plain_words(&item.title);
    let value = plain_words(&world.show(new));
    Some(match of {
        Some(of) => format!("{of}: {title} {value}"),
        None => format!("{title} {value}"),
    })
}
