//! Windows of `my` and `their` around a named sequence in which no side acts: they never open.

use crate::diagnostic::Diagnostic;
use crate::model::clause::Whose;
use crate::model::game::Game;
use crate::model::id::{Domain, ScopeId, SequenceId, StepId};
use crate::model::offer::Window;
use crate::model::sequence::{Repeat, ScopeKind};
use crate::source::plain_words;

/// Reports windows of `my` and `their` around sequences that only steps start in which no side acts.
pub(crate) fn look_over(game: &Game, found: &mut Vec<Diagnostic>) {
    for offer in &game.offers {
        let (Window::Before(Whose::My | Whose::Their, scope) | Window::After(Whose::My | Whose::Their, scope)) =
            offer.window
        else {
            continue;
        };
        let ScopeKind::Sequence(sequence) = game.scopes[scope.at()].kind else { continue };
        let Some(starter) = started_without_side(game, sequence, &mut Vec::new()) else { continue };
        let (name, title) = (&game.scopes[scope.at()].name, plain_words(&offer.name));
        let step = &game.steps[starter.at()];
        found.push(
            Diagnostic::error("no-acting-side", format!("no side acts in `{name}`"))
                .at(offer.span, format!("`{title}` could never be chosen"))
                .also(step.span, format!("no side acts in the step `{}`, which starts it", step.name))
                .help(format!("write `any {name}` in its window, or `by` and a side in the step")),
        );
    }
}

/// A step that starts a sequence in which no side acts. None if a side may act in it, or nothing starts it. `asked`:
/// the sequences that are being looked at.
fn started_without_side(game: &Game, sequence: SequenceId, asked: &mut Vec<SequenceId>) -> Option<StepId> {
    if asked.contains(&sequence) {
        return None;
    }
    asked.push(sequence);
    let scope = game.sequences[sequence.at()].scope;
    let mut by_others =
        game.offers.iter().flat_map(|offer| &offer.then).chain(game.hooks.iter().flat_map(|hook| &hook.then));
    if by_others.any(|then| then.scope == scope) {
        return None;
    }
    let mut starters = (0..game.steps.len() as u16).map(StepId).filter(|step| starts(game, *step, scope));
    let first = starters.next()?;
    let mut is_without = |step: StepId| match (names_side(game, step), game.steps[step.at()].sequence) {
        (true, _) => None,
        (false, None) => Some(step),
        (false, Some(around)) => started_without_side(game, around, asked),
    };
    let found = is_without(first)?;
    starters.all(|step| is_without(step).is_some()).then_some(found)
}

fn starts(game: &Game, step: StepId, scope: ScopeId) -> bool {
    game.steps[step.at()].then.iter().any(|then| then.scope == scope)
}

/// True if a step, or one around it, says which side acts.
fn names_side(game: &Game, step: StepId) -> bool {
    std::iter::successors(Some(step), |step| game.steps[step.at()].parent).any(|step| {
        let step = &game.steps[step.at()];
        let is_of_sides = match step.repeat {
            Repeat::Sides { .. } | Repeat::Alternate { .. } | Repeat::AllSides => true,
            Repeat::Members { .. } => {
                let member = game.scopes[step.scope.at()].params.first();
                member.is_some_and(|member| member.ty.domain() == Some(Domain::Side))
            }
            Repeat::Once | Repeat::Count { .. } => false,
        };
        step.by.is_some() || is_of_sides
    })
}
