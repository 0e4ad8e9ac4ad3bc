//! Tests of `check` on wrong declarations: the code and the marked text.

use super::{Loaded, compile, parse, text};
use crate::diagnostic::Diagnostic;
use crate::source::SourceMap;

/// A game without errors.
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
  grid area 3 x 3 turned for second { columns battle: left, centre, right   rows row: rear, middle, far_rear }
  slots 2 per side of troops @1
  boxes reserve per side
}
terrain Woods @1 { modify strength by -1 as cover }
piece flag moved / unmoved during turn @1
piece flag rash @1
quantity strength(unit) "strength" @1 { base unit.ability }
sequence @1 { turn repeat { going each side  actions ride } }
action ride "Ride" @1 { unit mine.unmoved where !unit.rash   do { unit.moved = true; unit.rash = true; } }
"#;

/// Code and text of the diagnostics for the small game plus these items, in order.
fn said(items: &str) -> Vec<(&'static str, String)> {
    said_of(items, None)
}

pub(super) fn said_of(items: &str, scenario: Option<&str>) -> Vec<(&'static str, String)> {
    let (loaded, all) = found(items, scenario, &[]);
    all.into_iter()
        .map(|one| (one.code, one.span().map_or(String::new(), |span| loaded.sources.text(span).to_owned())))
        .collect()
}

pub(super) fn found(items: &str, scenario: Option<&str>, readings: &[(&str, &str)]) -> (Loaded, Vec<Diagnostic>) {
    let loaded = text(&format!("{SMALL}{items}"));
    let mut all = loaded.said.clone();
    let readings: Vec<(String, String)> =
        readings.iter().map(|(name, of)| (name.to_string(), of.to_string())).collect();
    all.extend(compile(&loaded.sources, &loaded.files, scenario, &readings).1);
    (loaded, all)
}

/// The help of the only diagnostic.
#[track_caller]
fn help(items: &str, scenario: Option<&str>) -> String {
    let (_, mut all) = found(items, scenario, &[]);
    assert_eq!(all.len(), 1, "`{items}`: {all:#?}");
    all.remove(0).help.unwrap_or_default()
}

pub(super) fn only(items: &str, code: &str, place: &str) {
    let said = said(items);
    assert!(said.len() == 1 && said[0].0 == code && said[0].1 == place, "`{items}`: {said:?}");
}

#[test]
fn the_small_game_has_no_errors() {
    assert_eq!(said(""), []);
}

#[test]
fn errors_in_show_and_hide_are_reported() {
    assert_eq!(
        said("hide piece from piece.side.foe for rash because \"{piece.side}'s\" @1\nhide ride from side.foe @1"),
        []
    );
    only("hide pieces from side.foe @1", "unknown-word", "pieces");
    assert_eq!(said("hide ability from piece.side.foe for KT @1\nhide side.panic from side.foe @1"), []);
    only("hide abilty from piece.side.foe @1", "unknown-word", "abilty");
    only("hide side.ability from side.foe @1", "unknown-word", "side.ability");
    only("hide ability from unit.side.foe @1", "unknown-word", "unit.side");
    only("hide ability from piece.ability @1", "wrong-value", "piece.ability");
    only("hide piece from piece.ability @1", "wrong-value", "piece.ability");
    only("hide ride from piece.side.foe @1", "unknown-word", "piece.side");
}

