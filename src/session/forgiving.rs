//! Commands not spelt as in the rules: `shoot right middle all`, `KT 3`, `drop d`, `a2 a3`. If exactly one legal reading
//! exists, it is used and shown.

use indexmap::IndexSet;

use crate::model::id::*;
use crate::model::value::Value;
use crate::play::question::{Kind, Question};
use crate::play::sentence::{behind, fold, offers_called, word_of};
use crate::play::{WhyNot, World};

use super::meaning::Meaning;
use super::meant::{behind_alike, is_word_for_others};

/// The fewest letters that can abbreviate a word.
const LEAST_LETTERS: usize = 3;
/// Words that are ignored.
const FILLERS: &[&str] = &["", "the", "my", "a", "an", "please", "i", "of"];

/// Words before a value that name no value.
const CONNECTIVES: &[&str] = &["with", "to", "at", "by", "from", "in", "into", "on", "against"];

/// The only legal reading of a text that could not be read as written, with its command. None if there is no reading or
/// several. `read` reads a text as written.
pub(super) fn only_reading(
    world: &World<'_>,
    question: &Question,
    seat: u16,
    text: &str,
    read: impl Fn(&str) -> Meaning,
) -> Option<(Meaning, String)> {
    let said = fold(text);
    // A bare number can only mean an option.
    if said.is_empty() || said.chars().all(|sign| sign.is_ascii_digit() || sign == ' ' || sign == ',') {
        return None;
    }
    let mut found: Option<(Meaning, String)> = None;
    // In a list, a letter is the name of a thing: `drop in a, b`.
    let fillers: Vec<&str> = FILLERS.iter().copied().filter(|word| word.len() != 1 || !text.contains(',')).collect();
    for other in rewritten(world, question, seat, &said, &fillers) {
        let meaning = read(&other);
        if matches!(meaning, Meaning::Nothing(_)) {
            continue;
        }
        match &found {
            Some((known, _)) if known.is_like(&meaning) => {}
            // With two readings the player must decide.
            Some(_) => return None,
            None => found = Some((meaning, other)),
        }
    }
    let (meaning, typed) = found?;
    let words = meaning.in_words(world, question, seat).unwrap_or(typed);
    Some((meaning, words))
}

/// The other spellings of a text, each once.
fn rewritten(world: &World<'_>, question: &Question, seat: u16, said: &str, fillers: &[&str]) -> Vec<String> {
    // The last word is a name: `shoot A`.
    let (before, last) = said.rsplit_once(' ').unwrap_or(("", said));
    let plain: Vec<&str> = before.split(' ').filter(|word| !fillers.contains(word)).chain([last]).collect();
    let plain = plain.join(" ").trim().replace(" please", "");
    let mut texts = vec![plain.clone(), joined(&plain), whole_numbers(&plain), with_whole_names(world, &plain)];
    texts.extend(with_piece_there(world, seat, &plain));
    if matches!(question.kind, Kind::Act { .. } | Kind::Window { .. }) {
        let begun = texts.clone();
        let open = question.offers(seat);
        let titles: Vec<String> = open.iter().map(|offer| fold(&world.game.offers[offer.at()].title)).collect();
        let first = plain.split(' ').next().unwrap_or_default();
        // The complete title of an action, possible now or not, does not stand for another one.
        let all = || (0..world.game.offers.len() as u16).map(OfferId);
        let named: Vec<OfferId> =
            offers_called(world.game, all(), &plain).into_iter().map(|(offer, _)| offer).collect();
        let is_whole = |title: &str| named.iter().any(|offer| fold(&world.game.offers[offer.at()].title) != title);
        let also_others = titles.iter().any(|title| is_word_for_others(title, first));
        for title in &titles {
            for text in &begun {
                // `play storm as event`, `storm event` for the use of a card.
                let text = behind_use(text);
                let bare = title.replacen(" as ", " ", 1);
                if bare != *title && behind(text, &bare).is_some() {
                    texts.push(text.replacen(&bare, title, 1));
                }
                if behind(text, title).is_some() {
                    texts.push(text.to_owned());
                }
                if is_whole(title) {
                    continue;
                }
                texts.extend(shortened(title, text).map(|rest| format!("{title} {rest}").trim().to_owned()));
                let rest = if also_others { behind_alike(title, text) } else { "" };
                if !rest.is_empty() {
                    texts.push(format!("{title} {rest}"));
                }
            }
        }
    }
    texts.retain(|text| text != said && !text.is_empty());
    texts.into_iter().collect::<IndexSet<_>>().into_iter().collect()
}

