//! What a scenario says that its set-up gives: `expect`.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::model::game::Game;
use crate::play::{Beginning, Fault, Play, Status, native};
use crate::source::Span;

/// Sets the scenario up, as far as no player must decide, and reports each expectation that does not hold.
pub(super) fn unmet(game: &Arc<Game>) -> Vec<Diagnostic> {
    let Some((first, _)) = game.setup.expects.first() else { return Vec::new() };
    let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
    let mut play = match Play::new(game, &beginning, 0, false, native::make) {
        Ok(play) => play,
        Err(fault) => return vec![faulty(&fault, first.span)],
    };
    // Until the pieces stand, the hooks on the set-up have run, and play has settled.
    if let Some(Status::Faulty(fault)) = play.go_while(|run| run.state.stack.len() > 1 || run.state.unsettled) {
        return vec![faulty(&fault, first.span)];
    }
    let mut found = Vec::new();
    for (node, slots) in &game.setup.expects {
        match play.look_asked(|world| world.unmet(node, &mut world.locals(&[], *slots))) {
            Ok(None) => {}
            Ok(Some(notes)) => {
                let text = game.sources.text(node.span);
                let problem = Diagnostic::error("setup-differs", format!("the set-up does not give `{text}`"));
                let label = if notes.is_empty() { "not true after the set-up".to_owned() } else { notes.join(", ") };
                found.push(problem.at(node.span, label).help("correct the position, or what the scenario expects"));
            }
            Err(fault) => found.push(faulty(&fault, node.span)),
        }
    }
    found
}

fn faulty(fault: &Fault, otherwise: Span) -> Diagnostic {
    let problem = Diagnostic::error("fault-in-play", fault.message.as_str())
        .at(fault.span.unwrap_or(otherwise), "while the battle is set up");
    fault.notes.iter().fold(problem, |problem, note| problem.note(note.as_str()))
}
