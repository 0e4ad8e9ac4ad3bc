//! The names a file declares, from its syntax tree. It works for half-written files too: an item that cannot be read is
//! missing, the others are there.

use std::collections::HashMap;

use crate::source::{Span, plain, same_name};
use crate::syntax::ast::{self, ItemKind};

use ast::{BoardMember, Name, OfferLineKind, PositionKind, ScenarioLineKind, StateKind, StepBody, TestLineKind, Text};

macro_rules! sorts {
    ($($sort:ident $word:literal,)*) => {
        /// What a name stands for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the names are the words of the language")]
        pub enum Sort { $($sort),* }

        impl Sort {
            /// The word for it in a sentence.
            pub fn word(self) -> &'static str {
                match self { $(Sort::$sort => $word),* }
            }
        }
    };
}

sorts! {
    Game "game", Side "side", Section "section", List "list", Value "value", Noun "noun", Kind "kind", Mode "mode",
    Piece "piece", Fact "fact", Variable "variable", Flag "flag", Terrain "terrain", Weather "weather", Word "word",
    Quantity "quantity", Permission "permission", Ruling "ruling", Reading "reading", Table "table", Board "board",
    Result "result of a table",
    Space "space", Region "region", Link "link", Arc "arc", Deck "deck", Zone "zone", Purse "purse", Walk "walk",
    Action "action", Card "card", Procedure "procedure", Function "function", Sequence "sequence", Step "step",
    Invariant "invariant", Scenario "scenario", Army "army", Lesson "lesson", Puzzle "puzzle", Test "test",
    Parameter "parameter", Local "name of a script", Label "piece of a test",
}

/// A name with what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// What it stands for.
    pub sort: Sort,
    /// The name as written. For a test, its title.
    pub name: String,
    /// Its other forms: the opposite of a flag or word, the plural of a noun, `may_` of a permission.
    pub also: Vec<String>,
    /// The title players see, if there is one.
    pub title: Option<String>,
    /// Its documentation.
    pub doc: Option<String>,
    /// The span of the name.
    pub span: Span,
    /// The span of what it names.
    pub whole: Span,
    /// The sections it cites.
    pub cites: Vec<String>,
    /// Its parameters in brackets.
    pub params: Vec<Name>,
    /// What is declared inside it.
    pub inside: Vec<Declared>,
}

impl Declared {
    pub(super) fn new(sort: Sort, name: &Name, whole: Span) -> Self {
        let Name { text, span } = name.clone();
        let (also, inside, cites, params) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Declared { sort, name: text, also, title: None, doc: None, span, whole, cites, params, inside }
    }

    /// A name without a body: the name is all of it.
    fn bare(sort: Sort, name: &Name) -> Self {
        Self::new(sort, name, name.span)
    }

    fn titled(mut self, title: Option<&Text>) -> Self {
        self.title = title.map(Text::plain);
        self
    }

    fn told(mut self, doc: Option<&String>) -> Self {
        self.doc = doc.cloned();
        self
    }

    fn also(mut self, other: Option<&Name>) -> Self {
        self.also.extend(other.map(|name| name.text.clone()));
        self
    }

    fn citing(mut self, cites: &[ast::Cite]) -> Self {
        self.cites = cites.iter().map(|cite| cite.section.clone()).collect();
        self
    }

    /// A parameter without a type is a noun, which is declared elsewhere.
    fn taking(mut self, params: &[ast::Param]) -> Self {
        self.params = params.iter().map(|param| param.name.clone()).collect();
        let typed = params.iter().filter(|param| param.ty.is_some());
        self.holding(typed.map(|param| Declared::bare(Sort::Parameter, &param.name).told(param.doc.as_ref())))
    }

    fn holding(mut self, inside: impl IntoIterator<Item = Declared>) -> Self {
        self.inside.extend(inside);
        self
    }

