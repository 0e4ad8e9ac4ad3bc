//! Slots with names: a list `slot`, a variable of pieces that begins anew in every space, and a word for each slot.

use crate::model::board::NamedSlots;
use crate::model::game::{ListOrigin, Param, Var, Word, WordForm};
use crate::model::id::{Domain, Ref, WordId};
use crate::model::node::{Comparison, Expr, Node, Term};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{plain, same_name};
use crate::syntax::ast::{self, Name, SlotsKind};

use super::super::builder::GameBuilder;
use super::super::error;
use super::super::list;
use super::super::state;
use crate::model::names::named;

/// The name of the list and of the variable.
const SLOT: &str = "slot";

/// `slots inside, outside`: declares the list and the variable. A board has one line `slots`.
pub(crate) fn declare_slots(builder: &mut GameBuilder, board: &ast::Board) {
    let mut lines = board.members.iter().filter_map(|member| match member {
        ast::BoardMember::Slots(slots) => Some(slots),
        _ => None,
    });
    let Some(slots) = lines.next() else { return };
    for more in lines {
        builder
            .report(error::board_shape("a board has one line `slots`", more.span, "one more").also(slots.span, "one"));
    }
    let SlotsKind::Named(names) = &slots.kind else { return };
    if let Some(earlier) = named(&builder.game.lists, SLOT).and_then(|_| builder.declared.get(SLOT).copied()) {
        let problem =
            error::board_shape("the slots of the board are already the list `slot`", earlier, "declared again");
        builder.report(problem.also(slots.span, "the slots"));
    }
    list::report_twins(builder, names.iter());
    let members = names.iter().map(|name| list::member(name, None)).collect();
    let list = list::add_list(builder, SLOT, members, ListOrigin::Names);
    let cites = builder.cites(&slots.cites);
    let slot = Var {
        name: SLOT.to_owned(),
        subject: Domain::Piece,
        ty: Type::One(Domain::List(list.0), true),
        title: SLOT.to_owned(),
        doc: slots.doc.clone(),
        cites,
        span: slots.span,
        ..Var::default()
    };
    let var = state::add_var(builder, slot);
    let first = Value::Ref(Ref::new(Domain::List(list.0), 0));
    builder.game.board.named_slots = Some(NamedSlots { var, first, spaces: BitSet::new() });
}

/// The named slots of these spaces: where a piece stands that enters one, and the words `unit.inside`.
pub(super) fn fill_named(builder: &mut GameBuilder, slots: &ast::Slots, names: &[Name], spaces: &BitSet) {
    let Some(var) = builder.game.board.named_slots.as_ref().map(|named| named.var) else { return };
    let ty = builder.game.vars[var.at()].ty;
    let Some(Domain::List(list)) = ty.domain() else { return };
    let span = slots.span;
    let node = |expr: Expr, ty: Type| Node::new(expr, ty, span);
    let piece = || node(Expr::Local(0), Type::One(Domain::Piece, false));
    let slot = |at: usize| node(Expr::Const(Value::Ref(Ref::new(Domain::List(list), at as u16))), ty.present());
    if let Some(named) = &mut builder.game.board.named_slots {
        named.spaces = spaces.clone();
    }
    let cites = builder.game.vars[var.at()].cites.clone();
    for (at, name) in names.iter().enumerate() {
        if names[..at].iter().any(|earlier| same_name(&earlier.text, &name.text)) {
            // Reported where the list was declared.
            continue;
        }
        state::fill_member(builder, usize::from(list), at, &[], name.span);
        let spelt = plain(&name.text);
        if builder.game.terms.contains_key(&(spelt.clone(), Domain::Piece)) {
            let problem = error::board_shape(
                format!("`{spelt}` is already a word of pieces"),
                name.span,
                "a slot needs a name of its own",
            );
            let earlier = builder.game.words.iter().find(|word| word.name == spelt).map(|word| word.span);
            let problem = earlier.into_iter().fold(problem, |problem, span| problem.also(span, "the word"));
            builder.report(problem);
            continue;
        }
        let of = Box::new(piece());
        let stands = node(Expr::Get { term: Term::Var(var), of, negated: false }, ty);
        let body = Expr::Compare(Comparison::Equal, Box::new(stands), Box::new(slot(at)));
        builder.question(&spelt, None, Domain::Piece, Term::Word(WordId(builder.game.words.len() as u16)));
        builder.game.words.push(Word {
            name: spelt,
            form: WordForm::Is,
            bare: true,
            params: vec![Param::new("piece", Type::One(Domain::Piece, false))],
            body: node(body, Type::Flag),
            locals: 1,
            cites: cites.clone(),
            doc: slots.doc.clone(),
            span: name.span,
            ..Word::default()
        });
    }
}
