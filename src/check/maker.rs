//! What the checker fills: the game under construction, its names, and everything that was found wrong.
//!
//! The steps of the check are functions of the other files; they share this one value. A step never reads what a later
//! step fills.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexMap;

use crate::diagnostic::Diagnostic;
use crate::model::board::Board;
use crate::model::game::{Builtin, Citation, Drawing, Game, Param, Verbs};
use crate::model::id::*;
use crate::model::node::{Node, Term};
use crate::model::setup::Setup;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{SourceMap, Span, plain};
use crate::syntax::ast::{Cite, ExprText, HexesTop, LowLines, Name, ScriptText, Text};

use super::board::SpaceNames;
use super::env::{Env, Local, Usual};
use super::error;
use super::expr::{check_expression, check_script, check_text};
use super::names::{Names, Symbol};
use super::reserved;

/// The game under construction with what only the checker needs.
pub(crate) struct Maker<'a> {
    /// What is printed on pieces that have a name of their own: kind, facts and values as they are written.
    pub(crate) unique_words: Vec<Vec<crate::syntax::ast::Word>>,
    /// The texts.
    pub(crate) sources: &'a SourceMap,
    /// What is being made.
    pub(crate) game: Game,
    /// What each plain name may mean.
    pub(crate) names: Names,
    /// What was found wrong.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Where each name of an item was declared.
    pub(crate) declared: HashMap<String, Span>,
    /// Sections by number and alias.
    pub(crate) sections: HashMap<String, SectionId>,
    /// Where each list was declared, by list; none for those that the board and the terrains make.
    pub(crate) ranges: HashMap<FactId, (i64, i64)>,
    /// Steps in which a side acts.
    pub(crate) acting: HashSet<ScopeId>,
    /// Parameters and inner names of quantities, where they have inner names.
    pub(crate) quantity_frames: HashMap<QuantityId, Frame>,
    /// Parameters and inner names of permissions, where they have inner names.
    pub(crate) permission_frames: HashMap<PermissionId, Frame>,
    /// How the hexes of the map lie, if there are any.
    pub(crate) hexes: Option<(HexesTop, LowLines)>,
    /// The spaces of the board by what they are called.
    pub(crate) spaces: SpaceNames,
    /// Whether it was said that the board has too many spaces.
    pub(crate) crowded: bool,
    /// Steps, sequences and procedures by name, for `during`, `break on` and hooks.
    pub(crate) scopes: HashMap<String, ScopeId>,
}

/// The locals of one expression, script or clause: what bare names mean besides the game's own.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// Locals by slot.
    pub(crate) locals: Vec<Local>,
    /// Scopes whose parameters are visible bare, the outermost first.
    pub(crate) scopes: Vec<ScopeId>,
    /// Whether nothing may be asked, rolled or changed.
    pub(crate) pure: bool,
    /// Whether somebody acts: `me`, `mine`.
    pub(crate) acts: bool,
    /// What `usual` means, in a replacement.
    pub(crate) usual: Option<Usual>,
    /// All scopes that run when the text runs, if that is known.
    pub(crate) lifetime: Option<Vec<ScopeId>>,
    /// The most slots that any expression of this frame needed.
    pub(crate) needed: u16,
}

impl Frame {
    /// The frame of these parameters, for pure expressions.
    pub(crate) fn of(params: &[Param]) -> Frame {
        let mut frame = Frame { pure: true, acts: true, ..Frame::default() };
        for param in params {
            frame.push(param);
        }
        frame
    }

    /// The frame of an item whose inner names are known already, else of its parameters.
    pub(crate) fn known_or(known: Option<&Frame>, params: &[Param]) -> Frame {
        let mut frame = known.cloned().unwrap_or_else(|| Frame::of(params));
        frame.needed = frame.locals.len() as u16;
        frame
    }

    /// One more local; its slot.
    pub(crate) fn push(&mut self, param: &Param) -> u16 {
        self.locals.push(Local::from(param));
        self.needed = self.needed.max(self.locals.len() as u16);
        self.locals.len() as u16 - 1
    }

