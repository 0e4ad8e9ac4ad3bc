//! Builders for boards and facing.

use super::context::{Context, Node};
use super::head::{Has, Head};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn board(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Board> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let mut members = Vec::new();
    for inner in node.into_inner() {
        if !head.take(ctx, &inner) && inner.as_rule() == Rule::board_member {
            members.extend(inner.into_inner().next().and_then(|member| board_member(ctx, member)));
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    Some(ast::Board { name: head.name?, title: head.title, cites: head.cites, members })
}

fn board_member(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::BoardMember> {
    Some(match node.as_rule() {
        Rule::grid => ast::BoardMember::Grid(grid(ctx, node)?),
        Rule::hexes => ast::BoardMember::Hexes(hexes(ctx, node)?),
        Rule::spaces => ast::BoardMember::Spaces(spaces(ctx, node)),
        Rule::layer => ast::BoardMember::Layer(layer(ctx, node)?),
        Rule::box_list => {
            let doc = ctx.doc(&node);
            let places = node.into_inner().filter(|inner| inner.as_rule() == Rule::box_place);
            let mut places: Vec<ast::BoxPlace> = places.filter_map(|place| box_place(ctx, place)).collect();
            if let Some(first) = places.first_mut() {
                first.doc = first.doc.take().or(doc);
            }
            ast::BoardMember::Box(places)
        }
        Rule::boxes => ast::BoardMember::Boxes(ast::Boxes {
            doc: ctx.doc(&node),
            names: ctx.names(node.clone()),
            cites: ctx.cites(node),
        }),
        Rule::region => ast::BoardMember::Region(region(ctx, node)?),
        Rule::slots => ast::BoardMember::Slots(slots(ctx, node)?),
        Rule::links => ast::BoardMember::Links(links(ctx, node)?),
        _ => return None,
    })
}

/// `3 x 5`
fn size(ctx: &mut Context<'_>, node: Node<'_>) -> Option<(u32, u32, Span)> {
    let size = node.into_inner().find(|inner| inner.as_rule() == Rule::size)?;
    let span = ctx.span(&size);
    let mut numbers = size.into_inner().filter(|inner| inner.as_rule() == Rule::number);
    let columns = ctx.number(&numbers.next()?);
    let rows = ctx.number(&numbers.next()?);
    Some((columns, rows, span))
}

fn grid(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Grid> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let (columns, rows, size_span) = size(ctx, node.clone())?;
    let name = ctx.first_name(node.clone())?;
    let cites = ctx.cites(node.clone());
    let (mut turned_for, mut column_list, mut row_list) = (None, None, None);
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::turned_for => turned_for = ctx.first_name(inner),
            Rule::grid_list => {
                let is_columns = inner.clone().into_inner().any(|word| word.as_rule() == Rule::k_columns);
                *(if is_columns { &mut column_list } else { &mut row_list }) = Some(grid_list(ctx, inner));
            }
            _ => {}
        }
    }
    Some(ast::Grid { doc, name, columns, rows, size_span, turned_for, cites, column_list, row_list, span })
}

fn grid_list(ctx: &Context<'_>, node: Node<'_>) -> ast::GridList {
    let span = ctx.span(&node);
    let list = node
        .clone()
        .into_inner()
        .find(|inner| inner.as_rule() == Rule::list_name)
        .and_then(|list| ctx.first_name(list));
    ast::GridList { list, names: ctx.words(node), span }
}

fn hexes(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Hexes> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let (columns, rows, size_span) = size(ctx, node.clone())?;
    let cites = ctx.cites(node.clone());
    let (mut top, mut low, mut numbered) = (ast::HexesTop::Flat, None, None);
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::k_pointed => top = ast::HexesTop::Pointed,
            Rule::low_lines => {
                let even = inner.into_inner().any(|word| word.as_rule() == Rule::k_even);
                low = Some(if even { ast::LowLines::Even } else { ast::LowLines::Odd });
            }
            Rule::numbered => numbered = ctx.first_name(inner),
            _ => {}
        }
    }
    Some(ast::Hexes { doc, top, columns, rows, size_span, low, numbered, cites, span })
}

fn spaces(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Spaces {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let cites = ctx.cites(node.clone());
    let (mut value, mut found) = (None, Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::spaces_in => value = ctx.first_name(inner),
            Rule::space => found.extend(space(ctx, inner)),
            _ => {}
        }
    }
    ast::Spaces { doc, value, cites, spaces: found, span }
}

fn title_of(ctx: &Context<'_>, node: Node<'_>) -> Option<ast::Text> {
    node.into_inner().find(|inner| inner.as_rule() == Rule::title).and_then(|title| ctx.first_text(title))
}

