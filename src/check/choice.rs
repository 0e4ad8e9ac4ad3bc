//! Choices of offers that nothing reads. Such a choice is often a misspelt line: `consent partner` for `assent partner`
//! is read as a parameter `consent`.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, nearest};
use crate::source::plain;
use crate::syntax::ast::{self, ItemKind, OfferLineKind};

use super::free::{Mention, counts};
use super::gather::Gathered;

/// The words that begin a line of an offer.
const LINES: [&str; 8] = ["when", "needs", "pays", "assent", "chance", "once", "say", "then"];

/// The line of an offer that a name probably stands for.
pub(crate) fn line_meant(name: &str) -> Option<&'static str> {
    match name {
        "consent" | "consents" | "agree" | "agrees" | "accept" | "accepts" | "agreed" => Some("assent"),
        "require" | "requires" | "only" | "provided" => Some("when"),
        "log" | "tell" | "tells" => Some("say"),
        // A name that only sounds like a line, as `day` or `ways`, begins in another way.
        _ => nearest(name, LINES.into_iter().filter(|line| line.get(..1) == name.get(..1))),
    }
}

/// Reports choices whose name stands nowhere but in their own line.
pub(crate) fn unread(items: &Gathered, mentions: &[Vec<Mention<'_>>], found: &mut Vec<Diagnostic>) {
    let counts = counts(mentions);
    // A clause or window with names in brackets gives the values of an offer other names.
    let called = mentions.iter().flatten().filter(|mention| mention.called);
    let renamed: FxHashSet<&str> = called.map(|mention| mention.name).collect();
    let offers: Vec<(&str, &ast::Offer)> = items.entries.iter().flat_map(|entry| offers_in(entry.kind)).collect();
    let choices = || {
        offers.iter().flat_map(|(name, offer)| {
            offer.lines.iter().filter_map(move |line| match &line.kind {
                OfferLineKind::Param(param) => Some((*name, param)),
                _ => None,
            })
        })
    };
    let mut declared: FxHashMap<&str, usize> = FxHashMap::default();
    for (_, param) in choices() {
        *declared.entry(param.name.text.as_str()).or_default() += 1;
    }
    for (offer, param) in choices() {
        let name = param.name.text.as_str();
        let only_here = counts.get(name).copied().unwrap_or(0) <= declared.get(name).copied().unwrap_or(0);
        // A name with accents stands in the text in more than one spelling.
        let meant = name.starts_with('_') || plain(name) != name;
        if !only_here || meant || renamed.contains(offer) {
            continue;
        }
        let problem = Diagnostic::warning("unread-choice", format!("nothing reads the choice `{name}`"))
            .at(param.name.span, "mentioned nowhere else");
        found.push(match line_meant(name) {
            Some(line) => problem.did_you_mean(Some(line)),
            None => problem.help("read it in a line below or in a rule; to keep it as it is, begin its name with `_`"),
        });
    }
}

/// The offers that an item declares, each with the name by which clauses reach it.
fn offers_in(kind: &ItemKind) -> Vec<(&str, &ast::Offer)> {
    match kind {
        ItemKind::Action(item) => vec![(item.name.text.as_str(), &item.offer)],
        ItemKind::Card(item) => item.plays.iter().map(|play| (item.name.text.as_str(), &play.offer)).collect(),
        ItemKind::Deck(item) => item.plays.iter().map(|play| (item.name.text.as_str(), &play.offer)).collect(),
        _ => Vec::new(),
    }
}
