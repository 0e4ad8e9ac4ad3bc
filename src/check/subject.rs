//! The game itself, its sides and armies, the rulebook's sections and rulings.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, nearest, words};
use crate::model::game::{Asking, Ruling, Section, Side};
use crate::model::id::{Domain, Ref, RulingId, SectionId};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain, spelling};
use crate::syntax::ast::{self, ItemKind, Name, PlayedBy, ScenarioLineKind, Text, Written};

use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;

/// Declares the sections that items may cite, by number and alias.
pub(crate) fn declare_sections(builder: &mut GameBuilder, items: &Gathered) {
    for (_, rulebook) in items.each(|kind| if let ItemKind::Rulebook(it) = kind { Some(it) } else { None }) {
        for section in &rulebook.sections {
            let id = SectionId(builder.game.sections.len() as u16);
            for number in std::iter::once(&section.number).chain(&section.alias) {
                if let Some(&earlier) = builder.sections.get(&number.text) {
                    let earlier = builder.game.sections[earlier.at()].span;
                    let problem = error::member_twice(number, earlier, true);
                    builder.report(problem.help("give one of the two another number, or leave it out"));
                }
                builder.sections.insert(number.text.clone(), id);
            }
            builder.game.sections.push(Section {
                number: section.number.text.clone(),
                aliases: section.alias.iter().map(|number| number.text.clone()).collect(),
                title: section.title.plain(),
                prose: section.prose,
                text: section.summary.as_ref().map(Text::plain),
                span: section.span,
            });
        }
    }
    // A note covers a section that needs no code.
    for (_, note) in items.each(|kind| if let ItemKind::Note(it) = kind { Some(it) } else { None }) {
        builder.cites(&note.cites);
    }
}

/// Sorts citations and uses of rulings by their place in the text, and removes duplicates: a clause about a family is
/// read once for each member.
pub(crate) fn sort_citations(builder: &mut GameBuilder) {
    let citations = &mut builder.game.citations;
    citations.sort_by_key(|citation| (citation.span, citation.section.at()));
    citations.dedup();
    let askings = &mut builder.game.askings;
    askings.sort_by_key(|asking| (asking.span, asking.reading));
    askings.dedup();
}

/// Declares name, die and sides of the game; the sides take the names of the scenario's armies.
pub(crate) fn declare_game(builder: &mut GameBuilder, items: &Gathered) {
    let mut games = items.each(|kind| if let ItemKind::Game(it) = kind { Some(it) } else { None });
    let Some((_, game)) = games.next() else {
        builder.report(error::not_one("`game` item", None));
        return;
    };
    for (_, again) in games {
        builder.report(error::not_one("`game` item", Some(again.name.span)));
    }
    builder.game.name = plain(&game.name.text);
    builder.game.title = builder.titled(game.title.as_ref(), &game.name);
    builder.cites(&game.cites);
    if let Some((scenario, doc)) = items.scenario {
        builder.game.scenario = scenario.name.text.clone();
        builder.game.scenario_title = builder.titled(scenario.title.as_ref(), &scenario.name);
        builder.game.scenario_doc = doc.cloned();
        builder.cites(&scenario.cites);
        if let Some(of) = scenario.game.as_ref().filter(|of| plain(&of.text) != builder.game.name) {
            let problem = error::unknown("game", of, [game.name.text.as_str()]);
            builder.report(match nearest(&of.text, [game.name.text.as_str()]) {
                Some(_) => problem,
                None => problem.help(format!(
                    "this file is in the folder of `{}`: put it into `scenarios/{}`",
                    builder.game.name, of.text
                )),
            });
        }
    } else {
        builder.game.scenario_title = builder.game.title.clone();
    }
    if let Some(die) = &game.die {
        let shows = die.shows.map_or((1, i64::from(die.faces)), |shows| {
            (shows.low.unwrap_or(1), shows.high.unwrap_or(i64::from(die.faces)))
        });
        if die.faces == 0 || shows.1 < shows.0 || shows.1 > i64::from(i8::MAX) || shows.0 < i64::from(i8::MIN) {
            builder.report(error::unfit("a die has at least one face, and faces from -128 to 127", die.span));
        } else {
            builder.game.die = shows;
        }
    }
    if game.sides.is_empty() {
        builder.report(error::not_one("line `sides`", Some(game.name.span)));
    }
    for name in &game.sides {
        let spelt = builder.declare(name);
        builder.game.sides.push(new_side(spelt, name, true));
    }
    // A side that only chance plays may be beside the order of play. Another word than `chance` is reported later.
    for (_, item) in items.each(|kind| if let ItemKind::Side(it) = kind { Some(it) } else { None }) {
        let beside = item.played_by.is_some() && side_named(builder, &item.name.text).is_none();
        if beside && !is_army(items, &item.name.text) {
            let spelt = builder.declare(&item.name);
            builder.game.sides.push(new_side(spelt, &item.name, false));
        }
    }
    declare_sides(builder, items);
    name_armies(builder, items);
    for index in 0..builder.game.sides.len() {
        let side = &builder.game.sides[index];
        let names: Vec<String> = std::iter::once(&side.name).chain(&side.aliases).cloned().collect();
        for name in names {
            builder.constant(&name, Value::Ref(Ref::side(index as u16)), Type::One(Domain::Side, false));
        }
    }
}

