//! Nouns and types: the names that give the type of a parameter, fact or variable (language reference, 2.1 and 3.5).

use crate::diagnostic::Diagnostic;
use crate::model::game::{ListOrigin, Noun, NounFilter, Param};
use crate::model::id::{Domain, GridId, NounId, PurseId};
use crate::model::node::Term;
use crate::model::reading::noun_type;
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast::{self, Definition, ItemKind, Name, TypeKind, TypeRef};

use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use crate::model::names::Symbol;
use crate::model::names::named;

/// The meaning of a written type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadType {
    /// The type.
    pub(crate) ty: Type,
    /// The noun, if it is one.
    pub(crate) noun: Option<NounId>,
    /// The range of numbers, if limited.
    pub(crate) range: Option<(i64, i64)>,
    /// The purse whose amounts it holds, if any.
    pub(crate) purse: Option<PurseId>,
}

/// Declares the nouns of every game, those of lists and grids, then those of `noun` items.
pub(crate) fn declare_nouns(builder: &mut GameBuilder, items: &Gathered) {
    const TYPES: &[(&str, &str, Domain)] = &[
        ("piece", "pieces", Domain::Piece),
        ("space", "spaces", Domain::Space),
        ("side", "sides", Domain::Side),
        ("card", "cards", Domain::Card),
        ("kind", "kinds", Domain::Kind),
        ("mode", "modes", Domain::Mode),
        ("direction", "directions", Domain::Direction),
        ("link", "links", Domain::Link),
        ("edge", "edges", Domain::Edge),
        ("zone", "zones", Domain::Zone),
    ];
    for &(singular, plural, domain) in TYPES {
        add(builder, singular, Some(plural), domain, NounFilter::All);
    }
    for index in 0..builder.game.lists.len() {
        let list = &builder.game.lists[index];
        if !matches!(list.origin, ListOrigin::Terrains | ListOrigin::Weathers) {
            let name = list.name.clone();
            add(builder, &name, Some(&format!("{name}s")), Domain::List(index as u16), NounFilter::All);
        }
    }
    for index in 0..builder.game.board.grids.len() {
        let name = builder.game.board.grids[index].name.clone();
        add(builder, &name, Some(&format!("{name}s")), Domain::Space, NounFilter::Grid(GridId(index as u16)));
    }
    declare_own(builder, items);
}

/// Declares `noun` items. A noun may depend on a word that has nouns as parameters, so this repeats until nothing
/// changes.
fn declare_own(builder: &mut GameBuilder, items: &Gathered) {
    let mut rest: Vec<&ast::Noun> =
        items.each(|kind| if let ItemKind::Noun(it) = kind { Some(it) } else { None }).map(|(_, it)| it).collect();
    let words: Vec<&ast::NounWord> = rest.iter().flat_map(|item| &item.nouns).collect();
    super::list::report_twins(builder, words.iter().map(|word| &word.singular));
    super::list::report_twins(builder, words.iter().filter_map(|word| word.plural.as_ref()));
    loop {
        let before = rest.len();
        rest.retain(|item| match meaning(builder, items, &item.of) {
            Some((domain, filter)) => {
                report_plural(builder, item);
                for word in &item.nouns {
                    super::reserved::type_name(builder, &word.singular);
                    let singular = super::reserved::spell(builder, &word.singular);
                    let plural = word.plural.as_ref().map(|plural| super::reserved::spell(builder, plural));
                    add(builder, &singular, plural.as_deref(), domain, filter);
                }
                false
            }
            None => true,
        });
        if rest.len() == before {
            break;
        }
    }
    for item in rest {
        let TypeKind::Named(name) = &item.of.kind else { continue };
        let names: Vec<String> = type_names(builder);
        builder.report(error::unknown("type, kind or word", name, &names));
    }
}

/// Reports a noun for several things: it would name one of them.
fn report_plural(builder: &mut GameBuilder, item: &ast::Noun) {
    let TypeKind::Named(name) = &item.of.kind else { return };
    let Some((noun, true)) = noun_named(builder, &plain(&name.text)) else { return };
    let one = builder.game.nouns[noun.at()].singular.clone();
    let word = item.nouns.first().map_or("", |word| word.singular.text.as_str());
    builder.report(
        Diagnostic::error("wrong-value", format!("`{}` are several, and a noun names one thing", name.text))
            .at(name.span, format!("expected `{one}`"))
            .help(format!("write `noun {word} = {one}`; a parameter for several is written `{word}: {}`", name.text)),
    );
}

