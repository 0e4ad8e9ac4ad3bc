//! `help TERM`: the entries of the game, its pieces and the program. Without an entry, a search.

mod card;
mod search;

use std::collections::BTreeSet;

use indexmap::IndexSet;

use crate::analysis::citing::{Named, named, place};
use crate::diagnostic::words::with_article;
use crate::draw::{Area, Line, Role, area, facts_and_variables, numbers, signs, stance, variables};
use crate::model::api;
use crate::model::card::{Seen, Zone};
use crate::model::game::{Fact, Game, Kind, ListOrigin, Member, Nature, Unique};
use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::offer::{Offer, OfferParam, Source};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::source::{fold, plain_words};

use super::Session;
use super::lookup::{in_force, readings_of};
use super::printed::printed;
use super::story::capital_letter;
use super::table::table;
use super::terms::{TERMS, term};
use card::{uses_of, values_of};
use search::mentions;
pub(super) use search::sections_about;

/// Kinds of items for rules authors only. They are shown only if a term has no other meaning.
const FOR_AUTHORS: [&str; 5] = ["procedure", "fn", "walk", "word", "invariant"];

impl Session {
    /// The entries of a term: of the game, of a piece or its numbers, of the program, of its scripts. If there are
    /// none, everything that mentions it. None if it is not mentioned. `full WORD` shows where each entry is in the
    /// rules.
    pub fn help(&self, word: &str) -> Option<Vec<Line>> {
        let game = &*self.game;
        let (word, full) = word.strip_prefix("full ").map_or((word, false), |word| (word.trim(), true));
        // A counter as a lesson writes it: `MA1 2-3`.
        let is_rating =
            |text: &str| text.contains(|sign: char| sign.is_ascii_digit()) && !text.contains(char::is_alphabetic);
        let word = match word.rsplit_once(' ') {
            Some((label, rating)) if is_rating(rating) && !self.world(|world| of_piece(world, label)).is_empty() => {
                label
            }
            _ => word,
        };
        let wanted = fold(word);
        let mut found = entries(game, &wanted);
        // The value of a number in play comes before its printed value.
        found.sort_by_key(|item| item.kind == "fact");
        found.extend(rulings_chosen(game, &found));
        let mut lines = self.world(|world| of_sign(world, word));
        lines.extend(self.world(|world| found.iter().flat_map(|item| entry(world, item, full)).collect::<Vec<_>>()));
        lines.extend(self.world(|world| of_piece(world, word)));
        // The name of a printed value or a kind may also be that of a list, a value, a side or a place.
        let says_little = |item: &Named<'_>| {
            FOR_AUTHORS.contains(&item.kind) || ["fact", "kind"].contains(&item.kind) || !is_called(item, &wanted)
        };
        if found.iter().all(says_little) {
            lines.splice(0..0, self.world(|world| without_doc(world, &wanted)));
        }
        // Of a mode or a side nothing else tells, even if a step or an action has its name.
        lines.splice(0..0, mode_or_side(game, &wanted));
        if let Some(term) = term(word) {
            lines.push(Line::of(Role::Dim, "term ").and(Role::Title, term.name));
            lines.push(Line::plain(format!("  {}.", capital_letter(term.text))));
        }
        for entry in api::TABLE.iter().filter(|entry| fold(entry.name) == wanted) {
            lines.push(
                Line::of(Role::Dim, "in scripts ")
                    .and(Role::Title, entry.name)
                    .and(Role::Plain, format!("  {}", entry.doc)),
            );
        }
        if lines.is_empty() {
            lines.extend(self.world(|world| pieces_with(world, &wanted)));
        }
        if lines.is_empty() {
            lines = mentions(game, word);
        }
        (!lines.is_empty()).then_some(lines)
    }

    /// A table of the rules as it is printed. Values in parentheses after its name are ignored: `ask` looks them up.
    pub fn why_table(&self, text: &str) -> Option<Vec<Line>> {
        let wanted = fold(text.split('(').next().unwrap_or_default());
        let found = entries(&self.game, &wanted);
        let item = found.iter().find(|item| item.kind == "table")?;
        Some(self.world(|world| entry(world, item, true)))
    }

    /// The words `help` knows.
    pub fn help_words(&self) -> Vec<String> {
        let others = TERMS.iter().map(|term| term.name).chain(api::TABLE.iter().map(|entry| entry.name));
        self.words_of(|_| true, others)
    }

    /// The words of the game that appear on the screen: titles of steps, actions, cards, kinds, values, terrain, modes,
    /// purses, lists, zones and outcomes.
    pub fn screen_words(&self) -> Vec<String> {
        self.words_of(|item| !FOR_AUTHORS.contains(&item.kind) && item.kind != "ruling", std::iter::empty())
    }

    /// The titles of items of the game, the words without documentation and others, sorted.
    fn words_of(&self, wanted: impl Fn(&Named<'_>) -> bool, others: impl Iterator<Item = &'static str>) -> Vec<String> {
        let items = named(&self.game);
        let titles = items.iter().filter(|item| wanted(item)).map(|item| item.title);
        let titles = titles.filter(|title| !title.is_empty() && !title.contains('{'));
        let titles = titles.map(str::to_owned).chain(others.map(str::to_owned));
        let words: BTreeSet<String> = titles.chain(self.world(shown_words)).collect();
        words.into_iter().collect()
    }

    /// The words of [`Self::screen_words`] that should have a line of documentation in the rules and have none, each
    /// with its kind and place.
    pub fn undocumented(&self) -> Vec<(String, &str, String)> {
        let game = &*self.game;
        let lacking = |item: &&Named<'_>| {
            let kinds = ["step", "action", "family", "card", "kind", "fact", "state", "quantity"];
            kinds.contains(&item.kind) && !item.title.is_empty() && item.doc.is_none_or(|doc| doc.trim().is_empty())
        };
        // The cost of an action is explained with the action.
        let is_cost = |item: &&Named<'_>| item.kind == "quantity" && action_of_cost(game, item).is_some();
        let quiet = |item: &&Named<'_>| game.vars.iter().any(|var| var.span == item.span && var.quiet);
        let all = named(game);
        let found = all.iter().filter(lacking).filter(|item| !quiet(item) && !is_cost(item));
        found.map(|item| (item.title.to_owned(), item.kind, place(game, item.span))).collect()
    }
}

