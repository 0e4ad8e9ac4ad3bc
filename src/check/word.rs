//! Derived words, pure functions and procedures.
//!
//! Each text is checked after its dependencies, so that their types are known. In a circle the type stays open.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::model::game::{Function, Word, WordForm};
use crate::model::id::{FunctionId, ScopeId, ScriptId, WordId};
use crate::model::node::{Expr, Node, Term};
use crate::model::sequence::{Scope, ScopeKind};
use crate::model::types::Type;
use crate::source::{Span, plain, same_name};
use crate::syntax::ast::{self, Definition, ItemKind, WordKeyword};

use super::builder::{Frame, GameBuilder};
use super::error;
use super::expr::is_open_type;
use super::free::mentions;
use super::gather::Gathered;
use super::noun;
use super::scope::{add_scope, new_scope};
use super::script::{ScriptPlace, fill_script, reserve_script};
use crate::model::names::Symbol;

/// An item whose text others mention by name.
#[derive(Clone, Copy)]
pub(crate) enum Pending<'a> {
    /// A derived word.
    Word(WordId, &'a Definition),
    /// A pure function.
    Function(FunctionId, &'a ast::Function),
    /// A procedure.
    Procedure(ScopeId, ScriptId, &'a ast::Procedure),
}

/// Declares the signatures of all words, functions and procedures.
pub(crate) fn declare_words<'a>(builder: &mut GameBuilder, items: &Gathered<'a>) -> Vec<Pending<'a>> {
    let mut pending = Vec::new();
    for (entry, item) in items.each(|kind| if let ItemKind::Definition(it) = kind { Some(it) } else { None }) {
        pending.push(Pending::Word(declare_word(builder, item, entry.doc.cloned(), entry.span, None), item));
    }
    // Nouns count the words of the game from the first on, so those of sequences come after them.
    for (_, item) in items.each(|kind| if let ItemKind::Sequence(it) = kind { Some(it) } else { None }) {
        let Some(name) = &item.name else { continue };
        let Some(scope) = builder.scopes.get(&plain(&name.text)).copied() else { continue };
        for word in &item.definitions {
            let id = declare_word(builder, word, word.doc.clone(), word.name.span, Some(scope));
            pending.push(Pending::Word(id, word));
        }
    }
    for (entry, item) in items.each(|kind| if let ItemKind::Function(it) = kind { Some(it) } else { None }) {
        let name = builder.declare(&item.name);
        let cites = builder.cites(&item.cites);
        let params = noun::params(builder, &item.params);
        let id = FunctionId(builder.game.functions.len() as u16);
        let script = reserve_script(builder, params.clone(), &item.script);
        builder.symbol(&name, Symbol::Function(id));
        builder.game.functions.push(Function {
            name,
            locals: params.len() as u16,
            params,
            body: Node::new(Expr::Error, Type::Any, item.script.span),
            replacements: Vec::new(),
            result: Type::Any,
            reads: 0,
            script,
            cites,
            doc: entry.doc.cloned(),
            span: entry.span,
        });
        pending.push(Pending::Function(id, item));
    }
    for (entry, item) in items.each(|kind| if let ItemKind::Procedure(it) = kind { Some(it) } else { None }) {
        let name = builder.declare(&item.name);
        let cites = builder.cites(&item.cites);
        let params = noun::params(builder, &item.params);
        let script = reserve_script(builder, params.clone(), &item.script);
        let scope = new_scope(&name, params, ScopeKind::Procedure(script), entry.span);
        let scope = add_scope(builder, Scope { cites, doc: entry.doc.cloned(), ..scope });
        builder.symbol(&name, Symbol::Procedure(scope));
        builder.symbol(&name, Symbol::Scope(scope));
        pending.push(Pending::Procedure(scope, script, item));
    }
    pending
}

