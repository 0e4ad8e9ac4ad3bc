//! Scripts in a small game: what they do, how they stop, and what they report on failure.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::check::expr::tests::demo;
use crate::model::board::{Distances, SideBox};
use crate::model::game::{Game, Script};
use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::sequence::ScopeKind;
use crate::model::set::BitSet;
use crate::model::setup::{Position, SetupPiece};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::{Beginning, Fault, Play, Stop};
use crate::source::{SourceMap, Span};
use crate::syntax::ast::ScriptText;

mod agreement;

use super::make;

/// A game with two scripts: `rout(unit)`, and the given text with the parameter `unit`.
fn game(script: &str) -> Arc<Game> {
    let (mut game, _) = demo();
    let file = format!("// a line\nprocedure rout(unit) {{ unit.hits = 9; unit.slot = none; }}\n  do {script}\n");
    let mut sources = SourceMap::new();
    let source = sources.add("demo.ori", file.clone());
    let mut add = |text: &str, param: &str| {
        let start = file.find(text).expect("the script stands in the file");
        let ty = Type::One(Domain::Piece, false);
        game.scripts.push(Script {
            params: vec![crate::model::game::Param { name: param.to_owned(), noun: None, ty }],
            written: ScriptText::new(text.to_owned(), Span::new(source, start..start + text.len())),
            span: Span::new(source, start..start + text.len()),
            body: Node::new(Expr::Block(Vec::new()), Type::Nothing, Span::default()),
            compiled: crate::model::node::Compiled::default(),
            locals: 1,
        });
    };
    add("{ unit.hits = 9; unit.slot = none; }", "unit");
    add(script, "unit");
    game.sources = sources.into();
    game.side_facts = vec![vec![Value::None; 3]; 2];
    game.space_facts = vec![vec![Value::None; 3]; 3];
    game.game_facts = vec![Value::None; 3];
    for kind in &mut game.kinds {
        kind.facts = vec![Value::Int(3), Value::Ref(Ref::new(Domain::List(0), 1)), Value::None];
    }
    for (at, var) in game.vars.iter_mut().enumerate() {
        var.column = 5 + at as u8;
        var.during.clear();
        let default = match var.ty {
            Type::Int(false) => Value::Int(0),
            Type::One(Domain::Side, false) => Value::Ref(Ref::side(0)),
            _ => continue,
        };
        var.default = Some(Node::new(Expr::Const(default), var.ty, Span::default()));
    }
    game.terrains = vec![VarId(4)];
    game.kinds[1].family = Some(0);
    game.kinds[2].family = Some(0);
    game.words[0].body = Node::new(Expr::Const(Value::Flag(true)), Type::Flag, Span::default());
    game.board.neighbours = vec![BitSet::new(); 3];
    game.board.distances = Distances::over_neighbours(3);
    game.board.boxes = vec![SideBox { name: "reserve".to_owned(), spaces: vec![2, 2] }];
    game.board.spaces[0].cell = Some((GridId(0), 0, 0));
    game.board.spaces[1].cell = Some((GridId(0), 1, 1));
    let all = |word: &mut crate::model::game::Word| word.form == crate::model::game::WordForm::Set;
    for word in game.words.iter_mut().filter_map(|word| all(word).then_some(word)) {
        // `foes` of the demo: every piece.
        word.body = Node::new(Expr::All(Domain::Piece), Type::Set(Domain::Piece), Span::default());
    }
    Arc::new(game)
}

fn beginning() -> Beginning {
    let piece = |kind, side, place| SetupPiece {
        facing: None,
        refs: Vec::new(),
        unique: None,
        kind,
        mode: None,
        side,
        places: vec![place],
        slot: None,
        printed: Vec::new(),
        vars: Vec::new(),
        label: None,
        span: Span::default(),
    };
    let pieces = vec![piece(1, 0, 0), piece(1, 0, 0), piece(2, 1, 0), piece(3, 0, 1)];
    Beginning {
        positions: vec![Position { pieces, ..Position::default() }],
        in_sequence: false,
        ..Beginning::default()
    }
}