/// True if an item has this name or title.
fn is_called(item: &Named<'_>, word: &str) -> bool {
    fold(item.name) == word || fold(item.title) == word
}

/// The entries of a game for a term: those with this name or title, or actions that begin with it. Entries for authors
/// only are omitted if there are others.
fn entries<'g>(game: &'g Game, wanted: &str) -> Vec<Named<'g>> {
    let mut found: Vec<Named<'g>> = named(game).into_iter().filter(|item| !item.title.is_empty()).collect();
    let begins = |item: &Named<'_>| {
        ["action", "family"].contains(&item.kind) && fold(item.title).split(' ').next() == Some(wanted)
    };
    // `step` on the screen may be one of the `steps` of the game.
    let many = format!("{wanted}s");
    let is_one = !found.iter().any(|item| is_called(item, wanted)) && wanted.len() > 2;
    found.retain(|item| is_called(item, wanted) || begins(item) || is_one && is_called(item, &many));
    if found.iter().any(|item| !FOR_AUTHORS.contains(&item.kind)) {
        found.retain(|item| !FOR_AUTHORS.contains(&item.kind));
    }
    found
}

/// The rulings of this game that cite a section of a card found and are not the default: the printed text of the card
/// may not hold under them.
fn rulings_chosen<'g>(game: &'g Game, found: &[Named<'_>]) -> Vec<Named<'g>> {
    let of_card = |section: &SectionId| found.iter().any(|item| item.kind == "card" && item.cites.contains(section));
    let is_chosen = |item: &Named<'_>| {
        let at = game.rulings.iter().position(|ruling| ruling.span == item.span);
        at.is_some_and(|at| game.readings.get(at).is_some_and(|reading| *reading != game.rulings[at].default))
    };
    let is_found = |item: &Named<'_>| found.iter().any(|one| one.span == item.span);
    let rulings = named(game).into_iter().filter(|item| item.kind == "ruling" && !is_found(item));
    rulings.filter(|item| item.cites.iter().any(of_card) && is_chosen(item)).collect()
}