fn new_side(name: String, written: &Name, listed: bool) -> Side {
    Side { name, title: written.text.clone(), doc: None, aliases: Vec::new(), by_chance: false, listed }
}

/// True if an army of the scenario gives this name to a side.
fn is_army(items: &Gathered, name: &str) -> bool {
    armies(items).into_iter().any(|(army, _)| plain(&army.name.text) == plain(name))
}

fn declare_sides(builder: &mut GameBuilder, items: &Gathered) {
    let mut told: FxHashMap<u16, Span> = FxHashMap::default();
    // Until a `side` gives it another title, a side has its name as written.
    let names: Vec<String> = builder.game.sides.iter().map(|side| side.title.clone()).collect();
    for (entry, item) in items.each(|kind| if let ItemKind::Side(it) = kind { Some(it) } else { None }) {
        let Some(index) = side_named(builder, &item.name.text) else {
            builder.report(error::unknown("side of the game", &item.name, &names));
            continue;
        };
        match told.get(&index) {
            Some(first) => builder.report(error::member_twice(&item.name, *first, true)),
            None => drop(told.insert(index, item.name.span)),
        }
        builder.cites(&item.cites);
        builder.game.sides[index as usize].doc = entry.doc.cloned();
        if let Some(title) = &item.title {
            builder.game.sides[index as usize].title = title.plain();
        }
        match &item.played_by {
            Some(PlayedBy::Chance(_)) => builder.game.sides[index as usize].by_chance = true,
            Some(PlayedBy::Other(name)) => {
                let listed = builder.game.sides[index as usize].listed;
                builder.report(error::played_by(&item.name.text, name, listed));
            }
            None => {}
        }
    }
}

