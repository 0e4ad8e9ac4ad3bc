//! Rules of settled play that cannot settle: a `whenever` whose script changes nothing that its condition reads.

use crate::diagnostic::Diagnostic;
use crate::model::game::{Game, column};

use super::touches::of_whenever;

/// Reports every `whenever` that would still apply after its own script.
pub(crate) fn look_over(game: &Game, found: &mut Vec<Diagnostic>) {
    for rule in &game.whenevers {
        // Who acts does not change within the rule, and what is never kept may change at any time.
        let reads = rule.reads & !(1 << column::ACTING);
        let open = reads & 1 << column::NEVER != 0;
        if open || of_whenever(game, rule).writes & reads != 0 {
            continue;
        }
        found.push(
            Diagnostic::warning("endless-rule", "this `whenever` never settles once it applies")
                .at(rule.condition.span, "still holds after its script")
                .help("let the script change what the condition asks, such as a flag for `done`"),
        );
    }
}
