//! What a search for ways wants to know of what is looked at: whether a result holds for other walkers, or from elsewhere.
//!
//! A search asks before it evaluates something; whoever reads the state answers. What is not mentioned here (who acts,
//! what is printed on the walker, its mode) is part of the key under which results are kept.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::model::game::{Game, Shown, column};
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::types::Type;

use crate::play::viewer::secret::Secret;

/// A question about what is looked at. So far the answer is yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependency {
    /// Nothing is asked.
    Off,
    /// Whether nothing is looked at but the ground, what all know, and of this piece where it stands and some of what it
    /// has: these columns, and its facing or not.
    Ground {
        /// Who walks.
        walker: u16,
        /// The columns of its variables that are compared before what is found is used for another walker.
        known: u128,
        /// Whether its facing varies.
        facing: bool,
    },
    /// Whether nothing is looked at but the ground, what all know, and the pieces in a space, of which this is none.
    Entry {
        /// Who walks.
        walker: u16,
        /// The space.
        to: u16,
    },
    /// Whether nothing is looked at of this piece.
    Others(u16),
    /// Whether it is not looked at where this piece stands, or what has been spent.
    Elsewhere(u16),
    /// Whether nothing is looked at that varies on this piece's way, nor what has been spent.
    Fixed {
        /// Who walks.
        walker: u16,
        /// The columns of the variables that vary.
        varied: u128,
        /// Whether its facing varies.
        facing: bool,
    },
    /// Whether nothing is looked at of any piece: where a walker is imagined to stand it is all the same.
    Apart,
    /// The answer is no.
    Tainted,
}

/// The question that is asked now, and what belongs to its answer.
#[derive(Debug)]
pub struct Tracker {
    /// Whether anything is asked: this is looked at most of all.
    asking: Cell<bool>,
    dependency: Cell<Dependency>,
    /// The columns of variables that hold pieces: through them anything could be reached.
    pieces: u128,
    /// What has been looked at that may be otherwise for others.
    looked: RefCell<Looked>,
    /// The pieces in the space that is asked about.
    guests: RefCell<BitSet>,
    /// What may be hidden, while somebody wants to know whether that is looked at.
    secrets: Option<Secrets>,
}

/// What has been looked at that does not make the answer no, and yet may be otherwise for another walker or at another time.
#[derive(Clone, Debug, Default)]
pub(in crate::play) struct Looked {
    /// How these scopes run.
    pub(in crate::play) scopes: SmallVec<[ScopeId; 2]>,
    /// These facts of the walker.
    pub(in crate::play) facts: SmallVec<[FactId; 4]>,
    /// Its variables in these columns.
    pub(in crate::play) own: u128,
    /// Which piece bears a name: it may be the walker.
    pub(in crate::play) named: bool,
    /// These words without parameters, which look at no piece.
    pub(in crate::play) words: SmallVec<[WordId; 2]>,
}

/// The question around another one, and what had been looked at.
#[derive(Debug)]
pub(in crate::play) struct Outer {
    dependency: Dependency,
    looked: Looked,
}

/// The facts and variables that may be hidden, and which of them have been looked at.
#[derive(Debug)]
struct Secrets {
    facts: Vec<FactId>,
    /// With their columns and whose they are.
    vars: Vec<(u8, Domain, VarId)>,
    met: RefCell<BTreeSet<Secret>>,
}

impl Tracker {
    /// Nothing is asked.
    pub fn new(game: &Game) -> Self {
        let holds_pieces = game.vars.iter().filter(|var| matches!(var.ty, Type::One(Domain::Piece, _)));
        let pieces = holds_pieces.fold(0, |all, var| all | 1 << var.column);
        Tracker {
            asking: Cell::new(false),
            dependency: Cell::new(Dependency::Off),
            pieces,
            looked: RefCell::default(),
            guests: RefCell::default(),
            secrets: None,
        }
    }

    /// From now on takes down which facts and variables are looked at that may be hidden.
    pub(in crate::play) fn watch_secrets(&mut self, game: &Game) {
        let (mut facts, mut vars) = (Vec::new(), Vec::new());
        for showing in &game.showings {
            match showing.what {
                Shown::Fact(fact) => facts.push(fact),
                Shown::Var(var) => vars.push((game.vars[var.at()].column, game.vars[var.at()].subject, var)),
                Shown::Zone(_) | Shown::Piece | Shown::Offer(_) => {}
            }
        }
        self.secrets = Some(Secrets { facts, vars, met: RefCell::default() });
        self.asking.set(true);
    }

    /// Whether that is taken down.
    pub(in crate::play) fn watches_secrets(&self) -> bool {
        self.secrets.is_some()
    }

