//! The items that make up the game: those of all files and of the scenario, with replacements applied.

use std::collections::hash_map;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span, plain, same_name};
use crate::syntax::ast::{self, ItemKind, ScenarioLineKind};

use super::builder::GameBuilder;
use super::error;
use super::replace;

/// An item that applies in this game and scenario.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a> {
    /// Its documentation.
    pub(crate) doc: Option<&'a String>,
    /// Its span.
    pub(crate) span: Span,
    /// Its contents.
    pub(crate) kind: &'a ItemKind,
    /// True if it is in the scenario.
    pub(crate) local: bool,
    /// True if it takes the place of another item.
    pub(crate) replaces: bool,
    /// The sections in the head of the scenario around it; none outside a scenario.
    pub(crate) head: &'a [ast::Cite],
}

/// Everything that applies in this game and scenario, in written order.
#[derive(Default)]
pub(crate) struct Gathered<'a> {
    /// The items, with replacements applied.
    pub(crate) entries: Vec<Entry<'a>>,
    /// Replacements of words and functions, which keep the old definition.
    pub(crate) readings: Vec<(&'a ast::Replace, Span)>,
    /// Replaced steps, by name.
    pub(crate) steps: FxHashMap<String, &'a ast::Step>,
    /// Rows and columns added to tables.
    pub(crate) extensions: Vec<&'a ast::TableExtension>,
    /// Steps put beside others, in written order.
    pub(crate) inserts: Vec<&'a ast::Insert>,
    /// The files of the game.
    pub(crate) sources: Vec<SourceId>,
    /// The names of all scenarios of the game, played or not.
    pub(crate) scenarios: Vec<&'a str>,
    /// Where scenarios, tests and counters set things up.
    pub(crate) positions: Vec<Span>,
    /// The scenario with its documentation.
    pub(crate) scenario: Option<(&'a ast::Scenario, Option<&'a String>)>,
    /// Its lines that are not items, those of the scenarios it uses first.
    pub(crate) lines: Vec<&'a ast::ScenarioLine>,
}

impl<'a> Gathered<'a> {
    /// The `names` items, each with the values that extensions add to its own.
    pub(crate) fn lists(&self) -> impl Iterator<Item = (&'a ast::Names, Vec<&'a ast::NamesValue>)> + '_ {
        self.each(|kind| if let ItemKind::Names(it) = kind { Some(it) } else { None }).map(|(_, item)| {
            let more = self.list_extensions().filter(|more| same_name(&more.name.text, &item.name.text));
            (item, item.values.iter().chain(more.flat_map(|more| &more.values)).collect())
        })
    }

    /// What is added to lists.
    pub(crate) fn list_extensions(&self) -> impl Iterator<Item = &'a ast::Names> + '_ {
        self.each(|kind| if let ItemKind::ExtendNames(it) = kind { Some(it) } else { None }).map(|(_, item)| item)
    }

    /// The items of one kind: `items.each(|kind| match kind { … })`.
    pub(crate) fn each<'s, T: 'a>(
        &'s self,
        pick: impl Fn(&'a ItemKind) -> Option<&'a T> + 's,
    ) -> impl Iterator<Item = (Entry<'a>, &'a T)> + 's {
        self.entries.iter().filter_map(move |entry| pick(entry.kind).map(|item| (*entry, item)))
    }
}

/// Collects everything that applies in the scenario of this name, or without a scenario.
pub(crate) fn gather<'a>(builder: &mut GameBuilder, files: &'a [ast::File], scenario: Option<&str>) -> Gathered<'a> {
    let sources = files.iter().map(|file| file.source).collect();
    let mut gathered = Gathered { sources, ..Gathered::default() };
    let mut replacements = Vec::new();
    report_namesakes(builder, files);
    let set_up = |kind: &ItemKind| {
        matches!(
            kind,
            ItemKind::Scenario(_)
                | ItemKind::Test(_)
                | ItemKind::Puzzle(_)
                | ItemKind::Lesson(_)
                | ItemKind::Counters(_)
                | ItemKind::Muster(_)
        )
    };
    let all = files.iter().flat_map(|file| file.items.iter());
    gathered.positions = all.filter(|item| set_up(&item.kind)).map(|item| item.span).collect();
    gathered.scenarios = scenario_items(files).map(|(it, _)| it.name.text.as_str()).collect();
    for item in files.iter().flat_map(|file| file.items.iter()) {
        if let ItemKind::Use(used) = &item.kind {
            builder.report(error::use_outside(&used.name, item.span));
        }
        take(&mut gathered, &mut replacements, item, None);
    }
    if let Some(name) = scenario {
        match find_scenario(files, name) {
            Some((found, doc)) => {
                gathered.scenario = Some((found, doc));
                let mut used = Used { open: vec![name.to_owned()], taken: Vec::new() };
                take_scenario(builder, &mut gathered, &mut replacements, files, found, &mut used);
            }
            // It stands in what could not be read; that is reported already.
            None if has_lost_scenario(builder, files) => {}
            None => {
                let names: Vec<&str> = scenario_items(files).map(|(it, _)| it.name.text.as_str()).collect();
                // The name comes from outside the files.
                let problem = Diagnostic::error("unknown-word", format!("no scenario named `{name}`"));
                builder.report(problem.instead_of(name, names));
            }
        }
    }
    replace::apply(builder, &mut gathered, replacements);
    gathered
}

