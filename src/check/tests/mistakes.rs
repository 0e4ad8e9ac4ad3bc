//! What `check` says of wrong declarations: the code, and the text that it points at.

use super::{compile, text};

/// A game in which nothing is wrong.
const SMALL: &str = r#"
game small "Small" { sides first, second }
rulebook { 1 "All" "Everything stands here."   2 "More" "And more." }
side has { panic: int = 3 }
piece has { ability: int = 1   steadfast: flag }
kind troops @1 { notation "{ability}{steadfast?*}" }
kind KT "Knights" of troops @1
kind MA of troops @1
noun unit/units = troops
board field @1 {
  grid area 3 x 3 turned for second { columns battle: left, centre, right   rows row: rear, middle, far }
  slots 2 per side of troops @1
  boxes reserve per side
}
terrain Woods @1 { modify strength by -1 as cover }
piece flag moved / unmoved during turn @1
piece flag rash @1
quantity strength(unit) "strength" @1 { base unit.ability }
sequence @1 { turn repeat { going each side  actions ride } }
action ride "Ride" @1 { unit mine.unmoved where !unit.rash   do { unit.moved = true; } }
"#;

/// What is said of the small game with these items behind it: code and text, in order.
fn said(items: &str) -> Vec<(&'static str, String)> {
    said_of(items, None)
}

pub(super) fn said_of(items: &str, scenario: Option<&str>) -> Vec<(&'static str, String)> {
    let loaded = text(&format!("{SMALL}{items}"));
    let mut all = loaded.said.clone();
    all.extend(compile(&loaded.sources, &loaded.files, scenario, &[]).1);
    all.into_iter()
        .map(|one| (one.code, one.span().map_or(String::new(), |span| loaded.sources.text(span).to_owned())))
        .collect()
}

pub(super) fn only(items: &str, code: &str, place: &str) {
    let said = said(items);
    assert!(said.len() == 1 && said[0].0 == code && said[0].1 == place, "`{items}`: {said:?}");
}

#[test]
fn the_small_game_is_right() {
    assert_eq!(said(""), []);
}

#[test]
fn what_is_shown_and_hidden() {
    assert_eq!(
        said("hide piece from piece.side.foe for rash because \"{piece.side}'s\" @1\nhide ride from side.foe @1"),
        []
    );
    only("hide pieces from side.foe @1", "unknown-word", "pieces");
    only("hide ability from piece.side.foe @1", "not-yet", "ability");
    only("hide piece from piece.ability @1", "wrong-value", "piece.ability");
    only("hide ride from piece.side.foe @1", "unknown-word", "piece.side");
}

#[test]
fn names_and_sections() {
    only("is brave(unit) @7 = unit.rash", "unknown-section", "@7");
    only("terrain Hill @1\nterrain Hill @2", "declared-twice", "Hill");
    only("kind Hédé of troops @1\nkind Hede of troops @1", "same-plain-name", "Hede");
    only("kind CB of troop @1", "unknown-word", "troop");
    only("kind while of troops @1", "reserved-name", "while");
    only("piece var rash: int = 0 @1", "declared-twice", "rash");
    only("procedure hit(u) @1 { 1 }", "parameter-without-type", "u");
    only(
        "piece has { hurt: int = 0 }
is hurt(unit) @1 = unit.rash",
        "declared-twice",
        "hurt",
    );
}

#[test]
fn clauses() {
    only("modify strength halved @1", "rounding-missing", "modify strength halved @1");
    only("modify strenght by 1 @1", "unknown-word", "strenght");
    only("except woods for KT @1", "unknown-label", "woods");
    assert_eq!(said("except Woods for KT @1\nexcept cover for MA @1\nexcept Woods but cover for KT @1").len(), 1);
    only("forbid fly @1", "unknown-verb", "fly");
    only("forbid ride when donor.rash @1", "unknown-word", "donor");
    only("modify strength by 1 for Woods @1", "empty-phrase", "Woods");
    only("modify strength by 1 for knights @1", "unknown-word", "knights");
    only("modify strength by 1 at unit @1", "clause-concerns-nothing", "unit");
    only("before rout(unit) @1 do { }", "unknown-verb", "rout");
    only("forbid ride under nothing yes @1", "unknown-word", "nothing");
    only("quantity courage(unit) @1 { modify by 1 for KT }", "quantity-without-base", "courage");
}