    /// What has been looked at of that, in exchange for what had been before.
    pub(in crate::play) fn swap_met(&self, before: BTreeSet<Secret>) -> BTreeSet<Secret> {
        self.secrets.as_ref().map(|secrets| secrets.met.replace(before)).unwrap_or_default()
    }

    fn meet_var(&self, column: u8, thing: Ref) {
        let Some(secrets) = &self.secrets else { return };
        for (own, domain, var) in &secrets.vars {
            if *own == column && *domain == thing.domain {
                secrets.met.borrow_mut().insert(Secret { what: Shown::Var(*var), of: thing });
            }
        }
    }

    /// A fact is looked at.
    #[inline]
    pub(in crate::play) fn fact(&self, fact: FactId, of: Ref) {
        if self.asking.get() {
            self.fact_closely(fact, of);
        }
    }

    /// A fact of all of these is looked at.
    #[inline]
    pub(in crate::play) fn facts(&self, fact: FactId, domain: Domain, set: &BitSet) {
        if self.asking.get() {
            set.iter().for_each(|index| self.fact_closely(fact, Ref::new(domain, index)));
        }
    }

    #[cold]
    fn fact_closely(&self, fact: FactId, of: Ref) {
        match self.dependency.get() {
            Dependency::Ground { walker, .. } | Dependency::Entry { walker, .. } if of == Ref::piece(walker) => {
                let mut looked = self.looked.borrow_mut();
                if !looked.facts.contains(&fact) {
                    looked.facts.push(fact);
                }
            }
            // What is printed on other pieces changes with their mode.
            Dependency::Ground { .. } | Dependency::Apart if of.domain == Domain::Piece => self.spoil(),
            _ => {}
        }
        if let Some(secrets) = self.secrets.as_ref().filter(|secrets| secrets.facts.contains(&fact)) {
            secrets.met.borrow_mut().insert(Secret { what: Shown::Fact(fact), of });
        }
    }

    /// Asks from now on; gives the question that was asked before.
    pub(super) fn begin(&self, what: Dependency) -> Outer {
        self.asking.set(what != Dependency::Off || self.secrets.is_some());
        Outer { dependency: self.dependency.replace(what), looked: self.looked.take() }
    }

    /// What has become of the question. One that was asked around it is answered with no: what this search looked at it
    /// has not seen. What it had seen before, it has seen.
    pub(super) fn end(&self, outer: Outer) -> Dependency {
        self.looked.replace(outer.looked);
        let outer = outer.dependency;
        self.asking.set(outer != Dependency::Off || self.secrets.is_some());
        self.dependency.replace(if outer == Dependency::Off { Dependency::Off } else { Dependency::Tainted })
    }

    /// Finds what a word without parameters says. If that does not look at pieces, it is the word that has been looked at,
    /// and not what it looked at in its turn: that may change, and the word say the same.
    pub(in crate::play) fn word<T>(&self, word: WordId, find: impl FnOnce() -> T) -> T {
        let before = self.dependency.get();
        let (Dependency::Ground { .. } | Dependency::Entry { .. }) = before else { return find() };
        let looked = self.looked.take();
        self.dependency.set(Dependency::Apart);
        let found = find();
        let answer = self.dependency.replace(before);
        self.looked.replace(looked);
        match answer {
            Dependency::Apart => {
                let mut looked = self.looked.borrow_mut();
                if !looked.words.contains(&word) {
                    looked.words.push(word);
                }
            }
            _ => self.spoil(),
        }
        found
    }

    /// Asks the same question again; says whether the answer was no until now.
    pub(in crate::play) fn reset(&self, what: Dependency) -> bool {
        self.dependency.replace(what) == Dependency::Tainted
    }

    /// The answer is no.
    pub(in crate::play) fn spoil(&self) {
        if self.dependency.get() != Dependency::Off {
            self.dependency.set(Dependency::Tainted);
        }
    }

    /// The pieces in the space that is asked about.
    pub(in crate::play) fn let_in(&self, guests: &BitSet) {
        self.guests.borrow_mut().clone_from(guests);
    }

    /// What has been looked at since the question was asked.
    pub(in crate::play) fn looked(&self) -> Looked {
        self.looked.borrow().clone()
    }

    /// It is looked at which piece bears a name.
    #[inline]
    pub(in crate::play) fn name(&self) {
        if self.asking.get() {
            self.looked.borrow_mut().named = true;
        }
    }

    #[inline]
    pub(in crate::play) fn thing(&self, column: u8, thing: Ref) {
        if self.asking.get() {
            self.closely(column, Some(thing));
        }
    }

    #[inline]
    pub(in crate::play) fn column(&self, column: u8) {
        if self.asking.get() {
            self.closely(column, None);
        }
    }

    /// Anything may be looked at.
    pub(in crate::play) fn anything(&self) {
        self.column(column::NEVER);
    }

