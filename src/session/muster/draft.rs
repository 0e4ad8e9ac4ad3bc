//! A battle in the making: the counters bought, their places, and the text of the scenario.

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::fold;

use super::typed::labelled;

/// The column at which the counters of a line begin.
const COLUMN: usize = 21;

/// A battle in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// Its name, as typed on the command line.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// The armies, in the order of the sides.
    pub armies: Vec<Army>,
    /// The weather, by position in [`Game::weathers`].
    pub weather: Option<u16>,
    /// The terrain: the side whose edge its place is read from, the space, and the terrain by position in
    /// [`Game::terrains`].
    pub tiles: Vec<(u16, u16, u16)>,
}

/// An army in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Army {
    /// Its name.
    pub name: String,
    /// The maximum cost.
    pub agreed: i64,
    /// The facts of its head by name, with the text typed for each.
    pub facts: Vec<(FactId, String)>,
    /// The counters bought, by position in [`Game::counters`], each kind once.
    pub bought: Vec<(usize, u32)>,
    /// The counters placed.
    pub stands: Vec<Stand>,
}

/// Some identical counters in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stand {
    /// The counter, by position in [`Game::counters`].
    pub counter: usize,
    /// The space.
    pub space: u16,
    /// The number.
    pub count: u32,
}

impl Army {
    /// The number of a counter bought.
    pub fn has(&self, counter: usize) -> u32 {
        self.bought.iter().find(|(one, _)| *one == counter).map_or(0, |(_, count)| *count)
    }

    /// The number of a counter not placed yet.
    pub fn waiting(&self, counter: usize) -> u32 {
        let stand: u32 = self.stands.iter().filter(|one| one.counter == counter).map(|one| one.count).sum();
        self.has(counter).saturating_sub(stand)
    }

    /// All counters not placed yet.
    pub fn all_waiting(&self) -> Vec<(usize, u32)> {
        let left = self.bought.iter().map(|(counter, _)| (*counter, self.waiting(*counter)));
        left.filter(|(_, count)| *count > 0).collect()
    }

    /// Buys a number of counters, or returns some.
    pub fn buy(&mut self, counter: usize, more: i64) {
        let change = |count: u32| u32::try_from(i64::from(count) + more).unwrap_or(0);
        match self.bought.iter_mut().find(|(one, _)| *one == counter) {
            Some((_, count)) => *count = change(*count),
            None => self.bought.push((counter, change(0))),
        }
        self.bought.retain(|(_, count)| *count > 0);
        // Sorted in the order of the list, whatever the order of purchase.
        self.bought.sort_by_key(|(counter, _)| *counter);
    }

    /// Places a number of counters in a space.
    pub fn put(&mut self, counter: usize, space: u16, count: u32) {
        match self.stands.iter_mut().find(|one| one.counter == counter && one.space == space) {
            Some(stand) => stand.count += count,
            None => self.stands.push(Stand { counter, space, count }),
        }
    }
}

impl Draft {
    /// The cost of an army so far.
    pub fn costs(&self, game: &Game, side: u16) -> i64 {
        let army = &self.armies[usize::from(side)];
        army.bought.iter().map(|(counter, count)| cost(game, *counter) * i64::from(*count)).sum()
    }

    /// The number of an army's pieces of a kind or family.
    pub fn of_kind(&self, game: &Game, side: u16, kind: u16) -> u32 {
        let army = &self.armies[usize::from(side)];
        let own = army.bought.iter().filter(|(counter, _)| game.is_of(game.counters[*counter].kind, kind));
        own.map(|(_, count)| count).sum()
    }

    /// The number of an army's pieces.
    pub fn pieces(&self, side: u16) -> u32 {
        self.armies[usize::from(side)].bought.iter().map(|(_, count)| count).sum()
    }

