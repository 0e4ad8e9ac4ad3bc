//! Entries of sets that take a word or a closure: tests of the members, and numbers over them.

use smallvec::SmallVec;

use crate::model::api::{Api, Wants};
use crate::model::id::*;
use crate::model::node::Term;
use crate::model::set::BitSet;
use crate::model::value::{Amount, Value};

use super::sets::{like, member_index};
use crate::play::store::effort::{Effort, TURN};
use crate::play::store::world::{Fault, Read, World, fault};

/// Whether an entry takes a word or a closure. It follows the receiver.
pub fn measured(api: Api) -> bool {
    matches!(api.entry().wants.get(1), Some(Wants::Test | Wants::Measure))
}

impl World<'_> {
    /// Calls such an entry with a word of the members.
    pub fn measure(&self, api: Api, of: &Value, word: Term) -> Read<Value> {
        measure(self.effort, api, of, &mut |item| match item {
            Value::Ref(thing) => self.get(word, thing),
            other => fault(format!("{} has no such property", other.describe())),
        })
    }
}

/// Calls such an entry with a closure, which is asked about one member after the other.
pub fn measure<E: From<Box<Fault>>>(
    effort: &Effort,
    api: Api,
    of: &Value,
    closure: &mut dyn FnMut(Value) -> Result<Value, E>,
) -> Result<Value, E> {
    let items: SmallVec<[Value; 8]> = match of {
        Value::None => SmallVec::new(),
        other => other.in_order(),
    };
    let mut ask = |item: Value| -> Result<Value, E> {
        effort.spend(TURN)?;
        closure(item)
    };
    match api {
        Api::SomeOf | Api::AllOf => {
            let wanted = api == Api::SomeOf;
            for item in &items {
                if ask(item.clone())?.is_yes() == wanted {
                    return Ok(Value::Flag(wanted));
                }
            }
            Ok(Value::Flag(!wanted))
        }
        // The spaces of gates that are closed.
        Api::ShutBy => {
            let mut shut = BitSet::new();
            for gate in &items {
                let mut all = BitSet::new();
                for space in gate.bits().iter() {
                    if !ask(Value::Ref(Ref::space(space)))?.is_yes() {
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
                if ask(item.clone())?.is_yes() {
                    kept.push(item);
                }
            }
            Ok(like(of, kept))
        }
        _ => {
            let mut numbers = SmallVec::<[i64; 8]>::new();
            let mut halves = false;
            for item in &items {
                numbers.push(match ask(item.clone())? {
                    Value::Int(n) => n,
                    Value::Half(n) => {
                        halves = true;
                        n
                    }
                    Value::Flag(yes) => i64::from(yes),
                    // An absent number adds nothing to a sum, and is neither highest nor lowest.
                    Value::None => 0,
                    other => {
                        let text = format!("a measure must be a number, not {}", other.describe());
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
