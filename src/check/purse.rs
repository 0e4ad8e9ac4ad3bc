//! Purses: the sources of points and what they may pay for.

use crate::model::card::{OverLost, Purse, PurseSource, To};
use crate::model::game::{Param, Var};
use crate::model::id::{Domain, PurseId, Ref, ScopeId, VarId};
use crate::model::node::{Expr, Node, Term};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::plain;
use crate::syntax::ast::{self, ItemKind, PurseOf, SourceShare};

use super::builder::{Frame, GameBuilder};
use super::env::Local;
use super::error;
use super::free::free_names;
use super::gather::Gathered;
use super::noun::noun_named;
use super::state::{bearer_name, scope_named};
use super::subject::under;
use crate::model::names::Symbol;
use crate::model::names::named;

/// Declares the purses by name, because their amounts are a type.
pub(crate) fn declare_purses(builder: &mut GameBuilder, items: &Gathered) {
    for (entry, item) in items.each(|kind| if let ItemKind::Purse(it) = kind { Some(it) } else { None }) {
        let name = builder.declare(&item.name);
        let cites = builder.cites(&item.cites);
        let id = PurseId(builder.game.purses.len() as u16);
        builder
            .symbol(&name, Symbol::Value(Value::Ref(Ref::new(Domain::Purse, id.0)), Type::One(Domain::Purse, false)));
        let title = builder.titled(item.title.as_ref(), &item.name);
        builder.game.purses.push(Purse {
            name,
            title,
            subject: item.of.map(|of| match of {
                PurseOf::Piece => Domain::Piece,
                PurseOf::Side => Domain::Side,
            }),
            halves: item.halves,
            doc: entry.doc.cloned(),
            cites,
            span: entry.span,
            ..Purse::default()
        });
    }
}

/// The purse of this name. A variable of a side or piece that holds a number is one too, from when it first pays.
pub(crate) fn purse_named(builder: &mut GameBuilder, name: &str, wanted: &[Domain]) -> Option<PurseId> {
    let spelt = plain(name);
    let fits = |subject: Option<Domain>| wanted.contains(&subject.unwrap_or(Domain::Side));
    let known = builder.game.purses.iter().position(|purse| purse.name == spelt && fits(purse.subject));
    if let Some(found) = known {
        return Some(PurseId(found as u16));
    }
    let pays = |var: &Var| var.name == spelt && wanted.contains(&var.subject) && is_number(var.ty);
    let at = builder.game.vars.iter().position(pays)?;
    let var = &builder.game.vars[at];
    let (subject, span, ty) = (var.subject, var.span, var.ty);
    let owner = Type::One(subject, false);
    // The owner of a purse of pieces is local 0; that of a side is the acting side.
    let of = if subject == Domain::Piece { Expr::Local(0) } else { Expr::Me };
    let of = Box::new(Node::new(of, owner, span));
    let gives = Node::new(Expr::Get { term: Term::Var(VarId(at as u16)), of, negated: false }, ty, span);
    let source = PurseSource { name: spelt.clone(), gives, locals: 1, ..PurseSource::default() };
    let purse = Purse {
        name: spelt,
        title: var.title.clone(),
        subject: (subject == Domain::Piece).then_some(subject),
        halves: matches!(ty, Type::Half(_)),
        var: Some(VarId(at as u16)),
        sources: vec![source],
        span,
        ..Purse::default()
    };
    builder.game.purses.push(purse);
    Some(PurseId(builder.game.purses.len() as u16 - 1))
}

/// True for a number that is never absent.
fn is_number(ty: Type) -> bool {
    matches!(ty, Type::Int(false) | Type::Half(false))
}

/// The names of all that can pay: purses, and variables of sides and pieces that hold numbers.
pub(crate) fn payers(builder: &GameBuilder, wanted: &[Domain]) -> Vec<String> {
    let purses = builder.game.purses.iter().filter(|purse| wanted.contains(&purse.subject.unwrap_or(Domain::Side)));
    let vars = builder.game.vars.iter().filter(|var| wanted.contains(&var.subject) && is_number(var.ty));
    purses.map(|purse| purse.name.clone()).chain(vars.map(|var| var.name.clone())).collect()
}

