//! Names in sentences: the one that is written, all that are accepted, and the value each refers to.

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::offer::Offer;
use crate::model::value::Value;
use crate::play::present::names::show_halves;
use crate::play::store::world::World;
pub use crate::source::fold;
use crate::source::plain_words;

/// A value as a word of a sentence. Face-down pieces are distinguished by their place.
pub fn word_of(world: &World<'_>, value: &Value, seat: u16) -> String {
    match value {
        Value::Ref(thing) if world.has_face_down(value) => match world.space_of(*thing) {
            Some(space) => format!("{} {}", world.name(*thing), world.place_title(space, Some(seat))),
            None => world.name(*thing),
        },
        Value::Ref(Ref { domain: Domain::Space, index }) => world.place_title(*index, Some(seat)),
        Value::Ref(Ref { domain: Domain::Edge, index }) => world.edge_name(*index, Some(seat)),
        Value::Ref(thing) => world.name(*thing),
        Value::Set(..) | Value::Row(..) => {
            value.in_order().iter().map(|item| word_of(world, item, seat)).collect::<Vec<_>>().join(", ")
        }
        Value::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Int(n) => n.to_string(),
        Value::Half(n) => show_halves(*n),
        Value::None => "none".to_owned(),
        Value::Way(way) => {
            let space = world.place_title(way.space(), Some(seat));
            // Ways to the same space are distinguished by the final facing and by the spaces they pass on purpose.
            let facing = way.facing().map_or(String::new(), |at| format!(" {}", world.title(Ref::direction(at))));
            let passed: Vec<String> = way.via().iter().map(|space| world.place_title(*space, Some(seat))).collect();
            let via = if passed.is_empty() { String::new() } else { format!(" via {}", passed.join(", ")) };
            format!("{space}{facing}{via}")
        }
        other => world.show(other),
    }
}

/// All names of a value: its unique name, its kind and notation, its title. For a face-down piece, the substitute name,
/// alone or with its place.
pub fn spellings(world: &World<'_>, value: &Value, seat: u16) -> Vec<String> {
    if world.has_face_down(value) {
        return vec![fold(&word_of(world, value, seat)), fold(&world.show(value))];
    }
    let mut names = vec![fold(&word_of(world, value, seat))];
    match value {
        Value::Ref(thing) => {
            names.push(fold(&world.name(*thing)));
            names.push(fold(&world.title(*thing)));
            if thing.domain == Domain::Piece {
                let kind = &world.game.kinds[world.state.pieces[thing.index as usize].kind as usize];
                if let Some(notation) = world.notation(thing.index) {
                    names.push(fold(&format!("{} {notation}", kind.name)));
                    names.push(fold(&format!("{} {notation}", kind.title)));
                }
                names.extend(by_place(world, *thing, seat));
                names.push(fold(&world.kind_name(thing.index)));
                names.push(fold(&kind.name));
                names.push(fold(&kind.title));
                if let Some(label) = world.label(thing.index) {
                    names.push(fold(label));
                }
            }
            match thing.domain {
                Domain::Space => names.push(fold(&world.space_title(thing.index, None))),
                Domain::Edge => names.extend(edge_names(world, thing.index, seat)),
                _ => {}
            }
        }
        Value::Way(way) => {
            let space = Ref::space(way.space());
            let places =
                [world.place_title(way.space(), Some(seat)), world.name(space), world.space_title(way.space(), None)];
            let plain: Vec<String> = match way.facing().map(|at| world.title(Ref::direction(at))) {
                // The facing may be named by its word, as where it is a parameter.
                Some(facing) => ["", "facing "]
                    .iter()
                    .flat_map(|word| places.iter().map(move |place| (word, place)))
                    .map(|(word, place)| format!("{place} {word}{facing}"))
                    .collect(),
                None => places.to_vec(),
            };
            let vias = vias(world, &way.via(), seat);
            names.extend(plain.iter().map(|name| fold(name)));
            names.extend(plain.iter().flat_map(|name| vias.iter().map(move |via| fold(&format!("{name} via {via}")))));
        }
        Value::Flag(yes) => names.push(if *yes { "true" } else { "false" }.to_owned()),
        _ => {}
    }
    let board = &world.game.board;
    let turned = !board.boxes.is_empty() || board.grids.iter().any(|grid| grid.turned.is_some());
    if let (Value::Ref(Ref { domain: Domain::Space, index }), true) = (value, turned) {
        // On a board that each side reads from its own edge, a name refers to the speaker's space.
        let spaces = &world.game.board.spaces;
        let own = |at: usize| spaces[at].titles.get(seat as usize).map(|title| fold(title));
        let others: Vec<String> = (0..spaces.len()).filter(|at| *at != *index as usize).filter_map(own).collect();
        names.retain(|name| !others.contains(name));
    }
    names.sort();
    names.dedup();
    names
}

