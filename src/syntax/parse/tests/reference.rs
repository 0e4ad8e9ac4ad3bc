//! Texts that use every construct of the language, those of games that are not shipped yet included, parse without a word.
//! (That all shipped texts parse, and all examples of the reference, the tests of the whole program see to.)

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