/// The value the script returns for the first piece.
fn run(script: &str) -> Result<Value, Stop> {
    let game = game(script);
    let play = Play::new(&game, &beginning(), 1, true, make)?;
    let cx = play.cx();
    cx.scripts.call(ScriptId(1), &[Value::Ref(Ref::piece(0))])
}

#[track_caller]
fn gives(script: &str, expected: Value) {
    match run(script) {
        Ok(value) => assert_eq!(value, expected, "{script}"),
        Err(stop) => panic!("{script}: {stop:?}"),
    }
}

#[track_caller]
fn faults(script: &str) -> (Fault, String) {
    let game = game(script);
    let play = match Play::new(&game, &beginning(), 1, true, make) {
        Ok(play) => play,
        Err(fault) => return (*fault, String::new()),
    };
    match play.cx().scripts.call(ScriptId(1), &[Value::Ref(Ref::piece(0))]) {
        Err(Stop::Fault(fault)) => {
            let at = fault.span.map(|span| game.sources.text(span).to_owned()).unwrap_or_default();
            (*fault, at)
        }
        other => panic!("{script}: {other:?}"),
    }
}

fn int(n: i64) -> Value {
    Value::Int(n)
}

#[test]
fn words_are_read_and_state_is_changed() {
    gives("{ unit.hits = 2; unit.hits += 3; unit.hits }", int(5));
    gives("{ unit.moved = true; unit.unmoved }", Value::Flag(false));
    gives("{ pieces.KT.moved = true; pieces.unmoved.count }", int(2));
    gives("{ pieces.count }", int(4));
    gives("{ pieces.where(|it| it.KT).count }", int(2));
    gives("{ let own = pieces.of(first); own.moved = true; pieces.moved.count }", int(3));
    gives("{ game.holder = second; game.holder == second && game.holder.foe == first }", Value::Flag(true));
    gives("{ for it in pieces.KT { it.hits += 1; } pieces.total(\"hits\") }", int(2));
    gives("{ unit.area.controller = unit.side; unit.area.controller.foe == second }", Value::Flag(true));
    gives("{ unit.printed.ability + unit.cohesion }", int(3));
    gives("{ unit.side.reserve.box }", Value::Flag(true));
    gives("{ let Woods_ = unit.area; Woods_.Woods = true; (areas - Woods).count }", int(1));
    gives("{ units.count * 10 + leaders.count }", int(31));
    gives("{ units.kind(KT).areas.count }", int(1));
    gives("{ leaders.battle == areas.battle }", Value::Flag(false));
}

#[test]
fn closures_see_the_names_around_them() {
    gives("{ let n = 2; pieces.where(|it| it.hits < n && it.side == unit.side).count }", int(3));
    gives("{ unit.hits = 3; pieces.highest(|it| it.hits + 1) }", int(4));
    gives("{ pieces.some(|it| pieces.all(|other| other.side == it.side)) }", Value::Flag(false));
    gives("{ let got = tally(pieces); for it in pieces { got[it] += 2; } pieces.total(|it| got[it]) }", int(8));
    gives("{ let got = tally(pieces); got[unit] += 1; got.least(pieces).count }", int(3));
    gives("{ pieces.where(|it| it.side == first).first == unit && KT in [KT, LB] }", Value::Flag(true));
}

#[test]
fn names_with_several_readings_are_chosen_where_they_are_taken() {
    gives("{ pieces.kind(Bare).count + if unit.class == Foot { 10 } else { 0 } }", int(10));
    gives("{ class.Bare == Bare && unit.class in class.all }", Value::Flag(true));
    gives("{ unit.class in [Bare, Foot] }", Value::Flag(true));
}

#[test]
fn nothing_behaves_as_the_language_says() {
    gives("{ let foe = none; foe.engaged || foe.KT }", Value::Flag(false));
    gives("{ let foe = none; foe?.hits ?? 7 }", int(7));
    gives("{ let n = none; if n + 1 == none && !(n > 3) { 1 } else { 2 } }", int(1));
    let (fault, at) = faults("{ let foe = none; foe.hits }");
    assert!(fault.message.contains("of `none`"), "{fault:?}");
    assert_eq!(at, "hits");
}

