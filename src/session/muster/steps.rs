//! The questions of a battle in the making, and their choices.

use crate::diagnostic::words::count;
use crate::draw::{Line, Role};
use crate::model::id::*;
use crate::source::plain_words;

use super::super::story::capital_letter;
use super::answers::USUAL_VALUE;
use super::draft::{place_name, quoted};
use super::{Builder, Step, typed};

impl Builder {
    /// The open question, and how to answer it.
    pub fn question(&self) -> Vec<Line> {
        let title = |text: String| Line::of(Role::Title, text);
        let plain = |text: String| Line::of(Role::Dim, format!("  {text}"));
        match self.state.step {
            Step::Name => vec![
                title("What is the name of the battle? You will type it to play.".to_owned()),
                plain("a word such as `green-hill`, or a title such as `Green Hill`".to_owned()),
            ],
            Step::Title => vec![
                title("Which title do players see?".to_owned()),
                plain(format!("an empty line takes {}", quoted(&self.usual_title()))),
            ],
            Step::Army(side) => {
                let own = &self.game.sides[usize::from(side)].title;
                let role = self.role(side).map(|role| format!(", the {role}")).unwrap_or_default();
                vec![
                    title(format!("What is the name of the {} army{role}?", ordinal(side))),
                    plain(format!("an empty line keeps `{own}`")),
                ]
            }
            Step::Value(side) => {
                let mut lines = vec![title(format!("{}: how much may the army cost?", self.army(side)))];
                lines.push(plain(match side.checked_sub(1) {
                    Some(before) => {
                        let same = self.state.draft.armies[usize::from(before)].agreed;
                        format!("a number; an empty line takes {same}, the value of {}", self.army(before))
                    }
                    None => format!("an army value that both players agree on; an empty line takes {USUAL_VALUE}"),
                }));
                lines
            }
            Step::Buying(side) => vec![
                title(format!("{}: which counters do you buy?", self.army(side))),
                plain(format!(
                    "`{0} x2` buys, `drop {0}` returns; `list` shows the counters and costs, `done` or an empty line ends the list",
                    self.example()
                )),
            ],
            Step::Fact(side, fact) => {
                let name = plain_words(&self.game.facts[fact.at()].name);
                let mut lines = vec![title(format!("{}: what is the {name}?", self.army(side)))];
                lines.extend(self.game.facts[fact.at()].doc.iter().map(|doc| plain(doc.trim().to_owned())));
                for one in &self.state.suggested {
                    let case = one.case.as_deref().unwrap_or("usually");
                    lines.push(plain(format!("{}: {case}", one.number)).and(Role::Cite, self.cited(&one.cites)));
                }
                if let Some(first) = self.state.suggested.first() {
                    lines.push(plain(format!("an empty line takes {}", first.number)));
                }
                lines
            }
            Step::Weather => {
                let random = if self.muster.weather.is_some() { "`random`, " } else { "" };
                vec![
                    title("What is the weather?".to_owned()),
                    plain(format!("{random}`none` (or an empty line), or one of: {}", self.weathers())),
                ]
            }
            Step::WeatherOf(side) => {
                vec![
                    title(format!("{}: which weather do you choose?", self.army(side))),
                    plain(format!("one of: {}", self.weathers())),
                ]
            }
            Step::Terrain(side) => {
                let most = self.most_tiles();
                let cites = self.muster.terrain.as_ref().map(|ground| self.cited(&ground.cites)).unwrap_or_default();
                vec![
                    title(format!("{}: how many terrain tiles do you place?", self.army(side))).and(Role::Cite, cites),
                    plain(format!("`random`, `none` (or an empty line), or a number from 0 to {most}")),
                ]
            }
            Step::Tiles(side, left) => vec![
                title(format!("{}: place which terrain where? {left} left.", self.army(side))),
                plain(format!("`{}`, or `done`; terrain: {}", self.tile_example(side), self.tiles())),
                plain(format!("places: {}", self.places(side, &self.ground(side)))),
            ],
            Step::Standing(side) => {
                let waiting = self.state.draft.armies[usize::from(side)].all_waiting();
                vec![
                    title(format!("{}: set up which counters where?", self.army(side))),
                    plain(format!("left to set up: {}", typed::listed(&self.game, &waiting))),
                    plain(format!(
                        "`{}`, `AREA: rest`, or `spread` (or an empty line) for all the others",
                        self.standing_example(side)
                    )),
                    plain(format!("places: {}", self.places(side, &self.deployable(side)))),
                ]
            }
            Step::Complete => vec![
                title(format!("The battle is complete: `write` writes {}.", self.path())),
                plain("`show` shows it, `undo` removes the last line".to_owned()),
            ],
        }
    }

