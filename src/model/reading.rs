//! The meaning of a word after a dot, by the type of the expression before the dot.
//!
//! The checker, native evaluation and scripts must agree on this, so it is defined once, here.

use super::api::{Api, Form, TABLE, Wants};
use super::game::{Game, ListOrigin, NounFilter, Word, WordForm};
use super::id::{Domain, NounId, WordId};
use super::node::Term;
use super::types::Type;

/// The meaning of a word after a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A word of the game.
    Term {
        /// The word.
        term: Term,
        /// True for the opposite word.
        negated: bool,
    },
    /// A word of a whole set: `is lone(marks)`, read as `side.marks.lone`.
    OfSet {
        /// The word.
        word: WordId,
        /// True for the opposite word.
        negated: bool,
    },
    /// An entry of the API.
    Api(Api),
    /// The members of a noun of another domain: `mine.areas`, `county.units`. The entry collects them, the noun
    /// filters.
    Gather {
        /// The entry that collects everything of the noun's domain.
        api: Api,
        /// The noun.
        noun: NounId,
    },
    /// `unit.printed`: the next word is a fact, read as printed.
    Printed,
}

/// The meaning of `.name` after one thing of `domain`, or after a set (`many`).
pub fn property(game: &Game, domain: Domain, many: bool, name: &str) -> Option<Reading> {
    if let Some((term, negated)) = term(game, domain, name) {
        return Some(Reading::Term { term, negated });
    }
    if let Some((word, negated)) = of_set(game, domain, name).filter(|_| many) {
        return Some(Reading::OfSet { word, negated });
    }
    if let Some(api) = api(Form::Property, domain, many, name) {
        return Some(Reading::Api(api));
    }
    if name == "printed" && !many {
        return Some(Reading::Printed);
    }
    let (noun, members) = plural(game, name)?;
    if members == domain {
        return Some(Reading::Term { term: Term::Noun(noun), negated: false });
    }
    if let Domain::List(list) = members {
        let term = term_of_list(game, domain, list)?;
        return Some(Reading::Term { term, negated: false });
    }
    let api = gathering(members).filter(|api| suits(*api, domain))?;
    Some(Reading::Gather { api, noun })
}

/// The word of the game called `name` after a thing of `domain`, and whether it is the opposite.
pub fn term(game: &Game, domain: Domain, name: &str) -> Option<(Term, bool)> {
    // A look-up by borrowed text would need a separate key type, and the names are short.
    game.terms.get(&(name.to_owned(), domain)).copied()
}

/// The word called `name` whose only parameter is a set of `domain`, and whether it is the opposite.
pub fn of_set(game: &Game, domain: Domain, name: &str) -> Option<(WordId, bool)> {
    let is_named = |word: &Word| word.name == name || word.opposite.as_deref() == Some(name);
    let at = game.words.iter().position(|word| is_named(word) && is_of_set(word, domain))?;
    Some((WordId(at as u16), game.words[at].name != name))
}

/// True if the only parameter of this word is a set of `domain`.
pub fn is_of_set(word: &Word, domain: Domain) -> bool {
    word.bare && matches!(word.params.as_slice(), [of] if of.ty == Type::Set(domain))
}

/// True if this entry takes a slot number but the game's slots have names. The name then refers to the variable.
pub fn is_named_slot(game: &Game, api: Api) -> bool {
    api == Api::InSlot && game.board.named_slots.is_some()
}

/// The API entry of this form and name that accepts a receiver of `domain`.
pub fn api(form: Form, domain: Domain, many: bool, name: &str) -> Option<Api> {
    TABLE
        .iter()
        .find(|entry| entry.form == form && entry.name == name && receives(entry.api, domain, many))
        .map(|entry| entry.api)
}

/// True if the first argument of this entry may be one thing, or a set, of `domain`.
pub fn receives(api: Api, domain: Domain, many: bool) -> bool {
    // A yes/no entry for one thing also filters a set.
    let many = many && !filters(api);
    let accepts = match api.entry().wants.first() {
        Some(Wants::One(wanted)) => *wanted == domain && !many,
        Some(Wants::Some(wanted)) => *wanted == domain,
        Some(Wants::Thing) => !many,
        Some(Wants::Set | Wants::Like) => true,
        Some(
            Wants::Int
            | Wants::Prompt
            | Wants::Place
            | Wants::Spot
            | Wants::Member
            | Wants::Dice
            | Wants::Measure
            | Wants::Test
            | Wants::Tally
            | Wants::Offers
            | Wants::Level
            | Wants::Way
            | Wants::Ways
            | Wants::Line
            | Wants::Limits
            | Wants::Variable
            | Wants::Answer,
        )
        | None => false,
    };
    accepts && suits(api, domain)
}

/// True if this yes/no entry for one thing also filters a set.
pub fn filters(api: Api) -> bool {
    matches!(api, Api::InPlay | Api::OnMap | Api::Boxed | Api::EdgeOpen)
}

