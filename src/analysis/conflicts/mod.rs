//! Rules that hang on the order in which they are written: two hooks of one moment, two texts in place of one, two
//! modifiers of one number, two rules of settled play.
//!
//! `candidates` finds the pairs by what they read and write. Random play then reaches moments in which both of a pair
//! hold, and `trial` runs such a moment in both orders. Only a pair whose result differs is a conflict; one that play has
//! never reached may be one.

mod candidates;
mod describe;
mod moment;
mod trial;

use crate::catalog::{Catalog, GameEntry};
use crate::diagnostic::Diagnostic;

pub use moment::Moment;
pub use trial::{Proof, Unfinished};

use candidates::{WHENEVER, candidates};

/// Two rules whose order may matter.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// What both concern: `after enter`, `word open`, `quantity strength`.
    pub about: String,
    /// The rule that is written first.
    pub first: Place,
    /// The rule that is written later.
    pub second: Place,
    /// How often random play has come to a moment in which both held.
    pub met: u64,
    /// A moment in which the order changed the result.
    pub proof: Option<Proof>,
    /// What says that the order is meant: a ruling or a note.
    pub meant: Option<Meant>,
}

/// A rule of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The numbers of the sections it cites.
    pub sections: Vec<String>,
    /// The line as written.
    pub text: String,
}

/// What says that an order is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// One of the rules belongs to this reading of a ruling: `RULING VALUE`.
    Ruling(String),
    /// A comment `// in order: …` above the later rule.
    Note(String),
}

impl Conflict {
    /// True if the order changes the result and nothing says that it is meant.
    pub fn is_open(&self) -> bool {
        self.proof.is_some() && self.meant.is_none()
    }
}

/// The rules of a game that hang on their order.
#[derive(Debug, Default)]
pub struct Conflicts {
    /// The pairs: first those that were proved, then those that may be; in the order of the files.
    pub pairs: Vec<Conflict>,
    /// The scenarios that were played.
    pub scenarios: Vec<String>,
    /// How many pairs were met in play without any difference.
    pub harmless: usize,
    /// How many pairs of `whenever` rules never held at once. All of them are evaluated until none applies, so their order
    /// matters only where two hold at once.
    pub apart: usize,
    /// The games that ended with a fault in a rule.
    pub unfinished: Vec<Unfinished>,
    /// True if there were more pairs than are tried.
    pub more: bool,
}

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Games of each scenario.
    pub games: u64,
    /// The seed from which all games spring.
    pub seed: u64,
    /// True if the moments found can be written as tests. Bots then choose from lists of what is legal, which is slower.
    pub tests: bool,
}

/// Looks for rules of a game that hang on their order: in all scenarios, or in one.
///
/// # Errors
/// The diagnostics, if the rules are faulty.
pub fn conflicts(
    catalog: &Catalog,
    entry: &GameEntry,
    scenario: Option<&str>,
    readings: &[(String, String)],
    effort: Effort,
) -> Result<Conflicts, Vec<Diagnostic>> {
    let mut found = Conflicts::default();
    let mut all: Vec<Conflict> = Vec::new();
    for one in entry.scenarios.iter().filter(|one| scenario.is_none_or(|name| one.name == name)) {
        let compiled = catalog.compile(entry, Some(&one.name), readings);
        let Some(game) = compiled.game else { return Err(compiled.diagnostics) };
        found.scenarios.push(one.name.clone());
        let (mut pairs, more) = candidates(&game);
        found.more |= more;
        found.unfinished.extend(trial::play(&game, &one.name, &mut pairs, effort));
        for pair in pairs {
            let conflict = describe::conflict(&game, pair);
            let same = |other: &&mut Conflict| {
                (&other.about, &other.first, &other.second) == (&conflict.about, &conflict.first, &conflict.second)
            };
            match all.iter_mut().find(same) {
                Some(known) => {
                    known.met += conflict.met;
                    let earlier = |old: &Proof, new: &Proof| new.decision < old.decision;
                    match (&known.proof, &conflict.proof) {
                        (None, _) => known.proof = conflict.proof,
                        (Some(old), Some(new)) if earlier(old, new) => known.proof = conflict.proof,
                        _ => {}
                    }
                }
                None => all.push(conflict),
            }
        }
    }
    let is_apart = |one: &Conflict| one.about == WHENEVER && one.met == 0;
    found.apart = all.iter().filter(|one| is_apart(one)).count();
    all.retain(|one| !is_apart(one));
    found.harmless = all.iter().filter(|one| one.proof.is_none() && one.met > 0).count();
    all.retain(|one| one.proof.is_some() || one.met == 0);
    all.sort_by_key(|one| one.proof.is_none());
    found.pairs = all;
    Ok(found)
}
