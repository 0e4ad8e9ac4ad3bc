//! Which words, quantities and invariants are light: found about as fast as a kept result is looked up.

use rustc_hash::FxHashMap;

use crate::model::api::Api;
use crate::model::clause::{Base, Guard, Permission, PhraseTest, Quantity};
use crate::model::game::{Game, NounFilter, Replacement, Word, WordForm};
use crate::model::node::{Expr, Node, Term};

use super::reads::shifts;

/// What weighs no more than this is not kept.
const LIGHT: u32 = 8;
/// The weight of a search for ways, and of anything that calls itself.
const HEAVY: u32 = 10_000;
/// How many words deep the first part of a condition is looked for: a word may call itself.
const DEEPEST: usize = 8;
/// The number of members that a set is taken to have.
const MEMBERS: u32 = 8;

/// Marks what is light in a game.
pub(crate) fn fill_light(game: &mut Game) {
    let mut scale = Scale { game, known: FxHashMap::default() };
    let mut light = |count: usize, item: fn(usize) -> Item| -> Vec<bool> {
        (0..count).map(|at| scale.item(item(at)) <= LIGHT).collect()
    };
    let words = light(game.words.len(), Item::Word);
    let quantities = light(game.quantities.len(), Item::Quantity);
    let invariants = light(game.invariants.len(), Item::Invariant);
    let leads: Vec<usize> = game.words.iter().map(|word| scale.lead(word)).collect();
    for (item, lead) in game.words.iter_mut().zip(leads) {
        item.at_once = lead == item.body.parts().len();
        item.lead = lead;
    }
    game.words.iter_mut().zip(words).for_each(|(item, light)| item.light = light);
    game.quantities.iter_mut().zip(quantities).for_each(|(item, light)| item.light = light);
    game.invariants.iter_mut().zip(invariants).for_each(|(item, light)| item.light = light);
}

/// What is weighed, by its place among its like.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Word(usize),
    Quantity(usize),
    Permission(usize),
    Function(usize),
    Invariant(usize),
}

/// Weighs expressions by the number of nodes that are evaluated. What has been weighed is kept.
struct Scale<'g> {
    game: &'g Game,
    known: FxHashMap<Item, u32>,
}

