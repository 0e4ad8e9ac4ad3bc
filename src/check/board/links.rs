//! Links: roads, rivers, ways home; computed for each side, because sides may see the board differently.

use crate::diagnostic::Diagnostic;
use crate::model::board::{Board, Condition};
use crate::model::game::Param;
use crate::model::id::{Domain, LinkId};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::{self, Atom, BoardMember, Chain, WordKind};

use super::super::builder::{Frame, GameBuilder};
use super::super::{error, state, value};
use super::edges::{self, Edges};
use super::geometry;
use super::hex::HOURS;
use super::place::{place_names, places};

/// Fills in the steps of all links, then the neighbours in networks, and distances.
pub(crate) fn fill_links(builder: &mut GameBuilder, board: &ast::Board) {
    let links = board.members.iter().filter_map(|member| match member {
        BoardMember::Links(links) => Some(links),
        _ => None,
    });
    for (index, links) in links.enumerate() {
        if index >= builder.game.board.links.len() {
            break;
        }
        let sides = builder.game.sides.len().max(1);
        let mut steps = vec![vec![Vec::new(); builder.game.board.spaces.len()]; sides];
        let mut conditions = Vec::new();
        let mut edges = Edges::of(builder, LinkId(index as u16));
        for chain in &links.chains {
            let mut pairs: Vec<(u16, u16)> = Vec::new();
            for (side, of_side) in steps.iter_mut().enumerate() {
                // An error applies to every side, so it is reported once.
                let found = chain_pairs(builder, side as u16, chain, side == 0);
                for &(from, to) in &found {
                    let row: &mut Vec<u16> = &mut of_side[from as usize];
                    if !row.contains(&to) {
                        row.push(to);
                    }
                }
                pairs.extend(found);
            }
            let of_pairs = edges.add(builder, chain, &pairs);
            if let Some(when) = &chain.when {
                let pairs = pairs.into_iter().zip(of_pairs).map(|((from, to), edge)| (from, to, edge));
                let mut pairs: Vec<(u16, u16, u16)> = pairs.collect();
                pairs.sort_unstable();
                pairs.dedup();
                let known = [("from", Domain::Space), ("to", Domain::Space), ("edge", Domain::Edge)];
                let mut frame = Frame::of(&known.map(|(name, domain)| Param::new(name, Type::One(domain, false))));
                let when = builder.expression(&mut frame, when, Some(Type::Flag));
                conditions.push(Condition { steps: pairs, when, locals: frame.needed });
            }
        }
        edges.enter(builder, links);
        let facts = facts_of(builder, links, index);
        let link = &mut builder.game.board.links[index];
        link.facts = facts;
        link.steps = steps;
        link.conditions = conditions;
    }
    edges::fill_edges_at(builder);
    geometry::measure(builder);
}

/// The facts written in the head of a link, completed with their defaults.
fn facts_of(builder: &mut GameBuilder, links: &ast::Links, index: usize) -> Vec<Value> {
    let mut facts = vec![None; builder.game.facts.len()];
    let mut words = links.facts.clone();
    if let Some(at) = late_title(builder, &words) {
        let title = words.remove(at);
        let others: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let problem = Diagnostic::error("clause-order", "the title comes before the facts");
        let problem = problem.at(title.span, "after a fact");
        let (name, others) = (&links.name.text, others.join(" "));
        builder.report(problem.help(format!("write `links {name} \"{}\" {others} {{ … }}`", title.text)));
    }
    value::read_facts(builder, Domain::Link, &words, &mut facts);
    let title = |builder: &GameBuilder| builder.game.board.links[index].title.clone();
    state::complete(builder, Domain::Link, facts, &title, links.name.span)
}

