//! Words after a dot: the properties of things of each domain, besides derived words.

use crate::model::game::ListOrigin;
use crate::model::id::{Domain, FactId, GridId, ListId, NounId, RegionId, VarId, ZoneId};
use crate::model::node::Term;
use crate::model::types::Type;

use super::builder::GameBuilder;

/// Enters all properties besides derived words and quantities. Those were entered before and take precedence, so a
/// quantity hides the fact of its name.
pub(crate) fn enter_terms(builder: &mut GameBuilder) {
    for index in 0..builder.game.vars.len() {
        let var = &builder.game.vars[index];
        let (name, opposite, subject, ty) = (var.name.clone(), var.opposite.clone(), var.subject, var.ty);
        let term = Term::Var(VarId(index as u16));
        enter(builder, &name, opposite.as_deref(), subject, ty, term);
    }
    for index in 0..builder.game.facts.len() {
        let fact = &builder.game.facts[index];
        let (name, subject, ty) = (fact.name.clone(), fact.subject, fact.ty);
        enter(builder, &name, None, subject, ty, Term::Fact(FactId(index as u16)));
    }
    for index in 0..builder.game.kinds.len() {
        let name = builder.game.kinds[index].name.clone();
        builder.question(&name, None, Domain::Piece, Term::Kind(index as u16));
    }
    for index in 0..builder.game.modes.len() {
        let name = builder.game.modes[index].name.clone();
        builder.question(&name, None, Domain::Piece, Term::Mode(index as u16));
    }
    for index in 0..builder.game.zones.len() {
        let name = builder.game.zones[index].name.clone();
        builder.term(&name, Domain::Side, Term::Zone(ZoneId(index as u16)));
    }
    for index in 0..builder.game.board.boxes.len() {
        let name = builder.game.board.boxes[index].name.clone();
        builder.term(&name, Domain::Side, Term::Box(index as u16));
    }
    for index in 0..builder.game.board.regions.len() {
        let name = builder.game.board.regions[index].name.clone();
        for domain in [Domain::Space, Domain::Piece] {
            builder.question(&name, None, domain, Term::Region(RegionId(index as u16)));
        }
    }
    for index in 0..builder.game.purses.len() {
        let purse = &builder.game.purses[index];
        if let Some(Domain::Piece) = purse.subject {
            let name = purse.name.clone();
            builder.term(&name, Domain::Piece, Term::Purse(crate::model::id::PurseId(index as u16)));
        }
    }
    enter_grids(builder);
    enter_nouns(builder);
}

/// Reports a name with two meanings for the same things. Only a fact and a quantity may share a name.
fn report_clash(builder: &mut GameBuilder, name: &str, subject: Domain, term: Term) {
    let game = &builder.game;
    let (earlier, other) = match (term, game.terms.get(&(name.to_owned(), subject))) {
        (_, None) | (Term::Fact(_), Some((Term::Quantity(_), _))) => return,
        (_, Some((Term::Word(word), _))) => (game.words[word.at()].span, "a word"),
        (_, Some((Term::Quantity(quantity), _))) => (game.quantities[quantity.at()].span, "a quantity"),
        (Term::Fact(_), Some((Term::Var(var), _))) => (game.vars[var.at()].span, "a variable"),
        _ => return,
    };
    let span = match term {
        Term::Var(var) => game.vars[var.at()].span,
        Term::Fact(fact) => game.facts[fact.at()].span,
        _ => return,
    };
    let problem =
        crate::diagnostic::Diagnostic::error("declared-twice", format!("`{name}` is declared twice for one subject"))
            .at(span, "declared here")
            .also(earlier, format!("{other} of this name"));
    builder.report(problem);
}

fn enter(builder: &mut GameBuilder, name: &str, opposite: Option<&str>, subject: Domain, ty: Type, term: Term) {
    report_clash(builder, name, subject, term);
    if ty == Type::Flag {
        builder.question(name, opposite, subject, term);
    } else {
        builder.term(name, subject, term);
    }
}

/// Enters `unit.area`, `area.battle`, `unit.row`; plurals are read as nouns.
fn enter_grids(builder: &mut GameBuilder) {
    for index in 0..builder.game.board.grids.len() {
        let grid = &builder.game.board.grids[index];
        let name = grid.name.clone();
        for domain in [Domain::Piece, Domain::Space] {
            builder.term(&name, domain, Term::Grid(GridId(index as u16)));
        }
    }
    for index in 0..builder.game.lists.len() {
        let list = &builder.game.lists[index];
        let name = list.name.clone();
        let domains: &[Domain] = match list.origin {
            ListOrigin::Columns(_) | ListOrigin::Rows(_) => &[Domain::Piece, Domain::Space],
            ListOrigin::Terrains => &[Domain::Space],
            ListOrigin::Weathers => &[Domain::Game],
            ListOrigin::Names | ListOrigin::Outcomes => continue,
        };
        for &domain in domains {
            builder.term(&name, domain, Term::Line(ListId(index as u16)));
        }
    }
}

/// Enters `mine.leaders`, `unit.leader`: whether a thing belongs to a noun.
fn enter_nouns(builder: &mut GameBuilder) {
    use crate::model::game::NounFilter;
    for index in 0..builder.game.nouns.len() {
        let noun = &builder.game.nouns[index];
        if matches!(
            noun.filter,
            NounFilter::All | NounFilter::Int | NounFilter::Flag | NounFilter::Text | NounFilter::Dice
        ) {
            continue;
        }
        let names: Vec<String> = std::iter::once(noun.singular.clone()).chain(noun.plural.clone()).collect();
        let domain = noun.domain;
        for name in names {
            builder.term(&name, domain, Term::Noun(NounId(index as u16)));
        }
    }
}
