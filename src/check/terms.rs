//! Words after a dot: the properties of things of each domain, besides derived words.

use crate::model::game::{ListOrigin, Noun, NounFilter};
use crate::model::id::{Domain, FactId, GridId, ListId, NounId, PurseId, RegionId, VarId, ZoneId};
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
    let game = &builder.game;
    let kinds = game.kinds.iter().zip(0..).map(|(one, at)| (&one.name, Domain::Piece, Term::Kind(at)));
    let modes = game.modes.iter().zip(0..).map(|(one, at)| (&one.name, Domain::Piece, Term::Mode(at)));
    let zones = game.zones.iter().zip(0..).map(|(one, at)| (&one.name, Domain::Side, Term::Zone(ZoneId(at))));
    let boxes = game.board.boxes.iter().zip(0..).map(|(one, at)| (&one.name, Domain::Side, Term::Box(at)));
    let regions = game.board.regions.iter().zip(0..).flat_map(|(one, at)| {
        [Domain::Space, Domain::Piece].map(|domain| (&one.name, domain, Term::Region(RegionId(at))))
    });
    let purses = game.purses.iter().zip(0..).filter(|(one, _)| one.subject == Some(Domain::Piece));
    let purses = purses.map(|(one, at)| (&one.name, Domain::Piece, Term::Purse(PurseId(at))));
    // `unit.area`, `area.battle`, `unit.row`; plurals are read as nouns.
    let grids =
        game.board.grids.iter().zip(0..).flat_map(|(one, at)| {
            [Domain::Piece, Domain::Space].map(|domain| (&one.name, domain, Term::Grid(GridId(at))))
        });
    let lists = game.lists.iter().zip(0..).flat_map(|(one, at)| {
        domains_of(one.origin).iter().map(move |domain| (&one.name, *domain, Term::Line(ListId(at))))
    });
    // `mine.leaders`, `unit.leader`: whether a thing belongs to a noun.
    let narrow = |noun: &Noun| {
        use NounFilter::{Grid, Kind, Region, Term};
        matches!(noun.filter, Kind(_) | Grid(_) | Region(_) | Term(..))
    };
    let nouns = game.nouns.iter().zip(0..).filter(|(one, _)| narrow(one)).flat_map(|(one, at)| {
        let names = std::iter::once(&one.singular).chain(&one.plural);
        names.map(move |name| (name, one.domain, Term::Noun(NounId(at))))
    });
    let all = kinds.chain(modes).chain(zones).chain(boxes).chain(regions).chain(purses);
    let all = all.chain(grids).chain(lists).chain(nouns).map(|(name, domain, term)| (name.clone(), domain, term));
    for (name, domain, term) in all.collect::<Vec<(String, Domain, Term)>>() {
        match term {
            Term::Kind(_) | Term::Mode(_) | Term::Region(_) => builder.question(&name, None, domain, term),
            _ => builder.term(&name, domain, term),
        }
    }
}

/// The things that belong to values of such a list.
fn domains_of(origin: ListOrigin) -> &'static [Domain] {
    match origin {
        ListOrigin::Columns(_) | ListOrigin::Rows(_) => &[Domain::Piece, Domain::Space],
        ListOrigin::Terrains => &[Domain::Space],
        ListOrigin::Weathers => &[Domain::Game],
        ListOrigin::Names | ListOrigin::Outcomes => &[],
    }
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