/// True if this entry makes sense for `domain`. According to the table, some entries take a set or thing of any domain.
fn suits(api: Api, domain: Domain) -> bool {
    let list = matches!(domain, Domain::List(_));
    match api {
        Api::PiecesOf => list || matches!(domain, Domain::Side | Domain::Space | Domain::Kind),
        Api::SpacesOf => list || matches!(domain, Domain::Piece | Domain::Side),
        Api::SidesOf => matches!(domain, Domain::Piece | Domain::Card | Domain::Space),
        Api::CardsOf => domain == Domain::Side,
        Api::EdgesOf => matches!(domain, Domain::Space | Domain::Link),
        Api::SideOf => matches!(domain, Domain::Piece | Domain::Card | Domain::Space),
        Api::OwnerOf => matches!(domain, Domain::Piece | Domain::Card | Domain::Space),
        Api::SpaceOf => domain == Domain::Piece,
        Api::OnMap => matches!(domain, Domain::Piece | Domain::Space),
        Api::Of => matches!(domain, Domain::Piece | Domain::Card | Domain::Space),
        Api::Neighbours
        | Api::Across
        | Api::Ahead
        | Api::Behind
        | Api::Beside
        | Api::AllAhead
        | Api::AllBehind
        | Api::Leading => domain == Domain::Space,
        Api::Distance | Api::Nearest | Api::Within | Api::Distant => matches!(domain, Domain::Piece | Domain::Space),
        _ => true,
    }
}

fn gathering(domain: Domain) -> Option<Api> {
    match domain {
        Domain::Piece => Some(Api::PiecesOf),
        Domain::Space => Some(Api::SpacesOf),
        Domain::Side => Some(Api::SidesOf),
        Domain::Kind => Some(Api::KindsOf),
        Domain::Card => Some(Api::CardsOf),
        Domain::Edge => Some(Api::EdgesOf),
        Domain::Game
        | Domain::Mode
        | Domain::Direction
        | Domain::Number
        | Domain::Link
        | Domain::Zone
        | Domain::Purse
        | Domain::Offer
        | Domain::Step
        | Domain::List(_) => None,
    }
}

fn plural(game: &Game, name: &str) -> Option<(NounId, Domain)> {
    let at = game.nouns.iter().position(|noun| noun.plural.as_deref() == Some(name))?;
    let noun = game.nouns.get(at)?;
    let is_number = matches!(noun.filter, NounFilter::Int | NounFilter::Flag | NounFilter::Text | NounFilter::Dice);
    (!is_number).then_some((NounId(at as u16), noun.domain))
}

/// The word that returns a thing's value of a list, if there is exactly one: `mine.divisions`.
fn term_of_list(game: &Game, domain: Domain, list: u16) -> Option<Term> {
    let mut terms: Vec<Term> = game.facts_of_list(domain, list).map(Term::Fact).collect();
    let is_line = |id: super::id::ListId| id.0 == list;
    if matches!(domain, Domain::Piece | Domain::Space)
        && game.board.grids.iter().any(|grid| is_line(grid.columns) || is_line(grid.rows))
    {
        terms.push(Term::Line(super::id::ListId(list)));
    }
    match terms.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// The type of a word of one thing.
///
/// The location of a piece (its space, area, column) counts as always present, although a piece in a box has no area,
/// because rules constantly use these words of pieces on the board.
pub fn term_type(game: &Game, term: Term) -> Type {
    match term {
        Term::Fact(id) => game.facts.get(id.at()).map_or(Type::Any, |fact| fact.ty),
        Term::Var(id) => game.vars.get(id.at()).map_or(Type::Any, |var| var.ty),
        Term::Word(id) => game.words.get(id.at()).map_or(Type::Any, |word| match (word.form, word.body.ty) {
            (WordForm::Is, _) => Type::Flag,
            (_, Type::Any) => Type::Any,
            (WordForm::The, ty) => ty.optional(),
            (WordForm::Set, Type::One(domain, _)) => Type::Set(domain),
            (WordForm::Set, ty) => ty,
        }),
        Term::Quantity(id) => quantity_type(game, id),
        Term::Kind(_) | Term::Mode(_) | Term::Noun(_) | Term::Region(_) => Type::Flag,
        Term::Zone(_) => Type::Set(Domain::Card),
        Term::Box(_) => Type::One(Domain::Space, false),
        Term::Grid(_) => Type::One(Domain::Space, false),
        Term::Purse(id) => match game.purses.get(id.at()) {
            Some(purse) if purse.halves => Type::Half(false),
            _ => Type::Int(false),
        },
        Term::Facing => Type::One(Domain::Direction, false),
        Term::Arc(_) => Type::Set(Domain::Space),
        // A space may have no terrain, but it always has a column.
        Term::Line(list) => {
            let may_lack = game
                .lists
                .get(list.at())
                .is_some_and(|list| matches!(list.origin, ListOrigin::Terrains | ListOrigin::Weathers));
            Type::One(Domain::List(list.0), may_lack)
        }
    }
}

/// The type of a quantity: a number, or an amount of a purse counted in halves.
pub fn quantity_type(game: &Game, id: super::id::QuantityId) -> Type {
    match game.quantities.get(id.at()) {
        Some(quantity) if quantity.halves => Type::Half(false),
        _ => Type::Int(false),
    }
}

/// The type of a member of a set of `domain`. Members of a set of numbers are plain numbers.
pub fn member_type(domain: Domain) -> Type {
    match domain {
        Domain::Number => Type::Int(false),
        _ => Type::One(domain, false),
    }
}

/// The type of a noun: of one, or of a set of them.
pub fn noun_type(game: &Game, noun: NounId, plural: bool) -> Type {
    let Some(noun) = game.nouns.get(noun.at()) else { return Type::Any };
    match noun.filter {
        NounFilter::Int => Type::Int(false),
        NounFilter::Flag => Type::Flag,
        NounFilter::Text => Type::Text,
        NounFilter::Dice => Type::Dice,
        NounFilter::All | NounFilter::Kind(_) | NounFilter::Grid(_) | NounFilter::Region(_) | NounFilter::Term(..) => {
            if plural {
                Type::Set(noun.domain)
            } else {
                member_type(noun.domain)
            }
        }
    }
}
