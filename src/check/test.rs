//! Tests: positions, sentences, scripts and expectations, with every name resolved.

mod line;

use std::collections::hash_map;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::model::game::{Game, Param};
use crate::model::id::{Domain, StepId};
use crate::model::node::{Expr, Node};
use crate::model::sequence::Repeat;
use crate::model::setup::{Test, TestLine};
use crate::model::types::Type;
use crate::source::{Span, fold, plain, same_name};
use crate::syntax::ast::{self, ItemKind, TestLineKind};

use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use super::mix::check_mix;
use super::position::{check_cards, check_labels, check_slots, check_uniques_once, read_lines};
use super::sentence::Vocabulary;
use super::subject::{reading, side_of};
use line::test_line;

/// Fills in the tests of this scenario: those that give it, and those inside it. Without a scenario: those that give
/// none, and those whose scenario does not exist, which still count.
pub(crate) fn fill_tests(builder: &mut GameBuilder, items: &Gathered) {
    // Citations of tests are not citations of rules.
    let of_rules = builder.game.citations.len();
    let mut words = None;
    let mut titles: FxHashMap<String, Span> = FxHashMap::default();
    for entry in &items.entries {
        let Some(item) = test_of(entry.kind) else { continue };
        match titles.entry(item.title.plain()) {
            hash_map::Entry::Occupied(earlier) => builder.report(
                Diagnostic::warning("same-title", "two tests have the same title")
                    .at(item.title.span, "again")
                    .also(*earlier.get(), "first")
                    .help("give each test its own title; `--filter` selects tests by title"),
            ),
            hash_map::Entry::Vacant(free) => {
                free.insert(item.title.span);
            }
        }
        if belongs(items, item, entry.local) {
            let words = words.get_or_insert_with(|| Vocabulary::of(builder));
            with_given(builder, item, items, entry.local, |builder| match entry.kind {
                ItemKind::Lesson(lesson) => super::lesson::fill_lesson(builder, lesson, entry, items, words),
                _ => fill_test(builder, item, items, words, entry.span, None),
            });
        }
    }
    builder.game.citations.truncate(of_rules);
}

/// True if a test is played in the scenario that is compiled, or in none if none is. A test whose scenario does not
/// exist counts among the latter.
pub(super) fn belongs(items: &Gathered, item: &ast::Test, local: bool) -> bool {
    let here = items.scenario.map(|(scenario, _)| &scenario.name.text);
    match (here, given(item)) {
        (None, None) => true,
        (Some(here), Some(name)) => local || same_name(here, &name.text),
        (Some(_), None) => local,
        (None, Some(name)) => !is_known(items, name),
    }
}

/// True if a scenario has this name.
fn is_known(items: &Gathered, name: &ast::Name) -> bool {
    items.scenarios.iter().any(|one| same_name(one, &name.text))
}

/// The test of a test item or a lesson.
fn test_of(kind: &ItemKind) -> Option<&ast::Test> {
    match kind {
        ItemKind::Test(test) => Some(test),
        ItemKind::Lesson(lesson) => Some(&lesson.test),
        _ => None,
    }
}

/// The scenario that a test gives.
pub(crate) fn given(test: &ast::Test) -> Option<&ast::Name> {
    givens(test).next()
}

fn givens(test: &ast::Test) -> impl Iterator<Item = &ast::Name> {
    test.lines.iter().filter_map(|line| match &line.kind {
        TestLineKind::GivenScenario(name) => Some(name),
        _ => None,
    })
}

/// Fills in a test, lesson or puzzle and checks the scenario that it gives. If that does not exist, nothing else in the
/// text is reported: its sides, pieces and rules are those of the scenario that was meant.
pub(super) fn with_given(
    builder: &mut GameBuilder,
    item: &ast::Test,
    items: &Gathered,
    local: bool,
    fill: impl FnOnce(&mut GameBuilder),
) {
    let before = builder.diagnostics.len();
    fill(builder);
    if !local && given(item).is_some_and(|name| !is_known(items, name)) {
        builder.diagnostics.truncate(before);
    }
    check_given(builder, item, items, local);
}

/// Reports a scenario that does not exist, a second one, or one other than the scenario that contains the test.
fn check_given(builder: &mut GameBuilder, item: &ast::Test, items: &Gathered, local: bool) {
    let mut first: Option<&ast::Name> = None;
    for name in givens(item) {
        let spelt = plain(&name.text);
        if !is_known(items, name) {
            builder.report(error::unknown("scenario", name, &items.scenarios));
            continue;
        }
        let around =
            items.scenario.map(|(scenario, _)| &scenario.name).filter(|around| local && plain(&around.text) != spelt);
        if let Some(around) = around {
            let why = format!("this test belongs to `{}`", around.text);
            builder.report(error::too_much((&format!("given {}", name.text), name.span), &why));
        } else if let Some(first) = first {
            let why = format!("this test belongs to `{}`", first.text);
            builder
                .report(error::too_much((&format!("given {}", name.text), name.span), &why).also(first.span, "here"));
        }
        first = first.or(Some(name));
    }
}