fn space(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Space> {
    let doc = ctx.doc(&node);
    let name = ctx.first_name(node.clone())?;
    Some(ast::Space { doc, name, title: title_of(ctx, node.clone()), facts: ctx.words(node) })
}

fn box_place(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::BoxPlace> {
    let doc = ctx.doc(&node);
    let name = ctx.first_name(node.clone())?;
    Some(ast::BoxPlace {
        doc,
        name,
        title: title_of(ctx, node.clone()),
        cites: ctx.cites(node.clone()),
        facts: ctx.words(node),
    })
}

fn layer(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Layer> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let fact = ctx.first_name(node.clone())?;
    let cites = ctx.cites(node.clone());
    let (mut meanings, mut rows) = (Vec::new(), Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::legend => meanings.extend(legend(ctx, inner)),
            Rule::sign_row => {
                let span = ctx.span(&inner);
                let signs = inner.into_inner().map(|signs| ctx.slice(ctx.span(&signs))).collect();
                rows.push(ast::SignRow { signs, span });
            }
            _ => {}
        }
    }
    Some(ast::Layer { doc, fact, legend: meanings, cites, rows, span })
}

fn legend(ctx: &Context<'_>, node: Node<'_>) -> Option<ast::Legend> {
    let value = ctx.words(node.clone()).into_iter().next()?;
    let sign = node.into_inner().find(|inner| inner.as_rule() == Rule::sign)?;
    let sign_span = ctx.span(&sign);
    Some(ast::Legend { sign: ctx.slice(sign_span).chars().next()?, sign_span, value })
}

fn region(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Region> {
    let doc = ctx.doc(&node);
    let name = ctx.first_name(node.clone())?;
    let title = title_of(ctx, node.clone());
    let cites = ctx.cites(node.clone());
    let kind = match ctx.first_expr(node.clone()) {
        Some(set) => ast::RegionKind::Set(set),
        None => {
            let parts = node.into_inner().filter(|inner| inner.as_rule() == Rule::region_part);
            ast::RegionKind::Spaces(parts.filter_map(|part| region_part(ctx, part)).collect())
        }
    };
    Some(ast::Region { doc, name, title, cites, kind })
}

fn region_part(ctx: &Context<'_>, node: Node<'_>) -> Option<ast::RegionPart> {
    let mut corners =
        node.into_inner().filter(|inner| inner.as_rule() == Rule::region_corner).map(|corner| atom(ctx, corner));
    Some(ast::RegionPart { from: corners.next()?, to: corners.next() })
}

fn atom(ctx: &Context<'_>, node: Node<'_>) -> ast::Atom {
    ast::Atom { span: ctx.span(&node), words: ctx.words(node) }
}

fn slots(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Slots> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let cites = ctx.cites(node.clone());
    let mut kind = None;
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::numbered_slots => {
                let of = ctx.first_name(inner.clone());
                kind = ctx.first_number(inner).map(|count| ast::SlotsKind::Numbered { count, of });
            }
            Rule::named_slots => kind = Some(ast::SlotsKind::Named(ctx.names(inner))),
            _ => {}
        }
    }
    Some(ast::Slots { doc, kind: kind?, cites, span })
}

fn links(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Links> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let name = ctx.first_name(node.clone())?;
    let title = title_of(ctx, node.clone());
    let facts = ctx.words(node.clone());
    let cites = ctx.cites(node.clone());
    let chains =
        node.into_inner().filter(|inner| inner.as_rule() == Rule::chain).map(|inner| chain(ctx, inner)).collect();
    Some(ast::Links { doc, name, title, facts, cites, chains, span })
}

fn chain(ctx: &Context<'_>, node: Node<'_>) -> ast::Chain {
    let span = ctx.span(&node);
    let (mut first, mut hops, mut facts, mut when) = (Vec::new(), Vec::new(), Vec::new(), None);
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::atom => first.push(atom(ctx, inner)),
            Rule::hop => hops.push(hop(ctx, inner)),
            Rule::chain_facts => facts = ctx.words(inner),
            Rule::when_part => when = ctx.first_expr(inner),
            _ => {}
        }
    }
    ast::Chain { first, hops, facts, when, span }
}

fn hop(ctx: &Context<'_>, node: Node<'_>) -> ast::Hop {
    let one_way = node.clone().into_inner().any(|sign| sign.as_rule() == Rule::p_one_way);
    ast::Hop {
        one_way,
        to: node.into_inner().filter(|inner| inner.as_rule() == Rule::atom).map(|inner| atom(ctx, inner)).collect(),
    }
}

pub(super) fn facing(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Facing> {
    let cites = ctx.cites(node.clone());
    let of = ctx.first_name(node.clone())?;
    let (mut at, mut arcs) = (ast::FacingOf::Side, Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::k_corner => at = ast::FacingOf::Corner,
            Rule::arc => {
                arcs.extend(ctx.first_name(inner.clone()).map(|name| ast::Arc { name, hours: ctx.words(inner) }))
            }
            _ => {}
        }
    }
    Some(ast::Facing { at, of, cites, arcs })
}
