//! The meaning of a text at a question: an answer, or an offer with the parameters named so far.

use indexmap::IndexSet;

use crate::model::id::*;
use crate::model::offer::{OfferParam, Source};
use crate::model::set::BitSet;
use crate::model::value::Value;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{self, fold};
use crate::play::{Fault, World};
use crate::source::plain_words;

use super::menu::{Choice, key_of, look_at, members, options_before, staged_numbers};
use super::numbering::Numbering;
use super::{Staged, uses};

/// The meaning of a text, before anything is carried out.
#[derive(PartialEq)]
pub(super) enum Meaning {
    Answer(Answer),
    Stage(OfferId, Vec<Value>),
    /// A card whose uses are to be listed.
    Uses(u16),
    /// An offer with values that the player did not type. The last value with a choice must be confirmed.
    Confirm(OfferId, Vec<Value>),
    Nothing(String),
}

impl Meaning {
    /// True if two texts mean the same.
    pub(super) fn is_like(&self, other: &Meaning) -> bool {
        let act = |meaning: &Meaning| match meaning {
            Meaning::Answer(Answer::Act(offer, values)) | Meaning::Stage(offer, values) => {
                Some((*offer, values.clone()))
            }
            _ => None,
        };
        self == other || act(self).is_some() && act(self) == act(other)
    }

    /// The command of a meaning, if it has one.
    pub(super) fn in_words(&self, world: &World<'_>, question: &Question, seat: u16) -> Option<String> {
        match self {
            Meaning::Answer(answer) => Some(sentence::write(world, question, seat, answer)),
            Meaning::Stage(offer, values) | Meaning::Confirm(offer, values) => {
                Some(sentence::act_sentence(world, *offer, values, seat))
            }
            Meaning::Uses(card) => Some(world.game.card_defs[usize::from(*card)].title.clone()),
            Meaning::Nothing(_) => None,
        }
    }
}

/// An offer typed only by its number or bare name is not carried out with values the player has not seen. The player
/// must confirm the values, even if there is only one of each.
pub(super) fn spelt_out(world: &World<'_>, question: &Question, seat: u16, text: &str, meaning: Meaning) -> Meaning {
    let (offer, values) = match meaning {
        Meaning::Stage(offer, values) if values.is_empty() => {
            let staged = Staged { offer, values };
            match completed_alone(world, question, seat, &staged) {
                Some(values) => (offer, values),
                None => return Meaning::Stage(offer, staged.values),
            }
        }
        Meaning::Answer(Answer::Act(offer, values)) => {
            let item = &world.game.offers[offer.at()];
            let said = fold(text);
            if said != fold(&item.title) && said != fold(&item.name) {
                return Meaning::Answer(Answer::Act(offer, values));
            }
            (offer, values)
        }
        other => return other,
    };
    let params = &world.game.offers[offer.at()].params;
    match last_chosen(params, &values) {
        Some(last) => Meaning::Confirm(offer, values[..last].to_vec()),
        None => Meaning::Answer(Answer::Act(offer, values)),
    }
}

/// The place of the last value that a player could name.
pub(super) fn last_chosen(params: &[OfferParam], values: &[Value]) -> Option<usize> {
    let chosen = |(param, value): (&OfferParam, &Value)| !matches!(param.source, Source::Equals(_)) && !value.is_none();
    params.iter().zip(values).rposition(chosen)
}

/// Sets all values without a choice. Returns None if the offer is then complete.
pub(super) fn forced(
    world: &World<'_>,
    question: &Question,
    seat: u16,
    mut staged: Staged,
) -> Result<Option<Staged>, Box<Fault>> {
    let look = look_at(world, question, seat, staged.offer);
    while staged.values.len() < look.offer.params.len() {
        let mut open = look.open(&staged.values)?;
        if open.len() != 1 {
            return Ok(Some(staged));
        }
        staged.values.append(&mut open);
    }
    Ok(None)
}

/// All values of an offer if none has a choice. None if a choice is left.
fn completed_alone(world: &World<'_>, question: &Question, seat: u16, staged: &Staged) -> Option<Vec<Value>> {
    match forced(world, question, seat, staged.clone()) {
        Ok(None) => completed(world, question, seat, staged.clone()),
        _ => None,
    }
}

