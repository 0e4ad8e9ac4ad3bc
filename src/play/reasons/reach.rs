//! Why not: what stops a piece on its way to a space that a `reach` does not contain.

use crate::model::api::Api;
use crate::model::id::*;
use crate::model::node::{Expr, Node, Operator, Term};
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
    /// What stops a piece on its ways to a space outside a set that takes its members from one or more `reach`. None if
    /// the set takes them from elsewhere. `to`: the space, and the one that was chosen, which needs no name.
    pub(super) fn stops_in(&self, set: &Node, locals: &mut Locals, to: (u16, u16)) -> Read<Option<Vec<Refusal>>> {
        match &set.expr {
            Expr::Api { api: Api::Reach, args } => self.stops_of_reach(args, locals, to).map(Some),
            Expr::Api { api: api @ (Api::Beside | Api::Neighbours), args } => match args.first() {
                Some(of) => self.stops_before(*api, of, locals, to),
                None => Ok(None),
            },
            Expr::Api { args, .. } => args.first().map_or(Ok(None), |of| self.stops_in(of, locals, to)),
            Expr::Operate(Operator::Subtract, of, _) | Expr::Filter { of, .. } | Expr::Select { of, .. } => {
                self.stops_in(of, locals, to)
            }
            Expr::Operate(_, one, other) => {
                let (one, other) = (self.stops_in(one, locals, to)?, self.stops_in(other, locals, to)?);
                Ok(one.into_iter().chain(other).reduce(|mut all, more| {
                    all.extend(more);
                    all
                }))
            }
            Expr::Get { term: Term::Word(word), of, .. } => {
                let of = self.eval(of, locals)?;
                self.stops_of_word(*word, &[of], to)
            }
            Expr::Word { word, args, .. } => {
                let args = self.values(args, locals)?;
                self.stops_of_word(*word, &args, to)
            }
            _ => Ok(None),
        }
    }

    /// The same for the spaces beside those of a set, or next to them: what stops the piece on its ways to the spaces
    /// from which it would come.
    fn stops_before(
        &self,
        api: Api,
        set: &Node,
        locals: &mut Locals,
        (to, goal): (u16, u16),
    ) -> Read<Option<Vec<Refusal>>> {
        let open = self.eval(set, locals)?.bits();
        let next = |space: u16| match api {
            Api::Beside => self.beside(&BitSet::single(space)),
            _ => self.neighbours_of(&BitSet::single(space)),
        };
        let mut found = Vec::new();
        for space in next(to).iter().filter(|space| !open.has(*space) && next(*space).has(to)) {
            found.extend(self.stops_in(set, locals, (space, goal))?.unwrap_or_default());
        }
        Ok((!found.is_empty()).then_some(found))
    }

    /// The same for a set defined by a word, which may take other members from elsewhere: none if nothing stops the piece.
    fn stops_of_word(&self, word: WordId, args: &[Value], to: (u16, u16)) -> Read<Option<Vec<Refusal>>> {
        let item = &self.game.words[word.at()];
        let mut locals = self.locals(args, item.locals);
        let Some(body) = self.body_of(word, &mut locals) else { return Ok(None) };
        let mut found = self.deeper(|world| world.stops_in(body, &mut locals, to))?.unwrap_or_default();
        for stop in &mut found {
            stop.cites.extend(item.cites_under(self.readings));
        }
        Ok((!found.is_empty()).then_some(found))
    }

    /// What stops a piece on its way to a space that a `reach` does not contain: a space that it may not pass, or one
    /// that it may not enter, the first on the way first. Empty if no way leads there within its steps.
    pub(super) fn stops_of_reach(
        &self,
        reach: &[Node],
        locals: &mut Locals,
        (to, goal): (u16, u16),
    ) -> Read<Vec<Refusal>> {
        let Some((piece, link, most)) = self.read_reach(reach, locals)? else { return Ok(Vec::new()) };
        if self.space_of(piece).is_none_or(|from| from == to) {
            return Ok(Vec::new());
        }
        if self.reach(piece.index, link, most)?.contains(&to) {
            return Ok(Vec::new());
        }
        // A way on which only the last step is forbidden, or one must stop, says more than one that is closed before.
        for is_open in [true, false] {
            if let Some(way) = self.spaces_to(piece, link, most, to, is_open)? {
                return self.stops_on(piece, &way, goal);
            }
        }
        Ok(Vec::new())
    }

    /// The distance to a space that a piece could reach with more steps than it has, and the steps that it has. If
    /// other rules close all ways there, too, the distance without them.
    pub(super) fn too_far(&self, reach: &[Node], locals: &mut Locals, to: u16) -> Read<Option<(usize, i64)>> {
        let Some((piece, link, most)) = self.read_reach(reach, locals)? else { return Ok(None) };
        let all = self.game.board.spaces.len() as i64;
        let way = match self.spaces_to(piece, link, all, to, true)? {
            None => self.spaces_to(piece, link, all, to, false)?,
            open => open,
        };
        let far = way.map(|way| way.len());
        Ok(far.filter(|far| *far as i64 > most).map(|far| (far, most)))
    }

    /// The piece, the link and the number of steps of a `reach`.
    fn read_reach(&self, reach: &[Node], locals: &mut Locals) -> Read<Option<(Ref, LinkId, i64)>> {
        let [piece, link, steps @ ..] = reach else { return Ok(None) };
        let (piece, link) = (self.eval(piece, locals)?.as_ref(), self.eval(link, locals)?.as_ref());
        let (Some(piece), Some(link)) = (piece, link) else { return Ok(None) };
        let most = match (steps.first(), self.game.terms.get(&("move".to_owned(), Domain::Piece))) {
            (Some(steps), _) => self.eval(steps, locals)?.int().unwrap_or(0),
            (None, Some((term, _))) => self.get(*term, piece)?.int().unwrap_or(0),
            (None, None) => 0,
        };
        Ok(Some((piece, LinkId(link.index), most)))
    }

    /// The spaces of the shortest way to a space, the space itself last. `open`: only through spaces that the piece may
    /// leave and enter.
    fn spaces_to(&self, piece: Ref, link: LinkId, most: i64, to: u16, open: bool) -> Read<Option<Vec<u16>>> {
        let (Some(from), Some(side)) = (self.space_of(piece), self.side_of(piece)) else { return Ok(None) };
        let verbs = self.game.verbs;
        let mut seen = BitSet::single(from);
        let mut ways: Vec<Passed> = Vec::new();
        let mut edge: Vec<Option<usize>> = vec![None];
        for step in 1..=most {
            let mut next = Vec::new();
            for before in edge {
                let here = before.map_or(from, |at| ways[at].space);
                if open && !self.may(verbs.leave, &at_step(piece, here, step)[..2])? {
                    continue;
                }
                for space in self.across(link, side, here)? {
                    if seen.has(space) {
                        continue;
                    }
                    if open && space != to && !self.may(verbs.enter, &at_step(piece, space, step))? {
                        continue;
                    }
                    seen.insert(space);
                    next.push(Some(ways.len()));
                    ways.push(Passed { space, before });
                    if space == to {
                        let mut way = Vec::new();
                        let mut at = ways.len().checked_sub(1);
                        while let Some(passed) = at.map(|at| &ways[at]) {
                            way.push(passed.space);
                            at = passed.before;
                        }
                        way.reverse();
                        return Ok(Some(way));
                    }
                }
            }
            edge = next;
            if edge.is_empty() {
                break;
            }
        }
        Ok(None)
    }

    /// The prohibitions on a way, the first of them first. Those before the goal have the name of their space.
    fn stops_on(&self, piece: Ref, way: &[u16], goal: u16) -> Read<Vec<Refusal>> {
        let verbs = self.game.verbs;
        let mut found = Vec::new();
        if let Some(from) = self.space_of(piece) {
            found.extend(self.refusals(verbs.leave, &at_step(piece, from, 1)[..2])?);
        }
        for (space, step) in way.iter().zip(1..) {
            let args = at_step(piece, *space, step);
            let is_end = step as usize == way.len();
            let mut here = self.refusals(verbs.enter, &args)?;
            here.extend(self.refusals(if is_end { verbs.stay } else { verbs.pass }, &args)?);
            if *space != goal {
                let name = self.title(Ref::space(*space));
                here.iter_mut().for_each(|refusal| refusal.text = format!("{name}: {}", refusal.text));
            }
            found.extend(here);
        }
        Ok(found)
    }
}

/// The arguments of entering, passing and staying: a piece, a space, and the number of the step.
fn at_step(piece: Ref, space: u16, step: i64) -> [Value; 3] {
    [Value::Ref(piece), Value::Ref(Ref::space(space)), Value::Int(step)]
}