    /// The slot of a name, the innermost first.
    pub(crate) fn slot(&self, name: &str) -> Option<u16> {
        self.locals.iter().rposition(|local| local.name == name).map(|slot| slot as u16)
    }
}

impl<'a> Maker<'a> {
    /// An empty game.
    pub(crate) fn new(sources: &'a Arc<SourceMap>) -> Self {
        Maker {
            sources,
            game: empty_game(Arc::clone(sources)),
            names: Names::default(),
            diagnostics: Vec::new(),
            declared: HashMap::new(),
            sections: HashMap::new(),
            ranges: HashMap::new(),
            acting: HashSet::new(),
            quantity_frames: HashMap::new(),
            permission_frames: HashMap::new(),
            hexes: None,
            spaces: SpaceNames::default(),
            crowded: false,
            unique_words: Vec::new(),
            scopes: HashMap::new(),
        }
    }

    /// How many of something there are, one if nothing is said; more than `most` is reported.
    pub(crate) fn counted(&mut self, count: Option<u32>, most: u32, what: &str, span: Span) -> u32 {
        let count = count.unwrap_or(1);
        if count > most {
            self.report(
                Diagnostic::error("number-too-large", format!("{count} {what} are too many"))
                    .at(span, format!("at most {most}")),
            );
        }
        count.min(most)
    }

    /// One more thing that is wrong.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Notes that an item has this name; an earlier item of the name, or a reserved name, is reported.
    pub(crate) fn declare(&mut self, name: &Name) -> String {
        let spelt = plain(&name.text);
        if reserved::is_reserved(&spelt) {
            self.report(error::reserved_name(name));
        }
        match self.declared.get(&spelt) {
            Some(&earlier) if earlier != name.span => {
                let same = self.sources.text(earlier).trim_matches('"') == name.text;
                self.report(error::declared_twice(name, earlier, same));
            }
            _ => {
                self.declared.insert(spelt.clone(), name.span);
            }
        }
        spelt
    }

    /// One more meaning of a bare name.
    pub(crate) fn symbol(&mut self, name: &str, symbol: Symbol) {
        self.names.add(name, symbol);
    }

    /// A constant of scripts.
    pub(crate) fn constant(&mut self, name: &str, value: Value, ty: Type) {
        self.game.globals.entry(name.to_owned()).or_insert_with(|| value.clone());
        self.symbol(name, Symbol::Value(value, ty));
    }

    /// A word of the things of a domain, unless the name already has a meaning there.
    pub(crate) fn term(&mut self, name: &str, domain: Domain, term: Term) {
        self.game.terms.entry((name.to_owned(), domain)).or_insert((term, false));
    }

    /// A yes/no word with what its opposite is called: the name given, and `un` before a small word.
    pub(crate) fn question(&mut self, name: &str, opposite: Option<&str>, domain: Domain, term: Term) {
        self.term(name, domain, term);
        if let Some(opposite) = opposite {
            self.game.terms.entry((opposite.to_owned(), domain)).or_insert((term, true));
        }
        if name.starts_with(|letter: char| letter.is_lowercase()) {
            self.game.terms.entry((format!("un{name}"), domain)).or_insert((term, true));
        }
    }

    /// The sections that these citations name. The game remembers where they stand.
    pub(crate) fn cites(&mut self, cites: &[Cite]) -> Vec<SectionId> {
        let mut found = Vec::with_capacity(cites.len());
        for cite in cites {
            match self.sections.get(&cite.section) {
                Some(&section) => {
                    self.game.citations.push(Citation { section, span: cite.span });
                    if !found.contains(&section) {
                        found.push(section);
                    }
                }
                None => {
                    let problem = error::unknown_section(cite, self.sections.keys().map(String::as_str));
                    self.report(problem);
                }
            }
        }
        found
    }

    /// The sections that are known among those cited elsewhere: what is wrong there is reported there.
    pub(crate) fn known_sections(&self, cites: &[Cite]) -> Vec<SectionId> {
        cites.iter().filter_map(|cite| self.sections.get(&cite.section).copied()).collect()
    }

