//! Commands that show the game.

use super::{Command, Takes};

pub(super) static COMMANDS: &[Command] = &[
    Command::new(
        "board [AREA]",
        Takes::Area,
        "draw the board",
        "Draws the board. On a large map it shows the part where you choose or where a piece last moved. AREA is a place, a rectangle such as `1405..2612`, a region, a piece, or `all` for an overview of the map. For a single place it lists all details. `show board on` draws the board after every move.",
        |dialogue, rest| dialogue.board(rest),
    )
    .also(&["b"]),
    Command::new(
        "svg FILE",
        Takes::File,
        "write the board to an SVG file",
        "Writes the whole board to an SVG file. It overwrites another SVG file, but no other file.",
        |dialogue, rest| dialogue.svg(rest),
    ),
    Command::new(
        "page FILE",
        Takes::File,
        "write the game to a page with the board at each step",
        "Writes the game so far, as you see it, or all of it when it is over, to an HTML page: the report beside the board, which shows the position after each line, with its dice and numbers, folded, and the sections of the rulebook. Arrow keys go forward and back. The page needs only a browser, so it can be sent or shown to a class. `oriflamme replay GAME --page FILE` writes a saved game as a spectator sees it.",
        |dialogue, rest| dialogue.page(rest),
    ),
    Command::new(
        "hand [SIDE: CARD, CARD]",
        Takes::Arbiter("hand"),
        "show your cards, or set a hand",
        "Shows the cards you may see: those of the player who decides, or of the only person playing. `hand French: Storm, Command 3` gives a side these cards and no others; `hand French: none` empties its hand. See [Positions by hand](#positions-by-hand).",
        |dialogue, rest| dialogue.hand(rest),
    )
    .also(&["cards"]),
    Command::new(
        "status [full]",
        Takes::Words(&["full"]),
        "show who leads, how the game ends, losses, points and cards",
        "Shows who leads, how the game ends, and what each side and the game have: losses, points, weather, cards, key numbers with their modifiers. `status full` adds dates and other texts, the number of the decision, the script engine, and the state hash if nothing is hidden from you.",
        |dialogue, rest| dialogue.status(rest),
    )
    .also(&["st", "score", "victory"]),
    Command::new(
        "log [N|all|full]",
        Takes::Words(&["all", "full"]),
        "show the last decisions",
        "Shows the last 10 decisions, the last N, or all. Each line has a number: `3` is a decision, `3.2` its second result, `3.2a` one after it that the rules may hide from a side. `why 3.2` explains that line. `log full` adds every modifier, temporary markers and every card moved.",
        |dialogue, rest| dialogue.log(rest),
    )
    .also(&["history"]),
    Command::new(
        "review [SIDE]",
        Takes::Side,
        "show the decisions that cost most, and what luck did",
        "Looks at the game again and shows the decisions for which the search bot knows better, those that cost most first, with its own command and the difference in points (100 lead from certain defeat to certain victory); then the luck of each side: how much better the results of dice and draws were than they are on average after the same decisions, in all and where it mattered most. `goto N` goes to a decision. The bot knows only what the side knew, and looks at actions, not at answers within them. With a SIDE, looks at its decisions; without, at those of all persons. In a game with secrets it waits for the end. It takes from seconds to some minutes, for a long game of hexes. Ctrl-C stops it and shows what it has found.",
        |dialogue, rest| dialogue.review(rest),
    ),
    Command::new(
        "watch [EXPRESSION | off N|all]",
        Takes::Expression(&["off"]),
        "show a value whenever it changes",
        "Shows the value of an expression after each decision that changes it: `watch KT2.hits`. Without arguments, lists the watched expressions with their values; `watch off 2` ends the second, `watch off all` ends all.",
        |dialogue, rest| dialogue.watch(rest),
    ),
    Command::new(
        "show board|sections|details|odds on|off",
        Takes::Switch(&["board", "sections", "details", "odds"], &["on", "off"]),
        "choose what the log and the screen show",
        "`show board`: draw the board after every move. `show sections`: cite the rulebook sections on each line. `show details`: show every modifier and temporary marker. `show odds`: show what comes of each option beside it, if dice decide.",
        |dialogue, rest| dialogue.show(rest),
    ),
];
