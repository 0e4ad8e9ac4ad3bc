//! A small game built by hand.

use indexmap::IndexMap;

use super::*;
use crate::model::board::{Board, Grid, Link, SideBox, Space};
use crate::model::clause::{Base, DiceRead, DiceSpec, Permission, Quantity};
use crate::model::offer::Offer;
use crate::model::sequence::{Scope, ScopeKind};
use crate::model::setup::Setup;
use crate::source::SourceMap;

const NO: Span = Span { source: SourceId(0), start: 0, end: 0 };

fn param(name: &str, ty: Type) -> Param {
    Param { name: name.to_owned(), noun: None, ty }
}

fn fact(name: &str, subject: Domain, ty: Type) -> Fact {
    Fact { name: name.to_owned(), subject, ty, default: None, range: None, doc: None, span: NO }
}

fn var(name: &str, opposite: Option<&str>, subject: Domain, ty: Type, during: Vec<ScopeId>) -> Var {
    Var {
        name: name.to_owned(),
        opposite: opposite.map(str::to_owned),
        subject,
        ty,
        default: None,
        locals: 1,
        during,
        glyph: None,
        quiet: false,
        nature: Nature::Plain,
        title: name.to_owned(),
        doc: None,
        before: Vec::new(),
        after: Vec::new(),
        cites: Vec::new(),
        span: NO,
        range: None,
        column: 5,
    }
}

fn word(name: &str, form: WordForm, ty: Type) -> Word {
    Word {
        name: name.to_owned(),
        opposite: None,
        form,
        of: None,
        bare: true,
        params: vec![param("unit", UNIT)],
        body: Node::new(Expr::Const(Value::None), ty, NO),
        replacements: Vec::new(),
        locals: 1,
        reads: 1,
        light: false,
        lead: 0,
        at_once: false,
        masks: Default::default(),
        cites: Vec::new(),
        doc: None,
        span: NO,
    }
}

fn quantity(name: &str, params: Vec<Param>, base: Base) -> Quantity {
    Quantity {
        name: name.to_owned(),
        title: name.to_owned(),
        params,
        shown: false,
        halves: false,
        lets: Vec::new(),
        base,
        modifiers: Vec::new(),
        locals: 2,
        reads: 2,
        light: false,
        least: None,
        cites: Vec::new(),
        doc: None,
        span: NO,
    }
}

fn scope(name: &str, params: Vec<Param>, kind: ScopeKind) -> Scope {
    Scope {
        name: name.to_owned(),
        title: None,
        params,
        kind,
        before: Vec::new(),
        after: Vec::new(),
        windows_before: Vec::new(),
        windows_after: Vec::new(),
        windows_during: Vec::new(),
        own: Vec::new(),
        words: Vec::new(),
        vars: Vec::new(),
        purses: Vec::new(),
        replacements: Vec::new(),
        locals: 2,
        cites: Vec::new(),
        doc: None,
        span: NO,
    }
}

fn member(name: &str) -> Member {
    Member { name: name.to_owned(), title: name.to_owned(), code: None, doc: None, facts: Vec::new() }
}

fn space(name: &str, is_box: bool) -> Space {
    Space {
        name: name.to_owned(),
        title: crate::source::plain_words(name),
        titles: Vec::new(),
        cell: None,
        axial: None,
        hex: None,
        side_box: None,
        is_box,
        span: NO,
    }
}

fn noun(singular: &str, plural: &str, domain: Domain, filter: NounFilter) -> Noun {
    Noun { singular: singular.to_owned(), plural: Some(plural.to_owned()), domain, filter }
}

fn kind(name: &str, members: &[u16]) -> Kind {
    Kind {
        name: name.to_owned(),
        title: name.to_owned(),
        doc: None,
        family: None,
        is_family: members.len() > 1,
        members: members.iter().copied().collect(),
        modes: Vec::new(),
        notation: None,
        facts: Vec::new(),
        cites: Vec::new(),
        span: NO,
    }
}

fn offer(name: &str, scope: ScopeId, called: Vec<u16>) -> Offer {
    Offer { name: name.to_owned(), title: name.to_owned(), called, scope, locals: 2, span: NO, ..Offer::default() }
}

fn board() -> Board {
    Board {
        spaces: vec![space("left_rear", false), space("left_middle", false), space("reserve_first", true)],
        grids: vec![Grid {
            name: "area".to_owned(),
            columns: ListId(1),
            rows: ListId(2),
            turned: None,
            spaces: BitSet::first_n(2),
        }],
        docs: Default::default(),
        boxes: vec![SideBox { name: "reserve".to_owned(), spaces: vec![2, 2] }],
        links: vec![Link {
            name: "road".to_owned(),
            title: "road".to_owned(),
            facts: Vec::new(),
            steps: Vec::new(),
            conditions: Vec::new(),
            reads: 0,
            cites: Vec::new(),
            span: NO,
        }],
        ..Board::default()
    }
}

