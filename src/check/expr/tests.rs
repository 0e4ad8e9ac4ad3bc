//! Tests of expressions and scripts with a small game: their types and their errors.

use crate::check::env::{Env, Frame, Local};
use crate::diagnostic::Diagnostic;
use crate::model::game::*;
use crate::model::id::*;
use crate::model::names::{Names, Symbol};
use crate::model::node::{Expr, Node, Term};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{SourceId, Span};
use crate::syntax::ast::{ExprText, ScriptText};

use super::{check_expression, check_script};

mod demo;
pub(crate) use demo::demo;

const UNIT: Type = Type::One(Domain::Piece, false);
const UNITS: Type = Type::Set(Domain::Piece);
const SPACE: Type = Type::One(Domain::Space, false);

/// A frame in which a side acts and these names are bound.
fn frame(pure: bool) -> Frame {
    let mut frame = Frame { pure, acts: true, ..Frame::default() };
    frame.bind(Local::param("unit", UNIT));
    frame.bind(Local::param("other", UNIT));
    frame.bind(Local::param("to", SPACE));
    frame.bind(Local::param("n", Type::Int(false)));
    frame
}

fn text(text: &str) -> ExprText {
    ExprText::new(text.to_owned(), Span::new(SourceId(0), 100..100 + text.len()))
}

fn expression(source: &str, expected: Option<Type>) -> (Node, Vec<Diagnostic>) {
    let (game, names) = demo();
    let mut diagnostics = Vec::new();
    let mut env = Env { game: &game, names: &names, frame: &mut frame(true), diagnostics: &mut diagnostics };
    let node = check_expression(&mut env, &text(source), expected);
    (node, diagnostics)
}

fn script(source: &str) -> (Node, Vec<Diagnostic>) {
    let (game, names) = demo();
    let mut diagnostics = Vec::new();
    let mut env = Env { game: &game, names: &names, frame: &mut frame(false), diagnostics: &mut diagnostics };
    let script = ScriptText::new(source.to_owned(), Span::new(SourceId(0), 100..100 + source.len()));
    let node = check_script(&mut env, &script);
    (node, diagnostics)
}

/// The type of a correct expression.
#[track_caller]
fn ty(source: &str) -> Type {
    let (node, diagnostics) = expression(source, None);
    assert!(diagnostics.is_empty(), "{source}: {diagnostics:#?}");
    no_error(source, &node);
    node.ty
}

#[track_caller]
fn no_error(source: &str, node: &Node) {
    node.walk(&mut |node| assert!(!matches!(node.expr, Expr::Error), "{source}: {node:#?}"));
}

/// The type that a correct script returns.
#[track_caller]
fn runs(source: &str) -> Type {
    let (node, diagnostics) = script(source);
    assert!(diagnostics.is_empty(), "{source}: {diagnostics:#?}");
    no_error(source, &node);
    node.ty
}

/// Code, text and help of the only error.
#[track_caller]
fn only(source: &str, diagnostics: Vec<Diagnostic>) -> (String, String, String) {
    assert_eq!(diagnostics.len(), 1, "{source}: {diagnostics:#?}");
    let one = &diagnostics[0];
    let span = one.span().expect("every mistake has a place");
    let at = source.get(span.start as usize - 100..span.end as usize - 100).expect("the place lies in the text");
    (one.code.to_owned(), at.to_owned(), one.help.clone().unwrap_or_default())
}

#[track_caller]
fn wrong(source: &str, code: &str, at: &str, help: &str) {
    let (_, diagnostics) = expression(source, None);
    let found = only(source, diagnostics);
    assert_eq!((found.0.as_str(), found.1.as_str()), (code, at), "{source}: {found:?}");
    assert!(found.2.contains(help), "{source}: {found:?}");
}

#[track_caller]
fn fails(source: &str, code: &str, at: &str, help: &str) {
    let (_, diagnostics) = script(source);
    let found = only(source, diagnostics);
    assert_eq!((found.0.as_str(), found.1.as_str()), (code, at), "{source}: {found:?}");
    assert!(found.2.contains(help), "{source}: {found:?}");
}

