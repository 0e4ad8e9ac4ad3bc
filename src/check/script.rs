//! Scripts: texts that Rhai runs, each with its typed tree.

use crate::model::game::{Param, Script};
use crate::model::id::{ScopeId, ScriptId, VarId};
use crate::model::node::{Compiled, Expr, Node, Term};
use crate::model::types::Type;
use crate::source::Span;
use crate::syntax::ast::ScriptText;

use super::builder::{Frame, GameBuilder};
use super::env::{Local, Usual};
use super::error;
use super::expr::unread;

/// The place of a script.
#[derive(Default)]
pub(crate) struct ScriptPlace {
    /// Scopes whose parameters are visible by bare name, the outermost first.
    pub(crate) scopes: Vec<ScopeId>,
    /// True if a side acts.
    pub(crate) acts: bool,
    /// All scopes that run while it runs, if known.
    pub(crate) lifetime: Option<Vec<ScopeId>>,
}

/// Checks the statements after `do` and stores them as a script.
pub(crate) fn add_script(
    builder: &mut GameBuilder,
    place: ScriptPlace,
    params: Vec<Param>,
    text: &ScriptText,
) -> ScriptId {
    let id = reserve_script(builder, params, text);
    fill(builder, id, place, text, None);
    // Nothing reads the value of the script.
    warn_of_unread(builder, text, false);
    id
}

/// Reserves a script to be checked later, because procedures may call each other.
pub(crate) fn reserve_script(builder: &mut GameBuilder, params: Vec<Param>, text: &ScriptText) -> ScriptId {
    let Ok(number) = u16::try_from(builder.game.scripts.len()) else {
        builder.counted(u32::try_from(builder.game.scripts.len()).ok(), u32::from(u16::MAX), "scripts", text.span);
        return ScriptId(0);
    };
    let id = ScriptId(number);
    builder.game.scripts.push(Script {
        locals: params.len() as u16,
        params,
        written: text.clone(),
        span: text.span,
        body: Node::new(Expr::Error, Type::Any, text.span),
        compiled: Compiled::default(),
    });
    id
}

/// Checks the statements of a script whose value its caller may read.
pub(crate) fn fill_script(
    builder: &mut GameBuilder,
    id: ScriptId,
    place: ScriptPlace,
    text: &ScriptText,
    usual: Option<Usual>,
) {
    fill(builder, id, place, text, usual);
    warn_of_unread(builder, text, true);
}

fn warn_of_unread(builder: &mut GameBuilder, text: &ScriptText, is_read: bool) {
    let found = text.tree().map(|block| unread(block, is_read)).unwrap_or_default();
    found.into_iter().for_each(|problem| builder.report(problem));
}

fn fill(builder: &mut GameBuilder, id: ScriptId, place: ScriptPlace, text: &ScriptText, usual: Option<Usual>) {
    let running = place.lifetime.clone();
    let locals = builder.game.scripts[id.at()].params.iter().map(Local::from).collect();
    let ScriptPlace { scopes, acts, lifetime } = place;
    let mut frame = Frame { locals, scopes, acts, usual, lifetime, ..Frame::default() };
    let body = builder.script(&mut frame, text);
    if let Some(running) = running {
        read_outside(builder, &body, &running);
    }
    let script = &mut builder.game.scripts[id.at()];
    script.body = body;
    script.locals = frame.needed;
}

/// Reports variables that are read where they do not live, while these scopes run: they have their defaults there.
pub(crate) fn read_outside(builder: &mut GameBuilder, node: &Node, running: &[ScopeId]) {
    let mut found: Vec<(VarId, Span)> = Vec::new();
    node.walk(&mut |node| {
        if let Expr::Get { term: Term::Var(var), .. } | Expr::Filter { term: Term::Var(var), .. } = &node.expr {
            found.push((*var, node.span));
        }
    });
    for (var, at) in found {
        let game = &builder.game;
        let var = &game.vars[var.at()];
        if var.lives_in(running) {
            continue;
        }
        let scopes: Vec<String> = var.during.iter().map(|scope| game.scopes[scope.at()].name.clone()).collect();
        let problem = error::read_outside(&var.name, &scopes, at);
        builder.report(problem);
    }
}
