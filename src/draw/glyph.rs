//! The text of a piece or a space: the game's own template, or else its name and printed values.

use indexmap::{IndexMap, IndexSet};

use crate::model::drawing::{Arrow, Badge};
use crate::model::game::{NotationPart, Side, Var};
use crate::model::id::*;
use crate::model::node::Term;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::play::label::Labels;
use crate::source::plain_words;

use super::board::Frame;
use super::text::{Line, Role};
use super::{ground, marks};

/// The side of a piece.
pub(super) fn side_of(world: &World<'_>, piece: u16) -> u16 {
    u16::from(world.state.pieces[piece as usize].side)
}

/// The back of a piece that is face down for the viewer. It shows only the owner.
pub(super) fn back(world: &World<'_>, piece: u16) -> Option<String> {
    world.is_face_down(piece).then(|| format!("?{}", initial(world, side_of(world, piece))))
}

/// A piece on a crowded board: the name used in commands, and the marks of its flags.
pub(super) fn name(world: &World<'_>, piece: u16) -> Line {
    if let Some(back) = back(world, piece) {
        return Line::of(Role::side(world.game, side_of(world, piece)), back);
    }
    let text = world.name(Ref::piece(piece));
    Line::of(Role::side(world.game, side_of(world, piece)), format!("{text}{}", flags(world, piece)))
}

/// A piece in one or two columns of a small board: the template if it fits, or else a letter of its kind. Without
/// colours, a letter that distinguishes the sides.
pub(super) fn letter(world: &World<'_>, piece: u16, frame: &Frame) -> Line {
    let side = side_of(world, piece);
    if let Some(back) = back(world, piece) {
        return Line::of(Role::side(world.game, side), back);
    }
    let own = template(world, piece).filter(|text| text.chars().count() <= 2);
    let text = match own {
        // Colours alone do not distinguish two sides of one kind for every reader.
        Some(text) if frame.colours && !one_kind(world) => text,
        Some(text) if !same_for_all(world, &text, side) => text,
        _ if one_kind(world) => initial(world, side),
        own => {
            let kind = &world.game.kinds[world.state.pieces[piece as usize].kind as usize];
            let text = own.unwrap_or_else(|| kind.title.chars().take(1).collect());
            if side == 0 { text.to_uppercase() } else { text.to_lowercase() }
        }
    };
    Line::of(Role::side(world.game, side), text)
}

fn template(world: &World<'_>, piece: u16) -> Option<String> {
    world.game.drawing.piece.as_ref()?;
    world.labels().drawn(piece).map(str::to_owned)
}

/// True if a piece of another side looks the same.
fn same_for_all(world: &World<'_>, text: &str, side: u16) -> bool {
    let others = world.state.pieces.iter().enumerate().filter(|(_, piece)| u16::from(piece.side) != side);
    let mut others = others.map(|(at, _)| at as u16);
    match others.next() {
        Some(piece) => template(world, piece).as_deref() == Some(text),
        // If no other side has a piece yet, a sign belongs to one side, but a letter may be that of the kind.
        None => text.chars().any(char::is_alphanumeric),
    }
}

/// The signs of the sides on a small board whose pieces are all of one kind: `● Red`.
pub(super) fn signs_of_sides(world: &World<'_>, spaces: &[u16], frame: &Frame) -> Option<Line> {
    if !one_kind(world) {
        return None;
    }
    let mut parts: Vec<String> = Vec::new();
    for (side, item) in (0_u16..).zip(&world.game.sides) {
        let here = spaces.iter().flat_map(|space| world.index.at[usize::from(*space)].iter());
        let own = here.filter(|piece| side_of(world, *piece) == side && !world.is_face_down(*piece));
        let mut signs: Vec<String> = own.map(|piece| letter(world, piece, frame).text()).collect();
        signs.dedup();
        if let [sign] = signs.as_slice() {
            parts.push(format!("{sign} {}", item.title));
        }
    }
    (!parts.is_empty()).then(|| Line::of(Role::Dim, parts.join(", ")))
}

fn one_kind(world: &World<'_>) -> bool {
    world.game.kinds.iter().filter(|kind| !kind.is_family).count() == 1
}

