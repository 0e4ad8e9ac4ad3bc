//! Tests of the tree: the parts of constructs that are easy to get wrong.

use super::{item, parsed};
use crate::syntax::ast::{
    Amount, BoardMember, ClauseKind, EachFrom, File, HookTime, ItemKind, Loop, OfferLineKind, PhraseWord, PositionKind,
    ReplaceWhat, Rounding, ScenarioLineKind, SourceShare, StateKind, StepBody, TableKind, TestLineKind, TextPart,
    TypeKind, Whose, WindowKind, WordKind,
};

macro_rules! get {
    ($value:expr, $pattern:pat => $out:expr) => {
        match $value {
            $pattern => $out,
            other => panic!("expected {}, found {other:?}", stringify!($pattern)),
        }
    };
}

fn clause(text: &str) -> crate::syntax::ast::Clause {
    get!(item(text), ItemKind::Clause(clause) => clause)
}

#[test]
fn a_tail_has_all_its_parts() {
    let text = "modify aim, cost of order by +1 for defending LB, not CB on Hill at target during turn.combat when a.b > 1\n  under r v as l because \"{x} falls\" @9.1 @9.2";
    let clause = clause(text);
    let modify = get!(clause.kind, ClauseKind::Modify(modify) => modify);
    assert_eq!(modify.targets.iter().map(|target| target.name().text.as_str()).collect::<Vec<_>>(), ["aim", "order"]);
    let amount = get!(modify.amount, Amount::By(amount) => amount);
    assert_eq!(amount.text, "1", "Rhai would not take the plus");
    assert_eq!(text.get(amount.span.range()), Some("1"));
    let phrase = clause.tail.phrase.expect("it has one");
    assert_eq!(phrase.groups.len(), 2);
    let second = &phrase.groups[1].words;
    assert!(matches!(&second[0], PhraseWord::Word { not: true, name } if name.text == "CB"));
    assert!(matches!(&second[1], PhraseWord::On { not: false, spaces } if spaces.text == "Hill"));
    assert_eq!(clause.tail.at[0].text, "target");
    assert_eq!(clause.tail.during.expect("it has one").text(), "turn.combat");
    assert_eq!(clause.tail.when.expect("it has one").text, "a.b > 1");
    assert_eq!(clause.tail.under.expect("it has one").value.text, "v");
    assert_eq!(clause.tail.label.expect("it has one").text, "l");
    assert_eq!(clause.tail.because.expect("it has one").parts().len(), 2);
    assert_eq!(clause.tail.cites.iter().map(|cite| cite.section.as_str()).collect::<Vec<_>>(), ["9.1", "9.2"]);
}

#[test]
fn all_kinds_of_amounts_are_parsed() {
    let amount = |text: &str| get!(clause(text).kind, ClauseKind::Modify(modify) => (modify.amount, modify.base));
    assert!(matches!(amount("modify dice halved up"), (Amount::Halved(Some(Rounding::Up)), false)));
    assert!(matches!(amount("modify dice base doubled"), (Amount::Doubled, true)));
    assert!(matches!(amount("modify dice at least 1"), (Amount::AtLeast(_), _)));
    assert!(matches!(amount("modify dice never below 1"), (Amount::NeverBelow(_), _)));
    let (exactly, _) = amount("modify entering exactly 1½ over mud");
    let (value, over) = get!(exactly, Amount::Exactly { value, over } => (value, over));
    assert_eq!(value.text, "1½");
    assert_eq!(over.map(|label| label.text), Some("mud".to_owned()));
}

#[test]
fn an_expression_ends_where_the_next_word_begins() {
    let cases = [
        ("forbid charge when to.elevation > top under cover strict", "to.elevation > top"),
        ("forbid charge when mine.at(area)\n  .hurt.any\n  && x because \"y\"", "mine.at(area)\n  .hurt.any\n  && x"),
        ("forbid charge when if a { b } else { c } @1", "if a { b } else { c }"),
        ("forbid charge when x.all(|u| u.hits > 0) // y", "x.all(|u| u.hits > 0)"),
        ("forbid charge when unit.kind !in [A, B]", "unit.kind !in [A, B]"),
        ("forbid charge when `a${b}c` == \"}\"", "`a${b}c` == \"}\""),
        ("forbid charge when !x?.y ?? z", "!x?.y ?? z"),
        ("forbid charge when switch x { 1 => true, _ => false }", "switch x { 1 => true, _ => false }"),
    ];
    for (text, expected) in cases {
        assert_eq!(clause(text).tail.when.map(|when| when.text), Some(expected.to_owned()), "in {text}");
    }
}

