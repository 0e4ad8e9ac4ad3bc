//! What sides decide unseen by each other: where a step may ask all of them, and whether a game asks so at all.

use crate::diagnostic::Diagnostic;
use crate::model::api::Api;
use crate::model::game::Game;
use crate::model::node::Expr;
use crate::model::sequence::Repeat;
use crate::source::Span;
use crate::syntax::ast::{self, Loop, StepBody};

use super::builder::GameBuilder;

/// Reports a step of all sides that does not offer one action to each.
pub(crate) fn look_over(builder: &mut GameBuilder, step: &ast::Step) {
    let Some(Loop::AllSides { span }) = &step.repeats else { return };
    let problem = |text: &str, at: Span, label: &str, help: &str| {
        Diagnostic::error("all-sides", text).at(at, label.to_owned()).help(help)
    };
    if let Some(by) = &step.by {
        let help = "remove `by`: each side gives an order of its own";
        builder.report(problem("in a step `all sides` every side acts", by.span, "one side is named", help));
    }
    match &step.body {
        StepBody::Actions(actions) if actions.once => {}
        StepBody::Actions(actions) => {
            let text = "in a step `all sides` each side gives one order";
            let help = "write `once`, and let a step around this one repeat if each gives several";
            builder.report(problem(text, actions.span, "without `once`", help));
        }
        StepBody::Empty | StepBody::Do { .. } | StepBody::Then(_) | StepBody::Steps { .. } => {
            let text = "a step `all sides` offers `actions … once`";
            let help = "list actions, or ask in a script: `do { sides.secretly(\"variable\", |side| …); }`";
            builder.report(problem(text, *span, "nothing here is offered to all sides", help));
        }
    }
}

/// Finds whether sides are asked what the others do not see before all have answered.
pub(crate) fn fill_asks_unseen(game: &mut Game) {
    let together = game.steps.iter().any(|step| matches!(step.repeat, Repeat::AllSides));
    let secretly = game.any_in_scripts(|node| matches!(node.expr, Expr::Api { api: Api::Secretly, .. }));
    game.asks_unseen = together || secretly;
}
