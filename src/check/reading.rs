//! Replacements of words, functions and procedures: the new text applies where its guard holds, and `usual` is what stood
//! there before, earlier replacements included.

use crate::diagnostic::Diagnostic;
use crate::model::game::{Param, Replacement, USUAL, Word};
use crate::model::id::{FunctionId, ScopeId, WordId};
use crate::model::node::{Expr, Node};
use crate::model::sequence::{Scope, ScopeKind, ScriptReading};
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ItemKind, ReplaceWhat};

use super::clause::guard_of_replacement;
use super::env::Usual;
use super::error;
use super::free::mentions;
use super::gather::Gathered;
use super::maker::{Frame, Maker};
use super::noun;
use super::script::{ScriptPlace, fill_script, reserve_script};
use super::word::word_body;

/// True if a text uses what it replaces.
pub(crate) fn says_usual(text: &str) -> bool {
    mentions(text).iter().any(|mention| mention.name == "usual")
}

/// Replaces words and functions.
pub(crate) fn replace_words(maker: &mut Maker, items: &Gathered) {
    for (replace, _) in &items.readings {
        let ReplaceWhat::Item(kind) = &replace.what else { continue };
        match kind.as_ref() {
            ItemKind::Definition(item) => replace_word(maker, replace, item),
            ItemKind::Function(item) => replace_function(maker, replace, item),
            _ => {}
        }
    }
}

/// Replaces procedures, whose own scripts are read by now.
pub(crate) fn replace_procedures(maker: &mut Maker, items: &Gathered) {
    for (replace, _) in &items.readings {
        let ReplaceWhat::Item(kind) = &replace.what else { continue };
        if let ItemKind::Procedure(item) = kind.as_ref() {
            replace_procedure(maker, replace, item);
        }
    }
}

fn replace_word(maker: &mut Maker, replace: &ast::Replace, item: &ast::Definition) {
    let spelt = plain(&item.name.text);
    let Some(index) = maker.game.words.iter().position(|word| word.name == spelt) else { return };
    let params = noun::params_like(maker, &item.params, &maker.game.words[index].params.clone(), item.name.span);
    let mut frame = Frame::of(&params);
    let old = &maker.game.words[index];
    frame.usual = Some(Usual::Value(match old.replacements.is_empty() {
        true => old.body.clone(),
        // The old word with the replacements so far becomes a word of its own.
        false => {
            let word = Word { name: hidden("w", maker.game.words.len()), opposite: None, ..old.clone() };
            let args = locals(&params, item.name.span);
            let expr = Expr::Word { word: WordId(maker.game.words.len() as u16), args, negated: false };
            let usual = Node::new(expr, old.body.ty, item.name.span);
            maker.game.words.push(word);
            usual
        }
    }));
    let cites = maker.cites(&item.cites);
    let body = word_body(maker, &mut frame, item);
    frame.usual = None;
    let mut guard = guard_of_replacement(maker, &mut frame, &replace.guard);
    guard.cites.clone_from(&cites);
    let word = &mut maker.game.words[index];
    word.replacements.insert(0, Replacement { guard, body });
    word.locals = word.locals.max(frame.needed);
    word.cites.extend(cites);
}

fn replace_function(maker: &mut Maker, replace: &ast::Replace, item: &ast::Function) {
    let spelt = plain(&item.name.text);
    let Some(index) = maker.game.functions.iter().position(|function| function.name == spelt) else { return };
    let params = noun::params_like(maker, &item.params, &maker.game.functions[index].params.clone(), item.name.span);
    let mut frame = Frame::of(&params);
    if says_usual(&item.script.text) {
        let id = maker.game.functions.len();
        let mut old = maker.game.functions[index].clone();
        old.name = hidden("f", id);
        maker.game.functions.push(old);
        frame.usual = Some(Usual::Function(FunctionId(id as u16)));
    }
    let cites = maker.cites(&item.cites);
    let body = maker.script(&mut frame, &item.script);
    frame.usual = None;
    let mut guard = guard_of_replacement(maker, &mut frame, &replace.guard);
    guard.cites.clone_from(&cites);
    check_result(maker, maker.game.functions[index].result, body.ty, item.name.span);
    let function = &mut maker.game.functions[index];
    function.replacements.insert(0, Replacement { guard, body });
    function.locals = function.locals.max(frame.needed);
    function.cites.extend(cites);
}

fn replace_procedure(maker: &mut Maker, replace: &ast::Replace, item: &ast::Procedure) {
    let spelt = plain(&item.name.text);
    let is = |scope: &Scope| scope.name == spelt && matches!(scope.kind, ScopeKind::Procedure(_));
    let Some(index) = maker.game.scopes.iter().position(is) else { return };
    let params = noun::params_like(maker, &item.params, &maker.game.scopes[index].params.clone(), item.name.span);
    let usual = says_usual(&item.script.text).then(|| {
        // The old procedure without its line in the log: it happens inside the one that is named.
        let id = maker.game.scopes.len();
        let old = &maker.game.scopes[index];
        let old = Scope { name: hidden("", id), title: None, ..old.clone() };
        maker.game.scopes.push(old);
        Usual::Procedure(ScopeId(id as u16))
    });
    let cites = maker.cites(&item.cites);
    let script = reserve_script(maker, &format!("{spelt}_{}", maker.game.scripts.len()), params.clone(), &item.script);
    let place = ScriptPlace { name: &item.name.text, scopes: Vec::new(), acts: true, lifetime: None };
    fill_script(maker, script, place, &item.script, usual);
    let mut frame = Frame { acts: true, ..Frame::of(&params) };
    let mut guard = guard_of_replacement(maker, &mut frame, &replace.guard);
    guard.cites.clone_from(&cites);
    if let ScopeKind::Procedure(own) = maker.game.scopes[index].kind {
        let (old, new) = (maker.game.scripts[own.at()].body.ty, maker.game.scripts[script.at()].body.ty);
        check_result(maker, old, new, item.name.span);
    }
    let scope = &mut maker.game.scopes[index];
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
fn check_result(maker: &mut Maker, old: Type, new: Type, span: Span) {
    let open = |ty: Type| matches!(ty, Type::Any | Type::Nothing | Type::None);
    let both_sets = matches!(old, Type::Set(_) | Type::EmptySet) && matches!(new, Type::Set(_) | Type::EmptySet);
    if !open(old) && (new == Type::Nothing || !open(new) && old.present() != new.present() && !both_sets) {
        let (old, new) = (error::type_word(old), error::type_word(new));
        maker.report(
            Diagnostic::error("wrong-type", format!("the replaced text gives {old}, this one {new}"))
                .at(span, format!("expected {old}")),
        );
    }
}
