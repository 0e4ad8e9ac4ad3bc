//! The pure entries of the API table, one match arm each. Longer ones are in the files below, by subject.

mod args;
mod measure;
mod places;
mod sets;

pub use measure::{measure, measured};

use crate::model::api::Api;
use crate::model::clause::DiceRead;
use crate::model::id::*;
use crate::model::node::Comparison;
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::operator::{compare, contains, nothing};
use super::quantity::half_up;
use crate::play::store::dice::DiceAsked;
use crate::play::store::source::Payment;
use crate::play::store::world::{Read, World, fault};

pub(in crate::play) use args::int;
use args::{asked_of_nothing, dice, index, needed, number, second, two, way};
use places::{BACK, FRONT};
use sets::{counted_least, like};

impl World<'_> {
    /// A question about dice.
    fn of_dice(&self, asked: DiceAsked, of: &Value) -> Read<Value> {
        Ok(Value::Int(self.trace.dice.put(asked, dice(of)?)))
    }

    /// Calls a pure entry.
    pub fn pure(&self, api: Api, args: &[Value]) -> Read<Value> {
        let receiver = args.first().unwrap_or(&Value::None);
        Ok(match api {
            Api::Nothing => nothing(Domain::Piece),
            Api::Either => self.either(args)?,
            Api::Any => Value::Flag(self.size(receiver) > 0),
            Api::Empty => Value::Flag(self.size(receiver) == 0),
            Api::Count => Value::Int(self.size(receiver) as i64),
            Api::First => receiver.in_order().into_iter().next().unwrap_or(Value::None),
            Api::Last => receiver.in_order().into_iter().next_back().unwrap_or(Value::None),
            Api::Only => match self.size(receiver) {
                1 => receiver.in_order().into_iter().next().unwrap_or(Value::None),
                _ => Value::None,
            },
            Api::Has => Value::Flag(contains(receiver, second(args))),
            Api::Or => if self.size(receiver) > 0 { receiver } else { second(args) }.clone(),
            Api::Take => {
                let n = usize::try_from(int(args, 1)?).unwrap_or(0);
                like(receiver, receiver.in_order().into_iter().take(n).collect())
            }
            Api::OfKind => Value::Set(Domain::Piece, self.of_kinds(&second(args).bits(), &receiver.bits())),
            Api::Of => self.of_sides(receiver, &second(args).bits())?,
            Api::At => Value::Set(Domain::Piece, self.standing_at(&receiver.bits(), &second(args).bits())),
            Api::InSlot => self.in_slot(&receiver.bits(), int(args, 1)?),
            Api::Pieces => Value::Set(Domain::Piece, self.all(Domain::Piece)),
            Api::Spaces => Value::Set(Domain::Space, self.all(Domain::Space)),
            Api::Winners => {
                let won = self.state.outcome.iter().flat_map(|outcome| &outcome.winners);
                Value::Set(Domain::Side, won.copied().collect())
            }
            Api::Sides => Value::Set(Domain::Side, self.all(Domain::Side)),
            Api::PiecesOf => Value::Set(Domain::Piece, self.pieces_of(receiver)),
            Api::Removed => self.removed(None),
            Api::RemovedOf => self.removed(Some(&receiver.bits())),
            Api::SpareOf => self.spare(&receiver.bits()),
            Api::LackingOf => self.lacking(&receiver.bits()),
            Api::SpacesOf => Value::Set(Domain::Space, self.spaces_of(receiver)),
            Api::SidesOf => {
                Value::set(Domain::Side, receiver.members().into_iter().filter_map(|thing| self.side_of(thing)))
            }
            Api::KindsOf => {
                let pieces = receiver.bits();
                Value::set(Domain::Kind, pieces.iter().map(|piece| self.kind_of(piece)))
            }
            Api::CardsOf => self.cards_of(&receiver.bits()),
            Api::Tally => {
                let (domain, set) = self.set_of(receiver)?;
                Value::Tally(domain, set.iter().map(|index| (index, 0)).collect())
            }
            Api::TallyLeast => counted_least(receiver, &second(args).bits())?,
            Api::Nearest | Api::Within | Api::Distant => self.by_distance(api, args)?,
            Api::Distance => self.distance_between(receiver, second(args)),
            Api::Steps => {
                let (Some((from, to)), Some(links)) = (two(args), args.get(2)) else { return Ok(Value::None) };
                let side = self.me().unwrap_or(0);
                self.steps_over(&links.bits(), side, from, to)?.map_or(Value::None, Value::Int)
            }
            Api::Opposite => {
                let opposite = index(args, 1).and_then(|piece| self.opposite(&receiver.bits(), piece));
                Value::optional(Domain::Piece, opposite)
            }
            Api::NextTo => {
                let next = index(args, 1).map(|piece| self.next_to(&receiver.bits(), piece));
                Value::Set(Domain::Piece, next.unwrap_or_default())
            }
            Api::Room => Value::Int(two(args).map_or(0, |(space, side)| self.room(space, side))),
            Api::OpenSlots => {
                let open = two(args).map(|(space, side)| self.open_slots(space, side));
                Value::Set(Domain::Number, open.unwrap_or_default())
            }
            Api::Near => Value::Set(Domain::Number, self.nearest_slots(receiver.bits(), &second(args).bits())),
            Api::SlotsOf => Value::set(Domain::Number, self.slots_of(&receiver.bits())),
            Api::SideOf | Api::OwnerOf => match receiver {
                Value::Ref(thing) => Value::optional(Domain::Side, self.side_of(*thing)),
                Value::Scope(scope) if api == Api::SideOf => {
                    Value::optional(Domain::Side, self.frame_of(*scope).and_then(|frame| frame.side))
                }
                _ => return asked_of_nothing(),
            },
            Api::KindOf => Value::Ref(Ref::kind(self.kind_of(needed(args, 0)?))),
            Api::SpaceOf => match receiver {
                Value::Ref(thing) => Value::optional(Domain::Space, self.space_of(*thing)),
                _ => return asked_of_nothing(),
            },
            Api::Slot => match self.slot_of(needed(args, 0)?) {
                0 => Value::None,
                slot => Value::Int(i64::from(slot)),
            },
            Api::Stack => {
                let stack = receiver.as_ref().map(|piece| self.stacked_with(piece));
                Value::Set(Domain::Piece, stack.unwrap_or_default())
            }
            Api::InPlay | Api::OnMap | Api::Boxed | Api::EdgeOpen
                if matches!(receiver, Value::Set(..) | Value::Row(..)) =>
            {
                self.each_asked(api, receiver)?
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
            Api::Neighbours => Value::Set(Domain::Space, self.neighbours_of(&receiver.bits())),
            Api::Between => match two(args) {
                Some((a, b)) => Value::Row(Domain::Space, self.between(a, b).into()),
                None => nothing(Domain::Space),
            },
            Api::Boxed => {
                Value::Flag(index(args, 0).is_some_and(|space| self.game.board.spaces[space as usize].is_box))
            }
            Api::Across => {
                let side = index(args, 2).or(self.me()).unwrap_or(0);
                Value::Row(Domain::Space, self.all_across(&second(args).bits(), side, &receiver.bits())?.into())
            }
            Api::Toward => {
                let board = &self.game.board;
                let toward = two(args).and_then(|(space, way)| board.toward[way as usize][space as usize]);
                Value::optional(Domain::Space, toward)
            }
            Api::Ray => match two(args) {
                Some((space, way)) => Value::Row(Domain::Space, self.game.board.ray(space, way)),
                None => nothing(Domain::Space),
            },
            Api::Ahead => self.in_quarter(receiver, needed(args, 1)?, FRONT),
            Api::Behind => self.in_quarter(receiver, needed(args, 1)?, BACK),
            Api::Beside => Value::Set(Domain::Space, self.beside(&receiver.bits())),
            Api::AllAhead | Api::AllBehind => match index(args, 1) {
                Some(side) => self.all_in_quarter(receiver, side, if api == Api::AllAhead { FRONT } else { BACK }),
                None => nothing(Domain::Space),
            },
            Api::Leading => self.leading(receiver, &second(args).bits()),
            Api::Joins => self.joins(args)?,
            Api::PlaceNamed | Api::PlacesNamed => match (index(args, 0), second(args)) {
                (Some(side), Value::Text(name)) => self.place_named(side, name, api == Api::PlacesNamed)?,
                _ => return fault("expected the name of a place as text"),
            },
            Api::Hex => match receiver {
                Value::Text(name) => self.space_called(name)?,
                _ => return fault("expected the name of a space as text"),
            },
            Api::EdgeNamed => {
                let link = index(args, 2).map(LinkId);
                Value::optional(Domain::Edge, two(args).and_then(|(a, b)| self.game.board.edge(a, b, link)))
            }
            Api::EdgesOf => self.edges_of(receiver),
            Api::EndsOf => {
                let edges = &self.game.board.edges;
                Value::set(Domain::Space, receiver.bits().iter().flat_map(|edge| edges[usize::from(edge)].ends))
            }
            Api::EndBeyond => {
                let (edge, space) = (needed(args, 0)?, needed(args, 1)?);
                Value::optional(Domain::Space, self.game.board.edges[usize::from(edge)].beyond(space))
            }
            Api::EdgeOpen => Value::Flag(self.is_open(needed(args, 0)?)?),
            Api::LinkOf => {
                let edge = usize::from(needed(args, 0)?);
                Value::Ref(Ref::new(Domain::Link, self.game.board.edges[edge].link.0))
            }
            Api::Directions => Value::Set(Domain::Direction, self.all(Domain::Direction)),
            Api::Corners => {
                let board = &self.game.board;
                Value::set(Domain::Direction, (board.sides()..board.directions.len()).map(|at| at as u16))
            }
            Api::Axes => Value::Set(Domain::Direction, BitSet::first_n(self.game.board.sides() / 2)),
            Api::Turned => match (index(args, 0), args.get(1).and_then(Value::int)) {
                (Some(way), Some(n)) => Value::Ref(Ref::direction(self.game.board.turned(way, n))),
                _ => return asked_of_nothing(),
            },
            Api::OppositeWay => {
                let half = (self.game.board.sides() / 2) as i64;
                Value::Ref(Ref::direction(self.game.board.turned(needed(args, 0)?, half)))
            }
            Api::Column | Api::RowOf => match self.column_and_row(needed(args, 0)?) {
                Some((column, row)) => Value::Int(i64::from(if api == Api::Column { column } else { row })),
                None => Value::None,
            },
            Api::LineTo => self.line_between(needed(args, 0)?, needed(args, 1)?),
            Api::WaySpace => Value::Ref(Ref::space(way(receiver)?.space())),
            Api::WayCost => way(receiver)?.cost().value(),
            Api::WaySteps => Value::Int(way(receiver)?.legs().len() as i64),
            Api::WayFacing => Value::optional(Domain::Direction, way(receiver)?.facing()),
            Api::WayPath => Value::Row(Domain::Space, way(receiver)?.legs().iter().map(|leg| leg.to).collect()),
            Api::WayVia => Value::Row(Domain::Space, way(receiver)?.via().as_slice().into()),
            Api::WaysTo => self.way_to(receiver, index(args, 1)),
            Api::WaysSpaces => {
                let ways = receiver.in_order();
                Value::set(Domain::Space, ways.iter().filter_map(|one| way(one).ok().map(|way| way.space())))
            }
            Api::Reach => self.in_reach(needed(args, 0)?, LinkId(needed(args, 1)?), args.get(2))?,
            Api::Foe => match self.only_foe(needed(args, 0)?) {
                Some(foe) => Value::Ref(Ref::side(foe)),
                None => return fault("`foe` is the only foe of a side, and this side has none or several; use `foes`"),
            },
            Api::Foes => Value::Set(Domain::Side, self.all(Domain::Side).minus(&receiver.bits())),
            Api::Next => Value::Ref(Ref::side(self.next_side(needed(args, 0)?))),
            Api::ZoneOf => {
                let spot = self.card_state(needed(args, 0)?).spot;
                Value::Ref(Ref::new(Domain::Zone, self.game.zone_at(spot).0))
            }
            Api::InForce => Value::Flag(index(args, 0).is_some_and(|card| self.card_state(card).in_force)),
            Api::Named => index(args, 1).map_or(nothing(Domain::Card), |card| self.named_like(&receiver.bits(), card)),
            Api::DiceSum => self.of_dice(DiceAsked::Read(DiceRead::Sum), receiver)?,
            Api::DiceHighest => self.of_dice(DiceAsked::Read(DiceRead::Highest), receiver)?,
            Api::DiceLowest => self.of_dice(DiceAsked::Read(DiceRead::Lowest), receiver)?,
            Api::DiceCount => self.of_dice(DiceAsked::Count(int(args, 1)?), receiver)?,
            Api::DiceAtMost => self.of_dice(DiceAsked::AtMost(int(args, 1)?), receiver)?,
            Api::DiceAtLeast => self.of_dice(DiceAsked::AtLeast(int(args, 1)?), receiver)?,
            Api::Min | Api::Max => {
                let (a, b) = (number(args, 0)?, number(args, 1)?);
                let halves = matches!((a, b), (Value::Half(_), _) | (_, Value::Half(_)));
                let first = compare(Comparison::AtMost, a, b)? == (api == Api::Min);
                let found = if first { a } else { b };
                if halves { Value::Half(found.twice().unwrap_or(0)) } else { found.clone() }
            }
            Api::Abs => match number(args, 0)? {
                Value::Half(n) => Value::Half(n.saturating_abs()),
                other => match other.int().unwrap_or(0).checked_abs() {
                    Some(n) => Value::Int(n),
                    None => return fault("this number is too large"),
                },
            },
            Api::HalfUp => Value::Int(half_up(int(args, 0)?)),
            Api::HalfDown => Value::Int(int(args, 0)?.div_euclid(2)),
            Api::DivideUp => {
                let (a, b) = (int(args, 0)?, int(args, 1)?);
                if b == 0 {
                    return fault("division by zero");
                }
                // The remainder is never negative, so for a negative divisor the quotient is already rounded up.
                let (quotient, rest) = (a.checked_div_euclid(b), a.checked_rem_euclid(b));
                match quotient.zip(rest) {
                    Some((quotient, rest)) => Value::Int(quotient + i64::from(b > 0 && rest != 0)),
                    None => return fault("this number is too large"),
                }
            }
            Api::CanPay => {
                let (payee, amount) = (args.get(2).and_then(Value::as_ref), int(args, 3)?);
                let pays = |(side, purse)| self.can_pay(Payment::new(PurseId(purse), side, payee), amount);
                Value::Flag(two(args).map_or(Ok(false), pays)?)
            }
            Api::Over => Value::Int(two(args).map_or(0, |(side, purse)| self.over(PurseId(purse), side))),
            other => {
                return fault(format!("`{}` may be called in scripts only, not in derived words", other.entry().name));
            }
        })
    }
}
