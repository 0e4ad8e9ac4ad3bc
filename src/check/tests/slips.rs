//! Tests of `check` on slips of authors: what it reports, and how to correct it.

use super::{compile, text};
use crate::diagnostic::Diagnostic;

/// A game without errors or warnings, and a battle of it.
const RAID: &str = r#"
game raid "Raid" { sides Scots, English }
board border { spaces { Berwick value 2, Wark, Norham, Kelso value 2 }  links road { Berwick -- Norham -- Wark -- Kelso } }
space has { value: int = 1 }
piece has { strength: int   horse: flag }
kind band { notation "{strength}{horse?*}" }
kind Foot of band
kind Horse of band
noun band/bands = band
noun to = space
space var controller: side?
piece flag moved / fresh during moving
deck tricks per side { zones pile hidden, hand owner, discards open }
card Ambush { copies 3  play during my moving { band mine.bands  do { remove(band); } } }
quantity might(band) { base band.strength  modify by +1 under bold yes because "bold" }
ruling bold "Are they bold?" { yes "they are" default  no "they are not" }
sequence { turn repeat 6 { moving each side actions march } }
action march "March" { band mine.fresh  to spaces where might(band) > 0  do { place(band, to); band.moved = true; to.controller = me; } }
scenario dawn for raid {
  army Scots { Kelso: Foot 1 }
  army English { Berwick: Horse 2*; hand: Ambush }
  controller Scots: Kelso
}
"#;

/// The diagnostics of the game and its battle after one change.
#[track_caller]
fn found(old: &str, new: &str) -> Vec<(Diagnostic, String)> {
    assert_eq!(RAID.matches(old).count(), 1, "{old}");
    let loaded = text(&RAID.replace(old, new));
    let mut all = loaded.said.clone();
    for scenario in [None, Some("dawn")] {
        for one in compile(&loaded.sources, &loaded.files, scenario, &[]).1 {
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all = crate::check::without_aftermath(&loaded.sources, &loaded.files, &loaded.said, all);
    let marked = |one: &Diagnostic| one.span().map_or("", |span| loaded.sources.text(span)).to_owned();
    all.into_iter().map(|one| (one.clone(), marked(&one))).collect()
}

/// Code, marked text and help of the only diagnostic.
#[track_caller]
fn only(old: &str, new: &str) -> (&'static str, String, String) {
    let mut all = found(old, new);
    assert_eq!(all.len(), 1, "{all:#?}");
    let (one, marked) = all.remove(0);
    (one.code, marked, one.help.unwrap_or_default())
}

#[test]
fn the_game_is_sound() {
    assert_eq!(found("game raid", "game raid"), []);
}

#[test]
fn an_army_with_almost_the_name_of_a_side_is_reported() {
    let (code, marked, help) = only("army English", "army Enlish");
    assert_eq!((code, marked.as_str(), help.as_str()), ("army-like-side", "Enlish", "did you mean `English`?"));
    assert_eq!(found("army English", "army Percy"), []);
}

#[test]
fn a_ruling_without_a_rule_is_reported() {
    let (code, marked, help) = only(" under bold yes", "");
    assert_eq!((code, marked.as_str()), ("unused-ruling", "bold"));
    assert!(help.contains("`under bold yes`"), "{help}");
}

#[test]
fn a_family_is_not_set_up() {
    let (code, marked, help) = only("Kelso: Foot 1", "Kelso: band 1");
    assert_eq!((code, marked.as_str(), help.as_str()), ("wrong-value", "band 1", "choose `Foot` or `Horse`"));
}

#[test]
fn a_comma_missing_between_spaces_is_one_error() {
    let (_, marked, help) = only("Berwick value 2, Wark", "Berwick value 2 Wark");
    assert_eq!((marked.as_str(), help.as_str()), ("Wark", "write `,` before `Wark`"));
}

#[test]
fn a_line_of_state_shows_its_form() {
    let (_, _, help) = only("controller Scots: Kelso", "controller: Scots Kelso");
    assert_eq!(help, "write `controller SIDE: SPACES`");
    let (_, marked, help) = only("controller Scots: Kelso", "controler Scots: Kelso");
    assert_eq!((marked.as_str(), help.as_str()), ("controler", "did you mean `controller`?"));
    let (_, marked, help) = only("hand: Ambush", "hnd: Ambush");
    assert_eq!((marked.as_str(), help.as_str()), ("hnd", "did you mean `hand`?"));
}

#[test]
fn one_slip_is_one_error() {
    assert_eq!(only("kind Foot of band", "kind Foot of Band").1, "Band");
    assert_eq!(only("horse: flag", "horse: flag  nick: string = \"x\"").2, "write `text`");
    assert_eq!(only("{ moving each side", "{ go each side").0, "reserved-name");
}

#[test]
fn a_name_that_scripts_use_for_a_set_is_refused() {
    assert_eq!(only("{ moving each side", "{ cards each side").0, "reserved-name");
    assert_eq!(only("{ moving each side", "{ spaces each side").0, "reserved-name");
}

#[test]
fn a_number_of_turns_is_at_least_one() {
    assert_eq!(only("repeat 6", "repeat 0").1, "0");
    assert_eq!(only("repeat 6", "repeat 1-6").2, "write a range as `1..6`");
}
