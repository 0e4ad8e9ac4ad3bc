//! Permissions: an act is permitted unless a prohibition applies (language reference, 2.9).

use crate::model::clause::{Forbid, Permission};
use crate::model::id::*;
use crate::model::value::Value;
use crate::source::Span;

use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
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
                    self.name_lets(item, &mut locals)?;
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
        let found = self.holds(&forbid.guard, locals);
        if on {
            self.ends(found.as_ref().ok().map(|yes| Value::Flag(*yes)));
        }
        found
    }

    /// All prohibitions that apply.
    pub fn refusals(&self, permission: PermissionId, args: &[Value]) -> Read<Vec<Refusal>> {
        let item = &self.game.permissions[permission.at()];
        let mut locals = self.locals(args, item.locals);
        self.name_lets(item, &mut locals)?;
        let mut found = Vec::new();
        for forbid in &item.forbids {
            if !self.is_against(item, forbid, &mut locals)? {
                continue;
            }
            let text = match &forbid.reason {
                Some(reason) => {
                    let value = self.eval(reason, &mut locals)?;
                    self.show(&value)
                }
                None => self.clause_name(&forbid.guard, forbid.label.as_deref()),
            };
            let cites = forbid.sections(item).to_vec();
            let readings = self.readings_behind(&forbid.guard, &mut locals)?;
            found.push(Refusal {
                text,
                label: forbid.label.clone(),
                cites,
                readings,
                span: forbid.span,
                about: About::Rule,
            });
        }
        Ok(found)
    }

    fn name_lets(&self, item: &Permission, locals: &mut Locals) -> Read<()> {
        for (slot, node) in &item.lets {
            let value = self.eval(node, locals)?;
            set_local(locals, *slot, value);
        }
        Ok(())
    }
}
