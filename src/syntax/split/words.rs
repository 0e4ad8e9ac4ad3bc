//! The words that begin items, and other words that may begin a line.

/// The first words of items. State and fact items instead begin with a subject and `has`, `var` or `flag`.
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
    "expect",
    "extend",
    "facing",
    "first",
    "fn",
    "forbid",
    "game",
    "hide",
    "insert",
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
    "puzzle",
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

/// The role of a line, from its first words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineStart {
    /// The first line of an item.
    Item,
    /// It continues the item before it.
    Continuation,
    /// Neither: probably an item with a misspelt keyword.
    Unknown,
}

/// The first two words of a line; `None` if it does not begin with a word.
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

/// The role of a line at the outermost level, from its first two words and its indentation.
pub(super) fn line_start(first: &str, second: &str, set_in: bool) -> LineStart {
    if matches!(second, "has" | "var" | "flag") {
        return LineStart::Item;
    }
    match first {
        "first" => return if matches!(second, "before" | "after") { LineStart::Item } else { LineStart::Unknown },
        // An indented one may be the window of the action above; the grammar decides.
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
    // An indented line belongs to the item above, and the grammar reports any error in it.
    if goes_on || set_in { LineStart::Continuation } else { LineStart::Unknown }
}