/// A text without the words that only connect its values: `shoot at ford LB7` for `shoot at ford with LB7`. They stay
/// in a title, and where a parameter or a thing has such a name. None if there are none. `staged`: the action that is
/// being composed.
pub(super) fn without_connectives(world: &World<'_>, staged: Option<OfferId>, text: &str) -> Option<String> {
    let game = world.game;
    let said = fold(text);
    let all = (0..game.offers.len() as u16).map(OfferId);
    let called = offers_called(game, all, &said);
    let begins = called.iter().map(|(_, length)| *length).max().unwrap_or(0);
    let offers: Vec<OfferId> = match staged {
        Some(offer) if called.is_empty() => vec![offer],
        _ => called.into_iter().filter(|(_, length)| *length == begins).map(|(offer, _)| offer).collect(),
    };
    let (title, rest) = said.split_at_checked(begins)?;
    let is_param = |word: &str| {
        let mut params = offers.iter().flat_map(|offer| &game.offers[offer.at()].params);
        params.any(|param| fold(&param.name).split(' ').any(|part| part == word))
    };
    let names = || {
        let spaces = game.board.spaces.iter().flat_map(|space| space.titles.iter().chain([&space.title, &space.name]));
        let cards = game.card_defs.iter().map(|card| &card.title);
        let pieces = game.uniques.iter().map(|unique| &unique.title);
        let values = game.lists.iter().flat_map(|list| &list.members).map(|member| &member.title);
        spaces.chain(cards).chain(pieces).chain(values)
    };
    let is_named = |word: &str| {
        let has = |name: &String| {
            let name = fold(name);
            name.split(' ').any(|part| part == word) && said.contains(&name)
        };
        names().any(has)
    };
    let words: Vec<&str> = rest.split(' ').filter(|word| !word.is_empty()).collect();
    // A word before nothing names nothing.
    let is_kept = |at: usize| {
        let word = words[at];
        at + 1 == words.len() || !CONNECTIVES.contains(&word) || is_param(word) || is_named(word)
    };
    // Names are shown as they were typed.
    let typed: Vec<&str> = text.split_whitespace().collect();
    let before = typed.len().checked_sub(words.len());
    let same = before.is_some_and(|before| typed[before..].iter().zip(&words).all(|(one, word)| fold(one) == **word));
    let shown = before.filter(|_| same).map_or(&*words, |before| &typed[before..]);
    let kept: Vec<&str> = (0..words.len()).filter(|at| is_kept(*at)).map(|at| shown[at]).collect();
    (!offers.is_empty() && kept.len() < words.len()).then(|| format!("{title} {}", kept.join(" ")).trim().to_owned())
}

/// The same text, if it is read and the whole is not, or if more reasons against it are found.
pub(super) fn plainer(world: &World<'_>, seat: u16, text: &str, reads: impl Fn(&str) -> bool) -> Option<String> {
    let shorter = without_connectives(world, None, text)?;
    if reads(text) {
        return None;
    }
    let tells_more = || {
        let (Ok(whole), Ok(found)) = (world.why_not(seat, text), world.why_not(seat, &shorter)) else { return false };
        let unread = |found: &WhyNot| found.unread.is_some() || found.left.is_some();
        found.reasons.len() > whole.reasons.len() || unread(&whole) && !unread(&found)
    };
    (reads(&shorter) || tells_more()).then_some(shorter)
}

/// The text after a word that says only that a card is used.
fn behind_use(text: &str) -> &str {
    ["play ", "use "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text)
}

