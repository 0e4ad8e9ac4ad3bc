//! Tracks what the search of a walk reads: does a result also hold for other walkers, or from other spaces?
//!
//! The search makes a claim before it evaluates something, and each read may refute it. What a claim does not mention
//! (who acts, the walker's printed facts and mode) is part of the key of the movement graph.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::model::game::{Game, Shown, column};
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::types::Type;

use crate::play::viewer::secret::Secret;

/// A claim about what an evaluation reads. It holds until a read refutes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claim {
    /// No claim is made.
    #[default]
    Off,
    /// Reads only the terrain, what is known to all, and of the walker its space, its facing if `facing`, and the
    /// variables in `known`.
    Ground {
        /// The walker.
        walker: u16,
        /// The columns of the walker's variables that are compared before another walker uses the result.
        known: u128,
        /// True if the walk varies the facing.
        facing: bool,
    },
    /// Reads only the terrain, what is known to all, and the pieces in one space, which the walker is not among.
    Entry {
        /// The walker.
        walker: u16,
        /// The space.
        to: u16,
    },
    /// Reads nothing of this piece.
    Others(u16),
    /// Reads neither where this piece stands nor what has been spent.
    Elsewhere(u16),
    /// Reads nothing that varies on the walker's way, nor what has been spent.
    Fixed {
        /// The walker.
        walker: u16,
        /// The columns of the varied variables.
        varied: u128,
        /// True if the walk varies the facing.
        facing: bool,
    },
    /// Reads nothing of any piece, so the walker's place makes no difference.
    Apart,
    /// A read has refuted the claim.
    Refuted,
}

/// Checks each read against the current claim.
#[derive(Debug, Default)]
pub struct ReadTracker {
    /// True if reads must be checked. This flag is tested at every read.
    active: Cell<bool>,
    dependency: Cell<Claim>,
    /// The columns of variables that hold pieces. Anything can be read through them.
    pieces: u128,
    /// Reads that do not refute the claim but must be compared later.
    read_set: RefCell<ReadSet>,
    /// The pieces in the space of a [`Claim::Entry`].
    guests: RefCell<BitSet>,
    /// Records reads of what may be hidden, if that is wanted.
    secrets: Option<Secrets>,
}

/// Reads that do not refute a claim, but may give another value for another walker or at another time.
#[derive(Clone, Debug, Default)]
pub(in crate::play) struct ReadSet {
    /// The scopes whose state was read.
    pub(in crate::play) scopes: SmallVec<[ScopeId; 2]>,
    /// The facts of the walker that were read.
    pub(in crate::play) facts: SmallVec<[FactId; 4]>,
    /// The columns of the walker's variables that were read.
    pub(in crate::play) own: u128,
    /// True if a piece's name was read: that piece may be the walker.
    pub(in crate::play) named: bool,
    /// The words without parameters that were read and do not depend on pieces.
    pub(in crate::play) words: SmallVec<[WordId; 2]>,
}

/// The claim around the current one, with its reads.
#[derive(Debug)]
pub(super) struct OuterClaim {
    dependency: Claim,
    read_set: ReadSet,
}

/// What may be hidden, and what of it was read.
#[derive(Debug)]
struct Secrets {
    /// True if pieces may lie face down, which hides all their facts and variables.
    pieces: bool,
    facts: Vec<FactId>,
    /// Each with its column and the domain that has it.
    vars: Vec<(u8, Domain, VarId)>,
    met: RefCell<BTreeSet<Secret>>,
}

impl Secrets {
    fn meet_piece(&self, thing: Ref) {
        if self.pieces && thing.domain == Domain::Piece {
            self.met.borrow_mut().insert(Secret { what: Shown::Piece, of: thing });
        }
    }
}

impl ReadTracker {
    /// A tracker without a claim.
    pub fn new(game: &Game) -> Self {
        let holds_pieces = game.vars.iter().filter(|var| matches!(var.ty, Type::One(Domain::Piece, _)));
        let pieces = holds_pieces.fold(0, |all, var| all | 1 << var.column);
        ReadTracker { pieces, ..ReadTracker::default() }
    }

    /// From now on records reads of what may be hidden.
    pub(in crate::play) fn watch_secrets(&mut self, game: &Game) {
        let (mut pieces, mut facts, mut vars) = (false, Vec::new(), Vec::new());
        for showing in &game.showings {
            match showing.what {
                Shown::Fact(fact) => facts.push(fact),
                Shown::Var(var) => vars.push((game.vars[var.at()].column, game.vars[var.at()].subject, var)),
                Shown::Piece => pieces = true,
                Shown::Zone(_) | Shown::Offer(_) => {}
            }
        }
        self.secrets = Some(Secrets { pieces, facts, vars, met: RefCell::default() });
        self.active.set(true);
    }

    /// True if each read is checked against a claim, or recorded as that of a secret.
    #[inline]
    pub(super) fn is_active(&self) -> bool {
        self.active.get()
    }

