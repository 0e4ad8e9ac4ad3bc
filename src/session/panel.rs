//! What a graphical front end shows beside the log: the board as a picture at whose parts people point, the values, and
//! which choices are meant by what they point at.

use indexmap::IndexSet;

use crate::draw::{Area, Frame, Line};
use crate::model::id::{Domain, Ref};
use crate::model::value::Value;
use crate::play::World;
use crate::play::question::Answer;
use crate::play::sentence::fold;
use crate::source::plain_words;

use super::menu::Choice;
use super::{Candidate, Item, Session};

/// The game as its viewer sees it now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The board in SVG. Spaces and counters carry their names, as `data-space` and `data-piece`.
    pub board: String,
    /// Scores, numbers and hands.
    pub values: Vec<Line>,
}

impl Session {
    /// The board and the values, as the viewer sees them.
    pub fn panel(&self) -> Panel {
        let frame = Frame { tagged: true, ..self.picture(Area::All) };
        self.view(self.viewer(), |view| Panel { board: view.svg(&frame), values: view.beside_board() })
    }

    /// The spaces and pieces that a choice means, by the names they carry on the board.
    pub fn pointed_at(&self, item: &Item) -> Vec<String> {
        let value = match &item.choice {
            Choice::Value(value) | Choice::Answer(Answer::One(value)) => value,
            Choice::Offer(_) | Choice::Card(_) | Choice::Answer(_) => return Vec::new(),
        };
        self.world(|world| {
            let things = match value {
                Value::Way(way) => vec![Ref::space(way.space())],
                other => other.members().into_vec(),
            };
            things.into_iter().filter_map(|thing| self.name_on_board(world, thing)).collect()
        })
    }

    fn name_on_board(&self, world: &World<'_>, thing: Ref) -> Option<String> {
        match thing.domain {
            Domain::Piece => Some(plain_words(&world.name(thing))),
            Domain::Space => Some(plain_words(&world.space_title(thing.index, self.viewer()))),
            _ => None,
        }
    }

    /// The commands that are possible now and begin with this space or piece, by its name on the board, as in `march
    /// Do1`, or with this action or card.
    pub fn commands_with(&self, name: &str) -> Vec<String> {
        let name = fold(name);
        let actions = self.complete("");
        let further = actions.iter().flat_map(|action| self.complete(&format!("{} ", action.line.trim_end())));
        let is_meant = |one: &Candidate| fold(&one.text) == name;
        let further = further.filter(is_meant).map(|one| one.line.trim().to_owned());
        let mut found: Vec<String> = further.collect::<IndexSet<_>>().into_iter().collect();
        if found.is_empty() {
            found.extend(actions.iter().find(|one| is_meant(one)).map(|one| one.line.trim().to_owned()));
        }
        found
    }
}
