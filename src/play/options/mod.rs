//! What a side may choose, what it costs, and how it can be paid.

pub mod balance;
pub mod drawn;
pub mod odds;
pub mod offers;
pub(super) mod pay;
pub(super) mod price;
pub(super) mod stepping;
pub(super) mod twins;
pub(super) mod ways;
