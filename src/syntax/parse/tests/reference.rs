//! Texts that use every construct of the language, including constructs of unreleased games, parse without diagnostics.
//! (The tests of the whole program parse all shipped texts and the examples of the reference.)

use super::{parse_file, shown};
use crate::source::SourceId;

#[test]
fn constructs_of_all_games_parse() {
    let texts = [
        ("areas.ori", include_str!("areas.ori")),
        ("hexes.ori", include_str!("hexes.ori")),
        ("network.ori", include_str!("network.ori")),
    ];
    for (name, text) in texts {
        let (file, diagnostics) = parse_file(SourceId(0), text);
        assert!(diagnostics.is_empty(), "{name}:\n{}", shown(text, &diagnostics));
        assert!(file.items.len() > 20, "{name} has many items");
    }
}