    #[inline]
    pub(in crate::play) fn all(&self, column: u8, domain: Domain, set: &BitSet) {
        if self.asking.get() {
            self.all_closely(column, domain, set);
        }
    }

    #[cold]
    fn all_closely(&self, column: u8, domain: Domain, set: &BitSet) {
        if self.secrets.is_some() {
            set.iter().for_each(|index| self.meet_var(column, Ref::new(domain, index)));
        }
        match set.iter().next() {
            Some(_) if domain == Domain::Piece => {
                let strangers = matches!(self.dependency.get(), Dependency::Entry { .. })
                    && !set.minus(&self.guests.borrow()).is_empty();
                match self.dependency.get() {
                    Dependency::Entry { .. } if !strangers && !self.holds_pieces(column) => {}
                    // Of many pieces the walker may be one.
                    _ => self.closely(column, None),
                }
            }
            Some(first) => self.closely(column, Some(Ref::new(domain, first))),
            None => {}
        }
    }

    #[inline]
    pub(in crate::play) fn facing(&self, piece: Ref) {
        if !self.asking.get() {
            return;
        }
        match self.dependency.get() {
            Dependency::Ground { walker, facing: true, .. } if piece == Ref::piece(walker) => {}
            Dependency::Fixed { walker, facing, .. } if !facing || piece != Ref::piece(walker) => {}
            // Another facing is no other place.
            _ => self.anything(),
        }
    }

    #[inline]
    pub(in crate::play) fn scope(&self, scope: ScopeId) {
        if !self.asking.get() {
            return;
        }
        match self.dependency.get() {
            Dependency::Ground { .. } | Dependency::Entry { .. } => {
                let mut looked = self.looked.borrow_mut();
                if !looked.scopes.contains(&scope) {
                    looked.scopes.push(scope);
                }
            }
            _ => self.column(column::SCOPES),
        }
    }

    #[inline]
    pub(in crate::play) fn roster(&self) {
        if !self.asking.get() {
            return;
        }
        match self.dependency.get() {
            Dependency::Ground { .. } => self.dependency.set(Dependency::Tainted),
            Dependency::Entry { walker, .. } => self.dependency.set(Dependency::Others(walker)),
            _ => {}
        }
    }

    fn holds_pieces(&self, column: u8) -> bool {
        self.pieces & 1 << column != 0
    }

    #[cold]
    fn closely(&self, column: u8, thing: Option<Ref>) {
        if let Some(thing) = thing {
            self.meet_var(column, thing);
        }
        let varies = column >= column::FIRST_VAR;
        let roster = column == column::ROSTER;
        let clean = match self.dependency.get() {
            Dependency::Off | Dependency::Tainted => return,
            Dependency::Ground { walker, known, .. } => match thing {
                Some(Ref { domain: Domain::Space | Domain::Game | Domain::Side, .. }) => {
                    (varies || roster) && !self.holds_pieces(column)
                }
                Some(thing) if thing == Ref::piece(walker) => {
                    self.looked.borrow_mut().own |= 1 << column;
                    column == column::PIECES || known & 1 << column != 0 && !self.holds_pieces(column)
                }
                _ => false,
            },
            Dependency::Entry { walker, to } => {
                let entry = match thing {
                    Some(Ref { domain: Domain::Space, index }) if column == column::PIECES => index == to,
                    Some(Ref { domain: Domain::Space | Domain::Game | Domain::Side, .. }) => {
                        varies && !self.holds_pieces(column)
                    }
                    Some(Ref { domain: Domain::Piece, index }) => {
                        self.guests.borrow().has(index) && !self.holds_pieces(column)
                    }
                    _ => false,
                };
                if entry {
                    return;
                }
                self.dependency.set(Dependency::Others(walker));
                return self.closely(column, thing);
            }
            Dependency::Apart => match thing {
                Some(Ref { domain: Domain::Space | Domain::Game | Domain::Side, .. }) => {
                    varies && !self.holds_pieces(column)
                }
                Some(_) => false,
                None => column == column::SCOPES,
            },
            Dependency::Elsewhere(walker) => match thing {
                Some(thing) => thing != Ref::piece(walker) || varies,
                None => roster || column == column::SCOPES,
            },
            Dependency::Fixed { walker, varied, .. } => match thing {
                Some(thing) => thing != Ref::piece(walker) || varied & 1 << column == 0,
                // Of many pieces the walker may be one.
                None => column != column::PURSES && column != column::NEVER && varied & 1 << column == 0,
            },
            Dependency::Others(walker) => match thing {
                Some(thing) => thing != Ref::piece(walker) || roster,
                None => roster || column == column::SCOPES,
            },
        };
        if !clean {
            self.dependency.set(Dependency::Tainted);
        }
    }
}
