//! Whether a scenario can be set up, and gives what it says: `expect`.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::model::game::Game;
use crate::model::setup::Expectation;
use crate::play::{Beginning, Fault, Play, Status, native};
use crate::source::Span;

/// Sets the scenario up, as far as no player must decide, and reports each expectation that does not hold.
pub(super) fn unmet(game: &Arc<Game>, scenario: Span) -> Vec<Diagnostic> {
    let is_expected = !game.scenario.is_empty() && !game.setup.expects.is_empty();
    if is_expected { set_up(game, scenario) } else { Vec::new() }
}

/// Sets the scenario up, as far as no player must decide, with its invariants. Reports what prevents it, and each
/// expectation that does not hold.
pub(super) fn set_up(game: &Arc<Game>, scenario: Span) -> Vec<Diagnostic> {
    let beginning = Beginning::of_game(game);
    let faulty = |fault: &Fault| faulty(game, &beginning, fault, scenario);
    let mut play = match Play::new(game, &beginning, 0, false, native::make) {
        Ok(play) => play,
        Err(fault) => return vec![faulty(&fault)],
    };
    // Until the pieces stand, the hooks on the set-up have run, and play has settled.
    if let Some(Status::Faulty(fault)) = play.go_while(|run| run.state().stack.len() > 1 || run.state().unsettled) {
        return vec![faulty(&fault)];
    }
    let mut found = Vec::new();
    for expected in &game.setup.expects {
        let node = &expected.condition;
        match play.look_asked(|world| world.unmet(node, &mut world.locals(&[], expected.locals))) {
            Ok(None) => {}
            Ok(Some(unmet)) => found.push(differs(game, expected, &unmet.notes)),
            Err(fault) => found.push(faulty(&fault)),
        }
    }
    found
}

/// The set-up does not give what is expected: the part that fails, and its members, are named.
fn differs(game: &Game, expected: &Expectation, notes: &[String]) -> Diagnostic {
    let span = expected.condition.span;
    let text = format!("the set-up of `{}` does not give `{}`", game.scenario, game.sources.text(span));
    let label = if notes.is_empty() { "not true after the set-up".to_owned() } else { notes.join(", ") };
    let problem = Diagnostic::error("setup-differs", text).at(span, label);
    let sections = expected.cites.iter().map(|cite| &game.sections[cite.at()]);
    sections
        .fold(problem, |problem, section| problem.note(format!("{} {}", section.number, section.title)))
        .help("correct the position, or what is expected")
}

/// A fault of the set-up: at the lines about the space where a rule fails, or else at that rule and the scenario.
fn faulty(game: &Game, beginning: &Beginning, fault: &Fault, scenario: Span) -> Diagnostic {
    let label = format!("while `{}` is set up", game.scenario);
    let problem = Diagnostic::error("fault-in-play", fault.message.as_str());
    let lines = fault.space.map_or_else(Vec::new, |space| beginning.lines_about(space));
    let problem = match (fault.span, lines.as_slice()) {
        // The last of them is one too many.
        (Some(rule), [others @ .., last]) => {
            let problem = problem.at(*last, label);
            others.iter().fold(problem, |problem, span| problem.also(*span, "and this")).also(rule, "this rule")
        }
        (Some(rule), []) => problem.at(rule, label).also(scenario, "this set-up"),
        (None, _) => problem.at(scenario, label),
    };
    fault.notes.iter().fold(problem, |problem, note| problem.note(note.as_str()))
}

#[cfg(test)]
mod tests {
    use crate::catalog::{Catalog, SourceText};

    /// What `check` says of a scenario with these pieces and expectations.
    fn checked(pieces: &str, expects: &str) -> Vec<String> {
        checked_with("", pieces, expects)
    }

    /// The same with these rules.
    fn checked_with(rules: &str, pieces: &str, expects: &str) -> Vec<String> {
        let text = format!(
            "game toy \"Toy\" {{ sides A, B }} rulebook {{ 1 \"Camps\" \"A camp holds one man.\" }}\n\
             board land @1 {{ spaces {{ North, South }}  links road {{ North -- South }} }}\n\
             kind Man \"Men\" @1  noun man/men = Man  noun camp/camps = space\n\
             invariant roomy @1 = camp.pieces.count <= 1\n\
             sequence @1 {{ round repeat 1..2 {{ rest each side do {{ say(\"rests\"); }} }} }}\n\
             {rules}\n\
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
        // The lines that put too many men there are marked, and the rule.
        let found = checked("North: Man; South: Man; North: Man", "");
        assert!(found.len() == 1 && found[0].contains("and this") && found[0].contains("this rule"), "{found:?}");
    }

    #[test]
    fn the_part_that_fails_and_its_members_are_named() {
        let found = checked("North: Man", "expect North.pieces.any && camps.all(|camp| camp.pieces.any)");
        assert!(found.len() == 1 && found[0].contains("it is not so for South"), "{found:?}");
        let found = checked("North: Man", "expect North.pieces.any && South.pieces.count == 2");
        assert!(found.len() == 1 && found[0].contains("`South.pieces.count` is 0"), "{found:?}");
    }

    #[test]
    fn what_the_rules_of_a_game_expect_holds_for_each_of_its_scenarios() {
        let rules = "expect North.pieces.any, South.pieces.count <= 1 @1";
        assert_eq!(checked_with(rules, "North: Man; South: Man", ""), [""; 0]);
        let found = checked_with(rules, "South: Man", "");
        let says = |text: &str| found.iter().any(|one| one.contains(text));
        assert!(
            found.len() == 1 && says("set-up of `camps`") && says("North.pieces.any") && says("1 Camps"),
            "{found:?}"
        );
    }
}
