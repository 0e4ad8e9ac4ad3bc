//! The places that cite a section of the rulebook: named items, clauses, and single lines.

use crate::model::game::{Citation, Game, USUAL};
use crate::model::id::SectionId;
use crate::model::sequence::ScopeKind;
use crate::source::Span;

/// An item of a game with its name, span and documentation.
#[derive(Clone, Debug)]
pub struct Named<'g> {
    /// The kind of item: `step`, `action`, `modify`.
    pub kind: &'g str,
    /// Its name. For a clause, the name of the item it affects.
    pub name: &'g str,
    /// The title players see. Empty if players do not see the item.
    pub title: &'g str,
    /// Its documentation.
    pub doc: Option<&'g str>,
    /// The sections it cites.
    pub cites: &'g [SectionId],
    /// Its source span.
    pub span: Span,
}

/// The kinds of clauses and rules without a name.
const CLAUSES: [&str; 5] = ["modify", "forbid", "hook", "whenever", "invariant"];
/// The kind of a derived word.
const WORD: &str = "word";
/// The kind of a test.
pub const TEST: &str = "test";

/// The location of a span: `file:line`.
pub fn place(game: &Game, span: Span) -> String {
    let (line, _) = game.sources.line_column(span);
    format!("{}:{line}", game.sources.name_of(span.source))
}

/// Everything that cites a section: named items first, then other lines by their first words.
pub fn citing(game: &Game, section: SectionId) -> Vec<Named<'_>> {
    let citations = || game.citations.iter().filter(|citation| citation.section == section);
    let mut found = named(game);
    // A word also includes the sections of its replacements, which are written elsewhere.
    let here = |item: &Named<'_>| citations().any(|one| is_within(item, one) || is_beside(game, item, one));
    found.retain(|item| item.cites.contains(&section) && (item.kind != WORD || here(item)));
    let mut others: Vec<Named<'_>> = Vec::new();
    for citation in citations() {
        if !found.iter().any(|item| says(game, item, citation)) {
            others.push(line_of(game, citation));
        }
    }
    found.extend(others);
    found
}

/// True if a citation belongs to the item and not to a line inside it.
fn says(game: &Game, item: &Named<'_>, citation: &Citation) -> bool {
    // A head or clause that spans several lines may have its citations on a line of its own.
    let goes_on = ["@", "because"].iter().any(|word| game.sources.line_text(citation.span).trim().starts_with(word));
    is_beside(game, item, citation) || is_within(item, citation) && (goes_on || CLAUSES.contains(&item.kind))
}

/// True if a citation is in the first line of an item.
fn is_beside(game: &Game, item: &Named<'_>, citation: &Citation) -> bool {
    let line = |span: Span| (span.source, game.sources.line_column(span).0);
    line(item.span) == line(citation.span)
}

/// True if a citation is inside an item.
fn is_within(item: &Named<'_>, citation: &Citation) -> bool {
    item.span.source == citation.span.source && item.span.holds(citation.span.start as usize)
}

/// An item for a line that cites a section and has no name, with its first words as the kind. A replacement has the
/// name of what it replaces.
fn line_of<'g>(game: &'g Game, citation: &'g Citation) -> Named<'g> {
    let text = head_of(game, citation.span).trim();
    let mut words = text.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let is_sign = |sign: char| sign.is_alphanumeric() || sign == '_';
    let is_name = |word: &&str| word.chars().all(is_sign);
    let name = if kind == "replace" {
        let replaced = words.nth(1).unwrap_or_default();
        &replaced[..replaced.find(|sign| !is_sign(sign)).unwrap_or(replaced.len())]
    } else {
        words.next().filter(is_name).unwrap_or_default()
    };
    let cites = std::slice::from_ref(&citation.section);
    Named { kind, name, title: "", doc: None, cites, span: citation.span }
}

/// The line of a citation; after the end of a block, the line that opens the block.
fn head_of(game: &Game, span: Span) -> &str {
    let line = game.sources.line_text(span);
    let Some(source) = game.sources.get(span.source).filter(|_| line.trim_start().starts_with('}')) else {
        return line;
    };
    let (number, _) = game.sources.line_column(span);
    let mut open = 0;
    let mut lines = (1..=number).rev().map(|at| source.line(at));
    let opens = |line: &&str| {
        open += line.matches('}').count() as i64 - line.matches('{').count() as i64;
        open <= 0
    };
    lines.find(opens).unwrap_or(line)
}