/// Gives armies to sides: an army that does not name a side becomes the next side without an army.
fn name_armies(builder: &mut GameBuilder, items: &Gathered) {
    // A scenario may add to an army of the scenario that it uses, but has one block for each.
    let own = items.scenario.iter().flat_map(|(scenario, _)| &scenario.lines);
    let mut blocks: FxHashMap<String, Span> = FxHashMap::default();
    for line in own {
        let ScenarioLineKind::Army(army) = &line.kind else { continue };
        match blocks.get(&plain(&army.name.text)) {
            Some(first) => builder.report(error::army_twice(&army.name, *first)),
            None => drop(blocks.insert(plain(&army.name.text), army.name.span)),
        }
    }
    let mut named: Vec<bool> = builder.game.sides.iter().map(|side| !side.listed).collect();
    // A side that has an army of its own name further down is not free.
    for side in armies(items).iter().filter_map(|(army, _)| side_named(builder, &army.name.text)) {
        named[usize::from(side)] = true;
    }
    for (army, _) in armies(items) {
        let index = match side_named(builder, &army.name.text) {
            Some(index) => index as usize,
            None => match named.iter().position(|named| !named) {
                Some(index) => {
                    let free = |(side, named): (&Side, &bool)| (!named).then(|| side.title.clone());
                    let sides: Vec<String> = builder.game.sides.iter().zip(&named).filter_map(free).collect();
                    if let Some(meant) = nearest(&army.name.text, sides.iter().map(String::as_str)) {
                        let problem = Diagnostic::warning(
                            "army-like-side",
                            format!("`{}` is not a side, but almost `{meant}`", army.name.text),
                        );
                        builder.report(problem.at(army.name.span, "a new name of a side").did_you_mean(Some(meant)));
                    }
                    let spelt = builder.declare(&army.name);
                    let title = builder.titled(army.title.as_ref(), &army.name);
                    let side = &mut builder.game.sides[index];
                    let old = std::mem::replace(&mut side.name, spelt);
                    side.aliases.push(old);
                    side.title = title;
                    index
                }
                None => {
                    builder.report(error::unknown("side left that this army could be", &army.name, error::NO_NAMES));
                    continue;
                }
            },
        };
        if army.doc.is_some() {
            builder.game.sides[index].doc.clone_from(&army.doc);
        }
        for other in &army.aliases {
            let spelt = builder.declare(other);
            builder.game.sides[index].aliases.push(spelt);
        }
        named[index] = true;
    }
}

/// The armies of the scenario, in order.
pub(crate) fn armies<'a>(items: &Gathered<'a>) -> Vec<(&'a ast::Army, Span)> {
    let pick = |line: &&'a ast::ScenarioLine| match &line.kind {
        ScenarioLineKind::Army(army) => Some((army, line.span)),
        _ => None,
    };
    items.lines.iter().filter_map(pick).collect()
}

/// The side with this name or alias.
pub(crate) fn side_named(builder: &GameBuilder, name: &str) -> Option<u16> {
    let spelt = spelling(name);
    let is_spelt_so = |alias: &String| *alias == spelt;
    let is = |side: &Side| is_spelt_so(&side.name) || side.title == name || side.aliases.iter().any(is_spelt_so);
    builder.game.sides.iter().position(is).map(|index| index as u16)
}

/// The side with this name or alias. Reports a name that no side has.
pub(crate) fn side_of<'t>(builder: &mut GameBuilder, written: impl Into<Written<'t>>) -> Option<u16> {
    let written = written.into();
    let found = side_named(builder, written.text);
    if found.is_none() {
        let names = builder.game.sides.iter().map(|side| side.name.as_str());
        builder.report(error::unknown("side", written, names));
    }
    found
}

