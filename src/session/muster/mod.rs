//! A battle of your own, built line by line under a game's muster: the questions, the effect of each line, and the
//! resulting scenario.
//!
//! The accepted lines define the battle. Undoing a line, continuing another day and reading the lines from a file are
//! therefore the same.

mod answers;
mod draft;
mod steps;
#[cfg(test)]
mod tests;
mod typed;

use std::sync::Arc;

use crate::catalog::{Catalog, SourceText};
use crate::diagnostic::Diagnostic;
use crate::draw::{Line, Role};
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::muster::{Muster, Suggestion};
use crate::model::value::Value;
use crate::play::Beginning;
use crate::play::run::Run;
use crate::source::plain_words;

use draft::Draft;

/// A battle in the making.
pub struct Builder {
    game: Arc<Game>,
    muster: Muster,
    /// The folder of the game, below `scenarios`.
    folder: String,
    /// The texts of the game, to check the battle against.
    texts: Vec<SourceText>,
    /// The names already used by battles and games.
    taken: Vec<String>,
    seed: u64,
    /// The accepted lines. `before` holds the state before each.
    lines: Vec<String>,
    before: Vec<State>,
    state: State,
}

/// The state of a battle in the making.
#[derive(Clone, Debug)]
struct State {
    draft: Draft,
    step: Step,
    /// The number of dice rolled.
    thrown: u32,
    /// The suggested values of the current fact.
    suggested: Vec<Suggested>,
}

/// A suggested value of a fact.
#[derive(Clone, Debug)]
struct Suggested {
    /// The case it is for.
    case: Option<String>,
    number: i64,
    cites: Vec<SectionId>,
}

/// The open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Name,
    Title,
    Army(u16),
    Value(u16),
    Buying(u16),
    Fact(u16, FactId),
    Weather,
    WeatherOf(u16),
    Terrain(u16),
    Tiles(u16, u32),
    Standing(u16),
    Complete,
}

/// The result of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The line was accepted. The lines report its result.
    Taken(Vec<Line>),
    /// The line was refused. The text gives the reason and the correction.
    Refused(String),
}

/// The games of a catalogue that allow battles of your own, by name.
pub fn games_with_muster(catalog: &Catalog) -> Vec<(&str, &str)> {
    let games = catalog.games.iter().filter(|game| game.has_muster());
    games.map(|game| (game.name.as_str(), game.title.as_str())).collect()
}

impl Builder {
    /// An empty battle of this game.
    ///
    /// # Errors
    /// An unknown game, an error in its rules, or no rules for buying armies.
    pub fn new(catalog: &Catalog, game: &str, seed: u64) -> Result<Builder, String> {
        let entry = catalog
            .games
            .iter()
            .find(|entry| entry.name == game)
            .ok_or_else(|| format!("no game is named `{game}`"))?;
        let compiled = catalog.compile(entry, None, &[]);
        let game =
            compiled.game.ok_or_else(|| format!("the rules of {} are faulty: see `oriflamme check`", entry.title))?;
        let muster = game.muster.clone();
        let muster = muster
            .filter(|_| !game.counters.is_empty())
            .ok_or_else(|| format!("{} does not say what an army may be bought from", game.title))?;
        let armies = vec![draft::Army::default(); game.sides.len()];
        let games = catalog.games.iter().map(|entry| entry.name.as_str());
        let taken = catalog.names().into_iter().chain(games);
        Ok(Builder {
            muster,
            folder: entry.folder.clone(),
            taken: taken.map(str::to_owned).collect(),
            texts: entry.texts(),
            seed,
            lines: Vec::new(),
            before: Vec::new(),
            state: State {
                draft: Draft { armies, ..Draft::default() },
                step: Step::Name,
                thrown: 0,
                suggested: Vec::new(),
            },
            game,
        })
    }

    /// Allows a finished battle to be edited again under its own name.
    pub fn reopen(&mut self, name: &str) {
        self.taken.retain(|other| crate::source::fold(other) != crate::source::fold(name));
    }

    /// Carries out a line. A refused line changes nothing.
    pub fn say(&mut self, line: &str) -> Reply {
        let before = self.state.clone();
        match self.take(line.trim()) {
            Ok(said) => {
                self.lines.push(line.trim().to_owned());
                self.before.push(before);
                Reply::Taken(said)
            }
            Err(problem) => {
                self.state = before;
                Reply::Refused(problem)
            }
        }
    }

    /// Takes the last line back. Returns it, if there was one.
    pub fn undo(&mut self) -> Option<String> {
        self.state = self.before.pop()?;
        self.lines.pop()
    }

    /// The heading: the game, and its muster's description.
    pub fn heading(&self) -> Vec<Line> {
        let title = format!("{}: {}", self.game.title, self.muster.title);
        let title = Line::of(Role::Title, title).and(Role::Cite, self.cited(&self.muster.cites));
        let doc = self.muster.doc.iter().flat_map(|doc| doc.lines()).map(|line| Line::plain(line.trim()));
        std::iter::once(title).chain(doc).collect()
    }

    /// The accepted lines.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The seed of all chance.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The game the battle is for.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The name of the battle, once given.
    pub fn name(&self) -> Option<&str> {
        Some(self.state.draft.name.as_str()).filter(|name| !name.is_empty())
    }