    /// Its name and its other forms.
    pub fn forms(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.also)
    }

    /// True if a script may write this to mean it: without its accents, with its capitals.
    pub fn is_called(&self, word: &str) -> bool {
        self.forms().any(|name| same_name(name, word))
    }

    /// True for the section that a citation names, with or without its sign.
    pub fn is_section(&self, cite: &str) -> bool {
        let number = cite.trim_start_matches('@');
        self.forms().any(|name| name == number)
    }

    /// This and everything declared inside it.
    pub fn all(&self) -> Vec<&Declared> {
        let mut all = vec![self];
        all.extend(self.inside.iter().flat_map(Declared::all));
        all
    }
}

/// What each name stands for, as scripts write it; of several meanings the first.
pub(super) fn by_form(names: &[Declared], is_wanted: impl Fn(&Declared) -> bool) -> HashMap<String, &Declared> {
    let mut known = HashMap::new();
    for one in names.iter().flat_map(Declared::all).filter(|one| is_wanted(one)) {
        for name in one.forms() {
            known.entry(plain(name)).or_insert(one);
        }
    }
    known
}

/// The spans of all items of a file, those inside battles too.
pub(super) fn item_spans(items: &[ast::Item]) -> Vec<Span> {
    let spans = |item: &ast::Item| {
        let mut found = vec![item.span];
        if let ItemKind::Scenario(scenario) = &item.kind {
            found.extend(scenario.lines.iter().filter_map(|line| match &line.kind {
                ScenarioLineKind::Item(item) => Some(item.span),
                _ => None,
            }));
        }
        found
    };
    items.iter().flat_map(spans).collect()
}

/// The names that the items of a file declare, in order.
pub fn declared(file: &ast::File) -> Vec<Declared> {
    file.items.iter().flat_map(item).collect()
}

