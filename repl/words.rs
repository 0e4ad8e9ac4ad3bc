//! Menus and help texts of the REPL.

use oriflamme::diagnostic::nearest;
use oriflamme::draw::{Line, Role, columns};

use crate::command::{Command, GROUPS, names};

/// The maximum number of reasons shown for a refusal.
pub(crate) const MOST_REASONS: usize = 3;

/// The width of the column of commands. The text about a longer command begins on the next line.
const LEAD: usize = 22;

/// The commands that work here, in groups, one line each, below a line of advice.
pub(crate) fn overview(most: usize, advice: &str, works: impl Fn(&str) -> bool) -> Vec<Line> {
    let mut lines = vec![Line::plain(advice).hanging(0)];
    for group in &GROUPS {
        let mut commands = group.commands.iter().filter(|command| works(command.name())).peekable();
        if commands.peek().is_none() {
            continue;
        }
        lines.push(Line::new());
        lines.push(Line::of(Role::Title, group.title));
        for command in commands {
            let head = format!("  {}", command.usage);
            let wide = columns(&head);
            // Two columns, if they fit.
            let (lead, indent) = if most >= LEAD + 30 { (LEAD, LEAD + 2) } else { (0, 6) };
            if wide > lead && lead > 0 {
                lines.push(Line::of(Role::Key, head).hanging(6));
                lines.push(Line::plain(command.short).indented(indent).hanging(indent));
            } else {
                let line = Line::of(Role::Key, format!("{head:<lead$}  ")).and(Role::Plain, command.short);
                lines.push(line.hanging(indent));
            }
        }
    }
    lines.push(Line::new());
    lines.push(Line::of(Role::Dim, "If the game uses the same word, put a colon before the command: `:back`."));
    lines
}

/// One command, in full.
pub(crate) fn command(command: &Command) -> Vec<Line> {
    let mut first = Line::of(Role::Key, command.usage);
    if !command.aliases.is_empty() {
        first.push(Role::Dim, format!("  also: {}", command.aliases.join(", ")));
    }
    vec![first, Line::plain(unlinked(command.long))]
}

/// A text of the manual without its links: `[Odds](#odds)` becomes `“Odds” in the manual`.
fn unlinked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, (title, after))) = rest.split_once('[').and_then(|(before, link)| {
        let (title, target) = link.split_once("](#")?;
        Some((before, (title, target.split_once(')')?.1)))
    }) {
        out.extend([before, "“", title, "” in the manual"]);
        rest = after;
    }
    out + rest
}

/// The words that a lesson or a puzzle has besides the commands, each with what it does.
pub(crate) fn own_words(words: &[(&'static str, &'static str)]) -> Vec<Line> {
    let width = words.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
    let line = |(word, does): &(&str, &str)| Line::of(Role::Key, format!("  {word:<width$}  ")).and(Role::Plain, *does);
    words.iter().map(line).collect()
}

/// The same about one of them.
pub(crate) fn own_word(words: &[(&'static str, &'static str)], word: &str) -> Option<Line> {
    let word = word.strip_prefix(':').unwrap_or(word);
    let (name, does) = words.iter().find(|(name, _)| *name == word)?;
    Some(Line::of(Role::Key, *name).and(Role::Plain, format!("  {does}")))
}

/// The message for an unknown command.
pub(crate) fn unknown_command(word: &str) -> String {
    let meant = nearest(word, names()).map(|name| format!("; did you mean `:{name}`?")).unwrap_or_default();
    format!("no command `:{word}`{meant}; `help` lists the commands")
}

/// The maximum number of words a reading may add and still be obvious.
const MOST_ADDED: usize = 2;

/// True if a command is obviously the one typed: the same words in the same order, with few others between.
pub(crate) fn is_obvious(typed: &str, understood: &str) -> bool {
    let words = |text: &str| text.to_lowercase().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (typed, understood) = (words(typed), words(understood));
    let mut rest = understood.iter();
    typed.iter().all(|word| rest.any(|other| other == word)) && understood.len() <= typed.len() + MOST_ADDED
}

/// How a learner did: `2 wrong, 1 hint`.
pub(crate) fn tally(tally: &oriflamme::session::Tally) -> String {
    use oriflamme::diagnostic::words::count;
    let wrong = (tally.wrong > 0).then(|| format!("{} wrong", tally.wrong));
    let hints = (tally.hints > 0).then(|| count(tally.hints, "hint"));
    let skipped = (tally.skipped > 0).then(|| format!("{} skipped", tally.skipped));
    let parts: Vec<String> = [wrong, hints, skipped].into_iter().flatten().collect();
    if parts.is_empty() { "without a mistake".to_owned() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_with_the_typed_words_is_obvious() {
        assert!(is_obvious("rash KT1", "Rash advance KT1") && is_obvious("drop d", "Drop in d"));
        assert!(!is_obvious("advance MA 9", "Advance MA9 to left middle"));
        assert!(!is_obvious("shoot right middle all", "Shoot at right middle shooters LB7, LB8"));
    }

    #[test]
    fn help_shows_no_link_of_the_manual() {
        assert_eq!(unlinked("See [Odds](#odds). Done."), "See “Odds” in the manual. Done.");
        for one in crate::command::all() {
            assert!(!unlinked(one.long).contains("](#"), "{}", one.name());
        }
    }

    #[test]
    fn lists_fit_a_narrow_terminal() {
        for most in 1..=90 {
            for line in
                overview(most, "Type `advance KT2`.", |_| true).into_iter().flat_map(|line| line.wrapped(most, 4))
            {
                // The arguments of a command stay on one line.
                assert!(line.width() <= most.max(50), "{most}: {}", line.text());
            }
        }
    }
}
