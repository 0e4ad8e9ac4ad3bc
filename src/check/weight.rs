//! Which words, quantities and permissions are light: found about as fast as a kept result is looked up.

use crate::model::api::Api;
use crate::model::clause::{Base, Guard, How, Permission, PhraseTest, Quantity};
use crate::model::game::{Game, NounFilter, Word};
use crate::model::node::{Expr, Node, Term};

/// A word, quantity or permission of at most this weight is not kept.
const LIGHT: u32 = 12;
/// The weight of a search for ways, and of anything that calls itself.
const HEAVY: u32 = 10_000;
/// The number of members that a set is taken to have.
const MEMBERS: u32 = 8;

/// Marks the light words, quantities and permissions of a game.
pub(crate) fn fill_light(game: &mut Game) {
    let mut scale = Scale {
        game,
        words: vec![None; game.words.len()],
        quantities: vec![None; game.quantities.len()],
        permissions: vec![None; game.permissions.len()],
        functions: vec![None; game.functions.len()],
    };
    let words: Vec<bool> = (0..game.words.len()).map(|at| scale.word(at) <= LIGHT).collect();
    let quantities: Vec<bool> = (0..game.quantities.len()).map(|at| scale.quantity(at) <= LIGHT).collect();
    let permissions: Vec<bool> = (0..game.permissions.len()).map(|at| scale.permission(at) <= LIGHT).collect();
    let whenevers: Vec<bool> = game.whenevers.iter().map(|rule| scale.node(&rule.condition) <= LIGHT).collect();
    let invariants: Vec<bool> = game.invariants.iter().map(|rule| scale.node(&rule.condition) <= LIGHT).collect();
    game.whenevers.iter_mut().zip(whenevers).for_each(|(item, light)| item.light = light);
    game.invariants.iter_mut().zip(invariants).for_each(|(item, light)| item.light = light);
    game.words.iter_mut().zip(words).for_each(|(item, light)| item.light = light);
    game.quantities.iter_mut().zip(quantities).for_each(|(item, light)| item.light = light);
    game.permissions.iter_mut().zip(permissions).for_each(|(item, light)| item.light = light);
}

/// Weighs expressions by the number of nodes that are evaluated. What has been weighed is kept.
struct Scale<'g> {
    game: &'g Game,
    words: Vec<Option<u32>>,
    quantities: Vec<Option<u32>>,
    permissions: Vec<Option<u32>>,
    functions: Vec<Option<u32>>,
}

impl Scale<'_> {
    fn word(&mut self, at: usize) -> u32 {
        if let Some(known) = self.words[at] {
            return known;
        }
        self.words[at] = Some(HEAVY);
        let Word { body, replacements, .. } = &self.game.words[at];
        let mut weight = self.node(body);
        for replacement in replacements {
            weight = weight.saturating_add(self.guard(&replacement.guard)).saturating_add(self.node(&replacement.body));
        }
        self.words[at] = Some(weight);
        weight
    }

    fn quantity(&mut self, at: usize) -> u32 {
        if let Some(known) = self.quantities[at] {
            return known;
        }
        self.quantities[at] = Some(HEAVY);
        let Quantity { lets, base, modifiers, .. } = &self.game.quantities[at];
        let mut weight = lets.iter().fold(0u32, |all, (_, node)| all.saturating_add(self.node(node)));
        if let Base::Node(node) = base {
            weight = weight.saturating_add(self.node(node));
        }
        for modifier in modifiers {
            weight = weight.saturating_add(self.guard(&modifier.guard));
            weight = weight.saturating_add(match &modifier.how {
                How::By(node)
                | How::Exactly(node, _)
                | How::AtLeast(node)
                | How::AtMost(node)
                | How::NeverBelow(node) => self.node(node),
                How::Halved(_) | How::Doubled => 1,
            });
        }
        self.quantities[at] = Some(weight);
        weight
    }

    fn permission(&mut self, at: usize) -> u32 {
        if let Some(known) = self.permissions[at] {
            return known;
        }
        self.permissions[at] = Some(HEAVY);
        let Permission { lets, forbids, .. } = &self.game.permissions[at];
        let lets = lets.iter().fold(0u32, |all, (_, node)| all.saturating_add(self.node(node)));
        let weight = forbids.iter().fold(lets, |all, forbid| all.saturating_add(self.guard(&forbid.guard)));
        self.permissions[at] = Some(weight);
        weight
    }

    fn function(&mut self, at: usize) -> u32 {
        if let Some(known) = self.functions[at] {
            return known;
        }
        self.functions[at] = Some(HEAVY);
        let weight = self.node(&self.game.functions[at].body);
        self.functions[at] = Some(weight);
        weight
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
            Term::Word(word) => self.word(word.at()).saturating_add(2),
            Term::Quantity(quantity) => self.quantity(quantity.at()).saturating_add(2),
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
            Expr::Word { word, .. } => self.word(word.at()).saturating_add(2),
            Expr::Quantity { quantity, .. } => self.quantity(quantity.at()).saturating_add(2),
            Expr::May { permission, .. } => self.permission(permission.at()).saturating_add(2),
            Expr::Call { function, .. } => self.function(function.at()).saturating_add(2),
            Expr::Walk { .. } => HEAVY,
            Expr::Api { api: Api::Reach | Api::Across | Api::Steps | Api::CanPay, .. } => HEAVY,
            Expr::Text(_) => HEAVY,
            Expr::Const(_) | Expr::Local(_) => 0,
            _ => 1,
        }
    }
}
