//! The state columns that each item reads, and the search for circular definitions.

use crate::model::api::Api;
use crate::model::board::Link;
use crate::model::card::Purse;
use crate::model::clause::{Base, Guard, Permission, Phrase, PhraseTest, Quantity};
use crate::model::game::{Function, Game, Replacement, Word, column};
use crate::model::id::{Domain, NounId, Ref, VarId};
use crate::model::node::{Expr, Node, Term};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::model::walk::{Varied, Walk};

use super::builder::GameBuilder;
use super::error;
use super::reads::{of_owner, of_term, of_walk, reads, shifts};

/// Fills `reads` of words, functions, quantities, permissions, rules of settled play and offers. A call adds the
/// columns of what it calls; this repeats until nothing changes.
pub(crate) fn fill_reads(game: &mut Game) {
    forget_reads(game);
    let mut forward = true;
    // Definitions in order, or in reverse order, are resolved in one round.
    while a_round_grows(game, forward) {
        forward = !forward;
    }
    let watched: Vec<u128> = game.whenevers.iter().map(|rule| of_rule(rule.each, &rule.condition, game)).collect();
    let held: Vec<u128> = game.invariants.iter().map(|rule| of_rule(rule.each, &rule.condition, game)).collect();
    let offers: Vec<u128> = (0..game.offers.len()).map(|index| of_offer(index, game)).collect();
    let own: Vec<Vec<VarId>> = game.walks.iter().map(|walk| own_variables(walk, game)).collect();
    let of_scopes = game.scopes.iter().flat_map(|scope| &scope.vars).map(|var| 1u128 << game.vars[var.at()].column);
    let of_scopes = of_scopes.fold(1u128 << column::SCOPES, |all, column| all | column);
    let by_scope = (all_of(&watched) | all_of(&held)) & of_scopes != 0;
    game.settles_by_scope = by_scope;
    (game.rules_read, game.invariants_read) = (all_of(&watched), all_of(&held));
    game.walks.iter_mut().zip(own).for_each(|(walk, own)| walk.own = own);
    game.whenevers.iter_mut().zip(watched).for_each(|(item, value)| item.reads = value);
    game.invariants.iter_mut().zip(held).for_each(|(item, value)| item.reads = value);
    game.offers.iter_mut().zip(offers).for_each(|(item, value)| item.reads = value);
}

fn all_of(reads: &[u128]) -> u128 {
    reads.iter().fold(0, |all, columns| all | columns)
}

/// Clears what was found under other readings.
fn forget_reads(game: &mut Game) {
    game.words.iter_mut().for_each(|item| item.reads = 0);
    game.functions.iter_mut().for_each(|item| item.reads = 0);
    game.quantities.iter_mut().for_each(|item| item.reads = 0);
    game.permissions.iter_mut().for_each(|item| item.reads = 0);
    game.purses.iter_mut().for_each(|item| item.reads = 0);
    game.walks.iter_mut().for_each(|item| item.reads = 0);
    game.board.links.iter_mut().for_each(|item| item.reads = 0);
}

/// Adds to each item its own columns and those of the items it mentions; true if anything changed.
fn a_round_grows(game: &mut Game, forward: bool) -> bool {
    let mut grown = false;
    let order = |count: usize| (0..count).map(move |at| if forward { at } else { count - 1 - at });
    macro_rules! grow {
        ($($items:ident).+, $reads:expr) => {
            for at in order(game.$($items).+.len()) {
                #[allow(clippy::redundant_closure_call, reason = "write one kind of items only")]
                let value: u128 = $reads(&game.$($items).+[at], &*game);
                let slot = &mut game.$($items).+[at].reads;
                grown |= *slot | value != *slot;
                *slot |= value;
            }
        };
    }
    grow!(words, |word: &Word, game| of_body(&word.body, &word.replacements, game));
    grow!(functions, |function: &Function, game| of_body(&function.body, &function.replacements, game));
    grow!(quantities, of_quantity);
    grow!(permissions, of_permission);
    grow!(purses, of_purse);
    grow!(walks, of_walk);
    grow!(board.links, of_conditions);
    grown
}

fn of_conditions(link: &Link, game: &Game) -> u128 {
    link.conditions.iter().fold(0, |all, condition| all | reads(&condition.when, game))
}

/// The columns of a word or function, with those of what replaces it.
fn of_body(body: &Node, replacements: &[Replacement], game: &Game) -> u128 {
    let replacements = replacements.iter().filter(|other| game.is_read(other.guard.under));
    let replaced = replacements.map(|other| reads(&other.body, game) | of_guard(&other.guard, game));
    replaced.fold(reads(body, game), |a, b| a | b)
}

fn of_permission(permission: &Permission, game: &Game) -> u128 {
    let lets = permission.lets.iter().fold(0, |all, (_, node)| all | reads(node, game));
    let forbids = permission.forbids.iter().filter(|forbid| game.is_read(forbid.guard.under));
    forbids.fold(lets, |all, forbid| all | of_guard(&forbid.guard, game))
}

