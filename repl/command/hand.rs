//! Commands of the arbiter, and tests as positions.

use super::{Command, Takes};

pub(super) static COMMANDS: &[Command] = &[
    Command::new(
        "put THINGS at PLACE",
        Takes::Arbiter("put"),
        "put pieces or terrain into a place",
        "Puts pieces into a place by hand: `put English MA 2-3 at left middle`, `put French KT 3-3* hits 1 at left rear`, `put KT1 at reserve` for a piece that exists. Without a side, the only side that has such a piece gets it; if several have one, name the side. See [Positions by hand](#positions-by-hand).",
        |dialogue, rest| dialogue.arbitrate("put", rest),
    ),
    Command::new(
        "take PIECE, PIECE",
        Takes::Arbiter("take"),
        "take pieces off the board",
        "Takes pieces off the board by hand; a counter that begins in a box goes back there.",
        |dialogue, rest| dialogue.arbitrate("take", rest),
    ),
    Command::new(
        "set THING VARIABLE VALUE",
        Takes::Arbiter("set"),
        "set variables, flags, modes, facings",
        "Sets variables and flags by hand: `set KT1 hits 2 rash`, `set KT1 not rash`, `set French panic 5`, `set rash: French KT`. A piece also takes a mode, `facing` and `slot`.",
        |dialogue, rest| dialogue.arbitrate("set", rest),
    ),
    Command::new(
        "deck SIDE top CARD, CARD",
        Takes::Arbiter("deck"),
        "set the next cards a side draws",
        "Sets the next cards that a side draws: `deck French top Storm, Command 3`.",
        |dialogue, rest| dialogue.arbitrate("deck", rest),
    ),
    Command::new(
        "weather WEATHER",
        Takes::Arbiter("weather"),
        "set the weather",
        "Sets the weather by hand; `weather none` clears it.",
        |dialogue, rest| dialogue.arbitrate("weather", rest),
    ),
    Command::new(
        "terrain TERRAIN at PLACE",
        Takes::Arbiter("terrain"),
        "set terrain",
        "Lays terrain by hand, in place of what was there: `terrain Woods at left middle`; `terrain none at left middle` clears it.",
        |dialogue, rest| dialogue.arbitrate("terrain", rest),
    ),
    Command::new(
        "turn N",
        Takes::Arbiter("turn"),
        "set the turn number",
        "Sets the number of the step `turn`. For a step with another name, `arbiter round 3`.",
        |dialogue, rest| dialogue.arbitrate("turn", rest),
    ),
    Command::new(
        "at STEP of SIDE",
        Takes::Arbiter("at"),
        "begin a step of the sequence of play",
        "Begins a step by hand, with all that the rules do just before it: `at Orders of French`. Earlier steps of the turn are not played, and what was under way ends.",
        |dialogue, rest| dialogue.arbitrate("at", rest),
    ),
    Command::new(
        "arbiter LINE",
        Takes::Arbiter(""),
        "change the position with any line of its notation",
        "Changes the position by any line of the notation of `given` in tests: `arbiter discards French: Storm`, `arbiter round 3`, `arbiter left rear: MA 2-3, KT 3-3*`. It also takes every line above.",
        |dialogue, rest| dialogue.arbitrate("", rest),
    ),
    Command::new(
        "as test [FILE]",
        Takes::Words(&["test"]),
        "write the position as a test",
        "Writes the position as a `test` item, with the decisions since it was set up by hand (or else since its step began), the dice and cards of chance, and what was seen. The test is checked and run first. With FILE, writes it to a new file; `oriflamme test FILE` runs it if it is in `tests/GAME` of a data folder.",
        |dialogue, rest| dialogue.as_test(rest),
    ),
    Command::new(
        "test TITLE",
        Takes::Nothing,
        "open a test as a position",
        "Replaces this game with the position of a test. TITLE is its title or a part of it. If the test names a step, play begins there. If the current game is unsaved, repeat the command to confirm.",
        |dialogue, rest| dialogue.open_test(rest),
    ),
];