/// A letter for a side: the first of its title; if others begin with that too, the first of its name; or else the first
/// of its title that no earlier side's title begins with, or its number.
pub(super) fn initial(world: &World<'_>, side: u16) -> String {
    let sides = &world.game.sides;
    let first = |text: &str| text.chars().find(|letter| letter.is_alphanumeric());
    let told_apart = |text: fn(&Side) -> &str| {
        let letters: Vec<char> = sides.iter().filter_map(|side| first(text(side))).collect();
        let is_own = |at: usize| !letters[..at].contains(&letters[at]);
        (letters.len() == sides.len() && (0..letters.len()).all(is_own)).then(|| letters[usize::from(side)])
    };
    if let Some(letter) = told_apart(|side| &side.title).or_else(|| told_apart(|side| &side.name)) {
        return letter.to_uppercase().to_string();
    }
    let letters = |at: usize| sides[at].title.chars().filter(|letter| letter.is_alphanumeric());
    let taken: Vec<char> = (0..side as usize).filter_map(|at| letters(at).next()).collect();
    let free = letters(side as usize).find(|letter| !taken.contains(letter));
    free.map_or_else(|| (side + 1).to_string(), |letter| letter.to_uppercase().to_string())
}

/// A piece on a counter: its label, arrows, the marks of its flags, badges.
pub(super) fn counter(world: &World<'_>, labels: &Labels, piece: u16, colours: bool) -> String {
    let label = cased(world, labels, piece, colours);
    if back(world, piece).is_some() {
        return label;
    }
    let (signs, names) = arrows(world, labels, piece, colours);
    format!("{label}{signs}{}{}{names}", flags(world, piece), badges(world, piece))
}

/// The label of a piece. Without colours, the labels of all sides but the first are in lower case.
fn cased(world: &World<'_>, labels: &Labels, piece: u16, colours: bool) -> String {
    let label = label(world, labels, piece);
    if colours || side_of(world, piece) == 0 { label } else { label.to_lowercase() }
}

/// The label of a piece, or else its name. For a face-down piece, its back.
pub(super) fn label(world: &World<'_>, labels: &Labels, piece: u16) -> String {
    let drawn = || labels.drawn(piece).map_or_else(|| world.name(Ref::piece(piece)), str::to_owned);
    back(world, piece).unwrap_or_else(drawn)
}

/// The arrows of a piece, for its facing and for its words that point; and the names of what such words point to. A word
/// that points to a piece gives that piece's label.
fn arrows(world: &World<'_>, labels: &Labels, piece: u16, colours: bool) -> (String, String) {
    let (mut text, mut names) = (String::new(), String::new());
    for arrow in &world.game.drawing.arrows {
        match arrow {
            Arrow::Facing => text.extend(facing(world, piece).map(arrow_toward)),
            Arrow::Word(term) => {
                let Some(Ok(Value::Ref(to))) = world.telling(|world| world.get(*term, Ref::piece(piece))) else {
                    continue;
                };
                match to.domain {
                    Domain::Direction => {
                        text.push(arrow_toward(world.game.board.directions[to.index as usize].half_hours))
                    }
                    Domain::Piece => names.push_str(&format!(">{}", cased(world, labels, to.index, colours))),
                    _ => names.push_str(&format!(">{}", world.name(to))),
                }
            }
        }
    }
    (text, names)
}

/// The signs of arrows, each with what it says of a counter.
pub(super) fn arrow_signs(world: &World<'_>) -> Vec<(String, String)> {
    let mut signs = Vec::new();
    for arrow in &world.game.drawing.arrows {
        match arrow {
            Arrow::Facing => {
                let all = (0..24).step_by(3).map(arrow_toward);
                signs.extend(all.map(|sign| (sign.to_string(), "the facing of a counter".to_owned())));
            }
            Arrow::Word(term) => {
                let word = match *term {
                    Term::Var(var) => &world.game.vars[var.at()].title,
                    Term::Word(word) => &world.game.words[word.at()].name,
                    Term::Fact(fact) => &world.game.facts[fact.at()].name,
                    _ => continue,
                };
                signs.push((">".to_owned(), format!("{}: what follows the sign", plain_words(word))));
            }
        }
    }
    signs
}

/// The direction a piece faces, in half hours on the clock.
fn facing(world: &World<'_>, piece: u16) -> Option<u8> {
    // In a game with facing some pieces may have none.
    let of = world.game.facing.as_ref().map(|facing| facing.of);
    if of.is_some_and(|of| !world.get(of, Ref::piece(piece)).is_ok_and(|has| has.is_yes())) {
        return None;
    }
    let at = usize::from(world.state.pieces[piece as usize].facing);
    world.game.board.directions.get(at).map(|direction| direction.half_hours)
}