#[test]
fn words_are_typed_by_their_subject() {
    assert_eq!(ty("unit.hits"), Type::Int(false));
    assert_eq!(ty("unit.engaged"), Type::Flag);
    assert_eq!(ty("unit.unengaged && !unit.moved"), Type::Flag);
    assert_eq!(ty("unit.facing"), Type::One(Domain::Piece, true));
    assert_eq!(ty("unit.facing?.slot"), Type::Int(true));
    assert_eq!(ty("unit.facing.engaged"), Type::Flag);
    assert_eq!(ty("mine.engaged"), UNITS);
    assert_eq!(ty("mine.foes"), UNITS);
    assert_eq!(ty("mine.areas"), Type::Set(Domain::Space));
    assert_eq!(ty("unit.area.battle"), Type::One(Domain::List(1), false));
    assert_eq!(ty("unit.printed.ability"), Type::Int(false));
    assert_eq!(ty("unit.side.reserve"), SPACE);
    assert_eq!(ty("units.at(unit.area).of(unit.side).count"), Type::Int(false));
    assert_eq!(ty("leaders.leads(Left)"), UNITS);
    assert_eq!(ty("mine.KT.unmoved.first"), Type::One(Domain::Piece, true));
    assert_eq!(ty("me.foe.pieces"), UNITS);
    assert_eq!(ty("mine.in_play.count"), Type::Int(false));
    assert_eq!(ty("game.holder.foe"), Type::One(Domain::Side, false));
}

#[test]
fn the_expected_type_decides_between_readings_of_a_name() {
    assert_eq!(ty("unit.class == Bare"), Type::Flag);
    assert_eq!(ty("Bare == unit.class"), Type::Flag);
    assert_eq!(ty("unit.class in [Bare, Foot]"), Type::Flag);
    assert_eq!(ty("class.Bare"), Type::One(Domain::List(0), false));
    assert_eq!(ty("class.all"), Type::Set(Domain::List(0)));
    assert_eq!(ty("areas - Woods"), Type::Set(Domain::Space));
    assert_eq!(ty("turn.number == 3"), Type::Flag);
    assert_eq!(ty("reach(unit, road)"), Type::Set(Domain::Space));
    assert_eq!(ty("road(unit.area, to)"), Type::Flag);
    assert_eq!(ty("fates(n).captured"), Type::Flag);
    assert_eq!(ty("may_fire(unit, to)"), Type::Flag);
    assert_eq!(ty("dice_for(unit, n) + unit.cohesion"), Type::Int(false));
    wrong("unit.kind == LB && Bare == none", "ambiguous-name", "Bare", "`kind.Bare` or `class.Bare`");
}

#[test]
fn closures_have_a_slot_of_their_own() {
    let (node, diagnostics) = expression("mine.where(|it| it.facing == unit)", None);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let Expr::Api { args, .. } = &node.expr else { panic!("{node:#?}") };
    let Expr::Closure { slot, body } = &args[1].expr else { panic!("{node:#?}") };
    assert_eq!(*slot, 4);
    let Expr::Compare(_, left, right) = &body.expr else { panic!("{body:#?}") };
    assert!(matches!(left.expr, Expr::Get { .. }));
    assert!(matches!(right.expr, Expr::Local(0)));
    assert_eq!(ty("mine.total(|it| it.hits + other.hits)"), Type::Int(false));
    assert_eq!(ty("mine.some(|it| theirs.all(|foe| foe.side != it.side && me != foe.side))"), Type::Flag);
    assert_eq!(ty("mine.highest(\"cohesion\")"), Type::Int(false));
    wrong("mine.highest(\"cohesian\")", "unknown-word", "\"cohesian\"", "cohesion");
    wrong("mine.where(|it| it.hits)", "wrong-type", "it.hits", "");
    wrong("mine.where(true)", "wrong-type", "true", ".where(|it| …)");
}

