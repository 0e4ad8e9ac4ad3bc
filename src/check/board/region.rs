//! Regions, and slots of spaces.

use crate::model::board::SlotRule;
use crate::model::id::{Domain, NounId};
use crate::model::node::{Expr, Node, Operator, Term};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain;
use crate::syntax::ast::{self, BoardMember, RegionKind, SlotsKind};

use super::super::builder::{Frame, GameBuilder};
use super::super::error;
use super::place::{place_names, places};

/// Fills in the spaces of each region: those listed, or those of its set, which must not depend on changing state.
pub(crate) fn fill_regions(builder: &mut GameBuilder, board: &ast::Board) {
    let regions = board.members.iter().filter_map(|member| match member {
        BoardMember::Region(region) => Some(region),
        _ => None,
    });
    for (index, region) in regions.enumerate() {
        let before = builder.diagnostics.len();
        let spaces = match &region.kind {
            RegionKind::Spaces(parts) => listed(builder, parts),
            RegionKind::Set(set) => {
                let mut frame = Frame { pure: true, ..Frame::default() };
                let node = builder.expression(&mut frame, set, Some(Type::Set(Domain::Space)));
                match constant_spaces(builder, &node) {
                    Some(spaces) => spaces,
                    None => {
                        if !matches!(node.expr, Expr::Error) {
                            builder.report(error::board_shape(
                                "a region consists of grids, regions and spaces",
                                set.span,
                                "this may change during play",
                            ));
                        }
                        continue;
                    }
                }
            }
        };
        if spaces.is_empty() && builder.diagnostics.len() == before {
            builder.report(error::board_shape(
                format!("the region `{}` is empty", region.name.text),
                region.name.span,
                "no space",
            ));
        }
        if let Some(slot) = builder.game.board.regions.get_mut(index) {
            slot.spaces = spaces;
        }
    }
}

fn listed(builder: &mut GameBuilder, parts: &[ast::RegionPart]) -> BitSet {
    let mut found = BitSet::new();
    for part in parts {
        let mut corner = |atom: &ast::Atom| {
            let words: Vec<&str> = atom.words.iter().map(|word| word.text.as_str()).collect();
            let place = places(builder, 0, &words);
            if place.is_none() {
                let names = place_names(builder, 0);
                builder.report(error::unknown_place((&words.join(" "), atom.span), &names));
            }
            place.map(|place| place.spaces())
        };
        let from = corner(&part.from);
        let to = part.to.as_ref().map(corner);
        match (from, to) {
            (Some(from), None) => found.extend(&from),
            (Some(from), Some(Some(to))) => found.extend(&rectangle(builder, &from, &to)),
            _ => {}
        }
    }
    found
}

/// All spaces of the rectangle with two hexes or cells as corners.
fn rectangle(builder: &GameBuilder, from: &BitSet, to: &BitSet) -> BitSet {
    let place = |space: &crate::model::board::Space| {
        space
            .hex
            .map(|(column, row)| (None, column, row))
            .or_else(|| space.cell.map(|(grid, column, row)| (Some(grid), i32::from(column), i32::from(row))))
    };
    let spaces = &builder.game.board.spaces;
    let corner = |set: &BitSet| set.first().and_then(|space| place(&spaces[space as usize]));
    let (Some(a), Some(b)) = (corner(from), corner(to)) else { return from.union(to) };
    let within = |value: i32, a: i32, b: i32| value >= a.min(b) && value <= a.max(b);
    let inside = |space: &crate::model::board::Space| {
        place(space).is_some_and(|at| at.0 == a.0 && within(at.1, a.1, b.1) && within(at.2, a.2, b.2))
    };
    spaces.iter().enumerate().filter(|(_, space)| inside(space)).map(|(index, _)| index as u16).collect()
}

