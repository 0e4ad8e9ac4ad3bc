//! The pure entries of the API table.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::model::api::{Api, Wants};
use crate::model::game::column;
use crate::model::id::*;
use crate::model::node::{Comparison, Expr, Node, Term};
use crate::model::set::BitSet;
use crate::model::value::{Amount, Value};
use crate::model::way::Way;

use super::eval::{compare, contains, nothing, set_local};
use super::quantity::half_up;
use super::world::{Fault, Locals, Read, World, fault};

/// What a set is measured or tested with.
pub enum Measure<'m, E> {
    /// A word of its members.
    Term(Term),
    /// A closure.
    Closure(&'m mut dyn FnMut(Value) -> Result<Value, E>),
}

impl World<'_> {
    /// A call of a pure entry from the typed tree.
    pub fn api(&self, api: Api, nodes: &[Node], locals: &mut Locals) -> Read<Value> {
        if measured(api) {
            let [of, measure] = nodes else { return fault("this needs a set and a test") };
            let of = self.eval(of, locals)?;
            return match &measure.expr {
                Expr::Measure(term) => self.measure(api, &of, Measure::<Box<Fault>>::Term(*term)),
                Expr::Closure { slot, body } => {
                    let mut test = |item: Value| {
                        set_local(locals, *slot, item);
                        self.eval(body, locals)
                    };
                    self.measure(api, &of, Measure::Closure(&mut test))
                }
                _ => fault("this needs a word in quotes, or a closure"),
            };
        }
        self.with_values(nodes, locals, |args| self.pure(api, args))
    }

    /// A call of a set's entry that takes a word or a closure.
    pub fn measure<E: From<Box<Fault>>>(&self, api: Api, of: &Value, mut measure: Measure<'_, E>) -> Result<Value, E> {
        let items: SmallVec<[Value; 8]> = match of {
            Value::None => SmallVec::new(),
            other => self.in_order(other),
        };
        let mut ask = |item: &Value| -> Result<Value, E> {
            match &mut measure {
                Measure::Term(term) => match item {
                    Value::Ref(thing) => Ok(self.get(*term, *thing)?),
                    other => Err(Box::new(Fault::new(format!("a word asked of {}", other.describe()))).into()),
                },
                Measure::Closure(closure) => closure(item.clone()),
            }
        };
        match api {
            Api::SomeOf | Api::AllOf => {
                let wanted = api == Api::SomeOf;
                for item in &items {
                    if ask(item)?.is_yes() == wanted {
                        return Ok(Value::Flag(wanted));
                    }
                }
                Ok(Value::Flag(!wanted))
            }
            // Spaces of the gates that are shut altogether.
            Api::ShutBy => {
                let mut shut = BitSet::new();
                for gate in &items {
                    let mut all = BitSet::new();
                    for space in gate.bits().iter() {
                        if !ask(&Value::Ref(Ref::space(space)))?.is_yes() {
                            all = BitSet::new();
                            break;
                        }
                        all.insert(space);
                    }
                    shut.extend(&all);
                }
                Ok(Value::Set(Domain::Space, shut))
            }
            Api::Where => {
                let mut kept = Vec::with_capacity(items.len());
                for item in items {
                    if ask(&item)?.is_yes() {
                        kept.push(item);
                    }
                }
                Ok(like(of, kept))
            }
            _ => {
                let mut numbers = SmallVec::<[i64; 8]>::new();
                let mut halves = false;
                for item in &items {
                    numbers.push(match ask(item)? {
                        Value::Int(n) => n,
                        Value::Half(n) => {
                            halves = true;
                            n
                        }
                        Value::Flag(yes) => i64::from(yes),
                        // An absent number counts as nothing in a sum, and is never the highest or lowest.
                        Value::None => 0,
                        other => {
                            let text = format!("a set is measured by numbers, not by {}", other.describe());
                            return Err(Box::new(Fault::new(text)).into());
                        }
                    });
                }
                let extreme = match api {
                    Api::Highest | Api::Most => numbers.iter().max().copied(),
                    _ => numbers.iter().min().copied(),
                };
                Ok(match api {
                    Api::Total => {
                        let grains = numbers.iter().fold(0i64, |sum, n| sum.saturating_add(*n));
                        Amount { grains, halves }.value()
                    }
                    Api::Highest | Api::Lowest => Amount { grains: extreme.unwrap_or(0), halves }.value(),
                    Api::Sorted => {
                        let mut order: Vec<usize> = (0..items.len()).collect();
                        order.sort_by_key(|at| numbers[*at]);
                        let domain = of.domain().unwrap_or(Domain::Piece);
                        Value::Row(domain, order.iter().filter_map(|at| member_index(&items[*at])).collect())
                    }
                    _ => {
                        let kept = items.iter().zip(&numbers).filter(|(_, n)| Some(**n) == extreme);
                        like(of, kept.map(|(item, _)| item.clone()).collect())
                    }
                })
            }
        }
    }

    /// A call of a pure entry with its values.
    pub fn pure(&self, api: Api, args: &[Value]) -> Read<Value> {
        let receiver = args.first().unwrap_or(&Value::None);
        Ok(match api {
            Api::Nothing => nothing(Domain::Piece),
            Api::Either => {
                let mut all = Value::None;
                for arg in args {
                    all = match (&all, arg) {
                        (_, Value::None) => all,
                        (Value::None, other) => match self.as_set(other) {
                            Some((domain, set)) => Value::Set(domain, set),
                            None => other.clone(),
                        },
                        _ => self.operate(crate::model::node::Operator::Union, all, arg.clone())?,
                    };
                }
                if all.is_none() { nothing(Domain::Space) } else { all }
            }
            Api::Any => Value::Flag(self.size(receiver) > 0),
            Api::Empty => Value::Flag(self.size(receiver) == 0),
            Api::Count => Value::Int(self.size(receiver) as i64),
            Api::First => self.in_order(receiver).into_iter().next().unwrap_or(Value::None),
            Api::Last => self.in_order(receiver).into_iter().next_back().unwrap_or(Value::None),
            Api::Only => match self.size(receiver) {
                1 => self.in_order(receiver).into_iter().next().unwrap_or(Value::None),
                _ => Value::None,
            },
            Api::Has => Value::Flag(contains(receiver, second(args))),
            Api::Or => {
                if self.size(receiver) > 0 {
                    receiver.clone()
                } else {
                    second(args).clone()
                }
            }
            Api::Take => {
                let n = usize::try_from(int(args, 1)?).unwrap_or(0);
                like(receiver, self.in_order(receiver).into_iter().take(n).collect())
            }
            Api::OfKind => {
                let kinds = second(args).bits();
                let mut kept = BitSet::new();
                for kind in kinds.iter() {
                    kept.extend(&self.index.of_kind[kind as usize]);
                }
                Value::Set(Domain::Piece, receiver.bits().intersection(&kept))
            }
            Api::Of => {
                let (domain, set) = self.set_of(receiver)?;
                let sides = second(args).bits();
                let kept = set
                    .iter()
                    .filter(|index| self.side_of(Ref::new(domain, *index)).is_some_and(|side| sides.has(side)));
                Value::Set(domain, kept.collect())
            }
            Api::At => {
                let pieces = receiver.bits();
                let mut here = BitSet::new();
                let spaces = second(args).bits();
                self.memo.see_all(column::PIECES, Domain::Space, &spaces);
                for space in spaces.iter() {
                    here.extend(&self.index.at[space as usize]);
                }
                Value::Set(Domain::Piece, pieces.intersection(&here))
            }
            Api::InSlot => {
                let slot = int(args, 1)?;
                let kept = receiver.bits();
                self.memo.see_all(column::PIECES, Domain::Piece, &kept);
                let kept = kept.iter().filter(|piece| i64::from(self.state.pieces[*piece as usize].slot) == slot);
                Value::Set(Domain::Piece, kept.collect())
            }
            Api::Pieces => Value::Set(Domain::Piece, self.all(Domain::Piece)),
            Api::Spaces => Value::Set(Domain::Space, self.all(Domain::Space)),
            Api::Sides => Value::Set(Domain::Side, self.all(Domain::Side)),
            Api::PiecesOf => self.pieces_of(receiver),
            Api::SpacesOf => self.spaces_of(receiver),
            Api::SidesOf => {
                Value::set(Domain::Side, receiver.members().into_iter().filter_map(|thing| self.side_of(thing)))
            }
            Api::KindsOf => {
                let pieces = receiver.bits();
                Value::set(Domain::Kind, pieces.iter().map(|piece| self.state.pieces[piece as usize].kind))
            }
            Api::CardsOf => {
                let mut all = BitSet::new();
                for side in receiver.bits().iter() {
                    all.extend(&self.index.cards_of_side[side as usize]);
                }
                Value::Set(Domain::Card, all)
            }
            Api::Tally => {
                let (domain, set) = self.set_of(receiver)?;
                Value::Tally(domain, set.iter().map(|index| (index, 0)).collect())
            }
            Api::TallyLeast => {
                let Value::Tally(domain, rows) = receiver else {
                    return fault("only a tally knows who is counted least");
                };
                let among = second(args).bits();
                let least = rows.iter().filter(|row| among.has(row.0)).map(|row| row.1).min();
                let kept = rows.iter().filter(|row| among.has(row.0) && Some(row.1) == least);
                Value::set(*domain, kept.map(|row| row.0))
            }
            Api::Nearest | Api::Within | Api::Distant => return self.by_distance(api, args),
            Api::Distance => {
                let from = self.spots(receiver);
                let to = self.spots(second(args));
                match self.least_distance(&from, &to) {
                    Some(steps) => Value::Int(steps),
                    None => Value::Int(i64::from(u16::MAX)),
                }
            }
            Api::Steps => {
                let (Some(from), Some(to), Some(link)) = (index(args, 0), index(args, 1), index(args, 2)) else {
                    return Ok(Value::None);
                };
                let side = self.me().unwrap_or(0);
                self.steps_over(LinkId(link), side, from, to)?.map_or(Value::None, Value::Int)
            }
            Api::Opposite => match index(args, 1) {
                Some(piece) => Value::optional(Domain::Piece, self.opposite(&receiver.bits(), piece)),
                None => Value::None,
            },
            Api::NextTo => match index(args, 1) {
                Some(piece) => Value::Set(Domain::Piece, self.next_to(&receiver.bits(), piece)),
                None => nothing(Domain::Piece),
            },
            Api::Room => match (index(args, 0), index(args, 1)) {
                (Some(space), Some(side)) => Value::Int(self.room(space, side)),
                _ => Value::Int(0),
            },
            Api::OpenSlots => match (index(args, 0), index(args, 1)) {
                (Some(space), Some(side)) => Value::Set(Domain::Number, self.open_slots(space, side)),
                _ => nothing(Domain::Number),
            },
            Api::Near => {
                let others = second(args).bits();
                self.memo.see_all(column::PIECES, Domain::Piece, &others);
                let others: SmallVec<[u16; 8]> = others
                    .iter()
                    .map(|piece| u16::from(self.state.pieces[piece as usize].slot))
                    .filter(|slot| *slot > 0)
                    .collect();
                let slots = receiver.bits();
                let gap = |slot: u16| others.iter().map(|other| other.abs_diff(slot)).min();
                let least = slots.iter().filter_map(gap).min();
                match least {
                    Some(least) => Value::set(Domain::Number, slots.iter().filter(|slot| gap(*slot) == Some(least))),
                    None => Value::Set(Domain::Number, slots),
                }
            }
            Api::SlotsOf => {
                let pieces = receiver.bits();
                self.memo.see_all(column::PIECES, Domain::Piece, &pieces);
                let slots = pieces.iter().map(|piece| u16::from(self.state.pieces[piece as usize].slot));
                Value::set(Domain::Number, slots.filter(|slot| *slot > 0))
            }
            Api::SideOf => match receiver {
                Value::Ref(thing) => Value::optional(Domain::Side, self.side_of(*thing)),
                Value::Scope(scope) => {
                    self.memo.see_scope(*scope);
                    Value::optional(Domain::Side, self.state.frame(*scope).and_then(|frame| frame.side))
                }
                _ => return asked_of_nothing(),
            },
            Api::OwnerOf => match receiver {
                Value::Ref(thing) => Value::optional(Domain::Side, self.side_of(*thing)),
                _ => return asked_of_nothing(),
            },
            Api::KindOf => match index(args, 0) {
                Some(piece) => Value::Ref(Ref::kind(self.state.pieces[piece as usize].kind)),
                None => return asked_of_nothing(),
            },
            Api::SpaceOf => match receiver {
                Value::Ref(thing) => Value::optional(Domain::Space, self.space_of(*thing)),
                _ => return asked_of_nothing(),
            },
            Api::Slot => match index(args, 0).map(|piece| self.slot_of(piece)) {
                Some(0) => Value::None,
                Some(slot) => Value::Int(i64::from(slot)),
                None => return asked_of_nothing(),
            },
            Api::Stack => match receiver.as_ref().and_then(|piece| Some((piece, self.space_of(piece)?))) {
                Some((piece, space)) => {
                    let side = usize::from(self.state.pieces[piece.index as usize].side);
                    self.memo.see(column::PIECES, Ref::space(space));
                    let mut here = self.index.at[space as usize].intersection(&self.index.of_side[side]);
                    here.remove(piece.index);
                    Value::Set(Domain::Piece, here)
                }
                None => nothing(Domain::Piece),
            },
            Api::InPlay | Api::OnMap | Api::Boxed if matches!(receiver, Value::Set(..) | Value::Row(..)) => {
                let mut kept = Vec::new();
                for item in self.in_order(receiver) {
                    if self.pure(api, std::slice::from_ref(&item))?.is_yes() {
                        kept.push(item);
                    }
                }
                like(receiver, kept)
            }
            Api::InPlay => Value::Flag(receiver.as_ref().is_some_and(|thing| self.space_of(thing).is_some())),
            Api::OnMap => Value::Flag(
                receiver
                    .as_ref()
                    .and_then(|thing| self.space_of(thing))
                    .is_some_and(|space| !self.game.board.spaces[space as usize].is_box),
            ),
            Api::Neighbours if matches!(receiver, Value::Ref(_)) => match index(args, 0) {
                Some(space) => Value::Row(Domain::Space, self.game.board.beside[space as usize].clone()),
                None => nothing(Domain::Space),
            },
            Api::Neighbours => {
                let mut all = BitSet::new();
                for space in receiver.bits().iter() {
                    all.extend(&self.game.board.neighbours[space as usize]);
                }
                Value::Set(Domain::Space, all)
            }
            Api::Between => match (index(args, 0), index(args, 1)) {
                (Some(a), Some(b)) => Value::Row(Domain::Space, self.between(a, b).into()),
                _ => nothing(Domain::Space),
            },
            Api::Boxed => {
                Value::Flag(index(args, 0).is_some_and(|space| self.game.board.spaces[space as usize].is_box))
            }
            Api::Across => {
                let Some(link) = index(args, 1) else { return asked_of_nothing() };
                let side = index(args, 2).or(self.me()).unwrap_or(0);
                let mut row = Vec::new();
                for space in receiver.bits().iter() {
                    row.extend(self.across(LinkId(link), side, space)?);
                }
                Value::Row(Domain::Space, row.into())
            }
            Api::Toward => match (index(args, 0), index(args, 1)) {
                (Some(space), Some(way)) => {
                    Value::optional(Domain::Space, self.game.board.toward[way as usize][space as usize])
                }
                _ => Value::None,
            },
            Api::Ray => match (index(args, 0), index(args, 1)) {
                (Some(space), Some(way)) => Value::Row(Domain::Space, self.ray(space, way).into()),
                _ => nothing(Domain::Space),
            },
            Api::Ahead | Api::Behind => {
                let Some(side) = index(args, 1) else { return asked_of_nothing() };
                let quarter = if api == Api::Ahead { 0 } else { 2 };
                match receiver {
                    Value::Ref(space) => Value::optional(Domain::Space, self.relative(space.index, side, quarter)),
                    Value::None => Value::None,
                    set => {
                        let set = set.bits();
                        Value::set(Domain::Space, set.iter().filter_map(|space| self.relative(space, side, quarter)))
                    }
                }
            }
            Api::Beside => {
                let spaces = receiver.bits();
                let both = spaces.iter().flat_map(|space| [self.relative(space, 0, 1), self.relative(space, 0, 3)]);
                Value::set(Domain::Space, both.flatten())
            }
            Api::AllAhead | Api::AllBehind => {
                let Some(side) = index(args, 1) else { return Ok(nothing(Domain::Space)) };
                let quarter = if api == Api::AllAhead { 0 } else { 2 };
                let mut row = Vec::new();
                for mut space in receiver.bits().iter() {
                    while let Some(next) = self.relative(space, side, quarter) {
                        if !row.contains(&next) {
                            row.push(next);
                        }
                        space = next;
                    }
                }
                Value::Row(Domain::Space, row.into())
            }
            Api::Leading => {
                let within = second(args).bits();
                let row = self.in_order(receiver);
                let row = row.iter().filter_map(Value::as_ref).map(|thing| thing.index);
                let domain = receiver.domain().unwrap_or(Domain::Space);
                Value::Row(domain, row.take_while(|index| within.has(*index)).collect())
            }
            Api::Joins => return self.joins(args),
            Api::PlaceNamed | Api::PlacesNamed => {
                let (Some(side), Value::Text(name)) = (index(args, 0), second(args)) else {
                    return fault("a place is named by a text");
                };
                let found = self.places_named(side, name);
                if api == Api::PlacesNamed {
                    Value::set(Domain::Space, found.iter().copied())
                } else {
                    match &*found {
                        [one] => Value::Ref(Ref::space(*one)),
                        _ => return fault(format!("no single space is called `{name}`")),
                    }
                }
            }
            Api::Hex => {
                let Value::Text(name) = receiver else { return fault("a space is named by a text") };
                match self.game.board.spaces.iter().position(|space| space.name == **name || space.title == **name) {
                    Some(at) => Value::Ref(Ref::space(at as u16)),
                    None => return fault(format!("no space is called `{name}`")),
                }
            }
            Api::Directions => Value::Set(Domain::Direction, BitSet::first_n(self.game.board.sides())),
            Api::Corners => {
                let board = &self.game.board;
                Value::set(Domain::Direction, (board.sides()..board.directions.len()).map(|at| at as u16))
            }
            Api::Axes => Value::Set(Domain::Direction, BitSet::first_n(self.game.board.sides() / 2)),
            Api::Turned => match (index(args, 0), args.get(1).and_then(Value::int)) {
                (Some(way), Some(n)) => Value::Ref(Ref::direction(self.game.board.turned(way, n))),
                _ => return asked_of_nothing(),
            },
            Api::OppositeWay => match index(args, 0) {
                Some(way) => {
                    let half = (self.game.board.sides() / 2) as i64;
                    Value::Ref(Ref::direction(self.game.board.turned(way, half)))
                }
                None => return asked_of_nothing(),
            },
            Api::Column | Api::RowOf => match index(args, 0) {
                Some(space) => {
                    let space = &self.game.board.spaces[space as usize];
                    let place = space.hex.or(space.cell.map(|(_, c, r)| (i32::from(c) + 1, i32::from(r) + 1)));
                    match place {
                        Some((column, row)) => Value::Int(i64::from(if api == Api::Column { column } else { row })),
                        None => Value::None,
                    }
                }
                None => return asked_of_nothing(),
            },
            Api::LineTo => match (index(args, 0), index(args, 1)) {
                (Some(a), Some(b)) => self.line_between(a, b),
                _ => return asked_of_nothing(),
            },
            Api::WaySpace => Value::Ref(Ref::space(way(receiver)?.space())),
            Api::WayCost => way(receiver)?.cost().value(),
            Api::WaySteps => Value::Int(way(receiver)?.legs().len() as i64),
            Api::WayFacing => Value::optional(Domain::Direction, way(receiver)?.facing()),
            Api::WayPath => Value::Row(Domain::Space, way(receiver)?.legs().iter().map(|leg| leg.to).collect()),
            Api::WaysTo => {
                let to = index(args, 1);
                let found = self.in_order(receiver).into_iter().find(|way| match way {
                    Value::Way(way) => Some(way.space()) == to,
                    _ => false,
                });
                found.unwrap_or(Value::None)
            }
            Api::WaysSpaces => {
                let ways = self.in_order(receiver);
                Value::set(Domain::Space, ways.iter().filter_map(|one| way(one).ok().map(|way| way.space())))
            }
            Api::Reach => {
                let (Some(piece), Some(link)) = (index(args, 0), index(args, 1)) else { return asked_of_nothing() };
                let most = match args.get(2) {
                    Some(Value::Int(n)) => *n,
                    _ => match self.game.terms.get(&("move".to_owned(), Domain::Piece)) {
                        Some((term, _)) => self.get(*term, Ref::piece(piece))?.int().unwrap_or(0),
                        None => return fault("pieces have no `move` here: say how many steps, `reach(unit, link, 2)`"),
                    },
                };
                return self.reach(piece, LinkId(link), most);
            }
            Api::Foe => match index(args, 0) {
                Some(side) if self.game.sides.len() == 2 => Value::Ref(Ref::side(1 - side)),
                Some(_) => return fault("`foe` needs a game of two sides; use `foes`"),
                None => return asked_of_nothing(),
            },
            Api::Foes => Value::Set(Domain::Side, self.all(Domain::Side).minus(&receiver.bits())),
            Api::Next => match index(args, 0) {
                Some(side) => Value::Ref(Ref::side((side + 1) % self.game.sides.len() as u16)),
                None => return asked_of_nothing(),
            },
            Api::ZoneOf => match index(args, 0) {
                Some(card) => {
                    self.memo.see_column(column::CARDS);
                    Value::Ref(Ref::new(Domain::Zone, self.state.cards[card as usize].zone))
                }
                None => return asked_of_nothing(),
            },
            Api::InForce => {
                self.memo.see_column(column::CARDS);
                Value::Flag(index(args, 0).is_some_and(|card| self.state.cards[card as usize].in_force))
            }
            Api::Named => {
                let Some(card) = index(args, 1) else { return Ok(nothing(Domain::Card)) };
                let def = self.game.cards[card as usize].def;
                let cards = receiver.bits();
                Value::set(Domain::Card, cards.iter().filter(|card| self.game.cards[*card as usize].def == def))
            }
            Api::DiceSum => Value::Int(dice(receiver)?.iter().map(|face| i64::from(*face)).sum()),
            Api::DiceHighest => Value::Int(dice(receiver)?.last().map_or(0, |face| i64::from(*face))),
            Api::DiceLowest => Value::Int(dice(receiver)?.first().map_or(0, |face| i64::from(*face))),
            Api::DiceCount => count_dice(receiver, |face, n| face == n, int(args, 1)?)?,
            Api::DiceAtMost => count_dice(receiver, |face, n| face <= n, int(args, 1)?)?,
            Api::DiceAtLeast => count_dice(receiver, |face, n| face >= n, int(args, 1)?)?,
            Api::Min | Api::Max => {
                let (a, b) = (number(args, 0)?, number(args, 1)?);
                let halves = matches!((a, b), (Value::Half(_), _) | (_, Value::Half(_)));
                let first = compare(Comparison::AtMost, a, b)? == (api == Api::Min);
                let found = if first { a } else { b };
                if halves { Value::Half(found.twice().unwrap_or(0)) } else { found.clone() }
            }
            Api::Abs => match number(args, 0)? {
                Value::Half(n) => Value::Half(n.saturating_abs()),
                other => Value::Int(other.int().unwrap_or(0).saturating_abs()),
            },
            Api::HalfUp => Value::Int(half_up(int(args, 0)?)),
            Api::HalfDown => Value::Int(int(args, 0)?.div_euclid(2)),
            Api::DivideUp => {
                let (a, b) = (int(args, 0)?, int(args, 1)?);
                if b == 0 {
                    return fault("division by zero");
                }
                Value::Int(a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0))
            }
            Api::CanPay => match (index(args, 0), index(args, 1), int(args, 3)?) {
                (Some(side), Some(purse), n) => {
                    Value::Flag(self.can_pay(PurseId(purse), side, args.get(2).and_then(Value::as_ref), n, &[])?)
                }
                _ => Value::Flag(false),
            },
            other => return fault(format!("`{}` is for scripts, not for derived words", other.entry().name)),
        })
    }

    fn slot_of(&self, piece: u16) -> u8 {
        self.memo.see(column::PIECES, Ref::piece(piece));
        self.state.pieces[piece as usize].slot
    }

    /// How many members.
    pub fn size(&self, value: &Value) -> usize {
        match value {
            Value::None => 0,
            Value::Set(_, set) => set.count(),
            Value::Row(_, row) => row.len(),
            Value::Array(items) => items.len(),
            Value::Dice(faces) => faces.len(),
            Value::Shares(shares) => shares.len(),
            Value::Tally(_, rows) => rows.len(),
            _ => 1,
        }
    }

    fn set_of(&self, value: &Value) -> Read<(Domain, BitSet)> {
        match self.as_set(value) {
            Some(set) => Ok(set),
            None if value.is_none() => Ok((Domain::Piece, BitSet::new())),
            None => fault(format!("{} is no set", value.describe())),
        }
    }

    fn pieces_of(&self, value: &Value) -> Value {
        let mut all = BitSet::new();
        for thing in value.members() {
            if matches!(thing.domain, Domain::Side | Domain::Kind | Domain::List(_)) {
                self.memo.see_roster();
            }
            match thing.domain {
                Domain::Side => all.extend(&self.index.of_side[thing.index as usize]),
                Domain::Space => {
                    self.memo.see(column::PIECES, thing);
                    all.extend(&self.index.at[thing.index as usize]);
                }
                Domain::Kind => all.extend(&self.index.of_kind[thing.index as usize]),
                Domain::List(list) if self.game.list_fact(list).is_some() => {
                    // The pieces that belong to it by what is printed on them.
                    if let Some(fact) = self.game.list_fact(list) {
                        let own = |piece: &u16| self.fact(fact, Ref::piece(*piece)) == Value::Ref(thing);
                        all.extend(&self.index.all.iter().filter(own).collect());
                    }
                }
                Domain::List(_) => {
                    for space in self.spaces_of(&Value::Ref(thing)).bits().iter() {
                        self.memo.see(column::PIECES, Ref::space(space));
                        all.extend(&self.index.at[space as usize]);
                    }
                }
                _ => {}
            }
        }
        Value::Set(Domain::Piece, all)
    }

    fn spaces_of(&self, value: &Value) -> Value {
        let mut all = BitSet::new();
        for thing in value.members() {
            match thing.domain {
                Domain::Piece => {
                    if let Some(space) = self.space_of(thing) {
                        all.insert(space);
                    }
                }
                Domain::List(list) => {
                    for space in 0..self.game.board.spaces.len() as u16 {
                        if self.line(ListId(list), space) == Value::Ref(thing) {
                            all.insert(space);
                        }
                    }
                }
                Domain::Space => all.insert(thing.index),
                _ => {}
            }
        }
        Value::Set(Domain::Space, all)
    }

    /// The spaces where these things are.
    fn spots(&self, value: &Value) -> SmallVec<[u16; 8]> {
        value.members().into_iter().filter_map(|thing| self.space_of(thing)).collect()
    }

    fn least_distance(&self, from: &[u16], to: &[u16]) -> Option<i64> {
        from.iter().flat_map(|a| to.iter().filter_map(|b| self.distance(*a, *b))).min()
    }

    fn by_distance(&self, api: Api, args: &[Value]) -> Read<Value> {
        let receiver = &args[0];
        let to = self.spots(args.last().unwrap_or(&Value::None));
        let gap = |item: &Value| {
            let here = self.spots(item);
            self.least_distance(&here, &to)
        };
        let items = self.in_order(receiver);
        let kept = match api {
            Api::Nearest => {
                let least = items.iter().filter_map(gap).min();
                items.iter().filter(|item| least.is_some() && gap(item) == least).cloned().collect()
            }
            Api::Within => {
                let n = int(args, 1)?;
                items.iter().filter(|item| gap(item).is_some_and(|steps| steps <= n)).cloned().collect()
            }
            _ => {
                let n = int(args, 1)?;
                items.iter().filter(|item| gap(item) == Some(n)).cloned().collect()
            }
        };
        Ok(like(receiver, kept))
    }

    fn joins(&self, args: &[Value]) -> Read<Value> {
        let allowed = args[0].bits();
        let goal = args.get(2).map(Value::bits).unwrap_or_default();
        let Some(link) = index(args, 3) else { return asked_of_nothing() };
        let mut seen = allowed.intersection(&second(args).bits());
        let mut edge: Vec<u16> = seen.iter().collect();
        while let Some(space) = edge.pop() {
            if goal.has(space) {
                return Ok(Value::Flag(true));
            }
            for next in self.across(LinkId(link), 0, space)? {
                if allowed.has(next) && !seen.has(next) {
                    seen.insert(next);
                    edge.push(next);
                }
            }
        }
        Ok(Value::Flag(false))
    }
}