/// Fills in sources and lifetimes.
pub(crate) fn fill_purses(builder: &mut GameBuilder, items: &Gathered) {
    let purses: Vec<&ast::Purse> =
        items.each(|kind| if let ItemKind::Purse(it) = kind { Some(it) } else { None }).map(|(_, it)| it).collect();
    for (index, item) in purses.into_iter().enumerate() {
        let id = PurseId(index as u16);
        let during: Vec<ScopeId> = item.during.iter().filter_map(|path| scope_named(builder, path)).collect();
        for scope in &during {
            builder.game.scopes[scope.at()].purses.push(id);
        }
        let sources: Vec<PurseSource> = item.sources.iter().map(|source| fill_source(builder, id, source)).collect();
        if sources.is_empty() {
            builder.report(
                crate::diagnostic::Diagnostic::warning(
                    "purse-never-filled",
                    format!("the purse `{}` is never filled", item.name.text),
                )
                .at(item.name.span, "a purse without a `source`"),
            );
        }
        let mut either = Vec::new();
        for line in &item.either {
            let mut places = Vec::new();
            for name in &line.sources {
                match named(&sources, &name.text) {
                    Some(place) => places.push(place),
                    None => builder.report(error::unknown(
                        "source of this purse",
                        name,
                        sources.iter().map(|source| source.name.as_str()),
                    )),
                }
            }
            for (at, &first) in places.iter().enumerate() {
                either.extend(places.iter().skip(at + 1).map(|&second| (first, second)));
            }
        }
        let over_lost = item.over.as_ref().map(|over| {
            let cites = builder.cites(&over.cites);
            let mut frame = Frame { pure: true, acts: true, needed: 0, ..Frame::default() };
            let when = over.when.as_ref().map(|when| builder.expression(&mut frame, when, Some(Type::Flag)));
            OverLost { when, under: under(builder, over.under.as_ref()), locals: frame.needed, cites }
        });
        let purse = &mut builder.game.purses[index];
        purse.over_lost = over_lost;
        purse.during = during;
        purse.sources = sources;
        purse.either = either;
    }
}

/// Fills in a source. Local 0 is the giver: the member of `each`, or the owner of the purse without `each`.
fn fill_source(builder: &mut GameBuilder, purse: PurseId, source: &ast::PurseSource) -> PurseSource {
    let cites = builder.cites(&source.cites);
    let subject = builder.game.purses[purse.at()].subject;
    let bearer = subject.and_then(|subject| bearer_name(&builder.game, subject)).unwrap_or("");
    let own = Param::new(bearer, subject.map_or(Type::Any, |subject| Type::One(subject, false)));
    let mut frame = Frame::of(&[own]);
    let each = source.each.as_ref().map(|each| builder.expression(&mut frame, each, None));
    if let Some(domain) = each.as_ref().and_then(|each| each.ty.domain()) {
        let mut texts = vec![source.gives.text.as_str()];
        match &source.share {
            Some(SourceShare::ToEachOf(set)) => texts.push(&set.text),
            Some(SourceShare::Among { set, at_most }) => {
                texts.push(&set.text);
                texts.extend(at_most.as_ref().map(|most| most.text.as_str()));
            }
            None => {}
        }
        texts.extend(source.when.as_ref().map(|when| when.text.as_str()));
        let giver = texts.iter().flat_map(|text| free_names(text)).find_map(|name| {
            let (noun, plural) = noun_named(builder, name)?;
            (!plural && builder.game.nouns[noun.at()].domain == domain).then(|| (name.to_owned(), noun))
        });
        frame.locals[0] = match giver {
            Some((name, noun)) => Local { noun: Some(noun), ..Local::param(name, Type::One(domain, false)) },
            None => Local::param("", Type::One(domain, false)),
        };
    }
    let number = Some(Type::Int(true));
    let gives = builder.expression(&mut frame, &source.gives, number);
    let to = match &source.share {
        None => To::Anybody,
        Some(SourceShare::ToEachOf(set)) => To::Each(builder.expression(&mut frame, set, None)),
        Some(SourceShare::Among { set, at_most }) => {
            let set = builder.expression(&mut frame, set, None);
            To::Among(set, at_most.as_ref().map(|most| builder.expression(&mut frame, most, number)))
        }
    };
    let when = source.when.as_ref().map(|when| builder.expression(&mut frame, when, Some(Type::Flag)));
    let from = source.from.as_ref().and_then(|name| builder.known("purse", name, |game| &game.purses));
    PurseSource {
        name: source
            .name
            .as_ref()
            .map_or_else(|| builder.game.purses[purse.at()].name.clone(), |name| plain(&name.text)),
        each,
        gives,
        whole: source.whole,
        freely: source.freely,
        to,
        from,
        when,
        locals: frame.needed,
        cites,
    }
}
