//! Advice for a name without a meaning where it stands: what has this name or title elsewhere in the game.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Advice, Diagnostic, words};
use crate::model::game::Game;
use crate::model::id::Domain;
use crate::model::node::Expr;
use crate::model::sequence::{Repeat, Step};
use crate::model::value::Value;
use crate::source::{SourceMap, Span, plain};
use crate::syntax::ast::{self, ItemKind, Name, ScenarioLineKind, Text};

use super::builder::GameBuilder;
use super::gather::Gathered;

/// Codes whose place is a name without a meaning.
const UNKNOWN: &[&str] = &["unknown-word", "unknown-verb", "unknown-label"];

/// Adds advice to the diagnostics about unknown names, and removes those about a battle of another game.
pub(crate) fn look_over(builder: &mut GameBuilder, files: &[ast::File], items: &Gathered) {
    let mut diagnostics = std::mem::take(&mut builder.diagnostics);
    let misplaced = misplaced(builder, files);
    diagnostics.retain(|one| {
        let inside = |whole: &Span| one.span().is_some_and(|span| whole.covers(span));
        !misplaced.iter().any(|(whole, name)| inside(whole) && one.span() != Some(*name))
    });
    if diagnostics.iter().any(|one| UNKNOWN.contains(&one.code)) {
        let known = Known::new(builder, files, items);
        for one in diagnostics.iter_mut().filter(|one| UNKNOWN.contains(&one.code)) {
            known.advise(builder.sources, one);
        }
    }
    builder.diagnostics = diagnostics;
}

/// Battles in the folder of another game: the whole and the name of their game.
fn misplaced(builder: &GameBuilder, files: &[ast::File]) -> Vec<(Span, Span)> {
    let items = files.iter().flat_map(|file| file.items.iter());
    let battles = items.filter_map(|item| match &item.kind {
        ItemKind::Scenario(scenario) => Some((item.span, scenario.game.as_ref()?)),
        _ => None,
    });
    battles
        .filter(|(_, game)| plain(&game.text).to_lowercase() != builder.game.name.to_lowercase())
        .map(|(whole, game)| (whole, game.span))
        .collect()
}

/// Names that authors give the last turn.
const LAST: [&str; 13] = [
    "count",
    "end",
    "final",
    "final_turn",
    "is_last",
    "last",
    "last_turn",
    "length",
    "max_turn",
    "max_turns",
    "maximum",
    "total",
    "turns",
];

/// What names and titles mean.
struct Known {
    /// Meanings by name.
    names: FxHashMap<String, Meaning>,
    /// Names by title in small letters, without the s of a plural.
    titles: FxHashMap<String, Option<Titled>>,
    /// The steps that count their turns.
    turns: Vec<Turns>,
}

impl Known {
    fn new(builder: &GameBuilder, files: &[ast::File], items: &Gathered) -> Self {
        let mut known = Known { names: FxHashMap::default(), titles: FxHashMap::default(), turns: Vec::new() };
        known.turns = builder.game.steps.iter().filter_map(|step| Turns::of(&builder.game, step)).collect();
        for entry in items.entries.iter().filter(|entry| !entry.local) {
            let Some((what, name, title)) = declared(entry.kind) else { continue };
            let spelt = plain(&name.text);
            let advice = || match entry.kind {
                ItemKind::Definition(it) => word(it, &spelt),
                _ => used(what, &spelt),
            };
            // The name of a ruling is not a slip for a name like it.
            let certain = matches!(entry.kind, ItemKind::Ruling(_));
            known.names.entry(spelt.clone()).or_insert_with(|| Meaning { advice: advice(), certain });
            if let Some(title) = title {
                let is_action = matches!(entry.kind, ItemKind::Action(_));
                known.title(&title.plain(), Titled { name: spelt, is_action });
            }
        }
        for member in builder.game.lists.iter().flat_map(|list| &list.members) {
            known.title(&member.title, Titled::of(&member.name));
        }
        for step in &builder.game.steps {
            let advice = || {
                format!(
                    "`{0}` is a step: a clause holds `during {0}`, and `{0}.number` is the number of its turn",
                    step.name
                )
            };
            known.names.entry(step.name.clone()).or_insert_with(|| Meaning::of(advice()));
            known.title(&step.title, Titled::of(&step.name));
        }
        for fact in &builder.game.facts {
            known.of_thing("fact", &fact.name, fact.subject);
        }
        for var in &builder.game.vars {
            known.of_thing("variable", &var.name, var.subject);
        }
        known.armies(files, items);
        known
    }