/// All values of an offer if the remaining ones have no choice.
pub(super) fn completed(world: &World<'_>, question: &Question, seat: u16, mut staged: Staged) -> Option<Vec<Value>> {
    let look = look_at(world, question, seat, staged.offer);
    while staged.values.len() < look.offer.params.len() {
        staged.values.push(look.open(&staged.values).ok()?.into_iter().next()?);
    }
    Some(staged.values)
}

pub(super) fn meaning(world: &World<'_>, question: &Question, seat: u16, numbering: &Numbering, text: &str) -> Meaning {
    let menu = super::menu::question_menu(world, question, seat, numbering);
    let picked = |text: &str| menu.items.iter().find(|item| item.key == text).map(|item| item.choice.clone());
    if text == "0" && menu.pass.is_some() {
        return match question.kind {
            Kind::Several { .. } => Meaning::Answer(Answer::Several(Vec::new())),
            _ => Meaning::Answer(Answer::Pass),
        };
    }
    if let Some(pass) = &menu.pass {
        let enough = ENOUGH.contains(&fold(text).as_str());
        match question.kind {
            Kind::Act { .. } if ends_step(question, text) => return Meaning::Answer(Answer::Pass),
            // A whole step is given up only by unambiguous words.
            Kind::Act { .. } if enough => {
                return Meaning::Nothing(format!("`{text}` is not an action: `{pass}` ends {}", step_words(world)));
            }
            Kind::Window { .. } | Kind::One { .. } if enough => return Meaning::Answer(Answer::Pass),
            Kind::Several { .. } if enough => return Meaning::Answer(Answer::Several(Vec::new())),
            _ => {}
        }
    }
    if let Kind::YesNo = question.kind {
        return yes_or_no(world, question, text);
    }
    match (&question.kind, picked(text)) {
        (Kind::Split { .. } | Kind::Number { .. }, _) | (_, None) => {}
        (Kind::Several { least, most, .. }, Some(Choice::Value(Value::Ref(thing)))) => {
            if *least > 1 || *most == 0 {
                return Meaning::Nothing(sentence::wrong_count(*least, *most, 1));
            }
            return Meaning::Answer(Answer::Several(vec![thing]));
        }
        (_, Some(Choice::Offer(offer))) => return Meaning::Stage(offer, Vec::new()),
        (_, Some(Choice::Card(card))) => return Meaning::Uses(card),
        (_, Some(Choice::Value(value))) => return Meaning::Answer(Answer::One(value)),
        (_, Some(Choice::Answer(answer))) => return Meaning::Answer(answer),
    }
    if let Kind::Several { of, least, most } = &question.kind {
        if let Some(numbers) = numbers(text, 0, of.len()) {
            let things: Vec<Ref> = numbers.iter().map(|at| of[*at]).collect();
            if !(usize::from(*least)..=usize::from(*most)).contains(&things.len()) {
                return Meaning::Nothing(sentence::wrong_count(*least, *most, things.len()));
            }
            return Meaning::Answer(Answer::Several(things));
        }
    }
    if let Some(answer) = answer_by_number(world, question, seat, text) {
        return Meaning::Answer(answer);
    }
    if let Some(problem) = no_such_number(text, menu.items.iter().map(|item| item.key.as_str())) {
        let pass = menu.pass.map(|pass| format!(", or 0 ({pass})")).unwrap_or_default();
        return Meaning::Nothing(format!("{problem}{pass}"));
    }
    match sentence::read(world, question, seat, text) {
        Ok(answer) => Meaning::Answer(answer),
        Err(problem) => {
            let card = || uses::card_named(world, question, seat, text).map(Meaning::Uses);
            partly(world, question, seat, text).or_else(card).unwrap_or_else(|| Meaning::Nothing(problem))
        }
    }
}

/// The meaning while the uses of a card are listed: one of them, or any other command in words.
pub(super) fn meaning_of_use(
    world: &World<'_>,
    question: &Question,
    seat: u16,
    numbering: &Numbering,
    card: u16,
    text: &str,
) -> Meaning {
    if let Some(offer) = uses::use_named(world, question, seat, card, text) {
        return Meaning::Stage(offer, Vec::new());
    }
    let items = uses::uses_menu(world, question, seat, card).items;
    if let Some(problem) = no_such_number(text, items.iter().map(|item| item.key.as_str())) {
        return Meaning::Nothing(problem);
    }
    meaning(world, question, seat, numbering, text)
}

