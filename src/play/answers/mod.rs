//! Questions and chance: who answers, and how answers are recorded.

pub mod fill;
pub mod journal;
pub mod log;
pub mod oracle;
pub mod question;
