//! A position as the lines of `given`: the pieces on the board and every value that is not at its default.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::game::NotationPart;
use crate::model::id::*;
use crate::model::sequence::{Repeat, ScopeKind};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::play::names::show_halves;
use crate::play::state::{NO_SLOT, NOWHERE};

use super::rows::rows;

/// A position as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exported {
    /// Its lines, without the braces around them.
    pub(super) lines: Vec<String>,
    /// The pieces in the order of the lines.
    pub(super) pieces: Vec<u16>,
    /// The labels of pieces.
    pub(super) labels: Vec<(u16, String)>,
}

/// Writes a position. `labelled`: pieces that get labels in addition to those that the position refers to. `running`:
/// include the scopes under way.
///
/// # Errors
/// The part of the position that the notation cannot express.
pub(super) fn position(world: &World<'_>, labelled: &[u16], running: bool) -> Result<Exported, String> {
    // The pieces referred to are known only after everything has been written once.
    // A piece that comes into being later has no place here.
    let mut named: BTreeSet<u16> = labelled.iter().copied().filter(|piece| world.index.all.has(*piece)).collect();
    loop {
        let mut writer = Writer {
            world,
            named: &named,
            running,
            referred: RefCell::default(),
            lines: Vec::new(),
            pieces: Vec::new(),
        };
        writer.game()?;
        writer.sides()?;
        if running {
            writer.under_way()?;
        }
        let (referred, lines, pieces) = (writer.referred.into_inner(), writer.lines, writer.pieces);
        if referred.is_subset(&named) {
            let labels = named.iter().map(|piece| (*piece, label_of(world, *piece))).collect();
            return Ok(Exported { lines, pieces, labels });
        }
        named.extend(referred);
    }
}

/// A label for a piece: its name in lower case.
pub(super) fn label_of(world: &World<'_>, piece: u16) -> String {
    match world.unique(piece) {
        Some(unique) => unique.name.clone(),
        None => {
            let name = crate::source::plain(&world.kind_name(piece)).to_lowercase();
            format!("{name}_")
        }
    }
}

pub(super) struct Writer<'w> {
    pub(super) world: &'w World<'w>,
    /// The pieces that get labels.
    named: &'w BTreeSet<u16>,
    running: bool,
    /// The pieces that another line refers to.
    referred: RefCell<BTreeSet<u16>>,
    pub(super) lines: Vec<String>,
    pieces: Vec<u16>,
}