/// The beginning of a command: an offer, and the parameters named.
fn partly(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Option<Meaning> {
    let (offer, rest) = sentence::offer_named(world, &question.offers(seat), &fold(text))?;
    let look = look_at(world, question, seat, offer);
    let walk = sentence::walk(&look, &rest, true);
    // Each member of a set may be possible, and the whole set too expensive.
    let is_open = walk.rest.is_empty() && look.open_with(&walk.values).unwrap_or(true);
    is_open.then_some(Meaning::Stage(offer, walk.values))
}

pub(super) fn staged_meaning(
    world: &World<'_>,
    question: &Question,
    seat: u16,
    staged: &Staged,
    numbering: &Numbering,
    on_pages: bool,
    text: &str,
) -> Meaning {
    let look = look_at(world, question, seat, staged.offer);
    if is_whole(world, staged) && text == CARRY_OUT {
        return Meaning::Answer(Answer::Act(staged.offer, staged.values.clone()));
    }
    let open = match look.open(&staged.values) {
        Ok(open) => open,
        Err(fault) => return Meaning::Nothing(super::faults::words(world.game, on_pages, &fault)),
    };
    let with = |value: Value| {
        let mut values = staged.values.clone();
        values.push(value);
        Meaning::Stage(staged.offer, values)
    };
    let several =
        look.offer.params.get(staged.values.len()).is_some_and(|param| matches!(param.source, Source::Several(_)));
    if several {
        let all = members(world, &open);
        let domain = all.first().and_then(Value::domain).unwrap_or(Domain::Piece);
        let before = options_before(&look, &open);
        let is_all = fold(text) == "all" || before > 0 && text == "1";
        let picked = if is_all { Some((0..all.len()).collect()) } else { numbers(text, before, all.len()) };
        if let Some(picked) = picked {
            let set: BitSet = picked.iter().filter_map(|at| all[*at].as_ref()).map(|thing| thing.index).collect();
            let mut values = staged.values.clone();
            values.push(Value::Set(domain, set));
            return match look.open_with(&values) {
                Ok(true) => Meaning::Stage(staged.offer, values),
                Ok(false) => Meaning::Nothing("these cannot be chosen together".to_owned()),
                Err(fault) => Meaning::Nothing(super::faults::words(world.game, on_pages, &fault)),
            };
        }
    } else {
        let keys = staged_numbers(world, staged, &open, numbering);
        let keys: Vec<String> = open.iter().zip(keys).map(|(value, number)| key_of(value, number)).collect();
        if let Some(at) = keys.iter().position(|key| key == text) {
            return with(open[at].clone());
        }
        if let Some(at) = called_by_number(world, &open, seat, text) {
            return with(open[at].clone());
        }
        let problem = no_such_number(text, keys.iter().map(String::as_str));
        if let Some(problem) = problem.filter(|_| sentence::that_go_on(world, text, &open, seat).is_empty()) {
            return Meaning::Nothing(problem);
        }
        let said = fold(text);
        let named = open.iter().find(|value| sentence::spellings(world, value, seat).contains(&said));
        if let Some(value) = named {
            return with(value.clone());
        }
    }
    // The command continues the values already entered, or is a new one.
    let begun = sentence::act_sentence(world, staged.offer, &staged.values, seat);
    let longer = format!("{begun} {text}");
    let mut problem = None;
    let mut anew = None;
    for sentence in [longer.as_str(), text] {
        if sentence == text && ends_step(question, text) {
            return Meaning::Nothing(unfinished(world, question, seat, staged, &open));
        }
        match sentence::read(world, question, seat, sentence) {
            Ok(answer) => return Meaning::Answer(answer),
            Err(found) if sentence == text => anew = Some(found),
            Err(found) => problem = Some(found),
        }
        if let Some(meaning) = partly(world, question, seat, sentence) {
            return meaning;
        }
    }
    let all = (0..world.game.offers.len() as u16).map(OfferId);
    let called = sentence::offers_called(world.game, all, &fold(text));
    if let Some((_, length)) = called.iter().find(|(offer, _)| *offer == staged.offer) {
        // The order in progress, typed again: the text after its name is the choice.
        let named = fold(text)[..*length].split_whitespace().count();
        let choice = text.split_whitespace().skip(named).collect::<Vec<_>>().join(" ");
        let meaning = staged_meaning(world, question, seat, staged, numbering, on_pages, &choice);
        let Meaning::Nothing(problem) = meaning else { return meaning };
        // The whole order, typed again: the text is quoted as it was typed.
        let said = fold(&choice);
        let is_order = sentence::walk(&look, &said, true).rest.len() < said.len();
        return Meaning::Nothing(match anew.filter(|_| is_order) {
            Some(anew) => anew,
            None if choice.contains(' ') => problem.replacen(&format!("`{choice}`"), &format!("`{text}`"), 1),
            None => problem,
        });
    }
    if let Some((other, _)) = called.first() {
        let title = &world.game.offers[other.at()].title;
        return Meaning::Nothing(if is_as_opened(world, question, seat, staged) {
            format!("{title} is not possible now: first choose {}", choosing(world, staged))
        } else if question.offers(seat).contains(other) {
            // The order in progress does not stand against it: a legal order would take its place.
            format!("`{text}` is not possible; {} goes on, `cancel` leaves it", plain_words(&begun))
        } else {
            format!("{title} is not possible now; {} goes on, `cancel` leaves it", plain_words(&begun))
        });
    }
    let listed = if several { members(world, &open) } else { open };
    if let Some(problem) = sentence::too_early(&look, &staged.values, text, &listed) {
        return Meaning::Nothing(problem);
    }
    // The text names a choice, and continues with an error.
    if let Some(problem) = problem.filter(|_| sentence::begin(world, text, &listed, seat)) {
        return Meaning::Nothing(problem);
    }
    let begun = plain_words(&begun);
    Meaning::Nothing(match look.offer.params.get(staged.values.len()) {
        Some(param) => sentence::no_such(world, &begun, &param.name, text, &listed, seat),
        None => format!("`{text}` is not possible: {CARRY_OUT} carries out {begun}, `cancel` leaves it"),
    })
}

/// The words that end the actions of a step, regardless of the step's own word.
const ENDS: &[&str] = &["pass", "pass turn", "done", "end turn", "end phase", "end"];

/// The words with which a player chooses none, or does not interrupt.
const ENOUGH: &[&str] = &["pass", "done", "end turn", "end", "no", "n", "none"];

/// True if a text ends the actions of a step, as `done` does.
pub(super) fn ends_step(question: &Question, text: &str) -> bool {
    let said = fold(text);
    let pass = match &question.kind {
        Kind::Act { pass: Some(words), .. } => fold(words) == said,
        _ => false,
    };
    pass || ENDS.contains(&said.as_str())
}

/// The message for `done` within an order: what is being chosen, and how to end the step.
fn unfinished(world: &World<'_>, question: &Question, seat: u16, staged: &Staged, open: &[Value]) -> String {
    let choosing = choosing(world, staged);
    if is_as_opened(world, question, seat, staged) {
        return format!("you must choose {choosing}");
    }
    let Kind::Act { pass: Some(pass), .. } = &question.kind else {
        return format!("you are choosing {choosing}: `cancel` leaves it");
    };
    let cancel = if open.iter().any(|value| *value == Value::Int(0)) { "cancel" } else { "0" };
    format!("you are choosing {choosing}: `{cancel}` cancels it, then `{pass}` ends {}", step_words(world))
}

/// The title of the innermost step.
pub(super) fn step_words(world: &World<'_>) -> String {
    super::place::place(world).pop().unwrap_or_else(|| "the step".to_owned())
}

/// True if a question has one action and no way to pass, so that its action opens by itself.
pub(super) fn opens_itself(question: &Question, seat: u16) -> bool {
    matches!(question.kind, Kind::Act { pass: None, .. }) && question.offers(seat).len() == 1
}

/// True if an offer is as it opened by itself, with no choice to take back.
pub(super) fn is_as_opened(world: &World<'_>, question: &Question, seat: u16, staged: &Staged) -> bool {
    let begun = Staged { offer: staged.offer, values: Vec::new() };
    opens_itself(question, seat) && forced(world, question, seat, begun).is_ok_and(|one| one.as_ref() == Some(staged))
}

/// The number that carries out an order for which every choice has been made.
pub(super) const CARRY_OUT: &str = "1";

/// True if every choice for an order has been made, and only its confirmation is left.
pub(super) fn is_whole(world: &World<'_>, staged: &Staged) -> bool {
    staged.values.len() == world.game.offers[staged.offer.at()].params.len()
}

/// The choice pending for an unfinished order: `the area for Shoot at`.
pub(super) fn choosing(world: &World<'_>, staged: &Staged) -> String {
    let offer = &world.game.offers[staged.offer.at()];
    let title = plain_words(&offer.title);
    let Some(param) = offer.params.get(staged.values.len()) else { return format!("whether to carry out {title}") };
    format!("the {} for {title}", sentence::wanted_words(&param.name))
}

/// The answer to a yes-or-no question. A number is not an answer.
fn yes_or_no(world: &World<'_>, question: &Question, text: &str) -> Meaning {
    match fold(text).as_str() {
        "y" | "yes" => Meaning::Answer(Answer::Yes(true)),
        "n" | "no" => Meaning::Answer(Answer::Yes(false)),
        _ => {
            let asked = plain_words(&world.told(&question.prompt));
            let short = asked.split_inclusive('?').next().unwrap_or_default().trim();
            Meaning::Nothing(format!("answer y or n: {short}"))
        }
    }
}

/// The answer named by a number that is not the number of an option: a hex.
fn answer_by_number(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Option<Answer> {
    match &question.kind {
        Kind::One { of, .. } => Some(Answer::One(of[called_by_number(world, of, seat, text)?].clone())),
        Kind::Several { of, least, most } if *least <= 1 && *most > 0 => {
            let values: Vec<Value> = of.iter().map(|thing| Value::Ref(*thing)).collect();
            Some(Answer::Several(vec![of[called_by_number(world, &values, seat, text)?]]))
        }
        _ => None,
    }
}

/// The answer by the numbers of a question's list, as `1, 3`. The numbers of actions depend on what was listed before,
/// so they are not read.
pub(super) fn by_numbers(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Option<Answer> {
    let has_list = matches!(question.kind, Kind::One { .. } | Kind::Several { .. } | Kind::Fill { .. });
    let is_numbers = text.chars().all(|sign| sign.is_ascii_digit() || matches!(sign, ',' | ' '));
    if !has_list || !is_numbers {
        return None;
    }
    match meaning(world, question, seat, &Numbering::default(), text) {
        Meaning::Answer(answer) => Some(answer).filter(|answer| question.allows(answer)),
        _ => None,
    }
}

/// The only value whose name is this number, with or without leading zeros.
fn called_by_number(world: &World<'_>, of: &[Value], seat: u16, text: &str) -> Option<usize> {
    if text.is_empty() || !text.chars().all(|letter| letter.is_ascii_digit()) {
        return None;
    }
    let bare = |name: &str| name.trim_start_matches('0').to_owned();
    let wanted = bare(text);
    let named = |exact: bool| {
        let fits = |name: &String| if exact { name == text } else { bare(name) == wanted };
        let mut found = (0..of.len()).filter(|at| sentence::spellings(world, &of[*at], seat).iter().any(fits));
        found.next().filter(|_| found.next().is_none())
    };
    named(true).or_else(|| named(false))
}

/// The numbers of a list with `before` options before it, separated by commas or spaces. None for any other text.
fn numbers(text: &str, before: usize, count: usize) -> Option<Vec<usize>> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let picked = words.map(|word| word.parse::<usize>().ok()?.checked_sub(before + 1).filter(|at| *at < count));
    let picked: IndexSet<usize> = picked.collect::<Option<_>>()?;
    (!picked.is_empty()).then(|| picked.into_iter().collect())
}

/// The message for a number no option has, with the existing numbers.
fn no_such_number<'k>(text: &str, keys: impl Iterator<Item = &'k str>) -> Option<String> {
    let is_number = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit());
    let keys: Vec<usize> = keys.map(|key| key.parse().ok()).collect::<Option<_>>()?;
    let (first, last) = (keys.first()?, keys.last()?);
    let in_a_row = keys.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    is_number.then(|| match keys.len() {
        1 => format!("no option {text}: choose {first}"),
        _ if in_a_row => format!("no option {text}: choose {first} to {last}"),
        _ => {
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            format!("no option {text} now: choose {}", keys.join(", "))
        }
    })
}