/// Reports a test without expectations, and lines out of order.
fn check_order(builder: &mut GameBuilder, item: &ast::Test, is_lesson: bool) {
    let mut done: Option<Span> = None;
    let mut shows = false;
    for line in &item.lines {
        let first = match &line.kind {
            TestLineKind::Given(_) | TestLineKind::GivenScenario(_) | TestLineKind::Cleared => Some("given"),
            TestLineKind::At { .. } => Some("at"),
            TestLineKind::Ruling { .. } | TestLineKind::Dice(_) | TestLineKind::Draw(_) => None,
            TestLineKind::Learn(learn) if matches!(**learn, ast::LearnKind::Say(_) | ast::LearnKind::Show(_)) => None,
            _ => {
                done = done.or(Some(line.span));
                shows = true;
                None
            }
        };
        if let (Some(word), Some(done)) = (first, done) {
            builder.report(
                Diagnostic::error("clause-order", format!("`{word}` must come before the first command"))
                    .at(line.span, "it applies from the start")
                    .also(done, "done before it")
                    .help("move it up, or write another test"),
            );
        }
    }
    if !shows && !item.lost && is_lesson {
        builder.report(
            Diagnostic::error("empty-test", "this lesson asks nothing of the learner")
                .at(item.title.span, "no task and no question")
                .help("add a line with `try`, `choose one of`, `ask` or `free`"),
        );
    } else if !shows && !item.lost {
        builder.report(
            Diagnostic::error("empty-test", "this test checks nothing")
                .at(item.title.span, "no command and no expectation")
                .help("add a line with `then`, `offered`, `refused`, `asked`, `ended`, `play` or `do`"),
        );
    }
}

/// Adds a test, or the test of a lesson. `named`: the pieces that expressions of a lesson name as the board does.
pub(crate) fn fill_test(
    builder: &mut GameBuilder,
    item: &ast::Test,
    items: &Gathered,
    words: &Vocabulary,
    span: Span,
    named: Option<Vec<String>>,
) {
    let is_lesson = named.is_some();
    let what = if is_lesson { "lesson" } else { "test" };
    if item.cites.is_empty() && !item.lost {
        builder.report(
            Diagnostic::error("test-without-citation", format!("this {what} cites no section"))
                .at(item.title.span, "write `@` and a section after the title"),
        );
    }
    check_order(builder, item, is_lesson);
    let test = make_test(builder, item, items, words, span, named);
    builder.game.tests.push(test);
}