#[test]
fn errors_in_names_and_sections_are_reported() {
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
fn errors_in_clauses_are_reported() {
    only("modify strength halved @1", "rounding-missing", "halved");
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
fn a_title_that_is_also_shown_without_values_holds_no_expression() {
    only(r#"quantity loss(unit) "points for {unit}" @1 { base 1 }"#, "title-with-braces", r#""points for {unit}""#);
    only(r#"kind Ox "Ox of {game}" @1"#, "title-with-braces", r#""Ox of {game}""#);
}

#[test]
fn what_stands_in_the_rules_cannot_be_hidden() {
    let list = "names town @1 { Hede, Dol }\ntown has { wealth: int = 1 }\n";
    only(&format!("{list}hide wealth from sides @1"), "clause-concerns-nothing", "wealth");
    let cards = "deck plays @1 { draw, hand }\ncard has { price: int = 1 }\n";
    assert!(
        said(&format!("{cards}hide price from sides @1")).contains(&("clause-concerns-nothing", "price".to_owned()))
    );
    // Where several have something of one name the clause says whose is meant, or its bearer does.
    let both = "side var worth: int = 1 @1\npiece var worth: int = 1 @1\n";
    only(&format!("{both}hide worth from sides @1"), "ambiguous-name", "worth");
    assert_eq!(help(&format!("{both}hide worth from sides @1"), None), "write `side.worth` or `piece.worth`");
    assert_eq!(said(&format!("{both}hide side.worth from side.foe @1\nhide piece.worth from piece.side.foe @1")), []);
    let borne = format!("{both}piece flag veiled @1 {{ hide worth from piece.side.foe }}");
    assert_eq!(said(&borne), [("unused-state", "veiled".to_owned())]);
}

#[test]
fn two_members_of_a_list_cannot_share_a_plain_name() {
    only("names town @1 { Hede, Combourg, Hede }", "declared-twice", "Hede");
    only("names town @1 { Hédé, Hede }", "same-plain-name", "Hede");
    assert_eq!(help("names town @1 { Hede, Hede }", None), "rename one of the two, or leave it out");
    // Two lists may have the same name: the expected type decides.
    assert_eq!(said("names town @1 { Hede, Combourg }\nnames castle @1 { Hede, Fougeres }"), []);
}

#[test]
fn unused_variables_of_scripts_are_reported_and_parameters_are_not() {
    only("procedure rest(unit) @1 { let x = 3; }", "unused-name", "x");
    assert_eq!(said("procedure rest(unit) @1 { let _x = 3; }"), []);
    assert_eq!(said("fn more(unit, n: int) @1 { n + 1 }\nis odd(unit) @1 = true"), []);
    assert_eq!(said("quantity speed(unit) @1 { base 2 }\nmodify speed by 1 when unit.rash @1"), []);
}

#[test]
fn a_family_cannot_be_its_own_member() {
    let circle = |items: &str| {
        let (loaded, all) = found(items, None, &[]);
        let [one] = all.as_slice() else { panic!("`{items}`: {all:#?}") };
        (one.headline.clone(), loaded.sources.text(one.span().expect("a place")).to_owned(), one.notes.join(" "))
    };
    let wanted = |headline: &str, place: &str, note: &str| (headline.to_owned(), place.to_owned(), note.to_owned());
    assert_eq!(
        circle("kind A of B @1\nkind B of A @1"),
        wanted("the family `A` cannot be its own member", "B", "the circle is `A of B of A`")
    );
    assert_eq!(
        circle("kind A of A @1"),
        wanted("the family `A` cannot be its own member", "A", "the circle is `A of A`")
    );
    // `C` is no part of the circle.
    assert_eq!(
        circle("kind C of B @1\nkind B of A @1\nkind A of B @1"),
        wanted("the family `B` cannot be its own member", "A", "the circle is `B of A of B`")
    );
}

#[test]
fn state_that_no_rule_of_its_game_uses_is_reported() {
    only("side var losses: int = 0", "unused-state", "losses");
    assert_eq!(said("side var losses: int = 0\ndraw { piece \"{piece.side.losses}\" }"), []);
    // Another game has a variable of this name.
    let mut sources = SourceMap::new();
    let own = sources.add("game.ori", format!("{SMALL}side var losses: int = 0"));
    sources.add("other.ori", "side var losses: int = 0");
    let loaded = parse(sources, &[own]);
    let codes: Vec<&str> = compile(&loaded.sources, &loaded.files, None, &[]).1.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["unused-state"]);
}

#[test]
fn a_title_of_an_action_is_no_help_for_a_word_or_a_function() {
    let sum = "action c7 \"Sum\" during going @1 { unit mine  once per unit  do { } }\n";
    assert!(!help(&format!("{sum}is many(side) @1 = units.sum(\"ability\") > 3"), None).contains("c7"));
    assert!(!help(&format!("{sum}is many(side) @1 = sum(3) > 3"), None).contains("c7"));
}

#[test]
fn circles_and_endless_offers_are_reported() {
    only("is a(unit) @1 = unit.b\nis b(unit) @1 = unit.a", "circle", "is a(unit) @1 = unit.b");
    // In this one no type is known.
    let sets = "set sa(side) @1 = side.sb\nset sb(side) @1 = side.pieces.where(|piece| piece.lucky)\n\
                is lucky(piece) @1 = piece.side.sa.any";
    let (_, all) = found(sets, None, &[]);
    let [one] = all.as_slice() else { panic!("{all:#?}") };
    assert_eq!((one.code, one.headline.as_str()), ("circle", "`lucky` depends on itself"));
    assert_eq!(one.notes, ["the cycle is lucky, sa, sb, lucky"]);
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
fn errors_in_rulings_tables_and_layers_are_reported() {
    let used = |ruling: &str| format!("{ruling}\nmodify strength by 1 under dice one @1");
    only(&used(r#"ruling dice "How many?" @1 { one "one" default }"#), "ruling-values", "dice");
    only(&used(r#"ruling dice "How many?" @1 { one "one"   two "two" }"#), "ruling-values", "dice");
    only("table ends @1 rows box_number: int gives limit { 1..3 2;  3..4 5 }", "rows-overlap", "3..4");
    only("table ends @1 rows box_number: int gives limit { 1..3 2;  5 5 }", "rows-overlap", "5");
    only("table ends @1 rows box_number: int gives limit { 1..3 2 4 }", "rows-overlap", "1..3 2 4");
    only("table clash @1 rows striking: kind columns struck: kind {\n KT MA\n KT 0 1\n MA x 0\n}", "wrong-value", "x");
}

#[test]
fn errors_in_set_ups_are_reported() {
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
    assert_eq!(one("rash: French KT"), ("unknown-word", "French".to_owned()));
    assert_eq!(one("weather Snow"), ("unknown-word", "Snow".to_owned()));
    assert_eq!(one("army French panik 3 { }"), ("unknown-word", "panik".to_owned()));
    assert_eq!(one("momentum 3"), ("unknown-word", "momentum".to_owned()));
    let named = |lines: &str| {
        let army = format!("scenario day \"Day\" for small @1 {{ first {{ {lines} }} }}");
        said_of(&format!("counters first @1 {{ KT: Arthur 2, Gawain 2 }}\n{army}"), Some("day"))
    };
    assert_eq!(named("left rear: Arthur, Gawain"), []);
    assert_eq!(named("left rear: Arthur;  centre rear: Gawain, Arthur"), [("said-twice", "Arthur".to_owned())]);
    let lacks = said_of(
        "side has { losses: int }\nscenario day \"Day\" for small @1 { army French { }  army English losses 1 { } }",
        Some("day"),
    );
    assert_eq!(lacks, [("missing-fact", "French".to_owned())]);
    let no_army = "side has { losses: int }\nscenario day \"Day\" for small @1 { army second losses 1 { } }";
    assert_eq!(said_of(no_army, Some("day")), [("missing-fact", "day".to_owned())]);
    assert_eq!(help(no_army, Some("day")), "write `army first losses VALUE { … }` in the scenario");
}

#[test]
fn errors_in_drawings_are_reported() {
    only(r#"draw { piece "{strenght}" }"#, "unknown-word", "strenght");
    only(r#"draw { piece "{piece.strenght}" }"#, "unknown-word", "strenght");
    only(r#"draw { link road "-" }"#, "unknown-word", "road");
    only(r#"draw { badge rout "!" }"#, "unknown-word", "rout");
    only(r#"draw { arrow ability }"#, "wrong-value", "ability");
    only(r#"draw { arrow quarry }"#, "unknown-word", "quarry");
    only(r#"draw { track losses 0..4 }"#, "unknown-word", "losses");
    only("side var losses: 0..9 = 0  draw { track losses marks panik }", "unknown-word", "panik");
    only("side var losses: 0..9 = 0  side flag late  draw { track losses marks late }", "wrong-value", "late");
    assert_eq!(said("side var losses: 0..9 = 0  side var worry: int = 4  draw { track losses marks worry }"), []);
    only(r#"draw { space "x" shade height }"#, "unknown-word", "height");
    only("draw { side colour }", "unknown-word", "colour");
    only("side has { size: int = 3 }  draw { side size }", "wrong-value", "size");
    only("names colour { red, scarlet }  side has { colour: colour? }  draw { side colour }", "unknown-word", "colour");
    assert_eq!(
        said(
            r#"draw { piece "{ability}/{piece.ability}{number}"  badge rash "!"  badge strength "{strength}"  arrow facing }"#
        ),
        []
    );
}

#[test]
fn a_phrase_without_a_side_after_one_with_a_side_is_reported() {
    let rash = |lines: &str| said_of(&format!("scenario day \"Day\" for small @1 {{ {lines} }}"), Some("day"));
    assert_eq!(rash("rash: first KT, MA"), [("both-sides", "MA".to_owned())]);
    for fine in ["rash: first KT, first MA", "rash: first KT, second MA", "rash: KT, MA", "rash: MA, first KT"] {
        assert_eq!(rash(fine), [], "{fine}");
    }
    for fine in ["first { rash: KT, MA }", "first { rash: first KT, MA }", "first { rash: second KT, MA }"] {
        assert_eq!(rash(fine), [], "{fine}");
    }
}

#[test]
fn two_scenarios_cannot_share_a_name() {
    let days = |second: &str| {
        format!("scenario day \"Day\" for small @1 {{ }}\nscenario {second} \"Next\" for small @1 {{ }}")
    };
    for namesake in ["day", "Day", "dáy"] {
        let (loaded, all) = found(&days(namesake), None, &[]);
        let [one] = all.as_slice() else { panic!("{all:#?}") };
        let places = one.primary.iter().chain(&one.secondary).map(|label| loaded.sources.text(label.span));
        assert_eq!((one.code, places.collect::<Vec<_>>()), ("declared-twice", vec![namesake, "day"]));
        assert!(one.help.as_deref().is_some_and(|help| !help.is_empty()), "{one:#?}");
    }
    assert_eq!(said(&days("night")), []);
}

#[test]
fn unknown_rulings_and_readings_are_reported() {
    let ruling = "ruling toll \"What does the ford cost?\" @1 { dear \"two\" default   cheap \"one\" }\n\
                  modify strength by 1 under toll dear @1\n";
    // A reading requested by the caller has no place in a file.
    let asked = |name: &str, value: &str| {
        let (_, all) = found(ruling, None, &[(name, value)]);
        let [one] = all.as_slice() else { panic!("{all:#?}") };
        assert_eq!(one.primary, None);
        (one.headline.clone(), one.help.clone().unwrap_or_default())
    };
    assert_eq!(asked("tol", "dear"), ("no ruling named `tol`".into(), "did you mean `toll`?".into()));
    assert_eq!(
        asked("toll", "free"),
        ("the ruling `toll` has no reading `free`".into(), "its readings: `dear` and `cheap`".into())
    );
    let test = |line: &str| format!("{ruling}test \"it\" @1 {{ {line}\n then 1 == 1 }}");
    only(&test("ruling tol dear"), "unknown-word", "tol");
    only(&test("ruling toll free"), "unknown-word", "free");
    assert_eq!(help(&test("ruling toll free"), None), "its readings: `dear` and `cheap`");
}

#[test]
fn the_nearest_name_is_suggested() {
    assert_eq!(help("modify strength by 1 for KTT @1", None), "did you mean `KT`?");
    let day = |line: &str| help(&format!("scenario day \"Day\" for small @1 {{ {line} }}"), Some("day"));
    assert_eq!(day("wether Rain"), "did you mean `weather`?");
    assert_eq!(day("first { left rear: KTT 2 }"), "did you mean `KT`?");
    assert_eq!(day("first { left rear: KT 2 slto 1 }"), "did you mean `slot`?");
    assert_eq!(
        help("deck orders per side @1 { zones draws, hand }\ncard Shout of orders @1 { copeis 2 }", None),
        "did you mean `copies`?"
    );
    // A noun that no parameter here uses.
    assert_eq!(
        help("quantity speed(rider: unit) @1 { base 1 }\nmodify speed by 1 when unit.rsh @1", None),
        "did you mean `rider.rash`?"
    );
}

#[test]
fn names_for_an_unknown_scope_are_not_reported_again() {
    only(
        "action stop before their rde(horse) @1 { unit mine   when horse.moved   do { horse.rash = true; } }",
        "unknown-word",
        "rde",
    );
}

#[test]
fn places_may_be_written_as_boards_show_them() {
    let day = |line: &str| said_of(&format!("scenario day \"Day\" for small @1 {{ {line} }}"), Some("day"));
    assert_eq!(day("first { left far_rear: KT 2;  right far rear: KT 2;  any far rear: MA 2 }"), []);
    assert_eq!(day("first { far rear: KT 2 }"), [("wrong-value", "far rear".to_owned())]);
    assert_eq!(day("first { left far raer: KT 2 }"), [("unknown-place", "left far raer".to_owned())]);
}

#[test]
fn numbers_are_not_cut_silently() {
    let much = "number-too-large";
    let many = said_of("scenario s for small @1 { first { left rear: KT 1 x600 } }", Some("s"));
    assert!(many.contains(&(much, "x600".to_owned())), "{many:?}");
    assert_eq!(
        said("deck d per side @1 { zones pile hidden, hand owner }\ncard Trick of d @1 { copies 201 }"),
        [(much, "201".to_owned())]
    );
    for (line, number) in [
        ("side var gold: int = 5000000000", "5000000000"),
        ("side var gold: int = -2147483648", "-2147483648"),
        (
            "side var gold: int = 1\nscenario s for small @1 { first { gold 3000000000; left rear: KT 1 } }",
            "3000000000",
        ),
        ("piece var hurt: int\nscenario s for small @1 { first { left rear: KT 1 hurt -5000000000 } }", "-5000000000"),
    ] {
        let found = said_of(line, Some("s").filter(|_| line.contains("scenario")));
        assert!(found.contains(&(much, number.to_owned())), "`{line}`: {found:?}");
    }
    let loaded =
        text("game big \"Big\" { sides A, B }\nboard big { grid cell 300 x 2 { columns file: a  rows rank: 1, 2 } }");
    let found = compile(&loaded.sources, &loaded.files, None, &[]).1;
    assert!(found.iter().any(|one| one.code == much), "{found:?}");
}

#[test]
fn a_limit_is_reported_with_a_way_out() {
    let values: Vec<String> = (0..=10_000).map(|at| format!("V{at}")).collect();
    let loaded = text(&format!("game big \"Big\" {{ sides A, B }}\nnames many {{ {} }}", values.join(", ")));
    let found = compile(&loaded.sources, &loaded.files, None, &[]).1;
    let limit = found.iter().find(|one| one.code == "number-too-large").expect("too many values are reported");
    assert_eq!(limit.headline, "10001 values of a list are too many");
    let zones = |n: usize| -> String { (0..n).map(|at| format!(", z{at} open per side")).collect() };
    let found = said(&format!("deck odd @1 {{ zones heap hidden, held owner{} }}", zones(5000)));
    assert!(found.iter().any(|(code, _)| *code == "number-too-large"), "{found:?}");
    assert!(limit.help.as_ref().is_some_and(|help| help.starts_with("declare numbers as facts")), "{limit:?}");
}

#[test]
fn a_zone_has_no_cards_of_its_own() {
    let deck = "deck d per side @1 { zones pile hidden, hand owner }\ncard Trick of d @1 { copies 2 }\n";
    assert_eq!(said(&format!("{deck}is odd(card) @1 = card.owner?.cards.any")), []);
    assert_eq!(said(&format!("{deck}is odd(card) @1 = card.zone.cards.any")), [("unknown-word", "cards".to_owned())]);
}

#[test]
fn ranges_are_checked_in_declarations_and_set_ups() {
    let wrong = "wrong-value";
    for (items, at) in
        [("game var r: 1..4 = 9 @1", "9"), ("game var r: 4..1 @1", "4..1"), ("piece has { speed: 1..4 = 9 }", "9")]
    {
        assert!(said(items).contains(&(wrong, at.to_owned())), "{items}: {:?}", said(items));
    }
    let set_up = "piece var hits: 0..3 = 0 @1\nscenario s for small @1 { first { left rear: KT 1 hits 9 } }";
    let found = said_of(set_up, Some("s"));
    assert!(found.contains(&(wrong, "9".to_owned())), "{found:?}");
}

#[test]
fn a_table_for_most_kinds_of_a_family_needs_all_of_them() {
    let table = "table clash @1 rows striker: kind columns struck: kind {\n    KT MA\n  KT 1 2\n  MA 0 1\n}";
    assert_eq!(said(table), []);
    let (code, at) = said(&format!("{table}\nkind LB of troops @1")).remove(0);
    assert_eq!((code, at.as_str()), ("rows-overlap", "kind LB of troops @1"));
    // A kind of another family needs no row; a kind below one with a row uses that row.
    assert_eq!(said(&format!("{table}\nkind Priest @1")), []);
}

#[test]
fn only_a_number_of_a_side_or_the_game_can_be_shown() {
    only("quantity worth(unit) shown @1 { base 1 }", "wrong-value", "shown");
    only("quantity worth(side, n) shown @1 { base n }\nnoun n = int", "wrong-value", "shown");
    assert_eq!(
        said("quantity worth(side) shown @1 { base side.panic }\nquantity all_in_all() shown @1 { base 2 }"),
        []
    );
}

#[test]
fn what_a_card_waits_for_in_vain_is_reported() {
    let deck = "deck d per side @1 { zones pile hidden, hand owner }\n";
    let card = |body: &str| said(&format!("{deck}card Trick of d @1 {{ {body} }}"));
    let play = "play during my going @1 { do { say(\"done\"); } }";
    let waits = [("idle-lasts", "after ride(unit) do { say(\"again\"); }".to_owned())];
    assert_eq!(card(&format!("{play}  after ride(unit) do {{ say(\"again\"); }}")), waits);
    assert_eq!(card(&format!("lasts until turn  {play}  after ride(unit) do {{ say(\"again\"); }}")), []);
    let never = [("idle-lasts", "Trick".to_owned())];
    assert_eq!(card("lasts until turn  modify strength by +1"), never);
    assert_eq!(card(&format!("lasts until turn  modify strength by +1  {play}")), []);
}

#[test]
fn a_played_card_that_no_side_owns_is_reported_where_its_owner_is_asked_for() {
    let card = |zones: &str| {
        said(&format!(
            "deck d @1 {{ zones pile hidden, hand owner, {zones} }}\n\
             card Trick of d @1 {{ lasts until turn  modify strength by +1 when card.owner == unit.side\n\
             play during my going @1 {{ do {{ say(\"done\"); }} }} }}"
        ))
    };
    assert_eq!(card("discards open"), [("idle-lasts", "card.owner".to_owned())]);
    assert_eq!(card("discards open per side"), []);
}

#[test]
fn a_window_of_my_or_their_around_a_sequence_without_an_acting_side_is_reported() {
    let window = |whose: &str, by: &str| {
        said(&format!(
            "sequence tally(side) \"Tally\" @1 {{ count do {{ say(\"counted\"); }} }}\n\
             insert reckoning each unit of units{by} then tally(unit.side) after going\n\
             action cheer \"Cheer\" before {whose} tally(side) @1 {{ once do {{ say(\"hurrah\"); }} }}"
        ))
    };
    for whose in ["my", "their"] {
        let found = window(whose, "");
        assert!(
            found.len() == 1 && found[0].0 == "no-acting-side" && found[0].1.starts_with("action cheer"),
            "{found:?}"
        );
        assert_eq!(window(whose, " by unit.side"), []);
    }
    assert_eq!(window("any", ""), []);
}

#[test]
fn slips_of_card_authors_say_what_to_write() {
    let deck = "card has { price: int = 1 }\ndeck d per side @1 { zones pile hidden, hand owner }\n";
    let helped = |items: &str| -> String {
        let (_, all) = found(items, None, &[]);
        all.into_iter().filter_map(|one| one.help).collect::<Vec<_>>().join("\n")
    };
    let comma = helped("deck d per side @1 { zones pile hidden hand owner, out open }");
    assert!(comma.contains("write `,` between two zones"), "{comma}");
    let quotes = helped(&format!("{deck}card Trick of d @1 {{ price \"3\" }}"));
    assert!(quotes.contains("leave out the quotes"), "{quotes}");
    assert_eq!(
        said(&format!("{deck}card Trick of d @1 {{ copies 3 copies 4 }}")),
        [("said-twice", "copies 4".to_owned())]
    );
    let place = helped(&format!("{deck}action take \"Take\" @1 {{ card hand  once  do {{ discard(card); }} }}"));
    assert!(place.contains("write `my.hand`"), "{place}");
    let unit = helped(&format!("{deck}card Trick of d @1 {{ price 2 coats 1 }}"));
    assert!(!unit.contains("a number has no unit"), "{unit}");
}

#[test]
fn names_by_position_have_the_types_of_their_parameters() {
    assert_eq!(said("after enter(unit, here, n) @1 do { unit.rash = true; }"), []);
    only("after enter(unit, here, space) @1 do { unit.rash = true; }", "wrong-type", "space");
    only("forbid enter(unit, row) when unit.rash because \"no\" @1", "wrong-type", "row");
    only("side var losses: int = 0 @1\nafter losses(unit) @1 do { say(\"lost\"); }", "wrong-type", "unit");
    only("procedure hurt(unit) @1 { }\nbefore hurt(row) @1 do { say(\"hurt\"); }", "wrong-type", "row");
}

#[test]
fn a_name_of_several_cards_is_no_value() {
    let said = said_of(
        "deck orders per side @1 { zones pile, hand owner, used open }\n\
         card Shout of orders @1 { copies 2 }\n\
         side var picked: card? @1\n\
         scenario one \"One\" for small @1 { army first { picked Shout } }",
        Some("one"),
    );
    assert!(said.contains(&("ambiguous-name", "Shout".to_owned())), "{said:?}");
}