#[test]
fn guards_against_none_are_recognized() {
    assert_eq!(ty("unit.facing != none && unit.facing.slot == 3"), Type::Flag);
    assert_eq!(ty("unit.facing == none || unit.facing.slot == 3"), Type::Flag);
    assert_eq!(ty("if unit.facing == none { 0 } else { unit.facing.hits }"), Type::Int(false));
    assert_eq!(ty("(unit.facing ?? other).hits"), Type::Int(false));
    wrong("unit.facing.slot", "may-be-absent", "unit.facing", "unit.facing?.slot");
    wrong("unit.facing?.engaged", "may-be-absent", "unit.facing?.engaged", "remove the `?`");
    runs("{ let foe = unit.facing; if foe == none { return 0; } foe.hits }");
    runs("{ let foe = unit.facing; if foe != none { rout(foe); foe.hits = 0; } }");
    fails("{ let foe = unit.facing; foe.hits }", "may-be-absent", "foe", "foe?.hits");
}

#[test]
fn errors_in_words_suggest_the_nearest() {
    wrong("mine.enaged", "unknown-word", "enaged", "engaged");
    wrong("unit.enaged", "unknown-word", "enaged", "engaged");
    wrong("unti.hits", "unknown-word", "unti", "unit");
    wrong("hits > 0", "unknown-word", "hits", "unit.hits");
    wrong("engagd", "unknown-word", "engagd", "….engaged");
    wrong("engagd(unit)", "unknown-word", "engagd", "….engaged");
    wrong("facing(mine.first ?? unit)", "unknown-word", "facing", "….facing");
    wrong("unit.kind == LBB", "unknown-word", "LBB", "`LB`");
    wrong("mine.filter(|it| it.engaged)", "unknown-word", "filter", "`where`");
    wrong("len(mine) > 2", "unknown-word", "len", "`mine.count`");
    wrong("mine.length > 2", "unknown-word", "length", "`count`");
    wrong("class.Bore", "unknown-word", "class.Bore", "Bare");
    wrong("unit.facing == 3", "unlike-types", "unit.facing == 3", "");
    wrong("unit.class == unit.kind", "unlike-types", "unit.class == unit.kind", "");
    wrong("mine == unit", "unlike-types", "mine == unit", "x in set");
    wrong("mine.engaged == none", "unlike-types", "mine.engaged == none", ".empty");
    wrong("unit.rout()", "unknown-word", "rout", "rout(unit)");
    wrong("facing(unit)", "unknown-word", "facing", "unit.facing");
    wrong("unit.foes.count()", "argument-count", "count", ".count");
    wrong("mine.hits", "wrong-type", "hits", ".total(\"hits\")");
    wrong("units.at(area)", "unknown-word", "area", "");
    wrong("me.space(\"left reer\")", "unknown-place", "\"left reer\"", "left rear");
    wrong("n + mine", "wrong-type", "n + mine", "");
    wrong("may_fire(unit)", "argument-count", "may_fire", "");
    wrong("mine.take(unit)", "wrong-type", "unit", "");
    wrong("if mine.engaged { 1 } else { 2 }", "set-as-condition", "mine.engaged", ".any");
    wrong("if unit.facing { 1 } else { 2 }", "wrong-type", "unit.facing", "!= none");
    wrong("if fates(n) { 1 } else { 2 }", "unknown-word", "fates(n)", "fates(…).captured");
    assert_eq!(only("mine", expression("mine", Some(Type::Flag)).1).0, "set-as-condition");
}

#[test]
fn pure_expressions_cannot_change_anything() {
    wrong("roll() > 3", "impure", "roll()", "procedure");
    wrong("morale(unit, n) > 3", "impure", "morale", "procedure");
    wrong("me.yes(\"Really?\")", "impure", "me.yes(\"Really?\")", "procedure");
    wrong("rout(unit)", "impure", "rout(unit)", "");
    wrong("let x = 1", "syntax", "let", "write statements in");
    runs("{ if roll() > 3 { rout(unit); } morale(unit, n); }");
}