/// The direction of a piece's first arrow, in half hours on the clock. None for a face-down piece.
pub(super) fn points_to(world: &World<'_>, piece: u16) -> Option<u8> {
    if world.is_face_down(piece) {
        return None;
    }
    world.game.drawing.arrows.iter().find_map(|arrow| match arrow {
        Arrow::Facing => facing(world, piece),
        Arrow::Word(term) => match world.telling(|world| world.get(*term, Ref::piece(piece))) {
            Some(Ok(Value::Ref(to))) if to.domain == Domain::Direction => {
                Some(world.game.board.directions[to.index as usize].half_hours)
            }
            _ => None,
        },
    })
}

/// The arrow for a direction in half hours on the clock. Twelve directions share eight arrows. If there are only sides
/// of hexes, or only corners, each direction has its own.
fn arrow_toward(half_hours: u8) -> char {
    match half_hours {
        0 => '↑',
        1..=5 => '↗',
        6 => '→',
        7..=11 => '↘',
        12 => '↓',
        13..=17 => '↙',
        18 => '←',
        _ => '↖',
    }
}

/// The badges after the label of a piece whose words hold. Empty for a face-down piece.
pub(super) fn badges(world: &World<'_>, piece: u16) -> String {
    if world.is_face_down(piece) {
        return String::new();
    }
    badges_of(world, piece, |_| true)
}

/// The badges of a piece that is seen, limited to the wanted ones.
fn badges_of(world: &World<'_>, piece: u16, wanted: impl Fn(&Badge) -> bool) -> String {
    let held = world.game.drawing.badges.iter().filter(|badge| wanted(badge) && holds(world, badge, Ref::piece(piece)));
    held.map(|badge| world.filled(&badge.text, Ref::piece(piece), None)).collect()
}

/// True if a badge shows a number of a piece, which lists show among its counters.
fn is_counter(world: &World<'_>, badge: &Badge) -> bool {
    let is_number = |var: &Var| var.subject == Domain::Piece && matches!(var.ty, Type::Int(_));
    matches!(badge.term, Term::Var(var) if is_number(&world.game.vars[var.at()])) && !badge.text.is_constant()
}

/// True if a badge applies: its flag is set, its yes/no word holds, or its variable is not at its default. False if
/// that is hidden.
pub(super) fn holds(world: &World<'_>, badge: &Badge, thing: Ref) -> bool {
    let Some(value) = world.telling(|world| world.get(badge.term, thing)) else { return false };
    let value = value.unwrap_or(Value::None);
    let holds = match (&value, badge.term) {
        (Value::Flag(yes), _) => *yes,
        (Value::None, _) => false,
        (value, Term::Var(var)) => usual(world, var, thing).is_none_or(|usual| usual != *value),
        (Value::Int(number), _) => *number != 0,
        _ => true,
    };
    holds != badge.negated
}

/// The default value of a variable of a thing.
pub(super) fn usual(world: &World<'_>, var: VarId, thing: Ref) -> Option<Value> {
    world.game.vars[var.at()].default.as_ref()?;
    world.default_of(var, thing).ok()
}

/// A number on a piece that differs from its default.
fn unusual_number(world: &World<'_>, var: VarId, piece: u16) -> Option<i64> {
    match world.seen_var(var, Ref::piece(piece)) {
        Value::Int(number) => {
            let usual = usual(world, var, Ref::piece(piece)).and_then(|value| value.int()).unwrap_or(0);
            (number != usual).then_some(number)
        }
        _ => None,
    }
}

/// The marks of the flags set on a piece.
pub(super) fn flags(world: &World<'_>, piece: u16) -> String {
    let up = world.game.vars_of(Domain::Piece).filter(|(var, _)| world.is_seen_up(*var, Ref::piece(piece)));
    up.filter_map(|(_, var)| var.glyph.as_deref()).collect()
}

/// The printed values of a piece.
pub(super) fn printed(world: &World<'_>, piece: u16) -> Line {
    let text = world.notation(piece).unwrap_or_default();
    Line::of(Role::Dim, text)
}

