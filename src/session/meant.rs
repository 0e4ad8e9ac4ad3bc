//! The action that a player means by words other than its title: a part of the title, a synonym, or a word of its
//! description.

use indexmap::IndexMap;

use crate::diagnostic::nearest;
use crate::diagnostic::words::{all_of, one_of_quoted};
use crate::model::id::*;
use crate::model::offer::{Offer, Source};
use crate::model::sequence::Step;
use crate::model::value::Value;
use crate::play::World;
use crate::play::question::{Kind, Question};
use crate::play::sentence::{self, fold, titles_of};

use super::forgiving::shortened;
use super::menu::{look_at, members};
use super::why::{lists, runs_now, steps_of};

/// Words for the same thing in many games.
const ALIKE: &[&[&str]] = &[
    &["fire", "shoot", "volley", "bombard"],
    &["attack", "assault", "fight", "melee", "strike", "charge"],
    &["move", "march", "advance", "go"],
    &["retreat", "withdraw", "flee"],
];
/// Words that name no action.
const IDLE: &[&str] = &["how", "what", "why", "not", "can", "the", "and", "with", "from", "into", "for", "all", "you"];
/// Words after which a title only goes on.
const PREPOSITIONS: &[&str] = &["with", "at", "to", "on", "in", "from", "for", "of"];
/// The fewest letters that can abbreviate a word.
const LEAST_LETTERS: usize = 3;
/// The fewest letters of a word looked for in a description.
const LEAST_IN_DOC: usize = 4;
/// The most actions suggested.
const MOST_MEANT: usize = 4;

/// How well a word fits an action, from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Doc,
    Alike,
    Title,
    FirstWord,
}

impl Fit {
    /// The likelihood that the action is meant. A later word of the title of a closed action counts less than a synonym
    /// for an open one.
    fn rank(self, is_open: bool) -> u8 {
        match (self, is_open) {
            (Fit::FirstWord, true) => 6,
            (Fit::FirstWord, false) => 5,
            (Fit::Title, true) => 4,
            (Fit::Alike, true) => 3,
            (Fit::Title, false) => 2,
            (Fit::Alike, false) => 1,
            (Fit::Doc, _) => 0,
        }
    }
}

/// The actions that fit the words of a text best. Among equals, those open now.
pub(super) fn actions_meant(world: &World<'_>, open: &[OfferId], text: &str) -> Vec<OfferId> {
    let said = fold(text);
    let words: Vec<&str> =
        said.split(' ').filter(|word| word.chars().count() >= LEAST_LETTERS && !IDLE.contains(word)).collect();
    let mut best: Option<u8> = None;
    let mut found = Vec::new();
    for (at, offer) in world.game.offers.iter().enumerate() {
        let id = OfferId(at as u16);
        let is_open = open.contains(&id);
        // A card that is not in the hand is not meant.
        if offer.is_family || offer.card.is_some() && !is_open {
            continue;
        }
        let fits = words.iter().enumerate();
        // Descriptions name things, too, and only the first word says what is to be done.
        let fits = fits.filter_map(|(at, word)| fit(offer, word).filter(|fit| at == 0 || *fit > Fit::Doc));
        let fit = fits.max();
        let Some(fit) = fit.filter(|fit| is_open || *fit > Fit::Doc) else { continue };
        let rank = fit.rank(is_open);
        if best.is_none_or(|best| rank > best) {
            best = Some(rank);
            found.clear();
        }
        if best == Some(rank) {
            found.push(id);
        }
    }
    if found.is_empty() {
        found.extend(misspelt(world, open, words.first().copied().unwrap_or_default()));
    }
    found
}

