//! All modifiers of a number, whether they apply or not, for questions about the rules.

use crate::model::id::*;
use crate::model::value::Value;
use crate::source::Span;

use crate::play::store::world::{Read, World};

/// A modifier of a quantity, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its reason, or where it comes from.
    pub text: String,
    /// The sections it cites.
    pub cites: Vec<SectionId>,
    /// Where it is written.
    pub span: Span,
}

impl World<'_> {
    /// All modifiers of a quantity under the current readings, whether they apply to these arguments or not. Modifiers
    /// whose reason cannot be written for these arguments are left out.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn modifiers(&self, quantity: QuantityId, args: &[Value]) -> Read<Vec<Named>> {
        let item = &self.game.quantities[quantity.at()];
        let mut locals = self.locals(args, item.locals);
        self.set_lets(&item.lets, &mut locals)?;
        let mut found: Vec<Named> = Vec::new();
        for modifier in item.modifiers.iter().filter(|one| self.is_read(one.guard.under)) {
            let (reason, label) = (modifier.reason.as_ref(), modifier.label.as_deref());
            let Ok(text) = self.clause_words(reason, &modifier.guard, label, &mut locals) else { continue };
            if found.iter().all(|one| one.text != text) {
                found.push(Named { text, cites: modifier.cites.clone(), span: modifier.span });
            }
        }
        Ok(found)
    }
}