/// The numbers on a piece that are not at their defaults, each after the beginning of its name: `h2w1`.
pub(super) fn counters(world: &World<'_>, piece: u16) -> String {
    let number = |(var, short)| unusual_number(world, var, piece).map(|number| format!("{short}{number}"));
    short_names(world).into_iter().filter_map(number).collect()
}

/// The numbers on a piece that are not at their defaults, in words: ` (worn 1, hits 2)`. Empty for a piece without
/// printed values, and for one that lies face down.
pub fn numbers_on(world: &World<'_>, piece: u16) -> String {
    if world.notation(piece).is_none() {
        return String::new();
    }
    let numbers = world.game.vars_of(Domain::Piece).filter(|(_, var)| matches!(var.ty, Type::Int(_)));
    let shown = numbers
        .filter_map(|(id, var)| Some(format!("{} {}", plain_words(&var.name), unusual_number(world, id, piece)?)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    if shown.is_empty() { shown } else { format!(" ({shown})") }
}

/// The variables of a thing that are neither flags nor at their defaults, in words: `duty Raid`, `holder Red`. Numbers
/// and slots of pieces are left out, because they stand beside the name. Empty for a piece that lies face down.
pub fn values(world: &World<'_>, thing: Ref) -> Vec<String> {
    if world.has_face_down(&Value::Ref(thing)) {
        return Vec::new();
    }
    let slot = world.game.board.named_slots.as_ref().map(|slots| slots.var);
    let is_shown = |id: VarId, var: &Var| {
        let is_mark = thing.domain == Domain::Piece && matches!(var.ty, Type::Int(_)) || var.ty == Type::Flag;
        !var.quiet && !is_mark && slot != Some(id)
    };
    let vars = world.game.vars_of(thing.domain).filter(|(id, var)| is_shown(*id, var));
    let said = vars.filter_map(|(id, var)| {
        let value = world.seen_var(id, thing);
        let usual = usual(world, id, thing);
        let is_usual = value == Value::None || usual.is_some_and(|usual| usual == value);
        (!is_usual).then(|| format!("{} {}", plain_words(&var.name), plain_words(&world.show(&value))))
    });
    said.collect()
}

/// The numeric variables of pieces, each with the shortest unique beginning of its name.
pub(super) fn short_names(world: &World<'_>) -> Vec<(VarId, String)> {
    let numbers = world.game.vars_of(Domain::Piece).filter(|(_, var)| matches!(var.ty, Type::Int(_)));
    let numbers: Vec<(VarId, &str)> = numbers.map(|(id, var)| (id, var.name.as_str())).collect();
    let short = |id: VarId, name: &str| {
        let alone = |length: &usize| {
            let begin: String = name.chars().take(*length).collect();
            numbers.iter().all(|(other, longer)| *other == id || !longer.starts_with(&begin))
        };
        let length = (1..name.chars().count()).find(alone).unwrap_or(name.chars().count());
        name.chars().take(length).collect()
    };
    numbers.iter().map(|(id, name)| (*id, short(*id, name))).collect()
}

/// The signs of pieces and terrain, each with its meaning: glyphs of flags and terrain, badges, letters of numbers,
/// marks of printed values.
pub(super) fn signs(world: &World<'_>) -> Vec<(String, String)> {
    let game = world.game;
    let glyphs = game.vars.iter().filter_map(|var| Some((var.glyph.clone()?, plain_words(&var.title))));
    let badge = |badge: &Badge| {
        let title = plain_words(&badge.title);
        if badge.text.is_constant() {
            return vec![(world.filled(&badge.text, Ref::GAME, None), title)];
        }
        // What a badge with a value shows depends on the piece.
        let shown = world.index.present.iter().filter(|piece| !world.is_face_down(*piece));
        let shown = shown.filter(|piece| holds(world, badge, Ref::piece(*piece)));
        shown.map(|piece| (world.filled(&badge.text, Ref::piece(piece), None), title.clone())).collect()
    };
    let badges = game.drawing.badges.iter().flat_map(badge);
    let spaces = 0..game.board.spaces.len() as u16;
    let on_spaces = spaces.flat_map(|space| ground::signs(world, space)).collect::<IndexSet<_>>();
    let numbers = short_names(world).into_iter();
    let numbers = numbers.map(|(var, short)| (short, plain_words(&game.vars[var.at()].title)));
    let parts = game.kinds.iter().filter_map(|kind| kind.notation.as_ref()).flat_map(|notation| &notation.parts);
    let marks = parts.filter_map(|part| match part {
        NotationPart::Mark(fact, mark) => Some((mark.to_string(), plain_words(&game.facts[fact.at()].name))),
        _ => None,
    });
    glyphs.chain(badges).chain(on_spaces).chain(numbers).chain(marks).collect()
}

/// The facts in a piece's notation with their values, in the order of the notation. A mark gives `yes`.
pub fn numbers(world: &World<'_>, piece: u16) -> Vec<(FactId, String)> {
    if world.is_face_down(piece) {
        return Vec::new();
    }
    let kind = world.state.pieces[piece as usize].kind;
    let facts = world.game.notation_facts(kind).into_iter();
    // A hidden mark is no mark, and a hidden number a question mark.
    let is_seen = |fact: &FactId| match world.game.facts[fact.at()].ty {
        Type::Flag => world.seen_fact(*fact, Ref::piece(piece)).is_yes(),
        _ => true,
    };
    facts.filter(is_seen).map(|fact| (fact, world.show_fact(fact, Ref::piece(piece)))).collect()
}

/// A piece's notation in words: `ability 2, cohesion 3`. Empty if it has none.
pub(super) fn aloud(world: &World<'_>, piece: u16) -> String {
    let word = |(fact, value): (FactId, String)| {
        let fact = &world.game.facts[fact.at()];
        let name = plain_words(&fact.name);
        if fact.ty == Type::Flag { name } else { format!("{name} {value}") }
    };
    numbers(world, piece).into_iter().map(word).collect::<Vec<_>>().join(", ")
}

/// How a piece stands, in words: its mode, its facing, its flags and badges. Empty for a face-down piece.
pub fn stance(world: &World<'_>, piece: u16) -> Vec<String> {
    if world.is_face_down(piece) {
        return Vec::new();
    }
    let (game, of) = (world.game, Ref::piece(piece));
    let state = &world.state.pieces[usize::from(piece)];
    let modes = &game.kinds[usize::from(state.kind)].modes;
    let mode = modes.get(usize::from(state.mode)).filter(|_| modes.len() > 1);
    let mode = mode.map(|mode| plain_words(&game.modes[usize::from(*mode)].name));
    let facing = facing(world, piece).and_then(|_| game.board.directions.get(usize::from(state.facing)));
    let facing = facing.filter(|_| game.facing.is_some()).map(|facing| format!("facing {}", facing.name));
    let is_shown = |id: VarId, var: &Var| var.ty == Type::Flag && !var.quiet && world.is_seen_up(id, of);
    let flags = game.vars_of(Domain::Piece).filter(|(id, var)| is_shown(*id, var));
    let flags = flags.map(|(_, var)| plain_words(&var.title));
    let said = mode.into_iter().chain(facing).chain(flags).chain(badge_titles(world, piece));
    said.collect::<IndexSet<_>>().into_iter().collect()
}

/// The titles of a piece's badges, each with its value if that is more than yes.
pub fn badge_titles(world: &World<'_>, piece: u16) -> impl Iterator<Item = String> {
    let badges = world.game.drawing.badges.iter().filter(move |badge| holds(world, badge, Ref::piece(piece)));
    badges.map(move |badge| {
        let title = plain_words(&badge.title);
        match world.telling(|world| world.get(badge.term, Ref::piece(piece))).and_then(Result::ok) {
            Some(Value::Flag(_) | Value::None) | None => title,
            Some(value) => format!("{title} {}", world.show(&value)),
        }
    })
}

/// The named slot that a piece occupies.
fn named_slot(world: &World<'_>, piece: u16) -> Option<String> {
    let named = world.game.board.named_slots.as_ref()?;
    match world.seen_var(named.var, Ref::piece(piece)) {
        Value::None => None,
        slot => Some(world.show(&slot)),
    }
}

/// A piece in a list: name, marks, printed values, named slot, numbers on it.
pub(super) fn listed(world: &World<'_>, piece: u16, frame: &Frame) -> Line {
    let mut line = marks::marked(name(world, piece), marks::has_piece(frame, piece));
    if world.is_face_down(piece) {
        return line;
    }
    if let Some(notation) = world.notation(piece) {
        line.push(Role::Dim, format!(" {notation}"));
    }
    if let Some(slot) = named_slot(world, piece) {
        line.push(Role::Dim, format!(" {slot}"));
    }
    let counters = counters(world, piece);
    if !counters.is_empty() {
        line.push(Role::Bad, format!(" {counters}"));
    }
    line
}

/// Pieces as items of a list, with their badges. Face-down pieces come last and are counted.
pub(super) fn items(world: &World<'_>, pieces: impl Iterator<Item = u16>, frame: &Frame) -> Vec<Line> {
    let (mut items, mut backs) = (Vec::new(), IndexMap::<Line, usize>::new());
    for piece in pieces {
        let item = listed(world, piece, frame);
        if world.is_face_down(piece) {
            *backs.entry(item).or_default() += 1;
            continue;
        }
        let badges = badges_of(world, piece, |badge| !is_counter(world, badge));
        items.push(if badges.is_empty() { item } else { item.and(Role::Bad, format!(" {badges}")) });
    }
    let many = |(item, count): (Line, usize)| {
        if count > 1 { item.and(Role::Dim, format!(" x{count}")) } else { item }
    };
    items.extend(backs.into_iter().map(many));
    items
}

/// A title of at most this many letters is short for something.
const ABBREVIATED: usize = 3;

/// What the number of a variable means: its title, or its documentation if the title is an abbreviation.
fn meaning(var: &Var) -> String {
    let title = plain_words(&var.title);
    let doc = var.doc.as_deref().and_then(|doc| doc.trim().split_terminator('.').next());
    match doc.filter(|doc| title.chars().count() <= ABBREVIATED && !doc.is_empty()) {
        Some(doc) => {
            let mut letters = doc.chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + letters.as_str())
        }
        None => title,
    }
}

/// The badges on these pieces with their meaning.
pub(super) fn badge_key(world: &World<'_>, pieces: impl Iterator<Item = u16> + Clone) -> Vec<String> {
    key_of_badges(world, pieces, |_| true)
}

/// The same where pieces are listed: a number of a piece is one of its counters there, not a badge.
pub(super) fn listed_badge_key(world: &World<'_>, pieces: impl Iterator<Item = u16> + Clone) -> Vec<String> {
    key_of_badges(world, pieces, |badge| !is_counter(world, badge))
}

fn key_of_badges(
    world: &World<'_>,
    pieces: impl Iterator<Item = u16> + Clone,
    wanted: impl Fn(&Badge) -> bool,
) -> Vec<String> {
    let shown = world.game.drawing.badges.iter().filter(|badge| wanted(badge)).filter_map(|badge| {
        let piece =
            pieces.clone().find(|piece| !world.is_face_down(*piece) && holds(world, badge, Ref::piece(*piece)))?;
        let text = world.filled(&badge.text, Ref::piece(piece), None);
        Some(format!("{text} {}", plain_words(&badge.title)))
    });
    shown.collect()
}

/// The legend of the marks on the pieces of this board, limited to the visible ones.
pub(super) fn legend(world: &World<'_>) -> Option<Line> {
    let stands = |piece: &u16| world.space_of(Ref::piece(*piece)).is_some();
    let backs = world.index.all.iter().filter(stands);
    let backs = backs.filter_map(|piece| Some(format!("{} {}", back(world, piece)?, world.face_down_words(piece)?)));
    let mut parts = Vec::from_iter(backs.collect::<IndexSet<_>>());
    let pieces = || world.index.all.iter().filter(stands).filter(|piece| !world.is_face_down(*piece));
    for (id, var) in world.game.vars_of(Domain::Piece) {
        if let Some(glyph) = &var.glyph {
            if pieces().any(|piece| world.is_seen_up(id, Ref::piece(piece))) {
                parts.push(format!("{glyph} {}", plain_words(&var.title)));
            }
        }
    }
    // On a hex map the game decides where numbers are shown, and they are explained there.
    let numbers = if world.is_map_of_hexes() { Vec::new() } else { short_names(world) };
    for (var, short) in numbers {
        if pieces().any(|piece| unusual_number(world, var, piece).is_some()) {
            parts.push(format!("{short} {}", meaning(&world.game.vars[var.at()])));
        }
    }
    (!parts.is_empty()).then(|| Line::of(Role::Dim, parts.join(", ")))
}
