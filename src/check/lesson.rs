//! Lessons: tests that talk. Their own lines become lines of the test; a line about the line before it joins it.

use crate::diagnostic::Diagnostic;
use crate::model::game::Param;
use crate::model::lesson::{Ask, Command, Free, Learn, Lesson, Rival, Task, Words, Wrong};
use crate::model::node::{Expr, Node, Term};
use crate::model::setup::TestLine;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ItemKind, LearnKind, TestLineKind, TextPart};

use super::builder::{Frame, GameBuilder};
use super::error;
use super::expr::fit;
use super::free::free_names;
use super::gather::{Entry, Gathered};
use super::sentence::Vocabulary;
use super::subject::side_of;
use super::test::fill_test;

/// The most decisions of free play: more is a game, not a lesson.
const MOST_DECISIONS: i64 = 100;

/// A lesson that can be learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonName {
    /// Its name, as typed.
    pub name: String,
    /// The title shown to learners.
    pub title: String,
    /// The scenario it is played in.
    pub scenario: Option<String>,
    /// Its documentation.
    pub doc: Option<String>,
}

/// Adds a lesson and its test.
pub(crate) fn fill_lesson(
    builder: &mut GameBuilder,
    item: &ast::Lesson,
    entry: &Entry<'_>,
    items: &Gathered<'_>,
    words: &Vocabulary,
) {
    let pieces = pieces_named(builder, &item.test);
    let test = builder.game.tests.len();
    let named: Vec<String> = pieces.iter().map(|(name, _)| name.clone()).collect();
    builder.guessed.clone_from(&named);
    fill_test(builder, &item.test, items, words, entry.span, Some(named));
    builder.guessed.clear();
    check_head(builder, item, entry);
    check_name(builder, item, items);
    check_whole(builder, item, test);
    let name = plain(&item.name.text);
    builder.game.lessons.push(Lesson { name, doc: entry.doc.cloned(), test, pieces });
}

/// The lessons of these files in written order.
pub fn lessons(files: &[ast::File]) -> Vec<LessonName> {
    super::test::each(files)
        .filter_map(|(item, around)| {
            let ItemKind::Lesson(lesson) = &item.kind else { return None };
            Some(LessonName {
                name: plain(&lesson.name.text),
                title: lesson.test.title.plain(),
                scenario: super::test::played_in(&lesson.test, around),
                doc: item.doc.clone(),
            })
        })
        .collect()
}

/// Reports a name that an earlier lesson has: progress is kept by names.
fn check_name(builder: &mut GameBuilder, item: &ast::Lesson, items: &Gathered<'_>) {
    let spelt = plain(&item.name.text);
    let earlier = items.entries.iter().find_map(|entry| match entry.kind {
        ItemKind::Lesson(other) if plain(&other.name.text) == spelt => Some(other.name.span),
        _ => None,
    });
    if let Some(earlier) = earlier.filter(|earlier| *earlier != item.name.span) {
        builder.report(
            Diagnostic::error("declared-twice", format!("another lesson of this game is called `{}`", item.name.text))
                .at(item.name.span, "again")
                .also(earlier, "first")
                .help("give each lesson a name of its own: progress is kept by names"),
        );
    }
}

/// Reports a lesson without a scenario, and one that begins nowhere.
fn check_head(builder: &mut GameBuilder, item: &ast::Lesson, entry: &Entry<'_>) {
    let lines = &item.test.lines;
    if !entry.local && super::test::given(&item.test).is_none() {
        builder.report(
            Diagnostic::error("missing-part", "this lesson has no scenario")
                .at(item.name.span, "played in which battle?")
                .help(format!("write `lesson {} \"…\" for SCENARIO`", item.name.text)),
        );
    }
    let cleared = lines.iter().find(|line| line.kind == TestLineKind::Cleared);
    let begins = lines.iter().any(|line| matches!(line.kind, TestLineKind::At { .. }));
    if let Some(cleared) = cleared.filter(|_| !begins) {
        builder.report(
            Diagnostic::error("missing-part", "this lesson does not say where it begins")
                .at(cleared.span, "without the set-up of the scenario, no step runs")
                .help("add a line `at STEP of SIDE` below"),
        );
    }
}