    /// The number of further pieces of a kind that a space can hold. 0 if the kind may not be set up there, none if
    /// there is no limit.
    pub fn room(&self, game: &Game, side: u16, kind: u16, space: u16) -> Option<u32> {
        if game.muster.as_ref().is_some_and(|muster| !muster.may_begin(game, side, kind, space)) {
            return Some(0);
        }
        let slots = game.board.slots.as_ref().filter(|slots| slots.spaces.has(space))?;
        if !game.takes_slots(kind) {
            return None;
        }
        let here = self.armies[usize::from(side)].stands.iter().filter(|one| one.space == space);
        let taken: u32 =
            here.filter(|one| game.takes_slots(game.counters[one.counter].kind)).map(|one| one.count).sum();
        Some(u32::from(slots.count).saturating_sub(taken))
    }

    /// Places every counter not placed yet where there is room: evenly in the spaces of the first word of `deploy`,
    /// then in those of the next. Pieces without slots are placed one by one in the first spaces.
    pub fn spread(&mut self, game: &Game, side: u16) {
        let groups: Vec<Vec<u16>> = match game.muster.as_ref().and_then(|muster| muster.deploy.get(usize::from(side))) {
            Some(groups) if !groups.is_empty() => groups.clone(),
            _ => vec![game.spaces_from(side)],
        };
        for (counter, count) in self.armies[usize::from(side)].all_waiting() {
            let kind = game.counters[counter].kind;
            for _ in 0..count {
                let load = |draft: &Draft, space: u16| -> u32 {
                    let stands = draft.armies[usize::from(side)].stands.iter();
                    let alike = |one: &&Stand| {
                        one.space == space
                            && game.takes_slots(game.counters[one.counter].kind) == game.takes_slots(kind)
                    };
                    stands.filter(alike).map(|one| one.count).sum()
                };
                let open = |space: &&u16| self.room(game, side, kind, **space) != Some(0);
                let first = groups
                    .iter()
                    .find_map(|group| group.iter().filter(open).min_by_key(|space| load(self, **space)).copied());
                if let Some(space) = first {
                    self.armies[usize::from(side)].put(counter, space, 1);
                }
            }
        }
    }

    /// The scenario as text of its file.
    pub fn text(&self, game: &Game) -> String {
        let cite = |sections: &[SectionId]| match sections.first() {
            Some(section) => format!(" @{}", game.section(*section).number),
            None => String::new(),
        };
        let cites = game.muster.as_ref().map(|muster| cite(&muster.cites)).unwrap_or_default();
        let mut text = format!("scenario {} {} for {}{cites} {{\n", self.name, quoted(&self.title), game.name);
        for (side, army) in (0_u16..).zip(&self.armies) {
            text.push_str(&self.army_text(game, side, army));
        }
        if let Some(var) = self.weather.and_then(|weather| game.weathers.get(usize::from(weather))) {
            text.push_str(&format!("  weather {}\n", game.vars[var.at()].name));
        }
        text.push_str("}\n");
        text
    }

    fn army_text(&self, game: &Game, side: u16, army: &Army) -> String {
        let name = if army.name.is_empty() { &game.sides[usize::from(side)].name } else { &army.name };
        let mut text = format!("  army {}", name_text(name));
        if let Some(muster) = &game.muster {
            if let Some(role) = muster.roles.get(usize::from(side)) {
                text.push_str(&format!(" {}", game.facts[role.at()].name));
            }
            for fact in facts_asked(game) {
                let said = army.facts.iter().find(|(one, _)| *one == fact).map(|(_, value)| value.clone());
                let value = said.unwrap_or_else(|| default_of(game, fact));
                text.push_str(&format!(" {} {value}", game.facts[fact.at()].name));
            }
            // The agreed value counts until a counter is bought.
            let costs = self.costs(game, side);
            let value = if army.bought.is_empty() { army.agreed } else { costs };
            text.push_str(&format!(" {} {value}", game.facts[muster.value.at()].name));
        }
        text.push_str(" {\n");
        for space in game.spaces_from(side) {
            let tiles = self.tiles.iter().filter(|(whose, at, _)| (*whose, *at) == (side, space));
            let mut things: Vec<String> =
                tiles.map(|(.., tile)| game.vars[game.terrains[usize::from(*tile)].at()].name.clone()).collect();
            let mut here: Vec<&Stand> = army.stands.iter().filter(|one| one.space == space).collect();
            here.sort_by_key(|one| one.counter);
            things.extend(here.iter().map(|one| labelled(game, one.counter, one.count)));
            if !things.is_empty() {
                let place = format!("    {}:", place_name(game, side, space));
                text.push_str(&format!("{place:<COLUMN$} {}\n", things.join(", ")));
            }
        }
        let waiting: Vec<String> =
            army.all_waiting().iter().map(|(counter, count)| labelled(game, *counter, *count)).collect();
        if !waiting.is_empty() {
            let wide = textwrap::Options::new(76)
                .initial_indent("    // ")
                .subsequent_indent("    //   ")
                .word_splitter(textwrap::WordSplitter::NoHyphenation);
            // Lines break between counters, not within one.
            let listed = waiting.iter().map(|counter| counter.replace(' ', "\u{a0}")).collect::<Vec<_>>().join(", ");
            let filled = textwrap::fill(&format!("bought, not placed yet: {listed}"), wide).replace('\u{a0}', " ");
            text.push_str(&filled);
            text.push('\n');
        }
        text.push_str("  }\n");
        text
    }
}

