//! Derived words, pure functions and procedures.
//!
//! Each text is checked after its dependencies, so that their types are known. In a circle the type stays open.

use rustc_hash::FxHashMap;

use crate::model::game::{Function, Word, WordForm};
use crate::model::id::{FunctionId, ScopeId, ScriptId, WordId};
use crate::model::node::{Expr, Node, Term};
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, Definition, ItemKind, WordKeyword};

use super::error;
use super::free::mentions;
use super::gather::Gathered;
use super::maker::{Frame, Maker};
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
pub(crate) fn declare_words<'a>(maker: &mut Maker, items: &Gathered<'a>) -> Vec<Pending<'a>> {
    let mut pending = Vec::new();
    for (entry, item) in items.each(|kind| if let ItemKind::Definition(it) = kind { Some(it) } else { None }) {
        pending.push(Pending::Word(declare_word(maker, item, entry.doc.cloned(), entry.span, None), item));
    }
    // Nouns count the words of the game from the first on, so those of sequences come after them.
    for (_, item) in items.each(|kind| if let ItemKind::Sequence(it) = kind { Some(it) } else { None }) {
        let Some(name) = &item.name else { continue };
        let Some(scope) = maker.scopes.get(&plain(&name.text)).copied() else { continue };
        for word in &item.definitions {
            let id = declare_word(maker, word, word.doc.clone(), word.name.span, Some(scope));
            pending.push(Pending::Word(id, word));
        }
    }
    for (entry, item) in items.each(|kind| if let ItemKind::Function(it) = kind { Some(it) } else { None }) {
        let name = maker.declare(&item.name);
        let cites = maker.cites(&item.cites);
        let params = noun::params(maker, &item.params);
        let id = FunctionId(maker.game.functions.len() as u16);
        let script =
            reserve_script(maker, &format!("{name}_{}", maker.game.scripts.len()), params.clone(), &item.script);
        maker.symbol(&name, Symbol::Function(id));
        maker.game.functions.push(Function {
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
        let name = maker.declare(&item.name);
        let cites = maker.cites(&item.cites);
        let params = noun::params(maker, &item.params);
        let script =
            reserve_script(maker, &format!("{name}_{}", maker.game.scripts.len()), params.clone(), &item.script);
        let mut scope = new_scope(&name, params, ScopeKind::Procedure(script), entry.span);
        scope.cites = cites;
        scope.doc = entry.doc.cloned();
        let scope = add_scope(maker, scope);
        maker.symbol(&name, Symbol::Procedure(scope));
        maker.symbol(&name, Symbol::Scope(scope));
        pending.push(Pending::Procedure(scope, script, item));
    }
    pending
}

fn declare_word(maker: &mut Maker, item: &Definition, doc: Option<String>, span: Span, of: Option<ScopeId>) -> WordId {
    let id = WordId(maker.game.words.len() as u16);
    let params = noun::params(maker, &item.params);
    let form = match item.keyword {
        WordKeyword::Is => WordForm::Is,
        WordKeyword::The => WordForm::The,
        WordKeyword::Set => WordForm::Set,
    };
    for name in std::iter::once(&item.name).chain(&item.opposite) {
        if super::reserved::is_reserved(&plain(&name.text)) {
            maker.report(error::reserved_name(name));
        }
    }
    let name = plain(&item.name.text);
    let opposite = item.opposite.as_ref().map(|name| plain(&name.text));
    if let (Some(opposite), false) = (&item.opposite, form == WordForm::Is) {
        maker.report(error::unfit("only an `is` word has an opposite", opposite.span));
    }
    let ty = if form == WordForm::Is { Type::Flag } else { Type::Any };
    let cites = maker.cites(&item.cites);
    match params.as_slice() {
        _ if of.is_some() => {}
        [param] if param.ty.domain().is_some() && !matches!(param.ty, Type::Set(_)) => {
            let domain = param.ty.domain().unwrap_or(crate::model::id::Domain::Game);
            let earlier = maker.game.terms.get(&(name.clone(), domain)).and_then(|(term, _)| term_span(maker, *term));
            if let Some(earlier) = earlier {
                maker.report(error::declared_twice(&item.name, earlier, true));
            }
            if form == WordForm::Is {
                maker.question(&name, opposite.as_deref(), domain, Term::Word(id));
            } else {
                maker.term(&name, domain, Term::Word(id));
            }
        }
        _ => {
            maker.declare(&item.name);
            maker.symbol(&name, Symbol::Word { word: id, negated: false });
            if let Some(opposite) = &opposite {
                maker.symbol(opposite, Symbol::Word { word: id, negated: true });
            }
        }
    }
    if let Some(scope) = of {
        let sequence = &maker.game.scopes[scope.at()];
        let taken = sequence.member(&name).map(|(at, _)| sequence.own_at(at).map_or(sequence.span, |own| own.span));
        let earlier = sequence.words.iter().map(|word| &maker.game.words[word.at()]).find(|word| word.name == name);
        let earlier = earlier.map(|word| word.span).or(taken);
        if let Some(earlier) = earlier {
            maker.report(error::declared_twice(&item.name, earlier, true));
        }
        maker.game.scopes[scope.at()].words.push(id);
    }
    maker.game.words.push(Word {
        name,
        opposite,
        form,
        of,
        bare: of.is_none(),
        locals: params.len() as u16,
        params,
        body: Node::new(Expr::Error, ty, item.value.span),
        replacements: Vec::new(),
        reads: 0,
        light: false,
        lead: 0,
        at_once: false,
        masks: Default::default(),
        cites,
        doc: doc.or_else(|| item.doc.clone()),
        span,
    });
    id
}

/// The span of the declaration behind a word of things, if an item of the game declared it.
fn term_span(maker: &Maker, term: Term) -> Option<Span> {
    let game = &maker.game;
    match term {
        Term::Fact(id) => Some(game.facts[id.at()].span),
        Term::Var(id) => Some(game.vars[id.at()].span),
        Term::Word(id) => Some(game.words[id.at()].span),
        Term::Quantity(id) => Some(game.quantities[id.at()].span),
        _ => None,
    }
}

/// The order of checking: indices into `pending`, each after its dependencies.
pub(crate) fn in_order(pending: &[Pending]) -> Vec<usize> {
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
    let needs: Vec<Vec<usize>> = pending
        .iter()
        .map(|one| {
            let text = match one {
                Pending::Word(_, item) => &item.value.text,
                Pending::Function(_, item) => &item.script.text,
                Pending::Procedure(_, _, item) => &item.script.text,
            };
            let named = |name: &str| by_name.get(name).or_else(|| by_name.get(name.strip_prefix("un")?));
            mentions(text).iter().filter_map(|mention| named(mention.name)).flatten().copied().collect()
        })
        .collect();
    let mut order = Vec::with_capacity(pending.len());
    let mut seen = vec![false; pending.len()];
    for start in 0..pending.len() {
        visit(start, &needs, &mut seen, &mut order);
    }
    order
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
pub(crate) fn fill_words(maker: &mut Maker, pending: &[Pending], order: &[usize]) {
    for &index in order {
        match pending[index] {
            Pending::Word(id, item) => fill_word(maker, id, item),
            Pending::Function(id, item) => fill_function(maker, id, item),
            Pending::Procedure(..) => {}
        }
    }
}

/// Fills in scripts of procedures, in this order.
pub(crate) fn fill_procedures(maker: &mut Maker, pending: &[Pending], order: &[usize]) {
    for &index in order {
        let Pending::Procedure(scope, script, item) = pending[index] else { continue };
        let place = ScriptPlace { name: &item.name.text, scopes: vec![scope], acts: true, lifetime: None };
        fill_script(maker, script, ScriptPlace { scopes: Vec::new(), ..place }, &item.script, None);
        if let Some(title) = &item.title {
            super::scope::fill_title(maker, scope, title);
        }
    }
}

fn fill_word(maker: &mut Maker, id: WordId, item: &Definition) {
    let mut frame = Frame::of(&maker.game.words[id.at()].params.clone());
    frame.scopes.extend(maker.game.words[id.at()].of);
    let body = word_body(maker, &mut frame, item);
    let word = &mut maker.game.words[id.at()];
    word.body = body;
    word.locals = frame.needed;
}

pub(crate) fn word_body(maker: &mut Maker, frame: &mut Frame, item: &Definition) -> Node {
    let expected = (item.keyword == WordKeyword::Is).then_some(Type::Flag);
    let body = maker.expression(frame, &item.value, expected);
    match (item.keyword, body.ty) {
        (WordKeyword::The, Type::Set(_)) => {
            maker.report(
                error::wrong_value(&item.value.text, item.value.span, "one thing or none")
                    .help(format!("write `set {}`, or ask for `.first` or `.only`", item.name.text)),
            );
        }
        (WordKeyword::Set, ty @ (Type::Int(_) | Type::Flag | Type::Text)) => {
            let what = error::type_word(ty);
            maker.report(
                crate::diagnostic::Diagnostic::error(
                    "wrong-value",
                    format!("`{}` gives {what}, not a set", item.name.text),
                )
                .at(item.value.span, format!("this is {what}"))
                .help(format!("write `the {}`, or `either({})`", item.name.text, item.value.text)),
            );
        }
        _ => {}
    }
    body
}

fn fill_function(maker: &mut Maker, id: FunctionId, item: &ast::Function) {
    let mut frame = Frame::of(&maker.game.functions[id.at()].params.clone());
    let body = maker.script(&mut frame, &item.script);
    let function = &mut maker.game.functions[id.at()];
    function.result = body.ty;
    function.body = body.clone();
    function.locals = frame.needed;
    let script = &mut maker.game.scripts[function.script.at()];
    script.locals = frame.needed;
    script.body = body;
}
