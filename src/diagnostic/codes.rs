//! The registry of codes. Each has a number, a readable name, a headline and a page with a wrong and a right text.
//!
//! E01 reading a file, E02 names, E03 scripts, E04 clauses, E05 tables and maps, E06 set-ups, E07 offers, E08 style,
//! E09 tests. W marks a warning of the same group, N information. A new code is one row here and one page beside it.

/// One row of the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `E0201`: stable and short, for tables and searches.
    pub number: &'static str,
    /// `unknown-word`: stable and readable, used by diagnostics.
    pub name: &'static str,
    /// The subject, in one line.
    pub headline: &'static str,
    /// Markdown: the meaning, a wrong text, a right text.
    pub page: &'static str,
}

/// The row with this number or name, regardless of case.
pub fn find(code: &str) -> Option<&'static Code> {
    CODES.iter().find(|row| row.name.eq_ignore_ascii_case(code) || row.number.eq_ignore_ascii_case(code))
}

/// All rows, by group and number.
pub fn all() -> &'static [Code] {
    CODES
}

macro_rules! codes {
    ($($number:literal $name:literal $headline:literal)*) => {
        &[$(Code { number: $number, name: $name, headline: $headline, page: include_str!(concat!("pages/", $name, ".md")) }),*]
    };
}