    /// True if such reads are recorded.
    pub(in crate::play) fn watches_secrets(&self) -> bool {
        self.secrets.is_some()
    }

    /// Takes the secrets read so far, and puts others in their place.
    pub(in crate::play) fn swap_secrets_read(&self, before: BTreeSet<Secret>) -> BTreeSet<Secret> {
        self.secrets.as_ref().map(|secrets| secrets.met.replace(before)).unwrap_or_default()
    }

    fn meet_var(&self, column: u8, thing: Ref) {
        let Some(secrets) = &self.secrets else { return };
        if column >= column::FIRST_VAR {
            secrets.meet_piece(thing);
        }
        for (own, domain, var) in &secrets.vars {
            if *own == column && *domain == thing.domain {
                secrets.met.borrow_mut().insert(Secret { what: Shown::Var(*var), of: thing });
            }
        }
    }

    /// Notes that what a piece is was read, unless that `is_known`.
    #[inline]
    pub(in crate::play) fn identity(&self, piece: u16, is_known: impl FnOnce() -> bool) {
        if let Some(secrets) = self.secrets.as_ref().filter(|secrets| secrets.pieces)
            && !is_known()
        {
            secrets.meet_piece(Ref::piece(piece));
        }
    }

    /// Checks the read of a printed fact.
    #[inline]
    pub(in crate::play) fn fact(&self, fact: FactId, of: Ref) {
        if self.active.get() {
            self.check_fact(fact, of);
        }
    }

    #[cold]
    fn check_fact(&self, fact: FactId, of: Ref) {
        match self.dependency.get() {
            Claim::Ground { walker, .. } | Claim::Entry { walker, .. } if of == Ref::piece(walker) => {
                let mut read_set = self.read_set.borrow_mut();
                if !read_set.facts.contains(&fact) {
                    read_set.facts.push(fact);
                }
            }
            // A piece's printed facts change with its mode.
            Claim::Ground { .. } | Claim::Apart if of.domain == Domain::Piece => self.refute(),
            _ => {}
        }
        if let Some(secrets) = &self.secrets {
            secrets.meet_piece(of);
            if secrets.facts.contains(&fact) {
                secrets.met.borrow_mut().insert(Secret { what: Shown::Fact(fact), of });
            }
        }
    }

    /// Makes a claim; returns the one around it.
    pub(super) fn begin(&self, what: Claim) -> OuterClaim {
        self.active.set(what != Claim::Off || self.secrets.is_some());
        OuterClaim { dependency: self.dependency.replace(what), read_set: self.read_set.take() }
    }

    /// Ends the current claim and returns it. The claim around it, if any, counts as refuted, because it was not
    /// checked in the meantime; its read set is restored.
    pub(super) fn end(&self, outer: OuterClaim) -> Claim {
        self.read_set.replace(outer.read_set);
        let outer = outer.dependency;
        self.active.set(outer != Claim::Off || self.secrets.is_some());
        self.dependency.replace(if outer == Claim::Off { Claim::Off } else { Claim::Refuted })
    }

    /// Evaluates a word without parameters. If the word reads no pieces, only the word itself goes into the read set,
    /// not what it read: that may change without changing the word's value.
    pub(in crate::play) fn word<T>(&self, word: WordId, find: impl FnOnce() -> T) -> T {
        let before = self.dependency.get();
        let (Claim::Ground { .. } | Claim::Entry { .. }) = before else { return find() };
        let read_set = self.read_set.take();
        self.dependency.set(Claim::Apart);
        let found = find();
        let answer = self.dependency.replace(before);
        self.read_set.replace(read_set);
        match answer {
            Claim::Apart => {
                let mut read_set = self.read_set.borrow_mut();
                if !read_set.words.contains(&word) {
                    read_set.words.push(word);
                }
            }
            _ => self.refute(),
        }
        found
    }

    /// Makes the claim again; returns true if it was refuted before.
    pub(in crate::play) fn reset(&self, what: Claim) -> bool {
        self.dependency.replace(what) == Claim::Refuted
    }

    /// Refutes the claim.
    pub(in crate::play) fn refute(&self) {
        if self.dependency.get() != Claim::Off {
            self.dependency.set(Claim::Refuted);
        }
    }

    /// Sets the pieces in the space of a [`Claim::Entry`].
    pub(in crate::play) fn set_guests(&self, guests: &BitSet) {
        self.guests.borrow_mut().clone_from(guests);
    }

    /// The reads to compare since the claim was made.
    pub(in crate::play) fn read_set(&self) -> ReadSet {
        self.read_set.borrow().clone()
    }

    /// Checks the read of a piece's name.
    #[inline]
    pub(in crate::play) fn name(&self) {
        if self.active.get() {
            self.read_set.borrow_mut().named = true;
        }
    }

