//! A distribution as a table: each outcome with its share and a bar, then each thing by itself.

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};

use crate::analysis::odds::{Case, Change, Found, How, Made, Mean, Outcome, Share, Spot, lcm};
use crate::draw::{Line, Role};
use crate::model::id::*;
use crate::model::outcome::Outcome as Ended;
use crate::model::value::Value;
use crate::play::World;
use crate::play::names::show_halves;

use super::dim;
use super::shares::{bar, decimal, mean_of, percent, share_cells, sum, within};
use crate::session::event::counted;
use crate::session::story::capital;
use crate::session::table::table;
use crate::source::plain_words;

/// The most outcomes, things and lines shown, unless all are requested.
const MOST_ROWS: usize = 12;

/// A distribution in lines.
pub(super) fn tell(world: &World<'_>, command: &str, found: &Found, full: bool, hidden: bool) -> Vec<Line> {
    let mut lines = vec![Line::of(Role::Title, capital(command)).and(Role::Dim, format!("  {}", how_words(found)))];
    let most = if full { usize::MAX } else { MOST_ROWS };
    let is_sure = matches!(found.how, How::Counted(1));
    for case in &found.cases {
        if !case.made.is_empty() || found.cases.len() > 1 {
            lines.push(case_heading(world, case));
        }
        if is_sure {
            lines.push(Line::plain("  No dice: the result is certain."));
        }
        lines.extend(outcomes(world, case, found, most));
        if !is_sure {
            lines.extend(each_thing(world, case, most));
            lines.extend(log_lines(world, case, most));
        }
    }
    const BEST: &str = "Best for a side: to win; then to have more pieces than the enemy (a third in a box); \
                        then fewer markers on its own than on the enemy's.";
    lines.extend(conditions(world, found, hidden, BEST));
    lines
}

/// The result of an action in a few words, whether dice decide it or not.
pub(in crate::session) fn short(world: &World<'_>, found: &Found) -> String {
    let certain = || found.cases.first().and_then(|case| case.outcomes.first()).map(|(_, first)| first);
    brief(world, found)
        .or_else(|| certain().map(|first| outcome_words(world, first, &[])))
        .unwrap_or_else(|| "no effect".to_owned())
}

/// The odds in a few words. None if no chance is involved.
pub(super) fn brief(world: &World<'_>, found: &Found) -> Option<String> {
    /// The most things named beside an option.
    const MOST: usize = 3;
    let case = found.cases.first().filter(|_| found.cases.len() == 1)?;
    let mut parts = Vec::new();
    for (mark, rows) in marks(case).into_iter().filter(|(_, rows)| rows.len() > 1) {
        match (mark, mean(&rows)) {
            ((thing, Some(var)), Some(mean)) => {
                parts.push(format!("{} {} on average", var_words(world, thing, var), decimal(&mean)));
            }
            _ => parts.extend(
                rows.iter()
                    .filter(|(now, _)| now.changed)
                    .map(|(now, share)| format!("{} {}", now_words(world, mark, now), percent(*share))),
            ),
        }
    }
    if parts.is_empty() {
        return None;
    }
    let more = if parts.len() > MOST { ", …" } else { "" };
    parts.truncate(MOST);
    Some(parts.join(", ") + more)
}