/// A test with every name resolved; also the position of a puzzle.
pub(super) fn make_test(
    builder: &mut GameBuilder,
    item: &ast::Test,
    items: &Gathered,
    words: &Vocabulary,
    span: Span,
    named: Option<Vec<String>>,
) -> Test {
    let is_lesson = named.is_some();
    let cites = builder.cites(&item.cites);
    let mut test = Test {
        title: item.title.plain(),
        cites,
        scenario: items.scenario.map(|(scenario, _)| scenario.name.text.clone()),
        cleared: item.lines.iter().any(|line| line.kind == TestLineKind::Cleared),
        is_lesson,
        span,
        ..Test::default()
    };
    // Positions first: their labels are used everywhere else.
    for line in &item.lines {
        match &line.kind {
            TestLineKind::Given(lines) => {
                let before = test.position.pieces.len();
                read_lines(builder, lines, None, &mut test.position);
                check_uniques_once(builder, &test.position.pieces[before..]);
            }
            TestLineKind::At { step, side } => {
                if test.begins.is_some() {
                    builder.report(error::too_much(("at", line.span), "expected one step"));
                }
                test.begins = begins(builder, step, side.as_ref(), line.span);
            }
            TestLineKind::Ruling { name, value } => match reading(builder, &name.text, &value.text) {
                Ok(found) => {
                    if test.readings.iter().any(|(ruling, _)| *ruling == found.0) {
                        builder.report(error::too_much(name, "this ruling is already set"));
                    }
                    test.readings.push(found);
                }
                Err(missing) => builder.report(missing.named(name, value)),
            },
            _ => {}
        }
    }
    if let Some(span) = test.position.under_way.as_ref().map(|under_way| under_way.span) {
        if let Some((.., at)) = test.begins.take() {
            builder.report(error::too_much(("at", at), "`under way` says already where the test begins"));
        }
        if test.scenario.is_some() && !test.cleared {
            builder.report(
                error::unfit("the set-up of the scenario comes before anything else", span)
                    .help("write `given SCENARIO cleared { … }` and all that stands on the board"),
            );
        }
    }
    check_slots(builder, &test.position);
    check_cards(builder, &test.position);
    check_labels(builder, &test.position);
    let setup = std::mem::take(&mut builder.game.setup.position);
    if test.cleared {
        check_mix(builder, &[&test.position]);
    } else {
        check_mix(builder, &[&setup, &test.position]);
    }
    if test.scenario.is_some() && !test.cleared {
        // Several pieces of one entry, `man = MA x2`, share its label.
        let mut of_scenario: Vec<String> = setup.pieces.iter().filter_map(|piece| piece.label.clone()).collect();
        of_scenario.dedup();
        test.labels = of_scenario;
    }
    let (mut before, mut told): (Option<Span>, Vec<Span>) = (None, Vec::new());
    for piece in &test.position.pieces {
        let Some(label) = &piece.label else { continue };
        if !test.labels.contains(label) {
            test.labels.push(label.clone());
        } else if before != Some(piece.span) {
            builder.report(error::wrong_value((label, piece.span), "a label used once"));
        } else if !told.contains(&piece.span) {
            told.push(piece.span);
            let made = test.position.pieces.iter().filter(|other| other.span == piece.span).count();
            builder.report(error::label_of_several(label, made, piece.span));
        }
        before = Some(piece.span);
    }
    builder.game.setup.position = setup;
    // A label whose piece could not be read is not reported again; such a test never runs.
    let written = item.lines.iter().flat_map(|line| match &line.kind {
        TestLineKind::Given(lines) => written_labels(lines),
        _ => Vec::new(),
    });
    for label in written {
        if !test.labels.contains(&label) {
            test.labels.push(label);
        }
    }
    for name in named.into_iter().flatten() {
        if !test.labels.contains(&name) {
            test.labels.push(name);
        }
    }
    let labels: Vec<Param> =
        test.labels.iter().map(|name| Param::new(name.clone(), Type::One(Domain::Piece, false))).collect();
    for line in &item.lines {
        for sentence in sentences_of(&line.kind) {
            let labels: Vec<String> = labels.iter().map(|label| label.name.clone()).collect();
            words.check(builder, sentence, &labels);
        }
        match &line.kind {
            TestLineKind::Learn(learn) => super::lesson::add(builder, &mut test.lines, learn, &labels, line.span),
            kind => {
                let made = test_line(builder, kind, &labels, line.span);
                test.lines.extend(made);
            }
        }
    }
    test
}

/// The labels in the lines of a position.
fn written_labels(lines: &[ast::PositionLine]) -> Vec<String> {
    let mut found = Vec::new();
    for line in lines {
        match &line.kind {
            ast::PositionKind::Block(block) => found.extend(written_labels(&block.lines)),
            ast::PositionKind::Line { left, right } => {
                let labels = left.iter().chain(right).filter_map(|entry| entry.label.as_ref());
                found.extend(labels.map(|label| plain(&label.text)));
            }
            ast::PositionKind::Setting(_) | ast::PositionKind::UnderWay(_) => {}
        }
    }
    found
}

