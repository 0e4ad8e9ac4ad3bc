//! Finds rules that depend on the order in which they are written: two hooks of one moment, two replacements of one
//! text, two modifiers of one number, two `whenever` rules.
//!
//! `candidates` finds the pairs by what they read and write. Random play then reaches moments at which both rules of a
//! pair apply, and `trial` runs such a moment in both orders. Only a pair whose results differ is a conflict; one that
//! play never reached may be one.

mod candidates;
mod describe;
mod moment;
mod trial;

use crate::catalog::{Catalog, GameEntry};
use crate::diagnostic::{Diagnostic, add_errors};

pub use moment::Moment;
pub use trial::{Proof, Unfinished};

use candidates::{WHENEVER, candidates};

/// Two rules whose order may matter.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// Their subject: `after enter`, `word open`, `quantity strength`.
    pub about: String,
    /// The rule written first.
    pub first: Place,
    /// The rule written later.
    pub second: Place,
    /// The number of moments in random play at which both applied.
    pub met: u64,
    /// A moment in which the order changed the result.
    pub proof: Option<Proof>,
    /// The ruling or note that marks the order as intended.
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

/// A mark that an order is intended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// One of the rules belongs to this reading of a ruling: `RULING VALUE`.
    Ruling(String),
    /// A comment `// in order: …` above the later rule.
    Note(String),
}

impl Conflict {
    /// True if the order changes the result and is not marked as intended.
    pub fn is_open(&self) -> bool {
        self.proof.is_some() && self.meant.is_none()
    }
}

/// The rules of a game that depend on their order.
#[derive(Debug, Default)]
pub struct Conflicts {
    /// The pairs in file order: first the proved conflicts, then the possible ones.
    pub pairs: Vec<Conflict>,
    /// The scenarios that were played.
    pub scenarios: Vec<String>,
    /// The number of pairs met in play without any difference.
    pub harmless: usize,
    /// The number of pairs of `whenever` rules that never applied at once. These rules are evaluated until none
    /// applies, so their order matters only where two apply at once.
    pub apart: usize,
    /// The games that ended with a fault in a rule.
    pub unfinished: Vec<Unfinished>,
    /// Errors in tests, each once. They do not keep the rules from being tried.
    pub mistakes: Vec<Diagnostic>,
    /// True if there were more pairs than the limit.
    pub more: bool,
}

/// The amount of play.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of games of each scenario.
    pub games: u64,
    /// The master seed of all games.
    pub seed: u64,
    /// True if the moments found can be written as tests. Bots then choose from lists of legal answers, which is
    /// slower.
    pub tests: bool,
}

/// Looks for rules of a game that depend on their order, in all scenarios or in one.
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
        add_errors(&mut found.mistakes, compiled.diagnostics);
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