/// An edge by its ends, in either order, alone or after its link.
fn edge_names(world: &World<'_>, edge: u16, seat: u16) -> Vec<String> {
    let edge = &world.game.board.edges[usize::from(edge)];
    let [a, b] = edge.ends.map(|end| world.place_title(end, Some(seat)));
    let link = &world.game.board.links[edge.link.at()];
    let heads = [String::new(), format!("{} ", link.name), format!("{} ", link.title)];
    let both = [format!("{a} {b}"), format!("{b} {a}")];
    both.iter().flat_map(|ends| heads.iter().map(move |head| fold(&format!("{head}{ends}")))).collect()
}

/// Up to this many passed spaces may be named in any order.
const ANY_ORDER: usize = 3;

/// The names of the spaces that a way passes: all or some, in any order if they are few. Naming some means the cheapest
/// way that passes them.
fn vias(world: &World<'_>, passed: &[u16], seat: u16) -> Vec<String> {
    let titles: Vec<String> = passed.iter().map(|space| world.place_title(*space, Some(seat))).collect();
    let mut said = Vec::new();
    if titles.len() > ANY_ORDER {
        said.push(titles.join(", "));
        said.extend(titles);
    } else {
        in_any_order(&titles, &mut Vec::new(), &mut said);
    }
    said
}

/// Adds every arrangement of distinct names after those picked.
fn in_any_order(names: &[String], picked: &mut Vec<usize>, said: &mut Vec<String>) {
    for at in 0..names.len() {
        if !picked.contains(&at) {
            picked.push(at);
            said.push(picked.iter().map(|at| names[*at].as_str()).collect::<Vec<_>>().join(", "));
            in_any_order(names, picked, said);
            picked.pop();
        }
    }
}

/// A piece by kind and place, `KT in left middle`, if only twins share that description.
fn by_place(world: &World<'_>, thing: Ref, seat: u16) -> Vec<String> {
    let Some(space) = world.space_of(thing) else { return Vec::new() };
    let piece = &world.state.pieces[thing.index as usize];
    let kind = &world.game.kinds[piece.kind as usize];
    let like = |other: &u16| {
        let other = &world.state.pieces[*other as usize];
        other.kind == piece.kind && other.side == piece.side
    };
    let here: Vec<u16> = world.index.at[space as usize].iter().filter(like).collect();
    let alone = |notation: Option<&String>| {
        let twin =
            |other: &u16| *other == thing.index || world.are_twins(&Value::Ref(Ref::piece(*other)), &Value::Ref(thing));
        let meant = |other: &&u16| notation.is_none() || world.notation(**other).as_ref() == notation;
        here.iter().filter(meant).all(twin)
    };
    let place = fold(&world.place_title(space, Some(seat)));
    let mut names = Vec::new();
    let mut add = |name: &str, printed: &str| {
        let name = fold(&format!("{name}{printed} in {place}"));
        names.push(format!("the {name}"));
        names.push(name);
    };
    if alone(None) {
        add(&kind.name, "");
        add(&kind.title, "");
    }
    if let Some(notation) = world.notation(thing.index).filter(|notation| alone(Some(notation))) {
        add(&kind.name, &format!(" {notation}"));
        add(&kind.title, &format!(" {notation}"));
    }
    names
}

/// Whether a value has this name.
pub(super) fn is_called(world: &World<'_>, value: &Value, seat: u16, said: &str) -> bool {
    spellings(world, value, seat).iter().any(|name| name == said)
}

/// The index of the value with this name; `nr 3` is the third.
pub(super) fn find_value(world: &World<'_>, of: &[Value], seat: u16, typed: &str) -> Result<usize, String> {
    let said = fold(typed);
    let found: Vec<usize> = (0..of.len()).filter(|at| is_called(world, &of[*at], seat, &said)).collect();
    let exact = found.iter().find(|at| fold(&word_of(world, &of[**at], seat)) == said);
    if let Some(at) = exact.or(found.first()) {
        return Ok(*at);
    }
    if let Some(n) = said.strip_prefix("nr ").and_then(|n| n.parse::<usize>().ok()) {
        if (1..=of.len()).contains(&n) {
            return Ok(n - 1);
        }
    }
    Err(no_choice(world, typed.trim(), of, seat))
}

