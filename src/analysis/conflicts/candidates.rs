//! The pairs of rules whose order may matter, found from what they read and write.

use std::collections::BTreeSet;

use crate::check::touches::{Touches, of_hook, of_whenever};
use crate::model::clause::{About, Bearer, Guard, PhraseTest};
use crate::model::game::{Game, Param, USUAL};
use crate::model::id::{HookId, RulingId, ScopeId, ScriptId, SectionId, VarId};
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::play::meeting::commute;
use crate::source::Span;

use super::trial::Proof;

/// The maximum number of pairs to try.
const MOST: usize = 4_000;

/// The subject of a pair of `whenever` rules.
pub(super) const WHENEVER: &str = "whenever";

/// Two rules with the same subject.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// Their subject.
    pub about: String,
    /// The rule that runs first or takes precedence.
    pub first: Rule,
    /// The other one.
    pub second: Rule,
    /// The way to reverse their order.
    pub way: Way,
    /// True if the first may prevent the second from running.
    pub cancels: bool,
    /// The number of moments at which both applied.
    pub met: u64,
    /// The number of such moments that were run in both orders.
    pub tried: u32,
    /// A moment in which the order changed the result.
    pub proof: Option<Proof>,
}

/// A rule of a pair.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub span: Span,
    pub cites: Vec<SectionId>,
    pub under: Option<(RulingId, u16)>,
}

/// The rule with this span, these citations and this reading.
fn rule(span: Span, cites: &[SectionId], under: Option<(RulingId, u16)>) -> Rule {
    Rule { span, cites: cites.to_vec(), under }
}

/// The way to reverse the order of two rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Not reversed: play evaluates both orders where they meet.
    Asked,
    /// Two hooks of a list, by index.
    Hooks(List, usize, usize),
    /// Two replacement scripts of a procedure, by index.
    Scripts(ScopeId, usize, usize),
    /// Two `whenever` rules, by index.
    Whenevers(usize, usize),
}

/// A list of hooks that run at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    Before(ScopeId),
    After(ScopeId),
    VarBefore(VarId),
    VarAfter(VarId),
    ModeBefore,
    ModeAfter,
    GiveBefore,
    GiveAfter,
}

impl List {
    pub(super) fn of(self, game: &Game) -> &[HookId] {
        match self {
            List::Before(scope) => &game.scopes[scope.at()].before,
            List::After(scope) => &game.scopes[scope.at()].after,
            List::VarBefore(var) => &game.vars[var.at()].before,
            List::VarAfter(var) => &game.vars[var.at()].after,
            List::ModeBefore => &game.before_mode,
            List::ModeAfter => &game.after_mode,
            List::GiveBefore => &game.before_give,
            List::GiveAfter => &game.after_give,
        }
    }

    pub(super) fn of_mut(self, game: &mut Game) -> &mut Vec<HookId> {
        match self {
            List::Before(scope) => &mut game.scopes[scope.at()].before,
            List::After(scope) => &mut game.scopes[scope.at()].after,
            List::VarBefore(var) => &mut game.vars[var.at()].before,
            List::VarAfter(var) => &mut game.vars[var.at()].after,
            List::ModeBefore => &mut game.before_mode,
            List::ModeAfter => &mut game.after_mode,
            List::GiveBefore => &mut game.before_give,
            List::GiveAfter => &mut game.after_give,
        }
    }

    fn about(self, game: &Game) -> String {
        let scope = |scope: ScopeId| game.scopes[scope.at()].name.clone();
        match self {
            List::Before(id) => format!("before {}", scope(id)),
            List::After(id) => format!("after {}", scope(id)),
            List::VarBefore(id) => format!("before {}", game.vars[id.at()].name),
            List::VarAfter(id) => format!("after {}", game.vars[id.at()].name),
            List::ModeBefore => "before mode".to_owned(),
            List::ModeAfter => "after mode".to_owned(),
            List::GiveBefore => "before give".to_owned(),
            List::GiveAfter => "after give".to_owned(),
        }
    }
}

