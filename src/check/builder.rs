//! The checker's working state: the game under construction, its names, and the diagnostics.
//!
//! The steps of the check are functions in the other files, and share this value. A step never reads what a later step
//! fills.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostic;
use crate::model::game::{Citation, Game};
use crate::model::id::*;
use crate::model::node::{Node, Term};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{SourceMap, Span};
use crate::syntax::ast::{Cite, ExprText, HexesTop, LowLines, Name, ScriptText, Text, Written};

use super::board::SpaceNames;
use super::env::Env;
pub(crate) use super::env::Frame;
use super::error;
use super::expr::{check_default, check_expression, check_script, check_text};
use super::reserved;
use crate::model::names::{Named, Names, Symbol, named};

/// The game under construction with what only the checker needs.
pub(crate) struct GameBuilder<'a> {
    /// The source texts.
    pub(crate) sources: &'a SourceMap,
    /// The game under construction.
    pub(crate) game: Game,
    /// The meanings of each plain name.
    pub(crate) names: Names,
    /// The diagnostics so far.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The span of each item name.
    pub(crate) declared: FxHashMap<String, Span>,
    /// Sections by number and alias.
    pub(crate) sections: FxHashMap<String, SectionId>,
    /// Steps with an acting side.
    pub(crate) acting: FxHashSet<ScopeId>,
    /// Parameters and inner names of quantities that have inner names.
    pub(crate) quantity_frames: FxHashMap<QuantityId, Frame>,
    /// Parameters and inner names of permissions that have inner names.
    pub(crate) permission_frames: FxHashMap<PermissionId, Frame>,
    /// The layout of the map's hexes, if any.
    pub(crate) hexes: Option<(HexesTop, LowLines)>,
    /// The spaces of the board by name.
    pub(crate) spaces: SpaceNames,
    /// True if the excess of spaces has been reported.
    pub(crate) crowded: bool,
    /// True if a scenario uses another that is not there: its armies may be missing for that reason.
    pub(crate) incomplete: bool,
    /// True if a purse that an offer pays from does not exist: the offer may seem to cost nothing.
    pub(crate) unpaid: bool,
    /// The lowest and the highest face of all dice that the rules name, besides the die of the game.
    pub(crate) faces: Option<(i64, i64)>,
    /// Steps, sequences and procedures by name, for `during`, `break on` and hooks.
    pub(crate) scopes: FxHashMap<String, ScopeId>,
    /// Kinds that are families only because of kinds in other files, with the place where such a kind names its family.
    pub(crate) made_families: FxHashMap<u16, Span>,
    /// Names in the lesson being read that may be those of pieces on its board.
    pub(crate) guessed: Vec<String>,
}

impl<'a> GameBuilder<'a> {
    /// An empty game.
    pub(crate) fn new(sources: &'a Arc<SourceMap>) -> Self {
        GameBuilder {
            sources,
            game: Game { sources: Arc::clone(sources), die: (1, 6), ..Game::default() },
            names: Names::default(),
            diagnostics: Vec::new(),
            declared: FxHashMap::default(),
            sections: FxHashMap::default(),
            acting: FxHashSet::default(),
            quantity_frames: FxHashMap::default(),
            permission_frames: FxHashMap::default(),
            hexes: None,
            spaces: SpaceNames::default(),
            crowded: false,
            incomplete: false,
            unpaid: false,
            faces: None,
            scopes: FxHashMap::default(),
            made_families: FxHashMap::default(),
            guessed: Vec::new(),
        }
    }

    /// A compiled game, for texts that are read when it is already played. `sources` hold its texts and theirs.
    pub(crate) fn again(sources: &'a Arc<SourceMap>, game: &Game) -> Self {
        let mut builder = GameBuilder::new(sources);
        builder.game = game.clone();
        builder.spaces.enter(&game.board.spaces);
        let sections = game.sections.iter().enumerate();
        builder.sections = sections.map(|(at, section)| (section.number.clone(), SectionId(at as u16))).collect();
        builder
    }

    /// A count, 1 if not given; a count above `most` is reported.
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

    /// Adds a diagnostic.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The name shown to players, also where nothing runs; reports an expression in it.
    pub(crate) fn titled(&mut self, text: Option<&Text>, name: &Name) -> String {
        if let Some(text) = text.filter(|text| text.has_braces()) {
            self.report(error::title_with_braces(text.span));
        }
        title(text, name)
    }

    /// Records an item's name and returns its plain spelling; reports a name already in use or reserved.
    pub(crate) fn declare(&mut self, name: &Name) -> String {
        let spelt = reserved::spell(self, name);
        match self.declared.get(&spelt) {
            Some(&earlier) if earlier != name.span => {
                let same = self.sources.text(earlier).trim_matches('"') == name.text;
                // Names in one line are members of a list.
                let (first, last) =
                    if earlier.start < name.span.start { (earlier, name.span) } else { (name.span, earlier) };
                let between = Span { start: first.end.min(last.start), end: last.start, ..first };
                let in_line = earlier.source == name.span.source && !self.sources.text(between).contains('\n');
                let twice = if in_line { error::member_twice } else { error::declared_twice };
                let problem = twice(name, earlier, same);
                let help = self.other_sort(name, earlier).filter(|_| same && !in_line);
                self.report(problem.help_if(help));
            }
            _ => {
                self.declared.insert(spelt.clone(), name.span);
            }
        }
        spelt
    }