/// How well a word fits an action.
fn fit(offer: &Offer, said: &str) -> Option<Fit> {
    let begins = |word: &str| word.starts_with(said) || word.chars().count() > LEAST_LETTERS && said.starts_with(word);
    let title = fold(&offer.title);
    let mut words = title.split(' ');
    if words.next().is_some_and(begins) {
        return Some(if is_word_for_others(&title, said) { Fit::Alike } else { Fit::FirstWord });
    }
    if words.any(begins) {
        return Some(Fit::Title);
    }
    if is_like_first_of(&title, said) {
        return Some(Fit::Alike);
    }
    let doc = fold(offer.doc.as_deref().and_then(|doc| doc.lines().next()).unwrap_or_default());
    let mut words = doc.split(|sign: char| !sign.is_alphanumeric());
    (said.chars().count() >= LEAST_IN_DOC && words.any(begins)).then_some(Fit::Doc)
}

/// The open action whose first word is nearest to a misspelt one.
fn misspelt(world: &World<'_>, open: &[OfferId], said: &str) -> Option<OfferId> {
    let first = |id: &OfferId| fold(&world.game.offers[id.at()].title).split(' ').next().unwrap_or_default().to_owned();
    let names: Vec<String> = open.iter().map(first).collect();
    let near = nearest(said, names.iter().map(String::as_str))?.to_owned();
    names.iter().position(|name| *name == near).map(|at| open[at])
}

/// The actions whose whole name a text begins with.
fn called(world: &World<'_>, text: &str) -> Vec<OfferId> {
    let actions = (0..world.game.offers.len() as u16).map(OfferId);
    let actions = actions.filter(|id| world.game.offers[id.at()].card.is_none());
    let called = sentence::offers_called(world.game, actions, &fold(text));
    let length = called.first().map_or(0, |(_, length)| *length);
    called.into_iter().filter(|(_, other)| *other == length).map(|(id, _)| id).collect()
}

/// A text with its action spelt as in the title. None if it already begins with a title, or if no action or several
/// fit.
pub(super) fn respelt(world: &World<'_>, open: &[OfferId], text: &str) -> Option<String> {
    let all = (0..world.game.offers.len() as u16).map(OfferId);
    let said = fold(text);
    if !sentence::offers_called(world.game, all, &said).is_empty() {
        return None;
    }
    let [only] = *actions_meant(world, open, text).as_slice() else { return None };
    let title = &world.game.offers[only.at()].title;
    let rest = shortened(&fold(title), &said).unwrap_or_else(|| behind_alike(&fold(title), &said));
    Some(format!("{title} {rest}").trim().to_owned())
}

/// The text after its first word, if that word is a synonym for the first word of a title.
pub(super) fn behind_alike<'t>(title: &str, text: &'t str) -> &'t str {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    if is_like_first_of(title, first) { rest } else { "" }
}

/// True if a word means the same as the first word of a title.
pub(super) fn is_like_first_of(title: &str, word: &str) -> bool {
    are_alike(title.split(' ').next().unwrap_or_default(), word)
}

/// True if two words mean the same in many games.
fn are_alike(one: &str, other: &str) -> bool {
    ALIKE.iter().any(|group| group.contains(&one) && group.contains(&other))
}

/// True if the first word of a title is also a word for other actions: `move` may be short for `move division`, or mean
/// `march`; `attack` can only be short for `attack with`.
pub(super) fn is_word_for_others(title: &str, first: &str) -> bool {
    let mut words = title.split(' ');
    let begins = words.next() == Some(first) && ALIKE.iter().any(|group| group.contains(&first));
    begins && words.next().is_some_and(|next| !PREPOSITIONS.contains(&next))
}

/// `shoot at AREA`: an action as it is typed, up to its first choice.
fn form(offer: &Offer) -> String {
    let title = offer.title.to_lowercase();
    match offer.params.iter().find(|param| !matches!(param.source, Source::Equals(_))) {
        Some(param) => format!("{title} {}", sentence::wanted_words(&param.name).to_uppercase()),
        None => title,
    }
}