    /// Accepted answers for completion: the beginning of each, not every answer.
    pub fn answers(&self) -> Vec<String> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let var = |var: VarId| self.game.vars[var.at()].name.clone();
        match self.state.step {
            Step::Name | Step::Title | Step::Army(_) | Step::Value(_) | Step::Complete => Vec::new(),
            Step::Buying(side) => {
                let army = &self.state.draft.armies[usize::from(side)];
                let label = |at: usize| self.game.counters[at].label.clone();
                let mut all: Vec<String> =
                    (0..self.game.counters.len()).filter(|at| self.may_buy(side, *at, 1).is_ok()).map(label).collect();
                all.extend(army.bought.iter().map(|(at, _)| format!("drop {}", label(*at))));
                if !army.bought.is_empty() {
                    all.push("done".to_owned());
                }
                all
            }
            Step::Fact(..) => self.state.suggested.iter().map(|one| one.number.to_string()).collect(),
            Step::Weather => {
                let random = self.muster.weather.iter().map(|_| "random".to_owned());
                random.chain(words(&["none"])).chain(self.game.weathers.iter().map(|at| var(*at))).collect()
            }
            Step::WeatherOf(_) => self.game.weathers.iter().map(|at| var(*at)).collect(),
            Step::Terrain(_) => {
                let numbers = (0..=self.most_tiles()).map(|number| number.to_string());
                words(&["random", "none"]).into_iter().chain(numbers).collect()
            }
            Step::Tiles(side, _) => {
                let places: Vec<String> =
                    self.ground(side).iter().map(|space| place_name(&self.game, side, *space)).collect();
                let kinds = self.muster.terrain.iter().flat_map(|ground| &ground.kinds);
                let tiles = kinds.map(|kind| var(self.game.terrains[usize::from(*kind)]));
                let all = tiles.flat_map(|tile| places.iter().map(move |place| format!("{tile} at {place}")));
                all.chain(words(&["done"])).collect()
            }
            Step::Standing(side) => {
                let army = &self.state.draft.armies[usize::from(side)];
                let mut all = Vec::new();
                for space in self.deployable(side) {
                    for (counter, count) in army.all_waiting() {
                        let kind = self.game.counters[counter].kind;
                        let room = self.state.draft.room(&self.game, side, kind, space).unwrap_or(count).min(count);
                        if room > 0 {
                            let place = place_name(&self.game, side, space);
                            all.push(format!("{place}: {}", typed::listed(&self.game, &[(counter, room)])));
                        }
                    }
                }
                all.extend(words(&["spread"]));
                all
            }
        }
    }

    /// The prompt for the next line.
    pub fn prompt(&self) -> String {
        let words = match self.state.step {
            Step::Name => "name".to_owned(),
            Step::Title => "title".to_owned(),
            Step::Army(side) => format!("{} army", ordinal(side)),
            Step::Value(side) => format!("{}, value", self.army(side)),
            Step::Buying(side) => {
                let agreed = self.state.draft.armies[usize::from(side)].agreed;
                let costs = self.state.draft.costs(&self.game, side);
                let pieces = count(self.state.draft.pieces(side) as usize, "piece");
                format!("{}, {costs} of {agreed}, {pieces}", self.army(side))
            }
            Step::Fact(side, fact) => {
                format!("{}, {}", self.army(side), plain_words(&self.game.facts[fact.at()].name))
            }
            Step::Weather | Step::WeatherOf(_) => "weather".to_owned(),
            Step::Terrain(_) => "terrain".to_owned(),
            Step::Tiles(_, left) => format!("terrain, {left} left"),
            Step::Standing(side) => {
                let waiting: u32 =
                    self.state.draft.armies[usize::from(side)].all_waiting().iter().map(|(_, n)| n).sum();
                format!("{}, {waiting} left to set up", self.army(side))
            }
            Step::Complete => "complete".to_owned(),
        };
        words + "> "
    }

    /// The choices: counters with their costs while an army is bought, otherwise the open question.
    pub fn list(&self) -> Vec<Line> {
        let Step::Buying(side) = self.state.step else { return self.question() };
        let army = &self.state.draft.armies[usize::from(side)];
        let mut lines = Vec::new();
        for (kind, looks) in typed::offers(&self.game, side, army) {
            let line = Line::of(Role::Key, kind).and(Role::Plain, format!(": {}", looks.join(", ")));
            lines.push(line);
        }
        for limit in &self.muster.limits {
            let kind = &self.game.kinds[usize::from(limit.kind)];
            lines.push(Line::of(Role::Dim, format!("at most {} of {} {}", limit.most, kind.name, kind.title)));
        }
        lines.push(self.bought(side));
        lines
    }

    /// A counter that exists several times.
    pub(super) fn example(&self) -> &str {
        let several = self.game.counters.iter().find(|counter| counter.count > 1);
        several.or(self.game.counters.first()).map_or("", |counter| counter.label.as_str())
    }

    /// An example of a set-up line.
    pub(super) fn standing_example(&self, side: u16) -> String {
        let waiting = self.state.draft.armies[usize::from(side)].all_waiting();
        let place = self.deployable(side).first().map(|space| place_name(&self.game, side, *space));
        let first = typed::listed(&self.game, waiting.get(..1).unwrap_or_default());
        format!("{}: {first}", place.unwrap_or_default())
    }

    pub(super) fn bought(&self, side: u16) -> Line {
        let army = &self.state.draft.armies[usize::from(side)];
        let costs = self.state.draft.costs(&self.game, side);
        let left = army.agreed - costs;
        let what = match army.bought.is_empty() {
            true => "none yet".to_owned(),
            false => typed::listed(&self.game, &army.bought),
        };
        Line::of(Role::Plain, format!("{}: {what}; ", self.army(side)))
            .and(Role::Number, format!("{costs} of {}", army.agreed))
            .and(Role::Plain, format!(", {left} left"))
    }

    /// The set-up of a side so far, seen from its own edge.
    pub(super) fn set_up(&self, side: u16) -> Vec<Line> {
        let stands = &self.state.draft.armies[usize::from(side)].stands;
        let places = self.game.spaces_from(side).into_iter().filter_map(|space| {
            let here: Vec<(usize, u32)> =
                stands.iter().filter(|one| one.space == space).map(|one| (one.counter, one.count)).collect();
            let line = Line::of(Role::Title, format!("  {}: ", place_name(&self.game, side, space)));
            (!here.is_empty()).then(|| line.and(Role::Plain, typed::listed(&self.game, &here)))
        });
        places.collect()
    }

    pub(super) fn usual_title(&self) -> String {
        if !self.state.draft.title.is_empty() {
            return self.state.draft.title.clone();
        }
        capital_letter(&self.state.draft.name.replace(['-', '_'], " "))
    }

    pub(super) fn weathers(&self) -> String {
        let names = self.game.weathers.iter().map(|var| self.game.vars[var.at()].name.as_str());
        names.collect::<Vec<_>>().join(", ")
    }

    pub(super) fn most_tiles(&self) -> i64 {
        self.muster.terrain.as_ref().map_or(0, |ground| (ground.dice.bounds().1 - ground.less).max(0))
    }

    /// An example of a line that places a tile.
    pub(super) fn tile_example(&self, side: u16) -> String {
        let tiles = self.tiles();
        let tile = tiles.split(", ").next().unwrap_or_default();
        let place = self.ground(side).first().map(|space| place_name(&self.game, side, *space));
        format!("{tile} at {}", place.unwrap_or_default())
    }

    /// The spaces in which this side may place terrain. Several kinds may share a space.
    pub(super) fn ground(&self, side: u16) -> Vec<u16> {
        let all = self.game.spaces_from(side).into_iter();
        let set = self.muster.terrain.as_ref().and_then(|ground| ground.places.get(usize::from(side)));
        all.filter(|space| set.is_none_or(|set| set.is_empty() || set.has(*space))).collect()
    }

    fn tiles(&self) -> String {
        let kinds = self.muster.terrain.iter().flat_map(|ground| &ground.kinds);
        let names = kinds.map(|kind| self.game.vars[self.game.terrains[usize::from(*kind)].at()].name.as_str());
        names.collect::<Vec<_>>().join(", ")
    }

    pub(super) fn places(&self, side: u16, spaces: &[u16]) -> String {
        spaces.iter().map(|space| place_name(&self.game, side, *space)).collect::<Vec<_>>().join(", ")
    }

    /// The spaces in which this side may set up: those in the muster, or else all.
    pub(super) fn deployable(&self, side: u16) -> Vec<u16> {
        match self.muster.deploy.get(usize::from(side)) {
            Some(words) if !words.is_empty() => words.iter().flatten().copied().collect(),
            _ => self.game.spaces_from(side),
        }
    }
}

/// `first`, `second` …
fn ordinal(at: u16) -> String {
    match at {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        _ => format!("{}th", at + 1),
    }
}