/// Reports free play without a goal or before the end, and a `predict` without a task after it.
fn check_whole(builder: &mut GameBuilder, item: &ast::Lesson, test: usize) {
    let Some(test) = builder.game.tests.get(test) else { return };
    let mut found = Vec::new();
    let mut predicted = None;
    let mut told = false;
    let mut free: Option<Span> = None;
    found.extend(supplied_late(&test.lines));
    for line in &test.lines {
        if let Some(free) = free.take() {
            found.push(
                Diagnostic::error("clause-order", "`free` must be the last task of a lesson")
                    .at(free, "it can lead anywhere")
                    .help("move what follows above it, or write another lesson"),
            );
        }
        if let TestLine::Play(..) = line {
            predicted = None;
        }
        let TestLine::Learn(learn, span) = line else { continue };
        match &**learn {
            Learn::Say(_) => told = true,
            Learn::Task(_) if !std::mem::take(&mut told) => {
                predicted = None;
                found.push(
                    Diagnostic::error("missing-part", "nothing says what the learner is to do")
                        .at(*span, "a task without words")
                        .help("add a `say` above it, below the task before"),
                );
            }
            Learn::Task(_) => predicted = None,
            Learn::Ask(ask) if ask.later => predicted = Some(*span),
            Learn::Free(of) => {
                free = Some(*span);
                let lacking = match (&of.goal, &of.lost) {
                    (None, _) => "`goal EXPRESSION say \"…\"`: what must hold in the end",
                    (_, None) => "`else say \"…\"`: what is said if the goal is missed",
                    _ => continue,
                };
                found.push(
                    Diagnostic::error("missing-part", "free play is not judged")
                        .at(*span, "played for what?")
                        .help(format!("add {lacking}")),
                );
            }
            _ => {}
        }
    }
    if let Some(span) = predicted {
        found.push(
            Diagnostic::error("missing-part", "nothing happens after this `predict`")
                .at(span, "checked after the next decision")
                .help("add a `try`, `choose one of` or `play` below it, or write `ask`"),
        );
    }
    if item.test.lost {
        return;
    }
    found.into_iter().for_each(|one| builder.report(one));
}

/// Dice and cards behind the last command: nothing below them rolls or draws.
fn supplied_late(lines: &[TestLine]) -> Vec<Diagnostic> {
    let plays = |line: &TestLine| match line {
        TestLine::Play(..) => true,
        TestLine::Learn(learn, _) => matches!(**learn, Learn::Task(_) | Learn::Free(_)),
        _ => false,
    };
    let last = lines.iter().rposition(plays).map_or(0, |at| at + 1);
    let late = lines.iter().skip(last).filter_map(|line| match line {
        TestLine::Dice(_, span) => Some(("dice", "rolls", *span)),
        TestLine::Draw(_, span) => Some(("draw", "draws a card", *span)),
        _ => None,
    });
    let told = late.map(|(word, does, span)| {
        Diagnostic::error("clause-order", format!("`{word}` comes too late: no command below it {does}"))
            .at(span, "never used")
            .help("move it above the `try`, `choose one of` or `play` that it belongs to")
    });
    told.collect()
}

/// The names in the expressions of a lesson to which the game gives no meaning and that look like labels of the board,
/// as `KT2`.
fn pieces_named(builder: &GameBuilder, test: &ast::Test) -> Vec<(String, Span)> {
    let mut found: Vec<(String, Span)> = Vec::new();
    for (text, span) in expressions(test) {
        for name in free_names(text) {
            let unknown = builder.names.get(name).is_empty() && !found.iter().any(|(other, _)| other == name);
            if unknown && is_label(name) {
                let at = text.find(name).unwrap_or(0);
                found.push((name.to_owned(), span.part(at, name.len())));
            }
        }
    }
    found
}

/// True for letters followed by a number.
fn is_label(name: &str) -> bool {
    let digits = name.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
    !digits.is_empty() && digits.len() < name.len() && digits.bytes().all(|sign| sign.is_ascii_digit())
}

/// The expressions of a lesson and those in its texts, each with its place.
fn expressions(test: &ast::Test) -> Vec<(&str, Span)> {
    let mut found: Vec<(&str, Span)> = Vec::new();
    let mut texts: Vec<&ast::Text> = Vec::new();
    for line in &test.lines {
        match &line.kind {
            TestLineKind::Then(all) => found.extend(all.iter().map(|one| (one.text.as_str(), one.span))),
            TestLineKind::Learn(learn) => match &**learn {
                LearnKind::Say(text) | LearnKind::Hint(text) | LearnKind::Else(text) => texts.push(text),
                LearnKind::Wrong { say, .. } => texts.push(say),
                LearnKind::Ask { question, of, .. } | LearnKind::Predict { question, of } => {
                    texts.push(question);
                    found.push((of.text.as_str(), of.span));
                }
                LearnKind::Answer(of) => found.push((of.text.as_str(), of.span)),
                LearnKind::Goal { holds, say } => {
                    texts.push(say);
                    found.push((holds.text.as_str(), holds.span));
                }
                LearnKind::Show(_) | LearnKind::Try { .. } | LearnKind::Free { .. } => {}
            },
            _ => {}
        }
    }
    for part in texts.into_iter().flat_map(ast::Text::parts) {
        if let TextPart::Braces(of) = part {
            found.push((of.text.as_str(), of.span));
        }
    }
    found
}

