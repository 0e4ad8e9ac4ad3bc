//! Tests: positions, sentences, scripts and expectations, with every name resolved.

use std::collections::hash_map;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::model::game::{Game, Param, Side};
use crate::model::id::{Domain, PurseId, StepId};
use crate::model::node::{Expr, Node};
use crate::model::outcome::Outcome;
use crate::model::sequence::Repeat;
use crate::model::setup::{Drawn, Given, Position, Terms, Test, TestLine};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, fold, plain, same_name};
use crate::syntax::ast::{self, ItemKind, TestLineKind};

use super::builder::{Frame, GameBuilder};
use super::deck::card_named;
use super::error;
use super::gather::Gathered;
use super::mix::check_mix;
use super::position::{check_cards, check_labels, check_slots, check_uniques_once, read_lines};
use super::script::{ScriptPlace, add_script};
use super::sentence::Vocabulary;
use super::subject::{reading, side_of};
use super::value::{self, halves};

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
            check_given(builder, item, items, entry.local);
            match entry.kind {
                ItemKind::Lesson(lesson) => super::lesson::fill_lesson(builder, lesson, entry, items, words),
                _ => fill_test(builder, item, items, words, entry.span, None),
            }
        }
    }
    builder.game.citations.truncate(of_rules);
}

/// True if a test is played in the scenario that is compiled, or in none if none is. A test whose scenario does not exist
/// counts among the latter.
pub(super) fn belongs(items: &Gathered, item: &ast::Test, local: bool) -> bool {
    let here = items.scenario.map(|(scenario, _)| &scenario.name.text);
    let known = |name: &ast::Name| items.scenarios.iter().any(|one| same_name(one, &name.text));
    match (here, given(item)) {
        (None, None) => true,
        (Some(here), Some(name)) => local || same_name(here, &name.text),
        (Some(_), None) => local,
        (None, Some(name)) => !known(name),
    }
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

/// Reports a scenario that does not exist, a second one, or one other than the scenario that contains the test.
pub(super) fn check_given(builder: &mut GameBuilder, item: &ast::Test, items: &Gathered, local: bool) {
    let mut first: Option<&ast::Name> = None;
    for name in givens(item) {
        let spelt = plain(&name.text);
        if !items.scenarios.iter().any(|one| plain(one) == spelt) {
            builder.report(error::unknown("scenario", &name.text, name.span, items.scenarios.iter().copied()));
            continue;
        }
        let around =
            items.scenario.map(|(scenario, _)| &scenario.name).filter(|around| local && plain(&around.text) != spelt);
        if let Some(around) = around {
            let why = format!("this test belongs to `{}`", around.text);
            builder.report(error::too_much(&format!("given {}", name.text), name.span, &why));
        } else if let Some(first) = first {
            let why = format!("this test belongs to `{}`", first.text);
            builder.report(error::too_much(&format!("given {}", name.text), name.span, &why).also(first.span, "here"));
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
        position: Position::default(),
        readings: Vec::new(),
        labels: Vec::new(),
        begins: None,
        lines: Vec::new(),
        is_lesson,
        mistakes: Vec::new(),
        span,
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
                    builder.report(error::too_much("at", line.span, "expected one step"));
                }
                test.begins = begins(builder, step, side.as_ref(), line.span);
            }
            TestLineKind::Ruling { name, value } => match reading(builder, &name.text, &value.text) {
                Ok(found) => {
                    if test.readings.iter().any(|(ruling, _)| *ruling == found.0) {
                        builder.report(error::too_much(&name.text, name.span, "this ruling is already set"));
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
            builder.report(error::too_much("at", at, "`under way` says already where the test begins"));
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
    for piece in &test.position.pieces {
        if let Some(label) = &piece.label {
            if test.labels.contains(label) {
                builder.report(error::wrong_value(label, piece.span, "a label used once"));
            } else {
                test.labels.push(label.clone());
            }
        }
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
    let labels: Vec<Param> = test
        .labels
        .iter()
        .map(|name| Param { name: name.clone(), noun: None, ty: Type::One(Domain::Piece, false) })
        .collect();
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

/// `at orders of French`: the step and the acting side.
fn begins(
    builder: &mut GameBuilder,
    step: &ast::Name,
    side: Option<&ast::Name>,
    span: Span,
) -> Option<(StepId, Option<u16>, Span)> {
    let spelt = fold(&step.text);
    let found = builder.game.steps.iter().position(|one| fold(&one.name) == spelt || fold(&one.title) == spelt);
    let side = match side {
        Some(name) => Some(side_of(builder, &name.text, name.span)?),
        None => None,
    };
    let Some(found) = found else {
        let names = builder.game.steps.iter().map(|step| step.name.as_str());
        builder.report(error::unknown("step", &step.text, step.span, names));
        return None;
    };
    let around = std::iter::successors(Some(StepId(found as u16)), |step| builder.game.steps[step.at()].parent);
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
    Some((StepId(found as u16), side, span))
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
    diagnostic.span().is_some_and(|span| tests.iter().any(|test| covers(*test, span)))
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}

/// What chance draws next: a card, a thing of the game, or a piece by its label or own name.
fn drawn(builder: &mut GameBuilder, name: &ast::Name, labels: &[Param]) -> Option<Drawn> {
    if let Some(card) = card_named(builder, &name.text) {
        return Some(Drawn::Card(card));
    }
    let lists = (0..builder.game.lists.len()).map(|list| Domain::List(list as u16));
    let domains = [Domain::Side, Domain::Space, Domain::Kind, Domain::Direction, Domain::Edge].into_iter().chain(lists);
    let thing = domains.into_iter().find_map(|domain| value::thing_named(builder, domain, &name.text));
    if let Some(thing) = thing {
        return Some(Drawn::Lot(Given::Value(Value::Ref(thing))));
    }
    let spelt = plain(&name.text);
    let game = &builder.game;
    let pieces = || labels.iter().map(|label| &label.name).chain(game.uniques.iter().map(|unique| &unique.name));
    if pieces().any(|known| *known == spelt) {
        return Some(Drawn::Lot(Given::Piece(spelt)));
    }
    let spaces = game.board.spaces.iter().map(|space| space.name.as_str());
    let names = game.card_defs.iter().map(|def| def.title.as_str()).chain(spaces).chain(pieces().map(String::as_str));
    let names: Vec<String> = names.map(str::to_owned).collect();
    builder.report(error::unknown("card, place or piece", &name.text, name.span, names.iter().map(String::as_str)));
    None
}

/// Records with each test the errors in its text. Its scripts are emptied, because they are not valid.
pub fn note_mistakes(game: &mut Game, diagnostics: &[Diagnostic]) {
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|one| one.is_error()).collect();
    if errors.is_empty() {
        return;
    }
    for test in game.tests.iter_mut().chain(game.puzzles.iter_mut().map(|puzzle| &mut puzzle.test)) {
        let own = errors.iter().filter(|one| one.span().is_some_and(|span| covers(test.span, span)));
        for mistake in own {
            if !test.mistakes.contains(mistake) {
                test.mistakes.push((*mistake).clone());
            }
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

fn test_line(builder: &mut GameBuilder, line: &TestLineKind, labels: &[Param], span: Span) -> Option<TestLine> {
    match line {
        TestLineKind::Given(_)
        | TestLineKind::GivenScenario(_)
        | TestLineKind::Cleared
        | TestLineKind::At { .. }
        | TestLineKind::Learn(_)
        | TestLineKind::Ruling { .. } => None,
        TestLineKind::Dice(groups) => {
            let (low, high) = builder.game.die;
            let (low, high) = builder.faces.map_or((low, high), |(least, most)| (least.min(low), most.max(high)));
            let mut faces = Vec::new();
            for group in groups {
                let mut rolled = Vec::new();
                for word in group {
                    match word.as_int() {
                        Some(face) if (low..=high).contains(&face) => rolled.push(face),
                        Some(face) => builder.report(error::out_of_range(face, word.span, low, high)),
                        None => builder.report(error::wrong_value(&word.text, word.span, "a face of a die")),
                    }
                }
                faces.push(rolled);
            }
            Some(TestLine::Dice(faces, span))
        }
        TestLineKind::Draw(names) => {
            let drawn = names.iter().filter_map(|name| drawn(builder, name, labels)).collect();
            Some(TestLine::Draw(drawn, span))
        }
        TestLineKind::Play { side, sentence } => {
            Some(TestLine::Play(side_of(builder, &side.text, side.span)?, sentence.text.clone(), sentence.span))
        }
        TestLineKind::Offered { side, sentence, costs, odds } => {
            let mut terms = Terms { costs: Vec::new(), odds: *odds };
            for (amount, purse) in costs {
                terms.costs.extend(share(builder, amount, purse.as_ref()));
            }
            Some(TestLine::Offered(
                side_of(builder, &side.text, side.span)?,
                sentence.text.clone(),
                terms,
                sentence.span,
            ))
        }
        TestLineKind::Asked { side, question } => {
            let text = question.as_ref().map(|question| question.text.clone());
            Some(TestLine::Asked(side_of(builder, &side.text, side.span)?, text, span))
        }
        TestLineKind::Ended { winners, level } => {
            let mut won: Vec<u16> = Vec::new();
            for name in winners {
                won.push(side_of(builder, &name.text, name.span)?);
            }
            won.sort_unstable();
            let level = match level {
                Some(name) => Some(level_of(builder, name)?),
                None => None,
            };
            Some(TestLine::Ended(Outcome { winners: won, level }, span))
        }
        TestLineKind::Refused { side, sentence, because } => {
            let because = builder.cites(because);
            Some(TestLine::Refused(
                side_of(builder, &side.text, side.span)?,
                sentence.text.clone(),
                because,
                sentence.span,
            ))
        }
        TestLineKind::Do(script) => {
            let place = ScriptPlace { name: "test", scopes: Vec::new(), acts: false, lifetime: None };
            Some(TestLine::Do(add_script(builder, place, labels.to_vec(), script)))
        }
        TestLineKind::Then(expressions) => {
            let mut nodes = Vec::new();
            for expression in expressions {
                let mut frame = Frame::of(labels);
                frame.acts = false;
                let told = builder.diagnostics.len();
                let node = builder.expression(&mut frame, expression, Some(Type::Flag));
                for one in builder.diagnostics.iter_mut().skip(told) {
                    say_who_decides(one, &builder.game.sides);
                }
                nodes.push((node, frame.needed));
            }
            Some(TestLine::Then(nodes, span))
        }
    }
}

/// Adds to the error for `me` in a `then` how a test says whose decision is next.
fn say_who_decides(problem: &mut Diagnostic, sides: &[Side]) {
    if let (Some("acting side"), Some(help), [side, ..]) = (problem.seeks.as_deref(), &mut problem.help, sides) {
        help.push_str(&format!("; who decides next is a line of its own, `asked {}`", side.name));
    }
}

/// `2 command`: an amount with its purse.
fn share(
    builder: &mut GameBuilder,
    amount: &ast::Word,
    purse: Option<&ast::Name>,
) -> Option<(Value, Option<PurseId>, Span)> {
    let Some(twice) = halves(&amount.text) else {
        builder.report(error::wrong_value(&amount.text, amount.span, "an amount, as in `costs 2` or `costs 1½`"));
        return None;
    };
    let value = if twice % 2 == 0 { Value::Int(twice / 2) } else { Value::Half(twice) };
    let Some(name) = purse else { return Some((value, None, amount.span)) };
    let spelt = fold(&name.text);
    let found = builder.game.purses.iter().position(|one| fold(&one.name) == spelt || fold(&one.title) == spelt);
    if found.is_none() {
        let names = builder.game.purses.iter().map(|purse| purse.name.as_str());
        builder.report(error::unknown("purse", &name.text, name.span, names));
    }
    Some((value, Some(PurseId(found? as u16)), amount.span))
}

/// A level of victory that the game names.
fn level_of(builder: &mut GameBuilder, name: &ast::Name) -> Option<u16> {
    let list = builder.game.outcomes;
    let levels: Vec<String> = list
        .map(|list| builder.game.lists[list.at()].members.iter().map(|value| value.name.clone()).collect())
        .unwrap_or_default();
    let found = levels.iter().position(|level| *level == name.text);
    if found.is_none() {
        let problem = error::unknown("level of victory", &name.text, name.span, levels.iter().map(String::as_str));
        let is_side = builder.game.sides.iter().any(|side| side.name == name.text);
        builder.report(match is_side {
            true => problem.help(format!("write a comma before `{}` if it wins too", name.text)),
            false => problem,
        });
    }
    found.map(|at| at as u16)
}
