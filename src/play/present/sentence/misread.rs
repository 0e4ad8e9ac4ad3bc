//! What is wrong with a sentence about an offer, in words for the player.

use crate::diagnostic::nearest;
use crate::model::offer::{OfferParam, Source};
use crate::model::set::BitSet;
use crate::model::value::Value;
use crate::play::options::offers::OfferQuery;
use crate::play::store::world::World;
use crate::source::plain_words;

use super::offer::{act_sentence, read_params};
use super::spelling::{begins_with, behind, fold, no_such, possible, spellings, wanted_words, word_of};

/// Why a sentence about an offer cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// What is wrong, and what would be right.
    pub text: String,
    /// The length of the rest where it went wrong. Of several readings, the one with the shortest rest has the best
    /// message.
    pub left: usize,
}

impl Misread {
    pub(super) fn new(text: impl Into<String>, left: usize) -> Misread {
        Misread { text: text.into(), left }
    }

    /// The misreading that came further; of equals, the first.
    pub fn further(first: Option<Misread>, second: Misread) -> Misread {
        match first {
            Some(first) if first.left <= second.left => first,
            _ => second,
        }
    }
}

/// A message with the words as the player typed them: `MA9` where `ma9` was read.
pub(super) fn as_typed(message: &str, typed: &str) -> String {
    let Some(quoted) = message.split('`').nth(1).filter(|quoted| !quoted.is_empty()) else {
        return message.to_owned();
    };
    let words: Vec<&str> = typed.split_whitespace().collect();
    let all = (0..words.len()).rev().flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
    let mut all = all.map(|(from, to)| words[from..to].join(" "));
    match all.find(|words| fold(words) == quoted) {
        Some(as_typed) => message.replacen(&format!("`{quoted}`"), &format!("`{as_typed}`"), 1),
        None => message.to_owned(),
    }
}

/// The beginning of a text, up to the name of a later parameter: the words for this one.
pub(super) fn own_words<'t>(query: &OfferQuery<'_>, at: usize, text: &'t str) -> &'t str {
    let later = query.offer.params.iter().skip(at + 1).filter(|param| !matches!(param.source, Source::Equals(_)));
    let ends = later.filter_map(|param| text.find(&format!(" {} ", fold(&param.name))));
    &text[..ends.min().unwrap_or(text.len())]
}

/// The message for words left over of a complete command: if they are meant for a parameter whose value was filled in,
/// that only others are possible. `rest`: the words where it was filled in; `open`: what can be chosen.
pub(super) fn filled_in(
    query: &OfferQuery<'_>,
    at: usize,
    rest: &str,
    open: &[Value],
    values: &[Value],
    misread: Misread,
) -> Misread {
    let param = &query.offer.params[at];
    let is_whole = values.len() == query.offer.params.len();
    if !is_whole || misread.left == 0 || matches!(param.source, Source::Equals(_)) {
        return misread;
    }
    let after_name = behind(rest, &fold(&param.name)).unwrap_or(rest);
    // The sentence must go on well after a thing that was meant for this parameter.
    let goes_on = |name: &usize| {
        let mut values = values[..=at].to_vec();
        read_params(query, after_name[*name..].trim_start(), &mut values).is_ok()
    };
    let named = query.named(param, &[], after_name, &BitSet::new()).ok().flatten();
    let said = match named.map(|(_, length)| length).filter(goes_on) {
        Some(length) => &after_name[..length],
        None if after_name.len() < rest.len() => own_words(query, at, after_name),
        None => "",
    };
    let choices: Vec<Value> = open.iter().filter(|value| !value.is_none() && !is_empty_set(value)).cloned().collect();
    let (title, wanted) = (&query.offer.title, wanted_words(&param.name));
    let text = if let Some(text) = query.named_by_nothing(after_name, &param.name, &choices) {
        text
    } else if said.is_empty() {
        misread.text
    } else if choices.is_empty() {
        format!("{title}: `{said}` is not possible: no {wanted} can be chosen")
    } else {
        no_such(&query.world, title, &param.name, said, &choices, query.side)
    };
    Misread::new(text, misread.left)
}

pub(super) fn is_empty_set(value: &Value) -> bool {
    matches!(value, Value::Set(_, set) if set.is_empty())
}

/// The message for a text that names a later choice, by its name, where another must be made first. `open`: the values
/// of that one.
pub fn too_early(query: &OfferQuery<'_>, values: &[Value], text: &str, open: &[Value]) -> Option<String> {
    let said = fold(text);
    let (param, later) = query.offer.params.get(values.len()..)?.split_first()?;
    let named =
        |param: &&OfferParam| !matches!(param.source, Source::Equals(_)) && begins_with(&said, &fold(&param.name));
    later.iter().find(named)?;
    let begun = act_sentence(&query.world, query.id, values, query.side);
    let first = if begun == query.offer.title { String::new() } else { format!("{} ", param.name) };
    let value = word_of(&query.world, open.first()?, query.side);
    let wanted = wanted_words(&param.name);
    let example = plain_words(&format!("{begun} {first}{value}"));
    Some(format!("name the {wanted} before `{text}`, as in `{example} …`"))
}

/// The message for a name where the only value of a parameter could be named: it is unknown, or names another thing.
pub(super) fn no_name(query: &OfferQuery<'_>, at: usize, text: &str, only: &Value) -> Option<Misread> {
    let param = query.offer.params.get(at)?;
    if matches!(param.source, Source::Equals(_)) || only.is_none() {
        return None;
    }
    let (world, side) = (&query.world, query.side);
    let message = match query.named_by_nothing(text, &param.name, std::slice::from_ref(only)) {
        Some(message) => message,
        None if query.is_for(at, text) => {
            no_such(world, &query.offer.title, &param.name, text, std::slice::from_ref(only), side)
        }
        None => return None,
    };
    Some(Misread::new(message, text.len()))
}

impl OfferQuery<'_> {
    /// The message for a text that begins with a word that names nothing at all. `open`: what could be chosen.
    pub(super) fn named_by_nothing(&self, text: &str, wanted: &str, open: &[Value]) -> Option<String> {
        if !open.iter().any(|value| matches!(value, Value::Ref(_) | Value::Way(_))) {
            return None;
        }
        let name = self.unread(&mut self.given(self.card()), text)?;
        let meant: Vec<Value> =
            open.iter().filter(|value| has_word(&self.world, value, &name, self.side)).cloned().collect();
        let head = format!("no {} is named `{name}`", wanted_words(wanted));
        Some(match meant.is_empty() {
            true => {
                let names: Vec<String> =
                    open.iter().flat_map(|value| spellings(&self.world, value, self.side)).collect();
                let near = nearest(&name, names.iter().map(String::as_str));
                let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                let choices = possible(&self.world, open, self.side);
                if meant.is_empty() { format!("{head}; choose {choices}") } else { format!("{head}{meant}") }
            }
            false => format!("{head}; did you mean {}?", possible(&self.world, &meant, self.side)),
        })
    }
}

/// True if a name of a value contains this word.
fn has_word(world: &World<'_>, value: &Value, word: &str, seat: u16) -> bool {
    spellings(world, value, seat).iter().any(|name| name.split(' ').any(|one| one == word))
}
