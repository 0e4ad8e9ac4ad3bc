//! Tests of the error code pages: correct examples parse, and wrong ones give the code if it is a parser code.

use super::{found, parsed};
use crate::diagnostic::codes;

#[test]
fn correct_examples_parse_and_wrong_ones_give_their_code() {
    for code in codes::all() {
        let texts: Vec<&str> =
            code.page.split("```ori\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
        let [wrong, right] = texts.as_slice() else { panic!("{}: a wrong and a right text", code.name) };
        parsed(right);
        // The checker reports one code of this group: it needs more than the text.
        let is_the_parsers = code.number.get(1..3) == Some("01") && code.name != "reserved-name";
        if is_the_parsers {
            let codes: Vec<&str> = found(wrong).into_iter().map(|(code, _)| code).collect();
            assert!(codes.contains(&code.name), "{}: found {codes:?}", code.name);
        } else {
            parsed(wrong);
        }
    }
}