/// `kt 3 to left middle` as `kt3 to left middle`: a number is joined to the letters before it.
fn joined(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let number = word.chars().all(|sign| sign.is_ascii_digit());
        match words.last_mut() {
            Some(last) if number && last.len() <= 4 && last.chars().all(char::is_alphabetic) => last.push_str(word),
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

/// `march re3 to 608` as `march re3 to 0608`: the numbers of hexes have four digits.
fn whole_numbers(text: &str) -> String {
    let whole = |word: &str| match word.len() == 3 && word.chars().all(|sign| sign.is_ascii_digit()) {
        true => format!("0{word}"),
        false => word.to_owned(),
    };
    text.split(' ').map(whole).collect::<Vec<_>>().join(" ")
}

/// The fewest letters of a name that stand for it, as on a counter of a map.
const LEAST_OF_NAME: usize = 4;

/// `march jame to 1816` as `march james douglas to 1816`: the first letters of a name stand for a piece, if no other has
/// them.
fn with_whole_names(world: &World<'_>, text: &str) -> String {
    let names: Vec<String> = world.game.uniques.iter().map(|unique| fold(&unique.title)).collect();
    let begun = |word: &str| {
        let is_part = |name: &&String| name.split(' ').any(|part| part.starts_with(word));
        let mut meant = names.iter().filter(is_part);
        meant.next().filter(|_| meant.next().is_none()).filter(|name| name.split(' ').all(|part| part != word))
    };
    let whole = |word: &str| {
        let is_long = word.len() >= LEAST_OF_NAME && word.chars().all(char::is_alphabetic);
        begun(word).filter(|_| is_long).map_or_else(|| word.to_owned(), Clone::clone)
    };
    text.split(' ').map(whole).collect::<Vec<_>>().join(" ")
}

/// `a2 a3` as `man9 a3`: the first place in a text stands for the only piece there. None if there is no such piece.
fn with_piece_there(world: &World<'_>, seat: u16, text: &str) -> Option<String> {
    let starts = std::iter::once(0).chain(text.match_indices(' ').map(|(at, _)| at + 1));
    let named = |thing: Ref| fold(&word_of(world, &Value::Ref(thing), seat));
    let spaces = 0..world.game.board.spaces.len() as u16;
    let places: Vec<(String, u16)> = spaces.map(|space| (named(Ref::space(space)), space)).collect();
    let mut found = starts.filter_map(|start| {
        let fits = places.iter().filter(|(title, _)| behind(&text[start..], title).is_some());
        fits.max_by_key(|(title, _)| title.len()).map(|(title, space)| (start, title.len(), *space))
    });
    let (start, length, space) = found.next()?;
    let mut there = world.index.at.get(usize::from(space))?.iter();
    let piece = there.next().filter(|_| there.next().is_none())?;
    Some(format!("{}{}{}", &text[..start], named(Ref::piece(piece)), &text[start + length..]))
}

/// The text after a shortened title: `shoot left middle` for `shoot at`, `adv KT1` for `advance`, `mov div` for
/// `move division`.
pub(super) fn shortened<'t>(title: &str, text: &'t str) -> Option<&'t str> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let start = title.split(' ').next().unwrap_or_default();
    if first.len() < LEAST_LETTERS.min(start.len()) || !start.starts_with(first) {
        return None;
    }
    // Skips any further words of the title that follow.
    let mut rest = rest;
    for word in title.split(' ').skip(1) {
        let (next, more) = rest.split_once(' ').unwrap_or((rest, ""));
        if next != word && (next.len() < LEAST_LETTERS || !word.starts_with(next)) {
            break;
        }
        rest = more;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_may_be_shortened() {
        assert_eq!(shortened("shoot at", "shoot left middle all"), Some("left middle all"));
        assert_eq!(shortened("shoot at", "shoot at left middle"), Some("left middle"));
        assert_eq!(shortened("advance", "adv kt1"), Some("kt1"));
        assert_eq!(shortened("advance", "ad kt1"), None);
        assert_eq!(shortened("drop in", "drop"), Some(""));
        assert_eq!(shortened("move division", "mov div he1"), Some("he1"));
        assert_eq!(shortened("move division", "move he1"), Some("he1"));
    }

    #[test]
    fn a_hex_is_found_without_its_first_nought() {
        assert_eq!(whole_numbers("march re3 to 608"), "march re3 to 0608");
        assert_eq!(whole_numbers("march re3 to 1608"), "march re3 to 1608");
    }

    #[test]
    fn a_number_is_joined_to_the_letters_before_it() {
        assert_eq!(joined("kt 3 to left middle"), "kt3 to left middle");
        assert_eq!(joined("cavalry 3 of"), "cavalry 3 of");
    }
}