/// The piece variables that a walk reads but does not vary, except those that hold pieces.
fn own_variables(walk: &Walk, game: &Game) -> Vec<VarId> {
    let own = game.vars_of(Domain::Piece).filter(|(id, var)| {
        walk.reads & 1 << var.column != 0
            && !matches!(var.ty, Type::One(Domain::Piece, _))
            && !walk.varies.contains(&Varied::Var(*id))
    });
    own.map(|(id, _)| id).collect()
}

/// The columns of a rule of settled play: those of the noun it ranges over and of its condition.
fn of_rule(each: Option<NounId>, condition: &Node, game: &Game) -> u128 {
    each.map_or(0, |noun| of_term(Term::Noun(noun), game)) | reads(condition, game)
}

pub(super) fn of_guard(guard: &Guard, game: &Game) -> u128 {
    use crate::model::clause::Bearer;
    let var = |var: crate::model::id::VarId| 1u128 << game.vars[var.at()].column;
    let pieces = 1u128 << column::PIECES | 1u128 << column::ROSTER;
    let mut all = match &guard.bearer {
        Bearer::Always => 0,
        Bearer::Var { var: of, .. } => var(*of) | pieces,
        Bearer::Game(of) => var(*of),
        Bearer::SideFlag { var: of, .. } => var(*of) | pieces | of_owner(game),
        Bearer::Kind { .. } => pieces,
        Bearer::OfDeck { .. } => 0,
        Bearer::Card(_) | Bearer::Deck(_) => 1u128 << column::CARDS | 1u128 << column::SCOPES,
    };
    all |= guard.phrase.as_ref().map_or(0, |phrase| of_phrase(phrase, game));
    if guard.during.is_some() {
        all |= 1u128 << column::SCOPES;
    }
    all |= guard.when.as_ref().map_or(0, |when| reads(when, game));
    guard.exceptions.iter().fold(all, |all, exception| all | of_guard(exception, game))
}

fn of_phrase(phrase: &Phrase, game: &Game) -> u128 {
    let mut all = 1u128 << column::PIECES | 1u128 << column::ROSTER | of_owner(game);
    if phrase.about == crate::model::clause::About::Me {
        all |= 1u128 << column::ACTING;
    }
    for word in phrase.all.iter().flat_map(|part| &part.any) {
        if let PhraseTest::Term(term) | PhraseTest::On(term) | PhraseTest::Value(term, _) = word.test {
            all |= of_term(term, game);
        }
    }
    all
}

/// The columns that decide what a purse can give, whatever has been spent.
fn of_purse(purse: &Purse, game: &Game) -> u128 {
    use crate::model::card::To;
    let mut all = 1u128 << column::ACTING;
    for source in &purse.sources {
        let to = match &source.to {
            To::Anybody => (None, None),
            To::Each(set) => (Some(set), None),
            To::Among(set, most) => (Some(set), most.as_ref()),
        };
        let nodes = source.each.iter().chain([&source.gives]).chain(&source.when).chain(to.0).chain(to.1);
        all |= nodes.fold(0, |all, node| all | reads(node, game));
        all |= source.from.map_or(0, |other| game.purses[other.at()].reads);
    }
    all
}

fn of_quantity(quantity: &Quantity, game: &Game) -> u128 {
    let mut all = quantity.lets.iter().fold(0, |all, (_, node)| all | reads(node, game));
    all |= match &quantity.base {
        Base::Node(node) => reads(node, game),
        // A mode may print another value.
        Base::Fact(fact) => of_term(Term::Fact(*fact), game),
        Base::Dice(_) => 1u128 << column::NEVER,
    };
    quantity.modifiers.iter().filter(|modifier| game.is_read(modifier.guard.under)).fold(all, |all, modifier| {
        all | of_guard(&modifier.guard, game) | modifier.amount().map_or(0, |node| reads(node, game))
    })
}

/// The columns an offer reads.
fn of_offer(index: usize, game: &Game) -> u128 {
    use crate::model::offer::{Source, Window};
    let offer = &game.offers[index];
    let scopes = 1u128 << column::SCOPES;
    let mut all = 1u128 << column::ACTING | game.permissions[offer.permission.at()].reads;
    for param in &offer.params {
        all |= match &param.source {
            Source::One(node) | Source::Several(node) | Source::Equals(node) => reads(node, game),
            Source::Literals(nodes) => nodes.iter().fold(0, |all, node| all | reads(node, game)),
        };
        all |= param.noun.map_or(0, |noun| of_term(Term::Noun(noun), game));
        all |= param.filter.as_ref().map_or(0, |(_, node)| reads(node, game));
        all |= param.condition.as_ref().map_or(0, |node| reads(node, game));
    }
    for guard in &offer.guards {
        all |= reads(&guard.condition, game);
    }
    for node in &offer.needs {
        all |= reads(node, game);
    }
    for pays in &offer.pays {
        all |= 1u128 << column::PURSES | game.purses[pays.purse.at()].reads;
        all |= game.quantities[pays.cost.at()].reads;
    }
    // Offers around a scope see its parameters; `once` uses are stored with the step.
    if !offer.once.is_empty() || matches!(offer.window, Window::Before(..) | Window::After(..)) {
        all |= scopes;
    }
    if let Some(phrase) = &offer.whose {
        all |= of_phrase(phrase, game);
    }
    if offer.card.is_some() {
        all |= 1u128 << column::CARDS;
    }
    all
}

