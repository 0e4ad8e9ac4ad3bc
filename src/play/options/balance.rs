//! What a payment leaves and gives up: in words, and to choose the cheapest.

use super::pay::FundingSource;
use crate::model::card::Purse;
use crate::play::store::source::Source;
use crate::play::store::state::Spent;
use crate::play::store::world::{Read, World};
use crate::source::plain_words;

/// An amount from a purse in words: `1 command point`, `2 command points`.
pub fn amount_words(grains: i64, purse: &Purse) -> String {
    let amount = purse.amount(grains).to_string();
    let title = purse.title.strip_prefix("in ").unwrap_or(&purse.title);
    let is_one = ["1", "½"].contains(&amount.as_str());
    let words: Vec<&str> =
        title.split(' ').map(|word| if is_one && word == "points" { "point" } else { word }).collect();
    format!("{amount} {}", words.join(" "))
}

impl World<'_> {
    /// The source of an entry, its name, and whether another source excludes it.
    fn source_of(&self, one: &Spent) -> Read<Option<Source>> {
        let sources = self.acting(one.side).sources(one.purse, one.side)?;
        Ok(sources.iter().find(|source| source.at == one.source && source.giver == one.giver).cloned())
    }

    /// The source that its giver can no longer use after this payment; `None` if it had paid so before.
    fn shut_by(&self, one: &Spent) -> Read<Option<u8>> {
        let item = &self.game.purses[one.purse.at()];
        let same = |spent: &Spent| spent.purse == one.purse && spent.side == one.side && spent.giver == one.giver;
        if self.state.spent.iter().any(|spent| same(spent) && spent.source == one.source) {
            return Ok(None);
        }
        let sources = self.acting(one.side).sources(one.purse, one.side)?;
        let open = |other: &u8| sources.iter().any(|own| own.at == *other && own.giver == one.giver && own.gives > 0);
        Ok(item.excluded_by(one.source).find(open))
    }

    /// The first way that gives up nothing that could have paid for something else.
    ///
    /// # Errors
    /// When a source cannot be worked out.
    pub fn free_way(&self, ways: &[Vec<Spent>]) -> Read<Option<usize>> {
        'ways: for (at, way) in ways.iter().enumerate() {
            for one in way.iter().filter(|one| one.amount > 0 && one.source != FundingSource::OVER) {
                let kind = self.game.purses[one.purse.at()].sources.get(usize::from(one.source));
                let shared = self.source_of(one)?.is_none_or(|source| source.all_together);
                if shared || kind.is_none_or(|kind| kind.whole || kind.from.is_some()) || self.shut_by(one)?.is_some() {
                    continue 'ways;
                }
            }
            return Ok(Some(at));
        }
        self.only_unbought(ways)
    }

    /// The only way that draws on no other purse, where all have the same givers: what it uses up can be bought later
    /// for the same price.
    fn only_unbought(&self, ways: &[Vec<Spent>]) -> Read<Option<usize>> {
        let buys = |one: &&Spent| {
            let kind = self.game.purses[one.purse.at()].sources.get(usize::from(one.source));
            one.amount > 0 && kind.is_some_and(|kind| kind.from.is_some())
        };
        let mut unbought = ways.iter().enumerate().filter(|(_, way)| !way.iter().any(|one| buys(&one)));
        let (Some((at, way)), None) = (unbought.next(), unbought.next()) else { return Ok(None) };
        // What a way buys with is paid from other purses.
        let purses: Vec<_> = way.iter().map(|one| one.purse).collect();
        let givers = |way: &[Spent]| {
            let own = way.iter().filter(|one| one.amount > 0 && purses.contains(&one.purse));
            let mut givers: Vec<_> = own.map(|one| (one.purse, one.giver)).collect();
            givers.sort_unstable();
            givers
        };
        if ways.len() < 2 || ways.iter().any(|other| givers(other) != givers(way)) {
            return Ok(None);
        }
        for one in way.iter().filter(|one| one.amount > 0) {
            if self.shut_by(one)?.is_some() {
                return Ok(None);
            }
        }
        Ok(Some(at))
    }

    /// What a way to pay leaves and gives up, in words: `1 of 3 left, LDR1 then gives nothing in the area`.
    ///
    /// # Errors
    /// When a source cannot be worked out.
    pub fn way_note(&self, way: &[Spent]) -> Read<String> {
        let mut parts = Vec::new();
        for one in way.iter().filter(|one| one.amount > 0) {
            let purse = &self.game.purses[one.purse.at()];
            let Some(kind) = purse.sources.get(usize::from(one.source)) else { continue };
            let Some(source) = self.source_of(one)? else { continue };
            let ours = |spent: &&Spent| spent.purse == one.purse && spent.side == one.side;
            let spent: Vec<Spent> = self.state.spent.iter().filter(ours).copied().collect();
            if kind.whole {
                continue;
            }
            if let Some(from) = kind.from {
                parts.push(format!("for {}", amount_words(i64::from(one.amount), &self.game.purses[from.at()])));
            }
            if source.all_together {
                let gone: i64 = source.gone(&spent).map(|one| i64::from(one.amount)).sum();
                let left = (source.gives - gone - i64::from(one.amount)).max(0);
                if source.gives < i64::from(u16::MAX) {
                    parts.push(format!("{} of {} left", purse.amount(left), purse.amount(source.gives)));
                }
            } else {
                parts.push(format!("{} for each", amount_words(source.gives, purse)));
            }
            if let Some(shut) = self.shut_by(one)? {
                let name = purse.sources.get(usize::from(shut)).map_or("", |source| source.name.as_str());
                let name = plain_words(name);
                parts.push(match one.giver {
                    // `in the section of` names the giver after it.
                    Some(giver) => {
                        let place = name.strip_suffix(" of").unwrap_or(&name);
                        format!("{} then gives nothing {place}", self.name(giver))
                    }
                    None => format!("then nothing {name}"),
                });
            }
        }
        Ok(parts.join(", "))
    }
}
