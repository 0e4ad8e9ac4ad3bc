//! Builders for boards and facing.

use super::atom::{child, children, has, inner, last};
use super::context::{Context, Node};
use super::head::{Has, Head};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn board(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Board> {
    let head = Head::of(ctx, &node, &[Has::Title], &[]);
    let members = ctx.all(&node, Rule::board_member, |ctx, member| board_member(ctx, member.into_inner().next()?));
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
            let mut places = ctx.all(&node, Rule::box_place, box_place);
            if let Some(first) = places.first_mut() {
                first.doc = first.doc.take().or(doc);
            }
            if let Some(span) = per_side(&places) {
                let names: Vec<ast::Name> = places.into_iter().map(|place| place.name).collect();
                let written: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
                let problem = Diagnostic::error("syntax", "a `box` is one for all sides").at(span, "not allowed here");
                ctx.report(problem.help(format!("write `boxes {} per side`", written.join(", "))));
                return Some(ast::BoardMember::Boxes(ast::Boxes { doc: None, names, cites: Vec::new() }));
            }
            ast::BoardMember::Box(places)
        }
        Rule::boxes => ast::BoardMember::Boxes(ast::Boxes {
            doc: ctx.doc(&node),
            names: ctx.names(&node),
            cites: ctx.cites(&node),
        }),
        Rule::region => ast::BoardMember::Region(region(ctx, node)?),
        Rule::slots => ast::BoardMember::Slots(slots(ctx, node)?),
        Rule::links => ast::BoardMember::Links(links(ctx, node)?),
        _ => return None,
    })
}

/// `3 x 5`
fn size(ctx: &mut Context<'_>, node: &Node<'_>) -> Option<(u32, u32, Span)> {
    let size = child(node, Rule::size)?;
    let span = ctx.span(&size);
    let mut numbers = children(&size, Rule::number).map(|number| ctx.number(&number));
    Some((numbers.next()?, numbers.next()?, span))
}

