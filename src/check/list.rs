//! Closed lists: `names` items, levels of victory, terrains and weathers. The lists of a grid are made with the board.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::model::game::{List, ListOrigin, Member};
use crate::model::id::{Domain, ListId, Ref};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{plain, same_name};
use crate::syntax::ast::{ItemKind, Name, Text};

use super::builder::{GameBuilder, title};
use super::error;
use super::gather::Gathered;
use super::reserved;
use crate::model::names::Symbol;

/// Declares the lists of `names` items in order, then levels of victory, terrains and weathers.
pub(crate) fn declare_lists(builder: &mut GameBuilder, items: &Gathered) {
    for (item, values) in items.lists() {
        let name = reserved::list_name(builder, &item.name);
        for value in &values {
            reserved::spell(builder, &value.name);
        }
        builder.cites(&item.cites);
        report_twins(builder, values.iter().map(|value| &value.name));
        report_twins(builder, values.iter().filter_map(|value| value.code.as_ref()));
        let members = values
            .iter()
            .map(|value| Member {
                code: value.code.as_ref().map(|code| code.text.clone()),
                doc: value.doc.clone(),
                ..member(&value.name, value.title.as_ref())
            })
            .collect();
        add_list(builder, &name, members, ListOrigin::Names);
    }
    for more in items.list_extensions() {
        builder.cites(&more.cites);
        let lists: Vec<&str> = items.lists().map(|(item, _)| item.name.text.as_str()).collect();
        if !lists.iter().any(|list| same_name(list, &more.name.text)) {
            let unknown = error::unknown("list", &more.name, &lists);
            let is_of_items = matches!(more.name.text.as_str(), "terrain" | "weather");
            let help = is_of_items.then(|| format!("declare one more: `{} NAME \"Title\" {{ … }}`", more.name.text));
            builder.report(unknown.help_if(help));
        }
    }
    let game = items.each(|kind| if let ItemKind::Game(it) = kind { Some(it) } else { None }).next();
    if let Some((_, game)) = game.filter(|(_, game)| !game.outcome.is_empty()) {
        report_twins(builder, game.outcome.iter());
        let members = game.outcome.iter().map(|name| member(name, None)).collect();
        builder.game.outcomes = Some(add_list(builder, "outcome", members, ListOrigin::Outcomes));
    }
    let terrains = items.each(|kind| if let ItemKind::Terrain(it) = kind { Some(it) } else { None });
    let members: Vec<Member> = terrains.map(|(_, it)| member(&it.name, it.title.as_ref())).collect();
    if !members.is_empty() {
        add_list(builder, "terrain", members, ListOrigin::Terrains);
    }
    let weathers = items.each(|kind| if let ItemKind::Weather(it) = kind { Some(it) } else { None });
    let members: Vec<Member> = weathers.map(|(_, it)| member(&it.name, it.title.as_ref())).collect();
    if !members.is_empty() {
        add_list(builder, "weather", members, ListOrigin::Weathers);
    }
}

/// Reports each member of a list whose plain name an earlier member has.
pub(crate) fn report_twins<'n>(builder: &mut GameBuilder, names: impl Iterator<Item = &'n Name>) {
    let mut seen: FxHashMap<String, &Name> = FxHashMap::default();
    for name in names {
        match seen.entry(plain(&name.text)) {
            Entry::Occupied(earlier) => {
                builder.report(error::member_twice(name, earlier.get().span, name.text == earlier.get().text))
            }
            Entry::Vacant(free) => {
                free.insert(name);
            }
        }
    }
}

/// A member without facts.
pub(crate) fn member(name: &Name, of_title: Option<&Text>) -> Member {
    Member { name: plain(&name.text), title: title(of_title, name), code: None, doc: None, facts: Vec::new() }
}

/// Adds a list, with its members as constants.
pub(crate) fn add_list(builder: &mut GameBuilder, name: &str, members: Vec<Member>, origin: ListOrigin) -> ListId {
    let id = ListId(builder.game.lists.len() as u16);
    let domain = Domain::List(id.0);
    // Terrains and weathers are flags first: their bare name means the spaces, or whether the weather applies. It is a
    // value where one is expected, so `state` adds the values after the flags.
    if !matches!(origin, ListOrigin::Terrains | ListOrigin::Weathers) {
        for (index, member) in members.iter().enumerate() {
            builder.constant(&member.name, Value::Ref(Ref::new(domain, index as u16)), Type::One(domain, false));
        }
    }
    builder.symbol(name, Symbol::List(id));
    builder.game.lists.push(List { name: name.to_owned(), members, origin });
    id
}