/// The sentences of a line.
fn sentences_of(line: &TestLineKind) -> Vec<&ast::Sentence> {
    match line {
        TestLineKind::Play { sentence, .. }
        | TestLineKind::Offered { sentence, .. }
        | TestLineKind::Refused { sentence, .. } => vec![sentence],
        TestLineKind::Learn(learn) => match &**learn {
            ast::LearnKind::Try { wanted, .. } => wanted.iter().map(|(_, sentence)| sentence).collect(),
            ast::LearnKind::Wrong { sentence, .. } => vec![sentence],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The step with this name or title; a name that no step has is reported.
pub(super) fn step_called(builder: &mut GameBuilder, name: &ast::Name) -> Option<StepId> {
    let (spelt, steps) = (fold(&name.text), &builder.game.steps);
    let found = steps.iter().position(|one| fold(&one.name) == spelt || fold(&one.title) == spelt);
    if found.is_none() {
        let problem = error::unknown("step", name, steps.iter().map(|step| &step.name));
        builder.report(problem);
    }
    found.map(|at| StepId(at as u16))
}

/// `at orders of French`: the step and the acting side.
fn begins(
    builder: &mut GameBuilder,
    step: &ast::Name,
    side: Option<&ast::Name>,
    span: Span,
) -> Option<(StepId, Option<u16>, Span)> {
    let side = match side {
        Some(name) => Some(side_of(builder, name)?),
        None => None,
    };
    let found = step_called(builder, step)?;
    let around = std::iter::successors(Some(found), |step| builder.game.steps[step.at()].parent);
    let taken_in_turns = around
        .into_iter()
        .any(|one| matches!(builder.game.steps[one.at()].repeat, Repeat::Sides { .. } | Repeat::Alternate { .. }));
    if taken_in_turns && side.is_none() {
        let names: Vec<&str> = builder.game.sides.iter().map(|side| side.name.as_str()).collect();
        let problem = Diagnostic::error("wrong-value", format!("the sides take `{}` in turns", step.text))
            .at(step.span, "whose turn?")
            .help(format!("write `at {} of {}`", step.text, names.join("` or `of ")));
        builder.report(problem);
        return None;
    }
    Some((found, side, span))
}

/// The tests and lessons in these files, at any level, with their spans.
pub fn items(files: &[ast::File]) -> Vec<(&ast::Test, Span)> {
    each(files).filter_map(|(item, _)| Some((test_of(&item.kind)?, item.span))).collect()
}

/// The items of these files and, after each scenario, those inside it, with that scenario.
pub(crate) fn each(files: &[ast::File]) -> impl Iterator<Item = (&ast::Item, Option<&ast::Scenario>)> {
    files.iter().flat_map(|file| file.items.iter()).flat_map(|item| {
        let scenario = match &item.kind {
            ItemKind::Scenario(scenario) => Some(scenario),
            _ => None,
        };
        let inner = scenario.into_iter().flat_map(|scenario| {
            scenario.lines.iter().filter_map(move |line| match &line.kind {
                ast::ScenarioLineKind::Item(item) => Some((item.as_ref(), Some(scenario))),
                _ => None,
            })
        });
        std::iter::once((item, None)).chain(inner)
    })
}

/// The scenario that a test is played in.
pub(crate) fn played_in(test: &ast::Test, around: Option<&ast::Scenario>) -> Option<String> {
    around.map(|around| &around.name).or_else(|| given(test)).map(|name| name.text.clone())
}

/// The tests of these files: the title, the scenario each is played in, and its place.
pub fn titles(files: &[ast::File]) -> Vec<(String, Option<String>, Span)> {
    let tests = each(files).filter_map(|(item, around)| Some((test_of(&item.kind)?, around, item.span)));
    tests.map(|(test, around, span)| (test.title.plain(), played_in(test, around), span)).collect()
}

/// The puzzles of these files: the syntax of each, the scenario it is played in, and its place.
pub fn puzzles(files: &[ast::File]) -> Vec<(&ast::Puzzle, Option<String>, Span)> {
    let puzzles = each(files).filter_map(|(item, around)| match &item.kind {
        ItemKind::Puzzle(puzzle) => Some((puzzle, played_in(&puzzle.test, around), item.span)),
        _ => None,
    });
    puzzles.collect()
}

/// The spans of the tests, lessons and puzzles in these files.
pub fn spans(files: &[ast::File]) -> Vec<Span> {
    let run = |item: &&ast::Item| matches!(item.kind, ItemKind::Test(_) | ItemKind::Lesson(_) | ItemKind::Puzzle(_));
    each(files).map(|(item, _)| item).filter(run).map(|item| item.span).collect()
}

/// True if the diagnostic lies within one of these tests.
pub fn is_in(tests: &[Span], diagnostic: &Diagnostic) -> bool {
    diagnostic.span().is_some_and(|span| tests.iter().any(|test| test.covers(span)))
}

/// Records with each test the errors in its text, in written order and in place of those recorded before. Its scripts
/// are emptied, because they are not valid.
pub fn note_mistakes<'d>(game: &mut Game, diagnostics: impl Iterator<Item = &'d Diagnostic>) {
    let mut errors: Vec<&Diagnostic> = diagnostics.filter(|one| one.is_error()).collect();
    if errors.is_empty() {
        return;
    }
    errors.sort_by_key(|one| one.span());
    errors.dedup();
    for test in game.tests.iter_mut().chain(game.puzzles.iter_mut().map(|puzzle| &mut puzzle.test)) {
        let own = errors.iter().filter(|one| one.span().is_some_and(|span| test.span.covers(span)));
        let own: Vec<Diagnostic> = own.map(|one| (*one).clone()).collect();
        if !own.is_empty() {
            test.mistakes = own;
        }
        if test.mistakes.is_empty() {
            continue;
        }
        for line in &test.lines {
            if let TestLine::Do(script) = line {
                let script = &mut game.scripts[script.at()];
                script.written = ast::ScriptText::new("{}".to_owned(), script.span);
                script.body = Node::new(Expr::Block(Vec::new()), Type::Nothing, script.span);
            }
        }
    }
}
