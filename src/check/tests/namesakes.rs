//! Names that an answer cannot tell apart.

use super::mistakes::{found, only, said_of};
use super::{compile, text};

#[test]
fn places_need_names_that_differ_in_more_than_case_and_signs() {
    let boxes = |names: &str| {
        format!(
            "replace board field @1 {{ grid area 3 x 3 {{ columns battle: left, centre, right  \
        rows row: rear, middle, far_rear }}  slots 2 per side of troops @1  box {names} }}"
        )
    };
    assert_eq!(said_of(&boxes("pool  box hall"), None), []);
    for (first, second) in [("pool", "Pool"), ("pool", "pool_"), ("St_Omer", "St__Omer"), ("a", "_a")] {
        only(&boxes(&format!("{first}  box {second}")), "same-plain-name", second);
    }
}

#[test]
fn so_do_kinds_values_and_cards() {
    only("kind kt of troops @1", "same-plain-name", "kt");
    only("names town @1 { Hede, hede }", "same-plain-name", "hede");
    // Things of different sorts are told apart by what is asked.
    assert_eq!(said_of("names town @1 { Hede, Dol }\nis hede(unit) @1 = unit.rash", None), []);
    let deck = "deck fate @1 { zones pile hidden, hand owner, gone open }\ncard Pear @1 { }\n";
    assert_eq!(said_of(deck, None), []);
    only(&format!("{deck}card PEAR @1 {{ }}"), "same-plain-name", "PEAR");
}

#[test]
fn copies_of_a_card_have_no_variables() {
    let deck = |copies: &str| {
        format!(
            "deck fate @1 {{ zones pile hidden, hand owner, gone open }}\ncard Pear @1 {{ {copies} }}\n\
             card flag ripe @1\nis sweet(card) @1 = card.ripe\nafter setup @1 do {{ cards.ripe = true; }}\n"
        )
    };
    assert_eq!(said_of(&deck(""), None), []);
    let said = said_of(&deck("copies 2"), None);
    assert!(said.len() == 1 && said[0].0 == "same-plain-name", "{said:?}");
}

#[test]
fn what_begins_a_line_of_a_saved_game_or_ends_a_step_is_reserved() {
    let turn = |title: &str| {
        format!(
            "action rest {title} @1 {{ do {{ }} }}\nreplace sequence @1 {{ turn repeat {{ going each side  actions ride, rest once }} }}"
        )
    };
    assert_eq!(said_of(&turn("\"Rest\""), None), []);
    for title in ["\"\"", "\" \"", "\"-\"", "\"Done\"", "\"pass\""] {
        let said = said_of(&turn(title), None);
        assert!(said.len() == 1 && said[0].0 == "reserved-name", "{title}: {said:?}");
    }
}

#[test]
fn a_function_with_another_number_of_arguments_is_not_hidden() {
    let deck = "deck fate @1 { zones pile hidden, hand owner, gone open }\ncard Pear @1 { }\n";
    let declared = "quantity move(unit) @1 { base 2 }\nis fast(unit) @1 = move(unit) > 1\n";
    assert_eq!(said_of(&format!("{deck}{declared}after setup @1 do {{ move(cards, gone); }}"), None), []);
    only("quantity remove(unit) @1 { base 2 }", "hidden-name", "remove");
}

#[test]
fn a_word_of_one_thing_that_hides_a_property_is_reported() {
    let (foe, any) = ("set foe(side) @1 = side.units", "set any(side) @1 = side.units");
    only(foe, "hidden-name", foe);
    only(any, "reserved-name", any);
}

#[test]
fn a_space_may_not_have_the_name_of_a_word_of_every_script() {
    for word in ["it", "none", "old", "theirs", "usual"] {
        let loaded = text(&format!("game big \"Big\" {{ sides A, B }}\nboard big {{ spaces {{ {word}, C }} }}"));
        let found = compile(&loaded.sources, &loaded.files, None, &[]).1;
        let errors: Vec<&str> = found.iter().filter(|one| one.is_error()).map(|one| one.code).collect();
        assert_eq!(errors, ["reserved-name"], "{word}");
    }
}

#[test]
fn zones_have_names_of_their_own() {
    let deck = "deck fate @1 { zones pile hidden, hand owner, gone open }\n";
    only(&format!("{deck}deck luck @1 {{ zones lots hidden, hand owner }}"), "declared-twice", "hand");
    let said = said_of("deck fate @1 { zones pile hidden, reserve open }", None);
    assert!(said.iter().any(|(code, at)| (*code, at.as_str()) == ("declared-twice", "reserve")), "{said:?}");
    only("deck fate @1 { zones pile hidden, removed open }", "reserved-name", "removed");
}

#[test]
fn a_local_that_hides_a_name_says_where_it_is_declared() {
    let deck = "deck fate @1 { zones pile hidden, hand owner, gone open }\nafter setup @1 do { let gone = 1; say(`${gone}`); }";
    let (loaded, all) = found(deck, None, &[]);
    let [one] = all.as_slice() else { panic!("{all:#?}") };
    assert_eq!((one.code, loaded.sources.text(one.secondary[0].span)), ("hidden-name", "gone"));
}

#[test]
fn cards_without_a_deck_are_one_error() {
    let decks = "deck fate @1 { zones pile hidden, hand owner }\ndeck luck @1 { zones lots hidden, held owner }\n";
    only(&format!("{decks}card Pear @1 {{ }}"), "unknown-word", "Pear");
    let (_, all) =
        found(&format!("{decks}card Pear @1 {{ }}\ncard Plum of fate @1 {{ }}\ncard Fig @1 {{ }}"), None, &[]);
    let [one] = all.as_slice() else { panic!("{all:#?}") };
    assert_eq!(one.headline, "2 cards name no deck: `Pear` and others");
    assert_eq!(said_of(&decks.replace("deck luck", "card Pear @1 { }\ndeck luck"), None).len(), 1);
    only("card Pear @1 { }", "unknown-word", "Pear");
}
