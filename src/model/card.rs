//! Decks, zones, cards, purses (language reference, 3.15, 3.16, 3.19).

use crate::source::Span;

use super::game::Game;
use super::id::*;
use super::node::Node;
use super::value::{Amount, Value};

/// A deck.
#[derive(Clone, Debug)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// True if each side has one.
    pub per_side: bool,
    /// Its zones: the draw pile, the zone drawn cards go to, the discard pile, then the game's own.
    pub zones: Vec<ZoneId>,
    /// The reshuffle when the first zone is empty: the first zone of the pair is shuffled into the second.
    pub empty: Option<(ZoneId, ZoneId)>,
    /// True if cards are drawn at random from an unordered zone, all with the same probability.
    pub at_random: bool,
    /// Its source span.
    pub span: Span,
}

impl Deck {
    /// True for a cup: cards are drawn at random and returned to it instead of being reshuffled.
    pub fn is_cup(&self) -> bool {
        self.at_random && self.empty.is_none()
    }
}

/// The sides that see a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// No side.
    Hidden,
    /// The owner of the card.
    Owner,
    /// Every side.
    Open,
}

/// A zone of a deck.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Its `///` comment.
    pub doc: Option<String>,
    /// Its deck.
    pub deck: DeckId,
    /// The sides that see it.
    pub seen: Seen,
    /// In a deck that all sides share, the spot of the first side if each side has this zone for itself
    /// ([`Game::spot`](super::game::Game::spot)).
    pub spots: Option<u16>,
}

impl Game {
    /// True if each side has this zone for itself, because it has the deck or because the zone says so.
    pub fn each_side_has(&self, zone: ZoneId) -> bool {
        let zone = &self.zones[zone.at()];
        zone.spots.is_some() || self.decks[zone.deck.at()].per_side
    }

    /// True if sides hold cards of this deck although all share it.
    pub fn deck_is_held(&self, deck: DeckId) -> bool {
        self.decks[deck.at()].zones.iter().any(|zone| self.zones[zone.at()].spots.is_some())
    }

    /// Where a card lies, as a state keeps it: the number of its zone or, in a zone that each side has for itself in a
    /// shared deck, one of this side. `None` if such a zone needs a side.
    pub fn spot(&self, zone: ZoneId, side: Option<u16>) -> Option<u16> {
        match self.zones[zone.at()].spots {
            None => Some(zone.0),
            Some(first) => side.map(|side| first + side),
        }
    }

    /// The zone of a spot.
    pub fn zone_at(&self, spot: u16) -> ZoneId {
        self.held_at(spot).map_or(ZoneId(spot), |(zone, _)| zone)
    }

    /// The side whose spot it is, in a zone that each side has for itself in a shared deck.
    pub fn holder(&self, spot: u16) -> Option<u16> {
        self.held_at(spot).map(|(_, side)| side)
    }

    /// The side that owns a card at this spot: the one that has the deck, or the one that holds the card.
    pub fn owner_of(&self, card: u16, spot: u16) -> Option<u16> {
        self.cards[usize::from(card)].side.or_else(|| self.holder(spot))
    }

    fn held_at(&self, spot: u16) -> Option<(ZoneId, u16)> {
        self.spots.get(usize::from(spot).checked_sub(self.zones.len())?).copied()
    }
}

/// A card definition: the printed text of all cards with one name.
#[derive(Clone, Debug)]
pub struct CardDef {
    /// Its plain name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its deck.
    pub deck: DeckId,
    /// The values of the facts of cards, by position in [`super::game::Game::facts`].
    pub facts: Vec<Value>,
    /// Its plays.
    pub plays: Vec<OfferId>,
    /// The duration for which its text stays in force after it is played.
    pub lasts: Lasts,
    /// What players read of a text that lasts for good until a rule ends it.
    pub lasts_words: Option<String>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

/// The duration for which a card's text stays in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// While the card resolves.
    Resolving,
    /// While the innermost of these scopes runs.
    During(ScopeId),
    /// Until a scope has ended a number of times.
    Until {
        /// The scope.
        scope: ScopeId,
        /// The side whose scopes count. None means every side.
        side: Option<u16>,
        /// The number of times it must end.
        times: u16,
    },
    /// For the rest of the game.
    Good,
}