/// The pairs of a game whose order may matter, and whether there are more than the limit.
pub(super) fn candidates(game: &Game) -> (Vec<Pair>, bool) {
    let mut gather = Gather { game, pairs: Vec::new(), seen: BTreeSet::new(), more: false };
    gather.hooks();
    gather.whenevers();
    gather.readings();
    gather.scripts();
    gather.modifiers();
    (gather.pairs, gather.more)
}

struct Gather<'g> {
    game: &'g Game,
    pairs: Vec<Pair>,
    seen: BTreeSet<(String, Span, Span)>,
    more: bool,
}

impl Gather<'_> {
    fn add(&mut self, about: String, way: Way, cancels: bool, first: Rule, second: Rule) {
        if self.pairs.len() >= MOST {
            self.more = true;
            return;
        }
        // A clause for a family of actions is compiled once for each of them.
        if first.span != second.span && self.seen.insert((about.clone(), first.span, second.span)) {
            self.pairs.push(Pair { about, first, second, way, cancels, met: 0, tried: 0, proof: None });
        }
    }

    /// Looks at each two of a list of rules, by position, until there are more pairs than the limit.
    fn each_two(&mut self, rules: usize, mut look: impl FnMut(&mut Self, usize, usize)) {
        for second in 1..rules {
            (0..second).for_each(|first| look(self, first, second));
            if self.more {
                return;
            }
        }
    }

    fn hooks(&mut self) {
        let game = self.game;
        let scopes = (0..game.scopes.len() as u16).map(ScopeId).flat_map(|id| [List::Before(id), List::After(id)]);
        let vars = (0..game.vars.len() as u16).map(VarId).flat_map(|id| [List::VarBefore(id), List::VarAfter(id)]);
        let rest = [List::ModeBefore, List::ModeAfter, List::GiveBefore, List::GiveAfter];
        for list in scopes.chain(vars).chain(rest) {
            let hooks: Vec<_> = list.of(game).iter().map(|id| &game.hooks[id.at()]).collect();
            if hooks.len() < 2 || self.more {
                continue;
            }
            let touches: Vec<Touches> = hooks.iter().map(|hook| of_hook(game, hook)).collect();
            self.each_two(hooks.len(), |gather, first, second| {
                let (one, other) = (hooks[first], hooks[second]);
                // An explicit `first` decides which of them runs first.
                let said = one.first != other.first;
                if !said
                    && touches[first].meet(&touches[second])
                    && !exclusive(game, &one.params, &one.guard, &other.guard)
                {
                    let [one, other] = [one, other].map(|hook| rule(hook.span, &hook.cites, hook.guard.under));
                    let cancels = touches[first].cancels;
                    gather.add(list.about(game), Way::Hooks(list, first, second), cancels, one, other);
                }
            });
        }
    }

    fn whenevers(&mut self) {
        let game = self.game;
        let touches: Vec<Touches> = game.whenevers.iter().map(|rule| of_whenever(game, rule)).collect();
        self.each_two(game.whenevers.len(), |gather, first, second| {
            let (one, other) = (&game.whenevers[first], &game.whenevers[second]);
            let read = game.is_read(one.under) && game.is_read(other.under);
            // A `whenever` rule cancels nothing.
            let both = [&touches[first], &touches[second]].map(|own| Touches { cancels: false, ..*own });
            if read && both[0].meet(&both[1]) {
                let [one, other] = [one, other].map(|one| rule(one.span, &one.cites, one.under));
                gather.add(WHENEVER.to_owned(), Way::Whenevers(first, second), false, one, other);
            }
        });
    }

    fn readings(&mut self) {
        let game = self.game;
        // The bodies to which `usual` refers duplicate these texts.
        let own = |name: &str| !name.starts_with(USUAL);
        let words = game.words.iter().filter(|word| own(&word.name));
        let functions = game.functions.iter().filter(|function| own(&function.name));
        let words = words.map(|word| (format!("word {}", word.name), &word.params, &word.replacements));
        let functions =
            functions.map(|function| (format!("function {}", function.name), &function.params, &function.replacements));
        for (about, params, readings) in words.chain(functions) {
            self.each_two(readings.len(), |gather, first, second| {
                let (one, other) = (&readings[first], &readings[second]);
                if !exclusive(game, params, &one.guard, &other.guard) {
                    let [one, other] = [one, other].map(|it| rule(it.body.span, &it.guard.cites, it.guard.under));
                    gather.add(about.clone(), Way::Asked, false, one, other);
                }
            });
        }
    }

    fn scripts(&mut self) {
        let game = self.game;
        for (at, scope) in game.scopes.iter().enumerate() {
            if !matches!(scope.kind, ScopeKind::Procedure(_)) || scope.name.starts_with(USUAL) {
                continue;
            }
            let readings = &scope.replacements;
            self.each_two(readings.len(), |gather, first, second| {
                let (one, other) = (&readings[first], &readings[second]);
                if !exclusive(game, &scope.params, &one.guard, &other.guard) {
                    let span = |script: ScriptId| game.scripts[script.at()].span;
                    let [one, other] = [one, other].map(|it| rule(span(it.script), &it.guard.cites, it.guard.under));
                    let way = Way::Scripts(ScopeId(at as u16), first, second);
                    gather.add(format!("procedure {}", scope.name), way, false, one, other);
                }
            });
        }
    }

    fn modifiers(&mut self) {
        let game = self.game;
        for quantity in &game.quantities {
            let modifiers = &quantity.modifiers;
            self.each_two(modifiers.len(), |gather, first, second| {
                let (one, other) = (&modifiers[first], &modifiers[second]);
                let same = one.stage == other.stage && !commute(one, other);
                if same && !exclusive(game, &quantity.params, &one.guard, &other.guard) {
                    let [one, other] = [one, other].map(|it| rule(it.span, &it.cites, it.guard.under));
                    gather.add(format!("quantity {}", quantity.name), Way::Asked, false, one, other);
                }
            });
        }
    }
}

