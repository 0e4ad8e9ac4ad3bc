//! Why no way leads to a space: its price, or what prevents the cheapest way of all (language reference, 2.9).

use indexmap::IndexSet;

use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::value::{Amount, Value};
use crate::model::way::End;

use super::by_way::Goal;
use crate::play::movement::search::{Checks, Search};
use crate::play::numbers::permission::Refusal;
use crate::play::numbers::quantity::Line;
use crate::play::options::balance::amount_words;
use crate::play::store::locals::{Locals, set_local};
use crate::play::store::world::{Read, World};

/// The most ends of a walk that are evaluated.
const MOST_ENDS: usize = 200;

impl World<'_> {
    /// The walk from which an expression takes its ways, with its arguments.
    pub(in crate::play) fn walk_in(&self, node: &Node, locals: &mut Locals) -> Read<Option<(WalkId, Vec<Value>)>> {
        match &node.expr {
            Expr::Walk { walk, args } => {
                let args: Read<Vec<Value>> = args.iter().map(|arg| self.eval(arg, locals)).collect();
                Ok(Some((*walk, args?)))
            }
            Expr::If(condition, yes, no) => {
                let branch = if self.test(condition, locals)? { yes } else { no };
                self.walk_in(branch, locals)
            }
            Expr::Filter { of, .. } => self.walk_in(of, locals),
            Expr::Api { args, .. } => match args.first() {
                Some(of) => self.walk_in(of, locals),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// What forbids the end of a walk in every place that the walker can reach.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn never_ends(&self, id: WalkId, args: &[Value]) -> Read<Vec<Refusal>> {
        if self.game.walks[id.at()].end.is_none() {
            return Ok(Vec::new());
        }
        self.cache.uncached(|| {
            let Some(mut search) = self.begin_search(id, args, Checks::All)? else { return Ok(Vec::new()) };
            search.run(&mut |_| false)?;
            let mut everywhere: Option<Vec<Refusal>> = None;
            for at in 0..search.places.len().min(MOST_ENDS) as u32 {
                let here = search.against_end(at, args)?;
                let is_here = |one: &Refusal| here.iter().any(|other| other.text == one.text);
                match &mut everywhere {
                    Some(reasons) => reasons.retain(is_here),
                    None => everywhere = Some(here),
                }
            }
            Ok(everywhere.unwrap_or_default())
        })
    }

    /// Why no way of a walker leads to a space, or none through all of these spaces: the cheapest costs too much, a
    /// rule prevents a step of the cheapest way over free terrain, or no steps lead there.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn no_way(&self, id: WalkId, args: &[Value], goal: &Goal) -> Read<Vec<Refusal>> {
        let walk = &self.game.walks[id.at()];
        let Some(Value::Ref(walker)) = args.first() else { return Ok(Vec::new()) };
        let (name, title) = (self.title(*walker), goal.title(self));
        let refusal = |text: String, cites: Vec<SectionId>| Refusal::new(text, cites, walk.span);
        let (mut dear, mut can_leave) = (None, false);
        if walk.purse.is_some() {
            let Some(mut search) = self.begin_search(id, args, Checks::Rules)? else { return Ok(Vec::new()) };
            match self.cheapest(&mut search, goal)? {
                Some(found) => dear = self.too_dear(&mut search, found, &name, &title)?,
                None => can_leave = (1..search.places.len() as u32).any(|at| search.space(at) != search.space(0)),
            }
        }
        let Some(mut search) = self.begin_search(id, args, Checks::Terrain)? else { return Ok(Vec::new()) };
        let Some((reached, costs, has)) = self.cheapest(&mut search, goal)? else {
            // What prevents every way to the space says more than that none has this facing. But where a condition
            // decides about the end, it may be about another facing.
            if goal.facing.is_some() && walk.end.is_none() {
                let found = self.no_way(id, args, &Goal { facing: None, ..goal.clone() })?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
            let text = format!("no way of {name} leads to {title}");
            return Ok(vec![refusal(text, walk.cites.clone())]);
        };
        let better = self.cache.uncached(|| search.better_end(reached, has, args, goal));
        let (reached, may_end) = better.unwrap_or((reached, true));
        // What the walker could pay, a rule prevents: that it could go a longer way is beside the point. So it is if
        // the rule prevents the only step of the way.
        let trail = search.trail(reached);
        if trail.len() > 2 && has.is_none_or(|has| costs > has) {
            // Even a free way would cost too much: what stands far away on it is beside the point.
            if dear.is_none() && can_leave {
                dear = self.too_dear(&mut search, (reached, costs, has), &name, &title)?;
            }
            if let Some(reason) = dear {
                return Ok(vec![reason]);
            }
        }
        let against = self.cache.uncached(|| {
            // If a rule prevents every end there, that is the reason, and not what prevents a step of one way.
            if !may_end {
                return search.against_end(reached, args);
            }
            for pair in trail.windows(2) {
                let reasons = search.against_step(pair[0], pair[1], args)?;
                if !reasons.is_empty() {
                    return Ok(reasons);
                }
            }
            search.against_end(reached, args)
        })?;
        if against.is_empty() && dear.is_none() && walk.least {
            return Ok(vec![refusal(
                format!("the way to {title} costs more than another: only the cheapest may be taken"),
                walk.cites.clone(),
            )]);
        }
        Ok(if against.is_empty() { dear.into_iter().collect() } else { against })
    }

    /// The reason that a way of a search costs more than the walker has for it, if it does.
    fn too_dear(
        &self,
        search: &mut Search<'_>,
        (end, costs, has): (u32, i64, Option<i64>),
        name: &str,
        title: &str,
    ) -> Read<Option<Refusal>> {
        let walk = search.walk;
        let Some(purse) = walk.purse else { return Ok(None) };
        if has.is_some_and(|has| costs <= has) {
            return Ok(None);
        }
        let purse = &self.game.purses[purse.at()];
        let show = |grains: i64| self.show(&Amount { grains, halves: walk.halves }.value());
        let has = has.map_or_else(|| "none".to_owned(), show);
        let changes = self.cache.uncached(|| search.changes_to_gives(end))?;
        let why: Vec<String> = changes.iter().map(|line| format!("{}: {}", line.effect, line.text)).collect();
        let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join("; ")) };
        let costs = amount_words(costs, purse);
        let text = format!("the cheapest way to {title} costs {costs}, and {name} has {has}{why}");
        let changed = changes.iter().flat_map(|line| &line.cites);
        let cites: IndexSet<_> = walk.cites.iter().chain(&purse.cites).chain(changed).copied().collect();
        Ok(Some(Refusal::new(text, cites.into_iter().collect(), walk.span)))
    }

    /// The cheapest way of a search to a goal: its end, its price, and what the walker has for it. What it may spend can
    /// depend on its way.
    fn cheapest(&self, search: &mut Search<'_>, goal: &Goal) -> Read<Option<(u32, i64, Option<i64>)>> {
        let asked = search.via.all_of(&goal.via).unwrap_or(0);
        let leads = |end: &End| goal.is_reached_by(end) && end.passed & asked == asked;
        let Some(end) = self.cache.uncached(|| search.run(&mut |one| leads(&one)))? else { return Ok(None) };
        let costs = search.places[end as usize].cost;
        let Some(purse) = search.walk.purse else { return Ok(Some((end, costs, None))) };
        let walker = search.piece;
        let gives = self.cache.uncached(|| search.stand(end).gives_to(purse, walker))?;
        let spent = self.spent_by(Some(purse), walker);
        Ok(Some((end, costs, gives.map(|gives| (gives - spent).max(0)))))
    }
}