fn entry(world: &World<'_>, item: &Named<'_>, full: bool) -> Vec<Line> {
    let game = world.game;
    let mut head = Line::of(Role::Dim, format!("{} ", kind_of(game, item))).and(Role::Title, plain_words(item.title));
    let placed = full || FOR_AUTHORS.contains(&item.kind);
    // A ruling is set by its name.
    if (placed || item.kind == "ruling") && fold(item.title) != fold(item.name) {
        head.push(Role::Plain, format!(" ({})", item.name));
    }
    for cite in item.cites {
        head.push(Role::Cite, format!(" §{}", game.section(*cite).number));
    }
    if placed {
        head.push(Role::Dim, format!("  {}", place(game, item.span)));
    }
    let mut lines = vec![head];
    for line in item.doc.unwrap_or_default().lines() {
        lines.push(Line::plain(format!("  {}", line.trim())));
    }
    if let Some(card) = game.card_defs.iter().find(|card| item.kind == "card" && card.span == item.span) {
        lines.extend(values_of(world, card));
        lines.extend(uses_of(game, card));
    }
    for exception in game.exceptions.iter().filter(|exception| exception.from == item.name) {
        let text = game.sources.text(exception.span).split('@').next().unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let cites: String = exception.cites.iter().map(|cite| format!(" §{}", game.section(*cite).number)).collect();
        lines.push(Line::plain(format!("  {text}")).and(Role::Cite, cites));
    }
    if let (None, Some(offer)) = (item.doc, action_of_cost(game, item)) {
        let doc = offer.doc.as_deref().map(|doc| format!(": {}", doc.trim())).unwrap_or_default();
        lines.push(Line::plain(format!("  The cost of {} in points{doc}", offer.title)));
    }
    if let Some(purse) = game.purses.iter().position(|purse| purse.span == item.span && item.kind == "purse") {
        let paid = |offer: &&Offer| pays_from(game, offer, purse);
        let paid: IndexSet<&str> = game.offers.iter().filter(paid).map(|offer| offer.title.as_str()).collect();
        let paid: Vec<&str> = paid.into_iter().collect();
        if !paid.is_empty() {
            lines.push(Line::plain(format!("  Pays for: {}.", paid.join(", "))));
        }
    }
    if let Some(table) = game.tables.iter().find(|table| table.span == item.span) {
        lines.extend(printed(world, table));
    }
    if let Some(at) = game.rulings.iter().position(|ruling| ruling.span == item.span) {
        lines.extend(readings_of(game, at, true));
        lines.push(in_force(game, at, true));
    }
    lines
}

/// True if a purse pays for an offer: for itself, or for the steps of a walk that it offers.
fn pays_from(game: &Game, offer: &Offer, purse: usize) -> bool {
    let is_it = |id: PurseId| id.at() == purse;
    let walks =
        |node: &Node| matches!(node.expr, Expr::Walk { walk, .. } if game.walks[walk.at()].purse.is_some_and(is_it));
    let leads = |param: &OfferParam| matches!(&param.source, Source::One(node) if node.any(walks));
    offer.pays.iter().any(|pays| is_it(pays.purse)) || offer.params.iter().any(leads)
}

/// The kind of an item, in a player's words.
fn kind_of<'g>(game: &Game, item: &Named<'g>) -> &'g str {
    match game.vars.iter().find(|var| item.kind == "state" && var.span == item.span) {
        Some(var) if var.nature == Nature::Terrain => "terrain",
        Some(var) if var.nature == Nature::Weather => "weather",
        Some(var) if var.ty == Type::Flag => "flag",
        Some(_) => "variable",
        None if item.kind == "fact" => "printed value",
        None if item.kind == "quantity" => "number",
        None => item.kind,
    }
}