/// The place of a text among facts that is the value of none of them.
fn late_title(builder: &GameBuilder, words: &[ast::Word]) -> Option<usize> {
    let is_value = |before: &ast::Word| {
        value::fact_named(builder, Domain::Link, &before.text)
            .is_some_and(|fact| builder.game.facts[fact.at()].ty != Type::Flag)
    };
    let is_title = |at: &usize| words[*at].kind == WordKind::Quoted && !is_value(&words[at.saturating_sub(1)]);
    (1..words.len()).find(is_title)
}

/// The pairs that a chain joins, as seen by one side.
fn chain_pairs(builder: &mut GameBuilder, side: u16, chain: &Chain, report: bool) -> Vec<(u16, u16)> {
    if chain.hops.is_empty() {
        if report {
            report_lone_direction(builder, &chain.first);
        }
        return chain.first.iter().flat_map(|atom| pairs_of(builder, side, atom, report)).collect();
    }
    let mut pairs = Vec::new();
    let mut here = ends(builder, side, &chain.first, report);
    for hop in &chain.hops {
        let there = ends(builder, side, &hop.to, report);
        if let (true, Some(end)) = (report && here.count() == 1 && here == there, hop.to.first()) {
            let text = format!("this joins `{}` to itself", builder.sources.text(end.span));
            builder.report(error::unfit(&text, end.span).help("name another place, or leave this one out"));
        }
        for from in here.iter() {
            for to in there.iter().filter(|&to| to != from) {
                pairs.push((from, to));
                if !hop.one_way {
                    pairs.push((to, from));
                }
            }
        }
        here = there;
    }
    pairs
}

/// Reports a direction alone after a comma behind a place: it would lead from every space, and not from that place.
fn report_lone_direction(builder: &mut GameBuilder, atoms: &[Atom]) {
    let words = |atom: &Atom| atom.words.iter().map(|word| word.text.clone()).collect::<Vec<_>>();
    let is_direction = |builder: &GameBuilder, word: &str| !directions(&builder.game.board, word, 0).is_empty();
    for pair in atoms.windows(2) {
        let [before, lone] = [&pair[0], &pair[1]].map(words);
        let is_placed = !before.iter().all(|word| is_direction(builder, word));
        if is_placed && lone.iter().all(|word| is_direction(builder, word)) {
            let (before, lone) = (before.join(" "), lone.join(" "));
            let text = format!("`{lone}` alone leads from every space, and not from the place before the comma");
            let help = format!("write `{before} {lone}`; or write `;` in place of the comma, if you mean every space");
            builder.report(error::unfit(&text, pair[1].span).help(help));
        }
    }
}

fn ends(builder: &mut GameBuilder, side: u16, atoms: &[Atom], report: bool) -> BitSet {
    let mut found = BitSet::new();
    for atom in atoms {
        let words: Vec<&str> = atom.words.iter().map(|word| word.text.as_str()).collect();
        match places(builder, side, &words) {
            Some(place) => found.extend(&place.spaces()),
            None if report => {
                let fact = |word: &&ast::Word| value::fact_named(builder, Domain::Edge, &word.text).is_some();
                match atom.words.iter().skip(1).find(fact) {
                    Some(word) => {
                        let problem = error::unknown_place((&words.join(" "), atom.span), error::NO_NAMES);
                        builder.report(problem.help(format!("write `:` before `{}`, a fact of edges", word.text)));
                    }
                    None => unknown(builder, side, &words.join(" "), atom.span),
                }
            }
            None => {}
        }
    }
    found
}

fn unknown(builder: &mut GameBuilder, side: u16, text: &str, span: Span) {
    let mut names = place_names(builder, side);
    names.extend(["ahead", "behind", "left", "right", "beside"].map(str::to_owned));
    builder.report(error::unknown_place((text, span), &names));
}

