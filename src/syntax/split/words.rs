//! The words with which items begin, and what else may stand at the beginning of a line.

/// The first words of items. State and facts begin with a subject and `has`, `var` or `flag` instead.
pub(crate) const ITEM_WORDS: &[&str] = &[
    "action",
    "after",
    "before",
    "board",
    "card",
    "counters",
    "deck",
    "draw",
    "except",
    "facing",
    "first",
    "fn",
    "forbid",
    "game",
    "hide",
    "invariant",
    "is",
    "kind",
    "lesson",
    "may",
    "modify",
    "muster",
    "names",
    "note",
    "noun",
    "procedure",
    "purse",
    "quantity",
    "replace",
    "roll",
    "rulebook",
    "ruling",
    "scenario",
    "sequence",
    "set",
    "show",
    "side",
    "table",
    "terrain",
    "test",
    "the",
    "use",
    "walk",
    "weather",
    "whenever",
];

/// What a line that begins with these words is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineStart {
    /// The first line of an item.
    Item,
    /// It goes on with the item before it.
    Continuation,
    /// Neither: probably an item with a misspelt keyword.
    Unknown,
}

/// The first two words of a line, if it begins with a word at all.
pub(super) fn two_words(line: &str) -> Option<(&str, &str)> {
    let is_letter = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '\'' | '-');
    if !line.starts_with(|first: char| first.is_alphabetic() || first == '_') {
        return None;
    }
    let word = |text: &'_ str| text.find(|sign| !is_letter(sign)).unwrap_or(text.len());
    let (first, rest) = line.split_at(word(line));
    let rest = rest.trim_start_matches([' ', '\t']);
    Some((first, rest.get(..word(rest)).unwrap_or_default()))
}

/// What a line at the outermost level is, from its first two words and whether it is set in.
pub(super) fn line_start(first: &str, second: &str, set_in: bool) -> LineStart {
    if matches!(second, "has" | "var" | "flag") {
        return LineStart::Item;
    }
    match first {
        "first" => return if matches!(second, "before" | "after") { LineStart::Item } else { LineStart::Unknown },
        // Set in, they may be the window of the action above; the grammar finds out.
        "before" | "after" if set_in => return LineStart::Continuation,
        _ => {}
    }
    if ITEM_WORDS.contains(&first) {
        return LineStart::Item;
    }
    let goes_on = matches!(
        first,
        "for"
            | "at"
            | "during"
            | "when"
            | "under"
            | "as"
            | "because"
            | "of"
            | "per"
            | "in"
            | "any"
            | "rows"
            | "columns"
            | "gives"
            | "do"
            | "then"
            | "pays"
            | "least"
            | "played"
            | "by"
            | "over"
            | "but"
            | "clamped"
            | "shifted"
            | "else"
            | "to"
            | "from"
    );
    // A line that is set in belongs to the item above, right or wrong: the grammar says what it thinks of it.
    if goes_on || set_in { LineStart::Continuation } else { LineStart::Unknown }
}