    /// An expression as typed tree.
    pub(crate) fn expression(&mut self, frame: &mut Frame, text: &ExprText, expected: Option<Type>) -> Node {
        self.within(frame, |env| check_expression(env, text, expected))
    }

    /// Statements as typed tree. Its locals are gone afterwards.
    pub(crate) fn script(&mut self, frame: &mut Frame, text: &ScriptText) -> Node {
        self.within(frame, |env| check_script(env, text))
    }

    /// A text with expressions in braces.
    pub(crate) fn text(&mut self, frame: &mut Frame, text: &Text) -> Node {
        self.within(frame, |env| check_text(env, text))
    }

    fn within(&mut self, frame: &mut Frame, check: impl FnOnce(&mut Env) -> Node) -> Node {
        let params = frame.locals.len();
        let mut env = Env::new(&self.game, &self.names, &mut self.diagnostics);
        env.locals = std::mem::take(&mut frame.locals);
        env.scopes = std::mem::take(&mut frame.scopes);
        env.pure = frame.pure;
        env.acts = frame.acts;
        env.slots = params as u16;
        env.usual = frame.usual.clone();
        env.lifetime = frame.lifetime.clone();
        let node = check(&mut env);
        frame.needed = frame.needed.max(env.slots);
        frame.scopes = std::mem::take(&mut env.scopes);
        frame.locals = std::mem::take(&mut env.locals);
        frame.locals.truncate(params);
        node
    }
}

/// What players read of a thing: its title, else its name.
pub(crate) fn title(title: Option<&Text>, name: &Name) -> String {
    title.map_or_else(|| name.text.clone(), Text::plain)
}

fn empty_game(sources: Arc<SourceMap>) -> Game {
    let none = PermissionId(0);
    let scope = ScopeId(0);
    Game {
        name: String::new(),
        title: String::new(),
        scenario: String::new(),
        scenario_title: String::new(),
        scenario_doc: None,
        sources,
        die: (1, 6),
        sides: Vec::new(),
        kinds: Vec::new(),
        modes: Vec::new(),
        uniques: Vec::new(),
        counters: Vec::new(),
        muster: None,
        facts: Vec::new(),
        side_facts: Vec::new(),
        game_facts: Vec::new(),
        space_facts: Vec::new(),
        vars: Vec::new(),
        words: Vec::new(),
        functions: Vec::new(),
        quantities: Vec::new(),
        permissions: Vec::new(),
        verbs: Verbs { enter: none, leave: none, pass: none, stay: none, place: none },
        tables: Vec::new(),
        nouns: Vec::new(),
        lists: Vec::new(),
        terrains: Vec::new(),
        weathers: Vec::new(),
        outcomes: None,
        facing: None,
        walks: Vec::new(),
        before_mode: Vec::new(),
        after_mode: Vec::new(),
        board: Board::default(),
        decks: Vec::new(),
        zones: Vec::new(),
        card_defs: Vec::new(),
        cards: Vec::new(),
        purses: Vec::new(),
        offers: Vec::new(),
        any_time: Vec::new(),
        scopes: Vec::new(),
        steps: Vec::new(),
        sequence: Vec::new(),
        hooks: Vec::new(),
        scripts: Vec::new(),
        whenevers: Vec::new(),
        invariants: Vec::new(),
        showings: Vec::new(),
        rulings: Vec::new(),
        readings: Vec::new(),
        sections: Vec::new(),
        citations: Vec::new(),
        askings: Vec::new(),
        setup: Setup::default(),
        tests: Vec::new(),
        drawing: Drawing::default(),
        terms: IndexMap::new(),
        globals: IndexMap::new(),
        walk_reads: 0,
        shared_reads: Vec::new(),
        makes_pieces: false,
        takes_spares: false,
        builtin: Builtin {
            game: scope,
            setup: scope,
            resolve: scope,
            draw: scope,
            shuffle: scope,
            place: scope,
            enter: scope,
            leave: scope,
        },
    }
}