/// The action whose cost this quantity is.
fn action_of_cost<'g>(game: &'g Game, item: &Named<'_>) -> Option<&'g Offer> {
    let title = item.title.strip_prefix("cost of ").filter(|_| item.kind == "quantity")?;
    game.offers.iter().find(|offer| offer.title == title)
}

/// A symbol on the board, such as a badge on a counter, with its meaning.
fn of_sign(world: &World<'_>, sign: &str) -> Vec<Line> {
    // The letter of a number comes before the number: `h2`.
    let sign = sign.trim();
    let letter = sign.trim_end_matches(|sign: char| sign.is_ascii_digit());
    // What is called `h2` itself is no sign with a number.
    let letter = if entries(world.game, &fold(sign)).is_empty() { letter } else { "" };
    // Every box of a track has the same brackets.
    let brackets = ["[]", "()"].into_iter().find(|pair| {
        let [open, close] = [&pair[..1], &pair[1..]];
        sign.len() > 2 && sign.starts_with(open) && sign.ends_with(close)
    });
    let meant = |other: &str| other == sign || other == letter && !letter.is_empty() || Some(other) == brackets;
    let titles: IndexSet<String> =
        signs(world).into_iter().filter(|(other, _)| meant(other)).map(|(_, title)| title).collect();
    let row = |title: String| {
        let mut lines =
            vec![Line::of(Role::Dim, "sign ").and(Role::Key, sign).and(Role::Plain, "  ").and(Role::Title, &*title)];
        let found = entries(world.game, &fold(&title));
        let of_kind = |kind: &str| {
            let items = found.iter().filter(|item| item.kind == kind);
            items.flat_map(|item| entry(world, item, false)).collect::<Vec<_>>()
        };
        let state = of_kind("state");
        lines.extend(if state.is_empty() { of_kind("fact") } else { state });
        lines
    };
    titles.into_iter().flat_map(row).collect()
}