fn grid(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Grid> {
    let (columns, rows, size_span) = size(ctx, &node)?;
    let list = |keyword: Rule| children(&node, Rule::grid_list).filter(|list| has(list, keyword)).last();
    Some(ast::Grid {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        columns,
        rows,
        size_span,
        turned_for: ctx.name_in(&node, Rule::turned_for),
        cites: ctx.cites(&node),
        column_list: list(Rule::k_columns).map(|list| grid_list(ctx, list)),
        row_list: list(Rule::k_rows).map(|list| grid_list(ctx, list)),
        span: ctx.span(&node),
    })
}

fn grid_list(ctx: &Context<'_>, node: Node<'_>) -> ast::GridList {
    ast::GridList { list: ctx.name_in(&node, Rule::list_name), names: ctx.words(&node), span: ctx.span(&node) }
}

fn hexes(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Hexes> {
    let (columns, rows, size_span) = size(ctx, &node)?;
    let low = last(&node, Rule::low_lines);
    let is_pointed = has(&node, Rule::k_pointed);
    if let Some(lines) = low.as_ref().filter(|low| has(low, Rule::k_rows) != is_pointed) {
        let (hexes, lines_of) = if is_pointed { ("pointed", "rows") } else { ("flat", "columns") };
        let problem =
            Diagnostic::error("wrong-value", format!("of {hexes} hexes every other of the {lines_of} lies low"));
        let which = if has(lines, Rule::k_even) { "even" } else { "odd" };
        ctx.report(problem.at(ctx.span(lines), "here").help(format!("write `{which} {lines_of} low`")));
    }
    Some(ast::Hexes {
        doc: ctx.doc(&node),
        top: if is_pointed { ast::HexesTop::Pointed } else { ast::HexesTop::Flat },
        columns,
        rows,
        size_span,
        low: low.map(|low| if has(&low, Rule::k_even) { ast::LowLines::Even } else { ast::LowLines::Odd }),
        numbered: ctx.name_in(&node, Rule::numbered),
        cites: ctx.cites(&node),
        span: ctx.span(&node),
    })
}

fn spaces(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Spaces {
    ast::Spaces {
        doc: ctx.doc(&node),
        value: ctx.name_in(&node, Rule::spaces_in),
        cites: ctx.cites(&node),
        spaces: ctx.all(&node, Rule::space, space),
        span: ctx.span(&node),
    }
}

fn space(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Space> {
    Some(ast::Space {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        title: ctx.text_in(&node, Rule::title),
        facts: ctx.words(&node),
    })
}

fn box_place(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::BoxPlace> {
    Some(ast::BoxPlace {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        title: ctx.text_in(&node, Rule::title),
        cites: ctx.cites(&node),
        facts: ctx.words(&node),
    })
}

/// The words `per side` at the end of a list of boxes.
fn per_side(places: &[ast::BoxPlace]) -> Option<Span> {
    match places.last()?.facts.as_slice() {
        [.., per, side] if per.text == "per" && side.text == "side" => Some(per.span.to(side.span)),
        _ => None,
    }
}

fn layer(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Layer> {
    let rows = children(&node, Rule::sign_row).map(|row| ast::SignRow {
        signs: inner(&row).map(|signs| ctx.slice(ctx.span(&signs))).collect(),
        span: ctx.span(&row),
    });
    let rows = rows.collect();
    Some(ast::Layer {
        doc: ctx.doc(&node),
        fact: ctx.first_name(&node)?,
        legend: ctx.all(&node, Rule::legend, |ctx, sign| legend(ctx, &sign)),
        cites: ctx.cites(&node),
        rows,
        span: ctx.span(&node),
    })
}

fn legend(ctx: &Context<'_>, node: &Node<'_>) -> Option<ast::Legend> {
    let value = ctx.words(node).into_iter().next()?;
    let sign = ctx.span(&child(node, Rule::sign)?);
    Some(ast::Legend { sign: ctx.slice(sign).chars().next()?, value })
}

fn region(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Region> {
    Some(ast::Region {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        title: ctx.text_in(&node, Rule::title),
        cites: ctx.cites(&node),
        kind: match ctx.first_expr(&node) {
            Some(set) => ast::RegionKind::Set(set),
            None => ast::RegionKind::Spaces(ctx.all(&node, Rule::region_part, |ctx, part| region_part(ctx, &part))),
        },
    })
}

fn region_part(ctx: &Context<'_>, node: &Node<'_>) -> Option<ast::RegionPart> {
    let mut corners = children(node, Rule::region_corner).map(|corner| atom(ctx, corner));
    Some(ast::RegionPart { from: corners.next()?, to: corners.next() })
}

fn atom(ctx: &Context<'_>, node: Node<'_>) -> ast::Atom {
    ast::Atom { span: ctx.span(&node), words: ctx.words(&node) }
}

fn slots(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Slots> {
    let kind = match child(&node, Rule::numbered_slots) {
        Some(numbered) => {
            let of = ctx.first_name(&numbered);
            ast::SlotsKind::Numbered { count: ctx.first_number(&numbered)?, of }
        }
        None => ast::SlotsKind::Named(ctx.names_in(&node, Rule::named_slots)),
    };
    Some(ast::Slots { doc: ctx.doc(&node), kind, cites: ctx.cites(&node), span: ctx.span(&node) })
}

fn links(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Links> {
    Some(ast::Links {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        title: ctx.text_in(&node, Rule::title),
        facts: ctx.words(&node),
        cites: ctx.cites(&node),
        chains: children(&node, Rule::chain).map(|inner| chain(ctx, inner)).collect(),
        span: ctx.span(&node),
    })
}

fn chain(ctx: &Context<'_>, node: Node<'_>) -> ast::Chain {
    ast::Chain {
        first: atoms(ctx, &node),
        hops: children(&node, Rule::hop).map(|inner| hop(ctx, &inner)).collect(),
        facts: child(&node, Rule::chain_facts).map(|facts| ctx.words(&facts)).unwrap_or_default(),
        when: ctx.expr_in(&node, Rule::when_part),
        span: ctx.span(&node),
    }
}

fn atoms(ctx: &Context<'_>, node: &Node<'_>) -> Vec<ast::Atom> {
    children(node, Rule::atom).map(|inner| atom(ctx, inner)).collect()
}

fn hop(ctx: &Context<'_>, node: &Node<'_>) -> ast::Hop {
    ast::Hop { one_way: has(node, Rule::p_one_way), to: atoms(ctx, node) }
}

pub(super) fn facing(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Facing> {
    Some(ast::Facing {
        at: if has(&node, Rule::k_corner) { ast::FacingOf::Corner } else { ast::FacingOf::Side },
        of: ctx.first_name(&node)?,
        cites: ctx.cites(&node),
        arcs: ctx
            .all(&node, Rule::arc, |ctx, arc| Some(ast::Arc { name: ctx.first_name(&arc)?, hours: ctx.words(&arc) })),
    })
}
