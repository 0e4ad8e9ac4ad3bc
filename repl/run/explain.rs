//! `explain`: the page of an error code.

use oriflamme::diagnostic::{codes, nearest};

use crate::Ending;
use crate::paint::{complain, say};

/// The page of a code; without one, all codes.
pub(crate) fn explain(code: Option<&str>) -> Ending {
    let Some(code) = code else {
        for row in codes::all() {
            say(&format!("{}  {:<24} {}", row.number, row.name, row.headline));
        }
        return Ending::Fine;
    };
    match codes::find(code) {
        Some(row) => {
            say(&format!("{} {}\n", row.number, row.name));
            say(row.page.trim_end());
            Ending::Fine
        }
        None => {
            let names = codes::all().iter().flat_map(|row| [row.name, row.number]);
            let meant = nearest(code, names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
            complain(&format!("no code `{code}`{meant}\n`oriflamme explain` lists all codes"));
            Ending::Usage
        }
    }
}
