//! The game as a seat sees it: other players' hands and decks are counted, not shown, and pieces may be face down.

use indexmap::IndexMap;

use crate::draw::{self, Line, Role};
use crate::model::card::{Card, Seen};
use crate::model::clause::{Base, Quantity};
use crate::model::game::{Fact, Shown, Var, column};
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::place_names::Viewer;
use crate::play::secret::{Secret, UNKNOWN};
use crate::play::sentence::counted;
use crate::play::unseen::Unseen;
use crate::play::{Read, World};
use crate::source::plain_words;

use super::Session;
use super::table;

/// The columns of the values beside a board.
const VALUES: usize = 96;

/// The game as a seat sees it. Without a seat, as a spectator who may see everything.
pub struct View<'a> {
    world: World<'a>,
    seat: Option<u16>,
    on_pages: bool,
}

impl<'a> View<'a> {
    /// Creates a view of a world that has been veiled for the seat.
    pub(super) fn new(world: World<'a>, seat: Option<u16>) -> Self {
        View { world, seat, on_pages: false }
    }

    /// The same for a game in which each person has a page of their own.
    pub(super) fn for_pages(self, on_pages: bool) -> Self {
        View { on_pages, ..self }
    }

    pub(super) fn on_pages(&self) -> bool {
        self.on_pages
    }

