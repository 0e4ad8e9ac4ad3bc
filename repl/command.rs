//! The REPL commands: one table, in groups, for parsing, help, completion and the manual.

mod hand;
mod looking;
mod playing;
mod rules;
mod stepping;
mod time;

use crate::dialogue::{Dialogue, Done};

/// The arguments of a command, for completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Nothing to complete.
    Nothing,
    /// One word of a list.
    Words(&'static [&'static str]),
    /// A file.
    File,
    /// A part of the board.
    Area,
    /// A term or a command with a help entry.
    HelpWord,
    /// `not` and a sentence, or a quantity.
    Why,
    /// An expression of the language, after one of these words if any.
    Expression(&'static [&'static str]),
    /// Branches and marks.
    Branch,
    /// A sentence that answers the question.
    Sentence,
    /// A place at which decisions stop.
    Break,
    /// A line of the arbiter that begins with this verb, or with any.
    Arbiter(&'static str),
    /// A section of the rulebook.
    Section,
    /// A disputed rule.
    Ruling,
    /// A side.
    Side,
    /// A side, then a player.
    Seat,
    /// A word from the first list, then one from the second.
    Switch(&'static [&'static str], &'static [&'static str]),
}

/// A command.
pub(crate) struct Command {
    /// Its name, and its arguments if any.
    pub usage: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// How the arguments are completed.
    pub takes: Takes,
    /// A one-line description, for the list.
    pub short: &'static str,
    /// The full description, for `help` and the manual.
    pub long: &'static str,
    /// Runs it with its arguments.
    pub run: fn(&mut Dialogue, &str) -> Done,
}

impl Command {
    /// A command without other names.
    const fn new(
        usage: &'static str,
        takes: Takes,
        short: &'static str,
        long: &'static str,
        run: fn(&mut Dialogue, &str) -> Done,
    ) -> Self {
        Command { usage, aliases: &[], takes, short, long, run }
    }

    /// The same with other names.
    const fn also(self, aliases: &'static [&'static str]) -> Self {
        Command { aliases, ..self }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        self.usage.split_once(' ').map_or(self.usage, |(name, _)| name)
    }
}

/// Commands for one purpose.
pub(crate) struct Group {
    /// The heading of the group in `help` and in the manual.
    pub title: &'static str,
    /// The commands.
    pub commands: &'static [Command],
}

/// All commands, in the order of the manual.
pub(crate) static GROUPS: [Group; 6] = [
    Group { title: "Playing", commands: playing::COMMANDS },
    Group { title: "Looking", commands: looking::COMMANDS },
    Group { title: "Rules, reasons and odds", commands: rules::COMMANDS },
    Group { title: "Back and forth", commands: time::COMMANDS },
    Group { title: "Step by step", commands: stepping::COMMANDS },
    Group { title: "Positions by hand", commands: hand::COMMANDS },
];

/// All commands, one after the other.
pub(crate) fn all() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// All names of commands, with the other names of each.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    all().flat_map(|one| one.aliases.iter().copied().chain([one.name()]))
}

/// The command with this name.
pub(crate) fn find(word: &str) -> Option<&'static Command> {
    let word = word.to_lowercase();
    all().find(|command| command.name() == word || command.aliases.contains(&word.as_str()))
}

/// The command of a line, its arguments, and true if a colon marks it as a command.
pub(crate) fn parse(line: &str) -> Option<(&'static Command, &str, bool)> {
    let marked = line.strip_prefix(':');
    let text = marked.unwrap_or(line).trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    Some((find(word)?, rest.trim(), marked.is_some()))
}

/// The commands for the manual: a table for each group.
#[cfg(test)]
pub(crate) fn manual() -> String {
    let row = |command: &Command| {
        let usage = command.usage.replace('|', "\\|");
        let aliases = match command.aliases {
            [] => String::new(),
            some => format!(" (also `{}`)", some.join("`, `")),
        };
        let long = command.long.replace('|', "\\|");
        format!("| `{usage}`{aliases} | {long} |\n")
    };
    let table = |group: &Group| {
        let rows: String = group.commands.iter().map(row).collect();
        format!("#### {}\n\n| command | what it does |\n|---|---|\n{rows}", group.title)
    };
    GROUPS.iter().map(table).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = names().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_manual_contains_the_table_of_commands() {
        let manual_text = include_str!("README.md");
        assert!(manual_text.contains(&manual()), "expected this table in repl/README.md:\n\n{}", manual());
    }

    #[test]
    fn a_colon_marks_a_command() {
        let (command, rest, marked) = parse(":back 3").unwrap();
        assert_eq!((command.name(), rest, marked), ("back", "3", true));
        assert!(parse("advance KT2").is_none());
    }
}
