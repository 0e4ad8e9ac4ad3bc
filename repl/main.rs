//! The `oriflamme` command.
fn main() {}
