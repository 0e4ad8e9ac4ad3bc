//! The state columns that an expression reads, so that cached results are dropped when one of them changes.

use crate::model::api::{Api, Reads};
use crate::model::game::{Game, ListOrigin, NounFilter, Shift, Var, column};
use crate::model::id::{Domain, ListId, NounId, QuantityId, TableId, VarId};
use crate::model::node::{Expr, Node, Term};

/// The columns that `node` reads, by bit ([`mod@column`]).
///
/// A call adds the `reads` of its target as stored in `game`. Callers start with empty sets and repeat until nothing
/// changes.
pub fn reads(node: &Node, game: &Game) -> u128 {
    let mut columns = 0;
    node.walk(&mut |node| columns |= of_node(node, game));
    columns
}

const fn bit(column: u8) -> u128 {
    1 << column
}

/// The columns that decide whose a thing is, beside those of pieces: who holds the cards of a deck that all share.
pub(super) fn of_owner(game: &Game) -> u128 {
    if game.spots.is_empty() { 0 } else { bit(column::CARDS) }
}

fn of_node(node: &Node, game: &Game) -> u128 {
    match &node.expr {
        // What was chosen for a card stays with it while it is in force.
        Expr::ScopeParam(..) => bit(column::SCOPES) | bit(column::CARDS),
        Expr::ScopeNumber(_) | Expr::ScopeTurn(..) | Expr::ScopeSide(_) | Expr::Running(_) => bit(column::SCOPES),
        Expr::Me => bit(column::ACTING),
        Expr::Winner | Expr::Happen { .. } | Expr::Set { .. } | Expr::SetOwn { .. } => bit(column::NEVER),
        Expr::Walk { walk, .. } => game.walks.get(walk.at()).map_or(0, |walk| walk.reads),
        Expr::All(domain) => of_domain(*domain),
        Expr::Members(noun) => of_noun(*noun, game),
        Expr::Get { term, .. }
        | Expr::Filter { term, .. }
        | Expr::Select { term, .. }
        | Expr::Gather { term, .. }
        | Expr::Measure(term) => of_term(*term, game),
        Expr::Printed { fact, .. } => of_term(Term::Fact(*fact), game),
        Expr::Word { word, .. } => game.words.get(word.at()).map_or(0, |word| word.reads),
        Expr::Quantity { quantity, .. } => game.quantities.get(quantity.at()).map_or(0, |quantity| quantity.reads),
        Expr::May { permission, .. } => game.permissions.get(permission.at()).map_or(0, |permission| permission.reads),
        Expr::Call { function, .. } => game.functions.get(function.at()).map_or(0, |function| function.reads),
        Expr::Linked { link, .. } => game.board.links.get(link.at()).map_or(0, |link| link.reads),
        Expr::Table { table, .. } => shifts(game, *table)
            .fold(0, |all, quantity| all | game.quantities.get(quantity.at()).map_or(0, |it| it.reads)),
        // The spaces of a value of a list do not depend on where pieces are.
        Expr::Api { api: Api::SpacesOf, args } if matches!(args.as_slice(), [of] if matches!(of.ty.domain(), Some(Domain::List(_)))) => {
            gathered(game)
        }
        Expr::Api { api, .. } => of_api(*api, game),
        // A value of a list may stand for its spaces.
        Expr::Operate(..) | Expr::In { .. } => gathered(game),
        // A text may contain titles of pieces, which depend on their places and kinds.
        Expr::Text(_) => bit(column::PIECES) | bit(column::ROSTER),
        Expr::Const(_)
        | Expr::Unique(_)
        | Expr::Local(_)
        | Expr::Usual(_)
        | Expr::Result { .. }
        | Expr::Arc { .. }
        | Expr::Closure { .. }
        | Expr::Not(_)
        | Expr::And(..)
        | Expr::Or(..)
        | Expr::If(..)
        | Expr::Switch { .. }
        | Expr::Coalesce(..)
        | Expr::Safe { .. }
        | Expr::Compare(..)
        | Expr::Negative(_)
        | Expr::Array(_)
        | Expr::Map(_)
        | Expr::Range { .. }
        | Expr::Index(..)
        | Expr::SharePart(..)
        | Expr::Sure(..)
        | Expr::Block(_)
        | Expr::Let(..)
        | Expr::Assign { .. }
        | Expr::AssignIndex { .. }
        | Expr::For { .. }
        | Expr::While(..)
        | Expr::Return(_)
        | Expr::Break
        | Expr::Continue
        | Expr::Error => 0,
    }
}

/// The quantities that shift the axes of a table.
pub(super) fn shifts(game: &Game, table: TableId) -> impl Iterator<Item = QuantityId> {
    let axes = game.tables.get(table.at()).map_or(&[][..], |table| table.axes.as_slice());
    axes.iter().filter_map(|axis| match axis.shift {
        Some(Shift::Quantity(quantity, _)) => Some(quantity),
        _ => None,
    })
}

