//! Places by name, as read from a side's own edge: `left rear`, `rear`, `area rear`, `reserve`, `2110`, `west`.

use rustc_hash::FxHashMap;

use crate::diagnostic::may_look;
use crate::model::board::{Grid, Space};
use crate::model::id::{Domain, GridId};
use crate::model::set::BitSet;
use crate::source::{plain, plain_words};

use super::super::builder::GameBuilder;

/// Index of spaces by name, and by title for each side as it is read.
#[derive(Default)]
pub(crate) struct SpaceNames {
    by_name: FxHashMap<String, Vec<u16>>,
    /// The number of spaces indexed.
    entered: usize,
}

impl SpaceNames {
    /// Indexes the spaces added since the last call.
    pub(crate) fn enter(&mut self, spaces: &[Space]) {
        for (index, space) in spaces.iter().enumerate().skip(self.entered) {
            let titles = std::iter::once(&space.title).chain(&space.titles).map(|title| plain_words(title));
            for name in std::iter::once(space.name.clone()).chain(titles) {
                let called = self.by_name.entry(name).or_default();
                if called.last() != Some(&(index as u16)) {
                    called.push(index as u16);
                }
            }
        }
        self.entered = spaces.len();
    }

    /// The first space with one of these names that passes the test.
    pub(crate) fn first(&self, spaces: &[Space], names: [&str; 2], is_meant: impl Fn(&Space) -> bool) -> Option<u16> {
        let called = names.into_iter().filter_map(|name| self.by_name.get(name)).flatten().copied();
        called.filter(|&space| spaces.get(usize::from(space)).is_some_and(&is_meant)).min()
    }
}

/// The spaces that a place name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    /// This space.
    One(u16),
    /// Several spaces: a row, a column, a grid, a region.
    Many(BitSet),
}

impl Places {
    /// All the spaces.
    pub(crate) fn spaces(&self) -> BitSet {
        match self {
            Places::One(space) => BitSet::single(*space),
            Places::Many(spaces) => spaces.clone(),
        }
    }
}

/// The spaces these words name, as seen by `side`; `None` if they do not name a place. Boards display underscores as
/// spaces, so `left enemy rear` is `left enemy_rear`.
pub(crate) fn places(builder: &GameBuilder, side: u16, words: &[&str]) -> Option<Places> {
    let text = plain_words(&words.join(" "));
    let spelt = plain(&text);
    let board = &builder.game.board;
    let seen = |space: &Space| match space.titles.get(side as usize) {
        Some(title) => {
            plain_words(title) == text || space.cell.is_none() && space.side_box.is_none() && space.name == spelt
        }
        None => plain_words(&space.title) == text || space.name == spelt,
    };
    if let Some(space) = builder.spaces.first(&board.spaces, [text.as_str(), &spelt], seen) {
        return Some(Places::One(space));
    }
    if let Some(own) = board.boxes.iter().find(|own| own.name == spelt) {
        return own.spaces.get(side as usize).map(|&space| Places::One(space));
    }
    if let Some(region) = board.regions.iter().find(|region| region.name == spelt) {
        return Some(Places::Many(region.spaces.clone()));
    }
    if let Some(found) = lines(builder, side, &text) {
        return Some(Places::Many(found));
    }
    with_value(builder, &text).map(Places::Many)
}

/// `area`, `area rear`, `rear`, `left`: the spaces of a grid, its rows and columns.
fn lines(builder: &GameBuilder, side: u16, text: &str) -> Option<BitSet> {
    let board = &builder.game.board;
    let behind = |grid: &Grid| behind_words(text, &plain_words(&grid.name));
    let named = board.grids.iter().enumerate().find_map(|(index, grid)| Some((index, behind(grid)?)));
    let rest = named.map_or(text, |(_, rest)| rest);
    let mut found = BitSet::new();
    let mut known = false;
    for (index, grid) in board.grids.iter().enumerate() {
        if named.is_some_and(|(named, _)| named != index) {
            continue;
        }
        let columns = &builder.game.lists[grid.columns.at()].members;
        let rows = &builder.game.lists[grid.rows.at()].members;
        let titles: Vec<String> = columns.iter().chain(rows).map(|member| plain_words(&member.title)).collect();
        let Some(wanted) = cut(rest, &titles) else { continue };
        known = true;
        for space in grid.spaces.iter() {
            let Some((column, row)) = seen_cell(builder, side, GridId(index as u16), space) else { continue };
            let (column, row) = (&titles[column], &titles[columns.len() + row]);
            if wanted.iter().all(|title| *title == column || *title == row) {
                found.insert(space);
            }
        }
    }
    known.then_some(found)
}

/// The text after these words at its beginning.
fn behind_words<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(words)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

/// A text as a row of titles, each the longest that fits. None if something else is in it.
fn cut<'t>(mut text: &str, titles: &'t [String]) -> Option<Vec<&'t String>> {
    let mut found = Vec::new();
    while !text.is_empty() {
        let fits = titles.iter().filter_map(|title| Some((title, behind_words(text, title)?)));
        let (title, rest) = fits.min_by_key(|(_, rest)| rest.len())?;
        found.push(title);
        text = rest;
    }
    Some(found)
}

/// The column and row of a cell, as counted by a side.
fn seen_cell(builder: &GameBuilder, side: u16, grid: GridId, space: u16) -> Option<(usize, usize)> {
    let board = &builder.game.board;
    let (_, column, row) = board.spaces[space as usize].cell?;
    let lines = &board.grids[grid.at()];
    let (column, row) = (column as usize, row as usize);
    if lines.turned == Some(side) {
        let width = builder.game.lists[lines.columns.at()].members.len();
        let height = builder.game.lists[lines.rows.at()].members.len();
        return Some((width.checked_sub(column + 1)?, height.checked_sub(row + 1)?));
    }
    Some((column, row))
}

/// All spaces with a list value as a fact.
fn with_value(builder: &GameBuilder, text: &str) -> Option<BitSet> {
    for (id, fact) in builder.game.facts_of(Domain::Space) {
        let Some(domain @ Domain::List(_)) = fact.ty.domain() else { continue };
        let Some(value) = super::super::value::thing_named(builder, domain, text) else { continue };
        let has =
            |facts: &Vec<crate::model::value::Value>| facts.get(id.at()).and_then(|fact| fact.as_ref()) == Some(value);
        let found: BitSet = builder
            .game
            .space_facts
            .iter()
            .enumerate()
            .filter(|(_, facts)| has(facts))
            .map(|(space, _)| space as u16)
            .collect();
        if !found.is_empty() {
            return Some(found);
        }
    }
    None
}

/// The names of places as seen by `side`, for suggestions; empty after too many requests.
pub(crate) fn place_names(builder: &GameBuilder, side: u16) -> Vec<String> {
    if !may_look() {
        return Vec::new();
    }
    let board = &builder.game.board;
    let spaces = board.spaces.iter().map(|space| space.titles.get(side as usize).unwrap_or(&space.title).clone());
    let grids = board.grids.iter().flat_map(|grid| {
        let lists = [grid.columns, grid.rows].map(|list| &builder.game.lists[list.at()].members);
        std::iter::once(grid.name.clone()).chain(lists.into_iter().flatten().map(|member| member.title.clone()))
    });
    spaces.chain(grids).chain(board.regions.iter().map(|region| region.name.clone())).collect()
}
