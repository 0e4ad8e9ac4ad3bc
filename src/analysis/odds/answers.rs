//! All answers to a question, for policies that evaluate each of them.

use crate::model::id::*;
use crate::play::fill;
use crate::play::offers::OfferQuery;
use crate::play::question::{Answer, Kind, Question};
use crate::play::{Read, World};

/// The answers of a seat to a question, in order. Of answers that differ in twins only there is one. Questions about
/// slots and payment get a single answer, because the choice is too minor. None if there are more than `most`.
pub(in crate::analysis) fn answers(
    world: &World<'_>,
    question: &Question,
    seat: u16,
    most: usize,
) -> Read<Option<Vec<Answer>>> {
    let answers = match &question.kind {
        Kind::One { of, optional, slots, .. } => {
            let of = if *slots && !optional { &of[..of.len().min(1)] } else { of.as_slice() };
            let all = of.iter().cloned().map(Answer::One);
            Some(all.chain(optional.then_some(Answer::Pass)).collect())
        }
        Kind::Several { of, least, most: greatest } => {
            let twins = world.earlier_twins(of);
            let mut found = Some(Vec::new());
            for size in usize::from(*least)..=usize::from(*greatest).min(of.len()) {
                several((of, &twins), size, &mut Vec::new(), 0, &mut found, most);
            }
            found
        }
        Kind::Split { number, over, first } => {
            let things: Vec<Ref> = over.iter().map(|(thing, _)| *thing).collect();
            let is_first = |at: usize| first.is_some_and(|(thing, _)| thing == over[at].0);
            let is_alike = |at: usize, twin: usize| over[at].1 == over[twin].1 && !is_first(at) && !is_first(twin);
            let twins = world.earlier_twins(&things).into_iter().enumerate();
            let twins: Vec<Option<usize>> = twins.map(|(at, twin)| twin.filter(|twin| is_alike(at, *twin))).collect();
            let mut found = Some(Vec::new());
            splits(question, *number, (over, &twins), &mut Vec::new(), &mut found, most);
            found
        }
        Kind::Fill { total, over } => {
            let (ways, all) = fill::ways(over, *total, most);
            all.then(|| ways.into_iter().map(Answer::Split).collect())
        }
        Kind::Number { from, to } => {
            let few = to.checked_sub(*from).is_some_and(|more| more < most as i64);
            few.then(|| (*from..=*to).map(Answer::Number).collect())
        }
        Kind::YesNo => Some(vec![Answer::Yes(true), Answer::Yes(false)]),
        Kind::Pay { ways } => {
            let free = world.free_way(ways)?.unwrap_or(0);
            Some(vec![Answer::Way(free as u16)])
        }
        Kind::Window { .. } => Some(vec![Answer::Pass]),
        Kind::Act { offers, pass, free, bound } => acts(world, seat, offers, pass.is_some(), *free, *bound, most)?,
    };
    Ok(answers.filter(|found| found.len() <= most))
}

/// The actions of a seat, and the pass if it is legal. None if there are more than `most`.
pub(in crate::analysis) fn acts(
    world: &World<'_>,
    seat: u16,
    offers: &[OfferId],
    pass: bool,
    free: bool,
    bound: Option<Ref>,
    most: usize,
) -> Read<Option<Vec<Answer>>> {
    let mut found = Vec::new();
    for offer in offers {
        OfferQuery::new(world, *offer, seat, free, bound)
            .each_completion(&mut |values| found.push(Answer::Act(*offer, values.to_vec())))?;
        if found.len() > most {
            return Ok(None);
        }
    }
    found.extend(pass.then_some(Answer::Pass));
    Ok(Some(found))
}

/// Adds all sets of this size with this beginning. A thing is taken only with its earlier twin.
fn several(
    (of, twins): (&[Ref], &[Option<usize>]),
    size: usize,
    begun: &mut Vec<Ref>,
    from: usize,
    found: &mut Option<Vec<Answer>>,
    most: usize,
) {
    if begun.len() == size {
        match found {
            Some(all) if all.len() < most => all.push(Answer::Several(begun.clone())),
            _ => *found = None,
        }
        return;
    }
    for at in from..of.len() {
        if found.is_none() {
            return;
        }
        if twins[at].is_some_and(|twin| !begun.contains(&of[twin])) {
            continue;
        }
        begun.push(of[at]);
        several((of, twins), size, begun, at + 1, found, most);
        begun.pop();
    }
}

/// Adds all splits of a number with this beginning. A thing takes no more than its earlier twin.
fn splits(
    question: &Question,
    left: i64,
    (over, twins): (&[(Ref, i64)], &[Option<usize>]),
    begun: &mut Vec<i64>,
    found: &mut Option<Vec<Answer>>,
    most: usize,
) {
    let at = begun.len();
    let Some((_, greatest)) = over.get(at) else {
        let answer = Answer::Split(begun.clone());
        if left == 0 && question.allows(&answer) {
            match found {
                Some(all) if all.len() < most => all.push(answer),
                _ => *found = None,
            }
        }
        return;
    };
    let greatest = twins[at].map_or(*greatest, |twin| begun[twin]);
    let behind = over[at + 1..].iter().fold(0i64, |sum, (_, most)| sum.saturating_add(*most));
    for part in (left.saturating_sub(behind)).max(0)..=left.min(greatest) {
        if found.is_none() {
            return;
        }
        begun.push(part);
        splits(question, left - part, (over, twins), begun, found, most);
        begun.pop();
    }
}