#[test]
fn spans_have_no_trailing_blanks_or_comments() {
    let text = "kind KT \"Knights\"   // mounted\n\nforbid charge   // never\n";
    let file = parsed(text);
    let texts: Vec<&str> = file.items.iter().filter_map(|item| text.get(item.span.range())).collect();
    assert_eq!(texts, ["kind KT \"Knights\"", "forbid charge"]);
    assert_eq!(text.get(file.items[0].keyword.range()), Some("kind"));
}

#[test]
fn hooks_keep_their_owner_scope_and_script() {
    let clause = clause("first before their resolve(event) when x @1 do { cancel(); } then march(unit) @2");
    let hook = get!(clause.kind, ClauseKind::Hook(hook) => hook);
    assert!(hook.first && hook.time == HookTime::Before && hook.whose == Some(Whose::Their));
    assert_eq!(hook.what.params.map(|names| names.len()), Some(1));
    assert_eq!(hook.action.script.map(|script| script.text), Some("{ cancel(); }".to_owned()));
    let calls: Vec<&str> = hook.action.then.iter().map(|then| then.call.text.as_str()).collect();
    assert_eq!(calls, ["march(unit)"]);
    assert_eq!(clause.tail.cites.len(), 2);
}

#[test]
fn state_and_facts_keep_their_bearers() {
    let state = get!(item("piece var a, b: 0..3? = 1 during turn, x.y @1 { glyph \"~\" modify c by 1 }"), ItemKind::State(state) => state);
    assert_eq!(state.subject.map(|name| name.text), Some("piece".to_owned()));
    let (names, ty) = get!(state.kind, StateKind::Var { names, ty } => (names, ty));
    assert_eq!(names.len(), 2);
    assert!(ty.optional && matches!(ty.kind, TypeKind::Range(range) if range.low == Some(0) && range.high == Some(3)));
    assert_eq!(state.during.len(), 2);
    assert_eq!(state.body.map(|body| body.clauses.len()), Some(1));
    let flag = get!(item("county flag lost / kept"), ItemKind::State(state) => state.kind);
    assert!(matches!(flag, StateKind::Flag { opposite: Some(name), .. } if name.text == "kept"));
    let has = get!(item("piece has { move: mp   class: class?   vp, w: int = 0 }"), ItemKind::Has(has) => has);
    assert_eq!(has.facts.iter().map(|fact| fact.names.len()).collect::<Vec<_>>(), [1, 1, 2]);
}

#[test]
fn facts_are_plain_words_until_types_are_known() {
    let kind = get!(item("kind S of Foot @5.5 { class S  vp -10  date 1415-10-25  hire ½  n \"A b\"  r 2..3\n mode Close { move 3 } }"), ItemKind::Kind(kind) => kind);
    let kinds: Vec<WordKind> = kind.body.facts.iter().map(|word| word.kind).collect();
    use WordKind::{Fraction, Ident, Notation, Number, Quoted, Range};
    assert_eq!(kinds, [Ident, Ident, Ident, Number, Ident, Notation, Ident, Fraction, Ident, Quoted, Ident, Range]);
    assert_eq!(kind.family.map(|name| name.text), Some("Foot".to_owned()));
    assert_eq!(kind.body.modes[0].body.facts.len(), 2);
}

#[test]
fn counters_have_counts_or_names() {
    let counters = get!(item("counters montfort in pool { leader breton: Jean \"Jean de M\" 2-1-4, Clisson 1-2-3;  Ch english x6\n Me x 14 }"), ItemKind::Counters(counters) => counters);
    assert_eq!(counters.place.map(|name| name.text), Some("pool".to_owned()));
    let entries: Vec<(usize, Option<u32>, usize)> =
        counters.entries.iter().map(|entry| (entry.words.len(), entry.count, entry.pieces.len())).collect();
    assert_eq!(entries, [(2, None, 2), (2, Some(6), 0), (1, Some(14), 0)]);
}