pub(super) fn how_words(found: &Found) -> String {
    match found.how {
        How::Counted(1) => String::new(),
        How::Counted(ways) => format!("({} ways, counted exactly)", grouped(ways)),
        How::Sampled(plays) => {
            format!(
                "(too many ways to count: {} plays sampled, each answer equally likely, with intervals of 95 %)",
                grouped(plays)
            )
        }
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub(super) fn case_heading(world: &World<'_>, case: &Case) -> Line {
    let answers: Vec<String> = case.made.iter().map(|made| made_words(world, made)).collect();
    let reached = if case.reached.good == case.reached.all {
        String::new()
    } else {
        format!("  (in {}, {})", percent(case.reached), case.reached)
    };
    let text = if answers.is_empty() { "No choices".to_owned() } else { format!("If {}", answers.join("; ")) };
    Line::of(Role::Key, text).and(Role::Dim, reached)
}

/// `French: which unit? KT1`.
fn made_words(world: &World<'_>, made: &Made) -> String {
    let side = world.game.side_title(made.seat);
    let prompt = plain_words(&world.told(&made.prompt));
    let prompt = prompt.trim_end_matches([':', '.']);
    let prompt = if prompt.ends_with('?') { prompt.to_owned() } else { format!("{prompt}:") };
    match &made.answer {
        Some(answer) => format!("{side}: {prompt} {}", plain_words(&world.told(answer))),
        None => format!("{side}: {}", prompt.trim_end_matches(':')),
    }
}

/// The outcomes of a case. Changes common to all of them are listed separately.
fn outcomes(world: &World<'_>, case: &Case, found: &Found, most: usize) -> Vec<Line> {
    let Some((_, first)) = case.outcomes.first() else { return Vec::new() };
    let in_all = |change: &&Change| case.outcomes.iter().all(|(_, one)| one.changes.contains(change));
    let always: Vec<&Change> = first.changes.iter().filter(in_all).collect();
    let mut lines = Vec::new();
    if case.outcomes.len() > 1 {
        let rows = case.outcomes.iter().take(most).map(|(share, outcome)| {
            let [percent, exact] = share_cells(within(*share, case.reached), found.how);
            let words = outcome_words(world, outcome, &always);
            vec![percent, exact, Line::of(Role::Key, bar(within(*share, case.reached))), Line::plain(words)]
        });
        lines.extend(table(rows.collect(), 0));
        if let Some(rest) = case.outcomes.get(most..).filter(|rest| !rest.is_empty()) {
            let together = sum(rest.iter().map(|(share, _)| *share)).map(|sum| within(sum, case.reached));
            let together = together.map_or_else(String::new, |sum| format!(", together {}", percent(sum)));
            let outcomes = counted(rest.len(), "more outcome");
            lines.push(dim(format!("  … and {outcomes}{together}; `odds full …` lists them")));
        }
    }
    if let (false, 1) = (first.changes.is_empty() && first.ended.is_none(), case.outcomes.len()) {
        lines.push(Line::plain(format!("  In every case: {}", outcome_words(world, first, &[]))));
    } else if !always.is_empty() {
        let words = changes_words(world, always).join(", ");
        lines.push(dim(format!("  In every case: {words}")));
    } else if case.outcomes.len() == 1 {
        lines.push(dim("  In every case: no change"));
    }
    lines
}

fn outcome_words(world: &World<'_>, outcome: &Outcome, without: &[&Change]) -> String {
    let changes: Vec<&Change> = outcome.changes.iter().filter(|change| !without.contains(change)).collect();
    let mut words = changes_words(world, changes);
    words.extend(outcome.ended.as_ref().map(|ended| ended_words(world, ended)));
    if words.is_empty() { "no effect".to_owned() } else { words.join(", ") }
}

fn ended_words(world: &World<'_>, ended: &Ended) -> String {
    let level = world.game.level_of(ended.level);
    let level = level.map_or_else(String::new, |level| format!(" ({})", plain_words(&level.title)));
    match world.game.side_titles(&ended.winners) {
        Some(sides) => format!("{sides} {} the game{level}", ended.wins()),
        None => format!("the game is drawn{level}"),
    }
}

/// The result for one thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Now {
    what: What,
    changed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Value(Value),
    Spot(Spot, Spot),
    New(u16, Spot),
}

impl What {
    /// The result of a change.
    fn of(change: &Change) -> What {
        match change {
            Change::Piece(_, from, to) => What::Spot(*from, *to),
            Change::New(_, kind, to) => What::New(*kind, *to),
            Change::Var(_, _, _, to) => What::Value(to.clone()),
        }
    }
}

type Mark = (Ref, Option<VarId>);

/// The results, with their shares, for each thing that is not the same in all outcomes.
fn marks(case: &Case) -> Vec<(Mark, Vec<(Now, Share)>)> {
    let mut found: BTreeMap<Mark, BTreeMap<Now, u128>> = BTreeMap::new();
    let mut before: BTreeMap<Mark, Now> = BTreeMap::new();
    // All shares of a case were counted with one common denominator, so theirs fits.
    let Some(all) = case.outcomes.iter().try_fold(1u128, |all, (share, _)| lcm(all, share.all)) else {
        return Vec::new();
    };
    let whole: u128 = case.outcomes.iter().map(|(share, _)| share.good * (all / share.all)).sum();
    for (share, outcome) in &case.outcomes {
        let weight = share.good * (all / share.all);
        for change in &outcome.changes {
            let was = match change {
                Change::Piece(_, from, _) => What::Spot(*from, *from),
                Change::New(..) => What::Value(Value::None),
                Change::Var(_, _, from, _) => What::Value(from.clone()),
            };
            let now = Now { what: What::of(change), changed: true };
            *found.entry(change.mark()).or_default().entry(now).or_default() += weight;
            before.entry(change.mark()).or_insert(Now { what: was, changed: false });
        }
    }
    let of_case = |mut rows: BTreeMap<Now, u128>, was: Option<Now>| {
        let changed: u128 = rows.values().sum();
        if let Some(was) = was.filter(|_| changed < whole) {
            rows.insert(was, whole - changed);
        }
        rows.into_iter().map(|(now, weight)| (now, Share::of(weight, whole))).collect()
    };
    found.into_iter().map(|(mark, rows)| (mark, of_case(rows, before.remove(&mark)))).collect()
}

/// The mean of the results for a number. None if it is not a number.
fn mean(rows: &[(Now, Share)]) -> Option<Mean> {
    let values = rows.iter().map(|(now, share)| match &now.what {
        What::Value(value) => Some((value, *share)),
        _ => None,
    });
    mean_of(&values.collect::<Option<Vec<_>>>()?)
}

/// Each thing separately, if outcomes differ in more than one.
fn each_thing(world: &World<'_>, case: &Case, most: usize) -> Vec<Line> {
    let varying: Vec<(Mark, Vec<(Now, Share)>)> = marks(case).into_iter().filter(|(_, rows)| rows.len() > 1).collect();
    if varying.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![dim("  Each by itself")];
    let rows = varying.iter().take(most).map(|(mark, rows)| {
        let is_flag = |now: &Now| matches!(now.what, What::Value(Value::Flag(_)));
        let head = match mark {
            (thing, Some(var)) => Line::plain(var_words(world, *thing, *var)),
            (thing, None) => Line::plain(thing_words(world, *thing)),
        };
        let mut cell = Line::new();
        let told = |now: &Now| !is_flag(now) || now.what == What::Value(Value::Flag(true));
        let told: Vec<&(Now, Share)> = rows.iter().filter(|(now, _)| told(now)).collect();
        for (now, share) in told.iter().take(most) {
            if cell.width() > 0 {
                cell.push(Role::Dim, " · ");
            }
            let value = value_words(world, now);
            if !value.is_empty() {
                cell.push(Role::Plain, format!("{value}\u{a0}"));
            }
            cell.push(Role::Number, percent(*share).replace(' ', "\u{a0}"));
        }
        if told.len() > most {
            cell.push(Role::Dim, format!(" · … and {} more", told.len() - most));
        }
        if let Some(mean) = mean(rows) {
            cell.push(Role::Dim, format!("; mean {}", decimal(&mean)));
        }
        vec![head, cell]
    });
    lines.extend(table(rows.collect(), 4));
    if varying.len() > most {
        lines.push(dim(format!("    … and {} more", varying.len() - most)));
    }
    lines
}

/// The log lines that appear in some outcomes and not in others.
fn log_lines(world: &World<'_>, case: &Case, most: usize) -> Vec<Line> {
    if case.lines.is_empty() {
        return Vec::new();
    }
    let mut all: IndexMap<String, Share> = IndexMap::new();
    for (share, text) in &case.lines {
        all.entry(plain_words(&world.told(text))).or_insert_with(|| within(*share, case.reached));
    }
    // A heading adds no information to the lines below it.
    let heads = |text: &&String| {
        all.keys().any(|other| other.strip_prefix(text.as_str()).is_some_and(|it| it.starts_with(": ")))
    };
    let mut told: Vec<(&String, &Share)> = all.iter().filter(|(text, _)| !heads(text)).collect();
    told.sort_by_key(|(_, share)| std::cmp::Reverse(share.basis_points()));
    let mut lines = vec![dim("  The log says")];
    let rows = told.iter().take(most).map(|(text, share)| {
        vec![Line::of(Role::Number, format!("{:>8}", percent(**share))), Line::plain(text.as_str())]
    });
    lines.extend(table(rows.collect(), 2));
    if told.len() > most {
        lines.push(dim(format!("    … and {}", counted(told.len() - most, "more line"))));
    }
    lines
}

/// The assumptions of the odds: choices, interruptions, unseen cards.
pub(super) fn conditions(world: &World<'_>, found: &Found, hidden: bool, best_for: &str) -> Vec<Line> {
    /// The most choices named.
    const MOST: usize = 6;
    let mut lines = Vec::new();
    let mut choices = |made: &[Made], how: &str| {
        let shown = made.iter().take(MOST).map(|made| format!("  {} ({how})", made_words(world, made)));
        lines.extend(shown.map(dim));
        if made.len() > MOST {
            lines.push(dim(format!("  … and {} more choices ({how})", made.len() - MOST)));
        }
    };
    choices(&found.given, "your answer");
    let spread: Vec<Made> = found.chosen.iter().filter(|made| made.answer.is_none()).cloned().collect();
    let taken = found.chosen.iter().filter(|made| made.answer.is_some());
    let (equal, best): (Vec<Made>, Vec<Made>) = taken.cloned().partition(|made| made.any_is_as_good);
    choices(&one_line_each(&best), "best");
    choices(&equal, "taken here; any answer is as good");
    choices(&spread, "each answer equally likely");
    if !best.is_empty() {
        lines.push(dim(format!(
            "  {best_for} Other policies: `spread`, `each`; or name answers: `odds SENTENCE; ANSWER`."
        )));
    }
    if found.silent {
        lines.push(dim("  No player interrupts."));
    }
    if found.unplayed {
        lines.push(dim("  No other player chooses a card you cannot see."));
    }
    if hidden && found.drawn {
        lines.push(dim("  Cards you cannot see count as part of their pile: the hands of others count as empty."));
    }
    lines
}

/// The best answers, with one entry for each question: where different answers are best, which one depends on chance.
fn one_line_each(best: &[Made]) -> Vec<Made> {
    let mut questions: IndexMap<(u16, &str), IndexSet<&str>> = IndexMap::new();
    for made in best {
        let answers = questions.entry((made.seat, &made.prompt)).or_default();
        answers.extend(made.answer.as_deref());
    }
    let line = |((seat, prompt), answers): ((u16, &str), IndexSet<&str>)| {
        let depends = if answers.len() > 1 { ", depending on what happens before" } else { "" };
        let answers: Vec<&str> = answers.into_iter().collect();
        let answer = Some(format!("{}{depends}", answers.join(" or ")));
        Made { seat, prompt: prompt.to_owned(), answer, any_is_as_good: false }
    };
    questions.into_iter().map(line).collect()
}

/// Changes in words, grouped by thing. Only the first of a group names the thing.
fn changes_words(world: &World<'_>, mut changes: Vec<&Change>) -> Vec<String> {
    changes.sort_by_key(|change| change.mark());
    let mut named: Option<Ref> = None;
    let mut words = Vec::new();
    for change in changes {
        let (thing, _) = change.mark();
        let whole = change_words(world, change);
        let known = named.replace(thing) == Some(thing);
        let short = whole.strip_prefix(&thing_words(world, thing)).map(str::trim_start);
        words.push(short.filter(|short| known && !short.is_empty()).unwrap_or(&whole).to_owned());
    }
    words
}

fn change_words(world: &World<'_>, change: &Change) -> String {
    now_words(world, change.mark(), &Now { what: What::of(change), changed: true })
}

fn now_words(world: &World<'_>, (thing, var): Mark, now: &Now) -> String {
    let Some(var) = var else {
        return match &now.what {
            What::New(..) => value_words(world, now),
            _ => format!("{} {}", thing_words(world, thing), value_words(world, now)),
        };
    };
    let item = &world.game.vars[var.at()];
    match &now.what {
        What::Value(Value::Flag(true)) => var_words(world, thing, var),
        What::Value(Value::Flag(false)) => match &item.opposite {
            Some(opposite) => of_thing(world, thing, &plain_words(opposite)),
            None => of_thing(world, thing, &format!("not {}", plain_words(&item.title))),
        },
        _ => format!("{} {}", var_words(world, thing, var), value_words(world, now)),
    }
}

fn var_words(world: &World<'_>, thing: Ref, var: VarId) -> String {
    of_thing(world, thing, &plain_words(&world.game.vars[var.at()].title))
}

/// Words about a thing, after its name.
fn of_thing(world: &World<'_>, thing: Ref, words: &str) -> String {
    format!("{} {words}", thing_words(world, thing)).trim_start().to_owned()
}

/// The name of a thing. Empty for the game itself.
fn thing_words(world: &World<'_>, thing: Ref) -> String {
    match thing.domain {
        Domain::Game => String::new(),
        Domain::Piece if usize::from(thing.index) >= world.state.pieces.len() => "new piece".to_owned(),
        // The printed values of a piece would be a distraction.
        Domain::Piece if world.unique(thing.index).is_none() => plain_words(&world.name(thing)),
        _ => plain_words(&world.title(thing)),
    }
}

fn value_words(world: &World<'_>, now: &Now) -> String {
    let place = |space: Option<u16>| {
        space.map_or("out of play".to_owned(), |space| plain_words(&world.title(Ref::space(space))))
    };
    match &now.what {
        What::Value(Value::Flag(_)) => String::new(),
        What::Value(Value::Half(number)) => show_halves(*number),
        What::Value(Value::Ref(thing)) => thing_words(world, *thing),
        What::Value(value) => plain_words(&world.show(value)),
        What::New(kind, to) => {
            format!("new {} in {}", plain_words(&world.game.kinds[usize::from(*kind)].title), place(to.space))
        }
        What::Spot(from, to) if from == to => "stays".to_owned(),
        What::Spot(from, to) => {
            let mut words = Vec::new();
            if from.space != to.space {
                words.push(match to.space {
                    Some(_) => format!("to {}", place(to.space)),
                    None => place(None),
                });
            }
            if from.side != to.side {
                words.push(format!("joins {}", world.game.side_title(to.side)));
            }
            if from.mode != to.mode {
                words.push("turns over".to_owned());
            }
            words.join(" and ")
        }
    }
}
