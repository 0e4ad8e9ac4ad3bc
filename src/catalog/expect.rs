//! Whether a scenario can be set up, and gives what it says: `expect`.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::model::game::Game;
use crate::play::{Beginning, Fault, Play, Status, native};
use crate::source::Span;

/// Sets the scenario up, as far as no player must decide, and reports each expectation that does not hold.
pub(super) fn unmet(game: &Arc<Game>) -> Vec<Diagnostic> {
    match game.setup.expects.first() {
        Some((first, _)) => set_up(game, first.span),
        None => Vec::new(),
    }
}

/// Sets the scenario up, as far as no player must decide, with its invariants. Reports what prevents it, at this span if
/// no rule does, and each expectation that does not hold.
pub(super) fn set_up(game: &Arc<Game>, otherwise: Span) -> Vec<Diagnostic> {
    let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
    let mut play = match Play::new(game, &beginning, 0, false, native::make) {
        Ok(play) => play,
        Err(fault) => return vec![faulty(game, &fault, otherwise)],
    };
    // Until the pieces stand, the hooks on the set-up have run, and play has settled.
    if let Some(Status::Faulty(fault)) = play.go_while(|run| run.state.stack.len() > 1 || run.state.unsettled) {
        return vec![faulty(game, &fault, otherwise)];
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
            Err(fault) => found.push(faulty(game, &fault, node.span)),
        }
    }
    found
}

fn faulty(game: &Game, fault: &Fault, otherwise: Span) -> Diagnostic {
    let problem = Diagnostic::error("fault-in-play", fault.message.as_str())
        .at(fault.span.unwrap_or(otherwise), format!("while `{}` is set up", game.scenario));
    fault.notes.iter().fold(problem, |problem, note| problem.note(note.as_str()))
}

#[cfg(test)]
mod tests {
    use crate::catalog::{Catalog, SourceText};

    /// What `check` says of a scenario with these pieces and expectations.
    fn checked(pieces: &str, expects: &str) -> Vec<String> {
        let text = format!(
            "game toy \"Toy\" {{ sides A, B }} rulebook {{ 1 \"Camps\" \"A camp holds one man.\" }}\n\
             board land @1 {{ spaces {{ North, South }}  links road {{ North -- South }} }}\n\
             kind Man \"Men\" @1  noun man/men = Man  noun camp/camps = space\n\
             invariant roomy @1 = camp.pieces.count <= 1\n\
             sequence @1 {{ round repeat 1..2 {{ rest each side do {{ say(\"rests\"); }} }} }}\n\
             scenario camps \"Camps\" for toy @1 {{ A {{ {pieces} }} {expects} }}\n"
        );
        let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }]);
        let all = catalog.check_all();
        all.iter().filter(|one| one.is_error()).map(|one| format!("{one:?}")).collect()
    }

    #[test]
    fn a_position_that_the_rules_do_not_allow_is_found_without_playing_it() {
        assert_eq!(checked("North: Man; South: Man", ""), [""; 0]);
        let found = checked("North: Man x2", "");
        assert!(found.len() == 1 && found[0].contains("`roomy` does not hold for North"), "{found:?}");
    }

    #[test]
    fn the_part_that_fails_and_its_members_are_named() {
        let found = checked("North: Man", "expect North.pieces.any && camps.all(|camp| camp.pieces.any)");
        assert!(found.len() == 1 && found[0].contains("it is not so for South"), "{found:?}");
        let found = checked("North: Man", "expect North.pieces.any && South.pieces.count == 2");
        assert!(found.len() == 1 && found[0].contains("`South.pieces.count` is 0"), "{found:?}");
    }
}
