//! Results that are kept until something changes that was looked at to find them.

pub(super) mod kept;
pub(super) mod memo;
pub(super) mod probe;
pub(super) mod roads;
pub(super) mod shelf;