/// The spaces of a set that never changes during play; otherwise `None`.
fn constant_spaces(builder: &GameBuilder, node: &Node) -> Option<BitSet> {
    let board = &builder.game.board;
    Some(match &node.expr {
        Expr::Const(Value::Ref(thing)) if thing.domain == Domain::Space => BitSet::single(thing.index),
        Expr::Const(Value::Set(Domain::Space, set)) => set.clone(),
        Expr::All(Domain::Space) => BitSet::first_n(board.spaces.len()),
        Expr::Api { api: crate::model::api::Api::Spaces, .. } => BitSet::first_n(board.spaces.len()),
        Expr::Members(noun) => noun_spaces(builder, *noun)?,
        Expr::Operate(operator, a, b) => {
            let (a, b) = (constant_spaces(builder, a)?, constant_spaces(builder, b)?);
            match operator {
                Operator::Add | Operator::Union => a.union(&b),
                Operator::Subtract => a.minus(&b),
                Operator::Both => a.intersection(&b),
                Operator::Multiply | Operator::Divide | Operator::Remainder => return None,
            }
        }
        Expr::Filter { term, of, negated } => {
            let of = constant_spaces(builder, of)?;
            let having = term_spaces(builder, *term)?;
            if *negated { of.minus(&having) } else { of.intersection(&having) }
        }
        _ => return None,
    })
}

/// The spaces of a noun, if they never change.
pub(crate) fn noun_spaces(builder: &GameBuilder, noun: NounId) -> Option<BitSet> {
    use crate::model::game::NounFilter;
    let board = &builder.game.board;
    let noun = &builder.game.nouns[noun.at()];
    if noun.domain != Domain::Space {
        return None;
    }
    match noun.filter {
        NounFilter::All => Some(BitSet::first_n(board.spaces.len())),
        NounFilter::Grid(grid) => Some(board.grids[grid.at()].spaces.clone()),
        NounFilter::Region(region) => Some(board.regions[region.at()].spaces.clone()),
        _ => None,
    }
}

fn term_spaces(builder: &GameBuilder, term: Term) -> Option<BitSet> {
    match term {
        Term::Noun(noun) => noun_spaces(builder, noun),
        Term::Grid(grid) => Some(builder.game.board.grids[grid.at()].spaces.clone()),
        Term::Region(region) => Some(builder.game.board.regions[region.at()].spaces.clone()),
        Term::Fact(fact) => Some(
            builder
                .game
                .space_facts
                .iter()
                .enumerate()
                .filter(|(_, facts)| facts[fact.at()].is_yes())
                .map(|(space, _)| space as u16)
                .collect(),
        ),
        _ => None,
    }
}

/// `slots …`: applies to the spaces declared before it on the board.
pub(crate) fn fill_slots(builder: &mut GameBuilder, board: &ast::Board) {
    let mut grids = 0;
    let mut spaces = BitSet::new();
    for member in &board.members {
        match member {
            BoardMember::Grid(_) => {
                if let Some(grid) = builder.game.board.grids.get(grids) {
                    spaces.extend(&grid.spaces);
                }
                grids += 1;
            }
            BoardMember::Hexes(_) => {
                let hexes = builder.game.board.spaces.iter().enumerate().filter(|(_, space)| space.hex.is_some());
                spaces.extend(&hexes.map(|(index, _)| index as u16).collect());
            }
            BoardMember::Spaces(list) => {
                let known: Vec<String> = list.spaces.iter().map(|space| plain(&space.name.text)).collect();
                let named =
                    builder.game.board.spaces.iter().enumerate().filter(|(_, space)| known.contains(&space.name));
                spaces.extend(&named.map(|(index, _)| index as u16).collect());
            }
            BoardMember::Slots(slots) => {
                let cites = builder.cites(&slots.cites);
                match &slots.kind {
                    SlotsKind::Named(names) => super::slots::fill_named(builder, slots, names, &spaces),
                    SlotsKind::Numbered { count, of } => {
                        let spelt = of.as_ref().map_or("piece".to_owned(), |name| plain(&name.text));
                        let term =
                            builder.game.terms.get(&(spelt.clone(), Domain::Piece)).map(|(term, _)| *term).or_else(
                                || super::super::noun::noun_named(builder, &spelt).map(|(noun, _)| Term::Noun(noun)),
                            );
                        match term {
                            Some(of) => {
                                let most = u32::from(u8::MAX);
                                let count = builder.counted(Some(*count), most, "slots", slots.span) as u8;
                                builder.game.board.slots = Some(SlotRule { count, of, spaces: spaces.clone(), cites });
                            }
                            None => {
                                if let Some(name) = of {
                                    let names = builder.game.kinds.iter().map(|kind| kind.name.as_str());
                                    builder.report(error::unknown("word of pieces", name, names));
                                }
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
}