    /// The help where the earlier item of this name is of another sort, so that it cannot be replaced.
    fn other_sort(&self, name: &Name, earlier: Span) -> Option<String> {
        let keyword = |span: Span| {
            let first = self.sources.line_text(span).split_whitespace().next()?;
            crate::syntax::ITEM_WORDS.contains(&first).then_some(first)
        };
        // A step begins with its name, also where its sequence begins on the same line.
        let is_step = |span: Span| {
            self.game.steps.iter().any(|step| step.span.start == span.start && step.span.source == span.source)
        };
        let before = if is_step(earlier) { Some("step") } else { keyword(earlier) };
        let now = if is_step(name.span) { Some("step") } else { keyword(name.span) };
        let (before, now) = match (before, now) {
            (Some(before), Some(now)) => (before, now),
            // What begins no item cannot be replaced by one, nor replace one.
            (Some("step"), None) => return Some(format!("rename one of the two: `{}` is a step already", name.text)),
            (Some(before), None) => (before, ""),
            _ => return None,
        };
        match (before, now) {
            _ if before == now || now == "replace" || before == "replace" => None,
            ("ruling", _) => {
                Some(format!("write `ruling {0} READING` in a battle to choose a reading of `{0}`", name.text))
            }
            _ => Some(format!("choose another name: `{}` is a {before} already", name.text)),
        }
    }

    /// Adds a meaning of a bare name.
    pub(crate) fn symbol(&mut self, name: &str, symbol: Symbol) {
        self.names.add(name, symbol);
    }

    /// The thing of a name among those of the game; a name that none has is reported.
    pub(crate) fn known<'t, T: Named>(
        &mut self,
        what: &str,
        written: impl Into<Written<'t>>,
        among: impl FnOnce(&Game) -> &[T],
    ) -> Option<T::Id> {
        let (written, all) = (written.into(), among(&self.game));
        let found = named(all, written.text);
        if found.is_none() {
            let problem = error::unknown(what, written, all.iter().map(Named::name));
            self.report(problem);
        }
        found
    }

    /// Adds a constant for scripts.
    pub(crate) fn constant(&mut self, name: &str, value: Value, ty: Type) {
        self.game.globals.entry(name.to_owned()).or_insert_with(|| value.clone());
        self.symbol(name, Symbol::Value(value, ty));
    }

    /// Adds a word for the things of a domain, unless the name already has a meaning there.
    pub(crate) fn term(&mut self, name: &str, domain: Domain, term: Term) {
        self.game.terms.entry((name.to_owned(), domain)).or_insert((term, false));
    }

    /// Adds a condition word with its opposite: the name given, or `un` plus a lower-case word.
    pub(crate) fn question(&mut self, name: &str, opposite: Option<&str>, domain: Domain, term: Term) {
        self.term(name, domain, term);
        if let Some(opposite) = opposite {
            self.game.terms.entry((opposite.to_owned(), domain)).or_insert((term, true));
        }
        if name.starts_with(|letter: char| letter.is_lowercase()) {
            self.game.terms.entry((format!("un{name}"), domain)).or_insert((term, true));
        }
    }

    /// The cited sections. The game records the spans of the citations.
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

    /// The cited sections that exist. Unknown ones are reported elsewhere.
    pub(crate) fn known_sections(&self, cites: &[Cite]) -> Vec<SectionId> {
        cites.iter().filter_map(|cite| self.sections.get(&cite.section).copied()).collect()
    }

    /// An expression as a typed tree.
    pub(crate) fn expression(&mut self, frame: &mut Frame, text: &ExprText, expected: Option<Type>) -> Node {
        self.within(frame, |env| check_expression(env, text, expected))
    }

    /// The value with which a variable begins, as a typed tree. Reports one that the variable cannot hold.
    pub(crate) fn default(
        &mut self,
        frame: &mut Frame,
        text: &ExprText,
        (name, ty, range): (&str, Type, Option<(i64, i64)>),
    ) -> Node {
        self.within(frame, |env| check_default(env, text, ty, name, range))
    }

    /// Statements as a typed tree. Their locals are removed afterwards.
    pub(crate) fn script(&mut self, frame: &mut Frame, text: &ScriptText) -> Node {
        self.within(frame, |env| check_script(env, text))
    }

    /// A text with expressions in braces.
    pub(crate) fn text(&mut self, frame: &mut Frame, text: &Text) -> Node {
        self.within(frame, |env| check_text(env, text))
    }

    /// Checks something in this frame.
    pub(crate) fn within<T>(&mut self, frame: &mut Frame, check: impl FnOnce(&mut Env) -> T) -> T {
        let params = frame.locals.len();
        frame.needed = frame.needed.max(params as u16);
        frame.guessed.clone_from(&self.guessed);
        let diagnostics = &mut self.diagnostics;
        let node = check(&mut Env { game: &self.game, names: &self.names, frame, diagnostics });
        frame.unbind(params);
        node
    }
}

/// The name shown to players: the title, or else the name.
pub(crate) fn title(title: Option<&Text>, name: &Name) -> String {
    title.map_or_else(|| name.text.clone(), Text::plain)
}
