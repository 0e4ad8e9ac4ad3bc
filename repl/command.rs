//! The commands of the dialogue: one table that feeds parsing, help, completion and the manual.

use crate::dialogue::Dialogue;
use crate::reader::Next;

/// What a command takes, for completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Nothing that could be completed.
    Nothing,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A file.
    File,
    /// A part of the board.
    Area,
    /// A word or a command of which help knows something.
    HelpWord,
    /// `not` and a sentence, or a quantity.
    Why,
    /// A section of the rulebook.
    Section,
    /// A doubtful rule.
    Ruling,
    /// A side, then a player.
    Seat,
    /// A word from the first list, then one from the second.
    Switch(&'static [&'static str], &'static [&'static str]),
}

/// A command.
pub(crate) struct Command {
    /// Its name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What stands behind it.
    pub shape: &'static str,
    /// What may be completed there.
    pub takes: Takes,
    /// What it does, in one line.
    pub short: &'static str,
    /// More about it.
    pub long: &'static str,
    /// Does it, with what stood behind its name.
    pub run: fn(&mut Dialogue, &str) -> Next,
}

/// All commands, in the order of the manual.
pub(crate) static COMMANDS: &[Command] = &[
    Command {
        name: "options",
        aliases: &["o", "odds"],
        shape: "",
        takes: Takes::Nothing,
        short: "what may be done now",
        long: "Shows the numbered list of what may be done now. An empty line does the same.",
        run: |dialogue, _| dialogue.options(),
    },
    Command {
        name: "board",
        aliases: &["b"],
        shape: "[AREA]",
        takes: Takes::Area,
        short: "draw the board",
        long: "Draws the board as it is at this moment; of a large map the part where something is decided or was moved last. AREA is a place, a rectangle such as `1405..2612`, a region, a piece, or `all` for the whole map in small; a single place is told in full. `show board on` draws it whenever something has moved.",
        run: |dialogue, rest| dialogue.board(rest),
    },
    Command {
        name: "svg",
        aliases: &[],
        shape: "FILE",
        takes: Takes::File,
        short: "the board as a picture",
        long: "Writes the whole board as it is at this moment to a file, as an SVG picture. It takes the place of another picture, never of any other file.",
        run: |dialogue, rest| dialogue.svg(rest),
    },
    Command {
        name: "hand",
        aliases: &["cards"],
        shape: "",
        takes: Takes::Nothing,
        short: "your cards",
        long: "Shows the cards that you may see: those of whoever decides, or of the only person who plays.",
        run: |dialogue, _| dialogue.hand(),
    },
    Command {
        name: "status",
        aliases: &["st", "score", "victory"],
        shape: "",
        takes: Takes::Nothing,
        short: "what each side has",
        long: "Shows what each side and the game have: losses, points, weather, cards, numbers that the game wants known with how they came about, the number of the state, and which engine runs the scripts of the rules.",
        run: |dialogue, _| dialogue.status(),
    },
    Command {
        name: "log",
        aliases: &["history"],
        shape: "[N|all|full]",
        takes: Takes::Words(&["all", "full"]),
        short: "what has happened",
        long: "Shows what has happened since the last 10 decisions, since the last N, or from the beginning. Before each line stands its number: `3` is a decision, `3.2` the second thing that came of it; `why 3.2` explains it. `log full` leaves nothing out: how numbers came about, marks that last a moment, cards on their way.",
        run: |dialogue, rest| dialogue.log(rest),
    },
    Command {
        name: "why",
        aliases: &[],
        shape: "[N | not SENTENCE | QUANTITY OF WHAT]",
        takes: Takes::Why,
        short: "why a number is what it is, why something is not allowed",
        long: "Alone it explains the last refusal, else the last roll: each number with its base and modifiers, the sections of the rulebook and the place in the rules. `why 3.2` explains any line of the log by the number that `log` shows: the dice and numbers behind it, its sections, the doubtful rules about them. `why not advance KT2 to left middle` says what stands against a sentence; of a way that is too long it gives the price, of one that is barred the step at which it is; of a sentence that has no end, what stands against each candidate. `why cohesion KT2` explains any quantity as it is now; what is not named is taken where only one fits. Where a reading of a doubtful rule decided something it stands beside it: `(ruling hill_charge: point)`. Below stands what would be otherwise under other readings of the doubtful rules that were asked, one at a time.",
        run: |dialogue, rest| dialogue.why(rest),
    },
    Command {
        name: "rule",
        aliases: &["section"],
        shape: "[NUMBER]",
        takes: Takes::Section,
        short: "a section of the rulebook",
        long: "Shows a section of the rulebook in a line of our own words, and every rule that cites it. Without a number it lists all sections.",
        run: |dialogue, rest| dialogue.rule(rest),
    },
    Command {
        name: "rulings",
        aliases: &["readings"],
        shape: "[NAME]",
        takes: Takes::Ruling,
        short: "doubtful rules and how they are read",
        long: "Lists the doubtful rules of this game with the readings that each may have: what is in force here, and what the default is. `rulings hill_charge` shows one of them whole: also its sections, and the rules that ask for it. Another reading is chosen when a game begins: `oriflamme play SCENARIO --set RULING=VALUE`.",
        run: |dialogue, rest| dialogue.rulings(rest),
    },
    Command {
        name: "help",
        aliases: &["?", "h"],
        shape: "[WORD]",
        takes: Takes::HelpWord,
        short: "these commands, or what a word means",
        long: "Alone it lists the commands. With a word it explains a command, an action, a card, a kind of piece, any word of the game's rules or of its scripts.",
        run: |dialogue, rest| dialogue.help(rest),
    },
    Command {
        name: "back",
        aliases: &["undo"],
        shape: "[N]",
        takes: Takes::Nothing,
        short: "take decisions back",
        long: "Takes back the last decision of a person with everything that came after it, or the last N. While an action is put together it takes back the last choice. The same dice fall again.",
        run: |dialogue, rest| dialogue.back(rest),
    },
    Command {
        name: "forward",
        aliases: &["redo"],
        shape: "[N]",
        takes: Takes::Nothing,
        short: "do again what was taken back",
        long: "Does again what `back` took back, in the same steps. A new decision forgets it.",
        run: |dialogue, rest| dialogue.forward(rest),
    },
    Command {
        name: "goto",
        aliases: &[],
        shape: "N",
        takes: Takes::Nothing,
        short: "to just before decision N",
        long: "Goes to just before decision number N; `log` shows the numbers. Where a bot decided it goes to the last decision of a person before it.",
        run: |dialogue, rest| dialogue.goto(rest),
    },
    Command {
        name: "save",
        aliases: &[],
        shape: "[FILE]",
        takes: Takes::File,
        short: "save the game",
        long: "Writes the game to a file: text, line by line, that can be read, mended and sent. Without a file, to the one it was saved to before. Over another saved game it writes only if that is said twice, over any other file never.",
        run: |dialogue, rest| dialogue.save(rest),
    },
    Command {
        name: "load",
        aliases: &[],
        shape: "FILE",
        takes: Takes::File,
        short: "go on with a saved game",
        long: "Puts a saved game in place of this one. Of a file that is cut or mended wrongly, everything before the first bad line is played. At a terminal a game that is not saved is given up only if that is said twice.",
        run: |dialogue, rest| dialogue.load(rest),
    },
    Command {
        name: "auto",
        aliases: &[],
        shape: "[N]",
        takes: Takes::Nothing,
        short: "let chance decide N times",
        long: "Makes the next N decisions (one, if no number is given) at random among all that is legal. Where bots wait, they make them.",
        run: |dialogue, rest| dialogue.auto(rest),
    },
    Command {
        name: "bot",
        aliases: &["seat"],
        shape: "SIDE person|random|greedy",
        takes: Takes::Seat,
        short: "give a side to another player",
        long: "Gives a side to a bot from now on, or back to a person. `random` picks evenly among all that is legal; `greedy` looks one action ahead.",
        run: |dialogue, rest| dialogue.bot(rest),
    },
    Command {
        name: "dice",
        aliases: &[],
        shape: "[N N … | N N … | off]",
        takes: Takes::Words(&["off"]),
        short: "lay the next dice ready",
        long: "Lays dice ready for what is rolled next, one group for each roll: `dice 6 6 1 | 3` is a roll of three dice, then one die. Alone it shows what lies ready, `dice off` takes it away. `back` goes to before they were rolled or laid. The dice of a set-up are laid by `oriflamme play SCENARIO --dice`.",
        run: |dialogue, rest| dialogue.dice(rest),
    },
    Command {
        name: "stops",
        aliases: &[],
        shape: "on|off",
        takes: Takes::Words(&["on", "off"]),
        short: "be asked whenever a card may be played at any time",
        long: "What may be done at any time stands among your own options. With `stops on` you are also asked at every other moment at which it may be done; usually such moments pass in silence.",
        run: |dialogue, rest| dialogue.stops(rest),
    },
    Command {
        name: "slots",
        aliases: &[],
        shape: "ask|auto",
        takes: Takes::Words(&["ask", "auto"]),
        short: "choose slots yourself",
        long: "Where a piece needs a slot it takes the first that the rules leave open; with `slots ask` you choose.",
        run: |dialogue, rest| dialogue.slots(rest),
    },
    Command {
        name: "payments",
        aliases: &[],
        shape: "ask|auto",
        takes: Takes::Words(&["ask", "auto"]),
        short: "choose every payment yourself",
        long: "A payment that gives nothing up is made for you. With `payments ask` you choose each one.",
        run: |dialogue, rest| dialogue.payments(rest),
    },
    Command {
        name: "next",
        aliases: &[],
        shape: "",
        takes: Takes::Nothing,
        short: "the next unit that can act",
        long: "Opens the order of the next unit that can act. Repeat it to skip a unit, `cancel` leaves the order.",
        run: |dialogue, _| dialogue.next(),
    },
    Command {
        name: "hint",
        aliases: &[],
        shape: "",
        takes: Takes::Nothing,
        short: "what the greedy bot would do",
        long: "Shows what the greedy bot would do in your place. It looks one action ahead.",
        run: |dialogue, _| dialogue.hint(),
    },
    Command {
        name: "handover",
        aliases: &[],
        shape: "on|off",
        takes: Takes::Words(&["on", "off"]),
        short: "wait for the other player before his side is shown",
        long: "At a terminal where several people play a game with secrets, the screen is emptied when the decision passes to another, and nothing of his side is shown before he presses Enter. `handover off` if one person plays all sides.",
        run: |dialogue, rest| dialogue.handover(rest),
    },
    Command {
        name: "show",
        aliases: &[],
        shape: "board|sections|details on|off",
        takes: Takes::Switch(&["board", "sections", "details"], &["on", "off"]),
        short: "what is shown by itself",
        long: "`show board`: the board whenever something has moved. `show sections`: the sections of the rulebook behind each line. `show details`: how numbers came about, marks that last a moment.",
        run: |dialogue, rest| dialogue.show(rest),
    },
    Command {
        name: "quit",
        aliases: &["exit", "q"],
        shape: "",
        takes: Takes::Nothing,
        short: "leave",
        long: "Leaves the game. If it is not saved you are told so, and asked to say it again.",
        run: |dialogue, _| dialogue.quit(),
    },
];

