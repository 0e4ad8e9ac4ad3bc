//! Native evaluation against Rhai: the pure texts of the shipped games, evaluated with random arguments in random
//! positions.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use oriflamme::analysis::bots::{Bots, Player};
use oriflamme::model::clause::Base;
use oriflamme::model::game::{Game, Param};
use oriflamme::model::id::{Domain, FunctionId};
use oriflamme::model::node::{Expr, Node};
use oriflamme::model::types::Type;
use oriflamme::model::value::Value;
use oriflamme::play::operator::equal;
use oriflamme::play::{Cx, Run, Scripts, World, api, native};
use oriflamme::script::Engine;
use oriflamme::script::differential::compare;

use crate::harness::{SCENARIOS, beginning, game};

/// The number of positions per scenario in which the texts are compared.
const POSITIONS: usize = 4;
/// The number of steps between two positions.
const STEPS: usize = 60;
/// The number of argument choices per text.
const CHOICES: usize = 6;

/// A uniform random generator with the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }

    /// A possible value of a parameter; `None` if there is none.
    fn value(&mut self, world: &World<'_>, param: &Param) -> Option<Value> {
        match param.ty {
            Type::Int(_) => Some(Value::Int(self.below(5) as i64)),
            Type::Flag => Some(Value::Flag(self.below(2) == 0)),
            Type::One(domain, _) => {
                let members = self.members(world, domain, param);
                let at = self.below(members.len());
                members.get(at).map(|index| Value::member(domain, *index))
            }
            Type::Set(domain) => {
                let members = self.members(world, domain, param);
                Some(Value::set(domain, members.into_iter().filter(|_| self.below(2) == 0).collect::<Vec<_>>()))
            }
            _ => None,
        }
    }

    fn members(&mut self, world: &World<'_>, domain: Domain, param: &Param) -> Vec<u16> {
        let all = world.all(domain);
        let is_meant = |index: &u16| match (param.noun, Value::member(domain, *index)) {
            (Some(noun), Value::Ref(thing)) => world.is_noun(noun, thing).unwrap_or(false),
            _ => true,
        };
        all.iter().filter(is_meant).collect()
    }
}

/// True if a node reads only these parameters, under their own names, and its own bindings.
fn stands_alone(game: &Game, node: &Node, params: &[Param]) -> bool {
    let (mut read, mut bound) = (HashSet::new(), HashSet::new());
    node.walk(&mut |node| match &node.expr {
        // A clause may rename the parameters of the item it modifies.
        Expr::Local(slot) => drop(read.insert((*slot, game.sources.text(node.span)))),
        Expr::Closure { slot, .. } | Expr::Safe { slot, .. } | Expr::For { slot, .. } | Expr::Let(slot, _) => {
            bound.insert(*slot);
        }
        _ => {}
    });
    let old = |node: &Node| {
        let mut old = false;
        node.walk(&mut |node| old |= matches!(node.expr, Expr::Usual(_) | Expr::Error));
        old
    };
    let is_known = |(slot, name): &(u16, &str)| {
        bound.contains(slot) || params.get(*slot as usize).is_some_and(|param| param.name == *name)
    };
    read.iter().all(is_known) && !old(node)
}

/// Every pure text of a game with its parameters.
fn texts(game: &Game) -> Vec<(&Node, u16, &[Param])> {
    let words = game.words.iter().map(|word| (&word.body, word.locals, word.params.as_slice()));
    let bases = game.quantities.iter().filter_map(|quantity| match &quantity.base {
        Base::Node(node) => Some((node, quantity.locals, quantity.params.as_slice())),
        Base::Fact(_) | Base::Dice(_) => None,
    });
    let modifiers = game.quantities.iter().flat_map(|quantity| {
        let guards = quantity.modifiers.iter().filter_map(|modifier| modifier.guard.when.as_ref());
        guards.map(|when| (when, quantity.locals, quantity.params.as_slice()))
    });
    let forbids = game.permissions.iter().flat_map(|permission| {
        let guards = permission.forbids.iter().filter_map(|forbid| forbid.guard.when.as_ref());
        guards.map(|when| (when, permission.locals, permission.params.as_slice()))
    });
    let all = words.chain(bases).chain(modifiers).chain(forbids);
    all.filter(|(node, _, params)| !node.span.is_empty() && stands_alone(game, node, params)).collect()
}

fn arguments(cx: &Cx<'_>, random: &mut Random, params: &[Param]) -> Option<Vec<Value>> {
    let run = cx.run.borrow();
    let world = run.world();
    params.iter().map(|param| random.value(&world, param)).collect()
}

fn compared(game: &Arc<Game>, seed: u64) -> usize {
    let run = Run::begin(game, &beginning(game), seed).expect("the game begins");
    let run = Rc::new(RefCell::new(run));
    let players = vec![Player::Random; game.sides.len()];
    run.borrow_mut().oracle = Box::new(Bots::new(game, players, seed).expect("bots play"));
    let scripts = native::make(game, &run).expect("the scripts are right");
    let mut rhai = Engine::new(game, &run).expect("the scripts are right");
    let cx = Cx { game, run: &run, scripts: &*scripts };
    let mut random = Random(seed);
    let mut count = 0;
    for _ in 0..POSITIONS {
        if (0..STEPS).any(|_| cx.advance().is_err()) {
            break;
        }
        for (node, slots, params) in texts(game) {
            for _ in 0..CHOICES {
                let Some(values) = arguments(&cx, &mut random, params) else { break };
                let bound: Vec<(&str, Value)> = params.iter().map(|param| param.name.as_str()).zip(values).collect();
                let outcome = compare(&mut rhai, &cx, &game.sources, node, slots, &bound);
                assert!(outcome.agrees(), "{}: {outcome:#?} with {bound:?}", game.sources.place(node.span));
                count += 1;
            }
        }
        for (at, function) in game.functions.iter().enumerate() {
            for _ in 0..CHOICES {
                let Some(values) = arguments(&cx, &mut random, &function.params) else { break };
                let native = api::function(&cx, FunctionId(at as u16), &values);
                let script = rhai.call(function.script, &values);
                match (&native, &script) {
                    (Ok(a), Ok(b)) => assert!(equal(a, b), "{} {values:?}: {a:?} against {b:?}", function.name),
                    (Err(_), Err(_)) => {}
                    _ => panic!("{} {values:?}: {native:?} against {script:?}", function.name),
                }
                count += 1;
            }
        }
    }
    count
}

#[test]
fn pure_texts_mean_the_same_natively_and_in_rhai() {
    for scenario in SCENARIOS {
        let game = game(scenario);
        let count: usize = (1..=2).map(|seed| compared(&game, seed)).sum();
        assert!(count > 0, "{scenario}: nothing was compared");
    }
}