impl Scale<'_> {
    fn item(&mut self, item: Item) -> u32 {
        if let Some(known) = self.known.get(&item) {
            return *known;
        }
        // What calls itself finds this.
        self.known.insert(item, HEAVY);
        let weight = match item {
            Item::Word(at) => self.body(&self.game.words[at].body, &self.game.words[at].replacements),
            Item::Quantity(at) => self.quantity(&self.game.quantities[at]),
            Item::Permission(at) => self.permission(&self.game.permissions[at]),
            Item::Function(at) => {
                let function = &self.game.functions[at];
                self.body(&function.body, &function.replacements)
            }
            Item::Invariant(at) => self.head(&self.game.invariants[at].condition, 0),
        };
        self.known.insert(item, weight);
        weight
    }

    /// The first part of a condition on a member: what follows `&&` and `||` is evaluated only for the members that it
    /// does not settle, and a set without the member is found once for all of them.
    fn head(&mut self, condition: &Node, depth: usize) -> u32 {
        let mentioned = |node: &Node| node.any(|node| matches!(node.expr, Expr::Local(0)));
        match &condition.expr {
            Expr::And(first, _) | Expr::Or(first, _) | Expr::Not(first) => self.head(first, depth),
            Expr::In { set, .. } if !mentioned(set) => 1,
            Expr::Get { term: Term::Word(word), .. } if depth < DEEPEST => {
                let game = self.game;
                let word = &game.words[word.at()];
                match word.replacements.as_slice() {
                    [] => self.head(&word.body, depth + 1),
                    replacements => self.body(&word.body, replacements),
                }
            }
            _ => self.node(condition),
        }
    }

    /// How many leading parts of a yes/no word are light.
    fn lead(&mut self, word: &Word) -> usize {
        if word.form != WordForm::Is || word.params.len() != 1 || !word.replacements.is_empty() {
            return 0;
        }
        word.body.parts().into_iter().take_while(|part| self.head(part, 0) <= LIGHT).count()
    }

    /// A word or function with what replaces it.
    fn body(&mut self, body: &Node, replacements: &[Replacement]) -> u32 {
        let in_force = replacements.iter().filter(|other| self.game.is_read(other.guard.under));
        in_force.fold(self.node(body), |all, other| {
            all.saturating_add(self.guard(&other.guard)).saturating_add(self.node(&other.body))
        })
    }

    fn lets(&mut self, lets: &[(u16, Node)]) -> u32 {
        lets.iter().fold(0, |all, (_, node)| all.saturating_add(self.node(node)))
    }

    fn quantity(&mut self, quantity: &Quantity) -> u32 {
        let mut weight = self.lets(&quantity.lets);
        if let Base::Node(node) = &quantity.base {
            weight = weight.saturating_add(self.node(node));
        }
        for modifier in quantity.modifiers.iter().filter(|modifier| self.game.is_read(modifier.guard.under)) {
            weight = weight.saturating_add(self.guard(&modifier.guard));
            weight = weight.saturating_add(modifier.amount().map_or(1, |node| self.node(node)));
        }
        weight
    }

    fn permission(&mut self, permission: &Permission) -> u32 {
        let lets = self.lets(&permission.lets);
        let in_force = permission.forbids.iter().filter(|forbid| self.game.is_read(forbid.guard.under));
        in_force.fold(lets, |all, forbid| all.saturating_add(self.guard(&forbid.guard)))
    }

    fn guard(&mut self, guard: &Guard) -> u32 {
        let mut weight = 3;
        if let Some(phrase) = &guard.phrase {
            for word in phrase.all.iter().flat_map(|part| &part.any) {
                let own = match word.test {
                    PhraseTest::Term(term) | PhraseTest::Value(term, _) | PhraseTest::On(term) => self.term(term),
                    PhraseTest::Side(_) | PhraseTest::Thing(_) => 1,
                };
                weight = own.saturating_add(weight);
            }
        }
        if let Some(when) = &guard.when {
            weight = self.node(when).saturating_add(weight);
        }
        guard.exceptions.iter().fold(weight, |all, exception| all.saturating_add(self.guard(exception)))
    }

    fn term(&mut self, term: Term) -> u32 {
        match term {
            Term::Word(word) => self.item(Item::Word(word.at())).saturating_add(2),
            Term::Quantity(quantity) => self.item(Item::Quantity(quantity.at())).saturating_add(2),
            Term::Noun(noun) => match self.game.nouns[noun.at()].filter {
                NounFilter::Term(term, _) => self.term(term),
                _ => 1,
            },
            Term::Purse(_) => HEAVY,
            _ => 1,
        }
    }

    fn node(&mut self, node: &Node) -> u32 {
        let mut weight = self.own(node);
        let times = if self.repeats(node) { MEMBERS } else { 1 };
        node.children(&mut |child| weight = weight.saturating_add(self.node(child).saturating_mul(times)));
        weight
    }

    /// True if a node evaluates its children once for each member of a set.
    fn repeats(&self, node: &Node) -> bool {
        match &node.expr {
            Expr::For { .. } | Expr::While(..) => true,
            Expr::Api { args, .. } => args.iter().any(|arg| matches!(arg.expr, Expr::Closure { .. })),
            _ => false,
        }
    }

    fn own(&mut self, node: &Node) -> u32 {
        match &node.expr {
            Expr::Get { term, .. } => self.term(*term),
            Expr::Filter { term, .. } | Expr::Select { term, .. } | Expr::Gather { term, .. } | Expr::Measure(term) => {
                match term {
                    Term::Var(_) | Term::Kind(_) | Term::Region(_) | Term::Grid(_) => 2,
                    term => self.term(*term).saturating_mul(MEMBERS),
                }
            }
            Expr::Members(noun) => self.term(Term::Noun(*noun)).saturating_mul(MEMBERS),
            Expr::Word { word, .. } => self.item(Item::Word(word.at())).saturating_add(2),
            Expr::Quantity { quantity, .. } => self.item(Item::Quantity(quantity.at())).saturating_add(2),
            Expr::Table { table, .. } => shifts(self.game, *table)
                .fold(1, |all: u32, shift| all.saturating_add(self.item(Item::Quantity(shift.at())))),
            Expr::May { permission, .. } => self.item(Item::Permission(permission.at())).saturating_add(2),
            Expr::Call { function, .. } => self.item(Item::Function(function.at())).saturating_add(2),
            Expr::Walk { .. } => HEAVY,
            Expr::Api { api: Api::Reach | Api::Across | Api::Steps | Api::CanPay, .. } => HEAVY,
            Expr::Text(_) => HEAVY,
            Expr::Const(_) | Expr::Local(_) => 0,
            _ => 1,
        }
    }
}
