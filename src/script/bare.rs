//! Bare names in scripts that are neither locals nor parameters.

use std::collections::{HashMap, HashSet};

use rhai::Dynamic;

use crate::model::api::{Api, Form, TABLE};
use crate::model::game::{Game, NounFilter};
use crate::model::id::*;
use crate::model::node::Term;
use crate::model::set::BitSet;
use crate::model::value::Value;
use crate::play::api;
use crate::play::{Act, Cx};

use super::value::{Family, Readings, Resting, to_dynamic};

/// The meaning of a bare name.
#[derive(Clone)]
enum Meaning {
    /// A constant.
    Constant(Dynamic),
    /// Every member of a noun.
    Members(NounId),
    /// A word without parameters, or its opposite if `true`.
    Word(WordId, bool),
    /// A quantity without parameters.
    Quantity(QuantityId),
    /// An entry of the API.
    Api(Api),
    /// The spaces of a region, or those with a flag set.
    Spaces(Term),
    /// A flag of the game.
    Flag(VarId),
    /// A scope: `none` while it rests.
    Scope(ScopeId),
    /// A step or offer: the thing itself where one is expected, otherwise its scope while it runs.
    Scoped(Ref, ScopeId),
}

/// The bare names of a game.
pub(super) struct Bare {
    names: HashMap<String, Meaning>,
    values: HashMap<String, Vec<Value>>,
    scopes: HashSet<String>,
    /// Unique pieces.
    uniques: HashMap<String, usize>,
}

impl Bare {
    /// Collects all bare names of a game.
    pub(super) fn new(game: &Game) -> Self {
        let values = constants(game);
        let mut names: HashMap<String, Meaning> = HashMap::new();
        let mut add = |name: &str, meaning: Meaning| {
            names.entry(name.to_owned()).or_insert(meaning);
        };
        for (at, step) in game.steps.iter().enumerate() {
            add(&step.name, Meaning::Scoped(Ref::new(Domain::Step, at as u16), step.scope));
        }
        for (at, offer) in game.offers.iter().enumerate() {
            // A play has the name of its card and is never named as an offer.
            if offer.card.is_none() {
                add(&offer.name, Meaning::Scoped(Ref::new(Domain::Offer, at as u16), offer.scope));
            }
        }
        // A terrain is the set of its spaces and a weather a question, unless the checker took the name for a value.
        for var in &game.terrains {
            if let Some(declared) = game.vars.get(var.at()) {
                add(&declared.name, Meaning::Spaces(Term::Var(*var)));
            }
        }
        for var in &game.weathers {
            if let Some(declared) = game.vars.get(var.at()) {
                add(&declared.name, Meaning::Flag(*var));
            }
        }
        for (name, readings) in &values {
            let dynamic = match readings.as_slice() {
                [only] => to_dynamic(only.clone()),
                several => Dynamic::from(Readings { values: several.into(), resting: None }),
            };
            add(name, Meaning::Constant(dynamic));
        }
        for (at, noun) in game.nouns.iter().enumerate() {
            if let Some(plural) = &noun.plural {
                add(plural, Meaning::Members(NounId(at as u16)));
            }
            if noun.filter == NounFilter::All {
                add(&noun.singular, Meaning::Constant(Dynamic::from(Family(noun.domain))));
            }
        }
        for (at, list) in game.lists.iter().enumerate() {
            add(&list.name, Meaning::Constant(Dynamic::from(Family(Domain::List(at as u16)))));
        }
        for (at, word) in game.words.iter().enumerate().filter(|(_, word)| word.bare && word.params.is_empty()) {
            add(&word.name, Meaning::Word(WordId(at as u16), false));
            if let Some(opposite) = &word.opposite {
                add(opposite, Meaning::Word(WordId(at as u16), true));
            }
        }
        for (at, quantity) in game.quantities.iter().enumerate().filter(|(_, quantity)| quantity.params.is_empty()) {
            add(&quantity.name, Meaning::Quantity(QuantityId(at as u16)));
        }
        for (at, region) in game.board.regions.iter().enumerate() {
            add(&region.name, Meaning::Spaces(Term::Region(RegionId(at as u16))));
        }
        for (at, scope) in game.scopes.iter().enumerate() {
            add(&scope.name, Meaning::Scope(ScopeId(at as u16)));
        }
        for entry in TABLE.iter().filter(|entry| entry.form == Form::Word) {
            add(entry.name, Meaning::Api(entry.api));
        }
        let scopes = game.scopes.iter().map(|scope| scope.name.clone()).collect();
        let uniques = game.uniques.iter().enumerate().map(|(at, unique)| (unique.name.clone(), at)).collect();
        Bare { names, values, scopes, uniques }
    }

    /// The constants with this name.
    pub(super) fn values(&self, name: &str) -> Vec<Value> {
        self.values.get(name).cloned().unwrap_or_default()
    }