#[test]
fn circles_and_offers_without_an_end() {
    only("is a(unit) @1 = unit.b\nis b(unit) @1 = unit.a", "circle", "is a(unit) @1 = unit.b");
    only(
        "modify strength by 1 when unit.strength > 2 @1",
        "circle",
        r#"quantity strength(unit) "strength" @1 { base unit.ability }"#,
    );
    let turn = "action turn_about during going @1 { unit mine   do { } }";
    only(turn, "endless-offer", turn);
    assert_eq!(said("action shout during going @1 { unit mine   once per unit   do { } }"), []);
    let lost = "action rest @1 { unit mine   once   do { } }";
    only(lost, "unmade-offer", lost);
}

#[test]
fn rulings_tables_layers() {
    only(r#"ruling dice "How many?" @1 { one "one" default }"#, "ruling-values", "dice");
    only(r#"ruling dice "How many?" @1 { one "one"   two "two" }"#, "ruling-values", "dice");
    only("table ends @1 rows box_number: int gives limit { 1..3 2;  3..4 5 }", "rows-overlap", "3..4");
    only("table ends @1 rows box_number: int gives limit { 1..3 2;  5 5 }", "rows-overlap", "5");
    only("table ends @1 rows box_number: int gives limit { 1..3 2 4 }", "rows-overlap", "1..3 2 4");
    only("table clash @1 rows striking: kind columns struck: kind {\n KT MA\n KT 0 1\n MA x 0\n}", "wrong-value", "x");
}

#[test]
fn set_ups() {
    let scenario = |lines: &str| said_of(&format!("scenario day \"Day\" for small @1 {{ {lines} }}"), Some("day"));
    let one = |lines: &str| {
        let said = scenario(lines);
        assert_eq!(said.len(), 1, "{lines}: {said:?}");
        (said[0].0, said[0].1.clone())
    };
    assert_eq!(scenario("first { left rear: Woods, KT 2* x2 }  rash: first KT"), []);
    assert_eq!(one("first { left reer: KT 2 }"), ("unknown-place", "left reer".to_owned()));
    assert_eq!(one("first { left rear: KT 2-2 }"), ("unknown-word", "2-2".to_owned()));
    assert_eq!(one("first { left rear: KT 2 x3 }").0, "place-full");
    assert_eq!(one("first { rear: KT 2 }"), ("wrong-value", "rear".to_owned()));
    assert_eq!(one("rash: French KT"), ("empty-phrase", "French KT".to_owned()));
    assert_eq!(one("weather Snow"), ("unknown-word", "Snow".to_owned()));
    assert_eq!(one("army French panik 3 { }"), ("unknown-word", "panik".to_owned()));
    assert_eq!(one("momentum 3"), ("unknown-word", "momentum".to_owned()));
    let lacks = said_of(
        "side has { losses: int }\nscenario day \"Day\" for small @1 { army French { }  army English losses 1 { } }",
        Some("day"),
    );
    assert_eq!(lacks, [("missing-fact", "French".to_owned())]);
}

#[test]
fn drawings() {
    only(r#"draw { piece "{strenght}" }"#, "unknown-word", "strenght");
    only(r#"draw { piece "{piece.strenght}" }"#, "unknown-word", "strenght");
    only(r#"draw { link road "-" }"#, "unknown-word", "road");
    only(r#"draw { badge rout "!" }"#, "unknown-word", "rout");
    only(r#"draw { arrow ability }"#, "wrong-value", "ability");
    only(r#"draw { arrow quarry }"#, "unknown-word", "quarry");
    only(r#"draw { track losses 0..4 }"#, "unknown-word", "losses");
    only(r#"draw { space "x" shade height }"#, "unknown-word", "height");
    assert_eq!(
        said(
            r#"draw { piece "{ability}/{piece.ability}{number}"  badge rash "!"  badge strength "{strength}"  arrow facing }"#
        ),
        []
    );
}

#[test]
fn a_comma_begins_a_phrase_for_both_sides() {
    let rash = |lines: &str| said_of(&format!("scenario day \"Day\" for small @1 {{ {lines} }}"), Some("day"));
    assert_eq!(rash("rash: first KT, MA"), [("both-sides", "MA".to_owned())]);
    for fine in ["rash: first KT, first MA", "rash: first KT, second MA", "rash: KT, MA", "rash: MA, first KT"] {
        assert_eq!(rash(fine), [], "{fine}");
    }
    assert_eq!(rash("first { rash: KT, MA }"), []);
}