/// The cost of a counter.
pub(super) fn cost(game: &Game, counter: usize) -> i64 {
    let fact = game.muster.as_ref().map(|muster| muster.cost);
    fact.and_then(|fact| game.counters[counter].printed.get(fact.at())?.int()).unwrap_or(0)
}

/// A side's name for a space in a set-up.
pub(super) fn place_name(game: &Game, side: u16, space: u16) -> String {
    let at = &game.board.spaces[usize::from(space)];
    match at.side_box {
        Some((own, _)) => game.board.boxes[usize::from(own)].name.clone(),
        None => at.titles.get(usize::from(side)).unwrap_or(&at.title).clone(),
    }
}

/// True for a name that a line of a set-up reads as a place, or as a word of one: `left`, as in `left rear`.
pub(super) fn is_of_place(game: &Game, name: &str) -> bool {
    let name = fold(name);
    // `any` is read before a place whose space the owner chooses.
    let is_in = |place: String| place == name || place.split(' ').any(|word| word == name);
    let spaces = 0..game.board.spaces.len() as u16;
    name == "any"
        || (0..game.sides.len() as u16).any(|side| spaces.clone().any(|at| is_in(fold(&place_name(game, side, at)))))
}

/// The facts of an army that must be given, besides the cost: those without a default, and those with a suggestion.
pub(super) fn facts_asked(game: &Game) -> Vec<FactId> {
    let Some(muster) = &game.muster else { return Vec::new() };
    let asked = (0..game.facts.len() as u16).map(FactId).filter(|id| {
        let fact = &game.facts[id.at()];
        let suggested = muster.suggestions.iter().any(|one| one.fact == *id);
        fact.subject == Domain::Side
            && *id != muster.value
            && fact.ty != Type::Flag
            && (suggested || fact.default.is_none())
    });
    asked.collect()
}

/// The placeholder for a fact until it is given.
fn default_of(game: &Game, fact: FactId) -> String {
    match (&game.facts[fact.at()].default, game.facts[fact.at()].ty) {
        (Some(Value::Int(number)), _) => number.to_string(),
        (_, Type::Text) => quoted(""),
        _ => "0".to_owned(),
    }
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// A name as written: in quotes if it contains spaces.
fn name_text(name: &str) -> String {
    if is_name(name) { name.to_owned() } else { quoted(name) }
}

/// True if this is a name of the language without quotes.
pub(super) fn is_name(name: &str) -> bool {
    let letter = |sign: char| sign.is_alphabetic() || sign == '_';
    let mut signs = name.chars().peekable();
    if !signs.next_if(|sign| letter(*sign)).is_some_and(letter) {
        return false;
    }
    while let Some(sign) = signs.next() {
        // A hyphen or apostrophe is allowed between letters only.
        let joins = matches!(sign, '-' | '\'') && signs.peek().is_some_and(|next| letter(*next));
        if !(letter(sign) || sign.is_ascii_digit() || joins) {
            return false;
        }
    }
    true
}
