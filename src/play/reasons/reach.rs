//! Why not: what stops a piece on its way to a space that a `reach` does not contain.

use crate::model::api::Api;
use crate::model::id::*;
use crate::model::node::{Expr, Node, Operator};
use crate::model::set::BitSet;
use crate::model::value::Value;

use crate::play::numbers::permission::Refusal;
use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World};

/// A space on the way, with the place of the space before it in the list. None for the first step.
struct Passed {
    space: u16,
    before: Option<usize>,
}

impl World<'_> {
    /// The prohibitions to pass the spaces on the way to a space that a piece could reach without them. Empty if the
    /// set is not a `reach`, or if something else prevents the way.
    pub(in crate::play) fn stops_of_reach(&self, set: &Node, locals: &mut Locals, to: u16) -> Read<Vec<Refusal>> {
        let Some([piece, link, steps @ ..]) = reach_in(set) else { return Ok(Vec::new()) };
        let (piece, link) = (self.eval(piece, locals)?.as_ref(), self.eval(link, locals)?.as_ref());
        let (Some(piece), Some(link)) = (piece, link) else { return Ok(Vec::new()) };
        let (Some(from), Some(side)) = (self.space_of(piece), self.side_of(piece)) else { return Ok(Vec::new()) };
        let most = match (steps.first(), self.game.terms.get(&("move".to_owned(), Domain::Piece))) {
            (Some(steps), _) => self.eval(steps, locals)?.int().unwrap_or(0),
            (None, Some((term, _))) => self.get(*term, piece)?.int().unwrap_or(0),
            (None, None) => 0,
        };
        let link = LinkId(link.index);
        if self.reach(piece.index, link, most)?.contains(&to) {
            return Ok(Vec::new());
        }
        let args = |space: u16, step: i64| [Value::Ref(piece), Value::Ref(Ref::space(space)), Value::Int(step)];
        let verbs = self.game.verbs;
        let mut seen = BitSet::single(from);
        let mut ways: Vec<Passed> = Vec::new();
        let mut edge: Vec<Option<usize>> = vec![None];
        for step in 1..=most {
            let mut next = Vec::new();
            for before in edge {
                let here = before.map_or(from, |at| ways[at].space);
                if !self.may(verbs.leave, &args(here, step)[..2])? {
                    continue;
                }
                for space in self.across(link, side, here)? {
                    if seen.has(space) || !self.may(verbs.enter, &args(space, step))? {
                        continue;
                    }
                    seen.insert(space);
                    if space == to {
                        return self.stops_before(&ways, before, step - 1, &args);
                    }
                    next.push(Some(ways.len()));
                    ways.push(Passed { space, before });
                }
            }
            edge = next;
            if edge.is_empty() {
                break;
            }
        }
        Ok(Vec::new())
    }

    /// The prohibitions to pass a space and those before it, the first of them first.
    fn stops_before(
        &self,
        ways: &[Passed],
        last: Option<usize>,
        step: i64,
        args: &dyn Fn(u16, i64) -> [Value; 3],
    ) -> Read<Vec<Refusal>> {
        let mut found = Vec::new();
        let (mut at, mut step) = (last, step);
        while let Some(passed) = at.map(|at| &ways[at]) {
            let name = self.title(Ref::space(passed.space));
            let mut here = self.refusals(self.game.verbs.pass, &args(passed.space, step))?;
            here.iter_mut().for_each(|refusal| refusal.text = format!("{name}: {}", refusal.text));
            found.splice(0..0, here);
            (at, step) = (passed.before, step - 1);
        }
        Ok(found)
    }
}

/// The arguments of the `reach` from which a set takes its members.
fn reach_in(set: &Node) -> Option<&[Node]> {
    match &set.expr {
        Expr::Api { api: Api::Reach, args } => Some(args),
        Expr::Api { args, .. } => args.first().and_then(reach_in),
        Expr::Operate(Operator::Subtract, of, _) | Expr::Filter { of, .. } | Expr::Select { of, .. } => reach_in(of),
        Expr::Operate(_, one, other) => reach_in(one).or_else(|| reach_in(other)),
        _ => None,
    }
}