/// Whether an entry takes a word or a closure, which always stands behind the receiver.
pub fn measured(api: Api) -> bool {
    matches!(api.entry().wants.get(1), Some(Wants::Test | Wants::Measure))
}

/// Members as a set like this one: rows stay rows.
pub fn like(of: &Value, items: Vec<Value>) -> Value {
    match of {
        Value::Array(_) | Value::Dice(_) => Value::Array(items.into()),
        Value::Row(domain, _) => Value::Row(*domain, items.iter().filter_map(member_index).collect::<Arc<[u16]>>()),
        Value::Shares(_) => Value::Shares(
            items.iter().filter_map(|item| if let Value::Share(share) = item { Some(*share) } else { None }).collect(),
        ),
        other => {
            let domain = other.domain().unwrap_or(Domain::Piece);
            Value::set(domain, items.iter().filter_map(member_index))
        }
    }
}

fn member_index(item: &Value) -> Option<u16> {
    match item {
        Value::Ref(thing) => Some(thing.index),
        Value::Int(n) => u16::try_from(*n).ok(),
        _ => None,
    }
}

fn second(args: &[Value]) -> &Value {
    args.get(1).unwrap_or(&Value::None)
}

fn index(args: &[Value], at: usize) -> Option<u16> {
    args.get(at).and_then(Value::as_ref).map(|thing| thing.index)
}