#[test]
fn statements_are_typed() {
    assert_eq!(runs("{ let hits = unit.hits; unit.hits = 0; hits }"), Type::Int(false));
    assert_eq!(runs("{ if n > 0 { return -1; } n }"), Type::Int(false));
    assert_eq!(runs("{ if n > 0 { unit } else if n < 0 { other } else { none } }"), Type::One(Domain::Piece, true));
    runs(
        "{ for it in mine.engaged { it.moved = true; it.hits += 1; } mine.unmoved.moved = true; to.controller = unit.side; }",
    );
    runs(
        "{ let got = tally(mine); for it in mine { got[it] += 1; } let those = got.least(mine); those.moved = true; }",
    );
    runs("{ let total = 0; while total < n { total += 1; if total == 3 { break; } } total }");
    runs("{ unit.unmoved = false; unit.slot = 3; to.Woods = true; game.holder = me; to.controller = none; }");
    runs(
        "{ for part in me.split(\"Hits\", n, mine, #{ first: unit, least: 2, most: \"cohesion\" }) { part.on.hits += part.count; } }",
    );
    runs("{ let found = none; for it in mine { found = it; } found }");
    runs("{ let x = switch n { 1 | 2 => 4, 3..5 => 6, _ => 0 }; x + 1 }");
    runs("{ me.act([charge, ride], unit); charge(unit, to); }");
    runs(
        "{ let ready = mine.engaged; let front = unit.facing; if front != none && front.KT { ready = ready + front; } ready.moved = true; }",
    );
}

#[test]
fn a_closure_returns_to_its_caller_and_not_for_its_script() {
    assert_eq!(
        runs("{ let all = mine.where(|it| { if it.moved { return true; } it.engaged }); all.count }"),
        Type::Int(false)
    );
    assert_eq!(runs("{ mine.total(|it| { return it.hits; }) }"), Type::Int(false));
    fails("{ mine.total(|it| { if it.moved { return true; } it.hits }) }", "wrong-type", "true", "");
    fails("{ mine.where(|it| { if it.moved { return; } it.engaged }) }", "wrong-type", "return", "");
}

#[test]
fn a_script_returns_values_of_one_type() {
    fails("{ if n > 0 { return 1; } mine }", "wrong-type", "mine", "one type");
    fails("{ if n > 0 { return mine; } if n > 1 { return unit; } none }", "wrong-type", "unit", "one type");
    let (_, said) = script("{ if n > 0 { return; } if n > 1 { return 1; } return mine; }");
    assert_eq!(said.len(), 1, "{said:#?}");
    assert_eq!(said[0].headline, "this script returns a number and a set of pieces");
    assert_eq!(said[0].secondary.len(), 1, "{said:#?}");
    // What returns nothing in one place may return `none`.
    assert_eq!(runs("{ if n > 0 { return; } unit }"), Type::One(Domain::Piece, true));
    assert_eq!(runs("{ if n > 0 { return; } if n > 1 { return 2; } unit.hits = 1; }"), Type::Int(true));
    assert_eq!(runs("{ if n > 0 { return; } mine }"), Type::Nothing);
}

#[test]
fn a_name_that_begins_as_nothing_is_a_set_of_what_the_first_set_holds() {
    assert_eq!(runs("{ let t = nothing; t = mine; t }"), UNITS);
    assert_eq!(runs("{ let t = nothing; for it in mine { t = either(t, mine.at(to)); } t }"), UNITS);
    assert_eq!(runs("{ let t = nothing; t |= spaces; t }"), Type::Set(Domain::Space));
    assert_eq!(runs("{ let t = mine; t = nothing; t }"), UNITS);
    assert_eq!(runs("{ let t = nothing; for it in mine { t |= it; } t }"), UNITS);
    // What a loop gives to it, the next turn of the loop reads.
    fails(
        "{ let t = nothing; for it in mine { it.hits = t.total(\"hits\"); t = spaces; } }",
        "unknown-word",
        "\"hits\"",
        "",
    );
    runs("{ let t = nothing; while t.count < 3 { for it in t { it.hits = 1; } t = mine; } }");
    fails("{ let t = nothing; t = mine; t = to; t }", "wrong-type", "to", "");
    fails("{ let t = nothing; t = 3; t }", "wrong-type", "3", "");
}

