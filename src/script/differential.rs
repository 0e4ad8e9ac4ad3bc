//! Compares native evaluation with its reference: the kernel and Rhai evaluate the same pure expression.

use crate::model::node::Node;
use crate::model::value::Value;
use crate::play::operator::equal;
use crate::play::{Act, Cx, Stop};
use crate::source::SourceMap;

use super::engine::Engine;

/// Both results of one expression.
#[derive(Debug)]
pub struct Outcome {
    /// The source text.
    pub text: String,
    /// The result of native evaluation, or the message of its fault.
    pub native: Result<Value, String>,
    /// The result of Rhai.
    pub script: Result<Value, String>,
}

impl Outcome {
    /// True if the two agree. Two faults agree even if their wording differs.
    pub fn agrees(&self) -> bool {
        match (&self.native, &self.script) {
            (Ok(native), Ok(script)) => equal(native, script),
            (Err(_), Err(_)) => true,
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        }
    }
}

/// Evaluates a pure node both ways. `params` are the names of its first slots, with their values.
pub fn compare(
    engine: &mut Engine,
    cx: &Cx<'_>,
    sources: &SourceMap,
    node: &Node,
    slots: u16,
    params: &[(&str, Value)],
) -> Outcome {
    let text = sources.text(node.span).to_owned();
    let values: Vec<Value> = params.iter().map(|(_, value)| value.clone()).collect();
    let native = worded(cx.look(|world| world.eval_alone(node, &values, slots)));
    let script = worded(engine.evaluate(&text, params));
    Outcome { text, native, script }
}

fn worded(result: Act<Value>) -> Result<Value, String> {
    result.map_err(|stop| match stop {
        Stop::Fault(fault) => fault.message,
        Stop::Ask => "asks".to_owned(),
        Stop::Finished => "finishes the game".to_owned(),
    })
}
