//! Conditions evaluated for a whole set at once. Flags, kinds and regions of the members are combined as words of bits;
//! only the rest is evaluated member by member.

use crate::model::api::Api;
use crate::model::game::{Game, NounFilter, Word};
use crate::model::id::*;
use crate::model::node::{Compiled, Expr, Node, Term};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;

use super::lower::{lower, lower_flag};
use super::{At, Run, column};
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::world::{Read, World, fault};
use crate::play::watch::observer::Asked;

/// The members of a set for which a condition holds.
pub(super) type Mask = Box<dyn Fn(&World<'_>, &mut Locals, BitSet) -> BitSet + Send + Sync>;

/// The compiled conditions of a yes/no word with one parameter.
pub(super) struct Masks {
    /// The body.
    usual: Mask,
    /// The readings that replace it, in the order of the word.
    others: Vec<Mask>,
    /// The cheap conditions at its beginning, if the rest is not cheap.
    lead: Vec<Mask>,
}

impl Masks {
    /// Compiles a word with one parameter for things of this domain.
    fn new(game: &Game, word: &Word, domain: Domain) -> Masks {
        let mask = |body: &Node| lower_mask(game, body, 0, domain);
        let others = word.replacements.iter().map(|other| mask(&other.body)).collect();
        let parts = if word.at_once { Vec::new() } else { word.body.parts() };
        let lead = parts.into_iter().take(word.lead).map(mask).collect();
        Masks { usual: mask(&word.body), others, lead }
    }
}

impl World<'_> {
    /// The members of a set for which a yes/no word with one parameter holds, without the cache.
    pub(in crate::play) fn asked_at_once(&self, word: WordId, domain: Domain, set: BitSet) -> Read<BitSet> {
        let item = &self.game.words[word.at()];
        let Some(masks) = self.masks_of(item, domain)? else {
            // A word used for several domains is compiled for the first of them only.
            let mut found = BitSet::new();
            for index in set.iter() {
                if self.is(word, &[Value::member(domain, index)])? {
                    found.insert(index);
                }
            }
            return Ok(found);
        };
        let mut locals = self.locals(&[], item.locals.max(1));
        let on = self.begins(|| Asked::word(item), &[Value::Set(domain, set.clone())]);
        let found = self.deeper(|world| {
            let mut rest = set;
            let mut found = BitSet::new();
            if item.replacements.len() > 1 && world.observer.meetings.wanted() {
                for index in rest.iter() {
                    locals[0] = Value::member(domain, index);
                    world.meet_readings(&item.replacements, &item.body, &locals)?;
                }
            }
            for (replacement, mask) in item.replacements.iter().zip(&masks.others) {
                let guard = &replacement.guard;
                let mut replaced = BitSet::new();
                if guard.is_general() {
                    if world.holds(guard, &mut locals)? {
                        replaced = rest.clone();
                    }
                } else {
                    for index in rest.iter() {
                        locals[0] = Value::member(domain, index);
                        if world.holds(guard, &mut locals)? {
                            replaced.insert(index);
                        }
                    }
                }
                if !replaced.is_empty() {
                    rest = rest.minus(&replaced);
                    found.extend(&world.checked(|| mask(world, &mut locals, replaced))?);
                }
            }
            if !rest.is_empty() {
                world.observer.note_word(item);
                found.extend(&world.checked(|| (masks.usual)(world, &mut locals, rest))?);
            }
            Ok(found)
        });
        if on {
            self.ends(found.as_ref().ok().map(|found: &BitSet| Value::Set(domain, found.clone())));
        }
        found
    }
}

impl World<'_> {
    /// The compiled conditions of a word for things of this domain; `None` if it was compiled for another.
    fn masks_of<'w>(&self, item: &'w Word, domain: Domain) -> Read<Option<&'w Masks>> {
        match item.masks.get_or_init(|| (domain, Masks::new(self.game, item, domain))) {
            Some((own, masks)) => Ok((*own == domain).then_some(masks)),
            None => fault("this word was compiled by another kernel"),
        }
    }

    /// The members of a set for which the cheap conditions at the beginning of a yes/no word hold.
    pub(in crate::play) fn led_by(&self, word: WordId, domain: Domain, mut set: BitSet) -> Read<BitSet> {
        let item = &self.game.words[word.at()];
        let Some(masks) = self.masks_of(item, domain)? else {
            return Ok(set);
        };
        let mut locals = self.locals(&[], item.locals.max(1));
        self.checked(|| {
            for mask in &masks.lead {
                if !set.is_empty() {
                    set = mask(self, &mut locals, std::mem::take(&mut set));
                }
            }
        })?;
        Ok(set)
    }

    /// The members of a set of this domain for which a condition holds. The member is in slot 0.
    pub(in crate::play) fn holding(
        &self,
        compiled: &Compiled,
        condition: &Node,
        slots: u16,
        domain: Domain,
        set: BitSet,
    ) -> Read<BitSet> {
        let Some(mask) = compiled.get_or_init(|| lower_mask(self.game, condition, 0, domain)) else {
            return fault("this condition was compiled by another kernel");
        };
        self.effort.spend(set.count() as u64)?;
        self.checked(|| mask(self, &mut self.locals(&[], slots.max(1)), set))
    }
}