/// Adds a line of a lesson. What belongs to the line before it joins that.
pub(crate) fn add(
    builder: &mut GameBuilder,
    lines: &mut Vec<TestLine>,
    learn: &LearnKind,
    labels: &[Param],
    span: Span,
) {
    let learn = match learn {
        LearnKind::Say(text) => {
            let say = text_of(builder, text, labels);
            if let Some(TestLine::Learn(last, _)) = lines.last_mut()
                && let Learn::Free(free) = &mut **last
            {
                free.closing.push(say);
                return;
            }
            Learn::Say(say)
        }
        LearnKind::Show(marks) => {
            marks.iter().for_each(|mark| check_mark(builder, mark));
            Learn::Show(marks.iter().map(|mark| (mark.text.clone(), mark.span)).collect())
        }
        LearnKind::Try { wanted, several } => {
            if *several && wanted.len() < 2 {
                builder.report(
                    Diagnostic::error("wrong-value", "`choose one of` needs two commands or more")
                        .at(span, "no choice")
                        .help("write each on a line of its own; for one alone, write `try SIDE: SENTENCE`"),
                );
            }
            let command = |(side, sentence): &(ast::Name, ast::Sentence)| {
                let side = side_of(builder, side)?;
                Some(Command { side, words: sentence.text.clone(), span: sentence.span })
            };
            let wanted: Vec<Command> = wanted.iter().filter_map(command).collect();
            if let (Some(first), Some(other)) =
                (wanted.first(), wanted.iter().find(|one| wanted.first().is_some_and(|first| first.side != one.side)))
            {
                let problem = Diagnostic::error("both-sides", "the commands of a choice are those of one side");
                builder.report(problem.at(other.span, "another side").also(first.span, "the first"));
            }
            Learn::Task(Task { wanted, wrongs: Vec::new(), hints: Vec::new() })
        }
        LearnKind::Ask { question, modifiers, of } => Learn::Ask(ask(builder, question, of, *modifiers, labels)),
        LearnKind::Predict { question, of } => {
            let ask = ask(builder, question, of, false, labels);
            Learn::Ask(Ask { later: true, ..ask })
        }
        LearnKind::Free { decisions, span, side, bot } => {
            if !(1..=MOST_DECISIONS).contains(decisions) {
                builder.report(error::out_of_range(*decisions, *span, 1, MOST_DECISIONS));
            }
            let rival = match bot.text.as_str() {
                "greedy" => Rival::Greedy,
                "random" => Rival::Random,
                other => {
                    builder.report(error::wrong_value((other, bot.span), "`random` or `greedy`"));
                    Rival::Random
                }
            };
            // A side that does not exist is reported, and what belongs to this line is still read.
            let side = side_of(builder, side).unwrap_or(0);
            let decisions = usize::try_from(*decisions).unwrap_or(0);
            Learn::Free(Free { decisions, side, rival, goal: None, lost: None, closing: Vec::new(), hints: Vec::new() })
        }
        other => {
            // A `say` between a task and its hints would separate them.
            let last = lines.last_mut();
            let last =
                last.and_then(|line| if let TestLine::Learn(learn, _) = line { Some(&mut **learn) } else { None });
            if let Some(problem) = join(builder, last, other, labels, span) {
                builder.report(problem);
            }
            return;
        }
    };
    lines.push(TestLine::Learn(Box::new(learn), span));
}

