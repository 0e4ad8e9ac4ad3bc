//! The observer of a play: traces, breakpoints and coverage follow rules and scripts through it.
//!
//! The kernel calls it before each statement and each rule, with place and values, and again with the result. It cannot
//! change the state. Without an observer this costs one test of a flag. Evaluations by the observer itself are not
//! reported.

use std::cell::{Cell, RefCell};

use crate::model::clause::{Bearer, Forbid, Guard, Hook, Modifier, Permission, Quantity};
use crate::model::game::{Function, Game, Param, Table, Whenever, Word};
use crate::model::id::SectionId;
use crate::model::node::{Expr, Node};
use crate::model::offer::Offer;
use crate::model::sequence::{Scope, Step};
use crate::model::value::Value;
use crate::source::Span;

use super::meeting::Meetings;
use crate::play::cache::results::Cache;
use crate::play::store::world::{Read, World};

/// The sorts of things reported. Named items have the name that the language uses.
pub mod sort {
    /// A step of the sequence of play.
    pub const STEP: &str = "step";
    /// A statement of a script or function.
    pub const STATEMENT: &str = "statement";
    /// Whether an action may be chosen.
    pub const CHOICE: &str = "choice";
    /// A condition of an action.
    pub const CONDITION: &str = "condition";
    /// A reading that may replace a word.
    pub const READING: &str = "reading";
}

/// A rule to be evaluated, or a statement to be run.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its sort: `word`, `modify`, or one of [`sort`].
    pub sort: &'static str,
    /// Its name. For a clause, the name of the item that it affects. Empty for a statement.
    pub name: &'a str,
    /// The names of its first values.
    pub params: &'a [Param],
    /// The sections it cites.
    pub cites: &'a [SectionId],
    /// Where it is written.
    pub span: Span,
}

#[allow(missing_docs, reason = "each is the rule that it is named after")]
impl<'a> Asked<'a> {
    pub(in crate::play) fn statement(span: Span) -> Self {
        Asked { sort: sort::STATEMENT, name: "", params: &[], cites: &[], span }
    }