/// The compiled form of a condition on the member in a slot, which is of this domain.
fn lower_mask(game: &Game, node: &Node, slot: u16, domain: Domain) -> Mask {
    let part = |node: &Node| lower_mask(game, node, slot, domain);
    if !mentions(node, slot) {
        let holds = lower_flag(game, node);
        return Box::new(
            move |world, locals, set| {
                if !set.is_empty() && holds(world, locals) { set } else { BitSet::new() }
            },
        );
    }
    let each = || one_by_one(lower_flag(game, node), slot, domain);
    match &node.expr {
        Expr::Not(a) => {
            let a = part(a);
            Box::new(move |world, locals, set| {
                let out = a(world, locals, set.clone());
                set.minus(&out)
            })
        }
        Expr::And(a, b) => {
            let (a, b) = (part(a), part(b));
            Box::new(move |world, locals, set| {
                let left = a(world, locals, set);
                if left.is_empty() { left } else { b(world, locals, left) }
            })
        }
        Expr::Or(a, b) => {
            let (a, b) = (part(a), part(b));
            Box::new(move |world, locals, set| {
                let found = a(world, locals, set.clone());
                let left = set.minus(&found);
                if left.is_empty() { found } else { found.union(&b(world, locals, left)) }
            })
        }
        Expr::Get { term, of, negated } if is_member(of, slot) && is_column(game, *term, domain) => {
            filtered(*term, *negated, domain, At::new(node))
        }
        Expr::Word { word, args, negated } if matches!(args.as_slice(), [of] if is_member(of, slot)) => {
            filtered(Term::Word(*word), *negated, domain, At::new(node))
        }
        Expr::In { item, set: other, negated }
            if is_member(item, slot) && !mentions(other, slot) && other.ty == Type::Set(domain) =>
        {
            let (find, negated) = (lower(game, other).into_bits(), *negated);
            Box::new(move |world, locals, set| {
                if set.is_empty() {
                    return set;
                }
                let other = find(world, locals);
                if negated { set.minus(&other) } else { set.intersection(&other) }
            })
        }
        Expr::Api { api: api @ (Api::Empty | Api::Any), args }
            if is_pieces_of(args, slot) && domain == Domain::Space =>
        {
            let empty = *api == Api::Empty;
            Box::new(move |world, _, set| {
                let occupied = world.occupied(&set);
                if empty { set.minus(occupied) } else { set.intersection(occupied) }
            })
        }
        Expr::Compare(comparison, of, with) => {
            column::compared(game, *comparison, of, with, slot, domain).unwrap_or_else(each)
        }
        _ => each(),
    }
}

fn filtered(term: Term, negated: bool, domain: Domain, at: At) -> Mask {
    Box::new(move |world, _, set| world.caught(world.filter(term, negated, domain, set), at))
}

/// Recognises the pieces of the member in a slot.
fn is_pieces_of(args: &[Node], slot: u16) -> bool {
    let [Node { expr: Expr::Api { api: Api::PiecesOf, args }, .. }] = args else { return false };
    matches!(args.as_slice(), [of] if is_member(of, slot))
}

fn one_by_one(holds: Run<bool>, slot: u16, domain: Domain) -> Mask {
    Box::new(move |world, locals, set| {
        let mut kept = BitSet::new();
        for index in set.iter() {
            set_local(locals, slot, Value::member(domain, index));
            if holds(world, locals) {
                kept.insert(index);
            }
            if world.effort.has_failed() {
                break;
            }
        }
        kept
    })
}

pub(super) fn is_member(node: &Node, slot: u16) -> bool {
    matches!(node.expr, Expr::Local(own) if own == slot)
}

/// True if a node reads a slot.
pub(super) fn mentions(node: &Node, slot: u16) -> bool {
    node.any(|node| is_member(node, slot))
}

/// True if filtering a set by this word is faster than evaluating it for each member.
fn is_column(game: &Game, term: Term, domain: Domain) -> bool {
    match term {
        Term::Kind(_) => domain == Domain::Piece,
        Term::Var(var) => game.vars[var.at()].ty == Type::Flag && game.vars[var.at()].subject == domain,
        Term::Region(_) | Term::Grid(_) => domain == Domain::Space,
        Term::Noun(noun) => {
            game.nouns[noun.at()].domain == domain && !matches!(game.nouns[noun.at()].filter, NounFilter::All)
        }
        Term::Word(word) => {
            let word = &game.words[word.at()];
            word.form == crate::model::game::WordForm::Is && word.params.len() == 1
        }
        _ => false,
    }
}
