//! The features of Rhai that scripts may not use, and the size limits of texts.

use rhai::{Engine, OptimizationLevel};

/// Rhai's limit on expression depth, also inside functions, which all scripts are. The parser limits the depth first.
const DEPTH: usize = 256;

/// Sets the options of an engine: syntax and the size limits of texts.
///
/// Rhai's defaults depend on the build profile, so every option is set.
pub(super) fn restrict(engine: &mut Engine) {
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_max_expr_depths(DEPTH, DEPTH);
    engine.set_max_string_size(4_096);
    engine.set_max_array_size(1_024);
    engine.set_max_map_size(256);
    engine.set_max_variables(1_024);
    engine.set_max_functions(1_024);
    engine.set_max_modules(0);
    engine.set_strict_variables(false);
    engine.set_allow_anonymous_fn(true);
    for symbol in ["eval", "import", "export", "print", "debug"] {
        engine.disable_symbol(symbol);
    }
}
