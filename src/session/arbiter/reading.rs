//! The meaning of an arbiter's line. A line without one of the arbiter's verbs is a line of a position, as in scenarios
//! and tests, and is read by the checker.

use crate::check::{read_change, read_typed};
use crate::diagnostic::did_you_mean;
use crate::model::game::Unique;
use crate::model::id::*;
use crate::model::sequence::Repeat;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::play::arbiter::Edit;
use crate::play::sentence::{self, fold};
use crate::play::state::NOWHERE;
use crate::source::{plain, plain_words};

use super::super::{Session, side_named};
use super::Ruled;
use super::words::names_known_to;

/// The message with the syntax of a line.
fn usage<T>(text: &str) -> Result<T, String> {
    Err(format!("usage: {text}"))
}

impl Session {
    /// True if a line names pieces that are in play.
    pub(super) fn names_pieces(&self, things: &str) -> bool {
        self.play.look(|run| {
            let world = run.world();
            let reader = Reader { world: &world, viewer: None, side: 0 };
            things.split(',').all(|name| reader.named(name).is_some())
        })
    }

    /// A name in a line that is that of a face-down piece. The person at the keyboard cannot know it.
    pub fn names_face_down(&self, text: &str) -> Option<String> {
        let text = text.replace(',', " ");
        let words: Vec<&str> = text.split_whitespace().collect();
        let found: Vec<(String, u16)> = self.play.look(|run| {
            let world = run.world();
            let reader = Reader { world: &world, viewer: None, side: 0 };
            let names = (1..=reader.most_words()).flat_map(|count| words.windows(count)).map(|name| name.join(" "));
            names.filter_map(|name| reader.piece(&name).ok().map(|piece| (name, piece))).collect()
        });
        self.world(|world| found.into_iter().find(|(_, piece)| world.is_face_down(*piece)).map(|(name, _)| name))
    }

    /// The effects of an arbiter's line in this position.
    pub(super) fn ruled(&self, text: &str) -> Result<Ruled, String> {
        let side = self.side_meant();
        let viewer = self.viewer();
        self.play.look(|run| Reader { world: &run.world(), viewer, side }.line(text))
    }
}

/// The verb of a line, and what follows it.
pub(super) fn verb_of(text: &str) -> (String, &str) {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    (verb.trim_end_matches(':').to_lowercase(), rest.trim())
}

/// Reads lines in a position.
struct Reader<'w> {
    world: &'w World<'w>,
    /// Who reads the messages: they suggest no name of a face-down piece.
    viewer: Option<u16>,
    /// The default side.
    side: u16,
}

