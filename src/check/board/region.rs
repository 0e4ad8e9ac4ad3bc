//! Regions, and slots of spaces.

use crate::model::board::SlotRule;
use crate::model::id::{Domain, NounId};
use crate::model::node::{Expr, Node, Operator, Term};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain;
use crate::syntax::ast::{self, BoardMember, RegionKind, SlotsKind};

use super::super::error;
use super::super::maker::{Frame, Maker};
use super::place::{place_names, places};

/// Fills in the spaces of each region: those listed, or those of its set, which must not depend on changing state.
pub(crate) fn fill_regions(maker: &mut Maker, board: &ast::Board) {
    let regions = board.members.iter().filter_map(|member| match member {
        BoardMember::Region(region) => Some(region),
        _ => None,
    });
    for (index, region) in regions.enumerate() {
        let spaces = match &region.kind {
            RegionKind::Spaces(parts) => listed(maker, parts),
            RegionKind::Set(set) => {
                let mut frame = Frame { pure: true, ..Frame::default() };
                let node = maker.expression(&mut frame, set, Some(Type::Set(Domain::Space)));
                match constant_spaces(maker, &node) {
                    Some(spaces) => spaces,
                    None => {
                        if !matches!(node.expr, Expr::Error) {
                            maker.report(error::board_shape(
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
        if spaces.is_empty() {
            maker.report(error::board_shape(
                format!("the region `{}` is empty", region.name.text),
                region.name.span,
                "no space",
            ));
        }
        if let Some(slot) = maker.game.board.regions.get_mut(index) {
            slot.spaces = spaces;
        }
    }
}

fn listed(maker: &mut Maker, parts: &[ast::RegionPart]) -> BitSet {
    let mut found = BitSet::new();
    for part in parts {
        let mut corner = |atom: &ast::Atom| {
            let words: Vec<&str> = atom.words.iter().map(|word| word.text.as_str()).collect();
            let place = places(maker, 0, &words);
            if place.is_none() {
                let names = place_names(maker, 0);
                maker.report(error::unknown_place(&words.join(" "), atom.span, names.iter().map(String::as_str)));
            }
            place.map(|place| place.spaces())
        };
        let from = corner(&part.from);
        let to = part.to.as_ref().map(corner);
        match (from, to) {
            (Some(from), None) => found.extend(&from),
            (Some(from), Some(Some(to))) => found.extend(&rectangle(maker, &from, &to)),
            _ => {}
        }
    }
    found
}

/// All spaces of the rectangle with two hexes or cells as corners.
fn rectangle(maker: &Maker, from: &BitSet, to: &BitSet) -> BitSet {
    let place = |space: &crate::model::board::Space| {
        space
            .hex
            .map(|(column, row)| (None, column, row))
            .or_else(|| space.cell.map(|(grid, column, row)| (Some(grid), i32::from(column), i32::from(row))))
    };
    let spaces = &maker.game.board.spaces;
    let corner = |set: &BitSet| set.first().and_then(|space| place(&spaces[space as usize]));
    let (Some(a), Some(b)) = (corner(from), corner(to)) else { return from.union(to) };
    let within = |value: i32, a: i32, b: i32| value >= a.min(b) && value <= a.max(b);
    let inside = |space: &crate::model::board::Space| {
        place(space).is_some_and(|at| at.0 == a.0 && within(at.1, a.1, b.1) && within(at.2, a.2, b.2))
    };
    spaces.iter().enumerate().filter(|(_, space)| inside(space)).map(|(index, _)| index as u16).collect()
}

/// The spaces of a set that never changes during play; otherwise `None`.
fn constant_spaces(maker: &Maker, node: &Node) -> Option<BitSet> {
    let board = &maker.game.board;
    Some(match &node.expr {
        Expr::Const(Value::Ref(thing)) if thing.domain == Domain::Space => BitSet::single(thing.index),
        Expr::Const(Value::Set(Domain::Space, set)) => set.clone(),
        Expr::All(Domain::Space) => BitSet::first_n(board.spaces.len()),
        Expr::Api { api: crate::model::api::Api::Spaces, .. } => BitSet::first_n(board.spaces.len()),
        Expr::Members(noun) => noun_spaces(maker, *noun)?,
        Expr::Operate(operator, a, b) => {
            let (a, b) = (constant_spaces(maker, a)?, constant_spaces(maker, b)?);
            match operator {
                Operator::Add | Operator::Union => a.union(&b),
                Operator::Subtract => a.minus(&b),
                Operator::Both => a.intersection(&b),
                Operator::Multiply | Operator::Divide | Operator::Remainder => return None,
            }
        }
        Expr::Filter { term, of, negated } => {
            let of = constant_spaces(maker, of)?;
            let having = term_spaces(maker, *term)?;
            if *negated { of.minus(&having) } else { of.intersection(&having) }
        }
        _ => return None,
    })
}

/// The spaces of a noun, if they never change.
pub(crate) fn noun_spaces(maker: &Maker, noun: NounId) -> Option<BitSet> {
    use crate::model::game::NounFilter;
    let board = &maker.game.board;
    let noun = &maker.game.nouns[noun.at()];
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

fn term_spaces(maker: &Maker, term: Term) -> Option<BitSet> {
    match term {
        Term::Noun(noun) => noun_spaces(maker, noun),
        Term::Grid(grid) => Some(maker.game.board.grids[grid.at()].spaces.clone()),
        Term::Region(region) => Some(maker.game.board.regions[region.at()].spaces.clone()),
        Term::Fact(fact) => Some(
            maker
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
pub(crate) fn fill_slots(maker: &mut Maker, board: &ast::Board) {
    let mut grids = 0;
    let mut spaces = BitSet::new();
    for member in &board.members {
        match member {
            BoardMember::Grid(_) => {
                if let Some(grid) = maker.game.board.grids.get(grids) {
                    spaces.extend(&grid.spaces);
                }
                grids += 1;
            }
            BoardMember::Hexes(_) => {
                let hexes = maker.game.board.spaces.iter().enumerate().filter(|(_, space)| space.hex.is_some());
                spaces.extend(&hexes.map(|(index, _)| index as u16).collect());
            }
            BoardMember::Spaces(list) => {
                let known: Vec<String> = list.spaces.iter().map(|space| plain(&space.name.text)).collect();
                let named = maker.game.board.spaces.iter().enumerate().filter(|(_, space)| known.contains(&space.name));
                spaces.extend(&named.map(|(index, _)| index as u16).collect());
            }
            BoardMember::Slots(slots) => {
                let cites = maker.cites(&slots.cites);
                match &slots.kind {
                    SlotsKind::Named(names) => super::slots::fill_named(maker, slots, names, &spaces),
                    SlotsKind::Numbered { count, of } => {
                        let spelt = of.as_ref().map_or("piece".to_owned(), |name| plain(&name.text));
                        let term =
                            maker.game.terms.get(&(spelt.clone(), Domain::Piece)).map(|(term, _)| *term).or_else(
                                || super::super::noun::noun_named(maker, &spelt).map(|(noun, _)| Term::Noun(noun)),
                            );
                        match term {
                            Some(of) => {
                                let most = u32::from(u8::MAX);
                                let count = maker.counted(Some(*count), most, "slots", slots.span) as u8;
                                maker.game.board.slots = Some(SlotRule { count, of, spaces: spaces.clone(), cites });
                            }
                            None => {
                                if let Some(name) = of {
                                    let names: Vec<String> =
                                        maker.game.kinds.iter().map(|kind| kind.name.clone()).collect();
                                    maker.report(error::unknown(
                                        "word of pieces",
                                        &name.text,
                                        name.span,
                                        names.iter().map(String::as_str),
                                    ));
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
