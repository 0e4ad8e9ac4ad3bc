//! What to write instead of a word among facts that is none.

use super::super::builder::GameBuilder;
use crate::diagnostic::words;
use crate::model::id::Domain;
use crate::syntax::ast::Word;

/// The most values of a list that a message names.
const MOST_VALUES: usize = 12;

/// The values that the facts of this subject take from lists, which may be written without the name of the fact.
pub(super) fn values_of(builder: &GameBuilder, subject: Domain) -> Option<String> {
    let listed = builder.game.facts_of(subject).filter_map(|(_, fact)| {
        let Some(Domain::List(list)) = fact.ty.domain() else { return None };
        let members = &builder.game.lists.get(usize::from(list))?.members;
        let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
        (names.len() <= MOST_VALUES).then(|| format!("`{}` is {}", fact.name, words::one_of_quoted(&names)))
    });
    let listed: Vec<String> = listed.collect();
    (!listed.is_empty()).then(|| listed.join("; "))
}

/// The help for a word among facts that is none: a line of another item, a number of copies, a section, a unit.
pub(super) fn no_fact(builder: &GameBuilder, word: &Word, behind: Option<&Word>, subject: Domain) -> Option<String> {
    let text = word.text.as_str();
    let in_card = subject == Domain::Card;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    Some(match text {
        "pays" | "once" | "needs" | "say" | "do" | "chance" | "assent" if in_card => {
            format!("`{text}` is a line of a play: write `play any time {{ {text} … }}`")
        }
        "pays" | "once" | "needs" | "say" | "do" | "chance" | "assent" => {
            format!("`{text}` is a line of actions and of plays of cards")
        }
        "when" | "if" | "unless" => "a condition belongs to a clause: `forbid … when …`".to_owned(),
        "until" | "during" if in_card => format!("write `lasts {text} SCOPE`"),
        _ if builder.sections.contains_key(text) => format!("write `@{text}` to cite the section"),
        _ if in_card && text.strip_prefix('x').is_some_and(is_number) => {
            format!("write `copies {}` for the number of cards, `lasts until SCOPE {text}` for a lifetime", &text[1..])
        }
        _ if in_card && is_number(text) => format!("write `x{text}` after a lifetime: `lasts until SCOPE x{text}`"),
        _ if behind.is_some_and(|behind| behind.as_int().is_some()) => {
            format!("a number has no unit: leave out `{text}`, or write it as a fact with a value of its own")
        }
        _ => return None,
    })
}