/// The names that an item declares.
fn item(item: &ast::Item) -> Vec<Declared> {
    let whole = item.span;
    let doc = item.doc.as_ref();
    let of = |sort, name: &Name| Declared::new(sort, name, whole).told(doc);
    let one = match &item.kind {
        ItemKind::Game(it) => of(Sort::Game, &it.name)
            .titled(it.title.as_ref())
            .citing(&it.cites)
            .holding(it.sides.iter().map(|side| Declared::bare(Sort::Side, side)))
            .holding(it.outcome.iter().map(|level| Declared::bare(Sort::Value, level))),
        ItemKind::Side(it) => of(Sort::Side, &it.name).titled(it.title.as_ref()).citing(&it.cites),
        ItemKind::Rulebook(it) => return it.sections.iter().map(section).collect(),
        ItemKind::Has(it) => return it.facts.iter().flat_map(|fact| facts(fact, &it.cites)).collect(),
        ItemKind::Names(it) => of(Sort::List, &it.name)
            .titled(it.title.as_ref())
            .citing(&it.cites)
            .holding(it.values.iter().map(list_value)),
        ItemKind::ExtendNames(it) => return it.values.iter().map(list_value).collect(),
        ItemKind::Noun(it) => {
            let noun = |word: &ast::NounWord| of(Sort::Noun, &word.singular).also(word.plural.as_ref());
            return it.nouns.iter().map(noun).collect();
        }
        ItemKind::Kind(it) => {
            of(Sort::Kind, &it.name).titled(it.title.as_ref()).citing(&it.cites).holding(it.body.modes.iter().map(mode))
        }
        ItemKind::Counters(it) => {
            let named = |entry: &ast::CountersEntry| -> Vec<Declared> {
                let one = |piece: &ast::UniquePiece| {
                    Declared::new(Sort::Piece, &piece.name, entry.span)
                        .titled(piece.title.as_ref())
                        .told(entry.doc.as_ref())
                        .citing(&entry.cites)
                };
                entry.pieces.iter().map(one).collect()
            };
            return it.entries.iter().flat_map(named).collect();
        }
        ItemKind::State(it) => return state(it, doc, whole),
        ItemKind::Terrain(it) => of(Sort::Terrain, &it.name).titled(it.title.as_ref()).citing(&it.cites),
        ItemKind::Weather(it) => of(Sort::Weather, &it.name).titled(it.title.as_ref()).citing(&it.cites),
        ItemKind::Definition(it) => {
            of(Sort::Word, &it.name).taking(&it.params).also(it.opposite.as_ref()).citing(&it.cites)
        }
        ItemKind::Quantity(it) => {
            of(Sort::Quantity, &it.name).taking(&it.params).titled(it.title.as_ref()).citing(&it.cites)
        }
        ItemKind::Roll(it) => {
            of(Sort::Quantity, &it.name).taking(&it.params).titled(it.title.as_ref()).citing(&it.cites)
        }
        ItemKind::May(it) => {
            let mut may = of(Sort::Permission, &it.name).taking(&it.params).citing(&it.cites);
            may.also.push(format!("may_{}", it.name.text));
            may
        }
        ItemKind::Ruling(it) => {
            of(Sort::Ruling, &it.name).titled(it.title.as_ref()).citing(&it.cites).holding(it.values.iter().map(
                |value| Declared::bare(Sort::Reading, &value.name).titled(Some(&value.text)).told(value.doc.as_ref()),
            ))
        }
        ItemKind::Table(it) => {
            of(Sort::Table, &it.name).titled(it.title.as_ref()).citing(&it.cites).holding(of_table(it))
        }
        ItemKind::Board(it) => of(Sort::Board, &it.name)
            .titled(it.title.as_ref())
            .citing(&it.cites)
            .holding(it.members.iter().flat_map(on_board)),
        ItemKind::Facing(it) => return it.arcs.iter().map(|arc| Declared::bare(Sort::Arc, &arc.name)).collect(),
        ItemKind::Deck(it) => of(Sort::Deck, &it.name)
            .titled(it.title.as_ref())
            .citing(&it.cites)
            .holding(it.zones.iter().map(|zone| Declared::bare(Sort::Zone, &zone.name))),
        ItemKind::Purse(it) => of(Sort::Purse, &it.name).titled(it.title.as_ref()).citing(&it.cites),
        ItemKind::Walk(it) => {
            of(Sort::Walk, &it.name).taking(&it.params).citing(&it.cites).holding(it.steps.iter().map(|step| {
                Declared::new(Sort::Step, &step.name, step.span).told(step.doc.as_ref()).citing(&step.cites)
            }))
        }
        ItemKind::Action(it) => {
            let action = of(Sort::Action, &it.name).titled(it.title.as_ref()).citing(&it.cites);
            action.holding(parameters(&it.offer))
        }
        ItemKind::Card(it) => {
            let plays = it.plays.iter().filter_map(|play| {
                let one = Declared::new(Sort::Action, play.name.as_ref()?, play.span);
                let one = one.titled(play.title.as_ref()).told(play.doc.as_ref()).citing(&play.cites);
                Some(one.holding(parameters(&play.offer)))
            });
            of(Sort::Card, &it.name).titled(it.title.as_ref()).citing(&it.cites).holding(plays)
        }
        ItemKind::Procedure(it) => {
            of(Sort::Procedure, &it.name).taking(&it.params).titled(it.title.as_ref()).citing(&it.cites)
        }
        ItemKind::Function(it) => of(Sort::Function, &it.name).taking(&it.params).citing(&it.cites),
        ItemKind::Sequence(it) => {
            let steps: Vec<Declared> = it.steps.iter().map(step).collect();
            let states = it.state.iter().flat_map(|one| state(one, one.doc.as_ref(), one.span));
            let words = it.definitions.iter().map(|word| {
                let one = Declared::new(Sort::Word, &word.name, word.span).also(word.opposite.as_ref());
                one.taking(&word.params).told(word.doc.as_ref()).citing(&word.cites)
            });
            match &it.name {
                Some(name) => of(Sort::Sequence, name)
                    .taking(&it.params)
                    .titled(it.title.as_ref())
                    .citing(&it.cites)
                    .holding(states.chain(words).chain(steps)),
                None => return states.chain(words).chain(steps).collect(),
            }
        }
        ItemKind::Insert(it) => step(&it.step),
        ItemKind::Invariant(it) => of(Sort::Invariant, &it.name).citing(&it.cites),
        ItemKind::Scenario(it) => of(Sort::Scenario, &it.name).titled(it.title.as_ref()).citing(&it.cites).holding(
            it.lines.iter().flat_map(|line| match &line.kind {
                ScenarioLineKind::Army(army) => {
                    let mut one = Declared::new(Sort::Army, &army.name, line.span).told(army.doc.as_ref());
                    one.also = army.aliases.iter().map(|alias| alias.text.clone()).collect();
                    vec![one.titled(army.title.as_ref()).citing(&army.cites)]
                }
                ScenarioLineKind::Item(item) => self::item(item),
                _ => Vec::new(),
            }),
        ),
        ItemKind::Lesson(it) => {
            let lesson = of(Sort::Lesson, &it.name).titled(Some(&it.test.title)).citing(&it.test.cites);
            lesson.holding(labels(&it.test))
        }
        ItemKind::Puzzle(it) => {
            let puzzle = of(Sort::Puzzle, &it.name).titled(Some(&it.test.title)).citing(&it.test.cites);
            puzzle.holding(labels(&it.test))
        }
        ItemKind::Test(it) => {
            let name = Name { text: it.title.plain(), span: it.title.span };
            of(Sort::Test, &name).citing(&it.cites).holding(labels(it))
        }
        ItemKind::Replace(_)
        | ItemKind::Extend(_)
        | ItemKind::Note(_)
        | ItemKind::Use(_)
        | ItemKind::Muster(_)
        | ItemKind::Clause(_)
        | ItemKind::Whenever(_)
        | ItemKind::Expect(_)
        | ItemKind::Draw(_) => return Vec::new(),
    };
    vec![one]
}

