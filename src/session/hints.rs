//! Examples of answers beside a list. Each is a valid answer.

use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence;

use super::menu::members;

/// The most numbers in an example.
const MOST_IN_EXAMPLE: usize = 6;

/// The number that may be chosen, and how to type it.
pub(super) fn several(count: usize, least: u16, most: u16) -> String {
    let wanted = usize::from(most).min(count).min(usize::from(least).max(2));
    let example = if (2..=MOST_IN_EXAMPLE).contains(&wanted) {
        let numbers: Vec<String> = (1..=wanted).map(|number| number.to_string()).collect();
        format!(", for example `{}`", numbers.join(", "))
    } else {
        String::new()
    };
    match (least, most) {
        (least, most) if least == most => format!("exactly {least}{example}"),
        (0, most) => format!("up to {most}{example}"),
        (least, most) => format!("{least} to {most}{example}"),
    }
}

/// How to type members of a set for an offer. `before` is the number of options listed before the members.
pub(super) fn set(world: &World<'_>, open: &[Value], none_too: bool, before: usize) -> String {
    let all = members(world, open);
    let several = open.iter().filter(|value| value.members().len() > 1);
    let example = several.min_by_key(|value| value.members().len()).and_then(|value| {
        let places = value.members().into_iter().map(|thing| {
            let at = all.iter().position(|one| one.as_ref() == Some(thing))?;
            Some((at + 1 + before).to_string())
        });
        let places: Option<Vec<String>> = places.collect();
        places.filter(|places| places.len() <= MOST_IN_EXAMPLE)
    });
    let whole = all.len() > 1 && open.iter().any(|value| value.members().len() == all.len());
    let mut text = if none_too { "any number".to_owned() } else { "one or more".to_owned() };
    if let Some(example) = example {
        text.push_str(&format!(", for example `{}`", example.join(", ")));
    }
    match (whole && before == 0, none_too) {
        (true, true) => text.push_str("; `all`, or `none`"),
        (true, false) => text.push_str(", or `all`"),
        (false, true) => text.push_str("; or `none`"),
        (false, false) => {}
    }
    text
}

/// How to split a number over things: each by its name, or the numbers alone.
pub(super) fn split(world: &World<'_>, question: &Question, seat: u16) -> Option<String> {
    let Kind::Split { number, over, first } = &question.kind else { return None };
    let parts = split_parts(*number, over, *first);
    let answer = Answer::Split(parts);
    if !question.allows(&answer) {
        return Some(format!("divide {number}"));
    }
    let Answer::Split(parts) = &answer else { return None };
    let words = sentence::write(world, question, seat, &answer);
    let numbers: Vec<String> = parts.iter().map(ToString::to_string).collect();
    let alone = numbers.join(" ");
    let names_alone = sentence::read(world, question, seat, &words).as_ref() == Ok(&answer);
    let by_name = if names_alone { format!("`{words}` or just ") } else { String::new() };
    Some(format!("divide {number}, for example {by_name}`{alone}`"))
}

/// How to fill up to a total: each by its name.
pub(super) fn fill(world: &World<'_>, question: &Question, seat: u16) -> String {
    let Kind::Fill { total, over } = &question.kind else { return String::new() };
    let (ways, _) = crate::play::fill::ways(over, *total, 1);
    match ways.into_iter().next() {
        Some(parts) => {
            let words = sentence::write(world, question, seat, &Answer::Split(parts));
            format!("choose what adds up to {total}, for example `{words}`")
        }
        None => format!("choose what adds up to {total}"),
    }
}

/// An allowed split, over more than one thing if possible.
fn split_parts(number: i64, over: &[(Ref, i64)], first: Option<(Ref, i64)>) -> Vec<i64> {
    let lead = first.and_then(|(first, _)| over.iter().position(|(one, _)| *one == first)).unwrap_or(0);
    let least = first.map_or(0, |(_, least)| least.min(number));
    let mut parts = vec![0; over.len()];
    let room = |at: usize| over.get(at).map_or(0, |(_, most)| *most);
    if let Some(part) = parts.get_mut(lead) {
        *part = (number - 1).max(least).min(room(lead)).max(0);
    }
    let mut left = number - parts.iter().sum::<i64>();
    for at in (0..over.len()).filter(|at| *at != lead) {
        let more = left.min(room(at)).max(0);
        parts[at] = more;
        left -= more;
    }
    if let Some(part) = parts.get_mut(lead) {
        *part += left;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(rooms: &[i64]) -> Vec<(Ref, i64)> {
        rooms.iter().enumerate().map(|(at, most)| (Ref::piece(at as u16), *most)).collect()
    }

    #[test]
    fn an_example_of_a_split_respects_the_limits_of_each() {
        assert_eq!(split_parts(5, &over(&[5, 5]), None), [4, 1]);
        assert_eq!(split_parts(5, &over(&[2, 5]), None), [2, 3]);
        assert_eq!(split_parts(1, &over(&[1, 1]), None), [0, 1]);
        // The second comes first and takes at least three.
        assert_eq!(split_parts(4, &over(&[4, 4]), Some((Ref::piece(1), 3))), [1, 3]);
        assert_eq!(split_parts(2, &over(&[4, 4]), Some((Ref::piece(1), 3))), [0, 2]);
        assert_eq!(split_parts(6, &over(&[1, 6, 1]), Some((Ref::piece(0), 1))), [1, 5, 0]);
    }

    #[test]
    fn an_example_of_several_has_an_allowed_number() {
        assert_eq!(several(5, 3, 3), "exactly 3, for example `1, 2, 3`");
        assert_eq!(several(4, 0, 1), "up to 1");
        assert_eq!(several(4, 0, 3), "up to 3, for example `1, 2`");
        assert_eq!(several(1, 0, 3), "up to 3");
    }
}