/// The command of this name.
pub(crate) fn find(word: &str) -> Option<&'static Command> {
    let word = word.to_lowercase();
    COMMANDS.iter().find(|command| command.name == word || command.aliases.contains(&word.as_str()))
}

/// A command with what stands behind it. `true`: it was marked with a colon, and can mean nothing else.
pub(crate) fn parse(line: &str) -> Option<(&'static Command, &str, bool)> {
    let marked = line.strip_prefix(':');
    let text = marked.unwrap_or(line).trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    Some((find(word)?, rest.trim(), marked.is_some()))
}

/// The commands as a table for the manual.
#[cfg(test)]
pub(crate) fn manual() -> String {
    let mut text = String::from("| command | what it does |\n|---|---|\n");
    for command in COMMANDS {
        let shape = command.shape.replace('|', "\\|");
        let space = if shape.is_empty() { "" } else { " " };
        let aliases = match command.aliases {
            [] => String::new(),
            some => format!(" (also `{}`)", some.join("`, `")),
        };
        text.push_str(&format!(
            "| `{}{space}{shape}`{aliases} | {} |\n",
            command.name,
            command.long.replace('|', "\\|")
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> =
            COMMANDS.iter().flat_map(|one| one.aliases.iter().copied().chain([one.name])).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_manual_says_what_the_table_says() {
        let manual_text = include_str!("README.md");
        assert!(manual_text.contains(&manual()), "repl/README.md should hold this table:\n\n{}", manual());
    }

    #[test]
    fn a_colon_marks_a_command() {
        let (command, rest, marked) = parse(":back 3").unwrap();
        assert_eq!((command.name, rest, marked), ("back", "3", true));
        assert!(parse("advance KT2").is_none());
    }
}