    /// The state. Hidden things must be checked with the view.
    pub fn world(&self) -> &World<'a> {
        &self.world
    }

    /// The board.
    pub fn board(&self, frame: &draw::Frame) -> Vec<Line> {
        draw::board(&self.world, frame)
    }

    /// The board as a picture in SVG.
    pub fn svg(&self, frame: &draw::Frame) -> String {
        draw::svg(&self.world, frame)
    }

    /// The values beside the board: scores, numbers and hands.
    pub(super) fn beside_board(&self) -> Vec<Line> {
        let mut lines = self.status(false, true, VALUES);
        lines.extend(self.hands());
        lines
    }

    /// True if a side's own choices are shown: to itself, and to a spectator.
    pub(super) fn sees_choices(&self, of: u16) -> bool {
        self.seat.is_none_or(|seat| seat == of)
    }

    /// True if the seat sees these cards when a side draws them.
    pub(super) fn sees_drawn(&self, by: u16, cards: &[u16]) -> bool {
        let game = self.world.game;
        self.drawn_into(cards).all(|zone| self.sees_zone(zone, game.each_side_has(zone).then_some(by)))
    }

    /// True if the cards that are drawn become those of the side that draws them.
    pub(super) fn is_draw_of_side(&self, cards: &[u16]) -> bool {
        self.drawn_into(cards).all(|zone| self.world.game.each_side_has(zone))
    }

    /// The zone into which each of these cards is drawn: the second of its deck.
    fn drawn_into(&self, cards: &[u16]) -> impl Iterator<Item = ZoneId> {
        let game = self.world.game;
        let zone = |def: &u16| game.decks[game.card_defs[usize::from(*def)].deck.at()].zones.get(1).copied();
        cards.iter().filter_map(zone)
    }

    /// The text shown to a seat for an action it does not see. None if it sees the action.
    /// `chosen`: its choices, as far as they are known.
    pub(super) fn unseen_act(&self, offer: OfferId, by: u16, chosen: &[Value]) -> Option<String> {
        self.world.unseen_act(offer, by, chosen, self.seat?)
    }

    /// True if the seat sees a card in its current place.
    pub fn sees_card(&self, card: u16) -> bool {
        self.world.sees_card(self.seat, card)
    }

    /// True if the seat sees the cards of this side's zone.
    pub(super) fn sees_zone(&self, zone: ZoneId, owner: Option<u16>) -> bool {
        self.world.sees_zone(self.seat, zone, owner)
    }

    /// The cards the seat holds and sees, the number of cards elsewhere, and the cards in force.
    pub fn hand(&self) -> Vec<Line> {
        let mut lines = self.hands();
        lines.extend(self.in_force());
        lines
    }

    /// The cards the seat holds and sees, and the number of cards elsewhere.
    pub(super) fn hands(&self) -> Vec<Line> {
        let game = self.world.game;
        let mut lines = Vec::new();
        for deck in game.decks.iter().filter(|deck| !deck.zones.is_empty()) {
            let (held, shared): (Vec<ZoneId>, Vec<ZoneId>) =
                deck.zones.iter().partition(|zone| game.each_side_has(**zone));
            if !shared.is_empty() {
                lines.extend(self.deck_lines(deck, &shared, None));
            }
            for side in game.played().filter(|_| !held.is_empty()) {
                lines.extend(self.deck_lines(deck, &held, Some(side)));
            }
        }
        lines
    }

    /// The cards in force, each with its side, its duration and the choices made for it. All players see them.
    pub(super) fn in_force(&self) -> Vec<Line> {
        let world = &self.world;
        let cards: Vec<u16> = world.state.lasting.iter().map(|one| one.card).collect();
        if cards.is_empty() {
            return Vec::new();
        }
        let rows = cards.into_iter().map(|card| {
            let item = &world.game.cards[usize::from(card)];
            let owner = world.side_of(Ref::card(card)).map_or_else(Line::new, |side| Line::side(world.game, side));
            let title = world.game.card_defs[usize::from(item.def)].title.as_str();
            let chosen = [world.chosen_words(card), self.pieces_of_card(card)].concat().join(", ");
            vec![Line::of(Role::Key, title), owner, Line::plain(world.how_long(card)), Line::of(Role::Dim, chosen)]
        });
        let mut lines = vec![Line::of(Role::Title, "In force")];
        lines.extend(table::table(rows.collect(), 2));
        lines
    }

    /// The pieces of which a variable is this card, such as those that lie on it: `on: A1, A2`.
    fn pieces_of_card(&self, card: u16) -> Vec<String> {
        let world = &self.world;
        let is_shown = |var: &Var| !var.quiet && var.ty.domain() == Some(Domain::Card);
        let words = world.game.vars_of(Domain::Piece).filter(|(_, var)| is_shown(var)).filter_map(|(id, var)| {
            let has = |piece: &u16| world.seen_var(id, Ref::piece(*piece)) == Value::Ref(Ref::card(card));
            let all = world.index.all.iter().filter(|piece| !world.is_face_down(*piece) && has(piece));
            let names: Vec<String> = all.map(|piece| world.name(Ref::piece(piece))).collect();
            (!names.is_empty()).then(|| format!("{}: {}", plain_words(&var.title), names.join(", ")))
        });
        words.collect()
    }

    /// The zones of a deck that all sides share, or those of one side.
    fn deck_lines(&self, deck: &crate::model::card::Deck, zones: &[ZoneId], owner: Option<u16>) -> Vec<Line> {
        let game = self.world.game;
        let own = owner.is_none() || self.seat.is_none() || owner == self.seat;
        let mut head = match owner {
            Some(side) => Line::side(game, side),
            None => Line::of(Role::Title, deck.title.as_str()),
        };
        let mut listed = Vec::new();
        for zone in zones {
            let cards = self.world.zone(*zone, owner.unwrap_or(0));
            let name = plain_words(&game.zones[zone.at()].name);
            head.push(Role::Plain, format!("  {name} {}", cards.count()));
            let opened = (own || game.zones[zone.at()].seen == Seen::Open || self.sees_zone(*zone, owner))
                && *zone != deck.zones[0];
            if cards.is_empty() || !opened || !self.sees_zone(*zone, owner) {
                continue;
            }
            // The hand comes first, without a heading. Of the discard pile only the names matter.
            if deck.zones.get(2) == Some(zone) {
                let titles = cards
                    .iter()
                    .map(|card| game.card_defs[usize::from(game.cards[usize::from(card)].def)].title.clone());
                listed.push(Line::of(Role::Dim, format!("  {name}: {}", counted(titles))).hanging(4));
                continue;
            }
            let is_hand = deck.zones.get(1) == Some(zone);
            if !is_hand {
                listed.push(Line::of(Role::Dim, format!("  {name}:")));
            }
            listed.extend(table::table(self.card_rows(&cards), if is_hand { 2 } else { 4 }));
        }
        let mut lines = vec![head];
        lines.extend(listed);
        lines
    }

    /// The cards of a set, with identical ones together: name, facts, effects.
    fn card_rows(&self, cards: &crate::model::set::BitSet) -> Vec<Vec<Line>> {
        let game = self.world.game;
        let mut rows: IndexMap<u16, (u16, usize)> = IndexMap::new();
        for card in cards.iter() {
            rows.entry(game.cards[card as usize].def).or_insert((card, 0)).1 += 1;
        }
        let rows = rows.into_iter().map(|(def, (first, count))| {
            let title = game.card_defs[def as usize].title.as_str();
            let title = if count > 1 { format!("{title} x{count}") } else { title.to_owned() };
            let doc =
                game.card_defs[def as usize].doc.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
            vec![
                Line::of(Role::Key, title),
                Line::of(Role::Plain, self.card_note(first)),
                Line::of(Role::Dim, doc.trim()),
            ]
        });
        rows.collect()
    }

    /// The status of sides and game: their numbers side by side, facts, weather, and the numbers the game shows, with
    /// their modifiers.
    ///
    /// Texts, such as a date or the sign of a side, are shown only in `full`.
    pub(super) fn status(&self, full: bool, compared: bool, width: usize) -> Vec<Line> {
        let mut lines = self.scores(full, compared, width);
        let parts = self.values(Ref::GAME, |ty| full || ty != Type::Text);
        if !parts.is_empty() {
            lines.push(Line::plain(parts.join("  ")));
        }
        lines.extend(self.shown_numbers(None));
        lines.extend(self.of_values());
        lines.extend(self.in_force());
        lines
    }

    /// The variables of a list's values, by what they hold: `county holder`, `Montfort  Bro Leon, Bro Gwened`.
    fn of_values(&self) -> Vec<Line> {
        let game = self.world.game;
        let mut lines = Vec::new();
        for (id, var) in game.vars.iter().enumerate().filter(|(_, var)| !var.quiet) {
            let Domain::List(list) = var.subject else { continue };
            let mut held: IndexMap<String, Vec<String>> = IndexMap::new();
            for (at, member) in (0u16..).zip(&game.lists[usize::from(list)].members) {
                let value = self.world.seen_var(VarId(id as u16), Ref::new(var.subject, at));
                if !matches!(value, Value::None | Value::Flag(false)) {
                    held.entry(plain_words(&self.world.show(&value))).or_default().push(plain_words(&member.title));
                }
            }
            if !held.is_empty() {
                let list = plain_words(&game.lists[usize::from(list)].name);
                lines.push(Line::of(Role::Title, format!("{list} {}", plain_words(&var.title))));
                let row =
                    |(value, members): (String, Vec<String>)| vec![Line::plain(value), Line::plain(members.join(", "))];
                lines.extend(table::table(held.into_iter().map(row).collect(), 2));
            }
        }
        lines
    }

    /// The viewing seat. None for a spectator.
    pub(super) fn seat(&self) -> Option<u16> {
        self.seat
    }

    /// The numbers of a side, or of the game, marked as shown: `victory points 12: cavalry +10, infantry +2`.
    pub(super) fn shown_numbers(&self, side: Option<u16>) -> Vec<Line> {
        let args: Vec<Value> = side.map(|side| Value::Ref(Ref::side(side))).into_iter().collect();
        let mut lines = Vec::new();
        let indent = if side.is_some() { "  " } else { "" };
        for (at, item) in self.world.game.quantities.iter().enumerate() {
            if !item.shown || item.params.len() != args.len() {
                continue;
            }
            let id = QuantityId(at as u16);
            let title = plain_words(&item.title);
            // An absent number is not shown.
            match self.number_known(id, |world| world.telling(|world| number_line(world, id, &args, indent))) {
                None => lines.push(Line::plain(format!("{indent}{title} ")).and(Role::Dim, UNKNOWN)),
                Some(Ok(line)) => lines.extend(line),
                Some(Err(fault)) => lines.push({
                    let words = super::faults::words(self.world.game, self.on_pages, &fault);
                    Line::of(Role::Bad, format!("{indent}{title}: {words}"))
                }),
            }
        }
        lines
    }

    /// Something about a number, unless it depends on cards or face-down pieces that the seat may not see.
    pub(super) fn number_known<T: PartialEq>(
        &self,
        id: QuantityId,
        tell: impl Fn(&World<'_>) -> Option<Read<T>>,
    ) -> Option<Read<T>> {
        let reads_cards = self.world.game.quantities[id.at()].reads & 1 << column::CARDS != 0;
        let unseen = self.unseen();
        if unseen.has_pieces() || reads_cards && unseen.has_cards(self.world.state) {
            super::ask::known(&self.world, &unseen, tell)
        } else {
            tell(&self.world)
        }
    }

    /// A number, unless it depends on something hidden from the seat.
    pub(super) fn number(&self, id: QuantityId, args: &[Value]) -> Option<Read<Option<i64>>> {
        self.number_known(id, |world| world.telling(|world| world.number(id, args)))
    }

    /// What is hidden from the seat.
    pub(super) fn unseen(&self) -> Unseen {
        self.unseen_but(|_| false)
    }

    /// The same without the cards that are known all the same.
    pub(super) fn unseen_but(&self, is_known: impl Fn(u16) -> bool) -> Unseen {
        Unseen::of(&self.world, self.seat, |card| self.sees_card(card) || is_known(card))
    }

    /// The facts and variables of a side that are not numbers, as `name value`.
    pub(super) fn flags_of(&self, of: Ref, full: bool) -> Vec<String> {
        self.values(of, |ty| !matches!(ty, Type::Int(_)) && (full || ty != Type::Text))
    }

    /// The facts and variables of a side or of the game with these types, as `name value`.
    fn values(&self, of: Ref, wanted: impl Fn(Type) -> bool) -> Vec<String> {
        let game = self.world.game;
        let mut parts = Vec::new();
        for (id, fact) in game.facts_of(of.domain).filter(|(_, fact)| wanted(fact.ty)) {
            if game.drawing.side_colour == Some(id) {
                continue;
            }
            let said = word(&self.world, &fact.name, self.world.fact(id, of));
            parts.extend(unless_hidden(&self.world, said, &fact.name, fact.ty, Secret { what: Shown::Fact(id), of }));
        }
        for (id, var) in game.vars_of(of.domain).filter(|(_, var)| wanted(var.ty)) {
            let value = self.world.var(id, of);
            // Permanent numbers are shown even at 0, since losses 0 is worth knowing. Showing that a passing variable
            // is set would reveal a hidden one.
            let lives = var.during.is_empty() || var.during.iter().any(|scope| self.world.frame(*scope).is_some());
            if var.quiet || !lives || !var.during.is_empty() && !self.world.is_seen_up(id, of) {
                continue;
            }
            let name = if var.ty == Type::Flag { &var.title } else { &var.name };
            let said = word(&self.world, name, &value);
            parts.extend(unless_hidden(&self.world, said, name, var.ty, Secret { what: Shown::Var(id), of }));
        }
        parts
    }
}

