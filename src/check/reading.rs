//! Replacements of words, functions and procedures: the new text applies where its guard holds, and `usual` is what
//! stood there before, earlier replacements included.

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::model::game::{Param, Replacement, USUAL, Word};
use crate::model::id::{FunctionId, ScopeId, WordId};
use crate::model::node::{Expr, Node};
use crate::model::sequence::{Scope, ScopeKind, ScriptReading};
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ItemKind, ReplaceWhat};

use super::builder::{Frame, GameBuilder};
use super::clause::guard_of_replacement;
use super::env::Usual;
use super::error;
use super::free::mentions;
use super::gather::Gathered;
use super::noun;
use super::script::{ScriptPlace, fill_script, reserve_script};
use super::word::word_body;
use crate::model::names::named;

/// The most replacements of one item. Each holds what stood there before.
const MOST_REPLACEMENTS: usize = 200;

/// True if a text uses what it replaces.
pub(crate) fn says_usual(text: &str) -> bool {
    mentions(text).iter().any(|mention| mention.name == "usual")
}

/// Replaces words and functions.
pub(crate) fn replace_words(builder: &mut GameBuilder, items: &Gathered) {
    let mut counts = FxHashMap::default();
    for (replace, _) in &items.readings {
        let ReplaceWhat::Item(kind) = &replace.what else { continue };
        match kind.as_ref() {
            ItemKind::Definition(item) if fits(builder, &mut counts, &item.name) => {
                replace_word(builder, replace, item)
            }
            ItemKind::Function(item) if fits(builder, &mut counts, &item.name) => {
                replace_function(builder, replace, item);
            }
            _ => {}
        }
    }
}

/// Counts a replacement of an item; the first one too many is reported, and those beyond the limit are left out.
fn fits<'n>(builder: &mut GameBuilder, counts: &mut FxHashMap<&'n str, usize>, name: &'n ast::Name) -> bool {
    let count = counts.entry(name.text.as_str()).or_default();
    *count += 1;
    if *count == MOST_REPLACEMENTS + 1 {
        let text = format!("`{}` is replaced too many times", name.text);
        let problem = Diagnostic::error("number-too-large", text).at(name.span, format!("at most {MOST_REPLACEMENTS}"));
        builder.report(problem.help("put the cases into one replacement, with conditions"));
    }
    *count <= MOST_REPLACEMENTS
}

/// Replaces procedures, whose own scripts are read by now.
pub(crate) fn replace_procedures(builder: &mut GameBuilder, items: &Gathered) {
    let mut counts = FxHashMap::default();
    for (replace, _) in &items.readings {
        let ReplaceWhat::Item(kind) = &replace.what else { continue };
        if let ItemKind::Procedure(item) = kind.as_ref()
            && fits(builder, &mut counts, &item.name)
        {
            replace_procedure(builder, replace, item);
        }
    }
}

fn replace_word(builder: &mut GameBuilder, replace: &ast::Replace, item: &ast::Definition) {
    let Some(index) = named(&builder.game.words, &item.name.text).map(WordId::at) else { return };
    let params = noun::params_like(builder, &item.params, &builder.game.words[index].params.clone(), item.name.span);
    let mut frame = Frame::of(&params);
    let old = &builder.game.words[index];
    frame.usual = Some(Usual::Value(match old.replacements.is_empty() {
        true => old.body.clone(),
        // The old word with the replacements so far becomes a word of its own.
        false => {
            let word = Word { name: hidden("w", builder.game.words.len()), opposite: None, ..old.clone() };
            let args = locals(&params, item.name.span);
            let expr = Expr::Word { word: WordId(builder.game.words.len() as u16), args, negated: false };
            let usual = Node::new(expr, old.body.ty, item.name.span);
            builder.game.words.push(word);
            usual
        }
    }));
    let cites = builder.cites(&item.cites);
    let body = word_body(builder, &mut frame, item);
    frame.usual = None;
    let mut guard = guard_of_replacement(builder, &mut frame, &replace.guard);
    guard.cites.clone_from(&cites);
    check_result(builder, builder.game.words[index].body.ty, body.ty, item.name.span);
    let word = &mut builder.game.words[index];
    word.replacements.insert(0, Replacement { guard, body });
    word.locals = word.locals.max(frame.needed);
    word.cites.extend(cites);
}