    pub(in crate::play) fn step(item: &'a Step) -> Self {
        Asked { sort: sort::STEP, name: &item.title, params: &[], cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn procedure(item: &'a Scope) -> Self {
        Asked { sort: "procedure", name: &item.name, params: &item.params, cites: &item.cites, span: item.span }
    }

    /// An offer to be carried out, with the parameters of its scope.
    pub(in crate::play) fn action(item: &'a Offer, scope: &'a Scope) -> Self {
        let sort = if item.card.is_some() { "card" } else { "action" };
        Asked { sort, name: &item.title, params: &scope.params, cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn choice(item: &'a Offer) -> Self {
        Asked { sort: sort::CHOICE, name: &item.title, params: &[], cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn condition(offer: &'a Offer, cites: &'a [SectionId], span: Span) -> Self {
        Asked { sort: sort::CONDITION, name: &offer.title, params: &[], cites, span }
    }

    pub(in crate::play) fn hook(item: &'a Hook) -> Self {
        Asked { sort: "hook", name: "", params: &item.params, cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn whenever(item: &'a Whenever) -> Self {
        Asked { sort: "whenever", name: "", params: &[], cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn word(item: &'a Word) -> Self {
        Asked { sort: "word", name: &item.name, params: &item.params, cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn reading(item: &'a Word, guard: &'a Guard, span: Span) -> Self {
        Asked { sort: sort::READING, name: &item.name, params: &item.params, cites: &guard.cites, span }
    }

    pub(in crate::play) fn quantity(item: &'a Quantity) -> Self {
        Asked { sort: "quantity", name: &item.name, params: &item.params, cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn modifier(of: &'a Quantity, item: &'a Modifier) -> Self {
        Asked { sort: "modify", name: &of.name, params: &of.params, cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn permission(item: &'a Permission) -> Self {
        Asked { sort: "permission", name: &item.name, params: &item.params, cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn forbid(of: &'a Permission, item: &'a Forbid) -> Self {
        Asked { sort: "forbid", name: &of.name, params: &of.params, cites: item.sections(of), span: item.span }
    }

    pub(in crate::play) fn function(item: &'a Function) -> Self {
        Asked { sort: "fn", name: &item.name, params: &item.params, cites: &item.cites, span: item.span }
    }

    pub(in crate::play) fn table(item: &'a Table) -> Self {
        Asked { sort: "table", name: &item.name, params: &[], cites: &item.cites, span: item.span }
    }
}

/// Follows a play: the stepper, the tracer, the coverage report.
pub trait Observe {
    /// A statement is about to run, or a rule to be evaluated, with these values.
    fn begins(&mut self, _asked: &Asked<'_>, _world: &World<'_>, _with: &[Value]) {}

    /// The end of what began last, with its result. `None` if it has no result or was interrupted.
    fn ends(&mut self, _answer: Option<Value>, _world: &World<'_>) {}

    /// Rules of these sections take effect.
    fn works(&mut self, _sections: &[SectionId]) {}

    /// A player's answer was taken from the journal; this many entries are used.
    fn answered(&mut self, _used: usize) {}
}

/// The observer of a play, if there is one.
#[derive(Default)]
pub struct Observer {
    on: Cell<bool>,
    /// Rules that meet; recorded separately.
    pub meetings: Meetings,
    who: RefCell<Option<Box<dyn Observe>>>,
}

impl Observer {
    /// Sets the observer.
    pub(in crate::play) fn begin(&self, who: Box<dyn Observe>) {
        self.who.replace(Some(who));
        self.on.set(true);
    }

    /// Removes the observer.
    pub(in crate::play) fn end(&self) {
        self.on.set(false);
        self.who.replace(None);
    }

    /// True if there is an observer.
    #[inline]
    pub(in crate::play) fn is_on(&self) -> bool {
        self.on.get()
    }

    /// Does something that is not part of the rules.
    pub(in crate::play) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        let on = self.on.replace(false);
        let done = act();
        self.on.set(on);
        done
    }

    #[cold]
    fn tell(&self, tell: impl FnOnce(&mut dyn Observe)) {
        self.aside(|| {
            if let Some(who) = self.who.borrow_mut().as_deref_mut() {
                tell(who);
            }
        });
    }

    pub(in crate::play) fn answered(&self, used: usize) {
        if self.on.get() {
            self.tell(|who| who.answered(used));
        }
    }

    /// A rule with these sections takes effect.
    #[inline]
    pub(in crate::play) fn note(&self, cites: &[SectionId]) {
        if self.on.get() {
            self.tell(|who| who.works(cites));
        }
    }

    /// A clause applies: its bearer takes effect too, and so does an exception or replacement.
    #[inline]
    pub(in crate::play) fn note_guard(&self, game: &Game, guard: &Guard) {
        if self.on.get() {
            self.note(&guard.cites);
            self.note(borne_by(game, guard));
        }
    }

    /// A word is read as written, without replacement.
    #[inline]
    pub(in crate::play) fn note_word(&self, word: &Word) {
        self.note_own(&word.cites, word.replacements.iter().map(|other| &other.guard));
    }

    /// A text is used as written, so sections cited only by its replacements are left out.
    #[inline]
    pub(in crate::play) fn note_own<'g>(&self, cites: &[SectionId], replaced: impl Iterator<Item = &'g Guard> + Clone) {
        if self.on.get() {
            let elsewhere = |cite: &SectionId| replaced.clone().any(|guard| guard.cites.contains(cite));
            let own: Vec<SectionId> = cites.iter().copied().filter(|cite| !elsewhere(cite)).collect();
            self.note(&own);
        }
    }

    /// An offer is carried out; a play also counts for its card.
    #[inline]
    pub(in crate::play) fn note_offer(&self, game: &Game, offer: &Offer) {
        if self.on.get() {
            self.note(&offer.cites);
            self.note(&offer.line_cites);
            if let Some((def, _)) = offer.card {
                self.note(&game.card_defs[usize::from(def)].cites);
            }
            if let Some(family) = offer.family {
                self.note(&game.offers[family.at()].cites);
            }
        }
    }
}

impl std::fmt::Debug for Observer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Observer").field("on", &self.on).finish_non_exhaustive()
    }
}

impl World<'_> {
    /// Reads the state for an observer, without caching or spending effort.
    pub fn apart<T>(&self, look: impl FnOnce(&World<'_>) -> T) -> T {
        let cache = Cache::none(self.game);
        self.effort.aside(|| look(&World { cache: &cache, ..*self }))
    }

    /// Reports to the observer that something begins. Returns true if there is an observer; then report its end too.
    #[inline]
    pub(in crate::play) fn begins<'r>(&self, asked: impl FnOnce() -> Asked<'r>, with: &[Value]) -> bool {
        let on = self.observer.is_on();
        if on {
            self.observer.tell(|who| who.begins(&asked(), self, with));
        }
        on
    }

    /// Reports to the observer that the last thing begun has ended.
    #[cold]
    pub(in crate::play) fn ends(&self, answer: Option<Value>) {
        self.observer.tell(|who| who.ends(answer, self));
    }

    /// The result of a test. If its beginning was reported (`on`), so is its end.
    #[inline]
    pub(in crate::play) fn tested(&self, on: bool, found: Read<bool>) -> Read<bool> {
        if on {
            self.ends(found.as_ref().ok().map(|yes| Value::Flag(*yes)));
        }
        found
    }

    /// Evaluates a rule, and reports it and its result to the observer.
    #[inline]
    pub(in crate::play) fn observed<'r, T>(
        &self,
        asked: impl FnOnce() -> Asked<'r>,
        with: &[Value],
        told: impl FnOnce(&T) -> Value,
        ask: impl FnOnce() -> Read<T>,
    ) -> Read<T> {
        let on = self.begins(asked, with);
        let found = ask();
        if on {
            self.ends(found.as_ref().ok().map(told));
        }
        found
    }
}

/// The places of the statements of a script or function that are reported.
pub fn statements(body: &Node, found: &mut Vec<Span>) {
    body.walk(&mut |node| {
        if let Expr::Block(items) = &node.expr {
            // A block that only yields a value is an expression.
            if !node.plain || items.len() != 1 || items[0].has_statements() {
                found.extend(items.iter().map(|item| item.span));
            }
        }
    });
}

/// The sections of the bearer of a clause: a marker, terrain, kind or card.
pub fn borne_by<'g>(game: &'g Game, guard: &Guard) -> &'g [SectionId] {
    match guard.bearer {
        Bearer::Always | Bearer::Deck(_) | Bearer::OfDeck { .. } => &[],
        Bearer::Var { var, .. } | Bearer::Game(var) | Bearer::SideFlag { var, .. } => &game.vars[var.at()].cites,
        Bearer::Kind { kind, .. } => &game.kinds[usize::from(kind)].cites,
        Bearer::Card(def) => &game.card_defs[usize::from(def)].cites,
    }
}