/// The index of the value that is a twin of the piece or card with this name.
pub(super) fn find_twin(world: &World<'_>, of: &[Value], seat: u16, said: &str) -> Option<usize> {
    let domain = of.iter().find_map(Value::domain)?;
    let all = world.ever(domain);
    let named = all.iter().map(|index| Value::member(domain, index));
    let named = named.filter(|value| is_called(world, value, seat, said));
    let mut places = named.filter_map(|value| world.twin_among(&value, of));
    places.next()
}

/// Whether a text begins with a whole name.
pub(in crate::play) fn begins_with(text: &str, name: &str) -> bool {
    !name.is_empty() && behind(text, name).is_some()
}

/// The text after these leading words; `None` if it begins otherwise or in the middle of a word.
pub fn behind<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(words).filter(|_| !words.is_empty())?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

/// The value with the longest name at the beginning of a text, and the length of that name. `whole`: the last word is
/// complete, not still being typed.
pub(in crate::play) fn longest(
    world: &World<'_>,
    of: &[Value],
    text: &str,
    seat: u16,
    whole: bool,
) -> Option<(Value, usize)> {
    let mut best: Option<(&Value, usize)> = None;
    for value in of {
        for name in spellings(world, value, seat) {
            let fits = behind(text, &name).is_some_and(|more| whole || !more.is_empty() || text.len() > name.len());
            if fits && best.is_none_or(|(_, length)| name.len() > length) {
                best = Some((value, name.len()));
            }
        }
    }
    best.map(|(value, length)| (value.clone(), length))
}

/// Names, with equal ones counted: `Bad signals x2`.
pub fn counted(names: impl IntoIterator<Item = String>) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let word = |(name, count): (String, usize)| if count > 1 { format!("{name} x{count}") } else { name };
    counts.into_iter().map(word).collect::<Vec<_>>().join(", ")
}

/// The offers whose title or name is at the beginning of a folded text, longest first (`advance to contact` before
/// `advance`), each with the length of the name in bytes. A title has precedence over the name of an offer with another
/// title: `charge` is the order Charge, not the card `Charge "Charge home"`.
pub fn offers_called(game: &Game, offers: impl IntoIterator<Item = OfferId>, said: &str) -> Vec<(OfferId, usize)> {
    let mut found: Vec<(OfferId, usize)> = Vec::new();
    for id in offers {
        let offer = &game.offers[id.at()];
        let length =
            names_of_offer(game, offer).filter(|name| behind(said, name).is_some()).map(|name| name.len()).max();
        found.extend(length.map(|length| (id, length)));
    }
    // Only an offer whose title others have needs its name. Another may not be taken for what has that title, possible
    // now or not.
    let is_titled = |offer: &Offer, length: usize| fold(&offer.title) == said[..length];
    found.retain(|(id, length)| {
        let offer = &game.offers[id.at()];
        is_titled(offer, *length) || offer.shares_title || !game.offers.iter().any(|other| is_titled(other, *length))
    });
    found.sort_by_key(|(_, length)| std::cmp::Reverse(*length));
    found
}

/// The names of an offer, folded: its title, its name, and for a card's play the title with the card's name.
pub fn names_of_offer(game: &Game, offer: &Offer) -> impl Iterator<Item = String> {
    let of_card = by_card_name(game, offer).map(|name| fold(&name));
    [Some(fold(&offer.title)), Some(fold(&offer.name)), of_card].into_iter().flatten()
}

/// The title of a play with the card's name instead of its title: `B12 as activation`.
fn by_card_name(game: &Game, offer: &Offer) -> Option<String> {
    let (card, _) = offer.card?;
    let def = &game.card_defs[usize::from(card)];
    let of_card = offer.title.strip_prefix(def.title.as_str())?;
    Some(format!("{}{of_card}", def.name))
}

/// A name that no other offer has: that of an action, or of a card with its use.
pub(super) fn name_apart(game: &Game, offer: &Offer) -> String {
    by_card_name(game, offer).unwrap_or_else(|| offer.name.clone())
}

/// The title of the card at the beginning of a folded sentence, if the side does not hold that card.
pub fn card_not_held(world: &World<'_>, seat: u16, said: &str) -> Option<String> {
    let game = world.game;
    let called = |name: &str| behind(said, &fold(name)).is_some();
    let held = |def: usize| {
        let hand = game.decks[game.card_defs[def].deck.at()].zones.get(1);
        let cards = hand.map(|hand| world.zone(*hand, seat)).unwrap_or_default();
        cards.iter().any(|card| usize::from(game.cards[usize::from(card)].def) == def)
    };
    let defs = game.card_defs.iter().enumerate();
    let named: Vec<usize> = defs.filter(|(_, def)| called(&def.title) || called(&def.name)).map(|(at, _)| at).collect();
    // Several cards may have one title.
    if named.iter().any(|def| held(*def)) { None } else { named.first().map(|def| game.card_defs[*def].title.clone()) }
}