/// A piece by its name, or the numbers printed on a counter, each with its meaning.
fn of_piece(world: &World<'_>, word: &str) -> Vec<Line> {
    let game = world.game;
    let wanted = fold(word);
    let open = |piece: &u16| !world.is_face_down(*piece);
    let titled = |piece: &u16| world.unique(*piece).is_some_and(|unique| fold(&unique.title) == wanted);
    let labels = world.labels();
    // Of those that are drawn with this label, or have this word in their title, if there is only one.
    let drawn = |piece: &u16| labels.drawn(*piece).is_some_and(|label| fold(label) == wanted);
    let part = |piece: &u16| has_word(world, *piece, &wanted);
    let only = |fits: &dyn Fn(&u16) -> bool| {
        let mut fitting = world.index.all.iter().filter(open).filter(|piece| fits(piece));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    let named = world.piece_called(word).or_else(|| world.index.all.iter().filter(open).find(titled));
    let named = named.or_else(|| only(&drawn)).or_else(|| only(&part));
    // A mark at the end of printed values is lost when names are compared.
    let printed = |piece: &u16| world.notation(*piece).is_some_and(|text| text == word.trim());
    let nearly = |piece: &u16| world.notation(*piece).is_some_and(|text| fold(&text) == wanted);
    let all = || world.index.all.iter().filter(open);
    let (piece, is_named) = match (named, all().find(printed).or_else(|| all().find(nearly))) {
        (Some(piece), _) => (piece, true),
        (None, Some(piece)) => (piece, false),
        (None, None) => return Vec::new(),
    };
    let state = &world.state.pieces[usize::from(piece)];
    let kind = &game.kinds[usize::from(state.kind)];
    let notation = world.notation(piece);
    let mut head = if is_named {
        let mut head = Line::of(Role::Title, world.name(Ref::piece(piece)))
            .and(Role::Plain, format!("  {} {}", game.sides[usize::from(state.side)].title, kind.title));
        if let Some(notation) = notation {
            head.push(Role::Key, format!("  {notation}"));
        }
        head
    } else {
        Line::of(Role::Key, notation.unwrap_or_default()).and(Role::Plain, format!("  on a counter of {}", kind.title))
    };
    if let Some(space) = world.space_of(Ref::piece(piece)).filter(|_| is_named) {
        head.push(Role::Plain, format!("  in {}", plain_words(&world.title(Ref::space(space)))));
    }
    let stance = if is_named { stance(world, piece) } else { Vec::new() };
    if !stance.is_empty() {
        head.push(Role::Plain, format!(": {}", stance.join(", ")));
    }
    let mut lines = vec![head];
    lines.extend(kind.doc.iter().map(|doc| Line::plain(format!("  {}", doc.trim()))));
    let mut values = numbers(world, piece);
    if values.is_empty() {
        values = ratings(world, piece);
    }
    let rows = values.into_iter().map(|(id, value)| {
        let fact = &game.facts[id.at()];
        // What the value stands for: the armour of a class.
        let told = match world.fact(id, Ref::piece(piece)) {
            Value::Ref(of) if !world.hides_fact(id, Ref::piece(piece)) => facts_and_variables(world, *of),
            _ => Vec::new(),
        };
        let told =
            if told.is_empty() { String::new() } else { format!(" {}: {}.", capital_letter(&value), told.join(", ")) };
        let doc = fact.doc.as_deref().unwrap_or_default().trim();
        vec![
            Line::of(Role::Key, value),
            Line::plain(plain_words(&fact.name)),
            Line::of(Role::Dim, format!("{doc}{told}")),
        ]
    });
    lines.extend(table(rows.collect(), 2));
    lines
}

/// True if a piece has a title of its own with this word.
fn has_word(world: &World<'_>, piece: u16, word: &str) -> bool {
    world.unique(piece).is_some_and(|unique| fold(&unique.title).split(' ').any(|one| one == word))
}

/// The pieces with this word in their titles, in one line.
fn pieces_with(world: &World<'_>, word: &str) -> Option<Line> {
    let all = world.index.all.iter().filter(|piece| !world.is_face_down(*piece) && has_word(world, *piece, word));
    let titles: Vec<String> = all.map(|piece| plain_words(&world.title(Ref::piece(piece)))).collect();
    (!titles.is_empty()).then(|| Line::plain(format!("pieces with this word in their name: {}", titles.join(", "))))
}

/// The printed values of a piece without a notation. Those that are absent, `no` or 0 are omitted.
fn ratings(world: &World<'_>, piece: u16) -> Vec<(FactId, String)> {
    let is_shown = |(id, fact): &(FactId, &Fact)| {
        let is_hidden = world.hides_fact(*id, Ref::piece(piece));
        let value = world.fact(*id, Ref::piece(piece));
        let is_empty = matches!(value, Value::Set(_, members) if members.is_empty());
        let is_said = !is_empty && !matches!(value, Value::None | Value::Flag(false) | Value::Int(0));
        if is_hidden { fact.ty != Type::Flag } else { is_said }
    };
    let shown = world.game.facts_of(Domain::Piece).filter(is_shown);
    shown.map(|(fact, _)| (fact, world.show_fact(fact, Ref::piece(piece)))).collect()
}

/// The words on the screen without documentation of their own: members of lists, modes, sides, spaces, zones.
fn shown_words(world: &World<'_>) -> Vec<String> {
    let game = world.game;
    let mut words: Vec<String> = Vec::new();
    for list in game.lists.iter().filter(|list| !matches!(list.origin, ListOrigin::Terrains | ListOrigin::Weathers)) {
        words.extend(list.members.iter().map(|member| member.title.clone()));
    }
    words.extend(game.modes.iter().map(|mode| mode.name.clone()));
    words.extend(game.sides.iter().map(|side| side.title.clone()));
    words.extend(game.zones.iter().map(|zone| zone.name.clone()));
    words.extend(game.board.boxes.iter().map(|item| item.name.clone()));
    words.extend(game.board.regions.iter().map(|region| region.name.clone()));
    words.extend(game.uniques.iter().map(|unique| unique.title.clone()));
    words
}

/// The `///` comment of a box or region, without its full stop.
fn documented<'g>(game: &'g Game, name: &str) -> Option<&'g str> {
    game.board.docs.get(name).map(|doc| unstopped(doc))
}