impl Reader<'_> {
    fn line(&self, text: &str) -> Result<Ruled, String> {
        let (spelt, rest) = verb_of(text);
        let edits = match spelt.as_str() {
            "put" => self.put(rest)?,
            "take" => self.take(rest)?,
            "set" => self.set(rest)?,
            "weather" => self.weather(rest)?,
            "terrain" => self.terrain(rest)?,
            "at" => self.at(rest)?,
            "deck" => return self.deck(rest),
            _ if self.zone(&spelt).is_some() => self.cards(&spelt, rest)?,
            _ if !rest.is_empty() && self.counts(&spelt) => self.lines(&format!("{spelt}: {rest}"), self.side)?,
            _ if rest.is_empty() && self.counts(&spelt) => return usage(&format!("`{spelt} NUMBER`")),
            _ => self.lines(text, self.named_side(text))?,
        };
        Ok(Ruled { edits, top: Vec::new() })
    }

    /// Lines in the notation of positions.
    fn lines(&self, text: &str, side: u16) -> Result<Vec<Edit>, String> {
        let mut position = read_typed(self.world.game, text, Some(side))?;
        if position.under_way.is_some() {
            return Err("`under way` is for tests only: here `at STEP of SIDE` begins a step".to_owned());
        }
        for (var, of, label, _) in std::mem::take(&mut position.refs) {
            position.vars.push((var, of, self.other(&label)?));
        }
        for piece in &mut position.pieces {
            for (var, label) in std::mem::take(&mut piece.refs) {
                piece.vars.push((var, self.other(&label)?));
            }
        }
        Ok(vec![Edit::Lines(Box::new(position))])
    }

    fn no_side(&self, name: &str) -> String {
        let sides: Vec<&str> = self.world.game.sides.iter().map(|side| side.title.as_str()).collect();
        format!("no side named `{name}`: the sides are {}", sides.join(", "))
    }

    /// The first side that a text names, or else the side of a counter that it names, or else the default side.
    fn named_side(&self, text: &str) -> u16 {
        let words = || text.split(|sign: char| sign.is_whitespace() || sign == ':' || sign == ',');
        let owner = |word: &str| {
            let spelt = plain(word);
            self.world.game.uniques.iter().find(|unique| unique.name == spelt).and_then(|unique| unique.side)
        };
        let said = words().filter(|word| !word.is_empty()).find_map(|word| side_named(self.world.game, word));
        said.or_else(|| words().find_map(owner)).unwrap_or(self.side)
    }

    /// True for the whole name of a space that is not the box of a side.
    fn is_space(&self, name: &str) -> bool {
        let said = fold(name);
        let spaces = &self.world.game.board.spaces;
        spaces.iter().any(|space| space.side_box.is_none() && fold(&space.title) == said)
    }

    fn zone(&self, name: &str) -> Option<ZoneId> {
        let spelt = plain(name);
        self.world.game.zones.iter().position(|zone| zone.name == spelt).map(|at| ZoneId(at as u16))
    }

    /// True if a step of this name counts its turns.
    fn counts(&self, name: &str) -> bool {
        let spelt = plain(name);
        let counted = |repeat: &Repeat| matches!(repeat, Repeat::Count { .. } | Repeat::Alternate { .. });
        self.world.game.steps.iter().any(|step| step.name == spelt && counted(&step.repeat))
    }

    /// The piece with this name.
    fn piece(&self, name: &str) -> Result<u16, String> {
        let said = fold(name);
        let all = self.world.index.all.iter().filter(|_| !said.is_empty());
        let called = |piece: &u16| {
            let thing = Value::Ref(Ref::piece(*piece));
            sentence::spellings(self.world, &thing, self.side).contains(&said)
        };
        let found: Vec<u16> = all.filter(called).collect();
        let own = |piece: &&u16| fold(&self.world.name(Ref::piece(**piece))) == said;
        if let Some(piece) = found.iter().find(own) {
            return Ok(*piece);
        }
        let in_play = |piece: &u16| self.world.state.pieces[usize::from(*piece)].space != NOWHERE;
        let seen: Vec<u16> = found.iter().copied().filter(in_play).collect();
        match (seen.as_slice(), found.as_slice()) {
            ([one], _) | ([], [one]) => Ok(*one),
            ([], []) => {
                let names = names_known_to(self.world, self.viewer);
                let near = did_you_mean(name, names.iter().map(String::as_str));
                Err(format!("no piece named `{name}`{near}"))
            }
            ([], some) | (some, _) => {
                let names: Vec<String> = some.iter().map(|piece| self.world.name(Ref::piece(*piece))).collect();
                Err(format!("`{name}` may be {}", names.join(" or ")))
            }
        }
    }

    /// The number of words in the longest name of a piece.
    fn most_words(&self) -> usize {
        let spellings = |piece| sentence::spellings(self.world, &Value::Ref(Ref::piece(piece)), self.side).into_iter();
        let names = self.world.index.all.iter().flat_map(spellings);
        names.map(|name| name.split(' ').count()).max().unwrap_or(0)
    }

    /// The piece with this name or label, not kind.
    fn named(&self, name: &str) -> Option<u16> {
        let said = fold(name);
        let own = |piece: u16| {
            let label = self.world.label(piece).map(fold);
            let unique = self.world.unique(piece).map(|unique| fold(&unique.name));
            let name = fold(&self.world.name(Ref::piece(piece)));
            name == said || label.as_deref() == Some(said.as_str()) || unique.as_deref() == Some(said.as_str())
        };
        self.world.index.all.iter().find(|piece| own(*piece))
    }

    /// The piece that a variable of another piece refers to.
    fn other(&self, label: &str) -> Result<Value, String> {
        if label == "none" { Ok(Value::None) } else { Ok(Value::Ref(Ref::piece(self.piece(label)?))) }
    }

    /// Pieces with their names in place of the titles that the screen shows: `Scottish Bruce` for `Scottish King Robert
    /// Bruce`.
    fn with_names(&self, things: &str) -> String {
        let named = things.split(',').map(|thing| {
            let words: Vec<&str> = thing.split_whitespace().collect();
            let side = words.first().and_then(|word| side_named(self.world.game, word));
            let begins = usize::from(side.is_some());
            let called = |unique: &&Unique| {
                let count = unique.title.split_whitespace().count();
                let said = words.get(begins..begins + count).map(|said| fold(&said.join(" ")));
                said.is_some_and(|said| said == fold(&unique.title)) && (side.is_none() || unique.side == side)
            };
            let longest = |unique: &&Unique| unique.title.split_whitespace().count();
            let Some(unique) = self.world.game.uniques.iter().filter(called).max_by_key(longest) else {
                return thing.trim().to_owned();
            };
            let after = words.iter().skip(begins + unique.title.split_whitespace().count());
            words.iter().take(begins).chain([&unique.name.as_str()]).chain(after).copied().collect::<Vec<_>>().join(" ")
        });
        named.collect::<Vec<_>>().join(", ")
    }

    fn put(&self, rest: &str) -> Result<Vec<Edit>, String> {
        if let Some((place, things)) = rest.split_once(':') {
            let line = format!("{place}: {}", self.with_names(things));
            // A side at the beginning of a space's name is not the owner of the pieces.
            let side = self.named_side(if self.is_space(place) { things } else { &line });
            return self.lines(&line, side);
        }
        let Some((things, place)) = rest.rsplit_once(" at ").map(|(things, place)| (things.trim(), place.trim()))
        else {
            return usage("`put MA 2-3 at PLACE`, or a line of a position: `put PLACE: MA 2-3`");
        };
        let things = &self.with_names(things);
        let pieces: Option<Vec<u16>> = things.split(',').map(|name| self.named(name)).collect();
        let Some(pieces) = pieces else {
            return self.lines(&format!("{place}: {things}"), self.named_side(things));
        };
        let moved = pieces.into_iter().map(|piece| {
            let side = u16::from(self.world.state.pieces[usize::from(piece)].side);
            match &*self.world.places_named(side, place) {
                [space] => Ok(Edit::Move(piece, *space)),
                [] => Err(format!("no place named `{place}`")),
                some => {
                    let names: Vec<String> = some
                        .iter()
                        .take(6)
                        .map(|space| plain_words(&self.world.space_title(*space, Some(side))))
                        .collect();
                    Err(format!("`{place}` may be {}", names.join(" or ")))
                }
            }
        });
        moved.collect()
    }

    fn take(&self, rest: &str) -> Result<Vec<Edit>, String> {
        if rest.is_empty() {
            return usage("`take PIECE`, or several: `take PIECE, PIECE`");
        }
        let taken = rest.split(',').map(|name| {
            let piece = self.piece(name.trim())?;
            let space = self.world.state.pieces[usize::from(piece)].space;
            if space == NOWHERE || space == self.world.layout.home(piece) {
                return Err(format!("{} is not on the board", self.world.name(Ref::piece(piece))));
            }
            Ok(Edit::Take(piece))
        });
        taken.collect()
    }

    /// `KT1 hits 2 rash`, `French panic 5`, `Leon holder Blois`, `bridged`, `hits 2: French KT`.
    fn set(&self, rest: &str) -> Result<Vec<Edit>, String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        if words.is_empty() {
            return usage("`set PIECE hits 2`, `set SIDE VARIABLE VALUE`, or `set VARIABLE VALUE`");
        }
        if rest.contains(':') {
            return self.lines(rest, self.named_side(rest));
        }
        // The longest piece name at its beginning.
        let most = words.len().saturating_sub(1).min(self.most_words());
        for count in (1..=most).rev() {
            if let Ok(piece) = self.piece(&words[..count].join(" ")) {
                return self.change(piece, &words[count..]);
            }
        }
        if let Some(side) = side_named(self.world.game, words[0]).filter(|_| words.len() > 1) {
            return self.set_of(side, &words);
        }
        if let Some(var) = self.lowered(Domain::Game, &words) {
            return Ok(vec![Edit::Write(var, Ref::GAME, Value::Flag(false))]);
        }
        let of_game = |var: &crate::model::game::Var| var.subject == Domain::Game && var.name == plain(words[0]);
        if words.len() > 1 && !self.world.game.vars.iter().any(of_game) {
            let numbered = words[0].chars().any(|sign| sign.is_ascii_digit());
            if let Err(problem) = self.piece(words[0])
                && numbered
                && self.world.places_named(self.side, words[0]).is_empty()
            {
                return Err(problem);
            }
            // A place or other thing, then its variable. In a position the variable comes first.
            let is_var = |word: &str| self.world.game.vars.iter().any(|var| var.name == plain(word));
            if let Some(at) = (1..words.len()).find(|at| is_var(words[*at])) {
                let (thing, value) = (words[..at].join(" "), words[at..].join(" "));
                return self.lines(&format!("{value}: {thing}"), self.side);
            }
        }
        self.lines(rest, self.side)
    }

    /// `French panic 5`, `French not warned`, `French KT1 hits 2`.
    fn set_of(&self, side: u16, words: &[&str]) -> Result<Vec<Edit>, String> {
        if let Some(var) = self.lowered(Domain::Side, &words[1..]) {
            return Ok(vec![Edit::Write(var, Ref::side(side), Value::Flag(false))]);
        }
        let read = self.lines(&format!("{} {{ {} }}", words[0], words[1..].join(" ")), side);
        let of_side = |var: &crate::model::game::Var| var.subject == Domain::Side && var.name == plain(words[1]);
        if read.is_ok() || self.world.game.vars.iter().any(of_side) {
            return read;
        }
        // The piece of this side that its name begins with.
        let own = Reader { side, ..*self };
        for count in (1..=(words.len() - 2).min(self.most_words())).rev() {
            match own.piece(&words[1..=count].join(" ")) {
                Ok(piece) if u16::from(self.world.state.pieces[usize::from(piece)].side) == side => {
                    return self.change(piece, &words[count + 1..]);
                }
                Err(problem) if count == 1 => return Err(problem),
                _ => {}
            }
        }
        read
    }

    /// The flag that `not FLAG` clears.
    fn lowered(&self, subject: Domain, words: &[&str]) -> Option<VarId> {
        let [not, name] = words else { return None };
        let fits =
            |var: &crate::model::game::Var| var.subject == subject && var.ty == Type::Flag && var.name == plain(name);
        let at = self.world.game.vars.iter().position(fits).filter(|_| *not == "not")?;
        Some(VarId(at as u16))
    }

    /// The new values of a piece.
    fn change(&self, piece: u16, words: &[&str]) -> Result<Vec<Edit>, String> {
        let state = &self.world.state.pieces[usize::from(piece)];
        let mut change = read_change(self.world.game, &words.join(" "), state.kind, u16::from(state.side))?;
        for (var, label) in std::mem::take(&mut change.refs) {
            change.vars.push((var, self.other(&label)?));
        }
        Ok(vec![Edit::Change(piece, Box::new(change))])
    }

    fn weather(&self, rest: &str) -> Result<Vec<Edit>, String> {
        if !matches!(rest, "none" | "off") {
            return self.lines(&format!("weather {rest}"), self.side);
        }
        let weathers = self.world.game.weathers.iter();
        Ok(weathers.map(|var| Edit::Write(*var, Ref::GAME, Value::Flag(false))).collect())
    }

    /// `Woods at left middle`, `none at left middle`.
    fn terrain(&self, rest: &str) -> Result<Vec<Edit>, String> {
        if rest.contains(':') {
            return self.lines(rest, self.named_side(rest));
        }
        let Some((terrain, place)) = rest.rsplit_once(" at ") else {
            return usage("`terrain TERRAIN at PLACE`, or `terrain none at PLACE`");
        };
        let side = self.named_side(rest);
        let (terrain, place) = (terrain.trim(), place.trim());
        if terrain != "none" {
            let edits = self.lines(&format!("{place}: {terrain}"), side)?;
            return match edits.as_slice() {
                [Edit::Lines(position)] if !position.pieces.is_empty() => {
                    Err(format!("`{terrain}` is a piece: use `put`"))
                }
                _ => Ok(edits),
            };
        }
        let spaces: Vec<u16> = self.world.places_named(side, place).to_vec();
        if spaces.is_empty() {
            return Err(format!("no place named `{place}`"));
        }
        let lifted = |space: &u16| {
            let space = Ref::space(*space);
            self.world.game.terrains.iter().map(move |var| Edit::Write(*var, space, Value::Flag(false)))
        };
        Ok(spaces.iter().flat_map(lifted).collect())
    }

    /// The side before or after a colon, and the rest: `French: Storm`, `French Storm`.
    fn owner<'t>(&self, rest: &'t str) -> (Option<u16>, &'t str) {
        let word = rest.split([' ', ':']).next().unwrap_or_default();
        match side_named(self.world.game, word) {
            Some(side) => (Some(side), rest[word.len()..].trim_start().trim_start_matches(':').trim()),
            None => (None, rest.trim_start_matches(':').trim()),
        }
    }

    /// `hand French: Storm, Command 3`: the zone holds exactly these cards.
    fn cards(&self, zone: &str, rest: &str) -> Result<Vec<Edit>, String> {
        let (owner, cards) = self.owner(rest);
        let side = owner.unwrap_or(self.side);
        if matches!(cards, "none" | "empty" | "nothing") {
            let Some(zone) = self.zone(zone) else { return usage("`ZONE SIDE: CARD, CARD`") };
            let per_side = self.world.game.each_side_has(zone);
            return Ok(vec![Edit::Empty(zone, per_side.then_some(side))]);
        }
        if cards.is_empty() {
            return Err(format!("usage: `{zone} SIDE: CARD, CARD`, or `{zone} SIDE: none`"));
        }
        if let Some((name, _)) = cards.split_once(':').filter(|_| owner.is_none()) {
            return Err(self.no_side(name.trim()));
        }
        let is_shared = self.zone(zone).is_some_and(|zone| !self.world.game.each_side_has(zone));
        if owner.is_none() && is_shared {
            return self.lines(&format!("{zone}: {cards}"), side);
        }
        let title = &self.world.game.sides[usize::from(side)].name;
        self.lines(&format!("{title} {{ {zone}: {cards} }}"), side)
    }

    /// `French top Storm, Command 3`: this side draws these cards next.
    fn deck(&self, rest: &str) -> Result<Ruled, String> {
        let (owner, rest) = self.owner(rest);
        let side = owner.unwrap_or(self.side);
        let Some(cards) = rest.strip_prefix("top ").map(|cards| cards.trim_start_matches(':').trim()) else {
            return usage("`deck SIDE top CARD, CARD`: the cards that this side draws next");
        };
        let game = self.world.game;
        let mut top: Vec<(Option<u16>, u16)> = Vec::new();
        for name in cards.split(',').map(str::trim) {
            let said = fold(name);
            let called = |def: &crate::model::card::CardDef| fold(&def.name) == said || fold(&def.title) == said;
            let Some(def) = game.card_defs.iter().position(called) else {
                let near = did_you_mean(name, game.card_defs.iter().map(|def| def.title.as_str()));
                return Err(format!("no card named `{name}`{near}"));
            };
            let def = def as u16;
            let deck = &game.decks[game.card_defs[usize::from(def)].deck.at()];
            let pile = deck.zones.first().map(|zone| zone.0);
            // From a deck that all share, any side may draw any card.
            let whose = |card: &crate::model::card::Card| !deck.per_side || card.side.is_none_or(|owner| owner == side);
            let lies = game.cards.iter().zip(&self.world.state.cards);
            let there = lies.filter(|(card, state)| card.def == def && whose(card) && Some(state.spot) == pile).count();
            let stacked = top.iter().filter(|(_, other)| *other == def).count();
            if stacked >= there {
                let title = &game.card_defs[usize::from(def)].title;
                return Err(format!(
                    "the {} draw pile has {} `{title}`",
                    game.sides[usize::from(side)].title,
                    if there == 0 { "no".to_owned() } else { format!("only {there}") }
                ));
            }
            top.push((Some(side), def));
        }
        Ok(Ruled { edits: Vec::new(), top })
    }

    /// `Orders of French`: play continues at this step.
    fn at(&self, rest: &str) -> Result<Vec<Edit>, String> {
        let game = self.world.game;
        let (step, side) = match rest.rsplit_once(" of ") {
            Some((step, name)) => match side_named(game, name.trim()) {
                Some(side) => (step.trim(), Some(side)),
                None => return Err(self.no_side(name.trim())),
            },
            None => (rest, None),
        };
        if step.is_empty() {
            return usage("`at STEP of SIDE`");
        }
        let said = fold(step);
        let found = game.steps.iter().position(|one| fold(&one.name) == said || fold(&one.title) == said);
        let Some(found) = found else {
            let near = did_you_mean(step, game.steps.iter().map(|step| step.title.as_str()));
            return Err(format!("no step named `{step}`{near}"));
        };
        let around = std::iter::successors(Some(StepId(found as u16)), |step| game.steps[step.at()].parent);
        let in_turns =
            |step: StepId| matches!(game.steps[step.at()].repeat, Repeat::Sides { .. } | Repeat::Alternate { .. });
        if side.is_none() && around.into_iter().any(in_turns) {
            let sides: Vec<String> =
                game.played().map(|side| format!("`at {step} of {}`", game.sides[usize::from(side)].title)).collect();
            return Err(format!("the sides take {} in turns: {}", game.steps[found].title, sides.join(" or ")));
        }
        Ok(vec![Edit::Begin(StepId(found as u16), side)])
    }
}
