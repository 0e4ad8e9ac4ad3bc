//! Derived words and functions, with the cache.

use crate::model::game::{Param, Replacement, Word, WordForm};
use crate::model::id::*;
use crate::model::node::Node;
use crate::model::set::BitSet;
use crate::model::value::Value;

use crate::play::cache::entry::Item;
use crate::play::store::locals::{Locals, fill};
use crate::play::store::world::{Read, World};
use crate::play::watch::observer::Asked;

impl World<'_> {
    /// A derived word of one thing.
    pub fn word(&self, word: WordId, of: Ref) -> Read<Value> {
        self.word_with(word, &[Value::Ref(of)])
    }

    /// A derived word with any number of arguments.
    pub fn word_with(&self, word: WordId, args: &[Value]) -> Read<Value> {
        let item = &self.game.words[word.at()];
        if item.form == WordForm::Is {
            return Ok(Value::Flag(self.is(word, args)?));
        }
        let find = || match item.light {
            true => self.find_word(item, args),
            false => self.cached(Item::Word(word), args, || self.find_word(item, args)),
        };
        self.observed(|| Asked::word(item), args, Value::clone, find)
    }

    /// A derived word whose value is an unordered set.
    pub(in crate::play) fn set_with(&self, word: WordId, args: &[Value]) -> Read<BitSet> {
        match self.word_with(word, args)? {
            Value::Set(_, set) => Ok(set),
            other => Ok(other.bits()),
        }
    }

    /// Whether a yes/no word holds. It does not hold for `none`.
    #[inline]
    pub fn is(&self, word: WordId, args: &[Value]) -> Read<bool> {
        let item = &self.game.words[word.at()];
        if let [Value::Ref(thing)] = args {
            if let Some((var, opposite)) = item.names_flag(self.game, thing.domain) {
                self.observer.note_word(item);
                return Ok(self.flag(var, *thing) != opposite);
            }
        }
        let on = self.begins(|| Asked::word(item), args);
        let found = if item.light {
            self.find_whether(item, args)
        } else {
            let find = || Ok(Value::Flag(self.find_whether(item, args)?));
            self.cached(Item::Word(word), args, find).map(|found| found.is_yes())
        };
        self.tested(on, found)
    }

    fn find_whether(&self, item: &Word, args: &[Value]) -> Read<bool> {
        if args.iter().any(Value::is_none) && !takes_none(&item.params, args) {
            return Ok(false);
        }
        let mut locals = Locals::new();
        fill(&mut locals, args, item.locals);
        self.deeper(|world| world.test(world.reading_of(item, &mut locals)?, &mut locals))
    }

    fn find_word(&self, item: &Word, args: &[Value]) -> Read<Value> {
        let mut locals = Locals::new();
        fill(&mut locals, args, item.locals);
        let value = self.deeper(|world| world.eval(world.reading_of(item, &mut locals)?, &mut locals))?;
        Ok(match (item.form, value) {
            (WordForm::Set, Value::Ref(r)) => Value::Set(r.domain, BitSet::single(r.index)),
            (WordForm::Set, Value::None) => Value::Set(item.body.ty.domain().unwrap_or(Domain::Piece), BitSet::new()),
            (_, value) => value,
        })
    }

    /// The text of a word here: its own, or the reading that replaces it.
    #[inline]
    fn reading_of<'w>(&self, item: &'w Word, locals: &mut Locals) -> Read<&'w Node> {
        if item.replacements.len() > 1 && self.observer.meetings.wanted() {
            self.meet_readings(&item.replacements, &item.body, locals)?;
        }
        for replacement in &item.replacements {
            if self.reads_so(item, replacement, locals)? {
                return Ok(&replacement.body);
            }
        }
        self.observer.note_word(item);
        Ok(&item.body)
    }

    /// Whether a reading replaces the word here.
    fn reads_so(&self, item: &Word, reading: &Replacement, locals: &mut Locals) -> Read<bool> {
        let on = self.begins(|| Asked::reading(item, &reading.guard, reading.body.span), locals);
        self.tested(on, self.holds(&reading.guard, locals))
    }

    /// Runs `f` one call deeper. Circular words stop at the limit.
    pub fn deeper<T>(&self, f: impl FnOnce(&Self) -> Read<T>) -> Read<T> {
        self.effort.deeper(|| f(self))
    }

    /// A pure function.
    pub fn call(&self, function: FunctionId, args: &[Value]) -> Read<Value> {
        let item = &self.game.functions[function.at()];
        let mut locals = Locals::new();
        fill(&mut locals, args, item.locals);
        let find = |world: &Self| {
            if item.replacements.len() > 1 && world.observer.meetings.wanted() {
                world.meet_readings(&item.replacements, &item.body, &locals)?;
            }
            for replacement in &item.replacements {
                if world.holds(&replacement.guard, &mut locals)? {
                    return world.eval(&replacement.body, &mut locals);
                }
            }
            world.observer.note_own(&item.cites, item.replacements.iter().map(|other| &other.guard));
            world.eval(&item.body, &mut locals)
        };
        self.observed(|| Asked::function(item), args, Value::clone, || self.deeper(find))
    }
}

/// True if every absent argument belongs to a parameter that may be absent.
fn takes_none(params: &[Param], args: &[Value]) -> bool {
    params.iter().zip(args).all(|(param, arg)| !arg.is_none() || param.ty.is_optional())
}
