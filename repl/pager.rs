//! Long answers at a terminal: in the user's pager, so that they do not scroll away.

use std::io::Write;
use std::process::{Command, Stdio};

/// What shows long texts where the user has named nothing: ends at once if the text fits, keeps colours, leaves the text on
/// the screen.
const USUAL: &str = "less -FRX";

/// Shows rows in the user's pager; `false` if there is none, and nothing was shown.
pub(crate) fn show(rows: &[String]) -> bool {
    let named = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let pager = named.unwrap_or_else(|| USUAL.to_owned());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next().filter(|program| *program != "cat") else { return false };
    let Ok(mut child) = Command::new(program).args(words).stdin(Stdio::piped()).spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // A reader who leaves early has seen enough.
        let _ = input.write_all((rows.join("\n") + "\n").as_bytes());
    }
    child.wait().is_ok_and(|status| status.success())
}