/// The game with its bare names.
pub fn demo() -> (Game, Names) {
    let side = Type::One(Domain::Side, false);
    let permission = |name: &str, params| Permission {
        name: name.to_owned(),
        params,
        lets: Vec::new(),
        forbids: Vec::new(),
        lets_from: 0,
        counts_steps: false,
        locals: 2,
        reads: 4,
        cites: Vec::new(),
        span: NO,
    };
    let list = |name: &str, members: &[&str], origin| List {
        name: name.to_owned(),
        members: members.iter().map(|name| member(name)).collect(),
        origin,
    };
    let verb = PermissionId(0);
    let at = ScopeId(0);
    let dice = Base::Dice(DiceSpec { count: 1, low: 1, high: 6, read: DiceRead::Sum });
    let zero = || Base::Node(Node::new(Expr::Const(Value::Int(0)), Type::Int(false), NO));
    let set = |domain| Type::Set(domain);
    let mut game = Game {
        name: "demo".to_owned(),
        title: "Demo".to_owned(),
        scenario: String::new(),
        scenario_title: String::new(),
        scenario_doc: None,
        sources: std::sync::Arc::new(SourceMap::new()),
        die: (1, 6),
        sides: ["first", "second"]
            .map(|name| Side {
                name: name.to_owned(),
                title: name.to_owned(),
                doc: None,
                aliases: Vec::new(),
                by_chance: false,
                listed: true,
            })
            .into(),
        kinds: vec![
            kind("troops", &[0, 1, 2]),
            kind("KT", &[1]),
            kind("LB", &[2]),
            kind("LDR", &[3]),
            kind("Bare", &[4]),
        ],
        modes: Vec::new(),
        facts: vec![
            fact("ability", Domain::Piece, Type::Int(false)),
            fact("class", Domain::Piece, Type::One(Domain::List(0), false)),
            fact("leads", Domain::Piece, Type::One(Domain::List(1), true)),
        ],
        side_facts: Vec::new(),
        game_facts: Vec::new(),
        space_facts: Vec::new(),
        vars: vec![
            var("hits", None, Domain::Piece, Type::Int(false), Vec::new()),
            var("moved", Some("unmoved"), Domain::Piece, Type::Flag, vec![ScopeId(2)]),
            var("controller", None, Domain::Space, Type::One(Domain::Side, true), Vec::new()),
            var("holder", None, Domain::Game, side, Vec::new()),
            var("Woods", None, Domain::Space, Type::Flag, Vec::new()),
        ],
        words: vec![
            word("engaged", WordForm::Is, Type::Flag),
            word("facing", WordForm::The, UNIT),
            word("foes", WordForm::Set, set(Domain::Piece)),
        ],
        functions: Vec::new(),
        quantities: vec![
            quantity("cohesion", vec![param("piece", UNIT)], zero()),
            quantity("dice_for", vec![param("unit", UNIT), param("n", Type::Int(false))], zero()),
            quantity("morale", vec![param("unit", UNIT), param("n", Type::Int(false))], dice),
        ],
        permissions: vec![
            permission("enter", Vec::new()),
            permission("fire", vec![param("unit", UNIT), param("to", SPACE)]),
        ],
        verbs: Verbs { enter: verb, leave: verb, pass: verb, stay: verb, place: verb },
        tables: vec![Table {
            name: "fates".to_owned(),
            title: String::new(),
            axes: vec![Axis {
                name: "n".to_owned(),
                ty: Type::Int(false),
                labels: Vec::new(),
                clamped: false,
                shift: None,
            }],
            more: Vec::new(),
            gives: vec!["captured".to_owned(), "killed".to_owned()],
            cells: Vec::new(),
            types: vec![Type::Flag; 2],
            cites: Vec::new(),
            doc: None,
            span: NO,
        }],
        nouns: vec![
            noun("unit", "units", Domain::Piece, NounFilter::Kind(0)),
            noun("leader", "leaders", Domain::Piece, NounFilter::Kind(3)),
            noun("area", "areas", Domain::Space, NounFilter::Grid(GridId(0))),
            noun("class", "classes", Domain::List(0), NounFilter::All),
        ],
        lists: vec![
            list("class", &["Bare", "Foot"], ListOrigin::Names),
            list("battle", &["Left", "Right"], ListOrigin::Columns(GridId(0))),
            list("row", &["rear", "middle"], ListOrigin::Rows(GridId(0))),
        ],
        terrains: Vec::new(),
        weathers: Vec::new(),
        outcomes: None,
        facing: None,
        walks: Vec::new(),
        before_mode: Vec::new(),
        after_mode: Vec::new(),
        before_give: Vec::new(),
        after_give: Vec::new(),
        uniques: Vec::new(),
        counters: Vec::new(),
        muster: None,
        board: board(),
        decks: Vec::new(),
        zones: Vec::new(),
        spots: Vec::new(),
        card_defs: Vec::new(),
        cards: Vec::new(),
        purses: Vec::new(),
        offers: vec![offer("charge", ScopeId(4), vec![0, 1]), offer("ride", ScopeId(5), vec![0])],
        any_time: Vec::new(),
        asks_unseen: false,
        scopes: vec![
            scope("game", Vec::new(), ScopeKind::Builtin),
            scope("turn", Vec::new(), ScopeKind::Builtin),
            scope("subsequence", vec![param("side", side)], ScopeKind::Builtin),
            scope("rout", vec![param("unit", UNIT)], ScopeKind::Procedure(ScriptId(0))),
            scope("charge", vec![param("unit", UNIT), param("to", SPACE)], ScopeKind::Offer(OfferId(0))),
            scope("ride", vec![param("unit", UNIT)], ScopeKind::Offer(OfferId(1))),
        ],
        steps: Vec::new(),
        sequence: Vec::new(),
        sequences: Vec::new(),
        hooks: Vec::new(),
        scripts: Vec::new(),
        whenevers: Vec::new(),
        invariants: Vec::new(),
        exceptions: Vec::new(),
        settles_by_scope: false,
        rules_read: 0,
        invariants_read: 0,
        showings: Vec::new(),
        rulings: Vec::new(),
        readings: Vec::new(),
        sections: Vec::new(),
        citations: Vec::new(),
        askings: Vec::new(),
        setup: Setup::default(),
        tests: Vec::new(),
        puzzles: Vec::new(),
        lessons: Vec::new(),
        drawing: Drawing::default(),
        terms: IndexMap::default(),
        names: Names::default(),
        globals: IndexMap::default(),
        makes_pieces: false,
        takes_spares: false,
        builtin: Builtin { game: at, setup: at, resolve: at, draw: at, shuffle: at, place: at, enter: at, leave: at },
    };
    fill_terms(&mut game);
    let names = names();
    (game, names)
}

