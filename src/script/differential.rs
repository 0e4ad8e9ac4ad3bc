//! Native evaluation against its reference: the same pure expression, once by the kernel and once by Rhai.

use crate::model::node::Node;
use crate::model::value::Value;
use crate::play::api::same;
use crate::play::{Act, Cx, Stop};
use crate::source::SourceMap;

use super::engine::Engine;

/// The two results of one expression.
#[derive(Debug)]
pub struct Outcome {
    /// The text.
    pub text: String,
    /// What native evaluation gives; a fault as its message.
    pub native: Result<Value, String>,
    /// What Rhai gives.
    pub script: Result<Value, String>,
}

impl Outcome {
    /// Whether the two agree. That both are faults is agreement: their wording may differ.
    pub fn agrees(&self) -> bool {
        match (&self.native, &self.script) {
            (Ok(native), Ok(script)) => same(native, script),
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