#[test]
fn offers_keep_their_lines_in_order() {
    let action = get!(item("action shoot \"Shoot\" of fire during my combat for English @5 {\n  unit mine.a where unit.b when c @1\n  kind LB | CB\n  some_units some of mine\n  x = 3\n  chance hit = 2d6 <= shot(unit)\n  pays entering(unit, to) mp each units to foe\n  once per unit\n  do { }\n  then march(unit) when x\n}"), ItemKind::Action(action) => action);
    assert!(matches!(&action.window.expect("it has one").kind, WindowKind::During { whose: Some(Whose::My), .. }));
    assert!(action.phrase.is_some() && action.family.is_some());
    let lines = action.offer.lines;
    let param = get!(&lines[0].kind, OfferLineKind::Param(param) => param);
    assert!(param.filter.is_some() && param.when.is_some() && param.cites.len() == 1 && param.alternatives.is_empty());
    let kind = get!(&lines[1].kind, OfferLineKind::Param(param) => param);
    assert_eq!(kind.alternatives.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), ["LB", "CB"]);
    assert!(matches!(&lines[2].kind, OfferLineKind::Param(param) if param.some_of));
    assert!(matches!(&lines[3].kind, OfferLineKind::Let { .. }));
    let chance = get!(&lines[4].kind, OfferLineKind::Chance(chance) => chance);
    assert_eq!((chance.dice.count, chance.dice.faces), (2, 6));
    let pays = get!(&lines[5].kind, OfferLineKind::Pays(pays) => pays);
    assert!(pays.purse.is_some() && pays.each.is_some() && pays.to.is_some());
    assert_eq!(lines.len(), 9);
}

#[test]
fn a_purse_alone_takes_the_place_of_its_amount() {
    let action = get!(item("action x { pays command\n once }"), ItemKind::Action(action) => action);
    let pays = get!(&action.offer.lines[0].kind, OfferLineKind::Pays(pays) => pays);
    assert_eq!(pays.amount.as_name().map(|name| name.text), Some("command".to_owned()));
    assert!(pays.purse.is_none());
}

