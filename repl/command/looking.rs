//! Commands that show the game.

use super::{Command, Takes};

pub(super) static COMMANDS: &[Command] = &[
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
        short: "show your cards, or set a hand",
        long: "Shows the cards you may see: those of the player who decides, or of the only person playing. `hand French: Storm, Command 3` gives a side these cards and no others; `hand French: none` empties its hand. See [Positions by hand](#positions-by-hand).",
        run: |dialogue, rest| dialogue.hand(rest),
    },
    Command {
        name: "status",
        aliases: &["st", "score", "victory"],
        shape: "[full]",
        takes: Takes::Words(&["full"]),
        short: "show who leads, how the game ends, losses, points and cards",
        long: "Shows who leads, how the game ends, and what each side and the game have: losses, points, weather, cards, key numbers with their modifiers. `status full` adds dates and other texts, the number of the decision, the script engine, and the state hash if nothing is hidden from you.",
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
        name: "watch",
        aliases: &[],
        shape: "[EXPRESSION | off N|all]",
        takes: Takes::Expression(&["off"]),
        short: "show a value whenever it changes",
        long: "Shows the value of an expression after each decision that changes it: `watch KT2.hits`. Without arguments, lists the watched expressions with their values; `watch off 2` ends the second, `watch off all` ends all.",
        run: |dialogue, rest| dialogue.watch(rest),
    },
    Command {
        name: "show",
        aliases: &[],
        shape: "board|sections|details|odds on|off",
        takes: Takes::Switch(&["board", "sections", "details", "odds"], &["on", "off"]),
        short: "choose what the log and the screen show",
        long: "`show board`: draw the board after every move. `show sections`: cite the rulebook sections on each line. `show details`: show every modifier and temporary marker. `show odds`: show what comes of each option beside it, if dice decide.",
        run: |dialogue, rest| dialogue.show(rest),
    },
];
