//! A question to several sides whose answers stay secret until all have answered.

use crate::model::id::VarId;
use crate::model::value::Value;
use crate::play::host::run::Act;
use crate::play::host::run::Cx;
use crate::play::store::effort::CALL;

use super::Callback;

/// Asks each of these sides the closure's question, hidden from the others. When all have answered, each side's
/// variable gets its answer, in order of play.
///
/// # Errors
/// What the questions stop with, and a value that the variable cannot hold.
pub fn secretly(cx: &Cx<'_>, sides: &Value, var: VarId, ask: Callback<'_>) -> Act<()> {
    cx.run.borrow().effort.spend(CALL)?;
    let sides = sides.members();
    let answers = cx.unseen(Some(var), || sides.iter().map(|side| ask(Value::Ref(*side))).collect::<Act<Vec<_>>>())?;
    for (side, answer) in sides.iter().zip(answers) {
        cx.write(var, *side, answer)?;
    }
    Ok(())
}