fn int(args: &[Value], at: usize) -> Read<i64> {
    match args.get(at) {
        Some(Value::Int(n)) => Ok(*n),
        Some(Value::None) | None => fault("a number is missing here"),
        Some(other) => fault(format!("a number is needed here, not {}", other.describe())),
    }
}

fn number(args: &[Value], at: usize) -> Read<&Value> {
    match args.get(at) {
        Some(value @ (Value::Int(_) | Value::Half(_))) => Ok(value),
        Some(Value::None) | None => fault("a number is missing here"),
        Some(other) => fault(format!("a number is needed here, not {}", other.describe())),
    }
}

fn way(value: &Value) -> Read<&Way> {
    match value {
        Value::Way(way) => Ok(way),
        Value::None => asked_of_nothing(),
        other => fault(format!("a way is needed here, not {}", other.describe())),
    }
}

fn dice(value: &Value) -> Read<&[i8]> {
    match value {
        Value::Dice(faces) => Ok(faces),
        other => fault(format!("dice are needed here, not {}", other.describe())),
    }
}

fn count_dice(value: &Value, test: impl Fn(i64, i64) -> bool, n: i64) -> Read<Value> {
    Ok(Value::Int(dice(value)?.iter().filter(|face| test(i64::from(**face), n)).count() as i64))
}

fn asked_of_nothing<T>() -> Read<T> {
    fault("this is asked of nothing: write `?.`, or give another value with `??`")
}