fn declare_word(
    builder: &mut GameBuilder,
    item: &Definition,
    doc: Option<String>,
    span: Span,
    of: Option<ScopeId>,
) -> WordId {
    let id = WordId(builder.game.words.len() as u16);
    let params = noun::params(builder, &item.params);
    let form = match item.keyword {
        WordKeyword::Is => WordForm::Is,
        WordKeyword::The => WordForm::The,
        WordKeyword::Set => WordForm::Set,
    };
    for name in std::iter::once(&item.name).chain(&item.opposite) {
        super::reserved::spell(builder, name);
    }
    let name = plain(&item.name.text);
    let opposite = item.opposite.as_ref().map(|name| plain(&name.text));
    if let (Some(opposite), false) = (&item.opposite, form == WordForm::Is) {
        builder.report(error::unfit("only an `is` word has an opposite", opposite.span));
    }
    let ty = if form == WordForm::Is { Type::Flag } else { Type::Any };
    let cites = builder.cites(&item.cites);
    match params.as_slice() {
        _ if of.is_some() => {}
        [param] if param.ty.domain().is_some() && !matches!(param.ty, Type::Set(_)) => {
            let domain = param.ty.domain().unwrap_or(crate::model::id::Domain::Game);
            if let Some((term, negated)) = builder.game.terms.get(&(name.clone(), domain)).copied()
                && let Some(earlier) = term_span(builder, term)
            {
                let problem = error::declared_twice(&item.name, earlier, true);
                builder.report(match term {
                    _ if negated => problem.help("leave this one out: the earlier word declares its opposite with it"),
                    // Facts and variables cannot be replaced.
                    Term::Fact(_) | Term::Var(_) => error::member_twice(&item.name, earlier, true),
                    _ => problem,
                });
            }
            if form == WordForm::Is {
                builder.question(&name, opposite.as_deref(), domain, Term::Word(id));
            } else {
                builder.term(&name, domain, Term::Word(id));
            }
        }
        _ => {
            builder.declare(&item.name);
            builder.symbol(&name, Symbol::Word { word: id, negated: false });
            if let Some(opposite) = &opposite {
                builder.symbol(opposite, Symbol::Word { word: id, negated: true });
            }
        }
    }
    if let Some(scope) = of {
        let sequence = &builder.game.scopes[scope.at()];
        let taken = sequence.member(&name).map(|(at, _)| sequence.own_at(at).map_or(sequence.span, |own| own.span));
        let earlier = sequence.words.iter().map(|word| &builder.game.words[word.at()]).find(|word| word.name == name);
        let earlier = earlier.map(|word| word.span).or(taken);
        if let Some(earlier) = earlier {
            builder.report(error::member_twice(&item.name, earlier, true));
        }
        builder.game.scopes[scope.at()].words.push(id);
    }
    builder.game.words.push(Word {
        name,
        opposite,
        form,
        of,
        bare: of.is_none(),
        locals: params.len() as u16,
        params,
        body: Node::new(Expr::Error, ty, item.value.span),
        cites,
        doc: doc.or_else(|| item.doc.clone()),
        span,
        ..Word::default()
    });
    id
}

/// The span of the declaration behind a word of things, if an item of the game declared it.
fn term_span(builder: &GameBuilder, term: Term) -> Option<Span> {
    let game = &builder.game;
    match term {
        Term::Fact(id) => Some(game.facts[id.at()].span),
        Term::Var(id) => Some(game.vars[id.at()].span),
        Term::Word(id) => Some(game.words[id.at()].span),
        Term::Quantity(id) => Some(game.quantities[id.at()].span),
        _ => None,
    }
}

/// The words, functions and procedures that each mentions: indices into `pending`.
pub(crate) fn needs_of(pending: &[Pending]) -> Vec<Vec<usize>> {
    let mut by_name: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (index, one) in pending.iter().enumerate() {
        let (name, opposite) = match one {
            Pending::Word(_, item) => (&item.name, item.opposite.as_ref()),
            Pending::Function(_, item) => (&item.name, None),
            Pending::Procedure(_, _, item) => (&item.name, None),
        };
        by_name.entry(plain(&name.text)).or_default().push(index);
        if let Some(opposite) = opposite {
            by_name.entry(plain(&opposite.text)).or_default().push(index);
        }
    }
    let needs = pending.iter().map(|one| {
        let text = match one {
            Pending::Word(_, item) => &item.value.text,
            Pending::Function(_, item) => &item.script.text,
            Pending::Procedure(_, _, item) => &item.script.text,
        };
        let named = |name: &str| by_name.get(name).or_else(|| by_name.get(name.strip_prefix("un")?));
        mentions(text).iter().filter_map(|mention| named(mention.name)).flatten().copied().collect()
    });
    needs.collect()
}

/// The order of checking: each after its dependencies.
pub(crate) fn in_order(needs: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(needs.len());
    let mut seen = vec![false; needs.len()];
    for start in 0..needs.len() {
        visit(start, needs, &mut seen, &mut order);
    }
    order
}

/// The shortest way from one item over those that it mentions back to itself, if `is_first` is true for the first of
/// them.
fn circle_of(start: usize, needs: &[Vec<usize>], is_first: impl Fn(usize) -> bool) -> Option<Vec<usize>> {
    let mut from: FxHashMap<usize, usize> = FxHashMap::default();
    let mut ahead: VecDeque<usize> = VecDeque::from([start]);
    while let Some(at) = ahead.pop_front() {
        for &need in needs[at].iter().filter(|need| at != start || is_first(**need)) {
            if need == start {
                let mut way: Vec<usize> = std::iter::successors(Some(at), |at| from.get(at).copied()).collect();
                way.reverse();
                way.push(start);
                return Some(way);
            }
            from.entry(need).or_insert_with(|| {
                ahead.push_back(need);
                at
            });
        }
    }
    None
}

/// Depth first without recursion, because chains of words may be long.
fn visit(start: usize, needs: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    if seen[start] {
        return;
    }
    seen[start] = true;
    let mut way = vec![(start, 0)];
    while let Some((at, next)) = way.pop() {
        match needs[at].get(next) {
            Some(&need) => {
                way.push((at, next + 1));
                if !seen[need] {
                    seen[need] = true;
                    way.push((need, 0));
                }
            }
            None => order.push(at),
        }
    }
}