/// A fact or variable in words. If it is hidden, a flag is omitted, and any other gets the words shown in its place.
fn unless_hidden(world: &World<'_>, said: Option<String>, name: &str, ty: Type, secret: Secret) -> Option<String> {
    match world.hidden_words(&secret) {
        Some(_) if ty == Type::Flag => None,
        Some(words) => Some(format!("{} {words}", plain_words(name))),
        None => said,
    }
}

/// Evaluates something in a world as a seat sees it, with its face-down pieces.
pub(super) fn as_seen<T>(world: &World<'_>, seat: Option<u16>, look: impl FnOnce(&World<'_>) -> T) -> T {
    let veil = seat.and_then(|seat| world.veil(seat));
    look(&world.veiled(veil.as_ref()).through(Viewer::Of(seat)))
}

/// A number with its modifiers; none if it is absent.
fn number_line(world: &World<'_>, id: QuantityId, args: &[Value], indent: &str) -> Read<Option<Line>> {
    let (Some(number), ledger) = world.ledger(id, args)? else { return Ok(None) };
    let title = plain_words(&world.game.quantities[id.at()].title);
    let number = world.show(&world.as_value(id, Some(number)));
    let mut line = Line::plain(format!("{indent}{title} ")).and(Role::Number, number);
    let reasons = ledger.lines.iter().filter(|line| line.depth == 0 && line.effect != "0");
    let reasons: Vec<String> = reasons.map(|line| format!("{} {}", plain_words(&line.text), line.effect)).collect();
    if !reasons.is_empty() {
        line.push(Role::Dim, format!(": {}", reasons.join(", ")));
    }
    Ok(Some(line))
}