static CODES: &[Code] = codes! {
    "E0101" "clause-order" "the parts of a head or clause have a fixed order"
    "E0102" "in-for-during" "name a scope with `during`, not with `in`"
    "E0103" "any-order-comma" "expected a comma before `in any order`"
    "E0104" "reason-without-quotes" "a reason is a text in quotes"
    "E0105" "reserved-name" "this name is reserved"
    "E0106" "syntax" "unexpected text"
    "E0107" "unknown-item" "an item begins with a keyword"
    "E0108" "unterminated-string" "a string ends at its closing quote"
    "E0109" "unclosed-bracket" "this bracket is never closed"
    "E0110" "stray-bracket" "this bracket has no partner"
    "E0111" "look-alike" "this character looks like another"
    "E0112" "too-deep" "brackets are nested too deeply"
    "E0113" "number-too-large" "a number is too large"
    "E0114" "part-not-here" "this head does not allow this part"
    "E0115" "foreign-word" "this word belongs to another language"
    "E0116" "accent-in-script" "names in scripts use the letters a to z"
    "E0117" "missing-part" "something is missing"
    "E0119" "hidden-sign" "this character is not allowed"
    "W0101" "loose-doc" "this `///` comment documents nothing"
    "W0102" "guard-below-parameter" "this `when` applies to the whole offer"
    "E0201" "unknown-word" "unknown name"
    "E0202" "unknown-section" "unknown section"
    "E0203" "unknown-place" "unknown place"
    "E0204" "declared-twice" "a name is declared twice"
    "E0205" "same-plain-name" "two names have the same plain spelling"
    "E0206" "not-one" "expected exactly one of these"
    "E0207" "circle" "a definition depends on itself"
    "E0208" "missing-fact" "a fact has no value"
    "E0209" "no-game" "these items belong to no game"
    "E0210" "quantity-without-base" "a quantity has no start value"
    "E0211" "ruling-values" "a ruling needs two readings or more, and one default"
    "E0212" "wrong-value" "unexpected value"
    "E0213" "unread-file" "this file cannot be read"
    "E0214" "replaced-twice" "two texts replace the same item"
    "E0215" "replaced-whole" "this item is replaced as a whole or not at all"
    "E0216" "several-foes" "`foe` needs a game with two sides"
    "W0201" "no-citation" "this rule cites no section"
    "W0202" "unused-state" "this variable is never used"
    "W0203" "unread-folder" "this folder is not read"
    "W0204" "unused-ruling" "no rule depends on this ruling"
    "W0205" "army-like-side" "an army's name is almost the name of a side"
    "W0206" "unused-rule" "no rule uses this"
    "W0207" "unset-state" "nothing sets this variable"
    "W0208" "idle-lasts" "the text of this card never has an effect"
    "W0209" "unread-choice" "nothing reads this choice"
    "W0210" "unlisted-lesson" "a lesson or puzzle that no one is offered"
    "E0301" "parameter-without-type" "a parameter needs a type or the name of a noun"
    "E0302" "unlike-types" "the two sides are never equal"
    "E0303" "set-as-condition" "a set is not a condition"
    "E0304" "argument-count" "wrong number of arguments"
    "E0305" "may-be-absent" "this may be `none`"
    "E0306" "assigned-fact" "facts and quantities cannot be assigned"
    "E0307" "assigned-through-call" "the result of a call cannot be changed"
    "E0308" "impure" "a derived word may not roll, ask a player or change the game"
    "E0309" "outside-lifetime" "used outside its scope"
    "E0310" "wrong-type" "unexpected type"
    "E0311" "ambiguous-name" "a name with several meanings"
    "E0312" "script-form" "scripts do not have this form"
    "E0313" "fault-in-play" "a rule failed during play"
    "E0314" "sequence-called" "scripts do not start sequences"
    "E0315" "sequence-rests" "this sequence does not run here"
    "E0316" "secret-answer" "a secret question does more than ask"
    "E0317" "title-with-braces" "this title cannot hold an expression"
    "W0301" "unused-name" "this name is never used"
    "W0302" "hidden-name" "this hides a name of the game"
    "W0303" "plain-braces" "braces that show nothing"
    "W0304" "idle-statement" "this statement does nothing"
    "W0305" "never-true" "this comparison is never true"
    "W0306" "path-without-value" "a function or number does not always give a value"
    "W0307" "sign-apart" "`=-` is no operator"
    "W0308" "range-ends-before" "`1..3` ends at 2"
    "E0401" "rounding-missing" "`halved` needs a direction of rounding"
    "E0402" "unknown-label" "unknown label"
    "E0403" "unknown-verb" "unknown verb, offer, walk or permission"
    "E0404" "clause-concerns-nothing" "this clause applies to nothing"
    "E0405" "empty-phrase" "nothing can be all of this"
    "E0501" "rows-overlap" "rows or columns overlap or leave a gap"
    "E0502" "layer-size" "a layer has the wrong size"
    "E0503" "board-shape" "a part of the board does not fit"
    "E0504" "deck-zones" "a deck lacks zones, or its draw pile belongs to one side"
    "W0501" "lonely-space" "no piece can reach this space"
    "W0502" "same-sign" "two signs of the board are alike"
    "W0503" "cells-lacking" "a row or column added to a table lacks cells"
    "E0601" "place-full" "this place is full"
    "E0602" "said-twice" "unexpected word or repeated value"
    "E0603" "counter-lacking" "more is set up than there are counters"
    "E0604" "setup-differs" "a set-up does not give what is expected"
    "W0601" "both-sides" "this phrase applies to both sides"
    "N0601" "army-value" "an army's cost differs from the printed sum"
    "N0602" "counter-mix" "more counters are set up than the game has"
    "E0701" "endless-offer" "this offer could be repeated endlessly"
    "E0702" "all-sides" "all sides together give one order each"
    "E0703" "no-acting-side" "in this step no side acts"
    "W0701" "never-reached" "a step is never reached"
    "W0702" "purse-never-filled" "this purse is never filled"
    "W0703" "unmade-offer" "this action is never offered"
    "W0704" "endless-rule" "this rule never settles once it applies"
    "W0705" "idle-hook" "this hook never runs"
    "W0706" "price-below-zero" "this price is below 0"
    "W0801" "me-in-procedure" "`me` is the acting side, not the owner of the piece"
    "E0901" "dice-groups" "write one group of dice for each roll"
    "E0902" "test-without-citation" "this test cites no section"
    "E0903" "test-failed" "a test of the rules failed"
    "E0904" "unsayable" "a command of a test is not understood"
    "E0905" "empty-test" "this is empty"
    "W0901" "same-title" "two tests have the same title"
};
