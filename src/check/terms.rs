//! Words after a dot: the properties of things of each domain, besides derived words.

use crate::model::game::ListOrigin;
use crate::model::id::{Domain, FactId, GridId, ListId, NounId, RegionId, VarId, ZoneId};
use crate::model::node::Term;
use crate::model::types::Type;

use super::maker::Maker;

/// Enters all properties besides derived words and quantities. Those were entered before and take precedence, so a
/// quantity hides the fact of its name.
pub(crate) fn enter_terms(maker: &mut Maker) {
    for index in 0..maker.game.vars.len() {
        let var = &maker.game.vars[index];
        let (name, opposite, subject, ty) = (var.name.clone(), var.opposite.clone(), var.subject, var.ty);
        let term = Term::Var(VarId(index as u16));
        enter(maker, &name, opposite.as_deref(), subject, ty, term);
    }
    for index in 0..maker.game.facts.len() {
        let fact = &maker.game.facts[index];
        let (name, subject, ty) = (fact.name.clone(), fact.subject, fact.ty);
        enter(maker, &name, None, subject, ty, Term::Fact(FactId(index as u16)));
    }
    for index in 0..maker.game.kinds.len() {
        let name = maker.game.kinds[index].name.clone();
        maker.question(&name, None, Domain::Piece, Term::Kind(index as u16));
    }
    for index in 0..maker.game.modes.len() {
        let name = maker.game.modes[index].name.clone();
        maker.question(&name, None, Domain::Piece, Term::Mode(index as u16));
    }
    for index in 0..maker.game.zones.len() {
        let name = maker.game.zones[index].name.clone();
        maker.term(&name, Domain::Side, Term::Zone(ZoneId(index as u16)));
    }
    for index in 0..maker.game.board.boxes.len() {
        let name = maker.game.board.boxes[index].name.clone();
        maker.term(&name, Domain::Side, Term::Box(index as u16));
    }
    for index in 0..maker.game.board.regions.len() {
        let name = maker.game.board.regions[index].name.clone();
        for domain in [Domain::Space, Domain::Piece] {
            maker.question(&name, None, domain, Term::Region(RegionId(index as u16)));
        }
    }
    for index in 0..maker.game.purses.len() {
        let purse = &maker.game.purses[index];
        if let Some(Domain::Piece) = purse.subject {
            let name = purse.name.clone();
            maker.term(&name, Domain::Piece, Term::Purse(crate::model::id::PurseId(index as u16)));
        }
    }
    enter_grids(maker);
    enter_nouns(maker);
}

/// Reports a name with two meanings for the same things. Only a fact and a quantity may share a name.
fn report_clash(maker: &mut Maker, name: &str, subject: Domain, term: Term) {
    let game = &maker.game;
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
    maker.report(problem);
}

fn enter(maker: &mut Maker, name: &str, opposite: Option<&str>, subject: Domain, ty: Type, term: Term) {
    report_clash(maker, name, subject, term);
    if ty == Type::Flag {
        maker.question(name, opposite, subject, term);
    } else {
        maker.term(name, subject, term);
    }
}

/// Enters `unit.area`, `area.battle`, `unit.row`; plurals are read as nouns.
fn enter_grids(maker: &mut Maker) {
    for index in 0..maker.game.board.grids.len() {
        let grid = &maker.game.board.grids[index];
        let name = grid.name.clone();
        for domain in [Domain::Piece, Domain::Space] {
            maker.term(&name, domain, Term::Grid(GridId(index as u16)));
        }
    }
    for index in 0..maker.game.lists.len() {
        let list = &maker.game.lists[index];
        let name = list.name.clone();
        let domains: &[Domain] = match list.origin {
            ListOrigin::Columns(_) | ListOrigin::Rows(_) => &[Domain::Piece, Domain::Space],
            ListOrigin::Terrains => &[Domain::Space],
            ListOrigin::Weathers => &[Domain::Game],
            ListOrigin::Names | ListOrigin::Outcomes => continue,
        };
        for &domain in domains {
            maker.term(&name, domain, Term::Line(ListId(index as u16)));
        }
    }
}

/// Enters `mine.leaders`, `unit.leader`: whether a thing belongs to a noun.
fn enter_nouns(maker: &mut Maker) {
    use crate::model::game::NounFilter;
    for index in 0..maker.game.nouns.len() {
        let noun = &maker.game.nouns[index];
        if matches!(
            noun.filter,
            NounFilter::All | NounFilter::Int | NounFilter::Flag | NounFilter::Text | NounFilter::Dice
        ) {
            continue;
        }
        let names: Vec<String> = std::iter::once(noun.singular.clone()).chain(noun.plural.clone()).collect();
        let domain = noun.domain;
        for name in names {
            maker.term(&name, domain, Term::Noun(NounId(index as u16)));
        }
    }
}