/// The meaning of a noun; `None` if it is not known yet.
fn meaning(builder: &GameBuilder, items: &Gathered, of: &TypeRef) -> Option<(Domain, NounFilter)> {
    let name = match &of.kind {
        TypeKind::Named(name) => plain(&name.text),
        TypeKind::Range(_) => return Some((Domain::Number, NounFilter::Int)),
    };
    match name.as_str() {
        "int" => return Some((Domain::Number, NounFilter::Int)),
        "flag" => return Some((Domain::Number, NounFilter::Flag)),
        "text" => return Some((Domain::Number, NounFilter::Text)),
        "dice" => return Some((Domain::Number, NounFilter::Dice)),
        _ => {}
    }
    if let Some(kind) = named(&builder.game.kinds, &name) {
        return Some((Domain::Piece, NounFilter::Kind(kind)));
    }
    if let Some(region) = named(&builder.game.board.regions, &name) {
        return Some((Domain::Space, NounFilter::Region(region)));
    }
    if let Some((noun, _)) = noun_named(builder, &name) {
        let noun = &builder.game.nouns[noun.at()];
        return Some((noun.domain, noun.filter));
    }
    // A word with one parameter: words are numbered in order before anything else about them is known.
    let mut words =
        items.each(|kind| if let ItemKind::Definition(it) = kind { Some(it) } else { None }).map(|(_, it)| it);
    let is = |word: &&Definition| {
        plain(&word.name.text) == name || word.opposite.as_ref().is_some_and(|other| plain(&other.text) == name)
    };
    let at = words.position(|word| is(&word))?;
    let word = items.each(|kind| if let ItemKind::Definition(it) = kind { Some(it) } else { None }).nth(at)?.1;
    let negated = plain(&word.name.text) != name;
    let [param] = word.params.as_slice() else { return None };
    let (noun, _) = noun_named(builder, &plain(&param.name.text))?;
    let term = Term::Word(crate::model::id::WordId(at as u16));
    Some((builder.game.nouns[noun.at()].domain, NounFilter::Term(term, negated)))
}

fn add(builder: &mut GameBuilder, singular: &str, plural: Option<&str>, domain: Domain, filter: NounFilter) {
    // `noun county/counties = county` gives a list's built-in noun another plural.
    let known = builder
        .game
        .nouns
        .iter()
        .position(|noun| noun.singular == singular && noun.domain == domain && noun.filter == filter);
    if let Some(known) = known {
        let id = NounId(known as u16);
        if let Some(plural) = plural.filter(|plural| builder.game.nouns[known].plural.as_deref() != Some(*plural)) {
            if let Some(old) = builder.game.nouns[known].plural.replace(plural.to_owned()) {
                builder.names.symbols.shift_remove(&old);
            }
            builder.symbol(plural, Symbol::Noun { noun: id, plural: true });
        }
        return;
    }
    let id = NounId(builder.game.nouns.len() as u16);
    builder.game.nouns.push(Noun { singular: singular.to_owned(), plural: plural.map(str::to_owned), domain, filter });
    builder.symbol(singular, Symbol::Noun { noun: id, plural: false });
    if let Some(plural) = plural {
        builder.symbol(plural, Symbol::Noun { noun: id, plural: true });
    }
}

/// The noun with this name, with true if the name is the plural; the later of two takes precedence.
pub(crate) fn noun_named(builder: &GameBuilder, name: &str) -> Option<(NounId, bool)> {
    let nouns = &builder.game.nouns;
    let find = |is: &dyn Fn(&Noun) -> bool| nouns.iter().rposition(is).map(|index| NounId(index as u16));
    find(&|noun| noun.singular == name)
        .map(|id| (id, false))
        .or_else(|| find(&|noun| noun.plural.as_deref() == Some(name)).map(|id| (id, true)))
}

/// The parameters of a definition.
pub(crate) fn params(builder: &mut GameBuilder, params: &[ast::Param]) -> Vec<Param> {
    super::list::report_twins(builder, params.iter().map(|param| &param.name));
    params.iter().map(|param| read_param(builder, param)).collect()
}

/// The parameters of a replacement, or names for those of a scope or verb: at most as many as there are.
pub(crate) fn params_like(
    builder: &mut GameBuilder,
    names: &[ast::Param],
    like: &[Param],
    span: crate::source::Span,
) -> Vec<Param> {
    let params = params(builder, names);
    if params.len() != like.len() {
        let headline = format!("{} parameters take the place of {}", params.len(), like.len());
        builder.report(
            crate::diagnostic::Diagnostic::error("argument-count", headline).at(span, "the two must have as many"),
        );
        return like.to_vec();
    }
    params
}

fn read_param(builder: &mut GameBuilder, param: &ast::Param) -> Param {
    let (ty, noun) = match &param.ty {
        Some(ty) => {
            let read = read_type(builder, ty);
            (read.ty, read.noun)
        }
        None => named_param(builder, &param.name),
    };
    let name = super::reserved::spell(builder, &param.name);
    Param { name, noun, ty: if param.optional { ty.optional() } else { ty } }
}

