//! Detects whether the rules of a game only count dice. Rolls that agree in every count the rules use then have the
//! same result, and only one of them need be played.

use crate::model::api::Api;
use crate::model::game::Game;
use crate::model::node::{Expr, Node};
use crate::model::types::Type;

/// True if every roll of several dice is used only in the ways [`DiceAsked`](crate::play::dice::DiceAsked) lists, and
/// never stored.
pub(super) fn only_counts(game: &Game) -> bool {
    let functions = game
        .functions
        .iter()
        .flat_map(|item| std::iter::once(&item.body).chain(item.replacements.iter().map(|other| &other.body)));
    let mut bodies = game.scripts.iter().map(|script| &script.body).chain(functions);
    bodies.all(|body| !body.any(|node| !hands_on(game, node)))
}

/// True if a node uses the dice among its children only to count them, or passes them on unchanged.
fn hands_on(game: &Game, node: &Node) -> bool {
    let is_dice = |part: &Node| part.ty == Type::Dice;
    let harmless = match &node.expr {
        Expr::Api { api, .. } => matches!(
            api,
            Api::DiceSum
                | Api::DiceHighest
                | Api::DiceLowest
                | Api::DiceCount
                | Api::DiceAtMost
                | Api::DiceAtLeast
                | Api::Count
                | Api::Any
                | Api::Empty
        ),
        Expr::Text(_) | Expr::Call { .. } | Expr::Block(_) | Expr::Let(..) => true,
        // A branch of a different type would hide the dice from this check.
        Expr::If(..) => is_dice(node),
        Expr::Assign { operator, .. } => operator.is_none(),
        // The value of the body is unused.
        Expr::For { set, .. } => !is_dice(set),
        Expr::While(..) => true,
        Expr::Happen { scope, .. } => {
            // No hook, window, title or replacement reads the arguments.
            let scope = &game.scopes[scope.at()];
            scope.title.is_none()
                && scope.replacements.is_empty()
                && scope.before.is_empty()
                && scope.after.is_empty()
                && scope.windows_before.is_empty()
                && scope.windows_after.is_empty()
        }
        _ => false,
    };
    let mut has_dice = false;
    node.children(&mut |part| has_dice |= is_dice(part));
    harmless || !has_dice
}
