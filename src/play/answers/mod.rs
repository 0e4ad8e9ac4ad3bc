//! Answers and chance: the questions, who answers them, and what is written down.

pub mod fill;
pub mod journal;
pub mod log;
pub mod oracle;
pub mod question;