/// The type of a parameter from its name alone; a name that is not a noun is reported.
pub(crate) fn named_param(builder: &mut GameBuilder, name: &Name) -> (Type, Option<NounId>) {
    match noun_named(builder, &plain(&name.text)) {
        Some((noun, plural)) => (noun_type(&builder.game, noun, plural), Some(noun)),
        None => {
            let nouns: Vec<String> = builder
                .game
                .nouns
                .iter()
                .flat_map(|noun| std::iter::once(noun.singular.clone()).chain(noun.plural.clone()))
                .collect();
            let kinds: Vec<&str> = builder.game.kinds.iter().map(|kind| kind.name.as_str()).collect();
            let problem = error::parameter_without_type(name, nouns.iter().map(String::as_str), &kinds);
            builder.report(problem);
            (Type::Any, None)
        }
    }
}

/// The meaning of a written type.
pub(crate) fn read_type(builder: &mut GameBuilder, ty: &TypeRef) -> ReadType {
    let mut read = ReadType { ty: Type::Any, noun: None, range: None, purse: None };
    match &ty.kind {
        TypeKind::Range(range) => {
            read.ty = Type::Int(false);
            let (low, high) = (range.low.unwrap_or(i64::MIN), range.high.unwrap_or(i64::MAX));
            if low > high {
                let text = builder.sources.text(ty.span);
                let problem = error::wrong_value((text, ty.span), "a range with the smaller number first");
                builder.report(problem.help(format!("write `{high}..{low}`")));
            }
            read.range = Some((low.min(high), high.max(low)));
        }
        TypeKind::Named(name) => {
            let spelt = plain(&name.text);
            read.ty = match spelt.as_str() {
                // An error already reported; the game means its own noun everywhere.
                _ if super::reserved::TYPES.contains(&spelt.as_str()) && noun_named(builder, &spelt).is_some() => {
                    Type::Any
                }
                "flag" => Type::Flag,
                "int" => Type::Int(false),
                "text" => Type::Text,
                "dice" => Type::Dice,
                "terrain" => list_type(builder, ListOrigin::Terrains),
                "weather" => list_type(builder, ListOrigin::Weathers),
                "way" => Type::Way(false),
                _ => {
                    if let Some(purse) = named(&builder.game.purses, &spelt) {
                        read.purse = Some(purse);
                        if builder.game.purses[purse.at()].halves { Type::Half(false) } else { Type::Int(false) }
                    } else if let Some((noun, plural)) = noun_named(builder, &spelt) {
                        read.noun = Some(noun);
                        noun_type(&builder.game, noun, plural)
                    } else {
                        let names = type_names(builder);
                        builder.report(error::unknown("type", name, &names));
                        Type::Any
                    }
                }
            };
        }
    }
    if ty.optional {
        read.ty = read.ty.optional();
    }
    read
}

fn list_type(builder: &GameBuilder, origin: ListOrigin) -> Type {
    builder.game.list_of(origin).map_or(Type::Any, |list| Type::One(list, false))
}

fn type_names(builder: &GameBuilder) -> Vec<String> {
    let types = ["flag", "int", "text", "dice", "terrain", "weather"].map(str::to_owned);
    let nouns =
        builder.game.nouns.iter().flat_map(|noun| std::iter::once(noun.singular.clone()).chain(noun.plural.clone()));
    let kinds = builder.game.kinds.iter().map(|kind| kind.name.clone());
    let purses = builder.game.purses.iter().map(|purse| purse.name.clone());
    types.into_iter().chain(nouns).chain(kinds).chain(purses).collect()
}

/// The domain of a subject of facts and variables: `piece`, `side`, a list.
pub(crate) fn subject(builder: &mut GameBuilder, name: &Name) -> Option<Domain> {
    let spelt = plain(&name.text);
    let domain = match spelt.as_str() {
        "piece" => Some(Domain::Piece),
        "space" => Some(Domain::Space),
        "side" => Some(Domain::Side),
        "card" => Some(Domain::Card),
        "game" => Some(Domain::Game),
        "kind" => Some(Domain::Kind),
        _ => named(&builder.game.lists, &spelt).map(|list| Domain::List(list.0)).or_else(|| {
            // A noun of pieces or spaces may also bear facts and state; everything of its domain has room for them.
            noun_named(builder, &spelt)
                .map(|(noun, _)| builder.game.nouns[noun.at()].domain)
                .filter(|domain| *domain != Domain::Number)
        }),
    };
    if domain.is_none() {
        let mut names: Vec<String> = super::value::BEARERS.map(|(_, name)| name.to_owned()).to_vec();
        names.extend(builder.game.lists.iter().map(|list| list.name.clone()));
        builder.report(error::unknown("subject", name, &names));
    }
    domain
}