    /// The constant of this domain with this name.
    pub(super) fn value(&self, name: &str, domain: Domain) -> Option<Dynamic> {
        let found = self.values.get(name)?.iter().find(|value| value.domain() == Some(domain))?;
        Some(to_dynamic(found.clone()))
    }

    /// The current value of a name. None if the name is unknown.
    pub(super) fn resolve(&self, cx: &Cx<'_>, name: &str) -> Act<Option<Dynamic>> {
        // Most names are constant, so the state is not consulted first.
        let meaning = self.names.get(name);
        if let Some(unique) = self.uniques.get(name).filter(|_| !self.scopes.contains(name)) {
            let piece = Value::optional(Domain::Piece, cx.run.borrow().live.layout().named(*unique));
            return Ok(Some(match self.values.get(name) {
                None => to_dynamic(piece),
                // A list value may have the same name.
                Some(others) => {
                    Dynamic::from(Readings { values: others.iter().cloned().chain([piece]).collect(), resting: None })
                }
            }));
        }
        // A running step or offer takes precedence over the step or offer itself.
        if let Some(Meaning::Constant(value)) = meaning
            && value.read_lock::<Family>().is_none()
            && !self.scopes.contains(name)
        {
            return Ok(Some(value.clone()));
        }
        if let Some(Meaning::Scoped(thing, scope)) = meaning {
            let runs = cx.run.borrow().state().frame(*scope).is_some();
            let first = if runs { Value::Scope(*scope) } else { Value::None };
            let resting = (!runs).then_some(*scope);
            return Ok(Some(Dynamic::from(Readings { values: [first, Value::Ref(*thing)].into(), resting })));
        }
        if let Some(value) = api::name(cx, name) {
            return Ok(Some(to_dynamic(value)));
        }
        let value = match meaning {
            None => return Ok(None),
            Some(Meaning::Constant(value)) => return Ok(Some(value.clone())),
            Some(Meaning::Members(noun)) => cx.look(|world| world.members(*noun))?,
            Some(Meaning::Word(word, negated)) => api::word(cx, *word, *negated, &[])?,
            Some(Meaning::Quantity(quantity)) => api::quantity(cx, *quantity, &[])?,
            Some(Meaning::Api(entry)) => api::call(cx, *entry, &[])?,
            Some(Meaning::Spaces(term)) => {
                let all = BitSet::first_n(cx.game.count(Domain::Space));
                api::get(cx, *term, false, &Value::Set(Domain::Space, all))?
            }
            Some(Meaning::Flag(var)) => api::get(cx, Term::Var(*var), false, &Value::Ref(Ref::GAME))?,
            Some(Meaning::Scope(scope) | Meaning::Scoped(_, scope)) => return Ok(Some(Dynamic::from(Resting(*scope)))),
        };
        Ok(Some(to_dynamic(value)))
    }
}

/// Every constant of a game by its plain name, with all its readings. Those in the game's own list come first.
fn constants(game: &Game) -> HashMap<String, Vec<Value>> {
    let mut values: HashMap<String, Vec<Value>> = HashMap::new();
    let mut add = |name: &str, value: Value| {
        let readings = values.entry(name.to_owned()).or_default();
        if !name.is_empty() && !readings.contains(&value) {
            readings.push(value);
        }
    };
    for (name, value) in &game.globals {
        add(name, value.clone());
    }
    for (at, side) in game.sides.iter().enumerate() {
        add(&side.name, Value::Ref(Ref::side(at as u16)));
        for alias in &side.aliases {
            add(alias, Value::Ref(Ref::side(at as u16)));
        }
    }
    let mut list = |domain: Domain, names: &mut dyn Iterator<Item = &str>| {
        for (at, name) in names.enumerate() {
            add(name, Value::Ref(Ref::new(domain, at as u16)));
        }
    };
    list(Domain::Kind, &mut game.kinds.iter().map(|kind| kind.name.as_str()));
    list(Domain::Mode, &mut game.modes.iter().map(|mode| mode.name.as_str()));
    list(Domain::Direction, &mut game.board.directions.iter().map(|direction| direction.name.as_str()));
    list(Domain::Link, &mut game.board.links.iter().map(|link| link.name.as_str()));
    list(Domain::Zone, &mut game.zones.iter().map(|zone| zone.name.as_str()));
    // A variable that is a purse is read after a dot.
    let purses = game.purses.iter().map(|purse| if purse.var.is_none() { purse.name.as_str() } else { "" });
    list(Domain::Purse, &mut purses.into_iter());
    for (at, members) in game.lists.iter().enumerate() {
        list(Domain::List(at as u16), &mut members.members.iter().map(|member| member.name.as_str()));
    }
    list(Domain::Space, &mut game.board.spaces.iter().map(|space| space.name.as_str()));
    values
}