/// Adds what belongs to the line before it. The diagnostic if it belongs to no such line.
fn join(
    builder: &mut GameBuilder,
    last: Option<&mut Learn>,
    learn: &LearnKind,
    labels: &[Param],
    span: Span,
) -> Option<Diagnostic> {
    match (learn, last) {
        (
            LearnKind::Hint(text),
            Some(Learn::Task(Task { hints, .. }) | Learn::Ask(Ask { hints, .. }) | Learn::Free(Free { hints, .. })),
        ) => {
            hints.push(text_of(builder, text, labels));
        }
        (LearnKind::Wrong { sentence, because, say }, Some(Learn::Task(task))) => {
            let because = builder.cites(because);
            let say = text_of(builder, say, labels);
            task.wrongs.push(Wrong { words: sentence.text.clone(), because, say, span: sentence.span });
        }
        (LearnKind::Answer(of), Some(Learn::Ask(ask))) => {
            if ask.answer.is_some() {
                return Some(error::too_much(("answer", span), "the question has one already"));
            }
            let wanted = if ask.modifiers { Type::Int(false) } else { ask.of.node.ty };
            ask.answer = Some(answer(builder, of, labels, wanted));
        }
        (LearnKind::Goal { holds, say }, Some(Learn::Free(free))) => {
            if free.goal.is_some() {
                return Some(error::too_much(("goal", span), "free play has one already"));
            }
            free.goal = Some((expression(builder, holds, labels, Some(Type::Flag)), text_of(builder, say, labels)));
        }
        (LearnKind::Else(say), Some(Learn::Free(free))) => {
            if free.lost.is_some() {
                return Some(error::too_much(("else", span), "free play has one already"));
            }
            free.lost = Some(text_of(builder, say, labels));
        }
        (LearnKind::Hint(_), _) => {
            return Some(belongs("hint", "`try`, `choose one of`, `ask`, `predict` or `free`", span));
        }
        (LearnKind::Wrong { .. }, _) => return Some(belongs("wrong", "`try` or `choose one of`", span)),
        (LearnKind::Answer(_), _) => return Some(belongs("answer", "`ask` or `predict`", span)),
        (LearnKind::Goal { .. }, _) => return Some(belongs("goal", "`free`", span)),
        (LearnKind::Else(_), _) => return Some(belongs("else", "`free`", span)),
        _ => {}
    }
    None
}

fn belongs(word: &str, to: &str, span: Span) -> Diagnostic {
    Diagnostic::error("clause-order", format!("`{word}` stands alone"))
        .at(span, "belongs to no task")
        .help(format!("put it right below {to}"))
}

fn ask(builder: &mut GameBuilder, question: &ast::Text, of: &ast::ExprText, modifiers: bool, labels: &[Param]) -> Ask {
    let question = text_of(builder, question, labels);
    let words = expression(builder, of, labels, None);
    let node = &words.node;
    if modifiers && !is_quantity(node) && node.ty != Type::Any {
        builder.report(
            Diagnostic::error("wrong-type", format!("`{}` is not a quantity: it has no modifiers", of.text.trim()))
                .at(of.span, "expected a quantity of something")
                .help("write a number that the rules declare with `quantity`, as in `modifiers of dice(KT1, MA2, 1)`"),
        );
    }
    let can = matches!(node.ty, Type::Any | Type::Flag | Type::Int(_) | Type::Half(_) | Type::One(..) | Type::Set(_));
    if !modifiers && !can {
        let ty = fit::name(&builder.game, node.ty);
        builder.report(
            Diagnostic::error("wrong-type", format!("a learner cannot answer with {ty}"))
                .at(of.span, ty)
                .help("ask for a number, yes or no, a name, or names"),
        );
    }
    Ask { question, of: words, modifiers, later: false, answer: None, hints: Vec::new() }
}

/// True if a node is a quantity of something.
fn is_quantity(node: &Node) -> bool {
    matches!(&node.expr, Expr::Quantity { .. } | Expr::Get { term: Term::Quantity(_), .. })
}

/// Reports a mark none of whose words has a meaning in this game. The board itself decides what it marks.
fn check_mark(builder: &mut GameBuilder, mark: &ast::Sentence) {
    if mark.text.is_empty() {
        builder.report(error::wrong_value(("", mark.span), "a piece, a place or a word"));
    }
}

/// The answer of an author: `yes` and `no` where the rules say `true` and `false`, else an expression.
fn answer(builder: &mut GameBuilder, of: &ast::ExprText, labels: &[Param], wanted: Type) -> Words {
    let said = match of.text.trim() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    };
    match said {
        Some(yes) => {
            if !matches!(wanted, Type::Flag | Type::Any) {
                let ty = fit::name(&builder.game, wanted);
                let text = format!("the answer is {ty}, not `{}`", of.text.trim());
                builder.report(Diagnostic::error("wrong-type", text).at(of.span, format!("expected {ty}")));
            }
            let node = Node::new(Expr::Const(Value::Flag(yes)), Type::Flag, of.span);
            Words { node, slots: labels.len() as u16 }
        }
        None => expression(builder, of, labels, Some(wanted)),
    }
}

fn expression(builder: &mut GameBuilder, of: &ast::ExprText, labels: &[Param], wanted: Option<Type>) -> Words {
    let mut frame = Frame::of(labels);
    frame.acts = false;
    let node = builder.expression(&mut frame, of, wanted);
    Words { node, slots: frame.needed }
}

/// A text of a lesson or puzzle. The labels of its position may stand in its braces.
pub(super) fn text_of(builder: &mut GameBuilder, text: &ast::Text, labels: &[Param]) -> Words {
    let mut frame = Frame::of(labels);
    frame.acts = false;
    let node = builder.text(&mut frame, text);
    Words { node, slots: frame.needed }
}