impl Search<'_> {
    /// The cheapest place at a goal that meets the condition on the end of the walk, if the first one does not: what
    /// prevents the way there says more. If none meets it, the one that fails in the fewest parts, among those that
    /// cost no more than the walker `has` if there are any; and false.
    fn better_end(&mut self, first: u32, has: Option<i64>, args: &[Value], goal: &Goal) -> Read<(u32, bool)> {
        // To stay, a walker must meet the condition where it stands.
        if self.places[first as usize].steps == 0 || self.failing_end(first, args)? == 0 {
            return Ok((first, true));
        }
        // Without the rules there may be more places than a search visits: those it has visited will do.
        let _ = self.run(&mut |_| false);
        let is_goal = |search: &Self, at: u32| {
            search.space(at) == goal.space && (goal.facing.is_none() || search.facing_at(at) == goal.facing)
        };
        let mut ends: Vec<u32> = (0..self.places.len() as u32).filter(|at| is_goal(self, *at)).collect();
        ends.sort_by_key(|at| self.places[*at as usize].cost);
        let mut best = None;
        for at in ends.into_iter().take(MOST_ENDS) {
            let failing = self.failing_end(at, args)?;
            if failing == 0 {
                return Ok((at, true));
            }
            let is_dear = has.is_none_or(|has| self.places[at as usize].cost > has);
            let rank = (is_dear, failing);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, at));
            }
        }
        Ok((best.map_or(first, |(_, at)| at), false))
    }

    /// How many parts of the condition on the end of the walk a place fails.
    fn failing_end(&mut self, at: u32, args: &[Value]) -> Read<usize> {
        let (space, walk) = (self.space(at), self.walk);
        let Some(end) = &walk.end else { return Ok(0) };
        let view = self.stand(at);
        let mut locals = view.locals(args, walk.locals);
        set_local(&mut locals, walk.to, Value::Ref(Ref::space(space)));
        Ok(if view.test(end, &mut locals)? { 0 } else { view.fails(end, &mut locals).len().max(1) })
    }

    /// What changes the points that the walker has for a way to this place.
    fn changes_to_gives(&mut self, end: u32) -> Read<Vec<Line>> {
        let Some(purse) = self.walk.purse else { return Ok(Vec::new()) };
        let walker = Value::Ref(Ref::piece(self.piece));
        let view = self.stand(end);
        let mut changes = Vec::new();
        for source in &view.game.purses[purse.at()].sources {
            let mut locals = view.locals(std::slice::from_ref(&walker), source.locals);
            if view.meets(source.when.as_ref(), &mut locals)? {
                let lines = view.lines_of_addend(&source.gives, &mut locals)?;
                changes.extend(lines.into_iter().skip(1).filter(|line| line.depth == 1));
            }
        }
        Ok(changes)
    }

    /// The places of the way to a place, from its start on.
    fn trail(&self, end: u32) -> Vec<u32> {
        let (mut trail, mut here) = (vec![end], end);
        while self.places[here as usize].steps > 0 {
            here = self.places[here as usize].before;
            trail.push(here);
        }
        trail.reverse();
        trail
    }

    /// What prevents a step found by the search.
    fn against_step(&mut self, from: u32, to: u32, args: &[Value]) -> Read<Vec<Refusal>> {
        let (start, space, goal) = (self.space(from), self.space(to), &self.places[to as usize]);
        let (steps, step, walk) = (i64::from(goal.steps), goal.step, self.walk);
        let unit = Value::Ref(Ref::piece(self.piece));
        let view = self.stand(from);
        let verbs = &view.game.verbs;
        let mut asked = Vec::with_capacity(5);
        asked.push((verbs.leave, vec![unit.clone(), Value::Ref(Ref::space(start))]));
        if steps > 1 {
            asked.push((verbs.pass, vec![unit.clone(), Value::Ref(Ref::space(start)), Value::Int(steps - 1)]));
        }
        if space != start {
            asked.push((verbs.enter, vec![unit, Value::Ref(Ref::space(space)), Value::Int(steps)]));
        }
        let mut own = args.to_vec();
        own.push(Value::Ref(Ref::space(space)));
        asked.push((walk.permission, own.clone()));
        asked.push((walk.steps[usize::from(step)].permission, own));
        let mut found = Vec::new();
        for (permission, args) in asked {
            found.extend(view.refusals(permission, &args)?);
        }
        for refusal in &mut found {
            let [from, to] = [start, space].map(|at| view.title(Ref::space(at)));
            refusal.text = match start == space {
                true => format!("in {from}: {}", refusal.text),
                false => format!("on the way, from {from} to {to}: {}", refusal.text),
            };
        }
        Ok(found)
    }

    /// What prevents ending at a place found by the search.
    fn against_end(&mut self, at: u32, args: &[Value]) -> Read<Vec<Refusal>> {
        let (space, steps, walk) = (self.space(at), i64::from(self.places[at as usize].steps), self.walk);
        let unit = Value::Ref(Ref::piece(self.piece));
        let view = self.stand(at);
        let stay = [unit, Value::Ref(Ref::space(space)), Value::Int(steps)];
        let mut found = view.refusals(view.game.verbs.stay, &stay)?;
        if let Some(end) = &walk.end {
            let mut locals = view.locals(args, walk.locals);
            set_local(&mut locals, walk.to, Value::Ref(Ref::space(space)));
            if !view.test(end, &mut locals)? {
                let mut against = view.fails(end, &mut locals);
                for refusal in &mut against {
                    refusal.cites.extend(&walk.cites);
                }
                found.extend(against);
            }
        }
        Ok(found)
    }
}