/// The possible first values of an open action.
fn beginnings(world: &World<'_>, question: &Question, seat: u16, id: OfferId) -> Option<String> {
    let look = look_at(world, question, seat, id);
    let mut values: Vec<Value> = Vec::new();
    while matches!(look.offer.params.get(values.len())?.source, Source::Equals(_)) {
        values.extend(look.open(&values).ok()?.into_iter().next());
    }
    let param = look.offer.params.get(values.len())?;
    let open = look.open(&values).ok()?;
    let open = if matches!(param.source, Source::Several(_)) { members(world, &open) } else { open };
    Some(sentence::possible(world, &open, seat))
}

/// The steps in which closed actions are possible: `Advance is possible in Orders`, one line for actions of the same
/// steps.
fn elsewhere(world: &World<'_>, some: &[OfferId]) -> Vec<String> {
    let mut places: IndexMap<String, Vec<&str>> = IndexMap::new();
    for id in some.iter().filter(|id| !runs_now(world, **id)) {
        let steps = all_of(&steps_of(world, *id));
        if !steps.is_empty() {
            places.entry(steps).or_default().push(world.game.offers[id.at()].title.as_str());
        }
    }
    let line = |(steps, titles): (String, Vec<&str>)| {
        let verb = if titles.len() == 1 { "is" } else { "are" };
        format!("{} {verb} possible in {steps}", all_of(&titles))
    };
    places.into_iter().take(MOST_MEANT).map(line).collect()
}

/// The open actions that begin the sequence in which closed actions are possible: `first choose …`.
fn beginning(world: &World<'_>, open: &[OfferId], some: &[OfferId]) -> Option<String> {
    let game = world.game;
    let listing = |step: &&Step| some.iter().any(|id| lists(world, step, *id));
    let sequences: Vec<ScopeId> =
        game.steps.iter().filter(listing).filter_map(|step| Some(game.sequences[step.sequence?.at()].scope)).collect();
    let begins = |id: &&OfferId| game.offers[id.at()].then.iter().any(|then| sequences.contains(&then.scope));
    let forms: Vec<String> =
        open.iter().filter(begins).map(|id| form(&game.offers[id.at()])).take(MOST_MEANT).collect();
    (!forms.is_empty()).then(|| format!("first choose {}", one_of_quoted(&forms)))
}

/// The message for a text that names no action: suggestions, and how to type them. None if no action fits.
pub(super) fn suggestion(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Option<String> {
    // The text names a card, so suggesting another would not help.
    if sentence::card_not_held(world, seat, &fold(text)).is_some() {
        return None;
    }
    let open = question.offers(seat);
    let meant = match called(world, text) {
        called if called.is_empty() => actions_meant(world, &open, text),
        called => called,
    };
    let now: Vec<OfferId> = meant.iter().copied().filter(|id| open.contains(id)).collect();
    let is_order = matches!(question.kind, Kind::Act { .. } | Kind::Window { .. });
    match now.as_slice() {
        [] => {
            let mut lines = elsewhere(world, &meant);
            // They belong to this step but are closed: the rules know why.
            let closed = meant.iter().filter(|id| is_order && runs_now(world, **id)).take(MOST_MEANT);
            lines.extend(closed.map(|id| {
                let title = &world.game.offers[id.at()].title;
                format!("{title} is not possible now: `why not {}` gives the reasons", title.to_lowercase())
            }));
            if lines.is_empty() {
                return None;
            }
            lines.extend(beginning(world, &open, &meant));
            if is_order && !open.is_empty() {
                lines.push(format!("now you can: {}", titles_of(world.game, &open)));
            }
            Some(lines.join("\n"))
        }
        [only] => {
            let offer = &world.game.offers[only.at()];
            let can = beginnings(world, question, seat, *only).filter(|can| !can.is_empty());
            let can = can.map_or_else(String::new, |can| format!(" you can {}: {can}", offer.title.to_lowercase()));
            Some(format!("did you mean `{}`?{can}", form(offer)))
        }
        several => {
            let forms: Vec<String> =
                several.iter().take(MOST_MEANT).map(|id| form(&world.game.offers[id.at()])).collect();
            Some(format!("did you mean {}?", one_of_quoted(&forms)))
        }
    }
}
