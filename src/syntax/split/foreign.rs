//! Likely first words that do not begin an item: words of other languages, and incomplete keywords of this one.

/// The item that corresponds to a keyword of another language.
pub(super) fn foreign(word: &str) -> Option<&'static str> {
    Some(match word {
        "unit" | "type" | "class" | "group" => "kind",
        "function" | "func" | "def" => "fn",
        "import" | "include" | "require" => "use",
        "enum" | "list" | "track" => "names",
        "map" => "board",
        "order" => "action",
        "rule" => "modify",
        _ => return None,
    })
}

/// The help for a word that has no single equivalent.
pub(crate) fn foreign_help(word: &str) -> Option<&'static str> {
    Some(match word {
        "on" | "at" | "upon" | "end" => "a hook is written `before …` or `after …`",
        "allow" | "permit" => "an exception lifts what forbids: `except LABEL for …`",
        "phase" | "turn" | "step" => "steps stand in the braces of `sequence`",
        "piece" | "space" => "say what is declared: `piece has { … }`, `piece var`, `piece flag`",
        "let" | "const" => "a derived value is `is`, `the`, `set` or `quantity`; what is stored is `SUBJECT var`",
        "var" => "say what bears the variable: `piece var`, `space var`, `side var`, `game var`",
        "flag" => "say what bears the flag: `piece flag`, `space flag`, `side flag`, `game flag`",
        "has" | "facts" => "say what has the facts: `piece has { … }`",
        "when" => "an automatic rule is `whenever … do { … }`, a hook `before …` or `after …`",
        "if" => "a rule that must happen by itself is `whenever E do { … }`",
        _ => return None,
    })
}
