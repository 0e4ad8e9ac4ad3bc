//! Completion of an arbiter's lines.

use crate::model::id::*;
use crate::model::sequence::Repeat;
use crate::model::types::Type;
use crate::play::World;

use super::super::{Session, side_named};

/// The verbs that begin a line.
const VERBS: [&str; 8] = ["put", "take", "set", "deck", "weather", "terrain", "at", "arbiter"];

impl Session {
    /// The words that may come next in an arbiter's line whose last word is still being typed.
    pub fn arbiter_words(&self, line: &str) -> Vec<String> {
        let side = self.side_meant();
        let mut words: Vec<&str> = line.split([' ', ',', ':']).filter(|word| !word.is_empty()).collect();
        if !line.ends_with([' ', ',', ':']) {
            words.pop();
        }
        let Some((verb, said)) = words.split_first() else {
            let own = VERBS.iter().filter(|verb| **verb != "arbiter").map(|verb| (*verb).to_owned());
            return own.chain(self.game.zones.iter().map(|zone| zone.name.clone())).collect();
        };
        let viewer = self.viewer();
        self.play.look(|run| next_words(&run.world(), viewer, side, verb, said))
    }
}

/// The names of the pieces in play, but for those that lie face down for a seat.
pub(super) fn names_known_to(world: &World<'_>, seat: Option<u16>) -> Vec<String> {
    let veil = seat.and_then(|seat| world.veil(seat));
    let seen = world.veiled(veil.as_ref());
    let known = world.index.present.iter().filter(|piece| !seen.is_face_down(*piece));
    known.map(|piece| world.name(Ref::piece(piece))).collect()
}

fn next_words(world: &World<'_>, viewer: Option<u16>, side: u16, verb: &str, said: &[&str]) -> Vec<String> {
    let game = world.game;
    let places = || {
        let titles =
            |space: &crate::model::board::Space| space.titles.get(usize::from(side)).unwrap_or(&space.title).clone();
        game.board.spaces.iter().map(titles).collect::<Vec<_>>()
    };
    let sides = || game.played().map(|side| game.sides[usize::from(side)].title.clone());
    let pieces = || names_known_to(world, viewer);
    let cards = || game.card_defs.iter().map(|def| def.title.clone());
    let vars = |subject: Domain| game.vars_of(subject).map(|(_, var)| var.name.clone());
    let behind_at = said.contains(&"at");
    match verb {
        "put" if behind_at => places(),
        "put" => {
            let whose = said.first().and_then(|word| side_named(game, word)).unwrap_or(side);
            let own = |counter: &&crate::model::muster::Counter| counter.side.is_none_or(|other| other == whose);
            let counters = game.counters.iter().filter(own).map(|counter| counter.label.clone());
            let kinds = game.kinds.iter().filter(|kind| !kind.is_family).map(|kind| kind.name.clone());
            let uniques = game.uniques.iter().map(|unique| unique.name.clone());
            let first = if said.is_empty() { sides().collect() } else { vec!["at".to_owned()] };
            let own = vars(Domain::Piece).filter(|_| !said.is_empty());
            first.into_iter().chain(kinds).chain(counters).chain(uniques).chain(pieces()).chain(own).collect()
        }
        "take" => pieces(),
        "set" if said.is_empty() => {
            pieces().into_iter().chain(sides()).chain(vars(Domain::Game)).chain(vars(Domain::Piece)).collect()
        }
        "set" if said.first().is_some_and(|word| side_named(game, word).is_some()) => vars(Domain::Side).collect(),
        "set" => {
            let modes = game.modes.iter().map(|mode| mode.name.clone());
            let own = ["not", "slot", "facing"].map(str::to_owned).into_iter();
            vars(Domain::Piece).chain(modes).chain(own).collect()
        }
        "weather" => {
            game.weathers.iter().map(|var| game.vars[var.at()].name.clone()).chain(["none".to_owned()]).collect()
        }
        "terrain" if behind_at => places(),
        "terrain" if said.is_empty() => {
            game.terrains.iter().map(|var| game.vars[var.at()].name.clone()).chain(["none".to_owned()]).collect()
        }
        "terrain" => vec!["at".to_owned()],
        "at" if said.contains(&"of") => sides().collect(),
        "at" if !said.is_empty() => vec!["of".to_owned()],
        "at" => game.steps.iter().filter(|step| step.sequence.is_none()).map(|step| step.title.clone()).collect(),
        "deck" if said.is_empty() => sides().collect(),
        "deck" if said.contains(&"top") => cards().collect(),
        "deck" => vec!["top".to_owned()],
        _ if game.zones.iter().any(|zone| zone.name == verb) => {
            if said.is_empty() {
                sides().map(|side| format!("{side}:")).collect()
            } else {
                cards().collect()
            }
        }
        _ => {
            let counted = |repeat: &Repeat| matches!(repeat, Repeat::Count { .. } | Repeat::Alternate { .. });
            let flags = game.vars.iter().filter(|var| var.subject == Domain::Game && var.ty == Type::Flag);
            let steps = game.steps.iter().filter(|step| counted(&step.repeat)).map(|step| step.name.clone());
            steps.chain(flags.map(|var| var.name.clone())).chain(places()).collect()
        }
    }
}