/// The results of a table, and its axes with a type of their own: they are its parameters.
fn of_table(table: &ast::Table) -> Vec<Declared> {
    let (columns, gives) = match &table.kind {
        ast::TableKind::Columns(axes) => (axes.as_slice(), &table.cell),
        ast::TableKind::Gives(names) => (&[][..], names),
    };
    let axes = std::iter::once(&table.rows_axis).chain(columns).filter(|axis| axis.ty.is_some());
    let results = gives.iter().map(|name| Declared::bare(Sort::Result, name));
    axes.map(|axis| Declared::bare(Sort::Parameter, &axis.name)).chain(results).collect()
}

/// The pieces that a test names: `given { Here: scout = Man }`.
fn labels(test: &ast::Test) -> Vec<Declared> {
    let given = test.lines.iter().filter_map(|line| match &line.kind {
        TestLineKind::Given(lines) => Some(lines),
        _ => None,
    });
    given.flat_map(|lines| labels_of(lines)).collect()
}

fn labels_of(lines: &[ast::PositionLine]) -> Vec<Declared> {
    let of_line = |line: &ast::PositionLine| match &line.kind {
        PositionKind::Block(block) => labels_of(&block.lines),
        PositionKind::Line { left, right } => {
            let labels = left.iter().chain(right).filter_map(|entry| Some((entry.label.as_ref()?, entry.span)));
            labels.map(|(label, whole)| Declared::new(Sort::Label, label, whole)).collect()
        }
        PositionKind::Setting(_) | PositionKind::UnderWay(_) => Vec::new(),
    };
    lines.iter().flat_map(of_line).collect()
}

fn list_value(value: &ast::NamesValue) -> Declared {
    let one = Declared::bare(Sort::Value, &value.name).also(value.code.as_ref());
    one.titled(value.title.as_ref()).told(value.doc.as_ref())
}