impl Writer<'_> {
    /// The weather, the counts of steps, the variables of the game and of list values.
    fn game(&mut self) -> Result<(), String> {
        let (world, game) = (self.world, self.world.game);
        for var in &game.weathers {
            if world.state.flag(world.layout, *var, 0) {
                self.lines.push(format!("weather {}", game.vars[var.at()].name));
            }
        }
        for frame in world.state.stack.iter().filter(|_| !self.running) {
            let ScopeKind::Step(step) = game.scopes[frame.scope.at()].kind else { continue };
            let item = &game.steps[step.at()];
            if matches!(item.repeat, Repeat::Count { .. } | Repeat::Alternate { .. }) {
                self.lines.push(format!("{}: {}", item.name, frame.count));
            }
        }
        for (at, var) in game.vars.iter().enumerate() {
            let id = VarId(at as u16);
            if game.weathers.contains(&id) || !matches!(var.subject, Domain::Game | Domain::List(_)) {
                continue;
            }
            for index in 0..game.count(var.subject) as u16 {
                let of = Ref::new(var.subject, index);
                let Some(value) = self.changed(id, of)? else { continue };
                match var.subject {
                    Domain::Game => self.lines.push(format!("{} {value}", var.name)),
                    _ => {
                        let name = self.of_list(of);
                        self.lines.push(format!("{} {value}: {name}", var.name));
                    }
                }
            }
        }
        let mut lines = std::mem::take(&mut self.lines);
        self.zones(0, false, &mut lines);
        self.lines = lines;
        Ok(())
    }

    /// The name of a list value, with its list if a space has the same name.
    fn of_list(&self, of: Ref) -> String {
        let game = self.world.game;
        let Domain::List(list) = of.domain else { return String::new() };
        let list = &game.lists[usize::from(list)];
        let name = &list.members[usize::from(of.index)].name;
        let is_space = game.board.spaces.iter().any(|space| space.name == *name || space.title == *name);
        if is_space { format!("{}.{name}", list.name) } else { name.clone() }
    }

    /// The blocks of the sides. A side has several blocks if the pieces of a kind would otherwise change their order.
    fn sides(&mut self) -> Result<(), String> {
        let rows = rows(self.world, self.written()?);
        let mut begun = BTreeSet::new();
        for run in rows.chunk_by(|one, other| one.side == other.side) {
            let Some(side) = run.first().map(|row| row.side) else { continue };
            let mut lines: Vec<String> = Vec::new();
            let is_first = begun.insert(side);
            if is_first && side == 0 {
                self.ground(&mut lines)?;
                self.edges(&mut lines)?;
            }
            for row in run {
                let words = row.pieces.iter().map(|piece| self.piece(*piece)).collect::<Result<Vec<_>, _>>()?;
                self.pieces.extend(&row.pieces);
                let place = match row.space {
                    NOWHERE => "out of play".to_owned(),
                    space => self.place(space, side),
                };
                lines.push(format!("{place}: {}", words.join(", ")));
            }
            if is_first {
                self.side(side, &mut lines)?;
            }
            self.block(side, lines);
        }
        for side in (0..self.world.game.sides.len() as u16).filter(|side| !begun.contains(side)) {
            let mut lines: Vec<String> = Vec::new();
            if side == 0 {
                self.ground(&mut lines)?;
                self.edges(&mut lines)?;
            }
            self.side(side, &mut lines)?;
            self.block(side, lines);
        }
        Ok(())
    }

    fn block(&mut self, side: u16, lines: Vec<String>) {
        if !lines.is_empty() {
            self.lines.push(format!("{} {{", self.world.game.sides[usize::from(side)].name));
            self.lines.extend(lines.into_iter().map(|line| format!("  {line}")));
            self.lines.push("}".to_owned());
        }
    }

    /// The pieces written in the lines. Counters in their boxes come after all others of their kind, so those that come
    /// before a written one are written too.
    fn written(&self) -> Result<Vec<u16>, String> {
        let state = &self.world.state;
        let mut written: BTreeSet<u16> = BTreeSet::new();
        for piece in 0..state.pieces.len() as u16 {
            if self.is_written(piece)? {
                written.insert(piece);
            }
        }
        let kind = |piece: u16| state.pieces[usize::from(piece)].kind;
        let last: BTreeMap<u16, u16> = written.iter().map(|piece| (kind(*piece), *piece)).collect();
        let before = |piece: &u16| last.get(&kind(*piece)).is_some_and(|last| piece < last);
        let in_box = |piece: &u16| state.pieces[usize::from(*piece)].space != NOWHERE;
        let more: Vec<u16> = (0..state.pieces.len() as u16).filter(|piece| in_box(piece) && before(piece)).collect();
        written.extend(more);
        Ok(written.into_iter().collect())
    }

    /// The variables and cards of a side.
    fn side(&self, side: u16, lines: &mut Vec<String>) -> Result<(), String> {
        let game = self.world.game;
        for (id, var) in game.vars_of(Domain::Side) {
            if let Some(value) = self.changed(id, Ref::side(side))? {
                lines.push(format!("{} {value}", var.name));
            }
        }
        self.cards(side, lines)
    }

    /// The label of a piece that another line refers to.
    pub(super) fn refer(&self, piece: u16) -> String {
        self.referred.borrow_mut().insert(piece);
        label_of(self.world, piece)
    }

    /// True if a piece is written in the lines. An unused counter is set up by itself if it is in its box, or out of
    /// play and not part of the mix.
    fn is_written(&self, piece: u16) -> Result<bool, String> {
        let layout = self.world.layout;
        let space = self.world.state.pieces[usize::from(piece)].space;
        if self.named.contains(&piece) {
            return Ok(true);
        }
        let home = layout.home(piece);
        if space == home && home != NOWHERE {
            return Ok(!self.is_plain(piece)?);
        }
        let counts = home != NOWHERE || self.world.unique(piece).is_some() || self.world.game.takes_spares;
        Ok(space != NOWHERE || counts && !layout.spare.has(piece))
    }

    /// True if a piece in its box is exactly as it begins there.
    fn is_plain(&self, piece: u16) -> Result<bool, String> {
        for (var, _) in self.world.game.vars_of(Domain::Piece) {
            if self.world.var(var, Ref::piece(piece)) != self.default(var, Ref::piece(piece))? {
                return Ok(false);
            }
        }
        Ok(self.world.state.pieces[usize::from(piece)].mode == 0)
    }

    /// The terrain and variables of spaces.
    fn ground(&self, lines: &mut Vec<String>) -> Result<(), String> {
        let (world, game) = (self.world, self.world.game);
        let printed = |var: VarId, space: u16| game.board.terrain.contains(&(var, space));
        for space in 0..game.board.spaces.len() as u16 {
            for var in &game.terrains {
                let (is, was) = (world.state.flag(world.layout, *var, space), printed(*var, space));
                let name = &game.vars[var.at()].name;
                if is && !was {
                    lines.push(format!("{}: {name}", self.place(space, 0)));
                } else if was && !is {
                    lines.push(format!("{name} no: {}", self.place(space, 0)));
                }
            }
        }
        for (id, var) in game.vars_of(Domain::Space).filter(|(id, _)| !game.terrains.contains(id)) {
            let mut alike: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for space in 0..game.board.spaces.len() as u16 {
                let value = world.var(id, Ref::space(space));
                if value != self.after_lists(id, space)? {
                    let value = self.value(id, &value)?;
                    alike.entry(value).or_default().push(self.place(space, 0));
                }
            }
            for (value, places) in alike {
                lines.push(format!("{} {value}: {}", var.name, places.join(", ")));
            }
        }
        Ok(())
    }

    /// The value that a variable of a space has after the lines of lists, since the line of a list value also sets its
    /// spaces.
    fn after_lists(&self, var: VarId, space: u16) -> Result<Value, String> {
        let game = self.world.game;
        let item = &game.vars[var.at()];
        for (at, other) in game.vars.iter().enumerate() {
            let Domain::List(list) = other.subject else { continue };
            if other.name != item.name || other.ty.present() != item.ty.present() {
                continue;
            }
            for fact in game.facts_of_list(Domain::Space, list) {
                let printed = &game.space_facts[usize::from(space)][fact.at()];
                let Some(of) = printed.as_ref() else { continue };
                let value = self.world.var(VarId(at as u16), of);
                if value != self.default(VarId(at as u16), of)? {
                    return Ok(value);
                }
            }
        }
        self.default(var, Ref::space(space))
    }

    pub(super) fn place(&self, space: u16, side: u16) -> String {
        let item = &self.world.game.board.spaces[usize::from(space)];
        item.titles.get(usize::from(side)).unwrap_or(&item.title).clone()
    }

    fn default(&self, var: VarId, of: Ref) -> Result<Value, String> {
        if let Some(named) = self.world.game.board.named_slots.as_ref().filter(|named| named.var == var) {
            // A piece is in the first slot of its space.
            let space = self.world.state.pieces.get(usize::from(of.index)).map_or(NOWHERE, |piece| piece.space);
            return Ok(named.on_entering(space));
        }
        let value = self.world.default_of(var, of).map_err(|fault| fault.message)?;
        // Whole numbers and amounts in halves are stored alike.
        Ok(match (self.world.game.vars[var.at()].ty, value) {
            (Type::Flag, Value::None) => Value::Flag(false),
            (Type::Half(_), Value::Int(n)) => Value::Half(n * 2),
            (_, value) => value,
        })
    }

    /// The value of a variable as written. None if it is at its default.
    pub(super) fn changed(&self, var: VarId, of: Ref) -> Result<Option<String>, String> {
        let value = self.world.var(var, of);
        if value == self.default(var, of)? { Ok(None) } else { self.value(var, &value).map(Some) }
    }

    /// A value as a word of a position.
    fn value(&self, var: VarId, value: &Value) -> Result<String, String> {
        let name = &self.world.game.vars[var.at()].name;
        let unsaid = || format!("the notation of positions cannot write the value of `{name}`");
        match value {
            Value::None => Ok("none".to_owned()),
            Value::Ref(Ref { domain: Domain::Piece, index }) => Ok(self.refer(*index)),
            other => self.word(other).ok_or_else(unsaid),
        }
    }

    /// A value of a type that does not depend on the position, as a word.
    pub(super) fn word(&self, value: &Value) -> Option<String> {
        let game = self.world.game;
        Some(match value {
            Value::Int(n) => n.to_string(),
            Value::Half(n) => show_halves(*n),
            Value::Flag(true) => "yes".to_owned(),
            Value::Flag(false) => "no".to_owned(),
            Value::Ref(thing) => match thing.domain {
                Domain::Space => game.board.spaces[usize::from(thing.index)].name.clone(),
                Domain::Side => game.sides[usize::from(thing.index)].name.clone(),
                Domain::List(list) => game.lists[usize::from(list)].members[usize::from(thing.index)].name.clone(),
                Domain::Kind => game.kinds[usize::from(thing.index)].name.clone(),
                Domain::Direction => game.board.directions[usize::from(thing.index)].name.clone(),
                Domain::Card => {
                    let def = game.cards[usize::from(thing.index)].def;
                    let alone = game.cards.iter().filter(|card| card.def == def).count() == 1;
                    alone.then(|| game.card_defs[usize::from(def)].name.clone())?
                }
                Domain::Edge => format!("\"{}\"", self.edge(thing.index)),
                Domain::Link => game.board.links[usize::from(thing.index)].name.clone(),
                _ => return None,
            },
            Value::Text(text) => (!text.contains(['"', '\\', '\n'])).then(|| format!("\"{text}\""))?,
            Value::Dice(faces) => joined(faces.iter().map(|face| Some(face.to_string())))?,
            Value::Set(domain, set) => {
                joined(set.iter().map(|index| self.word(&Value::member(*domain, index)).filter(|word| is_bare(word))))?
            }
            _ => return None,
        })
    }

    /// A piece: its name, or its kind with its printed values, then its changes.
    fn piece(&self, piece: u16) -> Result<String, String> {
        let (world, game) = (self.world, self.world.game);
        let state = &world.state.pieces[usize::from(piece)];
        let kind = &game.kinds[usize::from(state.kind)];
        let mut words: Vec<String> = Vec::new();
        match world.unique(piece) {
            Some(unique) => words.push(unique.name.clone()),
            None => {
                words.push(kind.name.clone());
                let printed = world.layout.printed.get(usize::from(piece)).filter(|printed| !printed.is_empty());
                let mode = kind.modes.get(usize::from(state.mode)).copied();
                words.extend(self.printed(state.kind, mode, u16::from(state.side), printed.unwrap_or(&kind.facts)));
            }
        }
        if state.mode > 0 {
            let mode = kind.modes.get(usize::from(state.mode));
            words.extend(mode.map(|mode| game.modes[usize::from(*mode)].name.clone()));
        }
        if game.facing.as_ref().is_some_and(|facing| facing.directions.contains(&u16::from(state.facing))) {
            words.push(format!("facing {}", game.board.directions[usize::from(state.facing)].name));
        }
        if state.slot != NO_SLOT {
            words.push(format!("slot {}", state.slot));
        }
        for (id, var) in game.vars_of(Domain::Piece) {
            let Some(value) = self.changed(id, Ref::piece(piece))? else { continue };
            match (var.ty, value.as_str()) {
                (Type::Flag, "yes") => words.push(var.name.clone()),
                (Type::Flag, _) => words.push(format!("not {}", var.name)),
                (_, value) => words.push(format!("{} {value}", var.name)),
            }
        }
        let text = words.join(" ");
        // A piece with a name of its own needs no label.
        let labelled = self.named.contains(&piece) && world.unique(piece).is_none();
        Ok(if labelled { format!("{} = {text}", label_of(world, piece)) } else { text })
    }

    /// The printed values of a piece: in its notation with those of its mode, then any others that differ from its
    /// kind.
    fn printed(&self, kind: u16, mode: Option<u16>, side: u16, printed: &[Value]) -> Vec<String> {
        let game = self.world.game;
        let facts = mode.map_or(&[][..], |mode| &game.modes[usize::from(mode)].facts);
        let shown =
            |fact: usize| facts.iter().find(|(other, _)| other.at() == fact).map_or(&printed[fact], |(_, value)| value);
        let item = &game.kinds[usize::from(kind)];
        let mut words = Vec::new();
        let mut in_notation: Vec<usize> = Vec::new();
        if let Some(notation) = &item.notation {
            let mut text = String::new();
            for part in &notation.parts {
                match part {
                    NotationPart::Literal(letters) => text.push_str(letters),
                    NotationPart::Fact(fact) => {
                        in_notation.push(fact.at());
                        let code = |thing: &Ref| match thing.domain {
                            Domain::List(list) => {
                                game.lists[usize::from(list)].members[usize::from(thing.index)].name.clone()
                            }
                            _ => self.world.title(*thing),
                        };
                        match shown(fact.at()) {
                            Value::Ref(thing) => text.push_str(&code(thing)),
                            value => text.push_str(&self.world.show(value)),
                        }
                    }
                    NotationPart::Mark(fact, mark) => {
                        in_notation.push(fact.at());
                        if shown(fact.at()).is_yes() {
                            text.push_str(mark);
                        }
                    }
                }
            }
            words.push(text);
        }
        // Values that the counter list defines for this look are left out.
        let given: Vec<bool> = (0..game.facts.len()).map(|at| in_notation.contains(&at)).collect();
        let counter = game.counter_meant(side, kind, printed, &given).map(|at| &game.counters[at]);
        let listed = counter.filter(|counter| counter.printed == printed).map_or(&[][..], |counter| &counter.gives);
        in_notation.extend(listed.iter().map(|fact| fact.at()));
        for (at, fact) in game.facts.iter().enumerate() {
            let same = printed.get(at) == item.facts.get(at);
            if fact.subject != Domain::Piece || same || in_notation.contains(&at) {
                continue;
            }
            match &printed[at] {
                Value::Flag(true) => words.push(fact.name.clone()),
                Value::Int(n) => words.push(format!("{} {n}", fact.name)),
                Value::Half(n) => words.push(format!("{} {}", fact.name, show_halves(*n))),
                Value::Ref(thing) => {
                    let name = match thing.domain {
                        Domain::List(list) => &game.lists[usize::from(list)].members[usize::from(thing.index)].name,
                        Domain::Side => &game.sides[usize::from(thing.index)].name,
                        Domain::Space => &game.board.spaces[usize::from(thing.index)].name,
                        _ => continue,
                    };
                    words.push(format!("{} {name}", fact.name));
                }
                _ => {}
            }
        }
        words
    }

    /// The cards outside the first zone of their deck, in zones of each side or in shared ones.
    fn zones(&self, side: u16, per_side: bool, lines: &mut Vec<String>) {
        let (world, game) = (self.world, self.world.game);
        for (at, zone) in (0u16..).zip(&game.zones) {
            let deck = &game.decks[zone.deck.at()];
            if deck.zones.first() == Some(&ZoneId(at)) || game.each_side_has(ZoneId(at)) != per_side {
                continue;
            }
            let name = |card: u16| game.card_defs[usize::from(game.cards[usize::from(card)].def)].name.as_str();
            let names: Vec<&str> = world.zone(ZoneId(at), side).iter().map(name).collect();
            if !names.is_empty() {
                lines.push(format!("{}: {}", zone.name, names.join(", ")));
            }
        }
    }

    /// The cards of a side, and those in force. Cards without a side are listed with the first side.
    fn cards(&self, side: u16, lines: &mut Vec<String>) -> Result<(), String> {
        let game = self.world.game;
        self.zones(side, true, lines);
        let mut forced: Vec<String> = Vec::new();
        for one in self.world.state.lasting.iter() {
            let card = &game.cards[usize::from(one.card)];
            if self.world.side_of(Ref::card(one.card)).map_or(side != 0, |owner| owner != side) {
                continue;
            }
            let def = &game.card_defs[usize::from(card.def)];
            let mut text = def.name.clone();
            if let Some(play) = one.play {
                let scope = |play: OfferId| &game.scopes[game.offers[play.at()].scope.at()];
                let own = game.offers[play.at()].card.map(|(_, slot)| usize::from(slot));
                let mut chosen = Vec::new();
                for (at, (param, value)) in scope(play).params.iter().zip(&one.values).enumerate() {
                    if !value.is_none() && own != Some(at) {
                        let said = self.said(value)?;
                        let is_set = matches!(value, Value::Set(..));
                        chosen.push((&param.name, if is_set { said.replace(' ', "/") } else { said }));
                    }
                }
                // The first choice identifies the play; otherwise the play is named.
                let plays = def.plays.iter().copied().filter(|play| !game.offers[play.at()].of_deck);
                let has = |play: &OfferId| {
                    chosen.first().is_some_and(|(name, _)| scope(*play).params.iter().any(|param| param.name == **name))
                };
                if plays.into_iter().find(has) != Some(play) {
                    text.push_str(&format!(" by {}", game.offer_key(play)));
                }
                chosen.iter().for_each(|(name, value)| text.push_str(&format!(" {name} {value}")));
            }
            forced.push(text);
        }
        if !forced.is_empty() {
            lines.push(format!("in force: {}", forced.join(", ")));
        }
        Ok(())
    }
}

/// Words with slashes between them; `none` for no word.
fn joined(words: impl Iterator<Item = Option<String>>) -> Option<String> {
    let words: Vec<String> = words.collect::<Option<_>>()?;
    Some(if words.is_empty() { "none".to_owned() } else { words.join("/") })
}

/// True for a word that may stand beside others with slashes between.
fn is_bare(word: &str) -> bool {
    !word.contains(|sign: char| sign.is_whitespace() || sign == '/')
}
