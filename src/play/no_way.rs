//! Why no way leads somewhere: its price, or what stands against the cheapest way of all (language reference, 2.9).

use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::value::{Amount, Value, Way};

use super::permission::Refusal;
use super::walk::{Heed, Search};
use super::world::{Locals, Read, World};

impl World<'_> {
    /// The walk from which an expression takes its ways as things stand, with what it is asked.
    pub(super) fn walk_in(&self, node: &Node, locals: &mut Locals) -> Read<Option<(WalkId, Vec<Value>)>> {
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

    /// What keeps a walker from a space: that the cheapest way costs more than it has, else what stands against the
    /// first step of the cheapest way over open ground, else that no steps lead there. Nothing if a way leads there.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn no_way(&self, id: WalkId, args: &[Value], to: u16) -> Read<Vec<Refusal>> {
        let walk = &self.game.walks[id.at()];
        let Some(Value::Ref(walker)) = args.first() else { return Ok(Vec::new()) };
        let refusal = |text: String, cites: Vec<SectionId>| Refusal { text, label: None, cites, span: walk.span };
        for heed in [Heed::All, Heed::Law] {
            let mut way: Option<Way> = None;
            let Some(mut search) = self.begin_search(id, args, heed)? else { return Ok(Vec::new()) };
            self.memo.imagine(|| {
                search.run(&mut |found| {
                    let there = found.space == to;
                    if there {
                        way = Some(found);
                    }
                    there
                })
            })?;
            match (way, walk.purse) {
                (None, _) => {}
                (Some(way), Some(purse)) if heed == Heed::Law => {
                    let purse_item = &self.game.purses[purse.at()];
                    let show = |grains: i64| self.show(&Amount { grains, halves: walk.halves }.value());
                    let costs: i64 = way.legs.iter().map(|leg| leg.cost).sum();
                    let has = self
                        .gives_to(purse, walker.index)?
                        .map(|gives| gives - self.spent_by(walk.purse, walker.index));
                    let has = has.map_or_else(|| "none".to_owned(), |has| show(has.max(0)));
                    let text = format!(
                        "the cheapest way to {} costs {} {}, and {} has {has}",
                        self.title(Ref::space(to)),
                        show(costs),
                        purse_item.title,
                        self.title(*walker)
                    );
                    let mut cites = walk.cites.clone();
                    cites.extend(purse_item.cites.iter().filter(|cite| !walk.cites.contains(cite)));
                    return Ok(vec![refusal(text, cites)]);
                }
                (Some(_), _) => return Ok(Vec::new()),
            }
        }
        let Some(mut search) = self.begin_search(id, args, Heed::Ground)? else { return Ok(Vec::new()) };
        let reached = self.memo.imagine(|| search.run(&mut |found| found.space == to))?;
        let Some(reached) = reached else {
            let text = format!("no way of {} leads to {}", self.title(*walker), self.title(Ref::space(to)));
            return Ok(vec![refusal(text, walk.cites.clone())]);
        };
        let mut trail = vec![reached];
        while let Some((before, ..)) = search.places[*trail.last().unwrap_or(&reached)].from {
            trail.push(before);
        }
        trail.reverse();
        self.memo.imagine(|| {
            for pair in trail.windows(2) {
                let reasons = search.against_step(pair[0], pair[1], args)?;
                if !reasons.is_empty() {
                    return Ok(reasons);
                }
            }
            search.against_end(reached, args)
        })
    }
}

impl Search<'_> {
    /// What stands against a step that the search has found.
    fn against_step(&mut self, from: usize, to: usize, args: &[Value]) -> Read<Vec<Refusal>> {
        let (start, goal) = (&self.places[from], &self.places[to]);
        let (start, varied, cost) = (start.space, start.varied.clone(), start.cost);
        let (space, steps, step) = (goal.space, i64::from(goal.steps), goal.from.map(|(_, step, _)| step));
        self.stand(start, &varied, cost);
        let view = self.view();
        let verbs = &view.game.verbs;
        let unit = Value::Ref(Ref::piece(self.piece));
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
        asked.push((self.walk.permission, own.clone()));
        asked.extend(step.map(|step| (self.walk.steps[usize::from(step)].permission, own)));
        let mut found = Vec::new();
        for (permission, args) in asked {
            found.extend(view.refusals(permission, &args)?);
        }
        for refusal in &mut found {
            refusal.text = format!(
                "on the way, from {} to {}: {}",
                view.title(Ref::space(start)),
                view.title(Ref::space(space)),
                refusal.text
            );
        }
        Ok(found)
    }

    /// What stands against ending at a place that the search has found.
    fn against_end(&mut self, at: usize, args: &[Value]) -> Read<Vec<Refusal>> {
        let place = &self.places[at];
        let (space, varied, cost, steps) = (place.space, place.varied.clone(), place.cost, i64::from(place.steps));
        self.stand(space, &varied, cost);
        let view = self.view();
        let unit = Value::Ref(Ref::piece(self.piece));
        let stay = [unit, Value::Ref(Ref::space(space)), Value::Int(steps)];
        let mut found = view.refusals(view.game.verbs.stay, &stay)?;
        if let Some(end) = &self.walk.end {
            let mut locals = view.locals(args, self.walk.locals);
            super::eval::set_local(&mut locals, self.walk.to, Value::Ref(Ref::space(space)));
            if !view.test(end, &mut locals)? {
                found.extend(view.fails(end, &mut locals));
            }
        }
        Ok(found)
    }
}