    /// Sides of other battles, which rules do not know by these names.
    fn armies(&mut self, files: &[ast::File], items: &Gathered) {
        let own = items.scenario.map(|(scenario, _)| plain(&scenario.name.text));
        // The game's own names of its sides, so that every battle reports the same.
        let games = items.each(|kind| if let ItemKind::Game(it) = kind { Some(it) } else { None });
        let sides: Vec<&str> = games.flat_map(|(_, game)| game.sides.iter().map(|side| side.text.as_str())).collect();
        let sides = words::one_of_quoted(&sides);
        for (scenario, _) in super::gather::scenario_items(files) {
            if own.as_ref() == Some(&plain(&scenario.name.text)) {
                continue;
            }
            for line in &scenario.lines {
                let ScenarioLineKind::Army(army) = &line.kind else { continue };
                for name in std::iter::once(&army.name).chain(&army.aliases) {
                    let spelt = plain(&name.text);
                    let advice = format!("`{spelt}` is an army of some battles only: outside them write {sides}");
                    self.names.entry(spelt).or_insert(Meaning { advice, certain: true });
                }
            }
        }
    }

    fn of_thing(&mut self, what: &str, name: &str, subject: Domain) {
        let of = crate::model::value::domain_word(subject);
        let advice = || format!("`{name}` is a {what} of {of}");
        self.names.entry(name.to_owned()).or_insert_with(|| Meaning::of(advice()));
    }

    /// A title is no help if several things have it.
    fn title(&mut self, title: &str, of: Titled) {
        if title == of.name {
            return;
        }
        let same = |before: &mut Option<Titled>| {
            if before.as_ref().is_none_or(|before| before.name != of.name) {
                *before = None;
            }
        };
        self.titles.entry(folded(title)).and_modify(same).or_insert(Some(of.clone()));
    }

    /// Adds advice to one diagnostic, unless it has better.
    fn advise(&self, sources: &SourceMap, one: &mut Diagnostic) {
        let Some(span) = one.span() else { return };
        let name = sources.text(span);
        let is_name = !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        if !is_name {
            return;
        }
        let before =
            sources.get(span.source).and_then(|source| source.text.get(..span.range().start)?.strip_suffix('.'));
        let owner =
            before.map(|text| &text[text.trim_end_matches(|sign: char| sign.is_alphanumeric() || sign == '_').len()..]);
        let turn = match owner {
            Some(owner) => self.turns.iter().find(|turns| turns.step == owner),
            // `turns` is a slip for a step `turn`.
            None if name.strip_suffix('s').is_some_and(|one| self.turns.iter().any(|turns| turns.step == one)) => None,
            None if LAST.contains(&name) && (name.contains("turn") || name == "last") => self.turns.first(),
            None => None,
        };
        // Other places stand for a declaration, not for a name that is looked for.
        if one.seeks.is_none() || one.help.is_some() && one.advice == Advice::Stated {
            return;
        }
        if let Some(turns) = turn.filter(|_| owner.is_none() || one.help.is_none()) {
            one.help = Some(turns.advice(name));
            one.advice = Advice::Stated;
            return;
        }
        let guessed = matches!(one.advice, Advice::Nearest(_));
        let by_title = self.titles.get(&folded(name)).and_then(Option::as_ref);
        // An action is no word of a thing, and no function.
        let is_called = owner.is_some() || one.seeks.as_deref() == Some("function");
        let by_title = by_title.filter(|of| !(of.is_action && is_called)).map(|of| &of.name);
        // Only the right name, another spelling of the title, is better than a guess.
        if let Some(meant) = by_title.filter(|meant| meant.as_str() != name && !one.advice.names(meant)) {
            one.help = Some(format!("`{name}` is a title: write `{meant}`"));
            one.advice = Advice::Stated;
        } else if let Some(meaning) = self.names.get(name).filter(|meaning| !guessed || meaning.certain) {
            one.help = Some(meaning.advice.clone());
            one.advice = Advice::Stated;
        }
    }
}

/// What has a title.
#[derive(Clone)]
struct Titled {
    name: String,
    is_action: bool,
}

impl Titled {
    fn of(name: &str) -> Self {
        Titled { name: name.to_owned(), is_action: false }
    }
}

/// What a name means elsewhere.
struct Meaning {
    advice: String,
    /// True if the advice is better than a similar name.
    certain: bool,
}

impl Meaning {
    fn of(advice: String) -> Self {
        Meaning { advice, certain: false }
    }
}

/// A step that counts its turns.
struct Turns {
    step: String,
    /// How a rule tells the last one.
    last: String,
    /// The list whose values name them, and its values.
    named: Option<(String, Vec<String>)>,
}

