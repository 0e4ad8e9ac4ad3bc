//! Oriflamme: rules as code for historical board wargames.

pub mod model;