/// True if an expression uses a word directly.
fn calls(node: &Node, word: usize) -> bool {
    node.any(|node| match &node.expr {
        Expr::Word { word: used, .. } => used.at() == word,
        Expr::Get { term, .. }
        | Expr::Filter { term, .. }
        | Expr::Gather { term, .. }
        | Expr::Select { term, .. }
        | Expr::Measure(term) => matches!(term, Term::Word(used) if used.at() == word),
        _ => false,
    })
}

/// The local of a link's condition that is its edge.
const OWN_EDGE: u16 = 2;

/// Reports words, quantities and links that depend on themselves, directly or not. Functions may be recursive: they
/// have limits of their own.
pub(crate) fn find_circles(builder: &mut GameBuilder) {
    let game = &builder.game;
    let words = game.words.len();
    let links = words + game.quantities.len();
    let needs: Vec<Vec<usize>> = (0..links + game.board.links.len())
        .map(|index| {
            let mut found = Vec::new();
            let mut see = |node: &Node| {
                node.walk(&mut |node| match &node.expr {
                    Expr::Word { word, .. } => found.push(word.at()),
                    Expr::Quantity { quantity, .. } => found.push(words + quantity.at()),
                    Expr::Linked { link, .. } => found.push(links + link.at()),
                    Expr::Api { api: Api::Across | Api::Steps | Api::Joins | Api::Reach, args } => {
                        let mut link = |node: &Node| {
                            if let Expr::Const(Value::Ref(Ref { domain: Domain::Link, index })) = node.expr {
                                found.push(links + usize::from(index));
                            }
                        };
                        args.iter().for_each(|arg| arg.walk(&mut link));
                    }
                    // Whether its own edge is open depends on the condition itself.
                    Expr::Api { api: Api::EdgeOpen, args } if index >= links => {
                        let is_own = args.first().is_some_and(|of| matches!(of.expr, Expr::Local(OWN_EDGE)));
                        found.extend(is_own.then_some(index));
                    }
                    Expr::Table { table, .. } => found.extend(shifts(game, *table).map(|shift| words + shift.at())),
                    Expr::Get { term, .. }
                    | Expr::Filter { term, .. }
                    | Expr::Gather { term, .. }
                    | Expr::Select { term, .. }
                    | Expr::Measure(term) => match term {
                        Term::Word(word) => found.push(word.at()),
                        Term::Quantity(quantity) => found.push(words + quantity.at()),
                        _ => {}
                    },
                    _ => {}
                });
            };
            if let Some(word) = game.words.get(index) {
                see(&word.body);
                let replaced = word.replacements.iter().flat_map(|one| one.guard.when.iter().chain([&one.body]));
                replaced.for_each(see);
            } else if let Some(link) = index.checked_sub(links).and_then(|at| game.board.links.get(at)) {
                link.conditions.iter().for_each(|condition| see(&condition.when));
            } else {
                let quantity = &game.quantities[index - words];
                quantity.lets.iter().for_each(|(_, node)| see(node));
                if let Base::Node(node) = &quantity.base {
                    see(node);
                }
                for modifier in &quantity.modifiers {
                    modifier.amount().into_iter().chain(&modifier.guard.when).for_each(&mut see);
                }
            }
            found
        })
        .collect();
    let mut problems = Vec::new();
    let mut state = vec![0u8; needs.len()];
    for start in 0..needs.len() {
        let mut way = vec![(start, 0)];
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        while let Some(&mut (at, ref mut next)) = way.last_mut() {
            match needs[at].get(*next).copied() {
                Some(need) => {
                    *next += 1;
                    if state[need] == 1 {
                        let from = way.iter().position(|(other, _)| *other == need).unwrap_or(0);
                        let round: Vec<usize> = way[from..].iter().map(|(other, _)| *other).chain([need]).collect();
                        problems.push(round);
                    } else if state[need] == 0 {
                        state[need] = 1;
                        way.push((need, 0));
                    }
                }
                None => {
                    state[at] = 2;
                    way.pop();
                }
            }
        }
    }
    for round in problems {
        let name = |index: usize| match (game.words.get(index), index.checked_sub(links)) {
            (Some(word), _) => (word.name.as_str(), word.span),
            (None, Some(at)) => (game.board.links[at].name.as_str(), game.board.links[at].span),
            (None, None) => (game.quantities[index - words].name.as_str(), game.quantities[index - words].span),
        };
        let way: Vec<&str> = round.iter().map(|&index| name(index).0).collect();
        let (first, span) = name(round[0]);
        let own = game.words.get(round[0]).filter(|word| way.len() == 2 && !calls(&word.body, round[0]));
        let replaced = own.and_then(|word| word.replacements.iter().find(|one| calls(&one.body, round[0])));
        builder.diagnostics.push(match replaced {
            Some(one) => {
                error::circle(first, one.body.span, &way).help("write `usual` for what the replaced definition gives")
            }
            None => error::circle(first, span, &way),
        });
    }
}