    /// The path of the battle's file, below the working folder.
    pub fn path(&self) -> String {
        format!("scenarios/{}/{}.ori", self.folder, self.state.draft.name)
    }

    /// True if the battle is complete.
    pub fn is_complete(&self) -> bool {
        self.state.step == Step::Complete
    }

    /// The scenario so far.
    pub fn text(&self) -> String {
        self.state.draft.text(&self.game)
    }

    /// The checker's diagnostics of the battle so far. None is an error once the battle is complete.
    pub fn check(&self) -> (Vec<Diagnostic>, Catalog) {
        let (found, catalog, _) = self.compile(&self.state.draft);
        (found, catalog)
    }

    /// The battle as a compiled game, if it has no errors, and the diagnostics of its file.
    fn compile(&self, draft: &Draft) -> (Vec<Diagnostic>, Catalog, Option<Arc<Game>>) {
        let mut texts = self.texts.clone();
        let path = format!("scenarios/{}/{}.ori", self.folder, draft.name);
        // A battle edited again replaces its own file.
        texts.retain(|text| text.path != path);
        texts.push(SourceText { path: path.clone(), text: draft.text(&self.game) });
        let catalog = Catalog::new(texts);
        let compiled = catalog.game(&self.game.name);
        let Some(compiled) = compiled.map(|entry| catalog.compile(entry, Some(&draft.name), &[])) else {
            return (Vec::new(), catalog, None);
        };
        let own = |one: &Diagnostic| {
            one.primary.iter().chain(&one.secondary).any(|label| catalog.sources.name_of(label.span.source) == path)
        };
        let found = compiled.diagnostics.into_iter().filter(own).collect();
        (found, catalog, compiled.game)
    }

    /// The first error of the battle so far, as a sentence.
    fn mistake(&self) -> Option<String> {
        let (found, catalog, _) = self.compile(&self.state.draft);
        let first = found.iter().find(|one| one.is_error())?;
        let path = self.path();
        // Help for an error in another file is for its author.
        let here = first.span().is_some_and(|span| catalog.sources.name_of(span.source) == path);
        Some(match first.help.as_ref().filter(|_| here) {
            Some(help) => format!("{}; {help}", first.headline),
            None => first.headline.clone(),
        })
    }

    /// Evaluates `ask` on the battle as it would be after the set-up.
    fn ask<T>(&self, ask: impl FnOnce(&crate::play::World<'_>) -> Option<T>) -> Option<T> {
        let mut draft = self.state.draft.clone();
        for side in 0..draft.armies.len() as u16 {
            draft.spread(&self.game, side);
        }
        let (_, _, game) = self.compile(&draft);
        let game = game?;
        let beginning =
            Beginning { positions: vec![game.setup.position.clone()], in_sequence: false, ..Beginning::default() };
        let run = Run::begin(&game, &beginning, self.seed).ok()?;
        ask(&run.world())
    }

    /// The advice the battle does not follow so far.
    fn warnings(&self) -> Vec<Line> {
        let sides = self.game.sides.len() as u16;
        let found = self.ask(|world| {
            let muster = world.game.muster.as_ref()?;
            let mut found: Vec<Line> = Vec::new();
            for warning in &muster.warnings {
                let holds = |side: u16| {
                    let value = world.eval_alone(&warning.when, &[Value::Ref(Ref::side(side))], warning.locals);
                    value.is_ok_and(|value| value.is_yes())
                };
                if (0..sides).any(holds) {
                    let mut line = Line::of(Role::Bad, "advice: ").and(Role::Plain, warning.text.as_str());
                    line.push(Role::Cite, self.cited(&warning.cites));
                    found.push(line);
                }
            }
            Some(found)
        });
        found.unwrap_or_default()
    }

    /// The suggested values of a fact of an army.
    fn suggestions(&self, side: u16, fact: FactId) -> Vec<Suggested> {
        let found = self.ask(|world| {
            let muster = world.game.muster.as_ref()?;
            let own = muster.suggestions.iter().filter(|one| one.fact == fact);
            let number = |one: &Suggestion| {
                let value = world.eval_alone(&one.number, &[Value::Ref(Ref::side(side))], one.locals).ok()?;
                Some(Suggested { case: one.title.clone(), number: value.int()?, cites: one.cites.clone() })
            };
            Some(own.filter_map(number).collect())
        });
        found.unwrap_or_default()
    }

    /// The title of an army, with its role.
    fn army(&self, side: u16) -> String {
        let army = &self.state.draft.armies[usize::from(side)];
        match (army.name.is_empty(), self.role(side)) {
            (false, _) => army.name.clone(),
            (true, Some(role)) => role,
            (true, None) => self.game.sides[usize::from(side)].title.clone(),
        }
    }

    /// The sections to append to a sentence.
    fn cited(&self, cites: &[SectionId]) -> String {
        cites.iter().map(|cite| format!("  §{}", self.game.section(*cite).number)).collect()
    }

    fn role(&self, side: u16) -> Option<String> {
        let fact = self.muster.roles.get(usize::from(side))?;
        Some(plain_words(&self.game.facts[fact.at()].name))
    }

    /// The side that has this role.
    fn side_of(&self, role: FactId) -> u16 {
        self.muster.roles.iter().position(|one| *one == role).unwrap_or(0) as u16
    }
}
