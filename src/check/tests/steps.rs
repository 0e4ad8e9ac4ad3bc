//! Tests of `check` on steps that are never reached.

use super::{compile, text};

/// The diagnostics of a game with this sequence, played in a scenario, if one is given: code and marked text.
#[track_caller]
fn said(steps: &str, scenario: Option<&str>) -> Vec<(&'static str, String)> {
    let lines = scenario.unwrap_or_default();
    let loaded = text(&format!(
        r#"
game small "Small" {{ sides first, second }}
side has {{ panic: int = 3 }}
kind KT
noun unit/units = KT
board field {{ grid area 3 x 3 {{ columns file: a, b, c  rows rank: 1, 2, 3 }} }}
sequence {{ {steps} }}
scenario day for small {{ {lines} }}
"#
    ));
    let mut all = loaded.said.clone();
    all.extend(compile(&loaded.sources, &loaded.files, Some("day"), &[]).1);
    all.iter().map(|one| (one.code, one.span().map_or("", |span| loaded.sources.text(span)).to_owned())).collect()
}

#[test]
fn a_step_after_one_without_end_is_reported_at_every_depth() {
    for (steps, never) in [
        ("turn repeat { going }  ending", "ending"),
        ("day { turn repeat { going }  ending }", "ending"),
        ("day { turn repeat { going } }  night  ending", "night"),
        ("day repeat 3 { morning each side { turn repeat { going } } }  night", "night"),
    ] {
        assert_eq!(said(steps, None), [("never-reached", never.to_owned())], "{steps}");
    }
}

#[test]
fn a_step_after_one_that_may_end_or_be_skipped_is_not_reported() {
    for steps in [
        "day { turn repeat { going } }",
        "day { turn repeat 3 { going }  ending }",
        "day { turn repeat until first.panic > 3 { going } }  night",
        "day { turn repeat when first.panic > 3 { going } }  night",
        "day when first.panic > 3 { turn repeat { going } }  night",
        "day each unit of units { turn repeat { going } }  night",
        "turn repeat { going  leaving do { skip_to(ending); } }  ending",
    ] {
        assert_eq!(said(steps, None), [], "{steps}");
    }
    assert_eq!(said("turn repeat { going }  ending", Some("turn 1..6")), []);
}
