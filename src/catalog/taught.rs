//! Lessons as learners meet them: whether `learn` lists them, and whether the pieces that they name are on the board.

use std::sync::Arc;

use crate::check;
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::game::Game;
use crate::model::id::{Domain, Ref};
use crate::model::lesson::{Learn, Lesson};
use crate::model::setup::{Test, TestLine};
use crate::play::learn::Marks;
use crate::play::{Beginning, Play, native};
use crate::source::{Span, fold};
use crate::syntax::ast::{self, ItemKind};

use super::{LESSONS, PUZZLES};

/// The lessons and puzzles in a file of tests, which the program does not list. `folder` is that of the game.
pub(super) fn unlisted(file: &ast::File, folder: &str) -> Vec<Diagnostic> {
    let found = check::each_item(std::slice::from_ref(file)).filter_map(|(item, _)| {
        let (what, command, place) = match &item.kind {
            ItemKind::Lesson(_) => ("lesson", "learn", LESSONS),
            ItemKind::Puzzle(_) => ("puzzle", "puzzle", PUZZLES),
            _ => return None,
        };
        let problem = Diagnostic::warning("unlisted-lesson", format!("`{command}` does not list this {what}"))
            .at(item.keyword, "among the tests")
            .help(format!("put the file into `rules/{folder}/{place}`"));
        Some(problem)
    });
    found.collect()
}

/// The names in lessons that no piece has on the board with which the lesson begins, or can come to have.
pub(super) fn unnamed(game: &Arc<Game>) -> Vec<Diagnostic> {
    // Under other readings the set-up may give other pieces.
    let is_plain = |test: &&Test| test.mistakes.is_empty() && test.readings.is_empty();
    let tests = game.lessons.iter().filter_map(|lesson| Some((lesson, game.tests.get(lesson.test).filter(is_plain)?)));
    tests.flat_map(|(lesson, test)| missing(game, lesson, test)).collect()
}

/// What a lesson marks on the board.
fn marks(test: &Test) -> impl Iterator<Item = &(String, Span)> {
    let shown = test.lines.iter().filter_map(|line| match line {
        TestLine::Learn(learn, _) => match &**learn {
            Learn::Show(marks) => Some(marks),
            _ => None,
        },
        _ => None,
    });
    shown.flatten()
}

/// The names of one lesson that mean nothing on its board.
fn missing(game: &Arc<Game>, lesson: &Lesson, test: &Test) -> Vec<Diagnostic> {
    if lesson.pieces.is_empty() && marks(test).next().is_none() {
        return Vec::new();
    }
    let beginning = Beginning::of_test(game, test);
    // A fault is one of the set-up, and reported there or when the lesson is tested.
    let Ok(mut play) = Play::new(game, &beginning, 1, true, native::make) else { return Vec::new() };
    if beginning.in_sequence {
        play.go_while(|run| run.state().stack.len() > 1 || run.state().unsettled);
    }
    play.look_asked(|world| {
        let pieces = world.ever(Domain::Piece);
        let known: Vec<String> = pieces.iter().map(|piece| world.name(Ref::piece(piece))).collect();
        let more_come = game.makes_pieces || pieces.iter().any(|piece| world.is_face_down(piece));
        let may_come = |name: &str| more_come && is_like_a_piece(game, &known, name);
        let is_there = |name: &str| world.piece_called(name).is_some() || may_come(name);
        let pieces = lesson.pieces.iter().filter(|(name, _)| !is_there(name)).map(|(name, span)| {
            Diagnostic::error("unknown-word", format!("no piece of this position is named `{name}`"))
                .at(*span, "no label of `given` either")
                .instead_of(name, known.iter().map(String::as_str))
        });
        let is_marked = |name: &str| world.mark(name, test.learner(), &mut Marks::default()) || may_come(name);
        let marks = marks(test).filter(|(name, _)| !is_marked(name)).map(|(name, span)| {
            Diagnostic::error("unknown-word", format!("nothing here is named `{name}`"))
                .at(*span, "no piece, place or word")
                .did_you_mean(nearest(name, known.iter().map(String::as_str)))
        });
        pieces.chain(marks).collect()
    })
}