    #[inline]
    pub(in crate::play) fn thing(&self, column: u8, thing: Ref) {
        if self.active.get() {
            self.check(column, Some(thing));
        }
    }

    #[inline]
    pub(in crate::play) fn column(&self, column: u8) {
        if self.active.get() {
            self.check(column, None);
        }
    }

    /// Counts as a read of everything.
    pub(in crate::play) fn anything(&self) {
        self.column(column::NEVER);
    }

    #[inline]
    pub(in crate::play) fn all(&self, column: u8, domain: Domain, set: &BitSet) {
        if self.active.get() {
            self.check_all(column, domain, set);
        }
    }

    #[cold]
    fn check_all(&self, column: u8, domain: Domain, set: &BitSet) {
        if self.secrets.is_some() {
            set.iter().for_each(|index| self.meet_var(column, Ref::new(domain, index)));
        }
        match set.iter().next() {
            Some(_) if domain == Domain::Piece => {
                let strangers = matches!(self.dependency.get(), Claim::Entry { .. })
                    && !set.minus(&self.guests.borrow()).is_empty();
                match self.dependency.get() {
                    Claim::Entry { .. } if !strangers && !self.holds_pieces(column) => {}
                    // The walker may be one of several pieces.
                    _ => self.check(column, None),
                }
            }
            Some(first) => self.check(column, Some(Ref::new(domain, first))),
            None => {}
        }
    }

    #[inline]
    pub(in crate::play) fn facing(&self, piece: Ref) {
        if !self.active.get() {
            return;
        }
        match self.dependency.get() {
            Claim::Ground { walker, facing: true, .. } if piece == Ref::piece(walker) => {}
            Claim::Fixed { walker, facing, .. } if !facing || piece != Ref::piece(walker) => {}
            // Another facing does not make another place.
            _ => self.anything(),
        }
    }

    #[inline]
    pub(in crate::play) fn scope(&self, scope: ScopeId) {
        if !self.active.get() {
            return;
        }
        match self.dependency.get() {
            Claim::Ground { .. } | Claim::Entry { .. } => {
                let mut read_set = self.read_set.borrow_mut();
                if !read_set.scopes.contains(&scope) {
                    read_set.scopes.push(scope);
                }
            }
            _ => self.column(column::SCOPES),
        }
    }

    #[inline]
    pub(in crate::play) fn roster(&self) {
        if !self.active.get() {
            return;
        }
        match self.dependency.get() {
            Claim::Ground { .. } => self.dependency.set(Claim::Refuted),
            Claim::Entry { walker, .. } => self.dependency.set(Claim::Others(walker)),
            _ => {}
        }
    }

    fn holds_pieces(&self, column: u8) -> bool {
        self.pieces & 1 << column != 0
    }

    #[cold]
    fn check(&self, column: u8, thing: Option<Ref>) {
        if let Some(thing) = thing {
            self.meet_var(column, thing);
        }
        let varies = column >= column::FIRST_VAR;
        let roster = column == column::ROSTER;
        let clean = match self.dependency.get() {
            Claim::Off | Claim::Refuted => return,
            Claim::Ground { walker, known, .. } => match thing {
                Some(Ref { domain: Domain::Space | Domain::Edge | Domain::Game | Domain::Side, .. }) => {
                    (varies || roster) && !self.holds_pieces(column)
                }
                Some(thing) if thing == Ref::piece(walker) => {
                    self.read_set.borrow_mut().own |= 1 << column;
                    column == column::PIECES || known & 1 << column != 0 && !self.holds_pieces(column)
                }
                _ => false,
            },
            Claim::Entry { walker, to } => {
                let entry = match thing {
                    Some(Ref { domain: Domain::Space, index }) if column == column::PIECES => index == to,
                    Some(Ref { domain: Domain::Space | Domain::Edge | Domain::Game | Domain::Side, .. }) => {
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
                self.dependency.set(Claim::Others(walker));
                return self.check(column, thing);
            }
            Claim::Apart => match thing {
                Some(Ref { domain: Domain::Space | Domain::Edge | Domain::Game | Domain::Side, .. }) => {
                    varies && !self.holds_pieces(column)
                }
                Some(_) => false,
                None => column == column::SCOPES,
            },
            Claim::Elsewhere(walker) => match thing {
                Some(thing) => thing != Ref::piece(walker) || varies,
                None => roster || column == column::SCOPES,
            },
            Claim::Fixed { walker, varied, .. } => match thing {
                Some(thing) => thing != Ref::piece(walker) || varied & 1 << column == 0,
                // The walker may be one of several pieces.
                None => column != column::PURSES && column != column::NEVER && varied & 1 << column == 0,
            },
            Claim::Others(walker) => match thing {
                Some(thing) => thing != Ref::piece(walker) || roster,
                None => roster || column == column::SCOPES,
            },
        };
        if !clean {
            self.dependency.set(Claim::Refuted);
        }
    }
}