/// When a hook runs, as its text begins: `before advance`, `after my volley`.
fn moment(text: &str) -> &str {
    let mut rest = text;
    loop {
        let length = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
        let (word, more) = rest.split_at(length);
        rest = more.trim_start();
        if rest.is_empty() || !matches!(word, "first" | "before" | "after" | "my" | "their") {
            return &text[..text.len() - more.len()];
        }
    }
}

/// All named items of a game, and its clauses.
pub fn named<'g>(game: &'g Game) -> Vec<Named<'g>> {
    let mut all = Vec::new();
    let mut add = |kind, name: &'g str, title: &'g str, doc: Option<&'g String>, cites: &'g [SectionId], span| {
        all.push(Named { kind, name, title, doc: doc.map(String::as_str), cites, span });
    };
    for step in &game.steps {
        add("step", &step.name, &step.title, step.doc.as_ref(), &step.cites, step.span);
    }
    for offer in game.offers.iter().filter(|offer| offer.card.is_none()) {
        let kind = if offer.is_family { "family" } else { "action" };
        add(kind, &offer.name, &offer.title, offer.doc.as_ref(), &offer.cites, offer.span);
    }
    for card in &game.card_defs {
        add("card", &card.name, &card.title, card.doc.as_ref(), &card.cites, card.span);
    }
    for kind in &game.kinds {
        add(
            if kind.is_family { "family" } else { "kind" },
            &kind.name,
            &kind.title,
            kind.doc.as_ref(),
            &kind.cites,
            kind.span,
        );
    }
    for fact in &game.facts {
        add("fact", &fact.name, &fact.name, fact.doc.as_ref(), &[], fact.span);
    }
    for var in &game.vars {
        add("state", &var.name, &var.title, var.doc.as_ref(), &var.cites, var.span);
    }
    // The bodies to which `usual` refers are listed under their own names.
    let named = |name: &str| !name.starts_with(USUAL);
    for word in game.words.iter().filter(|word| named(&word.name)) {
        add(WORD, &word.name, &word.name, word.doc.as_ref(), &word.cites, word.span);
    }
    for function in game.functions.iter().filter(|function| named(&function.name)) {
        add("fn", &function.name, &function.name, function.doc.as_ref(), &function.cites, function.span);
    }
    for quantity in &game.quantities {
        add("quantity", &quantity.name, &quantity.title, quantity.doc.as_ref(), &quantity.cites, quantity.span);
        for modifier in &quantity.modifiers {
            add("modify", &quantity.name, "", None, &modifier.cites, modifier.span);
        }
    }
    for walk in &game.walks {
        add("walk", &walk.name, &walk.name, walk.doc.as_ref(), &walk.cites, walk.span);
        for step in &walk.steps {
            add("step of a walk", &step.name, "", None, &step.cites, step.span);
        }
    }
    for permission in &game.permissions {
        for forbid in &permission.forbids {
            add("forbid", &permission.name, "", None, &forbid.cites, forbid.span);
        }
    }
    for scope in game.scopes.iter().filter(|scope| scope.is_sequence()) {
        add(
            "sequence",
            &scope.name,
            scope.fixed_title().unwrap_or(&scope.name),
            scope.doc.as_ref(),
            &scope.cites,
            scope.span,
        );
    }
    let procedures = game.scopes.iter().filter(|scope| matches!(scope.kind, ScopeKind::Procedure(_)));
    for scope in procedures.filter(|scope| named(&scope.name)) {
        add("procedure", &scope.name, &scope.name, scope.doc.as_ref(), &scope.cites, scope.span);
    }
    for table in &game.tables {
        add("table", &table.name, &table.title, table.doc.as_ref(), &table.cites, table.span);
    }
    for ruling in &game.rulings {
        add("ruling", &ruling.name, &ruling.title, None, &ruling.cites, ruling.span);
    }
    for purse in &game.purses {
        add("purse", &purse.name, &purse.title, purse.doc.as_ref(), &purse.cites, purse.span);
    }
    for hook in &game.hooks {
        add("hook", moment(game.sources.text(hook.span)), "", None, &hook.cites, hook.span);
    }
    for rule in &game.whenevers {
        add("whenever", "rule of settled play", "", None, &rule.cites, rule.span);
    }
    for rule in &game.invariants {
        add("invariant", &rule.name, &rule.name, None, &rule.cites, rule.span);
    }
    for test in &game.tests {
        add(TEST, &test.title, "", None, &test.cites, test.span);
    }
    all
}
