//! Which cards a seat sees.

use crate::model::card::Seen;
use crate::model::game::Shown;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::store::locals::set_local;
use crate::play::store::world::World;

use super::ONLOOKER;

impl World<'_> {
    /// True if a seat sees a card in its current place. Without a seat: a spectator.
    pub fn sees_card(&self, seat: Option<u16>, card: u16) -> bool {
        let spot = self.state.cards[usize::from(card)].spot;
        self.sees_zone(seat, self.game.zone_at(spot), self.game.owner_of(card, spot))
    }

    /// True if a seat sees the cards of this side's zone.
    pub fn sees_zone(&self, seat: Option<u16>, zone: ZoneId, owner: Option<u16>) -> bool {
        let seen = self.game.zones[zone.at()].seen;
        let Some(seat) = seat else { return seen != Seen::Hidden };
        if seat == ONLOOKER {
            return self.game.played().all(|side| self.sees_zone(Some(side), zone, owner));
        }
        let usual = match seen {
            Seen::Hidden => false,
            Seen::Owner => owner.is_none_or(|owner| owner == seat),
            Seen::Open => true,
        };
        let mut sees = usual;
        for showing in self.game.showings.iter().filter(|showing| showing.what == Shown::Zone(zone)) {
            let bearer = owner.unwrap_or(seat);
            let mut locals = self.locals(&[Value::Ref(Ref::side(bearer))], showing.locals.max(1));
            if !self.holds(&showing.guard, &mut locals).unwrap_or(false) {
                continue;
            }
            // The guard may have put the bearer into its own slot. The first slot is the owner's.
            set_local(&mut locals, 0, Value::Ref(Ref::side(bearer)));
            let to = self.eval(&showing.to, &mut locals).unwrap_or(Value::None);
            if to.members().contains(&Ref::side(seat)) {
                sees = showing.show;
            }
        }
        sees
    }
}
