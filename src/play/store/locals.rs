//! The slots of an item under evaluation.

use smallvec::SmallVec;

use crate::model::node::Node;
use crate::model::value::Value;

use super::world::{Read, World};

/// The slots of an item: parameters first, then locals. Most items have at most five; room for more costs more to move
/// than the rare item costs that needs an allocation.
pub type Locals = SmallVec<[Value; 5]>;

/// Sets a slot.
#[inline]
pub fn set_local(locals: &mut Locals, slot: u16, value: Value) {
    let slot = usize::from(slot);
    if locals.len() <= slot {
        locals.resize(slot + 1, Value::None);
    }
    locals[slot] = value;
}

/// Fills the slots with arguments, in place: moving them would cost more than this.
#[inline]
pub fn fill(locals: &mut Locals, args: &[Value], slots: u16) {
    args.iter().for_each(|arg| locals.push(arg.clone()));
    (args.len()..usize::from(slots)).for_each(|_| locals.push(Value::None));
}

impl World<'_> {
    /// The slots for an item with these arguments.
    #[inline(always)]
    pub fn locals(&self, args: &[Value], slots: u16) -> Locals {
        let mut locals = Locals::new();
        fill(&mut locals, args, slots);
        locals
    }

    /// The values of several expressions.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn values(&self, nodes: &[Node], locals: &mut Locals) -> Read<Locals> {
        nodes.iter().map(|node| self.eval(node, locals)).collect()
    }
}