/// One card.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its definition, by position in [`super::game::Game::card_defs`].
    pub def: u16,
    /// The side whose deck it belongs to, if the deck belongs to a side.
    pub side: Option<u16>,
}

/// A purse: a stock of points that pays costs.
#[derive(Clone, Debug, Default)]
pub struct Purse {
    /// Its name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// Its subject. None for a purse of the acting side; otherwise each side or piece has its own.
    pub subject: Option<Domain>,
    /// A one-line description.
    pub doc: Option<String>,
    /// True if its amounts are counted in halves.
    pub halves: bool,
    /// The variable that holds the purse's points until they are spent, if the purse is a variable.
    pub var: Option<VarId>,
    /// The scopes it lives in. If empty, unspent points are lost after the payment.
    pub during: Vec<ScopeId>,
    /// The sources of its points.
    pub sources: Vec<PurseSource>,
    /// The state columns that determine how much it can give, ignoring points already spent.
    pub reads: u128,
    /// Pairs of sources that exclude each other for the same giver.
    pub either: Vec<(u16, u16)>,
    /// When the surplus of sources spent whole is lost at once. None means never.
    pub over_lost: Option<OverLost>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

impl Purse {
    /// An amount of its points.
    pub fn amount(&self, grains: i64) -> Amount {
        Amount { grains, halves: self.halves }
    }

    /// Payments as players count them: the sum from a shared purse, or what each piece pays from its own.
    pub fn bills(&self, payments: &[(Option<Ref>, i64)]) -> Vec<(Option<Ref>, i64)> {
        let mut bills: Vec<(Option<Ref>, i64)> = Vec::new();
        for (payee, amount) in payments {
            match bills.iter_mut().find(|(one, _)| self.subject != Some(Domain::Piece) || one == payee) {
                Some((_, sum)) => *sum += amount,
                None => bills.push((*payee, *amount)),
            }
        }
        bills
    }

    /// The price as players name it: the sum from a shared purse, or the most that a piece pays from its own.
    pub fn price(&self, payments: &[(Option<Ref>, i64)]) -> i64 {
        self.bills(payments).iter().map(|(_, amount)| *amount).max().unwrap_or(0)
    }

    /// The sources that exclude a source of the same giver.
    pub fn excluded_by(&self, source: u8) -> impl Iterator<Item = u8> {
        let own = u16::from(source);
        self.either.iter().filter_map(move |(a, b)| match (*a == own, *b == own) {
            (true, _) => Some(*b as u8),
            (_, true) => Some(*a as u8),
            _ => None,
        })
    }
}

/// When the surplus of sources spent whole is lost with the payment.
#[derive(Clone, Debug)]
pub struct OverLost {
    /// The condition. None means always.
    pub when: Option<Node>,
    /// The reading of a ruling under which it applies.
    pub under: Option<(RulingId, u16)>,
    /// The number of slots needed.
    pub locals: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// A source of a purse.
#[derive(Clone, Debug, Default)]
pub struct PurseSource {
    /// Its name.
    pub name: String,
    /// The set of givers. The giver is local 0.
    pub each: Option<Node>,
    /// The amount.
    pub gives: Node,
    /// True if the giver is a card that must be spent whole.
    pub whole: bool,
    /// True if more givers may be spent whole than the payment needs.
    pub freely: bool,
    /// What it may pay for.
    pub to: To,
    /// The purse it draws from.
    pub from: Option<PurseId>,
    /// The condition.
    pub when: Option<Node>,
    /// The number of slots needed.
    pub locals: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// What a source may pay for.
#[derive(Clone, Debug, Default)]
pub enum To {
    /// Anything.
    #[default]
    Anybody,
    /// A separate amount for each of these.
    Each(Node),
    /// One shared amount for all of these. The second node limits the amount for each.
    Among(Node, Option<Node>),
}
