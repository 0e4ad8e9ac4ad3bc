//! Permissions: an act is permitted unless a prohibition applies (language reference, 2.9).

use crate::model::clause::{Forbid, Permission};
use crate::model::id::*;
use crate::model::node::Term;
use crate::model::value::Value;
use crate::source::Span;

use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World};
use crate::play::watch::observer::Asked;

/// A prohibition that applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What players read.
    pub text: String,
    /// The label, for `except`.
    pub label: Option<String>,
    /// The sections it cites.
    pub cites: Vec<SectionId>,
    /// The readings of rulings that decided it.
    pub readings: Vec<(RulingId, u16)>,
    /// Where it is written.
    pub span: Span,
    /// What it is about.
    pub about: About,
}

/// What a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A rule that is not met.
    Rule,
    /// The price, which may be another in another step.
    Price,
    /// Only what can be chosen instead: no rule gives a reason.
    Choices,
    /// A word, flag or variable without words of a rule. A prohibition that asks it says more.
    Term(Term),
}

impl Refusal {
    /// A refusal without a label or rulings.
    pub fn new(text: String, cites: Vec<SectionId>, span: Span) -> Refusal {
        Refusal { text, label: None, cites, readings: Vec::new(), span, about: About::Rule }
    }
}

impl World<'_> {
    /// Whether an act is permitted.
    pub fn may(&self, permission: PermissionId, args: &[Value]) -> Read<bool> {
        let item = &self.game.permissions[permission.at()];
        let active = self.active_forbids(permission);
        if active.is_empty() {
            return Ok(true);
        }
        let free = || {
            let mut locals = self.locals(args, item.locals);
            let mut named = item.lets.is_empty();
            for at in active {
                let at = usize::from(*at);
                if !named && at >= item.lets_from {
                    self.set_lets(&item.lets, &mut locals)?;
                    named = true;
                }
                let forbid = &item.forbids[at];
                if self.is_against(item, forbid, &mut locals)? {
                    self.observer.note(forbid.sections(item));
                    return Ok(false);
                }
            }
            Ok(true)
        };
        self.observed(|| Asked::permission(item), args, |yes| Value::Flag(*yes), free)
    }

    /// Whether a prohibition applies.
    #[inline]
    pub(in crate::play) fn is_against(&self, of: &Permission, forbid: &Forbid, locals: &mut Locals) -> Read<bool> {
        let on = self.begins(|| Asked::forbid(of, forbid), locals);
        self.tested(on, self.holds(&forbid.guard, locals))
    }

    /// All prohibitions that apply.
    pub fn refusals(&self, permission: PermissionId, args: &[Value]) -> Read<Vec<Refusal>> {
        let item = &self.game.permissions[permission.at()];
        let mut locals = self.locals(args, item.locals);
        self.set_lets(&item.lets, &mut locals)?;
        let mut found = Vec::new();
        for forbid in &item.forbids {
            if !self.is_against(item, forbid, &mut locals)? {
                continue;
            }
            found.push(self.refusal_by(item, forbid, &mut locals)?);
        }
        Ok(found)
    }

    /// A prohibition that applies, in words.
    pub(in crate::play) fn refusal_by(&self, of: &Permission, forbid: &Forbid, locals: &mut Locals) -> Read<Refusal> {
        let mut cites = forbid.sections(of).to_vec();
        for cite in self.set_up_by(&forbid.guard, locals) {
            if !cites.contains(&cite) {
                cites.push(cite);
            }
        }
        Ok(Refusal {
            text: self.clause_words(forbid.reason.as_ref(), &forbid.guard, forbid.label.as_deref(), locals)?,
            label: forbid.label.clone(),
            readings: self.readings_behind(&forbid.guard, locals)?,
            ..Refusal::new(String::new(), cites, forbid.span)
        })
    }
}