/// A `///` comment without its full stop.
fn unstopped(doc: &str) -> &str {
    doc.trim().trim_end_matches('.')
}

/// What a zone is for: its `///` comment, or what its place in the deck says.
fn purpose_of(game: &Game, zone: &Zone) -> String {
    let deck = &game.decks[zone.deck.at()];
    let is = |at: usize| deck.zones.get(at).is_some_and(|id| std::ptr::eq(&game.zones[id.at()], zone));
    match &zone.doc {
        Some(doc) => unstopped(doc).to_owned(),
        None if is(0) => format!("Where cards of the deck `{}` are drawn from", deck.title),
        None if is(1) => format!("Where cards drawn from the deck `{}` go", deck.title),
        None if is(2) => format!("Where cards of the deck `{}` go after use", deck.title),
        None => format!("Cards of the deck `{}`", deck.title),
    }
}

/// What something is, its title, and what that means.
fn meaning(what: &str, title: &str, text: &str) -> [Line; 2] {
    let head = Line::of(Role::Dim, format!("{what} ")).and(Role::Title, plain_words(title));
    [head, Line::plain(format!("  {text}."))]
}

/// The meaning of such a word.
fn without_doc(world: &World<'_>, wanted: &str) -> Vec<Line> {
    let game = world.game;
    let mut lines = Vec::new();
    let mut add = |what: &str, title: &str, text: String| lines.extend(meaning(what, title, &text));
    for list in game.lists.iter().filter(|list| fold(&list.name) == wanted) {
        let all = list.members.iter().map(|one| plain_words(&one.title)).collect::<Vec<_>>().join(", ");
        add("list", &list.name, format!("One of: {all}"));
    }
    let mut values = Vec::new();
    for (at, list) in (0u16..).zip(&game.lists) {
        let is_called = |one: &Member| fold(&one.title) == wanted || fold(&one.name) == wanted;
        let Some(index) = list.members.iter().position(is_called) else { continue };
        let member = &list.members[index];
        let all = list.members.iter().map(|one| plain_words(&one.title)).collect::<Vec<_>>().join(", ");
        let text = match list.origin {
            ListOrigin::Outcomes => format!("A level of victory. The levels are: {all}"),
            ListOrigin::Columns(_) => format!("A column of the board. The columns are: {all}"),
            ListOrigin::Rows(_) => format!("A row of the board. The rows are: {all}"),
            _ => format!("{}. All of them: {all}", capital_letter(&with_article(&plain_words(&list.name)))),
        };
        let text = match member.doc.as_deref().map(|doc| doc.trim().trim_end_matches('.')) {
            Some(doc) => format!("{}. {text}", capital_letter(doc)),
            None => text,
        };
        add(&plain_words(&list.name), &member.title, text);
        values.extend(of_value(world, &member.title, Ref::new(Domain::List(at), index as u16)));
    }
    if let Some(zone) = game.zones.iter().find(|zone| fold(&zone.name) == wanted) {
        let seen = match zone.seen {
            Seen::Hidden => "hidden from all players",
            Seen::Owner => "seen by their owner only",
            Seen::Open => "seen by all players",
        };
        add("zone", &zone.name, format!("{}; {seen}", purpose_of(game, zone)));
    }
    if let Some(item) = game.board.boxes.iter().find(|item| fold(&item.name) == wanted) {
        let text = documented(game, &item.name).unwrap_or("A space beside the map, one for each side");
        add("box", &item.name, text.to_owned());
    }
    if let Some(region) = game.board.regions.iter().find(|region| fold(&region.name) == wanted) {
        let count = crate::diagnostic::words::count(region.spaces.count(), "space");
        let text = documented(game, &region.name).unwrap_or("A region of the board");
        add("region", &region.name, format!("{text}: {count}; `board {}` draws it", region.name));
    }
    if let Some(direction) = game.board.directions.iter().find(|one| fold(&one.name) == wanted) {
        let all = game.board.directions.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
        add("direction", &direction.name, format!("A direction of the board. All of them: {all}"));
    }
    let is_called = |one: &&Unique| fold(&one.title) == wanted || fold(&one.name) == wanted;
    if let Some(unique) = game.uniques.iter().find(is_called) {
        let is_it = |piece: u16| world.unique(piece).is_some_and(|one| std::ptr::eq(one, unique));
        // A piece in play has an entry of its own.
        if !world.index.all.iter().any(|piece| is_it(piece) && !world.is_face_down(piece)) {
            let where_it_is = if game.showings.is_empty() { "not in play" } else { "not in play, or hidden" };
            add("piece", &unique.title, format!("A piece with its own name; it is {where_it_is}"));
        }
    }
    lines.extend(values);
    if lines.is_empty() {
        let spaces = game.board.spaces.iter();
        let called = |titles: &[String]| titles.iter().any(|title| fold(title) == wanted);
        if let Some(space) = spaces.into_iter().find(|one| fold(&one.name) == wanted || called(&one.titles)) {
            lines.push(Line::of(Role::Dim, "space ").and(Role::Title, plain_words(&space.title)));
            let text = documented(game, &space.name).unwrap_or("A space of the board");
            lines.push(Line::plain(format!("  {text}; `board {}` describes it.", plain_words(&space.title))));
        }
    }
    lines
}

