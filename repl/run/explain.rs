//! `explain`: the page of an error code.

use oriflamme::diagnostic::{codes, did_you_mean};

use crate::paint::say;
use crate::{Ending, Run};

/// The page of a code; without one, all codes.
pub(crate) fn explain(code: Option<&str>) -> Run {
    let Some(code) = code else {
        for row in codes::all() {
            say(&format!("{}  {:<24} {}", row.number, row.name, row.headline));
        }
        return Ok(Ending::Fine);
    };
    let row = codes::find(code).ok_or_else(|| {
        let names = codes::all().iter().flat_map(|row| [row.name, row.number]);
        format!("no code `{code}`{}\n`oriflamme explain` lists all codes", did_you_mean(code, names))
    })?;
    say(&format!("{} {}\n", row.number, row.name));
    say(row.page.trim_end());
    Ok(Ending::Fine)
}