/// True if the heads of two clauses show that they can never apply at once. `params`: the parameters to which both
/// apply.
fn exclusive(game: &Game, params: &[Param], one: &Guard, other: &Guard) -> bool {
    // A clause of a reading that is not in force never applies. Two readings of a ruling never apply at once.
    if !game.is_read(one.under) || !game.is_read(other.under) {
        return true;
    }
    // The members of a group may be of several kinds and sides.
    let is_one = |slot: u16| params.get(usize::from(slot)).is_some_and(|param| matches!(param.ty, Type::One(..)));
    let kinds = match (&one.bearer, &other.bearer) {
        (Bearer::Kind { kind: a, slot: at }, Bearer::Kind { kind: b, slot: with }) => {
            at == with && is_one(*at) && !game.is_of(*a, *b) && !game.is_of(*b, *a)
        }
        (Bearer::Game(a), Bearer::Game(b)) => {
            // Only one weather applies at a time.
            a != b && game.weathers.contains(a) && game.weathers.contains(b)
        }
        _ => false,
    };
    let of_one = |about: About| matches!(about, About::Me) || matches!(about, About::Slot(slot) if is_one(slot));
    kinds || sides(one).is_some_and(|a| sides(other).is_some_and(|b| a.0 == b.0 && of_one(a.0) && a.1 != b.1))
}

/// The only side that a clause applies to, with the subject of its phrase.
fn sides(guard: &Guard) -> Option<(About, u16)> {
    let phrase = guard.phrase.as_ref()?;
    phrase.all.iter().find_map(|part| match part.any.as_slice() {
        [word] if !word.negated => match word.test {
            PhraseTest::Side(side) => Some((phrase.about, side)),
            _ => None,
        },
        _ => None,
    })
}