/// The pairs of a lone atom: `behind` for all grids, `flank ahead` for one, `2901 SE NE` for sides of a hex.
fn pairs_of(builder: &mut GameBuilder, side: u16, atom: &Atom, report: bool) -> Vec<(u16, u16)> {
    let words: Vec<&str> = atom.words.iter().map(|word| word.text.as_str()).collect();
    let turns = turned(builder, side);
    let known = words.iter().rev().take_while(|word| !directions(&builder.game.board, word, 0).is_empty()).count();
    let (place, ways) = words.split_at(words.len() - known);
    // A lone word that is both a place and a direction (`left` is also a column) is the direction.
    if ways.is_empty() {
        if report {
            unknown(builder, side, &words.join(" "), atom.span);
        }
        return Vec::new();
    }
    let from = if place.is_empty() {
        Some(
            builder
                .game
                .board
                .spaces
                .iter()
                .enumerate()
                .filter(|(_, space)| !space.is_box)
                .map(|(index, _)| index as u16)
                .collect(),
        )
    } else {
        places(builder, side, place).map(|place| place.spaces())
    };
    let Some(from) = from else {
        if report {
            unknown(builder, side, &place.join(" "), atom.span);
        }
        return Vec::new();
    };
    // Sides of the hexes that are named may be crossed both ways, and so may the side of a single space.
    let is_hex = |space: u16| builder.game.board.spaces[usize::from(space)].hex.is_some();
    let both = !place.is_empty() && (from.count() == 1 || from.iter().all(is_hex));
    if report {
        let board = &builder.game.board;
        let leads = |way: usize| from.iter().any(|space| board.toward[way][usize::from(space)].is_some());
        let leads_nowhere = |word: &&ast::Word| !directions(board, &word.text, 0).into_iter().any(leads);
        if let Some(word) = atom.words.iter().skip(place.len()).find(leads_nowhere) {
            let headline = match place {
                [] => format!("no space has a neighbour at `{}`", word.text),
                place => format!("`{}` has no neighbour at `{}`", place.join(" "), word.text),
            };
            let ways = board.directions.iter().enumerate().filter(|(way, _)| leads(*way));
            let sides: Vec<&str> = ways.map(|(_, direction)| direction.name.as_str()).collect();
            let help = match sides.as_slice() {
                [] => "name a side of the space that another space touches".to_owned(),
                sides => format!("other spaces are at {}", sides.join(", ")),
            };
            builder.report(error::unfit(&headline, word.span).help(help));
            return Vec::new();
        }
    }
    let board = &builder.game.board;
    let mut pairs = Vec::new();
    for space in from.iter() {
        let flip = board.spaces[space as usize].cell.is_some_and(|(grid, _, _)| turns[grid.at()]);
        for way in ways.iter().flat_map(|word| directions(board, word, if flip { 12 } else { 0 })) {
            if let Some(to) = board.toward[way][space as usize] {
                pairs.push((space, to));
                if both {
                    pairs.push((to, space));
                }
            }
        }
    }
    pairs
}

/// For each grid, true if this side reads it from the opposite edge.
fn turned(builder: &GameBuilder, side: u16) -> Vec<bool> {
    builder.game.board.grids.iter().map(|grid| grid.turned == Some(side)).collect()
}

/// The directions of a word: compass points, hours, or `ahead`, `behind`, `left`, `right`, `beside` as seen by the
/// side. `turn` is added in half hours for a side that faces the other way.
fn directions(board: &Board, word: &str, turn: u8) -> Vec<usize> {
    let half_hours: &[u8] = match word {
        "ahead" => &[0],
        "right" => &[6],
        "behind" => &[12],
        "left" => &[18],
        "beside" => &[18, 6],
        _ => {
            let named = board.directions.iter().position(|direction| direction.name == word);
            let by_hour = || HOURS.iter().position(|hour| *hour == word).and_then(|hour| with(board, hour as u8 * 2));
            return named.or_else(by_hour).into_iter().collect();
        }
    };
    half_hours.iter().filter_map(|&half_hours| with(board, (half_hours + turn) % 24)).collect()
}

fn with(board: &Board, half_hours: u8) -> Option<usize> {
    board.directions.iter().position(|direction| direction.half_hours == half_hours)
}
