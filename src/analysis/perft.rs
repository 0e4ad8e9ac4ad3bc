//! Counts sequences of completed actions: the classic test of move generators.

use crate::model::value::Value;
use crate::play::offers::OfferQuery;
use crate::play::question::{Answer, Kind};
use crate::play::{Fault, Play, Status};

/// The number of sequences of `depth` completed actions from here. Passing is not an action and is not followed. Other
/// questions get their first answer, and chance follows the seed.
///
/// # Errors
/// A fault in the rules.
pub fn perft(play: &mut Play, depth: u32) -> Result<u64, Box<Fault>> {
    if depth == 0 {
        return Ok(1);
    }
    let pending = match play.go() {
        Status::Over(_) => return Ok(0),
        Status::Faulty(fault) => return Err(fault),
        Status::Asked(pending) => pending,
    };
    let seat = pending.question.seats.first().copied().unwrap_or(0);
    let place = play.look(|run| run.journal.entries.len());
    let (offers, free, bound) = match &pending.question.kind {
        Kind::Act { offers, free, bound, .. } => (offers.clone(), *free, *bound),
        _ => {
            let Some(answer) = first_answer(&pending.question.kind) else { return Ok(0) };
            play.answer(seat, &pending.question, answer);
            let count = perft(play, depth);
            play.back_to(place);
            return count;
        }
    };
    let mut actions: Vec<(crate::model::id::OfferId, Vec<Value>)> = Vec::new();
    play.look(|run| {
        let world = run.world();
        for offer in &offers {
            OfferQuery::new(&world, *offer, seat, free, bound)
                .each_completion(&mut |values| actions.push((*offer, values.to_vec())))?;
        }
        Ok::<(), Box<Fault>>(())
    })?;
    if depth == 1 {
        return Ok(actions.len() as u64);
    }
    let mut count = 0;
    for (offer, values) in actions {
        play.answer(seat, &pending.question, Answer::Act(offer, values));
        count += perft(play, depth - 1)?;
        play.back_to(place);
    }
    Ok(count)
}

/// The first answer to a question that is not an action.
fn first_answer(kind: &Kind) -> Option<Answer> {
    Some(match kind {
        Kind::Act { .. } | Kind::Window { .. } => Answer::Pass,
        Kind::One { of, .. } => Answer::One(of.first()?.clone()),
        Kind::Several { of, least, .. } => Answer::Several(of.iter().copied().take(usize::from(*least)).collect()),
        Kind::Split { number, over, .. } => {
            let mut left = *number;
            Answer::Split(
                over.iter()
                    .map(|(_, most)| {
                        let part = left.min(*most);
                        left -= part;
                        part
                    })
                    .collect(),
            )
        }
        Kind::Fill { total, over } => Answer::Split(crate::play::fill::ways(over, *total, 1).0.into_iter().next()?),
        Kind::Number { from, .. } => Answer::Number(*from),
        Kind::YesNo => Answer::Yes(false),
        Kind::Pay { .. } => Answer::Way(0),
    })
}
