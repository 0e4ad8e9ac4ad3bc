//! The registry of codes: each has a number, a readable name, a headline and a page with a wrong and a right text.
//!
//! E01 reading a file, E02 names, E03 scripts, E04 clauses, E05 tables and maps, E06 set-ups, E07 offers, E08 style, E09 tests;
//! W is a warning of the same group,
//! N what is only worth knowing. A new code is one row here and one page beside it.

/// One row of the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `E0201`: stable and short, for tables and searches.
    pub number: &'static str,
    /// `unknown-word`: stable and readable, what diagnostics carry.
    pub name: &'static str,
    /// What it is about, in one line.
    pub headline: &'static str,
    /// Markdown: what it means, a wrong text, a right text.
    pub page: &'static str,
}

/// The row with this number or name; capitals do not matter.
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
    "E0101" "clause-order" "the parts of a head or clause have one order"
    "E0102" "in-for-during" "a scope is named with `during`, not with `in`"
    "E0103" "any-order-comma" "a comma stands before `in any order`"
    "E0104" "reason-without-quotes" "a reason is a string"
    "E0105" "reserved-name" "scripts reserve this name"
    "E0106" "syntax" "something else must stand here"
    "E0107" "unknown-item" "an item begins with a keyword"
    "E0108" "unterminated-string" "a string ends at its closing quote"
    "E0109" "unclosed-bracket" "a bracket is never closed"
    "E0110" "stray-bracket" "a bracket closes nothing"
    "E0111" "look-alike" "a sign that looks like another"
    "E0112" "too-deep" "brackets are nested too deeply"
    "E0113" "number-too-large" "a number is too large"
    "E0114" "part-not-here" "this head has no such part"
    "E0115" "foreign-word" "another language's word"
    "E0116" "accent-in-script" "names in scripts are written plainly"
    "E0117" "missing-part" "something is missing here"
    "E0118" "not-yet" "this part of the language is not built yet"
    "E0119" "hidden-sign" "a sign that cannot be shown"
    "W0101" "loose-doc" "a `///` comment documents nothing"
    "W0102" "guard-below-parameter" "this `when` guards the whole offer"
    "E0201" "unknown-word" "no such word"
    "E0202" "unknown-section" "the rulebook has no such section"
    "E0203" "unknown-place" "no such place"
    "E0204" "declared-twice" "a name is declared once"
    "E0205" "same-plain-name" "two names with one plain spelling"
    "E0206" "not-one" "there must be exactly one of these"
    "E0207" "circle" "something is defined by itself"
    "E0208" "missing-fact" "a fact is not given"
    "E0209" "no-game" "these items belong to no game"
    "E0210" "quantity-without-base" "a quantity begins with nothing"
    "E0211" "ruling-values" "a ruling has two readings or more, and one default"
    "E0212" "wrong-value" "another value is wanted here"
    "E0213" "unread-file" "a file that cannot be read"
    "W0201" "no-citation" "a rule names the section from which it comes"
    "W0202" "unused-state" "nothing reads or writes this variable"
    "W0203" "unread-folder" "a folder that is not read"
    "E0301" "parameter-without-type" "a parameter without a type must be a noun"
    "E0302" "unlike-types" "the two sides are never equal"
    "E0303" "set-as-condition" "a set is not a condition"
    "E0304" "argument-count" "a wrong number of arguments"
    "E0305" "may-be-absent" "there may be nothing to ask"
    "E0306" "assigned-fact" "facts and quantities are not assigned"
    "E0307" "assigned-through-call" "the result of a call cannot be assigned through"
    "E0308" "impure" "a word that is derived neither rolls nor asks nor changes"
    "E0309" "outside-lifetime" "written outside its lifetime"
    "E0310" "wrong-type" "another type is wanted here"
    "E0311" "ambiguous-name" "a name with several meanings"
    "E0312" "script-form" "a form that scripts do not have"
    "E0313" "fault-in-play" "a rule went wrong in play"
    "W0301" "unused-name" "nothing reads this name"
    "W0302" "hidden-name" "a name of the game is hidden"
    "E0401" "rounding-missing" "halving says which way it rounds"
    "E0402" "unknown-label" "nothing bears this label"
    "E0403" "unknown-verb" "no such verb, offer, walk or permission"
    "E0404" "clause-concerns-nothing" "this clause concerns nothing"
    "E0405" "empty-phrase" "nothing can be all of this"
    "E0501" "rows-overlap" "rows or columns overlap or leave a gap"
    "E0502" "layer-size" "a row of a layer has the wrong length"
    "E0503" "board-shape" "a part of the board does not fit"
    "E0504" "deck-zones" "a deck has at least two zones"
    "W0501" "lonely-space" "nobody can reach this space"
    "E0601" "place-full" "no room there"
    "E0602" "said-twice" "too much is said here"
    "W0601" "both-sides" "a comma begins another phrase, for both sides"
    "N0601" "army-value" "an army costs another sum than is printed"
    "N0602" "counter-mix" "more counters are set up than there are"
    "E0701" "endless-offer" "this offer uses nothing up"
    "W0701" "never-reached" "a step is never reached"
    "W0702" "purse-never-filled" "nothing fills this purse"
    "W0703" "unmade-offer" "nobody is ever offered this"
    "W0801" "me-in-procedure" "`me` is who acts, not whose piece it is"
    "E0901" "dice-groups" "one group of dice for each roll"
    "E0902" "test-without-citation" "a test says which section it shows"
    "E0903" "test-failed" "a test of the rules fails"
    "E0904" "unsayable" "a sentence of a test means nothing"
    "E0905" "empty-test" "something that shows or says nothing"
    "W0901" "same-title" "two tests have one title"
};
