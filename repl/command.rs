//! The REPL commands: one table for parsing, help, completion and the manual.

use oriflamme::session::Stride;

use crate::dialogue::Dialogue;
use crate::reader::Next;

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
    /// Its arguments.
    pub shape: &'static str,
    /// How the arguments are completed.
    pub takes: Takes,
    /// A one-line description, for the list.
    pub short: &'static str,
    /// The full description, for `help` and the manual.
    pub long: &'static str,
    /// Runs it with its arguments.
    pub run: fn(&mut Dialogue, &str) -> Next,
}

/// All commands, in the order of the manual.
pub(crate) static COMMANDS: &[Command] = &[
    Command {
        name: "options",
        aliases: &["o"],
        shape: "",
        takes: Takes::Nothing,
        short: "list your legal choices",
        long: "Lists your legal choices, numbered. An empty line does the same.",
        run: |dialogue, _| dialogue.options(),
    },
    Command {
        name: "board",
        aliases: &["b"],
        shape: "[AREA]",
        takes: Takes::Area,
        short: "draw the board",
        long: "Draws the board. On a large map it shows the part where you choose or where a piece last moved. AREA is a place, a rectangle such as `1405..2612`, a region, a piece, or `all` for an overview of the map. For a single place it lists all details. `show board on` draws the board after every move.",
        run: |dialogue, rest| dialogue.board(rest),
    },
    Command {
        name: "svg",
        aliases: &[],
        shape: "FILE",
        takes: Takes::File,
        short: "write the board to an SVG file",
        long: "Writes the whole board to an SVG file. It overwrites another SVG file, but no other file.",
        run: |dialogue, rest| dialogue.svg(rest),
    },
    Command {
        name: "hand",
        aliases: &["cards"],
        shape: "[SIDE: CARD, CARD]",
        takes: Takes::Arbiter("hand"),
        short: "show your cards, or set a hand by hand",
        long: "Shows the cards you may see: those of the player who decides, or of the only person playing. `hand French: Storm, Command 3` gives a side these cards and no others; `hand French: none` empties its hand. See [Positions by hand](#positions-by-hand).",
        run: |dialogue, rest| if rest.is_empty() { dialogue.hand() } else { dialogue.arbitrate("hand", rest) },
    },
    Command {
        name: "status",
        aliases: &["st", "score", "victory"],
        shape: "[full]",
        takes: Takes::Words(&["full"]),
        short: "show who leads, how the game ends, losses, points and cards",
        long: "Shows who leads, how the game ends, and what each side and the game have: losses, points, weather, cards, key numbers with their modifiers. `status full` adds dates and other texts, the number of the decision, the state hash and the script engine.",
        run: |dialogue, rest| dialogue.status(rest),
    },
    Command {
        name: "log",
        aliases: &["history"],
        shape: "[N|all|full]",
        takes: Takes::Words(&["all", "full"]),
        short: "show the last decisions",
        long: "Shows the last 10 decisions, the last N, or all. Each line has a number: `3` is a decision, `3.2` its second result. `why 3.2` explains that line. `log full` adds every modifier, temporary markers and every card moved.",
        run: |dialogue, rest| dialogue.log(rest),
    },
    Command {
        name: "why",
        aliases: &[],
        shape: "[N | not SENTENCE | QUANTITY OF WHAT]",
        takes: Takes::Why,
        short: "explain a number, a line of the log or a refusal",
        long: "Without arguments, explains the last refusal, or else the last roll: each number with its base, its modifiers, the rulebook sections and the line of the rule. `why 3.2` explains line 3.2 of the log; for a decision with a price, also the price and what was paid; `why full 3.2` adds the rulings about its sections. `why not advance KT2 to left middle` gives the reasons against a command. For a move that is too long it shows the cost; for a blocked one, the blocked step. For an incomplete command it shows the reasons against each choice. `why cohesion KT2` explains any quantity; you may leave out a name if only one fits. A ruling that decided something is shown beside it: `(ruling hill_charge: point)`. Below are the results under other rulings, changed one at a time.",
        run: |dialogue, rest| dialogue.why(rest),
    },
    Command {
        name: "odds",
        aliases: &[],
        shape: "[full | of EXPRESSION after] SENTENCE[; ANSWER]… [policy best|spread|each]",
        takes: Takes::Sentence,
        short: "show what a command leads to, with the odds of each outcome",
        long: "Shows what a command would lead to, without carrying it out: each outcome with its share as a fraction, in percent and as a bar, then each thing by itself, then the lines of the log that are not certain. All dice and draws are counted, up to a million ways; of more, plays are sampled, with 95% intervals. Ctrl-C stops. `odds attack with MA1; BL1 3, BL2 2; no` answers the questions of the action in advance. The policy decides all others: `policy best` (the default): each side takes what is best for it; `policy spread`: each answer is equally likely; `policy each`: each answer is listed as a case. No player steps in, and cards you cannot see play no part. `odds full` lists every outcome. `odds of BL2.hits after attack with KT1` shows the odds of a number or condition: with the policy best, your side makes it as great as it can on average, every other side as small as it can. `show odds on` shows the odds beside the options.",
        run: |dialogue, rest| dialogue.odds(rest),
    },
    Command {
        name: "ask",
        aliases: &[],
        shape: "EXPRESSION",
        takes: Takes::Expression(&[]),
        short: "evaluate an expression of the language",
        long: "Evaluates an expression of the rule language in this position: `ask mine.count`, `ask KT2.cohesion`. Use the labels of pieces as names. Tab completes words. The answer of a quantity shows its modifiers; that of a condition shows the values it compares, and the reasons of a permission. Below are the results under other rulings. An expression changes nothing and cannot roll dice. You see only what your side may know: if the answer depends on a hidden card or a face-down piece, it is refused.",
        run: |dialogue, rest| dialogue.ask(rest),
    },
    Command {
        name: "watch",
        aliases: &[],
        shape: "[EXPRESSION | off N|all]",
        takes: Takes::Expression(&["off"]),
        short: "show a value whenever it changes",
        long: "Shows the value of an expression after each decision that changes it: `watch KT2.hits`. Without arguments, lists the watched expressions with their values; `watch off 2` ends the second, `watch off all` ends all.",
        run: |dialogue, rest| dialogue.watch(rest),
    },
    Command {
        name: "rule",
        aliases: &["section"],
        shape: "[NUMBER|WORDS]",
        takes: Takes::Section,
        short: "show a section of the rulebook",
        long: "Shows a summary of a section of the rulebook, every rule that cites it, the rulings about it with the one in force, and the tests that cite it. WORDS finds the sections about a topic. Without arguments, lists the chapters; `rule all` lists every section.",
        run: |dialogue, rest| dialogue.rule(rest),
    },
    Command {
        name: "rulings",
        aliases: &["readings"],
        shape: "[NAME]",
        takes: Takes::Ruling,
        short: "disputed rules and the rulings in force",
        long: "Lists the disputed rules of this game with their possible rulings, the default, and the ruling in force. `rulings hill_charge` shows one in full, with its sections and the rules that depend on it. Choose another ruling when you start a game: `oriflamme play SCENARIO --set RULING=VALUE`.",
        run: |dialogue, rest| dialogue.rulings(rest),
    },
    Command {
        name: "trace",
        aliases: &[],
        shape: "[--html FILE] SENTENCE",
        takes: Takes::Sentence,
        short: "show every rule a decision asks",
        long: "Shows every rule that a decision asks, with its answer, as a tree: what asked it stands above it. Nothing is decided; `forward` then makes the decision. The tree shows up to 2000 lines; `trace --html FILE SENTENCE` writes a page of up to 50000 that folds. `trace` alone shows the decision that `back` took back last.",
        run: |dialogue, rest| dialogue.trace(rest),
    },
    Command {
        name: "step",
        aliases: &[],
        shape: "[SENTENCE | N]",
        takes: Takes::Sentence,
        short: "step through a decision, rule by rule",
        long: "`step SENTENCE` makes a decision and stops at the first rule that it asks or statement that it runs: it shows the author's lines with an arrow, the values by name, the running scopes, and what asked this. At a stop, `step` (or Enter) goes on to the next, `step N` over N of them. Everything can be looked at as it is there: `board`, `status`, `hand`, `why`, `ask`. A stop never changes the game: `run` goes on and makes the decision, `back` leaves it. `step` alone steps through the decision that `back` took back last.",
        run: |dialogue, rest| dialogue.step(rest),
    },
    Command {
        name: "into",
        aliases: &[],
        shape: "[N]",
        takes: Takes::Nothing,
        short: "at a stop: go into what this asks",
        long: "At a stop, goes on to the next rule or statement, also inside what this one asks; the same as `step`.",
        run: |dialogue, rest| dialogue.strides(Stride::Step, rest),
    },
    Command {
        name: "over",
        aliases: &[],
        shape: "[N]",
        takes: Takes::Nothing,
        short: "at a stop: go on behind what this asks",
        long: "At a stop, goes on to the next rule or statement beside this one, not inside what it asks. A breakpoint inside still stops.",
        run: |dialogue, rest| dialogue.strides(Stride::Over, rest),
    },
    Command {
        name: "out",
        aliases: &[],
        shape: "[N]",
        takes: Takes::Nothing,
        short: "at a stop: go on behind what asked this",
        long: "At a stop, goes on until what asked this rule or ran this statement goes on itself.",
        run: |dialogue, rest| dialogue.strides(Stride::Out, rest),
    },
    Command {
        name: "run",
        aliases: &[],
        shape: "",
        takes: Takes::Nothing,
        short: "at a stop: go on to the next breakpoint, or make the decision",
        long: "At a stop, goes on to the next breakpoint. If there is none, the decision is made.",
        run: |dialogue, rest| dialogue.strides(Stride::Run, rest),
    },
    Command {
        name: "break",
        aliases: &[],
        shape: "[SECTION | RULE | FILE:LINE | off [N]]",
        takes: Takes::Break,
        short: "stop decisions at a section, a rule or a line",
        long: "Stops decisions before anything that cites a section (`break 5.2.1`, `break 5` for a chapter), at a rule by name (`break rout`: a procedure, word, quantity, function, table, step, action or card), or at a line of a file (`break 05-combat.ori:120`). From then on any decision you type stops there; `auto` and bots' games do not. Without arguments, lists the breakpoints; `break off N` removes one, `break off` all.",
        run: |dialogue, rest| dialogue.set_break(rest),
    },
    Command {
        name: "compare",
        aliases: &[],
        shape: "[RULING [COMMAND]]",
        takes: Takes::Ruling,
        short: "show what another ruling would change here",
        long: "Shows what each other ruling on a disputed rule would change at this decision: commands that are legal under one only, with the reason and its place in the rules; prices; and what comes of commands, with their odds. `compare hill_charge attack` looks only at commands that begin so. Without arguments, compares all rulings and shows those that matter here. Only what you may see is used, and the game does not change. Ctrl-C stops.",
        run: |dialogue, rest| dialogue.compare(rest),
    },
    Command {
        name: "help",
        aliases: &["?", "h"],
        shape: "[TERM]",
        takes: Takes::HelpWord,
        short: "list the commands, or explain a term",
        long: "Without arguments, lists the commands. While you compose a command, shows what is asked and the choices; `:help` lists the commands. With a term, explains a command, an action, a card, a piece or the numbers on it, or any other term of the game or the program. `help full TERM` also shows where the rules define it.",
        run: |dialogue, rest| dialogue.help(rest),
    },
    Command {
        name: "back",
        aliases: &["undo"],
        shape: "[N]",
        takes: Takes::Nothing,
        short: "undo decisions",
        long: "Undoes the last decision of a person and everything after it, or the last N. While you compose a command it undoes the last choice. The dice do not change.",
        run: |dialogue, rest| dialogue.back(rest),
    },
    Command {
        name: "forward",
        aliases: &["redo"],
        shape: "[N]",
        takes: Takes::Nothing,
        short: "redo undone decisions",
        long: "Redoes what `back` undid, in the same steps. A new decision discards it.",
        run: |dialogue, rest| dialogue.forward(rest),
    },
    Command {
        name: "goto",
        aliases: &[],
        shape: "N",
        takes: Takes::Nothing,
        short: "go to just before decision N",
        long: "Goes to just before decision number N; `log` shows the numbers. If a bot made that decision, goes to the last decision of a person before it.",
        run: |dialogue, rest| dialogue.goto(rest),
    },
    Command {
        name: "mark",
        aliases: &[],
        shape: "NAME",
        takes: Takes::Nothing,
        short: "mark this position",
        long: "Gives this position a name. `go NAME` returns to it, `diff NAME` compares it with the present position.",
        run: |dialogue, rest| dialogue.mark(rest),
    },
    Command {
        name: "branch",
        aliases: &[],
        shape: "NAME",
        takes: Takes::Nothing,
        short: "begin another line of play here",
        long: "Begins a branch at this position. The decisions from here on belong to it; the other branch keeps what you have played. The game begins on the branch `main`. Saved games contain all branches and marks.",
        run: |dialogue, rest| dialogue.branch(rest),
    },
    Command {
        name: "branches",
        aliases: &[],
        shape: "",
        takes: Takes::Nothing,
        short: "show the branches and marks as a tree",
        long: "Shows the branches and marks as a tree, each with the decision where it leaves its parent and the number of decisions of its own. `*` is the branch you are on.",
        run: |dialogue, rest| dialogue.branches(rest),
    },
    Command {
        name: "go",
        aliases: &[],
        shape: "NAME",
        takes: Takes::Branch,
        short: "go to a branch or mark",
        long: "Goes to a mark, or to the place where you left a branch. `forward` and `back` then follow that branch. If you leave a branch after seeing dice, cards or another side's decision, the saved game records it, as it does for `back`. A strict game has one line of play.",
        run: |dialogue, rest| dialogue.go(rest),
    },
    Command {
        name: "diff",
        aliases: &[],
        shape: "A [B]",
        takes: Takes::Branch,
        short: "show what differs between two positions",
        long: "Shows what differs between two positions: the place in the turn, key numbers, cards, pieces, variables. A and B are branches, marks, numbers of decisions, or `here`; without B, compares A with the present position. You see only what your side may know.",
        run: |dialogue, rest| dialogue.diff(rest),
    },
    Command {
        name: "save",
        aliases: &[],
        shape: "[FILE]",
        takes: Takes::File,
        short: "save the game",
        long: "Saves the game to a text file that you can read, edit and send. Without FILE, saves to the last file used, or else to SCENARIO.game, with a number if that file exists. Repeat the command to overwrite another game's save. Files that are not saves are never overwritten.",
        run: |dialogue, rest| dialogue.save(rest),
    },
    Command {
        name: "load",
        aliases: &[],
        shape: "FILE [--set RULING=VALUE]…",
        takes: Takes::File,
        short: "load a saved game",
        long: "Replaces this game with a saved one. A damaged file is played up to its first bad line. With `--set`, the game goes on under other rulings up to the first decision where the difference shows, shows both sides with the rules behind them, and stands there. If the current game is unsaved, repeat the command to confirm.",
        run: |dialogue, rest| dialogue.load(rest),
    },
    Command {
        name: "auto",
        aliases: &[],
        shape: "[N]",
        takes: Takes::Nothing,
        short: "play N random legal choices",
        long: "Makes the next N decisions (default 1) at random from all legal choices. Waiting bots make their own.",
        run: |dialogue, rest| dialogue.auto(rest),
    },
    Command {
        name: "bot",
        aliases: &["seat"],
        shape: "SIDE person|random|greedy",
        takes: Takes::Seat,
        short: "give a side to a bot or a person",
        long: "Gives a side to a bot, or back to a person. `random` picks evenly among all legal choices; `greedy` looks one action ahead.",
        run: |dialogue, rest| dialogue.bot(rest),
    },
    Command {
        name: "dice",
        aliases: &[],
        shape: "[N N … | N N … | off]",
        takes: Takes::Words(&["off"]),
        short: "set the next dice",
        long: "Sets the next rolls, one group for each roll: `dice 6 6 1 | 3` is a roll of three dice, then one die. Without arguments, shows them; `dice off` clears them. `back` also undoes set dice. For the dice of the set-up use `oriflamme play SCENARIO --dice`.",
        run: |dialogue, rest| dialogue.dice(rest),
    },
    Command {
        name: "stops",
        aliases: &[],
        shape: "on|off",
        takes: Takes::Words(&["on", "off"]),
        short: "ask at every point where you could play a card",
        long: "On your own decisions, cards playable at any time are always listed. `stops on` also asks you at every other point where you could play one.",
        run: |dialogue, rest| dialogue.stops(rest),
    },
    Command {
        name: "slots",
        aliases: &[],
        shape: "ask|auto",
        takes: Takes::Words(&["ask", "auto"]),
        short: "choose slots yourself",
        long: "A piece that needs a slot takes the first one allowed. With `slots ask` you choose.",
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
        short: "order the next unit that can act",
        long: "Opens the order of the next unit that can act. Repeat it to skip a unit, `cancel` leaves the order.",
        run: |dialogue, _| dialogue.next(),
    },
    Command {
        name: "hint",
        aliases: &[],
        shape: "",
        takes: Takes::Nothing,
        short: "show what the greedy bot would do; in a lesson, help",
        long: "Shows what the greedy bot would do in your place. It looks one action ahead. In a lesson, gives the next hint; after the last, the command itself.",
        run: |dialogue, _| dialogue.hint(),
    },
    Command {
        name: "skip",
        aliases: &[],
        shape: "",
        takes: Takes::Nothing,
        short: "in a lesson: have this step done for you",
        long: "In a lesson, does what is asked for you and goes on.",
        run: |dialogue, _| dialogue.skip(),
    },
    Command {
        name: "again",
        aliases: &[],
        shape: "",
        takes: Takes::Nothing,
        short: "in a lesson: begin it anew",
        long: "In a lesson, begins it anew.",
        run: |dialogue, _| dialogue.again(),
    },
    Command {
        name: "handover",
        aliases: &[],
        shape: "on|off",
        takes: Takes::Words(&["on", "off"]),
        short: "hide the screen between players",
        long: "When several people share a terminal in a game with secrets, the screen is cleared when the decision passes to another player. His side is shown after he presses Enter. Use `handover off` if one person plays all sides.",
        run: |dialogue, rest| dialogue.handover(rest),
    },
    Command {
        name: "show",
        aliases: &[],
        shape: "board|sections|details|odds on|off",
        takes: Takes::Switch(&["board", "sections", "details", "odds"], &["on", "off"]),
        short: "choose what the log and screen show",
        long: "`show board`: draw the board after every move. `show sections`: cite the rulebook sections on each line. `show details`: show every modifier and temporary marker. `show odds`: show what comes of each option beside it, if dice decide.",
        run: |dialogue, rest| dialogue.show(rest),
    },
    Command {
        name: "put",
        aliases: &[],
        shape: "THINGS at PLACE",
        takes: Takes::Arbiter("put"),
        short: "put pieces or terrain into a place",
        long: "Puts pieces into a place by hand: `put English MA 2-3 at left middle`, `put French KT 3-3* hits 1 at left rear`, `put KT1 at reserve` for a piece that exists. Without a side, the only side that has such a piece gets it; if several have one, name the side. See [Positions by hand](#positions-by-hand).",
        run: |dialogue, rest| dialogue.arbitrate("put", rest),
    },
    Command {
        name: "take",
        aliases: &[],
        shape: "PIECE, PIECE",
        takes: Takes::Arbiter("take"),
        short: "take pieces off the board",
        long: "Takes pieces off the board by hand; a counter that begins in a box goes back there.",
        run: |dialogue, rest| dialogue.arbitrate("take", rest),
    },
    Command {
        name: "set",
        aliases: &[],
        shape: "THING VARIABLE VALUE",
        takes: Takes::Arbiter("set"),
        short: "set variables, flags, modes, facings",
        long: "Sets variables and flags by hand: `set KT1 hits 2 rash`, `set KT1 not rash`, `set French panic 5`, `set rash: French KT`. A piece also takes a mode, `facing` and `slot`.",
        run: |dialogue, rest| dialogue.arbitrate("set", rest),
    },
    Command {
        name: "deck",
        aliases: &[],
        shape: "SIDE top CARD, CARD",
        takes: Takes::Arbiter("deck"),
        short: "set the next cards a side draws",
        long: "Sets the next cards that a side draws: `deck French top Storm, Command 3`.",
        run: |dialogue, rest| dialogue.arbitrate("deck", rest),
    },
    Command {
        name: "weather",
        aliases: &[],
        shape: "WEATHER",
        takes: Takes::Arbiter("weather"),
        short: "set the weather",
        long: "Sets the weather by hand; `weather none` clears it.",
        run: |dialogue, rest| dialogue.arbitrate("weather", rest),
    },
    Command {
        name: "terrain",
        aliases: &[],
        shape: "TERRAIN at PLACE",
        takes: Takes::Arbiter("terrain"),
        short: "set terrain",
        long: "Lays terrain by hand, in place of what was there: `terrain Woods at left middle`; `terrain none at left middle` clears it.",
        run: |dialogue, rest| dialogue.arbitrate("terrain", rest),
    },
    Command {
        name: "turn",
        aliases: &[],
        shape: "N",
        takes: Takes::Arbiter("turn"),
        short: "set the number of the turn",
        long: "Sets how often the step `turn` has begun. For a step with another name, `arbiter round 3`.",
        run: |dialogue, rest| dialogue.arbitrate("turn", rest),
    },
    Command {
        name: "at",
        aliases: &[],
        shape: "STEP of SIDE",
        takes: Takes::Arbiter("at"),
        short: "go on at a step",
        long: "Begins a step by hand, as in a game, with everything that happens before it: `at Orders of French`. What was under way ends.",
        run: |dialogue, rest| dialogue.arbitrate("at", rest),
    },
    Command {
        name: "arbiter",
        aliases: &[],
        shape: "LINE",
        takes: Takes::Arbiter(""),
        short: "change the position by any line",
        long: "Changes the position by any line of the notation of `given` in tests: `arbiter discards French: Storm`, `arbiter round 3`, `arbiter left rear: MA 2-3, KT 3-3*`. It also takes every line above.",
        run: |dialogue, rest| dialogue.arbitrate("", rest),
    },
    Command {
        name: "as",
        aliases: &[],
        shape: "test [FILE]",
        takes: Takes::Words(&["test"]),
        short: "write the position as a test",
        long: "Writes the position as a `test` item, with the decisions since it was set up by hand (or else since its step began), the dice and cards of chance, and what was seen. The test is checked and run first. With FILE, writes it to a new file; `oriflamme test FILE` runs it.",
        run: |dialogue, rest| dialogue.as_test(rest),
    },
    Command {
        name: "test",
        aliases: &[],
        shape: "TITLE",
        takes: Takes::Nothing,
        short: "open a test as a position",
        long: "Replaces this game with the position of a test. TITLE is its title or a part of it. If the test names a step, play begins there. If the current game is unsaved, repeat the command to confirm.",
        run: |dialogue, rest| dialogue.open_test(rest),
    },
    Command {
        name: "quit",
        aliases: &["exit", "q"],
        shape: "",
        takes: Takes::Nothing,
        short: "leave the game",
        long: "Leaves the game. Asks for confirmation if the game is unsaved.",
        run: |dialogue, _| dialogue.quit(),
    },
];

/// The command with this name.
pub(crate) fn find(word: &str) -> Option<&'static Command> {
    let word = word.to_lowercase();
    COMMANDS.iter().find(|command| command.name == word || command.aliases.contains(&word.as_str()))
}

/// The command of a line, its arguments, and true if a colon marks it as a command.
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
    fn the_manual_contains_the_table_of_commands() {
        let manual_text = include_str!("README.md");
        assert!(manual_text.contains(&manual()), "expected this table in repl/README.md:\n\n{}", manual());
    }

    #[test]
    fn a_colon_marks_a_command() {
        let (command, rest, marked) = parse(":back 3").unwrap();
        assert_eq!((command.name, rest, marked), ("back", "3", true));
        assert!(parse("advance KT2").is_none());
    }
}