/// A name with its value. For a flag, the name alone if it is set.
fn word(world: &World<'_>, name: &str, value: &Value) -> Option<String> {
    let name = plain_words(name);
    match value {
        Value::Flag(yes) => yes.then_some(name),
        Value::None => None,
        other => Some(format!("{name} {}", world.show(other))),
    }
}

/// The values of a card in a list of choices; see [`View::card_note`].
pub(super) fn card_note(world: &World<'_>, def: u16, seat: u16) -> String {
    let held = |card: &Card| card.def == def && card.side.is_none_or(|side| side == seat);
    let card = world.game.cards.iter().position(held);
    card.map_or_else(String::new, |card| View::new(*world, Some(seat)).card_note(card as u16))
}

impl<'a> View<'a> {
    /// The printed values of a card, without numbers that are 0. A number that begins with a printed value replaces it.
    pub(super) fn card_note(&self, card: u16) -> String {
        let values = self.card_values(card).filter_map(|(fact, value)| word(&self.world, &fact.name, &value));
        values.collect::<Vec<_>>().join(", ")
    }

    /// The printed facts of a card with their values, or the numbers that begin with them, without those that are 0.
    pub(super) fn card_values(&self, card: u16) -> impl Iterator<Item = (&'a Fact, Value)> {
        let game = self.world.game;
        let item = &game.card_defs[usize::from(game.cards[usize::from(card)].def)];
        game.facts_of(Domain::Card).filter_map(move |(id, fact)| {
            let printed = item.facts.get(id.at())?;
            let value = self.number_from(id, card).unwrap_or_else(|| printed.clone());
            let is_zero = [printed, &value].iter().all(|value| matches!(value, Value::Int(0)));
            (!is_zero).then_some((fact, value))
        })
    }

    /// The number that begins with this printed value of a card, unless it depends on something hidden.
    fn number_from(&self, fact: FactId, card: u16) -> Option<Value> {
        let begins = |item: &Quantity| matches!(item.base, Base::Fact(base) if base == fact) && item.params.len() == 1;
        let id = QuantityId(self.world.game.quantities.iter().position(begins)? as u16);
        let number = self.number(id, &[Value::Ref(Ref::card(card))])?.ok()??;
        Some(self.world.as_value(id, Some(number)))
    }
}

impl Session {
    /// The cards as the viewer sees them.
    pub fn hand(&self) -> Vec<Line> {
        self.view(self.viewer(), |view| view.hand())
    }
}