/// Declares rulings with the reading in force.
pub(crate) fn declare_rulings(builder: &mut GameBuilder, items: &Gathered, readings: &[(String, String)]) {
    for (entry, item) in items.each(|kind| if let ItemKind::Ruling(it) = kind { Some(it) } else { None }) {
        let name = builder.declare(&item.name);
        let cites = builder.cites(&item.cites);
        super::list::report_twins(builder, item.values.iter().map(|value| &value.name));
        let defaults = item.values.iter().filter(|value| value.default).count();
        if item.values.len() < 2 {
            builder.report(error::ruling_values(&item.name, "needs two readings or more"));
        } else if defaults != 1 {
            let mut marked = item.values.iter().filter(|value| value.default);
            let problem = error::ruling_values(&item.name, "needs one reading marked `default`");
            builder.report(match (marked.next(), marked.next()) {
                (Some(first), Some(second)) => problem
                    .at(second.name.span, "a second `default`")
                    .also(first.name.span, "the first")
                    .help(format!("remove `default` after `{}`, or after `{}`", second.name.text, first.name.text)),
                _ => problem.help("write `default` after the reading that is printed in the rules"),
            });
        }
        let default = item.values.iter().position(|value| value.default).unwrap_or(0) as u16;
        let title = builder.titled(item.title.as_ref(), &item.name);
        builder.game.rulings.push(Ruling {
            name,
            title,
            values: item.values.iter().map(|value| (plain(&value.name.text), value.text.plain())).collect(),
            default,
            cites,
            span: entry.span,
        });
        builder.game.readings.push(default);
    }
    // A battle's own readings are its defaults; what the players choose comes after them.
    for line in &items.lines {
        let ScenarioLineKind::Ruling { name, value } = &line.kind else { continue };
        match reading(builder, &name.text, &value.text) {
            Ok((ruling, value)) => {
                builder.game.rulings[ruling.at()].default = value;
                builder.game.readings[ruling.at()] = value;
            }
            Err(missing) => builder.report(missing.named(name, value)),
        }
    }
    for (name, value) in readings {
        match reading(builder, name, value) {
            Ok((ruling, value)) => builder.game.readings[ruling.at()] = value,
            // The reading was requested by the caller, so there is no place in a file.
            Err(missing) => builder.report(missing.said(name, value)),
        }
    }
}

/// The missing part, with the known names.
pub(crate) enum Missing {
    /// The ruling.
    Ruling(Vec<String>),
    /// The reading of it.
    Value(Vec<String>),
}

impl Missing {
    /// The error, without a place.
    fn said(&self, ruling: &str, value: &str) -> Diagnostic {
        match self {
            Missing::Ruling(names) => Diagnostic::error("unknown-word", format!("no ruling named `{ruling}`"))
                .did_you_mean(nearest(ruling, names.iter().map(String::as_str))),
            Missing::Value(names) => {
                let readings: Vec<String> = names.iter().map(|name| words::quoted(name)).collect();
                Diagnostic::error("unknown-word", format!("the ruling `{ruling}` has no reading `{value}`"))
                    .help(format!("its readings: {}", words::all_of(&readings)))
            }
        }
    }

    /// The error at the names in the text.
    pub(crate) fn named(&self, ruling: &ast::Name, value: &ast::Name) -> Diagnostic {
        let span = match self {
            Missing::Ruling(_) => ruling.span,
            Missing::Value(_) => value.span,
        };
        self.said(&ruling.text, &value.text).seeking("value", span, "named here")
    }
}

/// A ruling and one of its readings by name.
pub(crate) fn reading(builder: &GameBuilder, name: &str, value: &str) -> Result<(RulingId, u16), Missing> {
    let (name, value) = (plain(name), plain(value));
    let rulings = &builder.game.rulings;
    let index = rulings
        .iter()
        .position(|ruling| ruling.name == name)
        .ok_or_else(|| Missing::Ruling(rulings.iter().map(|ruling| ruling.name.clone()).collect()))?;
    let values = &rulings[index].values;
    let at = values
        .iter()
        .position(|(name, _)| *name == value)
        .ok_or_else(|| Missing::Value(values.iter().map(|(name, _)| name.clone()).collect()))?;
    Ok((RulingId(index as u16), at as u16))
}

/// `under RULING VALUE`; an unknown ruling or reading is reported.
pub(crate) fn under(builder: &mut GameBuilder, under: Option<&ast::Under>) -> Option<(RulingId, u16)> {
    let under = under?;
    match reading(builder, &under.ruling.text, &under.value.text) {
        Ok((ruling, reading)) => {
            builder.game.askings.push(Asking { ruling, reading, span: under.ruling.span });
            Some((ruling, reading))
        }
        Err(missing) => {
            builder.report(missing.named(&under.ruling, &under.value));
            None
        }
    }
}