fn section(section: &ast::Section) -> Declared {
    let one = Declared::new(Sort::Section, &section.number, section.span).titled(Some(&section.title));
    let also = section.alias.iter().map(|alias| alias.text.clone()).collect();
    Declared { doc: section.summary.as_ref().map(Text::plain), also, ..one }
}

fn facts<'a>(fact: &'a ast::FactDecl, cites: &'a [ast::Cite]) -> impl Iterator<Item = Declared> + 'a {
    let one = |name| Declared::new(Sort::Fact, name, fact.span).told(fact.doc.as_ref()).citing(cites);
    fact.names.iter().map(one)
}

fn state(state: &ast::StateDecl, doc: Option<&String>, whole: Span) -> Vec<Declared> {
    let doc = doc.or(state.doc.as_ref());
    let of = |sort, name: &Name| Declared::new(sort, name, whole).told(doc).citing(&state.cites);
    match &state.kind {
        StateKind::Var { names, .. } => names.iter().map(|name| of(Sort::Variable, name)).collect(),
        StateKind::Flag { name, opposite } => vec![of(Sort::Flag, name).also(opposite.as_ref())],
    }
}

fn mode(mode: &ast::Mode) -> Declared {
    Declared::bare(Sort::Mode, &mode.name).titled(mode.title.as_ref()).told(mode.doc.as_ref())
}

fn parameters(offer: &ast::Offer) -> impl Iterator<Item = Declared> + '_ {
    offer.lines.iter().filter_map(|line| match &line.kind {
        OfferLineKind::Param(param) => {
            Some(Declared::new(Sort::Parameter, &param.name, line.span).told(line.doc.as_ref()).citing(&param.cites))
        }
        _ => None,
    })
}

fn step(step: &ast::Step) -> Declared {
    let one = Declared::new(Sort::Step, &step.name, step.span);
    let one = one.titled(step.title.as_ref()).told(step.doc.as_ref()).citing(&step.cites);
    match &step.body {
        StepBody::Steps { steps, .. } => one.holding(steps.iter().map(self::step)),
        _ => one,
    }
}

fn on_board(member: &BoardMember) -> Vec<Declared> {
    match member {
        BoardMember::Grid(grid) => {
            let list = |list: &ast::GridList| Some(Declared::new(Sort::List, list.list.as_ref()?, list.span));
            let lists = [&grid.column_list, &grid.row_list];
            let lists = lists.into_iter().filter_map(|one| one.as_ref().and_then(list));
            let one = Declared::new(Sort::Noun, &grid.name, grid.span).told(grid.doc.as_ref());
            vec![one.citing(&grid.cites).holding(lists)]
        }
        BoardMember::Spaces(spaces) => spaces
            .spaces
            .iter()
            .map(|space| {
                let one = Declared::bare(Sort::Space, &space.name).titled(space.title.as_ref());
                one.told(space.doc.as_ref()).citing(&spaces.cites)
            })
            .collect(),
        BoardMember::Box(places) => places
            .iter()
            .map(|place| {
                let one = Declared::bare(Sort::Space, &place.name).titled(place.title.as_ref());
                one.told(place.doc.as_ref()).citing(&place.cites)
            })
            .collect(),
        BoardMember::Boxes(boxes) => {
            let one = |name| Declared::bare(Sort::Space, name).told(boxes.doc.as_ref()).citing(&boxes.cites);
            boxes.names.iter().map(one).collect()
        }
        BoardMember::Region(region) => {
            let one = Declared::bare(Sort::Region, &region.name).titled(region.title.as_ref());
            vec![one.told(region.doc.as_ref()).citing(&region.cites)]
        }
        BoardMember::Links(links) => {
            let one = Declared::new(Sort::Link, &links.name, links.span).titled(links.title.as_ref());
            vec![one.told(links.doc.as_ref()).citing(&links.cites)]
        }
        BoardMember::Hexes(_) | BoardMember::Layer(_) | BoardMember::Slots(_) => Vec::new(),
    }
}