/// The columns of the variables by which values of lists gather spaces and pieces.
fn gathered(game: &Game) -> u128 {
    let gathers = |var: &&Var| {
        matches!(var.subject, Domain::Space | Domain::Piece) && matches!(var.ty.domain(), Some(Domain::List(_)))
    };
    game.vars.iter().filter(gathers).fold(0, |columns, var| columns | bit(var.column))
}

fn of_domain(domain: Domain) -> u128 {
    if domain == Domain::Piece { bit(column::ROSTER) } else { 0 }
}

/// The columns that a word after a dot reads.
pub fn of_term(term: Term, game: &Game) -> u128 {
    match term {
        // A mode may print a fact of its piece.
        Term::Fact(fact) if !game.modes.is_empty() => {
            game.facts.get(fact.at()).map_or(0, |fact| of_domain(fact.subject))
        }
        Term::Fact(_) => 0,
        Term::Var(var) => of_var(var, game),
        Term::Word(word) => game.words.get(word.at()).map_or(0, |word| word.reads),
        Term::Quantity(quantity) => game.quantities.get(quantity.at()).map_or(0, |quantity| quantity.reads),
        Term::Line(list) if game.lists.get(list.at()).is_some_and(|list| list.origin == ListOrigin::Terrains) => {
            game.terrains.iter().fold(bit(column::PIECES), |all, terrain| all | of_var(*terrain, game))
        }
        Term::Kind(_) | Term::Mode(_) => bit(column::ROSTER),
        Term::Grid(_) | Term::Region(_) => bit(column::PIECES),
        Term::Line(list) => bit(column::PIECES) | of_list(list, game),
        Term::Noun(noun) => of_noun(noun, game),
        Term::Zone(_) => bit(column::CARDS),
        Term::Box(_) => 0,
        Term::Facing | Term::Arc(_) => bit(column::PIECES),
        Term::Purse(purse) => bit(column::PURSES) | game.purses.get(purse.at()).map_or(0, |purse| purse.reads),
    }
}

/// The terrain of a space is state; its column and row are not.
fn of_list(list: ListId, game: &Game) -> u128 {
    match game.lists.get(list.at()).map(|list| list.origin) {
        Some(ListOrigin::Terrains) => game.terrains.iter().fold(0, |columns, var| columns | of_var(*var, game)),
        Some(ListOrigin::Weathers) => game.weathers.iter().fold(0, |columns, var| columns | of_var(*var, game)),
        _ => 0,
    }
}

fn of_var(var: VarId, game: &Game) -> u128 {
    let Some(declared) = game.vars.get(var.at()) else { return bit(column::NEVER) };
    // State with a lifetime is reset through an ordinary change.
    if declared.column < 128 { bit(declared.column) } else { bit(column::NEVER) }
}

fn of_noun(noun: NounId, game: &Game) -> u128 {
    let Some(noun) = game.nouns.get(noun.at()) else { return 0 };
    let filter = match noun.filter {
        NounFilter::Term(term, _) => of_term(term, game),
        NounFilter::All
        | NounFilter::Kind(_)
        | NounFilter::Grid(_)
        | NounFilter::Region(_)
        | NounFilter::Int
        | NounFilter::Flag
        | NounFilter::Text
        | NounFilter::Dice => 0,
    };
    of_domain(noun.domain) | filter
}

/// The columns of a declared walk: its texts, the built-in verbs, the places of pieces, its purse.
pub fn of_walk(walk: &crate::model::walk::Walk, game: &Game) -> u128 {
    let permission = |id: crate::model::id::PermissionId| game.permissions.get(id.at()).map_or(0, |item| item.reads);
    let mut all = game.reads_of_steps() | permission(walk.permission);
    if let Some(purse) = walk.purse {
        all |= bit(column::PURSES) | game.purses.get(purse.at()).map_or(0, |purse| purse.reads);
    }
    let mut see = |node: &Node| all |= reads(node, game);
    walk.via.iter().chain(&walk.end).chain(&walk.price).for_each(&mut see);
    for step in &walk.steps {
        step.each.iter().for_each(|(_, node)| see(node));
        step.to.iter().chain(&step.pays).for_each(&mut see);
        step.when_here.iter().chain(&step.when).for_each(|condition| see(&condition.node));
        step.sets.iter().for_each(|change| see(&change.value));
    }
    walk.steps.iter().fold(all, |all, step| all | permission(step.permission))
}

/// The columns of an API entry.
fn of_api(api: Api, game: &Game) -> u128 {
    let roster = bit(column::ROSTER);
    let pieces = bit(column::PIECES) | roster;
    match api.entry().reads {
        Reads::Nothing => 0,
        Reads::Owners => roster | of_owner(game),
        Reads::Places => pieces | gathered(game),
        Reads::Cards => bit(column::CARDS),
        Reads::Links => game.reads_of_links() | pieces | bit(column::ACTING),
        Reads::Walks => {
            let moves = game.quantities.iter().filter(|quantity| quantity.name == "move");
            moves.fold(game.reads_of_steps(), |columns, quantity| columns | quantity.reads)
        }
        Reads::Never => bit(column::NEVER),
    }
}