/// The mode or side of this name.
fn mode_or_side(game: &Game, wanted: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut add = |what: &str, title: &str, text: String| lines.extend(meaning(what, title, &text));
    if let Some(mode) = game.modes.iter().find(|mode| fold(&mode.name) == wanted) {
        let own = |kind: &Kind| {
            let mut modes = kind.modes.iter().filter_map(|one| game.modes.get(usize::from(*one)));
            modes.find(|one| one.alike == mode.alike)
        };
        let kinds: Vec<&str> =
            game.kinds.iter().filter(|kind| own(kind).is_some()).map(|kind| kind.title.as_str()).collect();
        // Kinds may explain one mode each in its own way.
        let docs: IndexSet<&str> =
            game.kinds.iter().filter_map(|kind| own(kind)?.doc.as_deref()).map(unstopped).collect();
        let docs = docs.into_iter().map(|doc| format!(". {doc}")).collect::<String>();
        add("mode", &mode.name, format!("A mode of {}{docs}", kinds.join(", ")));
    }
    if let Some(side) = game.sides.iter().find(|side| fold(&side.title) == wanted || fold(&side.name) == wanted) {
        let doc = side.doc.as_deref().map(unstopped);
        add("side", &side.title, doc.unwrap_or("A side of this game; `status` shows what it has").to_owned());
    }
    lines
}

/// The facts and variables of a list's value, and its spaces with theirs if the board is shaded by the list.
fn of_value(world: &World<'_>, title: &str, value: Ref) -> Vec<Line> {
    let mut lines = Vec::new();
    let told = facts_and_variables(world, value);
    if !told.is_empty() {
        lines.push(Line::plain(format!("  {}", told.join(", "))));
    }
    let is_shade =
        world.game.drawing.shade.is_some_and(|fact| world.game.facts[fact.at()].ty.domain() == Some(value.domain));
    if let (true, Ok(Area::These(spaces))) = (is_shade, area(world, title, None)) {
        let row = |space: u16| {
            let told = variables(world, Ref::space(space)).join(", ");
            vec![Line::plain(plain_words(&world.title(Ref::space(space)))), Line::of(Role::Dim, told)]
        };
        lines.extend(table(spaces.into_iter().map(row).collect(), 4));
        lines.push(Line::of(Role::Dim, format!("  `board {}` draws it", plain_words(title))));
    }
    lines
}