impl Turns {
    fn of(game: &Game, step: &Step) -> Option<Turns> {
        let name = &step.name;
        let times = match &step.repeat {
            Repeat::Count { to, .. } => to.as_ref(),
            Repeat::Alternate { times, .. } => Some(times),
            Repeat::Once | Repeat::Sides { .. } | Repeat::Members { .. } | Repeat::AllSides => return None,
        };
        let last = match times.map(|times| &times.expr) {
            Some(Expr::Const(Value::Int(last))) => {
                format!("`{name}.number` counts the turns: write `{name}.number == {last}` for the last")
            }
            Some(_) => format!("`{name}.number` counts the turns: compare it with the number of the last"),
            None => format!("`{name}.number` counts the turns; `{name}` repeats without a fixed last turn"),
        };
        let named = step.turns.map(|list| {
            let list = &game.lists[list.at()];
            (list.name.clone(), list.members.iter().map(|member| member.name.clone()).collect())
        });
        Some(Turns { step: name.clone(), last, named })
    }

    /// What is right instead of an unknown word of the step, or an unknown name of its last turn.
    fn advice(&self, word: &str) -> String {
        let step = &self.step;
        match &self.named {
            Some((list, names)) if names.iter().any(|name| name == word) => format!("write `{step}.{list} == {word}`"),
            _ if LAST.contains(&word) => self.last.clone(),
            Some((list, _)) => {
                format!("write `{step}.{list}` for the name of its turn, `{step}.number` for its number")
            }
            None => {
                format!("write `{step}.number` for the number of its turn; `named LIST` after `repeat` names its turns")
            }
        }
    }
}

fn folded(title: &str) -> String {
    let small = plain(title).to_lowercase();
    small.strip_suffix('s').map(str::to_owned).unwrap_or(small)
}

/// What an item declares.
fn declared(kind: &ItemKind) -> Option<(&'static str, &Name, Option<&Text>)> {
    Some(match kind {
        ItemKind::Kind(it) => ("kind", &it.name, it.title.as_ref()),
        ItemKind::Terrain(it) => ("terrain", &it.name, it.title.as_ref()),
        ItemKind::Weather(it) => ("weather", &it.name, it.title.as_ref()),
        ItemKind::Quantity(it) => ("quantity", &it.name, None),
        ItemKind::Roll(it) => ("roll", &it.name, None),
        ItemKind::Definition(it) => ("word", &it.name, None),
        ItemKind::May(it) => ("permission", &it.name, None),
        ItemKind::Ruling(it) => ("ruling", &it.name, None),
        ItemKind::Table(it) => ("table", &it.name, None),
        ItemKind::Deck(it) => ("deck", &it.name, it.title.as_ref()),
        ItemKind::Purse(it) => ("purse", &it.name, it.title.as_ref()),
        ItemKind::Walk(it) => ("walk", &it.name, None),
        ItemKind::Action(it) => ("action", &it.name, it.title.as_ref()),
        ItemKind::Card(it) => ("card", &it.name, it.title.as_ref()),
        ItemKind::Procedure(it) => ("procedure", &it.name, None),
        ItemKind::Function(it) => ("function", &it.name, None),
        ItemKind::Sequence(it) => ("sequence", it.name.as_ref()?, None),
        ItemKind::Names(it) => ("list", &it.name, None),
        _ => return None,
    })
}

/// How a word is written, by its parameters.
fn word(word: &ast::Definition, name: &str) -> String {
    let params: Vec<&str> = word.params.iter().map(|param| param.name.text.as_str()).collect();
    match params.as_slice() {
        [] => format!("`{name}` is a word of its own: write `{name}`"),
        [one] => format!("write it after its thing: `{one}.{name}`"),
        several => format!("write `{name}({})`", several.join(", ")),
    }
}

/// What is done with a thing of this sort.
fn used(what: &str, name: &str) -> String {
    match what {
        "quantity" | "roll" => format!("`{name}` is a {what}: `modify {name} by …` changes it"),
        "procedure" | "function" => format!("`{name}` is a {what}: scripts call it, `{name}(…)`"),
        "ruling" => format!("`{name}` is a ruling: `under {name} READING` asks for it"),
        "sequence" => format!("`{name}` is a sequence: `then {name}(…)` starts it"),
        "permission" => format!("`{name}` is a permission: `may_{name}(…)` asks for it"),
        "purse" => format!("`{name}` is a purse: `pays 1 {name}` pays from it"),
        "terrain" => format!("`{name}` is a terrain, a flag of spaces: `space.{name}`"),
        "weather" => format!("`{name}` is a weather, a flag of the game: `game.{name}`"),
        "action" => format!("`{name}` is an action: `actions {name}` offers it in a step"),
        _ => format!("`{name}` is a {what}"),
    }
}