/// Whether a scenario could not be read at all.
fn has_lost_scenario(builder: &GameBuilder, files: &[ast::File]) -> bool {
    let mut broken = files.iter().flat_map(|file| file.broken.iter());
    broken.any(|broken| {
        broken.lost.contains(&broken.whole) && builder.sources.text(broken.whole).trim_start().starts_with("scenario")
    })
}

/// Reports scenarios with names that differ only in capitals: the command line ignores capitals.
fn report_namesakes(builder: &mut GameBuilder, files: &[ast::File]) {
    let mut seen: FxHashMap<String, Span> = FxHashMap::default();
    for (scenario, _) in scenario_items(files) {
        match seen.entry(plain(&scenario.name.text).to_lowercase()) {
            hash_map::Entry::Occupied(earlier) => builder.report(error::scenario_twice(&scenario.name, *earlier.get())),
            hash_map::Entry::Vacant(free) => {
                free.insert(scenario.name.span);
            }
        }
    }
}

/// Every scenario in these files, with its documentation.
pub(crate) fn scenario_items(files: &[ast::File]) -> impl Iterator<Item = (&ast::Scenario, Option<&String>)> {
    files.iter().flat_map(|file| file.items.iter()).filter_map(|item| match &item.kind {
        ItemKind::Scenario(scenario) => Some((scenario, item.doc.as_ref())),
        _ => None,
    })
}

fn find_scenario<'a>(files: &'a [ast::File], name: &str) -> Option<(&'a ast::Scenario, Option<&'a String>)> {
    let spelt = plain(name);
    scenario_items(files).find(|(scenario, _)| plain(&scenario.name.text) == spelt)
}

/// A replacement with its span, its documentation, and whether the scenario has it.
pub(crate) type Replacement<'a> = (&'a ast::Replace, Span, Option<&'a String>, bool);

fn take<'a>(
    gathered: &mut Gathered<'a>,
    replacements: &mut Vec<Replacement<'a>>,
    item: &'a ast::Item,
    scenario: Option<&'a ast::Scenario>,
) {
    let local = scenario.is_some();
    let head = scenario.map_or(&[][..], |scenario| &scenario.cites);
    match &item.kind {
        ItemKind::Scenario(_) | ItemKind::Use(_) => {}
        ItemKind::Replace(replace) => replacements.push((replace, item.span, item.doc.as_ref(), local)),
        ItemKind::Extend(extension) => gathered.extensions.push(extension),
        ItemKind::Insert(insert) => gathered.inserts.push(insert),
        kind => {
            gathered.entries.push(Entry { doc: item.doc.as_ref(), span: item.span, kind, local, replaces: false, head })
        }
    }
}

/// The scenarios that others use.
struct Used {
    /// Those that are being taken, the outermost first.
    open: Vec<String>,
    /// Those that have been taken.
    taken: Vec<String>,
}

fn take_scenario<'a>(
    builder: &mut GameBuilder,
    gathered: &mut Gathered<'a>,
    replacements: &mut Vec<Replacement<'a>>,
    files: &'a [ast::File],
    scenario: &'a ast::Scenario,
    used: &mut Used,
) {
    for line in &scenario.lines {
        match &line.kind {
            // `weather Rain` sets the weather if the game has it. It declares one if it has a body or the weather is
            // unknown.
            ScenarioLineKind::Item(item) if is_weather_line(gathered, &item.kind) => gathered.lines.push(line),
            ScenarioLineKind::Item(item) => take(gathered, replacements, item, Some(scenario)),
            ScenarioLineKind::Use(name) => {
                let again = used.open.contains(&name.text);
                // What two scenarios use is taken once.
                if !again && used.taken.contains(&name.text) {
                    continue;
                }
                match find_scenario(files, &name.text).filter(|_| !again) {
                    Some((other, _)) => {
                        used.open.push(name.text.clone());
                        take_scenario(builder, gathered, replacements, files, other, used);
                        used.taken.extend(used.open.pop());
                    }
                    None if again => builder.report(error::circle(&name.text, name.span, &[])),
                    None => {
                        let names: Vec<&str> = scenario_items(files).map(|(it, _)| it.name.text.as_str()).collect();
                        builder.report(error::unknown("scenario", name, names));
                    }
                }
                builder.incomplete |= builder.diagnostics.last().is_some_and(|last| last.span() == Some(name.span));
            }
            _ => gathered.lines.push(line),
        }
    }
}

/// The weather a scenario line names without declaring it.
pub(crate) fn named_weather(kind: &ItemKind) -> Option<&ast::Name> {
    match kind {
        ItemKind::Weather(weather) if weather.body.span.is_none() && weather.title.is_none() => Some(&weather.name),
        _ => None,
    }
}

fn is_weather_line(gathered: &Gathered, kind: &ItemKind) -> bool {
    named_weather(kind).is_some_and(|name| {
        let known =
            |entry: &Entry| matches!(entry.kind, ItemKind::Weather(other) if same_name(&other.name.text, &name.text));
        gathered.entries.iter().any(known)
    })
}
