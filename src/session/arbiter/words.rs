//! Completion of the arbiter's lines.