fn replace_function(builder: &mut GameBuilder, replace: &ast::Replace, item: &ast::Function) {
    let Some(index) = named(&builder.game.functions, &item.name.text).map(FunctionId::at) else { return };
    let params =
        noun::params_like(builder, &item.params, &builder.game.functions[index].params.clone(), item.name.span);
    let mut frame = Frame::of(&params);
    if says_usual(&item.script.text) {
        let id = builder.game.functions.len();
        let mut old = builder.game.functions[index].clone();
        old.name = hidden("f", id);
        builder.game.functions.push(old);
        frame.usual = Some(Usual::Function(FunctionId(id as u16)));
    }
    let cites = builder.cites(&item.cites);
    let body = builder.script(&mut frame, &item.script);
    frame.usual = None;
    let mut guard = guard_of_replacement(builder, &mut frame, &replace.guard);
    guard.cites.clone_from(&cites);
    check_result(builder, builder.game.functions[index].result, body.ty, item.name.span);
    let function = &mut builder.game.functions[index];
    function.replacements.insert(0, Replacement { guard, body });
    function.locals = function.locals.max(frame.needed);
    function.cites.extend(cites);
}

fn replace_procedure(builder: &mut GameBuilder, replace: &ast::Replace, item: &ast::Procedure) {
    let spelt = plain(&item.name.text);
    let is = |scope: &Scope| scope.name == spelt && matches!(scope.kind, ScopeKind::Procedure(_));
    let Some(index) = builder.game.scopes.iter().position(is) else { return };
    let params = noun::params_like(builder, &item.params, &builder.game.scopes[index].params.clone(), item.name.span);
    let usual = says_usual(&item.script.text).then(|| {
        // The old procedure without its line in the log: it happens inside the one that is named.
        let id = builder.game.scopes.len();
        let old = &builder.game.scopes[index];
        let old = Scope { name: hidden("", id), title: None, ..old.clone() };
        builder.game.scopes.push(old);
        Usual::Procedure(ScopeId(id as u16))
    });
    let cites = builder.cites(&item.cites);
    let script = reserve_script(builder, params.clone(), &item.script);
    let place = ScriptPlace { acts: true, ..ScriptPlace::default() };
    fill_script(builder, script, place, &item.script, usual);
    let mut frame = Frame { acts: true, ..Frame::of(&params) };
    let mut guard = guard_of_replacement(builder, &mut frame, &replace.guard);
    guard.cites.clone_from(&cites);
    if let ScopeKind::Procedure(own) = builder.game.scopes[index].kind {
        let (old, new) = (builder.game.scripts[own.at()].body.ty, builder.game.scripts[script.at()].body.ty);
        check_result(builder, old, new, item.name.span);
    }
    let scope = &mut builder.game.scopes[index];
    scope.replacements.insert(0, ScriptReading { guard, locals: frame.needed.max(params.len() as u16), script });
    scope.cites.extend(cites);
}

/// A name that no author gives: scripts write `usual` for it.
fn hidden(what: &str, id: usize) -> String {
    format!("{USUAL}{what}{id}")
}

/// The parameters as arguments.
fn locals(params: &[Param], span: Span) -> Vec<Node> {
    let local = |(slot, param): (usize, &Param)| Node::new(Expr::Local(slot as u16), param.ty, span);
    params.iter().enumerate().map(local).collect()
}

/// Reports a replacement that gives something else than what it replaces, whose callers could not use it.
fn check_result(builder: &mut GameBuilder, old: Type, new: Type, span: Span) {
    let open = |ty: Type| matches!(ty, Type::Any | Type::Nothing | Type::None);
    let is_empty_set = matches!((old, new), (Type::Set(_), Type::EmptySet) | (Type::EmptySet, Type::Set(_)));
    if !open(old) && (new == Type::Nothing || !open(new) && old.present() != new.present() && !is_empty_set) {
        let (old, new) = (error::type_word(old), error::type_word(new));
        builder.report(
            Diagnostic::error("wrong-type", format!("the replaced text gives {old}, this one {new}"))
                .at(span, format!("expected {old}")),
        );
    } else if new.is_optional() && !old.is_optional() && !open(old) {
        let old = error::type_word(old);
        builder.report(
            Diagnostic::error("wrong-type", format!("the replaced text always gives {old}, this one may give `none`"))
                .at(span, format!("expected {old}"))
                .help("write `… ?? VALUE` with a value for that case, or `usual`"),
        );
    }
}
