//! Names that items cannot have (language reference, 13.2).

/// Words with a meaning in every script.
const SPOKEN: &[&str] = &["game", "it", "me", "mine", "my", "none", "old", "theirs", "usual", "winner"];

/// True if Rhai or every script already gives this name a meaning.
pub(crate) fn is_reserved(name: &str) -> bool {
    crate::syntax::is_reserved(name) || SPOKEN.contains(&name)
}