fn fill_terms(game: &mut Game) {
    let mut add = |name: &str, domain, term, negated| game.terms.insert((name.to_owned(), domain), (term, negated));
    add("ability", Domain::Piece, Term::Fact(FactId(0)), false);
    add("class", Domain::Piece, Term::Fact(FactId(1)), false);
    add("leads", Domain::Piece, Term::Fact(FactId(2)), false);
    add("hits", Domain::Piece, Term::Var(VarId(0)), false);
    add("moved", Domain::Piece, Term::Var(VarId(1)), false);
    add("unmoved", Domain::Piece, Term::Var(VarId(1)), true);
    add("controller", Domain::Space, Term::Var(VarId(2)), false);
    add("holder", Domain::Game, Term::Var(VarId(3)), false);
    add("Woods", Domain::Space, Term::Var(VarId(4)), false);
    add("engaged", Domain::Piece, Term::Word(WordId(0)), false);
    add("unengaged", Domain::Piece, Term::Word(WordId(0)), true);
    add("facing", Domain::Piece, Term::Word(WordId(1)), false);
    add("foes", Domain::Piece, Term::Word(WordId(2)), false);
    add("cohesion", Domain::Piece, Term::Quantity(QuantityId(0)), false);
    add("KT", Domain::Piece, Term::Kind(1), false);
    add("area", Domain::Piece, Term::Grid(GridId(0)), false);
    add("battle", Domain::Piece, Term::Line(ListId(1)), false);
    add("battle", Domain::Space, Term::Line(ListId(1)), false);
    add("reserve", Domain::Side, Term::Box(0), false);
}

fn names() -> Names {
    let mut names = Names::new();
    let value = |domain, index, ty| Symbol::Value(Value::Ref(Ref::new(domain, index)), ty);
    for (at, name) in ["KT", "LB", "LDR"].iter().enumerate() {
        names.add(*name, value(Domain::Kind, at as u16 + 1, Type::One(Domain::Kind, false)));
    }
    for (at, name) in ["first", "second"].iter().enumerate() {
        names.add(*name, value(Domain::Side, at as u16, Type::One(Domain::Side, false)));
    }
    names.add("Bare", value(Domain::Kind, 4, Type::One(Domain::Kind, false)));
    names.add("Bare", value(Domain::List(0), 0, Type::One(Domain::List(0), false)));
    names.add("Foot", value(Domain::List(0), 1, Type::One(Domain::List(0), false)));
    names.add("Left", value(Domain::List(1), 0, Type::One(Domain::List(1), false)));
    names.add("class", Symbol::List(ListId(0)));
    for (at, (singular, plural)) in [("unit", "units"), ("leader", "leaders"), ("area", "areas")].iter().enumerate() {
        names.add(*singular, Symbol::Noun { noun: NounId(at as u16), plural: false });
        names.add(*plural, Symbol::Noun { noun: NounId(at as u16), plural: true });
    }
    names.add("Woods", Symbol::Flag(VarId(4)));
    names.add("turn", Symbol::Scope(ScopeId(1)));
    names.add("rout", Symbol::Procedure(ScopeId(3)));
    names.add("charge", Symbol::Offer(OfferId(0), ScopeId(4)));
    names.add("ride", Symbol::Offer(OfferId(1), ScopeId(5)));
    names.add("dice_for", Symbol::Quantity(QuantityId(1)));
    names.add("morale", Symbol::Quantity(QuantityId(2)));
    names.add("may_fire", Symbol::Permission(PermissionId(1)));
    names.add("fates", Symbol::Table(TableId(0)));
    names.add("road", Symbol::Link(LinkId(0)));
    names
}
