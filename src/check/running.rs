//! The scripts that can run, and whether any of them creates pieces or uses counters that are not set up.

use crate::model::api::Api;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::node::Expr;
use crate::model::sequence::{Body, ScopeKind};
use crate::model::setup::TestLine;

/// Finds out whether new pieces can enter play, and whether scripts use spare counters.
pub(crate) fn fill_makes_pieces(game: &mut Game) {
    let (mut puts, mut takes) = (false, false);
    for script in running_scripts(game) {
        let script = &game.scripts[script.at()];
        script.body.walk(&mut |node| {
            puts |= matches!(node.expr, Expr::Api { api: Api::Put, .. });
            takes |= matches!(node.expr, Expr::Api { api: Api::SpareOf | Api::LackingOf, .. });
        });
    }
    game.makes_pieces = puts;
    game.takes_spares = takes;
}

/// The scripts that can run under the current readings. Scripts of steps, hooks, watched rules and tests of other
/// readings cannot, nor can procedures without a running caller.
fn running_scripts(game: &Game) -> Vec<ScriptId> {
    let never = |step: StepId| {
        let mut around = std::iter::successors(Some(step), |step| game.steps[step.at()].parent);
        around.any(|step| !game.is_read(game.steps[step.at()].under))
    };
    let procedure = |scope: ScopeId| match game.scopes[scope.at()].kind {
        ScopeKind::Procedure(script) => Some(script),
        _ => None,
    };
    let steps = (0..game.steps.len() as u16).map(StepId).filter(|step| never(*step));
    let mut idle: Vec<ScriptId> = (steps.filter_map(|step| match game.steps[step.at()].body {
        Body::Do(script) => Some(script),
        _ => None,
    }))
    .collect();
    idle.extend(game.hooks.iter().filter(|hook| !game.is_read(hook.guard.under)).filter_map(|hook| hook.script));
    idle.extend(game.whenevers.iter().filter(|rule| !game.is_read(rule.under)).map(|rule| rule.script));
    for test in game.tests.iter().filter(|test| test.readings.iter().any(|reading| !game.is_read(Some(*reading)))) {
        idle.extend(
            test.lines.iter().filter_map(|line| if let TestLine::Do(script) = line { Some(*script) } else { None }),
        );
    }
    idle.extend((0..game.scopes.len() as u16).filter_map(|scope| procedure(ScopeId(scope))));
    let mut running: Vec<ScriptId> =
        (0..game.scripts.len() as u16).map(ScriptId).filter(|script| !idle.contains(script)).collect();
    let mut looked = 0;
    while let Some(script) = running.get(looked).copied() {
        looked += 1;
        game.scripts[script.at()].body.walk(&mut |node| {
            if let Expr::Happen { scope, .. } = node.expr {
                running.extend(procedure(scope).filter(|called| !running.contains(called)));
            }
        });
    }
    running
}