/// At most this many values are named in a message.
const MOST_NAMED: usize = 24;

/// The choices, for a message: the first ones, and the number of others.
pub fn possible(world: &World<'_>, values: &[Value], seat: u16) -> String {
    let mut names: Vec<String> = Vec::new();
    // Of sets, each member is listed.
    let each = values.iter().flat_map(|value| match value {
        Value::Set(domain, set) if !set.is_empty() => set.iter().map(|index| Value::member(*domain, index)).collect(),
        other => vec![other.clone()],
    });
    for value in each {
        let name = match &value {
            // A player reads the title of a card, not its name.
            Value::Ref(card) if card.domain == Domain::Card => world.title(*card),
            value => plain_words(&word_of(world, value, seat)),
        };
        // Each name is listed once.
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let values = names.len();
    names.truncate(MOST_NAMED);
    let names = names.join(", ");
    match values {
        count if count > MOST_NAMED => format!("{names}, and {} more", count - MOST_NAMED),
        _ => names,
    }
}

/// The message for a choice that does not exist. `begun`: the command so far; `wanted`: the name of what is chosen.
pub fn no_such(world: &World<'_>, begun: &str, wanted: &str, text: &str, open: &[Value], seat: u16) -> String {
    match text {
        "" if open.iter().all(|value| matches!(value, Value::Flag(_))) => {
            let wanted = plain_words(wanted);
            format!("add `{wanted} yes` or `{wanted} no`")
        }
        "" => format!("name the {}: {}", wanted_words(wanted), possible(world, open, seat)),
        _ => format!("{begun}: {}", no_choice(world, text, open, seat)),
    }
}

/// Parameters whose names are not nouns.
const PREPOSITIONS: &[&str] = &["to", "into", "onto", "at", "from"];

/// What a parameter wants, as a noun: `target`, `place` for `to`.
pub fn wanted_words(param: &str) -> String {
    if PREPOSITIONS.contains(&param) { "place".to_owned() } else { plain_words(param) }
}

/// True if a text begins with a name of one of these values, and goes on.
pub fn begin(world: &World<'_>, text: &str, open: &[Value], seat: u16) -> bool {
    let said = fold(text);
    let named = |name: &String| !name.is_empty() && name.len() < said.len() && begins_with(&said, name);
    open.iter().any(|value| spellings(world, value, seat).iter().any(named))
}

/// True if a value is a way, and a text begins with the name of the space where it ends.
pub(super) fn leads_to(world: &World<'_>, value: &Value, text: &str, seat: u16) -> bool {
    let Value::Way(way) = value else { return false };
    let space = way.space();
    let names = [world.place_title(space, Some(seat)), world.name(Ref::space(space)), world.space_title(space, None)];
    names.iter().any(|name| behind(text, &fold(name)).is_some())
}

/// The values with a name of which a text is only the beginning.
pub fn that_go_on(world: &World<'_>, text: &str, open: &[Value], seat: u16) -> Vec<Value> {
    let said = format!("{} ", fold(text));
    let goes_on = |value: &&Value| spellings(world, value, seat).iter().any(|name| name.starts_with(&said));
    open.iter().filter(goes_on).cloned().collect()
}

/// The message for a text that is not a choice. If it begins some, it lists these.
fn no_choice(world: &World<'_>, text: &str, open: &[Value], seat: u16) -> String {
    if open.is_empty() {
        return format!("`{text}` is not possible: nothing more can be chosen here");
    }
    let longer = that_go_on(world, text, open, seat);
    if longer.is_empty() {
        // Of ways, those to the place that the text names.
        let there: Vec<Value> =
            open.iter().filter(|value| leads_to(world, value, &fold(text), seat)).cloned().collect();
        let open = if there.is_empty() { open } else { &there };
        return format!("`{text}` is not possible; choose {}", possible(world, open, seat));
    }
    format!("`{text}` is not complete; choose {}", possible(world, &longer, seat))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_names_are_counted() {
        let names = ["Bad signals", "Hero", "Bad signals"].map(str::to_owned);
        assert_eq!(counted(names), "Bad signals x2, Hero");
    }
}
