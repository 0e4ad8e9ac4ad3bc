//! Sets filtered by a word behind a dot, or gathered over one.

use crate::model::game::{NounFilter, WordForm};
use crate::model::id::*;
use crate::model::node::Term;
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;

use crate::play::cache::entry::Item;
use crate::play::store::world::{Read, World, fault};

impl World<'_> {
    /// Whether a thing belongs to a noun.
    pub fn is_noun(&self, noun: NounId, of: Ref) -> Read<bool> {
        let noun = &self.game.nouns[noun.at()];
        if noun.domain != of.domain {
            return Ok(false);
        }
        Ok(match noun.filter {
            NounFilter::All | NounFilter::Int | NounFilter::Flag | NounFilter::Text | NounFilter::Dice => true,
            NounFilter::Kind(kind) => match of.domain {
                Domain::Kind => self.game.is_of(of.index, kind),
                _ => self.is_of_kind(of.index, kind),
            },
            NounFilter::Grid(grid) => self.game.board.grids[grid.at()].spaces.has(of.index),
            NounFilter::Region(region) => self.game.board.regions[region.at()].spaces.has(of.index),
            NounFilter::Term(term, negated) => self.get(term, of)?.is_yes() != negated,
        })
    }

    /// The members of a set that belong to a noun.
    pub fn of_noun(&self, noun: NounId, set: BitSet) -> Read<BitSet> {
        let noun = &self.game.nouns[noun.at()];
        Ok(match noun.filter {
            NounFilter::Kind(kind) if noun.domain == Domain::Piece => set.intersection(self.kind_known(kind, &set)),
            NounFilter::Grid(grid) => set.intersection(&self.game.board.grids[grid.at()].spaces),
            NounFilter::Region(region) => set.intersection(&self.game.board.regions[region.at()].spaces),
            NounFilter::Term(term, negated) => self.filter(term, negated, noun.domain, set)?,
            _ => set,
        })
    }

    /// Every member of a noun.
    pub fn members(&self, noun: NounId) -> Read<Value> {
        let domain = self.game.nouns[noun.at()].domain;
        Ok(Value::Set(domain, self.of_noun(noun, self.all(domain))?))
    }

    /// The members of a set for which a yes/no word holds, or does not hold.
    pub fn filter(&self, term: Term, negated: bool, domain: Domain, set: BitSet) -> Read<BitSet> {
        if let Term::Word(word) = term {
            let item = &self.game.words[word.at()];
            if let Some((var, opposite)) = item.names_flag(self.game, domain) {
                self.observer.note_word(item);
                return self.filter(Term::Var(var), negated != opposite, domain, set);
            }
            let is_asked = item.form == WordForm::Is && item.params.len() == 1;
            if is_asked && (item.light || item.lead > 0) {
                self.effort.spend(set.count() as u64)?;
                let found = if item.light || item.at_once {
                    self.asked_at_once(word, domain, set.clone())?
                } else {
                    self.asked_of_each(term, false, domain, self.led_by(word, domain, set.clone())?)?
                };
                return Ok(if negated { set.minus(&found) } else { found });
            }
        }
        let quick = match term {
            Term::Kind(kind) if domain == Domain::Piece => Some(self.of_kind(kind, &set).clone()),
            Term::Var(var) if self.game.vars[var.at()].ty == Type::Flag => Some(self.flagged(var, domain, &set)),
            Term::Region(region) if domain == Domain::Space => {
                Some(self.game.board.regions[region.at()].spaces.clone())
            }
            Term::Grid(grid) if domain == Domain::Space => Some(self.game.board.grids[grid.at()].spaces.clone()),
            Term::Noun(noun) if !negated && self.game.nouns[noun.at()].domain == domain => {
                return self.of_noun(noun, set);
            }
            _ => None,
        };
        if let Some(all) = quick {
            return Ok(if negated { set.minus(&all) } else { set.intersection(&all) });
        }
        self.asked_of_each(term, negated, domain, set)
    }

    /// The same, evaluated member by member.
    fn asked_of_each(&self, term: Term, negated: bool, domain: Domain, set: BitSet) -> Read<BitSet> {
        self.effort.spend(set.count() as u64)?;
        let (yes, rest) = match term {
            Term::Word(word) if self.game.words[word.at()].form == WordForm::Is => {
                self.answered(Item::Word(word), domain, set.clone())
            }
            _ => (BitSet::new(), set.clone()),
        };
        let mut kept = if negated { set.minus(&yes).minus(&rest) } else { yes };
        for index in rest.iter() {
            let value = self.get(term, Ref::new(domain, index))?;
            let yes = match value {
                Value::Flag(yes) => yes,
                Value::None => false,
                Value::Ref(_) => true,
                ref other => return fault(format!("a filter must be a condition, found {}", other.describe())),
            };
            if yes != negated {
                kept.insert(index);
            }
        }
        Ok(kept)
    }

    /// The members of a set, row or array for which a yes/no word holds; a row stays in order.
    pub fn filter_value(&self, term: Term, negated: bool, of: &Value) -> Read<Value> {
        match (of, of.as_set()) {
            (Value::None, _) => Ok(Value::None),
            (Value::Row(domain, row), Some((_, set))) => {
                let kept = self.filter(term, negated, *domain, set)?;
                Ok(Value::Row(*domain, row.iter().copied().filter(|index| kept.has(*index)).collect()))
            }
            (_, Some((domain, set))) => Ok(Value::Set(domain, self.filter(term, negated, domain, set)?)),
            (_, None) => fault(format!("a filter of {}", of.describe())),
        }
    }

    /// The members of a set, row or array whose word has this value.
    pub fn select_value(&self, term: Term, of: &Value, value: &Value) -> Read<Value> {
        match of.as_set() {
            Some((domain, set)) => Ok(Value::Set(domain, self.select(term, domain, &set, value)?)),
            None => fault(format!("a filter of {}", of.describe())),
        }
    }

    /// The union of a word over a set.
    pub fn gather(&self, term: Term, of: &Value) -> Read<Value> {
        let Some((domain, set)) = of.as_set() else { return fault(format!("a word gathered over {}", of.describe())) };
        let mut found: Option<(Domain, BitSet)> = None;
        self.effort.spend(set.count() as u64)?;
        for index in set.iter() {
            let value = self.get(term, Ref::new(domain, index))?;
            let (domain, bits) = match value {
                Value::None => continue,
                Value::Ref(r) => (r.domain, BitSet::single(r.index)),
                Value::Set(domain, bits) => (domain, bits),
                Value::Row(domain, row) => (domain, row.iter().copied().collect()),
                Value::Int(n) => (Domain::Number, BitSet::single(u16::try_from(n).unwrap_or(0))),
                other => return fault(format!("{} cannot be gathered over a set", other.describe())),
            };
            match &mut found {
                Some((_, all)) => all.extend(&bits),
                None => found = Some((domain, bits)),
            }
        }
        let (domain, bits) = found.unwrap_or_else(|| (self.gathers(term), BitSet::new()));
        Ok(Value::Set(domain, bits))
    }

    /// The domain of a word's values, for empty results.
    fn gathers(&self, term: Term) -> Domain {
        let ty = match term {
            Term::Fact(fact) => self.game.facts[fact.at()].ty,
            Term::Var(var) => self.game.vars[var.at()].ty,
            Term::Word(word) => self.game.words[word.at()].body.ty,
            Term::Zone(_) => return Domain::Card,
            Term::Line(list) => return Domain::List(list.0),
            Term::Quantity(_) => return Domain::Number,
            Term::Facing => return Domain::Direction,
            _ => return Domain::Space,
        };
        ty.domain().unwrap_or(Domain::Space)
    }

    /// The members of a set whose word has this value.
    pub fn select(&self, term: Term, domain: Domain, set: &BitSet, value: &Value) -> Read<BitSet> {
        let mut kept = BitSet::new();
        self.effort.spend(set.count() as u64)?;
        for index in set.iter() {
            let own = self.get(term, Ref::new(domain, index))?;
            // A single thing is a set of one.
            let is_same = match own {
                Value::Set(..) | Value::Row(..) => own.bits() == value.bits(),
                _ => own == *value,
            };
            if is_same {
                kept.insert(index);
            }
        }
        Ok(kept)
    }
}