/// Fills in bodies of words and functions, in this order.
pub(crate) fn fill_words(builder: &mut GameBuilder, pending: &[Pending], needs: &[Vec<usize>], order: &[usize]) {
    for &index in order {
        let before = builder.diagnostics.len();
        match pending[index] {
            Pending::Word(id, item) => fill_word(builder, id, item),
            Pending::Function(id, item) => fill_function(builder, id, item),
            Pending::Procedure(..) => {}
        }
        name_circle(builder, pending, needs, (index, before));
    }
}

/// Names the circle that leaves a type open, in the place of the first error since `before` that says so.
fn name_circle(builder: &mut GameBuilder, pending: &[Pending], needs: &[Vec<usize>], (index, before): (usize, usize)) {
    let name = |at: usize| match pending[at] {
        Pending::Word(_, item) => &item.name,
        Pending::Function(_, item) => &item.name,
        Pending::Procedure(_, _, item) => &item.name,
    };
    let sources = builder.sources;
    for one in builder.diagnostics.iter_mut().skip(before).filter(|one| is_open_type(one)) {
        let Some(span) = one.span() else { continue };
        let written = sources.text(span);
        let last = written.rsplit('.').next().and_then(|last| last.split('(').next()).unwrap_or(written);
        let Some(way) = circle_of(index, needs, |first| same_name(&name(first).text, last)) else { continue };
        let way: Vec<&str> = way.iter().map(|at| name(*at).text.as_str()).collect();
        *one = error::circle(&name(index).text, name(index).span, &way);
    }
}

/// Fills in scripts of procedures, in this order.
pub(crate) fn fill_procedures(builder: &mut GameBuilder, pending: &[Pending], order: &[usize]) {
    for &index in order {
        let Pending::Procedure(scope, script, item) = pending[index] else { continue };
        fill_script(builder, script, ScriptPlace { acts: true, ..ScriptPlace::default() }, &item.script, None);
        if let Some(title) = &item.title {
            super::scope::fill_title(builder, scope, title);
        }
    }
}

fn fill_word(builder: &mut GameBuilder, id: WordId, item: &Definition) {
    let mut frame = Frame::of(&builder.game.words[id.at()].params.clone());
    frame.scopes.extend(builder.game.words[id.at()].of);
    let body = word_body(builder, &mut frame, item);
    let word = &mut builder.game.words[id.at()];
    word.body = body;
    word.locals = frame.needed;
}

pub(crate) fn word_body(builder: &mut GameBuilder, frame: &mut Frame, item: &Definition) -> Node {
    let expected = (item.keyword == WordKeyword::Is).then_some(Type::Flag);
    let mut body = builder.expression(frame, &item.value, expected);
    match (item.keyword, body.ty) {
        (WordKeyword::The | WordKeyword::Set, Type::Flag) => {
            let what = if item.keyword == WordKeyword::Set { "a set" } else { "one thing" };
            builder.report(error::yes_or_no(&item.name.text, what, item.value.span));
        }
        (WordKeyword::The, Type::Set(_)) => {
            builder.report(
                error::wrong_value(&item.value, "one thing or none")
                    .help(format!("write `set {}`, or ask for `.first` or `.only`", item.name.text)),
            );
        }
        (WordKeyword::Set, ty @ (Type::Int(_) | Type::Text)) => {
            let what = error::type_word(ty);
            builder.report(
                crate::diagnostic::Diagnostic::error(
                    "wrong-value",
                    format!("`{}` gives {what}, not a set", item.name.text),
                )
                .at(item.value.span, format!("this is {what}"))
                .help(format!("write `the {}`", item.name.text)),
            );
        }
        (WordKeyword::Set, Type::Any) => {
            if let Some((set, at)) = branch_without_set(&body) {
                builder.report(error::no_set_here(&item.name.text, at));
                body.ty = set;
            }
        }
        _ => {}
    }
    body
}

/// The branch of an `if` that gives `none` or is missing, where another gives a set; and the type of that set.
fn branch_without_set(body: &Node) -> Option<(Type, Span)> {
    let Expr::If(_, then, otherwise) = &body.expr else { return None };
    match (then.ty, otherwise.ty) {
        (set @ Type::Set(_), Type::None) => Some((set, otherwise.span)),
        (Type::None, set @ Type::Set(_)) => Some((set, then.span)),
        (Type::Set(_), Type::Any) => branch_without_set(otherwise),
        _ => None,
    }
}

fn fill_function(builder: &mut GameBuilder, id: FunctionId, item: &ast::Function) {
    let mut frame = Frame::of(&builder.game.functions[id.at()].params.clone());
    let body = builder.script(&mut frame, &item.script);
    let function = &mut builder.game.functions[id.at()];
    function.result = body.ty;
    function.body = body.clone();
    function.locals = frame.needed;
    let script = &mut builder.game.scripts[function.script.at()];
    script.locals = frame.needed;
    script.body = body;
}