#[test]
fn what_may_be_anything_has_no_words() {
    fails("{ let found = none; found.hits }", "wrong-type", "found", "bind the thing itself");
    fails("{ let list = [unit, n]; list[0].hits }", "wrong-type", "list[0]", "bind the thing itself");
    assert_eq!(runs("{ [unit, other][0].hits }"), Type::Int(false));
}

#[test]
fn the_name_of_a_procedure_alone_calls_nothing() {
    fails("{ rout; n }", "missing-part", "rout", "write `rout(…)`");
    fails("{ unit.hits = 1; /* soon */ rout }", "missing-part", "rout", "write `rout(…)`");
}

#[test]
fn switch_cases_keep_their_written_values() {
    let (node, _) = script("{ switch n { -1 | 7 => 4, 3..5 => 6, _ => 0 } }");
    let Expr::Switch { cases, .. } = &node.expr else { panic!("{node:#?}") };
    let mut values: Vec<Value> = cases[0]
        .0
        .iter()
        .map(|label| match &label.expr {
            Expr::Const(value) => value.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    values.sort();
    assert_eq!(values, [Value::Int(-1), Value::Int(7)]);
    assert!(matches!(cases[1].0[0].expr, Expr::Range { inclusive: false, .. }));
}

#[test]
fn only_state_can_be_assigned() {
    fails("{ unit.ability = 3; }", "assigned-fact", "ability", "modify ability exactly");
    fails("{ unit.cohesion = 3; }", "assigned-fact", "cohesion", "modify cohesion exactly");
    fails("{ unit.engaged = true; }", "assigned-fact", "engaged", "depends on");
    fails("{ unit.area = to; }", "assigned-fact", "area", "place(unit, space)");
    fails("{ mine.at(to).moved = true; }", "assigned-through-call", "at(to)", "let them");
    fails("{ unit.hits = unit; }", "wrong-type", "unit", "");
    fails("{ unit.hots = 1; }", "unknown-word", "hots", "hits");
    fails("{ game.holder = none; }", "wrong-type", "none", "?");
    fails("{ Left = 3; }", "assigned-fact", "Left", "");
}

#[test]
fn unsupported_script_forms_are_reported() {
    fails("{ do { rout(unit); } while n > 0 }", "script-form", "do", "loop");
    fails("{ try { rout(unit); } catch { } }", "script-form", "try", "");
    fails("{ let f = |x| x; f }", "script-form", "|", "");
    fails("{ let x = 3; }", "unused-name", "x", "");
    fails("{ let Left = 3; Left }", "hidden-name", "Left", "");
    fails("{ unit.hits = 1 rout(unit); }", "syntax", "", "write `;` before `rout`");
    wrong("unit.new", "reserved-name", "new", "");
    wrong("unit.", "syntax", ".", "");
}

#[test]
fn state_exists_only_during_its_scopes() {
    let (game, names) = demo();
    let mut diagnostics = Vec::new();
    let mut frame = Frame { lifetime: Some(vec![ScopeId(1)]), ..frame(false) };
    let mut env = Env { game: &game, names: &names, frame: &mut frame, diagnostics: &mut diagnostics };
    let source = "{ unit.moved = true; }";
    let script = ScriptText::new(source.to_owned(), Span::new(SourceId(0), 100..100 + source.len()));
    check_script(&mut env, &script);
    assert_eq!(only(source, diagnostics).0, "outside-lifetime");
}

#[test]
fn spans_cover_the_source_text() {
    let source = "unit.foes.at(to).of(unit.side).count + 1";
    let (node, _) = expression(source, None);
    let Expr::Operate(_, left, right) = &node.expr else { panic!("{node:#?}") };
    assert_eq!(left.span.range(), 100..136);
    assert_eq!(right.span.range(), 139..140);
}