#[test]
fn cards_and_decks_are_parsed() {
    let card = get!(item("card X \"X\" of strategy for montfort @5 { act 2 ps 2 green\n copies 3\n lasts for good\n except forage\n play any time { do { } }\n play event \"EVT\" before any charge(unit) @6 { when x } }"), ItemKind::Card(card) => card);
    assert_eq!((card.copies, card.plays.len(), card.body.facts.len(), card.body.clauses.len()), (Some(3), 2, 5, 1));
    assert!(card.plays[0].name.is_none());
    let deck = get!(item("deck d per side { zones a hidden, b owner, c  empty shuffle c into a  pays card.cost tender  drawn at random }"), ItemKind::Deck(deck) => deck);
    assert!(deck.per_side && deck.at_random && deck.empty.is_some() && deck.pays.is_some());
    assert_eq!(deck.zones.iter().map(|zone| zone.seen.is_some()).collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn a_number_may_be_shown() {
    let points =
        get!(item("quantity points(side) \"points\" shown @14 { base 0 }"), ItemKind::Quantity(quantity) => quantity);
    assert!(points.shown.is_some() && points.title.is_some() && points.cites.len() == 1);
    let hidden = get!(item("quantity shown(side) { base 0 }"), ItemKind::Quantity(quantity) => quantity);
    assert!(hidden.shown.is_none() && hidden.name.text == "shown");
}

#[test]
fn purses_and_walks_are_parsed() {
    let purse = get!(item("purse p \"P\" of piece in halves during movement @6 {\n source a each mine.x gives 1 to each of units\n source b gives 2 whole among units, at most 1 each from q when z @6.1\n gives my.pool\n either a or b per leader\n}"), ItemKind::Purse(purse) => purse);
    assert!(purse.halves && purse.during.is_some());
    assert!(matches!(purse.sources[1].share, Some(SourceShare::Among { at_most: Some(_), .. })));
    assert!(purse.sources[1].whole && purse.sources[1].from.is_some() && purse.sources[2].name.is_none());
    assert_eq!(purse.either[0].sources.len(), 2);
    let walk = get!(item("walk w(unit, to?) pays mp least @5 {\n varies facing, run\n every step sets tired = x && y, run = 2 @3\n step spur each n in [-2, 1] to unit.front(n)\n   when x pays 1 sets run = 1, facing = n under r v @1\n via theirs.spaces @2\n end when y pays 2\n forbid when z\n}"), ItemKind::Walk(walk) => walk);
    let step = &walk.steps[0];
    assert!(
        step.each.is_some() && step.to.is_some() && step.when.is_some() && step.pays.is_some() && step.under.is_some()
    );
    assert_eq!(step.sets.len(), 2);
    assert_eq!((walk.every.len(), walk.cites.len()), (2, 2));
    assert!(
        walk.least && walk.end.is_some() && walk.via.len() == 1 && walk.clauses.len() == 1 && walk.params[1].optional
    );
}

#[test]
fn steps_have_loops_and_bodies() {
    let sequence = get!(item("sequence battle(army) \"Battle\" @1 {\n  var winner: side?\n  set foes = theirs\n  /// one turn\n  turn \"Turn\" @2 repeat 1..12 until x {\n    a @4 each unit of mine.hurt, in any order by unit.side when y under r v do { z(); } then w(a)\n    b each side from game.holder actions melee, duel must once or \"Stand\"\n    c all sides\n    d repeat turn.n\n  }\n}"), ItemKind::Sequence(sequence) => sequence);
    assert_eq!((sequence.state.len(), sequence.definitions.len(), sequence.steps.len()), (1, 1, 1));
    let turn = &sequence.steps[0];
    assert_eq!(turn.doc.as_deref(), Some("one turn"));
    assert!(matches!(turn.repeats, Some(Loop::Numbers { until: Some(_), .. })));
    let steps = get!(&turn.body, StepBody::Steps { steps, .. } => steps);
    let (over, any_order) = get!(&steps[0].repeats, Some(Loop::Each { over, any_order, .. }) => (over, any_order));
    assert!(matches!(over, EachFrom::Of(set) if set.text == "mine.hurt") && *any_order);
    assert!(matches!(&steps[0].body, StepBody::Do { then, .. } if then.len() == 1));
    let actions = get!(&steps[1].body, StepBody::Actions(actions) => actions);
    assert!(actions.names.len() == 2 && actions.must && actions.once && actions.pass.is_some());
    assert!(matches!(steps[2].repeats, Some(Loop::AllSides { .. })));
    assert!(matches!(steps[3].repeats, Some(Loop::Times { .. })));
    // A word that begins the next part of the step is not a number of turns.
    let sequence = get!(item("sequence { turn repeat when x { a repeat by y do { z(); } } }"), ItemKind::Sequence(sequence) => sequence);
    let turn = &sequence.steps[0];
    assert!(matches!(turn.repeats, Some(Loop::Repeat { until: None })) && turn.when.is_some());
    let steps = get!(&turn.body, StepBody::Steps { steps, .. } => steps);
    assert!(matches!(steps[0].repeats, Some(Loop::Repeat { until: None })) && steps[0].by.is_some());
}

#[test]
fn boards_have_three_kinds_of_ground() {
    let board = get!(item("board b \"B\" @1 {\n grid area 3 x 5 turned for second { columns battle: left, right  rows row: 1, 2 }\n hexes flat 8 x 2, even columns low, numbered CCRR\n layer terrain . Clear, M \"Marsh land\" {\n  ..M\n  . . M\n }\n spaces in Leon { Brest fort 2 port, \"Le Gâvre\" \"title\", x }\n box Lost \"Dead\" off, Out\n boxes a, b per side @2\n region west { 0101..0402, left rear }\n region all = spaces\n slots 4 per side of troops\n slots inside, outside\n links road { Brest -- Landerne\n   -- Lesneven, Kemper when x;  2901 SE NE;  area rear -> reserve;  behind, ahead } @3\n}"), ItemKind::Board(board) => board);
    assert_eq!(board.members.len(), 11);
    let grid = get!(&board.members[0], BoardMember::Grid(grid) => grid);
    assert_eq!((grid.columns, grid.rows, grid.column_list.as_ref().map(|list| list.names.len())), (3, 5, Some(2)));
    let layer = get!(&board.members[2], BoardMember::Layer(layer) => layer);
    assert_eq!(layer.rows.iter().map(|row| row.signs.as_str()).collect::<Vec<_>>(), ["..M", "..M"]);
    assert_eq!(layer.legend[1].value.text, "Marsh land");
    let spaces = get!(&board.members[3], BoardMember::Spaces(spaces) => spaces);
    assert_eq!(spaces.spaces.iter().map(|space| space.facts.len()).collect::<Vec<_>>(), [3, 0, 0]);
    let links = get!(&board.members[10], BoardMember::Links(links) => links);
    let shape: Vec<(usize, usize, bool)> =
        links.chains.iter().map(|chain| (chain.first.len(), chain.hops.len(), chain.when.is_some())).collect();
    assert_eq!(shape, [(1, 2, true), (1, 0, false), (1, 1, false), (2, 0, false)]);
    assert_eq!(links.chains[0].hops[1].to.len(), 2);
    assert!(links.chains[2].hops[0].one_way);
    assert_eq!(links.cites.len(), 1);
}

#[test]
fn tables_distinguish_headings_from_rows() {
    let table = get!(item("table clash \"Clash\" @5 rows attacker: kind clamped columns target, side shifted by luck {\n        A       B\n     x  y    x  y\n  K  5-  +2  NA  1/3/0\n  L/M  1 2 - 4\n  cell a/b/c\n}"), ItemKind::Table(table) => table);
    assert!(table.rows_axis.clamped && table.rows_axis.ty.is_some());
    assert!(matches!(&table.kind, TableKind::Columns(axes) if axes.len() == 2 && axes[1].shifted_by.is_some()));
    assert_eq!(table.headings.iter().map(Vec::len).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(table.rows.iter().map(|row| row.cells.len()).collect::<Vec<_>>(), [4, 4]);
    assert_eq!(table.rows[1].label.slashed().len(), 2);
    assert_eq!(table.cell.len(), 3);
    let gives = get!(item("table t rows units gives needed, lost { 1..2  3- x;   3..4  2- y }"), ItemKind::Table(table) => table);
    assert!(gives.headings.is_empty() && gives.rows.len() == 2);
}

#[test]
fn positions_have_labels_counts_companions_and_blocks() {
    let text = "test \"x\" @1 { given {\n  English 2010: bow = Clifford Longbowmen SSE x2\n  Hereford Knights A: 1909, 2109 + Bohun, 2209\n  first { left rear: MA 2-3 hits 2;  hand: Terror, Command_3 }\n  rash: French KT @12\n} }";
    let test = get!(item(text), ItemKind::Test(test) => test);
    let lines = get!(&test.lines[0].kind, TestLineKind::Given(lines) => lines);
    let (left, right) = get!(&lines[0].kind, PositionKind::Line { left, right } => (left, right));
    assert_eq!(left[0].things[0].words.len(), 2);
    assert_eq!(right[0].label.as_ref().map(|name| name.text.as_str()), Some("bow"));
    assert_eq!((right[0].things[0].words.len(), right[0].things[0].count), (3, Some(2)));
    let (_, right) = get!(&lines[1].kind, PositionKind::Line { left, right } => (left, right));
    assert_eq!(right.iter().map(|entry| entry.things.len()).collect::<Vec<_>>(), [1, 2, 1]);
    let block = get!(&lines[2].kind, PositionKind::Block(block) => block);
    assert_eq!(block.lines.len(), 2);
    assert_eq!(lines[3].cites.len(), 1);
}

#[test]
fn test_lines_keep_their_order() {
    let text = "test \"x\" @1 @2 {\n given agincourt\n ruling r v\n dice 6 2 | 4\n draw Terror, Command_3\n play Red: drop in d, e to \"Le Gâvre\"   // so\n do { a(); }\n offered Red: pass\n refused Red: drop in a because @2 @3\n then a == 1, b.any,\n   c\n}";
    let test = get!(item(text), ItemKind::Test(test) => test);
    assert_eq!(test.cites.len(), 2);
    let kinds: Vec<&TestLineKind> = test.lines.iter().map(|line| &line.kind).collect();
    assert!(matches!(kinds[0], TestLineKind::GivenScenario(name) if name.text == "agincourt"));
    assert!(
        matches!(kinds[2], TestLineKind::Dice(groups) if groups.iter().map(Vec::len).collect::<Vec<_>>() == [2, 1])
    );
    assert!(matches!(kinds[4], TestLineKind::Play { sentence, .. } if sentence.text == "drop in d, e to \"Le Gâvre\""));
    assert!(
        matches!(kinds[7], TestLineKind::Refused { sentence, because, .. } if sentence.text == "drop in a" && because.len() == 2)
    );
    assert!(matches!(kinds[8], TestLineKind::Then(all) if all.len() == 3));
}

#[test]
fn scenarios_have_settings_armies_positions_and_rules() {
    let text = "scenario s \"S\" for chivalry @12 {\n use other\n board carse\n weather Rain\n date 1415-10-25\n turn 7..11 @1\n army French attacker panic 12 @2 { left rear: CB 1/2-3, MA 2-4 x3; any rear: AY 2/0-6 }\n rash: French KT\n forbid flank_move because \"woods\"\n card X { cost 1 }\n first: pool\n expect a == 1, b\n}";
    let scenario = get!(item(text), ItemKind::Scenario(scenario) => scenario);
    assert_eq!(scenario.game.map(|name| name.text), Some("chivalry".to_owned()));
    let is = |at: usize| &scenario.lines[at].kind;
    assert!(
        matches!(is(0), ScenarioLineKind::Use(_))
            && matches!(is(1), ScenarioLineKind::Board(_))
            && matches!(is(2), ScenarioLineKind::Weather(_))
    );
    assert!(matches!(is(3), ScenarioLineKind::Setting(setting) if setting.words.len() == 2));
    assert!(
        matches!(is(4), ScenarioLineKind::Setting(setting) if setting.words[1].as_range().is_some() && setting.cites.len() == 1)
    );
    assert!(matches!(is(5), ScenarioLineKind::Army(army) if army.facts.len() == 3 && army.lines.len() == 2));
    assert!(
        matches!(is(6), ScenarioLineKind::Position(_))
            && matches!(is(7), ScenarioLineKind::Item(_))
            && matches!(is(8), ScenarioLineKind::Item(_))
    );
    assert!(
        matches!(is(9), ScenarioLineKind::Position(_))
            && matches!(is(10), ScenarioLineKind::Item(item) if matches!(&item.kind, ItemKind::Expect(all) if all.conditions.len() == 2))
    );
}

#[test]
fn replacements_keep_their_guard() {
    let replace = get!(item("replace is straining(unit) for French KT when x @12 = usual || y"), ItemKind::Replace(replace) => replace);
    assert!(replace.guard.phrase.is_some() && replace.guard.when.is_some() && replace.guard.under.is_none());
    assert!(matches!(replace.what, ReplaceWhat::Item(item) if matches!(*item, ItemKind::Definition(_))));
    let step = get!(item("replace step combat @5 when x do { }"), ItemKind::Replace(replace) => replace.what);
    assert!(matches!(step, ReplaceWhat::Step(step) if step.when.is_some()));
    let action =
        get!(item("replace action march for Scots when x { unit mine }"), ItemKind::Replace(replace) => replace);
    assert!(action.guard.phrase.is_none() && action.guard.when.is_some());
}

#[test]
fn docs_belong_to_what_follows_them() {
    let file: File = parsed(
        "/// One.\n/// Two.\n// a remark\nkind A\nprocedure p(\n  /// who\n  unit,\n  n) { }\naction x {\n  /// whom\n  unit mine\n}\n",
    );
    assert_eq!(file.items[0].doc.as_deref(), Some("One.\nTwo."));
    let procedure = get!(&file.items[1].kind, ItemKind::Procedure(procedure) => procedure);
    assert_eq!(procedure.params[0].doc.as_deref(), Some("who"));
    let action = get!(&file.items[2].kind, ItemKind::Action(action) => action);
    assert_eq!(action.offer.lines[0].doc.as_deref(), Some("whom"));
}

#[test]
fn texts_distinguish_letters_from_expressions() {
    let procedure = get!(item("procedure p(unit) \"{unit} and {{x}} \\\"y\\\" {a.b}\" { }"), ItemKind::Procedure(procedure) => procedure);
    let title = procedure.title.expect("it has one");
    let parts = title.parts();
    assert!(matches!(&parts[0], TextPart::Braces(expr) if expr.text == "unit"));
    assert!(matches!(&parts[1], TextPart::Letters(letters) if letters == " and {x} \"y\" "));
    assert!(matches!(&parts[2], TextPart::Braces(expr) if expr.text == "a.b" && expr.span.len() == 3));
    assert_eq!(title.plain(), "{unit} and {x} \"y\" {a.b}");
}

#[test]
fn all_line_end_styles_give_the_same_tree() {
    let unix = parsed("kind A {\n  move 2 // x\n}\nkind B\n");
    let windows = parsed("kind A {\r\n  move 2 // x\r\n}\r\nkind B\r\n");
    let old = parsed("kind A {\r  move 2\r}\rkind B\r");
    assert_eq!((unix.items.len(), windows.items.len(), old.items.len()), (2, 2, 2));
}
