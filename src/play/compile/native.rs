//! The engine that runs compiled scripts. It behaves as Rhai does, and is many times faster.
//!
//! Rhai is the reference, and runs play at the prompt and tests. Series of games, counts and look-ahead bots use this
//! engine. A test plays whole games with both and compares every state.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::value::Value;

use crate::play::compile;
use crate::play::host::run::{Act, Cx, Run, Scripts};
use crate::play::store::locals::{Locals, fill};
use crate::play::store::world::Fault;

/// The engine.
pub struct Native {
    game: Arc<Game>,
    run: Rc<RefCell<Run>>,
}

/// The engine of a play.
///
/// # Errors
/// Never; the signature is that of [`crate::play::MakeScripts`].
pub fn make(game: &Arc<Game>, run: &Rc<RefCell<Run>>) -> Result<Box<dyn Scripts>, Box<Fault>> {
    Ok(Box::new(Native { game: game.clone(), run: run.clone() }))
}

impl Scripts for Native {
    fn name(&self) -> &'static str {
        "native"
    }

    fn call(&self, script: ScriptId, args: &[Value]) -> Act<Value> {
        let item = &self.game.scripts[script.at()];
        let mut locals = Locals::new();
        fill(&mut locals, args, item.locals);
        let cx = Cx { game: &self.game, run: &self.run, scripts: self };
        compile::run(item, &cx, &mut locals).map_err(|stop| stop.at(item.span))
    }
}