#[test]
fn procedures_are_called_by_their_names() {
    gives("{ rout(unit); unit.hits }", int(9));
    let (fault, at) = faults("{\n  let n = 1;\n  rout(3);\n}");
    assert!(fault.message.contains("changed"), "{fault:?}");
    assert_eq!(at, "hits");
    assert!(fault.notes.iter().any(|note| note.starts_with("called from demo.ori:5:3")), "{fault:?}");
}

#[test]
fn mistakes_are_placed_where_the_author_wrote_them() {
    let (fault, at) = faults("{\n  let n = 1;\n  n / 0\n}");
    assert_eq!(at, "/", "{fault:?}");
    let (fault, at) = faults("{ pieces.where(|it| it.side.moved) }");
    assert_eq!(at, "moved", "{fault:?}");
    let (fault, at) = faults("{ if unit { 1 } }");
    assert_eq!((fault.message.as_str(), at.as_str()), ("yes or no is needed here, not a thing or set", "unit"));
    let (fault, at) = faults("{ let = 3 }");
    assert!(fault.span.is_some(), "{fault:?} {at}");
}

#[test]
fn endless_scripts_are_stopped() {
    let (fault, _) = faults("{ while true { } }");
    assert!(fault.message.starts_with("this runs too long"), "{fault:?}");
    let (fault, _) = faults("{ while true { pieces.some(|it| it.hits > 0 || it.moved); } }");
    assert!(fault.message.starts_with("this runs too long"), "{fault:?}");
}

#[test]
fn questions_end_the_run_and_nothing_catches_them() {
    let stop = run("{ if unit.side.yes(\"Really?\") { 1 } else { 2 } }");
    assert!(matches!(stop, Err(Stop::Ask)), "{stop:?}");
    let stop = run("{ pieces.where(|it| it.side.yes(\"Really?\")) }");
    assert!(matches!(stop, Err(Stop::Ask)), "{stop:?}");
    let stop = run("{ finish(first); rout(unit); }");
    assert!(matches!(stop, Err(Stop::Finished)), "{stop:?}");
}

#[test]
fn scripts_that_go_round_in_circles_are_stopped() {
    let script = "{ rout(unit); again(unit) }";
    let mut made = Arc::try_unwrap(game(script)).unwrap_or_else(|_| panic!("only one holds the game"));
    let mut scope = made.scopes[3].clone();
    scope.name = "again".to_owned();
    scope.kind = ScopeKind::Procedure(ScriptId(1));
    made.scopes.push(scope);
    let game = Arc::new(made);
    let play = Play::new(&game, &beginning(), 1, true, make).expect("the play begins");
    let stop = play.cx().scripts.call(ScriptId(1), &[Value::Ref(Ref::piece(0))]);
    let Err(Stop::Fault(fault)) = stop else { panic!("{stop:?}") };
    assert!(fault.message.contains("endlessly"), "{fault:?}");
}

/// Not a test of behaviour: prints the cost of construction and calls, with `--nocapture`.
#[test]
fn costs() {
    let game = game("{ let n = 0; for it in pieces.unmoved { n += it.hits; } n }");
    let play = Play::new(&game, &beginning(), 1, false, make).expect("the play begins");
    let run: Rc<RefCell<crate::play::Run>> =
        Rc::new(RefCell::new(crate::play::Run::begin(&game, &beginning(), 1).expect("a run")));
    let begun = std::time::Instant::now();
    for _ in 0..20 {
        make(&game, &run).expect("the scripts are right");
    }
    println!("construction: {:?}", begun.elapsed() / 20);
    let begun = std::time::Instant::now();
    for _ in 0..2_000 {
        play.cx().scripts.call(ScriptId(1), &[Value::Ref(Ref::piece(0))]).expect("it runs");
    }
    println!("a call with a loop over four pieces: {:?}", begun.elapsed() / 2_000);
}