/// True for the name of a piece on the board with another number, and for the beginning of the name of a kind.
fn is_like_a_piece(game: &Game, known: &[String], name: &str) -> bool {
    let letters = |name: &str| fold(name.trim_end_matches(|sign: char| sign.is_ascii_digit()));
    let wanted = letters(name);
    known.iter().any(|known| letters(known) == wanted)
        || game.kinds.iter().any(|kind| fold(&kind.name).starts_with(&wanted))
}

#[cfg(test)]
mod tests {
    use crate::catalog::{Catalog, SourceText};
    use crate::diagnostic::Severity;

    /// What `check` says of a lesson with these lines in a file of this folder. `more`: an action besides the walk.
    fn checked(more: &str, folder: &str, lines: &str) -> Vec<String> {
        let offered = if more.is_empty() { "walk" } else { "walk, hire" };
        let game = format!(
            "game toy \"Toy\" {{ sides A, B }} rulebook {{ 1 \"Camps\" \"Men walk.\" }}\n\
             board land @1 {{ spaces {{ North, South }}  links road {{ North -- South }} }}\n\
             kind Man \"Men\" @1  noun man/men = Man\n\
             sequence @1 {{ round repeat 1..2 {{ rest each side actions {offered} }} }}\n\
             action walk \"Walk\" @1 {{ man mine  once  do {{ place(man, South); }} }}\n\
             {more}\n\
             scenario camps \"Camps\" for toy @1 {{ A {{ North: Man x2 }} }}\n"
        );
        let task = "say \"Walk.\"\n try A: walk Man1";
        let lesson = format!("lesson one \"One\" for camps @1 {{\n at rest of A\n {lines}\n {task}\n}}\n");
        let texts = [("rules/toy/game.ori".to_owned(), game), (format!("{folder}/01.ori"), lesson)];
        let catalog = Catalog::new(texts.map(|(path, text)| SourceText { path, text }));
        let found = catalog.check_all().into_iter().filter(|one| one.severity != Severity::Note);
        found.map(|one| format!("{}; {}", one.headline, one.help.unwrap_or_default())).collect()
    }

    #[test]
    fn names_of_pieces_that_are_not_on_the_board_of_a_lesson_are_reported() {
        let lessons = "rules/toy/lessons";
        assert_eq!(checked("", lessons, "show Man2, North, walk\n say \"{Man1} and {Man2.space}\""), [""; 0]);
        let found = checked("", lessons, "show Man3\n say \"{Man4} and {nothing2}\"");
        let says = |text: &str| found.iter().any(|one| one.starts_with(text));
        assert!(found.len() == 3 && says("nothing here is named `Man3`"), "{found:?}");
        assert!(
            says("no piece of this position is named `Man4`") && says("no piece of this position is named `nothing2`")
        );
    }

    #[test]
    fn a_piece_that_may_be_made_later_may_be_named() {
        let more = "action hire \"Hire\" @1 { once  do { put(Man, me, North); } }";
        let found = checked(more, "rules/toy/lessons", "say \"{Man3} and {nothing2}\"");
        let is_alone = found.iter().filter(|one| one.starts_with("no piece")).count() == 1;
        assert!(is_alone && found.iter().any(|one| one.contains("`nothing2`")), "{found:?}");
    }

    #[test]
    fn names_that_may_be_those_of_pieces_are_not_proposed() {
        let found = checked("", "rules/toy/lessons", "say \"{Man9} {nothing2} {quite_unknown}\"");
        assert!(found.len() == 1 && !found[0].contains("nothing2") && !found[0].contains("Man9"), "{found:?}");
    }

    #[test]
    fn a_lesson_among_the_tests_is_reported() {
        let found = checked("", "tests/toy", "say \"{Man1}\"");
        assert_eq!(found, ["`learn` does not list this lesson; put the file into `rules/toy/lessons`"]);
    }
}
